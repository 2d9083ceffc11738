"""The page of a season: how decks and cards do, who goes first, how long it takes, what goes
wrong."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from cli.failure import Failure
from cli.report.figures import sections
from cli.report.page import Page, Section
from referee.games.registry import game_of, is_stream
from storage.statistics import Filters, all_statistics, run

if TYPE_CHECKING:
    from storage.log import Log

SHARED = (
    "wins-by-deck",
    "matchups",
    "wins-by-start",
    "wins-by-seat",
    "card-performance",
    "wins-by-trait",
    "endings",
    "match-length",
    "score-by-turn",
    "illegal-entries",
    "rulings",
    "attack-success",
    "time-per-turn",
)
"""The statistics of all games that tell a season, in their order; each game's own follow."""


def season_page(log: "Log", filters: Filters) -> Page:
    """The page of all matches that the filters leave, game by game.

    Raises:
        Failure: they leave none.
    """
    found: list[Section] = []
    about = []
    games = dict.fromkeys(m.game for m in log.matches(game=filters.game) if not is_stream(m.game))
    for game in games:
        own = [each.name for each in all_statistics().values() if each.game == game]
        of_game = replace(filters, game=game)
        about.append(run(log.connection, "endings", of_game).over(game))
        parts = list(sections(log.connection, (*SHARED, *own), of_game))
        if len(games) > 1:
            title = game_of(game).title
            parts = [p._replace(id=f"{game}-{p.id}", title=f"{title}: {p.title}") for p in parts]
        found += parts
    if not found:
        raise Failure("there is no match to tell of", "referee matches lists them")
    return Page("A season", about, found)


__all__ = ["season_page"]
