"""An account that hides nothing: it stands in the place of the account of hidden cards, and keeps
what really lies where. What is offered over it, and what it lets pass, is true."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from msgspec import Struct

from referee.hidden import HiddenCards, Impossible

NEAR = 4
"""So many cards of a deck are named at once at most."""


class TrueZone(Struct):
    """What lies in a place; of a deck, the first is on top.

    Args:
        cards: the cards.
        shown: how many on top all know.
    """

    cards: list[str]
    shown: int = 0
    chance: ClassVar[Random] = Random()

    def size(self) -> int:
        return len(self.cards)

    @property
    def known(self) -> dict[str, int]:
        return dict(sorted(Counter(self.cards).items()))

    @property
    def top(self) -> list[str]:
        return self.cards[: self.shown]

    @property
    def bottom(self) -> list[str]:
        return []

    def lose_order(self) -> None:
        self.chance.shuffle(self.cards)


class TrueAccount(Struct):
    """What lies in all hidden places; its questions and moves are those of ``HiddenCards``.

    Args:
        zones: the places.
    """

    zones: dict[str, TrueZone]
    widened: ClassVar[bool] = False
    since: ClassVar[int] = 0
    exact: ClassVar[bool] = False
    begun: ClassVar[bool] = False
    deal: ClassVar[None] = None
    """Whether what may be named of a deck lies near its top."""

    @classmethod
    def of(cls, hidden: HiddenCards, decks: Mapping[str, str]) -> "TrueAccount":
        """What may lie where, decided: each place shuffled.

        Args:
            hidden: the account of a match that was just opened.
            decks: for each hand, the deck that it was drawn from.
        """
        found = cls({})
        for zone in hidden.zones:
            cards = Counter(hidden.candidates(zone)) if zone not in decks else Counter[str]()
            found.zones[zone] = TrueZone(sorted(cards.elements()))
            found.zones[zone].lose_order()
        for hand, deck in decks.items():
            full = hidden.part_of(hidden.zones[deck]).total()
            found.zones[deck].cards = sorted(Counter(full).elements())
            found.zones[deck].lose_order()
            found.draw(hidden.size(hand), deck, hand)
        return found

    # -- questions -----------------------------------------------------------------------------

    def lies(self, zone: str) -> list[str]:
        place = self.zones.get(zone)
        return place.cards if place else []

    def size(self, zone: str) -> int:
        return len(self.lies(zone))

    def known(self, zone: str) -> dict[str, int]:
        return dict(Counter(self.lies(zone)))

    def candidates(self, zone: str) -> dict[str, int]:
        return dict(sorted(Counter(self.near(zone, self.lies(zone))).items()))

    def near(self, zone: str, cards: Sequence[str]) -> Sequence[str]:
        """Of the cards of a place those that may be named: of a deck, near its top."""
        return cards[:NEAR] if self.begun and not zone.endswith(".hand") else cards

    def unseen_total(self) -> dict[str, int]:
        return dict(Counter(card for place in self.zones.values() for card in place.cards))

    def refuses(self, zone: str, cards: Sequence[str]) -> Impossible | None:
        lacking = Counter(cards) - Counter(self.lies(zone))
        if not lacking:
            return None
        if not self.lies(zone):
            return Impossible("size", cards[0], 0, len(cards))
        card = next(iter(lacking))
        return Impossible("pool", card, self.lies(zone).count(card), cards.count(card))

    def denies(self, zone: str, names: Collection[str]) -> Impossible | None:
        there = [card for card in self.lies(zone) if card in names]
        return Impossible("pool", there[0], len(there), 0) if there else None

    # -- moves ---------------------------------------------------------------------------------

    def _zone(self, zone: str) -> TrueZone:
        return self.zones.setdefault(zone, TrueZone([]))

    def draw(
        self,
        count: int,
        source: str = "deck",
        target: str = "hand",
        barred: Collection[str] = (),
    ) -> None:
        old, new = self._zone(source), self._zone(target)
        if not 0 <= count <= old.size():
            raise ValueError(f"{source} holds {old.size()} cards, not {count}")
        if source.endswith(".hand"):
            old.lose_order()
        old.cards.sort(key=barred.__contains__)
        gone, old.cards[:] = old.cards[:count], old.cards[count:]
        old.shown = max(0, old.shown - count)
        new.cards.extend(gone)

    def exchange(self, one: str, other: str, given: int, taken: int) -> None:
        self.draw(given, one, "between")
        self.draw(taken, other, one)
        self.draw(given, "between", other)
        del self.zones["between"]

    def take(self, zone: str, cards: Sequence[str]) -> Impossible | None:
        found = self.refuses(zone, cards)
        if found is None:
            for card in cards:
                place = self.zones[zone]
                place.shown -= place.cards.index(card) < place.shown
                place.cards.remove(card)
        return found

    def reveal(self, zone: str, cards: Sequence[str]) -> None:
        assert self.refuses(zone, cards) is None

    def put(self, zone: str, cards: Sequence[str]) -> None:
        place = self._zone(zone)
        place.cards.extend(cards)
        place.lose_order()

    def put_on_top(self, zone: str, cards: Sequence[str]) -> None:
        place = self._zone(zone)
        place.cards[:0] = cards
        place.shown += len(cards)  # all have seen them

    def put_on_bottom(self, zone: str, cards: Sequence[str]) -> None:
        self._zone(zone).cards.extend(cards)

    def shuffle(self, zone: str, adding: Mapping[str, int] = {}) -> None:
        self.put(zone, list(Counter(adding).elements()))

    def claim(self, zone: str, names: Collection[str], seq: int) -> None:
        assert self.denies(zone, names) is None

    def keep(self) -> Any:
        """All of it, with what chance will do next."""
        held = {zone: (list(each.cards), each.shown) for zone, each in self.zones.items()}
        return held, TrueZone.chance.getstate()

    def restore(self, kept: Any) -> None:
        held, state = kept
        self.zones = {zone: TrueZone(list(cards), shown) for zone, (cards, shown) in held.items()}
        TrueZone.chance.setstate(state)
