"""The heads that a log has given out, by which a cut tail shows."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec
from msgspec import Struct

from storage import schema
from storage.database import Database
from storage.proof.head import Head
from storage.proof.seals import CHECKPOINT, seal


class GivenHead(NamedTuple):
    """A head that was given out."""

    match: str  # the match
    seq: int  # the entry that was the last then
    hash: str  # its hash
    given_at: datetime  # when, UTC without a time zone


class _Row(Struct, frozen=True):
    match_id: str
    seq: int
    hash: str
    given_at: datetime


_GIVEN = "(SELECT unnest(from_json(?, '[\"VARCHAR\"]')))"
_COLUMNS = "match_id, seq, hash, given_at"
_ROWS = (
    'unnest(from_json(?, \'[{"match_id": "VARCHAR", "seq": "INTEGER", "hash": "VARCHAR", '
    '"given_at": "TIMESTAMP"}]\'))'
)


def heads(log: Database, match_ids: Sequence[str] | None = None) -> dict[str, Head]:
    """The head of each match of a log, or of those that are named and there.

    Raises:
        LogError: the log cannot be read.
    """
    which = "" if match_ids is None else f"WHERE match_id IN {_GIVEN} "
    found = log.rows(
        f"SELECT match_id, max(seq), arg_max(hash, seq) FROM entries {which}GROUP BY match_id",
        None if match_ids is None else [_json(match_ids)],
    )
    return {match_id: Head(seq, chained) for match_id, seq, chained in found}


def given_heads(log: Database) -> list[GivenHead]:
    """All heads that the log has given out, by match and entry.

    Raises:
        LogError: the log cannot be read.
    """
    if not log.has_table("heads"):
        return []
    return [
        GivenHead(*row) for row in log.rows(f"SELECT {_COLUMNS} FROM heads ORDER BY {_COLUMNS}")
    ]


def unknown_heads(log: Database, given: Mapping[str, Head]) -> dict[str, Head]:
    """Those of the heads that the log has not given out before."""
    known = {(each.match, each.seq, each.hash) for each in given_heads(log)}
    return {key: head for key, head in given.items() if (key, *head) not in known}


def give_out(log: Database, given: Mapping[str, Head]) -> None:
    """Keep heads that are given out, by match; those that are kept already stay as they are.

    Raises:
        LogError: the log is open for reading only, or cannot be written.
    """
    give_out_all(log, given.items())


def give_out_all(log: Database, given: Iterable[tuple[str, Head]]) -> None:
    """Keep heads that are given out, where there may be several of a match; else as above."""
    log.require_writing()
    now = datetime.now(UTC).replace(tzinfo=None, microsecond=0)
    rows = [_Row(match_id, *head, now) for match_id, head in given]
    if not rows:
        return
    if not log.has_table("heads"):
        log.rows(schema.sql("heads"))
    log.rows(
        "INSERT INTO heads SELECT r.match_id, r.seq, r.hash, r.given_at "
        f"FROM (SELECT {_ROWS} AS r) ON CONFLICT DO NOTHING",
        [_json(rows)],
    )
    seal(log, now)


def checkpoints_without(
    log: Database, match_ids: Sequence[str] | None = None
) -> list[tuple[str, Head]]:
    """The checkpoints of tournaments whose words were given out, and of which no head is kept.

    Args:
        log: the log; open for reading will do.
        match_ids: which matches; all where None.

    Raises:
        LogError: the log cannot be read.
    """
    which = "" if match_ids is None else f"AND match_id IN {_GIVEN} "
    made = log.rows(
        f"SELECT match_id, seq, hash FROM entries WHERE type = '{CHECKPOINT}' {which}ORDER BY ALL",
        None if match_ids is None else [_json(match_ids)],
    )
    known = {(each.match, each.seq, each.hash) for each in given_heads(log)} if made else set()
    return [(row[0], Head(row[1], row[2])) for row in made if tuple(row) not in known]


def lost(log: Database, match_ids: Sequence[str] | None = None) -> list[tuple[GivenHead, str]]:
    """The heads given out that matches do not reach any more, each with what is there instead.

    Args:
        log: the log; open for reading will do.
        match_ids: which matches; all where None.

    Raises:
        LogError: the log cannot be read.
    """
    if not log.has_table("heads"):
        return []
    which = "true" if match_ids is None else f"g.match_id IN {_GIVEN}"
    return _unreached(log, f"heads AS g WHERE {which}", match_ids or ())


def unreached(log: Database, known: Iterable[GivenHead]) -> list[tuple[GivenHead, str]]:
    """As :func:`lost`, of heads that are known from elsewhere.

    Raises:
        LogError: the log cannot be read.
    """
    rows = [_Row(*each) for each in known]
    return _unreached(log, f"(SELECT r.* FROM (SELECT {_ROWS} AS r)) AS g WHERE true", rows)


def _unreached(log: Database, given: str, asked: Sequence[object]) -> list[tuple[GivenHead, str]]:
    """The heads of a table ``g`` with a condition, which may have one parameter."""
    found = log.rows(
        "SELECT g.match_id, g.seq, g.hash, g.given_at, e.hash, "
        "(SELECT max(seq) FROM entries AS o WHERE o.match_id = g.match_id) "
        f"FROM (SELECT g.* FROM {given}) AS g "
        "LEFT JOIN entries AS e ON e.match_id = g.match_id AND e.seq = g.seq "
        "WHERE e.hash IS DISTINCT FROM g.hash ORDER BY g.match_id, g.seq, g.hash",
        [_json(asked)] if "?" in given else None,
    )
    return [(GivenHead(*row[:4]), _instead(row[4], row[5])) for row in found]


def _instead(chained: str | None, last: int | None) -> str:
    if chained is not None:
        return f"the entry has the hash {chained} now: it, or one before it, was changed"
    if last is None:
        return "the match is gone"
    return f"the match ends at entry {last}: its end is missing"


def _json(values: Iterable[object]) -> str:
    return msgspec.json.encode(list(values)).decode()


__all__ = [
    "GivenHead",
    "checkpoints_without",
    "give_out",
    "give_out_all",
    "given_heads",
    "heads",
    "lost",
    "unknown_heads",
    "unreached",
]
