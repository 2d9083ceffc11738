"""The codes, devices, PINs and registrations of a venue, as rows of the log's side tables.

Tokens and PINs are here as hashes only. A log that no venue has served has none of the tables.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal, TypeVar

import msgspec
from msgspec import Struct

from storage import schema
from storage.venue.marks import mark, note_registered_minors

if TYPE_CHECKING:
    from storage.log import Log

NEWER = ("venue_registrations", "unpublished")
"""The tables that a log of an earlier release lacks."""
R = TypeVar("R", bound=Struct)


class CodeRow(Struct, frozen=True):
    """A code with which a device joins."""

    code: str  # the code
    role: str  # as what a device joins with it
    person: str  # whose device it is; empty: anybody's
    stream: str  # the tournament; empty: none
    match_id: str  # the match, where it is of no tournament
    tables: tuple[int, ...]  # the tables of a scorekeeper; none: all
    ends: int  # the round with which it ends; 0: with the event
    session: str  # the device that joined with it last; empty: none has


class DeviceRow(Struct, frozen=True):
    """A device that has joined; fields as of :class:`CodeRow`, and its own."""

    session: str  # its id
    token: str  # SHA-256 of what it sends to show that it is the one, in hexadecimal digits
    role: str  # as what it has joined
    person: str  # whose it is
    stream: str  # the tournament
    match_id: str  # the match
    tables: tuple[int, ...]  # the tables of a scorekeeper
    label: str  # what it calls itself
    bound_at: datetime  # when it joined, UTC
    until: datetime  # when it has to join again, UTC


class PinRow(Struct, frozen=True):
    """The PIN of a person, hashed."""

    stream: str  # the tournament, or the match that is of none
    person: str  # whose it is
    salt: str  # in hexadecimal digits
    hash: str  # in hexadecimal digits


class RegistrationRow(Struct, frozen=True):
    """Who has registered for a tournament by phone (VN-18.2)."""

    stream: str  # the tournament
    person: str  # the id that was drawn
    session: str  # the device that registered
    registered_at: datetime  # when, UTC
    standing: Literal["waiting", "confirmed", "refused", "withdrawn"]  # how it stands
    changed_at: datetime  # since when, UTC
    name: str  # what they are called; empty once it is forgotten
    programme: str = ""  # the id in a programme of organised play
    minor: bool = False  # whether it is somebody below the age that the policy names
    guardian: bool = False  # whether a guardian agrees
    publish: bool = False  # whether the name may be published
    list: str = ""  # the list as it was given, until it is registered

    @property
    def key(self) -> tuple[str, str]:
        """By what it is found."""
        return self.stream, self.person


def codes(log: "Log") -> list[CodeRow]:
    """All codes that the log keeps."""
    return _all(log, "venue_codes", CodeRow)


def devices(log: "Log") -> list[DeviceRow]:
    """All devices that the log keeps."""
    return _all(log, "venue_devices", DeviceRow)


def pins(log: "Log") -> list[PinRow]:
    """All PINs that the log keeps."""
    return _all(log, "venue_pins", PinRow)


def registrations(log: "Log") -> list[RegistrationRow]:
    """All registrations that the log keeps, in their order."""
    found = _all(log, "venue_registrations", RegistrationRow)
    return sorted(found, key=lambda each: (each.registered_at, each.person))


def keep(
    log: "Log",
    *,
    codes: Sequence[CodeRow] = (),
    devices: Sequence[DeviceRow] = (),
    pins: Sequence[PinRow] = (),
    registrations: Sequence[RegistrationRow] = (),
    gone: Iterable[str] = (),
) -> None:
    """Keep these rows, each in the place of what there was under its key, in one commit.

    Args:
        log: the log, open for writing.
        codes: codes.
        devices: devices.
        pins: PINs.
        registrations: registrations.
        gone: codes that are kept no longer.

    Raises:
        LogError: the log cannot be written.
    """
    gone = [*gone]
    with log.transaction():
        _make_tables(log)
        if registrations:
            note_registered_minors(log)
        for code in gone:
            log.rows("DELETE FROM venue_codes WHERE code = ?", [code])
        for table, kind, rows in (
            ("venue_codes", CodeRow, codes),
            ("venue_devices", DeviceRow, devices),
            ("venue_pins", PinRow, pins),
            ("venue_registrations", RegistrationRow, registrations),
        ):
            if rows:
                _insert(log, table, kind, rows)
        for table, keys in (
            ("venue_codes", {*gone, *(each.code for each in codes)}),
            ("venue_devices", {each.session for each in devices}),
            ("venue_pins", {f"{each.stream} {each.person}" for each in pins}),
            ("venue_registrations", {" ".join(each.key) for each in registrations}),
        ):
            if keys:
                mark(log, table, keys)


def let_go(log: "Log", left: Sequence[tuple[str, str]]) -> None:
    """Keep these registrations no longer, each by its tournament and person, in one commit.

    Raises:
        LogError: the log cannot be written.
    """
    with log.transaction():
        _make_tables(log)
        note_registered_minors(log)
        for key in left:
            log.rows("DELETE FROM venue_registrations WHERE stream = ? AND person = ?", [*key])
        mark(log, "venue_registrations", {" ".join(key) for key in left})


def forget(log: "Log", person: str) -> bool:
    """Blank what a registration says of a person; whether there was any (VN-18.5).

    Raises:
        LogError: the log cannot be written.
    """
    known = [each for each in registrations(log) if each.person == person]
    blank = {"name": "", "programme": "", "minor": False, "guardian": False, "list": ""}
    found = [each for each in known if any(getattr(each, name) for name in blank)]
    if found:
        keep(log, registrations=[msgspec.structs.replace(each, **blank) for each in found])
    return bool(found)


def call_unpublished(log: "Log", called: Mapping[str, str], published: Iterable[str] = ()) -> None:
    """Note who is not called by name outside of the hall, and what is said in its stead; and who
    is from now on (VN-18.4).

    Raises:
        LogError: the log cannot be written.
    """
    with log.transaction():
        _make_tables(log)
        for person in published:
            log.rows("DELETE FROM unpublished WHERE person = ?", [person])
        for person, words in called.items():
            log.rows("INSERT OR REPLACE INTO unpublished VALUES (?, ?)", [person, words])


def forget_pin(log: "Log", person: str) -> bool:
    """Let a person choose a PIN anew; whether there was one.

    Raises:
        LogError: the log cannot be written.
    """
    known = {f"{pin.stream} {pin.person}" for pin in pins(log) if pin.person == person}
    if known:
        with log.transaction():
            log.rows("DELETE FROM venue_pins WHERE person = ?", [person])
            mark(log, "venue_pins", known)
    return bool(known)


def sender_of(log: "Log", match_id: str, seq: int) -> str:
    """The device that an entry came in from; empty where it came from none, or there is none.

    Raises:
        LogError: the log cannot be read.
    """
    found = log.rows("SELECT session FROM receipts WHERE match_id = ? AND seq = ?", [match_id, seq])
    return str(found[0][0]) if found else ""


def taps_of(log: "Log", match_id: str, first: int) -> set[int]:
    """The entries from a number on that came of one tap of a device with the one behind them: their
    times are the same (VN-17.17).

    Raises:
        LogError: the log cannot be read.
    """
    if not log.has_table("receipts"):
        return set()
    return {int(seq) for (seq,) in log.rows(schema.sql("one_tap"), [match_id, first])}


def _make_tables(log: "Log") -> None:
    """Make the tables where one is missing: to say so of those that are there takes 150 ms."""
    if not all(log.has_table(table) for table in ("venue_codes", *NEWER)):
        log.rows(schema.sql("venue"))


def _all(log: "Log", table: str, kind: type[R]) -> list[R]:
    if not log.has_table(table):
        return []
    fields = kind.__struct_fields__
    rows = log.rows(f"SELECT {', '.join(fields)} FROM {table} ORDER BY ALL")
    return [
        kind(*(_read(name, value) for name, value in zip(fields, row, strict=True))) for row in rows
    ]


def _read(field: str, value: object) -> object:
    if field == "tables":
        try:
            return msgspec.json.decode(str(value), type=tuple[int, ...])
        except msgspec.MsgspecError:
            return (0,)  # no table; its mark says that it was changed
    return value.replace(tzinfo=UTC) if isinstance(value, datetime) else value


def _insert(log: "Log", table: str, kind: type[Struct], rows: Sequence[Struct]) -> None:
    fields = kind.__struct_fields__
    kinds = {
        **dict.fromkeys(("bound_at", "until", "registered_at", "changed_at"), "TIMESTAMP"),
        **dict.fromkeys(("minor", "guardian", "publish"), "BOOLEAN"),
        "ends": "INTEGER",
    }
    values = ", ".join(f"(row ->> '{name}')::{kinds.get(name, 'VARCHAR')}" for name in fields)
    log.rows(
        f"INSERT OR REPLACE INTO {table} ({', '.join(fields)}) "
        f"SELECT {values} FROM (SELECT unnest(from_json(?::JSON, '[\"JSON\"]')) AS row)",
        [msgspec.json.encode([_row(each) for each in rows]).decode()],
    )


def _row(row: Struct) -> dict[str, object]:
    fields: dict[str, object] = {}
    for name in row.__struct_fields__:
        value = getattr(row, name)
        fields[name] = value.replace(tzinfo=None) if isinstance(value, datetime) else value
    return fields


__all__ = [
    "CodeRow",
    "DeviceRow",
    "PinRow",
    "RegistrationRow",
    "call_unpublished",
    "codes",
    "devices",
    "forget",
    "keep",
    "pins",
    "registrations",
    "sender_of",
    "taps_of",
]
