"""What the laws of every game ask of Tower-WizWar."""

from collections.abc import Mapping

from referee.games.tower_wizwar.places import LAYOUT
from referee.games.tower_wizwar.state import TwTable
from tests.laws import Known


def counted(t: TwTable) -> Mapping[str, int]:
    """Every card of the match, open and hidden, by its name (TW-20.1)."""
    return LAYOUT.counted(t)


KNOWN = Known(counted=counted)
