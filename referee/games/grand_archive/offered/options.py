"""What may be logged next, and what is required (GA-7.5)."""

from referee.games.grand_archive.champions import namesakes
from referee.games.grand_archive.due import Due, PlaceSpirit, SacrificeDown
from referee.games.grand_archive.placing import spirits
from referee.games.grand_archive.state import GaTable, in_r26
from referee.option import Option


def options(t: GaTable) -> list[Option]:
    """What would be accepted now."""
    return []


def obligations(t: GaTable) -> list[Due]:
    """What is required now."""
    found: list[Due] = []
    state = t.state
    if state.over:
        return found
    for seat in state.seats:
        if not state.players[seat].had and (in_r26(t) or seat == state.active):
            found.append(PlaceSpirit(seat, "GA-3.4", state.came, champions=tuple(spirits(t, seat))))
        for several in namesakes(t, seat):
            ids = tuple(each.id for each in several)
            found.append(SacrificeDown(seat, "GA-14.16", state.came, things=ids))
    return found
