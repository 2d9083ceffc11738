"""What the laws of every game ask of Lanterns."""

from collections.abc import Mapping

from lanterns.state import LaTable
from referee.fact import CardMoved
from tests.laws import Known


def counted(t: LaTable) -> Mapping[str, int]:
    """The lanterns of each player: unseen, put away, and lit in any night."""
    lit = [fact.seat for fact in t.facts if isinstance(fact, CardMoved) and fact.target == "table"]
    return {
        seat: player.cards.size("deck")
        + player.cards.size("hand")
        + len(player.away)
        + lit.count(seat)
        for seat, player in t.state.players.items()
    }


KNOWN = Known(
    counted=counted,
    unoffered={"light.at": "the only opponent may be named, and need not be"},
)
