"""The board of open calls: by age, with table, subject and who takes it (TR-11.1)."""

from collections.abc import Iterator, Mapping
from datetime import datetime

from msgspec import Struct

from cli.tournament.linked.both import opening_of, seat_in
from cli.tournament.stream import Desk
from cli.venue.access.home_tables import place_of_match
from cli.venue.access.session import Session
from cli.venue.judge.reached import desk_of, games_at_hand
from events.common import CallJudge
from events.tournament import Call
from referee.tournament.judging.calls import open_calls
from storage.log import Log
from storage.match import Match


class Called(Struct, frozen=True):
    """An open call."""

    since: datetime  # when it was recorded, UTC
    who: str  # who calls
    name: str  # how that one is called, where it is known
    about: str  # what it is about
    number: int = 0  # the entry of the tournament that called; 0: it is in the match alone
    match: str = ""  # the match; empty where none is logged
    entry: int = 0  # the entry of the match that called; 0: of none
    round: int = 0  # the round; 0: of none
    table: int = 0  # the table; 0: at none
    players: tuple[str, ...] = ()  # who sits there
    judges: tuple[str, ...] = ()  # who has taken it

    @property
    def key(self) -> str:
        """What names it on a page: the entry of the tournament, or ``match/entry``."""
        return str(self.number) if self.number else f"{self.match}/{self.entry}"


def calls_of(log: Log, session: Session) -> list[Called]:
    """The open calls that a judge sees, the oldest first."""
    desk = desk_of(log, session)
    found = [*_at_desk(desk)] if desk is not None else []
    known = {(each.match, each.entry) for each in found}
    people = desk.source.people if desk is not None else log.people()
    for match in games_at_hand(log, session):
        called = _in_match(match, people)
        found += [each for each in called if (each.match, each.entry) not in known]
    return sorted(found, key=lambda each: (each.since, each.number, each.match, each.entry))


def _at_desk(desk: Desk) -> Iterator[Called]:
    """The calls that a tournament has."""
    state, people = desk.table.state, desk.source.people
    for seq, call in open_calls(state):
        contest = state.rounds[call.round - 1].contests.get(str(call.table))
        taken = (call.judge, *call.joined) if call.judge else ()
        yield Called(
            desk.source.match.entry(seq).recorded_at,
            call.by,
            people.get(call.by, ""),
            call.about,
            seq,
            call.match,
            call.entry,
            call.round,
            call.table,
            (contest.a, contest.b) if contest is not None else (),
            taken,
        )


def _in_match(match: Match, people: Mapping[str, str]) -> Iterator[Called]:
    """The calls that are open in a match."""
    replay = match.replay()
    if not replay.opened or not replay.state.calls:
        return
    at, opening = place_of_match(match), opening_of(match)
    for seq in replay.state.calls:
        entry = match.entry(seq)
        if not isinstance(entry.event, CallJudge):
            continue
        who = replay.table.persons.get(entry.event.seat, entry.event.seat)
        yield Called(
            entry.recorded_at,
            who,
            people.get(who, ""),
            entry.event.about,
            0,
            match.id,
            seq,
            at.round if at else 0,
            at.table if at else 0,
            tuple(seating.person for seating in opening.seats),
        )


def called_beside(desk: Desk, match: Match, seq: int) -> Call | None:
    """The call of a match as its tournament has it, where it has it not yet (TR-11.1); each names
    the other."""
    event, at = match.entry(seq).event, place_of_match(match)
    if at is None or at.stream != desk.name or not isinstance(event, CallJudge) or event.call:
        return None
    state = desk.table.state
    if number_beside(desk, match, seq) or seq in match.replay().undone:
        return None
    who = match.replay().table.persons.get(event.seat, event.seat)
    if not seat_in(match, who) or not 1 <= at.round <= len(state.rounds):
        return None
    return Call(who, at.round, at.table, event.about, match.id, seq)


def number_beside(desk: Desk, match: Match, seq: int) -> int:
    """The entry with which a tournament has the open call of a match; 0: it has it not."""
    for number, call in open_calls(desk.table.state):
        if (call.match, call.entry) == (match.id, seq):
            return number
    return 0
