"""The addresses of a match: its view, its entries, what a ruling would change (VN-4)."""

from asyncio import sleep
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import Annotated, Any, NamedTuple

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromPath, FromQuery
from msgspec import Meta, Struct
from msgspec.structs import replace

from cli.judging.remedies import what_if_answer
from cli.reading.matches import Source
from cli.table.question import ending, unmeant
from cli.venue.access.entitled import require_may_log
from cli.venue.access.home_tables import own_seats
from cli.venue.access.refused import Forbidden
from cli.venue.access.session import JUDGES, Session
from cli.venue.hall.hall import Hall
from cli.venue.judge.own_event import require_open, seen_as
from cli.venue.language import language_of
from cli.venue.seen.entries import is_sealed, tournament_of
from cli.venue.seen.names import beside
from cli.venue.seen.sight import Showing, sight_of
from cli.venue.seen.spoken import in_language, told_beside
from cli.venue.seen.view import entry_in_names, of_panels, of_step
from cli.venue.seen.withheld import event_bytes
from cli.venue.taps.buttons import FORCED
from cli.venue.taps.choice_by_choice import asked
from cli.venue.taps.typed import value
from cli.venue.taps.verbs import at_the_start, openly_named
from cli.venue.view import Line, Panel, Pick, Several, Value, View
from cli.venue.web.bodies import Refusal, answer, body_of, refusal_of
from cli.venue.web.caller import hall_of, require_pace, require_pin, session_of
from events.common import RULINGS, Strike
from events.entry import EntryId
from events.event import Event
from events.notation import Malformed
from referee.game import Game
from referee.replay.compare import what_if
from referee.replay.replay import Replay
from referee.verdict import Illegal, Incomplete, Verdict, Violation, as_json
from storage.error import IncompleteEntry, StaleSequence
from storage.log import Answer, Draft, Item, Log, Receipt
from storage.match import Match, Received, clock_doubts
from storage.venue.rows import sender_of

MOST_DRAFTS = 40
"""At most so many drafts come in one request."""
MOST_ANSWERS = 100
"""At most so many choices are made in one line of an effect."""
MOST_LINES = 500
"""At most so many entries go out in one answer."""


class DraftIn(Struct, frozen=True, forbid_unknown_fields=True):
    """An event that a device sends: made at the tap, and sent again as it is (VN-2.2)."""

    id: EntryId
    played_at: datetime
    recorded_at: datetime
    event: msgspec.Raw


class Drafts(Struct, frozen=True, forbid_unknown_fields=True):
    """What a device sends."""

    drafts: Annotated[tuple[DraftIn, ...], Meta(min_length=1, max_length=MOST_DRAFTS)]
    expected: int | None = None
    if_legal: bool = False


class EventIn(Struct, frozen=True, forbid_unknown_fields=True):
    """An event that is asked about."""

    event: msgspec.Raw


class TypedIn(Struct, frozen=True, forbid_unknown_fields=True):
    """What was typed for a field of an event (:class:`~cli.venue.view.Typed`)."""

    type: str
    field: str
    text: Annotated[str, Meta(max_length=2000)]


class WayIn(Struct, frozen=True, forbid_unknown_fields=True):
    """What was answered of the line of an effect (:class:`~cli.venue.view.Way`)."""

    event: dict[str, Any]
    answers: Annotated[tuple[Any, ...], Meta(max_length=MOST_ANSWERS)] = ()
    # the entries that go with the tap (VN-7.5)
    forced: Annotated[tuple[msgspec.Raw, ...], Meta(max_length=FORCED)] = ()


@get("/api/matches/{match_id:str}")
async def view(request: Request[Any, Any, Any], match_id: FromPath[str]) -> Response[bytes]:
    """What this device is shown of a match."""
    session = session_of(request)
    hall = hall_of(request)
    language = language_of(request)

    def look(log: Log, match: Match) -> View:
        return in_language(shown(hall, log, match, session), language)

    return answer(await hall.view(match_id, look))


def shown(hall: Hall, log: Log, match: Match, session: Session) -> View:
    """What a device is shown of a match, and whether it records, or who does."""
    seen_as(log, match, session, hall.clock())
    seen = hall.recorders.shown(hall.showing.view(log, match, session), session)
    if not seen.recorder:
        return seen
    return replace(seen, recorder=hall.showing.people(log).get(seen.recorder, seen.recorder))


@get("/api/matches/{match_id:str}/entries")
async def entries(
    request: Request[Any, Any, Any], match_id: FromPath[str], after: FromQuery[int] = 0
) -> Response[bytes]:
    """The entries behind a number, at most 500, with verdicts for those who may see them."""
    session, hall = session_of(request), hall_of(request)
    showing = hall.showing

    def looked(log: Log, match: Match) -> Sequence[Line]:
        seen_as(log, match, session, hall.clock())
        return showing.lines(log, match, session, after, MOST_LINES)

    return answer({"entries": await hall_of(request).match(match_id, looked)})


@get("/api/matches/{match_id:str}/hidden")
async def hidden(request: Request[Any, Any, Any], match_id: FromPath[str]) -> Response[bytes]:
    """What all at the table know of each hidden place. While a match is sealed it is for judges
    alone (VN-6.2): what is known there would tell what was refused."""
    session, hall = session_of(request), hall_of(request)
    showing = hall.showing

    def looked(log: Log, match: Match) -> Sequence[Panel]:
        seen_as(log, match, session, hall.clock())
        if _blind(log, match, session):
            raise Forbidden(f"{match.id} is sealed: what is known is not told", "ask a judge")
        return showing.unseen.panels(log, match, session)

    def panels(log: Log, match: Match) -> dict[str, Any]:
        places = looked(log, match)
        texts = (text for text, _ in of_panels(places))
        return {"places": places, **beside(texts, showing.called(log, match))}

    return answer(await hall_of(request).match(match_id, panels))


@get("/api/matches/{match_id:str}/cards")
async def cards(request: Request[Any, Any, Any], match_id: FromPath[str]) -> Response[bytes]:
    """Every card of the catalog by its name, for who may name any of them; as it never changes in
    a match, a browser asks for it once."""
    session = session_of(request)

    def looked(log: Log, match: Match) -> Sequence[str]:
        sight_of(log, match, session)
        return [*match.replay().traits]

    found = answer({"names": await hall_of(request).match(match_id, looked)})
    found.headers["Cache-Control"] = "private, max-age=43200, immutable"
    return found


@post("/api/matches/{match_id:str}/entries", status_code=200)
async def log_entries(request: Request[Any, Any, Any], match_id: FromPath[str]) -> Response[bytes]:
    """Log what happened: all of it or nothing, up to the first draft with ``if_legal`` that is
    illegal, or of which is asked whether all that it does was meant."""
    sent = await body_of(request, Drafts)
    session, hall = session_of(request), hall_of(request)
    require_pace(request, session, len(sent.drafts))
    now, language = hall.clock(), language_of(request)

    def make(log: Log, match: Match) -> Item:
        seen_as(log, match, session, now)
        request.state.called = hall.showing.called(log, match)
        drafts = [_draft(match, each, session) for each in sent.drafts]
        tournament = tournament_of(log, match)
        for draft in drafts:
            require_may_log(
                session, draft.event, match, tournament, lambda seq: sender_of(log, match.id, seq)
            )
        if any(map(_rules, drafts)):
            require_pin(request, session)
        asks = sent.if_legal or any(map(_takes_back, drafts))
        meant = hall.probes.is_at_its_word(log, match, session) and not any(
            map(_takes_back, drafts)
        )
        if_legal = asks and not meant and not _blind(log, match, session)
        asked = partial(_doubted, match.game) if sent.if_legal else None
        return Item(match.id, drafts, sent.expected, if_legal, Receipt(now, session.id), asked)

    def tell(log: Log, match: Match, became: Answer) -> tuple[bytes, float]:
        at = AtMatch(hall.showing, log, match, session)
        if became.error is not None:
            raise at.refused(became.error)
        if any(isinstance(each.entry.event, match.game.events) for each in became.recorded):
            hall.recorders.logged(match.id, session)  # who only calls or agrees watches (VN-19.6)
        wait = 0.0
        if became.illegal is not None:
            event = _event(match, sent.drafts[len(became.recorded)].event)
            wait = hall.probes.refused(log, match, session, event, became.illegal.rule, now)
        found = _posted(at, sent, became, now, language)
        return msgspec.json.encode(found), wait

    reply, wait = await hall.post(match_id, make, tell)
    await sleep(wait)
    return answer(reply)


def _doubted(game: Game, match: Replay) -> Iterator[str]:
    """Whether the newest entry was meant: what ends a match, and what does more than it says."""
    yield from ending(game, match.events[-1])
    yield from unmeant(game, match)


def _draft(match: Match, sent: DraftIn, session: Session) -> Draft:
    event = _event(match, sent.event)
    return Draft(event, sent.id, sent.played_at, sent.recorded_at, session.person)


def _takes_back(draft: Draft) -> bool:
    """Whether a device takes its newest entry back: refused, it is not written (REF-3.2), but where
    the match is sealed: what comes with it in one request would be told to be legal or not."""
    event = draft.event
    return isinstance(event, Strike) and event.authority == "scorekeeper"


def _rules(draft: Draft) -> bool:
    """Whether it is a judge's ruling."""
    return isinstance(draft.event, RULINGS) and not _takes_back(draft)


def _event(match: Match, raw: msgspec.Raw) -> Event:
    try:
        return match.game.codec.event(bytes(raw))
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        found = refusal_of(error) if isinstance(error, msgspec.MsgspecError) else None
        raise found or Refusal(422, f"this cannot be logged: {error}") from None


class AtMatch(NamedTuple):
    """A device at a match, in the writer's thread."""

    showing: Showing
    log: Log
    match: Match
    session: Session

    def blind(self) -> bool:
        """Whether it is told nothing of what the referee says (VN-6.2)."""
        return _blind(self.log, self.match, self.session)

    def names(self, text: str) -> bool:
        """Whether a text names a card that is kept from it (TR-4.2)."""
        kept = self.showing.kept(self.log, self.match, self.session)
        return any(card in text for card in kept)

    def said(self, verdict: Verdict) -> dict[str, Any]:
        """A verdict, without what would be legal instead where that names a card of a closed
        list."""
        said = as_json(verdict)
        if said.get("legal") and self.names(str(said["legal"])):
            said["legal"] = ""
        return said

    def refused(self, error: Exception) -> Exception:
        """Why nothing was logged; of who is behind, with the entries since (VN-4.1)."""
        if isinstance(error, StaleSequence):
            called = self.showing.called(self.log, self.match)
            everybody = {**self.showing.people(self.log), **called}
            since = [
                {
                    **msgspec.to_builtins(line),
                    "told": entry_in_names(line.line, called, everybody),
                    "event": self._event(line.seq),
                }
                for line in self.showing.lines(
                    self.log, self.match, self.session, error.expected, MOST_LINES
                )
            ]
            return Refusal(409, str(error), error="stale", last=self.match.last, entries=since)
        if isinstance(error, IncompleteEntry):
            return self.incomplete(error.question) or error
        return error

    def incomplete(self, question: Incomplete) -> Refusal | None:
        """What is said of a choice that is missing where its answers are not told: the match is
        sealed, or they name a card of a list that is closed to the device."""
        words = " ".join(word for words in question.choices.values() for word in words)
        if not self.blind() and not self.names(words):
            return None
        lacking = dict.fromkeys(question.choices, ())
        hint = "a choice is missing that has to be logged; say it, or call a judge"
        return Refusal(422, hint, error="incomplete", choices=lacking)

    def _event(self, seq: int) -> msgspec.Raw:
        if self.session.role in JUDGES:
            return msgspec.Raw(msgspec.json.encode(self.match.entry(seq).event))
        tournament = tournament_of(self.log, self.match)
        return msgspec.Raw(event_bytes(self.match, seq, tournament, self.session.person))


def _blind(log: Log, match: Match, session: Session) -> bool:
    return session.role not in JUDGES and is_sealed(log, match)


def _posted(
    at: AtMatch, sent: Drafts, became: Answer, now: datetime, language: str
) -> dict[str, Any]:
    """What became of the drafts, what of their times the clock of the device cannot have right
    (VN-11.4), and how far the match is: what is to be seen of it then is asked for apart, so that
    the answer waits for nothing but the disk (VN-19.8). Where it is sealed, the same whatever the
    referee says (VN-6.2)."""
    match, sealed = at.match, at.blind()
    recorded = []
    for each in became.recorded:
        answered: dict[str, Any] = {"id": each.entry.id, "seq": each.entry.seq, "known": each.known}
        if not sealed:
            answered["verdict"] = at.said(each.outcome.verdict)
        doubts = [] if each.known else [*clock_doubts(match, each.entry.seq, Received(now))]
        if doubts:
            answered["clock"] = "; ".join(doubts)
        recorded.append(answered)
    found: dict[str, Any] = {"recorded": recorded}
    if became.illegal is not None:
        said = at.said(became.illegal)
        why = {"rule": said["rule"], "why": became.illegal.message, "legal": said["legal"]}
        found["illegal"] = {"id": _behind(sent, became), **why}
    if became.asked:
        found["unmeant"] = {"id": _behind(sent, became), "why": "; ".join(became.asked)}
    called = at.showing.called(at.log, match)
    for kind in ("illegal", "unmeant"):
        said = found.get(kind, {"why": ""})
        said |= told_beside((said["why"], said.get("legal", "")), called, language)
    found["at"] = match.last
    if over := match.replay().state.over:
        found["over"] = over
    return found


def _behind(sent: Drafts, became: Answer) -> str:
    """The draft at which writing ended."""
    return sent.drafts[len(became.recorded)].id


@post("/api/matches/{match_id:str}/check", status_code=200)
async def check(request: Request[Any, Any, Any], match_id: FromPath[str]) -> Response[bytes]:
    """What the rules make of an event; nothing is written. While a match is sealed it is for
    judges alone (VN-6.2). What is refused counts as tried (VN-19.4)."""
    sent = await body_of(request, EventIn)
    session, hall = session_of(request), hall_of(request)
    now = hall.clock()

    def looked(log: Log) -> tuple[dict[str, Any], float]:
        match = log.live(match_id)
        seen_as(log, match, session, now)
        at = AtMatch(hall.showing, log, match, session)
        if at.blind():
            raise Forbidden(f"{match.id} is sealed: what is written stands as it is", "ask a judge")
        require_open(log, match, session, now)
        if hall.probes.is_at_its_word(log, match, session):
            raise Forbidden("too many lines were tried here", "log what was played, or ask a judge")
        event, wait = _event(match, sent.event), 0.0
        verdict = match.trial().add(event).verdict
        if isinstance(verdict, Incomplete):
            raise at.incomplete(verdict) or IncompleteEntry(match_id, verdict)
        if isinstance(verdict, Illegal):
            wait = hall.probes.refused(log, match, session, event, verdict.rule, now)
        return at.said(verdict), wait

    reply, wait = await hall.ask(looked)
    await sleep(wait)
    return answer(reply)


@post("/api/matches/{match_id:str}/typed", status_code=200)
async def typed(request: Request[Any, Any, Any], match_id: FromPath[str]) -> Response[bytes]:
    """What was typed in the notation, as the value of a field; nothing is written."""
    sent = await body_of(request, TypedIn)
    session, hall = session_of(request), hall_of(request)

    def looked(log: Log) -> dict[str, Any]:
        match = log.live(match_id)
        seen_as(log, match, session, hall.clock())
        try:
            game, replay = match.game, match.replay()
            blind = _blind(log, match, session)
            names: Sequence[str] | None = hall.showing.nameable(log, match, session, blind=blind)
            if blind:
                names = names or openly_named(replay)
                table = at_the_start(game, match.catalog, replay.events)
            else:
                table = replay.table
            found = value(game, table, sent.type, sent.field, sent.text, names)
        except Malformed as error:
            hint = (
                f"; did you mean {' or '.join(error.suggestions[:3])}?" if error.suggestions else ""
            )
            raise Refusal(422, f"{error.message}{hint}", field=sent.field) from None
        except LookupError:
            hint = f"{sent.type} has no field {sent.field}"
            raise Refusal(422, hint, field="field") from None
        return {"value": found}

    return answer(await hall.ask(looked))


@post("/api/matches/{match_id:str}/way", status_code=200)
async def way(request: Request[Any, Any, Any], match_id: FromPath[str]) -> Response[bytes]:
    """What is asked next of the line of an effect, or its fields; nothing is written. It is typed
    instead where no verdicts are told (VN-6.2), and where it would name a card of a list that is
    closed to the player (TR-4.2)."""
    sent = await body_of(request, WayIn)
    session, hall = session_of(request), hall_of(request)
    untold = Forbidden(f"{match_id}: what could be chosen is not told here", "type it")

    def looked(log: Log) -> dict[str, Any]:
        match = log.live(match_id)
        seen_as(log, match, session, hall.clock())
        kept = hall.showing.kept(log, match, session)
        mine = own_seats(session, match) if session.role == "player" else None
        own = not kept or mine is None or sent.event.get("seat") in mine
        if not own or _blind(log, match, session):
            raise untold
        replay = match.trial() if sent.forced else match.replay()
        for event in sent.forced:
            replay.add(_event(match, event))
        try:
            found = asked(replay.options(), match.game.codec, sent.event, sent.answers)
        except Violation as error:
            raise Refusal(422, str(error), field="answers") from None
        except LookupError as error:
            raise Refusal(422, str(error), field="answers") from None
        if isinstance(found, dict):
            return {"fields": found}
        if isinstance(found, Pick | Several) and not kept.isdisjoint(map(_card, found.values)):
            raise untold
        texts = (text for text, _ in of_step(found))
        return {"step": found, **beside(texts, hall.showing.called(log, match))}

    return answer(await hall.ask(looked))


def _card(value: Value) -> str:
    """The card that a value names, if it names one."""
    return str(value.value).partition(".")[0]


@post("/api/matches/{match_id:str}/what-if", status_code=200)
async def if_ruled(request: Request[Any, Any, Any], match_id: FromPath[str]) -> Response[bytes]:
    """What a ruling would change; nothing is written."""
    sent = await body_of(request, EventIn)
    session, now = session_of(request), hall_of(request).clock()

    def looked(log: Log) -> Any:
        asked = Source(log.live(match_id), log.people())
        seen_as(log, asked.match, session, now)
        require_open(log, asked.match, session, now)
        ruling = _event(asked.match, sent.event)
        if not isinstance(ruling, RULINGS):
            raise Refusal(422, "this is no ruling", field="event.type")
        effect = what_if(asked.game, asked.match.catalog, asked.events, ruling)
        return what_if_answer(asked, ruling, effect)

    return answer(await hall_of(request).ask(looked))


HANDLERS = [view, entries, hidden, cards, log_entries, check, typed, way, if_ruled]
