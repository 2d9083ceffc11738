"""What a wizard may do in a phase of its own turn, as options."""

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

from events.tower_wizwar import Attack
from referee.choice import Choice, Fixed, OneOf
from referee.games.tower_wizwar.attacks import (
    ATTACKERS,
    TARGETS,
    attacks_left,
    require_target,
    require_to_attack,
)
from referee.games.tower_wizwar.catalog import Spell
from referee.games.tower_wizwar.compulsory import usable_orbitals
from referee.games.tower_wizwar.movement import MOVES, STACK, STACKS
from referee.games.tower_wizwar.offered.acceptable import accepted, may
from referee.games.tower_wizwar.offered.choices import Groups
from referee.games.tower_wizwar.offered.due import (
    candidates,
    fronts,
    full_drafts,
    mana_of,
    orbital_mana,
    tower_drafts,
)
from referee.games.tower_wizwar.places import size, spells_in
from referee.games.tower_wizwar.prices import within
from referee.games.tower_wizwar.spots import (
    may_overlay,
    moving_with,
    require_may_lie,
    require_on_top,
    require_spot,
)
from referee.games.tower_wizwar.state import (
    ATTACK,
    CAST,
    DRAFT,
    MOVEMENT,
    SPOTS,
    STABILISE,
    TwTable,
    allies_of,
    at,
    controlled,
    opponents,
)
from referee.games.tower_wizwar.values import forbidden as is_forbidden
from referee.option import Option
from referee.verdict import Unsaid, Violation


def acts_of_phase(t: TwTable, seat: str, *, owed: bool) -> Iterator[Option]:
    """What may be done in the phase that is on; ``owed``: something is compulsory in it, and only
    what may come before that is done."""
    phase = t.state.phase
    if phase == STABILISE and t.choice["TW-I 29"] == "extra":
        if not t.state.done.early and not t.state.done.stabilised:
            yield from tower_drafts(t, seat)
    elif phase == DRAFT and not t.state.done.drafted:
        if t.choice["TW-I 29"] != "extra":
            yield from tower_drafts(t, seat)
        yield from full_drafts(t, seat, weight=16, must=False)
    elif phase == CAST:
        yield from _orbitals(t, seat)
        yield from _casts(t, seat)
    elif phase == MOVEMENT:
        if not owed and not t.state.done.tokens:
            yield from _cards(t, seat)
        if not owed or t.choice["TW-I 90"] == "any_time":
            yield from _tokens(t, seat)
    elif phase == ATTACK and not owed:
        yield from _attacks(t, seat)


def _orbitals(t: TwTable, seat: str) -> Iterator[Option]:
    done = t.state.done
    able = usable_orbitals(t, seat)
    if able and not done.orbital and not done.cast and not done.trimmed:
        fields: dict[str, Choice] = {"source": OneOf(able), **orbital_mana(t, seat)}
        yield Option(seat, "orbital", fields, "TW-11.9", weight=32)


def _casts(t: TwTable, seat: str) -> Iterator[Option]:
    """Casts that the pool can pay, each into the spots that may hold the card."""
    done, have = t.state.done, spells_in(t, seat, "pool")
    if done.trimmed or done.rebuked or is_forbidden(t, "cast", seat):
        return
    pool = candidates(t, seat, "pool") if have else {}
    mana = cache(partial(mana_of, t, seat, pool))
    spots: dict[tuple[str, str, tuple[str, ...]], list[dict[str, Choice]]] = {}
    maps = allies_of(t.state, seat) if t.state.sides[seat].retreat else [seat]
    for name, price in within(t, seat, candidates(t, seat, "hand"), have).items():
        card = t.catalog.cards[name]
        for on in maps:
            alike = on, card.kind, card.allows
            if alike not in spots:
                spots[alike] = [*_where(t, card, on)]
            for where in spots[alike]:
                fields: dict[str, Choice] = {"card": Fixed(name), **where}
                if price:
                    fields["mana"] = mana(price)
                if on != seat:
                    fields["ally"] = Fixed(on)
                yield Option(seat, "cast", fields, "TW-12.1", weight=4 if "over" in where else 12)


def _where(t: TwTable, card: Spell, on: str) -> Iterator[dict[str, Choice]]:
    """The spots of a map that may hold a card, and those in which it may lie over what is there
    (TW-12.5, 12.6)."""
    rows = _rows(partial(require_spot, t, card, on))
    if able := [spot for spot in SPOTS if spot[0] in rows]:
        yield {"spot": OneOf(tuple(_eager(t, on, able)))}
    if may_overlay(t, card, on):
        lies = partial(require_spot, over=True)
        taken = [
            s for s in SPOTS if at(t, on, s) is not None and allowed_there(lies, t, card, on, s)
        ]
        if taken and card.kind != "ritual":
            yield {"spot": OneOf(tuple(taken)), "over": Fixed(True)}


def _rows(require: Callable[[str], object]) -> set[str]:
    """The rows of a map whose spots may hold something: T, J, S, F; the rules tell spots of a row
    apart by what lies there alone."""
    return {spot[0] for spot in ("T", "J1", "S1", "F1") if allowed_there(require, spot)}


def allowed_there(require: Callable[..., object], *where: Any) -> bool:
    """Whether a spot may hold something, by the rule that says so."""
    try:
        require(*where)
    except (Violation, Unsaid):
        return False
    return True


def _eager(t: TwTable, seat: str, spots: list[str]) -> Iterator[str]:
    """The spots, empty ones several times: a random player rather fills these."""
    for spot in spots:
        yield from [spot] * (1 if at(t, seat, spot) is not None else 4)


def _cards(t: TwTable, seat: str) -> Iterator[Option]:
    """Cards of the front that may be played, and cards that may be moved (TW-11.13, 11.14)."""
    done = t.state.done
    if size(t, seat, "front") and not done.moved:
        yield from fronts(t, seat, "TW-11.13")
    if done.moved >= MOVES:
        return
    things = [
        each
        for each in controlled(t, seat)
        if each.spot != "T" and allowed_there(require_on_top, t, each)
    ]
    empty = [spot for spot in SPOTS if at(t, seat, spot) is None]
    two = 2 if t.choice["TW-I 34"] == "two" else 1
    rows = {each.id: _rows(partial(require_may_lie, t, moving_with(t, each))) for each in things}
    for n, thing in enumerate(things):
        able = tuple(spot for spot in empty if spot[0] in rows[thing.id])
        if able:
            fields: dict[str, Choice] = {"card": Fixed(thing.id), "spot": OneOf(able)}
            yield Option(seat, "move", fields, "TW-11.14", weight=1)
        if done.moved + two <= MOVES:
            others = [
                each.id
                for each in things[n + 1 :]
                if each.spot != thing.spot
                and each.spot[0] in rows[thing.id]
                and thing.spot[0] in rows[each.id]
            ]
            if others:
                fields = {"card": Fixed(thing.id), "other": OneOf(tuple(others))}
                yield Option(seat, "exchange", fields, "TW-11.14", weight=1)


def _tokens(t: TwTable, seat: str) -> Iterator[Option]:
    """Stacks of tokens that may go from one card to another (TW-11.17)."""
    if t.state.done.stacks >= STACKS:
        return
    things = controlled(t, seat)
    for thing in things:
        for colour, have in thing.tokens.items():
            goals = tuple(each.id for each in things if each is not thing)
            if goals:
                fields: dict[str, Choice] = {
                    "card": Fixed(thing.id),
                    "other": OneOf(goals),
                    "colour": Fixed(colour),
                    "count": OneOf(tuple(range(1, min(STACK, have) + 1))),
                }
                yield Option(seat, "tokens", fields, "TW-11.17", weight=1)


def _attacks(t: TwTable, seat: str) -> Iterator[Option]:
    if attacks_left(t, seat) < 1:
        return
    others = opponents(t.state, seat)
    waits = bool(t.state.waiting.stack)  # what takes effect first may change all of it
    cards = [thing for each in others for thing in controlled(t, each)]
    targets = [*others, *(each.id for each in cards if waits or TARGETS.hold(t, each, seat))]
    able = [
        thing.id
        for thing in (controlled(t, seat) if others else ())
        if (waits or ATTACKERS.hold(t, thing))
        and may(t, Attack(seat, others[0], (thing.id,)), require_to_attack)
    ]
    if not able:
        return
    group = Groups(tuple(able), tuple(able))
    for target in targets:
        if (
            accepted(t, Attack(seat, target, (able[0],)))
            if waits
            else allowed_there(require_target, t, seat, target)
        ):
            eager = 24 if target in others else 6
            fields: dict[str, Choice] = {"target": Fixed(target), "attackers": group}
            yield Option(seat, "attack", fields, "TW-15.4", weight=eager)
