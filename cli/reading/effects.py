"""Where effects stand in the file of a catalog, and how one is written there."""

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import tomli
import tomli_w
from msgspec import inspect

from cli.failure import Failure
from events.notation.words import nearest
from referee.catalog import EXAMPLES, Catalog, CatalogError, game_named, is_json
from referee.game import Game
from referee.parts.effects.schema import Effect
from storage.catalogs import BESIDE, catalog_beside
from storage.files import read_text

MINE = "mine.toml"
"""What a file of effects is called where nobody has named it."""


class Place(NamedTuple):
    """Where a catalog has the effects of its cards."""

    cards: str  # the list or table of cards
    field: str  # the field of a card


def places(game: Game) -> list[Place]:
    """Where catalogs of a game have effects."""
    found = []
    for each in _fields(inspect.type_info(game.catalog_type)):
        for field in _fields(_item(each.type)):
            item = _item(field.type)
            if isinstance(item, inspect.StructType) and issubclass(item.cls, Effect):
                found.append(Place(each.encode_name, field.encode_name))
    return found


def place_of(game: Game, catalog: Catalog, card: str) -> Place:
    """Where a catalog has the effects of a card; of one that it does not have, the first place."""
    found = places(game)
    for place in found:
        cards = getattr(catalog, place.cards)
        names = (
            cards if isinstance(cards, Mapping) else {getattr(each, "name", "") for each in cards}
        )
        if card in names:
            return place
    return found[0]


def _fields(kind: inspect.Type | None) -> tuple[inspect.Field, ...]:
    return kind.fields if isinstance(kind, inspect.StructType) else ()


def _item(kind: inspect.Type) -> inspect.Type | None:
    if isinstance(kind, inspect.DictType):
        return kind.value_type
    if isinstance(kind, inspect.VarTupleType | inspect.ListType):
        return kind.item_type
    return None


# -- written -----------------------------------------------------------------------------------


def table_text(table: Mapping[str, Any], head: str) -> str:
    """A table of a catalog as text: a line for each field, and for each of its steps."""
    return "\n".join([head, *(_line(key, value) for key, value in table.items())]) + "\n"


def _line(key: str, value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        rows = "".join(f"    {inline(each)},\n" for each in value)
        return f"{_key(key)} = [\n{rows}]"
    return f"{_key(key)} = {inline(value)}"


def inline(value: Any) -> str:
    """A value of a catalog on one line, as TOML writes it."""
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{_key(key)} = {inline(each)}" for key, each in value.items())
        return f"{{ {pairs} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(inline, value))}]"
    return tomli_w.dumps({"x": value}).removeprefix("x = ").rstrip("\n")


_PIECE = re.compile(r"""(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^"',]|,(?! ))+,?\s?""")


def broken(line: str, width: int, before: str = "") -> list[str]:
    """A line of TOML in lines of no more than so many characters where that can be: it is broken
    behind commas alone, so that it can be read again. Words may stand before the first."""
    lines = [before]
    for piece in _PIECE.findall(line):
        if lines[-1] and len(lines[-1]) + len(piece.rstrip()) > width:
            lines.append("")
        lines[-1] += piece
    return [each.rstrip() for each in lines]


def _key(key: str) -> str:
    return tomli_w.dumps({key: 0}).removesuffix(" = 0\n")


# -- put in its place --------------------------------------------------------------------------


def content_of(file: Path) -> str:
    """What a file says that gets an effect; nothing yet where it is one to come, in the folder of
    effects beside a catalog.

    Raises:
        Unreadable: it cannot be read, and is none to come.
        TooMuch: it is too large, or no UTF-8 text.
    """
    return "" if not file.exists() and catalog_beside(file) is not None else read_text(file)


def cards_with_effects(file: Path, game: Game) -> frozenset[str] | None:
    """The cards that a file of effects tells; None where the file is a whole catalog."""
    if catalog_beside(file) is None:
        return None
    tables = _read(read_text(file))
    return frozenset(
        str(each.get("name")) for place in places(game) for each in tables.get(place.cards, ())
    )


def with_card(text: str, file: Path, game: Game, catalog: Catalog, card: str) -> str:
    """The text of a file with the card to write an effect for; one of effects may not have it yet.

    Args:
        text: what the file says.
        file: its path.
        game: the game.
        catalog: the whole catalog.
        card: the card.

    Raises:
        Failure: it is a catalog in JSON, which nobody writes by hand.
    """
    if is_json(text):
        why = (
            f"{file}: a catalog in JSON; its effects lie in files of the folder {BESIDE} beside it"
        )
        raise Failure(why, "name one of them, such as " + str(file.parent / BESIDE / MINE))
    if game_named(text, str(file)):
        return text
    for place in places(game):
        if any(each.get("name") == card for each in _read(text).get(place.cards, ())):
            return text
    place = place_of(game, catalog, card)
    if card not in {getattr(each, "name", "") for each in getattr(catalog, place.cards)}:
        return text
    return f"{text}\n{table_text({'name': card}, f'[[{_key(place.cards)}]]')}"


class CardFile:
    """The file of a catalog, in which a card gets one more effect; all else stays as it is.

    Args:
        text: the file.
        name: what it is called in errors.
        game: the game of the catalog.
        card: the card.

    Raises:
        CatalogError: no card has that name, or its effects stand where none can be put beside them.
    """

    def __init__(self, text: str, name: str, game: Game, card: str) -> None:
        self._lines = text.splitlines(keepends=True)
        if self._lines and not self._lines[-1].endswith("\n"):
            self._lines[-1] += "\n"
        self._name, self._card = name, card
        self._tables = tomli.loads(text)
        self._place, self._at = self._found(places(game))
        self.with_effect({"text": "-"}, {"card": "-"})  # before anybody answers in vain

    def _found(self, among: list[Place]) -> tuple[Place, str | int]:
        known: list[str] = []
        for place in among:
            cards = self._tables.get(place.cards, [])
            for at, each in cards.items() if isinstance(cards, dict) else enumerate(cards):
                card = str(at) if isinstance(cards, dict) else str(each.get("name", ""))
                if card == self._card:
                    return place, at
                known.append(card)
        close = nearest(self._card, known)
        meant = f"; did you mean {close[0]}?" if close else ""
        raise CatalogError(f"{self._name}: no card is named {self._card}{meant}")

    @property
    def _head(self) -> str:
        inner = "" if isinstance(self._at, int) else f".{_key(self._at)}"
        return f"[[{_key(self._place.cards)}{inner}.{_key(self._place.field)}]]"

    def with_effect(self, effect: Mapping[str, Any], example: Mapping[str, Any]) -> str:
        """The text of the file with an effect behind those of the card, and an example behind it.

        Args:
            effect: the table of the effect.
            example: that of the example; empty for none.

        Raises:
            CatalogError: they stand where none can be put beside them.
        """
        place, at = self._place, self._at
        wanted = deepcopy(self._tables)
        wanted[place.cards][at].setdefault(place.field, []).append(effect)
        start, end = self._block()
        more = ""
        if example:
            earlier = sum(_header(line) == [EXAMPLES] for line in self._lines[:end])
            wanted.setdefault(EXAMPLES, []).insert(earlier, example)
            more = "\n" + table_text(example, f"[[{EXAMPLES}]]")
        before, after = ("".join(part) for part in (self._lines[:start], self._lines[end:]))
        for block in self._blocks("".join(self._lines[start:end]), effect):
            if self._one(_read(block)) == wanted[place.cards][at]:
                text = f"{before}{block}{more}{after}"
                if _read(text) == wanted:
                    return text
        raise CatalogError(
            f"{self._name}: {self._card}: its effects, or the examples, stand where none can be "
            f"put beside them; expected {self._head} and [[{EXAMPLES}]]"
        )

    def _one(self, tables: Mapping[str, Any]) -> Any:
        """The card, where it stands alone; None where it does not."""
        cards = tables.get(self._place.cards)
        if isinstance(self._at, int):
            return cards[0] if isinstance(cards, list) else None
        return cards.get(self._at) if isinstance(cards, dict) else None

    def _block(self) -> tuple[int, int]:
        """From which line to which the card stands, without what is blank or a comment behind."""
        heads = [(n, path) for n, line in enumerate(self._lines) if (path := _header(line))]
        cards, at = self._place.cards, self._at
        if isinstance(at, int):
            begins = [n for n, path in heads if path == [cards]]
            start = begins[at] if at < len(begins) else len(self._lines)
            ends = (n for n, path in heads if n > start and (path == [cards] or path[0] != cards))
        else:
            own = [n for n, path in heads if path[:2] == [cards, at]]
            start = own[0] if own else len(self._lines)
            ends = (n for n, path in heads if n > start and path[:2] != [cards, at])
        end = next(ends, len(self._lines))
        while end > start and not self._lines[end - 1].partition("#")[0].strip():
            end -= 1
        return start, end

    def _blocks(self, block: str, effect: Mapping[str, Any]) -> Iterator[str]:
        """The card with an effect more: under a heading, or at the end of a list in brackets."""
        yield f"{block}{table_text(effect, self._head)}"
        for at in range(len(block) - 1, 0, -1):
            if block[at] == "]":
                held = block[:at].rstrip()
                comma = "" if held.endswith(("[", ",")) else ","
                yield f"{held}{comma}\n    {inline(effect)},\n{block[at:]}"


def _header(line: str) -> list[str]:
    """The names in the heading of a table; empty where a line is none."""
    table: Any = _read(line) if line.startswith("[") else {}
    path = []
    while table:
        ((name, table),) = table.items()
        path.append(name)
        table = table[0] if isinstance(table, list) else table
    return path


def _read(text: str) -> dict[str, Any]:
    """The tables of a text; none where it is no TOML."""
    try:
        return tomli.loads(text)
    except tomli.TOMLDecodeError:
        return {}
