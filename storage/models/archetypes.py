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

_LISTS = """
SELECT game, match_id, seat, deck_name, list({'card': card, 'copies': copies} ORDER BY card)
FROM chosen_seats($game, $match, $since, $until, $person)
JOIN deck_cards USING (match_id, seat)
WHERE list = '' AND copies > 0
GROUP BY game, match_id, seat, deck_name
ORDER BY game, match_id, seat
"""


def fill(connection: "DuckDBPyConnection", chosen: Mapping[str, Any]) -> None:
    """The table ``archetypes``: for each seat the group of its list, how far the lists of that
    group spread, and in which cards they differ most."""
    games: defaultdict[str, dict[List, list[tuple[str, str, str]]]] = defaultdict(dict)
    for game, match, seat, name, cards in connection.execute(_LISTS, dict(chosen)).fetchall():
        own = tuple((card["card"], card["copies"]) for card in cards)
        games[game].setdefault(own, []).append((match, seat, name))
    found: list[tuple[object, ...]] = []
    for lists in games.values():
        taken: Counter[str] = Counter()
        for group in grouped(list(lists)):
            seats = [seat for each in group for seat in lists[each]]
            name = min(Counter(name for *_, name in seats).items(), key=lambda e: (-e[1], e[0]))[0]
            taken[name] += 1
            label = name if taken[name] == 1 else f"{name} ({taken[name]})"
            spread = max(distance(one, other) for one in group for other in group)
            differ = ", ".join(_differing(group))
            found += [(m, s, label, str(hash_of(e)), spread, differ)
                      for e in group for m, s, _ in lists[e]]  # fmt: skip
    columns = dict.fromkeys(("match_id", "seat", "archetype", "cards"), "VARCHAR")
    columns |= {"spread": "DOUBLE", "differ": "VARCHAR"}
    keep(connection, "archetypes", columns, found)


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
