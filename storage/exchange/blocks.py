"""The blocks of a DuckDB file: each begins with a checksum, by which one flipped bit is put right.

The checksum is the XOR over all words of the word times an odd constant, modulo 2 ** 64. Where
one bit differs, the difference of the checksums has its lowest bit at the place of that bit, and
where one word alone explains it, that is the one.
"""

import struct
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

HEADER = 4096
HEADERS = 3
BLOCK = 256 * 1024
_SUM = 8
_FACTOR = 0xBF58476D1CE4E5B9
_SEED = 5381
_MASK = (1 << 64) - 1
_HIGHEST = 1 << 63
_FIELDS = 16
"""In so many words a header has all that it says; nothing follows."""


_How = Literal["exact", "likely", "doubtful"]


class Mended(NamedTuple):
    """What was done to the blocks of a file."""

    blocks: int  # how many it has, headers counted
    exact: int  # how many were put right to the bit
    # how many have one flipped bit by their checksum, which was put right where it most likely was:
    # other words of the block, most of them empty, would explain it as well
    likely: int
    # how many are damaged in more than a bit, or in one of many; they are read as they are
    doubtful: int
    short: int  # how many bytes of the last block are missing

    @property
    def hurt(self) -> bool:
        """Whether there was any damage."""
        return self.exact > 0 or not self.sound

    @property
    def sound(self) -> bool:
        """Whether the file is certainly what was written."""
        return not self.likely and not self.doubtful and not self.short


def mend(path: Path) -> Mended:
    """Put right what can be, in a file that is a copy.

    Raises:
        OSError: it cannot be read or written.
    """
    blocks = short = 0
    counts = Counter[_How]()
    with path.open("r+b") as file:
        for start, size in _parts(path.stat().st_size):
            file.seek(start)
            block = file.read(size)
            blocks += 1
            if len(block) < size:
                short = size - len(block)
                continue
            mended, how = _mended(block)
            if mended == block:
                continue
            counts[how] += 1
            file.seek(start)
            file.write(mended)
    return Mended(blocks, counts["exact"], counts["likely"], counts["doubtful"], short)


def _parts(size: int) -> Iterator[tuple[int, int]]:
    for number in range(HEADERS):
        yield number * HEADER, HEADER
    for start in range(HEADERS * HEADER, size, BLOCK):
        yield start, BLOCK


def checksum(text: bytes) -> bytes:
    """The checksum of the words of a block."""
    found = _SEED
    for (word,) in struct.iter_unpack("<Q", text):
        found ^= word * _FACTOR & _MASK
    return found.to_bytes(_SUM, "little")


def _mended(block: bytes) -> tuple[bytes, _How]:
    """The block with a checksum that fits, and how it came to that."""
    stated, text = block[:_SUM], block[_SUM:]
    computed = checksum(text)
    if stated == computed:
        return block, "exact"
    difference = int.from_bytes(stated, "little") ^ int.from_bytes(computed, "little")
    if difference.bit_count() == 1 and difference != _HIGHEST:
        return computed + text, "exact"  # the checksum itself
    bit = difference & -difference
    words = struct.iter_unpack("<Q", text[: 8 * _FIELDS] if len(block) == HEADER else text)
    places: dict[int, list[int]] = {}
    for number, (word,) in enumerate(words):
        if (word * _FACTOR ^ (word ^ bit) * _FACTOR) & _MASK == difference:
            places.setdefault(word, []).append(8 * number)
    found = sum(map(len, places.values()))
    # words of one value explain it alike, and most of them are empty: it is one that stands out
    outstanding = [(own[0], word) for word, own in places.items() if word and len(own) == 1]
    if len(outstanding) != 1 and len(block) != HEADER:
        return computed + text, "doubtful"
    likely = outstanding or [(own[0], word) for word, own in places.items()]
    if not likely:
        return computed + text, "doubtful"
    place, word = likely[0]
    mended = text[:place] + struct.pack("<Q", word ^ bit) + text[place + 8 :]
    return stated + mended, "exact" if found == 1 else "likely"


__all__ = ["Mended", "checksum", "mend"]
