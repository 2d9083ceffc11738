"""What was not taken by a league, and why (LG-4.4); this is also how ``--json`` tells it."""

from datetime import datetime
from typing import Annotated

from msgspec import Meta, Struct


class Refusal(Struct, frozen=True):
    """A match that was refused, or a parcel as a whole.

    Args:
        match_id: the match, as STORE:MATCH; empty for a parcel as a whole.
        publisher: who sent it; empty where that could not be read.
        parcel: the parcel.
        what: what is wrong, in a word: ``signature``, ``publisher``, ``head``, ``hash``, ``fork``…
        why: the same in a sentence.
        seq: the last entry that came; null where none can be told.
        hash: its hash; null likewise.
        entry: the first entry that is wrong or, of a fork, another; null where it is of none.
        held_seq: of a fork: the last entry of what was taken before; else null.
        held_hash: its hash; else null.
    """

    match_id: str
    publisher: str
    parcel: str
    what: str
    why: str
    seq: int | None
    hash: str | None
    entry: int | None
    held_seq: int | None
    held_hash: str | None


class Refused(Refusal, frozen=True, kw_only=True):
    """A refusal as the league keeps it.

    Args:
        refused_at: when it was refused first.
    """

    refused_at: Annotated[datetime, Meta(tz=True)]


__all__ = ["Refusal", "Refused"]
