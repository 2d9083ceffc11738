"""Tournaments for the tests of what judges do: lena organises, hedy is head judge, kim and jo
judge, sam keeps score; ana meets bo at table 1, cy meets dee at table 2, eva has the bye."""

from events.common import Opening, Seating
from events.notation import write
from events.tournament import Pairing, Post
from referee.games.registry import game_of
from referee.tournament.policy import Policy
from referee.tournament.posting import cost_of_posted
from storage.catalogs import samples
from tests.table import Match

GAME = game_of("tournament")
STAFF = """
lena appoint hedy head-judge; lena appoint kim judge; lena appoint jo judge
lena appoint sam scorekeeper
"""


def policy(name: str = "standard") -> Policy:
    """A policy that is shipped."""
    (found,) = (each for each in samples("tournament").values() if each.name.startswith(name))
    assert isinstance(found, Policy)
    return found


def entered(rules: Policy | None = None, **options: str) -> Match:
    """Five players have entered, and no round is posted."""
    catalog = rules or policy()
    opening = Opening(
        by="lena",
        game="tournament",
        version=GAME.version,
        catalog=catalog.hash,
        seats=(Seating("desk", "lena"),),
        options=GAME.agreements(catalog, options),
    )
    match = Match(GAME, catalog, opening).play(STAFF)
    for player in ("ana", "bo", "cy", "dee", "eva"):
        match.play(f"lena enter {player}")
    return match


def posted(rules: Policy | None = None, **options: str) -> Match:
    """Round 1 is posted."""
    return posts(entered(rules, **options), "ana-bo", "cy-dee", bye="eva")


def posts(match: Match, *pairs: str, bye: str = "") -> Match:
    """The next round is posted with these pairs."""
    number = match.state.turn + 1
    tables = tuple(Pairing(n, *pair.split("-")) for n, pair in enumerate(pairs, 1))
    byes = (bye,) if bye else ()
    cost = cost_of_posted(match.replay.table, number, tables, byes)
    event = Post("lena", number, cost=cost, pairings=tables, bye=byes)
    return match.play(write(event, GAME.codec))
