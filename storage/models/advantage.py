"""Who is how far ahead: the chance to win by the lead and how far a match has come.

The chance may only rise with the lead, and is told from other matches than the one it is of: nine
tenths of those of the same game under the same edition. It knows nothing but the score. Moments of
one turn and lead are one to it, so that SQL counts them and few are left to be thought about.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from storage.models import keep
from storage.models.isotonic import Block, Isotonic

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MATCHES = 200
"""The fewest other matches from which a chance is told."""
FEWEST = 20
"""The fewest moments that share a rate."""
PARTS = 5
"""Into how many parts the usual length of a match is divided."""
LAST = 8
"""How many parts are told apart; what is longer is as the last."""
FOLDS = 10
"""Into how many shares the matches are divided, each of which is told from the others."""

_MOMENTS = f"""
CREATE OR REPLACE TEMP TABLE moments AS
SELECT
    match_id, edition, share, turn, leads.side, lead::DOUBLE AS lead, over,
    CASE WHEN drawn THEN 0.5 WHEN list_contains(winners, leads.side) THEN 1.0 ELSE 0.0 END::DOUBLE
        AS result
FROM leads() AS leads
JOIN (
    SELECT
        match_id, concat_ws(' ', chosen.game, version, chosen.catalog) AS edition,
        ('0x' || left(sha256(match_id), 2))::INTEGER % {FOLDS} AS share,
        result IS NOT NULL AS over, result = 'draw' AS drawn, winners
    FROM chosen_matches($game, NULL, NULL, NULL, NULL) AS chosen
    JOIN matches USING (match_id)
    LEFT JOIN (
        SELECT match_id, arg_max(result, place) AS result, arg_max(winners, place) AS winners
        FROM fact_match_ended
        GROUP BY match_id
    ) USING (match_id)
    WHERE result IS NULL OR result <> 'no result'
) USING (match_id)
"""
"""The moments; into which share a match goes its name alone says."""
_OTHERS = """
WITH lengths AS (
    SELECT edition, share, max(turn) AS length FROM moments WHERE over
    GROUP BY edition, share, match_id
)
SELECT own.edition, own.share, count(length), median(length)
FROM (SELECT DISTINCT edition, share FROM moments) AS own
LEFT JOIN lengths ON lengths.edition = own.edition AND lengths.share <> own.share
GROUP BY ALL
"""
"""Of each share how many other matches are over, and how long these usually are."""
_POINTS = """
SELECT edition, share, turn, lead, sum(result) FILTER (over), count(*) FILTER (over)
FROM moments
GROUP BY ALL
"""
_ADVANTAGE = """
CREATE OR REPLACE TEMP TABLE advantage AS
SELECT match_id, side, turn, lead, chance, won, n, matches
FROM moments
JOIN chances USING (edition, share, turn, lead)
WHERE $match IS NULL OR match_id = $match
ORDER BY edition, share, match_id, turn, side
"""
_Points = dict[tuple[int, float], tuple[float, int]]
"""By turn and lead what was won, and out of how many."""


def fill(connection: "DuckDBPyConnection", chosen: Mapping[str, Any]) -> None:
    """The table ``advantage``: for each side when each turn began, its chance."""
    connection.execute(_MOMENTS, {"game": chosen["game"]})
    points: defaultdict[str, defaultdict[int, _Points]] = defaultdict(lambda: defaultdict(dict))
    for edition, share, turn, lead, won, n in connection.execute(_POINTS).fetchall():
        points[edition][share][turn, lead] = won or 0.0, n
    found: list[tuple[object, ...]] = []
    for edition, share, matches, usual in connection.execute(_OTHERS).fetchall():
        own = points[edition][share]
        others = _without(points[edition], share) if matches >= MATCHES else {}
        expected = _expected(own, others, usual)
        found += ((edition, share, *each, matches) for each in expected)
    columns = {
        "edition": "VARCHAR", "share": "INTEGER", "turn": "INTEGER", "lead": "DOUBLE",
        "chance": "DOUBLE", "won": "DOUBLE", "n": "BIGINT", "matches": "BIGINT",
    }  # fmt: skip
    keep(connection, "chances", columns, found)
    connection.execute(_ADVANTAGE, {"match": chosen["match"]})


def _without(shares: Mapping[int, _Points], share: int) -> _Points:
    """The points of the other shares."""
    found: _Points = {}
    for other, own in shares.items():
        for at, (won, n) in own.items() if other != share else ():
            before = found.get(at, (0.0, 0))
            found[at] = before[0] + won, before[1] + n
    return found


def _expected(own: _Points, others: _Points, usual: float) -> Iterator[tuple[object, ...]]:
    """The chances at these points, from the others."""
    parts: defaultdict[int, list[Block]] = defaultdict(list)
    for (turn, lead), (won, n) in others.items():
        if n:
            parts[_part(turn, usual)].append(Block(lead, won, n))
    curves = {part: Isotonic(known, FEWEST) for part, known in parts.items()}
    for turn, lead in own:
        curve = curves.get(_part(turn, usual)) if curves else None
        block = curve.at(lead) if curve else None
        yield turn, lead, *((block.rate, block.won, block.n) if block else (None, None, 0))


def _part(turn: int, usual: float) -> int:
    return min(LAST - 1, int((turn - 1) / usual * PARTS))
