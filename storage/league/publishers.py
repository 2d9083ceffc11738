"""Who may publish, and what the league calls a season."""

from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Literal, NamedTuple

import msgspec
from msgspec import Struct

from storage.league.lake import GIVEN, Lake, LeagueError, Place, given
from storage.league.parcels import Sha256, require_publisher


class Season(NamedTuple):
    """What the league calls a season: the matches opened from then on, and before the end."""

    name: str
    game: str  # of that game alone; empty: of all
    since: datetime  # UTC, as tables keep it
    until: datetime


class Ruling(Struct, frozen=True):
    """Which heads of matches count, as the league says."""

    # a side of a fork; a key that ended; that taken back; the same put in anew, which nobody signs
    kind: Literal["fork", "key", "restored", "again"]
    why: str  # the same in a sentence
    at: datetime  # UTC, as tables keep it
    heads: dict[str, str]  # of each match the head that counts, as ``seq:hash``; empty: none does
    parcels: dict[str, str]  # of each that does, the parcel that it came in
    key_id: str = ""
    signature: str = ""

    @property
    def root(self) -> str:
        """What is signed."""
        lines = [f"referee ruling 1 {self.kind}", self.why, self.at.isoformat()]
        lines += [f"{match_id} {self.heads[match_id]}" for match_id in sorted(self.heads)]
        return sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()

    def is_for(self, match_id: str, head: str, parcel: str) -> bool:
        """Whether a match with that head, of that parcel, is what counts."""
        return self.heads.get(match_id) == head and self.parcels.get(match_id) == parcel


class Signed(NamedTuple):
    """A head that was taken of a match."""

    match_id: str
    seq: int
    hash: str
    doubtful: bool  # whether it came by nothing but a key that counted no more
    aside: bool  # whether it is set aside
    parcel: str  # the parcel that it came in; one that does not rest on that key, if there is one

    @property
    def head(self) -> str:
        """The same as ``seq:hash``."""
        return f"{self.seq}:{self.hash}"


def add_publisher(place: Place, publisher: str, key_id: str, now: datetime) -> None:
    """Let a store publish by a key from now on.

    Raises:
        LeagueError: the id or the key is none, or it may already.
    """
    require_publisher(publisher)
    try:
        msgspec.convert(key_id, Sha256)
    except msgspec.ValidationError:
        raise LeagueError(f"{key_id[:80]}: no such key; expected 64 hexadecimal digits") from None
    with Lake(place, write=True) as lake, lake.transaction():
        lake.rows("UPDATE lake.turn SET n = n + 1")
        known = lake.rows(
            "SELECT publisher FROM lake.publishers WHERE key_id = ? AND until IS NULL", [key_id]
        )
        if known:
            raise LeagueError(f"{known[0][0]} publishes by that key already")
        lake.rows(
            "INSERT INTO lake.publishers VALUES (?, ?, ?, NULL)", [publisher, key_id, plain(now)]
        )


def end_publisher(lake: Lake, publisher: str, since: datetime, key_id: str = "") -> None:
    """Let a store publish no longer, or from an earlier moment on, as where its key was stolen.

    Args:
        lake: the lake, open for writing.
        publisher: the store.
        since: from when on it may not, UTC.
        key_id: by that key alone; empty: by none that it has.

    Raises:
        LeagueError: there is no such publisher, or it has no such key.
    """
    with lake.transaction():
        lake.rows("UPDATE lake.turn SET n = n + 1")
        require_known(lake, publisher)
        own = [publisher, key_id, plain(since)]
        of_them = "publisher = $1 AND $2 IN ('', key_id)"
        if not lake.rows(f"SELECT 1 FROM lake.publishers WHERE {of_them}", own[:2]):
            raise LeagueError(f"{publisher} has no key {key_id[:80]}")
        lake.rows(
            f"UPDATE lake.publishers SET until = $3 WHERE {of_them} "
            "AND (until IS NULL OR until > $3)",
            own,
        )


def signed_since(
    lake: Lake, publisher: str, since: datetime, key_id: str = ""
) -> dict[str, list[Signed]]:
    """All heads of those matches of which some came since a moment by these keys alone, the lowest
    first; as for :func:`end_publisher`."""
    found: dict[str, list[Signed]] = {}
    for row in lake.rows(_DOUBTFUL, [publisher, key_id, plain(since)]):
        found.setdefault(row[0], []).append(Signed(*row))
    return found


_DOUBTFUL = """
WITH heads AS (
    SELECT l.match_id, seq, l.hash, l.taken_at, l.parcel, r.hash IS NOT NULL AS aside,
        taken_at >= $3 AND parcel IN (
            SELECT parcel FROM lake.parcels WHERE publisher = $1 AND $2 IN ('', key_id)
        ) AS doubtful
    FROM lake.ledger AS l
    LEFT JOIN lake.rulings AS r ON r.match_id = l.match_id AND r.hash = l.hash
    WHERE publisher = $1
),
signed AS (
    SELECT match_id, seq, hash, bool_and(doubtful) AS doubtful, bool_or(aside) AS aside,
        coalesce(
            arg_max(parcel, taken_at) FILTER (NOT doubtful), arg_max(parcel, taken_at)
        ) AS parcel
    FROM heads GROUP BY match_id, seq, hash
)
FROM signed WHERE match_id IN (SELECT match_id FROM signed WHERE doubtful) ORDER BY match_id, seq
"""


def require_known(lake: Lake, publisher: str) -> None:
    """See that a store was once let publish.

    Raises:
        LeagueError: it was not; the message names those that were.
    """
    known = sorted({name for name, _, _, _ in publishers(lake)})
    if publisher not in known:
        named = ", ".join(known) or "none"
        raise LeagueError(f"no publisher {publisher}; there are: {named}")


def publishers(lake: Lake) -> list[tuple[str, str, datetime, datetime | None]]:
    """Who may publish, by which key, from when to when."""
    return lake.rows(
        "SELECT publisher, key_id, since, until FROM lake.publishers ORDER BY publisher, since"
    )


def set_aside(lake: Lake, ruling: Ruling, match_id: str, chain: Sequence[str] = ()) -> None:
    """Set aside every head of a match but those of a chain, as a ruling says."""
    lake.rows(
        "INSERT INTO lake.rulings SELECT DISTINCT match_id, hash, $2, $3, $4, $5::TIMESTAMP "
        f"FROM lake.ledger WHERE match_id = $1 AND hash NOT IN {GIVEN.replace('?', '$6')} "
        "AND hash NOT IN (SELECT hash FROM lake.rulings WHERE match_id = $1)",
        [
            match_id,
            ruling.heads[match_id].partition(":")[2],
            ruling.key_id,
            ruling.signature,
            ruling.at,
            given(chain),
        ],
    )


def add_season(place: Place, season: Season) -> None:
    """Say what a season is.

    Raises:
        LeagueError: there is one of that name, or it ends before it begins.
    """
    if season.until <= season.since:
        raise LeagueError(f"{season.name}: a season ends after it begins")
    with Lake(place, write=True) as lake, lake.transaction():
        lake.rows("UPDATE lake.turn SET n = n + 1")
        if any(each.name == season.name for each in seasons(lake)):
            raise LeagueError(f"there is a season {season.name} already")
        lake.rows("INSERT INTO lake.seasons VALUES (?, ?, ?, ?)", [*season])


def seasons(lake: Lake) -> list[Season]:
    """The seasons of the league, the first first."""
    found = lake.rows(
        f"SELECT season, game, since, until FROM {lake.name}.seasons ORDER BY since, season"
    )
    return [Season(*row) for row in found]


def plain(moment: datetime) -> datetime:
    """UTC without saying so, as tables keep it."""
    return moment.astimezone(UTC).replace(tzinfo=None, microsecond=0)


__all__ = [
    "Ruling",
    "Season",
    "Signed",
    "add_publisher",
    "add_season",
    "end_publisher",
    "plain",
    "publishers",
    "require_known",
    "seasons",
    "set_aside",
    "signed_since",
]
