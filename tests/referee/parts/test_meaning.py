"""What the tables of a catalog mean: which things, cards, seats and numbers."""

from typing import Any

import pytest

from events.outcome import Nothing
from referee.verdict import Illegal, Incomplete, Legal
from tests.referee.parts.toy import (
    Bottom,
    Damage,
    Discard,
    Draw,
    Exile,
    Gain,
    Reveal,
    Toy,
    compiled,
    did,
    table,
)


def meant(select: str, t: Toy | None = None) -> list[str]:
    """The things for each of which a step is done."""
    t = t or table("Ogre", "ana: Wolf", "ana: Wolf", "bo: Pup", "cy: Imp", "bo: Tower")
    effect = compiled(f'steps = [{{ do = "expend", each = {select}, thing = "it" }}]')
    assert isinstance(did(t, effect, source="Wolf.1"), Legal)
    return [thing.id for thing in t.state.play.values() if thing.spent]


@pytest.mark.parametrize(
    ("select", "ids"),
    [
        ("{ is = 'monster' }", ["Ogre.1", "Imp.1"]),
        ("{ is = ['animal', 'tamer'] }", ["Pup.1"]),
        ("{ any = ['large', 'tower'] }", ["Ogre.1", "Tower.1"]),
        ("{ is = 'monster', not = 'ethereal' }", ["Ogre.1"]),
        ("{ of = 'you' }", ["Wolf.1", "Wolf.2"]),
        ("{ of = 'you', other = true }", ["Wolf.2"]),
        ("{ of = 'opponent', not = 'tower' }", ["Pup.1", "Imp.1"]),
        ("{ named = 'Pup' }", ["Pup.1"]),
        ("{ with = { health = [4, 9] } }", []),
        ("{ with = { health = 3 }, is = 'tower' }", ["Tower.1"]),
        ("{ of = 'ally' }", []),
        ("{ in = 'bin' }", []),
    ],
)
def test_a_select_means_what_it_says(select: str, ids: list[str]):
    assert meant(select) == ids


def test_whose_something_is_goes_by_sides():
    t = table("ana: Wolf", "bo: Pup", "cy: Imp")
    t.state.allies = {"ana": "red", "bo": "red"}
    assert meant("{ of = 'ally' }", t) == ["Pup.1"]
    t = table("ana: Wolf", "bo: Pup", "cy: Imp")
    t.state.allies = {"ana": "red", "bo": "red"}
    assert meant("{ of = 'opponent' }", t) == ["Imp.1"]
    drawing = compiled('steps = [{ do = "draw", player = "opponent" }]')
    assert isinstance(did(t, drawing), Legal), "there is one opponent only"
    assert t.state.hidden.size("cy.hand") == 1


def test_who_is_out_of_the_match_is_no_opponent():
    t = table()
    t.state.out = ["bo"]
    assert isinstance(did(t, compiled('steps = [{ do = "draw", player = "opponent" }]')), Legal)
    assert t.state.hidden.size("cy.hand") == 1


@pytest.mark.parametrize(
    ("amount", "gold"),
    [
        ("4", 4),
        ("'level'", 2),
        ("{ ask = 'health', about = 'foe' }", 3),
        ("{ ask = 'health', about = 'foe', times = 3, over = 2 }", 4),
        ("{ ask = 'health', about = 'foe', times = -1, plus = 5 }", 2),
        ("{ ask = 'health', about = 'foe', least = 5 }", 5),
        ("{ ask = 'health', about = 'foe', most = 1 }", 1),
        ("{ count = { in = 'bin', of = 'you', is = 'mage' } }", 2),
        ("{ count = { in = 'bin', of = 'any' }, plus = 1 }", 4),
    ],
)
def test_an_amount_is_what_it_says(amount: str, gold: int):
    effect = compiled(
        'aims = { foe = { what = { is = "monster" } } }\n'
        f'steps = [{{ do = "gain", change = {amount} }}]'
    )
    t = table("Ogre")
    t.state.bins["ana"] = ["Mage", "Mage", "Flare"]
    assert isinstance(did(t, effect), Legal)
    assert t.state.gold == {"ana": gold}


def test_up_to_a_number_is_for_the_player_to_say():
    effect = compiled('steps = [{ do = "gain", change = { ask = "level", up_to = true } }]')
    assert isinstance(did(table(), effect), Incomplete)
    assert isinstance(did(table(), effect, Gain(change=0)), Legal)
    verdict = did(table(), effect, Gain(change=3))
    assert isinstance(verdict, Illegal) and verdict.legal == "0 to 2"


@pytest.mark.parametrize("reason", [None, "declined"])
def test_up_to_a_number_may_be_none_of_it(reason: Any):
    effect = compiled('steps = [{ do = "gain", change = { ask = "level", up_to = true } }]')
    t = table()
    assert isinstance(did(t, effect, Nothing(reason)), Legal)
    assert t.state.gold == {}


@pytest.mark.parametrize(
    ("player", "gold"),
    [("controller of foe", {"bo": 1}), ("owner of foe", {"cy": 1}), ("you", {"ana": 1})],
)
def test_a_seat_is_who_it_says(player: str, gold: Any):
    effect = compiled(
        'aims = { foe = { what = { is = "ally" } } }\n'
        f'steps = [{{ do = "gain", player = "{player}", change = 1 }}]'
    )
    t = table("bo: Pup")
    t.state.play["Pup.1"].owner = "cy"
    assert isinstance(did(t, effect), Legal)
    assert t.state.gold == gold


def test_a_player_may_be_aimed_at():
    effect = compiled(
        'aims = { who = { what = "opponent" } }\nsteps = [{ do = "draw", player = "who" }]'
    )
    t = table()
    assert isinstance(did(t, effect), Incomplete)
    assert isinstance(did(t, effect, aims=("cy",)), Legal)
    assert isinstance(did(t, effect, aims=("ana",)), Illegal)
    assert t.state.hidden.size("cy.hand") == 1


def test_a_word_may_be_chosen_from_several():
    effect = compiled(
        'steps = [{ do = "discard", place = ["hand", "bin"], cards = { count = 1 } }]'
    )
    t = table(hands={"ana": 2})
    t.state.bins["ana"] = ["Flare"]
    verdict = did(t, effect, Discard(("Flare",)))
    assert isinstance(verdict, Incomplete) and "say which place" in verdict.ask
    assert isinstance(did(t, effect, Discard(("Flare",), place="bin")), Legal)
    assert isinstance(did(t, effect, Discard(("Flare",), place="deck")), Illegal)


def test_cards_may_have_to_be_different():
    effect = compiled('steps = [{ do = "discard", cards = { count = 2, distinct = true } }]')
    t = table(hands={"ana": 4})
    verdict = did(t, effect, Discard(("Mage", "Mage")))
    assert isinstance(verdict, Illegal) and "no name twice" in verdict.message
    assert isinstance(did(t, effect, Discard(("Mage", "Flare"))), Legal)


def test_cards_that_an_earlier_step_found_are_no_others():
    effect = compiled(
        'steps = [{ do = "reveal", place = "deck", cards = { count = 2 }, as = "seen" },'
        ' { do = "bottom", cards = "seen" }]'
    )
    shown = Reveal(("Flare", "Mage"))
    assert isinstance(did(table(), effect, shown, Bottom(("Mage", "Flare"))), Legal)
    verdict = did(table(), effect, shown, Bottom(("Mage", "Mage")))
    assert isinstance(verdict, Illegal)
    assert verdict.message == "Rite: about Flare, Mage here, logged Mage, Mage (outcome 2)"


def test_the_thing_that_an_earlier_step_was_about_is_no_other():
    effect = compiled(
        'steps = [{ do = "damage", monster = { is = "monster" }, amount = 1, as = "hurt" },'
        ' { do = "exile", thing = "hurt" }]'
    )
    t = table("Ogre", "Ogre")
    assert isinstance(did(t, effect, Damage("Ogre.1", 1), Exile("Ogre.2")), Illegal)
    assert isinstance(did(t, effect, Damage("Ogre.2", 1)), Legal)
    assert list(t.state.play) == ["Ogre.1"]


def test_cards_are_counted_where_what_was_done_with_them_is_not_said():
    effect = compiled(
        'steps = [{ do = "bottom", cards = { count = 2 } },'
        ' { do = "gain", change = { last = "bottom" } }]'
    )
    t = table()
    assert isinstance(did(t, effect, Bottom(("Mage", "Flare"))), Legal)
    assert t.state.gold["ana"] == 2


def test_fewer_cards_than_asked_go_where_there_are_no_more():
    effect = compiled('steps = [{ do = "discard", cards = { count = 3 } }]')
    t = table(hands={"ana": 2})
    assert isinstance(did(t, effect, Discard(("Mage", "Flare"))), Legal)
    t = table(hands={"ana": 3})
    assert isinstance(did(t, effect, Discard(("Mage", "Flare"))), Illegal)
    short = compiled('steps = [{ do = "draw", count = 9 }]')
    t = table()
    assert isinstance(did(t, short), Legal)
    assert t.state.hidden.size("ana.hand") == 8
    assert isinstance(did(table(), short, Draw(count=8)), Legal)
    assert isinstance(did(table(), short, Draw(count=7)), Illegal)


def test_two_steps_with_one_word_are_told_apart_by_their_numbers_too():
    effect = compiled(
        'steps = [{ do = "damage", monster = { is = "monster" }, amount = 1 },'
        ' { do = "damage", monster = { is = "monster" }, amount = 2 }]'
    )
    for line in (
        (Damage("Ogre.1", 1), Damage("Ogre.2", 2)),
        (Damage("Ogre.2", 2), Damage("Ogre.1", 1)),
    ):
        t = table("Ogre", "Ogre")
        assert isinstance(did(t, effect, *line), Legal)
        assert [body.damage for body in t.state.play.values()] == [1, 2]
