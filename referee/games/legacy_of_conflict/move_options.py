"""What the Strides of a Move Action may be spent on; see :mod:`options`."""

from collections.abc import Iterator
from typing import Any

import msgspec

from referee.choice import Choice, Fixed, Measure, OneOf
from referee.games.legacy_of_conflict.characters import Character
from referee.games.legacy_of_conflict.climbing import climb_cost
from referee.games.legacy_of_conflict.movement import in_one_pool, strides_left, strides_of
from referee.games.legacy_of_conflict.positions import offered_contact
from referee.games.legacy_of_conflict.scenarios import GROUND
from referee.games.legacy_of_conflict.state import (
    Figure,
    LcTable,
    Moving,
    record_of,
    scenario_of,
    sets_aside,
)
from referee.games.legacy_of_conflict.surfaces import difficult, hazardous, height, solid
from referee.option import Option


def surfaces_to_stand_on(t: LcTable) -> list[str]:
    """The surfaces that a figure may stand on, besides the ground."""
    found: list[str] = []
    for name, ground in t.state.ground.items():
        piece = t.catalog.piece[name]
        if piece.solid and not ground.destroyed and not piece.impassable and not ground.door:
            found += piece.surfaces
    return found


def movements(t: LcTable, figure: Figure, moving: Moving) -> Iterator[Option]:
    """What the Strides of a Move Action may be spent on now."""
    record = record_of(t, figure)
    seat = figure.seat
    left = own = strides_left(t, figure, moving)
    second = left <= 0 and moving.tokens == 2 and moving.part == 1 and not in_one_pool(t, moving)
    if second and t.choice["LC-I 52"] == "character_value_per_move_action":
        left = strides_of(t, figure)
    if left > 0:
        slowed = _slowed(t, figure)
        hint = _stride_hint(record, left, slowed)
        ahead = _distance(record.longest, slowed)
        yield Option(seat, "stride", ahead, "LC-14.5", weight=24, hint=hint)
        aside = {**_distance(record.shortest, slowed), "ahead": Fixed(False)}
        yield Option(seat, "stride", aside, "LC-14.5", weight=8, hint=hint)
        if figure.on == GROUND:
            for option in _terrain(t, figure):
                yield msgspec.structs.replace(option, hint=hint)
        grounded = moving.stands or left > 1
        for condition in figure.conditions:
            if grounded and not moving.shaken:
                yield Option(seat, "shake", {"condition": Fixed(condition)}, "LC-15.7", weight=8)
        if grounded and not moving.interacted:
            yield from _interactions(t, figure)
        yield from _features(t, figure)
    climbs = []
    for surface in (GROUND, *surfaces_to_stand_on(t)):
        if surface != figure.on and _in_contact(t, figure, surface):
            cost = climb_cost(t, record, figure.on, surface)
            if cost is not None and cost <= (own if cost else 99):
                climbs.append(surface)
    if climbs:
        yield Option(
            seat,
            "climb",
            {"to": OneOf(tuple(climbs)), "mm": Measure(0.0, 12.0)},
            "LC-15.3",
            weight=3,
        )


def _in_contact(t: LcTable, figure: Figure, surface: str) -> bool:
    """LC-15.3: whether a climb may begin, by the position of the figure; down, it stands there."""
    up = height(t, surface) > height(t, figure.on)
    return not up or t.choice["LC-I 61"] == "no" or offered_contact(t, figure, surface)


def _stride_hint(record: Character, left: int, slowed: bool) -> str:
    """How many Strides are left, and how long each may be."""
    longest, shortest = record.longest, record.shortest
    if slowed:
        longest, shortest = longest / 2, shortest / 2
    length = f"{longest:g} mm"
    if shortest < longest:
        length = f"{length} ahead, else {shortest:g} mm with ahead=no"
    where = ", inside= here" if slowed else ""
    return f"{left} left; {length}{where}"


def _slowed(t: LcTable, figure: Figure) -> bool:
    """Whether it stands in difficult ground that slows it (LC-18.11)."""
    record = record_of(t, figure)
    if not figure.within or sets_aside(t, "LC-18.11", record.changes):
        return False
    pieces = [t.catalog.piece[name] for name in figure.within]
    return any(difficult(t, piece) and piece.size > record.step for piece in pieces)


def _distance(length: float, slowed: bool) -> dict[str, Choice]:
    """How far a Stride of that length goes; half as far inside difficult ground."""
    if slowed:
        return {"mm": Fixed(0.0), "inside": Measure(0.1, length / 2)}
    return {"mm": Measure(0.0, length)}


def _terrain(t: LcTable, figure: Figure) -> Iterator[Option]:
    """Strides into, out of, over and through terrain."""
    seat = figure.seat
    record = record_of(t, figure)
    if figure.within:
        fields: dict[str, Choice] = {
            "mm": Measure(0.0, record.shortest),
            "out_of": Fixed(tuple(figure.within)),
        }
        yield Option(seat, "stride", fields, "LC-14.8", weight=12)
    for name, ground in t.state.ground.items():
        piece = t.catalog.piece[name]
        if piece.impassable or figure.within:
            continue
        hard = difficult(t, piece)
        if (hazardous(t, piece) or hard) and not solid(t, piece):
            into: dict[str, Choice] = {
                "mm": Measure(0.0, 5.0),
                "inside": Measure(0.0, 5.0) if hard else Fixed(0.0),
                "into": Fixed((name,)),
            }
            yield Option(seat, "stride", into, "LC-18.13" if not hard else "LC-18.11", weight=1)
        elif not ground.destroyed and ground.door != "closed":
            steps = not solid(t, piece) or piece.size <= record.step
            if steps or (piece.kind == "fragile" and record.size > piece.size):
                over: dict[str, Choice] = {
                    "mm": Measure(0.0, record.shortest),
                    "over": Fixed((name,)),
                }
                yield Option(seat, "stride", over, "LC-15.1", weight=1)


def _interactions(t: LcTable, figure: Figure) -> Iterator[Option]:
    for marker in scenario_of(t).markers:
        wanted = marker.interact != "nothing" and t.state.held.get(marker.name) != figure.side
        if wanted and offered_contact(t, figure, marker.name):
            yield Option(
                figure.seat, "interact", {"target": Fixed(marker.name)}, "LC-15.8", weight=6
            )
    for name, ground in t.state.ground.items():
        if ground.door and not ground.destroyed and offered_contact(t, figure, name):
            to = "closed" if ground.door == "open" else "open"
            fields: dict[str, Choice] = {"door": Fixed(name), "to": Fixed(to)}
            yield Option(figure.seat, "door", fields, "LC-18.9", weight=2)


def _features(t: LcTable, figure: Figure) -> Iterator[Option]:
    for name, ground in t.state.ground.items():
        if ground.destroyed:
            continue
        for feature in t.catalog.piece[name].features:
            if figure.on in feature.joins:
                other: Any = next(s for s in feature.joins if s != figure.on)
                fields: dict[str, Choice] = {"feature": Fixed(feature.name), "to": Fixed(other)}
                yield Option(figure.seat, "traverse", fields, "LC-18.4", weight=3)
