"""The catalogs that are shipped with the games, by the hash of their content."""

from collections.abc import Iterator, Mapping
from functools import cache

from referee.catalog import Catalog, catalog_hash, read_catalog
from referee.games.registry import game_ids, game_of


@cache
def samples(game_id: str) -> Mapping[str, Catalog]:
    """The sample catalogs of a game by hash."""
    game = game_of(game_id)
    found = (
        read_catalog(path.read_text(encoding="utf-8"), game.catalog_type, path.name)
        for path in game.sample_catalogs()
    )
    return {catalog_hash(catalog): catalog for catalog in found}


def sample(wanted: str, game_id: str | None = None) -> Catalog | None:
    """The sample catalog of that hash; of one game, or of any."""
    games: Iterator[str] = iter(game_ids() if game_id is None else [game_id])
    return next((samples(g)[wanted] for g in games if wanted in samples(g)), None)
