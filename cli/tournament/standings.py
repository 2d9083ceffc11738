"""How the tournament stands: standings, open calls, and the tables drawn for deck checks."""

from fractions import Fraction
from typing import Annotated

import typer

from cli.answers.tournament import CallEnded, Calls, CallShown, Checks, Place, Standings, TableDrawn
from cli.arguments import JsonOption, LogOption, commands
from cli.failure import Failure, Status
from cli.screen import render
from cli.screen.columns import say_table
from cli.tournament.stream import Desk, StreamArgument, at_desk
from referee.tournament.decks import tables_to_check
from referee.tournament.standings.current import standings_of
from referee.tournament.standings.ranking import Placed, shown_points, shown_tiebreak
from referee.tournament.standings.tiebreaks import LAST
from referee.tournament.state import is_active, open_tables

app = commands()


@app.command(epilog="Example: referee tournament standings open --after 2")
def standings(
    event: StreamArgument,
    after: Annotated[
        int | None, typer.Option(min=0, max=99, help="After which round; by default as of now.")
    ] = None,
    policy: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Under another policy, a file or a shipped one: what would differ.",
            show_default=False,
        ),
    ] = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Show the standings with every tiebreak.

    They are shown to four decimals; --json has them exactly.
    """
    with at_desk(event, log) as desk:
        state = desk.table.state
        if after is not None and after > state.turn:
            raise Failure(f"round {after} is not posted", f"the newest is round {state.turn}")
        if policy is not None:
            from cli.tournament.explaining.other_policy import compare_standings

            return compare_standings(desk.source, policy, after, json=json)
        placed = standings_of(state, desk.table.catalog, after)
        last = state.turn if after is None else after
        left = open_tables(state.rounds[last - 1]) if last else []
        if json:
            render.say_json(standings_shown(desk, after))
            return Status.DONE
        words = [word for word in desk.table.catalog.tiebreaks.order if word not in LAST]
        say_table(
            ("", "player", "points", *words),
            [
                (
                    f"{each.place}{'=' if each.shared else ''}",
                    desk.named(each.player) + _mark(desk, each),
                    shown_points(each.points),
                    *(shown_tiebreak(word, each.tiebreaks[word]) for word in words),
                )
                for each in placed
            ],
            title=f"{event} after round {last}" if last else f"{event} before round 1",
            keys=("player",),
            right=("", "points", *words),
        )
        if left:
            render.say(f"still open: tables {', '.join(map(str, left))}", 0, 2)
        if any(each.lot for each in placed):
            render.say("*: drawn by lot among equals", style="quiet")
    return Status.DONE


def standings_shown(desk: Desk, after: int | None) -> Standings:
    """The standings after a round, or as of now."""
    state = desk.table.state
    last = state.turn if after is None else after
    placed = standings_of(state, desk.table.catalog, after)
    left = open_tables(state.rounds[last - 1]) if last else []
    return Standings(desk.name, last, tuple(left), tuple(_place(desk, each) for each in placed))


def _mark(desk: Desk, placed: Placed) -> str:
    gone = not _plays(desk, placed.player)
    return ("*" if placed.lot else "") + (" (left)" if gone else "")


def _plays(desk: Desk, player: str) -> bool:
    state = desk.table.state
    return is_active(state.entrants[player], state.turn + 1)


def _place(desk: Desk, placed: Placed) -> Place:
    tiebreaks: dict[str, Fraction] = placed.tiebreaks
    return Place(
        placed.place,
        placed.player,
        desk.source.people.get(placed.player, ""),
        str(placed.points),
        {word: str(figure) for word, figure in tiebreaks.items()},
        placed.lot,
        placed.shared,
        _plays(desk, placed.player),
    )


@app.command(epilog="Example: referee tournament calls open")
def calls(
    event: StreamArgument,
    ended: Annotated[bool, typer.Option("--ended", help="Those that are closed.")] = False,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """List the open calls for a judge."""
    with at_desk(event, log) as desk:
        found = calls_shown(desk)
        if json:
            render.say_json(found)
            return Status.DONE
        if ended:
            say_table(
                ("call", "round", "table", "by", "judge", "seconds"),
                [
                    (c.call, c.round, c.table or "desk", c.by, c.judge, c.seconds)
                    for c in found.ended
                ],
                keys=("call",),
            )
            return Status.DONE
        if not found.calls:
            render.say("no call is open")
            return Status.DONE
        say_table(
            ("call", "round", "table", "by", "about", "judge"),
            [(c.call, c.round, c.table or "desk", c.by, c.about, c.judge) for c in found.calls],
            keys=("call",),
        )
    return Status.DONE


def calls_shown(desk: Desk) -> Calls:
    """The calls for a judge, open and closed."""
    state, match = desk.table.state, desk.source.match
    return Calls(
        desk.name,
        tuple(
            CallShown(
                int(seq),
                call.round,
                call.table,
                call.by,
                call.about,
                call.judge,
                match.entry(int(seq)).recorded_at,
            )
            for seq, call in state.calls_open.items()
        ),
        tuple(
            CallEnded(
                int(seq),
                call.round,
                call.table,
                call.by,
                call.judge,
                call.seconds,
                match.entry(int(seq)).recorded_at,
                match.entry(call.seq).recorded_at,
                call.match,
            )
            for seq, call in state.calls_ended.items()
        ),
    )


@app.command(epilog="Example: referee tournament checks open --count 3")
def checks(
    event: StreamArgument,
    number: Annotated[
        int | None, typer.Option("--round", min=1, max=99, help="By default the newest.")
    ] = None,
    count: Annotated[int, typer.Option(min=1, max=999, help="How many tables are drawn.")] = 2,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """List the tables that the key of a round draws for deck checks: nobody chooses them."""
    with at_desk(event, log) as desk:
        state = desk.table.state
        if not 1 <= (number or state.turn) <= state.turn:
            newest = f"the newest is round {state.turn}" if state.turn else "none is posted"
            raise Failure(f"round {number or 1} is not posted", newest)
        at = number or state.turn
        played = state.rounds[at - 1]
        checked = {each.player for each in state.checks if each.round == at}
        drawn = tuple(
            TableDrawn(table, contest.a, contest.b, {contest.a, contest.b} <= checked)
            for table in tables_to_check(played.key, map(int, played.contests), count)
            for contest in (played.contests[str(table)],)
        )
        if json:
            render.say_json(Checks(event, at, drawn))
            return Status.DONE
        say_table(
            ("table", "first", "second", "checked"),
            [(d.table, desk.named(d.a), desk.named(d.b), "yes" if d.done else "") for d in drawn],
            title=f"{event}, round {at}: tables drawn for deck checks",
            keys=("table",),
        )
    return Status.DONE
