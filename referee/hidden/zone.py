"""One hidden zone: what is known of it; and why something cannot be in it."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct, field

from referee.hidden.slots import take


def counted(cards: Iterable[str]) -> dict[str, int]:
    """How many there are of each name."""
    found: dict[str, int] = {}
    for card in cards:
        found[card] = found.get(card, 0) + 1
    return found


class Impossible(Struct, frozen=True):
    """Why something cannot be."""

    # "size" if the zone holds too few cards, "claim" if it would be possible without the claims,
    # otherwise "pool"
    kind: Literal["size", "pool", "claim"]
    card: str  # the first card that cannot be shown, or a name that the zone cannot be without
    # how many there can be. For a denial: how many cards of other names there are, or how many
    # copies are known to be in the zone.
    have: int
    asked: int  # how many were asked for. For a denial: how many unseen slots the zone has, or 0.
    # the entry of the earliest claim without which it would be possible; if several stand against
    # it only together, the earliest of all
    since: int | None = None


class Zone(Struct, omit_defaults=True):
    """One hidden zone."""

    unseen: int = 0  # how many slots nobody has seen
    known: dict[str, int] = field(default_factory=dict)  # the cards known to be there
    # those of them that are known to lie on top, topmost first
    top: list[str] = field(default_factory=list)
    # those of them that are known to lie at the bottom, bottommost last
    bottom: list[str] = field(default_factory=list)
    part: str = ""  # which part of the account its unseen slots belong to

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

    def not_known(self, cards: Iterable[str]) -> dict[str, int]:
        """How many of these cards come from unseen slots.

        A known copy can serve its own name only, an unseen slot perhaps others: known ones go
        first.
        """
        known = self.known
        return {
            card: count - known.get(card, 0)
            for card, count in counted(cards).items()
            if count > known.get(card, 0)
        }

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
