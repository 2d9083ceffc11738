"""A page of Markdown on the screen: paragraphs that fit, tables, and examples as they stand."""

import re

from cli.screen.columns import say_table
from cli.screen.render import paint, say, say_lines, width

_FENCED = re.compile(r"^```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[([^]]+)\]\([^)]+\)")
_ITEM = re.compile(r"\n(?=- )")
_INDENT = 4
"""How far an example stands to the right, where there is room."""
_LINES = {1: "═", 2: "─"}
"""What stands under a heading of a level."""


def say_page(text: str) -> None:
    """Print a page."""
    for at, part in enumerate(_FENCED.split(text)):
        if at % 2:
            lines = part.splitlines()
            indent = max(0, min(_INDENT, width() - max(map(len, lines))))
            say_lines(f"{' ' * indent}{line}".rstrip() for line in lines)
            say()
            continue
        for block in re.split(r"\n{2,}", part.strip()):
            if block:
                _say_block(_LINK.sub(r"\1", block.replace("**", "")))
                say()


def _say_block(block: str) -> None:
    """Print a heading, a table, a list or a paragraph."""
    if block.startswith("#"):
        marks, _, title = block.partition(" ")
        say_lines([paint(title, "strong")])
        if line := _LINES.get(len(marks)):
            say_lines([line * len(title)])
    elif block.startswith("|"):
        head, _, *rows = (
            [cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()
        )
        say_table(head, rows, keys=head[:1])
    elif block.startswith("- "):
        for item in _ITEM.split(block):
            say(" ".join(item.split()), 0, 2)
    else:
        say(" ".join(block.split()))
