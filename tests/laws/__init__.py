"""Laws that hold of every match of every game, each tried on random matches of a game.

A law is a function of a game's id and a seed, and is broken where it fails. It draws an opening
(edition, catalog, decks, seats and sides, readings, what is agreed) and plays by the game's
options, with slips and rulings in between. ``tests/referee/test_laws.py`` tries each law on a few
matches of each registered game, ``python -m tests.trials laws`` on as many as you like.

What a game alone knows stands in its ``tests/games/<game>/laws.py``, see :class:`Known`.
"""

from tests.laws import door, hints, matches, missing, repaired, ruled, said, words
from tests.laws.known import EXCUSED, Known, known
from tests.laws.law import LAWS, trial
from tests.laws.players import begun, drawn, played, steps
from tests.laws.slipped import with_slips

__all__ = [
    "EXCUSED",
    "LAWS",
    "Known",
    "begun",
    "door",
    "drawn",
    "hints",
    "known",
    "matches",
    "missing",
    "played",
    "repaired",
    "ruled",
    "said",
    "steps",
    "trial",
    "with_slips",
    "words",
]
