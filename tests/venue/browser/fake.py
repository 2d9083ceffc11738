"""A venue that is none: static files, one match whose view a test writes, and what was posted."""

import json
import threading
import time
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import jinja2
import msgspec

from cli.venue.seen.view import with_names
from cli.venue.view import AnyStep, Button, Line, Owed, Panel, Seat, Value, View
from cli.venue.web.pages import texts
from events.common import Opening
from events.notation import write
from referee.verdict import Illegal, OnTrust, Verdict
from tests.golden import records, replayed

VENUE = Path(__file__).parents[3] / "cli" / "venue"
STATIC = VENUE / "static"
PAGES = jinja2.Environment(loader=jinja2.FileSystemLoader(VENUE / "pages"), autoescape=True)
TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
}
POLICY = "default-src 'self'"


@cache
def shown(record: str, at: int) -> View:
    """What a page is told of a shipped record after so many entries, without anything to tap."""
    match = replayed(records()[record])
    game, entries = match.game, match.record.entries[:at]
    again = type(match.replay)(game, match.replay.catalog)
    verdicts = [again.add(entry.event).verdict for entry in entries]
    table, opening = again.table, entries[0].event
    assert isinstance(opening, Opening)
    lines = [
        _line(entry.seq, entry.id, write(entry.event, game.codec), verdict)
        for entry, verdict in zip(entries, verdicts, strict=True)
    ]
    scores = game.scores(table)
    return View(
        "m1",
        game.title,
        at,
        "table",
        seats=tuple(
            Seat(each.seat, each.seat.title(), str(scores.get(each.seat, "")))
            for each in opening.seats
        ),
        mine=tuple(each.seat for each in opening.seats),
        by="lena",
        turn=again.state.turn,
        active=again.state.active,
        board=tuple(Panel(each.title, each.rows, each.grid) for each in game.board(table)),
        entries=tuple(lines[-12:]),
        owed=tuple(Owed(due.seat, due.text(), due.must) for due in game.obligations(table)),
        recording=True,
        recorder="lena",
    )


def _line(seq: int, entry_id: str, text: str, verdict: Verdict | None) -> Line:
    match verdict:
        case OnTrust(assumptions=assumptions):
            return Line(seq, entry_id, text, "on trust", why="; ".join(assumptions), by="lena")
        case Illegal():
            rule, why = verdict.rule, verdict.message
            return Line(seq, entry_id, text, "illegal", rule, why, by="lena")
    return Line(seq, entry_id, text, "legal", by="lena")


def tap(label: str, *steps: AnyStep, seat: str = "ana", **more: Any) -> Button:
    """A button that logs an event of that name."""
    verb = label.split()[0]
    event = {"type": verb, "seat": seat, "what": label} if not more.get("opens") else {}
    return Button(label, event, steps, seat=seat, group=verb, **more)


def values(*texts: str) -> tuple[Value, ...]:
    """Answers that are what stands on them."""
    return tuple(Value(text, text) for text in texts)


@dataclass
class Table:
    """The one match of the fake venue.

    Attributes:
        view: what pages are told.
        posted: every event that was accepted, in order.
        illegal: the names of events that are against the rules.
        down: whether nobody answers.
        news: what the stream tells next, beside new entries.
        bodies: what was posted elsewhere, by address.
        lang: the language of the page.
        refusals: what is answered to the next entries, status and body.
        unseen: what is told of hidden cards.
        way: what is asked of a line, one after the other.
        people: what those are called who write and sit at no seat.
    """

    view: View
    posted: list[dict[str, Any]] = field(default_factory=list)
    illegal: frozenset[str] = frozenset()
    down: bool = False
    news: list[dict[str, Any]] = field(default_factory=list)
    bodies: dict[str, list[Any]] = field(default_factory=dict)
    requests: list[dict[str, Any]] = field(default_factory=list)
    lang: str = "en"
    refusals: list[tuple[int, dict[str, Any]]] = field(default_factory=list)
    page: dict[str, Any] = field(default_factory=dict)
    unseen: tuple[Panel, ...] = ()
    way: tuple[AnyStep, ...] = ()
    people: dict[str, str] = field(default_factory=dict)

    def shown(self) -> View:
        """The view as pages get it."""
        return with_names(self.view, self.people)

    def write(self, entry_id: str, event: dict[str, Any]) -> Line:
        """An entry goes into the log."""
        words = [str(value) for key, value in event.items() if key not in ("type", "seat")]
        by = event.get("seat") or event.get("judge") or "lena"
        line = Line(self.view.at + 1, entry_id, " ".join([by, event["type"], *words]), "legal")
        line = msgspec.structs.replace(line, by="lena")
        entries = (*self.view.entries, line)[-12:]
        self.view = msgspec.structs.replace(self.view, at=line.seq, entries=entries)
        self.posted.append(event)
        return line

    def answer(self, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """What the venue says to entries."""
        self.requests.append(body)
        if self.refusals:
            return self.refusals.pop(0)
        known = {line.id for line in self.view.entries}
        recorded: list[dict[str, Any]] = []
        refused: dict[str, Any] = {}
        if body["expected"] < self.view.at and body["drafts"][0]["id"] not in known:
            since = [each for each in self.view.entries if each.seq > body["expected"]]
            told = [{"seq": e.seq, "id": e.id, "event": {}, "line": e.line} for e in since]
            return 409, {"error": "stale", "last": self.view.at, "entries": told}
        for draft in body["drafts"]:
            if draft["id"] in known:
                (line,) = [each for each in self.view.entries if each.id == draft["id"]]
                recorded.append({"id": line.id, "seq": line.seq, "verdict": "legal", "known": True})
                continue
            if body["if_legal"] and draft["event"]["type"] in self.illegal:
                refused = {"id": draft["id"], "rule": "AB-1.2", "why": "no", "legal": ["wait"]}
                break
            line = self.write(draft["id"], draft["event"])
            recorded.append({"id": line.id, "seq": line.seq, "verdict": "legal", "known": False})
        answer = {"recorded": recorded, "at": self.view.at, "over": self.view.over}
        return 200, {**answer, "illegal": refused} if refused else answer


class Venue:
    """The fake venue while it serves, on a port of this machine."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.stopped = threading.Event()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def close(self) -> None:
        """Serve no more."""
        self.stopped.set()
        self.server.shutdown()
        self.server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        venue = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, format: str, *args: Any) -> None:
                pass

            def send(self, status: int, content: bytes, kind: str) -> None:
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(content)))
                self.send_header("Content-Security-Policy", POLICY)
                self.send_header("Service-Worker-Allowed", "/")
                self.end_headers()
                self.wfile.write(content)

            def json(self, status: int, said: Any) -> None:
                self.send(status, msgspec.json.encode(said), "application/json")

            def do_GET(self) -> None:
                table = venue.table
                path, _, query = self.path.partition("?")
                if path.startswith("/static/"):
                    file = VENUE / path.removeprefix("/")
                    if file.is_file():
                        return self.send(200, file.read_bytes(), TYPES[file.suffix])
                    return self.send(404, b"", "text/plain")
                if path in ("/t/m1", "/result"):
                    page = "table.html" if path == "/t/m1" else "result.html"
                    told = {
                        "secure": False,
                        "match": "m1",
                        "title": "Table 4",
                        "stream": "",
                        "lang": table.lang,
                        "t": texts(table.lang),
                        "own_event": "",
                        "light": False,
                        "at": "/me",
                        **table.page,
                    }
                    text = PAGES.get_template(page).render(told)
                    return self.send(200, text.encode(), "text/html; charset=utf-8")
                if path == "/api/time":
                    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
                    return self.json(200, {"now": now})
                if table.down:
                    return self.close_connection_now()
                if path == "/api/stream":
                    return self.stream(int(query.partition("%40")[2].partition("%2C")[0]))
                if path.endswith("/hidden"):
                    return self.json(200, {"places": table.unseen})
                return self.json(200, table.shown())

            def close_connection_now(self) -> None:
                self.close_connection = True
                self.connection.close()

            def stream(self, at: int) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.end_headers()
                while not venue.stopped.wait(0.05) and not venue.table.down:
                    while venue.table.news:
                        told = json.dumps(venue.table.news.pop(0))
                        self.wfile.write(f"data: {told}\n\n".encode())
                        self.wfile.flush()
                    if venue.table.view.at > at:
                        at = venue.table.view.at
                        told = json.dumps({"topic": "match/m1", "n": at})
                        self.wfile.write(f"id: match/m1@{at}\ndata: {told}\n\n".encode())
                        self.wfile.flush()

            def do_POST(self) -> None:
                table = venue.table
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                if table.down:
                    return self.close_connection_now()
                if self.path.endswith("/entries"):
                    return self.json(*table.answer(body))
                table.bodies.setdefault(self.path, []).append(body)
                if self.path.endswith("/recorder"):
                    table.view = msgspec.structs.replace(table.view, recording=True)
                    return self.json(200, table.shown())
                if self.path.endswith("/typed"):
                    return self.json(200, {"value": body["text"].split()})
                if self.path.endswith("/way"):
                    at = len(body["answers"])
                    more = at < len(table.way)
                    fields = {"words": body["answers"]}
                    return self.json(200, {"step": table.way[at]} if more else {"fields": fields})
                return self.json(200, {})

        return Handler
