"""A toy game: beasts with power, life, an element and words, and what changes them."""

from typing import Any

from msgspec import Struct, field

from referee.house import AnyTable
from referee.parts.lasting_changes import Change, Changes, Static, Text
from referee.parts.layers import Reading, has, value
from referee.table import MatchState, Table


class Beast(Struct, omit_defaults=True):
    """A beast in play."""

    power: int | None = None
    life: int = 1
    words: tuple[str, ...] = ()
    element: str = "norm"
    buffs: int = 0


class Zoo(MatchState[Any], omit_defaults=True):
    """The beasts, and what changes them."""

    beasts: dict[str, Beast] = field(default_factory=dict)
    changes: Changes = field(default_factory=Changes)


ELEMENTS = ("norm", "fire", "water")
TEXTS = {
    "Alpha": (Text("add", "power"),),  # other beasts: 1 power more
    "Beacon": (Text("add", "power"),),  # fire beasts: as many more as there are fire beasts
    "Census": (Text("set", "power"),),  # each beast: as much as it has life
    "Dye": (Text("set", "element", "fire"),),  # each beast
    "Echo": (Text("grant", "swift"),),  # what has swift
    "Fog": (Text("forbid", "attack"),),  # what is swift
    "Guild": (Text("add", "summon"),),  # the cards of ana: 1 less
    "Mirror": (Text("swap", "power", "life"),),  # itself
}
FITS = {
    "Alpha": lambda t, s, thing: thing in t.state.beasts and thing != s.source,
    "Beacon": lambda t, s, thing: has(t, ZOO, thing, "fire"),
    "Census": lambda t, s, thing: True,
    "Dye": lambda t, s, thing: True,
    "Echo": lambda t, s, thing: has(t, ZOO, thing, "swift"),
    "Fog": lambda t, s, thing: has(t, ZOO, thing, "swift"),
    "Guild": lambda t, s, thing: True,
    "Mirror": lambda t, s, thing: thing == s.source,
    **dict.fromkeys(("elk", "ox", "fox"), lambda t, s, thing: thing != s.source),
}


def amount(t: AnyTable, s: Static, thing: str) -> int:
    kind = s.source.partition(".")[0]
    if kind == "Beacon":
        return sum(has(t, ZOO, each, "fire") for each in t.state.beasts)
    if kind == "Census":
        return value(t, ZOO, thing, "life")
    return -1 if kind == "Guild" else 1


def bears(t: AnyTable, thing: str, word: str) -> bool:
    beast = t.state.beasts.get(thing)
    return beast is not None and (word in beast.words or word == beast.element)


def charges(t: AnyTable, change: Change, seat: str, card: str) -> bool:
    return seat == "ana" if change.source.startswith("Guild") else True


ZOO = Reading(
    printed=lambda t, thing, what: getattr(t.state.beasts[thing], what),
    bears=bears,
    fits=lambda t, s, thing: FITS[s.source.partition(".")[0]](t, s, thing),
    amount=amount,
    counters=lambda t, thing, what: t.state.beasts[thing].buffs,
    family=lambda word: "element" if word in ELEMENTS else "",
    charges=charges,
    least={"power": 0},
    rules={"printed": "X-1", "set": "X-2", "add": "X-3", "swap": "X-4"},
)


def zoo(**beasts: Beast) -> Table[Zoo, None]:
    return Table(Zoo(("ana", "bo"), beasts=beasts), None, {})
