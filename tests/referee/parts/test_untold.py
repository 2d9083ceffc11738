"""What texts may explain that nobody told, and what a source was that is gone."""

import pytest

from referee.parts.effects import Doing, Texts, happen
from referee.verdict import Illegal, Incomplete, Legal, OnTrust
from tests.referee.parts import toy
from tests.referee.parts.land import TEXTS, WORDS, do, land, leaves
from tests.referee.parts.toy import Damage, Draw, Gain

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
        ('steps = [{ do = "draw" }]\ntouches = ["level"]', False),
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
    TEXTS.detach(t, t.state.play["Wolf.1"])
    t.state.hidden.draw(1, "ana.deck", "ana.hand")
    texts = Texts(lambda t: t.state.play, lambda t, card: (toy.compiled(text, card, WORDS),))
    assert texts.clouded(t, "level") == ""
    texts.attach(t, t.state.play["Wolf.1"])
    assert texts.clouded(t, "level") == ("Wolf.1" if clouds else "")
    texts.detach(t, t.state.play["Wolf.1"])
    assert texts.clouded(t, "level") == ""


def test_a_number_that_is_derived_rests_on_the_texts_that_may_touch_it():
    named = ("Rite: level as the text of Flare.1 may have it",)
    found = do(land("bo: Flare"), WRONG)
    assert isinstance(found, OnTrust)
    assert found.assumptions == named
    assert isinstance(do(land("bo: Flare"), WRONG, Gain(change=2)), Legal)
    assert isinstance(do(land("bo: Flare"), 'steps = [{ do = "gain", change = 2 }]'), Legal)
    assert isinstance(do(land("bo: Pup"), WRONG), Legal)
    twice = 'steps = [{ do = "gain", change = "level" }, { do = "draw", count = "level" }]'
    found = do(land("bo: Flare"), twice)
    assert isinstance(found, OnTrust)
    assert found.assumptions == named
    for least in (1, 5):
        step = f'steps = [{{ do = "draw", if = {{ ask = "level", least = {least} }} }}]'
        found = do(land("bo: Flare"), step)
        assert isinstance(found, OnTrust)
        assert found.assumptions == named
        assert isinstance(do(land("bo: Pup"), step), Legal)
    assert isinstance(do(land("bo: Flare"), step.replace("5", "2"), Draw()), Legal)
    left = step.replace('"draw",', '"draw", may = true,')
    assert isinstance(do(land("bo: Flare"), left), Legal)


def test_what_is_set_off_by_something_changes_nothing_by_lying_there():
    text = 'when = "used"\nchange = [{ on = "self", layer = "add", what = "power" }]'
    assert toy.compiled(text, "Wolf", WORDS).changes == ()


# -- what has left -----------------------------------------------------------------------------

OWN = """
steps = [{ do = "gain", player = "controller of self", change = { ask = "health", about = "self" }},
         { do = "draw", if = { about = "self", is = "large" } }]
"""


def test_what_a_source_was_is_read_from_its_record_where_it_is_gone():
    t = land("bo: Ogre", "bo: Wolf")
    ogre = t.state.play["Ogre.1"]
    ogre.health, ogre.damage = 5, 1
    happens = toy.compiled(OWN, "Ogre")
    leaves(t, "Ogre.1")
    verdict = t.refusal(lambda: happen(t, happens, Doing("ana", "Ogre.1", was=ogre), late=True))
    assert verdict is None
    assert isinstance(t.accepted(), Legal)
    assert t.state.gold == {"bo": 4}
    assert t.state.hidden.size("ana.hand") == 1


def test_what_nobody_kept_of_a_source_is_on_trust():
    t = land("bo: Ogre")
    leaves(t, "Ogre.1")
    happens = toy.compiled(OWN, "Ogre")
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
    once = toy.compiled('uses = 1\nsteps = [{ do = "draw" }]', "Ogre")
    happen(t, once, Doing("bo", "Ogre.1", was=ogre))
    assert ogre.uses == {}
