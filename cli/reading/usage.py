"""What people play, from a file of JSON: how many copies of each card, or whole lists.

Counted, ``{"cards": [{"card": "Ogre", "copies": 12, "lists": 4}]}``; as lists, names once and of
each list its parts as pairs of a place among the names and copies, ``{"names": ["Ogre", "Imp"],
"lists": [{"date": "2026-06-29", "main": [[0, 4], [1, 2]]}]}``.
"""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from cli.failure import Failure
from storage.files import read_text

Natural = Annotated[int, Meta(ge=0)]
Rows = tuple[tuple[Natural, Natural], ...]


class CardUsed(Struct, frozen=True):
    """How much a card is played: copies, and the lists that they are in."""

    card: str
    copies: Natural
    lists: Natural


class _Used(Struct, frozen=True):
    cards: tuple[CardUsed, ...] = ()
    names: tuple[str, ...] = ()
    lists: Natural | tuple[dict[str, str | Rows], ...] = ()


class Usage(Struct, frozen=True):
    """What people play."""

    cards: tuple[CardUsed, ...]  # how much each card is played, the most played first
    lists: tuple[frozenset[str], ...] = ()  # the cards of each list, where the file has whole lists


def usage_in(path: Path) -> Usage:
    """What people play, from its file.

    Raises:
        Failure: it cannot be read so.
    """
    try:
        found = msgspec.json.decode(read_text(path), type=_Used)
    except msgspec.MsgspecError as error:
        raise Failure(f"{path}: {error}") from None
    if not isinstance(found.lists, tuple) or not found.lists:
        if not found.cards:
            raise Failure(f"{path}: expected cards with their copies, or lists with names")
        return Usage(_most_played_first(found.cards))
    copies: Counter[str] = Counter()
    lists: Counter[str] = Counter()
    each_list = []
    for listed in found.lists:
        cards: set[str] = set()
        for rows in listed.values():
            for at, count in rows if isinstance(rows, tuple) else ():
                if at >= len(found.names):
                    raise Failure(f"{path}: a list has card {at} of {len(found.names)} names")
                copies[found.names[at]] += count
                cards.add(found.names[at])
        lists.update(cards)
        each_list.append(frozenset(cards))
    used = [CardUsed(card, count, lists[card]) for card, count in copies.items()]
    return Usage(_most_played_first(used), tuple(each_list))


def _most_played_first(cards: Sequence[CardUsed]) -> tuple[CardUsed, ...]:
    return tuple(sorted(cards, key=lambda used: (-used.copies, used.card)))
