"""What happens, and whose texts hear it (section 16)."""

from collections.abc import Sequence
from itertools import permutations
from typing import Any, NamedTuple

from referee.games.grand_archive.begun_texts import used
from referee.games.grand_archive.catalog import TOGETHER
from referee.games.grand_archive.state import (
    BEGUN,
    CHOSEN_X,
    DIRECTIONS,
    Activation,
    GaTable,
    InPlay,
    Triggered,
    lineage_of,
    texts_of,
)
from referee.games.grand_archive.values import BLANK, TEXTS, as_it_was, is_mute, remembered
from referee.house import AnyTable
from referee.parts.effects import Doing, Run
from referee.parts.triggers import Heard, Hearing, Listener, happened

OF_CARDS = (
    "activates",
    "activates banished",
    "aimed at",
    "attacked",
    "attacks",
    "banished",
    "becomes distant",
    "brews",
    "cardistry",
    "damaged",
    "deals damage",
    "destroyed",
    "dies",
    "enters",
    "hits",
    "hurt",
    "kills",
    "leaves",
    "levels up",
    "materializes",
    "negated",
    "rested",
    "retaliates",
    "revealed",
    "sacrificed",
    "triggers",
    "wakes",
)
"""What happens to cards: that one is activated, brewed, materialized or negated is heard by its
name, all else by the object; that an action is aimed at one, whose action it is."""
OF_PLAYERS = (
    "discards",
    "draws",
    "end begins",
    "glimpses",
    "main begins",
    "materialize begins",
    "mills",
    "recollection begins",
    "recollects",
    "recovers",
    "reserves",
    "turn begins",
    "turn ends",
    "turns",
)
"""What happens to players: who it is, ``seat`` says."""

HEARD_IN_WORDS = {
    **{word: f"{{what}} is {word}" for word in OF_CARDS if word.endswith("ed")},
    **{word: f"{{what}} {word}" for word in OF_CARDS if not word.endswith("ed")},
    **{
        word: f"{{whose}} {word.removesuffix(' begins')} phase begins"
        for word in OF_PLAYERS
        if word.endswith(" begins")
    },
    "activates banished": "{what} is activated from banishment",
    "aimed at": "{what} is aimed at by an action",
    "cardistry": "a Cardistry ability of {what} is activated",
    "hurt": "{what} is dealt damage by what its controller does not control",
    "turn begins": "{whose} turn begins",
    "turn ends": "{whose} turn ends",
    "turns": "the Shifting Currents turn",
}
"""How what is no act of a player is told."""


TURNS = tuple(f"{before} to {now}" for before, now in permutations(DIRECTIONS, 2))
"""How Shifting Currents turn: from where to where."""
_PARTING = ("leaves", "dies")
ON_PREVENTION = "on prevention"
"""What sets off a text that was begun beside a prevention, with how much was prevented as X."""


def report(
    t: GaTable, word: str, thing: str, seat: str = "", kind: str = "", amount: int | None = None
) -> None:
    """Something happened: the abilities that it triggers go on the stack with the next state
    check (GA-16.10).

    Args:
        t: the table.
        word: what happened.
        thing: to which object, by its id; of a card that is played, its name; of a player, the
            seat.
        seat: whose it is; without it, who controls that object.
        kind: of which kind it is, such as damage of a combat.
        amount: how much it is: the X of the abilities that have one.
    """
    if not t.state.listeners.get(word):
        return
    heard = happened(t, HEARING, word, thing, seat=seat, kind=kind, amount=amount or 0)
    if heard:
        t.push(t.state.heard, *(_triggered(t, each, amount) for each in heard))
        if t.state.begun:
            for each in heard:
                used(t, each.source)


def report_aims(t: GaTable, item: Activation, is_action: bool) -> None:
    """An action that is activated is aimed at each of these objects."""
    if is_action and t.state.listeners.get("aimed at"):
        for aim in dict.fromkeys(item.aims):
            if aim in t.state.zones.things:
                report(t, "aimed at", aim, item.seat)


def _triggered(t: GaTable, heard: Heard[InPlay], amount: int | None) -> Triggered:
    source = t.state.zones.things[heard.source]
    compiled = t.catalog.compiled(TOGETHER.join(texts_of(t, source)))[heard.number]
    at = t.catalog.compiled(compiled.card).index(compiled)
    return Triggered(
        t.seq,
        heard.seat,
        heard.source,
        card=compiled.card,
        trigger=heard.word,
        effects=[at],
        was=as_it_was(t, source) if source.place == BEGUN or heard.word in _PARTING else None,
        about=heard.thing,
        met=_met(t, compiled.card, at, heard.thing),
        x=amount if compiled.effect.x is not None else None,
    )


def _met(t: GaTable, card: str, at: int, about: str) -> InPlay | None:
    """What a trigger is about as it is now, where its text asks for that."""
    asked = "it" in t.catalog.compiled(card)[at].remembers or (card, at) in t.catalog.asks_of_it
    thing = t.state.zones.things.get(about) if asked else None
    return remembered(t, thing) if thing is not None else None


def set_off(
    t: GaTable,
    thing: InPlay,
    trigger: str,
    card: str = "",
    about: str = "",
    amount: int | None = None,
) -> None:
    """The abilities of a card that a moment triggers: On Enter, On Attack, On Death …; of a
    champion those too that it inherits from its lineage (GA-24.17, 24.24, 24.25).

    Args:
        t: the table.
        thing: the object.
        trigger: the moment.
        card: whose abilities, where these are not its own.
        about: the object that it is about, such as the one that was hit.
        amount: how much it was, such as damage: the X of the abilities that have one.
    """
    blank = BLANK in thing.marks
    times = _times(t, thing, trigger)
    for name in (card,) if card else texts_of(t, thing):
        effects = () if blank else t.catalog.triggered.get((name, trigger))
        if effects and times > 1:
            effects *= times
        if effects:
            _trigger(t, thing, name, effects, Moment(trigger, about, amount))
    mastery = t.state.players[thing.controller].mastery if not card else ""
    if mastery and thing.id in t.state.players[thing.controller].champions:
        lent = t.catalog.triggered.get((mastery, trigger))
        if lent:
            _trigger(t, thing, mastery, lent, Moment(trigger, about, amount))
    if (
        t.catalog.inherited
        and not blank
        and thing.id in t.state.players[thing.controller].champions
    ):
        for each in lineage_of(t, thing):
            effects = t.catalog.inherited.get((each.name, trigger))
            if effects and trigger != "on enter" and not is_mute(t, each):
                _trigger(t, thing, each.name, effects, Moment(trigger, about, amount))
    for _ in range(times) if t.state.begun else ():
        _set_off_begun(t, thing, trigger, about, amount)


FROM_MEMORY = "banished from memory"


def set_off_from_memory(t: GaTable, seat: str, cards: Sequence[str]) -> None:
    """Cards were banished from a memory: what their own texts do then (GA-16.2)."""
    for name in cards if (FROM_MEMORY in t.catalog.set_off_by) else ():
        for at in t.catalog.triggered.get((name, FROM_MEMORY), ()):
            t.push(t.state.heard, Triggered(t.seq, seat, name, card=name, trigger=FROM_MEMORY,
                                            effects=[at]))  # fmt: skip


AFTERWARDS = "afterwards"
"""What goes on the stack as a text that was begun is over."""
ON_ATTACK, TWICE = "on attack", "twice on attack"
"""What an effect gives an object whose On Attack abilities it triggers twice, beside their own
trigger."""


def _times(t: GaTable, thing: InPlay, trigger: str) -> int:
    """How often a moment triggers the abilities of an object."""
    if trigger != ON_ATTACK:
        return 1
    return 1 + 2 * sum(each.what == TWICE for each in t.state.changes.on.get(thing.id, ()))


def prevented(t: GaTable, source: str, amount: int, by: str = "") -> None:
    """So much was prevented: what the text of that prevention does then (GA-18.10); of one that
    prevents by itself, what else the card does then.

    Args:
        t: the table.
        source: whose prevention it is.
        amount: how much.
        by: the object that would have dealt it, where one would have.
    """
    if not amount or source not in t.state.begun:
        return
    copy = t.state.zones.things[source]
    at = t.catalog.begins[copy.name][copy.link]
    effects: tuple[int, ...] = (at,)
    if t.catalog.by_name[copy.name].effects[at].when != ON_PREVENTION:
        effects = t.catalog.triggered.get((copy.name, ON_PREVENTION), ())
    compiled = TEXTS.effects_of(t, copy.name)
    doing = Doing(copy.controller, copy.id, about=by)
    effects = tuple(
        each
        for each in effects
        if all(test(Run(t, compiled[each], doing)) is not False for test in compiled[each].tests)
    )
    if not effects:
        return
    for each in effects:
        item = Triggered(t.seq, copy.controller, copy.id, card=copy.name, trigger=ON_PREVENTION,
                         effects=[each], x=amount, was=as_it_was(t, copy), about=by)  # fmt: skip
        t.push(t.state.heard, item)
    if t.catalog.by_name[copy.name].effects[at].instead is None:
        used(t, source)


def replaced_by(t: GaTable, source: str) -> None:
    """A text that was begun has replaced something: that uses it."""
    if source in t.state.begun:
        copy = t.state.zones.things[source]
        at = t.catalog.begins[copy.name][copy.link]
        if t.catalog.by_name[copy.name].effects[at].instead is not None:
            used(t, source)


def hand_on(t: GaTable, item: Activation, source: str, trigger: str) -> None:
    """What was said of a card with its declaration is what its own trigger does: as its object
    comes, or as its attack is declared. Of a text that nobody knows it is that text."""
    if not item.did:
        return
    own = [each for each in t.state.heard if each.source == source and each.trigger == trigger]
    thing = t.state.zones.things.get(source)
    if len(own) == 1 and not own[0].did:
        t.set(own[0], "did", item.did)
    elif not own and thing is not None and t.catalog.is_untold(item.card):
        unknown = Triggered(t.seq, item.seat, source, card=item.card, trigger="triggered",
                            effects=[0], did=item.did, was=as_it_was(t, thing))  # fmt: skip
        t.push(t.state.heard, unknown)


def _set_off_begun(t: GaTable, thing: InPlay, trigger: str, about: str, amount: int | None) -> None:
    """The abilities that an effect gave to an object for a time."""
    things = t.state.zones.things
    for key in list(t.state.begun):
        copy = things[key]
        at = t.catalog.begins[copy.name][copy.link]
        if copy.under != thing.id or t.catalog.by_name[copy.name].effects[at].when != trigger:
            continue
        if is_mute(t, copy):
            continue
        if _is_next(t, copy, at):
            # an ability that an object has gained is of who controls the object (GA-16.5)
            _trigger(t, copy, copy.name, (at,), Moment(trigger, about, amount), thing.controller)
            used(t, key)


def _is_next(t: GaTable, copy: InPlay, at: int) -> bool:
    """Whether this is what a text waits for that was begun for the next time alone: what it does
    not fit leaves it as it is."""
    found = t.catalog.compiled(copy.name)[at]
    if "uses" not in copy.counters or not found.tests:
        return True
    run = Run(t, found, Doing(copy.controller, copy.id))
    return all(test(run) is not False for test in found.tests)


def asks_for_x(t: GaTable, card: str) -> bool:
    """Whether what a card does as it comes asks for the X that it was played with."""
    effects = t.catalog.by_name[card].usable_effects
    found = t.catalog.triggered.get((card, "on enter"), ())
    return any(effects[at].x is not None for at in found)


def _played_x(thing: InPlay) -> int | None:
    marks = (each.removeprefix(CHOSEN_X) for each in thing.marks if each.startswith(CHOSEN_X))
    return next((int(each) for each in marks if each.isdecimal()), None)


class Moment(NamedTuple):
    """What triggers abilities."""

    trigger: str  # the moment
    about: str  # the object that it is about, such as the one that was hit
    amount: int | None  # how much it was, such as damage


def _trigger(
    t: GaTable,
    thing: InPlay,
    card: str,
    effects: tuple[int, ...],
    moment: Moment,
    seat: str = "",
) -> None:
    trigger, about, amount = moment
    was = as_it_was(t, thing)
    own = t.catalog.by_name[card].usable_effects
    amount = _played_x(thing) if amount is None else amount
    t.push(
        t.state.heard,
        *(
            Triggered(t.seq, seat or thing.controller, thing.id, card=card, trigger=trigger,
                      effects=[at], was=was, about=about, met=_met(t, card, at, about),
                      x=amount if own[at].x is not None else None)
            for at in effects
            if not own[at].had or TEXTS.holds(t, t.catalog.compiled(card)[at], thing)
        ),
    )  # fmt: skip


def _hears(t: AnyTable, listener: Listener, word: str, thing: str, **more: Any) -> bool:
    source = t.state.zones.things.get(listener.source)
    if source is None or not t.state.plays_on(source.controller):
        return False
    return TEXTS.hears(t, listener, word, thing, **more)


HEARING = Hearing(
    hears=_hears,
    controller=lambda t, source: t.state.zones.things[source].controller,
)
