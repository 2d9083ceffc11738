"""A tournament of four with a match at table 1, and devices of all who look at it."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar
from litestar.testing import TestClient

from cli.venue.access.session import Role, Session
from cli.venue.hall.hall import Hall
from events.common import Opening
from events.event import Event
from referee.catalog import Catalog
from referee.replay.replay import Replay
from referee.replay.simulate import simulate
from referee.verdict import Illegal
from storage.log import Draft, Log
from tests.logbook import CATALOG, GAME, START, copied, first_entry
from tests.tournament.logged import CUP, contests, draft, game, logs, opened, proposed
from tests.venue.lent import Connection, client_of

MATCH, CONTEST = "cup-r1-t1", "cup/1/1/1"
LOGGED = 20
"""So many entries the match has at first."""
PLAYERS = ("ana", "bo", "cy", "di")


def cup(path: Path, entries: int = LOGGED, **options: str) -> Path:
    """A log with the tournament: round 1 is on, and a match is on at table 1."""
    return copied(path, _cup, entries, tuple(options.items()))


def _cup(path: Path, entries: int, agreed: tuple[tuple[str, str], ...]) -> None:
    options = dict(agreed)
    with Log.open(path, write=True) as log:
        opened(log, options)
        logs(log, [f"lena enter {player}" for player in PLAYERS])
        logs(log, "lena appoint kim judge; lena appoint sam scorekeeper")
        if options.get("decklists", "none") != "none":
            logs(log, [f'lena register-deck {p} "Deck of {p}" Wolf:3,Bear:1' for p in PLAYERS])
        logs(log, [proposed(log, 1)])
        game(log, MATCH, at_table(log), CONTEST, entries=entries)
        for person in PLAYERS:
            log.name_person(person, f"{person.capitalize()} Example")


def at_table(log: Log) -> tuple[str, str]:
    """Who sits at table 1."""
    first = contests(log, 1)[0]
    return first.a, first.b


def events_of(path: Path) -> list[Event]:
    """All of the match at table 1, also what is not logged yet."""
    with Log.open(path) as log:
        players = at_table(log)
    first: Opening = first_entry(1)
    seats = tuple(
        msgspec.structs.replace(seat, person=player)
        for seat, player in zip(first.seats, players, strict=True)
    )
    first = msgspec.structs.replace(first, seats=seats, contest=CONTEST)
    return list(simulate(GAME, CATALOG, first, random.Random(1)).events)


def drafts(path: Path, first: int, count: int, by: str) -> list[Draft]:
    """What a device sends next."""
    found = events_of(path)[first : first + count]
    made = [draft(event, first + n, MATCH) for n, event in enumerate(found, 1)]
    return [msgspec.structs.replace(each, recorded_by=by) for each in made]


def refused(path: Path, at: int) -> Event:
    """An event that breaks a rule when so many entries are logged."""
    events, cards = events_of(path), _cards()
    for event in events[at:]:
        verdict = Replay(GAME, cards).extend(events[:at]).add(event).verdict
        if isinstance(verdict, Illegal):
            return event
    raise AssertionError("every later entry would be legal now")


def _cards() -> Catalog:
    return CATALOG


def joined(person: str, role: Role) -> Session:
    """A device that has joined the tournament."""
    until = START + timedelta(days=9000)
    return Session(f"device-{person}", person, role, CUP, "", (), "a phone", START, until)


DEVICES: dict[str, Session] = {
    **{player: joined(player, "player") for player in PLAYERS},
    **{f"{player} judges": joined(player, "judge") for player in PLAYERS},
    "kim": joined("kim", "judge"),
    "lena": joined("lena", "organiser"),
    "sam": joined("sam", "scorekeeper"),
    "fan": joined("", "spectator"),
    "wall": joined("", "screen"),
}


class Devices:
    """Requests of several devices to one venue."""

    def __init__(self, client: TestClient[Litestar], hall: Hall) -> None:
        self.client = client
        self.hall = hall

    def get(self, who: str, path: str, **more: str) -> Any:
        """What a device gets."""
        return self.client.get(path, headers={"x-device": who, **more})

    def post(self, who: str, path: str, content: bytes) -> Any:
        """What a device is answered."""
        return self.client.post(path, content=content, headers={"x-device": who})

    def asked(self, what: Any) -> Any:
        """What the hall says, in its own loop."""
        assert self.client.blocking_portal is not None
        return self.client.blocking_portal.call(what)


@contextmanager
def watched(path: Path, **options: Any) -> Iterator[Devices]:
    """A venue in which every request names its device."""

    def known(asking: Connection) -> Session | None:
        return DEVICES.get(asking.headers.get("x-device", ""))

    hall = Hall(path, **options)
    with client_of(hall, known) as client:
        yield Devices(client, hall)
