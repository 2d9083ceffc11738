"""Cards with effects for the tests of a game, as TOML beside its plain ones."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec


def card_of(kind: str, name: str, fields: Mapping[str, Any], effects: Sequence[str]) -> str:
    """A card as TOML, with its effects: ``when = "activated"\\nsteps = [...]``."""
    lines = [f"[[{kind}]]", f'name = "{name}"']
    lines += [f"{field} = {_toml(value)}" for field, value in fields.items() if value != ()]
    for effect in effects:
        lines += [f"[[{kind}.effects]]", effect]
    return "\n".join(lines)


def _toml(value: Any) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def does(*steps: str, when: str, **more: Any) -> str:
    """An effect with these steps, each the inside of an inline table."""
    head = "\n".join(f"{k.rstrip('_')} = {_raw(v)}" for k, v in more.items())
    told = ", ".join(f"{{ {each} }}" for each in steps)
    set_off = when if when.startswith("{") else f'"{when}"'
    return f"when = {set_off}\n{head}\nsteps = [{told}]"


def _raw(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def steps_of(effects: Iterable[Any]) -> Iterator[Any]:
    """All that effects do and cost, in each of their modes."""
    for effect in effects:
        yield from effect.steps
        yield from effect.cost
        for mode in effect.modes:
            yield from (*mode.steps, *mode.cost)


def within(value: Any) -> Iterator[Any]:
    """A table of the catalog and all that stands in it."""
    yield value
    if isinstance(value, msgspec.Struct):
        for each in msgspec.structs.astuple(value):
            yield from within(each)
    elif isinstance(value, tuple | dict):
        for each in value.values() if isinstance(value, dict) else value:
            yield from within(each)
