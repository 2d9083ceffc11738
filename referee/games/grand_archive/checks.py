"""State-based checks: what the state of the table brings about by itself (section 20)."""

from collections.abc import Iterator

from referee.games.grand_archive.catalog import Card
from referee.games.grand_archive.combat_roles import check_roles
from referee.games.grand_archive.facts import CountersChanged
from referee.games.grand_archive.game_end import lose_together
from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.namesakes_and_wither import recount, withering
from referee.games.grand_archive.places import Parting, go_together
from referee.games.grand_archive.state import (
    FIELD,
    GaTable,
    InPlay,
    card_of,
    controlled,
    in_r26,
    objects,
)
from referee.games.grand_archive.triggers import report
from referee.games.grand_archive.values import TEXTS, has_word, is_unit, life_of
from referee.parts.responses import pend, seats_in_turn
from referee.table import Undo

_ASKED = frozenset({"life", "ally", "immortality"})
"""The numbers and words that a check asks for."""
_UNASKED = frozenset({
    *("turn", "active", "last", "phase", "came", "turned", "done", "heard", "overtime"),
    *("played", "cleaned", "drew", "recollected", "attacks", "fought", "tried", "spells"),
    *("materialized", "placed", "begun", "ended", "empower", "rested", "spent", "hurt"),
    *("holder", "passed", "stack", "stage", "asked", "before", "said", "how", "targets"),
    *("retaliators", "untold", "omens", "charged", "mastery", "direction", "empowered"),
    *("aims", "shares", "mode", "x", "did", "declared", "trusted", "number", "tried"),
})  # fmt: skip
"""What is written of the course, of doings and of what waits, which no check asks for."""


def check(t: GaTable) -> None:
    """What the state brings about, until nothing changes; then triggers go on the stack
    (GA-20.1 to 20.9)."""
    written = t.written(handles.checked)
    if written == [] and not t.state.cut:
        return
    suspects = _written_of(t, written)
    if suspects is None or suspects:
        while not t.state.over and _once(t, suspects):
            suspects = None
    elif t.state.waiting.stack:
        check_roles(t)
    if t.state.heard and not t.state.over:
        order = seats_in_turn(t.state)
        heard = [each for each in t.state.heard if each.seat in order]
        heard.sort(key=lambda each: order.index(each.seat))
        t.set(t.state, "heard", [])
        heard = [each for each in heard if handles.settles(t, each)]
        if heard:
            pend(t, None, *heard, triggered=True)
    if t.state.cut and not t.state.over:
        handles.cuts(t)
        if not (t.state.cut or t.state.over):
            check(t)  # of the turn or phase that has begun
    handles.checked = t.moment()


def _written_of(t: GaTable, written: list[Undo] | None) -> list[InPlay] | None:
    """The objects of which alone a check could find anything, by what was written since the last
    one, in the order of the table; None where it could of any."""
    state = t.state
    if written is None or state.unsettled or state.withering:
        return None
    if not _ASKED.isdisjoint(state.changes.statics) or t.catalog.immortal_at_times:
        return None  # a text may rest on anything
    zones, waiting, things = state.zones, state.waiting, state.zones.things
    named: set[str] = set()
    for undo, thing, name, old in written:
        if undo is setattr:
            if name == "damage":
                named.add(thing.id)
            elif name not in _UNASKED and (name != "place" or FIELD in (old, thing.place)):
                return None
        elif thing is things:
            came = things.get(name)
            if came is None:
                return None
            if came.place == FIELD:
                named.add(name)
        elif not (
            thing is waiting.passed
            or thing is waiting.stack
            or thing is zones.hidden
            or thing is zones.numbers
            or thing is zones.piles
            or thing is state.heard
            or any(thing is pile for pile in zones.piles.values())
        ):
            return None
    return [each for each in objects(t) if each.id in named] if named else []


def _once(t: GaTable, suspects: list[InPlay] | None) -> bool:
    """One check, of these objects or of all; whether anything changed."""
    dead: dict[str, bool] = {}
    losers = dict(_losers(t, dead))
    if losers:
        lose_together(t, losers)
        return True
    check_roles(t)
    changed = came = False
    going: list[Parting] = []
    seq = t.seq
    for thing in _suspects(t) if suspects is None else suspects:
        counters = thing.counters
        if counters and "buff" in counters and "debuff" in counters:
            _cancel(t, thing)
            changed = True
        elif perishes := _perishes(t, thing, dead.get(thing.id)):
            going.append(Parting(thing, *perishes))
        elif thing.since == seq and card_of(t, thing).is_unique:
            came = True
    if going:
        go_together(t, going)
        changed = True
    if came or t.state.unsettled:
        recount(t)
    if t.state.withering and not withering(t):
        t.set(t.state, "withering", [])
    return changed


def _suspects(t: GaTable) -> list[InPlay]:
    """The objects of which a check could find anything: those with damage, counters, a link, that
    something changes, or that have just come."""
    changes, seq = t.state.changes, t.seq
    if "life" in changes.statics and TEXTS.lowered(t, "life") != 0:
        return list(objects(t))
    on, lifeless = changes.on, t.catalog.lifeless
    return [
        each
        for each in t.state.zones.things.values()
        if (each.damage or each.counters or each.link or each.id in on or each.since == seq
            or each.name in lifeless)
        and each.place == FIELD
    ]  # fmt: skip


def _losers(t: GaTable, dead: dict[str, bool]) -> Iterator[tuple[str, tuple[str, str]]]:
    """Who loses now (GA-4.5, 4.6, 15.51); which champions are dead is kept in ``dead``."""
    state, things = t.state, t.state.zones.things
    on, any_life = state.changes.on, "life" in state.changes.statics
    for seat, side in state.players.items():
        if side.lost or not side.had:
            continue
        if not side.champions:
            if other := _may_be_champion(t, seat):
                t.trust(f"GA-4.6: by its text {other} may be a champion")
            else:
                yield seat, ("no champion", "GA-4.6")
            continue
        for each in side.champions:
            thing = things[each]
            if thing.damage or thing.counters or any_life or each in on:
                dead[each] = _is_dead(t, thing)
        fallen = [dead.get(each, False) for each in side.champions]
        if any(fallen) and t.choice["GA-I 9"] == "yes" and (all(fallen) or not in_r26(t)):
            yield seat, ("champion died", "GA-4.5")


def _may_be_champion(t: GaTable, seat: str) -> str:
    """An object of a player whose text, which is not told in full, may make a champion of it."""
    becoming = t.catalog.becoming
    found = (each.id for each in controlled(t, seat) if each.name in becoming) if becoming else ()
    return next(iter(found), "")


def _is_dead(t: GaTable, thing: InPlay, card: Card | None = None) -> bool:
    """Whether a unit has lethal damage, or no life (GA-14.2, 15.51, 20.3)."""
    life = life_of(t, thing, card)
    if life is None or (thing.damage < life and life > 0):
        return False
    return not has_word(t, thing, "immortality")


def _perishes(t: GaTable, thing: InPlay, dead: bool | None) -> tuple[str, str] | None:
    """How an object leaves now, and by which rule, if it does (GA-14.2, 14.12, 14.14, 15.51,
    20.7); ``dead``, where it is known whether it is."""
    if t.state.players[thing.controller].lost:
        return None
    card = card_of(t, thing)
    if dead is None:
        dead = _is_dead(t, thing, card)
    if dead and is_unit(t, thing):
        return "died", "GA-20.3"
    worn = card.durability is not None and not thing.counters.get("durability")
    if worn and not has_word(t, thing, "immortality"):
        return "destroyed", "GA-20.4"
    broken = thing.link and thing.link not in t.state.zones.things
    if broken and not has_word(t, thing, "immortality"):
        return "sacrificed", "GA-20.7"
    return None


def _cancel(t: GaTable, thing: InPlay) -> None:
    """Buff and debuff counters cancel one for one (GA-19.2)."""
    least = min(thing.counters["buff"], thing.counters["debuff"])
    for kind in ("buff", "debuff"):
        change_counters(t, thing, kind, -least)


def change_counters(t: GaTable, thing: InPlay, kind: str, change: int) -> None:
    """Counters come onto an object, or go (section 19)."""
    if not change:
        return
    left = thing.counters.get(kind, 0) + change
    if left or kind == "durability":  # a weapon without any is seen by the next check
        t.item(thing.counters, kind, left)
    else:
        t.item(thing.counters, kind)
    t.fact(CountersChanged(thing.controller, thing.id, kind, change, left))


def rest(t: GaTable, thing: InPlay) -> None:
    """An object is rested (GA-21.9)."""
    t.set(thing, "rested", True)
    t.set(thing, "spent", t.seq)
    report(t, "rested", thing.id)


def wake(t: GaTable, thing: InPlay) -> None:
    """An object wakes up (GA-21.9)."""
    t.set(thing, "rested", False)
    report(t, "wakes", thing.id)
