"""The page of the desk: its line for slips, its parts, its devices, and the page of a result."""

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from cli.reading.matches import Source
from cli.tournament.desk.session import Session
from cli.tournament.stream import Desk
from cli.venue.access.access import Access
from cli.venue.access.session import Invitation, Role
from events.common import CallJudge
from storage.league.sending.left_out import kept_out
from storage.log import Log
from tests.tournament.logged import CUP, contests, draft, logs, played, proposed
from tests.venue.counters import EIGHT, act, ask, counter, cup
from tests.venue.desks import device, venue
from tests.venue.watched import LOGGED, MATCH
from tests.venue.watched import cup as watched_cup

PARTS = ("now", "results", "standings", "people", "log", "devices", "copies")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return cup(tmp_path / "hall.duckdb", EIGHT[:4])


class Reply:
    """What the page shows of a line that was typed."""

    def __init__(self, html: str) -> None:
        self.html = html
        told = re.sub(r"<[^>]+>", " ", html)
        self.text = re.sub(r"\s+", " ", unescape(told)).strip()
        self.fields = dict(re.findall(r'name="(\w+)" form="line" value="([^"]*)"', html))
        found = re.search(r'data-became="(\w+)"', html)
        self.became = found[1] if found else ""


def types(client: TestClient[Litestar], text: str, before: Reply | None = None) -> Reply:
    """Type a line, with what the page has kept of the reply before."""
    kept = before.fields if before is not None else {}
    answer = client.post("/desk/line", data={**kept, "text": text})
    assert answer.status_code == 200, answer.text
    return Reply(answer.text)


def shows(client: TestClient[Litestar], part: str) -> str:
    answer = client.get(f"/desk/part/{part}")
    assert answer.status_code == 200, answer.text
    return Reply(answer.text).text


def lines_of(path: Path, lines: Sequence[str]) -> Session:
    """The desk of the terminal, where the same lines were typed."""
    with Log.open(path, write=True) as log:
        session = Session(log.live(CUP), "lena", log.secret(CUP) or "")
        for line in lines:
            reply = session.enter(line)
            assert not reply.wrong, (line, reply.lines)
            if reply.events:
                session.logged(Desk(log, Source(session.match), "lena").record(*reply.events))
        return session


SLIPS = ["in all", "propose", "y", "1 2 0", "2 1 1 1 t", "propose", "y", "1 2 1", "2 0 2"]


def test_a_tournament_typed_at_the_page_stands_as_at_the_terminal_vn_12_3(tmp_path: Path):
    by_page = cup(tmp_path / "page.duckdb", EIGHT[:4])
    by_terminal = cup(tmp_path / "terminal.duckdb", EIGHT[:4])
    with counter(by_page) as client:
        reply = None
        for line in SLIPS:
            reply = types(client, line, reply)
            assert reply.became in ("taken", "asked"), (line, reply.text)
    lines_of(by_terminal, SLIPS)
    with Log.open(by_page) as one, Log.open(by_terminal) as other:
        ours, theirs = one.load(CUP).replay().state, other.load(CUP).replay().state
        for a, b in zip(ours.rounds, theirs.rounds, strict=True):
            assert [(c.a, c.b, c.result.score) for c in a.contests.values() if c.result] == [
                (c.a, c.b, c.result.score) for c in b.contests.values() if c.result
            ]
            assert a.key == b.key
        assert ours.through > 0  # a post brings what was logged under a checkpoint


def test_a_slip_that_breaks_a_rule_is_not_logged_and_says_which(path: Path):
    with counter(path) as client:
        act(client, "post")
        before = ask(client)["at"]
        for slip, said in (("1 3 0", "TR-7.1"), ("9 2 1", "tables 1 to 2"), ("1 2", "17 2 1")):
            reply = types(client, slip)
            assert reply.became == "wrong" and said in reply.text, reply.text
        assert ask(client)["at"] == before


def test_a_line_tells_what_another_desk_has_logged_since(path: Path):
    with counter(path) as client:
        act(client, "post")
        seen = types(client, "l")
    with counter(path, "sam", "scorekeeper") as client:
        assert types(client, "1 2 0").became == "taken"
    with counter(path) as client:
        reply = types(client, "2 0 2", seen)
        assert reply.became == "taken" and "others have logged 1" in reply.text
        assert "report 1 1 2" in reply.text
        assert "others" not in types(client, "l", reply).text


def test_what_is_confirmed_is_asked_again_where_it_is_another_one_by_now(path: Path):
    with counter(path) as client:
        asked = types(client, "propose")
        assert asked.became == "asked" and asked.text.endswith("post round 1? yes y no n")
        act(client, "drop", player="dee")
        again = types(client, "y", asked)
        assert again.became == "asked" and "another one by now" in again.text
        assert ask(client)["round"] == 0 and "dee" not in again.text.split("round 1:")[1]
        assert types(client, "n", again).became == "taken" and ask(client)["round"] == 0
        assert types(client, "y", again).became == "taken" and ask(client)["round"] == 1


def test_a_wrong_slip_is_replaced_when_that_is_confirmed(path: Path):
    with counter(path) as client:
        act(client, "post")
        types(client, "1 2 0")
        asked = types(client, "1 0 2")
        assert "replace 2-0 by 0-2" in asked.text
        types(client, "y", asked)
        assert ask(client, "/rounds/1")["tables"][0]["score"] == "0-2"


def test_the_clock_is_started_stopped_and_called_by_lines(path: Path):
    with counter(path) as client:
        act(client, "post")
        for line, standing in (("start", "left"), ("pause", "paused"), ("resume", "left")):
            assert types(client, line).became == "taken"
            told = shows(client, "now")
            assert standing in told
            assert ("Whoever is absent loses at" in told) == (line != "pause")  # TR-3.5
        assert types(client, "time").became == "taken"
        assert "time was called" in shows(client, "now")


def test_logged_games_that_say_otherwise_are_told_before_a_slip_is_logged_tr_7_4(tmp_path: Path):
    path = cup(tmp_path / "hall.duckdb", EIGHT[:4], best_of="1")
    with Log.open(path, write=True) as log:
        logs(log, [proposed(log, 1)])
        lines = played(log, 1)
        table = contests(log, 1)[0].table
    line = next(each for each in lines if each.startswith(f"lena report 1 {table} "))
    a, b, drawn = line.split()[4:7]
    with counter(path) as client:
        wrong = types(client, f"{table} {b} {a}")
        assert wrong.became == "wrong" and "TR-7.4" in wrong.text and "otherwise" in wrong.text
        reply = types(client, f"{table} {a} {b} {drawn}")
        assert reply.became == "taken", reply.text
        asked = types(client, f"x {table}", reply)
        sure = client.post("/desk/line", data={"text": f"{table} {b} {a}", "sure": "1"})
        assert asked.became == "taken" and Reply(sure.text).became == "taken", sure.text
    with Log.open(path) as log:
        events = log.load(CUP).replay().events
        named = [each.games for each in events if type(each).__name__ == "Report"]
        assert [len(games) for games in named] == [1, 0]


def test_the_parts_say_what_is_there_and_nothing_is_run_from_a_name(path: Path):
    with counter(path) as client:
        act(client, "enter", player="eva", name="<script>alert(1)</script>", here=True)
        act(client, "post")
        act(client, "report", table=1, a=2, b=0)
        assert "no result: table 2" in shows(client, "now")
        assert "1 of 2 in" in shows(client, "results") and "bye:" in shows(client, "results")
        assert "after round 1, 1 open" in shows(client, "standings")
        assert "slip of table 1, round 1: 2-0" in shows(client, "log")
        assert "here" in shows(client, "people")
        page = client.get("/desk")
        assert page.status_code == 200 and "&lt;script&gt;alert" in page.text
        assert "<script>alert" not in page.text
        assert not re.search(r"\son\w+=|\sstyle=|<style|javascript:", page.text)
        assert client.get("/desk/part/secrets").status_code == 404
        for table, status in ((1, 200), (9, 404)):
            assert client.get(f"/desk/table/{table}").status_code == status


def test_late_entries_are_entered_with_their_names_or_told_why_not(tmp_path: Path):
    path = cup(tmp_path / "hall.duckdb", EIGHT[:4], late="1")
    with counter(path) as client:
        act(client, "post")
        assert 'name="minor"' in client.get("/desk").text
        form = {"player": "eva", "name": "Eva Lind", "now": "1", "here": "1", "minor": "1"}
        reply = Reply(client.post("/desk/enter", data=form).text)
        assert reply.became == "taken" and "enter eva" in reply.text
        assert ask(client, "/rounds/1")["byes"] == ["eva"]
        reply = Reply(client.post("/desk/enter", data={"player": "eva"}).text)
        assert reply.became == "wrong" and "TR-3.1" in reply.text
    with Log.open(path) as log:
        assert kept_out(log) == {"eva": "minor"}


def test_the_copies_turn_red_when_nothing_can_be_written_vn_3_5(path: Path):
    with counter(path) as client:
        assert "Nothing can be written" not in shows(client, "copies")
        client.app.state.hall._writer.failed = "the disk is full"
        answer = client.get("/desk/part/copies").text
        assert "Nothing can be written: the disk is full" in answer
        assert 'class="disks stopped" role="alert"' in answer


def test_a_lost_phone_is_ended_by_one_tap_and_another_joins_with_a_new_code_vn_5_3(path: Path):
    now = datetime.now(UTC)
    with Log.open(path, write=True) as log:
        access = Access.load(log)
        code = access.invite(log, Invitation("judge", "kim", CUP))
        token, joined = access.bind(log, code, "Kim's phone", now)
    with counter(path) as client:
        assert "judge kim Kim's phone end" in shows(client, "devices")
        answer = client.post(f"/desk/devices/{joined.id}/end")
        assert answer.status_code == 200 and "Kim's phone" not in unescape(answer.text)
        assert client.app.state.hall.access.session(token, datetime.now(UTC)) is None
        assert client.post("/desk/devices/unknown/end").status_code == 404
        made = client.post("/desk/codes", data={"role": "judge", "person": "kim"})
        assert made.status_code == 200 and "<svg" in made.text
        found = re.search(r"/j/([0-9A-Z]{10})<", made.text)
        assert found is not None and found[1] != code
        refused = client.post("/desk/codes", data={"role": "judge", "person": "ana"})
        assert refused.status_code == 403


def test_a_scorekeeper_makes_no_code_for_a_judge(path: Path):
    with counter(path, "sam", "scorekeeper") as client:
        refused = client.post("/desk/codes", data={"role": "judge", "person": "kim"})
        assert (refused.status_code, refused.json()["error"]) == (403, "forbidden")
        assert client.post("/desk/codes", data={"role": "king"}).status_code == 422


def test_a_line_that_posts_or_rules_waits_for_the_pin_vn_5_7(path: Path):
    with venue(path, device("lena", "organiser", stream=CUP)) as client:
        asked = types(client, "propose")
        answer = client.post("/desk/line", data={**asked.fields, "text": "y"})
        assert (answer.status_code, answer.json()["error"]) == (403, "pin")
        assert ask(client)["round"] == 0
        client.post("/api/pin", json={"pin": "4711"})
        assert types(client, "y", asked).became == "taken" and ask(client)["round"] == 1


def test_a_table_without_a_log_says_its_result_on_its_page_tr_7_2(path: Path):
    with counter(path, "ana", "player") as client:
        assert "No round is posted yet" in client.get("/r/1").text
    with counter(path) as client:
        act(client, "enter", player="eva")
        act(client, "post")
        told = ask(client, "/rounds/1")
    one, other = told["tables"][0]["a"], told["tables"][0]["b"]
    with counter(path, told["byes"][0], "player") as client:
        assert "You have the bye in round 1" in client.get("/r/0").text
    with counter(path, one, "player") as client:
        for table in (0, 1, 2):  # whatever the address says, it is the own table
            assert 'data-act="attest"' in client.get(f"/r/{table}").text
        assert "You said" not in client.get("/r/1").text
        act(client, "attest", round=1, table=1, a=2, b=1)
        assert "You said 2 \u2013 1" in client.get("/r/1").text
    with counter(path, other, "player") as client:
        page = Reply(client.get("/r/1").text).text
        assert f"{one} says" in page and "that is right" in page
        act(client, "attest", round=1, table=1, a=2, b=1)
        assert "The result is in" in client.get("/r/1").text
    with counter(path, "sam", "scorekeeper") as client:
        assert 'data-act="report"' in client.get("/r/2").text


def test_ref_3_2_a_scorekeeper_mends_the_own_newest_slip_and_nobody_elses(tmp_path: Path) -> None:
    path = cup(tmp_path / "hall.duckdb", EIGHT)
    with counter(path) as desk:
        act(desk, "post")
        act(desk, "report", table=1, a=2, b=0)
    with counter(path, "sam", "scorekeeper") as desk:
        assert confirmed(desk, "1 0 2").status_code == 403, "lena has typed it"
        assert confirmed(desk, "2 2 0").status_code == 200
        assert "0-2" in confirmed(desk, "2 0 2").text
        assert confirmed(desk, "u").status_code == 200
        assert confirmed(desk, "3 2 0").status_code == 200
        assert confirmed(desk, "4 2 1").status_code == 200
        assert "REF-3.2" in confirmed(desk, "3 0 2").text, "it is not the newest any more"
        tables = ask(desk, "/rounds/1")["tables"]
    assert [each["score"] for each in tables] == ["2-0", "", "2-0", "2-1"]


def confirmed(desk: TestClient[Litestar], line: str) -> Any:
    """What is answered to a line that is typed, and then to yes, where that is asked."""
    answer = desk.post("/desk/line", data={"text": line})
    asked = dict(re.findall(r'name="(\w+)" form="line" value="([^"]*)"', answer.text))
    if "asked" not in asked:
        return answer
    return desk.post("/desk/line", data={**asked, "text": "y"})


@pytest.mark.parametrize(
    ("person", "role", "refused"),
    [
        ("lena", "organiser", set()),
        ("hal", "head-judge", {"close"}),
        ("sam", "scorekeeper", {"decide", "extend", "end", "reinstate", "close"}),
    ],
)
def test_vn_5_5_the_desk_offers_nothing_that_its_device_may_not_do(
    tmp_path: Path, person: str, role: Role, refused: set[str]
) -> None:
    path = cup(tmp_path / "hall.duckdb", EIGHT[:4], rounds="1")
    with Log.open(path, write=True) as log:
        logs(log, "lena appoint hal head-judge")
        logs(log, [proposed(log, 1)])
        one, two = contests(log, 1)
        logs(log, f"lena report 1 1 2 0; lena drop {one.b} after=1; {two.a} call 1 2")
    with counter(path, person, role) as desk:
        found = offered(desk)
        with suppress(AssertionError):
            act(desk, "end-call")
        act(desk, "report", table=2, a=2, b=0)
        found |= offered(desk)
    every = {"decide", "extend", "end", "reinstate", "j", "drop"}
    assert found >= every - refused
    assert not found & refused


def offered(desk: TestClient[Litestar]) -> set[str]:
    """How the lines of the buttons begin that are shown."""
    text = "".join(unescape(desk.get(each).text) for each in ("/desk", "/desk/table/1"))
    lines = re.findall(r'"text": "([^"]*)"', text) + re.findall(r'data-fill="([^"]*)"', text)
    return {each.partition(" ")[0] for each in lines}


def test_vn_19_7_a_dispute_of_an_earlier_round_is_decided_by_what_is_to_do(path: Path) -> None:
    with Log.open(path, write=True) as log:
        logs(log, [proposed(log, 1)])
        one, _ = contests(log, 1)
        logs(log, f"{one.a} attest 1 1 2 0; {one.b} attest 1 1 0 2")
        logs(log, "lena report 1 2 2 0")
    with counter(path) as desk:
        act(desk, "post", missing=True)
        due = next(each for each in ask(desk)["due"] if each["rule"] == "TR-7.2")
        assert due["fill"] == "decide 1/1 "
        assert "legal" in confirmed(desk, f"{due['fill']}2 1 both slips read").text
        assert not [each for each in ask(desk)["due"] if each["rule"] == "TR-7.2"]


def test_tr_11_1_a_call_that_is_ended_by_a_line_is_ended_in_its_match_too(tmp_path: Path) -> None:
    path = watched_cup(tmp_path / "hall.duckdb")
    with Log.open(path, write=True) as log:
        seat = next(iter(log.load(MATCH).replay().table.persons))
        log.append(MATCH, [draft(CallJudge(seat), LOGGED + 1, MATCH)])
    with counter(path) as desk:
        (call,) = (each for each in ask(desk)["due"] if each["rule"] == "TR-11.1")
        assert "ends call" in confirmed(desk, f"{call['fill']}60").text
        assert not [each for each in ask(desk)["due"] if each["rule"] == "TR-11.1"]
    with Log.open(path) as log:
        assert not log.load(MATCH).replay().state.calls


def test_vn_19_who_leaves_by_a_line_is_asked_about_with_what_follows(path: Path) -> None:
    with Log.open(path, write=True) as log:
        logs(log, [proposed(log, 1)])
        one = contests(log, 1)[0]
    with counter(path) as desk:
        asked = desk.post("/desk/line", data={"text": f"drop {one.a}"}).text
        assert f"let {one.a} leave" in asked and "0-2" in asked, "what would follow is told"
        assert ask(desk, "/rounds/1")["tables"][0]["score"] == ""
        assert 'data-became="taken"' in confirmed(desk, f"drop {one.a}").text
        assert ask(desk, "/rounds/1")["tables"][0]["score"] == "0-2"
