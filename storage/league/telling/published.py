"""What a league has published: all figures of a season as they stood, kept in files that nobody
changes, each signed by the key of the league; and whether they come to the same when counted again.

A file lies under ``published``, named by its season and moment. What is signed is the SHA-256 of
all that it says.
"""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from hashlib import sha256
from math import isclose
from typing import Any

import msgspec
from msgspec import Struct, structs

from storage.league.lake import LeagueError, Place
from storage.league.shelf import Shelf, shelf_of
from storage.league.telling.queries import asked, moment_of
from storage.log import Log
from storage.proof.signatures import PUBLISHED, is_signed, public_key, signed
from storage.season.all_persons import rows_of_all
from storage.statistics import Filters, all_statistics, run, without_thin_rows

_ROWS = tuple[tuple[Any, ...], ...]


class FigureKept(Struct, frozen=True):
    """A statistic as it was published."""

    title: str
    matches: int  # how many matches it rests on
    columns: tuple[str, ...]
    rows: _ROWS


class Published(Struct, frozen=True):
    """All figures of a season as they stood at a moment."""

    season: str  # empty: of all that the league holds
    game: str  # empty: of every game
    moment: datetime  # as of when they were counted, UTC
    figures: dict[str, FigureKept]
    key_id: str = ""
    signature: str = ""

    @property
    def root(self) -> str:
        """The SHA-256 of all that it says, without the signature."""
        bare = structs.replace(self, key_id="", signature="")
        return sha256(msgspec.json.encode(bare, order="deterministic")).hexdigest()

    @property
    def name(self) -> str:
        """What its file is called on the shelf of the league."""
        words = [self.season or "all", *filter(None, [self.game])]
        plain = re.sub(r"[/*?\[\]]", "-", "-".join(words))
        return f"published/{plain}-{self.moment:%Y%m%dT%H%M%SZ}.json"


def publish(
    place: Place,
    season: str = "",
    game: str = "",
    *,
    moment: datetime | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
    page: Callable[[Log], None] = lambda log: None,
) -> str:
    """Count every statistic of a season, and keep what comes of it; where that is.

    Args:
        place: the league.
        season: the season; empty: all that the league holds.
        game: only that game; empty: every one.
        moment: as of when, UTC; by default now.
        progress: told how many statistics of how many were counted.
        page: is given the same matches as a log, to be written of.

    Raises:
        LeagueError: there is no such season, nothing to count, or such a file.
        LogError: it cannot be read or written.
    """
    at = (moment or datetime.now(UTC)).astimezone(UTC).replace(tzinfo=None)
    with asked(place, season, game, moment_of(str(at))) as log:
        log.of_all = True
        figures = dict(_counted(log, game, progress))
        if not figures:
            raise LeagueError("there is nothing to count yet; referee league take")
        page(log)
    bare = Published(season, game, at, figures)
    sign = signed(bare.root, place.key, PUBLISHED)
    made = structs.replace(bare, key_id=sign.key_id, signature=sign.signature)
    shelf = shelf_of(place)
    if shelf.read(made.name) is not None:
        raise LeagueError(f"{shelf.at(made.name)}: it is published already")
    shelf.write(made.name, msgspec.json.encode(made) + b"\n")
    return str(shelf.at(made.name))


def _counted(
    log: Log, game: str, progress: Callable[[int, int], None] = lambda done, of: None
) -> Iterator[tuple[str, FigureKept]]:
    """Every statistic that has rows, by its name; nothing that rests on too few, or tells of one
    person or judge."""
    filters = Filters(game=game or None)
    chosen = [each for each in all_statistics().values() if not game or each.game in ("", game)]
    for done, each in enumerate(chosen, 1):
        figure = without_thin_rows(run(log.connection, each.name, filters))
        columns, kept_rows = rows_of_all(figure.columns, figure.rows)
        progress(done, len(chosen))
        if kept_rows:
            rows = msgspec.json.decode(msgspec.json.encode(kept_rows), type=_ROWS)
            yield each.name, FigureKept(figure.title, figure.n, columns, rows)


def published(place: Place, season: str | None = None) -> list[tuple[str, Published]]:
    """What was published, the oldest first, of a season or of all, with where it is.

    Raises:
        LeagueError: a file was changed since, or is none.
    """
    shelf = shelf_of(place)
    found = [_read(place, shelf, name) for name in shelf.names("published/*.json")]
    chosen = [each for each in found if season is None or each[1].season == season]
    return sorted(chosen, key=lambda each: each[1].moment)


def _read(place: Place, shelf: Shelf, name: str) -> tuple[str, Published]:
    path = str(shelf.at(name))
    try:
        made = msgspec.json.decode(shelf.read(name) or b"", type=Published)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise LeagueError(f"{path}: {error}") from None
    own = public_key(place.key)
    if made.key_id != own or not is_signed(made.root, own, made.signature, PUBLISHED):
        raise LeagueError(f"{path}: the league has not signed it as it is")
    return path, made


def counted_again(place: Place, made: Published) -> list[str] | None:
    """The statistics that come to something else when they are counted again of that moment; None
    where the league keeps nothing of that moment any more.

    Raises:
        LogError: the league cannot be read.
    """
    try:
        with asked(place, made.season, made.game, moment_of(str(made.moment))) as log:
            now = dict(_counted(log, made.game))
    except LeagueError:
        return None
    then = figures_of(made)
    return sorted(
        name for name in then.keys() | now.keys() if not _is_same(then.get(name), now.get(name))
    )


def figures_of(made: Published) -> dict[str, FigureKept]:
    """The figures that are told of what was published; an older version kept rows of single persons
    and judges."""
    found = {}
    for name, each in made.figures.items():
        columns, rows = rows_of_all(each.columns, each.rows)
        if rows:
            found[name] = structs.replace(each, columns=columns, rows=tuple(rows))
    return found


def _is_same(one: FigureKept | None, other: FigureKept | None) -> bool:
    """Whether two figures are the same to nine digits: the last ones of a sum rest on which core
    was done first, and with them the order of rows that are ranked by it."""
    if one is None or other is None:
        return False
    first, second = (sorted(each.rows, key=_named) for each in (one, other))
    bare = structs.replace(one, rows=other.rows)
    return bare == other and _is_near(first, second)


def _named(row: tuple[Any, ...]) -> list[str]:
    return [str(value) for value in row if not isinstance(value, float)]


def _is_near(one: Any, other: Any) -> bool:
    if isinstance(one, float) and isinstance(other, float | int):
        return isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(_is_near, one, other))
    return bool(one == other)
