"""Sections 3 and 12.7: questions that the players settle, and counts of tokens."""

from events.legacy_of_conflict import Ask, Settle, Tally
from referee.fact import StateRepaired
from referee.games.legacy_of_conflict import owed
from referee.games.legacy_of_conflict.handlers import handles, unless_asked
from referee.games.legacy_of_conflict.repair import REPAIRS
from referee.games.legacy_of_conflict.state import LcTable
from referee.games.legacy_of_conflict.turn import settled
from referee.house import require_playing, require_seat


@handles
@unless_asked
def ask(t: LcTable, e: Ask) -> None:
    """LC-3.4: a question is open; nothing is played until it is settled."""
    require_playing(t, e.seat)
    if e.entry >= t.seq:
        t.forbid(
            "LC-3.4", "entry {entry} is not in the record", entry=e.entry, legal="an earlier entry"
        )
    t.state.question = t.seq


@handles
def settle(t: LcTable, e: Settle) -> None:
    """LC-3.4, 21.8: the ruling of all players, and the repairs that it makes."""
    require_playing(t, e.seat)
    state = t.state
    due = next((d for d in state.due if isinstance(d, owed.Settle)), None)
    if not state.question and due is None:
        t.forbid(
            "LC-21.8" if e.changes else "LC-3.4",
            "no question is open, and no effect waits for a ruling",
            legal="ask first",
        )
    for seat in e.consents:
        require_seat(t, seat)
    absent = [
        p.seat
        for p in state.players.values()
        if p.seat not in e.consents and p.side not in state.out
    ]
    if absent:
        t.refuse(
            "LC-3.4",
            "not all players consent: {seats} did not",
            seats=", ".join(absent),
            legal="every player's consent",
            since=state.question or None,
        )
    for change in e.changes:
        if change.what not in REPAIRS:
            t.forbid(
                "LC-21.8",
                "{what} is not a repair of this game",
                what=change.what,
                legal=f"one of {', '.join(sorted(REPAIRS))}",
            )
    with t.whole():
        if state.question:
            t.set(state, "question", 0)
        elif due is not None:
            t.pull(state.due, due)
        t.trust(f"all players agree: {e.outcome}")
        for change in e.changes:
            REPAIRS[change.what](t, change.target, change.value)
            t.fact(StateRepaired(change.what, change.target, change.value))
    settled(t)


@handles
@unless_asked
def tally(t: LcTable, e: Tally) -> None:
    """LC-12.7: the tokens on the table are those of the referee."""
    require_playing(t, e.seat)
    figure = t.state.figures.get(e.character)
    if figure is None or figure.down:
        t.forbid("LC-12.7", "{unit} is not on the table", unit=e.character)
    slots = {each.action: each.tokens for each in e.slots if each.tokens}
    if e.pool != figure.pool or slots != figure.slots:
        t.refuse(
            "LC-12.7",
            "counted {have}; the record has {limit}",
            have=_tokens(e.pool, slots),
            limit=_tokens(figure.pool, figure.slots),
            legal="a question to settle (ask), or a judge's repair",
        )


def _tokens(pool: int, slots: dict[str, int]) -> str:
    return ", ".join([f"pool {pool}", *(f"{a} {n}" for a, n in sorted(slots.items()))])
