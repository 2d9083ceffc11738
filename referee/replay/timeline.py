"""Which entries are in force, and in what order: the effect of the rulings on the record."""

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple, get_args

from events.common import (
    Appoint,
    CallJudge,
    CloseCall,
    Confirm,
    Contest,
    Insert,
    Note,
    Overrule,
    Penalty,
    Rewind,
    Stand,
    Strike,
)
from events.event import Event
from referee.table import NOTHING_WAIVED

Rewriting = Rewind | Strike | Insert | Stand | Overrule
REWRITING: frozenset[type[Event]] = frozenset(get_args(Rewriting))
"""The rulings that decide which entries are in force; the others are entries like any."""

ASIDE: frozenset[type[Event]] = frozenset(
    {Appoint, CallJudge, CloseCall, Note, Contest, Confirm, Penalty}
)
"""What was said beside the game: backing the game up does not unsay it."""


class Step(NamedTuple):
    """An event in force.

    Attributes:
        seq: the entry that logged it (the ruling, for an inserted event).
        event: what happened.
        waived: the rules that a judge waived for it.
        place: the entry behind which it stands; its own number unless it was inserted.
    """

    seq: int
    event: Event
    waived: frozenset[str]
    place: int


class Timeline(NamedTuple):
    """The steps in force, and for every entry that is not, the ruling that took it out."""

    steps: list[Step]
    undone: dict[int, int]


def overruled(events: Sequence[Event], upheld: Collection[int]) -> dict[int, int]:
    """The rulings that are set aside, each with the ruling that did it.

    An overruling may itself be overruled, so the newest are looked at first.
    """
    aside: dict[int, int] = {}
    for seq in sorted(upheld, reverse=True):
        event = events[seq - 1]
        if isinstance(event, Overrule) and seq not in aside:
            aside.setdefault(event.ruling, seq)
    return aside


def timeline(
    events: Sequence[Event], upheld: Collection[int], nested: Callable[[Insert], Event]
) -> Timeline:
    """Apply the rulings to the record.

    Args:
        events: every entry's event, entry 1 first.
        upheld: the numbers of the rulings that were in order when they were made.
        nested: reads the event inside an ``insert``.
    """
    aside = overruled(events, upheld)
    steps: list[Step] = []
    undone = dict(aside)
    for seq, event in enumerate(events, 1):
        if seq in aside:
            continue
        if type(event) not in REWRITING:
            steps.append(Step(seq, event, NOTHING_WAIVED, seq))
        elif seq not in upheld:
            continue
        elif isinstance(event, Rewind):
            cut = behind(steps, event.to)
            for step in steps[cut:]:
                if type(step.event) not in ASIDE:
                    undone[step.seq] = seq
            steps[cut:] = [s for s in steps[cut:] if type(s.event) in ASIDE]
        elif isinstance(event, Strike):
            steps = [s for s in steps if s.seq != event.entry]
            undone[event.entry] = seq
        elif isinstance(event, Insert):
            at = behind(steps, event.after)
            place = steps[at - 1].place
            steps.insert(at, Step(seq, nested(event), NOTHING_WAIVED, place))
        elif isinstance(event, Stand):
            steps = [
                s._replace(waived=s.waived | frozenset(event.waive)) if s.seq == event.entry else s
                for s in steps
            ]
    return Timeline(steps, undone)


def behind(steps: Sequence[Step], seq: int) -> int:
    """The index behind entry ``seq`` and all that was inserted there.

    Where that entry is no longer in force, behind the last one that stood before it.
    """
    for index, step in enumerate(steps):
        if step.seq == seq and step.place != seq:
            return index + 1
    index = len(steps)
    while index and steps[index - 1].place > seq:
        index -= 1
    return index
