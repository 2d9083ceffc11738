"""The marks of what a venue keeps: a code, a device, a PIN or a registration that was changed by
other means than the venue's own shows, to the venue when it begins and to verification.

The key of the venue is in the log, so that a backup goes on with it. Who reads it there and makes
a mark anew is not found out.
"""

import hmac
import json
import re
import secrets
from collections.abc import Collection, Iterator
from hashlib import sha256
from typing import NamedTuple

import msgspec

from storage import schema
from storage.database import Database
from storage.library import note_minors

_KEYS = {
    "venue_codes": "code",
    "venue_devices": "session",
    "venue_pins": "concat(stream, ' ', person)",
    "venue_registrations": "concat(stream, ' ', person)",
}
_FORMS = {
    "role": re.compile(r"[a-z]+(-[a-z]+)*"),
    "token": re.compile(r"[0-9a-f]{64}"),
    "salt": re.compile(r"(?:[0-9a-f]{2})+"),
    "hash": re.compile(r"(?:[0-9a-f]{2})+"),
    "code": re.compile(r"[0-9A-Z]+"),
    "tables": re.compile(r"\[(\d+(, ?\d+)*)?\]"),
}
_NOTED = "venue"


class Amiss(NamedTuple):
    """A row that the venue has not written as it is, or that is gone."""

    table: str  # its table
    key: str  # its key
    why: str  # what is wrong with it; says nothing of what only the venue knows


def mark(log: Database, table: str, keys: Collection[str]) -> None:
    """Mark rows as the venue has written them just now; those that it has removed lose theirs.

    Within the transaction of what was written. A log of an earlier release has all of its rows
    marked with the first of them.

    Raises:
        LogError: the log cannot be written.
    """
    if _key(log) is None and not _noted(log):
        _begin(log)
        for each in _KEYS:
            _mark(log, each, None)
    else:
        _mark(log, table, keys)


def amiss(log: Database) -> Iterator[Amiss]:
    """What is not as the venue has written it; nothing where a log has no marks yet.

    Raises:
        LogError: the log cannot be read.
    """
    key, noted = _key(log), _noted(log)
    if key is None and not noted:
        return
    if key is None or sha256(key).hexdigest() != noted:
        yield Amiss("venue_marks", "", "the key of the venue is gone, or another one")
        return
    marks = {
        (table, row): made
        for table, row, made in log.rows("SELECT of_table, key, mark FROM venue_marks")
        if table
    }
    for table in _KEYS:
        for row, fields in _rows(log, table, None):
            made = marks.pop((table, row), None)
            shown = row if table != "venue_codes" else f"{row[:2]}…"
            if fault := _form(fields):
                yield Amiss(table, row, f"{shown}: {fault}")
            elif made is None:
                yield Amiss(table, row, f"{shown}: the venue has not written it")
            elif not hmac.compare_digest(made.encode(), _made(key, table, fields).encode()):
                yield Amiss(table, row, f"{shown}: it was changed since the venue wrote it")
    for table, row in sorted(marks):
        shown = row if table != "venue_codes" else f"{row[:2]}…"
        yield Amiss(table, row, f"{shown}: it is gone")


def renew(log: Database) -> bool:
    """Where the key of the venue is gone, have it begin anew, without any code, device or PIN;
    whether it was.

    Raises:
        LogError: the log cannot be written.
    """
    if not any(each.table == "venue_marks" and not each.key for each in amiss(log)):
        return False
    with log.transaction():
        for table in (*_KEYS, "venue_marks"):
            if log.has_table(table):
                log.rows(f"DELETE FROM {table}")
        _begin(log)
    return True


def note_registered_minors(log: Database) -> None:
    """Note who plays as a minor, before registrations are let go, blanked, or left out of a copy,
    of which a parcel to a league may be made.

    Raises:
        LogError: the log cannot be written.
    """
    found = log.rows(
        "SELECT person FROM venue_registrations WHERE minor AND standing = 'confirmed'"
    )
    note_minors(log, [person for (person,) in found])


def hide(log: Database) -> None:
    """Take what nobody may ask out of a copy of a log, and that it was ever there."""
    if log.has_table("venue_registrations"):
        note_registered_minors(log)
    for table in schema.HIDDEN:
        log.rows(f"DROP TABLE IF EXISTS {table}")
    log.rows("DELETE FROM meta WHERE key = ?", [_NOTED])


def _begin(log: Database) -> None:
    key = secrets.token_bytes(32)
    log.rows(schema.sql("venue_marks"))
    log.rows("INSERT INTO venue_marks VALUES ('', '', ?)", [key.hex()])
    log.rows("INSERT OR REPLACE INTO meta VALUES (?, ?)", [_NOTED, sha256(key).hexdigest()])


def _mark(log: Database, table: str, keys: Collection[str] | None) -> None:
    key = _key(log)
    if key is None:
        return  # it is gone, and verification says so
    rows = [[table, row, _made(key, table, fields)] for row, fields in _rows(log, table, keys)]
    there = {row for _, row, _ in rows}
    for gone in () if keys is None else {*keys} - there:
        log.rows("DELETE FROM venue_marks WHERE of_table = ? AND key = ?", [table, gone])
    if rows:
        log.rows(
            "INSERT OR REPLACE INTO venue_marks SELECT r[1], r[2], r[3] FROM "
            "(SELECT unnest(from_json(?, '[[\"VARCHAR\"]]')) AS r)",
            [msgspec.json.encode(rows).decode()],
        )


def _rows(
    log: Database, table: str, keys: Collection[str] | None
) -> Iterator[tuple[str, dict[str, str]]]:
    """The rows of a table, each with its key and its fields as texts."""
    if not log.has_table(table):
        return
    given = "(SELECT unnest(from_json(?, '[\"VARCHAR\"]')))"
    which = "true" if keys is None else f"{_KEYS[table]} IN {given}"
    asked = None if keys is None else [msgspec.json.encode([*keys]).decode()]
    names = [name for name, *_ in log.rows(f"DESCRIBE main.{table}")]
    columns = ", ".join(f'"{name}"::VARCHAR' for name in names)
    for row, *values in log.rows(
        f"SELECT {_KEYS[table]}, {columns} FROM {table} WHERE {which} ORDER BY ALL", asked
    ):
        yield row, dict(zip(names, values, strict=True))


def _form(fields: dict[str, str]) -> str:
    for name, form in _FORMS.items():
        if name in fields and not form.fullmatch(fields[name] or ""):
            return f"{name} is no {name}"
    return ""


def _made(key: bytes, table: str, fields: dict[str, str]) -> str:
    return hmac.new(key, json.dumps([table, fields]).encode(), sha256).hexdigest()


def _key(log: Database) -> bytes | None:
    if not log.has_table("venue_marks"):
        return None
    found = log.rows("SELECT mark FROM venue_marks WHERE of_table = ''")
    try:
        return bytes.fromhex(found[0][0]) if len(found) == 1 else None
    except ValueError:
        return None


def _noted(log: Database) -> str:
    found = log.rows("SELECT value FROM meta WHERE key = ?", [_NOTED])
    return str(found[0][0]) if found else ""


__all__ = ["Amiss", "amiss", "hide", "mark", "renew"]
