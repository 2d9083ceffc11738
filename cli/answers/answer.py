"""What all answers have in common, and the parts whose fields are for the games to say."""

from datetime import datetime
from typing import Annotated, Any, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

__all__ = [
    "UNSET",
    "Answer",
    "AnyChoice",
    "AnyEvent",
    "AnyFact",
    "AnyPad",
    "AnyRecord",
    "AnyState",
    "Moment",
    "Problem",
    "UnsetType",
]


class Answer(Struct, frozen=True, tag_field="schema"):
    """What a command prints with ``--json``; a subclass is the answer of one command.

    Its tag is ``referee/``, a name and the number of its version.
    """


class Problem(Answer, frozen=True, tag="referee/error/1"):
    """Why a command could not do what it was asked: one line of standard error with ``--json``.

    Args:
        status: the exit status of the command.
        message: where it is wrong, what is wrong and what was expected.
        hint: what to try instead; empty where there is nothing to say.
    """

    status: int
    message: str
    hint: str


def _open(about: str, **fields: str) -> Meta:
    """An object of which only these fields, with their types in JSON Schema, are promised."""
    properties = {name: {"type": kind} for name, kind in fields.items()}
    promised = {"properties": properties, "required": list(fields)} if fields else {}
    return Meta(description=about, extra_json_schema=promised or None)


Moment: TypeAlias = Annotated[datetime, Meta(tz=True)]
"""A moment, UTC: ISO 8601 with a ``Z``."""
AnyEvent: TypeAlias = Annotated[
    dict[str, Any],
    _open("An event, as `referee events GAME --schema` says.", type="string"),
]
AnyFact: TypeAlias = Annotated[
    dict[str, Any],
    _open("What followed, with the columns of the log's table of such facts.", fact="string"),
]
AnyChoice: TypeAlias = Annotated[
    dict[str, Any], _open("What a field may hold; the game's own where it has some.", type="string")
]
AnyPad: TypeAlias = Annotated[
    dict[str, Any],
    _open("What to enter something thrown, measured or turned over with.", type="string"),
]
AnyState: TypeAlias = Annotated[
    dict[str, Any], _open("The state of a match; its fields are the game's own.")
]
AnyRecord: TypeAlias = Annotated[dict[str, Any], _open("One row: a value for each column.")]
