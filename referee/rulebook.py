"""Rules and interpretations as data: what a verdict cites and what an opening pins.

They are written as a page, ``rulebook.md`` in the package of a game (``read_rulebook``).
"""

import re
from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Literal, TypeVar, cast, get_args

from msgspec import Struct

from events.error import RefereeError

T = TypeVar("T", "Rule", "Interpretation")
Mark = Literal["check", "derive", "choice", "setup", "info", "policy"]
Standing = Literal["checked", "derived", "declared", "not applicable"]


class RulebookError(RefereeError, ValueError):
    """A rulebook's page cannot be used; says which line, and what was expected."""


class Rule(Struct, frozen=True):
    """One rule of a game."""

    id: str  # the stable id that verdicts cite
    title: str  # a few words
    statement: str  # the rule in one sentence of this project's own
    # what the referee has to do with it: refuse what breaks it (``check``), compute its outcome
    # (``derive``), let a decision be logged (``choice``), settle it before the start (``setup``),
    # or nothing, as it is background (``info``) or about the event, for which no entry is refused
    # (``policy``)
    marks: tuple[Mark, ...] = ()
    declared: bool = False  # the players declare what it rests on, because nobody else can see it

    @property
    def standing(self) -> Standing:
        """How far the referee answers for the rule."""
        if self.declared:
            return "declared"
        if "check" in self.marks:
            return "checked"
        return "derived" if {"derive", "choice"} & set(self.marks) else "not applicable"


class Interpretation(Struct, frozen=True):
    """A place where a rulebook is silent, and the readings that a match may choose from.

    Raises:
        ValueError: one of the readings is not among the options, or the one in force where an
            opening names none cannot be played.
    """

    id: str  # the stable id: the rulebook's letters, ``-I`` and a number
    question: str  # what is open
    options: tuple[str, ...]  # all readings, the default first or not
    default: str  # the reading for a new match where the players name none
    # the readings that the referee can play; all of them unless said
    supported: tuple[str, ...] = ()
    # for a question that was asked later than in the first edition, the reading by which matches
    # were played until then; empty where that was the default
    before: str = ""

    def __post_init__(self) -> None:
        for reading in (self.default, *self.supported, self.unnamed):
            if reading not in self.options:
                raise ValueError(f"{self.id}: {reading} is not one of its options")
        if self.unnamed not in self.playable:
            raise ValueError(f"{self.id}: {self.unnamed} is not supported")

    @property
    def playable(self) -> tuple[str, ...]:
        """The readings that an opening may name."""
        return self.supported or self.options

    @property
    def unnamed(self) -> str:
        """The reading in force where an opening does not name one."""
        return self.before or self.default


class Rulebook:
    """The rules and interpretations of one game, by id and in order.

    Raises:
        ValueError: an id is given twice.
    """

    def __init__(self, rules: Iterable[Rule], interpretations: Iterable[Interpretation] = ()):
        self.rules: Mapping[str, Rule] = _by_id(rules)
        self.interpretations: Mapping[str, Interpretation] = _by_id(interpretations)

    def __getitem__(self, rule_id: str) -> Rule:
        return self.rules[rule_id]

    def defaults(self) -> dict[str, str]:
        """Every interpretation with the reading in force where an opening names none."""
        return {i.id: i.unnamed for i in self.interpretations.values()}

    def usual(self) -> dict[str, str]:
        """Every interpretation with the reading that a new match has where nobody chooses."""
        return {i.id: i.default for i in self.interpretations.values()}


def _by_id(items: Iterable[T]) -> dict[str, T]:
    table: dict[str, T] = {}
    for item in items:
        _enter(table, item)
    return table


def _enter(table: dict[str, T], item: T) -> None:
    if item.id in table:
        raise ValueError(f"{item.id} appears twice in the rulebook")
    table[item.id] = item


# -- the page ----------------------------------------------------------------------------------

_DECLARED = "declared"
_MARKS: tuple[str, ...] = (*get_args(Mark), _DECLARED)
_COLUMNS = ("id", "question", "options", "default")
_MORE_COLUMNS = ("supported", "before")
_RULE = re.compile(r"- ([A-Z]{2,4}-\d+\.\d+)(?: \{([^}]+)\})? ((?:\[[^]]*\])+) ([^:]+): (.+)")
_INTERPRETATION = re.compile(r"([A-Z]{2,4}-I \d+)(?: \{(.+?)\})?")
_READING = re.compile(r"[\w.']+")
_RULED = re.compile(r"(\|[ :]*-+[ :]*)+\|")
_EDITIONS = "Editions: "


def folder_of(package: str) -> Path:
    """Where the files of a package lie; ``importlib.resources`` would load all that reads archives,
    and every command waits for this."""
    return Path(next(iter(import_module(package).__path__)))


def rulebook_of(package: str, edition: str = "") -> Rulebook:
    """The rulebook that lies in a package as ``rulebook.md``.

    Raises:
        RulebookError: as for ``read_rulebook``; it names the package too.
    """
    page = folder_of(package) / "rulebook.md"
    try:
        return read_rulebook(page.read_text(encoding="utf-8"), edition)
    except RulebookError as error:
        raise RulebookError(f"{package}, {page.name}, {error}") from None


def read_rulebook(text: str, edition: str = "") -> Rulebook:
    """A rulebook from its page, with what belongs to one edition of the game.

    The page is Markdown: a title, some words on the whole, sections. A rule is one line of a
    list, an interpretation one row of a table. ``supported`` and ``before`` are columns that a
    table may leave out, as a row may leave a cell of them empty. A page for several editions
    lists them below its title, and names those of a line behind its id, where not all have it.

    Example:
        >>> book = read_rulebook('''
        ... # A small game
        ... Editions: R25, R26
        ...
        ... ## 1 The deck
        ... - SG-1.1 [setup][check] Deck size: A deck has ten cards.
        ... - SG-1.2 {R26} [check] Copies: No card is in a deck twice.
        ...
        ... ## Interpretations
        ... | id | question | options | default | supported | before |
        ... |---|---|---|---|---|---|
        ... | SG-I 1 | SG-1.1: do jokers count? | yes; no | yes | | no |
        ... ''', edition="R25")
        >>> list(book.rules), book.interpretations["SG-I 1"].before
        (['SG-1.1'], 'no')

    Raises:
        RulebookError: a line cannot be read, says what cannot be, or has an id for the second
            time; or the page is not for this edition.
    """
    page = _Page(edition)
    for number, line in enumerate(text.splitlines(), 1):
        try:
            page.read(line.rstrip())
        except ValueError as error:
            raise RulebookError(f"line {number}: {error}") from None
    if page.editions and edition not in page.editions:
        raise RulebookError(f"edition {edition or 'missing'}: one of {', '.join(page.editions)}")
    return Rulebook(page.rules.values(), page.interpretations.values())


class _Page:
    """A page as far as it was read; what cannot be read is a ValueError."""

    def __init__(self, edition: str) -> None:
        self.edition = edition
        self.editions: tuple[str, ...] = ()
        self.titled = self.begun = False
        self.columns: tuple[str, ...] = ()
        self.rules: dict[str, Rule] = {}
        self.interpretations: dict[str, Interpretation] = {}

    def read(self, line: str) -> None:
        if not line:
            self.columns = ()
        elif not self.titled:
            if not line.startswith("# "):
                raise ValueError("a page begins with its title, such as # A small game")
            self.titled = True
        elif line.startswith(("## ", "### ")):
            self.begun = True
        elif line.startswith("- "):
            self.read_rule(line)
        elif line.startswith("|"):
            self.read_row([cell.strip() for cell in line.strip("|").split("|")], line)
        elif self.begun:
            raise ValueError("not a heading, a rule or a row of a table")
        elif line.startswith(_EDITIONS):
            self.editions = tuple(line.removeprefix(_EDITIONS).split(", "))

    def read_rule(self, line: str) -> None:
        found = _RULE.fullmatch(line)
        if found is None:
            raise ValueError("not a rule, which is written - XX-1.1 [check] Title: Statement.")
        rule_id, editions, marked, title, statement = found.groups()
        marks = marked[1:-1].split("][")
        for mark in marks:
            if mark not in _MARKS:
                raise ValueError(f"[{mark}] is not a mark; one of {', '.join(_MARKS)}")
        if self.has(editions):
            kept = cast(tuple[Mark, ...], tuple(mark for mark in marks if mark != _DECLARED))
            _enter(self.rules, Rule(rule_id, title, statement, kept, _DECLARED in marks))

    def read_row(self, cells: list[str], line: str) -> None:
        if not self.columns:
            count = len(_COLUMNS)
            if tuple(cells[:count]) != _COLUMNS or not {*cells[count:]} <= {*_MORE_COLUMNS}:
                columns = " | ".join((*_COLUMNS, *_MORE_COLUMNS))
                raise ValueError(f"a table has the columns {columns}; the last two may be missing")
            self.columns = tuple(cells)
            return
        if _RULED.fullmatch(line):
            return
        if len(cells) != len(self.columns):
            raise ValueError(f"{len(cells)} cells under {len(self.columns)} columns")
        row = dict(zip(self.columns, cells, strict=True))
        found = _INTERPRETATION.fullmatch(row["id"])
        if found is None:
            raise ValueError(f"{row['id']} is not the id of an interpretation, such as XX-I 1")
        item = Interpretation(
            found[1],
            row["question"],
            _readings(row["options"]),
            row["default"],
            _readings(row.get("supported", "")),
            row.get("before", ""),
        )
        if self.has(found[2]):
            _enter(self.interpretations, item)

    def has(self, editions: str | None) -> bool:
        """Whether a line for these editions, or for all, is in the book that is read."""
        named = editions.split() if editions is not None else []
        for edition in named:
            if edition not in self.editions:
                listed = ", ".join(self.editions) or "none"
                raise ValueError(f"{edition} is not an edition of this page, which lists {listed}")
        return not named or self.edition in named


def _readings(cell: str) -> tuple[str, ...]:
    readings = tuple(option.strip() for option in cell.split(";")) if cell else ()
    for reading in readings:
        if not _READING.fullmatch(reading):
            raise ValueError(f'"{reading}" is not a reading, which is one word without spaces')
    return readings
