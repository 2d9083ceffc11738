"""How many taps a match takes where scores and turns alone are told (VN-17.8).

A figure is told once a turn, as it stands then: by its buttons, of which one that is held counts
on in one tap, or by the pad. Who goes first, each turn and the result are a tap each, and what ends
the match is asked about once.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from events.event import Event
from referee.fact import ScoreChanged
from referee.light import tracks_of
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
        """All of them."""
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
            scores += told(stood, now, {name: each.steps for name, each in tracks.items()})
            stood = dict(now)
    return AtLife(turns, scores)


def told(
    stood: Mapping[tuple[str, str], int],
    now: Mapping[tuple[str, str], int],
    steps: Mapping[str, Sequence[int]],
) -> int:
    """The taps for what has changed."""
    return sum(
        fewest(stood.get(each), value, steps[each[0]])
        for each, value in now.items()
        if stood.get(each) != value
    )


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
