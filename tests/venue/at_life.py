"""How many taps a match takes where scores alone are told, or turns too (VN-17.8).

A tap is a finger that is put on the screen and lifted, of whichever player. A figure is told once a
turn, as it stands then: by its buttons, of which one that is held counts on in one tap, or by the
pad; a figure that turns into another does so in one tap for each. Who goes first is a tap, and so
is the result; what ends the match is asked about once. Turns are a tap each, where players tell
them: the page leaves them out where they do not care to (VN-17.18).
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from events.event import Event
from referee.fact import ScoreChanged
from referee.light import tracks_of
from referee.light.track import Track
from referee.replay.replay import Replay
from referee.verdict import applied
from tests.laws.players import Opened

PAD = 2
"""What it takes to open the pad and to enter what was typed."""
END = 2
"""The result, and that it was meant."""


class AtLife(NamedTuple):
    """What a match takes at life.

    Attributes:
        turns: the taps for turns, of which the first says who goes first.
        scores: the taps for figures.
    """

    turns: int
    scores: int

    @property
    def taps(self) -> int:
        """All of them, where turns are left out."""
        return min(self.turns, 1) + self.scores + END

    @property
    def with_turns(self) -> int:
        """All of them, where each turn is told."""
        return self.turns + self.scores + END


def told_at_life(opened: Opened, events: Sequence[Event]) -> AtLife:
    """What a match takes whose entries were played."""
    replay = Replay(opened.game, opened.catalog)
    replay.add(events[0])
    tracks = {each.measure: each for each in tracks_of(opened.game, replay.table)}
    stood: dict[tuple[str, str], int] = {
        (each.measure, owner): value
        for each in tracks.values()
        for owner, value in each.start.items()
    }
    now = dict(stood)
    turns, scores = 0, 0
    for event in [*events[1:], None]:
        if event is not None:
            outcome = replay.add(event)
            for fact in outcome.facts if applied(outcome.verdict) else ():
                if isinstance(fact, ScoreChanged) and fact.measure in tracks:
                    now[fact.measure, fact.seat] = fact.value
        if event is None or replay.state.turn > turns:
            turns = max(turns, replay.state.turn)
            scores += told(stood, now, tracks)
            stood = dict(now)
    return AtLife(turns, scores)


def told(
    stood: Mapping[tuple[str, str], int],
    now: Mapping[tuple[str, str], int],
    tracks: Mapping[str, Track],
) -> int:
    """The taps for what has changed."""

    def taps(measure: str, owner: str, turned: int) -> int:
        before, value = stood.get((measure, owner)), now[measure, owner]
        before = None if before is None else before + turned
        return fewest(before, value, tracks[measure].steps) if before != value else 0

    found = 0
    for measure, owner in now:
        apart = taps(measure, owner, 0)
        into = tracks[measure].into
        if into:  # some of it may have turned into the other, which is counted here, too
            many = range((stood.get((measure, owner)) or 0) + 1)
            both = (n + taps(measure, owner, -n) + taps(into, owner, n) for n in many)
            apart = min(both) - taps(into, owner, 0)
        found += apart
    return found


def fewest(before: int | None, value: int, steps: Sequence[int]) -> int:
    """The fewest taps from one figure to another: a button that is held, two, or the pad."""
    typed = PAD + len(str(value))
    if before is None:
        return typed
    change = value - before

    def held(left: int) -> bool:
        return any(left * step > 0 and left % step == 0 for step in steps)

    if held(change):
        return 1
    return 2 if any(held(change - step) for step in steps) else typed
