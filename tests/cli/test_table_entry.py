"""The scorekeeper's table: short lines, questions before an illegal entry, nothing lost."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from random import Random
from statistics import median

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from cli.commands.table import converse, run_table
from cli.reading.door.address import Situation
from cli.reading.door.cut_short import read_part
from cli.reading.lines import split_line
from cli.table.completion import Completer
from cli.table.prompt import ByTab, prompted
from cli.table.screen import board_lines
from cli.table.session import Session
from events.common import Note, Strike
from events.entry import GENESIS, entry_id
from events.event import Event
from events.notation import Malformed, write
from referee.catalog import Catalog, read_catalog, read_deck
from referee.fact import TurnBegan
from referee.game import Game, Panel
from referee.games.registry import game_of
from referee.replay.replay import Replay
from referee.replay.simulate import opening, simulate
from referee.verdict import Illegal, OnTrust
from storage.exchange.record import read_record
from storage.log import Log, LogError
from storage.match import Draft, Match, Recorded, sealed_draft
from tests.tiers import examples

GAME = game_of("wondervale")
CATALOG = read_catalog(GAME.sample_catalogs()[0].read_text(), GAME.catalog_type)
DECKS = [
    (deck.name, deck.cards) for p in GAME.sample_decks() for deck in [read_deck(p.read_text())]
]
OPENING = opening(GAME, CATALOG, DECKS[:2])
JUDGED = msgspec.structs.replace(OPENING, judges={"lena": "judge", "sato": "head-judge"})
SETUP = "standard; dr; dr; first 4-2"
TURN = "dr; dep aeg aeg; la snow; e"
THIRD_TURN = "dr; dep jur ver; la fern t=jur; e; dr; pro snow"
NOW = datetime(2026, 3, 14, 10, tzinfo=UTC)

_numbers = count(1)


def draft(event: Event, by: str = "kim") -> Draft:
    number = next(_numbers)
    return Draft(event, entry_id(number, number.to_bytes(10, "big")), NOW, NOW, by)


class Table:
    """A match in memory, with a session that follows it; no terminal and no file."""

    def __init__(self, events: Sequence[Event] = (OPENING,)) -> None:
        self.match = Match("m1", GAME, CATALOG)
        self._append([draft(event) for event in events])
        self.session = Session(self.match, "kim")
        self.offer = ""
        self.shown = "\n".join(self.session.greeting().lines)

    def _append(self, drafts: Sequence[Draft]) -> list[Recorded]:
        recorded = []
        for each in drafts:
            previous = self.match.hashes[-1] if self.match.hashes else GENESIS
            sealed = sealed_draft(each, "m1", self.match.last + 1, previous, GAME.codec)
            outcome = self.match.replay().add(sealed.entry.event)
            self.match.extend([sealed], [outcome.digest or None])
            recorded.append(Recorded(sealed.entry, sealed.hash, outcome))
        return recorded

    def type(self, *lines: str) -> str:
        """Type lines; returns what the last of them showed."""
        for line in lines:
            reply = self.session.enter(line)
            self.shown = "\n".join(reply.lines)
            if reply.events:
                reply = self.session.logged(self._append([draft(e) for e in reply.events]))
                self.shown += "\n".join(reply.lines)
            elif reply.look:
                reply = self.session.looked()
                self.shown = "\n".join(reply.lines)
            self.offer = reply.offer
        return self.shown

    @property
    def events(self) -> list[str]:
        """The notation of every entry after the opening."""
        return [write(event, GAME.codec) for event in self.match.replay().events[1:]]

    @property
    def standing(self) -> list[str]:
        """The notation of every entry in force after the opening."""
        return [write(step.event, GAME.codec) for step in self.match.replay().steps()[1:]]


def played(*lines: str) -> Table:
    table = Table()
    table.type(*lines)
    return table


# -- lines that say little ---------------------------------------------------------------------


def test_a_whole_turn_is_one_short_line() -> None:
    table = played(SETUP, TURN)
    assert table.events[4:] == [
        "ana draw",
        "ana deposit Aegaryn Aegaryn",
        "ana lay Snowlitt tribes=Aegaryn",
        "ana end",
    ]
    assert all(not isinstance(v, Illegal) for v in table.match.replay().verdicts)


def test_a_clock_that_ran_backwards_is_told_beside_the_verdict(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = played("standard")
    assert "note" not in table.shown
    monkeypatch.setattr(sys.modules[__name__], "NOW", datetime(2001, 1, 1, tzinfo=UTC))
    table.type("dr")
    assert "note: entry 3 was recorded at 2001-01-01 00:00:00 by the clock" in table.shown
    assert table.events[-1] == "ana draw 7"


def test_the_seat_is_whose_step_it_is_and_for_an_offer_whose_offer_it_is() -> None:
    table = played(SETUP, TURN)
    assert table.events[:3] == ["ana standard-health", "ana draw 7", "bo draw 7"]
    assert table.session.prompt == "10 bo> "
    table.type("dr; dep jur ver; la fern t=jur; e", "dr; pro snow; dir; e")
    table.type("dr; pro fern; att 6-1")
    assert table.events[-1] == "bo attack 6-1"


def test_a_seat_or_a_person_may_be_said_first() -> None:
    table = played(SETUP, "bo call what now", "b conf 3", "lena note Snow is no snow", "note hello")
    assert table.events[4:] == [
        'bo call-judge about="what now"',
        "bo confirm 3",
        'lena note text="Snow is no snow"',
        'kim note text="hello"',
    ]


def test_a_draw_is_of_as_many_cards_as_are_due() -> None:
    assert played(SETUP, "disc wis; dr").events[-1] == "ana draw 2"


def test_a_field_that_can_be_several_things_is_asked_for() -> None:
    table = played(SETUP, TURN, "dr; dep jur ver")
    shown = table.type("la fern; e")
    assert "lay leaves tribes open: 1 of Juryn, Verdari" in shown
    assert table.offer == "la fern; e"
    table.type("la fern ver; e")
    assert table.events[-2:] == ["bo lay Fernip tribes=Verdari", "bo end"]


def test_a_word_may_leave_out_fields_before_the_one_it_fits() -> None:
    table = played(SETUP, TURN, THIRD_TURN, "dir; e", "dr; e", "dr; dep aeg dun")
    table.type("up froth aeg dun")
    assert table.events[-1] == "ana upgrade Snowlitt Frothyim tribes=Aegaryn,Duneward"
    table.type("u", "up froth aeg")
    assert "WV-6.4" in table.shown
    table.type("p")
    assert table.events[-1] == "ana upgrade Snowlitt Frothyim tribes=Aegaryn"


def test_a_number_logs_the_option_with_what_it_leaves_open() -> None:
    table = played(SETUP)
    assert " 2  draw 1" in table.shown
    shown = table.type("2")
    assert table.events[-1] == "ana draw"
    number = next(line.split()[0] for line in shown.splitlines() if line[2:].startswith("  dep"))
    table.type(f"{number} aeg dun")
    assert table.events[-1] == "ana deposit Aegaryn Duneward"
    assert "only 1 to" in table.type("99")


def test_a_number_takes_the_dice_of_an_attack() -> None:
    table = played(SETUP, TURN, THIRD_TURN, "dir; e", "dr; pro fern")
    number = next(n for n, g in enumerate(table.session.groups, 1) if g.verb == "attack")
    table.type(f"{number} 6-1")
    assert table.events[-1] == "bo attack 6-1"


def test_numbers_on_one_line_are_those_on_the_screen() -> None:
    table = played(SETUP, "dr; dep aeg")
    numbers = {g.verb: n for n, g in enumerate(table.session.groups, 1)}
    table.type(f"{numbers['lay']} snow; {numbers['end']}")
    assert table.events[-2:] == ["ana lay Snowlitt tribes=Aegaryn", "ana end"]


def test_words_in_quotes_hold_what_would_end_them() -> None:
    assert list(split_line('dr; note text="a; b" # c; d')) == [
        (0, "dr"),
        (3, ' note text="a; b" # c; d'),
    ]
    assert played(SETUP, 'note "a; b"; dr # one; two').events[-2:] == [
        'kim note text="a; b"',
        "ana draw",
    ]


@pytest.mark.parametrize("seed", range(6))
def test_every_line_of_a_match_reads_as_itself_and_without_its_seat(seed: int) -> None:
    first = opening(GAME, CATALOG, Random(seed).sample(DECKS, 2))
    replay = Replay(GAME, CATALOG)
    for event in simulate(GAME, CATALOG, first, Random(seed)).events:
        if event is not first:
            now = Situation.of(GAME, replay.table, "kim")
            line = write(event, GAME.codec)
            assert read_part(line, now) == event
            seat, short = line.split(" ", 1)
            if len({g.seat for g in now.groups() if g.verb == short.split()[0]}) == 1:
                assert read_part(short, now) == event
                number = next(
                    n
                    for n, g in enumerate(now.groups(), 1)
                    if (g.seat, g.verb) == (seat, short.split()[0])
                )
                by_number = " ".join([str(number), *short.split(" ")[1:]])
                assert read_part(by_number, now, now.groups()) == event
        replay.add(event)


def hurried(event: Event, now: Situation) -> str:
    """The event as people type it: no seat, three letters a word, nothing that is plain anyway."""
    line = write(event, GAME.codec)
    words = line.split(" ", 1)[1].replace('"', "").replace("tribes=", "").replace(",", " ").split()
    for letters in range(3, 12):
        short = [word if word[0].isdigit() else word[:letters] for word in words]
        for kept in range(1, len(short) + 1):
            for said in (short[:kept], short[:1] + short[2:kept]):
                try:
                    if read_part(" ".join(said), now) == event:
                        return " ".join(said)
                except Malformed:
                    continue
    return line


def test_a_recorded_match_is_kept_with_one_short_line_a_turn() -> None:
    text = (Path(__file__).parents[1] / "records" / "wondervale" / "clean.txt").read_text()
    record = read_record(text, lambda game, version: game_of(game, version).codec)
    events = [entry.event for entry in record.entries]
    table = Table(events[:1])
    replay = Replay(GAME, CATALOG).extend(events[:1])
    turn: list[str] = []
    keys: list[int] = []
    for event in events[1:]:
        turn.append(hurried(event, Situation.of(GAME, replay.table, "sk-lena")))
        facts = replay.add(event).facts
        if any(isinstance(fact, TurnBegan) for fact in facts) or replay.state.over:
            table.type("; ".join(turn))
            assert not table.offer, table.shown
            keys.append(len("; ".join(turn)) + 1)
            turn.clear()
    assert table.match.replay().events == events
    assert median(keys) <= 60


# -- what breaks a rule ------------------------------------------------------------------------


def test_an_illegal_line_is_shown_and_asked_about_before_anything_is_logged() -> None:
    table = played(SETUP)
    before = table.events
    shown = table.type("dr 3; dep aeg; e")
    assert table.session.asking
    assert table.events == before
    for told in ("WV-4.3", "3 drawn, 1 due", "draw 1", "One card is drawn"):
        assert told in shown
    assert table.session.prompt == "mistyped, or really played? [m/p] "


def test_mistyped_logs_nothing_and_offers_the_line_again() -> None:
    table = played(SETUP)
    before = table.events
    table.type("dr 3; dep aeg; e", "what?", "m")
    assert table.events == before
    assert table.offer == "dr 3; dep aeg; e"
    assert not table.session.asking


def test_a_line_typed_at_the_question_stands_in_place_of_the_refused_one() -> None:
    table = played(SETUP)
    table.type("dr 3", "w")
    assert table.session.asking
    before = len(table.events)
    table.type("dr; dep aeg")
    assert table.events[before:] == ["ana draw", "ana deposit Aegaryn"]
    assert not table.session.asking


@pytest.mark.parametrize("anew", ["dr; la Snwolitt", "la Snwolitt", "dr; dep", "zz"])
def test_a_line_at_the_question_that_is_not_understood_says_why_and_is_asked_again(
    anew: str,
) -> None:
    table = played(SETUP)
    before = table.events
    shown = table.type("dr 3; e", anew)
    assert "not understood" in shown or "say" in shown
    assert "still asked about: dr 3; e" in shown
    assert table.offer == anew
    assert table.events == before
    assert table.session.prompt == "mistyped, or really played? [m/p] "
    table.type("p")
    assert table.events == [*before, "ana draw 3"]
    assert table.offer == "e"


def test_a_refused_line_is_asked_about_when_what_stands_before_it_is_logged() -> None:
    table = played(SETUP)
    shown = table.type("dr; dep aeg aeg aeg; e")
    assert table.events[-1] == "ana draw"
    assert table.session.prompt == "mistyped, or really played? [m/p] "
    assert shown.index("ana draw") < shown.index("WV-4.6")
    table.type("m")
    assert table.offer == "dep aeg aeg aeg; e"
    assert table.events[-1] == "ana draw"


def test_another_line_at_the_question_waits_until_it_is_answered() -> None:
    table = played(SETUP)
    before = table.events
    assert "waits until this is answered: dep aeg" in table.type("dr 3; e", "dep aeg")
    assert "m: a typing mistake" in table.shown
    assert table.session.prompt == "mistyped, or really played? [m/p] "
    assert table.events == before
    table.type("p")
    assert table.events == [*before, "ana draw 3"]
    assert table.offer == "e; dep aeg"


def test_what_waits_is_offered_behind_what_was_mistyped() -> None:
    table = played(SETUP)
    table.type("dr 3", "dep aeg", "m")
    assert table.offer == "dr 3; dep aeg"
    assert "not logged: dr 3; dep aeg" in played(SETUP, "dr 3", "dep aeg").type("q")


def test_a_line_at_a_question_of_yes_or_no_waits_too() -> None:
    table = played(SETUP)
    assert "waits until this is answered: dr" in table.type("ana concede", "dr")
    table.type("n")
    assert table.offer == "ana concede; dr"


@pytest.mark.parametrize(("anew", "left"), [("dr", "e"), ("dr; e", "")])
def test_what_stood_behind_a_refused_line_is_left_when_that_is_typed_anew(
    anew: str, left: str
) -> None:
    table = played(SETUP)
    table.type("dr 3; e", anew)
    assert "ana draw" in table.events
    assert table.offer == left


def test_the_keys_that_only_look_answer_at_the_question_too() -> None:
    table = played(SETUP, "dr 3")
    for key, told in {
        "w 2": "ana standard-health",
        "o": "draw",
        "?": "Ctrl-C",
        "log 1": "first-roll",
    }.items():
        assert told in table.type(key), key
        assert table.session.asking
    for key in ("", "u", "# no"):
        assert "m: a typing mistake" in table.type(key)
        assert table.session.asking
    assert "not logged: dr 3" in table.type("q")


def test_what_is_refused_and_was_logged_in_this_turn_already_names_that_entry() -> None:
    table = played(SETUP, "dr; dep aeg")
    assert "entry 6 says the same: ana draw" in table.type("dr")
    assert "says the same" not in table.type("m", "dr 12")


def test_really_played_is_recorded_with_its_verdict_and_the_rest_is_offered() -> None:
    table = played(SETUP)
    shown = table.type("dr; dep aeg aeg aeg; e", "p")
    assert table.events[-2:] == ["ana draw", "ana deposit Aegaryn Aegaryn Aegaryn"]
    assert isinstance(table.match.replay().verdicts[-1], Illegal)
    assert "call-judge" in shown
    assert table.offer == "e"
    table.type("call")
    assert table.events[-1] == "ana call-judge"


def test_on_trust_says_what_it_rests_on() -> None:
    for seed in count(45):
        first = opening(GAME, CATALOG, Random(seed).sample(DECKS, 2))
        replay = simulate(GAME, CATALOG, first, Random(seed))
        found = [n for n, v in enumerate(replay.verdicts) if isinstance(v, OnTrust)]
        if found:
            break
    table = Table(replay.events[: found[0]])
    verdict = replay.verdicts[found[0]]
    assert isinstance(verdict, OnTrust)
    shown = table.type(write(replay.events[found[0]], GAME.codec))
    assert "on trust" in shown
    assert verdict.assumptions[0] in " ".join(shown.split())
    assert "on trust" in table.type("w")


def test_why_explains_a_refusal_an_entry_and_what_a_rule_says() -> None:
    table = played(SETUP, "dr 3", "m")
    assert "not in the log:" in table.type("w")
    assert "WV-4.3" in table.type("why")
    table.type("dr; dep aeg")
    shown = table.type("w")
    assert "ana deposit Aegaryn" in shown
    assert "[WV-4.6]" in shown
    assert "WV-4.6 Deposit step:" in shown
    assert "ana draw 7" in table.type("w 3")
    assert "no entry 99" in table.type("w 99")


# -- what is no event --------------------------------------------------------------------------


def test_malformed_points_at_the_word_and_logs_nothing_of_the_line() -> None:
    table = played(SETUP)
    before = table.events
    shown = table.type("dr; la Snwolitt t=aeg; e").splitlines()
    assert shown[0] == "  dr; la Snwolitt t=aeg; e"
    assert shown[1] == "         ^^^^^^^^"
    assert "did you mean Snowlitt" in " ".join(shown)
    assert table.events == before
    assert table.offer == "dr; la Snwolitt t=aeg; e"


@pytest.mark.parametrize(
    ("line", "column", "told"),
    [
        ("dr; zz", 5, "no such verb"),
        ("ana zz", 5, "no such verb"),
        ("dr; dep aeg aeg,zzz", 17, "no such name"),
        ("dr; dep cards=aeg cards=dun", 25, "given twice"),
        ("dr 1 2", 6, "one word too many"),
        ("c", 1, "more than one verb"),
        ("rewind 3", 1, "say first who rules"),
        ("dr; u", 5, "on a line of its own"),
        ('note "open', 6, "not closed"),
        ('lena insert 3 "ana drw" reason="x"', 20, "no such verb"),
    ],
)
def test_the_caret_stands_under_the_word(line: str, column: int, told: str) -> None:
    shown = played(SETUP).type(line).splitlines()
    assert shown[1].index("^") == column + 1
    assert told in " ".join(" ".join(shown).split())


def test_a_line_of_control_characters_is_shown_harmlessly() -> None:
    shown = played(SETUP).type("dr; \x1b[2J\udcff;" + "e;" * 300)
    assert "\x1b" not in shown
    assert all(len(line) <= 110 for line in shown.splitlines())


# -- undo --------------------------------------------------------------------------------------


def test_undo_strikes_the_newest_entries_one_by_one() -> None:
    table = played(SETUP, "dr; dep aeg dun")
    shown = table.type("u")
    assert "undone: 7  ana deposit Aegaryn Duneward" in shown
    table.type("u")
    assert table.standing[-1] == "ana first-roll 4-2"
    strikes = [e for e in table.match.replay().events if isinstance(e, Strike)]
    assert [(s.judge, s.entry, s.authority) for s in strikes] == [
        ("kim", 7, "scorekeeper"),
        ("kim", 6, "scorekeeper"),
    ]
    table.type("dr; dep jur")
    assert table.standing[-2:] == ["ana draw", "ana deposit Juryn"]


def test_undo_takes_several_back_at_once_and_leaves_the_opening() -> None:
    table = played(SETUP, "u 3")
    assert table.standing == ["ana standard-health"]
    table.type("u 9")
    assert table.standing == []
    assert "nothing to undo" in table.type("u")


def test_undo_takes_back_a_ruling_that_this_session_typed_by_overruling_it() -> None:
    table = played(SETUP, "dr", "lena rewind 2", "y")
    assert table.standing == ["ana standard-health"]
    shown = table.type("u")
    assert "undone: 7  lena rewind 2" in shown
    assert table.events[-1] == 'kim overrule 7 reason="mis-logged"'
    assert table.standing[-1] == "ana draw"
    table.type("u")
    assert table.standing[-1] == "ana first-roll 4-2"


def test_undo_says_who_takes_back_a_ruling_where_the_writer_may_not() -> None:
    table = Table([JUDGED])
    table.type(SETUP, "dr", "lena rewind 2", "u")
    assert "7 is a ruling: lena rewind 2" in table.shown
    assert "a head judge takes it back: sato overrule 7" in table.shown
    assert table.standing == ["ana standard-health"]
    table.type("dr", "u")
    assert table.standing == ["ana standard-health"]


def test_undo_of_a_ruling_without_effect_takes_nothing_else_back_unasked() -> None:
    table = played(SETUP, "dr", "lena strike 99", "p", "y")
    assert table.events[-1] == "lena strike 99"
    told = table.type("u")
    assert "7 has no effect, so there is nothing to take back: lena strike 99" in told
    assert table.events[-1] == "lena strike 99"
    table.type("u")
    assert table.events[-1] == "kim strike 6 authority=scorekeeper"


def test_undo_leaves_a_ruling_that_another_session_typed() -> None:
    table = played(SETUP, "dr", "lena rewind 2", "y")
    table.session = Session(table.match, "kim")
    assert "7 is a ruling: lena rewind 2" in table.type("u")
    assert table.events[-1] == "lena rewind 2"


def test_an_entry_that_was_played_by_mistake_of_a_key_can_be_undone() -> None:
    table = played(SETUP, "dr 5", "p", "u", "dr")
    assert table.standing[-1] == "ana draw"


# -- judges, the end, keys ---------------------------------------------------------------------


def test_a_judge_rules_in_a_line_and_the_changes_are_shown() -> None:
    table = played(SETUP, "dr; dep aeg aeg aeg", "p")
    shown = table.type('lena stand 7 WV-4.6 reason="as agreed"', "y")
    assert "entry 7: was illegal, now legal" in shown
    assert table.standing[-1] == "ana deposit Aegaryn Aegaryn Aegaryn"


def test_a_ruling_that_changes_much_is_summed_up_and_asked_about_first() -> None:
    table = played(SETUP, TURN, "dr; dep jur ver; la fern t=jur; e")
    logged = list(table.events)
    shown = table.type("lena rewind turn 2", "y")
    assert "4 entries" not in shown and not table.session.asking
    assert table.events[-1] == "lena rewind 9"
    table = played(SETUP, TURN, "dr; dep jur ver; la fern t=jur; e")
    shown = table.type("lena rew turn 1")
    assert "8 entries no longer in force (6 to 13)" in shown
    assert table.session.asking and "ruling" in table.session.prompt
    assert table.events == logged
    table.type("n")
    assert table.offer == "lena rew turn 1"
    assert table.events == logged
    table.type("lena rew turn 1", "y")
    assert table.events == [*logged, "lena rewind 5"]
    assert "turn 7 has not begun" in table.type("lena rewind turn 7")


def test_a_scorekeeper_who_takes_back_what_was_mis_logged_is_not_taken_for_a_judge() -> None:
    line = "sk-nele strike 5 authority=scorekeeper"
    assert played(SETUP, line).events[-1] == line


def test_an_unknown_word_before_a_ruling_is_asked_about() -> None:
    table = played(SETUP, "lenna rewind 2")
    assert "nobody has said that lenna judges here: lenna rewind 2" in table.shown
    assert table.session.prompt == "make this ruling? [y/n] "
    assert "nothing is logged" in table.type("n")
    assert (table.offer, table.events[-1]) == ("lenna rewind 2", "ana first-roll 4-2")
    table.type("lena rewind 3", "y", "lena rewind 2")
    assert table.events[-2:] == ["lena rewind 3", "lena rewind 2"]


def test_where_judges_are_named_another_is_refused_before_it_is_logged() -> None:
    table = Table([JUDGED])
    shown = table.type(SETUP, "lenna rewind 2")
    assert "REF-3.7" in shown and "lenna is not a judge of this match" in shown
    table.type("m", "le rewind 2")
    assert table.events[-1] == "lena rewind 2"
    assert "such as: lena strike" in " ".join(table.type("strike 2").split())


def test_a_judge_who_writes_rules_without_saying_the_own_name() -> None:
    table = Table([JUDGED])
    table.session = Session(table.match, "lena")
    table.type(SETUP, "rewind 2")
    assert table.events[-1] == "lena rewind 2"


@pytest.mark.parametrize(
    "line",
    [
        "ana concede",
        "agree-result bo",
        "lena time-called",
        "lena penalty ana game-loss",
        "lena penalty ana disqualification",
        'lena insert 4 "ana concede"',
    ],
)
def test_what_ends_a_match_is_confirmed(line: str) -> None:
    table = Table([JUDGED])
    assert "this ends the match" in table.type(SETUP, line)
    assert "nothing is logged" in table.type("n")
    assert table.offer == line
    assert not table.match.replay().state.over
    table.type(line, "y")
    assert table.match.replay().state.over


def test_who_concedes_is_said() -> None:
    table = played(SETUP, "concede")
    assert "say who concedes, such as: ana concede" in table.shown
    assert not table.session.asking


def test_a_call_is_closed_by_its_number_where_several_are_open() -> None:
    table = Table([JUDGED])
    table.type(SETUP, "ana call dice", "bo call time", "lena close")
    assert "say which call is closed (call: 6, 7)" in table.shown
    assert "open call 6, by ana: dice\nopen call 7, by bo: time\n" in table.type(
        "o", "log", "note x"
    )
    assert "open call 7, by bo: time" in table.type("lena close 6")
    assert table.match.replay().state.calls == [7]


def test_a_call_stays_open_over_the_end_of_the_match() -> None:
    assert "open call 6, by bo: time" in played(SETUP, "bo call time", "ana conc", "y").shown


def test_a_seat_that_is_mistyped_is_no_card_that_begins_like_it() -> None:
    table = played(SETUP, "na draw")
    assert '"na": no such seat; did you mean ana?' in table.shown
    assert not table.session.asking


def test_play_after_the_end_is_refused_and_remarks_are_not() -> None:
    table = played(SETUP, "dr; ana conc; e", "y")
    assert table.events[-1] == "ana concede"
    assert "the match is over: bo wins (concession, entry 7)" in table.shown
    assert "not logged: e" in table.shown
    shown = table.type("e; dr")
    assert "the match is over" in shown
    assert "not logged: e; dr" in shown
    assert not table.session.asking
    table.type("note good game")
    assert table.events[-1] == 'kim note text="good game"'
    table.type("u", "u", "dr")
    assert "ana concede" not in table.standing


def test_keys_show_help_options_board_and_log() -> None:
    table = played(SETUP, TURN)
    assert "Tab" in table.type("?")
    assert "Dice are own-other: 3-6 2-2." in table.type("?")
    assert "lay card [tribes=tribe,...]" in table.type("? lay")
    assert "no such verb" in table.type("? xyz")
    assert "more" not in table.type("o disc")
    assert "first-roll: nothing of the kind is offered now" in table.type("o first")
    assert "Alleypip" in table.type("o")
    assert "ana lay Snowlitt tribes=Aegaryn" in table.type("log 3")
    assert "standard-health" not in table.type("log 3")
    for key in ("", "board", "  "):
        shown = table.type(key)
        assert "bench Snowlitt" in shown
        assert "bo must: draw 1 card [WV-4.3]" in shown
        assert all(len(line) <= 80 for line in shown.splitlines())
    assert len(table.events) == 8
    assert table.session.enter("q").leave


@pytest.mark.parametrize(
    "verb", ["concede", "agree-result", "time-called", "penalty", "call-judge", "close-call"]
)
def test_every_ending_and_call_is_in_help_options_and_completion(verb: str) -> None:
    table = played(SETUP)
    assert verb in " ".join(table.type("?").split())
    options = table.type("o")
    assert " 2  draw 1" in options
    assert f"\n    {verb}" in options.partition("at any time")[2]
    assert table.type(f"o {verb}").splitlines()[1].split()[0] == verb
    assert verb in completed(table, verb[:2])
    assert verb in completed(table, f"ana {verb[:2]}")


def test_a_comment_alone_is_nothing() -> None:
    table = played(SETUP)
    before = table.events
    assert table.type("# thinking", " ; ;") == ""
    assert table.events == before


# -- completion --------------------------------------------------------------------------------


def completed(table: Table, text: str) -> list[str]:
    return [found.text for found in Completer(table.session).complete(text)]


def test_completing_behind_a_line_that_is_not_entered_yet_enters_nothing() -> None:
    table = played(SETUP, TURN, "dr")
    before = table.session.replay.digest()
    assert completed(table, "dep jur ver; lay F") == ["Fernip"]
    assert table.session.replay.digest() == before


def test_completion_knows_what_may_happen_next() -> None:
    table = played(SETUP, TURN, "dr")
    assert completed(table, "dep") == ["deposit"]
    assert completed(table, "dep j") == ["Juryn"]
    assert completed(table, "dep Juryn,ver") == ["Verdari"]
    assert completed(table, "bo de") == ["deposit", "decline"]
    assert completed(table, "b") == ["bo", "begins", "board"]
    assert completed(table, "dep jur ver; lay F") == ["Fernip"]
    assert completed(table, "dep jur ver; lay Fernip ") == ["Juryn", "Verdari", "tribes="]
    assert completed(table, "dep jur ver; lay Fernip t=ju") == ["Juryn"]
    assert completed(table, "lena penalty bo w") == ["warning"]
    assert completed(table, "lena strike 3 auth") == ["authority="]
    assert completed(table, "lena strike 3 authority=h") == ["head"]
    assert completed(table, "note # dr") == []
    table.type("draw 4")
    assert completed(table, "m") == []


def test_completion_quotes_names_with_spaces() -> None:
    table = played(SETUP)
    assert completed(table, "disc tun") == ['"Tundra Banner"']
    assert completed(table, 'disc "Tundra B') == ['"Tundra Banner"']
    table.type('dr; dep "Tundra Banner"; u', "dr; dep tun")
    assert table.events[-1] == 'ana deposit "Tundra Banner"'


# -- any text ----------------------------------------------------------------------------------

FRAGMENTS = [
    *("dr", "dep", "aeg", "lay", "snow", "t=", "t=aeg", "att", "3-6", "9-9", "e", "end", "ana"),
    *("bo", "lena", "strike", "rewind", "1", "3", "12", "undo", "u", "w", "o", "q", "m", "p"),
    *(";", "#", '"', "=", ",", "*", ":", "-", "note", 'text="x"', "insert", '"ana draw"'),
    *("conc", "call", "chaos", "ana:1", "adjust", "health:ana:3", "penalty", "y", "n", "?"),
    *("", " ", "\t", "\x00", "\u2028", "\U0001f600", "99999999999999999999", "promote", "direct"),
]
TEXTS = st.one_of(
    st.text(max_size=30),
    st.lists(st.sampled_from(FRAGMENTS), max_size=8).map(" ".join),
    st.lists(st.sampled_from(FRAGMENTS), max_size=8).map("".join),
)


@settings(max_examples=examples(60))
@given(st.lists(TEXTS, max_size=10), st.sampled_from(["", SETUP, f"{SETUP}; {TURN}; {THIRD_TURN}"]))
def test_any_text_is_answered_and_what_is_logged_replays(lines: list[str], begun: str) -> None:
    table = played(begun)
    completer = Completer(table.session)
    for line in lines:
        completer.complete(line)
        table.type(line)
        assert isinstance(table.session.prompt, str)
    again = Replay(GAME, CATALOG).extend(table.match.replay().events)
    assert again.digest() == table.match.replay().digest()


# -- with a log --------------------------------------------------------------------------------


@pytest.fixture
def path(tmp_path: Path) -> Path:
    log_path = tmp_path / "vale.duckdb"
    with Log.open(log_path, write=True) as log:
        log.open_match(draft(OPENING), "m1", CATALOG)
    return log_path


def logged(path: Path) -> list[str]:
    with Log.open(path) as log:
        return [write(entry.event, GAME.codec) for entry in log.load("m1").entries[1:]]


Typist = Callable[[str, str], str]


def typist(*lines: str | Callable[[], object]) -> Typist:
    """Types lines, then leaves; a function among them is done before the next line."""
    left: Iterator[str | Callable[[], object]] = iter(lines)

    def read_line(prompt: str, offer: str) -> str:
        for each in left:
            if callable(each):
                each()
                continue
            return offer if each == "<offer>" else each
        raise EOFError

    return read_line


def follow(path: Path, *lines: str | Callable[[], object]) -> Session:
    with Log.open(path) as log:
        session = Session(log.load("m1"), "kim")
    assert converse(session, path, typist(*lines)) == 0
    return session


def somebody_logs(path: Path, *events: Event) -> None:
    with Log.open(path, write=True) as log:
        log.append("m1", [draft(event, "lou") for event in events])


def test_what_was_logged_is_on_disk_before_the_next_prompt(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def on_disk() -> None:
        assert logged(path)[-1] == "ana end"

    session = follow(path, SETUP, TURN, on_disk)
    assert session.written == 8
    assert "m1: 8 logged, saved" in capsys.readouterr().out
    with Log.open(path) as log:
        entry = log.load("m1").entries[-1]
    assert entry.recorded_by == "kim"
    assert entry.recorded_at >= entry.played_at


def test_an_answer_is_on_the_screen_before_the_log_is_folded_into_one_file(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    close = Log.close

    def closing(log: Log) -> None:
        shown.append(capsys.readouterr().out)
        close(log)

    monkeypatch.setattr(Log, "close", closing)
    follow(path, SETUP, "dr")
    assert any("   6  ana draw" in text for text in shown)


def test_a_line_that_was_logged_is_not_folded_again_for_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = []

    class Counted(Replay):
        def __init__(self, game: Game, catalog: Catalog) -> None:
            made.append(self)
            super().__init__(game, catalog)

    monkeypatch.setattr("storage.match.Replay", Counted)
    monkeypatch.setattr("referee.replay.trial.Replay", Counted)
    table = played(SETUP, TURN, THIRD_TURN, "lena strike 15", "y", "note on")
    assert len(made) == 2, "the match, and what is tried on it"
    table.type("pro snow; zzz", "pro snow; dir")
    assert len(made) == 3
    assert table.standing[-2:] == ["ana promote Snowlitt", "ana direct-attack"]


def test_when_somebody_else_was_quicker_it_is_shown_and_asked_again(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def meanwhile() -> None:
        somebody_logs(path, Note("lou", "hurry"))

    follow(path, SETUP, meanwhile, "dr; dep aeg", "perhaps", "y")
    assert logged(path)[-3:] == ['lou note text="hurry"', "ana draw", "ana deposit Aegaryn"]
    shown = capsys.readouterr().out
    assert '6  lou note text="hurry"   (logged by lou)' in shown
    assert "yours: dr; dep aeg" in shown


def test_a_late_line_may_be_edited_first(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def meanwhile() -> None:
        with Log.open(path) as log:
            replay = log.load("m1").replay()
        event = read_part("dr", Situation.of(GAME, replay.table, "lou"))
        assert event is not None
        somebody_logs(path, event)

    follow(path, SETUP, meanwhile, "draw; dep aeg", "y", "m", "dep aeg")
    assert logged(path)[-2:] == ["ana draw", "ana deposit Aegaryn"]
    follow(path, meanwhile_note(path), "dep dun", "n", "<offer>")
    assert logged(path)[-1] == "ana deposit Duneward"


def meanwhile_note(path: Path) -> Callable[[], None]:
    return lambda: somebody_logs(path, Note("lou", "slow down"))


def test_an_undo_never_strikes_what_it_has_not_seen(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    follow(path, SETUP, meanwhile_note(path), "u", "note after")
    assert not any("strike" in line for line in logged(path))
    assert "nothing is undone" in capsys.readouterr().out


def test_enter_shows_what_others_logged(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    follow(path, SETUP, meanwhile_note(path), "", "dr")
    assert logged(path)[-1] == "ana draw"
    shown = capsys.readouterr().out
    assert "(logged by lou)" in shown
    assert "nothing of your line" not in shown


def test_a_log_that_cannot_be_written_loses_no_line(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    away = path.with_name("away")
    follow(
        path,
        SETUP,
        lambda: path.rename(away),
        lambda: path.mkdir(),
        "dr; dep aeg",
        "",
        lambda: path.rmdir(),
        lambda: away.rename(path),
        "<offer>",
        "dr; dep aeg",
    )
    assert logged(path)[-2:] == ["ana draw", "ana deposit Aegaryn"]
    assert "not logged:" in capsys.readouterr().out


def test_leaving_at_a_question_says_what_is_not_logged(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    follow(path, SETUP, "dr 9; e")
    assert logged(path)[-1] == "ana first-roll 4-2"
    assert "not logged: dr 9; e" in capsys.readouterr().out


def interrupt() -> None:
    raise KeyboardInterrupt


def test_ctrl_c_empties_the_line_and_stays(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    follow(path, SETUP, interrupt, "dr", "dr 9", interrupt, "m", interrupt)
    assert logged(path)[-1] == "ana draw"
    shown = capsys.readouterr().out
    assert shown.count("nothing of this line is logged; q leaves") == 3
    assert "5 logged, saved" in shown


def test_ctrl_c_at_a_question_takes_the_line_back(path: Path) -> None:
    session = follow(path, SETUP, "dr 9", interrupt, "dr")
    assert not session.asking
    assert logged(path)[-1] == "ana draw"


def test_ctrl_c_leaves_where_nobody_attends(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Log.open(path) as log:
        session = Session(log.load("m1"), "kim")
    assert converse(session, path, typist(SETUP, interrupt, "dr"), attended=False) == 0
    assert logged(path)[-1] == "ana first-roll 4-2"
    assert "4 logged, saved" in capsys.readouterr().out


def test_parts_of_the_board_that_did_not_change_are_not_printed_again() -> None:
    table = played(SETUP)
    shown = table.type("dr; dep aeg aeg; la snow; e").splitlines()
    assert "ana" in shown
    assert any("hand 5" in line for line in shown)
    assert "bo" not in shown
    assert not any("defeated none" in line for line in shown)
    assert not any("battle open" in line for line in shown)
    assert "bo" in table.type("").splitlines()
    assert any("defeated none" in line for line in table.shown.splitlines())


def test_a_part_of_the_board_that_is_empty_now_is_printed() -> None:
    before = (Panel("ana", (("hand", "7"), ("bench", "Snowlitt"), ("bench", "Pebbik"))),)
    after = (Panel("ana", (("hand", "7"), ("discard", "Snowlitt"))), Panel("bo", (("hand", "7"),)))
    assert board_lines(after, ("ana", "bo"), before) == [
        "ana", "  discard Snowlitt | bench -", "bo", "  hand 7",
    ]  # fmt: skip
    assert board_lines(after, ("ana", "bo"), after) == []


def test_an_interrupt_while_logging_says_what_may_be_logged(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*arguments: object, **named: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Log, "append", interrupted)
    follow(path, SETUP)
    said = " ".join(capsys.readouterr().out.split())
    assert f"the log holds all of this or none of it: {SETUP}" in said


def test_several_people_at_one_log_lose_nothing(path: Path) -> None:
    follow(path, SETUP)
    with Log.open(path) as log:
        sessions = [Session(log.load("m1"), by) for by in ("kim", "lou")]
    for turn in range(2):
        for session in sessions:
            converse(session, path, typist(f"{session.by} note {turn}", "y"))
    assert sorted(logged(path)[4:]) == sorted(
        f'{by} note text="{turn}"' for by in ("kim", "lou") for turn in range(2)
    )


def test_from_the_command_line_with_lines_from_a_pipe(path: Path) -> None:
    lines = [SETUP, TURN, "dr 4", "p", "call", "zzz", "u", "\udcff\x1b", "q"]
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-m", "cli", "table", "m1", "--log", str(path), "--by", "kim", "--plain"],
        input="\n".join(lines).encode("utf-8", "surrogateescape"),
        capture_output=True,
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root), "NO_COLOR": "1"},
        timeout=60,
    )
    assert done.returncode == 2, done.stderr.decode()  # zzz is not logged
    assert done.stderr == b""
    assert "Traceback" not in done.stdout.decode()
    assert logged(path)[8:] == ["bo draw 4", "bo call-judge", "kim strike 11 authority=scorekeeper"]


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        ([SETUP, TURN, "", "o", "w", "?"], 0),
        ([SETUP, "zzz"], 2),
        ([SETUP, "dr; zzz", TURN], 2),
        ([SETUP, TURN, "dr; dep"], 2),
        ([SETUP, "zzz", "dr 9"], 3),
        ([SETUP, "dr 9", "m"], 0),
        ([SETUP, "dr 9; e", "p"], 2),
        (["con", "y", "dr"], 2),
    ],
)
def test_a_program_learns_by_the_status_that_a_line_was_not_logged(
    path: Path, lines: list[str], status: int
) -> None:
    for attended in (False, True):
        with Log.open(path) as log:
            session = Session(log.load("m1"), "kim")
        found = converse(session, path, typist(*lines), attended=attended)
        assert found == (0 if attended else status)


def test_a_program_learns_by_the_status_that_the_log_could_not_be_written(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise LogError("the disk is full")

    with Log.open(path) as log:
        session = Session(log.load("m1"), "kim")
    monkeypatch.setattr(Log, "append", full)
    assert converse(session, path, typist(SETUP, "zzz"), attended=False) == 1


def test_a_match_that_is_not_there_is_named(path: Path) -> None:
    with pytest.raises(Exception, match="no match m2"):
        run_table(path, "m2", by="kim")
    with pytest.raises(Exception, match="--by"):
        run_table(path, "m1", by="")


@contextmanager
def line_editor(session: Session, keys: str) -> Iterator[Typist]:
    """The terminal's editor with keys typed into it."""
    with create_pipe_input() as pipe:
        pipe.send_text(keys)
        yield prompted(
            Completer(session),
            lambda: session.asking,
            input=pipe,
            output=DummyOutput(),
        )


def test_a_refused_line_is_selected_so_that_typing_replaces_it(path: Path) -> None:
    with Log.open(path) as log:
        session = Session(log.load("m1"), "kim")
    with line_editor(session, f"{SETUP}\rdr 4\rm\rdr\rdepp\rdep dun\r\x04") as read_line:
        assert converse(session, path, read_line) == 0
    assert logged(path)[-2:] == ["ana draw", "ana deposit Duneward"]


def test_ctrl_c_empties_a_refused_line_at_once_and_eats_no_letter(path: Path) -> None:
    with Log.open(path) as log:
        session = Session(log.load("m1"), "kim")
    with line_editor(session, f"{SETUP}\rdrr\r\x03ana dr\r\x04") as read_line:
        assert converse(session, path, read_line) == 0
    assert logged(path)[-1] == "ana draw"


@pytest.mark.parametrize("key", ["?", "o", "options"])
def test_behind_a_key_that_takes_a_verb_every_ending_and_call_is_completed(key: str) -> None:
    completer = Completer(played(SETUP).session)
    for verb in ("time-called", "call-judge", "close-call", "concede", "agree-result", "penalty"):
        assert verb in [found.text for found in completer.complete(f"{key} {verb[:2]}")]
    assert "Tinkerel" not in [found.text for found in completer.complete(f"{key} ti")]


def test_the_editor_completes_words_and_offers_a_mistyped_line(path: Path) -> None:
    with Log.open(path) as log:
        session = Session(log.load("m1"), "kim")
    found = ByTab(Completer(session)).get_completions(
        Document("sta"), CompleteEvent(completion_requested=True)
    )
    assert next((c.text, c.start_position) for c in found) == ("standard-health", -3)
    end, back = "\x1b[F", "\x7f"
    keys = f"standa; dr; dr; first 4-2\rdr 4\rm\r{end}{back}; depo Dune\r\x04"
    with line_editor(session, keys) as read_line:
        assert converse(session, path, read_line) == 0
    assert logged(path) == [
        "ana standard-health",
        "ana draw 7",
        "bo draw 7",
        "ana first-roll 4-2",
        "ana draw",
        "ana deposit Duneward",
    ]


def test_the_session_knows_no_game_by_name() -> None:
    cli = Path(__file__).parents[2] / "cli"
    for module in (cli / "table").glob("*.py"):
        assert "wondervale" not in module.read_text().casefold(), module
