"""The numbers of a thing on the table term by term, each with the entry that brought it.

A game itemises what it keeps of its things (:attr:`Game.itemises`); of any other the damage that
was dealt to it is told.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from referee.fact import DamageDealt, Fact

History = Sequence[tuple[int, Fact]]
"""Every fact in force with its entry, in the order of play."""


class Part(Struct, frozen=True):
    """One term of a number."""

    label: str  # what it is
    value: int  # how much
    rule: str = ""  # the rule that adds it; empty where none is named
    entry: int = 0  # the entry that brought it; 0 where none did


class Itemised(Struct, frozen=True):
    """A number of a thing, and what it is made of."""

    what: str  # which number
    parts: tuple[Part, ...]  # its terms, which add up to it

    @property
    def total(self) -> int:
        """The number."""
        return sum(each.value for each in self.parts)


def dealt(history: History, thing: str) -> list[Part]:
    """The damage that was dealt to a thing."""
    return [
        Part(f"{fact.source}, {fact.cause}", fact.amount, fact.rule, entry)
        for entry, fact in history
        if isinstance(fact, DamageDealt) and fact.target == thing
    ]


def damage_alone(t: Any, named: str, history: History) -> list[Itemised]:
    """What can be told of a thing in any game: the damage that was dealt to it in all."""
    parts = dealt(history, named)
    return [Itemised("damage dealt to it", tuple(parts))] if parts else []
