"""What the texts of cards in play may wait for, and what they do then (WR-15.1)."""

from collections.abc import Mapping

from referee.games.warrift.state import Triggered, WrTable
from referee.games.warrift.values import TEXTS
from referee.house import AnyTable
from referee.parts.responses import pend
from referee.parts.triggers import Hearing
from referee.parts.triggers import happened as heard_by

HAPPENINGS: Mapping[str, str] = {
    "kill": "a monster dies; the killer's, nobody's where nobody has the kill",
    "damage": "a monster is damaged, by an attack or an effect of that player",
    "counter": "corrupt counters are put on a monster",
    "enter": "a monster comes into play; whose turn it is",
    "eyestrike": "the Eyestrike of a monster has happened",
    "deathcrash": "the Deathcrash of a monster has happened",
    "play": "a card is played",
    "attack": "a creature attacks; before its damage",
    "hire": "a mercenary is hired",
    "gain": "a stronghold is gained",
    "summon": "a card is summoned",
    "draw": "a player draws, one card or several at once",
    "discard": "a card goes unplayed from a hand to a discard pile",
    "consume": "a card is consumed, and does not awaken",
    "lead": "a rotation begins with that player: with what comes up at the start of its first turn",
}
"""The words for what texts may wait for, with what they are about and whose they are."""


def _controller(t: AnyTable, source: str) -> str:
    """Who is "you" of a text: who controls its card, of a monster the active player (WR-5.8)."""
    return t.state.zones.things[source].controller or str(t.state.active)


_HEARING = Hearing(TEXTS.hears, _controller)


def happened(t: WrTable, word: str, thing: str, seat: str = "") -> None:
    """Something happened: what waits for it is pending, equally old as all of that moment.

    Args:
        t: the table.
        word: what happened, one of :data:`HAPPENINGS`.
        thing: to what: the id of what is in play, or the name of a card that is not.
        seat: whose it is.
    """
    if word not in t.state.listeners:
        return
    things = t.state.zones.things
    for each in heard_by(t, _HEARING, word, thing, seat=seat):
        found = Triggered(
            t.seq,
            each.seat,
            each.source,
            trigger="always",
            effects=[each.number],
            name=things[each.source].name,
            moment=t.state.moments,
        )
        pend(t, None, found)
