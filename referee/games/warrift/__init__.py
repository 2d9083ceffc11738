"""WarRift, rules 1.0."""

# The handlers, in the order of the rules, which is the order in which the verbs are listed.
# isort: off
from referee.measure import Measure
from referee.games.warrift import setup
from referee.games.warrift import steps, playing  # noqa: F401
from referee.games.warrift.effects import effect_lines  # noqa: F401
from referee.games.warrift import attacks, summoning  # noqa: F401
from referee.games.warrift import hiring, garrisons, trading  # noqa: F401
from referee.games.warrift import cross_checks, concession  # noqa: F401

# isort: on
from events.warrift import RiftDeal
from referee.game import Game
from referee.games.warrift import decks
from referee.games.warrift.effects.played_catalog import EFFECTS, Catalogue
from referee.games.warrift.facts import OWN, CardPlayed, SupportTaken
from referee.games.warrift.from_here import FROM_HERE
from referee.games.warrift.handlers import handles
from referee.games.warrift.offered.options import obligations, options
from referee.games.warrift.places import LAYOUT
from referee.games.warrift.repair import REPAIRS
from referee.games.warrift.state import State
from referee.games.warrift.view import (
    board,
    called,
    indifferent,
    names,
    points,
    scores,
    tracks,
    traits,
)
from referee.games.warrift.window import WINDOW
from referee.games.warrift.words import WORDS
from referee.parts import lasting_changes, responses
from referee.parts.effects import FACTS as OF_EFFECTS

GAME = Game(
    id="warrift",
    title="WarRift",
    version="1.0",
    players=(2, 4),
    package=__name__,
    catalog_type=Catalogue,
    state_type=State,
    open=setup.open_match,
    handlers=handles,
    options=options,
    obligations=obligations,
    board=board,
    measures=(Measure("points", points),),
    tracks=tracks,
    from_here=FROM_HERE,
    played=(CardPlayed, SupportTaken),
    names=names,
    hidden=LAYOUT.hidden,
    called=called,
    alike=indifferent,
    repairs=REPAIRS,
    goes_first_by="first-roll",
    deck_faults=decks.deck_faults,
    traits=traits,
    facts=(*OWN, *OF_EFFECTS, *responses.FACTS, *lasting_changes.FACTS),
    words=WORDS,
    agreed=setup.agreed,
    agreed_rules=setup.AGREED_RULES,
    formerly=setup.FORMERLY,
    lists=("class",),
    table_lists=("monsters", "support"),
    usual_lists=setup.usual_lists,
    table_faults=decks.table_faults,
    window=WINDOW,
    effects=EFFECTS,
    afterwards=frozenset({RiftDeal}),
    over_rule="WR-1.12",
    scores=scores,
)
