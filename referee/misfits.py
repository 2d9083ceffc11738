"""What does not fit in the tables of a data file, each with its place and what may stand there."""

import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime, time
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import Struct, inspect, structs

from events.notation.words import nearest

T = TypeVar("T")

MOST = 20
"""How many misfits are told of one file."""

_MOMENTS = (datetime, date, time)
"""What TOML has of its own beside numbers and texts."""
_PLACE = re.compile(r"at `\$([^`]*)`$")
_STEP = re.compile(r"[^.\[\]]+")
_UNKNOWN = re.compile(r"unknown field `(?P<field>[^`]+)`|Invalid value '(?P<tag>[^']+)'")


def converted(tables: Any, kind: type[T]) -> T:
    """The tables of a TOML file as a type.

    Raises:
        ValidationError: of msgspec; something does not fit.
    """
    return msgspec.convert(tables, kind, builtin_types=_MOMENTS, str_keys=True)


def misfits(tables: Any, kind: type[Any]) -> list[str]:
    """All that does not fit, where :func:`converted` names the first alone.

    Example:
        >>> class Card(Struct, forbid_unknown_fields=True):
        ...     name: str
        ...     cost: int
        >>> class Cards(Struct):
        ...     cards: list[Card]
        >>> for misfit in misfits({"cards": [{"name": "Ogre", "cots": 1, "cost": "3"}]}, Cards):
        ...     print(misfit)
        Expected `int`, got `str` - at `$.cards[0].cost` (Ogre)
        Object contains unknown field `cots` - at `$.cards[0]` (Ogre); did you mean cost?
    """
    found = [f"{fault}{_hint(tables, kind, fault)}" for fault in _misfits(tables, kind, "$")]
    more = [f"and {len(found) - MOST} more"] if len(found) > MOST else []
    return found[:MOST] + more


def _misfits(value: Any, kind: Any, path: str) -> list[str]:
    try:
        converted(value, kind)
    except msgspec.ValidationError as error:
        whole = str(error)
    else:
        return []
    found = [
        fault
        for inner, part, place in _inside(value, kind, path)
        for fault in _misfits(inner, part, place)
    ]
    if (table := _table(value, kind)) is not None:
        names = {field.encode_name: field for field in structs.fields(table)}
        if table.__struct_config__.forbid_unknown_fields:
            own = {*names, table.__struct_config__.tag_field}
            unknown = [key for key in value if key not in own]
            found += [f"Object contains unknown field `{key}` - at `{path}`" for key in unknown]
        missing = [name for name, each in names.items() if each.required and name not in value]
        found += [f"Object missing required field `{name}` - at `{path}`" for name in missing]
    if found:
        return found
    message, _, place = whole.partition(" - at `$")
    return [f"{message} - at `{path}{place.removesuffix('`')}`"]


def _inside(value: Any, kind: Any, path: str) -> Iterator[tuple[Any, Any, str]]:
    """The parts of a value, each with its type and place."""
    if (table := _table(value, kind)) is not None:
        for field in structs.fields(table):
            if field.encode_name in value:
                yield value[field.encode_name], field.type, f"{path}.{field.encode_name}"
        return
    for each in _branches(kind):
        held = get_args(each)
        if (
            isinstance(value, list)
            and get_origin(each) in (tuple, list)
            and held[1:] in ((), (...,))
        ):
            yield from ((item, held[0], f"{path}[{at}]") for at, item in enumerate(value))
        elif isinstance(value, dict) and get_origin(each) in (dict, Mapping) and held:
            yield from ((item, held[1], f"{path}.{key}") for key, item in value.items())


def _table(value: Any, kind: Any) -> type[Struct] | None:
    """The Struct that a table is meant to be; of several, the one that its tag says."""
    found = [e for e in _branches(kind) if isinstance(e, type) and issubclass(e, Struct)]
    if not isinstance(value, dict):
        return None
    if len(found) > 1:
        found = [
            each
            for each in found
            if each.__struct_config__.tag is not None
            and value.get(str(each.__struct_config__.tag_field)) == each.__struct_config__.tag
        ]
    return found[0] if found else None


def _branches(kind: Any) -> Iterator[Any]:
    """The types of a union, or the one type."""
    if get_origin(kind) is Annotated:
        yield from _branches(get_args(kind)[0])
    elif get_origin(kind) in (Union, UnionType):
        for each in get_args(kind):
            yield from _branches(each)
    elif kind is not NoneType:
        yield kind


# -- in words ----------------------------------------------------------------------------------


def _hint(tables: Any, kind: Any, message: str) -> str:
    """The names of the things that the path in a message leads through, and what may stand there.

    Example:
        >>> class Cards(Struct):
        ...     name: str
        >>> _hint({"name": "few"}, Cards, "Expected `str` - at `$.name`")
        ' (few)'
    """
    place = _PLACE.search(message)
    if place is None:
        return ""
    at, type_at = tables, inspect.type_info(kind)
    whole = at.get("name") if isinstance(at, dict) else None
    names, above, field = [], type_at, ""
    for part in _STEP.findall(place[1]):
        above = type_at
        try:
            at = at[int(part)] if part.isdecimal() else at[part]
        except (LookupError, TypeError, ValueError):
            at = None
        if isinstance(at, dict) and isinstance(at.get("name"), str):
            names.append(at["name"])
        elif isinstance(at, dict) and part.isdecimal():
            names.append(f"{field.removesuffix('s')} {int(part) + 1}")
        type_at, field = _part(type_at, part), part
    names = names or ([whole] if isinstance(whole, str) else [])
    named = f" ({', '.join(names)})" if names else ""
    literals = [each for each in _members(type_at) if isinstance(each, inspect.LiteralType)]
    values = [str(value) for each in literals for value in each.values]
    if "Invalid enum value" in message and values:
        return f"{named}; expected one of {', '.join(values)}"
    if (unknown := _UNKNOWN.search(message)) is not None:
        word, expected = next(filter(None, unknown.groups())), _field_names(type_at, at)
        if unknown["tag"]:
            expected = [str(each.tag) for each in _structs(above)]
        if close := nearest(word, expected):
            return f"{named}; did you mean {close[0]}?"
    return named


def _structs(kind: Any) -> list[inspect.StructType]:
    return [each for each in _members(kind) if isinstance(each, inspect.StructType)]


def _field_names(kind: Any, at: Any) -> list[str]:
    """The fields of a table, where it may be one of several as its tag says."""
    found = []
    for each in _structs(kind):
        if each.tag is None or (isinstance(at, dict) and at.get(each.tag_field) == each.tag):
            found += [field.encode_name for field in each.fields]
    return found


def _members(kind: Any) -> list[Any]:
    """The types of a union, or the one type."""
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    return list(kind.types) if isinstance(kind, inspect.UnionType) else [kind]


def _part(kind: Any, part: str) -> Any:
    """The type of a part of a value: a field, an item."""
    for each in _members(kind):
        if isinstance(each, inspect.StructType):
            for field in each.fields:
                if field.encode_name == part:
                    return field.type
        elif isinstance(each, inspect.TupleType) and part.isdecimal():
            return each.item_types[min(int(part), len(each.item_types) - 1)]
        elif isinstance(each, inspect.VarTupleType | inspect.ListType):
            return each.item_type
        elif isinstance(each, inspect.DictType):
            return each.value_type
    return None
