"""Receipts: what a league has taken, as its key signs it, for the store that sent it. Who has one
can show later that the league has had that head, from which parcel and since when.

What is signed is the SHA-256 of this text, whose lines each end with a line feed: the match with
the head, the parcel, and when it was taken, UTC::

    referee receipt 1
    north:r1-t4 96:5f0c…
    0b7d…
    2026-03-14T18:00:00

A file of receipts is what ``referee league show MATCH --json`` prints.
"""

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct

from storage.files import Unreadable, read_text
from storage.league.lake import LeagueError, Place
from storage.league.looking import Held
from storage.league.registry import plain
from storage.proof.signatures import RECEIPT, Signed, is_signed, signed


class _Signature(Struct, frozen=True):
    key_id: str
    signature: str


class Receipted(Struct, frozen=True):
    """A head that was taken, with the receipt for it."""

    seq: int  # the last entry
    hash: str  # its hash
    parcel: str  # in which parcel it came
    taken_at: datetime  # when, UTC
    receipt: _Signature | None = None  # who has signed that, and how


class Told(Struct, frozen=True):
    """A file of receipts."""

    match: str  # the match, ``publisher:match``
    heads: list[Receipted]  # the heads of it that were taken

    @property
    def false(self) -> list[Receipted]:
        """The heads whose receipt is not of what is said, or for which there is none."""
        return [
            each
            for each in self.heads
            if each.receipt is None
            or not is_signed(
                _root(self.match, each), each.receipt.key_id, each.receipt.signature, RECEIPT
            )
        ]


def _root(match_id: str, held: Held | Receipted) -> str:
    at = held.taken_at if held.taken_at.tzinfo is None else plain(held.taken_at)
    lines = [f"{match_id} {held.seq}:{held.hash}", held.parcel, at.isoformat()]
    return sha256(
        "".join(f"{line}\n" for line in ("referee receipt 1", *lines)).encode()
    ).hexdigest()


def receipts(place: Place, match_id: str, heads: Sequence[Held]) -> list[Signed | None]:
    """A receipt for each head; none where the key of the league cannot be read, as by somebody who
    may ask alone."""
    try:
        key = place.key
    except Unreadable:
        return [None] * len(heads)
    return [signed(_root(match_id, each), key, RECEIPT) for each in heads]


def read_receipts(path: Path) -> Told:
    """The receipts of a file.

    Raises:
        LeagueError: it has none.
        LogError: it cannot be read.
    """
    try:
        return msgspec.json.decode(read_text(path), type=Told)
    except msgspec.MsgspecError as error:
        raise LeagueError(
            f"{path}: no receipts: {error}; referee league show MATCH --json prints them"
        ) from None


__all__ = ["Receipted", "Told", "read_receipts", "receipts"]
