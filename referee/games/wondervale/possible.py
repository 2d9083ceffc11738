"""What the turn still allows: the questions that handlers, options and hints ask alike."""

from events.notation.words import quote
from referee.english import counted
from referee.games.wondervale.state import (
    ACTION,
    DISCARD,
    HAND_LIMIT,
    OPENING_HAND,
    SETUP,
    Side,
    Unit,
    WvTable,
    hand_size,
    has_ready_unit,
    opponent,
    ready_bench,
    turns_completed,
)

MOST_ATTACKS = 3
MOST_CHAMPION_BATTLES = 2
DEFEATS_FOR_CHAMPION = 3
TURNS_BEFORE_DIRECT = 2


# -- the action --------------------------------------------------------------------------------


def attacks_made(t: WvTable) -> int:
    """How many of the three attacks of the turn were made (WV-7.15, WV-I 12)."""
    state = t.state
    apart = t.choice["WV-I 12"] == "apart"
    return state.attacks if apart else state.attacks + state.champion_attacks


def _attack_left(t: WvTable) -> bool:
    """WV-7.15: three attacks a turn, none after a defeat."""
    return not t.state.defeat and attacks_made(t) < MOST_ATTACKS


def _may_act(t: WvTable, side: Side) -> bool:
    """Whether a player has the action before them, and a unit to take it with."""
    state = t.state
    if state.active != side.seat or not DISCARD < state.step <= ACTION:
        return False
    return side.battle is not None and not state.swapped and not state.closing


def swappable(t: WvTable, side: Side) -> list[Unit]:
    """The units that may change places with the one in the battle position (WV-7.2)."""
    state = t.state
    if not _may_act(t, side) or state.attacks or state.champion_attacks:
        return []
    return ready_bench(side)


def may_attack(t: WvTable, side: Side) -> bool:
    """Whether a unit may be attacked now (WV-7.15, WV-I 13)."""
    battled = t.state.champion_attacks and t.choice["WV-I 13"] == "no"
    enemy = opponent(t.state, side.seat)
    return _may_act(t, side) and _attack_left(t) and has_ready_unit(enemy) and not battled


def may_attack_directly(t: WvTable, side: Side) -> bool:
    """Whether a direct attack may be made now (WV-7.6, WV-I 6)."""
    state = t.state
    return (
        _may_act(t, side)
        and _attack_left(t)
        and not has_ready_unit(opponent(state, side.seat))
        and turns_completed(state) >= TURNS_BEFORE_DIRECT
        and side.defeated < DEFEATS_FOR_CHAMPION
        and not (state.direct_attacks and t.choice["WV-I 6"] == "one")
    )


def may_battle_champion(t: WvTable, side: Side) -> bool:
    """Whether a Champion battle may be fought now (WV-9.1, 9.2, WV-I 12)."""
    state = t.state
    return (
        _may_act(t, side)
        and (t.choice["WV-I 12"] == "apart" or _attack_left(t))
        and side.defeated >= DEFEATS_FOR_CHAMPION
        and not state.attacked_unit
        and state.champion_attacks < MOST_CHAMPION_BATTLES
    )


def must_act(t: WvTable, side: Side) -> bool:
    """WV-I 5: under that reading a possible action may not be skipped (WV-7.1)."""
    state = t.state
    if t.choice["WV-I 5"] == "yes" or state.swapped or state.attacks or state.champion_attacks:
        return False
    return bool(actions(t, side))


def actions(t: WvTable, side: Side) -> list[str]:
    """Every action that is possible now, as a line where that says it all."""
    seat = side.seat
    found = [f"{seat} swap {quote(unit.id)}" for unit in swappable(t, side)]
    if may_attack(t, side):
        found.append(f"{seat} attack")
    if may_attack_directly(t, side):
        found.append(f"{seat} direct-attack")
    if may_battle_champion(t, side):
        found.append("a Champion battle")
    return found


# -- what an ability allows --------------------------------------------------------------------


def may_draw_for_none(t: WvTable, side: Side) -> bool:
    """Whether hand and bank may be without a tribe card, so that one card is drawn (WV-8.3)."""
    return not side.bank and side.hidden.denies("hand", sorted(t.catalog.tribe_of)) is None


# -- how play goes on --------------------------------------------------------------------------


def discards_due(t: WvTable, side: Side) -> int:
    """How many cards have to be discarded before the turn can end (WV-4.7, WV-I 11)."""
    over = hand_size(side) - HAND_LIMIT
    if over <= 0 or (t.state.closing and t.choice["WV-I 11"] == "no"):
        return 0
    return over


def way_on(t: WvTable) -> str:
    """A step that is in order now, for who has just been refused another: a line or words."""
    state = t.state
    for due in state.due:
        if due.must:
            return f"{due.seat}: {due.text()}"
    if state.step == SETUP:
        return _set_up(t)
    if state.step == DISCARD:
        return f"{state.active} draw {1 + state.discarded}"
    side = state.sides[state.active]
    if must_act(t, side):
        return " or ".join(actions(t, side))
    excess = discards_due(t, side)
    if excess:
        return f"{side.seat}: discard {counted(excess, 'card')}"
    return f"{side.seat} end"


def _set_up(t: WvTable) -> str:
    state = t.state
    if not state.health:
        return f"{state.seats[0]} standard-health"
    for side in state.sides.values():
        if not side.hand_drawn:
            return opening_hand(side)
    return "the roll for the first turn"


def opening_hand(side: Side) -> str:
    """How the opening hand is drawn (WV-3.1): a line; words where a repair left too few cards."""
    size = side.hidden.size("deck")
    if size >= OPENING_HAND:
        return f"{side.seat} draw {OPENING_HAND}"
    return f"a judge's repair: {side.seat}'s deck has {counted(size, 'card')} of {OPENING_HAND}"


def draws_anew(side: Side) -> bool:
    """Whether hand and deck together have an opening hand to be drawn anew (WV-3.2)."""
    return side.hidden.size("deck") + hand_size(side) >= OPENING_HAND
