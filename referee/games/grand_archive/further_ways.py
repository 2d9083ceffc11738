"""Further ways in which a text lets a card be activated: in place of its reserve cost, or
out of another place than the hand (GA-8.1, 8.10)."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from events.grand_archive import Activate
from events.outcome import Outcome
from referee.games.grand_archive.catalog import Card
from referee.games.grand_archive.changed_cards import is_blank
from referee.games.grand_archive.payment import reserve_cost
from referee.games.grand_archive.places import discharge
from referee.games.grand_archive.state import GaTable, InPlay
from referee.parts.effects import CompiledEffect, Doing, Run, declare, happen
from referee.parts.effects.catalog import compiled_effect
from referee.parts.effects.resolution import payable

OTHERWISE = "otherwise"
"""What is paid in place of the reserve cost, and what follows from that."""


class Further(NamedTuple):
    """A further way: the effect that tells it, and what the line says of the rest."""

    effect: CompiledEffect
    line: Activate

    @property
    def is_otherwise(self) -> bool:
        """Whether it is another cost, wherever the card comes from (GA-8.5)."""
        return self.effect.effect.when == OTHERWISE


def further_way(t: GaTable, e: Activate, card: Card) -> Further | None:
    """The further way in which a card is activated, by the place that it comes out of, or from
    wherever it may be activated by its name among the modes or by what pays for it; None where by
    none."""
    origin, owner, triggered = e.origin or "hand", e.owner or e.seat, t.catalog.triggered
    if is_blank(t, owner, origin, e.card):
        return None
    if origin != "hand" and owner == e.seat:
        for at in triggered.get((e.card, f"from {_as_if(origin)}"), ()):
            way = compiled_effect(t, e.card, at)
            if all(test(_reading(t, e, way)) for test in way.tests):
                return _further(e, way)
    for at in triggered.get((e.card, OTHERWISE), ()):
        way = compiled_effect(t, e.card, at)
        if way.effect.name in e.mode or _is_meant(t, e, card, way):
            return _further(e, way)
    return None


def could_otherwise(t: GaTable, seat: str, card: str) -> bool:
    """Whether something else could be paid in place of a card's reserve cost."""
    ways = (compiled_effect(t, card, at) for at in t.catalog.triggered.get((card, OTHERWISE), ()))
    return any(payable(t, each, Doing(seat, card)) is not False for each in ways if each.cost)


def _further(e: Activate, way: CompiledEffect) -> Further:
    mode = tuple(each for each in e.mode if each != way.effect.name)
    return Further(way, replace(e, mode=mode, pays=() if way.cost else e.pays))


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
    if e.reserved != 0 or way.cost or e.origin not in (None, "hand"):
        return False  # what opens another place may let it cost nothing
    return reserve_cost(t, e.seat, card, e.x) > 0


MATERIALIZED = "materialized"
"""What is paid for a card besides its memory cost, as it is materialized."""


def is_dearer(t: GaTable, card: str) -> bool:
    """Whether a card says what it costs besides, as it is materialized."""
    return (card, MATERIALIZED) in t.catalog.triggered


def pay_cost_of_text(
    t: GaTable, seat: str, card: str, thing: str, pays: Sequence[Outcome] = ()
) -> None:
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
