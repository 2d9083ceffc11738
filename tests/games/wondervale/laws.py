"""What the laws of every game ask of Wondervale."""

from collections.abc import Iterator, Mapping

from referee.games.wondervale.repair import STEPS
from referee.games.wondervale.state import Side, WvTable
from tests.games.wondervale.table import all_cards
from tests.laws import Known
from tests.laws.matches import told_truly


def counted(t: WvTable) -> Mapping[str, int]:
    """Every card of each player, open and hidden, by its name."""
    return {
        f"{seat} {card}": count
        for seat, side in t.state.sides.items()
        for card, count in all_cards(side).items()
    }


def repairs(start: WvTable, goal: WvTable) -> Iterator[str]:
    """The repairs of an opening that make it look like another table of the match."""
    for seat, side in goal.state.sides.items():
        yield f"health:{seat}:{side.health}"
        yield f"defeats:{seat}:{side.defeated}"
        out = start.state.sides[seat].hidden.size("deck") - side.hidden.size("deck")
        yield f"draw:{seat}:{out}"
        yield from _units(seat, side)
        for place, cards in (
            ("bank", side.bank),
            ("discard", side.discard),
            ("defeated", side.defeat_pile),
        ):
            for card in cards:
                yield f"move:{seat}/{card}:hand>{place}"
    step = next(word for word, step in STEPS.items() if step == goal.state.step)
    yield f"turn:{goal.state.active}:{goal.state.turn}/{step}"


def _units(seat: str, side: Side) -> Iterator[str]:
    for place, units in (("battle", [side.battle]), ("bench", side.bench)):
        for unit in units:
            if unit is None:
                continue
            target = f"{seat}/{unit.id}"
            yield f"enter:{target}:{place}"
            yield from (f"upgrade:{target}:{card}" for card in unit.cards[1:])
            for card in unit.tribes:
                yield f"move:{seat}/{card}:hand>bank"
                yield f"attach:{target}:{card}"
            yield f"damage:{target}:{unit.damage}"
            yield f"ready:{target}:{'yes' if unit.vertical else 'no'}"


KNOWN = Known(
    counted=counted,
    truth={"the shipped cards": told_truly("wondervale")},
    repairs=repairs,
    unheard={
        "mulligan.hand": "a hand that was shown goes back, and leaves nothing behind",
    },
    needed={
        "draw.count": "one card is drawn where no number is said",
        "rolls": "a tie is thrown again, and the last throw is none",
        "discard.cards": "fewer cards are discarded than are over the limit",
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
