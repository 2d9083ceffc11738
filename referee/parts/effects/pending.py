"""What waits with effects that are still to be done, and what is still to be said of them."""

from typing import Any

from msgspec import Struct, field

from events.notation.words import quote
from events.outcome import Nothing, Outcome
from referee.house import AnyTable
from referee.obligation import Obligation
from referee.parts.effects.effect_run import Doing
from referee.parts.responses import Pending
from referee.verdict import Violation


class WithEffects(Pending, kw_only=True):
    """What has effects that are to be done; ``source`` is the copy in play."""

    trigger: str = ""  # what set them off
    # which of its effects are still to be done, by their places in the catalog
    effects: list[int] = field(default_factory=list)
    aims: tuple[str, ...] = ()  # what was aimed at when it was declared
    mode: tuple[str, ...] = ()  # the modes chosen then
    x: int | None = None  # the number chosen then

    def doing(self) -> Doing:
        """What was said of its effects when it was declared, but for outcomes."""
        return Doing(
            self.seat,
            self.source,
            aims=self.aims,
            mode=self.mode,
            x=self.x,
            trigger=self.trigger,
            cause=self.entry,
        )


class Saying(Struct, frozen=True, gc=False):
    """What a line says of an effect."""

    did: tuple[Any, ...] = ()
    aims: tuple[str, ...] = ()
    mode: tuple[str, ...] = ()
    x: int | None = None
    pays: tuple[Outcome, ...] = ()
    first: tuple[str, ...] = ()
    line: Any = None  # the line, where it says more that the game alone reads


NOTHING_SAID = Saying()


def does_nothing(did: tuple[Outcome, ...]) -> bool:
    """Whether it was said that nothing was done."""
    return len(did) == 1 and type(did[0]) is Nothing


class Owed(Violation):
    """An effect is still to be logged, and what would pass over it is refused.

    Args:
        rule: the rule that asks for it.
        pending: what owes it.
        card: its card.
        seq: the entry that would pass over it; what came up by itself is since none before.
    """

    def __init__(self, rule: str, pending: WithEffects, card: str, seq: int) -> None:
        super().__init__(
            rule,
            "the effect of {card} is still to be logged",
            card=card,
            since=pending.entry if pending.entry < seq else None,
            legal=f"{pending.seat} effect {quote(pending.source)}",
        )
        self.pending: Any = pending


ASKED, LAPSES = "asked", "lapses"
AGREED = {"unsaid": (ASKED, LAPSES)}
FORMERLY = {"unsaid": LAPSES}
"""Whether what was announced and paid for and leaves a choice open has to be said; or it may be
said to have done nothing, and passed over where the game lets that be of what can do nothing, as
matches were played until there was a choice."""


def asks_of_paid(t: AnyTable) -> bool:
    """Whether an effect that was paid for is asked what it did."""
    return t.opening is None or t.opening.options.get("unsaid") != LAPSES


class EffectDue(Obligation):
    """What an effect did is still to be said."""

    source: str = ""  # what it is of
    trigger: str = ""  # what set it off

    def text(self) -> str:
        by = self.trigger.replace("_", " ")
        return f"say what {self.source} did" + (f" ({by})" if by else "")
