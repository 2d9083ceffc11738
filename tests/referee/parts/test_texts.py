"""The texts of the things in play: what they change, hear, replace, and what they may explain."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from msgspec import field

from events.outcome import Outcome
from referee.house import AnyTable
from referee.parts.effects import Doing, Run, Texts, Told, happen
from referee.parts.effects.telling import effect_told
from referee.parts.lasting import Changes, begin, over
from referee.parts.layers import (
    Reading,
    has,
    permitted,
    price,
    reckon,
    require_not_forbidden,
    value,
)
from referee.parts.replacing import Replaced, Replacing, replaced
from referee.parts.triggers import Heard, Hearing, Listener, happened
from referee.parts.zones import Layout, Zones
from referee.replay.fold import digest_of
from referee.table import MatchState, Table
from referee.verdict import Illegal, Incomplete, Legal, OnTrust, Violation
from tests.referee.parts import toy
from tests.referee.parts.toy import VOCABULARY, Body, Damage, Destroy, Draw, Exile, Gain


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
    "Ogre": (
        'when = "static"\ninstead = { of = "discard", to = "bin" }',
        'name = "greed"\nwhen = "static"\ninstead = { of = "gain", amount = "level" }',
    ),
    "Flare": ('when = "static"\ntext = "Odd."\ntouches = ["level", "small"]',),
}
_TOLD: dict[str, tuple[Told, ...]] = {}


def told_of(t: AnyTable, card: str) -> Sequence[Told]:
    if card not in _TOLD:
        _TOLD[card] = tuple(toy.told(text, card, WORDS) for text in CARDS.get(card, ()))
    return _TOLD[card]


TEXTS = Texts(lambda t: t.state.play, told_of)
HEARING: Hearing = Hearing(TEXTS.hears, lambda t, source: t.state.play[source].controller)
REPLACING = Replacing(TEXTS.subjects, TEXTS.replaces, TEXTS.becomes, {"damage": "amount"})
READING = Reading(
    printed=lambda t, thing, what: {"power": 1, "health": 3}.get(what),
    bears=lambda t, thing, word: thing in t.state.play and word in toy.WORDS[name_of(thing)],
    fits=TEXTS.fits,
    amount=TEXTS.amount,
    charges=TEXTS.charges,
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
        toy.told(text, card, replace(WORDS, things=lambda t: t.state.zones.things, has=toy.has))
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
READING_YARD = replace(READING, fits=YARD.fits, amount=YARD.amount)


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
    effect = toy.told(text, vocabulary=WORDS)
    refused = t.refusal(lambda: happen(t, effect, Doing("ana", "Rite", outcomes, **more)))
    return refused or t.accepted()


@contextmanager
def unchanged(t: Field) -> Iterator[None]:
    before = digest_of(t.state)
    yield
    assert digest_of(t.state) == before


# -- what they change --------------------------------------------------------------------------


def test_a_text_changes_what_it_is_about_from_its_coming_to_its_leaving():
    t = land("ana: Wolf", "ana: Pup", "bo: Pup", "ana: Ogre")
    assert [value(t, READING, each, "power") for each in t.state.play] == [1, 2, 1, 1]
    assert has(t, READING, "Ogre.1", "small")
    assert not has(t, READING, "Pup.1", "small")
    t.set(t.state.play["Wolf.1"], "controller", "bo")
    assert [value(t, READING, each, "power") for each in t.state.play] == [1, 1, 2, 1]
    leaves(t, "Wolf.1")
    assert [value(t, READING, each, "power") for each in t.state.play] == [1, 1, 1]
    assert not has(t, READING, "Ogre.1", "small")


def test_how_much_it_is_may_be_asked_of_what_is_changed():
    t = land("ana: Mage", "ana: Ogre", "bo: Ogre")
    t.state.play["Ogre.1"].damage = 1
    assert value(t, READING, "Ogre.1", "power") == 6
    assert value(t, READING, "Ogre.2", "power") == 1
    found = reckon(t, READING, "Ogre.1", "power")
    assert found is not None
    assert [(share.label, share.value) for share in found.terms] == [("printed", 1), ("Mage.1", 5)]


def test_what_is_permitted_and_forbidden_to_seats():
    t = land("ana: Mage")
    assert permitted(t, READING, "attack", "ana")
    assert not permitted(t, READING, "attack", "bo")
    require_not_forbidden(t, READING, "TY-9", "attack", "ana")
    with pytest.raises(Violation, match=r"Mage\.1 forbids bo to attack"):
        require_not_forbidden(t, READING, "TY-9", "attack", "bo")


def test_a_price_is_changed_by_who_pays_and_for_what():
    t = land("ana: Tower")
    assert price(t, READING, "ana", "play", 5, "Flare").value == 3
    assert price(t, READING, "ana", "play", 5, "Mage").value == 5
    assert price(t, READING, "bo", "play", 5, "Flare").value == 6
    leaves(t, "Tower.1")
    assert price(t, READING, "ana", "play", 5, "Flare").value == 5


def test_the_only_word_of_a_family_is_set():
    t = land("ana: Tower", "ana: Wolf")
    assert has(t, READING, "Tower.1", "fire")
    assert not has(t, READING, "Wolf.1", "fire")


def test_a_text_with_a_condition_changes_nothing_while_that_does_not_hold():
    t = land("ana: Warrior", "bo: Warrior")
    t.state.gold["ana"] = 3
    assert value(t, READING, "Warrior.1", "power") == 11
    assert value(t, READING, "Warrior.2", "power") == 1
    t.state.gold["ana"] = 2
    assert value(t, READING, "Warrior.1", "power") == 1


def test_a_step_begins_what_lasts_until_the_end_of_the_turn():
    t = land("ana: Pup")
    assert isinstance(do(t, 'steps = [{ do = "gain", change = 3 }]'), Legal)
    assert value(t, READING, "Pup.1", "power") == 4
    over(t, "turn")
    assert value(t, READING, "Pup.1", "power") == 1


def test_what_comes_and_leaves_leaves_nothing_behind_and_what_is_refused_leaves_the_bytes():
    t = land()
    with unchanged(t):
        for name in CARDS:
            body = Body(id=f"{name}.1", name=name, owner="ana", controller="ana", place="play")
            t.item(t.state.play, body.id, body)
            TEXTS.attach(t, body)
            leaves(t, body.id)
            assert t.state.listeners == {}
            assert t.state.changes.statics == {}
            assert t.state.changes.texts == {}
        t.state.changes.begun = 0
    t = land("ana: Pup", "ana: Imp", "ana: Ogre")

    def refused() -> None:
        for thing in list(t.state.play):
            leaves(t, thing)
        t.forbid("TY-9", "no")

    with unchanged(t):
        assert isinstance(t.refusal(refused), Illegal)


def test_cards_come_into_play_and_leave_it_with_their_texts():
    t: Field = Table(Yard(("ana", "bo"), turn=1), None, {})
    wolf = LAYOUT.enter(t, "Wolf", "play", "ana")
    pup = LAYOUT.enter(t, "Pup", "play", "ana")
    assert value(t, READING_YARD, pup.id, "power") == 2
    LAYOUT.leave(t, wolf)
    assert value(t, READING_YARD, pup.id, "power") == 1
    assert t.state.changes.statics == {}


# -- what they hear ----------------------------------------------------------------------------


def test_only_what_a_text_listens_for_is_heard_by_whom_it_is_about():
    t = land("ana: Pup", "bo: Pup", "ana: Wolf", "ana: Ogre")
    ruin = 'aims = { victim = { what = { any = ["animal", "monster"] } } }\n'
    ruin += 'steps = [{ do = "destroy", thing = "victim" }]'
    assert isinstance(do(t, ruin, aims=("Ogre.1",)), Legal)
    assert t.state.heard == []
    assert isinstance(do(t, ruin, aims=("Wolf.1",)), Legal)
    (heard,) = t.state.heard
    assert (heard.source, heard.seat, heard.word, heard.thing) == ("Pup.1", "ana", "dies", "Wolf.1")
    told = TEXTS.heard(t, heard)
    happen(t, told, Doing(heard.seat, heard.source, trigger=heard.word))
    assert t.state.gold == {"ana": 2}


def test_what_was_used_up_or_lacks_its_condition_is_not_heard():
    t = land("ana: Pup", "ana: Wolf")
    t.state.play["Pup.1"].uses = {"": (1, 1)}
    assert not happened(t, HEARING, "dies", "Wolf.1")
    t.state.turn = 2
    assert len(happened(t, HEARING, "dies", "Wolf.1")) == 1
    assert not happened(t, HEARING, "drawn", "Mage", seat="bo")
    t.state.gold["ana"] = 1
    (heard,) = happened(t, HEARING, "drawn", "Mage", seat="bo")
    assert TEXTS.heard(t, heard).effect.name == "eye"
    assert not happened(t, HEARING, "drawn", "Mage", seat="ana")


def test_what_leaves_hears_no_more_and_its_own_death_is_no_other():
    t = land("ana: Pup", "ana: Pup")
    assert [each.source for each in happened(t, HEARING, "dies", "Pup.1")] == ["Pup.2"]
    leaves(t, "Pup.1")
    assert not happened(t, HEARING, "dies", "Pup.2")
    assert list(t.state.listeners) == ["dies", "drawn"]
    leaves(t, "Pup.2")
    assert t.state.listeners == {}


# -- what they replace -------------------------------------------------------------------------


@pytest.mark.parametrize("logged", [(), (Destroy("Wolf.1"),), (Exile("Wolf.1"),)])
def test_a_text_puts_another_outcome_in_the_place_of_one(logged: tuple[Outcome, ...]):
    t = land("ana: Imp", "ana: Wolf", "bo: Wolf")
    ruin = 'aims = { victim = { what = { is = "animal" } } }\n'
    ruin += 'steps = [{ do = "destroy", thing = "victim" }]'
    assert isinstance(do(t, ruin, *logged, aims=("Wolf.1",)), Legal)
    assert t.state.bins["ana"] == []
    assert isinstance(do(t, ruin, aims=("Wolf.2",)), Legal)
    assert t.state.bins["bo"] == ["Wolf"]
    assert [fact.became for fact in t.facts if isinstance(fact, Replaced)] == ["exile"]


def test_a_text_prevents_each_time_and_only_where_it_is_about():
    t = land("ana: Imp", "ana: Ogre", "bo: Ogre")
    bolt = 'aims = { foe = { what = { is = "monster" } } }\n'
    bolt += 'steps = [{ do = "damage", monster = "foe", amount = 3 }]'
    for _ in range(2):
        assert isinstance(do(t, bolt, aims=("Ogre.1",)), Legal)
    assert t.state.play["Ogre.1"].damage == 2
    assert isinstance(do(t, bolt, aims=("Ogre.2",)), Legal)
    assert "Ogre.2" not in t.state.play


def test_a_text_sends_elsewhere_or_gives_another_amount():
    t = land("ana: Ogre", "ana: Pup")
    word, values = replaced(t, REPLACING, "discard", {"player": "bo", "cards": (), "place": "hand"})
    assert (word, values["place"]) == ("discard", "bin")
    assert isinstance(do(t, 'steps = [{ do = "gain", change = 7 }]'), Legal)
    assert t.state.gold == {"ana": 2}


# -- what they may explain ---------------------------------------------------------------------

WRONG = 'steps = [{ do = "gain", change = "level" }]'


def test_a_text_that_nobody_told_explains_what_it_may_touch_and_no_more():
    assert isinstance(do(land("ana: Pup"), WRONG, Gain(change=5)), Illegal)
    found = do(land("ana: Pup", "bo: Flare"), WRONG, Gain(change=5))
    assert isinstance(found, OnTrust)
    assert found.assumptions == ("Rite: level as the text of Flare.1 may have it",)
    fixed = 'steps = [{ do = "gain", change = 2 }]'
    assert isinstance(do(land("ana: Pup", "bo: Flare"), fixed, Gain(change=5)), Illegal)
    small = 'steps = [{ do = "damage", monster = { is = "small" } }]'
    assert isinstance(do(land("Ogre", "bo: Flare"), small, Damage("Ogre.1")), OnTrust)
    t = land("ana: Pup", "bo: Flare")
    leaves(t, "Flare.1")
    assert isinstance(do(t, WRONG, Gain(change=5)), Illegal)


@pytest.mark.parametrize(
    ("text", "clouds"),
    [
        ('when = "static"\ntext = "Odd."', True),
        ('when = "static"\ntext = "Odd."\ntouches = []', False),
        ('when = "used"\ntext = "Odd."', False),
        ('when = "used"\ntext = "Odd."\ntouches = ["level"]', True),
        (
            'when = "static"\nrest = true\n'
            'change = [{ on = "self", layer = "add", what = "power" }]',
            True,
        ),
        ('when = "static"\nchange = [{ on = "self", layer = "add", what = "power" }]', False),
        (
            'when = "static"\nif = { count = { in = "hand", of = "opponent", is = "mage" } }\n'
            'change = [{ on = "self", layer = "add", what = "level" }]',
            True,
        ),
    ],
)
def test_what_explains_by_itself_is_what_lasts_and_is_not_told(text: str, clouds: bool):
    t = land("bo: Wolf")
    t.state.hidden.draw(1, "ana.deck", "ana.hand")
    texts = Texts(lambda t: t.state.play, lambda t, card: (toy.told(text, card, WORDS),))
    assert texts.clouded(t, "level") == ("Wolf.1" if clouds else "")


def test_a_text_explains_only_from_where_it_is_in_play():
    t = land("bo: Flare")
    assert TEXTS.clouded(t, "level") == "Flare.1"
    t.state.play["Flare.1"].place = "bin"
    assert TEXTS.clouded(t, "level") == ""


def test_what_is_set_off_by_something_changes_nothing_by_lying_there():
    text = 'when = "used"\nchange = [{ on = "self", layer = "add", what = "power" }]'
    assert toy.told(text, "Wolf", WORDS).changes == ()


# -- what has left -----------------------------------------------------------------------------

OWN = """
steps = [{ do = "gain", player = "controller of self", change = { ask = "health", about = "self" }},
         { do = "draw", if = { about = "self", is = "large" } }]
"""


def test_what_a_source_was_is_read_from_its_record_where_it_is_gone():
    t = land("bo: Ogre", "bo: Wolf")
    ogre = t.state.play["Ogre.1"]
    ogre.health, ogre.damage = 5, 1
    happens = toy.told(OWN, "Ogre")
    leaves(t, "Ogre.1")
    verdict = t.refusal(lambda: happen(t, happens, Doing("ana", "Ogre.1", was=ogre), late=True))
    assert verdict is None
    assert isinstance(t.accepted(), Legal)
    assert t.state.gold == {"bo": 4}
    assert t.state.hidden.size("ana.hand") == 1


def test_what_nobody_kept_of_a_source_is_on_trust():
    t = land("bo: Ogre")
    leaves(t, "Ogre.1")
    happens = toy.told(OWN, "Ogre")
    asked = t.refusal(lambda: happen(t, happens, Doing("ana", "Ogre.1"), late=True))
    assert isinstance(asked, Incomplete)
    did = (Gain("bo", 3), Draw())
    assert t.refusal(lambda: happen(t, happens, Doing("ana", "Ogre.1", did), late=True)) is None
    found = t.accepted()
    assert isinstance(found, OnTrust)
    assert found.assumptions[0] == "Ogre: Ogre.1 is gone, and nobody knows what it was"
    assert len(found.assumptions) == len(set(found.assumptions))
    assert t.state.gold == {"bo": 3}
    assert t.state.hidden.size("ana.hand") == 1


def test_a_use_of_what_is_gone_is_not_written_into_its_record():
    t = land("bo: Ogre")
    ogre = t.state.play["Ogre.1"]
    leaves(t, "Ogre.1")
    once = toy.told('uses = 1\nsteps = [{ do = "draw" }]', "Ogre")
    happen(t, once, Doing("bo", "Ogre.1", was=ogre))
    assert ogre.uses == {}


def test_a_change_is_read_back_in_words():
    (mage,) = (told.effect for told in told_of(land(), "Mage"))
    assert effect_told(mage, WORDS).splitlines() == [
        "static: each monster of yours: power is 4 plus health of it; "
        "each opponent: may not attack; you: may attack"
    ]
