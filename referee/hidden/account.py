"""The unseen cards of a match: what may lie where, and which showings are possible.

Cards that were shuffled together form a pool. The unseen slots of a zone hold cards that nobody
has seen yet, wherever those slots travel. Everything shown or claimed so far must be possible
together; while all slots are of one pool and no claim is alive, that is a matter of counting.
Otherwise `referee.hidden.worlds` searches for a world that fits.

Cards that may change hands and shared decks belong to one account: `of_lists` opens it with a
list for each owner, by zones named `seat.place`. What has nothing to do with each other is
counted apart (`referee.hidden.parts`). A stack of which the layers are known is a zone for each
layer: cards dealt face down on top of a deck lie in a zone of their own, drawn from first. Where
backs are public, so is a zone for each back (`referee.hidden.backs`).

The account never calls a possible thing impossible. It is exact, except that it may allow too
much in three cases:

- Unseen cards leave a zone whose slots came there in different ways. If counting cannot tell
  which of them left, all ways are told apart; where these are too many, the account forgets the
  difference and says so in `widened`.
- The search gives up, which takes hundreds of showings that may be of several pools. If cards
  are shown nonetheless, only their number is kept, which `widened` says too.
- A card is shown that is known to lie at some place, but may have been another copy. Then the
  order beyond that place is forgotten.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import msgspec
from msgspec import Raw, Struct, field

from referee.hidden.deal import Deal
from referee.hidden.parts import Parts
from referee.hidden.slots import take
from referee.hidden.unseen import NONE, Part
from referee.hidden.way import EACH_WAY, MOST_WAYS, TRIED_APART
from referee.hidden.worlds import Worlds
from referee.hidden.zone import Impossible, Zone, counted

KINDS = {
    "complete": 200_000,
    "full": TRIED_APART,
    "thorough": EACH_WAY,
    "exact": MOST_WAYS,
    "rough": 0,
}
"""How the account of a match may be kept, and how many ways are then told apart at the most, before
something is forgotten."""
FORMERLY = {"account": "rough"}
"""How it was kept until ways were told apart."""


def most_ways(options: Mapping[str, str]) -> int:
    """How many ways are told apart at the most, by what an opening says of it."""
    return KINDS.get(options.get("account", ""), 0)


class HiddenCards(Parts, Struct, omit_defaults=True):
    """The hidden cards of one owner, or of several who may come by each other's cards."""

    zones: dict[str, Zone]  # the hidden zones by name
    left: dict[str, int]  # the unseen cards while counting is enough, otherwise empty; by name
    worlds: Worlds | None = None  # the account of the unseen cards while counting is not enough
    # something had to be forgotten of what is in no part; of anything, if the account is not to be
    # exact
    loose: bool = field(default=False, name="widened")
    # what is judged apart, in an account of several lists
    parts: dict[str, Part] = field(default_factory=dict)
    made: int = 0  # how many parts there have been
    ways: Raw = NONE  # that account where the other would have to forget something
    # the entry since which impossible things may pass; 0 where nothing was forgotten
    since: int = 0
    doubted: str = ""  # a card that was shown in this entry, of which that is so
    # ways are told apart before anything is forgotten; matches of an earlier day do not
    exact: bool = False
    deal: Deal | None = None  # what the unseen cards really are, where that is known; no log has it
    # how many ways are told apart at the most; fewer in matches of an earlier day
    bound: int = MOST_WAYS
    # which unseen cards moved: from where, to where, how many; where somebody follows them, no log
    # has it
    moves: list[tuple[str, str, int]] | None = None

    @property
    def widened(self) -> bool:
        """Whether something had to be forgotten, so that some impossible things may pass."""
        if not self.exact or not self.since:
            return self.loose
        return self.is_loose(self, "") or any(
            self.is_loose(part, name) for name, part in self.parts.items()
        )

    @classmethod
    def opened(cls, cards: Mapping[str, int], zone: str = "deck") -> "HiddenCards":
        """All cards shuffled together in one zone."""
        left = {name: count for name, count in sorted(cards.items()) if count > 0}
        return cls({zone: Zone(sum(left.values()))}, left)

    @classmethod
    def of_lists(cls, lists: Mapping[str, Mapping[str, int]], *, most: int = 0) -> "HiddenCards":
        """Several lists, each shuffled together in the zone of its name; so many ways are told
        apart at the most.

        >>> hidden = HiddenCards.of_lists({"ana.deck": {"Elk": 2}, "bo.deck": {"Owl": 2}})
        >>> hidden.draw(1, "ana.deck", "ana.hand")
        >>> hidden.draw(1, "ana.hand", "bo.hand")
        >>> hidden.candidates("bo.hand")
        {'Elk': 1}
        """
        account = cls({}, {}, exact=most > 0, bound=most or MOST_WAYS)
        for zone, cards in lists.items():
            left = {name: count for name, count in sorted(cards.items()) if count > 0}
            account.zones[zone] = Zone(sum(left.values()), part=account.new_part(Part(left)))
        return account

    def lay_out(self, seed: int) -> None:
        """Deal the unseen cards, as yet only counted: from now on no others can be shown."""
        self.deal = Deal({}, seed)
        for name in ("", *self.parts):
            zones = {zone: place for zone, place in self.zones.items() if place.part == name}
            self.deal.lay(zones, (self.parts[name] if name else self).left)

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
        total: dict[str, int] = {}
        for cards in (
            *(part.total() for part in self.every_part()),
            *(place.known for place in self.zones.values()),
        ):
            for name, count in cards.items():
                total[name] = total.get(name, 0) + count
        return dict(sorted(total.items()))

    def refuses(self, zone: str, cards: Sequence[str]) -> Impossible | None:
        """Why these cards cannot be shown together from the zone now; None if they can."""
        place = self.zones.get(zone)
        if self.deal is not None and (lacking := self.deal.refuses(zone, place, cards)):
            return lacking
        if place is not None and self._counts(place, cards):
            return None
        size = self.size(zone)
        if len(cards) > size:
            return Impossible("size", cards[size], size, len(cards))
        if place is None:
            return None
        part = self.part_of(place)
        if part.can_show(zone, place, cards) is not False:
            return None
        fine = 0
        while fine < len(cards) - 1 and part.can_show(zone, place, cards[: fine + 1]) is not False:
            fine += 1
        card = cards[fine]
        have, asked = cards[:fine].count(card), cards.count(card)
        while have < asked - 1 and part.can_show(zone, place, [card] * (have + 1)) is not False:
            have += 1
        return part.explained(
            lambda without: part.can_show(zone, place, cards, without), card, have, asked
        )

    def denies(self, zone: str, names: Collection[str]) -> Impossible | None:
        """Why the zone cannot be without all of these names; None if it can."""
        place = self.zones.get(zone)
        if place is None:
            return None
        for name in sorted(place.known):
            if name in names:
                return Impossible("pool", name, place.known[name], 0)
        for name, held in self.deal.held(zone).items() if self.deal is not None else ():
            if name in names:
                return Impossible("pool", name, place.unseen - held, place.unseen)
        part = self.part_of(place)
        worlds = part.searched
        left = part.total()
        have = sum(count for name, count in left.items() if name not in names)
        if worlds is None:
            if have >= place.unseen:
                return None
        elif worlds.can_lack(zone, names) is not False:
            return None
        card = min((name for name in names if name in left), default=min(names))
        return part.explained(
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
        part = self.part_of(place)
        if not unseen:
            could = {}
        elif self.deal is not None and self.deal.open:
            could = self.deal.held(zone)
        elif (worlds := part.searched) is None:
            could = {name: count if count < unseen else unseen for name, count in part.left.items()}
            if not place.known:
                return could
        else:
            could = worlds.most(zone, unseen)
        for name, count in place.known.items():
            could[name] = could.get(name, 0) + count
        return dict(sorted(could.items()))

    # Cards that move

    def draw(
        self,
        count: int,
        source: str = "deck",
        target: str = "hand",
        barred: Collection[str] = (),
    ) -> None:
        """Move cards unseen, from the top if the order is known. Who moves them takes none of the
        barred names, of which the account learns by a claim.

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
        if self.since:
            self._settle_loose(old)
        mingled = bool(count) and old.part != new.part and self.link(old, new)
        old.unseen -= count
        new.unseen += count
        if self.deal is not None:
            self.deal.move(count, source, target, barred)
        if self.moves is not None:
            self.moves.append((source, target, count))
        part = self.part_of(old) if old.part else self
        if part.worlds is not None or part.ways is not NONE:
            held = old.unseen + count
            loosened = part.change(
                source, lambda worlds: worlds.move(count, source, target, held), self.most_ways
            )
            if loosened or mingled:
                self.settle_part(self.part_of(new))

    def exchange(self, one: str, other: str, given: int, taken: int) -> None:
        """Unseen cards of two zones change places at once.

        Raises:
            ValueError: if a zone holds too few; nothing is changed.
        """
        for zone, count in ((one, given), (other, taken)):
            if not 0 <= count <= self.size(zone):
                raise ValueError(f"{zone} holds {self.size(zone)} cards, not {count}")
        between = f"{one}>{other}"
        self.draw(given, one, between)
        self.draw(taken, other, one)
        self.draw(given, between, other)
        del self.zones[between]

    def show(self, zone: str, cards: Sequence[str]) -> None:
        """The cards leave the zone face up.

        Raises:
            ValueError: if that is impossible; nothing is changed.
        """
        found = self.zones.get(zone)
        if found is not None and self._show_by_counting(found, cards):
            return
        place = self._leave(zone, cards, self._can_show(zone, cards))
        self._take_known(place, cards)

    def take(self, zone: str, cards: Sequence[str]) -> Impossible | None:
        """Show the cards if they can be shown: `refuses` and `show` in one step.

        Returns:
            Why it is impossible; then nothing is changed.
        """
        found = self.zones.get(zone)
        if found is not None and self._show_by_counting(found, cards):
            return None
        possible = self._can_show(zone, cards)
        if possible is False:
            return self.refuses(zone, cards)
        self._take_known(self._leave(zone, cards, possible), cards)
        return None

    def reveal(self, zone: str, cards: Sequence[str]) -> None:
        """The cards are seen and stay in the zone.

        Raises:
            ValueError: if that is impossible; nothing is changed.
        """
        place = self._leave(zone, cards, self._can_show(zone, cards))
        for card, count in counted(cards).items():
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
        place = self.zones.get(zone)
        if place is None or not place.unseen:
            return
        part = self.part_of(place)
        if part.counted and part.left.keys().isdisjoint(names):
            return
        self.search_in(part, place.part)
        if (worlds := part.searched) is not None and worlds.can_lack(zone, names):
            part.change(zone, lambda worlds: worlds.claim(zone, names, seq), self.most_ways)
            self.settle_part(part)

    def forget_claim(self, seq: int) -> None:
        """The claims made at this entry count no longer."""
        for part in self.every_part():
            if not part.counted:
                part.drop_claim(seq)
                self.settle_part(part)

    def adjust(
        self,
        zone: str,
        *,
        add: Sequence[str] = (),
        remove: Sequence[str] = (),
        unseen: int = 0,
        deck: str = "deck",
    ) -> None:
        """A judge's repair.

        Args:
            zone: the zone that is wrong.
            add: seen cards that are put in.
            remove: cards that are taken out, face up.
            unseen: how many unseen cards come from the deck; if negative, go to the deck.
            deck: the zone that is the deck.

        Raises:
            ValueError: if that is impossible; nothing is changed.
        """
        if unseen and zone == deck:
            raise ValueError("unseen cards move between the deck and another zone")
        trial = _DECODER.decode(self.keep())
        trial.show(zone, remove)
        trial.put(zone, add)
        if unseen > 0:
            trial.draw(unseen, deck, zone)
        elif unseen < 0:
            trial.draw(-unseen, zone, deck)
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
        left = self.part_of(place).left if place.part else self.left
        if len(cards) == 1:
            return cards[0] in left
        for card in cards:  # noqa: SIM110 - a generator takes twice as long
            if left.get(card, 0) < cards.count(card):
                return False
        return True

    def _show_by_counting(self, place: Zone, cards: Sequence[str]) -> bool:
        """Show cards where plain counting is all there is to do; whether that was so: of a card
        that is none of those known to be there, one copy fewer is unseen."""
        if self.deal is not None:
            return False
        if not place.known or place.known.keys().isdisjoint(cards):
            left = self.part_of(place).left if place.part else self.left
            if len(cards) == 1:
                if cards[0] not in left or not place.unseen:
                    return False
            elif not self._counts(place, cards):
                return False
            if self.since and self.is_loose(self.part_of(place), place.part):
                self.doubted = cards[0] if cards else ""
            place.unseen -= len(cards)
            for card in cards:
                if left[card] > 1:
                    left[card] -= 1
                else:
                    del left[card]
            return True
        if (
            len(cards) == 1
            and cards[0] in place.known
            and self.part_of(place).counted
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

    def _can_show(self, zone: str, cards: Sequence[str]) -> bool | None:
        """Whether the zone can show these cards together; None if the search gives up."""
        place = self.zones.get(zone)
        if place is None:
            return not cards
        if self.deal is not None and self.deal.refuses(zone, place, cards):
            return False
        return len(cards) <= place.size() and self.part_of(place).can_show(zone, place, cards)

    def _take_known(self, place: Zone, cards: Sequence[str]) -> None:
        """The known ones of these cards leave, after the unseen ones."""
        part = self.part_of(place)
        for card, count in counted(cards).items():
            for _ in range(min(count, place.known.get(card, 0))):
                place.take_known(card, part.may_hold(place, card))

    def _leave(self, zone: str, cards: Sequence[str], possible: bool | None) -> Zone:
        """The unseen ones of these cards leave their slots; the known ones are left there."""
        if possible is False:
            raise ValueError(f"{zone} cannot show {', '.join(cards)}: {self.refuses(zone, cards)}")
        place = self.zones.get(zone, Zone())
        part = self.part_of(place)
        need = place.not_known(cards)
        if need and self.since and self.is_loose(part, place.part):
            self.doubted = next(iter(need))
        place.unseen -= sum(need.values())
        if self.deal is not None:
            self.deal.show(zone, need)
        if part.worlds is not None and possible is None:
            # Nothing is certain any longer, except how many of each name there are.
            part.left, part.worlds = part.worlds.total(), None
            self.forgot(part)
        if need and not part.counted:
            if part.change(zone, lambda worlds: worlds.show(zone, need), self.most_ways):
                self.settle_part(part)
        elif need:
            for card, count in need.items():
                take(part.left, card, count)
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
        part = self.part_of(place)
        if self.parts and not place.unseen:
            place.part = self.new_part(Part(dict(sorted(loose.items()))))
        elif part.counted and self.alone(place):
            part.add(loose)
        else:
            self.search_in(part, place.part)
            part.change(zone, lambda worlds: worlds.add(zone, loose), self.most_ways)
            if part.worlds is not None and part.worlds.widened:
                self.forgot(part)
        place.unseen += sum(loose.values())
        if self.deal is not None:
            self.deal.hide(zone, Counter(loose).elements())

    def _settle_loose(self, place: Zone) -> None:
        """What is unseen in one zone alone is certain, whatever was forgotten of it."""
        part = self.part_of(place)
        if part.loose and part.counted and self.alone(place):
            part.loose = False

    def _see_through(self, new: Zone) -> None:
        """Before a new pool is formed: what is unseen in one zone alone is certain to be there.

        So a deck that was drawn empty and is built anew leaves no second pool behind: the
        cards of the old one that nobody has shown are those in hand.
        """
        others = [
            place
            for place in self.zones.values()
            if place is not new and place.unseen and place.part == new.part
        ]
        if len(others) == 1:
            place = others[0]
            part = self.part_of(place)
            for name, count in (total := part.total()).items():
                place.known[name] = place.known.get(name, 0) + count
            place.known = dict(sorted(place.known.items()))
            place.unseen, part.left, part.worlds, part.ways = 0, {}, None, NONE
            if self.deal is not None:
                name = next(name for name, each in self.zones.items() if each is place)
                self.deal.show(name, total)
            part.loose = False


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(HiddenCards)
