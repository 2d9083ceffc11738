"""How a game is won, lost and drawn (section 4, 26a)."""

from collections.abc import Callable

from referee.fact import SideLeft
from referee.games.grand_archive.facts import TieBroken
from referee.games.grand_archive.places import LAYOUT, LEFT, influence, size
from referee.games.grand_archive.state import (
    FIELD,
    Activation,
    AnyPending,
    GaTable,
    InPlay,
    Item,
    card_of,
    champion_of,
    in_r26,
)
from referee.games.grand_archive.triggers import report, set_off
from referee.games.grand_archive.values import life_of
from referee.house import side_of, sides
from referee.parts import layered
from referee.parts.responses import take_away


def loses(t: GaTable, seat: str, how: str, rule: str) -> None:
    """A player has lost; the last side that stands wins (GA-4.4, 4.5)."""
    lose_together(t, {seat: (how, rule)})


def lose_together(t: GaTable, losers: dict[str, tuple[str, str]]) -> None:
    """Players lose at one moment; if nobody is left, it is a draw (GA-4.7)."""
    state = t.state
    fresh = [seat for seat in losers if state.plays_on(seat)]
    if not fresh or state.over:
        return
    for seat in fresh:
        t.set(state.players[seat], "lost", t.seq)
    standing = {side_of(state, seat) for seat in state.seats if state.plays_on(seat)}
    left = [side for side in sides(state) if side in standing]
    how, rule = losers[fresh[0]]
    if len(left) == 1:
        t.end_match(left[0], how, rule)
        return
    if not left:
        t.end_match((), how, "GA-4.7")
        return
    for seat in fresh:
        side = side_of(state, seat)
        if side not in (*left, *state.out):
            t.push(state.out, side)
            t.fact(SideLeft(side, *losers[seat]))
        leave(t, seat)


def leave(t: GaTable, seat: str) -> None:
    """All that a player owns who has lost leaves the game, face-down cards last, when they were
    shown; the others play on, after this turn if it was the loser's (GA-4.11 to 4.13). Cards of
    others that lie under it, as in a lineage, go home (GA-5.33)."""
    state = t.state
    side = state.players[seat]
    if not side.lost:
        t.set(side, "lost", t.seq)
    staying = _leave_stack(t, seat)
    for thing in list(state.zones.things.values()):
        if thing.id in staying or thing.id not in state.zones.things:
            continue  # what is on an object has gone with it
        if thing.owner == seat:
            if thing.place == FIELD:
                report(t, "leaves", thing.id)
                set_off(t, thing, "on leave")
            for below in list(state.zones.things.values()):
                if below.under == thing.id and below.owner != seat:
                    LAYOUT.leave(t, below)
            _out(t, thing)
        elif thing.controller == seat:
            if state.plays_on(thing.owner):
                t.set(thing, "controller", thing.owner)
            else:
                _out(t, thing)
    for each in state.players.values():  # a champion may have gone over to another player
        own = [key for key in each.champions if key in state.zones.things]
        if each is side or own != each.champions:
            t.set(each, "champions", [] if each is side else own)
    leave_piles(t, seat)
    t.keep(state.zones.hidden)
    for place in ("hand", "memory", "deck", "material"):
        zone = f"{seat}.{place}"
        layered.merge(t, state.zones, zone)
        state.zones.hidden.draw(state.zones.hidden.size(zone), zone, f"{seat}.gone")
    if seat == state.active and not state.over:
        t.set(state, "cut", "lost")


def leave_at_last(t: GaTable, seat: str) -> None:
    """What effects of a loser that resolved still have left behind leaves the game too: a card may
    have come into the lineage of another (GA-4.11, 4.13)."""
    for thing in list(t.state.zones.things.values()):
        if thing.owner == seat:
            _out(t, thing)
    leave_piles(t, seat)


def leave_piles(t: GaTable, seat: str) -> None:
    """What lies in graveyard and banishment of a loser leaves the game (GA-4.11)."""
    piles = t.state.zones.piles
    for place in ("graveyard", "banishment"):
        if names := piles.get(f"{seat}.{place}"):
            t.item(piles, f"{seat}.{LEFT}", [*piles.get(f"{seat}.{LEFT}", ()), *names])
            t.item(piles, f"{seat}.{place}", [])


def _leave_stack(t: GaTable, seat: str) -> frozenset[str]:
    """What a loser has on the stack goes, and an attack of theirs is over. In R26 effects that are
    pending in the loser's own turn resolve still (GA-4.13).

    Returns:
        The cards that stay for that.
    """
    stack = t.state.waiting.stack
    going = [each for each in stack if each.seat == seat]
    if in_r26(t) and seat == t.state.active:
        going = [each for each in going if not _has_effects_alone(t, each)]
    for each in going:
        take_away(t, each, "its player has lost")
    return frozenset(each.source for each in t.state.waiting.stack
                     if isinstance(each, Activation) and each.seat == seat)  # fmt: skip


def _has_effects_alone(t: GaTable, item: AnyPending) -> bool:
    """Whether it leaves nothing behind that would be the loser's: an ability, an action."""
    if not isinstance(item, Activation):
        return isinstance(item, Item)
    card = card_of(t, item.card)
    return not (card.is_object or card.is_attack or card.is_champion)


def _out(t: GaTable, thing: InPlay) -> None:
    """A card leaves the game, neither destroyed nor dead nor banished (GA-4.11)."""
    LAYOUT.leave(t, thing, *(() if thing.token else (thing.owner, LEFT)))


def wins(t: GaTable, seat: str, how: str, rule: str) -> None:
    """A player wins because a text says so (GA-4.4)."""
    t.end_match(side_of(t.state, seat), how, rule)


def time_is_up(t: GaTable) -> None:
    """Overtime is over without a winner: the game is drawn, or decided by figures where it is an
    elimination (GA-26.6, 26.8)."""
    state = t.state
    if state.elimination:
        for what, figure in _FIGURES:
            figures = {seat: figure(t, seat) for seat in state.seats if state.plays_on(seat)}
            most = max(figures.values())
            best = [seat for seat, number in figures.items() if number == most]
            if len(best) == 1:
                t.fact(
                    TieBroken(
                        best[0],
                        what,
                        most,
                        max(
                            (number for seat, number in figures.items() if seat != best[0]),
                            default=0,
                        ),
                    )
                )
                t.end_match(side_of(state, best[0]), "time", "GA-26.8")
                return
    t.end_match((), "time", "GA-26.6")


def _games(t: GaTable, seat: str) -> int:
    """The games won before, as far as the opening tells: that of whoever lost the first."""
    state = t.state
    return int(state.game == 2 and state.loser in state.seats and state.loser != seat)


def _life(t: GaTable, seat: str) -> int:
    champion = champion_of(t, seat)
    return 0 if champion is None else (life_of(t, champion) or 0) - champion.damage


def _last(t: GaTable, seat: str) -> int:
    return int(t.state.last == seat)


_FIGURES: tuple[tuple[str, Callable[[GaTable, str], int]], ...] = (
    ("games won", _games),
    ("life", _life),
    ("influence", influence),
    ("cards in the main deck", lambda t, seat: size(t, seat, "deck")),
    ("the last turn", _last),
)
"""What decides a timed elimination, in this order (GA-26.8)."""
