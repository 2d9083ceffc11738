"""A tournament: entrants, rounds, results and what follows from them (TR).

It is played by the fold, the log and the rulings of every match, and registered apart from the
games for tables.
"""

# The handlers, in the order of the sections.
# isort: off
from referee.tournament import opening, roles  # noqa: F401
from referee.tournament import decks  # noqa: F401
from referee.tournament import entrants, posts, results, end  # noqa: F401
from referee.tournament.stages import cut, paired_again  # noqa: F401
from referee.tournament.judging import clock_events, extensions, calls, infractions  # noqa: F401

# isort: on
from events.tournament import Checkpoint, Publish
from referee.game import Game
from referee.tournament.due import obligations, options
from referee.tournament.facts import FACTS
from referee.tournament.facts.words import WORDS
from referee.tournament.handlers import handles, steadfast
from referee.tournament.opening import open_tournament, options_of
from referee.tournament.policy import Policy
from referee.tournament.repair import REPAIRS
from referee.tournament.state import State
from referee.tournament.view import board, names, traits

GAME = Game(
    id="tournament",
    title="Tournament",
    version="2",
    other_versions=("1",),
    players=(1, 1),
    package=__name__,
    catalog_type=Policy,
    state_type=State,
    open=open_tournament,
    handlers=steadfast(handles),
    options=options,
    obligations=obligations,
    board=board,
    names=names,
    repairs=REPAIRS,
    deck_faults=lambda catalog, deck, choice: [],
    traits=traits,
    facts=FACTS,
    words=WORDS,
    afterwards=frozenset({Checkpoint, Publish}),
    agreed=options_of,
)
"""The tournament as a game under the house's fold; ``rulebook.md`` is its page."""
