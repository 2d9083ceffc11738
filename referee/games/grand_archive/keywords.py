"""Keywords that work by themselves, at a moment of the turn (section 24), and the return of what
is suppressed (GA-21.8)."""

from collections.abc import Callable, Mapping

from referee.games.grand_archive.facts import KeywordWorked
from referee.games.grand_archive.places import enter, pass_unseen, pile, size, take, unlink
from referee.games.grand_archive.state import (
    FIELD,
    GaTable,
    InPlay,
    Item,
    Triggered,
    card_of,
    champion_of,
    controlled,
    in_r26,
)
from referee.games.grand_archive.triggers import report, set_off
from referee.games.grand_archive.values import has_word, number_of

SUPPRESSED = "suppressed"

# -- what triggers at the start of the end phase ---------------------------------------------------


def begin_end(t: GaTable, seat: str) -> None:
    """What was suppressed triggers its return as the next end phase begins (GA-21.8), Agility and
    Vigor as their player's does (GA-24.1, 24.39); what was called in a glimpse and not activated is
    called no more."""
    for owner in t.state.seats:
        _trigger_return(t, owner)
    for side in t.state.players.values():
        if side.called:
            t.set(side, "called", "")
    champion = champion_of(t, seat)
    for change in t.state.changes.on.get(seat, ()) if champion is not None else ():
        if champion is not None and change.what == "agility" and change.layer == "add":
            _trigger(t, champion, "agility", change.amount)
    for thing in controlled(t, seat):
        cards = number_of(t, thing, "agility")
        if cards:
            _trigger(t, thing, "agility", cards)
        if has_word(t, thing, "vigor"):
            _trigger(t, thing, "vigor", None)


def _trigger_return(t: GaTable, seat: str) -> None:
    side = t.state.players[seat]
    if side.suppressed:
        back = (
            Triggered(t.seq, seat, name, card=name, trigger=SUPPRESSED, declared=True)
            for name in side.suppressed
        )
        t.push(t.state.heard, *back)
        t.set(side, "suppressed", [])


def _trigger(t: GaTable, thing: InPlay, word: str, number: int | None) -> None:
    item = Triggered(
        t.seq, thing.controller, thing.id, card=thing.name, trigger=word, x=number, declared=True
    )
    t.push(t.state.heard, item)


def _agility(t: GaTable, item: Item) -> None:
    """So many cards of the memory are taken to hand, all where there are fewer; which ones, nobody
    sees (GA-24.1)."""
    count = min(item.x or 0, size(t, item.seat, "memory"))
    pass_unseen(t, item.seat, count, "memory", "hand", "GA-24.1")
    t.fact(KeywordWorked(item.seat, item.source, "agility", count, "GA-24.1"))


def _vigor(t: GaTable, item: Item) -> None:
    """The object wakes (GA-24.39)."""
    thing = t.state.zones.things.get(item.source)
    if thing is None or thing.place != FIELD or not thing.rested:
        return
    t.set(thing, "rested", False)
    t.fact(KeywordWorked(item.seat, item.source, "vigor", 0, "GA-24.39"))
    report(t, "wakes", thing.id)


def _come_back(t: GaTable, item: Item) -> None:
    """It comes back as another object, if it has stayed in banishment (GA-21.8)."""
    if item.card in pile(t, item.seat, "banishment"):
        take(t, item.seat, "banishment", (item.card,))
        unlink(t, enter(t, item.card, item.seat, item.seat))


TRIGGERED: Mapping[str, Callable[[GaTable, Item], None]] = {
    "agility": _agility,
    SUPPRESSED: _come_back,
    "vigor": _vigor,
}
"""What the keywords do that trigger without a text of their own."""


# -- the recollection phase ------------------------------------------------------------------------


def begin_recollection(t: GaTable, seat: str) -> None:
    """Foster, and the charge counters of R26, as their player's recollection phase begins
    (GA-24.13, 24.41)."""
    since = t.state.players[seat].ended
    for thing in controlled(t, seat):
        words = card_of(t, thing).words
        if "foster" in words:
            _foster(t, thing, since)
        if "on charge" in words and in_r26(t):
            _charge(t, thing)
    for name in t.state.players[seat].preserved:
        for at in t.catalog.triggered.get((name, "preserved"), ()):
            t.push(t.state.heard, Triggered(t.seq, seat, name, card=name, trigger="preserved",
                                            effects=[at]))  # fmt: skip


def _foster(t: GaTable, thing: InPlay, since: int) -> None:
    """An ally that was not damaged since its player's last turn is fostered, once (GA-24.13)."""
    if "fostered" in thing.marks or thing.hurt > since or not has_word(t, thing, "foster"):
        return
    t.set(thing, "marks", [*thing.marks, "fostered"])
    t.fact(KeywordWorked(thing.controller, thing.id, "foster", 0, "GA-24.13"))
    set_off(t, thing, "on foster")


def _charge(t: GaTable, thing: InPlay) -> None:
    """A charge counter comes onto an object whose On Charge has not triggered; it does once there
    are as many as it says (GA-24.41)."""
    wanted = number_of(t, thing, "on charge")
    if not wanted or "charged" in thing.marks:
        return
    have = thing.counters.get("charge", 0) + 1
    t.item(thing.counters, "charge", have)
    t.fact(KeywordWorked(thing.controller, thing.id, "on charge", have, "GA-24.41"))
    if have >= wanted:
        t.set(thing, "marks", [*thing.marks, "charged"])
        set_off(t, thing, "on charge")
