"""Changes to what a log stores, made at random, which verification has to find and to name."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from events.common import Concede, Rewind, Strike
from storage.exchange.transfer import export_jsonl, import_jsonl
from storage.log import Log, LogError
from storage.match import Item, Receipt
from storage.projection import refresh
from storage.proof.given import give_out, heads
from storage.venue import rows
from storage.verify import Report, verify
from tests.logbook import draft, log_match, note, without_heads

VENUE = ("venue_codes", "venue_devices", "venue_pins", "venue_registrations", "venue_marks")
KEPT = (
    "entries",
    "matches",
    "catalogs",
    "heads",
    "unrefereed",
    "receipts",
    "seals",
    "meta",
    *VENUE,
)
"""The tables from which the others are projected, but for the names of people."""

BY_RIGHT = {
    ("people", "person"): "names may be blanked at any time, so that nothing can hold them fast",
    ("people", "name"): "as above",
    ("heads", "given_at"): "when a head was given out says nothing of the match",
    ("receipts", "session"): "from which device an entry came stands nowhere else",
}
"""What may be changed without being found, each with the reason."""
GONE = {"people": "as above"}
"""The tables of which a row may go, or come, without being found."""
AT = datetime(2025, 5, 1, 12, tzinfo=UTC)
"""When a device of the venue joined."""

KEYS = {
    "entries": "seq",
    "matches": "match_id",
    "catalogs": "hash",
    "heads": "seq",
    "unrefereed": "match_id",
    "seals": "number",
    "meta": "key",
    "venue_codes": "code",
    "venue_devices": "session",
    "venue_pins": "person",
    "venue_registrations": "person",
    "venue_marks": "key",
}
"""The column that makes a row that is doubled another one, by its table."""


class Change(NamedTuple):
    """A change to a stored table.

    Attributes:
        table: the table.
        column: the column that is changed; empty where a whole row goes or comes.
        sql: what is done.
        matches: the matches one of which has to be named; empty where it is of none.
        seqs: the entries one of which has to be named; empty where it is of none.
    """

    table: str
    column: str
    sql: str
    matches: tuple[str, ...]
    seqs: tuple[int, ...]


def make_log(folder: Path, *, projected: bool = True) -> Path:
    """A log in which every kept table has rows, and many of the projected ones, if there are any.

    Without them the record has to speak for itself, and is verified sooner.
    """
    path = folder / "season.duckdb"
    with Log.open(path, write=True) as log:
        log_match(log, "m1", 1)
        log_match(log, "m2", 2, entries=40)
        log.append("m2", [draft(Concede("nobody"), 41, 2), draft(Strike("judge", 41), 42, 2)])
        log.append("m2", [draft(Rewind("judge", 10), 43, 2), note(44, seed=2)])
        export_jsonl(log, folder / "lines.jsonl", ["m1"])
        lines = without_heads((folder / "lines.jsonl").read_text()).replace('"m1"', '"bare"')
        (folder / "lines.jsonl").write_text("".join(lines.splitlines(keepends=True)[:60]))
        import_jsonl(log, folder / "lines.jsonl", referee=False)
        log.name_person("p-ana", "Ana")
        receipt = Receipt(note(45, seed=2).recorded_at + timedelta(seconds=1), "phone-7")
        log.append_many([Item("m2", [note(45, seed=2)], receipt=receipt)])
        give_out(log, heads(log))
        rows.keep(
            log,
            codes=[
                rows.CodeRow("ABCDE12345", "spectator", "", "", "m1", (), 0, ""),
                rows.CodeRow("ABCDE12346", "scorekeeper", "p-ana", "", "m1", (3, 4), 0, "s1"),
            ],
            devices=[
                rows.DeviceRow(
                    "s1", "5f" * 32, "scorekeeper", "p-ana", "", "m1", (3, 4), "phone", AT, AT
                )
            ],
            pins=[rows.PinRow("m1", "p-ana", "00" * 16, "5f" * 32)],
            registrations=[
                rows.RegistrationRow("m1", p, f"s-{p}", AT, "waiting", AT, p.upper())
                for p in ("p-ana", "p-bo")
            ],
        )
        if projected:
            refresh(log)
        log.rows("CHECKPOINT")
    return path


def columns(log: Log) -> dict[str, dict[str, str]]:
    """The columns of every stored table, with their types."""
    found: dict[str, dict[str, str]] = {}
    for table, column, kind in log.rows(
        "SELECT table_name, column_name, data_type FROM duckdb_columns() SEMI JOIN "
        "duckdb_tables() USING (database_name, table_name) "
        "WHERE database_name = current_database() ORDER BY table_name, column_index"
    ):
        found.setdefault(table, {})[column] = kind
    return found


def changes(log: Log, random: random.Random) -> Iterator[Change]:
    """For every column of every stored table a change to one of its rows; for every table a row
    that goes, and one that comes."""
    for table, own in columns(log).items():
        rows = log.rows(f'SELECT rowid, * FROM "{table}" ORDER BY ALL')
        if rows:
            for column, kind in own.items():
                if (table, column) not in BY_RIGHT:
                    yield _changed(table, own, random.choice(rows), column, kind, random)
            rowid, *values = random.choice(rows)
            if table not in GONE:
                matches, seqs = _named(dict(zip(own, values, strict=True)))
                gone = f'DELETE FROM "{table}" WHERE rowid = {rowid}'
                yield Change(table, "", gone, matches, seqs)
            if table in KEPT:
                yield from _moved(table, own, random)
        if "place" in own and table.startswith("fact_"):
            some = f"INSERT INTO \"{table}\" (match_id, seq, place) VALUES ('m1', 3, 99999)"
            yield Change(table, "", some, ("m1",), (3,))


def _moved(table: str, own: dict[str, str], random: random.Random) -> Iterator[Change]:
    """A row that is doubled, two that change places between matches, and all gone at once."""
    key = KEYS.get(table, "")
    other = f"{key} + 1000" if own.get(key, "") in ("INTEGER", "BIGINT") else f"{key} || 'x'"
    again = ", ".join(other if column == key else f'"{column}"' for column in own)
    some = f'(SELECT * FROM "{table}" USING SAMPLE 1 (reservoir, {random.randrange(10**6)}))'
    yield Change(table, "", f'INSERT INTO "{table}" SELECT {again} FROM {some}', (), ())
    if "match_id" in own and "seq" in own and table != "unrefereed":
        swap = f"UPDATE \"{table}\" SET match_id = if(match_id = 'm1', 'm2', 'm1') WHERE seq = "
        seq = random.randrange(2, 40) if table == "entries" else f'(SELECT min(seq) FROM "{table}")'
        yield Change(table, "", f"{swap}{seq} AND match_id IN ('m1', 'm2')", (), ())
    yield Change(table, "", f'DELETE FROM "{table}"', (), ())
    yield Change(table, "", f'DROP TABLE "{table}"', (), ())


def _changed(
    table: str,
    own: dict[str, str],
    row: tuple[Any, ...],
    column: str,
    kind: str,
    random: random.Random,
) -> Change:
    rowid, *values = row
    before = dict(zip(own, values, strict=True))
    after = {**before, column: _other(before[column], kind, random)}
    if column == "received_at":  # delays are told in milliseconds
        after[column] = before[column] + timedelta(milliseconds=random.choice((-1, 1)))
    value = _literal(after[column], kind)
    sql = f'UPDATE "{table}" SET "{column}" = {value} WHERE rowid = {rowid}'
    matches, seqs = _named(before)
    others, later = _named(after)
    return Change(table, column, sql, (*matches, *others), (*seqs, *later))


def _named(row: dict[str, Any]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The match and the entry that a row is of."""
    matches = (row["match_id"],) if "match_id" in row else ()
    return matches, ((row["seq"],) if "seq" in row and "notes" not in row else ())


def _other(value: Any, kind: str, random: random.Random) -> Any:
    """Another value of that type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + random.choice((-1000, 1000))
    if isinstance(value, str):
        place = random.randrange(len(value) + 1)
        letter = random.choice([c for c in "abxyz019 é'" if c != value[place : place + 1]])
        return value[:place] + letter + value[place + 1 :]
    if isinstance(value, list):
        return value[1:] if value else None
    if value is None:
        return {"VARCHAR": "x", "BOOLEAN": True}.get(kind, 1)
    return value.replace(microsecond=value.microsecond ^ 1)


def _literal(value: Any, kind: str) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    if kind == "TIMESTAMP":
        return f"TIMESTAMP '{value}'"
    if isinstance(value, list):
        return f"[{', '.join(_literal(each, '') for each in value)}]::{kind}"
    if isinstance(value, dict):
        return "{" + ", ".join(f"'{k}': {_literal(v, '')}" for k, v in value.items()) + "}"
    return str(value)


def found(log: Log, change: Change) -> str:
    """What verification finds of a change, which is taken back then.

    Raises:
        AssertionError: it does not find it, or does not name it.
    """
    log.rows("BEGIN")
    try:
        log.rows(change.sql)
        report = verify(log)
    except LogError as error:  # it is no log any more
        return f"{change.table}: {error}"
    finally:
        log.rows("ROLLBACK")
    assert not report.exact, f"not found: {change.sql}"
    assert any(_names(report, change)), f"not named: {change.sql}\n{report}"
    return str(report)


def _names(report: Report, change: Change) -> Iterator[bool]:
    projected = any(each.table == change.table for each in report.differences)
    for each in report.differences:
        table = each.table == change.table or not projected
        match = not change.matches or each.match in change.matches
        match |= each.what in ("seal", "venue")  # which tell of a table as a whole
        yield table and match and (not change.seqs or each.seq in change.seqs or not each.seq)
