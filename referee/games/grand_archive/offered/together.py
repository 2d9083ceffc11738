"""Which of several acts would be accepted now: what does not depend on the card is asked once."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from events.grand_archive import Ability, Activate
from referee.games.grand_archive.activating import announce, require_allowed, require_moment
from referee.games.grand_archive.catalog import Card
from referee.games.grand_archive.effects.happening import effects_on, told
from referee.games.grand_archive.offered.trying import AT_ONCE, accepted, as_if
from referee.games.grand_archive.paying import reserve_cost
from referee.games.grand_archive.places import size
from referee.games.grand_archive.reckoning import DOUBT, price_varies
from referee.games.grand_archive.state import (
    Activation,
    GaTable,
    Item,
    card_of,
)
from referee.games.grand_archive.targets import is_linking, require_targetable
from referee.games.grand_archive.timing import is_fast, require_fast_time
from referee.games.grand_archive.window import is_answer
from referee.parts.responses import answered
from referee.verdict import Unsaid, Violation

Moment = Literal["never", "now", "later"]
"""When somebody may act: not at all, as the table stands, or when something has taken effect."""


def moment_of(t: GaTable, seat: str, slow: str = "") -> Moment:
    """When somebody may act fast, or play such a slow card; other cards of a speed are alike, but
    for those that are aimed at the stack."""
    found: Moment = "later"
    before = _standing(t)

    def timed(t: GaTable, e: Any) -> None:
        nonlocal found
        if slow:
            require_moment(t, e, card_of(t, slow))
        else:
            require_fast_time(t, seat)
        if _standing(t) == before:
            found = "now"

    try:
        with as_if(t):
            said = len(t.assumptions)
            answered(AT_ONCE, timed)(t, Activate(seat, slow) if slow else Ability(seat, ""))
            return "never" if _in_doubt(t, said) else found
    except (Violation, Unsaid):
        return "never"


def _standing(t: GaTable) -> tuple[object, ...]:
    """What is pending, and the phase: while both are as they were, nothing has taken effect."""
    state = t.state
    return (state.over, state.turn, state.phase, *map(id, state.waiting.stack))


def _in_doubt(t: GaTable, said: int) -> bool:
    return any(each.endswith(DOUBT) for each in t.assumptions[said:])


def is_told_by_aims(t: GaTable, card: Card) -> bool:
    """Whether what a card is aimed at may tell when it is played: what it answers is not over
    (GA-7.13, 7.15)."""
    if not any(isinstance(each, Item) for each in t.state.waiting.stack):
        return False
    return is_answer(card) or any(each.aims for each in card.usable_effects)


def able_to_activate(
    t: GaTable, events: Sequence[Activate], moments: Mapping[bool, Moment]
) -> list[bool]:
    """Which of these cards of a hand a player can activate, with what is said of them, by when the
    fast and the others may be. A card that asks for more than aims is tried by itself."""
    waiting = {n for x in t.state.waiting.stack if isinstance(x, Item) for n in (x.source, x.card)}
    able: list[bool] = []
    changed: list[int] = []
    for e in events:
        card = card_of(t, e.card)
        moment = moments[is_fast(t, e.seat, card)]
        if waiting and (is_answer(card) or not waiting.isdisjoint(e.aims)):
            able.append(accepted(t, e))
        elif moment == "now" and _is_plain(t, e, card):
            is_allowed = _is_allowed(t, e, card)
            if is_allowed and _price_varies(t, e, card):
                changed.append(len(able))
            able.append(is_allowed)
        else:
            able.append(moment != "never" and accepted(t, e))
    if changed:
        for at, pays in zip(changed, _can_pay(t, [events[at] for at in changed]), strict=True):
            able[at] = pays
    return able


def _price_varies(t: GaTable, e: Activate, card: Card) -> bool:
    """Whether a card may cost something else once it has left the hand."""
    return "efficiency" in card.words or price_varies(t, e.seat, "activate", card.name)


def _can_pay(t: GaTable, events: Sequence[Activate]) -> list[bool]:
    """Which of these cards the hand pays for that one of them has left."""
    found: list[bool] = []
    with as_if(t):
        announce(t, events[0])
        have = size(t, events[0].seat, "hand")
        found += (reserve_cost(t, e.seat, card_of(t, e.card), e.x) <= have for e in events)
    return found


def _is_plain(t: GaTable, e: Activate, card: Card) -> bool:
    """Whether nothing is said of a card but what it is aimed at."""
    if card.is_attack or e.pays or e.mode or is_linking(card, "played"):
        return False
    asking = 0
    for at in effects_on(t, e.card, "played"):
        made = told(t, e.card, at)
        if made.cost or made.modes or made.x is not None or made.effect.uses is not None:
            return False
        if made.aims:
            asking += 1 + len(made.tests)
    return asking < 2


def _is_allowed(t: GaTable, e: Activate, card: Card) -> bool:
    """Whether that card, which is within reach, may be activated with these aims."""
    said = len(t.assumptions)
    try:
        require_allowed(t, e, card)
        if e.aims:
            effects = list(t.catalog.triggered.get((e.card, "played"), ()))
            require_targetable(
                t, Activation(t.seq, e.seat, card=e.card, trigger="played", effects=effects), e.aims
            )
        return not _in_doubt(t, said)
    except (Violation, Unsaid):
        return False
    finally:
        del t.assumptions[said:]
