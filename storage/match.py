"""A match as the log holds it, and what goes into the log and comes back from it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import msgspec
from msgspec import Struct

from events.bounds import MOST_ENTRIES, MOST_ENTRY
from events.entry import GENESIS, Entry, EventCodec, Sealed, canonical, link
from events.error import ProgramFault
from events.event import Event
from referee.catalog import Catalog
from referee.game import Game
from referee.replay.replay import Outcome, Replay
from referee.replay.trial import Trial
from referee.verdict import Illegal, Incomplete
from storage.error import (
    Conflict,
    IncompleteEntry,
    LogError,
    StaleSequence,
    Unloggable,
    Unplayed,
)


class Draft(Struct, frozen=True):
    """An event that is to be logged."""

    event: Event  # what happened
    id: str  # made where it was logged, a UUID version 7; the same id again is the same entry
    played_at: datetime  # when it happened, with a time zone
    recorded_at: datetime  # when it was written down, with a time zone
    recorded_by: str  # the id of the person who wrote it down


class Recorded(Struct, frozen=True):
    """A draft that is in the log."""

    entry: Entry[Event]  # the entry, with its number
    hash: str  # its link in the chain
    outcome: Outcome  # what the referee said of it
    known: bool = False  # whether it was there already, by its id


class Received(NamedTuple):
    """When a server took an entry, and how the clock of the device that sent it stood before."""

    at: datetime  # when it came in, UTC
    # when what the same device sent before it was recorded; None where that is not known
    before: datetime | None = None


class Receipt(Struct, frozen=True):
    """When and from where something came in; the log keeps it beside the entries."""

    received_at: datetime  # when, with a time zone
    session: str  # from which device or other source, by an id that names no person

    def __post_init__(self) -> None:
        """See that the time says of which zone it is; raises a ValueError where it does not."""
        in_utc(self.received_at)


class Item(Struct, frozen=True):
    """What is to be logged in one match: all of it or nothing."""

    match: str  # the id of the match
    drafts: Sequence[Draft]  # what happened, in order
    # the last entry that the sender knows of; not checked where None, or where nothing is new.
    # Drafts that are in the log already count as known to the sender, but for one behind a new one:
    # so comes what was given up, long under way.
    expected: int | None = None
    # log only what comes before the first draft that is illegal, or asked about
    if_legal: bool = False
    receipt: Receipt | None = None  # to be kept of each entry that is new
    # what each draft that is accepted may not have been meant to do, by the replay that ends with
    # it; with ``if_legal`` alone
    asks: Callable[[Replay], Iterable[str]] | None = None


class Answer(Struct, frozen=True):
    """What became of an item."""

    recorded: Sequence[Recorded] = ()  # its drafts that are in the log, in order
    # the verdict on the draft behind these, where only legal ones were to be logged; neither it nor
    # any after it is in the log
    illegal: Illegal | None = None
    asked: Sequence[str] = ()  # what the draft behind these may not have been meant to do; likewise
    error: LogError | None = None  # why nothing of the item was logged


class Match:
    """One match as the log holds it.

    Its replay is made at the first look and goes on with each entry, so that an entry costs no
    more than its own fold.

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
        self._entries: dict[int, Entry[Event]] = {}
        self._replay: Replay | None = None
        self._trial = Trial(self.game, self.catalog)
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
        return [self.entry(seq) for seq in range(1, self.last + 1)]

    def entry(self, seq: int) -> Entry[Event]:
        """One entry by its number; errors as for :attr:`entries`."""
        found = self._entries.get(seq)
        if found is None:
            try:
                found = self._entries[seq] = self.game.codec.entry(self.payloads[seq - 1])
            except (msgspec.MsgspecError, RecursionError, ValueError) as error:
                raise LogError(f"{self.id}: entry {seq} cannot be read: {error}") from error
        return found

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

    def trial(self) -> Replay:
        """A second replay of the match, to try on it what may come next; errors as for
        :meth:`replay`."""
        return self._trial.at(self.replay().events)

    def outcome(self, seq: int) -> Outcome:
        """What an entry came to when it was logged, with the facts as they stand now."""
        replay = self.replay()
        return Outcome(seq, replay.verdicts[seq - 1], replay.facts(seq), replay.noted.get(seq, ""))

    def since(self, seq: int) -> list[Recorded]:
        """The entries after that number and what they came to, as :meth:`outcome` has it.

        Raises:
            LogError: as for :meth:`replay`.
        """
        return [self._known(number) for number in range(max(seq, 0) + 1, self.last + 1)]

    def _known(self, seq: int) -> Recorded:
        return Recorded(self.entry(seq), self.hashes[seq - 1], self.outcome(seq), known=True)

    # -- what comes in ------------------------------------------------------------------------

    def propose(self, item: Item) -> Answer:
        """Hold the drafts of an item as if they were in the log already.

        Who writes them calls :meth:`back` where that fails. A refused item leaves no trace.

        Raises:
            StaleSequence: the match went on since; holds its last entry.
            Conflict: an id is here with another event or author, see :func:`require_same`.
            IncompleteEntry: a draft lacks a choice.
            Unplayed: the program fails at a draft.
            LogError: a draft is not well-formed; names the field.
        """
        numbers, sealed = self._numbered(item.drafts)
        before = self.last
        if sealed and item.expected is not None:
            known = {seq for seq in numbers if item.expected < seq <= before}
            if before != item.expected + len(known) or numbers != sorted(numbers):
                raise StaleSequence(self.id, item.expected, before)
        outcomes, illegal, asked = self._folded(sealed, item)
        self.extend(sealed[: len(outcomes)], [outcome.digest or None for outcome in outcomes])
        recorded: list[Recorded] = []
        new = before
        for seq in numbers:
            if seq > self.last:
                break
            if seq <= new:
                recorded.append(self._known(seq))
                continue
            new = seq
            each, outcome = sealed[seq - before - 1], outcomes[seq - before - 1]
            recorded.append(Recorded(each.entry, each.hash, outcome))
        return Answer(recorded, illegal, asked)

    def _numbered(self, drafts: Sequence[Draft]) -> tuple[list[int], list[Sealed]]:
        """The number that each draft has or gets, and the entries that are new."""
        codec = self.game.codec
        numbers: list[int] = []
        new: list[Sealed] = []
        ids: dict[str, int] = {}
        for draft in drafts:
            seq = self.ids.get(draft.id) or ids.get(draft.id)
            if seq is None:
                seq = ids[draft.id] = self.last + len(new) + 1
                previous = new[-1].hash if new else self.hashes[-1]
                new.append(sealed_draft(draft, self.id, seq, previous, codec))
            else:
                there = new[seq - self.last - 1].entry if seq > self.last else self.entry(seq)
                require_same(draft, there, codec)
            numbers.append(seq)
        return numbers, new

    def _folded(
        self, sealed: Sequence[Sealed], item: Item
    ) -> tuple[list[Outcome], Illegal | None, Sequence[str]]:
        """What entries come to; where only legal ones are wanted, the first that is not, or that
        may not have been meant, ends it."""
        outcomes: list[Outcome] = []
        try:
            replay = self.replay()
            for each in sealed:
                outcome = replay.add(each.entry.event)
                verdict = outcome.verdict
                if isinstance(verdict, Incomplete):
                    raise IncompleteEntry(self.id, verdict)
                if item.if_legal and isinstance(verdict, Illegal):
                    self._retract()
                    return outcomes, verdict, ()
                asked = tuple(item.asks(replay)) if item.if_legal and item.asks else ()
                if asked:
                    self.forget()
                    return outcomes, None, asked
                outcomes.append(outcome)
        except IncompleteEntry:
            if outcomes:
                self.forget()
            else:
                self._retract()
            raise
        except LogError:
            raise
        except Exception as error:
            self.forget()
            known = isinstance(error, ProgramFault)
            said = error if known else f"a fault in the program, please report it: {error!r}"
            raise Unplayed(f"{self.id}: {said}; nothing was written") from error
        except BaseException:
            self.forget()
            raise
        return outcomes, None, ()

    def _retract(self) -> None:
        """Take the newest event out of the replay, which was not applied."""
        replay = self.replay()
        if replay.opened:
            replay.retract()
        else:
            self.forget()

    def extend(self, sealed: Sequence[Sealed], digests: Sequence[str | None]) -> None:
        """Take over entries that are in the log now."""
        for each, digest in zip(sealed, digests, strict=True):
            self._entries[each.entry.seq] = each.entry
            self.payloads.append(each.payload)
            self.hashes.append(each.hash)
            self.ids[each.entry.id] = each.entry.seq
            if digest is not None:
                self.digests[each.entry.seq] = digest

    def back(self, last: int) -> None:
        """Forget the entries behind that number, and the replay, which went ahead of the log."""
        if last == self.last:
            return
        for held in (self.payloads, self.hashes):
            del held[last:]
        self._entries = {seq: entry for seq, entry in self._entries.items() if seq <= last}
        self.digests = {seq: digest for seq, digest in self.digests.items() if seq <= last}
        self.ids = {key: seq for key, seq in self.ids.items() if seq <= last}
        self.forget()

    def forget(self) -> None:
        """Drop the replay; the next look makes it anew."""
        self._replay = None


def require_same(draft: Draft, there: Entry[Event], codec: EventCodec) -> None:
    """See that a draft whose id belongs to an entry is that entry, sent again.

    It is where event and author are equal, by their canonical bytes. The times are not compared:
    who sends something again may have read the clock again. What is imported is no draft: there
    every byte has to be equal, or the chain would differ.

    Raises:
        Conflict: the id is there with another event or author.
        LogError: the draft is not well-formed; names the field.
    """
    again = sealed_draft(draft, there.match, there.seq, GENESIS, codec).entry
    again = msgspec.structs.replace(again, played_at=there.played_at, recorded_at=there.recorded_at)
    if canonical(again) != canonical(there):
        raise Conflict(
            f"{there.match}: the id {draft.id} already belongs to entry {there.seq}, which differs"
        )


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
        raise Unloggable(f"{match_id}: cannot be logged: {error}") from error
    payload = canonical(entry)
    if len(payload) > MOST_ENTRY:
        raise Unloggable(f"{match_id}: cannot be logged: an entry has at most {MOST_ENTRY:,} bytes")
    if seq > MOST_ENTRIES:
        raise Unloggable(f"{match_id}: a match has at most {MOST_ENTRIES:,} entries")
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


AHEAD = timedelta(minutes=5)
"""So much may be said to have happened after it was written down."""
OLD = timedelta(hours=24)
"""So long a device sends by itself what it could not send before."""
APART = timedelta(days=3653)
"""Ten years: so much cannot lie between an entry and the one before it."""


def clock_doubts(match: Match, seq: int, received: Received | None = None) -> Iterator[str]:
    """What no clock that goes right can have given: told beside the verdict, and never a refusal.
    The statistic ``clocks`` lists the same entries of a log.

    Args:
        match: the match.
        seq: the entry.
        received: where a server took it from a device; then the clock of that device is asked
            about (VN-11.4), as entries of several devices may come in any order.
    """
    entry = match.entry(seq)
    if received is not None:
        yield from _device_doubts(entry, received)
        return
    if entry.played_at > entry.recorded_at + AHEAD:
        yield (
            f"entry {seq} was played at {entry.played_at:%Y-%m-%d %H:%M} by what it says, after it "
            f"was recorded ({entry.recorded_at:%Y-%m-%d %H:%M})"
        )
    if seq == 1:
        return
    before = match.entry(seq - 1)
    if entry.recorded_at < before.recorded_at:
        yield (
            f"entry {seq} was recorded at {entry.recorded_at:%Y-%m-%d %H:%M:%S} by the clock, "
            f"before entry {seq - 1} ({before.recorded_at:%Y-%m-%d %H:%M:%S})"
        )
    elif abs(entry.played_at - before.played_at) > APART:
        yield (
            f"entry {seq} was played at {entry.played_at:%Y-%m-%d %H:%M} by what it says, more "
            f"than ten years from entry {seq - 1} ({before.played_at:%Y-%m-%d %H:%M})"
        )


def _device_doubts(entry: Entry[Event], received: Received) -> Iterator[str]:
    said = f"entry {entry.seq} was recorded at {entry.recorded_at:%Y-%m-%d %H:%M:%S} by the clock"
    if not received.at - OLD <= entry.recorded_at <= received.at + AHEAD:
        yield f"{said} of its device, and came in at {received.at:%Y-%m-%d %H:%M:%S}"
    if received.before is not None and entry.recorded_at < received.before:
        yield f"{said} of its device, before what that sent before ({received.before:%H:%M:%S})"


__all__ = [
    "GENESIS",
    "Answer",
    "Draft",
    "Item",
    "Match",
    "Receipt",
    "Received",
    "Recorded",
    "clock_doubts",
    "in_utc",
    "require_same",
    "sealed_draft",
]
