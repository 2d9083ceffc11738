"""How a field that is left open is asked, from what its choice says of itself."""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import Any

from msgspec import json

from cli.venue.view import (
    AnyStep,
    Length,
    Pick,
    Several,
    Throw,
    Turned,
    Typed,
    Value,
    Whole,
)
from events.notation.plan import Field
from referee.choice import Choice, Question
from referee.pad import CardPad, DicePad, LengthPad, Pile

FEW = 8
"""So many complete entries of a verb are a button each (VN-7.4 a)."""


def step_of(field: Field, choice: Choice, lately: Sequence[float] = ()) -> AnyStep:
    """How a field is asked.

    Args:
        field: the field.
        choice: what it may hold.
        lately: the last values that it was given, where it is a distance.
    """
    left_out = not field.required and choice.allows_default(field.default)
    physical = choice.pad() is not None
    return _step(
        choice,
        lately,
        field=field.name,
        title=title_of(field),
        later=left_out and physical,
        optional=left_out and not physical,
    )


def step_in(question: Question, later: bool = False) -> AnyStep:
    """How a question is asked that is one of several in a row.

    Args:
        question: what is asked.
        later: whether it may be left open, with all that would be asked after it.
    """
    choice = question.choice
    return _step(choice, (), field="", title=question.title, later=later, optional=False)


def _step(choice: Choice, lately: Sequence[float], **how: Any) -> AnyStep:
    match choice.pad():
        case DicePad(sides, dice, again, seats, faces, ties, shape):
            return Throw(
                **how,
                sides=sides,
                faces=faces,
                dice=dice,
                again=again,
                seats=seats,
                ties=ties,
                shape=shape,
            )
        case LengthPad(least, most):
            return Length(**how, least=least, most=most, usual=usual(least, most, lately))
        case CardPad(offers, mark):
            return Turned(**how, offers=offers, mark=mark)
    if pile := choice.pile():
        return Several(
            **how,
            values=tuple(map(value_of, pile.values)),
            counts=pile.counts,
            least=pile.least,
            most=pile.most,
            ordered=pile.ordered,
        )
    if (listed := choice.listed()) is not None:
        return Pick(**how, values=tuple(map(value_of, each_once(listed))))
    if bounds := choice.bounds():
        return Whole(**how, least=bounds[0], most=bounds[1])
    return Typed(**how, such_as=choice.described(1))


def title_of(field: Field) -> str:
    """What is asked for a field, where its name does not say it."""
    return field.name.replace("_", " ") if "_" in field.name else ""


def usual(least: float, most: float, lately: Sequence[float]) -> tuple[float, ...]:
    """The distances that have a button: the full one, half of it, and the last three (VN-7.4 e)."""
    half = round(most / 2, 1)
    fitting = [mm for mm in (half, *lately[-3:][::-1]) if least <= mm < most]
    return tuple(dict.fromkeys((most, *fitting)))


def values_of(choice: Choice) -> list[Any] | None:
    """All that a choice may hold where that is :data:`FEW` values, and it is nothing physical;
    else None."""
    if choice.pad() is not None:
        return None
    found: Sequence[Any] | None
    if pile := choice.pile():
        found = list(islice(_taken(pile), FEW + 1))
    elif bounds := choice.bounds():
        found = range(bounds[0], min(bounds[1], bounds[0] + FEW) + 1)
    else:
        found = choice.listed()
    return None if found is None or len(found) > FEW else each_once(found)


def _taken(pile: Pile) -> Iterator[Any]:
    """Each way to take of a pile whose order says nothing, once; none where there are many."""
    there = [value for value, n in zip(pile.values, pile.counts, strict=True) for _ in range(n)]
    if pile.ordered and pile.most > 1:
        yield from range(FEW + 1)
    seen = set()
    for size in range(pile.least, pile.most + 1):
        for taken in islice(combinations(there, size), 4 * FEW):
            if taken not in seen:
                seen.add(taken)
                yield list(taken)


def each_once(values: Sequence[Any]) -> list[Any]:
    """Values as JSON has them, each once, in their order."""
    plain = [as_json(value) for value in values]
    return [value for at, value in enumerate(plain) if value not in plain[:at]]


def value_of(value: Any) -> Value:
    """A value with what stands on its button."""
    plain = as_json(value)
    return Value(said(plain), plain)


def as_json(value: Any) -> Any:
    """A value as JSON has it: no tuples, no Structs."""
    return json.decode(json.encode(value))


def said(value: Any) -> str:
    """A value of JSON in words for people."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or value in ("", []):
        return "none"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, list):
        return ", ".join(_part(each) for each in value)
    return str(value)


def _part(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(said(each) for each in value if each is not None)
    return said(value)
