"""Who meets whom in a round: pure functions that know neither entries nor state.

``propose`` makes a round of Swiss pairings, ``cost_of`` says what any pairing costs and
``alternative`` what another would have cost; ``circle`` and ``bracket`` make the rounds of the
other formats.
"""

from referee.tournament.pairing.alternative import Alternative, alternative
from referee.tournament.pairing.bracket import bracket
from referee.tournament.pairing.circle import circle
from referee.tournament.pairing.cost import ITEMS, cost_of, unit_of
from referee.tournament.pairing.matching import Search
from referee.tournament.pairing.paired import BYE, Pair, Paired, Placed, Unpairable
from referee.tournament.pairing.swiss import Proposal, propose

__all__ = [
    "BYE",
    "ITEMS",
    "Alternative",
    "Pair",
    "Paired",
    "Placed",
    "Proposal",
    "Search",
    "Unpairable",
    "alternative",
    "bracket",
    "circle",
    "cost_of",
    "propose",
    "unit_of",
]
