"""The face-up selections: what is taken out of them, and the gaps (WR-8.6, 8.7, 9.7)."""

from collections import Counter
from typing import NamedTuple

from referee.fact import DeckRebuilt
from referee.games.warrift.due import FillGap
from referee.games.warrift.places import pile, show
from referee.games.warrift.state import OVER, WrTable, plays
from referee.parts import layered


class Selection(NamedTuple):
    """A selection: a player's class selection, or the support selection."""

    of: str  # class or support
    seat: str  # whose it is; empty for the support selection
    zone: str  # where its cards lie
    deck: str  # the zone of the deck that fills it
    size: int  # how many cards it has when it is full
    rule: str  # the rule by which it is filled
    reading: str  # the interpretation that says when


SELECTION, OFFERS = 5, 6
"""How many cards a class selection has, and the support selection (WR-3.10, 3.11)."""

SUPPORT = Selection("support", "", "offers", "support", OFFERS, "WR-9.7", "WR-I 39")


def class_selection(seat: str) -> Selection:
    """The class selection of a player."""
    return Selection(
        "class", seat, f"{seat}.selection", f"{seat}.class", SELECTION, "WR-8.6", "WR-I 36"
    )


def gaps(t: WrTable, selection: Selection) -> int:
    """How many gaps of a selection can be filled: no pile feeds a class deck (WR-8.7), and the
    support deck is made anew from its discard pile where that is read so (WR-I 40)."""
    there = layered.size_of(t.state.zones, selection.deck)
    missing = selection.size - len(pile(t, selection.zone))
    if there < missing and _rebuilds(t, selection):
        there += len(pile(t, "support-discard"))
    return max(0, min(missing, there))


def take_out(t: WrTable, selection: Selection, card: str, seat: str, flipped: str = "") -> None:
    """A card that lies in a selection leaves it, and the gap is filled or is to be.

    Args:
        t: the table.
        selection: the selection.
        card: the card; it is nowhere yet.
        seat: who takes it.
        flipped: the card flipped into the gap, where that was said.

    Raises:
        Violation: the flipped card cannot come from the deck (WR-2.5, 2.10), or gaps are filled
            at another time (WR-8.6, 9.7); nothing is changed then.
    """
    if flipped:
        if t.choice[selection.reading] != "at_once":
            _require_time(t, selection)
        _turn_up(t, selection, flipped)
    left = list(pile(t, selection.zone))
    left.remove(card)
    if flipped:
        left.append(flipped)
    t.item(t.state.zones.piles, selection.zone, left)
    await_gaps(t, selection, seat)


def await_gaps(t: WrTable, selection: Selection, seat: str) -> None:
    """The gaps of a selection are to be filled now, if they are filled at once."""
    if t.choice[selection.reading] == "at_once":
        _await(t, selection, seat)


def await_later(t: WrTable, *, rotation: bool) -> None:
    """A turn is over: the gaps are to be filled that are filled then (WR-I 36, 39).

    Args:
        t: the table.
        rotation: whether the rotation is over with it.
    """
    choice = t.choice
    for reading in ("WR-I 36", "WR-I 39"):
        when = choice[reading]
        if when != "end_of_turn" and not (rotation and when == "end_of_rotation"):
            continue
        if reading == "WR-I 39":
            _await(t, SUPPORT, t.state.active)
            continue
        for seat in t.state.seats:
            if plays(t.state, seat):
                _await(t, class_selection(seat), seat)


def fill(t: WrTable, selection: Selection, card: str) -> None:
    """A card is flipped into a gap; before the Rift is dealt too, where the turn had to end first.

    Raises:
        Violation: there is no gap (WR-8.6, 9.7), or the deck cannot have it (WR-2.5).
    """
    due = _due(t, selection)
    early = t.state.phase == OVER and t.choice[selection.reading].startswith("end_")
    if not due and not early:
        _require_time(t, selection)
    elif not gaps(t, selection):
        t.forbid(selection.rule, "no gap of the {of} selection can be filled", of=selection.of)
    _turn_up(t, selection, card)
    if due:
        t.pull(t.state.due, due[0])
    t.item(t.state.zones.piles, selection.zone, [*pile(t, selection.zone), card])


def _require_time(t: WrTable, selection: Selection) -> None:
    """Refuse a flip for which there is no gap, or not now."""
    when = t.choice[selection.reading]
    t.refuse(selection.rule, _NOT_NOW[when], of=selection.of)


_NOT_NOW = {
    "at_once": "there is no gap of the {of} selection to fill",
    "never": "gaps of the {of} selection are not filled",
    "end_of_turn": "gaps of the {of} selection are filled when the turn has ended",
    "end_of_rotation": "gaps of the {of} selection are filled when the rotation has ended",
}


def _due(t: WrTable, selection: Selection) -> list[FillGap]:
    return [
        each
        for each in t.state.due
        if isinstance(each, FillGap)
        and each.of == selection.of
        and (each.seat == selection.seat or not selection.seat)
    ]


def _await(t: WrTable, selection: Selection, seat: str) -> None:
    for _ in range(gaps(t, selection) - len(_due(t, selection))):
        t.push(t.state.due, FillGap(seat, selection.rule, t.seq, of=selection.of))


def _turn_up(t: WrTable, selection: Selection, card: str) -> None:
    """A card comes off the deck, which is made anew first where it is empty."""
    zones = t.state.zones
    if not layered.size_of(zones, selection.deck) and _rebuilds(t, selection):
        cards = pile(t, "support-discard")
        layered.shuffle(t, zones, selection.deck, Counter(cards))
        t.fact(DeckRebuilt("", len(cards), selection.rule))
        t.item(zones.piles, "support-discard", [])
    show(t, selection.seat, selection.of, card, "WR-2.5")


def _rebuilds(t: WrTable, selection: Selection) -> bool:
    return (
        selection is SUPPORT
        and bool(pile(t, "support-discard"))
        and t.choice["WR-I 40"] == "discard_pile_shuffled_in_when_needed"
    )
