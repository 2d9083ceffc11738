"""What a league keeps beside its lake: parcels, rulings, figures as they were published, and who is
one person or forgotten. They are files of its folder or, where its data are in an object store,
objects of a bucket, which each machine finds that takes parcels in; by the same names, such as
``parcels/north/5f0c…/parcel.json``, each whole or not at all.
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import duckdb

from storage.database import fault
from storage.fact_tables import quoted
from storage.files import Scratch
from storage.league.lake import LeagueError, Place, in_bucket, load


class Folder:
    """Files below a folder.

    Args:
        root: the folder.
    """

    def __init__(self, root: Path) -> None:
        self.root = root

    def at(self, name: str) -> Path:
        """Where something lies."""
        return self.root / name

    def names(self, pattern: str) -> list[str]:
        """What lies there, in order; ``*`` stands for any part of a name, ``**`` for folders."""
        names = (
            p.relative_to(self.root).as_posix() for p in self.root.glob(pattern) if p.is_file()
        )
        # one that is being written lies in a folder that begins with a point
        return sorted(name for name in names if "/." not in f"/{name}")

    def read(self, name: str) -> bytes | None:
        """What a file says; None where there is none.

        Raises:
            LogError: it cannot be read.
        """
        try:
            return self.at(name).read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise fault(self.at(name), error) from error

    def write(self, name: str, content: bytes) -> None:
        """Keep a file, in the place of what was there.

        Raises:
            LogError: it cannot be written.
        """
        path = self.at(name)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # not beside it, where nobody would come again and find what somebody killed has left
            with Scratch(self.root) as scratch:
                file = Path(scratch) / "kept"
                file.write_bytes(content)
                os.replace(file, path)
        except OSError as error:
            raise fault(path, error) from error

    def delete(self, names: Sequence[str]) -> None:
        """Delete files, and folders that are empty then.

        Raises:
            LogError: they cannot be deleted.
        """
        for path in map(self.at, names):
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise fault(path, error) from error
            with suppress(OSError):
                path.parent.rmdir()

    def written_at(self, name: str) -> datetime:
        """When a file was written, UTC.

        Raises:
            LogError: it cannot be read.
        """
        try:
            return datetime.fromtimestamp(self.at(name).stat().st_mtime, UTC)
        except OSError as error:
            raise fault(self.at(name), error) from error


class Bucket:
    """Objects below an address; methods as of :class:`Folder`, all of which may raise ``Away``.

    Args:
        root: the address, which begins with ``s3://``.
        fails: the error where something cannot be done.
    """

    def __init__(self, root: str, fails: type[LeagueError] = LeagueError) -> None:
        self.root = root.rstrip("/")
        self.fails = fails

    def at(self, name: str) -> str:
        """The address of something."""
        return f"{self.root}/{name}"

    def names(self, pattern: str) -> list[str]:
        """What lies there, in order; ``*`` stands for any part of a name, ``**`` for folders."""
        with in_bucket(self.root, self.fails) as bucket:
            found = bucket.execute("SELECT file FROM glob(?)", [self.at(pattern)]).fetchall()
        return sorted(file.removeprefix(f"{self.root}/") for (file,) in found)

    def read(self, name: str) -> bytes | None:
        """What an object says; None where there is none."""
        with in_bucket(self.at(name), self.fails) as bucket:
            try:
                found = bucket.execute("SELECT content FROM read_blob(?)", [self.at(name)])
                return bytes(found.fetchall()[0][0])
            except duckdb.HTTPException as error:
                if error.status_code != 404:
                    raise
        return None

    def write(self, name: str, content: bytes) -> None:
        """Keep an object, in the place of what was there."""
        sql = f"COPY (SELECT ?::BLOB AS content) TO {quoted(self.at(name))} (FORMAT blob)"
        with in_bucket(self.at(name), self.fails) as bucket:
            bucket.execute(sql, [content])

    def delete(self, names: Sequence[str]) -> None:
        """Delete objects. DuckDB deletes none, DuckLake does: here as what a lake of its own, which
        nobody else has, needs no more."""
        if not names:
            return
        with in_bucket(self.root, self.fails) as bucket:
            load(bucket, "ducklake", "league")
            bucket.execute(f"ATTACH 'ducklake::memory:' AS bin (DATA_PATH {quoted(self.at(''))})")
            try:
                bucket.execute(_GONE, [[self.at(name) for name in names]])
                bucket.execute(_DELETE)
            finally:
                bucket.execute("DETACH bin")
        for folder in sorted({name.rpartition("/")[0] for name in names}):
            if left := {*names}.intersection(self.names(f"{folder}/*")):
                raise self.fails(f"{self.at(min(left))}: the bucket has not deleted it")

    def written_at(self, name: str) -> datetime:
        """When an object was written, UTC."""
        with in_bucket(self.at(name), self.fails) as bucket:
            sql = "SELECT epoch(last_modified) FROM read_blob(?)"
            ((seconds,),) = bucket.execute(sql, [self.at(name)]).fetchall()
        return datetime.fromtimestamp(seconds, UTC)


_GONE = (
    "INSERT INTO __ducklake_metadata_bin.ducklake_files_scheduled_for_deletion "
    "SELECT 0, unnest(?::VARCHAR[]), false, now()"
)
_DELETE = "CALL ducklake_cleanup_old_files('bin', cleanup_all => true)"

Shelf = Folder | Bucket
"""Where a league keeps what is not in its lake."""


def shelf_of(place: Place) -> Shelf:
    """That of a league."""
    return Bucket(place.kept) if place.kept else Folder(place.folder)


__all__ = ["Bucket", "Folder", "Shelf", "shelf_of"]
