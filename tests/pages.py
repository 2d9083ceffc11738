"""The pages of the house as tests read them: what they show, and what they name.

A page shows, in fenced blocks:

- ``$ referee …``: a command; below it stands what it prints, in that order, ``...`` for what is
  left out; what stands behind a prompt is typed at it. A page is one session, in its own folder.
- a file, where ```name`:`` stands above the block.

All else that begins with ``referee`` is a command that there is, with options that it has.
"""

import re
import shlex
from collections.abc import Iterator, Sequence
from contextlib import chdir
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import typer
from typer.testing import CliRunner

from cli.main import app

ROOT = Path(__file__).parents[1]
ROOMS = ("cli", "storage", "referee", "events")
PAGES = {
    str(path.relative_to(ROOT)): path
    for path in (
        ROOT / "README.md",
        ROOT / ".github" / "CONTRIBUTING.md",
        *(
            path
            for room in ROOMS
            for path in sorted((ROOT / room).rglob("*.md"))
            if path.name != "rulebook.md"
        ),
    )
}
"""All pages by where they lie."""
GUIDE = "referee/games/README.md"
"""The one page that is followed as a whole (``tests/test_guide.py``)."""

_BLOCK = re.compile(r"(?:^`([^`\n]+)`:\n\n)?^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_TYPED = re.compile(
    r"^(?:\d+ \w+|r\d+, \d+ open)> ?(.*)$|^.*\[(?:y/n|m/p)\] (.*)$",
)
_SPAN = re.compile(r"`([^`]+)`")


class Block(NamedTuple):
    """A fenced block: the file that it is, or nothing; its language; what stands in it."""

    file: str
    language: str
    text: str


class Shown(NamedTuple):
    """A command that a page shows, with what is said to be printed, line by line."""

    command: str
    lines: Sequence[str]

    @property
    def typed(self) -> list[str]:
        """What is typed at it."""
        found = (_TYPED.match(line) for line in self.lines)
        return [each[1] if each[2] is None else each[2] for each in found if each]


def text_of(page: str) -> str:
    """The whole page."""
    return PAGES[page].read_text("utf-8")


def blocks(page: str) -> list[Block]:
    """The fenced blocks of a page."""
    return [Block(*found.groups(default="")) for found in _BLOCK.finditer(text_of(page))]


def prose(page: str) -> str:
    """A page without its fenced blocks."""
    return _BLOCK.sub("", text_of(page))


def shown(block: Block) -> Iterator[Shown]:
    """The commands of a block that are shown with what they print."""
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, printed = part.replace("\\\n", "").partition("\n")
        yield Shown(command, printed.splitlines())


def walk(page: str, folder: Path) -> Iterator[tuple[Shown, list[str]]]:
    """Each command that a page shows, with what it really prints; its log is in the folder."""
    (folder / "tests").symlink_to(ROOT / "tests")
    environment = {"REFEREE_LOG": str(folder / "log.duckdb"), "NO_COLOR": "1", "COLUMNS": "80"}
    with chdir(folder):
        for block in blocks(page):
            if block.file:
                file = Path(block.file)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(block.text, "utf-8")
            for each in shown(block):
                words = shlex.split(each.command)
                typed = "".join(f"{line}\n" for line in each.typed)
                result = CliRunner().invoke(app, words[1:], input=typed, env=environment)
                said = result.stdout + result.stderr
                refused = each.typed or any(line.startswith("referee: ") for line in each.lines)
                assert result.exit_code in ((0, 2, 3) if refused else (0, 3)), f"{words}: {said}"
                yield each, said.splitlines()


def missing(expected: Sequence[str], printed: Sequence[str]) -> str | None:
    """The first line that is not printed, after those before it; None where all are."""
    at = -1
    for line in expected:
        if line.strip() != "...":
            if line not in printed[at + 1 :]:
                return line
            at = printed.index(line, at + 1)
    return None


def commands(page: str) -> set[str]:
    """Every command that a page names: in its blocks, and between backticks in its prose."""
    spans = _SPAN.findall(" ".join(prose(page).split()))
    lines = (
        line.removeprefix("$ ")
        for block in blocks(page)
        if block.language in ("", "sh")
        for line in block.text.replace("\\\n", "").splitlines()
    )
    named = (re.split(r" {2,}| #", each)[0] for each in (*spans, *lines))
    return {each for each in named if each.startswith("referee ")}


@cache
def _known() -> dict[str, set[str] | None]:
    """Every command with its options; None for a group of commands."""

    def below(path: str, group: Any) -> Iterator[tuple[str, set[str] | None]]:
        if not hasattr(group, "list_commands"):
            options = {each for one in group.params for each in (*one.opts, *one.secondary_opts)}
            yield path, options | {"--help", "-h"}
            return
        yield path, None
        context = typer.Context(group)
        for name in group.list_commands(context):
            yield from below(f"{path} {name}", group.get_command(context, name))

    return dict(below("referee", typer.main.get_command(app)))


def misused(command: str) -> str:
    """What is wrong with a command as it is named: no such command, or no such option."""
    path, *words = shlex.split(command)
    known = _known()
    while known[path] is None and words:
        if words[0].isupper() or words[0].startswith("-"):
            return ""  # any command, or an option of all
        if f"{path} {words[0]}" not in known:
            return f"{command}: no command {words[0]}"
        path = f"{path} {words.pop(0)}"
    options = [word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)]
    wrong = [option for option in options if option not in (known[path] or ())]
    return f"{command}: no option {', '.join(wrong)}" if wrong else ""


def unknown_options(page: str) -> set[str]:
    """The options that it names without their command, and that no command has."""
    named = {
        found[0] for each in _SPAN.findall(prose(page)) if (found := re.match(r"--\w[\w-]*", each))
    }
    return named - {option for options in _known().values() for option in options or ()}


@cache
def code() -> str:
    """All Python of the house and of its tests."""
    found = (path for folder in (*ROOMS, "tests") for path in (ROOT / folder).rglob("*.py"))
    return "\n".join(path.read_text("utf-8") for path in found)


def links(page: str) -> list[str]:
    """Where its links lead that do not leave the house, as seen from the page."""
    found = re.findall(r"\]\(([^)#]+)\)", prose(page))
    return [each for each in found if "://" not in each]


def paths(page: str) -> set[str]:
    """What it names between backticks that is a path of the house."""
    tops = "|".join(map(re.escape, (*ROOMS, "tests", ".build", ".ci", ".github")))
    found = re.findall(rf"`((?:{tops})/[\w./…<>*-]+)`", prose(page))
    return {each for each in found if not re.search(r"/\d+$", each)}  # the version of an answer
