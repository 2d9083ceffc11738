"""The cards that nobody sees: what may lie where, and which showings are possible."""

from referee.hidden.account import EXACT, FORMERLY, KINDS, HiddenCards
from referee.hidden.backs import Backs
from referee.hidden.parts import NOW
from referee.hidden.place import HiddenPlace
from referee.hidden.zone import Impossible, Zone

__all__ = [
    "EXACT",
    "FORMERLY",
    "KINDS",
    "NOW",
    "Backs",
    "HiddenCards",
    "HiddenPlace",
    "Impossible",
    "Zone",
]
