"""Matchups at equal players: decks and players weighed together.

The logit of a win is that of the pair of decks and the difference of two strengths. A strength is
assumed to spread about what those have who share its taste for decks (Mundlak's correction): were
it about 0, what is drawn toward 0 of the strong would be put down to the decks that they prefer.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from storage.models import keep, step
from storage.models.logistic import Row, chance, fitted
from storage.models.luck import Z

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_MEETINGS = """
SELECT own.game, own.deck_name, other.deck_name, own.person, other.person,
    avg(CASE WHEN own.drawn THEN 0.5 ELSE own.won::DOUBLE END), count(*)
FROM finished_seats($game, $match, $since, $until, $person) AS own
JOIN seats AS other ON other.match_id = own.match_id AND other.side <> own.side
WHERE NOT own.unresolved AND (
    own.deck_name < other.deck_name OR own.deck_name = other.deck_name AND own.seat < other.seat
)
GROUP BY ALL
ORDER BY ALL
"""
"""The meetings; those of the same people with the same decks are one row."""
FREE = 1e-3
"""The penalty of what nothing is assumed of."""
TASTE = 0.1
"""That of what a taste for a deck says of a strength."""
ASSUMED = 1.0
"""That of a strength beside it."""
FEWEST = 30
"""The fewest meetings of two decks that are told at equal players."""


class _Meeting(NamedTuple):
    """What came of meetings of two with the same decks."""

    deck: str
    against: str
    own: str
    other: str
    result: float  # the mean of the results of the first, from 0 to 1
    n: int  # how many they are


def fill(connection: "DuckDBPyConnection", chosen: Mapping[str, Any]) -> None:
    """The table ``fair``: for each pair of decks, the chance of the first at equal players."""
    games: defaultdict[str, list[_Meeting]] = defaultdict(list)
    for game, *meeting in connection.execute(_MEETINGS, dict(chosen)).fetchall():
        games[game].append(_Meeting(*meeting))
    found: list[tuple[object, ...]] = []
    for game, meetings in games.items():
        found += [(game, *row) for row in _fair(meetings)]
    columns = {"game": "VARCHAR", "deck": "VARCHAR", "against": "VARCHAR"}
    columns |= dict.fromkeys(("adjusted", "adjusted_low", "adjusted_high"), "DOUBLE")
    keep(connection, "fair", columns, found)


def _fair(meetings: list[_Meeting]) -> list[tuple[object, ...]]:
    pairs: dict[tuple[str, str], int] = {}
    times: defaultdict[tuple[str, str], int] = defaultdict(int)
    for deck, against, _, _, _, n in meetings:
        times[deck, against] += n
        if deck != against:
            pairs.setdefault((deck, against), len(pairs))
    tastes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for deck, against, own, other, _, n in meetings:
        tastes[own][deck] += n
        tastes[other][against] += n
    decks = dict.fromkeys(deck for taste in tastes.values() for deck in taste)
    of_deck = {deck: number for number, deck in enumerate(decks, len(pairs))}
    people = {person: number for number, person in enumerate(tastes, len(pairs) + len(decks))}
    rows: list[Row] = []
    for deck, against, own, other, *_ in meetings:
        row = defaultdict(float, {pairs[deck, against]: 1.0} if deck != against else {})
        for person, sign in ((own, 1.0), (other, -1.0)):
            row[people[person]] += sign
            for each, count in tastes[person].items():
                row[of_deck[each]] += sign * count / tastes[person].total()
        rows.append(row)
    ridge = [FREE] * len(pairs) + [TASTE] * len(decks) + [ASSUMED] * len(people)
    fit = fitted(rows, [e.result for e in meetings], ridge, [e.n for e in meetings])
    found: list[tuple[object, ...]] = []
    for (deck, against), number in pairs.items():
        step(number, len(pairs))
        if times[deck, against] >= FEWEST:
            logit, error = fit.coefficients[number], fit.error(number)
            chances = (chance(logit), chance(logit - Z * error), chance(logit + Z * error))
            found.append((deck, against, *chances))
    return found
