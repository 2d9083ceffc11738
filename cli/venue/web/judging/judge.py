"""The pages of judges: calls and tables, a match, an entry with its remedies, a ruling."""

from base64 import b64encode
from collections.abc import Callable, Mapping
from hashlib import sha256
from re import search
from typing import Any, TypeVar

from litestar import Request, Response, get, post
from litestar.params import FromPath, FromQuery

from cli.commands.proofs import head_of
from cli.commands.sheet import sheet_page
from cli.failure import Failure
from cli.judging.unseen import hidden_answer, hidden_rows, hidden_title
from cli.reading.matches import Source
from cli.venue.access.session import HEAD, Session
from cli.venue.hall.hall import topic_of
from cli.venue.judge import ruling
from cli.venue.judge.calls import Called, calls_of
from cli.venue.judge.chosen import KINDS, SAID, event_of
from cli.venue.judge.dispute import cards_named, readings_of
from cli.venue.judge.entry import explained_in, in_question, look_at, tried
from cli.venue.judge.infractions import penalties_offered
from cli.venue.judge.match_read import read_match
from cli.venue.judge.own_event import require_apart, require_open, seen_as, untold
from cli.venue.judge.reached import desk_of, games_at_hand, judged
from cli.venue.judge.tables import tables_of
from cli.venue.language import language_of
from cli.venue.seen.entries import tournament_of
from cli.venue.seen.names import page_in_names
from cli.venue.seen.withheld import are_closed_to, kept_names
from cli.venue.web.caller import hall_of, session_of
from cli.venue.web.pages import page
from referee.tournament.decks import are_lists_closed
from storage.log import Log
from storage.proof.given import give_out, unknown_heads

T = TypeVar("T")

RULED = {"HX-Trigger": "ruled"}
"""What tells the page that something was written, before the stream does."""


Asked = Request[Any, Any, Any]


async def seen(request: Asked, look: Callable[[Log, Session], T]) -> T:
    """Have a judge's device look at something, in the writer's thread; at the own match, on the
    record."""
    session, hall = session_of(request), hall_of(request)

    def looked(log: Log) -> T:
        request.state.people = hall.showing.people(log, at_once=True)
        found = look(log, session)
        if match_id := request.path_params.get("match_id"):
            match = log.live(match_id)
            request.state.called = hall.showing.called(log, match)
            seen_as(log, match, session, hall.clock())
        return found

    return await hall.ask(looked)


async def form_of(request: Asked) -> dict[str, str]:
    """The fields of a form."""
    return {name: str(value) for name, value in (await request.form()).items()}


# -- calls and tables ------------------------------------------------------------------------------


@get("/judge")
async def board(request: Asked, find: FromQuery[str] = "") -> Response[str]:
    """Open calls by age, and all tables at a glance."""

    def looked(log: Log, session: Session) -> dict[str, Any]:
        desk = desk_of(log, session)
        heard = [desk.source.match] if desk is not None else games_at_hand(log, session)
        topics = [f"{topic_of(each)}@{each.last}" for each in heard]
        return {
            "title": desk.name if desk is not None else session.match,
            "round": desk.table.state.turn if desk is not None else 0,
            "topics": ",".join(topics),
            **_board(log, session, find),
        }

    return page(
        request,
        "judge.html",
        find=find,
        now=hall_of(request).clock(),
        **await seen(request, looked),
    )


def _board(log: Log, session: Session, find: str) -> dict[str, Any]:
    calls = calls_of(log, session)
    return {
        "calls": calls,
        "rows": tables_of(log, session, calls, find),
        "people": log.people(),
        "me": session.person,
        "in_event": bool(session.stream),
    }


@get("/judge/calls")
async def calls(request: Asked) -> Response[str]:
    """The board of open calls alone."""
    shown = await seen(request, lambda log, session: _board(log, session, ""))
    return page(request, "judge_calls.html", now=hall_of(request).clock(), **shown)


@get("/judge/tables")
async def tables(request: Asked, find: FromQuery[str] = "") -> Response[str]:
    """The tables alone, or those that are looked for."""
    shown = await seen(request, lambda log, session: _board(log, session, find))
    return page(request, "judge_tables.html", now=hall_of(request).clock(), find=find, **shown)


@post("/judge/take", status_code=200)
async def take(request: Asked) -> Response[str]:
    """Take a call."""
    form, now = await form_of(request), hall_of(request).clock()

    def taken(log: Log, session: Session) -> dict[str, Any]:
        ruling.take(log, session, form.get("call", ""), now)
        return _board(log, session, "")

    shown = await seen(request, taken)
    return fragment(request, "judge_calls.html", RULED, now=now, **shown)


@post("/judge/end", status_code=200)
async def end(request: Asked) -> Response[str]:
    """Leave a table without a ruling: the call ends."""
    form, now = await form_of(request), hall_of(request).clock()

    def left(log: Log, session: Session) -> dict[str, Any]:
        ruling.leave(log, session, form.get("call", ""), form.get("outcome", "").strip(), now)
        return _board(log, session, "")

    shown = await seen(request, left)
    return fragment(request, "judge_calls.html", RULED, now=now, **shown)


def fragment(request: Asked, name: str, headers: Mapping[str, str], **shown: Any) -> Response[str]:
    """A part of a page, with headers beside it."""
    found = page(request, name, **shown)
    found.headers.update(headers)
    return found


# -- a match ---------------------------------------------------------------------------------------


@get("/judge/{match_id:str}")
async def match(
    request: Asked, match_id: FromPath[str], entry: FromQuery[int] = -1, first: FromQuery[int] = 0
) -> Response[str]:
    """A match as a judge reads it; with an entry, that before the judge; 0: the one in question."""

    def looked(log: Log, session: Session) -> dict[str, Any]:
        asked = judged(log, session, match_id)
        shown = now_shown(log, session, asked, first)
        desk = desk_of(log, session)
        streams = [asked.match, *([desk.source.match] if desk is not None else [])]
        seq = entry if entry >= 0 else None
        if seq == 0:
            seq = in_question(asked) or None
        found = panel_shown(log, session, asked, seq) if seq is not None else {"looked": None}
        return {
            **shown,
            **found,
            "topics": ",".join(f"{topic_of(each)}@{each.last}" for each in streams),
            "penalties": penalties_offered(desk, asked) if desk is not None else (),
            "places": places_of(asked),
            "cards": cards_named(asked),
        }

    return page(request, "judge_match.html", **await seen(request, looked))


@get("/judge/{match_id:str}/now")
async def match_now(
    request: Asked, match_id: FromPath[str], first: FromQuery[int] = 0
) -> Response[str]:
    """Where a match stands: figures, calls, board, entries."""

    def looked(log: Log, session: Session) -> dict[str, Any]:
        return now_shown(log, session, judged(log, session, match_id), first)

    return page(request, "judge_now.html", **await seen(request, looked))


@get("/judge/{match_id:str}/rulings")
async def rulings(request: Asked, match_id: FromPath[str]) -> Response[str]:
    """What was ruled there, and what may become of it (TR-11.4)."""

    def looked(log: Log, session: Session) -> dict[str, Any]:
        return now_shown(log, session, judged(log, session, match_id), 0)

    return page(request, "judge_rulings.html", **await seen(request, looked))


def now_shown(log: Log, session: Session, asked: Source, first: int) -> dict[str, Any]:
    """What the page of a match is told of it as it stands."""
    return {
        "read": read_match(log, session, asked, first),
        "me": session.person,
        "head": session.role in HEAD,
        "in_event": bool(session.stream),
        "people": asked.people,
    }


@get("/judge/{match_id:str}/entries/{seq:int}")
async def entry(request: Asked, match_id: FromPath[str], seq: FromPath[int]) -> Response[str]:
    """An entry before a judge: why, what may be ruled, what each would do; 0: the one that is in
    question."""

    def looked(log: Log, session: Session) -> dict[str, Any]:
        return panel_shown(log, session, judged(log, session, match_id), seq)

    return page(request, "judge_entry.html", **await seen(request, looked))


@get("/judge/{match_id:str}/hidden/{place:str}")
async def hidden(request: Asked, match_id: FromPath[str], place: FromPath[str]) -> Response[str]:
    """What is known of a hidden place, such as a hand, with chances."""
    now = hall_of(request).clock()

    def looked(log: Log, session: Session) -> dict[str, Any]:
        asked = judged(log, session, match_id)
        if place not in places_of(asked):
            raise Failure(f"{match_id}: no hidden place {place}")
        if are_closed_to(asked.match, tournament_of(log, asked.match), session):
            require_apart(log, session, f"{place} of {match_id}", now)
        found = hidden_answer(asked, asked.replay(), place, exact=True)
        return {"title": hidden_title(found), "rows": [*hidden_rows(asked, found)]}

    return page(request, "judge_hidden.html", **await seen(request, looked))


def places_of(asked: Source) -> list[str]:
    """The hidden places of a match in which cards lie."""
    replay = asked.replay()
    found = asked.game.hidden(replay.table) if replay.opened else ()
    return [each.name for each in found if each.size()]


def panel_shown(
    log: Log, session: Session, asked: Source, seq: int, **shown: Any
) -> dict[str, Any]:
    """What the page of an entry is told."""
    open_calls = [each for each in calls_of(log, session) if _concerns(each, asked)]
    looked = look_at(log, asked, seq or in_question(asked), session.person)
    table = tournament_of(log, asked.match)
    if table is not None and are_closed_to(asked.match, table, session):
        looked = untold(looked, kept_names(asked.match, table, session.person))
    return {
        "match_id": asked.match.id,
        "last": asked.last,
        "looked": looked,
        "readings": readings_of(asked, [each.id for each in looked.rules]),
        "open_calls": open_calls,
        "kinds": KINDS,
        "said": SAID if session.stream else (),
        "seats": [*asked.replay().table.persons] if asked.replay().opened else [],
        "repairs": [(each.__doc__ or "").strip() for each in asked.game.repairs.values()],
        "head": session.role in HEAD,
        "in_event": bool(session.stream),
        "me": session.person,
        "since": (),
        "reason": "",
        **shown,
    }


def _concerns(call: Called, asked: Source) -> bool:
    return call.match == asked.match.id


@post("/judge/{match_id:str}/try", status_code=200)
async def try_ruling(request: Asked, match_id: FromPath[str]) -> Response[str]:
    """What a ruling would do; nothing is written."""
    form, now = await form_of(request), hall_of(request).clock()

    def looked(log: Log, session: Session) -> Any:
        asked = judged(log, session, match_id)
        require_open(log, asked.match, session, now)
        return tried(asked, event_of(asked, session, chosen(form)))

    return page(request, "judge_doing.html", doing=await seen(request, looked), match_id=match_id)


def chosen(form: Mapping[str, str]) -> dict[str, str]:
    """A form in which the button of a remedy, if that was tapped, outweighs the kind."""
    if form.get("remedy"):
        return {**form, "kind": "remedy", "line": form["remedy"]}
    return {**form}


@get("/judge/{match_id:str}/sheet/{seq:int}")
async def sheet(request: Asked, match_id: FromPath[str], seq: FromPath[int]) -> Response[str]:
    """The dispute sheet of an entry, to print and sign."""
    language = language_of(request)

    def looked(log: Log, session: Session) -> str:
        asked = judged(log, session, match_id)
        table = tournament_of(log, asked.match)
        closed = table is not None and are_lists_closed(table.state)
        made = sheet_page(asked, explained_in(log, asked, seq), language, closed=closed)
        text = page_in_names(made, asked.people)
        give_out(log, unknown_heads(log, {match_id: head_of(asked)}))
        return text

    text = await seen(request, looked)
    return Response(text, media_type="text/html", headers=_own_style(text))


def _own_style(text: str) -> dict[str, str]:
    """What lets a page that carries its style use that one, and nothing else (VN-5.8)."""
    found = search(r"<style>(.*?)</style>", text)
    digest = b64encode(sha256((found[1] if found else "").encode()).digest()).decode()
    policy = f"default-src 'self'; style-src 'sha256-{digest}'; frame-ancestors 'none'"
    return {"Content-Security-Policy": policy, "Cache-Control": "no-store"}


HANDLERS = [
    board,
    calls,
    tables,
    take,
    end,
    match,
    match_now,
    rulings,
    entry,
    hidden,
    try_ruling,
    sheet,
]
