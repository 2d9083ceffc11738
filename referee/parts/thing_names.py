"""What is logged by its name: things without their number, where one can be meant, and seats."""

from collections.abc import Callable, Sequence
from typing import Any

from events.notation.words import quote
from referee.parts.zones import Copy

Run = Any
"""The reading of an effect, which knows the table."""


def bearing(r: Run, name: str) -> list[str]:
    """The ids of the copies of that name."""
    return [id for id, copy in r.vocabulary.things(r.t).items() if copy.name == name]


def only_one(
    r: Run,
    name: str,
    fits: Callable[[Run, Copy], bool | None] | None = None,
    spelled: Callable[[str], str] = str,
) -> Copy:
    """The only copy of that name, or the only one that fits; or what a game else calls so.

    Args:
        r: the run.
        name: as it was logged, without a number.
        fits: whether a copy can be meant; None where each can.
        spelled: how the outcome is written with one of them.

    Raises:
        Violation: there is none of that name.
        Unsaid: several can be meant.
    """
    there, found = r.vocabulary.things(r.t), bearing(r, name)
    if not found and r.vocabulary.called is not None:
        named = r.vocabulary.called(r.t, r.seat, name)
        if named in there:
            called: Copy = there[named]
            return called
    if not found:
        r.forbid("there is no {logged} on the table", logged=name)
    if fits is not None:
        found = [one for one in found if fits(r, there[one])] or found[:1]
    if len(found) > 1:
        words = [spelled(quote(one)) for one in found]
        r.t.incomplete(f"{r.compiled.card}: say which {name}", did=words)
    only: Copy = there[found[0]]
    return only


def aims_named(r: Run, fits: Sequence[Callable[[Run, str], bool]]) -> tuple[str, ...]:
    """What was aimed at, with the numbers of what was named without.

    Args:
        r: the run.
        fits: of each aim, whether something can be it.

    Raises:
        Unsaid: several can be meant.
    """
    there = r.vocabulary.things(r.t)
    found: list[str] = []
    for each in r.doing.aims:
        bears = [] if each in there else bearing(r, each)
        meant = [one for one in bears if any(can_be(r, one) for can_be in fits)]
        rest = [one for one in meant if one not in found] or meant
        if len(rest) > 1 and not r.late:
            r.t.incomplete(f"{r.compiled.card}: say which {each}", aims=list(map(quote, rest)))
        found.append(rest[0] if rest else each)
    return tuple(found)


def require_playing(r: Run, seat: str) -> None:
    """An outcome is of somebody who plays.

    Raises:
        Violation: nobody of that name does.
    """
    if seat not in r.t.state.seats:
        r.forbid("{logged} does not play", logged=seat)
