"""The texts of the things in play: what they change, hear, replace, and what they may explain."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.outcome import Outcome
from referee.parts.effects import Doing, Texts, happen
from referee.parts.effects.in_words import effect_in_words
from referee.parts.lasting_changes import begin, over, while_there
from referee.parts.layers import (
    has,
    permitted,
    price_now,
    reckon,
    require_not_forbidden,
    value,
)
from referee.parts.replacement import Replaced, replaced
from referee.parts.triggers import happened
from referee.table import Table
from referee.verdict import Illegal, Legal, Violation
from tests.referee.parts.land import (
    CARDS,
    HEARING,
    LAYOUT,
    READING,
    READING_YARD,
    REPLACING,
    TEXTS,
    WORDS,
    Field,
    Yard,
    do,
    land,
    leaves,
    told_of,
    unchanged,
)
from tests.referee.parts.toy import Body, Destroy, Exile
from tests.tiers import examples


def test_what_tells_the_effects_of_a_card_may_be_given_later():
    texts, t = Texts(lambda t: t.state.play), land()
    with pytest.raises(LookupError, match=r"Texts\.tells"):
        texts.effects_of(t, "Wolf")
    texts.tells(told_of)
    assert texts.effects_of(t, "Wolf") == told_of(t, "Wolf")


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
    assert price_now(t, READING, "ana", "play", 5, "Flare") == 3
    assert price_now(t, READING, "ana", "play", 5, "Mage") == 5
    assert price_now(t, READING, "bo", "play", 5, "Flare") == 6
    leaves(t, "Tower.1")
    assert price_now(t, READING, "ana", "play", 5, "Flare") == 5


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


COMES = st.tuples(st.sampled_from(["Wolf", "Pup", "Ogre", "Flare"]), st.sampled_from(["ana", "bo"]))


@given(acts=st.lists(COMES | st.integers(0, 5), max_size=12))
@settings(max_examples=examples(100))
def test_whatever_comes_and_leaves_the_texts_are_those_of_what_is_there(acts: list[Any]):
    t = land()
    play = t.state.play
    for number, act in enumerate(acts):
        if isinstance(act, int):
            if act < len(play):
                leaves(t, list(play)[act])
            continue
        name, seat = act
        body = Body(id=f"{name}.{number}", name=name, owner=seat, controller=seat, place="play")
        t.item(play, body.id, body)
        TEXTS.attach(t, body)
    wolves = [each for each in play.values() if each.name == "Wolf"]
    for each in play.values():
        mine = [wolf for wolf in wolves if wolf.controller == each.controller and wolf is not each]
        animal = each.name in ("Wolf", "Pup")
        assert value(t, READING, each.id, "power") == 1 + (len(mine) if animal else 0)
        assert has(t, READING, each.id, "small") is (each.name == "Ogre" and bool(wolves))
    pups = [each.id for each in play.values() if each.name == "Pup"]
    for word in ("dies", "drawn"):
        assert [each.source for each in t.state.listeners.get(word, ())] == pups
    flares = [each.id for each in play.values() if each.name == "Flare"]
    assert TEXTS.clouded(t, "level") == (flares[0] if flares else "")
    assert TEXTS.clouded(t, "power") == ""


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


def test_a_text_may_be_about_its_own_source_or_about_seats():
    t = land("ana: Warden", "ana: Warden", "bo: Imp")
    for thing in t.state.play.values():
        thing.spent = True
    ruin = 'aims = { victim = { what = { any = ["warden", "monster"] } } }\n'
    ruin += 'steps = [{ do = "destroy", thing = "victim" }]'
    assert isinstance(do(t, ruin, aims=("Warden.1",)), Legal)
    assert [each.spent for each in t.state.play.values()] == [False, True, True]
    assert isinstance(do(t, ruin, aims=("Imp.1",)), Legal)
    assert list(t.state.play) == ["Warden.1", "Warden.2"]
    gains = 'steps = [{ do = "gain", change = 2, each = "player", player = "it" }]'
    assert isinstance(do(t, gains), Legal)
    assert t.state.gold == {"ana": 2, "bo": 0}
    for thing in ("Warden.1", "Warden.2"):
        assert [each.source for each in happened(t, HEARING, "dies", thing)] == [thing]


def test_what_is_used_up_by_the_next_or_lasts_while_a_thing_is_there():
    t = land("ana: Pup", "ana: Tower", "ana: Ogre")
    begin(t, "Tower.1", "Ogre.1", "next", "damage")
    begin(t, "Tower.1", "Pup.1", "add", "power", 5, until=while_there("Tower.1"))
    bolt = 'steps = [{ do = "damage", monster = { is = "monster" }, amount = 2 }]'
    for harm in (0, 2):
        assert isinstance(do(t, bolt), Legal)
        assert t.state.play["Ogre.1"].damage == harm
    assert value(t, READING, "Pup.1", "power") == 6
    assert [each.on for each in TEXTS.detach(t, t.state.play["Tower.1"])] == ["Pup.1"]
    assert value(t, READING, "Pup.1", "power") == 1


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


def test_a_text_gives_an_amount_that_is_reckoned_from_what_it_would_be():
    t = land("ana: Miser")
    assert isinstance(do(t, 'steps = [{ do = "gain", change = 7 }]'), Legal)
    assert t.state.gold == {"ana": 7 * 2 + 1}


def test_a_text_prevents_as_much_as_is_reckoned_of_a_kind_alone():
    t = land("ana: Miser", "ana: Pup", "ana: Ogre")
    for kind, left in (("spell", 1), ("fight", 3), ("", 3)):
        values = {"thing": t.state.play["Ogre.1"], "amount": 3, "kind": kind}
        assert replaced(t, REPLACING, "damage", values)[1]["amount"] == left, kind


def test_what_happens_instead_is_read_back_in_words():
    imp, skin = (effect_in_words(told.effect, WORDS) for told in told_of(land(), "Imp"))
    assert imp == "static: instead of destroy of animal of yours: exile"
    assert skin == "static (skin): prevents 2 of damage of monster of yours"


def test_a_change_is_read_back_in_words():
    (mage,) = (told.effect for told in told_of(land(), "Mage"))
    assert effect_in_words(mage, WORDS).splitlines() == [
        "static: each monster of yours: power is 4 plus health of it; "
        "each opponent: may not attack; you: may attack"
    ]
