"""A deck check by phone (VN-20.3): the list for judges, one entry, and the time that is offered."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cli.language import LANGUAGES
from cli.reading.lines import new_id
from cli.venue.judge.entry import Doing, Looked, Offered, Reason
from cli.venue.judge.own_event import untold
from cli.venue.judge.ruling import rule
from cli.venue.web import live
from cli.venue.web.pages import texts
from events.common import Note
from events.tournament import DeckCheck
from storage.log import Log
from tests.tournament.logged import CUP, logs
from tests.venue.watched import (
    DEVICES,
    LOGGED,
    MATCH,
    PLAYERS,
    Devices,
    at_table,
    cup,
    joined,
    watched,
)

NOW = datetime(2026, 3, 14, 12, 10, tzinfo=UTC)


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Devices]:
    path = cup(tmp_path / "hall.duckdb", minutes="50", decklists="closed")
    with watched(path, clock=lambda: NOW) as at:
        yield at


def checks(at: Devices, who: str = "kim", status: int = 200, **said: Any) -> Any:
    said = {"player": "ana", "seconds": 250, "id": new_id(NOW), **said}
    path = f"/api/tournaments/{CUP}/deck-check"
    answer = at.post(who, path, msgspec.json.encode(said))
    assert answer.status_code == status, answer.text
    return answer.json()


def logged(at: Devices) -> list[DeckCheck]:
    """The deck checks of the tournament."""

    def look(log: Log) -> list[DeckCheck]:
        return [e for e in log.live(CUP).replay().events if isinstance(e, DeckCheck)]

    found: list[DeckCheck] = at.asked(lambda: at.hall.ask(look))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_vn_20_3_the_list_has_a_box_for_each_copy(at: Devices, language: str) -> None:
    page = at.get("kim", "/check/ana", **{"accept-language": language}).text
    words = texts(language)
    for n in (1, 2, 3):
        assert f'aria-label="{words["check.copy"].format("Wolf", n, 3)}"' in page
    assert page.count('type="checkbox"') == 4  # three wolves and a bear
    assert "Deck of ana" in page and words["check.found.wrong-list"] in page
    assert f'<html lang="{language}">' in page


def test_vn_20_3_one_entry_at_the_end_and_the_time_with_its_bonus_is_offered(at: Devices) -> None:
    table = next(
        each
        for each in at.get("kim", f"/api/tournaments/{CUP}/rounds/1").json()["tables"]
        if "ana" in (each["a"], each["b"])
    )["table"]
    drawn = new_id(NOW)
    for _ in range(2):  # the answer was lost: it is one entry all the same
        checks(at, id=drawn, found="wrong-deck", differs="not found: 1 Wolf")
    assert logged(at) == [
        DeckCheck("kim", "ana", 1, "random", 250, "wrong-deck", "not found: 1 Wolf")
    ]
    page = at.get("kim", "/check/ana").text
    assert "the deck is wrong" in page and "4:10" in page
    assert 'data-extend="' in page
    more = int(page.split('data-extend="')[1].split('"')[0])
    assert more >= 250 + 180, "the bonus is in it"
    said = msgspec.json.encode({"table": table, "seconds": more, "cause": "check"})
    assert at.post("kim", f"/api/tournaments/{CUP}/extend", said).status_code == 200
    assert "data-extend" not in at.get("kim", "/check/ana").text


def test_vn_20_3_what_breaks_a_rule_is_not_logged_and_says_which(at: Devices) -> None:
    assert "TR-4.6" in str(checks(at, status=422, differs="1 Wolf"))
    assert checks(at, status=422, player="zoe")
    assert checks(at, status=422, found="odd")
    assert logged(at) == []


def test_vn_20_3_lists_are_for_judges_of_the_event(at: Devices) -> None:
    for who in ("ana", "bo", "sam"):
        checks(at, who, status=403)
    assert at.get("kim", "/check/zoe").status_code == 422

    def ended(log: Log) -> None:
        logs(log, "lena appoint kim judge ends=yes")

    at.asked(lambda: at.hall.ask(ended))
    assert at.get("kim", "/check/ana").status_code == 403
    checks(at, status=403)
    assert logged(at) == []


def test_vn_20_3_without_a_list_the_check_says_so(tmp_path: Path) -> None:
    with watched(cup(tmp_path / "none.duckdb"), clock=lambda: NOW) as at:
        assert "No list is registered." in at.get("kim", "/check/ana").text
        checks(at, found="missing")
        assert [each.found for each in logged(at)] == ["missing"]


def notes(at: Devices) -> list[str]:
    """The remarks on the record of the tournament."""

    def look(log: Log) -> list[str]:
        return [e.text for e in log.live(CUP).replay().events if isinstance(e, Note)]

    found: list[str] = at.asked(lambda: at.hall.ask(look))
    return found


def logged_too(at: Devices, line: str) -> None:
    """Somebody else has logged something."""
    at.asked(lambda: at.hall.ask(lambda log: logs(log, line)))


def hidden_of(at: Devices, table: str) -> str:
    """The address of what can be in a hand at table 1, or in another hidden place."""
    page = at.get("lena", f"/judge/{table}").text
    place = page.split(f'hx-get="/judge/{table}/hidden/')[1].split('"')[0]
    return f"/judge/{table}/hidden/{place}"


def apart(path: Path) -> tuple[str, str]:
    """Somebody who does not sit at table 1, and somebody who does."""
    with Log.open(path) as log:
        sitting = at_table(log)
    return next(each for each in PLAYERS if each not in sitting), sitting[0]


def test_tr_4_2_a_judge_who_plays_opens_no_closed_list_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = cup(tmp_path / "hall.duckdb", decklists="closed")
    who, other = apart(path)
    monkeypatch.setitem(DEVICES, "both", joined(who, "judge"))
    with watched(path, clock=lambda: NOW) as at:
        logged_too(at, f"lena appoint {who} judge")
        hand, view = hidden_of(at, MATCH), f"/api/matches/{MATCH}"
        known, told = (at.get(each, view).json()["lists"]["names"] for each in ("kim", "both"))
        assert {*told} < {*known}, "the cards of the lists are not among those that may be named"
        for address in (f"/check/{other}", hand, "/print/checks"):
            assert at.get("kim", address).status_code == 200, address
            answer = at.get("both", address)
            assert answer.status_code == 403, address
            assert "ask another judge" in answer.text
        assert at.get("both", f"/check/{who}").status_code == 200
        assert "The registered list" in at.get("kim", f"/judge/{MATCH}").text
        page = at.get("both", f"/judge/{MATCH}")
        assert page.status_code == 200 and "The registered list" not in page.text
        logged_too(at, f"{who} drop {who}")
        assert at.get("both", f"/check/{other}").status_code == 200, "who is out meets nobody"
        assert notes(at) == []


def test_tr_4_2_the_organiser_who_plays_may_and_it_is_on_the_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A small club has no other judge."""
    path = cup(tmp_path / "hall.duckdb", decklists="closed")
    who, other = apart(path)
    monkeypatch.setitem(DEVICES, "both", joined(who, "organiser"))
    with watched(path, clock=lambda: NOW) as at:
        logged_too(at, f"lena appoint {who} organiser")
        hand = hidden_of(at, MATCH)
        for _ in range(2):  # once in each round
            page = at.get("both", f"/check/{other}")
            assert page.status_code == 200 and "is on its record" in page.text
            assert at.get("both", hand).status_code == 200
        place = hand.rpartition("/")[2]
        assert notes(at) == [
            f"who plays here looked at the list of {other} in round 1",
            f"who plays here looked at {place} of {MATCH} in round 1",
        ]
        assert "is on its record" not in at.get("lena", f"/check/{other}").text


def test_tr_4_2_open_lists_are_open_to_a_judge_who_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = cup(tmp_path / "hall.duckdb", decklists="open")
    who, other = apart(path)
    monkeypatch.setitem(DEVICES, "both", joined(who, "judge"))
    with watched(path, clock=lambda: NOW) as at:
        logged_too(at, f"lena appoint {who} judge")
        for address in (f"/check/{other}", hidden_of(at, MATCH)):
            assert at.get("both", address).status_code == 200


def test_tr_4_2_a_judge_who_plays_tries_nothing_where_lists_are_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What would come of a line tells card by card what is in a list."""
    path = cup(tmp_path / "hall.duckdb", decklists="closed")
    who, _ = apart(path)
    monkeypatch.setitem(DEVICES, "both", joined(who, "judge"))
    with watched(path, clock=lambda: NOW) as at:
        logged_too(at, f"lena appoint {who} judge")
        of, ruling = f"/api/matches/{MATCH}", {"type": "note", "by": who, "text": "x"}
        strike = {"type": "strike", "judge": who, "entry": 3, "authority": "floor"}
        tried = (
            lambda by: at.post(by, f"{of}/check", json.dumps({"event": ruling}).encode()),
            lambda by: at.post(by, f"{of}/what-if", json.dumps({"event": strike}).encode()),
            lambda by: at.post(by, f"/judge/{MATCH}/try", b""),
            lambda by: at.get(by, f"/judge/{MATCH}/struck/3"),
            lambda by: at.get(by, f"{of}/explain/3"),
            lambda by: at.get(by, f"{of}/remedies/3"),
        )
        for each in tried:
            answer = each("both")
            assert answer.status_code == 403 and "ask another judge" in answer.text, answer.text
            assert each("kim").status_code != 403
        seen, told = (at.get(by, f"/judge/{MATCH}/entries/3") for by in ("kim", "both"))
        assert told.status_code == seen.status_code == 200
        assert notes(at) == []


def test_vn_20_2_who_judges_sees_no_card_that_only_a_closed_list_has() -> None:
    reason = Reason("illegal", legal="one of Wolf, Bear")
    doing = Doing("jo strike 3", Reason("legal"), "", (), 0, ("Bear leaves",), 0, "")
    offers = tuple(Offered(f"jo {x}", ("A-1", ""), "", doing) for x in ("strike 3", "insert Bear"))
    looked = Looked(
        3, "ana lay Wolf", "", reason, reason, 0, (), (), (), ("Bear: 1 in 4",), (), (), (), (), (),
        (), offers,
    )  # fmt: skip
    found = untold(looked, {"Bear"})
    assert "Bear" not in str(found) and found.line == "ana lay Wolf"
    assert [each.line for each in found.offered] == ["jo strike 3"]
    assert untold(looked, ()).now == reason


def test_vn_20_2_who_organises_and_plays_rules_in_the_own_match_where_nobody_else_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = cup(tmp_path / "hall.duckdb")
    with Log.open(path) as log:
        who, other = at_table(log)
    monkeypatch.setitem(DEVICES, "both", joined(who, "organiser"))
    page = f"/judge/{MATCH}"
    with watched(path, clock=lambda: NOW) as at:
        logged_too(at, f"lena appoint {who} organiser")
        refused = at.get("both", page)
        assert refused.status_code == 403 and "ask at the desk" in refused.text
        logged_too(at, f"{who} appoint lena organiser ends=yes")
        assert at.get("both", page).status_code == 403, "kim judges here"
        logged_too(at, f"{who} appoint kim judge ends=yes")
        logged_too(at, f"{who} appoint {other} judge")
        assert at.get("both", page).status_code == 200, "nobody judges who does not sit there"
        form = {"kind": "strike", "reason": "both of us say so", "entry": str(LOGGED)}
        at.asked(lambda: at.hall.ask(lambda log: rule(log, DEVICES["both"], MATCH, form, NOW)))
        assert notes(at) == [
            f"who plays here looked at {MATCH}, the own match, as its judge in round 1",
            f"{MATCH}: ruled by a player of this match",
        ]
        assert "ruled by a player of this match" in at.get("both", f"{page}/now").text


@pytest.mark.parametrize("asked", ["", "/entries", "/hidden", "/stream"])
def test_vn_20_5_who_sees_the_own_match_as_its_judge_does_so_on_the_record_by_every_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    path = cup(tmp_path / "hall.duckdb")
    with Log.open(path) as log:
        who, other = at_table(log)
    monkeypatch.setitem(DEVICES, "both", joined(who, "organiser"))
    with watched(path, clock=lambda: NOW) as at:
        logged_too(at, f"lena appoint {who} organiser; lena appoint {other} judge")
        logged_too(at, f"{who} appoint kim judge ends=yes; {who} appoint lena organiser ends=yes")
        for _ in range(2):
            if asked == "/stream":
                topics = (f"match/{MATCH}", f"tournament/{CUP}")
                told = partial(live._require, topics=topics, session=DEVICES["both"], now=NOW)
                at.asked(lambda told=told: at.hall.ask(told))
            else:
                assert at.get("both", f"/api/matches/{MATCH}{asked}").status_code == 200
        assert notes(at) == [
            f"who plays here looked at {MATCH}, the own match, as its judge in round 1"
        ]
