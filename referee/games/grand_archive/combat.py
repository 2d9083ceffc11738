"""What an attack is made of: weapons, power, targets, attack cards (section 17a, 17b)."""

from collections.abc import Sequence

from events.grand_archive import Attack
from events.notation.words import quote
from referee.games.grand_archive.begun_texts import attacks_with
from referee.games.grand_archive.facts import AttackDeclared
from referee.games.grand_archive.places import find, into_intent
from referee.games.grand_archive.state import (
    DAMAGE,
    FIELD,
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
    objects,
    opponents,
)
from referee.games.grand_archive.triggers import report, set_off
from referee.games.grand_archive.values import (
    ATTACKS_ALONE,
    FOE_AIMS,
    TEXTS,
    UNUSED,
    WIELD,
    WIELD_THIS,
    forbidden,
    has_word,
    highest_of,
    is_unit,
    level_of_player,
    number_of,
    power_of,
    refuse_if_sure,
    require_not_forbidden,
)
from referee.house import side_of
from referee.parts.responses import pend
from referee.verdict import Unsaid

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
        player = _whom_cleave_attacks(t, seat, target)
        targets = attackable(t, seat, attacker, player, parts)
        if not targets:
            t.forbid("GA-17.5", "{player} has nothing to attack", player=player)
    else:
        player = ""
        targets = [_target(t, seat, parts, target)]
        if further:
            targets += _further(t, seat, parts, targets[0], further)
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


# -- targets -------------------------------------------------------------------------------------


def is_attackable(t: GaTable, seat: str, thing: InPlay) -> bool:
    """Whether an object is a unit or siegeable domain of somebody else (GA-17.5, 17.6)."""
    if thing.place != FIELD or side_of(t.state, thing.controller) == side_of(t.state, seat):
        return False
    card = card_of(t, thing)
    return is_unit(t, thing) or (
        "domain" in card.types and ("siegeable" in card.subtypes or has_word(t, thing, "siegeable"))
    )


def attackable(
    t: GaTable,
    seat: str,
    attacker: InPlay,
    player: str = "",
    parts: Sequence[InPlay] = (),
    besides: Sequence[InPlay] = (),
) -> list[InPlay]:
    """What a unit may attack, Taunt and Stealth respected (GA-17.5 to 17.8).

    Args:
        t: the table.
        seat: who attacks.
        attacker: the unit.
        player: whom a Cleave attacks, for which Taunt is nothing.
        parts: what else takes part in the attack.
        besides: what was chosen before.
    """
    parts = (attacker, *parts)
    if player and _is_choosy(t, attacker):
        return []
    able = [
        each
        for each in _within_reach(t, seat, parts)
        if (not player or each.controller == player) and each not in besides
    ]
    if player or _any_has(t, parts, "unblockable"):
        return able
    taunting = [each for each in able if not each.rested and has_word(t, each, "taunt")]
    return taunting or able


def _within_reach(t: GaTable, seat: str, parts: Sequence[InPlay]) -> list[InPlay]:
    """What an attack of which the first part is the attacker could be made on, whatever has
    Taunt (GA-17.5, 17.6, 17.8)."""
    sees = _any_has(t, parts, "true sight")
    return [
        each
        for each in objects(t)
        if is_attackable(t, seat, each)
        and (sees or not has_word(t, each, "stealth"))
        and not forbidden(t, "target", each.id)
        and may_be_attacked_by(t, parts[0], each)
    ]


def new_targets(t: GaTable) -> list[InPlay]:
    """What the attack that is on could be put on by a text that lets a player choose: what it
    could attack, of which Taunt keeps it from nothing (GA-17.10)."""
    combat = combat_of(t.state)
    if combat is None or combat.source not in t.state.zones.things:
        return []
    return _within_reach(t, combat.seat, parts_of(t, combat))


def _is_choosy(t: GaTable, attacker: InPlay) -> bool:
    """Whether the own text of an attacker says what alone it attacks, so that it cannot attack all
    that somebody has (GA-17.73)."""
    return any(x.source == attacker.id for x in t.state.changes.statics.get(ATTACKS_ALONE, ()))


def may_be_attacked_by(t: GaTable, attacker: InPlay, thing: InPlay) -> bool:
    """Whether the own text of an attacker lets it attack that (GA-1.3)."""
    own = t.state.changes.statics.get(ATTACKS_ALONE, ())
    return all(TEXTS.fits(t, each, thing.id) for each in own if each.source == attacker.id)


def _any_has(t: GaTable, parts: Sequence[InPlay], word: str) -> bool:
    return any(has_word(t, each, word) for each in parts)


def _target(
    t: GaTable,
    seat: str,
    parts: Sequence[InPlay],
    named: str,
    besides: Sequence[InPlay] = (),
) -> InPlay:
    """What is attacked, besides what was chosen before it.

    Raises:
        Violation: GA-17.5 to 17.8, or by an attack card GA-24.36 and 24.37; it may not be.
        Unsaid: several could be, and none was said.
    """
    attacker = parts[0]
    able = attackable(t, seat, attacker, parts=parts, besides=besides)
    if not named:
        if len(able) == 1:
            return able[0]
        if not able:
            t.forbid("GA-17.5", "there is nothing to attack")
        foes = list(dict.fromkeys(each.controller for each in able))
        if _any_has(t, parts, FOE_AIMS) and len(foes) == 1:
            ask = f"{foes[0]} says what is attacked"
            raise Unsaid(ask, {"target": tuple(each.id for each in able)}, foes[0])
        t.incomplete("say what is attacked", target=[each.id for each in able])
    thing = _meant(t, seat, named, able)
    if thing in able:
        return thing
    by_card = any(card_of(t, each).is_attack for each in parts)
    if side_of(t.state, thing.controller) == side_of(t.state, seat):
        t.refuse("GA-17.6", "{thing} is {seat}'s own", thing=thing.id, seat=seat)
    elif not is_attackable(t, seat, thing):
        refuse_if_sure(t, ("type",), "GA-17.5", "{thing} is no unit", thing=thing.id)
    elif not may_be_attacked_by(t, attacker, thing):
        refuse_if_sure(
            t, ("attack",), "GA-1.3", "{attacker} may not attack {thing}",
            attacker=attacker.id, thing=thing.id,
        )  # fmt: skip
    elif has_word(t, thing, "stealth") and not _any_has(t, parts, "true sight"):
        refuse_if_sure(
            t,
            ("stealth", "true sight"),
            "GA-24.36" if by_card else "GA-17.8",
            "{thing} has Stealth",
            thing=thing.id,
        )
    else:
        taunting = [each for each in able if has_word(t, each, "taunt")]
        refuse_if_sure(
            t,
            ("taunt", "unblockable"),
            "GA-24.37" if by_card else "GA-17.7",
            "{taunting} has Taunt",
            taunting=" and ".join(each.id for each in taunting) or thing.id,
            legal=" or ".join(quote(each.id) for each in taunting),
        )
    return thing


def _meant(t: GaTable, seat: str, named: str, able: Sequence[InPlay]) -> InPlay:
    """What a name means of what is attacked: of what both sides have, that of the other, and what
    can be attacked before all.

    Raises:
        Violation: GA-17.5, nothing on the field is called so.
        Unsaid: several are.
    """
    if named in t.state.zones.things or named in t.state.players:
        return find(t, named, seat, "GA-17.5")
    own = side_of(t.state, seat)
    others = [each for each in objects(t) if side_of(t.state, each.controller) != own]
    found = [each for each in others if named in (each.name, card_of(t, each).name)]
    bearing = [each for each in found if each in able] or found[:1]
    if len(bearing) > 1:
        t.incomplete(f"say which {named}", target=[each.id for each in bearing])
    return bearing[0] if bearing else find(t, named, seat, "GA-17.5")


def _further(
    t: GaTable, seat: str, parts: Sequence[InPlay], target: InPlay, named: Sequence[str]
) -> list[InPlay]:
    """What Multistrike attacks besides (GA-17.15, 17.20, 24.41).

    Raises:
        Violation: it attacks no more than it says, and nothing twice.
    """
    newer = in_r26(t)
    most = sum(number_of(t, each, "multistrike") for each in parts) if newer else 0
    if len(named) > most:
        refuse_if_sure(
            t,
            ("multistrike",),
            "GA-24.41" if newer else "GA-17.20",
            "Multistrike attacks {most:target} besides, not {count}",
            most=most,
            count=len(named),
            legal=f"at most {most}" if most else "one target",
        )
    found = [target]
    for each in named:
        thing = _meant(t, seat, each, attackable(t, seat, parts[0], parts=parts, besides=found))
        if thing in found:
            rule = "GA-17.15" if newer else "GA-17.20"
            t.forbid(rule, "{thing} is attacked already", thing=thing.id)
        found.append(_target(t, seat, parts, thing.id, found))
    return found[1:]


def _whom_cleave_attacks(t: GaTable, seat: str, named: str) -> str:
    """One opponent (GA-17.73)."""
    able = opponents(t.state, seat)
    if named in able:
        return named
    if named:
        t.forbid("GA-17.73", "Cleave attacks an opponent", legal=" or ".join(able))
    if len(able) > 1:
        t.incomplete("say whom Cleave attacks", target=able)
    return able[0]
