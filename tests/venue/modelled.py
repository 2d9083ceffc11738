"""What VENUE.md says of a venue, written down apart from the program: who may log where, how each
post is answered, and what a stream has told when it is over."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic

import msgspec

from cli.venue.access.session import Session
from events.common import Concede, Note, Opening, Rewind, Stand, Strike
from events.event import Event
from referee.catalog import Catalog, read_catalog, read_deck
from referee.game import Game
from referee.games.registry import game_of
from referee.replay.replay import Replay
from referee.replay.simulate import opening
from referee.verdict import Illegal, Incomplete
from storage.log import Draft, Log
from tests.bench.devices import HOST, Device
from tests.logbook import CATALOG, empty_log, first_entry
from tests.processes import PATIENCE
from tests.tournament.logged import CUP, contests, draft, logs, opened, proposed

PLAYERS = tuple(f"p{number}" for number in range(8))
FRIENDLY = "friendly"
"""A match of no tournament, of another game."""
OTHER = "legacy_of_conflict"


class Phone(Device):
    """A device of the crowd.

    Args:
        port: of the venue.
        token: its cookie.
        session: as what it has joined.
    """

    def __init__(self, port: int, token: str, session: Session) -> None:
        super().__init__(port, token)
        self.port, self.token = port, token
        self.session = session
        self.on = True

    def twin(self) -> "Phone":
        """The same device with a connection of its own."""
        return Phone(self.port, self.token, self.session)


class Match:
    """What the model knows of a match: what was acknowledged, and its replay."""

    def __init__(self, name: str, game: Game, catalog: Catalog, first: Event) -> None:
        self.name, self.game, self.catalog = name, game, catalog
        self.events: list[Event] = [first]
        self.ids: dict[str, tuple[int, bytes, str]] = {}
        self.senders: dict[int, str] = {}
        assert isinstance(first, Opening)
        self.sits = {each.seat: each.person for each in first.seats}
        self.persons = {*self.sits.values()}
        self.seats = [each.seat for each in first.seats]

    def replay(self, more: Sequence[Event] = ()) -> Replay:
        """The match with what might come next."""
        return Replay(self.game, self.catalog).extend([*self.events, *more])


class Heard:
    """A stream, cut and taken up again: the lines that it told, by their numbers."""

    def __init__(self, phone: Phone, match: str) -> None:
        self.phone, self.match = phone, match
        self.told: dict[int, str] = {}
        self.last = self.fetched = 0
        self.id = self._coming = ""
        self.task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Listen, from where it was cut."""
        self.task = asyncio.create_task(self._listen())

    async def cut(self) -> None:
        """Lose the connection."""
        if self.task is not None:
            self.task.cancel()
            with suppress(asyncio.CancelledError, OSError, asyncio.IncompleteReadError):
                await self.task

    async def until(self, last: int) -> None:
        """Listen until so many lines are told, or the stream ends."""
        if self.last < last:
            if self.task is None or self.task.done():
                self.begin()
            end = monotonic() + PATIENCE
            while self.last < last and self.task is not None and not self.task.done():
                assert monotonic() < end, f"{self.match}: told up to {self.last} of {last}"
                await asyncio.sleep(0.01)

    async def _listen(self) -> None:
        topic = f"match/{self.match}"
        reader, writer = await asyncio.open_connection(HOST, self.phone.port)
        try:
            head = self.phone._request("GET", f"/api/stream?topics={topic}@{self.last}", b"")
            if self.id:
                head = head.replace(
                    b"\r\n\r\n", b"\r\nLast-Event-ID: %s\r\n\r\n" % self.id.encode()
                )
            writer.write(head)
            if b" 200 " not in await reader.readline():
                return
            async for line in reader:
                if line == b"0\r\n":  # the end of what comes in chunks
                    return
                await self._line(line.strip().decode())
        finally:
            writer.close()

    async def _line(self, line: str) -> None:
        if line.startswith("id: "):
            self._coming = line[4:]
        elif line == "event: resync":
            await self.resync()
            self.id = self._coming
        elif line.startswith("data: ") and len(line) > 10:
            data, self.id = msgspec.json.decode(line[6:]), self._coming
            if "line" in data and data["n"] <= self.fetched:
                assert self.told[data["n"]] == data["line"]
            elif "line" in data:
                assert data["n"] == self.last + 1, (self.match, data, self.last)
                self.told[data["n"]], self.last = data["line"], data["n"]

    async def resync(self) -> None:
        """Fetch what is missing, as a page does that fetches the view."""
        path = f"/api/matches/{self.match}/entries?after={self.last}"
        other = self.phone.twin()
        found = await other.ask("GET", path)
        other.close()
        assert found.status in (200, 401), f"{self.match}: {found.body!r}"
        if found.status == 200:
            for each in msgspec.json.decode(found.body)["entries"]:
                self.told[each["seq"]] = each["line"]
                self.last = self.fetched = each["seq"]


def prepared(path: Path, sealed: bool) -> None:
    """A cup of eight whose first round is on, and a match of another game that is of none."""
    empty_log(path)
    with Log.open(path, write=True) as log:
        opened(log, {"rounds": "3", "sealed": "yes" if sealed else "no", "delay": "3/0"})
        logs(log, "lena appoint kim judge; lena appoint sam scorekeeper")
        logs(log, [f"lena enter {player}" for player in PLAYERS])
        begin_round(log, 1)
        game = game_of(OTHER)
        catalog = read_catalog(game.sample_catalogs()[0].read_text(), game.catalog_type)
        decks = [read_deck(each.read_text()) for each in game.sample_decks()][:2]
        first = opening(game, catalog, [(deck.name, deck.cards) for deck in decks])
        people = ("una", "vic")
        seats = tuple(
            msgspec.structs.replace(seat, person=person)
            for seat, person in zip(first.seats, people, strict=True)
        )
        first = msgspec.structs.replace(first, seats=seats, judges={"juno": "judge"})
        log.open_match(draft(first, 1, FRIENDLY), FRIENDLY, catalog)


def begin_round(log: Log, number: int) -> None:
    """Post a round and open the match of each table."""
    log.let_go(CUP)
    logs(log, [proposed(log, number)])
    for each in contests(log, number):
        first: Opening = first_entry(1)
        seats = tuple(
            msgspec.structs.replace(seat, person=person)
            for seat, person in zip(first.seats, (each.a, each.b), strict=True)
        )
        contest = f"{CUP}/{number}/{each.table}/1"
        first = msgspec.structs.replace(first, seats=seats, contest=contest)
        name = f"{CUP}-r{number}-t{each.table}"
        log.open_match(draft(first, 1, name), name, CATALOG)
        log.live(name)


class Model:
    """How a venue must answer.

    Args:
        sealed: whether the tournament is sealed.
    """

    def __init__(self, *, sealed: bool) -> None:
        self.sealed = sealed
        self.round = 1

    def open_to(self, phone: Phone, match: Match) -> bool:
        """VN-5.5: whether a device logs in a match."""
        who = phone.session
        if who.role == "spectator" or (match.name == FRIENDLY) != (who.match == FRIENDLY):
            return False
        now = match.name == FRIENDLY or match.name.startswith(f"{CUP}-r{self.round}-")
        if who.role == "player":
            return now and who.person in match.persons
        return now or who.role == "judge"

    def blind(self, phone: Phone, match: Match) -> bool:
        """VN-6.2, VN-6.4: the contests of a round have their results when the next is posted."""
        over = not match.name.startswith(f"{CUP}-r{self.round}-")
        return self.sealed and phone.session.role != "judge" and not over

    def must(
        self, phone: Phone, match: Match, drafts: Sequence[Draft], expected: int | None, legal: bool
    ) -> tuple[int, str]:
        """How a post must be answered: the status, and the word of the error."""
        who = phone.session
        if not phone.on:
            return 401, "unauthorised"
        if not self.open_to(phone, match):
            return 403, "forbidden"
        for each in drafts:
            event = each.event
            if isinstance(event, Strike) and event.authority == "scorekeeper":
                there = event.entry <= len(match.events)
                if event.judge != who.person or (
                    there and match.senders.get(event.entry) != who.id
                ):
                    return 403, "forbidden"
            elif (
                isinstance(event, Strike | Rewind | Stand)
                and (who.role != "judge" or event.judge != who.person)
            ) or (isinstance(event, Note) and event.by != who.person):
                return 403, "forbidden"
            elif (
                isinstance(event, Concede)
                and who.role == "player"
                and match.sits[event.seat] != who.person
            ):  # VN-19.2
                return 403, "forbidden"
        last, known = len(match.events), []
        for each in drafts:
            there_is = match.ids.get(each.id)
            if there_is is None:
                continue
            if there_is[1:] != (msgspec.json.encode(each.event), who.person):
                return 409, "conflict"
            known.append(there_is[0])
        new = [each for each in drafts if each.id not in match.ids]
        if expected is not None and new:
            since = [seq for seq in known if seq > expected]
            if last != expected + len(since):
                return 409, "stale"
        verdicts = match.replay([each.event for each in new]).verdicts[last:]
        for verdict in verdicts:
            if isinstance(verdict, Incomplete):
                return 422, "incomplete"
            if isinstance(verdict, Illegal) and legal and not self.blind(phone, match):
                break
        return 200, ""
