"""What a text asks of what is gone, and of what has happened before."""

from dataclasses import replace
from typing import Any

import msgspec

from events.outcome import Nothing
from referee.parts.effects import Doing, Run
from referee.parts.effects.faults import faults
from referee.verdict import Illegal, Legal
from tests.referee.parts.toy import (
    VOCABULARY,
    WORDS,
    Body,
    Destroy,
    Draw,
    Gain,
    compiled,
    did,
    read_effect,
    table,
)

REMEMBERING = replace(
    VOCABULARY,
    names=lambda t: WORDS,
    record=lambda t, body: msgspec.structs.replace(body),
    had=lambda t, body, word: word == "large" or VOCABULARY.has(t, body, word),
    history={"played this turn": lambda r, seat: r.t.state.bins[seat]},
)


def told(text: str) -> Any:
    return compiled(text, vocabulary=REMEMBERING)


def test_a_number_is_asked_of_what_a_step_took_away():
    effect = told(
        """
when = "played"
steps = [{ do = "destroy", thing = { is = "monster" }, as = "gone" },
         { do = "gain", change = { ask = "health", about = "gone", plus = 1 } }]
"""
    )
    t = table("bo: Ogre", "bo: Imp")
    t.state.play["Imp.1"].damage = 1
    assert isinstance(did(t, effect, Destroy("Imp.1"), Gain("ana", 4)), Illegal)
    assert isinstance(did(t, effect, Destroy("Imp.1"), Gain("ana", 3)), Legal)


def test_a_word_is_asked_of_what_has_set_the_effect_off_as_it_was_then():
    effect = told(
        """
when = "resolves"
steps = [{ do = "draw", if = { about = "it", is = "large" } }]
"""
    )
    t = table("ana: Wolf")
    met = Body(id="Pup.7", name="Pup", owner="bo", controller="bo", place="play")
    assert isinstance(did(t, effect, Draw("ana", 1), about="Pup.7", met=met), Legal)
    assert isinstance(did(t, effect, Draw("ana", 1), about="Pup.7"), Illegal)


def test_a_card_that_has_set_the_effect_off_is_asked_by_its_name():
    effect = told(
        """
when = "resolves"
steps = [{ do = "draw", if = { about = "it", is = "action" } }]
"""
    )
    t = table("ana: Wolf")
    assert isinstance(did(t, effect, Draw("ana", 1), about="Flare"), Legal)
    assert isinstance(did(t, effect, Draw("ana", 1), about="Mage"), Illegal)
    assert Run(t, effect, Doing("ana", "Rite", about="Flare")).met == {"it": ("Flare",)}


def test_cards_of_the_past_are_counted_by_their_words():
    effect = told(
        """
when = "played"
[[steps]]
do = "gain"
change = { count = { is = "action", among = "played this turn", of = "you" } }
"""
    )
    t = table("ana: Wolf")
    t.state.bins["ana"] += ["Flare", "Mage", "Flare"]
    t.state.bins["bo"] += ["Flare"]
    assert isinstance(did(t, effect, Gain("ana", 3)), Illegal)
    assert isinstance(did(t, effect, Gain("ana", 2)), Legal)


def test_a_step_for_each_may_ask_how_often_it_was_done_by_now():
    effect = told(
        """
when = "played"
[[steps]]
do = "destroy"
each = { is = "monster" }
thing = "it"
may = true
as = "gone"
if = { last = "gone", most = 1 }
[[steps]]
do = "draw"
each = "gone"
"""
    )
    three = [Destroy("Ogre.1"), Destroy("Ogre.2"), Destroy("Ogre.3")]
    t = table("bo: Ogre", "bo: Ogre", "bo: Ogre", hands={"ana": 1})
    assert isinstance(did(t, effect, *three), Illegal)
    assert isinstance(did(t, effect, three[1], three[1]), Illegal)
    assert isinstance(did(t, effect, three[2], three[0], Draw("ana", 1)), Legal)
    assert list(t.state.play) == ["Ogre.2"]
    assert t.state.hidden.size("ana.hand") == 3
    assert isinstance(did(t, effect, Nothing("declined")), Legal)


def test_a_cost_that_comes_to_nothing_is_paid():
    effect = told(
        """
when = "activated"
cost = [{ do = "gain", change = { ask = "class bonus", times = -1 } }]
steps = [{ do = "draw" }]
"""
    )
    assert isinstance(did(table("ana: Wolf"), effect, Draw("ana", 1)), Legal)


def test_what_is_counted_of_the_past_has_a_name_that_is_known():
    effect = read_effect(
        """
when = { on = "dies", if = { ask = "helth" } }
steps = [{ do = "gain", change = { count = { among = "played this tern" } } }]
"""
    )
    found = faults({"Rite": [effect]}, REMEMBERING, ("action",))
    assert [fault.partition(": ")[2] for fault in found] == [
        "no number is named helth; did you mean health?",
        "no earlier step is called played this tern; did you mean played this turn?",
    ]
