"""What was not done when it was due, and was noticed later (GA-28.6, 28.7).

What the rules do by themselves the referee has done at its time, so that to do it now is nothing
new. What was missed and is left stays on trust: a judge's repair sets it right.
"""

from events.grand_archive import Missed
from referee.games.grand_archive.catalog import Card
from referee.games.grand_archive.course import go_to
from referee.games.grand_archive.facts import TriggerMissed
from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.phases import require_in_turn
from referee.games.grand_archive.places import meant
from referee.games.grand_archive.state import (
    DRAW,
    RECOLLECTION,
    WAKE,
    Combat,
    GaTable,
    Triggered,
    card_of,
)
from referee.house import require_seat
from referee.parts.responses import pend, take_away

ACTIONS = {"wake": WAKE, "recollection": RECOLLECTION, "draw": DRAW}
"""What is done by itself in a turn, and its phase (GA-6.10, 6.31, 6.40)."""

_SHORT = ("turn", "combat")
"""How long an effect lasts that is over with the turn."""

_NO_TRIGGERS = ("played", "always", "used")
"""When an effect is set off that triggers by nothing."""


@handles
def missed(t: GaTable, e: Missed) -> None:
    """A trigger or turn-based action was not done, and that was noticed (GA-28.6, 28.7)."""
    require_seat(t, e.seat)
    if e.cause >= t.seq:
        t.forbid("GA-28.7", "entry {entry} is not logged yet", entry=e.cause)
    if e.what in ACTIONS:
        _action(t, e, ACTIONS[e.what])
    else:
        _trigger(t, e)
    t.fact(TriggerMissed(e.seat, e.what, e.added, e.cause))


def is_late(t: GaTable, cause: int) -> bool:
    """Whether a whole turn has gone by since an entry (GA-28.7)."""
    return 0 < cause < t.state.turned[1]


def _action(t: GaTable, e: Missed, phase: int) -> None:
    """Waking, recollecting or drawing: what was missed is done now, waking in the same turn alone
    (GA-28.6)."""
    state = t.state
    if e.seat == state.active:
        require_in_turn(t, phase)
        if state.phase <= phase:
            go_to(t, phase + (phase == RECOLLECTION), stop=True)
    elif e.added and phase == WAKE:
        t.refuse(
            "GA-28.6",
            "it is {active}'s turn, and objects are woken in the same turn only",
            active=state.active,
            seat=e.seat,
            since=state.turned[0],
        )
    elif not state.players[e.seat].begun:
        t.forbid("GA-28.6", "{seat} has had no turn", seat=e.seat)
    if not e.added:
        t.trust(f"{e.what}: it is reckoned as done at its time, a judge takes it back")


def _trigger(t: GaTable, e: Missed) -> None:
    """A triggered ability: on the stack it waits or is left; else the opponent may have it put
    there (GA-28.7)."""
    waiting = _waiting(t, e)
    if waiting is not None:
        if not e.added:
            take_away(t, waiting, "missed")
        return
    source, card = _source(t, e)
    effects = _effects(t, card)
    if not effects and t.catalog.is_encoded(card.name) and not t.state.begun:
        t.forbid("GA-16.10", "nothing triggers {card}", card=card.name)
    if not e.added:
        if t.catalog.is_encoded(card.name):
            t.trust(f"{card.name}: what it has done by itself, a judge takes back")
        return
    if is_late(t, e.cause):
        t.refuse("GA-28.7", "a whole turn has gone by since entry {entry}", entry=e.cause)
    alone = [at for at in effects if card.effects[at].text_alone]
    if t.catalog.is_encoded(card.name) and not alone:
        if effects and 0 < e.cause < t.state.turned[0] and _is_over(card, effects):
            t.refuse(
                "GA-28.7",
                "what {card} does lasts for its turn, which is over",
                card=card.name,
            )
        t.trust(f"{card.name}: it is reckoned as done at its time")
        return
    _add(t, e, source, card, alone or [0])


def _waiting(t: GaTable, e: Missed) -> Triggered | None:
    """The newest trigger of that source on the stack that is the player's."""
    for each in reversed(t.state.waiting.stack):
        if not isinstance(each, Triggered) or e.what not in (each.source, each.card):
            continue
        if each.seat == e.seat and e.cause in (0, each.entry):
            return each
    return None


def _source(t: GaTable, e: Missed) -> tuple[str, Card]:
    """The object that is meant, or the card of that name that is gone by now."""
    found = meant(t, e.what, e.seat)
    own = [each for each in found if each.controller == e.seat]
    if found and not own:
        seat = found[0].controller
        t.refuse("GA-16.5", "it is {seat}'s", seat=seat, legal=seat)
    if len(own) > 1:
        t.incomplete(f"say which {e.what}", what=[each.id for each in own])
    if own:
        return own[0].id, card_of(t, own[0])
    name, _, number = e.what.rpartition(".")
    card = card_of(t, name if number.isdecimal() and name else e.what)
    return card.name, card


def _effects(t: GaTable, card: Card) -> list[int]:
    """The effects of a card that something triggers."""
    return [at for at, each in enumerate(card.effects) if each.when not in _NO_TRIGGERS]


def _is_over(card: Card, effects: list[int]) -> bool:
    """Whether all that these effects do lasts for a turn or a combat."""
    steps = [step for at in effects for step in card.effects[at].steps]
    return bool(steps) and all(_lasts(step) in _SHORT for step in steps)


def _lasts(step: object) -> str:
    found = step.get("until", "") if isinstance(step, dict) else getattr(step, "until", "")
    return str(found)


def _add(t: GaTable, e: Missed, source: str, card: Card, effects: list[int]) -> None:
    """It goes on the stack in its place, where its cause is known, else at the bottom."""
    item = Triggered(
        e.cause or t.seq, e.seat, source, card=card.name, trigger="triggered", effects=effects
    )
    t.trust(f"{card.name}: that its text was triggered")
    stack = t.state.waiting.stack
    at = sum(isinstance(each, Combat) or 0 < each.entry <= e.cause for each in stack)
    if at == len(stack):
        pend(t, None, item, triggered=True)
        return
    above = stack[at]
    if at and stack[at - 1].entry == item.entry:
        item.number = stack[at - 1].number + 1
    elif not e.cause:
        item.entry, item.number = above.entry, above.number - 1
    t.set(t.state.waiting, "stack", [*stack[:at], item, *stack[at:]])
