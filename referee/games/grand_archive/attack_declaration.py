"""Attacks are declared (section 17a, 17b)."""

from events.grand_archive import Attack
from events.notation.words import quote
from referee.games.grand_archive.attack_targets import attackable
from referee.games.grand_archive.beyond_need import Due, paid_beside
from referee.games.grand_archive.checks import rest
from referee.games.grand_archive.combat import declare, obeys, weapons_cost
from referee.games.grand_archive.course import empty_stack, refuse_unpassed
from referee.games.grand_archive.damage_step import strike_at_once
from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.intent import attacks_too_early, is_plain, waiting_attack
from referee.games.grand_archive.namesakes_and_wither import require_settled
from referee.games.grand_archive.opportunity import require_slow_time
from referee.games.grand_archive.payment import ReservePayment, pay_reserve
from referee.games.grand_archive.places import find, meant, size
from referee.games.grand_archive.state import (
    INTENT,
    Activation,
    GaTable,
    InPlay,
    card_of,
    combat_of,
    lapses,
)
from referee.games.grand_archive.values import (
    FORCED,
    has_word,
    may_attack,
    price_of,
    refuse_if_sure,
    require_not_forbidden,
)
from referee.verdict import Violation


@handles
def attack(t: GaTable, e: Attack) -> None:
    """An attack is declared (GA-17.1, 17.20); or that of a resolving attack card (GA-14.6)."""
    card = waiting_attack(t, e.seat)
    if card is not None and _is_another(t, e, card):
        empty_stack(t)
        card = None
    if card is not None:
        _require_turn(t, e.seat)
        _declare_card(t, e, card)
    else:
        _declare(t, e)
    if e.damage is not None:
        strike_at_once(t, e, e.damage)


def _is_another(t: GaTable, e: Attack, card: Activation) -> bool:
    """Whether another unit attacks, and that of the card, which could have but one target, went
    unsaid."""
    attacker, thing = t.state.zones.things.get(card.attacker), t.state.zones.things[card.source]
    if attacker is None or not lapses(t):
        return False
    return is_plain(t, e.seat, attacker, thing) and attacker not in meant(t, e.attacker, e.seat)


def _declare_card(t: GaTable, e: Attack, card: Activation) -> None:
    """The attack of a card that resolves, by the unit that was rested for it (GA-15.42, 25.10)."""
    attacker = find(t, e.attacker, e.seat, "GA-25.10")
    if attacker.id != card.attacker:
        t.refuse(
            "GA-25.10",
            "{card} is performed by {thing}",
            card=card.card,
            thing=card.attacker,
            since=card.entry,
            legal=f"{e.seat} attack {quote(card.attacker)}",
        )
    require_not_forbidden(t, "attack", attacker.id, e.seat)
    if card.stage != INTENT and not lapses(t):
        refuse_unpassed(t, card.card, card.entry)
    thing = t.state.zones.things[card.source]
    if not e.target and not is_plain(t, e.seat, attacker, thing):
        able = attackable(t, e.seat, attacker, parts=(thing,))
        t.incomplete("say what is attacked", target=[each.id for each in able])
    t.set(card, "target", e.target)
    t.set(card, "uses", e.uses)
    t.set(card, "further", e.further)
    handles.play_on(t)
    if not e.target and any(each is card for each in t.state.waiting.stack):
        handles.play_on(t)


def _declare(t: GaTable, e: Attack) -> None:
    """An attack without a card."""
    combat = combat_of(t.state)
    if combat is not None:
        t.refuse("GA-17.9", "a combat is on", since=combat.entry)
    require_slow_time(t, e.seat, "GA-17.1")
    if t.state.over:
        return
    require_settled(t)
    _require_turn(t, e.seat)
    attacker = find(t, e.attacker, e.seat, "GA-17.1")
    if not e.tried:
        _perform(t, e, attacker)
        return
    if attacker.controller != e.seat or not has_word(t, attacker, FORCED):
        t.refuse("GA-17.26", "nothing forces {thing} to attack", thing=attacker.id)
    try:
        with t.whole():
            _perform(t, e, attacker)
    except Violation:
        t.set(t.state.done, "tried", (*t.state.done.tried, attacker.id))


def _perform(t: GaTable, e: Attack, attacker: InPlay) -> None:
    """The attacker rests, and all that the attack asks for is there (GA-17.4, 17.20)."""
    _require_attacker(t, e, attacker)
    declare(t, attacker, e)
    if not attacker.rested:
        rest(t, attacker)
    _pay(t, e, attacker)


def _require_turn(t: GaTable, seat: str) -> None:
    """R26: on the first turns only the last player may attack (GA-3.10)."""
    if attacks_too_early(t, seat):
        t.refuse("GA-3.10", "{seat} does not attack in this first turn", seat=seat)


def _require_attacker(t: GaTable, e: Attack, attacker: InPlay) -> None:
    """An awake unit of the player, that may attack (GA-1.3, 15.41, 17.1, 21.11)."""
    card = card_of(t, attacker)
    if not may_attack(t, attacker):
        refuse_if_sure(t, ("type",), "GA-17.1", "{thing} is no unit", thing=attacker.id)
    if attacker.controller != e.seat:
        t.refuse("GA-17.1", "{thing} is not {seat}'s", thing=attacker.id, seat=e.seat)
    require_not_forbidden(t, "attack", attacker.id, e.seat)
    if not obeys(t, attacker):
        refuse_if_sure(
            t, ("level", "pride"), "GA-21.11", "{thing} does not obey", thing=attacker.id
        )
    if attacker.rested:
        since = attacker.spent or None
        if t.state.done.fought == (attacker.id, t.seq):  # nobody has done anything since
            rule = "GA-17.21" if e.uses else "GA-17.9"
            t.refuse(rule, "{thing} is attacking already", thing=attacker.id, since=since)
        rule = "GA-15.41" if card.is_champion and e.uses else "GA-17.1"
        t.refuse(rule, "{thing} is rested", thing=attacker.id, since=since)


def _pay(t: GaTable, e: Attack, attacker: InPlay) -> None:
    """What an attack costs besides (GA-17.4)."""
    seat, card = e.seat, card_of(t, attacker)
    cost = price_of(t, seat, "attack", 0, attacker.id)
    if (combat := combat_of(t.state)) is not None:
        cost += weapons_cost(t, combat.uses)
    resting = paid_beside(t, seat, e.pays, card, Due("attack", "GA-17.4", cost))
    if not cost and not resting:
        return
    have = size(t, seat, "hand") + len(resting)
    if have < cost:
        t.refuse("GA-17.4", "the attack costs {cost}, {seat} has {have:card}",
                 cost=cost, seat=seat, have=have)  # fmt: skip
        return
    pay_reserve(t, seat, cost, card, ReservePayment(resting=resting), "GA-17.4")
