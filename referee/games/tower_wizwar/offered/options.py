"""What may be logged next in a match of Tower-WizWar, and what is owed or offered.

What a rule decides is asked of the rule itself (``acceptable``); what is open is made here. The
turn is walked phase by phase as far as nothing compulsory stands against it.
"""

from collections.abc import Container, Iterator, Sequence
from contextlib import nullcontext
from functools import partial

from msgspec.structs import replace

from referee.choice import Choice, Fixed
from referee.games.tower_wizwar.catalog import CELESTIAL
from referee.games.tower_wizwar.compulsory import duties
from referee.games.tower_wizwar.due import AnswerCast, DoEffect, SayBlock, SayOrder
from referee.games.tower_wizwar.effects.costs import within_reach
from referee.games.tower_wizwar.effects.resolution import is_declared, may_happen, name_of
from referee.games.tower_wizwar.offered.acceptable import after, as_if, resolved, settle
from referee.games.tower_wizwar.offered.acts import acts_of_phase
from referee.games.tower_wizwar.offered.due import AWAITED, due_options
from referee.games.tower_wizwar.places import zone
from referee.games.tower_wizwar.state import (
    CAST,
    MOVEMENT,
    STABILISE,
    Announced,
    Effective,
    State,
    Strike,
    TwTable,
    card_of,
    controlled,
    covered,
    stands,
)
from referee.games.tower_wizwar.turn import step
from referee.house import AnyTable
from referee.obligation import Obligation
from referee.option import Offer, Option, Several, every
from referee.parts.effects.accepted_lines import Holder, late_proposals, proposals
from referee.parts.effects.catalog import compiled_effect

ACTIVATED = 4
"""How eagerly a random player activates an effect."""


def obligations(t: AnyTable) -> list[Obligation]:
    """What is compulsory now."""
    if t.state.over:
        return []
    last, came = t.seq, t.state.came
    with as_if(t):
        settle(t)
        found = list(duties(t))
    for each in found:
        if each.since > last:  # it comes up of itself by then
            each.since = came
    return found


def options(t: AnyTable) -> list[Option]:
    """What may be logged next, for every wizard that may act."""
    return [*every(offers(t))]


def offers(t: AnyTable) -> Iterator[Offer]:
    """The same, of which effects are asked about when they are drawn."""
    state: State = t.state
    if state.over:
        return
    yield from _cancelling(t)
    with as_if(t):
        seat = state.active
        yield from _of_what_waits(t)
        if state.over:  # whatever is logged next lets what waits take effect, and that ends it
            yield Option(seat, "end", {}, "TW-11.22", weight=2, ends=True)
        else:
            yield from _walked(t)
    yield from _forfeits(t)


def _walked(t: TwTable) -> Iterator[Offer]:
    """The acts of the phases from the present one on, up to what is compulsory; the end of the turn
    where nothing is."""
    state = t.state
    turn, seat = state.turn, state.active
    ended = False
    while not state.over and state.turn == turn:
        owed = list(duties(t))
        for each in owed:
            if isinstance(each, SayBlock | SayOrder | AnswerCast | DoEffect):
                yield from due_options(t, each)
                return
        late = bool(owed) and owed[0].rule == "TW-11.11"
        if not owed or late or state.phase in (STABILISE, MOVEMENT):
            yield from acts_of_phase(t, seat, owed=bool(owed))
        if owed:
            yield from due_options(t, owed[0])
            return
        step(t)
        ended = state.turn != turn or bool(state.over)
    if ended:
        yield Option(seat, "end", {}, "TW-11.22", weight=2, ends=True)


def _forfeits(t: TwTable) -> Iterator[Option]:
    """Whoever stands may say that it loses (TW-17.7). A random player does so when no celestial is
    left that could turn harm into a wound (TW-13.5), as else nobody might ever lose."""
    hidden, seats = t.state.zones.hidden, t.state.seats
    left = any(
        hidden.size(zone(seat, place, CELESTIAL)) for seat in seats for place in ("deck", "front")
    )
    for seat in seats:
        if stands(t.state, seat):
            yield Option(seat, "forfeit", {}, "TW-17.7", weight=0 if left else 1)


# -- effects -------------------------------------------------------------------------------------


def _of_what_waits(t: TwTable) -> Iterator[Several]:
    """What was announced or set off, the newest first, which takes effect up to what still needs a
    word; and what may be activated then (TW-19.1 to 19.3)."""
    state, count = t.state, 0
    there = {thing.id for seat in state.seats for thing in controlled(t, seat)}
    while state.waiting.stack and not state.over:
        newest = state.waiting.stack[-1]
        if isinstance(newest, Strike):
            yield _activated(t, t.catalog.names, count, there)
        elif isinstance(newest, Announced):
            weights = [AWAITED] * len(newest.effects)
            ask = partial(_of_newest, t, count)
            yield Several(newest.effects, weights, ask, partial(after, t, count))
        if not resolved(t):
            return
        count += 1
    if not state.over:
        yield _activated(t, t.catalog.names, count, there)


def _of_newest(t: TwTable, count: int, effects: Sequence[int]) -> Iterator[Option]:
    """Those of some effects of what is newest that need a word."""
    newest = t.state.waiting.stack[-1]
    if isinstance(newest, Announced):
        for at in effects:
            yield from _proposed(t, newest, at, count)


def _cancelling(t: TwTable) -> Iterator[Several]:
    """What may cancel something before it takes effect."""
    if t.state.waiting.stack:
        yield _activated(t, t.catalog.cancels, 0)._replace(when=nullcontext)


def _activated(
    t: TwTable, cards: Container[str], count: int, there: Container[str] | None = None
) -> Several:
    """The effects of these cards that may be activated when so many of what waits have taken
    effect. What came by that, and was not ``there``, cancels nothing: its line would be read before
    it has come."""
    found: list[tuple[str, str, int]] = []  # whose it is, the card, and which of its effects
    for seat in t.state.seats:
        for thing in controlled(t, seat) if _may_activate(t, seat) else ():
            if thing.name not in cards or thing.expended or covered(t, thing):
                continue
            if there is not None and thing.id not in there and thing.name in t.catalog.cancels:
                continue
            effects = t.catalog.triggered.get((thing.name, "activated"), ())
            found += [(seat, thing.id, at) for at in effects]
    ask = partial(_activatable, t, count)
    return Several(found, [ACTIVATED] * len(found), ask, partial(after, t, count))


def _activatable(
    t: TwTable, count: int, effects: Sequence[tuple[str, str, int]]
) -> Iterator[Option]:
    """Those of some effects that may be activated."""
    for seat, source, at in effects:
        yield from _proposed(t, Effective(t.seq, seat, source, trigger="activated"), at, count)


def _may_activate(t: TwTable, seat: str) -> bool:
    """Whether it is a time at which a wizard activates effects (TW-I 74)."""
    reading, state = t.choice["TW-I 74"], t.state
    if not stands(state, seat) or reading == "any_time":
        return stands(state, seat)
    return seat == state.active and (reading == "own_turn" or state.phase == CAST)


def _proposed(t: TwTable, pending: Effective, at: int, count: int) -> Iterator[Option]:
    """A line of an effect of a card."""
    card = name_of(t, pending)
    made = compiled_effect(t, card, at)
    fields: dict[str, Choice] = {}
    if len(card_of(t, card).all_effects) > 1:
        fields["trigger"] = Fixed(made.effect.name or pending.trigger)
    doing = pending.doing()
    paid = is_declared(pending)
    if not may_happen(t, made) or not (paid or within_reach(t, made, doing)):
        return
    when = partial(after, t, count) if count else nullcontext
    offer = late_proposals if paid else proposals
    option = offer(t, made, doing, Holder("effect", when, fields))
    if option is not None:
        owed = isinstance(pending, Announced)
        if paid:  # then, and not now (TW-19.9)
            held = {name: each for name, each in option.fields.items() if name != "pays"}
            option = replace(option, fields=held)
        yield replace(option, rule="TW-19.1", weight=AWAITED if owed else ACTIVATED)
