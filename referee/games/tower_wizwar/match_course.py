"""The course of the match: phases, ends of turns, who loses by saying so, and cross-checks."""

from events.common import Concede
from events.event import Event
from events.tower_wizwar import BeginPhase, End, Forfeit, Inspection, NameCards, Tally
from referee.fact import CardMoved
from referee.games.tower_wizwar.drawing import deck_size, discard_size
from referee.games.tower_wizwar.handlers import handles
from referee.games.tower_wizwar.harm import lose
from referee.games.tower_wizwar.losing import settle
from referee.games.tower_wizwar.places import LAYOUT, show, size, spells_in
from referee.games.tower_wizwar.state import (
    NAMED_PHASES,
    TwTable,
    phases_of,
    stands,
)
from referee.games.tower_wizwar.turn import act, begun, come_to, finish, require_active
from referee.house import AnyTable, members, require_playing, require_seat
from referee.verdict import Violation


@handles
def phase(t: TwTable, e: BeginPhase) -> None:
    """A phase begins (TW-11.1)."""
    act(t, e.seat, NAMED_PHASES[e.phase])
    come_to(t, 2 * NAMED_PHASES[e.phase])


@handles
def end(t: TwTable, e: End) -> None:
    """A turn is over (TW-11.22); said by the wizard after, the turn before is over too."""
    require_playing(t, e.seat)
    if e.seat != t.state.active and begun(t):
        act(t, e.seat, phases_of(t.state, e.seat)[0])
    require_active(t, e.seat)
    if t.state.done.after:
        t.set(t.state.done, "after", 0)
    finish(t)


@handles
def forfeit(t: TwTable, e: Forfeit) -> None:
    """A wizard loses by saying so (TW-17.7)."""
    require_playing(t, e.seat)
    _forfeit(t, e.seat)


@handles
def concede(t: TwTable, e: Concede) -> None:
    """A wizard gives up, which is to forfeit (TW-17.7)."""
    require_playing(t, e.seat)
    _forfeit(t, e.seat)


def _forfeit(t: TwTable, seat: str) -> None:
    if not stands(t.state, seat):
        t.forbid("TW-1.9", "{seat} has lost", seat=seat, since=t.state.sides[seat].lost)
    lose(t, seat, "forfeit", "TW-17.7")


def leave(t: AnyTable, side: str) -> None:
    """A side has left the match: all its wizards are out."""
    for seat in members(t.state, side):
        if stands(t.state, seat):
            lose(t, seat, "left", "REF-4.1")
    settle(t)


# -- cross-checks --------------------------------------------------------------------------------


AFTERWARDS: frozenset[type[Event]] = frozenset({Inspection, NameCards, Tally})
"""What may still be said when the match is over: it changes nothing of the result (TW-1.9)."""


@handles
def name_cards(t: TwTable, e: NameCards) -> None:
    """Cards of a discard that nobody named are named later (TW-20.10); of those that were shuffled
    into a deck since, nothing is checked."""
    require_seat(t, e.seat)
    have, faded = size(t, e.seat, "unnamed"), t.state.sides[e.seat].faded
    named = have >= len(e.cards)
    try:
        with t.whole():
            show(t, e.seat, "unnamed", e.cards)
    except Violation as refused:
        if not faded or refused.rule in ("TW-2.10", "TW-3.6"):
            raise
        named = False
    if not named:
        if len(e.cards) > faded + have:
            t.forbid("TW-20.2", "{have:card has|cards have} no name", have=faded + have)
        t.trust(f"cards of {e.seat} were named after a shuffle")
        return
    LAYOUT.put_back(t, e.seat, "discard", tuple(reversed(e.cards)), "bottom")
    for card in e.cards:
        t.fact(CardMoved(e.seat, card, "unnamed", f"{e.seat}.discard", "TW-20.10"))


OPENED = ("hand", "pool", "front", "deck")
"""What may be laid open (TW-20.9)."""


@handles
def inspection(t: TwTable, e: Inspection) -> None:
    """Hidden cards are laid open: with the public ones they are the registered list (TW-20.9)."""
    require_seat(t, e.seat)
    shown = {place: cards for place in OPENED if (cards := getattr(e, place))}
    if not shown:
        t.incomplete("say the cards that are laid open", **dict.fromkeys(OPENED, ()))
    for place, cards in shown.items():
        have = size(t, e.seat, place)
        if len(cards) != have:
            t.forbid(
                "TW-20.9",
                "{count:card is|cards are} shown of {seat}'s {place}, which holds {have}",
                count=len(cards),
                seat=e.seat,
                place=place,
                have=have,
            )
        show(t, e.seat, place, cards, "TW-20.9")
        LAYOUT.put_back(t, e.seat, place, cards, "anywhere")


@handles
def tally(t: TwTable, e: Tally) -> None:
    """A cross-check of what a wizard has; a number that differs is refused (TW-20.1)."""
    require_seat(t, e.seat)
    side = t.state.sides[e.seat]
    known = {
        "hand": spells_in(t, e.seat, "hand"),
        "pool": spells_in(t, e.seat, "pool"),
        "deck": deck_size(t, e.seat),
        "front": size(t, e.seat, "front"),
        "discard": discard_size(t, e.seat),
        "drain": side.drain,
        "harm": side.harm,
        "wounds": side.wounds,
    }
    for name, have in known.items():
        said = getattr(e, name)
        if said is not None and said != have:
            t.forbid(
                "TW-20.1",
                "{seat} has {have}, not {said}, as {name}",
                seat=e.seat,
                have=have,
                said=said,
                name=name,
                legal=f"{name}={have}",
            )
