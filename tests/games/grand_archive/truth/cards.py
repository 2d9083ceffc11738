"""What is printed on the plain cards of the test table, read from their TOML."""

import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from tests.games.grand_archive.table import MATERIAL

MATERIALS = (*MATERIAL, "Brute, Two", "Water")
"""What a material deck is made of; Fire or Water is always there."""


@dataclass(frozen=True)
class Print:
    """A card as it is printed."""

    name: str
    type: str
    reserve: int | None
    memory: int | None
    power: int | None
    life: int
    durability: int | None
    level: int
    element: str
    words: frozenset[str]
    lineage: str
    regalia: bool
    unique: bool
    siegeable: bool
    fast: bool

    @property
    def unit(self) -> bool:
        """Whether it is a unit on the field (GA-14.20)."""
        return self.type in ("ally", "champion")

    @property
    def lasts(self) -> bool:
        """Whether it becomes an object (GA-11.8)."""
        return self.type not in ("action", "attack", "champion")


def _print(card: dict[str, Any]) -> Print:
    return Print(
        card["name"],
        card["types"][0],
        card.get("reserve"),
        card.get("memory"),
        card.get("power"),
        card.get("life", 0),
        card.get("durability"),
        card.get("level", 0),
        card.get("element", "norm"),
        frozenset(card.get("keywords", ())),
        card.get("requires", ""),
        "regalia" in card.get("supertypes", ()),
        "unique" in card.get("supertypes", ()),
        "siegeable" in card.get("subtypes", ()),
        card.get("speed") == "fast",
    )


_PLAIN = (Path(__file__).parent.parent / "plain.toml").read_text(encoding="utf-8")
OF = {card["name"]: _print(card) for card in tomllib.loads(_PLAIN)["cards"]}
"""The cards by name."""

MAIN = tuple(name for name, card in OF.items() if card.reserve is not None)
"""The cards of a main deck."""


def deck_of(chance: Random) -> dict[str, int]:
    """A main deck of 60 cards or a few more, four of a name at most (GA-2.1, 2.2)."""
    names = list(MAIN)
    chance.shuffle(names)
    found: Counter[str] = Counter()
    for name in (*names, *names, *names, *names):
        if found.total() >= 60 and chance.random() < 0.7:
            break
        if found[name] < 4 and chance.random() < 0.8:
            found[name] += chance.randint(1, 4 - found[name])
    while found.total() < 60:
        name = chance.choice(names)
        found[name] += found[name] < 4
    return dict(found)


def material_of(chance: Random) -> tuple[str, ...]:
    """A material deck of at most twelve cards, with a Spirit or two (GA-2.3 to 2.5)."""
    spirits = chance.choice((["Fire"], ["Fire"], ["Water"], ["Fire", "Water"]))
    others = [name for name in MATERIALS if name not in ("Fire", "Water")]
    return (*spirits, *chance.sample(others, chance.randint(6, 12 - len(spirits))))
