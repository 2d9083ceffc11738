"""The commands of a league: many stores, one record."""

import typer

from cli.arguments import commands
from cli.group import ByModule

COMMANDS = {
    "new": ".making",
    "publisher": ".making",
    "season": ".making",
    "parcel": ".sending",
    "status": ".sending",
    "take": ".taking",
    "refused": ".taking",
    "dispute": ".tending",
    "show": ".taking",
    "receipt": ".sending",
    "packet": ".tending",
    "person": ".persons",
    "stats": ".asking",
    "ratings": ".asking",
    "profile": ".asking",
    "sql": ".asking",
    "publish": ".publishing",
    "published": ".publishing",
    "verify": ".tending",
    "tidy": ".tending",
    "move": ".making",
}
"""Every command with its module, as seen from here, in the order in which help lists them."""


class League(ByModule):
    """The commands of a league."""

    modules = COMMANDS
    package = __package__


app = commands()
app.add_typer(
    typer.Typer(cls=League, rich_markup_mode=None, no_args_is_help=True),
    name="league",
    help="Keep a league: many stores, one record; statistics over all.",
    epilog="Start with: referee league new FOLDER; then publisher add, and take. A store sends "
    "what is new with: referee league parcel.",
)
