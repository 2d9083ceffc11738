"""The unseen cards of one owner: what may lie where, and which showings are possible.

Cards that were shuffled together form a pool. The unseen slots of a zone hold cards that nobody
has seen yet, wherever those slots travel. Everything shown or claimed so far must be possible
together; while all slots are of one pool and no claim is alive, that is a matter of counting.
Otherwise `referee.hidden.worlds` searches for a world that fits.

The account never calls a possible thing impossible. It is exact, except that it may allow too
much in three cases:

- Unseen cards leave a zone whose slots came there in different ways. If counting cannot tell
  which of them left, the account forgets the difference and says so in `widened`.
- The search gives up, which takes hundreds of showings that may be of several pools. If cards
  are shown nonetheless, only their number is kept, which `widened` says too.
- A card is shown that is known to lie at some place, but may have been another copy. Then the
  order beyond that place is forgotten.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Literal

import msgspec
from msgspec import Struct, field

from referee.hidden.slots import take
from referee.hidden.worlds import Worlds


class Impossible(Struct, frozen=True):
    """Why something cannot be.

    Args:
        kind: "size" if the zone holds too few cards, "claim" if it would be possible without
            the claims, otherwise "pool".
        card: the first card that cannot be shown, or a name that the zone cannot be without.
        have: how many there can be. For a denial: how many cards of other names there are, or
            how many copies are known to be in the zone.
        asked: how many were asked for. For a denial: how many unseen slots the zone has, or 0.
        since: the entry of the earliest claim without which it would be possible; if several
            stand against it only together, the earliest of all.
    """

    kind: Literal["size", "pool", "claim"]
    card: str
    have: int
    asked: int
    since: int | None = None


class Zone(Struct, omit_defaults=True):
    """One hidden zone.

    Args:
        unseen: how many slots nobody has seen.
        known: the cards known to be there.
        top: those of them that are known to lie on top, topmost first.
        bottom: those of them that are known to lie at the bottom, bottommost last.
    """

    unseen: int = 0
    known: dict[str, int] = field(default_factory=dict)
    top: list[str] = field(default_factory=list)
    bottom: list[str] = field(default_factory=list)

    def size(self) -> int:
        """How many cards it holds."""
        return self.unseen + sum(self.known.values()) if self.known else self.unseen

    def put(self, cards: Iterable[str]) -> None:
        """Seen cards come in."""
        for card in cards:
            self.known[card] = self.known.get(card, 0) + 1

    def lose_order(self) -> None:
        """Nobody knows any longer which card lies where."""
        if self.top or self.bottom:
            self.top, self.bottom = [], []

    def loose(self) -> dict[str, int]:
        """The known cards that lie nobody knows where."""
        loose = dict(self.known)
        for card in (*self.top, *self.bottom):
            take(loose, card)
        return loose

    def take_known(self, card: str, hidden: bool) -> None:
        """A known copy leaves, from the place where it is known to lie.

        Args:
            card: its name.
            hidden: whether an unseen slot might hold this card too.
        """
        placed = self.top.count(card) + self.bottom.count(card)
        if placed and (hidden or self.known[card] > 1):
            # It may have been another copy, so only the order outside of it is still known.
            if card in self.top:
                del self.top[self.top.index(card) :]
            if card in self.bottom:
                del self.bottom[: len(self.bottom) - self.bottom[::-1].index(card)]
        elif placed:
            (self.top if card in self.top else self.bottom).remove(card)
        take(self.known, card)


class HiddenCards(Struct, omit_defaults=True):
    """The hidden cards of one owner.

    Args:
        zones: the hidden zones by name.
        left: the unseen cards while counting is enough, otherwise empty; by name.
        worlds: the account of the unseen cards while counting is not enough.
        widened: something had to be forgotten, so some impossible things may pass.
    """

    zones: dict[str, Zone]
    left: dict[str, int]
    worlds: Worlds | None = None
    widened: bool = False

    @classmethod
    def opened(cls, cards: Mapping[str, int], zone: str = "deck") -> "HiddenCards":
        """All cards shuffled together in one zone."""
        left = {name: count for name, count in sorted(cards.items()) if count > 0}
        return cls({zone: Zone(sum(left.values()))}, left)

    # Questions: they change nothing

    def size(self, zone: str) -> int:
        """How many cards the zone holds."""
        place = self.zones.get(zone)
        return 0 if place is None else place.size()

    def known(self, zone: str) -> dict[str, int]:
        """The cards known to be in the zone."""
        place = self.zones.get(zone)
        return {} if place is None else dict(sorted(place.known.items()))

    def unseen_total(self) -> dict[str, int]:
        """All cards in hidden zones, wherever they lie."""
        total = dict(self.left) if self.worlds is None else self.worlds.total()
        for place in self.zones.values():
            for name, count in place.known.items():
                total[name] = total.get(name, 0) + count
        return dict(sorted(total.items()))

    def refuses(self, zone: str, cards: Sequence[str]) -> Impossible | None:
        """Why these cards cannot be shown together from the zone now; None if they can."""
        place = self.zones.get(zone)
        if place is not None and self._counts(place, cards):
            return None
        size = self.size(zone)
        if len(cards) > size:
            return Impossible("size", cards[size], size, len(cards))
        if place is None or self._can_show(zone, place, cards) is not False:
            return None
        fine = 0
        while fine < len(cards) - 1 and self._can_show(zone, place, cards[: fine + 1]) is not False:
            fine += 1
        card = cards[fine]
        have, asked = cards[:fine].count(card), cards.count(card)
        while have < asked - 1 and self._can_show(zone, place, [card] * (have + 1)) is not False:
            have += 1
        return self._explained(
            lambda without: self._can_show(zone, place, cards, without), card, have, asked
        )

    def denies(self, zone: str, names: Collection[str]) -> Impossible | None:
        """Why the zone cannot be without all of these names; None if it can."""
        place = self.zones.get(zone)
        if place is None:
            return None
        for name in sorted(place.known):
            if name in names:
                return Impossible("pool", name, place.known[name], 0)
        worlds = self.worlds
        left = self.left if worlds is None else worlds.total()
        have = sum(count for name, count in left.items() if name not in names)
        if worlds is None:
            if have >= place.unseen:
                return None
        elif worlds.can_lack(zone, names) is not False:
            return None
        card = min((name for name in names if name in left), default=min(names))
        return self._explained(
            lambda without: worlds is not None and worlds.can_lack(zone, names, without),
            card,
            have,
            place.unseen,
        )

    def candidates(self, zone: str) -> dict[str, int]:
        """Each name that could be shown alone now, with the most copies at once."""
        place = self.zones.get(zone)
        if place is None:
            return {}
        unseen = place.unseen
        if not unseen:
            could = {}
        elif self.worlds is None:
            could = {name: count if count < unseen else unseen for name, count in self.left.items()}
            if not place.known:
                return could
        else:
            could = self.worlds.most(zone, unseen)
        for name, count in place.known.items():
            could[name] = could.get(name, 0) + count
        return dict(sorted(could.items()))

    # Cards that move

    def draw(self, count: int, source: str = "deck", target: str = "hand") -> None:
        """Move cards unseen, from the top if the order is known.

        Raises:
            ValueError: if the source holds too few; nothing is changed.
        """
        old = self.zones.get(source)
        if count < 0 or old is None or (count > old.unseen and count > old.size()):
            raise ValueError(f"{source} holds {self.size(source)} cards, not {count}")
        new = self.zones.get(target)
        if new is None:
            new = self.zones[target] = Zone()
        elif new.top or new.bottom:
            new.lose_order()
        if old is new or not count:
            return
        if old.known:
            count = self._draw_known(count, source, old, new)
        old.unseen -= count
        new.unseen += count
        if self.worlds is not None:
            self.worlds.move(count, source, target, old.unseen + count)
            self._count_again()

    def show(self, zone: str, cards: Sequence[str]) -> None:
        """The cards leave the zone face up.

        Raises:
            ValueError: if that is impossible; nothing is changed.
        """
        found = self.zones.get(zone)
        if found is not None and self._show_by_counting(found, cards):
            return
        place = self._leave(zone, cards)
        for card, count in _counted(cards).items():
            for _ in range(min(count, place.known.get(card, 0))):
                place.take_known(card, self._hides(place, card))

    def take(self, zone: str, cards: Sequence[str]) -> Impossible | None:
        """Show the cards if they can be shown: `refuses` and `show` in one step.

        Returns:
            Why it is impossible; then nothing is changed.
        """
        found = self.zones.get(zone)
        if found is not None and self._show_by_counting(found, cards):
            return None
        refusal = self.refuses(zone, cards)
        if refusal is None:
            self.show(zone, cards)
        return refusal

    def reveal(self, zone: str, cards: Sequence[str]) -> None:
        """The cards are seen and stay in the zone.

        Raises:
            ValueError: if that is impossible; nothing is changed.
        """
        place = self._leave(zone, cards)
        for card, count in _counted(cards).items():
            place.known[card] = max(count, place.known.get(card, 0))

    def put(self, zone: str, cards: Sequence[str]) -> None:
        """Seen cards enter the zone; nobody knows where in it they lie."""
        place = self._zone(zone)
        place.lose_order()
        place.put(cards)

    def put_on_top(self, zone: str, cards: Sequence[str]) -> None:
        """Seen cards go on top; the first of them is topmost."""
        place = self._zone(zone)
        place.top[:0] = cards
        place.put(cards)

    def put_on_bottom(self, zone: str, cards: Sequence[str]) -> None:
        """Seen cards go to the bottom; the last of them is bottommost."""
        place = self._zone(zone)
        place.bottom.extend(cards)
        place.put(cards)

    def shuffle(self, zone: str, adding: Mapping[str, int] = {}) -> None:
        """The order is lost, and seen cards may be shuffled in.

        Shuffled into an empty zone they are a new pool. Otherwise they join the pool of the
        zone; slots elsewhere cannot be of the added cards, so while there are such slots a
        search tells where the cards can be.
        """
        place = self._zone(zone)
        place.lose_order()
        if adding:
            if not place.unseen:
                self._see_through(place)
            for name, count in adding.items():
                place.put([name] * count)
            self._hide(zone, place)

    # Claims and repairs

    def claim(self, zone: str, names: Collection[str], seq: int) -> None:
        """At entry `seq` the owner claims that the zone now holds none of these names.

        Raises:
            ValueError: if that is impossible; nothing is changed.
        """
        refusal = self.denies(zone, names)
        if refusal is not None:
            raise ValueError(f"{zone} cannot be without {refusal.card}")
        if not self.zones.get(zone, Zone()).unseen:
            return
        if self.worlds is None:
            if self.left.keys().isdisjoint(names):
                return
            self._search_from_now()
        if self.worlds is not None and self.worlds.can_lack(zone, names):
            self.worlds.claim(zone, names, seq)
            self._count_again()

    def forget_claim(self, seq: int) -> None:
        """The claims made at this entry count no longer."""
        if self.worlds is not None:
            self.worlds.forget_claim(seq)
            self._count_again()

    def adjust(
        self,
        zone: str,
        *,
        add: Sequence[str] = (),
        remove: Sequence[str] = (),
        unseen: int = 0,
    ) -> None:
        """A judge's repair.

        Args:
            zone: the zone that is wrong.
            add: seen cards that are put in.
            remove: cards that are taken out, face up.
            unseen: how many unseen cards come from the deck; if negative, go to the deck.

        Raises:
            ValueError: if that is impossible; nothing is changed.
        """
        if unseen and zone == "deck":
            raise ValueError("unseen cards move between the deck and another zone")
        trial = _DECODER.decode(self.keep())
        trial.show(zone, remove)
        trial.put(zone, add)
        if unseen > 0:
            trial.draw(unseen, "deck", zone)
        elif unseen < 0:
            trial.draw(-unseen, zone, "deck")
        self._become(trial)

    # Taking back

    def keep(self) -> bytes:
        """All of it as bytes, for `restore`.

        A flat copy by msgpack is the cheapest exact one: less than a microsecond for the cards
        of one player, a twentieth of a deep copy. Decoding costs twice that, and only where
        something is indeed taken back.
        """
        return _ENCODER.encode(self)

    def restore(self, kept: bytes) -> None:
        """Be again what `keep` kept."""
        self._become(_DECODER.decode(kept))

    def _become(self, other: "HiddenCards") -> None:
        for name in self.__struct_fields__:
            setattr(self, name, getattr(other, name))

    # How it is done

    def _counts(self, place: Zone, cards: Sequence[str]) -> bool:
        """Whether plain counting shows that these cards can come from unseen slots."""
        if len(cards) > place.unseen:
            return False
        left = self.left
        if len(cards) == 1:
            return cards[0] in left
        for card in cards:  # noqa: SIM110 - a generator takes twice as long
            if left.get(card, 0) < cards.count(card):
                return False
        return True

    def _show_by_counting(self, place: Zone, cards: Sequence[str]) -> bool:
        """Show cards where plain counting is all there is to do; whether that was so."""
        if not place.known:
            if not self._counts(place, cards):
                return False
            place.unseen -= len(cards)
            left = self.left
            for card in cards:
                if left[card] > 1:
                    left[card] -= 1
                else:
                    del left[card]
            return True
        if (
            len(cards) == 1
            and cards[0] in place.known
            and self.worlds is None
            and not (place.top or place.bottom)
        ):
            take(place.known, cards[0])
            return True
        return False

    def _zone(self, zone: str) -> Zone:
        place = self.zones.get(zone)
        if place is None:
            place = self.zones[zone] = Zone()
        return place

    def _hides(self, place: Zone, card: str) -> bool:
        """Whether an unseen slot of the zone might hold this card; at times too careful."""
        return place.unseen > 0 and (self.worlds is not None or card in self.left)

    def _can_show(
        self,
        zone: str,
        place: Zone,
        cards: Sequence[str],
        without: Collection[int] | None = (),
    ) -> bool | None:
        """Whether these cards can be shown together; None if the search gives up."""
        need = _unknown(place, cards)
        if sum(need.values()) > place.unseen:
            return False
        left = self.left if self.worlds is None else self.worlds.total()
        if any(count > left.get(card, 0) for card, count in need.items()):
            return False
        return self.worlds is None or not need or self.worlds.can_show(zone, need, without)

    def _explained(
        self,
        possible: Callable[[Collection[int] | None], bool | None],
        card: str,
        have: int,
        asked: int,
    ) -> Impossible:
        """Why it is impossible, given whether it would be possible without some claims."""
        if self.worlds is None or not self.worlds.claims or possible(None) is False:
            return Impossible("pool", card, have, asked)
        seqs = sorted({claim.seq for claim in self.worlds.claims})
        since = next((seq for seq in seqs if possible((seq,)) is not False), seqs[0])
        return Impossible("claim", card, have, asked, since)

    def _leave(self, zone: str, cards: Sequence[str]) -> Zone:
        """The unseen ones of these cards leave their slots; the known ones are left there."""
        place = self.zones.get(zone, Zone())
        possible = len(cards) <= place.size() and self._can_show(zone, place, cards)
        if possible is False:
            raise ValueError(f"{zone} cannot show {', '.join(cards)}: {self.refuses(zone, cards)}")
        need = _unknown(place, cards)
        if self.worlds is not None and possible is None:
            # Nothing is certain any longer, except how many of each name there are.
            self.left, self.worlds, self.widened = self.worlds.total(), None, True
        if self.worlds is not None and need:
            self.worlds.show(zone, need)
            self._count_again()
        elif need:
            for card, count in need.items():
                take(self.left, card, count)
        place.unseen -= sum(need.values())
        return place

    def _draw_known(self, count: int, source: str, old: Zone, new: Zone) -> int:
        """Draw the cards of which it is known that they come; how many unseen ones follow."""
        while count and old.top:
            new.put([old.top[0]])
            take(old.known, old.top.pop(0))
            count -= 1
        loose = old.loose()
        middle = old.unseen + sum(loose.values())
        if count >= middle or (not old.unseen and len(loose) == 1):
            for card, copies in loose.items():
                moved = min(count, copies)
                new.put([card] * moved)
                take(old.known, card, moved)
            for card in old.bottom[: max(count - middle, 0)]:
                new.put([card])
                take(old.known, card)
            del old.bottom[: max(count - middle, 0)]
            return min(count, old.unseen) if count >= middle else 0
        if count and loose:
            self._hide(source, old)
        return count

    def _hide(self, zone: str, place: Zone) -> None:
        """The known cards that lie nobody knows where become unseen again."""
        loose = place.loose()
        if not loose:
            return
        for card, count in loose.items():
            take(place.known, card, count)
        if self.worlds is None:
            if any(other.unseen for other in self.zones.values() if other is not place):
                self._search_from_now()
            else:
                for card, count in loose.items():
                    self.left[card] = self.left.get(card, 0) + count
                self.left = dict(sorted(self.left.items()))
        place.unseen += sum(loose.values())
        if self.worlds is not None:
            self.worlds.add(zone, loose)

    def _see_through(self, new: Zone) -> None:
        """Before a new pool is formed: what is unseen in one zone alone is certain to be there.

        So a deck that was drawn empty and is built anew leaves no second pool behind: the
        cards of the old one that nobody has shown are those in hand.
        """
        others = [place for place in self.zones.values() if place is not new and place.unseen]
        if len(others) == 1:
            place = others[0]
            left = self.left if self.worlds is None else self.worlds.total()
            for name, count in left.items():
                place.known[name] = place.known.get(name, 0) + count
            place.known = dict(sorted(place.known.items()))
            place.unseen, self.left, self.worlds = 0, {}, None

    def _search_from_now(self) -> None:
        """Counting is no longer enough."""
        unseen = {zone: place.unseen for zone, place in self.zones.items()}
        self.left, self.worlds = {}, Worlds.started(self.left, unseen)

    def _count_again(self) -> None:
        """Go back to counting if it is enough again."""
        if self.worlds is not None:
            self.widened |= self.worlds.widened
            left = self.worlds.single()
            if left is not None:
                self.left, self.worlds = dict(sorted(left.items())), None


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(HiddenCards)


def _counted(cards: Iterable[str]) -> dict[str, int]:
    counted: dict[str, int] = {}
    for card in cards:
        counted[card] = counted.get(card, 0) + 1
    return counted


def _unknown(place: Zone, cards: Iterable[str]) -> dict[str, int]:
    """How many of these cards come from unseen slots.

    A known copy can serve its own name only, an unseen slot perhaps others: known ones go first.
    """
    known = place.known
    return {
        card: count - known.get(card, 0)
        for card, count in _counted(cards).items()
        if count > known.get(card, 0)
    }
