"""What effects do to what is in play: damage, changes, deaths, control (WR-15.6)."""

from collections.abc import Mapping
from typing import Any

from referee.games.warrift.arrivals import bring_in, monsters_in
from referee.games.warrift.catalog import Fighter, Monster, Stronghold
from referee.games.warrift.effects.protection import (
    kept_off,
    protected_kill,
    require_aside,
    require_consumed,
    require_open,
    sets_aside,
    wakes,
)
from referee.games.warrift.facts import CountersChanged
from referee.games.warrift.harm import die_if_spent, hurt, kill
from referee.games.warrift.places import LAYOUT
from referee.games.warrift.state import InPlay, goes_to
from referee.games.warrift.triggers import happened
from referee.games.warrift.values import attack_of, has_word, health_left
from referee.parts.effects import Run
from referee.parts.lasting_changes import begin

Values = Mapping[str, Any]


def _card(r: Run, thing: InPlay) -> Any:
    return r.t.catalog.cards[thing.name]


def _require_monster(r: Run, thing: InPlay) -> None:
    if not isinstance(_card(r, thing), Monster):
        r.forbid("{thing} is no monster", thing=thing.id)


def _require_fighter(r: Run, thing: InPlay) -> None:
    """Only class cards and mercenaries have an attack."""
    if not isinstance(_card(r, thing), Fighter):
        r.forbid("{thing} has no attack", thing=thing.id)
    require_open(r, thing.controller)


def _dies(r: Run, monster: InPlay) -> None:
    """A monster without health dies at once, unless a Forcefield keeps its kill."""
    if health_left(r.t, monster) > 0:
        return
    _require_kill(r, monster)
    die_if_spent(r.t, monster, r.seat, r.doing.source)


def _require_kill(r: Run, monster: InPlay) -> None:
    found = protected_kill(r, monster)
    if found is not None:
        why = "the kill of {monster} is under the Forcefield of {source}"
        require_aside(
            r, "WR-14.20", why, since=found.entry, monster=monster.id, source=found.source
        )


# -- monsters ------------------------------------------------------------------------------------


def damage(r: Run, monster: InPlay, amount: int) -> int:
    """Damage, or counters where the source has Corrupt (WR-14.15)."""
    _require_monster(r, monster)
    if amount < 0:
        r.forbid("damage is never less than 0, logged {amount}", amount=amount)
    source = r.source if isinstance(r.source, InPlay) else r.doing.source
    hurt(r.t, r.seat, source, monster, amount, corrupts=not sets_aside(r, "WR-14.15"))
    _dies(r, monster)
    return amount


def mend(r: Run, monster: InPlay, amount: int) -> int:
    """Damage is taken off, at most what there is."""
    _require_monster(r, monster)
    if not 0 <= amount <= monster.damage:
        r.forbid("{monster} has {have} damage", monster=monster.id, have=monster.damage)
    r.t.set(monster, "damage", monster.damage - amount)
    return amount


def mendable(r: Run, values: Values) -> int:
    """How much damage could be taken off."""
    thing = values["monster"]
    return thing.damage if isinstance(thing, InPlay) else 0


def counters(r: Run, monster: InPlay, change: int) -> int:
    """Corrupt counters are put on, or taken off, not more than there are (WR-14.16)."""
    _require_monster(r, monster)
    have = monster.counters
    if have + change < 0:
        if r.at or r.list == "payment":
            r.forbid("{monster} has {have:counter}", monster=monster.id, have=have)
        change = -have
    r.t.set(monster, "counters", have + change)
    r.t.fact(CountersChanged(monster.id, change, monster.counters, r.doing.source))
    if change > 0:
        happened(r.t, "counter", monster.id, r.seat)
    _dies(r, monster)
    return change


def health(r: Run, monster: InPlay, change: int, until: str = "turn") -> int:
    """A monster's health is changed for some time (WR-15.10)."""
    _require_monster(r, monster)
    begin(r.t, r.doing.source, monster.id, "add", "health", change, until=moment(until))
    _dies(r, monster)
    return change


def kill_outright(r: Run, monster: InPlay) -> None:
    """A monster is killed without damage; by WR-I 34 it gives points, or not."""
    _require_monster(r, monster)
    _require_kill(r, monster)
    pays = r.t.choice["WR-I 34"] == "yes_as_health_0"
    kill(r.t, monster, r.seat, r.doing.source, pays=pays)


def remove(r: Run, thing: InPlay, to: str) -> None:
    """A thing leaves play without dying: no points, no Deathcrash (WR-7.12)."""
    require_open(r, thing.controller)
    card = _card(r, thing)
    if to == "play" or not takes(card, to):
        r.forbid("{thing} does not go to {where}", thing=thing.id, where=to)
    if to == "necropolis" and not isinstance(card, Monster) and wakes(r, thing):
        require_consumed(r, thing.name)
        if not r.at:
            devour(r, thing)
            return
    seat = thing.owner or thing.controller
    hidden = LAYOUT.places[to].kind == "hidden"
    LAYOUT.leave(r.t, thing, seat, to, "anywhere" if hidden else "top")


def takes(card: Any, place: str) -> bool:
    """Whether a place takes such a card: by its back, and by who may hold it."""
    if place == "necropolis":
        return True
    if isinstance(card, Monster):
        return place == "eye"
    if place in ("support", "offers", "support-discard"):
        return isinstance(card, Stronghold) or card.kind == "mercenary"
    if isinstance(card, Stronghold):
        return place == "play"
    if place in ("hand", "play"):
        return True
    if card.kind == "mercenary":
        return False
    if place in ("class", "selection", "rift"):
        return bool(card.kind == "class card")
    return place in ("primary", "discard")


def enter(r: Run, count: int, place: str = "eye") -> int:
    """So many monsters come in after the whole effect, each with its Eyestrike (WR-5.6)."""
    if place not in ("eye", "necropolis") or count < 0:
        r.forbid("no monsters come from {where}", where=place)
    there = monsters_in(r.t, place)
    if r.at and count > there:
        r.forbid("only {have:monster} in {where}", have=max(0, there), where=place)
    return bring_in(r.t, count, place, r.compiled.card)


def enterable(r: Run, values: Values) -> int:
    """How many monsters could come in."""
    return max(0, monsters_in(r.t, values["place"]))


# -- creatures and strongholds -------------------------------------------------------------------


def attack(r: Run, creature: InPlay, change: int, until: str = "turn") -> int:
    """A creature's attack is changed for some time; it is never below 0, so that less may come
    of it than was said."""
    _require_fighter(r, creature)
    before = attack_of(r.t, creature)
    begin(r.t, r.doing.source, creature.id, "add", "attack", change, until=moment(until))
    return attack_of(r.t, creature) - before


def again(r: Run, creature: InPlay) -> None:
    """A creature may attack once more (WR-7.3)."""
    _require_fighter(r, creature)
    r.t.set(creature, "again", creature.again + 1)


def control(r: Run, thing: InPlay, player: str) -> int:
    """A stronghold or creature changes its controller; it does not enter play again."""
    if not thing.controller:
        r.forbid("nobody controls {thing}", thing=thing.id)
    require_open(r, thing.controller)
    require_open(r, player)
    had = thing.controller == player
    r.t.set(thing, "controller", player)
    return int(not had)


def grant(r: Run, word: str, thing: InPlay, until: str = "turn") -> int:
    """A card in play has a word for some time; it may have it already."""
    require_open(r, thing.controller)
    had = has_word(r.t, thing, word)
    begin(r.t, r.doing.source, thing.id, "grant", word, until=moment(until))
    return int(not had)


def devour(r: Run, thing: InPlay) -> None:
    """A card in play is consumed: to the Necropolis, or by Awaken to a pile (WR-14.12)."""
    require_open(r, thing.controller)
    if isinstance(_card(r, thing), Monster):
        r.forbid("{thing} is a monster, which is killed or removed", thing=thing.id)
    if wakes(r, thing):
        seat, place = goes_to(r.t, thing.name, thing.owner or thing.controller)
        LAYOUT.leave(r.t, thing, seat, place)
    else:
        happened(r.t, "consume", thing.id, r.seat)
        LAYOUT.leave(r.t, thing, "", "necropolis")


def of_thing(r: Run, values: Values) -> str:
    """Why a word keeps an outcome off what somebody controls (WR-14.18)."""
    for value in values.values():
        if isinstance(value, InPlay) and kept_off(r, value.controller) is not None:
            return f"{value.controller} is under a Forcefield"
    return ""


def of_seat(r: Run, values: Values) -> str:
    """Why a word keeps an outcome off a player (WR-14.18)."""
    seat = values.get("player", "")
    return f"{seat} is under a Forcefield" if kept_off(r, seat) is not None else of_thing(r, values)


def moment(until: str) -> str:
    """The moment that ends a change, by how long it lasts."""
    return "turn" if until == "turn" else ""
