"""Phones that were offline, and the venue itself: the faults of VN-16.3 that the queue meets."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from cli.venue.access.session import Session
from cli.venue.hall.hall import Hall
from events.common import Concede, Note
from events.entry import verb
from events.event import Event
from storage.log import Draft, Log
from tests.logbook import START, draft, played
from tests.venue.desks import body, device, log_of
from tests.venue.lent import Connection, client_of
from tests.venue.phones import Device, Json, fresh

ENTRIES = "/api/matches/m1/entries"
KNOWN = 10
"""So many entries the match has when a phone goes offline."""
MEANT = [each.event for each in played(1)[KNOWN : KNOWN + 60]]
SESSIONS = {"ana": device("p-ana"), "bo": device("p-bo")}


@contextmanager
def open_venue(path: Path, at: datetime = START) -> Iterator[TestClient[Litestar]]:
    """The venue of a log; a request says from which phone it comes."""

    def known(asking: Connection) -> Session:
        return SESSIONS[asking.headers["x-phone"]]

    with client_of(Hall(path, clock=lambda: at), known) as client:
        yield client


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return log_of(tmp_path / "hall.duckdb", ("m1", 1, KNOWN))


class Phone(Device):
    """A phone at the table, with its way to the venue."""

    def __init__(self, client: TestClient[Litestar], owner: str = "ana") -> None:
        super().__init__()
        self.client, self.owner = client, owner
        self.now = int(START.timestamp() * 1000)
        self.answers: list[int] = []

    def plays(self, events: Sequence[Event], first: int = KNOWN + 1) -> "Phone":
        """Taps of what happened, each at its moment."""
        for number, event in enumerate(events, first):
            made = draft(event, number, by=f"p-{self.owner}")
            item = msgspec.to_builtins({"id": made.id, "event": event,
                "played_at": made.played_at, "recorded_at": made.recorded_at})  # fmt: skip
            item |= {"tapped": self.now, "line": verb(event), "if_legal": True}
            self.happens("tap", items=[item], expected=KNOWN)
        return self

    def back(self) -> "Phone":
        """It has the network again, until nothing more goes or somebody is asked."""
        self.happens("online")
        done = len(self.answers)
        while True:
            if self.waits:
                self.happens("tick", turn=self.waits.pop()["turn"])
            elif len(self.sent) > done:
                done = len(self.sent)
                self.carried()
            else:
                return self

    def carried(self) -> None:
        """The newest request goes to the venue, and its answer comes back."""
        said = post(self.client, self.sent[-1]["body"], self.owner)
        self.answers.append(said.status_code)
        after = said.headers.get("retry-after")
        self.answered(said.status_code, after and float(after), **said.json())


def post(client: TestClient[Litestar], content: str | bytes, owner: str = "ana") -> Any:
    """A post of entries by that phone."""
    return client.post(ENTRIES, content=content, headers={"x-phone": owner})


def logged(path: Path) -> list[Event]:
    """What the log has after what was known."""
    with Log.open(path) as log:
        return [entry.event for entry in log.load("m1").entries[KNOWN:]]


def test_vn_16_3_phone_10_minutes_offline_alone_all_in_order_without_a_question(path: Path):
    with open_venue(path) as client:
        phone = Phone(client)
        phone.happens("offline")
        phone.plays(MEANT).back()
        assert phone.shown["question"] is None
        assert (phone.shown["mark"], phone.records) == ("sent", {})
        assert 429 in phone.answers, "60 entries are more than a burst of 40 (VN-5.6)"
    assert logged(path) == MEANT


def test_vn_16_3_phone_offline_while_the_other_recorder_went_on(path: Path):
    """The first difference is named; what both have is there once; nothing is lost (VN-10.2)."""
    other = [*MEANT[:4], Note("p-bo", "theirs"), *MEANT[4:6]]
    mine = [*MEANT[:4], Note("p-ana", "mine"), *MEANT[4:8]]
    with open_venue(path) as client:
        phone = Phone(client)
        phone.happens("offline")
        phone.plays(mine)
        drafts = [draft(event, n, 7, by="p-bo") for n, event in enumerate(other, KNOWN + 1)]
        assert post(client, body(drafts, KNOWN), "bo").status_code == 200
        phone.back()
        assert ("told.both", {"numbers": [11, 12, 13, 14]}) in phone.told
        question = phone.shown["question"]
        assert (question["kind"], question["number"]) == ("different", 15)
        assert "theirs" in question["theirs"]["line"]
        assert question["item"]["event"]["text"] == "mine"
        phone.choose("drop").back()
        assert (phone.shown["question"], phone.shown["mark"]) == (None, "sent")
        assert [item["event"]["text"] for item in phone.shown["dropped"]] == ["mine"]
    assert logged(path) == [*other, *MEANT[6:8]]


def test_vn_16_3_the_same_post_twice_five_times_in_parallel_and_after_an_hour(path: Path):
    content = body([draft(event, 11 + n, by="p-ana") for n, event in enumerate(MEANT[:5])], KNOWN)
    with open_venue(path) as client, ThreadPoolExecutor(5) as pool:
        told = [post(client, content), *pool.map(lambda _: post(client, content), range(5))]
    with open_venue(path, START + timedelta(hours=1)) as client:
        told += [post(client, content)]
    assert {answer.status_code for answer in told} == {200}
    recorded = [answer.json()["recorded"] for answer in told]
    numbers = {tuple((each["id"], each["seq"]) for each in pairs) for pairs in recorded}
    assert len(numbers) == 1
    assert [{each["known"] for each in pairs} for pairs in recorded] == [{False}, *[{True}] * 6]
    assert logged(path) == MEANT[:5]


def test_vn_16_3_the_same_id_with_another_event_is_a_conflict_and_shown(path: Path):
    with open_venue(path) as client:
        phone = Phone(client).plays(MEANT[:1])
        key = phone.ids()[0]
        first = draft(Note("p-ana", "first"), 11, by="p-ana")
        taken = Draft(first.event, key, first.played_at, first.recorded_at, "p-ana")
        assert post(client, body([taken], KNOWN)).status_code == 200
        phone.back()
        question = phone.shown["question"]
        assert (question["kind"], phone.answers) == ("conflict", [409])
        assert phone.shown["items"][0]["id"] == key
    assert logged(path) == [first.event]


@pytest.mark.parametrize("hours", [2, -2])
def test_vn_16_3_the_clock_of_a_phone_2_h_off_changes_no_order_and_is_marked(
    path: Path, hours: int
):
    sent = [draft(event, 11 + n, by="p-ana") for n, event in enumerate(MEANT[:4])]
    off = timedelta(hours=hours)
    sent[1] = msgspec.structs.replace(
        sent[1], played_at=sent[1].played_at + off, recorded_at=sent[1].recorded_at + off
    )
    with open_venue(path, sent[0].recorded_at) as client:
        assert post(client, body(sent, KNOWN)).status_code == 200
    assert logged(path) == MEANT[:4]
    with Log.open(path) as log:
        delays = log.rows("SELECT delay_ms FROM receipts ORDER BY seq")
    wrong = [n for n, (delay,) in enumerate(delays) if abs(delay) > 300_000]
    assert wrong == [1]


def test_vn_10_5_two_phones_on_one_seat_are_two_recorders(path: Path):
    with open_venue(path) as client:
        one, two = Phone(client).plays(MEANT[:2]), Phone(client)
        for n, event in enumerate(MEANT[:2]):
            item = fresh(draft(event, n, 9).id, two.now, event=msgspec.to_builtins(event))
            item |= {"played_at": START.isoformat(), "recorded_at": START.isoformat()}
            two.happens("tap", items=[item | {"line": "", "if_legal": True}], expected=KNOWN)
        one.carried()
        two.carried()
        one.back()
        two.back()
        both = [values["numbers"] for key, values in two.told if key == "told.both"]
        assert both == [[11], [12]]
    assert logged(path) == MEANT[:2]


def test_vn_4_2_an_illegal_tap_is_asked_about_and_played_puts_it_into_the_log(path: Path):
    with open_venue(path) as client:
        phone = Phone(client).plays([MEANT[3]]).back()
        question = phone.shown["question"]
        assert question["kind"] == "illegal" and question["rule"] and question["why"]
        assert logged_number(client) == KNOWN
        phone.choose("played").back()
        assert phone.shown["mark"] == "sent"
    assert logged(path) == [MEANT[3]]


def test_undo_strikes_the_entry_that_this_phone_sent_and_play_goes_on(path: Path):
    with open_venue(path) as client:
        phone = Phone(client).plays(MEANT[:2]).back()
        item = fresh(draft(Concede("ana"), 99).id, phone.now)
        item |= {"played_at": START.isoformat(), "recorded_at": START.isoformat()}
        phone.happens("undo", item=item, judge="p-ana", expected=KNOWN + 2).back()
        assert (phone.shown["question"], phone.shown["mark"]) == (None, "sent")
        phone.plays([*MEANT[1:3]], 21).back()
    events = logged(path)
    assert [verb(event) for event in events[2:3]] == ["strike"]
    assert [*events[:2], *events[3:]] == [*MEANT[:2], *MEANT[1:3]]


def logged_number(client: TestClient[Litestar]) -> int:
    """The number of the newest entry, as a page sees it."""
    view: Json = client.get("/api/matches/m1", headers={"x-phone": "ana"}).json()
    return int(view["at"])
