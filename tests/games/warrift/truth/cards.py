"""The truth: what really lies face down, and a catalog whose texts leave everything open."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

from tests.games.warrift.table import CLASSES, class_deck, starting_deck
from tests.games.warrift.table import MONSTERS as PLAIN_MONSTERS
from tests.games.warrift.table import SUPPORT as PLAIN_SUPPORT
from tests.games.warrift.table import catalog as plain_catalog

_TEXT = 'text = "Anything."'


def _card(kind: str, name: str, when: str, *lines: str) -> str:
    effect = [f"[[{kind}.effects]]", f'when = "{when}"', _TEXT]
    return "\n".join([f"[[{kind}]]", f'name = "{name}"', *lines, *effect])


@cache
def catalog() -> Any:
    """The plain cards, and some of each kind with a text, so that any outcome may be logged."""
    found = []
    for mark, cls in CLASSES.items():
        own = (f'cls = "{cls}"',)
        start = ('role = "mage"', "magicka = 2", "attack = 1")
        found += [
            _card("starting_cards", f"{mark}seer", "played", *own, *start),
            _card("class_cards", f"{mark}T", "played", *own, "tier = 2\ncost = 1\nattack = 1"),
            _card(
                "class_cards",
                f"{mark}H",
                "played",
                *own,
                'tier = 2\ncost = 1\nattack = 1\nwords = ["ambush"]',
            ),
        ]
    found += [
        _card("monsters", "Imp", "eyestrike", "tier = 1\nhealth = 1"),
        _card("monsters", "Ghoul", "deathcrash", "tier = 2\nhealth = 1"),
        _card("strongholds", "Shrine", "used", "tier = 1\ncost = 0"),
        _card("mercenaries", "Spy", "played", "tier = 1\ncost = 1\nattack = 1"),
    ]
    return plain_catalog("\n".join(found))


MONSTERS = {**PLAIN_MONSTERS, "Rat": 12, "Imp": 12, "Wolf": 12, "Ghoul": 6}
SUPPORT = {**PLAIN_SUPPORT, "Hut1": 4, "Shrine": 7, "Hand1": 4, "Spy": 6}


def start_of(mark: str) -> dict[str, int]:
    """A starting deck with texts in it."""
    return {**starting_deck(mark), f"{mark}mage": 2, f"{mark}seer": 3}


def class_of_mark(mark: str) -> dict[str, int]:
    """A class deck with texts in it."""
    return {**class_deck(mark), f"{mark}2": 4, f"{mark}T": 8, f"{mark}H": 4}


class Cards:
    """What really lies where nobody sees all of it; of a deck, the first is on top.

    Args:
        chance: what shuffles.
        marks: the players, and the letter of the class of each.
    """

    def __init__(self, chance: Random, marks: Mapping[str, str]) -> None:
        self.chance = chance
        self.decks: dict[str, list[str]] = {
            "eye": self.shuffled(MONSTERS),
            "support": self.shuffled(SUPPORT),
        }
        for seat, mark in marks.items():
            self.decks[f"{seat}.primary"] = self.shuffled(start_of(mark))
            self.decks[f"{seat}.class"] = self.shuffled(class_of_mark(mark))
            self.decks[f"{seat}.hand"] = []
            self.draw(seat, 5)
        self.decks["rift"] = []

    def shuffled(self, cards: Mapping[str, int] | Sequence[str]) -> list[str]:
        """Cards in an order that nobody knows."""
        found = sorted(Counter(cards).elements())
        self.chance.shuffle(found)
        return found

    def zone(self, seat: str, place: str) -> list[str]:
        """What lies there."""
        return self.decks[place if place in ("eye", "support") else f"{seat}.{place}"]

    def hand(self, seat: str) -> list[str]:
        """The hand of a player."""
        return self.decks[f"{seat}.hand"]

    def draw(self, seat: str, count: int) -> None:
        """Cards off the primary deck, which has as many."""
        deck = self.decks[f"{seat}.primary"]
        assert count <= len(deck)
        self.hand(seat).extend(deck[:count])
        del deck[:count]

    def all_of_them(self) -> Counter[str]:
        """Every card that lies face down."""
        return Counter(card for deck in self.decks.values() for card in deck)

    def some(self, cards: Sequence[str], most: int) -> list[str]:
        """Some of these cards, at least one if there is any."""
        return self.chance.sample(
            list(cards), self.chance.randint(min(1, len(cards)), min(most, len(cards)))
        )

    def put(self, seat: str, place: str, card: str, where: str | None) -> None:
        """A card comes to a place: to its top, its bottom, or anywhere in it."""
        deck = self.zone(seat, place)
        at = {"top": 0, "bottom": len(deck)}.get(where or "", self.chance.randint(0, len(deck)))
        deck.insert(at, card)

    def split(self, seat: str, place: str, seen: int, bottom: int) -> None:
        """The top of a deck: so many of it to the bottom, the others back, as somebody likes."""
        deck = self.zone(seat, place)
        held = deck[:seen]
        self.chance.shuffle(held)
        deck[:] = held[bottom:] + deck[seen:] + held[:bottom]
