"""What casting costs: the price of a spell in mana, as printed and as changed, and the surcharge of
the drain counter (section 12, TW-6.2)."""

from collections.abc import Iterable

from referee.games.tower_wizwar.state import TwTable
from referee.games.tower_wizwar.values import READING
from referee.parts.layers import price_now


def surcharge(t: TwTable, seat: str, steps: int = 1) -> int:
    """The mana more that the drain counter asks for, before an act that moves it by so many steps,
    or with these (TW-6.2, 6.7, I 16)."""
    drain = t.state.sides[seat].drain
    return (drain + steps if t.choice["TW-I 16"] == "after" else drain) // 3


def cost_of(t: TwTable, seat: str, card: str, printed: int) -> int:
    """The mana that a cast costs now: as printed, as changed, and the surcharge (TW-12.2)."""
    return sum(cast_price(t, seat, card, printed))


def cast_price(t: TwTable, seat: str, card: str, printed: int) -> tuple[int, int]:
    """The mana that a cast costs now, as printed and as changed, and the surcharge (TW-12.2)."""
    own = printed
    if t.state.changes.on or t.state.changes.statics:
        own = price_now(t, READING, seat, "cast", printed, card)
    if t.choice["TW-I 15"] == "activations_only":
        return own, 0
    counts = t.choice["TW-I 14"] != "nothing" and (own or t.choice["TW-I 80"] == "moves_counter")
    return own, surcharge(t, seat, 1 if counts else 0)


def within(t: TwTable, seat: str, names: Iterable[str], mana: int) -> dict[str, int]:
    """What the casts of these cost now, of those that cost no more than that."""
    changed = bool(t.state.changes.on or t.state.changes.statics)
    cards, found = t.catalog.cards, dict[str, int]()
    of_printed: dict[int, int] = {}
    for name in names:
        printed = cards[name].cost
        price = None if changed else of_printed.get(printed)
        if price is None:
            price = of_printed[printed] = cost_of(t, seat, name, printed)
        if price <= mana:
            found[name] = price
    return found
