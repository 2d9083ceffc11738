"""Whether two cards in play are told apart by nothing that matters."""

import re
from collections.abc import Mapping
from typing import Any

from referee.house import AnyTable
from referee.parts.zones import Layout
from referee.table import plain


def alike(layout: Layout[Any], t: AnyTable, one: str, other: str) -> bool:
    """Whether two copies of a card differ in nothing but their numbers and since when they are
    there: exchanged, they leave everything as it is.

    Args:
        layout: where the cards of the game lie.
        t: the table.
        one: an id.
        other: another one.
    """
    things = layout.things(t)
    if one == other or not {one, other} <= things.keys():
        return False
    if things[one].name != things[other].name:
        return False
    state, says = plain(t.state), re.compile(rf"({re.escape(one)}|{re.escape(other)})(?!\d)")
    as_it_is = _exchanged(state, says, {one: one, other: other})
    return bool(as_it_is == _exchanged(state, says, {one: other, other: one}))


def _exchanged(value: Any, says: re.Pattern[str], ids: Mapping[str, str]) -> Any:
    """A plain state with ids that stand for others; since when those are there is left out."""
    if isinstance(value, dict):
        kept = ((k, v) for k, v in value.items() if k != "since" or value.get("id") not in ids)
        return {_exchanged(k, says, ids): _exchanged(item, says, ids) for k, item in kept}
    if isinstance(value, list):
        return [_exchanged(item, says, ids) for item in value]
    return says.sub(lambda found: ids[found[0]], value) if isinstance(value, str) else value
