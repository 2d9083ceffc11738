"""Which entries are in force, and in what order: the effect of the rulings on the record."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Sequence
from operator import attrgetter
from typing import NamedTuple, get_args

from events import common as ev
from events.event import Event
from referee.table import NOTHING_WAIVED

Rewriting = ev.Rewind | ev.Strike | ev.Insert | ev.Stand | ev.Overrule
REWRITING: frozenset[type[Event]] = frozenset(get_args(Rewriting))
"""The rulings that decide which entries are in force; the others are entries like any."""

ASIDE: frozenset[type[Event]] = frozenset(
    {ev.Appoint, ev.CallJudge, ev.CloseCall, ev.Note, ev.Contest, ev.Confirm, ev.Penalty}
)
"""What was said beside the game: backing the game up does not unsay it."""


class Step(NamedTuple):
    """An event in force."""

    seq: int  # the entry that logged it (the ruling, for an inserted event)
    event: Event  # what happened
    waived: frozenset[str]  # the rules that a judge waived for it
    place: int  # the entry behind which it stands; its own number unless it was inserted


class Timeline(NamedTuple):
    """The steps in force, and for every entry that is not, the ruling that took it out."""

    steps: list[Step]
    undone: dict[int, int]


class Rewritten(NamedTuple):
    """What one ruling makes of the steps in force."""

    steps: list[Step]  # the steps in force with it
    at: int  # the index before which they are the same as without it
    undone: dict[int, int]  # the entries that it takes out of force, each with the ruling


def overruled(events: Sequence[Event], upheld: Collection[int]) -> dict[int, int]:
    """The rulings that are set aside, each with the ruling that did it.

    An overruling may itself be overruled, so the newest are looked at first.
    """
    aside: dict[int, int] = {}
    for seq in sorted(upheld, reverse=True):
        event = events[seq - 1]
        if isinstance(event, ev.Overrule) and seq not in aside:
            aside.setdefault(event.ruling, seq)
    return aside


def timeline(
    events: Sequence[Event], upheld: Collection[int], nested: Callable[[ev.Insert], Event]
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
    struck: set[int] = set()  # many are left out at once

    def in_force() -> list[Step]:
        return [step for step in steps if step.seq not in struck] if struck else steps

    for seq, event in enumerate(events, 1):
        if seq in aside:
            continue
        if type(event) not in REWRITING:
            steps.append(Step(seq, event, NOTHING_WAIVED, seq))
        elif isinstance(event, ev.Strike):
            if seq in upheld:
                struck.add(event.entry)
                undone[event.entry] = seq
        elif seq in upheld:
            steps, _, out = rewritten(in_force(), seq, events, nested)
            struck.clear()
            undone.update(out)
    return Timeline(in_force(), undone)


def rewritten(
    steps: Sequence[Step], seq: int, events: Sequence[Event], nested: Callable[[ev.Insert], Event]
) -> Rewritten:
    """Apply one ruling to the steps in force before it. An overruling leaves them as they are.

    The search costs what lies behind the place that the ruling changes.

    Args:
        steps: the steps in force, in the order of play.
        seq: the ruling.
        events: every entry's event, entry 1 first.
        nested: reads the event inside an ``insert``.
    """
    event = events[seq - 1]
    if isinstance(event, ev.Rewind):
        at = behind(steps, event.to, events)
        while at < len(steps) and type(steps[at].event) in ASIDE:
            at += 1
        rest = steps[at:]
        kept = [step for step in rest if type(step.event) in ASIDE]
        out = {step.seq: seq for step in rest if type(step.event) not in ASIDE}
        return Rewritten([*steps[:at], *kept], at, out)
    if isinstance(event, ev.Insert):
        at = behind(steps, event.after, events)
        step = Step(seq, nested(event), NOTHING_WAIVED, steps[at - 1].place)
        return Rewritten([*steps[:at], step, *steps[at:]], at, {})
    if isinstance(event, ev.Strike):
        struck = index_of(steps, event.entry)
        out = {event.entry: seq}
        if struck is None:
            return Rewritten([*steps], len(steps), out)
        return Rewritten([*steps[:struck], *steps[struck + 1 :]], struck, out)
    if isinstance(event, ev.Stand):
        stood = index_of(steps, event.entry)
        if stood is not None:
            step = steps[stood]
            step = step._replace(waived=step.waived | frozenset(event.waive))
            return Rewritten([*steps[:stood], step, *steps[stood + 1 :]], stood, {})
    return Rewritten([*steps], len(steps), {})


_place = attrgetter("place")


def behind(steps: Sequence[Step], seq: int, events: Sequence[Event]) -> int:
    """The index behind entry ``seq`` and all that was inserted there.

    Where that entry is no longer in force, behind the last one that stood before it.
    """
    if isinstance(events[seq - 1], ev.Insert):
        inserted = index_of(steps, seq)
        if inserted is not None:
            return inserted + 1
    return bisect_right(steps, seq, key=_place)


def index_of(steps: Sequence[Step], seq: int) -> int | None:
    """The index of the step that an entry logged; None where it is not in force."""
    at = bisect_left(steps, seq, key=_place)
    if at < len(steps) and steps[at].seq == seq:
        return at
    for index in range(len(steps) - 1, -1, -1):
        if steps[index].seq == seq:
            return index
    return None
