"""The unseen cards of one owner: what may lie where, and which showings are possible.

Cards that were shuffled together form a pool; the unseen slots of the zones hold the cards of
the pool that nobody has seen yet. A showing is possible if the cards can be there.
"""

import copy
from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from msgspec import Struct, field


class Impossible(Struct, frozen=True):
    """Why something cannot be.

    Args:
        kind: "size" if the zone holds too few cards, "claim" if a claim stands against it,
            "pool" if the cards cannot be there.
        card: the first card that cannot be there.
        have: how many there could be.
        asked: how many were asked for.
        since: the entry of the claim that stands against it.
    """

    kind: Literal["size", "pool", "claim"]
    card: str
    have: int
    asked: int
    since: int | None = None


class Zone(Struct):
    """One hidden zone: unseen slots, cards known to be there, and the known order.

    `top` starts with the topmost card; `bottom` ends with the bottommost. Both are part of
    `known`.
    """

    unseen: int = 0
    known: dict[str, int] = field(default_factory=dict)
    top: list[str] = field(default_factory=list)
    bottom: list[str] = field(default_factory=list)


class Claim(Struct):
    """At entry `seq` the owner claimed that the zone holds none of these names."""

    seq: int
    zone: str
    names: list[str]


def _take(counts: dict[str, int], name: str, count: int = 1) -> None:
    rest = counts[name] - count
    if rest:
        counts[name] = rest
    else:
        del counts[name]


class HiddenCards(Struct):
    """The hidden cards of one owner."""

    zones: dict[str, Zone]
    left: dict[str, int]
    claims: list[Claim] = field(default_factory=list)

    @classmethod
    def opened(cls, cards: Mapping[str, int], zone: str = "deck") -> "HiddenCards":
        """All cards shuffled together in one zone."""
        left = {name: count for name, count in cards.items() if count > 0}
        return cls({zone: Zone(sum(left.values()))}, left)

    def _zone(self, zone: str) -> Zone:
        found = self.zones.get(zone)
        if found is None:
            found = self.zones[zone] = Zone()
        return found

    def size(self, zone: str) -> int:
        """How many cards the zone holds."""
        found = self.zones.get(zone)
        if found is None:
            return 0
        return found.unseen + sum(found.known.values()) if found.known else found.unseen

    def draw(self, count: int, source: str = "deck", target: str = "hand") -> None:
        """Move cards unseen, from the top if the order is known.

        Raises:
            ValueError: if the source holds too few; nothing is changed.
        """
        old = self.zones.get(source)
        if old is None or count < 0 or (count > old.unseen and count > self.size(source)):
            raise ValueError(f"{source} holds {self.size(source)} cards, not {count}")
        new = self._zone(target)
        if new.top or new.bottom:
            new.top, new.bottom = [], []
        if not old.known:
            old.unseen -= count
            new.unseen += count
            return
        while count and old.top:
            self._carry(old, new, old.top.pop(0))
            count -= 1
        placed = sum(old.known.values()) - len(old.bottom)
        if count >= old.unseen + placed:
            count -= old.unseen + placed
            new.unseen += old.unseen
            old.unseen = 0
            loose = dict(old.known)
            for name in old.bottom:
                _take(loose, name)
            for name, copies in loose.items():
                for _ in range(copies):
                    self._carry(old, new, name)
            for _ in range(count):
                self._carry(old, new, old.bottom.pop(0))
            return
        if placed:
            self._dissolve(old)
        old.unseen -= count
        new.unseen += count

    def _carry(self, old: Zone, new: Zone, name: str) -> None:
        _take(old.known, name)
        new.known[name] = new.known.get(name, 0) + 1

    def _dissolve(self, zone: Zone) -> None:
        """Cards known to be in the zone, at no known place, go back among the unseen."""
        loose = dict(zone.known)
        for name in zone.top + zone.bottom:
            _take(loose, name)
        for name, copies in loose.items():
            _take(zone.known, name, copies)
            self.left[name] = self.left.get(name, 0) + copies
            zone.unseen += copies

    def refuses(self, zone: str, cards: Sequence[str]) -> Impossible | None:
        """Why these cards cannot be shown together from the zone now; None if they can."""
        place = self.zones.get(zone)
        left = self.left
        if place is not None and len(cards) == 1 and place.unseen and cards[0] in left:
            return None
        if len(cards) > self.size(zone):
            have = self.size(zone)
            return Impossible("size", cards[have], have, len(cards))
        known = place.known if place is not None else {}
        asked: dict[str, int] = {}
        unseen = place.unseen if place is not None else 0
        for card in cards:
            number = asked[card] = asked.get(card, 0) + 1
            if number > known.get(card, 0):
                unseen -= 1
                could = known.get(card, 0) + left.get(card, 0)
                if unseen < 0 or number > could:
                    return Impossible("pool", card, number - 1, cards.count(card))
        return None

    def show(self, zone: str, cards: Sequence[str]) -> None:
        """The cards leave the zone face up.

        Raises:
            ValueError: if that is impossible; nothing is changed.
        """
        if self.refuses(zone, cards) is not None:
            raise ValueError(f"{zone} cannot hold {', '.join(cards)}: {self.refuses(zone, cards)}")
        if not cards:
            return
        place = self.zones[zone]
        for card in cards:
            # A known copy can serve this name only, so using it first never hurts.
            if card in place.known:
                self._forget(place, card)
            else:
                _take(self.left, card)
                place.unseen -= 1

    def _forget(self, place: Zone, card: str) -> None:
        _take(place.known, card)
        still = place.known.get(card, 0)
        if place.top.count(card) + place.bottom.count(card) > still:
            if card in place.top:
                at = place.top.index(card)
                del place.top[at]
            else:
                del place.bottom[place.bottom.index(card)]

    def reveal(self, zone: str, cards: Sequence[str]) -> None:
        """The cards are seen and stay in the zone.

        Raises:
            ValueError: if that is impossible; nothing is changed.
        """
        refusal = self.refuses(zone, cards)
        if refusal is not None:
            raise ValueError(f"{zone} cannot hold {', '.join(cards)}: {refusal}")
        asked: dict[str, int] = {}
        for card in cards:
            number = asked[card] = asked.get(card, 0) + 1
            place = self.zones[zone]
            if number > place.known.get(card, 0):
                _take(self.left, card)
                place.unseen -= 1
                place.known[card] = place.known.get(card, 0) + 1

    def put(self, zone: str, cards: Sequence[str]) -> None:
        """Seen cards enter the zone, at no known place."""
        place = self._zone(zone)
        if place.top or place.bottom:
            place.top, place.bottom = [], []
        for card in cards:
            place.known[card] = place.known.get(card, 0) + 1

    def put_on_top(self, zone: str, cards: Sequence[str]) -> None:
        """Seen cards go on top; the first of them is topmost."""
        place = self._zone(zone)
        place.top[:0] = cards
        for card in cards:
            place.known[card] = place.known.get(card, 0) + 1

    def put_on_bottom(self, zone: str, cards: Sequence[str]) -> None:
        """Seen cards go to the bottom; the last of them is bottommost."""
        place = self._zone(zone)
        place.bottom.extend(cards)
        for card in cards:
            place.known[card] = place.known.get(card, 0) + 1

    def shuffle(self, zone: str, adding: Mapping[str, int] = {}) -> None:
        """The order is lost; seen cards may be shuffled in."""
        place = self._zone(zone)
        if place.top or place.bottom:
            place.top, place.bottom = [], []
        if adding:
            for name, copies in adding.items():
                if copies > 0:
                    place.known[name] = place.known.get(name, 0) + copies
            self._dissolve(place)

    def denies(self, zone: str, names: Collection[str]) -> Impossible | None:
        """Why the zone cannot be without all of these names; None if it can."""
        place = self.zones.get(zone)
        if place is None:
            return None
        for name in sorted(names):
            if name in place.known:
                return Impossible("pool", name, place.known[name], 0)
        have = sum(count for name, count in self.left.items() if name not in names)
        if have < place.unseen:
            return Impossible("pool", min(names), have, place.unseen)
        return None

    def claim(self, zone: str, names: Collection[str], seq: int) -> None:
        """At entry `seq` the owner claims that the zone now holds none of these names."""
        refusal = self.denies(zone, names)
        if refusal is not None:
            raise ValueError(f"{zone} cannot be without {', '.join(sorted(names))}: {refusal}")
        self.claims.append(Claim(seq, zone, sorted(set(names))))

    def forget_claim(self, seq: int) -> None:
        """The claim made at this entry counts no longer."""
        self.claims = [claim for claim in self.claims if claim.seq != seq]

    def candidates(self, zone: str) -> dict[str, int]:
        """Each name that could be shown now, with the most copies at once."""
        place = self.zones.get(zone)
        if place is None:
            return {}
        unseen, known = place.unseen, place.known
        if not unseen:
            return dict(sorted(known.items()))
        could = {name: min(count, unseen) for name, count in self.left.items()}
        for name, count in known.items():
            could[name] = could.get(name, 0) + count
        return dict(sorted(could.items()))

    def known(self, zone: str) -> dict[str, int]:
        """The cards known to be in the zone."""
        place = self.zones.get(zone)
        return dict(sorted(place.known.items())) if place is not None else {}

    def unseen_total(self) -> dict[str, int]:
        """All cards in hidden zones, wherever they lie."""
        total = dict(self.left)
        for place in self.zones.values():
            for name, count in place.known.items():
                total[name] = total.get(name, 0) + count
        return dict(sorted(total.items()))

    def adjust(
        self,
        zone: str,
        *,
        add: Sequence[str] = (),
        remove: Sequence[str] = (),
        unseen: int = 0,
    ) -> None:
        """A judge's repair: seen cards put in or taken out, slots moved from or to the deck.

        Raises:
            ValueError: if that is impossible; nothing is changed.
        """
        if unseen and zone == "deck":
            raise ValueError("unseen cards move between the deck and another zone")
        trial = copy.deepcopy(self)
        trial.show(zone, remove)
        trial.put(zone, add)
        if unseen > 0:
            trial.draw(unseen, "deck", zone)
        elif unseen < 0:
            trial.draw(-unseen, zone, "deck")
        self.zones, self.left, self.claims = trial.zones, trial.left, trial.claims
