"""Magicka and summoning, retained cards, gaps that are filled (sections 8 and 16)."""

from events.warrift import Refill, Summon
from referee.games.warrift.acting import begun, require_begun, require_mid
from referee.games.warrift.due import FillGap
from referee.games.warrift.facts import CardSummoned
from referee.games.warrift.handlers import handles
from referee.games.warrift.places import LAYOUT, pile, show
from referee.games.warrift.reckoning import cost_of
from referee.games.warrift.state import WrTable, card_of
from referee.games.warrift.turn import proceed
from referee.games.warrift.window import due_of


@handles
def summon(t: WrTable, e: Summon) -> None:
    """A card of one's own selection is summoned (WR-8.2 to 8.6)."""
    state = t.state
    require_begun(t, e.seat)
    if e.seat == state.active:
        require_mid(t, e.seat)
    begun(t)
    if e.card not in pile(t, f"{e.seat}.selection"):
        t.forbid("WR-8.2", "{card} is not in {seat}'s selection", card=e.card, seat=e.seat)
    side = state.sides[e.seat]
    cost = cost_of(t, e.seat, "summon", card_of(t, e.card).cost, e.card)
    if side.magicka < cost:
        t.forbid("WR-8.3", "{card} costs {cost}", card=e.card, cost=cost, have=side.magicka)
    t.set(side, "magicka", side.magicka - cost)
    LAYOUT.move(t, [e.card], (e.seat, "selection"), ("", "rift"), "top")
    t.push(state.rift, e.seat)
    t.set(side, "summoned", True)
    t.fact(CardSummoned(e.seat, e.card, cost, e.to, ",".join(pile(t, f"{e.seat}.selection"))))
    gap(t, e.seat, "class", e.flipped)
    proceed(t)


def gap(t: WrTable, seat: str, of: str, flipped: str) -> None:
    """A gap of a selection is filled at once, or is to be (WR-8.6, 8.7, 9.7)."""
    place, owner, target = (
        ("class", seat, "selection") if of == "class" else ("support", "", "offers")
    )
    if not LAYOUT.find(t, owner, place).size:
        return
    if not flipped:
        t.push(t.state.due, FillGap(seat, "WR-8.6" if of == "class" else "WR-9.7", t.seq, of=of))
        return
    show(t, owner, place, flipped, "WR-2.5")
    pile_zone = LAYOUT.places[target].zone(owner)
    t.item(t.state.zones.piles, pile_zone, [*pile(t, pile_zone), flipped])


@handles
def refill(t: WrTable, e: Refill) -> None:
    """A card is flipped into a gap (WR-8.6, 9.7)."""
    require_begun(t, e.seat)
    due = due_of(t.state, FillGap)
    if due is None or due.of != e.of or due.seat != e.seat:
        t.refuse("WR-8.6" if e.of == "class" else "WR-9.7", "there is no gap to fill")
        return
    t.pull(t.state.due, due)
    gap(t, e.seat, e.of, e.card)
    proceed(t)
