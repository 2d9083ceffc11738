"""Figures that a scorekeeper logs to check the record, and looks that no effect gave (WR-2.10,
2.11, 12.8)."""

from collections.abc import Callable

from events.warrift import Draw, Look, Reshuffle, Tally
from referee.games.warrift.draws import primary_size
from referee.games.warrift.handlers import handles
from referee.games.warrift.places import LAYOUT, pile
from referee.games.warrift.state import WrTable, hand_size, monsters
from referee.games.warrift.time_to_act import require_begun
from referee.house import require_seat
from referee.parts import layered

FIGURES: dict[str, Callable[[WrTable, str], int]] = {
    "points": lambda t, seat: t.state.sides[seat].points,
    "magicka": lambda t, seat: t.state.sides[seat].magicka,
    "hand": lambda t, seat: hand_size(t.state, seat),
    "primary": primary_size,
    "discard": lambda t, seat: len(pile(t, f"{seat}.discard")),
    "deck": lambda t, seat: layered.size_of(t.state.zones, f"{seat}.class"),
    "monsters": lambda t, seat: len(monsters(t)),
    "eye": lambda t, seat: layered.size_of(t.state.zones, "eye"),
    "support": lambda t, seat: layered.size_of(t.state.zones, "support"),
}
"""What may be counted: of a player, then of the table."""


def _agree(t: WrTable, what: str, said: int | str, have: int | str) -> None:
    if said != have:
        t.refuse(
            "WR-2.10",
            "{what}: {have} by the record, not {said}",
            what=what,
            have=have,
            said=said,
            legal=str(have) if " " in what else f"{what}={have}",
        )


@handles
def tally(t: WrTable, e: Tally) -> None:
    """What was counted at the table agrees with the record (WR-2.10)."""
    require_seat(t, e.seat)
    for what, count in FIGURES.items():
        said: int | None = getattr(e, what)
        if said is not None:
            _agree(t, what, said, count(t, e.seat))
    if e.token is not None:
        _agree(t, "token", e.token, "night" if t.state.night else "day")


@handles
def draw(t: WrTable, e: Draw) -> None:
    """A player's last draw was of so many cards; at first, that of the opening (WR-2.10, 3.9)."""
    require_seat(t, e.seat)
    _agree(t, "the last draw", e.count, t.state.sides[e.seat].drawn)


@handles
def reshuffle(t: WrTable, e: Reshuffle) -> None:
    """With a player's last draw so many cards became the primary deck (WR-2.10, 12.8)."""
    require_begun(t, e.seat)
    rebuilt = t.state.sides[e.seat].rebuilt
    if not rebuilt:
        t.refuse("WR-12.8", "no card was due from {seat}'s empty deck", seat=e.seat)
        return
    _agree(t, "the new deck", e.count, rebuilt)


@handles
def look(t: WrTable, e: Look) -> None:
    """Only one's own hand is looked at where no effect says so (WR-2.11)."""
    require_seat(t, e.seat)
    place, seat = LAYOUT.places.get(e.place), e.player or e.seat
    if place is None or place.kind != "hidden":
        return
    require_seat(t, seat)
    if e.place != "hand" or seat != e.seat:
        t.refuse("WR-2.11", "{seat} may not look there", seat=e.seat, legal="one's own hand")
    elif e.count > hand_size(t.state, seat):
        _agree(t, "hand", e.count, hand_size(t.state, seat))
