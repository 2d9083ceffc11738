"""Attacked as staff (VN-20.5): by a judge of another event, a scorekeeper of other tables, somebody
whose appointment has ended, with an old PIN, and by who operates a screen. One hall for all; what
is tried changes nothing, and tells nothing of what is not theirs."""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from cli.reading.lines import new_id
from cli.venue.access.permissions import PERMISSIONS
from cli.venue.access.session import HEAD, Invitation, Role, Session, hashed
from cli.venue.hall.hall import Hall
from events.common import Appoint, Strike
from events.notation import Malformed, read
from events.tournament import Enter, Post
from referee.verdict import Illegal
from storage.log import Draft, Log, Recorded
from tests.tournament.logged import CUP, contests, logs, opened, proposed
from tests.venue.desks import body
from tests.venue.halls import NOW, hall, match_at
from tests.venue.lent import client_of
from tests.venue.test_permissions import addresses

OTHER = "other"
SECRETLY = "Quillfeather"
"""How all who play in the cup are called, and nobody else."""
STAFF: Mapping[Role, str] = {
    "judge": "kim",
    "head-judge": "hal",
    "organiser": "lena",
    "scorekeeper": "sam",
}
ENDED: Mapping[Role, str] = {
    "judge": "eve",
    "head-judge": "hedy",
    "organiser": "olga",
    "scorekeeper": "otto",
}
"""Who was appointed to the cup, had joined, and is appointed no longer."""
FOR_STAFF = [
    (method, path)
    for (method, path), able in PERMISSIONS.items()
    if able & STAFF.keys() and not able & {"all", "spectator", "screen", "player", "entrant"}
]
"""The addresses that are for staff alone."""
ACTS: Mapping[str, Mapping[str, Any]] = {
    "post": {},
    "start": {},
    "pause": {},
    "time": {},
    "extend": {"table": 1, "seconds": 60},
    "report": {"table": 1, "a": 2, "b": 0},
    "decide": {"table": 1, "a": 2, "b": 0, "reason": "so"},
    "strike": {"entry": 5},
    "enter": {"player": "zoe"},
    "check-in": {"players": ["ana"]},
    "drop": {"player": "ana"},
    "deck-check": {"player": "ana", "seconds": 60},
    "call": {"about": "a question"},
    "infraction": {"player": "ana", "code": "TE-1"},
    "repair": {"tables": [1, 2], "reason": "so"},
    "cut": {"size": 2},
    "close": {},
}
"""What whoever may do it would send."""
FORMS: Mapping[str, Mapping[str, str]] = {
    "/desk/line": {"text": "1 2 0"},
    "/desk/enter": {"player": "zoe"},
    "/desk/codes": {"role": "player", "person": "ana"},
    "/floor": {"rows": "3"},
    "/floor/take": {"call": "1", "table": "1"},
    "/judge/take": {"call": "1"},
    "/judge/end": {"call": "1"},
    "/judge/extend": {"table": "1", "round": "1", "seconds": "60", "cause": "other"},
}


PROVED = ("post", "decide", "strike", "infraction", "cut")
"""The acts that want the PIN."""


class House:
    """A hall with two events, and what is asked there."""

    def __init__(self, client: TestClient[Litestar], hall: Hall, clock: "Clock") -> None:
        self.client, self.hall, self.clock = client, hall, clock

    def asked(self, look: Callable[[Log], Any]) -> Any:
        """What the writer says."""
        assert self.client.blocking_portal is not None
        return self.client.blocking_portal.call(self.hall.ask, look)

    def joins(self, role: Role, person: str, stream: str = CUP, **more: Any) -> str:
        """Somebody joins; the cookie."""

        def bind(log: Log) -> str:
            code = self.hall.access.invite(log, Invitation(role, person, stream, **more))
            return self.hall.access.bind(log, code, "a device", self.clock())[0]

        found: str = self.asked(bind)
        return found

    def ask(self, cookie: str, method: str, path: str, **sent: Any) -> Any:
        """What a device is answered."""
        headers = {"Origin": "http://testserver.local", "X-Referee": "1"}
        headers["Cookie"] = f"referee={cookie}"
        self.client.cookies.clear()
        return self.client.request(method, path, headers=headers, **sent)

    def act(self, cookie: str, name: str, **said: Any) -> Any:
        """What is answered to an act of the cup."""
        path = f"/api/tournaments/{CUP}/{name}"
        return self.ask(cookie, "POST", path, content=msgspec.json.encode(said))

    def heads(self) -> dict[str, int]:
        """How long every stream is."""
        found: dict[str, int] = self.asked(
            lambda log: {each.id: each.entries for each in log.matches()}
        )
        return found

    def tries(self, cookie: str, method: str, path: str) -> Any:
        """What is answered at an address, with what whoever may would send of the cup."""
        parts = {"match_id": match_at(1, 1), "stream": CUP, "table": "1", "player": "ana"}
        filled = re.sub(r"\{(\w+)\}", lambda found: parts.get(found[1], "1"), path)
        sent: dict[str, Any] = {}
        if method == "POST":
            name = path.rpartition("/")[2]
            if path.startswith("/api/tournaments/"):
                sent["content"] = msgspec.json.encode(ACTS.get(name, {}))
            elif path == "/api/codes":
                sent["content"] = b'{"role": "player", "person": "ana"}'
            elif path.startswith("/api/"):
                sent["content"] = b"{}"
            else:
                sent["data"] = FORMS.get(path, {"kind": "strike", "entry": "2", "reason": "so"})
        return self.ask(cookie, method, filled, **sent)


class Clock:
    """The time in the hall."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    path = hall(Path(tmp_path_factory.mktemp("house")) / "hall.duckdb")
    with Log.open(path, write=True) as log:
        for who in ("ana", "bo", "cy", "dee"):
            log.name_person(who, f"{who.title()} {SECRETLY}")
        for role, person in ENDED.items():
            logs(log, f"lena appoint {person} {role}")
        opened(log, {"rounds": "2"}, stream=OTHER)
        logs(log, [f"lena enter {each}" for each in ("ute", "val", "wim", "xia")], OTHER)
        for role, person in (("judge", "jo"), ("head-judge", "hank"), ("scorekeeper", "sue")):
            logs(log, f"lena appoint {person} {role}", OTHER)
        logs(log, [proposed(log, 1, OTHER)], OTHER)
    clock = Clock()
    with client_of(Hall(path, clock=clock), raise_server_exceptions=False) as client:
        client.follow_redirects = False
        yield House(client, client.app.state.hall, clock)


def says(log: Log, line: str) -> Recorded:
    """Lena logs a line of the cup while it is served."""
    match = log.live(CUP)
    event = read(f"lena {line}", match.game.codec)
    now = datetime.now(UTC)
    (recorded,) = log.append(CUP, [Draft(event, new_id(now), NOW, NOW, "lena")], match=match)
    assert not isinstance(recorded.outcome.verdict, Illegal), (line, recorded.outcome.verdict)
    return recorded


@pytest.fixture
def unchanged(house: House) -> Iterator[None]:
    """Nothing is written by what a test tries."""
    before, devices = house.heads(), len(house.hall.access.devices(CUP, house.clock()))
    yield
    assert house.heads() == before
    assert len(house.hall.access.devices(CUP, house.clock())) >= devices


# -- staff of another event ------------------------------------------------------------------------


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    ("role", "person"),
    [("judge", "jo"), ("head-judge", "hank"), ("organiser", "lena"), ("scorekeeper", "sue")],
)
def test_vn_20_5_staff_of_another_event_reach_nothing_of_this_one(
    house: House, role: Role, person: str
) -> None:
    cookie = house.joins(role, person, OTHER)
    if role in ("head-judge", "organiser"):
        assert house.ask(cookie, "POST", "/api/pin", json={"pin": "4711"}).status_code == 200
    wrong = []
    own = {"/floor", "/desk/games", "/desk/codes", "/api/codes"}  # done in their own event
    for method, path in addresses(house.client):
        if (method, path) == ("POST", "/api/leave") or (path in own and method == "POST"):
            continue
        if method != "GET" and not re.search(r"\{(match_id|stream)\}", path):
            continue
        found = house.tries(cookie, method, path)
        names = re.search(r"\{(match_id|stream|player)\}", path)
        if SECRETLY in found.text or (names and found.status_code < 400):
            wrong.append((method, path, found.status_code))
    assert wrong == []


def test_vn_20_5_a_device_of_this_event_is_not_ended_from_another(house: House) -> None:
    kim = house.joins("judge", "kim")
    head = house.joins("organiser", "lena", OTHER)
    theirs = next(
        each for each in house.hall.access.devices(CUP, house.clock()) if each.person == "kim"
    )
    for path in (f"/api/devices/{theirs.id}/end", f"/desk/devices/{theirs.id}/end"):
        assert house.ask(head, "POST", path).status_code == 404
    assert house.ask(kim, "GET", "/judge").status_code == 200


# -- a scorekeeper of other tables -----------------------------------------------------------------


@pytest.mark.usefixtures("unchanged")
def test_vn_20_5_a_scorekeeper_of_other_tables_logs_and_sees_nothing_there(house: House) -> None:
    cookie = house.joins("scorekeeper", "sam", tables=(2,))
    here, there = match_at(1, 2), match_at(1, 1)
    assert house.ask(cookie, "GET", f"/api/matches/{here}").status_code == 200
    for path in (
        "",
        "/entries",
        "/hidden?place=x",
        "/explain/2",
        "/remedies/2",
        "/learned?since=1",
    ):
        assert house.ask(cookie, "GET", f"/api/matches/{there}{path}").status_code == 403, path

    def drafts(log: Log) -> bytes:
        match = log.live(there)
        seat = next(iter(match.replay().table.persons))
        event = read(f"{seat} end", match.game.codec)
        return body([Draft(event, new_id(NOW), NOW, NOW, "sam")], match.last)

    sent = house.asked(drafts)
    checked = msgspec.json.encode({"event": msgspec.json.decode(sent)["drafts"][0]["event"]})
    for path, content in (("entries", sent), ("check", checked)):
        found = house.ask(cookie, "POST", f"/api/matches/{there}/{path}", content=content)
        assert found.status_code == 403, (path, found.text)
    recorder = house.ask(cookie, "POST", f"/api/matches/{there}/recorder", content=b"{}")
    assert recorder.status_code == 403
    for name, said in (
        ("report", {"table": 1, "a": 2, "b": 0}),
        ("call", {"table": 1, "about": "a question"}),
        ("game", {"table": 1}),
    ):
        found = house.act(cookie, name, **said)
        assert found.status_code == 403, (name, found.text)
    line = house.ask(cookie, "POST", "/desk/line", data={"text": "1 2 0"})
    assert line.status_code == 403 or 'data-became="wrong"' in line.text, line.text
    assert house.ask(cookie, "POST", "/desk/game/1").status_code == 403


# -- whose appointment has ended -------------------------------------------------------------------


@pytest.fixture(scope="module")
def ghosts(house: House) -> dict[Role, str]:
    """Devices of people whose appointments have ended. They were ended with them; here they are
    held as if a request had come in just before."""
    cookies = {role: house.joins(role, person) for role, person in ENDED.items()}
    access = house.hall.access
    sessions = {
        each.person: each
        for each in access.devices(CUP, house.clock())
        if each.person in ENDED.values()
    }
    proofs = house.joins("organiser", "lena")
    house.ask(proofs, "POST", "/api/pin", json={"pin": "4711"})
    for role, person in ENDED.items():
        house.asked(
            lambda log, role=role, person=person: says(log, f"appoint {person} {role} ends=yes")
        )
    for role, cookie in cookies.items():
        assert house.ask(cookie, "GET", "/here").status_code == 401, f"{role} is out at once"
    for role, cookie in cookies.items():
        access._hold(sessions[ENDED[role]], hashed(cookie))
        access._proved[sessions[ENDED[role]].id] = house.clock()
    return cookies


@pytest.mark.parametrize("role", [*ENDED])
def test_vn_20_5_whose_appointment_has_ended_is_refused_at_every_act(
    house: House, ghosts: Mapping[Role, str], role: Role
) -> None:
    before = house.heads()
    wrong = []
    for method, path in FOR_STAFF:
        if role not in PERMISSIONS[method, path] or path == "/api/pin":
            continue
        found = house.tries(ghosts[role], method, path)
        if found.status_code < 400 or SECRETLY in found.text:
            wrong.append((method, path, found.status_code))
    assert wrong == []
    for name, said in ACTS.items():
        assert house.act(ghosts[role], name, **said).status_code == 403, name
    match = match_at(1, 1)
    for path in (f"/t/{match}", f"/api/matches/{match}", f"/api/matches/{match}/entries"):
        assert house.ask(ghosts[role], "GET", path).status_code == 403, path
    topics = f"tournament/{CUP},match/{match}"
    assert house.ask(ghosts[role], "GET", f"/api/stream?topics={topics}").status_code == 403
    assert house.heads() == before


def test_vn_20_5_a_code_of_an_appointment_that_has_ended_lets_nobody_in(house: House) -> None:
    def invited(log: Log) -> str:
        says(log, "appoint ida judge")
        return house.hall.access.invite(log, Invitation("judge", "ida", CUP))

    code = house.asked(invited)
    house.asked(lambda log: says(log, "appoint ida judge ends=yes"))
    found = house.ask("", "POST", f"/j/{code}", data={"label": "mine"})
    assert found.status_code >= 400 and "set-cookie" not in found.headers


def test_vn_20_5_an_appointment_that_was_struck_has_ended_too(house: House) -> None:
    made = house.asked(lambda log: says(log, "appoint ivo judge"))
    cookie = house.joins("judge", "ivo")
    assert house.ask(cookie, "GET", "/judge").status_code == 200
    house.asked(lambda log: says(log, f"strike {made.entry.seq} reason=mistaken"))
    assert house.ask(cookie, "GET", "/judge").status_code == 401


def test_vn_20_5_who_is_a_judge_still_is_no_head_judge_any_more(house: House) -> None:
    house.asked(lambda log: says(log, "appoint kim head-judge"))
    head, judge = house.joins("head-judge", "kim"), house.joins("judge", "kim")
    house.asked(lambda log: says(log, "appoint kim head-judge ends=yes"))
    assert house.ask(head, "GET", "/judge").status_code == 401
    assert house.ask(judge, "GET", "/judge").status_code == 200


# -- an old PIN ------------------------------------------------------------------------------------


def test_vn_20_5_an_old_proof_counts_for_no_ruling_and_no_post(house: House) -> None:
    cookie = house.joins("head-judge", "hal")
    assert house.ask(cookie, "POST", "/api/pin", json={"pin": "2468"}).status_code == 200
    before = house.heads()
    house.clock.now += timedelta(minutes=16)
    try:
        ruled = {"kind": "strike", "line": "", "entry": "2", "reason": "so", "authority": "head"}
        match = match_at(1, 1)
        tried = {
            **{
                name: house.act(cookie, name, **ACTS[name]) for name in ("post", "decide", "strike")
            },
            **{name: house.act(cookie, name, **ACTS[name]) for name in ("infraction", "cut")},
            "rule": house.ask(cookie, "POST", f"/judge/{match}/rule", data=ruled),
            "punish": house.ask(
                cookie, "POST", f"/judge/{match}/infraction", data={"player": "ana", "code": "TE-1"}
            ),
        }

        def struck(log: Log) -> bytes:
            event = Strike("hal", 2, authority="head", reason="so")
            return body([Draft(event, new_id(NOW), NOW, NOW, "hal")], log.live(match).last)

        path = f"/api/matches/{match}/entries"
        tried["entries"] = house.ask(cookie, "POST", path, content=house.asked(struck))
        assert {name: (each.status_code, each.json()["error"]) for name, each in tried.items()} == (
            dict.fromkeys(tried, (403, "pin"))
        )
        assert house.heads() == before
        wrong = house.ask(cookie, "POST", "/api/pin", json={"pin": "1357"})
        assert wrong.status_code == 403
        assert house.act(cookie, "post").json()["error"] == "pin"
    finally:
        house.clock.now = NOW


def test_vn_20_5_a_new_pin_ends_what_the_old_one_has_proved_elsewhere(house: House) -> None:
    mine, left = house.joins("organiser", "lena"), house.joins("organiser", "lena")
    for cookie in (mine, left):
        assert house.ask(cookie, "POST", "/api/pin", json={"pin": "4711"}).status_code == 200
    session = house.hall.access.session(mine, house.clock())
    assert session is not None
    own: Session = session
    house.asked(lambda log: house.hall.access.set_pin(log, own, "1199", house.clock()))
    assert house.act(left, "cut", size=2).json()["error"] == "pin"
    assert house.ask(left, "POST", "/api/pin", json={"pin": "4711"}).status_code == 403
    assert house.act(mine, "cut", size=2).json()["error"] != "pin"
    house.asked(lambda log: house.hall.access.set_pin(log, own, "4711", house.clock()))


# -- beyond the own rank ---------------------------------------------------------------------------

BEYOND: Mapping[tuple[Role, str], tuple[str, ...]] = {
    ("judge", "kim"): (
        "kim strike 2 authority=head",
        "hal strike 2",
        "hal strike 2 authority=head",
        "kim appoint kim head-judge",
        "lena appoint kim head-judge",
        "hal overrule 2",
    ),
    ("scorekeeper", "sam"): (
        "sam strike 2",
        "sam strike 2 authority=scorekeeper",
        "kim strike 2",
        "sam rewind 2",
        "sam penalty ana warning",
        "sam adjust health:ana:1",
        "sam appoint sam judge",
    ),
}
"""What somebody of the staff logs in a match who may not."""
TYPED = (
    "lena appoint sam judge",
    "sam appoint sam judge",
    "sam infraction ana 1 TE-1 warning",
    "kim infraction ana 1 TE-1 warning",
    "decide 1 2 0 so",
    "kim decide 1 1 2 0",
    "lena publish decks",
    "lena publish penalties",
    "sam adjust card:ana/Wolf:4 reason=so",
    "kim adjust card:ana/Wolf:4 reason=so",
    "kim deck-check ana 1 seconds=60",
    "sam extend 1 1 60",
    "sam settle 3",
    "close",
    "repair 1,2 so",
)
"""What a scorekeeper types at the desk that is a judge's or the organiser's."""


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(("role", "person"), [*BEYOND])
def test_vn_5_5_nobody_of_the_staff_rules_beyond_the_own_rank_or_as_somebody_else(
    house: House, role: Role, person: str
) -> None:
    cookie, match = house.joins(role, person), match_at(1, 1)
    for line in BEYOND[role, person]:

        def sent(log: Log, line: str = line) -> tuple[bytes, bytes]:
            live = log.live(match)
            event = read(line, live.game.codec)
            asked = msgspec.json.encode({"event": event})
            return body([Draft(event, new_id(NOW), NOW, NOW, person)], live.last), asked

        try:
            drafts, asked = house.asked(sent)
        except Malformed:
            raise AssertionError(f"{line} is no line") from None
        found = house.ask(cookie, "POST", f"/api/matches/{match}/entries", content=drafts)
        assert found.status_code == 403, (line, found.text)
        if role == "scorekeeper":
            found = house.ask(cookie, "POST", f"/api/matches/{match}/what-if", content=asked)
            assert found.status_code == 403, (line, found.text)
    if role == "scorekeeper":
        ruled = {"kind": "strike", "line": "", "entry": "2", "reason": "so"}
        assert house.ask(cookie, "POST", f"/judge/{match}/rule", data=ruled).status_code == 403


def test_vn_5_5_what_a_form_says_makes_no_judge_a_head_judge_nor_another_one(house: House) -> None:
    cookie, match = house.joins("judge", "kim"), match_at(1, 2)
    ruled = {"kind": "strike", "line": "", "entry": "3", "reason": "so"}
    ruled |= {"authority": "head", "judge": "hal", "by": "hal", "recorded_by": "hal"}
    assert house.ask(cookie, "POST", f"/judge/{match}/rule", data=ruled).status_code == 200
    entry = house.asked(lambda log: log.live(match).entries[-1])
    assert (entry.event.judge, entry.event.authority) == ("kim", "floor")
    assert entry.recorded_by == "kim"


@pytest.mark.usefixtures("unchanged")
def test_vn_5_5_a_scorekeeper_types_no_line_of_a_judge_at_the_desk(house: House) -> None:
    cookie = house.joins("scorekeeper", "sam")
    for line in TYPED:
        found = house.ask(cookie, "POST", "/desk/line", data={"text": line})
        asked = re.search(r'name="asked" form="line" value="([^"]+)"', found.text)
        if asked:  # what is asked about is confirmed
            fields = dict(re.findall(r'name="(\w+)" form="line" value="([^"]*)"', found.text))
            found = house.ask(cookie, "POST", "/desk/line", data={**fields, "text": "y"})
        refused = found.status_code == 403 or 'data-became="wrong"' in found.text
        assert refused, (line, found.text)


@pytest.mark.usefixtures("unchanged")
def test_vn_5_2_a_scorekeeper_makes_no_code_above_and_prints_no_sheet_of_judges(
    house: House,
) -> None:
    cookie = house.joins("scorekeeper", "sam")
    for role in ("judge", "head-judge", "organiser", "scorekeeper"):
        for path, sent in (
            ("/api/codes", {"content": msgspec.json.encode({"role": role, "person": "sam"})}),
            ("/desk/codes", {"data": {"role": role, "person": "sam"}}),
        ):
            found = house.ask(cookie, "POST", path, **sent)
            assert found.status_code == 403, (role, path, found.text)
    assert house.ask(cookie, "GET", "/print/checks").status_code == 403
    assert house.ask(cookie, "GET", "/check/ana").status_code == 403


# -- who judges and plays --------------------------------------------------------------------------


def appointed(house: House, person: str, *roles: Role) -> str:
    """The device of a player who is appointed, too, with the PIN given."""
    for role in roles:
        house.asked(lambda log, role=role: says(log, f"appoint {person} {role}"))
    cookie = house.joins(roles[-1], person)
    if roles[-1] in HEAD:
        assert house.ask(cookie, "POST", "/api/pin", json={"pin": "4711"}).status_code == 200
    return cookie


def pairs(house: House) -> tuple[tuple[str, str], tuple[str, str]]:
    """Who meets at both tables of the cup."""

    def look(log: Log) -> tuple[tuple[str, str], ...]:
        return tuple((each.a, each.b) for each in contests(log, 1))

    one, two = house.asked(look)
    return one, two


@pytest.mark.parametrize("role", ["judge", "head-judge", "organiser"])
def test_vn_20_5_who_judges_and_plays_does_nothing_as_a_judge_at_the_own_table(
    house: House, role: Role
) -> None:
    (mine, met), (other, _) = pairs(house)
    cookie = appointed(house, mine, role)
    entries = {
        line: house.asked(lambda log, line=line: says(log, line)).entry.seq
        for line in (
            f"infraction {mine} 1 PE-1 warning",
            "call 1 1",
            f"call 1 {2}",
        )
    }
    given, called, elsewhere = entries.values()
    before = house.heads()
    acts: dict[str, Mapping[str, Any]] = {
        "decide": {"table": 1, "a": 2, "b": 0, "reason": "so"},
        "extend": {"table": 1, "seconds": 60},
        "infraction": {"player": met, "code": "PE-1"},
        "deck-check": {"player": met, "seconds": 60},
        "strike": {"entry": given},
        "answer": {"call": called},
        "end-call": {"call": called},
    }
    for name, said in acts.items():
        found = house.act(cookie, name, **said)
        assert found.status_code == 403 and "ask another judge" in found.text, (name, found.text)
    forms: dict[str, Mapping[str, str]] = {
        "/judge/take": {"call": str(called)},
        "/judge/end": {"call": str(called)},
        "/judge/extend": {"round": "1", "table": "1", "seconds": "60", "cause": "other"},
        "/floor/take": {"call": str(called), "table": "1"},
        # ruled elsewhere, as the answer to the call of the own table
        f"/judge/{match_at(1, 2)}/rule": {
            "kind": "note", "reason": "so", "call": str(called), "ends": "yes",
        },
    }  # fmt: skip
    for path, sent in forms.items():
        assert house.ask(cookie, "POST", path, data=sent).status_code == 403, path
    assert house.heads() == before
    assert house.act(cookie, "answer", call=elsewhere).status_code == 200
    assert house.act(cookie, "infraction", player=other, code="PE-1").status_code == 200
    house.asked(lambda log: says(log, f"end-call {elsewhere} 1"))
    house.asked(lambda log: says(log, f"end-call {called} 1"))
    house.asked(lambda log: says(log, f"strike {given} reason=mistaken"))
    house.asked(lambda log: says(log, f"appoint {mine} {role} ends=yes"))


def test_vn_20_5_who_organises_and_plays_decides_the_own_table_where_nobody_else_judges(
    tmp_path: Path,
) -> None:
    path = hall(tmp_path / "club.duckdb")
    with client_of(Hall(path, clock=Clock()), raise_server_exceptions=False) as client:
        house = House(client, client.app.state.hall, Clock())
        (mine, _), (other, _) = pairs(house)
        cookie = appointed(house, mine, "organiser")
        asked = {"table": 1, "a": 2, "b": 0, "reason": "so"}
        for who, held in (("kim", "judge"), ("hal", "head-judge"), ("lena", "organiser")):
            assert house.act(cookie, "decide", **asked).status_code == 403
            house.asked(lambda log, who=who, held=held: says(log, f"appoint {who} {held} ends=yes"))
        assert house.act(cookie, "decide", **asked).status_code == 200
        assert house.act(cookie, "decide", **{**asked, "table": 2}).status_code == 200
        assert other != mine


@pytest.mark.usefixtures("unchanged")
def test_vn_20_5_nobody_takes_back_what_is_not_theirs_to_log(house: House) -> None:
    """A floor judge would undo the round by striking its post."""
    kinds = {
        type(entry.event): entry.seq for entry in house.asked(lambda log: log.live(CUP).entries)
    }
    kim, hal = house.joins("judge", "kim"), house.joins("head-judge", "hal")
    assert house.ask(hal, "POST", "/api/pin", json={"pin": "2468"}).status_code == 200
    for kind in (Post, Enter, Appoint):
        found = house.act(kim, "strike", entry=kinds[kind])
        assert found.status_code == 403 and "is not for a judge" in found.text, found.text
    for line in ("hal rewind 5", "hal strike 1"):
        found = house.ask(hal, "POST", "/desk/line", data={"text": line})
        assert found.status_code == 403 or 'data-became="wrong"' in found.text, found.text


# -- who operates a screen -------------------------------------------------------------------------


@pytest.mark.usefixtures("unchanged")
def test_vn_20_5_a_screen_does_nothing_and_sees_what_all_see(house: House) -> None:
    cookie = house.joins("screen", "")
    wrong = []
    for method, path in addresses(house.client):
        able = PERMISSIONS[method, path]
        if "all" in able or (method == "POST" and path == "/api/leave"):
            continue
        found = house.tries(cookie, method, path)
        if method != "GET" and found.status_code < 400:
            wrong.append((method, path, found.status_code))
        if (method, path) in FOR_STAFF and found.status_code != 403:
            wrong.append((method, path, found.status_code))
    assert wrong == []
    match = match_at(1, 1)
    assert house.ask(cookie, "GET", f"/api/stream?topics=match/{match}").status_code == 403
    for path in (f"/api/matches/{match}", f"/api/matches/{match}/entries", "/api/show"):
        told = house.ask(cookie, "GET", path).text
        assert '"verdict":"illegal"' not in told and "assumed" not in told, path
