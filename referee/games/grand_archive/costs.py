"""The costs of a card as a line pays them, whoever has it played (section 9)."""

from events.grand_archive import Activate
from referee.games.grand_archive.additional_payment import brew, require_kindle
from referee.games.grand_archive.catalog import Card
from referee.games.grand_archive.part_payment import ask_for_part, may_pay_part, pay_part
from referee.games.grand_archive.payment import (
    MemoryPayment,
    ReservePayment,
    pay_memory,
    pay_reserve,
)
from referee.games.grand_archive.places import size
from referee.games.grand_archive.state import GaTable
from referee.games.grand_archive.values import refuse_if_sure
from referee.parts.payment import Payment


def pay_in_reserve(t: GaTable, e: Activate, card: Card, cost: int, rule: str, more: int = 0) -> int:
    """A reserve cost is paid as a line says; who says how many cards of the hand were reserved may
    count those for what the card costs besides.

    Args:
        t: the table.
        e: the line.
        card: the card.
        cost: what it costs.
        rule: the rule that a hand breaks which is too small.
        more: how many cards were reserved for what it costs besides.

    Returns:
        How many cards of the hand were reserved for it.
    """
    beside = pay_part(t, e.seat, card, e.pays, cost) if may_pay_part(t, card) else 0
    if e.brew:
        if e.kindle or e.rest or e.reserved or e.imbue:
            t.refuse("GA-8.5", "{card} is paid for by Brew alone", card=e.card)
        brew(t, e.seat, card, e.brew)
        return 0
    if e.kindle:
        require_kindle(t, e.seat, card, e.kindle)
    by_hand = size(t, e.seat, "hand") if e.reserved is None else e.reserved
    stands = Payment(cost, beside, len(e.kindle), len(e.rest))
    ask_for_part(t, e.seat, card, e.pays, stands.short - by_hand)
    said = stands.short if more > 0 and e.reserved == stands.short + more else e.reserved
    paid = ReservePayment(e.kindle, e.rest, e.imbue, said)
    return pay_reserve(t, e.seat, cost - beside, card, paid, rule)


def pay_of_reserve(t: GaTable, e: Activate, card: Card, word: str = "activate") -> None:
    """What pays a reserve cost pays for what has none: only a text that nobody knows can ask for
    it, and then it is paid as said (GA-9.20)."""
    stands = len(e.kindle) + len(e.rest)
    paid = stands + len(e.brew) + len(e.imbue) + (e.reserved or 0)
    if paid:
        refuse_if_sure(t, (word,), "GA-9.20", "{card} has no reserve cost, {paid} of it paid",
                       card=card.name, paid=paid)  # fmt: skip
        if t.state.asks_aims:
            by_hand = len(e.imbue) if e.reserved is None else e.reserved
            pay_in_reserve(t, e, card, stands + by_hand, "GA-9.1")


def pay_of_memory(t: GaTable, seat: str, said: MemoryPayment, card: Card, word: str) -> None:
    """Cards of the memory and of the graveyard pay for what has no memory cost: only a text that
    nobody knows can ask for them, and then they are banished as said (GA-9.14)."""
    paid = len(said.random) + len(said.floating)
    if paid:
        refuse_if_sure(t, (word,), "GA-9.14", "{card} has no memory cost, {paid} of it paid",
                       card=card.name, paid=paid)  # fmt: skip
        pay_memory(t, seat, paid, card, said)
