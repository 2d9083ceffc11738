"""What the records of terrain pieces, tables and scenarios hold (LC-1.5, 18.1, section 21)."""

from functools import cached_property
from typing import Annotated, Literal

from msgspec import Meta, Struct

from events.event import RuleId
from referee.games.legacy_of_conflict.characters import Effect, Mm, Size, Small, Word

GROUND = "ground"

EDGE = "edge"
"""What stops a push at the edge of the table."""


class Level(Struct, frozen=True, forbid_unknown_fields=True):
    """A level of a piece, with the Size of its floor (LC-18.1)."""

    name: Word
    size: Size


class Feature(Struct, frozen=True, forbid_unknown_fields=True):
    """Stairs, a ladder or a ramp between two adjacent surfaces (LC-18.4)."""

    name: Word
    kind: Literal["stairs", "ladder", "ramp"]
    joins: tuple[str, str]


HAZARD_EFFECTS = (
    Effect("damage", amount=1),
    Effect("condition", condition="hinder", amount=1),
)
"""LC-18.14."""


class Hazard(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a hazard does when the flip comes to ``at_most`` or less (LC-18.13, 18.14)."""

    at_most: Annotated[int, Meta(ge=-3, le=7)] = 0
    effects: tuple[Effect, ...] = HAZARD_EFFECTS


class Piece(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """A terrain piece."""

    name: Word  # one word
    size: Size  # its Size; that of its highest level, where it has levels
    # standard, reinforced, fragile or indestructible
    kind: Literal["standard", "reinforced", "fragile", "indestructible"] = "standard"
    solid: bool = True  # solid, or area terrain that is entered freely (LC-14.8)
    defense: Small | None = None  # its Defense, where the type does not give it
    wounds: Small | None = None  # its Wounds, where the type does not give them
    # its levels, lowest first; without levels its top is its one surface
    levels: tuple[Level, ...] = ()
    features: tuple[Feature, ...] = ()  # stairs, ladders and ramps
    bridge: bool = False  # a bridge or walkway (LC-18.6 to 18.8)
    door: Literal["", "open", "closed"] = ""  # open or closed at the start, for a door or gate
    difficult: bool = False  # difficult ground
    impassable: bool = False  # not crossed, climbed or stood on
    hazard: Hazard | None = None  # what it does to those who enter it
    # by its Size, or as the record says (LC-18.8)
    cover: Literal["by_size", "none", "partial", "full", "obscures"] = "by_size"
    # what happens to those on it when it is destroyed, beside the fall
    destroyed: tuple[Effect, ...] = ()
    # what is left of it; empty where nothing was agreed (LC-I 76)
    remains: Literal["", "nothing", "difficult_ground"] = ""
    width: Mm = 0.0  # its extent across, in mm, for the map
    depth: Mm = 0.0  # its extent along, in mm
    round: bool = False  # an ellipse instead of a rectangle
    # its corners in mm from its middle, instead of width and depth
    outline: tuple[tuple[float, float], ...] = ()

    @cached_property
    def level(self) -> dict[str, Level]:
        """The levels by name."""
        return {each.name: each for each in self.levels}

    @cached_property
    def surfaces(self) -> tuple[str, ...]:
        """What one may stand on."""
        if self.levels:
            return tuple(f"{self.name}/{each.name}" for each in self.levels)
        return (self.name,)


class Laid(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A piece on a table; ``at`` is x and y in mm and the bearing in degrees, where known."""

    piece: Word
    at: tuple[float, float, float] | None = None


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """A table: its width and depth in mm, and the pieces that lie on it."""

    name: Word
    width: Mm
    depth: Mm
    pieces: tuple[Laid, ...]


class Marker(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An objective or zone marker (LC-21.5)."""

    name: Word  # one word
    # what Interact does with it: nothing, the side takes control of it, or the side scores
    # ``points`` at once
    interact: Literal["nothing", "control", "score"] = "nothing"
    points: Small = 0  # what a side scores, at once or for holding it at the end of a turn
    declared: bool = False  # whether the players declare at cleanup who holds it
    at: tuple[float, float] | None = None  # its position, x and y in mm, where known


class Ending(Struct, frozen=True, forbid_unknown_fields=True):
    """A condition that the players declare, and what it ends (LC-21.2)."""

    name: Word
    ends: Literal["turn", "game"]
    text: str


class Victory(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A victory condition (LC-21.1)."""

    # ``last_side``: one side is left with characters; ``points``: a side has at least ``amount``;
    # ``most_points``: the most points when the game ends
    kind: Literal["last_side", "points", "most_points"]
    amount: Small = 0  # how many points
    at_once: bool = False  # whether it also counts between cleanups (LC-I 104)


class Scenario(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """A scenario: what the core rules leave to it (section 21)."""

    name: Word  # one word
    fits: tuple[str, ...]  # the configurations that it is for, such as ``1v1``
    points: Annotated[int, Meta(ge=1, le=10_000)]  # the agreed total of force points of a side
    table: Word  # the table that it is played on, unless the players agree another
    markers: tuple[Marker, ...] = ()  # objectives and zones
    victory: tuple[Victory, ...] = ()  # victory conditions; none: LC-I 103
    turns: Small = 0  # how many turns it lasts; 0 for no limit
    endings: tuple[Ending, ...] = ()  # conditions that end a turn or the game
    # the contests that get the underdog bonus, beside initiative (LC-8.4)
    bonus_in: tuple[Literal["initiative", "contest"], ...] = ("initiative",)
    defeat_points: Small = 0  # what a side scores for an enemy's defeat
    # what is left of destroyed pieces; empty where nothing was agreed
    destruction: Literal["", "nothing", "difficult_ground"] = ""
    # indestructible pieces that may be destroyed all the same (LC-17.9)
    fallible: tuple[Word, ...] = ()
    changes: tuple[RuleId, ...] = ()  # the core rules that it sets aside (LC-3.3)
    interpretations: dict[str, str] = {}  # those that it fixes
    setting_up: str = ""  # how the characters are set up, in words

    @cached_property
    def marker(self) -> dict[str, Marker]:
        """The markers by name."""
        return {m.name: m for m in self.markers}

    @cached_property
    def ending(self) -> dict[str, Ending]:
        """The declared conditions by name."""
        return {e.name: e for e in self.endings}
