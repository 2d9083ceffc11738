"""Effects that go by each: the highest of a number, what an earlier step was done to, cards that
are kept apart; texts of one kind, of so many uses, of another object, and such as are mute."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from referee.parts.effects import happen
from referee.parts.effects.effect_run import Doing
from referee.parts.effects.faults import faults
from referee.parts.effects.in_words import effect_in_words
from referee.parts.layers import base, value
from referee.parts.replacement import replaced
from referee.parts.triggers import happened
from referee.verdict import Illegal, Legal
from tests.referee.parts import land as lands
from tests.referee.parts.land import CARDS, HEARING, READING, REPLACING, TEXTS, land
from tests.referee.parts.toy import (
    VOCABULARY,
    WORDS,
    Discard,
    Expend,
    Gain,
    compiled,
    did,
    read_effect,
    table,
)

APART = replace(VOCABULARY, apart={"kind": lambda r, name: WORDS[name][0]})


def told(text: str) -> list[str]:
    return faults(
        {"Rite": [read_effect(text)]}, APART, {each for x in WORDS.values() for each in x}
    )


def test_the_highest_number_of_those_that_are_meant_is_taken():
    text = """
when = "played"
steps = [{ do = "gain", change = { highest = { is = "monster", of = "you" }, ask = "health" } }]
"""
    t = table("ana: Ogre", "ana: Imp", "bo: Ogre")
    t.state.play["Ogre.1"].damage = 2
    assert isinstance(did(t, compiled(text)), Legal)
    assert t.state.gold["ana"] == 3
    assert isinstance(did(t, compiled(text), Gain("ana", 2)), Illegal)
    assert isinstance(did(bare := table("bo: Ogre"), compiled(text)), Legal)
    assert not bare.state.gold.get("ana")
    assert "the highest health of monster of yours" in effect_in_words(
        read_effect(text), VOCABULARY
    )


@pytest.mark.parametrize(
    ("amount", "fault"),
    [
        ('{ highest = { is = "monster" } }', "ask says of which number"),
        ('{ highest = { is = "monsters" }, ask = "health" }', "nothing has the word monsters"),
        ('{ highest = { in = "hand" }, ask = "health" }', "nobody sees the highest"),
    ],
)
def test_a_highest_of_nothing_or_of_hidden_cards_is_a_fault(amount, fault):
    found = told(f'when = "played"\nsteps = [{{ do = "gain", change = {amount} }}]')
    assert len(found) == 1
    assert fault in found[0]


EACH = """
when = "played"
steps = [
    { do = "expend", each = { is = "monster" }, thing = "it", may = true, as = "tired" },
    { do = "damage", each = { is = "monster" }, monster = "it", if = { last = "tired", most = 0 } },
    { do = "gain", change = { last = "tired" } },
]
"""  # fmt: skip


def test_what_an_earlier_step_did_is_asked_for_each():
    t = table("Ogre", "Ogre", "Ogre")
    assert isinstance(did(t, compiled(EACH), Expend("Ogre.2")), Legal)
    assert [each.damage for each in t.state.play.values()] == [1, 0, 1]
    assert t.state.gold["ana"] == 1


def test_a_step_is_done_for_each_that_an_earlier_one_was_about():
    text = """
when = "played"
steps = [
    { do = "expend", each = { is = "monster" }, thing = "it", may = true, as = "tired" },
    { do = "damage", each = "tired", monster = "it", amount = 1 },
]
"""
    t = table("Ogre", "Ogre", "Ogre")
    assert isinstance(did(t, compiled(text), Expend("Ogre.3"), Expend("Ogre.1")), Legal)
    assert [each.damage for each in t.state.play.values()] == [1, 0, 1]
    assert told(text) == []
    wrong = text.replace('each = "tired"', 'each = "weary"')
    assert "it can be done for each weary" in " ".join(told(wrong))


def test_of_cards_that_are_kept_apart_no_two_are_of_a_kind():
    text = """
when = "played"
steps = [{ do = "discard", place = "bin", cards = { count = 2, apart = "kind" } }]
"""
    effect = compiled(text, vocabulary=APART)
    t = table()
    t.state.bins["ana"] = ["Wolf", "Pup", "Mage"]
    assert isinstance(did(t, effect, Discard(("Wolf", "Pup"), place="bin")), Illegal)
    assert isinstance(did(t, effect, Discard(("Wolf", "Mage"), place="bin")), Legal)
    t.state.bins["ana"] = ["Wolf", "Pup", "Mage"]
    run = happen(t, effect, Doing("ana", "Rite"), chooser=lambda word, part, choice: choice.first())
    assert len({WORDS[each][0] for each in run.made[0][0].cards}) == 2
    assert "no two of one kind" in effect_in_words(read_effect(text), APART)
    assert "kept apart by colour" in " ".join(told(text.replace('"kind"', '"colour"')))


def test_of_several_names_one_will_do():
    text = """
when = "played"
steps = [{ do = "discard", place = "bin", cards = { what = { named = ["Wolf", "Mage"] } } }]
"""
    t = table()
    t.state.bins["ana"] = ["Wolf", "Pup", "Mage"]
    assert isinstance(did(t, compiled(text), Discard(("Pup",), place="bin")), Illegal)
    assert isinstance(did(t, compiled(text), Discard(("Mage",), place="bin")), Legal)


# -- texts -----------------------------------------------------------------------------------------


@pytest.fixture
def other_texts(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """The texts of these cards are others; those of all are made ready anew afterwards."""
    cards = dict(CARDS)
    monkeypatch.setattr(lands, "CARDS", cards)
    lands._TOLD.clear()
    yield cards
    lands._TOLD.clear()


def test_a_text_listens_for_a_happening_of_one_kind_alone(other_texts):
    other_texts["Pup"] = ('when = { on = "dies", kind = "spell" }\nsteps = [{ do = "gain" }]',)
    t = land("ana: Pup", "bo: Wolf")
    assert not happened(t, HEARING, "dies", "Wolf.1")
    assert not happened(t, HEARING, "dies", "Wolf.1", kind="combat")
    assert happened(t, HEARING, "dies", "Wolf.1", kind="spell")


def test_a_replacement_is_used_so_often_and_no_more(other_texts):
    other_texts["Imp"] = (
        'when = "static"\nuses = 1\n'
        'instead = { of = "damage", what = { is = "monster", of = "you" }, prevent = 2 }',
    )
    t = land("ana: Imp", "ana: Ogre")
    values = {"monster": t.state.play["Ogre.1"], "amount": 3}
    assert replaced(t, REPLACING, "damage", values)[1]["amount"] == 1
    TEXTS.spend(t, "Imp.1", "damage")
    assert replaced(t, REPLACING, "damage", values)[1]["amount"] == 3
    t.state.turn += 1
    assert replaced(t, REPLACING, "damage", values)[1]["amount"] == 1


def test_a_base_number_is_as_printed_or_set_before_anything_is_added():
    t = land("ana: Ogre", "ana: Mage", "ana: Wolf", "ana: Pup")
    assert [base(t, READING, each, "power") for each in ("Ogre.1", "Wolf.1", "Pup.1")] == [7, 1, 1]
    assert value(t, READING, "Pup.1", "power") == 2


def test_a_text_that_is_mute_changes_hears_and_replaces_nothing(monkeypatch):
    t = land("ana: Wolf", "ana: Pup", "ana: Imp", "ana: Ogre")
    monkeypatch.setattr(TEXTS, "muted", lambda t, thing: thing.name in ("Wolf", "Imp", "Pup"))
    assert value(t, READING, "Pup.1", "power") == 1
    assert not happened(t, HEARING, "dies", "Wolf.1")
    values = {"monster": t.state.play["Ogre.1"], "amount": 3}
    assert replaced(t, REPLACING, "damage", values)[1]["amount"] == 3
    monkeypatch.setattr(TEXTS, "muted", None)
    assert value(t, READING, "Pup.1", "power") == 2
    assert happened(t, HEARING, "dies", "Wolf.1")
