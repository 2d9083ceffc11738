"""Between declaration and damage: interception, redirection, retaliation (section 17a, 17c)."""

from events.grand_archive import Intercept, Retaliate
from referee.games.grand_archive.checks import rest
from referee.games.grand_archive.combat import attack_is, obeys, require_combat
from referee.games.grand_archive.course import require_player
from referee.games.grand_archive.facts import AttackRedirected, Retaliated
from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.places import find
from referee.games.grand_archive.state import (
    DAMAGE,
    RETALIATION,
    Combat,
    GaTable,
    InPlay,
    in_r26,
    lapses,
    objects,
)
from referee.games.grand_archive.triggers import report
from referee.games.grand_archive.values import (
    forbidden,
    has_word,
    is_unit,
    number_of,
    power_of,
    refuse_if_sure,
    require_not_forbidden,
)
from referee.house import side_of

# -- another target ------------------------------------------------------------------------------


@handles
def intercept(t: GaTable, e: Intercept) -> None:
    """An ally takes the attack on its champion upon itself (GA-24.18)."""
    require_player(t, e.seat)
    combat = require_combat(t, "GA-24.18")
    ally = find(t, e.ally, e.seat, "GA-24.18")
    if attack_is(t, combat, "unblockable"):
        refuse_if_sure(
            t, ("unblockable",), "GA-24.38", "the attack is Unblockable", since=combat.entry
        )
    if combat.cleave:
        t.refuse("GA-24.5", "Cleave is not intercepted", since=combat.entry)
    if not has_word(t, ally, "intercept"):
        refuse_if_sure(t, ("intercept",), "GA-17.10", "{thing} has no Intercept", thing=ally.id)
    if ally.controller != e.seat:
        t.forbid("GA-24.18", "{thing} is not {seat}'s", thing=ally.id, seat=e.seat)
    if combat.stage != RETALIATION:
        t.refuse("GA-24.18", "the damage step has begun", since=combat.entry)
    if combat.retaliators:  # its trigger was on the stack before they were chosen (GA-17.30)
        t.refuse("GA-24.18", "retaliators were chosen", since=combat.entry)
    if ally.rested:
        t.refuse("GA-24.18", "{thing} is rested", thing=ally.id, since=ally.spent or None)
    if not obeys(t, ally):
        refuse_if_sure(t, ("level", "pride"), "GA-24.28", "{thing} does not obey", thing=ally.id)
    champions = t.state.players[e.seat].champions
    attacked = next((each for each in combat.targets if each in champions), "")
    if not attacked:
        t.refuse("GA-24.18", "{seat}'s champion is not attacked", seat=e.seat)
    redirect(t, combat, ally, attacked)


def redirect(t: GaTable, combat: Combat, thing: InPlay, attacked: str = "") -> None:
    """The attack has another target now, in place of one of several where that is said
    (GA-17.10, 17.15)."""
    if in_r26(t):
        if thing.id in combat.targets:
            t.refuse("GA-17.15", "{thing} is attacked already", thing=thing.id, since=combat.entry)
        if combat.cleave:
            t.refuse("GA-17.73", "Cleave is not redirected", since=combat.entry)
    others = [each for each in combat.targets if attacked and each != attacked]
    t.set(combat, "targets", [thing.id, *others])
    t.fact(AttackRedirected(thing.controller, combat.source, thing.id))


# -- retaliation ---------------------------------------------------------------------------------


@handles
def retaliate(t: GaTable, e: Retaliate) -> None:
    """Units rest to retaliate against the attacker (GA-17.32 to 17.36)."""
    require_player(t, e.seat)
    combat = require_combat(t, "GA-17.32")
    chosen: list[str] = []
    for named in e.units:
        unit = find(t, named, e.seat, "GA-17.32")
        require_may_retaliate(t, e.seat, combat, unit)
        if unit.id in (*chosen, *combat.retaliators):
            t.forbid("GA-17.32", "{thing} retaliates twice", thing=unit.id)
        if not unit.rested and not has_word(t, unit, "steadfast"):
            rest(t, unit)
        chosen.append(unit.id)
        t.fact(Retaliated(e.seat, unit.id, unit.name, combat.source))
        report(t, "retaliates", unit.id)
    if not combat.before:
        t.set(combat, "before", t.seq)
    if combat.asked:
        t.set(combat, "asked", t.seq)
    t.set(combat, "retaliators", [*combat.retaliators, *chosen])


def _is_chosen_now(t: GaTable, combat: Combat) -> bool:
    """Whether all have just passed on record before retaliation: now it is chosen, ahead of the
    first pass of the damage step (GA-17.32)."""
    waiting = t.state.waiting
    on_top = bool(waiting.stack) and waiting.stack[-1] is combat
    asked = not lapses(t) or combat.asked == t.seq - 1
    return combat.stage == DAMAGE and asked and on_top and not waiting.passed


def require_may_retaliate(t: GaTable, seat: str, combat: Combat, unit: InPlay) -> None:
    """A unit that was there in time, with power, that defends and is awake (GA-17.32 to 17.35)."""
    if unit.controller != seat:
        t.forbid("GA-17.32", "{thing} is not {seat}'s", thing=unit.id, seat=seat)
    if combat.before and unit.since > combat.before:
        t.refuse(
            "GA-17.34",
            "{thing} came after the window before retaliation",
            thing=unit.id,
            since=combat.before,
        )
    if (power_of(t, unit) or 0) <= 0 and not number_of(t, unit, "retort"):
        refuse_if_sure(t, ("power",), "GA-17.33", "{thing} has no power", thing=unit.id)
    if combat.stage != RETALIATION and not _is_chosen_now(t, combat):
        t.refuse("GA-17.32", "the damage step has begun", since=combat.before or combat.entry)
    if not defends(t, combat, unit):
        refuse_if_sure(t, ("ambush",), "GA-17.32", "{thing} does not defend", thing=unit.id)
    if unit.rested and not has_word(t, unit, "steadfast"):
        refuse_if_sure(
            t, ("steadfast",), "GA-17.32", "{thing} is rested", thing=unit.id,
            since=unit.spent or None,
        )  # fmt: skip
    require_not_forbidden(t, "retaliate", unit.id, seat)


def defends(t: GaTable, combat: Combat, unit: InPlay) -> bool:
    """Whether a unit is attacked, or has Ambush and is of another side (GA-17.32, 17.35)."""
    if unit.id in combat.targets:
        return is_unit(t, unit)
    if side_of(t.state, unit.controller) == side_of(t.state, combat.seat):
        return False
    return has_word(t, unit, "ambush") and not unit.rested


def may_retaliate(t: GaTable, combat: Combat) -> list[InPlay]:
    """The units that could retaliate now."""
    return [
        each
        for each in objects(t)
        if is_unit(t, each)
        and defends(t, combat, each)
        and (not each.rested or has_word(t, each, "steadfast"))
        and ((power_of(t, each) or 0) > 0 or number_of(t, each, "retort"))
        and each.id not in combat.retaliators
        and not (combat.before and each.since > combat.before)
        and not forbidden(t, "retaliate", each.id, each.controller)
    ]
