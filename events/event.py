"""What every event is: a frozen, tagged Struct that says what somebody physically did.

The type names, field names and field defaults in this package *are* the storage format:
renaming one changes what old records mean. Add; do not rename.

The first field of every event says who did it (a seat, a judge, or whoever made a note).
The notation prints it first, then the verb, then the other fields in order.
"""

from typing import Annotated, Any

from msgspec import Meta, Struct


def kebab(name: str) -> str:
    """The verb of an event type: ``SetOut`` is ``set-out``."""
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name).lstrip("-")


class Event(
    Struct,
    frozen=True,
    gc=False,
    tag_field="type",
    tag=kebab,
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """Something that happened in a match; its tag is the verb of the notation."""


Seat = Annotated[str, Meta(min_length=1, max_length=32, description="the id of a seat")]
"""A seat at the table, named in the opening."""

Person = Annotated[str, Meta(min_length=1, max_length=64, description="the id of a person")]
"""A person's id; names are kept apart from the log, where they can be blanked."""

Name = Annotated[str, Meta(min_length=1, max_length=64, description="a name from the catalog")]
"""The name of a card, or of another thing that the catalog holds."""

Count = Annotated[int, Meta(ge=0, le=10_000)]
"""How many of something there are."""

Seq = Annotated[int, Meta(ge=1, le=2**31 - 1, description="the number of an entry in this match")]
"""The number of an entry, from 1."""

RuleId = Annotated[
    str, Meta(pattern=r"^[A-Z]{2,4}-[0-9]+(\.[0-9]+)?$(?!\n)", description="a rule id")
]
"""The id of a rule: letters, a section, a number."""

Text = Annotated[str, Meta(min_length=1, max_length=2000, extra={"named": True})]
"""Free words; the notation always writes them as ``name="…"``."""

D6 = Annotated[int, Meta(ge=1, le=6, description="a die")]
"""One six-sided die, as it fell."""

RolledPair = tuple[D6, D6]
"""Two dice thrown against each other; the notation writes ``3-6``."""

NestedEvent = Annotated[dict[str, Any], Meta(extra={"event": True})]
"""An event inside an event, as its JSON object; checked against the game's own events."""
