"""Sections 3 and 12.7: questions that the players settle, and counts of tokens."""

from events.legacy_of_conflict import Ask, Differ, Settle, SlotCount, Tally
from events.notation import write
from referee.english import one_of
from referee.fact import StateRepaired
from referee.games.legacy_of_conflict import due as owed
from referee.games.legacy_of_conflict.facts import CountDiffered
from referee.games.legacy_of_conflict.handlers import handles, unless_asked
from referee.games.legacy_of_conflict.repair import REPAIRS
from referee.games.legacy_of_conflict.state import (
    Figure,
    LcTable,
    Miscount,
    actions_of,
    record_of,
    tokens_in_words,
)
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
                legal=one_of(sorted(REPAIRS)),
            )
    with t.whole():
        if state.question:
            t.set(state, "question", 0)
            t.set(state, "miscount", None)
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
    figure, slots = _counted(t, e)
    if e.pool != figure.pool or slots != figure.slots:
        finding = Differ(
            e.seat, figure.id, e.pool, tuple(SlotCount(*each) for each in slots.items())
        )
        t.refuse(
            "LC-12.7",
            "counted {have}; the record has {limit}",
            have=tokens_in_words(e.pool, slots),
            limit=tokens_in_words(figure.pool, figure.slots),
            legal=write(finding),
        )


@handles
@unless_asked
def differ(t: LcTable, e: Differ) -> None:
    """LC-12.7, 3.4: a count that is not the referee's is a question to settle; the tokens stay
    as the record has them until then. Where they are the same, as after a forgotten entry was
    inserted, it was a true count, and there is nothing to settle."""
    figure, slots = _counted(t, e)
    has = tokens_in_words(figure.pool, figure.slots)
    if e.pool == figure.pool and slots == figure.slots:
        return
    counted = tokens_in_words(e.pool, slots)
    t.state.question = t.seq
    t.state.miscount = Miscount(figure.id, counted)
    t.fact(CountDiffered(figure.seat, figure.id, figure.name, counted, has, "LC-12.7"))


def _counted(t: LcTable, e: Tally | Differ) -> tuple[Figure, dict[str, int]]:
    """The character whose tokens were counted, and those that lie on its actions."""
    require_playing(t, e.seat)
    figure = t.state.figures.get(e.character)
    if figure is None or figure.down:
        t.forbid("LC-12.7", "{unit} is not on the table", unit=e.character)
    actions = actions_of(record_of(t, figure))
    slots: dict[str, int] = {}
    for each in e.slots:
        if each.action not in actions:
            t.forbid(
                "LC-12.7",
                "{action} is not an action of {unit}",
                action=each.action,
                unit=figure.id,
                legal=one_of(actions),
            )
        if slots.get(each.action, each.tokens) != each.tokens:
            t.forbid(
                "LC-12.7",
                "{action} is counted twice, and not the same",
                action=each.action,
                legal="one count for each action",
            )
        slots[each.action] = each.tokens
    return figure, {action: tokens for action, tokens in slots.items() if tokens}
