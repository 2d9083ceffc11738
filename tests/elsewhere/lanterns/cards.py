"""The lanterns, and which decks of them are legal."""

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated

from msgspec import Meta, Struct

from events.event import Name
from referee.catalog import Catalog, Registered, copies
from referee.verdict import Violation

DECK_SIZE, MOST_COPIES = 10, 3


class Lantern(Struct, frozen=True, forbid_unknown_fields=True):
    """A card: its name, how bright it is, and whether it is a storm lantern."""

    name: Name
    bright: Annotated[int, Meta(ge=1, le=9)]
    storm: bool = False


class Lanterns(Catalog, frozen=True, kw_only=True, dict=True):
    """All lanterns of an edition."""

    lanterns: tuple[Lantern, ...]

    @cached_property
    def lantern(self) -> dict[str, Lantern]:
        """The lanterns by name."""
        return {each.name: each for each in self.lanterns}


def deck_faults(
    cards: Lanterns, registered: Registered, choice: Mapping[str, str]
) -> list[Violation]:
    """What keeps a deck from being played, in the order of the rules (LA-1.1)."""
    deck, faults = registered.deck, []
    if copies(deck) != DECK_SIZE:
        legal = f"exactly {DECK_SIZE}"
        faults.append(Violation("LA-1.1", "{have} lanterns", have=copies(deck), legal=legal))
    for name, count in deck.items():
        if count > MOST_COPIES:
            legal = f"at most {MOST_COPIES}"
            faults.append(
                Violation("LA-1.1", "{have} of {name}", have=count, name=name, legal=legal)
            )
        if name not in cards.lantern:
            faults.append(Violation("LA-1.1", "{name} is not a lantern", name=name))
    return faults


def traits(cards: Lanterns) -> dict[str, dict[str, str]]:
    """What statistics may group lanterns by."""
    return {
        each.name: {"bright": str(each.bright), "storm": "yes" if each.storm else "no"}
        for each in cards.lanterns
    }
