"""What may be logged next, and what is required (section 7).

What a rule decides is asked of the rule itself (``acceptable``); what is open is made here. What is
pending is walked down, newest first, as far as it takes effect by itself; then the turn goes on.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from typing import Any

from msgspec.structs import replace

from events.grand_archive import Discard, Pass, Resolve, Step, Trigger
from events.outcome import Nothing
from referee.choice import Choice, Fixed, OneOf, Some
from referee.games.grand_archive.due import (
    DeclareAttack,
    Due,
    PayWither,
    PlaceSpirit,
    SacrificeDown,
    SayAims,
    SayEffect,
)
from referee.games.grand_archive.effects.resolution import doing_of
from referee.games.grand_archive.game_start import begin_play
from referee.games.grand_archive.lineages import spirits
from referee.games.grand_archive.namesakes_and_wither import namesakes, withering
from referee.games.grand_archive.offered.acceptable import (
    accepted,
    after,
    as_if,
    at_main,
    at_next,
    came_to_next,
    order_asked,
    resolved,
)
from referee.games.grand_archive.offered.acts import (
    abilities,
    activations,
    attacks,
    declarations,
    materializations,
    reactions,
    such,
)
from referee.games.grand_archive.offered.together import Moments
from referee.games.grand_archive.places import LAYOUT
from referee.games.grand_archive.prevention import require_first
from referee.games.grand_archive.state import (
    BEFORE,
    END,
    INTENT,
    MAIN,
    MATERIALIZE,
    OPPORTUNE,
    Activation,
    Combat,
    GaTable,
    Item,
    State,
    Triggered,
    card_of,
    in_r26,
    lapses,
)
from referee.games.grand_archive.turn_actions import beyond_limit
from referee.house import AnyTable
from referee.option import Offer, Option, Several, every
from referee.parts.effects.accepted_lines import Holder, When, late_proposals, proposals
from referee.parts.effects.catalog import compiled_effect
from referee.parts.effects.pending import NOTHING_SAID

AWAITED = 64
"""How eagerly a random player does what is required."""


def obligations(t: AnyTable) -> list[Due]:
    """What is required now."""
    state: State = t.state
    if state.over or (state.game < 2 and not state.presented):  # who goes first is said before
        return []
    found: list[Due] = [*_placing(t), *_settling(t)]
    if not found:
        last, came = t.seq, state.came
        with as_if(t):
            found += _owed(t)
        for each in found:
            if each.since > last:  # it comes up of itself by then
                each.since = came
    return found


def _placing(t: GaTable) -> Iterator[Due]:
    """Whoever has no champion yet and has to place one (GA-3.4, 3.9)."""
    state = t.state
    for seat in state.seats if in_r26(t) else (state.active,):
        if seat and not state.players[seat].had and state.plays_on(seat):
            rule = "GA-3.9" if in_r26(t) else "GA-3.4"
            yield PlaceSpirit(seat, rule, state.came, champions=tuple(spirits(t, seat)))


def _settling(t: GaTable) -> Iterator[SacrificeDown | PayWither]:
    """Whoever has several unique objects of one name (GA-14.16)."""
    state = t.state
    for seat in state.seats:
        for several in namesakes(t, seat):
            ids = tuple(each.id for each in several)
            since = max(each.since for each in several)
            yield SacrificeDown(seat, "GA-14.16", since, things=ids)
    if state.withering:
        ids = tuple(each.id for each in withering(t))
        yield PayWither(state.active, "GA-19.7", state.came, things=ids)


def _owed(t: GaTable) -> Iterator[Due]:
    """What on the stack needs a word, when what lies above it has taken effect; where passes are on
    record that is still to come, and the newest alone is asked for."""
    stack = t.state.waiting.stack
    while stack and not t.state.over:
        top = stack[-1]
        if not lapses(t) and isinstance(top, Activation) and _comes_to_attack(t, top):
            return
        if resolved(t):
            if not lapses(t):
                return
            if to_settle := list(_settling(t)):
                yield from to_settle
                return
            stack = t.state.waiting.stack
            continue
        if isinstance(top, Activation) and card_of(t, top.card).is_attack:
            yield DeclareAttack(top.seat, "GA-14.6", top.entry, card=top.card)
        elif isinstance(top, Triggered) and _wants_aims(t, top):
            yield SayAims(top.seat, "GA-16.12", top.entry, source=top.card, trigger=top.trigger)
        elif isinstance(top, Item):
            seat = order_asked(t)[0] or top.seat
            yield SayEffect(seat, "GA-11.5", top.entry, source=top.card, trigger=top.trigger)
        return


def _comes_to_attack(t: GaTable, item: Activation) -> bool:
    """Whether an attack card has still to come into the intent, where its attack is declared."""
    return card_of(t, item.card).is_attack and item.stage != INTENT


def _wants_aims(t: GaTable, item: Item) -> bool:
    undeclared = isinstance(item, Triggered) and not item.declared
    return undeclared and any(compiled_effect(t, item.card, at).aims for at in item.effects)


def options(t: AnyTable) -> list[Option]:
    """What may be logged next, for every player that may act."""
    return [*every(offers(t))]


def offers(t: AnyTable) -> Iterator[Offer]:
    """The same, of which cards and abilities are asked about when they are drawn."""
    state: State = t.state
    if state.over:
        return
    if not state.presented:
        yield from _before_the_game(t)
        return
    placing = [each for each in _placing(t) if isinstance(each, PlaceSpirit)]
    for each in placing:
        if each.champions:
            fields: dict[str, Choice] = {"champion": OneOf(each.champions)}
            yield Option(each.seat, "place", fields, each.rule, AWAITED, must=True)
    if placing:
        return
    to_settle = list(_settling(t))
    yield from map(_settle, to_settle)
    if to_settle or state.phase == BEFORE:
        return
    if not lapses(t):
        yield from _on_record(t)
        return
    if state.waiting.stack or (state.phase in OPPORTUNE and state.phase != MAIN):
        moments = Moments(t)
        for seat in state.seats:
            yield from activations(t, seat, moments, fast_only=True)
            yield from abilities(t, seat, moments)
    with as_if(t):
        yield from _walked(t)


def _before_the_game(t: GaTable) -> Iterator[Option]:
    """Who says who goes first, and what may be logged once the decks are presented (GA-26.20)."""
    state = t.state
    called = state.overtime < 0
    if state.game < 2:
        for seat in [] if called else state.seats:
            yield Option(seat, "begins", {}, "GA-3.2", AWAITED, must=True)
        return
    if not state.chose and state.loser != "drawn":
        for seat in [state.loser] if state.loser else state.seats:
            yield Option(seat, "starts", {"first": OneOf(tuple(state.seats))}, "GA-26.20")
    if not called:
        with as_if(t):
            begin_play(t)
            yield from options(t)


def _on_record(t: GaTable) -> Iterator[Offer]:
    """What is accepted at once, where every pass is on record (GA-I 19)."""
    state, seat = t.state, t.state.active
    top = state.waiting.stack[-1] if state.waiting.stack else None
    moments, passes = Moments(t), False
    for each in state.seats:
        yield from activations(t, each, moments, fast_only=each != seat)
        yield from abilities(t, each, moments)
        if accepted(t, Pass(each), in_doubt=True):  # what follows may be in doubt
            passes = True
            yield Option(each, "pass", {}, "GA-7.5", weight=24)
    if isinstance(top, Combat):
        yield from reactions(t, top)
        if not passes:
            yield from _ordered(t)
    elif isinstance(top, Item):
        yield from _of_item(t, top, nullcontext)
    else:
        if state.phase == MATERIALIZE and not state.done.materialized:
            yield from materializations(t, seat)
        yield from attacks(t, seat)
        for to in ("recollection", "main"):
            if accepted(t, Step(seat, to)):
                yield Option(seat, "step", {"to": Fixed(to)}, "GA-6.1", weight=3)
                break


def _settle(due: SacrificeDown | PayWither) -> Option:
    """All but one of several unique objects are sacrificed; of those with wither all, or as many
    as are not paid for."""
    if isinstance(due, PayWither):
        every = (due.things, *(due.things[:count] for count in range(len(due.things))))
        return Option(due.seat, "settle", {"objects": OneOf(every)}, due.rule, AWAITED, must=True)
    ways = tuple(tuple(each for each in due.things if each != kept) for kept in due.things)
    return Option(due.seat, "settle", {"objects": OneOf(ways)}, due.rule, AWAITED, must=True)


def _walked(t: GaTable) -> Iterator[Offer]:
    """What is pending, the newest first, up to what needs a word; then the acts of the turn."""
    state, count = t.state, 0
    seat = state.active
    while state.waiting.stack and not state.over:
        top = state.waiting.stack[-1]
        if isinstance(top, Combat):
            yield from reactions(t, top)
        elif isinstance(top, Item) and _may_need_a_word(t, top):
            ask = partial(_of_newest, t, partial(after, t, count) if count else None)
            yield Several((top,), (AWAITED,), ask, partial(after, t, count))
        if not resolved(t):
            if isinstance(top, Combat):
                yield from _ordered(t)
            return
        count += 1
        to_settle = list(_settling(t))
        if to_settle:
            yield from map(_settle, to_settle)
            return
    if state.over:
        yield Option(seat, "end", {}, "GA-6.48", weight=2, ends=True)
        return
    yield from _of_turn(t, state.active, count)


def _may_need_a_word(t: GaTable, item: Item) -> bool:
    """Whether something on the stack has an attack or effects, of which something may be said."""
    comes = (item.card, "comes") in t.catalog.triggered
    return bool(item.effects) or comes or card_of(t, item.card).is_attack


def _of_newest(t: GaTable, when: When | None, newest: Sequence[Item]) -> Iterator[Option]:
    """What is still to be said of what is newest by then; of what is newest now (``when``: None)
    without its name."""
    top = t.state.waiting.stack[-1]
    if not isinstance(top, Item):
        return
    if when is None:
        yield from map(_unnamed, _of_item(t, top, nullcontext))
    else:
        yield from _of_item(t, top, when)


def _ordered(t: GaTable) -> Iterator[Option]:
    """Which of several things that prevent its damage goes first, as the controller of the object
    says (GA-18.14)."""
    _, asked = order_asked(t)
    for seat in t.state.seats if asked else ():
        ways = [
            (each,) for each in asked if not t.refusal(partial(require_first, t, seat, (each,)))
        ]
        if ways:
            yield Option(seat, "damage", {"first": OneOf(tuple(ways))}, "GA-18.14", AWAITED)
            return


def _of_turn(t: GaTable, seat: str, count: int) -> Iterator[Offer]:
    """The acts of the turn with nothing pending, where so much has taken effect before."""
    state = t.state
    if state.phase == MATERIALIZE and not state.done.materialized:
        yield from materializations(t, seat, partial(after, t, count))
    if state.phase > MAIN:
        yield _end(t, seat, 2)
        return
    turn, before = state.turn, state.phase
    while state.phase < MAIN:
        if not came_to_next(t):
            yield from _of_phase(t)
            return
        if state.turn != turn or state.over:
            yield Option(seat, "end", {}, "GA-6.48", weight=2, ends=True)
            return
    at_once = not count and (before not in OPPORTUNE or before == MAIN)
    when, moments = partial(at_main, t), Moments(t)
    yield from activations(t, seat, moments, fast_only=False, fast=at_once, when=when)
    if at_once:
        for each in state.seats:
            yield from abilities(t, each, moments, when)
            if each != seat:
                yield from activations(t, each, moments, fast_only=True, when=when)
    yield from attacks(t, seat, when)
    while state.phase < END and state.turn == turn and not state.over:
        if not came_to_next(t):
            yield from _of_phase(t)
            return
    yield _end(t, seat, 3)


def _end(t: GaTable, seat: str, weight: int) -> Option:
    """The turn is over; with more in hand and memory than a text allows, these are discarded
    first (GA-6.52)."""
    over, _ = beyond_limit(t, seat)
    if not over or t.state.active != seat:
        return Option(seat, "end", {}, "GA-6.48", weight=weight, ends=True)
    hand = LAYOUT.find(t, seat, "hand")
    count, more = min(over, hand.size), max(0, over - hand.size)
    fields: dict[str, Choice] = {"cards": Some.of_hidden(hand.cards, count, count, hand.together)}
    if more:
        memory = LAYOUT.find(t, seat, "memory")
        cards = Some.of_hidden(memory.cards, more, more, memory.together).first()
        fields["pays"] = Fixed((Discard(cards=tuple(cards), place="memory"),))
    return Option(seat, "settle", fields, "GA-6.52", weight=weight)


def _of_phase(t: GaTable) -> Iterator[Option]:
    """What a phase puts on the stack as it begins, and that needs a word."""
    stack = t.state.waiting.stack
    if stack and isinstance(stack[-1], Item):
        yield from _of_item(t, stack[-1], partial(at_next, t))


def _of_item(t: GaTable, item: Item, when: When) -> Iterator[Option]:
    """What is still to be said of what is on top, on the table that its line will find."""
    if isinstance(item, Activation) and card_of(t, item.card).is_attack:
        yield from declarations(t, item)
        return
    effects: Sequence[int] = item.effects
    comes = t.catalog.triggered.get((item.card, "comes")) if not effects else None
    if comes and isinstance(item, Activation) and not _needs_no_word(t):
        effects = comes
    for at in effects:
        made = compiled_effect(t, item.card, at)
        if made.effect.text_alone:
            continue
        doing = doing_of(t, item, NOTHING_SAID, at)
        if item.did and _needs_no_word(t):
            continue
        verb = "trigger" if _wants_aims(t, item) else "resolve"
        if item.declared:
            option = late_proposals(t, made, doing, Holder(verb, when))
        else:
            holder = Holder(verb, when, fits=partial(_fits, t, item))
            option = proposals(t, made, doing, holder)
        if option is None:
            yield from _ordered_of(t, item)
            continue
        said = {"mode", "x", "aims", *(("source",) if verb == "trigger" else ())}
        if verb == "resolve" or lapses(t):  # else it is done, and seen, when all have passed
            said.add("did")
        fields: dict[str, Choice] = {n: held for n, held in option.fields.items() if n in said}
        fields["source"] = Fixed(_called(t, item) if verb == "resolve" else item.source)
        if item.declared:
            late = made.effect.later or made.effect.when == "comes"
            for name in ("x", "aims") if late else ("mode", "x", "aims"):
                fields.pop(name, None)
        if verb == "resolve" and _is_idle(t, item, fields):
            fields = {"did": Fixed((Nothing(),)), "source": Fixed(_called(t, item))}
        yield replace(option, fields=fields, rule="GA-11.5", weight=AWAITED)
        return


def _called(t: GaTable, item: Item) -> str:
    """What an item is called where it resolves: its card, unless several things are of that."""
    things = t.state.zones.things
    several = item.source in things and sum(x.name == item.card for x in things.values()) > 1
    return item.source if several else item.card


def _ordered_of(t: GaTable, item: Item) -> Iterator[Option]:
    """Which of several things that replace what an effect does goes first, where nothing else of it
    has to be said (GA-16.20)."""
    whose, asked = order_asked(t)
    seat = whose or item.seat
    ways = [
        (each,)
        for each in asked
        if accepted(t, Resolve(seat, source=item.card, first=(each,)), in_doubt=True)
    ]
    if ways:
        fields = {"first": OneOf(tuple(ways)), "source": Fixed(_called(t, item))}
        yield Option(seat, "resolve", fields, "GA-16.20", AWAITED)


def _fits(t: GaTable, item: Item, line: Mapping[str, Any]) -> bool:
    """Whether what is on top may be aimed so: something may be out of its reach (GA-24.33)."""
    said = {name: line[name] for name in ("aims", "mode", "x") if name in line}
    return not _wants_aims(t, item) or accepted(t, Trigger(item.seat, item.source, **said))


def _unnamed(option: Option) -> Option:
    """The same of what is on top: whoever says no name means that."""
    if option.verb != "resolve" or type(source := option.fields.get("source")) is not Fixed:
        return option
    return replace(option, fields={**option.fields, "source": Topmost(source.value)})


class Topmost(Fixed, frozen=True, tag="topmost"):
    """What is on top of the stack; the field may be left out for it."""

    def allows_default(self, default: Any) -> bool:
        return True


def _needs_no_word(t: GaTable) -> bool:
    """Whether what is on top takes effect by what was said of it before."""
    with as_if(t):
        return resolved(t)


def _is_idle(t: GaTable, item: Item, fields: dict[str, Choice]) -> bool:
    """Whether nothing that an effect could do is accepted, but that nothing was done is."""
    if accepted(t, Resolve(item.seat, **such(fields)), in_doubt=True):
        return False
    nothing = Resolve(item.seat, (Nothing(),), item.card)
    return accepted(t, nothing, in_doubt=True)
