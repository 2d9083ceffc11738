"""Which files of a lake are gone, or cannot be read: what the catalog says that there is, is looked
at."""

from typing import NamedTuple

from storage.error import LogError
from storage.fact_tables import quoted
from storage.league.lake import META, Lake, Place
from storage.match_pages import Progress

_DATA_FILES = f"""
SELECT f.data_file_id, t.table_name, f.record_count,
    coalesce(game.partition_value, ''), coalesce(season.partition_value, ''),
    CASE WHEN f.path_is_relative THEN s.path || t.path ELSE '' END || f.path,
    CASE WHEN d.path_is_relative THEN s.path || t.path ELSE '' END || d.path
FROM {META}.ducklake_data_file AS f
JOIN {META}.ducklake_table AS t USING (table_id)
JOIN {META}.ducklake_schema AS s USING (schema_id)
LEFT JOIN {META}.ducklake_delete_file AS d
    ON d.data_file_id = f.data_file_id AND d.end_snapshot IS NULL
LEFT JOIN {META}.ducklake_file_partition_value AS game
    ON game.data_file_id = f.data_file_id AND game.partition_key_index = 0
LEFT JOIN {META}.ducklake_file_partition_value AS season
    ON season.data_file_id = f.data_file_id AND season.partition_key_index = 1
WHERE f.end_snapshot IS NULL AND t.end_snapshot IS NULL
"""


class LakeFile(NamedTuple):
    """A file of the lake."""

    id: int
    table: str
    game: str  # the partition; empty where the table has none
    season: str


def lost_files(
    lake: Lake, place: Place, progress: Progress = lambda done, of: None
) -> list[LakeFile]:
    """The files that are gone, or cannot be read."""
    lost = []
    files = lake.rows(_DATA_FILES)
    for done, (number, table, count, game, season, path, without) in enumerate(files, 1):
        try:
            for each in (path, without):
                if each is not None:
                    file = quoted(each if each.startswith("/") else place.data_path + each)
                    read = lake.rows(f"SELECT count(*), max(hash(t)) FROM read_parquet({file}) t")
                    if each is path and read[0][0] != count:
                        raise LogError(f"{path}: {read[0][0]:,} rows; expected {count:,}")
        except LogError:
            lost.append(LakeFile(number, table, game, season))
        progress(done, len(files))
    return lost


__all__ = ["LakeFile", "lost_files"]
