"""Cards with effects for the tests of sections 14 and 15, as TOML beside the plain ones.

``Text`` is a class card whose text is not told, so that any outcome may be logged of it.
"""

from typing import Any

from tests.games.warrift.table import Match, mid


def card(
    name: str,
    *effects: str,
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
    lines = [f"[[{kind}]]", f'name = "{name}"', *(f"{k} = {_toml(v)}" for k, v in said.items())]
    if words:
        lines.append(f"words = [{', '.join(map(_toml, words))}]")
    for effect in effects:
        lines += [f"[[{kind}.effects]]", effect]
    return "\n".join(lines)


def _toml(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def does(*steps: str, when: str = "played", **more: Any) -> str:
    """An effect with these steps, each the inside of an inline table."""
    head = "\n".join(f"{k.rstrip('_')} = {_raw(v)}" for k, v in more.items())
    told = ", ".join(f"{{ {each} }}" for each in steps)
    return f'when = "{when}"\n{head}\nsteps = [{told}]'


def _raw(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


UNTOLD = 'when = "played"\ntext = "Anything."'
TEXT = card("Text", UNTOLD)
AMBUSH_TEXT = card("Hidden", UNTOLD, words=("ambush",))


def text(players: int = 2, extra: str = "", **more: Any) -> Match:
    """In ana's mid step, after she has played Text, whose effect is still to be logged."""
    match = mid(players, f"{TEXT}\n{extra}", **more).hold("ana", "Text")
    return match.play("ana play Text")


def told(*effects: str, extra: str = "", players: int = 2, **more: Any) -> Match:
    """In ana's mid step, with a card Rite of these effects in her hand."""
    cards = card("Rite", *effects)
    return mid(players, f"{cards}\n{extra}", **more).hold("ana", "Rite")
