"""Whole recorded matches, replayed: every verdict, fact, ruling and digest as it has always been.

The records and their golden texts lie under ``tests/records/``; see :mod:`tests.golden`.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from events.common import Opening
from events.entry import GENESIS, canonical, seal, verb
from referee.compare import first_divergence
from referee.games import game_of
from referee.replay import replay
from referee.verdict import Illegal, OnTrust
from storage.record import read_record, write_record
from tests.golden import (
    Replayed,
    golden,
    golden_path,
    pinned_catalog,
    records,
    replayed,
    untrue_digests,
)


class Expected(NamedTuple):
    """What a record has to come to.

    Attributes:
        illegal: the entries that were illegal when they were logged, with the rule they break.
        on_trust: the entries that rest on something unseen.
        still_illegal: those of the illegal ones that no ruling let stand or put in order.
        undone: the entries that are out of force, with the ruling that took them out.
        over: how the match ended, and who won.
        readings: where it first goes another way under another reading of an interpretation.
        rules: rules that it shows at work: in a verdict or in what followed.
        verbs: what it shows people doing.
    """

    illegal: Mapping[int, str] = {}
    on_trust: frozenset[int] = frozenset()
    still_illegal: frozenset[int] = frozenset()
    undone: Mapping[int, int] = {}
    over: tuple[str, str] = ("", "")
    readings: Mapping[tuple[str, str], int] = {}
    rules: frozenset[str] = frozenset()
    verbs: str = ""


EXPECTED = {
    "wondervale/clean": Expected(
        over=("Champion at 0 health", "bo"),
        readings={
            ("WV-I 7", "unit_only"): 76,
            ("WV-I 9", "defender_wins"): 111,
            ("WV-I 10", "no"): 124,
        },
        rules=frozenset(
            {
                "WV-3.2",  # a hand without an apprentice is drawn anew
                "WV-3.3",  # the opponent's extra card
                "WV-4.2",  # the discard step
                "WV-4.5",  # the flip
                "WV-4.7",  # the hand limit
                "WV-6.3",  # guardian and hero
                "WV-7.2",  # a swap
                "WV-7.4",  # the defender chooses among ready units
                "WV-7.5",  # the only ready unit enters
                "WV-7.6",  # a direct attack
                "WV-7.8",  # combat
                "WV-7.12",  # tribe cards taken back
                "WV-7.13",  # a card for a lost unit
                "WV-8.3",  # jungle
                "WV-8.4",  # tundra
                "WV-8.5",  # mythic
                "WV-8.6",  # ocean
                "WV-9.4",  # Champion battles, one of them lost with the unit
                "WV-1.1",  # the end
            }
        ),
        verbs="chaos-health mulligan first-roll discard draw deposit lay upgrade promote swap "
        "attack enter roll direct-attack champion-battle reclaim pick graft drown confirm end",
    ),
    "wondervale/dispute": Expected(
        illegal={34: "WV-7.15", 56: "WV-4.3", 57: "WV-4.3", 73: "WV-6.3", 77: "WV-8.3"},
        on_trust=frozenset({54}),
        still_illegal=frozenset({73}),
        undone={12: 13, 42: 47, 43: 47, 44: 47, 79: 81},
        over=("concession", "mira"),
        rules=frozenset({"REF-3.6", "REF-4.1", "WV-4.3", "WV-7.15", "WV-8.3"}),
        verbs="strike stand rewind insert penalty overrule adjust call-judge close-call contest "
        "confirm note decline concede",
    ),
}
"""Every record, and what it has to come to; a new record needs its line here."""

RECORDS = records()


@pytest.fixture(scope="module", params=RECORDS, ids=str)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def path(name: str) -> Path:
    return RECORDS[name]


@pytest.fixture(scope="module")
def match(path: Path) -> Replayed:
    return replayed(path)


@pytest.fixture
def expected(name: str) -> Expected:
    return EXPECTED[name]


def test_every_record_is_expected_to_come_to_something() -> None:
    assert RECORDS.keys() == EXPECTED.keys()


def test_a_record_replays_to_its_golden_text(match: Replayed, path: Path) -> None:
    assert golden(match) == golden_path(path).read_text(), "see python -m tests.golden"


def test_the_entries_that_break_a_rule_are_these(match: Replayed, expected: Expected) -> None:
    illegal = {
        outcome.seq: outcome.verdict.rule
        for outcome in match.outcomes
        if isinstance(outcome.verdict, Illegal)
    }
    assert illegal == expected.illegal


def test_the_entries_that_rest_on_trust_are_these(match: Replayed, expected: Expected) -> None:
    assert {o.seq for o in match.outcomes if isinstance(o.verdict, OnTrust)} == expected.on_trust


def test_the_rulings_leave_these_entries_standing(match: Replayed, expected: Expected) -> None:
    standing = {o.seq: match.replay.standing(o.seq) for o in match.outcomes}
    assert match.replay.undone == expected.undone
    assert {seq for seq, verdict in standing.items() if verdict is None} == expected.undone.keys()
    illegal = {seq for seq, verdict in standing.items() if isinstance(verdict, Illegal)}
    assert illegal == expected.still_illegal


def test_the_match_ends_so(match: Replayed, expected: Expected) -> None:
    assert (match.replay.state.over, match.replay.state.winner) == expected.over


def test_another_reading_of_the_rules_goes_another_way_here(
    match: Replayed, expected: Expected
) -> None:
    events = [entry.event for entry in match.record.entries]
    found = {}
    for interpretation in match.game.rulebook.interpretations.values():
        for option in interpretation.playable:
            choices = {interpretation.id: option}
            differs = first_divergence(match.game, match.replay.catalog, events, choices)
            if differs is not None:
                found[interpretation.id, option] = differs.seq
    assert found == expected.readings


def test_a_record_shows_what_it_is_there_to_show(match: Replayed, expected: Expected) -> None:
    assert rules_at_work(match) >= expected.rules
    assert {verb(entry.event) for entry in match.record.entries} >= set(expected.verbs.split())


def rules_at_work(match: Replayed) -> set[str]:
    """The rules that a verdict, a fact or a term of a total cites, when it was logged or since."""
    found = {o.verdict.rule for o in match.outcomes if isinstance(o.verdict, Illegal)}
    facts = [fact for outcome in match.outcomes for fact in outcome.facts]
    for fact in (*facts, *(fact for _, fact in match.replay.all_facts())):
        found.add(getattr(fact, "rule", ""))
        found |= {term.rule for term in getattr(fact, "terms", ())}
    return found


def test_a_record_states_true_digests_and_that_of_its_end(match: Replayed) -> None:
    assert untrue_digests(match) == []
    stated, noted = match.record.digests, match.replay.noted
    assert stated.items() <= noted.items(), "the log notes no digest at some of these entries"
    assert max(noted) in stated
    assert noted[max(noted)] == match.replay.digest()


def test_a_record_comes_back_from_writing_with_the_same_hashes(match: Replayed) -> None:
    entries, codec = match.record.entries, match.game.codec
    again = read_record(
        write_record(entries, codec, match.record.digests), lambda g, v: game_of(g, v).codec
    )
    assert again.entries == entries
    assert again.digests == match.record.digests
    hashes = []
    for chain in (entries, again.entries):
        previous = GENESIS
        for entry in chain:
            previous = seal(entry, previous).hash
        hashes.append(previous)
    assert hashes[0] == hashes[1]


def test_the_stored_bytes_replay_to_the_same_end(match: Replayed) -> None:
    events = match.game.codec.events_of(canonical(entry) for entry in match.record.entries)
    assert events == [entry.event for entry in match.record.entries]
    assert isinstance(events[0], Opening)
    whole = replay(match.game, pinned_catalog(match.game, events[0]), events)
    assert whole.verdicts == match.replay.verdicts
    assert list(whole.all_facts()) == list(match.replay.all_facts())
    assert whole.noted == match.replay.noted
    assert whole.digest() == match.replay.digest()
