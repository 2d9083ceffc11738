"""Cards with effects for the tests of section 19, as TOML beside the plain ones.

``Text`` is a creature whose text is not told, so that any outcome may be logged of it.
"""

from functools import partial
from typing import Any

from tests.games import effects
from tests.games.effects import card_of
from tests.games.tower_wizwar.table import Match, turn


def card(
    name: str,
    *told: str,
    kind: str = "creatures",
    allows: tuple[str, ...] = (),
    words: tuple[str, ...] = (),
    **fields: Any,
) -> str:
    """A card as TOML, with its effects: ``when = "activated"\\nsteps = [...]``."""
    spell: dict[str, Any] = {"spellbook": "Blue", "cost": 1}
    usual: dict[str, dict[str, Any]] = {
        "creatures": {**spell, "type": "minion", "power": 1, "might": 2},
        "celestials": {},
        "orbitals": {},
        "towers": {"value": 3, "draft": 3, "power": 3, "might": 3},
    }
    said = {**usual.get(kind, spell), **fields}
    return card_of(kind, name, {**said, "allows": allows, "keywords": words}, told)


does = partial(effects.does, when="activated")
"""An effect with these steps, each the inside of an inline table."""

UNTOLD = 'when = "activated"\ntext = "Anything."'
TEXT = card("Text", UNTOLD)


def text(players: int = 2, extra: str = "", **more: Any) -> Match:
    """In ana's cast phase, with Text in F1, of which any outcome may be logged; with six in hand
    her turn cannot end by itself (TW-11.23)."""
    match = turn(players, f"{TEXT}\n{extra}", **more).unseen("ana", "hand", 1)
    match.put("ana", "F1", "Text")
    return match


def told(effect: str, extra: str = "", players: int = 2, **more: Any) -> Match:
    """In ana's cast phase, with Told in F1, which has one effect."""
    match = turn(players, f"{card('Told', effect)}\n{extra}", **more).unseen("ana", "hand", 1)
    match.put("ana", "F1", "Told")
    return match
