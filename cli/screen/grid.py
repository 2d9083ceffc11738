"""Rows of a board that lie on the table as a map: each label over its text, where they fit."""

import textwrap
from collections.abc import Mapping, Sequence

from cli.safe import clean

LEAST = 12
"""No cell is narrower; where the terminal has no room for that, the rows are listed."""


def grid_lines(
    grid: Sequence[Sequence[str]], texts: Mapping[str, str], width: int, indent: int = 2
) -> list[str] | None:
    """The rows as a map.

    Args:
        grid: the labels line by line; an empty one for a gap.
        texts: what there is to say of each label; the others have nothing.
        width: how wide the terminal is.
        indent: how far all of it is set in.

    Returns:
        The lines; None where there is no room for a map, or a word is longer than a cell.
    """
    most = max(map(len, grid), default=0)
    if not most or (cell := (width - indent) // most) < LEAST:
        return None
    words = [word for text in texts.values() for word in clean(text).split()]
    if any(len(word) >= cell for word in words):
        return None
    lines: list[str] = []
    for labels in grid:
        columns = [_cell(label, texts.get(label, ""), cell - 1) for label in labels]
        for at in range(max(map(len, columns))):
            line = "".join(
                f"{column[at] if at < len(column) else '':<{cell}}" for column in columns
            )
            lines.append(" " * indent + line.rstrip())
    return lines


def _cell(label: str, text: str, width: int) -> list[str]:
    """A label and, below it, its text; nothing for a gap."""
    if not label:
        return []
    words = textwrap.wrap(clean(text), width, break_long_words=False, break_on_hyphens=False)
    return [label, *(words or ["-"])]
