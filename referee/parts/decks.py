"""Decks at the opening: what keeps a seat's cards from being played is refused with its seat."""

from collections.abc import Callable, Mapping
from typing import Any

from events.common import Opening
from referee.catalog import Registered
from referee.house import AnyTable
from referee.verdict import Violation

Faults = Callable[[Any, Registered, Mapping[str, str]], list[Violation]]
"""What is wrong with what a seat registers, in the order of the rules (``Game.deck_faults``)."""

EDITION = "edition"
"""By which name decks are told the version of the rules."""


def terms(choice: Mapping[str, str], agreed: Mapping[str, str], edition: str) -> Mapping[str, str]:
    """What a deck is judged by: the interpretations, what was agreed, and the version."""
    return {**choice, **agreed, EDITION: edition}


def require_decks(t: AnyTable, opening: Opening, faults: Faults) -> None:
    """Refuse an opening with a deck that cannot be played, by the first rule that it breaks.

    Raises:
        Violation: of that rule, with the seat among the facts.
    """
    by = terms(t.choice, opening.options, t.edition)
    for seating in opening.seats:
        for fault in faults(t.catalog, seating, by):
            facts = {"seat": seating.seat, **fault.facts}
            why = "{seat}: " + fault.why
            t.forbid(fault.rule, why, legal=fault.legal, since=fault.since, **facts)
