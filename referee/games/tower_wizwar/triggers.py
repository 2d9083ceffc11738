"""What happens, and whose texts hear it (TW-19.1, 19.2, 19.11)."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from referee.games.tower_wizwar.state import InPlay, Strike, Triggered, TwTable, stands
from referee.games.tower_wizwar.values import TEXTS, works
from referee.house import AnyTable
from referee.parts.responses import pend
from referee.parts.triggers import Hearing, Listener, happened

OF_CARDS = (
    "attacked",
    "attacks",
    "blocks",
    "casts",
    "damaged",
    "enters",
    "expended",
    "harmed",
    "leaves",
    "plays",
    "renewed",
    "wounded",
)
"""What happens to cards: that one is cast, or a celestial, orbital or tower played, is heard by its
name, all else by the card in play."""
OF_WIZARDS = (
    "draws",
    "loses",
    "turn begins",
    "turn ends",
    "wizard attacked",
    "wizard harmed",
    "wizard wounded",
)
"""What happens to wizards: who it is, ``seat`` says."""


HEARD_IN_WORDS = {
    **{word: f"{{what}} is {word}" for word in OF_CARDS if word.endswith("ed")},
    "attacks": "{what} attacks",
    "blocks": "{what} blocks",
    "enters": "{what} enters play",
    "leaves": "{what} leaves play",
    "turn begins": "{whose} turn begins",
    "turn ends": "{whose} turn ends",
    "wizard attacked": "{whose} wizard is attacked",
    "wizard harmed": "{whose} wizard is harmed",
    "wizard wounded": "{whose} wizard is wounded",
}
"""How what is no act of a wizard is told."""


def report(t: TwTable, word: str, thing: str, seat: str = "") -> None:
    """Something happened: the effects that it sets off wait to be done.

    Args:
        t: the table.
        word: what happened.
        thing: to which card in play, by its id; of a card that is cast or played, its name; of a
            wizard, the seat.
        seat: whose it is; without it, who controls that card.
    """
    if not t.state.listeners.get(word):
        return
    heard = happened(t, HEARING, word, thing, seat=seat)
    if heard:
        pend(t, None, *(_triggered(t, each) for each in heard))


def _triggered(t: TwTable, heard: Any) -> Triggered:
    source = t.state.zones.things[heard.source]
    was = replace(source, tokens=dict(source.tokens), uses=dict(source.uses))
    leaves = heard.word == "leaves" and heard.thing == heard.source
    return Triggered(
        t.seq,
        heard.seat,
        heard.source,
        trigger=heard.word,
        effects=[heard.number],
        was=was if leaves else None,
    )


def _hears(t: AnyTable, listener: Listener, word: str, thing: str, **more: Any) -> bool:
    source = t.state.zones.things.get(listener.source)
    if source is None or not stands(t.state, source.controller):
        return False  # who has lost triggers nothing (TW-17.11)
    if not may_be_set_off(t, source):
        return False
    return TEXTS.hears(t, listener, word, thing, **more)


def may_be_set_off(t: TwTable, source: InPlay, since: Sequence[int] = ()) -> bool:
    """Whether the text of a card is set off now: it was not expended before, but perhaps by the
    entry that sets it off, or by the attack to which that belongs (TW-19.2).

    Args:
        t: the table.
        source: the card.
        since: the entries that set it off, where it is not the present one.
    """
    if not works(t, source, expended=True):
        return False
    if not source.expended or source.spent in (since or (t.seq,)):
        return True
    attacks = (each for each in t.state.waiting.stack if isinstance(each, Strike))
    return any(source.spent >= each.entry for each in attacks)


HEARING = Hearing(
    hears=_hears,
    controller=lambda t, source: t.state.zones.things[source].controller,
)
