"""A toy game on which cards in play have texts: what they change, hear, replace, may explain."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from msgspec import field

from events.outcome import Outcome
from referee.house import AnyTable
from referee.parts.effects import CompiledEffect, Doing, Run, Texts, happen
from referee.parts.lasting_changes import Changes, begin
from referee.parts.layers import (
    Reading,
    has,
    value,
)
from referee.parts.replacement import Replacing, replaced
from referee.parts.triggers import Heard, Hearing, Listener, happened
from referee.parts.zones import Layout, Zones
from referee.replay.fold import digest_of
from referee.table import MatchState, Table
from tests.referee.parts import toy
from tests.referee.parts.toy import VOCABULARY, Body, Destroy, Gain


class Land(toy.State, omit_defaults=True):
    """The toy of effects, with what lasts and who listens; what was heard is kept."""

    changes: Changes = field(default_factory=Changes)
    listeners: dict[str, list[Listener]] = field(default_factory=dict)
    heard: list[Heard[Any]] = field(default_factory=list)


Field = Table[Land, Any]
CARDS: Mapping[str, Sequence[str]] = {
    "Wolf": (
        'when = "static"\n'
        'change = [{ on = { is = "animal", of = "you", other = true }, layer = "add",'
        ' what = "power" }, { on = { is = "monster" }, layer = "grant", what = "small" }]',
    ),
    "Mage": (
        'when = "static"\n'
        'change = [{ on = { is = "monster", of = "you" }, layer = "set", what = "power",'
        ' amount = { ask = "health", about = "it", plus = 4 } },'
        ' { on = "opponent", layer = "forbid", what = "attack" },'
        ' { on = "you", layer = "permit", what = "attack" }]',
    ),
    "Tower": (
        'when = "static"\nchange = [{ on = { is = "action", of = "you" }, layer = "add",'
        ' what = "play", amount = -2 },'
        ' { on = "self", layer = "set", what = "element", word = "fire" }]',
        'name = "tax"\nwhen = "static"\n'
        'change = [{ on = "opponent", layer = "add", what = "play" }]',
    ),
    "Warrior": (
        'name = "rich"\nwhen = "static"\nif = { ask = "class bonus", least = 3 }\n'
        'change = [{ on = "self", layer = "add", what = "power", amount = 10 }]',
    ),
    "Pup": (
        'when = { on = "dies", what = { is = "animal", other = true }, seat = "you" }\n'
        'uses = 1\nsteps = [{ do = "gain", change = 2 }]',
        'name = "eye"\nwhen = { on = "drawn", seat = "opponent" }\n'
        'if = { ask = "class bonus" }\nsteps = [{ do = "gain" }]',
    ),
    "Imp": (
        'when = "static"\n'
        'instead = { of = "destroy", what = { is = "animal", of = "you" }, become = "exile" }',
        'name = "skin"\nwhen = "static"\n'
        'instead = { of = "damage", what = { is = "monster", of = "you" }, prevent = 2 }',
    ),
    "Warden": (
        'when = "static"\ninstead = { of = "destroy", what = "self", become = "renew" }',
        'name = "safe"\nwhen = "static"\ninstead = { of = "gain", what = "opponent", amount = 0 }',
        'name = "own"\nwhen = { on = "dies", what = "self" }\nsteps = [{ do = "draw" }]',
    ),
    "Ogre": (
        'when = "static"\ninstead = { of = "discard", to = "bin" }',
        'name = "greed"\nwhen = "static"\ninstead = { of = "gain", amount = "level" }',
    ),
    "Miser": (
        'when = "static"\n'
        'instead = { of = "gain", what = "you", amount = { ask = "x", times = 2, plus = 1 } }',
        'name = "ward"\nwhen = "static"\ninstead = { of = "damage", kind = "spell", '
        'prevent = { count = { is = "animal" }, times = 2 } }',
    ),
    "Flare": ('when = "static"\ntext = "Odd."\ntouches = ["level", "small"]',),
}
TEXTS = Texts(lambda t: t.state.play)
HEARING: Hearing = Hearing(TEXTS.hears, lambda t, source: t.state.play[source].controller)
REPLACING = Replacing(TEXTS.subjects, TEXTS.replaces, TEXTS.becomes, {"damage": "amount"})
READING = Reading(
    printed=lambda t, thing, what: {"power": 1, "health": 3}.get(what),
    bears=lambda t, thing, word: thing in t.state.play and word in toy.WORDS[name_of(thing)],
    fits=TEXTS.fits,
    amount=TEXTS.amount,
    charges=TEXTS.charges,
    added=TEXTS.added,
    family=lambda word: "element" if word in ("fire", "water") else "",
)


class Yard(MatchState[Any], omit_defaults=True):
    """Cards in play by their zones."""

    zones: Zones[Body] = field(default_factory=Zones)
    changes: Changes = field(default_factory=Changes)
    listeners: dict[str, list[Listener]] = field(default_factory=dict)


YARD = Texts(
    lambda t: t.state.zones.things,
    lambda t, card: tuple(
        toy.compiled(text, card, replace(WORDS, things=lambda t: t.state.zones.things, has=toy.has))
        for text in CARDS[card]
    ),
)
LAYOUT: Layout[Body] = Layout(
    toy.PLACES,
    lambda t: t.state.zones,
    Body,
    lambda t, thing: (thing.owner, "bin"),
    YARD.detach,
    entering=YARD.attach,
)
READING_YARD = replace(READING, fits=YARD.fits, amount=YARD.amount, added=YARD.added)


def name_of(thing: str) -> str:
    return thing.rpartition(".")[0]


def destroy(r: Run, thing: Body) -> None:
    """What dies is reported, and then gone with its texts."""
    heard = happened(r.t, HEARING, "dies", thing.id)
    TEXTS.detach(r.t, thing)
    toy.destroy(r, thing)
    r.t.push(r.t.state.heard, *heard)


def gain(r: Run, player: str, change: int) -> None:
    """Who gains is stronger until the end of the turn."""
    toy.gain(r, player, change)
    begin(r.t, r.doing.source, "Pup.1", "add", "power", change, until="turn")


WORDS = replace(
    VOCABULARY,
    outcomes=VOCABULARY.outcomes
    | {
        Destroy: replace(VOCABULARY.outcomes[Destroy], act=destroy),
        Gain: replace(VOCABULARY.outcomes[Gain], act=gain),
    },
    numbers=VOCABULARY.numbers
    | {"power": lambda r, thing: value(r.t, READING, thing.id, "power") if thing else 0},
    has=lambda t, thing, word: (
        toy.has(t, thing, word) if isinstance(thing, str) else has(t, READING, thing.id, word)
    ),
    clouded=TEXTS.clouded,
    replaced=lambda r, word, values: replaced(r.t, REPLACING, word, values, r.doing.first),
)
_TOLD: dict[str, tuple[CompiledEffect, ...]] = {}


@TEXTS.tells
def told_of(t: AnyTable, card: str) -> Sequence[CompiledEffect]:
    if card not in _TOLD:
        _TOLD[card] = tuple(toy.compiled(text, card, WORDS) for text in CARDS.get(card, ()))
    return _TOLD[card]


def land(*things: str) -> Field:
    old = toy.table(*things)
    fields = {name: getattr(old.state, name) for name in toy.State.__struct_fields__}
    t: Field = Table(Land(**fields), old.catalog, {})
    t.state.seats = ("ana", "bo")
    for thing in t.state.play.values():
        TEXTS.attach(t, thing)
    return t


def leaves(t: Field, thing: str) -> None:
    TEXTS.detach(t, t.state.play[thing])
    t.item(t.state.play, thing)


def do(t: Field, text: str, *outcomes: Outcome, **more: Any) -> Any:
    effect = toy.compiled(text, vocabulary=WORDS)
    refused = t.refusal(lambda: happen(t, effect, Doing("ana", "Rite", outcomes, **more)))
    return refused or t.accepted()


@contextmanager
def unchanged(t: Field) -> Iterator[None]:
    before = digest_of(t.state)
    yield
    assert digest_of(t.state) == before
