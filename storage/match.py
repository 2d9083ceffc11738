"""A match as the log holds it, and what goes into the log and comes back from it."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

import msgspec
from msgspec import Struct

from events.bounds import MOST_ENTRIES, MOST_ENTRY
from events.entry import GENESIS, Entry, EventCodec, Sealed, canonical, link
from events.error import ProgramFault
from events.event import Event
from referee.catalog import Catalog
from referee.game import Game
from referee.replay.replay import Outcome, Replay
from storage.error import LogError, Unplayed


class Draft(Struct, frozen=True):
    """An event that is to be logged.

    Args:
        event: what happened.
        id: made where it was logged, a UUID version 7; the same id again is the same entry.
        played_at: when it happened, with a time zone.
        recorded_at: when it was written down, with a time zone.
        recorded_by: the id of the person who wrote it down.
    """

    event: Event
    id: str
    played_at: datetime
    recorded_at: datetime
    recorded_by: str


class Recorded(Struct, frozen=True):
    """A draft that is in the log.

    Args:
        entry: the entry, with its number.
        hash: its link in the chain.
        outcome: what the referee said of it.
        known: whether it was there already, by its id.
    """

    entry: Entry[Event]
    hash: str
    outcome: Outcome
    known: bool = False


class Match:
    """One match as the log holds it.

    Attributes:
        id: the id of the match.
        game: the game under the rules version that the opening pins.
        catalog: the catalog that the opening pins.
        payloads: the canonical bytes of every entry, entry 1 first.
        hashes: the hash of every entry.
        digests: the digests of the state that the log notes, by entry.
        ids: the number of each entry by its id.

    Example:
        >>> match = log.load("vale-open-r1-t4")                          # doctest: +SKIP
        >>> match.replay().standing(17)                                  # doctest: +SKIP
        Legal()
    """

    def __init__(self, match_id: str, game: Game, catalog: Catalog) -> None:
        self.id = match_id
        self.game = game
        self.catalog = catalog
        self.source: object = None
        """The open log that it was loaded from; another writer may follow once that is closed."""
        self.fill(())

    def fill(self, rows: Iterable[tuple[str, str, str, str | None]]) -> None:
        """Hold these entries and no others: id, payload, hash and noted digest, in order."""
        self.payloads: list[bytes] = []
        self.hashes: list[str] = []
        self.digests: dict[int, str] = {}
        self.ids: dict[str, int] = {}
        self._entries: list[Entry[Event]] = []
        self._replay: Replay | None = None
        for seq, (entry_id, payload, chained, digest) in enumerate(rows, 1):
            self.payloads.append(payload.encode())
            self.hashes.append(chained)
            self.ids[entry_id] = seq
            if digest is not None:
                self.digests[seq] = digest

    @property
    def last(self) -> int:
        """The number of the last entry; 0 where there is none."""
        return len(self.payloads)

    @property
    def entries(self) -> list[Entry[Event]]:
        """Every entry, entry 1 first.

        Raises:
            LogError: a stored entry is no event of this game; names it.
        """
        while len(self._entries) < self.last:
            self._entries.append(self.entry(len(self._entries) + 1))
        return self._entries

    def entry(self, seq: int) -> Entry[Event]:
        """One entry by its number; errors as for :attr:`entries`."""
        if seq <= len(self._entries):
            return self._entries[seq - 1]
        try:
            return self.game.codec.entry(self.payloads[seq - 1])
        except (msgspec.MsgspecError, RecursionError, ValueError) as error:
            raise LogError(f"{self.id}: entry {seq} cannot be read: {error}") from error

    def replay(self) -> Replay:
        """The match as the referee sees it; the same replay goes on with each entry appended.

        Look, do not touch.

        Raises:
            LogError: as for :attr:`entries`.
            Unplayed: the program fails at one of them.
        """
        if self._replay is None:
            try:
                events = self.game.codec.events_of(self.payloads)
            except (msgspec.MsgspecError, RecursionError, ValueError):
                events = [entry.event for entry in self.entries]
            try:
                self._replay = Replay(self.game, self.catalog).extend(events)
            except ProgramFault as fault:
                raise Unplayed(f"{self.id}: {fault}") from fault
        return self._replay

    def outcome(self, seq: int) -> Outcome:
        """What an entry came to when it was logged, with the facts as they stand now."""
        replay = self.replay()
        return Outcome(seq, replay.verdicts[seq - 1], replay.facts(seq), replay.noted.get(seq, ""))

    def extend(self, sealed: Sequence[Sealed], digests: Sequence[str | None]) -> None:
        """Take over entries that are in the log now."""
        if len(self._entries) == self.last:
            self._entries.extend(each.entry for each in sealed)
        for each, digest in zip(sealed, digests, strict=True):
            self.payloads.append(each.payload)
            self.hashes.append(each.hash)
            self.ids[each.entry.id] = each.entry.seq
            if digest is not None:
                self.digests[each.entry.seq] = digest

    def forget(self) -> None:
        """Drop the replay, which went ahead of the log; the next look makes it anew."""
        self._replay = None


def sealed_draft(draft: Draft, match_id: str, seq: int, previous: str, codec: EventCodec) -> Sealed:
    """A draft as the entry of that number, checked as every entry that comes from outside is.

    Raises:
        LogError: it is not well-formed; names the field.
    """
    try:
        entry: Entry[Event] = Entry(
            match_id,
            seq,
            draft.id,
            in_utc(draft.played_at),
            in_utc(draft.recorded_at),
            draft.recorded_by,
            draft.event,
        )
        entry = codec.entry(canonical(entry))
    except (ValueError, TypeError, OverflowError, RecursionError) as error:
        raise LogError(f"{match_id}: cannot be logged: {error}") from error
    payload = canonical(entry)
    if len(payload) > MOST_ENTRY:
        raise LogError(f"{match_id}: cannot be logged: an entry has at most {MOST_ENTRY:,} bytes")
    if seq > MOST_ENTRIES:
        raise LogError(f"{match_id}: a match has at most {MOST_ENTRIES:,} entries")
    return Sealed(entry, payload, previous, link(previous, payload))


def in_utc(moment: datetime) -> datetime:
    """The same moment in UTC.

    Raises:
        ValueError: it has no time zone.
    """
    if moment.tzinfo is UTC:
        return moment
    if moment.tzinfo is None:
        raise ValueError(f"the time {moment} has no time zone")
    return moment.astimezone(UTC)


__all__ = ["GENESIS", "Draft", "Match", "Recorded", "in_utc", "sealed_draft"]
