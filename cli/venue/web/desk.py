"""The page of the desk (VN-4): drawn here, and part by part again when something is new."""

import io
import shutil
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache, partial
from typing import Any

from litestar import Request, Response, get, post
from litestar.params import FromPath
from msgspec import Struct

from cli.failure import Failure
from cli.venue.access.codes import spelled
from cli.venue.access.entitled import AT_EVENT, INVITES
from cli.venue.access.refused import AccessRefused
from cli.venue.access.session import Invitation, Session
from cli.venue.desk.counter import Counter
from cli.venue.desk.desk_acts import Entering, Playing, enter, game
from cli.venue.desk.overview import (
    contests_of,
    now_of,
    people_of,
    ranking_of,
    score_text,
    spoken,
    usual_scores,
)
from cli.venue.desk.typed import Line, Typed, typed
from cli.venue.entering.confirmation import entering_of, line_meant
from cli.venue.entering.opening import open_at
from cli.venue.entering.register import require_open
from cli.venue.rehearsal.rehearsal import Rehearsal
from cli.venue.seen.entries import staff_line
from cli.venue.seen.withheld import withheld
from cli.venue.web.bodies import Refusal
from cli.venue.web.caller import access_of, hall_of, require_pace, session_of
from cli.venue.web.devices import end_device, require_invites
from cli.venue.web.pages import page
from cli.venue.web.tournaments import at_counter, tell_of_game
from events.entry import verb
from events.event import Event
from events.tournament import (
    Attest,
    Close,
    Decide,
    EndCall,
    Extend,
    Reinstate,
    Repair,
    Report,
)
from referee.tournament.state import Score
from storage.log import Log

Asked = Request[Any, Any, Any]

NEWEST = 14
"""So many entries are shown as they come in."""
UNREAD = ("key=", "cost=", "window=", "root=")
"""What nobody reads of an entry as it comes in."""
WRITTEN = ("text", "about", "outcome", "deviation", "reason")
"""The fields of entries in which somebody writes."""
RESULTS = (Attest, Report, Decide)
DOES: Mapping[str, type[Event]] = {
    "decide": Decide,
    "extend": Extend,
    "end": EndCall,
    "repair": Repair,
    "reinstate": Reinstate,
    "close": Close,
}
"""What the lines of buttons come to that not everybody at the desk may do, by their first words."""
LOW = 2_000_000_000
"""Below so many free bytes the page says so."""


class Shown(Struct, frozen=True):
    """An entry as it came in: its number, when, what, by whom, and what became of it."""

    seq: int
    at: datetime
    line: str
    verb: str
    fields: dict[str, str]
    words: str  # what somebody wrote, such as a reason
    by: str
    became: str


def _now(desk: Counter) -> dict[str, Any]:
    assert desk.now is not None
    now = now_of(desk, desk.now, staff=True)
    return {"now": now, "names": desk.source.people, "may": partial(_may, desk.device)}


def _may(device: Session, line: str) -> bool:
    """Whether somebody may do what a button says: the line, or how it begins."""
    kind = DOES.get(line.partition(" ")[0])
    return kind is None or device.role in AT_EVENT[kind]


def _results(desk: Counter) -> dict[str, Any]:
    state = desk.table.state
    tables = contests_of(desk, state.turn, staff=True) if state.turn else ()
    return {
        "round": state.turn,
        "tables": tables,
        "byes": [desk.named(each) for each in state.rounds[-1].byes] if state.rounds else [],
        "open": sum(each.standing != "in" for each in tables),
        "plays": bool(state.options["plays"]) and not state.over,
        "unopened": desk.unopened(),
    }


def _standings(desk: Counter) -> dict[str, Any]:
    return {"ranking": ranking_of(desk)}


def _people(desk: Counter) -> dict[str, Any]:
    teams = desk.table.state.options["teams"] != "0"
    return {"people": people_of(desk), "teams": teams, "may": partial(_may, desk.device)}


def _entering(desk: Counter) -> dict[str, Any]:
    """Who has registered by phone; the part is left out where nobody may."""
    access = desk.access
    assert access is not None
    code = access.code_for(Invitation("entrant", stream=desk.name))
    try:
        require_open(desk.table.state)
        opens = True
    except AccessRefused:
        opens = False
    return {
        "entering": entering_of(desk),
        "event_code": spelled(code) if code else "",
        "opens": opens,
    }


def _log(desk: Counter) -> dict[str, Any]:
    match = desk.source.match
    numbers = range(match.last, max(match.last - NEWEST, 0), -1)
    return {"entries": [_shown(desk, seq) for seq in numbers]}


def _shown(desk: Counter, seq: int) -> Shown:
    line = staff_line(desk.source.match, seq, desk.device)
    became = "taken back" if line.undone else line.verdict if line.verdict != "legal" else ""
    entry, people = desk.source.match.entry(seq), desk.source.people
    words = line.line.removeprefix(f"{line.by} ").split(" ")
    words_read = " ".join(each for each in words if not each.startswith(UNREAD))
    verb, fields, written = came(entry.event, people)
    if line == withheld(line):
        verb, fields, written = "withheld", {}, ""
    by = people.get(line.by, line.by)
    return Shown(seq, entry.recorded_at, words_read, verb, fields, written, by, became)


def came(event: Event, people: Mapping[str, str]) -> tuple[str, dict[str, str], str]:
    """An entry for who reads what came in: the text of the catalog that tells it, what belongs into
    that, and what somebody wrote with it."""
    fields: dict[str, str] = {}
    for name in event.__struct_fields__:
        match getattr(event, name):
            case str(text):
                fields[name] = people.get(text, text)
            case int(number):
                fields[name] = str(number)
            case _:
                pass
    if isinstance(event, RESULTS):
        fields["score"] = score_text(Score(event.a, event.b, event.drawn, event.how))
    if isinstance(event, Extend):
        fields["more"] = spoken(event.seconds)
    ends = "-ends" if getattr(event, "ends", False) else ""
    usual = dict(zip(*_usual(type(event)), strict=True))
    free = (name for name in WRITTEN if fields.get(name, "") not in ("", usual.get(name)))
    return verb(event) + ends, fields, fields.get(next(free, ""), "")


@cache
def _usual(kind: type[Event]) -> tuple[Sequence[str], Sequence[Any]]:
    """The fields of an event that may be left out, and what they are then."""
    usual = kind.__struct_defaults__
    return kind.__struct_fields__[len(kind.__struct_fields__) - len(usual) :], usual


PARTS: Mapping[str, Callable[[Counter], dict[str, Any]]] = {
    "now": _now,
    "results": _results,
    "standings": _standings,
    "people": _people,
    "entering": _entering,
    "log": _log,
}
"""The parts of the page that come from the tournament, each with what it is told."""


@get("/desk")
async def desk(request: Asked) -> Response[str]:
    """The desk: what is missing, the line for slips, results, clock, standings, devices, copies."""
    session = session_of(request)

    def look(desk: Counter) -> dict[str, Any]:
        found = {"stream": desk.name, "at": desk.source.last, "by": session.person}
        for part in PARTS.values():
            found.update(part(desk))
        return found

    found = await at_counter(request, "", look)
    parts = {**await _devices(request), **_copies(request), **_rehearsal(request)}
    return page(request, "desk.html", **found, **parts)


@get("/desk/part/{name:str}")
async def part(request: Asked, name: FromPath[str]) -> Response[str]:
    """One part of the page, as it is now."""
    if name == "devices":
        return page(request, "desk/devices.html", **await _devices(request))
    if name == "copies":
        return page(request, "desk/copies.html", **_copies(request))
    if name == "rehearsal" and request.app.state.rehearsal is not None:
        return page(request, "desk/rehearsal.html", **_rehearsal(request))
    if name not in PARTS:
        raise Refusal(404, "the desk has no such part")
    return page(request, f"desk/{name}.html", **await at_counter(request, "", PARTS[name]))


# -- what is done -------------------------------------------------------------------------------


@post("/desk/line", status_code=200)
async def line(request: Asked) -> Response[str]:
    """Take a line that was typed, or that a button stands for (VN-12.3)."""
    form = await request.form()
    require_pace(request, session_of(request), 1)
    seen = str(form.get("seen", ""))
    sent = Line(
        str(form.get("text", ""))[:2_000],
        int(seen) if seen.isdecimal() and len(seen) < 10 else 0,
        str(form.get("asked", ""))[:2_000],
        str(form.get("mark", ""))[:64],
        bool(form.get("sure")),
    )
    found = await at_counter(request, "", lambda desk: typed(desk, sent))
    if line_meant(sent.text):
        hall_of(request).tell_of_entrants(session_of(request).stream)
    return _reply(request, found, sent.text)


@post("/desk/enter", status_code=200)
async def entering(request: Asked) -> Response[str]:
    """Somebody enters, late or not."""
    form = await request.form()
    said = Entering(
        player=str(form.get("player", "")).strip(),
        name=str(form.get("name", "")).strip()[:100],
        team=str(form.get("team", "")).strip(),
        here=bool(form.get("here")),
        now=bool(form.get("now")),
        minor=bool(form.get("minor")),
    )

    def do(desk: Counter) -> Typed:
        recorded = enter(desk, said)
        lines = tuple(_shown(desk, each.entry.seq).line for each in recorded)
        return _done(desk, lines)

    return _reply(request, await at_counter(request, "", _failing(do)), "")


@post("/desk/games", status_code=200)
async def opening_all(request: Asked) -> Response[str]:
    """Open the next game of every table at which one is due."""
    require_pace(request, session_of(request), 1)
    stream = session_of(request).stream

    def look(desk: Counter) -> list[int]:
        state = desk.table.state
        return [each.table for each in state.rounds[-1].contests.values()] if state.rounds else []

    tables = await at_counter(request, "", look)
    count = await open_at(hall_of(request), [(stream, table) for table in tables], all_=True)
    done = await at_counter(request, "", lambda desk: _done(desk, (f"{count} games are open now",)))
    return _reply(request, done, "")


@post("/desk/game/{table:int}", status_code=200)
async def opening(request: Asked, table: FromPath[int]) -> Response[str]:
    """Open the next game of a table, so that its page has it."""

    def do(desk: Counter) -> Typed:
        match = game(desk, Playing(table=table))
        tell_of_game(request, table)
        return _done(desk, (f"{match} is open; the page of table {table} goes there by itself",))

    return _reply(request, await at_counter(request, "", _failing(do)), "")


def _failing(do: Callable[[Counter], Typed]) -> Callable[[Counter], Typed]:
    """What is done, or why it is not, for the page."""

    def tried(desk: Counter) -> Typed:
        try:
            return do(desk)
        except Failure as failure:
            lines = tuple(filter(None, (failure.message, failure.hint)))
            return Typed(lines, wrong=True, at=desk.source.last)

    return tried


def _done(desk: Counter, lines: tuple[str, ...]) -> Typed:
    return Typed(lines, at=desk.source.last, logged=(desk.source.last,))


def _reply(request: Asked, found: Typed, text: str) -> Response[str]:
    return page(request, "desk/reply.html", reply=found, text=text)


@get("/desk/table/{table:int}")
async def seated(request: Asked, table: FromPath[int]) -> Response[str]:
    """What can be said of a table, as buttons."""

    def look(desk: Counter) -> dict[str, Any]:
        turn = desk.table.state.turn
        tables = contests_of(desk, turn, staff=True) if turn else ()
        found = next((each for each in tables if each.table == table), None)
        if found is None:
            raise Refusal(404, f"round {turn} has no table {table}")
        return {
            "round": turn,
            "each": found,
            "scores": usual_scores(desk),
            "at": desk.source.last,
            "plays": bool(desk.table.state.options["plays"]),
            "spoken": spoken,
            "may": partial(_may, desk.device),
        }

    return page(request, "desk/table.html", **await at_counter(request, "", look))


# -- devices and copies -------------------------------------------------------------------------


async def _devices(request: Asked) -> dict[str, Any]:
    session, hall = session_of(request), hall_of(request)
    able = INVITES.get(session.role, frozenset())
    found = access_of(request).devices(session.event, hall.clock())
    names = await hall.ask(hall.showing.people)
    return {"devices": found, "able": sorted(able), "own": session.id, "joined": names}


def _rehearsal(request: Asked) -> dict[str, Any]:
    """The step that is rehearsed; none where nothing is."""
    led: Rehearsal | None = request.app.state.rehearsal
    step = led.looked(session_of(request)) if led is not None else None
    return {"rehearsed": led is not None, "step": step}


def _copies(request: Asked) -> dict[str, Any]:
    """How the log stands on its disks (VN-3.5, VN-11.1)."""
    hall = hall_of(request)
    keeper = request.app.state.get("keeper")
    try:
        free = shutil.disk_usage(hall.path.parent).free
    except OSError:
        free = 0
    return {
        "failed": hall.failed,
        "waiting": hall.waiting,
        "committed": hall.committed_at,
        "free": free,
        "low": free < LOW,
        "keeping": keeper.status() if keeper is not None else None,
        "today": datetime.now(UTC),
    }


@post("/desk/devices/{session_id:str}/end", status_code=200)
async def end(request: Asked, session_id: FromPath[str]) -> Response[str]:
    """End a device, such as a lost phone: one tap (VN-5.3)."""
    await end_device(request, session_id)
    return page(request, "desk/devices.html", **await _devices(request))


@post("/desk/codes", status_code=200)
async def code(request: Asked) -> Response[str]:
    """A code for one more device, with its square to be scanned."""
    session, hall, access = session_of(request), hall_of(request), access_of(request)
    form = await request.form()
    role, person = str(form.get("role", "")), str(form.get("person", "")).strip()
    wanted = next((each for each in INVITES["organiser"] if each == role), None)
    if wanted is None:
        raise Refusal(422, "there is no such role", field="role")
    require_invites(session, wanted)

    def invited(log: Log) -> str:
        turn = log.live(session.stream).replay().state.turn
        ends = max(turn, 1) if wanted == "player" else 0
        whose = "" if wanted == "entrant" else person
        invitation = Invitation(wanted, whose, session.stream, "", (), ends)
        if form.get("renew") or form.get("ends"):
            access.end_code(log, access.code_for(invitation))
        return "" if form.get("ends") else access.invite(log, invitation)

    found = await hall.ask(invited)
    if wanted == "entrant":
        hall.tell_of(session.stream, {"verb": "registration"})
    if not found:
        return page(request, "desk/code_ended.html")
    address = f"{request.base_url}{'e' if wanted == 'entrant' else 'j'}/{found}"
    return page(
        request,
        "desk/code.html",
        role=wanted,
        person=person,
        code=spelled(found),
        address=address,
        square=_square(address),
    )


def _square(address: str) -> str:
    """The square of an address, as drawn lines."""
    import segno

    drawn = io.BytesIO()
    segno.make(address, error="m").save(
        drawn, kind="svg", xmldecl=False, svgns=True, scale=4, omitsize=False, border=2
    )
    return drawn.getvalue().decode()


HANDLERS = [desk, part, line, entering, opening, opening_all, seated, end, code]
