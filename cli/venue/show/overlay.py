"""One match as stream software lays it over its picture (VN-13.1)."""

from msgspec import Struct

from cli.venue.view import Seat, View

LINES = 3
"""So many of the last entries are told."""


class Overlay(Struct, frozen=True, omit_defaults=True):
    """A match as spectators see it, in a few words."""

    match: str  # the match
    game: str  # the title of its game
    at: int  # the entry at which spectators are
    seats: tuple[Seat, ...]  # who plays, with the score
    turn: int = 0  # how many turns have begun
    active: str = ""  # whose turn it is
    over: str = ""  # how it ended
    lines: tuple[str, ...] = ()  # the last entries in words, the newest last


def overlay(view: View) -> Overlay:
    """What stream software shows, from the view of spectators."""
    lines = tuple(view.named.get(e.line, e.line) for e in view.entries if not e.undone)
    return Overlay(
        view.match,
        view.game,
        view.at,
        view.seats,
        view.turn,
        view.active,
        view.over,
        lines[-LINES:],
    )


__all__ = ["Overlay", "overlay"]
