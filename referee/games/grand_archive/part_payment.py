"""What pays a part of a card's cost beside the hand or the memory, as the card itself says."""

from collections.abc import Sequence

from msgspec.structs import replace

from events.grand_archive import Counter
from events.outcome import Outcome
from referee.games.grand_archive.catalog import Card
from referee.games.grand_archive.state import GaTable
from referee.parts.effects import Doing, Run, happen
from referee.parts.effects.catalog import compiled_effect
from referee.parts.effects.pending import does_nothing
from referee.parts.payment import Payment

PAYING = {"paying": 1, "paying 3": 3}
"""What may be done while a card is paid for: how much of its cost each thing that is done pays."""


def may_pay_part(t: GaTable, card: Card) -> bool:
    """Whether a card says what else pays a part of its cost."""
    return any((card.name, each) in t.catalog.triggered for each in PAYING)


def _part(t: GaTable, card: Card) -> tuple[int, int]:
    """The effect of a card that says so, and how much each thing pays."""
    return next(
        (found[0], worth)
        for each, worth in PAYING.items()
        if (found := t.catalog.triggered.get((card.name, each)))
    )


def pay_part(t: GaTable, seat: str, card: Card, pays: Sequence[Outcome], cost: int) -> int:
    """What a card says pays a part of its cost, as a line has it; how much that is.

    Raises:
        Violation: it may not be done, or it is more than the cost (GA-9.5).
    """
    if not pays or does_nothing(tuple(pays)):
        return 0
    at, worth = _part(t, card)
    doing = Doing(seat, card.name, pays=_counters_together(pays))
    run = happen(t, compiled_effect(t, card.name, at), doing)
    words = {step.word for step in run.compiled.cost}
    things = sum(done for word, done in run.done.items() if word in words)
    payment = Payment(cost, things * worth)
    if payment.over >= worth:
        t.refuse("GA-9.5", "{card} costs {cost}, {paid} of it paid so", card=card.name, cost=cost,
                 paid=payment.paid, legal=f"at most {cost}")  # fmt: skip
    return min(payment.paid, cost)


def _counters_together(pays: Sequence[Outcome]) -> tuple[Outcome, ...]:
    """Counters of a kind that are taken off one by one are taken off together."""
    found: list[Outcome] = []
    for each in pays:
        last = found[-1] if found else None
        if isinstance(each, Counter) and isinstance(last, Counter):
            both = replace(last, change=each.change)
            if both == each and last.change is not None and each.change is not None:
                found[-1] = replace(last, change=last.change + each.change)
                continue
        found.append(each)
    return tuple(found)


def ask_for_part(t: GaTable, seat: str, card: Card, pays: Sequence[Outcome], missing: int) -> None:
    """Where a card says what else pays a part of its cost, and so much of that is missing, it has
    to be said what did, or that nothing did.

    Raises:
        Unsaid: nobody said it.
    """
    if pays or missing <= 0 or not may_pay_part(t, card):
        return
    found = compiled_effect(t, card.name, _part(t, card)[0])
    run = Run(t, found, Doing(seat, card.name))
    if all(test(run) is not False for test in found.tests):
        t.incomplete(f"{card.name}: say with pays= what else pays {missing} of it, or pays=none")
