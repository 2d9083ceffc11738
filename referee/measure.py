"""What decides a match as a number: health, points, wounds; by it, who is ahead can be told."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from referee.fact import Fact, ScoreChanged

Scores = Mapping[str, int]
"""How much each seat has, or each side that has it together."""


class Measure(NamedTuple):
    """One of the numbers of a game."""

    name: str  # what is counted, as :class:`~referee.fact.ScoreChanged` has it
    of: Callable[[Any], Scores]  # how much of it there is on a table
    less: bool = False  # whether who has less of it is ahead


def scored(t: Any, measures: Sequence[Measure]) -> list[Scores]:
    """How much there is of each measure now."""
    return [dict(each.of(t)) for each in measures]


def note_changes(
    t: Any, measures: Sequence[Measure], before: Sequence[Scores], known: Sequence[Fact]
) -> None:
    """Report what has changed of each measure and is not reported yet.

    Args:
        t: the table.
        measures: the measures of the game.
        before: what :func:`scored` said before.
        known: what has been reported since.
    """
    for measure, then in zip(measures, before, strict=True):
        for whose, value in measure.of(t).items():
            fact = ScoreChanged(whose, measure.name, value)
            if then.get(whose) != value and fact not in known:
                t.fact(fact)
