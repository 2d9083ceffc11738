"""No gap between the specifications and the rulebooks; what a run proves of these is judged at its
end (``tests/proofs.py``). A game is judged once it has a folder of tests, ``tests/games/<game>/``.
"""

import re
from typing import NamedTuple

import pytest

from referee.rulebook import Rulebook
from tests.proofs import EDITIONS, HERE, HOUSE, TESTS, Proofs, judge

GAMES = [game for game in EDITIONS if game != HOUSE]
SPECIFICATIONS = {game: HERE.parents[1] / "shared" / "rules" / f"{game}.md" for game in GAMES}
"""The specification of each game, which may lie beside the checkout."""

_RULE = re.compile(r"- ([A-Z]{2,3}-\d+\.\d+)((?: ?\[\w+\])*) ")
_READING = re.compile(r"\| ([A-Z]{2,3}-I \d+) \| .*\| (.*) \| (.*) \|")
_OPTION = re.compile(r"(?!with )([\w.']+)")
_RECORDED = re.compile(r"(a number|numbers) recorded in the opening event")


class Specified(NamedTuple):
    """What a specification says of a game: the marks of each rule, and each interpretation's
    options and default."""

    book: Rulebook
    rules: dict[str, set[str]]
    readings: dict[str, tuple[set[str], str]]


def options_in(cell: str) -> list[str]:
    """The options that a cell lists; what stands behind an option explains it, what begins with
    "with" is a remark, and a number that the opening records is ``limited``."""
    said = _RECORDED.sub("limited", cell).split(";")
    return [found[1] for part in said if (found := _OPTION.match(part.strip()))]


@pytest.fixture(
    scope="module", params=[game for game, path in SPECIFICATIONS.items() if path.exists()]
)
def specified(request: pytest.FixtureRequest) -> Specified:
    game = request.param
    lines = SPECIFICATIONS[game].read_text().splitlines()
    rules = [found.groups() for line in lines if (found := _RULE.match(line))]
    readings = [found.groups() for line in lines if (found := _READING.match(line))]
    return Specified(
        EDITIONS[game][0],
        {rule: set(re.findall(r"\w+", marks)) for rule, marks in rules},
        {id: (set(options_in(cell)), *options_in(default)) for id, cell, default in readings},
    )


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


@pytest.mark.parametrize("book", EDITIONS)
def test_every_rule_has_a_mark(book: str):
    rules = [rule for edition in EDITIONS[book] for rule in edition.rules.values()]
    assert [rule.id for rule in rules if not rule.marks] == []


def test_an_explanation_is_no_part_of_an_option():
    cell = "as_printed; swapped (one below +2, two or more +1); v1.5 (see I 2)"
    assert options_in(cell) == ["as_printed", "swapped", "v1.5"]


# -- what a run proves -------------------------------------------------------------------------


def proven() -> Proofs:
    """All that could be proven of every book."""
    books = [book for editions in EDITIONS.values() for book in editions]
    rules = {rule for book in books for rule in book.rules}
    readings = {reading for book in books for reading in book.interpretations}
    return Proofs(marked=set(rules), named=rules | readings, refused=set(rules), met=set(rules))


def gaps(proofs: Proofs) -> dict[str, set[str]]:
    return {book: missing for book, _, missing in judge(proofs) if missing}


def test_a_run_without_gaps_proves_every_book():
    assert {book for book, _, _ in judge(proven())} == {*EDITIONS, "all"}
    assert gaps(proven()) == {}


@pytest.mark.parametrize("kind", ["named", "refused"])
def test_a_rule_that_no_test_proves_is_a_gap_in_its_book(kind: str):
    proofs = proven()
    getattr(proofs, kind).remove("REF-1.4")
    assert gaps(proofs) == {HOUSE: {"REF-1.4"}}


def test_a_rule_that_there_is_not_is_a_gap():
    proofs = proven()
    proofs.met.add("REF-99.1")
    assert gaps(proofs) == {"all": {"REF-99.1"}}


def test_a_book_is_judged_where_all_tests_of_its_rules_belong_to_the_run():
    shared = sorted(TESTS[HOUSE])
    assert HERE / "referee" / "test_rulings.py" in shared
    proofs = proven()
    proofs.collected(shared, all_of_each=True)
    assert {book for book, _, _ in judge(proofs)} == {HOUSE, "all"}
    proofs.left_out(shared[0])
    assert list(judge(proofs)) == []


def test_several_processes_prove_together_what_each_has_gathered():
    whole, half, other = proven(), Proofs(), Proofs()
    half.add({"refused": sorted(whole.refused), "met": sorted(whole.met)})
    other.add({"marked": sorted(whole.marked), "named": sorted(whole.named)})
    assert gaps(half) and gaps(other)
    together = Proofs()
    for each in (half, other):
        together.add(each.plain())
    assert together == whole


def test_a_test_that_passes_proves_the_rule_of_its_name_and_markers():
    proofs = Proofs()
    proofs.passed("test_wv_7_15_three_attacks", ["WV-4.1"])
    proofs.passed("test_lc_i_52_[one]", [])
    assert (proofs.named, proofs.marked) == ({"WV-7.15", "LC-I 52"}, {"WV-4.1"})
