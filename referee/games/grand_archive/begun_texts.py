"""Texts that an effect begins: another named effect of its card, which holds or listens for a time
(GA-16.15, 16.30, 16.31)."""

from collections.abc import Sequence

from referee.fact import Fact
from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.state import BEGUN, DIRECTIONS, GaTable, InPlay, mastery_of
from referee.games.grand_archive.values import NEXT_ATTACK, TEXTS


class TextBegan(Fact, frozen=True):
    """An effect began another effect of its card, which holds or listens for a time (GA-16.31).

    Args:
        seat: whose it is.
        card: the card.
        effect: the name of that effect.
        on: the object that has it; empty where the player has.
        until: the moment that ends it; empty where nothing does.
        uses: how often it can be used; 0 for any number of times.
    """

    seat: str
    card: str
    effect: str
    on: str
    until: str
    uses: int


class TextEnded(Fact, frozen=True):
    """Such an effect is over.

    Args:
        seat: whose it was.
        card: the card.
        effect: the name of that effect.
    """

    seat: str
    card: str
    effect: str


FACTS: tuple[type[Fact], ...] = (TextBegan, TextEnded)
"""What is told of them."""


def begin(t: GaTable, text: TextBegan, cards: Sequence[str] = (), owner: str = "") -> InPlay:
    """A named effect of a card holds from now on, whatever becomes of the card.

    Args:
        t: the table.
        text: the effect, and how long it holds.
        cards: the cards that it is about.
        owner: whose these are; without it, the player's own.
    """
    seat, card, effect = text.seat, text.card, text.effect
    things, number = t.state.zones.things, 1
    while (key := f"{card}.{effect}.{number}") in things:
        number += 1
    copy = InPlay(
        id=key, name=card, owner=owner or seat, controller=seat, place=BEGUN, since=t.seq,
        token=True, under=text.on, link=effect, marks=list(cards), turn=t.state.turn,
    )  # fmt: skip
    if text.uses:
        copy.counters["uses"] = text.uses
    t.item(things, key, copy)
    _generate(t, card, 1)
    t.item(t.state.begun, key, text.until)
    TEXTS.attach(t, copy, only=lambda compiled: compiled.effect.name == effect)
    t.fact(text)
    return copy


def lay_mastery(t: GaTable, seat: str, card: str) -> None:
    """A mastery whose card is told is there with its counters, and its texts hold and listen; the
    one before it is gone (GA-23.5)."""
    things, key = t.state.zones.things, mastery_of(seat)
    if (before := things.get(key)) is not None:
        TEXTS.detach(t, before)
        t.item(things, key)
        _generate(t, before.name, -1)
    if t.catalog.by_name[card].effects:
        copy = InPlay(
            id=key, name=card, owner=seat, controller=seat, place=BEGUN, since=t.seq, token=True
        )
        t.item(things, key, copy)
        _generate(t, card, 1)
        TEXTS.attach(t, copy)


def end(t: GaTable, key: str) -> None:
    """A text that was begun is over."""
    things = t.state.zones.things
    copy = things[key]
    TEXTS.detach(t, copy)
    t.item(t.state.begun, key)
    t.item(things, key)
    _generate(t, copy.name, -1)
    t.fact(TextEnded(copy.controller, copy.name, copy.link))
    handles.ended(t, copy)


def end_all(t: GaTable, moment: str) -> None:
    """A moment has come, which ends what was begun until then."""
    for key in [each for each, until in t.state.begun.items() if until == moment]:
        end(t, key)


def while_yours(source: str) -> str:
    """The moment at which an object leaves or changes its controller, for what lasts while one
    controls it."""
    return f"yours:{source}"


def end_on(t: GaTable, thing: str) -> None:
    """An object is gone: what it had, and what lasted while it was there, or was its player's."""
    things, gone = t.state.zones.things, (f"while:{thing}", while_yours(thing))
    for key, until in list(t.state.begun.items()):
        if until in gone or things[key].under == thing:
            end(t, key)


def attacks_with(t: GaTable, thing: str) -> None:
    """An object attacks: what it has for its next attack is over with that combat."""
    for key, until in list(t.state.begun.items()):
        if until == NEXT_ATTACK and t.state.zones.things[key].under == thing:
            t.item(t.state.begun, key, "combat")


def used(t: GaTable, key: str) -> None:
    """A text that was begun is used once, and is over with the last of its uses."""
    if key not in t.state.begun:
        return
    copy = t.state.zones.things[key]
    left = copy.counters.get("uses", 0)
    if left == 1:
        end(t, key)
    elif left:
        t.item(copy.counters, "uses", left - 1)


def used_up(t: GaTable, act: str, seat: str, card: str, *, allowed: bool = True) -> None:
    """A price was paid: what changed it once is used, and what allowed the act, where it was
    allowed by that and not by an effect that has it done."""
    if not t.state.begun:
        return
    for static in list(t.state.changes.statics.get(act, ())):
        if static.layer == "permit" and not allowed:
            continue
        if static.source in t.state.begun and TEXTS.charges(t, static, seat, card):
            used(t, static.source)


def let_go(t: GaTable, seat: str, card: str, there: int, opened: str = "") -> None:
    """A card has left a pile: of that copy the texts say nothing more that were begun with it.

    Args:
        t: the table.
        seat: whose pile it was.
        card: its name.
        there: how many of that name lie there yet.
        opened: the text by which it was activated; what was begun with that is about the same copy.
    """
    things = t.state.zones.things
    for key in t.state.begun:
        copy = things[key]
        keeps = copy.name in t.catalog.keeps_copies and copy.owner == seat
        if not keeps or card not in copy.marks:
            continue
        left = list(copy.marks)
        if not there:  # which of several has gone nobody sees, unless a text has opened it
            left = ["" if each == card else each for each in left]
        elif opened and (copy.name, copy.since) == (things[opened].name, things[opened].since):
            way = t.state.players[copy.controller].direction
            at = DIRECTIONS.index(way) if way else 0
            left[at if left[at : at + 1] == [card] else left.index(card)] = ""
        if left != copy.marks:
            t.set(copy, "marks", left)


def _generate(t: GaTable, card: str, count: int) -> None:
    """It is no card of any list."""
    generated = t.state.zones.generated
    if left := generated.get(card, 0) + count:
        t.item(generated, card, left)
    elif card in generated:
        t.item(generated, card)
