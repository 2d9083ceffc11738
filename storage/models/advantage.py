"""Who is how far ahead: the chance to win by the lead and how far a match has come.

The chance may only rise with the lead, and is told from other matches than the one it is of: nine
tenths of those of the same game under the same edition. It knows nothing but the score.
"""

from collections import defaultdict
from collections.abc import Mapping
from hashlib import sha256
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from storage.models import keep
from storage.models.isotonic import Isotonic

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

_MOMENTS = """
SELECT leads.match_id, game, version || ' ' || catalog AS edition, turn, leads.side, lead, CASE
    WHEN result = 'draw' THEN 0.5 WHEN list_contains(winners, leads.side) THEN 1.0 ELSE 0.0
END AS result
FROM leads() AS leads
JOIN chosen_matches($game, NULL, NULL, NULL, NULL) USING (match_id)
JOIN (SELECT match_id, version FROM matches) USING (match_id)
LEFT JOIN (
    SELECT match_id, arg_max(result, place) AS result, arg_max(winners, place) AS winners
    FROM fact_match_ended
    GROUP BY match_id
) USING (match_id)
WHERE result IS NULL OR result <> 'no result'
ORDER BY leads.match_id, turn, leads.side
"""
_OVER = "SELECT match_id FROM fact_match_ended WHERE result <> 'no result'"


class _Moment(NamedTuple):
    match: str
    game: str
    edition: str
    turn: int
    side: str
    lead: float
    result: float


def fill(connection: "DuckDBPyConnection", chosen: Mapping[str, Any]) -> None:
    """The table ``advantage``: for each side when each turn began, its chance."""
    rows = connection.execute(_MOMENTS, {"game": chosen["game"]}).fetchall()
    over = {match for (match,) in connection.execute(_OVER).fetchall()}
    editions: defaultdict[tuple[str, str], list[_Moment]] = defaultdict(list)
    for moment in map(_Moment._make, rows):
        editions[moment.game, moment.edition].append(moment)
    asked = chosen["match"]
    found: list[tuple[object, ...]] = []
    for moments in editions.values():
        shares: defaultdict[int, list[_Moment]] = defaultdict(list)
        for each in moments:
            if asked in (None, each.match):
                shares[fold(each.match)].append(each)
        for share, own in shares.items():
            others = [e for e in moments if e.match in over and fold(e.match) != share]
            found += _told(own, others)
    columns = {
        "match_id": "VARCHAR", "side": "VARCHAR", "turn": "INTEGER", "lead": "DOUBLE",
        "chance": "DOUBLE", "won": "DOUBLE", "n": "BIGINT", "matches": "BIGINT",
    }  # fmt: skip
    keep(connection, "advantage", columns, found)


def _told(own: list[_Moment], others: list[_Moment]) -> list[tuple[object, ...]]:
    """The chances of these moments, from the others."""
    last: dict[str, int] = {}
    for each in others:
        last[each.match] = max(last.get(each.match, 0), each.turn)
    if len(last) < MATCHES:
        return [(e.match, e.side, e.turn, e.lead, None, None, 0, len(last)) for e in own]
    usual = median(last.values())
    points: defaultdict[int, list[tuple[float, float]]] = defaultdict(list)
    for each in others:
        points[_part(each.turn, usual)].append((each.lead, each.result))
    curves = {part: Isotonic(known, FEWEST) for part, known in points.items()}
    told: list[tuple[object, ...]] = []
    for each in own:
        curve = curves.get(_part(each.turn, usual))
        block = curve.at(each.lead) if curve else None
        figures = (block.rate, block.won, block.n) if block else (None, None, 0)
        told.append((each.match, each.side, each.turn, each.lead, *figures, len(last)))
    return told


def _part(turn: int, usual: float) -> int:
    return min(LAST - 1, int((turn - 1) / usual * PARTS))


def fold(match: str) -> int:
    """Into which share a match goes, by its name alone."""
    return sha256(match.encode()).digest()[0] % FOLDS
