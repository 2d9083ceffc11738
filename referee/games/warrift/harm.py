"""Damage, death, points, and the triggers that come of them (sections 1, 5 and 7)."""

from events.warrift import Part
from referee.fact import DamageDealt, ScoreChanged
from referee.games.warrift.catalog import POINTS, Monster
from referee.games.warrift.facts import MonsterKilled
from referee.games.warrift.places import LAYOUT
from referee.games.warrift.state import (
    InPlay,
    Strike,
    Triggered,
    WrTable,
    card_of,
    monsters,
    teams,
)
from referee.games.warrift.triggers import happened
from referee.games.warrift.values import TEXTS, attack_of, has_word, health_left
from referee.house import members, side_of
from referee.parts.responses import Pending, pend, take_away

THRESHOLD, TEAM_THRESHOLD = 30, 60
"""The points that call the game-ending rotation (WR-1.3, 17.3)."""


def score(t: WrTable, seat: str, change: int, *, paid: bool = False) -> None:
    """A player's points change, never below 0; 30 call the game-ending rotation (WR-1.2 to 1.5,
    17.3).

    Args:
        t: the table.
        seat: whose points.
        change: how many more or fewer.
        paid: whether they are paid for a stronghold, which never undoes that (WR-I 2).
    """
    state = t.state
    side = state.sides[seat]
    team = bool(state.allies) and teams(state)
    before = _measured(t, seat) if team else side.points
    t.set(side, "points", max(0, side.points + change))
    t.fact(ScoreChanged(seat, "points", side.points))
    have = _measured(t, seat) if team else side.points
    threshold = TEAM_THRESHOLD if team else THRESHOLD
    if have >= threshold:
        t.set(side, "reached", True)
        if not state.ending:
            t.set(state, "ending", state.rotation + 1)
    elif before >= threshold and not paid and t.choice["WR-I 2"] == "strongholds_only":
        together = t.choice["WR-I 70"] == "sum_of_both_teammates"
        for each in members(state, side_of(state, seat)) if together else (seat,):
            t.set(state.sides[each], "reached", False)
        if state.rotation < state.ending and not any(s.reached for s in state.sides.values()):
            t.set(state, "ending", 0)


def _measured(t: WrTable, seat: str) -> int:
    """The points of a team that are held against the threshold: its sum (WR-17.3, WR-I 70)."""
    state = t.state
    if t.choice["WR-I 70"] == "sum_of_both_teammates":
        return sum(state.sides[mate].points for mate in members(state, side_of(state, seat)))
    return state.sides[seat].points


def new_moment(t: WrTable) -> int:
    """What happens from now on is of another moment."""
    t.set(t.state, "moments", t.state.moments + 1)
    return t.state.moments


def trigger(t: WrTable, thing: InPlay, word: str, seat: str) -> Triggered | None:
    """What a thing does at this moment, put on what is pending; None where it does nothing.

    Args:
        t: the table.
        thing: the copy in play.
        word: the trigger.
        seat: who is "you" (WR-5.8).
    """
    effects = t.catalog.triggered.get((thing.name, word))
    if not effects:
        return None
    found = Triggered(
        t.seq,
        seat,
        thing.id,
        trigger=word,
        effects=list(effects),
        name=thing.name,
        moment=t.state.moments,
        was=thing if word == "deathcrash" else None,
    )
    pend(t, None, found)
    return found


def hurt(
    t: WrTable,
    seat: str,
    source: InPlay | str,
    monster: InPlay,
    amount: int,
    *,
    corrupts: bool = True,
) -> int | None:
    """Damage to a monster; a source with Corrupt puts counters in its place (WR-14.15).

    Returns:
        The health that is left; None where it was no damage.
    """
    if amount <= 0:
        return None
    if isinstance(source, str):
        name = source.rpartition(".")[0] or source
        bears = "corrupt" in card_of(t, name).all_words
    else:
        name = source.name
        bears = has_word(t, source, "corrupt")
    if bears and corrupts:
        t.set(monster, "counters", monster.counters + amount)
        word, rule = "counter", "WR-14.15"
    else:
        t.set(monster, "damage", monster.damage + amount)
        word, rule = "damage", "WR-7.6"
    left = max(0, health_left(t, monster))
    t.fact(DamageDealt(seat, name, "", monster.id, monster.name, amount, left, "damage", rule))
    happened(t, word, monster.id, seat)
    return left


def die_if_spent(t: WrTable, monster: InPlay, killer: str, source: str) -> bool:
    """A monster without health dies at once (WR-7.7)."""
    if health_left(t, monster) > 0:
        return False
    kill(t, monster, killer, source)
    return True


def kill(t: WrTable, monster: InPlay, killer: str, source: str, *, pays: bool = True) -> None:
    """A monster dies: to the Necropolis, the killer's points, its Deathcrash (WR-7.8 to 7.11).

    Args:
        t: the table.
        monster: what dies.
        killer: whose creature or effect took its last health; empty where a change that stopped
            did.
        source: what did it.
        pays: whether it is worth points at all (WR-I 34).
    """
    state = t.state
    killer = killer_by(t, killer, source)
    points = POINTS[t.catalog.cards[monster.name].tier] if killer and pays else 0
    stolen = ""
    for each in reversed(state.waiting.stack) if killer else ():
        if (
            isinstance(each, Strike)
            and each.seat != killer
            and any(part.monster == monster.id for part in each.parts)
        ):
            stolen = each.seat
            break
    t.fact(MonsterKilled(killer, monster.id, monster.name, points, source, stolen))
    you = killer or state.active
    if t.choice["WR-I 24"] == "always_active_player":
        you = state.active
    crash = trigger(t, monster, "deathcrash", you)
    happened(t, "kill", monster.id, killer)
    if points and crash is not None and t.choice["WR-I 23"] == "deathcrash_then_points":
        t.set(crash, "killer", killer)
        t.set(crash, "points", points)
    elif points:
        score(t, killer, points)
    LAYOUT.leave(t, monster, "", "necropolis")


def pay_after(t: WrTable, pending: Pending) -> None:
    """A Deathcrash is done with, and the points for the kill follow, where they come after it
    (WR-I 23)."""
    if isinstance(pending, Triggered) and pending.points:
        points = pending.points
        t.set(pending, "points", 0)
        score(t, pending.killer, points)


def killer_by(t: WrTable, seat: str, source: str) -> str:
    """Who has a kill: the player whose creature or effect it was; nobody, or the active player,
    where a monster's own effect or a change that stopped did it (WR-7.10, WR-I 33)."""
    name = source if source in t.catalog.cards else source.rpartition(".")[0]
    if seat and not isinstance(t.catalog.cards.get(name), Monster):
        return seat
    return t.state.active if t.choice["WR-I 33"] == "active_player" else ""


def starve(t: WrTable) -> None:
    """Monsters die whose health is gone by a text in play, or since one has left (WR-15.10).

    A text that came into play with this entry has the kill; one that stopped has none. Nothing is
    to be done where no text is about health, and none has left.
    """
    state = t.state
    statics = state.changes.statics.get("health", ())
    for monster in _at_risk(t):
        if health_left(t, monster) > 0:
            continue
        new_moment(t)
        seat, source = "", ""
        for static in statics:
            thing = state.zones.things.get(static.source)
            if thing is None or static.entry != t.seq or not TEXTS.fits(t, static, monster.id):
                continue
            if TEXTS.amount(t, static, monster.id) < 0:
                seat, source = thing.controller, thing.id
        kill(t, monster, seat, source)
    if not statics:
        t.set(state, "fading", False)


def _at_risk(t: WrTable) -> list[InPlay]:
    """The monsters whose health may be gone, oldest first: those that not even the texts that
    take from it, were all of them about it, leave alive for certain, whatever becomes of those
    that add to it."""
    lowered = TEXTS.lowered(t, "health")
    if lowered is None:
        return monsters(t)
    things, healths, on = t.state.zones.things, t.catalog.healths, t.state.changes.on
    changed = {each for each in on if each in things and things[each].name in healths}
    weakest = t.catalog.least_health - lowered
    return [
        thing
        for thing in things.values()
        if ((lost := thing.damage + thing.counters) >= weakest or (changed and thing.id in changed))
        and (health := healths.get(thing.name)) is not None
        and (health - lowered <= lost or thing.id in changed)
    ]


def strike(t: WrTable, attack: Strike) -> None:
    """An attack takes effect: all parts together, then the deaths in their order (WR-14.24)."""
    state = t.state
    things = state.zones.things
    t.push(state.struck, attack.entry, *attack.turned)
    creature = things.get(attack.source)
    if creature is None or creature.controller != attack.seat:
        take_away(t, attack, "its attacker is gone")
        return
    new_moment(t)
    struck: list[InPlay] = []
    left: int | None = None
    parts = attack.parts
    if attack.undivided:
        parts = [Part(parts[0].monster, attack_of(t, creature))]
    elif sum(part.amount or 0 for part in parts) > (now := attack_of(t, creature)):
        t.trust(f"{creature.id}: its parts are as they were said, and its attack is {now} by now")
    for part in parts:
        monster = things.get(part.monster)
        if monster is None:
            continue
        left = hurt(t, attack.seat, creature, monster, part.amount or 0)
        if monster not in struck:
            struck.append(monster)
    if not struck:
        if t.choice["WR-I 32"] == "kept":
            t.set(creature, "attacks", creature.attacks - 1)
        take_away(t, attack, "its target is gone")
    if len(struck) == 1 and left:
        return
    for monster in struck:
        die_if_spent(t, monster, attack.seat, creature.id)
