"""What is suppressed comes back as the next end phase begins (GA-21.8)."""

from referee.games.grand_archive.places import enter, pile, take, unlink
from referee.games.grand_archive.state import GaTable, Item, Triggered

SUPPRESSED = "suppressed"


def begin_end(t: GaTable) -> None:
    """An end phase begins: what was suppressed triggers its return, under its owner."""
    for seat in t.state.seats:
        side = t.state.players[seat]
        if side.suppressed:
            back = (
                Triggered(t.seq, seat, name, card=name, trigger=SUPPRESSED, declared=True)
                for name in side.suppressed
            )
            t.push(t.state.heard, *back)
            t.set(side, "suppressed", [])


def come_back(t: GaTable, item: Item) -> None:
    """It comes back as another object, if it has stayed in banishment."""
    if item.card in pile(t, item.seat, "banishment"):
        take(t, item.seat, "banishment", (item.card,))
        unlink(t, enter(t, item.card, item.seat, item.seat))
