"""No gap between the specification, the rulebook, and what this run has proven of it.

These tests come last (``conftest.py`` sees to it) and judge only a run of all rule tests.
"""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from referee.house import HOUSE
from referee.wondervale.rules import RULEBOOK
from tests.conftest import Proofs
from tests.wondervale.table import EXERCISED

RULES = [*RULEBOOK.rules.values(), *HOUSE.rules.values()]
SPECIFICATIONS = [
    Path(__file__).parent / "wondervale" / "specification.md",
    Path(__file__).parents[2] / "shared" / "rules" / "wondervale.md",
]
"""The list inside the project, and the whole specification where it lies beside the checkout."""

_RULE = re.compile(r"- (WV-\d+\.\d+)((?: ?\[\w+\])*) ")
_READING = re.compile(r"\| (WV-I \d+) \| .*\| (.*) \| (\w+) \|")


class Specified(NamedTuple):
    """What the specification says: the marks of each rule, and each interpretation's options
    and default."""

    rules: dict[str, set[str]]
    readings: dict[str, tuple[set[str], str]]


@pytest.fixture(
    scope="module",
    params=[path for path in SPECIFICATIONS if path.exists()],
    ids=lambda path: path.parent.name,
)
def specified(request: pytest.FixtureRequest) -> Specified:
    lines = request.param.read_text().splitlines()
    rules = [found.groups() for line in lines if (found := _RULE.match(line))]
    readings = [found.groups() for line in lines if (found := _READING.match(line))]
    return Specified(
        {rule: set(re.findall(r"\w+", marks)) for rule, marks in rules},
        {id: (set(options.split("; ")), default) for id, options, default in readings},
    )


def test_the_rulebook_has_the_rules_of_the_specification(specified: Specified):
    assert list(RULEBOOK.rules) == list(specified.rules)


def test_every_rule_has_the_marks_of_the_specification(specified: Specified):
    """Where the specification marks a rule; a rule that it leaves unmarked may have any."""
    differing = {
        id: (marks, set(RULEBOOK[id].marks))
        for id, marks in specified.rules.items()
        if marks and marks != set(RULEBOOK[id].marks)
    }
    assert differing == {}


def test_the_interpretations_are_those_of_the_specification(specified: Specified):
    own = {i.id: (set(i.options), i.default) for i in RULEBOOK.interpretations.values()}
    assert own == specified.readings
    assert all(i.playable == i.options for i in RULEBOOK.interpretations.values())


def test_every_rule_has_a_mark():
    assert [rule.id for rule in RULES if not rule.marks] == []


def test_every_checked_rule_was_refused_by_its_id(proofs: Proofs):
    checked = {rule.id for rule in RULES if "check" in rule.marks}
    assert checked - EXERCISED.refused == set()


def test_every_other_rule_was_exercised(proofs: Proofs):
    others = {rule.id for rule in RULES if {"derive", "choice"} & set(rule.marks)}
    assert others - EXERCISED.met - proofs.marked == set()


def test_every_rule_and_interpretation_has_a_test_of_its_name(proofs: Proofs):
    ids = {rule.id for rule in RULES} | set(RULEBOOK.interpretations)
    assert ids - proofs.named == set()


def test_no_refusal_and_no_marker_names_a_rule_that_there_is_not(proofs: Proofs):
    ids = {rule.id for rule in RULES}
    assert (EXERCISED.refused | EXERCISED.met | proofs.marked) - ids == set()
