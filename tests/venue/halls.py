"""A log that a venue serves: a tournament of four with staff, one round posted, and a match of
none."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from cli.reading.lines import new_id
from cli.venue.access.access import Access
from cli.venue.access.home_tables import Tournament
from cli.venue.access.session import Invitation, Session
from events.common import CallJudge, Opening
from events.notation import read
from referee.verdict import Illegal
from storage.log import Draft, Log
from storage.match import Match
from tests.logbook import copied
from tests.tournament.logged import CUP, contests, draft, game, logs, opened, proposed

NOW = datetime(2026, 3, 14, 10, tzinfo=UTC)
PLAYERS = ("ana", "bo", "cy", "dee")
STAFF = {"lena": "organiser", "hal": "head-judge", "kim": "judge", "sam": "scorekeeper"}


def hall(path: Path) -> Path:
    """A cup of four with staff, of which a round is posted; each table has a game of some
    entries. ``friendly`` is a match of no tournament between una and vic, which juno judges."""
    return copied(path, _hall)


def _hall(path: Path) -> None:
    with Log.open(path, write=True) as log:
        opened(log, {"rounds": "2"})
        judges = [f"lena appoint {who} {role}" for who, role in STAFF.items() if who != "lena"]
        logs(log, judges)
        logs(log, [f"lena enter {player}" for player in PLAYERS])
        post(log, 1)
        friendly(log)


def post(log: Log, number: int) -> None:
    """Post a round, with a game of five entries at each table."""
    logs(log, [proposed(log, number)])
    for each in contests(log, number):
        name = match_at(number, each.table)
        contest = f"{CUP}/{number}/{each.table}/1"
        game(log, name, (each.a, each.b), contest, each.table, 5)
    log.let_go(CUP)


def friendly(log: Log) -> None:
    """A match of no tournament."""
    found = game(log, "source", ("una", "vic"), seed=9, entries=5)
    first = found.entry(1).event
    assert isinstance(first, Opening)
    first = msgspec.structs.replace(first, judges={"juno": "judge"})
    log.open_match(draft(first, 1, "friendly"), "friendly", found.catalog)


def match_at(number: int, table: int) -> str:
    """The game at a table."""
    return f"{CUP}-r{number}-t{table}"


def table_of(log: Log, player: str, number: int = 1) -> int:
    """Where a player sits in a round."""
    return next(each.table for each in contests(log, number) if player in (each.a, each.b))


def match_of(log: Log, player: str, number: int = 1) -> Match:
    """The game that a player plays in a round."""
    return log.live(match_at(number, table_of(log, player, number)))


def cup(log: Log) -> Tournament:
    """The tournament as it stands."""
    log.let_go(CUP)
    return log.live(CUP).replay().table


def joined(
    access: Access, log: Log, person: str, now: datetime = NOW, **given: object
) -> tuple[str, Session]:
    """The device of somebody who joins the cup as what it says; its token, and its session."""
    role = STAFF.get(person, "player")
    fields = {"role": role, "person": person, "stream": CUP, **given}
    if role == "player" and fields["stream"]:
        fields.setdefault("ends", 1)
    code = access.invite(log, Invitation(**fields))  # type: ignore[arg-type]
    return access.bind(log, code, f"{person}'s phone", now)


def later(**given: float) -> datetime:
    """So long after now."""
    return NOW + timedelta(**given)


def misplay(path: Path, player: str = "ana") -> tuple[str, int]:
    """A game of the cup in which the player has drawn out of turn and calls: match, entry, seat."""
    with Log.open(path, write=True) as log:
        match = match_of(log, player)
        state = match.replay().state
        seat = next(s for s, p in match.replay().table.persons.items() if p == player)
        other = next(s for s in match.replay().table.persons if s != state.active)
        wrong = read(f"{other} end", match.game.codec)
        for event in (wrong, CallJudge(seat, f"a question of {player}")):
            last = match.last
            log.append(match.id, [Draft(event, new_id(NOW), NOW, NOW, player)], match=match)
        assert isinstance(match.replay().verdicts[last - 1], Illegal)
        return match.id, last
