"""Taking parcels in: nothing of them is believed, and what is not exact is refused, match by match.

Matches are judged beside the lake and committed in few large batches: entries, facts, ledger and
refusals in one transaction, in which the ledger is asked again (LG-5).
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, NamedTuple

import duckdb
import msgspec
from msgspec import Struct

from referee.game import Game
from storage import drawn
from storage.error import LogError
from storage.exchange.unrefereed import notes_of
from storage.files import Scratch
from storage.league.lake import GIVEN, Lake, Place, connected, given
from storage.league.parcels import (
    Listed,
    NoParcel,
    Parcel,
    is_by_key,
    keep,
    read_parcel,
)
from storage.league.people import keep_people, replace_people
from storage.league.registry import Ruling, plain
from storage.league.rows import Where, take_out
from storage.league.staging import Bench, Chain, noted_lines
from storage.log import Log
from storage.pages import Progress
from storage.projection import traits_of, written_rows
from storage.proof.head import Head
from storage.replays import Came, Replays
from storage.verify.report import Difference

BATCH = 100_000
"""How many entries are committed together: a commit costs by table and partition (LG-5.2)."""
TRIES = 10
"""How often a batch is committed again that another intake was quicker than."""

Standing = Literal["new", "known", "older", "extended", "fork"]


class Held(NamedTuple):
    """The head of a match that is in force in the lake."""

    seq: int
    hash: str
    notes: str


class Refusal(Struct, frozen=True):
    """What was not taken, and why (LG-4.4)."""

    match_id: str  # the match, by its id in the league; empty where the parcel as a whole was not
    publisher: str  # who sent it; empty where that cannot be read
    parcel: str  # the parcel
    what: str  # what is wrong, in a word
    why: str  # the same in a sentence
    seq: int | None = None  # the head that it came with
    hash: str | None = None
    entry: int | None = None  # the first entry that is wrong; of a fork, that differs
    held_seq: int | None = None  # of a fork: the head that was taken before
    held_hash: str | None = None


class Taken(Struct):
    """What an intake came to."""

    parcels: int = 0  # how many parcels were looked at
    new: int = 0  # how many matches were new
    extended: int = 0  # how many went on
    known: int = 0  # how many were in the lake already
    older: int = 0  # how many are shorter than what the lake has
    entries: int = 0  # how many entries were new
    refused: list[Refusal] = []  # what was not taken


class Item(Struct):
    """A match that was judged and may be taken."""

    match_id: str
    publisher: str
    parcel: str
    hashes: list[str]
    notes: str
    lake_game: str
    lake_season: int
    judged: bool = False  # the referee has seen it, so that its digests are those that are due
    had: int = 0  # up to which entry the lake has it

    @property
    def head(self) -> Head:
        """Its last entry."""
        return Head(len(self.hashes), self.hashes[-1])


def take(
    place: Place,
    parcels: Sequence[Path],
    *,
    jobs: int = 1,
    progress: Progress | None = None,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ruling: Ruling | None = None,
) -> Taken:
    """Take parcels in.

    Args:
        place: the league.
        parcels: the folders of the parcels.
        jobs: in how many processes matches are replayed.
        progress: told how many parcels are done, and how many there are.
        now: the time of the league, by which keys are valid; stores' own clocks are not asked.
        ruling: take this one match, in the place of the other side of a fork; the parcel was
            looked at when it came in, so its key may have ended since.

    Raises:
        LogError: the lake cannot be written; what was committed before stays.
    """
    with ExitStack() as stack:
        intake = _Intake(place, stack, jobs, now, ruling)
        for number, path in enumerate(parcels, 1):
            intake.look_at(path)
            if progress is not None:
                progress(number, len(parcels))
        intake.commit()
        return intake.taken


class _Intake:
    """Parcels on their way into the lake, a batch at a time."""

    def __init__(
        self,
        place: Place,
        stack: ExitStack,
        jobs: int,
        now: Callable[[], datetime],
        ruling: Ruling | None,
    ) -> None:
        self.place = place
        self.ruling = ruling
        self.now = now
        self.taken = Taken()
        connection = connected(stack)
        self.log = Log(place.folder, connection, None, place.folder)
        folder = Path(stack.enter_context(Scratch()))
        self.bench = Bench(self.log, folder, stack.enter_context(Replays(jobs)))
        self._begin()

    def _begin(self) -> None:
        """Begin a batch."""
        self.items: dict[str, Item] = {}
        self.refused: list[Refusal] = []
        self.parcels: dict[str, tuple[Parcel, int]] = {}
        self.entries = 0
        self.bench.clear()
        self.log.rows(
            "CREATE OR REPLACE TABLE taken_entries (match_id VARCHAR, seq INTEGER, id VARCHAR, "
            "played_at TIMESTAMP, recorded_at TIMESTAMP, recorded_by VARCHAR, type VARCHAR, "
            "payload VARCHAR, hash VARCHAR, digest VARCHAR)"
        )
        self.log.rows(
            "CREATE OR REPLACE TABLE taken_matches (match_id VARCHAR, game VARCHAR, "
            "version VARCHAR, catalog VARCHAR, opened_at TIMESTAMP, refereed BOOLEAN)"
        )
        self.log.rows(
            "CREATE OR REPLACE TABLE taken_catalogs "
            "(hash VARCHAR, game VARCHAR, name VARCHAR, payload VARCHAR)"
        )
        self.log.rows(
            "CREATE OR REPLACE TABLE taken_traits "
            "(catalog VARCHAR, card VARCHAR, trait VARCHAR, value VARCHAR)"
        )

    # -- judged --------------------------------------------------------------------------------

    def look_at(self, path: Path) -> None:
        """Judge what is in a parcel; a full batch is committed."""
        self.taken.parcels += 1
        try:
            parcel = read_parcel(path)
        except NoParcel as error:
            self._refuse_parcel(path.name, error.listed, error.what, str(error))
            return
        named = f"{parcel.listed.publisher}:{{}}".format
        if any(named(match) in self.items for match in parcel.listed.heads):
            self.commit()
        with Lake(self.place, connection=self.log.connection) as lake:
            wrong = None if self.ruling else self._unpublished(lake, parcel)
            if wrong is not None:
                self._refuse_parcel(parcel.name, parcel.listed, *wrong)
                return
            try:
                self.bench.lay(parcel.folder)
            except LogError as error:
                self._refuse_parcel(parcel.name, parcel.listed, "columns", str(error))
                return
            keep(parcel, self.place.parcels)
            self.parcels[parcel.name] = parcel, len(parcel.listed.heads)
            self._judge(lake, parcel, named)
        if self.entries >= BATCH:
            self.commit()

    def _unpublished(self, lake: Lake, parcel: Parcel) -> tuple[str, str] | None:
        """Why a parcel is not of somebody who may publish now."""
        listed = parcel.listed
        keys = lake.rows(
            "SELECT since, until FROM lake.publishers WHERE publisher = ? AND key_id = ?",
            [listed.publisher, listed.key_id],
        )
        now = plain(self.now())
        if not keys:
            return "publisher", f"{listed.publisher} has no key {listed.key_id[:16]}… here"
        if not any(since <= now and (until is None or now < until) for since, until in keys):
            return "publisher", f"the key {listed.key_id[:16]}… of {listed.publisher} has ended"
        if not is_by_key(parcel):
            return "signature", "the signature is not of these heads and this key"
        return None

    def _judge(self, lake: Lake, parcel: Parcel, named: Callable[[str], str]) -> None:
        listed = parcel.listed
        held = _held(lake, [named(match) for match in listed.heads])
        seen: set[str] = set()
        for page in self.bench.chains(named):
            due: list[Chain] = []
            for found in page:
                match = found.id if isinstance(found, Chain) else found.match
                seen.add(match)
                wrong = _unlisted(found, match, listed)
                if wrong is not None:
                    self._refuse(parcel, named(match), wrong)
                    continue
                assert isinstance(found, Chain)
                item = _item(found, parcel, named)
                if self.ruling is not None:
                    due += [found] if self._is_ruled(item) else []
                    continue
                standing = _standing(lake, item, held)
                if standing in ("new", "extended"):
                    due.append(found)
                else:
                    self._counted(lake, item, standing, held)
            self._replay(parcel, named, due)
        for match in sorted(listed.heads.keys() - seen):
            missing = Difference(match, 1, "head", "the parcel lists it, and has no entry of it")
            self._refuse(parcel, named(match), missing)

    def _replay(self, parcel: Parcel, named: Callable[[str], str], due: Sequence[Chain]) -> None:
        """Have the referee see matches; those that are exact go into the batch."""
        good: list[tuple[str, Game, Came]] = []
        notes = self.bench.folder / "noted.jsonl"
        with notes.open("wb") as file:
            for chain, came in self.bench.judged(due, named):
                if isinstance(came, Difference):
                    self._refuse(parcel, named(chain.id), came)
                    continue
                item = _item(chain, parcel, named)
                item.judged = True
                item.notes = notes_of(item.match_id, item.head.seq, sorted(came.noted.items()))
                self.items[item.match_id] = item
                self.entries += len(item.hashes)
                good.append((item.match_id, chain.ready.game, came))
                file.write(noted_lines(item.match_id, came))
        self.bench.project(good)
        publisher = parcel.listed.publisher
        ids = [match_id.partition(":")[2] for match_id, _, _ in good]
        columns = {"match_id": "VARCHAR", "seq": "INTEGER", "digest": "VARCHAR"}
        self.log.rows(
            "INSERT INTO taken_entries SELECT ? || ':' || e.match_id, e.seq, e.id, e.played_at, "
            "e.recorded_at, e.recorded_by, e.type, e.payload, e.hash, n.digest FROM entries AS e "
            f"LEFT JOIN ({written_rows(notes, columns)}) AS n "
            f"ON n.match_id = ? || ':' || e.match_id AND n.seq = e.seq "
            f"WHERE e.match_id IN {GIVEN}",
            [publisher, publisher, given(ids)],
        )
        self.log.rows(
            "INSERT INTO taken_matches SELECT ? || ':' || match_id, game, version, catalog, "
            f"opened_at, true FROM matches WHERE match_id IN {GIVEN}",
            [publisher, given(ids)],
        )
        self._keep_catalogs({chain.ready.catalog.hash: chain.ready.game for chain in due})

    def _keep_catalogs(self, pinned: Mapping[str, Game]) -> None:
        known = {key for (key,) in self.log.rows("SELECT hash FROM taken_catalogs")}
        new = {key: game for key, game in pinned.items() if key not in known}
        traits = [
            row for k, game in new.items() for row in traits_of(self.log, k, game.id, game.version)
        ]
        self.log.rows(
            "INSERT INTO taken_catalogs SELECT hash, any_value(game), any_value(name), "
            f"any_value(payload) FROM catalogs WHERE hash IN {GIVEN} GROUP BY hash",
            [given([*new])],
        )
        self.log.rows(
            "INSERT INTO taken_traits SELECT r[1], r[2], r[3], r[4] FROM "
            "(SELECT unnest(from_json(?, '[[\"VARCHAR\"]]')) AS r)",
            [msgspec.json.encode(traits).decode()],
        )

    # -- counted and refused -------------------------------------------------------------------

    def _refuse_parcel(self, name: str, listed: Listed | None, what: str, why: str) -> None:
        publisher = "" if listed is None else listed.publisher
        self._note(Refusal("", publisher, name, what, why))

    def _refuse(self, parcel: Parcel, match_id: str, found: Difference) -> None:
        head = parcel.listed.heads.get(found.match)
        seq, _, chained = (head or "").partition(":")
        self._note(
            Refusal(
                match_id,
                parcel.listed.publisher,
                parcel.name,
                found.what,
                found.message,
                int(seq) if seq else None,
                chained or None,
                found.seq or None,
            )
        )

    def _note(self, refusal: Refusal) -> None:
        self.refused.append(refusal)
        self.taken.refused.append(refusal)

    def _counted(
        self, lake: Lake, item: Item, standing: Standing, held: Mapping[str, Held]
    ) -> None:
        """Count a match that is not taken."""
        if standing == "fork":
            before = held[item.match_id]
            entry = _first_other(lake, item)
            said = (
                f"entry {entry} is another than the one that was taken; "
                "referee league dispute shows both"
            )
            self._note(
                Refusal(
                    item.match_id,
                    item.publisher,
                    item.parcel,
                    "fork",
                    said,
                    item.head.seq,
                    item.head.hash,
                    entry,
                    before.seq,
                    before.hash,
                )
            )
        elif standing == "known":
            self.taken.known += 1
        else:
            self.taken.older += 1

    # -- committed -----------------------------------------------------------------------------

    def commit(self) -> None:
        """Write the batch to the lake, all of it or nothing; of two who do, one does it again."""
        if not (self.items or self.refused or self.parcels):
            return
        replace_people(self.log, self.place, self.bench.columns)
        before = msgspec.structs.replace(self.taken, refused=[*self.taken.refused])
        refused = [*self.refused]
        for left in reversed(range(TRIES)):
            try:
                with Lake(self.place, write=True, connection=self.log.connection) as lake:
                    self._write(lake)
                break
            except LogError as error:
                if not left or not isinstance(error.__cause__, duckdb.TransactionException):
                    raise
                self.taken = msgspec.structs.replace(before, refused=[*before.refused])
                self.refused = [*refused]
        self._begin()

    def _write(self, lake: Lake) -> None:
        with lake.transaction():
            # LG-5.1: two who have read the same ledger both change this row, and one of them fails
            lake.rows("UPDATE lake.turn SET n = n + 1")
            going = self._going(lake)
            lake.rows(
                "CREATE OR REPLACE TEMP TABLE going AS SELECT unnest(from_json(?, "
                '\'[{"match_id": "VARCHAR", "publisher": "VARCHAR", "parcel": "VARCHAR", '
                '"notes": "VARCHAR", "lake_game": "VARCHAR", "lake_season": "INTEGER", '
                '"had": "INTEGER", "seq": "INTEGER", "hash": "VARCHAR"}]\'), recursive := true)',
                [_going_rows(going)],
            )
            if going:
                self._write_matches(lake, [each for each in going if each.had])
                keep_people(lake)
            now = plain(self.now())
            lake.rows(
                "INSERT INTO lake.ledger SELECT match_id, publisher, seq, hash, notes, parcel, "
                "?, ?, lake_game, lake_season FROM going ORDER BY match_id",
                [now, drawn.program()],
            )
            self._write_parcels(lake, now)
            self._write_refused(lake, now)

    def _going(self, lake: Lake) -> list[Item]:
        """What of the batch is taken, as the ledger stands now."""
        held = _held(lake, [*self.items])
        going = []
        for item in self.items.values():
            standing = _standing(lake, item, held)
            if self._is_ruled(item):
                self._set_aside(lake, item)
                standing = "new"
            if standing == "new":
                item.had = 0
                self.taken.new += 1
            elif standing == "extended":
                item.had = held[item.match_id].seq
                self.taken.extended += 1
            else:
                self._counted(lake, item, standing, held)
                continue
            self.taken.entries += item.head.seq - item.had
            going.append(item)
        return going

    def _is_ruled(self, item: Item) -> bool:
        ruling = self.ruling
        return ruling is not None and (
            (ruling.match_id, ruling.head) == (item.match_id, str(item.head))
        )

    def _set_aside(self, lake: Lake, item: Item) -> None:
        """Take out the other side of a fork; the ledger keeps it (LG-5.3)."""
        ruling = self.ruling
        assert ruling is not None
        own = [t for t, columns in lake.columns().items() if "lake_game" in columns]
        take_out(
            lake, {*own} - {"ledger"}, [Where(item.match_id, item.lake_game, item.lake_season)]
        )
        lake.rows(
            "DELETE FROM lake.rulings WHERE match_id = $1 AND hash IN "
            "(SELECT unnest(from_json($2, '[\"VARCHAR\"]')))",
            [item.match_id, given(item.hashes)],
        )
        lake.rows(
            "INSERT INTO lake.rulings SELECT DISTINCT match_id, hash, $2, $3, $4, "
            "$5::TIMESTAMP FROM lake.ledger WHERE match_id = $1 "
            "AND hash NOT IN (SELECT unnest(from_json($6, '[\"VARCHAR\"]'))) "
            "AND hash NOT IN (SELECT hash FROM lake.rulings WHERE match_id = $1)",
            [
                item.match_id,
                item.head.hash,
                ruling.key_id,
                ruling.signature,
                ruling.at,
                given(item.hashes),
            ],
        )

    def _write_matches(self, lake: Lake, extended: Sequence[Item]) -> None:
        partition = {"lake_game": "VARCHAR", "lake_season": "INTEGER"}
        columns = {
            "entries": self._described("taken_entries"),
            "matches": self._described("taken_matches"),
            **self.bench.columns,
        }
        there = lake.columns()
        filled = {"entries", "matches", *_filled(lake, self.bench.columns)}
        gone = [Where(e.match_id, e.lake_game, e.lake_season) for e in extended]
        take_out(lake, sorted(self.bench.columns.keys() & there.keys()), gone)
        for table, own in columns.items():
            if table not in filled:
                continue
            _make(lake, table, own | partition, there.get(table))
            source = f"taken_{table}" if table in ("entries", "matches") else table
            names = ", ".join(f'"{name}"' for name in own)
            picked = ", ".join(f't."{name}"' for name in own)
            new = {"entries": "WHERE t.seq > g.had", "matches": "WHERE g.had = 0"}.get(table, "")
            order = ", ".join(f't."{n}"' for n in ("match_id", "seq", "place") if n in own)
            lake.rows(
                f'INSERT INTO lake."{table}" ({names}, lake_game, lake_season) '
                f'SELECT {picked}, g.lake_game, g.lake_season FROM "{source}" AS t '
                f"JOIN going AS g USING (match_id) {new} ORDER BY {order}"
            )
        for table, key in (("catalogs", "hash"), ("traits", "catalog")):
            name = "card_traits" if table == "traits" else table
            _make(lake, name, self._described(f"taken_{table}"), there.get(name), whole=True)
            lake.rows(
                f'INSERT INTO lake."{name}" SELECT DISTINCT * FROM taken_{table} '
                f'WHERE {key} NOT IN (SELECT {key} FROM lake."{name}")'
            )

    def _described(self, table: str) -> dict[str, str]:
        return dict(
            self.log.rows(
                "SELECT column_name, data_type FROM duckdb_columns() WHERE table_name = ? "
                "AND database_name = 'memory' ORDER BY column_index",
                [table],
            )
        )

    def _write_parcels(self, lake: Lake, now: datetime) -> None:
        for parcel, matches in self.parcels.values():
            lake.rows(
                "INSERT INTO lake.parcels SELECT $1, $2, $3, $4, $5, $6 "
                "WHERE $1 NOT IN (SELECT parcel FROM lake.parcels)",
                [
                    parcel.name,
                    parcel.listed.publisher,
                    parcel.listed.key_id,
                    parcel.root,
                    matches,
                    now,
                ],
            )

    def _write_refused(self, lake: Lake, now: datetime) -> None:
        lake.rows(
            "INSERT INTO lake.refused SELECT r.match_id, r.publisher, r.seq, r.hash, r.parcel, "
            "r.what, r.entry, r.why, r.held_seq, r.held_hash, $1 FROM (SELECT unnest(from_json("
            '$2, \'[{"match_id": "VARCHAR", "publisher": "VARCHAR", "parcel": "VARCHAR", '
            '"what": "VARCHAR", "why": "VARCHAR", "seq": "INTEGER", "hash": "VARCHAR", '
            '"entry": "INTEGER", "held_seq": "INTEGER", "held_hash": "VARCHAR"}]\')) AS r) '
            "ANTI JOIN lake.refused AS before ON before.parcel = r.parcel "
            "AND before.match_id = r.match_id AND before.what = r.what",
            [now, msgspec.json.encode(self.refused).decode()],
        )


# -- against the ledger --------------------------------------------------------------------------


def _held(lake: Lake, ids: Sequence[str]) -> dict[str, Held]:
    """The heads that are in force of these matches."""
    found = lake.rows(
        "SELECT l.match_id, max(seq), arg_max(l.hash, seq), arg_max(notes, seq) "
        "FROM lake.ledger AS l "
        "ANTI JOIN lake.rulings AS r ON r.match_id = l.match_id AND r.hash = l.hash "
        f"WHERE l.match_id IN {GIVEN} GROUP BY l.match_id",
        [given(ids)],
    )
    return {match_id: Held(*row) for match_id, *row in found}


def _standing(lake: Lake, item: Item, held: Mapping[str, Held]) -> Standing:
    """How a match stands to the lake (LG-5)."""
    before = held.get(item.match_id)
    if before is None:
        return "new"
    seq, chained = item.head
    if seq >= before.seq:
        if item.hashes[before.seq - 1] != before.hash:
            return "fork"
        # other digests are judged anew: they are refused, or come to the same
        same = seq == before.seq and (item.judged or item.notes == before.notes)
        return "known" if same else "extended"
    there = lake.rows(
        "SELECT hash FROM lake.entries WHERE lake_game = ? AND match_id = ? AND seq = ?",
        [item.lake_game, item.match_id, seq],
    )
    return "older" if there == [(chained,)] else "fork"


def _first_other(lake: Lake, item: Item) -> int:
    """The first entry of a fork that is another than in the lake."""
    there = lake.rows(
        "SELECT hash FROM lake.entries WHERE match_id = ? ORDER BY seq", [item.match_id]
    )
    for seq, ((mine,), other) in enumerate(zip(there, item.hashes, strict=False), 1):
        if mine != other:
            return seq
    return min(len(there), len(item.hashes)) + 1


def _item(chain: Chain, parcel: Parcel, named: Callable[[str], str]) -> Item:
    edition = chain.ready.stored.require_edition()
    return Item(
        named(chain.id),
        parcel.listed.publisher,
        parcel.name,
        chain.hashes,
        chain.notes,
        edition.game,
        edition.opened_at.year,
    )


def _unlisted(found: Chain | Difference, match: str, listed: Listed) -> Difference | None:
    """What is wrong with a match before it is replayed."""
    if isinstance(found, Difference):
        return found
    head = str(Head(len(found.hashes), found.hashes[-1]))
    due = listed.heads.get(match)
    if due == head:
        return None
    said = "is not listed" if due is None else f"is listed with the head {due}"
    return Difference(match, len(found.hashes), "head", f"it {said}, and comes to {head}")


def _going_rows(going: Sequence[Item]) -> str:
    rows = [
        {
            "match_id": each.match_id,
            "publisher": each.publisher,
            "parcel": each.parcel,
            "notes": each.notes,
            "lake_game": each.lake_game,
            "lake_season": each.lake_season,
            "had": each.had,
            "seq": each.head.seq,
            "hash": each.head.hash,
        }
        for each in going
    ]
    return msgspec.json.encode(rows).decode()


def _filled(lake: Lake, columns: Mapping[str, Any]) -> set[str]:
    """The projected tables of a bench that have rows."""
    parts = (f"SELECT '{t}' FROM \"{t}\" HAVING count(*) > 0" for t in columns)
    return {name for (name,) in lake.rows(" UNION ALL ".join(parts))}


def _make(
    lake: Lake,
    table: str,
    columns: Mapping[str, str],
    known: Collection[str] | None,
    whole: bool = False,
) -> None:
    """See that the lake has a table with these columns; columns are only added (LG-9)."""
    if known is None:
        told = ", ".join(f'"{name}" {kind}' for name, kind in columns.items())
        lake.rows(f'CREATE TABLE lake."{table}" ({told})')
        if not whole:
            lake.rows(f'ALTER TABLE lake."{table}" SET PARTITIONED BY (lake_game, lake_season)')
        return
    for name, kind in columns.items():
        if name not in known:
            lake.rows(f'ALTER TABLE lake."{table}" ADD COLUMN "{name}" {kind}')


__all__ = ["Refusal", "Taken", "take"]
