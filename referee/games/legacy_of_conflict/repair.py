"""The primitive repairs that a judge, or all players together, may make (REF-3.5, LC-21.8).

===========  ==================  ==================================================
word         target              value
===========  ==================  ==================================================
wounds       character           Wounds left, above 0 and at most its own
tokens       character/slot      tokens on an action; ``pool`` takes or gives the rest
condition    character/kind      tokens of a condition, 0 to 2
surface      character           the surface that it stands on
within       character/piece     yes or no
defeat       character           the seat that is credited, or nobody
activated    character           yes or no
terrain      piece               Wounds left, at most its own, or ``destroyed``
door         piece               open or closed
marker       marker              the side that holds it, or nobody
points       side                the scenario's points
opportunity  seat                whose opportunity it is
===========  ==================  ==================================================
"""

from collections.abc import Mapping

from referee.fact import UnitDefeated
from referee.games.legacy_of_conflict import owed
from referee.games.legacy_of_conflict.attack import resolve
from referee.games.legacy_of_conflict.harm import free_conditions, score, take_off
from referee.games.legacy_of_conflict.state import (
    CONDITIONS,
    MOST_OF_A_CONDITION,
    MOVE,
    PLAY,
    Figure,
    LcTable,
    record_of,
    scenario_of,
    to_come,
    tokens_of,
)
from referee.games.legacy_of_conflict.surfaces import require_enterable, require_surface
from referee.games.legacy_of_conflict.terrain import destroy, new_ground
from referee.games.legacy_of_conflict.turn import pass_on, settled
from referee.house import AnyTable, Repair, sides
from referee.verdict import Violation

POOL = "pool"


def _wrong(why: str, legal: str, **facts: int | str) -> Violation:
    return Violation("REF-3.5", why, legal=legal, since=None, **facts)


def _figure(t: LcTable, unit: str) -> Figure:
    figure = t.state.figures.get(unit)
    if figure is None or figure.down:
        standing = ", ".join(f.id for f in t.state.figures.values() if not f.down)
        raise _wrong("{unit} is not on the table", f"one of {standing}", unit=unit)
    return figure


def _number(value: str, least: int, most: int) -> int:
    if not value.isdecimal() or not least <= int(value) <= most:
        raise _wrong("{value} is out of bounds", f"{least} to {most}", value=value)
    return int(value)


def _yes(value: str) -> bool:
    if value not in ("yes", "no"):
        raise _wrong("{value} is neither", "yes or no", value=value)
    return value == "yes"


def _wounds(t: AnyTable, target: str, value: str) -> None:
    """wounds:Brute:3  Wounds left, above 0 and at most its own"""
    figure = _figure(t, target)
    figure.wounds = _number(value, 1, record_of(t, figure).wounds)
    if figure.id in t.state.fallen:
        t.state.fallen.remove(figure.id)


def _tokens(t: AnyTable, target: str, value: str) -> None:
    """tokens:Warden/move:1  tokens on an action; the pool has the rest"""
    unit, _, slot = target.partition("/")
    figure = _figure(t, unit)
    record = record_of(t, figure)
    actions = (MOVE, *record.attack, *(a.name for a in record.abilities if a.kind != "always"))
    if slot == POOL:
        raise _wrong("the pool is what the slots leave", f"one of {', '.join(actions)}", slot=slot)
    if slot not in actions:
        raise _wrong("{slot} is no action", f"one of {', '.join(actions)}", slot=slot)
    others = sum(n for action, n in figure.slots.items() if action != slot)
    count = _number(value, 0, tokens_of(t, figure) - others)
    figure.slots.pop(slot, None)
    if count:
        figure.slots[slot] = count
    figure.pool = tokens_of(t, figure) - others - count


def _condition(t: AnyTable, target: str, value: str) -> None:
    """condition:Brute/slow:1  tokens of a condition, 0 to 2"""
    unit, _, condition = target.partition("/")
    figure = _figure(t, unit)
    if condition not in CONDITIONS:
        raise _wrong("{kind} is no condition", f"one of {', '.join(CONDITIONS)}", kind=condition)
    count = _number(value, 0, MOST_OF_A_CONDITION)
    figure.conditions.pop(condition, None)
    if count:
        figure.conditions[condition] = count
    if not free_conditions(figure):
        state = t.state
        state.due = [d for d in state.due if not owed.chooses(d, figure.id)]
        settled(t)


def _surface(t: AnyTable, target: str, value: str) -> None:
    """surface:Brute:keep/roof  the surface that it stands on"""
    figure = _figure(t, target)
    require_surface(t, value, "REF-3.5")
    figure.on = value
    figure.at = None
    state = t.state
    state.due = [d for d in state.due if not owed.falls(d, figure.id)]
    if state.moving is not None and state.acting == figure.id:
        state.moving.stands = True
    settled(t)


def _within(t: AnyTable, target: str, value: str) -> None:
    """within:Brute/mire:yes  whether it stands in a hazard or difficult piece"""
    unit, _, piece = target.partition("/")
    figure = _figure(t, unit)
    require_enterable(t, (piece,), "REF-3.5")
    if piece in figure.within:
        figure.within.remove(piece)
    if _yes(value):
        figure.within.append(piece)


def _defeat(t: AnyTable, target: str, value: str) -> None:
    """defeat:Brute:ana  a character is defeated; the seat credited, or nobody"""
    state = t.state
    figure = _figure(t, target)
    rivals = [p.seat for p in state.players.values() if p.side != figure.side]
    if value not in ("nobody", *rivals):
        raise _wrong("{value} is no credit", "an opponent's seat, or nobody", value=value)
    by = "" if value == "nobody" else value
    take_off(t, figure)
    t.fact(UnitDefeated(figure.seat, figure.id, figure.name, by, "REF-3.5"))
    worth = scenario_of(t).defeat_points
    if by and worth:
        score(t, state.players[by].side, worth)
    resolve(t)
    settled(t)
    pass_on(t)


def _activated(t: AnyTable, target: str, value: str) -> None:
    """activated:Brute:yes  whether it has activated this turn"""
    figure = _figure(t, target)
    done = _yes(value)
    if t.state.acting == figure.id and not done:
        raise _wrong("{unit} is being activated", "after its activation", unit=target)
    if done and t.state.phase != PLAY:
        raise _wrong("no character has activated between two turns", "in the activation phase")
    figure.activated = done
    pass_on(t)


def _terrain(t: AnyTable, target: str, value: str) -> None:
    """terrain:wall:2  Wounds left of a piece, at most its own, or destroyed"""
    ground = t.state.ground.get(target)
    if ground is None or ground.destroyed:
        raise _wrong("{piece} is no piece that stands", ", ".join(t.state.ground), piece=target)
    if value == "destroyed":
        destroy(t, t.catalog.piece[target], None, "REF-3.5")
    else:
        whole = new_ground(t.catalog.piece[target], t.choice["LC-I 74"])
        ground.wounds = _number(value, 1, whole.wounds)


def _door(t: AnyTable, target: str, value: str) -> None:
    """door:gate:open  whether a door or gate is open or closed"""
    ground = t.state.ground.get(target)
    if ground is None or not ground.door or value not in ("open", "closed"):
        raise _wrong("{door} {value}", "a door or gate, open or closed", door=target, value=value)
    ground.door = value


def _marker(t: AnyTable, target: str, value: str) -> None:
    """marker:font:ana  the side that holds a marker, or nobody"""
    state = t.state
    if target not in scenario_of(t).marker:
        raise _wrong("{marker} is no marker", ", ".join(scenario_of(t).marker), marker=target)
    if value not in ("nobody", *sides(state)):
        raise _wrong("{side} is no side", f"nobody, {', '.join(sides(state))}", side=value)
    state.held.pop(target, None)
    if value != "nobody":
        state.held[target] = value


def _points(t: AnyTable, target: str, value: str) -> None:
    """points:ana:3  the scenario's points of a side"""
    if target not in t.state.points:
        raise _wrong("{side} is no side", ", ".join(t.state.points) or "none yet", side=target)
    score(t, target, _number(value, 0, 10_000) - t.state.points[target])


def _opportunity(t: AnyTable, target: str, value: str) -> None:
    """opportunity:ana:now  whose opportunity it is"""
    state = t.state
    if state.phase != PLAY or state.acting:
        raise _wrong("no opportunity is open", "between two activations")
    if target not in state.players or not to_come(state, target) or value != "now":
        raise _wrong(
            "{seat}:{value}", "a player with characters to come, now", seat=target, value=value
        )
    state.active = target


REPAIRS: Mapping[str, Repair] = {
    "wounds": _wounds,
    "tokens": _tokens,
    "condition": _condition,
    "surface": _surface,
    "within": _within,
    "defeat": _defeat,
    "activated": _activated,
    "terrain": _terrain,
    "door": _door,
    "marker": _marker,
    "points": _points,
    "opportunity": _opportunity,
}
