"""The commands of a tournament: the desk from the first entry to the close."""

import typer

from cli.arguments import commands
from cli.group import ByModule

COMMANDS = {
    "new": ".opening",
    "enter": ".players",
    "check-in": ".players",
    "drop": ".players",
    "deck": ".lists",
    "propose": ".rounds",
    "post": ".rounds",
    "start": ".rounds",
    "time": ".rounds",
    "repair": ".paired_again",
    "report": ".results",
    "desk": ".desk.command",
    "standings": ".standings",
    "contests": ".played",
    "bracket": ".played",
    "lists": ".played",
    "calls": ".standings",
    "checks": ".standings",
    "game": ".linked.games",
    "call": ".linked.judges",
    "end-call": ".linked.judges",
    "infraction": ".linked.judges",
    "cut": ".end",
    "close": ".end",
    "secret": ".secret",
    "checkpoint": ".checkpoints",
    "simulate": ".simulation",
    "verify": "..commands.whole_log",
    "print": ".printer",
    "import": ".foreign",
    "export": ".exports",
    "ratings": ".season",
    "profile": ".season",
}
"""Every command with its module, as seen from here, in the order in which help lists them."""


class Tournament(ByModule):
    """The commands of a tournament."""

    modules = COMMANDS
    package = __package__


app = commands()
app.add_typer(
    typer.Typer(cls=Tournament, rich_markup_mode=None, no_args_is_help=True),
    name="tournament",
    help="Run a tournament: entries, pairings, results, standings, the desk.",
    epilog="Start with: referee tournament new open --by lena; then enter, check-in, "
    "and desk, which offers each next step. print makes the paper of a round.",
)
