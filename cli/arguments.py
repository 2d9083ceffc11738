"""Arguments and options that several commands share, and their completion."""

from pathlib import Path
from typing import Annotated

import typer

from cli.group import Group
from cli.language import LANGUAGES
from cli.reading.log import log_path


def commands() -> typer.Typer:
    """A group of commands that prints its help plainly."""
    return typer.Typer(
        cls=Group, rich_markup_mode=None, add_completion=False, pretty_exceptions_enable=False
    )


def complete_match(ctx: typer.Context, incomplete: str) -> list[str]:
    """The matches in the log that begin so."""
    try:
        from storage.log import Log

        with Log.open(log_path(ctx.params.get("log")), wait=0) as log:
            known = log.rows("SELECT match_id FROM matches ORDER BY opened_at, match_id")
            return [match_id for (match_id,) in known if match_id.startswith(incomplete)]
    except Exception:  # completion stays silent, whatever is wrong with the log
        return []


def complete_words(ctx: typer.Context, incomplete: str) -> list[str]:
    """The next word of a line: a seat, then a verb that is open to it, then a name in play."""
    try:
        from cli.reading.matches import source
        from events.notation import quote

        asked = source(ctx.params["match"], ctx.params.get("log"))
        table = asked.replay().table
        typed = list(ctx.params.get("lines") or ())
        if not typed:
            found = list(table.state.seats)
        elif len(typed) == 1:
            found = [o.verb for o in asked.game.options(table) if o.seat == typed[0]]
            found = found or list(asked.game.codec.by_verb)
        else:
            found = asked.game.all_names(table)
        return [quote(word) for word in dict.fromkeys(found) if word.startswith(incomplete)]
    except Exception:  # as above
        return []


def complete_judge(ctx: typer.Context, incomplete: str) -> list[str]:
    """The judges of the match that begin so."""
    try:
        from cli.reading.matches import source
        from referee.house import judges

        # an option without its value ends the parsing: the words before it are left as they are
        asked = source(ctx.params.get("match") or ctx.args[0], ctx.params.get("log"))
        return [name for name in judges(asked.replay().state) if name.startswith(incomplete)]
    except Exception:  # as above
        return []


def complete_game(incomplete: str) -> list[str]:
    """The games that begin so."""
    from referee.games.registry import game_ids

    return [game for game in game_ids() if game.startswith(incomplete)]


def complete_seat(ctx: typer.Context, incomplete: str) -> list[str]:
    """``SEAT=DECK`` with the decks that are shipped with the game; of all games, where it is not
    said yet."""
    from cli.reading.decks import shipped_decks
    from referee.games.registry import game_ids, game_of

    seat, sign, begun = incomplete.partition("=")
    if not sign:
        return []
    try:
        chosen = ctx.params.get("game")
        games = [game_of(chosen)] if chosen else [game_of(each) for each in game_ids()]
        decks = [deck for game in games for deck in shipped_decks(game)]
        return [f"{seat}={deck}" for deck in dict.fromkeys(decks) if deck.startswith(begun)]
    except Exception:  # as above
        return []


def complete_card(ctx: typer.Context, incomplete: str) -> list[str]:
    """The cards of the shipped catalogs of the game that begin so."""
    try:
        from cli.reading.decks import shipped_catalogs, tables_of
        from referee.games.registry import game_of

        catalogs = shipped_catalogs(game_of(ctx.params["game"]))
        rows = [row for each in catalogs for several in tables_of(each).values() for row in several]
        names = [str(row.get("name", "")) for row in rows]
        return [name for name in dict.fromkeys(names) if name and name.startswith(incomplete)]
    except Exception:  # as above
        return []


def complete_statistic(incomplete: str) -> list[str]:
    """The statistics that begin so."""
    from storage.statistics import all_statistics

    return [name for name in all_statistics() if name.startswith(incomplete)]


LogOption = Annotated[
    Path | None,
    typer.Option(
        "--log",
        "--venue",
        metavar="FILE",
        help="The log file; by default REFEREE_LOG, or ./referee.duckdb. Or a venue's URL, to "
        "read.",
        show_default=False,
    ),
]
JobsOption = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        min=1,
        max=64,
        metavar="N",
        help="In how many processes matches are replayed; by default in one, but for verify and "
        "rebuild on all cores where a log is large.",
        show_default=False,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
SlipsOption = Annotated[
    float,
    typer.Option(
        "--slips",
        min=0,
        max=1,
        metavar="RATE",
        help="How often something is logged by mistake before an entry, such as 0.02.",
    ),
]
RulingsOption = Annotated[
    float,
    typer.Option(
        "--rulings", min=0, max=1, metavar="RATE", help="How often a judge rules before one."
    ),
]
PageOption = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help="A .html or .pdf file; else to the screen."
    ),
]
LanguageOption = Annotated[
    str,
    typer.Option("--language", metavar="|".join(LANGUAGES), help="In which the page is said."),
]
MatchesArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="MATCH",
        help="Matches in the log; by default all.",
        autocompletion=complete_match,
    ),
]
MatchArgument = Annotated[
    str,
    typer.Argument(
        metavar="MATCH",
        help="A match in the log, or the path of a text record (with a / or .txt).",
        autocompletion=complete_match,
        show_default=False,
    ),
]
LoggedArgument = Annotated[
    str,
    typer.Argument(
        metavar="MATCH",
        help="A match in the log.",
        autocompletion=complete_match,
        show_default=False,
    ),
]
GameArgument = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="A game.", autocompletion=complete_game, show_default=False
    ),
]
RulesOption = Annotated[
    str | None,
    typer.Option(
        "--rules",
        metavar="VERSION",
        help="The version of the rules; by default the usual one.",
        show_default=False,
    ),
]
CatalogOption = Annotated[
    str | None,
    typer.Option(
        "--catalog", metavar="FILE", help="The catalog: a file, or the name of a shipped one."
    ),
]
PolicyOption = Annotated[
    str, typer.Option("--policy", metavar="NAME", help="The policy: a file, or a shipped one.")
]
ReadingsOption = Annotated[
    list[str] | None, typer.Option("--set", metavar="ID=OPTION", help="An interpretation.")
]
BeganOption = Annotated[
    str | None, typer.Option("--at", metavar="TIME", help="When it began, UTC.")
]
AgreedOption = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help="What else the players agree on; referee rules GAME lists it.",
    ),
]
ListOption = Annotated[
    list[str] | None,
    typer.Option(
        "--list",
        metavar="NAME=DECK",
        help="Cards of the table itself, by the name of the list: a file like that of a deck. "
        "By default the list that the catalog has.",
    ),
]
SideOption = Annotated[
    list[str] | None,
    typer.Option("--side", metavar="NAME=SEAT,SEAT", help="Seats that play on one side."),
]
AtOption = Annotated[
    int | None,
    typer.Option("--at", min=1, metavar="N", help="As it stood after entry N.", show_default=False),
]
UnderOption = Annotated[
    list[str] | None,
    typer.Option(
        "--under",
        metavar="[GAME:]ID=OPTION",
        help="Ask of all matches how they would have gone under another interpretation.",
    ),
]
OtherRulesOption = Annotated[
    list[str] | None,
    typer.Option(
        "--rules",
        metavar="GAME=VERSION",
        help="Ask how all matches of a game would have gone under another version.",
    ),
]
OpaqueOption = Annotated[
    bool,
    typer.Option(
        "--opaque",
        help="Draw ids of people that tell nothing: for what goes to a league. Names stay apart.",
    ),
]
ByOption = Annotated[
    str,
    typer.Option(
        "--by",
        metavar="PERSON",
        envvar="REFEREE_BY",
        help="The id of the person who records it.",
    ),
]
