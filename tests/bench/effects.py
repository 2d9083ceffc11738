"""Effects of cards in the vocabulary of a toy game: read against a line, checked and applied."""

from collections.abc import Callable

from events.outcome import Outcome
from referee.hidden import HiddenCards
from referee.parts.effects import CompiledEffect, Doing, compile_effect, happen
from referee.parts.effects.accepted_lines import complete, first_of
from tests.bench.measure import about, heading, rate, timed_together
from tests.referee.parts.toy import (
    SEATS,
    VOCABULARY,
    Damage,
    Discard,
    Roll,
    Toy,
    compiled,
    read_effect,
    table,
)

TIMES = 2_000
DEEP = 100_000
"""How many of each card a deck holds, so that it lasts."""

EFFECTS: dict[str, tuple[str, tuple[Outcome, ...], dict[str, tuple[str, ...]]]] = {
    "fixed, one aim": (
        'aims = { foe = { what = { is = "monster" } } }\n'
        'steps = [{ do = "damage", monster = "foe", amount = 3 }]',
        (),
        {"aims": ("Ogre.1",)},
    ),
    "bounds and a pick, then draw": (
        'steps = [{ do = "damage", monster = { is = "monster" }, amount = [1, 3] },'
        ' { do = "draw" }]',
        (Damage("Ogre.1", 2),),
        {},
    ),
    "a count over 15 things": (
        'steps = [{ do = "gain", change = { count = { is = "animal", of = "you" } } }]',
        (),
        {},
    ),
    "each of two opponents discards": (
        'steps = [{ do = "discard", each = "opponent", player = "it" }]',
        (Discard(("Mage",), "bo"), Discard(("Flare",), "cy")),
        {},
    ),
    "a roll and two conditions": (
        'aims = { foe = { what = { is = "monster" } } }\n'
        'steps = [{ do = "roll", face = [1, 6] },'
        ' { do = "gain", change = 1, if = { last = "roll", least = 5 } },'
        ' { do = "damage", monster = "foe", amount = { last = "roll", over = 2 } }]',
        (Roll(4),),
        {"aims": ("Ogre.1",)},
    ),
    "a text alone": ('text = "Odd."', (Damage("Ogre.1", 2),), {}),
}


def deep() -> Toy:
    """A table with 15 things, and more cards than are ever drawn."""
    t = table(*["Ogre"] * 5, *["ana: Wolf"] * 5, *["bo: Pup"] * 5)
    for body in t.state.play.values():
        body.health = 10**9
    cards = dict.fromkeys(("Mage", "Warrior", "Flare", "Pup"), DEEP)
    t.state.hidden = HiddenCards.of_lists({f"{seat}.deck": cards for seat in SEATS})
    for seat in SEATS:
        t.state.hidden.draw(DEEP * 2, f"{seat}.deck", f"{seat}.hand")
    return t


def applied(t: Toy, effect: CompiledEffect, doing: Doing) -> Callable[[], None]:
    """The effect happens over and over."""

    def work() -> None:
        for _ in range(TIMES):
            happen(t, effect, doing)
        t.facts.clear()
        t.assumptions.clear()

    return work


def run() -> None:
    """Print how many effects a second, and the like."""
    about("effects")
    heading("effects of cards alone, a second")
    works: dict[str, Callable[[], object]] = {}
    for name, (text, did, more) in EFFECTS.items():
        works[name] = applied(deep(), compiled(text), Doing("ana", "Rite", did, **more))
    text, did, _ = EFFECTS["bounds and a pick, then draw"]
    t, effect = deep(), compiled(text)
    wrong = Doing("ana", "Rite", (Damage("Ogre.1", 4),))
    works["refused and taken back"] = lambda: [
        t.refusal(lambda: happen(t, effect, wrong)) for _ in range(TIMES)
    ]
    works["proposed"] = lambda: [
        complete(t, effect, Doing("ana", "Rite"), first_of) for _ in range(TIMES)
    ]
    read = read_effect(text)
    works["compiled"] = lambda: [compile_effect(read, VOCABULARY, "Rite") for _ in range(TIMES)]
    for name, timing in timed_together(works, runs=5).items():
        rate(name, TIMES, timing, "a second")
