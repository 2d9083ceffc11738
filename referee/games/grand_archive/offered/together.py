"""Which of several acts would be accepted now: what does not depend on the card is asked once."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

from events.grand_archive import Ability, Activate, Materialize
from referee.games.grand_archive.activating import announce, require_allowed, require_moment
from referee.games.grand_archive.catalog import Card
from referee.games.grand_archive.effects.abilities import require_usable, which_of
from referee.games.grand_archive.effects.declaration import declare_item
from referee.games.grand_archive.effects.resolution import compiled_effect, effects_on
from referee.games.grand_archive.elements import require_elements
from referee.games.grand_archive.further_ways import is_dearer
from referee.games.grand_archive.materializing import require_materializable
from referee.games.grand_archive.offered.acceptable import AT_ONCE, accepted, would
from referee.games.grand_archive.opportunity import require_fast_time
from referee.games.grand_archive.payment import require_x, reserve_cost
from referee.games.grand_archive.places import size
from referee.games.grand_archive.state import (
    FIELD,
    Activation,
    GaTable,
    InPlay,
    Item,
    Used,
    card_of,
)
from referee.games.grand_archive.targets import is_linking, require_targetable
from referee.games.grand_archive.values import DOUBT, price_varies
from referee.games.grand_archive.window import is_answer
from referee.parts.acceptable import next_would
from referee.parts.responses import answered
from referee.verdict import Unsaid, Violation

Moment = Literal["never", "now", "later"]
"""When somebody may act: not at all, as the table stands, or when something has taken effect."""


class Moments:
    """When each may act on a table that stays as it is: asked once of all fast acts of a player,
    and of all slow cards. Only what is aimed at the stack may have another."""

    def __init__(self, t: GaTable) -> None:
        self._t = t
        self._found: dict[tuple[str, bool], Moment] = {}

    def of(self, seat: str, slow: str = "") -> Moment:
        """When a player may act fast, or play such a slow card."""
        found = self._found.get((seat, slow == ""))
        if found is None:
            found = self._found[seat, slow == ""] = _moment_of(self._t, seat, slow)
        return found


def _moment_of(t: GaTable, seat: str, slow: str) -> Moment:
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

    event = Activate(seat, slow) if slow else Ability(seat, "")
    return found if would(t, answered(AT_ONCE, timed), t, event) else "never"


def _standing(t: GaTable) -> tuple[object, ...]:
    """What is pending, and the phase: while both are as they were, nothing has taken effect."""
    state = t.state
    return (state.over, state.turn, state.phase, *map(id, state.waiting.stack))


def _in_doubt(t: GaTable, said: int) -> bool:
    return any(each.endswith(DOUBT) for each in t.assumptions[said:])


def is_decided_by_aims(t: GaTable, card: Card) -> bool:
    """Whether what a card is aimed at may tell when it is played: what it answers is not over
    (GA-7.13, 7.15)."""
    if not any(isinstance(each, Item) for each in t.state.waiting.stack):
        return False
    return is_answer(card) or any(each.aims for each in card.usable_effects)


class Wish(NamedTuple):
    """A card of a hand that a player may wish to activate."""

    event: Activate  # what would be logged of it
    card: Card  # the card
    quick: bool  # whether it is played at fast speed
    moment: Moment  # when such a card may be played


def able_to_activate(t: GaTable, wishes: Sequence[Wish]) -> list[bool]:
    """Which of these cards of a hand a player can activate, with what is said of them. A card that
    asks for more than aims is tried by itself."""
    waiting = {n for x in t.state.waiting.stack if isinstance(x, Item) for n in (x.source, x.card)}
    able: list[bool] = []
    dearer: list[int] = []
    later: dict[bool, list[int]] = {True: [], False: []}
    for at, (e, card, quick, moment) in enumerate(wishes):
        if waiting and (is_answer(card) or not waiting.isdisjoint(e.aims)):
            able.append(accepted(t, e))
        elif moment == "never":
            able.append(False)
        elif not _is_plain(t, e, card):
            able.append(_able_alone(t, e, card, moment))
        elif moment == "later":
            later[quick].append(at)
            able.append(False)
        else:
            able.append(is_sure(t, _require_allowed, t, e, card))
            if able[at] and _price_varies(t, e, card):
                dearer.append(at)
    for trial, places in ((_can_pay, dearer), *((_able_then, each) for each in later.values())):
        if places:
            found = trial(t, [wishes[at].event for at in places])
            for at, each in zip(places, found, strict=True):
                able[at] = each
    return able


def _able_alone(t: GaTable, e: Activate, card: Card, moment: Moment) -> bool:
    """Whether a card that asks for more than aims can be activated. Where nothing takes effect
    before that, and it is no attack, what follows from it cannot refuse it."""
    if moment == "later" or card.is_attack or is_linking(card, "played"):
        return accepted(t, e)
    return would(t, _activate, t, e, card)


def _able_then(t: GaTable, events: Sequence[Activate]) -> list[bool]:
    """Which of these cards could be activated after what takes effect before that."""
    able: list[bool] = []

    def then(t: GaTable, e: Activate) -> None:
        require_moment(t, e, card_of(t, e.card))
        there = t.state.zones.hidden.candidates(f"{e.seat}.hand")
        left = [each.card in there for each in events]
        if t.state.over:
            return
        if True not in left:
            able.extend(left)
            return
        announce(t, events[left.index(True)])
        able.extend(is_there and _can(t, each) for is_there, each in zip(left, events, strict=True))

    if not next_would(t, answered(AT_ONCE, then), t, events[0]):
        return [False] * len(events)
    return able or [True] * len(events)


def _can(t: GaTable, e: Activate) -> bool:
    """Whether a card that has left the hand may be activated with these aims, and is paid for."""
    said = len(t.assumptions)

    def asked() -> None:
        card = card_of(t, e.card)
        require_allowed(t, e, card)
        _declare(t, e, card)
        if _in_doubt(t, said):
            t.forbid("GA-8.3", "{card} may be, and may not", card=e.card)

    return t.would(asked)


def _activate(t: GaTable, e: Activate, card: Card) -> None:
    """A card is activated, up to where it is paid for with cards of the hand."""
    require_allowed(t, e, card)
    _declare(t, e, card, announce(t, e).id)


def _declare(t: GaTable, e: Activate, card: Card, source: str = "") -> None:
    """What is said of a card that has left the hand is as it says, and the hand pays for it."""
    require_elements(t, e.seat, card)
    require_x(t, card, e.x)
    declare_item(t, _activation(t, e, source), e.aims, e.mode, e.pays)
    cost, have = reserve_cost(t, e.seat, card, e.x), size(t, e.seat, "hand")
    if cost > have:
        t.forbid("GA-9.6", "{seat} has {have} other cards", seat=e.seat, have=have)


def _activation(t: GaTable, e: Activate, source: str = "") -> Activation:
    effects = list(t.catalog.triggered.get((e.card, "played"), ()))
    return Activation(t.seq, e.seat, source, card=e.card, trigger="played", effects=effects, x=e.x)


def _price_varies(t: GaTable, e: Activate, card: Card) -> bool:
    """Whether a card may cost something else once it has left the hand."""
    return "efficiency" in card.words or price_varies(t, e.seat, "activate", card.name)


def _can_pay(t: GaTable, events: Sequence[Activate]) -> list[bool]:
    """Which of these cards the hand pays for that one of them has left."""
    found: list[bool] = []

    def asked() -> None:
        announce(t, events[0])
        have = size(t, events[0].seat, "hand")
        found.extend(reserve_cost(t, e.seat, card_of(t, e.card), e.x) <= have for e in events)

    next_would(t, asked)
    return found


def _is_plain(t: GaTable, e: Activate, card: Card) -> bool:
    """Whether nothing is said of a card but what it is aimed at."""
    if card.is_attack or e.pays or e.mode or is_linking(card, "played"):
        return False
    asking = 0
    for at in effects_on(t, e.card, "played"):
        made = compiled_effect(t, e.card, at)
        if made.cost or made.modes or made.x is not None or made.effect.uses is not None:
            return False
        if made.aims:
            asking += 1 + len(made.tests)
    return asking < 2


def able_to_materialize(t: GaTable, e: Materialize, card: Card, paid: bool) -> bool:
    """Whether a card of a material deck can be materialized. Where another could that costs the
    same (``paid``), only what is asked of the card itself is asked."""
    if not paid or "X" in (card.memory, card.reserve) or is_linking(card, ""):
        return accepted(t, e)
    if price_varies(t, e.seat, "materialize", card.name) or is_dearer(t, card.name):
        return accepted(t, e)
    return is_sure(t, require_materializable, t, e, card)


def able_to_use(t: GaTable, e: Ability, at: int, moments: Moments) -> bool:
    """Whether a player can use an ability, with what is said of it."""
    thing = t.state.zones.things.get(e.source)
    if thing is None or thing.place != FIELD or moments.of(e.seat) != "now":
        return accepted(t, e)
    if is_decided_by_aims(t, card_of(t, thing)):
        return accepted(t, e)
    return would(t, _use, t, e, thing, at)


def _use(t: GaTable, e: Ability, thing: InPlay, at: int) -> None:
    """An ability of an object is used, up to where it goes on the stack."""
    card, _ = which_of(t, thing, e.which)
    require_usable(t, e.seat, thing)
    item = Used(t.seq, e.seat, thing.id, card=card, trigger="activated", effects=[at], x=e.x)
    declare_item(t, item, e.aims, e.mode, e.pays)


def is_sure(t: GaTable, require: Callable[..., object], *args: Any) -> bool:
    """Whether a question to the table is not refused, nor only for a text that nobody tells."""
    said = len(t.assumptions)
    try:
        require(*args)
        return not _in_doubt(t, said)
    except (Violation, Unsaid):
        return False
    finally:
        del t.assumptions[said:]


def _require_allowed(t: GaTable, e: Activate, card: Card) -> None:
    """That card, which is within reach, may be activated with these aims."""
    require_allowed(t, e, card)
    if e.aims:
        require_targetable(t, _activation(t, e), e.aims)
