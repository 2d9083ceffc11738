"""The end of a tournament."""

from cli.arguments import JsonOption, LogOption, commands
from cli.failure import Failure, Status
from cli.tournament.stream import DeskOption, StreamArgument, at_desk, logged
from events.tournament import Close

app = commands()


@app.command(epilog="Example: referee tournament close open")
def close(
    event: StreamArgument,
    by: DeskOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Close the tournament and reveal the secret of its pairings."""
    with at_desk(event, log, by, write=True) as desk:
        secret = desk.log.secret(event) or ""
        if desk.table.state.options["commitment"] and not secret:
            raise Failure(
                f"{desk.log.path} does not have the secret of {event}",
                "it is closed from the log in which it was opened",
            )
        return logged(desk, Close(desk.person(), secret), json=json)
