"""Calls for a judge, what is ruled at them, and appeals (section 11)."""

from events.tournament import Answer, Appeal, Call, EndCall, Ruling, Settle
from referee.tournament.facts import AppealSettled, CallEnded, JudgeCalled, RulingMade
from referee.tournament.handlers import handles
from referee.tournament.results import contest_of, round_of
from referee.tournament.roles import HEAD, JUDGES, STAFF, has_role, require_role
from referee.tournament.state import EndedCall, Hall, OpenCall, Ruled, State
from referee.verdict import Violation


def open_calls(state: State) -> list[tuple[int, OpenCall]]:
    """The board of open calls: each with the entry that called, the oldest first (TR-11.1)."""
    return [(int(seq), call) for seq, call in state.calls_open.items()]


def open_appeals(state: State) -> list[tuple[int, Ruled]]:
    """The rulings that are appealed and not settled, each with its entry (TR-11.4)."""
    return [
        (int(seq), ruled)
        for seq, ruled in state.rulings.items()
        if ruled.appeal and not ruled.settled
    ]


def to_replace(state: State) -> list[tuple[int, Ruled]]:
    """The rulings that were not upheld and that the head judge has to replace (TR-11.4)."""
    return [
        (int(seq), ruled)
        for seq, ruled in state.rulings.items()
        if ruled.settled and not ruled.upheld and not ruled.replaced
    ]


# -- calls -------------------------------------------------------------------------------------


@handles
def call(t: Hall, e: Call) -> None:
    """TR-11.1: a player calls, for whichever table; who is at the desk may, too."""
    if e.by not in t.state.entrants and e.by not in t.state.players:
        require_role(t, e.by, STAFF)
    round_of(t, e.round)
    if e.table:
        contest_of(t, e.round, e.table)
    t.state.calls_open[str(t.seq)] = OpenCall(
        e.by, e.round, e.table, e.about, match=e.match, entry=e.entry
    )
    t.fact(JudgeCalled(e.round, e.table, e.by, e.about))


def _call_at(t: Hall, number: int) -> OpenCall | EndedCall:
    """A call, open or not; refuses one that there is not (TR-1.3)."""
    found = t.state.calls_open.get(str(number)) or t.state.calls_ended.get(str(number))
    if found is None:
        known = ", ".join(t.state.calls_open)
        t.forbid(
            "TR-1.3",
            "there is no call {call}",
            call=number,
            legal=f"one of the open calls: {known}" if known else "a call first",
        )
    return found


def _open_call(t: Hall, number: int) -> OpenCall:
    """A call that is open; refuses one that has been ended (TR-11.1)."""
    found = _call_at(t, number)
    if isinstance(found, EndedCall):
        known = ", ".join(t.state.calls_open)
        t.forbid(
            "TR-11.1",
            "call {call} was ended by {judge}",
            call=number,
            judge=found.judge,
            legal=f"one of the open calls: {known}" if known else "a new call",
            since=found.seq,
        )
    return found


@handles
def answer(t: Hall, e: Answer) -> None:
    """TR-11.1: a judge is at the table; another may come to one who is there already, and who is a
    head judge takes the call over."""
    require_role(t, e.by, JUDGES)
    found = _open_call(t, e.call)
    if e.by == found.judge or e.by in found.joined:
        t.refuse(
            "TR-11.1",
            "{judge} has answered call {call}",
            judge=e.by,
            call=e.call,
            legal=f"end-call {e.call}",
            since=found.answered,
        )
    if found.judge and not has_role(t, e.by, HEAD):
        found.joined.append(e.by)
    else:
        found.judge, found.answered = e.by, t.seq


@handles
def end_call(t: Hall, e: EndCall) -> None:
    """TR-11.5: who answered it ends it, or the head judge; of one that nobody has said to have
    answered, who ends it did."""
    require_role(t, e.by, JUDGES)
    found = _open_call(t, e.call)
    there = found.judge in ("", e.by) or e.by in found.joined
    if not there and not has_role(t, e.by, HEAD):
        t.refuse(
            "TR-11.5",
            "{judge} has answered call {call}",
            judge=found.judge,
            call=e.call,
            legal=f"end-call by {found.judge} or the head judge",
            since=found.answered,
        )
    judge = found.judge or e.by
    del t.state.calls_open[str(e.call)]
    t.state.calls_ended[str(e.call)] = EndedCall(
        found.by, found.round, found.table, judge, e.seconds, t.seq, found.match
    )
    t.fact(
        CallEnded(
            e.call,
            found.by,
            found.round,
            found.table,
            e.seconds,
            judge,
            found.about,
            e.outcome,
            "TR-11.1",
        )
    )


# -- rulings -----------------------------------------------------------------------------------


@handles
def ruling(t: Hall, e: Ruling) -> None:
    """TR-11.2: what a judge rules at a call; a full backup is the head judge's."""
    require_role(t, e.by, JUDGES)
    at = _call_at(t, e.call)
    head = has_role(t, e.by, HEAD)
    if e.kind == "full-backup" and not head:
        t.refuse(
            "TR-11.2",
            "a full backup needs the head judge",
            legal="full-backup by the head judge, or simple-backup, partial-fix, leave",
        )
    replaces = 0
    if head:
        waiting = [seq for seq, ruled in to_replace(t.state) if ruled.call == e.call]
        replaces = waiting[-1] if waiting else 0
        for seq in waiting:
            t.state.rulings[str(seq)].replaced = t.seq
    match = e.match or at.match
    t.state.rulings[str(t.seq)] = Ruled(e.by, e.call, e.kind, match, e.entry)
    t.fact(
        RulingMade(
            e.call, e.kind, e.by, at.round, at.table, match, e.entry, e.rule, replaces, "TR-11.2"
        )
    )


def _ruled(t: Hall, number: int) -> Ruled:
    """A ruling; refuses one that there is not (TR-1.3)."""
    found = t.state.rulings.get(str(number))
    if found is None:
        known = ", ".join(seq for seq, each in t.state.rulings.items() if not each.appeal)
        t.forbid(
            "TR-1.3",
            "entry {ruling} is not a ruling",
            ruling=number,
            legal=f"one of {known}" if known else "a ruling first",
        )
    return found


@handles
def appeal(t: Hall, e: Appeal) -> None:
    """TR-11.4: a player of the table appeals once, before play goes on."""
    ruled = _ruled(t, e.ruling)
    at = _call_at(t, ruled.call)
    _require_concerned(t, e.by, at)
    if ruled.appeal:
        t.forbid(
            "TR-11.4",
            "ruling {ruling} has been appealed",
            ruling=e.ruling,
            legal="settle, by the head judge",
            since=ruled.appeal,
        )
    first = next((seq for seq, r in t.state.rulings.items() if r.replaced == e.ruling), "")
    if first:
        t.refuse(
            "TR-11.4",
            "ruling {ruling} is the head judge's, on the appeal of ruling {first}",
            ruling=e.ruling,
            first=int(first),
            legal="no further appeal",
            since=t.state.rulings[first].settled,
        )
    ended = _went_on(t.state, at, e.ruling)
    if ended:
        t.refuse_if_new(
            Violation(
                "TR-11.4",
                "play went on after ruling {ruling}",
                ruling=e.ruling,
                legal=f"strike {ended} first, if it did not",
                since=ended,
            )
        )
    ruled.appeal = t.seq


def _went_on(state: State, at: OpenCall | EndedCall, ruling: int) -> int:
    """The entry that shows that play went on after a ruling; 0 where none does: its call was
    ended, or its contest has a result."""
    if isinstance(at, EndedCall) and at.seq > ruling:
        return at.seq
    contest = state.rounds[at.round - 1].contests.get(str(at.table))
    if contest is not None and contest.result is not None and contest.result.seq > ruling:
        return contest.result.seq
    return 0


def _require_concerned(t: Hall, person: str, at: OpenCall | EndedCall) -> None:
    """TR-1.8: whom a ruling concerns: the players of the table, and who called."""
    contest = t.state.rounds[at.round - 1].contests.get(str(at.table))
    seated = [] if contest is None else [contest.a, contest.b]
    if person != at.by and t.state.players.get(person, person) not in seated:
        t.refuse(
            "TR-1.8",
            "{by} is not a player of this table",
            by=person,
            legal=" or ".join(dict.fromkeys([*seated, at.by])),
        )


@handles
def settle(t: Hall, e: Settle) -> None:
    """TR-11.4: the head judge settles an appeal once."""
    require_role(t, e.by, HEAD)
    found = next((seq for seq, r in t.state.rulings.items() if r.appeal == e.appeal), "")
    if not found:
        waiting = ", ".join(str(ruled.appeal) for _, ruled in open_appeals(t.state))
        t.forbid(
            "TR-1.3",
            "entry {appeal} is not an appeal",
            appeal=e.appeal,
            legal=f"one of {waiting}" if waiting else "an appeal first",
        )
    ruled = t.state.rulings[found]
    if ruled.settled:
        t.forbid(
            "TR-11.4",
            "appeal {appeal} is settled",
            appeal=e.appeal,
            legal="nothing more" if ruled.upheld or ruled.replaced else f"ruling {ruled.call} …",
            since=ruled.settled,
        )
    ruled.settled, ruled.upheld = t.seq, e.upheld
    at = _call_at(t, ruled.call)
    t.fact(
        AppealSettled(e.appeal, int(found), e.upheld, e.by, ruled.by, at.round, at.table, "TR-11.4")
    )
