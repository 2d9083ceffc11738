"""What an attack is made of: weapons, power, targets, attack cards (section 17a, 17b)."""

from collections.abc import Sequence

from referee.games.grand_archive.facts import AttackDeclared, Fizzled
from referee.games.grand_archive.hearing import report, set_off
from referee.games.grand_archive.places import LAYOUT, find, out_of_intent
from referee.games.grand_archive.reckoning import (
    forbidden,
    has_word,
    level_of_player,
    number_of,
    power_of,
    refuse_if_sure,
)
from referee.games.grand_archive.state import (
    FIELD,
    INTENT,
    LOADED,
    MAIN,
    Activation,
    Combat,
    GaTable,
    InPlay,
    by_edition,
    card_of,
    combat_of,
    objects,
    opponents,
)
from referee.house import side_of
from referee.parts.responses import pend, take_away


def waiting_attack(t: GaTable, seat: str) -> Activation | None:
    """The attack card on top of the stack that waits for its declaration (GA-14.6)."""
    stack = t.state.waiting.stack
    top = stack[-1] if stack else None
    if not isinstance(top, Activation) or top.seat != seat or top.target:
        return None
    return top if card_of(t, top.card).is_attack else None


def obeys(t: GaTable, thing: InPlay) -> bool:
    """Whether an ally obeys its controller (GA-21.11, 24.28)."""
    pride = number_of(t, thing, "pride")
    return not pride or level_of_player(t, thing.controller) >= pride


def declare(
    t: GaTable,
    seat: str,
    attacker: InPlay,
    target: str,
    uses: Sequence[str],
    intents: Sequence[InPlay] = (),
) -> Combat:
    """The declaration: weapons, the power that it needs, the target (GA-17.20 to 17.25).

    Raises:
        Violation: it is not allowed.
        Unsaid: several targets are possible, and none was said.
    """
    used = _weapons(t, seat, attacker, uses, intents)
    _require_power(t, attacker, used, intents)
    cleave = _cleaves(t, attacker, used, intents)
    if cleave:
        player = target or _only_opponent(t, seat)
        targets = attackable(t, seat, attacker, player if player in t.state.players else "")
        if not targets:
            t.forbid("GA-17.5", "there is nothing to attack")
    else:
        player = ""
        targets = [_target(t, seat, attacker, target, used, intents)]
    combat = Combat(
        t.seq,
        seat,
        attacker.id,
        targets=[each.id for each in targets],
        uses=[each.id for each in used],
        intents=[each.id for each in intents],
        cleave=player,
    )
    for each in used:
        for loaded in _loaded(t, each):
            t.set(loaded, "place", INTENT)
            combat.intents.append(loaded.id)
    pend(t, None, combat)
    t.set(t.state.done, "attacks", t.state.done.attacks + 1)
    t.fact(AttackDeclared(seat, attacker.id, attacker.name, targets[0].id, len(used), len(intents)))
    set_off(t, attacker, "on attack")
    for each in (*used, *intents):
        set_off(t, each, "on attack")
    report(t, "attacks", attacker.id)
    for each in targets:
        report(t, "attacked", each.id)
    return combat


def _loaded(t: GaTable, thing: InPlay) -> list[InPlay]:
    return [
        each
        for each in t.state.zones.things.values()
        if each.under == thing.id and each.place == LOADED
    ]


def _weapons(
    t: GaTable, seat: str, attacker: InPlay, uses: Sequence[str], intents: Sequence[InPlay]
) -> list[InPlay]:
    """The weapons and other objects used (GA-14.11, 14.15, 17.21, 17.22)."""
    found: list[InPlay] = []
    for named in uses:
        thing = find(t, named, seat, "GA-17.21")
        card = card_of(t, thing)
        if thing.controller != seat:
            t.forbid("GA-17.21", "{thing} is not {seat}'s", thing=thing.id, seat=seat)
        if not card.is_weapon:
            refuse_if_sure(t, ("weapon",), "GA-17.21", "{thing} is no weapon", thing=thing.id)
        if not card_of(t, attacker).is_champion:
            refuse_if_sure(t, ("weapon",), "GA-14.11", "{thing} uses no weapon", thing=attacker.id)
        if {"gun", "bow"} & set(card.subtypes):
            if intents:
                t.refuse("GA-14.15", "{thing} joins no attack card", thing=thing.id)
            if not _loaded(t, thing):
                refuse_if_sure(t, ("load",), "GA-14.15", "{thing} is not loaded", thing=thing.id)
        if thing in found:
            t.forbid("GA-17.21", "{thing} is named twice", thing=thing.id)
        found.append(thing)
    if len(found) > 1 and t.choice["GA-I 13"] == "one":
        t.refuse("GA-17.22", "{count} weapons are used", count=len(found), legal="one weapon")
    return found


def _require_power(
    t: GaTable, attacker: InPlay, used: Sequence[InPlay], intents: Sequence[InPlay]
) -> None:
    """Where the power comes from (GA-15.40, 17.3, 17.16)."""
    own = power_of(t, attacker)
    if (own or 0) > 0 or intents:
        return
    champion = card_of(t, attacker).is_champion
    if champion and used:
        total = sum(power_of(t, each) or 0 for each in used) + (own or 0)
        illegal = by_edition(t, "GA-I 12", "illegal", "allowed") == "illegal"
        if total > 0 or not illegal:
            return
        refuse_if_sure(t, ("power",), "GA-17.16", "the weapons have power {have}", have=total)
        return
    if champion and own is None:
        refuse_if_sure(
            t,
            ("power",),
            "GA-15.40",
            "{thing} has no power of its own",
            thing=attacker.id,
            legal="a weapon or an attack card",
        )
        return
    why = "{thing} has power {have}" if own is not None else "{thing} has no power"
    refuse_if_sure(t, ("power",), "GA-17.3", why, thing=attacker.id, have=own or 0)


def _cleaves(
    t: GaTable, attacker: InPlay, used: Sequence[InPlay], intents: Sequence[InPlay]
) -> bool:
    return any(attack_has(t, each, "cleave") for each in (attacker, *used, *intents))


def attack_has(t: GaTable, thing: InPlay, word: str) -> bool:
    """Whether something that takes part in an attack has a keyword."""
    return has_word(t, thing, word)


# -- targets -------------------------------------------------------------------------------------


def is_attackable(t: GaTable, seat: str, thing: InPlay) -> bool:
    """Whether an object is a unit or siegeable domain of somebody else (GA-17.5, 17.6)."""
    if thing.place != FIELD or side_of(t.state, thing.controller) == side_of(t.state, seat):
        return False
    card = card_of(t, thing)
    return card.is_unit or (
        "domain" in card.types and ("siegeable" in card.subtypes or has_word(t, thing, "siegeable"))
    )


def attackable(
    t: GaTable, seat: str, attacker: InPlay, player: str = "", parts: Sequence[InPlay] = ()
) -> list[InPlay]:
    """What a unit may attack, Taunt and Stealth respected (GA-17.5 to 17.8)."""
    sees = _sees(t, (attacker, *parts))
    able = [
        each
        for each in objects(t)
        if is_attackable(t, seat, each)
        and (not player or each.controller == player)
        and (sees or not has_word(t, each, "stealth"))
        and not forbidden(t, "target", each.id)
    ]
    if not any(has_word(t, each, "unblockable") for each in (attacker, *parts)) and not player:
        taunting = [each for each in able if not each.rested and has_word(t, each, "taunt")]
        return taunting or able
    return able


def _sees(t: GaTable, parts: Sequence[InPlay]) -> bool:
    """Whether an attack has True Sight (GA-17.8)."""
    return any(has_word(t, each, "true sight") for each in parts)


def _target(
    t: GaTable,
    seat: str,
    attacker: InPlay,
    named: str,
    used: Sequence[InPlay],
    intents: Sequence[InPlay],
) -> InPlay:
    parts = (*used, *intents)
    able = attackable(t, seat, attacker, parts=parts)
    if not named:
        if len(able) == 1:
            return able[0]
        if not able:
            t.forbid("GA-17.5", "there is nothing to attack")
        t.incomplete("say what is attacked", target=[each.id for each in able])
    thing = find(t, named, seat, "GA-17.5")
    if thing in able:
        return thing
    if side_of(t.state, thing.controller) == side_of(t.state, seat):
        t.refuse("GA-17.6", "{thing} is {seat}'s own", thing=thing.id, seat=seat)
    elif not is_attackable(t, seat, thing):
        refuse_if_sure(t, ("type",), "GA-17.5", "{thing} is no unit", thing=thing.id)
    elif has_word(t, thing, "stealth") and not _sees(t, (attacker, *parts)):
        refuse_if_sure(
            t, ("stealth", "true sight"), "GA-17.8", "{thing} has Stealth", thing=thing.id
        )
    else:
        taunting = [each for each in able if has_word(t, each, "taunt")]
        refuse_if_sure(
            t,
            ("taunt", "unblockable"),
            "GA-17.7",
            "{taunting} has Taunt",
            taunting=" and ".join(each.id for each in taunting) or thing.id,
            legal=" or ".join(each.id for each in taunting),
        )
    return thing


def _only_opponent(t: GaTable, seat: str) -> str:
    able = opponents(t.state, seat)
    if len(able) > 1:
        t.incomplete("say whom Cleave attacks", target=able)
    return able[0]


# -- attack cards --------------------------------------------------------------------------------


def resolve_attack(t: GaTable, item: Activation) -> None:
    """An attack card resolves: it enters the intent, and the attack is declared at once
    (GA-14.6, 17.11); or it fizzles (GA-14.7, 17.9, 17.13).

    Raises:
        Unsaid: nobody said what is attacked.
    """
    state = t.state
    thing = state.zones.things[item.source]
    attacker = state.zones.things.get(item.attacker)
    why = ""
    if attacker is None or attacker.place != FIELD:
        why = "its attacker is gone"
    elif combat_of(state) is not None:
        why = "a combat is on"
    elif state.active != item.seat or state.phase != MAIN:
        why = "no combat can begin now"
    elif not attackable(t, item.seat, attacker, parts=(thing,)):
        why = "there is nothing to attack"
    take_away(t, item, "fizzled" if why else "took effect")
    if why or attacker is None:
        fizzle_card(t, item, thing, why, "GA-14.7")
        return
    t.set(thing, "place", INTENT)
    t.set(thing, "under", attacker.id)
    declare(t, item.seat, attacker, item.target, item.uses, (thing,))


def fizzle_card(t: GaTable, item: Activation, thing: InPlay, why: str, rule: str) -> None:
    """A card on the stack does nothing and goes where it belongs (GA-11.9)."""
    t.fact(Fizzled(item.seat, item.card, why, rule))
    LAYOUT.leave(t, thing)


def end_intents(t: GaTable, combat: Combat) -> None:
    """The cards in the intent go at the end of combat (GA-17.61)."""
    for each in combat.intents:
        thing = t.state.zones.things.get(each)
        if thing is not None and thing.place == INTENT:
            out_of_intent(t, thing)
