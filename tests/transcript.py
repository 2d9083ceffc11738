"""Transcripts: commands, what was typed at them, and what they print.

A transcript is ``tests/transcripts/<name>.txt``: ``$ `` begins a command, ``> `` a line that is
typed at it; what it prints stands below, two columns in, what it says on standard error behind
``! ``, and in brackets the status that it leaves with, where that is not 0. ``#`` begins a comment.
``python -m tests.golden`` runs the commands and writes the rest anew: to have one more, write its
line alone.

Each transcript begins in an empty folder, with ``tests/records`` beside it as ``records``. Besides
those of the referee there is one command: ``cat FILE`` shows a file, ``cat > FILE`` writes what is
typed at it. What is of this moment reads ``(now)``.
"""

import os
import re
import shlex
from collections.abc import Iterator, Mapping
from contextlib import chdir
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from typer.testing import CliRunner

from cli.main import app

FOLDER = Path(__file__).parent / "transcripts"
RECORDS = Path(__file__).parent / "records"
_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?Z?")
_SLACK = timedelta(minutes=1)
"""Times are printed without their seconds."""
_PROGRESS = re.compile(r"[a-z ]+: [\d,]+( of [\d,]+)?")
"""What a command says while it works, where that takes long."""
_FRESH = re.compile(r"(unsigned: )[a-z-]+|( checkpoint \d+\s+)[0-9a-f]{64}|[\d,]+( a second)")
"""What no run has in common with another: hashes over times and ids that are new, and the pace."""


class Asked(NamedTuple):
    """A command of a transcript.

    Attributes:
        above: the comments before it.
        line: the command, as it is typed.
        typed: what is typed at it, line by line.
    """

    above: list[str]
    line: str
    typed: list[str]


def transcripts() -> dict[str, Path]:
    """All transcripts by name."""
    return {path.stem: path for path in sorted(FOLDER.glob("*.txt"))}


def asked(text: str) -> Iterator[Asked]:
    """The commands of a transcript, without what they print."""
    found = Asked([], "", [])
    for line in [*text.splitlines(), "$ "]:
        if line.startswith("$ "):
            if found.line:
                yield found
                found = Asked([], "", [])
            found = found._replace(line=line[2:])
        elif line.startswith("> "):
            found.typed.append(line[2:])
        elif line.startswith("#"):
            if found.line:
                yield found
                found = Asked([], "", [])
            found.above.append(line)


def written(text: str, folder: Path) -> str:
    """A transcript, written anew.

    Args:
        text: the transcript as it was.
        folder: an empty one, for what the commands write.
    """
    (folder / "records").symlink_to(RECORDS)
    with chdir(folder):
        return "\n".join(line for each in asked(text) for line in _said(each))


def _said(command: Asked) -> Iterator[str]:
    began = datetime.now(UTC)
    yield from command.above
    yield f"$ {command.line}"
    yield from (f"> {line}" for line in command.typed)
    words = shlex.split(command.line)
    typed = "".join(f"{line}\n" for line in command.typed)
    if words[:2] == ["cat", ">"]:
        Path(words[2]).write_text(typed)
    elif words[0] == "cat":
        yield from _told(Path(words[1]).read_text(), began)
    else:
        result = CliRunner().invoke(app, words[1:], input=typed, env=_environment())
        here = f"{Path.cwd()}{os.sep}"
        yield from _told(result.stdout.replace(here, ""), began)
        for line in result.stderr.replace(here, "").splitlines():
            if not _PROGRESS.fullmatch(line):
                yield f"! {line}"
        if result.exit_code:
            yield f"[{result.exit_code}]"
    yield ""


def _told(text: str, began: datetime) -> Iterator[str]:
    def timeless(found: "re.Match[str]") -> str:
        moment = datetime.fromisoformat(found[0].removesuffix("Z")).replace(tzinfo=UTC)
        now = began - _SLACK <= moment <= datetime.now(UTC) + _SLACK
        return f"{'(now)':{len(found[0])}}" if now else found[0]

    text = _FRESH.sub(r"\1\2(new)\3", text)
    for line in text.splitlines():
        yield f"  {_TIME.sub(timeless, line)}" if line else ""


def _environment() -> Mapping[str, str | None]:
    own = {name: None for name in os.environ if name.startswith("REFEREE_")}
    return {**own, "NO_COLOR": "1", "COLUMNS": "80", "LC_ALL": "C.UTF-8"}
