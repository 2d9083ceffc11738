"""Misplays in words: what else was refused because of one, and what a judge made of it."""

from collections.abc import Sequence

from cli.screen import render
from events.notation import write
from referee.english import spans
from referee.game import Game
from referee.replay.causes import Refusal


def root_lines(
    refusal: Refusal, following: Sequence[int], game: Game, indent: int = 0
) -> list[str]:
    """What a misplay comes from, what follows from it, and what a ruling made of it."""
    lines = root_texts(refusal, following, game)
    return [text for line in lines for text in render.wrapped(line, indent, indent + 2)]


def root_texts(refusal: Refusal, following: Sequence[int], game: Game) -> list[str]:
    """The same as sentences, none of them cut into lines."""
    lines = []
    if refusal.forgotten:
        steps = "; ".join(write(step, game.codec) for step in refusal.forgotten)
        lines.append(f"forgotten before it: {steps}")
    if following:
        many = "entry" if len(following) == 1 else f"{len(following)} entries,"
        lines.append(f"refused because of it: {many} {spans(following)}")
    if refusal.remedy:
        lines.append(f"{refusal.remedy} (entry {refusal.remedied_by})")
    return lines
