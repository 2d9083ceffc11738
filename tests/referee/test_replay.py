"""The record entry by entry: many entries at once, digests to note, and what is retracted."""

import dataclasses
from typing import Any

import pytest
from msgspec.structs import replace

from events.common import Opening
from events.notation import read
from referee.fact import ScoreChanged
from referee.house import AnyTable
from referee.replay.replay import Replay
from referee.table import MatchState
from referee.verdict import LEGAL, Illegal, Incomplete, OnTrust, Unsaid, as_json
from tests.games.wondervale.table import CARDS, GAME, Match, begun, opening

MATCH = """
ana draw 1
ana deposit Aegaryn
ana attack 6-1
ana end
ana end
bo draw 1
bo end
bo concede
ana draw 1
"""


def played() -> Match:
    """A match of two turns with lines that are refused, one of them after its end."""
    match = begun()
    for line in MATCH.split("\n"):
        if line:
            match.log(read(line, GAME.codec))
    return match


def test_many_entries_at_once_come_to_what_they_come_to_one_by_one():
    match = played()
    many = Replay(GAME, CARDS, rulings=False).extend(match.replay.events)
    refused = [seq for seq, verdict in enumerate(many.verdicts, 1) if type(verdict) is Illegal]
    assert refused == [8, 10, 12, 14]
    assert many.verdicts == match.replay.verdicts
    assert many.noted == match.replay.noted
    assert list(many.all_facts()) == list(match.replay.all_facts())
    assert many.digest() == match.replay.digest()


def test_digests_are_noted_at_each_turns_end_and_at_the_end_of_the_match():
    match = begun().play("ana draw 1; ana discard Aegaryn; ana end; bo draw 1")
    ended = match.seq - 1
    match.play("bo concede")
    assert list(match.replay.noted)[-2:] == [ended, match.seq]
    assert match.outcome.digest == match.replay.digest()


def test_what_is_retracted_leaves_no_digest_behind():
    match = begun()
    match.refuse("jo strike 1", "REF-3.1")
    noted = match.replay.noted[match.seq]
    assert noted == match.replay.digest()
    match.replay.retract()
    match.play("ana draw 1")
    assert match.outcome.digest == ""
    assert match.seq not in match.replay.noted


def test_the_table_stands_behind_the_entry_before_what_is_retracted():
    match = begun()
    seq = match.t.seq
    match.refuse("ana draw 60", "WV-4.3")
    match.replay.retract()
    assert match.t.seq == seq == len(match.replay.events)


def test_only_what_was_not_applied_is_retracted():
    match = opened_alone()
    with pytest.raises(ValueError, match="not applied"):
        match.replay.retract()
    match = begun()
    with pytest.raises(ValueError, match="not applied"):
        match.replay.retract()
    refused = Match(GAME, replace(opening(), version="0"))
    with pytest.raises(ValueError, match="not applied"):
        refused.replay.retract()


def opened_alone() -> Match:
    """A match of which there is nothing but the opening."""
    return Match(GAME, opening())


def test_what_followed_from_the_opening_is_told_of_the_opening():
    def made(t: AnyTable, e: Opening) -> MatchState[Any]:
        state = GAME.open(t, e)
        t.fact(ScoreChanged("ana", "health", 10))
        t.fact(ScoreChanged("bo", "health", 20))
        return state

    game = dataclasses.replace(GAME, open=made)
    game.__dict__["codec"] = GAME.codec
    match = Match(game, opening())
    told = [ScoreChanged("ana", "health", 10), ScoreChanged("bo", "health", 20)]
    assert match.facts == told
    match.play("ana standard-health")
    assert list(match.replay.facts(1)) == told
    assert [seq for seq, _ in match.replay.all_facts()] == [1, 1, 2, 2]


# -- verdicts as JSON --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("verdict", "said"),
    [
        (LEGAL, {"verdict": "legal"}),
        (OnTrust(("a", "b")), {"verdict": "on trust", "assumptions": ["a", "b"]}),
        (
            Illegal("X-1", "{have:card}, limit {limit}", {"have": 9, "limit": 7}, "7", 3),
            {
                "verdict": "illegal",
                "rule": "X-1",
                "message": "9 cards, limit 7",
                "facts": {"have": 9, "limit": 7},
                "legal": "7",
                "since": 3,
            },
        ),
        (
            Incomplete("say which", {"unit": ("Elk", "Wolf")}),
            {
                "verdict": "incomplete",
                "message": "say which (unit: Elk, Wolf)",
                "ask": "say which",
                "choices": {"unit": ("Elk", "Wolf")},
            },
        ),
        (
            Incomplete("say which", {}, "bo"),
            {
                "verdict": "incomplete",
                "message": "say which",
                "ask": "say which",
                "choices": {},
                "seat": "bo",
            },
        ),
    ],
)
def test_a_verdict_reads_as_json_with_its_message(verdict, said):
    assert as_json(verdict) == said


def test_what_is_unsaid_asks_with_the_words_that_would_do():
    unsaid = Unsaid("say which", {"unit": ("Elk", "Wolf")}, "bo")
    assert unsaid.verdict() == Incomplete("say which", {"unit": ("Elk", "Wolf")}, "bo")
    assert str(unsaid) == "say which (unit: Elk, Wolf)"
    assert unsaid.choices == {"unit": ("Elk", "Wolf")}


def test_what_may_be_logged_next_is_worked_out_once_for_each_state():
    asked: list[int] = []

    def options(table: AnyTable):
        asked.append(table.seq)
        return GAME.options(table)

    replay = Replay(dataclasses.replace(GAME, options=options), CARDS)
    replay.add(begun().replay.events[0])
    for events in (begun().replay.events[1:], [read("ana attack 6-1", GAME.codec)]):
        replay.extend(events)
        found = replay.options()
        assert list(found) == GAME.options(replay.table)
        assert replay.options() is found
    replay.retract()
    assert list(replay.options()) == GAME.options(replay.table)
    assert len(asked) == 3
    many = Replay(replay.game, CARDS, rulings=False).extend(replay.events[:1])
    assert many.options()
    many.extend(replay.events[1:])
    assert list(many.options()) == GAME.options(many.table)
