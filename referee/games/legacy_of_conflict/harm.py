"""Wounds, defeat and conditions (LC-13.9, section 19), and what a fall leaves to an owner."""

from collections.abc import Sequence

from msgspec import Struct

from referee.fact import DamageDealt, ScoreChanged, UnitDefeated
from referee.games.legacy_of_conflict import due as owed
from referee.games.legacy_of_conflict.facts import ConditionChanged, WoundsHealed
from referee.games.legacy_of_conflict.state import (
    CONDITIONS,
    MOST_OF_A_CONDITION,
    OF_A_FALL,
    Figure,
    LcTable,
    record_of,
    scenario_of,
)


def seat_in_play(t: LcTable) -> str:
    """Whose activation it is: who logs what follows from it."""
    state = t.state
    return state.figures[state.acting].seat if state.acting else state.active


def require_hazards_flipped(t: LcTable) -> None:
    """LC-18.13: until a hazard's cards are flipped, nothing else is accepted."""
    for due in t.state.due:
        if isinstance(due, owed.Hazard):
            t.refuse(
                "LC-18.13",
                "{seat} has not flipped for {piece}, which {unit} entered",
                seat=due.seat,
                piece=due.piece,
                unit=due.unit,
                since=due.since,
                legal=f"{due.seat} flip",
            )


# -- Wounds ------------------------------------------------------------------------------------


class Damage(Struct, frozen=True):
    """What takes Wounds from a character."""

    amount: int  # how many
    cause: str  # attack, effect, DOT, falling, hazard, impact or impassable terrain
    rule: str  # the rule that makes it happen
    by: Figure | None = None  # the character that did it
    source: str = ""  # what did it, where that is no character
    in_fall: bool = False  # whether a fall is going on, whose end defeat waits for (LC-20.12)


def harm(t: LcTable, figure: Figure, damage: Damage) -> None:
    """The character's Wounds fall; at 0 it is defeated (LC-13.9), in a fall after all of it."""
    amount, by = damage.amount, damage.by
    if amount <= 0 or figure.down:
        return
    figure.wounds = max(0, figure.wounds - amount)
    t.fact(
        DamageDealt(
            by.seat if by else "",
            damage.source or (by.name if by else damage.cause),
            figure.seat,
            figure.id,
            figure.name,
            amount,
            figure.wounds,
            damage.cause,
            damage.rule,
        )
    )
    if figure.wounds:
        return
    fallen = t.state.fallen
    falling = damage.in_fall or figure.id in fallen
    if falling and t.choice["LC-I 102"] == "after_all_of_it":
        if figure.id not in fallen:
            fallen.append(figure.id)
    else:
        defeat(t, figure, "LC-13.9", by)


def heal(t: LcTable, figure: Figure, amount: int, rule: str) -> None:
    """Wounds come back, never above the character's own (LC-21.8 bounds what effects do)."""
    most = record_of(t, figure).wounds
    gained = min(amount, most - figure.wounds)
    if gained > 0:
        figure.wounds += gained
        t.fact(WoundsHealed(figure.seat, figure.id, gained, figure.wounds, rule))


def defeat(t: LcTable, figure: Figure, rule: str, by: Figure | None = None) -> None:
    """LC-13.9: the character leaves the table with its tokens. It counts for the enemy that did
    it, otherwise for the one whose activation it is."""
    state = t.state
    enemy = by is not None and by.side != figure.side
    seat = by.seat if by is not None and enemy else seat_in_play(t)
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
    state.due = [d for d in state.due if not owed.concerns(d, figure.id)]
    if state.aim is not None:
        state.aim.targets = [a for a in state.aim.targets if a.id != figure.id]
        if state.aim.figure == figure.id or not state.aim.targets:
            state.aim = None
            state.due = [d for d in state.due if not isinstance(d, owed.Defense)]
    if state.duel is not None and figure.id in state.duel.flips:
        state.duel = None
    if state.miscount is not None and state.miscount.unit == figure.id:
        state.question, state.miscount = 0, None
    if figure.id in state.struck:
        state.struck.remove(figure.id)


def score(t: LcTable, side: str, points: int) -> None:
    """A side gains points of the scenario."""
    state = t.state
    t.item(state.points, side, state.points.get(side, 0) + points)
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


def give(t: LcTable, figure: Figure, condition: str, amount: int, rule: str) -> int:
    """LC-19.1: condition tokens, at most two of a kind. Where none of those of a fall is free any
    more, nothing is left to choose.

    Returns:
        How many are not placed, for there are two already (LC-I 86).
    """
    if figure.down:
        return 0
    have = figure.conditions.get(condition, 0)
    count = min(have + amount, MOST_OF_A_CONDITION)
    if count > have:
        figure.conditions[condition] = count
        t.fact(ConditionChanged(figure.seat, figure.id, condition, count - have, count, rule))
        if not free_conditions(figure):
            state = t.state
            state.due = [d for d in state.due if not owed.chooses(d, figure.id)]
    return have + amount - count


def remove(t: LcTable, figure: Figure, condition: str, amount: int, rule: str) -> None:
    """Condition tokens go."""
    have = figure.conditions.get(condition, 0)
    gone = min(have, amount)
    if gone:
        figure.conditions[condition] = have - gone
        if have == gone:
            del figure.conditions[condition]
        t.fact(ConditionChanged(figure.seat, figure.id, condition, -gone, have - gone, rule))


def remove_any(
    t: LcTable, figure: Figure, amount: int, rule: str, chosen: Sequence[str] = ()
) -> None:
    """LC-19.7: condition tokens go that the effect does not name: those that the owner has
    chosen, and where that leaves a choice, the owner chooses the others now."""
    for condition in chosen[:amount]:
        remove(t, figure, condition, 1, rule)
    left = amount - len(chosen[:amount])
    if t.state.owner_removes and removals(figure, left):
        for _ in range(left):
            t.state.due.append(owed.Remove(figure.seat, "LC-19.7", t.seq, unit=figure.id))
    else:
        _remove_in_order(t, figure, left, rule)


def _remove_in_order(t: LcTable, figure: Figure, amount: int, rule: str) -> None:
    for condition in CONDITIONS:
        have = figure.conditions.get(condition, 0)
        remove(t, figure, condition, amount, rule)
        amount -= min(have, amount)


def removals(figure: Figure, amount: int) -> list[str]:
    """The conditions that the owner may choose from where so many tokens go; none where there is
    nothing to choose, for all go, or all are of one kind."""
    kinds = [c for c in CONDITIONS if figure.conditions.get(c)]
    some = 0 < amount < sum(figure.conditions.values())
    return kinds if some and len(kinds) > 1 else []


def settle_removals(t: LcTable, figure: Figure) -> None:
    """What is left to take off a character goes by itself where nothing is left to choose."""
    state = t.state
    waiting = [d for d in state.due if owed.takes_off(d, figure.id)]
    if waiting and not removals(figure, len(waiting)):
        state.due = [d for d in state.due if not owed.takes_off(d, figure.id)]
        _remove_in_order(t, figure, len(waiting), "LC-19.7")


def free_conditions(figure: Figure) -> list[str]:
    """The conditions of which the character may take another token."""
    return [c for c in OF_A_FALL if figure.conditions.get(c, 0) < MOST_OF_A_CONDITION]


def choosable(due: owed.Choose, figure: Figure) -> list[str]:
    """The conditions that may be chosen: of those of a fall, or where the record of an effect
    leaves it open of all (LC-19.1), what has room."""
    kinds = CONDITIONS if due.rule == "LC-19.1" else OF_A_FALL
    return [c for c in kinds if figure.conditions.get(c, 0) < MOST_OF_A_CONDITION]


def owe_choice(t: LcTable, figure: Figure, rule: str, seat: str = "") -> None:
    """The owner chooses a condition, or another seat does, unless none is free."""
    if not figure.down and free_conditions(figure):
        t.state.due.append(owed.Choose(seat or figure.seat, rule, t.seq, unit=figure.id))


# -- falls -------------------------------------------------------------------------------------


def owe_fall(t: LcTable, figure: Figure, rule: str) -> None:
    """LC-20.6: nothing carries the character; where it lands is logged next."""
    t.state.due.append(owed.Fall(seat_in_play(t) or figure.seat, rule, t.seq, unit=figure.id))
