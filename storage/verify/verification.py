"""Verification: is the log what was written, and does it replay to what was noted?

For every match: the numbers have no gap, each payload and hash belong to the hash before, the
columns and the table of matches say what the payloads say, every entry is an event of the
game, the catalog is the one that is pinned and the log has it, the replay comes to every digest
that was noted, and none is missing that a referee notes; it reaches every head that was given
out; and the projected rows are those that the replay gives. What differs first is named. The
catalogs, the marks of the format and the drawing of the projected tables and views are judged
for the log as a whole, and tournaments are held against their matches.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from storage import schema
from storage.error import LogError, UnknownMatch
from storage.exchange.unrefereed import Unrefereed, unrefereed
from storage.log import Log
from storage.match_pages import EVERY_MATCH, Progress, Stored, pages
from storage.proof.given import checkpoints_without, lost
from storage.proof.seals import broken
from storage.replays import Asked, Came, Replays
from storage.venue.marks import amiss
from storage.verify.catalogs import Catalogs
from storage.verify.projections import COMPARED, Projections
from storage.verify.record import Ready, checked_chain, checked_record, ready
from storage.verify.report import MOST, NOTE, Checked, Difference, Report
from storage.verify.tournament import Tournaments

Told = Callable[[Checked], object]
"""Is told of the record of every match, in the order they came into the log."""


def verify(
    log: Log,
    match_ids: Sequence[str] | None = None,
    progress: Progress | None = None,
    each: Told | None = None,
    *,
    jobs: int = 1,
    pairings: bool = False,
) -> Report:
    """Verify matches of a log.

    Args:
        log: the log; open for reading will do.
        match_ids: which matches; all where None.
        progress: told how many entries are done, and how many there are.
        each: told of the record of every match.
        jobs: in how many processes matches are replayed. With more than one, the program that
            calls this is imported by each of them, so it has to be safe to import.
        pairings: of tournaments, make the proposal of each round again and compare it.

    Raises:
        UnknownMatch: there is no such match.
        LogError: the file itself cannot be read.
    """
    report = _begun(log, quick=False)
    if not report.exact:
        return report
    records = _Records(report, _lost_heads(log, match_ids), each)
    catalogs = Catalogs(log)
    tournaments = Tournaments(log, match_ids)
    with log.little_memory(), Projections(log) as projections, Replays(jobs) as replays:
        found_pages = _pages(log, match_ids, progress, check=True)
        for stored, found, came in _judged(log, found_pages, catalogs, projections, replays):
            records.add(stored, found)
            if came is not None:
                projections.expect(stored, came)
                tournaments.take(stored, came)
            _compare(report, projections, COMPARED)
        records.add_lost()
        _compare(report, projections, 0)
        _hold_together(report, tournaments, pairings=pairings)
        for difference in _beside(log, match_ids, catalogs, projections):
            report.found(difference)
        report.rows = projections.rows
        _seals(report, log, match_ids)
    return report


def verify_chain(
    log: Log,
    match_ids: Sequence[str] | None = None,
    progress: Progress | None = None,
    each: Told | None = None,
) -> Report:
    """Verify the chain of matches alone: numbers and hashes, and the heads that were given out;
    the rest as for :func:`verify`."""
    report = _begun(log, quick=True)
    if not report.exact:
        return report
    records = _Records(report, _lost_heads(log, match_ids), each)
    with log.little_memory():
        for page in _pages(log, match_ids, progress, check=False):
            for stored in page:
                records.add(stored, checked_chain(log, stored))
        records.add_lost()
        _seals(report, log, match_ids)
    return report


def _begun(log: Log, *, quick: bool) -> Report:
    """A report, which says already where nothing can be judged."""
    report = Report(quick=quick)
    for hidden in log.hiding:
        said = "a macro takes the place of this function of DuckDB, so that nothing can be judged"
        report.found(Difference("", 0, "format", said, hidden.name))
    return report


class _Records:
    """The records of matches on their way into a report, with the heads that they do not reach."""

    def __init__(self, report: Report, lost: dict[str, Difference], each: Told | None) -> None:
        self.report, self.lost, self.each = report, lost, each

    def add(self, stored: Stored, found: Checked) -> None:
        """A match whose record was looked at."""
        lost_head = self.lost.pop(stored.id, None)
        if found.difference is None and lost_head is not None:
            found = Checked(stored.id, len(stored.rows), 0, lost_head)
        self.report.add(found)
        if self.each is not None:
            self.each(found)

    def add_lost(self) -> None:
        """The matches of which a head was given out, and that are gone."""
        for gone, lost_head in self.lost.items():
            self.report.add(Checked(gone, 0, 0, lost_head))


def _seals(report: Report, log: Log, match_ids: Sequence[str] | None) -> None:
    if match_ids is None and report.exact:  # what is found says more than that something is gone
        for table, said in broken(log):
            report.found(Difference("", 0, "seal", said, table))


def _beside(
    log: Log, match_ids: Sequence[str] | None, catalogs: Catalogs, projections: Projections
) -> Iterator[Difference]:
    """What differs of that which a log keeps beside its entries."""
    yield from _marks(log)
    yield from catalogs.differences(every=match_ids is None)
    yield from _receipts(log, match_ids)
    yield from _without_heads(log, match_ids)
    if match_ids is None:
        yield from _stray_notes(log)
        yield from projections.stray()


_MARKS = ("format", "projection", "seals", "venue")
_GONE = (
    "the table is gone; a log that never had it goes on as a new one: referee export, then import"
)
_UNSEALED = (
    "there are no seals, as in a log of an earlier release that gave out no head since: rows that "
    "went from tables beside the entries do not show"
)

Judged = tuple[Stored, Checked, Came | None]
"""A match, what is found of its record, and where that is exact, what it comes to."""


def _pages(
    log: Log, match_ids: Sequence[str] | None, progress: Progress | None, *, check: bool
) -> Iterator[list[Stored]]:
    """The pages, where the log has all that was asked for."""
    chosen = EVERY_MATCH if match_ids is None else match_ids
    for page in pages(log, chosen, check=check, progress=progress):
        for stored in page:
            if not stored.rows and stored.edition is None:
                raise UnknownMatch(f"{log.path}: no match {stored.id!r}")
        yield page


def _judged(
    log: Log,
    found_pages: Iterable[list[Stored]],
    catalogs: Catalogs,
    projections: Projections,
    replays: Replays,
) -> Iterator[Judged]:
    """The matches in order; pages are read ahead while others are replayed."""
    waiting: deque[tuple[Stored, Ready | Checked, Unrefereed | None]] = deque()

    def asked() -> Iterator[Asked]:
        for page in found_pages:
            came_in = unrefereed(log, [stored.id for stored in page])
            projections.begin(page)
            for stored in page:
                match = ready(log, stored, catalogs)
                waiting.append((stored, match, came_in.get(stored.id)))
                if isinstance(match, Ready):
                    upto = projections.upto(match.sound)
                    yield Asked(stored.id, match.game, match.catalog, match.payloads, upto)

    for came in replays.of(asked()):
        yield from _unready(waiting)
        stored, match, bare = waiting.popleft()
        assert isinstance(match, Ready)
        found = checked_record(match, came, bare)
        yield stored, found, came if found.difference is None else None
    yield from _unready(waiting)


def _unready(
    waiting: deque[tuple[Stored, Ready | Checked, Unrefereed | None]],
) -> Iterator[Judged]:
    """The matches in front that cannot be replayed."""
    while waiting and isinstance(found := waiting[0][1], Checked):
        yield waiting.popleft()[0], found, None


def _compare(report: Report, projections: Projections, enough: int) -> None:
    """Report the projected rows that differ, of the matches that were gathered."""
    matches = set()
    for difference in projections.differences(enough=enough):
        report.found(difference)
        matches.add(difference.match)
    report.differing += len(matches - {""})


def _hold_together(report: Report, tournaments: Tournaments, *, pairings: bool) -> None:
    """Report what tournaments and their matches do not agree about."""
    differing = {each.match for each in report.differences}
    for difference in tournaments.differences(pairings=pairings):
        report.found(difference)
        if difference.what != NOTE and difference.match not in differing:
            differing.add(difference.match)
            report.differing += 1


def _marks(log: Log) -> Iterator[Difference]:
    """What is wrong with the marks of the file, but for that of the projections."""
    try:
        schema.require_log(log.connection, str(log.path))
    except LogError as error:
        yield Difference("", 0, "format", str(error), "meta")
    altered = schema.altered(log.connection)
    for name, (here, due) in altered.items():
        yield Difference("", 0, "format", f"it is {here}, but should be {due}", name)
    for name in schema.PROTECTING:
        if not log.has_table(name):
            yield Difference("", 0, "format", _GONE, name)
    if not log.has_table("seals"):
        if schema.seals_from_the_start(log.connection):
            said = "the table is gone that this log was made with"
            yield Difference("", 0, "seal", said, "seals")
        else:
            yield Difference("", 0, NOTE, _UNSEALED, "seals")
    for found in amiss(log):
        if found.table not in altered:
            yield Difference("", 0, "venue", found.why, found.table)
    for (key,) in log.rows(f"SELECT key FROM meta WHERE key NOT IN {_MARKS} ORDER BY key"):
        yield Difference("", 0, "format", f"there is no mark {key!r}", "meta")


def _receipts(log: Log, match_ids: Sequence[str] | None) -> Iterator[Difference]:
    """The receipts that do not fit the entries that they are of."""
    if not log.has_table("receipts"):
        return
    given = "(SELECT unnest(from_json(?, '[\"VARCHAR\"]')))"
    chosen = "true" if match_ids is None else f"receipts.match_id IN {given}"
    amiss = schema.sql("receipts_amiss").format(chosen=chosen, most=MOST)
    asked = None if match_ids is None else [msgspec.json.encode(match_ids).decode()]
    for match_id, seq, said in log.rows(amiss, asked):
        yield Difference(match_id, seq, "receipt", said, "receipts")


def _without_heads(log: Log, match_ids: Sequence[str] | None) -> Iterator[Difference]:
    """The checkpoints of which no head is kept (TR-14.2). Earlier releases kept none; from the
    first seal on, each is kept, whoever made or imported it."""
    keeps = log.has_table("seals") or schema.seals_from_the_start(log.connection)
    what = "head" if keeps else NOTE
    why = "it was removed" if keeps else "as in a log of an earlier release, or it was removed"
    for match_id, head in checkpoints_without(log, match_ids):
        said = (
            f"the head of this checkpoint is not kept, {why}: compare its words with those on "
            "the wall"
        )
        yield Difference(match_id, head.seq, what, said, "heads", rule="TR-14.2")


def _stray_notes(log: Log) -> Iterator[Difference]:
    """The notes of what came in without a referee that are of matches which there are not."""
    if log.has_table("unrefereed"):
        for match_id, seq in log.rows(
            f"SELECT match_id, seq FROM unrefereed WHERE match_id NOT IN ({EVERY_MATCH}) "
            f"ORDER BY match_id LIMIT {MOST}"
        ):
            yield Difference(match_id, seq, "referee", "there is no such match", "unrefereed")


def _lost_heads(log: Log, match_ids: Sequence[str] | None) -> dict[str, Difference]:
    """The first head of each match that was given out and that it does not reach."""
    found: dict[str, Difference] = {}
    for given, instead in lost(log, match_ids):
        said = f"its head {given.hash} was given out {given.given_at} UTC, and {instead}"
        found.setdefault(given.match, Difference(given.match, given.seq, "head", said, "heads"))
    return found


__all__ = ["verify", "verify_chain"]
