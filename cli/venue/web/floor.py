"""The map of the hall for judges and the desk (VN-20.1): its page, its JSON, the call taken there,
and how the tables stand; and the page of a deck check (VN-20.3)."""

from typing import Any

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromPath

from cli.failure import Failure
from cli.tournament.paper.hall_map import in_rows, spots_in
from cli.venue.access.entitled import INVITES
from cli.venue.access.session import JUDGES, Session
from cli.venue.desk.counter import Counter
from cli.venue.floor.check import sheet_of
from cli.venue.floor.tables import SIGNS, Floor, Marked, floor_of
from cli.venue.judge.ruling import take as taken
from cli.venue.web.bodies import Refusal, answer
from cli.venue.web.caller import hall_of, session_of
from cli.venue.web.pages import page
from cli.venue.web.tournaments import at_counter
from storage.venue.floor import keep_floor

Asked = Request[Any, Any, Any]


async def _floor(request: Asked) -> Floor:
    now = hall_of(request).clock()
    return await at_counter(request, "", lambda desk: floor_of(desk, now))


def _page(request: Asked, name: str, **shown: Any) -> Response[str]:
    now, session = hall_of(request).clock(), session_of(request)
    able = {"judges": session.role in JUDGES, "arranges": session.role in INVITES}
    return page(request, name, now=now, me=session.person, signs=SIGNS, **able, **shown)


@get("/floor")
async def mapped(request: Asked) -> Response[str]:
    """The map, each table with its signs."""
    found = await _floor(request)
    return _page(request, "floor.html", floor=found, chosen=None)


@get("/floor/tables")
async def tables(request: Asked) -> Response[str]:
    """The tables of the map alone, as they are now."""
    return _page(request, "floor/tables.html", floor=await _floor(request))


@get("/floor/table/{table:int}")
async def table(request: Asked, table: FromPath[int]) -> Response[str]:
    """Who sits at a table, and what is on there."""
    return _page(request, "floor/table.html", chosen=_at(await _floor(request), table))


def _at(floor: Floor, number: int) -> Marked:
    found = next((each for each in floor.tables if each.table == number), None)
    if found is None:
        raise Refusal(404, f"round {floor.round} has no table {number}")
    return found


@post("/floor/take", status_code=200)
async def take(request: Asked) -> Response[str]:
    """Take a call from the map; the table is shown as it stands then."""
    form = await request.form()
    number, key = str(form.get("table", ""))[:6], str(form.get("call", ""))
    now, session = hall_of(request).clock(), session_of(request)

    def do(desk: Counter) -> Floor:
        taken(desk.log, session, key, now)
        return floor_of(desk, now)

    found = await at_counter(request, "", do)
    shown = _at(found, int(number)) if number.isdecimal() else None
    answered = _page(request, "floor/table.html", chosen=shown)
    answered.headers["HX-Trigger"] = "ruled"
    return answered


@post("/floor", status_code=200)
async def arrange(request: Asked) -> Response[str]:
    """Say how the tables stand: in rows of so many, or each by its place."""
    form = await request.form()
    rows, places = str(form.get("rows", ""))[:6].strip(), str(form.get("places", "")).strip()
    now = hall_of(request).clock()

    def do(desk: Counter) -> Floor:
        floor_of(desk, now)  # whoever is of the staff no more arranges nothing
        if places:
            keep_floor(desk.log, desk.name, spots_in(places, "line"))
        elif rows.isascii() and rows.isdecimal():
            keep_floor(desk.log, desk.name, in_rows(int(rows)))
        else:
            raise Failure("how do the tables stand?", "so many in a row, or lines of table,x,y")
        return floor_of(desk, now)

    found = await at_counter(request, "", do)
    hall_of(request).tell_of(found.event, {"verb": "floor"})
    return _page(request, "floor/tables.html", floor=found)


@get("/api/floor")
async def for_machines(request: Asked) -> Response[bytes]:
    """The same for machines: rows of tables by their numbers, and each table with its signs."""
    found = await _floor(request)
    session = session_of(request)
    return answer({**msgspec.to_builtins(found), "for": _for(session)})


def _for(session: Session) -> str:
    """As whom it is told: judges see more."""
    return "judges" if session.role in JUDGES else "desk"


@get("/check/{player:str}")
async def check(request: Asked, player: FromPath[str]) -> Response[str]:
    """The registered list beside boxes to tick, and what was found."""
    sheet = await at_counter(request, "", lambda desk: sheet_of(desk, player))
    return page(request, "check.html", sheet=sheet)


HANDLERS = [mapped, tables, table, take, arrange, for_machines, check]
