"""The journal beside a log: what DuckDB has there that is not in the file itself yet.

A log that was let go of in the usual way has none. After a loss of power, or while a writer
holds the log, the newest entries are in the journal alone. One that is damaged keeps the log
from being opened; what is safe then are the file and the sound beginning of the journal.
"""

import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import duckdb

from storage.database import fault, is_open_here, journal_path, locked, sound_start
from storage.error import DamagedJournal, LogError
from storage.files import Scratch
from storage.instance import connected
from storage.lock import Waited, take_turn

_NAMED = re.compile(rb'\{"match":"([^"\\]{1,200})","seq":([0-9]{1,9}),')
"""How the text of an entry begins."""
_POSITION = re.compile(r"byte position (\d+)")
_BEFORE = 16
"""How many bytes of an entry of the journal come before the position by which DuckDB names it."""


class Held(NamedTuple):
    """What a log holds."""

    matches: int  # how many matches
    entries: int  # how many entries
    # when the newest of them was written down, UTC; None where there is none
    newest: datetime | None
    lasts: Mapping[str, int]  # the last entry of each match


class Journal(NamedTuple):
    """The journal of a log, as it was found."""

    path: Path  # its file
    size: int  # how many bytes it has
    damage: str  # what is wrong with it; empty where nothing is
    sound: int  # how many bytes are sound, from its beginning
    file: Held  # what the log holds without it
    safe: Held  # what the log holds with all of it that is sound
    # of each match, the first and the last entry that it names and that are not safe. All but those
    # of the commit that was being written were acknowledged.
    behind: Mapping[str, tuple[int, int]]


def journal(path: Path, wait: float = 10.0) -> Journal | None:
    """The journal of a log; None where it has none. Nothing is changed.

    Args:
        path: the log, which this process has not open.
        wait: how many seconds to wait for others to let go of it.

    Raises:
        LogLocked: another process had it for longer than the wait.
        LogError: the log itself is damaged, or cannot be read.
    """
    with _turn(path, wait, write=False):
        return _judged(path)


def set_aside(path: Path, wait: float = 10.0) -> tuple[Journal, Path]:
    """Move a damaged journal out of the way; its sound beginning takes its place.

    Args:
        path: the log, which this process has not open.
        wait: how many seconds to wait for others to let go of it.

    Returns:
        The journal as it was, and where it is now.

    Raises:
        LogLocked: another process had the log for longer than the wait.
        LogError: the journal is not damaged; or the log is; or a file cannot be moved.
    """
    with _turn(path, wait, write=True):
        found = _judged(path)
        if found is None or not found.damage:
            raise LogError(f"{path}: there is no damaged journal to set aside")
        aside = found.path.with_name(f"{found.path.name}.damaged")
        number = 1
        while aside.exists():
            number += 1
            aside = aside.with_name(f"{found.path.name}.damaged-{number}")
        try:
            found.path.rename(aside)
            if found.safe != found.file:
                start = found.path.with_name(f"{found.path.name}.new")
                start.write_bytes(_start(aside, found.sound))
                shutil.copymode(aside, start)
                start.rename(found.path)
        except OSError as error:
            raise fault(path, error) from error
        return found, aside


@contextmanager
def _turn(path: Path, wait: float, *, write: bool) -> Iterator[None]:
    if not path.exists():
        raise LogError(f"{path}: there is no such log")
    if is_open_here(path):
        raise LogError(f"{path}: this process has it open")
    try:
        turn = take_turn(path.resolve(), monotonic() + wait, write=write)
    except Waited:
        raise locked(path) from None
    try:
        yield
    finally:
        if turn is not None:
            turn.release()


def _judged(path: Path) -> Journal | None:
    path = path.resolve()
    beside = journal_path(path)
    if not beside.exists():
        return None
    size = beside.stat().st_size
    file = _held(path, b"")
    try:
        sound_start(path)
        safe = _held(path, _start(beside, size))
        return Journal(beside, size, "", size, file, safe, _behind(beside, safe))
    except DamagedJournal as error:
        damage = error.why
    position = _POSITION.search(damage)
    sound = int(position[1]) - _BEFORE if position else 0
    try:
        safe = _held(path, _start(beside, sound))
    except DamagedJournal:
        sound, safe = 0, file
    return Journal(beside, size, damage, sound, file, safe, _behind(beside, safe))


def _behind(beside: Path, safe: Held) -> dict[str, tuple[int, int]]:
    """Which entries a journal names, wherever it is damaged, that are not safe."""
    found: dict[str, list[int]] = {}
    for match_id, seq in _NAMED.findall(beside.read_bytes()):
        found.setdefault(match_id.decode(), []).append(int(seq))
    lost = {key: [n for n in seqs if n > safe.lasts.get(key, 0)] for key, seqs in found.items()}
    return {key: (min(seqs), max(seqs)) for key, seqs in sorted(lost.items()) if seqs}


def _start(journal_file: Path, size: int) -> bytes:
    with journal_file.open("rb") as file:
        return file.read(size)


def _held(path: Path, journal_bytes: bytes) -> Held:
    """What a log holds with another journal than its own; without any where that is empty.

    DuckDB looks for a journal beside the name by which it opens a file, here another one.

    Raises:
        DamagedJournal: that journal is damaged.
        LogError: the log is.
    """
    try:
        with _another_name(path) as other:
            if journal_bytes:
                journal_path(other).write_bytes(journal_bytes)
            with connected(other, write=False) as connection:
                found = connection.execute(
                    "SELECT count(DISTINCT match_id), count(*), max(recorded_at) FROM entries"
                ).fetchone()
                lasts = connection.execute(
                    "SELECT match_id, max(seq) FROM entries GROUP BY match_id"
                ).fetchall()
    except (duckdb.Error, OSError) as error:
        raise fault(path, error) from error
    assert found is not None
    matches, entries, newest = found
    return Held(matches, entries, newest, dict(lasts))


@contextmanager
def _another_name(path: Path) -> Iterator[Path]:
    """Another name for a file in a folder of its own; a copy where it cannot have one."""
    with ExitStack() as stack:
        try:
            inside = Scratch(path.parent)
            other = Path(stack.enter_context(inside)) / path.name
            os.link(path, other)
        except OSError:
            other = Path(stack.enter_context(Scratch())) / path.name
            shutil.copyfile(path, other)
        yield other


__all__ = ["Held", "Journal", "journal", "set_aside"]
