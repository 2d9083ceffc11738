"""Tower-WizWar, rules 1."""

# The handlers, in the order of the rules, which is the order in which the verbs are listed.
# isort: off
from referee.measure import Measure
from referee.games.tower_wizwar import setup
from referee.games.tower_wizwar import entrance
from referee.games.tower_wizwar import draft, celestials  # noqa: F401
from referee.games.tower_wizwar import mana, casting, movement  # noqa: F401
from referee.games.tower_wizwar import attacks  # noqa: F401
from referee.games.tower_wizwar.effects import effect_lines  # noqa: F401
from referee.games.tower_wizwar import match_course

# isort: on
from referee.game import Game
from referee.games.tower_wizwar import decks
from referee.games.tower_wizwar.effects.played_catalog import EFFECTS, Catalogue
from referee.games.tower_wizwar.facts import OWN, CardCast, CardPlayed
from referee.games.tower_wizwar.from_here import FROM_HERE
from referee.games.tower_wizwar.handlers import handles
from referee.games.tower_wizwar.offered.options import obligations, offers, options
from referee.games.tower_wizwar.picture import drawing
from referee.games.tower_wizwar.places import LAYOUT
from referee.games.tower_wizwar.repair import REPAIRS
from referee.games.tower_wizwar.state import State
from referee.games.tower_wizwar.unmeant import unmeant
from referee.games.tower_wizwar.view import board, called, harms, names, tracks, traits, wounds
from referee.games.tower_wizwar.window import WINDOW
from referee.games.tower_wizwar.words import WORDS
from referee.parts import lasting_changes, responses
from referee.parts.effects import FACTS as OF_EFFECTS

GAME = Game(
    id="tower_wizwar",
    title="Tower-WizWar",
    version="1",
    players=(2, 8),
    package=__name__,
    catalog_type=Catalogue,
    state_type=State,
    open=setup.open_match,
    handlers=handles,
    options=options,
    offers=offers,
    obligations=obligations,
    board=board,
    measures=(Measure("wounds", wounds, less=True), Measure("harm", harms, less=True)),
    tracks=tracks,
    from_here=FROM_HERE,
    played=(CardCast, CardPlayed),
    names=names,
    hidden=LAYOUT.hidden,
    dealt=entrance.dealt,
    called=called,
    repairs=REPAIRS,
    deck_faults=decks.deck_faults,
    traits=traits,
    facts=(*OWN, *OF_EFFECTS, *responses.FACTS, *lasting_changes.FACTS),
    words=WORDS,
    agreed=setup.agreed,
    formerly=setup.FORMERLY,
    lists=("towers",),
    drawing=drawing,
    leave=match_course.leave,
    window=WINDOW,
    effects=EFFECTS,
    afterwards=match_course.AFTERWARDS,
    over_rule="TW-1.9",
    unmeant=unmeant,
)
