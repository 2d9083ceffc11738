"""More time for a contest: what calls, checks and delays offer, and what is given (TR-6.3 to 6.5).

An offer is never given by itself: a judge confirms it, in one tap, by logging its line.
"""

from collections.abc import Iterator

from msgspec import Struct

from events.tournament import Extend
from referee.tournament.facts import Extended
from referee.tournament.handlers import handles
from referee.tournament.judging.clock import call_extension, check_extension, room_left
from referee.tournament.judging.clock_events import moment, require_current
from referee.tournament.policy import Clock, Policy
from referee.tournament.results import contest_of
from referee.tournament.roles import HEAD, JUDGES, has_role, require_role
from referee.tournament.state import Cause, Contest, Extension, Hall, Round, State
from referee.verdict import Violation

RULES: dict[str, str] = {"call": "TR-6.3", "check": "TR-6.4", "late": "TR-6.4", "other": "TR-6.5"}
"""The rule that an extension rests on, by its cause."""


class Offer(Struct, frozen=True):
    """An extension that a judge may confirm."""

    round: int  # of which round
    table: int  # at which table
    seconds: int  # how much; no more than the cap leaves
    cause: Cause  # for what
    since: int  # the entry that offers it
    call: int = 0  # the call that it is for; 0: for none

    @property
    def rule(self) -> str:
        """The rule that offers it."""
        return RULES[self.cause]

    @property
    def line(self) -> str:
        """What confirms it, in the notation, without who does."""
        call = f" call={self.call}" if self.call else ""
        return f"extend {self.round} {self.table} {self.seconds} {self.cause}{call}"


def offers(state: State, policy: Policy) -> list[Offer]:
    """The extensions that are offered for contests of the round that is on, and not given yet.

    What the cap leaves no room for is not among them: it needs the head judge (TR-6.5).
    """
    if not state.rounds:
        return []
    played = state.rounds[-1]
    found = []
    for contest in played.contests.values():
        if contest.result is None:
            for offer in _offers_at(state, policy.clock, contest):
                room = _room(policy.clock, contest, offer.cause)
                if room is None or room >= offer.seconds:
                    found.append(offer)
                elif room:
                    found.append(
                        Offer(offer.round, offer.table, room, offer.cause, offer.since, offer.call)
                    )
    return found


def _offers_at(state: State, clock: Clock, contest: Contest) -> Iterator[Offer]:
    number, table = state.turn, contest.table
    played = state.rounds[-1]
    given = {each.call for each in contest.extended if each.call}
    for seq, call in state.calls_ended.items():
        if (call.round, call.table) == (number, table) and int(seq) not in given:
            seconds = call_extension(clock, call.seconds)
            if seconds:
                yield Offer(number, table, seconds, "call", call.seq, int(seq))
    longest, since = _longest_check(state, played, number, table)
    left = check_extension(clock, longest) - _given(contest, "check") if since else 0
    if left > 0:
        yield Offer(number, table, left, "check", since)
    lost = _time_lost(clock, played, contest)
    left = lost - _given(contest, "late") if lost else 0
    if left > 0:
        yield Offer(number, table, left, "late", played.clocked[0])


def _longest_check(state: State, played: Round, number: int, table: int) -> tuple[int, int]:
    """The longest deck check of a contest, and its entry; both decks are checked at once."""
    contest = played.contests.get(str(table))
    seated = (contest.a, contest.b) if contest is not None else ()
    return max(
        (
            (each.seconds, each.seq)
            for each in state.checks
            if each.round == number and state.players.get(each.player, each.player) in seated
        ),
        default=(0, 0),
    )


def _time_lost(clock: Clock, played: Round, contest: Contest) -> int:
    """The time that a contest lost because both were late, rounded up; 0 where it is not noted."""
    if not played.started or not {contest.a, contest.b} <= played.arrived.keys():
        return 0
    begun = max(played.arrived[contest.a], played.arrived[contest.b])
    lost = int((moment(begun) - moment(played.started)).total_seconds())
    return max(-(-lost // clock.step) * clock.step, 0)


def _given(contest: Contest, cause: Cause) -> int:
    return sum(each.seconds for each in contest.extended if each.cause == cause)


def _room(clock: Clock, contest: Contest, cause: Cause) -> int | None:
    given = [(each.seconds, each.cause) for each in contest.extended]
    return room_left(clock, given, cause)


# -- the handler -------------------------------------------------------------------------------


@handles
def extend(t: Hall, e: Extend) -> None:
    """TR-6.3 to TR-6.5: what is offered is given; beyond the cap by the head judge alone."""
    require_role(t, e.by, JUDGES)
    contest = contest_of(t, e.round, e.table)
    played = require_current(t, e.round, "TR-6.1")
    if contest.result is not None:
        t.refuse_if_new(
            Violation(
                "TR-6.1",
                "table {table} has a result",
                table=e.table,
                legal="a contest that is on",
                since=contest.result.seq,
            )
        )
    if e.cause == "call":
        _require_call(t, e, contest)
    elif e.cause == "check":
        _require_check(t, e, contest, played)
    elif e.cause == "late":
        _require_delay(t, e, contest, played)
    _require_room(t, e, contest)
    contest.extended.append(Extension(e.seconds, e.cause, t.seq, e.call))
    t.fact(Extended(e.round, e.table, e.seconds, e.cause, e.call, e.by, RULES[e.cause]))


def _require_call(t: Hall, e: Extend, contest: Contest) -> None:
    """TR-6.3: the call is over, was at this table and took long enough."""
    state, clock = t.state, t.catalog.clock
    if not e.call:
        calls = [o.call for o in offers(state, t.catalog) if o.table == e.table and o.call]
        if calls:
            t.incomplete("say which call", call=[str(call) for call in calls])
        t.refuse(
            "TR-6.3",
            "no call at table {table} offers an extension",
            table=e.table,
            legal="cause=other",
        )
        return
    if str(e.call) in state.calls_open:
        t.forbid(
            "TR-6.3", "call {call} is still open", call=e.call, legal=f"end-call {e.call} first"
        )
    call = state.calls_ended.get(str(e.call))
    if call is None:
        t.forbid(
            "TR-1.3", "there is no call {call}", call=e.call, legal="a call that has been ended"
        )
    if (call.round, call.table) != (e.round, e.table):
        t.refuse(
            "TR-6.3",
            "call {call} was in round {round}, at table {table}",
            call=e.call,
            round=call.round,
            table=call.table,
            legal="a call of this contest",
        )
    before = next((each for each in contest.extended if each.call == e.call), None)
    if before is not None:
        t.refuse(
            "TR-6.3",
            "call {call} has given {given:second}",
            call=e.call,
            given=before.seconds,
            legal="cause=other",
            since=before.seq,
        )
    if call.seconds < clock.call_after:
        t.refuse(
            "TR-6.3",
            "call {call} took {have:second}, and an extension needs {limit}",
            call=e.call,
            have=call.seconds,
            limit=clock.call_after,
            legal="cause=other",
            since=call.seq,
        )
    _require_at_most(t, e, call_extension(clock, call.seconds), "call", call.seq)


def _require_check(t: Hall, e: Extend, contest: Contest, played: Round) -> None:
    """TR-6.4: a deck at this table was checked, and the contest gets that time and the bonus."""
    longest, since = _longest_check(t.state, played, e.round, e.table)
    if not since:
        t.refuse(
            "TR-6.4",
            "no deck at table {table} was checked in round {round}",
            table=e.table,
            round=e.round,
            legal="a deck-check first, or cause=other",
        )
        return
    left = check_extension(t.catalog.clock, longest) - _given(contest, "check")
    _require_at_most(t, e, left, "check", since)


def _require_delay(t: Hall, e: Extend, contest: Contest, played: Round) -> None:
    """TR-6.4: both were late, by the desk's doing, which nobody logs."""
    lost = _time_lost(t.catalog.clock, played, contest)
    if lost:
        _require_at_most(t, e, lost - _given(contest, "late"), "delay", played.clocked[0])
    else:
        t.trust(f"when both players of table {e.table} were there was not noted")


def _require_at_most(t: Hall, e: Extend, most: int, what: str, since: int) -> None:
    if e.seconds > most:
        t.refuse(
            RULES[e.cause],
            "the {what} offers {limit:second}, not {have}",
            what=what,
            limit=max(most, 0),
            have=e.seconds,
            legal=f"{most} seconds, or cause=other" if most > 0 else "cause=other",
            since=since,
        )


def _require_room(t: Hall, e: Extend, contest: Contest) -> None:
    """TR-6.5: more than the cap leaves needs the head judge."""
    room = _room(t.catalog.clock, contest, e.cause)
    if room is not None and e.seconds > room and not has_role(t, e.by, HEAD):
        t.refuse_if_new(
            Violation(
                "TR-6.5",
                "table {table} may get {limit:second} more, not {have}",
                table=e.table,
                limit=room,
                have=e.seconds,
                legal=f"{room} seconds, or the head judge" if room else "the head judge",
                since=contest.extended[-1].seq if contest.extended else None,
            )
        )
