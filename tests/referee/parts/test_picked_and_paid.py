"""Cards that are picked by one of several names, other than the source, or for what they come to
together; what was paid, and what set an effect off, when either is gone."""

from dataclasses import replace
from typing import Any

from referee.parts.effects import Doing, declare, happen
from referee.verdict import Illegal, Incomplete, Legal
from tests.referee.parts.toy import (
    VOCABULARY,
    Body,
    Damage,
    Discard,
    Gain,
    compiled,
    did,
    table,
)


def message(verdict: Any) -> str:
    assert isinstance(verdict, Illegal), verdict
    return verdict.message


def bin_of(*names: str) -> Any:
    t = table("bo: Ogre", "bo: Wolf", "bo: Imp")
    t.state.bins["ana"] = list(names)
    return t


def test_a_thing_may_be_one_of_several_names():
    rite = compiled(
        'steps = [{ do = "damage", monster = { named = ["Ogre", "Wolf"] }, amount = 1 }]'
    )
    t = bin_of()
    assert isinstance(did(t, rite, Damage("Wolf.1", 1)), Legal)
    assert "named Ogre or Wolf" in message(did(t, rite, Damage("Imp.1", 1)))


OTHERS = """
[[steps]]
do = "discard"
place = "bin"
cards = { count = 2, what = { is = "mage", other = true } }
"""


def test_other_cards_of_a_pile_are_all_but_the_one_that_the_text_is_of():
    itself = replace(VOCABULARY, itself=lambda r, seat, place: "Mage" if place == "bin" else "")
    for vocabulary, have, legal in (
        (VOCABULARY, 2, True),
        (itself, 2, False),
        (itself, 3, True),
    ):
        rite = compiled(OTHERS, "Rite", vocabulary)
        t = bin_of(*["Mage"] * have)
        said = did(t, rite, Discard(cards=("Mage", "Mage"), place="bin"))
        assert isinstance(said, Legal) is legal, said
        if not legal:
            assert message(said).endswith("logged Mage itself (outcome 1)")
    counted = compiled(
        'if = { count = { is = "mage", in = "bin", of = "you", other = true } }\n'
        'steps = [{ do = "gain", change = 1 }]',
        "Rite",
        itself,
    )
    assert isinstance(did(bin_of("Mage"), counted), Illegal)
    assert isinstance(did(bin_of("Mage", "Mage"), counted), Legal)


def test_cards_are_picked_for_what_they_come_to_together():
    worth = {"Mage": 3, "Warrior": 4, "Flare": 1}
    numbers = {**VOCABULARY.numbers, "worth": lambda r, about: worth.get(str(about), 0)}
    rite = compiled(
        'steps = [{ do = "discard", place = "bin",'
        " cards = { count = [2, 9], total = { worth = 7 } } }]",
        "Rite",
        replace(VOCABULARY, numbers=numbers),
    )
    have = ("Mage", "Warrior", "Flare", "Flare")
    assert isinstance(
        did(bin_of(*have), rite, Discard(cards=("Mage", "Warrior"), place="bin")), Legal
    )
    says = message(did(bin_of(*have), rite, Discard(cards=("Mage", "Flare"), place="bin")))
    assert says == "Rite: together they have worth 7, logged Mage, Flare (outcome 1)"
    asked = did(bin_of(*have), rite)
    assert isinstance(asked, Incomplete)
    assert asked.choices == {"did": ("discard:Mage+Warrior:ana:bin",)}


def test_what_was_paid_is_known_when_the_effect_happens():
    rite = compiled(
        'when = "resolves"\n'
        'cost = [{ do = "gain", change = -1, times = [0, 3], as = "spent" }]\n'
        'steps = [{ do = "damage", monster = { named = "Ogre" }, amount = { last = "spent" } }]'
    )
    t = bin_of()
    t.state.gold["ana"] = 3
    line = Doing("ana", "Rite", pays=(Gain(change=-1), Gain(change=-1)))
    spent = abs(declare(t, rite, line).done["spent"])
    happen(t, rite, Doing("ana", "Rite", paid={"spent": spent}), late=True)
    assert t.state.play["Ogre.1"].damage == 2


def test_what_set_an_effect_off_is_remembered_when_it_is_gone():
    rite = compiled(
        'when = { on = "dies" }\n'
        'if = { ask = "health", about = "it", least = 2 }\n'
        'steps = [{ do = "gain", player = "controller of it", change = 2 }]'
    )
    t = bin_of()
    met = Body(id="Pup.1", name="Pup", owner="cy", controller="cy", place="play", health=2)
    happen(t, rite, Doing("ana", "Rite", about="Pup.1", met=met))
    assert t.state.gold == {"cy": 2}
    weak = Body(id="Pup.1", name="Pup", owner="cy", controller="cy", place="play", health=1)
    assert isinstance(did(t, rite, about="Pup.1", met=weak), Illegal)
