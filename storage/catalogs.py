"""Catalogs in their files, and those that are shipped with the games, by their hash."""

import gc
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from events.bounds import TooMuch
from referee import catalog as catalogs_of_games
from referee.catalog import (
    Catalog,
    CatalogError,
    catalog_hash,
    is_json,
    joined,
    read_catalog,
    stored_catalog,
    unjudged_catalog,
)
from referee.games.registry import game_ids, game_of, stream_ids
from storage.files import read_text

C = TypeVar("C", bound=Catalog)

BESIDE = "effects"
"""The folder beside a catalog in JSON with what people write for it: the effects of its cards."""

KEPT = "__pycache__"
"""The folder beside a shipped catalog in which it is kept with what lies beside it put into it, as
Python keeps what it has compiled."""


_LISTED = re.compile(r"(?m)^(?=\[\[\w+\]\])")
"""Before each table of a list of a file of effects."""


def catalog_text(path: Path, saying: str | None = None, *, examples: bool = True) -> str:
    """What the file of a catalog says, with what is written for it in the folder beside it.

    Of a file in such a folder: the same whole, with the examples of this file alone.

    Args:
        path: the file.
        saying: what it will say; without it, what it says.
        examples: whether the examples that lie beside a catalog in JSON are wanted, which are no
            part of it and cost as much to read as the effects.

    Raises:
        Unreadable: a file cannot be read.
        TooMuch: a file is too large, or no UTF-8 text.
        CatalogError: a file is none, or says what does not go with the catalog.
    """
    text = read_text(path) if saying is None else saying
    if is_json(text):
        parts = _parts(path)
        if not examples:
            parts = {part: _without_examples(content) for part, content in parts.items()}
        return joined(text, parts, str(path)) if parts else text
    if (catalog := catalog_beside(path)) is not None:
        others = {
            part: _without_examples(content)
            for part, content in _parts(catalog).items()
            if not path.exists() or not path.samefile(part)
        }
        return joined(read_text(catalog), {str(path): text, **others}, str(catalog))
    return text


def _parts(catalog: Path) -> dict[str, str]:
    """What lies beside a catalog in JSON, by file."""
    return {str(part): read_text(part) for part in _beside(catalog)}


def _beside(catalog: Path) -> list[Path]:
    return sorted((catalog.parent / BESIDE).glob("*.toml"))


def _without_examples(content: str) -> str:
    """What a file of effects says, all of it where a text of several lines may be in it."""
    lines = content.split("\n")
    if any(line.count('"""') % 2 or line.count("'''") % 2 for line in lines):
        return content
    listed = _LISTED.split(content)
    return "".join(each for each in listed if not each.startswith("[[examples]]"))


def catalog_beside(part: Path) -> Path | None:
    """The one catalog that a file of effects lies beside, or would lie."""
    if part.absolute().parent.name != BESIDE:
        return None
    found = sorted(part.absolute().parent.parent.glob("catalog*.json"))
    return found[0] if len(found) == 1 else None


@cache
def samples(game_id: str) -> Mapping[str, Catalog]:
    """The sample catalogs of a game by hash."""
    game = game_of(game_id)
    found = (shipped_once(path, game.catalog_type) for path in game.sample_catalogs())
    return {catalog_hash(catalog): catalog for catalog in found}


@cache
def shipped_once(path: Path, kind: type[C]) -> C:
    """A shipped catalog as :func:`shipped`, which this process reads once."""
    return shipped(path, kind)


def shipped(path: Path, kind: type[C]) -> C:
    """A shipped catalog. One of several files takes long to put together and to judge, so what that
    came to is kept until one of them changes.

    Raises:
        CatalogError: as for :func:`~referee.catalog.read_catalog`.
        OSError: a file cannot be read.
    """
    parts = _beside(path) if path.suffix == ".json" else []
    if not parts:
        return read_catalog(catalog_text(path), kind, path.name)
    joining = (Path(__file__), Path(catalogs_of_games.__file__))
    said = b"".join(sha256(file.read_bytes()).digest() for file in (path, *parts, *joining))
    kept = path.parent / KEPT / f"{path.stem}.{sha256(said).hexdigest()}.json"
    with _all_stays():
        with suppress(OSError, UnicodeDecodeError, CatalogError, TooMuch):
            return unjudged_catalog(kept.read_text(encoding="utf-8"), kind, path.name)
        text = catalog_text(path, examples=False)
        catalog = read_catalog(text, kind, path.name)
    with suppress(OSError):  # where nobody may write, it is put together each time
        _keep(kept, text)
    return catalog


def _keep(kept: Path, text: str) -> None:
    """Keep a catalog in the place of what was kept of it before; others may do so meanwhile."""
    from tempfile import NamedTemporaryFile  # which takes as long to load as the catalog

    kept.parent.mkdir(exist_ok=True)
    begins = kept.name[: kept.name.index(".") + 1]
    with NamedTemporaryFile(
        "w", encoding="utf-8", dir=kept.parent, prefix=begins, delete=False
    ) as made:
        made.write(text)
    os.chmod(made.name, 0o644)  # for whoever may read the catalog
    os.replace(made.name, kept)
    for old in kept.parent.glob(f"{begins}*"):
        if old != kept:
            old.unlink(missing_ok=True)


@contextmanager
def _all_stays() -> Iterator[None]:
    """What is made in this stays, as a shipped catalog does: nobody has to wait while the collector
    of garbage looks at it, now or later."""
    looked = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if looked:
            gc.enable()


def sample(wanted: str, game_id: str | None = None) -> Catalog | None:
    """The catalog of that hash that is shipped, or was shipped earlier, so that the matches which
    pin it can be replayed; of one game, or of any, and the policies of tournaments."""
    games = (*game_ids(), *stream_ids()) if game_id is None else (game_id,)
    found = (samples(g).get(wanted) or _earlier(wanted, g) for g in games)
    return next((catalog for catalog in found if catalog is not None), None)


@cache
def _earlier(wanted: str, game_id: str) -> Catalog | None:
    """A sample catalog that has been changed since, from the folder ``earlier`` of the sample."""
    game = game_of(game_id)
    path = game.sample("earlier", f"{wanted}.json.gz")
    if not (wanted.isalnum() and path.is_file()):
        return None
    import gzip

    return stored_catalog(gzip.decompress(path.read_bytes()), game.catalog_type)
