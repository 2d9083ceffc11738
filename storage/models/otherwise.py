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

_RULED = """
SELECT match_id, chosen.game, version, catalogs.payload, list(entries.payload ORDER BY seq)
FROM chosen_matches($game, $match, $since, $until, $person) AS chosen
JOIN (SELECT match_id, version FROM matches) USING (match_id)
JOIN catalogs ON hash = catalog
JOIN entries USING (match_id)
WHERE match_id IN (SELECT match_id FROM rulings WHERE kind IN ('strike', 'rewind', 'stand'))
GROUP BY match_id, chosen.game, version, catalogs.payload
ORDER BY match_id
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
    due = [each for row in ruled if (each := _asked(*row)) is not None]
    step(0, len(due))
    with Replays(jobs()) as replays:
        for done, rows in enumerate(replays.each(_others, due), 1):
            found += rows
            step(done, len(due))
    columns = {
        "match_id": "VARCHAR", "seq": "INTEGER", "other": "VARCHAR", "changed": "INTEGER",
        "winners": "VARCHAR", "winners_after": "VARCHAR",
    }  # fmt: skip
    keep(connection, "otherwise", columns, found)


def _asked(
    match: str, game_id: str, version: str, catalog: str, payloads: Sequence[str]
) -> Asked | None:
    """A match that is to be replayed; None where it cannot be, which is told by verify."""
    try:
        game = game_of(game_id, version)
        return Asked(match, game, stored_catalog(catalog, game.catalog_type), payloads, 0)
    except (RefereeError, ValueError):
        return None


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
