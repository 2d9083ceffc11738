"""A log with bits of its file flipped: what referee salvage makes of it, held against the log."""

import random
from collections import Counter
from pathlib import Path

from storage.exchange.salvage import salvage
from storage.log import Log, LogError
from tests.corruption import make_log


def damaged(folder: Path, rounds: int, first: int, bits: int) -> Counter[str]:
    """How often everything came back, something was missed by name, or nothing could be read.

    Raises:
        AssertionError: an entry came back changed, or one is gone and nothing says so.
    """
    whole = make_log(folder)
    text = whole.read_bytes()
    with Log.open(whole) as log:
        before = {match.id: log.load(match.id).hashes for match in log.matches()}
    found = Counter[str]()
    for seed in range(first, first + rounds):
        chance = random.Random(seed)
        other = bytearray(text)
        for bit in chance.sample(range(8 * len(text)), bits):
            other[bit // 8] ^= 1 << bit % 8
        bad, new = folder / "damaged.duckdb", folder / f"new-{seed}.duckdb"
        bad.write_bytes(other)
        try:
            made = salvage(bad, new)
        except LogError:
            found["nothing could be read"] += 1
            continue
        with Log.open(new) as log:
            after = {match.id: log.load(match.id).hashes for match in log.matches()}
        new.unlink()
        lost = {each.match: each.first for each in made.lost}
        for match_id, hashes in before.items():
            taken = after.get(match_id, [])
            assert taken == hashes[: len(taken)], f"seed {seed}: {match_id} was changed"
            said = match_id in lost or match_id in made.faults or made.unread
            assert taken == hashes or said, f"seed {seed}: {match_id} is cut and nothing says so"
        found["all came back" if after == before else "some is missing, by name"] += 1
    return found


__all__ = ["damaged"]
