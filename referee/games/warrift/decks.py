"""Decks and lists: what a starting deck, a class deck and the table's lists hold (WR-3.1 to 3.7).

A player's class is what the cards of the starting deck are of; where these carry no class
(WR-I 12), what those of the class deck are of.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from events.common import CardList
from referee.catalog import Registered
from referee.english import meant
from referee.games.warrift.catalog import (
    Card,
    Cards,
    ClassCard,
    Mercenary,
    Monster,
    StartingCard,
    Stronghold,
)
from referee.verdict import Violation

ROLE = 5
"""How many mages a starting deck has, and how many warriors (WR-3.2)."""

Tiers = Mapping[int | str, int]

CLASS_DECK: Tiers = {2: 20, 3: 12, 4: 9, 5: 6, "legendary": 3}
MONSTERS: Tiers = {1: 24, 2: 18, 3: 12, "legendary": 6}
SUPPORT: Tiers = {1: 11, 2: 8, 3: 5, "legendary": 6}
"""How many cards of each tier there are; in the support deck, of each of its two kinds."""


def class_in(cards: Cards, registered: Registered, choice: Mapping[str, str]) -> str:
    """The class that most cards of a player's deck are of; empty where none is of any."""
    classless = choice["WR-I 12"] == "classless"
    kind, deck = (
        (ClassCard, Counter(registered.lists.get("class", {})))
        if classless
        else (StartingCard, Counter(registered.deck))
    )
    counts: Counter[str] = Counter()
    for name, count in deck.items():
        card = cards.cards.get(name)
        if isinstance(card, kind):
            counts[card.cls] += count
    return max(counts, key=lambda cls: counts[cls], default="")


def deck_faults(cards: Cards, registered: Registered, choice: Mapping[str, str]) -> list[Violation]:
    """What is wrong with a starting deck and a class deck, in the order of the rules."""
    deck, class_deck = Counter(registered.deck), Counter(registered.lists.get("class", {}))
    cls = class_in(cards, registered, choice)
    return [
        *_unknown(cards, {**deck, **class_deck}),
        *_starting_faults(cards, deck, "" if choice["WR-I 12"] == "classless" else cls),
        *_class_faults(cards, class_deck, cls, exact=choice["WR-I 13"] == "exact_counts"),
    ]


def table_faults(
    cards: Cards, lists: Mapping[str, CardList], choice: Mapping[str, str]
) -> list[Violation]:
    """What is wrong with the monster deck and the support deck, in the order of the rules."""
    monsters, support = (Counter(lists.get(name, {})) for name in ("monsters", "support"))
    return [
        *_unknown(cards, {**monsters, **support}),
        *_list_faults(cards, monsters, "WR-3.6", "the monster deck", [(Monster, MONSTERS)]),
        *_support_faults(cards, support, same_kind=choice["WR-I 14"] == "same_kind"),
    ]


def known_deck_faults(
    cards: Cards, registered: Registered, choice: Mapping[str, str]
) -> list[Violation]:
    """The same for decks, of which those that were legal before are remembered."""
    lists = [registered.deck, registered.lists.get("class", {})]
    key = (choice["WR-I 12"], choice["WR-I 13"], *map(_key, lists))
    return _unless_legal(cards, key, lambda: deck_faults(cards, registered, choice))


def known_table_faults(
    cards: Cards, lists: Mapping[str, CardList], choice: Mapping[str, str]
) -> list[Violation]:
    """The same for the lists of the table, of which those that were legal are remembered."""
    key = (choice["WR-I 14"], *(_key(lists.get(name, {})) for name in ("monsters", "support")))
    return _unless_legal(cards, key, lambda: table_faults(cards, lists, choice))


def _key(cards: Mapping[str, int] | tuple[str, ...]) -> object:
    return cards if isinstance(cards, tuple) else frozenset(cards.items())


def _unless_legal(
    cards: Cards, key: object, faults: Callable[[], list[Violation]]
) -> list[Violation]:
    if key in cards.legal_lists:
        return []
    found = faults()
    if not found:
        cards.legal_lists.add(key)
    return found


def _unknown(cards: Cards, names: Mapping[str, int]) -> Iterator[Violation]:
    """Cards that the catalog does not have (WR-2.2)."""
    for name in names:
        if name not in cards.cards:
            yield Violation(
                "WR-2.2",
                "{card} is not a card of the catalog",
                card=name,
                legal=meant(name, cards.cards, "a card of the catalog"),
            )


def _starting_faults(cards: Cards, deck: Mapping[str, int], cls: str) -> Iterator[Violation]:
    """Five mages and five warriors of one class (WR-3.2)."""
    roles: Counter[str] = Counter()
    for name, count in deck.items():
        card = cards.cards.get(name)
        if card is None:
            continue
        if not isinstance(card, StartingCard):
            yield _no_such("WR-3.2", "the starting deck", card, "Tier 1 cards of the class")
        elif cls and card.cls != cls:
            yield _other_class("WR-3.2", "the starting deck", card, cls)
        else:
            roles[card.role] += count
    for role in ("mage", "warrior"):
        if roles[role] != ROLE:
            yield Violation(
                "WR-3.2",
                "the starting deck has {have} {role}s",
                have=roles[role],
                role=role,
                legal=f"exactly {ROLE}",
            )


def _class_faults(
    cards: Cards, deck: Mapping[str, int], cls: str, *, exact: bool
) -> Iterator[Violation]:
    """Fifty cards of the class by tiers, or all that one owns (WR-I 13); no legendary twice."""
    where = "the class deck"
    for name in deck:
        card = cards.cards.get(name)
        if card is None:
            continue
        if not isinstance(card, ClassCard):
            yield _no_such("WR-3.3", where, card, "cards of the class, from Tier 2 up")
        elif cls and card.cls != cls:
            yield _other_class("WR-3.3", where, card, cls)
    if exact:
        own = _of(cards, deck, ClassCard, cls)
        yield from _tier_faults(own, "WR-3.3", where, "cards", CLASS_DECK)
    elif not deck:
        yield Violation("WR-3.3", "the class deck is empty", legal="all other cards of the class")
    yield from _legendary_faults(cards, deck, "WR-3.4", where)


def _support_faults(
    cards: Cards, deck: Mapping[str, int], *, same_kind: bool
) -> Iterator[Violation]:
    """Mercenaries and strongholds, each by tiers, or both together (WR-I 14)."""
    kinds: list[tuple[Any, Tiers]] = [(Mercenary, SUPPORT), (Stronghold, SUPPORT)]
    if not same_kind:
        kinds = [((Mercenary, Stronghold), {tier: 2 * count for tier, count in SUPPORT.items()})]
    yield from _list_faults(cards, deck, "WR-3.7", "the support deck", kinds)


def _list_faults(
    cards: Cards, deck: Mapping[str, int], rule: str, where: str, kinds: list[tuple[Any, Tiers]]
) -> Iterator[Violation]:
    """A list of the table: its kinds of cards, each by tiers, and no legendary twice."""
    named = {Monster: "monsters", Mercenary: "mercenaries", Stronghold: "strongholds"}
    for name in deck:
        card = cards.cards.get(name)
        if card is not None and not any(isinstance(card, kind) for kind, _ in kinds):
            legal = "monsters" if rule == "WR-3.6" else "mercenaries and strongholds"
            yield _no_such(rule, where, card, legal)
    for kind, tiers in kinds:
        own = _of(cards, deck, kind)
        yield from _tier_faults(own, rule, where, named.get(kind, "cards"), tiers)
    yield from _legendary_faults(cards, deck, rule, where)


def _of(cards: Cards, deck: Mapping[str, int], kind: Any, cls: str = "") -> Counter[int | str]:
    """How many cards of each tier a deck has, of a kind, and of a class where one is named."""
    found: Counter[int | str] = Counter()
    for name, count in deck.items():
        card = cards.cards.get(name)
        if isinstance(card, kind) and (not cls or card.cls == cls):
            found[card.tier] += count
    return found


def _tier_faults(
    own: Counter[int | str], rule: str, where: str, what: str, tiers: Tiers
) -> Iterator[Violation]:
    for tier, count in tiers.items():
        if own[tier] != count:
            yield Violation(
                rule,
                "{where} has {have} {what} of {tier}",
                where=where,
                have=own[tier],
                what=what,
                tier=_tier(tier),
                legal=f"exactly {count}",
            )


def _legendary_faults(
    cards: Cards, deck: Mapping[str, int], rule: str, where: str
) -> Iterator[Violation]:
    for name, count in deck.items():
        if count > 1 and getattr(cards.cards.get(name), "tier", "") == "legendary":
            yield Violation(
                rule,
                "{where} has {have:copy} of {card}",
                where=where,
                have=count,
                card=name,
                legal="one of each legendary card",
            )


def _tier(tier: int | str) -> str:
    return "Legendary Tier" if tier == "legendary" else f"Tier {tier}"


def _no_such(rule: str, where: str, card: Card, legal: str) -> Violation:
    return Violation(
        rule,
        "{card}, {kind:a}, does not belong in {where}",
        card=card.name,
        kind=card.kind,
        where=where,
        legal=legal,
    )


def _other_class(rule: str, where: str, card: ClassCard | StartingCard, cls: str) -> Violation:
    return Violation(
        rule,
        "{card} in {where} is a card of the {other}",
        card=card.name,
        where=where,
        other=card.cls,
        legal=f"cards of the {cls}",
    )
