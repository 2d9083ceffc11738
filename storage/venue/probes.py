"""Lines that a device tried and that were refused before anything was written (VN-19.4).

A judge sees them: who tries many may be asking the referee what the other player holds. They lie
beside the chain, in no copy for queries; every backup has them.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from msgspec import Struct

from storage import schema

if TYPE_CHECKING:
    from storage.log import Log

KEPT = timedelta(days=30)
"""So long they are kept: behind the close of their event; of a match of none, since they were
tried."""


class Probe(Struct, frozen=True):
    """A line that was refused where only a legal one was to be written."""

    match: str  # the match
    at: datetime  # when, UTC
    session: str  # the device
    person: str  # whose it is
    line: str  # the line
    rule: str  # the rule that it breaks


def keep_probe(log: "Log", probe: Probe) -> None:
    """Keep one.

    Raises:
        LogError: the log cannot be written.
    """
    with log.transaction():
        if not log.has_table("venue_probes"):
            log.rows(schema.sql("venue"))
        log.rows(
            "INSERT INTO venue_probes VALUES (?, ?, ?, ?, ?, ?)",
            [probe.match, probe.at, probe.session, probe.person, probe.line, probe.rule],
        )


def tried_before(log: "Log", then: datetime) -> list[str]:
    """The matches of which there are some from before a moment."""
    if not log.has_table("venue_probes"):
        return []
    found = log.rows("SELECT DISTINCT match_id FROM venue_probes WHERE tried_at < ?", [then])
    return [str(match) for (match,) in found]


def forget_probes(log: "Log", match_id: str, then: datetime) -> None:
    """Let those of a match go that are from before a moment.

    Raises:
        LogError: the log cannot be written.
    """
    with log.transaction():
        log.rows("DELETE FROM venue_probes WHERE match_id = ? AND tried_at < ?", [match_id, then])


def probes(log: "Log", match_id: str) -> list[Probe]:
    """Those of a match, in their order."""
    if not log.has_table("venue_probes"):
        return []
    found = log.rows(
        "SELECT match_id, tried_at, session, person, line, rule FROM venue_probes "
        "WHERE match_id = ? ORDER BY tried_at, rowid",
        [match_id],
    )
    return [Probe(*row) for row in found]


def tried(log: "Log") -> dict[tuple[str, str], int]:
    """How many each device tried in each match, by match and session."""
    if not log.has_table("venue_probes"):
        return {}
    found = log.rows(
        "SELECT match_id, session, count(*) FROM venue_probes GROUP BY match_id, session"
    )
    return {(str(match), str(session)): int(count) for match, session, count in found}


def most_tried(log: "Log", match_ids: Sequence[str]) -> dict[str, int]:
    """How many one device tried in each of these matches, the most; those where none did are not
    there."""
    if not match_ids or not log.has_table("venue_probes"):
        return {}
    found = log.rows(
        "SELECT match_id, max(tried) FROM (SELECT match_id, count(*) AS tried FROM venue_probes "
        "WHERE list_contains(?::VARCHAR[], match_id) GROUP BY match_id, session) GROUP BY match_id",
        [list(match_ids)],
    )
    return {str(match): int(tried) for match, tried in found}
