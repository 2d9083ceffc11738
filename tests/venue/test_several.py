"""One phone, two events of one log: it keeps both, and its holder chooses (VN-19)."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cli.reading.lines import new_id
from cli.venue.access.session import Invitation, Session
from cli.venue.web.several import cookie_with
from storage.log import Log
from tests.tournament.logged import CUP, logs, opened
from tests.venue.entrants import Phone, Venue, event, venue, words

OTHER = "evening"


@contextmanager
def two_events(path: Path) -> Iterator[tuple[Venue, str]]:
    """A venue of a log with two events that take registrations, and the code of the second."""
    event(path, check_in="yes")
    with Log.open(path, write=True) as log:
        opened(log, {"rounds": "2", "check_in": "yes"}, stream=OTHER)
        logs(log, "lena appoint kim judge", OTHER)
    with venue(path) as at:
        code = at.asked(lambda log: at.hall.access.invite(log, Invitation("entrant", stream=OTHER)))
        yield at, code


@pytest.fixture
def at(tmp_path: Path) -> Iterator[tuple[Venue, str]]:
    with two_events(tmp_path / "hall.duckdb") as found:
        yield found


def registered_for_both(at: Venue, code: str) -> Phone:
    phone = at.phone()
    first = phone.register(at.code, "Ana Hill")
    assert first.headers["location"] == "/me"
    second = phone.register(code, "Ana H.")
    assert second.headers["location"] == f"/me?event={OTHER}"
    return phone


def entered(at: Venue, stream: str) -> list[str]:
    """Who plays in an event, by name."""
    return at.asked(  # type: ignore[no-any-return]
        lambda log: sorted(
            log.people()[each] for each in log.live(stream).replay().table.state.entrants
        )
    )


def test_vn_19_a_phone_that_registers_for_a_second_event_keeps_the_first(
    at: tuple[Venue, str],
) -> None:
    phone = registered_for_both(*at)
    assert "Ana Hill" in phone.get(f"/me?event={CUP}")
    assert "Ana H." in phone.get(f"/me?event={OTHER}")
    assert at[0].phone(phone.cookie).get("/api/me")["stream"] == OTHER  # the newest is chosen


def test_vn_19_one_page_shows_both_by_name_and_one_tap_leads_to_each(
    at: tuple[Venue, str],
) -> None:
    phone = registered_for_both(*at)
    for path in ("/", "/here"):
        answer = phone.ask("GET", path)
        while answer.headers["location"] != "/choose":
            answer = phone.ask("GET", answer.headers["location"])
    page = phone.get("/choose")
    assert f"{CUP} Ana Hill, registered {OTHER} Ana H., registered" in words(page)
    doors = re.findall(r'href="(/here[^"]+)"', page)
    assert doors == [f"/here?event={CUP}", f"/here?event={OTHER}"]
    for door, stream in zip(doors, (CUP, OTHER), strict=True):
        answer = phone.ask("GET", door)
        assert answer.headers["location"] == door.replace("here", "me")
        assert phone.get("/api/me")["stream"] == stream
        assert 'href="/choose"' in phone.get(answer.headers["location"])


def test_vn_19_a_phone_of_one_event_is_asked_nothing(at: tuple[Venue, str]) -> None:
    (phone,) = at[0].registered("Bo Li")
    assert phone.ask("GET", "/here").headers["location"] == "/me"
    assert "/choose" not in phone.get("/me")
    assert "." not in phone.cookie


def test_vn_19_what_a_page_sends_is_of_its_event_whichever_was_chosen_since(
    at: tuple[Venue, str],
) -> None:
    hall, code = at
    phone = registered_for_both(hall, code)
    phone.ask("GET", f"/here?event={OTHER}")  # another tab has chosen
    page = {"X-Referee-Event": CUP}
    body = {"name": "Ana M. Hill", "publish": False}
    assert phone.ask("POST", "/api/registration", json=body, headers=page).status_code == 200
    assert "Ana M. Hill" in phone.ask("GET", "/me/part/own", headers=page).text
    assert phone.ask("GET", "/api/registration").json()["name"] == "Ana H."


def test_vn_19_acts_go_to_the_event_that_their_address_names(at: tuple[Venue, str]) -> None:
    hall, code = at
    phone = registered_for_both(hall, code)
    for stream in (CUP, OTHER):
        desk = staff(hall, stream)
        desk.post("/api/registrations/confirm", everybody=True)
    phone.ask("GET", f"/here?event={OTHER}")
    person = phone.ask("GET", f"/api/me?event={CUP}").json()["person"]
    said = {"players": [person], "id": new_id(datetime.now(UTC))}
    done = phone.ask("POST", f"/api/tournaments/{CUP}/check-in", json=said)
    assert done.status_code == 200, done.text
    here = {
        stream: [
            bool(each.here)
            for each in hall.asked(
                lambda log, stream=stream: log.live(stream).replay()
            ).table.state.entrants.values()
        ]
        for stream in (CUP, OTHER)
    }
    assert here == {CUP: [True], OTHER: [False]}


def test_vn_19_what_is_meant_for_an_event_that_a_phone_is_not_of_is_done_in_none(
    at: tuple[Venue, str],
) -> None:
    hall, code = at
    phone = hall.phone()
    phone.register(code, "Ana H.")
    page = {"X-Referee-Event": CUP}
    assert phone.ask("GET", "/me/part/now", headers=page).status_code == 401
    assert (
        phone.ask("POST", "/api/registration", json={"name": "x"}, headers=page).status_code == 401
    )
    assert phone.ask("GET", f"/me?event={CUP}").status_code == 401


def test_vn_19_a_phone_that_leaves_one_event_stays_in_the_other(at: tuple[Venue, str]) -> None:
    phone = registered_for_both(*at)
    phone.ask("POST", "/api/leave", headers={"X-Referee-Event": CUP})
    assert phone.get("/api/me")["stream"] == OTHER
    assert phone.ask("GET", "/here").headers["location"] == "/me"


def test_vn_19_a_code_of_the_same_event_takes_the_place_of_what_was_joined(
    at: tuple[Venue, str],
) -> None:
    hall, code = at
    phone = registered_for_both(hall, code)
    judge = hall.asked(lambda log: hall.hall.access.invite(log, Invitation("judge", "kim", OTHER)))
    answer = phone.ask("POST", f"/j/{judge}", data={"label": ""})
    assert answer.headers["location"] == f"/here?event={OTHER}"
    assert "judge" in words(phone.get("/choose")) and phone.cookie.count(".") == 1
    assert phone.ask("GET", f"/here?event={OTHER}").headers["location"] == "/judge"
    assert f'data-event="{OTHER}"' in phone.get("/judge")


def test_vn_19_a_device_of_many_events_keeps_the_newest_four() -> None:
    def session(stream: str) -> Session:
        return Session(stream, "", "spectator", stream, "", (), "", *(datetime.now(UTC),) * 2)

    joined = {name.upper(): session(name) for name in "abcd"}
    assert cookie_with("E", joined, "e") == "E.A.B.C"
    assert cookie_with("C", joined, "c") == "C.A.B.D"


def staff(at: Venue, stream: str) -> Phone:
    """The organiser's device of an event, with its PIN given."""

    def bind(log: Log) -> str:
        code = at.hall.access.invite(log, Invitation("organiser", "lena", stream))
        return at.hall.access.bind(log, code, "laptop", at.hall.clock())[0]

    phone = at.phone(at.asked(bind))
    phone.post("/api/pin", pin="4711")
    return phone
