"""Entries on their way into a log from outside: in bulk, and all of them or none."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO

import msgspec

from events.bounds import MOST_ENTRIES, MOST_ENTRY
from events.common import Opening
from events.entry import Entry, link, verb
from events.event import Event
from referee.catalog import Catalog
from referee.game import Game
from referee.games.registry import UnknownGame, game_of
from referee.replay.replay import Replay, replay
from referee.verdict import Illegal, Incomplete
from storage import schema
from storage.error import LogError
from storage.exchange.imported import (
    Imported,
    ImportFault,
    Incoming,
    Known,
    MatchRow,
    Waiting,
)
from storage.exchange.unrefereed import note_unrefereed
from storage.fact_tables import quoted
from storage.files import Scratch
from storage.log import Log
from storage.proof.given import checkpoints_without, give_out, give_out_all
from storage.proof.head import Head
from storage.replays import Asked, Replays

BUFFERED = 20_000
"""At most how many entries wait for the referee, besides those of the match being read."""

_GIVEN = "(SELECT unnest(from_json(?, '[\"VARCHAR\"]')))"


class Intake:
    """Takes entries in, match by match or mixed, but of each match in order.

    Args:
        log: the log, with a transaction open.
        name: what the entries come from, for messages.
        file: holds what is on its way.
        referee: whether to replay every match, note its digests and compare those stated.
        replays: replays matches side by side; none: in this process, one after the other.
    """

    def __init__(
        self,
        log: Log,
        name: str,
        file: IO[bytes],
        *,
        referee: bool,
        replays: Replays | None = None,
    ) -> None:
        self.log = log
        self.name = name
        self.referee = referee
        self.replays = replays
        self.entries = 0
        self.known = 0
        self.matches: dict[str, Incoming] = {}
        self._before: dict[str, Known] = {}
        self._editions: dict[tuple[str, str, str], tuple[Game, Catalog]] = {}
        self._new: list[MatchRow] = []
        self._not_refereed: list[str] = []
        self._waiting: dict[str, Incoming] = {}
        self._waits = 0
        self._heads: dict[str, Head] = {}
        self._file = file

    def fault(self, line: int, message: str, column: int = 0) -> ImportFault:
        """The error for a line."""
        return ImportFault(self.name, line, column, message)

    # -- one entry after the other --------------------------------------------------------

    def expect(self, match_ids: Iterable[str]) -> None:
        """Look up matches before their entries are taken."""
        ids = [each for each in match_ids if each not in self.matches and each not in self._before]
        if not ids:
            return
        given = msgspec.json.encode(ids).decode()
        matches = self.log.rows(
            "SELECT match_id, game, version, catalog, refereed FROM matches "
            f"WHERE match_id IN {_GIVEN}",
            [given],
        )
        for key, game, version, catalog, refereed in matches:
            self._before[key] = Known(game, version, catalog, refereed, [])
        if not matches:
            return
        entries = self.log.rows(
            "SELECT match_id, hash, digest FROM entries "
            f"WHERE match_id IN {_GIVEN} ORDER BY match_id, seq",
            [given],
        )
        for match_id, chained, digest in entries:
            if match_id in self._before:
                self._before[match_id].entries.append((chained, digest))

    def expect_head(self, match_id: str, head: Head) -> None:
        """Say what the head of a match is, before its entries are taken."""
        self._heads[match_id] = head
        if match_id in self.matches:
            self.matches[match_id].head = head

    def require_heads(self, line: int) -> None:
        """See that every match comes to the head that was said.

        Raises:
            ImportFault: the entries of one end before.
        """
        for match_id, head in self._heads.items():
            last = self.matches[match_id].seq
            if last < head.seq:
                said = f"the head is of entry {head.seq}, and {match_id} ends at entry {last}"
                raise self.fault(line, f"{said}: its end is missing")

    def take(self, entry: Entry[Event], payload: bytes, stated: str | None, line: int) -> None:
        """Take the next entry of its match, which was expected.

        Args:
            entry: the entry.
            payload: its canonical bytes.
            stated: the digest of the state that is stated for it, if any.
            line: where it stands.

        Raises:
            ImportFault: it cannot be imported; says why.
        """
        match = self.matches.get(entry.match) or self._begin(entry, line)
        seq = entry.seq
        if seq != match.seq + 1:
            raise self.fault(line, f"expected entry {match.seq + 1} of {match.id}, not {seq}")
        if len(payload) > MOST_ENTRY:
            raise self.fault(line, f"an entry has at most {MOST_ENTRY:,} bytes")
        if seq > MOST_ENTRIES:
            raise self.fault(line, f"a match has at most {MOST_ENTRIES:,} entries")
        match.seq = seq
        match.hash = chained = link(match.hash, payload)
        if match.head is not None and seq == match.head.seq and chained != match.head.hash:
            said = f"entry {seq} has the hash {chained}, and the head is {match.head}"
            raise self.fault(line, f"{said}: something was changed since it was written")
        if seq <= match.stored:
            self._compare(match, stated, line)
        elif self.referee:
            match.waiting.append(Waiting(line, entry.event, payload, chained, stated))
            self._waiting[match.id] = match
            self._waits += 1
            if self._waits > BUFFERED:
                self._referee_all(match)
        else:
            if match.refereed:
                match.refereed = False
                self._not_refereed.append(match.id)
            self._write(payload, chained, stated)

    def game(self, match_id: str) -> Game | None:
        """The game of a match that was expected; None where it is new or cannot be played."""
        match = self.matches.get(match_id)
        if match is not None:
            return match.game
        before = self._before.get(match_id)
        with suppress(UnknownGame):
            return None if before is None else game_of(before.game, before.version)
        return None

    def opens(self, match_id: str, seq: int, kind: str, line: int) -> None:
        """Refuse the first entry of a new match that is not its opening.

        Raises:
            ImportFault: it is another entry.
        """
        if seq != 1:
            raise self.fault(line, f"expected entry 1 of {match_id}, not {seq}")
        if kind != verb(Opening):
            raise self.fault(line, f"entry 1 of {match_id} is not an opening but {kind}")

    def finish(self) -> Imported:
        """Have all that was taken written; the transaction can be committed then.

        Raises:
            ImportFault: the referee finds that an entry cannot be imported.
            LogError: it cannot be written.
        """
        self._referee_all(None)
        self._send()
        for _, catalog in self._editions.values():
            self.log.add_catalog(catalog)
        self.log.rows(schema.sql("intake_matches"), [msgspec.json.encode(self._new).decode()])
        self.log.rows(
            f"UPDATE matches SET refereed = false WHERE match_id IN {_GIVEN}",
            [msgspec.json.encode(self._not_refereed).decode()],
        )
        new = {
            match_id: head
            for match_id, head in self._heads.items()
            if head.seq > self.matches[match_id].stored
        }
        give_out(self.log, new)
        give_out_all(self.log, checkpoints_without(self.log, [*self.matches]))
        if not self.referee:
            bare = [match.id for match in self.matches.values() if match.seq > match.stored]
            note_unrefereed(self.log, bare)
        self._require_new_ids()
        for match_id in self.matches:
            self.log.let_go(match_id)
        return Imported(len(self._new), self.entries, self.known)

    def _require_new_ids(self) -> None:
        """No id may stand twice in a match; :meth:`Log.append` goes by that."""
        twice = self.log.rows(
            f"SELECT match_id, id FROM entries WHERE match_id IN {_GIVEN} "
            "GROUP BY match_id, id HAVING count(*) > 1 ORDER BY ALL LIMIT 1",
            [msgspec.json.encode([*self.matches]).decode()],
        )
        for match_id, entry_id in twice:
            raise self.fault(0, f"the id {entry_id} appears twice in {match_id}")

    def _begin(self, entry: Entry[Event], line: int) -> Incoming:
        """Make ready for a match, from the first of its entries that comes in."""
        before = self._before.pop(entry.match, None)
        opening = entry.event
        if before is not None:
            game_id, version, key = before.game, before.version, before.catalog
        else:
            self.opens(entry.match, entry.seq, verb(opening), line)
            assert isinstance(opening, Opening)
            game_id, version, key = opening.game, opening.version, opening.catalog
        edition = (game_id, version, key)
        if edition not in self._editions:
            try:
                game = self.log.game(game_id, version)
                self._editions[edition] = game, self.log.catalog_for(key, game)
            except LogError as error:
                raise self.fault(line, f"{entry.match}: {error}") from error
        match = Incoming(entry.match, *self._editions[edition])
        if before is None:
            at = entry.played_at
            self._new.append(MatchRow(match.id, game_id, version, key, at, self.referee))
        else:
            match.known, match.stored = before.entries, len(before.entries)
            if 1 < entry.seq <= match.stored + 1:
                match.seq = entry.seq - 1
                match.hash = match.known[match.seq - 1][0]
            match.refereed = before.refereed
        match.head = self._heads.get(match.id)
        self.matches[match.id] = match
        return match

    def _compare(self, match: Incoming, stated: str | None, line: int) -> None:
        """Whether the log has the same entry."""
        chained, noted = match.known[match.seq - 1]
        if chained != match.hash:
            raise self.fault(line, f"the log has a different entry {match.seq} of {match.id}")
        if stated is not None and stated != noted:
            raise self.fault(line, _other_digest(match.seq, stated, f"the log notes {noted}"))
        if match.seq == match.stored:
            match.known = []
        self.known += 1

    # -- the referee ----------------------------------------------------------------------

    def _referee_all(self, but: Incoming | None) -> None:
        """Replay all matches that wait for it, but for the one that is being read."""
        waiting, self._waiting, self._waits = self._waiting, {}, 0
        judged = [match for match in waiting.values() if match is not but]
        if self.replays is not None:
            judged = self._judged_side_by_side(judged, self.replays)
        for match in judged:
            self._judge(match)
        if but is not None and but.waiting:
            self._waiting[but.id] = but
            self._waits = len(but.waiting)

    def _judged_side_by_side(self, matches: Sequence[Incoming], replays: Replays) -> list[Incoming]:
        """Have other processes judge matches, up to the first with something wrong.

        Returns:
            That match and those behind it, for this process to name the line.
        """
        asked = (Asked(m.id, m.game, m.catalog, self._payloads(m), 0) for m in matches)
        for number, (match, came) in enumerate(zip(matches, replays.of(asked), strict=True)):
            first = match.seq - len(match.waiting) + 1
            due = [came.noted.get(seq) for seq in range(first, match.seq + 1)]
            if not came.whole or any(
                waiting.stated is not None and waiting.stated != digest
                for waiting, digest in zip(match.waiting, due, strict=True)
            ):
                return [*matches[number:]]
            for waiting, digest in zip(match.waiting, due, strict=True):
                self._write(waiting.payload, waiting.hash, digest)
            match.waiting = []
        return []

    def _payloads(self, match: Incoming) -> list[str]:
        """All entries of a match: those in the log, and those that wait for the referee."""
        before = match.seq - len(match.waiting)
        stored = self._stored(match, before) if before else []
        return [*stored, *(waiting.payload.decode() for waiting in match.waiting)]

    def _judge(self, match: Incoming) -> None:
        before = match.seq - len(match.waiting)
        events = self._events_before(match, before) if before else []
        events += [waiting.event for waiting in match.waiting]
        played = self._replayed(match, events, before)
        if not before and isinstance(refused := played.verdicts[0], Illegal):
            message = f"the opening of {match.id} breaks {refused.rule}: {refused.message}"
            raise self.fault(match.waiting[0].line, message)
        for seq, waiting in enumerate(match.waiting, before + 1):
            if isinstance(lacking := played.verdicts[seq - 1], Incomplete):
                raise self.fault(waiting.line, lacking.message)
            due = played.noted.get(seq)
            if waiting.stated is not None and waiting.stated != due:
                why = f"the replay comes to {due or 'none here'}"
                raise self.fault(waiting.line, _other_digest(seq, waiting.stated, why))
            self._write(waiting.payload, waiting.hash, due)
        match.waiting = []

    def _events_before(self, match: Incoming, count: int) -> list[Event]:
        """The events of a match that went into the log before."""
        try:
            return match.game.codec.events_of(self._stored(match, count))
        except (ValueError, RecursionError) as error:
            said = f"{match.id}: what the log holds of it could not be read; verify says more"
            raise LogError(said) from error

    def _stored(self, match: Incoming, count: int) -> list[str]:
        """What of a match went into the log before."""
        self._send()
        rows = self.log.rows(
            "SELECT payload FROM entries WHERE match_id = ? AND seq <= ? ORDER BY seq",
            [match.id, count],
        )
        return [payload for (payload,) in rows]

    def _replayed(self, match: Incoming, events: list[Event], before: int) -> Replay:
        try:
            return replay(match.game, match.catalog, events)
        except Exception:  # whatever it is, what matters is which line it is
            slowly = Replay(match.game, match.catalog)
        for seq, event in enumerate(events, 1):
            try:
                slowly.add(event)
            except Exception as error:
                line = match.waiting[max(0, seq - before - 1)].line
                raise self.fault(line, f"the referee failed: {error!r}") from error
        return slowly

    # -- on the way to DuckDB -------------------------------------------------------------

    def _write(self, payload: bytes, chained: str, digest: str | None) -> None:
        try:
            self._file.write(f"{chained}\t{digest or ''}\t".encode() + payload + b"\n")
        except OSError as error:
            raise self.log.fault(error) from error
        self.entries += 1

    def _send(self) -> None:
        """Have DuckDB take in what is written."""
        try:
            self._file.flush()
            if not self._file.tell():
                return
            self.log.rows(schema.sql("intake").format(path=quoted(self._file.name)))
            self._file.seek(0)
            self._file.truncate()
        except OSError as error:
            raise self.log.fault(error) from error


def _other_digest(seq: int, stated: str, but: str) -> str:
    return f"entry {seq} states the digest {stated}, but {but}"


@contextmanager
def intake(log: Log, name: str, *, referee: bool, jobs: int = 1) -> Iterator[Intake]:
    """Take entries into a log: when the block ends all of them are in, or none.

    Args:
        log: the log, open for writing.
        name: what the entries come from, for messages.
        referee: whether matches are replayed.
        jobs: in how many processes they are.

    Raises:
        LogError: the log is open for reading only, or cannot be written.
    """
    with ExitStack() as stack:
        try:
            folder = stack.enter_context(Scratch())
            file = (Path(folder) / "entries").open("wb")
        except OSError as error:
            raise log.fault(error) from error
        stack.callback(_closed, file)
        replays = stack.enter_context(Replays(jobs)) if jobs > 1 else None
        with log.transaction():
            yield Intake(log, name, file, referee=referee, replays=replays)


def _closed(file: IO[bytes]) -> None:
    with suppress(OSError):  # a disk that is full was told of before
        file.close()
