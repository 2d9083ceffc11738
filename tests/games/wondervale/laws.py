"""What the laws of every game ask of Wondervale."""

from collections.abc import Mapping

from referee.games.wondervale.state import WvTable
from tests.games.wondervale.table import all_cards
from tests.laws import Known


def counted(t: WvTable) -> Mapping[str, int]:
    """Every card of each player, open and hidden, by its name."""
    return {
        f"{seat} {card}": count
        for seat, side in t.state.sides.items()
        for card, count in all_cards(side).items()
    }


KNOWN = Known(
    counted=counted,
    unheard={
        "mulligan.hand": "a hand that was shown goes back, and leaves nothing behind",
    },
    needed={
        "draw.count": "one card is drawn where no number is said",
        "tribes": "no tribe card is added where none is named",
    },
    unoffered={
        **dict.fromkeys(
            ("standard-health.seat", "agree-health.seat", "chaos-health.seat", "first-roll.seat"),
            "what both players do together is offered to the first and may be logged for either",
        ),
        "decline": "a draw that need not be made may be said not to be made",
        **dict.fromkeys(
            ("exchange.at", "exchange.other_at", "exchange.card", "exchange.other"),
            "options offer two places in one order, and they may be named in the other",
        ),
        "chaos-health.rolls": "either player may throw first",
        "draw.count": "draws that stand side by side may be logged as one",
        "decline.what": "what is declined need not be said",
        "sift.card": "options offer what was in hand before, not what may be drawn",
        "agree-health.amount": "any amount may be agreed; options keep to some that are played",
    },
)
