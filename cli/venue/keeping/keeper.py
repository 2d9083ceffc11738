"""Copies of the log while it is served, and the lines of what was committed since (VN-11)."""

import os
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Literal

from msgspec import Raw, Struct

from cli.venue.keeping.copy_check import Check
from cli.venue.keeping.line_file import CatalogLine, EntryLine, Line, LineFile
from cli.venue.keeping.second_folder import Shelf, shelf_for
from events.common import Opening
from events.tournament import Post
from storage.error import LogError
from storage.log import Log, Match
from storage.proof.seals import seal

EVERY = timedelta(minutes=5)
"""So often a copy is made (VN-11.1)."""
AGAIN = 30.0
"""After so many seconds it is tried again where it failed."""

Standing = Literal["good", "late", "failed"]


class Keeping(Struct, frozen=True):
    """How the copies stand, for the desk."""

    # ``good``; ``late`` where the newest copy is old, or lies on the disk of the log; ``failed``
    # where nothing can be kept now
    standing: Standing
    said: str  # why it is not good; else empty
    folder: str  # where the copies are
    # when the newest copy was made that was found exact; None where none was
    copied_at: datetime | None
    copies: int  # how many copies were made and found exact since the start
    unwritten: int  # how many batches wait for the line file


class Keeper:
    """Keeps copies of a log in a second folder, and never holds up those who play.

    Whatever becomes of the folder is told by :meth:`status` and tried again; nothing raises.

    Args:
        log_path: the log that is served.
        folder: where copies go, such as a stick; it has to be on another disk to be of use.
        clock: what time it is, UTC.
        every: how often.
    """

    def __init__(
        self,
        log_path: Path,
        folder: Path,
        clock: Callable[[], datetime],
        *,
        every: timedelta = EVERY,
    ) -> None:
        self.log_path = log_path.absolute()
        self.folder = folder.absolute()
        self._clock = clock
        self._every = every.total_seconds()
        self._device = _device(self.folder)
        self._lines = LineFile()
        self._lock = Lock()
        self._shelf: Shelf | None = None
        self._check: tuple[Check, datetime, str] | None = None
        self._rounds: list[str] = []
        self._due = monotonic()
        self._fault = ""
        self._copied_at: datetime | None = None
        self._copies = 0
        self._written: dict[str, int] = {}
        """How many entries of each match are in the lines, or in the newest copy."""
        self._catalogs: set[str] = set()

    # -- what is committed: in the thread of the writer ----------------------------------------

    def committed(self, log: Log, new: object = None) -> None:
        """Have the lines written of what every live match has more than before (VN-11.2), and
        a copy made that stays where a round was posted.

        To be called after a commit in the thread that appends; fits ``Hall.heard``.

        Args:
            log: the log.
            new: not needed: the keeper knows itself how far it is.
        """
        lines: list[Line] = []
        now = self._clock()
        with self._lock:
            for match in log.at_hand.values():
                before = self._written.get(match.id, 0)
                if match.last > before:
                    if not before:
                        lines += self._catalog(log, match)
                    else:
                        for name in _posted(match, before):
                            self.round_posted(name)
                    lines += [_line(match, seq, now) for seq in range(before + 1, match.last + 1)]
                    self._written[match.id] = match.last
        self._lines.write(lines)

    def _catalog(self, log: Log, match: Match) -> list[CatalogLine]:
        """The catalog that a new match pins, where the newest copy may not have it."""
        opening = match.entry(1).event
        if not isinstance(opening, Opening) or opening.catalog in self._catalogs:
            return []
        self._catalogs.add(opening.catalog)
        catalog = match.catalog
        return [CatalogLine(Raw(catalog.canonical), catalog.game, opening.catalog)]

    # -- copies --------------------------------------------------------------------------------

    def round_posted(self, name: str) -> None:
        """Have a copy made that stays, as a round was posted."""
        self._rounds.append(name)

    def soon(self) -> None:
        """Have a copy made soon, as something changed that no line tells of: names, devices."""
        self._due = min(self._due, monotonic() + AGAIN)

    def due(self) -> bool:
        """Whether a copy is to be made now."""
        if self._check is not None:
            return False
        if self._lines.trouble and not self._fault:
            self.soon()  # the next copy has what is missing in the lines
        return monotonic() >= self._due or (bool(self._rounds) and not self._fault)

    def copy(self, log: Log) -> None:
        """Make a copy, and begin to verify it.

        Args:
            log: the log on a cursor of the thread that calls this.
        """
        rounds, self._rounds = self._rounds, []
        name = "-".join(rounds)
        now = self._clock()
        try:
            self._require_folder()
            if self._shelf is None or not self._shelf.folder.is_dir():
                self._shelf = shelf_for(log, self.folder)
            number = self._shelf.next_number()
            self._turn(log, self._shelf, number)
            draft = self._shelf.draft(number, now, name)
            seal(log)
            log.copy_to(draft)
            self._check = (Check(draft), now, name)
        except (LogError, OSError) as error:
            self._failed(str(error), rounds)
        else:
            self._due = monotonic() + self._every

    def _turn(self, log: Log, shelf: Shelf, number: int) -> None:
        """Begin a new line file, before the copy is begun, which has all that came before."""
        last = log.rows("SELECT match_id, max(seq) FROM entries GROUP BY match_id")
        catalogs = {key for (key,) in log.rows("SELECT hash FROM catalogs")}
        self._lines.turn(shelf, number)
        with self._lock:
            self._catalogs |= catalogs
            for match_id, seq in last:
                self._written[match_id] = max(self._written.get(match_id, 0), seq)

    def _require_folder(self) -> None:
        """See that what was plugged in is still there, and not the empty folder it leaves.

        Raises:
            OSError: it is not.
        """
        device = _device(self.folder)
        if device is None:
            raise FileNotFoundError(2, os.strerror(2), str(self.folder))
        here = _device(self.log_path.parent)
        if self._device not in (None, device) and device == here:
            raise FileNotFoundError(2, "what was mounted there is gone", str(self.folder))
        self._device = device

    def tick(self) -> None:
        """See what the verification of a copy came to. Not for the event loop: it may wait for
        the disk."""
        if self._check is not None and self._check[0].done:
            self._settle(*self._check)

    def _settle(self, check: Check, at: datetime, name: str) -> None:
        """Wait for what a verification comes to, and give the copy its place."""
        amiss = check.wait()
        try:
            if self._shelf is not None:
                self._shelf.keep(check.path, sound=not amiss)
                if not amiss:
                    self._shelf.tidy()
        except OSError as error:
            amiss = amiss or str(error)
        self._check = None
        if amiss:
            self._failed(amiss, [name] if name else [])
        else:
            self._fault = ""
            self._copied_at = at
            self._copies += 1

    def _failed(self, why: str, rounds: list[str]) -> None:
        self._fault = why
        self._rounds = rounds + self._rounds
        self._due = monotonic() + AGAIN

    def status(self) -> Keeping:
        """How the copies stand."""
        standing, said = self._standing()
        return Keeping(
            standing, said, str(self.folder), self._copied_at, self._copies, self._lines.waiting
        )

    def _standing(self) -> tuple[Standing, str]:
        if self._fault or self._lines.trouble:
            return "failed", self._fault or self._lines.trouble
        if self._copied_at is None:
            return "late", "no copy has been made yet"
        if self._clock() - self._copied_at > timedelta(seconds=2 * self._every):
            return "late", "the newest copy is old"
        if self._device == _device(self.log_path.parent):
            return "late", "the copies are on the same disk as the log"
        return "good", ""

    def close(self) -> None:
        """Write what waits, wait for the verification that is under way, and end."""
        if self._check is not None:
            self._settle(*self._check)
        self._lines.close()


def _device(folder: Path) -> int | None:
    """On which disk a folder is; None where there is none."""
    try:
        return folder.stat().st_dev
    except OSError:
        return None


def _posted(match: Match, after: int) -> list[str]:
    """The rounds that were posted after an entry."""
    events = (match.entry(seq).event for seq in range(after + 1, match.last + 1))
    return [f"{match.id}-{each.round}" for each in events if isinstance(each, Post)]


def _line(match: Match, seq: int, now: datetime) -> EntryLine:
    digest = match.digests.get(seq, "")
    return EntryLine(Raw(match.payloads[seq - 1]), match.hashes[seq - 1], now, digest)


__all__ = ["Keeper", "Keeping"]
