"""How a game is won, lost and drawn (section 4, 26a)."""

from referee.games.grand_archive.places import LAYOUT, LEFT
from referee.games.grand_archive.state import GaTable, InPlay, stands
from referee.house import side_of, sides
from referee.parts.zones import Zones


def loses(t: GaTable, seat: str, how: str, rule: str) -> None:
    """A player has lost; the last side that stands wins (GA-4.4, 4.5)."""
    lose_together(t, {seat: (how, rule)})


def lose_together(t: GaTable, losers: dict[str, tuple[str, str]]) -> None:
    """Players lose at one moment; if nobody is left, it is a draw (GA-4.7)."""
    state = t.state
    fresh = [seat for seat in losers if stands(state, seat)]
    if not fresh or state.over:
        return
    for seat in fresh:
        t.set(state.players[seat], "lost", t.seq)
    standing = {side_of(state, seat) for seat in state.seats if stands(state, seat)}
    left = [side for side in sides(state) if side in standing]
    how, rule = losers[fresh[0]]
    if len(left) == 1:
        t.end_match(left[0], how, rule)
    elif not left:
        t.end_match((), how, "GA-4.7")
    else:
        for seat in fresh:
            leave(t, seat)


def leave(t: GaTable, seat: str) -> None:
    """All that a player owns who has lost leaves the game; the others play on (GA-4.11, 4.12)."""
    zones: Zones[InPlay] = t.state.zones
    for thing in list(zones.things.values()):
        if thing.owner == seat:
            LAYOUT.leave(t, thing, *(() if thing.token else (seat, LEFT)))
        elif thing.controller == seat:
            t.set(thing, "controller", thing.owner)
    side = t.state.players[seat]
    t.set(side, "champions", [])
    if not side.lost:
        t.set(side, "lost", t.seq)


def wins(t: GaTable, seat: str, how: str, rule: str) -> None:
    """A player wins because a text says so (GA-4.4)."""
    t.end_match(side_of(t.state, seat), how, rule)


def time_is_up(t: GaTable) -> None:
    """Overtime is over without a winner: the game is drawn (GA-26.6)."""
    t.end_match((), "time", "GA-26.6")
