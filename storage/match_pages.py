"""The matches of a log, page by page: what goes over all of them needs no more memory for more."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import count, groupby
from operator import itemgetter
from typing import Any, NamedTuple

import msgspec

from storage import schema
from storage.error import LogError
from storage.log import Log

Progress = Callable[[int, int], None]
"""Told, from time to time, how many entries are done and how many there are in all."""

PAGE = 5_000
"""How many entries a page holds; a longer match is a page of its own."""

EVERY_MATCH = "SELECT match_id FROM entries UNION SELECT match_id FROM matches"
"""SQL for the ids of all matches, those with no entries or no row of their own included."""

_NUMBERS = count(1)
_NAMED = "SELECT unnest(from_json($chosen, '[\"VARCHAR\"]')) AS match_id"


class Row(NamedTuple):
    """One entry as it is stored."""

    match_id: str  # the match
    seq: int  # its number
    payload: str  # its canonical JSON
    hash: str  # its link in the chain
    digest: str | None  # the digest of the state that is noted at it
    # whether the other columns say what the payload says; None where nobody asked
    sound: bool | None


class Edition(NamedTuple):
    """What the table ``matches`` says of a match."""

    game: str
    version: str
    catalog: str
    opened_at: datetime
    refereed: bool


class Stored(NamedTuple):
    """One match as it is stored, whether or not it can be read."""

    id: str  # the match
    edition: Edition | None  # what the table of matches says of it; None where it says nothing
    rows: list[Row]  # its entries in order
    fault: str | None = None  # why the file gives no entries of it; None where it does

    def require_edition(self) -> Edition:
        """What the table of matches says of it, where it can be replayed by that.

        Raises:
            LogError: it cannot be read, or the table says nothing.
        """
        if self.fault is not None:
            raise LogError(self.fault)
        if self.edition is None:
            raise LogError(f"{self.id}: it is missing from the table of matches")
        return self.edition


def pages(
    log: Log,
    chosen: str | Sequence[str] = EVERY_MATCH,
    *,
    check: bool = False,
    progress: Progress | None = None,
    size: int | None = None,
) -> Iterator[list[Stored]]:
    """Read matches in the order they came into the log, page by page.

    Args:
        log: the log.
        chosen: which matches: their ids, or SQL that gives them as ``match_id``.
        check: whether to compare the columns of each entry with its payload.
        progress: told after each page was used.
        size: about how many entries a page has; by default ``PAGE``.

    Raises:
        LogError: the log cannot be read.
    """
    named = not isinstance(chosen, str)
    values = {"chosen": msgspec.json.encode(chosen).decode()} if named else {}
    table = f"page_{next(_NUMBERS)}"
    log.rows(
        schema.sql("paged").format(
            table=table, chosen=_NAMED if named else chosen, size=size or PAGE
        ),
        values or None,
    )
    try:
        every, total = log.rows(f"SELECT list(DISTINCT page ORDER BY page), sum(n) FROM {table}")[0]
        done = 0
        for page in every or ():
            stored = _page(log, table, page, check)
            yield stored
            done += sum(len(match.rows) for match in stored)
            if progress is not None:
                progress(done, int(total))
    finally:
        with suppress(LogError):
            log.rows(f"DROP TABLE {table}")


def _page(log: Log, table: str, page: int, check: bool) -> list[Stored]:
    here = f"(SELECT match_id FROM {table} WHERE page = {page})"
    ids = [each for (each,) in log.rows(f"{here} ORDER BY first_row, match_id")]
    first, last = log.rows(
        f"SELECT min(first_row), max(last_row) FROM {table} WHERE page = {page}"
    )[0]
    editions = {
        row[0]: Edition(*row[1:])
        for row in log.rows(
            "SELECT match_id, game, version, catalog, opened_at, refereed "
            f"FROM matches SEMI JOIN {here} USING (match_id)"
        )
    }
    sound = schema.sql("sound") if check else "NULL"
    columns = f"SELECT match_id, seq, payload, hash, digest, {sound} FROM entries"
    try:
        rows = log.rows(
            f"{columns} SEMI JOIN {here} USING (match_id) "
            f"WHERE entries.rowid BETWEEN {first} AND {last} ORDER BY match_id, seq"
        )
    except LogError:
        return [_alone(log, each, editions.get(each), columns) for each in ids]
    own = {match_id: [Row(*row) for row in found] for match_id, found in _by_match(rows)}
    return [Stored(each, editions.get(each), own.get(each, [])) for each in ids]


def _alone(log: Log, match_id: str, edition: Edition | None, columns: str) -> Stored:
    """One match of a page that cannot be read as a whole."""
    try:
        rows = log.rows(f"{columns} WHERE match_id = ? ORDER BY seq", [match_id])
    except LogError as error:
        return Stored(match_id, edition, [], str(error))
    return Stored(match_id, edition, [Row(*row) for row in rows])


def _by_match(rows: list[tuple[Any, ...]]) -> Iterator[tuple[str, Iterator[tuple[Any, ...]]]]:
    return groupby(rows, itemgetter(0))
