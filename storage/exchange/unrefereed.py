"""What came into a log without a referee: noted, so that verification knows what may be missing."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from storage import schema
from storage.database import Database

_GIVEN = "(SELECT unnest(from_json(?, '[\"VARCHAR\"]')))"


class Unrefereed(NamedTuple):
    """How much of a match came in without a referee."""

    seq: int  # the last entry that did
    notes: str  # :func:`notes_of` it, as it came in


def note_unrefereed(log: Database, match_ids: Sequence[str]) -> None:
    """Note that matches have come in without a referee, to their last entries.

    Raises:
        LogError: the log is open for reading only, or cannot be written.
    """
    if not match_ids:
        return
    log.rows(schema.sql("unrefereed"))
    log.rows(schema.sql("unrefereed_notes").format(chosen=_GIVEN), [_json(match_ids)])


def unrefereed(log: Database, match_ids: Sequence[str]) -> dict[str, Unrefereed]:
    """Which of these matches came in without a referee.

    Raises:
        LogError: the log cannot be read.
    """
    if not log.has_table("unrefereed"):
        return {}
    found = log.rows(
        f"SELECT match_id, seq, notes FROM unrefereed WHERE match_id IN {_GIVEN}",
        [_json(match_ids)],
    )
    return {match_id: Unrefereed(seq, notes) for match_id, seq, notes in found}


def notes_of(match_id: str, last: int, digests: Iterable[tuple[int, str]]) -> str:
    """The SHA-256 over the digests that are noted up to an entry, each with its entry."""
    lines = "".join(f"\n{seq} {digest}" for seq, digest in digests)
    return hashlib.sha256(f"{match_id} {last}{lines}".encode()).hexdigest()


def _json(values: Sequence[str]) -> str:
    return msgspec.json.encode(values).decode()


__all__ = ["Unrefereed", "note_unrefereed", "notes_of", "unrefereed"]
