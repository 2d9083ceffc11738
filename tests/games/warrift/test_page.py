"""The page of the rules: what it refers to is there, and what cannot be played is listed."""

import re
from importlib import resources

from referee.rulebook import rulebook_of

PACKAGE = "referee.games.warrift"
BOOK = rulebook_of(PACKAGE)
NOT_PLAYED = {
    "WR-I 7": {"face_down"},
    "WR-I 9": {"counts_only"},
    "WR-I 10": {"copies_only"},
    "WR-I 11": {"allowed"},
    "WR-I 50": {"lose_nothing_and_draw_later"},
    "WR-I 55": {"until_the_draw"},
    "WR-I 57": {"clockwise_from_active_player"},
    "WR-I 68": {"may_be_changed_between_rotations"},
}
"""The readings that an opening is refused for."""


def test_the_page_has_all_rules_and_all_interpretations():
    assert (len(BOOK.rules), len(BOOK.interpretations)) == (177, 75)


def test_no_two_rules_have_one_title():
    titles = [rule.title for rule in BOOK.rules.values()]
    assert sorted(titles) == sorted(set(titles))


def test_a_rule_is_one_sentence():
    several = [
        rule.id
        for rule in BOOK.rules.values()
        if not rule.statement.endswith(".") or re.search(r"[.!?] ", rule.statement)
    ]
    assert several == []


def test_what_a_line_refers_to_is_on_the_page():
    page = resources.files(PACKAGE).joinpath("rulebook.md").read_text(encoding="utf-8")
    named = {*re.findall(r"WR-(?:I \d+|\d+\.\d+)", page)}
    assert named <= {*BOOK.rules, *BOOK.interpretations}


def test_every_interpretation_says_which_rule_it_is_about():
    assert [
        id
        for id, reading in BOOK.interpretations.items()
        if not re.match(r"WR-\d+\.\d+(, \d+\.\d+)*: ", reading.question)
    ] == []


def test_the_readings_that_cannot_be_played_are_few_and_none_is_a_default():
    refused = {
        id: set(reading.options) - set(reading.playable)
        for id, reading in BOOK.interpretations.items()
        if len(reading.playable) < len(reading.options)
    }
    assert refused == NOT_PLAYED
    others = sum(len(reading.options) - 1 for reading in BOOK.interpretations.values())
    assert 3 * sum(map(len, refused.values())) <= others
