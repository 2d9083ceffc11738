"""Judges at a table whose game is logged: calls and infractions, in both streams."""

from datetime import UTC, datetime
from typing import Annotated, NamedTuple, TypeVar

import msgspec
import typer

from cli.arguments import JsonOption, LogOption, commands
from cli.failure import Failure, Status
from cli.tournament.linked.both import Both, log_both, match_of, seat_in, table_of
from cli.tournament.players import PlayerArgument
from cli.tournament.stream import Desk, DeskOption, StreamArgument, at_desk
from events.common import CallJudge, CloseCall, Penalty
from events.event import Event
from events.tournament import Call, EndCall, Infraction
from referee.tournament.judging.infractions import standard_of

app = commands()

E = TypeVar("E", bound=Event)

RoundOption = Annotated[
    int | None, typer.Option("--round", min=1, max=99, help="By default the newest.")
]
TableOption = Annotated[
    int | None,
    typer.Option(min=0, max=9999, help="By default where the player sits; 0: none."),
]
MatchOption = Annotated[
    str,
    typer.Option(
        "--match",
        metavar="MATCH",
        help="The game, where it is logged; by default the one that is on.",
        show_default=False,
    ),
]


def current(desk: Desk, number: int | None) -> int:
    """The round that is meant: the newest one where none is named.

    Raises:
        Failure: none is posted.
    """
    turn: int = desk.table.state.turn
    if number is None and not turn:
        raise Failure("no round is posted", f"referee tournament post {desk.name}")
    return number or turn


def _sound(event: E) -> E:
    """The entry as the log would read it.

    Raises:
        Failure: a field of it has another form.
    """
    try:
        return msgspec.convert(msgspec.to_builtins(event), type(event))
    except msgspec.ValidationError as error:
        raise Failure(f"this cannot be logged: {error}") from None


@app.command(
    epilog="Example: referee tournament call open ana --about 'the order of triggers'",
)
def call(
    event: StreamArgument,
    player: PlayerArgument,
    table: TableOption = None,
    about: Annotated[str, typer.Option(metavar="TEXT", help="What about.")] = "a question",
    match: MatchOption = "",
    number: RoundOption = None,
    by: DeskOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """A player calls a judge; where the game is logged, the match says so too.

    Each of the two entries names the other.
    """
    with at_desk(event, log, by, write=True) as desk:
        called = call_of(desk, player, number, table, about, match)
        return log_both(desk, called, desk.by or player, json=json)


def call_of(
    desk: Desk,
    player: str,
    number: int | None = None,
    table: int | None = None,
    about: str = "a question",
    match: str = "",
) -> Both:
    """A player's call for a judge, here and in the match that is on.

    Args:
        desk: the tournament.
        player: who calls.
        number: the round; None: the newest.
        table: the table; None: where the player sits; 0: none.
        about: what about.
        match: the match; empty: the game that is on, if one is logged.

    Raises:
        Failure: no round is posted, or the match is not of this contest.
        LogError: a match cannot be read.
    """
    turn = current(desk, number)
    at = table_of(desk, player, turn) if table is None else table
    found = match_of(desk, player, turn, at, match)
    there = None
    if found is not None:
        own = f"{desk.name}/{desk.source.last + 1}"
        there = _sound(CallJudge(seat_in(found, player), about, own))
    where = (found.id, found.last + 1) if found is not None else ("", 0)
    return Both(_sound(Call(player, turn, at, about, *where)), found, there)


@app.command("end-call", epilog="Example: referee tournament end-call open --seconds 180 --by kim")
def end_call(
    event: StreamArgument,
    number: Annotated[
        int | None,
        typer.Argument(
            metavar="[CALL]", min=1, help="The entry that called; by default the only one open."
        ),
    ] = None,
    seconds: Annotated[
        int | None,
        typer.Option(
            min=0, max=86_400, help="How long play stood still; by default since it was recorded."
        ),
    ] = None,
    outcome: Annotated[str, typer.Option(metavar="TEXT", help="What came of it.")] = "",
    by: DeskOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """A judge leaves the table; where the call was logged in a match, it is closed there too."""
    with at_desk(event, log, by, write=True) as desk:
        return log_both(desk, end_of(desk, number, seconds, outcome), desk.person(), json=json)


def end_of(desk: Desk, number: int | None, seconds: int | None = None, outcome: str = "") -> Both:
    """The end of a call, here and in the match where it was logged.

    Args:
        desk: the tournament.
        number: the entry that called; None: the only one that is open.
        seconds: how long play stood still; None: since it was recorded.
        outcome: what came of it.

    Raises:
        Failure: no call is open, or several could be meant.
        LogError: a match cannot be read.
    """
    judge = desk.person()
    seq = number or _only_call(desk)
    called = desk.table.state.calls_open.get(str(seq))
    lasted = seconds
    if lasted is None:
        since = desk.source.match.entry(seq).recorded_at if called is not None else None
        lasted = int((datetime.now(UTC) - since).total_seconds()) if since else 0
    here = _sound(EndCall(judge, seq, min(max(lasted, 0), 86_400), outcome))
    if called is not None and called.match and desk.log.has(called.match):
        beside = desk.log.live(called.match)
        if called.entry in beside.replay().state.calls:
            return Both(here, beside, _sound(CloseCall(judge, called.entry)))
    return Both(here)


def _only_call(desk: Desk) -> int:
    """The only call that is open.

    Raises:
        Failure: none is, or several are.
    """
    known = list(desk.table.state.calls_open)
    if len(known) == 1:
        return int(known[0])
    if not known:
        raise Failure("no call is open", "", Status.ILLEGAL)
    raise Failure("several calls are open: say which", f"one of {', '.join(known)}")


@app.command(
    epilog="Example: referee tournament infraction open ana PE-4 --reason 'drew a card too many'"
)
def infraction(
    event: StreamArgument,
    player: PlayerArgument,
    code: Annotated[str, typer.Argument(metavar="CODE", help="The infraction, by its code.")],
    penalty: Annotated[
        str | None,
        typer.Argument(metavar="[PENALTY]", help="By default the standard one of the policy."),
    ] = None,
    table: TableOption = None,
    reason: Annotated[str, typer.Option("--reason", "-r", help="What happened.")] = "infraction",
    deviation: Annotated[
        str, typer.Option(metavar="TEXT", help="Why another penalty; by a head judge.")
    ] = "",
    match: MatchOption = "",
    number: RoundOption = None,
    by: DeskOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """A judge gives a penalty; where the game is logged, the match says so too.

    Each of the two entries names the other.
    """
    with at_desk(event, log, by, write=True) as desk:
        seen = Seen(player, code, penalty, number, table, reason, deviation, match)
        given = infraction_of(desk, seen)
        return log_both(desk, given, desk.person(), json=json)


class Seen(NamedTuple):
    """An infraction as a judge has seen it; what is left open follows from the tournament."""

    player: str  # whose
    code: str  # which, by the policy
    penalty: str | None = None  # what is given; None: the standard one
    round: int | None = None  # None: the newest
    table: int | None = None  # None: where the player sits; 0: none
    reason: str = "infraction"  # what happened
    deviation: str = ""  # why another penalty than the standard one
    match: str = ""  # empty: the game that is on, if one is logged


def infraction_of(desk: Desk, seen: Seen) -> Both:
    """An infraction with its penalty, here and in the match that is on.

    Raises:
        Failure: the policy has no such infraction, no round is posted, or the match is another's.
        LogError: a match cannot be read.
    """
    judge, player = desk.person(), seen.player
    turn = current(desk, seen.round)
    at = table_of(desk, player, turn) if seen.table is None else seen.table
    given = seen.penalty or _standard(desk, player, seen.code)
    found = match_of(desk, player, turn, at, seen.match)
    fields = {
        "by": judge,
        "player": player,
        "round": turn,
        "code": seen.code,
        "penalty": given,
        "table": at,
        "deviation": seen.deviation,
        "reason": seen.reason,
        "match": found.id if found is not None else "",
        "entry": found.last + 1 if found is not None else 0,
    }
    here = _read({"type": "infraction", **fields}, Infraction)
    if found is None:
        return Both(here)
    own = f"{desk.name}/{desk.source.last + 1}"
    seat = seat_in(found, player)
    return Both(
        here, found, _sound(Penalty(judge, seat, here.penalty, reason=seen.reason, infraction=own))
    )


def _standard(desk: Desk, player: str, code: str) -> str:
    """The standard penalty of an infraction.

    Raises:
        Failure: the policy has none of that code.
    """
    hall = desk.table
    found = standard_of(hall.state, hall.catalog, player, code)
    if found is None:
        known = ", ".join(hall.catalog.by_code) or "it has no infractions"
        message = f"TR-10.3: the policy has no infraction {code}"
        raise Failure(message, known, Status.ILLEGAL, "TR-10.3")
    return found.penalty


def _read(fields: dict[str, object], kind: type[Infraction]) -> Infraction:
    try:
        return msgspec.convert(fields, kind)
    except msgspec.ValidationError as error:
        raise Failure(f"this cannot be logged: {error}") from None
