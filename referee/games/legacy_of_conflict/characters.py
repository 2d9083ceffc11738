"""What the record of a character holds: its values, attacks, abilities and their effects
(section 21, LC-13.12)."""

from functools import cached_property
from math import floor
from typing import Annotated, Literal

from msgspec import Meta, Struct

from events.event import RuleId
from events.legacy_of_conflict import Condition
from referee.fact import Term

Size = Annotated[float, Meta(ge=0, le=20)]

Mm = Annotated[float, Meta(ge=0, le=10_000)]

Small = Annotated[int, Meta(ge=0, le=100)]

Points = Annotated[int, Meta(ge=0, le=100_000)]
"""Force points; no more than any agreed total (LC-8.2)."""

Change = Annotated[int, Meta(ge=-20, le=20)]

When = Literal["always", "hit", "miss"]

Applies = Literal["attack", "defense", "contest", "strides"]

Word = Annotated[str, Meta(pattern=r"^[^\s/:,=\"#;]{1,64}$(?!\n)")]
"""A name that needs no quotes in the notation: one word."""


class Effect(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One effect of an attack, an ability, a hazard or a destroyed piece."""

    # what happens; ``ruling`` where no record can say it (LC-21.8)
    kind: Literal[
        "condition", "remove", "damage", "heal", "push", "throw", "bonus", "destroy", "contest",
        "ruling",
    ]  # fmt: skip
    when: When = "always"  # always, on a hit (a contest won), on a miss (a contest lost)
    to: Literal["target", "self"] = "target"  # the target, or the character itself
    # which one; ``any`` leaves it to the owner of the character
    condition: Condition | Literal["any"] = "any"
    amount: Change = 1  # how many tokens, Wounds, or how large the bonus
    mm: Mm = 0.0  # the distance of a push or throw; 0 for the one of LC-20.1
    applies: Applies = "defense"  # what a bonus is added to
    until: Literal["activation", "turn", "game"] = "turn"  # how long a bonus lasts
    text: str = ""  # what the players rule on, for ``ruling``


class Grant(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A lasting bonus of equipment or an ability."""

    applies: Applies  # what it is added to
    amount: Change  # how much
    # what has to be so and the state does not show; empty for always. Where it is given, the
    # players name the source in the log (LC-13.5).
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
    """An Attack Action."""

    name: Word  # one word, unique for its character
    tokens: tuple[Small, Small] = (1, 1)  # the lowest and highest cost
    bonus: Change = 0  # what it adds to the attack total
    light: Change = 0  # what it adds beside that, when paid with fewer tokens than the highest cost
    range: tuple[Mm, Mm] = (0.0, 25.4)  # the lowest and highest distance in mm
    sight: bool = True  # whether it needs line of sight
    # what may be its target
    targets: tuple[Literal["character", "friend", "foe", "terrain", "point"], ...] = (
        "character",
        "terrain",
    )
    area: Area | None = None  # the area that it catches; none for a single target
    effects: tuple[Effect, ...] = ()  # in order
    changes: tuple[RuleId, ...] = ()  # the core rules that it sets aside


class Ability(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An ability."""

    name: Word  # one word, unique for its character
    # an Ability Action, a Response Action, or always on
    kind: Literal["action", "response", "always"] = "action"
    tokens: tuple[Small, Small] = (1, 1)  # the lowest and highest cost
    # for a response: an attack on the character, one on a friend, a hit on it, the activation of an
    # enemy, or anything
    answers: Literal["attack", "friend_attacked", "hit", "activation", "anything"] = "anything"
    # whom it may be used on
    targets: tuple[Literal["self", "friend", "foe", "character"], ...] = ("self",)
    range: tuple[Mm, Mm] = (0.0, 10_000.0)  # the lowest and highest distance in mm
    sight: bool = False  # whether it needs line of sight
    effects: tuple[Effect, ...] = ()  # in order
    grants: tuple[Grant, ...] = ()  # lasting bonuses, for one that is always on
    # whether a defender flips, and what the flip does (LC-4.4)
    flip: Literal["no", "unsaid", "adds", "replaces"] = "no"
    transfers: Small = 0  # how many tokens it may move from one pool to another (LC-12.6)
    changes: tuple[RuleId, ...] = ()  # the core rules that it sets aside


class Character(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """A character, as its record says."""

    name: Word  # one word
    points: Points  # its force points
    size: Size  # the Size Value
    base: tuple[float, float]  # longest and shortest dimension of the base, in mm
    capacity: Annotated[int, Meta(ge=1, le=20)]  # Action Capacity
    strides: Annotated[int, Meta(ge=1, le=20)]  # Strides per Move Action
    skill: Change  # Attack Skill
    defense: Annotated[int, Meta(ge=0, le=30)]  # Defense
    wounds: Annotated[int, Meta(ge=1, le=100)]  # Wounds
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
    def attack_terms(self) -> dict[tuple[str, bool], tuple[Term, ...]]:
        """What each attack adds to its cards, and what it adds when paid lightly: Attack Skill,
        its own bonus, and what always holds (LC-13.4, 13.5)."""
        found = {}
        for attack in self.attacks:
            for light in (False, True):
                terms = [Term("Attack Skill", self.skill, "LC-13.4")]
                if attack.bonus:
                    terms.append(Term(attack.name, attack.bonus, "LC-13.5"))
                if light and attack.light:
                    terms.append(Term("paid lightly", attack.light, "LC-13.5"))
                found[attack.name, light] = (*terms, *self.always.get("attack", ()))
        return found

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
    def always(self) -> dict[str, tuple[Term, ...]]:
        """The bonuses that hold without a word, as terms, by what they apply to (LC-13.5)."""
        found: dict[str, tuple[Term, ...]] = {}
        for name, grant in self.grants:
            if not grant.when:
                term = Term(name, grant.amount, "LC-13.5")
                found[grant.applies] = (*found.get(grant.applies, ()), term)
        return found

    @cached_property
    def flips(self) -> Ability | None:
        """The ability that always lets it flip as a defender."""
        return next((a for a in self.abilities if a.kind == "always" and a.flip != "no"), None)
