"""The condition that a character's player chooses, to gain it or to lose it (LC-19.1, 19.7, 20.7,
20.9)."""

from collections.abc import Sequence
from typing import NoReturn

from events.legacy_of_conflict import Choose, Remove, Use
from referee.games.legacy_of_conflict import due as owed
from referee.games.legacy_of_conflict.characters import Ability, Effect
from referee.games.legacy_of_conflict.handlers import handles, unless_asked
from referee.games.legacy_of_conflict.harm import (
    choosable,
    give,
    remove,
    require_hazards_flipped,
    settle_removals,
)
from referee.games.legacy_of_conflict.state import MOST_OF_A_CONDITION, OF_A_FALL, Figure, LcTable
from referee.games.legacy_of_conflict.turn import settling

AnyChoice = owed.Choose | owed.Remove
"""A choice that is due."""


@handles
@unless_asked
@settling
def choose(t: LcTable, e: Choose) -> None:
    """LC-20.7, 20.9 and 19.1: the condition that somebody chooses, mostly the owner."""
    require_hazards_flipped(t)
    state = t.state
    choices = [d for d in state.due if isinstance(d, owed.Choose)]
    its = sorted(
        (d for d in choices if d.unit == e.character),
        key=lambda d: (d.seat != e.seat, e.condition == "dot" and d.rule != "LC-19.1"),
    )
    due = next(iter(its), None)
    if due is None:
        _forbid_choosing(t, e, choices, "LC-20.7", "no condition is to be chosen for {unit} now")
    _require_own_choice(t, e, due)
    figure = state.figures[e.character]
    free = choosable(due, figure)
    full_already = e.condition not in free
    if e.condition not in OF_A_FALL and due.rule != "LC-19.1":
        t.forbid(
            due.rule,
            "{condition} cannot be chosen",
            condition=e.condition,
            legal=" or ".join(OF_A_FALL),
        )
    if full_already and t.choice["LC-I 96"] == "refused_if_another_is_free":
        t.refuse(
            due.rule,
            "{unit} already has {have:token} of {condition}",
            unit=e.character,
            have=MOST_OF_A_CONDITION,
            condition=e.condition,
            legal=" or ".join(free),
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
        _forbid_choosing(t, e, choices, "LC-19.7", "no condition comes off {unit} by choice now")
    _require_own_choice(t, e, due)
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


def _forbid_choosing(
    t: LcTable, e: Choose | Remove, open_choices: Sequence[AnyChoice], rule: str, why: str
) -> NoReturn:
    """Nothing is to be chosen for this character now."""
    legal = ", ".join(d.unit for d in open_choices) or "no choice is open"
    t.forbid(rule, why, unit=e.character, legal=legal)


def _require_own_choice(t: LcTable, e: Choose | Remove, due: AnyChoice) -> None:
    """LC-19.1, 19.7, 20.7: who chooses is said by the rule that asks for it."""
    if due.seat != e.seat:
        t.refuse(
            due.rule,
            "{seat} does not choose for {unit}",
            seat=e.seat,
            unit=e.character,
            legal=f"{due.seat} chooses",
            since=due.since,
        )


# -- what an ability takes off -----------------------------------------------------------------


def taken_off(ability: Ability, *, itself: bool) -> int:
    """How many condition tokens of their owner's choice an ability takes off its target at once;
    none where a contest comes first.

    Args:
        itself: whether the target is the character that uses it.
    """
    return sum(e.amount for e in _on_target(ability, itself) if _takes_any(e))


def _on_target(ability: Ability, itself: bool) -> list[Effect]:
    """What an ability does to its target at once, in order."""
    if any(effect.kind == "contest" for effect in ability.effects):
        return []
    return [e for e in ability.effects if e.when != "miss" and (itself or e.to == "target")]


def _takes_any(effect: Effect) -> bool:
    return effect.kind == "remove" and effect.condition == "any"


def require_removals(t: LcTable, figure: Figure, target: Figure, ability: Ability, e: Use) -> None:
    """LC-19.7: no more tokens are chosen than the ability takes off, and only what is there when
    it does."""
    itself = target is figure
    most = taken_off(ability, itself=itself)
    if len(e.removes) > most:
        t.forbid(
            "LC-19.7",
            "{ability} takes off {limit} of their owner's choice, not {have}",
            ability=ability.name,
            limit=most,
            have=len(e.removes),
            legal=f"{most} at most" if most else "no removes",
        )
    lies, chosen = dict(target.conditions), list(e.removes)
    for effect in _on_target(ability, itself):
        if effect.kind == "condition" and effect.condition != "any":
            most = max(MOST_OF_A_CONDITION, lies.get(effect.condition, 0))
            lies[effect.condition] = min(most, lies.get(effect.condition, 0) + effect.amount)
        elif effect.kind == "remove" and effect.condition != "any":
            lies[effect.condition] = max(0, lies.get(effect.condition, 0) - effect.amount)
        elif _takes_any(effect):
            now, chosen = chosen[: effect.amount], chosen[effect.amount :]
            for condition in dict.fromkeys(now):
                _require_lying(t, target, condition, now.count(condition), lies)
                lies[condition] -= now.count(condition)
    if target.seat != e.seat:
        t.trust(f"{target.seat} chooses {', '.join(e.removes)} for {target.id}")


def _require_lying(
    t: LcTable, target: Figure, condition: str, count: int, lies: dict[str, int]
) -> None:
    """LC-19.7: only tokens that lie there come off."""
    have = lies.get(condition, 0)
    if count > have:
        t.forbid(
            "LC-19.7",
            "{unit} has {have} {condition} to take off",
            unit=target.id,
            have=have,
            condition=condition,
            legal=" or ".join(kind for kind, n in lies.items() if n) or "it has no condition",
        )
