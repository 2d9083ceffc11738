"""Keywords by which cards are activated from elsewhere than the hand (section 24)."""

import pytest

from events.notation import read
from referee.games.grand_archive.facts import CardActivated
from referee.verdict import Incomplete
from tests.games.grand_archive.table import DECK, Match, turn

ELSEWHERE = """
[[cards]]
name = "Comet"
types = ["action"]
subtypes = ["spell"]
reserve = 5
speed = "slow"
keywords = ["starcalling 2"]
[[cards.effects]]
when = "played"
aims = { one = { what = { is = "unit" } } }
steps = [{ do = "damage", thing = "one", amount = 3 }]

[[cards]]
name = "Shy Comet"
types = ["action"]
reserve = 5
speed = "slow"
keywords = ["starcalling 0"]
conditions = { "starcalling 0" = [["level 3+"]] }

[[cards]]
name = "Gazer"
types = ["item"]
reserve = 1
[[cards.effects]]
when = "activated"
steps = [{ do = "glimpse", count = 3 }]

[[cards]]
name = "Shade"
types = ["ally"]
reserve = 1
power = 2
life = 2
keywords = ["ephemerate 3", "on death"]
[[cards.effects]]
when = "on death"
steps = [{ do = "draw", count = 1 }]

[[cards]]
name = "Whisper"
types = ["action"]
reserve = 1
speed = "fast"
keywords = ["ephemerate"]

[[cards]]
name = "Recall"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
aims = { one = { what = { is = "ally" } } }
steps = [{ do = "return", thing = "one", to = "hand" }]

[[cards]]
name = "Curfew"
types = ["action"]
reserve = 1
speed = "fast"
keywords = ["class locked"]
classes = ["cleric"]
"""


def gazing() -> Match:
    """A match in which ana may glimpse 3, with comets in her deck."""
    decks = {"ana": {**DECK, "Comet": 2, "Shy Comet": 2}}
    match = turn(extra=ELSEWHERE, decks=decks)
    match.put("ana", "Gazer")
    return match


# -- Starcalling -----------------------------------------------------------------------------------


@pytest.mark.rule("GA-24.34")
def test_ga_24_34_a_card_that_is_glimpsed_is_activated_for_its_starcalling_cost():
    match = gazing()
    deck = match.size("ana", "deck")
    match.play("ana ability Gazer.1; ana resolve glimpse:3::Comet")
    assert match.size("ana", "deck") == deck
    match.play("ana activate Comet bo origin=deck")
    fact = match.one(CardActivated)
    assert (fact.cost, fact.reserved, fact.zone) == (2, 2, "deck")
    match.play("ana resolve")
    assert match.champion("bo").damage == 3
    assert match.size("ana", "deck") == deck - 1
    match.refuse("ana activate Comet bo origin=deck", "GA-8.1")


def test_ga_24_34_it_may_be_called_in_another_players_turn():
    match = gazing().at("main", "bo")
    match.play(
        "ana ability Gazer.1; ana resolve glimpse:3::Comet; ana activate Comet bo origin=deck"
    )


def test_ga_24_34_only_a_card_with_starcalling_that_works_is_called():
    match = gazing()
    match.play("ana ability Gazer.1")
    match.refuse("ana resolve glimpse:3::A1", "GA-24.34", card="A1")
    match.refuse('ana resolve glimpse:3::"Shy Comet"', "GA-24.34", card="Shy Comet")


# -- Ephemerate ------------------------------------------------------------------------------------


@pytest.mark.rule("GA-24.41")
def test_ga_24_41_a_card_is_ephemerated_from_the_graveyard_and_banished_as_it_leaves():
    match = turn(extra=ELSEWHERE, edition="R26").lay("ana", "graveyard", "Shade")
    match.play("ana activate Shade origin=graveyard; ana resolve")
    assert match.thing("Shade.1").marks == ["ephemeral"]
    assert match.size("ana", "memory") == 2 + 3
    hand, foe = match.size("ana", "hand"), match.put("bo", "A4")
    match.play(f"ana attack Shade.1 {foe}; bo retaliate {foe}; ana damage; ana step end")
    assert match.ga.zones.piles["ana.banishment"] == ["Shade"]
    assert match.size("ana", "hand") == hand, "it did not die"


@pytest.mark.rule("GA-24.41")
def test_ga_24_41_an_ephemeral_ally_that_is_sent_to_a_hand_is_banished():
    match = turn(extra=ELSEWHERE, edition="R26").hold("ana", "Recall")
    match.play(f"ana activate Recall {match.put('ana', 'Shade', marks=['ephemeral'])}; ana resolve")
    assert match.ga.zones.piles["ana.banishment"] == ["Shade"]


@pytest.mark.rule("GA-24.41")
def test_ga_24_41_an_ephemeral_action_is_banished_and_an_untold_cost_is_said():
    match = turn(extra=ELSEWHERE, edition="R26").lay("ana", "graveyard", "Whisper")
    match.log(read("ana activate Whisper origin=graveyard", match.game.codec))
    assert isinstance(match.verdict, Incomplete)
    match.play("ana activate Whisper origin=graveyard reserved=2")
    assert match.trusted() == ("Whisper costs 2 by Ephemerate",)
    match.play("ana resolve")
    assert match.ga.zones.piles["ana.banishment"] == ["Whisper"]


def test_ga_24_41_r25_has_no_ephemerate():
    match = turn(extra=ELSEWHERE).lay("ana", "graveyard", "Shade")
    match.refuse("ana activate Shade origin=graveyard", "GA-8.1", card="Shade")


# -- Aethercalling ---------------------------------------------------------------------------------

WINGS = (
    ELSEWHERE
    + """
[[cards]]
name = "Ray"
types = ["attack"]
reserve = 2
power = 2
keywords = ["aethercalling"]

[[cards]]
name = "Wing"
types = ["weapon"]
subtypes = ["aetherwing"]
reserve = 2
power = 1
durability = 2
"""
)


@pytest.mark.rule("GA-24.41")
def test_ga_24_41_a_card_is_loaded_into_an_aetherwing_while_it_is_glimpsed():
    match = turn(extra=WINGS, edition="R26", decks={"ana": {**DECK, "Ray": 3}})
    match.put("ana", "Gazer")
    match.play("ana ability Gazer.1")
    match.refuse("ana resolve glimpse:3::Ray", "GA-24.41", seat="ana")
    match.refuse("ana resolve glimpse:3::A1", "GA-24.34", card="A1")
    wing, deck = match.put("ana", "Wing"), match.size("ana", "deck")
    match.play("ana resolve glimpse:3:1:Ray")
    assert (match.thing("Ray.1").place, match.thing("Ray.1").under) == ("loaded", wing)
    assert match.size("ana", "deck") == deck - 1


@pytest.mark.rule("GA-24.41")
def test_ga_24_41_of_several_aetherwings_one_is_said():
    match = turn(extra=WINGS, edition="R26", decks={"ana": {**DECK, "Ray": 3}})
    match.put("ana", "Gazer")
    one, two = match.put("ana", "Wing"), match.put("ana", "Wing")
    match.play("ana ability Gazer.1").log(read("ana resolve glimpse:3::Ray", match.game.codec))
    assert isinstance(match.verdict, Incomplete)
    match.refuse("ana resolve glimpse:3::Ray:Gazer.1", "GA-24.41", thing="Gazer.1")
    match.play(f"ana resolve glimpse:3::Ray:{two}")
    assert match.thing("Ray.1").under == two != one


# -- Class Locked, Level Locked --------------------------------------------------------------------


def test_ga_24_41_a_class_locked_card_wants_a_champion_of_its_class():
    match = turn(extra=ELSEWHERE, edition="R26").hold("ana", "Curfew")
    match.refuse("ana activate Curfew", "GA-13.9", card="Curfew")
    turn(extra=ELSEWHERE).hold("ana", "Curfew").play("ana activate Curfew")
