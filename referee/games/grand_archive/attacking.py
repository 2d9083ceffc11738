"""Attacks are declared (section 17a, 17b)."""

from events.grand_archive import Attack
from referee.games.grand_archive.champions import require_settled
from referee.games.grand_archive.checks import rest
from referee.games.grand_archive.combat import declare, obeys, waiting_attack
from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.places import find
from referee.games.grand_archive.reckoning import refuse_if_sure, require_not_forbidden
from referee.games.grand_archive.state import GaTable, InPlay, card_of, combat_of, in_r26
from referee.games.grand_archive.striking import strike_at_once
from referee.games.grand_archive.timing import require_slow_time


@handles
def attack(t: GaTable, e: Attack) -> None:
    """An attack is declared (GA-17.1, 17.20); or that of a resolving attack card (GA-14.6)."""
    card = waiting_attack(t, e.seat)
    if card is not None:
        t.set(card, "target", e.target)
        t.set(card, "uses", e.uses)
        handles.play_on(t)
        if e.damage is not None:
            strike_at_once(t, e.damage)
        return
    if combat_of(t.state) is not None:
        t.refuse("GA-17.9", "a combat is on", since=combat_of(t.state).entry)  # type: ignore[union-attr]
    require_slow_time(t, e.seat, "GA-17.1")
    if t.state.over:
        return
    require_settled(t)
    _require_turn(t, e.seat)
    attacker = find(t, e.attacker, e.seat, "GA-17.1")
    _require_attacker(t, e.seat, attacker)
    if attacker.rested:
        t.refuse("GA-17.4", "{thing} is rested", thing=attacker.id, since=attacker.spent or None)
    declare(t, e.seat, attacker, e.target, e.uses)
    if not attacker.rested:
        rest(t, attacker)
    if e.damage is not None:
        strike_at_once(t, e.damage)


def _require_turn(t: GaTable, seat: str) -> None:
    """R26: on the first turns only the last player may attack (GA-3.10)."""
    state = t.state
    if in_r26(t) and state.players[seat].begun == 1 and state.turn < len(state.seats):
        t.refuse("GA-3.10", "{seat} does not attack in this first turn", seat=seat)


def _require_attacker(t: GaTable, seat: str, attacker: InPlay) -> None:
    """A unit of the player, that may attack (GA-17.1, 1.3, 21.11)."""
    card = card_of(t, attacker)
    if not card.is_unit:
        refuse_if_sure(t, ("type",), "GA-17.1", "{thing} is no unit", thing=attacker.id)
    if attacker.controller != seat:
        t.refuse("GA-17.1", "{thing} is not {seat}'s", thing=attacker.id, seat=seat)
    require_not_forbidden(t, "attack", attacker.id, seat)
    if not obeys(t, attacker):
        refuse_if_sure(
            t, ("level", "pride"), "GA-21.11", "{thing} does not obey", thing=attacker.id
        )
