"""Phones are notified of each round, by a push service that a stand-in is (VN-18.15)."""

import json
import shutil
import subprocess
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from threading import Event, Thread
from typing import Any, NamedTuple

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from litestar.testing import TestClient
from py_vapid import Vapid02

from cli.venue.hall.hall import Hall
from cli.venue.pushing import service
from cli.venue.pushing.service import is_subscription, new_key
from storage.log import Log
from storage.venue.push import subscriptions
from tests.cli.test_home import Home
from tests.processes import PATIENCE
from tests.tournament.logged import CUP
from tests.venue.entrants import Phone, Venue, event
from tests.venue.lent import lent
from tests.venue.node import STATIC

FCM = "https://fcm.googleapis.com/fcm/send/"


def text_of(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode("ascii").rstrip("=")


class Browser:
    """What a browser keeps of a subscription."""

    def __init__(self, path: str) -> None:
        self.key, self.auth = generate_private_key(SECP256R1()), bytes(range(16))
        self.endpoint = FCM + path
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.keys = {"p256dh": text_of(point), "auth": text_of(self.auth)}

    def given(self) -> dict[str, Any]:
        return {"endpoint": self.endpoint, "expirationTime": None, "keys": self.keys}

    def reads(self, body: bytes) -> str:
        plain = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth)
        text = json.loads(plain)["text"]
        assert isinstance(text, str)
        return text


class Sent(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes


class Standin:
    """A push service: it keeps what it is sent, and answers as it is told to."""

    def __init__(self) -> None:
        self.sent: Queue[Sent] = Queue()
        self.hosts: list[str] = []
        self.status: dict[str, int] = {}
        self.answers = Event()
        self.answers.set()
        standin = self

        class Answers(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                standin.sent.put(Sent(self.path, dict(self.headers), body))
                standin.answers.wait(PATIENCE)
                self.send_response(standin.status.get(self.path.rpartition("/")[2], 201))
                self.send_header("Location", "http://127.0.0.1:9/elsewhere")
                self.end_headers()

            do_GET = do_POST

            def log_message(self, *_: object) -> None:
                """Nothing is said."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
        Thread(target=self.server.serve_forever, daemon=True).start()

    def connection(self, host: str, timeout: float) -> HTTPConnection:
        """In the place of the one to the host."""
        self.hosts.append(host)
        return HTTPConnection("127.0.0.1", self.server.server_port, timeout=timeout)

    def next(self) -> Sent:
        return self.sent.get(timeout=PATIENCE)


@pytest.fixture
def standin(monkeypatch: pytest.MonkeyPatch) -> Iterator[Standin]:
    made = Standin()
    monkeypatch.setattr(service, "HTTPSConnection", made.connection)
    yield made
    made.answers.set()
    made.server.shutdown()
    made.server.server_close()


@contextmanager
def served(path: Path) -> Iterator[Venue]:
    """A venue that notifies phones, until the block ends."""
    hall = Hall(path)
    with lent(hall, contact="mailto:lena@example.org") as app, TestClient(app) as client:
        yield Venue(client, hall)


@pytest.fixture
def at(tmp_path: Path, standin: Standin) -> Iterator[Venue]:
    with served(event(tmp_path / "hall.duckdb")) as at:
        yield at


def entered(at: Venue, *names: str) -> tuple[Phone, list[Phone]]:
    """The desk, and the phones of players that are confirmed."""
    phones = at.registered(*names)
    desk = at.staff()
    desk.post("/api/registrations/confirm", everybody=True)
    return desk, phones


def kept(at: Venue) -> dict[str, Any]:
    found = at.asked(lambda log: subscriptions(log, CUP, at.hall.clock()))
    assert isinstance(found, dict)
    return found


# -- what is sent -------------------------------------------------------------------------------


def test_vn_18_15_each_is_told_where_to_sit_in_the_own_language(at: Venue, standin: Standin):
    desk, phones = entered(at, "Ana", "Bo", "Cy")
    browsers = {}
    for n, phone in enumerate(phones):
        browser = browsers[f"/fcm/send/{n}"] = Browser(str(n))
        phone.headers["Accept-Language"] = "de" if n == 1 else "en"
        phone.post("/api/push", **browser.given())
    desk.act("post", round=1)
    sent = [standin.next() for _ in phones]
    table = desk.get(f"/api/tournaments/{CUP}/rounds/1")
    sits = {who: each["table"] for each in table["tables"] for who in (each["a"], each["b"])}
    told = {each.path: browsers[each.path].reads(each.body) for each in sent}
    for n, phone in enumerate(phones):
        at_table = sits.get(phone.person)
        if n == 1:
            expected = f"Runde 1, Tisch {at_table}" if at_table else "Runde 1, spielfrei"
        else:
            expected = f"round 1, table {at_table}" if at_table else "round 1, no opponent: a bye"
        assert told[f"/fcm/send/{n}"] == expected
    assert len(sits) == 2
    assert {*standin.hosts} == {"fcm.googleapis.com"}
    for each in sent:
        assert each.headers["Content-Encoding"] == "aes128gcm"
        assert each.headers["TTL"] == "600"
        assert Vapid02.verify(each.headers["Authorization"])
        assert b"table" not in each.body


def test_a_log_is_known_again_to_push_services(tmp_path: Path, standin: Standin):
    path, keys = event(tmp_path / "hall.duckdb"), []
    for _ in range(2):
        with served(path) as at:
            keys.append(at.client.app.state.push.public)
    assert keys[0] == keys[1] != ""


def test_a_service_that_knows_a_browser_no_more_is_not_asked_again(at: Venue, standin: Standin):
    desk, (ana, bo) = entered(at, "Ana", "Bo")
    for phone, path, status in ((ana, "a", 410), (bo, "b", 201)):
        phone.post("/api/push", **Browser(path).given())
        standin.status[path] = status
    assert {*kept(at)} == {ana.person, bo.person}
    desk.act("post", round=1)
    assert {standin.next().path[-1] for _ in range(2)} == {"a", "b"}
    while ana.person in kept(at):
        pass
    assert {*kept(at)} == {bo.person}


@pytest.mark.parametrize("status", [301, 307, 500])
def test_nobody_is_followed_elsewhere_and_a_fault_is_tried_once_more(
    at: Venue, standin: Standin, status: int
):
    desk, (ana, bo) = entered(at, "Ana", "Bo")
    for phone, path in ((ana, "a"), (bo, "b")):
        phone.post("/api/push", **Browser(path).given())
        standin.status[path] = status
    desk.act("post", round=1)
    sent = [standin.next() for _ in range(4)]
    at.client.app.state.push.close()
    assert standin.sent.empty()
    assert sorted(each.path for each in sent) == ["/fcm/send/a"] * 2 + ["/fcm/send/b"] * 2
    assert {*kept(at)} == {ana.person, bo.person}


def test_a_slow_service_slows_nothing_else(at: Venue, standin: Standin):
    desk, (ana, bo) = entered(at, "Ana", "Bo")
    standin.answers.clear()
    ana.post("/api/push", **Browser("a").given())
    desk.act("post", round=1)
    standin.next()  # which has not been answered yet
    assert desk.get(f"/api/tournaments/{CUP}/rounds/1")["tables"]
    assert "round 1" in ana.me().lower()
    assert "round 1" in bo.me().lower()
    standin.answers.set()


# -- who, and where to --------------------------------------------------------------------------


def test_a_device_that_has_ended_and_an_event_that_is_over_keep_nothing(at: Venue):
    desk, (ana, bo) = entered(at, "Ana", "Bo")
    for phone in (ana, bo):
        phone.post("/api/push", **Browser("x").given())
    listed = desk.get("/api/devices")["devices"]
    session = next(each["id"] for each in listed if each["person"] == ana.person)
    desk.post(f"/api/devices/{session}/end")
    assert {*kept(at)} == {bo.person}
    bo.ask("DELETE", "/api/push")
    assert not kept(at)
    bo.post("/api/push", **Browser("x").given())
    desk.act("close")
    at.asked(lambda log: None)
    assert at.asked(lambda log: log.rows("SELECT count(*) FROM venue_push")) == [(0,)]


def test_staff_and_screens_take_none_and_a_hall_without_it_has_none(at: Venue, tmp_path: Path):
    kim = at.staff("kim", "judge")
    kim.post("/api/push", 403, **Browser("x").given())
    other = Hall(event(tmp_path / "other.duckdb"))
    with lent(other) as app, TestClient(app) as client:
        plain = Venue(client, other)
        _, (ana,) = entered(plain, "Ana")
        ana.post("/api/push", 404, **Browser("x").given())


GOOD = Browser("abc")


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/a",
        "https://fcm.googleapis.com:8443/a",
        "https://fcm.googleapis.com.example.org/a",
        "https://example.org/fcm.googleapis.com",
        "https://ana@fcm.googleapis.com/a",
        "https://127.0.0.1/a",
        "https://[::1]/a",
        "https://fcm.googleapis.com/a b",
        "https://fcm.googleapis.com/\r\nX: y",
        "https://push.apple.com.evil/a",
        "https://evilnotify.windows.com/a",
        "https://fcm.googleapis.com/" + "a" * 1024,
        "https://fcm.googleapis.com:x/a",
        "",
    ],
)
def test_nothing_is_sent_but_to_push_services_that_are_known(endpoint: str):
    assert not is_subscription(endpoint, **GOOD.keys)


def test_what_aims_elsewhere_is_not_kept(at: Venue):
    _, (ana,) = entered(at, "Ana")
    ana.post("/api/push", 422, endpoint="https://example.org/a", keys=GOOD.keys)
    ana.post("/api/push", 422, endpoint=GOOD.endpoint, keys={**GOOD.keys, "auth": "AAAA"})
    assert not kept(at)


def test_the_push_services_of_browsers_are_known():
    for host in (
        "fcm.googleapis.com",
        "updates.push.services.mozilla.com",
        "web.push.apple.com",
        "db5p.notify.windows.com",
    ):
        assert is_subscription(f"https://{host}/w/abc?token=1%2f", **GOOD.keys)


@pytest.mark.parametrize(
    "keys",
    [
        {"p256dh": "AAAA"},
        {"p256dh": text_of(b"\x04" + bytes(64))},
        {"auth": "AAAA"},
        {"auth": "é"},
        {"p256dh": "!"},
    ],
)
def test_keys_that_are_none_are_refused(keys: dict[str, str]):
    assert not is_subscription(GOOD.endpoint, **{**GOOD.keys, **keys})


def test_the_page_offers_it_under_https_where_the_hall_has_it(at: Venue):
    _, (ana,) = entered(at, "Ana")
    assert "data-push" not in ana.get("/me")
    page = ana.get("https://testserver.local/me")
    assert f'data-push="{at.client.app.state.push.public}"' in page
    assert "Notify me when a round is posted" in page


_STUBS = """
const kept = { subscribed: %s, asked: [], listeners: {} };
const subscription = { toJSON: () => ({ endpoint: "e", keys: {} }),
                       unsubscribe: async () => { kept.subscribed = false; } };
const pushManager = {
  getSubscription: async () => kept.subscribed ? subscription : null,
  subscribe: async (how) => {
    if (%s) throw new Error("not allowed");
    kept.how = how; kept.subscribed = true; return subscription;
  },
};
Object.defineProperty(globalThis, "navigator", {
  value: { serviceWorker: { ready: Promise.resolve({ pushManager }) } } });
globalThis.PushManager = class {};
globalThis.fetch = async (path, { method }) => {
  kept.asked.push(`${method} ${path}`); return { ok: true }; };
const made = (name) => ({ hidden: true, disabled: false, textContent: name,
  addEventListener: (_, heard) => { kept.listeners[name] = heard; } });
const parts = { "[data-on]": made("on"), "[data-told]": made("told"), "[data-off]": made("off") };
const place = { hidden: true, dataset: { push: "KEY", refused: "no" },
                querySelector: (name) => parts[name] };
const { push } = await import("%s");
await push(place);
const shown = () => [place.hidden, parts["[data-on]"].hidden, parts["[data-told]"].hidden];
const states = [shown()];
for (const name of %s) { await kept.listeners[name](); states.push(shown()); }
await new Promise((resolve) => setTimeout(resolve));
console.log(JSON.stringify({ states, asked: kept.asked, how: kept.how ?? null,
                             on: parts["[data-on]"].textContent }));
"""


@pytest.mark.parametrize(
    ("before", "refuses", "taps", "found"),
    [
        (
            "false",
            "false",
            ["on", "off"],
            {
                "states": [[False, False, True], [False, True, False], [False, False, True]],
                "asked": ["POST /api/push", "DELETE /api/push"],
                "how": {"userVisibleOnly": True, "applicationServerKey": "KEY"},
                "on": "on",
            },
        ),
        (
            "true",
            "false",
            [],
            {
                "states": [[False, True, False]],
                "asked": ["POST /api/push"],
                "how": None,
                "on": "on",
            },
        ),
        (
            "false",
            "true",
            ["on"],
            {
                "states": [[False, False, True], [False, False, True]],
                "asked": [],
                "how": None,
                "on": "no",
            },
        ),
    ],
)
def test_a_tap_asks_the_browser_and_another_takes_it_back(
    before: str, refuses: str, taps: list[str], found: dict[str, Any]
):
    program = shutil.which("node")
    if program is None:
        pytest.skip("node is not installed here")
    script = _STUBS % (before, refuses, (STATIC / "push.js").as_uri(), json.dumps(taps))
    said = subprocess.run(
        [program, "--input-type=module", "-e", script], capture_output=True, text=True, check=True
    )
    assert json.loads(said.stdout) == found


# -- the command --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["--push", "mailto:lena@example.org"], "under HTTPS alone"),
        (["--push", "lena"], "nobody can be written to there"),
    ],
)
def test_it_needs_https_and_a_contact(tmp_path: Path, given: list[str], why: str):
    home = Home(tmp_path)
    event(home.log)
    said = home.run("venue", "serve", *given)
    assert said.exit_code != 0
    assert why in said.stderr


def test_a_key_is_one():
    assert "PRIVATE KEY" in new_key()


def test_logs_of_before_have_no_subscriptions(tmp_path: Path):
    with Log.open(event(tmp_path / "hall.duckdb")) as log:
        assert subscriptions(log, CUP, Hall(log.path).clock()) == {}
