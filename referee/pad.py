"""What pages offer for what is thrown, measured or turned over, as data.

A page draws these kinds of pads for whatever game: no choice of a game has to be known to it.
"""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct


class Pad(Struct, frozen=True, tag_field="type"):
    """What to enter something physical with; what was tapped is written as each kind says."""


class DicePad(Pad, frozen=True, tag="dice"):
    """Dice that are thrown, once or until a throw settles it.

    Written with ``-`` between the dice of a throw and ``,`` between throws: ``3-3,2-5``; where
    several seats throw, with the seat before each: ``ana:1,bo:4``; where there is one throw and
    no other, with ``,`` between its dice.
    """

    sides: int  # of each die
    dice: int = 1  # how many are in one throw; of two, the own one comes first
    again: tuple[tuple[int, ...], ...] = ()  # the throws after which there is another one
    seats: tuple[str, ...] = ()  # who throws, in turn; empty where all throws belong together
    faces: tuple[int, ...] = ()  # what a die can show, where that is not 1 to ``sides``
    # whether those of the seats who tie for the highest throw again, until one is highest
    ties: bool = False
    # what the field holds: the ``face`` of one die, one throw as a ``throw``, all ``throws`` as a
    # sequence of them, or ``seated`` pairs of seat and face
    shape: Literal["face", "throw", "throws", "seated"] = "face"


class LengthPad(Pad, frozen=True, tag="millimetres"):
    """A distance that is measured, in mm with at most one decimal."""

    least: float  # the least that it can be
    most: float  # the most that it can be


class CardPad(Pad, frozen=True, tag="cards"):
    """Cards that are turned over one after the other, no card twice."""

    offers: tuple[tuple[str, ...], ...]  # for each card in order, those that it may be
    mark: str  # what is written between them


class Pile(Struct, frozen=True):
    """Things of which several are taken one by one, such as the cards of a hand."""

    values: tuple[Any, ...]  # what there is
    counts: tuple[int, ...]  # how often each may be taken
    least: int  # how few are taken
    most: int  # how many are taken
    ordered: bool = False  # whether their order says something

    @classmethod
    def of(
        cls, cards: Mapping[str, int], least: int, most: int, *, ordered: bool = False
    ) -> "Pile":
        """So many out of a multiset."""
        most = min(most, sum(cards.values()))
        counts = tuple(min(count, most) for count in cards.values())
        return cls(tuple(cards), counts, least, most, ordered)
