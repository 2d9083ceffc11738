"""What an event belongs to, and what takes effect before it (WR-4.4, 4.6, 14.6)."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from events import warrift as ev
from referee.games.warrift.answered import (
    AnyEffective,
    answered,
    ask_what,
    by_another,
    effect_of,
)
from referee.games.warrift.due import BringIn, DealRift, FillGap, RollEye
from referee.games.warrift.effects.resolution import AWAITED, take_effect
from referee.games.warrift.harm import strike
from referee.games.warrift.state import (
    END,
    MID,
    START,
    Announced,
    AnyPending,
    Effective,
    Gained,
    Played,
    State,
    Strike,
    Triggered,
    WrTable,
    selection_meant,
)
from referee.games.warrift.time_to_act import comes_first, require_time, still_coming, way_on
from referee.games.warrift.turn import begin_end, proceed
from referee.obligation import Obligation
from referee.parts.effects.pending import Owed
from referee.parts.responses import Bearing, Pending, Reaches, Window, resolve, take_away

_CHECKS = (ev.Tally, ev.Look, ev.Draw, ev.Reshuffle)
"""Cross-checks: they belong to nothing, and are asked of the table as it is then."""
_DUE: dict[type[Any], type[Obligation]] = {
    ev.Enter: BringIn,
    ev.EyeRoll: RollEye,
    ev.Refill: FillGap,
    ev.RiftDeal: DealRift,
}
_LAST = 10**6
"""A number that no moment of an entry has: what reaches this far lets nothing of the entry be."""


def _bearing(t: WrTable, e: Any) -> Bearing:
    """Let take effect what has to before an event; after that it changes nothing there. What a
    card is then found to owe may be what is logged.

    Raises:
        Violation: an effect is owed (WR-5.5, 5.7, 5.10, 12.2, 14.6, else 2.13), unless the event
            is not for this player at this time anyway.
    """
    bearing: Bearing = "ends"
    try:
        bearing = _belongs(t, e)
        if bearing == "ends":
            missing = _missing_mark(t, e)
            _let(t, (0, 0))
            missing()
        elif isinstance(bearing, Reaches):
            _let(t, (bearing.pending.entry, bearing.pending.number))
    except Owed as owed:
        if type(e) is ev.Effect and effect_of(t, e, e.source) is owed.pending:
            return "apart"
        require_time(t, e)
        of_its_own = type(e) in _DUE or type(e) is ev.Step
        in_order = isinstance(bearing, Reaches) and owed.pending.answers and not of_its_own
        first = _first_owed(t, owed)
        first.rule = "WR-14.6" if in_order else _rule(t, e, owed.pending)
        if still_coming(t, first.pending):
            first.legal = way_on(t)
        raise first from None
    return "apart"


def _first_owed(t: WrTable, owed: Owed) -> Owed:
    """Of the effects of one moment that come in their order, the one that is owed first."""
    try:
        if isinstance(owed.pending, Triggered):
            _require_in_order(t, owed.pending)
    except Owed as first:
        return first
    return owed


def _missing_mark(t: WrTable, e: Any) -> Callable[[], None]:
    """What says of an attack by Ambush that answers nothing, once all else has taken effect, that
    its target is gone by that (WR-4.6, 7.2)."""
    stack = t.state.waiting.stack
    things = t.state.zones.things
    if not stack or type(e) is not ev.Attack:
        return lambda: None

    def meant(name: str) -> list[str]:
        return [each.id for each in things.values() if name in (each.id, each.name)]

    if not any(things[each].ambush == t.state.turn for each in meant(e.creature)):
        return lambda: None
    aimed = {part.monster: meant(part.monster) for part in e.parts}
    others = [each.entry for each in stack if by_another(t, each, e.seat)]

    def missing() -> None:
        for target, ones in aimed.items():
            if ones and others and not things.keys() & ones:
                t.forbid(
                    "WR-7.2",
                    "{target} is no monster in play: unmarked, the attack answers nothing, and "
                    "what was pending came first",
                    target=target,
                    legal=f"answers={others[-1]}",
                    since=others[-1],
                )

    return missing


def _check(t: WrTable) -> None:
    """Everything takes effect ahead of a cross-check; nothing does while an effect is owed, as a
    check of what is so till then accuses nobody."""
    try:
        with t.whole():
            let_all(t)
    except Owed:
        return


def _rule(t: WrTable, e: Any, owes: Effective) -> str:
    """The rule by which an event waits for an effect that is owed."""
    if type(e) is ev.Enter and any(
        isinstance(each, Triggered) and each.trigger == "eyestrike"
        for each in t.state.waiting.stack
    ):
        return "WR-5.5"
    if type(e) is ev.Effect and owes.answers:
        return "WR-14.6"
    return comes_first(t, e)


def _let(t: WrTable, floor: tuple[int, int]) -> None:
    """What became pending later than that takes effect, last first."""
    while t.state.waiting.stack and not t.state.over:
        top = t.state.waiting.stack[-1]
        if (top.entry, top.number) <= floor:
            return
        resolve(t, WINDOW)


def let_all(t: WrTable) -> None:
    """Everything that is pending takes effect."""
    _let(t, (0, 0))


def until(t: WrTable, holds: Callable[[], object]) -> None:
    """What is pending takes effect, last first, until something holds, or nothing is left."""
    while t.state.waiting.stack and not t.state.over and not holds():
        resolve(t, WINDOW)


def _belongs(t: WrTable, e: Any) -> Bearing:
    """What an event belongs to (WR-4.6)."""
    kind = type(e)
    if kind in _CHECKS:
        _check(t)
        return "apart"
    if kind is ev.Step and e.step == "end" and (open_ends := _end_effects(t)):
        return _at(t, open_ends[-1])
    if kind is ev.Trade:
        return "ends" if t.choice["WR-I 46"] == "nothing_pending" else "apart"
    if kind in _DUE:
        return _made_due(t, e)
    if kind is ev.Effect:
        return _effect(t, e)
    if kind in (ev.Retarget, ev.ReAim, ev.Permit):
        found = changed(t, e)
        return _at(t, found) if found is not None else "ends"
    marked = None
    if getattr(e, "answers", None) is not None:
        marked = answered(t, e.seat, e.answers)
        if marked is None:
            ask_what(t, e.answers)
    if marked is not None:
        return "answer" if kind in (ev.Play, ev.Hire, ev.Use) else _at(t, marked)
    if kind is ev.Summon and e.seat != t.state.active:
        others = [each for each in t.state.waiting.stack if by_another(t, each, e.seat)]
        return _at(t, others[-1]) if others else "ends"
    return "ends"


def _end_effects(t: WrTable) -> list[Triggered]:
    """The end-of-turn effects still to be done where the first of them has begun the end step:
    the mark of the step passes over none."""
    if t.state.phase != END or t.state.closing:
        return []
    stack = t.state.waiting.stack
    return [x for x in stack if isinstance(x, Triggered) and x.trigger == "turn_end"]


def _at(t: WrTable, pending: AnyPending) -> Bearing:
    """It belongs to this, and what is as old as this stays too."""
    return Reaches(_moment(t, pending))


def _moment(t: WrTable, pending: AnyPending) -> Pending:
    """The last of what came up at one moment: all of it is equally old (WR-4.4); so is what waited
    for something with what it waited for."""
    if not isinstance(pending, Triggered):
        return pending
    if pending.trigger == "always":
        return [each for each in t.state.waiting.stack if each.entry == pending.entry][-1]
    return of_one_moment(t, pending)[-1]


def of_one_moment(t: WrTable, pending: Triggered) -> list[Triggered]:
    """What came up at the same moment and is still to be done, in its order."""
    return [
        each
        for each in t.state.waiting.stack
        if isinstance(each, Triggered)
        and each.entry == pending.entry
        and each.moment == pending.moment
    ]


# -- what made it due --------------------------------------------------------------------------


def due_of(state: State, kind: type[Any], seat: str = "", of: str = "") -> Any | None:
    """The newest obligation of a kind, of a seat's, and of what it is of; None without one."""
    for each in reversed(state.due):
        own = not seat or each.seat == seat
        if isinstance(each, kind) and own and (not of or getattr(each, "of", "") == of):
            return each
    return None


def _made_due(t: WrTable, e: Any) -> Bearing:
    """It belongs to what made it due; that may be about to take effect."""
    kind = _DUE[type(e)]
    of = selection_meant(t, e) if kind is FillGap else ""
    until(t, lambda: due_of(t.state, kind, of=of))
    found = due_of(t.state, kind, of=of)
    if found is None:
        return "ends"
    return Reaches(Pending(found.since, found.seat, number=_LAST))


def _effect(t: WrTable, e: ev.Effect) -> Bearing:
    """It belongs to what set it off; else to what it answers."""
    found = effect_of(t, e, e.source)
    if found is None and e.answers is not None:
        marked = answered(t, e.seat, e.answers)
        if marked is not None:
            return _at(t, marked)
    if found is None:
        until(t, lambda: effect_of(t, e, e.source))
        found = effect_of(t, e, e.source)
    if found is None and _ends_the_turn(t, e):
        begin_end(t)
        found = effect_of(t, e, e.source)
    if found is not None and t.state.waiting.stack[-1] is found:
        return "apart"
    return _at(t, found) if found is not None else "ends"


def reach(t: WrTable, e: ev.Effect, source: str) -> AnyEffective | None:
    """What this is the effect of, after what has to take effect before it.

    Raises:
        Violation: an effect is owed, or those of one moment have their order (WR-5.7, WR-I 26).
    """
    found = effect_of(t, e, source)
    if found is None and _ends_the_turn(t, e):
        begin_end(t)
        found = effect_of(t, e, source)
    if found is None:
        return None
    if t.state.waiting.stack[-1] is not found:
        last = _moment(t, found)
        try:
            _let(t, (last.entry, last.number))
        except Owed as owed:
            owed.rule = _rule(t, e, owed.pending)
            raise
    if isinstance(found, Triggered):
        _require_in_order(t, found)
    return found


def in_order(t: WrTable, found: Triggered) -> bool:
    """Whether what came up at one moment comes in its order (WR-5.7, WR-I 26)."""
    return found.trigger == "deathcrash" or t.choice["WR-I 26"] == "oldest_first"


def _require_in_order(t: WrTable, found: Triggered) -> None:
    """Deathcrashes come in the order of the deaths, and of other effects of one moment too the
    oldest first where that is played (WR-5.7, WR-I 26)."""
    if not in_order(t, found):
        return
    for each in of_one_moment(t, found):
        if each is found:
            return
        if each.trigger != found.trigger and t.choice["WR-I 26"] != "oldest_first":
            continue
        try:
            take_effect(t, each)
        except Owed as owed:
            owed.rule = AWAITED.get(found.trigger, "WR-2.13")
            raise
        take_away(t, each, "took effect")


def _ends_the_turn(t: WrTable, e: ev.Effect) -> bool:
    """Whether it is the first end-of-turn effect, with which the end step begins (WR-4.5)."""
    state = t.state
    if state.phase not in (START, MID) or state.due or state.waiting.stack:
        return False
    if e.seat != state.active:
        return False
    things, triggered = state.zones.things, t.catalog.triggered
    thing = things.get(e.source)
    name = e.source if thing is None else thing.name
    ends = triggered.get((name, "turn_end"), ())
    if not ends or (thing is None and all(each.name != name for each in things.values())):
        return False
    if e.trigger:
        effects = t.catalog.cards[name].all_effects
        return e.trigger == "turn_end" or any(effects[at].name == e.trigger for at in ends)
    return (name, "used") not in triggered


def changed(t: WrTable, e: Any) -> AnyPending | None:
    """The attack or effect that an event changes; None where there is none.

    The newest will do where none is named: of an own attack one whose target will be gone by
    then, of effects the newest of one's own, and for a permission of somebody else's; where there
    is none, the newest of all, which is refused as what it is.
    """
    turns = type(e) is ev.Retarget
    kind: Any = Strike if turns else Effective
    entry = e.attack if turns else e.effect
    own = type(e) is not ev.Permit
    found = [
        each
        for each in reversed(t.state.waiting.stack)
        if isinstance(each, kind)
        and (
            each.entry == entry
            or entry in each.turned
            or (not entry and (each.seat == e.seat) == own)
        )
    ]
    if not found and not entry:
        found = [each for each in reversed(t.state.waiting.stack) if isinstance(each, kind)]
    if turns and len(found) > 1:
        found = [each for each in found if target_gone(t, each)] or found
    return found[0] if found else None


def target_gone(t: WrTable, attack: Strike) -> bool:
    """Whether a target of an attack is gone once all that is later has taken effect."""
    things = t.state.zones.things
    with suppress(Owed), t.tried():
        _let(t, (attack.entry, attack.number))
        return any(part.monster not in things for part in attack.parts)
    return False


def _played(t: WrTable, pending: Played) -> None:
    """A card takes effect; its attack in this entry would still be at once (WR-I 30)."""
    take_effect(t, pending)
    thing = t.state.zones.things.get(pending.source)
    if thing is not None and thing.ambush and t.choice["WR-I 30"] == "at_once_only":
        t.set(thing, "done", t.seq)


WINDOW = Window(
    bearing=_bearing,
    effects={
        Strike: strike,
        Played: _played,
        Gained: take_effect,
        Announced: take_effect,
        Triggered: take_effect,
    },
    settle=proceed,
    hidden=lambda t: t.state.zones.hidden,
)
