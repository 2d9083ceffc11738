"""Rounds are proposed, posted and timed."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from cli.answers.tournament import RoundProposed, Seats
from cli.arguments import JsonOption, LogOption, commands
from cli.failure import Failure, Status
from cli.screen import render
from cli.screen.columns import say_table
from cli.tournament.checkpoints import checkpoint_line, covered
from cli.tournament.secret import secret_of
from cli.tournament.stream import Desk, DeskOption, StreamArgument, at_desk, logged, now_at
from events.tournament import Checkpoint, Post, Start, Time
from referee.tournament.due import next_step
from referee.tournament.keys import key_of
from referee.tournament.next_round import Rest, Swap, proposed
from referee.tournament.pairing import ITEMS, Unpairable

if TYPE_CHECKING:
    from storage.match import Recorded

app = commands()

RoundArgument = Annotated[
    int | None,
    typer.Argument(min=1, max=99, metavar="[ROUND]", help="Its number; by default the next one."),
]
SwapOption = Annotated[
    list[str] | None,
    typer.Option(
        "--swap", metavar="A=B", help="Two players change places; by a head judge or organiser."
    ),
]
ByeOption = Annotated[
    list[str] | None,
    typer.Option(
        "--bye",
        metavar="PLAYER[=half|zero]",
        help="A bye that is given, in full, half or none; by a head judge or organiser.",
    ),
]
ReasonOption = Annotated[str, typer.Option("--reason", "-r", help="Why, for --swap and --bye.")]


@app.command(epilog="Example: referee tournament propose open 3")
def propose(
    event: StreamArgument,
    number: RoundArgument = None,
    swap: SwapOption = None,
    bye: ByeOption = None,
    reason: ReasonOption = "",
    by: DeskOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Show the next round as it would be posted.

    The same round and results give the same pairings, whoever asks and however often.
    """
    with at_desk(event, log, by) as desk:
        found = proposal(desk, number, swap or [], reason, bye or [])
        _say_proposed(desk, found, json)
    return Status.DONE


@app.command(epilog="Example: referee tournament post open 3")
def post(
    event: StreamArgument,
    number: RoundArgument = None,
    swap: SwapOption = None,
    bye: ByeOption = None,
    reason: ReasonOption = "",
    missing: Annotated[
        bool, typer.Option("--missing", help="Tables without a result count as unfinished draws.")
    ] = False,
    by: DeskOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Post the next round, as propose shows it."""
    with at_desk(event, log, by, write=True) as desk:
        found = proposal(desk, number, swap or [], reason, bye or [])
        recorded, made, checkpoint = posted(desk, found, missing=missing)
        if json:
            from cli.screen.recorded import say_logged

            say_logged(desk.source, [*recorded, *checkpoint], (), json)
            return Status.DONE
        say_pairings(desk, found)
        render.say_lines(render.verdict_lines(recorded[0].outcome.verdict, desk.source.game))
        render.say(checkpoint_line(made), 0, 2, style="quiet")
        render.say(f"next: referee tournament start {event} {found.round}", style="quiet")
    return Status.DONE


def posted(
    desk: Desk, found: Post, *, missing: bool = False, expected: int | None = None
) -> "tuple[Sequence[Recorded], Checkpoint, Sequence[Recorded]]":
    """Post a round, and bring all until then under a checkpoint (TR-14.2).

    Args:
        desk: the tournament.
        found: the round.
        missing: whether tables without a result count as unfinished draws.
        expected: the last entry that whoever posts knows of.

    Raises:
        Failure: results are missing, or a rule is broken.
        StaleSequence: somebody else has logged something since.
        LogError: it cannot be logged.
    """
    if found.missing and not missing:
        tables = ", ".join(map(str, found.missing))
        raise Failure(
            f"round {found.round - 1} lacks results: tables {tables}; nothing is written",
            "report them, or --missing counts them as unfinished draws",
            Status.ILLEGAL,
            "TR-5.1",
        )
    recorded = desk.record(found, expected=expected)
    return recorded, *covered(desk)


def proposal(
    desk: Desk, number: int | None, swaps: Sequence[str], reason: str, byes: Sequence[str] = ()
) -> Post:
    """The post of the next round.

    Raises:
        Failure: it is not the next one, or cannot be paired.
    """
    state = desk.table.state
    following = state.turn + 1
    if number is not None and number != following:
        raise Failure(
            f"round {number} is posted" if number <= state.turn else f"round {number} comes later",
            f"the next one is round {following}",
        )
    if state.over:
        raise Failure(f"{desk.name} is over: {state.over}")
    wanted = [_swap(each, reason) for each in swaps]
    rests = [_rest(each, reason) for each in byes]
    key = ""
    if state.options["commitment"]:
        key = key_of(secret_of(desk), following)
    try:
        return proposed(desk.table, desk.person(), key, wanted, rests)
    except Unpairable as error:
        step = f"next: {next_step(state)}"
        raise Failure(f"round {following} cannot be paired: {error}", step) from None


def _swap(given: str, reason: str) -> Swap:
    one, sign, other = given.partition("=")
    if not one or not sign or not other or one == other:
        raise Failure(f"--swap {given}: expected two players, A=B")
    if not reason:
        raise Failure("a swap needs a reason", "--reason TEXT")
    return Swap(one.strip(), other.strip(), reason)


def _rest(given: str, reason: str) -> Rest:
    player, _, worth = given.partition("=")
    if worth not in ("", "full", "half", "zero"):
        raise Failure(f"--bye {given}: expected a player, PLAYER=half or PLAYER=zero")
    if not reason:
        raise Failure("a bye that is given needs a reason", "--reason TEXT")
    return Rest(player.strip(), worth or "full", reason)  # type: ignore[arg-type]


def proposed_shown(desk: Desk, found: Post) -> RoundProposed:
    """A round that is proposed, as the answer has it."""
    given = {each.table: each.reason for each in found.given}
    pairings = tuple(
        Seats(each.table, each.a, each.b, given.get(each.table, "")) for each in found.pairings
    )
    return RoundProposed(
        desk.name,
        found.round,
        found.stage,
        found.key,
        found.cost,
        found.window,
        pairings,
        found.bye,
        found.missing,
    )


def _say_proposed(desk: Desk, found: Post, json: bool) -> None:
    if json:
        render.say_json(proposed_shown(desk, found))
        return
    say_pairings(desk, found)
    costs = [f"{item} {cost}" for cost, item in zip(found.cost, ITEMS, strict=False) if cost]
    render.say(f"cost: {'; '.join(costs) or 'nothing'}", 0, 2)
    if found.missing:
        render.say(f"without result: tables {', '.join(map(str, found.missing))}", 0, 2)
    render.say("nothing is written; post writes it", style="quiet")


def say_pairings(desk: Desk, found: Post) -> None:
    """The tables of a round."""
    reasons = {each.table: each.reason for each in found.given}
    rows = [
        (each.table, desk.named(each.a), desk.named(each.b), reasons.get(each.table, ""))
        for each in found.pairings
    ]
    columns = ("table", "first", "second", "given")
    shown = 4 if reasons else 3
    say_table(
        columns[:shown], [row[:shown] for row in rows], f"Round {found.round}", keys=("table",)
    )
    for player in found.bye:
        worth = "draw" if player in found.half else "loss" if player in found.zero else ""
        render.say(f"bye: {desk.named(player)}" + (f" (counts as a {worth})" if worth else ""))


def _current(desk: Desk, number: int | None) -> int:
    """The round that is meant: the newest one where none is named."""
    turn = desk.table.state.turn
    if number is None and not turn:
        raise Failure("no round is posted", f"referee tournament post {desk.name}")
    return number or turn


CurrentArgument = Annotated[
    int | None,
    typer.Argument(min=1, max=99, metavar="[ROUND]", help="Its number; by default the newest."),
]


@app.command(epilog="Example: referee tournament start open 3")
def start(
    event: StreamArgument,
    number: CurrentArgument = None,
    at: Annotated[str | None, typer.Option("--at", metavar="TIME", help="When, UTC.")] = None,
    by: DeskOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Start the clock of a round."""
    with at_desk(event, log, by, write=True) as desk:
        return logged(desk, Start(desk.person(), _current(desk, number), now_at(at)), json=json)


@app.command(epilog="Example: referee tournament time open 3")
def time(
    event: StreamArgument,
    number: CurrentArgument = None,
    at: Annotated[str | None, typer.Option("--at", metavar="TIME", help="When, UTC.")] = None,
    by: DeskOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Call time in a round.

    Contests with an extension go on until their own end.
    """
    with at_desk(event, log, by, write=True) as desk:
        return logged(desk, Time(desk.person(), _current(desk, number), now_at(at)), json=json)
