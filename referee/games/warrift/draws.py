"""Drawing: the hand up to five, new decks, what is dealt on top (WR-12.6 to 12.9, 13.4)."""

from collections import Counter

from referee.fact import CardsDrawn, DeckRebuilt
from referee.games.warrift.state import HAND, WrTable, hand_size, hand_zone
from referee.games.warrift.triggers import happened
from referee.parts import layered


def primary_size(t: WrTable, seat: str) -> int:
    """How many cards a primary deck holds, with what was dealt on top of it."""
    return layered.size_of(t.state.zones, f"{seat}.primary")


def draw(t: WrTable, seat: str, count: int, rule: str) -> int:
    """A player draws, and the discard pile becomes the deck only where a card must be drawn and
    there is none (WR-12.8); with both empty the draw stops short (WR-12.9).

    Returns:
        How many cards were drawn.
    """
    side, zones, deck = t.state.sides[seat], t.state.zones, f"{seat}.primary"
    t.set(side, "rebuilt", 0)
    left = count
    while left > 0:
        drawn = min(left, layered.size_of(zones, deck))
        if drawn:
            layered.draw(t, zones, deck, drawn, hand_zone(seat))
            left -= drawn
        elif not _rebuild(t, seat):
            break
    t.set(side, "drawn", count - left)
    if count > left:
        t.fact(CardsDrawn(seat, count - left, rule))
        happened(t, "draw", seat, seat)
    return count - left


def draw_up(t: WrTable, seat: str) -> None:
    """Cards are drawn until the hand has five (WR-12.6); a larger one stays as it is (12.7)."""
    draw(t, seat, max(0, HAND - hand_size(t.state, seat)), "WR-12.6")


def _rebuild(t: WrTable, seat: str) -> bool:
    """The discard pile becomes the primary deck: a pool of its own (WR-2.6)."""
    zones = t.state.zones
    cards = zones.piles.get(f"{seat}.discard", ())
    if not cards:
        return False
    layered.shuffle(t, zones, f"{seat}.primary", Counter(cards))
    t.set(t.state.sides[seat], "rebuilt", len(cards))
    t.fact(DeckRebuilt(seat, len(cards), "WR-12.8"))
    t.item(zones.piles, f"{seat}.discard", [])
    return True
