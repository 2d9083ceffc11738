"""The primitive repairs that a judge may make to a match of Grand Archive (REF-3.5).

============  =====================  ==========================================================
word          target                 value
============  =====================  ==========================================================
damage        object or seat         the damage on it, or the damage counters of a champion
counter       object/kind            how many counters of a kind are on it
rested        object                 yes or no
mark          object/word            yes or no: imbued, prepared, distant, back (turned over) …
control       object                 the seat that controls it
stat          object/power           what its power, life or level is until the end of the turn
link          object                 the object that it is linked to
move          seat/card              from>to; what has an id leaves by it, and may come by one
unseen        seat/from>to           how many cards go so that nobody sees them
shuffle       seat                   deck
level         object or seat         the champion card that lies on top now, or is the first
delevel       object or seat         how many cards go back to the material deck
stack         what is pending        gone, or where its card goes
turn          seat                   whose turn it is, its number and phase, as ``12/main``
overtime      seat                   how many turns there are after that of the active player
phase         seat                   where the turn of the active player stands
materialized  seat                   whether the active player has in this turn: yes or no
recollected   seat                   whether the memory was taken up in this turn: yes or no
attacks       seat                   how many attacks were declared in this turn
mastery       seat                   the mastery, as ``Name/east`` where it points; or none
lost          seat                   now: the player has lost, and leaves a game that goes on
element       seat/name              whether it is enabled until the end of the turn: yes or no
status        seat/name              whether the player has it: yes or no (R26)
suppressed    seat/card              whether it comes back with the end phase: yes or no
============  =====================  ==========================================================

A repair sets the table right and is no play: no text hears of it, and nothing is replaced or
prevented (GA-28.6). Afterwards the state is checked as after every entry (GA-20.1). All writes go
through the table, so that several repairs are made whole or not at all. A player who has lost is
put back by a ruling on the entry that did it.
"""

import re
from collections.abc import Callable, Mapping

from events.common import Adjust, Penalty
from events.notation.words import nearest, quote
from referee.english import one_of
from referee.games.grand_archive import card_repairs
from referee.games.grand_archive.begun_texts import end_all
from referee.games.grand_archive.beside_play import leave
from referee.games.grand_archive.card_repairs import MOST, require_object
from referee.games.grand_archive.catalog import LASTING, UNRESERVED
from referee.games.grand_archive.changed_cards import give_back
from referee.games.grand_archive.checks import change_counters
from referee.games.grand_archive.combat_roles import change_control
from referee.games.grand_archive.damage_step import end_combat
from referee.games.grand_archive.effects.numbers import FACE_DOWN
from referee.games.grand_archive.game_end import loses
from referee.games.grand_archive.game_start import in_order
from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.harm import tell_life
from referee.games.grand_archive.lineages import may_be_unplayed, spirits, was_unplayed
from referee.games.grand_archive.namesakes_and_wither import line_that_settles, unsettled
from referee.games.grand_archive.phases import phases_of
from referee.games.grand_archive.places import pile, turn_over
from referee.games.grand_archive.state import (
    CHOSEN_X,
    DIRECTIONS,
    FIELD,
    NAMED,
    PHASE_NAMES,
    STACK,
    TOOK,
    WAKE,
    Activation,
    AnyPending,
    Combat,
    Doings,
    GaTable,
    InPlay,
    card_of,
    in_r26,
)
from referee.games.grand_archive.values import (
    BLANK,
    UNNEGATED,
    enabled,
    level_of,
    life_of,
    power_of,
)
from referee.house import AnyTable, Repair, adjust_with, parting_with, require_judge, side_of
from referee.parts.lasting_changes import begin, over
from referee.parts.responses import take_away
from referee.repair import (
    JUDGE,
    forbid_repair,
    require_active,
    require_number,
    require_seat,
    require_yes_or_no,
)
from referee.verdict import Violation

_STATS: Mapping[str, Callable[[GaTable, InPlay], int | None]] = {
    "power": power_of,
    "life": life_of,
    "level": level_of,
}
_MARKS = (
    *("imbued", "prepared", "brewed", "fostered", "charged", "distant", "ephemeral", "starcalled"),
    *(FACE_DOWN, "back", UNRESERVED, UNNEGATED, BLANK),
)
"""What an object may carry by the rules, whatever its texts ask."""
_KIND = re.compile(r"[a-z][a-z' -]{0,63}")


MOST_TURNS = 9_999
MOST_OVERTIME = 9


# -- objects -------------------------------------------------------------------------------------


def _damage(t: AnyTable, target: str, value: str) -> None:
    """damage:Wolf.2:1  the damage on a unit, or the damage counters of a champion"""
    thing = require_object(t, target)
    card = card_of(t, thing)
    if life_of(t, thing) is None:
        forbid_repair("{thing} has no life", thing=thing.id)
    t.set(thing, "damage", require_number(value, 0, MOST))
    if card.is_champion:
        tell_life(t, thing)


def _counter(t: AnyTable, target: str, value: str) -> None:
    """counter:Wolf.2/buff:1  how many counters of a kind are on an object"""
    named, _, kind = target.partition("/")
    thing = require_object(t, named)
    if not _KIND.fullmatch(kind) or kind == "damage":
        forbid_repair("{kind} is no kind of counters", "buff; damage for damage", kind=kind)
    have = thing.counters.get(kind, 0)
    change_counters(t, thing, kind, require_number(value, 0, MOST) - have)


def _rested(t: AnyTable, target: str, value: str) -> None:
    """rested:Wolf.2:no  whether an object is rested"""
    thing, rested = require_object(t, target), require_yes_or_no(value)
    t.set(thing, "rested", rested)
    if rested:
        t.set(thing, "spent", t.seq)


def _mark(t: AnyTable, target: str, value: str) -> None:
    """mark:Wolf.2/distant:yes  what an object carries: imbued, distant, back; facedown, how many"""
    named, _, word = target.partition("/")
    thing = require_object(t, named)
    several = value.isdecimal() and (word == FACE_DOWN or word.startswith(TOOK))
    count = require_number(value, 0, MOST) if several else int(require_yes_or_no(value))
    known = may_be_unplayed(t, thing, word) or _is_of_a_card(t, word)
    if not (_KIND.fullmatch(word) or known or was_unplayed(t, word)):
        forbid_repair("{word} is no mark", "imbued, prepared, fostered, distant or back", word=word)
    if word == "back" and t.catalog.by_name[thing.name].back is None:
        forbid_repair("{thing} has one face", thing=thing.id)
    if word == "back":
        if bool(count) != ("back" in thing.marks):
            turn_over(t, thing)
        return
    if not (known or word in _MARKS or word in t.catalog.numbers_asked | t.catalog.all_words):
        near = nearest(word, _MARKS)
        t.trust(f"{thing.id}: {word}, which no rule and no text asks; {one_of(near or _MARKS)}")
    others = [each for each in thing.marks if each != word]
    t.set(thing, "marks", [*others, *[word] * count])


def _is_of_a_card(t: GaTable, word: str) -> bool:
    """Whether a mark says that a card was named or banished, or what X was chosen."""
    card = next((word.removeprefix(x) for x in (NAMED, TOOK) if word.startswith(x)), "")
    chosen = word.removeprefix(CHOSEN_X) if word.startswith(CHOSEN_X) else ""
    return card in t.catalog.by_name or chosen.isdecimal()


def _control(t: AnyTable, target: str, value: str) -> None:
    """control:Wolf.2:bo  the seat that controls an object"""
    thing = require_object(t, target)
    if not t.state.plays_on(require_seat(value, t.state.players)):
        forbid_repair("{seat} has lost", seat=value)
    change_control(t, thing, value)


def _stat(t: AnyTable, target: str, value: str) -> None:
    """stat:Wolf.2/power:5  what power, life or level something has until the end of the turn"""
    named, _, what = target.partition("/")
    thing = require_object(t, named)
    if what not in _STATS:
        forbid_repair("{what} is no stat", one_of(_STATS), what=what)
    have, wanted = _STATS[what](t, thing) or 0, require_number(value, -MOST, MOST)
    if have != wanted:
        begin(t, JUDGE, thing.id, "add", what, wanted - have, until="turn")


def _link(t: AnyTable, target: str, value: str) -> None:
    """link:Sword.1:Wolf.2  the object that an object is linked to"""
    thing, other = require_object(t, target), require_object(t, value)
    if thing is other:
        forbid_repair("{thing} is not linked to itself", thing=thing.id)
    t.set(thing, "link", other.id)


# -- the stack -----------------------------------------------------------------------------------


def _stack(t: AnyTable, target: str, value: str) -> None:
    """stack:Bolt1.2:hand  what is pending is so no more; its card goes to a place of its owner"""
    pending = t.state.waiting.stack
    found = next((each for each in reversed(pending) if target in _called(each)), None)
    if found is None:
        legal = one_of(dict.fromkeys(each.source for each in pending))
        forbid_repair("{target} is not pending", legal, target=target)
    card = _card(t, found)
    if card is not None:
        if value == "gone" and not card.token:
            forbid_repair("{card} is a card", "where it goes", card=card.name)
        if card.place != STACK:
            forbid_repair("{card} is about to attack", "when it has attacked", card=card.name)
        take_away(t, found, "taken back")
        card_repairs.send(t, card, value)
    elif value != "gone":
        forbid_repair("{target} is no card on the stack", "gone", target=target)
    elif isinstance(found, Combat):
        end_combat(t, "taken back")
    else:
        take_away(t, found, "taken back")
    t.set(t.state.waiting, "passed", [])
    t.set(t.state.waiting, "holder", "")


def _card(t: GaTable, pending: AnyPending) -> InPlay | None:
    """The card that something pending is, where it is one."""
    card = t.state.zones.things.get(pending.source)
    return card if isinstance(pending, Activation) and card and card.place != FIELD else None


def _is_about_to_attack(t: GaTable, pending: AnyPending) -> bool:
    card = _card(t, pending)
    return card is not None and card.place != STACK


def _goal(t: GaTable, pending: AnyPending) -> str:
    """Where something pending goes that is taken back: a card whence it came, as a rule."""
    card = _card(t, pending)
    if card is None:
        return "gone"
    home = "material" if card_of(t, card).deck == "material" else "hand"
    return card_repairs.NOWHERE if card.token else home


def _called(pending: object) -> tuple[str, str]:
    """By what something pending may be named: its source and its card."""
    return getattr(pending, "source", ""), getattr(pending, "card", "")


# -- the turn ------------------------------------------------------------------------------------


def _require_whole(t: GaTable) -> None:
    if t.state.waiting.stack or t.state.heard or unsettled(t):
        forbid_repair("something is still to take effect", _before_that(t))


def _before_that(t: GaTable) -> str:
    """The repairs by which nothing is pending any more, the newest first; what is to be settled is
    settled by its player."""
    pending = t.state.waiting.stack
    if not pending and unsettled(t):
        return line_that_settles(t)
    if any(_is_about_to_attack(t, each) for each in pending):
        return "when it has attacked"
    return " ".join(f"stack:{quote(x.source)}:{_goal(t, x)}" for x in reversed(pending))


def _turn(t: AnyTable, target: str, value: str) -> None:
    """turn:ana:12/main  whose turn it is, its number and its phase; nothing was done in it"""
    state = t.state
    side = state.players[require_seat(target, state.players)]
    if not state.plays_on(target):
        forbid_repair("{seat} has lost", seat=target)
    said, _, phase = value.partition("/")
    number = require_number(said, 1, MOST_TURNS)
    for each in state.seats if in_r26(t) else ():
        if not state.players[each].had and state.plays_on(each):
            legal = one_of(f"level:{each}:{name}" for name in spirits(t, each))
            forbid_repair("{seat} has placed no champion", legal, seat=each)
    over(t, "turn")
    end_all(t, "turn")
    give_back(t, "turn")
    for name, now in (
        ("turn", number),
        ("active", target),
        ("last", target),
        ("done", Doings()),
        ("turned", (t.seq, state.turned[0])),
        ("cut", ""),
    ):
        t.set(state, name, now)
    for place, each in enumerate(in_order(t)):
        t.set(state.players[each], "begun", (number - place - 1) // len(state.seats) + 1)
    t.set(side, "begun", max(side.begun, 1))
    if phase not in _phases(t) and number > 1:  # turns were skipped
        t.set(side, "begun", max(side.begun, 2))
    _phase(t, target, phase)


def _phases(t: GaTable) -> dict[str, int]:
    """Where the turn that is on may stand, by the first word of each name; any begins by waking."""
    return {PHASE_NAMES[phase].split()[0]: phase for phase in (WAKE, *phases_of(t))}


def _overtime(t: AnyTable, target: str, value: str) -> None:
    """overtime:ana:3  how many turns there are after that of the active player, or none"""
    require_active(t, target)
    turns = 0 if value == "none" else require_number(value, 0, MOST_OVERTIME) + 1
    t.set(t.state, "overtime", turns)
    t.set(t.state, "called", t.seq if turns else 0)


def _phase(t: AnyTable, target: str, value: str) -> None:
    """phase:ana:main  the phase in which the turn of the active player stands"""
    require_active(t, target)
    there = _phases(t)
    if value not in there:
        forbid_repair("{value} is no phase of this turn", one_of(there), value=value)
    _require_whole(t)
    t.set(t.state, "phase", there[value])
    t.set(t.state, "came", t.seq)


def _materialized(t: AnyTable, target: str, value: str) -> None:
    """materialized:ana:no  whether the active player has materialized in this turn"""
    require_active(t, target)
    t.set(t.state.done, "materialized", t.seq if require_yes_or_no(value) else 0)


def _recollected(t: AnyTable, target: str, value: str) -> None:
    """recollected:ana:no  whether the active player has taken up the memory in this turn"""
    require_active(t, target)
    t.set(t.state.done, "recollected", require_yes_or_no(value))


def _attacks(t: AnyTable, target: str, value: str) -> None:
    """attacks:ana:0  how many attacks the active player has declared in this turn"""
    require_active(t, target)
    t.set(t.state.done, "attacks", require_number(value, 0, 99))


# -- players -------------------------------------------------------------------------------------


def _mastery(t: AnyTable, target: str, value: str) -> None:
    """mastery:ana:none  the mastery of a player, and where it points; or none"""
    side = t.state.players[require_seat(target, t.state.players)]
    name, _, direction = value.partition("/")
    card = t.catalog.by_name.get(name)
    if name != "none" and (
        card is None or name in t.catalog.statuses or not LASTING.intersection(card.types)
    ):
        forbid_repair("{card} is no mastery", "none, or its name", card=name)
    if direction not in ("", *DIRECTIONS):
        forbid_repair("{word} is no direction", one_of(DIRECTIONS), word=direction)
    t.set(side, "mastery", "" if name == "none" else name)
    t.set(side, "direction", "" if name == "none" else direction)


def _lost(t: AnyTable, target: str, value: str) -> None:
    """lost:ana:now  a player has lost, and leaves a game that goes on without"""
    state = t.state
    require_seat(target, state.players)
    if value != "now":
        forbid_repair("{value} is not a time", "now", value=value)
    if not state.plays_on(target):
        forbid_repair("{seat} has lost", seat=target)
    left = {side_of(state, each) for each in state.seats if each != target and state.plays_on(each)}
    if len(left) < 2:
        forbid_repair("that would end the game", "a concession, or a penalty")
    _require_whole(t)
    loses(t, target, "repair", "REF-3.5")
    t.set(state, "heard", [])


def _element(t: AnyTable, target: str, value: str) -> None:
    """element:ana/fire:yes  whether an element is enabled for a player until the end of the turn"""
    seat, _, name = target.partition("/")
    require_seat(seat, t.state.players)
    if name not in t.catalog.elements:
        forbid_repair("{word} is no element", one_of(sorted(t.catalog.elements)), word=name)
    wanted = require_yes_or_no(value)
    if (name in enabled(t, seat)) != wanted:
        begin(t, JUDGE, seat, "permit" if wanted else "forbid", f"element {name}", until="turn")


def _status(t: AnyTable, target: str, value: str) -> None:
    """status:ana/Weary:yes  whether a player has a status"""
    seat, _, name = target.partition("/")
    side = t.state.players[require_seat(seat, t.state.players)]
    if name not in t.catalog.statuses:
        legal = one_of(sorted(t.catalog.statuses))
        forbid_repair("{card} is no status", legal, card=name)
    others = [each for each in side.statuses if each != name]
    t.set(side, "statuses", [*others, name] if require_yes_or_no(value) else others)


def _suppressed(t: AnyTable, target: str, value: str) -> None:
    """suppressed:ana/Wolf:yes  whether a banished card comes back with the next end phase"""
    seat, _, name = target.partition("/")
    side = t.state.players[require_seat(seat, t.state.players)]
    there, marked = side.suppressed.count(name), require_yes_or_no(value)
    if marked and pile(t, seat, "banishment").count(name) <= there:
        forbid_repair("{card} is not in {seat}'s banishment", card=name, seat=seat)
    if not marked and not there:
        forbid_repair("{card} is not suppressed", one_of(side.suppressed), card=name)
    left = list(side.suppressed)
    if not marked:
        left.remove(name)
    t.set(side, "suppressed", [*left, name] if marked else left)


REPAIRS: Mapping[str, Repair] = {
    "damage": _damage,
    "counter": _counter,
    "rested": _rested,
    "mark": _mark,
    "control": _control,
    "stat": _stat,
    "link": _link,
    "move": card_repairs.move,
    "unseen": card_repairs.unseen,
    "shuffle": card_repairs.shuffle,
    "level": card_repairs.level,
    "delevel": card_repairs.delevel,
    "stack": _stack,
    "turn": _turn,
    "overtime": _overtime,
    "phase": _phase,
    "materialized": _materialized,
    "recollected": _recollected,
    "attacks": _attacks,
    "mastery": _mastery,
    "lost": _lost,
    "element": _element,
    "status": _status,
    "suppressed": _suppressed,
}

_adjust = adjust_with(REPAIRS)
_penalised = parting_with(leave)[Penalty]


@handles
def adjust(t: GaTable, e: Adjust) -> None:
    """A judge sets the state right, which is checked after that (GA-20.1, 28.3, 28.6)."""
    if not t.state.presented:
        forbid_repair("no game has begun", "an entry that begins it")
    try:
        require_judge(t, e.judge, e.authority)
    except Violation as refused:
        t.refuse(
            "GA-28.3",
            "{judge} is not entrusted with it",
            judge=e.judge,
            legal=refused.legal if refused.rule == "REF-3.2" else "",
        )
    _adjust(t, e)
    t.assumptions[:] = dict.fromkeys(t.assumptions)


@handles
def penalty(t: GaTable, e: Penalty) -> None:
    """Too late to set the state right: it is accepted, or the player at fault loses the game
    (GA-28.8)."""
    if e.rule == "GA-28.8" and e.kind != "game-loss":
        t.refuse(
            "GA-28.8", "too late, it is accepted or costs the game", legal="game-loss, or stand"
        )
    _penalised(t, e)
