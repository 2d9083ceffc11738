"""The damage step of a combat, and its end (section 17d to 17f)."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from msgspec.structs import replace

from events.grand_archive import Activate, Attack, CombatDamage
from events.notation import write
from referee.english import counted, listed
from referee.fact import DamageDealt, Term
from referee.games.grand_archive.begun_texts import end_all
from referee.games.grand_archive.catalog import CHAMPION_HIT, HIT
from referee.games.grand_archive.changed_cards import give_back
from referee.games.grand_archive.checks import change_counters
from referee.games.grand_archive.combat import begin_damage, parts_of, require_combat
from referee.games.grand_archive.course import require_player
from referee.games.grand_archive.effects.resolution import Owed
from referee.games.grand_archive.facts import CombatEnded, StrikeReckoned
from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.harm import deal
from referee.games.grand_archive.intent import end_intents
from referee.games.grand_archive.places import bound_for, find, moved, omens, put, take
from referee.games.grand_archive.prevention import Damage, is_replacement, require_first
from referee.games.grand_archive.state import (
    CLOSING,
    FIELD,
    INTENT,
    LAST_USED,
    RETALIATION,
    Combat,
    GaTable,
    InPlay,
    card_of,
    combat_of,
    in_r26,
)
from referee.games.grand_archive.triggers import report, set_off
from referee.games.grand_archive.values import (
    DOUBT,
    attack_power_terms,
    has_word,
    is_unit,
    life_of,
    number_of,
    omen_terms,
    power_terms,
    refuse_if_sure,
)
from referee.house import side_of
from referee.parts.lasting_changes import over
from referee.parts.responses import Pending, take_away


@handles
def damage(t: GaTable, e: CombatDamage) -> None:
    """The damage step: its order, and what was discarded for Critical (GA-17.41, 24.7)."""
    require_player(t, e.seat)
    combat = require_combat(t, "GA-17.42")
    if combat.stage == CLOSING:
        t.forbid("GA-17.42", "the damage was dealt", since=combat.entry)
    first = [each for each in e.first if is_replacement(t, each)]
    if first:
        require_first(t, e.seat, first)
    retaliators = [each for each in e.first if each not in first]
    if retaliators:
        order_retaliators(t, e.seat, combat, retaliators)
    if e.discards:
        _discard(t, e.seat, combat, e.discards)
    if combat.stage == RETALIATION:
        begin_damage(t, combat)
    if e.amount is not None:
        t.set(combat, "said", e.amount)
    _strike(t, combat, first)


def order_retaliators(t: GaTable, seat: str, combat: Combat, named: Sequence[str]) -> None:
    """The attacking player puts the retaliators into an order (GA-17.41)."""
    order = [find(t, each, seat, "GA-17.41").id for each in named]
    if seat != combat.seat and set(order) <= set(combat.retaliators):
        t.refuse("GA-17.41", "{player} orders them", player=combat.seat, legal=combat.seat)
    if sorted(order) != sorted(combat.retaliators):
        t.refuse(
            "GA-17.41",
            "{order} are not the retaliators",
            order=", ".join(order),
            legal=listed(combat.retaliators) or "nobody",
        )
        return
    t.set(combat, "retaliators", order)


# -- what it comes to ----------------------------------------------------------------------------


def attack_terms(t: GaTable, combat: Combat) -> Iterator[Term]:
    """What the damage of an attack is made of (GA-17.43)."""
    things = t.state.zones.things
    attacker = things.get(combat.source)
    if attacker is None or attacker.place != FIELD:
        return
    yield from power_terms(t, attacker)
    yield from attack_power_terms(t, attacker)
    if t.state.players[combat.seat].omens:
        yield from omen_terms(t, attacker, omens(t, combat.seat))
    for key in (*combat.intents, *combat.uses):
        each = things.get(key)
        if each is not None and each.place in (FIELD, INTENT):
            yield from power_terms(t, each)
    if in_r26(t) and any(_commands(t, things.get(key)) for key in combat.intents):
        will = number_of(t, attacker, "commanded will")
        if will:
            yield Term(f"{attacker.id}, Commanded Will", will, "GA-24.41")
    if "distant" in attacker.marks:
        for each in (attacker, *(things[k] for k in combat.uses if k in things)):
            ranged = number_of(t, each, "ranged")
            if ranged:
                yield Term(f"{each.id}, Ranged", ranged, "GA-24.29")


def _commands(t: GaTable, thing: InPlay | None) -> bool:
    """Whether a card in the intent is a Command card (GA-24.6)."""
    return thing is not None and "command" in card_of(t, thing).words


def _reckoned(t: GaTable, combat: Combat) -> tuple[tuple[Term, ...], int]:
    """The damage of an attack with its terms, which add up to it."""
    terms, total = _summed(attack_terms(t, combat))
    number = _critical(t, combat)
    if number and total and len(combat.discards or ()) < number:
        return (*terms, Term("Critical", total, "GA-24.7")), 2 * total
    return terms, total


def _summed(terms: Iterator[Term]) -> tuple[tuple[Term, ...], int]:
    """Terms and their sum, which is never below 0 (GA-18.2)."""
    found = tuple(terms)
    total = sum(each.value for each in found)
    if total < 0:
        return (*found, Term("never below 0", -total, "GA-18.2")), 0
    return found, total


def _retaliation_terms(t: GaTable, unit: InPlay) -> Iterator[Term]:
    yield from power_terms(t, unit)
    retort = number_of(t, unit, "retort")
    if retort:
        yield Term(f"{unit.id}, Retort", retort, "GA-24.32")


def _critical(t: GaTable, combat: Combat) -> int:
    """The sum of the Critical of what takes part: what an opponent discards (GA-24.7)."""
    return sum(number_of(t, each, "critical") for each in parts_of(t, combat))


def _discard(t: GaTable, seat: str, combat: Combat, cards: Sequence[str]) -> None:
    """An opponent discards so that Critical doubles nothing (GA-24.7)."""
    number = _critical(t, combat)
    if side_of(t.state, seat) == side_of(t.state, combat.seat):
        t.forbid("GA-24.7", "{seat} is no opponent of the attacker", seat=seat)
    if len(cards) != number:
        refuse_if_sure(
            t,
            ("critical",),
            "GA-24.7",
            "{count:card is|cards are} discarded for Critical {number}",
            count=len(cards),
            number=number,
            legal=f"{counted(number, 'card')}, or none",
        )
    take(t, seat, "hand", cards)
    for name in cards:
        goal = bound_for(t, name, "graveyard")
        put(t, seat, goal, (name,))
        moved(t, seat, (name,), "hand", goal, "GA-24.7")
        report(t, "discards", seat, seat)
    t.set(combat, "discards", tuple(cards))


# -- the blows -----------------------------------------------------------------------------------


def go_on(t: GaTable, combat: Combat) -> None:
    """A combat goes on to its next step, and then to its end (GA-17.30, 17.40, 17.60)."""
    if combat.stage == RETALIATION:
        begin_damage(t, combat)
    elif combat.stage == CLOSING:
        end_combat(t, combat.how)
    else:
        _strike(t, combat)


def _strike(t: GaTable, combat: Combat, first: Sequence[str] = ()) -> None:
    """Attacker and defenders, retaliators and attacker strike at once (GA-17.42 to 17.50)."""
    if combat.said is not None:
        _weigh_said(t, combat, combat.said, first)
    blows = _land(t, combat, first)
    if combat.said is not None:
        t.set(combat, "said", None)
    t.set(combat, "stage", CLOSING)
    t.set(combat, "how", "struck" if blows else "without a target")
    if in_r26(t):
        handles.follows(t)
        stack = t.state.waiting.stack
        if t.state.over or not stack or stack[-1] is not combat:
            return
    end_combat(t, combat.how)


def _land(t: GaTable, combat: Combat, first: Sequence[str]) -> bool:
    """All blows of a combat land; whether there were any."""
    things = t.state.zones.things
    attacker = things.get(combat.source)
    blows: list[tuple[InPlay, InPlay, int]] = []
    if attacker is not None and attacker.place == FIELD:
        blows += _attack(t, combat, attacker)
        for key in combat.retaliators:
            unit = things.get(key)
            if unit is None or unit.place != FIELD:
                continue
            terms, total = _summed(_retaliation_terms(t, unit))
            t.fact(StrikeReckoned(unit.controller, unit.id, attacker.id, terms, total))
            blows.append((unit, attacker, total))
    for striker, struck, amount in blows:
        _hit(t, combat, striker, struck, amount, first)
    return bool(blows)


def _attack(t: GaTable, combat: Combat, attacker: InPlay) -> list[tuple[InPlay, InPlay, int]]:
    """What the attacker deals, and the durability that it takes (GA-17.43 to 17.48)."""
    things = t.state.zones.things
    targets = [
        thing
        for each in combat.targets
        if (thing := things.get(each)) is not None and thing.place == FIELD
    ]
    if combat.gone or not targets:
        return []
    terms, total = _reckoned(t, combat)
    if combat.said is not None:
        terms, total = (*terms, Term("as said", combat.said - total, "GA-17.43")), combat.said
    for thing in targets:
        t.fact(StrikeReckoned(combat.seat, attacker.id, thing.id, terms, total))
    for key in combat.uses:
        weapon = things.get(key)
        if weapon is not None and weapon.place == FIELD and weapon.counters.get("durability"):
            change_counters(t, weapon, "durability", -1)
    return [(attacker, thing, total) for thing in targets]


UNPREVENTABLE = "unpreventable attack"
"""What an object has whose damage in its attack nothing prevents (GA-18.12)."""


def _hit(
    t: GaTable,
    combat: Combat,
    striker: InPlay,
    struck: InPlay,
    amount: int,
    first: Sequence[str] = (),
) -> None:
    """One blow lands, with what it triggers (GA-17.44, 17.50, 18.3, 24.24)."""
    card = card_of(t, struck)
    life = life_of(t, struck)
    unit = is_unit(t, struck)
    alive = unit and life is not None and struck.damage < life
    cause = "attack" if striker.id == combat.source else "retaliation"
    sure = cause == "attack" and has_word(t, striker, UNPREVENTABLE)
    if amount > 0 and struck.counters.get("bulwark") and unit and in_r26(t):
        change_counters(t, struck, "bulwark", -1)
        if not sure:  # what nothing prevents takes the counter and is dealt (GA-18.12, 19.8)
            return
    damage = Damage(
        amount, striker.name, striker.controller, cause, "GA-17.42", sure, by=striker.id
    )
    hit, done = deal(t, struck, damage, first)
    if done <= 0:
        return
    if hit is not struck:  # a text has it dealt to another object
        struck, card, life = hit, card_of(t, hit), life_of(t, hit)
        unit = is_unit(t, struck)
        alive = unit and life is not None and struck.damage - done < life
    asked = CHAMPION_HIT in t.catalog.numbers_asked and card_of(t, striker).is_champion
    if asked or striker.name in t.catalog.asks_for_hits:
        t.item(t.state.done.happened, f"{HIT} {striker.id} {struck.id}", 1)
    parts = parts_of(t, combat) if striker.id == combat.source else [striker]
    whom = "champion" if card.is_champion else "ally"
    for each in parts:
        set_off(t, each, "on hit", about=struck.id, amount=done)
        if unit:
            set_off(t, each, f"on {whom} hit", about=struck.id, amount=done)
    report(t, "hits", striker.id)
    dead = life is not None and struck.damage >= life and not has_word(t, struck, "immortality")
    if alive and dead:
        for each in parts:
            set_off(t, each, "on kill", about=struck.id)
            if not card.is_champion:
                shone = struck.counters.get("sheen", 0)  # what is asked when it is gone
                set_off(t, each, "on ally kill", about=struck.id, amount=shone)
        report(t, "kills", striker.id)


# -- its end -------------------------------------------------------------------------------------


def end_combat(t: GaTable, how: str = "ended") -> None:
    """The combat is over: after its damage, or by an effect (GA-6.71, 17.60 to 17.63)."""
    combat = combat_of(t.state)
    if combat is None:
        return
    end_intents(t, combat)
    over(t, "combat")
    end_all(t, "combat")
    give_back(t, "combat")
    take_away(t, combat, how)
    t.set(t.state.done, "fought", (combat.source, t.seq))
    if t.catalog.asks_for_weapons:
        t.item(t.state.done.cards, LAST_USED, list(combat.uses))
    t.fact(CombatEnded(combat.seat, combat.source, how))


def declare_at_once(t: GaTable, e: Activate, item: Pending) -> None:
    """Nobody answers an attack card: it resolves, and its attack is declared."""
    with _suggested_up_to(t, e, target="", uses=(), damage=None):
        handles.follows(t)
        while any(each is item for each in t.state.waiting.stack) and not t.state.over:
            handles.play_on(t)


def strike_at_once(t: GaTable, e: Activate | Attack, damage: int) -> None:
    """Nobody answers an attack: it strikes, and what was said of its damage agrees."""
    with _suggested_up_to(t, e, damage=None):
        handles.follows(t)
        while combat_of(t.state) is None and t.state.waiting.stack and not t.state.over:
            handles.play_on(t)
        combat = combat_of(t.state)
        if combat is None:
            return
        t.set(combat, "said", damage)
        while combat.stage != CLOSING and combat_of(t.state) is combat and not t.state.over:
            handles.play_on(t)


@contextmanager
def _suggested_up_to(t: GaTable, e: Activate | Attack, **unsaid: Any) -> Iterator[None]:
    """What a line itself brought up waits for nobody once the line is refused: what is suggested is
    the line that does not go on past it."""
    try:
        yield
    except Owed as owed:
        if owed.item.entry == t.seq:
            owed.legal = write(replace(e, **unsaid))
        raise


def _weigh_said(t: GaTable, combat: Combat, said: int, first: Sequence[str]) -> None:
    """What was said of the damage is what the attack comes to, or what of it is dealt; of another
    number that a text nobody tells may explain, that is dealt (GA-17.43)."""
    key, before = combat.source, len(t.facts)
    struck: list[int] = []
    dealt: list[int] = []
    t.set(combat, "said", None)
    with t.tried():
        _land(t, combat, first)
        facts = t.facts[before:]
        struck += [f.total for f in facts if isinstance(f, StrikeReckoned) and f.thing == key]
        dealt += [f.amount for f in facts if isinstance(f, DamageDealt) and f.cause == "attack"]
    if said in (*struck, *dealt) or (said == 0 and (not struck or len(dealt) < len(struck))):
        return
    total = struck[0] if struck else 0
    if untold := t.state.done.untold:
        t.trust(f"GA-17.43: the text of {untold[-1]} {DOUBT}")
    else:
        refuse_if_sure(
            t,
            ("power", "damage"),
            "GA-17.43",
            "the attack deals {total}, {said} was said",
            total=total,
            said=said,
            legal=f"damage={total}",
        )
    t.set(combat, "said", said)
