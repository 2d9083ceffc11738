"""What luck explains: results by how many contests were won above chance."""

from collections.abc import Mapping
from math import sqrt
from typing import TYPE_CHECKING, Any

from storage.models import keep
from storage.models.logistic import chance

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Z = 1.959963984540054
CONTESTS = 5
"""The fewest contests of a match by which its luck is told."""

# one side of each match, for what one gains the other loses
_SIDES = """
CREATE OR REPLACE TEMP TABLE lucky AS
SELECT
    match_id, seq, game, luck, won, CASE WHEN drawn THEN 0.5 ELSE won::DOUBLE END AS result
FROM match_luck($game, $match, $since, $until, $person)
WHERE n >= $contests AND NOT unresolved
QUALIFY row_number() OVER (PARTITION BY match_id ORDER BY hash(match_id || side), side) = 1
"""
# what the likelihood bends by and whither it rises, where the coefficients are those given
_CURVE = """
SELECT
    sum(weight), sum(weight * luck), sum(weight * luck * luck), sum(result - p),
    sum((result - p) * luck)
FROM (
    SELECT luck, result, p, greatest(1e-9, p * (1 - p)) AS weight
    FROM (
        SELECT luck, result, 1 / (1 + exp(-greatest(-700, least(700, $base + $slope * luck)))) AS p
        FROM lucky
        WHERE game = $game
    )
)
"""
RIDGE = 1e-6
"""The penalty of both coefficients, of which nothing is assumed."""


def fill(connection: "DuckDBPyConnection", chosen: Mapping[str, Any]) -> None:
    """The table ``luck_fit``: for each game, the chance to win without luck, and what luck adds;
    and ``lucky``, from which that is told: a side of each match, with its luck and its result."""
    connection.execute(_SIDES, {**chosen, "contests": CONTESTS})
    games = connection.execute("SELECT DISTINCT game FROM lucky ORDER BY game").fetchall()
    found = []
    for (game,) in games:
        base, slope, of_base, of_slope = _fitted(connection, game)
        found.append(
            (
                game,
                chance(base),
                chance(base - Z * of_base),
                chance(base + Z * of_base),
                slope,
                slope - Z * of_slope,
                slope + Z * of_slope,
            )
        )
    columns = dict.fromkeys(("rate", "low", "high", "slope", "slope_low", "slope_high"), "DOUBLE")
    keep(connection, "luck_fit", {"game": "VARCHAR", **columns}, found)


def _fitted(connection: "DuckDBPyConnection", game: str) -> tuple[float, float, float, float]:
    """The logit without luck and what luck adds to it, by Newton's method, and the standard errors
    of both. SQL goes through the matches, as there may be very many."""
    base = slope = 0.0
    while True:
        asked = {"base": base, "slope": slope, "game": game}
        ((one, both, two, up, along),) = connection.execute(_CURVE, asked).fetchall()
        one, two = one + RIDGE, two + RIDGE
        up, along = up - RIDGE * base, along - RIDGE * slope
        whole = one * two - both * both
        steps = (two * up - both * along) / whole, (one * along - both * up) / whole
        longest = max(map(abs, steps))
        scale = min(1.0, 3.0 / longest) if longest else 0.0
        base, slope = base + scale * steps[0], slope + scale * steps[1]
        if longest < 1e-9:
            return base, slope, sqrt(two / whole), sqrt(one / whole)
