"""Cards with effects for the tests of sections 14 and 15, as TOML beside the plain ones.

``Text`` is a class card whose text is not told, so that any outcome may be logged of it.
"""

from functools import partial
from typing import Any

from tests.games import effects
from tests.games.effects import card_of
from tests.games.warrift.table import Match, mid


def card(
    name: str,
    *told: str,
    kind: str = "class_cards",
    words: tuple[str, ...] = (),
    **fields: Any,
) -> str:
    """A card as TOML, with its effects: ``when = "used"\\nsteps = [...]``."""
    usual: dict[str, dict[str, Any]] = {
        "class_cards": {"cls": "arbiter", "tier": 2, "cost": 2, "attack": 1},
        "starting_cards": {"cls": "arbiter", "role": "mage"},
        "monsters": {"tier": 1, "health": 3},
        "mercenaries": {"tier": 1, "cost": 1, "attack": 1},
        "strongholds": {"tier": 1, "cost": 0},
    }
    said = {**usual[kind], **fields}
    return card_of(kind, name, {**said, "words": words}, told)


does = partial(effects.does, when="played")
"""An effect with these steps, each the inside of an inline table."""

UNTOLD = 'when = "played"\ntext = "Anything."'
TEXT = card("Text", UNTOLD)
AMBUSH_TEXT = card("Hidden", UNTOLD, words=("ambush",))


def text(players: int = 2, extra: str = "", **more: Any) -> Match:
    """In ana's mid step, after she has played Text, whose effect is still to be logged."""
    match = mid(players, f"{TEXT}\n{extra}", **more).hold("ana", "Text")
    return match.play("ana play Text")


def told(*texts: str, extra: str = "", players: int = 2, **more: Any) -> Match:
    """In ana's mid step, with a card Rite of these effects in her hand."""
    cards = card("Rite", *texts)
    return mid(players, f"{cards}\n{extra}", **more).hold("ana", "Rite")
