"""The primitive repairs that a judge may make to a match of WarRift (REF-3.5).

=========  =======================  =====================================================
word       target                   value
=========  =======================  =====================================================
points     seat                     the player's points
magicka    seat                     the player's magicka
damage     thing                    the damage on a monster, below its health
counters   thing                    its corrupt counters, so many that it lives
attacks    thing                    how often a creature has attacked since it entered
control    thing                    the seat that controls it
kill       thing                    the seat that is credited, or nobody
draw       seat                     cards from deck to hand, unseen (below 0: back on top)
move       seat/card                from>to; the seat is ``table`` for what belongs to it
coming     table                    how many monsters are still to come out
token      table                    day or night
=========  =======================  =====================================================

A thing is what is in play, by its id. Places are those of an effect; ``play`` is what is in play
under the seat, of monsters under ``table``, taken from there by its id. All writes go through the
table, so that several repairs are made whole or not at all.
"""

from collections.abc import Mapping

from events.common import Adjust
from events.notation.words import quote
from referee.games.warrift.catalog import Monster
from referee.games.warrift.drawing import draw
from referee.games.warrift.due import BringIn
from referee.games.warrift.effects import stacks
from referee.games.warrift.effects.play import takes
from referee.games.warrift.handlers import handles
from referee.games.warrift.harm import kill, new_moment, score
from referee.games.warrift.places import LAYOUT, pile
from referee.games.warrift.reckoning import health_left
from referee.games.warrift.state import (
    InPlay,
    WrTable,
    card_of,
    class_of,
    goes_to,
    hand_size,
    monsters,
)
from referee.games.warrift.turn import proceed
from referee.games.warrift.window import due_of
from referee.house import AnyTable, Repair, adjust_with
from referee.repairing import (
    forbid_repair,
    require_credited,
    require_number,
    require_seat,
)
from referee.verdict import Violation
from referee.wording import one_of

TABLE = "table"
"""How a target names what belongs to nobody."""
MOST = 9_999


def _require_table(target: str) -> None:
    if target != TABLE:
        forbid_repair("{target} is not the table", TABLE, target=target)


def _require_thing(t: WrTable, target: str) -> InPlay:
    thing = t.state.zones.things.get(target)
    if thing is None:
        forbid_repair("{target} is not in play", one_of(t.state.zones.things), target=target)
    return thing


def _require_monster(t: WrTable, target: str) -> InPlay:
    thing = _require_thing(t, target)
    if thing not in monsters(t):
        there = one_of(each.id for each in monsters(t))
        forbid_repair("{target} is no monster", there, target=target)
    return thing


def _points(t: AnyTable, target: str, value: str) -> None:
    """points:ana:12  a player's points"""
    side = t.state.sides[require_seat(target, t.state.sides)]
    score(t, target, require_number(value, 0, MOST) - side.points)


def _magicka(t: AnyTable, target: str, value: str) -> None:
    """magicka:ana:3  a player's magicka"""
    side = t.state.sides[require_seat(target, t.state.sides)]
    t.set(side, "magicka", require_number(value, 0, MOST))


def _damage(t: AnyTable, target: str, value: str) -> None:
    """damage:Ogre.1:2  the damage on a monster, below its health"""
    thing = _require_monster(t, target)
    most = max(0, health_left(t, thing) + thing.damage - 1)
    t.set(thing, "damage", require_number(value, 0, most))


def _counters(t: AnyTable, target: str, value: str) -> None:
    """counters:Ogre.1:1  a monster's corrupt counters, so many that it lives"""
    thing = _require_monster(t, target)
    most = max(0, health_left(t, thing) + thing.counters - 1)
    t.set(thing, "counters", require_number(value, 0, most))


def _attacks(t: AnyTable, target: str, value: str) -> None:
    """attacks:Squire.1:0  how often a creature has attacked since it entered"""
    t.set(_require_thing(t, target), "attacks", require_number(value, 0, 99))


def _control(t: AnyTable, target: str, value: str) -> None:
    """control:Keep.1:bo  who controls a stronghold or creature"""
    thing = _require_thing(t, target)
    if thing in monsters(t):
        forbid_repair("nobody controls {target}", "a card that a player controls", target=target)
    t.set(thing, "controller", require_seat(value, t.state.sides))


def _kill(t: AnyTable, target: str, value: str) -> None:
    """kill:Ogre.1:bo  a monster dies; the seat credited, or nobody"""
    thing = _require_monster(t, target)
    killer = require_credited(value, t.state.sides)
    new_moment(t)
    kill(t, thing, killer, "a judge")


def _draw(t: AnyTable, target: str, value: str) -> None:
    """draw:ana:1  cards from deck to hand, unseen; below 0: back on top"""
    count = require_number(value, -hand_size(t.state, require_seat(target, t.state.sides)), 20)
    if count < 0:
        stacks.pass_unseen(t, -count, (target, "hand"), (target, "primary"), "top")
    elif draw(t, target, count, "REF-3.5") < count:
        forbid_repair(
            "{seat} has fewer than {count:card} to draw", "fewer", seat=target, count=count
        )


def _move(t: AnyTable, target: str, value: str) -> None:
    """move:ana/Page:discard>hand  a card from place to place"""
    seat, _, card = target.partition("/")
    owner = "" if seat == TABLE else require_seat(seat, t.state.sides)
    source, _, to = value.partition(">")
    wide = {name for name, place in LAYOUT.places.items() if (place.of == TABLE) != bool(owner)}
    known = (wide | {"play"}) - {"garrison", "rift"}
    for place in (source, to):
        if place not in known or source == to:
            forbid_repair(
                "{value} names no two places", f"two of {', '.join(sorted(known))}", value=value
            )
    thing = t.state.zones.things.get(card) if source == "play" else None
    name = thing.name if thing is not None else card
    there = t.catalog.cards.get(name)
    if there is None or (source == "play" and (thing is None or thing.controller != owner)):
        forbid_repair("there is no {card} in {place}", card=card, place=source)
    comes_out = to == "play" and isinstance(there, Monster) and not owner
    foreign = to in ("class", "selection") and _foreign(t, name, owner)
    if foreign or not (comes_out or takes(there, to)):
        forbid_repair("{card} does not go to {place}", card=name, place=to)
    if thing is not None:
        LAYOUT.leave(t, thing, owner, to, "anywhere" if to == "hand" else "top")
        return
    _take(t, owner, source, name)
    if to == "play":
        home = goes_to(t, name, owner)[0]
        stays = there.kind in ("stronghold", "monster")
        LAYOUT.enter(t, name, "play", home, owner, turn=0 if stays else t.state.turn)
    else:
        stacks.put_seen(t, owner, to, [name], "top")


def _foreign(t: WrTable, name: str, seat: str) -> bool:
    """Whether a card is of another class than a player's."""
    return class_of(t.catalog.cards[name]) != t.state.sides[seat].cls


def _take(t: WrTable, owner: str, source: str, name: str) -> None:
    """A card is taken out of a place, and is nowhere yet."""
    if LAYOUT.places[source].kind == "hidden":
        try:
            stacks.take_out(t, owner, source, [name], "REF-3.5")
        except Violation:
            forbid_repair("{card} cannot be in {place}", card=name, place=source)
        return
    zone = LAYOUT.places[source].zone(owner)
    left = list(pile(t, zone))
    if name not in left:
        forbid_repair("{card} is not in {place}", card=name, place=zone)
    del left[len(left) - 1 - left[::-1].index(name)]
    t.item(t.state.zones.piles, zone, left)


def _coming(t: AnyTable, target: str, value: str) -> None:
    """coming:table:0  how many monsters are still to come out"""
    _require_table(target)
    due = due_of(t.state, BringIn)
    if due is None:
        forbid_repair("no monsters are coming out")
    count = require_number(value, 0, max(due.count, stacks.size_there(t, "", due.place)))
    if count:
        t.set(due, "count", count)
        return
    t.pull(t.state.due, due)
    proceed(t)


def _token(t: AnyTable, target: str, value: str) -> None:
    """token:table:night  the side of the first-player token"""
    _require_table(target)
    if value not in ("day", "night"):
        forbid_repair("{value} is no side of the token", "day or night", value=value)
    t.set(t.state, "night", value == "night")


REPAIRS: Mapping[str, Repair] = {
    "points": _points,
    "magicka": _magicka,
    "damage": _damage,
    "counters": _counters,
    "attacks": _attacks,
    "control": _control,
    "kill": _kill,
    "draw": _draw,
    "move": _move,
    "coming": _coming,
    "token": _token,
}

_adjust = adjust_with(REPAIRS)


@handles
def adjust(t: WrTable, e: Adjust) -> None:
    """What repairs bring into play is a monster, or somebody's when all of them are made."""
    before = set(t.state.zones.things)
    with t.whole():
        _adjust(t, e)
        nobodys = [each for each in t.state.zones.things.values() if not each.controller]
        for thing in nobodys:
            if thing.id not in before and not isinstance(card_of(t, thing), Monster):
                legal = f"control:{quote(thing.id)}:{t.state.seats[0]} with it"
                forbid_repair("nobody controls {thing}", legal, thing=thing.id)
