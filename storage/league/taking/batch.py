"""A batch of matches on their way into the lake: entries, facts, ledger and refusals in one
transaction, in which the ledger is asked again (LG-5)."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Literal, NamedTuple

import msgspec
from msgspec import Struct

from referee.game import Game
from storage import drawn
from storage.exchange.unrefereed import notes_of
from storage.league import reckoned
from storage.league.lake import GIVEN, Lake, Place, committed, given
from storage.league.parcels import Kept, Parcel, When, came, note_came
from storage.league.people import Aliases, keep_people, mentions_of
from storage.league.publishers import Ruling, plain, set_aside
from storage.league.reckoned import BY, PARTITION, Source, by_sql, reckon
from storage.league.refusal import Refusal
from storage.league.rows import Where, make_table, out_of_lake, take_out, unchanged
from storage.league.shelf import shelf_of
from storage.league.taking.staged_matches import Bench, Chain, noted_lines
from storage.league.telling.league_answers import Astray
from storage.log import Log
from storage.projection import traits_of, written_rows
from storage.proof.head import Head
from storage.replays import Came
from storage.rows import Lines

Standing = Literal["new", "known", "older", "extended", "fork"]


ORDER = ("match_id", "seq", "began_seq", "place")
"""By which columns the rows of a table lie in a file."""


class Held(NamedTuple):
    """The head of a match that is in force in the lake."""

    seq: int
    hash: str
    notes: str
    program: str  # by which its facts are


class Taken(Struct):
    """What an intake came to."""

    parcels: int = 0  # how many parcels were looked at
    new: int = 0  # how many matches were new
    extended: int = 0  # how many went on
    known: int = 0  # how many were in the lake already
    older: int = 0  # how many are shorter than what the lake has
    entries: int = 0  # how many entries were new
    refused: list[Refusal] = []  # what was not taken
    applied: frozenset[str] = frozenset()  # the matches that count now as a ruling says
    astray: list[Astray] = []  # matches of it that are not those which checkpoints cover


def copied(taken: Taken) -> Taken:
    """The same, which stays as it is when the other goes on."""
    return msgspec.structs.replace(taken, refused=[*taken.refused])


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
    # where it goes on: up to which entry the lake had it when it was judged, and the tables in
    # which it has other rows now
    before: tuple[int, Collection[str]] | None = None

    @property
    def head(self) -> Head:
        """Its last entry."""
        return Head(len(self.hashes), self.hashes[-1])


class Batch:
    """Matches that were judged, on a bench, until they are committed together.

    Args:
        place: the league.
        bench: where they lie.
        now: the time of the league.
        ruling: which matches are taken, in the place of what was in force of them.
        again: matches are known, and their facts are put in anew, by this program.
    """

    def __init__(
        self,
        place: Place,
        bench: Bench,
        now: Callable[[], datetime],
        ruling: Ruling | None = None,
        again: bool = False,
    ) -> None:
        self.again = again
        self.place = place
        self.bench = bench
        self.log: Log = bench.log
        self.now = now
        self.ruling = ruling
        self.taken = Taken()
        self.aliases = Aliases(place)
        self.gone_on: set[str] = set()  # what was committed, where the lake has checkpoints
        self._begin()

    def _begin(self) -> None:
        """Begin a batch."""
        self.items: dict[str, Item] = {}
        self.refused: list[Refusal] = []
        self.parcels: dict[str, tuple[Parcel, int]] = {}
        self.entries = 0
        self._compared: set[str] = set()
        self.reckoned: dict[str, dict[str, str]] = {}
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

    def add(
        self,
        publisher: str,
        parcel: str,
        judged: Sequence[tuple[Chain, Came]],
        held: Mapping[str, Held] | None = None,
    ) -> None:
        """Take matches of one store in that are exact and lie on the bench.

        Args:
            publisher: the store.
            parcel: in which they came.
            judged: the matches with what they come to.
            held: the heads that were in force when they were judged.
        """
        good: list[tuple[str, Game, Came]] = []
        before = self._before(publisher, [chain for chain, _ in judged], held or {})
        notes = self.bench.folder / "noted.jsonl"
        with notes.open("wb") as file:
            for chain, came in judged:
                item = item_of(chain, publisher, parcel)
                item.judged = True
                item.notes = notes_of(item.match_id, item.head.seq, sorted(came.noted.items()))
                self.items[item.match_id] = item
                self.entries += len(item.hashes)
                rows = self._by_pseudonym(item.match_id, chain, item.head.seq, came)
                if item.match_id in before:
                    had, old = before[item.match_id]
                    differ = {t for t in rows.keys() | old.keys() if rows.get(t) != old.get(t)}
                    item.before = had, differ | {"projected"}
                good.append((item.match_id, chain.ready.game, came._replace(rows=rows)))
                file.write(noted_lines(item.match_id, came))
        self.bench.project(good)
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
        self._keep_catalogs({chain.ready.catalog.hash: chain.ready.game for chain, _ in judged})

    def _by_pseudonym(
        self, match_id: str, chain: Chain, upto: int, came: Came
    ) -> Mapping[str, Lines]:
        game = chain.ready.game.id
        mentions = mentions_of(game, chain.ready.payloads[:upto])
        return self.aliases.put(match_id, game, mentions, came.rows)

    def _before(
        self, publisher: str, chains: Sequence[Chain], held: Mapping[str, Held]
    ) -> dict[str, tuple[int, Mapping[str, Lines]]]:
        """Of the matches that go on up to which entry the lake has them, and the rows that it has
        of them where they are of this program: it comes to them as fast as they are read."""
        known = {each.id: held.get(f"{publisher}:{each.id}") for each in chains}
        going = [
            (chain, own.seq)
            for chain in chains
            if (own := known[chain.id]) is not None
            and own.program == drawn.program()
            and own.seq < len(chain.hashes)
        ]
        return {
            f"{publisher}:{chain.id}": (
                had,
                self._by_pseudonym(f"{publisher}:{chain.id}", chain, had, came),
            )
            for (chain, had), came in zip(
                going, self.bench.rows_of(going, f"{publisher}:{{}}".format), strict=True
            )
        }

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

    def refuse(self, refusal: Refusal) -> None:
        """Keep that something is not taken."""
        self.refused.append(refusal)
        self.taken.refused.append(refusal)

    def counted(self, lake: Lake, item: Item, standing: Standing, held: Mapping[str, Held]) -> None:
        """Count a match that is not taken."""
        if standing == "fork":
            before = held[item.match_id]
            entry = _first_other(lake, item)
            said = (
                f"entry {entry} is another than the one that was taken; "
                "referee league dispute shows both"
            )
            self.refuse(
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

    def commit(self) -> bool:
        """Write the batch to the lake, all of it or nothing; of two who do, one does it again.
        Whether there was anything to write."""
        if not (self.items or self.refused or self.parcels):
            return False
        self._load()
        self.log.rows(
            "UPDATE contests SET contest = split_part(match_id, ':', 1) || ':' || contest"
        )
        self.aliases.lay(self.log)
        sources = {t: Source(f'memory."{t}"', own) for t, own in self.bench.columns.items()}
        for table in ("entries", "matches"):
            own = self._described(f"taken_{table}")
            sources[table] = Source(f"memory.taken_{table}", own)
        self.reckoned = reckon(self.log, sources)
        self.bench.mark(BY, by_sql())
        before = copied(self.taken)
        refused = [*self.refused]

        def write(lake: Lake) -> None:
            self.taken = copied(before)
            self.refused = [*refused]
            self._write(lake)

        committed(self.place, self.log.connection, write)
        self.gone_on |= self._compared
        self._begin()
        return True

    def _load(self) -> None:
        """Have the rows of the batch on the bench; a match of which that cannot be is refused."""
        for match_id, why in self.bench.load().items():
            item = self.items.pop(match_id)
            said = f"what follows from it cannot be kept: {why}"
            whose = match_id, item.publisher, item.parcel
            self.refuse(Refusal(*whose, "replay", said, *item.head, None, None, None))

    def _write(self, lake: Lake) -> None:
        # LG-5.1: two who have read the same ledger both change this row, and one of them fails
        lake.rows("UPDATE lake.turn SET n = n + 1")
        moment = self.now()
        going = self._going(lake)
        lake.rows(
            "CREATE OR REPLACE TEMP TABLE going AS SELECT unnest(from_json(?, "
            '\'[{"match_id": "VARCHAR", "publisher": "VARCHAR", "parcel": "VARCHAR", '
            '"notes": "VARCHAR", "lake_game": "VARCHAR", "lake_season": "INTEGER", '
            '"had": "INTEGER", "seq": "INTEGER", "hash": "VARCHAR"}]\'), recursive := true)',
            [_going_rows(going)],
        )
        if going:
            self._vouch(lake, going)
            self._write_matches(lake, [each for each in going if each.had], len(going))
            keep_people(lake)
        now = plain(moment)
        if self.again or (self.ruling is not None and self.ruling.kind == "again"):
            lake.rows(
                "UPDATE lake.ledger AS l SET notes = g.notes, program = ? FROM going AS g "
                "WHERE l.match_id = g.match_id AND l.hash = g.hash",
                [drawn.program()],
            )
        lake.rows(
            "INSERT INTO lake.ledger SELECT match_id, publisher, seq, hash, notes, parcel, "
            "?, ?, lake_game, lake_season FROM going ANTI JOIN lake.ledger AS l "
            "USING (match_id, hash, parcel) WHERE had < seq ORDER BY match_id",
            [now, drawn.program()],
        )
        self._write_parcels(lake, moment)
        self._write_refused(lake, now)

    def _going(self, lake: Lake) -> list[Item]:
        """What of the batch is taken, as the ledger stands now."""
        held = held_of(lake, [*self.items])
        going, applied = [], []
        for item in self.items.values():
            standing = standing_of(lake, item, held)
            if self._is_applied(item, standing):
                applied.append(item)
                standing = "new"
            if standing == "new":
                item.had = 0
                self.taken.new += 1
            elif standing == "extended":
                item.had = held[item.match_id].seq
                self.taken.extended += 1
            elif standing == "known" and self.again:
                item.had = item.head.seq
                self.taken.known += 1
            else:
                self.counted(lake, item, standing, held)
                continue
            self.taken.entries += item.head.seq - item.had
            going.append(item)
        self._apply_ruling(lake, applied)
        return going

    def is_ruled(self, item: Item) -> bool:
        """Whether it is what a ruling says that is in force."""
        ruling = self.ruling
        return ruling is not None and ruling.is_for(item.match_id, str(item.head), item.parcel)

    def _is_applied(self, item: Item, standing: Standing) -> bool:
        """The same as the ledger stands now: what is restored does not take the place of another
        match, or of a longer one, which came in meanwhile."""
        restored = self.ruling is not None and self.ruling.kind == "restored"
        return self.is_ruled(item) and (not restored or standing in ("new", "extended"))

    def _apply_ruling(self, lake: Lake, items: Sequence[Item]) -> None:
        """Have matches make way for what is in force of them by a ruling (LG-5.3)."""
        if not items:
            return
        assert self.ruling is not None
        out_of_lake(lake, [Where(e.match_id, e.lake_game, e.lake_season) for e in items])
        for item in items:
            set_aside(lake, self.ruling, item.match_id, item.hashes)
        self.taken.applied |= {item.match_id for item in items}

    def _vouch(self, lake: Lake, going: Sequence[Item]) -> None:
        """Heads that were set aside count again where a match is taken that goes on from them."""
        chains = {each.match_id: {*each.hashes} for each in going}
        found = lake.rows(
            f"SELECT match_id, hash FROM lake.rulings WHERE match_id IN {GIVEN}", [given([*chains])]
        )
        for match_id, chained in found:
            if chained in chains[match_id]:
                lake.rows(
                    "DELETE FROM lake.rulings WHERE match_id = ? AND hash = ?", [match_id, chained]
                )

    def _write_matches(self, lake: Lake, extended: Sequence[Item], going: int) -> None:
        columns = {
            "entries": self._described("taken_entries"),
            "matches": self._described("taken_matches"),
            **self.bench.columns,
            **self.reckoned,
        }
        there = lake.columns()
        filled = {"entries", "matches", *_filled(lake, columns.keys() - {"entries", "matches"})}
        for table in sorted(self.reckoned.keys() - there.keys() - filled):
            make_table(lake, table, self.reckoned[table] | PARTITION, None)
            lake.had_rows(table, self.reckoned[table] | PARTITION)
        if "checkpoints" in filled | there.keys():
            self._compared = {*self.items}
        gone = [Where(e.match_id, e.lake_game, e.lake_season) for e in extended]
        kept = self._unchanged(lake, there, extended)
        kept |= reckoned.unchanged(lake, there, gone, kept)
        projected = self.bench.columns.keys() | self.reckoned.keys()
        take_out(lake, sorted((projected & there.keys()) - kept), gone)
        for table, own in columns.items():
            grows = table == "entries" or (table in reckoned.GROWING and table in kept)
            if table not in filled or (table in kept and not grows and len(extended) == going):
                continue
            make_table(lake, table, own | PARTITION, there.get(table))
            source = f"taken_{table}" if table in ("entries", "matches") else table
            names = ", ".join(f'"{name}"' for name in own)
            picked = ", ".join(f't."{name}"' for name in own)
            new = "WHERE g.had = 0" if table == "matches" or table in kept else ""
            new = "WHERE t.seq > g.had" if grows else new
            order = ", ".join(f't."{n}"' for n in ORDER if n in own)
            lake.rows(
                f'INSERT INTO lake."{table}" ({names}, lake_game, lake_season) '
                f'SELECT {picked}, g.lake_game, g.lake_season FROM "{source}" AS t '
                f"JOIN going AS g USING (match_id) {new} ORDER BY {order}"
            )
        for table, key in (("catalogs", "hash"), ("traits", "catalog")):
            name = "card_traits" if table == "traits" else table
            make_table(lake, name, self._described(f"taken_{table}"), there.get(name), whole=True)
            lake.rows(
                f'INSERT INTO lake."{name}" SELECT DISTINCT * FROM taken_{table} '
                f'WHERE {key} NOT IN (SELECT {key} FROM lake."{name}")'
            )

    def _unchanged(
        self, lake: Lake, there: Mapping[str, Collection[str]], extended: Sequence[Item]
    ) -> set[str]:
        """The tables in which matches that go on have the same rows as before: as was seen when
        they were judged, else as is read."""
        tables, unseen = {*self.bench.columns} if extended else set(), []
        for each in extended:
            if each.before is not None and each.before[0] == each.had:
                tables -= {*each.before[1]}
            else:
                unseen.append(Where(each.match_id, each.lake_game, each.lake_season))
        # a column that the lake has not yet is filled for all rows of its table
        tables = {t for t in tables if t not in there or {*self.bench.columns[t]} <= {*there[t]}}
        own = {table: self.bench.columns[table] for table in tables}
        return unchanged(lake, own, there, unseen) if unseen else tables

    def _described(self, table: str) -> dict[str, str]:
        return dict(
            self.log.rows(
                "SELECT column_name, data_type FROM duckdb_columns() WHERE table_name = ? "
                "AND database_name = 'memory' ORDER BY column_index",
                [table],
            )
        )

    def _write_parcels(self, lake: Lake, moment: datetime) -> None:
        """Note parcels that were not taken before. What is written beside each is in the order of
        the commits, also where this one fails: then it is written again."""
        known = {
            name
            for (name,) in lake.rows(
                f"SELECT parcel FROM lake.parcels WHERE parcel IN {GIVEN}", [given([*self.parcels])]
            )
        }
        ((turn,),) = lake.rows("SELECT n FROM lake.turn")
        shelf = shelf_of(self.place)
        for name, (parcel, matches) in self.parcels.items():
            if name in known:
                continue
            listed = parcel.listed
            own = [name, listed.publisher, listed.key_id, parcel.root, matches, plain(moment)]
            lake.rows("INSERT INTO lake.parcels VALUES (?, ?, ?, ?, ?, ?)", own)
            kept = Kept(listed.publisher, name)
            if not self.place.remaking or not came(shelf, kept).turn:
                note_came(shelf, kept, When(moment, turn))

    def _write_refused(self, lake: Lake, now: datetime) -> None:
        if self.again:  # it was taken, and stays as it was
            return
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


def held_of(lake: Lake, ids: Sequence[str]) -> dict[str, Held]:
    """The heads that are in force of these matches."""
    found = lake.rows(
        "SELECT l.match_id, max(seq), arg_max(l.hash, seq), arg_max(notes, seq), "
        "arg_max(program, seq) "
        "FROM lake.ledger AS l "
        "ANTI JOIN lake.rulings AS r ON r.match_id = l.match_id AND r.hash = l.hash "
        f"WHERE l.match_id IN {GIVEN} GROUP BY l.match_id",
        [given(ids)],
    )
    return {match_id: Held(*row) for match_id, *row in found}


def standing_of(lake: Lake, item: Item, held: Mapping[str, Held]) -> Standing:
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


def item_of(chain: Chain, publisher: str, parcel: str) -> Item:
    """A match of a store, as it lies on the bench."""
    edition = chain.ready.stored.require_edition()
    return Item(
        f"{publisher}:{chain.id}",
        publisher,
        parcel,
        chain.hashes,
        chain.notes,
        edition.game,
        edition.opened_at.year,
    )


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


def _filled(lake: Lake, columns: Collection[str]) -> set[str]:
    """Those of the tables of a bench that have rows."""
    parts = (f"SELECT '{t}' FROM \"{t}\" HAVING count(*) > 0" for t in columns)
    return {name for (name,) in lake.rows(" UNION ALL ".join(parts))}


__all__ = [
    "Batch",
    "Item",
    "Taken",
    "copied",
    "held_of",
    "item_of",
    "standing_of",
]
