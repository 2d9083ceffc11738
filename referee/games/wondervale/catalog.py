"""Catalogs and decks of Tribes of Wondervale (WV-1.3 to 1.7)."""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from events.event import Name
from referee.catalog import Catalog, Registered, copies
from referee.english import meant
from referee.fact import Term
from referee.verdict import Violation

Tribe = Literal["duneward", "juryn", "verdari", "aegaryn", "ascyr", "abyssal"]
Level = Literal["apprentice", "guardian", "hero"]
LEVELS: tuple[Level, ...] = ("apprentice", "guardian", "hero")
_A: dict[Level, str] = {"apprentice": "an apprentice", "guardian": "a guardian", "hero": "a hero"}
Points = Annotated[int, Meta(ge=0, le=1000)]


class Character(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A character card as printed; ``follows`` is the card it is placed upon."""

    name: Name
    level: Level
    tribe: Tribe
    value: Annotated[int, Meta(ge=1, le=10)]
    health: Annotated[int, Meta(ge=1, le=1000)]
    power: Points
    intellect: Points
    offense: Annotated[int, Meta(ge=-10, le=20)]
    defense: Annotated[int, Meta(ge=-10, le=20)]
    strong: tuple[Tribe, ...] = ()
    vulnerable: tuple[Tribe, ...] = ()
    follows: str = ""


class TribeCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A tribe card: a name and a tribe."""

    name: Name
    tribe: Tribe


# -- what a card adds to a die ------------------------------------------------------------------

Printed = Literal["offense", "defense"]
"""Which of its values a card adds: that of the attacker (WV-7.8), or of the defender (WV-7.9)."""


class Modifiers(Struct, frozen=True, gc=False):
    """What a unit of so many cards adds to its die: itemised, and the sum of it."""

    terms: tuple[Term, ...]
    total: int
    stack: int = 0


def modifiers(card: Character, stack: int, against: Tribe, printed: Printed) -> Modifiers:
    """What a unit of so many cards adds to its die: its printed value, upgrades, tribes."""
    attacking = printed == "offense"
    rule = "WV-7.8" if attacking else "WV-7.9"
    terms = [Term(printed, card.offense if attacking else card.defense, rule)]
    if stack > 1:
        terms.append(Term("guardian and hero", stack - 1, rule))
    if against in card.strong:
        terms.append(Term(f"strong against {against}", 1, rule))
    if against in card.vulnerable:
        terms.append(Term(f"vulnerable to {against}", -1, rule))
    return Modifiers(tuple(terms), sum(term.value for term in terms), stack)


# -- the catalog -------------------------------------------------------------------------------


class Cards(Catalog, frozen=True, kw_only=True, dict=True):
    """All cards of one edition."""

    characters: tuple[Character, ...]
    tribe_cards: tuple[TribeCard, ...]

    @cached_property
    def character(self) -> dict[str, Character]:
        """The characters by name."""
        return {c.name: c for c in self.characters}

    @cached_property
    def tribe_of(self) -> dict[str, Tribe]:
        """The tribe of each tribe card by its name."""
        return {c.name: c.tribe for c in self.tribe_cards}

    @cached_property
    def attacking(self) -> dict[tuple[str, Tribe], Modifiers]:
        """What each character adds to its die when it attacks a tribe, on top of a full stack."""
        return self._modifiers("offense")

    @cached_property
    def defending(self) -> dict[tuple[str, Tribe], Modifiers]:
        """What each character adds when a tribe attacks it, on top of a full stack."""
        return self._modifiers("defense")

    def _modifiers(self, printed: Printed) -> dict[tuple[str, Tribe], Modifiers]:
        tribes: tuple[Tribe, ...] = get_args(Tribe)
        return {
            (card.name, tribe): modifiers(card, LEVELS.index(card.level) + 1, tribe, printed)
            for card in self.characters
            for tribe in tribes
        }

    @cached_property
    def legal_decks(self) -> set[tuple[str, frozenset[tuple[str, int]]]]:
        """Decks that were found legal before, under a reading of WV-I 1: many play the same."""
        return set()

    @cached_property
    def names(self) -> frozenset[str]:
        """Every card that there is."""
        return frozenset(self.character) | frozenset(self.tribe_of)

    def faults(self) -> list[str]:
        """Names used twice, and upgrades that do not follow the level below them."""
        found = []
        names = Counter(c.name for c in self.characters) + Counter(c.name for c in self.tribe_cards)
        found += [f"{n}: this name appears twice" for n in sorted(names) if names[n] > 1]
        for card in self.characters:
            below = LEVELS.index(card.level) - 1
            if below < 0:
                if card.follows:
                    found.append(f"{card.name}: an apprentice follows no card")
                continue
            base = self.character.get(card.follows)
            if base is None:
                found.append(f"{card.name}: follows {card.follows!r}, which is not a character")
            elif base.level != LEVELS[below]:
                found.append(
                    f"{card.name}: {_A[card.level]} follows {_A[LEVELS[below]]}, "
                    f"and {base.name} is {_A[base.level]}"
                )
            elif base.value > card.value:
                found.append(f"{card.name}: value {card.value} is below that of {base.name}")
        return found


def deck_faults(cards: Cards, registered: Registered, choice: Mapping[str, str]) -> list[Violation]:
    """What keeps a deck from being a legal constructed deck, in the order of the rules."""
    deck = registered.deck
    found = []
    character = cards.character
    total = copies(deck)
    if total != 60:
        found.append(
            Violation("WV-1.3", "the deck has {have:card}", have=total, legal="exactly 60")
        )
    apprentices = 0
    for name, count in deck.items():
        card = character.get(name)
        if card is None:
            continue
        if count > 3:
            found.append(
                Violation(
                    "WV-1.4", "{count:copy} of {card}", count=count, card=name, legal="at most 3"
                )
            )
        if card.level == "apprentice":
            apprentices += count
    if apprentices < 10:
        found.append(
            Violation("WV-1.5", "{have:apprentice card}", have=apprentices, legal="at least 10")
        )
    as_many = choice["WV-I 1"] == "as_many"
    for name, count in deck.items():
        card = character.get(name)
        if card is None or not card.follows:
            continue
        need = count if as_many else 1
        have = deck.get(card.follows, 0)
        if have < need:
            found.append(
                Violation(
                    "WV-1.6",
                    "{card} needs {follows}: {have} in the deck, {need} needed",
                    card=name,
                    follows=card.follows,
                    have=have,
                    need=need,
                )
            )
    if not cards.names.issuperset(deck):
        found += [
            Violation(
                "WV-1.7",
                "{card} is not in the catalog",
                card=name,
                legal=meant(name, cards.names, "a card of the catalog"),
            )
            for name in deck
            if name not in cards.names
        ]
    return found


def known_faults(
    cards: Cards, registered: Registered, choice: Mapping[str, str]
) -> list[Violation]:
    """The same, for many matches with the same decks: those that were legal are remembered."""
    key = (choice["WV-I 1"], frozenset(registered.deck.items()))
    if key in cards.legal_decks:
        return []
    faults = deck_faults(cards, registered, choice)
    if not faults:
        cards.legal_decks.add(key)
    return faults
