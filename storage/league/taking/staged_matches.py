"""Matches on a bench of their own, where they are judged: those of a parcel, or a part of the lake.

The bench is the database in memory that the lake is attached to. Its ``entries``, ``matches`` and
``catalogs`` are those of a log, without keys, so that whatever somebody sent can lie on it; what
the matches come to goes into projected tables as a log has them, by the ids of the league.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from events.bounds import MOST_ENTRIES, MOST_ENTRY
from events.entry import canonical
from referee.catalog import Catalog
from referee.fact import FACTS
from referee.game import Game
from referee.games.registry import is_stream
from storage import schema
from storage.drawn import projected_columns
from storage.error import LogError
from storage.exchange.unrefereed import Unrefereed, notes_of
from storage.fact_tables import fact_tables, quoted
from storage.league.lake import Lake
from storage.league.parcels import CATALOGS, ENTRIES
from storage.log import Log
from storage.match_pages import Stored, pages
from storage.projection import written_rows
from storage.replays import Asked, Came, Replays, came_to
from storage.rows import projected
from storage.tournament.checkpoint import Unlike, covered
from storage.verify.catalogs import Catalogs
from storage.verify.record import Ready, checked_record, ready
from storage.verify.report import Difference

_PAGE = 20_000
"""How many entries are judged at a time."""
_TYPES = {
    ENTRIES: {
        "match_id": "VARCHAR",
        "seq": "INTEGER",
        "id": "VARCHAR",
        "played_at": "TIMESTAMP",
        "recorded_at": "TIMESTAMP",
        "recorded_by": "VARCHAR",
        "type": "VARCHAR",
        "payload": "VARCHAR",
        "hash": "VARCHAR",
        "digest": "VARCHAR",
    },
    CATALOGS: dict.fromkeys(("hash", "game", "name", "payload"), "VARCHAR"),
}
_CHECKPOINTS = {"match_id": "VARCHAR", "seq": "INTEGER", "game": "VARCHAR", "hash": "VARCHAR"}
"""Which matches the checkpoints of tournaments cover, with the hashes that these had then: the
tournament, the entry of the checkpoint, and the match by its id in the league."""
_OPENED = """
CREATE OR REPLACE TABLE matches AS
SELECT
    match_id, payload ->> '$.event.game' AS game, payload ->> '$.event.version' AS version,
    payload ->> '$.event.catalog' AS catalog, played_at AS opened_at, false AS refereed
FROM entries
WHERE seq = 1 AND json_valid(payload)
QUALIFY row_number() OVER (PARTITION BY match_id) = 1
"""
"""Nothing is believed: what a match pins is what its opening says."""


class _Row(Struct):
    match_id: str


class Chain(NamedTuple):
    """A match whose chain is whole, and whose columns say what its payloads say."""

    ready: Ready  # the match
    notes: str  # the SHA-256 over its noted digests

    @property
    def id(self) -> str:
        """Its id in the store."""
        return self.ready.stored.id

    @property
    def hashes(self) -> list[str]:
        """The hash of every entry."""
        return [row.hash for row in self.ready.sound.rows]


class Bench:
    """What matches are laid on, judged on, and taken from.

    Args:
        log: the database in memory, as a log.
        folder: for files on the way.
        replays: where matches are replayed.
    """

    def __init__(self, log: Log, folder: Path, replays: Replays) -> None:
        self.log = log
        self.folder = folder
        self.replays = replays
        # what is done here are many short statements: threads cost more of them than they give
        log.rows("SET threads = 1")
        for file, types in _TYPES.items():
            columns = ", ".join(f"{name} {kind}" for name, kind in types.items())
            log.rows(f"CREATE TABLE {file.partition('.')[0]} ({columns})")
        self.catalogs = Catalogs(log)
        self._columns: dict[str, dict[str, str]] = {}

    def clear(self) -> None:
        """Begin: nothing is projected, or not any more."""
        for table in (*self._columns, "card_traits"):
            self.log.rows(f'DROP TABLE IF EXISTS "{table}"')
            self._written(table).unlink(missing_ok=True)
        self._columns = {}
        columns = ", ".join(f"{name} {kind}" for name, kind in _CHECKPOINTS.items())
        self._make(f"{schema.sql('projection')}\nCREATE TABLE checkpoints ({columns});")

    @property
    def columns(self) -> dict[str, dict[str, str]]:
        """The columns of each projected table, with their types."""
        return self._columns

    def _make(self, ddl: str) -> None:
        plain = (line for line in ddl.splitlines() if not line.startswith("COMMENT ON"))
        self.log.rows("\n".join(plain))
        self._columns = projected_columns(self.log) | {"checkpoints": _CHECKPOINTS}

    def lay(self, folder: Path) -> None:
        """Lay the matches of a parcel on the bench, in the place of those before.

        Raises:
            LogError: a file is no Parquet with these columns.
        """
        self.lay_out(
            f"read_parquet({quoted(str(folder / ENTRIES))})",
            f"read_parquet({quoted(str(folder / CATALOGS))})",
        )

    def lay_out(self, entries: str, catalogs: str) -> None:
        """The same from tables, as SQL names them."""
        sources = {ENTRIES: entries, CATALOGS: catalogs}
        for file, types in _TYPES.items():
            columns = ", ".join(
                f'"{name}"::{kind} AS "{name}"'
                if name == "digest"
                else f'coalesce("{name}"::{kind}, {_NOTHING[kind]}) AS "{name}"'
                for name, kind in types.items()
            )
            table = file.partition(".")[0]
            rest = (
                "WHERE sha256(payload) = hash" if table == "catalogs" else "ORDER BY match_id, seq"
            )
            self.log.rows(
                f"CREATE OR REPLACE TABLE {table} AS SELECT {columns} FROM {sources[file]} {rest}"
            )
        self.log.rows(_OPENED)
        self.catalogs = Catalogs(self.log)

    def chains(self, named: Callable[[str], str]) -> Iterator[list[Chain | Difference]]:
        """The matches on the bench, page by page: each as far as can be said without a replay.

        Args:
            named: gives the id in the league for that in the store.
        """
        for page in pages(self.log, check=True, size=_PAGE):
            yield [self._chain(stored, named) for stored in page]

    def _chain(self, stored: Stored, named: Callable[[str], str]) -> Chain | Difference:
        for row in stored.rows:
            if len(row.payload) > MOST_ENTRY or row.seq > MOST_ENTRIES:
                return Difference(stored.id, row.seq, "canonical", "it is larger than an entry is")
        try:
            found = ready(self.log, stored, self.catalogs)
        except (RecursionError, ValueError) as error:
            return Difference(stored.id, 1, "catalog", f"it cannot be read: {error}")
        if not isinstance(found, Ready):
            assert found.difference is not None
            return found.difference
        if found.broken is not None:
            difference = found.broken.checked(stored).difference
            assert difference is not None
            return difference
        noted = [(row.seq, row.digest) for row in stored.rows if row.digest is not None]
        return Chain(found, notes_of(named(stored.id), len(stored.rows), noted))

    def judged(
        self, chains: Sequence[Chain], named: Callable[[str], str], *, rows: bool = True
    ) -> Iterator[tuple[Chain, Came | Difference]]:
        """What matches come to, with their rows where these are asked for, or the first thing that
        is wrong with each."""
        asked = (
            Asked(
                named(each.id),
                each.ready.game,
                each.ready.catalog,
                each.ready.payloads,
                len(each.ready.payloads) if rows else 0,
            )
            for each in chains
        )
        for each, came in zip(chains, self.replays.each(judged, asked), strict=True):
            stored = each.ready.stored
            # digests that were not noted are not missed: the league notes what its replay comes to
            noted = [(row.seq, row.digest) for row in stored.rows if row.digest is not None]
            bare = Unrefereed(len(stored.rows), notes_of(stored.id, len(stored.rows), noted))
            checked = checked_record(each.ready, came, bare)
            if checked.difference is not None:
                yield each, checked.difference
            elif not came.whole:
                said = "its opening is not legal, or an entry lacks a choice"
                yield each, Difference(stored.id, 1, "replay", said)
            else:
                yield each, came

    def rows_of(
        self, chains: Sequence[tuple[Chain, int]], named: Callable[[str], str]
    ) -> Iterator[Came]:
        """What matches come to that were judged before, each up to an entry."""
        asked = (
            Asked(
                named(each.id),
                each.ready.game,
                each.ready.catalog,
                each.ready.payloads[:upto],
                upto,
            )
            for each, upto in chains
        )
        yield from self.replays.each(judged, asked)

    def project(self, found: Iterable[tuple[str, Game, Came]]) -> None:
        """Write the rows of matches down, by their ids in the league; :meth:`load` puts them into
        the projected tables, those of many parcels at once."""
        lines: dict[str, list[bytes]] = {}
        for match_id, game, came in found:
            self._tables_for(game)
            for table, (_, own) in came.rows.items():
                lines.setdefault(table, []).append(own)
            last = came.rows["verdicts"][0] if "verdicts" in came.rows else 0
            table, line = projected(match_id, last, None)
            lines.setdefault(table, []).append(line)
        for table, written in lines.items():
            with self._written(table).open("ab") as file:
                file.writelines(written)

    def load(self) -> dict[str, str]:
        """Put what was written down into the projected tables; the matches of which rows cannot
        be put there, each with the reason."""
        left: dict[str, str] = {}
        for table, columns in self._columns.items():
            path = self._written(table)
            if path.exists():
                try:
                    self._insert(table, columns, path)
                except LogError:
                    left |= self._load_singly(table, columns, path)
                path.unlink()
        return left

    def mark(self, column: str, value: str) -> None:
        """Say something of every match in a column of ``projected``."""
        self.log.rows(f"ALTER TABLE projected ADD COLUMN {column} VARCHAR")
        self.log.rows(f"UPDATE projected SET {column} = ?", [value])
        self._columns["projected"] = {**self._columns["projected"], column: "VARCHAR"}

    def _insert(self, table: str, columns: Mapping[str, str], path: Path) -> None:
        self.log.rows(f'INSERT INTO "{table}" {written_rows(path, columns)}')

    def _load_singly(self, table: str, columns: Mapping[str, str], path: Path) -> dict[str, str]:
        """The same of one table, match by match."""
        rows: dict[str, list[bytes]] = {}
        for line in path.read_bytes().splitlines(keepends=True):
            rows.setdefault(msgspec.json.decode(line, type=_Row).match_id, []).append(line)
        left = {}
        for match_id, lines in rows.items():
            path.write_bytes(b"".join(lines))
            try:
                self._insert(table, columns, path)
            except LogError as error:
                left[match_id] = f"{table}: {str(error).rpartition(': ')[2]}"
        return left

    def _written(self, table: str) -> Path:
        return self.folder / f"{table}.jsonl"

    def _tables_for(self, game: Game) -> None:
        own = (*fact_tables(FACTS).values(), *fact_tables(game.facts, game.id).values())
        new = [table for table in own if table.name not in self._columns]
        if new:
            self._make("\n".join(table.ddl() for table in new))


_NOTHING = {"VARCHAR": "''", "INTEGER": "0", "TIMESTAMP": "TIMESTAMP '1970-01-01'"}
"""What stands for a cell that is empty and may not be; no payload says it."""


def judged(match_id: str, game: Game, catalog: Catalog, payloads: Sequence[str], upto: int) -> Came:
    """What a match comes to, where each payload is the canonical bytes of an entry."""
    for seq, payload in enumerate(payloads, 1):
        try:
            same = canonical(game.codec.entry(payload)) == payload.encode()
        except (ValueError, RecursionError) as error:
            return Came({}, {}, False, (seq, "malformed", str(error)))
        if not same:
            return Came({}, {}, False, (seq, "canonical", "these are not its canonical bytes"))
    came = came_to(match_id, game, catalog, payloads, upto)
    return (
        _with_checkpoints(match_id, game, catalog, payloads, came) if is_stream(game.id) else came
    )


def _with_checkpoints(
    match_id: str, game: Game, catalog: Catalog, payloads: Sequence[str], came: Came
) -> Came:
    """What a tournament comes to, with what its checkpoints cover; each is made again (TR-14.2)."""
    if came.fault is not None or not came.whole:
        return came
    publisher, _, stream = match_id.partition(":")
    try:
        found = covered(stream, game, catalog, payloads)
    except Unlike as error:
        return came._replace(fault=(error.seq, "checkpoint", str(error)))
    rows = [
        {"match_id": match_id, "seq": e.seq, "game": f"{publisher}:{e.match}", "hash": e.hash}
        for e in found
    ]
    lines = msgspec.json.Encoder().encode_lines(rows)
    return came._replace(rows={**came.rows, "checkpoints": (len(rows), lines)}) if rows else came


def noted_lines(match_id: str, came: Came) -> bytes:
    """The digests that a replay notes, as JSON lines."""
    rows = [
        {"match_id": match_id, "seq": seq, "digest": d} for seq, d in sorted(came.noted.items())
    ]
    return msgspec.json.Encoder().encode_lines(rows)


__all__ = ["Bench", "Chain", "Lake", "judged", "noted_lines"]
