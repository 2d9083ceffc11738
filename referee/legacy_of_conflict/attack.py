"""Section 13: an attack in seven steps, on characters, terrain and areas."""

from collections.abc import Sequence
from math import floor

from events.legacy_of_conflict import Attack, Bonus, Flip
from referee.fact import Term, TotalsCompared
from referee.legacy_of_conflict import deck as cards
from referee.legacy_of_conflict.catalog import Attack as AttackRecord
from referee.legacy_of_conflict.catalog import Character, Piece
from referee.legacy_of_conflict.facts import AttackResolved
from referee.legacy_of_conflict.harm import apply_to, defense_of_piece, destroy, harm, harm_piece
from referee.legacy_of_conflict.measuring import measured, over
from referee.legacy_of_conflict.positions import aimed
from referee.legacy_of_conflict.sight import (
    COVER_NAMES,
    COVER_RULES,
    beyond,
    clear_path,
    cover_between,
    size_compared,
)
from referee.legacy_of_conflict.state import (
    Aim,
    Figure,
    LcTable,
    State,
    Target,
    record_of,
    scenario_of,
    sets_aside,
)
from referee.legacy_of_conflict.surfaces import piece_of
from referee.legacy_of_conflict.turn import acting, done_moving, one_of_each, pay, settled, spend
from referee.option import Obligation
from referee.table import impossible
from referee.verdict import Violation

POINT = "point"
"""The target of an area attack that is aimed at no character."""

_IN_SIGHT = "the distance, and nothing but what is declared lies between"


def attack(t: LcTable, e: Attack) -> None:
    """LC-13.1 to 13.3: the declaration; with its cards the attack is resolved at once."""
    figure = acting(t, e.seat)
    done_moving(t)
    record = record_of(t, figure)
    chosen = record.attack.get(e.attack)
    if chosen is None:
        impossible(
            "LC-13.2",
            "{unit} has no attack {attack}",
            unit=figure.id,
            attack=e.attack,
            legal=f"one of {', '.join(record.attack) or 'none'}",
        )
    one_of_each(t, figure, "attack")
    tokens = cost(t, figure, chosen.name, chosen.tokens, e.tokens)
    pay(t, figure, chosen.name, tokens)
    measured(t, e.mm)
    try:
        targets = _targets(t, figure, chosen, e)
    except Violation as violation:
        if t.choice["LC-I 43"] != "tokens_spent_no_attack" or violation.rule not in _VOID:
            if violation.rule in t.waived and _stands(t, e.target):
                targets = [Target(e.target)]
            else:
                raise
        else:
            spend(t, figure, chosen.name, tokens, "attack")
            t.trust(f"no attack happens: {violation.verdict().message}")
            return
    bonus = _declared(t, figure, e.bonuses, targets, chosen) if e.bonuses else []
    if e.cards:
        cards.check_flip(t, t.state.players[figure.seat], e.cards)
    spend(t, figure, chosen.name, tokens, "attack")
    light = tokens < chosen.tokens[1]
    aim = Aim(figure.id, chosen.name, targets, t.seq, bonus=bonus, light=light)
    t.state.aim = aim
    t.state.struck = []
    for target in targets:
        other = t.state.figures.get(target.id)
        flips = record_of(t, other).flips if other is not None else None
        if flips is not None and other is not None:
            grant_flip(t, target, other, flips.name)
    if e.cards:
        aim.cards = e.cards
        cards.turn_over(t, t.state.players[figure.seat], e.cards, "attack", "LC-13.4")
        resolve(t)
        settled(t)


_VOID = ("LC-13.3", "LC-17.1", "LC-17.9", "LC-18.2", "LC-18.3", "LC-18.10")
"""What makes a declared target an illegal one (LC-I 43)."""


def _stands(t: LcTable, target: str) -> bool:
    """Whether there is such a character or piece to attack."""
    other = t.state.figures.get(target)
    if other is not None:
        return not other.down
    return target in t.state.ground and not t.state.ground[target].destroyed


def cost(t: LcTable, figure: Figure, name: str, bounds: tuple[int, int], paid: int) -> int:
    """LC-12.2: the tokens that an action costs; the lowest where none are named."""
    least, most = bounds
    tokens = paid or least
    if not least <= tokens <= most:
        impossible(
            "LC-12.2",
            "{name} is paid with {have} tokens",
            name=name,
            have=tokens,
            legal=f"{least} tokens" if least == most else f"{least} to {most} tokens",
        )
    return tokens


# -- step 1: the target ------------------------------------------------------------------------


def _targets(t: LcTable, figure: Figure, chosen: AttackRecord, e: Attack) -> list[Target]:
    """LC-13.3: the target may be attacked; LC-13.11: what an area catches."""
    state = t.state
    least, most = chosen.range
    slack = over(t)
    if e.mm > most + slack or e.mm < least - slack:
        raise Violation(
            "LC-13.3",
            "{target} is {have} mm away, {attack} reaches {least} to {limit}",
            target=e.target,
            have=f"{e.mm:g}",
            attack=chosen.name,
            least=f"{least:g}",
            limit=f"{most:g}",
            legal="a target in range",
        )
    other = state.figures.get(e.target)
    if e.target == POINT:
        if chosen.area is None or "point" not in chosen.targets:
            raise Violation(
                "LC-13.2",
                "{attack} is aimed at a target",
                attack=chosen.name,
                legal="a character or piece",
            )
        cover = 0
    elif other is not None:
        cover = _character_target(t, figure, chosen, other, e)
    else:
        cover = _terrain_target(t, figure, chosen, e)
    if chosen.area is not None:
        return _caught(t, figure, chosen, other, cover, e)
    if e.caught:
        impossible("LC-13.11", "{attack} has no area", attack=chosen.name, legal="one target")
    return [Target(e.target, cover)]


def _character_target(
    t: LcTable, figure: Figure, chosen: AttackRecord, other: Figure, e: Attack
) -> int:
    wrong = ""
    friend = other.side == figure.side
    kinds = chosen.targets
    if other.down:
        wrong = "it is not on the table"
    elif other is figure:
        wrong = "it is the attacker itself"
    elif friend and "friend" not in kinds and t.choice["LC-I 39"] == "enemies_only":
        wrong = "it is on the own side"
    elif "character" not in kinds and ("friend" if friend else "foe") not in kinds:
        wrong = f"{chosen.name} is for {', '.join(kinds)}"
    if wrong:
        raise Violation(
            "LC-13.3", f"{{target}} cannot be attacked: {wrong}", target=other.id, legal="another"
        )
    looked = False
    if figure.at is not None and other.at is not None:
        looked = aimed(t, figure, other, e)
    if not looked:
        t.trust(_IN_SIGHT)
    if _needs_sight(t, chosen):
        clear_path(t, figure, other, e.clear_path)
    if not e.between:
        return 0
    size = size_compared(t, figure, other, 0)
    return _cover(t, figure, chosen, beyond(e.between, figure, other), size)


def _needs_sight(t: LcTable, chosen: AttackRecord) -> bool:
    """LC-I 42: whether the attack needs line of sight."""
    return chosen.sight and t.choice["LC-I 42"] == "yes_unless_the_attack_says_no"


def _cover(
    t: LcTable, figure: Figure, chosen: AttackRecord, between: Sequence[str], size: float
) -> int:
    through = sets_aside(t, "LC-16.5", chosen.changes, record_of(t, figure).changes)
    return cover_between(t, between, size, needed=_needs_sight(t, chosen), through=through)


def _terrain_target(t: LcTable, figure: Figure, chosen: AttackRecord, e: Attack) -> int:
    """LC-17.1, 17.9: a piece is the target."""
    if e.target not in t.state.ground:
        raise Violation(
            "LC-13.3",
            "{target} is neither a character nor a terrain piece here",
            target=e.target,
            legal="what stands on the table",
        )
    piece = piece_of(t, e.target, "LC-17.1")
    if t.state.ground[piece.name].destroyed:
        raise Violation("LC-17.1", "{target} is destroyed", target=e.target, legal="another")
    _may_fall(t, chosen, piece)
    if "terrain" not in chosen.targets:
        raise Violation(
            "LC-13.3",
            "{attack} is for {kinds}",
            attack=chosen.name,
            kinds=", ".join(chosen.targets),
            legal="a character",
        )
    t.trust(_IN_SIGHT)
    between = [n for n in beyond(e.between, figure) if n.partition("/")[0] != piece.name]
    cover = _cover(t, figure, chosen, between, size_compared(t, figure, None, piece.size))
    return cover if t.choice["LC-I 73"] == "yes" else 0


def _may_fall(t: LcTable, chosen: AttackRecord, piece: Piece) -> None:
    """LC-17.9: what is indestructible is attacked only where the scenario says so."""
    fallible = piece.name in scenario_of(t).fallible or sets_aside(t, "LC-17.9", chosen.changes)
    if piece.kind == "indestructible" and not fallible:
        raise Violation(
            "LC-17.9", "{target} is indestructible", target=piece.name, legal="another target"
        )


def _caught(
    t: LcTable,
    figure: Figure,
    chosen: AttackRecord,
    aimed_at: Figure | None,
    cover: int,
    e: Attack,
) -> list[Target]:
    """LC-13.11, 18.3: everyone in the area, on the level aimed at (LC-I 79)."""
    area = chosen.area
    assert area is not None
    from_attacker = t.choice["LC-I 79"] == "the_attacker"
    if from_attacker:
        level = figure.on
    elif aimed_at is not None:
        level = aimed_at.on
    else:
        level = e.level or figure.on
    one_level = area.levels == "same" and not sets_aside(t, "LC-18.3", chosen.changes)
    found = []
    if not e.caught:
        impossible(
            "LC-13.11",
            "{attack} has an area, and nobody is declared to be in it",
            attack=chosen.name,
            legal="caught=CHARACTER:MM for each",
        )
    if e.target not in (POINT, *(c.target for c in e.caught)):
        impossible(
            "LC-13.11",
            "{target} is aimed at and not declared caught",
            target=e.target,
            legal=f"caught={e.target}:0 too",
        )
    for place, each in enumerate(e.caught):
        measured(t, each.mm)
        if any(each.target == c.target for c in e.caught[:place]):
            impossible(
                "LC-13.11",
                "{target} is declared caught twice",
                target=each.target,
                legal="each target once",
            )
        if each.mm > area.mm + over(t):
            t.refuse(
                "LC-13.11",
                "{target} is {have} mm from the point, the area reaches {limit}",
                target=each.target,
                have=f"{each.mm:g}",
                limit=f"{area.mm:g}",
                legal="those in the area",
            )
        other = t.state.figures.get(each.target)
        if other is None:
            reached = each.target == e.target or t.choice["LC-I 50"] == "yes"
            if not reached or not _stands(t, each.target):
                impossible(
                    "LC-13.11",
                    "{target} is not hit by an area",
                    target=each.target,
                    legal="characters in the area",
                )
            _may_fall(t, chosen, t.catalog.piece[each.target])
        elif other.down:
            impossible("LC-13.11", "{target} is not on the table", target=each.target)
        elif one_level and other.on != level:
            t.refuse(
                "LC-18.3",
                "{target} is on {have}, the area on {limit}",
                target=each.target,
                have=other.on,
                limit=level,
                legal="those on the same level",
            )
        found.append(Target(each.target, cover if each.target == e.target else 0))
    t.trust("all who are in the area are named")
    return found


def _declared(
    t: LcTable,
    figure: Figure,
    bonuses: Sequence[Bonus],
    targets: Sequence[Target],
    chosen: AttackRecord,
) -> list[tuple[str, int]]:
    """LC-13.5: each bonus comes from a source that grants it now."""
    found: list[tuple[str, int]] = []
    used: set[tuple[str, str]] = set()
    for bonus in bonuses:
        source = (bonus.source, bonus.amount)
        own = {
            (name, g.amount): g.when
            for name, g in record_of(t, figure).grants
            if g.when and g.applies == "attack"
        }
        if source in own and (figure.id, bonus.source) not in used:
            used.add((figure.id, bonus.source))
            found.append(source)
            t.trust(f"{bonus.source}: {own[source]}")
            continue
        for target in targets:
            other = t.state.figures.get(target.id)
            theirs = {
                (name, g.amount): g.when
                for name, g in (record_of(t, other).grants if other else ())
                if g.when and g.applies == "defense"
            }
            if source in theirs and (target.id, bonus.source) not in used:
                used.add((target.id, bonus.source))
                target.bonus += bonus.amount
                t.trust(f"{bonus.source}: {theirs[source]}")
                break
        else:
            t.refuse(
                "LC-13.5",
                "{source} grants no {amount} here",
                source=bonus.source,
                amount=bonus.amount,
                legal="a bonus that an ability, equipment or the scenario grants",
            )
            found.append(source)
    return found


# -- steps 2 to 7 ------------------------------------------------------------------------------


def grant_flip(t: LcTable, target: Target, other: Figure, ability: str) -> None:
    """LC-4.4: an ability lets the defender flip; the attack waits for it."""
    target.by = ability
    t.state.due.append(
        Obligation(other.seat, "defense", "LC-4.4", t.seq, about=other.id, cards=[ability])
    )


def flip_for_attack(t: LcTable, e: Flip) -> bool:
    """The attacker's cards, or the defender's; False where this flip is neither."""
    state = t.state
    aim = state.aim
    assert aim is not None
    due = None
    if state.due:
        due = next((d for d in state.due if d.task == "defense" and d.seat == e.seat), None)
    attacker = state.figures[aim.figure]
    if due is not None and e.purpose in ("due", "defense"):
        cards.flip(t, e.seat, e.cards, "defense", "LC-4.4")
        state.due.remove(due)
        next(a for a in aim.targets if a.id == due.about).cards = e.cards
    elif not aim.cards and e.seat == attacker.seat and e.purpose in ("due", "attack"):
        cards.flip(t, e.seat, e.cards, "attack", "LC-13.4")
        aim.cards = e.cards
    else:
        return False
    resolve(t)
    return True


def resolve(t: LcTable) -> None:
    """LC-13.4 to 13.10 for each target, once all cards are on the table."""
    state = t.state
    aim = state.aim
    if aim is None or not aim.cards:
        return
    if state.due and any(d.task == "defense" for d in state.due):
        return
    figure = state.figures[aim.figure]
    chosen = record_of(t, figure).attack[aim.attack]
    per_target = len(aim.targets) > 1 and t.choice["LC-I 49"] == "once_per_target"
    targets = aim.targets[:1] if per_target else aim.targets
    rest = aim.targets[1:] if per_target else []
    two = aim.cards
    state.aim = None
    hit = bool(state.struck)
    for target in targets:
        other = state.figures.get(target.id)
        if other is None:
            hit |= _on_terrain(t, figure, chosen, t.catalog.piece[target.id], target, two, aim)
        elif not other.down:
            hit |= _on_character(t, figure, chosen, other, target, two, aim)
    if chosen.area is None:
        return
    rest = [a for a in rest if a.id not in state.figures or not state.figures[a.id].down]
    itself = [f for f in chosen.effects if f.to == "self"]
    if itself and not rest:
        apply_to(t, itself, figure, figure, "LC-13.10", "hit" if hit else "miss", chosen.name)
    if rest and not figure.down:
        state.aim = Aim(aim.figure, aim.attack, rest, aim.since, bonus=aim.bonus, light=aim.light)


def attack_terms(
    t: LcTable, figure: Figure, record: Character, chosen: AttackRecord, aim: Aim | None
) -> list[Term]:
    """LC-13.4: what is added to the two cards."""
    found = [*record.attack_terms[chosen.name]]
    if chosen.light and aim is not None and aim.light:
        found.append(Term("paid lightly", chosen.light, "LC-13.5"))
    for name, amount in record.always.get("attack", ()):
        found.append(Term(name, amount, "LC-13.5"))
    for each in figure.bonuses:
        if each.applies == "attack":
            found.append(Term(each.source, each.amount, "LC-13.5"))
    for name, amount in aim.bonus if aim else ():
        found.append(Term(name, amount, "LC-13.5"))
    hinder = figure.conditions.get("hinder", 0)
    if hinder:
        found.append(Term("Hinder", -_lowered(t, hinder, record.skill), "LC-19.5"))
    return found


def _lowered(t: LcTable, tokens: int, value: int) -> int:
    """What Hinder or Weaken takes off (LC-I 44); LC-I 45: the value itself may stay at 0."""
    off = min(tokens, max(0, value)) if t.choice["LC-I 45"] == "no" else tokens
    return off + (tokens if t.choice["LC-I 44"] == "counted_twice" else 0)


def defense_terms(t: LcTable, other: Figure, target: Target | None) -> list[Term]:
    """LC-13.6: the defense total, term by term."""
    record = record_of(t, other)
    two = target.cards if target else ""
    ability = record.ability.get(target.by) if target and target.by else None
    replaces = ability is not None and (
        ability.flip == "replaces"
        or (ability.flip == "unsaid" and t.choice["LC-I 13"] == "replaces_Defense")
    )
    found = [] if two and replaces else [record.defense_term]
    if two:
        found.append(cards.term_of(two, "LC-4.4"))
    if target and target.cover:
        name = COVER_NAMES.get(target.cover, "added")
        rule = COVER_RULES.get(target.cover, "LC-16.6")
        found.append(Term(f"{name} cover", target.cover, rule))
    for name, amount in record.always.get("defense", ()):
        found.append(Term(name, amount, "LC-13.5"))
    for each in other.bonuses:
        if each.applies == "defense":
            found.append(Term(each.source, each.amount, "LC-13.5"))
    if target and target.bonus:
        found.append(Term("declared bonuses", target.bonus, "LC-13.5"))
    weaken = other.conditions.get("weaken", 0)
    if weaken:
        value = weaken if two and replaces else record.defense
        found.append(Term("Weaken", -_lowered(t, weaken, value), "LC-19.4"))
    return found


def sum_of(t: LcTable, terms: Sequence[Term]) -> int:
    """A total; under LC-I 45 it may not go below 0."""
    total = 0
    for term in terms:
        total += term.value
    return max(0, total) if t.choice["LC-I 45"] == "no" else total


def _compared(
    t: LcTable,
    figure: Figure,
    chosen: AttackRecord,
    other_seat: str,
    name: str,
    target: Target,
    own: list[Term],
    theirs: list[Term],
    two: str,
) -> tuple[bool, int]:
    """LC-13.7, 13.8: hit or miss, and the damage."""
    total, limit = sum_of(t, own), sum_of(t, theirs)
    hit = total > limit
    damage = max(1, total - limit) if hit else 0
    t.fact(
        TotalsCompared(
            "attack",
            figure.seat,
            figure.name,
            tuple(own),
            total,
            other_seat,
            name,
            tuple(theirs),
            limit,
            figure.seat if hit else other_seat,
            "LC-13.7",
        )
    )
    t.fact(
        AttackResolved(
            figure.seat,
            figure.id,
            figure.name,
            chosen.name,
            other_seat,
            target.id,
            COVER_NAMES.get(target.cover, "full"),
            cards.total_of(two),
            total,
            limit,
            hit,
            damage,
            "LC-13.8" if hit else "LC-13.7",
        )
    )
    return hit, damage


def _on_character(
    t: LcTable,
    figure: Figure,
    chosen: AttackRecord,
    other: Figure,
    target: Target,
    two: str,
    aim: Aim,
) -> bool:
    own = [cards.term_of(two, "LC-4.2")]
    own += attack_terms(t, figure, record_of(t, figure), chosen, aim)
    theirs = defense_terms(t, other, target)
    hit, damage = _compared(t, figure, chosen, other.seat, other.name, target, own, theirs, two)
    if hit:
        t.state.struck.append(other.id)
        harm(t, other, damage, "attack", "LC-13.9", figure)
    if chosen.effects:
        single = chosen.area is None
        effects = chosen.effects if single else [f for f in chosen.effects if f.to == "target"]
        apply_to(t, effects, other, figure, "LC-13.10", "hit" if hit else "miss", chosen.name)
    return hit


def _on_terrain(
    t: LcTable,
    figure: Figure,
    chosen: AttackRecord,
    piece: Piece,
    target: Target,
    two: str,
    aim: Aim,
) -> bool:
    """LC-17.1 to 17.7."""
    own = [cards.term_of(two, "LC-4.2")]
    own += attack_terms(t, figure, record_of(t, figure), chosen, aim)
    defense, rule = defense_of_piece(t, piece)
    theirs = [Term("Defense", defense, rule)]
    if target.cover:
        theirs.append(Term("cover", target.cover, "LC-16.6"))
    hit, damage = _compared(t, figure, chosen, "", piece.name, target, own, theirs, two)
    if hit:
        harm_piece(t, piece, damage, figure)
    outcome = "hit" if hit else "miss"
    for effect in chosen.effects:
        if effect.to == "self" and chosen.area is not None:
            continue
        if effect.to == "self" or effect.kind == "ruling":
            apply_to(t, (effect,), figure, figure, "LC-13.10", outcome, chosen.name)
        elif effect.kind == "destroy" and effect.when in ("always", outcome):
            destroy(t, piece, figure, "LC-13.10")
    return hit


def needed(t: LcTable, figure: Figure, chosen: AttackRecord, target: str, tokens: int = 0) -> int:
    """The least sum of two cards that hits the target, as far as the state shows it.

    Args:
        tokens: how many would be paid, for an attack that is not declared yet.
    """
    aim = t.state.aim
    if tokens:
        aim = Aim(figure.id, chosen.name, [], t.seq, light=tokens < chosen.tokens[1])
    own = sum(term.value for term in attack_terms(t, figure, record_of(t, figure), chosen, aim))
    other = t.state.figures.get(target)
    aimed_at = next((a for a in aim.targets if a.id == target), None) if aim else None
    if other is None:
        theirs, _ = defense_of_piece(t, t.catalog.piece[target])
        theirs += aimed_at.cover if aimed_at else 0
    else:
        theirs = sum_of(t, defense_terms(t, other, aimed_at))
    return floor(theirs) - own + 1


__all__ = ["POINT", "State", "attack", "cost", "flip_for_attack", "grant_flip", "needed", "resolve"]
