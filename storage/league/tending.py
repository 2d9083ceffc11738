"""A lake is kept in order: files merged, old moments let go, what nobody needs deleted; and its
catalog is made again from the parcels, where it was lost."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from storage.database import fault
from storage.league import persons, rulings
from storage.league.intake import Taken, take
from storage.league.lake import META, Lake, LeagueError, Place, make_catalog
from storage.league.parcels import parcels_in, read_parcel
from storage.league.registry import plain


class Tidied(NamedTuple):
    """What was done."""

    before: int  # how many files counted before
    files: int  # how many count now
    moments: int  # how many moments can be asked no longer
    deleted: int  # how many files were deleted that no moment needs
    orphans: int  # how many files were deleted that no commit knew of, as where an intake ended


class Rebuilt(NamedTuple):
    """A catalog that was made again."""

    taken: Taken
    keys: list[tuple[str, str]]  # each publisher with each of its keys, which have ended
    rulings: int  # how many rulings were applied


def tidy(place: Place, keep: datetime | None = None, *, now: bool = False) -> Tidied:
    """Merge small files, and delete what no moment needs.

    Args:
        place: the league.
        keep: what was before that moment can be asked no longer; None: all can.
        now: to delete files at once that no moment needs; else those that are a day old, as
            somebody who asks may have them open.

    Raises:
        LogError: it cannot be done.
    """
    with Lake(place, write=True) as lake:
        lake.rows("SET TimeZone = 'UTC'")
        before = _files(lake)
        moments = 0
        if keep is not None:
            moments = _done(lake, f"expire_snapshots('lake', older_than => '{plain(keep)}')")
        lake.rows("CALL ducklake_flush_inlined_data('lake')")
        if now:
            lake.rows("CALL ducklake_rewrite_data_files('lake', delete_threshold => 0.0)")
        lake.rows("CALL ducklake_merge_adjacent_files('lake')")
        old = datetime.now(UTC) - timedelta(days=0 if now else 1)
        which = "cleanup_all => true" if now else f"older_than => '{plain(old)}'"
        deleted = _done(lake, f"cleanup_old_files('lake', {which})")
        # no intake is under way where one writes at a time, and this one does
        alone = "cleanup_all => true" if not place.on_server else f"older_than => '{plain(old)}'"
        orphans = _done(lake, f"delete_orphaned_files('lake', {alone})")
        return Tidied(before, _files(lake), moments, deleted, orphans)


def _done(lake: Lake, call: str) -> int:
    ((count,),) = lake.rows(f"SELECT count(*) FROM ducklake_{call}")
    return int(count)


def _files(lake: Lake) -> int:
    ((count,),) = lake.rows(
        f"SELECT count(*) FROM {META}.ducklake_data_file WHERE end_snapshot IS NULL"
    )
    return int(count)


def rebuild(place: Place) -> Rebuilt:
    """Make the catalog again of the parcels and the rulings that are kept.

    Each parcel is taken as it was when it came, so that of a fork the same side is in force. Keys
    were checked then. They have ended now: whose key it is, parcels alone cannot say. Seasons are
    to be said again.

    Raises:
        LeagueError: there is a catalog.
        LogError: it cannot be made.
    """
    if not place.on_server and place.catalog_file.exists():
        raise LeagueError(f"{place.catalog_file}: it is there; move it away first")
    steps: list[tuple[datetime, Path | rulings.Ruling]] = [
        (_came(path), path) for path in parcels_in(place.parcels)
    ]
    steps += [(each.at, each) for each in rulings.kept(place)]
    steps.sort(key=lambda step: (step[0], isinstance(step[1], rulings.Ruling), str(step[1])))
    make_catalog(place)
    try:
        persons.again(place)
        return _retaken(place, steps)
    except BaseException:
        if not place.on_server:
            place.catalog_file.unlink(missing_ok=True)
        raise


def _retaken(place: Place, steps: list[tuple[datetime, "Path | rulings.Ruling"]]) -> Rebuilt:
    listed = [read_parcel(step).listed for _, step in steps if isinstance(step, Path)]
    keys = sorted({(each.publisher, each.key_id) for each in listed})
    with Lake(place, write=True) as lake, lake.transaction():
        for publisher, key_id in keys:
            lake.rows(
                "INSERT INTO lake.publishers VALUES (?, ?, '1970-01-01', NULL)",
                [publisher, key_id],
            )
    whole = Taken()
    for moment, step in steps:
        if isinstance(step, Path):
            done = take(place, [step], now=lambda moment=moment: moment.replace(tzinfo=UTC))  # type: ignore[misc]
            whole.parcels += done.parcels
            whole.new += done.new
            whole.extended += done.extended
            whole.known += done.known
            whole.older += done.older
            whole.entries += done.entries
            whole.refused += done.refused
        else:
            rulings.again(place, step)
    with Lake(place, write=True) as lake, lake.transaction():
        now = plain(datetime.now(UTC))
        lake.rows("UPDATE lake.publishers SET until = ?", [now])
    return Rebuilt(whole, keys, sum(not isinstance(step, Path) for _, step in steps))


def _came(parcel: Path) -> datetime:
    """When a parcel came: the league wrote its list then."""
    try:
        seconds = (parcel / "parcel.json").stat().st_mtime
    except OSError as error:
        raise fault(parcel, error) from error
    return datetime.fromtimestamp(seconds, UTC).replace(tzinfo=None)


__all__ = ["Rebuilt", "Tidied", "rebuild", "tidy"]
