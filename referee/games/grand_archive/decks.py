"""Main decks, material decks and sideboards: what legal ones hold (section 2)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from events.common import CardList
from referee.catalog import Registered
from referee.english import a_or_an, meant
from referee.games.grand_archive.catalog import Card, Cards, Format
from referee.verdict import Violation, forbid

LISTS = MATERIAL, SIDEBOARD, BOONS = ("material", "sideboard", "boons")
"""What a seat registers beside its main deck; boons in Pantheon alone."""
STANDARD: Format = "standard"
LIMITED: Format = "limited"
PANTHEON: Format = "pantheon"
TEAM, CASUAL = "team", "casual"
FORMATS = (STANDARD, LIMITED, PANTHEON, TEAM, CASUAL)
"""The formats that may be agreed, the usual one first; in a casual game any cards are played."""
BOONS_OF = ("lesser boon", "greater boon")

MOST_COPIES = 4
MOST_SIDE = 15
"""The most cards of a sideboard, and the most points (GA-2.9)."""
POINTS_OF_MATERIAL = 3
ONE_OF_EACH = 1
DIVINE_RELIC = "divine relic"


@dataclass(frozen=True)
class Sizes:
    """How large decks of a format are."""

    rule: str  # the rule that says so
    main: int  # the least cards of the main deck
    material: int  # the most of the material deck
    exactly: bool = False  # whether the material deck has no fewer


SIZES = {
    STANDARD: Sizes("", 60, 12),
    LIMITED: Sizes("GA-2.20", 30, 10),
    PANTHEON: Sizes("GA-2.22", 60, 12, exactly=True),
}


@dataclass(frozen=True)
class Handed:
    """What a seat registers, with what its match is played by."""

    cards: Cards  # the catalog
    main: Counter[str]  # the main deck
    material: Counter[str]  # the material deck
    side: Counter[str]  # the sideboard
    boons: Counter[str]  # the boons
    format: Format  # the format
    r26: bool  # whether the rules are those of 2026
    # whether it is one of three decks of a team (GA-2.23); what the other two hold is not known
    team: bool
    copies: int | None  # the most copies of a name in a main deck; None for any number
    sizes: Sizes  # how large its decks are

    def known(self, listed: Counter[str]) -> Iterator[tuple[Card, int]]:
        """The cards of a list that the catalog has, each with its number."""
        for name, count in listed.items():
            card = self.cards.by_name.get(name)
            if card is not None:
                yield card, count

    @property
    def all(self) -> Iterator[str]:
        """Every name that is registered, once."""
        yield from dict.fromkeys((*self.main, *self.material, *self.side, *self.boons))


def in_format(
    cards: Cards, registered: Registered, choice: Mapping[str, str], edition: str
) -> Handed:
    """What a seat registers, in the format that was agreed; Pantheon is of R26 alone (GA-2.22)."""
    said, r26 = choice.get("format", STANDARD), edition == "R26"
    format = next((each for each in (LIMITED, PANTHEON) if each == said), STANDARD)
    sizes = SIZES[STANDARD] if format == PANTHEON and not r26 else SIZES[format]
    unlimited = format == LIMITED and choice.get("GA-I 1") == "unlimited"
    copies = ONE_OF_EACH if sizes.exactly else MOST_COPIES
    material, side, boons = (Counter(registered.lists.get(name, ())) for name in LISTS)
    most = None if unlimited else copies
    main = Counter(registered.deck)
    return Handed(cards, main, material, side, boons, format, r26, said == TEAM, most, sizes)


def deck_faults(cards: Cards, registered: Registered, choice: Mapping[str, str]) -> list[Violation]:
    """What is wrong with what a seat registers, in the order of the rules.

    Args:
        cards: the catalog.
        registered: the main deck and the lists beside it.
        choice: the interpretations, the ``format`` that was agreed, the ``edition``.
    """
    handed = in_format(cards, registered, choice, choice.get("edition", "R25"))
    if choice.get("format") == CASUAL:
        return list(_names(handed))
    found = [
        *_sizes(handed),
        *_main_deck(handed),
        *_material_deck(handed),
        *_sideboard(handed),
        *_names(handed),
        *_legality(handed),
        *_boons(handed),
    ]
    return sorted(found, key=_place)


def _place(fault: Violation) -> tuple[int, int]:
    """In which order faults are told: a name that there is not is the first of all."""
    section, number = map(int, fault.rule[3:].split("."))
    return (0, 0) if fault.rule == "GA-2.11" else (section, number)


SIDEBOARDING = "GA-26.22"
AFTERWARDS = {"GA-2.6": "GA-15.2", "GA-2.8": "GA-24.8", "GA-2.9": "GA-2.9", "GA-2.10": "GA-2.10"}
"""By which rule decks are refused after sideboarding, where not by GA-26.22."""


@dataclass(frozen=True)
class Decks:
    """The decks of a seat as they stand for one game."""

    deck: Mapping[str, int]  # the main deck
    lists: Mapping[str, CardList]  # the others


def exchanged(cards: Cards, decks: Registered, out: Sequence[str], into: Sequence[str]) -> Decks:
    """The decks of a seat after cards went to its sideboard, and others came out of it to where
    they belong.

    Raises:
        Violation: GA-26.22 for a card that is not there to be exchanged.
    """
    side = Counter(decks.lists.get(SIDEBOARD, ()))
    of = {"main": Counter(decks.deck), MATERIAL: Counter(decks.lists.get(MATERIAL, ()))}
    going, coming = Counter(out), Counter(into)
    for name, count in going.items():
        place = _home(cards, name)
        have = of[place][name]
        if count > have:
            why = "{have:copy|copies} of {name} in the {place} deck"
            forbid(SIDEBOARDING, why, have=have, name=name, place=place, legal=f"{count} there")
        of[place][name] -= count
    for name, count in coming.items():
        if count > side[name]:
            why = "{have:copy|copies} of {name} in the sideboard"
            forbid(SIDEBOARDING, why, have=side[name], name=name, legal=f"{count} there")
        of[_home(cards, name)][name] += count
    lists = {MATERIAL: dict(+of[MATERIAL]), SIDEBOARD: dict(+(side + going - coming))}
    boons = decks.lists.get(BOONS, ())
    return Decks(dict(+of["main"]), lists | ({BOONS: boons} if boons else {}))


def _home(cards: Cards, name: str) -> str:
    card = cards.by_name.get(name)
    return MATERIAL if card is not None and card.deck == MATERIAL else "main"


def faults_after_sideboarding(
    cards: Cards, decks: Registered, choice: Mapping[str, str]
) -> list[Violation]:
    """What is wrong with decks after sideboarding, by the rules that are cited then (GA-26.22)."""
    found = []
    for each in deck_faults(cards, decks, choice):
        rule, facts = AFTERWARDS.get(each.rule, SIDEBOARDING), dict[str, Any](each.facts)
        found.append(Violation(rule, each.why, legal=each.legal, **facts))
    return found


def _sizes(handed: Handed) -> Iterator[Violation]:
    sizes = handed.sizes
    main, material = handed.main.total(), handed.material.total()
    if main < sizes.main:
        legal = f"at least {sizes.main}"
        yield Violation(
            sizes.rule or "GA-2.1", "{have:card} in the main deck", have=main, legal=legal
        )
    if material > sizes.material or (sizes.exactly and material < sizes.material):
        legal = f"exactly {sizes.material}" if sizes.exactly else f"at most {sizes.material}"
        yield Violation(
            sizes.rule or "GA-2.3", "{have:card} in the material deck", have=material, legal=legal
        )
    if not any(card.is_champion and card.level == 0 for card, _ in handed.known(handed.material)):
        yield Violation(
            "GA-2.20" if handed.format == LIMITED else "GA-2.5",
            "no champion of level 0 is in the material deck",
            legal="at least one",
        )


def _main_deck(handed: Handed) -> Iterator[Violation]:
    most = handed.copies
    rule = {LIMITED: "GA-2.21", PANTHEON: "GA-2.22" if handed.r26 else "GA-2.2"}
    for name, count in handed.main.items():
        if most is not None and count > most:
            yield Violation(
                rule.get(handed.format, "GA-2.2"),
                "{have:copy} of {name} in the main deck",
                have=count,
                name=name,
                legal=f"at most {most}",
            )
    for card, _ in handed.known(handed.main):
        if card.is_champion:
            yield Violation(
                "GA-2.6", "{name} is a champion", name=card.name, legal="the material deck"
            )
        elif card.deck == MATERIAL:
            what = "a regalia" if card.is_regalia else "of memory cost"
            why = f"{{name}} is {what}"
            yield Violation("GA-2.7", why, name=card.name, legal="the material deck")


def _material_deck(handed: Handed) -> Iterator[Violation]:
    rule = "GA-2.21" if handed.format == LIMITED else "GA-2.4"
    for name, count in handed.material.items():
        if count > ONE_OF_EACH:
            why = "{have:copy} of {name} in the material deck"
            yield Violation(rule, why, have=count, name=name, legal="one")
    for card, _ in handed.known(handed.material):
        if card.deck == "main":
            why = "{name} is no champion or regalia"
            yield Violation("GA-2.7", why, name=card.name, legal="the main deck")
    relics = [card.name for card, _ in handed.known(handed.material) if DIVINE_RELIC in card.words]
    if len(relics) > 1:
        yield Violation(
            "GA-2.8",
            "{have} Divine Relics in the material deck: {names}",
            have=len(relics),
            names=", ".join(relics),
            legal="at most one",
        )


def _sideboard(handed: Handed) -> Iterator[Violation]:
    if handed.format == LIMITED:
        return  # all that is left of the pool (GA-2.20)
    cards = handed.side.total()
    if handed.format == PANTHEON and handed.r26:
        if cards:
            yield Violation("GA-2.22", "{have:card} in a sideboard", have=cards, legal="none")
        return
    if handed.team:
        if cards:
            yield Violation("GA-2.23", "{have:card} in a sideboard", have=cards, legal="none")
        return
    if cards > MOST_SIDE:
        legal = f"at most {MOST_SIDE}"
        yield Violation("GA-2.9", "{have:card} in the sideboard", have=cards, legal=legal)
    points = sum(count * points_of(card) for card, count in handed.known(handed.side))
    if points > MOST_SIDE:
        legal = f"at most {MOST_SIDE}"
        yield Violation("GA-2.9", "the sideboard has {have:point}", have=points, legal=legal)
    for card, count in handed.known(handed.side):
        beside, most = (
            (handed.material, ONE_OF_EACH)
            if card.deck == MATERIAL
            else (handed.main, handed.copies or MOST_COPIES)
        )
        if beside[card.name] + count > most and beside[card.name] <= most:
            yield Violation(
                "GA-2.10",
                "{have:copy} of {name}, the sideboard included",
                have=beside[card.name] + count,
                name=card.name,
                legal="one" if most == ONE_OF_EACH else f"at most {most}",
            )


def points_of(card: Card) -> int:
    """How many points a card costs in a sideboard (GA-2.9)."""
    return POINTS_OF_MATERIAL if card.deck == MATERIAL else 1


def _names(handed: Handed) -> Iterator[Violation]:
    cards = handed.cards
    for name in handed.all:
        card = cards.by_name.get(name)
        if card is None:
            legal = meant(name, cards.names, "a card of the catalog")
            yield Violation("GA-2.11", "no card is {name}", name=name, legal=legal)
        elif name in cards.front_of:
            front = cards.front_of[name]
            why = "{name} is the other face of a card"
            yield Violation("GA-2.12", why, name=name, legal=front)
        elif card.deck == "none" and not (name in handed.boons and is_boon(card)):
            why = "{name} is {kind}, and in no deck"
            kind = "a token" if card.is_token else a_or_an(card.types[0])
            yield Violation("GA-2.12", why, name=name, kind=kind, legal="a card that begins in one")


def _legality(handed: Handed) -> Iterator[Violation]:
    for name in handed.all if handed.r26 else ():
        card = handed.cards.by_name.get(name)
        if card is not None:
            yield from _legality_of(handed, card)


def _legality_of(handed: Handed, card: Card) -> Iterator[Violation]:
    """What the format allows of a card less than of others (GA-2.13, 2.25)."""
    cards, format = handed.cards, handed.format
    since = cards.bans.get(format, {}).get(card.name)
    most = card.limits.get(format)
    listed = (handed.main, handed.material, handed.side, handed.boons)
    have = sum(each[card.name] for each in listed)
    if since is not None:
        why = "{name} is banned in {format}, by the list of {day}"
        legal = "another card"
        yield Violation("GA-2.13", why, name=card.name, format=format, day=since, legal=legal)
    elif most == 0 and card.limits.get("standard") == card.limits.get("limited") == 0:
        if "pantheon" not in card.limits:
            why = "{name} is for Pantheon alone"
            yield Violation("GA-2.25", why, name=card.name, legal="another card")
        else:
            yield _limited(card, format, have, most, cards.dated)
    elif most is not None and have > most:
        yield _limited(card, format, have, most, cards.dated)


def _limited(card: Card, format: str, have: int, most: int, day: str) -> Violation:
    why = "{have:copy} of {name}, by the limits of {format} of {day}"
    legal = f"at most {most}" if most else "none"
    return Violation("GA-2.13", why, have=have, name=card.name, format=format, day=day, legal=legal)


def is_boon(card: Card) -> bool:
    """Whether a card is a boon of Pantheon (GA-2.22)."""
    return any(kind in card.types for kind in BOONS_OF)


def _boons(handed: Handed) -> Iterator[Violation]:
    if not (handed.format == PANTHEON and handed.r26):
        if handed.boons:
            have = handed.boons.total()
            why = "{have:boon} in {format}"
            yield Violation("GA-2.12", why, have=have, format=handed.format, legal="none")
        return
    for kind in BOONS_OF:
        have = sum(count for card, count in handed.known(handed.boons) if kind in card.types)
        if have != 1:
            yield Violation("GA-2.22", f"{{have:{kind}}}", have=have, legal="exactly one")
    for card, _ in handed.known(handed.boons):
        if not is_boon(card):
            yield Violation("GA-2.22", "{name} is no boon", name=card.name, legal="a boon")
