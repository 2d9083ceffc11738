"""No gap between the specifications and the rulebooks. A specification may lie beside the checkout;
where none does, this module is not read (``tests/conftest.py``).
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

import pytest

from referee.games.registry import game_of, is_stream
from referee.rulebook import Rulebook
from tests.proofs import EDITIONS, HERE, HOUSE
from tests.referee.test_rulebook_coverage import Told, options_in, rule_in

GAMES = [game for game in EDITIONS if game != HOUSE]
_BESIDE = HERE.parents[1] / "shared"
SPECIFICATIONS = {
    game: _BESIDE / (f"{game.upper()}.md" if is_stream(game) else f"rules/{game}.md")
    for game in GAMES
}
"""The specification of each game, which may lie beside the checkout."""

ADDED = {"tournament": {"TR-1.8", "TR-1.9"}}
"""Rules that a book has beside those of its specification, which says them outside of its list."""

READ_BESIDE = {"grand_archive": {"GA-I 20"}}
"""Interpretations that a book has beside those of its specification, which is silent."""

_READING = re.compile(r"\| ([A-Z]{2,3}-I \d+) \| .*\| (.*) \| (.*) \|")


class Specified(NamedTuple):
    """What a specification says of a game: its rules, and each interpretation's options and
    default."""

    game: str
    books: Mapping[str, Rulebook]
    rules: list[Told]
    readings: dict[str, tuple[set[str], str]]


@pytest.fixture(
    scope="module", params=[game for game, path in SPECIFICATIONS.items() if path.exists()]
)
def specified(request: pytest.FixtureRequest) -> Specified:
    game = request.param
    lines = SPECIFICATIONS[game].read_text().splitlines()
    rules = [told for line in lines if (told := rule_in(line))]
    readings = [found.groups() for line in lines if (found := _READING.match(line))]
    return Specified(
        game,
        dict(zip(game_of(game).versions, EDITIONS[game], strict=True)),
        rules,
        {id: (set(options_in(cell)), *options_in(default)) for id, cell, default in readings},
    )


def test_the_rulebook_has_the_rules_of_the_specification(specified: Specified):
    for edition, book in specified.books.items():
        told = [rule.id for rule in specified.rules if rule.edition in ("", edition)]
        added = ADDED.get(specified.game, set())
        assert added <= book.rules.keys()
        assert [rule for rule in book.rules if rule not in added] == told


def test_every_rule_has_the_marks_of_the_specification(specified: Specified):
    """Where the specification marks a rule; a rule that it leaves unmarked may have any."""
    differing = {
        told.id: (told.marks, set(book[told.id].marks))
        for edition, book in specified.books.items()
        for told in specified.rules
        if told.marks and told.edition in ("", edition)
        if told.marks != set(book[told.id].marks)
    }
    assert differing == {}


def test_the_interpretations_are_those_of_the_specification(specified: Specified):
    for book in specified.books.values():
        own = {i.id: (set(i.options), i.default) for i in book.interpretations.values()}
        for beside in READ_BESIDE.get(specified.game, ()):
            own.pop(beside)
        assert own == specified.readings
