"""Matchups at equal players: decks and players weighed together.

The logit of a win is that of the pair of decks and the difference of two strengths, of which it is
assumed that they spread about 0 with a standard deviation of 1.
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from storage.models import keep
from storage.models.logistic import Row, chance, fitted
from storage.models.luck import Z

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_MEETINGS = """
SELECT own.game, own.deck_name, other.deck_name, own.person, other.person,
    CASE WHEN own.drawn THEN 0.5 ELSE own.won::DOUBLE END
FROM finished_seats($game, $match, $since, $until, $person) AS own
JOIN seats AS other ON other.match_id = own.match_id AND other.side <> own.side
WHERE NOT own.unresolved AND (
    own.deck_name < other.deck_name OR own.deck_name = other.deck_name AND own.seat < other.seat
)
ORDER BY ALL
"""
FREE = 1e-3
"""The penalty of what nothing is assumed of."""
ASSUMED = 1.0
"""That of a player's strength."""
FEWEST = 30
"""The fewest meetings of two decks that are told at equal players."""


def fill(connection: "DuckDBPyConnection", chosen: Mapping[str, Any]) -> None:
    """The table ``fair``: for each pair of decks, the chance of the first at equal players."""
    games: defaultdict[str, list[tuple[str, str, str, str, float]]] = defaultdict(list)
    for game, *meeting in connection.execute(_MEETINGS, dict(chosen)).fetchall():
        games[game].append((meeting[0], meeting[1], meeting[2], meeting[3], meeting[4]))
    found: list[tuple[object, ...]] = []
    for game, meetings in games.items():
        found += [(game, *row) for row in _fair(meetings)]
    columns = {"game": "VARCHAR", "deck": "VARCHAR", "against": "VARCHAR"}
    columns |= dict.fromkeys(("adjusted", "adjusted_low", "adjusted_high"), "DOUBLE")
    keep(connection, "fair", columns, found)


def _fair(meetings: list[tuple[str, str, str, str, float]]) -> list[tuple[object, ...]]:
    pairs: dict[tuple[str, str], int] = {}
    times: defaultdict[tuple[str, str], int] = defaultdict(int)
    for deck, against, *_ in meetings:
        times[deck, against] += 1
        if deck != against:
            pairs.setdefault((deck, against), len(pairs))
    people: dict[str, int] = {}
    rows: list[Row] = []
    for deck, against, own, other, _ in meetings:
        row = {pairs[deck, against]: 1.0} if deck != against else {}
        for person, sign in ((own, 1.0), (other, -1.0)):
            number = people.setdefault(person, len(pairs) + len(people))
            row[number] = row.get(number, 0.0) + sign
        rows.append(row)
    ridge = [FREE] * len(pairs) + [ASSUMED] * len(people)
    fit = fitted(rows, [result for *_, result in meetings], ridge)
    found: list[tuple[object, ...]] = []
    for (deck, against), number in pairs.items():
        if times[deck, against] >= FEWEST:
            logit, error = fit.coefficients[number], fit.error(number)
            chances = (chance(logit), chance(logit - Z * error), chance(logit + Z * error))
            found.append((deck, against, *chances))
    return found
