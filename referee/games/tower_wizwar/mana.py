"""Mana: who may spend it, what it pays for, and what is lost (sections 4, 6)."""

from collections.abc import Sequence
from typing import NamedTuple

from events.tower_wizwar import Mana
from referee.games.tower_wizwar.discards import Discarded, to_discard
from referee.games.tower_wizwar.facts import ManaSpent
from referee.games.tower_wizwar.handlers import handles
from referee.games.tower_wizwar.harm import drain
from referee.games.tower_wizwar.places import spells_in
from referee.games.tower_wizwar.state import TwTable
from referee.games.tower_wizwar.turn import require_turn_taker
from referee.games.tower_wizwar.words import or_unnamed
from referee.house import require_playing
from referee.parts.payment import Payment


class Price(NamedTuple):
    """What is asked for."""

    mana: int  # how much, the surcharge with it
    extra: int = 0  # the surcharge in it
    rule: str = "TW-4.8"  # the rule by which it is refused where only the surcharge is short


def require_enough(t: TwTable, seat: str, asked: Price, made: int) -> None:
    """So much mana that is made, with what was kept, pays for something (TW-4.8).

    Raises:
        Violation: it is too little, or too much where that is refused (TW-I 10).
    """
    price, extra, rule = asked
    payment = Payment(price, t.state.sides[seat].mana, made)
    if payment.short:
        t.refuse(
            rule if payment.lacks(extra) else "TW-4.8",
            "{made} mana does not pay for what costs {price}",
            made=payment.paid,
            price=price,
            surcharge=extra,
            legal=f"at least {price} mana",
        )
    elif payment.over and t.choice["TW-I 10"] == "refused":
        why = "{made} mana pays for what costs {price}"
        t.refuse("TW-4.8", why, made=payment.paid, price=price, legal=str(price))


def can_pay(t: TwTable, seat: str, price: int) -> bool:
    """Whether there is so much mana in a pool, and kept."""
    return not price or spells_in(t, seat, "pool") + t.state.sides[seat].mana >= price


def pay(
    t: TwTable,
    seat: str,
    asked: Price,
    cards: Sequence[str],
    unnamed: int,
    purpose: str,
) -> int:
    """A wizard pays so much mana with cards of its pool; what is made beyond it is lost (TW-4.7,
    4.8, I 10).

    Args:
        t: the table.
        seat: who pays.
        asked: what is asked for.
        cards: the cards that are discarded.
        unnamed: how many more, that nobody named.
        purpose: what it is for: cast, activation, payment, rebuke.

    Returns:
        How many cards were discarded.

    Raises:
        Violation: it is too little (TW-4.8), or the cards cannot be in that pool.
        Unsaid: mana is asked for, and none is said.
    """
    price, made = asked.mana, len(cards) + unnamed
    kept = Payment(price, t.state.sides[seat].mana)
    if not made and kept.lacks(spells_in(t, seat, "pool")):
        ask = f"say the {kept.short} mana that {'pays' if kept.short == 1 else 'pay'} for it"
        t.incomplete(ask + or_unnamed(t, kept.short), mana=())
    require_enough(t, seat, asked, made)
    if kept.paid or made > price:
        _keep(t, seat, kept.paid + made - price)
    if made:
        to_discard(t, seat, "pool", Discarded(cards, unnamed), "TW-4.7")
        t.fact(ManaSpent(seat, made, min(made, price), purpose, asked.extra))
    return made


def _keep(t: TwTable, seat: str, mana: int) -> None:
    """Mana that nothing was paid with is lost, or kept until the phase ends (TW-I 10)."""
    if t.choice["TW-I 10"] == "kept_to_end_of_phase":
        t.set(t.state.sides[seat], "mana", max(0, mana))


def count_use(t: TwTable, seat: str, mana: int, purpose: str) -> int:
    """A use of mana that is no activation moves the counter (TW-6.4, I 14); by how much.

    Args:
        t: the table.
        seat: who used it.
        mana: how much was asked for.
        purpose: what it was for: cast, payment or rebuke.
    """
    reading = t.choice["TW-I 14"]
    if reading == "nothing" or (reading == "each_cast" and purpose != "cast"):
        return 0
    if not mana:
        if purpose != "cast" or t.choice["TW-I 80"] != "moves_counter":
            return 0
        mana = 1
    return drain(t, seat, mana if reading == "each_mana_spent" else 1, "TW-6.4")


@handles
def mana(t: TwTable, e: Mana) -> None:
    """Cards of a pool are discarded for mana that nothing asked for (TW-4.7)."""
    require_playing(t, e.seat)
    require_turn_taker(t, e.seat)
    if t.choice["TW-I 10"] == "refused":
        t.refuse("TW-4.8", "nothing asks for mana now", legal="with what it pays for")
    if not e.cards and not e.unnamed:
        t.incomplete("say the cards", cards=())
    to_discard(t, e.seat, "pool", Discarded(e.cards, e.unnamed), "TW-4.7")
    made = len(e.cards) + e.unnamed
    t.fact(ManaSpent(e.seat, made, 0, "nothing"))
    _keep(t, e.seat, t.state.sides[e.seat].mana + made)
