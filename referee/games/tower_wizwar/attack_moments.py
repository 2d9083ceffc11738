"""The moments of an attack: damage and counterattack, and how it ends (TW-15.14 to 15.24)."""

from collections.abc import Sequence

from referee.fact import Term
from referee.games.tower_wizwar.effects.resolution import follow
from referee.games.tower_wizwar.facts import DamageAssigned, DamageLost, DamageReckoned
from referee.games.tower_wizwar.groups import (
    Assigned,
    aimed_at,
    assign,
    awaited_order,
    awaits_block,
    defender_of,
    is_void,
    of_one,
    reaches,
    stands_in,
    strikers,
    there,
)
from referee.games.tower_wizwar.harm import expend, goes_back, harm_wizard, put_harm
from referee.games.tower_wizwar.state import InPlay, Strike, TwTable
from referee.games.tower_wizwar.triggers import report
from referee.games.tower_wizwar.values import WIZARD, has_word, might_of, power_of, power_terms
from referee.parts.lasting_changes import over
from referee.parts.responses import take_away

DECLARED, BLOCKED, DAMAGE = "", "blocked", "damage"
"""The moments that an attack has come to; the counterattack ends it (TW-15.24)."""
ATTACK, COUNTER = "attack", "counterattack"


def go_on(t: TwTable, strike: Strike) -> None:
    """An attack goes on to its end, as far as nothing more has to be said; what a moment sets off
    comes ahead of the next one (TW-15.24)."""
    waiting = t.state.waiting
    while not awaits_block(t, strike) and not awaited_order(t, strike):
        if moment(t, strike):
            return
        follow(t)
        if t.state.over or not waiting.stack or waiting.stack[-1] is not strike:
            return


def moment(t: TwTable, strike: Strike) -> bool:
    """The next moment of an attack; whether it is over with that."""
    if is_void(t, strike):
        end_attack(t, strike, "without a target")
        return True
    if strike.stage == DAMAGE:
        _counter(t, strike)
    else:
        if strike.blocked is None:  # nobody could block
            t.set(strike, "blocked", False)
            t.set(strike, "unasked", True)
        _note_powers(t, strike)
        _damage(t, strike)
        if strike.powers:
            t.set(strike, "stage", DAMAGE)
            return False
    end_attack(t, strike, "took effect")
    return True


def end_attack(t: TwTable, strike: Strike, how: str) -> None:
    """An attack is over, and what lasted for it (TW-19.10)."""
    take_away(t, strike, how)
    t.set(t.state.done, "unblocked", None if strike.blocked else strike)
    over(t, "attack")
    if how == "took effect":
        t.set(t.state, "latest", (strike.entry, "attack"))


def _note_powers(t: TwTable, strike: Strike) -> None:
    """The power of those that will strike back, as it is ahead of the damage (TW-15.22)."""
    target = aimed_at(t, strike)
    powers = dict(strike.powers)
    for each in there(t, strike.blockers):
        powers[each.id] = power_of(t, each)
    if target is not None and t.choice["TW-I 60"] == "target_too":
        powers[target.id] = power_of(t, target)
    t.set(strike, "powers", powers)


# -- damage --------------------------------------------------------------------------------------


def _damage(t: TwTable, strike: Strike) -> None:
    """Damage is assigned to the blockers, then to the target (TW-15.15 to 15.20)."""
    attackers = there(t, strike.attackers)
    damage = _reckoned(t, strike, ATTACK, attackers)
    assigned, left = assign(t, damage, there(t, strike.blockers), strike.order)
    for each in assigned:
        _assigned(t, strike, each, ATTACK, "TW-15.15")
    if strike.target in t.state.sides:
        left = _on_wizard(t, strike, strike.target, damage, left)
    else:
        left = _on_card(t, strike, damage, left)
    _lost(t, strike, ATTACK, left, "TW-15.17")


def _reckoned(
    t: TwTable, strike: Strike, kind: str, things: Sequence[InPlay], gone: Sequence[Term] = ()
) -> int:
    """The damage of an attack or a counterattack, itemised."""
    terms = (*(term for each in things for term in power_terms(t, each)), *gone)
    total = sum(each.value for each in terms)
    of_attack = kind == ATTACK
    seat, rule = (strike.seat, "TW-15.14") if of_attack else (strike.defender, "TW-15.21")
    t.fact(DamageReckoned(seat, strike.entry, kind, terms, total, rule))
    return total


def _on_card(t: TwTable, strike: Strike, damage: int, left: int) -> int:
    """What the blockers of a card leave goes to it, or by TW-I 56 to its wizard; what is left."""
    target = aimed_at(t, strike)
    seat = defender_of(t, strike)
    reading = t.choice["TW-I 56"]
    past = reading == "tower_without_target" and strike.blockers
    if target is not None and not past and target.id not in strike.blockers:
        left = _on_target(t, strike, target, damage, left)
    if left and seat and (past or (target is not None and reading == "target_then_tower")):
        return _on_wizard(t, strike, seat, damage, left)
    return left


def _on_target(t: TwTable, strike: Strike, target: InPlay, damage: int, left: int) -> int:
    if not reaches(t, target, damage, left):
        return left
    found = of_one(t, target, left)
    _assigned(t, strike, found, ATTACK, "TW-15.17")
    return found.left


def _on_wizard(t: TwTable, strike: Strike, seat: str, damage: int, left: int) -> int:
    """What is left goes to a wizard, or what stands in for it (TW-14.1, 15.17, 15.19)."""
    tower = stands_in(t, seat)
    if tower is None:
        return _strike_wizard(t, strike, seat, left) if left else 0
    reading = t.choice["TW-I 57"]
    might = might_of(t, tower)
    if reading == "loops" and left >= might > 0:
        harm = left // might
        t.fact(DamageAssigned(tower.id, left, harm, might, ATTACK, "TW-15.17", 0, strike.entry))
        expend(t, tower, "TW-15.20")
        put_harm(t, tower, harm, ATTACK, "TW-15.18")
        return 0
    left = _on_target(t, strike, tower, damage, left)
    if left and reading == "to_wizard":
        return _strike_wizard(t, strike, seat, left)
    return left


def _strike_wizard(t: TwTable, strike: Strike, seat: str, damage: int) -> int:
    """A wizard takes one harm for each full 7 (TW-15.19); what is lost."""
    done, might = t.state.done, WIZARD[1]
    kept = t.choice["TW-I 59"] == "adds_up_within_turn"
    total = damage + (done.spare.get(seat, 0) if kept else 0)
    harm = total // might
    if t.choice["TW-I 58"] == "one_harm_per_attack":
        harm = min(harm, 1)
    if kept:
        t.item(done.spare, seat, total % might)
    t.fact(DamageAssigned(seat, damage, harm, might, ATTACK, "TW-15.19", 0, strike.entry))
    harm_wizard(t, seat, harm, ATTACK, "TW-15.19")
    if not kept and total - harm * might:
        _lost(t, strike, ATTACK, total - harm * might, "TW-15.19")
    return 0


def _assigned(t: TwTable, strike: Strike, each: Assigned, source: str, rule: str) -> None:
    """What follows for a card with damage assigned (TW-15.18, 15.20, 16.4 to 16.6)."""
    thing = each.thing
    harm = int(each.amount == each.might and each.might > 0 and not each.away)
    if each.away:
        rule = "TW-16.6"
    elif has_word(t, thing, "ethereal"):
        rule = "TW-15.2"
    elif not each.might:
        rule = "TW-16.5" if rule == "TW-15.15" else "TW-16.4"
    t.fact(
        DamageAssigned(
            thing.id, each.amount, harm, each.might, source, rule, each.left, strike.entry
        )
    )
    if each.away:
        goes_back(t, thing, "TW-16.6")
        return
    expend(t, thing, "TW-15.20")
    report(t, "damaged", thing.id)
    put_harm(t, thing, harm, source, "TW-15.18")


def _lost(t: TwTable, strike: Strike, source: str, amount: int, rule: str) -> None:
    if amount:
        t.fact(DamageLost(strike.entry, source, amount, rule))


# -- counterattack -------------------------------------------------------------------------------


def _counter(t: TwTable, strike: Strike) -> None:
    """The power of those that strike back is assigned to the attackers (TW-15.21, 15.22)."""
    ids = strikers(t, strike)
    things = t.state.zones.things
    gone = [Term(each, strike.powers[each], "TW-15.22") for each in ids if each not in things]
    rule = "TW-15.21"
    damage = _reckoned(t, strike, COUNTER, there(t, ids), gone)
    assigned, left = assign(t, damage, there(t, strike.attackers), strike.counter)
    for each in assigned:
        _assigned(t, strike, each, COUNTER, "TW-15.15")
    _lost(t, strike, COUNTER, left, rule)
