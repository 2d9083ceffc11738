"""What would have come of matches, had judges chosen another remedy that the rules allow."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from events.common import Rewind, Stand, Strike
from events.entry import verb
from events.error import RefereeError
from events.event import Event
from referee.catalog import Catalog, stored_catalog
from referee.game import Game
from referee.games.registry import game_of
from referee.remedies import Wrong
from referee.replay.replay import Replay, replay
from referee.table import result_of
from referee.verdict import applied
from storage.models import jobs, keep, step
from storage.replays import Asked, Replays

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

REMEDIES = (Strike, Rewind, Stand)
"""The rulings of which another might have been made."""

PAGE = 200
"""How many matches are read at a time: all that a season has said is more than fits in memory."""

_RULED = """
SELECT match_id, matches.game, version, matches.catalog
FROM chosen_matches($game, $match, $since, $until, $person) AS chosen
JOIN matches USING (match_id)
WHERE match_id IN (SELECT match_id FROM rulings WHERE kind IN ('strike', 'rewind', 'stand'))
ORDER BY match_id
"""
_LOGGED = """
SELECT match_id, list(payload ORDER BY seq)
FROM entries
WHERE match_id IN (SELECT unnest($ids)) AND match_id BETWEEN $first AND $last
GROUP BY match_id
"""


class Otherwise(NamedTuple):
    """Another remedy than the one that was chosen."""

    seq: int  # the ruling
    other: str  # the kind of the other
    changed: int  # how many entries after the ruling would stand otherwise
    winners: str  # who has won; empty where nobody has, or the match is on
    winners_after: str  # who would have


def fill(connection: "DuckDBPyConnection", chosen: Mapping[str, Any]) -> None:
    """The table ``otherwise``: for each ruling that was in order each other remedy."""
    found: list[tuple[object, ...]] = []
    ruled = connection.execute(_RULED, dict(chosen)).fetchall()
    step(0, len(ruled))
    with Replays(jobs()) as replays:
        for done, rows in enumerate(replays.each(_others, _due(connection, ruled)), 1):
            found += rows
            step(done, len(ruled))
    step(len(ruled), len(ruled))
    columns = {
        "match_id": "VARCHAR", "seq": "INTEGER", "other": "VARCHAR", "changed": "INTEGER",
        "winners": "VARCHAR", "winners_after": "VARCHAR",
    }  # fmt: skip
    keep(connection, "otherwise", columns, found)


def _due(
    connection: "DuckDBPyConnection", ruled: Sequence[tuple[str, str, str, str]]
) -> Iterator[Asked]:
    """The matches that are to be replayed, read page by page. What cannot be replayed is left out:
    that is told by verify."""
    catalogs = dict(connection.execute("SELECT hash, payload FROM catalogs").fetchall())
    for first in range(0, len(ruled), PAGE):
        page = ruled[first : first + PAGE]
        ids = [match for match, *_ in page]
        of_page = {"ids": ids, "first": ids[0], "last": ids[-1]}
        logged = dict(connection.execute(_LOGGED, of_page).fetchall())
        for match, game_id, version, catalog in page:
            if catalog not in catalogs or match not in logged:
                continue
            try:
                game = game_of(game_id, version)
                cards = stored_catalog(catalogs[catalog], game.catalog_type)
            except (RefereeError, ValueError):
                continue
            yield Asked(match, game, cards, logged[match], 0)


def _others(
    match: str, game: Game, catalog: Catalog, payloads: Sequence[str], upto: int
) -> list[tuple[object, ...]]:
    """The rows of a match, by whatever process; none where it cannot be replayed."""
    try:
        events = [*game.codec.events_of(payloads)]
        return [(match, *each) for each in others(game, catalog, events)]
    except (RefereeError, ValueError):
        return []


def others(game: Game, catalog: Catalog, events: Sequence[Event]) -> Iterator[Otherwise]:
    """Each other remedy of each ruling of a match, with what would have come of it: all that was
    logged after it stays."""
    whole = replay(game, catalog, events)
    for seq, ruling in enumerate(events, 1):
        if not isinstance(ruling, REMEDIES) or not applied(whole.verdicts[seq - 1]):
            continue
        about = ruling.to + 1 if isinstance(ruling, Rewind) else ruling.entry
        before = replay(game, catalog, events[: seq - 1])
        later = range(about + 1, seq)
        wrong = Wrong(
            about,
            events[about - 1],
            before.standing(about),
            ruling.judge,
            sum(before.standing(n) is not None for n in later),
            [fact for n in (about, *later) for fact in before.facts(n)],
        )
        for remedy in game.remedies(before.table, wrong):
            if type(remedy.ruling) is type(ruling):
                continue
            other = replay(game, catalog, [*events[: seq - 1], remedy.ruling, *events[seq:]])
            if applied(other.verdicts[seq - 1]):
                changed = sum(
                    whole.standing(n) != other.standing(n) for n in range(seq + 1, len(events) + 1)
                )
                yield Otherwise(seq, verb(remedy.ruling), changed, _won(whole), _won(other))


def _won(match: Replay) -> str:
    ended = result_of(match.state)
    return ", ".join(ended.winners) if ended is not None else ""
