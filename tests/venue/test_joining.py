"""Joining over HTTP: the code, the cookie, where a post comes from (VN-4, VN-5)."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from cli.venue.access.access import Access
from cli.venue.access.session import Invitation, Role
from cli.venue.hall.hall import Hall
from events.common import Appoint
from storage.log import Log
from tests.tournament.logged import CUP, draft, logs
from tests.venue.halls import NOW, STAFF, cup, hall, later, post, table_of
from tests.venue.lent import client_of

ORIGIN = {"Origin": "http://testserver.local"}
FROM_PAGE = {**ORIGIN, "X-Referee": "1"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return hall(tmp_path / "hall.duckdb")


@contextmanager
def served(path: Path, at: datetime = NOW) -> Iterator[TestClient[Litestar]]:
    """The venue of a log, at a fixed time, for one who has not joined."""
    with client_of(Hall(path, clock=lambda: at)) as client:
        client.follow_redirects = False
        yield client


def code_for(path: Path, person: str, role: Role | None = None, match: str = "") -> str:
    """A code, made while nobody serves the log."""
    role = role or STAFF.get(person, "player")  # type: ignore[assignment]
    assert role is not None
    ends = 1 if role == "player" and not match else 0
    with Log.open(path, write=True) as log:
        stream = "" if match else CUP
        return Access.load(log).invite(log, Invitation(role, person, stream, match, (), ends))


def join(client: TestClient[Litestar], code: str, **form: str) -> None:
    answer = client.post(f"/j/{code}", data=form, headers=ORIGIN)
    assert (answer.status_code, answer.headers["location"]) == (303, "/here"), answer.text


# -- codes and cookies -------------------------------------------------------------------------


def test_vn_4_a_look_at_a_code_says_what_it_is_for_and_binds_nothing(path: Path):
    code = code_for(path, "ana")
    with served(path) as client:
        for _ in range(3):
            page = client.get(f"/j/{code.lower()[:5]}-{code.lower()[5:]}")
            assert page.status_code == 200 and "<strong>ana</strong>" in page.text
            assert "player" in page.text and "set-cookie" not in page.headers
        join(client, code)


def test_vn_5_2_a_second_device_with_a_code_is_sent_to_the_desk(path: Path):
    code = code_for(path, "ana")
    with served(path) as client:
        join(client, code)
        client.cookies.clear()
        assert client.get(f"/j/{code}").status_code == 403
        answer = client.post(f"/j/{code}", headers=ORIGIN)
        assert answer.status_code == 403 and "desk" in answer.text
        assert "set-cookie" not in answer.headers


def test_vn_5_2_a_form_that_is_sent_twice_joins_one_device(path: Path):
    code = code_for(path, "ana")
    with served(path) as client:
        (once,) = re.findall(r'name="once" value="([^"]+)"', client.get(f"/j/{code}").text)
        join(client, code, once=once)
        client.cookies.clear()
        join(client, code, once=once)
        assert client.get("/api/me").json()["person"] == "ana"


def test_vn_5_3_the_cookie_is_for_no_script_and_no_other_site_and_lasts_12_hours(path: Path):
    code = code_for(path, "ana")
    with served(path) as client:
        cookie = client.post(f"/j/{code}", headers=ORIGIN).headers["set-cookie"].lower()
    said = {part.strip() for part in cookie.split(";")}
    assert {"httponly", "samesite=strict", "max-age=43200", "path=/"} <= said
    assert "secure" not in said


def test_vn_5_3_under_tls_the_cookie_is_secure(path: Path):
    code = code_for(path, "ana")
    with client_of(Hall(path, clock=lambda: NOW), base_url="https://hall.local") as client:
        answer = client.post(
            f"/j/{code}", headers={"Origin": "https://hall.local"}, follow_redirects=False
        )
    assert "secure" in answer.headers["set-cookie"].lower()


def test_vn_5_3_after_12_hours_a_device_has_to_join_again(path: Path):
    code = code_for(path, "ana")
    with served(path) as client:
        join(client, code)
        token = client.cookies["referee"]
    for at, status in ((later(hours=11.9), 200), (later(hours=12), 401)):
        with served(path, at) as client:
            client.cookies.set("referee", token)
            assert client.get("/api/me").status_code == status


def test_vn_5_3_who_leaves_or_is_ended_by_the_desk_has_to_join_again(path: Path):
    codes = [code_for(path, who) for who in ("ana", "bo", "lena")]
    with served(path) as client:
        tokens = []
        for code in codes:
            join(client, code)
            tokens.append(client.cookies["referee"])
            client.cookies.clear()
        client.cookies.set("referee", tokens[0])
        assert client.post("/api/leave", headers=FROM_PAGE).status_code == 200
        client.cookies.clear()
        client.cookies.set("referee", tokens[2])
        (lost,) = (d for d in client.get("/api/devices").json()["devices"] if d["person"] == "bo")
        assert client.post(f"/api/devices/{lost['id']}/end", headers=FROM_PAGE).status_code == 200
        assert [d["role"] for d in client.get("/api/devices").json()["devices"]] == ["organiser"]
        for token, status in zip(tokens, (401, 401, 200), strict=True):
            client.cookies.clear()
            client.cookies.set("referee", token)
            assert client.get("/api/me").status_code == status


def test_vn_5_6_guessed_codes_are_refused_after_ten_a_minute_of_a_prefix(path: Path):
    code = code_for(path, "ana")
    other = code[:-1] + ("0" if code[-1] != "0" else "1")
    with served(path) as client:
        found = [client.get(f"/j/{other}").status_code for _ in range(12)]
        assert found == [404] * 10 + [429] * 2
        refused = client.post(f"/j/{code}", headers=ORIGIN)
        assert refused.status_code == 429 and 0 < int(refused.headers["retry-after"]) <= 6
        assert refused.json()["error"] == "slow down"
        browser = {**ORIGIN, "Accept": "text/html"}
        page = client.post(f"/j/{code}", headers=browser)
        assert page.status_code == 429 and "wait a little" in page.text
        assert page.headers["content-type"].startswith("text/html") and page.headers["retry-after"]


def test_vn_5_6_a_hall_behind_one_address_joins_without_waiting(path: Path):
    code = code_for(path, "", "spectator")
    with served(path) as client:
        for _ in range(80):
            assert client.get(f"/j/{code}").status_code == 200


def test_a_code_is_typed_in_any_form_and_what_is_none_is_asked_for_again(path: Path):
    code = code_for(path, "ana")
    with served(path) as client:
        assert "Join" in client.get("/").text
        typed = {"code": f" {code[:5].lower()} {code[5:]}"}
        assert client.post("/j", data=typed, headers=ORIGIN).headers["location"] == f"/j/{code}"
        wrong = client.post("/j", data={"code": "<b>no"}, headers=ORIGIN)
        assert wrong.status_code == 422 and 'role="alert"' in wrong.text and "<b>" not in wrong.text


def test_a_browser_that_has_not_joined_gets_a_page_that_says_how(path: Path):
    code = code_for(path, "ana")
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    with served(path) as client:
        page = client.get(f"/t/{CUP}-r1-t1", headers=browser)
        assert page.status_code == 401 and 'href="/"' in page.text and "scan a code" in page.text
        assert "default-src 'self'" in page.headers["content-security-policy"]
        assert client.get(f"/t/{CUP}-r1-t1").json()["error"] == "unauthorised"
        assert client.get("/api/me", headers=browser).json()["error"] == "unauthorised"
        join(client, code)
        page = client.get("/no-such", headers=browser)
        assert page.status_code == 404 and "text/html" in page.headers["content-type"]


# -- where a post comes from -------------------------------------------------------------------


@pytest.mark.parametrize(
    "headers",
    [
        {},
        ORIGIN,
        {"X-Referee": "1"},
        {**FROM_PAGE, "Origin": "null"},
        {**FROM_PAGE, "Origin": "http://elsewhere.example"},
        {**FROM_PAGE, "Origin": "https://testserver.local"},
        {**FROM_PAGE, "Origin": "http://testserver.local:8081"},
        {**FROM_PAGE, "Origin": "http://testserver.local.elsewhere.example"},
        {**FROM_PAGE, "X-Referee": "0"},
    ],
    ids=repr,
)
def test_vn_5_4_a_post_without_session_header_or_own_origin_is_403(
    path: Path, headers: dict[str, str]
):
    code = code_for(path, "ana")
    with served(path) as client:
        join(client, code)
        refused = client.post("/api/leave", headers=headers)
        assert (refused.status_code, refused.json()["error"]) == (403, "forbidden")
        assert client.get("/api/me").status_code == 200


def test_vn_5_4_nobody_joins_from_a_form_of_another_server(path: Path):
    code = code_for(path, "ana")
    with served(path) as client:
        for headers in ({}, {"Origin": "http://elsewhere.example"}, {"Origin": "null"}):
            assert client.post(f"/j/{code}", headers=headers).status_code == 403
        join(client, code)


def test_vn_5_4_a_post_without_a_session_is_401(path: Path):
    with served(path) as client:
        refused = client.post("/api/leave", headers=FROM_PAGE)
    assert (refused.status_code, refused.json()["error"]) == (401, "unauthorised")


def test_vn_5_1_the_device_of_a_judge_who_is_one_no_longer_has_to_join_again(path: Path):
    codes = [code_for(path, who) for who in ("kim", "hal")]
    with served(path) as client:
        tokens = []
        for code in codes:
            join(client, code)
            tokens.append(client.cookies["referee"])
            client.cookies.clear()

        def retired(log: Log) -> None:
            number = log.live(CUP).last + 1
            log.append(CUP, [draft(Appoint("lena", "kim", "judge", True), number)])

        client.blocking_portal.call(client.app.state.hall.ask, retired)
        for token, status in zip(tokens, (401, 200), strict=True):
            client.cookies.clear()
            client.cookies.set("referee", token)
            assert client.get("/api/me").status_code == status


# -- where a device is at home -----------------------------------------------------------------


def test_vn_5_2_a_device_moves_with_its_player_to_the_next_table(path: Path):
    code = code_for(path, "ana")
    with served(path) as client:
        join(client, code)
        token = client.cookies["referee"]
        with_first = client.get("/here").headers["location"]
    with Log.open(path, write=True) as log:
        first = f"/t/{CUP}-r1-t{table_of(log, 'ana')}"
        logs(log, [f"lena report 1 {table} 2 0" for table in cup(log).state.rounds[0].contests])
        post(log, 2)
        second = f"/t/{CUP}-r2-t{table_of(log, 'ana', 2)}"
    with served(path) as client:
        client.cookies.set("referee", token)
        with_second = client.get("/here").headers["location"]
    assert (with_first, with_second) == (first, second)


def test_a_device_is_at_home_where_its_role_is(path: Path):
    found = {}
    for who in ("lena", "hal", "kim", "sam", ""):
        code = code_for(path, who, "screen" if not who else None)
        with served(path) as client:
            join(client, code)
            found[who] = client.get("/here").headers["location"]
            assert client.get("/").headers["location"] == "/here"
    sam = found.pop("sam")
    assert found == {"lena": "/desk", "hal": "/judge", "kim": "/judge", "": "/show"}
    assert sam.startswith(f"/t/{CUP}-r1-t")


def test_vn_5_9_a_player_of_a_single_match_is_at_home_at_it(path: Path):
    code = code_for(path, "una", "player", "friendly")
    with served(path) as client:
        join(client, code)
        assert client.get("/here").headers["location"] == "/t/friendly"
        assert client.get("/api/matches/friendly").json()["mine"]
        assert client.get(f"/api/matches/{CUP}-r1-t1").status_code == 403


# -- PINs and codes of the desk ----------------------------------------------------------------


def test_vn_5_7_a_head_judge_chooses_a_pin_when_joining_and_is_asked_again(path: Path):
    code = code_for(path, "hal")
    with served(path) as client:
        assert 'name="pin"' in client.get(f"/j/{code}").text
        assert client.post(f"/j/{code}", data={"pin": "12"}, headers=ORIGIN).status_code == 422
        join(client, code, pin="4711")
        token = client.cookies["referee"]
        assert client.get("/api/me").json()["pin"] is False
    with served(path, later(minutes=16)) as client:
        client.cookies.set("referee", token)
        assert client.get("/api/me").json()["pin"] is True
        wrong = [give(client, "0000") for _ in range(4)]
        assert wrong == [403] * 4 and give(client, "4711") == 200 and give(client, "4711") == 429
        assert client.get("/api/me").json()["pin"] is False


def give(client: TestClient[Litestar], pin: str) -> int:
    sent = msgspec.json.encode({"pin": pin})
    return client.post("/api/pin", content=sent, headers=FROM_PAGE).status_code


@pytest.mark.parametrize(
    ("who", "role", "person", "status"),
    [
        ("lena", "organiser", "lena", 200),
        ("lena", "judge", "ana", 403),
        ("hal", "judge", "kim", 200),
        ("hal", "organiser", "lena", 403),
        ("sam", "player", "ana", 200),
        ("sam", "head-judge", "hal", 403),
        ("kim", "player", "ana", 403),
        ("ana", "player", "ana", 403),
    ],
)
def test_vn_5_1_nobody_at_the_desk_makes_a_code_for_one_who_may_more(
    path: Path, who: str, role: str, person: str, status: int
):
    with served(path) as client:
        code = code_for_later(client, path, who)
        join(client, code)
        sent = msgspec.json.encode({"role": role, "person": person})
        answer = client.post("/api/codes", content=sent, headers=FROM_PAGE)
        assert answer.status_code == status, answer.text
        if status == 200:
            client.cookies.clear()
            join(client, answer.json()["address"].removeprefix("/j/"))
            assert client.get("/api/me").json()["person"] == person


def code_for_later(client: TestClient[Litestar], path: Path, who: str) -> str:
    """A code made by the process that serves."""
    hall: Hall = client.app.state.hall
    role = STAFF.get(who, "player")
    ends = 1 if role == "player" else 0
    invitation = Invitation(role, who, CUP, ends=ends)  # type: ignore[arg-type]

    async def made() -> str:
        return await hall.ask(lambda log: hall.access.invite(log, invitation))

    return client.blocking_portal.call(made)
