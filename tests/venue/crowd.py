"""Random devices at a venue that is served, against a model of what VENUE.md says of it.

The model knows no server: of each match it holds what was acknowledged, and replays it. It says of
every post how it must be answered, and of every stream what it must have told.
"""

import asyncio
import random
import socket
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import uvicorn

from cli.venue.access.limits import Limit
from cli.venue.access.session import Invitation, Role, Session
from cli.venue.hall.hall import Hall
from cli.venue.hall.reader import Reader
from cli.venue.web.app import application
from events.common import CallJudge, Concede, Note, Rewind, Stand, Strike
from events.entry import entry_id
from events.event import Event
from referee.games.registry import game_of
from referee.replay.simulate import choose, event_of
from storage.log import Draft, Log
from storage.venue.rows import sender_of
from storage.verify.verification import verify
from tests.bench.devices import HOST, Answered
from tests.logbook import CATALOG, GAME
from tests.processes import PATIENCE
from tests.tournament.logged import CUP, contests, logs
from tests.venue.modelled import (
    FRIENDLY,
    OTHER,
    PLAYERS,
    Heard,
    Match,
    Model,
    Phone,
    begin_round,
    prepared,
)

NOW = datetime(2026, 3, 14, 12, tzinfo=UTC)
ERRORS = {
    400: {"not json"},
    401: {"unauthorised"},
    403: {"forbidden", "pin"},
    404: {"unknown"},
    409: {"stale", "conflict"},
    422: {"not well-formed", "incomplete", "illegal", "refused"},
}
"""The words of VN-4.1 that the crowd may be answered with."""
RULE = "WV-1.1"
"""A rule that a judge waives."""


class Crowd:
    """Devices that do at random what devices do, and the model that knows what must come of it.

    Args:
        path: the log, as :func:`prepared` made it.
        seed: of all that is random.
        sealed: whether the tournament is sealed.
    """

    def __init__(self, path: Path, seed: int, *, sealed: bool) -> None:
        self.path, self.model = path, Model(sealed=sealed)
        self.chance = random.Random(seed)
        self.hall = Hall(path, clock=lambda: NOW, reader=Reader(1) if seed % 4 == 0 else None)
        self.matches: dict[str, Match] = {}
        self.phones: list[Phone] = []
        self.heard: list[Heard] = []
        self.sent: list[tuple[Phone, str, bytes, Answered]] = []
        self.done = Counter[str]()
        self.number = 0

    # -- from beginning to end ----------------------------------------------------------------

    async def go(self, steps: int) -> Counter[str]:
        """So many steps, and then all that must hold of the log."""
        async with self._served() as port:
            self.hall.access.limits._entries = Limit(1e9, 1_000_000_000)
            await self._known()
            await self._join(port)
            for _ in range(steps):
                await self._step()
            await self._settled()
        self._verified()
        return self.done

    @asynccontextmanager
    async def _served(self) -> AsyncIterator[int]:
        listening = socket.create_server((HOST, 0), backlog=256)
        config = uvicorn.Config(
            application(self.hall), log_level="critical", timeout_graceful_shutdown=2
        )
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve([listening]))
        while not server.started:
            await asyncio.sleep(0.02)
        try:
            yield listening.getsockname()[1]
        finally:
            for heard in self.heard:
                await heard.cut()
            for phone in self.phones:
                phone.close()
            self.hall.close_soon()
            server.should_exit = True
            await serving

    async def _known(self) -> None:
        """Have the model know the matches that are open."""

        def look(log: Log) -> list[tuple[str, Event]]:
            rows = [row.id for row in log.matches() if row.id != CUP]
            return [(name, log.live(name).entry(1).event) for name in rows]

        for name, first in await self.hall.ask(look):
            if name not in self.matches:
                game = GAME if name != FRIENDLY else game_of(OTHER)
                catalog: Any = CATALOG
                if name == FRIENDLY:
                    catalog = await self.hall.ask(lambda log: log.live(FRIENDLY).catalog)
                self.matches[name] = Match(name, game, catalog, first)

    async def _join(self, port: int) -> None:
        people: list[tuple[Role, str, str, str]] = [
            *(("player", each, CUP, "") for each in (*PLAYERS, "p0", "p1")),
            ("scorekeeper", "sam", CUP, ""),
            ("judge", "kim", CUP, ""),
            ("spectator", "", CUP, ""),
            ("player", "una", "", FRIENDLY),
            ("player", "vic", "", FRIENDLY),
            ("judge", "juno", "", FRIENDLY),
        ]
        for role, person, stream, match in people:
            invitation = Invitation(role, person, stream, match)

            def join(log: Log, invitation: Invitation = invitation) -> tuple[str, Session]:
                access = self.hall.access
                return access.bind(log, access.invite(log, invitation), "a phone", NOW)

            token, session = await self.hall.ask(join)
            self.phones.append(Phone(port, token, session))

    def _acknowledge(
        self, phone: Phone, match: Match, drafts: Sequence[Draft], said: dict[str, Any]
    ) -> None:
        """Hold what was answered as recorded, which has the next numbers and no others."""
        for each, told in zip(drafts, said["recorded"], strict=False):
            assert told["id"] == each.id
            body = msgspec.json.encode(each.event)
            if each.id in match.ids:
                assert told["known"] and told["seq"] == match.ids[each.id][0]
                continue
            assert not told["known"] and told["seq"] == len(match.events) + 1
            match.events.append(each.event)
            match.ids[each.id] = (told["seq"], body, phone.session.person)
            match.senders[told["seq"]] = phone.session.id
        blind = self.model.blind(phone, match)
        standing = match.replay()
        for told in said["recorded"]:
            assert ("verdict" not in told) == blind
        if len(said["recorded"]) < len(drafts):
            assert {"illegal", "unmeant"} & said.keys()  # VN-19.3: what ends a match is asked about
        assert said["at"] == len(match.events)
        if standing.opened:
            assert said.get("over", "") == standing.state.over

    # -- what devices do ----------------------------------------------------------------------

    async def _step(self) -> None:
        what = self.chance.random()
        if what < 0.62:
            await self._post()
        elif what < 0.70:
            await self._again()
        elif what < 0.82:
            await self._listen()
        elif what < 0.93:
            await self._look()
        elif what < 0.96:
            await self._at_once()
        elif what < 0.985:
            await self._leave()
        elif self.model.round < 3:
            await self._next_round()

    def _event(self, phone: Phone, match: Match) -> Event | None:
        who, chance = phone.session, self.chance
        replay = match.replay()
        what = chance.random()
        if what < 0.5 and not replay.state.over:
            return event_of(match.game, choose(match.game.options(replay.table), chance), chance)
        if what < 0.6 and len(match.events) > 2:
            return chance.choice(match.events[1:])
        mine = [seq for seq, sender in match.senders.items() if sender == who.id]
        person = who.person or "fan"
        if what < 0.72:
            last = len(match.events)
            newest = chance.choice((*mine[-1:] * 4, last, chance.randint(2, last + 1)))
            return Strike(person, newest, "scorekeeper")
        if what < (0.9 if who.role == "judge" else 0.74):
            entry = chance.randint(2, len(match.events) + 1)
            return chance.choice(
                (Rewind(person, entry - 1), Strike(person, entry), Stand(person, entry, (RULE,)))
            )
        if what < 0.92:
            return CallJudge(chance.choice(match.seats), "a die fell")
        if what < 0.93 and match.name == FRIENDLY:  # a game that has ended decides its contest
            return Concede(chance.choice(match.seats))
        return Note(person if chance.random() < 0.9 else "kim", "<b>&\u202e")

    def _draft(self, event: Event, person: str) -> Draft:
        self.number += 1
        at = NOW - timedelta(hours=1) + timedelta(seconds=self.number)
        made = entry_id(int(at.timestamp() * 1000), self.chance.randbytes(10))
        return Draft(event, made, at, at, person)

    def _choose(self) -> tuple[Phone, Match]:
        on = [phone for phone in self.phones if phone.on]
        phone = self.chance.choice(on if self.chance.random() < 0.96 else self.phones)
        mine = [each for each in self.matches.values() if self.model.open_to(phone, each)]
        if mine and self.chance.random() < 0.9:
            return phone, self.chance.choice(mine)
        return phone, self.chance.choice([*self.matches.values()])

    async def _post(self) -> None:
        phone, match = self._choose()
        drafts = []
        for _ in range(self.chance.choice((1, 1, 1, 2, 4))):
            event = self._event(phone, match)
            drafts.append(self._draft(event, phone.session.person))
        if match.ids and self.chance.random() < 0.1:
            known = self.chance.choice([*match.ids])
            drafts[0] = msgspec.structs.replace(drafts[0], id=known)
        last = len(match.events)
        expected = self.chance.choice((last, last, last, None, last - 1, last + 1, 0))
        await self._sent(phone, match, drafts, expected, legal=self.chance.random() < 0.5)

    async def _sent(
        self,
        phone: Phone,
        match: Match,
        drafts: Sequence[Draft],
        expected: int | None,
        *,
        legal: bool,
    ) -> None:
        takes_back = any(
            isinstance(each.event, Strike) and each.event.authority == "scorekeeper"
            for each in drafts
        )
        must = self.model.must(phone, match, drafts, expected, legal)
        sent = [
            {"id": d.id, "played_at": d.played_at, "recorded_at": d.recorded_at, "event": d.event}
            for d in drafts
        ]
        body = msgspec.json.encode({"drafts": sent, "expected": expected, "if_legal": legal})
        answer = await phone.ask("POST", f"/api/matches/{match.name}/entries", body)
        said = self._formed(answer)
        assert (answer.status, said.get("error", "")) == must, (must, said, drafts, expected)
        self.done[said.get("error", "logged")] += 1
        if answer.status == 200:
            if len(said["recorded"]) < len(drafts):
                assert (legal and not self.model.blind(phone, match)) or takes_back
            self._acknowledge(phone, match, drafts, said)
            self.sent.append((phone, match.name, body, answer))
        elif must[1] == "stale":
            assert said["last"] == len(match.events)
            assert [each["seq"] for each in said["entries"]] == [
                *range(max(expected or 0, 0) + 1, len(match.events) + 1)
            ]
            assert b'"deck"' not in answer.body or phone.session.role == "judge"

    def _formed(self, answer: Answered) -> dict[str, Any]:
        """What was answered; a refusal has the form of VN-4.1."""
        said = msgspec.json.decode(answer.body)
        assert isinstance(said, dict)
        if answer.status != 200:
            assert said["error"] in ERRORS[answer.status], said
            assert said["hint"], said
        return said

    async def _again(self) -> None:
        """What was acknowledged once is sent again: it is known, and has the same numbers."""
        if not self.sent:
            return
        phone, match, body, before = self.chance.choice(self.sent)
        if not phone.on or not self.model.open_to(phone, self.matches[match]):
            return
        twins = [phone.twin(), phone.twin()]
        path = f"/api/matches/{match}/entries"
        answers = await asyncio.gather(*(twin.ask("POST", path, body) for twin in twins))
        for twin in twins:
            twin.close()
        first = self._formed(before)
        if {"illegal", "unmeant"} & first.keys():  # what was not written may be by now
            await self._caught_up(match)
            return
        for answer in answers:
            said = self._formed(answer)
            assert answer.status == 200, said
            assert [(e["id"], e["seq"], e["known"]) for e in said["recorded"]] == [
                (e["id"], e["seq"], True) for e in first["recorded"]
            ]
        self.done["known"] += 1

    async def _caught_up(self, name: str) -> None:
        """Have the model hold what a repeat may have added: the rest of a batch."""
        match = self.matches[name]

        def look(log: Log) -> list[tuple[str, Event, str, str]]:
            there = log.live(name)
            return [
                (e.id, e.event, e.recorded_by, sender_of(log, name, e.seq))
                for e in there.entries[len(match.events) :]
            ]

        for made, event, by, sender in await self.hall.ask(look):
            match.events.append(event)
            match.ids[made] = (len(match.events), msgspec.json.encode(event), by)
            match.senders[len(match.events)] = sender

    async def _at_once(self) -> None:
        """Several devices expect the same number at once: one of them has it."""
        match = self.chance.choice([*self.matches.values()])
        able = [p for p in self.phones if p.on and self.model.open_to(p, match)]
        last = len(match.events)
        bodies, drafts = [], []
        for phone in able:
            each = self._draft(Note(phone.session.person, "at once"), phone.session.person)
            drafts.append(each)
            sent = {"id": each.id, "played_at": NOW, "recorded_at": NOW, "event": each.event}
            bodies.append(msgspec.json.encode({"drafts": [sent], "expected": last}))
        path = f"/api/matches/{match.name}/entries"
        answers = await asyncio.gather(
            *(p.ask("POST", path, b) for p, b in zip(able, bodies, strict=True))
        )
        won = [n for n, each in enumerate(answers) if each.status == 200]
        assert len(won) == bool(able), [each.body for each in answers]
        for n in won:
            self._acknowledge(able[n], match, [drafts[n]], self._formed(answers[n]))
        self.done["at once"] += 1

    async def _listen(self) -> None:
        """Begin a stream, or cut one that is on."""
        if len(self.heard) > 3 and self.chance.random() < 0.6:
            heard = self.chance.choice(self.heard)
            await heard.cut()
            if heard.phone.on:
                heard.begin()
            self.done["cut"] += 1
            return
        phone, match = self._choose()
        if phone.on and self.model.open_to(phone, match):
            heard = Heard(phone, match.name)
            self.heard.append(heard)
            heard.begin()

    async def _look(self) -> None:
        """What devices are shown: as far as the match is, but spectators behind it."""
        phone, match = self._choose()
        last = len(match.events)
        for path in (f"/api/matches/{match.name}", f"/api/matches/{match.name}/entries?after=0"):
            answer = await phone.ask("GET", path)
            said = self._formed(answer)
            if answer.status != 200:
                continue
            at = said["at"] if "at" in said else len(said["entries"])
            on = match.name.startswith(f"{CUP}-r{self.model.round}-")
            watches = phone.session.role == "spectator"
            least = max(last - 3, 1) if watches else last  # of a round that is over within a second
            most = least if on else last
            assert least <= at <= most, (phone.session, match.name, at, last)
            if self.model.blind(phone, match):
                lines = said["entries"]
                assert not any({"verdict", "rule", "why"} & line.keys() for line in lines)
        self.done["looked"] += 1

    async def _leave(self) -> None:
        """A device is ended; its streams end with it, and its person joins with another one."""
        phone = self.chance.choice(self.phones)
        if not phone.on or phone.session.role == "judge":
            return
        answer = await phone.ask("POST", "/api/leave", b"{}")
        assert answer.status == 200
        phone.on = False
        for heard in self.heard:
            if heard.phone is phone and heard.task is not None:
                await asyncio.wait_for(asyncio.wait([heard.task]), PATIENCE)
        self.done["left"] += 1
        who = phone.session
        invitation = Invitation(who.role, who.person, who.stream, who.match)

        def join(log: Log) -> tuple[str, Session]:
            access = self.hall.access
            return access.bind(log, access.invite(log, invitation), "another", NOW)

        token, session = await self.hall.ask(join)
        self.phones.append(Phone(phone.port, token, session))

    async def _next_round(self) -> None:
        """The desk reports, posts the next round and opens its matches: all seats of before end."""

        def post(log: Log) -> None:
            tables = [each.table for each in contests(log, self.model.round)]
            events = [f"lena report {self.model.round} {table} 2 {table % 2}" for table in tables]
            log.let_go(CUP)
            logs(log, events)
            begin_round(log, self.model.round + 1)
            log.live(CUP)

        await self.hall.ask(post)
        await self.hall.ask(lambda log: log.live(CUP) and None)
        self.model.round += 1
        await self._known()
        self.done["round"] += 1

    # -- at the end ---------------------------------------------------------------------------

    async def _settled(self) -> None:
        """Every stream has told what the match has, in order, each once."""
        for heard in self.heard:
            if not heard.phone.on:
                continue
            found = await heard.phone.ask("GET", f"/api/matches/{heard.match}/entries?after=0")
            if found.status != 200:
                continue
            lines = {e["seq"]: e["line"] for e in msgspec.json.decode(found.body)["entries"]}
            for _ in range(2):
                await heard.until(len(lines))
            await heard.cut()
            assert heard.told == lines, heard.match
            self.done["streams"] += 1

    def _verified(self) -> None:
        """The log has what was acknowledged and nothing else, with a receipt each, and is whole."""
        with Log.open(self.path) as log:
            report = verify(log)
            assert report.exact, report
            for match in self.matches.values():
                there = log.load(match.name)
                assert [entry.event for entry in there.entries] == match.events
                ids = [entry.id for entry in there.entries]
                assert len(set(ids)) == len(ids)
                rows = log.rows("SELECT seq FROM receipts WHERE match_id = ?", [match.name])
                assert sorted(seq for (seq,) in rows) == [*range(2, len(match.events) + 1)]


def crowd(path: Path, seed: int, steps: int) -> Counter[str]:
    """A crowd at a venue; what happened, by what it was.

    Raises:
        AssertionError: the venue did what VENUE.md says it does not.
    """
    sealed = seed % 2 == 1
    prepared(path, sealed)
    return asyncio.run(Crowd(path, seed, sealed=sealed).go(steps))
