"""The movement phase: cards and tokens (TW-11.14 to 11.17)."""

from events.tower_wizwar import MoveTokens, Shift, Swap
from referee.games.tower_wizwar.facts import Moved, TokensChanged
from referee.games.tower_wizwar.handlers import handles
from referee.games.tower_wizwar.places import find_in_play, lay, take_off
from referee.games.tower_wizwar.reckoning import allowed
from referee.games.tower_wizwar.state import (
    COINS,
    JUXTAPOSE,
    MOVEMENT,
    InPlay,
    TwTable,
    at,
    card_of,
)
from referee.games.tower_wizwar.turn import act, must_play_front, of_phase

MOVES = 3
"""At most so many cards are moved in a phase (TW-11.15)."""
STACKS, STACK = 3, 5
"""At most so many stacks of tokens, each of so many (TW-11.17)."""


@handles
def shift(t: TwTable, e: Shift) -> None:
    """An own card goes to an empty spot that may hold it (TW-11.14)."""
    thing = _movable(t, e.seat, e.card, 1)
    require_may_lie(t, thing, e.spot)
    there = at(t, e.seat, e.spot)
    if there is not None:
        t.refuse("TW-11.14", "{there} lies in {spot}", there=there.id, spot=e.spot)
    move(t, thing, e.seat, e.spot)


@handles
def swap(t: TwTable, e: Swap) -> None:
    """Two own cards exchange their spots (TW-11.14)."""
    two = 2 if t.choice["TW-I 34"] == "two" else 1
    one = _movable(t, e.seat, e.card, two)
    other = _own(t, e.seat, e.other)
    if one is other:
        t.forbid("TW-11.14", "{thing} is named twice", thing=one.id)
    require_may_lie(t, one, other.spot)
    require_may_lie(t, other, one.spot)
    exchange(t, one, other)


def move(t: TwTable, thing: InPlay, seat: str, spot: str) -> None:
    """A card comes to another spot, with all that is on it (TW-11.16)."""
    source = f"{thing.controller}.{thing.spot}"
    take_off(t, thing)
    lay(t, thing, seat, spot)
    t.fact(Moved(thing.id, source, f"{seat}.{spot}"))


def exchange(t: TwTable, one: InPlay, other: InPlay) -> None:
    """Two cards change their places."""
    first, second = (one.controller, one.spot), (other.controller, other.spot)
    take_off(t, one)
    take_off(t, other)
    lay(t, one, *second)
    lay(t, other, *first)
    t.fact(Moved(one.id, ".".join(first), ".".join(second)))
    t.fact(Moved(other.id, ".".join(second), ".".join(first)))


def _own(t: TwTable, seat: str, named: str) -> InPlay:
    thing = find_in_play(t, named, seat)
    if thing.controller != seat:
        t.forbid("TW-5.11", "{thing} is not {seat}'s", thing=thing.id, seat=seat)
    if thing.spot == "T":
        t.refuse("TW-11.16", "what lies in T does not move", thing=thing.id)
    return thing


def _movable(t: TwTable, seat: str, named: str, counts: int) -> InPlay:
    act(t, seat, MOVEMENT, "TW-11.14")
    done = t.state.done
    thing = _own(t, seat, named)
    if must_play_front(t, seat):
        what = next(of_phase(t)).told()
        t.refuse("TW-11.13", "first {what}", what=what, legal=what)
    if done.moved + counts > MOVES:
        t.refuse(
            "TW-11.15",
            "{have} cards were moved",
            have=done.moved,
            legal=f"at most {MOVES} in a phase",
        )
    t.set(done, "moved", done.moved + counts)
    return thing


def require_may_lie(t: TwTable, thing: InPlay, spot: str) -> None:
    """A spot may hold a card (TW-5.3, 5.4, 11.16)."""
    card = card_of(t, thing)
    if spot == "T" and not allowed(t, "tower spot", thing):
        t.refuse("TW-5.3", "{thing} does not lie in T", thing=thing.id)
    if card.kind == "ritual" and spot != "T" and t.choice["TW-I 12"] == "no":
        t.refuse("TW-5.4", "a ritual lies in T only", thing=thing.id)
    if card.kind == "tower" and spot != "T":
        t.forbid("TW-3.6", "a tower lies in T only", thing=thing.id)
    reading = t.choice["TW-I 35"]
    if card.kind == "orbital" and (
        reading == "nowhere" or (reading == "juxtapose_only" and spot not in JUXTAPOSE)
    ):
        t.refuse("TW-11.16", "an orbital does not go to {spot}", spot=spot, thing=thing.id)


@handles
def tokens(t: TwTable, e: MoveTokens) -> None:
    """A stack of tokens goes from one own card to another (TW-11.17)."""
    act(t, e.seat, MOVEMENT, "TW-11.17")
    done = t.state.done
    one, other = (find_in_play(t, each, e.seat) for each in (e.card, e.other))
    for each in (one, other):
        if each.controller != e.seat:
            t.forbid("TW-11.17", "{thing} is not {seat}'s", thing=each.id, seat=e.seat)
    if one is other:
        t.forbid("TW-11.17", "{thing} is named twice", thing=one.id)
    if e.colour == "harm" or (e.colour == "wounds" and t.choice["TW-I 36"] == "no"):
        t.refuse("TW-11.17", "{colour} is not moved", colour=e.colour)
    if done.stacks >= STACKS:
        t.refuse(
            "TW-11.17", "{have} stacks were moved", have=done.stacks, legal=f"at most {STACKS}"
        )
    if e.count > STACK:
        t.refuse("TW-11.17", "{have} tokens are a stack", have=e.count, legal=f"at most {STACK}")
    t.set(done, "stacks", done.stacks + 1)
    if e.colour in COINS:
        give_coins(t, one, e.colour, -e.count, "TW-11.17")
        give_coins(t, other, e.colour, e.count, "TW-11.17")
        return
    name = "harm" if e.colour == "harm" else "wounds"
    have = getattr(one, name)
    if have < e.count:
        t.forbid("TW-11.17", "{thing} has {have} {name}", thing=one.id, have=have, name=name)
    t.set(one, name, have - e.count)
    t.set(other, name, getattr(other, name) + e.count)


def give_coins(t: TwTable, thing: InPlay, colour: str, change: int, rule: str) -> None:
    """Coins come onto a card, or go (TW-7.1).

    Raises:
        Violation: by that rule, so many are not there.
    """
    have = thing.tokens.get(colour, 0)
    left = have + change
    if left < 0:
        t.forbid(rule, "{thing} has {have} {colour}", thing=thing.id, have=have, colour=colour)
    if left:
        t.item(thing.tokens, colour, left)
    elif have:
        t.item(thing.tokens, colour)
    t.fact(TokensChanged(thing.id, colour, change, left))
