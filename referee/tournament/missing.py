"""What the desk has to do before it can go on."""

from referee.house import AnyTable
from referee.option import Option
from referee.tournament.judging.calling import open_appeals, open_calls, to_replace
from referee.tournament.judging.extending import offers
from referee.tournament.posting import NEEDED, active
from referee.tournament.stages.fixed import stage_of
from referee.tournament.stages.length import rounds_of
from referee.tournament.state import Contest, Desk, OpenCall, State, number_of


def missing(t: AnyTable) -> list[Desk]:
    """What the next step lacks, and the next step itself, the most urgent first."""
    state: State = t.state
    if state.over:
        return []
    found: list[Desk] = []
    if state.rounds:
        played = state.rounds[-1]
        disputed = [c for c in played.contests.values() if c.disputed]
        earlier = [
            (number, before.contests[str(table)])
            for number, before in enumerate(state.rounds[:-1], 1)
            for table in before.missing
            if str(table) in before.contests
        ]
        found += [
            Desk("desk", "TR-7.2", c.disputed, what=f"table {c.table} is disputed: decide")
            for c in disputed
        ]
        found += [
            Desk(
                "desk", "TR-7.2", c.disputed, must=False, what=f"{_place(n, c)} is disputed: decide"
            )
            for n, c in earlier
            if c.disputed
        ]
        left = [c for c in played.contests.values() if c.result is None and not c.disputed]
        if left:
            tables = ", ".join(f"table {c.table} ({c.a}, {c.b})" for c in left)
            found.append(Desk("desk", "TR-7.6", played.posted, what=f"no result: {tables}"))
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
    if not found:
        found.append(Desk("desk", "TR-5.1", t.seq, must=False, what=_next(state)))
    return found


def _place(number: int, contest: Contest) -> str:
    return f"table {contest.table} of round {number}"


def _call(seq: int, call: OpenCall) -> str:
    where = f"table {call.table}" if call.table else "at the desk"
    judge = f", {call.judge} is there" if call.judge else ""
    return f"call {seq}, {where}: {call.about}{judge}"


def _next(state: State) -> str:
    rounds = rounds_of(state)
    if len(active(state, state.turn + 1)) < NEEDED:
        return "close" if state.turn else "enter players"
    if stage_of(state) == "elimination" or not rounds or state.turn < rounds:
        return f"propose round {state.turn + 1}"
    return "cut" if number_of(state, "cut") else "close"


def obligations(t: AnyTable) -> list[Desk]:
    """What the desk has to do; it is derived, and never kept."""
    return missing(t)


def options(t: AnyTable) -> list[Option]:
    """A tournament offers nothing by itself: the desk's commands do."""
    return []
