"""How much of a registered deck has come to light, by the account of the hidden cards."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from referee.hidden.place import HiddenPlace


class Pooled(NamedTuple):
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
    held = sum((place.known() for place in drawn), Counter[str]())
    in_hand = sum(place.unseen() for place in drawn)
    chances = {}
    if in_hand:
        hand = HiddenPlace(seat, drawn[0].account, tuple(z for each in drawn for z in each.zones))
        chances = hand.chances()
    for card, copies in sorted(deck.items()):
        shown = max(0, copies - left[card])
        chance: float | None = 1.0
        if not shown:
            chance = float(chances.get(card, 0)) if chances or not in_hand else None
        yield Pooled(card, copies, shown, held[card], unseen, in_hand, chance)
