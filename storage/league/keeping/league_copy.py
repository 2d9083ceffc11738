"""A league is copied into another, such as from a folder to servers: all that it holds now, with
its key, its parcels, its rulings and what it has published. Older moments stay where they are."""

import os
import shutil
from pathlib import Path
from typing import NamedTuple

from storage.database import fault
from storage.league.keeping.persons import FILE
from storage.league.lake import KEY_FILE, Lake, LeagueError, Place, make, place_at
from storage.league.parcels import LIST, all_kept, came, note_came
from storage.league.rows import part_in_lake
from storage.league.shelf import shelf_of
from storage.match_pages import Progress

_OLD = "source"
"""What the league is called that is copied."""


class Moved(NamedTuple):
    """What was copied."""

    matches: int
    entries: int
    parcels: int


def move(place: Place, target: Path, progress: Progress = lambda done, of: None) -> Moved:
    """Copy a league into another, which has nothing yet.

    Args:
        place: the league.
        target: a new folder, or that of a league that was made and has taken nothing.
        progress: told how many tables are copied, and how many there are.

    Raises:
        LeagueError: there is something in the other league already.
        LogError: one of them cannot be read or written; the other league has all, or nothing.
    """
    if not target.exists():
        make(target)
    other = place_at(target)
    if other.folder == place.folder:
        raise LeagueError(f"{target}: that is the same league; name another")
    with Lake(other, write=True) as lake:
        if any(
            lake.rows(f"SELECT 1 FROM lake.{table} LIMIT 1")
            for table in ("parcels", "publishers", "seasons")
        ):
            raise LeagueError(f"{target}: it has something already; make a new one")
        with Lake(place, connection=lake.connection, name=_OLD) as old:
            before = old.types()
            # files first: what the catalog names is there
            parcels = _copy_files(place, other)
            with lake.transaction():
                # what is taken there comes after what was taken here
                lake.rows(f"UPDATE lake.turn SET n = 1 + greatest(n, (SELECT n FROM {_OLD}.turn))")
                there = lake.types()
                for number, (table, own) in enumerate(sorted(before.items()), 1):
                    progress(number, len(before))
                    if table in ("meta", "turn"):
                        continue
                    if table not in there:
                        lake.rows(f'CREATE TABLE lake."{table}" AS FROM {_OLD}."{table}" LIMIT 0')
                        if "lake_game" in own:
                            part_in_lake(lake, table)
                    names = ", ".join(f'"{name}"' for name in own)
                    lake.rows(
                        f'INSERT INTO lake."{table}" ({names}) SELECT {names} FROM {_OLD}."{table}"'
                    )
        matches = entries = 0
        if "entries" in before:
            ((matches, entries),) = lake.rows(
                "SELECT (SELECT count(*) FROM lake.matches), (SELECT count(*) FROM lake.entries)"
            )
    return Moved(matches, entries, parcels)


def _copy_files(place: Place, other: Place) -> int:
    """The key, without which pseudonyms would be others, and the evidence; how many parcels."""
    try:
        shutil.copyfile(place.folder / KEY_FILE, other.folder / KEY_FILE)
        os.chmod(other.folder / KEY_FILE, 0o600)
    except OSError as error:
        raise fault(other.folder, error) from error
    own, theirs = shelf_of(place), shelf_of(other)
    kept = all_kept(own)
    for each in kept:
        note_came(theirs, each, came(own, each))
    patterns = ("parcels/**/*", "rulings/*.json", "published/*.json")
    names = [FILE, *(name for each in patterns for name in own.names(each))]
    # that of a parcel which says what is in it is the last
    for name in sorted(names, key=lambda name: (name.endswith(LIST), name)):
        content = own.read(name)
        if content is not None:
            theirs.write(name, content)
    return len(kept)


__all__ = ["Moved", "move"]
