"""The commands of the venue: one process that has the log, for phones, judges and screens."""

from typing import Any

import typer

from cli.arguments import commands
from cli.group import Group, group_in

COMMANDS = {
    "serve": ".serve",
    "demo": ".demo",
    "restore": ".keeping.command",
}
"""Every command with its module, as seen from here, in the order in which help lists them."""


class Venue(Group):
    """The commands of a venue, each found in its module when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The commands in the order of help."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command by its name; None where there is none."""
        if cmd_name not in COMMANDS:
            return None
        return group_in(COMMANDS[cmd_name], __package__).commands[cmd_name]


app = commands()
app.add_typer(
    typer.Typer(cls=Venue, rich_markup_mode=None, no_args_is_help=True),
    name="venue",
    help="Serve phones, judges and screens from one log on the local network.",
    epilog="Start with: referee venue demo",
)
