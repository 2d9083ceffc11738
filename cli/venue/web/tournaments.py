"""The addresses of a tournament: where it stands, and what its commands do (VN-4)."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import msgspec
from litestar import Request, Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery

from cli.answers.entries import outcome_of
from cli.reading.lines import ids_from
from cli.tournament.rounds import proposal, proposed_shown
from cli.tournament.standings import standings_shown
from cli.venue.access.home_tables import table_of
from cli.venue.access.session import Session
from cli.venue.desk.counter import Counter, counter, require_joined
from cli.venue.desk.desk_acts import ACTS, Act, Playing, done_before, game
from cli.venue.desk.overview import contests_of, now_of, score_text, settled_after
from cli.venue.language import language_of
from cli.venue.seen.entries import staff_line
from cli.venue.web.bodies import Refusal, answer, body_of
from cli.venue.web.caller import hall_of, require_pace, require_pin, session_of
from cli.venue.web.pages import page, texts
from referee.tournament.judging.lost_games import games_to_win
from referee.tournament.state import Contest, State
from storage.error import StaleSequence
from storage.log import Log
from storage.match import Recorded

T = TypeVar("T")
Asked = Request[Any, Any, Any]

STAFF = frozenset({"organiser", "head-judge", "judge", "scorekeeper"})
"""Who sees what players have said before it is a result."""
MOST_SINCE = 50
"""At most so many entries are told to who is behind."""


async def at_counter(request: Asked, stream: str, do: Callable[[Counter], T]) -> T:
    """Have something done at the desk of a tournament, by the writer.

    Raises:
        Refusal: 409, with the entries since, where somebody else has logged something.
        Forbidden: the device may not.
        Failure: a rule is broken, or it cannot be understood.
        LogError: it cannot be logged.
    """
    session, hall = session_of(request), hall_of(request)
    now = hall.clock()

    def asked(log: Log) -> T:
        over = session.stream != "" and log.live(session.stream).replay().state.over
        outside = session.role == "spectator" or (over and session.role not in STAFF)
        people = hall.showing.people(log, at_once=True, published=bool(outside))
        request.state.people = people
        require_joined(session, stream)
        desk = counter(hall, log, session, now, lambda: require_pin(request, session), people)
        named = hall.register.named
        try:
            return do(desk)
        except StaleSequence as error:
            raise Refusal(
                409, str(error), error="stale", last=desk.source.last, entries=since(desk, error)
            ) from None
        finally:
            if hall.register.named != named:  # before anybody is told that somebody is here
                hall.showing.people(log, at_once=True)

    return await hall.ask(asked)


def since(desk: Counter, error: StaleSequence) -> list[dict[str, Any]]:
    """The entries that who is behind has not seen, at most the newest of them; a player is told
    no more than that there are some."""
    if desk.device.role not in STAFF:
        return []
    match = desk.source.match
    first = max(error.expected, match.last - MOST_SINCE) + 1
    lines = [staff_line(match, seq, desk.device) for seq in range(first, match.last + 1)]
    return [{"seq": each.seq, "id": each.id, "line": each.line, "by": each.by} for each in lines]


def is_staff(session: Session) -> bool:
    """Whether a device sees what only the staff sees."""
    return session.role in STAFF


# -- what is asked ------------------------------------------------------------------------------


@get("/api/tournaments/{stream:str}")
async def now(request: Asked, stream: FromPath[str]) -> Response[bytes]:
    """Where it stands: round, clock, what is missing, the next step; of a player also the table."""
    session, moment = session_of(request), hall_of(request).clock()

    def look(desk: Counter) -> dict[str, Any]:
        found = msgspec.to_builtins(now_of(desk, moment, staff=is_staff(session)))
        assert isinstance(found, dict)
        if session.role == "player":
            found["table"] = table_of(session, desk.table.state)
        return found

    return answer(await at_counter(request, stream, look))


@get("/api/tournaments/{stream:str}/rounds/{number:int}")
async def contests(request: Asked, stream: FromPath[str], number: FromPath[int]) -> Response[bytes]:
    """The tables of a round, as posted, with their results."""
    session = session_of(request)
    staff = is_staff(session)

    def look(desk: Counter) -> dict[str, Any]:
        rounds = desk.table.state.rounds
        if not 1 <= number <= len(rounds):
            raise Refusal(404, f"round {number} is not posted; the newest is round {len(rounds)}")
        tables = contests_of(desk, number, staff=staff, person=session.person)
        return {"round": number, "tables": tables, "byes": rounds[number - 1].byes}

    return answer(await at_counter(request, stream, look))


@get("/api/tournaments/{stream:str}/standings")
async def standings(
    request: Asked, stream: FromPath[str], after: FromQuery[int] = 0
) -> Response[bytes]:
    """The standings: the staff as of now, all others after a round whose results are all in."""
    staff = is_staff(session_of(request))

    def look(desk: Counter) -> Any:
        turn, settled = desk.table.state.turn, settled_after(desk)
        if not 0 <= after <= (turn if staff else settled):
            raise Refusal(404, f"there are no standings after round {after} yet", field="after")
        return standings_shown(desk, after or (None if staff else settled))

    return answer(await at_counter(request, stream, look))


@get("/api/tournaments/{stream:str}/proposal")
async def proposed(request: Asked, stream: FromPath[str]) -> Response[bytes]:
    """The next round as it would be posted; the desk alone sees it (TR-5.10)."""

    def look(desk: Counter) -> Any:
        return proposed_shown(desk, proposal(desk, None, (), ""))

    return answer(await at_counter(request, stream, look))


# -- what is done -------------------------------------------------------------------------------


def _address(name: str, kind: type[Act]) -> HTTPRouteHandler:
    do = ACTS[name][1]

    @post(f"/api/tournaments/{{stream:str}}/{name}", status_code=200, name=f"tournament {name}")
    async def act(request: Asked, stream: FromPath[str]) -> Response[bytes]:
        session = session_of(request)
        said = await body_of(request, kind)
        require_pace(request, session, 1)

        def done(desk: Counter) -> bytes:
            known = done_before(desk, name, said)
            if known:
                return _recorded_since(desk, known)
            own = replace(desk, ids=ids_from(said.id)) if said.id else desk
            return _recorded_since(desk, do(own, said))

        return answer(await at_counter(request, stream, done))

    return act


def _recorded_since(desk: Counter, recorded: Sequence[Recorded]) -> bytes:
    game_of_stream = desk.source.game
    entries = [outcome_of(each.outcome, each.entry.event, game_of_stream) for each in recorded]
    return msgspec.json.encode({"entries": entries, "at": desk.source.last})


@post("/api/tournaments/{stream:str}/game", status_code=200)
async def opened(request: Asked, stream: FromPath[str]) -> Response[bytes]:
    """Open the next game of a table as a match, so that the table's page has it."""
    said = await body_of(request, Playing)
    require_pace(request, session_of(request), 1)
    match = await at_counter(request, stream, lambda desk: game(desk, said))
    tell_of_game(request, said.table)
    return answer({"match": match, "page": f"/t/{match}"})


def tell_of_game(request: Asked, table: int) -> None:
    """Have the pages of a table know that its next game is open."""
    news = {"verb": "game", "table": table}
    hall_of(request).tell_of(session_of(request).stream, news)


# -- the page of a table without a log ----------------------------------------------------------


@get("/r/{table:int}")
async def result(request: Asked, table: FromPath[int]) -> Response[Any]:
    """The page on which a table says its result where nobody keeps a log (TR-7.2). A player is
    shown the own table, whatever the address says: the device moves with its player."""
    session = session_of(request)

    def look(desk: Counter) -> dict[str, Any]:
        state = desk.table.state
        own = table_of(session, state) if session.role == "player" else table
        if not state.rounds or not own or str(own) not in state.rounds[-1].contests:
            return {"resting": _why(session, state, own)}
        contest = state.rounds[-1].contests[str(own)]
        if session.role == "player" and contest.result is not None and not contest.disputed:
            said = contest.attested.get(state.players.get(session.person, session.person))
            if said is not None or contest.result.by != "attested":
                score = score_text(contest.result.score)
                names = " - ".join(desk.source.people.get(p, p) for p in (contest.a, contest.b))
                return {"resting": ("in", own, names, score)}
        return _asked(desk, session, contest, own)

    shown = await at_counter(request, "", look)
    if "resting" in shown:
        key, *values = shown["resting"]
        why = texts(language_of(request))[f"resting.{key}"].format(*values)
        return page(request, "resting.html", stream=session.stream, why=why)
    secure = request.scope["scheme"] == "https"
    return page(request, "result.html", secure=secure, **shown)


def _asked(desk: Counter, session: Session, contest: Contest, table: int) -> dict[str, Any]:
    state, people = desk.table.state, desk.source.people
    others = {who: score for who, score in contest.attested.items() if who != session.person}
    said = None
    for who, score in others.items():
        said = {
            "who": people.get(who, who),
            "a": score.a,
            "b": score.b,
            "drawn": score.drawn,
            "how": score.how,
        }
    margin = desk.table.catalog.score.kind != "games"
    return {
        "tournament": desk.name,
        "round": state.turn,
        "table": table,
        "a": people.get(contest.a, contest.a),
        "b": people.get(contest.b, contest.b),
        "act": "attest" if session.role == "player" else "report",
        "most": 0 if margin else games_to_win(state, desk.table.catalog),
        "said": said,
        "mine": contest.attested.get(session.person) if session.role == "player" else None,
    }


def _why(session: Session, state: State, table: int | None) -> tuple[Any, ...]:
    """Why there is nothing to be said: a text of the catalog, and what belongs into it."""
    if state.over:
        return ("over",)
    if not state.rounds:
        return ("unposted",)
    if table == 0 and session.role == "player":
        return "bye", state.turn
    if session.role == "player":
        return "seatless", state.turn
    return "missing", state.turn, table


HANDLERS: list[Any] = [
    now,
    contests,
    standings,
    proposed,
    opened,
    result,
    *(_address(name, kind) for name, (kind, _) in ACTS.items()),
]
