"""What the desk has to do before it can go on."""

from collections.abc import Iterator, Sequence

from referee.english import spans
from referee.house import AnyTable
from referee.option import Option
from referee.tournament.judging.calls import open_appeals, open_calls, to_replace
from referee.tournament.judging.extensions import offers
from referee.tournament.posts import NEEDED, active
from referee.tournament.results import reopened
from referee.tournament.stages.fixed import stage_of
from referee.tournament.stages.length import rounds_of
from referee.tournament.stages.paired_again import waiting
from referee.tournament.state import Contest, Desk, OpenCall, State, is_away, number_of

NAMED = 8
"""So many tables or players are told by name; more of them by number alone."""


def missing(t: AnyTable) -> list[Desk]:
    """What the next step lacks, and the next step itself, the most urgent first."""
    state: State = t.state
    if state.over:
        return []
    found = list(_results(state)) if state.rounds else []
    found += [
        Desk("desk", "TR-11.1", seq, what=_call(seq, call)) for seq, call in open_calls(state)
    ]
    found += [
        Desk("desk", "TR-11.4", r.appeal, what=f"appeal {r.appeal} of ruling {seq}: settle")
        for seq, r in open_appeals(state)
    ]
    found += [
        Desk("desk", "TR-11.4", r.settled, what=f"ruling {seq} does not stand: ruling {r.call}")
        for seq, r in to_replace(state)
    ]
    found += [
        Desk("desk", offer.rule, offer.since, must=False, what=f"offered: {offer.line}")
        for offer in offers(state, t.catalog)
    ]
    if absent := _absent(state):
        found.append(
            Desk("desk", "TR-3.2", t.seq, must=False, what=f"check in, or drop: {_few(absent)}")
        )
    if late := waiting(state):
        what = f"waiting for a place in this round: {_few(late)}; repair gives them one"
        found.append(Desk("desk", "TR-9.4", t.seq, must=False, what=what))
    if not any(due.must for due in found):
        found.append(Desk("desk", "TR-5.1", t.seq, must=False, what=next_step(state)))
    return found


def _results(state: State) -> Iterator[Desk]:
    """What is disputed, and what has no result."""
    played = state.rounds[-1]
    for c in played.contests.values():
        if c.disputed:
            yield _disputed(c, f"table {c.table}")
    for number, before in enumerate(state.rounds[:-1], 1):
        for table in before.missing:
            earlier = before.contests.get(str(table))
            if earlier is not None and earlier.disputed:
                yield _disputed(earlier, _place(number, earlier), must=False)
    gone = reopened(state)
    for number, c in gone:
        if c.disputed:
            yield _disputed(c, _place(number, c))
    if gone := [(n, c) for n, c in gone if not c.disputed]:
        what = "no result: " + ", ".join(_place(n, c) for n, c in gone)
        yield Desk("desk", "TR-7.6", state.rounds[gone[0][0] - 1].posted, what=what)
    if left := [c for c in played.contests.values() if c.result is None and not c.disputed]:
        yield Desk("desk", "TR-7.6", played.posted, what=f"no result: {_tables(left)}")


def _disputed(contest: Contest, place: str, *, must: bool = True) -> Desk:
    what = f"{place} is disputed: decide"
    return Desk("desk", "TR-7.2", contest.disputed, must=must, what=what)


def _place(number: int, contest: Contest) -> str:
    return f"table {contest.table} of round {number}"


def _tables(contests: Sequence[Contest]) -> str:
    """Tables with who sits there; their numbers alone where they are many."""
    if len(contests) > NAMED:
        return f"{len(contests)} tables: {spans(each.table for each in contests)}"
    return ", ".join(f"table {each.table} ({each.a}, {each.b})" for each in contests)


def _absent(state: State) -> list[str]:
    """Who has entered and is not checked in, while this decides who plays in round 1."""
    if state.turn > 1 or state.options["check_in"] != "yes":
        return []
    return [
        player
        for player, entrant in state.entrants.items()
        if not entrant.here and not is_away(entrant, 1)
    ]


def _few(players: Sequence[str]) -> str:
    named = ", ".join(players[:NAMED])
    more = f" and {len(players) - NAMED} more" if len(players) > NAMED else ""
    return f"{named}{more}"


def _call(seq: int, call: OpenCall) -> str:
    where = f"table {call.table}" if call.table else "at the desk"
    judge = f", {call.judge} is there" if call.judge else ""
    return f"call {seq}, {where}: {call.about}{judge}"


def next_step(state: State) -> str:
    """What comes next once all results are in."""
    rounds = rounds_of(state)
    if len(active(state, state.turn + 1)) < NEEDED:
        if state.turn:
            return "close"
        return "check players in" if len(_absent(state)) >= NEEDED else "enter players"
    if stage_of(state) == "elimination" or not rounds or state.turn < rounds:
        return f"propose round {state.turn + 1}"
    return "cut" if number_of(state, "cut") else "close"


def obligations(t: AnyTable) -> list[Desk]:
    """What the desk has to do; it is derived, and never kept."""
    return missing(t)


def options(t: AnyTable) -> list[Option]:
    """A tournament offers nothing by itself: the desk's commands do."""
    return []
