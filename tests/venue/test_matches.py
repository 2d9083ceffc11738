"""The addresses of a match: what is posted is in the log, and every error says what to do."""

from functools import cached_property
from pathlib import Path

import msgspec
import pytest

from cli.reading.door import event_of
from events.common import Concede, Note
from referee.light import figures
from storage.log import Draft, Log
from tests.logbook import draft, first_entry, played
from tests.typist import before
from tests.venue.desks import body, device, log_of, venue

ENTRIES = "/api/matches/m1/entries"


def remark() -> Draft:
    """A remark of the player whose device it is."""
    return draft(Note("p-ana", "a remark"), 90)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return log_of(tmp_path / "hall.duckdb", ("m1", 1, 10))


def test_what_is_posted_is_answered_with_its_number_and_how_far_the_match_is_vn_19_8(
    path: Path,
) -> None:
    with venue(path, device()) as client:
        answer = client.post(ENTRIES, content=body(played(1)[10:13], 10)).json()
        assert [(each["seq"], each["known"]) for each in answer["recorded"]] == [
            (11, False),
            (12, False),
            (13, False),
        ]
        assert answer["at"] == 13 and "view" not in answer
    with Log.open(path) as log:
        assert log.load("m1").last == 13


def test_vn_7_2_the_score_line_has_what_the_game_counts(path: Path) -> None:
    with Log.open(path) as log:
        match = log.load("m1")
        counted = figures(match.game, match.replay().table)
    assert len(counted) == 2
    with venue(path, device()) as client:
        seats = client.get("/api/matches/m1").json()["seats"]
    assert {each["seat"]: each["score"] for each in seats} == {
        seat: str(points) for seat, points in counted.items()
    }


def test_vn_14_what_all_tables_share_of_a_catalog_is_known_before_the_first_asks(
    path: Path,
) -> None:
    with venue(path, device()) as client:
        hall = client.app.state.hall
        assert client.blocking_portal is not None
        catalog = client.blocking_portal.call(hall.ask, lambda log: log.live("m1").catalog)
        kind = type(catalog)
        shared = {name for name in dir(kind) if isinstance(getattr(kind, name), cached_property)}
        assert shared and shared <= catalog.__dict__.keys()


def test_vn_4_2_what_would_pass_over_a_phase_is_asked_about_before_it_is_written(
    tmp_path: Path,
) -> None:
    match, path = before("tower_wizwar/duel", 41), tmp_path / "hall.duckdb"
    first, *rest = (draft(event, n) for n, event in enumerate(match.events, 1))
    with Log.open(path, write=True) as log:
        log.open_match(first, "m1", match.catalog)
        log.append("m1", rest)
    event = event_of("lotte full-draft 3 unnamed=2", match)
    assert event is not None
    sent = [draft(Note("p-ana", "before it"), 41), draft(event, 42)]
    with venue(path, device(role="scorekeeper")) as client:
        answer = client.post(ENTRIES, content=body(sent, 40, if_legal=True)).json()
        assert [each["seq"] for each in answer["recorded"]] == [41]
        assert answer["unmeant"] == {
            "id": sent[1].id,
            "why": "this ends enzo's turn without the attack phase: lotte full-draft 3 unnamed=2",
        }
        answer = client.post(ENTRIES, content=body(sent, 40)).json()
        assert [each["known"] for each in answer["recorded"]] == [True, False]


def test_vn_19_3_what_ends_a_match_is_asked_about_before_it_is_written(path: Path) -> None:
    (seat,) = (each.seat for each in first_entry().seats if each.person == "p-ana")
    sent = [draft(Concede(seat), 11, by="p-ana")]
    with venue(path, device()) as client:
        answer = client.post(ENTRIES, content=body(sent, 10, if_legal=True)).json()
        assert answer["recorded"] == []
        ends = "this ends the match, or takes a side out of it"
        assert answer["unmeant"] == {"id": sent[0].id, "why": f"{ends}: {seat} concede"}
        assert client.post(ENTRIES, content=body(sent, 10)).json()["over"]


def test_the_same_post_again_is_known_and_logged_once_vn_2_2(path: Path) -> None:
    with venue(path, device()) as client:
        first = client.post(ENTRIES, content=body(played(1)[10:11], 10)).json()
        again = client.post(ENTRIES, content=body(played(1)[10:11], 10)).json()
    assert [each["known"] for each in again["recorded"]] == [True]
    assert again["recorded"][0]["seq"] == first["recorded"][0]["seq"] == again["at"]


def test_who_is_behind_is_told_the_entries_since_vn_4_1(path: Path) -> None:
    with venue(path, device()) as client:
        answer = client.post(ENTRIES, content=body([remark()], 7))
    assert answer.status_code == 409
    told = answer.json()
    assert told["error"] == "stale" and told["last"] == 10
    assert [each["seq"] for each in told["entries"]] == [8, 9, 10]
    assert all(each["event"]["type"] in each["line"] for each in told["entries"])


def test_an_id_with_another_event_is_a_conflict_vn_4_1(path: Path) -> None:
    other = msgspec.structs.replace(remark(), id=played(1)[5].id)
    with venue(path, device()) as client:
        answer = client.post(ENTRIES, content=body([other], 10))
        assert client.get("/api/matches/m1").json()["at"] == 10
    assert (answer.status_code, answer.json()["error"]) == (409, "conflict")


@pytest.mark.parametrize(
    ("sent", "status", "error"),
    [
        (b"{", 400, "not json"),
        (b'{"drafts": []}', 422, "not well-formed"),
        (b'{"drafts": [], "colour": 1}', 422, "not well-formed"),
        (b"x" * 70_000, 413, "too large"),
    ],
)
def test_what_cannot_be_read_is_refused_by_its_error_vn_4_1(
    path: Path, sent: bytes, status: int, error: str
) -> None:
    with venue(path, device()) as client:
        answer = client.post(ENTRIES, content=sent)
    assert (answer.status_code, answer.json()["error"]) == (status, error)
    assert answer.json()["hint"]


def test_a_device_that_has_not_joined_is_sent_to_the_desk_vn_4_1(path: Path) -> None:
    with venue(path, None) as client:
        answer = client.get("/api/matches/m1")
    assert (answer.status_code, answer.json()["error"]) == (401, "unauthorised")


def test_a_match_that_is_not_there_is_unknown_vn_4_1(path: Path) -> None:
    with venue(path, device()) as client:
        answer = client.get("/api/matches/m9")
    assert (answer.status_code, answer.json()["error"]) == (404, "unknown")


def test_check_writes_nothing_vn_4(path: Path) -> None:
    with venue(path, device()) as client:
        sent = msgspec.json.encode({"event": played(1)[10].event})
        assert client.post("/api/matches/m1/check", content=sent).json() == {"verdict": "legal"}
        assert client.get("/api/matches/m1").json()["at"] == 10


def test_what_is_typed_is_read_by_the_notation_and_what_cannot_be_is_named(path: Path) -> None:
    said = {"type": "first-roll", "field": "rolls", "text": "4-4,5-1"}
    with venue(path, device()) as client:
        read = client.post("/api/matches/m1/typed", json=said)
        wrong = client.post("/api/matches/m1/typed", json={**said, "text": "4-9"})
        nothing = client.post("/api/matches/m1/typed", json={**said, "field": "colour"})
        assert client.get("/api/matches/m1").json()["at"] == 10
    assert read.json() == {"value": [[4, 4], [5, 1]]}
    assert (wrong.status_code, wrong.json()["field"]) == (422, "rolls")
    assert (nothing.status_code, nothing.json()["error"]) == (422, "not well-formed")


@pytest.fixture
def guide(tmp_path: Path) -> Path:
    """A table at which a Dungeon Guide waits to take effect, which can be said in many ways."""
    match, path = before("grand_archive/harbour", 20), tmp_path / "hall.duckdb"
    first, *rest = (draft(event, n) for n, event in enumerate(match.events, 1))
    with Log.open(path, write=True) as log:
        log.open_match(first, "m1", match.catalog)
        log.append("m1", rest)
    return path


WAY = "/api/matches/m1/way"
GUIDE = {"type": "resolve", "seat": "theo", "source": "Dungeon Guide"}


def test_vn_7_4_a_line_with_many_ways_is_asked_choice_by_choice_and_is_legal(guide: Path) -> None:
    with venue(guide, device(role="scorekeeper")) as client:
        shown = client.get("/api/matches/m1").json()
        (button,) = [each for each in shown["buttons"] if each["event"] == GUIDE]
        assert [step["ask"] for step in button["steps"]] == ["way"]
        answers: list[object] = []
        titles = []
        while "step" in (
            said := client.post(WAY, json={"event": GUIDE, "answers": answers}).json()
        ):
            step = said["step"]
            titles.append(step["title"])
            there = [each["value"] for each in step.get("values", [])]
            answers.append(there[: step["least"]] if step["ask"] == "several" else there[0])
        assert titles[:2] == ["banish?", "banish cards"]
        event = {**GUIDE, **said["fields"]}
        assert [each["do"] for each in event["did"]] == ["banish", "level"]
        checked = client.post("/api/matches/m1/check", json={"event": event})
        assert checked.json()["verdict"] in ("legal", "on trust")
        assert client.get("/api/matches/m1").json()["at"] == 19


def test_vn_7_4_what_cannot_be_chosen_is_named_and_what_is_not_on_offer(guide: Path) -> None:
    with venue(guide, device(role="scorekeeper")) as client:
        wrong = client.post(WAY, json={"event": GUIDE, "answers": ["maybe"]})
        gone = client.post(WAY, json={"event": {**GUIDE, "source": "Elk"}, "answers": []})
    assert (wrong.status_code, wrong.json()["hint"]) == (422, "maybe cannot be chosen: yes, no")
    assert (gone.status_code, gone.json()["hint"]) == (422, "this is not on offer any more")
