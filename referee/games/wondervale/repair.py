"""The primitive repairs that a judge may make to a match of Wondervale (REF-3.5).

=========  =======================  =============================================
word       target                   value
=========  =======================  =============================================
health     seat                     the Champion's health, above 0
damage     seat/unit                the damage on the unit, below its health
ready      seat/unit                yes or no
defeats    seat                     how many of the opponent's units are defeated
draw       seat                     cards from deck to hand, unseen (below 0: back)
move       seat/card                from>to, of hand, bank and discard
attach     seat/unit                a tribe card from the bank
defeat     seat/unit                the seat that is credited, or nobody
=========  =======================  =============================================
"""

from collections import Counter
from collections.abc import Mapping
from functools import wraps

from referee.games.wondervale.ability import can_sift
from referee.games.wondervale.cards import defeat, in_hand, known_cards
from referee.games.wondervale.due import (
    Abyssal,
    Aegaryn,
    Due,
    Duneward,
    EnterBattle,
    RollDice,
    TakeBack,
)
from referee.games.wondervale.state import (
    Side,
    Unit,
    WvTable,
    find_unit,
    full_health,
    hand_size,
    opponent,
    ready_bench,
    units_of,
)
from referee.games.wondervale.turn import has_room
from referee.house import AnyTable, Repair
from referee.verdict import Violation

PILES = ("hand", "bank", "discard")


def _wrong(why: str, legal: str, **facts: int | str) -> Violation:
    return Violation("REF-3.5", why, legal=legal, since=None, **facts)


def _side(t: WvTable, seat: str) -> Side:
    side = t.state.sides.get(seat)
    if side is None:
        raise _wrong("{seat} has no seat", f"one of {', '.join(t.state.seats)}", seat=seat)
    return side


def _unit(t: WvTable, target: str) -> tuple[Side, Unit]:
    seat, _, unit_id = target.partition("/")
    side = _side(t, seat)
    unit = find_unit(side, unit_id)
    if unit is None:
        units = ", ".join(f"{seat}/{u.id}" for u in units_of(side))
        raise _wrong("{target} is no unit", f"one of {units or 'none'}", target=target)
    return side, unit


def _number(value: str, least: int, most: int) -> int:
    try:
        number = int(value)
    except ValueError:
        number = least - 1
    if not least <= number <= most:
        raise _wrong("{value} is out of bounds", f"{least} to {most}", value=value)
    return number


def _health(t: AnyTable, target: str, value: str) -> None:
    """health:ana:200  the Champion's health, above 0"""
    _side(t, target).health = _number(value, 1, 10_000)


def _damage(t: AnyTable, target: str, value: str) -> None:
    """damage:ana/Wolf:20  the damage on a unit, below its health"""
    _, unit = _unit(t, target)
    unit.damage = _number(value, 0, full_health(t, unit) - 1)


def _ready(t: AnyTable, target: str, value: str) -> None:
    """ready:ana/Wolf:yes  whether a unit is vertical; no only on the bench"""
    side, unit = _unit(t, target)
    if value not in ("yes", "no") or (value == "no" and side.battle is unit):
        raise _wrong(
            "{value} for {target}", "yes; no only on the bench", value=value, target=target
        )
    unit.vertical = value == "yes"


def _defeats(t: AnyTable, target: str, value: str) -> None:
    """defeats:ana:2  how many of the opponent's units are defeated"""
    _side(t, target).defeated = _number(value, 0, 60)


def _draw(t: AnyTable, target: str, value: str) -> None:
    """draw:ana:2  cards from deck to hand, unseen; below 0 back to the deck"""
    hidden = _side(t, target).hidden
    try:
        hidden.adjust("hand", unseen=_number(value, -hidden.size("hand"), hidden.size("deck")))
    except ValueError as error:
        raise _wrong(
            "{value} unseen cards cannot be moved: {error}",
            "another repair",
            value=value,
            error=str(error),
        ) from error


def _move(t: AnyTable, target: str, value: str) -> None:
    """move:ana/Ice:hand>discard  a card between hand, bank and discard"""
    seat, _, card = target.partition("/")
    side = _side(t, seat)
    source, _, goal = value.partition(">")
    if source not in PILES or goal not in PILES or source == goal:
        raise _wrong("{value} is no move", "hand>discard and the like", value=value)
    known_cards(t, (card,))
    if "bank" in (source, goal) and card not in t.catalog.tribe_of:
        raise _wrong("{card} is no tribe card", "tribe cards in the bank", card=card)
    if source == "hand":
        in_hand(t, side, (card,))
        side.hidden.show("hand", (card,))
    else:
        pile = side.bank if source == "bank" else side.discard
        if card not in pile:
            raise _wrong("{card} is not in the {pile}", "a card there", card=card, pile=source)
        pile.remove(card)
    if goal == "hand":
        side.hidden.put("hand", (card,))
    else:
        (side.bank if goal == "bank" else side.discard).append(card)


def _attach(t: AnyTable, target: str, value: str) -> None:
    """attach:ana/Wolf:Ice  a tribe card from the bank to a unit"""
    side, unit = _unit(t, target)
    if value not in side.bank:
        raise _wrong("{card} is not in the bank", "a card there", card=value)
    if not has_room(t, unit):
        raise _wrong("{unit} holds all it can", "a unit with room", unit=unit.id)
    side.bank.remove(value)
    unit.tribes.append(value)


def _defeat(t: AnyTable, target: str, value: str) -> None:
    """defeat:ana/Wolf:bo  a unit is defeated; the seat credited, or nobody"""
    side, unit = _unit(t, target)
    if value not in ("nobody", *(s for s in t.state.seats if s != side.seat)):
        raise _wrong("{value} is no credit", "the opponent's seat, or nobody", value=value)
    defeat(t, side, unit, "" if value == "nobody" else value)


def _can_be_done(t: WvTable, due: Due) -> bool:
    """Whether what is owed or offered is still possible, and with what, after a repair."""
    side = t.state.sides[due.seat]
    enemy = opponent(t.state, due.seat)
    match due:
        case EnterBattle():
            due.units = [unit.id for unit in ready_bench(side)]
            return bool(due.units) and enemy.battle is not None
        case RollDice():
            return side.battle is not None and enemy.battle is not None
        case TakeBack():
            due.cards = sorted((Counter(due.cards) & Counter(side.discard)).elements())
            due.count = min(due.count, len(due.cards))
            return bool(due.cards)
        case Duneward():
            return can_sift(t, side)
        case Aegaryn():
            return hand_size(enemy) > 0
        case Abyssal():
            due.units = [unit.id for unit in units_of(enemy)]
            return bool(due.units)
        case _:
            return True


def _settling(repair: Repair) -> Repair:
    """The repair; what it makes impossible is no longer owed or offered."""

    @wraps(repair)
    def settled(t: AnyTable, target: str, value: str) -> None:
        repair(t, target, value)
        t.state.due = [due for due in t.state.due if _can_be_done(t, due)]

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
        "attach": _attach,
        "defeat": _defeat,
    }.items()
}
