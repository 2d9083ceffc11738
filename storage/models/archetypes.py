"""Decks by their lists, not by their names: those that share three quarters go together."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from storage.models import keep

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

List = tuple[tuple[str, int], ...]
"""The cards of a deck with their copies, in order."""
FARTHEST = 0.25
"""How far apart two lists of one group are at most."""
MOST_CARDS = 5
"""How many cards are told in which the lists of a group differ."""

# what is in a list is told by the sum of the hashes, in whatever order its cards are
_LISTED = """
CREATE OR REPLACE TEMP TABLE listed AS
SELECT
    match_id, seat, any_value(game) AS game, any_value(deck_name) AS deck_name,
    sum(hash(card, copies)::HUGEINT)::VARCHAR AS content
FROM chosen_seats($game, $match, $since, $until, $person)
JOIN deck_cards USING (match_id, seat)
WHERE list = '' AND copies > 0
GROUP BY match_id, seat
"""
_LISTS = """
SELECT game, content, names, list({'card': card, 'copies': copies} ORDER BY card)
FROM (
    SELECT
        game, content, histogram(deck_name) AS names, min(match_id) AS match_id,
        arg_min(seat, match_id) AS seat
    FROM listed
    GROUP BY game, content
)
JOIN deck_cards USING (match_id, seat)
WHERE list = '' AND copies > 0
GROUP BY game, content, names
"""
_ARCHETYPES = """
CREATE OR REPLACE TEMP TABLE archetypes AS
SELECT match_id, seat, archetype, cards, spread, differ
FROM listed
JOIN lists USING (game, content)
"""


def fill(connection: "DuckDBPyConnection", chosen: Mapping[str, Any]) -> None:
    """The table ``archetypes``: for each seat the group of its list, how far the lists of that
    group spread, and in which cards they differ most."""
    connection.execute(_LISTED, dict(chosen))
    games: defaultdict[str, dict[List, tuple[str, Mapping[str, int]]]] = defaultdict(dict)
    for game, content, names, cards in connection.execute(_LISTS).fetchall():
        own = tuple((card["card"], card["copies"]) for card in cards)
        games[game][own] = content, names
    found: list[tuple[object, ...]] = []
    for game, lists in games.items():
        taken: Counter[str] = Counter()
        for group in grouped(list(lists)):
            named: Counter[str] = Counter()
            for each in group:
                named.update(lists[each][1])
            name = min(named.items(), key=lambda e: (-e[1], e[0]))[0]
            taken[name] += 1
            label = name if taken[name] == 1 else f"{name} ({taken[name]})"
            spread = max(distance(one, other) for one in group for other in group)
            differ = ", ".join(_differing(group))
            found += [(game, lists[e][0], label, hash_of(e), spread, differ) for e in group]
    columns = dict.fromkeys(("game", "content", "archetype", "cards"), "VARCHAR")
    columns |= {"spread": "DOUBLE", "differ": "VARCHAR"}
    keep(connection, "lists", columns, found)
    connection.execute(_ARCHETYPES)


def hash_of(cards: List) -> str:
    """A text that two lists share if they are the same."""
    return "; ".join(f"{copies} {card}" for card, copies in cards)


def distance(one: List, other: List) -> float:
    """1 less the share of the copies that two lists share, of the larger."""
    own, others = Counter(dict(one)), Counter(dict(other))
    return 1 - (own & others).total() / max(own.total(), others.total(), 1)


def grouped(lists: Sequence[List]) -> list[list[List]]:
    """The lists in groups, the largest first: two groups become one while no two of their lists
    are further apart than is allowed, the nearest first (complete linkage)."""
    groups = [[each] for each in sorted(lists)]
    apart = [[distance(a[0], b[0]) for b in groups] for a in groups]
    while True:
        near = min(
            ((apart[i][j], i, j) for j in range(len(groups)) for i in range(j)),
            default=(1.0, 0, 0),
        )
        if near[0] > FARTHEST:
            return sorted(groups, key=lambda group: (-len(group), group))
        _, i, j = near
        groups[i] += groups.pop(j)
        gone = apart.pop(j)
        for k, row in enumerate(apart):
            row.pop(j)
            farther = gone[k if k < j else k + 1]
            apart[i][k] = row[i] = max(apart[i][k], farther) if k != i else 0.0


def _differing(group: Sequence[List]) -> list[str]:
    """The cards of which the lists of a group have the most different numbers of copies."""
    cards = sorted({card for each in group for card, _ in each})
    copies = [dict(each) for each in group]
    ranges = []
    for card in cards:
        counts = [each.get(card, 0) for each in copies]
        if max(counts) > min(counts):
            ranges.append((min(counts) - max(counts), card, f"{card} {min(counts)}-{max(counts)}"))
    return [label for *_, label in sorted(ranges)[:MOST_CARDS]]
