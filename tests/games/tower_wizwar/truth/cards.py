"""The cards of these matches: the plain ones, and some whose texts leave everything open."""

from collections import Counter
from random import Random
from typing import Any

from tests.games.tower_wizwar.effects import UNTOLD, card
from tests.games.tower_wizwar.table import catalog as plain

OPEN = "\n".join(
    (
        card("Text", UNTOLD),
        card("Verse", UNTOLD, cost=0, power=2, might=3),
        card("Omen", 'when = "celestial"\ntext = "Anything."', kind="celestials"),
        card("Cap", 'when = "orbital"\ntext = "Anything."', kind="orbitals"),
    )
)
RITUALS = ("Rite1", "Rite2", "Rite3")
CREATURES = (
    *(f"C{n}" for n in range(9)),
    *("Guard1", "Guard2", "Guard3", "Mist1", "Mist0", "Glass2", "Ghost2", "Text", "Verse"),
)
CHEAP = ("C0", "C1", "C2", "C3", "Guard1", "Guard2", "Mist1", "Glass2", "Text", "Verse")
OTHERS = ("Tool1", "Relic2", "Glade1")
CELESTIALS = (*(f"Sun{n}" for n in range(1, 7)), "Omen")
ORBITALS = ("Hat1", "Hat2", "Hat3", "Hat4", "Cap")
TOWERS = (("Keep2", "Keep3", "Keep5"), ("Keep3", "Keep4"), ("Keep2", "Keep2", "Keep2", "Keep3"))
OPEN_TEXTS = ("Text", "Verse")
"""Creatures whose texts are activated."""


def catalog() -> Any:
    """The plain cards and the open ones."""
    return plain(OPEN)


CARDS = catalog().cards


def deck_of(chance: Random) -> dict[str, int]:
    """A deck of magic in order: of some cards one copy, of some many (TW-2.1 to 2.6)."""
    found = Counter(chance.choices(RITUALS, k=5))
    found.update(chance.sample(CELESTIALS, 6) if chance.random() < 0.5 else ["Omen"] * 3)
    found.update(chance.choices(CELESTIALS, k=6 - sum(found[name] for name in CELESTIALS)))
    found.update(chance.choices(ORBITALS, k=4))
    cheap = chance.random() < 0.5
    found.update(chance.choices(CHEAP if cheap else CREATURES, k=18))
    few = chance.sample(CHEAP if cheap else CREATURES, chance.randint(4, 10))
    found.update(chance.choices([*few, *OTHERS], k=27))
    return dict(found)


def is_spell(name: str) -> bool:
    """Whether the back shows a spellbook."""
    return bool(CARDS[name].back == "spell")


def back(name: str) -> str:
    """What the back of a card shows."""
    return str(CARDS[name].back)


def book(name: str) -> str:
    """The spellbook of a spell."""
    return str(CARDS[name].spellbook)


def kind(name: str) -> str:
    """The kind of a card, as printed."""
    return str(CARDS[name].kind)


def cost(name: str) -> int:
    """The printed cost."""
    return int(CARDS[name].cost)


def words(name: str) -> frozenset[str]:
    """Its keywords."""
    return frozenset(CARDS[name].keywords)


def power(name: str) -> int:
    """The attack power: of a card without a stat line 00 (TW-15.3)."""
    return 0 if "ethereal" in words(name) else int(CARDS[name].power or 0)


def might(name: str) -> int:
    """The Might: of a corporeal card without a stat line 01, of an Ethereal one 00."""
    if "ethereal" in words(name):
        return 0
    printed = CARDS[name].might
    return 1 if printed is None else int(printed)


def is_creature(name: str) -> bool:
    """Whether it can attack (TW-12.8)."""
    return name in CREATURES
