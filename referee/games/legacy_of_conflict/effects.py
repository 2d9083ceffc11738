"""What attacks, abilities, hazards and destroyed terrain do, effect by effect (LC-13.10, 20.2)."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from referee.games.legacy_of_conflict import due as owed
from referee.games.legacy_of_conflict.characters import Effect
from referee.games.legacy_of_conflict.harm import (
    Damage,
    give,
    harm,
    heal,
    owe_choice,
    remove,
    remove_any,
    settle_removals,
)
from referee.games.legacy_of_conflict.measurement import inch
from referee.games.legacy_of_conflict.state import (
    Figure,
    Lasting,
    LcTable,
    record_of,
    sets_aside,
)


class Cause(NamedTuple):
    """What makes effects happen."""

    rule: str  # the rule that makes them (LC-13.10, 17.4, 18.14 …)
    user: Figure | None  # whose attack or ability it is
    source: str = ""  # what that is called, or the piece
    hit: bool = True  # whether it hit, where there is an outcome


def apply_to(
    t: LcTable,
    effects: Iterable[Effect],
    target: Figure,
    cause: Cause,
    removes: Sequence[str] = (),
) -> None:
    """The effects of a record, in order; what a player chooses or measures becomes due.

    Args:
        t: the table.
        effects: the effects.
        target: the character that the effects are about.
        cause: what makes them happen.
        removes: the conditions that its player takes off the target, where that is said already.
    """
    rule, user, source, hit = cause
    outcome = "hit" if hit else "miss"
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
                    _give(t, figure, user, effect, rule)
            case "remove":
                if effect.condition != "any":
                    remove(t, figure, effect.condition, effect.amount, rule)
                elif figure is target:
                    remove_any(t, figure, effect.amount, rule, removes[: effect.amount])
                    removes = removes[effect.amount :]
                else:
                    remove_any(t, figure, effect.amount, rule)
                settle_removals(t, figure)
            case "damage":
                kind = "hazard" if rule == "LC-18.14" else "effect"
                of = "" if user else source
                harm(t, figure, Damage(effect.amount, kind, rule, user, of))
            case "heal":
                heal(t, figure, effect.amount, rule)
            case "bonus":
                figure.bonuses.append(Lasting(effect.applies, effect.amount, source, effect.until))
            case "push" | "throw":
                if user is not None:
                    _owe_push(t, effect, user, figure, source)
            case "ruling":
                seat = user.seat if user else figure.seat
                what = effect.text or source
                t.state.due.append(owed.Settle(seat, "LC-21.8", t.seq, effect=what))
            case "destroy" | "contest":
                pass


def _give(t: LcTable, figure: Figure, user: Figure | None, effect: Effect, rule: str) -> None:
    """LC-19.1: condition tokens. In the place of those that find no room, the player whose effect
    it is may have to pick another condition (LC-I 86); of a hazard, the character's own."""
    left = give(t, figure, effect.condition, effect.amount, rule)
    if left and t.choice["LC-I 86"] == "the_effect_picks_another":
        for _ in range(left):
            owe_choice(t, figure, "LC-19.1", user.seat if user is not None else "")


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
        t.state.due.append(owed.Settle(pusher.seat, "LC-20.5", t.seq, thrown=target.id))
        return
    mm = effect.mm or push_distance(t, pusher, target)
    kind, rule = (owed.Push, "LC-20.1") if effect.kind == "push" else (owed.Throw, "LC-20.5")
    t.state.due.append(
        kind(
            pusher.seat,
            rule,
            t.seq,
            unit=target.id,
            pusher=pusher.id,
            source=source,
            mm=round(mm * 10) / 10,
        )
    )
