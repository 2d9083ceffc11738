"""Persons over stores: joined by their own consent, and forgotten (LEAGUE 4.5 and 8).

Who plays at two stores is two people to the league, until both stores say that they are one. The
desk of the first store gives them a code, which its key has signed; that of the second store takes
it and gives another, which holds the first. Both codes together are what the league wants.

A code is ``PUBLISHER:PERSON:UNTIL:SIGNATURE``. What is signed is the SHA-256 of this text, whose
lines each end with a line feed; the last line stands in that of the second store alone::

    referee person 1
    north:p-7
    2026-04-13
    south:p-9:2026-04-12:K3j…
"""

import base64
import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from storage.fact_tables import quoted
from storage.league.lake import GIVEN, Lake, LeagueError, Place, given
from storage.league.parcels import ENTRIES, Kept, drop, require_publisher
from storage.league.people import clear, is_spoken_of, person_columns
from storage.league.publishers import plain
from storage.league.reckoned import OF_ENTRIES
from storage.league.rows import Where, take_out
from storage.league.shelf import shelf_of
from storage.proof.signatures import PERSON, is_signed, signed

FILE = "persons.json"
"""What a league keeps of this beside its catalog, which may be lost: pseudonyms and ids of matches,
and no id of a person."""
DAYS = 30
"""For how many days a code holds."""


class Consent(NamedTuple):
    """That a person wants to be one with a person of another store, as their store says."""

    publisher: str
    person: str
    until: date  # the last day on which it counts
    signature: str  # in hexadecimal digits
    first: str = ""  # the code of the other store, if that gave one before

    @property
    def root(self) -> str:
        """What is signed."""
        lines = ["referee person 1", f"{self.publisher}:{self.person}", self.until.isoformat()]
        lines += [self.first] if self.first else []
        return sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()

    @property
    def code(self) -> str:
        """The code, as desks hand it over."""
        sign = base64.urlsafe_b64encode(bytes.fromhex(self.signature)).decode().rstrip("=")
        return f"{self.publisher}:{self.person}:{self.until}:{sign}"


def read_code(code: str, first: str = "") -> Consent:
    """A code as it was handed over.

    Raises:
        LeagueError: it is none.
    """
    try:
        publisher, rest = code.strip().split(":", 1)
        person, until, sign = rest.rsplit(":", 2)
        require_publisher(publisher)
        signature = base64.urlsafe_b64decode(f"{sign}==").hex()
        return Consent(publisher, person, date.fromisoformat(until), signature, first)
    except (ValueError, LeagueError):
        shape = "STORE:PERSON:DAY:SIGNATURE"
        raise LeagueError(f"{code[:40]}: no code of a person; expected {shape}") from None


def consent(
    publisher: str, person: str, key: str, first: str = "", today: date | None = None
) -> Consent:
    """At the store: a code for a person who is at the desk.

    Args:
        publisher: the id by which the league knows the store.
        person: the person's id in its log.
        key: the private key of the store, PEM.
        first: the code that another store has given them.
        today: the day; by default that of the clock, UTC.

    Raises:
        LeagueError: the id is none, or the other code is none or of this person.
        SigningError: the key is none.
    """
    require_publisher(publisher)
    if not person.strip() or len(person) > 64 or "\n" in person:
        raise LeagueError(f"{person[:64]!r}: expected the id of a person, of up to 64 characters")
    if first:
        other = read_code(first)
        if (other.publisher, other.person) == (publisher, person):
            raise LeagueError("that code is of this person already; expected one of another store")
    until = (today or datetime.now(UTC).date()) + timedelta(days=DAYS)
    bare = Consent(publisher, person, until, "", first.strip())
    return bare._replace(signature=signed(bare.root, key, PERSON).signature)


# -- at the league -------------------------------------------------------------------------------


class Joined(NamedTuple):
    """Two persons of stores who are one from now on."""

    one: str  # ``publisher:person``
    other: str
    pseudonym: str  # under which both are told


class Forgotten(NamedTuple):
    """What was deleted for a person."""

    person: str  # ``publisher:person``
    matches: list[str]  # the matches whose entries were deleted
    entries: int  # how many these were
    parcels: list[str]  # the parcels that were deleted
    others: list[str]  # the matches that were in those parcels besides


class _Kept(Struct):
    """What is kept in a file."""

    joined: dict[str, str] = {}  # which pseudonym stands for which
    forgotten: dict[str, datetime] = {}  # the matches, with when


def join(place: Place, one: str, other: str, now: datetime | None = None) -> Joined:
    """Take two persons of stores for one.

    Args:
        place: the league.
        one: the code of the first store.
        other: that of the second, which holds the first.
        now: the time of the league.

    Raises:
        LeagueError: a code is none, is not signed by its store, or has lapsed; or nothing of one
            of them has come in.
        LogError: the lake cannot be written.
    """
    moment = plain(now or datetime.now(UTC))
    codes = [read_code(one), read_code(other, one.strip())]
    with Lake(place, write=True) as lake, lake.transaction():
        lake.rows("UPDATE lake.turn SET n = n + 1")
        found = []
        for each in codes:
            _require_signed(lake, each, moment)
            named = f"{each.publisher}:{each.person}"
            row = lake.rows(
                "SELECT coalesce(j.instead, p.pseudonym) FROM lake.people AS p "
                "LEFT JOIN lake.joined AS j USING (pseudonym) WHERE publisher = ? AND person = ?",
                [each.publisher, each.person],
            )
            if not row:
                raise LeagueError(f"nothing of {named} has come in")
            found.append((named, str(row[0][0])))
        (first, pseudonym), (second, joins) = found
        if pseudonym != joins:
            lake.rows("UPDATE lake.joined SET instead = ? WHERE instead = ?", [pseudonym, joins])
            lake.rows("INSERT INTO lake.joined VALUES (?, ?)", [joins, pseudonym])
        _keep(place, lake)
    return Joined(first, second, pseudonym)


def _require_signed(lake: Lake, said: Consent, now: datetime) -> None:
    named = f"{said.publisher}:{said.person}"
    if said.until < now.date():
        raise LeagueError(f"the code of {named} has lapsed: it was good until {said.until}")
    keys = lake.rows(
        "SELECT DISTINCT key_id FROM lake.publishers WHERE publisher = ? AND since <= ? "
        "AND (until IS NULL OR until > ?)",
        [said.publisher, now, now],
    )
    if not any(is_signed(said.root, key_id, said.signature, PERSON) for (key_id,) in keys):
        second = " for the other code" if said.first else ""
        raise LeagueError(f"the code of {named} is not signed by {said.publisher}{second}")


def forget(place: Place, named: str, now: datetime | None = None) -> Forgotten:
    """Forget a person: whose the pseudonym is, and the entries and parcels of all their matches:
    those in which they sit, judge or record, and those in which a note speaks of them by their id.

    What follows from these matches stays, by pseudonym, and so does the ledger. Older moments of
    the lake have the entries until they are let go: :func:`storage.league.keeping.upkeep.tidy`.

    Args:
        place: the league.
        named: the person, ``publisher:person``.
        now: the time of the league.

    Raises:
        LeagueError: nothing of that person has come in.
        LogError: the lake cannot be written.
    """
    publisher, _, person = named.partition(":")
    moment = plain(now or datetime.now(UTC))
    with Lake(place, write=True) as lake, lake.transaction():
        lake.rows("UPDATE lake.turn SET n = n + 1")
        row = lake.rows(
            "SELECT pseudonym FROM lake.people WHERE publisher = ? AND person = ?",
            [publisher, person],
        )
        pseudonym = str(row[0][0]) if row else ""
        matched, sent = _mentions(place, lake, publisher, person)
        matches = sorted({*matched, *(_matches_of(lake, pseudonym) if row else ())})
        if not row and not matches:
            raise LeagueError(f"nothing of {named} has come in; expected STORE:PERSON")
        ids = [each.match_id for each in matches]
        lake.rows(f"CREATE OR REPLACE TEMP TABLE gone AS FROM {GIVEN} AS t(match_id)", [given(ids)])
        ((entries,),) = lake.rows("SELECT count(*) FROM lake.entries WHERE match_id IN (FROM gone)")
        parcels = lake.rows(
            "SELECT DISTINCT publisher, parcel FROM lake.ledger "
            "WHERE match_id IN (FROM gone) ORDER BY ALL"
        )
        parcels = sorted({*parcels, *((publisher, parcel) for parcel in sent)})
        others = lake.rows(
            "SELECT DISTINCT match_id FROM lake.ledger WHERE match_id NOT IN (FROM gone) "
            f"AND parcel IN {GIVEN} ORDER BY ALL",
            [given([parcel for _, parcel in parcels])],
        )
        clear(lake, place, publisher, person)
        take_out(lake, ["entries", *OF_ENTRIES], matches)
        lake.rows(
            "INSERT INTO lake.forgotten SELECT match_id, ? FROM gone "
            "WHERE match_id NOT IN (SELECT match_id FROM lake.forgotten)",
            [moment],
        )
        lake.rows("DELETE FROM lake.people WHERE pseudonym = ?", [pseudonym])
        lake.rows("DELETE FROM lake.joined WHERE ? IN (pseudonym, instead)", [pseudonym])
        _keep(place, lake)
    shelf = shelf_of(place)
    for whose, parcel in parcels:
        drop(shelf, Kept(whose, parcel))
    return Forgotten(
        named, ids, int(entries), [name for _, name in parcels], [match for (match,) in others]
    )


_NAMED = {"by", "judge", "person", "player", "recorded_by", "team", "winner"}
"""Where an entry says who somebody is by an id: a judge, who recorded it, who was entered."""
_SPOKEN = {"about", "deviation", "differs", "given", "note", "outcome", "reason", "text"}
"""Where it speaks of people in words."""
_MAY_TELL = (
    rf'"(?:{"|".join(sorted(_NAMED))})":"{{0}}"|"{{0}}":"(?:head-)?judge"|'
    rf'"(?:{"|".join(sorted(_SPOKEN))})":.*{{0}}'
)
"""The same, in haste."""


def _tells_of(payload: str, person: str) -> bool:
    """Whether an entry tells of somebody; one that was sent and is no JSON may."""
    try:
        return _tells(msgspec.json.decode(payload), person)
    except (msgspec.MsgspecError, RecursionError):
        return True


def _tells(entry: Any, person: str) -> bool:
    if isinstance(entry, list):
        return any(_tells(each, person) for each in entry)
    return isinstance(entry, dict) and any(
        (key in _NAMED and each == person)
        or (key == "judges" and isinstance(each, dict) and person in each)
        or (key in _SPOKEN and is_spoken_of(person, str(each)))
        or _tells(each, person)
        for key, each in entry.items()
    )


def _mentions(place: Place, lake: Lake, publisher: str, person: str) -> tuple[set[Where], set[str]]:
    """The matches of which an entry tells of somebody who may not sit in them, and the parcels that
    have such entries: those of sides that were refused or set aside, too."""
    pattern = _MAY_TELL.format(re.escape(msgspec.json.encode(person)[1:-1].decode()))
    found: list[tuple[str, str, str]] = []
    shelf = shelf_of(place)
    files = [str(shelf.at(name)) for name in shelf.names(f"parcels/{publisher}/*/{ENTRIES}")]
    if files:
        found += lake.rows(
            "SELECT match_id, parse_path(filename)[-2], payload FROM "
            f"read_parquet([{', '.join(map(quoted, files))}], filename = true) "
            "WHERE regexp_matches(payload, ?)",
            [pattern],
        )
    if "entries" in lake.tables():
        found += lake.rows(
            "SELECT split_part(match_id, ':', 2), '', payload FROM lake.entries "
            "WHERE starts_with(match_id, ?) AND regexp_matches(payload, ?)",
            [f"{publisher}:", pattern],
        )
    matched = {each[:2] for each in found if _tells_of(each[2], person)}
    ids = {f"{publisher}:{match_id}" for match_id, _ in matched}
    parcels = {parcel for _, parcel in matched if parcel}
    rows = lake.rows(
        "SELECT DISTINCT match_id, lake_game, lake_season FROM lake.ledger "
        f"WHERE match_id IN {GIVEN}",
        [given(sorted(ids))],
    )
    return {Where(*row) for row in rows}, parcels


def _matches_of(lake: Lake, pseudonym: str) -> list[Where]:
    """The matches in which somebody stands."""
    found: set[Where] = set()
    types = lake.types()
    for table, column in person_columns(types):
        several = types[table][column] == "LIST"
        found.update(
            Where(*row)
            for row in lake.rows(
                f'SELECT DISTINCT match_id, lake_game, lake_season FROM lake."{table}" '
                + (f'WHERE list_contains("{column}", ?)' if several else f'WHERE "{column}" = ?'),
                [pseudonym],
            )
        )
    return sorted(found)


def _keep(place: Place, lake: Lake) -> None:
    kept = _Kept(
        dict(lake.rows("SELECT pseudonym, instead FROM lake.joined ORDER BY ALL")),
        dict(lake.rows("SELECT match_id, forgotten_at FROM lake.forgotten ORDER BY ALL")),
    )
    text = msgspec.json.format(msgspec.json.encode(kept), indent=1)
    shelf_of(place).write(FILE, text + b"\n")


def again(place: Place) -> None:
    """Put what is kept into a catalog that was made again.

    Raises:
        LeagueError: the file is none.
        LogError: it cannot be read, or the lake not be written.
    """
    shelf = shelf_of(place)
    content = shelf.read(FILE)
    if content is None:
        return
    try:
        kept = msgspec.json.decode(content, type=_Kept)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise LeagueError(f"{shelf.at(FILE)}: {error}") from None
    tables: Sequence[tuple[str, Sequence[tuple[str, object]]]] = (
        ("joined", [*kept.joined.items()]),
        ("forgotten", [*kept.forgotten.items()]),
    )
    with Lake(place, write=True) as lake, lake.transaction():
        for table, rows in tables:
            lake.rows(f"DELETE FROM lake.{table}")  # where this is done again
            for row in rows:
                lake.rows(f"INSERT INTO lake.{table} VALUES (?, ?)", [*row])


__all__ = ["Consent", "Forgotten", "Joined", "again", "consent", "forget", "join", "read_code"]
