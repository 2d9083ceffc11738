"""Outcomes: the small steps of what an effect did, each told in the log by its word.

A game declares each of its outcomes once, as a subclass with a part for each thing that may be
said of it. Every part may be left unsaid: then it is as the card says.

Example:
    >>> class Damage(Outcome, frozen=True):
    ...     monster: Thing | None = None
    ...     amount: Whole | None = None
    >>> Damage("Ogre.2", 3)
    Damage(monster='Ogre.2', amount=3)
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from events.event import Text, kebab


class Outcome(
    Struct,
    frozen=True,
    gc=False,
    tag_field="do",
    tag=kebab,
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """One thing that an effect did; its tag is the word."""


Thing = Annotated[str, Meta(min_length=1, max_length=80, extra={"of": "things", "part": "thing"})]
"""The id of a copy in play, or of another thing told from its namesakes: ``Ogre.2``."""

Player = Annotated[str, Meta(min_length=1, max_length=32, extra={"part": "seat"})]
"""A seat, as a part of an outcome."""

Card = Annotated[str, Meta(min_length=1, max_length=64, extra={"of": "cards"})]
"""The name of a card that has no id of its own."""

Cards = tuple[Card, ...]
"""Names of cards."""

Whole = Annotated[int, Meta(ge=-9_999, le=9_999, description="a whole number")]
"""How much or how many; signed where the game says so."""


class Other(Outcome, frozen=True):
    """What no word of the game can say. It changes nothing that is kept, and is on trust."""

    text: Text | None = None


class Nothing(Outcome, tag="none", frozen=True):
    """Nothing was done: it was declined, or it was impossible."""

    reason: Literal["declined", "impossible"] | None = None
