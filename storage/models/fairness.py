"""Matchups at equal players: decks and players weighed together.

The logit of a win is that of the pair of decks and the difference of two strengths. A strength is
assumed to spread about what those have who share its taste for decks (Mundlak's correction): were
it about 0, what is drawn toward 0 of the strong would be put down to the decks that they prefer.
"""

from collections import Counter, defaultdict
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
TASTE = 0.1
"""That of what a taste for a deck says of a strength."""
ASSUMED = 1.0
"""That of a strength beside it."""
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
    tastes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for deck, against, own, other, _ in meetings:
        tastes[own][deck] += 1
        tastes[other][against] += 1
    decks = dict.fromkeys(deck for taste in tastes.values() for deck in taste)
    of_deck = {deck: number for number, deck in enumerate(decks, len(pairs))}
    people = {person: number for number, person in enumerate(tastes, len(pairs) + len(decks))}
    rows: list[Row] = []
    for deck, against, own, other, _ in meetings:
        row = defaultdict(float, {pairs[deck, against]: 1.0} if deck != against else {})
        for person, sign in ((own, 1.0), (other, -1.0)):
            row[people[person]] += sign
            for each, count in tastes[person].items():
                row[of_deck[each]] += sign * count / tastes[person].total()
        rows.append(row)
    ridge = [FREE] * len(pairs) + [TASTE] * len(decks) + [ASSUMED] * len(people)
    fit = fitted(rows, [result for *_, result in meetings], ridge)
    found: list[tuple[object, ...]] = []
    for (deck, against), number in pairs.items():
        if times[deck, against] >= FEWEST:
            logit, error = fit.coefficients[number], fit.error(number)
            chances = (chance(logit), chance(logit - Z * error), chance(logit + Z * error))
            found.append((deck, against, *chances))
    return found
