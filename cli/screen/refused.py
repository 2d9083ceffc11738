"""Misplays in words: what else was refused because of one, and what a judge made of it."""

from collections.abc import Iterable, Sequence

from cli.screen import render
from events.notation import write
from referee.game import Game
from referee.replay.causes import Refusal


def spans(numbers: Iterable[int]) -> str:
    """Numbers with those in a row put together.

    Example:
        >>> spans([7, 9, 10, 11])
        '7, 9 to 11'
    """
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join(f"{run[0]} to {run[1]}" if len(run) > 1 else f"{run[0]}" for run in runs)


def root_lines(
    refusal: Refusal, following: Sequence[int], game: Game, indent: int = 0
) -> list[str]:
    """What a misplay comes from, what follows from it, and what a ruling made of it."""
    lines = []
    if refusal.forgotten:
        steps = "; ".join(write(step, game.codec) for step in refusal.forgotten)
        lines.append(f"forgotten before it: {steps}")
    if following:
        many = "entry" if len(following) == 1 else f"{len(following)} entries,"
        lines.append(f"refused because of it: {many} {spans(following)}")
    if refusal.remedy:
        lines.append(f"{refusal.remedy} by entry {refusal.remedied_by}")
    return [text for line in lines for text in render.wrapped(line, indent, indent + 2)]
