"""The candidates of an option: what may be typed for one, what fits it, what it leaves open."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from events.notation import Malformed, Word, quote
from events.notation.words import matching
from referee.option import (
    Choice,
    Contest,
    Dice,
    Fixed,
    Flip,
    Measure,
    Number,
    OneOf,
    Perhaps,
    Relay,
    Some,
)

_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")
_TENTHS = re.compile(r"[0-9]{1,9}(\.[0-9])?")
_SHOWN = 8


def typeable(choices: Iterable[Choice]) -> list[str]:
    """The names that may be typed for these choices, each once."""
    return list(dict.fromkeys(name for choice in choices for name in _names(choice)))


def _names(choice: Choice) -> list[str]:
    match choice:
        case Fixed(value):
            return _within(value)
        case OneOf(values):
            return [name for value in values for name in _within(value)]
        case Some(cards):
            return list(cards)
        case Relay(seats=seats):
            return list(seats)
        case Flip(first, second, sep):
            return [one + sep + two for one in first for two in second if one != two]
        case Perhaps(inner):
            return _names(inner)
        case _:
            return []


def _within(value: Any) -> list[str]:
    """The names in a value, those in its records too: ``bridge:ana`` has two."""
    if isinstance(value, tuple | list):
        return [name for part in value for name in _within(part)]
    return [value] if isinstance(value, str) else []


def _many(value: Any) -> Sequence[Any]:
    return value if isinstance(value, tuple | list) else (value,)


def offered(text: str, names: Collection[str]) -> list[str]:
    """The names on offer that a text may mean; a number behind a dot is kept: ``wo.2``.

    Example:
        >>> offered("wo.2", ["Wolf", "Wolf.2", "Wolf.12"])
        ['Wolf.2']
    """
    found = matching(text, names)
    head, dot, number = text.rpartition(".")
    if found or not head or not number.isdecimal():
        return found
    end = dot + number
    whole = {name.removesuffix(end) for name in names if name.endswith(end)}
    return [name + end for name in matching(head, whole)]


def fits(word: Word, choice: Choice) -> bool:
    """Whether a word looks like a value of the choice; names may be cut short."""
    try:
        parts = [part.split("*")[0].text for part in word.split(",")]
    except Malformed:
        return False
    match choice:
        case Contest():
            return all(re.fullmatch("[0-9]+-[0-9]+", part) for part in parts)
        case Relay():
            return all(":" in part for part in parts)
        case Number() | Dice():
            return all(_WHOLE.fullmatch(part) for part in parts)
        case Flip():
            names = _names(choice)
            return all(choice.sep in part and matching(part, names) for part in parts)
        case Measure():
            return all(_TENTHS.fullmatch(part) for part in parts)
        case Perhaps(inner):
            return fits(word, inner)
        case _:
            names = _names(choice)
            plain = {str(v) for v in _plain_values(choice)}
            return all(part and (part in plain or offered(part, names)) for part in parts)


def _plain_values(choice: Choice) -> Sequence[Any]:
    if isinstance(choice, Fixed):
        return _many(choice.value)
    return choice.values if isinstance(choice, OneOf) else ()


def allows(choice: Choice | None, values: Sequence[str]) -> bool:
    """Whether values that were typed are possible under a choice; without one, anything is."""
    match choice:
        case Fixed(value):
            return list(values) == [str(v) for v in _many(value)]
        case OneOf(offered):
            return list(values) in [[str(v) for v in _many(value)] for value in offered]
        case Some(cards, least, most):
            counts = Counter(values)
            return least <= len(values) <= most and all(
                count <= cards.get(name, 0) for name, count in counts.items()
            )
        case Number(least, most):
            return all(_WHOLE.fullmatch(v) and least <= int(v) <= most for v in values)
        case Flip():
            return set(values) <= set(_names(choice))
        case Measure(least, most):
            return all(_TENTHS.fullmatch(v) and least <= float(v) <= most for v in values)
        case Perhaps(inner):
            return allows(inner, values)
        case _:
            return True


def allows_default(choice: Choice, default: Any) -> bool:
    """Whether a field may be left at its default: dice and cards may be logged later."""
    if isinstance(choice, Dice | Contest | Relay | Flip | Perhaps):
        return True
    return allows(choice, [str(value) for value in _many(default)])


def only(choice: Choice) -> tuple[Any] | None:
    """The one value that a choice can have, wrapped; None where there are several."""
    match choice:
        case Fixed(value):
            return (value,)
        case OneOf(values) if len(set(values)) == 1:
            return (values[0],)
        case Number(least, most) | Measure(least, most) if least == most:
            return (least,)
        case Some(cards, least, most) if least == most:
            if least == 0:
                return ((),)
            if len(cards) == 1 or sum(cards.values()) == least:
                pile = [name for name, count in cards.items() for _ in range(count)]
                return (tuple(pile[:least]),)
    return None


def left_open(choices: Sequence[Choice]) -> str:
    """What may stand there, in a few words."""
    return " or ".join(dict.fromkeys(map(described, _merged(choices))))


def _merged(choices: Sequence[Choice]) -> list[Choice]:
    """Choices between single values taken together as one."""
    if len(choices) > 1 and all(isinstance(c, Fixed | OneOf) for c in choices):
        return [OneOf(tuple(dict.fromkeys(v for c in choices for v in _plain_values(c))))]
    return list(choices)


def described(choice: Choice, most_shown: int = _SHOWN) -> str:
    """A choice in a few words."""
    match choice:
        case Fixed(value):
            return ", ".join(_part(v) for v in _many(value)) or "none"
        case OneOf(values):
            return _listed([_word(v) for v in dict.fromkeys(values)], most_shown)
        case Some(cards, least, most):
            count = str(least) if least == most else f"{least}-{most}"
            shown = [_word(c) if n == 1 else f"{_word(c)}*{n}" for c, n in cards.items()]
            return f"{count} of {_listed(shown, most_shown)}" if most else "none"
        case Number(least, most):
            return str(least) if least == most else f"{least} to {most}"
        case Dice(sides):
            return f"a die, 1 to {sides}"
        case Contest(sides=sides, again=again):
            tie = "; ties again" if again else ""
            return f"dice own-other, such as {sides // 2}-{sides}{tie}"
        case Relay(sides, seats, least):
            return f"dice such as {seats[0]}:{sides}, on until {least} or more"
        case Flip():
            return f"two cards, such as {_names(choice)[0]}"
        case Measure(least, most):
            return f"{least:g} mm" if least == most else f"{least:g} to {most:g} mm"
        case Perhaps(inner):
            return f"perhaps {described(inner, most_shown)}"


def _part(value: Any) -> str:
    """A part of a value that is given; a record as the notation writes it, ``ana:4``."""
    return ":".join(map(_word, value)) if isinstance(value, tuple | list) else _word(value)


def _word(value: Any) -> str:
    if isinstance(value, tuple | list):
        return ",".join(map(_part, value)) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    return quote(value) if isinstance(value, str) else str(value)


def _listed(shown: Sequence[str], most: int) -> str:
    more = f"{len(shown) - most} more" if len(shown) > most else ""
    if more and len(", ".join(shown[most:])) <= len(more):
        most, more = len(shown), ""
    return ", ".join(filter(None, [*shown[:most], more]))
