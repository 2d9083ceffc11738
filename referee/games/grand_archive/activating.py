"""Cards are activated (section 8)."""

from collections.abc import Sequence
from typing import NamedTuple

from events.grand_archive import Activate
from events.notation.words import quote
from referee.games.grand_archive.additional_payment import (
    commanded,
    mark_paid,
    prepare,
    take_empower,
)
from referee.games.grand_archive.begun_texts import let_go, used_up
from referee.games.grand_archive.beyond_need import (
    require_own_moment,
)
from referee.games.grand_archive.catalog import UNRESERVED, Card
from referee.games.grand_archive.champions import champion_for, require_lineage
from referee.games.grand_archive.checks import rest
from referee.games.grand_archive.costs import pay_in_reserve, pay_of_memory, pay_of_reserve
from referee.games.grand_archive.course import refuse_unpassed, require_player
from referee.games.grand_archive.damage_step import declare_at_once, strike_at_once
from referee.games.grand_archive.effects.declaration import declare_item, tell_in_advance
from referee.games.grand_archive.elements import (
    BANISHED,
    KEPT_PLAYED,
    OPENED,
    is_opened_whole,
    opened_by,
    require_elements,
)
from referee.games.grand_archive.elsewhere import STARCALLING, cost_of, follow, way_of
from referee.games.grand_archive.facts import CardActivated
from referee.games.grand_archive.further_ways import Further, further_way, takes_way
from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.harm import wound, wounds
from referee.games.grand_archive.intent import require_attackable
from referee.games.grand_archive.namesakes_and_wither import require_settled
from referee.games.grand_archive.next_card import promise, stays_awake
from referee.games.grand_archive.opportunity import (
    FAST,
    is_fast,
    require_fast_time,
    require_slow_time,
)
from referee.games.grand_archive.part_payment import may_pay_part
from referee.games.grand_archive.payment import (
    MemoryPayment,
    memory_cost,
    pay_memory,
    require_x,
    reserve_cost,
)
from referee.games.grand_archive.places import (
    LAYOUT,
    forbid_showing,
    leave_as_omens,
    lying_banished,
    require_open,
    size,
    take,
)
from referee.games.grand_archive.state import (
    STACK,
    Activation,
    GaTable,
    InPlay,
    card_of,
    champion_of,
    in_r26,
    lapses,
    note_activation,
    stack_is_empty,
)
from referee.games.grand_archive.triggers import report, report_aims
from referee.games.grand_archive.values import (
    of_cards,
    permits,
    price_of,
    refuse_if_sure,
    require_card_allowed,
    require_elements_allowed,
    require_few_played,
    require_not_forbidden,
    require_own_leave,
)
from referee.house import require_seat
from referee.parts.layered import flip
from referee.parts.responses import pend

MEMORY = "GA-9.10"
"""The rule of memory costs, which a text sets aside that lets a card be played without paying."""


@handles
def activate(t: GaTable, e: Activate) -> None:
    """A card is activated, step by step (GA-8.1 to 8.11)."""
    require_player(t, e.seat)
    card = card_of(t, e.card)
    way, said = way_of(t, e, card), e
    further = further_way(t, e, card) if not way else None
    e = e if further is None else further.line
    out = None if further is None or further.is_otherwise else further  # of its place, by its text
    way = way if out is None else str(out.effect.effect.when)
    require_moment(t, e, card, way)
    if t.state.over:
        return
    answers = not stack_is_empty(t.state)
    require_allowed(t, e, card, way)
    performer = _performer(t, e, card)
    champion = champion_for(t, e.seat, card) if card.is_champion else None
    if champion is not None:
        require_lineage(t, champion, card)
    if e.origin == "banishment" and not way and out is None:
        text = t.state.zones.things.get(opened_by(t, e.seat, e.card, "banishment"))
        leave_as_omens(t, e.owner or e.seat, (e.card,), text.name if text is not None else "")
    thing = announce(t, e)
    place = _lies_as(t, e, out)
    leave = _Leave(way, further, place, opened_by(t, e.seat, e.card, place))
    if place == "facedown":
        _take_kept(t, e)
    elif not _ignores_elements(t, out, leave.opened):
        require_elements(t, e.seat, card)
    require_x(t, card, e.x)
    mark_paid(t, e, card, thing)
    memory = size(t, e.seat, "memory")
    follow(t, e, way, thing)
    if further is not None:
        takes_way(t, said, further.effect, thing)
    item = _announced(t, e, thing, performer, champion)
    part = e.pays if may_pay_part(t, card) else ()
    declare_item(t, item, e.aims, e.mode, () if part else e.pays)
    more = size(t, e.seat, "memory") - memory  # what was reserved for what it costs besides
    cost, reserved = _pay(t, e, card, leave, item.aims, more)
    if not reserved and card.name in t.catalog.asks_what_paid:
        t.set(thing, "marks", [*thing.marks, UNRESERVED])
    take_empower(t, e.seat, card, thing)
    if performer is not None and not stays_awake(t, e.seat, e.card):
        rest(t, performer)
    note_activation(t, e.seat, card)
    pend(t, None, item)
    t.set(t.state.waiting, "holder", e.seat)
    t.fact(
        CardActivated(e.seat, thing.id, e.card, card.types[0], card.element, cost, reserved,
                      e.origin or "hand", answers)
    )  # fmt: skip
    promise(t, thing)
    _use_leave(t, e, leave)
    report(t, "activates", e.card, e.seat)
    report_aims(t, item, card.is_action)
    tell_in_advance(t, item, e.did)
    require_own_moment(t, item, e.did)
    if e.target and card.is_attack:
        _attack_at_once(t, e, item)


class _Leave(NamedTuple):
    """What lets a card be activated from where it lies."""

    way: str  # the way of its own in which it is played; empty: none
    further: Further | None  # the further way that a text gives it
    place: str  # as what it lies
    opened: str  # the text that opens that place; empty: none does


def _announced(
    t: GaTable, e: Activate, thing: InPlay, performer: InPlay | None, champion: InPlay | None
) -> Activation:
    """What comes onto the stack, not declared yet (GA-8.3)."""
    return Activation(
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
        lineage=champion.id if champion is not None else "",
    )


def _use_leave(t: GaTable, e: Activate, leave: _Leave) -> None:
    """What let the card be activated is used up by that."""
    used_up(t, OPENED.get(leave.place, ""), e.seat, e.card)
    used_up(t, FAST, e.seat, e.card)
    if leave.place == "banishment":
        report(t, "activates banished", e.card, e.seat)
        by = leave.opened if not leave.way and leave.opened in t.state.begun else ""
        let_go(t, e.seat, e.card, lying_banished(t, e.seat, e.card), by)


def _attack_at_once(t: GaTable, e: Activate, item: Activation) -> None:
    """The attack of an attack card is declared with it, as nobody answers (GA-14.6, 17.11)."""
    if e.hold:
        t.refuse("GA-7.6", "{card} is held, and its attack was declared", card=e.card)
    if not lapses(t):
        refuse_unpassed(t, e.card)
    require_attackable(t, item)
    declare_at_once(t, e, item)
    if e.damage is not None:
        strike_at_once(t, e, e.damage)


# -- when, which card, from where ----------------------------------------------------------------


def require_moment(t: GaTable, e: Activate, card: Card, way: str = "") -> None:
    """When a card is activated: fast or slow, by who plays on, with nothing to settle before."""
    if way != STARCALLING:
        if is_fast(t, e.seat, card):
            require_fast_time(t, e.seat)
        else:
            require_slow_time(t, e.seat, card=e.card)
    if not t.state.over:
        require_settled(t)


def require_allowed(t: GaTable, e: Activate, card: Card, way: str = "") -> None:
    """That this card may be activated from there."""
    require_few_played(t, e.seat, card.name)
    require_not_forbidden(t, "activate", e.seat, e.card, of_cards(e.seat, e.card))
    require_card_allowed(t, "activate", e.seat, e.card)
    require_elements_allowed(t, e.seat, card)
    require_own_leave(t, e.seat, card)
    _require_playable(t, e, card, way)


def _require_playable(t: GaTable, e: Activate, card: Card, way: str) -> None:
    """From where, whose, and what kind of card (GA-8.1, 8.2, 13.9, 2.12)."""
    if card.is_champion and not way.startswith("from "):
        t.forbid("GA-15.7", "{card} is a champion, which is materialized", card=e.card)
    if e.card in t.catalog.front_of:
        front = t.catalog.front_of[e.card]
        t.forbid("GA-23.7", "{card} is a back side", card=e.card, legal=quote(front))
    if card.deck == "none":
        t.forbid("GA-23.1", "{card} is no card", card=e.card)
    if not way and (e.origin not in (None, "hand") or e.owner not in ("", e.seat)):
        _require_permission(t, e)
    if in_r26(t):
        _require_unlocked(t, e.seat, card)


def _require_permission(t: GaTable, e: Activate) -> None:
    """A place other than the hand, or another player's card, is open by an effect only (GA-8.1,
    8.2); one that has resolved is so no more (GA-7.12)."""
    place = e.origin or "hand"
    other = e.owner not in ("", e.seat)
    if other:
        require_seat(t, e.owner)
    if other and t.edition == "R25" and t.choice["GA-I 17"] == "owner_only":
        t.refuse("GA-8.2", "{card} is {owner}'s", card=e.card, owner=e.owner)
        return
    if not other and opened_by(t, e.seat, e.card, place):
        return
    if place == "facedown" and (
        _is_kept(t, e) or (not other and opened_by(t, e.seat, e.card, "banishment"))
    ):
        return
    if permits(t, "activate", e.seat):
        t.trust(f"{e.card}: that it is among the cards that may be activated")
        return
    whose = e.owner or e.seat
    since = t.state.done.permits.get(f"{e.seat} {whose}.{place}")
    if since is not None:
        rule, why = "GA-7.12", "{card} could be played while that resolved"
    elif other:
        rule, why = "GA-8.2", "{card} is {owner}'s"
    else:
        rule, why = "GA-8.1", "{card} is activated from the {place}"
    refuse_if_sure(
        t, ("activate",), rule, why, card=e.card, place=place, owner=whose, since=since,
        legal="" if since else "a card of one's own hand",
    )  # fmt: skip


def _lies_as(t: GaTable, e: Activate, further: Further | None) -> str:
    """Where a card lies that is activated: face down in banishment for those that an effect has put
    there to be played so; any other is played by what says so of a card in banishment (GA-5.27)."""
    if e.origin == "facedown" and (further is not None or not _is_kept(t, e)):
        return "banishment"
    return e.origin or "hand"


def _ignores_elements(t: GaTable, further: Further | None, opened: str) -> bool:
    """Whether what lets a card be activated out of there has it ignore its elements (GA-8.4)."""
    if further is not None:
        return "GA-8.4" in further.effect.effect.aside
    return is_opened_whole(t, opened)


def _is_kept(t: GaTable, e: Activate) -> bool:
    """Whether a card lies face down in banishment, where an effect put it that lets its player play
    it, whatever its elements (GA-5.27)."""
    keepers = t.state.players[e.owner or e.seat].keepers
    return bool(keepers.get(e.seat)) and permits(t, KEPT_PLAYED, e.seat)


def _take_kept(t: GaTable, e: Activate) -> None:
    keepers = t.state.players[e.owner or e.seat].keepers
    t.item(keepers, e.seat, keepers[e.seat] - 1)


def _require_unlocked(t: GaTable, seat: str, card: Card) -> None:
    """Class Locked and Level Locked (R26, GA-13.9)."""
    words = card.words
    if "class locked" not in words and "level locked" not in words:
        return
    champion = champion_of(t, seat)
    top = card_of(t, champion) if champion is not None else None
    if "class locked" in words and (top is None or set(card.classes).isdisjoint(top.classes)):
        refuse_if_sure(
            t, ("class",), "GA-13.9", "{card} is Class Locked", card=card.name,
            legal=f"a champion that is {' or '.join(card.classes)}",
        )  # fmt: skip
    least = words.get("level locked", 0)
    if least and (top is None or (top.level or 0) < least):
        t.refuse("GA-13.9", "{card} is Level Locked {least}", card=card.name, least=int(least),
                 have=top.level or 0 if top is not None else 0)  # fmt: skip


def announce(t: GaTable, e: Activate) -> InPlay:
    """The card is put on the stack (GA-8.3)."""
    origin, owner = e.origin or "hand", e.owner or e.seat
    require_open(t, owner, origin)
    if origin == "deck":
        if (found := flip(t, t.state.zones, f"{owner}.deck", e.card)) is not None:
            forbid_showing(t, owner, "deck", (e.card,), found, "GA-8.1")
    else:
        take(t, owner, origin, (e.card,), "GA-8.1" if origin != "hand" else "GA-25.7")
    return LAYOUT.enter(t, e.card, STACK, owner, e.seat, turn=t.state.turn)


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
    if "command" in card.words:
        thing, rule = commanded(t, e, card), "GA-24.6"
    else:
        champion = champion_of(t, e.seat)
        if champion is None:
            t.forbid("GA-14.5", "{seat} has no champion", seat=e.seat)
        thing, rule = champion, "GA-14.5"
    if thing.rested and not stays_awake(t, e.seat, e.card):
        t.forbid(rule, "{thing} is rested", thing=thing.id, since=thing.spent or None)
    return thing


# -- what is paid --------------------------------------------------------------------------------


def _pay(
    t: GaTable,
    e: Activate,
    card: Card,
    leave: _Leave,
    aims: Sequence[str],
    more: int,
) -> tuple[int, int]:
    """The costs of a card; what it costs, and how many cards of the hand paid (GA-8.9, 8.10). Who
    says how many may count those that were reserved for what it costs besides."""
    way, further, place, opened = leave
    if e.prepare:
        prepare(t, e, card)
    if card.memory is not None and card.reserve is None:
        pay_of_reserve(t, e, card)
        if further is not None and MEMORY in further.effect.effect.aside:
            return 0, 0
        return _pay_memory(t, e, card, further is not None), 0
    pay_of_memory(t, e.seat, MemoryPayment(e.random, e.floating), card, "activate")
    if further is not None:
        otherwise = further.is_otherwise or further.effect.cost
        cost = 0 if otherwise else reserve_cost(t, e.seat, card, e.x, aims)
    else:
        cost = cost_of(t, e, card, way) if way else reserve_cost(t, e.seat, card, e.x, aims)
    if place == "banishment":
        cost = price_of(t, e.seat, BANISHED, cost, card.name)
        wound(t, e.seat, wounds(t, e.seat, card, "" if way else opened), card)
    rule = "GA-9.6" if e.origin in (None, "hand") else "GA-9.1"
    return cost, pay_in_reserve(t, e, card, cost, rule, more)


def _pay_memory(t: GaTable, e: Activate, card: Card, allowed: bool = False) -> int:
    """A card with a memory cost is activated where an effect says so (GA-8.13, 9.14)."""
    if not allowed and not permits(t, "activate", e.seat, e.card):
        paid = bool(e.random or e.floating)
        refuse_if_sure(
            t,
            ("activate",),
            "GA-9.14" if paid else "GA-9.20",
            "{card} has a memory cost",
            card=e.card,
            legal=f"{e.seat} materialize",
        )
    cost = memory_cost(t, e.seat, card, e.x, "activate")
    pay_memory(t, e.seat, cost, card, MemoryPayment(e.random, e.floating))
    return cost
