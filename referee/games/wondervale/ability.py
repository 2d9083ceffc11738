"""Section 8: what the tribe of the winning unit does when it defeats another."""

from typing import TypeVar

import msgspec

from events.wondervale import Decline, Drown, Exchange, Graft, Pick, Reclaim, Replace, Sift
from referee.fact import AbilityUsed, CardMoved
from referee.games.wondervale.cards import (
    defeat,
    draw,
    harm_champion,
    harm_unit,
    in_hand,
    known_cards,
    not_in_hand,
    owed,
    take,
)
from referee.games.wondervale.due import (
    Abyssal,
    Aegaryn,
    DrawCard,
    Duneward,
    Juryn,
    TakeBack,
    Verdari,
)
from referee.games.wondervale.handlers import handles
from referee.games.wondervale.state import (
    Side,
    WvTable,
    capacity,
    find_unit,
    full_health,
    hand_size,
    opponent,
    units_of,
)
from referee.hidden import HiddenCards
from referee.house import require_seat
from referee.verdict import forbid

ASCYR_DAMAGE = 10
ABYSSAL_DAMAGE = 20
BANK = "bank"
ABILITIES = {
    "duneward": "WV-8.1",
    "juryn": "WV-8.2",
    "verdari": "WV-8.3",
    "aegaryn": "WV-8.4",
    "ascyr": "WV-8.5",
    "abyssal": "WV-8.6",
}
CHOSEN: dict[str, type[Duneward | Juryn | Verdari | Aegaryn]] = {
    "duneward": Duneward,
    "juryn": Juryn,
    "verdari": Verdari,
    "aegaryn": Aegaryn,
}
OPTIONAL = frozenset({"juryn", "verdari"})


def winners_ability(t: WvTable, side: Side, card: str) -> None:
    """WV-7.14: the ability happens at once, or is now owed where it holds a choice."""
    if t.state.over:
        return
    tribe = t.catalog.character[card].tribe
    rule = ABILITIES[tribe]
    enemy = opponent(t.state, side.seat)
    if tribe == "ascyr":
        t.fact(AbilityUsed(side.seat, card, tribe, rule))
        harm_champion(t, enemy, ASCYR_DAMAGE, side.seat, card, "ability", rule)
        return
    targets: list[str] = []
    if tribe == "abyssal":
        targets = [unit.id for unit in units_of(enemy)]
        if not targets:
            t.fact(AbilityUsed(side.seat, card, tribe, rule))
            harm_champion(t, enemy, ABYSSAL_DAMAGE, side.seat, card, "ability", rule)
            return
    if tribe == "aegaryn" and not hand_size(enemy):
        return
    if tribe == "duneward" and not can_sift(t, side):
        return
    if tribe == "abyssal":
        t.state.due.append(Abyssal(side.seat, rule, t.seq, card=card, units=targets))
        return
    kind = CHOSEN[tribe]
    t.state.due.append(kind(side.seat, rule, t.seq, must=tribe not in OPTIONAL, card=card))


UsedAbility = Duneward | Juryn | Verdari | Aegaryn | Abyssal
A = TypeVar("A", bound=UsedAbility)


def _require(t: WvTable, seat: str, kind: type[A], rule: str) -> A:
    """The ability that is owed or offered; without one the rule forbids what it would do."""
    require_seat(t, seat)
    due = owed(t, seat, kind)
    if due is None:
        t.forbid(
            rule,
            "{seat} has won no combat with a {tribe} unit just now",
            seat=seat,
            tribe=str(kind.__struct_config__.tag),
        )
    return due


def _used(t: WvTable, due: UsedAbility) -> None:
    t.state.due.remove(due)
    t.fact(AbilityUsed(due.seat, due.card, due.task, due.rule))


# -- Duneward ----------------------------------------------------------------------------------


@handles
def sift(t: WvTable, e: Sift) -> None:
    """WV-8.1: one card is drawn, then any one card of the hand is discarded."""
    due = _require(t, e.seat, Duneward, "WV-8.1")
    side = t.state.sides[e.seat]
    known_cards(t, (e.card,))
    _check_sifted(t, side, e.card)
    _used(t, due)
    draw(t, side, 1, "WV-8.1", optional=True)
    if t.state.over:
        return
    side.hidden.show("hand", (e.card,))
    side.discard.append(e.card)
    t.fact(CardMoved(e.seat, e.card, "hand", "discard", "WV-8.1"))


def can_sift(t: WvTable, side: Side) -> bool:
    """Whether there will be a card to discard after the draw."""
    rebuilds = bool(side.discard) and t.choice["WV-I 2"] == "every_draw"
    return bool(hand_size(side) or side.hidden.size("deck") or rebuilds)


def _check_sifted(t: WvTable, side: Side, card: str) -> None:
    """Whether the card can be in hand after the draw, tried on a copy of the hidden cards."""
    trial = _copy_decoder.decode(_copy_encoder.encode(side.hidden))
    if trial.size("deck"):
        trial.draw(1)
    elif t.choice["WV-I 2"] == "every_draw" and side.discard:
        trial.shuffle("deck", {c: side.discard.count(c) for c in side.discard})
        trial.draw(1)
    found = trial.refuses("hand", (card,))
    if found is not None:
        raise not_in_hand(side, found)


_copy_encoder = msgspec.msgpack.Encoder()
_copy_decoder = msgspec.msgpack.Decoder(HiddenCards)


# -- Juryn -------------------------------------------------------------------------------------


def _place(side: Side, place: str, rule: str) -> list[str]:
    """The tribe cards at a place of the own battlefield: a unit's, or the bank."""
    if place == BANK:
        return side.bank
    unit = find_unit(side, place)
    if unit is None:
        forbid(
            rule,
            "{seat} has no unit {unit}",
            seat=side.seat,
            unit=place,
            legal=f"{BANK}, {', '.join(u.id for u in units_of(side))}",
        )
    return unit.tribes


def _lies_at(pile: list[str], card: str, place: str, rule: str) -> None:
    if card not in pile:
        forbid(
            rule,
            "{card} is not at {place}",
            card=card,
            place=place,
            legal=f"one of {', '.join(sorted(pile)) or 'none'}",
        )


@handles
def exchange(t: WvTable, e: Exchange) -> None:
    """WV-8.2: two tribe cards of the own battlefield change places."""
    due = _require(t, e.seat, Juryn, "WV-5.9")
    side = t.state.sides[e.seat]
    known_cards(t, (e.card, e.other))
    first = _place(side, e.at, "WV-8.2")
    second = _place(side, e.other_at, "WV-8.2")
    if first is second:
        t.forbid("WV-8.2", "both cards lie at {place}", place=e.at, legal="two places")
    _lies_at(first, e.card, e.at, "WV-8.2")
    _lies_at(second, e.other, e.other_at, "WV-8.2")
    _used(t, due)
    first[first.index(e.card)], second[second.index(e.other)] = e.other, e.card
    t.fact(CardMoved(e.seat, e.card, e.at, e.other_at, "WV-8.2"))
    t.fact(CardMoved(e.seat, e.other, e.other_at, e.at, "WV-8.2"))
    _bonus_lost(t, side)


@handles
def replace(t: WvTable, e: Replace) -> None:
    """WV-8.2: a tribe card from hand takes another's place, which goes to hand."""
    due = _require(t, e.seat, Juryn, "WV-5.9")
    side = t.state.sides[e.seat]
    known_cards(t, (e.card, e.by))
    pile = _place(side, e.at, "WV-8.2")
    _lies_at(pile, e.card, e.at, "WV-8.2")
    if e.by not in t.catalog.tribe_of:
        t.forbid("WV-8.2", "{card} is no tribe card", card=e.by, legal="a tribe card")
    in_hand(t, side, (e.by,))
    _used(t, due)
    side.hidden.show("hand", (e.by,))
    pile[pile.index(e.card)] = e.by
    side.hidden.put("hand", (e.card,))
    t.fact(CardMoved(e.seat, e.by, "hand", e.at, "WV-8.2"))
    t.fact(CardMoved(e.seat, e.card, e.at, "hand", "WV-8.2"))
    _bonus_lost(t, side)


def _bonus_lost(t: WvTable, side: Side) -> None:
    """A unit that loses its tribe bonus may have as much damage as health now (WV-6.10)."""
    for unit in list(units_of(side)):
        if unit.damage and unit.damage >= full_health(t, unit):
            defeat(t, side, unit, "")


# -- Verdari -----------------------------------------------------------------------------------


@handles
def graft(t: WvTable, e: Graft) -> None:
    """WV-8.3: one extra tribe card, from hand or bank, onto a unit or into the bank."""
    due = _require(t, e.seat, Verdari, "WV-8.3")
    side = t.state.sides[e.seat]
    known_cards(t, (e.card,))
    if e.card not in t.catalog.tribe_of:
        t.forbid("WV-8.3", "{card} is no tribe card", card=e.card, legal="a tribe card")
    if e.onto == BANK and (e.source == BANK or t.choice["WV-I 7"] == "unit_only"):
        t.forbid(
            "WV-8.3",
            "a card from {source} is laid on the bank",
            source=e.source,
            legal="one of the own units",
        )
    pile = _place(side, e.onto, "WV-8.3")
    unit = find_unit(side, e.onto)
    if unit is not None and len(unit.tribes) >= capacity(t.catalog, unit):
        t.refuse(
            "WV-5.8",
            "{unit} holds {have} tribe cards, limit {limit}",
            unit=unit.id,
            have=len(unit.tribes),
            limit=capacity(t.catalog, unit),
        )
    if e.source == BANK:
        _lies_at(side.bank, e.card, BANK, "WV-8.3")
    else:
        in_hand(t, side, (e.card,))
    _used(t, due)
    if e.source == BANK:
        take(side.bank, (e.card,))
    else:
        side.hidden.show("hand", (e.card,))
    pile.append(e.card)
    t.fact(CardMoved(e.seat, e.card, e.source, e.onto, "WV-8.3"))


# -- Aegaryn -----------------------------------------------------------------------------------


@handles
def pick(t: WvTable, e: Pick) -> None:
    """WV-8.4: a card of the opponent's hand, picked blind; the opponent may draw one."""
    due = _require(t, e.seat, Aegaryn, "WV-8.4")
    enemy = opponent(t.state, e.seat)
    in_hand(t, enemy, (e.card,))
    _used(t, due)
    enemy.hidden.show("hand", (e.card,))
    enemy.discard.append(e.card)
    t.fact(CardMoved(enemy.seat, e.card, "hand", "discard", "WV-8.4"))
    t.state.due.append(DrawCard(enemy.seat, "WV-8.4", t.seq, must=False))


# -- Abyssal -----------------------------------------------------------------------------------


@handles
def drown(t: WvTable, e: Drown) -> None:
    """WV-8.6: 20 damage to a unit of the opponent; WV-I 8 says what its defeat brings."""
    due = _require(t, e.seat, Abyssal, "WV-8.6")
    enemy = opponent(t.state, e.seat)
    unit = find_unit(enemy, e.unit)
    if unit is None:
        t.forbid(
            "WV-8.6",
            "{seat} has no unit {unit}",
            seat=enemy.seat,
            unit=e.unit,
            legal=f"one of {', '.join(u.id for u in units_of(enemy))}",
        )
    _used(t, due)
    fallen = harm_unit(t, enemy, unit, ABYSSAL_DAMAGE, e.seat, due.card, "ability", "WV-8.6")
    if fallen:
        reading = t.choice["WV-I 8"]
        counts = reading != "does_not_count"
        defeat(t, enemy, unit, e.seat if counts else "", solace=counts)
        if reading == "counts_with_ability":
            winners_ability(t, t.state.sides[e.seat], due.card)


# -- what a player leaves ----------------------------------------------------------------------


@handles
def reclaim(t: WvTable, e: Reclaim) -> None:
    """WV-7.12: tribe cards of the fallen unit come back to hand."""
    require_seat(t, e.seat)
    due = owed(t, e.seat, TakeBack)
    if due is None:
        t.forbid("WV-7.12", "{seat} has no tribe cards to take back now", seat=e.seat)
    if len(e.cards) > due.count:
        t.refuse(
            "WV-7.12",
            "{have} tribe cards taken back, limit {limit}",
            have=len(e.cards),
            limit=due.count,
            since=due.since,
        )
    side = t.state.sides[e.seat]
    for card in e.cards:
        have = min(due.cards.count(card), side.discard.count(card))
        if have < e.cards.count(card):
            t.forbid(
                "WV-7.12",
                "{unit} leaves {have} of {card} to take back",
                unit=due.unit,
                have=have,
                card=card,
                legal=f"out of {', '.join(due.cards)}",
            )
    t.state.due.remove(due)
    take(side.discard, e.cards)
    side.hidden.put("hand", e.cards)
    for card in e.cards:
        t.fact(CardMoved(e.seat, card, "discard", "hand", "WV-7.12"))


@handles
def decline(t: WvTable, e: Decline) -> None:
    """A player passes on all that is offered; what is owed cannot be declined."""
    require_seat(t, e.seat)
    offers = [d for d in t.state.due if d.seat == e.seat and not d.must]
    if not offers:
        owing = next((d for d in t.state.due if d.seat == e.seat), None)
        t.forbid(
            owing.rule if owing else "WV-7.13",
            "{seat} has nothing to decline",
            seat=e.seat,
            legal=f"{e.seat}: {owing.told()}" if owing else "go on with the turn",
        )
    t.state.due = [d for d in t.state.due if d not in offers]
