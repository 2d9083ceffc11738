"""Whether cards in play are told apart by nothing that matters."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from referee.house import AnyState, AnyTable
from referee.parts.zones import Layout
from referee.table import plain


def alike(
    layout: Layout[Any], t: AnyTable, names: Sequence[str], within: AnyState | None = None
) -> bool:
    """Whether several copies of a card differ in nothing but their numbers and since when they
    are there: exchanged, they leave everything as it is.

    Args:
        layout: where the cards of the game lie.
        t: the table.
        names: what may be their ids; of one alone nothing is said.
        within: the state to look at, where it is not the table's as it stands.
    """
    things = layout.things(t)
    if len(names) < 2 or not things.keys() >= {*names}:
        return False
    if len({things[name].name for name in names}) > 1:
        return False
    first, state = names[0], plain(within or t.state)
    # whoever else is there may have a name that ends like one of these
    every = sorted(things, key=len, reverse=True)
    says = re.compile(rf"({'|'.join(map(re.escape, every))})(?!\d)")
    as_it_is = _exchanged(state, says, names, {})
    return all(
        as_it_is == _exchanged(state, says, names, {first: other, other: first})
        for other in names[1:]
    )


def _exchanged(value: Any, says: re.Pattern[str], of: Sequence[str], ids: Mapping[str, str]) -> Any:
    """A plain state with ids that stand for others; since when these are there is left out."""
    if isinstance(value, dict):
        kept = ((k, v) for k, v in value.items() if k != "since" or value.get("id") not in of)
        return {_exchanged(k, says, of, ids): _exchanged(item, says, of, ids) for k, item in kept}
    if isinstance(value, list):
        return [_exchanged(item, says, of, ids) for item in value]
    return says.sub(lambda m: ids.get(m[0], m[0]), value) if isinstance(value, str) else value
