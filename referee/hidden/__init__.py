"""The cards that nobody sees: what may lie where, and which showings are possible."""

from referee.hidden.account import FORMERLY, KINDS, HiddenCards, most_ways
from referee.hidden.backs import Backs
from referee.hidden.parts import NOW
from referee.hidden.place import HiddenPlace, Pooled, pooled
from referee.hidden.zone import Impossible, Zone

__all__ = [
    "FORMERLY",
    "KINDS",
    "NOW",
    "Backs",
    "HiddenCards",
    "HiddenPlace",
    "Impossible",
    "Pooled",
    "Zone",
    "most_ways",
    "pooled",
]
