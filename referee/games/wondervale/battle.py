"""Sections 7 and 9: swap, attack, direct attack, Champion battle."""

from collections.abc import Sequence
from typing import NamedTuple

from events.event import RolledPair
from events.wondervale import Attack, ChampionBattle, DirectAttack, Enter, Roll, Swap
from referee.fact import DieRolled, Term, TotalsCompared, UnitEntered
from referee.games.wondervale.ability import winners_ability
from referee.games.wondervale.cards import CHAMPION, defeat, harm_champion, harm_unit, owed
from referee.games.wondervale.catalog import Cards
from referee.games.wondervale.due import EnterBattle, RollDice
from referee.games.wondervale.handlers import handles
from referee.games.wondervale.state import (
    ACTION,
    Side,
    Unit,
    WvTable,
    find_unit,
    has_ready_unit,
    opponent,
    ready_bench,
    top,
    turns_completed,
    upgrades,
)
from referee.games.wondervale.turn import go_on, on_turn, own_unit
from referee.house import require_seat
from referee.verdict import forbid

MOST_ATTACKS = 3
MOST_CHAMPION_BATTLES = 2
DEFEATS_FOR_CHAMPION = 3
TURNS_BEFORE_DIRECT = 2
LEAST_CHAMPION_BONUS = 2
CHAMPION_COUNTER = 50


@handles
def swap(t: WvTable, e: Swap) -> None:
    """WV-7.1 and 7.2: the battle unit and a vertical bench unit change places."""
    state = t.state
    side = on_turn(t, e, e.seat, ACTION)
    if state.swapped:
        t.refuse("WV-7.1", "a swap was made this turn", since=state.swapped)
    if state.attacks or state.champion_attacks:
        t.refuse("WV-7.1", "an attack was made this turn", legal="end the turn")
    if side.battle is None:
        t.forbid("WV-7.2", "the battle position is open", legal="promote, in deployment")
    unit = own_unit(t, side, e.unit, "WV-7.2")
    if unit is side.battle:
        t.forbid("WV-7.2", "{unit} is in the battle position", unit=unit.id)
    if not unit.vertical:
        t.refuse("WV-5.4", "{unit} is horizontal", unit=unit.id, legal="a vertical unit")
    side.bench[side.bench.index(unit)] = side.battle
    side.battle = unit
    state.swapped = t.seq
    go_on(state, ACTION)
    t.fact(UnitEntered(e.seat, unit.id, unit.cards[-1], "swapped in", "WV-7.2"))


def attacking_unit(t: WvTable, side: Side) -> Unit:
    """The unit that attacks (WV-7.3), where the turn still has an attack in it (7.1, 7.15)."""
    state = t.state
    if state.swapped:
        t.refuse("WV-7.1", "a swap was made this turn", since=state.swapped, legal="end the turn")
    if side.battle is None:
        t.forbid(
            "WV-7.3", "{seat}'s battle position is open", seat=side.seat, legal="promote first"
        )
    return side.battle


def attack_left(t: WvTable) -> None:
    """WV-7.15: three attacks a turn, none after a defeat."""
    state = t.state
    if state.defeat:
        t.refuse(
            "WV-7.15",
            "a unit was defeated this turn",
            since=state.defeat,
            legal="end the turn",
        )
    if state.attacks >= MOST_ATTACKS:
        t.refuse(
            "WV-7.15",
            "{have} attacks made this turn, limit {limit}",
            have=state.attacks,
            limit=MOST_ATTACKS,
            legal="end the turn",
        )


@handles
def attack(t: WvTable, e: Attack) -> None:
    """An attack on a unit; the defender may first have to choose it (WV-7.4, 7.5)."""
    state = t.state
    side = on_turn(t, e, e.seat, ACTION)
    attacker = attacking_unit(t, side)
    attack_left(t)
    enemy = opponent(state, e.seat)
    target = enemy.battle
    ready = [] if target else ready_bench(enemy)
    if target is None and not ready:
        t.forbid(
            "WV-7.7",
            "{seat} has no unit that can defend",
            seat=enemy.seat,
            legal="champion-battle" if side.defeated >= DEFEATS_FOR_CHAMPION else "direct-attack",
        )
    if len(ready) > 1:
        if e.rolls:
            t.forbid(
                "WV-7.4",
                "{seat} chooses between {count} ready units before dice",
                seat=enemy.seat,
                count=len(ready),
                legal=f"{e.seat} attack, then {enemy.seat} enter a unit, then {e.seat} roll",
            )
    elif e.rolls:
        settled(e.rolls, meet(t.catalog, attacker, target or ready[0]).edge, "WV-7.7")
    go_on(state, ACTION)
    state.attacks += 1
    state.attacked_unit = state.attacked_unit or t.seq
    if len(ready) > 1:
        state.due.append(EnterBattle(enemy.seat, "WV-7.4", t.seq, units=[u.id for u in ready]))
        return
    if target is None:
        target = ready[0]
        into_battle(t, enemy, target, "WV-7.5")
    if e.rolls:
        combat(t, side, attacker, enemy, target, e.rolls)
    else:
        state.due.append(RollDice(e.seat, "WV-7.7", t.seq, target=target.id))


def into_battle(t: WvTable, side: Side, unit: Unit, rule: str) -> None:
    """A bench unit enters the open battle position to defend."""
    side.bench.remove(unit)
    side.battle = unit
    t.fact(UnitEntered(side.seat, unit.id, unit.cards[-1], "entered battle", rule))


@handles
def enter(t: WvTable, e: Enter) -> None:
    """WV-7.4: the defender names the unit."""
    require_seat(t, e.seat)
    due = owed(t, e.seat, EnterBattle)
    if due is None:
        t.forbid("WV-7.4", "no unit of {seat} has to enter battle", seat=e.seat)
    side = t.state.sides[e.seat]
    unit = find_unit(side, e.unit)
    if unit is None or not unit.vertical:
        t.forbid(
            "WV-7.4",
            "{unit} is no ready unit of {seat}",
            unit=e.unit,
            seat=e.seat,
            legal=f"one of {', '.join(due.units)}",
            since=due.since,
        )
    t.state.due.remove(due)
    into_battle(t, side, unit, "WV-7.4")
    attacker = opponent(t.state, e.seat).seat
    t.state.due.append(RollDice(attacker, "WV-7.7", due.since, target=unit.id))


@handles
def roll(t: WvTable, e: Roll) -> None:
    """The dice of an attack that was declared (WV-7.7)."""
    require_seat(t, e.seat)
    due = owed(t, e.seat, RollDice)
    if due is None:
        t.forbid("WV-7.7", "no dice of {seat} are due", seat=e.seat, legal="attack first")
    side = t.state.sides[e.seat]
    enemy = opponent(t.state, e.seat)
    attacker, target = side.battle, enemy.battle
    assert attacker is not None and target is not None
    settled(e.rolls, meet(t.catalog, attacker, target).edge, "WV-7.7")
    t.state.due.remove(due)
    combat(t, side, attacker, enemy, target, e.rolls)


# -- combat ------------------------------------------------------------------------------------


class Modifiers(NamedTuple):
    """What a unit adds to its die, itemised, and the sum of it."""

    terms: tuple[Term, ...]
    total: int


class Meeting(NamedTuple):
    """What two units add to their dice when one attacks the other (WV-7.8, 7.9).

    ``edge`` is the attacker's sum less the defender's.
    """

    own: Modifiers
    other: Modifiers
    edge: int


def meet(cards: Cards, attacker: Unit, target: Unit) -> Meeting:
    """The modifiers of a combat; the same two cards meet often, so they are remembered."""
    key = (attacker.cards[-1], len(attacker.cards), target.cards[-1], len(target.cards))
    found: Meeting | None = cards.meetings.get(key)
    if found is None:
        own = modifiers(cards, attacker, target, "offense", "WV-7.8")
        other = modifiers(cards, target, attacker, "defense", "WV-7.9")
        found = cards.meetings[key] = Meeting(own, other, own.total - other.total)
    return found


def modifiers(cards: Cards, unit: Unit, against: Unit, printed: str, rule: str) -> Modifiers:
    """What a unit adds to its die: its printed value, upgrades, tribes."""
    card = top(cards, unit)
    foe = top(cards, against).tribe
    terms = [Term(printed, card.offense if printed == "offense" else card.defense, rule)]
    if len(unit.cards) > 1:
        terms.append(Term("guardian and hero", upgrades(unit), rule))
    if foe in card.strong:
        terms.append(Term(f"strong against {foe}", 1, rule))
    if foe in card.vulnerable:
        terms.append(Term(f"vulnerable to {foe}", -1, rule))
    return Modifiers(tuple(terms), sum(term.value for term in terms))


def settled(rolls: Sequence[RolledPair], ahead: int, rule: str) -> None:
    """Every tied pair is followed by another, every other pair is the last (WV-7.7, WV-I 9)."""
    last = len(rolls)
    for number, (own, other) in enumerate(rolls, 1):
        tied = own + ahead == other
        if tied and number == last:
            forbid(
                rule,
                "throw {number}, {own} to {other}, ties at equal totals",
                number=number,
                own=own,
                other=other,
                legal="throw again and log it behind the tie",
            )
        if not tied and number < last:
            forbid(
                rule,
                "throw {number}, {own} to {other}, is no tie, and another follows it",
                number=number,
                own=own,
                other=other,
                legal="one throw that is no tie",
            )


def compare(
    t: WvTable,
    kind: str,
    side: Side,
    unit: Unit,
    enemy: Side,
    other_card: str,
    rolls: Sequence[RolledPair],
    own: Modifiers,
    other: Modifiers,
    rule: str,
) -> int:
    """Report every pair of totals; returns the last difference."""
    plus, minus = own.total, other.total
    card = unit.cards[-1]
    difference = 0
    for mine, theirs in rolls:
        t.fact(DieRolled(side.seat, 6, mine, kind))
        t.fact(DieRolled(enemy.seat, 6, theirs, kind))
        total, other_total = mine + plus, theirs + minus
        difference = total - other_total
        t.fact(
            TotalsCompared(
                kind,
                side.seat,
                card,
                (Term("die", mine, own.terms[0].rule), *own.terms),
                total,
                enemy.seat,
                other_card,
                (Term("die", theirs, other.terms[0].rule), *other.terms),
                other_total,
                side.seat if difference > 0 else enemy.seat if difference < 0 else "",
                rule,
            )
        )
    return difference


def combat(
    t: WvTable, side: Side, attacker: Unit, enemy: Side, target: Unit, rolls: Sequence[RolledPair]
) -> None:
    """WV-7.7 to 7.14: totals, damage to the loser, and what a defeat brings."""
    cards = t.catalog
    own, other, _ = meet(cards, attacker, target)
    won = compare(
        t, "combat", side, attacker, enemy, target.cards[-1], rolls, own, other, "WV-7.10"
    )
    if won > 0:
        winner, unit, loser, fallen = side, attacker, enemy, target
        amount, cause = top(cards, attacker).power, "combat"
    else:
        winner, unit, loser, fallen = enemy, target, side, attacker
        amount, cause = top(cards, target).intellect, "counterattack"
    if harm_unit(t, loser, fallen, amount, winner.seat, unit.cards[-1], cause, "WV-7.10"):
        defeat(t, loser, fallen, winner.seat)
        winners_ability(t, winner, unit.cards[-1])


@handles
def direct_attack(t: WvTable, e: DirectAttack) -> None:
    """WV-7.6: the full power to a Champion who has no ready unit."""
    state = t.state
    side = on_turn(t, e, e.seat, ACTION)
    attacker = attacking_unit(t, side)
    attack_left(t)
    enemy = opponent(state, e.seat)
    if turns_completed(state) < TURNS_BEFORE_DIRECT:
        t.refuse(
            "WV-7.6",
            "{have} turns completed, {need} needed",
            have=turns_completed(state),
            need=TURNS_BEFORE_DIRECT,
        )
    if has_ready_unit(enemy):
        t.refuse("WV-7.6", "{seat} has a ready unit", seat=enemy.seat, legal="attack")
    if side.defeated >= DEFEATS_FOR_CHAMPION:
        t.refuse(
            "WV-7.6",
            "{have} units defeated, limit {limit}",
            have=side.defeated,
            limit=DEFEATS_FOR_CHAMPION - 1,
            legal="champion-battle",
        )
    if state.direct_attacks and t.choice["WV-I 6"] == "one":
        t.refuse(
            "WV-7.6",
            "{have} direct attacks made this turn, limit {limit}",
            have=state.direct_attacks,
            limit=1,
        )
    go_on(state, ACTION)
    state.attacks += 1
    state.direct_attacks += 1
    card = top(t.catalog, attacker)
    harm_champion(t, enemy, card.power, e.seat, card.name, "direct", "WV-7.6")


# -- the Champion ------------------------------------------------------------------------------


def champion_terms(side: Side, enemy: Side) -> tuple[int, int]:
    """WV-9.3: what each adds to the die; the defender at least 2."""
    return side.defeated, max(LEAST_CHAMPION_BONUS, enemy.defeated)


@handles
def champion_battle(t: WvTable, e: ChampionBattle) -> None:
    """WV-9.1 to 9.5."""
    state = t.state
    side = on_turn(t, e, e.seat, ACTION)
    attacker = attacking_unit(t, side)
    enemy = opponent(state, e.seat)
    if side.defeated < DEFEATS_FOR_CHAMPION:
        t.refuse(
            "WV-9.1",
            "{have} units defeated, {need} needed",
            have=side.defeated,
            need=DEFEATS_FOR_CHAMPION,
        )
    if state.attacked_unit:
        t.refuse(
            "WV-9.1",
            "a unit was attacked this turn",
            since=state.attacked_unit,
            legal="a Champion battle in another turn",
        )
    if state.champion_attacks >= MOST_CHAMPION_BATTLES:
        t.refuse(
            "WV-9.2",
            "{have} Champion battles this turn, limit {limit}",
            have=state.champion_attacks,
            limit=MOST_CHAMPION_BATTLES,
        )
    plus, minus = champion_terms(side, enemy)
    ties_are_thrown_again = t.choice["WV-I 9"] == "reroll"
    if ties_are_thrown_again:
        settled(e.rolls, plus - minus, "WV-9.3")
    elif len(e.rolls) != 1:
        t.forbid("WV-9.3", "{have} throws", have=len(e.rolls), legal="one throw")
    go_on(state, ACTION)
    state.champion_attacks += 1
    won = compare(
        t,
        "champion battle",
        side,
        attacker,
        enemy,
        CHAMPION,
        e.rolls,
        Modifiers((Term("units defeated", plus, "WV-9.3"),), plus),
        Modifiers((Term("units defeated, at least 2", minus, "WV-9.3"),), minus),
        "WV-9.4",
    )
    card = top(t.catalog, attacker)
    if won > 0:
        harm_champion(t, enemy, card.power, e.seat, card.name, "champion battle", "WV-9.4")
    elif harm_unit(
        t, side, attacker, CHAMPION_COUNTER, enemy.seat, CHAMPION, "champion battle", "WV-9.4"
    ):
        counts = t.choice["WV-I 10"] == "yes"
        defeat(t, side, attacker, enemy.seat if counts else "", solace=counts)
        state.closing = t.seq
