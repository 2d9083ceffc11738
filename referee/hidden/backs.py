"""Cards whose backs are public, faces hidden: each back has its own count.

Cards of one back, in the order in which they lie, are a pile of their own: which of them comes
next does not depend on the cards of other backs in between. So a zone of a game with public
backs is one zone of the account for each back, named ``zone/back``, and the account needs to
know nothing of backs: drawing a back counts its slots, and a name is asked of its own back alone.

    >>> backs = Backs({"Spark": "red", "Wave": "blue"})
    >>> hidden = backs.opened({"ana.deck": {"Spark": 2, "Wave": 2}})
    >>> hidden.draw(1, "ana.deck/red", "ana.hand/red")
    >>> backs.counts(hidden, "ana.hand")
    {'red': 1}
    >>> backs.take(hidden, "ana.hand", ["Wave"])
    Impossible(kind='size', card='Wave', have=0, asked=1, since=None)
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from referee.hidden.account import HiddenCards
from referee.hidden.zone import Impossible, counted


class Backs:
    """The back of each card, as the catalog has it.

    Args:
        of: the back by the name of the card.
    """

    def __init__(self, of: Mapping[str, str]) -> None:
        self.of = of

    def by_zone(self, zone: str, cards: Iterable[str]) -> dict[str, list[str]]:
        """The cards by the zones of their backs.

        Raises:
            KeyError: if a card has no back.
        """
        found: dict[str, list[str]] = {}
        for card in cards:
            found.setdefault(f"{zone}/{self.of[card]}", []).append(card)
        return found

    def opened(self, lists: Mapping[str, Mapping[str, int]], *, most: int = 0) -> HiddenCards:
        """Lists, each shuffled together in the zone of its name; for the account a list a back."""
        parts: dict[str, dict[str, int]] = {}
        for zone, cards in lists.items():
            for card, count in cards.items():
                parts.setdefault(f"{zone}/{self.of[card]}", {})[card] = count
        return HiddenCards.of_lists(parts, most=most)

    # Questions: they change nothing

    def counts(self, hidden: HiddenCards, zone: str) -> dict[str, int]:
        """How many cards of each back the zone holds; backs that it does not hold left out."""
        return {
            name.removeprefix(f"{zone}/"): place.size()
            for name, place in sorted(hidden.zones.items())
            if name.startswith(f"{zone}/") and place.size()
        }

    def refuses(self, hidden: HiddenCards, zone: str, cards: Sequence[str]) -> Impossible | None:
        """Why these cards cannot be shown together from the zone now; None if they can.

        The backs are counted before names are asked for: "size" says that the zone holds too
        few cards with the back of that card.
        """
        groups = self.by_zone(zone, cards)
        for name, group in groups.items():
            size = hidden.size(name)
            if len(group) > size:
                return Impossible("size", group[size], size, len(group))
        refusals = (hidden.refuses(name, group) for name, group in groups.items())
        return next((one for one in refusals if one is not None), None)

    def denies(self, hidden: HiddenCards, zone: str, names: Sequence[str]) -> Impossible | None:
        """Why the zone cannot be without all of these names; None if it can."""
        groups = self.by_zone(zone, names)
        refusals = (hidden.denies(name, group) for name, group in groups.items())
        return next((one for one in refusals if one is not None), None)

    def candidates(self, hidden: HiddenCards, zone: str) -> dict[str, int]:
        """Each name that could be shown alone now, with the most copies at once."""
        found: dict[str, int] = {}
        for back in self.counts(hidden, zone):
            found |= hidden.candidates(f"{zone}/{back}")
        return dict(sorted(found.items()))

    def known(self, hidden: HiddenCards, zone: str) -> dict[str, int]:
        """The cards known to be in the zone."""
        found: dict[str, int] = {}
        for back in self.counts(hidden, zone):
            found |= hidden.known(f"{zone}/{back}")
        return dict(sorted(found.items()))

    # Cards that move

    def draw(
        self, hidden: HiddenCards, backs: Mapping[str, int], source: str, target: str
    ) -> Impossible | None:
        """Move cards of these backs unseen.

        Returns:
            What is missing, with the back for a card; then nothing is changed.
        """
        for back, count in backs.items():
            size = hidden.size(f"{source}/{back}")
            if count > size:
                return Impossible("size", back, size, count)
        for back, count in backs.items():
            hidden.draw(count, f"{source}/{back}", f"{target}/{back}")
        return None

    def take(self, hidden: HiddenCards, zone: str, cards: Sequence[str]) -> Impossible | None:
        """The cards leave the zone face up.

        Returns:
            Why it is impossible; then nothing is changed.
        """
        if not cards:
            return None
        of = self.of
        back = of[cards[0]]
        for card in cards:
            if of[card] != back:
                break
        else:
            return hidden.take(f"{zone}/{back}", cards)
        refusal = self.refuses(hidden, zone, cards)
        if refusal is None:
            self._each(hidden.show, zone, cards)
        return refusal

    def reveal(self, hidden: HiddenCards, zone: str, cards: Sequence[str]) -> None:
        """The cards are seen and stay in the zone.

        Raises:
            ValueError: if that is impossible; nothing is changed.
        """
        refusal = self.refuses(hidden, zone, cards)
        if refusal is not None:
            raise ValueError(f"{zone} cannot show {', '.join(cards)}: {refusal}")
        self._each(hidden.reveal, zone, cards)

    def put(self, hidden: HiddenCards, zone: str, cards: Sequence[str]) -> None:
        """Seen cards enter the zone; nobody knows where in it they lie."""
        self._each(hidden.put, zone, cards)

    def put_on_top(self, hidden: HiddenCards, zone: str, cards: Sequence[str]) -> None:
        """Seen cards go on top; the first of them is topmost."""
        self._each(hidden.put_on_top, zone, cards)

    def put_on_bottom(self, hidden: HiddenCards, zone: str, cards: Sequence[str]) -> None:
        """Seen cards go to the bottom; the last of them is bottommost."""
        self._each(hidden.put_on_bottom, zone, cards)

    def shuffle(self, hidden: HiddenCards, zone: str, adding: Iterable[str] = ()) -> None:
        """The order is lost, and seen cards may be shuffled in."""
        groups = self.by_zone(zone, adding)
        held = [f"{zone}/{back}" for back in self.counts(hidden, zone)]
        for name in sorted({*held, *groups}):
            hidden.shuffle(name, counted(groups.get(name, ())))

    def claim(self, hidden: HiddenCards, zone: str, names: Sequence[str], seq: int) -> None:
        """At entry `seq` the owner claims that the zone now holds none of these names.

        Raises:
            ValueError: if that is impossible; nothing is changed.
        """
        groups = self.by_zone(zone, names)
        refusal = self.denies(hidden, zone, names)
        if refusal is not None:
            raise ValueError(f"{zone} cannot be without {refusal.card}")
        for name, group in groups.items():
            hidden.claim(name, group, seq)

    def _each(
        self, act: Callable[[str, Sequence[str]], None], zone: str, cards: Sequence[str]
    ) -> None:
        for name, group in self.by_zone(zone, cards).items():
            act(name, group)
