"""Who may publish, and what the league calls a season."""

from datetime import UTC, datetime
from hashlib import sha256
from typing import NamedTuple

import msgspec
from msgspec import Struct

from storage.league.lake import Lake, LeagueError, Place
from storage.league.parcels import Sha256, require_publisher


class Season(NamedTuple):
    """What the league calls a season: the matches opened from then on, and before the end."""

    name: str
    game: str  # of that game alone; empty: of all
    since: datetime  # UTC, as tables keep it
    until: datetime


class Ruling(Struct, frozen=True):
    """That the league takes one side of a fork."""

    match_id: str
    head: str  # the head that counts, as ``seq:hash``
    parcel: str  # the parcel that it came in
    publisher: str
    at: datetime  # UTC, as tables keep it
    key_id: str = ""
    signature: str = ""

    @property
    def root(self) -> str:
        """What is signed."""
        lines = ("referee ruling 1", self.match_id, self.head, self.at.isoformat())
        return sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()

    @property
    def hash(self) -> str:
        """The hash of the entry that the head is of."""
        return self.head.partition(":")[2]


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


def end_publisher(place: Place, publisher: str, since: datetime) -> list[tuple[str, int, str]]:
    """Let a store publish no longer, or from an earlier moment on, as where its key was stolen.

    Returns:
        What was taken of it since: each match with the number and the hash of the entry.

    Raises:
        LeagueError: there is no such publisher.
    """
    with Lake(place, write=True) as lake, lake.transaction():
        lake.rows("UPDATE lake.turn SET n = n + 1")
        if not lake.rows("SELECT 1 FROM lake.publishers WHERE publisher = ?", [publisher]):
            known = ", ".join(name for name, _, _, _ in publishers(lake)) or "none"
            raise LeagueError(f"no publisher {publisher}; there are: {known}")
        lake.rows(
            "UPDATE lake.publishers SET until = $1 WHERE publisher = $2 "
            "AND (until IS NULL OR until > $1)",
            [plain(since), publisher],
        )
        return lake.rows(
            "SELECT match_id, seq, hash FROM lake.ledger WHERE publisher = ? AND taken_at >= ? "
            "ORDER BY ALL",
            [publisher, plain(since)],
        )


def publishers(lake: Lake) -> list[tuple[str, str, datetime, datetime | None]]:
    """Who may publish, by which key, from when to when."""
    return lake.rows(
        "SELECT publisher, key_id, since, until FROM lake.publishers ORDER BY publisher, since"
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
    found = lake.rows("SELECT season, game, since, until FROM lake.seasons ORDER BY since, season")
    return [Season(*row) for row in found]


def plain(moment: datetime) -> datetime:
    """UTC without saying so, as tables keep it."""
    return moment.astimezone(UTC).replace(tzinfo=None, microsecond=0)


__all__ = [
    "Ruling",
    "Season",
    "add_publisher",
    "add_season",
    "end_publisher",
    "plain",
    "publishers",
    "seasons",
]
