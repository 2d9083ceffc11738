"""What is known of a match of which a light record is kept."""

from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from events.common import Change
from referee.house import AnyTable, remaining, side_of
from referee.light.track import CountedGame, Track
from referee.obligation import Obligation
from referee.table import MatchState


class Proposed(Struct, omit_defaults=True):
    """A position that was declared, from which all is to be told."""

    changes: list[Change]  # what lies on the table
    sides: dict[str, int]  # the sides that have declared it, each with the entry


class LightState(MatchState[Obligation], omit_defaults=True):
    """The state of a match whose record is light."""

    depth: str = ""  # how much is told
    # by measure and owner, what was said; who has not said anything is missing
    scores: dict[str, dict[str, int]] = field(default_factory=dict)
    first: str = ""  # the seat that goes first
    proposed: Proposed | None = None  # a position that not all have declared
    declared_by: dict[str, int] = field(default_factory=dict)  # how often each seat did

    @property
    def now(self) -> tuple[str, int]:
        """Whose turn it is and which, as far as anybody said."""
        return self.active or self.first or self.seats[0], max(1, self.turn)

    def score(self, measure: str, owner: str, usual: int = 0) -> int:
        """What was said of a figure."""
        return self.scores.get(measure, {}).get(owner, usual)


def tracks_of(game: CountedGame, t: AnyTable) -> Sequence[Track]:
    """What is counted in a match."""
    return game.tracks(t.catalog, t.opening) if t.opening is not None else ()


def started(tracks: Sequence[Track]) -> dict[str, dict[str, int]]:
    """The figures at the start, as far as they are known."""
    return {each.measure: dict(each.start) for each in tracks}


def figures(game: CountedGame, t: AnyTable) -> Mapping[str, int]:
    """What is counted first in a match of which all is told, such as health, by owner."""
    first = next((each.measure for each in tracks_of(game, t)), "")
    counted = (each for each in game.measures if each.name == first)
    found = None if isinstance(t.state, LightState) else next(counted, None)
    return {} if found is None else found.of(t)


def owners(t: AnyTable, track: Track) -> list[str]:
    """Those of a track's owners that are still in the match."""
    left = remaining(t.state)
    return [owner for owner in track.owners if owner in left or side_of(t.state, owner) in left]


__all__ = ["LightState", "Proposed", "figures", "owners", "started", "tracks_of"]
