"""What the unseen cards of an account really are, where somebody has dealt them.

People deal cards and log what is public of them; an account knows that alone. Whoever plays a
match by chance deals, too: a deal goes along with the account, card by card, and says what a
player may show who sees the own hand. No log holds one.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from random import Random

from msgspec import Struct

from referee.hidden.zone import Impossible, Zone


class Deal(Struct):
    """The unseen cards as they really lie."""

    cards: dict[str, list[str]]  # the cards that nobody has seen, by zone
    seed: int  # what chance goes on from: the same moves deal the same cards again
    open: bool = False  # whether who asks what may be somewhere sees the cards
    next: str = ""  # the card that goes first when the next one moves

    def lay(self, zones: Mapping[str, Zone], cards: Mapping[str, int]) -> None:
        """Deal cards that were shuffled together into the unseen slots of zones."""
        pile = sorted(Counter(cards).elements())
        self._chance().shuffle(pile)
        for name, zone in zones.items():
            if zone.unseen:
                self.cards[name] = pile[: zone.unseen]
                del pile[: zone.unseen]

    def move(self, count: int, source: str, target: str, barred: Collection[str] = ()) -> None:
        """So many unseen cards go from a zone to another, by chance; those of barred names only
        where there are no others."""
        if not count:
            return
        held = self.cards[source]
        if count < len(held):
            self._chance().shuffle(held)
            if self.next in held:
                held.insert(0, held.pop(held.index(self.next)))
            if barred:
                held.sort(key=barred.__contains__)
        self.next = ""
        self.hide(target, held[:count])
        self._keep(source, held[count:])

    def turn_up(self, card: str, zone: str, layers: Sequence[str]) -> None:
        """Chance decides that a card is the next of a zone: it changes places with one there if
        it lies in another layer of the same deck, of which nobody has looked at one."""
        here = self.cards.get(zone, [])
        if card not in here:
            there = next((each for each in layers if card in self.cards.get(each, ())), None)
            if here and there is not None:
                other = self.cards[there]
                at = other.index(card)
                here[0], other[at] = other[at], here[0]
        self.next = card

    def hide(self, zone: str, cards: Iterable[str]) -> None:
        """Cards are unseen in a zone from now on."""
        self._keep(zone, [*self.cards.get(zone, ()), *cards])

    def show(self, zone: str, cards: Mapping[str, int]) -> None:
        """Unseen cards of a zone are unseen no longer."""
        left = Counter(self.cards.get(zone, ()))
        left.subtract(cards)
        self._keep(zone, sorted(left.elements()))

    def held(self, zone: str) -> dict[str, int]:
        """The unseen cards of a zone, by name."""
        return dict(sorted(Counter(self.cards.get(zone, ())).items()))

    def refuses(self, zone: str, place: Zone | None, cards: Sequence[str]) -> Impossible | None:
        """Why these cards cannot be shown together from a zone; None if they can."""
        have = Counter(self.cards.get(zone, ()))
        have.update(place.known if place is not None else {})
        for card, asked in Counter(cards).items():
            if asked > have[card]:
                return Impossible("pool", card, have[card], asked)
        return None

    def _keep(self, zone: str, cards: list[str]) -> None:
        if cards:
            self.cards[zone] = cards
        else:
            self.cards.pop(zone, None)

    def _chance(self) -> Random:
        chance = Random(self.seed)
        self.seed = chance.getrandbits(63)
        return chance
