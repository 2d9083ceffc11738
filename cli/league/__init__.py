"""The commands of a league: many stores, one record."""

import typer

from cli.arguments import commands
from cli.group import ByModule

COMMANDS = {
    "new": ".foundation",
    "publisher": ".foundation",
    "season": ".foundation",
    "parcel": ".parcels",
    "status": ".parcels",
    "take": ".intake",
    "refused": ".intake",
    "dispute": ".upkeep",
    "show": ".intake",
    "receipt": ".parcels",
    "packet": ".upkeep",
    "person": ".persons",
    "stats": ".figures",
    "ratings": ".figures",
    "profile": ".figures",
    "sql": ".figures",
    "publish": ".published",
    "published": ".published",
    "verify": ".upkeep",
    "tidy": ".upkeep",
    "move": ".foundation",
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
