"""What may be attacked: Taunt, Stealth, Multistrike and Cleave (GA-17.5 to 17.8, 17.15, 17.73)."""

from collections.abc import Callable, Sequence
from functools import partial

from events.notation.words import quote
from referee.games.grand_archive.places import find
from referee.games.grand_archive.state import (
    FIELD,
    GaTable,
    InPlay,
    card_of,
    in_r26,
    objects,
    opponents,
)
from referee.games.grand_archive.values import (
    ATTACKS_ALONE,
    FOE_AIMS,
    TEXTS,
    forbidden,
    has_word,
    is_unit,
    number_of,
    refuse_if_sure,
    require_not_forbidden,
)
from referee.house import side_of
from referee.parts.requirements import Requirements, Row
from referee.verdict import Unsaid


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
        for each in within_reach(t, seat, parts)
        if (not player or each.controller == player) and each not in besides
    ]
    if player or _any_has(t, parts, "unblockable"):
        return able
    taunting = [each for each in able if not each.rested and has_word(t, each, "taunt")]
    return taunting or able


def named_targets(
    t: GaTable, seat: str, attacker: InPlay, parts: Sequence[InPlay] = (), *, cleaves: bool = False
) -> list[str]:
    """What an attack may be said to be on: each that may be attacked, or for Cleave each opponent
    who has something (GA-17.73).

    Args:
        t: the table.
        seat: who attacks.
        attacker: the unit.
        parts: what else takes part in the attack.
        cleaves: whether what takes part and is no object yet has Cleave.
    """
    if cleaves or _any_has(t, (attacker, *parts), "cleave"):
        foes = opponents(t.state, seat)
        return [each for each in foes if attackable(t, seat, attacker, each, parts)]
    return [each.id for each in attackable(t, seat, attacker, parts=parts)]


def within_reach(t: GaTable, seat: str, parts: Sequence[InPlay]) -> list[InPlay]:
    """What an attack of which the first part is the attacker could be made on, whatever has
    Taunt (GA-17.5, 17.6, 17.8)."""
    return [
        each
        for each in objects(t)
        if TARGETS.hold(t, each, seat, parts) and not forbidden(t, "target", each.id)
    ]


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


def _is_seen(t: GaTable, thing: InPlay, parts: Sequence[InPlay]) -> bool:
    """Whether an object has no Stealth, or is seen all the same (GA-17.8, 24.36)."""
    return not has_word(t, thing, "stealth") or _any_has(t, parts, "true sight")


def _with_card(t: GaTable, parts: Sequence[InPlay]) -> bool:
    """Whether it is an attack card that attacks."""
    return any(card_of(t, each).is_attack for each in parts)


def _unless(*words: str) -> Callable[..., None]:
    """Refuses what no text in play about these can explain."""
    return lambda t, rule, why, /, **more: refuse_if_sure(t, words, rule, why, **more)


TARGETS = Requirements(
    {
        "thing": lambda t, x, seat, parts: x.id,
        "seat": lambda t, x, seat, parts: seat,
        "attacker": lambda t, x, seat, parts: parts[0].id,
    },
    Row("GA-17.6", "{thing} is {seat}'s own",
        lambda t, x, seat, parts: side_of(t.state, x.controller) != side_of(t.state, seat)),
    Row("GA-17.5", "{thing} is no unit",
        lambda t, x, seat, parts: is_attackable(t, seat, x), refused=_unless("type")),
    Row("GA-1.3", "{attacker} may not attack {thing}",
        lambda t, x, seat, parts: may_be_attacked_by(t, parts[0], x), refused=_unless("attack")),
    Row("GA-24.36", "{thing} has Stealth",
        lambda t, x, seat, parts: not _with_card(t, parts) or _is_seen(t, x, parts),
        refused=_unless("stealth", "true sight")),
    Row("GA-17.8", "{thing} has Stealth",
        lambda t, x, seat, parts: _is_seen(t, x, parts), refused=_unless("stealth", "true sight")),
)  # fmt: skip
"""What is asked of an object that is attacked, by parts of which the attacker is the first. Taunt
asks for what else could be attacked, and is asked apart."""


def target_of(
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
    if broken := TARGETS.broken(t, thing, seat, parts):
        TARGETS.refuse(t, broken, thing, seat, parts, instead=partial(_listed, able))
    elif forbidden(t, "target", thing.id):
        require_not_forbidden(t, "target", thing.id)
    else:
        taunting = [each for each in able if has_word(t, each, "taunt")]
        refuse_if_sure(
            t,
            ("taunt", "unblockable"),
            "GA-24.37" if _with_card(t, parts) else "GA-17.7",
            "{taunting} has Taunt",
            taunting=" and ".join(each.id for each in taunting) or thing.id,
            legal=_listed(taunting),
        )
    return thing


def _listed(things: Sequence[InPlay]) -> str:
    """These, for a hint."""
    return " or ".join(quote(each.id) for each in things)


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


def further_targets(
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
        found.append(target_of(t, seat, parts, thing.id, found))
    return found[1:]


def whom_cleave_attacks(t: GaTable, seat: str, named: str) -> str:
    """One opponent (GA-17.73)."""
    able = opponents(t.state, seat)
    if named in able:
        return named
    if named:
        t.forbid("GA-17.73", "Cleave attacks an opponent", legal=" or ".join(able))
    if len(able) > 1:
        t.incomplete("say whom Cleave attacks", target=able)
    return able[0]
