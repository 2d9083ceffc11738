"""Harm and what follows from it: Wounds, defeat, conditions, destroyed terrain, push, fall and
impact (sections 13.9, 17, 19 and 20)."""

from collections.abc import Iterable
from math import ceil, floor

from events.legacy_of_conflict import Choose, Displace, Fall, Push, Throw
from referee.fact import DamageDealt, ScoreChanged, UnitDefeated
from referee.legacy_of_conflict.catalog import GROUND, Effect, Piece
from referee.legacy_of_conflict.facts import (
    ConditionChanged,
    TerrainChanged,
    UnitMoved,
    WoundsHealed,
)
from referee.legacy_of_conflict.measuring import full, inch, measured, over, over_fixed
from referee.legacy_of_conflict.positions import displaced_to, landed_at, pushed_to, put
from referee.legacy_of_conflict.state import (
    MOST_OF_A_CONDITION,
    OF_A_FALL,
    Figure,
    Ground,
    Lasting,
    LcTable,
    piece_at,
    record_of,
    scenario_of,
    sets_aside,
)
from referee.legacy_of_conflict.surfaces import (
    difficult,
    hazardous,
    height,
    known_surface,
    piece_of,
    shut,
    solid,
    standing_in,
)
from referee.option import Obligation
from referee.table import impossible

EDGE = "edge"
"""What stops a push at the edge of the table."""


def seat_in_play(t: LcTable) -> str:
    """Whose activation it is: who logs what follows from it."""
    state = t.state
    return state.figures[state.acting].seat if state.acting else state.active


def hazards_first(t: LcTable) -> None:
    """LC-18.13: until a hazard's cards are flipped, nothing else is accepted."""
    for due in t.state.due:
        if due.task == "hazard":
            t.refuse(
                "LC-18.13",
                "{seat} has not flipped for {piece}, which {unit} entered",
                seat=due.seat,
                piece=due.cards[0],
                unit=due.about,
                since=due.since,
                legal=f"{due.seat} flip",
            )


# -- Wounds ------------------------------------------------------------------------------------


def harm(
    t: LcTable,
    figure: Figure,
    amount: int,
    cause: str,
    rule: str,
    by: Figure | None = None,
    source: str = "",
    *,
    later: bool = False,
) -> None:
    """The character's Wounds fall; at 0 it is defeated (LC-13.9), in a fall after all of it.

    Args:
        cause: attack, effect, DOT, falling, hazard, impact or impassable terrain.
        by: the character that did it.
        later: a fall is going on, and defeat waits for its end (LC-20.12).
    """
    if amount <= 0 or figure.down:
        return
    figure.wounds = max(0, figure.wounds - amount)
    t.fact(
        DamageDealt(
            by.seat if by else "",
            source or (by.name if by else cause),
            figure.seat,
            figure.id,
            figure.name,
            amount,
            figure.wounds,
            cause,
            rule,
        )
    )
    if figure.wounds:
        return
    falling = later or figure.id in t.state.fallen
    if falling and t.choice["LC-I 102"] == "after_all_of_it":
        if figure.id not in t.state.fallen:
            t.state.fallen.append(figure.id)
    else:
        defeat(t, figure, "LC-13.9")


def heal(t: LcTable, figure: Figure, amount: int, rule: str) -> None:
    """Wounds come back, never above the character's own (LC-21.8 bounds what effects do)."""
    most = record_of(t, figure).wounds
    gained = min(amount, most - figure.wounds)
    if gained > 0:
        figure.wounds += gained
        t.fact(WoundsHealed(figure.seat, figure.id, gained, figure.wounds, rule))


def defeat(t: LcTable, figure: Figure, rule: str) -> None:
    """LC-13.9: the character leaves the table with its tokens."""
    state = t.state
    seat = seat_in_play(t)
    rival = bool(seat) and state.players[seat].side != figure.side
    take_off(t, figure)
    t.fact(UnitDefeated(figure.seat, figure.id, figure.name, seat if rival else "", rule))
    worth = scenario_of(t).defeat_points
    if rival and worth:
        score(t, state.players[seat].side, worth)


def take_off(t: LcTable, figure: Figure) -> None:
    """A character is on the table no longer; what it owed or was owed is forgotten."""
    state = t.state
    figure.down = True
    figure.wounds = 0 if figure.wounds < 0 else figure.wounds
    figure.pool = 0
    figure.slots.clear()
    figure.conditions.clear()
    figure.bonuses.clear()
    figure.within.clear()
    figure.at = figure.facing = None
    state.due = [d for d in state.due if d.about != figure.id]
    if state.aim is not None:
        state.aim.targets = [a for a in state.aim.targets if a.id != figure.id]
        if state.aim.figure == figure.id or not state.aim.targets:
            state.aim = None
    if state.duel is not None and figure.id in state.duel.flips:
        state.duel = None
    if figure.id in state.struck:
        state.struck.remove(figure.id)


def score(t: LcTable, side: str, points: int) -> None:
    """A side gains points of the scenario."""
    state = t.state
    state.points[side] = state.points.get(side, 0) + points
    t.fact(ScoreChanged(side, "points", state.points[side]))


def settle_falls(t: LcTable) -> None:
    """LC-20.12: when all of a fall is over, those at 0 Wounds are defeated."""
    state = t.state
    rules = ("LC-20", "LC-17", "LC-18.7")
    if state.fallen and not any(d.must and d.rule.startswith(rules) for d in state.due):
        fallen, state.fallen = state.fallen, []
        for unit in fallen:
            if not state.figures[unit].wounds and not state.figures[unit].down:
                defeat(t, state.figures[unit], "LC-20.12")


# -- conditions --------------------------------------------------------------------------------


def give(t: LcTable, figure: Figure, condition: str, amount: int, rule: str) -> None:
    """LC-19.1: condition tokens, at most two of a kind; a third is not placed (LC-I 86). Where
    none of those of a fall is free any more, nothing is left to choose."""
    if figure.down:
        return
    have = figure.conditions.get(condition, 0)
    count = min(have + amount, MOST_OF_A_CONDITION)
    if count > have:
        figure.conditions[condition] = count
        t.fact(ConditionChanged(figure.seat, figure.id, condition, count - have, count, rule))
        if not free_conditions(figure):
            due = t.state.due
            t.state.due = [d for d in due if d.task != "choose" or d.about != figure.id]


def remove(t: LcTable, figure: Figure, condition: str, amount: int, rule: str) -> None:
    """Condition tokens go."""
    have = figure.conditions.get(condition, 0)
    gone = min(have, amount)
    if gone:
        figure.conditions[condition] = have - gone
        if have == gone:
            del figure.conditions[condition]
        t.fact(ConditionChanged(figure.seat, figure.id, condition, -gone, have - gone, rule))


def free_conditions(figure: Figure) -> list[str]:
    """The conditions of which the character may take another token."""
    return [c for c in OF_A_FALL if figure.conditions.get(c, 0) < MOST_OF_A_CONDITION]


def owe_choice(t: LcTable, figure: Figure, rule: str) -> None:
    """The owner chooses a condition, unless none is free."""
    if not figure.down and free_conditions(figure):
        t.state.due.append(Obligation(figure.seat, "choose", rule, t.seq, about=figure.id))


def choose(t: LcTable, e: Choose) -> None:
    """LC-20.7, 20.9 and 19.1: the condition that the owner chooses."""
    hazards_first(t)
    state = t.state
    due = next((d for d in state.due if d.task == "choose" and d.about == e.character), None)
    if due is None:
        impossible(
            "LC-20.7",
            "{unit} gains no condition of its owner's choice now",
            unit=e.character,
            legal="what is due",
        )
    if due.seat != e.seat:
        t.refuse(
            due.rule,
            "{seat} chooses for {unit}",
            seat=e.seat,
            unit=e.character,
            legal=f"{due.seat}, its owner, chooses",
            since=due.since,
        )
    figure = state.figures[e.character]
    full_already = e.condition not in free_conditions(figure)
    if e.condition not in OF_A_FALL:
        impossible(
            due.rule,
            "{condition} cannot be chosen",
            condition=e.condition,
            legal=" or ".join(OF_A_FALL),
        )
    if full_already and t.choice["LC-I 96"] == "refused_if_another_is_free":
        t.refuse(
            due.rule,
            "{unit} has {have} {condition} already",
            unit=e.character,
            have=MOST_OF_A_CONDITION,
            condition=e.condition,
            legal=" or ".join(free_conditions(figure)),
        )
    state.due.remove(due)
    give(t, figure, e.condition, 1, due.rule)


# -- terrain -----------------------------------------------------------------------------------


def new_ground(piece: Piece, rounding: str) -> Ground:
    """A piece at the start, with its Wounds (LC-17.2, 17.6, 17.7, LC-I 74)."""
    whole = ceil(piece.size) if rounding == "round_up" else floor(piece.size)
    wounds = piece.wounds
    if wounds is None:
        usual = {"reinforced": 2 * whole, "fragile": 1}
        wounds = max(1, usual.get(piece.kind, whole))
    return Ground(wounds, door=piece.door)


def defense_of_piece(t: LcTable, piece: Piece) -> tuple[int, str]:
    """A piece's Defense, and the rule that gives it (LC-17.2, 17.6, 17.7)."""
    if piece.defense is not None:
        return piece.defense, "LC-17.2"
    whole = ceil(piece.size) if t.choice["LC-I 74"] == "round_up" else floor(piece.size)
    if piece.kind == "reinforced":
        return whole + 2, "LC-17.6"
    return (0, "LC-17.7") if piece.kind == "fragile" else (whole, "LC-17.2")


def harm_piece(t: LcTable, piece: Piece, damage: int, by: Figure) -> None:
    """LC-17.3, 17.6, 17.7: damage on a piece stays, and enough of it destroys the piece."""
    ground = t.state.ground[piece.name]
    if piece.kind == "reinforced" and damage < piece.size:
        return
    rule = "LC-17.7" if piece.kind == "fragile" else "LC-17.3"
    ground.wounds = 0 if piece.kind == "fragile" else max(0, ground.wounds - damage)
    t.fact(
        DamageDealt(
            by.seat, by.name, "", piece.name, piece.name, damage, ground.wounds, "attack", rule
        )
    )
    if not ground.wounds:
        destroy(t, piece, by, rule)


def destroy(t: LcTable, piece: Piece, by: Figure | None, rule: str) -> None:
    """LC-17.4, 17.5: the piece is gone, what was agreed happens, and those on it fall."""
    state = t.state
    ground = state.ground[piece.name]
    if ground.destroyed:
        return
    ground.destroyed = True
    ground.wounds = 0
    left = piece.remains or scenario_of(t).destruction or t.choice["LC-I 76"]
    ground.rubble = left == "difficult_ground"
    t.fact(TerrainChanged(by.seat if by else "", piece.name, "destroyed", rule))
    for figure in list(state.figures.values()):
        if figure.down:
            continue
        if piece.name in figure.within and not ground.rubble:
            figure.within.remove(piece.name)
        if figure.on.partition("/")[0] == piece.name:
            apply_to(t, piece.destroyed, figure, by, "LC-17.4", "hit")
            if not figure.down:
                owe_fall(t, figure, "LC-17.5")


# -- effects -----------------------------------------------------------------------------------


def apply_to(
    t: LcTable,
    effects: Iterable[Effect],
    target: Figure,
    user: Figure | None,
    rule: str,
    outcome: str,
    source: str = "",
) -> None:
    """The effects of a record, in order; what a player chooses or measures becomes due.

    Args:
        target: the character that the effects are about.
        user: whose attack or ability it is.
        rule: the rule that makes them happen (LC-13.10, 17.4, 18.14 …).
        outcome: ``hit`` or ``miss``; ``hit`` too for what has no outcome.
    """
    for effect in effects:
        if effect.when not in ("always", outcome):
            continue
        figure = user if effect.to == "self" and user is not None else target
        if figure.down and not (effect.kind == "ruling" and t.choice["LC-I 47"] == "all_happen"):
            continue
        match effect.kind:
            case "condition":
                if effect.condition == "any":
                    for _ in range(effect.amount):
                        owe_choice(t, figure, "LC-19.1")
                else:
                    give(t, figure, effect.condition, effect.amount, rule)
            case "remove":
                named = OF_A_FALL if effect.condition == "any" else (effect.condition,)
                left = effect.amount
                for condition in (*named, "dot") if effect.condition == "any" else named:
                    have = figure.conditions.get(condition, 0)
                    remove(t, figure, condition, left, rule)
                    left -= min(have, left)
            case "damage":
                cause = "hazard" if rule == "LC-18.14" else "effect"
                harm(t, figure, effect.amount, cause, rule, user, "" if user else source)
            case "heal":
                heal(t, figure, effect.amount, rule)
            case "bonus":
                figure.bonuses.append(Lasting(effect.applies, effect.amount, source, effect.until))
            case "push" | "throw":
                if user is not None:
                    _owe_push(t, effect, user, figure, source)
            case "ruling":
                t.state.due.append(
                    Obligation(
                        user.seat if user else figure.seat,
                        "settle",
                        "LC-21.8",
                        t.seq,
                        about=effect.text or source,
                    )
                )
            case "destroy" | "contest":
                pass


# -- push and throw ----------------------------------------------------------------------------


def _set_aside_by(t: LcTable, pusher: Figure, source: str) -> tuple[str, ...]:
    """The core rules that the attack or ability behind a push sets aside."""
    record = record_of(t, pusher)
    found = record.attack.get(source) or record.ability.get(source)
    return found.changes if found is not None else ()


def too_large(t: LcTable, pusher: Figure, target: Figure, source: str = "") -> bool:
    """LC-20.2: a target more than one Size larger is not pushed."""
    one, other = record_of(t, pusher), record_of(t, target)
    if round(other.size - one.size, 6) <= 1:
        return False
    return not sets_aside(t, "LC-20.2", one.changes, _set_aside_by(t, pusher, source))


def push_distance(t: LcTable, pusher: Figure, target: Figure) -> float:
    """LC-20.1: half the difference of Sizes in inches, at least one inch, in mm (LC-I 90)."""
    one, other = record_of(t, pusher), record_of(t, target)
    if t.choice["LC-I 90"] == "half_the_difference_of_Size_in_inches":
        return inch(t) * max(1.0, abs(one.size - other.size) / 2)
    return max(inch(t), abs(one.longest - other.longest) / 2)


def _owe_push(t: LcTable, effect: Effect, pusher: Figure, target: Figure, source: str) -> None:
    if pusher is target or too_large(t, pusher, target, source):
        return
    if effect.kind == "throw" and t.choice["LC-I 94"] == "refused_without_a_ruling":
        t.state.due.append(
            Obligation(pusher.seat, "settle", "LC-20.5", t.seq, about=f"throw {target.id}")
        )
        return
    mm = effect.mm or push_distance(t, pusher, target)
    rule = "LC-20.1" if effect.kind == "push" else "LC-20.5"
    t.state.due.append(
        Obligation(
            pusher.seat,
            effect.kind,
            rule,
            t.seq,
            count=round(mm * 10),
            about=target.id,
            cards=[pusher.id, source],
        )
    )


def push(t: LcTable, e: Push | Throw) -> None:
    """LC-20.1 to 20.6: how far the target went, what stopped it, and whether it falls."""
    hazards_first(t)
    state = t.state
    task = "push" if isinstance(e, Push) else "throw"
    due = next((d for d in state.due if d.task == task and d.about == e.target), None)
    if due is None:
        target = state.figures.get(e.target)
        acting = state.figures.get(state.acting)
        if target and acting and too_large(t, acting, target):
            impossible(
                "LC-20.2",
                "{unit} is of Size {have}, more than one above {size}",
                unit=e.target,
                have=f"{record_of(t, target).size:g}",
                size=f"{record_of(t, acting).size:g}",
                legal="the effect is void",
            )
        impossible(
            "LC-20.1" if task == "push" else "LC-20.5",
            "no {task} of {unit} is due",
            task=task,
            unit=e.target,
            legal="what an attack or ability does",
        )
    if e.seat != due.seat:
        t.refuse(due.rule, "{seat} logs it", seat=e.seat, legal=f"{due.seat} logs it")
    figure = state.figures[e.target]
    pusher = state.figures[due.cards[0]]
    whole = due.count / 10
    measured(t, e.mm)
    if not e.straight_away:
        t.refuse(
            due.rule,
            "{unit} did not go straight away from {pusher}",
            unit=e.target,
            pusher=pusher.id,
            legal="straight away from the pusher",
        )
    if e.mm - whole > over_fixed(t):
        t.refuse(
            "LC-1.7",
            "{unit} went {have} mm, fixed are {limit}",
            unit=e.target,
            have=f"{e.mm:g}",
            limit=f"{whole:g}",
        )
    surface = e.on or figure.on
    if not e.stopped_by and whole - e.mm > over_fixed(t):
        t.refuse(
            "LC-20.3",
            "{unit} went {have} of {due} mm, and nothing stopped it",
            unit=e.target,
            have=f"{e.mm:g}",
            due=f"{whole:g}",
            legal="the whole distance, or what stopped it",
        )
    blow = _stopped(t, figure, e.stopped_by) if e.stopped_by else 0
    if e.on:
        known_surface(t, surface, "LC-20.3")
    own = _set_aside_by(t, pusher, due.cards[1]), record_of(t, pusher).changes
    if _up(t, figure, surface) and not sets_aside(t, "LC-18.5", *own):
        t.refuse(
            "LC-18.5",
            "{unit} goes up from {have} to {limit}",
            unit=e.target,
            have=figure.on,
            limit=surface,
            legal="nobody is pushed up",
        )
    standing_in(t, e.into, "LC-20.3", record_of(t, figure).step)
    if e.at is None or not pushed_to(t, pusher, figure, e):
        t.trust(f"{e.target} went straight away from {pusher.id}")
    put(figure, e.at, turned=False)
    if not e.stands:
        t.trust(f"nothing carries {e.target}")
    state.due.remove(due)
    if e.stopped_by == EDGE and t.choice["LC-I 55"] == "leaving_is_defeat":
        defeat(t, figure, "LC-14.7")
        return
    before, figure.on = figure.on, surface
    t.fact(UnitMoved(figure.seat, figure.id, task, e.mm, 0, surface, due.rule))
    if blow:
        harm(t, figure, blow, "impassable terrain", "LC-20.4", pusher)
    if figure.down:
        return
    walk_into(t, figure, e.into, e.out_of)
    if not e.stands:
        bridge = any((p := piece_at(t, s)) is not None and p.bridge for s in (before, surface))
        if not bridge or t.choice["LC-I 80"] == "always":
            owe_fall(t, figure, "LC-18.7" if bridge else "LC-20.6")
        else:
            state.due.append(
                Obligation(pusher.seat, "fall", "LC-18.7", t.seq, must=False, about=figure.id)
            )


def _up(t: LcTable, figure: Figure, surface: str) -> bool:
    """LC-18.5: whether a push leads up a feature, or higher than the character steps."""
    rise = height(t, surface) - height(t, figure.on)
    if rise <= 0:
        return False
    pieces = [p for s in (figure.on, surface) if (p := piece_at(t, s)) is not None]
    ends = {figure.on, surface}
    joined = any(ends == set(feature.joins) for piece in pieces for feature in piece.features)
    return joined or rise > record_of(t, figure).step


def _defense(t: LcTable, figure: Figure) -> int:
    """LC-19.4: the Defense of a character, less Weaken, where it counts against such damage."""
    return max(0, record_of(t, figure).defense - figure.conditions.get("weaken", 0))


def _stopped(t: LcTable, figure: Figure, by: str) -> int:
    """LC-20.3, 20.4: what stopped a push, and the damage of impassable terrain."""
    if by == EDGE:
        return 0
    other = t.state.figures.get(by)
    strict = t.choice["LC-I 91"] == "stops_as_in_20.4"
    if other is not None:
        if other.down or other is figure:
            impossible("LC-20.3", "{by} is not in the way", by=by, legal="who stands there")
        return record_of(t, other).category if strict else 0
    piece = piece_of(t, by, "LC-20.3")
    if piece.impassable and not t.state.ground[piece.name].destroyed:
        blow = floor(piece.size)
        if t.choice["LC-I 93"] == "yes":
            blow = max(0, blow - _defense(t, figure))
        return blow
    over_it = piece.size <= record_of(t, figure).step and not shut(t, piece)
    if over_it or not (solid(t, piece) or shut(t, piece)):
        t.refuse(
            "LC-20.3",
            "{piece} does not stop {unit}",
            piece=by,
            unit=figure.id,
            legal="solid terrain that it cannot step over, or the whole distance",
        )
        return 0
    return floor(piece.size) if strict else 0


def walk_into(
    t: LcTable, figure: Figure, into: Iterable[str], out_of: Iterable[str], own: bool = False
) -> None:
    """The figure is in other terrain now, and each hazard that it entered is flipped for
    (LC-18.13; in another's activation by whom LC-I 12 says). What is both entered and left, and
    it did not stand in, it went through."""
    before, left = tuple(figure.within), tuple(out_of)
    for name in left:
        if name in figure.within:
            figure.within.remove(name)
    for name in into:
        piece = t.catalog.piece[name]
        if name in before and name not in left:
            continue
        through = name in left and name not in before
        rough = hazardous(t, piece) or difficult(t, piece)
        if rough and not through and name not in figure.within:
            figure.within.append(name)
        owe_hazard(t, figure, piece, own)


def owe_hazard(t: LcTable, figure: Figure, piece: Piece, own: bool) -> None:
    """LC-18.13: two cards for a hazard (LC-I 84: each time, or once an activation)."""
    if not hazardous(t, piece):
        return
    if piece.name in figure.entered and t.choice["LC-I 84"] == "once_per_activation":
        return
    if piece.name not in figure.entered:
        figure.entered.append(piece.name)
    by_owner = own or t.choice["LC-I 12"] == "its_controller"
    t.state.due.append(
        Obligation(
            figure.seat if by_owner else seat_in_play(t),
            "hazard",
            "LC-18.13",
            t.seq,
            about=figure.id,
            cards=[piece.name],
        )
    )


# -- falls -------------------------------------------------------------------------------------


def owe_fall(t: LcTable, figure: Figure, rule: str) -> None:
    """LC-20.6: nothing carries the character; where it lands is logged next."""
    t.state.due.append(
        Obligation(seat_in_play(t) or figure.seat, "fall", rule, t.seq, about=figure.id)
    )


def fall(t: LcTable, e: Fall) -> None:
    """LC-20.6 to 20.12: where a falling character lands, and on whom."""
    hazards_first(t)
    state = t.state
    due = next((d for d in state.due if d.task == "fall" and d.about == e.character), None)
    if due is None:
        impossible(
            "LC-20.6",
            "{unit} does not fall: something carries it",
            unit=e.character,
            legal="what is due",
        )
    if e.seat != due.seat:
        t.refuse(due.rule, "{seat} logs it", seat=e.seat, legal=f"{due.seat} logs it")
    figure = state.figures[e.character]
    known_surface(t, e.to, "LC-20.6")
    height_left, height_reached = height(t, figure.on), height(t, e.to)
    if height_reached > height_left:
        impossible(
            "LC-20.6",
            "{unit} falls from {have} up to {to}",
            unit=e.character,
            have=figure.on,
            to=e.to,
            legal="a surface below",
        )
    other = _landed_on(t, figure, e) if e.onto else None
    record = record_of(t, figure)
    standing_in(t, e.into, "LC-20.6", record.step)
    if e.at is not None:
        landed_at(t, figure, other, e)
    put(figure, e.at, turned=False)
    t.trust(f"{e.character} lands on {e.onto or e.to}")
    state.due.remove(due)
    if state.moving is not None and not due.must and figure.id == state.acting:
        state.moving.used = state.moving.limit
        state.moving.stands = True
    figure.on = e.to
    t.fact(UnitMoved(figure.seat, figure.id, "fall", 0.0, 0, e.to, "LC-20.6"))
    damage = max(1, full(height_left - height_reached)) + max(0, record.category)
    harm(t, figure, damage, "falling", "LC-20.8", later=True)
    owe_choice(t, figure, "LC-20.7")
    if other is not None and not figure.down:
        _impact(t, figure, other)
    if not figure.down:
        walk_into(t, figure, e.into, list(figure.within))


def _landed_on(t: LcTable, figure: Figure, e: Fall) -> Figure:
    other = t.state.figures.get(e.onto)
    if other is None or other.down or other is figure or other.on != e.to:
        impossible(
            "LC-20.9",
            "{other} is not on {to}",
            other=e.onto,
            to=e.to,
            legal="a character that stands where it lands",
        )
    return other


def _impact(t: LcTable, figure: Figure, other: Figure) -> None:
    """LC-20.9 to 20.11: each of the two is hurt by the other, and the smaller gives way."""
    one, two = record_of(t, figure), record_of(t, other)
    if t.choice["LC-I 98"] == "both":
        owe_choice(t, figure, "LC-20.9")
    owe_choice(t, other, "LC-20.9")
    shield = t.choice["LC-I 99"] == "yes"
    to_figure = two.category - (_defense(t, figure) if shield else 0)
    to_other = one.category - (_defense(t, other) if shield else 0)
    harm(t, figure, to_figure, "impact", "LC-20.10", other, later=True)
    harm(t, other, to_other, "impact", "LC-20.10", figure, later=True)
    if one.size == two.size:
        falls = t.choice["LC-I 100"] == "the_falling_one_moves"
        smaller = figure if falls else other
    else:
        smaller = figure if one.size < two.size else other
    if not figure.down and not other.down:
        t.state.due.append(
            Obligation(
                seat_in_play(t) or smaller.seat,
                "displace",
                "LC-20.11",
                t.seq,
                about=smaller.id,
            )
        )


def displace(t: LcTable, e: Displace) -> None:
    """LC-20.11: the smaller one is moved out of base contact, and may fall in its turn."""
    hazards_first(t)
    state = t.state
    waiting = [d for d in state.due if d.task == "displace"]
    due = next((d for d in waiting if d.about == e.character), None)
    if due is None:
        impossible(
            "LC-20.11",
            "{unit} is not to be moved",
            unit=e.character,
            legal=f"{waiting[0].about} gives way" if waiting else "what is due",
        )
    if e.seat != due.seat:
        t.refuse(due.rule, "{seat} logs it", seat=e.seat, legal=f"{due.seat} logs it")
    measured(t, e.mm)
    figure = state.figures[e.character]
    surface = e.on or figure.on
    if e.on:
        known_surface(t, surface, "LC-20.11")
    if height(t, surface) > height(t, figure.on) + record_of(t, figure).step:
        impossible(
            "LC-20.11",
            "{unit} is moved up to {to}",
            unit=e.character,
            to=surface,
            legal="the nearest place",
        )
    standing_in(t, e.into, "LC-20.11", record_of(t, figure).step)
    if e.at is not None:
        displaced_to(t, figure, e)
    put(figure, e.at, turned=False)
    t.trust(f"{e.mm:g} mm is the least that parts them")
    state.due.remove(due)
    figure.on = surface
    t.fact(UnitMoved(figure.seat, figure.id, "displaced", e.mm, 0, surface, "LC-20.11"))
    walk_into(t, figure, e.into, ())
    if not e.stands:
        t.trust(f"nothing carries {e.character}")
        owe_fall(t, figure, "LC-20.11")


__all__ = [
    "EDGE",
    "GROUND",
    "apply_to",
    "choose",
    "defeat",
    "defense_of_piece",
    "destroy",
    "displace",
    "fall",
    "free_conditions",
    "give",
    "harm",
    "harm_piece",
    "heal",
    "new_ground",
    "over",
    "owe_fall",
    "owe_hazard",
    "push",
    "push_distance",
    "remove",
    "score",
    "seat_in_play",
    "settle_falls",
    "take_off",
    "too_large",
    "walk_into",
]
