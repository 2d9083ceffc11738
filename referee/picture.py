"""A board in words, and a picture of the table from above, which a game may give; whoever draws
them knows no game.

Lengths are in mm. ``x`` grows to the right and ``y`` away from the near edge, both from the near
left corner of the table.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

Kind: TypeAlias = Literal["zone", "area", "terrain", "marker", "character"]
"""What a shape stands for. An area is ground that may be entered, such as a wood; a zone is only
a line on the table; a character stands above all others."""


class Shape(Struct, frozen=True):
    """One thing on the table."""

    kind: Kind  # what it stands for
    id: str  # its id in the match
    label: str  # what people call it
    # the corners of its outline; a single one where only its place is known
    points: tuple[tuple[float, float], ...]
    seat: str = ""  # whose it is; empty for what is nobody's
    # where it looks: the line from its centre, as x and y of both ends
    facing: tuple[float, float, float, float] | None = None
    faded: bool = False  # whether it is there no more, such as a destroyed piece
    note: str = ""  # a few words on how it stands


class Panel(Struct, frozen=True):
    """A titled block of a board."""

    title: str  # what it is of
    # label and text; the widest label is measured by whoever draws it
    rows: tuple[tuple[str, str], ...]
    # the labels of those rows that lie on the table as a map, line by line; an empty label for a
    # gap
    grid: tuple[tuple[str, ...], ...] = ()


class Picture(Struct, frozen=True):
    """The table and what lies on it."""

    width: float  # how far the table reaches to the right, in mm
    depth: float  # how far it reaches away from the near edge, in mm
    shapes: tuple[Shape, ...]  # what lies on it
