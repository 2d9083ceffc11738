"""The desk: slips typed as they come in, what is missing, the next step by an empty line."""

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cli.tournament.desk.command import Completer, append, look
from cli.tournament.desk.reply import Reply
from cli.tournament.desk.session import Session
from cli.tournament.desk.shown import help_lines
from cli.tournament.desk.slip import Slip, read_slip
from events.common import Note
from events.tournament import Decide, EndCall, Report
from referee.tournament.state import open_tables
from storage.log import Log
from tests.cli.test_home import ROOT, Home
from tests.logbook import copied
from tests.processes import end_of, lines_of

NOON = datetime(2026, 5, 2, 12, tzinfo=UTC)


class AtDesk:
    """A session with its log, driven as the command drives it; it counts the keys."""

    def __init__(self, home: Home, by: str = "lena") -> None:
        self.path = home.log
        with Log.open(home.log) as log:
            match = log.load("open")
            self.session = Session(match, by, log.secret("open") or "", log.people(), lambda: NOON)
        self.keys = 0

    def type(self, *lines: str) -> str:
        """What is shown after these lines."""
        shown: list[str] = []
        for line in lines:
            self.keys += len(line) + 1
            reply: Reply = self.session.enter(line)
            shown += reply.lines
            while reply.events or reply.look:
                if reply.events:
                    reply = append(self.session, self.path, reply.events)
                else:
                    reply = look(self.session, self.path)
                shown += reply.lines
        return "\n".join(shown)

    @property
    def open(self) -> list[int]:
        """The tables without a result."""
        return open_tables(self.session.state.rounds[-1])


def of_five(path: Path) -> None:
    found = Home(path.parent)
    found.log = path
    found.ok("tournament", "new", "open", "--by", "lena", "--rounds", 3, "--cut", 2)
    found.ok("tournament", "enter", "open", "ana", "bo", "cy", "dee", "eva")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A tournament of five."""
    found = Home(tmp_path)
    copied(found.log, of_five)
    return found


@pytest.fixture
def desk(home: Home) -> AtDesk:
    """Its desk, with round 1 posted."""
    found = AtDesk(home)
    found.type("", "y")
    return found


def test_an_empty_line_proposes_a_round_and_posts_it_when_asked_twice(home: Home):
    desk = AtDesk(home)
    assert "propose round 1" in "\n".join(desk.session.status())
    assert "cost: nothing" in desk.type("")
    assert desk.session.prompt == "post round 1 [y/n] "
    assert "round 1" in desk.type("y")
    assert desk.session.state.turn == 1


def test_the_desk_completes_its_commands_the_verbs_and_who_plays(desk: AtDesk):
    def completed(text: str) -> list[str]:
        return [each.text for each in Completer(desk.session).complete(text)]

    assert completed("zz") == []
    assert completed("deci") == ["decide"]
    assert completed("deck-") == ["deck-check"]
    assert completed("drop E") == ["eva"]
    assert completed("lena note by=x le") == ["lena"]
    desk.type("close")
    assert completed("y") == []


def test_a_log_without_the_secret_posts_nothing(home: Home):
    desk = AtDesk(home)
    desk.session.secret = ""
    assert "does not have the secret" in desk.type("post")
    assert desk.session.state.turn == 0


def test_a_slip_is_three_numbers(desk: AtDesk):
    assert "2-1" in desk.type("1 2 1")
    assert desk.open == [2]
    result = desk.session.state.rounds[0].contests["1"].result
    assert result is not None and (result.score.a, result.score.b, result.by) == (2, 1, "slip")


@pytest.mark.parametrize(
    ("line", "slip"),
    [
        ("17 2 1", Slip(17, 2, 1)),
        ("17 1 1 1", Slip(17, 1, 1, 1)),
        ("17 1 1 1 t", Slip(17, 1, 1, 1, "time")),
        ("17 0 0 d", Slip(17, 0, 0, 0, "intentional-draw")),
        ("17 2 0 conc", Slip(17, 2, 0, 0, "concession")),
        ("3/17 2 1", Slip(17, 2, 1, round=3)),
        ("17b 2 1", Slip(17, 2, 1, board="b")),
        ("17 2 0 n", Slip(17, 2, 0, 0, "no-show")),
    ],
)
def test_a_slip_says_how_by_a_letter_or_the_beginning_of_a_word(line: str, slip: Slip):
    assert read_slip(line) == slip


def test_a_slip_that_is_wrong_is_not_logged_and_says_what_would_do(desk: AtDesk):
    before = desk.session.seen
    assert "tables 1 to 2" in desk.type("9 2 1")
    assert "TR-7.1" in desk.type("1 3 0")
    assert "such as 17 2 1" in desk.type("1 2")
    assert "one of t time" in desk.type("1 2 0 z")
    assert desk.session.seen == before


def test_a_second_slip_for_a_table_asks_before_it_replaces_the_first(desk: AtDesk):
    desk.type("1 2 1")
    assert "has this result already" in desk.type("1 2 1")
    assert "table 1 has 2-1" in desk.type("1 1 2")
    assert desk.session.prompt == "replace 2-1 by 1-2 [y/n] "
    desk.type("y")
    result = desk.session.state.rounds[0].contests["1"].result
    assert result is not None and (result.score.a, result.score.b) == (1, 2)


def test_a_result_of_an_earlier_round_is_corrected_by_round_and_table(desk: AtDesk):
    desk.type("1 2 1", "2 2 0", "", "y")
    assert "table 1 has 2-1" in desk.type("1/1 1 2")
    desk.type("y")
    result = desk.session.state.rounds[0].contests["1"].result
    assert result is not None and (result.score.a, result.score.b) == (1, 2)
    assert desk.open == [1, 2]
    assert "round 9 is not posted" in desk.type("9/1 1 2")
    desk.type("x 1/2")
    assert desk.session.state.rounds[0].contests["2"].result is None


def test_a_board_of_a_contest_of_teams_has_a_slip_of_its_own(tmp_path: Path):
    home = Home(tmp_path)
    home.ok("tournament", "new", "open", "--by", "lena", "--rounds", 1, "--option", "teams=3")
    for team in ("red", "blue"):
        home.ok("tournament", "enter", "open", *(f"{team}{n}" for n in "abc"), "--team", team)
    desk = AtDesk(home)
    desk.type("", "y", "1a 2 0", "1b 2 1")
    assert desk.open == [1]
    desk.type("1c 0 2")
    assert desk.open == []
    assert "table 1b has 2-1" in desk.type("1b 0 2")
    desk.type("y")
    contest = desk.session.state.rounds[0].contests["1"]
    assert (contest.boards["b"].result.score.b, contest.result.score.b) == (2, 2)
    desk.type("x 1c")
    assert desk.open == [1]
    assert "TR-13.1" in desk.type("1d 2 0")


def test_a_result_is_taken_back_by_its_table(desk: AtDesk):
    desk.type("1 2 1", "x 1")
    assert desk.open == [1, 2]
    assert "has no result" in desk.type("x 1")


def test_a_table_calls_a_judge_by_its_number(desk: AtDesk):
    assert "order of triggers" in desk.type("j 2 order of triggers")
    (call,) = desk.session.state.calls_open.values()
    assert (call.table, call.about, call.by) == (2, "order of triggers", "lena")
    assert "expected the table" in desk.type("j order")


def test_an_entry_without_more_to_tell_is_shown_as_its_line(desk: AtDesk):
    desk.type("1 2 1")
    seq = desk.session.seen
    assert f'lena strike {seq} reason="wrong slip"' in desk.type("x 1")


def test_a_slip_that_is_typed_over_a_question_is_taken_in(desk: AtDesk):
    desk.type("1 2 1", "1 1 2")
    said = desk.type("2 2 0")
    assert "nothing is logged" in said and desk.open == []
    result = desk.session.state.rounds[0].contests["1"].result
    assert result is not None and (result.score.a, result.score.b) == (2, 1)


def test_any_other_line_that_is_typed_over_a_question_is_taken_in_too(desk: AtDesk):
    desk.type("1 2 1", "1 1 2")
    said = desk.type('note text="the second slip was a copy"')
    assert "nothing is logged" in said
    last = desk.session.replay.events[-1]
    assert isinstance(last, Note) and last.text == "the second slip was a copy"
    assert not desk.session.asking


def test_a_close_before_the_last_round_says_so(home: Home):
    desk = AtDesk(home)
    desk.type("", "y", "1 2 0", "2 2 0", "drop ana", "drop bo", "drop cy", "drop dee", "")
    assert desk.session.prompt == "close the tournament after round 1 of 3 [y/n] "


def test_judges_are_not_taken_for_who_is_at_the_desk(home: Home):
    home.ok("log", "open", "lena appoint kim judge")
    home.ok("tournament", "post", "open")
    home.ok("log", "open", "lena appoint sk scorekeeper")
    assert "one of lena, sk" in home.error("tournament", "start", "open")


def test_the_next_round_waits_for_all_results(desk: AtDesk):
    desk.type("1 2 1")
    assert "no result: tables 2" in desk.type("post")
    desk.type("2 2 0", "", "y")
    assert desk.session.state.turn == 2


def test_missing_results_count_as_unfinished_draws_if_somebody_says_so(desk: AtDesk):
    desk.type("1 2 1", "missing", "y")
    assert desk.session.state.rounds[0].missing == [2]


def test_players_are_found_by_the_beginning_of_their_ids(desk: AtDesk):
    desk.type("1 2 1")
    assert "dee leaves" in desk.type("drop d")
    assert "nobody called x" in desk.type("drop x")


def test_any_event_may_be_typed_without_saying_who(desk: AtDesk):
    assert "kim" in desk.type("appoint kim judge") or "kim" in desk.session.state.roles
    assert desk.session.state.roles["kim"] == ["judge"]
    assert "entry" not in desk.type("? appoint")


def test_the_pairings_of_the_round_are_shown_with_their_results(desk: AtDesk):
    played = desk.session.state.rounds[0]
    one, two = played.contests.values()
    (free,) = played.byes
    desk.type("1 1 1 1 t", "2 2 0")
    first = f"   1  {one.a} - {one.b}  1-1-1 time"
    second = f"   2  {two.a} - {two.b}  2-0"
    assert desk.type("p").splitlines() == [first, second]
    assert desk.type("p 2") == desk.type(f"p {two.b}") == second
    assert desk.type(f"p {free}") == f"{free} has the bye in this round"
    desk.type(f"drop {free}", "", "y")
    assert desk.type(f"p {free}") == f"{free} has no place in this round"


def test_the_standings_are_shown_from_the_top(desk: AtDesk):
    one, two = desk.session.state.rounds[0].contests.values()
    desk.type("1 2 0", "2 0 2")
    told = [line.split() for line in desk.type("s").splitlines()]
    assert [(place, points) for place, points, _ in told] == [
        *(("1", "3"), ("2", "3"), ("3", "3"), ("4", "0"), ("5", "0"))
    ]
    assert {player for *_, player in told[:3]} == {one.a, two.b, *desk.session.state.rounds[0].byes}
    assert [line.split() for line in desk.type("s 2").splitlines()] == told[:2]


def test_a_call_is_ended_with_its_seconds_and_what_came_of_it(desk: AtDesk):
    desk.type("j 1 order", "j 2 a list")
    first, second = map(int, desk.session.state.calls_open)
    assert "expected end CALL SECONDS" in desk.type("end", "end soon")
    desk.type(f"end {first} 180 no error")
    assert desk.session.replay.events[-1] == EndCall("lena", first, 180, "no error")
    desk.type(f"end {second}")
    assert desk.session.replay.events[-1] == EndCall("lena", second, 0, "")


def test_a_judge_at_the_desk_decides_a_table_with_a_reason(desk: AtDesk):
    assert "expected decide TABLE A B" in desk.type("decide 1 2 slip lost", "decide 1 2 1")
    desk.type("decide 1 2 1 slip lost", "decide 2 1 1 1 no time")
    one, two = desk.session.replay.events[-2:]
    assert one == Decide("lena", 1, 1, 2, 1, reason="slip lost")
    assert two == Decide("lena", 1, 2, 1, 1, 1, reason="no time")


def test_help_is_of_all_keys_or_of_one_verb(desk: AtDesk):
    assert desk.type("?").splitlines() == help_lines()
    assert "appoint" in desk.type("? appoint")
    assert "start, strike" in desk.type("? st")
    assert "referee events tournament" in desk.type("? xyz")


def test_what_breaks_a_rule_is_shown_as_its_line_and_why(desk: AtDesk):
    told = desk.type("1 3 0").splitlines()
    assert told[0] == "not logged: lena report 1 1 3 0"
    assert told[1].startswith("  TR-7.1")


def test_two_players_swap_with_a_reason(home: Home):
    desk = AtDesk(home)
    assert "expected swap A=B and the reason" in desk.type("swap ana=bo", "swap ana bo why")
    told = desk.type("swap ana=bo siblings")
    assert desk.session.prompt == "post round 1 [y/n] " and "(siblings)" in told
    assert "no place in this round" in desk.type("n", "swap ana=zoe siblings")


def test_the_last_line_is_taken_back_when_it_is_confirmed(desk: AtDesk):
    desk.type("1 2 1", "u", "y")
    assert desk.open == [1, 2]


def test_two_desks_take_slips_in_side_by_side_and_lose_nothing(home: Home, desk: AtDesk):
    other = AtDesk(home)
    desk.type("1 2 1")
    shown = other.type("2 2 0")
    assert "others have logged 1" in shown
    assert desk.type("l").count("report") == 1
    assert desk.open == other.open == []


def test_two_desks_with_the_same_slip_log_it_once(home: Home, desk: AtDesk):
    other = AtDesk(home)
    desk.type("1 2 1")
    shown = other.type("1 2 1")
    assert "TR-7.5" in shown and "others have logged 1" in shown
    reports = [e for e in other.session.replay.events if isinstance(e, Report)]
    assert len(reports) == 1


def test_a_desk_whose_log_cannot_be_written_says_so_and_goes_on(home: Home, desk: AtDesk):
    with Log.open(home.log, write=True):  # as another process that holds it
        reply = append(desk.session, home.folder / "gone" / "x.duckdb", [])
    assert reply.wrong and "not logged" in reply.lines[0]
    assert "2-1" in desk.type("1 2 1")


def test_a_round_of_64_players_takes_few_keys(tmp_path: Path):
    home = Home(tmp_path)
    home.ok("tournament", "new", "open", "--by", "lena", "--rounds", 7, "--cut", 8)
    home.ok("tournament", "enter", "open", *(f"p{n}" for n in range(1, 65)))
    desk = AtDesk(home)
    assert "round 1 is posted: 32 tables, and 32 more" in desk.type("", "y")
    desk.type(*(f"{table} 2 {table % 2}" for table in range(1, 33)))
    assert desk.open == []
    assert desk.keys <= 32 * 7 + 3, "seven keys for a slip, three for the round"
    desk.keys = 0
    desk.type("", "y")
    assert desk.session.state.turn == 2


def test_the_desk_reads_lines_from_a_pipe_and_leaves_at_their_end(home: Home):
    said = home.ok("tournament", "desk", "open", "--by", "lena", input="\ny\n1 2 1\n2 2 0\n")
    assert "round 1" in said and "the desk is left" in said
    home.ok("tournament", "desk", "open", "--by", "lena", input="9 2 1\n", status=2)


def test_a_desk_that_is_killed_loses_nothing_that_it_acknowledged(home: Home):
    desk = AtDesk(home)
    desk.type("", "y")
    command = [sys.executable, "-m", "cli", "tournament", "desk", "open", "--by", "lena"]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, "REFEREE_LOG": str(home.log), "NO_COLOR": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    process.stdin.write("1 2 1\n")
    process.stdin.flush()
    for line in lines_of(process):
        if "2-1" in line and "round 1, table 1" in line:
            break
    process.kill()
    end_of(process)
    desk.type("l")
    assert desk.open == [2]
    home.ok("verify", "open")


def test_what_happened_is_read_at_the_door_as_everywhere_else(desk: AtDesk):
    before = desk.session.match.last
    desk.type("note the hall is cold")
    assert desk.session.match.entry(before + 1).event == Note("lena", "the hall is cold")
