"""Section 13: an attack in seven steps; its declaration, the totals, hit, damage and effects."""

from collections.abc import Sequence
from math import floor

from msgspec import Struct

from events.legacy_of_conflict import Attack, Flip
from referee.english import one_of
from referee.fact import Term, TotalsCompared
from referee.games.legacy_of_conflict import deck as cards
from referee.games.legacy_of_conflict import due as owed
from referee.games.legacy_of_conflict.activation import (
    cost,
    require_acting,
    require_done,
    require_footing,
    require_new_action,
    spend,
)
from referee.games.legacy_of_conflict.attack_target import VOID, granted_bonuses, stands, targets_of
from referee.games.legacy_of_conflict.characters import Attack as AttackRecord
from referee.games.legacy_of_conflict.characters import Character
from referee.games.legacy_of_conflict.effects import Cause, apply_to
from referee.games.legacy_of_conflict.facts import AttackResolved
from referee.games.legacy_of_conflict.handlers import handles
from referee.games.legacy_of_conflict.harm import Damage, harm
from referee.games.legacy_of_conflict.measurement import require_measure
from referee.games.legacy_of_conflict.scenarios import Piece
from referee.games.legacy_of_conflict.sight import COVER_NAMES, cover_term
from referee.games.legacy_of_conflict.state import (
    Aim,
    Figure,
    LcTable,
    Target,
    lasting,
    record_of,
)
from referee.games.legacy_of_conflict.terrain import defense_of_piece, destroy, harm_piece
from referee.games.legacy_of_conflict.turn import settled
from referee.verdict import Violation


@handles
def attack(t: LcTable, e: Attack) -> None:
    """LC-13.1 to 13.3: the declaration; with its cards the attack is resolved at once."""
    figure = require_acting(t, e.seat)
    require_footing(t)
    record = record_of(t, figure)
    chosen = record.attack.get(e.attack)
    if chosen is None:
        t.forbid(
            "LC-13.2",
            "{unit} has no attack {attack}",
            unit=figure.id,
            attack=e.attack,
            legal=one_of(record.attack) or "none",
        )
    require_new_action(t, figure, "attack", chosen.name)
    tokens = cost(t, figure, chosen.name, chosen.tokens, e.tokens)
    require_measure(t, e.mm)
    targets = _aimed_at(t, figure, chosen, e)
    state = t.state
    player = state.players[figure.seat]
    bonus = granted_bonuses(t, figure, e.bonuses, targets, chosen) if e.bonuses and targets else []
    if e.cards:
        cards.require_in_deck(t, player, e.cards)
    spend(t, figure, chosen.name, tokens, "attack")
    if not targets:
        if e.cards:
            t.trust("the cards flipped for it are put back: nothing is flipped for no attack")
        return
    light = tokens < chosen.tokens[1]
    state.aim = Aim(figure.id, chosen.name, targets, t.seq, e.cards, bonus, light)
    state.struck = []
    for target in targets:
        other = state.figures.get(target.id)
        if other is not None and (flips := record_of(t, other).flips) is not None:
            grant_flip(t, target, other, flips.name)
    if e.cards:
        cards.turn_over(t, player, e.cards, "attack", "LC-13.4")
        resolve(t)
        settled(t)


def _aimed_at(t: LcTable, figure: Figure, chosen: AttackRecord, e: Attack) -> list[Target]:
    """Step 1 of the attack; empty where it is for nothing (LC-I 43), and where a judge waived what
    is against it, its target as it stands."""
    try:
        return targets_of(t, figure, chosen, e)
    except Violation as violation:
        if t.choice["LC-I 43"] == "tokens_spent_no_attack" and violation.rule in VOID:
            t.trust(f"no attack happens: {violation.verdict().message}")
            return []
        if violation.rule in t.waived and stands(t, e.target):
            return [Target(e.target)]
        raise


# -- steps 2 to 7 ------------------------------------------------------------------------------


def grant_flip(t: LcTable, target: Target, other: Figure, ability: str) -> None:
    """LC-4.4: an ability lets the defender flip; the attack waits for it."""
    target.by = ability
    t.state.due.append(owed.Defense(other.seat, "LC-4.4", t.seq, unit=other.id, ability=ability))


def flip_for_attack(t: LcTable, e: Flip) -> bool:
    """The attacker's cards, or the defender's; False where this flip is neither."""
    state = t.state
    aim = state.aim
    assert aim is not None
    flips = [d for d in state.due if isinstance(d, owed.Defense)]
    due = next((d for d in flips if d.seat == e.seat), None) if flips else None
    attacker = state.figures[aim.figure]
    if due is not None and e.purpose in ("due", "defense"):
        cards.flip(t, e.seat, e.cards, "defense", "LC-4.4")
        state.due.remove(due)
        next(a for a in aim.targets if a.id == due.unit).cards = e.cards
    elif not aim.cards and e.seat == attacker.seat and e.purpose in ("due", "attack"):
        for other in state.due:
            if other.must and other not in flips:
                require_done(t, other)
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
    if state.due and any(isinstance(d, owed.Defense) for d in state.due):
        return
    figure = state.figures[aim.figure]
    record = record_of(t, figure)
    chosen = record.attack[aim.attack]
    targets, rest = aim.targets, []
    if len(targets) > 1 and t.choice["LC-I 49"] == "once_per_target":
        targets, rest = targets[:1], targets[1:]
    state.aim = None
    hit = bool(state.struck)
    two = cards.term_of(aim.cards, "LC-4.2")
    terms = (two, *attack_terms(t, figure, record, chosen, aim))
    blow = Blow(figure, chosen, two.value, terms, sum_of(t, terms))
    for target in targets:
        other = state.figures.get(target.id)
        if other is None:
            hit |= _on_terrain(t, blow, t.catalog.piece[target.id], target)
        elif not other.down:
            hit |= _on_character(t, blow, other, target)
    if chosen.area is None:
        return
    rest = [a for a in rest if a.id not in state.figures or not state.figures[a.id].down]
    itself = [f for f in chosen.effects if f.to == "self"]
    if itself and not rest:
        apply_to(t, itself, figure, Cause("LC-13.10", figure, chosen.name, hit))
    if rest and not figure.down:
        state.aim = Aim(aim.figure, aim.attack, rest, aim.since, bonus=aim.bonus, light=aim.light)


def attack_terms(
    t: LcTable, figure: Figure, record: Character, chosen: AttackRecord, aim: Aim | None
) -> list[Term]:
    """LC-13.4: what is added to the two cards."""
    found = [*record.attack_terms[chosen.name, aim is not None and aim.light]]
    if figure.bonuses:
        found += lasting(figure, "attack")
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
        found.append(cover_term(target.cover))
    found += record.always.get("defense", ())
    if other.bonuses:
        found += lasting(other, "defense")
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
    return 0 if total < 0 and t.choice["LC-I 45"] == "no" else total


class Blow(Struct, frozen=True):
    """An attack with its cards: who makes it, which it is, the sum of the cards, and its total
    with its terms."""

    figure: Figure
    attack: AttackRecord
    flip: int
    terms: tuple[Term, ...]
    total: int


class Defense(Struct, frozen=True):
    """What an attack meets: whose, its name, how it is aimed at, and the terms of its total."""

    seat: str
    name: str
    target: Target
    terms: tuple[Term, ...]


def _compared(t: LcTable, blow: Blow, defense: Defense) -> tuple[bool, int]:
    """LC-13.7, 13.8: hit or miss, and the damage."""
    figure, target = blow.figure, defense.target
    total, limit = blow.total, sum_of(t, defense.terms)
    hit = total > limit
    damage = max(1, total - limit) if hit else 0
    t.fact(
        TotalsCompared(
            "attack",
            figure.seat,
            figure.name,
            blow.terms,
            total,
            defense.seat,
            defense.name,
            defense.terms,
            limit,
            figure.seat if hit else defense.seat,
            "LC-13.7",
        )
    )
    t.fact(
        AttackResolved(
            figure.seat,
            figure.id,
            figure.name,
            blow.attack.name,
            defense.seat,
            target.id,
            COVER_NAMES.get(target.cover, "full"),
            blow.flip,
            total,
            limit,
            hit,
            damage,
            "LC-13.8" if hit else "LC-13.7",
        )
    )
    return hit, damage


def _on_character(t: LcTable, blow: Blow, other: Figure, target: Target) -> bool:
    """LC-13.7 to 13.10 for a character; True for a hit."""
    figure, chosen = blow.figure, blow.attack
    theirs = Defense(other.seat, other.name, target, tuple(defense_terms(t, other, target)))
    hit, damage = _compared(t, blow, theirs)
    if hit:
        t.state.struck.append(other.id)
        harm(t, other, Damage(damage, "attack", "LC-13.9", figure))
    if chosen.effects:
        single = chosen.area is None
        effects = chosen.effects if single else [f for f in chosen.effects if f.to == "target"]
        apply_to(t, effects, other, Cause("LC-13.10", figure, chosen.name, hit))
    return hit


def _on_terrain(t: LcTable, blow: Blow, piece: Piece, target: Target) -> bool:
    """LC-17.1 to 17.7; True for a hit."""
    figure, chosen = blow.figure, blow.attack
    defense, rule = defense_of_piece(t, piece)
    terms = [Term("Defense", defense, rule)]
    if target.cover:
        terms.append(Term("cover", target.cover, "LC-16.6"))
    hit, damage = _compared(t, blow, Defense("", piece.name, target, tuple(terms)))
    if hit:
        harm_piece(t, piece, damage, figure)
    outcome = "hit" if hit else "miss"
    for effect in chosen.effects:
        if effect.to == "self" and chosen.area is not None:
            continue
        if effect.to == "self" or effect.kind == "ruling":
            apply_to(t, (effect,), figure, Cause("LC-13.10", figure, chosen.name, hit))
        elif effect.kind == "destroy" and effect.when in ("always", outcome):
            destroy(t, piece, figure, "LC-13.10")
    return hit


def needed(t: LcTable, figure: Figure, chosen: AttackRecord, target: str, tokens: int = 0) -> int:
    """The least sum of two cards that hits the target, as far as the state shows it.

    Args:
        tokens: how many would be paid, for an attack that is not declared yet.
    """
    aim = t.state.aim if not tokens else None
    aimed_at = next((a for a in aim.targets if a.id == target), None) if aim else None
    return withstands(t, target, aimed_at) - strength(t, figure, chosen, tokens) + 1


def strength(t: LcTable, figure: Figure, chosen: AttackRecord, tokens: int = 0) -> int:
    """What an attack adds to its two cards, with so many tokens as in :func:`needed`."""
    aim = t.state.aim
    if tokens:
        aim = Aim(figure.id, chosen.name, [], t.seq, light=tokens < chosen.tokens[1])
    return sum(term.value for term in attack_terms(t, figure, record_of(t, figure), chosen, aim))


def withstands(t: LcTable, target: str, aimed_at: Target | None = None) -> int:
    """What a target has against it, with what was said of it as it was aimed at."""
    other = t.state.figures.get(target)
    if other is not None:
        return floor(sum_of(t, defense_terms(t, other, aimed_at)))
    theirs, _ = defense_of_piece(t, t.catalog.piece[target])
    return floor(theirs + (aimed_at.cover if aimed_at else 0))
