"""What a catalog of Legacy of Conflict holds: characters, terrain, tables and scenarios.

The game's core rules name none of them; every number of a character, an attack or a piece comes
from here (section 21 and LC-13.12). A force is registered like a deck: how many of each
character.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from referee.catalog import Catalog, Registered
from referee.english import meant
from referee.games.legacy_of_conflict.characters import Ability, Attack, Character, Effect
from referee.games.legacy_of_conflict.scenarios import GROUND, Piece, Scenario, Table
from referee.verdict import Violation

if TYPE_CHECKING:
    from shapely import Polygon

CHANGEABLE = frozenset(
    {"LC-13.3", "LC-14.7", "LC-16.5", "LC-17.9", "LC-18.3", "LC-18.5", "LC-18.11", "LC-20.2"}
)
"""The core rules that an ability, an attack or a scenario may set aside (LC-3.2, 3.3); what
changes another rule is described as an effect by ruling."""


_BOUNDS = {
    "inclusive_every_dimension": "25 to 170 mm",
    "inclusive_longest_only": "a longest dimension of 25 to 170 mm",
    "exclusive": "more than 25 and less than 170 mm",
}
"""What the base of a character may measure, by LC-I 4."""


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
    def of_surface(self) -> dict[str, Piece]:
        """The piece that each surface belongs to, by the surface or by its own name."""
        found = dict(self.piece)
        for piece in self.pieces:
            found |= dict.fromkeys(piece.surfaces, piece)
        return found

    @cached_property
    def height(self) -> dict[str, float]:
        """The Size of every surface; 0 for the ground."""
        found = {GROUND: 0.0}
        for piece in self.pieces:
            found[piece.name] = piece.size
            found |= {f"{piece.name}/{level.name}": level.size for level in piece.levels}
        return found

    @cached_property
    def stacked(self) -> dict[str, float]:
        """How high every surface lies, where the Size of a level is its thickness (LC-I 78)."""
        found = dict(self.height)
        for piece in self.pieces:
            top = 0.0
            for level in piece.levels:
                top = found[f"{piece.name}/{level.name}"] = top + level.size
                found[piece.name] = top
        return found

    @cached_property
    def outlines(self) -> dict[str, dict[str, "Polygon"]]:
        """For each table, the outlines of those of its pieces whose places it gives."""
        from referee.games.legacy_of_conflict.geometry import piece_shape

        found: dict[str, dict[str, Polygon]] = {}
        for table in self.tables:
            shapes = found[table.name] = {}
            for laid in table.pieces:
                piece = self.piece[laid.piece]
                if laid.at is not None and (piece.outline or (piece.width and piece.depth)):
                    x, y, facing = laid.at
                    shapes[piece.name] = piece_shape(
                        x, y, facing, piece.width, piece.depth, piece.round, piece.outline
                    )
        return found

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
    return sorted(name for name, count in Counter(names).items() if count > 1)


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
    forces: Forces, registered: Registered, choice: Mapping[str, str]
) -> list[Violation]:
    """What keeps a force from the table: unknown characters, bases and Sizes (LC-1.1, 1.2)."""
    found = []
    reading = choice["LC-I 4"]
    for name in registered.deck:
        character = forces.character.get(name)
        if character is None:
            found.append(
                Violation(
                    "LC-1.2",
                    "{name} is not a character of the catalog",
                    name=name,
                    legal=meant(name, forces.character, "a character of the catalog"),
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
                        legal=_BOUNDS[reading],
                    )
                )
        by_base = character.longest / 25
        if choice["LC-I 1"] == "longest_base_mm_over_25" and abs(character.size - by_base) > 0.05:
            found.append(
                Violation(
                    "LC-1.2",
                    "{name} is of Size {size}; its base gives {limit}",
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
