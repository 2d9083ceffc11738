"""What the laws of every game ask of Tower-WizWar."""

from collections.abc import Mapping

from referee.games.tower_wizwar.places import LAYOUT
from referee.games.tower_wizwar.state import TwTable
from tests.games.tower_wizwar.truth import match
from tests.laws import Known


def counted(t: TwTable) -> Mapping[str, int]:
    """Every card that was registered, open and hidden, by its name; what effects have added is
    none of these (TW-20.1)."""
    added = t.state.zones.generated
    found = {name: n - added.get(name, 0) for name, n in LAYOUT.counted(t).items()}
    return {name: n for name, n in found.items() if n}


KNOWN = Known(
    counted=counted,
    truth={"texts that leave everything open": match.trial},
)
