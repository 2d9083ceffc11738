"""What an activated character may do, and what others may answer; see :mod:`options`."""

from collections.abc import Iterator
from typing import Any

import msgspec

from referee.choice import Choice, Fixed, Measure, OneOf, Perhaps
from referee.games.legacy_of_conflict.ability import no_occasion, out_of_turn, taken_off
from referee.games.legacy_of_conflict.attack import needed
from referee.games.legacy_of_conflict.characters import Ability, Character
from referee.games.legacy_of_conflict.characters import Attack as AttackRecord
from referee.games.legacy_of_conflict.choices import Flip
from referee.games.legacy_of_conflict.climbing import climb_cost
from referee.games.legacy_of_conflict.deck import CARDS, deck_size, remaining
from referee.games.legacy_of_conflict.harm import removals
from referee.games.legacy_of_conflict.movement import in_one_pool, strides_left, strides_of
from referee.games.legacy_of_conflict.odds import Chance, at_least
from referee.games.legacy_of_conflict.scenarios import GROUND
from referee.games.legacy_of_conflict.sight import cover_of, other_level, size_compared
from referee.games.legacy_of_conflict.state import (
    MOVE,
    Figure,
    LcTable,
    Moving,
    Player,
    record_of,
    scenario_of,
    sets_aside,
    standing,
)
from referee.games.legacy_of_conflict.surfaces import difficult, hazardous, solid
from referee.option import Option

FAR = 600.0
"""The longest distance, in mm, that a random match logs for an attack."""


def cards_of(t: LcTable, player: Player) -> Flip | None:
    """The two cards that a player may flip now; None where the deck is refreshed first."""
    size = deck_size(player)
    if not size:
        return None
    left = remaining(player)
    return Flip(left, left, "-", CARDS) if size > 1 else Flip(left, CARDS, "/", CARDS)


def odds_of(t: LcTable, figure: Figure, chosen: AttackRecord, target: str) -> Chance:
    """What an attack needs for each number of tokens that makes a difference, and the chances."""
    costs = _costs(figure, chosen)
    if not chosen.light:
        costs = costs[-1:]
    sums = [
        (
            f"{tokens} token{'s' * (tokens != 1)}: " if len(costs) > 1 else "",
            needed(t, figure, chosen, target, tokens),
        )
        for tokens in costs
    ]
    return at_least(t, figure.seat, sums)


def _costs(figure: Figure, chosen: AttackRecord) -> list[int]:
    """What may be paid for an attack now."""
    least, most = chosen.tokens
    return list(range(least, min(most, figure.pool) + 1))


def surfaces_to_stand_on(t: LcTable) -> list[str]:
    """The surfaces that a figure may stand on, besides the ground."""
    found: list[str] = []
    for name, ground in t.state.ground.items():
        piece = t.catalog.piece[name]
        if piece.solid and not ground.destroyed and not piece.impassable and not ground.door:
            found += piece.surfaces
    return found


def responses(t: LcTable, figure: Figure) -> Iterator[Option]:
    """LC-12.8: what a character may answer with now."""
    aim = t.state.aim
    for ability in record_of(t, figure).abilities:
        if ability.kind != "response" or no_occasion(t, figure, ability):
            continue
        if figure.slots.get(ability.name) or figure.pool < ability.tokens[0]:
            continue
        if out_of_turn(t, figure, ability):
            continue
        fields: dict[str, Choice] = {
            "character": Fixed(figure.id),
            "ability": Fixed(ability.name),
        }
        target = next((a for a in aim.targets if a.id == figure.id), None) if aim else None
        if ability.flip != "no" and target is not None and not target.by:
            two = cards_of(t, t.state.players[figure.seat])
            if two is not None:
                fields["cards"] = Perhaps(two)
        yield Option(figure.seat, "respond", fields, "LC-12.8", weight=3)


def of_an_activation(t: LcTable, figure: Figure) -> Iterator[Option]:
    """What the activated character may do next."""
    seat = figure.seat
    if t.state.moving is not None:
        yield from _movement(t, figure, t.state.moving)
    stands = t.state.moving is None or t.state.moving.stands
    if not stands:
        return
    if not figure.slots.get(MOVE) and _may(t, figure, MOVE):
        if figure.pool:
            yield Option(seat, "move", {"tokens": Fixed(1)}, "LC-14.2", weight=6)
        if figure.pool > 1:
            yield Option(seat, "move", {"tokens": Fixed(2)}, "LC-14.2", weight=3)
    record = record_of(t, figure)
    if _may(t, figure, "attack"):
        for chosen in record.attacks:
            if not figure.slots.get(chosen.name) and figure.pool >= chosen.tokens[0]:
                yield from _attacks(t, figure, chosen)
    if _may(t, figure, "ability"):
        for ability in record.abilities:
            clear = not figure.slots.get(ability.name) and figure.pool >= ability.tokens[0]
            if ability.kind == "action" and clear:
                yield from _uses(t, figure, ability)
    for other in standing(t.state):
        yield from responses(t, other)
    yield Option(seat, "end", rule="LC-11.5", weight=3)


def _may(t: LcTable, figure: Figure, kind: str) -> bool:
    return kind not in figure.actions or t.choice["LC-I 35"] == "none"


def _attacks(t: LcTable, figure: Figure, chosen: AttackRecord) -> Iterator[Option]:
    two = cards_of(t, t.state.players[figure.seat])
    if two is None:
        yield Option(figure.seat, "refresh", rule="LC-5.3", weight=8)
        return
    least, most = chosen.range
    fields: dict[str, Choice] = {
        "attack": Fixed(chosen.name),
        "mm": Measure(least, min(most, FAR)),
        "cards": Perhaps(two),
    }
    if len(_costs(figure, chosen)) > 1:
        fields["tokens"] = Perhaps(OneOf(tuple(_costs(figure, chosen))))
    kinds = chosen.targets
    for other in sorted(standing(t.state), key=lambda f: f.side == figure.side):
        friend = other.side == figure.side
        fits = "character" in kinds or ("friend" if friend else "foe") in kinds
        if other is figure or not fits:
            continue
        if friend and "friend" not in kinds and t.choice["LC-I 39"] == "enemies_only":
            continue
        own: dict[str, Choice] = {**fields, "target": Fixed(other.id)}
        cover = _between(t, figure, other)
        if cover:
            own["between"] = Perhaps(OneOf(tuple((name,) for name in cover)))
        if other_level(figure, other):
            own["clear_path"] = Fixed("yes")
        if chosen.area is not None:
            one_level = chosen.area.levels == "same" and t.choice["LC-I 79"] == "the_attacker"
            if one_level and other.on != figure.on:
                continue
            own["caught"] = Fixed(((other.id, 0.0),))
        odds = odds_of(t, figure, chosen, other.id)
        weight = 1 if friend else 16
        yield Option(
            figure.seat,
            "attack",
            own,
            "LC-13.2",
            weight=weight,
            hint=odds.counted,
            exact=odds.exact,
        )
    if "terrain" in kinds and chosen.area is None:
        for name, ground in t.state.ground.items():
            if ground.destroyed or not _destructible(t, name, chosen):
                continue
            odds = odds_of(t, figure, chosen, name)
            yield Option(
                figure.seat,
                "attack",
                {**fields, "target": Fixed(name)},
                "LC-17.1",
                weight=1,
                hint=odds.counted,
                exact=odds.exact,
            )


def _destructible(t: LcTable, name: str, chosen: AttackRecord) -> bool:
    if t.catalog.piece[name].kind != "indestructible":
        return True
    return name in scenario_of(t).fallible or sets_aside(t, "LC-17.9", chosen.changes)


def _between(t: LcTable, figure: Figure, other: Figure) -> list[str]:
    """The pieces that may lie between without hiding the target."""
    size = size_compared(t, figure, other, 0)
    under = {figure.on.partition("/")[0], other.on.partition("/")[0]}
    return [n for n in t.state.ground if n not in under and cover_of(t, n, size)]


def _uses(t: LcTable, figure: Figure, ability: Ability) -> Iterator[Option]:
    kinds = ability.targets
    least, most = ability.range
    for other in standing(t.state):
        mine = other is figure
        fits = (mine and "self" in kinds) or (
            not mine
            and (
                "character" in kinds
                or (other.side == figure.side and "friend" in kinds)
                or (other.side != figure.side and "foe" in kinds)
            )
        )
        if not fits:
            continue
        if ability.transfers:
            give = figure.pool - ability.tokens[0]
            if not mine and other.side == figure.side and give > 0:
                yield Option(
                    figure.seat,
                    "transfer",
                    {
                        "ability": Fixed(ability.name),
                        "giver": Fixed(figure.id),
                        "receiver": Fixed(other.id),
                        "tokens": Fixed(1),
                    },
                    "LC-12.6",
                    weight=2,
                )
            continue
        fields: dict[str, Choice] = {"ability": Fixed(ability.name), "target": Fixed(other.id)}
        if not mine:
            fields["mm"] = Measure(least, min(most, FAR))
            if ability.sight and other_level(figure, other):
                fields["clear_path"] = Fixed("yes")
        removed = removals(other, taken_off(ability))
        if removed and t.state.owner_removes:
            fields["removes"] = Perhaps(OneOf(tuple((condition,) for condition in removed)))
        yield Option(figure.seat, "use", fields, "LC-12.2", weight=5)


def _movement(t: LcTable, figure: Figure, moving: Moving) -> Iterator[Option]:
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
        if surface != figure.on:
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
        if marker.interact != "nothing" and t.state.held.get(marker.name) != figure.side:
            yield Option(
                figure.seat, "interact", {"target": Fixed(marker.name)}, "LC-15.8", weight=6
            )
    for name, ground in t.state.ground.items():
        if ground.door and not ground.destroyed:
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
