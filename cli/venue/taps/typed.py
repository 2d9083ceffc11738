"""What somebody typed where only the notation can say it, as JSON for an event."""

from collections.abc import Sequence
from typing import Any

from events.notation import read_value
from referee.game import Game
from referee.house import AnyTable


def value(
    game: Game,
    table: AnyTable,
    verb: str,
    field: str,
    text: str,
    names: Sequence[str] | None = None,
) -> Any:
    """What goes into a field of an event (the answer to a step that is typed).

    Args:
        game: the game.
        table: the table; names in play may be cut short.
        verb: the verb of the event.
        field: the field.
        text: what was typed.
        names: what may be named, where that is not what the table says.

    Raises:
        Malformed: it is no such value; points at the word.
        LookupError: there is no such verb, or it has no such field.
    """
    known = frozenset(game.all_names(table) if names is None else names)
    return read_value(text, game.codec, verb, field, names=known, called=game.called(table))
