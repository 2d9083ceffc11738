"""The log: one DuckDB file that keeps the entries of all matches, catalogs and names.

One process writes at a time and holds an advisory lock (``<log>.lock``) from open to close;
any number may read while nobody writes. What :meth:`Log.append` returned is on disk.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal

import duckdb
import msgspec
from msgspec import Struct

from events.common import Opening
from events.entry import GENESIS, Entry, Sealed, verb
from events.error import ProgramFault
from events.event import Event
from referee.catalog import Catalog
from referee.fact import Ending
from referee.replay.replay import Outcome
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
    Unplayed,
)
from storage.library import CatalogRow, Library
from storage.match import Draft, Match, Recorded, sealed_draft

__all__ = [
    "CatalogRow",
    "Conflict",
    "Draft",
    "Log",
    "LogError",
    "LogLocked",
    "Match",
    "MatchRow",
    "Recorded",
    "Refused",
    "StaleSequence",
    "UnknownCatalog",
    "UnknownMatch",
]


class MatchRow(Struct, frozen=True):
    """One match in a list of matches.

    Args:
        id: the match.
        game: the id of the game.
        version: the version of its rules.
        catalog: the hash of its catalog.
        opened_at: when it was opened, UTC without a time zone.
        entries: how many entries it has.
        seats: the seats in order, each with the person who sits there.
        contest: the contest that it is a game of; empty where it is of none.
        over: how it ended; empty while it is on; None where its facts are not projected.
        result: with what result, as in :class:`~referee.fact.MatchEnded`; empty and None as for
            ``over``.
        winners: the sides that won; empty where none did, and as for ``over``.
        illegal: how many misplays it has; None as for ``over``.
        consequences: how many entries were refused only because of these; None as for ``over``.
    """

    id: str
    game: str
    version: str
    catalog: str
    opened_at: datetime
    entries: int
    seats: dict[str, str]
    contest: str = ""
    over: str | None = None
    result: Ending | Literal[""] | None = None
    winners: tuple[str, ...] = ()
    illegal: int | None = None
    consequences: int | None = None


def _match_row(values: tuple[Any, ...]) -> MatchRow:
    *first, seats, contest, over, result, winners, illegal, following = values
    row = [*first, dict(seats), contest, over, result, tuple(winners or ()), illegal, following]
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


class Log(Library):
    """A log that is open. Use it as a context manager, and as shortly as the work allows.

    Example:
        >>> with Log.open(Path("season.duckdb"), write=True) as log:     # doctest: +SKIP
        ...     log.append("vale-r1-t4", [draft], expected=17)
    """

    def has(self, match_id: str) -> bool:
        """Whether the log has that match."""
        return bool(self.rows("SELECT 1 FROM matches WHERE match_id = ?", [match_id]))

    def matches(self, *, game: str | None = None) -> list[MatchRow]:
        """The matches of the log, of one game or of all, in the order they were opened."""
        projected = self.rows(
            "SELECT 1 FROM duckdb_columns() WHERE database_name = current_database() "
            "AND (table_name, column_name) IN "
            "(('fact_match_ended', 'winners'), ('verdicts', 'remedy'))"
        )  # another version may have made other tables
        which = "matches_projected" if len(projected) == 2 else "matches"
        found = self.rows(schema.sql(which), [game])
        return list(map(_match_row, found))

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

        The same opening again, by its id, changes nothing.

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
            if not _says(match.entry(1), sealed.entry):
                raise Conflict(f"{match_id}: another match of that name already exists")
            return Recorded(match.entry(1), match.hashes[0], match.outcome(1), known=True)
        match = Match(match_id, game, catalog)
        outcome = match.replay().add(sealed.entry.event)
        _require_complete(match_id, [outcome])
        if isinstance(outcome.verdict, Illegal):
            raise Refused(match_id, outcome.verdict)
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
            self._insert([sealed], [outcome])
        return Recorded(sealed.entry, sealed.hash, outcome)

    def append(
        self,
        match_id: str,
        drafts: Sequence[Draft],
        *,
        expected: int | None = None,
        match: Match | None = None,
    ) -> list[Recorded]:
        """Log what happened next in a match: all of it, durable when this returns, or nothing.

        An illegal event is logged too, with its verdict. A draft whose id the match has
        already, with the same event and author, is not logged again, whatever its times are:
        its entry comes back as ``known`` (VN-2.2).

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
            match = self.load(match_id)
        elif match.id != match_id:
            raise LogError(f"{match_id}: the match at hand is {match.id}")
        elif match.source is not self:
            self._catch_up(match)
        try:
            return self._append(match, drafts, expected)
        except duckdb.ConstraintException:
            self._fill(match)
            return self._append(match, drafts, expected)

    def _append(
        self, match: Match, drafts: Sequence[Draft], expected: int | None
    ) -> list[Recorded]:
        numbers, sealed = _numbered(match, drafts)
        if sealed and expected is not None:
            known = {seq for seq in numbers if expected < seq <= match.last}
            if match.last != expected + len(known):
                raise StaleSequence(match.id, expected, match.last)
        try:
            replay = match.replay()
            outcomes = [replay.add(each.entry.event) for each in sealed]
            _require_complete(match.id, outcomes)
            if sealed:
                self._insert(sealed, outcomes)
        except ProgramFault as fault:
            match.forget()
            raise Unplayed(f"{match.id}: {fault}; nothing was written") from fault
        except BaseException:
            match.forget()
            raise
        before = match.last
        match.extend(sealed, [outcome.digest or None for outcome in outcomes])
        recorded = []
        seen: set[int] = set()
        for seq in numbers:
            new = seq > before and seq not in seen
            seen.add(seq)
            outcome = outcomes[seq - before - 1] if seq > before else match.outcome(seq)
            recorded.append(
                Recorded(match.entry(seq), match.hashes[seq - 1], outcome, known=not new)
            )
        return recorded

    def _insert(self, sealed: Sequence[Sealed], outcomes: Sequence[Outcome]) -> None:
        """One statement, and outside of a transaction one commit.

        Raises:
            duckdb.ConstraintException: somebody else wrote one of these numbers.
            LogError: anything else.
        """
        rows = [
            _Row(
                each.entry.match,
                each.entry.seq,
                each.entry.id,
                each.entry.played_at,
                each.entry.recorded_at,
                each.entry.recorded_by,
                verb(each.entry.event),
                each.payload.decode(),
                each.hash,
                outcome.digest or None,
            )
            for each, outcome in zip(sealed, outcomes, strict=True)
        ]
        try:
            self.connection.execute(schema.sql("append"), [msgspec.json.encode(rows).decode()])
        except duckdb.ConstraintException:
            raise
        except duckdb.Error as error:
            raise self.fault(error) from error
        self.keep_journal()


def _require_complete(match_id: str, outcomes: Sequence[Outcome]) -> None:
    """Refuse to write an entry that lacks a choice.

    Raises:
        IncompleteEntry: an outcome is a question; holds it.
    """
    for outcome in outcomes:
        if isinstance(outcome.verdict, Incomplete):
            raise IncompleteEntry(match_id, outcome.verdict)


def _says(there: Entry[Event], again: Entry[Event]) -> bool:
    """Whether an entry is there already: the same event under the same id by the same author."""
    return (there.id, there.recorded_by, there.event) == (again.id, again.recorded_by, again.event)


def _numbered(match: Match, drafts: Sequence[Draft]) -> tuple[list[int], list[Sealed]]:
    """The number that each draft has or gets, and the entries that are new.

    Raises:
        Conflict: an id is there with other content.
        LogError: a draft is not well-formed.
    """
    numbers: list[int] = []
    new: list[Sealed] = []
    ids: dict[str, int] = {}
    for draft in drafts:
        seq = match.ids.get(draft.id) or ids.get(draft.id)
        if seq is None:
            seq = match.last + len(new) + 1
            previous = new[-1].hash if new else match.hashes[-1]
            new.append(sealed_draft(draft, match.id, seq, previous, match.game.codec))
            ids[draft.id] = seq
        else:
            there = match.entry(seq) if seq <= match.last else new[seq - match.last - 1].entry
            again = sealed_draft(draft, match.id, seq, GENESIS, match.game.codec)
            if not _says(there, again.entry):
                raise Conflict(
                    f"{match.id}: the id {draft.id} already belongs to entry {seq}, which differs"
                )
        numbers.append(seq)
    return numbers, new
