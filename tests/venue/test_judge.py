"""What judges see and do at the venue: calls by age, a match with its remedies, a ruling that ends
the call it answers (TR-11)."""

import re
from base64 import b64encode
from datetime import UTC, datetime
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from cli.reading.lines import new_id
from cli.venue.access.refused import Forbidden
from cli.venue.access.session import Session
from cli.venue.judge.entry import in_question
from cli.venue.judge.reached import judged
from cli.venue.judge.tables import glance
from events.common import CallJudge
from storage.exchange.transfer import import_record
from storage.log import Draft, Log
from storage.match import Match
from storage.verify import verify
from tests.cli.test_home import Home
from tests.logbook import CATALOG, GAME, empty_log
from tests.tournament.logged import CUP, contests, game, logs, opened, proposed
from tests.venue.desks import body, device, venue
from tests.venue.halls import PLAYERS, hall, match_of, misplay

RECORDS = Path(__file__).parents[1] / "records"


def judging(person: str = "kim", role: Any = "judge") -> Session:
    return device(person, role, stream=CUP)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return hall(tmp_path / "hall.duckdb")


def text(answer: Any) -> str:
    assert answer.status_code == 200, answer.text
    return " ".join(unescape(answer.text).split())


def entries(client: TestClient[Litestar], name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get(f"/api/matches/{name}/entries").json()["entries"]
    return found


def rule(client: TestClient[Litestar], name: str, **form: object) -> Any:
    return client.post(f"/judge/{name}/rule", data={k: str(v) for k, v in form.items()})


def differences(path: Path) -> list[Any]:
    with Log.open(path) as log:
        report = verify(log)
    return [*report.differences, *report.notes]


# -- calls -----------------------------------------------------------------------------------------


def test_tr_11_1_open_calls_are_listed_by_age_with_table_subject_and_who_takes_them(path: Path):
    with Log.open(path, write=True) as log:
        logs(log, ["bo call 1 1 about=first", "lena call 1 2 about=second", "kim answer 11"])
        log.let_go(CUP)
    with venue(path, judging()) as client:
        calls = client.get("/api/calls").json()["calls"]
        assert [each["about"] for each in calls] == ["first", "second"]
        assert [each["table"] for each in calls] == [1, 2]
        assert sorted(each["judges"] for each in calls) == [[], ["kim"]]
        page = text(client.get("/judge"))
    assert page.index("first") < page.index("second")
    assert "taken by kim" in page and "nobody has taken it" in page


def test_tr_11_1_a_call_from_a_table_is_in_the_tournament_when_the_venue_starts(path: Path):
    name, wrong = misplay(path)
    with venue(path, judging()) as client:
        (call,) = client.get("/api/calls").json()["calls"]
        assert (call["match"], call["entry"], call["who"]) == (name, wrong + 1, "ana")
        assert call["number"] and call["judges"] == []
        text(client.post("/judge/take", data={"call": f"{name}/{wrong + 1}"}))
        (call,) = client.get("/api/calls").json()["calls"]
        assert call["judges"] == ["kim"]
        assert "No call is open" in text(client.post("/judge/end", data={"call": call["number"]}))
    assert differences(path) == []


def test_tr_11_1_a_call_that_a_table_makes_is_in_the_tournament_at_once(path: Path):
    with Log.open(path) as log:
        match = match_of(log, "ana")
        seat = next(s for s, p in match.replay().table.persons.items() if p == "ana")
    now = datetime(2026, 3, 14, 10, tzinfo=UTC)
    draft = Draft(CallJudge(seat, "is it my turn?"), new_id(now), now, now, "kim")
    with venue(path, judging()) as client:
        sent = client.post(f"/api/matches/{match.id}/entries", content=body([draft], None))
        assert sent.status_code == 200, sent.text
        calls = [client.get("/api/calls").json()["calls"] for _ in range(20)]
        (call,) = calls[-1]
        assert call["number"] and call["about"] == "is it my turn?"
        again = client.post(f"/api/matches/{match.id}/entries", content=body([draft], None))
        assert again.json()["recorded"][0]["known"]
        assert client.get("/api/calls").json()["calls"] == [call]


def test_a_match_of_which_nothing_is_logged_has_neither_turn_nor_calls() -> None:
    found = glance(Match("m1", GAME, CATALOG), 2)
    assert (found.last, found.turn, found.calls) == (0, 0, 0)


def test_tables_are_found_by_number_name_or_match_and_tell_what_is_wrong_there(path: Path):
    name, _ = misplay(path)
    with venue(path, judging()) as client:
        every = text(client.get("/judge/tables"))
        assert "1 illegal" in every and "1 call" in every
        assert name in text(client.get("/judge/tables", params={"find": "ana"}))
        assert name in text(client.get("/judge/tables", params={"find": name[-6:]}))
        assert "No table is called so" in text(client.get("/judge/tables", params={"find": "99"}))


# -- a match and its remedies ------------------------------------------------------------------


def record(path: Path, name: str, until: str = "") -> str:
    """A log with the shipped record of a match, up to a line; the id of the match."""
    with Log.open(empty_log(path), write=True) as log:
        whole = (RECORDS / name).read_text()
        import_record(log, whole[: whole.index(until)] if until else whole, name)
        (row,) = log.matches()
        return row.id


@pytest.mark.parametrize(
    ("name", "until", "seq"),
    [
        ("wondervale/dispute.txt", "\n81 ", 77),
        ("legacy_of_conflict/rooftop.txt", "\n90 ", 60),
        ("tower_wizwar/duel.txt", "", 30),
    ],
)
def test_remedies_are_those_of_the_command_with_the_same_what_if(
    tmp_path: Path, name: str, until: str, seq: int
):
    home = Home(tmp_path)
    found = record(home.log, name, until)
    session = device("hj-sato", "head-judge", match=found)
    with venue(home.log, session) as client:
        told = client.get(f"/api/matches/{found}/remedies/{seq}").json()
        page = text(client.get(f"/judge/{found}", params={"entry": seq}))
        explained = client.get(f"/api/matches/{found}/explain/{seq}").json()
    assert told == home.json("rule", found, seq, "--judge", "hj-sato")
    assert told["proposals"]
    for each in told["proposals"]:
        asked = home.json("what-if", found, each["line"])
        assert asked["changed"] == each["effect"]["changed"]
        assert asked["changes"] == each["effect"]["changes"]
        assert all(" ".join(change.split()) in page for change in each["effect"]["changed"])
        assert each["why"][1:] in page
    assert explained["verdict"] == home.json("explain", found, seq)["verdict"]
    trusted = "".join(f"<li>{each}</li>" for each in explained.get("assumptions", ()))
    assert bool(trusted) == (explained["verdict"] == "on trust")
    assert not trusted or f'<p>Not checked:</p><ul class="plain" lang="en">{trusted}</ul>' in page


def test_vn_20_4_what_players_keep_of_a_rewind_is_told_to_judges_alone(tmp_path: Path):
    home = Home(tmp_path)
    found = record(home.log, "wondervale/dispute.txt", "\n81 ")
    ruling = {"kind": "rewind", "entry": "60", "reason": "a draw was forgotten"}
    with venue(home.log, device("hj-sato", "head-judge", match=found)) as client:
        told = client.get(f"/api/matches/{found}/learned", params={"since": 60}).json()
        page = text(client.post(f"/judge/{found}/try", data=ruling))
        for since in (900, "soon"):
            answer = client.get(f"/api/matches/{found}/learned", params={"since": since})
            assert answer.status_code == 422
    with venue(home.log, device("p-mira", match=found)) as client:
        assert client.get(f"/api/matches/{found}/learned?since=60").status_code == 403
    asked = home.json("what-if", found, "hj-sato rewind 60")
    assert told == {"match": found, "since": 60, "learned": asked["learned"]}
    assert asked["learned"][0]["cards"] == ["Pebbik"]
    assert "Players keep what they have learned since" in page
    assert "<li>62: all, shown: Pebbik of joss.hand</li>" in page
    said = home.ok("what-if", found, "hj-sato rewind 60")
    assert "players keep what they have learned since:\n  62: all, shown: Pebbik" in said
    assert home.json("what-if", found, "hj-sato strike 60")["learned"] == []


def test_the_six_questions_of_a_dispute_are_two_taps_away(tmp_path: Path):
    home = Home(tmp_path)
    found = record(home.log, "wondervale/dispute.txt", "\n81 ")
    board = home.json("show", found, "--at", 34)["board"]
    touched = home.json("show", found, "--card", "Duneward")["touched"]
    falls = home.json("what-if", found, "hj-sato strike 41")["changed"]
    with venue(home.log, device("hj-sato", "head-judge", match=found)) as client:

        def tapped(*labels: str) -> str:
            answer = client.get(f"/judge/{found}?first=1")
            for label in labels:
                answer = client.get(asks_for(answer.text, label))
            assert answer.status_code == 200
            return text(answer)

        shown = tapped("34", "The board behind it")
        assert all(said in shown for panel in board for _, said in panel["rows"] if said)
        lines = re.findall(r'<span class="number">(\d+)', tapped("Duneward"))
        assert [*map(int, lines)] == [*map(int, touched)]
        assert "WV-7.15" in tapped("34")
        assert falls
        assert all(each in tapped("41", "What falls if it is struck?") for each in falls)
        assert "joss.hand" in tapped("joss.hand")


def test_what_bears_on_an_entry_is_read_otherwise_at_a_tap(tmp_path: Path):
    home = Home(tmp_path)
    found = record(home.log, "warrift/overrun.txt")
    with venue(home.log, device("hj-sato", "head-judge", match=found)) as client:
        page = next(
            page
            for seq in range(2, 60)
            if re.search(
                r'Under <span lang="en" title="[^"]*">WR-I',
                page := client.get(f"/judge/{found}/entries/{seq}").text,
            )
        )
        path = re.search(r'hx-get="(/judge/[^"]*/under/[^"]*)"', page).group(1)
        assert "Nothing is written." in client.get(path).text
        for wrong in ("WR-I%20999/yes", "WR-I%2030/nonsense"):
            assert client.get(f"/judge/{found}/under/{wrong}").status_code == 422
        assert client.get(f"/judge/{found}/struck/1").status_code == 422
        assert client.get(f"/judge/{found}/card", params={"name": "Nobody"}).status_code == 422


def asks_for(page: str, label: str) -> str:
    """What a tap on a button or a link of that label fetches."""
    plain = re.sub(r"\s+", " ", page)
    taps = re.findall(r'<(?:button|a)\b[^>]*hx-get="([^"]*)"[^>]*>(.*?)</(?:button|a)>', plain)
    for path, inner in taps:
        words = re.sub(r"<[^>]*>", " ", inner).split()
        if words and (" ".join(words) == label or words[0] == label):
            return unescape(path)
    raise AssertionError(f"nothing is called {label}")


def test_a_judge_reads_why_an_entry_is_illegal_and_who_disputes_what(tmp_path: Path):
    found = record(tmp_path / "d.duckdb", "wondervale/dispute.txt", "\n81 ")
    session = device("hj-sato", "head-judge", match=found)
    with venue(tmp_path / "d.duckdb", session) as client:
        page = text(client.get(f"/judge/{found}"))
        assert "entry 79 is disputed by mira" in page.replace("</a>", "").replace(
            f'<a href="/judge/{found}?entry=79#entry" hx-get="/judge/{found}/entries/79" '
            'hx-target="#entry">',
            "",
        )
        entry = text(client.get(f"/judge/{found}/entries/77"))
        asked = client.get(f"/api/matches/{found}/explain/77").json()
    rule_of = next(each for each in asked["rules"] if each["id"] == asked["rule"])
    assert asked["rule"] in entry and rule_of["statement"] in entry
    assert asked["message"] in entry and asked["legal"] in entry
    assert f"Since entry {asked['since']}" in entry


def test_vn_6_4_a_sealed_match_shows_a_judge_all(tmp_path: Path):
    path = tmp_path / "sealed.duckdb"
    with Log.open(empty_log(path), write=True) as log:
        opened(log, {"rounds": "2", "sealed": "yes"})
        logs(log, ["lena appoint kim judge", *(f"lena enter {each}" for each in PLAYERS)])
        logs(log, [proposed(log, 1)])
        for each in contests(log, 1):
            contest = f"{CUP}/1/{each.table}/1"
            game(log, f"{CUP}-r1-t{each.table}", (each.a, each.b), contest, each.table, 5)
    name, wrong = misplay(path)
    with venue(path, judging()) as client:
        assert f"?entry={wrong}#entry" in client.get(f"/judge/{name}").text
        assert "illegal" in text(client.get(f"/judge/{name}/entries/{wrong}"))
    with venue(path, device("ana", "player", stream=CUP)) as client:
        (line,) = client.get(f"/api/matches/{name}/entries", params={"after": wrong - 1}).json()[
            "entries"
        ][:1]
        assert not line.get("verdict") and not line.get("rule")


# -- rulings ---------------------------------------------------------------------------------------


def test_a_judge_reads_what_is_known_of_a_hidden_place(path: Path):
    with Log.open(path) as log:
        name = match_of(log, "ana").id
    with venue(path, judging()) as client:
        whole = text(client.get(f"/judge/{name}"))
        (place, *_) = re.findall(rf'hx-get="/judge/{name}/hidden/([^"]+)"', whole)
        shown = text(client.get(f"/judge/{name}/hidden/{place}"))
        assert f"<h2>{place} after entry " in shown
        assert '<dt class="quiet">possible</dt>' in shown and "%" in shown
        assert client.get(f"/judge/{name}/hidden/nobody.hand").status_code >= 400


def test_three_requests_rule_and_end_the_call_in_both_streams(path: Path):
    name, wrong = misplay(path)
    with venue(path, judging()) as client:
        text(client.post("/judge/take", data={"call": f"{name}/{wrong + 1}"}))
        (call,) = client.get("/api/calls").json()["calls"]
        text(client.get(f"/judge/{name}/entries/{wrong}"))
        last = entries(client, name)[-1]["seq"]
        done = rule(
            client,
            name,
            remedy=f"kim strike {wrong}",
            reason="it was not your turn",
            expected=last,
            call=call["number"],
            ends="yes",
        )
        assert "The call is ended" in text(done)
        assert client.get("/api/calls").json()["calls"] == []
        lines = [each["line"] for each in entries(client, name)[last:]]
    assert lines[0].startswith(f"kim strike {wrong}") and "it was not your turn" in lines[0]
    assert lines[1].startswith("kim close-call")
    assert differences(path) == []
    with Log.open(path) as log:
        state = log.load(CUP).replay().state
        (ruled,) = state.rulings.values()
        assert (ruled.match, ruled.entry, ruled.kind) == (name, last + 1, "simple-backup")
        assert not state.calls_open


def test_a_call_is_ruled_on_and_ended_in_one_request_without_being_taken(path: Path):
    name, wrong = misplay(path)
    with venue(path, judging()) as client:
        form = {"remedy": f"kim strike {wrong}", "call": f"{name}/{wrong + 1}", "ends": "yes"}
        text(rule(client, name, **form))
        assert client.get("/api/calls").json()["calls"] == []
    assert differences(path) == []


def test_tr_11_2_a_full_backup_by_a_floor_judge_is_refused_and_nothing_is_written(path: Path):
    name, wrong = misplay(path)
    with venue(path, judging()) as client:
        before = entries(client, name)
        form = {"kind": "rewind", "entry": 3, "call": f"{name}/{wrong + 1}", "ends": "yes"}
        answer = rule(client, name, **form)
        assert (answer.status_code, answer.json()["rule"]) == (422, "TR-11.2")
        assert entries(client, name) == before
        (call,) = client.get("/api/calls").json()["calls"]
        assert call["judges"] == []
    with Log.open(path) as log:
        assert not log.load(CUP).replay().state.rulings


def test_ref_3_2_a_floor_judge_does_not_overrule(path: Path):
    name, wrong = misplay(path)
    with venue(path, judging()) as client:
        text(rule(client, name, kind="strike", entry=wrong))
        struck = entries(client, name)[-1]["seq"]
        answer = rule(client, name, kind="overrule", entry=struck)
        assert answer.status_code in (403, 422)
        assert entries(client, name)[-1]["seq"] == struck


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ({"kind": "dance"}, "kind"),
        ({"kind": "strike"}, "entry"),
        ({"kind": "strike", "entry": "999"}, "999"),
        ({"kind": "note"}, "reason"),
        ({"kind": "adjust"}, "changes"),
        ({"remedy": "bo draw"}, "line"),
        ({"remedy": "lena strike 3"}, "line"),
        ({"kind": "insert", "entry": "3", "line": "nonsense"}, "nonsense"),
    ],
)
def test_a_ruling_that_lacks_something_says_what(path: Path, form: dict[str, str], field: str):
    name, _ = misplay(path)
    with venue(path, judging()) as client:
        before = entries(client, name)
        answer = rule(client, name, **form)
        assert answer.status_code == 422 and field in answer.json()["hint"]
        assert entries(client, name) == before


def test_a_ruling_on_a_match_that_went_on_shows_what_came_and_keeps_the_words(path: Path):
    name, wrong = misplay(path)
    with venue(path, judging()) as client:
        form = {"remedy": f"kim strike {wrong}", "entry": wrong, "reason": "out of turn"}
        answer = rule(client, name, expected=wrong, **form)
        shown = unescape(answer.text)
        assert answer.status_code == 409
        assert "the match went on" in shown.casefold() and "call-judge" in shown
        assert "out of turn" in shown and f'name="expected" value="{wrong + 1}"' in shown
        assert entries(client, name)[-1]["seq"] == wrong + 1
        assert rule(client, name, expected=wrong + 1, **form).status_code == 200


def test_a_penalty_in_a_match_that_went_on_waits_until_the_judge_has_seen_what_came(path: Path):
    name, wrong = misplay(path)
    with venue(path, judging()) as client:
        page = text(client.get(f"/judge/{name}"))
        code = page.split('<select name="code"')[1].split('<option value="')[2].split('"')[0]
        form = {"player": "ana", "code": code, "reason": "out of turn"}
        for expected, status in ((wrong, 409), (wrong + 1, 200)):
            form["expected"] = str(expected)
            assert client.post(f"/judge/{name}/infraction", data=form).status_code == status
        assert len(entries(client, name)) == wrong + 2


def test_what_a_ruling_would_do_is_shown_and_not_written(path: Path):
    name, wrong = misplay(path)
    with venue(path, judging()) as client:
        form = {"kind": "strike", "entry": str(wrong)}
        shown = text(client.post(f"/judge/{name}/try", data=form))
        assert f"kim strike {wrong}" in shown and "Nothing is written" in shown
        assert entries(client, name)[-1]["seq"] == wrong + 1


def test_what_many_refused_entries_come_from_is_told_with_a_ruling_that_is_tried(tmp_path: Path):
    found = record(tmp_path / "d.duckdb", "tower_wizwar/duel.txt", "\n104 ")
    session = device("hj-sato", "head-judge", match=found)
    with venue(tmp_path / "d.duckdb", session) as client:
        shown = text(client.post(f"/judge/{found}/try", data={"kind": "strike", "entry": "50"}))
    assert "53 of 53 because enzo's block was due after entry 49 and is not in the log" in shown


def test_vn_5_7_a_head_judge_rules_after_the_pin(path: Path):
    name, wrong = misplay(path)
    with venue(path, judging("hal", "head-judge")) as client:
        answer = rule(client, name, kind="strike", entry=wrong, authority="head")
        assert (answer.status_code, answer.json()["error"]) == (403, "pin")
        assert client.post("/api/pin", json={"pin": "2468"}).status_code == 200
        text(rule(client, name, kind="strike", entry=wrong, authority="head"))
        assert "authority=head" in entries(client, name)[-1]["line"]


# -- penalties, extensions, appeals, paper ---------------------------------------------------------


def test_tr_10_7_an_infraction_and_its_penalty_name_each_other(path: Path):
    name, _ = misplay(path)
    with venue(path, judging()) as client:
        page = text(client.get(f"/judge/{name}"))
        code = page.split('<select name="code"')[1].split('<option value="')[2].split('"')[0]
        form = {"player": "ana", "code": code, "reason": "out of turn"}
        text(client.post(f"/judge/{name}/infraction", data=form))
        assert f"/{CUP}/" not in page
        assert entries(client, name)[-1]["line"].startswith("kim penalty")
        given = text(client.get(f"/judge/{name}")).split("Give a penalty")[0]
        players = given.split('aria-label="Players"')[1].split("</section>")[0]
        (own,) = (each for each in players.split("<article") if code in each)
        assert '<span class="quiet">ana' in own or "<strong>ana" in own
    assert differences(path) == [] or all(d.rule == "TR-11.1" for d in differences(path))
    with Log.open(path) as log:
        (found,) = log.load(CUP).replay().state.infractions
        assert (found.player, found.match) == ("ana", name)


def test_tr_6_3_an_extension_that_a_call_offers_is_given_in_one_tap(path: Path):
    with Log.open(path, write=True) as log:
        logs(log, ["lena start 1 2026-03-14T09:30:00Z", "ana call 1 1 about=long"])
        call = log.load(CUP).last
        logs(log, [f"kim answer {call}", f"kim end-call {call} 200"])
        state = log.load(CUP).replay().state
        assert not state.rounds[0].contests["1"].extended
        log.let_go(CUP)
    name = f"{CUP}-r1-t1"
    with venue(path, judging()) as client:
        page = text(client.get(f"/judge/{name}"))
        assert "Extension of" in page
        given = page.split('hx-post="/judge/extend"')[1].split("hx-vals='")[1].split("'")[0]
        left = client.post("/judge/extend", data=msgspec.json.decode(given))
        assert "Extension of" not in text(left)
    with Log.open(path) as log:
        (given,) = log.load(CUP).replay().state.rounds[0].contests["1"].extended
        assert (given.call, given.cause) == (call, "call") and given.seconds % 60 == 0


def test_tr_11_4_an_appeal_is_written_down_and_the_head_judge_settles_it(path: Path):
    name, wrong = misplay(path)
    with venue(path, judging()) as client:
        text(client.post("/judge/take", data={"call": f"{name}/{wrong + 1}"}))
        (call,) = client.get("/api/calls").json()["calls"]
        text(rule(client, name, remedy=f"kim strike {wrong}", call=call["number"]))
        page = text(client.get(f"/judge/{name}"))
        assert "ana appeals" in page
        ruling = page.split('name="ruling" value="')[1].split('"')[0]
        form = {"match": name, "ruling": ruling, "player": "ana", "reason": "I was asked to"}
        assert "not settled" in text(client.post("/judge/appeal", data=form))
        again = client.post("/judge/appeal", data=form)
        assert (again.status_code, again.json()["rule"]) == (422, "TR-11.4")
    with venue(path, judging("hal", "head-judge")) as client:
        page = text(client.get(f"/judge/{name}"))
        asked = page.split('name="appeal" value="')[1].split('"')[0]
        client.post("/api/pin", json={"pin": "2468"})
        form = {"match": name, "appeal": asked, "upheld": "yes", "reason": "it stands"}
        assert "appealed and upheld" in text(client.post("/judge/settle", data=form))


def test_the_dispute_sheet_carries_its_own_style_and_no_other(path: Path):
    name, wrong = misplay(path)
    with venue(path, judging()) as client:
        answer = client.get(f"/judge/{name}/sheet/{wrong}")
    assert f"Dispute sheet: {name}, entry {wrong}" in answer.text
    style = answer.text.split("<style>")[1].split("</style>")[0]
    digest = b64encode(sha256(style.encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}'" in answer.headers["content-security-policy"]
    assert "style=" not in answer.text


def test_a_name_in_a_remark_is_text_on_the_page_vn_5_8(path: Path):
    with Log.open(path, write=True) as log:
        logs(log, ['ana call 1 1 about="<script>alert(1)</script>"'])
        log.let_go(CUP)
    with venue(path, judging()) as client:
        page = client.get("/judge").text
    assert "<script>alert" not in page and "&lt;script&gt;alert" in page


def test_the_whole_of_a_short_match_is_read_and_its_first_play_is_looked_at(tmp_path: Path):
    found = record(tmp_path / "d.duckdb", "wondervale/dispute.txt", "\n3 ")
    session = device("hj-sato", "head-judge", match=found)
    with venue(tmp_path / "d.duckdb", session) as client:
        for first in ("", "?first=1"):
            assert f"/judge/{found}?entry=1" in text(client.get(f"/judge/{found}{first}"))
    with Log.open(tmp_path / "d.duckdb") as log:
        assert in_question(judged(log, session, found)) == 2


def test_whoever_does_not_judge_a_match_is_told_so(path: Path):
    with Log.open(path) as log:
        name = match_of(log, "ana").id
        with pytest.raises(Forbidden, match="ana does not judge"):
            judged(log, device("ana", "spectator", stream=CUP), name)


def test_a_judge_of_another_event_sees_no_match_of_this_one(path: Path):
    name, _ = misplay(path)
    with venue(path, device("juno", "judge", match="friendly")) as client:
        assert client.get(f"/judge/{name}").status_code == 403
        assert client.get("/judge/friendly").status_code == 200
        assert client.get("/api/calls").json() == {"calls": []}
