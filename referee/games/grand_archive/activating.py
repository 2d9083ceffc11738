"""Cards are activated (section 8)."""

from events.grand_archive import Activate
from referee.games.grand_archive.additional import mark_paid, prepare, require_kindle, take_empower
from referee.games.grand_archive.begun import used_up
from referee.games.grand_archive.catalog import Card
from referee.games.grand_archive.champions import require_settled
from referee.games.grand_archive.checks import rest
from referee.games.grand_archive.effects.declaring import declare_item, tell_in_advance
from referee.games.grand_archive.facts import CardActivated
from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.hearing import report
from referee.games.grand_archive.paying import (
    brew,
    memory_cost,
    pay_memory,
    pay_reserve,
    reserve_cost,
)
from referee.games.grand_archive.places import LAYOUT, find, take
from referee.games.grand_archive.reckoning import (
    enabled,
    refuse_if_sure,
    require_not_forbidden,
)
from referee.games.grand_archive.state import (
    STACK,
    Activation,
    GaTable,
    InPlay,
    card_of,
    champion_of,
    stack_is_empty,
)
from referee.games.grand_archive.striking import declare_at_once, strike_at_once
from referee.games.grand_archive.timing import is_fast, require_fast_time, require_slow_time
from referee.parts.responses import pend


@handles
def activate(t: GaTable, e: Activate) -> None:
    """A card is activated, step by step (GA-8.1 to 8.11)."""
    card = card_of(t, e.card)
    if is_fast(t, e.seat, card):
        require_fast_time(t, e.seat)
    else:
        require_slow_time(t, e.seat, card=e.card)
    if t.state.over:
        return
    require_settled(t)
    answers = not stack_is_empty(t.state)
    _require_playable(t, e, card)
    require_elements(t, e.seat, card)
    require_not_forbidden(t, "activate", e.seat, e.card)
    performer = _performer(t, e, card)
    origin = e.origin or "hand"
    take(t, e.seat, origin, (e.card,), "GA-8.1" if origin != "hand" else "GA-25.7")
    thing = LAYOUT.enter(t, e.card, STACK, e.seat, turn=t.state.turn)
    cost, reserved = _pay(t, e, card)
    mark_paid(t, e, card, thing)
    take_empower(t, e.seat, card, thing)
    if performer is not None:
        rest(t, performer)
    item = Activation(
        t.seq,
        e.seat,
        thing.id,
        card=e.card,
        trigger="played",
        effects=list(t.catalog.triggered.get((e.card, "played"), ())),
        x=e.x,
        hold=e.hold,
        target=e.target,
        uses=e.uses,
        attacker=performer.id if performer is not None else "",
    )
    declare_item(t, item, e.aims, e.mode, e.pays)
    t.set(t.state.done, "played", t.state.done.played + 1)
    pend(t, None, item)
    t.set(t.state.waiting, "holder", e.seat)
    t.fact(
        CardActivated(e.seat, thing.id, e.card, card.types[0], card.element, cost, reserved,
                      origin, answers)
    )  # fmt: skip
    used_up(t, "activate", e.seat, e.card)
    report(t, "activates", e.card, e.seat)
    tell_in_advance(t, item, e.did)
    if e.target and card.is_attack:
        declare_at_once(t, item)
        if e.damage is not None:
            strike_at_once(t, e.damage)


def _require_playable(t: GaTable, e: Activate, card: Card) -> None:
    """From where, and what kind of card (GA-8.1, 2.12)."""
    if card.is_champion:
        t.forbid("GA-15.7", "{card} is a champion, which is materialized", card=e.card)
    if card.deck == "none":
        t.forbid("GA-23.1", "{card} is no card", card=e.card)
    if e.origin not in (None, "hand"):
        refuse_if_sure(
            t,
            ("activate",),
            "GA-8.1",
            "{card} is activated from the {place}",
            card=e.card,
            place=str(e.origin),
            legal="from the hand",
        )


def require_elements(t: GaTable, seat: str, card: Card) -> None:
    """All elements of the card are enabled (GA-8.4, 12.5)."""
    missing = sorted(set(card.elements) - enabled(t, seat))
    if missing:
        refuse_if_sure(
            t,
            ("element",),
            "GA-12.5",
            "{element} is not enabled for {seat}",
            element=" and ".join(missing),
            seat=seat,
            card=card.name,
        )


def _performer(t: GaTable, e: Activate, card: Card) -> InPlay | None:
    """Who performs an attack card, and is rested for that: the champion, or an ally for Command
    (GA-14.5, 24.6)."""
    if e.attacker and "command" not in card.words:
        why = "{card} is performed by the champion" if card.is_attack else "{card} is no attack"
        t.forbid("GA-24.6", why, card=card.name)
    if not card.is_attack:
        if e.target or e.uses or e.damage is not None:
            t.forbid("GA-14.4", "{card} is no attack", card=card.name)
        return None
    if e.attacker and "command" in card.words:
        thing = find(t, e.attacker, e.seat, "GA-24.6")
        if not card_of(t, thing).is_ally or thing.controller != e.seat:
            t.forbid("GA-24.6", "{thing} is no ally of {seat}", thing=thing.id, seat=e.seat)
        rule = "GA-24.6"
    else:
        champion = champion_of(t, e.seat)
        if champion is None:
            t.forbid("GA-14.5", "{seat} has no champion", seat=e.seat)
        thing, rule = champion, "GA-14.5"
    if thing.rested:
        t.forbid(rule, "{thing} is rested", thing=thing.id, since=thing.spent or None)
    require_not_forbidden(t, "attack", thing.id, e.seat)
    return thing


def _pay(t: GaTable, e: Activate, card: Card) -> tuple[int, int]:
    """The costs of a card; what it costs, and how many cards of the hand paid (GA-8.9, 8.10)."""
    if e.prepare:
        prepare(t, e, card)
    if card.memory is not None and card.reserve is None:
        cost = memory_cost(t, e.seat, card, e.x)
        pay_memory(t, e.seat, cost, e.random, e.floating, card.name)
        return cost, 0
    cost = reserve_cost(t, e.seat, card, e.x)
    if e.brew:
        brew(t, e.seat, card, e.brew)
        return 0, 0
    if e.kindle:
        require_kindle(t, e.seat, card, e.kindle)
    reserved = pay_reserve(
        t,
        e.seat,
        cost,
        kindle=e.kindle,
        resting=e.rest,
        imbue=e.imbue,
        said=e.reserved,
        what=card.name,
    )
    return cost, reserved
