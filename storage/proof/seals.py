"""Seals: how much a log kept at some time, so that it shows when a table beside the chain is
emptied or dropped. Each seal is chained to the one before."""

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from events.tournament import Checkpoint
from storage import schema
from storage.database import Database

CHECKPOINT = str(Checkpoint.__struct_config__.tag)
"""The type of the entry by which words for the wall are made, so that its head is given out."""

_COUNTED = {
    "matches": ("matches", "*"),
    "entries": ("entries", "*"),
    "states": ("entries", "digest"),
    "catalogs": ("catalogs", "*"),
    "heads": ("heads", "*"),
    "unrefereed": ("unrefereed", "*"),
    "receipts": ("receipts", "*"),
}
"""What is counted: the table, and the column that has to have a value."""


class Seal(NamedTuple):
    """How much a log kept."""

    number: int  # the number of the seal, from 1
    sealed_at: datetime  # when, UTC without a time zone
    counts: tuple[int, ...]  # how many rows of what, in the order of the columns
    hash: str  # its link in the chain of seals

    def chained(self, previous: str) -> str:
        """The hash that it has behind another."""
        words = (previous, self.number, self.sealed_at.isoformat(), *self.counts)
        return hashlib.sha256(" ".join(map(str, words)).encode()).hexdigest()


def seal(log: Database, now: datetime | None = None) -> None:
    """Note how much the log keeps.

    A log of an earlier release, which is sealed for the first time, keeps the heads of all its
    checkpoints from then on: where there are seals, none of them may be missing.

    Args:
        log: the log.
        now: what time it is, UTC without a time zone; by default as the system has it.

    Raises:
        LogError: the log is open for reading only, or cannot be written.
    """
    log.require_writing()
    at = now or datetime.now(UTC).replace(tzinfo=None, microsecond=0)
    if not log.has_table("seals"):
        log.rows(schema.sql("seals"))
        log.rows(schema.sql("heads"))
        log.rows(
            "INSERT INTO heads SELECT match_id, seq, hash, ? FROM entries WHERE type = ? "
            "ON CONFLICT DO NOTHING",
            [at, CHECKPOINT],
        )
    every = seals(log)
    previous = every[-1] if every else Seal(0, datetime.min, (), "")
    made = Seal(previous.number + 1, at, counted(log), "")
    row = [made.number, at, *made.counts, made.chained(previous.hash)]
    log.rows(f"INSERT INTO seals VALUES ({', '.join('?' * len(row))})", row)
    log.rows("INSERT OR REPLACE INTO meta VALUES ('seals', ?)", [str(made.number)])


def seals(log: Database) -> list[Seal]:
    """All seals of a log, the first one first; none where it has no table of them.

    Raises:
        LogError: the log cannot be read.
    """
    if not log.has_table("seals"):
        return []
    found = log.rows(
        f"SELECT number, sealed_at, {', '.join(_COUNTED)}, hash FROM seals ORDER BY number"
    )
    return [Seal(number, at, tuple(counts), chained) for number, at, *counts, chained in found]


def counted(log: Database) -> tuple[int, ...]:
    """How many rows of each kind a log has now."""
    found = {table: log.has_table(table) for table, _ in _COUNTED.values()}
    return tuple(
        int(log.rows(f"SELECT count({what}) FROM {table}")[0][0]) if found[table] else 0
        for table, what in _COUNTED.values()
    )


def broken(log: Database) -> Iterator[tuple[str, str]]:
    """What shows by the seals, each time the table that it is about, and how.

    Raises:
        LogError: the log cannot be read.
    """
    every = seals(log)
    previous = ""
    for number, each in enumerate(every, 1):
        if each.number != number or each.hash != each.chained(previous):
            yield "seals", f"seal {each.number} is not as it was made, or one before it is gone"
            return
        previous = each.hash
    noted = log.rows("SELECT value FROM meta WHERE key = 'seals'")
    if noted != ([(str(len(every)),)] if every else []):
        said = noted[0][0] if noted else "none"
        yield "seals", f"the log was sealed {said} times by its mark, and has {len(every)} seals"
        return
    if every:
        last = every[-1]
        here = counted(log)
        for name, then, now in zip(_COUNTED, last.counts, here, strict=True):
            if now < then:
                table = _COUNTED[name][0]
                yield table, f"{then} {name} when it was sealed {last.sealed_at} UTC, now {now}"


__all__ = ["CHECKPOINT", "Seal", "broken", "counted", "seal", "seals"]
