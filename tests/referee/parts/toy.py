"""A toy game of a dozen outcomes, which stands for any card game with effects.

Things lie in play with words and a few numbers; hands and decks are hidden, bins are public.
"""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec import field

from events.outcome import Cards, Nothing, Other, Outcome, Player, Thing, Whole
from referee.hidden import HiddenCards
from referee.parts.effects import (
    Among,
    CompiledEffect,
    Doing,
    Effect,
    Primitive,
    Run,
    Vocabulary,
    compile_effect,
    effect_type,
    happen,
)
from referee.parts.zones import Copy, Place
from referee.table import MatchState, Table
from referee.verdict import Incomplete, Verdict


class Damage(Outcome, frozen=True):
    monster: Thing | None = None
    amount: Whole | None = None


class Destroy(Outcome, frozen=True):
    thing: Thing | None = None


class Exile(Outcome, frozen=True):
    thing: Thing | None = None


class Expend(Outcome, frozen=True):
    thing: Thing | None = None


class Renew(Outcome, frozen=True):
    thing: Thing | None = None


class Draw(Outcome, frozen=True):
    player: Player | None = None
    count: Whole | None = None


class Discard(Outcome, frozen=True):
    cards: Cards | None = None
    player: Player | None = None
    place: str | None = None
    picker: Literal["controller", "opponent", "holder", "blind"] | None = None


class Gain(Outcome, frozen=True):
    player: Player | None = None
    change: Whole | None = None


class Roll(Outcome, frozen=True):
    face: Whole | None = None


class Reveal(Outcome, frozen=True):
    cards: Cards | None = None
    place: str | None = None


class Fetch(Outcome, frozen=True):
    cards: Cards | None = None


class Bottom(Outcome, frozen=True):
    cards: Cards | None = None


class Cancel(Outcome, frozen=True):
    what: str | None = None


class Mana(Outcome, frozen=True):
    count: Whole | None = None
    cards: Cards | None = None


class Body(Copy, omit_defaults=True):
    """A thing in play: how much it can take, and how much it has taken."""

    health: int = 3
    damage: int = 0
    spent: bool = False


class State(MatchState[Any], omit_defaults=True):
    """What lies on the table of the toy game."""

    play: dict[str, Body] = field(default_factory=dict)
    bins: dict[str, list[str]] = field(default_factory=dict)
    gold: dict[str, int] = field(default_factory=dict)
    hidden: HiddenCards = field(default_factory=lambda: HiddenCards({}, {}))
    pending: list[str] = field(default_factory=list)


Toy = Table[State, Mapping[str, tuple[str, ...]]]

WORDS = {
    "Ogre": ("monster", "large"),
    "Imp": ("monster", "small", "ethereal"),
    "Wolf": ("animal", "ally"),
    "Pup": ("animal", "ally", "tamer"),
    "Tower": ("tower",),
    "Mage": ("mage",),
    "Warrior": ("warrior",),
    "Flare": ("action",),
    "Warden": ("warden",),
    "Miser": ("miser",),
}
OUTCOMES = (
    Damage,
    Destroy,
    Exile,
    Expend,
    Renew,
    Draw,
    Discard,
    Gain,
    Roll,
    Reveal,
    Fetch,
    Bottom,
    Cancel,
    Mana,
    Other,
    Nothing,
)


def damage(r: Run, monster: Body, amount: int) -> int:
    if "ethereal" in WORDS[monster.name]:
        r.t.refuse("TY-2.1", "{thing} takes no damage", thing=monster.id)
    r.t.set(monster, "damage", monster.damage + amount)
    if monster.damage >= monster.health:
        r.t.item(r.t.state.play, monster.id)
    return amount


def destroy(r: Run, thing: Body) -> None:
    r.t.item(r.t.state.play, thing.id)
    r.t.push(r.t.state.bins.setdefault(thing.owner, []), thing.name)


def exile(r: Run, thing: Body) -> None:
    if "tower" in WORDS[thing.name] and not r.sets_aside("TY-2.10"):
        r.t.refuse("TY-2.10", "{thing} stays where it is", thing=thing.id)
    r.t.item(r.t.state.play, thing.id)


def expend(r: Run, thing: Body) -> None:
    if thing.spent:
        r.t.forbid("TY-2.2", "{thing} is spent", thing=thing.id)
    r.t.set(thing, "spent", True)


def renew(r: Run, thing: Body) -> None:
    if not thing.spent:
        r.t.forbid("TY-2.3", "{thing} is not spent", thing=thing.id)
    r.t.set(thing, "spent", False)


def draw(r: Run, player: str, count: int) -> None:
    hidden = r.t.state.hidden
    if hidden.size(f"{player}.deck") < count:
        r.t.forbid("TY-2.4", "{seat} has no {count} cards to draw", seat=player, count=count)
    r.t.keep(hidden)
    hidden.draw(count, f"{player}.deck", f"{player}.hand")


def discard(
    r: Run, player: str, cards: tuple[str, ...], place: str = "hand", picker: str = ""
) -> int:
    if place == "bin":
        for card in cards:
            if card not in r.t.state.bins[player]:
                r.t.forbid("TY-2.5", "{card} is not there", card=card)
            r.t.pull(r.t.state.bins[player], card)
        return len(cards)
    hidden = r.t.state.hidden
    r.t.keep(hidden)
    if hidden.take(f"{player}.hand", cards) is not None:
        r.t.forbid("TY-2.5", "{seat} cannot hold {cards}", seat=player, cards=", ".join(cards))
    r.t.push(r.t.state.bins[player], *cards)
    return len(cards)


def gain(r: Run, player: str, change: int) -> None:
    gold = r.t.state.gold
    if gold.get(player, 0) + change < 0:
        r.t.refuse("TY-2.6", "{seat} has too little gold", seat=player)
    r.t.item(gold, player, gold.get(player, 0) + change)


def roll(r: Run, face: int) -> None:
    pass


def reveal(r: Run, cards: tuple[str, ...], place: str = "deck") -> None:
    hidden = r.t.state.hidden
    r.t.keep(hidden)
    zone = f"{r.seat}.{place}"
    if hidden.take(zone, cards) is not None:
        r.t.forbid("TY-2.7", "{cards} cannot be there", cards=", ".join(cards))
    hidden.put_on_top(zone, cards)


def fetch(r: Run, cards: tuple[str, ...]) -> None:
    hidden = r.t.state.hidden
    r.t.keep(hidden)
    hidden.show(f"{r.seat}.deck", cards)
    hidden.put(f"{r.seat}.hand", cards)


def bottom(r: Run, cards: tuple[str, ...]) -> None:
    hidden = r.t.state.hidden
    r.t.keep(hidden)
    hidden.show(f"{r.seat}.deck", cards)
    hidden.put_on_bottom(f"{r.seat}.deck", cards)


def cancel(r: Run, what: str) -> None:
    if not r.t.state.pending:
        r.t.forbid("TY-2.8", "nothing is pending")
    r.t.pull(r.t.state.pending, r.t.state.pending[-1])


def mana(r: Run, count: int, cards: tuple[str, ...]) -> None:
    """Each card pays for one; the rest of it is paid in gold."""
    if len(cards) > count:
        r.t.forbid("TY-2.9", "{count} mana, {cards} cards", count=count, cards=len(cards))
    discard(r, r.seat, cards)
    gain(r, r.seat, len(cards) - count)


def in_place(t: Toy, seat: str, place: str) -> Among:
    if place == "bin":
        found: dict[str, int] = {}
        for name in t.state.bins[seat]:
            found[name] = found.get(name, 0) + 1
        return Among(found, len(t.state.bins[seat]), True)
    zone = f"{seat}.{place}"
    return Among(t.state.hidden.candidates(zone), t.state.hidden.size(zone), False)


def held(r: Run, values: Mapping[str, Any]) -> Among:
    return in_place(r.t, values["player"], values["place"])


def revealable(r: Run, values: Mapping[str, Any]) -> int:
    return in_place(r.t, r.seat, values["place"]).size


def level(r: Run, thing: Any) -> int:
    return 2


def health(r: Run, thing: Any) -> int:
    return thing.health - thing.damage if isinstance(thing, Body) else 0


def class_bonus(r: Run, thing: Any) -> int:
    return r.t.state.gold.get(r.seat, 0)


def has(t: Toy, thing: Copy | str, word: str) -> bool:
    return word in WORDS[thing if isinstance(thing, str) else thing.name]


PLACES = [
    Place("play", "play"),
    Place("hand", "hidden"),
    Place("deck", "hidden", ordered=True),
    Place("bin", "public"),
]
VOCABULARY = Vocabulary(
    outcomes={
        Damage: Primitive(damage, "{amount} damage to {monster}"),
        Destroy: Primitive(destroy, "destroy {thing}"),
        Exile: Primitive(exile, "exile {thing}"),
        Expend: Primitive(expend, "expend {thing}"),
        Renew: Primitive(renew, "renew {thing}", able=lambda r, v: int(v["thing"].spent)),
        Draw: Primitive(
            draw,
            "{player} draw {count}",
            able=lambda r, v: r.t.state.hidden.size(f"{v['player']}.deck"),
        ),
        Discard: Primitive(
            discard,
            "{player} discard {cards} from {place}",
            able=lambda r, v: held(r, v).size,
            among=held,
            picked="picker",
        ),
        Gain: Primitive(gain, "{player} gain {change} gold"),
        Roll: Primitive(roll, "roll {face}"),
        Reveal: Primitive(reveal, "reveal {cards} of {place}", revealable),
        Fetch: Primitive(fetch, "take {cards} in hand"),
        Bottom: Primitive(bottom, "put {cards} at the bottom"),
        Mana: Primitive(mana, "pay {count} mana with {cards}"),
        Cancel: Primitive(cancel, "cancel the {what}"),
    },
    things=lambda t: t.state.play,
    has=has,
    cards=in_place,
    places={place.name: place for place in PLACES},
    numbers={"level": level, "health": health, "class bonus": class_bonus},
    triggers=("played", "activated", "resolves", "on enter", "used", "static"),
    contradicts="TY-1.1",
    impossible="TY-1.2",
    untold="TY-1.3",
    happenings=("dies", "drawn"),
    rules=("TY-1.1", "TY-1.2", "TY-2.1", "TY-2.10"),
    aside=("TY-2.10",),
    pickers={"you": "controller", "chance": "blind"},
    acts=("attack", "play"),
    families={"element": ("fire", "water")},
)
EFFECT = effect_type(OUTCOMES)
SEATS = ("ana", "bo", "cy")


def compiled(text: str, card: str = "Rite", vocabulary: Vocabulary = VOCABULARY) -> CompiledEffect:
    """An effect from its TOML."""
    return compile_effect(read_effect(text), vocabulary, card)


def read_effect(text: str) -> Effect:
    """An effect as a catalog has it."""
    return msgspec.toml.decode(text, type=EFFECT)


DECK = {"Mage": 2, "Warrior": 2, "Flare": 3, "Pup": 1}


def names_on(t: Toy) -> set[str]:
    """What may be named: seats, things in play, cards."""
    return {*t.state.seats, *VOCABULARY.things(t), *WORDS}


def table(*things: str, hands: Mapping[str, int] | None = None) -> Toy:
    """A table with things in play, ``ana: Ogre``; without a seat they are nobody's.

    Args:
        things: what is in play; of several with one name the numbers go up from 1.
        hands: how many cards each seat has in hand.
    """
    state = State(SEATS, turn=1, active="ana")
    state.hidden = HiddenCards.of_lists({f"{seat}.deck": DECK for seat in SEATS})
    for seat in SEATS:
        state.bins[seat] = []
        state.hidden.draw((hands or {}).get(seat, 0), f"{seat}.deck", f"{seat}.hand")
    for each in things:
        seat, _, name = each.rpartition(": ")
        number = 1 + sum(body.name == name for body in state.play.values())
        body = Body(id=f"{name}.{number}", name=name, owner=seat, controller=seat, place="play")
        state.play[body.id] = body
    return Table(state, WORDS, {})


def did(
    t: Toy,
    effect: CompiledEffect,
    *outcomes: Outcome,
    seat: str = "ana",
    source: str = "Rite",
    **more: Any,
) -> Verdict | Incomplete:
    """The verdict on a line; after a refusal the bytes of the state must be what they were."""
    before = msgspec.msgpack.encode(t.state)
    facts = len(t.facts)
    refused = t.refusal(lambda: happen(t, effect, Doing(seat, source, outcomes, **more)))
    if refused is None:
        return t.accepted()
    assert msgspec.msgpack.encode(t.state) == before
    assert len(t.facts) == facts
    return refused
