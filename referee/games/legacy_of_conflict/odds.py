"""The chance that a flip had before it was made, by all that was shown until then (section 7)."""

from msgspec.structs import replace

from events.event import Event
from events.legacy_of_conflict import Attack, Flip
from referee.games.legacy_of_conflict import owed
from referee.games.legacy_of_conflict.attack import attack, needed
from referee.games.legacy_of_conflict.deck import chance_of
from referee.games.legacy_of_conflict.state import LcTable, record_of
from referee.house import AnyTable


def odds(t: AnyTable, e: Event) -> list[str]:
    """What an attack needed of its two cards and how likely that was; for a hazard, what harms.

    Args:
        t: the table before the event; it is used up, for the declaration is played on it.
        e: the event.
    """
    if isinstance(e, Attack) and e.cards:
        if t.refusal(lambda: attack(t, replace(e, cards=""))) is not None:
            return []
    elif not isinstance(e, Flip):
        return []
    hazards = [d for d in t.state.due if isinstance(d, owed.Hazard) and d.seat == e.seat]
    if isinstance(e, Flip) and hazards:
        return [_hazard(t, hazards[0])]
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


def _hazard(t: LcTable, due: owed.Hazard) -> str:
    hazard = t.catalog.piece[due.piece].hazard
    assert hazard is not None
    harmed = 1 - chance_of(t, t.state.players[due.seat], hazard.at_most + 1)
    return f"{due.unit}: harmed by {hazard.at_most} or less: {100 * harmed:.0f} %"
