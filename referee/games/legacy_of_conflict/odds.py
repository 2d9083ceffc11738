"""The chance that a flip had before it was made, by all that was shown until then (section 7)."""

from msgspec.structs import replace

from events.event import Event
from events.legacy_of_conflict import Attack, Flip
from referee.games.legacy_of_conflict.attack import attack, needed
from referee.games.legacy_of_conflict.deck import chance_of
from referee.games.legacy_of_conflict.state import LcTable, record_of
from referee.house import AnyTable
from referee.verdict import Violation


def odds(t: AnyTable, e: Event) -> list[str]:
    """What an attack needed of its two cards and how likely that was; for a hazard, what harms.

    Args:
        t: the table before the event; it is used up, for the declaration is played on it.
        e: the event.
    """
    if isinstance(e, Attack) and e.cards:
        try:
            attack(t, replace(e, cards=""))
        except Violation:
            return []
    elif not isinstance(e, Flip):
        return []
    if isinstance(e, Flip) and any(d.task == "hazard" and d.seat == e.seat for d in t.state.due):
        return [_hazard(t, e.seat)]
    aim = t.state.aim
    if aim is None or t.state.figures[aim.figure].seat != e.seat:
        return []
    figure = t.state.figures[aim.figure]
    chosen = record_of(t, figure).attack[aim.attack]
    return [
        f"{target.id}: {at_least(t, e.seat, needed(t, figure, chosen, target.id))}"
        for target in aim.targets
    ]


def at_least(t: LcTable, seat: str, least: int) -> str:
    """The sum of two cards that is needed, and its exact chance now."""
    chance = chance_of(t, t.state.players[seat], least)
    return f"needed {least} or more: {100 * chance:.0f} %"


def _hazard(t: LcTable, seat: str) -> str:
    due = next(d for d in t.state.due if d.task == "hazard" and d.seat == seat)
    hazard = t.catalog.piece[due.cards[0]].hazard
    assert hazard is not None
    harmed = 1 - chance_of(t, t.state.players[seat], hazard.at_most + 1)
    return f"{due.about}: harmed by {hazard.at_most} or less: {100 * harmed:.0f} %"
