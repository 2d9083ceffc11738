"""The log: one DuckDB file that keeps the entries of all matches, catalogs and names.

One process writes at a time and holds an advisory lock (``<log>.lock``) from open to close;
any number may read while nobody writes. What :meth:`Log.append` returned is on disk.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any, Literal

import duckdb
import msgspec
from msgspec import Struct

from events.common import Opening
from events.entry import GENESIS, Entry, verb
from events.event import Event
from referee.catalog import Catalog
from referee.fact import Ending
from referee.verdict import Illegal, Incomplete
from storage import schema
from storage.error import (
    Conflict,
    IncompleteEntry,
    LogError,
    LogLocked,
    Refused,
    StaleSequence,
    UnknownCatalog,
    UnknownMatch,
)
from storage.library import CatalogRow, Library
from storage.match import (
    Answer,
    Draft,
    Item,
    Match,
    Receipt,
    Received,
    Recorded,
    in_utc,
    require_same,
    sealed_draft,
)
from storage.proof.given import give_out_all
from storage.proof.head import Head
from storage.proof.seals import CHECKPOINT

__all__ = [
    "Answer",
    "CatalogRow",
    "Conflict",
    "Draft",
    "Item",
    "Log",
    "LogError",
    "LogLocked",
    "Match",
    "MatchRow",
    "Receipt",
    "Recorded",
    "Refused",
    "StaleSequence",
    "UnknownCatalog",
    "UnknownMatch",
]


_WITH_RESULTS = (
    "SELECT f.winners, v.remedy, c.contest, s.person, p.fault "
    "FROM fact_match_ended f, verdicts v, contests c, seats s, projected p LIMIT 0"
)
"""What has to be projected, so that a list of matches says how they ended."""


class MatchRow(Struct, frozen=True):
    """One match in a list of matches."""

    id: str  # the match
    game: str  # the id of the game
    version: str  # the version of its rules
    catalog: str  # the hash of its catalog
    opened_at: datetime  # when it was opened, UTC without a time zone
    entries: int  # how many entries it has
    seats: dict[str, str]  # the seats in order, each with the person who sits there
    contest: str = ""  # the contest that it is a game of; empty where it is of none
    # how it ended; empty while it is on; None where its facts are not projected
    over: str | None = None
    # with what result, as in :class:`~referee.fact.MatchEnded`; empty and None as for ``over``
    result: Ending | Literal[""] | None = None
    winners: tuple[str, ...] = ()  # the sides that won; empty where none did, and as for ``over``
    illegal: int | None = None  # how many misplays it has; None as for ``over``
    # how many entries were refused only because of these; None as for ``over``
    consequences: int | None = None


def _match_row(values: tuple[Any, ...], seats: dict[str, str], contest: str) -> MatchRow:
    *first, over, result, winners, illegal, following = values
    row = [*first, seats, contest, over, result, tuple(winners or ()), illegal, following]
    return MatchRow(*row)


class _Row(Struct, frozen=True):
    """One row of ``entries`` on its way in."""

    match_id: str
    seq: int
    id: str
    played_at: datetime
    recorded_at: datetime
    recorded_by: str
    type: str
    payload: str
    hash: str
    digest: str | None


class _Receipt(Struct, frozen=True):
    """One row of ``receipts`` on its way in."""

    match_id: str
    seq: int
    received_at: datetime
    session: str
    delay_ms: int


class Log(Library):
    """A log that is open. Use it as a context manager, and as shortly as the work allows.

    Where one process serves all others it stays open for days: ``append_many`` takes what came in
    of many matches, and other threads ask, copy and tidy on a ``cursor`` of their own.

    Example:
        >>> with Log.open(Path("season.duckdb"), write=True) as log:     # doctest: +SKIP
        ...     log.append("vale-r1-t4", [draft], expected=17)
    """

    of_all = False
    """Whether whoever asks may be told of all persons together alone, as of a league."""

    def has(self, match_id: str) -> bool:
        """Whether the log has that match."""
        return bool(self.rows("SELECT 1 FROM matches WHERE match_id = ?", [match_id]))

    def matches(self, *, game: str | None = None) -> list[MatchRow]:
        """The matches of the log, of one game or of all, in the order they were opened."""
        try:
            self.rows(_WITH_RESULTS)
            made = True
        except LogError:  # none were made, or another version made others
            made = False
        found = self.rows(schema.sql("matches_projected" if made else "matches"), [game])
        seats: dict[str, dict[str, str]] = {row[0]: {} for row in found}
        contests: dict[str, str] = {}
        for match_id, seat, person, contest in self._seated(seats, projected=made):
            if match_id in seats:
                seats[match_id][seat] = person
                contests[match_id] = contest
        return [_match_row(row, seats[row[0]], contests.get(row[0], "")) for row in found]

    def _seated(self, match_ids: Iterable[str], *, projected: bool) -> list[tuple[str, ...]]:
        """Each seat with its match, its person and the contest; an opening is read only of a
        match that was never projected, since it is long for its decks."""
        found = self.rows(schema.sql("seated")) if projected else []
        left = [*({*match_ids} - {row[0] for row in found})]
        if left:
            found += self.rows(schema.sql("openings"), [msgspec.json.encode(left).decode()])
        return found

    def load(self, match_id: str) -> Match:
        """A match with all its entries.

        Raises:
            UnknownMatch: the log has no such match.
            LogError: it cannot be read; ``verify`` says more.
        """
        row = self.rows("SELECT game, version, catalog FROM matches WHERE match_id = ?", [match_id])
        if not row:
            raise UnknownMatch(f"{self.path}: no match {match_id!r}")
        game = self.game(row[0][0], row[0][1])
        match = Match(match_id, game, self.catalog_for(row[0][2], game))
        self._fill(match)
        match.source = self
        return match

    @cached_property
    def _live(self) -> dict[str, Match]:
        return {}

    @cached_property
    def _moved(self) -> dict[str, None]:
        return {}

    def live(self, match_id: str) -> Match:
        """The match that is kept in memory with its replay, as :meth:`append_many` keeps it up
        to date; loaded at the first look. Errors as for :meth:`load`.

        For the one thread that appends.
        """
        match = self._live.get(match_id)
        if match is None:
            match = self._live[match_id] = self.load(match_id)
            self._moved[match_id] = None
        return match

    def hold(self, match: Match) -> None:
        """Keep a match in memory that was loaded before this log was opened, brought up to date;
        :meth:`live` and :meth:`append_many` go on with it."""
        if match.source is not self:
            self._catch_up(match)
        self._live[match.id] = match
        self._moved[match.id] = None

    @property
    def at_hand(self) -> Mapping[str, Match]:
        """The matches that are kept in memory, by their ids; look, do not touch."""
        return self._live

    def moved(self) -> list[Match]:
        """The matches at hand that came there or may have gone on since this was last asked."""
        found = [self._live[match_id] for match_id in self._moved if match_id in self._live]
        self._moved.clear()
        return found

    def let_go(self, match_id: str) -> None:
        """Keep a match in memory no longer."""
        self._live.pop(match_id, None)

    def _fill(self, match: Match) -> None:
        rows = self.rows(
            "SELECT id, payload, hash, digest, seq FROM entries WHERE match_id = ? ORDER BY seq",
            [match.id],
        )
        if not rows or rows[-1][4] != len(rows):
            raise LogError(f"{match.id}: entries are missing; verify says which")
        match.fill(row[:4] for row in rows)

    def _catch_up(self, match: Match) -> None:
        """Bring a match up to date that was loaded before this log was opened."""
        last = self.rows(
            "SELECT seq, hash FROM entries WHERE match_id = ? ORDER BY seq DESC LIMIT 1", [match.id]
        )
        if last != [(match.last, *match.hashes[-1:])]:
            self._fill(match)
        match.source = self

    def open_match(self, draft: Draft, match_id: str, catalog: Catalog) -> Recorded:
        """Open a match: its entry 1, checked by the referee before anything is written.

        The same opening again, as :func:`~storage.match.require_same` has it, changes nothing.

        Args:
            draft: the opening.
            match_id: what to call the match.
            catalog: the catalog that the opening pins; the log keeps it.

        Raises:
            Refused: the opening breaks a rule; holds the verdict.
            Conflict: there is another match of that id.
            LogError: it is no opening, or not well-formed, or cannot be written.
        """
        self.require_writing()
        opening = draft.event
        if not isinstance(opening, Opening):
            raise LogError(f"{match_id}: a match begins with an opening, not {verb(opening)}")
        game = self.game(opening.game, opening.version)
        sealed = sealed_draft(draft, match_id, 1, GENESIS, game.codec)
        if self.has(match_id):
            match = self.load(match_id)
            if match.ids.get(draft.id) != 1:
                raise Conflict(f"{match_id}: another match of that name already exists")
            require_same(draft, match.entry(1), game.codec)
            (first,) = match.since(0)[:1]
            return first
        match = Match(match_id, game, catalog)
        outcome = match.replay().add(sealed.entry.event)
        if isinstance(outcome.verdict, Incomplete):
            raise IncompleteEntry(match_id, outcome.verdict)
        if isinstance(outcome.verdict, Illegal):
            raise Refused(match_id, outcome.verdict)
        match.extend([sealed], [outcome.digest or None])
        recorded = Recorded(sealed.entry, sealed.hash, outcome)
        with self.transaction():
            self.add_catalog(catalog)
            self.rows(
                "INSERT INTO matches VALUES (?, ?, ?, ?, ?, true)",
                [
                    match_id,
                    opening.game,
                    opening.version,
                    opening.catalog,
                    sealed.entry.played_at.replace(tzinfo=None),
                ],
            )
            self._insert([_row(match, recorded)])
        return recorded

    def append(
        self,
        match_id: str,
        drafts: Sequence[Draft],
        *,
        expected: int | None = None,
        match: Match | None = None,
    ) -> list[Recorded]:
        """Log what happened next in a match: all of it, durable when this returns, or nothing.

        An illegal event is logged too, with its verdict. A draft whose id the match has already,
        with this event and author, is not logged again: its entry comes back as ``known``,
        whatever times the draft says (see :func:`~storage.match.require_same`).

        Args:
            match_id: the match.
            drafts: what happened, in order.
            expected: the last entry that the caller knows of; not checked where None, or where
                nothing is new. Drafts that are in the log already count as known to the caller.
            match: the match as loaded before, so that it need not be loaded again. It is
                brought up to date and holds the new entries afterwards.

        Raises:
            StaleSequence: the match went on since; holds its last entry.
            Conflict: an id is in the match with another event or author.
            UnknownMatch: there is no such match.
            LogError: a draft is not well-formed, or the log cannot be written.
        """
        self.require_writing()
        if match is None:
            match = self._live.get(match_id) or self.load(match_id)
        elif match.id != match_id:
            raise LogError(f"{match_id}: the match at hand is {match.id}")
        elif match.source is not self:
            self._catch_up(match)
        if match is not self._live.get(match_id):
            self.let_go(match_id)  # it would be behind from here on, and not know it
        (answer,) = self._append([Item(match_id, drafts, expected)], {match_id: match})
        if answer.error is not None:
            raise answer.error
        return list(answer.recorded)

    def received(self, match_id: str) -> dict[int, Received]:
        """When entries of a match came in, by their numbers: those that a server took.

        Raises:
            LogError: the log cannot be read.
        """
        if not self.has_table("receipts"):
            return {}
        found = self.rows(schema.sql("received_when"), {"match": match_id})
        return {seq: Received(_utc(at), before and _utc(before)) for seq, at, before in found}

    def append_many(self, items: Sequence[Item]) -> list[Answer]:
        """Log what came in for any number of matches, in one commit; an answer for each item.

        An item is accepted or refused alone, as :meth:`append` would, and is in the log as a
        whole or not at all; several of one match work in their order. What is answered without
        an error is durable when this returns. Where the log cannot be written, every item
        answers so, and may be sent again; after a :class:`~storage.error.LogBroken`, to the log
        opened anew. The matches stay in memory, see :meth:`live`.

        Raises:
            LogError: the log is open for reading only.
        """
        self.require_writing()
        try:
            return self._append(items, self._live)
        except LogError as error:
            return [Answer(error=error) for _ in items]

    def _append(self, items: Sequence[Item], at_hand: dict[str, Match]) -> list[Answer]:
        try:
            return self._commit(items, at_hand)
        except duckdb.ConstraintException:  # a match at hand is behind the log
            for match_id in {item.match for item in items} & at_hand.keys():
                self._fill(at_hand[match_id])
                self._moved[match_id] = None
        try:
            return self._commit(items, at_hand)
        except duckdb.ConstraintException as error:
            raise self.fault(error) from error

    def _commit(self, items: Sequence[Item], at_hand: dict[str, Match]) -> list[Answer]:
        """Have every match take its items, and all of it written, or none.

        Raises:
            duckdb.ConstraintException: somebody else wrote one of these numbers.
            LogError: it cannot be written.
        """
        answers: list[Answer] = []
        rows: list[_Row] = []
        receipts: list[_Receipt] = []
        before: dict[str, int] = {}
        try:
            for item in items:
                try:
                    match = at_hand.get(item.match) or self.live(item.match)
                    before.setdefault(match.id, match.last)
                    answer = match.propose(item)
                except LogError as error:
                    answers.append(Answer(error=error))
                    continue
                answers.append(answer)
                new = [each for each in answer.recorded if not each.known]
                rows += [_row(match, each) for each in new]
                if item.receipt is not None:
                    receipts += [_received(item.receipt, each.entry) for each in new]
            if rows:
                self._insert(rows, receipts)
                self._moved.update(dict.fromkeys(before))
        except BaseException:
            for match_id, last in before.items():
                at_hand[match_id].back(last)
            raise
        return answers

    def _insert(self, rows: Sequence[_Row], receipts: Sequence[_Receipt] = ()) -> None:
        """One statement, and outside of a transaction one commit. A checkpoint is a head that is
        given out: its words hang on the wall (TR-14.2).

        Raises:
            duckdb.ConstraintException: somebody else wrote one of these numbers.
            LogError: anything else.
        """
        checkpoints = [
            (row.match_id, Head(row.seq, row.hash)) for row in rows if row.type == CHECKPOINT
        ]
        if receipts or checkpoints:
            with self.transaction():
                self._insert_rows(rows)
                if receipts:
                    self.rows(schema.sql("received"), [msgspec.json.encode(receipts).decode()])
                give_out_all(self, checkpoints)
        else:
            self._insert_rows(rows)

    def _insert_rows(self, rows: Sequence[_Row]) -> None:
        try:
            self.connection.execute(schema.sql("append"), [msgspec.json.encode(rows).decode()])
        except duckdb.ConstraintException:
            raise
        except duckdb.Error as error:
            raise self.fault(error) from error
        self.keep_journal()


def _row(match: Match, recorded: Recorded) -> _Row:
    entry = recorded.entry
    return _Row(
        entry.match,
        entry.seq,
        entry.id,
        entry.played_at,
        entry.recorded_at,
        entry.recorded_by,
        verb(entry.event),
        match.payloads[entry.seq - 1].decode(),
        recorded.hash,
        recorded.outcome.digest or None,
    )


def _utc(at: datetime) -> datetime:
    return at.replace(tzinfo=UTC)


def _received(receipt: Receipt, entry: Entry[Event]) -> _Receipt:
    at = in_utc(receipt.received_at)
    delay = (at - entry.recorded_at) // timedelta(milliseconds=1)
    return _Receipt(entry.match, entry.seq, at, receipt.session, delay)
