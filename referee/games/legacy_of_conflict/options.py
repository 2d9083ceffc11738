"""What may be logged next in a match of Legacy of Conflict, and what is owed.

Physical outcomes are left open: cards, distances, what lies between. Where positions are logged,
what they show out of range, out of contact or behind is not offered; whether a line of sight is
free is not looked at, which takes long, and an attack that is offered may be refused for it
(LC-16.1). An attack says which sum of
two cards it needs and the chance of that, as far as players may count it (section 7).
"""

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

from referee.choice import Choice, Fixed, Measure, OneOf
from referee.games.legacy_of_conflict import due as owed
from referee.games.legacy_of_conflict.action_options import (
    cards_of,
    of_an_activation,
    responses,
)
from referee.games.legacy_of_conflict.attack import needed
from referee.games.legacy_of_conflict.harm import choosable, removals
from referee.games.legacy_of_conflict.measurement import over_fixed
from referee.games.legacy_of_conflict.move_options import surfaces_to_stand_on
from referee.games.legacy_of_conflict.odds import Chance, at_least
from referee.games.legacy_of_conflict.scenarios import EDGE, GROUND
from referee.games.legacy_of_conflict.setup import missing
from referee.games.legacy_of_conflict.state import (
    CLEANUP,
    SETUP,
    Duel,
    Figure,
    LcTable,
    State,
    members_of,
    question_in_words,
    record_of,
    refreshing,
    scenario_of,
    standing,
    to_come,
)
from referee.games.legacy_of_conflict.surfaces import hazardous, height
from referee.games.legacy_of_conflict.turn import may_pass
from referee.house import AnyTable
from referee.option import Option

_LENGTH = re.compile(r"[0-9]+(?:\.[0-9])?")


def options(t: AnyTable) -> list[Option]:
    """What may be logged next, for every seat that may act."""
    state: State = t.state
    if state.over:
        return []
    if state.question:
        everyone = _everyone(state)
        fields: dict[str, Choice] = {"outcome": Fixed("agreed"), "consents": Fixed(everyone)}
        return [Option(everyone[0], "settle", fields, "LC-3.4", must=True)]
    if state.phase == SETUP:
        return list(_setup(t))
    hazards = [due for due in state.due if isinstance(due, owed.Hazard)]
    if hazards:
        return [o for due in hazards for o in _owed(t, due)]
    last = owed.Defense | owed.Close
    empty = [Option(seat, "refresh", rule="LC-5.3", must=True) for seat in refreshing(t)]
    first = bool(empty) or any(due.must and not isinstance(due, last) for due in state.due)
    open_ = [due for due in state.due if not (first and isinstance(due, owed.Close))]
    found = list(empty)
    found += [o for due in open_ for o in _owed(t, due) if o not in empty]
    if state.aim is not None and not first:
        found += _aimed(t)
    if state.duel is not None:
        found += [option for option in _duel(t) if option not in empty]
    if any(due.must for due in state.due) or state.aim is not None or state.duel is not None:
        return found
    if empty:
        return found
    if state.phase == CLEANUP:
        return found
    if not state.acting:
        return found + list(_opportunity(t))
    return found + list(of_an_activation(t, state.figures[state.acting]))


def _everyone(state: State) -> tuple[str, ...]:
    """The seats whose consent is needed."""
    return tuple(s for s in state.seats if state.players[s].side not in state.out)


def obligations(t: AnyTable) -> list[owed.Owed]:
    """What is required now: what is due, then the step of the match."""
    state: State = t.state
    if state.over:
        return []
    found: list[owed.Owed] = []
    if state.question:
        about = question_in_words(state)
        seat = _everyone(state)[0]
        found.append(owed.Answer(seat, "LC-3.4", state.question, about=about))
    if state.phase == SETUP:
        return [*found, *missing(t)]
    found += state.due
    found += [owed.Refresh(seat, "LC-5.3", 0) for seat in refreshing(t)]
    duel, aim = state.duel, state.aim
    if duel is not None:
        rule = _rule_of(duel)
        found += [
            owed.Flip(seat, rule, duel.since, contest=duel.kind, again=duel.again)
            for who in duel.due
            for seat in _flippers(state, duel, who)[: None if _each_flips(t, duel) else 1]
        ]
    if aim is not None and not aim.cards:
        seat = state.figures[aim.figure].seat
        found.append(
            owed.FlipAttack(seat, "LC-13.4", aim.since, unit=aim.figure, attack=aim.attack)
        )
    return found


def _rule_of(duel: Duel) -> str:
    """The rule that asks for the flips of a contest."""
    if duel.again:
        return "LC-6.4"
    return "LC-9.1" if duel.kind == "initiative" else "LC-4.3"


def _flippers(state: State, duel: Duel, who: str) -> list[str]:
    """Who may flip for a participant: the character's player, or of a side those who have not."""
    if who in state.figures:
        return [state.figures[who].seat]
    return [seat for seat in members_of(state, who) if duel.again or seat not in duel.best]


def _each_flips(t: LcTable, duel: Duel) -> bool:
    """LC-I 24: whether all of them flip, and not just one."""
    return not duel.again and t.choice["LC-I 24"] == "each_member_best_result_counts"


# -- setup, flips, what is owed ----------------------------------------------------------------


def _setup(t: LcTable) -> Iterator[Option]:
    for due in missing(t):
        match due:
            case owed.Agree():
                yield Option(due.seat, "agree", rule="LC-1.5", must=True)
            case owed.Shuffle():
                yield Option(due.seat, "shuffle", rule="LC-2.4", must=True)
            case owed.Place():
                units: dict[str, Choice] = {"characters": Fixed(due.units)}
                yield Option(due.seat, "place", units, "LC-21.7", must=True)


def _flip(t: LcTable, seat: str, rule: str, odds: Chance | None = None) -> Option:
    """The flip that is due to a player, or the refresh before it."""
    two = cards_of(t, t.state.players[seat])
    if two is None:
        return Option(seat, "refresh", rule="LC-5.3", must=True)
    fields: dict[str, Choice] = {"cards": two}
    hint, exact = odds or ("", "")
    return Option(seat, "flip", fields, rule, must=True, hint=hint, exact=exact)


def _duel(t: LcTable) -> Iterator[Option]:
    duel = t.state.duel
    assert duel is not None
    rule = _rule_of(duel)
    for who in duel.due:
        for seat in _flippers(t.state, duel, who):
            yield _flip(t, seat, rule)


def _owed(t: LcTable, due: owed.Due) -> Iterator[Option]:
    state = t.state
    match due:
        case owed.Hazard() | owed.Defense():
            yield _flip(t, due.seat, due.rule)
        case owed.Order():
            team = members_of(state, due.side)
            orders = (tuple(team), tuple(reversed(team)))
            yield Option(due.seat, "order", {"members": OneOf(orders)}, due.rule, must=True)
        case owed.Choose():
            free = tuple(choosable(due, state.figures[due.unit]))
            yield Option(
                due.seat,
                "choose",
                {"character": Fixed(due.unit), "condition": OneOf(free or ("slow",))},
                due.rule,
                must=True,
            )
        case owed.Remove():
            left = sum(owed.takes_off(d, due.unit) for d in state.due)
            kinds = tuple(removals(state.figures[due.unit], left))
            one: dict[str, Choice] = {"character": Fixed(due.unit), "condition": OneOf(kinds)}
            yield Option(due.seat, "remove", one, due.rule, must=True)
        case owed.Push():
            yield from _pushed(t, due)
        case owed.Fall():
            yield from _landing(t, due)
        case owed.Displace():
            yield Option(
                due.seat,
                "displace",
                {"character": Fixed(due.unit), "mm": Measure(0.1, 60.0)},
                due.rule,
                must=True,
            )
        case owed.Close():
            yield Option(due.seat, "close-turn", {"held": _held(t)}, due.rule, must=True)
        case owed.Settle():
            everyone = _everyone(state)
            yield Option(
                due.seat,
                "settle",
                {"outcome": Fixed(f"{due.what}: agreed"), "consents": Fixed(everyone)},
                due.rule,
                must=True,
            )


def _held(t: LcTable) -> Choice:
    """Who may hold the markers that the players declare."""
    asked = [m.name for m in scenario_of(t).markers if m.declared]
    sides = [s for s in t.state.points if s not in t.state.out]
    return OneOf(tuple(product(*(((m, side) for side in ("nobody", *sides)) for m in asked))))


class Distance(Fixed, frozen=True, tag="distance"):
    """A distance that is fixed, and may be missed by so many mm (LC-I 8)."""

    slack: float = 0.0

    def allows(self, value: Any) -> bool:
        return isinstance(value, int | float) and abs(value - self.value) <= self.slack

    def fits(self, text: str) -> bool:
        return bool(_LENGTH.fullmatch(text)) and self.allows(float(text))


def _pushed(t: LcTable, due: owed.Push) -> Iterator[Option]:
    figure = t.state.figures[due.unit]
    full = due.mm
    hint = f"{full:g} mm straight away; less only with stopped_by"
    fields: dict[str, Choice] = {"target": Fixed(figure.id)}
    whole: dict[str, Choice] = {**fields, "mm": Distance(full, over_fixed(t))}
    yield Option(due.seat, due.task, whole, due.rule, must=True, hint=hint)
    if height(t, figure.on) > 0:
        off: dict[str, Choice] = {**whole, "stands": Fixed(False)}
        yield Option(due.seat, due.task, off, due.rule, must=True, hint=hint)
    stops = [EDGE]
    for name, ground in t.state.ground.items():
        piece = t.catalog.piece[name]
        if piece.impassable and not ground.destroyed:
            stops.append(name)
        elif hazardous(t, piece):
            into: dict[str, Choice] = {**whole, "into": Fixed((name,))}
            yield Option(due.seat, due.task, into, due.rule, weight=1, must=True, hint=hint)
    stopped: dict[str, Choice] = {
        **fields,
        "mm": Measure(0.0, full),
        "stopped_by": OneOf((*stops, *_in_the_way(t, figure))),
    }
    yield Option(due.seat, due.task, stopped, due.rule, weight=1, must=True, hint=hint)


def _in_the_way(t: LcTable, figure: Figure) -> list[str]:
    """The characters that may stop a push of this one."""
    return [f.id for f in standing(t.state) if f is not figure and f.on == figure.on]


def _landing(t: LcTable, due: owed.Fall) -> Iterator[Option]:
    figure = t.state.figures[due.unit]
    top = height(t, figure.on)
    below = [GROUND]
    for surface in surfaces_to_stand_on(t):
        if surface != figure.on and height(t, surface) <= top:
            below.append(surface)
    for surface in below:
        fields: dict[str, Choice] = {"character": Fixed(figure.id), "to": Fixed(surface)}
        yield Option(due.seat, "fall", fields, due.rule, must=due.must)
        onto = [f.id for f in standing(t.state) if f is not figure and f.on == surface]
        if onto:
            fields = {**fields, "onto": OneOf(tuple(onto))}
            yield Option(due.seat, "fall", fields, due.rule, weight=2, must=due.must)


# -- attacks that are declared, responses ------------------------------------------------------


def _aimed(t: LcTable) -> Iterator[Option]:
    state = t.state
    aim = state.aim
    assert aim is not None
    figure = state.figures[aim.figure]
    if not aim.cards:
        chosen = record_of(t, figure).attack[aim.attack]
        least = needed(t, figure, chosen, aim.targets[0].id)
        yield _flip(t, figure.seat, "LC-13.4", at_least(t, figure.seat, [("", least)]))
    for other in standing(state):
        yield from responses(t, other)


# -- an opportunity ----------------------------------------------------------------------------


def _opportunity(t: LcTable) -> Iterator[Option]:
    state = t.state
    seat = state.active
    own = tuple(
        f.id for f in standing(state) if f.seat == seat and not f.activated and to_come(state, seat)
    )
    if own:
        yield Option(seat, "activate", {"character": OneOf(own)}, "LC-11.1", weight=12)
    if may_pass(t, seat):
        yield Option(seat, "pass", rule="LC-10.3", weight=1)
    for ending in scenario_of(t).endings:
        yield Option(seat, "declare", {"condition": Fixed(ending.name)}, "LC-10.4", _tired(state))


def _tired(state: State) -> int:
    """How eagerly a random player declares the end: not before the third turn."""
    return 1 if state.turn > 2 else 0
