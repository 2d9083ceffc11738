"""What a catalog of Legacy of Conflict holds: characters, terrain, tables and scenarios.

The game's core rules name none of them; every number of a character, an attack or a piece comes
from here (section 21 and LC-13.12). A force is registered like a deck: how many of each
character.
"""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cached_property
from math import floor
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from events.event import RuleId
from events.legacy_of_conflict import Condition
from referee.catalog import Catalog
from referee.fact import Term
from referee.verdict import Violation

GROUND = "ground"

Size = Annotated[float, Meta(ge=0, le=20)]
Mm = Annotated[float, Meta(ge=0, le=10_000)]
Small = Annotated[int, Meta(ge=0, le=100)]
Change = Annotated[int, Meta(ge=-20, le=20)]
When = Literal["always", "hit", "miss"]
Applies = Literal["attack", "defense", "contest", "strides"]
Word = Annotated[str, Meta(pattern=r"^[^\s/:,=\"#;]{1,64}$(?!\n)")]
"""A name that needs no quotes in the notation: one word."""

CHANGEABLE = frozenset(
    {"LC-13.3", "LC-14.7", "LC-16.5", "LC-17.9", "LC-18.3", "LC-18.5", "LC-18.11", "LC-20.2"}
)
"""The core rules that an ability, an attack or a scenario may set aside (LC-3.2, 3.3); what
changes another rule is described as an effect by ruling."""


class Effect(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One effect of an attack, an ability, a hazard or a destroyed piece.

    Args:
        kind: what happens; ``ruling`` where no record can say it (LC-21.8).
        when: always, on a hit (a contest won), on a miss (a contest lost).
        to: the target, or the character itself.
        condition: which one; ``any`` leaves it to the owner of the character.
        amount: how many tokens, Wounds, or how large the bonus.
        mm: the distance of a push or throw; 0 for the one of LC-20.1.
        applies: what a bonus is added to.
        until: how long a bonus lasts.
        text: what the players rule on, for ``ruling``.
    """

    kind: Literal[
        "condition", "remove", "damage", "heal", "push", "throw", "bonus", "destroy", "contest",
        "ruling",
    ]  # fmt: skip
    when: When = "always"
    to: Literal["target", "self"] = "target"
    condition: Condition | Literal["any"] = "any"
    amount: Change = 1
    mm: Mm = 0.0
    applies: Applies = "defense"
    until: Literal["activation", "turn", "game"] = "turn"
    text: str = ""


class Grant(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A lasting bonus of equipment or an ability.

    Args:
        applies: what it is added to.
        amount: how much.
        when: what has to be so and the state does not show; empty for always. Where it is
            given, the players name the source in the log (LC-13.5).
    """

    applies: Applies
    amount: Change
    when: str = ""


class Equipment(Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of equipment and what it grants."""

    name: Word
    grants: tuple[Grant, ...]


class Area(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The area of an attack: everything within ``mm`` of the point or character aimed at."""

    mm: Mm
    levels: Literal["same", "all"] = "same"


class Attack(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, dict=True):
    """An Attack Action.

    Args:
        name: one word, unique for its character.
        tokens: the lowest and highest cost.
        bonus: what it adds to the attack total.
        light: what it adds beside that, when paid with fewer tokens than the highest cost.
        range: the lowest and highest distance in mm.
        sight: whether it needs line of sight.
        targets: what may be its target.
        area: the area that it catches; none for a single target.
        effects: in order.
        changes: the core rules that it sets aside.
    """

    name: Word
    tokens: tuple[Small, Small] = (1, 1)
    bonus: Change = 0
    light: Change = 0
    range: tuple[Mm, Mm] = (0.0, 25.4)
    sight: bool = True
    targets: tuple[Literal["character", "friend", "foe", "terrain", "point"], ...] = (
        "character",
        "terrain",
    )
    area: Area | None = None
    effects: tuple[Effect, ...] = ()
    changes: tuple[RuleId, ...] = ()


class Ability(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An ability.

    Args:
        name: one word, unique for its character.
        kind: an Ability Action, a Response Action, or always on.
        tokens: the lowest and highest cost.
        answers: for a response: an attack on the character, one on a friend, a hit on it, the
            activation of an enemy, or anything.
        targets: whom it may be used on.
        range: the lowest and highest distance in mm.
        sight: whether it needs line of sight.
        effects: in order.
        grants: lasting bonuses, for one that is always on.
        flip: whether a defender flips, and what the flip does (LC-4.4).
        transfers: how many tokens it may move from one pool to another (LC-12.6).
        changes: the core rules that it sets aside.
    """

    name: Word
    kind: Literal["action", "response", "always"] = "action"
    tokens: tuple[Small, Small] = (1, 1)
    answers: Literal["attack", "friend_attacked", "hit", "activation", "anything"] = "anything"
    targets: tuple[Literal["self", "friend", "foe", "character"], ...] = ("self",)
    range: tuple[Mm, Mm] = (0.0, 10_000.0)
    sight: bool = False
    effects: tuple[Effect, ...] = ()
    grants: tuple[Grant, ...] = ()
    flip: Literal["no", "unsaid", "adds", "replaces"] = "no"
    transfers: Small = 0
    changes: tuple[RuleId, ...] = ()


class Character(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """A character, as its record says.

    Args:
        name: one word.
        points: its force points.
        size: the Size Value.
        base: longest and shortest dimension of the base, in mm.
        capacity: Action Capacity.
        strides: Strides per Move Action.
        skill: Attack Skill.
        defense: Defense.
        wounds: Wounds.
    """

    name: Word
    points: Small
    size: Size
    base: tuple[float, float]
    capacity: Annotated[int, Meta(ge=1, le=20)]
    strides: Annotated[int, Meta(ge=1, le=20)]
    skill: Change
    defense: Annotated[int, Meta(ge=0, le=30)]
    wounds: Annotated[int, Meta(ge=1, le=100)]
    equipment: tuple[Equipment, ...] = ()
    attacks: tuple[Attack, ...] = ()
    abilities: tuple[Ability, ...] = ()

    @cached_property
    def longest(self) -> float:
        """The longest base dimension, in mm."""
        return max(self.base)

    @cached_property
    def shortest(self) -> float:
        """The shortest base dimension, in mm."""
        return min(self.base)

    @cached_property
    def category(self) -> int:
        """Size rounded down."""
        return floor(self.size)

    @cached_property
    def step(self) -> int:
        """The Size of terrain that it steps over (LC-15.1)."""
        return floor(self.size / 2)

    @cached_property
    def attack_terms(self) -> dict[str, tuple[Term, ...]]:
        """Attack Skill and the bonus of each attack as terms of its total (LC-13.4, 13.5)."""
        skill = Term("Attack Skill", self.skill, "LC-13.4")
        return {
            a.name: (skill, Term(a.name, a.bonus, "LC-13.5")) if a.bonus else (skill,)
            for a in self.attacks
        }

    @cached_property
    def defense_term(self) -> Term:
        """Defense as a term of the defense total (LC-13.6)."""
        return Term("Defense", self.defense, "LC-13.6")

    @cached_property
    def attack(self) -> dict[str, Attack]:
        """The attacks by name."""
        return {a.name: a for a in self.attacks}

    @cached_property
    def ability(self) -> dict[str, Ability]:
        """The abilities by name."""
        return {a.name: a for a in self.abilities}

    @cached_property
    def changes(self) -> frozenset[str]:
        """The core rules that its always-on abilities set aside."""
        return frozenset(r for a in self.abilities if a.kind == "always" for r in a.changes)

    @cached_property
    def grants(self) -> tuple[tuple[str, Grant], ...]:
        """Every lasting bonus, with the equipment or ability that it comes from."""
        sources: tuple[Equipment | Ability, ...] = (*self.equipment, *self.abilities)
        return tuple((source.name, grant) for source in sources for grant in source.grants)

    @cached_property
    def always(self) -> dict[str, tuple[tuple[str, int], ...]]:
        """The bonuses that hold without a word, by what they apply to."""
        found: dict[str, tuple[tuple[str, int], ...]] = {}
        for name, grant in self.grants:
            if not grant.when:
                found[grant.applies] = (*found.get(grant.applies, ()), (name, grant.amount))
        return found

    @cached_property
    def flips(self) -> Ability | None:
        """The ability that always lets it flip as a defender."""
        return next((a for a in self.abilities if a.kind == "always" and a.flip != "no"), None)


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


class Forces(Catalog, frozen=True, kw_only=True, dict=True):
    """All characters, terrain, tables and scenarios of one edition."""

    characters: tuple[Character, ...]
    pieces: tuple[Piece, ...]
    tables: tuple[Table, ...]
    scenarios: tuple[Scenario, ...]

    @cached_property
    def character(self) -> dict[str, Character]:
        """The characters by name."""
        return {c.name: c for c in self.characters}

    @cached_property
    def piece(self) -> dict[str, Piece]:
        """The pieces by name."""
        return {p.name: p for p in self.pieces}

    @cached_property
    def table(self) -> dict[str, Table]:
        """The tables by name."""
        return {t.name: t for t in self.tables}

    @cached_property
    def scenario(self) -> dict[str, Scenario]:
        """The scenarios by name."""
        return {s.name: s for s in self.scenarios}

    @cached_property
    def height(self) -> dict[str, float]:
        """The Size of every surface; 0 for the ground."""
        found = {GROUND: 0.0}
        for piece in self.pieces:
            found[piece.name] = piece.size
            found |= {f"{piece.name}/{level.name}": level.size for level in piece.levels}
        return found

    @cached_property
    def memory(self) -> dict[Any, Any]:
        """What was worked out before and depends on this catalog alone."""
        return {}

    def faults(self) -> list[str]:
        """Names used twice, names that there are not, and rules that cannot be set aside."""
        found = [
            f"{kind} {name}: the name stands twice"
            for kind, things in (
                ("character", self.characters),
                ("piece", self.pieces),
                ("table", self.tables),
                ("scenario", self.scenarios),
            )
            for name in _twice(thing.name for thing in things)
        ]
        for character in self.characters:
            found += _character_faults(character)
        for piece in self.pieces:
            found += self._piece_faults(piece)
        for table in self.tables:
            found += [
                f"table {table.name}: {laid.piece!r} is no piece"
                for laid in table.pieces
                if laid.piece not in self.piece
            ]
            laid = [each.piece for each in table.pieces]
            found += [f"table {table.name}: {name} lies there twice" for name in _twice(laid)]
        for scenario in self.scenarios:
            found += self._scenario_faults(scenario)
        return found

    def _piece_faults(self, piece: Piece) -> list[str]:
        where = f"piece {piece.name}"
        surfaces = {GROUND, *piece.surfaces}
        expected = ", ".join(sorted(surfaces))
        found = [
            f"{where}: {feature.name} joins {surface!r}; expected one of {expected}"
            for feature in piece.features
            for surface in feature.joins
            if surface not in surfaces
        ]
        if piece.levels and max(each.size for each in piece.levels) != piece.size:
            found.append(f"{where}: its Size is that of its highest level")
        if piece.hazard is not None:
            found += _effect_faults(f"{where}: hazard", piece.hazard.effects)
        return found + _effect_faults(f"{where}: destroyed", piece.destroyed)

    def _scenario_faults(self, scenario: Scenario) -> list[str]:
        where = f"scenario {scenario.name}"
        found = [
            f"{where}: {name} may not be destroyed: it is no indestructible piece"
            for name in scenario.fallible
            if name not in self.piece or self.piece[name].kind != "indestructible"
        ]
        if scenario.table not in self.table:
            found.append(f"{where}: {scenario.table!r} is no table")
        if not scenario.turns and not scenario.victory and not scenario.endings:
            found.append(f"{where}: nothing ends it")
        names = [m.name for m in scenario.markers] + [e.name for e in scenario.endings]
        found += [f"{where}: {name} stands twice" for name in _twice(names)]
        return found + _change_faults(where, scenario.changes)


def _twice(names: Iterable[str]) -> list[str]:
    listed = list(names)
    return sorted({n for n in listed if listed.count(n) > 1})


def _change_faults(where: str, changes: Iterable[str]) -> list[str]:
    return [
        f"{where}: {rule} cannot be set aside; expected one of {', '.join(sorted(CHANGEABLE))}"
        for rule in changes
        if rule not in CHANGEABLE
    ]


def _effect_faults(where: str, effects: Iterable[Effect]) -> list[str]:
    return [
        f"{where}: a contest is started by an ability alone"
        for effect in effects
        if effect.kind == "contest"
    ]


def _bounds_faults(where: str, action: Attack | Ability) -> list[str]:
    return [
        f"{where}: {field} [{low:g}, {high:g}]; expected the lesser number first"
        for field, (low, high) in (("tokens", action.tokens), ("range", action.range))
        if low > high
    ]


def _character_faults(character: Character) -> list[str]:
    where = f"character {character.name}"
    actions = ["move", *(a.name for a in character.attacks), *(a.name for a in character.abilities)]
    found = [f"{where}: {name} stands twice" for name in _twice(actions)]
    for attack in character.attacks:
        found += _change_faults(f"{where}: {attack.name}", attack.changes)
        found += _effect_faults(f"{where}: {attack.name}", attack.effects)
        found += _bounds_faults(f"{where}: {attack.name}", attack)
    for ability in character.abilities:
        found += _change_faults(f"{where}: {ability.name}", ability.changes)
        found += _bounds_faults(f"{where}: {ability.name}", ability)
        if ability.kind != "action" and (
            ability.transfers or any(effect.kind == "contest" for effect in ability.effects)
        ):
            found.append(
                f"{where}: {ability.name}: only an Ability Action moves tokens or contests"
            )
        if ability.grants and ability.kind != "always":
            found.append(f"{where}: {ability.name}: only an ability that is always on grants")
    return found


def force_points(forces: Forces, roster: Mapping[str, int]) -> int:
    """The force points of a roster (LC-8.2)."""
    return sum(forces.character[name].points * count for name, count in roster.items())


def roster_faults(
    forces: Forces, roster: Mapping[str, int], choice: Mapping[str, str]
) -> list[Violation]:
    """What keeps a force from the table: unknown characters, bases and Sizes (LC-1.1, 1.2)."""
    found = []
    reading = choice["LC-I 4"]
    for name in roster:
        character = forces.character.get(name)
        if character is None:
            near = get_close_matches(name, forces.character, n=1)
            found.append(
                Violation(
                    "LC-1.2",
                    "{name} is no character of the catalog",
                    name=name,
                    legal=f"did you mean {near[0]}" if near else "a character of the catalog",
                )
            )
            continue
        dimensions = (character.longest,) if reading == "inclusive_longest_only" else character.base
        for mm in dimensions:
            inside = 25 < mm < 170 if reading == "exclusive" else 25 <= mm <= 170
            if not inside:
                found.append(
                    Violation(
                        "LC-1.1",
                        "the base of {name} measures {mm} mm",
                        name=name,
                        mm=f"{mm:g}",
                        legal="25 to 170 mm",
                    )
                )
        by_base = character.longest / 25
        if choice["LC-I 1"] == "longest_base_mm_over_25" and abs(character.size - by_base) > 0.05:
            found.append(
                Violation(
                    "LC-1.2",
                    "{name} is of Size {size}, its base gives {limit}",
                    name=name,
                    size=f"{character.size:g}",
                    limit=f"{by_base:g}",
                    legal="the longest dimension in mm over 25",
                )
            )
        if choice["LC-I 2"] == "whole_only" and character.size != character.category:
            found.append(
                Violation(
                    "LC-1.2",
                    "{name} is of Size {size}",
                    name=name,
                    size=f"{character.size:g}",
                    legal="a whole Size",
                )
            )
    return found
