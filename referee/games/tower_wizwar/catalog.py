"""Catalogs of Tower-WizWar: its kinds of cards, with their effects as data."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal, get_args

from msgspec import Meta, Struct, convert

from events.event import Name
from events.tower_wizwar import Did
from referee.hidden import Backs
from referee.parts.effects import Effect, effect_type
from referee.parts.effects.catalog import CardsWithEffects
from referee.parts.effects.schema import word_of

OUTCOMES = get_args(Did)
EffectOfGame: Any = effect_type(OUTCOMES)
TRIGGERS = ("activated", "on cast", "orbital", "celestial", "on loss", "triggered", "always")
"""What sets an effect off (TW-19.1): used at will, or by a rule; ``triggered`` by what the text
alone says, as the catalog tells a trigger that it knows by what it listens for."""

UNKNOWN: Effect = convert(
    {"when": "activated", "text": "The catalog tells nothing of it."}, EffectOfGame
)
"""What a card may do in a catalog that tells no effects at all (TW-19.9)."""

Element = Literal["none", "air", "earth", "fire", "water"]
Keyword = Literal["ethereal", "ephemeral", "guardian", "unique"]
Permission = Literal["spot", "overlay", "unexpended", "block"]
"""What the text of a card allows: to lie in ``T``, over another card, to attack without being
expended, to block from any spot."""


Number = Annotated[int, Meta(ge=0, le=99)]
Effects = tuple[EffectOfGame, ...]
SPELL, CELESTIAL, ORBITAL = BACKS = ("spell", "celestial", "orbital")
"""What a back shows (TW-2.11)."""


class Card(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """What all cards have."""

    kind: ClassVar[str] = "card"
    back: ClassVar[str] = SPELL

    name: Name  # unique within the catalog
    element: Element = "none"  # what it is aligned to
    keywords: tuple[Keyword, ...] = ()  # the keywords that are printed on it
    allows: tuple[Permission, ...] = ()  # what its text permits
    power: Number | None = None  # AA of its stat line; with ``might``, or neither
    might: Number | None = None  # MM of its stat line
    effects: Effects = ()  # what it does

    @cached_property
    def ethereal(self) -> bool:
        """Whether it is Ethereal as printed (TW-15.2)."""
        return "ethereal" in self.keywords

    @cached_property
    def stats(self) -> tuple[int, int] | None:
        """Power and Might as printed; 00/01 where there are none, nothing for Ethereal cards
        (TW-15.2, 15.3)."""
        if self.ethereal:
            return None
        return (self.power or 0, 1 if self.might is None else self.might)

    @property
    def all_effects(self) -> tuple[Effect, ...]:
        """Its effects."""
        return self.effects

    @property
    def usable_effects(self) -> tuple[Effect, ...]:
        """Its effects; without any, a text that nobody knows, which is for catalogs that tell no
        effects at all."""
        return self.effects or (UNKNOWN,)

    @cached_property
    def all_words(self) -> frozenset[str]:
        """What a text may ask of it: kind, class, element, keywords, spellbook, sign, sort."""
        found = {self.kind, self.back if self.kind != "tower" else "", self.element}
        found |= {*self.keywords, "" if self.ethereal else "corporeal"}
        found |= {getattr(self, word, "") for word in ("spellbook", "sign", "sort")}
        found |= {"creature"} if self.kind in CREATURES else {"noncreature"}
        return frozenset(found - {"", "none"})


class Spell(Card, frozen=True, kw_only=True, dict=True):
    """A spell card; ``spellbook`` is on its back, ``cost`` in mana."""

    spellbook: Name
    cost: Number


CREATURES = ("minion", "monster", "demigod")
"""The kinds of creatures, by cost (TW-12.8)."""


class Creature(Spell, frozen=True, kw_only=True, dict=True):
    """A minion, monster or demigod."""

    type: Literal["minion", "monster", "demigod"]

    @property
    def kind(self) -> str:  # type: ignore[override]
        """Minion, monster or demigod."""
        return self.type


class Ritual(Spell, frozen=True, kw_only=True, dict=True):
    """A ritual, which lies over the tower."""

    kind = "ritual"


class Implement(Spell, frozen=True, kw_only=True, dict=True):
    """An implement."""

    kind = "implement"


class Artifact(Spell, frozen=True, kw_only=True, dict=True):
    """An artifact: an implement that is Unique (TW-12.14)."""

    kind = "artifact"


class Locus(Spell, frozen=True, kw_only=True, dict=True):
    """A locus."""

    kind = "locus"


class Celestial(Card, frozen=True, kw_only=True, dict=True):
    """A celestial."""

    kind = back = CELESTIAL
    sign: Literal["none", "sun", "moon", "comet"] = "none"


class Orbital(Card, frozen=True, kw_only=True, dict=True):
    """An orbital; those of the base game are hats."""

    kind = back = ORBITAL
    sort: Name = "hat"


class Tower(Card, frozen=True, kw_only=True, dict=True):
    """A tower; whether its figures may be played is asked of the deck of towers (TW-3.3)."""

    kind = "tower"
    value: Number
    draft: Number


class Spellbook(Struct, frozen=True, forbid_unknown_fields=True):
    """A spellbook: what the back of its spells shows."""

    name: Name
    element: Element = "none"
    sign: Literal["none", "sun", "moon", "comet"] = "none"


class Cards(CardsWithEffects, frozen=True, kw_only=True, dict=True):
    """All cards of one edition."""

    triggers = TRIGGERS

    spellbooks: tuple[Spellbook, ...] = ()
    creatures: tuple[Creature, ...] = ()
    rituals: tuple[Ritual, ...] = ()
    implements: tuple[Implement, ...] = ()
    artifacts: tuple[Artifact, ...] = ()
    loci: tuple[Locus, ...] = ()
    celestials: tuple[Celestial, ...] = ()
    orbitals: tuple[Orbital, ...] = ()
    towers: tuple[Tower, ...] = ()

    def all(self) -> tuple[Card, ...]:
        """Every card, kind by kind."""
        return (*self.spells, *self.celestials, *self.orbitals, *self.towers)

    @property
    def spells(self) -> tuple[Spell, ...]:
        """Every spell card."""
        return (
            *self.creatures,
            *self.rituals,
            *self.implements,
            *self.artifacts,
            *self.loci,
        )

    @cached_property
    def cards(self) -> dict[str, Any]:
        """Every card by its name; which kind it is, its type says."""
        return {card.name: card for card in self.all()}

    @cached_property
    def backs(self) -> Backs:
        """Spell, celestial or orbital, of every card that has such a back."""
        return Backs({card.name: card.back for card in self.all()})

    @cached_property
    def book_backs(self) -> Backs:
        """The same with the spellbook in the place of ``spell``."""
        return Backs({card.name: getattr(card, "spellbook", card.back) for card in self.all()})

    @cached_property
    def cancels(self) -> dict[str, frozenset[str]]:
        """The cards with an effect that cancels what is pending, each with what it cancels."""
        found: dict[str, frozenset[str]] = {}
        for card in self.all():
            for effect in card.all_effects:
                for step in effect.all_steps:
                    if word_of(type(step)) == "cancel":
                        said: Any = getattr(step, "what", None) or ("cast", "attack", "effect")
                        kinds = {said} if isinstance(said, str) else {*said}
                        found[card.name] = found.get(card.name, frozenset()) | kinds
        return found

    @cached_property
    def set_off(self) -> frozenset[str]:
        """The cards with a text that something sets off of which the catalog does not say what."""
        return frozenset(
            card.name
            for card in self.all()
            if any(effect.when in ("triggered", "on loss") for effect in card.all_effects)
        )

    @cached_property
    def tells_effects(self) -> bool:
        """Whether it tells any effect, so that a card without one has none (TW-19.9)."""
        return any(card.all_effects for card in self.all())

    @cached_property
    def books(self) -> tuple[str, ...]:
        """The names of the spellbooks, also of those of which it says no more."""
        named = (
            *(book.name for book in self.spellbooks),
            *(card.spellbook for card in self.spells),
        )
        return tuple(dict.fromkeys(named))

    @cached_property
    def book_names(self) -> frozenset[str]:
        """The same, to ask whether a word is one."""
        return frozenset(self.books)

    @cached_property
    def of_magic(self) -> frozenset[str]:
        """Every card that may be in a deck of magic: all but the towers (TW-3.6)."""
        return frozenset(card.name for card in self.all() if card.kind != "tower")

    def faults(self) -> list[str]:
        """Names used twice, creatures of another cost than their kind has, half a stat line."""
        seen: set[str] = set()
        books = {book.name for book in self.spellbooks}
        found = []
        for card in self.all():
            if card.name in seen:
                found.append(f"{card.name}: this name appears twice")
            seen.add(card.name)
            found += [f"{card.name}: {fault}" for fault in _faults(card)]
            book = getattr(card, "spellbook", "")
            if book and books and book not in books:
                found.append(f"{card.name}: no spellbook is {book}")
        return found


COSTS: Mapping[str, tuple[int, int]] = {"minion": (0, 3), "monster": (4, 6), "demigod": (7, 99)}
"""What creatures of each kind cost (TW-12.8)."""


def _faults(card: Card) -> Iterator[str]:
    if card.ethereal and (card.power is not None or card.might is not None):
        yield "an Ethereal card has no stat line (TW-15.2)"
    elif (card.power is None) != (card.might is None):
        yield "a stat line has both power and might"
    if isinstance(card, Creature):
        least, most = COSTS[card.type]
        if not least <= card.cost <= most:
            bounds = f"{least} to {most}" if most < 99 else f"{least} or more"
            yield f"a {card.type} costs {bounds}, not {card.cost} (TW-12.8)"
