"""The page of a season: how decks and cards do, who goes first, how long it takes, what goes
wrong."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cli.failure import Failure
from cli.report.figures import figures_of, sections, trends
from cli.report.page import Page, Section
from referee.games.registry import game_of, is_stream
from storage.season.contests import contests
from storage.season.ratings import ratings
from storage.statistics import Filters, all_statistics, run

if TYPE_CHECKING:
    from storage.log import Log

SHARED = (
    "wins-by-deck",
    "archetypes",
    "matchups",
    "matchup-fair",
    "wins-by-start",
    "first-by-matchup",
    "card-drawn",
    "opening-card",
    "card-by-turn",
    "card-in-matchup",
    "card-performance",
    "dead-cards",
    "wins-by-trait",
    "endings",
    "match-length",
    "score-curves",
    "comeback",
    "wins-by-luck",
    "advantage-calibration",
    "notable",
    "illegal-entries",
    "rules-learned",
    "rulings",
    "remedy-choice",
    "what-if-ruling",
    "trust",
    "attack-success",
    "time-per-turn",
)
"""The statistics of all games that tell a season, in their order; each game's own follow."""
LEAST = 5
"""So many rated contests has who is listed."""


def season_page(
    log: "Log", filters: Filters, people: Mapping[str, str], title: str = "A season"
) -> Page:
    """The page of all matches that the filters leave, game by game.

    Args:
        log: a log whose facts are projected.
        filters: of which matches.
        people: what people are called.
        title: what the season is called.

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
        parts = [
            *trends(log.connection, "wins-by-deck", "week", of_game),
            *sections(figures_of(log.connection, of_game), (*SHARED, *own), of_game),
            *trends(log.connection, "wins-by-deck", "edition", of_game),
            *([] if log.of_all else _ratings(log, of_game, people)),
        ]
        if len(games) > 1:
            of = game_of(game).title
            parts = [p._replace(id=f"{game}-{p.id}", title=f"{of}: {p.title}") for p in parts]
        found += parts
    if not found:
        raise Failure("there is no match to tell of", "referee matches lists them")
    return Page(title, about, found, people=people)


def _ratings(log: "Log", filters: Filters, people: Mapping[str, str]) -> Iterator[Section]:
    """Who is rated how, from the contests of tournaments."""
    met = contests(log.connection, plays=filters.game, since=filters.since, until=filters.until)
    rows = [
        (
            people.get(each.player, each.player),
            *(f"{figure:.3f}" for figure in (each.ordinal, each.mu, each.sigma)),
            *map(str, (each.n, each.wins, each.draws)),
        )
        for each in ratings(met)
        if each.n >= LEAST
    ]
    if rows:
        words = ["tournament", "ratings", "--least", str(LEAST), "--game", filters.game or ""]
        for option, day in (("--since", filters.since), ("--until", filters.until)):
            words += [option, str(day)] if day else []
        yield Section(
            "ratings",
            "Ratings",
            "Players in the order of the lower end of their rating (mu less three times sigma), "
            "from the contests of tournaments.",
            " ".join(words),
            ("player", "ordinal", "mu", "sigma", "n", "wins", "draws"),
            rows,
            frozenset(("ordinal", "mu", "sigma", "n", "wins", "draws")),
        )


__all__ = ["season_page"]
