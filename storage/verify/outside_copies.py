"""What backups, the copies of a venue and files of lines know of a log: all of it has to be there.

What somebody took out of a log with everything that told of it is still in what was copied before.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import msgspec

from storage.error import LogError
from storage.log import Log
from storage.proof.given import GivenHead, given_heads, heads, unreached
from storage.proof.head import Head, HeadError, written_head
from storage.verify.report import Difference

_UNKNOWN = datetime.min


def beside(others: Sequence[Path]) -> Iterator[Path]:
    """The logs and files of lines among paths and in folders, such as that of a venue's copies."""
    for path in others:
        if path.is_dir():
            for pattern in ("*.duckdb", "*/*.duckdb", "entries*.jsonl", "*/entries*.jsonl"):
                yield from sorted(path.glob(pattern))
        else:
            yield path


def elsewhere_differs(
    log: Log, others: Sequence[Path], match_ids: Sequence[str] | None = None
) -> Iterator[Difference]:
    """What other files of a log have, and it has not: of each file and match the first such.

    Args:
        log: the log; open for reading will do.
        others: backups, files of lines, and folders with such.
        match_ids: which matches; all where None.

    Raises:
        LogError: one of them cannot be read, or there is nothing to read.
    """
    paths = [*beside(others)]
    if others and not paths:
        raise LogError(f"{', '.join(map(str, others))}: no log and no lines are there")
    own = {(each.match, each.seq, each.hash) for each in given_heads(log)}
    for path in paths:
        last, given = _known(path)
        asked = [each for each in (*given, *last) if not match_ids or each.match in match_ids]
        found: dict[str, Difference] = {}
        for head, instead in unreached(log, asked):
            said = f"{path} has the hash {head.hash} there, and {instead}"
            found.setdefault(head.match, Difference(head.match, head.seq, "head", said))
        for head in given:
            if head in asked and (head.match, head.seq, head.hash) not in own:
                said = (
                    f"{path} keeps that this head was given out, and the log does not: it was "
                    "removed here, or given out from there"
                )
                there = Difference(head.match, head.seq, "head", said, "heads")
                found.setdefault(head.match, there)
        yield from found.values()


def _known(path: Path) -> tuple[list[GivenHead], list[GivenHead]]:
    """The last entry of each match that a file has, and the heads that it keeps."""
    if path.suffix == ".jsonl":
        return _lines(path), []
    with Log.open(path) as other:
        last = [GivenHead(key, *head, _UNKNOWN) for key, head in heads(other).items()]
        return last, given_heads(other)


class _Entry(msgspec.Struct):
    match: str
    seq: int


class _Line(msgspec.Struct):
    """A line of a venue's file, or of an export, which carries a head with the first entry."""

    entry: _Entry | None = None
    hash: str = ""
    match: str = ""
    head: str = ""


def _lines(path: Path) -> list[GivenHead]:
    """The last entry of each match that a file of lines has.

    Raises:
        LogError: it cannot be read.
    """
    last: dict[str, Head] = {}
    try:
        with path.open("rb") as file:
            for text in file:
                with suppress(ValueError, HeadError):  # the last line may be cut off
                    line = msgspec.json.decode(text, type=_Line)
                    match_id, head = line.match, Head(0, "")
                    if line.entry is not None:
                        match_id, head = line.entry.match, Head(line.entry.seq, line.hash)
                    elif line.head:
                        head = written_head(line.head)
                    last[match_id] = max(head, last.get(match_id, head))
    except OSError as error:
        raise LogError(f"{path}: {error.strerror or error}") from error
    return [GivenHead(key, *head, _UNKNOWN) for key, head in last.items() if head.seq]


__all__ = ["beside", "elsewhere_differs"]
