"""Catalogs of WarRift: its five kinds of cards, with their effects as data.

What the words of a card do by themselves need not be told again: ``alter = 2``, ``scout = 2`` and
``forcefield`` are effects of it when it is played or gained, unless its effects say them.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated, Any, Literal, get_args

from msgspec import Meta, Struct

from events.common import CardList
from events.event import Name
from events.notation.words import nearest
from events.warrift import Deck, Did
from referee.parts.effects import Effect, effect_type
from referee.parts.effects.catalog import CardsWithEffects
from referee.parts.effects.schema import Pick

OUTCOMES = get_args(Did)
EffectOfGame: Any = effect_type(OUTCOMES)
TRIGGERS = (
    "played",
    "enter_play",
    "eyestrike",
    "deathcrash",
    "turn_start",
    "turn_end",
    "used",
    "always",
)
"""What sets an effect off (WR-15.1)."""

Class = Literal["arbiter", "necromancer", "werewolf", "grandmaster"]
ClassTier = Literal[2, 3, 4, 5, "legendary"]
Tier = Literal[1, 2, 3, "legendary"]
Word = Literal["ambush", "awaken", "corrupt", "forcefield", "overwhelm"]
"""The words of a card that have no number; the others are fields of their own."""

TableList = Literal["monsters", "support"]
"""A list of the table: the monster deck, the support deck."""

Number = Annotated[int, Meta(ge=0, le=99)]
Effects = tuple[EffectOfGame, ...]
POINTS: Mapping[int | str, int] = {1: 1, 2: 2, 3: 4, "legendary": 6}
"""What a killed monster gives, by its tier (WR-7.11)."""


class Card(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """What all cards have: a name, words, effects."""

    name: Name  # unique within the catalog
    words: tuple[Word, ...] = ()  # those that have no number
    alter: Number = 0  # X of Alter X; 0 for none
    scout: Number = 0  # X of Scout X; 0 for none
    effects: Effects = ()  # what it does

    @property
    def kind(self) -> str:
        """Which kind of card it is, in the words of the rules."""
        return _KINDS[type(self)]

    @property
    def creature(self) -> bool:
        """Whether it is a creature (WR-6.8)."""
        return True

    @cached_property
    def all_effects(self) -> tuple[Effect, ...]:
        """Its effects, and those that its words are."""
        return (*self.effects, *_by_words(self))

    @cached_property
    def all_words(self) -> frozenset[str]:
        """What a text may ask of it: its kind, class and role, tier, and words."""
        found = {self.kind, *self.words, "creature" if self.creature else "", *_words_of(self)}
        found |= {word for word in ("alter", "scout", "garrison") if getattr(self, word, 0)}
        return frozenset(found - {""})


class Fighter(Card, frozen=True, kw_only=True, dict=True):
    """What class cards, starting cards and mercenaries have besides."""

    magicka: Number = 0  # what it gives
    attack: Number | None = None  # its attack; without one it does not attack


class ClassCard(Fighter, frozen=True, kw_only=True, dict=True):
    """A card of a class deck; ``cost`` is the magicka to summon it."""

    cls: Class = "arbiter"
    tier: ClassTier
    cost: Number


class StartingCard(Fighter, frozen=True, kw_only=True, dict=True):
    """A card of a starting deck: Tier 1, a mage or a warrior, never in a selection."""

    cls: Class = "arbiter"
    role: Literal["mage", "warrior"]

    @property
    def tier(self) -> int:
        """Always 1."""
        return 1


class Mercenary(Fighter, frozen=True, kw_only=True, dict=True):
    """A mercenary; ``cost`` is how many cards are discarded for it, ``of`` what they must be."""

    tier: Tier
    cost: Number
    of: tuple[str, ...] = ()


class Monster(Card, frozen=True, kw_only=True, dict=True):
    """A monster; its points follow from its tier."""

    tier: Tier
    health: Annotated[int, Meta(ge=1, le=99)]


class Stronghold(Card, frozen=True, kw_only=True, dict=True):
    """A stronghold; ``cost`` is in points, ``garrison`` how many creatures it holds."""

    tier: Tier
    cost: Number
    garrison: Number = 0

    @property
    def creature(self) -> bool:
        """Strongholds are not creatures."""
        return False


_KINDS: Mapping[type[Card], str] = {
    ClassCard: "class card",
    StartingCard: "starting card",
    Mercenary: "mercenary",
    Monster: "monster",
    Stronghold: "stronghold",
}


def _words_of(card: Card) -> Iterator[str]:
    """The words that its other fields are: class, role, tier."""
    tier = getattr(card, "tier", "")
    yield tier if isinstance(tier, str) else f"tier {tier}"
    yield getattr(card, "cls", "")
    yield getattr(card, "role", "")


def _by_words(card: Card) -> Iterator[Effect]:
    """The effects that words of a card are, where its effects do not say them."""
    said = {str(step.__struct_config__.tag) for effect in card.effects for step in effect.steps}
    when = "enter_play" if isinstance(card, Stronghold) else "played"
    if isinstance(card, Monster):
        return
    steps = {word.tag: word for word in _STEPS}
    parts: dict[str, dict[str, Any]] = {
        "alter": {"bottom": (0, card.alter), "deck": get_args(Deck), "player": "player"},
        "scout": {"cards": Pick(count=card.scout)},
    }
    for name, made in (("alter", card.alter), ("scout", card.scout)):
        if made and name not in said:
            step = steps[name](count=made, **parts[name])
            yield EffectOfGame(when=when, name=f"{name} {made}", steps=(step,))
    if "forcefield" in card.words and "forcefield" not in said:
        yield EffectOfGame(
            when=when, name="forcefield", steps=(steps["forcefield"](player="player"),)
        )


class _Step:
    """A step of the catalog, by the word of its outcome."""

    def __init__(self, kind: Any) -> None:
        self.kind, self.tag = kind, str(kind.__struct_config__.tag)

    def __call__(self, **parts: Any) -> Any:
        return self.kind(**parts)


_STEPS = [_Step(kind) for kind in get_args(get_args(EffectOfGame.__annotations__["steps"])[0])]


# -- the catalog -------------------------------------------------------------------------------


class Cards(CardsWithEffects, frozen=True, kw_only=True, dict=True):
    """All cards of one edition, and the lists of the shared decks that it proposes."""

    triggers = TRIGGERS

    class_cards: tuple[ClassCard, ...] = ()  # Tier 2 and up
    starting_cards: tuple[StartingCard, ...] = ()  # Tier 1
    monsters: tuple[Monster, ...] = ()  # for the monster deck
    mercenaries: tuple[Mercenary, ...] = ()  # for the support deck
    strongholds: tuple[Stronghold, ...] = ()  # for the support deck
    # what the table plays with where an opening names nothing else: ``monsters`` and ``support``,
    # copies of each card
    lists: dict[TableList, CardList] = {}

    @cached_property
    def cards(self) -> dict[str, Any]:
        """Every card by its name; which kind it is, its type says."""
        return {card.name: card for card in self.all()}

    def all(self) -> tuple[Card, ...]:
        """Every card, kind by kind."""
        return (
            *self.starting_cards,
            *self.class_cards,
            *self.monsters,
            *self.mercenaries,
            *self.strongholds,
        )

    @cached_property
    def attacks(self) -> dict[str, int]:
        """What attack each card has as printed that has one."""
        cards = (*self.starting_cards, *self.class_cards, *self.mercenaries)
        return {each.name: each.attack for each in cards if each.attack is not None}

    @cached_property
    def ambushes(self) -> frozenset[str]:
        """The cards that have Ambush as printed."""
        return frozenset(each.name for each in self.all() if "ambush" in each.words)

    @cached_property
    def least_health(self) -> int:
        """What the weakest monster has as printed."""
        return min(self.healths.values(), default=0)

    @cached_property
    def healths(self) -> dict[str, int]:
        """What each monster has as printed."""
        return {each.name: each.health for each in self.monsters}

    @cached_property
    def legal_lists(self) -> set[object]:
        """What decks and lists were found legal before, with the readings: many play the same."""
        return set()

    def faults(self) -> list[str]:
        """Names used twice, and lists with cards that there are not. What is wrong with effects
        is found by ``played_catalog``."""
        seen: set[str] = set()
        found = []
        for card in self.all():
            if card.name in seen:
                found.append(f"{card.name}: this name appears twice")
            seen.add(card.name)
        for name, cards in self.lists.items():
            for unknown in [card for card in cards if card not in seen]:
                close = nearest(unknown, seen)
                hint = f"; did you mean {close[0]}?" if close else ""
                found.append(f"lists.{name}: {unknown}: no card has that name{hint}")
        return found
