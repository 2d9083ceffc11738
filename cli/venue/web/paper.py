"""The paper of a tournament from the desk, with the codes of the venue (VN-12)."""

import re
from base64 import b64encode
from datetime import datetime
from hashlib import sha256
from typing import Any, Literal, NamedTuple

from litestar import Request, Response, get
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect
from msgspec import structs

from cli.reading.matches import Source
from cli.tournament.paper import PAPERS, Asked
from cli.tournament.paper.hall_map import MOST_IN_A_ROW
from cli.tournament.printer import given
from cli.tournament.stream import Desk
from cli.venue.access.access import Access
from cli.venue.access.home_tables import place
from cli.venue.access.session import JUDGES, Invitation, Session
from cli.venue.judge.own_event import require_apart
from cli.venue.language import language_of
from cli.venue.show.kept import Kept, Made
from cli.venue.show.labels import labels, poster, seated
from cli.venue.web.bodies import Refusal
from cli.venue.web.caller import access_of, hall_of, joined_by, session_of
from cli.venue.web.devices import require_invites
from cli.venue.web.join import home_of
from referee.tournament.decks import may_see_list
from storage.exchange.tournament import Tournament
from storage.log import Log
from storage.match import Match
from storage.tournament.games import contests_of
from storage.venue.floor import Spot, floor

LABELS = "labels"
"""The sheet that only the venue has: it makes the codes on it."""
MAP = "map"
"""The sheet with the tables as they stand."""
POSTER = "enter"
"""The sheet for the wall with the code by which players register (VN-18.16)."""
OF_THE_POST = frozenset({"slips", "names", LABELS})
"""Sheets on which nothing changes from the post of a round to the next one."""


class _Known(NamedTuple):
    """What a sheet is made of, as far as it is looked up before."""

    at: object
    codes: dict[str, str]
    spots: tuple[Spot, ...]


@get("/print/{sheet:str}")
async def printed(
    request: Request[Any, Any, Any],
    sheet: FromPath[str],
    number: FromQuery[int | None] = None,
    size: FromQuery[Literal["a4", "letter"]] = "a4",
    table: FromQuery[list[int] | None] = None,
    count: FromQuery[int] = 2,
    row: FromQuery[int] = 0,
) -> Response[bytes]:
    """A page to print: those of ``referee tournament print``, and ``labels`` for the seats."""
    session, hall = session_of(request), hall_of(request)
    _require(session, sheet)
    staff = sheet == "penalties" and session.role in JUDGES
    tables = tuple(table or ())
    many, wide = max(1, min(count, 999)), max(0, min(row, MOST_IN_A_ROW))
    language = language_of(request)
    asked = Asked(number, tables, many, staff, size, wide, hall.address, language=language)
    access, now = access_of(request), hall.clock()

    def know(log: Log) -> _Known:
        desk = _desk(log, log.live(session.stream), session)
        codes = _codes(log, desk, access, session, asked, now) if sheet == LABELS else {}
        if sheet == POSTER:
            wanted = Invitation("entrant", stream=session.stream)
            if access.was_ended(wanted):
                raise Refusal(409, "the code to register was ended; the desk makes a new one")
            codes = {"": access.invite(log, wanted)}
        spots = floor(log, session.stream) if sheet == MAP else ()
        return _Known((_changed(desk, sheet, asked), tuple(codes), spots), codes, spots)

    def look(log: Log) -> None:
        state = log.live(session.stream).replay().state
        if not all(may_see_list(state, session.person, player) for player in state.decks):
            require_apart(log, session, "the lists of the tables that are drawn", now)

    if sheet == "checks":
        await hall.ask(look)
    known = await hall.ask(know)

    def make(log: Log) -> bytes:
        of = given(_desk(log, log.load(session.stream), session))
        if sheet == LABELS:
            text = labels(of, asked, known.codes)
        elif sheet == POSTER:
            text = poster(of, asked, known.codes[""])
        else:
            text = PAPERS[sheet].made(of, structs.replace(asked, spots=known.spots))
        return text.encode()

    name = f"{session.stream} {sheet} {asked}"
    made = await _kept(request).get(name, known.at, lambda: hall.read(make))
    return _sheet(made)


@get("/at/{table:int}")
async def at_table(request: Request[Any, Any, Any], table: FromPath[int]) -> Redirect:
    """What the code on a slip leads to: the match at that table, or else where the device is at
    home."""
    session = session_of(request)
    if len(joined_by(request)) > 1:
        return Redirect("/here", status_code=303)

    def look(log: Log) -> str:
        if not session.stream or session.role == "player":
            return home_of(log, session)
        turn = log.live(session.stream).replay().state.turn
        games = contests_of(log, session.stream, turn)
        at = {match: place(contest) for match, contest in games.items()}
        here = sorted((p.game, match) for match, p in at.items() if p and p.table == table)
        if here:
            return f"/t/{here[-1][1]}"
        return f"/r/{table}" if session.role == "scorekeeper" else home_of(log, session)

    return Redirect(await hall_of(request).ask(look), status_code=303)


def _require(session: Session, sheet: str) -> None:
    """See that a device may have a sheet.

    Raises:
        Refusal: it may not, or there is no such sheet.
        Forbidden: it makes no codes for players.
    """
    if sheet in (LABELS, POSTER):
        require_invites(session, "player" if sheet == LABELS else "entrant")
    elif sheet not in PAPERS:
        raise Refusal(404, f"there is no sheet {sheet}: {', '.join([*PAPERS, LABELS, POSTER])}")
    if sheet == "checks" and session.role not in JUDGES:
        raise Refusal(403, "lists are for judges until they are published")
    if not session.stream:
        raise Refusal(404, "there is no tournament here")


def _desk(log: Log, match: Match, session: Session) -> Desk:
    """The tournament of a device: for the writer the live one, for the reader one of its own."""
    return Desk(log, Source(match, log.people()), session.person)


def _changed(desk: Desk, sheet: str, asked: Asked) -> object:
    """What a sheet hangs on: a change of it has the sheet made anew."""
    people = hash(tuple(desk.source.people.items()))
    rounds = desk.table.state.rounds
    number = len(rounds) if asked.round is None else asked.round
    if sheet in OF_THE_POST and 1 <= number <= len(rounds):
        played = rounds[number - 1]
        return people, number, played.posted, played.repaired
    return people, desk.source.last


def _codes(
    log: Log, desk: Desk, access: Access, session: Session, asked: Asked, now: datetime
) -> dict[str, str]:
    """The codes of those at the tables of the newest round whose phones have not joined; they end
    with it (VN-5.2)."""
    state = desk.table.state
    if asked.round not in (None, state.turn) or not state.rounds:
        raise Refusal(422, "codes are for the round that is on", field="number")
    devices = access.devices(session.stream, now)
    joined = {each.person for each in devices if each.role == "player"}
    of = Tournament(desk.name, desk.source.last, state, desk.table.catalog)
    players = [each for each in seated(of, state.rounds[-1]) if each not in joined]
    wanted = [Invitation("player", each, session.stream, ends=state.turn) for each in players]
    return dict(zip(players, access.invite_all(log, wanted), strict=True))


def _kept(request: Request[Any, Any, Any]) -> Kept:
    state = request.app.state
    if not hasattr(state, "sheets"):
        state.sheets = Kept()
    kept = state.sheets
    assert isinstance(kept, Kept)
    return kept


def _sheet(made: Made) -> Response[bytes]:
    """A sheet; its own style is let in by its hash, and nothing else is (VN-5.8)."""
    style = re.search(rb"<style>(.*?)</style>", made.body, re.DOTALL)
    digest = b64encode(sha256(style.group(1) if style else b"").digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'"
    headers = {
        "Content-Security-Policy": f"{policy}; frame-ancestors 'none'",
        "Cache-Control": "no-store",
    }
    return Response(made.body, media_type="text/html", headers=headers)


HANDLERS = [printed, at_table]
