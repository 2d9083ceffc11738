"""Step 1 of an attack: whether the target may be attacked (LC-13.3, 13.11, 17.1, 17.9), and the
declared bonuses (LC-13.5)."""

from collections.abc import Sequence

from events.legacy_of_conflict import Attack, Bonus, Caught
from referee.games.legacy_of_conflict.characters import Attack as AttackRecord
from referee.games.legacy_of_conflict.measurement import over, require_in_range, require_measure
from referee.games.legacy_of_conflict.positions import (
    require_area,
    require_distance,
    require_front,
    require_line,
)
from referee.games.legacy_of_conflict.scenarios import Piece
from referee.games.legacy_of_conflict.sight import (
    beyond,
    cover_between,
    hides,
    require_between,
    require_clear_path,
    require_path,
    size_compared,
)
from referee.games.legacy_of_conflict.state import (
    Figure,
    LcTable,
    Target,
    record_of,
    scenario_of,
    sets_aside,
)
from referee.games.legacy_of_conflict.surfaces import require_piece, require_surface, shut

POINT = "point"
"""The target of an area attack that is aimed at no character."""

_IN_SIGHT = "the distance, and nothing but what is declared lies between"

VOID = ("LC-13.3", "LC-17.1", "LC-17.9", "LC-18.2", "LC-18.3", "LC-18.10")
"""What makes a declared target an illegal one (LC-I 43)."""


def stands(t: LcTable, target: str) -> bool:
    """Whether there is such a character or piece to attack."""
    other = t.state.figures.get(target)
    if other is not None:
        return not other.down
    return target in t.state.ground and not t.state.ground[target].destroyed


def targets_of(t: LcTable, figure: Figure, chosen: AttackRecord, e: Attack) -> list[Target]:
    """LC-13.3: the target may be attacked; LC-13.11: what an area catches."""
    state = t.state
    other = state.figures.get(e.target)
    if e.between:
        require_between(t, e.between)
    if e.level:
        _require_level(t, other, e)
    if e.target == POINT:
        if chosen.area is None or "point" not in chosen.targets:
            t.forbid(
                "LC-13.2",
                "{attack} cannot be aimed at a point",
                attack=chosen.name,
                legal="a character or piece",
            )
        require_in_range(t, e.target, e.mm, chosen.name, chosen.range)
        cover = _point_target(t, figure, chosen, e)
    elif other is not None:
        cover = _character_target(t, figure, chosen, other, e)
    else:
        cover = _terrain_target(t, figure, chosen, e)
        if e.level and chosen.area is None:
            t.refuse(
                "LC-13.11",
                "{attack} is aimed at {target}, and the level {level} was said",
                attack=chosen.name,
                target=e.target,
                level=e.level,
                legal="no level",
            )
    if chosen.area is not None:
        return _caught(t, figure, chosen, other, cover, e)
    if e.caught:
        t.forbid("LC-13.11", "{attack} has no area", attack=chosen.name, legal="one target")
    return [Target(e.target, cover)]


def _require_level(t: LcTable, other: Figure | None, e: Attack) -> None:
    """LC-13.11: the surface aimed at is one of the table; a character is aimed at where it is."""
    require_surface(t, e.level, "LC-13.11")
    if other is not None and not other.down and e.level != other.on:
        t.forbid(
            "LC-13.11",
            "{target} is on {have}, not on {level}",
            target=other.id,
            have=other.on,
            level=e.level,
            legal=f"level={other.on}, or no level",
        )


def _character_target(
    t: LcTable, figure: Figure, chosen: AttackRecord, other: Figure, e: Attack
) -> int:
    wrong = ""
    friend = other.side == figure.side
    kinds = chosen.targets
    if other.down:
        wrong = "it is not on the table"
    elif other is figure:
        wrong = "it is the attacker itself"
    elif friend and "friend" not in kinds and t.choice["LC-I 39"] == "enemies_only":
        wrong = "it is on its own side"
    elif "character" not in kinds and ("friend" if friend else "foe") not in kinds:
        wrong = f"{chosen.name} is for {', '.join(kinds)}"
    if wrong:
        t.forbid(
            "LC-13.3",
            "{target} cannot be attacked: {wrong}",
            target=other.id,
            wrong=wrong,
            legal="another target",
        )
    _require_seen(t, figure, chosen, other, e)
    if other.on != figure.on and _needs_sight(t, chosen):
        require_clear_path(t, figure, other, e.clear_path)
    if not e.between:
        return 0
    size = size_compared(t, figure, other, 0)
    return _cover(t, figure, chosen, beyond(t, e.between, figure, other), size)


def _require_seen(
    t: LcTable, figure: Figure, chosen: AttackRecord, target: Figure | Piece, e: Attack
) -> None:
    """LC-13.3, 16.1: the range, and the front half, the distance and what lies between as far as
    the positions show them."""
    require_in_range(t, e.target, e.mm, chosen.name, chosen.range)
    if t.choice["LC-I 41"] == "front_half_only" and not require_front(t, figure, target):
        t.trust(f"{e.target} is in the front half of {figure.id}")
    if require_distance(t, figure, target, e.mm):
        require_line(t, figure, target, e.between)
    else:
        t.trust(_IN_SIGHT)


def _point_target(t: LcTable, figure: Figure, chosen: AttackRecord, e: Attack) -> int:
    """LC-13.11, 18.10: an area at a point, which has no Size to be hidden by; a closed door
    between hides it all the same."""
    level = e.level or figure.on
    if t.choice["LC-I 41"] == "front_half_only":
        t.trust(f"the point is in the front half of {figure.id}")
    if level != figure.on and "/" in level + figure.on and _needs_sight(t, chosen):
        require_path(t, figure, POINT, level, e.clear_path)
    for name in beyond(t, e.between, figure):
        if hides(t, name) is not None:
            continue
        piece = require_piece(t, name, "LC-16.1")
        if shut(t, piece) and _needs_sight(t, chosen):
            t.forbid(
                "LC-18.10",
                "{piece} is closed; nothing is seen through it",
                piece=name,
                legal="another point, or open it first",
            )
    return 0


def _needs_sight(t: LcTable, chosen: AttackRecord) -> bool:
    """LC-I 42: whether the attack needs line of sight."""
    return chosen.sight and t.choice["LC-I 42"] == "yes_unless_the_attack_says_no"


def _cover(
    t: LcTable, figure: Figure, chosen: AttackRecord, between: Sequence[str], size: float
) -> int:
    changes = (chosen.changes, record_of(t, figure).changes)
    return cover_between(t, between, size, needed=_needs_sight(t, chosen), changes=changes)


def _terrain_target(t: LcTable, figure: Figure, chosen: AttackRecord, e: Attack) -> int:
    """LC-17.1, 17.9: a piece is the target."""
    if e.target not in t.state.ground:
        t.forbid(
            "LC-13.3",
            "{target} is neither a character nor a terrain piece here",
            target=e.target,
            legal="what stands on the table",
        )
    piece = require_piece(t, e.target, "LC-17.1")
    if t.state.ground[piece.name].destroyed:
        t.forbid("LC-17.1", "{target} is destroyed", target=e.target, legal="another")
    _may_fall(t, chosen, piece)
    if "terrain" not in chosen.targets:
        t.forbid(
            "LC-13.3",
            "{attack} is for {kinds}",
            attack=chosen.name,
            kinds=", ".join(chosen.targets),
            legal="a character",
        )
    _require_seen(t, figure, chosen, piece, e)
    if not e.between:
        return 0
    between = [n for n in beyond(t, e.between, figure) if n.partition("/")[0] != piece.name]
    cover = _cover(t, figure, chosen, between, size_compared(t, figure, None, piece.size))
    return cover if t.choice["LC-I 73"] == "yes" else 0


def _may_fall(t: LcTable, chosen: AttackRecord, piece: Piece) -> None:
    """LC-17.9: what is indestructible is attacked only where the scenario says so."""
    fallible = piece.name in scenario_of(t).fallible or sets_aside(t, "LC-17.9", chosen.changes)
    if piece.kind == "indestructible" and not fallible:
        t.forbid("LC-17.9", "{target} is indestructible", target=piece.name, legal="another target")


def _caught(
    t: LcTable,
    figure: Figure,
    chosen: AttackRecord,
    aimed_at: Figure | None,
    cover: int,
    e: Attack,
) -> list[Target]:
    """LC-13.11, 18.3: everyone in the area, on the level aimed at (LC-I 79)."""
    assert chosen.area is not None
    level: str | None = None
    if chosen.area.levels == "same" and not sets_aside(t, "LC-18.3", chosen.changes):
        level = _aimed_level(t, figure, aimed_at, e)
    if not e.caught:
        t.forbid(
            "LC-13.11",
            "{attack} has an area, and nobody is declared to be in it",
            attack=chosen.name,
            legal="caught=CHARACTER:MM for each",
        )
    if e.target not in (POINT, *(c.target for c in e.caught)):
        t.forbid(
            "LC-13.11",
            "{target} is aimed at and not declared caught",
            target=e.target,
            legal=f"caught={e.target}:0 too",
        )
    for place, each in enumerate(e.caught):
        require_measure(t, each.mm)
        if any(each.target == c.target for c in e.caught[:place]):
            t.forbid(
                "LC-13.11",
                "{target} is declared caught twice",
                target=each.target,
                legal="each target once",
            )
        _require_in_area(t, chosen, e, each, level)
    if not require_area(t, figure, chosen, e, level):
        t.trust("all who are in the area are named")
    return [Target(each.target, cover if each.target == e.target else 0) for each in e.caught]


def _aimed_level(t: LcTable, figure: Figure, aimed_at: Figure | None, e: Attack) -> str:
    """LC-I 79: the level on which an area stays."""
    if t.choice["LC-I 79"] == "the_attacker":
        return figure.on
    return aimed_at.on if aimed_at is not None else e.level or figure.on


def _require_in_area(
    t: LcTable, chosen: AttackRecord, e: Attack, each: Caught, level: str | None
) -> None:
    """LC-13.11, 18.3: whoever is declared caught is within reach and can be hit there."""
    assert chosen.area is not None
    if each.mm > chosen.area.mm + over(t):
        t.refuse(
            "LC-13.11",
            "{target} is {have} mm from the point; the area reaches {limit} mm",
            target=each.target,
            have=f"{each.mm:g}",
            limit=f"{chosen.area.mm:g}",
            legal="those in the area",
        )
    other = t.state.figures.get(each.target)
    if other is None:
        reached = each.target == e.target or t.choice["LC-I 50"] == "yes"
        if not reached or not stands(t, each.target):
            t.forbid(
                "LC-13.11",
                "{target} is not hit by an area",
                target=each.target,
                legal="characters in the area",
            )
        _may_fall(t, chosen, t.catalog.piece[each.target])
    elif other.down:
        t.forbid("LC-13.11", "{target} is not on the table", target=each.target)
    elif level is not None and other.on != level:
        t.refuse(
            "LC-18.3",
            "{target} is on {have}; the area stays on {limit}",
            target=each.target,
            have=other.on,
            limit=level,
            legal="those on the same level",
        )


def granted_bonuses(
    t: LcTable,
    figure: Figure,
    bonuses: Sequence[Bonus],
    targets: Sequence[Target],
    chosen: AttackRecord,
) -> list[tuple[str, int]]:
    """LC-13.5: each bonus comes from a source that grants it now."""
    found: list[tuple[str, int]] = []
    used: set[tuple[str, str]] = set()
    for bonus in bonuses:
        source = (bonus.source, bonus.amount)
        own = {
            (name, g.amount): g.when
            for name, g in record_of(t, figure).grants
            if g.when and g.applies == "attack"
        }
        if source in own and (figure.id, bonus.source) not in used:
            used.add((figure.id, bonus.source))
            found.append(source)
            t.trust(f"{bonus.source}: {own[source]}")
            continue
        for target in targets:
            other = t.state.figures.get(target.id)
            theirs = {
                (name, g.amount): g.when
                for name, g in (record_of(t, other).grants if other else ())
                if g.when and g.applies == "defense"
            }
            if source in theirs and (target.id, bonus.source) not in used:
                used.add((target.id, bonus.source))
                target.bonus += bonus.amount
                t.trust(f"{bonus.source}: {theirs[source]}")
                break
        else:
            t.refuse(
                "LC-13.5",
                "{source} grants no {amount} here",
                source=bonus.source,
                amount=bonus.amount,
                legal="a bonus that an ability, equipment or the scenario grants",
            )
            found.append(source)
    return found
