"""What a text may read of the costs of cards."""

from collections.abc import Callable
from typing import Any

from referee.games.grand_archive.paying import reserve_cost
from referee.games.grand_archive.reckoning import has_word
from referee.games.grand_archive.state import STACK, Activation, InPlay, card_of, controlled
from referee.parts.effects import Run
from referee.parts.effects.running import Read


def cost_of_kind(which: str) -> Read:
    """The reserve or memory cost of a card, where that is a number."""

    def number(r: Run, about: Any) -> int:
        found = None if about is None else getattr(card_of(r.t, about), which)
        return found if isinstance(found, int) else 0

    return number


def cost_there(r: Run, about: Any) -> int:
    """The reserve cost of a card; on the stack an X in it is what was chosen (GA-2.36)."""
    if isinstance(about, InPlay) and about.place == STACK and card_of(r.t, about).reserve == "X":
        items = (x for x in r.t.state.waiting.stack if isinstance(x, Activation))
        return next((x.x or 0 for x in items if x.source == about.id), 0)
    return cost_of_kind("reserve")(r, about)


def dearest_spell(r: Run, about: Any) -> int:
    """The highest reserve cost among the Spell cards that opponents have on the stack."""
    things, against = r.t.state.zones.things.values(), r.opponents()
    spells = (x for x in things if x.place == STACK and x.controller in against)
    return max((cost_there(r, x) for x in spells if has_word(r.t, x, "spell")), default=0)


def any_cost(r: Run, about: Any) -> int:
    """The cost of a card, whichever it has."""
    if about is None:
        return 0
    card = card_of(r.t, about)
    found = card.reserve if card.reserve is not None else card.memory
    return found if isinstance(found, int) else 0


def small(most: int) -> Read:
    """1 for a card of memory cost 0 or of at most so much reserve cost."""

    def number(r: Run, about: Any) -> int:
        if about is None:
            return 0
        card = card_of(r.t, about)
        if card.memory is not None:
            return int(card.memory == 0)
        return int(isinstance(card.reserve, int) and card.reserve <= most)

    return number


def cheap(most: int) -> Read:
    """1 for a card of memory cost 0 or 1, or of at most so much reserve cost; X counts as 0
    (GA-2.36)."""

    def number(r: Run, about: Any) -> int:
        if about is None:
            return 0
        card = card_of(r.t, about)
        if card.memory is not None:
            return int(card.memory in (0, 1, "X"))
        return int(card.reserve is not None and (card.reserve == "X" or card.reserve <= most))

    return number


def costs_of(word: str) -> Callable[[Run, Any], list[int]]:
    """The reserve costs of the objects with a word that a player controls."""

    def costs(r: Run, about: Any) -> list[int]:
        seat = r.seat_of(about)
        of = [each for each in controlled(r.t, seat) if has_word(r.t, each, word)]
        return [any_cost(r, each) for each in of]

    return costs


SUITED = costs_of("suited")


def shown_cost(r: Run, about: Any) -> int:
    """The reserve costs, together, of the cards that the effect has shown or taken before."""
    return sum(cost_of_kind("reserve")(r, name) for names in r.found.values() for name in names)


def costs_x(r: Run, about: Any) -> int:
    """1 for a card whose reserve cost is X."""
    has_one = about is not None and card_of(r.t, about).reserve is not None
    return int(has_one and cost_there(r, about) == r.x)


def printed_reserve(r: Run, about: Any) -> int:
    """The reserve cost of an object; -1 where it has none, X being 0 (GA-2.36)."""
    found = None if about is None else card_of(r.t, about).reserve
    return -1 if found is None else found if isinstance(found, int) else 0


def price_now(r: Run, about: Any) -> int:
    """What the card whose text it is costs now (GA-8.9)."""
    return reserve_cost(r.t, r.seat, card_of(r.t, r.compiled.card), r.x)
