"""The effects stack, and what an event is to what lies on it (sections 7, 11)."""

from typing import Any

from events.grand_archive import (
    Ability,
    Act,
    Activate,
    Attack,
    CombatDamage,
    Inspection,
    Intercept,
    Loop,
    Missed,
    Order,
    Pass,
    Resolve,
    Retaliate,
    Settle,
    Sideboard,
    Starts,
    Step,
    Tally,
    Time,
    Trigger,
)
from referee.games.grand_archive.champions import unsettled
from referee.games.grand_archive.checks import check
from referee.games.grand_archive.combat import begin_damage
from referee.games.grand_archive.effects.stacked import resolve_ability, resolve_card
from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.state import (
    INTENT,
    Activation,
    Combat,
    GaTable,
    Item,
    Triggered,
    Used,
    card_of,
    combat_of,
)
from referee.games.grand_archive.striking import go_on
from referee.games.grand_archive.timing import is_fast
from referee.parts.responses import Bearing, Reaches, Window, resolve

_APART = (
    *(Tally, Inspection, Time, Missed, Act, Loop, Starts, Sideboard),
    *(Order, Pass, Trigger),
)
_ACTS = (Activate, Ability, Pass, Order, Settle, Intercept, Retaliate, CombatDamage)
"""What is done by players who act, or may act, now."""
_OF_COMBAT = (Retaliate, CombatDamage, Intercept)


def _bearing(t: GaTable, e: Any) -> Bearing:
    """Fast actions go on top of what is pending; what needs an empty stack lets all of it take
    effect first."""
    kind = type(e)
    if kind in _ACTS:
        _require_declared(t)
    if kind in _APART:
        return "apart"
    if kind in _OF_COMBAT:
        return _of_combat(t)
    if kind is Settle:
        return _of_settling(t)
    if kind is Resolve:
        return _of_resolve(t, e)
    if kind is Activate:
        card = t.catalog.by_name.get(e.card)
        if card is None or is_fast(t, e.seat, card):
            return _fast(t, e)
        return "ends"
    if kind is Ability:
        return _fast(t, e)
    if kind is Attack:
        return _of_attack(t, e)
    if kind is Step and e.to == "damage":
        return _of_combat(t)
    return "ends"


def _require_declared(t: GaTable) -> None:
    """Nothing is done between an attack card's coming into the intent and its declaration
    (GA-17.11)."""
    top = t.state.waiting.stack[-1]
    if isinstance(top, Activation) and top.stage == INTENT:
        t.refuse(
            "GA-17.11",
            "the attack of {card} is to be declared",
            card=top.card,
            since=top.entry,
            legal=f"{top.seat} attack {top.attacker}",
        )


def _fast(t: GaTable, e: Activate | Ability) -> Bearing:
    """An answer; in an event a player's own line before it has resolved, unless it was held
    (GA-7.15)."""
    while t.state.event and t.state.waiting.stack and not t.state.over:
        top = t.state.waiting.stack[-1]
        if not isinstance(top, Item) or isinstance(top, Triggered):
            break
        if top.seat != e.seat or top.hold or e.hold:
            break
        resolve(t, WINDOW)
    stack = t.state.waiting.stack
    if stack and isinstance(top := stack[-1], Combat) and top.retaliators and not top.stage:
        # whoever acts after a retaliation acts in the damage step
        begin_damage(t, top)
    return "answer" if stack else "apart"


def _of_combat(t: GaTable) -> Bearing:
    """The combat that is on, or that the attack card on the stack brings about."""
    while combat_of(t.state) is None and t.state.waiting.stack and not t.state.over:
        resolve(t, WINDOW)
    combat = combat_of(t.state)
    return Reaches(combat) if combat is not None else "ends"


def _of_settling(t: GaTable) -> Bearing:
    """What is pending takes effect until there is something to settle."""
    while not unsettled(t) and t.state.waiting.stack and not t.state.over:
        resolve(t, WINDOW)
    return "apart"


def _of_resolve(t: GaTable, e: Resolve) -> Bearing:
    """What is above the thing that resolves takes effect first."""
    stack = t.state.waiting.stack
    if not e.source:
        return "apart"
    for each in reversed(stack):
        if isinstance(each, Item) and e.source in (each.source, each.card):
            return Reaches(each)
    return "apart"


def _of_attack(t: GaTable, e: Attack) -> Bearing:
    """The declaration of an attack card that waits for it; else all takes effect."""
    for each in t.state.waiting.stack:
        if not isinstance(each, Activation) or each.seat != e.seat or each.target:
            continue
        if card_of(t, each.card).is_attack:
            return Reaches(each)
    return "ends"


WINDOW = Window(
    bearing=_bearing,
    effects={
        Activation: resolve_card,
        Used: resolve_ability,
        Triggered: resolve_ability,
        Combat: go_on,
    },
    passing=True,
    settle=check,
)


def _play_on(t: GaTable) -> None:
    resolve(t, WINDOW)


handles.play_on = _play_on
handles.follows = check
