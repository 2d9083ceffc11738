"""What a judge may rule of an entry that is wrong: proposals, of which the what-if is shown.

A game proposes what its own rules of repair allow (:attr:`Game.remedies`); without any, what the
house has. A proposal that is refused where it is tried is left out by whoever shows them.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from events.common import Rewind, Stand, Strike
from events.event import Event
from referee.fact import Fact
from referee.verdict import Illegal, Verdict


class Wrong(Struct, frozen=True):
    """An entry that a judge is asked about."""

    seq: int  # its number
    event: Event  # what was logged
    verdict: Verdict | None  # how it stands; None where it is not in force
    judge: str  # who rules
    later: int  # how many entries in force came after it
    facts: Sequence[Fact]  # what followed from it and from these


class Remedy(Struct, frozen=True):
    """A ruling that the rules allow."""

    ruling: Event  # the ruling
    rule: str  # the rule that allows it
    why: str  # what it does, in a few words


def of_the_house(t: Any, wrong: Wrong) -> list[Remedy]:
    """What may be ruled in any game: let stand, struck, backed up (REF-3.1 to 3.3)."""
    seq, judge = wrong.seq, wrong.judge
    found = [
        Remedy(Strike(judge, seq), "REF-3.1", "it was mis-logged and never happened"),
        Remedy(Rewind(judge, seq - 1), "REF-3.1", "all is taken back that was played from it on"),
    ]
    if isinstance(wrong.verdict, Illegal):
        stand = Stand(judge, seq, (wrong.verdict.rule,))
        found.insert(0, Remedy(stand, "REF-3.3", f"it stands, {wrong.verdict.rule} is waived"))
    return found
