"""What pays a part of a card's cost beside the hand or the memory, as the card itself says."""

from collections.abc import Sequence

from events.outcome import Outcome
from referee.games.grand_archive.catalog import Card
from referee.games.grand_archive.effects.happening import compiled_effect, does_nothing
from referee.games.grand_archive.state import GaTable
from referee.parts.effects import Doing, happen

PAYING = "paying"
"""What may be done while a card is paid for: each thing that is done pays 1 of its cost."""


def may_pay_part(t: GaTable, card: Card) -> bool:
    """Whether a card says what else pays a part of its cost."""
    return (card.name, PAYING) in t.catalog.triggered


def pay_part(t: GaTable, seat: str, card: Card, pays: Sequence[Outcome], cost: int) -> int:
    """What a card says pays a part of its cost, as a line has it; how much that is.

    Raises:
        Violation: it may not be done, or it is more than the cost (GA-9.5).
    """
    if not pays or does_nothing(tuple(pays)):
        return 0
    at = t.catalog.triggered[card.name, PAYING][0]
    run = happen(t, compiled_effect(t, card.name, at), Doing(seat, card.name, pays=tuple(pays)))
    paid = sum(run.done.values())  # its steps have no names, by which they would count twice
    if paid > cost:
        t.refuse("GA-9.5", "{card} costs {cost}, {paid} of it paid so", card=card.name, cost=cost,
                 paid=paid, legal=f"at most {cost}")  # fmt: skip
    return paid
