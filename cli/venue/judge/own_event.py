"""Who judges and plays in one event: what is closed to players is closed to them, too (TR-4.2)."""

import re
from collections.abc import Collection
from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cli.venue.access.home_tables import judges_own
from cli.venue.access.refused import Forbidden
from cli.venue.access.session import JUDGES, Session
from cli.venue.judge.entry import Looked
from cli.venue.judge.ruling import log_at_event
from cli.venue.seen.entries import tournament_of
from cli.venue.seen.sight import sight_of
from cli.venue.seen.withheld import are_closed_to
from cli.venue.view import Sight
from events.common import Note
from storage.log import Log
from storage.match import Match


def require_open(log: Log, match: Match, session: Session, now: datetime) -> None:
    """See that somebody may try on a match what would come of it: that tells card by card what is
    in a list (VN-19.1). Whoever judges and may not see the lists of all who play it asks another
    judge; errors as for :func:`require_apart`."""
    if session.role in JUDGES and are_closed_to(match, tournament_of(log, match), session):
        require_apart(log, session, f"what would come of a ruling in {match.id}", now)


_COUNTED = re.compile(r", \d+ names? possible$")


def untold(looked: Looked, kept: Collection[str]) -> Looked:
    """An entry before a judge who may not be told of some cards, which only closed lists have: no
    text that names one or says how many may be there, no remedy that does, and no chance."""

    def without(value: Any) -> Any:
        if isinstance(value, str):
            return "…" if any(card in value for card in kept) else _COUNTED.sub("", value)
        if isinstance(value, tuple):
            return tuple(map(without, value))
        if isinstance(value, Struct):
            parts = {name: without(getattr(value, name)) for name in value.__struct_fields__}
            return replace(value, **parts)
        return value

    offered = tuple(each for each in looked.offered if without(each.line) == each.line)
    found = without(replace(looked, odds=(), offered=offered))
    assert isinstance(found, Looked)
    return found


def is_own(log: Log, match: Match, session: Session) -> bool:
    """Whether a judge plays in a match that is judged."""
    table = tournament_of(log, match)
    return table is not None and session.role in JUDGES and judges_own(session, match, table)


def seen_as(log: Log, match: Match, session: Session, now: datetime) -> Sight:
    """For whom the view of a match is made; who sees the own match as its judge does so on the
    record. Errors as for :func:`~cli.venue.seen.sight.sight_of`."""
    sight = sight_of(log, match, session)
    if sight == "staff" and is_own(log, match, session):
        require_apart(log, session, f"{match.id}, the own match, as its judge", now)
    return sight


def require_apart(log: Log, session: Session, looked_at: str, now: datetime) -> None:
    """See that somebody who plays in an event may be told what is closed to players. Its organiser
    may, who can be the only one who judges there: that it was looked at is on the record, once in
    each round.

    Args:
        log: the log, in the writer's thread.
        session: the device.
        looked_at: what is asked for.
        now: when, UTC.

    Raises:
        Forbidden: whoever judges and plays is to ask somebody who does not play.
    """
    if session.role != "organiser":
        why = f"{session.person} plays here, too: what is closed to players stays closed"
        raise Forbidden(why, "ask another judge")
    replay = log.live(session.stream).replay()
    note = Note(
        session.person, f"who plays here looked at {looked_at} in round {replay.state.turn}"
    )
    if note not in replay.events:
        log_at_event(log, session, note, now)
