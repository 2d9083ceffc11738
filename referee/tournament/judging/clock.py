"""Time of a round and of its contests (section 6), as pure functions of moments and seconds.

Moments are UTC in whole seconds, as clock events carry them. Nothing here reads a clock: ``now`` is
what the page asks for.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from referee.english import counted
from referee.tournament.policy import Clock, Overtime
from referee.tournament.state import Cause


class Pause(NamedTuple):
    """A pause of a round; one that is still on has no end."""

    start: datetime
    end: datetime | None = None


def time_left(
    minutes: int,
    start: datetime,
    now: datetime,
    pauses: Iterable[Pause] = (),
    extensions: Iterable[int] = (),
) -> int:
    """The seconds that a contest has left; below 0 once its time is over (TR-6.1).

    Args:
        minutes: what the round has.
        start: when it started.
        now: the moment asked for; before the start all time is left.
        pauses: of the round, one after another.
        extensions: of the contest, in seconds.

    Example:
        >>> noon, half_past = datetime(2026, 5, 2, 12), datetime(2026, 5, 2, 12, 30)
        >>> time_left(50, noon, half_past, extensions=[180]) // 60
        23
    """
    paused = sum(
        (min(pause.end or now, now) - pause.start for pause in pauses if pause.start < now),
        timedelta(),
    )
    run = max(now - start, timedelta()) - paused
    return minutes * 60 + sum(extensions) - int(run.total_seconds())


def ends_at(
    minutes: int,
    start: datetime,
    pauses: Iterable[Pause] = (),
    extensions: Iterable[int] = (),
) -> datetime | None:
    """When a contest's time is over; None where a pause keeps it from ending (TR-6.1, TR-6.2). It
    stays in the calendar, also where somebody has logged the last of its days as the start."""
    end = _moved(start, timedelta(minutes=minutes, seconds=sum(extensions)))
    for pause in pauses:
        if pause.start >= end:
            break
        if pause.end is None:
            return None
        end = _moved(end, pause.end - pause.start)
    return end


def _moved(moment: datetime, span: timedelta) -> datetime:
    try:
        return moment + span
    except OverflowError:
        edge = datetime.max if span > timedelta() else datetime.min
        return edge.replace(microsecond=0, tzinfo=moment.tzinfo)


def call_extension(clock: Clock, seconds: int) -> int:
    """The extension that a judge call of so many seconds offers; 0 for a short one (TR-6.3)."""
    return _rounded_up(clock, seconds) if seconds >= clock.call_after else 0


def check_extension(clock: Clock, seconds: int) -> int:
    """The extension that a deck check of so many seconds offers, with the bonus (TR-6.4)."""
    return _rounded_up(clock, seconds + clock.check_bonus)


def _rounded_up(clock: Clock, seconds: int) -> int:
    return -(-seconds // clock.step) * clock.step


def cap_of(clock: Clock, causes: Collection[Cause]) -> int:
    """The most that the extensions of a contest for these causes sum up to; 0: no bound."""
    return clock.check_cap or clock.cap if "check" in causes else clock.cap


def room_left(clock: Clock, given: Sequence[tuple[int, Cause]], cause: Cause) -> int | None:
    """How many seconds more a judge can give a contest for a cause; None: any (TR-6.5).

    What goes beyond needs the head judge.

    Args:
        clock: of the policy.
        given: the extensions of the contest that stand: seconds and cause.
        cause: what the next one is for.
    """
    cap = cap_of(clock, [cause, *(each for _, each in given)])
    return max(cap - sum(seconds for seconds, _ in given), 0) if cap else None


def overtime_words(overtime: Overtime) -> str:
    """What is played after time, in words (TR-6.6).

    Example:
        >>> overtime_words(Overtime(turns=3, seconds=300))
        '3 more turns or 5 minutes, whichever ends first'
        >>> overtime_words(Overtime())
        'no overtime'
    """
    turns = counted(overtime.turns, "more turn") if overtime.turns else ""
    minutes, seconds = divmod(overtime.seconds, 60)
    parts = [counted(minutes, "minute")] if minutes else []
    parts += [counted(seconds, "second")] if seconds else []
    time = " ".join(parts)
    if turns and time:
        return f"{turns} or {time}, whichever ends first"
    return turns or time or "no overtime"
