"""The paper of a tournament: pages to print, each a pure function of what the log holds.

They are HTML with a style for print, whole in themselves: no script, no font from elsewhere,
nothing that is told by colour alone.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from cli.tournament.paper.desk import deck_checks, entrants, penalties
from cli.tournament.paper.rounds import missing, pairings, pairings_by_name
from cli.tournament.paper.sheet import Asked, Size
from cli.tournament.paper.slips import slips
from cli.tournament.paper.standing import bracket, final, standings
from storage.exchange.tournament import Tournament


class Paper(NamedTuple):
    """A kind of page.

    Args:
        told: what it is.
        made: the page of a tournament, as HTML.
    """

    told: str
    made: Callable[[Tournament, Asked], str]


PAPERS: Mapping[str, Paper] = {
    "pairings": Paper("who meets whom, by table", pairings),
    "names": Paper("who meets whom, by name", pairings_by_name),
    "slips": Paper("result slips, with lines to cut along", slips),
    "missing": Paper("tables without a result", missing),
    "standings": Paper("the standings with all tiebreaks", standings),
    "bracket": Paper("the bracket after a cut", bracket),
    "final": Paper("the places of the whole tournament", final),
    "checks": Paper("deck checks: the lists of the tables that are drawn", deck_checks),
    "penalties": Paper("penalties; names where they are published", penalties),
    "entrants": Paper("all who entered", entrants),
}
"""Every kind of page by its name."""

__all__ = ["PAPERS", "Asked", "Paper", "Size"]
