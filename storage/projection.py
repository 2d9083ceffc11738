"""The projections: facts, verdicts, seats and decks as tables, made anew at any time.

Nothing is projected when an entry is logged. Who wants to ask calls :func:`refresh` first; it
replays the matches that went on since, and takes the place of what was projected of them.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import msgspec

from referee.english import counted
from storage.drawn import damage, make, noted_mark, projected_columns
from storage.error import LogError, UnknownMatch
from storage.fact_tables import quoted
from storage.files import Scratch
from storage.log import Log
from storage.match_pages import Progress, Stored, pages
from storage.replays import Asked, Replays
from storage.replays.replayed import Unplayable
from storage.rows import projected

__all__ = [
    "Projected",
    "beyond",
    "rebuild",
    "refresh",
    "require_readable_record",
    "stale",
    "traits_of",
    "written_rows",
]

LOADED = 250_000
"""How many entries are projected at a time."""
SLICE = 2_500
"""The same for a log that others may want meanwhile."""
TOGETHER = 10
"""How many slices a log gets at most before it is closed and folds them in, for which who comes
meanwhile has to wait."""
PATIENCE = 15.0
"""For how many seconds whoever reads facts waits for a log to get them that others want too."""

_STALE = """
    SELECT match_id
    FROM (SELECT match_id, max(seq) AS seq FROM entries GROUP BY match_id) AS entries
    ANTI JOIN projected ON entries.match_id = projected.match_id AND projected.seq >= entries.seq
"""
"""What goes beyond the end of a match stays: it may be the last that knows of that end."""
_GIVEN = "(SELECT unnest(from_json(?, '[\"VARCHAR\"]')))"


class Projected(NamedTuple):
    """What a refresh did."""

    matches: int  # how many matches were projected
    entries: int  # how many entries they have
    # the matches that cannot be replayed, each with the reason; nothing of them is projected
    faults: dict[str, str]
    # what was wrong with the tables that were there, so that all were made anew; empty where
    # nothing was
    damage: str = ""
    unshared: str = ""  # why the log itself did not get what was projected into a copy of it


def beyond(log: Log, wrong: str | None) -> list[tuple[str, int, int]]:
    """The matches that are projected beyond their end, each with the entry up to which it is, and
    with its last; none where the tables are damaged, as :func:`damage` tells."""
    if wrong or (wrong is not None and not log.has_table("projected")):
        return []
    return log.rows(
        "SELECT match_id, projected.seq, max(entries.seq) AS last FROM projected "
        "JOIN entries USING (match_id) GROUP BY ALL HAVING projected.seq > last ORDER BY ALL"
    )


def stale(log: Log, wrong: str | None) -> int:
    """How many matches have entries that are not projected; those that cannot be are not counted.

    Args:
        log: the log.
        wrong: what is wrong with the tables, as :func:`damage` tells.

    Raises:
        LogError: the log cannot be read.
    """
    chosen = _STALE if wrong is None else "SELECT DISTINCT match_id FROM entries"
    return int(log.rows(f"SELECT count(*) FROM ({chosen})")[0][0])


def refresh(
    log: Log, progress: Progress | None = None, *, also: Path | None = None, jobs: int = 1
) -> Projected:
    """Project what was logged since. A log that is open for reading will do where nothing was.

    Args:
        log: the log, or a private copy of it.
        progress: told how many entries are done, and how many there are.
        also: for a copy, the log itself. It gets the same if it can be written, slice by slice;
            whoever comes meanwhile has a turn after the next one. Where others come again and
            again it gets the rest another time.
        jobs: in how many processes matches are replayed, as for :func:`storage.verify.verify`.

    Raises:
        LogError: something was, and the log is open for reading only; or it cannot be written.
    """
    found = damage(log)
    behind = stale(log, found)
    if not behind:
        if found is not None and log.writing:
            make(log)  # a log without entries has the tables all the same
        return Projected(0, 0, {} if found is not None else _faults(log))
    if not log.writing:
        raise LogError(
            f"{log.path}: open for reading only, and the facts of {counted(behind, 'match')} "
            "are not up to date"
        )
    if found is not None:
        make(log)
    _traits(log)
    matches = entries = 0
    unshared = ""
    try:
        with Scratch() as folder, Replays(jobs) as replays:
            writer = _Writer(log, Path(folder), replays, in_slices=also is not None)
            for page in pages(log, _STALE, progress=progress, size=SLICE if also else None):
                writer.write(page)
                matches += len(page)
                entries += sum(len(stored.rows) for stored in page)
                if writer.entries >= LOADED:
                    unshared = writer.load(None if unshared else also) or unshared
            unshared = writer.load(None if unshared else also) or unshared
    except OSError as error:
        raise log.fault(error) from error
    return Projected(matches, entries, _faults(log), found or "", unshared)


def rebuild(
    log: Log,
    progress: Progress | None = None,
    *,
    match_ids: Sequence[str] | None = None,
    jobs: int = 1,
) -> Projected:
    """Drop projections and make them anew, of all matches or of some.

    Args:
        log: the log, open for writing.
        match_ids: which matches; all where None. Others that are behind are projected too.
        progress: told how many entries are done, and how many there are.
        jobs: as for :func:`refresh`.

    Raises:
        UnknownMatch: there is no such match.
        LogError: the log cannot be written.
    """
    clear(log, match_ids)
    return refresh(log, progress, jobs=jobs)


def clear(log: Log, match_ids: Sequence[str] | None = None) -> None:
    """Take the projected rows of all matches or of some away; :func:`refresh` makes them anew, of
    a copy too, while others write.

    Raises:
        UnknownMatch: there is no such match.
        LogError: the log cannot be written.
    """
    log.require_writing()
    for match_id in match_ids or ():
        if not log.has(match_id):
            raise UnknownMatch(f"{log.path}: no match {match_id!r}")
    if match_ids is None or damage(log) is not None:
        make(log)
    else:
        given = [_json(match_ids)]
        with log.transaction():
            for table in projected_columns(log):
                log.rows(f'DELETE FROM "{table}" WHERE match_id IN {_GIVEN}', given)
            log.rows(
                "DELETE FROM card_traits WHERE catalog IN "
                f"(SELECT catalog FROM matches WHERE match_id IN {_GIVEN})",
                given,
            )


def require_readable_record(log: Log) -> None:
    """See that everything can be read from which the projections are made.

    Raises:
        LogError: it cannot.
    """
    for table in ("entries", "matches", "catalogs"):
        log.rows(f"SELECT count(*) FROM {table} WHERE hash({table}) = 0")


def _faults(log: Log) -> dict[str, str]:
    return dict(log.rows("SELECT match_id, fault FROM projected WHERE fault IS NOT NULL"))


def _traits(log: Log) -> None:
    """The traits of the cards of catalogs that came in since."""
    rows: list[tuple[str, str, str, str]] = []
    editions = log.rows(
        "SELECT DISTINCT catalog, game, version FROM matches "
        "WHERE catalog NOT IN (SELECT catalog FROM card_traits) ORDER BY ALL"
    )
    for edition in editions:
        with suppress(LogError):  # the matches that pin it are faulty, and say so
            rows += traits_of(log, *edition)
    if rows:
        log.rows(
            "INSERT INTO card_traits SELECT DISTINCT row[1], row[2], row[3], row[4] "
            "FROM (SELECT unnest(from_json(?, '[[\"VARCHAR\"]]')) AS row)",
            [_json(rows)],
        )


def traits_of(log: Log, key: str, game_id: str, version: str) -> list[tuple[str, str, str, str]]:
    """The rows of ``card_traits`` for a catalog, as an edition of its game reads it.

    Raises:
        LogError: the game or the catalog is not there.
    """
    game = log.game(game_id, version)
    cards = game.traits(log.catalog_for(key, game))
    return [(key, c, t, v) for c, traits in cards.items() for t, v in traits.items()]


# -- the rows ---------------------------------------------------------------------------------


class _Slice(NamedTuple):
    """What is written and not taken in: of which matches, for which tables."""

    ids: list[str]
    tables: set[str]


class _Writer:
    """Writes the rows of matches to files of JSON lines, which DuckDB loads many at a time.

    Args:
        log: the log that takes them in.
        folder: where to write them.
        replays: where the matches are replayed.
        in_slices: whether each page has files of its own, so that another log can take them in
            one after the other.
    """

    def __init__(self, log: Log, folder: Path, replays: Replays, *, in_slices: bool) -> None:
        self.log = log
        self.folder = folder
        self.replays = replays
        self.in_slices = in_slices
        self.columns = projected_columns(log)
        self.entries = 0
        self.slices: list[_Slice] = []

    def write(self, page: list[Stored]) -> None:
        """Write the rows of some matches."""
        lines: dict[str, list[bytes]] = {}
        matches = [_asked(self.log, stored) for stored in page]
        results = self.replays.of(match for match in matches if isinstance(match, Asked))
        for stored, match in zip(page, matches, strict=True):
            self.entries += len(stored.rows)
            fault = None
            if isinstance(match, Asked):
                came = next(results)
                for table, (_, own_lines) in came.rows.items():
                    lines.setdefault(table, []).append(own_lines)
                if came.fault is not None:
                    fault = str(Unplayable(stored.id, *came.fault))
            else:
                fault = match
            last = stored.rows[-1].seq if stored.rows else 0
            table, line = projected(stored.id, last, fault)
            lines.setdefault(table, []).append(line)
        if self.in_slices or not self.slices:
            self.slices.append(_Slice([], set()))
        self.slices[-1].ids.extend(stored.id for stored in page)
        self.slices[-1].tables.update(lines)
        for table, own in lines.items():
            with self._file(table, len(self.slices) - 1).open("ab") as file:
                file.writelines(own)

    def _file(self, table: str, part: int | str) -> Path:
        return self.folder / f"{table}.{part}.jsonl"

    def load(self, also: Path | None) -> str:
        """Have the log take in what is written, which goes then.

        Args:
            also: a log that takes in the same, as far as it can be written.

        Returns:
            Why that one did not get all of it; empty where it did.
        """
        unshared = ""
        if self.slices:
            ids = [each for one in self.slices for each in one.ids]
            tables = {table for one in self.slices for table in one.tables}
            self._take_in(self.log, _Slice(ids, tables), "*")
            if also is not None:
                try:
                    unshared = self._share(also)
                except LogError as error:
                    unshared = str(error)
        for path in self.folder.iterdir():
            path.unlink()
        self.slices = []
        self.entries = 0
        return unshared

    def _share(self, path: Path) -> str:
        """Have another log take in what is written. It stays open while nobody wants it.

        Returns:
            Why it did not get all of it; empty where it did.

        Raises:
            LogError: it cannot be written.
        """
        until = monotonic() + PATIENCE
        left = list(enumerate(self.slices))
        while left:
            with Log.open(path, write=True) as log:
                first = len(left) == len(self.slices)
                changed = first or noted_mark(log) != noted_mark(self.log)
                if changed and damage(log) is not None:
                    make(log)
                _traits(log)
                for number, each in left[:TOGETHER]:
                    self._take_in(log, each, number)
                    del left[0]
                    if left and log.awaited():
                        if monotonic() < until:
                            break
                        done = sum(len(one.ids) for one in self.slices[: left[0][0]])
                        return f"others want the log, and {done:,} more of its matches have theirs"
        return ""

    def _take_in(self, log: Log, written: _Slice, part: int | str) -> None:
        """Have a log take in what is written, in the place of what was projected before."""
        with log.transaction():
            before = log.rows(
                f"SELECT list(match_id) FROM projected WHERE match_id IN {_GIVEN}",
                [_json(written.ids)],
            )[0][0]
            for table in self.columns if before else ():
                log.rows(f'DELETE FROM "{table}" WHERE match_id IN {_GIVEN}', [_json(before)])
            for table in sorted(written.tables):
                log.rows(_load(table, self._file(table, part), self.columns[table]))


def _asked(log: Log, stored: Stored) -> Asked | str:
    """A match that is to be replayed with its rows, or why that cannot be."""
    try:
        edition = stored.require_edition()
        game = log.game(edition.game, edition.version)
        catalog = log.catalog_for(edition.catalog, game)
    except LogError as error:
        return str(error)
    payloads = [row.payload for row in stored.rows]
    return Asked(stored.id, game, catalog, payloads, len(payloads))


def _load(table: str, path: Path, columns: Mapping[str, str]) -> str:
    return f'INSERT INTO "{table}" {written_rows(path, columns)}'


def written_rows(path: Path, columns: Mapping[str, str]) -> str:
    """SQL for the rows that are written to a file of JSON lines."""
    names = ", ".join(f'"{name}"' for name in columns)
    kinds = ", ".join(f'"{name}": {quoted(kind)}' for name, kind in columns.items())
    return (
        f"SELECT {names} FROM read_json({quoted(str(path))}, "
        f"format = 'newline_delimited', columns = {{{kinds}}})"
    )


def _json(values: object) -> str:
    """Values as one JSON text, to be passed as one parameter and unnested in SQL."""
    return msgspec.json.encode(values).decode()
