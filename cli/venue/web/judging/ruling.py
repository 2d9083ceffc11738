"""What judges do: rulings, penalties, extensions, appeals; and what machines ask of a match."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery
from msgspec.structs import replace

from cli.judging.explained import explained_answer
from cli.judging.remedies import newest_wrong, proposals, proposed_answer
from cli.screen.render import json_text
from cli.venue.access.refused import Forbidden
from cli.venue.access.session import HEAD, Session
from cli.venue.judge import ruling
from cli.venue.judge.calls import calls_of
from cli.venue.judge.entry import explained_in
from cli.venue.judge.own_event import require_open
from cli.venue.judge.reached import judged
from cli.venue.seen.entries import line_of, tournament_of
from cli.venue.seen.withheld import are_closed_to
from cli.venue.web.bodies import Refusal, answer
from cli.venue.web.caller import hall_of, require_pace, require_pin, session_of
from cli.venue.web.judging.judge import (
    RULED,
    Asked,
    chosen,
    form_of,
    fragment,
    now_shown,
    panel_shown,
    seen,
)
from cli.venue.web.pages import page
from events.tournament import Extend, Settle
from referee.replay.learned import learned
from storage.error import StaleSequence
from storage.log import Log

_EXTENSION = ("round", "table", "seconds", "cause", "call")


@post("/judge/{match_id:str}/rule", status_code=200)
async def rule(request: Asked, match_id: FromPath[str]) -> Response[str]:
    """Make a ruling, and end the call that it answers: one request, all or nothing. Where the
    match went on since the judge looked, the entry is shown again with what came (409)."""
    form = chosen(await form_of(request))
    return await _made(request, match_id, form, ruling.rule)


@post("/judge/{match_id:str}/infraction", status_code=200)
async def infraction(request: Asked, match_id: FromPath[str]) -> Response[str]:
    """Give the penalty of an infraction, in both streams."""
    return await _made(request, match_id, await form_of(request), ruling.punish)


async def _made(
    request: Asked, match_id: str, form: Mapping[str, str], make: Callable[..., ruling.Made]
) -> Response[str]:
    session, hall = session_of(request), hall_of(request)
    require_pin(request, session)
    require_pace(request, session, 1)
    now = hall.clock()

    def made(log: Log) -> dict[str, Any]:
        try:
            done = make(log, session, match_id, form, now)
        except StaleSequence as stale:
            asked = judged(log, session, match_id)
            since = [line_of(asked.match, n) for n in range(stale.expected + 1, asked.last + 1)]
            seq = form.get("entry", "")
            number = int(seq) if seq.isdecimal() and len(seq) < 10 else 0
            reason = form.get("reason", "")
            return panel_shown(log, session, asked, number, since=since, reason=reason)
        shown = now_shown(log, session, judged(log, session, match_id), 0)
        return {"done": done, "match_id": match_id, **shown}

    shown = await hall.ask(made)
    if "done" not in shown:
        return page(request, "judge_entry.html", status=409, **shown)
    return fragment(request, "judge_ruled.html", RULED, **shown)


# -- extensions, appeals ---------------------------------------------------------------------------


@post("/judge/extend", status_code=200)
async def extend(request: Asked) -> Response[str]:
    """Give an extension that is offered (TR-6.3)."""
    form, now = await form_of(request), hall_of(request).clock()
    require_pin(request, session_of(request))

    def given(log: Log, session: Session) -> dict[str, Any]:
        ruling.log_at_event(log, session, _extension(form, session.person), now)
        return now_shown(log, session, judged(log, session, form.get("match", "")), 0)

    return fragment(request, "judge_offers.html", RULED, **await seen(request, given))


@post("/judge/appeal", status_code=200)
async def appeal(request: Asked) -> Response[str]:
    """Write down that a player appeals a ruling, as said at the table (TR-11.4)."""
    form, now = await form_of(request), hall_of(request).clock()

    def appealed(log: Log, session: Session) -> dict[str, Any]:
        seq = _number(form, "ruling")
        reason = form.get("reason", "").strip()
        ruling.appeal(log, session, seq, form.get("player", ""), reason, now)
        return now_shown(log, session, judged(log, session, form.get("match", "")), 0)

    return fragment(request, "judge_rulings.html", RULED, **await seen(request, appealed))


@post("/judge/settle", status_code=200)
async def settle(request: Asked) -> Response[str]:
    """The head judge settles an appeal (TR-11.4)."""
    form, now = await form_of(request), hall_of(request).clock()
    require_pin(request, session_of(request))

    def settled(log: Log, session: Session) -> dict[str, Any]:
        if session.role not in HEAD:
            raise Forbidden("an appeal is settled by the head judge", "call the head judge")
        reason = form.get("reason", "").strip() or "settled"
        upheld = form.get("upheld") == "yes"
        event = Settle(session.person, _number(form, "appeal"), upheld, reason)
        ruling.log_at_event(log, session, event, now)
        return now_shown(log, session, judged(log, session, form.get("match", "")), 0)

    return fragment(request, "judge_rulings.html", RULED, **await seen(request, settled))


def _number(form: Mapping[str, str], field: str) -> int:
    said = form.get(field, "")
    if not said.isdecimal() or len(said) > 9:
        raise Refusal(422, f"{field}: {said or 'nothing'} is no entry", field=field)
    return int(said)


def _extension(form: Mapping[str, str], by: str) -> Extend:
    """An extension from the fields of a form.

    Raises:
        Refusal: 422: one of them has another form; names it.
    """
    given = {name: form[name] for name in _EXTENSION if form.get(name)}
    try:
        return msgspec.convert({"type": "extend", "by": by, **given}, Extend, strict=False)
    except msgspec.ValidationError as error:
        raise Refusal(422, f"this cannot be logged: {error}") from None


# -- for machines ----------------------------------------------------------------------------------


@get("/api/calls")
async def api_calls(request: Asked) -> Response[bytes]:
    """The open calls, the oldest first."""
    return answer({"calls": await seen(request, calls_of)})


@get("/api/matches/{match_id:str}/explain/{seq:int}")
async def api_explain(
    request: Asked, match_id: FromPath[str], seq: FromPath[int]
) -> Response[bytes]:
    """An entry explained, as ``referee explain --json`` has it for a judge."""
    now = hall_of(request).clock()

    def looked(log: Log, session: Session) -> str:
        asked = judged(log, session, match_id)
        require_open(log, asked.match, session, now)
        return json_text(explained_answer(asked, explained_in(log, asked, seq)))

    return answer((await seen(request, looked)).encode())


@get("/api/matches/{match_id:str}/remedies/{seq:int}")
async def api_remedies(
    request: Asked, match_id: FromPath[str], seq: FromPath[int]
) -> Response[bytes]:
    """What may be ruled of an entry, with what each would do; 0: of the newest that is illegal,
    or the newest; as ``referee rule MATCH ENTRY --json`` has it."""
    now = hall_of(request).clock()

    def looked(log: Log, session: Session) -> str:
        asked = judged(log, session, match_id)
        require_open(log, asked.match, session, now)
        number = asked.require_entry(seq) if seq else newest_wrong(asked)
        return json_text(proposed_answer(asked, number, *proposals(asked, number, session.person)))

    return answer((await seen(request, looked)).encode())


@get("/api/matches/{match_id:str}/learned")
async def api_learned(
    request: Asked, match_id: FromPath[str], since: FromQuery[int]
) -> Response[bytes]:
    """What players know now and did not behind an entry, which no ruling takes back; to whom lists
    are closed, not which cards one of them may have."""

    def looked(log: Log, session: Session) -> dict[str, Any]:
        asked = judged(log, session, match_id)
        number = asked.require_entry(since)
        found = learned(asked.replay(), number)
        if are_closed_to(asked.match, tournament_of(log, asked.match), session):
            found = [replace(each, possible=()) for each in found]
        return {"match": match_id, "since": number, "learned": found}

    return answer(await seen(request, looked))


HANDLERS = [
    rule,
    infraction,
    extend,
    appeal,
    settle,
    api_calls,
    api_explain,
    api_remedies,
    api_learned,
]
