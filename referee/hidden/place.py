"""A hidden place as people speak of it, ``bo.hand``, and what all know of the cards in it.

It may be several zones of an account: one for each back, or for each layer of a deck.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import starmap
from math import comb
from typing import NamedTuple

from msgspec import Struct

from referee.hidden.account import HiddenCards
from referee.hidden.zone import Impossible, Zone


class HiddenPlace(NamedTuple):
    """A hidden place of a seat, or of the table."""

    name: str  # as it is said, ``bo.hand``; the table's without a seat
    account: HiddenCards  # where its cards are accounted for
    zones: tuple[str, ...]  # its zones there; of a deck with layers, the topmost first
    # the rules keep from the players what may lie there, so that a judge alone is told
    secret: bool = False

    @property
    def _zones(self) -> list[Zone]:
        there = self.account.zones
        return [there[name] for name in self.zones if name in there]

    def size(self) -> int:
        """How many cards lie there."""
        return sum(zone.size() for zone in self._zones)

    def unseen(self) -> int:
        """How many of them nobody knows."""
        return sum(zone.unseen for zone in self._zones)

    def known(self) -> Counter[str]:
        """The cards that are known to lie there."""
        found: Counter[str] = Counter()
        for zone in self._zones:
            if zone.known:
                found.update(zone.known)
        return found

    def refuses(self, cards: Sequence[str]) -> Impossible | None:
        """Why these cards cannot be shown together from the place now; None if they can."""
        return next(filter(None, starmap(self.account.refuses, self._apart(cards))), None)

    def reveal(self, cards: Sequence[str]) -> None:
        """The cards are seen and stay in the place.

        Raises:
            ValueError: if that is impossible; nothing is changed.
        """
        for zone, own in self._apart(cards):
            self.account.reveal(zone, own)

    def _apart(self, cards: Sequence[str]) -> list[tuple[str, list[str]]]:
        """The cards by the zones in which each may lie; in the first where it can in none."""
        found: dict[str, list[str]] = {zone: [] for zone in self.zones}
        able = {zone: self.account.candidates(zone) for zone in self.zones[1:]}
        for card in cards:
            found[next((zone for zone in able if card in able[zone]), self.zones[0])].append(card)
        return [(zone, own) for zone, own in found.items() if own]

    def on_top(self) -> list[str]:
        """The cards that are known to lie on top, the topmost first."""
        found: list[str] = []
        for zone in self._zones:
            found += zone.top
            if len(zone.top) < zone.size():
                break
        return found

    def at_bottom(self) -> list[str]:
        """The cards that are known to lie at the bottom, the bottommost last."""
        zones = self._zones
        return list(zones[-1].bottom) if zones else []

    def able(self) -> dict[str, int]:
        """Each name that could be shown alone now, with the most copies at once."""
        found: dict[str, int] = {}
        for name in self.zones:
            found |= self.account.candidates(name)
        return found

    def possible(self) -> dict[str, int]:
        """Each name that an unseen card may have, with the most of them that may have it."""
        found: Counter[str] = Counter()
        for name in self.zones:
            found.update(self.account.candidates(name))
        found -= self.known()
        return {card: count for card, count in sorted(found.items()) if count}

    def certain(self) -> list[str]:
        """The names that one of the unseen cards has for certain."""
        known = self.known()
        return [
            card
            for card in self.possible()
            if not known[card]
            and any(self.account.denies(name, (card,)) is not None for name in self.zones)
        ]

    def claims(self) -> dict[int, list[str]]:
        """The names that somebody has said are not there, by the entry; of the unseen cards that
        have been there since."""
        found: dict[int, list[str]] = {}
        for name in self.zones:
            zone = self.account.zones.get(name)
            searched = self.account.part_of(zone).searched if zone is not None else None
            for seq, names in searched.denied(name) if searched is not None else ():
                found.setdefault(seq, names)
        return dict(sorted(found.items()))

    def chances(self) -> dict[str, Fraction]:
        """For each possible name, how likely one of the unseen cards has it, if all are dealt by
        chance; empty where counting alone does not tell."""
        return {card: Fraction(*ways) for card, ways in sorted(self.ways().items())}

    def ways(self) -> dict[str, tuple[int, int]]:
        """The same as in how many of all the ways to deal them one has it, and how many those
        are."""
        parts = [self.account.part_of(zone) for zone in self._zones if zone.unseen]
        if not all(part.counted and not part.loose for part in parts):
            return {}
        slots: Counter[str] = Counter()
        for zone in self._zones:
            slots[zone.part] += zone.unseen
        without: dict[str, tuple[int, int]] = {}
        for zone in {zone.part: zone for zone in self._zones}.values():
            left = self.account.part_of(zone).total()
            unseen, drawn = sum(left.values()), slots[zone.part]
            ways = comb(unseen, drawn)
            none_of = {copies: comb(unseen - copies, drawn) for copies in {*left.values()}}
            for card, copies in left.items():
                none, of = without.get(card, (1, 1))
                without[card] = none * none_of[copies], of * ways
        return {card: (of - none, of) for card, (none, of) in without.items() if none < of}


_NOWHERE = 0, 1
"""In how many of all ways a card comes up that is in none."""


class Pooled(Struct, frozen=True, gc=False):
    """What is known of the copies of a card that a seat has registered."""

    card: str  # the card
    copies: int  # how many are registered
    shown: int  # how many of them somebody has seen, or all know where they are
    held: int  # how many are known to be in the hand
    unseen: int  # how many unseen cards the seat has, wherever they lie
    in_hand: int  # how many of these are in the hand
    # how likely it is that a copy was drawn: 1 where one was seen, else how likely one of the
    # unseen cards in the hand is one, were they dealt by chance; None where counting does not tell
    chance: float | None


def pooled(
    places: Sequence[HiddenPlace], hands: Collection[str], seat: str, deck: Mapping[str, int]
) -> Iterator[Pooled]:
    """What is known of each card of a deck.

    Args:
        places: the hidden places of a table.
        hands: what places are called that hold what was drawn.
        seat: whose deck it is.
        deck: the cards of it.
    """
    own = [place for place in places if place.name.startswith(f"{seat}.")]
    drawn = [place for place in own if place.name.rpartition(".")[2] in hands]
    left: Counter[str] = Counter()
    unseen = 0
    parts = set()
    for place in own:
        unseen += place.unseen()
        for name in place.zones:
            zone = place.account.zones.get(name)
            if zone is not None and (id(place.account), zone.part) not in parts:
                parts.add((id(place.account), zone.part))
                left.update(place.account.part_of(zone).total())
    held: Counter[str] = Counter()
    for place in drawn:
        held += place.known()
    in_hand = sum(place.unseen() for place in drawn)
    ways = {}
    if in_hand:
        hand = HiddenPlace(seat, drawn[0].account, tuple(z for each in drawn for z in each.zones))
        ways = hand.ways()
    for card, copies in sorted(deck.items()):
        shown = copies - left.get(card, 0)
        if shown > 0:
            yield Pooled(card, copies, shown, held.get(card, 0), unseen, in_hand, 1.0)
            continue
        here, of = ways.get(card, _NOWHERE)
        chance = here / of if ways or not in_hand else None
        yield Pooled(card, copies, 0, held.get(card, 0), unseen, in_hand, chance)
