"""Catalogs in their files, and those that are shipped with the games, by their hash."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from referee.catalog import Catalog, catalog_hash, is_json, joined, read_catalog
from referee.games.registry import game_ids, game_of, stream_ids
from storage.files import read_text

BESIDE = "effects"
"""The folder beside a catalog in JSON with what people write for it: the effects of its cards."""


def catalog_text(path: Path, saying: str | None = None) -> str:
    """What the file of a catalog says, with what is written for it in the folder beside it.

    Of a file in such a folder: the catalog with what this file says alone.

    Args:
        path: the file.
        saying: what it will say; without it, what it says.

    Raises:
        Unreadable: a file cannot be read.
        TooMuch: a file is too large, or no UTF-8 text.
        CatalogError: a file is none, or says what does not go with the catalog.
    """
    text = read_text(path) if saying is None else saying
    if is_json(text):
        parts = {
            str(part): read_text(part) for part in sorted((path.parent / BESIDE).glob("*.toml"))
        }
        return joined(text, parts, str(path)) if parts else text
    if (catalog := _catalog_of(path)) is not None:
        return joined(read_text(catalog), {str(path): text}, str(catalog))
    return text


def _catalog_of(part: Path) -> Path | None:
    """The one catalog that a file of effects lies beside."""
    if part.absolute().parent.name != BESIDE:
        return None
    found = sorted(part.absolute().parent.parent.glob("catalog*.json"))
    return found[0] if len(found) == 1 else None


@cache
def samples(game_id: str) -> Mapping[str, Catalog]:
    """The sample catalogs of a game by hash."""
    game = game_of(game_id)
    found = (
        read_catalog(catalog_text(path), game.catalog_type, path.name)
        for path in game.sample_catalogs()
    )
    return {catalog_hash(catalog): catalog for catalog in found}


def sample(wanted: str, game_id: str | None = None) -> Catalog | None:
    """The sample catalog of that hash; of one game, or of any, and the policies of tournaments."""
    every = (*game_ids(), *stream_ids())
    games: Iterator[str] = iter(every if game_id is None else [game_id])
    return next((samples(g)[wanted] for g in games if wanted in samples(g)), None)
