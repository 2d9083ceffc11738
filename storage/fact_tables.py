"""The tables of the facts, made from the fact types themselves: columns, types and comments."""

import inspect
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect as kinds

from referee.fact import Fact, UnitEntered
from referee.measure import Measure

_ARGUMENT = re.compile(r"    (\w+): (.*(?:\n {5,}.*)*)")
_OWN = ("match_id", "seq", "place")

_PLAIN: dict[type[kinds.Type], str] = {
    kinds.StrType: "VARCHAR",
    kinds.IntType: "BIGINT",
    kinds.FloatType: "DOUBLE",
    kinds.BoolType: "BOOLEAN",
    kinds.DateTimeType: "TIMESTAMP",
    kinds.EnumType: "VARCHAR",
}

USUAL = {
    "match_id": "the match",
    "seq": "the entry that it followed from",
    "place": "its place among the facts of the match, from 1 in the order of play",
    "seat": "the player",
    "unit": "the unit",
    "card": "the card",
    "by": "the seat that is credited; empty where none is",
    "rule": "the id of the rule",
    "copies": "how many copies",
    "count": "how many",
    "turn": "the turn, counted from 1 over all players",
    "measure": "what is counted, such as health or points",
    "value": "what it is now",
    "source": "where from",
    "target": "where to, or what",
    "ability": "which ability",
    "how": "in which way",
    "what": "what was done",
    "side": "the side; a seat that plays alone is a side by its own name",
}
"""What a column means whose type does not say it."""


class Column(NamedTuple):
    """A column: its name, its type in DuckDB, and what it means."""

    name: str
    type: str
    comment: str


class FactTable(NamedTuple):
    """The table of one fact type."""

    name: str
    comment: str
    columns: tuple[Column, ...]

    def ddl(self) -> str:
        """The SQL that makes and documents the table."""
        columns = ", ".join(f'"{c.name}" {c.type}' for c in self.columns)
        lines = [f'CREATE TABLE "{self.name}" ({columns});']
        lines.append(f'COMMENT ON TABLE "{self.name}" IS {quoted(self.comment)};')
        lines += [
            f'COMMENT ON COLUMN "{self.name}"."{c.name}" IS {quoted(c.comment)};'
            for c in self.columns
        ]
        return "\n".join(lines)


def table_name(kind: type[Fact], game: str = "") -> str:
    """``fact_die_rolled`` for ``DieRolled``, and ``fact_chess__castled`` for a game's own
    ``Castled``: two underscores part the game from the fact, so that no two names can meet."""
    fact = str(kind.__struct_config__.tag).replace("-", "_")
    return f"fact_{game}__{fact}" if game else f"fact_{fact}"


def fact_tables(types: Iterable[type[Fact]], game: str = "") -> dict[type[Fact], FactTable]:
    """The table of each fact type.

    Args:
        types: the fact types.
        game: the id of the game whose own they are; empty for those that all games share.

    Raises:
        TypeError: a field has no type in DuckDB, or two of the types want the same table.
    """
    found: dict[type[Fact], FactTable] = {}
    taken: dict[str, type[Fact]] = {}
    for kind in types:
        name = table_name(kind, game)
        other = taken.setdefault(name, kind)
        if other is not kind:
            raise TypeError(f"{kind!r} and {other!r} both want the table {name}")
        found[kind] = _table(kind, name)
    return found


def played_cards(played: Mapping[str, Iterable[type[Fact]]]) -> str:
    """The SQL of the view of the cards that seats have played.

    Args:
        played: for each game, the facts by which a seat has played a card.
    """
    parts = []
    others = [game for game, kinds in played.items() if UnitEntered not in kinds]
    own = [table_name(kind, game) for game in others for kind in played[game]]
    names = ", ".join(map(quoted, others)) or "''"
    parts.append(
        "SELECT match_id, min(seq) AS seq, min(place) AS place, seat, card FROM fact_unit_entered "
        f"WHERE match_id NOT IN (SELECT match_id FROM matches WHERE game IN ({names})) "
        "GROUP BY match_id, seat, unit, card"
    )
    parts += [f"SELECT match_id, seq, place, seat, card FROM {table}" for table in own]
    comments = {**USUAL, "place": "its place among the facts of the match", "seat": "who played it"}
    lines = [
        f"CREATE VIEW played_cards AS {' UNION ALL '.join(parts)};",
        "COMMENT ON VIEW played_cards IS 'Every card that a seat has played, as its game says.';",
    ]
    lines += [
        f"COMMENT ON COLUMN played_cards.{name} IS {quoted(comments[name])};"
        for name in ("match_id", "seq", "place", "seat", "card")
    ]
    return "\n".join(lines)


def measures(declared: Mapping[str, Sequence[Measure]]) -> str:
    """The SQL of the view of what decides matches as a number.

    Args:
        declared: the measures of each game, the one that decides before the others.
    """
    rows = [
        f"({quoted(game)}, {quoted(each.name)}, {rank}, {each.less})"
        for game, own in declared.items()
        for rank, each in enumerate(own, 1)
    ]
    comments = {
        "game": "the id of the game",
        "measure": USUAL["measure"],
        "rank": "its rank in the game, from 1: that of the one that decides",
        "less": "whether who has less of it is ahead",
    }
    return "\n".join(
        (
            f"CREATE VIEW measures AS FROM (VALUES {', '.join(rows)}) "
            "AS declared (game, measure, rank, less);",
            "COMMENT ON VIEW measures IS 'What decides the matches of each game as a number.';",
            *(
                f"COMMENT ON COLUMN measures.{name} IS {quoted(comment)};"
                for name, comment in comments.items()
            ),
        )
    )


def _table(kind: type[Fact], name: str) -> FactTable:
    about, arguments = documentation(kind)
    columns = [Column("match_id", "VARCHAR NOT NULL", USUAL["match_id"])]
    columns += [Column(own, "INTEGER NOT NULL", USUAL[own]) for own in _OWN[1:]]
    for field in msgspec.structs.fields(kind):
        if field.encode_name in _OWN:
            raise TypeError(f"{kind!r}: a fact has no field {field.encode_name} of its own")
        comment = arguments.get(field.name) or USUAL.get(field.name, "")
        type_name = column_type(kinds.type_info(field.type), f"{kind.__name__}.{field.name}")
        columns.append(Column(field.encode_name, type_name, comment))
    return FactTable(name, about, tuple(columns))


def documentation(kind: type[Any]) -> tuple[str, dict[str, str]]:
    """What the docstring of a type says of it, and of each of its fields under ``Args``."""
    text = inspect.cleandoc(kind.__doc__ or "").replace("``", "")
    about, _, rest = text.partition("\nArgs:\n")
    arguments = {
        name: re.sub(r"\s+", " ", words).strip() for name, words in _ARGUMENT.findall(rest)
    }
    return re.sub(r"\s+", " ", about).strip(), arguments


def column_type(kind: kinds.Type, where: str) -> str:
    """The DuckDB type that holds a field.

    Raises:
        TypeError: there is none.
    """
    plain = _PLAIN.get(type(kind))
    if plain is not None:
        return plain
    if isinstance(kind, kinds.LiteralType):
        return "VARCHAR" if all(isinstance(v, str) for v in kind.values) else "BIGINT"
    if isinstance(kind, kinds.UnionType):
        others = {column_type(t, where) for t in kind.types if not isinstance(t, kinds.NoneType)}
        if len(others) == 1:
            return others.pop()
    if isinstance(kind, kinds.CollectionType):
        return f"{column_type(kind.item_type, where)}[]"
    if isinstance(kind, kinds.TupleType):
        others = {column_type(t, where) for t in kind.item_types}
        if len(others) == 1:
            return f"{others.pop()}[]"
    if isinstance(kind, kinds.DictType):
        key, value = column_type(kind.key_type, where), column_type(kind.value_type, where)
        return f"MAP({key}, {value})"
    if isinstance(kind, kinds.StructType) and not kind.array_like:
        parts = (f'"{f.encode_name}" {column_type(f.type, where)}' for f in kind.fields)
        return f"STRUCT({', '.join(parts)})"
    raise TypeError(f"{where}: no column can hold {kind}")


def quoted(text: str) -> str:
    """A text as an SQL literal."""
    return "'" + text.replace("'", "''") + "'"
