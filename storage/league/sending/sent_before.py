"""Heads that were sent before, or that a league has: since when a parcel is to say what is new.

They may come as whatever gives heads: a parcel, as ``referee head`` prints one, with ``--json`` or
without, as ``referee league status --json`` and ``parcel.json`` list them, as a file of receipts
(``referee league show MATCH --json``), or bare, a match and its head in each line.
"""

import re
from typing import Any

import msgspec

from storage.files import read_text
from storage.league.lake import LeagueError
from storage.league.parcels import as_sent, opened
from storage.proof.head import find_head

_PRINTED = re.compile(r"(\S+): entry \d+ is the last\s+hash +([0-9a-f]{64})$", re.MULTILINE)
_EXPECTED = (
    "expected a parcel, or heads as referee head, referee league status --json or a receipt give "
    "them, or a match and its head in each line"
)


def heads_before(given: str, publisher: str) -> dict[str, str]:
    """The head of each match that was sent before: a hash, ``96:`` and a hash, or words.

    Args:
        given: a parcel, a file of heads, or heads themselves.
        publisher: the id by which the league knows the store, which may stand before a match.

    Raises:
        LeagueError: there are no heads in it, or they are of another store.
        HeadError: what stands for a head is none.
        LogError: it cannot be read.
    """
    sent = as_sent(given)
    if isinstance(sent, str) or sent.is_dir() or sent.suffix == ".zip":
        with opened(sent) as parcel:
            return parcel.listed.heads
    bare = " " in given.strip() and not sent.exists()
    found = _heads_of(given if bare else read_text(sent))
    if found is None:
        raise LeagueError(f"--since {given[:80]}: {_EXPECTED}")
    named = {}
    for match, head in found.items():
        whose, _, own = match.rpartition(":")
        if whose not in ("", publisher):
            raise LeagueError(f"--since {given[:80]}: {match} is of {whose}, not of {publisher}")
        find_head([], head)
        named[own] = head
    return named


def _heads_of(text: str) -> dict[str, str] | None:
    """The heads that a text has, by match; None where it is none of what gives heads."""
    try:
        return _heads_in(msgspec.json.decode(text))
    except (msgspec.MsgspecError, RecursionError):
        pass
    if printed := _PRINTED.findall(text):
        return dict(printed)
    lines = [line.split(maxsplit=1) for line in text.splitlines() if line.strip()]
    return dict(lines) if lines and all(len(line) == 2 for line in lines) else None


def _heads_in(said: Any) -> dict[str, str] | None:
    if not isinstance(said, dict):
        return None
    heads = said.get("heads", said)
    try:
        if isinstance(heads, list):  # receipts of one match, the head in force last
            counted = [each for each in heads if each.get("counts", True)]
            return {said["match"]: counted[-1]["hash"]} if counted else {}
        if "head" in said:
            return {said["match"]: said["head"]}
        return msgspec.convert(heads, dict[str, str])
    except (KeyError, TypeError, AttributeError, msgspec.ValidationError):
        return None


__all__ = ["heads_before"]
