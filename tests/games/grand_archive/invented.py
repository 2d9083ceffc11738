"""Cards that nobody sells, and decks of them."""

from functools import cache
from typing import Any

import msgspec

from referee.games.grand_archive.catalog import Card, Cards

PLAIN = {f"Extra {n:02}": 4 for n in range(1, 16)}
"""A main deck of sixty."""
MATERIAL = {f"Relic {n:02}": 1 for n in range(1, 12)} | {"Ilse, Lost Lamp": 1}
"""A material deck of twelve."""


def card(name: str = "Practice Lanternbearer", /, **facts: Any) -> Card:
    """A card of these facts; an ally where they do not say what it is."""
    return msgspec.convert({"name": name, "types": ["ally"], **facts}, Card)


def regalia(name: str, **facts: Any) -> Card:
    """A regalia of the material deck."""
    more = {"types": ["item"], "supertypes": ["regalia"], "memory": 1, "deck": "material"}
    return card(name, **{**more, **facts})


def champion(name: str, level: int, **facts: Any) -> Card:
    """A champion."""
    return card(name, types=["champion"], level=level, memory=level, deck="material", **facts)


@cache
def cards() -> Cards:
    """A catalog of what decks may and may not hold."""
    made = [
        *(card(f"Extra {n:02}", reserve=1) for n in range(1, 91)),
        *(regalia(f"Relic {n:02}") for n in range(1, 21)),
        *(regalia(f"Divine {n}", keywords=["divine relic"]) for n in (1, 2)),
        champion("Ilse, Lost Lamp", 0),
        champion("Ilse, Lamp of Dusk", 1),
        card("Practice Token", supertypes=["token"], deck="none"),
        card("Practice Tide", types=["mastery"], deck="none"),
        card("Small Blessing", types=["lesser boon"], deck="none"),
        card("Large Blessing", types=["greater boon"], deck="none"),
        card("Practice Stone", types=["item"], back={"name": "Practice Beast", "types": ["ally"]}),
        card("Forbidden Rite", types=["action"], limits={"standard": 0}),
        card("Rare Rite", types=["action"], limits={"standard": 1}),
        card("Drafted Rite", types=["action"], limits={"standard": 0, "pantheon": 0}),
        card("Rite of Many", types=["action"], limits={"standard": 0, "limited": 0}),
    ]
    bans: Any = {"standard": {"Forbidden Rite": "2026-06-29"}}
    return Cards(
        game="grand_archive", name="Invented", dated="2026-06-29", cards=tuple(made), bans=bans
    )
