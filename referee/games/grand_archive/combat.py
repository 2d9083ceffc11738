"""What an attack is made of: weapons, power, attack cards (section 17a, 17b)."""

from collections.abc import Sequence

from events.grand_archive import Attack
from referee.games.grand_archive.attack_targets import (
    attackable,
    further_targets,
    target_of,
    whom_cleave_attacks,
    within_reach,
)
from referee.games.grand_archive.begun_texts import attacks_with
from referee.games.grand_archive.facts import AttackDeclared
from referee.games.grand_archive.places import find, into_intent
from referee.games.grand_archive.state import (
    DAMAGE,
    LOADED,
    Activation,
    Combat,
    GaTable,
    InPlay,
    by_edition,
    card_of,
    combat_of,
    in_r26,
    note,
)
from referee.games.grand_archive.triggers import report, set_off
from referee.games.grand_archive.values import (
    TEXTS,
    UNUSED,
    WIELD,
    WIELD_THIS,
    has_word,
    highest_of,
    level_of_player,
    power_of,
    refuse_if_sure,
    require_not_forbidden,
)
from referee.parts.responses import pend

LOADABLE = frozenset({"gun", "bow"})
"""The weapons that are used loaded, and without an attack card (GA-14.15)."""


def require_combat(t: GaTable, rule: str) -> Combat:
    """The combat that is on, or a refusal by that rule."""
    combat = combat_of(t.state)
    if combat is None:
        t.forbid(rule, "no attack is on")
    return combat


def parts_of(t: GaTable, combat: Combat) -> list[InPlay]:
    """The attacker, what it uses and the cards in its intent, as far as they are there."""
    things = t.state.zones.things
    keys = (combat.source, *combat.uses, *combat.intents)
    return [thing for key in keys if (thing := things.get(key)) is not None]


def attack_is(t: GaTable, combat: Combat, word: str) -> bool:
    """Whether anything that takes part in an attack has a keyword."""
    return any(has_word(t, each, word) for each in parts_of(t, combat))


def begin_damage(t: GaTable, combat: Combat) -> None:
    """The damage step begins: it is too late to retaliate (GA-17.34, 17.40)."""
    t.set(combat, "stage", DAMAGE)
    if not combat.before:
        t.set(combat, "before", t.seq)


def obeys(t: GaTable, thing: InPlay) -> bool:
    """Whether an ally obeys its controller (GA-21.11, 24.28)."""
    pride = highest_of(t, thing, "pride")
    return not pride or level_of_player(t, thing.controller) >= pride


# -- the declaration -----------------------------------------------------------------------------


def declare(
    t: GaTable, attacker: InPlay, said: Attack | Activation, intents: Sequence[InPlay] = ()
) -> Combat:
    """The declaration: weapons, the power that it needs, the targets (GA-17.20 to 17.25, 24.41).

    Args:
        t: the table.
        attacker: who attacks.
        said: the attack, or the attack card, with what was said of it.
        intents: the cards of its intent.

    Raises:
        Violation: it is not allowed.
        Unsaid: several targets are possible, and none was said.
    """
    seat, target, further = said.seat, said.target, said.further
    used, loaded = armed(t, seat, attacker, said.uses, intents)
    parts = (attacker, *used, *intents, *loaded)
    if any(has_word(t, each, "cleave") for each in parts):
        player = whom_cleave_attacks(t, seat, target)
        targets = attackable(t, seat, attacker, player, parts)
        if not targets:
            t.forbid("GA-17.5", "{player} has nothing to attack", player=player)
        if further and t.state.asks_aims:
            why = "Cleave attacks all of {player} at once, and nothing is named besides"
            refuse_if_sure(t, ("cleave",), "GA-17.73", why, player=player, legal=player)
    else:
        player = ""
        targets = [target_of(t, seat, parts, target)]
        if further:
            targets += further_targets(t, seat, parts, targets[0], further)
    combat = Combat(
        t.seq,
        seat,
        attacker.id,
        targets=[each.id for each in targets],
        uses=[each.id for each in used],
        intents=[each.id for each in (*intents, *loaded)],
        cleave=player,
    )
    for each in loaded:
        into_intent(t, each)
    pend(t, None, combat)
    if t.state.begun:
        attacks_with(t, attacker.id)
    t.set(t.state.done, "attacks", t.state.done.attacks + 1)
    if card_of(t, attacker).is_champion:
        note(t, "champion attacked", seat)
    t.fact(
        AttackDeclared(seat, attacker.id, attacker.name, targets[0].id, len(used),
                       len(combat.intents), tuple(sorted(each.name for each in parts[1:])))
    )  # fmt: skip
    for each in parts:
        set_off(t, each, "on attack")
    report(t, "attacks", attacker.id)
    for each in targets:
        report(t, "attacked", each.id)
    return combat


def armed(
    t: GaTable, seat: str, attacker: InPlay, uses: Sequence[str], intents: Sequence[InPlay] = ()
) -> tuple[list[InPlay], list[InPlay]]:
    """The weapons that an attack uses and what is loaded, which give it the power that it needs.

    Raises:
        Violation: they cannot be used, or do not give it.
    """
    used = _weapons(t, seat, attacker, uses, intents)
    loaded = _loaded(t, attacker, *used)
    require_power(t, attacker, used, (*intents, *loaded))
    return used, loaded


def weapons_cost(t: GaTable, used: Sequence[str]) -> int:
    """What it costs besides to use these weapons for an attack, by their own texts (GA-17.4)."""
    return sum(
        TEXTS.amount(t, each, each.source)
        for each in t.state.changes.statics.get("attack", ())
        if each.layer == "add" and each.source in used and TEXTS.fits(t, each, each.source)
    )


def taking_part(t: GaTable, attacker: InPlay, used: Sequence[InPlay]) -> tuple[InPlay, ...]:
    """The attacker, the weapons it uses, and what is loaded in them (GA-17.20, 17.24)."""
    return (attacker, *used, *_loaded(t, attacker, *used))


def _loaded(t: GaTable, *things: InPlay) -> list[InPlay]:
    """The cards that are loaded in these (GA-17.24)."""
    under = [each.id for each in things]
    return [
        each
        for each in t.state.zones.things.values()
        if each.place == LOADED and each.under in under
    ]


def _weapons(
    t: GaTable, seat: str, attacker: InPlay, uses: Sequence[str], intents: Sequence[InPlay]
) -> list[InPlay]:
    """The weapons used (GA-14.11, 14.15, 17.20, 17.22)."""
    found: list[InPlay] = []
    for named in uses:
        thing = find(t, named, seat, "GA-17.20")
        card = card_of(t, thing)
        if thing.controller != seat:
            t.forbid("GA-17.20", "{thing} is not {seat}'s", thing=thing.id, seat=seat)
        if thing in found:
            t.forbid("GA-17.20", "{thing} is named twice", thing=thing.id)
        require_not_forbidden(t, UNUSED, thing.id)
        if not has_word(t, thing, "weapon"):
            refuse_if_sure(t, ("weapon",), "GA-17.20", "{thing} is no weapon", thing=thing.id)
        if not card_of(t, attacker).is_champion and not _wields(t, attacker, [thing]):
            refuse_if_sure(t, ("weapon",), "GA-14.11", "{thing} uses no weapon", thing=attacker.id)
        loadable = LOADABLE | {"aetherwing"} if in_r26(t) else LOADABLE
        if not loadable.isdisjoint(card.subtypes):
            if any(card_of(t, each).is_attack for each in intents):
                t.refuse("GA-14.15", "{thing} joins no attack card", thing=thing.id)
            if not _loaded(t, thing):
                refuse_if_sure(t, ("load",), "GA-14.15", "{thing} is not loaded", thing=thing.id)
        found.append(thing)
    if len(found) > 1 and t.choice["GA-I 13"] == "one":
        t.refuse("GA-17.22", "{count} weapons are used", count=len(found), legal="one weapon")
    return found


def _wields(t: GaTable, ally: InPlay, weapons: Sequence[InPlay]) -> bool:
    """Whether an effect lets an ally use weapons, as R26 knows it, or the texts of these let it
    use them (GA-14.11, 17.14)."""
    if in_r26(t) and has_word(t, ally, WIELD):
        return True
    found = t.state.changes.statics.get(WIELD_THIS, ())
    return bool(weapons) and all(
        any(each.source == weapon.id and TEXTS.fits(t, each, ally.id) for each in found)
        for weapon in weapons
    )


def require_power(
    t: GaTable, attacker: InPlay, used: Sequence[InPlay], intents: Sequence[InPlay]
) -> None:
    """Where the power comes from (GA-15.40, 17.3, 17.14, 17.16)."""
    own = power_of(t, attacker)
    if (own or 0) > 0:
        return
    champion = card_of(t, attacker).is_champion
    if intents and (champion or in_r26(t)):
        return
    total = sum(power_of(t, each) or 0 for each in used) + (own or 0)
    if used and (champion or _wields(t, attacker, used)):
        illegal = not champion or by_edition(t, "GA-I 12", "illegal", "allowed") == "illegal"
        if total > 0 or not illegal:
            return
        rule = "GA-17.16" if champion else "GA-17.3"
        refuse_if_sure(t, ("power",), rule, "the weapons have power {have}", have=total)
    elif champion and own is None:
        refuse_if_sure(
            t,
            ("power",),
            "GA-15.40",
            "{thing} has no power of its own",
            thing=attacker.id,
            legal="a weapon or an attack card",
        )
    else:
        why = "{thing} has power {have}" if own is not None else "{thing} has no power"
        refuse_if_sure(t, ("power",), "GA-17.3", why, thing=attacker.id, have=own or 0)


def new_targets(t: GaTable) -> list[InPlay]:
    """What the attack that is on could be put on by a text that lets a player choose: what it
    could attack, of which Taunt keeps it from nothing (GA-17.10)."""
    combat = combat_of(t.state)
    if combat is None or combat.source not in t.state.zones.things:
        return []
    return within_reach(t, combat.seat, parts_of(t, combat))
