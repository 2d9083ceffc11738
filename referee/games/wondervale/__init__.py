"""Tribes of Wondervale: Ascension Campaign, rules 1.1."""

# The handlers, in the order of the rules, which is the order in which the verbs are listed.
# isort: off
from referee.measure import Measure
from referee.games.wondervale import setup
from referee.games.wondervale import turn, draws, deployment  # noqa: F401
from referee.games.wondervale import battle, aftermath, ability, champion  # noqa: F401

# isort: on
from referee.game import Game
from referee.games.wondervale.catalog import Cards, deck_faults
from referee.games.wondervale.from_here import FROM_HERE
from referee.games.wondervale.handlers import handles
from referee.games.wondervale.options import obligations, options
from referee.games.wondervale.repair import REPAIRS
from referee.games.wondervale.state import State
from referee.games.wondervale.view import board, called, healths, hidden, names, tracks, traits

GAME = Game(
    id="wondervale",
    title="Tribes of Wondervale: Ascension Campaign",
    version="1.1",
    players=(2, 2),
    package=__name__,
    catalog_type=Cards,
    state_type=State,
    open=setup.open_match,
    handlers=handles,
    options=options,
    obligations=obligations,
    board=board,
    measures=(Measure("health", healths),),
    tracks=tracks,
    from_here=FROM_HERE,
    names=names,
    hidden=hidden,
    called=called,
    repairs=REPAIRS,
    goes_first_by="first-roll",
    deck_faults=deck_faults,
    traits=traits,
)
