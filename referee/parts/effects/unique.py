"""Whether it is certain which step a logged outcome belongs to."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from referee.parts.effects.in_words import words_in
from referee.parts.effects.schema import Aim, Select, Step

_SEATS = {"you": {"you"}, "opponent": {"opponent"}, "player": {"you", "opponent"}}
_EVERY = {"you", "opponent"}
_MODIFIERS = set(Step.__struct_fields__)


def twice_read(
    steps: Sequence[Step], aims: Mapping[str, Aim], own: Mapping[str, Sequence[str]] = {}
) -> Iterator[str]:
    """The pairs of steps of which a logged outcome may be the one or the other.

    That matters where the first may be left undone, or leaves open what it is about, and the
    second is not the very same: then the outcome is read as the first, whatever was meant.

    Args:
        steps: the steps.
        aims: the aims of their effect.
        own: for the word of an outcome, the parts that it has only where a card says them.
    """
    for (first, one), (second, other) in combinations(enumerate(steps, 1), 2):
        if type(one) is not type(other) or _apart(one, other, aims):
            continue
        parts = own.get(str(one.__struct_config__.tag), ())
        if any((getattr(one, name) is None) != (getattr(other, name) is None) for name in parts):
            continue
        if _may_be_left(one) or (_open(one) and not _same(one, other)):
            word = str(one.__struct_config__.tag)
            yield (
                f"a logged {word} may be step {first} or step {second}: make one step of them, "
                "or let each be about something else"
            )


def _parts(step: Step) -> list[str]:
    return [name for name in step.__struct_fields__ if name not in _MODIFIERS]


def _may_be_left(step: Step) -> bool:
    return step.may or not isinstance(step.repeat, int)


def _open(step: Step) -> bool:
    """Whether it leaves open which thing, seat or word it is about."""
    said = [getattr(step, name) for name in _parts(step)]
    words = any(isinstance(each, tuple) and isinstance(each[0], str) for each in said if each)
    return words or any(isinstance(each, Select) or each in ("opponent", "player") for each in said)


def _same(one: Step, other: Step) -> bool:
    return all(getattr(one, name) == getattr(other, name) for name in _parts(one))


def _apart(one: Step, other: Step, aims: Mapping[str, Aim]) -> bool:
    """Whether no outcome can be about what both are about."""
    for name in _parts(one):
        mine, theirs = getattr(one, name), getattr(other, name)
        seats = _seats(mine, one, aims), _seats(theirs, other, aims)
        if seats[0] is not None or seats[1] is not None:
            if (seats[0] or {"you"}).isdisjoint(seats[1] or {"you"}):
                return True
            continue
        first, second = _select(mine, one, aims), _select(theirs, other, aims)
        if first is not None and second is not None and _disjoint(first, second):
            return True
        others = (first is not None and first.other, second is not None and second.other)
        if ("self" in (mine, theirs)) and any(others):
            return True
        words = _words(mine), _words(theirs)
        if words[0] and words[1] and words[0].isdisjoint(words[1]):
            return True
    return False


def _seats(said: Any, step: Step, aims: Mapping[str, Aim]) -> set[str] | None:
    if not isinstance(said, str):
        return None
    if said == "it" and isinstance(step.each, str):
        said = step.each
    if said in aims and isinstance(aims[said].what, str):
        said = aims[said].what
    return _EVERY if " of " in said else _SEATS.get(said)


def _select(said: Any, step: Step, aims: Mapping[str, Aim]) -> Select | None:
    if said == "it":
        said = step.each
    if isinstance(said, str) and said in aims:
        said = aims[said].what
    return said if isinstance(said, Select) else None


def _disjoint(one: Select, other: Select) -> bool:
    if {one.of, other.of} in ({"you", "opponent"}, {"you", "ally"}, {"opponent", "ally"}):
        return True
    if one.place != other.place:
        return True
    for first, second in ((one, other), (other, one)):
        if set(words_in(first.all_of)) & set(words_in(second.none_of)):
            return True
    return False


def _words(said: Any) -> set[str]:
    """The words that a part may be, where it is one of several words or of plain text."""
    if isinstance(said, str) and said not in ("it", "self", "found", "rest", *_SEATS):
        return {said}
    plain = isinstance(said, tuple) and all(isinstance(each, str) for each in said)
    return set(said) if plain else set()
