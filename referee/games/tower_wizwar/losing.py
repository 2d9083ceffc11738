"""Losing: what a loss sets off, and what then becomes of the wizard and the match (TW-17.6 to
17.12, 18.2, 18.3, 18.14).

Who loses is noted at once (``harm.lose``). When the entry is done, the effects of a loss come
first; then those who have lost by then, at one moment, are out or in retreat.
"""

from collections.abc import Iterable, Iterator

from referee.games.tower_wizwar.attack_moments import end_attack
from referee.games.tower_wizwar.catalog import CELESTIAL, ORBITAL
from referee.games.tower_wizwar.effects.resolution import follow, set_off
from referee.games.tower_wizwar.facts import SpaceCleared
from referee.games.tower_wizwar.handlers import handles
from referee.games.tower_wizwar.places import LAYOUT, goes
from referee.games.tower_wizwar.state import (
    WOUNDS,
    Announced,
    Casting,
    InPlay,
    Strike,
    TwTable,
    allies_of,
    card_of,
    controlled,
    covered,
    standing_sides,
)
from referee.games.tower_wizwar.triggers import report
from referee.games.tower_wizwar.turn import come_to, end_turn
from referee.house import members, side_of
from referee.parts.effects.pending import NOTHING_SAID
from referee.parts.responses import take_away

OWN_LOSS, OTHERS_LOSS = "on loss", "loses"
"""What a loss sets off: effects of the loser (TW-17.11), and then of others (TW-17.12)."""

JUST, OWN, OTHERS = "lost", "own", "others"
"""How far a loss has come: nothing was set off yet, the loser's effects were, all were."""


def settle(t: TwTable) -> None:
    """What was set off and leaves nothing open happens; and those who have lost are out or in
    retreat, once the effects of the loss are done."""
    follow(t)
    while (losing := t.state.losing) and not t.state.over:
        if found := [seat for seat, stage in losing.items() if stage == JUST]:
            _own_effects(t, found)
        elif any(_of_loss(each) for each in t.state.waiting.stack):
            return
        elif found := [seat for seat, stage in losing.items() if stage == OWN]:
            _others_effects(t, found)
        else:
            _conclude(t, list(losing))


handles.follows = settle


def _of_loss(pending: object) -> bool:
    return isinstance(pending, Announced) and pending.trigger in (OWN_LOSS, OTHERS_LOSS)


def _own_effects(t: TwTable, losers: Iterable[str]) -> None:
    """The effects of those who have lost: of their loss, and nothing else that was set off
    (TW-17.11)."""
    for seat in losers:
        for pending in list(t.state.waiting.stack):
            if isinstance(pending, Announced) and not pending.declared:
                _take_away(t, pending, seat)
        t.item(t.state.losing, seat, OWN)
        for thing in list(_bearing(t, seat)):
            set_off(t, thing, OWN_LOSS, seat, NOTHING_SAID)


def _others_effects(t: TwTable, losers: Iterable[str]) -> None:
    """The effects of others that hear of it (TW-17.12)."""
    for seat in losers:
        t.item(t.state.losing, seat, OTHERS)
        report(t, OTHERS_LOSS, seat, seat)
    follow(t)


def _bearing(t: TwTable, seat: str) -> Iterator[InPlay]:
    """The cards of a wizard with an effect of its loss; none that is expended, unless this
    very entry did it (TW-8.1, 19.2)."""
    for thing in controlled(t, seat):
        if (thing.name, OWN_LOSS) not in t.catalog.triggered or covered(t, thing):
            continue
        if not thing.expended or thing.spent == t.seq:
            yield thing


def _conclude(t: TwTable, losers: list[str]) -> None:
    """The match is over where one side is left, or none; else the losers' maps are cleared, and
    those with an ally standing are in retreat."""
    state = t.state
    left = standing_sides(state)
    if not left:
        active = t.choice["TW-I 67"] == "active_wizard_wins"
        winner = side_of(state, state.active) if active else ()
        t.end_match(winner, "all wizards lost", "TW-17.9")
    elif len(left) == 1:
        of_sides = any(len(members(state, side_of(state, seat))) > 1 for seat in losers)
        t.end_match(left[0], "last standing", "TW-18.14" if of_sides else "TW-1.7")
    t.set(state, "losing", {})
    if state.over:
        return
    for seat in losers:
        side = state.sides[seat]
        retreat = bool(allies_of(state, seat)) and (
            side.wounds >= WOUNDS or t.choice["TW-I 69"] == "any_loss"
        )
        if retreat:
            t.set(side, "retreat", True)
        t.fact(SpaceCleared(seat, retreat, "TW-18.3"))
        _clear(t, seat)
    if state.active in losers:
        _hand_on(t, state.active)


def _hand_on(t: TwTable, seat: str) -> None:
    """The turn of a wizard that loses in it ends, or goes on in retreat with the phases that are
    left of it (TW-I 86); an entrance always ends."""
    side = t.state.sides[seat]
    goes_on = side.retreat and t.choice["TW-I 86"] == "goes_on_in_retreat"
    come_to(t, 0)
    if not goes_on or not side.entered:
        end_turn(t)


# -- the map is cleared --------------------------------------------------------------------------


def _clear(t: TwTable, seat: str) -> None:
    """The play space of a wizard that has lost is cleared: spells to their owners' discards, the
    rest to the aether (TW-18.3, I 70)."""
    for pending in list(t.state.waiting.stack):
        _take_away(t, pending, seat)
    for thing in controlled(t, seat):
        _goes(t, thing)
    _clear_towers(t, seat)
    hidden = t.state.zones.hidden
    for back in (CELESTIAL, ORBITAL):
        count = hidden.size(f"{seat}.front/{back}")
        if count:
            t.keep(hidden)
            hidden.draw(count, f"{seat}.front/{back}", f"{seat}.unseen/{back}")


def _goes(t: TwTable, thing: InPlay) -> None:
    kind = card_of(t, thing).kind
    aether = t.choice["TW-I 70"] == "cleared_all_to_aether"
    if aether or kind in (CELESTIAL, ORBITAL, "tower"):
        goes(t, thing, "TW-18.3", thing.owner, "aether")
    else:
        goes(t, thing, "TW-18.3", thing.owner, "discard")


def _take_away(t: TwTable, pending: object, seat: str) -> None:
    """What waits of the wizard, or aims at it, is gone."""
    if isinstance(pending, Strike):
        if seat in (pending.seat, pending.target):
            end_attack(t, pending, "gone")
        return
    if isinstance(pending, Casting):
        if seat not in (pending.seat, pending.on):
            return
    elif not isinstance(pending, Announced) or pending.seat != seat:
        return
    take_away(t, pending, "gone")
    thing = t.state.zones.things.get(pending.source)
    if thing is not None and not thing.spot:
        _goes(t, thing)


def _clear_towers(t: TwTable, seat: str) -> None:
    deck = LAYOUT.places["towers"].zone(seat)
    towers = t.state.zones.piles.get(deck)
    if towers:
        LAYOUT.put_back(t, seat, "aether", tuple(reversed(towers)), "top")
        t.item(t.state.zones.piles, deck, [])
