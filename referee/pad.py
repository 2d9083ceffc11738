"""What pages offer for what is thrown, measured or turned over, as data.

A page draws these kinds of pads for whatever game: no choice of a game has to be known to it.
"""

from msgspec import Struct


class Pad(Struct, frozen=True, tag_field="type"):
    """What to enter something physical with; what was tapped is written as each kind says."""


class DicePad(Pad, frozen=True, tag="dice"):
    """Dice that are thrown, once or until a throw settles it.

    Written with ``-`` between the dice of a throw and ``,`` between throws: ``3-3,2-5``; where
    several seats throw, with the seat before each: ``ana:1,bo:4``.

    Args:
        sides: of each die.
        dice: how many are in one throw; of two, the own one comes first.
        again: the throws after which there is another one.
        seats: who throws, in turn; empty where all throws belong together.
    """

    sides: int
    dice: int = 1
    again: tuple[tuple[int, ...], ...] = ()
    seats: tuple[str, ...] = ()


class LengthPad(Pad, frozen=True, tag="millimetres"):
    """A distance that is measured, in mm with at most one decimal.

    Args:
        least: the least that it can be.
        most: the most that it can be.
    """

    least: float
    most: float


class CardPad(Pad, frozen=True, tag="cards"):
    """Cards that are turned over one after the other, no card twice.

    Args:
        offers: for each card in order, those that it may be.
        mark: what is written between them.
    """

    offers: tuple[tuple[str, ...], ...]
    mark: str
