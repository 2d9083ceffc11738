"""Giving up and leaving, for which the printed rules do not provide (WR-1.13)."""

from events.common import TAKING, Concede, Penalty
from referee.games.warrift.handlers import handles
from referee.games.warrift.places import LAYOUT
from referee.games.warrift.state import SETUP, WrTable, controlled
from referee.games.warrift.turn import break_off, proceed
from referee.house import (
    AnyTable,
    members,
    part,
    require_judge,
    require_playing,
    require_seat,
    side_of,
)
from referee.parts.responses import take_away


@handles
def concede(t: WrTable, e: Concede) -> None:
    """A player gives up."""
    require_playing(t, e.seat)
    _part(t, e.seat, "concession", "REF-4.1")


@handles
def penalty(t: WrTable, e: Penalty) -> None:
    """A penalty; one that costs the match takes its player out of it (REF-3.6)."""
    require_judge(t, e.judge, e.authority)
    require_seat(t, e.seat)
    lost = e.kind in TAKING
    if lost and not t.state.over and side_of(t.state, e.seat) not in t.state.out:
        _part(t, e.seat, e.kind, "REF-3.6")


def _part(t: WrTable, seat: str, how: str, rule: str) -> None:
    """The match ends without a result, or the others go on (WR-I 6)."""
    if t.choice["WR-I 6"] == "match_ends_without_result" or t.state.phase == SETUP:
        t.end_match((), how, rule, "no result")
    else:
        part(t, side_of(t.state, seat), how, rule, leave)


def leave(t: AnyTable, side: str) -> None:
    """The cards of those who have left stay out: what they have in play goes to their own discard
    piles, from which nobody draws. Their turn is over, and the others' go on."""
    state = t.state
    gone = members(state, side)
    for pending in [each for each in state.waiting.stack if each.seat in gone]:
        take_away(t, pending, "left")
    for seat in gone:
        for thing in controlled(t, seat):
            stored = f"{thing.id}.garrison"
            if inside := state.zones.piles.get(stored):
                LAYOUT.put_back(t, seat, "discard", inside, "top")
                t.item(state.zones.piles, stored)
            LAYOUT.leave(t, thing, seat, "discard")
    if state.active in gone:
        break_off(t)
    else:
        proceed(t)
