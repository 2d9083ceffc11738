"""The golden text of a small event at the venue: what everybody is shown at each of its moments.

``tests/venue/golden/event.txt`` holds what was done, and then what each kind of device is answered
at its addresses; who is answered the same stands together. Where somebody was answered before at
the same address, only the lines that have come (``+``) and gone (``-``) are told. The texts
``taps-<game>.txt`` hold what the pages of tables offer in the records of each game. All of them are
written anew by ``python -m tests.golden``.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from difflib import SequenceMatcher
from html.parser import HTMLParser
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import msgspec
from litestar import Litestar
from litestar.testing import TestClient

from cli.venue.access.session import Role, Session, hashed
from cli.venue.hall.hall import Hall
from cli.venue.seen.delayed import Delayed
from cli.venue.seen.sight import Showing
from cli.venue.web import show
from events.common import CallJudge, Opening, Strike
from events.event import Event
from storage.catalogs import sample
from storage.exchange.record import read_record
from storage.log import Draft, Log
from tests.golden import RECORDS
from tests.logbook import copied, first_entry
from tests.tournament.logged import CUP, contests, draft, game, logs, opened, proposed
from tests.venue.desks import body
from tests.venue.lent import client_of

FOLDER = Path(__file__).parent / "golden"
PLAYERS = ("ana", "bo", "cy", "dee", "eva")
STAFF: Mapping[str, Role] = {
    "lena": "organiser",
    "hal": "head-judge",
    "kim": "judge",
    "sam": "scorekeeper",
}
EVERYBODY: Mapping[str, Role | None] = {
    **dict.fromkeys(PLAYERS, "player"),
    **STAFF,
    "fan": "spectator",
    "wall": "screen",
    "nobody": None,
}
LOGGED = 12
"""So many entries the game at the first table has when the venue opens."""
BEGUN = datetime.fromisoformat("2026-03-14T12:00:00Z")
_OTHERWISE = (
    (re.compile(r"\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b"), "(id)"),
    (re.compile(r"\b[0-9a-f]{16,64}\b"), "(hash)"),
    (re.compile(r"(entries 1 to \d+): [a-z]+(-[a-z]+){5}\b"), r"\1: (words)"),
    (re.compile(r"\b[0-9.]+ GB free"), "(some) GB free"),
    (re.compile(r"^(\d+) \d\d:\d\d "), r"\1 (time) "),
)
"""What is drawn, or of the machine: ids, what is made of them, its disk and its own clock."""


class Scene:
    """An event that goes on, and what is told of it.

    Attributes:
        told: the golden text so far, line by line.
        now: the time.
        asking: what every browser says of itself.
    """

    asking: Mapping[str, str] = {}

    def __init__(self) -> None:
        self.told: list[str] = []
        self.now = BEGUN
        self._client: TestClient[Litestar]
        self._hall: Hall
        self._before: dict[tuple[str, str], list[str]] = {}

    @contextmanager
    def at(self, path: Path) -> Iterator[None]:
        """While the venue of a log is open."""
        hall = Hall(path, clock=lambda: self.now)
        with client_of(hall, raise_server_exceptions=False) as client:
            client.follow_redirects = False
            for who, role in EVERYBODY.items():
                if role is not None:
                    person = who if role not in ("spectator", "screen") else ""
                    until = BEGUN + timedelta(hours=12)
                    made = Session(
                        f"device-{who}", person, role, CUP, "", (), f"{who}'s", BEGUN, until
                    )
                    hall.access._hold(made, hashed(who))
            self._client, self._hall = client, hall
            with patch.object(show, "RENEWED", inf):  # else a slow machine is shown other clocks
                yield

    def ask(self, who: str, method: str, path: str, **sent: Any) -> Any:
        """What a device is answered."""
        headers = {"Origin": "http://testserver.local", "X-Referee": "1", **self.asking}
        if EVERYBODY[who] is not None:
            headers["Cookie"] = f"referee={who}"
        self._hall.showing._asked = 0.0  # names are read anew, however fast the machine is
        return self._client.request(method, path, headers=headers, **sent)

    def do(self, who: str, path: str, after: int = 60, **sent: Any) -> None:
        """Somebody does something, some seconds later: it is told with its answer."""
        self.now += timedelta(seconds=after)
        answer = self.ask(who, "POST", path, **sent)
        said = sent.get("json") or sent.get("data") or ""
        self.told += ["", f"> {self.now:%H:%M:%S} {who} POST {path} {_plain(said)}".rstrip()]
        self.told += [f"    {line}" for line in _lines(answer)]

    def acts(self, who: str, name: str, after: int = 60, /, **said: Any) -> None:
        """An act at the desk."""
        self.do(who, f"/api/tournaments/{CUP}/{name}", after, json=said)

    def logs(self, who: str, match: str, *events: Event, last: int, legal: bool = True) -> None:
        """A device logs at a table what is told by the name of its type."""
        drafts = [draft(event, last + n, match) for n, event in enumerate(events, 1)]
        drafts = [msgspec.structs.replace(each, recorded_by=who) for each in drafts]
        path = f"/api/matches/{match}/entries"
        self.do(who, path, 5, content=body(drafts, last, if_legal=legal))

    def look(self, moment: str, *paths: str) -> None:
        """What everybody is shown of some addresses at a moment."""
        self.told += ["", "", f"== {moment} =="]
        for path in paths:
            groups: dict[str, list[str]] = {}
            first: tuple[str, list[str]] = ("", [])
            for who in EVERYBODY:
                answer = self.ask(who, "GET", path)
                found = _lines(answer)
                before = self._before.get((who, path))
                self._before[who, path] = found
                if before is not None:
                    shown = _changed(before, found)
                elif first[1] and answer.status_code == 200 and found != first[1]:
                    shown = [f"as for {first[0]}, but", *_changed(first[1], found)]
                else:
                    shown = found
                if not first[1] and answer.status_code == 200:
                    first = who, found
                groups.setdefault("\n".join(shown), []).append(who)
            for text, those in groups.items():
                self.told += ["", f"GET {path} for {', '.join(those)}"]
                self.told += [f"    {line}" for line in text.split("\n")]


def _changed(before: Sequence[str], now: Sequence[str]) -> list[str]:
    found: list[str] = []
    for tag, i, j, k, m in SequenceMatcher(None, before, now, autojunk=False).get_opcodes():
        if tag != "equal":
            found += [f"- {line}" for line in before[i:j]] + [f"+ {line}" for line in now[k:m]]
    return found or ["as before"]


def _lines(answer: Any) -> list[str]:
    """An answer as text: its status, where that is not 200, and what it says."""
    status = [] if answer.status_code == 200 else [f"status {answer.status_code}"]
    if "location" in answer.headers:
        status.append(f"to {answer.headers['location']}")
    if "json" in answer.headers.get("content-type", ""):
        told = answer.json()
        told.pop("view", None)  # it is looked at by itself
        lines = json_lines(told)
    else:
        lines = _Drawn.of(answer.text)
    return [*status, *map(steady, lines)]


def steady(line: str) -> str:
    """A line without what is another one in each run."""
    for found, instead in _OTHERWISE:
        line = found.sub(instead, line)
    return line


def json_lines(value: Any) -> list[str]:
    """A plain value: a line for each field, and for each item of a list of fields."""
    if not isinstance(value, dict):
        return [_plain(value)]
    found = []
    for name, each in sorted(value.items()):
        if isinstance(each, dict) and len(_plain(each)) > 90:
            found += [f"{name}:", *(f"  {line}" for line in json_lines(each))]
        elif isinstance(each, list | tuple) and any(
            isinstance(e, dict | list | tuple) for e in each
        ):
            found += [f"{name}:", *(f"  {_plain(item)}" for item in each)]
        else:
            found.append(f"{name}: {_plain(each)}")
    return found


def _plain(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False).replace('"', "")


class _Drawn(HTMLParser):
    """A page as text, with what can be tapped, chosen and sent."""

    KEPT = ("name", "value", "href", "action", "data-act", "hx-get", "hx-post", "hx-vals")
    TOLD = ("a", "button", "form", "input", "option", "select")
    UNREAD = ("script", "style", "head", "svg")

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self._hidden = 0
        self._open = False

    @classmethod
    def of(cls, text: str) -> list[str]:
        """The lines of a page."""
        made = cls()
        made.feed(text)
        return made.lines

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in self.UNREAD
        self._open = self._open and tag in ("span", "strong", "b", "em", "time", "small")
        if tag in self.TOLD:
            kept = [f"{name}={value or ''}" for name, value in attrs if name in self.KEPT]
            kept += [name for name, _ in attrs if name in ("disabled", "checked", "selected")]
            self.lines.append(f"[{' '.join([tag, *kept])}]")
            self._open = tag != "input"

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in self.UNREAD
        self._open = self._open and tag in ("span", "strong", "b", "em", "time", "small")

    def handle_data(self, data: str) -> None:
        text = " ".join(data.split())
        if text and not self._hidden:
            if self._open:
                self.lines[-1] += f" {text}"
            else:
                self.lines.append(text)
            self._open = True


# -- the event -----------------------------------------------------------------------------------


def _log(path: Path) -> None:
    options = {
        "rounds": "2",
        "late": "1",
        "check_in": "yes",
        "decklists": "closed",
        "minutes": "30",
    }
    with Log.open(path, write=True) as log:
        opened(log, options)
        logs(log, [f"lena appoint {who} {role}" for who, role in STAFF.items() if who != "lena"])
        logs(log, [f"lena enter {player}" for player in PLAYERS])
        logs(log, [f'lena register-deck {p} "Deck of {p}" Wolf:3,Bear:1' for p in PLAYERS])
        for person in (*PLAYERS, *STAFF):
            log.name_person(person, f"{person.capitalize()} Example")


def _posted(path: Path) -> None:
    _log(path)
    with Log.open(path, write=True) as log:
        logs(log, [f"{player} check-in {player}" for player in PLAYERS])
        logs(log, [proposed(log, 1)])
        one = contests(log, 1)[0]
        game(log, MATCH, (one.a, one.b), f"{CUP}/1/1/1", entries=LOGGED)
        game(log, "all", (one.a, one.b), "", entries=LOGGED + 6)


MATCH = f"{CUP}-r1-t1"
NOW = f"/api/tournaments/{CUP}"
ROUND = f"{NOW}/rounds/1"
STANDINGS = f"{NOW}/standings"
VIEW = f"/api/matches/{MATCH}"
HOME = ("/here", "/api/me")


def event_text(scene: Scene | None = None) -> str:
    """The golden text of the event as it goes now."""
    scene = scene or Scene()
    with TemporaryDirectory() as folder:
        path = Path(folder)
        with scene.at(copied(path / "before.duckdb", _log)):
            _before_round_1(scene)
        scene._before.clear()
        hall = copied(path / "hall.duckdb", _posted)
        with Log.open(hall) as log:
            one, two = contests(log, 1)
            following = [each.event for each in _entries(log, "all")][LOGGED:]
        with scene.at(hall):
            _at_the_table(scene, one.a, one.b, following)
            _results(scene, two.a, two.b)
            _to_the_end(scene)
    return "\n".join(scene.told).strip() + "\n"


def _entries(log: Log, name: str) -> list[Any]:
    match = log.load(name)
    return [match.entry(seq) for seq in range(1, match.last + 1)]


def _before_round_1(scene: Scene) -> None:
    for who in ("lena", "hal"):
        scene.do(who, "/api/pin", 0, json={"pin": "4711"})
    scene.look("players have entered, nobody is here", NOW, *HOME, "/desk", "/show", "/watch")
    scene.acts("ana", "check-in", players=["ana"])
    scene.acts("ana", "check-in", players=["bo"])
    scene.acts("sam", "check-in", players=["bo", "cy", "dee", "eva"])
    scene.look("all are here", NOW, f"{NOW}/proposal", STANDINGS, "/api/show", "/desk/part/now")
    scene.acts("sam", "post")
    scene.acts("ana", "post")


def _at_the_table(scene: Scene, a: str, b: str, following: Sequence[Event]) -> None:
    for who in ("lena", "hal"):
        scene.do(who, "/api/pin", 0, json={"pin": "4711"})
    scene.look(
        "round 1 is posted, a game is on at table 1",
        NOW, ROUND, STANDINGS, *HOME, VIEW, f"{VIEW}/entries?after=9", f"{VIEW}/hidden",
        f"/t/{MATCH}", "/r/1", "/r/2", "/at/1", "/at/2", "/api/show", f"/api/overlay/{MATCH}",
        "/api/calls", "/judge", f"/judge/{MATCH}",
    )  # fmt: skip
    scene.acts("sam", "start")
    scene.look("the clock runs", NOW, "/api/show", "/desk/part/now")
    sits = {seat.seat: person for seat, person in zip(first_entry().seats, (a, b), strict=True)}

    def whose(event: Event) -> str:
        return sits[_seat(event)]

    wrong = _by_the_other(following[2])
    scene.logs(whose(wrong), MATCH, following[2], last=LOGGED)  # lists are closed
    for before, event in enumerate(following[:2]):
        scene.logs(whose(event), MATCH, event, last=LOGGED + before)
    scene.look("two entries more", VIEW)
    scene.logs(whose(wrong), MATCH, wrong, last=LOGGED + 2)
    scene.logs(whose(wrong), MATCH, wrong, last=LOGGED + 2, legal=False)
    called = CallJudge(_seat(following[2]), "was that right?")
    scene.logs(whose(called), MATCH, called, last=LOGGED + 3)
    calls: list[Any] = []
    while not (calls and calls[0]["number"]):  # it comes into the tournament by itself
        calls = scene.ask("kim", "GET", "/api/calls").json()["calls"]
    scene.logs("dee" if "dee" not in (a, b) else "eva", MATCH, *following[2:3], last=LOGGED + 4)
    scene.look(
        "it was out of order, and a judge is called",
        VIEW, f"{VIEW}/entries?after={LOGGED}", NOW, "/api/calls", "/judge/tables",
        "/desk/part/log",
    )  # fmt: skip
    scene.do("kim", "/judge/take", data={"call": str(calls[0]["number"])})
    scene.look(
        "the call is taken",
        "/api/calls", f"/judge/{MATCH}/entries/{LOGGED + 3}", f"{VIEW}/explain/{LOGGED + 3}",
        f"{VIEW}/remedies/{LOGGED + 3}",
    )  # fmt: skip
    strike = {"kind": "strike", "entry": LOGGED + 3}
    scene.do(a, f"/judge/{MATCH}/try", data=strike)
    scene.do("kim", f"/judge/{MATCH}/try", data=strike)
    strike |= {"expected": LOGGED + 4, "call": calls[0]["number"], "reason": "out of turn"}
    scene.do("kim", f"/judge/{MATCH}/rule", data=strike)
    scene.look("it was struck", VIEW, f"/judge/{MATCH}/rulings", "/judge/calls")
    form = {"player": a, "code": "TR-GPE", "reason": "out of turn"}
    page = scene.ask("kim", "GET", f"/judge/{MATCH}").text
    form["code"] = page.split('<select name="code"')[1].split('<option value="')[2].split('"')[0]
    scene.do("kim", f"/judge/{MATCH}/infraction", data=form)
    scene.acts("kim", "extend", table=1, seconds=180)
    scene.look(
        "a penalty, and more time", VIEW, f"{VIEW}/entries?after={LOGGED + 4}", NOW, STANDINGS,
        f"/judge/{MATCH}/now", "/print/penalties", "/api/show",
    )  # fmt: skip
    newest = scene.ask("kim", "GET", VIEW).json()["at"]
    for before, event in enumerate(following[2:4]):
        scene.logs(whose(event), MATCH, event, last=newest + before)
    who = whose(following[3])
    scene.logs(who, MATCH, Strike(who, newest + 2, authority="scorekeeper"), last=newest + 2)
    scene.look("the newest entry is taken back by its device", VIEW)


def _seat(event: Event) -> str:
    return str(getattr(event, "seat", ""))


def _by_the_other(event: Event) -> Event:
    seats = [seat.seat for seat in first_entry().seats]
    (other,) = (seat for seat in seats if seat != _seat(event))
    return msgspec.structs.replace(event, seat=other)


def _results(scene: Scene, a: str, b: str) -> None:
    scene.acts(a, "attest", table=2, a=2, b=0, round=1)
    scene.look("one has said a result", ROUND, "/r/2", NOW, "/desk/part/results")
    scene.acts(b, "attest", table=2, a=1, b=2, round=1)
    scene.look("the other says another one", ROUND, "/r/2", NOW, "/judge/tables", "/desk/table/2")
    scene.acts("sam", "decide", table=2, a=2, b=1, reason="both remember")
    scene.acts("kim", "decide", table=2, a=2, b=1, reason="both remember")
    scene.look("a judge has decided", ROUND, "/r/2", NOW, STANDINGS)
    scene.do("sam", "/desk/line", data={"text": "1 2"})
    scene.do("sam", "/desk/line", data={"text": "1 3 0"})
    scene.do("sam", "/desk/line", data={"text": "1 2 0", "sure": "1"})
    scene.look("a slip is taken", ROUND, NOW, "/desk/part/results", "/desk/part/standings", VIEW)


def _to_the_end(scene: Scene) -> None:
    scene.acts("sam", "enter", player="fay", name="Fay Example")
    scene.acts("bo", "drop", player="cy")
    scene.acts("bo", "drop", player="bo")
    scene.acts("sam", "time", 1500)
    scene.look("late and left, time is called", NOW, "/desk/part/people", "/desk/part/now", "/here")
    scene.do("lena", "/api/pin", 900, json={"pin": "4711"})
    scene.look("before round 2", f"{NOW}/proposal", STANDINGS, "/api/show")
    scene.acts("lena", "post")
    scene.look("round 2 is posted", NOW, f"{NOW}/rounds/2", *HOME, "/r/1", "/print/slips", VIEW)
    tables = scene.ask("sam", "GET", f"{NOW}/rounds/2").json()["tables"]
    for n, each in enumerate(tables):
        scene.acts("sam", "report", table=each["table"], a=2, b=n % 2)
    scene.look("the last results are in", NOW, STANDINGS, "/print/standings", "/desk/part/now")
    scene.acts("sam", "close")
    scene.acts("lena", "close", 900)
    scene.do("lena", "/api/pin", 0, json={"pin": "4711"})
    scene.acts("lena", "close")
    scene.look("the event is over", NOW, STANDINGS, *HOME, "/r/1", "/api/show", "/desk", "/judge")


# -- what is offered in each game --------------------------------------------------------------

OFFERED: Mapping[str, tuple[str, Sequence[int]]] = {
    "grand_archive": ("harbour", (3, 45)),
    "legacy_of_conflict": ("rooftop", (3, 70)),
    "tower_wizwar": ("duel", (3, 60)),
    "warrift": ("overrun", (3, 50)),
    "wondervale": ("dispute", (3, 70)),
}
"""A record of each game, and the entries behind which it is looked what is offered."""


def taps_text(game_id: str) -> str:
    """What the page of a table offers at some moments of a record."""
    name, stops = OFFERED[game_id]
    text = (RECORDS / game_id / f"{name}.txt").read_text("utf-8")
    from referee.games.registry import game_of

    entries = read_record(text, lambda g, v: game_of(g, v).codec, name).entries
    opening = entries[0].event
    assert isinstance(opening, Opening)
    drafts = [Draft(e.event, e.id, e.played_at, e.recorded_at, e.recorded_by) for e in entries]
    devices: dict[str, Role] = {seat.person: "player" for seat in opening.seats}
    devices |= {next(iter(opening.judges), "jo"): "judge", "fan": "spectator"}
    told: list[str] = []
    before: dict[bool, list[str]] = {True: [], False: []}
    with TemporaryDirectory() as folder, Log.open(Path(folder) / "l.duckdb", write=True) as log:
        log.open_match(drafts[0], name, sample(opening.catalog, game_id))
        showing, at = Showing(Delayed(lambda: BEGUN)), 1
        for stop in stops:
            log.append(name, drafts[at:stop])
            at = stop
            match = log.live(name)
            told += ["", f"== behind entry {match.last} =="]
            for who, role in devices.items():
                device = Session("d", who, role, "", name, (), "", BEGUN, BEGUN)
                view = showing.view(log, match, device)
                found = json_lines(msgspec.to_builtins(view))
                found = [*map(steady, found)]
                told += ["", f"for {who}, against what was shown before"]
                told += [f"    {x}" for x in _changed(before[role == "spectator"], found)]
                before[role == "spectator"] = found
    return "\n".join(told).strip() + "\n"


def golden_path(name: str) -> Path:
    """Where a golden text lies."""
    return FOLDER / f"{name}.txt"


def write_venue() -> None:
    """Write all of them anew."""
    FOLDER.mkdir(exist_ok=True)
    golden_path("event").write_text(event_text(), encoding="utf-8")
    for game_id in OFFERED:
        golden_path(f"taps-{game_id}").write_text(taps_text(game_id), encoding="utf-8")
