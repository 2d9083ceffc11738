"""What a player owes in a match of Grand Archive: one class for each.

All of it is read from the table when it is asked for; none of it is kept in the state.
"""

from referee.obligation import Obligation
from referee.parts.effects.pending import EffectDue


class PlaceSpirit(Obligation):
    """A Lv 0 champion is to come onto the field (GA-3.4)."""

    champions: tuple[str, ...] = ()

    def text(self) -> str:
        return f"place a Lv 0 champion: {', '.join(self.champions)}"


class SayEffect(EffectDue):
    """What a resolving effect did is still to be said (GA-11.5)."""


class SayAims(EffectDue):
    """What a trigger is aimed at is to be said as it goes on the stack (GA-16.12)."""

    def text(self) -> str:
        return f"say what {self.source} is aimed at ({self.trigger})"


class SacrificeDown(Obligation):
    """Of several unique objects of one name all but one are sacrificed (GA-14.16)."""

    things: tuple[str, ...] = ()

    def text(self) -> str:
        return f"keep one of {', '.join(self.things)} and sacrifice the others"


class PayWither(Obligation):
    """Objects with wither counters are paid for, or sacrificed (GA-19.7)."""

    things: tuple[str, ...] = ()

    def text(self) -> str:
        if len(self.things) == 1:
            return f"pay for {self.things[0]}, or sacrifice it"
        return f"pay for {', '.join(self.things)}, or sacrifice them"


class DeclareAttack(Obligation):
    """A resolving attack card needs its target (GA-14.6)."""

    card: str = ""

    def text(self) -> str:
        return f"declare the attack of {self.card}"


Due = PlaceSpirit | SayEffect | SayAims | SacrificeDown | PayWither | DeclareAttack
"""What a player owes, beside what all games share."""
