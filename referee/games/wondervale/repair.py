"""The primitive repairs that a judge may make to a match of Wondervale (REF-3.5).

=========  =======================  =============================================
word       target                   value
=========  =======================  =============================================
health     seat                     the Champion's health, above 0
damage     seat/unit                the damage on the unit, below its health
ready      seat/unit                yes or no
defeats    seat                     how many of the opponent's units are defeated
draw       seat                     cards from deck to hand, unseen (below 0: back)
move       seat/card                from>to, of hand, bank, discard and defeated
enter      seat/unit                bench or battle; a new unit comes from the hand
upgrade    seat/unit                a guardian or hero from the hand, on what it follows
attach     seat/unit                a tribe card from the bank
defeat     seat/unit                the seat that is credited, or nobody
turn       seat                     the turn and its step, such as ``12/action``
=========  =======================  =============================================

All writes go through the table, so that several repairs are made whole or not at all.
"""

from collections import Counter
from collections.abc import Mapping
from functools import wraps

from referee.english import one_of
from referee.games.wondervale.cards import require_known, show_from_hand
from referee.games.wondervale.due import (
    Abyssal,
    Aegaryn,
    Due,
    Duneward,
    EnterBattle,
    Juryn,
    RollDice,
    TakeBack,
)
from referee.games.wondervale.harm import can_sift, defeat, must_exchange
from referee.games.wondervale.state import (
    ACTION,
    BENCH_LIMIT,
    DEPLOY,
    DEPOSIT,
    DISCARD,
    DONE_IN_A_TURN,
    LIMIT,
    Side,
    Unit,
    WvTable,
    capacity,
    find_unit,
    full_health,
    hand_size,
    opponent,
    ready_bench,
    unit_of,
    units_of,
)
from referee.house import AnyTable, Repair
from referee.repair import (
    forbid_repair,
    require_credited,
    require_number,
    require_seat,
    require_yes_or_no,
)

PILES = ("hand", "bank", "discard", "defeated")
STEPS = {
    "discard": DISCARD,
    "deposit": DEPOSIT,
    "deployment": DEPLOY,
    "action": ACTION,
    "limit": LIMIT,
}
MOST_TURNS = 9_999
MOST_COPIES = 60
MOST_HEALTH = 10**15


def _require_side(t: WvTable, seat: str) -> Side:
    return t.state.sides[require_seat(seat, t.state.sides)]


def _require_unit(t: WvTable, target: str) -> tuple[Side, Unit]:
    seat, _, unit_id = target.partition("/")
    side = _require_side(t, seat)
    unit = find_unit(side, unit_id)
    if unit is None:
        units = (f"{seat}/{each.id}" for each in units_of(side))
        forbid_repair("{target} is not a unit", one_of(units), target=target)
    return side, unit


def _health(t: AnyTable, target: str, value: str) -> None:
    """health:ana:200  the Champion's health, above 0; of both, where none was set"""
    side, health = _require_side(t, target), require_number(value, 1, MOST_HEALTH)
    if not t.state.health:
        t.set(t.state, "health", health)
        t.set(opponent(t.state, target), "health", health)
    t.set(side, "health", health)


def _damage(t: AnyTable, target: str, value: str) -> None:
    """damage:ana/Wolf:20  the damage on a unit, below its health"""
    _, unit = _require_unit(t, target)
    t.set(unit, "damage", require_number(value, 0, full_health(t, unit) - 1))


def _ready(t: AnyTable, target: str, value: str) -> None:
    """ready:ana/Wolf:yes  whether a unit is vertical; no only on the bench"""
    side, unit = _require_unit(t, target)
    ready = require_yes_or_no(value)
    if not ready and side.battle is unit:
        forbid_repair("{target} is in battle, and ready", "yes", target=target)
    t.set(unit, "vertical", ready)


def _defeats(t: AnyTable, target: str, value: str) -> None:
    """defeats:ana:2  how many of the opponent's units are defeated"""
    t.set(_require_side(t, target), "defeated", require_number(value, 0, 60))


def _draw(t: AnyTable, target: str, value: str) -> None:
    """draw:ana:2  cards from deck to hand, unseen; below 0 back to the deck"""
    hidden = _require_side(t, target).hidden
    count = require_number(value, -hidden.size("hand"), hidden.size("deck"))
    t.keep(hidden)
    hidden.adjust("hand", unseen=count)


def _move(t: AnyTable, target: str, value: str) -> None:
    """move:ana/Ice:hand>discard  a card between hand, bank, discard and the defeated"""
    seat, _, card = target.partition("/")
    side = _require_side(t, seat)
    source, _, goal = value.partition(">")
    if source not in PILES or goal not in PILES or source == goal:
        forbid_repair("{value} is not a move", f"two of {', '.join(PILES)}", value=value)
    require_known(t, (card,))
    if "bank" in (source, goal) and card not in t.catalog.tribe_of:
        forbid_repair("{card} is not a tribe card", "only tribe cards lie in the bank", card=card)
    if goal == "defeated" and card in t.catalog.tribe_of:
        forbid_repair("{card} is a tribe card", "only characters are defeated", card=card)
    t.keep(side.hidden)
    piles = {"bank": side.bank, "discard": side.discard, "defeated": side.defeat_pile}
    if source == "hand":
        show_from_hand(t, side, (card,))
    elif card in piles[source]:
        t.pull(piles[source], card)
    else:
        forbid_repair("{card} is not in the {pile}", "a card that is there", card=card, pile=source)
    if goal == "hand":
        side.hidden.put("hand", (card,))
    else:
        t.push(piles[goal], card)


def _enter(t: AnyTable, target: str, value: str) -> None:
    """enter:ana/Wolf:battle  a unit enters bench or battle, a new one from the hand"""
    seat, _, unit_id = target.partition("/")
    side = _require_side(t, seat)
    if value not in ("bench", "battle"):
        forbid_repair("{value} is no place of a unit", "bench or battle", value=value)
    unit = find_unit(side, unit_id)
    there = side.battle if value == "battle" else None
    if there is not None:
        forbid_repair("{unit} is in battle", "bench, for it first", unit=there.id)
    if value == "bench" and len(side.bench) >= BENCH_LIMIT:
        forbid_repair("the bench holds {have:unit}", "battle", have=len(side.bench))
    if unit is None:
        unit = _from_hand(t, side, unit_id)
    elif unit is side.battle:
        t.set(side, "battle", None)
    elif value == "battle":
        t.pull(side.bench, unit)
    else:
        forbid_repair("{unit} is on the bench", "battle", unit=unit_id)
    if value == "battle":
        t.set(unit, "vertical", True)
        t.set(side, "battle", unit)
    else:
        t.push(side.bench, unit)


def _from_hand(t: WvTable, side: Side, unit_id: str) -> Unit:
    """A new unit of an apprentice of the hand; an id with a number is that of a later one."""
    head, _, number = unit_id.rpartition(".")
    name, copy = (head, int(number)) if head and number.isdecimal() else (unit_id, 1)
    require_known(t, (name,))
    character = t.catalog.character.get(name)
    if character is None or character.follows:
        forbid_repair("{card} begins no unit", "an apprentice", card=name)
    laid = side.laid.get(name, 0)
    if copy > MOST_COPIES or unit_id != unit_of(name, copy):
        forbid_repair("{unit} names no copy", name, unit=unit_id)
    t.keep(side.hidden)
    show_from_hand(t, side, (name,))
    t.item(side.laid, name, max(laid, copy))
    return Unit(unit_id, [name], [])


def _upgrade(t: AnyTable, target: str, value: str) -> None:
    """upgrade:ana/Wolf:Elder  a guardian or hero of the hand lies on the card that it follows"""
    side, unit = _require_unit(t, target)
    require_known(t, (value,))
    character = t.catalog.character.get(value)
    if character is None or not character.follows:
        forbid_repair("{card} does not lie on a unit", "a guardian or a hero", card=value)
    if value in unit.cards:
        forbid_repair("{unit} has {card} already", "a card on top of it", unit=unit.id, card=value)
    if character.follows != (top := unit.cards[-1]):
        why = "{card} goes on {follows}; the topmost card of {unit} is {top}"
        forbid_repair(why, f"a card that goes on {top}", card=value, follows=character.follows,
                      unit=unit.id, top=top)  # fmt: skip
    t.keep(side.hidden)
    show_from_hand(t, side, (value,))
    t.push(unit.cards, value)
    t.set(unit, "damage", min(unit.damage, full_health(t, unit) - 1))


def _attach(t: AnyTable, target: str, value: str) -> None:
    """attach:ana/Wolf:Ice  a tribe card from the bank to a unit"""
    side, unit = _require_unit(t, target)
    if value not in side.bank:
        forbid_repair("{card} is not in the bank", "a card that is there", card=value)
    if len(unit.tribes) >= capacity(t.catalog, unit):
        forbid_repair(
            "{unit} holds as many tribe cards as it can", "a unit with room", unit=unit.id
        )
    t.pull(side.bank, value)
    t.push(unit.tribes, value)


def _defeat(t: AnyTable, target: str, value: str) -> None:
    """defeat:ana/Wolf:bo  a unit is defeated; the seat credited, or nobody"""
    side, unit = _require_unit(t, target)
    by = require_credited(value, (seat for seat in t.state.seats if seat != side.seat))
    t.keep(t.state)
    defeat(t, side, unit, by)


def _turn(t: AnyTable, target: str, value: str) -> None:
    """turn:ana:12/action  whose turn it is, its number, and its step; nothing was done in it"""
    state = t.state
    side = _require_side(t, target)
    number, _, step = value.partition("/")
    if step not in STEPS:
        forbid_repair("{step} is no step of a turn", one_of(STEPS), step=step)
    if not state.health:
        forbid_repair("the Champions' health is not set", f"health:{side.seat}:200 first")
    t.set(state, "turn", require_number(number, 1, MOST_TURNS))
    t.set(state, "active", target)
    t.set(state, "step", STEPS[step])
    for name in DONE_IN_A_TURN:
        t.set(state, name, 0)
    for each in state.sides.values():
        t.set(each, "hand_drawn", True)
    t.set(state, "due", [])


# -- what is owed after a repair ---------------------------------------------------------------


def _still_possible(t: WvTable, due: Due) -> bool:
    """Whether what is owed or offered is still possible after a repair; it is brought up to
    date."""
    side = t.state.sides[due.seat]
    enemy = opponent(t.state, due.seat)
    match due:
        case EnterBattle():
            t.set(due, "units", [unit.id for unit in ready_bench(side)])
            return bool(due.units) and enemy.battle is not None
        case RollDice():
            if side.battle is None or enemy.battle is None:
                return False
            t.set(due, "target", enemy.battle.id)
            return True
        case TakeBack():
            rest = (Counter(due.cards) - Counter(due.taken)) & Counter(side.discard)
            t.set(due, "cards", sorted([*rest.elements(), *due.taken]))
            t.set(due, "count", min(due.count, len(due.cards)))
            return bool(rest)
        case Duneward():
            return can_sift(t, side)
        case Juryn():
            t.set(due, "must", must_exchange(t, side))
            return True
        case Aegaryn():
            return hand_size(enemy) > 0 or not due.must
        case Abyssal():
            t.set(due, "units", [unit.id for unit in units_of(enemy)])
            return bool(due.units)
        case _:
            return True


def _as_it_stands(t: WvTable, due: Due) -> Due:
    """What is owed now: where a repair has put a unit into battle while its seat was to choose one,
    the dice of the attack on that unit (WV-7.4, 7.7)."""
    defender = t.state.sides[due.seat].battle
    if not isinstance(due, EnterBattle) or defender is None:
        return due
    attacker = opponent(t.state, due.seat).seat
    return RollDice(attacker, "WV-7.7", due.since, target=defender.id)


def _settling(repair: Repair) -> Repair:
    """The repair; what it makes impossible is no longer owed or offered."""

    @wraps(repair)
    def settled(t: AnyTable, target: str, value: str) -> None:
        repair(t, target, value)
        owed = [_as_it_stands(t, due) for due in t.state.due]
        t.set(t.state, "due", [due for due in owed if _still_possible(t, due)])

    return settled


REPAIRS: Mapping[str, Repair] = {
    word: _settling(repair)
    for word, repair in {
        "health": _health,
        "damage": _damage,
        "ready": _ready,
        "defeats": _defeats,
        "draw": _draw,
        "move": _move,
        "enter": _enter,
        "upgrade": _upgrade,
        "attach": _attach,
        "defeat": _defeat,
        "turn": _turn,
    }.items()
}
