"""Lines of notation as they are given at the terminal, and the events that they hold."""

import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import NamedTuple, TypeVar
from uuid import UUID

import msgspec

from cli.failure import Failure
from cli.reading.door import NOBODY, Writer, event_of
from events.bounds import MOST_LINE
from events.entry import EntryId, entry_id
from events.event import Event
from events.notation import Malformed, quote, read
from referee.replay.replay import Outcome, Replay
from referee.verdict import Illegal, Incomplete
from storage.files import read_text, text_of

_PARTS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[^";#]++|;|#.*', re.DOTALL)
_CLOCK = re.compile(r"\d\d?:\d\d")


class Line(NamedTuple):
    """One line of notation and where it was given."""

    text: str  # the line
    where: str  # in words, where it was given; empty where that is plain
    before: int = 0  # how many characters stand before it, of which a column counts from the first


class Reading(NamedTuple):
    """An event with what it comes to at its place."""

    event: Event
    outcome: Outcome


class Begun(NamedTuple):
    """Lines up to the first that breaks a rule, and those behind it, which nobody has judged."""

    readings: list[Reading]
    left: Sequence[Line]


T = TypeVar("T")


def typed_lines(arguments: Sequence[str]) -> list[Line]:
    """The lines in arguments: one in each, or several with ``;`` between them."""
    parts = [
        part for argument in arguments for line in argument.splitlines() for part in _parts(line)
    ]
    if len(parts) == 1:
        return [Line(parts[0][1], "", parts[0][0])]
    return [Line(text, f"line {n}", before) for n, (before, text) in enumerate(parts, 1)]


def file_lines(path: Path) -> list[Line]:
    """The lines of a file, or of standard input for ``-``; several with ``;`` between them.

    Raises:
        RefereeError: it cannot be read, is too large, or is not UTF-8.
    """
    if str(path) == "-":
        name = "standard input"
        text = text_of(sys.stdin.buffer, name)
    else:
        name = str(path)
        text = read_text(path)
    return [
        Line(part, f"{name}:{number}", before)
        for number, line in enumerate(text.split("\n"), 1)
        for before, part in _parts(line.rstrip("\r"))
    ]


def read_lines(lines: Sequence[Line], trial: Replay, writer: Writer = NOBODY) -> list[Reading]:
    """The events of lines in their order, each taken by the trial, which goes on with them.

    Raises:
        Failure: a line is no event, or lacks a choice; names the line, the column and the word,
            or what has to be said.
    """
    return [_taken(line, trial, writer) for line in lines]


def read_until_refused(lines: Sequence[Line], trial: Replay, writer: Writer = NOBODY) -> Begun:
    """The events of lines up to the first that breaks a rule.

    What stands behind it only has to be well-formed: what it means, and which names it may use,
    can rest on what did not happen.

    Raises:
        Failure: as for :func:`read_lines`.
    """
    readings = []
    for number, line in enumerate(lines, 1):
        readings.append(_taken(line, trial, writer))
        if isinstance(readings[-1].outcome.verdict, Illegal):
            for after in lines[number:]:
                _require_form(after, trial, writer)
            return Begun(readings, lines[number:])
    return Begun(readings, ())


def _taken(line: Line, trial: Replay, writer: Writer) -> Reading:
    try:
        event = event_of(line.text, trial, writer)
    except Malformed as error:
        raise _misread(line, error) from None
    if event is None:
        raise Failure(f"{line.where}: there is no event here".removeprefix(": "))
    outcome = trial.add(event)
    if isinstance(outcome.verdict, Incomplete):
        place = f"{line.where}: " if line.where else ""
        raise Failure(f"{place}{outcome.verdict.message}", "nothing is written")
    return Reading(event, outcome)


def _require_form(line: Line, trial: Replay, writer: Writer) -> None:
    try:
        event_of(line.text, trial, writer)
    except Malformed as error:
        try:
            read(line.text, trial.game.codec, seat=writer.seat)
        except Malformed:
            raise _misread(line, error) from None


def _misread(line: Line, error: Malformed) -> Failure:
    column = error.column + line.before
    error = Malformed(error.message, column, error.word, error.suggestions)
    return Failure(f"{line.where}, {error}" if line.where else str(error))


def read_arguments(
    arguments: Sequence[str],
    trial: Callable[[], Replay],
    writer: Writer,
    taking: Callable[[Sequence[Line], Replay, Writer], T],
) -> T:
    """The events of arguments: each is a line, or all together are the words of one line.

    Args:
        arguments: as the shell hands them over.
        trial: makes a replay of the match, to be gone on with and thrown away.
        writer: who writes them.
        taking: reads the lines, such as :func:`read_lines`.

    Raises:
        Failure: they are no events in either reading.
    """
    lines = typed_lines(arguments)
    if not lines:
        raise Failure("there is no event here", "give a line such as 'SEAT VERB ...'")
    try:
        return taking(lines, trial(), writer)
    except Failure as failure:
        if len(arguments) == 1:
            raise
        as_words = not any(" " in argument.strip() for argument in arguments[:2])
        try:
            return taking([Line(one_line(arguments), "")], trial(), writer)
        except Failure as other:
            raise (other if as_words else failure) from None


def one_line(words: Sequence[str]) -> str:
    """Words as a shell hands them over, as one line: what held spaces is quoted again.

    Example:
        >>> one_line(["bo", "note", "text=my turn?"])
        'bo note text="my turn?"'
    """
    return " ".join(map(_requoted, words))


def _requoted(word: str) -> str:
    if '"' in word or (word and not any(c.isspace() for c in word)):
        return word
    name, sign, value = word.partition("=")
    if sign and name.isidentifier():
        return f"{name}={quote(value, always=True)}"
    return quote(word, always=True)


def new_id(moment: datetime) -> str:
    """An id for an entry that is made at a moment."""
    return entry_id(int(moment.timestamp() * 1000), os.urandom(10))


def ids_from(first: str) -> Iterator[str]:
    """An id, and those of the entries that are logged together with the one that has it.

    Raises:
        Failure: it is no id.
    """
    try:
        msgspec.convert(first, EntryId)
    except msgspec.ValidationError:
        raise Failure(f"--id {first}: expected a UUID version 7, in small letters") from None
    number = int(first.replace("-", ""), 16)
    return (_numbered(number, step) for step in count())


def _numbered(number: int, step: int) -> str:
    """The id so many steps behind another, in the part of it that is random."""
    low = (1 << 62) - 1
    return str(UUID(int=number & ~low | (number + step) & low))


def moment_of(text: str | None, now: datetime) -> datetime:
    """The time that ``--at`` says, or now: with a date, or as a clock time of today, in UTC.

    Raises:
        Failure: it is no time.
    """
    if text is None:
        return now
    stated = text.strip()
    if _CLOCK.match(stated):
        stated = f"{now.date().isoformat()}T{'0' * (stated[1] == ':')}{stated}"
    try:
        moment = datetime.fromisoformat(stated)
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        raise Failure(
            f"--at {text}: expected a time such as 10:01:30 or 2026-03-14T10:01:30Z"
        ) from None


def _parts(line: str) -> Iterator[tuple[int, str]]:
    """The parts of a line that say something, each with its start."""
    for start, part in split_line(line):
        if (text := part.strip()) and not text.startswith("#"):
            yield start, part


def split_line(line: str) -> Iterator[tuple[int, str]]:
    """The parts of a line between ``;`` outside quotes and comments, each with its start.

    Raises:
        Failure: it is longer than a line may be.

    Example:
        >>> list(split_line('dr; note text="a; b"'))
        [(0, 'dr'), (3, ' note text="a; b"')]
    """
    if len(line) > MOST_LINE:
        raise Failure(f"a line of {len(line):,} characters; at most {MOST_LINE:,}")
    start = 0
    for token in _PARTS.finditer(line):
        if token.group() == ";":
            yield start, line[start : token.start()]
            start = token.end()
    yield start, line[start:]
