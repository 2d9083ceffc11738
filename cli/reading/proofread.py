"""The table beside a catalog of what readers found who held its effects against print."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from cli.failure import Failure
from cli.reading.decks import is_path, shipped_catalogs
from cli.screen import render
from referee.catalog import Catalog
from referee.game import Game
from storage.files import read_text

if TYPE_CHECKING:
    from referee.parts.effects.proofread import Proof, Proofread

PROOFREAD = "proofread.csv"
"""The name of the table."""


def table_beside(name: str, game: Game, catalog: Catalog) -> Path | None:
    """Where the table of a catalog lies that was named so; none of one that the log keeps."""
    if is_path(name) or Path(name).is_file():
        return Path(name).parent / PROOFREAD
    for each, path in zip(shipped_catalogs(game), game.sample_catalogs(), strict=True):
        if each is catalog:
            return path.parent / PROOFREAD
    return None


def proofs_of(name: str, game: Game, catalog: Catalog) -> "dict[str, Proof]":
    """What readers found of the cards of a catalog that was named so.

    Raises:
        Failure: the table cannot be read.
    """
    from referee.parts.effects.proofread import proofs_in

    table = table_beside(name, game, catalog)
    if table is None or not table.exists():
        return {}
    try:
        return proofs_in(read_text(table))
    except ValueError as error:
        raise Failure(f"{table}: {error}") from None


def counted(
    proofs: "Mapping[str, Proof]", game: Game, catalog: Catalog, copies: Mapping[str, int]
) -> "dict[Proofread, int]":
    """How many copies were read twice, once and not at all, of cards that have effects with more
    than a text."""
    from referee.parts.effects.examples import how_far
    from referee.parts.effects.proofread import how_often

    found: dict[Proofread, int] = {"twice": 0, "once": 0, "unread": 0}
    cards = game.effects.cards(catalog) if game.effects is not None else {}
    for card, count in copies.items():
        effects = cards.get(card, ())
        if how_far(effects) in ("told", "part"):
            found[how_often(proofs.get(card), effects, text_of(catalog, card))] += count
    return found


def text_of(catalog: Catalog, card: str) -> str:
    """The hash of a card's text as an import saw it; empty where none did."""
    by_name: Mapping[str, object] = getattr(catalog, "by_name", {})
    return str(getattr(by_name.get(card), "text", ""))


def say_proofread(found: "Mapping[Proofread, int]", noun: str) -> None:
    """How many of the cards that have effects were held against print."""
    total = render.counted(sum(found.values()), noun)
    by = f"{found['twice']} by two readers, {found['once']} by one, {found['unread']} by none"
    render.say(f"held against print as they are now, of {total} with effects: {by}", 0, 2)
