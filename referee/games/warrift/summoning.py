"""Magicka and summoning, retained cards, gaps that are filled (sections 8 and 16)."""

from events.warrift import Refill, Summon
from referee.english import one_of
from referee.games.warrift.answered import hear_mark
from referee.games.warrift.facts import CardSummoned
from referee.games.warrift.handlers import handles
from referee.games.warrift.places import LAYOUT, pile, require_listed
from referee.games.warrift.selections import SUPPORT, class_selection, fill, take_out
from referee.games.warrift.state import WrTable, card_of, selection_meant
from referee.games.warrift.time_to_act import begun, require_begun, require_mid
from referee.games.warrift.triggers import happened
from referee.games.warrift.turn import proceed
from referee.games.warrift.values import cost_of


@handles
def summon(t: WrTable, e: Summon) -> None:
    """A card of one's own selection is summoned, to the Rift or, retained, to the own discard
    pile (WR-8.2 to 8.7, 16.1 to 16.4)."""
    state = t.state
    cost = require_to_summon(t, e)
    selection = class_selection(e.seat)
    offered = list(pile(t, selection.zone))
    offered.remove(e.card)
    take_out(t, selection, e.card, e.seat, e.flipped)
    side = state.sides[e.seat]
    t.set(side, "magicka", max(0, side.magicka - cost))
    if e.to == "rift":
        LAYOUT.put_back(t, "", "rift", [e.card], "top")
        t.push(state.rift, e.seat)
        t.set(side, "summoned", True)
    else:
        LAYOUT.put_back(t, e.seat, "discard", [e.card], "top")
    t.fact(CardSummoned(e.seat, e.card, cost, e.to, tuple(offered)))
    happened(t, "summon", e.card, e.seat)
    proceed(t)


def require_to_summon(t: WrTable, e: Summon) -> int:
    """A card may be summoned now (WR-8.2, 8.3, 8.5, 16.1, 16.2).

    Returns:
        What is paid in all.
    """
    if e.seat == t.state.active:
        require_mid(t, e.seat, Summon)
    else:
        _require_others_turn(t, e)
    hear_mark(t, e)
    begun(t)
    return _require_paid(t, e, _require_shown(t, e))


def _require_others_turn(t: WrTable, e: Summon) -> None:
    """On another's turn, at any moment, or only where there is something to answer (WR-I 35)."""
    require_begun(t, e.seat)
    if t.choice["WR-I 35"] == "only_in_response_window" and not t.state.waiting.stack:
        t.refuse("WR-8.5", "there is nothing to respond to", seat=e.seat, active=t.state.active)


def _require_shown(t: WrTable, e: Summon) -> int:
    """The card lies in the summoner's own selection (WR-8.2); what it costs now."""
    if e.card not in pile(t, f"{e.seat}.selection"):
        require_listed(t, e.card)
        t.forbid(
            "WR-8.2",
            "{card} is not in {seat}'s selection",
            card=e.card,
            seat=e.seat,
            legal=one_of(affordable(t, e.seat, e.to)),
        )
    return cost_of(t, e.seat, "summon", card_of(t, e.card).cost, e.card)


def _require_paid(t: WrTable, e: Summon, cost: int) -> int:
    """The magicka covers the cost, and what it costs to retain the card (WR-16.1, 8.3, 16.2).

    Returns:
        What is paid in all.
    """
    have = t.state.sides[e.seat].magicka
    extra = t.state.retain if e.to == "discard" else 0
    if e.to == "discard" and not extra:
        legal = f'{e.seat} summon "{e.card}"' if cost <= have else ""
        t.refuse("WR-16.1", "retaining was not agreed", legal=legal)
    if have < cost:
        t.refuse(
            "WR-8.3",
            "{card} costs {cost}, {seat} has {have} magicka",
            card=e.card,
            cost=cost,
            seat=e.seat,
            have=have,
            legal=one_of(affordable(t, e.seat, e.to)),
        )
    elif have < cost + extra:
        t.refuse(
            "WR-16.2",
            "{card} costs {cost} and {extra} to retain, {seat} has {have} magicka",
            card=e.card,
            cost=cost,
            extra=extra,
            seat=e.seat,
            have=have,
            legal=f'{e.seat} summon "{e.card}"',
        )
    return cost + extra


def affordable(t: WrTable, seat: str, to: str) -> list[str]:
    """What of a player's selection the magicka covers, summoned to the Rift or retained."""
    have = t.state.sides[seat].magicka - (t.state.retain if to == "discard" else 0)
    return [
        name
        for name in dict.fromkeys(pile(t, f"{seat}.selection"))
        if cost_of(t, seat, "summon", card_of(t, name).cost, name) <= have
    ]


@handles
def refill(t: WrTable, e: Refill) -> None:
    """A card is flipped into a gap (WR-8.6, 9.7)."""
    require_begun(t, e.seat)
    fill(t, SUPPORT if selection_meant(t, e) == "support" else class_selection(e.seat), e.card)
    proceed(t)
