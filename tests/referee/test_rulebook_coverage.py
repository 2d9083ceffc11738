"""No gap between the specifications, the rulebooks, and what this run has proven of them.

These tests come last (``conftest.py`` sees to it) and judge, book by book, only a run of all
tests of its rules. A game is judged once it has a folder of tests, ``tests/games/<game>/``.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

import pytest

from referee.games.registry import game_of
from referee.house import HOUSE as HOUSE_RULES
from referee.rulebook import Rule, Rulebook
from tests.conftest import HERE, HOUSE, KEY, PROOFS, Proofs
from tests.table import EXERCISED

GAMES = [game for game in PROOFS if game != HOUSE]
BOOKS = {HOUSE: HOUSE_RULES, **{game: game_of(game).rulebook for game in GAMES}}
SPECIFICATIONS = {game: HERE.parents[1] / "shared" / "rules" / f"{game}.md" for game in GAMES}
"""The specification of each game, which may lie beside the checkout."""

_RULE = re.compile(r"- ([A-Z]{2,3}-\d+\.\d+)((?: ?\[\w+\])*) ")
_READING = re.compile(r"\| ([A-Z]{2,3}-I \d+) \| .*\| (.*) \| (.*) \|")
_OPTION = re.compile(r"[\w.']+")


class Specified(NamedTuple):
    """What a specification says of a game: the marks of each rule, and each interpretation's
    options and default."""

    book: Rulebook
    rules: dict[str, set[str]]
    readings: dict[str, tuple[set[str], str]]


def options_in(cell: str) -> list[str]:
    """The options that a cell lists; what stands behind an option explains it."""
    return [found[0] for part in cell.split(";") if (found := _OPTION.match(part.strip()))]


@pytest.fixture(
    scope="module", params=[game for game, path in SPECIFICATIONS.items() if path.exists()]
)
def specified(request: pytest.FixtureRequest) -> Specified:
    game = request.param
    lines = SPECIFICATIONS[game].read_text().splitlines()
    rules = [found.groups() for line in lines if (found := _RULE.match(line))]
    readings = [found.groups() for line in lines if (found := _READING.match(line))]
    return Specified(
        BOOKS[game],
        {rule: set(re.findall(r"\w+", marks)) for rule, marks in rules},
        {id: (set(options_in(cell)), *options_in(default)) for id, cell, default in readings},
    )


@pytest.fixture(params=BOOKS)
def book(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def ids(rules: Iterable[Rule]) -> set[str]:
    return {rule.id for rule in rules}


def test_the_rulebook_has_the_rules_of_the_specification(specified: Specified):
    assert list(specified.book.rules) == list(specified.rules)


def test_every_rule_has_the_marks_of_the_specification(specified: Specified):
    """Where the specification marks a rule; a rule that it leaves unmarked may have any."""
    differing = {
        id: (marks, set(specified.book[id].marks))
        for id, marks in specified.rules.items()
        if marks and marks != set(specified.book[id].marks)
    }
    assert differing == {}


def test_the_interpretations_are_those_of_the_specification(specified: Specified):
    own = {i.id: (set(i.options), i.default) for i in specified.book.interpretations.values()}
    assert own == specified.readings


def test_every_rule_has_a_mark(book: str):
    assert [rule.id for rule in BOOKS[book].rules.values() if not rule.marks] == []


def test_every_checked_rule_was_refused_by_its_id(proofs: Proofs, book: str):
    checked = ids(rule for rule in BOOKS[book].rules.values() if "check" in rule.marks)
    assert checked - EXERCISED.refused == set()


def test_every_other_rule_was_exercised(proofs: Proofs, book: str):
    """What is only settled before the start is met like what follows from it."""
    others = ids(
        rule
        for rule in BOOKS[book].rules.values()
        if {"derive", "choice"} & set(rule.marks) or set(rule.marks) == {"setup"}
    )
    assert others - EXERCISED.met - proofs.marked == set()


def test_every_rule_has_a_test_of_its_name(proofs: Proofs, book: str):
    """Unless it is background alone."""
    told = ids(rule for rule in BOOKS[book].rules.values() if set(rule.marks) != {"info"})
    assert told - proofs.named == set()


def test_every_interpretation_has_a_test_of_its_name(proofs: Proofs, book: str):
    """Where a match has a choice."""
    readings = BOOKS[book].interpretations.values()
    assert {i.id for i in readings if len(i.playable) > 1} - proofs.named == set()


def test_no_refusal_and_no_marker_names_a_rule_that_there_is_not(
    request: pytest.FixtureRequest,
):
    known = {rule for each in BOOKS.values() for rule in each.rules}
    marked = request.config.stash[KEY].marked
    assert (EXERCISED.refused | EXERCISED.met | marked) - known == set()


def test_an_explanation_is_no_part_of_an_option():
    cell = "as_printed; swapped (one below +2, two or more +1); v1.5 (see I 2)"
    assert options_in(cell) == ["as_printed", "swapped", "v1.5"]
