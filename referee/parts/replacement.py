"""Replacement and prevention: what happens in the place of what would happen.

What replaces is a change of the layers ``instead``, ``next`` and ``shield``
(:mod:`referee.parts.lasting_changes`), of the outcome's word: on the thing or seat that it would
happen to, or by a text in play. It is asked between reading a step and doing it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from msgspec import Struct

from referee.fact import Fact
from referee.house import AnyTable
from referee.parts.lasting_changes import Change, Changes, Lasting, end, lessen

Values = dict[str, Any]
"""The parts of an outcome that is about to happen, by their names."""


class Replaced(Fact, frozen=True):
    """Something else happened than would have, or less of it.

    Args:
        source: what replaced or prevented it.
        entry: the entry that began that.
        was: the word of what would have happened.
        became: the word of what happened.
        prevented: how much of it was prevented.
    """

    source: str
    entry: int
    was: str
    became: str
    prevented: int


FACTS: tuple[type[Fact], ...] = (Replaced,)
"""The facts that a game with replacements can give, beside its own."""


class Prevent(Struct, frozen=True):
    """A text that prevents so much of what would happen; None: all of it."""

    amount: int | None = None


def _prevents(
    t: AnyTable, change: Change, word: str, values: Values
) -> tuple[str, Values] | Prevent:
    return Prevent(change.amount if isinstance(change, Lasting) else None)


def _preventable(t: AnyTable, word: str, values: Values) -> bool:
    return True


@dataclass(frozen=True)
class Replacing:
    """What a game says of its replacements. None of it changes the table."""

    # the things and seats that an outcome would happen to
    subjects: Callable[[str, Values], Iterable[str]]
    fits: Callable[[AnyTable, Change, str, Values], bool]  # whether a change is about that outcome
    # what happens instead, or how much is prevented; a change that an effect began prevents its
    # amount, unless this says otherwise. It is not asked of a shield.
    becomes: Callable[[AnyTable, Change, str, Values], tuple[str, Values] | Prevent] = _prevents
    # for each outcome of which some can be prevented, the part that says how much
    amounts: Mapping[str, str] = field(default_factory=dict)
    # whether that outcome can be prevented
    preventable: Callable[[AnyTable, str, Values], bool] = _preventable
    excepted: frozenset[str] = frozenset()  # the outcomes that nothing replaces


class _Turn(NamedTuple):
    """One replacement that applied."""

    change: Change
    was: str
    became: str
    prevented: int


class _Course(NamedTuple):
    """What an outcome becomes in the end, and what applied on the way."""

    word: str
    values: Values
    turns: list[_Turn]

    def same(self, other: "_Course") -> bool:
        """Whether it makes no difference: the same happens, and the same is used up."""
        return (self.word, self.values, self.used()) == (other.word, other.values, other.used())

    def used(self) -> Counter[tuple[Any, ...]]:
        """How much of each change was used up; of those that prevent, it is all one which of
        several that are alike."""
        return Counter(
            (*_kind(turn.change), -1 if turn.change.layer == "next" else turn.prevented)
            for turn in self.turns
            if turn.prevented or turn.change.layer == "next"
        )


def _kind(change: Change) -> tuple[Any, ...]:
    """What a change is, whatever it is of."""
    if not isinstance(change, Lasting) or change.layer not in ("next", "shield"):
        return (change.id,)
    return change.layer, change.word, change.on, change.amount, change.until


def replaced(
    t: AnyTable,
    replacing: Replacing,
    word: str,
    values: Values,
    first: Sequence[str] = (),
    *,
    ask: bool = False,
) -> tuple[str, Values]:
    """What happens in the place of an outcome; itself where nothing replaces it.

    Each replacement applies at most once, the oldest first, or those that ``first`` names, in
    that order. Of what is prevented wholly the amount is 0.

    Args:
        t: the table.
        replacing: what the game says of its replacements.
        word: the outcome.
        values: its parts.
        first: the sources of the replacements that go first.
        ask: whether the order has to be said where it makes a difference.

    Raises:
        Unsaid: the order makes a difference, and nobody said it.
    """
    able = _able(t, replacing, word, values, ())
    if not able:
        return word, values
    course = _course(t, replacing, word, values, first)
    sources = list(dict.fromkeys(each.source for each in able))
    if ask and len(sources) > 1 and not any(source in first for source in sources):
        others = (_course(t, replacing, word, values, (*first, each)) for each in sources[1:])
        if not all(course.same(other) for other in others):
            t.incomplete(f"say what applies first to {word}", first=sources)
    for change, was, became, prevented in course.turns:
        if isinstance(change, Lasting):
            if change.layer == "next":
                end(t, change)
            elif change.layer == "shield":
                lessen(t, change, prevented)
        if was != became or prevented or change.layer == "instead":
            t.fact(Replaced(change.source, change.entry, was, became, prevented))
    return course.word, course.values


def _course(
    t: AnyTable, replacing: Replacing, word: str, values: Values, first: Sequence[str]
) -> _Course:
    """What an outcome becomes, one replacement at a time until none is left."""
    turns: list[_Turn] = []
    place = {source: at for at, source in enumerate(first)}
    while able := _able(t, replacing, word, values, [turn.change.id for turn in turns]):
        change = min(able, key=lambda each: (place.get(each.source, len(place)), each.id))
        became, now, prevented = _replace(t, replacing, change, word, values)
        turns.append(_Turn(change, word, became, prevented))
        word, values = became, now
    return _Course(word, values, turns)


def _replace(
    t: AnyTable, replacing: Replacing, change: Change, word: str, values: Values
) -> tuple[str, Values, int]:
    """What one replacement makes of an outcome, and how much it prevents."""
    if change.layer == "shield":
        found: tuple[str, Values] | Prevent = _prevents(t, change, word, values)
    else:
        found = replacing.becomes(t, change, word, values)
    if not isinstance(found, Prevent):
        return *found, 0
    part = replacing.amounts.get(word)
    if part is None or not replacing.preventable(t, word, values):
        return word, values, 0
    amount = values[part]
    prevented = amount if found.amount is None else min(amount, found.amount)
    return word, {**values, part: amount - prevented}, prevented


def _able(
    t: AnyTable, replacing: Replacing, word: str, values: Values, used: Sequence[int]
) -> list[Change]:
    """What would replace an outcome and has not yet, oldest first."""
    changes: Changes = t.state.changes
    if not changes.on and word not in changes.statics:
        return []
    if word in replacing.excepted:
        return []
    found: list[Change] = []
    if changes.on:
        for thing in dict.fromkeys(replacing.subjects(word, values)):
            found += changes.on.get(thing, ())
    found += changes.statics.get(word, ())
    able = [
        each
        for each in found
        if each.what == word
        and each.layer in ("instead", "next", "shield")
        and each.id not in used
        and replacing.fits(t, each, word, values)
    ]
    able.sort(key=lambda each: each.id)
    return able
