"""The steps of a combat: retaliation, damage, its end (section 17c to 17f)."""

from collections.abc import Iterator

from events.grand_archive import CombatDamage, Intercept, Retaliate
from referee.fact import Term
from referee.games.grand_archive.checks import change_counters, rest
from referee.games.grand_archive.combat import end_intents
from referee.games.grand_archive.course import empty_stack, require_player
from referee.games.grand_archive.facts import CombatEnded, StrikeReckoned
from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.harm import deal
from referee.games.grand_archive.hearing import report, set_off
from referee.games.grand_archive.places import find, put, take
from referee.games.grand_archive.reckoning import (
    forbidden,
    has_word,
    life_of,
    number_of,
    power_of,
    power_terms,
    refuse_if_sure,
    require_not_forbidden,
)
from referee.games.grand_archive.state import (
    DAMAGE,
    FIELD,
    INTENT,
    RETALIATION,
    Combat,
    GaTable,
    InPlay,
    card_of,
    combat_of,
    objects,
)
from referee.parts.lasting import over
from referee.parts.responses import take_away

# -- retaliation ---------------------------------------------------------------------------------


def _combat(t: GaTable, rule: str) -> Combat:
    combat = combat_of(t.state)
    if combat is None:
        t.forbid(rule, "no attack is on")
    return combat


@handles
def intercept(t: GaTable, e: Intercept) -> None:
    """An ally takes the attack on its champion upon itself (GA-24.18)."""
    require_player(t, e.seat)
    combat = _combat(t, "GA-24.18")
    ally = find(t, e.ally, e.seat, "GA-24.18")
    if ally.controller != e.seat:
        t.forbid("GA-24.18", "{thing} is not {seat}'s", thing=ally.id, seat=e.seat)
    if combat.stage != RETALIATION:
        t.refuse("GA-24.18", "the damage step has begun", since=combat.entry)
    if not has_word(t, ally, "intercept"):
        refuse_if_sure(t, ("intercept",), "GA-24.18", "{thing} has no Intercept", thing=ally.id)
    if ally.rested:
        t.refuse("GA-24.18", "{thing} is rested", thing=ally.id, since=ally.spent or None)
    if combat.cleave:
        t.refuse("GA-17.73", "Cleave is not intercepted", since=combat.entry)
    if attack_is(t, combat, "unblockable"):
        refuse_if_sure(
            t, ("unblockable",), "GA-24.38", "the attack is Unblockable", since=combat.entry
        )
    defender = t.state.zones.things.get(combat.targets[0]) if combat.targets else None
    if defender is None or not card_of(t, defender).is_champion or defender.controller != e.seat:
        t.refuse("GA-24.18", "{seat}'s champion is not attacked", seat=e.seat)
    redirect(t, combat, ally)


def redirect(t: GaTable, combat: Combat, thing: InPlay) -> None:
    """The attack has another target now (GA-17.10, 17.15)."""
    if thing.id in combat.targets and t.edition != "R25":
        t.refuse("GA-17.15", "{thing} is attacked already", thing=thing.id)
    t.set(combat, "targets", [thing.id])
    t.set(combat, "intercepted", True)


def attack_is(t: GaTable, combat: Combat, word: str) -> bool:
    """Whether anything that takes part in an attack has a keyword."""
    things = t.state.zones.things
    keys = (combat.source, *combat.uses, *combat.intents)
    return any(has_word(t, things[key], word) for key in keys if key in things)


@handles
def retaliate(t: GaTable, e: Retaliate) -> None:
    """Units rest to retaliate against the attacker (GA-17.32 to 17.36)."""
    require_player(t, e.seat)
    combat = _combat(t, "GA-17.32")
    if combat.stage != RETALIATION:
        t.refuse("GA-17.32", "the damage step has begun", since=combat.entry)
    chosen: list[str] = []
    for named in e.units:
        unit = find(t, named, e.seat, "GA-17.32")
        require_may_retaliate(t, e.seat, combat, unit)
        if unit.id in (*chosen, *combat.retaliators):
            t.forbid("GA-17.32", "{thing} retaliates twice", thing=unit.id)
        if not unit.rested and not has_word(t, unit, "steadfast"):
            rest(t, unit)
        chosen.append(unit.id)
        report(t, "retaliates", unit.id)
    t.set(combat, "retaliators", [*combat.retaliators, *chosen])


def require_may_retaliate(t: GaTable, seat: str, combat: Combat, unit: InPlay) -> None:
    """A defending unit that is awake and has power (GA-17.32 to 17.35)."""
    if unit.controller != seat:
        t.forbid("GA-17.32", "{thing} is not {seat}'s", thing=unit.id, seat=seat)
    if unit.id not in combat.targets and not has_word(t, unit, "ambush"):
        refuse_if_sure(t, ("ambush",), "GA-17.32", "{thing} does not defend", thing=unit.id)
    if unit.rested and not has_word(t, unit, "steadfast"):
        refuse_if_sure(
            t, ("steadfast",), "GA-17.32", "{thing} is rested", thing=unit.id,
            since=unit.spent or None,
        )  # fmt: skip
    if (power_of(t, unit) or 0) <= 0 and not number_of(t, unit, "retort"):
        refuse_if_sure(t, ("power",), "GA-17.33", "{thing} has no power", thing=unit.id)
    if unit.since > combat.entry and unit.since >= t.seq:
        t.refuse("GA-17.34", "{thing} came after the window before retaliation", thing=unit.id)
    require_not_forbidden(t, "retaliate", unit.id, seat)


def may_retaliate(t: GaTable, combat: Combat) -> list[InPlay]:
    """The units that could retaliate now."""
    return [
        each
        for each in objects(t)
        if card_of(t, each).is_unit
        and (each.id in combat.targets or has_word(t, each, "ambush"))
        and each.controller != combat.seat
        and (not each.rested or has_word(t, each, "steadfast"))
        and ((power_of(t, each) or 0) > 0 or number_of(t, each, "retort"))
        and each.id not in combat.retaliators
        and not forbidden(t, "retaliate", each.id, each.controller)
    ]


# -- damage --------------------------------------------------------------------------------------


@handles
def damage(t: GaTable, e: CombatDamage) -> None:
    """The damage step: its order and what was discarded for Critical (GA-17.41, 24.7)."""
    require_player(t, e.seat)
    combat = _combat(t, "GA-17.42")
    if e.first:
        order = [find(t, each, e.seat).id for each in e.first]
        if sorted(order) != sorted(combat.retaliators):
            t.refuse(
                "GA-17.41",
                "{order} are not the retaliators",
                order=", ".join(order),
                legal=", ".join(combat.retaliators) or "nobody",
            )
        t.set(combat, "retaliators", order)
    if e.discards:
        t.set(combat, "discards", e.discards)
    if combat.stage == RETALIATION:
        t.set(combat, "stage", DAMAGE)
    if e.amount is not None:
        said_damage(t, combat, e.amount)
    _strike(t, combat)


def said_damage(t: GaTable, combat: Combat, said: int) -> None:
    """What was said of the damage agrees with what it comes to (GA-17.43)."""
    total = sum(each.value for each in attack_terms(t, combat))
    total = max(0, total) * _times(t, combat)
    if total != said:
        refuse_if_sure(
            t,
            ("power", "damage"),
            "GA-17.43",
            "the attack deals {total}, {said} was said",
            total=total,
            said=said,
            legal=f"damage={total}",
        )


def attack_terms(t: GaTable, combat: Combat) -> Iterator[Term]:
    """What the damage of an attack is made of (GA-17.43)."""
    things = t.state.zones.things
    attacker = things.get(combat.source)
    if attacker is None or attacker.place != FIELD:
        return
    yield from power_terms(t, attacker)
    for key in (*combat.intents, *combat.uses):
        each = things.get(key)
        if each is not None and each.place in (FIELD, INTENT):
            yield from power_terms(t, each) or ()
    if "distant" in attacker.marks:
        for each in (attacker, *(things[k] for k in combat.uses if k in things)):
            ranged = number_of(t, each, "ranged")
            if ranged:
                yield Term(f"{each.id}, Ranged", ranged, "GA-24.29")


def _times(t: GaTable, combat: Combat) -> int:
    """How often Critical doubles the damage: once, unless cards were discarded (GA-24.7)."""
    number = sum(
        number_of(t, each, "critical")
        for key in (combat.source, *combat.uses, *combat.intents)
        if (each := t.state.zones.things.get(key)) is not None
    )
    return 2 if number and len(combat.discards or ()) < number else 1


def go_on(t: GaTable, combat: Combat) -> None:
    """A combat goes on to its next step, and then to its end (GA-17.30, 17.40, 17.60)."""
    if combat.stage == RETALIATION:
        t.set(combat, "stage", DAMAGE)
        return
    _strike(t, combat)


def _strike(t: GaTable, combat: Combat) -> None:
    """Attacker and defenders, retaliators and attacker strike at once (GA-17.42 to 17.50)."""
    things = t.state.zones.things
    attacker = things.get(combat.source)
    there = attacker is not None and attacker.place == FIELD
    targets = [
        thing
        for each in combat.targets
        if (thing := things.get(each)) is not None and thing.place == FIELD
    ]
    if combat.discards:
        player = targets[0].controller if targets else ""
        if player:
            take(t, player, "hand", combat.discards)
            put(t, player, "graveyard", combat.discards)
    blows: list[tuple[InPlay, InPlay, int]] = []
    if there and attacker is not None and targets:
        terms = tuple(attack_terms(t, combat))
        total = max(0, sum(each.value for each in terms)) * _times(t, combat)
        for thing in targets:
            t.fact(StrikeReckoned(combat.seat, attacker.id, thing.id, terms, total))
            blows.append((attacker, thing, total))
        for key in combat.uses:
            weapon = things.get(key)
            if weapon is not None and weapon.place == FIELD and weapon.counters.get("durability"):
                change_counters(t, weapon, "durability", -1)
    for key in combat.retaliators:
        unit = things.get(key)
        if unit is None or unit.place != FIELD or attacker is None or not there:
            continue
        terms = tuple(_retaliation_terms(t, unit))
        total = max(0, sum(each.value for each in terms))
        t.fact(StrikeReckoned(unit.controller, unit.id, attacker.id, terms, total))
        blows.append((unit, attacker, total))
    for striker, struck, amount in blows:
        _hit(t, combat, striker, struck, amount)
    _end(t, combat, "struck" if blows else "without a target")


def _retaliation_terms(t: GaTable, unit: InPlay) -> Iterator[Term]:
    yield from power_terms(t, unit)
    retort = number_of(t, unit, "retort")
    if retort:
        yield Term(f"{unit.id}, Retort", retort, "GA-24.32")


def _hit(t: GaTable, combat: Combat, striker: InPlay, struck: InPlay, amount: int) -> None:
    """One blow lands, with what it triggers (GA-17.44, 18.3, 24.24)."""
    life = life_of(t, struck)
    alive = life is not None and struck.damage < life
    done = deal(t, struck, amount, striker.id, striker.controller, "combat", "GA-17.42")
    if done <= 0:
        return
    parts = [striker]
    if striker.id == combat.source:
        things = t.state.zones.things
        parts += [things[key] for key in (*combat.uses, *combat.intents) if key in things]
    champion = card_of(t, struck).is_champion
    for each in parts:
        set_off(t, each, "on hit")
        set_off(t, each, "on champion hit" if champion else "on ally hit")
    report(t, "hits", striker.id)
    if alive and life is not None and struck.damage >= life and card_of(t, struck).is_unit:
        for each in parts:
            set_off(t, each, "on kill")
        report(t, "kills", striker.id)


def _end(t: GaTable, combat: Combat, how: str) -> None:
    """The combat is over (GA-17.60 to 17.62)."""
    end_intents(t, combat)
    over(t, "combat")
    take_away(t, combat, how)
    t.fact(CombatEnded(combat.seat, combat.source, how))


def end_combat(t: GaTable, how: str = "ended") -> None:
    """An effect ends the combat (GA-6.71)."""
    combat = combat_of(t.state)
    if combat is not None:
        _end(t, combat, how)


def strike_at_once(t: GaTable, damage: int) -> None:
    """Nobody answers an attack: it strikes, and what was said of its damage agrees."""
    handles.follows(t)
    combat = combat_of(t.state)
    while t.state.waiting.stack and t.state.waiting.stack[-1] is not combat:
        handles.play_on(t)
        combat = combat_of(t.state)
    if combat is None:
        return
    said_damage(t, combat, damage)
    empty_stack(t)
