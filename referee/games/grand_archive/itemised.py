"""Life, power and level of an object term by term, with the entries (GA-16.30, 18.5, 25.13)."""

from collections.abc import Iterator

from referee.fact import DamageDealt, StateRepaired, TurnEnded
from referee.games.grand_archive.facts import ChampionLeveled, CountersChanged, Recovered
from referee.games.grand_archive.places import meant
from referee.games.grand_archive.state import GaTable, InPlay, card_of
from referee.games.grand_archive.values import READING
from referee.itemised import History, Itemised, Part
from referee.parts.layers import terms


def itemised(t: GaTable, named: str, history: History) -> list[Itemised]:
    """The life that is left to an object, its power and its level; of no object nothing."""
    found = meant(t, named)
    if len(found) != 1:
        return []
    (thing,) = found
    numbers = [
        Itemised("life left", (*_number(t, thing, "life", history), *_damage(t, thing, history))),
        Itemised("power", tuple(_number(t, thing, "power", history))),
    ]
    if card_of(t, thing).is_champion:
        numbers.append(Itemised("level", tuple(_number(t, thing, "level", history))))
    if "durability" in thing.counters:
        numbers.append(Itemised("durability", tuple(_durability(t, thing, history))))
    return [each for each in numbers if each.parts]


def _number(t: GaTable, thing: InPlay, what: str, history: History) -> Iterator[Part]:
    """A number before any damage: what is printed, counters, what changes it (GA-16.32)."""
    for each in terms(t, READING, thing.id, what):
        if each.label == "printed":
            yield Part(thing.name, each.value, each.rule, _came(thing, history))
        elif each.value:
            rule = each.rule or "GA-16.32"
            entry = each.entry or _counted(thing, history)
            yield Part(each.label, each.value, rule, entry)


def _came(thing: InPlay, history: History) -> int:
    """The entry with which the card came that lies on top."""
    for entry, fact in reversed(history):
        if isinstance(fact, ChampionLeveled) and fact.thing == thing.id:
            return entry
    return thing.since


def _counted(thing: InPlay, history: History) -> int:
    """The entry that last changed the counters on an object that change its numbers."""
    for entry, fact in reversed(history):
        if isinstance(fact, CountersChanged) and fact.thing == thing.id:
            return entry
    return 0


def _damage(t: GaTable, thing: InPlay, history: History) -> Iterator[Part]:
    """What the damage on an object is made of: on an ally that of this turn (GA-18.3 to 18.6)."""
    parts: list[Part] = []
    champion = card_of(t, thing).is_champion
    for entry, fact in history:
        if isinstance(fact, TurnEnded) and not champion:
            parts = []
        elif isinstance(fact, DamageDealt) and fact.target == thing.id:
            parts.append(Part(f"{fact.source}, {fact.cause}", -fact.amount, fact.rule, entry))
        elif isinstance(fact, Recovered) and champion and fact.seat == thing.controller:
            parts.append(Part("recovered", fact.amount, "GA-18.6", entry))
        elif isinstance(fact, StateRepaired) and _sets_damage(t, thing, fact):
            before = sum(each.value for each in parts)
            parts.append(Part("a judge's repair", -int(fact.value) - before, "REF-3.5", entry))
    yield from parts
    if rest := -thing.damage - sum(each.value for each in parts):
        yield Part("other damage", rest, "GA-18.5")


def _sets_damage(t: GaTable, thing: InPlay, fact: StateRepaired) -> bool:
    return fact.what == "damage" and fact.target in (thing.id, *_called(t, thing))


def _called(t: GaTable, thing: InPlay) -> tuple[str, ...]:
    """What else a repair may call an object: its name, its player where it is a champion."""
    seats = t.state.players
    own = thing.id in seats[thing.controller].champions[:1]
    return (thing.name, thing.controller) if own else (thing.name,)


def _durability(t: GaTable, thing: InPlay, history: History) -> Iterator[Part]:
    """The durability that is left, from what is printed on (GA-19.8)."""
    printed = card_of(t, thing).durability or 0
    yield Part(thing.name, printed, "GA-2.32", thing.since)
    left = printed
    for entry, fact in history:
        if not isinstance(fact, CountersChanged) or fact.thing != thing.id:
            continue
        if fact.kind == "durability":
            left += fact.change
            yield Part("counters", fact.change, "GA-19.1", entry)
    if rest := thing.counters["durability"] - left:
        yield Part("other counters", rest, "GA-19.1")
