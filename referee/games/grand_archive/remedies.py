"""What a judge may rule of an entry that is wrong (section 28)."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from events.common import Adjust, Change, Insert, Penalty, Rewind, Stand, Strike
from events.grand_archive import Missed
from referee.fact import CardsDrawn, CardsSeen, TurnEnded
from referee.games.grand_archive.facts import BanishedAtRandom, Glimpsed, RandomResult, Recollected
from referee.games.grand_archive.state import GaTable
from referee.remedies import Remedy, Wrong
from referee.verdict import Illegal

FEW = 3
"""After so many entries at most little has happened (GA-28.2)."""

_LEARNT = (CardsDrawn, CardsSeen, Glimpsed, RandomResult, BanishedAtRandom, Recollected)
"""What follows where a player has learnt something that matters (GA-28.2, 28.5)."""

_TAKEN_BACK = {"draw": ("deck", 1), "recollection": ("memory", 0)}


def remedies(t: GaTable, wrong: Wrong) -> list[Remedy]:
    """The rulings that section 28 has for an entry, the preferred ones first."""
    if isinstance(wrong.event, Missed):
        return [*_of_missed(t, wrong, wrong.event), *_reversal(wrong)]
    found = list(_reversal(wrong))
    if isinstance(wrong.verdict, Illegal):
        found += _of_illegal(wrong, wrong.verdict, simple=bool(found))
    return found


def is_simple(wrong: Wrong) -> bool:
    """Whether it may be reversed simply: little has happened since, in the same turn, and nobody
    has learnt what was hidden (GA-28.2)."""
    return wrong.later <= FEW and not any(
        isinstance(fact, (*_LEARNT, TurnEnded)) for fact in wrong.facts
    )


def _reversal(wrong: Wrong) -> Iterator[Remedy]:
    """The attempt alone is taken back where it was caught at once; else all since (GA-28.2, 28.3,
    28.10)."""
    if isinstance(wrong.verdict, Illegal) and not wrong.later:
        ruling = Strike(wrong.judge, wrong.seq, reason="taken back", rule="GA-28.10")
        yield Remedy(ruling, "GA-28.10", "the attempt is taken back to before it")
    elif is_simple(wrong):
        back = Rewind(wrong.judge, wrong.seq - 1, reason="simple reversal", rule="GA-28.2")
        yield Remedy(back, "GA-28.2", "it and all since is taken back, the newest first")


def _of_illegal(wrong: Wrong, verdict: Illegal, *, simple: bool) -> Iterator[Remedy]:
    """It is accepted, or penalised where too much has happened (GA-28.8)."""
    stand = Stand(wrong.judge, wrong.seq, (verdict.rule,), reason="accepted")
    yield Remedy(stand, "GA-28.8", f"it is accepted, {verdict.rule} is waived")
    seat = getattr(wrong.event, "seat", "")
    if seat and not simple:
        penalty = Penalty(wrong.judge, seat, "game-loss", reason="too late", rule="GA-28.8")
        yield Remedy(penalty, "GA-28.8", f"too late, and {seat} has won much by it")


def _of_missed(t: GaTable, wrong: Wrong, e: Missed) -> Iterator[Remedy]:
    """A trigger to the stack, a forgotten action now; or what the referee has reckoned is taken
    back (GA-28.6, 28.7)."""
    action = e.what in ("wake", *_TAKEN_BACK)
    rule = "GA-28.6" if action else "GA-28.7"
    if not e.added:
        now = msgspec.to_builtins(replace(e, added=True))
        insert = Insert(wrong.judge, wrong.seq, now, reason="done now", rule=rule)
        why = "it is done now" if action else "the opponent has it go on the Stack"
        yield Remedy(insert, rule, why)
    place, count = _TAKEN_BACK.get(e.what, ("", 0))
    if place:
        drawn = sum(f.count for f in wrong.facts if isinstance(f, Recollected))
        change = Change("unseen", f"{e.seat}/hand>{place}", str(count or drawn))
        if count or drawn:
            adjust = Adjust(wrong.judge, (change,), reason="never done", rule=rule)
            yield Remedy(adjust, rule, "what is reckoned as done is taken back")
    if not e.added and not action:
        strike = Strike(wrong.judge, wrong.seq, reason="not missed", rule=rule)
        yield Remedy(strike, rule, "it was not missed")
