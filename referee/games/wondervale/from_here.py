"""How a match of Wondervale goes on from a position that both declare (REF-5.4)."""

from collections.abc import Collection, Iterator
from typing import Any

from referee.games.wondervale.catalog import Cards
from referee.games.wondervale.setup import STANDARD_HEALTH
from referee.games.wondervale.state import WvTable
from referee.light import Ask, FromHere, LightState


def _before(t: WvTable, light: LightState, said: Collection[str]) -> Iterator[str]:
    for seat in light.seats:
        yield f"health:{seat}:{light.score('health', seat, STANDARD_HEALTH)}"


def _after(t: WvTable, light: LightState, said: Collection[str]) -> Iterator[str]:
    if "turn" not in said:
        seat, turn = light.now
        yield f"turn:{seat}:{turn}/discard"


def _asks(t: Any) -> list[Ask]:
    cards: Cards = t.catalog
    units = {card.name for card in cards.characters if card.level == "apprentice"}
    tribes = {card.name for card in cards.tribe_cards}
    found: list[Ask] = []
    for seating in t.opening.seats:
        seat, deck = seating.seat, sorted(seating.deck)
        unit = tuple(name for name in deck if name in units)
        tribe = tuple(name for name in deck if name in tribes)
        one = f"draw:{seat}:1"
        found += [
            Ask(seat, "in battle", (one, f"enter:{seat}/{{}}:battle"), unit),
            Ask(seat, "on the bench", (one, f"enter:{seat}/{{}}:bench"), unit, many=True),
            Ask(seat, "tribe bank", (one, f"move:{seat}/{{}}:hand>bank"), tribe, many=True),
            Ask(seat, "discard", (one, f"move:{seat}/{{}}:hand>discard"), tuple(deck), many=True),
            Ask(seat, "defeated", (one, f"move:{seat}/{{}}:hand>defeated"), unit, many=True),
            Ask(seat, "defeats", (f"defeats:{seat}:{{}}",)),
            Ask(seat, "cards in hand", (f"draw:{seat}:{{}}",)),
        ]
    return found


FROM_HERE = FromHere(before=_before, after=_after, asks=_asks)
