"""The words of WarRift's effects: what each outcome of WR-15.6 does."""

from collections.abc import Mapping
from typing import Any

from events.warrift import Damage, DrawCards, Magicka, Points
from referee.games.warrift.catalog import TRIGGERS
from referee.games.warrift.drawing import draw, primary_size
from referee.games.warrift.harm import die_if_spent, hurt, score
from referee.games.warrift.places import LAYOUT, PLACES, pile
from referee.games.warrift.reckoning import attack_of, has_word, health_left
from referee.games.warrift.state import InPlay, WrTable, card_of, hand_size, monsters
from referee.house import AnyTable
from referee.parts.effects import Among, Primitive, Run, Vocabulary
from referee.parts.zones import Copy


def _magicka(r: Run, change: int, player: str) -> None:
    side = r.t.state.sides[player]
    if side.magicka + change < 0:
        r.forbid("{seat} has {have} magicka", seat=player, have=side.magicka)
    r.t.set(side, "magicka", side.magicka + change)


def _points(r: Run, change: int, player: str) -> None:
    score(r.t, player, change)


def _damage(r: Run, monster: InPlay, amount: int) -> int:
    source = r.source if isinstance(r.source, InPlay) else r.doing.source
    hurt(r.t, r.seat, source, monster, amount)
    die_if_spent(r.t, monster, r.seat, r.doing.source)
    return amount


def _draw(r: Run, player: str, count: int = 1) -> int:
    return draw(r.t, player, count, "WR-15.6")


def _drawable(r: Run, values: Mapping[str, Any]) -> int:
    seat = values["player"]
    return primary_size(r.t, seat) + len(pile(r.t, f"{seat}.discard"))


def has(t: AnyTable, thing: Copy | str, word: str) -> bool:
    """Whether a thing in play, or a card, has a word."""
    if isinstance(thing, str):
        return word in card_of(t, thing).all_words
    return isinstance(thing, InPlay) and has_word(t, thing, word)


def cards_in(t: WrTable, seat: str, place: str) -> Among:
    """The cards in a place."""
    return LAYOUT.find(t, seat, place)


def _of_thing(reckoned: Any) -> Any:
    def number(r: Run, about: Any) -> int:
        thing = about if about is not None else r.source
        return reckoned(r.t, thing) if isinstance(thing, InPlay) else 0

    return number


NUMBERS = {
    "night": lambda r, about: int(r.t.state.night),
    "magicka": lambda r, about: r.t.state.sides[r.seat].magicka,
    "points": lambda r, about: r.t.state.sides[r.seat].points,
    "hand": lambda r, about: hand_size(r.t.state, r.seat),
    "monsters": lambda r, about: len(monsters(r.t)),
    "rotation": lambda r, about: r.t.state.rotation,
    "attack": _of_thing(attack_of),
    "health": _of_thing(health_left),
}
VOCABULARY = Vocabulary(
    outcomes={
        Magicka: Primitive(_magicka, "{player} {change} magicka"),
        Points: Primitive(_points, "{player} {change} points"),
        Damage: Primitive(_damage, "{amount} damage to {monster}"),
        DrawCards: Primitive(_draw, "{player} draw {count}", able=_drawable),
    },
    things=lambda t: t.state.zones.things,
    has=has,
    cards=cards_in,
    places={place.name: place for place in PLACES},
    numbers=NUMBERS,
    triggers=TRIGGERS,
    contradicts="WR-15.3",
    impossible="WR-15.6",
    untold="WR-15.4",
)
