"""What a game gives its vocabulary: names that stand for things, triggers about a thing, searches
that may fail; prices by a card's own text; and effects that were declared before."""

from dataclasses import replace
from random import Random

import pytest

from events.outcome import Nothing
from referee.parts.effects import Doing, OutcomeLeftOut, Primitive, Run, happen
from referee.parts.effects.accepted_lines import Holder, late_proposals, proposals
from referee.parts.effects.faults import faults
from referee.parts.effects.texts import Texts
from referee.parts.layers import price_now
from referee.verdict import Legal, OnTrust
from tests.referee.parts.land import READING, land
from tests.referee.parts.toy import (
    VOCABULARY,
    WORDS,
    Draw,
    Fetch,
    compiled,
    did,
    fetch,
    in_place,
    read_effect,
    table,
)

KNOWN = sorted({word for words in WORDS.values() for word in words})

# -- names that stand for things, what a trigger is about ------------------------------------------

RIVAL = replace(VOCABULARY, stands={"rival": lambda r: "Ogre.1"})
AT_RIVAL = 'steps = [{ do = "destroy", thing = "rival" }]'


def test_a_name_of_the_game_stands_for_a_thing():
    assert faults({"Rite": [read_effect(AT_RIVAL)]}, RIVAL, KNOWN) == []
    assert faults({"Rite": [read_effect(AT_RIVAL)]}, VOCABULARY, KNOWN) != []
    t = table("bo: Ogre", "bo: Wolf")
    assert did(t, compiled(AT_RIVAL, vocabulary=RIVAL)) == Legal()
    assert list(t.state.play) == ["Wolf.1"]


def test_an_aim_of_that_name_goes_first():
    t = table("bo: Ogre", "bo: Wolf")
    aimed = f'aims = {{ rival = {{ what = {{ is = ["animal"] }} }} }}\n{AT_RIVAL}'
    assert did(t, compiled(aimed, vocabulary=RIVAL), aims=("Wolf.1",)) == Legal()
    assert list(t.state.play) == ["Ogre.1"]


def test_a_trigger_that_is_about_a_thing_may_name_it():
    text = 'when = "on enter"\nsteps = [{ do = "destroy", thing = "it" }]'
    about = replace(VOCABULARY, about=("on enter",))
    assert faults({"Rite": [read_effect(text)]}, about, KNOWN) == []
    assert faults({"Rite": [read_effect(text)]}, VOCABULARY, KNOWN) != []
    t = table("bo: Ogre", "bo: Wolf")
    assert did(t, compiled(text, vocabulary=about), about="Wolf.1") == Legal()
    assert list(t.state.play) == ["Ogre.1"]


# -- searches --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("declined", "verdict"), [(True, Legal), (False, OnTrust)])
def test_a_search_that_may_fail_by_choice_is_not_on_trust_when_it_does(
    declined: bool, verdict: type
):
    search = Primitive(
        fetch,
        "take {cards} in hand",
        among=lambda r, values: in_place(r.t, r.seat, "deck"),
        declined=declined,
    )
    vocabulary = replace(VOCABULARY, outcomes=VOCABULARY.outcomes | {Fetch: search})
    effect = compiled(
        'steps = [{ do = "fetch", cards = { what = { is = "mage" } } }]', vocabulary=vocabulary
    )
    assert isinstance(did(table(), effect, Nothing()), verdict)


# -- prices by a card's own text -------------------------------------------------------------------

CHEAP = """
when = "static"
if = { ask = "class bonus", least = 3 }
change = [{ on = "self", layer = "add", what = "play", amount = -2 }]"""
OWN = Texts(lambda t: t.state.play, lambda t, card: (compiled(CHEAP, card),))


def test_a_card_that_is_not_in_play_changes_what_it_costs_itself():
    t = land()
    assert OWN.own(t, "Flare", "ana", "play") == []
    t.state.gold["ana"] = 3
    own = OWN.own(t, "Flare", "ana", "play")
    assert [(change.what, amount) for change, amount in own] == [("play", -2)]
    assert OWN.own(t, "Flare", "ana", "attack") == []
    assert price_now(t, READING, "ana", "play", 5, "Flare", own) == 3
    assert price_now(t, READING, "ana", "play", 1, "Flare", own) == 0
    assert price_now(t, READING, "ana", "play", 5, "Flare") == 5


# -- what was declared before ----------------------------------------------------------------------

PAID = """
cost = [{ do = "expend", thing = { is = "animal", of = "you" } }]
steps = [{ do = "gain", change = [1, 3] }]"""


def test_what_was_paid_for_before_is_proposed_without_its_cost():
    t = table("ana: Wolf")
    t.state.play["Wolf.1"].spent = True
    doing = Doing("ana", "Rite")
    assert proposals(t, compiled(PAID), doing, Holder("resolve")) is None
    option = late_proposals(t, compiled(PAID), doing, Holder("resolve"))
    assert option is not None
    lines = [option.fields["did"].decide(Random(seed)) for seed in range(8)]
    assert {outcome.change or 1 for line in lines if line for outcome in line} <= {1, 2, 3}


def test_what_has_become_impossible_since_does_nothing_and_is_told():
    def in_vain(r: Run, player: str, count: int) -> None:
        r.forbid("nobody draws {count}", count=count)

    draws = replace(VOCABULARY.outcomes[Draw], act=in_vain)
    vocabulary = replace(VOCABULARY, outcomes=VOCABULARY.outcomes | {Draw: draws})
    effect = compiled('steps = [{ do = "draw" }, { do = "gain" }]', vocabulary=vocabulary)
    t = table()
    happen(t, effect, Doing("ana", "Rite"), late=True)
    (left,) = [fact for fact in t.facts if isinstance(fact, OutcomeLeftOut)]
    assert (left.outcome, left.why) == ("draw", "nobody draws 1")
    assert t.state.gold == {"ana": 1}
