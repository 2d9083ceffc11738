"""Lanterns, rules 1.0 and 1.1: the sixth game, which the guide makes step by step."""

from lanterns import play, view
from lanterns.cards import Lanterns, deck_faults, traits
from lanterns.repair import REPAIRS
from lanterns.state import State
from referee.game import Game
from referee.measure import Measure

GAME = Game(
    id="lanterns",
    title="Lanterns",
    version="1.0",
    other_versions=("1.1",),
    players=(2, 4),
    package=__name__,
    catalog_type=Lanterns,
    state_type=State,
    open=play.open_match,
    handlers=play.handles,
    options=view.options,
    obligations=view.obligations,
    board=view.board,
    measures=(Measure("points", view.points),),
    hidden=view.hidden,
    names=view.names,
    repairs=REPAIRS,
    deck_faults=deck_faults,
    traits=traits,
    facts=(play.NightEnded,),
    words={play.NightEnded: play.night_in_words},
)
