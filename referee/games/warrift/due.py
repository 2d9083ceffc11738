"""What a player owes, or is offered, in a match of WarRift: one class for each."""

from referee.english import counted
from referee.obligation import Obligation
from referee.parts.effects.pending import EffectDue


class FlipSelection(Obligation):
    """A selection is to be flipped (WR-3.10, 3.11); ``of`` is ``class`` or ``support``."""

    of: str = "class"
    count: int = 0

    def text(self) -> str:
        return f"flip the {self.of} selection, {counted(self.count, 'card')}"


class RollFirst(Obligation):
    """A roll decides who goes first (WR-3.14); ``among`` are those who tied and roll again."""

    among: tuple[str, ...] = ()

    def text(self) -> str:
        if self.among:
            return f"roll again for who goes first: {', '.join(self.among)}"
        return "roll for who goes first"


class RollEye(Obligation):
    """The first player rolls for the Eye (WR-5.1)."""

    dice: int = 0

    def text(self) -> str:
        return f"roll {counted(self.dice, 'die')} for the Eye"


class BringIn(Obligation):
    """So many monsters are still to come into play (WR-5.4)."""

    count: int = 0  # how many
    place: str = "eye"  # from where
    source: str = ""  # by which card; empty for the Eye

    def text(self) -> str:
        return f"{counted(self.count, 'more monster comes', 'more monsters come')} in"


class FillGap(Obligation):
    """A gap of a selection is to be filled (WR-8.6, 9.7); ``of`` is ``class`` or ``support``."""

    of: str = "class"

    def text(self) -> str:
        return f"flip a card into the {self.of} selection"


class DealRift(Obligation):
    """The Rift is to be shuffled and dealt (WR-13.2)."""

    recipients: tuple[str, ...] = ()

    def text(self) -> str:
        return f"shuffle the Rift and deal it to {', '.join(self.recipients)}"


class DoEffect(EffectDue):
    """An effect is still to be logged (WR-15.2); it is asked for, and not kept in the state."""


Due = FlipSelection | RollFirst | RollEye | BringIn | FillGap | DealRift
