"""One thing that happened, logged in a tournament and in the match where it happened."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from cli.answers.entries import outcome_of
from cli.answers.tournament import BothLogged
from cli.failure import Failure, Status
from cli.reading.lines import new_id
from cli.reading.matches import Source
from cli.screen import render
from cli.screen.trusted import Trusted
from cli.tournament.stream import Desk, refused
from events.common import Opening
from events.event import Event
from events.notation import write
from referee.tournament.state import place_of
from referee.verdict import Illegal, Incomplete
from storage.match import Match
from storage.tournament.games import games_of

if TYPE_CHECKING:
    from storage.log import Log
    from storage.match import Receipt, Recorded


# -- which match --------------------------------------------------------------------------------


def opening_of(match: Match) -> Opening:
    """The opening of a match that is a game of a contest."""
    first = match.entry(1).event
    assert isinstance(first, Opening)
    return first


def seat_in(match: Match, person: str) -> str:
    """The seat of a person in a match; empty where the person does not play in it."""
    seats = opening_of(match).seats
    return next((each.seat for each in seats if each.person == person), "")


def table_of(desk: Desk, player: str, number: int) -> int:
    """The table at which a player sits in a round; 0 for none."""
    state = desk.table.state
    if not 1 <= number <= len(state.rounds):
        return 0
    return place_of(state.rounds[number - 1], state.players.get(player, player)) or 0


def match_of(desk: Desk, player: str, number: int, table: int, named: str = "") -> Match | None:
    """The match in which something happened: the one that is named, else the game of the contest
    that the player plays just now; None where none is logged.

    Raises:
        Failure: the one that is named is no game of the contest, or the player is not in it; or
            several could be meant.
        LogError: a match cannot be read.
    """
    found = list(games_of(desk.log, desk.name, number, table).values()) if table else []
    mine = [each for each in found if seat_in(each, player)]
    if named:
        for each in mine:
            if each.id == named:
                return each
        wanted = f"a game of {player} in round {number}, table {table}"
        known = ", ".join(each.id for each in mine) or "none is logged; leave --match out"
        raise Failure(f"{named} is not {wanted}", known)
    on = [each for each in mine if not each.replay().state.over]
    if len(on) > 1:
        raise Failure(
            f"{player} plays in {' and '.join(each.id for each in on)}", f"--match {on[-1].id}"
        )
    return on[0] if on else None


# -- writing ------------------------------------------------------------------------------------


class Both(NamedTuple):
    """What is logged in two streams."""

    here: Event  # the entry in the tournament
    match: Match | None = None  # the match; None where there is none
    # the entry in the match; None where there is nothing to be said there
    there: Event | None = None


Written = Sequence[tuple[Source, "Sequence[Recorded]"]]
"""What was written where, the tournament first."""


def log_both(desk: Desk, both: Both, by: str, *, json: bool) -> Status:
    """Log both, as :func:`record_both` does, and say what was written where."""
    _say(desk, record_both(desk, both, by), json=json)
    return Status.DONE


def record_both(desk: Desk, both: Both, by: str) -> Written:
    """Log an entry in the tournament and its counterpart in the match, with one commit: both, or
    neither; errors as for :func:`write_together`.

    Args:
        desk: the tournament.
        both: the entries.
        by: who writes them down.
    """
    here, match, there = both
    pairs: list[tuple[Source, Sequence[Event]]] = [(desk.source, [here])]
    if match is not None and there is not None:
        pairs.append((Source(match, desk.source.people), [there]))
    return write_together(desk.log, pairs, by, datetime.now(UTC), desk.receipt, desk.fresh_id)


def write_together(
    log: "Log",
    pairs: Sequence[tuple[Source, Sequence[Event]]],
    by: str,
    now: datetime,
    receipt: "Receipt | None" = None,
    fresh: Callable[[datetime], str] = new_id,
) -> Written:
    """Log events in several streams with one commit: all of them, or none.

    Args:
        log: the log, open for writing.
        pairs: each stream with its events, in their order.
        by: who writes them down.
        now: when, UTC.
        receipt: to be kept of each entry; None where it is typed here.
        fresh: makes the ids of the entries.

    Raises:
        Failure: one of them breaks a rule, or lacks a choice; none is written.
        LogError: they cannot be logged.
    """
    from storage.log import Draft
    from storage.match import Item

    for each, events in pairs:
        _require_legal(each, events)
    items = [
        Item(
            each.match.id,
            [Draft(event, fresh(now), now, now, by) for event in events],
            each.last,
            True,
            receipt,
        )
        for each, events in pairs
    ]
    answers = log.append_many(items)
    for answer in answers:
        if answer.error is not None or answer.illegal is not None:
            _require_none_alone(items[0].match, [each.recorded for each in answers])
            if answer.illegal is not None:
                raise refused(answer.illegal)
            assert answer.error is not None
            raise answer.error
    return [(each, answer.recorded) for (each, _), answer in zip(pairs, answers, strict=True)]


def _require_legal(source: Source, events: Sequence[Event]) -> None:
    """Refuse entries of which their stream would not take one, before anything is written."""
    trial = source.match.trial()
    for event in events:
        verdict = trial.add(event).verdict
        line = write(event, source.game.codec)
        if isinstance(verdict, Illegal):
            raise refused(verdict, f" in {source.match.id}: {line}")
        if isinstance(verdict, Incomplete):
            raise Failure(
                f"{source.match.id}: {line}: {verdict.ask}; nothing is written", "", Status.ILLEGAL
            )


def _require_none_alone(stream: str, recorded: "Sequence[Sequence[Recorded]]") -> None:
    """Say so where one of the two was written all the same, as only another writer can cause."""
    for each in recorded:
        for one in each:
            raise Failure(
                f"entry {one.entry.seq} of {one.entry.match} is written, its counterpart is not",
                f"strike it, or log the other; referee verify {stream} names what is missing",
                Status.ENVIRONMENT,
            )


def _say(desk: Desk, written: Written, *, json: bool) -> None:
    if json:
        logged = [
            tuple(outcome_of(r.outcome, r.entry.event, source.game) for r in recorded)
            for source, recorded in written
        ]
        match = written[1][0].match.id if written[1:] else ""
        render.say_json(BothLogged(desk.name, logged[0], match, logged[1] if logged[1:] else ()))
        return
    for source, recorded in written:
        for one in recorded:
            render.say(f"{source.match.id}, entry {one.entry.seq}:", style="strong")
            event, trusted = one.entry.event, Trusted()
            lines = render.outcome_lines(one.outcome, event, source.game, source.line, trusted)
            render.say_lines(lines)
    if not written[1:]:
        render.say("nothing is written in a match", style="quiet")


__all__ = [
    "Both",
    "log_both",
    "match_of",
    "opening_of",
    "record_both",
    "seat_in",
    "table_of",
    "write_together",
]
