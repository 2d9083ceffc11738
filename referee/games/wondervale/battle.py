"""Section 7: swap, attack, direct attack."""

from collections.abc import Sequence

from events.event import RolledPair
from events.notation.words import quote
from events.wondervale import Attack, DirectAttack, Enter, Roll, Swap
from referee.english import one_of
from referee.fact import UnitEntered
from referee.games.wondervale.cards import owed
from referee.games.wondervale.combat import Combat, Contest, Fighter, compare, meet, require_settled
from referee.games.wondervale.deployment import refuse_horizontal, require_unit
from referee.games.wondervale.due import EnterBattle, RollDice
from referee.games.wondervale.handlers import handles
from referee.games.wondervale.harm import (
    Blow,
    defeat,
    harm_champion,
    harm_unit,
    winners_ability,
)
from referee.games.wondervale.possible import (
    DEFEATS_FOR_CHAMPION,
    MOST_ATTACKS,
    TURNS_BEFORE_DIRECT,
    actions,
    attacks_made,
    swappable,
    way_on,
)
from referee.games.wondervale.state import (
    ACTION,
    DEPLOY,
    Side,
    Unit,
    WvTable,
    find_unit,
    has_ready_unit,
    opponent,
    ready_bench,
    top,
    turns_completed,
)
from referee.games.wondervale.turn import go_on, require_turn
from referee.house import require_seat


def instead(t: WvTable, side: Side) -> str:
    """The actions that are possible now, or else how play goes on."""
    return " or ".join(actions(t, side)) or way_on(t)


# -- swap --------------------------------------------------------------------------------------


@handles
def swap(t: WvTable, e: Swap) -> None:
    """WV-7.1 and 7.2: the battle unit and a vertical bench unit change places."""
    state = t.state
    side = require_turn(t, e.seat, ACTION)
    if state.swapped:
        t.refuse(
            "WV-7.1", "a swap was already made this turn", since=state.swapped, legal=way_on(t)
        )
    if state.attacks or state.champion_attacks:
        t.refuse("WV-7.1", "an attack was made this turn", legal=instead(t, side))
    if side.battle is None:
        t.forbid("WV-7.2", "the battle position is open", legal=_promotion(t, side))
    unit = require_unit(t, side, e.unit, "WV-7.2")
    if unit is side.battle:
        t.forbid("WV-7.2", "{unit} is in the battle position", unit=unit.id, legal=instead(t, side))
    if not unit.vertical:
        refuse_horizontal(t, unit, swappable(t, side))
    side.bench[side.bench.index(unit)] = side.battle
    side.battle = unit
    state.swapped = t.seq
    go_on(t, ACTION)
    t.fact(UnitEntered(e.seat, unit.id, unit.cards[-1], "swapped in", "WV-7.2"))


def _promotion(t: WvTable, side: Side) -> str:
    """How the open battle position can be filled, while it still can."""
    ready = ready_bench(side)
    if t.state.step > DEPLOY or not ready:
        return way_on(t)
    return " or ".join(f"{side.seat} promote {quote(unit.id)}" for unit in ready)


# -- attack ------------------------------------------------------------------------------------


def require_attacker(t: WvTable, side: Side) -> Unit:
    """The unit that attacks (WV-7.3), where no swap was made (WV-7.1)."""
    state = t.state
    if state.swapped:
        t.refuse("WV-7.1", "a swap was made this turn", since=state.swapped, legal=way_on(t))
    if side.battle is None:
        t.forbid(
            "WV-7.3",
            "{seat}'s battle position is open",
            seat=side.seat,
            legal=_promotion(t, side),
        )
    return side.battle


def require_attack_left(t: WvTable) -> None:
    """WV-7.15: three attacks a turn, none after a defeat."""
    state = t.state
    if state.defeat:
        t.refuse(
            "WV-7.15",
            "a unit was defeated this turn",
            since=state.defeat,
            legal=way_on(t),
        )
    if state.attacks + state.champion_attacks >= MOST_ATTACKS <= attacks_made(t):
        t.refuse(
            "WV-7.15",
            "{have:attack} made this turn; at most {limit}",
            have=attacks_made(t),
            limit=MOST_ATTACKS,
            legal=way_on(t),
        )


@handles
def attack(t: WvTable, e: Attack) -> None:
    """An attack on a unit; the defender may first have to choose it (WV-7.4, 7.5)."""
    state = t.state
    side = require_turn(t, e.seat, ACTION)
    attacker = require_attacker(t, side)
    require_attack_left(t)
    if state.champion_attacks and t.choice["WV-I 13"] == "no":
        t.refuse("WV-9.1", "a Champion battle was fought this turn", legal=instead(t, side))
    enemy = opponent(state, e.seat)
    defenders = _require_defenders(t, side, enemy)
    combat = _require_rolls(t, e, attacker, defenders) if e.rolls else None
    go_on(t, ACTION)
    state.attacks += 1
    state.attacked_unit = state.attacked_unit or t.seq
    if len(defenders) > 1:
        units = [unit.id for unit in defenders]
        state.due.append(EnterBattle(enemy.seat, "WV-7.4", t.seq, units=units))
        return
    target = defenders[0]
    if target is not enemy.battle:
        _enter_battle(t, enemy, target, "WV-7.5")
    if combat is not None:
        fight(t, combat, e.rolls)
    else:
        state.due.append(RollDice(e.seat, "WV-7.7", t.seq, target=target.id))


def _require_defenders(t: WvTable, side: Side, enemy: Side) -> list[Unit]:
    """The units that may defend: the one in battle, or all that are ready (WV-7.4, 7.5)."""
    defenders = [enemy.battle] if enemy.battle else ready_bench(enemy)
    if not defenders:
        t.forbid(
            "WV-7.4",
            "{seat} has no unit that can defend",
            seat=enemy.seat,
            legal=instead(t, side),
        )
    return defenders


def _require_rolls(t: WvTable, e: Attack, attacker: Unit, defenders: Sequence[Unit]) -> Combat:
    """Dice may be logged with the attack where it is clear who defends (WV-7.4, 7.7)."""
    enemy = opponent(t.state, e.seat)
    if len(defenders) > 1:
        t.forbid(
            "WV-7.4",
            "{seat} chooses between {count} ready units before any dice",
            seat=enemy.seat,
            count=len(defenders),
            legal=f"{e.seat} attack",
        )
    combat = meet(t.catalog, t.state.sides[e.seat], attacker, enemy, defenders[0])
    require_settled(t, e.rolls, combat.edge, "WV-7.7")
    return combat


def _enter_battle(t: WvTable, side: Side, unit: Unit, rule: str) -> None:
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
        t.forbid("WV-7.4", "no unit of {seat} has to enter battle", seat=e.seat, legal=way_on(t))
    side = t.state.sides[e.seat]
    unit = find_unit(side, e.unit)
    if unit is None or not unit.vertical:
        t.forbid(
            "WV-7.4",
            "{unit} is not one of {seat}'s ready units",
            unit=e.unit,
            seat=e.seat,
            legal=one_of(due.units),
            since=due.since,
        )
    t.state.due.remove(due)
    _enter_battle(t, side, unit, "WV-7.4")
    attacker = opponent(t.state, e.seat).seat
    t.state.due.append(RollDice(attacker, "WV-7.7", due.since, target=unit.id))


@handles
def roll(t: WvTable, e: Roll) -> None:
    """The dice of an attack that was declared (WV-7.7)."""
    require_seat(t, e.seat)
    due = owed(t, e.seat, RollDice)
    if due is None:
        t.forbid("WV-7.7", "no dice of {seat} are due", seat=e.seat, legal=way_on(t))
    side = t.state.sides[e.seat]
    enemy = opponent(t.state, e.seat)
    attacker, target = side.battle, enemy.battle
    assert attacker is not None and target is not None
    combat = meet(t.catalog, side, attacker, enemy, target)
    require_settled(t, e.rolls, combat.edge, "WV-7.7")
    t.state.due.remove(due)
    fight(t, combat, e.rolls)


# -- combat ------------------------------------------------------------------------------------


def fight(t: WvTable, combat: Combat, rolls: Sequence[RolledPair]) -> None:
    """WV-7.7 to 7.14: totals, damage to the loser, and what a defeat brings."""
    side, enemy = combat.side, combat.enemy
    card, foe = top(t.catalog, combat.attacker), top(t.catalog, combat.target)
    own = Fighter(side.seat, card.name, combat.own)
    other = Fighter(enemy.seat, foe.name, combat.other)
    if compare(t, Contest("combat", "WV-7.10", own, other), rolls) > 0:
        winner, loser, fallen = side, enemy, combat.target
        blow = Blow(card.power, side.seat, card.name, "combat", "WV-7.10")
    else:
        winner, loser, fallen = enemy, side, combat.attacker
        blow = Blow(foe.intellect, enemy.seat, foe.name, "counterattack", "WV-7.10")
    if harm_unit(t, loser, fallen, blow):
        defeat(t, loser, fallen, winner.seat)
        winners_ability(t, winner, blow.source)


# -- direct attack -----------------------------------------------------------------------------


@handles
def direct_attack(t: WvTable, e: DirectAttack) -> None:
    """WV-7.6: the full power to a Champion who has no ready unit."""
    side = require_turn(t, e.seat, ACTION)
    attacker = require_attacker(t, side)
    require_attack_left(t)
    enemy = opponent(t.state, e.seat)
    _require_bare_champion(t, side, enemy)
    go_on(t, ACTION)
    t.state.attacks += 1
    t.state.direct_attacks += 1
    card = top(t.catalog, attacker)
    harm_champion(t, enemy, Blow(card.power, e.seat, card.name, "direct", "WV-7.6"))


def _require_bare_champion(t: WvTable, side: Side, enemy: Side) -> None:
    """WV-7.6: late enough, no ready unit, too few defeats for a Champion battle, not twice."""
    state = t.state
    completed = turns_completed(state)
    if completed < TURNS_BEFORE_DIRECT:
        t.refuse(
            "WV-7.6",
            "{have:turn} completed; {need} needed",
            have=completed,
            need=TURNS_BEFORE_DIRECT,
            legal=instead(t, side),
        )
    if has_ready_unit(enemy):
        t.refuse("WV-7.6", "{seat} has a ready unit", seat=enemy.seat, legal=instead(t, side))
    if side.defeated >= DEFEATS_FOR_CHAMPION:
        t.refuse(
            "WV-7.6",
            "{have:unit} defeated; at most {limit} for a direct attack",
            have=side.defeated,
            limit=DEFEATS_FOR_CHAMPION - 1,
            legal=instead(t, side),
        )
    if state.direct_attacks and t.choice["WV-I 6"] == "one":
        t.refuse(
            "WV-7.6",
            "{have} direct attack made this turn; at most {limit}",
            have=state.direct_attacks,
            limit=1,
            legal=instead(t, side),
        )
