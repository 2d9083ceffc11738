"""What an event is to what is pending: casts, announced effects, attacks (4.7, 15.24, 19)."""

from collections import Counter
from typing import Any

from events import tower_wizwar as ev
from referee.games.tower_wizwar.attack_moments import go_on
from referee.games.tower_wizwar.casting import resolve_cast
from referee.games.tower_wizwar.catalog import SPELL
from referee.games.tower_wizwar.effects.cancel import may_cancel
from referee.games.tower_wizwar.effects.effect_lines import waiting_for
from referee.games.tower_wizwar.effects.resolution import by_spot, take_effect
from referee.games.tower_wizwar.handlers import handles
from referee.games.tower_wizwar.losing import settle
from referee.games.tower_wizwar.places import backs_of, keeps_books
from referee.games.tower_wizwar.spots import is_unique
from referee.games.tower_wizwar.state import Announced, Casting, Strike, Triggered, TwTable
from referee.games.tower_wizwar.turn import require_no_duty
from referee.parts.responses import Bearing, Reaches, Window, resolve
from referee.verdict import Unsaid, Violation

_APART = (ev.Mana, ev.Tally, ev.NameCards, ev.Inspection, ev.Reshuffle, ev.Forfeit)
_AFTER = (ev.Tally, ev.Inspection, ev.Reshuffle, ev.Forfeit)
"""What comes after a cast that just rests: it speaks of all cards in a place, those with them that
the cast has put there, or ends what happens at the table."""
_OF_ATTACK = (ev.Block, ev.NoBlock, ev.Order, ev.GoOn)


def _bearing(t: TwTable, e: Any) -> Bearing:
    """Effects and answers leave an attack or a cast pending to which they belong; all else lets it
    take effect."""
    kind = type(e)
    stack = t.state.waiting.stack
    rests = bool(stack) and all(_only_rests(each) for each in stack)
    if rests and (kind in _AFTER or (kind is ev.Mana and not _in_pool(t, e))):
        # nobody is kept from a forfeit by what is still to be said of a cast (TW-17.7)
        return "ends" if kind is not ev.Forfeit or t.would(_all_resolves, t) else "apart"
    if kind in _APART:
        return "apart"
    if kind in _OF_ATTACK:
        if kind is ev.Block and _none(stack, Strike) and not _none(stack, Announced):
            t.refuse("TW-16.1", "an effect is not blocked", since=stack[-1].entry)
        return _reaching(stack, Strike)
    if kind in (ev.Accept, ev.Rebuke):
        return _reaching(stack, Casting)
    if kind in (ev.Effect, ev.Use):
        return _of_effect(t, e)
    return "ends"


def _all_resolves(t: TwTable) -> None:
    while t.state.waiting.stack:
        resolve(t, WINDOW)


def _of_effect(t: TwTable, e: ev.Effect | ev.Use) -> Bearing:
    """An effect belongs to what announced it or set it off, goes on top of what it answers or
    cancels, and leaves an attack pending that is on, and a cast that an ally has not answered."""
    while type(e) is ev.Effect and not t.state.over:
        stack = t.state.waiting.stack
        if (found := waiting_for(t, e)) is not None:
            return Reaches(next(each for each in reversed(stack) if each.entry == found.entry))
        if e.answers is not None or may_cancel(t, e) or _is_awaited(stack):
            return "answer"
        if not stack or (isinstance(stack[-1], Strike) and not _sets_off(t, e)):
            break
        resolve(t, WINDOW)
    stack = t.state.waiting.stack
    if type(e) is ev.Use and (e.answers is not None or may_cancel(t, e) or _is_awaited(stack)):
        return "answer"
    return _reaching(stack, Strike)


def _sets_off(t: TwTable, e: ev.Effect) -> bool:
    """Whether the attack that is on sets an effect off that cannot be used now, as it goes on by
    itself (TW-19.1)."""
    found = t.state.zones.things.get(by_spot(t, e.seat, e.source))
    card = t.catalog.cards.get(found.name if found is not None else e.source)
    if card is None or all(isinstance(each.when, str) for each in card.usable_effects):
        return False
    if t.would(handles[ev.Effect], t, e):
        return False
    try:
        with t.tried():
            while t.state.waiting.stack and waiting_for(t, e) is None:
                resolve(t, WINDOW)
            return waiting_for(t, e) is not None
    except (Violation, Unsaid):  # something has to be said before that
        return False


def _is_awaited(stack: list[Any]) -> bool:
    """Whether an ally has still to accept or rebuke the newest cast (TW-18.11)."""
    return bool(stack) and isinstance(stack[-1], Casting) and stack[-1].awaits


def _none(stack: list[Any], kind: type[Any]) -> bool:
    return not any(isinstance(each, kind) for each in stack)


def _only_rests(pending: Any) -> bool:
    """Whether this is a cast that nobody has to answer: what is counted is counted after it."""
    return isinstance(pending, Casting) and not pending.awaits


def _in_pool(t: TwTable, e: ev.Mana) -> bool:
    """Whether this mana is in the pool now; else what is being cast has put it there, such as the
    other copy of an artifact (TW-12.14)."""
    state, backs, place = t.state, backs_of(t, e.seat), f"{e.seat}.pool"
    counted = e.unnamed or not t.catalog.book_names.isdisjoint(e.cards)
    for each in state.waiting.stack:
        name = state.zones.things[each.source].name
        if name in e.cards or (counted and is_unique(t, name)):
            return False
    have = backs.counts(state.zones.hidden, place)
    bare = t.state.books and not keeps_books(t, e.seat)
    asked = Counter(backs.of.get(card, SPELL if bare else card) for card in e.cards)
    if len(e.cards) + e.unnamed > sum(have.values()) or asked - Counter(have):
        return False
    named = [card for card in e.cards if card in backs.of]
    return backs.refuses(state.zones.hidden, place, named) is None


def _reaching(stack: list[Any], kind: type[Any]) -> Bearing:
    for each in reversed(stack):
        if isinstance(each, kind):
            return Reaches(each)
    return "ends"


def _attack(t: TwTable, attack: Strike) -> None:
    """An attack goes on to its end.

    Raises:
        Violation: TW-15.8, 15.16, something is to be said first.
    """
    go_on(t, attack)
    if attack in t.state.waiting.stack:
        require_no_duty(t)


WINDOW = Window(
    bearing=_bearing,
    effects={
        Casting: resolve_cast,
        Announced: take_effect,
        Triggered: take_effect,
        Strike: _attack,
    },
    settle=settle,
    hidden=lambda t: t.state.zones.hidden,
)
