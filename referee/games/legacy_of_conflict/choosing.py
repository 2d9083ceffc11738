"""The condition that a character's player chooses, to gain it or to lose it (LC-19.1, 19.7, 20.7,
20.9)."""

from events.legacy_of_conflict import Choose, Remove
from referee.games.legacy_of_conflict import owed
from referee.games.legacy_of_conflict.handlers import handles, unless_asked
from referee.games.legacy_of_conflict.harm import (
    free_conditions,
    give,
    remove,
    require_hazards_flipped,
    settle_removals,
)
from referee.games.legacy_of_conflict.state import MOST_OF_A_CONDITION, OF_A_FALL, LcTable
from referee.games.legacy_of_conflict.turn import settling


@handles
@unless_asked
@settling
def choose(t: LcTable, e: Choose) -> None:
    """LC-20.7, 20.9 and 19.1: the condition that somebody chooses, mostly the owner."""
    require_hazards_flipped(t)
    state = t.state
    choices = [d for d in state.due if isinstance(d, owed.Choose)]
    its = sorted((d for d in choices if d.unit == e.character), key=lambda d: d.seat != e.seat)
    due = next(iter(its), None)
    if due is None:
        t.forbid(
            "LC-20.7",
            "no condition is to be chosen for {unit} now",
            unit=e.character,
            legal=", ".join(d.unit for d in choices) or "no choice is open",
        )
    if due.seat != e.seat:
        t.refuse(
            due.rule,
            "{seat} does not choose for {unit}",
            seat=e.seat,
            unit=e.character,
            legal=f"{due.seat} chooses",
            since=due.since,
        )
    figure = state.figures[e.character]
    full_already = e.condition not in free_conditions(figure)
    if e.condition not in OF_A_FALL:
        t.forbid(
            due.rule,
            "{condition} cannot be chosen",
            condition=e.condition,
            legal=" or ".join(OF_A_FALL),
        )
    if full_already and t.choice["LC-I 96"] == "refused_if_another_is_free":
        t.refuse(
            due.rule,
            "{unit} already has {have} {condition} tokens",
            unit=e.character,
            have=MOST_OF_A_CONDITION,
            condition=e.condition,
            legal=" or ".join(free_conditions(figure)),
        )
    state.due.remove(due)
    give(t, figure, e.condition, 1, due.rule)


@handles
@unless_asked
@settling
def remove_chosen(t: LcTable, e: Remove) -> None:
    """LC-19.7: the condition that the owner has taken off, where an effect leaves it open."""
    require_hazards_flipped(t)
    state = t.state
    choices = [d for d in state.due if isinstance(d, owed.Remove)]
    due = next((d for d in choices if d.unit == e.character), None)
    if due is None:
        t.forbid(
            "LC-19.7",
            "no condition comes off {unit} by choice now",
            unit=e.character,
            legal=", ".join(d.unit for d in choices) or "no choice is open",
        )
    if due.seat != e.seat:
        t.refuse(
            due.rule,
            "{seat} does not choose for {unit}",
            seat=e.seat,
            unit=e.character,
            legal=f"its player, {due.seat}, chooses",
            since=due.since,
        )
    figure = state.figures[e.character]
    if not figure.conditions.get(e.condition):
        t.forbid(
            due.rule,
            "{unit} has no {condition}",
            unit=figure.id,
            condition=e.condition,
            legal=" or ".join(figure.conditions),
        )
    state.due.remove(due)
    remove(t, figure, e.condition, 1, due.rule)
    settle_removals(t, figure)
