"""What waits and is answered: the three windows, what an entry reaches, and the laws of closing."""

import dataclasses
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.common import Concede, Note
from events.event import Event
from referee.fact import MatchEnded
from referee.games.registry import game_ids, game_of
from referee.house import AnyTable
from referee.parts.responses import (
    ENDED_BEFORE,
    Bearing,
    Passed,
    Reaches,
    Resolved,
    Window,
    answered,
    before,
    passes,
    pend,
    take_away,
)
from referee.verdict import Illegal, Incomplete, OnTrust
from tests.referee.parts.duel import (
    WINDOW,
    Block,
    Duel,
    End,
    Forbid,
    Hit,
    Match,
    Pass,
    Strike,
    Trade,
    Turn,
    end,
    hit,
)
from tests.tiers import examples


def hows(match: Match) -> list[tuple[int, str]]:
    return [(fact.entry, fact.how) for fact in match.told(Resolved)]


def passed(match: Match) -> list[tuple[str, bool]]:
    return [(fact.seat, fact.implied) for fact in match.told(Passed)]


# -- the seam ----------------------------------------------------------------------------------


def test_a_game_gives_its_window_and_one_without_has_its_handlers_as_they_are():
    some = game_of(next(iter(game_ids())))
    game = dataclasses.replace(some, handlers={Hit: hit, End: end}, window=WINDOW["next"])
    match = Match("next")
    match.fold.handlers = game.all_handlers
    match.plays(Hit("ana", "ogre", 3), Note("cy", "well"))
    assert match.pending == [2]
    match.log(End("ana"))
    assert match.state.kills == ["ana ogre"]
    assert dataclasses.replace(game, window=None).all_handlers[Hit] is hit


def test_a_handler_that_refuses_amid_what_it_does_has_done_nothing():
    match = Match("next")
    before = match.digest

    def amid(t: AnyTable, e: Trade) -> None:
        t.item(t.state.health, "ogre", 9)
        t.forbid("X-1", "too late")

    match.fold.handlers = {Trade: answered(WINDOW["next"], amid), Hit: match.fold.handlers[Hit]}
    for _ in range(2):
        assert isinstance(match.log(Trade("ana")), Illegal)
        assert match.digest == before
        match.log(Hit("ana", "ogre", 1))
        before = match.digest


# -- closed by the next entry that ends it -----------------------------------------------------


def test_the_next_entry_that_belongs_to_nothing_lets_all_take_effect_last_first():
    match = Match("next")
    match.plays(Hit("ana", "ogre", 3), Hit("bo", "ogre", 3, answers=2))
    assert match.state.health == {"ogre": 3, "imp": 1}
    assert match.plays(Trade("cy"), Note("cy", "well")) == ["legal", "legal"]
    assert match.pending == [2, 3]
    match.log(End("ana"))
    assert hows(match) == [(3, "took effect"), (2, "its target is gone")]
    assert match.state.kills == ["bo ogre"]
    assert match.pending == []


def test_what_is_reached_waits_on_and_what_is_younger_takes_effect():
    match = Match("next")
    match.plays(Hit("ana", "ogre", 1), Hit("bo", "ogre", 3, answers=2), Hit("cy", "imp", 0, 2))
    assert match.log(Turn("ana", 2, "imp")) == match.log(Trade("ana"))
    assert match.pending == [2]
    assert match.state.kills == ["bo ogre"]
    match.log(End("ana"))
    assert match.state.kills == ["bo ogre", "ana imp"]


def test_what_answers_nothing_that_is_pending_is_refused_and_lets_nothing_take_effect():
    match = Match("next")
    match.log(Hit("ana", "ogre", 1))
    before = match.digest
    refused = match.log(Hit("bo", "imp", 1, answers=7))
    assert isinstance(refused, Illegal)
    assert refused.rule == "X-1"
    assert isinstance(match.log(Turn("bo", 7, "imp")), Illegal)
    assert match.digest == before


@pytest.mark.parametrize("window", WINDOW)
def test_an_illegal_entry_that_would_close_leaves_the_bytes_and_the_facts(window: str):
    match = Match(window, ogre=1, imp=1, elf=1, orc=1)
    match.plays(Hit("ana", "ogre", 1), Hit("bo", "imp", 1, answers=2), Block("cy", 2))
    before, facts = match.digest, list(match.table.facts)
    assert isinstance(match.log(End("ana", claim=True)), Illegal)
    assert match.digest == before
    assert match.table.facts == facts


def test_what_was_said_in_advance_is_refused_at_its_own_entry():
    match = Match("next")
    before = match.digest
    assert isinstance(match.log(Hit("ana", "ogre", 1, kills=True)), Illegal)
    assert match.digest == before


def test_what_a_declaration_is_on_trust_for_is_not_said_again():
    match = Match("next")
    assert match.log(Hit("ana", "ogre", 3, kills=True)) == OnTrust(("nobody saw the blade",))
    assert match.state.health["ogre"] == 3
    assert match.plays(End("ana")) == ["legal"]
    assert match.state.kills == ["ana ogre"]


def test_a_match_that_ends_so_refuses_nobody_and_the_entry_changes_nothing_more():
    match = Match("next", ogre=1, imp=1, elf=1, orc=1)
    for each in ("ogre", "imp", "elf", "orc"):
        match.log(Hit("ana", each, 1, answers=match.table.seq if match.pending else 0))
    turn = match.state.turn
    assert match.log(End("ana")) == OnTrust((f"{ENDED_BEFORE}: ana end was not heard",))
    assert len(match.told(MatchEnded)) == 1
    assert (match.state.turn, match.state.winner) == (turn, "ana")


def test_a_line_that_was_refused_when_it_could_be_heard_does_not_come_after_the_end():
    match = Match("next", ogre=1, imp=1, elf=1, orc=1)
    for each in ("ogre", "imp", "elf", "orc"):
        match.log(Hit("ana", each, 1, answers=match.table.seq if match.pending else 0))
    before, pending = match.digest, match.pending

    def of_all_four(t: AnyTable, e: Event) -> Bearing:
        return "apart" if len(t.state.waiting.stack) == 4 else "ends"

    def refuses(t: AnyTable, e: Trade) -> None:
        t.forbid("X-1", "not so")

    window = dataclasses.replace(WINDOW["next"], bearing=of_all_four, later=lambda t, e: True)
    match.fold.handlers = {Trade: answered(window, refuses)}
    refused = match.log(Trade("ana"))
    assert isinstance(refused, Illegal)
    assert (refused.rule, match.digest, match.pending) == ("X-1", before, pending)


def test_an_end_of_the_match_is_taken_back_with_what_brought_it():
    match = Match("next", ogre=1, imp=1, elf=1, orc=1)
    match.plays(Hit("ana", "ogre", 1), Hit("ana", "imp", 1, 2), Hit("ana", "elf", 1, 2))
    before = match.digest
    with pytest.raises(ZeroDivisionError), match.table.whole():
        match.state.health["orc"] = 1
        match.table.seq = 99
        match.table.end_match("ana", "kills", "X-4")
        raise ZeroDivisionError
    assert match.digest == before


# -- stages, cancel and block ------------------------------------------------------------------


def test_cancel_takes_the_top_away():
    match = Match("stages")
    match.plays(Hit("ana", "ogre", 3), Forbid("bo", 2))
    match.log(End("ana"))
    assert hows(match) == [(2, "cancelled"), (3, "took effect")]
    assert match.state.health["ogre"] == 3


def test_a_cancel_may_be_cancelled():
    match = Match("stages")
    match.plays(Hit("ana", "ogre", 3), Forbid("bo", 2), Forbid("ana", 3), Block("bo", 2))
    assert match.pending == [2]
    match.log(End("ana"))
    assert match.state.kills == ["ana ogre"]


def test_a_block_reaches_the_blow_and_what_still_owes_one_holds_everything_up():
    match = Match("stages")
    match.log(Hit("ana", "ogre", 1))
    before = match.digest
    refused = match.log(End("ana"))
    assert isinstance(refused, Illegal)
    assert (refused.rule, refused.since) == ("X-8", 2)
    assert match.digest == before
    assert match.plays(Block("bo", 2, "imp"), End("ana")) == ["legal", "legal"]
    assert hows(match) == [(2, "counter"), (2, "took effect")]
    assert match.state.kills == ["ana imp"]


# -- passes in succession ----------------------------------------------------------------------


def test_the_top_takes_effect_when_all_have_passed_in_succession():
    match = Match("passes", ("ana", "bo"))
    match.plays(Hit("ana", "ogre", 1), Hit("bo", "imp", 1, answers=2))
    match.plays(Pass("bo"), Pass("ana"))
    assert match.pending == [2]
    assert match.state.kills == ["bo imp"]
    assert match.state.waiting.holder == ""
    match.plays(Pass("ana"), Hit("bo", "ogre", 1, answers=2), Pass("bo"))
    assert match.pending == [2, 7]


def test_who_was_to_act_before_has_passed_by_what_is_done():
    match = Match("passes")
    match.plays(Hit("ana", "ogre", 1), Pass("cy"))
    assert passed(match) == [("ana", True), ("bo", True), ("cy", False)]
    assert hows(match) == [(2, "took effect")]


def test_a_slow_action_implies_all_passes_that_are_missing():
    match = Match("passes", ("ana", "bo"))
    match.plays(Hit("ana", "ogre", 1), Hit("ana", "imp", 1, 2), Pass("ana"), Hit("ana", "ogre", 2))
    assert passed(match) == [("bo", True), ("ana", True), ("bo", True)]
    assert hows(match) == [(3, "took effect"), (2, "took effect")]
    assert match.pending == [5]


def test_who_acts_after_a_pass_of_its_own_shows_that_the_others_passed():
    match = Match("passes", ("ana", "bo"))
    match.plays(
        Hit("ana", "ogre", 1), Hit("ana", "imp", 1, 2), Pass("ana"), Hit("ana", "ogre", 1, 2)
    )
    assert passed(match) == [("bo", True)]
    assert match.pending == [2, 5]
    assert match.state.kills == ["ana imp"]


def test_who_passed_has_passed_while_what_is_reached_waits_on():
    match = Match("passes", ("ana", "bo"))
    match.plays(Hit("ana", "ogre", 1), Pass("ana"))
    assert match.plays(Turn("ana", 2, "imp")) == ["legal"]
    assert (match.pending, match.state.waiting.passed) == ([2], ["ana"])


def test_to_pass_twice_is_to_pass_once():
    match = Match("passes")
    match.plays(Hit("ana", "ogre", 1), Pass("ana"))
    before = match.digest
    assert match.plays(Pass("ana")) == ["legal"]
    assert match.digest == before


def test_who_has_left_the_match_neither_passes_nor_is_waited_for():
    match = Match("passes")
    match.plays(Hit("ana", "ogre", 1), Pass("ana"), Concede("ana"))
    for refused in (match.log(Pass("ana")), match.log(Hit("ana", "imp", 1, answers=2))):
        assert isinstance(refused, Illegal)
        assert refused.rule == "REF-1.3"
    assert match.plays(Pass("bo")) == ["legal"]
    assert match.pending == [2]
    match.log(Pass("cy"))
    assert match.pending == []


def test_all_pass_on_nothing_pending_and_the_step_ends():
    match = Match("passes")
    match.plays(Pass("ana"), Pass("bo"))
    assert (match.state.turn, match.state.waiting.passed) == (0, ["ana", "bo"])
    match.log(Pass("cy"))
    assert (match.state.turn, match.state.waiting.passed) == (1, [])


# -- laws --------------------------------------------------------------------------------------

SEATS = st.sampled_from(("ana", "bo", "cy"))
TARGETS = st.sampled_from(("ogre", "imp", "elf", "none"))
ENTRIES = st.integers(0, 9)
EVENTS = st.one_of(
    st.builds(
        Hit, SEATS, TARGETS, st.integers(0, 2), ENTRIES, st.sampled_from((None, True, False))
    ),
    st.builds(Forbid, SEATS, ENTRIES),
    st.builds(Turn, SEATS, ENTRIES, TARGETS),
    st.builds(Block, SEATS, ENTRIES),
    st.builds(Pass, SEATS),
    st.builds(Trade, SEATS),
    st.builds(End, SEATS, st.booleans()),
)


@pytest.mark.parametrize("window", WINDOW)
@given(events=st.lists(EVENTS, max_size=20))
@settings(max_examples=examples(60))
def test_what_is_illegal_changes_nothing_and_a_replay_equals_a_replay(
    window: str, events: Sequence[Event]
):
    def played() -> tuple[list[Any], str]:
        match = Match(window, ogre=4, imp=2, elf=2)
        verdicts = []
        for event in events:
            before, facts, trusted = match.digest, list(match.table.facts), match.table.assumptions
            verdicts.append(match.log(event))
            assert trusted == []
            if isinstance(verdicts[-1], Illegal | Incomplete):
                assert match.digest == before
                assert match.table.facts == facts
            elif isinstance(event, End):
                assert match.pending == []
            if match.state.over:
                break
        return verdicts, match.digest

    assert played() == played()


@pytest.mark.parametrize("window", WINDOW)
@given(events=st.lists(EVENTS, max_size=20), at=st.integers(0, 20))
@settings(max_examples=examples(60))
def test_a_state_read_back_from_its_bytes_goes_on_as_it_would_have(
    window: str, events: Sequence[Event], at: int
):
    straight, broken, whole = (Match(window, ogre=4, imp=2, elf=2) for _ in range(3))
    kinds = msgspec.msgpack.Decoder(Duel)
    verdicts = []
    for index, event in enumerate(events):
        if index == at:
            broken.table.state = kinds.decode(msgspec.msgpack.encode(broken.state))
        if straight.state.over:
            break
        verdicts.append(straight.log(event))
        assert broken.log(event) == verdicts[-1]
        assert broken.digest == straight.digest
    whole.fold.ends.append(0)
    whole.fold.extend(events[: len(verdicts)], 2, {})
    assert (whole.fold.verdicts, whole.digest) == (verdicts, straight.digest)


# -- moments, triggers and what follows --------------------------------------------------------


def test_what_came_up_at_one_moment_is_equally_old():
    match = Match("next", ogre=9)
    table, window = match.table, WINDOW["next"]
    moment = [Strike(1, "ana", target="ogre", harm=1), Strike(1, "bo", target="ogre", harm=1)]
    pend(table, window, *moment)
    pend(table, window, Strike(1, "cy", target="ogre", harm=1))
    assert [each.number for each in match.state.waiting.stack] == [0, 0, 1]
    before(table, _reaching(window, moment[0]), Trade("ana"))
    assert [each.seat for each in match.state.waiting.stack] == ["ana", "bo"]
    before(table, window, End("ana"))
    assert [fact.seat for fact in table.facts if isinstance(fact, Resolved)] == ["cy", "bo", "ana"]


def _reaching(window: Window, pending: Strike) -> Window:
    return dataclasses.replace(window, bearing=lambda t, e: Reaches(pending))


def test_what_follows_from_one_thing_is_put_on_top_and_takes_effect_before_the_next():
    match = Match("passes", ogre=2, imp=1)
    table = match.table

    def settle(t: AnyTable) -> None:
        if t.state.health == {"ogre": 2}:
            pend(t, window, Strike(t.seq, "cy", "trap", target="ogre", harm=1), triggered=True)

    window = dataclasses.replace(WINDOW["passes"], settle=settle)
    for target in ("ogre", "imp"):
        table.seq += 1
        pend(table, window, Strike(table.seq, "bo", target, target=target, harm=1))
    for seat in ("bo", "cy", "ana"):
        passes(table, window, seat)
    assert [each.source for each in match.state.waiting.stack] == ["ogre", "trap"]
    assert (match.state.waiting.holder, match.state.waiting.passed) == ("", [])
    before(table, window, End("ana"))
    sources = [fact.source for fact in table.facts if isinstance(fact, Resolved)]
    assert sources == ["imp", "trap", "ogre"]


def test_two_that_are_alike_are_two():
    match = Match("next", ogre=9)
    twins = [Strike(1, "ana", target="ogre", harm=1), Strike(1, "ana", target="ogre", harm=1)]
    pend(match.table, WINDOW["next"], *twins)
    take_away(match.table, twins[1], "cancelled")
    assert match.state.waiting.stack[0] is twins[0]
    before(match.table, WINDOW["next"], End("ana"))
    assert match.state.health == {"ogre": 8}


# -- a second, slow and obvious reading of the windows -----------------------------------------


class Naive:
    """Blows, bans and passes by the book: only what is legal is put to it."""

    def __init__(self, passing: bool, **health: int) -> None:
        self.passing, self.health, self.stack, self.kills = passing, health, [], []
        self.order, self.said, self.asked = ["ana", "bo", "cy"], set(), "ana"

    def top_takes_effect(self) -> None:
        _, seat, what, aim = self.stack.pop()
        if what == "ban":
            self.stack = [each for each in self.stack if each[0] != aim]
        elif aim in self.health:
            self.health[aim] -= what
            if self.health[aim] <= 0:
                del self.health[aim]
                self.kills.append(f"{seat} {aim}")
        self.said, self.asked = set(), self.order[0]

    def let_pass(self, seat: str) -> None:
        """Everybody is asked in turn, from who is asked now, until it is this seat's turn."""
        while self.asked != seat:
            self.one_passes(self.asked)

    def one_passes(self, seat: str) -> None:
        self.said.add(seat)
        self.asked = self.order[(self.order.index(seat) + 1) % 3]
        if len(self.said) == 3:
            if self.stack:
                self.top_takes_effect()
            else:
                self.said, self.asked = set(), self.order[0]

    def log(self, entry: int, event: Event) -> None:
        if isinstance(event, Pass):
            if event.seat not in self.said:
                self.let_pass(event.seat)
                self.one_passes(event.seat)
        elif isinstance(event, Hit | Forbid):
            if event.answers and self.passing:
                self.let_pass(event.seat)
            elif not event.answers:
                self.close()
            aim = (event.harm, event.target) if isinstance(event, Hit) else ("ban", event.answers)
            self.stack.append((entry, event.seat, *aim))
            self.said, self.asked = set(), event.seat
        elif isinstance(event, Block):
            self.close(event.entry)
        elif isinstance(event, Turn):
            self.close(event.entry)
            entry, seat, harm, _ = self.stack.pop()
            self.stack.append((entry, seat, harm, event.target))
        elif isinstance(event, End):
            self.close()
            at = (self.order.index(event.seat) + 1) % 3
            self.order = self.order[at:] + self.order[:at]
            self.asked = self.order[0]

    def close(self, down_to: int = 0) -> None:
        while self.stack and self.stack[-1][0] > down_to:
            self.top_takes_effect()
        if not self.stack:
            self.said, self.asked = set(), self.order[0]


@pytest.mark.parametrize("window", ["next", "passes"])
@given(events=st.lists(EVENTS, max_size=25))
@settings(max_examples=examples(150))
def test_what_happens_is_what_the_book_says(window: str, events: Sequence[Event]):
    health = {"ogre": 4, "imp": 2, "elf": 2}
    match, naive = Match(window, **health), Naive(window == "passes", **health)
    for event in events:
        if window == "next" and isinstance(event, Pass):
            continue
        verdict = match.log(event)
        if match.state.over:
            return
        if not isinstance(verdict, Illegal):
            naive.log(match.table.seq, event)
        assert match.pending == [each[0] for each in naive.stack]
        assert (match.state.health, match.state.kills) == (naive.health, naive.kills)
        assert set(match.state.waiting.passed) == naive.said
