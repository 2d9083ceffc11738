"""What somebody typed where only the notation can say it, as JSON for an event."""

from collections.abc import Sequence
from typing import Any

from events.notation import Malformed, read_value
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

    A word that is a name, and that people call something else by too, is what is on offer: a
    player, or that player's champion. Where both are, or neither, it is what it says.

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
    meant = read_value(text, game.codec, verb, field, names=known, called=game.called(table))
    try:
        plain = read_value(text, game.codec, verb, field, names=known)
    except Malformed:
        return meant
    if plain == meant or names is not None:
        return meant
    choices = [o.fields[field] for o in game.options(table) if o.verb == verb and field in o.fields]
    offered = {name for choice in choices for name in choice.names()}
    return meant if _words(meant) <= offered and not _words(plain) <= offered else plain


def _words(value: Any) -> set[str]:
    return {each for each in (value if isinstance(value, list) else [value]) if type(each) is str}
