"""What entries rest on is told once for an action, wherever entries are told in a row."""

import itertools
import re

import pytest

from cli.screen.trusted import Trusted
from events.common import Contest, Note
from referee.verdict import LEGAL, OnTrust
from tests.cli.test_home import Home, home

__all__ = ["home"]

NOTE, STANDS = Note("ana", "x"), OnTrust(("it stands", "it is near"))


def test_what_an_action_rests_on_is_told_once_with_the_entry() -> None:
    trusted = Trusted()
    told = [trusted.shorter(seq, NOTE, STANDS) for seq in (4, 5, 6)]
    assert told == [STANDS, OnTrust(("as entry 4",)), OnTrust(("as entry 4",))]


def test_it_is_told_again_of_other_acts_and_after_anything_between() -> None:
    trusted = Trusted()
    assert trusted.shorter(4, NOTE, STANDS) == STANDS
    assert trusted.shorter(5, Contest("ana", 4), STANDS) == STANDS
    assert trusted.shorter(6, NOTE, OnTrust(("it stands",))) == OnTrust(("it stands",))
    assert trusted.shorter(7, NOTE, STANDS) == OnTrust(("as entry 4",))
    assert trusted.shorter(8, NOTE, LEGAL) == LEGAL
    assert trusted.shorter(9, NOTE, STANDS) == STANDS
    assert trusted.shorter(11, NOTE, STANDS) == STANDS


@pytest.mark.parametrize("command", ["replay", "check"])
def test_strides_of_one_move_say_once_what_they_rest_on(home: Home, command: str) -> None:
    home.ok("simulate", "legacy_of_conflict", "-n", 1, "--seed", 7, "--import")
    home.columns = 200
    lines = [line.strip() for line in home.ok(command, "legacy_of_conflict-7-1").splitlines()]
    entry = re.compile(r"(\d+) +(?:[\d:]{8} +)?\w+ stride ")
    rests = re.compile(r"on trust:? +(.*)")
    last, before, back = 0, "", 0
    for line, below in itertools.pairwise(lines):
        if (found := entry.match(line)) and (trusted := rests.match(below)):
            seq, text = int(found[1]), trusted[1]
            if seq == last + 1:
                assert text != before or text.startswith("as entry ")
                back += text.startswith("as entry ")
            last, before = seq, text
    assert back > 5
