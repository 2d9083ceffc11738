"""Damage and defeat, and what a defeat brings (WV-6.10, 7.11 to 7.14)."""

from msgspec import Struct

from referee.fact import AbilityUsed, CardMoved, DamageDealt, ScoreChanged, UnitDefeated
from referee.games.wondervale.due import (
    Abyssal,
    Aegaryn,
    DrawCard,
    Due,
    Duneward,
    Juryn,
    TakeBack,
    Verdari,
)
from referee.games.wondervale.state import (
    Side,
    Unit,
    WvTable,
    full_health,
    hand_size,
    opponent,
    units_of,
    upgrades,
)

CHAMPION = "Champion"
ASCYR_DAMAGE = 10
ABYSSAL_DAMAGE = 20
ABILITIES = {
    "duneward": "WV-8.1",
    "juryn": "WV-8.2",
    "verdari": "WV-8.3",
    "aegaryn": "WV-8.4",
    "ascyr": "WV-8.5",
    "abyssal": "WV-8.6",
}


class Blow(Struct, frozen=True, gc=False):
    """Damage on its way."""

    amount: int  # how much
    seat: str  # who deals it; empty where a rule does
    source: str  # the card that deals it, or the rule's name for it
    cause: str  # combat, counterattack, direct, champion battle, ability, empty deck
    rule: str  # the rule that deals it


def harm_champion(t: WvTable, side: Side, blow: Blow) -> None:
    """Deal damage to a Champion; at 0 the match is over (WV-1.1)."""
    left = side.health = max(0, side.health - blow.amount)
    t.fact(
        DamageDealt(
            blow.seat,
            blow.source,
            side.seat,
            CHAMPION,
            CHAMPION,
            blow.amount,
            left,
            blow.cause,
            blow.rule,
        )
    )
    t.fact(ScoreChanged(side.seat, "health", left))
    if left == 0:
        t.end_match(opponent(t.state, side.seat).seat, "Champion at 0 health", "WV-1.1")


def harm_unit(t: WvTable, side: Side, unit: Unit, blow: Blow) -> bool:
    """Put damage on a unit; whether that defeats it (WV-6.10)."""
    unit.damage += blow.amount
    left = full_health(t, unit) - unit.damage
    t.fact(
        DamageDealt(
            blow.seat,
            blow.source,
            side.seat,
            unit.id,
            unit.cards[-1],
            blow.amount,
            max(0, left),
            blow.cause,
            blow.rule,
        )
    )
    return left <= 0


def defeat(t: WvTable, side: Side, unit: Unit, by: str, *, solace: bool = True) -> None:
    """A unit leaves for the defeat pile (WV-6.10, 7.11 to 7.13).

    Args:
        t: the table.
        side: the owner.
        unit: the unit.
        by: the seat that is credited; empty for nobody.
        solace: whether the owner may draw a card (WV-7.13).
    """
    state = t.state
    if side.battle is unit:
        side.battle = None
    else:
        side.bench.remove(unit)
    side.defeat_pile += unit.cards
    side.discard += unit.tribes
    if by:
        state.sides[by].defeated += 1
    if not state.defeat:
        state.defeat = t.seq
    t.fact(UnitDefeated(side.seat, unit.id, unit.cards[-1], by, "WV-6.10"))
    for card in unit.tribes:
        t.fact(CardMoved(side.seat, card, unit.id, "discard", "WV-7.11"))
    if unit.tribes and upgrades(unit):
        count, cards = min(upgrades(unit), len(unit.tribes)), sorted(unit.tribes)
        state.due.append(
            TakeBack(
                side.seat, "WV-7.12", t.seq, must=False, unit=unit.id, count=count, cards=cards
            )
        )
    if solace:
        state.due.append(DrawCard(side.seat, "WV-7.13", t.seq, must=False, unit=unit.id))


def defeat_fallen(t: WvTable, side: Side, by: str) -> None:
    """Units whose health has sunk to the damage that is on them are defeated (WV-6.10)."""
    for unit in list(units_of(side)):
        if unit.damage and unit.damage >= full_health(t, unit):
            defeat(t, side, unit, by)


# -- the winner's ability ----------------------------------------------------------------------


def winners_ability(t: WvTable, side: Side, card: str) -> None:
    """WV-7.14: the ability happens at once, or is now owed where it holds a choice."""
    if t.state.over:
        return
    tribe = t.catalog.character[card].tribe
    enemy = opponent(t.state, side.seat)
    if tribe == "ascyr":
        _strike_champion(t, side, card, ASCYR_DAMAGE, tribe)
    elif tribe == "abyssal" and next(units_of(enemy), None) is None:
        _strike_champion(t, side, card, ABYSSAL_DAMAGE, tribe)
    else:
        due = _ability(t, side, enemy, card, tribe)
        if due is not None:
            t.state.due.append(due)


def _strike_champion(t: WvTable, side: Side, card: str, amount: int, tribe: str) -> None:
    rule = ABILITIES[tribe]
    t.fact(AbilityUsed(side.seat, card, tribe, rule))
    blow = Blow(amount, side.seat, card, "ability", rule)
    harm_champion(t, opponent(t.state, side.seat), blow)


def _ability(t: WvTable, side: Side, enemy: Side, card: str, tribe: str) -> Due | None:
    """What the winner now has to do, or may do; None where there is nothing to do it with."""
    seat, rule, seq = side.seat, ABILITIES[tribe], t.seq
    match tribe:
        case "duneward":
            return Duneward(seat, rule, seq, card=card) if can_sift(t, side) else None
        case "juryn":
            return Juryn(seat, rule, seq, must=must_exchange(t, side), card=card)
        case "verdari":
            return Verdari(seat, rule, seq, must=False, card=card)
        case "aegaryn":
            # A card that the loser draws (WV-7.13) may be picked of a hand that was empty.
            return Aegaryn(seat, rule, seq, must=hand_size(enemy) > 0, card=card)
        case _:
            units = [unit.id for unit in units_of(enemy)]
            return Abyssal(seat, rule, seq, card=card, units=units)


def can_sift(t: WvTable, side: Side) -> bool:
    """Whether there will be a card to discard after the draw (WV-8.1)."""
    rebuilds = bool(side.discard) and t.choice["WV-I 2"] == "every_draw"
    return bool(hand_size(side) or side.hidden.size("deck") or rebuilds)


def must_exchange(t: WvTable, side: Side) -> bool:
    """WV-I 15: under that reading, two tribe cards at two places have to change them."""
    if t.choice["WV-I 15"] == "optional":
        return False
    piles = [side.bank, *(unit.tribes for unit in units_of(side))]
    return sum(bool(pile) for pile in piles) > 1
