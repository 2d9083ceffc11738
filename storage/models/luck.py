"""What luck explains: results by how many contests were won above chance."""

from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from storage.models import keep
from storage.models.logistic import chance, fitted

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Z = 1.959963984540054
CONTESTS = 5
"""The fewest contests of a match by which its luck is told."""

# one side of each match, for what one gains the other loses
_SIDES = """
SELECT game, luck, CASE WHEN drawn THEN 0.5 ELSE won::DOUBLE END
FROM match_luck($game, $match, $since, $until, $person)
WHERE n >= $contests AND NOT unresolved
QUALIFY row_number() OVER (PARTITION BY match_id ORDER BY hash(match_id || side), side) = 1
ORDER BY game, match_id
"""


def fill(connection: "DuckDBPyConnection", chosen: Mapping[str, Any]) -> None:
    """The table ``luck_fit``: for each game, the chance to win without luck, and what luck adds."""
    rows = connection.execute(_SIDES, {**chosen, "contests": CONTESTS}).fetchall()
    games: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
    for game, luck, result in rows:
        games[game].append((luck, result))
    found = []
    for game, points in games.items():
        fit = fitted([{0: 1.0, 1: luck} for luck, _ in points], [r for _, r in points], [1e-6] * 2)
        (base, slope), errors = fit.coefficients, (fit.error(0), fit.error(1))
        found.append(
            (
                game,
                chance(base),
                chance(base - Z * errors[0]),
                chance(base + Z * errors[0]),
                slope,
                slope - Z * errors[1],
                slope + Z * errors[1],
            )
        )
    columns = dict.fromkeys(("rate", "low", "high", "slope", "slope_low", "slope_high"), "DOUBLE")
    keep(connection, "luck_fit", {"game": "VARCHAR", **columns}, found)
