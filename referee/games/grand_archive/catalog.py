"""Catalogs of Grand Archive: its cards as printed, with their effects as data."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any, Literal, NamedTuple, Self, get_args

from msgspec import Meta, Struct, convert, structs

from events.event import Name
from events.grand_archive import Did
from referee.games.grand_archive.bans import held_on, limits_on, unknown_on
from referee.games.grand_archive.printed import keyword_of
from referee.parts.effects import Effect, effect_type
from referee.parts.effects.catalog import CardsWithEffects
from referee.parts.effects.in_words import words_in
from referee.parts.effects.schema import Reckon, Select, Test, asked_in, names_read

OUTCOMES = get_args(Did)
EffectOfGame: Any = effect_type(OUTCOMES)

ORIGINS = ("from memory", "from material", "from graveyard", "from banishment")
"""What a card on the stack is that was activated from there, where its text asks for it."""

IS_OMEN = "is an omen"
"""The number that is 1 for a card that is one of its player's omens."""
AS_OMEN = "as an omen"
"""What holds while a card is one of its player's omens."""

ANYBODY = "used by anybody"
"""What sets an activated ability off that any player may use."""

TRIGGERS = (
    "activated",
    ANYBODY,
    *("otherwise", *ORIGINS),
    *("in graveyard", "in banishment", "in hand", "preserved", AS_OMEN),
    "paying",
    "paying 3",
    "materialized",
    "played",
    "comes",
    "on enter",
    "on leave",
    "on attack",
    "on hit",
    "on champion hit",
    "on ally hit",
    "on kill",
    "on ally kill",
    "on death",
    "on destroy",
    "on banish",
    "on foster",
    "on sacrifice",
    "on charge",
    "banished from memory",
    "on prevention",
    "lineage release",
    "triggered",
    "lent",
    "ended",
    "afterwards",
    "always",
)
"""What sets an effect off: used at will, by its controller or by any player, also where it says
(GA-16.2), ``as an omen`` while the card is one, or ``lineage release`` from the inner lineage
(GA-24.22); ``otherwise`` and ``from`` a place are further ways to activate the card, in place of
its reserve cost or out of there; ``preserved`` is what a card does as the recollection phase begins
of whoever has it preserved; ``paying`` what pays 1 each of its cost besides, or 3 each;
``materialized`` what it costs besides to be so; ``played`` is what an action does as it resolves;
``comes`` is how an object is as it resolves, with the X that it was played with, and what is chosen
then; the labels of section 24; ``triggered`` by what the text alone says, or begun to go on the
stack at once; ``lent`` is an ability of what the card gives it to, not of itself; ``ended`` is what
a text that was begun does as it is over, at once, and ``afterwards`` what then goes on the
stack."""

SHARED, TO_SHARE = "shared damage", "to share"
"""How much of the damage that is split is dealt, and how much is not yet."""
BANISHED_BY = "banished by it"
"""The number that is 1 for a card that the source has banished, or that was banished to pay for it,
else 0."""

KEPT_STILL, KEPT_SO = "is kept still", "is kept that way"
"""The numbers that are 1 for a card that a text was begun with, as long as that copy has stayed
where it lay; of several that one whose place among them is that of the way which Shifting Currents
face: north, east, south, west."""

CHOSEN_NAME = "chosen name"
"""The number that is 1 for a card of the name that was chosen for the source, else 0."""

HIT = "hit by it this turn"
"""The number that is 1 for an object that the source has hit in this turn."""

CHAMPION_HIT = "hit by your champion this turn"
"""The number that is 1 for an object that your champion has dealt combat damage in this turn."""

ACTIVATED = "activated this game"
"""The number that is 1 once a card of that name was activated by the player, else 0."""

ALLY_SUPPRESSED = "allies suppressed"
"""What is counted of a turn, beside all that was suppressed, where a text asks for it."""

CHARGED = "charged in banishment"
"""How many cards of the name of a text's own lie in banishment with a charge counter."""

UNRESERVED = "unreserved"
"""What a card on the stack is for which no card was reserved, where its text asks for it."""

THEIR_CHAMPION = "their champion"
"""What stands for the champion of who controls what a text is about, or is aimed at."""

USED = " used"
"""How the numbers end that say how many weapons of a kind an attack uses."""

TOGETHER = "\n"
"""What stands between the names of several cards whose texts one object has."""

LENT, LENDS = "lent", "lends"
"""What a text grants: its ``lent`` abilities to objects; to its source those of objects."""

UNKNOWN: Effect = convert(
    {"when": "activated", "text": "The catalog tells nothing of it."}, EffectOfGame
)
"""What a card may do of which the catalog tells no effect."""

Home = Literal["main", "material", "none"]
"""Where a copy begins the game; ``none`` is for what only effects make (GA-2.12)."""
Format = Literal["standard", "limited", "pantheon"]
Word = Annotated[str, Meta(min_length=1, max_length=64)]
Number = Annotated[int, Meta(ge=0, le=999)]
Cost = Number | Literal["X"]
Ways = tuple[tuple[Word, ...], ...]
"""Conditions such as ``class bonus`` and ``level 2+``: ways of which one is enough, each with what
must hold together."""
Effects = tuple[EffectOfGame, ...]

NORM = "norm"
BASIC = frozenset({"fire", "water", "wind"})
EXALTED = "exalted"
"""The basic elements (GA-12.1)."""
UNITS = frozenset({"ally", "champion"})
"""Allies and champions (GA-14.20)."""
OBJECTS = frozenset({"ally", "champion", "item", "weapon", "domain", "phantasia"})
"""The types that come onto the field."""
LASTING = frozenset({"mastery", "status", "lesser boon", "greater boon"})
"""What a player has, and what is no card of a deck (GA-23.5, 23.6)."""


class Card(
    Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True, omit_defaults=True
):
    """A card as printed; its words are in lower case, but for names."""

    name: Name  # unique within the catalog
    # ally, action, attack, champion, item, weapon, domain, phantasia; mastery, status, lesser boon,
    # greater boon
    types: tuple[Word, ...]
    supertypes: tuple[Word, ...] = ()  # regalia, unique, token
    classes: tuple[Word, ...] = ()  # such as warrior; a card may have two
    subtypes: tuple[Word, ...] = ()  # such as human, spell; without its classes
    element: Word = NORM  # as printed
    elements: tuple[Word, ...] = (NORM,)  # all that are needed to play it (GA-12.5)
    reserve: Cost | None = None  # its reserve cost; with ``memory``, or neither where it has none
    memory: Cost | None = None  # its memory cost
    level: Number | None = None  # the level of a champion
    # its stats, where it has them (GA-2.32)
    power: Number | None = None
    life: Number | None = None
    durability: Number | None = None
    # of an action; without it, slow, or of an action nobody knows
    speed: Literal["fast", "slow"] | None = None
    # those printed on it, with their number: ``ranged 2``, ``taunt``; on a champion those behind
    # ``inherited effect`` are the lineage's (GA-24.17)
    keywords: tuple[Word, ...] = ()
    conditions: dict[Word, Ways] = {}  # for a keyword that it has under conditions only, which
    requires: Annotated[str, Meta(max_length=64)] = ""  # the name in its keyword Lineage (GA-24.21)
    # for a keyword that names something, what: for Link and Command the words of an object, for
    # Brew each of the ingredients, for Imbue the elements
    named: dict[Word, tuple[Word, ...]] = {}
    deck: Home = "main"  # where a copy begins the game
    # for a format, the most copies where that is another number than the rules': 0 is not legal
    # there
    limits: dict[Format, Number] = {}
    back: "Card | None" = None  # the other face, of a card that has two (GA-23.7)
    # the SHA-256 of the text that an import saw; the text itself is kept nowhere
    text: Annotated[str, Meta(max_length=64)] = ""
    effects: Effects = ()  # what it does
    # whether it is known to have no text beyond its keywords; asked only where the catalog tells
    # the texts of some cards alone
    plain: bool = False

    @cached_property
    def is_champion(self) -> bool:
        """Whether it is a champion."""
        return "champion" in self.types

    @cached_property
    def is_ally(self) -> bool:
        """Whether it is an ally."""
        return "ally" in self.types

    @cached_property
    def is_unit(self) -> bool:
        """Whether it is a champion or an ally (GA-14.20)."""
        return not UNITS.isdisjoint(self.types)

    @cached_property
    def is_object(self) -> bool:
        """Whether it comes onto the field, as actions and attacks do not."""
        return not OBJECTS.isdisjoint(self.types)

    @cached_property
    def is_action(self) -> bool:
        """Whether it is an action."""
        return "action" in self.types

    @cached_property
    def is_attack(self) -> bool:
        """Whether it is an attack."""
        return "attack" in self.types

    @cached_property
    def is_weapon(self) -> bool:
        """Whether it is a weapon."""
        return "weapon" in self.types

    @cached_property
    def is_regalia(self) -> bool:
        """Whether it is a regalia (GA-14.17)."""
        return "regalia" in self.supertypes

    @cached_property
    def is_unique(self) -> bool:
        """Whether it is unique (GA-14.16)."""
        return "unique" in self.supertypes

    @cached_property
    def is_token(self) -> bool:
        """Whether it is a token, which is no card (GA-23.1)."""
        return "token" in self.supertypes

    @cached_property
    def may_be_fast(self) -> bool:
        """Whether its own speed is fast, or not known of an action (GA-14.4)."""
        return self.speed == "fast" or (self.speed is None and self.is_action)

    @cached_property
    def words(self) -> Mapping[str, int]:
        """Each keyword without its number, and the number: ``{"ranged": 2, "taunt": True}``."""
        return dict(map(keyword_of, self.keywords))

    @cached_property
    def ways(self) -> Mapping[str, Ways]:
        """For a keyword, without its number, that it has under conditions only, which."""
        return {keyword_of(printed)[0]: ways for printed, ways in self.conditions.items()}

    @cached_property
    def inherited_words(self) -> Mapping[str, int]:
        """The keywords that it lends its champion from the inner lineage: those that stand behind
        ``inherited effect`` (GA-24.17)."""
        if "inherited effect" not in self.keywords:
            return {}
        behind = self.keywords[self.keywords.index("inherited effect") + 1 :]
        return dict(map(keyword_of, behind))

    @cached_property
    def all_words(self) -> frozenset[str]:
        """What a text may ask of it: types, supertypes, classes, subtypes, elements, keywords."""
        printed = (*self.types, *self.supertypes, *self.classes, *self.subtypes)
        return frozenset((*printed, self.element, *self.elements, *self.words))

    @cached_property
    def name_of_character(self) -> str:
        """A champion's name without its title: what comes before the comma (GA-15.26, 15.28)."""
        return self.name.partition(",")[0]

    @cached_property
    def lineage(self) -> str:
        """The name that its lineage has while it is on top (GA-15.27); empty for no champion."""
        return self.name_of_character if self.is_champion else ""

    @property
    def all_effects(self) -> tuple[Effect, ...]:
        """Its effects."""
        return self.effects

    @property
    def usable_effects(self) -> tuple[Effect, ...]:
        """Its effects; without any, a text that nobody knows."""
        return self.effects or (UNKNOWN,)


_OF_IT = frozenset({"controller of it", "owner of it", THEIR_CHAMPION})
"""How a part of an effect is about the player of what has set it off."""


class _Asking(NamedTuple):
    """A part of an effect that asks for something."""

    card: str
    at: int  # the place of the effect among those of the card
    part: Any  # a ``Select``, ``Test`` or ``Reckon``, or a word for who has set it off


class Cards(CardsWithEffects, frozen=True, kw_only=True, dict=True, omit_defaults=True):
    """All cards of a game that gets more of them every season."""

    triggers = (*TRIGGERS, "enlighten")

    origin: Annotated[str, Meta(max_length=400)] = ""  # where its facts are from
    # the day of which its limits and bans are, ``2026-06-29``
    dated: Annotated[str, Meta(pattern=r"^(\d{4}-\d\d-\d\d)?$(?!\n)")] = ""
    # whether it tells the texts of some cards alone: one without effects may have a text
    partial: bool = False
    cards: tuple[Card, ...] = ()  # every card, also the tokens, masteries, statuses and boons
    # for a format, the names that are banned, each with the day of which that is known (GA-2.13)
    bans: dict[Format, dict[Name, Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d$(?!\n)")]]] = {}

    @cached_property
    def by_name(self) -> dict[str, Card]:
        """Every card by its name, and the other face of those with two by its own."""
        named = {card.name: card for card in self.cards}
        for card in self.cards:
            if card.back is not None:
                named.setdefault(card.back.name, card.back)
        return named

    @cached_property
    def all_words(self) -> frozenset[str]:
        """What a text may ask of any of its cards."""
        printed: set[str] = set()
        keywords: set[str] = set()
        for card in self.by_name.values():
            printed.update(card.types, card.supertypes, card.classes, card.subtypes, card.elements)
            printed.add(card.element)
            keywords.update(card.keywords)
        return frozenset(printed.union(keyword_of(each)[0] for each in keywords))

    @cached_property
    def front_of(self) -> dict[str, str]:
        """For the name of an other face, the name of the card."""
        return {card.back.name: card.name for card in self.cards if card.back is not None}

    @cached_property
    def lifeless(self) -> frozenset[str]:
        """Those with a printed life of 0, which something else keeps alive."""
        return frozenset(name for name, card in self.by_name.items() if card.life == 0)

    @cached_property
    def immortal_at_times(self) -> bool:
        """Whether a card has immortality under conditions only, or lends it."""
        return any(
            "immortality" in card.ways or "immortality" in card.inherited_words
            for card in self.by_name.values()
        )

    @cached_property
    def tokens(self) -> frozenset[str]:
        """The tokens (GA-23.1)."""
        return frozenset(card.name for card in self.cards if card.is_token)

    @cached_property
    def generable(self) -> tuple[str, ...]:
        """The cards that may come from outside the game (GA-22.10); no token is one."""
        return tuple(card.name for card in self.cards if card.deck != "none")

    @cached_property
    def statuses(self) -> frozenset[str]:
        """The statuses of R26 (GA-23.6)."""
        return frozenset(card.name for card in self.cards if "status" in card.types)

    @cached_property
    def elements(self) -> frozenset[str]:
        """The elements that a player may enable (GA-12.2)."""
        return frozenset(each for card in self.cards for each in card.elements) - {NORM}

    @cached_property
    def champions(self) -> tuple[Card, ...]:
        """The champions."""
        return tuple(card for card in self.cards if card.is_champion)

    @cached_property
    def fast_at_times(self) -> frozenset[str]:
        """The cards that may be played at fast speed, always or at times (GA-7.4, 14.4)."""
        return frozenset(
            name
            for name, card in self.by_name.items()
            if card.may_be_fast or "fast activation" in card.words
        )

    @cached_property
    def inherited_words(self) -> frozenset[str]:
        """The keywords that any champion lends from an inner lineage (GA-24.17)."""
        return frozenset(word for card in self.champions for word in card.inherited_words)

    @cached_property
    def inherited(self) -> dict[tuple[str, str], tuple[int, ...]]:
        """As :attr:`triggered`, of inherited effects alone (GA-24.17)."""
        found = {
            (name, trigger): tuple(at for at in places if self.by_name[name].effects[at].inherited)
            for (name, trigger), places in self.triggered.items()
        }
        return {key: places for key, places in found.items() if places}

    def all(self) -> tuple[Card, ...]:
        """Every card, then the other faces."""
        return (*self.cards, *(card.back for card in self.cards if card.back is not None))

    @cached_property
    def untold(self) -> frozenset[str]:
        """The cards of which it tells nothing, though they may have a text."""
        if not self.partial:
            return frozenset()
        faces = self.by_name.items()
        return frozenset(name for name, face in faces if not face.effects and not face.plain)

    def is_untold(self, name: str) -> bool:
        """Whether a card may have a text that the catalog does not tell."""
        return name in self.untold

    def is_encoded(self, name: str) -> bool:
        """Whether the catalog tells what a card does."""
        return name not in self.untold

    @cached_property
    def standing(self) -> frozenset[str]:
        """The cards with a text that holds or listens while they are in play, or that may have
        one."""
        return self.untold | super().standing

    @cached_property
    def begins(self) -> dict[str, dict[str, int]]:
        """For a card, the effects that another effect of it begins: names, each with its place."""
        found: dict[str, dict[str, int]] = {}
        for card in self.with_effects:
            names = [effect.name for effect in card.effects]
            if begun := {name: names.index(name) for name in _begun_by(card) if name in names}:
                found[card.name] = begun
        return found

    @cached_property
    def _asking(self) -> tuple[_Asking, ...]:
        """All that any effect asks for, found in one walk: to take all effects apart takes long."""
        return tuple(
            _Asking(card.name, at, part)
            for card in self.with_effects
            for at, effect in enumerate(card.effects)
            for part in asked_in(effect, _OF_IT)
        )

    @cached_property
    def _reading(self) -> dict[str, list[_Asking]]:
        """For a number or word, all that reads it."""
        found: dict[str, list[_Asking]] = {}
        for asking in self._asking:
            if not isinstance(asking.part, str):
                for name in names_read(asking.part):
                    found.setdefault(name, []).append(asking)
        return found

    @cached_property
    def asked_origins(self) -> frozenset[tuple[str, str]]:
        """The cards whose texts ask from where they were activated, each with such a word."""
        return frozenset(
            (asking.card, word)
            for word in ORIGINS
            for asking in self._reading.get(word, ())
            if isinstance(asking.part, Test)
        )

    @cached_property
    def numbers_asked(self) -> frozenset[str]:
        """All numbers and words that any effect reads."""
        return frozenset(self._reading)

    @cached_property
    def asks_for_weapons(self) -> bool:
        """Whether any effect asks which weapons an attack has used."""
        return any(each.endswith(USED) for each in self.numbers_asked)

    @cached_property
    def histories(self) -> frozenset[str]:
        """What any effect counts the cards of: those that an earlier step found, by its name, or
        to which something has happened in the turn."""
        parts = (asking.part for asking in self._asking)
        return frozenset(part.among for part in parts if isinstance(part, Select) and part.among)

    def _asking_for(self, name: str, *kinds: type) -> frozenset[str]:
        """The cards of whose texts such a part reads a number or word."""
        return frozenset(
            asking.card for asking in self._reading.get(name, ()) if isinstance(asking.part, kinds)
        )

    @cached_property
    def asks_for_itself(self) -> frozenset[str]:
        """The cards whose texts ask whether one of their name was activated in the game."""
        return self._asking_for(ACTIVATED, Test)

    @cached_property
    def asks_for_hits(self) -> frozenset[str]:
        """The cards whose texts ask what they have hit in a turn."""
        return self._asking_for(HIT, Select)

    @cached_property
    def asks_what_floats(self) -> frozenset[str]:
        """The cards whose texts ask for cards with Floating Memory."""
        return self._asking_for("floating memory", Select)

    @cached_property
    def splits(self) -> frozenset[str]:
        """The cards that split damage."""
        return self._asking_for(SHARED, Reckon) | self._asking_for(TO_SHARE, Reckon)

    @cached_property
    def takes_omens(self) -> frozenset[str]:
        """The cards whose texts are about omens in banishment."""
        return self._asking_for(IS_OMEN, Select)

    @cached_property
    def keeps_banished(self) -> frozenset[str]:
        """The cards whose texts ask which cards they have banished."""
        return self._asking_for(BANISHED_BY, Select)

    @cached_property
    def keeps_copies(self) -> frozenset[str]:
        """The cards that begin texts with cards, of which these know each copy."""
        return self._asking_for(KEPT_STILL, Select) | self._asking_for(KEPT_SO, Select)

    @cached_property
    def asks_of_it(self) -> frozenset[tuple[str, int]]:
        """The effects that are about the player of what has set them off, which may be gone by
        then: each with its card and place."""
        return frozenset((a.card, a.at) for a in self._asking if isinstance(a.part, str))

    @cached_property
    def asks_what_paid(self) -> frozenset[str]:
        """The cards whose texts ask whether a card was reserved for them."""
        return frozenset(
            asking.card
            for asking in self._asking
            if isinstance(part := asking.part, Test)
            and UNRESERVED in (*part.all_of, part.all_of, part.none_of)
        )

    @cached_property
    def blanking(self) -> frozenset[str]:
        """The cards that take the abilities of the object that they are linked to (GA-24.23)."""
        return frozenset(
            card.name
            for card in self.with_effects
            for effect in card.effects
            for change in effect.change
            if (change.on, change.layer, change.what) == ("linked", "lose", "abilities")
        )

    @cached_property
    def asks_face_down(self) -> frozenset[str]:
        """The cards whose texts ask how many cards they have banished face down."""
        return frozenset(
            asking.card
            for asking in self._asking
            if isinstance(asking.part, Reckon | Test) and asking.part.ask == "banished face down"
        )

    @cached_property
    def charged_there(self) -> frozenset[str]:
        """The cards whose texts ask for the charge counters that they have in banishment."""
        return frozenset(
            asking.card
            for asking in self._asking
            if isinstance(asking.part, Test) and asking.part.ask == CHARGED
        )

    @cached_property
    def names_asked(self) -> frozenset[str]:
        """The cards whose texts ask for a name that was chosen for them."""
        return self._asking_for(CHOSEN_NAME, Select, Test)

    @cached_property
    def becoming(self) -> frozenset[str]:
        """The cards of which a text that is told in part may make a champion."""
        return frozenset(
            card.name
            for card in self.with_effects
            if any("champion" in (effect.touches or ()) for effect in card.effects)
        )

    @cached_property
    def own_prices(self) -> frozenset[tuple[str, str]]:
        """The cards that change what they cost themselves, with what is paid for then."""
        return frozenset(
            (card.name, change.what)
            for card in self.with_effects
            for effect in card.effects
            for change in effect.change
            if change.on == "self" and effect.name not in self.begins.get(card.name, {})
        )

    def is_begun(self, card: str, effect: Effect) -> bool:
        """Whether an effect is a text that another of the card begins, which sets it off itself."""
        return effect.name in self.begins.get(card, ())

    @cached_property
    def set_off_by(self) -> dict[str, frozenset[str]]:
        """For a trigger, the cards that have an effect which is set off by it."""
        found: dict[str, set[str]] = {}
        for name, trigger in self.triggered:
            found.setdefault(trigger, set()).add(name)
        return {trigger: frozenset(names) for trigger, names in found.items()}

    @cached_property
    def beside_decks(self) -> tuple[str, ...]:
        """What may be named though it is in no deck: tokens, masteries, effects, modes."""
        return (*(card.name for card in self.cards if card.deck == "none"), *sorted(self.labels))

    def faults(self) -> list[str]:
        """Names used twice, costs and levels that cannot be, bans of cards that there are not."""
        seen: set[str] = set()
        found = []
        for card in self.cards:
            for face in (card,) if card.back is None else (card, card.back):
                if face.name in seen:
                    found.append(f"{face.name}: this name appears twice")
                seen.add(face.name)
                found += [f"{face.name}: {fault}" for fault in _faults(face)]
        for name in dict.fromkeys(name for bans in self.bans.values() for name in bans):
            if name not in seen:
                found.append(f"bans: no card is {name}")
        return found

    def on_day(self, day: str, cards: Collection[str]) -> tuple[Self, Sequence[str]]:
        """Without the bans that are known of later days alone (GA-2.13)."""
        held = held_on(self.bans, day)
        limits = (limits_on(c.name, c.limits, self.bans, held) for c in self.cards)
        free = (structs.replace(c, limits=most) for c, most in zip(self.cards, limits, strict=True))
        made = structs.replace(self, bans=held, cards=tuple(free))
        return made, unknown_on(self.bans, self.dated, day, cards)


def _begun_by(card: Card) -> Iterator[str]:
    """The names of the effects that effects of a card begin."""
    for effect in card.effects:
        for step in effect.all_steps:
            if step.__struct_config__.tag == "begin":
                yield from words_in(step.effect)


def _faults(card: Card) -> Iterator[str]:
    if not card.types:
        yield "a card has a type"
    if card.reserve is not None and card.memory is not None:
        yield "a cost is in reserve or in memory, not both (GA-2.31)"
    if ("champion" in card.types) != (card.level is not None):
        yield "champions have a level, and nothing else has one"
    if "regalia" in card.supertypes and card.memory is None:
        yield "a regalia has a memory cost (GA-2.7)"
    if card.deck == "material" and card.memory is None:
        yield "a card of the material deck has a memory cost (GA-2.31)"
    if "token" in card.supertypes and card.deck != "none":
        yield 'a token is in no deck: deck = "none" (GA-2.12)'
    if card.back is not None and card.back.back is not None:
        yield "an other face has no other face"
    names = {effect.name for effect in card.effects}
    for name in _begun_by(card):
        if name not in names:
            yield f"begin: no effect of it is named {name}"
    for keyword in card.conditions:
        if keyword not in card.keywords:
            yield f"conditions: it has no keyword {keyword}"
