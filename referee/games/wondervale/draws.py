"""Drawing cards: the opening hand, the draw of the turn with the flip, and what rules grant."""

from collections.abc import Sequence

from events.wondervale import Draw
from referee.fact import UnitsReadied
from referee.games.wondervale.cards import draw, owed
from referee.games.wondervale.due import DrawCard, Due, TakeBack, Verdari
from referee.games.wondervale.handlers import handles
from referee.games.wondervale.possible import may_draw_for_none, way_on
from referee.games.wondervale.setup import opening_draw
from referee.games.wondervale.state import (
    DEPOSIT,
    DISCARD,
    SETUP,
    Side,
    WvTable,
    hand_size,
    units_of,
)
from referee.games.wondervale.turn import go_on, require_turn
from referee.house import require_seat


@handles
def draw_cards(t: WvTable, e: Draw) -> None:
    """The draw of the turn with the flip (WV-4.3 to 4.5), or one that a rule grants."""
    state = t.state
    if state.step == SETUP:
        require_seat(t, e.seat)
        opening_draw(t, e)
        return
    of_the_turn = state.step == DISCARD and e.seat == state.active
    if state.due and not (of_the_turn and e.count == 1 + state.discarded):
        offer = owed(t, e.seat, DrawCard) or owed(t, e.seat, Verdari)
        if offer is not None:
            _granted_draw(t, e, offer)
            return
    if of_the_turn:
        _draw_step(t, e)
        return
    require_seat(t, e.seat)
    t.refuse(
        "WV-4.3",
        "no draw is due to {seat}",
        seat=e.seat,
        legal="one draw at the start of a turn, or one that a rule grants",
    )
    # A judge lets it stand: cards are drawn, and no step of a turn is taken.
    draw(t, state.sides[e.seat], e.count, "WV-4.3")


def _draw_step(t: WvTable, e: Draw) -> None:
    """WV-4.3, and the flip (WV-4.5)."""
    side = require_turn(t, e.seat, DISCARD)
    due = 1 + t.state.discarded
    if e.count != due:
        t.refuse("WV-4.3", "{have} drawn, {due} due", have=e.count, due=due, legal=way_on(t))
    draw(t, side, e.count, "WV-4.3")
    if t.state.over:
        return
    flipped = 0
    for unit in units_of(side):
        if not unit.vertical:
            unit.vertical = True
            flipped += 1
    if flipped:
        t.fact(UnitsReadied(e.seat, flipped, "WV-4.5"))
    go_on(t, DEPOSIT)


# -- what rules grant --------------------------------------------------------------------------


def _granted_draw(t: WvTable, e: Draw, offer: DrawCard | Verdari) -> None:
    """Cards that rules let a player draw, one by each (WV-7.13, 8.3, 8.4)."""
    if isinstance(offer, Verdari):
        _draw_for_none(t, e, offer)
        return
    state = t.state
    offers = [d for d in state.due if type(d) is DrawCard and d.seat == e.seat]
    if e.count > len(offers):
        t.refuse(
            offer.rule,
            "{have} drawn; {limit} granted",
            have=e.count,
            limit=len(offers),
            legal=f"{e.seat} draw {len(offers)}",
            since=offer.since,
        )
    taken = offers[: e.count]
    state.due = [d for d in state.due if d not in taken and not _forgone(t, d, taken)]
    by_rule = {offer.rule: e.count - len(taken)}
    for due in taken:
        by_rule[due.rule] = by_rule.get(due.rule, 0) + 1
    for rule, count in by_rule.items():
        draw(t, state.sides[e.seat], count, rule, optional=True)


def _forgone(t: WvTable, due: Due, drawn: Sequence[DrawCard]) -> bool:
    """WV-I 14: under that reading nothing is taken back of a unit for which a card was drawn."""
    if t.choice["WV-I 14"] == "any_order" or type(due) is not TakeBack:
        return False
    return any((d.seat, d.unit, d.since) == (due.seat, due.unit, due.since) for d in drawn)


def _draw_for_none(t: WvTable, e: Draw, offer: Verdari) -> None:
    """WV-8.3: one card, where hand and bank hold no tribe card."""
    side = t.state.sides[e.seat]
    if e.count != 1:
        t.refuse(
            offer.rule,
            "{have} drawn; {limit} granted",
            have=e.count,
            limit=1,
            legal=f"{e.seat} draw 1" if may_draw_for_none(t, side) else f"{e.seat} decline graft",
        )
    _require_no_tribe_card(t, side)
    t.state.due.remove(offer)
    draw(t, side, e.count, offer.rule, optional=True)


def _require_no_tribe_card(t: WvTable, side: Side) -> None:
    """WV-8.3: a card is drawn only where hand and bank hold no tribe card; the hand is unseen."""
    if side.bank:
        t.refuse(
            "WV-8.3",
            "the bank holds tribe cards: {bank}",
            have=len(side.bank),
            bank=", ".join(sorted(side.bank)),
            legal=f"{side.seat} decline graft",
        )
    tribe_cards = sorted(t.catalog.tribe_of)
    found = side.hidden.denies("hand", tribe_cards)
    if found is not None:
        t.refuse(
            "WV-8.3",
            "{seat} is known to hold {card}",
            seat=side.seat,
            card=found.card,
            legal=f"{side.seat} decline graft",
        )
        return
    side.hidden.claim("hand", tribe_cards, t.seq)
    t.trust(f"{side.seat}'s hand of {hand_size(side)} holds no tribe card")
