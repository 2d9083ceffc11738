"""The clock of a round, as it is started, stopped and called (TR-6.1, TR-6.2, TR-3.5, TR-11.4)."""

from datetime import datetime

from events.entry import verb
from events.tournament import Arrive, Pause, Resume, Start, Time
from referee.tournament.entrants import require_player
from referee.tournament.facts import ClockSet
from referee.tournament.handlers import handles
from referee.tournament.judging import clock
from referee.tournament.policy import Policy
from referee.tournament.results import round_of
from referee.tournament.roles import DESK, STAFF, require_role
from referee.tournament.state import (
    Contest,
    Hall,
    Round,
    State,
    number_of,
    place_of,
)

Move = Start | Pause | Resume | Time


def moment(at: str) -> datetime:
    """A moment of a clock event; its text is in UTC.

    Raises:
        ValueError: it is no day of the calendar.
    """
    return datetime.fromisoformat(at)


def minutes_of(state: State, policy: Policy) -> int:
    """The minutes of a round: the opening's, or else the policy's; 0: untimed."""
    return number_of(state, "minutes") or policy.clock.minutes


def pauses_of(played: Round) -> list[clock.Pause]:
    """The pauses of a round as moments."""
    return [clock.Pause(*map(moment, pause)) for pause in played.pauses]


def is_paused(played: Round) -> bool:
    """Whether the clock of a round stands still."""
    return bool(played.pauses) and len(played.pauses[-1]) == 1


def held_by(state: State, number: int, table: int) -> int:
    """The appeal that keeps the time of a contest from ending; 0 where none is open (TR-11.4)."""
    for ruled in state.rulings.values():
        if ruled.appeal and not ruled.settled:
            call = state.calls_open.get(str(ruled.call)) or state.calls_ended.get(str(ruled.call))
            if call is not None and (call.round, call.table) == (number, table):
                return ruled.appeal
    return 0


def seconds_left(
    state: State, policy: Policy, number: int, contest: Contest, now: datetime
) -> int | None:
    """The seconds that a contest has left, below 0 once its time is over (TR-6.1).

    ``None`` in a round without a clock, or before its start.
    """
    played = state.rounds[number - 1]
    minutes = minutes_of(state, policy)
    if not minutes or not played.started:
        return None
    extensions = [each.seconds for each in contest.extended]
    return clock.time_left(minutes, moment(played.started), now, pauses_of(played), extensions)


def ends_at(state: State, policy: Policy, number: int, contest: Contest) -> datetime | None:
    """When the time of a contest is over (TR-6.2); ``None`` where that is open: by a pause, by an
    appeal (TR-11.4), or because nothing says so yet.

    Time that is called ends a contest without an extension; another ends when its own is used up.
    """
    played = state.rounds[number - 1]
    if held_by(state, number, contest.table):
        return None
    extensions = [each.seconds for each in contest.extended]
    minutes = minutes_of(state, policy)
    if played.time and not extensions:
        return moment(played.time)
    if minutes and played.started:
        return clock.ends_at(minutes, moment(played.started), pauses_of(played), extensions)
    return clock.ends_at(0, moment(played.time), (), extensions) if played.time else None


def no_show_at(state: State, policy: Policy, number: int) -> datetime | None:
    """When who is still absent loses the contest (TR-3.5); ``None`` where the clock says nothing
    of it, as it is no part of the policy, has not started or stands still."""
    played = state.rounds[number - 1]
    after = policy.clock.no_show_after
    if not after or not played.started or is_paused(played):
        return None
    return clock.ends_at(0, moment(played.started), pauses_of(played), [after])


def day_of(state: State) -> str:
    """The date of the last start of a round; empty before the first."""
    return next((each.started[:10] for each in reversed(state.rounds) if each.started), "")


# -- the handlers ------------------------------------------------------------------------------


def require_moment(t: Hall, at: str) -> None:
    """Refuse a time that there is not (TR-1.4)."""
    try:
        moment(at)
    except ValueError:
        t.forbid(
            "TR-1.4", "there is no {day}", day=at[:10], legal="a day of the calendar, as 2026-11-22"
        )


def require_current(t: Hall, number: int, rule: str) -> Round:
    """The round that is on; refuses one that is not posted, or that is over."""
    played = round_of(t, number)
    if number != t.state.turn:
        t.refuse(
            rule,
            "round {round} is over",
            round=number,
            legal=f"round {t.state.turn}",
            since=t.state.rounds[number].posted,
        )
    return played


def _require_move(t: Hall, e: Move) -> Round:
    """TR-1.4, TR-6.1: a move of the clock of the round that is on, no earlier than the last."""
    require_role(t, e.by, DESK)
    require_moment(t, e.at)
    played = require_current(t, e.round, "TR-6.1")
    last, since = _last_move(t.state)
    if e.at < last:
        t.refuse(
            "TR-6.1",
            "the clock was moved at {last}, which is later than {at}",
            last=last,
            at=e.at,
            legal=f"{last} or later",
            since=since,
        )
    return played


def _last_move(state: State) -> tuple[str, int]:
    """When a clock was moved last, and by which entry."""
    for played in reversed(state.rounds):
        if played.clocked:
            moves = [played.started, played.time, *(at for each in played.pauses for at in each)]
            return max(moves), played.clocked[-1]
    return "", 0


def _require_running(t: Hall, played: Round, e: Pause | Time) -> None:
    """TR-6.1: only a clock that runs is stopped or runs out."""
    if not played.started:
        t.forbid(
            "TR-6.1",
            "the clock of round {round} has not started",
            round=e.round,
            legal=f"start {e.round} {e.at}",
        )
    if is_paused(played):
        t.forbid(
            "TR-6.1",
            "the clock of round {round} stands still",
            round=e.round,
            legal=f"resume {e.round} {e.at}",
            since=played.clocked[-1],
        )


def _moved(t: Hall, played: Round, e: Move) -> None:
    played.clocked.append(t.seq)
    t.fact(ClockSet(e.round, verb(e), e.at))


@handles
def start(t: Hall, e: Start) -> None:
    """TR-6.1: a round starts once."""
    played = _require_move(t, e)
    if played.started:
        t.forbid(
            "TR-6.1",
            "round {round} started at {started}",
            round=e.round,
            started=played.started,
            legal=f"strike {played.clocked[0]} first",
            since=played.clocked[0],
        )
    played.started = e.at
    _moved(t, played, e)


@handles
def pause(t: Hall, e: Pause) -> None:
    """TR-6.1: a clock that runs stands still; after time too, while a contest has more."""
    played = _require_move(t, e)
    _require_running(t, played, e)
    played.pauses.append([e.at])
    _moved(t, played, e)


@handles
def resume(t: Hall, e: Resume) -> None:
    """TR-6.1: a clock that stands still goes on."""
    played = _require_move(t, e)
    if not is_paused(played):
        t.forbid(
            "TR-6.1",
            "the clock of round {round} does not stand still",
            round=e.round,
            legal=f"pause {e.round} {e.at}" if played.started else f"start {e.round} {e.at}",
        )
    played.pauses[-1].append(e.at)
    _moved(t, played, e)


@handles
def time(t: Hall, e: Time) -> None:
    """TR-6.2: time is called once."""
    played = _require_move(t, e)
    if played.time:
        t.forbid(
            "TR-6.2",
            "time was called in round {round} at {time}",
            round=e.round,
            time=played.time,
            legal="extend, for a contest that needs more",
            since=played.clocked[-1],
        )
    _require_running(t, played, e)
    played.time = e.at
    _moved(t, played, e)


@handles
def arrive(t: Hall, e: Arrive) -> None:
    """TR-3.5: who was missing is there, or has come to the desk before the end of the round."""
    require_role(t, e.by, STAFF)
    require_moment(t, e.at)
    require_player(t, e.player)
    played = require_current(t, e.round, "TR-3.5")
    entrant = t.state.players.get(e.player, e.player)
    if not place_of(played, entrant):
        t.refuse(
            "TR-3.5",
            "{player} has no table in round {round}",
            player=e.player,
            round=e.round,
            legal="somebody who has one",
        )
    if entrant in played.arrived:
        if entrant == e.player:
            t.refuse(
                "TR-3.5",
                "{player} arrived at {at}",
                player=e.player,
                at=played.arrived[entrant],
                legal="nothing more",
            )
        return  # a team is there with the first of its players
    played.arrived[entrant] = e.at
