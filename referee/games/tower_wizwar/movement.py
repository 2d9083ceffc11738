"""The movement phase: cards and tokens (TW-11.14 to 11.17)."""

from events.tower_wizwar import MoveTokens, Shift, Swap
from referee.games.tower_wizwar.compulsory import must_play_front
from referee.games.tower_wizwar.facts import Moved, TokensChanged
from referee.games.tower_wizwar.handlers import handles
from referee.games.tower_wizwar.harm import from_pool, put_wounds
from referee.games.tower_wizwar.places import find_in_play, lay, take_off
from referee.games.tower_wizwar.spots import moving_with, require_may_lie, require_on_top
from referee.games.tower_wizwar.state import MOVEMENT, InPlay, TwTable, at
from referee.games.tower_wizwar.turn import act, require_no_duty

MOVES = 3
"""At most so many cards are moved in a phase (TW-11.15)."""
STACKS, STACK = 3, 5
"""At most so many stacks of tokens, each of so many (TW-11.17)."""


@handles
def shift(t: TwTable, e: Shift) -> None:
    """An own card goes to an empty spot that may hold it (TW-11.14)."""
    thing = _movable(t, e.seat, e.card)
    require_may_lie(t, moving_with(t, thing), e.spot)
    there = at(t, e.seat, e.spot)
    if there is not None:
        t.refuse("TW-11.14", "{there} lies in {spot}", there=there.id, spot=e.spot)
    _count(t, 1)
    move(t, thing, e.seat, e.spot)


@handles
def swap(t: TwTable, e: Swap) -> None:
    """Two own cards exchange their spots (TW-11.14)."""
    one, other = _movable(t, e.seat, e.card), _movable(t, e.seat, e.other)
    if one.spot == other.spot:
        t.forbid("TW-11.14", "{thing} is in {spot} already", thing=one.id, spot=other.spot)
    require_may_lie(t, moving_with(t, one), other.spot)
    require_may_lie(t, moving_with(t, other), one.spot)
    _count(t, 2 if t.choice["TW-I 34"] == "two" else 1)
    exchange(t, one, other)


def move(t: TwTable, thing: InPlay, seat: str, spot: str) -> None:
    """A card comes to another spot, with all that is on it and what lies in its spot with it
    (TW-11.16, I 83)."""
    for each in moving_with(t, thing):
        source = f"{each.controller}.{each.spot}"
        take_off(t, each)
        lay(t, each, seat, spot)
        t.fact(Moved(each.id, source, f"{seat}.{spot}"))


def exchange(t: TwTable, one: InPlay, other: InPlay) -> None:
    """Two cards change their places, each with what moves with it."""
    first, second = (one.controller, one.spot), (other.controller, other.spot)
    ones, others = moving_with(t, one), moving_with(t, other)
    for each in (*ones, *others):
        take_off(t, each)
    for things, source, target in ((ones, first, second), (others, second, first)):
        for each in things:
            lay(t, each, *target)
            t.fact(Moved(each.id, ".".join(source), ".".join(target)))


def _movable(t: TwTable, seat: str, named: str) -> InPlay:
    """An own card that may be moved now (TW-5.11, 11.13, 11.16, I 90)."""
    act(t, seat, MOVEMENT)
    done = t.state.done
    if done.tokens:
        t.refuse(
            "TW-11.17",
            "{have:stack of tokens was|stacks of tokens were} moved, and the cards come first",
            have=done.stacks,
            legal="no more cards",
            since=done.tokens,
        )
    if must_play_front(t, seat):
        require_no_duty(t)
    thing = find_in_play(t, named, seat)
    if thing.controller != seat:
        t.forbid(
            "TW-5.11", "{thing} is on the map of {owner}", thing=thing.id, owner=thing.controller
        )
    require_on_top(t, thing)
    return thing


def _count(t: TwTable, cards: int) -> None:
    """At most three cards are moved in a phase (TW-11.15)."""
    done = t.state.done
    if done.moved + cards > MOVES:
        t.refuse(
            "TW-11.15",
            "{have:card was|cards were} moved",
            have=done.moved,
            more=cards,
            legal=f"at most {MOVES} in a phase",
        )
    t.set(done, "moved", done.moved + cards)


@handles
def tokens(t: TwTable, e: MoveTokens) -> None:
    """A stack of tokens goes from one own card to another (TW-11.17, I 90)."""
    act(t, e.seat, MOVEMENT)
    done, last = t.state.done, t.choice["TW-I 90"] == "after_the_cards"
    if last and must_play_front(t, e.seat):
        require_no_duty(t)
    one, other = (find_in_play(t, each, e.seat) for each in (e.card, e.other))
    for each in (one, other):
        if each.controller != e.seat:
            t.forbid("TW-11.17", "{thing} is not {seat}'s", thing=each.id, seat=e.seat)
    if one is other:
        t.forbid("TW-11.17", "{thing} is named twice", thing=one.id)
    if e.colour == "harm" or (e.colour == "wounds" and t.choice["TW-I 36"] == "no"):
        t.forbid("TW-11.17", "{colour} is not moved", colour=e.colour)
    if done.stacks >= STACKS:
        legal = f"at most {STACKS}"
        t.refuse("TW-11.17", "{have} stacks were moved", have=done.stacks, legal=legal)
    if e.count > STACK:
        t.refuse(
            "TW-11.17",
            "{have:token is|tokens are} no stack",
            have=e.count,
            legal=f"at most {STACK}",
        )
    t.set(done, "stacks", done.stacks + 1)
    if last and not done.tokens:
        t.set(done, "tokens", t.seq)
    if e.colour != "wounds":
        give_coins(t, one, e.colour, -e.count, "TW-11.17")
        give_coins(t, other, e.colour, e.count, "TW-11.17")
    elif one.wounds < e.count:
        t.forbid("TW-11.17", "{thing} has {have:wound}", thing=one.id, have=one.wounds)
    else:
        put_wounds(t, one, -e.count, "moved")
        put_wounds(t, other, e.count, "moved")


def give_coins(t: TwTable, thing: InPlay, colour: str, change: int, rule: str) -> None:
    """Coins come onto a card, or go (TW-7.1).

    Raises:
        Violation: by that rule, so many are not there.
    """
    if change > 0:
        change = from_pool(t, colour, change)
        if not change:
            return
    have = thing.tokens.get(colour, 0)
    left = have + change
    if left < 0:
        t.forbid(rule, "{thing} has {have} {colour}", thing=thing.id, have=have, colour=colour)
    if left:
        t.item(thing.tokens, colour, left)
    elif have:
        t.item(thing.tokens, colour)
    t.fact(TokensChanged(thing.id, colour, change, left, rule))
