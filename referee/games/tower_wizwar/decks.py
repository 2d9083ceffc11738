"""Decks of magic and of towers: what a legal one holds (sections 2 and 3)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from events.common import CardList
from referee.catalog import Registered
from referee.english import meant
from referee.games.tower_wizwar.catalog import CELESTIAL, CREATURES, ORBITAL, Card, Cards
from referee.verdict import Violation

DECK, CELESTIALS, ORBITALS, RITUALS, LEAST_CREATURES = 60, 6, 4, 5, 15
TOWERS = (2, 6)
"""How many towers there are."""
VALUES = (7, 10)
"""What their values add up to (TW-3.2)."""
FIGURES = {"value": (2, 7), "draft": (2, 5)}
"""What the figures of a tower lie between (TW-3.3)."""


def in_order(listed: CardList) -> list[str]:
    """A list with its cards one after another; copies of each card, where it has no order."""
    if isinstance(listed, Mapping):
        return [name for name, count in listed.items() for _ in range(count)]
    return list(listed)


def deck_faults(cards: Cards, registered: Registered, choice: Mapping[str, str]) -> list[Violation]:
    """What is wrong with a deck of magic and a deck of towers, in the order of the rules."""
    towers = in_order(registered.lists.get("towers", ()))
    if not registered.deck:
        legal = f"{DECK} cards, before the first shuffle"
        return [Violation("TW-2.8", "no deck is registered", legal=legal)]
    return [
        *_deck(cards, Counter(registered.deck), choice),
        *_unknown(cards, (*registered.deck, *dict.fromkeys(towers))),
        *_towers(cards, towers, choice),
    ]


def _deck(cards: Cards, deck: Counter[str], choice: Mapping[str, str]) -> Iterator[Violation]:
    if deck.total() != DECK:
        yield _fault("TW-2.1", "{have:card}", deck.total(), DECK)
    kinds: Counter[str] = Counter()
    for name, count in deck.items():
        card = cards.cards.get(name)
        if card is not None:
            kinds[card.kind] += count
    if kinds[CELESTIAL] != CELESTIALS:
        yield _fault("TW-2.2", "{have} celestials", kinds[CELESTIAL], CELESTIALS)
    if kinds[ORBITAL] != ORBITALS:
        yield _fault("TW-2.3", "{have} orbitals", kinds[ORBITAL], ORBITALS)
    rituals = kinds["ritual"]
    if rituals < RITUALS or (rituals > RITUALS and choice["TW-I 3"] == "exactly_five"):
        yield _fault("TW-2.4", "{have} rituals", rituals, RITUALS)
    creatures = sum(kinds[kind] for kind in CREATURES)
    if creatures < LEAST_CREATURES:
        legal = f"at least {LEAST_CREATURES}"
        yield Violation("TW-2.5", "{have:creature}", have=creatures, legal=legal)
    for name in deck:
        card = cards.cards.get(name)
        if card is not None and card.kind == "tower":
            yield Violation("TW-2.6", "{name} is a tower", name=name, legal="the deck of towers")


def _towers(cards: Cards, towers: Sequence[str], choice: Mapping[str, str]) -> Iterator[Violation]:
    least, most = TOWERS
    if not least <= len(towers) <= most:
        legal = f"{least} to {most}"
        yield Violation("TW-3.1", "{have} towers", have=len(towers), legal=legal)
    found = [cards.cards[name] for name in towers if name in cards.cards]
    value = sum(card.value for card in found if card.kind == "tower")
    low, high = VALUES
    low = low if choice["TW-I 8"] == "7_to_10" and len(found) == len(towers) else 0
    if not low <= value <= high:
        legal = f"{low} to {high}" if low else f"at most {high}"
        yield Violation("TW-3.2", "the towers are worth {have}", have=value, legal=legal)
    for card in found:
        if card.kind == "tower":
            yield from _figures(card)
        else:
            yield Violation("TW-3.6", "{name} is no tower", name=card.name, legal="towers")


def _figures(tower: Card) -> Iterator[Violation]:
    for figure, (least, most) in FIGURES.items():
        have = getattr(tower, figure)
        if not least <= have <= most:
            why = "the {figure} of {name} is {have}"
            legal = f"{least} to {most}"
            yield Violation("TW-3.3", why, figure=figure, name=tower.name, have=have, legal=legal)


def copies_faults(deck: Mapping[str, int], most: int) -> list[Violation]:
    """The cards of which a deck has more copies than were agreed (TW-2.9, I 4)."""
    legal = f"at most {most}"
    return [
        Violation("TW-2.9", "{have:copy} of {name}", have=count, name=name, legal=legal)
        for name, count in deck.items()
        if count > most
    ]


def _unknown(cards: Cards, listed: Iterable[str]) -> Iterator[Violation]:
    for name in listed:
        if name not in cards.cards:
            legal = meant(name, cards.names, "a card of the catalog")
            yield Violation("TW-2.10", "no card is {name}", name=name, legal=legal)


def _fault(rule: str, why: str, have: int, legal: int) -> Violation:
    return Violation(rule, why, have=have, legal=f"exactly {legal}")
