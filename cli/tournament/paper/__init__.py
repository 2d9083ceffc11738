"""The paper of a tournament: pages to print, each a pure function of what the log holds.

They are HTML with a style for print, whole in themselves: no script, no font from elsewhere,
nothing that is told by colour alone.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from cli.tournament.paper.desk import deck_checks, entrants, penalties
from cli.tournament.paper.rounds import missing, pairings, pairings_by_name, table_map
from cli.tournament.paper.sheet import DRAWN, Asked, Size
from cli.tournament.paper.slips import slips
from cli.tournament.paper.standings import bracket, final, standings
from storage.exchange.tournament import Tournament


class Paper(NamedTuple):
    """A kind of page."""

    what: str  # what it is
    made: Callable[[Tournament, Asked], str]  # the page of a tournament, as HTML
    asks: tuple[str, ...] = ()  # what can be asked of it, beside the size of the paper


ROUND = ("round",)

PAPERS: Mapping[str, Paper] = {
    "pairings": Paper("who meets whom, by table", pairings, ROUND),
    "names": Paper("who meets whom, by name", pairings_by_name, ROUND),
    "map": Paper("where the tables stand, and who sits there", table_map, ("round", "row")),
    "slips": Paper("result slips, with lines to cut along", slips, ROUND),
    "missing": Paper("tables without a result", missing, ROUND),
    "standings": Paper("the standings with all tiebreaks", standings, ROUND),
    "bracket": Paper("the bracket after a cut", bracket),
    "final": Paper("the places of the whole tournament", final),
    "checks": Paper(
        "deck checks: the lists of the tables that are drawn",
        deck_checks,
        ("round", "table", "count"),
    ),
    "penalties": Paper("penalties; names where they are published", penalties, ("staff",)),
    "entrants": Paper("all who entered", entrants),
}
"""Every kind of page by its name."""

__all__ = ["DRAWN", "PAPERS", "Asked", "Paper", "Size"]
