"""The head of a match: the hash of its last entry, which stands for all that was logged.

Two people who compare heads know whether they hold the same match to the last entry. A head is
written ``96:5f0c…`` (the number of the entry, and its hash), or as a phrase of six words of a
list of 256: 48 bits of the hash, enough to notice any change that nobody made on purpose and to
make a forgery of the same phrase the work of some 2 ** 48 attempts. The whole hash has 256 bits.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from events.error import RefereeError
from events.notation.words import nearest

PHRASE_WORDS = 6
"""How many words a phrase has."""
PHRASE_BITS = 8 * PHRASE_WORDS
"""How many bits of the hash a phrase holds."""

WrittenHead = Annotated[
    str,
    Meta(
        pattern=r"^[1-9][0-9]{0,8}:[0-9a-f]{64}\Z",
        description="the number of an entry, a colon, and its hash of 64 hexadecimal digits",
    ),
]
"""A head as exports carry it."""

_HASH = re.compile(r"[0-9a-f]{64}")
_BETWEEN = re.compile(r"[\s,.-]+")
_EXPECTED = f"a head is a hash of 64 hexadecimal digits, or {PHRASE_WORDS} words"


class HeadError(RefereeError, ValueError):
    """A text that is no head; the message says why."""


class Head(NamedTuple):
    """The last entry of a match, or one that was the last.

    Example:
        >>> str(Head(2, "0" * 64))[:10]
        '2:00000000'
        >>> Head(2, "0" * 64).phrase
        'acorn-acorn-acorn-acorn-acorn-acorn'
    """

    seq: int  # the number of the entry
    hash: str  # its hash, which covers all entries before it

    def __str__(self) -> str:
        return f"{self.seq}:{self.hash}"

    @property
    def phrase(self) -> str:
        """Six words for its first 48 bits, to be compared aloud."""
        return phrase_of(self.hash)


@cache
def words() -> tuple[str, ...]:
    """The 256 words of phrases, in the order of the bytes they stand for."""
    from importlib import resources

    return tuple((resources.files(__package__) / "words.txt").read_text("ascii").split())


def phrase_of(chained: str) -> str:
    """The phrase of a hash."""
    return "-".join(words()[byte] for byte in bytes.fromhex(chained)[:PHRASE_WORDS])


def written_head(text: str) -> Head:
    """A head from its text ``96:5f0c…``.

    Raises:
        HeadError: it is another text.
    """
    try:
        checked = msgspec.convert(text, WrittenHead)
    except msgspec.ValidationError:
        raise HeadError(f"{text[:80]}: expected a head such as 96:5f0c…") from None
    seq, _, chained = checked.partition(":")
    return Head(int(seq), chained)


def find_head(hashes: Sequence[str], said: str) -> int | None:
    """The entry that a head is of, by the hashes of a match; None where the match has no such.

    Args:
        hashes: the hash of every entry, entry 1 first.
        said: what somebody says the head is: a hash, ``96:`` and a hash, or a phrase with any
            signs between its words. Case does not matter.

    Raises:
        HeadError: it is none of these; says what is wrong with it.
    """
    text = said.strip().casefold()
    if ":" in text:
        head = written_head(text)
        return head.seq if hashes[head.seq - 1 : head.seq] == [head.hash] else None
    if _HASH.fullmatch(text):
        return next((n for n in range(len(hashes), 0, -1) if hashes[n - 1] == text), None)
    phrase = _phrase(text)
    start = bytes(words().index(word) for word in phrase).hex()
    return next((n for n in range(len(hashes), 0, -1) if hashes[n - 1].startswith(start)), None)


def _phrase(text: str) -> list[str]:
    said = [word for word in _BETWEEN.split(text) if word]
    for word in said:
        if word not in words():
            close = nearest(word, words())
            hint = f"did you mean {' or '.join(close)}?" if close else _EXPECTED
            raise HeadError(f"{word[:80]!r} is not a word of a phrase; {hint}")
    if len(said) != PHRASE_WORDS:
        raise HeadError(f"a phrase has {PHRASE_WORDS} words, not {len(said)}")
    return said


__all__ = [
    "PHRASE_BITS",
    "PHRASE_WORDS",
    "Head",
    "HeadError",
    "WrittenHead",
    "find_head",
    "phrase_of",
    "words",
    "written_head",
]
