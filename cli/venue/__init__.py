"""The commands of the venue: one process that has the log, for phones, judges and screens."""

import typer

from cli.arguments import commands
from cli.group import ByModule

COMMANDS = {
    "serve": ".serve",
    "demo": ".demo",
    "rehearse": ".rehearsal.command",
    "floor": ".floor.command",
    "restore": ".keeping.command",
}
"""Every command with its module, as seen from here, in the order in which help lists them."""


class Venue(ByModule):
    """The commands of a venue."""

    modules = COMMANDS
    package = __package__


app = commands()
app.add_typer(
    typer.Typer(cls=Venue, rich_markup_mode=None, no_args_is_help=True),
    name="venue",
    help="Serve phones, judges and screens from one log on the local network.",
    epilog="Start with: referee venue demo",
)
