"""Which of several acts would be accepted now: what does not depend on the card is asked once."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from events.grand_archive import Ability, Activate, Materialize
from referee.games.grand_archive.activating import announce, require_allowed, require_moment
from referee.games.grand_archive.catalog import Card
from referee.games.grand_archive.effects.abilities import require_usable, which_of
from referee.games.grand_archive.effects.declaration import declare_item
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
from referee.parts.effects import CompiledEffect, Doing, Run
from referee.parts.effects.accepted_lines import words_ahead
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


def is_decided_by_aims(t: GaTable, seat: str, source: str, card: Card) -> bool:
    """Whether what a card is aimed at may tell when it is played: what it answers is not over
    (GA-7.13, 7.15)."""
    waiting = _waiting(t)
    if not waiting or is_answer(card):
        return bool(waiting)
    for made in t.catalog.compiled(card.name):
        for aim in made.aims:
            if not waiting.isdisjoint(aim.options(Run(t, made, Doing(seat, source)))):
                return True
    return False


def _waiting(t: GaTable) -> set[str]:
    """What may be named of what waits."""
    stack = t.state.waiting.stack
    return {name for each in stack if isinstance(each, Item) for name in (each.source, each.card)}


class AsPlayed(NamedTuple):
    """What is said of a card as it is played, whoever plays it."""

    # its effects, each with what it does where nothing is asked of it, else nothing
    effects: tuple[tuple[CompiledEffect, str], ...]
    plain: bool  # whether nothing is said but what it is aimed at


def as_played(t: GaTable, card: Card) -> AsPlayed:
    """What is said of a card as it is played."""
    return _as_played(
        t.catalog.compiled(card.name),
        t.catalog.triggered.get((card.name, "played"), ()),
        card.is_attack or is_linking(card, "played"),
    )


@lru_cache(4096)
def _as_played(every: tuple[CompiledEffect, ...], places: tuple[int, ...], more: bool) -> AsPlayed:
    """Told of the effects of a card, those that are set off as it is played, and whether it asks
    for more besides."""
    effects = [every[at] for at in places]
    asks = any(x.cost or x.modes or x.x is not None or x.effect.uses is not None for x in effects)
    aiming = sum(1 + len(made.tests) for made in effects if made.aims)
    told = ((made, words_ahead(made)) for made in effects if not made.effect.text_alone)
    return AsPlayed(tuple(told), not (more or asks or aiming > 1))


class Wish(NamedTuple):
    """A card of a hand that a player may wish to activate."""

    event: Activate  # what would be logged of it
    card: Card  # the card
    quick: bool  # whether it is played at fast speed
    moment: Moment  # when such a card may be played
    able: bool | None = None  # whether it can be, where that was asked before


def able_to_activate(t: GaTable, wishes: Sequence[Wish]) -> list[bool]:
    """Which of these cards of a hand a player can activate, with what is said of them. A card that
    asks for more than aims is tried by itself."""
    able: list[bool] = []
    together: dict[bool | None, list[int]] = {}
    for at, wish in enumerate(wishes):
        found = is_able(t, wish) if wish.able is None else wish.able
        able.append(bool(found))
        if found is None:
            together.setdefault(wish.quick if wish.moment == "later" else None, []).append(at)
    for speed, places in together.items():
        trial = _can_pay if speed is None else _able_then
        found_then = trial(t, [wishes[at].event for at in places])
        for at, each in zip(places, found_then, strict=True):
            able[at] = each
    return able


def is_able(t: GaTable, wish: Wish) -> bool | None:
    """Whether a card of a hand can be activated, with what is said of it; None where that is asked
    of several together: what they find after what takes effect before, or what they cost then."""
    e, card = wish.event, wish.card
    if _bears_on_stack(t, e, card):
        return accepted(t, e)
    if wish.moment == "never":
        return False
    if not as_played(t, card).plain:
        return _able_alone(t, e, card, wish.moment)
    if wish.moment == "later":
        return None
    if not is_sure(t, _require_allowed, t, e, card):
        return False
    return None if _price_varies(t, e, card) else True


def _bears_on_stack(t: GaTable, e: Activate, card: Card) -> bool:
    """Whether a card answers something that waits, or is aimed at it."""
    waiting = _waiting(t)
    return bool(waiting) and (is_answer(card) or not waiting.isdisjoint(e.aims))


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
    if is_decided_by_aims(t, e.seat, e.source, card_of(t, thing)):
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
