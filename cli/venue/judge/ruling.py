"""A ruling is written in all streams that it concerns with one commit, with the end of the call
that it answers (TR-11.1, TR-11.2)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from msgspec import Struct

from cli.failure import Failure
from cli.reading.matches import Source
from cli.tournament.linked.both import record_both, write_together
from cli.tournament.linked.judges import Seen, end_of, infraction_of
from cli.tournament.stream import Desk
from cli.venue.access.entitled import require_may_log, require_may_log_at_event
from cli.venue.access.home_tables import place_of_match
from cli.venue.access.refused import Forbidden
from cli.venue.access.roles import stands
from cli.venue.access.session import Session
from cli.venue.judge.calls import called_beside, number_beside
from cli.venue.judge.chosen import SAID, Form, event_of, given, said_of
from cli.venue.judge.reached import desk_of, judged, require_desk
from cli.venue.seen.entries import tournament_of
from events.common import CloseCall, Note
from events.event import Event
from events.tournament import Answer, Appeal, EndCall, Infraction, Ruling
from storage.error import StaleSequence
from storage.log import Log
from storage.match import Receipt, Recorded

_JUDGED = (Answer, EndCall, Infraction, Ruling)
"""What a judge logs in the own name beside a ruling."""


class Made(Struct, frozen=True):
    """A ruling that was made."""

    match: str  # the match
    seq: int  # its entry
    line: str  # as a line of notation
    recorded: Mapping[str, Sequence[int]]  # the numbers of all that was written, by stream
    ended: bool  # whether the call was ended with it


# -- written ---------------------------------------------------------------------------------------


def rule(log: Log, session: Session, match_id: str, form: Form, now: datetime) -> Made:
    """Make a ruling: in the match, and at its call in the tournament, which it may end.

    Args:
        log: the log, in the writer's thread.
        session: the judge's device.
        match_id: the match.
        form: as for :func:`event_of`; ``expected``, the last entry that the judge has seen;
            ``call``, which it answers, and ``ends``, whether it ends it; ``said``, what it is
            called in the tournament, where that is not what follows from its kind.
        now: when, UTC.

    Raises:
        Forbidden: it is not for this device.
        Failure: something is missing; or a rule is broken, and nothing is written.
        StaleSequence: the match went on since the judge has looked.
        LogError: it cannot be logged.
    """
    asked = judged(log, session, match_id)
    _require_seen(asked, form)
    event = event_of(asked, session, form)
    require_may_log(session, event, asked.match, tournament_of(log, asked.match), lambda _: "")
    said = form.get("said", "")
    here: list[Event] = [event]
    there = Beside.of(log, session, asked, form.get("call", ""))
    if there is not None and there.call:
        there.events.append(
            Ruling(
                session.person,
                there.call,
                said if said in SAID else said_of(asked, event),  # type: ignore[arg-type]
                match_id,
                asked.last + 1,
                getattr(event, "rule", ""),
                getattr(event, "reason", "") or getattr(event, "text", ""),
            )
        )
    ended = _end(asked, session, form, there, here, now)
    each = _by_stream(session, asked, here, there)
    return _written(log, session, asked, each, ended, now)


def punish(log: Log, session: Session, match_id: str, form: Form, now: datetime) -> Made:
    """Give the penalty of an infraction, in the match and in its tournament, each naming the
    other; errors as for :func:`rule`.

    Args:
        log: the log, in the writer's thread.
        session: the judge's device.
        match_id: the match.
        form: ``player``, ``code``; ``penalty`` and ``deviation`` where another than the standard
            one is given; ``reason``; ``expected``, ``call``, ``ends`` as for a ruling.
        now: when, UTC.
    """
    asked, desk = judged(log, session, match_id), require_desk(log, session)
    _require_seen(asked, form)
    there = Beside.of(log, session, asked, form.get("call", "")) or Beside(desk)
    seen = Seen(
        given(form, "player", "whose"),
        given(form, "code", "which infraction"),
        form.get("penalty") or None,
        *there.place(asked),
        form.get("reason", "").strip() or "infraction",
        form.get("deviation", "").strip(),
        match_id,
    )
    both = infraction_of(desk, seen)
    infraction, penalty = both.here, both.there
    if there.events:
        raise Failure("take the call first, then give the penalty", "take")
    there.events.append(infraction)
    here: list[Event] = [penalty] if penalty is not None else []
    ended = _end(asked, session, form, there, here, now)
    each = _by_stream(session, asked, here, there)
    return _written(log, session, asked, each, ended, now)


def _require_seen(asked: Source, form: Form) -> None:
    """See that nothing was logged since the judge has looked."""
    expected = form.get("expected", "")
    if expected.isdecimal() and int(expected[:9]) != asked.last:
        raise StaleSequence(asked.match.id, int(expected[:9]), asked.last)


class Beside:
    """What goes into the tournament beside what goes into a match.

    Args:
        desk: the tournament.
        call: the entry that called there; 0: none.
        entry: the entry of the match that called; 0: none.
        since: when it called, UTC.
        events: what is to be logged in the tournament, in order.
    """

    def __init__(
        self,
        desk: Desk,
        call: int = 0,
        entry: int = 0,
        since: datetime | None = None,
        events: Sequence[Event] = (),
    ) -> None:
        self.desk, self.call, self.entry, self.since = desk, call, entry, since
        self.events = [*events]

    @classmethod
    def of(cls, log: Log, session: Session, asked: Source, key: str) -> "Beside | None":
        """The tournament of a match with the call that is answered there; None where the match is
        of none. A call that the match alone has is logged there first.

        Raises:
            Failure: no such call is open, or it is of another match.
        """
        desk = desk_of(log, session)
        if desk is None:
            return None
        if not key:
            return cls(desk)
        if key.isdecimal():
            called = desk.table.state.calls_open.get(key)
            if called is None or called.match not in ("", asked.match.id):
                raise Failure(f"call: {key} is no open call of this match", "look again")
            since = desk.source.match.entry(int(key)).recorded_at
            return cls(desk, int(key), called.entry, since)
        seq = entry_called(asked, key)
        since = asked.match.entry(seq).recorded_at
        call = called_beside(desk, asked.match, seq)
        if call is None:
            return cls(desk, number_beside(desk, asked.match, seq), seq, since)
        number = desk.source.last + 1
        return cls(desk, number, seq, since, [call, Answer(session.person, number)])

    def place(self, asked: Source) -> tuple[int, int]:
        """The round and table of a match."""
        at = place_of_match(asked.match)
        return (at.round, at.table) if at is not None else (self.desk.table.state.turn, 0)

    def ending(self, judge: str, outcome: str, now: datetime) -> EndCall:
        """The end of the call; play stood still since it was made."""
        lasted = int((now - self.since).total_seconds()) if self.since else 0
        return EndCall(judge, self.call, min(max(lasted, 0), 86_400), outcome)


def entry_called(asked: Source, key: str) -> int:
    """The entry of a match that called, from ``match/entry``.

    Raises:
        Failure: no such call is open.
    """
    name, _, said = key.rpartition("/")
    seq = int(said) if said.isdecimal() and len(said) < 10 else 0
    if name != asked.match.id or seq not in asked.replay().state.calls:
        raise Failure(f"call: {key} is not open any more", "leave it out")
    return seq


def _end(
    asked: Source,
    session: Session,
    form: Form,
    there: Beside | None,
    here: list[Event],
    now: datetime,
) -> bool:
    """Add what ends the call that is answered, in each stream that has it; whether any does."""
    key = form.get("call", "")
    if not key or form.get("ends") != "yes":
        return False
    seq = there.entry if there is not None else entry_called(asked, key)
    if seq and seq in asked.replay().state.calls:
        here.append(CloseCall(session.person, seq))
    if there is not None and there.call:
        there.events.append(there.ending(session.person, "", now))
    return True


Pairs = Sequence[tuple[Source, Sequence[Event]]]
"""What is to be logged, by stream."""


def _by_stream(
    session: Session, asked: Source, here: Sequence[Event], there: Beside | None
) -> Pairs:
    """What goes into the match and into its tournament, which notes a judge who plays there.

    Raises:
        Failure: this judge may not log it at the event.
    """
    if there is not None:
        for event in filter(lambda each: isinstance(each, _JUDGED), there.events):
            require_may_log_at_event(session, event, there.desk.table)
    pairs: list[tuple[Source, Sequence[Event]]] = [(asked, here)] if here else []
    if there is not None and session.person in asked.replay().table.persons.values():
        own = f"{asked.match.id}: ruled by a player of this match"
        there.events.append(Note(session.person, own))
    if there is not None and there.events:
        pairs.append((there.desk.source, there.events))
    return pairs


def _written(
    log: Log, session: Session, asked: Source, pairs: Pairs, ended: bool, now: datetime
) -> Made:
    first = asked.last + 1
    here = any(source is asked for source, _ in pairs)
    written = write_together(log, pairs, session.person, now, Receipt(now, session.id))
    numbers = {source.match.id: [each.entry.seq for each in done] for source, done in written}
    return Made(asked.match.id, first if here else 0, asked.line(first), numbers, ended)


# -- calls -----------------------------------------------------------------------------------------


def take(log: Log, session: Session, key: str, now: datetime) -> Sequence[Recorded]:
    """Take a call: the tournament says who answers it (TR-11.1). One that a match alone has is
    logged there with it.

    Raises:
        Failure: it is not open any more, or is of a match of no tournament; or a rule is broken.
        LogError: it cannot be logged.
    """
    desk = require_desk(log, session)
    events: list[Event] = []
    if key.isdecimal():
        number = int(key[:9])
    else:
        asked = judged(log, session, key.rpartition("/")[0])
        seq = entry_called(asked, key)
        call = called_beside(desk, asked.match, seq)
        number = number_beside(desk, asked.match, seq)
        if call is not None:
            number = desk.source.last + 1
            events.append(call)
        elif not number:
            raise Failure(f"call: {key} is not open any more", "look again")
    events.append(Answer(session.person, number))
    require_may_log_at_event(session, events[-1], desk.table)
    receipt = Receipt(now, session.id)
    ((_, recorded),) = write_together(log, [(desk.source, events)], session.person, now, receipt)
    return recorded


def leave(log: Log, session: Session, key: str, outcome: str, now: datetime) -> None:
    """Leave a table without a ruling: the call ends wherever it is open (TR-11.5); errors as for
    :func:`take`."""
    receipt, desk = Receipt(now, session.id), desk_of(log, session)
    if key.isdecimal() and desk is not None:
        ending = end_of(desk, int(key[:9]), None, outcome)
        require_may_log_at_event(session, ending.here, desk.table)
        record_both(replace(desk, receipt=receipt), ending, session.person)
        return
    asked = judged(log, session, key.rpartition("/")[0])
    seq = entry_called(asked, key)
    pairs: list[tuple[Source, Sequence[Event]]] = [(asked, [CloseCall(session.person, seq)])]
    beside = Beside.of(log, session, asked, key)
    if beside is not None and beside.call:
        ended = beside.ending(session.person, outcome, now)
        pairs.append((beside.desk.source, [*beside.events, ended]))
    write_together(log, pairs, session.person, now, receipt)


def log_at_event(log: Log, session: Session, event: Event, now: datetime) -> Recorded:
    """Log an event of the tournament, such as an extension; errors as for :func:`take`."""
    desk = require_desk(log, session)
    require_may_log_at_event(session, event, desk.table)
    receipt = Receipt(now, session.id)
    ((_, recorded),) = write_together(log, [(desk.source, [event])], session.person, now, receipt)
    return recorded[0]


def appeal(
    log: Log, session: Session, ruling: int, player: str, reason: str, now: datetime
) -> None:
    """Write down that a player appeals a ruling, as said to the judge at the table (TR-11.4).

    Raises:
        Forbidden: it is not for this device.
        Failure: a rule is broken.
    """
    desk = require_desk(log, session)
    if not stands(session.role, session.person, desk.table.state):
        raise Forbidden(f"{session.person} is not {session.role} here any more", "ask at the desk")
    event = Appeal(player, ruling, reason or "appealed")
    write_together(log, [(desk.source, [event])], session.person, now, Receipt(now, session.id))
