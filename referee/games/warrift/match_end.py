"""The end of a rotation and of the match (sections 1, 13 and 17)."""

from collections import Counter

from referee.games.warrift.due import DealRift
from referee.games.warrift.facts import RiftDealt, RotationEnded
from referee.games.warrift.harm import score
from referee.games.warrift.places import pile
from referee.games.warrift.state import (
    WrTable,
    card_of,
    monsters,
    plays,
    seats_from,
    strongholds,
    teams,
)
from referee.house import members, remaining
from referee.parts import layered

BONUS, TEAM_BONUS = 5, 10
"""The points for the highest strongholds (WR-1.9, 17.4)."""

LOST, WON = "monsters overrun", "most points"
"""How a match comes to its end with a rotation (WR-1.6, 1.11)."""


def after_the_last_turn(t: WrTable) -> bool:
    """Rift, limit, winner, token flips, token moves (WR-13.1); whether a rotation follows.

    The Rift is awaited only where play goes on; until it is dealt nothing else happens.
    """
    state = t.state
    last, have = state.rotation == state.ending, len(monsters(t))
    if last or have > state.limit:
        t.fact(RotationEnded(state.rotation, have, state.limit))
        if last:
            _win(t)
        else:
            t.end_match((), LOST, "WR-1.6", "all lost")
        return False
    if rift_size(t) and (dealt_to := recipients(t)):
        t.push(state.due, DealRift(dealer(t), "WR-13.2", t.seq, recipients=tuple(dealt_to)))
        return False
    rotate(t)
    return True


def rotate(t: WrTable) -> None:
    """The rotation is over: the token is flipped and moves one seat (WR-13.8, 13.9)."""
    state = t.state
    t.fact(RotationEnded(state.rotation, len(monsters(t)), state.limit))
    t.set(state, "night", not state.night)
    t.set(state, "first", next(s for s in seats_from(state, state.first)[1:] if plays(state, s)))


# -- the Rift ----------------------------------------------------------------------------------


def rift_size(t: WrTable) -> int:
    """How many cards the Rift holds, with what an earlier deal has left in it (WR-I 52)."""
    return len(pile(t, "rift")) + t.state.zones.hidden.size("rift")


def dealer(t: WrTable) -> str:
    """Who deals: the rotation's first player (WR-13.2); the next one where that player has left
    the match."""
    state = t.state
    return next(seat for seat in seats_from(state, state.first) if plays(state, seat))


def recipients(t: WrTable) -> list[str]:
    """Who is dealt cards of the Rift, in the order of the deal (WR-13.2, 13.3)."""
    state = t.state
    back = t.choice["WR-I 51"] == "counterclockwise"
    order = seats_from(state, state.first, back=back)
    return [
        seat
        for seat in (*order[1:], order[0])
        if state.sides[seat].summoned
        and plays(state, seat)
        and (seat in state.rift or t.choice["WR-I 53"] == "still_a_recipient")
    ]


def shares_of(t: WrTable) -> dict[str, int]:
    """How many cards each recipient gets (WR-13.2)."""
    order, total = recipients(t), rift_size(t)
    match t.choice["WR-I 52"]:
        case "as_many_as_each_summoned":
            return {seat: t.state.rift.count(seat) for seat in order}
        case "equal_shares_rest_stays_in_rift":
            return dict.fromkeys(order, total // len(order))
        case _:
            return {
                seat: total // len(order) + (at < total % len(order))
                for at, seat in enumerate(order)
            }


def laid(order: list[str], shares: dict[str, int]) -> list[str]:
    """Who gets each card, where they are laid one at a time round the recipients."""
    rounds = range(max(shares.values(), default=0))
    return [seat for at in rounds for seat in order if shares[seat] > at]


def deal(t: WrTable, shares: dict[str, int]) -> None:
    """The Rift is a pool now, dealt face down on top of primary decks (WR-2.6, 13.4)."""
    state = t.state
    cards, zones = list(pile(t, "rift")), state.zones
    total, summoned = rift_size(t), state.rift
    layered.shuffle(t, zones, "rift", Counter(cards))
    t.item(zones.piles, "rift", [])
    t.set(state, "rift", [])
    for seat, count in shares.items():
        if count:
            layered.put_unseen(t, zones, "rift", count, f"{seat}.primary", "top")
            t.fact(RiftDealt(seat, count, summoned.count(seat), total))


# -- the match ---------------------------------------------------------------------------------


def _win(t: WrTable) -> None:
    """The bonus, then whoever has the most points (WR-1.9 to 1.11, 17.4, 17.5)."""
    state = t.state
    everyone = remaining(state)
    held = {side: _held(t, side) for side in everyone}
    most = max(held.values())
    if most or t.choice["WR-I 4"] == "all_get_it":
        for side in everyone:
            if held[side] == most:
                score(t, _best_seat(t, side), TEAM_BONUS if teams(state) else BONUS)
    points = {
        side: sum(state.sides[seat].points for seat in members(state, side)) for side in everyone
    }
    best = max(points.values())
    winners = [side for side in everyone if points[side] == best]
    if len(winners) > 1:
        winners = _untied(t, winners, held)
    t.end_match(winners, WON, "WR-1.11")


def _stronghold_total(t: WrTable, seats: list[str]) -> int:
    """What the strongholds of these players cost in all (WR-1.9, WR-I 3)."""
    held = [each for seat in seats for each in strongholds(t, seat)]
    if t.choice["WR-I 3"] == "sum_of_points_paid":
        return sum(each.paid for each in held)
    costs = [card_of(t, each).cost for each in held]
    if t.choice["WR-I 3"] == "highest_single_cost":
        return max(costs, default=0)
    return sum(costs)


def _held(t: WrTable, side: str) -> int:
    """The stronghold total of a side: of teammates together, or of the better one (WR-I 71)."""
    seats = members(t.state, side)
    if t.choice["WR-I 71"] == "one_player":
        return max(_stronghold_total(t, [seat]) for seat in seats)
    return _stronghold_total(t, seats)


def _best_seat(t: WrTable, side: str) -> str:
    """Who of a side takes the bonus down: whoever has the most in strongholds."""
    return max(members(t.state, side), key=lambda seat: _stronghold_total(t, [seat]))


def _untied(t: WrTable, winners: list[str], held: dict[str, int]) -> list[str]:
    """Who wins of those with equal points (WR-I 5)."""
    match t.choice["WR-I 5"]:
        case "higher_stronghold_total_then_shared":
            most = max(held[side] for side in winners)
            return [side for side in winners if held[side] == most]
        case "earlier_in_last_rotation":
            state = t.state
            order = seats_from(state, state.first, back=t.choice["WR-I 18"] == "counterclockwise")
            seats = {seat for side in winners for seat in members(state, side)}
            first = next(seat for seat in order if seat in seats)
            return [side for side in winners if first in members(state, side)]
        case _:
            return winners
