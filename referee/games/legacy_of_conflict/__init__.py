"""Ascension: Legacy of Conflict, core rules 1.0."""

from events import legacy_of_conflict as events
from events.event import Event
from referee.game import Game
from referee.games.legacy_of_conflict import (
    ability,
    attack,
    climbing,
    contest,
    deck,
    falling,
    harm,
    movement,
    questions,
    setup,
    turn,
)
from referee.games.legacy_of_conflict.catalog import Forces, roster_faults
from referee.games.legacy_of_conflict.facts import FACTS
from referee.games.legacy_of_conflict.odds import odds
from referee.games.legacy_of_conflict.options import obligations, options
from referee.games.legacy_of_conflict.questions import unless_asked
from referee.games.legacy_of_conflict.repair import REPAIRS
from referee.games.legacy_of_conflict.state import State
from referee.games.legacy_of_conflict.telling import WORDS
from referee.games.legacy_of_conflict.view import board, drawing, names, shown, traits
from referee.house import Handler
from referee.rulebook import rulebook_of

_PLAY: dict[type[Event], Handler] = {
    events.Agree: setup.agree,
    events.Deck: setup.list_deck,
    events.Shuffle: setup.shuffle,
    events.Place: setup.place,
    events.Order: contest.order,
    events.Flip: contest.flip,
    events.Refresh: deck.refresh,
    events.Look: deck.look,
    events.Declare: turn.declare,
    events.CloseTurn: turn.close_turn,
    events.Respond: ability.respond,
    events.Push: turn.settling(falling.push),
    events.Throw: turn.settling(falling.push),
    events.Fall: turn.settling(falling.fall),
    events.Choose: turn.settling(harm.choose),
    events.Displace: turn.settling(falling.displace),
    events.Ask: questions.ask,
    events.Tally: questions.tally,
}
"""What is refused while a question is open (LC-3.4)."""

_ACTIVATION: dict[type[Event], Handler] = {
    events.Activate: turn.activate,
    events.Pass: turn.pass_,
    events.End: turn.end,
    events.Move: movement.move,
    events.Stride: movement.stride,
    events.Climb: climbing.climb,
    events.Traverse: climbing.traverse,
    events.Shake: climbing.shake,
    events.Interact: climbing.interact,
    events.Door: climbing.door,
    events.Attack: attack.attack,
    events.Use: ability.use,
    events.Transfer: ability.transfer,
}
"""What asks on its own whether anything is open (``activation.free``)."""

GAME = Game(
    id="legacy_of_conflict",
    title="Ascension: Legacy of Conflict",
    version="1.0",
    players=(2, setup.MOST_PLAYERS),
    events=events.EVENTS,
    rulebook=rulebook_of(__name__),
    catalog_type=Forces,
    state_type=State,
    open=setup.open_match,
    handlers={
        **_ACTIVATION,
        **{kind: unless_asked(handler) for kind, handler in _PLAY.items()},
        events.Settle: questions.settle,
    },
    options=options,
    obligations=obligations,
    board=board,
    names=names,
    repairs=REPAIRS,
    deck_faults=roster_faults,
    traits=traits,
    package=__name__,
    facts=FACTS,
    words=WORDS,
    leave=contest.leave,
    agreed=setup.agreed,
    drawing=drawing,
    odds=odds,
    shown=shown,
)
