"""Why a penalty is what it is: its path, its count, the entries counted (TR-10.2, TR-10.5)."""

from msgspec import Struct

from referee.tournament.judging.infractions import given
from referee.tournament.judging.penalties import Shift, Standard, shifts, standards
from referee.tournament.policy import PenaltyKind, Policy
from referee.tournament.state import Found, State


class PenaltyExplained(Struct, frozen=True):
    """An infraction in force, taken apart."""

    found: Found  # as it was noted
    title: str  # what the policy calls it
    # what it must be, with the path and the entries counted; None where the policy does not have it
    standard: Standard | None
    # for each entry counted, what the standard would be if that one were overruled
    without: tuple[tuple[int, PenaltyKind], ...]
    later: tuple[Shift, ...]  # what would shift of later infractions if this one were overruled


def explain_penalty(state: State, policy: Policy, seq: int) -> PenaltyExplained:
    """The infraction of an entry, taken apart.

    Raises:
        LookupError: that entry notes none that is in force.
    """
    found = next((each for each in state.infractions if each.seq == seq), None)
    if found is None:
        raise LookupError(f"entry {seq} is no infraction in force")
    noted = given(state)
    standard = standards(policy, noted).get(seq)
    counted = standard.counted if standard is not None else ()
    without = [(each, standard.without({each}).penalty) for each in counted if standard is not None]
    known = policy.by_code.get(found.code)
    return PenaltyExplained(
        found,
        known.title if known is not None else "",
        standard,
        tuple(without),
        shifts(policy, noted, [each for each in noted if each.seq != seq]),
    )
