"""How a match is opened of which a light record is kept (VN-17.1 of the specification)."""

from msgspec.structs import replace

from events.common import Opening
from referee.fact import DepthChanged, ScoreChanged
from referee.house import AnyTable, allies
from referee.light.state import LightState, started
from referee.light.track import CountedGame
from referee.parts.decks import require_decks


def open_light(game: CountedGame, t: AnyTable, e: Opening) -> LightState:
    """The state at the start. Lists may be missing; what is given is checked as ever."""
    least, most = game.players
    if not least <= len(e.seats) <= most:
        t.forbid(
            "REF-1.2",
            "{have:player takes|players take} part",
            have=len(e.seats),
            legal=str(least) if least == most else f"{least} to {most}",
        )
    handed = tuple(seating for seating in e.seats if seating.deck or seating.lists)
    require_decks(t, replace(e, seats=handed), game.deck_faults)
    state = LightState(
        seats=tuple(seating.seat for seating in e.seats), allies=allies(e), depth=e.record
    )
    tracks = game.tracks(t.catalog, e)
    state.scores = started(tracks)
    t.fact(DepthChanged("", e.record))
    if e.record != "result":
        for measure, figures in state.scores.items():
            for owner, value in figures.items():
                t.fact(ScoreChanged(owner, measure, value))
    return state
