"""The page of a player, and what its parts ask for (VN-18.9)."""

from asyncio import to_thread
from math import ceil
from time import monotonic
from typing import Any

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.params import FromPath
from msgspec import Struct
from msgspec.structs import replace

from cli.failure import Failure
from cli.language import LANGUAGES, pieces, plainly
from cli.venue.access.refused import Forbidden
from cli.venue.access.session import Session
from cli.venue.desk.counter import Counter
from cli.venue.entering.confirmation import list_of
from cli.venue.entering.lists import (
    MOST_CHANGES,
    Judged,
    Played,
    changes_of,
    closed,
    judged,
    played_at,
    registration_of,
)
from cli.venue.entering.mine import mine_of, own_list
from cli.venue.entering.opening import open_at
from cli.venue.entering.register import Form, Wrong
from cli.venue.language import language_of
from cli.venue.web.bodies import Refusal, answer, body_of
from cli.venue.web.caller import access_of, hall_of, require_pace, session_of
from cli.venue.web.pages import page, texts
from cli.venue.web.tournaments import at_counter
from storage.log import Log
from storage.venue.rows import RegistrationRow

Asked = Request[Any, Any, Any]

PARTS = {"now": "me/now.html", "more": "me/more.html", "own": "me/own.html"}
"""The parts of the page: what is on now, what can be looked up, what the player hands in."""


def _row(desk: Counter) -> RegistrationRow | None:
    assert desk.register is not None
    return desk.register.of(desk.name, desk.device.person)


async def _shown(request: Asked, *, whole: bool = True) -> dict[str, Any]:
    """What the templates are told; ``whole`` with the standings."""
    hall = hall_of(request)

    def look(desk: Counter) -> dict[str, Any]:
        row = _row(desk)
        draft = list_of(desk, row.list) if row is not None else None
        return {
            "me": mine_of(desk, row, hall.games, whole=whole),
            "own": own_list(desk, row, draft),
            "entering": desk.table.catalog.entering,
        }

    return await at_counter(request, "", look)


@get("/me")
async def mine(request: Asked) -> Response[str]:
    """The page of a player."""
    session, hall = session_of(request), hall_of(request)
    kind = "entering" if session.role == "entrant" else "tournament"
    topic = f"{kind}/{session.stream}"
    topics = f"{topic}@{hall.streams.number(topic)}"
    secure = request.scope["scheme"] == "https"
    service = request.app.state.push
    push = service.public if service is not None and secure else ""
    return page(
        request, "me.html", topics=topics, secure=secure, push=push, **await _shown(request)
    )


@get("/me/part/{name:str}")
async def part(request: Asked, name: FromPath[str]) -> Response[str]:
    """One part of the page, as it is now."""
    if name not in PARTS:
        raise Refusal(404, "this page has no such part")
    return page(request, PARTS[name], **await _shown(request, whole=name == "more"))


# -- the own registration -----------------------------------------------------------------------


@get("/api/registration")
async def registration(request: Asked) -> Response[bytes]:
    """What this device has registered."""
    return answer(await at_counter(request, "", lambda desk: _as_player_sees_it(_own_row(desk))))


@post("/api/registration", status_code=200)
async def mend(request: Asked) -> Response[bytes]:
    """Mend the own registration."""
    said = await body_of(request, Form)

    def do(desk: Counter) -> dict[str, Any]:
        assert desk.register is not None and desk.now is not None
        row = _own_row(desk)
        return _as_player_sees_it(desk.register.mend(desk.log, row, said, desk.table, desk.now))

    return await _answered(request, do)


@delete("/api/registration", status_code=200)
async def withdraw(request: Asked) -> Response[bytes]:
    """Withdraw the own registration while it waits."""

    def do(desk: Counter) -> dict[str, Any]:
        assert desk.register is not None and desk.now is not None
        return _as_player_sees_it(desk.register.withdraw(desk.log, _own_row(desk), desk.now))

    return await _answered(request, do)


async def _answered(request: Asked, do: Any) -> Response[bytes]:
    require_pace(request, session_of(request), 1)
    try:
        reply = await at_counter(request, "", do)
    except Wrong as wrong:
        raise refused_form(request, wrong) from None
    hall_of(request).tell_of_entrants(session_of(request).stream, standing=False)
    return answer(reply)


def refused_form(request: Asked, wrong: Wrong) -> Refusal:
    """A form that cannot be taken, in the language of the browser."""
    hint = texts(language_of(request))[wrong.key].format(*wrong.values)
    return Refusal(422, hint, field=wrong.field)


def _own_row(desk: Counter) -> RegistrationRow:
    """The own registration; of nobody else's is it said whether there is one.

    Raises:
        Forbidden: there is none.
    """
    row = _row(desk)
    if row is None:
        raise Forbidden("this device has registered nobody", "ask at the desk")
    return row


def _as_player_sees_it(row: RegistrationRow) -> dict[str, Any]:
    """A registration as its player is told of it."""
    found = msgspec.to_builtins(row)
    assert isinstance(found, dict)
    del found["session"]
    return found


# -- the own list -------------------------------------------------------------------------------


class ListIn(Struct, frozen=True, forbid_unknown_fields=True):
    """A list as it was pasted."""

    text: str


class ListOut(Struct, frozen=True):
    """What a list comes to."""

    right: bool  # whether it may be registered
    registered: bool  # whether it is, by this
    kept: bool  # whether it waits, until it is right or the desk has confirmed its player
    cards: int  # how many cards the deck has
    beside: dict[str, int]  # how many each of the other lists has
    faults: tuple[Any, ...]  # what is wrong with it, line by line


@post("/api/list/check", status_code=200)
async def check(request: Asked) -> Response[bytes]:
    """Hold a list against the rules of its game; nothing is kept (VN-18.7)."""
    said = await body_of(request, ListIn)
    found = await _judged(request, said.text)
    return answer(_list_out(_in_language(found, language_of(request))))


@post("/api/list", status_code=200)
async def hand_in(request: Asked) -> Response[bytes]:
    """Hand a list in: registered at once where it is right and its player confirmed, else kept as
    a draft (VN-18.8)."""
    said = await body_of(request, ListIn)
    session = session_of(request)
    require_pace(request, session, 1)
    found = await _judged(request, said.text)
    language = language_of(request)

    def do(desk: Counter) -> ListOut:
        return _handed_in(desk, said.text, _in_language(found, language))

    reply = await at_counter(request, "", do)
    hall_of(request).tell_of_entrants(session.stream, standing=False)
    return answer(reply)


def _handed_in(desk: Counter, text: str, found: Judged) -> ListOut:
    assert desk.register is not None and desk.now is not None
    person, state = desk.device.person, desk.table.state
    why = closed(state, person, desk.now)
    if why:
        words = {
            "over": "the event is over",
            "posted": "the first round is posted",
            "late": "the time for lists is over",
        }
        raise Failure(f"{words[why]}: lists are not taken any more", "a judge may change one")
    row = _row(desk)
    plays = desk.device.role == "player"
    if found.right and plays and found.deck is not None:
        if changes_of(desk.source.match, person) >= MOST_CHANGES:
            raise Failure(f"this list was changed {MOST_CHANGES} times", "ask at the desk")
        desk.log_all(registration_of(person, person, found.deck))
        if row is not None and row.list:
            desk.register.draft(desk.log, row, "")
        return _list_out(found, registered=True)
    if row is None:
        return _list_out(found)
    desk.register.draft(desk.log, row, text.strip())
    return _list_out(found, kept=True)


def _in_language(found: Judged, language: str) -> Judged:
    """What a list comes to, with what the rules have against it in the language of who asked."""
    faults = []
    for each in found.faults:
        if each.kind == "rule":
            told = pieces(language, each.text)
            lang = LANGUAGES[0] if told is None else ""
            each = replace(each, text=plainly(language, each.text), lang=lang)
        faults.append(each)
    return replace(found, faults=tuple(faults))


def _list_out(found: Judged, *, registered: bool = False, kept: bool = False) -> ListOut:
    return ListOut(found.right, registered, kept, found.cards, found.beside, found.faults)


async def _judged(request: Asked, text: str) -> Judged:
    """What a list comes to; read beside the writer, as names are looked for.

    Raises:
        Refusal: 413: it is too long; 422: no lists are taken; 429: too many were checked.
    """
    session, hall = session_of(request), hall_of(request)
    if "\0" in text:
        raise Refusal(422, "this is no text", field="text")
    if wait := access_of(request).limits.lists(session.id, monotonic()):
        raise Refusal(429, "too many lists were checked; wait a little", retry=ceil(wait))
    played = await hall.ask(lambda log: _played(log, session))
    if played is None:
        raise Refusal(422, "this event takes no lists", error="refused")
    try:
        return await to_thread(judged, played, text)
    except Failure as failure:
        raise Refusal(413, str(failure)) from None


def _played(log: Log, session: Session) -> Played | None:
    return played_at(log, log.live(session.stream).replay().table.state)


# -- who begins ---------------------------------------------------------------------------------


class FirstIn(Struct, frozen=True, forbid_unknown_fields=True):
    """Who begins the next game: the own player, or the other."""

    own: bool


@post("/api/first", status_code=200)
async def first(request: Asked) -> Response[bytes]:
    """Whoever is asked says who begins the next game (VN-18.14)."""
    said, session, hall = await body_of(request, FirstIn), session_of(request), hall_of(request)
    require_pace(request, session, 1)

    def do(desk: Counter) -> tuple[str, int]:
        state = desk.table.state
        found = mine_of(desk, None, hall.games, whole=False).seat
        contest = (
            state.rounds[-1].contests.get(str(found.table)) if found and state.rounds else None
        )
        if contest is None:
            raise Failure("nobody is asked who begins", "the game says it")
        own = contest.a if contest.a == session.person else contest.b
        other = contest.b if own == contest.a else contest.a
        at = (desk.name, state.turn, contest.table)
        if not hall.games.choose(at, session.person, own if said.own else other):
            raise Failure("this device is not asked who begins", "the game says it")
        return desk.name, contest.table

    place = await at_counter(request, "", do)
    await open_at(hall, [place])
    return answer({"own": said.own})


HANDLERS = [mine, part, registration, mend, withdraw, check, hand_in, first]
