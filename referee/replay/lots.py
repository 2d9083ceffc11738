"""Options drawn by lot: who plays at random needs one, and asks about no others."""

from collections.abc import Iterable
from random import Random
from typing import Any

from referee.option import Offer, Option, Several

_Lot = Option | tuple[Several, Any]


class Lots:
    """What may be logged next, of which one is drawn by weight.

    Of several things the one that is drawn is asked about; if it comes to no option, there is
    another draw without it. So each option is drawn as often as if all were asked about first.

    Args:
        offers: what is offered.
        chance: the source of chance.
    """

    def __init__(self, offers: Iterable[Offer], chance: Random) -> None:
        self._chance = chance
        self._lots: list[_Lot] = []
        self._weights: list[int] = []
        for offer in [*offers]:  # what a game has walked for its offers is taken back by then
            if isinstance(offer, Several):
                self._lots += [(offer, thing) for thing in offer.things]
                self._weights += offer.weights
            elif offer.weight:
                self._lots.append(offer)
                self._weights.append(offer.weight)

    def draw(self) -> Option | None:
        """One option, which may be drawn again; None where there is none."""
        while self._lots:
            at = self._chance.choices(range(len(self._lots)), self._weights)[0]
            lot = self._lots[at]
            if isinstance(lot, Option):
                return lot
            several, thing = lot
            with several.when():
                found = [each for each in several.ask([thing]) if each.weight]
            weights = [each.weight for each in found]
            self._lots[at : at + 1] = found
            self._weights[at : at + 1] = weights
            if found:
                return self._chance.choices(found, weights)[0]
        return None
