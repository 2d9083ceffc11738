"""The addresses of a tournament: what its commands do, by HTTP and by role."""

import json
from pathlib import Path
from typing import Any

import pytest

from cli.reading.lines import new_id
from cli.venue.access.limits import Limits
from cli.venue.desk.desk_acts import ACTS
from cli.venue.hall.streams import Message
from storage.log import Log
from tests.cli.test_home import Home
from tests.logbook import GAME
from tests.tournament.logged import CUP, plays
from tests.venue.counters import CALLED, EIGHT, STARTED, act, ask, counter, cup
from tests.venue.halls import NOW


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return cup(tmp_path / "hall.duckdb", EIGHT[:4])


def last(path: Path) -> int:
    with Log.open(path) as log:
        return log.load(CUP).last


def test_a_whole_tournament_by_http_ends_as_the_same_by_commands(tmp_path: Path):
    by_http, by_hand = cup(tmp_path / "http.duckdb"), Home(tmp_path)
    cup(by_hand.log)
    with counter(by_http) as client:
        for player in EIGHT:
            act(client, "enter", player=player, here=True)
        for number in (1, 2):
            act(client, "post", round=number)
            act(client, "start", at=STARTED.format(number))
            act(client, "report", table=1, a=2, b=0)
            act(client, "report", table=2, a=1, b=2)
            act(client, "report", table=3, a=1, b=1, drawn=1, how="time")
            act(client, "report", table=4, a=0, b=2)
            act(client, "time", at=CALLED.format(number))
        act(client, "drop", player="ana")
        told = ask(client, "/standings")
        act(client, "close")
        assert ask(client)["over"]
    for player in EIGHT:
        by_hand.ok("tournament", "enter", CUP, player, "--here", "--by", "lena")
    for number in (1, 2):
        by_hand.ok("tournament", "post", CUP, number, "--by", "lena")
        by_hand.ok("tournament", "start", CUP, "--at", STARTED.format(number), "--by", "lena")
        for slip in ("1 2 0", "2 1 2", "3 1 1 1 --how time", "4 0 2"):
            by_hand.ok("tournament", "report", CUP, *slip.split(), "--by", "lena")
        by_hand.ok("tournament", "time", CUP, "--at", CALLED.format(number), "--by", "lena")
    by_hand.ok("tournament", "drop", CUP, "ana", "--by", "lena")
    assert by_hand.json("tournament", "standings", CUP)["places"] == told["places"]
    by_hand.ok("tournament", "close", CUP, "--by", "lena")
    with Log.open(by_http) as one, Log.open(by_hand.log) as other:
        ours, theirs = one.load(CUP), other.load(CUP)
        assert len(ours.entries) == len(theirs.entries)
        assert ours.replay().digest() == theirs.replay().digest()
        assert {entry.recorded_by for entry in ours.entries} == {"lena"}


def test_what_breaks_a_rule_is_refused_by_the_rule_and_nothing_is_written_vn_4_1(path: Path):
    with counter(path) as client:
        act(client, "post")
        before = ask(client)["at"]
        told = act(client, "report", 422, table=1, a=3, b=0)
        assert (told["error"], told["rule"]) == ("illegal", "TR-7.1")
        told = act(client, "report", 422, table=9, a=2, b=0)
        assert told["rule"] == "TR-1.3" and told["legal"] == "tables 1 to 2"
        told = act(client, "post", 422)
        assert told["rule"] == "TR-5.1" and "tables 1, 2" in told["hint"]
        assert ask(client)["at"] == before
    assert last(path) == before


def test_who_is_behind_is_told_what_others_have_logged_vn_4_1(path: Path):
    with counter(path) as client:
        at = act(client, "post")["at"]
        act(client, "report", table=1, a=2, b=0, expected=at)
        told = act(client, "report", 409, table=2, a=2, b=0, expected=at)
        assert (told["error"], told["last"]) == ("stale", at + 1)
        assert [(each["seq"], each["by"]) for each in told["entries"]] == [(at + 1, "lena")]
        assert told["entries"][0]["line"].startswith("lena report 1 1 2")
        assert ask(client, "/rounds/1")["tables"][1]["standing"] == "open"


@pytest.mark.parametrize(
    ("name", "said", "status", "error"),
    [
        ("report", {"table": 1, "a": 2}, 422, "not well-formed"),
        ("report", {"table": 1, "a": 2, "b": 0, "colour": 1}, 422, "not well-formed"),
        ("report", {"table": 1, "a": 2, "b": 0, "how": "luck"}, 422, "not well-formed"),
        ("start", {"at": "noon"}, 422, "not well-formed"),
        ("drop", {"player": "anna"}, 422, "refused"),
        ("check-in", {}, 422, "refused"),
        ("cut", {}, 422, "refused"),
        ("game", {"table": 1}, 422, "refused"),
    ],
)
def test_what_cannot_be_logged_is_refused_by_its_error_vn_4_1(
    path: Path, name: str, said: dict[str, object], status: int, error: str
):
    with counter(path) as client:
        act(client, "post")
        told = act(client, name, status, **said)
        assert told["error"] == error and told["hint"]


def test_another_tournament_is_not_this_device_s(path: Path):
    with counter(path) as client:
        answer = client.get("/api/tournaments/other")
    assert (answer.status_code, answer.json()["error"]) == (403, "forbidden")


def test_two_players_attest_and_the_desk_is_told_where_they_differ_tr_7_2(path: Path):
    with counter(path) as client:
        act(client, "post")
        tables = ask(client, "/rounds/1")["tables"]
    (a, b), (c, d) = ((each["a"], each["b"]) for each in tables)
    for player, table, score in ((a, 1, (2, 1)), (b, 1, (2, 1)), (c, 2, (2, 0)), (d, 2, (0, 2))):
        with counter(path, player, "player") as client:
            act(client, "attest", round=1, table=table, a=score[0], b=score[1])
            assert act(client, "attest", round=1, table=table, a=score[0], b=score[1])["at"]
            assert "due" not in ask(client) or not ask(client)["due"]
    with counter(path) as client:
        told = ask(client, "/rounds/1")["tables"]
        assert [each["standing"] for each in told] == ["in", "disputed"]
        assert told[0]["score"] == "2-1" and told[0]["by"] == "attested"
        assert told[1]["said"] == [f"{c}: 2-0", f"{d}: 0-2"]
        (due,) = ask(client)["due"]
        assert due["rule"] == "TR-7.2" and due["fill"] == "decide 2 "
    with counter(path, "kim", "judge") as client:
        act(client, "decide", table=2, a=2, b=0, reason="both slips read")
        assert ask(client, "/rounds/1")["tables"][1]["score"] == "2-0"
    assert last(path) == 1 + 2 + 4 + 2 + 4 + 1


def test_a_player_speaks_for_the_own_table_and_name_alone_vn_5_5(path: Path):
    with counter(path) as client:
        act(client, "post")
        tables = ask(client, "/rounds/1")["tables"]
    own, other = tables[0]["a"], tables[1]["a"]
    with counter(path, own, "player") as client:
        for name, said in (
            ("attest", {"table": 2, "a": 2, "b": 0}),
            ("drop", {"player": other}),
            ("drop", {"player": own, "cause": "no-show"}),
            ("check-in", {"players": [other]}),
            ("report", {"table": 1, "a": 2, "b": 0}),
            ("call", {"table": 2}),
        ):
            assert act(client, name, 403, **said)["error"] == "forbidden", name
        act(client, "call", about="a card too many")
        assert ask(client)["table"] == 1
    with counter(path, "kim", "judge") as client:
        (call,) = [each for each in ask(client)["due"] if each["rule"] == "TR-11.1"]
        assert "a card too many" in call["what"]
        act(client, "answer", call=int(call["fill"].split()[1]))
        act(client, "end-call", seconds=200)
        (offer,) = [each for each in ask(client)["due"] if each["label"].startswith("give")]
        assert offer["line"].startswith("extend 1 1 240 call")
        act(client, "extend", table=1, seconds=240, cause="call", call=int(offer["line"][-2:]))
        assert ask(client, "/rounds/1")["tables"][0]["extended"] == 240
    with counter(path, own, "player") as client:
        act(client, "drop", player=own)


def test_a_post_waits_for_the_pin_vn_5_7(path: Path):
    from tests.venue.desks import device, venue

    with venue(path, device("lena", "organiser", stream=CUP)) as client:
        assert act(client, "post", 403)["error"] == "pin"
        assert ask(client)["round"] == 0
        client.post("/api/pin", json={"pin": "4711"})
        act(client, "post")
        assert ask(client)["round"] == 1


def test_standings_are_as_of_now_for_the_desk_and_of_whole_rounds_for_all_others(path: Path):
    with counter(path) as client:
        act(client, "post")
        act(client, "report", table=1, a=2, b=0)
        assert ask(client, "/standings")["places"][0]["points"] == "3"
    with counter(path, "ana", "player") as client:
        told = ask(client, "/standings")
        assert told["after"] == 0 and {each["points"] for each in told["places"]} == {"0"}
        ask(client, "/standings?after=1", 404)
        ask(client, "/rounds/2", 404)


def test_a_proposal_writes_nothing_and_is_what_is_posted_tr_5_10(path: Path):
    with counter(path) as client:
        before = ask(client)["at"]
        told = ask(client, "/proposal")
        assert ask(client, "/proposal") == told and ask(client)["at"] == before
        event = act(client, "post")["entries"][0]["event"]
        assert [pair[:3] for pair in event["pairings"]] == [
            [each["table"], each["a"], each["b"]] for each in told["pairings"]
        ]


def test_the_clock_stands_still_and_goes_on_tr_6_1(path: Path):
    with counter(path) as client:
        act(client, "post")
        assert ask(client)["clock"]["standing"] == "waiting"
        act(client, "start", at="2026-03-14T10:00:00Z")
        assert ask(client)["clock"]["until"].startswith("2026-03-14T10:50:00")
        act(client, "pause", at="2026-03-14T10:10:00Z")
        assert ask(client)["clock"] == {
            **ask(client)["clock"],
            "standing": "paused",
            "left": 40 * 60,
        }
        act(client, "resume", at="2026-03-14T10:15:00Z")
        assert ask(client)["clock"]["until"].startswith("2026-03-14T10:55:00")
        act(client, "time", at="2026-03-14T10:55:00Z")
        assert ask(client)["clock"]["standing"] == "time"


def test_a_struck_result_and_a_late_entry_are_taken_back_and_in(tmp_path: Path):
    path = cup(tmp_path / "hall.duckdb", EIGHT[:4], late="1")
    with counter(path) as client:
        act(client, "post")
        wrong = act(client, "report", table=1, a=2, b=0)["at"]
        act(client, "strike", entry=wrong)
        act(client, "report", table=1, a=0, b=2)
        assert ask(client, "/rounds/1")["tables"][0]["score"] == "0-2"
        act(client, "enter", player="eva", name="Eva Lind", now=True)
        assert ask(client, "/rounds/1")["byes"] == ["eva"]
        act(client, "enter", player="fay")
        act(client, "repair")
        told = ask(client, "/rounds/1")
        assert told["byes"] == [] and told["tables"][2]["names"] == ["Eva Lind", "fay"]


ROUND: tuple[tuple[str, dict[str, Any]], ...] = (
    ("enter", {"player": "eva", "name": "Eva Lind", "here": True}),
    ("check-in", {"everybody": True}),
    ("post", {}),
    ("start", {}),
    ("pause", {}),
    ("resume", {}),
    ("call", {"table": 1, "about": "a question"}),
    ("answer", {"call": -1}),
    ("extend", {"table": 1, "seconds": 60}),
    ("end-call", {"call": -3, "seconds": 70}),
    ("infraction", {"player": "ana", "code": "PE-1"}),
    ("deck-check", {"player": "ana", "seconds": 30}),
    ("report", {"table": 1, "a": 2, "b": 0}),
    ("strike", {"entry": -1}),
    ("decide", {"table": 1, "a": 2, "b": 1, "reason": "as both say"}),
    ("enter", {"player": "fay", "here": True}),
    ("repair", {}),
    ("drop", {"player": "eva"}),
    ("drop", {"player": "eva", "ends": True}),
    ("time", {}),
    *(("report", {"table": table, "a": 2, "b": 0}) for table in (2, 3)),
    ("cut", {"size": 2}),
    ("post", {}),
    ("report", {"table": 1, "a": 2, "b": 0}),
    ("close", {}),
)
"""Every act, in an order in which each may be done; a number below 0 is of an entry so far back."""


def test_vn_19_9_every_act_sent_twice_is_one_act_with_one_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Limits, "entries", lambda *_: 0.0)
    path = cup(
        tmp_path / "hall.duckdb",
        EIGHT[:4],
        **{"check_in": "yes", "minutes": "50", "rounds": "1", "late": "1", "cut": "2"},
    )
    assert {name for name, _ in ROUND} == {*ACTS} - {"attest"}, "which is a player's"
    with counter(path) as client:
        for name, said in ROUND:
            at = ask(client)["at"]
            said = {k: at + 1 + v if type(v) is int and v < 0 else v for k, v in said.items()}
            drawn = new_id(NOW)
            answers = [act(client, name, id=drawn, **said) for _ in range(3)]
            assert answers[0] == answers[1] == answers[2], name


def test_a_game_is_opened_for_the_page_of_its_table(tmp_path: Path):
    path = cup(tmp_path / "hall.duckdb", EIGHT[:2], plays=plays(), decklists="none")
    with counter(path) as client:
        act(client, "post")
        decks = dict(zip(EIGHT, (deck.stem for deck in GAME.sample_decks()), strict=False))
        sent = {player: decks[player] for player in EIGHT[:2]}
        heard: list[Message] = []
        client.app.state.hall.tell = heard.extend
        drawn = new_id(NOW)
        told = act(client, "game", table=1, decks=sent, id=drawn)
        heard.clear()
        assert act(client, "game", table=1, decks=sent, id=drawn) == told, "its answer was lost"
        assert [json.loads(each.full)["verb"] for each in heard] == ["game"]
        assert (heard[0].topic, json.loads(heard[0].full)["table"]) == (f"tournament/{CUP}", 1)
        text = client.get(told["page"]).text
        assert f'data-stream="{CUP}"' in text
        assert told["page"] == f"/t/{CUP}-r1-t1-g1"
        assert client.get("/api/matches/" + told["match"]).json()["at"] == 1
        assert "still on" in act(client, "game", 422, table=1)["hint"]
        for outside in ("../secret", "/etc/passwd", "deck.toml"):
            told = act(client, "game", 422, table=1, decks={"ana": outside})
            assert told["error"] == "not well-formed" and told["field"] == "decks[...]"


def test_a_penalty_is_the_standard_one_of_the_policy_tr_10_2(path: Path):
    with counter(path) as client:
        act(client, "post")
    with counter(path, "kim", "judge") as client:
        given = act(client, "infraction", player="ana", code="PE-4", reason="drew one too many")
        assert given["entries"][0]["event"]["penalty"] == "warning"
        told = act(client, "infraction", 422, player="ana", code="XX-1")
        assert told["rule"] == "TR-10.3"
        told = act(client, "infraction", 422, player="ana", code="PE-4", penalty="match-loss")
        assert told["rule"] == "TR-10.3"
