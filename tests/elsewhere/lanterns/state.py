"""The state of a match of Lanterns."""

from msgspec import Struct, field

from lanterns.cards import Lanterns
from referee.hidden import HiddenCards
from referee.obligation import Obligation
from referee.table import MatchState, Table


class PutAway(Obligation):
    """A threatened player has to put a lantern away."""

    def text(self) -> str:
        """What has to be done, in words."""
        return "put a lantern from hand away"


class Player(Struct, omit_defaults=True):
    """What one player has: deck and hand unseen, lanterns put away, points."""

    seat: str
    cards: HiddenCards
    away: list[str] = field(default_factory=list)
    points: int = 0


class State(MatchState[PutAway], omit_defaults=True):
    """The whole match.

    Args:
        players: by seat.
        lit: the lanterns of this night, the newest last.
        by: who lit the newest.
        passes: how many have passed in a row.
        nights: how many nights are over.
    """

    players: dict[str, Player] = field(default_factory=dict)
    lit: list[str] = field(default_factory=list)
    by: str = ""
    passes: int = 0
    nights: int = 0


LaTable = Table[State, Lanterns]


def opponents(state: State, seat: str) -> list[str]:
    """Who may be threatened: the others with a card in hand."""
    others = (player for player in state.players.values() if player.seat != seat)
    return [other.seat for other in others if other.cards.size("hand")]


def bright_enough(t: LaTable) -> list[str]:
    """The lanterns that may be lit upon the newest one (LA-2.2, 2.6)."""
    lit, lanterns = t.state.lit, t.catalog.lantern
    if not lit:
        return list(lanterns)
    least = lanterns[lit[-1]].bright
    names = [name for name, each in lanterns.items() if each.bright >= least]
    return [name for name in names if name != lit[-1]] if t.edition == "1.1" else names
