"""What goes in and out of a log in bulk: text records, JSON lines, Parquet and CSV.

JSON lines hold one entry each: the canonical payload, an object with the fields ``match``,
``seq``, ``id``, ``played_at``, ``recorded_at``, ``recorded_by`` and ``event``, in which an
event leaves out the fields that have their defaults. Where a digest of the state is noted at an
entry, one more field ``digest`` follows. Hashes are not in it: they follow from the payloads.
The first entry of each match ends with the field ``head``, the number and hash of the last entry
that was written, such as ``96:5f0c…``. Importing compares it, and keeps it where the entries stop
before, so that ``verify`` names the tail that was cut off.
The matches may be mixed, but the entries of each are in order.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import IO, NamedTuple

import msgspec

from events.bounds import MOST_JSON_LINE
from events.common import Opening
from events.entry import canonical
from referee.games.registry import game_of
from storage.database import fault
from storage.error import LogError, UnknownMatch
from storage.exchange.imported import Imported, ImportFault
from storage.exchange.intake import intake
from storage.exchange.json_lines import LineReader
from storage.exchange.output import appearing, is_special
from storage.exchange.record import RecordError, read_record, write_record
from storage.exchange.spreadsheet import cell_sql
from storage.fact_tables import quoted
from storage.files import require_regular
from storage.log import Log
from storage.match import Match
from storage.match_pages import EVERY_MATCH, Progress, pages
from storage.projection import refresh
from storage.proof.given import heads
from storage.proof.head import Head, written_head
from storage.schema import HIDDEN, KEPT

__all__ = [
    "Column",
    "ImportFault",
    "Imported",
    "Table",
    "export_jsonl",
    "export_record",
    "export_table",
    "heads_beside",
    "import_jsonl",
    "import_record",
    "json_lines",
    "tables",
]

CHUNK = 1 << 20
"""How many bytes of JSON lines are read at a time."""


# -- in ---------------------------------------------------------------------------------------


def import_record(log: Log, text: str, name: str = "record", *, referee: bool = True) -> Imported:
    """Import a text record. What is in the log already stays as it is.

    Args:
        log: the log, open for writing.
        text: the record.
        name: what to call it in messages.
        referee: whether to replay it, note its digests and compare those it states.

    Raises:
        ImportFault: a line is wrong, differs from the log, or states a digest that the replay
            does not come to; names the line, and nothing is imported.
        LogError: the log cannot be written.
    """
    try:
        record = read_record(text, lambda game, version: game_of(game, version).codec, name)
    except RecordError as error:
        raise ImportFault(error.name, error.line, error.column, error.message) from error
    first = record.entries[0].event
    assert isinstance(first, Opening)
    codec = game_of(first.game, first.version).codec
    with intake(log, name, referee=referee) as taking:
        taking.expect([record.entries[0].match])
        if record.head is not None:
            taking.expect_head(record.entries[0].match, written_head(record.head))
        for entry in record.entries:
            line = record.lines[entry.seq]
            try:
                checked = codec.entry(canonical(entry))
            except (ValueError, RecursionError) as error:
                raise taking.fault(line, str(error)) from error
            taking.take(checked, canonical(checked), record.digests.get(entry.seq), line)
        taking.require_heads(record.head_line)
        return taking.finish()


def import_jsonl(
    log: Log, path: Path, *, referee: bool = True, progress: Progress | None = None, jobs: int = 1
) -> Imported:
    """Import JSON lines. What is in the log already stays as it is.

    Args:
        log: the log, open for writing.
        path: the file.
        referee: whether to replay every match, note its digests and compare those stated.
            Without, stated digests are noted as they are, for ``verify`` to compare.
        progress: told how many bytes are read, and how many there are.
        jobs: in how many processes matches are replayed; the result is the same.

    Raises:
        ImportFault: as for :func:`import_record`.
        LogError: the file cannot be read, or the log cannot be written.
    """
    size = require_regular(path)
    try:
        file = path.open("rb")
    except OSError as error:
        raise fault(path, error) from error
    done = number = 0
    with file, intake(log, path.name, referee=referee, jobs=jobs) as taking:
        reader = LineReader(taking)
        while lines := _lines(file):
            if len(lines[-1]) > MOST_JSON_LINE:
                more = f"a line of more than {MOST_JSON_LINE:,} bytes"
                raise taking.fault(number + len(lines), more)
            reader.take(lines, number)
            number += len(lines)
            done += sum(map(len, lines))
            if progress is not None:
                progress(done, size)
        return taking.finish()


def _lines(file: IO[bytes]) -> list[bytes]:
    """The next lines, about a megabyte of them; the last is cut where it is beyond its bound."""
    chunk = file.read(CHUNK)
    if not chunk.endswith(b"\n"):
        chunk += file.readline(MOST_JSON_LINE + 1)
    return BytesIO(chunk).readlines()


# -- out --------------------------------------------------------------------------------------


def export_record(match: Match, comments: Mapping[int, str] | None = None) -> str:
    """The text record of a match, with its head, the digests noted and comments by entry."""
    head = str(Head(match.last, match.hashes[-1]))
    return write_record(match.entries, match.game.codec, match.digests, comments or {}, head)


def json_lines(
    log: Log, match_ids: Sequence[str] | None = None, progress: Progress | None = None
) -> Iterator[str]:
    """The JSON lines of matches, each with its line break: match by match, as they came in.

    Args:
        log: the log; open for reading will do.
        match_ids: which matches; all where None.
        progress: told how many entries are done, and how many there are.

    Raises:
        UnknownMatch: there is no such match.
        LogError: the log cannot be read.
    """
    for page in pages(log, EVERY_MATCH if match_ids is None else match_ids, progress=progress):
        for match in page:
            if match.fault is not None:
                raise LogError(match.fault)
            if not match.rows:
                raise UnknownMatch(f"{log.path}: no match {match.id!r}")
            head = f',"head":"{Head(match.rows[-1].seq, match.rows[-1].hash)}"'
            for row in match.rows:
                more = "" if row.digest is None else f',"digest":"{row.digest}"'
                yield f"{row.payload[:-1]}{more}{head}}}\n"
                head = ""


def export_jsonl(
    log: Log,
    path: Path,
    match_ids: Sequence[str] | None = None,
    progress: Progress | None = None,
) -> int:
    """Write matches to a file of JSON lines; returns how many lines. Errors as above.

    The file appears when it is whole, or not at all.
    """
    count = 0
    with _appearing(path) as part, part.open("w", encoding="utf-8", newline="\n") as file:
        for line in json_lines(log, match_ids, progress):
            file.write(line)
            count += 1
    return count


def export_table(log: Log, table: str, path: Path, kind: str) -> int:
    """Write a table or view of the log to a file; returns how many rows.

    Args:
        log: the log. Facts are brought up to date first, for which it has to be open for
            writing where they are not.
        table: ``entries``, a fact table, or any other that :func:`tables` lists.
        path: the file. It appears when it is whole, or not at all.
        kind: ``parquet`` or ``csv``. In CSV, times are UTC, lists are JSON, and no cell is a
            formula (:mod:`storage.exchange.spreadsheet`).

    A table about matches carries their heads: in Parquet as JSON in the metadata of the file,
    under the key ``referee_heads``; beside CSV in a file of its own, :func:`heads_beside`.

    Raises:
        LogError: there is no such table or kind, or the file cannot be written.
    """
    if kind not in ("parquet", "csv"):
        raise LogError(f"unknown kind of file {kind!r}; expected parquet or csv")
    if table not in RECORD:
        refresh(log)
    found = {each.name: each for each in tables(log)}
    if table not in found:
        raise LogError(f"{log.path}: no table {table!r}; there are: {', '.join(found)}")
    columns = ", ".join(_exported(column, kind) for column in found[table].columns)
    names = {column.name for column in found[table].columns}
    places = [name for name in ("match_id", "seq", "place") if name in names]
    order = ", ".join(places) if "seq" in names else "ALL"
    options = "FORMAT parquet, COMPRESSION zstd" if kind == "parquet" else "FORMAT csv, HEADER"
    if "match_id" in names and kind == "parquet":
        given = {match_id: str(head) for match_id, head in heads(log).items()}
        carried = msgspec.json.encode(given, order="sorted").decode()
        options += f", KV_METADATA {{referee_heads: {quoted(carried)}}}"
    with _appearing(path) as part:
        rows = log.rows(
            f'COPY (SELECT {columns} FROM "{table}" ORDER BY {order}) '
            f"TO {quoted(str(part))} ({options})"
        )
    if "match_id" in names and kind == "csv" and not is_special(path):
        with _appearing(heads_beside(path)) as part:
            log.rows(
                "COPY (SELECT match_id, max(seq) AS seq, arg_max(hash, seq) AS hash FROM entries "
                f"GROUP BY match_id ORDER BY match_id) TO {quoted(str(part))} (FORMAT csv, HEADER)"
            )
    return int(rows[0][0])


def heads_beside(path: Path) -> Path:
    """The file beside a CSV file that holds the heads of the matches in it."""
    return path.with_name(f"{path.name.removesuffix('.csv')}.heads.csv")


def _exported(column: "Column", kind: str) -> str:
    name = f'"{column.name}"'
    if kind == "csv" and (column.type.endswith("[]") or column.type.startswith(("STRUCT", "MAP"))):
        return f"{cell_sql(f'to_json({name})::VARCHAR')} AS {name}"
    return f"{cell_sql(name)} AS {name}" if kind == "csv" and column.type == "VARCHAR" else name


@contextmanager
def _appearing(path: Path) -> Iterator[Path]:
    try:
        with appearing(path) as part:
            yield part
    except OSError as error:
        raise fault(path, error) from error


# -- what there is ----------------------------------------------------------------------------

RECORD = tuple(name for name in KEPT if name not in HIDDEN)
"""The tables that are kept; all others are projected from them."""


class Column(NamedTuple):
    """A column of a table: its name, its type in DuckDB, and what it means."""

    name: str
    type: str
    comment: str


class Table(NamedTuple):
    """A table or view that can be asked."""

    name: str  # its name
    kind: str  # ``record``, ``projection`` or ``view``
    comment: str  # what it holds
    columns: list[Column]  # its columns in order


def tables(log: Log) -> list[Table]:
    """Every table and view of a log with its documentation: the record first, views last.

    Projections are listed once the log has any; see :func:`storage.projection.refresh`.
    """
    columns: dict[tuple[bool, str], list[Column]] = {}
    for first, table, column, kind, comment in log.rows(
        "SELECT schema_name = current_schema(), table_name, column_name, data_type, "
        "coalesce(comment, '') FROM duckdb_columns() "
        "WHERE database_name = current_database() ORDER BY table_name, column_index"
    ):
        columns.setdefault((first, table), []).append(Column(column, kind, comment))
    found = log.rows(
        "SELECT schema_name = current_schema(), table_name, 'projection', coalesce(comment, '') "
        f"FROM duckdb_tables() WHERE database_name = current_database() "
        f"AND table_name NOT IN {HIDDEN} UNION ALL "
        "SELECT schema_name = current_schema(), view_name, 'view', coalesce(comment, '') "
        "FROM duckdb_views() WHERE database_name = current_database() AND NOT internal ORDER BY ALL"
    )
    # of two of one name that one counts which is looked into first: it comes last here
    listed = {
        name: Table(
            name, "record" if name in RECORD else kind, kind_of, columns.get((first, name), [])
        )
        for first, name, kind, kind_of in found
    }
    order = ("record", "projection", "view")
    return sorted(listed.values(), key=lambda table: (order.index(table.kind), table.name))
