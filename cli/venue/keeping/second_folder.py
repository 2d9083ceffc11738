"""The second folder: what lies in it, under which names, and what of it stays.

A log has a folder of its own in the one that was named, called as the log is. In it are numbered
copies, ``0012-20261122-205700.duckdb`` or with a round ``0012-20261122-205700-round-3.duckdb``,
and the lines of what was committed: ``entries.jsonl`` since the newest copy was begun, and
``entries-0012.jsonl`` what came before copy 12 was. Numbers and no times give the order, as the
clock of a machine may be set.
"""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from storage.database import sync_folder
from storage.error import LogError
from storage.log import Log

STAYING = 12
"""So many copies stay, besides the first of every round (VN-11.1)."""
LINES = "entries.jsonl"
FORGOTTEN = "forgotten.txt"
"""Who is forgotten again when a log is made from a copy: the ids, one on each line."""
UNCHECKED = ".unchecked"
NOT_EXACT = ".not-exact"

_COPY = re.compile(r"(\d{4,})-\d{8}-\d{6}(?:-round-(.+?))?(\.duckdb|\.unchecked|\.not-exact)\Z")
_BEFORE = re.compile(r"entries-(\d{4,})\.jsonl\Z")
_NO_NAME = re.compile(r"[^0-9A-Za-z]+")


class Copy(NamedTuple):
    """A copy of the log."""

    number: int  # the later, the higher
    path: Path  # the file
    round: str  # the round that was posted then; empty where none was
    sound: bool  # whether it was verified as exact


class Shelf:
    """The folder of one log.

    Args:
        folder: the folder itself.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def copies(self) -> list[Copy]:
        """The copies, the newest first; those that are not exact are none.

        Raises:
            OSError: the folder cannot be read.
        """
        found = [each for each in self._every() if each.path.suffix != NOT_EXACT]
        return sorted(found, reverse=True)

    def _every(self) -> Iterator[Copy]:
        for path in self.folder.iterdir():
            if named := _COPY.fullmatch(path.name):
                yield Copy(int(named[1]), path, named[2] or "", named[3] == ".duckdb")

    def lines(self) -> list[Path]:
        """The files of lines, the oldest first; errors as for :meth:`copies`."""
        numbered = [
            (int(named[1]), path)
            for path in self.folder.iterdir()
            if (named := _BEFORE.fullmatch(path.name))
        ]
        newest = self.folder / LINES
        return [path for _, path in sorted(numbered)] + [newest] * newest.exists()

    def forgotten(self) -> list[str]:
        """Who is forgotten again in a log that is made from a copy (VN-18.5); errors as for
        :meth:`copies`."""
        path = self.folder / FORGOTTEN
        if not path.exists():
            return []
        return list(dict.fromkeys(path.read_text(encoding="utf-8").split()))

    def forget(self, person: str) -> list[Path]:
        """Have somebody forgotten again in what is made from these copies; those that have the
        name still, if it was ever in them.

        Raises:
            OSError: the folder cannot be read or written.
        """
        if person not in self.forgotten():
            with (self.folder / FORGOTTEN).open("a", encoding="utf-8") as file:
                file.write(f"{person}\n")
                file.flush()
                os.fsync(file.fileno())
        return [each.path for each in self.copies()]

    def next_number(self) -> int:
        """The number of the next copy; errors as for :meth:`copies`."""
        numbers = [each.number for each in self._every()]
        numbers += [int(n[1]) for p in self.folder.iterdir() if (n := _BEFORE.fullmatch(p.name))]
        return max(numbers, default=0) + 1

    def draft(self, number: int, at: datetime, round_name: str) -> Path:
        """Where a copy goes that is not verified yet."""
        name = _NO_NAME.sub("-", round_name).strip("-")
        more = f"-round-{name}" if name else ""
        return self.folder / f"{number:04}-{at:%Y%m%d-%H%M%S}{more}{UNCHECKED}"

    def before(self, number: int) -> Path:
        """Where the lines go that were written before that copy was begun."""
        return self.folder / f"entries-{number:04}.jsonl"

    def keep(self, draft: Path, *, sound: bool) -> Path:
        """Give a copy the name of one that was verified; where it is then.

        Raises:
            OSError: it cannot be renamed.
        """
        kept = draft.with_suffix(".duckdb" if sound else NOT_EXACT)
        draft.rename(kept)
        sync_folder(kept)
        return kept

    def tidy(self) -> None:
        """Remove the copies that need not stay, and the lines that every copy has."""
        every = sorted(self._every(), reverse=True)
        sound = [each for each in every if each.sound]
        newest = sound[:STAYING]
        if not newest:
            return
        rounds = {each.round: each for each in sound if each.round}
        staying = {each.path for each in (*newest, *rounds.values())}
        oldest = newest[-1].number
        for each in every:
            late = each.number > newest[0].number
            amiss = each.path.suffix == NOT_EXACT and each.number >= oldest
            if each.path not in staying and not late and not amiss:
                with suppress(OSError):
                    each.path.unlink()
        for path in self.lines():
            named = _BEFORE.fullmatch(path.name)
            if named and int(named[1]) <= oldest:
                with suppress(OSError):
                    path.unlink()


def shelf_for(log: Log, folder: Path) -> Shelf:
    """The place for copies of an open log in a folder, made where there is none.

    A place that has copies of another log is left alone: nobody loses the copies of yesterday's
    event to those of today's.

    Raises:
        OSError: the folder is not there, or cannot be written.
        LogError: the log cannot be read.
    """
    if not folder.is_dir():
        raise FileNotFoundError(2, os.strerror(2), str(folder))
    number = 1
    while True:
        name = log.path.stem if number == 1 else f"{log.path.stem}-{number}"
        place = folder / name
        place.mkdir(exist_ok=True)
        if _is_of(log, Shelf(place)):
            return Shelf(place)
        number += 1


def _is_of(log: Log, shelf: Shelf) -> bool:
    """Whether the copies of a place are of that log: all their matches begin as its own do."""
    query = "SELECT match_id, hash FROM entries WHERE seq = 1"
    copies = shelf.copies()
    for each in copies:
        try:
            with Log.open(each.path, wait=0) as copy:
                return set(copy.rows(query)) <= set(log.rows(query))
        except LogError:
            continue
    return not copies


def shelves_in(folder: Path) -> list[Shelf]:
    """The places of a folder that hold copies or lines: itself, or those within.

    Raises:
        OSError: the folder cannot be read.
    """
    here = [folder, *(each for each in sorted(folder.iterdir()) if each.is_dir())]
    found = []
    for place in here:
        with suppress(PermissionError):
            if Shelf(place).copies():
                found.append(Shelf(place))
    return found


__all__ = ["LINES", "STAYING", "Copy", "Shelf", "shelf_for", "shelves_in"]
