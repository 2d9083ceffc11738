"""What a state check leaves to its player: unique namesakes, and wither (GA-14.16, 19.7, 20.5)."""

from typing import Any

from events.common import Concede
from events.grand_archive import (
    Act,
    Inspection,
    Missed,
    Settle,
    Sideboard,
    Starts,
    Tally,
    Time,
)
from events.notation.words import quote
from referee.games.grand_archive.places import Parting, go_together, size
from referee.games.grand_archive.state import FIELD, GaTable, InPlay, card_of, controlled
from referee.games.grand_archive.values import reservable

_MEANWHILE = (Act, Concede, Inspection, Missed, Settle, Sideboard, Starts, Tally, Time)
"""What may be logged while something is to be settled."""


def namesakes(t: GaTable, seat: str) -> list[list[InPlay]]:
    """The unique objects of one name of which a player controls several (GA-14.16)."""
    found: dict[str, list[InPlay]] = {}
    for thing in controlled(t, seat):
        card = card_of(t, thing)
        if card.is_unique:
            found.setdefault(card.name, []).append(thing)
    return [several for several in found.values() if len(several) > 1]


def recount(t: GaTable) -> None:
    """Who has namesakes now: asked again when an object has come, gone or changed control."""
    found = [seat for seat in t.state.seats if namesakes(t, seat)]
    if found != t.state.unsettled:
        t.set(t.state, "unsettled", found)


def unsettled(t: GaTable) -> bool:
    """Whether anything is to be settled before play goes on (GA-19.7, 20.5)."""
    return bool(t.state.unsettled or t.state.withering)


def line_that_settles(t: GaTable) -> str:
    """A line that settles the first of what is to be settled."""
    several = t.state.unsettled[:1]
    seat = several[0] if several else t.state.active
    last = [quote(each.id) for each in namesakes(t, seat)[0][:-1]] if several else []
    return " ".join((seat, "settle", *last))


def require_settled(t: GaTable, seat: str = "") -> None:
    """Nobody acts, and nothing takes effect, before that is settled (GA-14.16, 19.7, 20.10).

    Args:
        t: the table.
        seat: who acts; empty where play goes on by itself.
    """
    state = t.state
    if not state.unsettled and not state.withering:
        return
    owing = state.unsettled or [state.active]
    if seat and seat not in owing:
        t.refuse("GA-20.10", "{owing} has something to settle", owing=owing[0], seat=seat,
                 legal=line_that_settles(t))  # fmt: skip
    elif state.unsettled:
        several = namesakes(t, owing[0])[0]
        t.refuse(
            "GA-14.16",
            "{seat} has {count} unique {name}",
            seat=owing[0],
            count=len(several),
            name=card_of(t, several[0]).name,
            legal=line_that_settles(t),
        )
    else:
        names = " and ".join(state.withering)
        t.refuse(
            "GA-19.7",
            "still to pay for or to sacrifice: {things}",
            things=names,
            legal=line_that_settles(t),
        )


def guard(t: GaTable, e: Any) -> None:
    """Refuse an event that is not for the time while something is to be settled."""
    if (t.state.unsettled or t.state.withering) and not isinstance(e, _MEANWHILE):
        seat = getattr(e, "seat", "")
        if seat:
            require_settled(t, seat)


# -- wither --------------------------------------------------------------------------------------


def begin_withering(t: GaTable, seat: str) -> None:
    """A player's main phase begins: each object with wither is paid for or sacrificed. Without a
    card that could pay, nothing is to be said (GA-19.7)."""
    found = [each for each in controlled(t, seat) if each.counters.get("wither")]
    if not found:
        return
    if size(t, seat, "hand") or reservable(t, seat):
        t.set(t.state, "withering", [each.id for each in found])
        return
    go_together(t, [Parting(each, "sacrificed", "GA-19.7") for each in found])


def withering(t: GaTable) -> list[InPlay]:
    """The objects that are to be paid for or sacrificed, as far as they are there."""
    things = t.state.zones.things
    found = [thing for each in t.state.withering if (thing := things.get(each)) is not None]
    return [each for each in found if each.place == FIELD]
