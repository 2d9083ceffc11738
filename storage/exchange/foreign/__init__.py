"""Events that others have run: what their files tell, and the entries that say the same.

Each reader turns one form of file into a :class:`ForeignEvent`; ``entries`` makes a tournament
of it.
"""

from storage.exchange.foreign.compared import Compared, Difference, compared
from storage.exchange.foreign.entries import Taken, taken
from storage.exchange.foreign.forms import FORMS, read_event
from storage.exchange.foreign.tournament import ForeignEvent, NoEvent, Untaken

__all__ = [
    "FORMS",
    "Compared",
    "Difference",
    "ForeignEvent",
    "NoEvent",
    "Taken",
    "Untaken",
    "compared",
    "read_event",
    "taken",
]
