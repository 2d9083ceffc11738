"""Ascension: Legacy of Conflict, core rules 1.0."""

# ruff: noqa: F401  (the modules of the handlers register them when they are imported)

from referee.game import Game
from referee.games.legacy_of_conflict import (
    ability,
    attack,
    chosen_condition,
    climbing,
    contest,
    deck,
    fall,
    movement,
    push,
    questions,
    setup,
    stride,
    turn,
)
from referee.games.legacy_of_conflict.catalog import Forces, roster_faults
from referee.games.legacy_of_conflict.facts import FACTS
from referee.games.legacy_of_conflict.handlers import handles
from referee.games.legacy_of_conflict.odds import odds
from referee.games.legacy_of_conflict.options import obligations, options
from referee.games.legacy_of_conflict.repair import REPAIRS
from referee.games.legacy_of_conflict.state import State
from referee.games.legacy_of_conflict.view import (
    board,
    drawing,
    hidden,
    names,
    points,
    scores,
    shown,
    tracks,
    traits,
)
from referee.games.legacy_of_conflict.words import WORDS
from referee.measure import Measure

GAME = Game(
    id="legacy_of_conflict",
    title="Ascension: Legacy of Conflict",
    version="1.0",
    players=(2, setup.MOST_PLAYERS),
    package=__name__,
    catalog_type=Forces,
    state_type=State,
    open=setup.open_match,
    handlers=handles,
    options=options,
    obligations=obligations,
    board=board,
    measures=(Measure("points", points),),
    tracks=tracks,
    names=names,
    hidden=hidden,
    repairs=REPAIRS,
    goes_first_by="flip",
    deck_faults=roster_faults,
    traits=traits,
    facts=FACTS,
    words=WORDS,
    leave=contest.leave,
    agreed=setup.agreed,
    formerly=setup.FORMERLY,
    drawing=drawing,
    odds=odds,
    shown=shown,
    scores=scores,
)
