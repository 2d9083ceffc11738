"""What a run of the tests proves of the rulebooks and of the commands: gathered by each process
that runs tests, brought together, and judged when all have come to an end.

A book is judged where all tests of its rules belong to the run, the commands where the run is of a
whole tier. ``conftest.py`` gathers and asks.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Self

import typer
from typer.core import TyperCommand, TyperGroup

from referee.games.registry import game_ids, game_of, stream_ids
from referee.house import HOUSE as HOUSE_RULES
from referee.rulebook import Rule, Rulebook
from tests.table import EXERCISED

HERE = Path(__file__).parent
HOUSE = "house"
"""The book of the rules that all games share."""
COMMANDS = "commands"
"""What is judged like a book: that every command is run."""

_SHARED = frozenset(
    path for path in (HERE / "referee").glob("test_*.py") if "def test_ref_" in path.read_text()
)
_FOLDERS = {game: HERE / "games" / game for game in game_ids()} | {
    stream: HERE / stream for stream in stream_ids()
}
TESTS: Mapping[str, frozenset[Path]] = {HOUSE: _SHARED} | {
    game: _SHARED | set(folder.glob("test_*.py"))
    for game, folder in _FOLDERS.items()
    if folder.is_dir()
}
"""The tests of each book of rules: the house's, and those of the games that have a folder."""

EDITIONS: Mapping[str, Sequence[Rulebook]] = {
    book: [game_of(book, v).rulebook for v in game_of(book).versions]
    if book != HOUSE
    else [HOUSE_RULES]
    for book in TESTS
}
"""Each book in all its editions, the usual one first."""


_NAMED = re.compile(r"test_([a-z]{2,3})_(?:(\d+)_(\d+)|i_(\d+))_")


@dataclass
class Proofs:
    """What tests have proven.

    Args:
        partial: the books of which not all tests belong to the run; they are not judged.
        marked: the rules of the ``rule`` markers of tests that passed.
        named: the rules and interpretations after which tests that passed are named.
        refused: the rules by which something was refused that a test expected.
        met: the rules that were met in what followed.
        ran: the commands that were run in the processes of the tests, with the words before them.
        idle: what the list of later tests names that there is not.
    """

    partial: set[str] = field(default_factory=set)
    marked: set[str] = field(default_factory=set)
    named: set[str] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)
    met: set[str] = field(default_factory=set)
    ran: set[str] = field(default_factory=set)
    idle: set[str] = field(default_factory=set)

    def collected(self, paths: Iterable[Path], *, all_of_each: bool, whole: bool) -> None:
        """What the run is of: a whole tier, or these files, with all of their tests or not."""
        if whole:
            return
        found = set(paths)
        self.partial.add(COMMANDS)
        self.partial.update(
            book for book, tests in TESTS.items() if not (all_of_each and tests <= found)
        )

    def left_out(self, path: Path) -> None:
        """A test of this file does not belong to the run."""
        self.partial.update(book for book, tests in TESTS.items() if path in tests)

    def passed(self, name: str, marked: Iterable[str]) -> None:
        """A test of this name and these markers has passed."""
        self.marked.update(marked)
        if found := _NAMED.match(name):
            book, section, number, reading = found.groups()
            rule = f"-I {reading}" if reading else f"-{section}.{number}"
            self.named.add(f"{book.upper()}{rule}")

    def gathered(self) -> Self:
        """All of it, with what the matches of this process have exercised; returns itself."""
        self.refused |= EXERCISED.refused
        self.met |= EXERCISED.met
        self.ran |= RAN
        return self

    def plain(self) -> dict[str, list[str]]:
        """In lists, to be sent to another process."""
        return {name: sorted(found) for name, found in vars(self).items()}

    def add(self, plain: Mapping[str, Sequence[str]]) -> None:
        """Take in what another process has gathered."""
        for name, found in plain.items():
            getattr(self, name).update(found)


RAN: set[str] = set()
"""The commands that were run in this process."""


def watch_commands() -> None:
    """From here on note which commands are run."""
    invoke = TyperCommand.invoke

    def noted(self: TyperCommand, ctx: Any) -> Any:
        RAN.add(ctx.command_path)
        return invoke(self, ctx)

    TyperCommand.invoke = noted  # type: ignore[assignment,method-assign]


def commands() -> set[str]:
    """Every command that there is, with the words before it: ``referee tournament post``."""
    from cli.main import app

    def below(command: Any, context: Any) -> Iterator[str]:
        if not isinstance(command, TyperGroup):
            yield context.command_path
            return
        for name in command.list_commands(context):
            each: Any = command.get_command(context, name)
            yield from below(each, typer.Context(each, parent=context, info_name=name))

    group = typer.main.get_command(app)
    return set(below(group, typer.Context(group, info_name="referee")))


class Judged(NamedTuple):
    """One claim about a book, and the ids for which it does not hold."""

    book: str
    claim: str
    missing: set[str]


def judge(proofs: Proofs) -> Iterator[Judged]:
    """Every claim about every book that the run can prove."""
    for book, editions in EDITIONS.items():
        if book not in proofs.partial:
            for claim, missing in _claims(editions, proofs):
                yield Judged(book, claim, missing)
    if COMMANDS not in proofs.partial:
        yield Judged(COMMANDS, "every command is run by a test", commands() - proofs.ran)
        yield Judged("later.txt", "what the first tier leaves out is there", proofs.idle)
    known = {rule for editions in EDITIONS.values() for each in editions for rule in each.rules}
    cited = proofs.refused | proofs.met | proofs.marked
    if EDITIONS.keys() - proofs.partial:
        yield Judged("all", "a rule that is cited is one that there is", cited - known)


def _claims(editions: Sequence[Rulebook], proofs: Proofs) -> Iterator[tuple[str, set[str]]]:
    rules = [rule for book in editions for rule in book.rules.values()]
    checked = _ids(rule for rule in rules if "check" in rule.marks)
    yield "every checked rule is refused by its id", checked - proofs.refused
    # what is only settled before the start is met like what follows from it
    others = _ids(
        rule
        for rule in rules
        if {"derive", "choice"} & set(rule.marks) or set(rule.marks) == {"setup"}
    )
    yield "every other rule is exercised", others - proofs.met - proofs.marked
    told = _ids(rule for rule in rules if not set(rule.marks) <= {"info", "policy"})
    yield "every rule but background has a test of its name", told - proofs.named
    readings = [i for book in editions for i in book.interpretations.values()]
    playable = {i.id for i in readings if len(i.playable) > 1}
    yield (
        "every interpretation that a match may choose has a test of its name",
        (playable - proofs.named),
    )


def _ids(rules: Iterable[Rule]) -> set[str]:
    return {rule.id for rule in rules}
