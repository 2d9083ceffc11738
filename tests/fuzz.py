"""Files that somebody might hand in, changed at random: each is answered in plain words.

A file is right or wrong; wrong is one line on standard error that is no fault of the program, a
status that says so, and a log that holds what it held before.
"""

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from referee.games.registry import game_ids, game_of
from storage.log import Log
from tests.cli.test_home import Home

RECORDS = Path(__file__).parent / "records"
ODD = (b"\x00", b"\xff", b"\n", b'"', b"\\", b"[", b"{", b".", b"=", b"-1", b"9" * 30, b"1e999")
ODD_TEXT = tuple(text.encode() for text in ("\u202e", "é", "'", ",", "#", "null", "---", "  "))


class Handed(NamedTuple):
    """A kind of file, with the commands that read it.

    Attributes:
        name: what the changed file is called.
        content: a file that is right.
        commands: what is asked; the file comes last.
    """

    name: str
    content: bytes
    commands: tuple[tuple[str, ...], ...]


def handed(folder: Path) -> Iterator[Handed]:
    """Files of every kind, of every game that is shipped."""
    for game in game_ids():
        found = [
            path for path in sorted((RECORDS / game).glob("*.txt")) if path.suffixes == [".txt"]
        ]
        for path in game_of(game).sample_decks()[:1]:
            yield Handed("deck.toml", path.read_bytes(), (("deck", "check"),))
        for path in game_of(game).sample_catalogs()[:1]:
            yield Handed(f"cards{path.suffix}", path.read_bytes(), (("catalog", "check"),))
        for path in found[:1]:
            yield Handed("record.txt", path.read_bytes(), (("check",), ("import",)))
            home = Home(folder)
            home.ok("import", path)
            match = home.json("matches")["matches"][0]["id"]
            lines, packet = folder / "lines.jsonl", folder / "match.packet"
            home.ok("export", "--format", "jsonl", "-o", lines)
            home.ok("export", match, "--packet", packet)
            yield Handed("lines.jsonl", lines.read_bytes(), (("import",),))
            yield Handed("match.packet", packet.read_bytes(), (("verify",),))


def changed(content: bytes, dice: random.Random) -> bytes:
    """The file with something cut out, put in, doubled, moved, or of another line."""
    changed = content
    for _ in range(dice.choice((1, 1, 2, 5))):
        at, more = dice.randrange(len(changed) + 1), dice.choice((1, 3, 40, 2_000))
        part = changed[at : at + more]
        changed = dice.choice(
            (
                changed[:at] + changed[at + more :],
                changed[:at] + dice.choice(ODD + ODD_TEXT) + changed[at:],
                changed[:at] + part * dice.choice((2, 3, 50)) + changed[at + more :],
                changed[:at],
                changed[:at] + bytes(byte ^ 1 << dice.randrange(8) for byte in part[:3]) + part[3:],
                _lines_swapped(changed, dice),
            )
        )
    return changed


def _lines_swapped(content: bytes, dice: random.Random) -> bytes:
    lines = content.split(b"\n")
    one, other = dice.randrange(len(lines)), dice.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def hand_in(
    folder: Path, rounds: int, first: int = 0, progress: Callable[[str], None] = lambda _: None
) -> tuple[int, list[str]]:
    """Hand changed files in: how many, and what was wrong with the answers.

    Args:
        folder: where to work.
        rounds: how many changes of each file.
        first: the seed of the first.
        progress: told which file is handed in.
    """
    wrong, count = [], 0
    for kind in handed(folder):
        for seed in range(first, first + rounds):
            file = folder / kind.name
            file.write_bytes(changed(kind.content, random.Random(seed)))
            for command in kind.commands:
                progress(f"{kind.name} {seed}: {' '.join(command)}")
                count += 1
                if fault := _fault(Home(folder), command, file):
                    wrong.append(f"{kind.name}, seed {seed}, {' '.join(command)}: {fault}")
    return count, wrong


def _fault(home: Home, command: tuple[str, ...], file: Path) -> str:
    """What is wrong with the answer to a file; empty where it is as it should be."""
    home.log.unlink(missing_ok=True)
    result = home.run(*command, file)
    said = result.stderr.strip()
    if not isinstance(result.exception, SystemExit | None):
        return f"{result.exception!r}"
    if "fault in the program" in said or "Traceback" in said:
        return said
    if result.exit_code not in (0, 2, 3, 4):
        return f"status {result.exit_code}: {said}"
    if result.exit_code == 2 and said.count("\n"):
        return f"more than a line: {said}"
    if result.exit_code == 2 and home.log.exists():
        with Log.open(home.log) as log:
            if log.rows("SELECT * FROM entries") or log.rows("SELECT * FROM catalogs"):
                return "refused, and something was written"
    return ""
