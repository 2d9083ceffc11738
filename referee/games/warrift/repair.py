"""The primitive repairs that a judge may make to a match of WarRift (REF-3.5).

=========  ===========================  =================================================
word       target                       value
=========  ===========================  =================================================
points     seat                         the player's points
magicka    seat                         the player's magicka
damage     thing                        the damage on a monster, below its health
counters   thing                        its corrupt counters, so many that it lives
health     thing                        a monster's health while unhurt, until the turn ends
attack     thing                        a creature's attack until the turn ends
word       thing/word                   yes or no, until the turn ends
attacks    thing                        how often a creature has attacked since it entered
control    thing                        the seat that controls it
kill       thing                        the seat that is credited, or nobody
draw       seat                         cards from deck to hand, unseen (below 0: back on top)
unseen     owner/place>owner/place      how many unseen cards go there, mingled with the rest
move       owner/card                   from>to, or from>owner/to
coming     table                        how many monsters are still to come out
token      table                        day or night
rotation   seat                         the rotation in which that player has the token
turn       seat                         the turn and its step, such as ``12/mid``
ending     table                        the game-ending rotation; 0 while none is called
=========  ===========================  =================================================

A thing is what is in play, by its id. Places are those of an effect; their owner is a seat, or
``table`` for what belongs to it, or the stronghold of a Garrison. ``play`` is what is in play under
the seat, of monsters under ``table``, taken from there by its id; what comes there may be named
with a new number, as ``Ogre.3``. A card that comes to the Rift of a seat was summoned by it. All
writes go through the table, so that several repairs are made whole or not at all.
"""

from collections.abc import Mapping
from typing import get_args

from events.common import Adjust
from events.notation.words import quote
from referee.english import one_of
from referee.games.warrift.catalog import Card, Fighter, Monster, Stronghold, Word
from referee.games.warrift.draws import draw
from referee.games.warrift.due import BringIn, DealRift
from referee.games.warrift.effects import stacks
from referee.games.warrift.effects.play import takes
from referee.games.warrift.handlers import handles
from referee.games.warrift.harm import kill, new_moment, score
from referee.games.warrift.match_end import dealer
from referee.games.warrift.places import LAYOUT, lay_on_pile, pile, stored
from referee.games.warrift.state import (
    END,
    EYE,
    MID,
    START,
    InPlay,
    WrTable,
    card_of,
    class_of,
    goes_to,
    hand_size,
    monsters,
    plays,
    seats_from,
)
from referee.games.warrift.turn import proceed, roll_is_made
from referee.games.warrift.values import attack_of, has_word, health_left
from referee.games.warrift.window import due_of
from referee.house import AnyTable, Repair, adjust_with
from referee.repair import (
    JUDGE,
    bring_to,
    forbid_card,
    forbid_repair,
    let_bear,
    numbered,
    require_credited,
    require_nothing_pending,
    require_number,
    require_seat,
)
from referee.verdict import Violation

TABLE = "table"
"""How a target names what belongs to nobody."""
MOST = 9_999
WORDS: tuple[str, ...] = get_args(Word)


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
    kill(t, thing, killer, JUDGE)


def _draw(t: AnyTable, target: str, value: str) -> None:
    """draw:ana:1  cards from deck to hand, unseen; below 0: back on top"""
    count = require_number(value, -hand_size(t.state, require_seat(target, t.state.sides)), 20)
    if count < 0:
        stacks.pass_unseen(t, -count, (target, "hand"), (target, "primary"), "top")
    elif draw(t, target, count, "REF-3.5") < count:
        forbid_repair(
            "{seat} has fewer than {count:card} to draw", "fewer", seat=target, count=count
        )


def _unseen(t: AnyTable, target: str, value: str) -> None:
    """unseen:ana/hand>bo/primary:2  unseen cards go from hand to hand or deck, and mingle there"""
    source, _, goal = target.partition(">")
    spots = [_unseen_spot(t, each, sends=each is source) for each in (source, goal)]
    if spots[0] == spots[1]:
        forbid_repair("{target} names no two places", target=target)
    seat, place = spots[0]
    there = stacks.size_there(t, seat, place) if seat else t.state.zones.hidden.size(place)
    count = require_number(value, 0, there)
    stacks.pass_unseen(t, count, spots[0], spots[1], "")


def _unseen_spot(t: WrTable, spot: str, *, sends: bool) -> stacks.Spot:
    """A place with cards of the players' hands and decks: none comes unseen to a class deck, which
    holds only its own; in the Rift some stay unseen where it is dealt so (WR-I 52)."""
    owner, _, place = spot.partition("/")
    if spot == f"{TABLE}/rift" and t.choice["WR-I 52"] == "equal_shares_rest_stays_in_rift":
        return "", place
    known = ("hand", "primary", "class") if sends else ("hand", "primary")
    if place not in known:
        forbid_repair("{place} is no place of unseen cards", one_of(known), place=place)
    return require_seat(owner, t.state.sides), place


def _move(t: AnyTable, target: str, value: str) -> None:
    """move:ana/Page:discard>hand  a card from place to place, or another's: hand>bo/hand"""
    owner, _, card = target.partition("/")
    source, _, goal = value.partition(">")
    to_owner, _, to = goal.rpartition("/")
    to_owner = to_owner or _holder(t, owner)
    for whose, place in ((owner, source), (to_owner, to)):
        _require_place(t, whose, place, value, same=(owner, source) == (to_owner, to))
    seat, to_seat = (_seat_of(each) for each in (owner, to_owner))
    thing = t.state.zones.things.get(card) if source == "play" else None
    name = thing.name if thing is not None else card
    if thing is None and to == "play":
        name = numbered(t, card, t.catalog.cards)
    there = t.catalog.cards.get(name)
    if there is None and card not in t.state.zones.things:
        forbid_card(card, t.catalog.cards)
    if there is None or (source == "play" and (thing is None or thing.controller != seat)):
        forbid_repair("there is no {card} in {place}", card=card, place=source)
    comes_out = to == "play" and isinstance(there, Monster) and not to_seat
    foreign = to in ("class", "selection") and _foreign(t, name, to_seat)
    if foreign or not (comes_out or _takes(there, to)):
        forbid_repair("{card} does not go to {place}", card=name, place=to)
    if to == "garrison":
        _require_room(t, to_owner)
    if thing is not None:
        if to == "play":
            forbid_repair(
                "{card} stays in play",
                f"control:{quote(card)}:{to_seat or t.state.seats[0]}",
                card=card,
            )
        LAYOUT.leave(t, thing, to_seat, to, "anywhere" if to == "hand" else "top")
        _summoned(t, to_seat, to)
        return
    _take(t, seat, source, name)
    if to == "play":
        _comes_into_play(t, name, there, to_seat)
    else:
        stacks.put_seen(t, to_seat, to, [name], "top")
        _summoned(t, to_seat, to)


def _seat_of(owner: str) -> str:
    """Whose zone it is; of what belongs to nobody, empty."""
    return "" if owner == TABLE else owner


def _holder(t: WrTable, owner: str) -> str:
    """To whom a card goes where nobody is named: of a Garrison, whose stronghold it is."""
    thing = t.state.zones.things.get(owner)
    return owner if thing is None else thing.controller


def _require_place(t: WrTable, owner: str, place: str, value: str, *, same: bool) -> None:
    """Refuse a place that its owner does not have."""
    places = LAYOUT.places.items()
    if owner in t.state.zones.things:
        known = {"garrison"}
    elif owner == TABLE:
        known = {name for name, each in places if each.of == TABLE} | {"play"}
    else:
        require_seat(owner, t.state.sides)
        known = {name for name, each in places if each.of != TABLE} | {"rift"}
        known.remove("garrison")
    if place not in known or same:
        forbid_repair(
            "{value} names no two places", f"two of {', '.join(sorted(known))}", value=value
        )


def _takes(card: Card, place: str) -> bool:
    """Whether a place takes such a card."""
    if place == "garrison":
        return not isinstance(card, Stronghold | Monster)
    return takes(card, place)


def _require_room(t: WrTable, owner: str) -> None:
    thing = t.state.zones.things[owner]
    room = getattr(card_of(t, thing), "garrison", 0)
    if len(stored(t, thing)) >= room:
        forbid_repair("{thing} has Garrison {room}", thing=owner, room=room)


def _comes_into_play(t: WrTable, name: str, there: Card, seat: str) -> None:
    home = goes_to(t, name, seat)[0]
    stays = there.kind in ("stronghold", "monster")
    thing = LAYOUT.enter(t, name, "play", home, seat, turn=0 if stays else max(1, t.state.turn))
    if home not in ("", seat) and t.choice["WR-I 28"] == "as_it_is_played":
        lay_on_pile(t, thing)


def _summoned(t: WrTable, seat: str, place: str) -> None:
    """A card that lies in the Rift was summoned by its player, or put there."""
    if place == "rift":
        t.push(t.state.rift, seat)
        if seat:
            t.set(t.state.sides[seat], "summoned", True)


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
    of_rift = t.state.rift if source == "rift" else [owner] * len(left)
    lies = [at for at, each in enumerate(left) if each == name and of_rift[at] == owner]
    if not lies:
        forbid_repair("{card} is not in {place}", card=name, place=zone)
    del left[lies[-1]]
    t.item(t.state.zones.piles, zone, left)
    if source == "rift":
        summoned = [by for at, by in enumerate(t.state.rift) if at != lies[-1]]
        t.set(t.state, "rift", summoned)
        if owner and owner not in summoned:
            t.set(t.state.sides[owner], "summoned", False)


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


def _attack(t: AnyTable, target: str, value: str) -> None:
    """attack:Squire.1:4  a creature's attack, until the turn ends"""
    thing = _require_thing(t, target)
    if not isinstance(card_of(t, thing), Fighter):
        things = t.state.zones.things.values()
        able = (each.id for each in things if isinstance(card_of(t, each), Fighter))
        forbid_repair("{target} has no attack", one_of(able), target=target)
    number = require_number(value, 0, MOST)
    bring_to(t, thing.id, "attack", number, lambda: attack_of(t, thing))


def _health(t: AnyTable, target: str, value: str) -> None:
    """health:Ogre.1:6  a monster's health while unhurt, until the turn ends"""
    thing = _require_monster(t, target)
    lost = thing.damage + thing.counters
    number = require_number(value, lost + 1, MOST)
    bring_to(t, thing.id, "health", number, lambda: health_left(t, thing) + lost)


def _word(t: AnyTable, target: str, value: str) -> None:
    """word:Squire.1/overwhelm:yes  whether a thing has a word, until the turn ends"""
    id, _, word = target.rpartition("/")
    thing = _require_thing(t, id)
    let_bear(t, thing.id, word, value, WORDS, lambda: has_word(t, thing, word))


# -- rotation and turn -------------------------------------------------------------------------

STEPS = {"eye": EYE, "start": START, "mid": MID, "end": END}
"""The steps of a turn; the Eye is the start step until it was rolled for."""


def _rotation(t: AnyTable, target: str, value: str) -> None:
    """rotation:ana:5  which rotation it is, and who has the token in it"""
    state = t.state
    seat = _require_in_the_match(t, target)
    t.set(state, "rotation", require_number(value, 1, MOST))
    t.set(state, "first", seat)
    if t.choice["WR-I 17"] == "stays" and not state.scorekeeper:
        t.set(state, "scorekeeper", seat)
    if state.active:
        t.set(state, "taken", _turns_before(t, state.active))
    t.set(state, "ending", state.ending and min(state.ending, state.rotation + 1))
    if (deal := due_of(state, DealRift)) is not None:
        t.set(deal, "seat", dealer(t))


def _turn(t: AnyTable, target: str, value: str) -> None:
    """turn:ana:12/mid  whose turn it is, its number, and its step; nothing was done in it"""
    state = t.state
    seat = _require_in_the_match(t, target)
    number, _, step = value.partition("/")
    if step not in STEPS:
        forbid_repair("{step} is no step of a turn", one_of(STEPS), step=step)
    if not state.rotation:
        forbid_repair("nobody has the token", f"rotation:{state.seats[0]}:1 first")
    require_nothing_pending(state.waiting.stack)
    taken = _turns_before(t, seat)
    most = (state.rotation - 1) * len(state.seats) + taken + 1
    least = state.rotation if state.out else most
    t.set(state, "turn", require_number(number, least, most))
    t.set(state, "active", seat)
    t.set(state, "taken", taken)
    t.set(state, "phase", STEPS[step])
    t.set(state, "closing", False)
    t.set(state, "begun", step != "eye" or taken > 0)
    t.set(state, "struck", [])
    t.set(state, "left", [])
    t.set(state, "due", [])
    for side in state.sides.values():
        t.set(side, "flipped", True)
    if step == "eye":
        t.set(state, "rolled", 0)
        proceed(t)
    else:
        roll_is_made(t)


def _require_in_the_match(t: WrTable, target: str) -> str:
    return require_seat(target, [each for each in t.state.seats if plays(t.state, each)])


def _turns_before(t: WrTable, seat: str) -> int:
    """How many turns of the rotation come before a player's."""
    state = t.state
    back = t.choice["WR-I 18"] == "counterclockwise"
    return seats_from(state, state.first, back=back).index(seat)


def _ending(t: AnyTable, target: str, value: str) -> None:
    """ending:table:7  the game-ending rotation, this one or the next; 0 while none is called"""
    _require_table(target)
    state = t.state
    number = require_number(value, 0, state.rotation + 1)
    if 0 < number < state.rotation:
        forbid_repair(
            "rotation {number} is over",
            f"{state.rotation} or {state.rotation + 1}, or 0",
            number=number,
        )
    t.set(state, "ending", number)


REPAIRS: Mapping[str, Repair] = {
    "points": _points,
    "magicka": _magicka,
    "damage": _damage,
    "counters": _counters,
    "health": _health,
    "attack": _attack,
    "word": _word,
    "attacks": _attacks,
    "control": _control,
    "kill": _kill,
    "draw": _draw,
    "unseen": _unseen,
    "move": _move,
    "coming": _coming,
    "token": _token,
    "rotation": _rotation,
    "turn": _turn,
    "ending": _ending,
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
