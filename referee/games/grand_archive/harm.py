"""Damage, recovering, and what follows from them (section 18)."""

from collections.abc import Sequence

from referee.fact import DamageDealt
from referee.games.grand_archive.catalog import Card
from referee.games.grand_archive.checks import change_counters
from referee.games.grand_archive.facts import LifeReckoned, Recovered
from referee.games.grand_archive.lineages import note_life
from referee.games.grand_archive.prevention import Damage, left_of
from referee.games.grand_archive.state import GaTable, InPlay, card_of, champion_of, in_r26, note
from referee.games.grand_archive.triggers import prevented, replaced_by, report
from referee.games.grand_archive.values import TEXTS, life_of, life_terms
from referee.parts.replacement import Replaced


def deal(
    t: GaTable, thing: InPlay, damage: Damage, first: Sequence[str] = ()
) -> tuple[InPlay, int]:
    """Damage is dealt to an object: marked on an ally, counters on a champion, durability of a
    siegeable domain (GA-14.14, 18.3 to 18.5).

    Args:
        t: the table.
        thing: who takes it.
        damage: the damage.
        first: what prevents it first, as the controller of the object says (GA-18.14).

    Returns:
        To what it was dealt, which a text may have changed, and how much was dealt.
    """
    amount, source, seat, by = damage.amount, damage.source, damage.seat, damage.by
    if amount > 0:
        before = len(t.facts)
        thing, amount = left_of(t, thing, damage, first)
        for fact in t.facts[before:]:
            if isinstance(fact, Replaced):
                TEXTS.spend(t, fact.source, "damage")
                prevented(t, fact.source, fact.prevented, by)
                replaced_by(t, fact.source)
    if amount <= 0:
        return thing, 0
    card = card_of(t, thing)
    if card.life is None and life_of(t, thing) is None:
        if card.is_weapon:  # that attacks as an ally does, and has nothing to lose by damage
            return thing, 0
        have = thing.counters.get("durability", 0)
        change_counters(t, thing, "durability", -min(amount, have))
        left = max(0, have - amount)
    else:
        t.set(thing, "damage", thing.damage + amount)
        t.set(thing, "hurt", t.state.turn)
        left = max(0, (life_of(t, thing) or 0) - thing.damage)
    whose, cause, rule = thing.controller, damage.cause, damage.rule
    t.fact(DamageDealt(seat, source, whose, thing.id, thing.name, amount, left, cause, rule))
    if card.is_champion:
        striker = t.state.zones.things.get(by)
        if striker is not None and striker is not thing and card_of(t, striker).is_champion:
            note(t, "champion damage", striker.controller, amount)
        tell_life(t, thing)
        note_life(t, thing.controller)
    report(t, "damaged", thing.id, kind=damage.kind, amount=amount)
    if seat != thing.controller:
        report(t, "hurt", thing.id)
    return thing, amount


WOUNDS = "damage to activate"
"""How much unpreventable damage to the own champion is a further cost of cards in banishment."""


def wounds(t: GaTable, seat: str, card: Card, opened: str = "") -> int:
    """How much damage a card in banishment costs besides, by all texts together (GA-8.10); of those
    that know each copy of a card one alone is about it.

    Args:
        t: the table.
        seat: who activates it.
        card: the card.
        opened: the text by which it is activated, where one is.
    """
    things, copies = t.state.zones.things, t.catalog.keeps_copies
    whole = 0
    of_copies: dict[str, int] = {}
    for each in t.state.changes.statics.get(WOUNDS, ()):
        if TEXTS.charges(t, each, seat, card.name):
            amount = TEXTS.amount(t, each, seat)
            if things[each.source].name in copies:
                of_copies[each.source] = of_copies.get(each.source, 0) + amount
            else:
                whole += amount
    if opened in things and things[opened].name in copies:
        return whole + of_copies.get(opened, 0)
    return whole + max(of_copies.values(), default=0)


def wound(t: GaTable, seat: str, amount: int, card: Card) -> None:
    """A card costs damage to its player's champion besides (GA-8.10)."""
    champion = champion_of(t, seat)
    if amount > 0 and champion is not None:
        deal(t, champion, Damage(amount, card.name, seat, "effect", "GA-8.10", True))


def tell_life(t: GaTable, champion: InPlay) -> None:
    """What life a champion has, and why (GA-25.13)."""
    terms = life_terms(t, champion)
    total = sum(each.value for each in terms)
    t.fact(LifeReckoned(champion.controller, champion.id, terms, total))


def recover(t: GaTable, seat: str, amount: int) -> int:
    """Damage counters go from a player's champion (GA-18.6)."""
    champion = champion_of(t, seat)
    if champion is None:
        return 0
    gone = min(amount, champion.damage)
    if gone:
        t.set(champion, "damage", champion.damage - gone)
        t.fact(Recovered(seat, gone))
        tell_life(t, champion)
        note_life(t, seat)
    if gone or (amount and in_r26(t)):
        report(t, "recovers", seat, seat, amount=amount)
    return gone
