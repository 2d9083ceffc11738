"""Further ways in which a text lets a card be activated: in place of its reserve cost, or
out of another place than the hand (GA-8.1, 8.10)."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from events.grand_archive import Activate
from events.outcome import Outcome
from referee.games.grand_archive.catalog import Card
from referee.games.grand_archive.effects.happening import compiled_effect
from referee.games.grand_archive.lying import is_blank
from referee.games.grand_archive.paying import reserve_cost
from referee.games.grand_archive.places import discharge
from referee.games.grand_archive.state import GaTable, InPlay
from referee.parts.effects import CompiledEffect, Doing, Run, declare, happen

OTHERWISE = "otherwise"
"""What is paid in place of the reserve cost, and what follows from that."""


class Further(NamedTuple):
    """A further way: the effect that tells it, and what the line says of the rest."""

    effect: CompiledEffect
    line: Activate


def further_way(t: GaTable, e: Activate, card: Card) -> Further | None:
    """The further way in which a card is activated, by the place that it comes out of, by its
    name among the modes, or by what pays for it; None where by none."""
    if e.owner not in ("", e.seat):
        return None
    origin = e.origin or "hand"
    trigger = OTHERWISE if origin == "hand" else f"from {_as_if(origin)}"
    if is_blank(t, e.seat, origin, e.card):
        return None
    for at in t.catalog.triggered.get((e.card, trigger), ()):
        way = compiled_effect(t, e.card, at)
        name = way.effect.name
        if trigger == OTHERWISE and not (name in e.mode or _is_meant(t, e, card, way)):
            continue
        if trigger != OTHERWISE and not all(test(_reading(t, e, way)) for test in way.tests):
            continue
        mode = tuple(each for each in e.mode if each != name)
        return Further(way, replace(e, mode=mode, pays=() if way.cost else e.pays))
    return None


def _as_if(origin: str) -> str:
    """Where a card works as it lies there: face down in banishment as in banishment, for its owner
    sees what it says (GA-5.27)."""
    return "banishment" if origin == "facedown" else origin


def _reading(t: GaTable, e: Activate, way: CompiledEffect) -> Run:
    return Run(t, way, Doing(e.seat, e.card))


def _is_meant(t: GaTable, e: Activate, card: Card, way: CompiledEffect) -> bool:
    """Whether a line means that way without its name: it says what pays for it, or that no card of
    the hand does although it costs some."""
    played = t.catalog.triggered.get((e.card, "played"), ())
    asks = any(
        found.cost or found.modes for found in (compiled_effect(t, e.card, at) for at in played)
    )
    if way.cost and e.pays and not asks:
        return True
    return e.reserved == 0 and not way.cost and reserve_cost(t, e.seat, card, e.x) > 0


MATERIALIZED = "materialized"
"""What is paid for a card besides its memory cost, as it is materialized."""


def is_dearer(t: GaTable, card: str) -> bool:
    """Whether a card says what it costs besides, as it is materialized."""
    return (card, MATERIALIZED) in t.catalog.triggered


def pay_as_told(t: GaTable, seat: str, card: str, thing: str, pays: Sequence[Outcome] = ()) -> None:
    """That is paid (GA-8.10, 10.4).

    Raises:
        Violation: it cannot be paid, or not so.
        Unsaid: nobody said what pays.
    """
    for at in t.catalog.triggered.get((card, MATERIALIZED), ()):
        declare(t, compiled_effect(t, card, at), Doing(seat, thing, pays=tuple(pays)))


def tell_origin(t: GaTable, thing: InPlay, place: str) -> None:
    """A card whose text asks from where it was activated keeps that."""
    if (thing.name, f"from {place}") in t.catalog.asked_origins:
        t.set(thing, "marks", [*thing.marks, f"from {place}"])


def takes_way(t: GaTable, e: Activate, way: CompiledEffect, thing: InPlay) -> None:
    """That way is paid for, and what follows from it happens.

    Raises:
        Violation: GA-1.6, its condition does not hold; it cannot be paid so.
        Unsaid: nobody said what pays.
    """
    tell_origin(t, thing, _as_if(e.origin or "hand"))
    pays = e.pays if way.cost else ()
    happen(t, way, Doing(e.seat, thing.id, pays=pays, trigger=way.effect.name))
    if _as_if(e.origin or "") == "banishment":
        discharge(t, e.seat, (e.card,))
