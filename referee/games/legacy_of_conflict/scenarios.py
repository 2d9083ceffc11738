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
    """A terrain piece.

    Args:
        name: one word.
        size: its Size; that of its highest level, where it has levels.
        kind: standard, reinforced, fragile or indestructible.
        solid: solid, or area terrain that is entered freely (LC-14.8).
        defense: its Defense, where the type does not give it.
        wounds: its Wounds, where the type does not give them.
        levels: its levels, lowest first; without levels its top is its one surface.
        features: stairs, ladders and ramps.
        bridge: a bridge or walkway (LC-18.6 to 18.8).
        door: open or closed at the start, for a door or gate.
        difficult: difficult ground.
        impassable: not crossed, climbed or stood on.
        hazard: what it does to those who enter it.
        cover: by its Size, or as the record says (LC-18.8).
        destroyed: what happens to those on it when it is destroyed, beside the fall.
        remains: what is left of it; empty where nothing was agreed (LC-I 76).
        width: its extent across, in mm, for the map.
        depth: its extent along, in mm.
        round: an ellipse instead of a rectangle.
        outline: its corners in mm from its middle, instead of width and depth.
    """

    name: Word
    size: Size
    kind: Literal["standard", "reinforced", "fragile", "indestructible"] = "standard"
    solid: bool = True
    defense: Small | None = None
    wounds: Small | None = None
    levels: tuple[Level, ...] = ()
    features: tuple[Feature, ...] = ()
    bridge: bool = False
    door: Literal["", "open", "closed"] = ""
    difficult: bool = False
    impassable: bool = False
    hazard: Hazard | None = None
    cover: Literal["by_size", "none", "partial", "full", "obscures"] = "by_size"
    destroyed: tuple[Effect, ...] = ()
    remains: Literal["", "nothing", "difficult_ground"] = ""
    width: Mm = 0.0
    depth: Mm = 0.0
    round: bool = False
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
    """An objective or zone marker (LC-21.5).

    Args:
        name: one word.
        interact: what Interact does with it: nothing, the side takes control of it, or the
            side scores ``points`` at once.
        points: what a side scores, at once or for holding it at the end of a turn.
        declared: whether the players declare at cleanup who holds it.
        at: its position, x and y in mm, where known.
    """

    name: Word
    interact: Literal["nothing", "control", "score"] = "nothing"
    points: Small = 0
    declared: bool = False
    at: tuple[float, float] | None = None


class Ending(Struct, frozen=True, forbid_unknown_fields=True):
    """A condition that the players declare, and what it ends (LC-21.2)."""

    name: Word
    ends: Literal["turn", "game"]
    text: str


class Victory(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A victory condition (LC-21.1).

    Args:
        kind: ``last_side``: one side is left with characters; ``points``: a side has at least
            ``amount``; ``most_points``: the most points when the game ends.
        amount: how many points.
        at_once: whether it also counts between cleanups (LC-I 104).
    """

    kind: Literal["last_side", "points", "most_points"]
    amount: Small = 0
    at_once: bool = False


class Scenario(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """A scenario: what the core rules leave to it (section 21).

    Args:
        name: one word.
        fits: the configurations that it is for, such as ``1v1``.
        points: the agreed total of force points of a side.
        table: the table that it is played on, unless the players agree another.
        markers: objectives and zones.
        victory: victory conditions; none: LC-I 103.
        turns: how many turns it lasts; 0 for no limit.
        endings: conditions that end a turn or the game.
        bonus_in: the contests that get the underdog bonus, beside initiative (LC-8.4).
        defeat_points: what a side scores for an enemy's defeat.
        destruction: what is left of destroyed pieces; empty where nothing was agreed.
        fallible: indestructible pieces that may be destroyed all the same (LC-17.9).
        changes: the core rules that it sets aside (LC-3.3).
        interpretations: those that it fixes.
        setting_up: how the characters are set up, in words.
    """

    name: Word
    fits: tuple[str, ...]
    points: Annotated[int, Meta(ge=1, le=10_000)]
    table: Word
    markers: tuple[Marker, ...] = ()
    victory: tuple[Victory, ...] = ()
    turns: Small = 0
    endings: tuple[Ending, ...] = ()
    bonus_in: tuple[Literal["initiative", "contest"], ...] = ("initiative",)
    defeat_points: Small = 0
    destruction: Literal["", "nothing", "difficult_ground"] = ""
    fallible: tuple[Word, ...] = ()
    changes: tuple[RuleId, ...] = ()
    interpretations: dict[str, str] = {}
    setting_up: str = ""

    @cached_property
    def marker(self) -> dict[str, Marker]:
        """The markers by name."""
        return {m.name: m for m in self.markers}

    @cached_property
    def ending(self) -> dict[str, Ending]:
        """The declared conditions by name."""
        return {e.name: e for e in self.endings}
