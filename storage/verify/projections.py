"""The projections: every table, row by row, beside what the replay gives."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import IO, Any, Self

import msgspec

from storage import drawn
from storage.error import LogError
from storage.files import Scratch
from storage.log import Log
from storage.match_pages import EVERY_MATCH, Stored
from storage.projection import traits_of, written_rows
from storage.replays import Came
from storage.rows import projected
from storage.verify.report import MOST, NOTE, Difference

COMPARED = 20_000
"""About how many entries are compared at a time."""
_ASKED = 10
"""How many tables a query asks for rows; DuckDB needs memory for each of them."""

_KEYS: Mapping[str, Sequence[str]] = {
    "projected": (),
    "seats": ("seat",),
    "contests": (),
    "deck_cards": ("seat", "list", "card"),
    "pool_at_end": ("seat", "card"),
    "verdicts": ("seq",),
}
"""What tells the rows of a match apart, which for facts is their place."""


class Projections:
    """What the projected tables of a log should hold, gathered match by match, and do hold.

    Nothing is expected of a log without projections, or with those of another version, which are
    made anew before anybody reads them. Use it as a context manager.

    Args:
        log: the log; open for reading will do.
    """

    def __init__(self, log: Log) -> None:
        self.log = log
        self.rows = 0
        """How many rows are what the replay gives."""
        self._columns: dict[str, dict[str, str]] = {}
        self._drawn: list[Difference] = []
        self._look()
        self._folder = Scratch()
        self._ids: list[str] = []
        self._said: dict[str, int] = {}
        self._unsaid: set[str] = set()
        self._beyond: dict[str, Difference] = {}
        self._unreadable: set[str] = set()
        self._lines: dict[str, int] = {}
        self._files: dict[str, IO[bytes]] = {}
        self._entries = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._close()
        self._folder.cleanup()
        with suppress(LogError):
            self.log.rows("DROP TABLE IF EXISTS temp.judged")

    # -- the tables and views -----------------------------------------------------------------

    def _look(self) -> None:
        """See which tables there are to be compared, and whether they are as they were made."""
        found = drawn.listed(self.log)
        noted = drawn.noted_mark(self.log)
        if noted is None:
            if found:
                self._differs("meta", "the projected tables are there, but not their mark")
            return
        mark = drawn.read_mark(noted)
        if mark is None:
            self._differs("meta", f"the mark of the projected tables was altered: {noted}")
            return
        if mark.fingerprint != drawn.fingerprint():
            said = "another build of the program made these tables, so that none is compared"
            self._drawn.append(Difference("", 0, NOTE, f"{said}; referee rebuild", "meta"))
            return
        wanted = drawn.due(drawn.ddl(self.log))
        for name in sorted(wanted.keys() | found.keys()):
            if name not in found:
                self._differs(name, "it is missing")
            elif name not in wanted:
                self._differs(name, "it is none of the projected tables and views")
            elif found[name] != wanted[name]:
                self._differs(name, f"it is {found[name]}, but should be {wanted[name]}")
        if "projected" in found and found["projected"] == wanted["projected"]:
            self._columns = {
                table: columns
                for table, columns in drawn.projected_columns(self.log).items()
                if found[table] == wanted.get(table)
            }

    def _differs(self, table: str, message: str) -> None:
        self._drawn.append(Difference("", 0, "projection", message, table))

    # -- the rows -----------------------------------------------------------------------------

    def begin(self, page: Sequence[Stored]) -> None:
        """Look up how far the matches of a page are projected, before they are replayed."""
        if not self._columns:
            return
        for match_id, seq in self.log.rows(
            "SELECT match_id, seq FROM projected WHERE match_id IN "
            "(SELECT unnest(from_json(?, '[\"VARCHAR\"]')))",
            [_json([stored.id for stored in page])],
        ):
            self._said.setdefault(match_id, seq)

    def upto(self, stored: Stored) -> int:
        """The entry up to which a match is projected that was looked up; 0: no rows are due."""
        said = self._said.get(stored.id)
        if not self._columns or said is None:
            return 0
        last = stored.rows[-1].seq
        return said if 0 < said < last else last

    def expect(self, stored: Stored, came: Came) -> None:
        """Gather the rows that a match should have that was looked up, whose record is exact."""
        if not self._columns:
            return
        self._ids.append(stored.id)
        self._entries += len(stored.rows)
        upto = self.upto(stored)
        said, last = self._said.pop(stored.id, None), stored.rows[-1].seq
        if said is not None and said > last:
            self._beyond[stored.id] = Difference(
                stored.id,
                said,
                "projection",
                f"it is said to be projected up to entry {said}, and the match ends at entry "
                f"{last}: its end is missing, or that number was changed",
                "projected",
            )
        if not upto:
            self._unsaid.add(stored.id)
            return
        table, line = projected(stored.id, upto, None)
        for name, (count, lines) in {table: (1, line), **came.rows}.items():
            if name not in self._unreadable:
                self._lines[name] = self._lines.get(name, 0) + count
                self._file(name).write(lines)

    def differences(self, *, enough: int = COMPARED) -> Iterator[Difference]:
        """Compare the rows of the matches since the last time, once they have enough entries.

        The first row that differs is named, for each table and match.
        """
        if self._entries < enough or not self._ids:
            return
        self.log.rows(
            "CREATE OR REPLACE TEMP TABLE judged AS "
            "SELECT unnest(from_json(?, '[\"VARCHAR\"]')) AS match_id",
            [_json(self._ids)],
        )
        found: list[Difference] = []
        self._close()
        due = [table for table in self._columns if table in self._lines]
        idle = [table for table in self._columns if table not in self._lines]
        for table in [*due, *self._with_rows(idle, "SEMI")]:
            if table in self._unreadable:
                continue
            found += self._compared(table, self._columns[table])
        for match_id in sorted({each.match for each in found} & self._unsaid):
            tables = [each.table for each in found if each.match == match_id]
            found = [each for each in found if each.match != match_id]
            said = f"it is not said to be projected, but there are rows in {', '.join(tables)}"
            found.append(Difference(match_id, 0, "projection", said, "projected"))
        # what else differs there is of the entries that are missing
        found = [each for each in found if each.match not in self._beyond]
        found += self._beyond.values()
        order = {match_id: n for n, match_id in enumerate(self._ids)}
        self._ids.clear()
        self._unsaid.clear()
        self._beyond.clear()
        self._lines.clear()
        self._entries = 0
        yield from sorted(found, key=lambda each: (order.get(each.match, 0), each.seq))

    def _with_rows(self, tables: Sequence[str], join: str) -> list[str]:
        """The tables with rows of the judged matches, or of others; what is unreadable has some."""
        found: list[str] = []
        for at in range(0, len(tables), _ASKED):
            several = tables[at : at + _ASKED]
            asked = (
                f"(SELECT '{table}' FROM \"{table}\" {join} JOIN judged USING (match_id) LIMIT 1)"
                for table in several
            )
            try:
                found += (table for (table,) in self.log.rows(" UNION ALL ".join(asked)))
            except LogError:
                found += several
        return found

    def _compared(self, table: str, columns: Mapping[str, str]) -> list[Difference]:
        names = ", ".join(f'"{name}"' for name in columns)
        there = f'SELECT {names}, -1 AS "+/-" FROM "{table}" SEMI JOIN judged USING (match_id)'
        lines = self._lines.get(table, 0)
        path = self._path(table)
        both = there
        if lines:
            due = f'SELECT *, 1 AS "+/-" FROM ({written_rows(path, columns)})'
            both = f"{due} UNION ALL {there}"
        keys = ["match_id", *_KEYS.get(table, ("seq", "place"))]
        order = ", ".join(f'"{key}"' for key in keys)
        try:
            rows = self.log.rows(
                f'SELECT * FROM (SELECT {names}, sum("+/-") AS "+-" FROM ({both}) '
                f'GROUP BY {names} HAVING sum("+/-") <> 0) QUALIFY row_number() OVER '
                f'(PARTITION BY match_id ORDER BY {order}, "+-") <= 2 '
                f'ORDER BY {order}, "+-" LIMIT {2 * MOST}'
            )
        except LogError as error:
            self._unreadable.add(table)
            return [Difference("", 0, "unreadable", str(error), table)]
        finally:
            path.unlink(missing_ok=True)
        if not rows:
            self.rows += lines
        found = []
        for match_id, own in groupby(rows, lambda row: str(row[0])):
            apart = [dict(zip([*columns, "+-"], row, strict=True)) for row in own]
            seq = int(apart[0].get("seq", 1))
            found.append(Difference(match_id, seq, "projection", _in_words(apart, keys), table))
        return found

    def stray(self) -> Iterator[Difference]:
        """What is wrong with tables and views as a whole, and rows of matches that there are not.

        Card traits are compared here too.
        """
        yield from self._drawn
        if not self._columns:
            return
        self.log.rows(f"CREATE OR REPLACE TEMP TABLE judged AS {EVERY_MATCH}")
        readable = [table for table in self._columns if table not in self._unreadable]
        for table in self._with_rows(readable, "ANTI"):
            try:
                gone = self.log.rows(
                    f'SELECT DISTINCT match_id FROM "{table}" ANTI JOIN judged USING (match_id) '
                    f"ORDER BY match_id LIMIT {MOST}"
                )
            except LogError as error:
                yield Difference("", 0, "unreadable", str(error), table)
                continue
            for (match_id,) in gone:
                said = "it has rows here, but there is no such match"
                yield Difference(match_id, 0, "projection", said, table)
        if not any(each.table == "card_traits" for each in self._drawn):
            yield from self._traits()

    def _traits(self) -> Iterator[Difference]:
        """The traits of cards: of each catalog that a projected match pins, and of no other."""
        pinned: dict[str, list[set[tuple[str, ...]]]] = {}
        for edition in self.log.rows(
            "SELECT DISTINCT catalog, game, version FROM matches "
            "SEMI JOIN projected USING (match_id) ORDER BY ALL"
        ):
            own = pinned.setdefault(edition[0], [])
            try:
                own.append(set(traits_of(self.log, *edition)))
            except LogError:
                continue  # the matches that pin it say so
        there: dict[str, set[tuple[str, ...]]] = {}
        for row in self.log.rows("SELECT catalog, card, trait, value FROM card_traits"):
            there.setdefault(row[0], set()).add(row)
        for key in sorted(pinned.keys() | there.keys()):
            rows, editions = there.get(key, set()), pinned.get(key, [])
            if key in pinned and not editions:
                continue
            missing = set.intersection(*editions) - rows if editions else set()
            strange = rows - set().union(*editions)
            for _, card, trait, value in sorted(missing | strange)[:MOST]:
                said = "missing" if (key, card, trait, value) in missing else "not of the catalog"
                message = f"{key}: {card}: {trait} = {value} is {said}"
                yield Difference("", 0, "projection", message, "card_traits")

    def _file(self, table: str) -> IO[bytes]:
        if table not in self._files:
            self._files[table] = self._path(table).open("ab")
        return self._files[table]

    def _close(self) -> None:
        for file in self._files.values():
            file.close()
        self._files.clear()

    def _path(self, table: str) -> Path:
        return Path(self._folder.name) / f"{table}.jsonl"


def _in_words(rows: Sequence[Mapping[str, Any]], keys: Sequence[str]) -> str:
    """In words: how the first rows that differ do."""
    here = next((row for row in rows if row["+-"] < 0), None)
    due = next((row for row in rows if row["+-"] > 0), None)
    if here and due and all(here[key] == due[key] for key in keys):
        name = next(name for name in here if name != "+-" and here[name] != due[name])
        return f"{_row(here, keys)}{name} is {here[name]}, but the replay gives {due[name]}"
    first = rows[0]
    if first["+-"] > 0:
        return f"{_row(first, keys)}it is missing: {_plain(first)}"
    return f"{_row(first, keys)}the replay gives no such row: {_plain(first)}"


def _row(row: Mapping[str, Any], keys: Sequence[str]) -> str:
    """Which row of its match and entry it is."""
    said = ", ".join(f"{key} {row[key]}" for key in keys if key not in ("match_id", "seq"))
    return f"{said}: " if said else ""


def _plain(row: Mapping[str, Any]) -> str:
    return ", ".join(
        f"{name}={value}" for name, value in row.items() if name not in ("match_id", "seq", "+-")
    )


def _json(values: Sequence[str]) -> str:
    return msgspec.json.encode(values).decode()


__all__ = ["COMPARED", "Projections"]
