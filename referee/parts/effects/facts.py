"""What is reported of the effects of cards."""

from referee.fact import Fact


class EffectHappened(Fact, frozen=True):
    """An effect of a card happened.

    Args:
        seat: whose effect it was.
        source: the id of the thing, or the name of the card, that it came from.
        card: the name of the card.
        effect: the name of the effect, where the card has several.
        trigger: what set it off.
        cause: the entry that set it off; 0: this one.
        told: how much of the text the catalog tells: all, part or none.
    """

    seat: str
    source: str
    card: str
    effect: str
    trigger: str
    cause: int
    told: str


class OutcomeLeftOut(Fact, frozen=True):
    """Something that the card says could not be done, and was left out.

    Args:
        seat: whose effect it was.
        source: the id of the thing, or the name of the card, that it came from.
        outcome: the word of what was left out.
        why: why it could not be done.
    """

    seat: str
    source: str
    outcome: str
    why: str


class PickedBy(Fact, frozen=True):
    """Somebody else than whose effect it was decided what it was about.

    Args:
        seat: whose effect it was.
        source: the id of the thing, or the name of the card, that it came from.
        outcome: the word of the outcome; empty where it was an aim or a mode.
        by: the seat; ``chance``; ``opponent`` where it may have been any of several.
    """

    seat: str
    source: str
    outcome: str
    by: str


FACTS: tuple[type[Fact], ...] = (EffectHappened, OutcomeLeftOut, PickedBy)
"""The facts of effects; a game that has effects lists them among its own."""
