"""Mana: who may spend it, what it pays for, and what is lost (sections 4, 6)."""

from collections.abc import Sequence

from events.tower_wizwar import Mana
from referee.games.tower_wizwar.facts import ManaSpent
from referee.games.tower_wizwar.handlers import handles
from referee.games.tower_wizwar.places import spells_in, to_discard
from referee.games.tower_wizwar.state import TwTable, surcharge
from referee.games.tower_wizwar.turn import require_turn_taker
from referee.house import require_playing


def pay(
    t: TwTable,
    seat: str,
    price: int,
    cards: Sequence[str],
    unnamed: int,
    purpose: str,
    rule: str = "TW-4.8",
) -> int:
    """A wizard pays so much mana with cards of its pool; what is made beyond it is lost (TW-4.7,
    4.8, I 10).

    Args:
        t: the table.
        seat: who pays.
        price: how much mana is asked for.
        cards: the cards that are discarded.
        unnamed: how many more, that nobody named.
        purpose: what it is for: cast, activation, payment, rebuke.
        rule: the rule by which too little is refused, where only the surcharge is short.

    Returns:
        How many cards were discarded.

    Raises:
        Violation: it is too little (TW-4.8), or the cards cannot be in that pool.
        Unsaid: mana is asked for, and none is said.
    """
    made = len(cards) + unnamed
    if made < price:
        have = spells_in(t, seat, "pool")
        if not made and have >= price:
            t.incomplete(f"say the {price} mana that pay for it", mana=())
        own = price - surcharge(t.state.sides[seat])
        t.refuse(
            rule if made >= own else "TW-4.8",
            "{made} mana pay for what costs {price}",
            made=made,
            price=price,
            surcharge=price - own,
            legal=f"at least {price}",
        )
    if made > price and t.choice["TW-I 10"] == "refused":
        t.refuse("TW-4.8", "{made} mana pay for {price}", made=made, price=price, legal=str(price))
    if made:
        to_discard(t, seat, "pool", cards, unnamed, "TW-4.7")
        t.fact(ManaSpent(seat, made, min(made, price), purpose))
    return made


@handles
def mana(t: TwTable, e: Mana) -> None:
    """Cards of a pool are discarded for mana that nothing asked for (TW-4.7)."""
    require_playing(t, e.seat)
    require_turn_taker(t, e.seat)
    if t.choice["TW-I 10"] == "refused":
        t.refuse("TW-4.8", "nothing asks for mana now", legal="with what it pays for")
    if not e.cards and not e.unnamed:
        t.incomplete("say the cards", cards=())
    to_discard(t, e.seat, "pool", e.cards, e.unnamed, "TW-4.7")
    t.fact(ManaSpent(e.seat, len(e.cards) + e.unnamed, 0, "nothing"))
