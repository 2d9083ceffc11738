"""The maps from above: eleven spots for each wizard, and what lies there (TW-5.1)."""

from collections.abc import Iterator

from referee.games.tower_wizwar.state import SPOTS, TwTable, acts, stack_at
from referee.games.tower_wizwar.view import described
from referee.house import AnyTable, side_of, sides
from referee.picture import Picture, Shape

WIDE, DEEP, GAP = 70.0, 95.0, 12.0
"""A spot in mm, a card of the usual size with some room, and what is between two."""
_COLUMNS = {"F": (0, 1, 2, 3, 4), "S": (1, 2, 3), "J": (1, 3), "T": (2,)}
_ROWS = {"F": 2, "S": 1, "J": 0, "T": 0}
MAP = (5 * (WIDE + GAP) + GAP, 3 * (DEEP + GAP) + GAP)
"""How wide and deep a map is, in mm."""


def drawing(t: AnyTable) -> Picture:
    """The maps: a side near the edge, the other across, each with its forward spots to the middle.

    Wizards of one side lie side by side; where more than two sides play, every second is across.
    """
    rows: tuple[list[str], list[str]] = ([], [])
    order = sides(t.state)
    for seat in t.state.seats:
        rows[order.index(side_of(t.state, seat)) % 2].append(seat)
    width = max(1, *map(len, rows)) * MAP[0]
    shapes: list[Shape] = []
    for across, seats in enumerate(rows):
        for at, seat in enumerate(seats):
            shapes += _map(t, seat, at * MAP[0], across=bool(across))
    return Picture(width, 2 * MAP[1], tuple(shapes))


def _map(t: TwTable, seat: str, left: float, *, across: bool) -> Iterator[Shape]:
    if not acts(t.state, seat) or t.state.sides[seat].lost:
        return
    for spot in SPOTS:
        corners = _corners(spot, left, across=across)
        yield Shape("zone", f"{seat}.{spot}", spot, corners, seat)
        for thing in stack_at(t, seat, spot):
            note = described(t, thing).removeprefix(thing.id).strip()
            yield Shape("terrain", thing.id, thing.id, _smaller(corners), seat, None, False, note)


def _corners(spot: str, left: float, *, across: bool) -> tuple[tuple[float, float], ...]:
    letter, number = spot[0], int(spot[1:] or 1)
    column = _COLUMNS[letter][number - 1]
    if across:
        column = 4 - column
    x = left + GAP + column * (WIDE + GAP)
    y = GAP + _ROWS[letter] * (DEEP + GAP)
    if across:
        y = 2 * MAP[1] - y - DEEP
    return (x, y), (x + WIDE, y), (x + WIDE, y + DEEP), (x, y + DEEP)


def _smaller(corners: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    """A card within its spot."""
    (left, low), (right, high) = corners[0], corners[2]
    in_ = 5.0
    left, low, right, high = left + in_, low + in_, right - in_, high - in_
    return (left, low), (right, low), (right, high), (left, high)
