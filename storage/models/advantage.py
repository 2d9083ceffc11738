"""Who is how far ahead: the chance to win by the lead and how far a match has come.

The chance may only rise with the lead, and is told from other matches than the one it is of: nine
tenths of those of the same game under the same edition. It knows nothing but the score. Moments of
one turn and lead are one to it, so that SQL counts them and few are left to be thought about.
"""

from collections import defaultdict
from collections.abc import Mapping
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

_SIDES = f"""
CREATE OR REPLACE TEMP TABLE sides_told AS
SELECT
    row_number() OVER () AS of_side, of_match, match_id, side, edition, share,
    result IS NOT NULL AS over,
    CASE WHEN result = 'draw' THEN 0.5 WHEN list_contains(winners, side) THEN 1.0 ELSE 0.0
        END::DOUBLE AS result
FROM (SELECT DISTINCT match_id, side FROM seats)
JOIN (
    SELECT
        match_id, row_number() OVER () AS of_match,
        dense_rank() OVER (ORDER BY chosen.game, version, chosen.catalog) AS edition,
        ('0x' || left(sha256(match_id), 2))::INTEGER % {FOLDS} AS share, result, winners
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
"""The sides of the matches; into which share a match goes its name alone says."""
_MOMENTS = """
CREATE OR REPLACE TEMP TABLE moments AS
SELECT
    of_side, turn, seq, lead::DOUBLE AS lead, next_turn, next_seq, next_lead::DOUBLE AS next_lead
FROM leads
JOIN sides_told USING (match_id, side)
"""
"""The moments of the sides. There are many, so that numbers alone are kept of them."""
_SHARES = f"""
CREATE OR REPLACE TEMP TABLE shares AS
WITH lengths AS (
    SELECT edition, share, max(turn) AS length
    FROM (SELECT of_side, max(turn) AS turn FROM moments GROUP BY of_side)
    JOIN sides_told USING (of_side)
    WHERE over
    GROUP BY edition, share, of_match
)
SELECT
    own.edition, own.share, count(length) AS matches,
    CASE WHEN count(length) >= {MATCHES} THEN median(length) END AS usual
FROM (SELECT DISTINCT edition, share FROM points) AS own
LEFT JOIN lengths ON lengths.edition = own.edition AND lengths.share <> own.share
GROUP BY ALL
"""
"""Of each share how many other matches are over, and how long these usually are."""
_POINTS = """
CREATE OR REPLACE TEMP TABLE points AS
SELECT
    edition, share, turn, lead, coalesce(sum(result) FILTER (over), 0) AS won,
    count(*) FILTER (over) AS n
FROM moments
JOIN sides_told USING (of_side)
GROUP BY ALL
"""
_PART = f"least({LAST - 1}, floor((points.turn - 1) / usual * {PARTS}))::INTEGER"
"""SQL for how far a match has come."""
_OTHERS = f"""
SELECT shares.edition, shares.share, {_PART} AS part, lead, sum(won), sum(n)::BIGINT
FROM points
JOIN shares ON shares.edition = points.edition AND shares.share <> points.share
WHERE n > 0 AND usual IS NOT NULL
GROUP BY ALL
ORDER BY ALL
"""
"""What is known of each share from the others, part by part and lead by lead."""
_CHANCES = f"""
CREATE OR REPLACE TEMP TABLE chances AS
SELECT
    asked.edition, asked.share, turn, lead, rate AS chance, unnest(wilson(curves.won, curves.n)),
    coalesce(curves.n, 0) AS n, matches
FROM (
    SELECT points.edition, points.share, turn, lead, matches, {_PART} AS part
    FROM points
    JOIN shares USING (edition, share)
) AS asked
ASOF LEFT JOIN (
    SELECT * REPLACE (coalesce(least, '-infinity') AS least) FROM curves
) AS curves
    ON curves.edition = asked.edition AND curves.share = asked.share
    AND curves.part = asked.part AND curves.least <= asked.lead
"""
_ADVANTAGE = """
CREATE OR REPLACE TEMP VIEW advantage AS
SELECT match_id, seq, side, of_side, turn, lead, chance, low, high, n, matches
FROM moments
JOIN sides_told USING (of_side)
JOIN chances USING (edition, share, turn, lead)
"""


def fill(connection: "DuckDBPyConnection", chosen: Mapping[str, Any]) -> None:
    """The view ``advantage``: for each side when each turn began, its chance."""
    connection.execute(_SIDES, {"game": chosen["game"]})
    for each in (_MOMENTS, _POINTS, _SHARES):
        connection.execute(each)
    known: defaultdict[tuple[int, int, int], list[Block]] = defaultdict(list)
    for edition, share, part, lead, won, n in connection.execute(_OTHERS).fetchall():
        known[edition, share, part].append(Block(lead, won, n))
    found: list[tuple[object, ...]] = []
    for of, points in known.items():
        for number, block in enumerate(Isotonic(points, FEWEST).blocks):
            # a lead below all that there were is as the least of them
            found.append((*of, block.least if number else None, block.rate, block.won, block.n))
    columns = {
        "edition": "BIGINT", "share": "INTEGER", "part": "INTEGER", "least": "DOUBLE",
        "rate": "DOUBLE", "won": "DOUBLE", "n": "BIGINT",
    }  # fmt: skip
    keep(connection, "curves", columns, found)
    connection.execute(_CHANCES)
    connection.execute(_ADVANTAGE)
