"""The text record of a match: a readable file that holds the log, to keep, send and replay.

A TOML header (the opening, entry 1), a line ``---``, then one line for each further entry::

    # Round 4, table 2.
    match = "vale-open-r1-t4"
    date = 2026-03-14T10:00:00Z
    recorded_by = "sk-lena"
    game = "…"
    version = "1.1"
    catalog = "…64 hexadecimal digits…"

    [[seats]]
    seat = "ana"
    person = "p-ana"
    deck_name = "wolves"
    [seats.deck]
    Wolf = 3

    ---
    2 10:00:30 ana agree points=75    # a comment
    3 10:01 bo roll 3-5
      ana draw 2                      # the next number, the same time
    5 10:45:02.250000 ana concede | recorded=2026-03-14T10:46:00Z by=p-2

Times are UTC. A clock time belongs to the day of the entry before; where the day changes or
time goes back, date and time stand together. After ``|`` stands only what differs from what
follows from the rest: ``recorded`` (else as played), ``by`` (else as in the header), ``id``
(else :func:`derived_id`), and ``digest``, the digest of the state after the entry. The header
has ``id``, ``recorded_at`` and ``digest`` for entry 1, and ``by`` where the opening was made by
somebody else than who recorded it. Its ``head``, such as ``"96:5f0c…"``, is the number and the
hash of an entry: a record that does not come to it was changed or cut short.
"""

import hashlib
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

import msgspec
import tomli_w
from msgspec import Meta, Struct

from events.bounds import MOST_ENTRIES, TooMuch, require_plain
from events.common import Opening
from events.entry import Entry, EntryId, EventCodec, MatchId, UtcTime, entry_id, verb
from events.error import RefereeError
from events.event import Event, Person
from events.notation import Malformed, Word, quote, read, split_words, write
from events.notation.words import escaped
from storage.proof.head import WrittenHead

__all__ = ["RecordError", "TextRecord", "derived_id", "read_record", "write_record"]

Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z", description="64 hexadecimal digits")]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_RULE = "---"
_SEQ = re.compile(r"[0-9]{1,15}")
_MOMENT = re.compile(
    r"(?:(\d{4}-\d\d-\d\d)[Tt])?(\d\d?)(:\d\d(?::\d\d(?:\.\d{1,6})?)?)([Zz]|[+-]\d\d:\d\d)?",
    re.ASCII,
)
_TOML_PLACE = re.compile(r"(.*?) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)
_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")
_UNKNOWN = re.compile(r"unknown field `(\w+)`")
_json = msgspec.json.Encoder(order="deterministic")


class RecordError(RefereeError, ValueError):
    """A text that is no record: where it is wrong, and how.

    Args:
        name: the name of the text, such as its file.
        line: the line, from 1.
        column: the column in that line, from 1; also 1 where only the line is known.
        message: what is wrong.

    Example:
        >>> str(RecordError("final.record", 12, 5, "no such verb"))
        'final.record:12:5: no such verb'
    """

    def __init__(self, name: str, line: int, column: int, message: str) -> None:
        super().__init__(name, line, column, message)
        self.name = name
        self.line = line
        self.column = column
        self.message = message

    def __str__(self) -> str:
        return f"{self.name}:{self.line}:{self.column}: {self.message}"


class TextRecord(Struct, frozen=True):
    """What a text record holds."""

    entries: list[Entry[Event]]  # all entries, the opening first
    digests: dict[int, str]  # the digests of the state that the text states, by sequence number
    lines: dict[int, int]  # the line of each entry, by sequence number; the opening is at line 1
    head: str | None = None  # the head that the text states, if any
    head_line: int = 1  # the line where it does; else 1


class _Head(Struct):
    """What the header holds beside the opening."""

    match: MatchId
    date: UtcTime
    recorded_by: Person
    id: EntryId | None = None
    recorded_at: UtcTime | None = None
    digest: Digest | None = None
    head: WrittenHead | None = None


def derived_id(match: str, seq: int, played_at: datetime, event: Event) -> str:
    """The id of an entry whose record states none; the same content always has the same id."""
    milliseconds = (played_at - _EPOCH) // timedelta(milliseconds=1)
    content = f"{match}\n{seq}\n".encode() + _json.encode(event)
    return entry_id(milliseconds, hashlib.sha256(content).digest())


def read_record(
    text: str, codec_for: Callable[[str, str], EventCodec], name: str = "record"
) -> TextRecord:
    """The entries that a text record holds.

    Args:
        text: the whole record.
        codec_for: the events of a game and a version of its rules; raises ``LookupError`` with
            a message where it knows no such game or version.
        name: what to call the text in errors.

    Raises:
        RecordError: it is no record; names the line, and the column where that is known.
    """
    try:
        text.encode()
    except UnicodeEncodeError as error:
        before = text[: error.start].split("\n")
        message = "half of a surrogate pair, which cannot be stored"
        raise RecordError(name, len(before), len(before[-1]) + 1, message) from None
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    rule = next((at for at, line in enumerate(lines) if line.strip() == _RULE), None)
    if rule is None:
        raise RecordError(name, len(lines), 1, f"expected a line {_RULE} after the header")
    head, opening = _read_header(lines[:rule], name)
    try:
        codec = codec_for(opening.game, opening.version)
    except LookupError as error:
        message = str(error.args[0]) if error.args else f"unknown game {opening.game}"
        raise RecordError(name, _line_of(lines[:rule], ".game"), 1, message) from None

    entries = [_first(head, opening)]
    digests = {} if head.digest is None else {1: head.digest}
    places = {1: 1}
    for number, line in enumerate(lines[rule + 1 :], rule + 2):
        try:
            found = _read_line(line, head, codec, entries[-1])
        except Malformed as error:
            raise RecordError(name, number, error.column, error.detail) from None
        if found is None:
            continue
        entry, digest = found
        if len(entries) == MOST_ENTRIES:
            raise RecordError(name, number, 1, f"a match has at most {MOST_ENTRIES:,} entries")
        entries.append(entry)
        places[entry.seq] = number
        if digest is not None:
            digests[entry.seq] = digest
    return TextRecord(entries, digests, places, head.head, _line_of(lines[:rule], ".head"))


def _read_header(lines: list[str], name: str) -> tuple[_Head, Opening]:
    text = "\n".join(lines)
    try:
        require_plain(text, name)
        table = tomllib.loads(text)
    except TooMuch as error:
        raise RecordError(name, error.line, 1, error.what) from None
    except (ValueError, RecursionError) as error:
        place = _TOML_PLACE.fullmatch(str(error))
        message, line, column = place.groups() if place else (str(error), "1", None)
        at = int(line or len(lines)), int(column or 1)
        raise RecordError(name, *at, f"not valid TOML: {message}") from None
    own = {key: table.pop(key) for key in _Head.__struct_fields__ if key in table}
    try:
        head = msgspec.convert(own, _Head)
        head.date = head.date.astimezone(UTC)
        if head.recorded_at is not None:
            head.recorded_at = head.recorded_at.astimezone(UTC)
        opening = {"type": verb(Opening), "by": head.recorded_by, **table}
        return head, msgspec.convert(opening, Opening)
    except msgspec.ValidationError as error:
        _, _, path = str(error).partition(" `$")
        unknown = _UNKNOWN.search(str(error))
        path = f"{path}.{unknown.group(1)}" if unknown else path
        raise RecordError(name, _line_of(lines, path), 1, f"header: {error}") from None
    except OverflowError:
        raise RecordError(name, _line_of(lines, ".date"), 1, "no such date in UTC") from None


def _line_of(lines: list[str], path: str) -> int:
    """The line of the header that a path such as ``.seats[1].deck`` leads to; 1 if unknown."""
    at = 0
    found: list[int] = []
    for key, index in _STEP.findall(path):
        if key:
            begins = re.compile(rf"\s*(\[+\s*)?(\w+\.)*{key}\s*[]=]")
            found = [n for n in range(at, len(lines)) if begins.match(lines[n])]
        at = next(iter(found[int(index or 0) :]), at)
    return at + 1


def _first(head: _Head, opening: Opening) -> Entry[Event]:
    return Entry(
        head.match,
        1,
        head.id or derived_id(head.match, 1, head.date, opening),
        head.date,
        head.recorded_at or head.date,
        head.recorded_by,
        opening,
    )


def _read_line(
    line: str, head: _Head, codec: EventCodec, before: Entry[Event]
) -> tuple[Entry[Event], str | None] | None:
    """The entry of a line and the digest it states, or nothing where the line is empty.

    Raises:
        Malformed: the line is no entry; points at the word.
    """
    words = split_words(line)
    if not words:
        return None
    bar = next((at for at, word in enumerate(words) if word.raw == "|"), len(words))
    body, extra = words[:bar], words[bar + 1 :]
    seq = before.seq + 1
    if body and _SEQ.fullmatch(body[0].raw):
        if int(body[0].raw) != seq:
            raise body[0].wrong(f"expected {seq}, the next number")
        body = body[1:]
    played_at = before.played_at
    if body and body[0].raw[0] in "0123456789":
        played_at = _moment(body[0], before.played_at)
        if not _says_day(body[0]) and played_at < before.played_at:
            raise body[0].wrong("earlier than the entry before it; write the date as well")
        body = body[1:]
    if not body:
        raise words[-1].wrong("expected a seat or person and a verb")
    start = body[0].column - 1
    end = words[bar].column - 1 if bar < len(words) else len(line)
    event = read(" " * start + line[start:end], codec)

    said = _said(extra)
    recorded_at = _moment(said["recorded"], played_at) if "recorded" in said else played_at
    recorded_by = _checked(said["by"], Person) if "by" in said else head.recorded_by
    stated = _checked(said["id"], EntryId) if "id" in said else None
    digest = _checked(said["digest"], Digest) if "digest" in said else None
    key = stated or derived_id(head.match, seq, played_at, event)
    return Entry(head.match, seq, key, played_at, recorded_at, recorded_by, event), digest


def _moment(word: Word, day_of: datetime) -> datetime:
    """The time that a word says; a clock time is of the day of ``day_of``."""
    found = _MOMENT.fullmatch(word.text)
    if found is None or (found.group(4) and not found.group(1)):
        raise word.wrong("expected a time such as 10:01:30 or 2026-03-14T10:01:30Z")
    day, hour, rest, zone = found.groups()
    day = day or day_of.date().isoformat()
    try:
        return datetime.fromisoformat(f"{day}T{hour:0>2}{rest}{zone or 'Z'}").astimezone(UTC)
    except (ValueError, OverflowError):
        raise word.wrong("there is no such time") from None


def _says_day(word: Word) -> bool:
    return "-" in word.raw


def _said(words: Sequence[Word]) -> dict[str, Word]:
    """What a line says after ``|``."""
    said: dict[str, Word] = {}
    for word in words:
        name, value = word.named() or ("", word)
        if name not in ("id", "recorded", "by", "digest"):
            raise word.wrong("expected id=, recorded=, by= or digest=")
        if name in said:
            raise word.wrong(f"{name} is given twice")
        said[name] = value
    return said


def _checked(word: Word, kind: Any) -> str:
    try:
        return str(msgspec.convert(word.text, kind))
    except msgspec.ValidationError as error:
        raise word.wrong(str(error)) from None


def write_record(
    entries: Sequence[Entry[Event]],
    codec: EventCodec,
    digests: Mapping[int, str] = {},
    comments: Mapping[int, str] = {},
    head: str | None = None,
) -> str:
    """The text record of a match; reading it gives the same entries, byte for byte.

    Args:
        entries: all entries of the match, from the opening on.
        codec: the events of its game.
        digests: digests of the state to note, by the sequence number they follow.
        comments: remarks by sequence number: one line stands behind the entry, more lines stand
            above it. Remarks on entry 1 begin the record.
        head: the head of the match, to be compared where the record is taken in.

    Raises:
        ValueError: the entries are no whole match, or a time is not in UTC.
    """
    first, *others = _whole_match(entries)
    recorded_by = first.recorded_by
    text = _commented("", comments.get(1, ""), above=True)
    text += _header(first, digests.get(1), head)
    text += f"\n{_RULE}\n"
    before = first
    for entry in others:
        words = [str(entry.seq), *_time_words(entry.played_at, before.played_at)]
        words.append(write(entry.event, codec))
        extra = []
        if entry.id != derived_id(entry.match, entry.seq, entry.played_at, entry.event):
            extra.append(f"id={entry.id}")
        if entry.recorded_at != entry.played_at:
            extra.append(f"recorded={_stamp(entry.recorded_at)}")
        if entry.recorded_by != recorded_by:
            extra.append(f"by={quote(entry.recorded_by)}")
        if entry.seq in digests:
            extra.append(f"digest={digests[entry.seq]}")
        words += ["|", *extra] if extra else []
        text += _commented(" ".join(words), comments.get(entry.seq, ""))
        before = entry
    return text


def _whole_match(entries: Sequence[Entry[Event]]) -> Sequence[Entry[Event]]:
    if not entries or not isinstance(entries[0].event, Opening):
        raise ValueError("a record begins with the opening of the match")
    for seq, entry in enumerate(entries, 1):
        if entry.seq != seq or entry.match != entries[0].match:
            wanted = f"expected entry {seq} of {entries[0].match}"
            raise ValueError(f"{wanted}, not entry {entry.seq} of {entry.match}")
        if {entry.played_at.utcoffset(), entry.recorded_at.utcoffset()} != {timedelta(0)}:
            raise ValueError(f"entry {seq}: its times are not in UTC")
    return entries


def _header(first: Entry[Event], digest: str | None, head: str | None) -> str:
    opening = msgspec.to_builtins(first.event)
    del opening["type"]
    if opening["by"] == first.recorded_by:
        del opening["by"]
    text = tomli_w.dumps({"match": first.match})
    text += f"date = {_stamp(first.played_at)}\n"
    text += tomli_w.dumps({"recorded_by": first.recorded_by})
    if first.id != derived_id(first.match, 1, first.played_at, first.event):
        text += tomli_w.dumps({"id": first.id})
    if first.recorded_at != first.played_at:
        text += f"recorded_at = {_stamp(first.recorded_at)}\n"
    if digest is not None:
        text += tomli_w.dumps({"digest": digest})
    if head is not None:
        text += tomli_w.dumps({"head": head})
    lines = (text + _toml(opening, "")).split("\n")
    return "\n".join(map(escaped, lines))


def _toml(table: dict[str, Any], path: str) -> str:
    """A table with each table in it under a heading of its own, however short."""
    tables = {key: value for key, value in table.items() if isinstance(value, dict)}
    lists = {
        key: value
        for key, value in table.items()
        if isinstance(value, list | tuple)
        and value
        and all(isinstance(each, dict) for each in value)
    }
    text = tomli_w.dumps({k: v for k, v in table.items() if k not in tables and k not in lists})
    for key, value in tables.items():
        text += f"\n[{path}{key}]\n{_toml(value, f'{path}{key}.')}"
    for key, values in lists.items():
        for each in values:
            text += f"\n[[{path}{key}]]\n{_toml(each, f'{path}{key}.')}"
    return text


def _time_words(moment: datetime, before: datetime) -> list[str]:
    if moment == before:
        return []
    if moment > before and moment.date() == before.date():
        return [moment.time().isoformat()]
    return [_stamp(moment)]


def _stamp(moment: datetime) -> str:
    return f"{moment.replace(tzinfo=None).isoformat()}Z"


def _commented(line: str, comment: str, *, above: bool = False) -> str:
    remarks = ["".join(c if c.isprintable() else " " for c in r) for r in comment.splitlines()]
    if len(remarks) == 1 and not above:
        return f"{line}  # {remarks[0]}\n"
    return "".join(f"# {remark}".rstrip() + "\n" for remark in remarks) + (
        f"{line}\n" if line else ""
    )
