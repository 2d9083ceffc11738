"""The end of a rotation and of the match (sections 1, 13 and 17)."""

from collections import Counter

from referee.games.warrift.due import DealRift
from referee.games.warrift.facts import RiftDealt, RotationEnded
from referee.games.warrift.harm import score
from referee.games.warrift.places import pile
from referee.games.warrift.state import WrTable, card_of, monsters, seats_from, strongholds, teams
from referee.house import members, side_of, sides
from referee.parts import layered

BONUS, TEAM_BONUS = 5, 10
"""The points for the highest strongholds (WR-1.9, 17.4)."""


def after_the_last_turn(t: WrTable) -> bool:
    """Rift, limit, winner, token flips, token moves (WR-13.1); whether a rotation follows.

    The Rift is awaited only where play goes on; until it is dealt nothing else happens.
    """
    state = t.state
    rotation_is_last = state.rotation == state.ending
    have = len(monsters(t))
    if rotation_is_last:
        t.fact(RotationEnded(state.rotation, have, state.limit))
        _win(t)
        return False
    if have > state.limit:
        t.fact(RotationEnded(state.rotation, have, state.limit))
        t.end_match((), "monsters overrun", "WR-1.6", "all lost")
        return False
    if pile(t, "rift"):
        shares = shares_of(t, ())
        t.push(state.due, DealRift(state.first, "WR-13.2", t.seq, recipients=tuple(shares)))
        return False
    t.fact(RotationEnded(state.rotation, have, state.limit))
    t.set(state, "night", not state.night)
    t.set(state, "first", seats_from(state, state.first)[1])
    return True


def recipients(t: WrTable) -> list[str]:
    """Who is dealt cards of the Rift, in the order of the deal (WR-13.2, 13.3)."""
    state = t.state
    back = t.choice["WR-I 51"] == "counterclockwise"
    order = seats_from(state, state.first, back=back)
    return [seat for seat in (*order[1:], order[0]) if state.sides[seat].summoned]


def shares_of(t: WrTable, order: tuple[str, ...]) -> dict[str, int]:
    """How many cards each recipient gets (WR-13.2)."""
    order = order or tuple(recipients(t))
    total = len(pile(t, "rift"))
    shares = dict.fromkeys(order, 0)
    for at in range(total if order else 0):
        shares[order[at % len(order)]] += 1
    return shares


def deal(t: WrTable, shares: dict[str, int]) -> None:
    """The Rift is a pool now, dealt face down on top of primary decks (WR-2.6, 13.4)."""
    state = t.state
    cards, zones = list(pile(t, "rift")), state.zones
    layered.shuffle(t, zones, "rift", Counter(cards))
    for seat, count in shares.items():
        if not count:
            continue
        layered.put_unseen(t, zones, "rift", count, f"{seat}.primary", "top")
        t.fact(RiftDealt(seat, count, state.rift.count(seat), len(cards)))
    t.item(state.zones.piles, "rift", [])
    t.set(state, "rift", [])


def _win(t: WrTable) -> None:
    """The bonus, then whoever has the most points (WR-1.9 to 1.11, 17.4, 17.5)."""
    state = t.state
    everyone = sides(state)
    held = {
        side: sum(
            card_of(t, each).cost for seat in members(state, side) for each in strongholds(t, seat)
        )
        for side in everyone
    }
    most = max(held.values())
    if most or t.choice["WR-I 4"] == "all_get_it":
        for side in everyone:
            if held[side] == most:
                score(t, members(state, side)[0], TEAM_BONUS if teams(state) else BONUS)
    points = {side: 0 for side in everyone}
    for seat, one in state.sides.items():
        points[side_of(state, seat)] += one.points
    best = max(points.values())
    winners = [side for side in everyone if points[side] == best]
    t.end_match(winners, "most points", "WR-1.11")
