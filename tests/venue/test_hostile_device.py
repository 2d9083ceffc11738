"""A device that posts what it may not: the row of VN-16.3."""

from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from cli.venue.access.session import Invitation
from cli.venue.hall.hall import Hall
from events.common import Concede, Note, Opening, Rewind, Strike
from events.event import Event
from storage.log import Log
from tests.tournament.logged import CUP, draft
from tests.venue.desks import body
from tests.venue.halls import NOW, STAFF, hall, match_of
from tests.venue.lent import client_of

HTML = "<script>alert(1)</script><img src=x onerror=alert(1)>"


class Venue:
    """A venue that is served, with devices by the names of their people."""

    def __init__(self, client: TestClient[Litestar], path: Path) -> None:
        self.client, self.path, self.tokens = client, path, dict[str, str]()
        self.hall: Hall = client.app.state.hall

    def headers(self, who: str) -> dict[str, str]:
        """What every post of somebody's device has."""
        if who not in self.tokens:
            role = STAFF.get(who, "player")
            ends = 1 if role == "player" else 0
            invitation = Invitation(role, who, CUP, ends=ends)  # type: ignore[arg-type]

            def join(log: Log) -> str:
                code = self.hall.access.invite(log, invitation)
                return self.hall.access.bind(log, code, who, NOW)[0]

            self.tokens[who] = self.client.blocking_portal.call(self.hall.ask, join)
        return {
            "Cookie": f"referee={self.tokens[who]}",
            "Origin": "http://testserver.local",
            "X-Referee": "1",
        }

    def match(self, player: str) -> str:
        """The match that a player plays."""
        return self.client.blocking_portal.call(self.hall.ask, lambda log: match_of(log, player).id)

    def post(self, who: str, match: str, *events: Event, number: int = 100, **other: str):
        """What a device's post of events is answered."""
        drafts = [draft(event, number + n, match) for n, event in enumerate(events)]
        headers = {**self.headers(who), **other}
        address = f"/api/matches/{match}/entries"
        return self.client.post(address, content=body(drafts, None), headers=headers)

    def last(self, match: str) -> int:
        """How many entries a match has."""
        return self.client.blocking_portal.call(self.hall.ask, lambda log: log.live(match).last)


@pytest.fixture
def venue(tmp_path: Path) -> Iterator[Venue]:
    path = hall(tmp_path / "hall.duckdb")
    with client_of(Hall(path, clock=lambda: NOW)) as client:
        yield Venue(client, path)


def other_than(venue: Venue, player: str) -> tuple[str, str]:
    """A player of the other table, and the match there."""
    own = venue.match(player)
    return next((p, venue.match(p)) for p in ("bo", "cy", "dee") if venue.match(p) != own)


def test_vn_16_3_a_post_for_another_table_is_403_and_nothing_is_written(venue: Venue):
    _, elsewhere = other_than(venue, "ana")
    before = venue.last(elsewhere)
    answer = venue.post("ana", elsewhere, Note("ana", "I was here"))
    assert (answer.status_code, answer.json()["error"]) == (403, "forbidden")
    assert (
        venue.client.get(f"/api/matches/{elsewhere}", headers=venue.headers("ana")).status_code
        == 403
    )
    assert venue.last(elsewhere) == before


@pytest.mark.parametrize(
    "event",
    [
        Note("bo", "in the name of bo"),
        Rewind("ana", 2),
        Rewind("kim", 2),
        Rewind("ana", 2, "scorekeeper"),
        Strike("ana", 3),
        Strike("ana", 3, "head"),
        Strike("ana", 3, "scorekeeper"),
        Concede("zoe"),
    ],
    ids=repr,
)
def test_vn_16_3_a_post_as_another_person_or_judge_is_403_and_nothing_is_written(
    venue: Venue, event: Event
):
    match = venue.match("ana")
    before = venue.last(match)
    answer = venue.post("ana", match, Note("ana", "a remark"), event)
    assert (answer.status_code, answer.json()["error"]) == (403, "forbidden")
    assert venue.last(match) == before


def test_vn_16_3_another_entry_1_is_403_and_nothing_is_written(venue: Venue):
    match = venue.match("ana")

    def opening(log: Log) -> Opening:
        first = log.live(match).entry(1).event
        assert isinstance(first, Opening)
        return first

    first = venue.client.blocking_portal.call(venue.hall.ask, opening)
    before = venue.last(match)
    for event in (first, msgspec.structs.replace(first, by="ana", judges={"ana": "head-judge"})):
        answer = venue.post("ana", match, event)
        assert (answer.status_code, answer.json()["error"]) == (403, "forbidden")
    assert venue.last(match) == before


def test_vn_16_3_a_body_of_more_than_64_kb_is_413_and_nothing_is_written(venue: Venue):
    match = venue.match("ana")
    before = venue.last(match)
    address = f"/api/matches/{match}/entries"
    for size in (65_537, 5_000_000):
        answer = venue.client.post(address, content=b" " * size, headers=venue.headers("ana"))
        assert (answer.status_code, answer.json()["error"]) == (413, "too large")
    assert venue.last(match) == before


def test_vn_16_3_a_thousand_requests_of_one_device_are_429_and_others_go_on(venue: Venue):
    match, (other, elsewhere) = venue.match("ana"), other_than(venue, "ana")
    before, began = venue.last(match), monotonic()
    found = [venue.post("ana", match, Note("ana", "x"), number=100 + n) for n in range(500)]
    assert venue.post(other, elsewhere, Note(other, "a remark")).status_code == 200
    found += [venue.post("ana", match, Note("ana", "x"), number=600 + n) for n in range(500)]
    most = 40 + 5 * (monotonic() - began)
    statuses = [each.status_code for each in found]
    assert statuses[:40] == [200] * 40 and {*statuses} == {200, 429}
    assert venue.last(match) - before == statuses.count(200) <= most
    (refused, *_) = (each for each in found if each.status_code == 429)
    assert refused.json()["error"] == "slow down" and int(refused.headers["retry-after"]) >= 1


def test_vn_16_3_html_in_a_remark_is_text_wherever_it_is_shown(venue: Venue):
    match = venue.match("ana")
    answer = venue.post("ana", match, Note("ana", HTML))
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("application/json")
    for who, path in (
        ("ana", f"/api/matches/{match}"),
        ("ana", f"/t/{match}"),
        ("kim", f"/api/matches/{match}/entries"),
        ("kim", f"/t/{match}"),
        ("kim", "/judge"),
        ("lena", "/desk"),
    ):
        shown = venue.client.get(path, headers=venue.headers(who))
        assert shown.headers["x-content-type-options"] == "nosniff", path
        assert "default-src 'self'" in shown.headers.get("content-security-policy", ""), path
        if not shown.headers["content-type"].startswith("application/json"):
            assert HTML not in shown.text, path


@pytest.mark.parametrize(
    "forged",
    [{"Origin": "http://elsewhere.example"}, {"Origin": "null"}, {"X-Referee": ""}],
    ids=repr,
)
def test_vn_16_3_a_forged_post_is_403_and_nothing_is_written(venue: Venue, forged: dict[str, str]):
    match = venue.match("ana")
    before = venue.last(match)
    answer = venue.post("ana", match, Note("ana", "x"), **forged)
    assert (answer.status_code, answer.json()["error"]) == (403, "forbidden")
    assert venue.last(match) == before


def test_vn_5_5_what_a_device_sent_itself_it_takes_back(venue: Venue):
    match = venue.match("ana")
    sent = venue.post("ana", match, Note("ana", "a slip"))
    (recorded,) = sent.json()["recorded"]
    back = Strike("ana", recorded["seq"], "scorekeeper")
    assert venue.post("ana", match, back, number=120).status_code == 200
    other = next(p for p in ("bo", "cy", "dee") if venue.match(p) == match)
    theirs = venue.post("ana", match, Note("ana", "another"), number=130).json()["recorded"][0]
    answer = venue.post(other, match, Strike(other, theirs["seq"], "scorekeeper"), number=140)
    assert answer.status_code == 403


def test_vn_5_7_a_ruling_of_a_head_judge_waits_for_the_pin(venue: Venue):
    match = venue.match("ana")
    before = venue.last(match)
    asked = venue.post("hal", match, Rewind("hal", 2))
    assert (asked.status_code, asked.json()["error"]) == (403, "pin")
    assert venue.last(match) == before
    given = venue.client.post("/api/pin", content=b'{"pin":"4711"}', headers=venue.headers("hal"))
    assert given.status_code == 200
    assert venue.post("hal", match, Rewind("hal", 2)).status_code == 200
    assert venue.post("kim", match, Rewind("kim", 1), number=130).status_code == 200
