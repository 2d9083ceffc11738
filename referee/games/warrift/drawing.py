"""Drawing: the hand up to five, new decks, what is dealt on top (WR-12.6 to 12.9, 13.4)."""

from collections import Counter

from referee.fact import CardsDrawn, DeckRebuilt
from referee.games.warrift.state import HAND, WrTable, hand_size, hand_zone


def primary_zones(t: WrTable, seat: str) -> list[str]:
    """The zones of a primary deck from the top: what was dealt on it last comes first."""
    return [*reversed(t.state.sides[seat].layers), f"{seat}.primary"]


def primary_size(t: WrTable, seat: str) -> int:
    """How many cards a primary deck holds."""
    hidden = t.state.zones.hidden
    return sum(hidden.size(zone) for zone in primary_zones(t, seat))


def draw(t: WrTable, seat: str, count: int, rule: str) -> int:
    """A player draws, and the discard pile becomes the deck only where a card must be drawn and
    there is none (WR-12.8); with both empty the draw stops short (WR-12.9).

    Returns:
        How many cards were drawn.
    """
    side, hidden = t.state.sides[seat], t.state.zones.hidden
    t.keep(hidden)
    t.set(side, "rebuilt", 0)
    left = count
    while left > 0:
        zone = next((zone for zone in primary_zones(t, seat) if hidden.size(zone)), "")
        if not zone:
            if not _rebuild(t, seat):
                break
            continue
        drawn = min(left, hidden.size(zone))
        hidden.draw(drawn, zone, hand_zone(seat))
        left -= drawn
        if zone in side.layers and not hidden.size(zone):
            t.set(side, "layers", [each for each in side.layers if each != zone])
    t.set(side, "drawn", count - left)
    if count > left:
        t.fact(CardsDrawn(seat, count - left, rule))
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
    zones.hidden.shuffle(f"{seat}.primary", Counter(cards))
    t.set(t.state.sides[seat], "rebuilt", len(cards))
    t.fact(DeckRebuilt(seat, len(cards), "WR-12.8"))
    t.item(zones.piles, f"{seat}.discard", [])
    return True
