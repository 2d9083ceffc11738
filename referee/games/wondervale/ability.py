"""Section 8: what the tribe of the winning unit does when it defeats another."""

from typing import TypeVar

from events.wondervale import Drown, Exchange, Graft, Pick, Replace, Sift
from referee.english import one_of
from referee.fact import AbilityUsed, CardMoved
from referee.games.wondervale.cards import (
    draw,
    owed,
    require_known,
    require_tribe_cards,
    show_from_hand,
    take,
)
from referee.games.wondervale.due import Abyssal, Aegaryn, DrawCard, Duneward, Juryn, Verdari
from referee.games.wondervale.handlers import handles
from referee.games.wondervale.harm import (
    ABYSSAL_DAMAGE,
    Blow,
    defeat,
    defeat_fallen,
    harm_unit,
    winners_ability,
)
from referee.games.wondervale.possible import way_on
from referee.games.wondervale.state import (
    Side,
    WvTable,
    capacity,
    find_unit,
    hand_size,
    opponent,
    units_of,
)
from referee.house import require_seat

BANK = "bank"
HAND = "hand"

Used = Duneward | Juryn | Verdari | Aegaryn | Abyssal
A = TypeVar("A", bound=Used)


def require_ability(t: WvTable, seat: str, kind: type[A], rule: str) -> A:
    """The ability that is owed or offered; without one the rule forbids what it would do."""
    require_seat(t, seat)
    due = owed(t, seat, kind)
    if due is None:
        t.forbid(
            rule,
            "{seat} has no {tribe} ability to use now",
            seat=seat,
            tribe=str(kind.__struct_config__.tag),
            legal=way_on(t),
        )
    return due


def _use(t: WvTable, due: Used) -> None:
    t.pull(t.state.due, due)
    t.fact(AbilityUsed(due.seat, due.card, due.task, due.rule))


# -- Duneward ----------------------------------------------------------------------------------


@handles
def sift(t: WvTable, e: Sift) -> None:
    """WV-8.1: one card is drawn, then any one card of the hand is discarded."""
    due = require_ability(t, e.seat, Duneward, "WV-8.1")
    side = t.state.sides[e.seat]
    require_known(t, (e.card,))
    if side.hidden.refuses("hand", (e.card,)) is None:
        # What may be in hand before the draw may be there after it.
        _sift(t, side, due, e.card)
        return
    with t.whole():
        t.keep(side)
        _sift(t, side, due, e.card)


def _sift(t: WvTable, side: Side, due: Duneward, card: str) -> None:
    _use(t, due)
    draw(t, side, 1, "WV-8.1", optional=True)
    if t.state.over:
        return
    show_from_hand(t, side, (card,))
    side.discard.append(card)
    t.fact(CardMoved(side.seat, card, "hand", "discard", "WV-8.1"))


# -- places of the battlefield -----------------------------------------------------------------


def require_place(t: WvTable, side: Side, place: str, rule: str) -> list[str]:
    """The tribe cards at a place of the own battlefield: a unit's, or the bank."""
    if place == BANK:
        return side.bank
    unit = find_unit(side, place)
    if unit is None:
        t.forbid(rule, "{seat} has no unit {unit}", seat=side.seat, unit=place)
    return unit.tribes


def require_lying(t: WvTable, pile: list[str], card: str, place: str, rule: str) -> None:
    """The tribe card lies at that place."""
    if card not in pile:
        t.forbid(
            rule,
            "{card} is not at {place}, where {lying} lies",
            card=card,
            place=place,
            lying=", ".join(sorted(pile)) or "no tribe card",
        )


# -- Juryn -------------------------------------------------------------------------------------


@handles
def exchange(t: WvTable, e: Exchange) -> None:
    """WV-8.2: two tribe cards of the own battlefield change places."""
    due = require_ability(t, e.seat, Juryn, "WV-5.9")
    side = t.state.sides[e.seat]
    require_known(t, (e.card, e.other))
    first = require_place(t, side, e.at, "WV-8.2")
    second = require_place(t, side, e.other_at, "WV-8.2")
    if first is second:
        t.forbid("WV-8.2", "both cards lie at {place}", place=e.at)
    require_lying(t, first, e.card, e.at, "WV-8.2")
    require_lying(t, second, e.other, e.other_at, "WV-8.2")
    _use(t, due)
    first[first.index(e.card)], second[second.index(e.other)] = e.other, e.card
    t.fact(CardMoved(e.seat, e.card, e.at, e.other_at, "WV-8.2"))
    t.fact(CardMoved(e.seat, e.other, e.other_at, e.at, "WV-8.2"))
    _bonus_lost(t, side)


@handles
def replace(t: WvTable, e: Replace) -> None:
    """WV-8.2: a tribe card from hand takes another's place, which goes to hand."""
    due = require_ability(t, e.seat, Juryn, "WV-5.9")
    side = t.state.sides[e.seat]
    require_known(t, (e.card,))
    pile = require_place(t, side, e.at, "WV-8.2")
    require_lying(t, pile, e.card, e.at, "WV-8.2")
    require_tribe_cards(t, (e.by,), "WV-8.2")
    show_from_hand(t, side, (e.by,))
    _use(t, due)
    pile[pile.index(e.card)] = e.by
    side.hidden.put("hand", (e.card,))
    t.fact(CardMoved(e.seat, e.by, "hand", e.at, "WV-8.2"))
    t.fact(CardMoved(e.seat, e.card, e.at, "hand", "WV-8.2"))
    _bonus_lost(t, side)


def _bonus_lost(t: WvTable, side: Side) -> None:
    """WV-I 16: who defeats a unit that loses the tribe bonus which kept it alive."""
    nobody = t.choice["WV-I 16"] == "defeated_by_nobody"
    defeat_fallen(t, side, "" if nobody else opponent(t.state, side.seat).seat)


# -- Verdari -----------------------------------------------------------------------------------


@handles
def graft(t: WvTable, e: Graft) -> None:
    """WV-8.3: one extra tribe card, from hand or bank, onto a unit or into the bank."""
    due = require_ability(t, e.seat, Verdari, "WV-8.3")
    side = t.state.sides[e.seat]
    require_tribe_cards(t, (e.card,), "WV-8.3")
    pile = _require_graftable(t, side, e)
    if e.source == BANK:
        require_lying(t, side.bank, e.card, BANK, "WV-8.3")
    else:
        show_from_hand(t, side, (e.card,))
    _use(t, due)
    if e.source == BANK:
        take(side.bank, (e.card,))
    pile.append(e.card)
    t.fact(CardMoved(e.seat, e.card, e.source, e.onto, "WV-8.3"))


def _require_graftable(t: WvTable, side: Side, e: Graft) -> list[str]:
    """The pile that the card goes to, from a place that it may come from."""
    if e.source not in (HAND, BANK):
        t.forbid(
            "WV-8.3",
            "an extra tribe card comes from hand or bank, not from {source}",
            source=e.source,
        )
    if e.onto == BANK and (e.source == BANK or t.choice["WV-I 7"] == "unit_only"):
        t.forbid("WV-8.3", "a card from {source} cannot go to the bank", source=e.source)
    pile = require_place(t, side, e.onto, "WV-8.3")
    unit = find_unit(side, e.onto)
    if unit is not None and len(unit.tribes) >= capacity(t.catalog, unit):
        t.refuse(
            "WV-5.8",
            "{unit} holds {have:tribe card}; at most {limit}",
            unit=unit.id,
            have=len(unit.tribes),
            limit=capacity(t.catalog, unit),
        )
    return pile


# -- Aegaryn -----------------------------------------------------------------------------------


@handles
def pick(t: WvTable, e: Pick) -> None:
    """WV-8.4: a card of the opponent's hand, picked blind; the opponent may draw one."""
    due = require_ability(t, e.seat, Aegaryn, "WV-8.4")
    enemy = opponent(t.state, e.seat)
    if not hand_size(enemy):
        t.forbid("WV-8.4", "{seat}'s hand is empty", seat=enemy.seat, legal=way_on(t))
    show_from_hand(t, enemy, (e.card,))
    _use(t, due)
    enemy.discard.append(e.card)
    t.fact(CardMoved(enemy.seat, e.card, "hand", "discard", "WV-8.4"))
    t.state.due.append(DrawCard(enemy.seat, "WV-8.4", t.seq, must=False))


# -- Abyssal -----------------------------------------------------------------------------------


@handles
def drown(t: WvTable, e: Drown) -> None:
    """WV-8.6: 20 damage to a unit of the opponent; WV-I 8 says what its defeat brings."""
    due = require_ability(t, e.seat, Abyssal, "WV-8.6")
    enemy = opponent(t.state, e.seat)
    unit = find_unit(enemy, e.unit)
    if unit is None:
        t.forbid(
            "WV-8.6",
            "{seat} has no unit {unit}",
            seat=enemy.seat,
            unit=e.unit,
            legal=one_of(u.id for u in units_of(enemy)),
        )
    _use(t, due)
    blow = Blow(ABYSSAL_DAMAGE, e.seat, due.card, "ability", "WV-8.6")
    if harm_unit(t, enemy, unit, blow):
        reading = t.choice["WV-I 8"]
        counts = reading != "does_not_count"
        defeat(t, enemy, unit, e.seat if counts else "", solace=counts)
        if reading == "counts_with_ability":
            winners_ability(t, t.state.sides[e.seat], due.card)
