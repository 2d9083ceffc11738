"""A posted round takes in who came late, or tables of it are paired again."""

from collections.abc import Collection
from typing import Annotated

import typer

from cli.arguments import JsonOption, LogOption, commands
from cli.failure import Failure, Status
from cli.tournament.secret import SECRET
from cli.tournament.stream import DeskOption, StreamArgument, at_desk, logged
from events.tournament import Repair
from referee.english import counted
from referee.tournament.keys import key_of
from referee.tournament.next_round import repaired
from referee.tournament.pairing import Unpairable
from referee.tournament.state import Hall

app = commands()


@app.command(
    epilog="Examples: referee tournament repair open. "
    'referee tournament repair open --table 3 --table 9 --reason "wrong slip of round 2"'
)
def repair(
    event: StreamArgument,
    tables: Annotated[
        list[int] | None,
        typer.Option("--table", min=1, max=9_999, help="A table that is paired again."),
    ] = None,
    reason: Annotated[str, typer.Option("--reason", "-r", help="Why, for --table.")] = "",
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="Log it; else it is only shown.")
    ] = False,
    by: DeskOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Take late players into a posted round, or pair tables again.

    Who came late meets whoever has the bye, or another one; all tables are kept. With --table these
    tables are paired again by the standings as they are now. At the desk ``repair`` shows it first.
    """
    with at_desk(event, log, by, write=True) as desk:
        secret = desk.log.secret(event) or ""
        found = repair_of(desk.table, desk.person(), secret, tables or [], reason)
        return logged(desk, found, json=json)


def repair_of(table: Hall, by: str, secret: str, tables: Collection[int], reason: str) -> Repair:
    """The repair of the round that is on.

    Raises:
        Failure: there is nothing to repair, or no reason is given.
    """
    state = table.state
    if tables and not reason:
        raise Failure("a repair needs a reason", "say why these tables are paired again")
    if state.options["commitment"] and not secret:
        raise Failure("the log does not have the secret of the pairings", SECRET)
    key = key_of(secret, state.turn) if secret and state.turn else ""
    try:
        return repaired(table, by, key, tables, reason)
    except Unpairable as error:
        raise Failure(f"not repaired: {error}") from None


def repair_lines(found: Repair) -> list[str]:
    """What a repair would change."""
    kept = counted(len(found.keep), "table is kept", "tables are kept")
    return [
        f"round {found.round}, {found.reason}: {kept}",
        *(f"{each.table:>4}  {each.a} - {each.b}" for each in found.pairings),
        *(f" bye  {player}" for player in found.bye),
    ]
