"""Section 6: playing cards, of one's own class and others, on one's own turn and others'."""

from typing import Any

import pytest

from referee.games.warrift.facts import CardPlayed
from referee.games.warrift.places import LAYOUT
from referee.games.warrift.state import END, SETUP, hand_size
from referee.parts.effects import EffectHappened
from tests.games.warrift.table import Match, begun, mid

EXTRA = """
[[class_cards]]
name = "Gift"
cls = "arbiter"
tier = 2
cost = 2
magicka = 3
effects = [{ when = "played", steps = [{ do = "points", change = 1 }] }]

[[class_cards]]
name = "Aim"
cls = "arbiter"
tier = 2
cost = 2
[[class_cards.effects]]
when = "played"
steps = [{ do = "damage", monster = { is = "monster" }, amount = 1 }]
"""


def table(players: int = 3, **more: Any) -> Match:
    match = mid(players, EXTRA, **more)
    match.put("", "Ogre", "Rat")
    return match.hold("ana", "A2", "A2", "N2", "Gift", "Aim").hold("bo", "NA", "N2")


def test_wr_6_1_what_belongs_to_the_mid_step_comes_in_no_other():
    match = table()
    match.play("ana play A2; ana attack A2.1 Rat.1; ana play A2")
    match.wr.phase = END
    match.refuse("ana play Gift", "WR-6.1", step="end")


def test_wr_6_1_nothing_is_played_before_the_match_has_begun():
    match = begun().hold("ana", "A2")
    match.wr.phase = SETUP
    match.refuse("ana play A2", "WR-3.17")


def test_wr_6_2_a_card_comes_from_the_hand_for_nothing():
    match = table()
    hand, cards = hand_size(match.wr, "ana"), LAYOUT.counted(match.t)
    match.play("ana play A2")
    assert hand_size(match.wr, "ana") == hand - 1
    assert match.one(CardPlayed).thing == "A2.1"
    assert LAYOUT.counted(match.t) == cards
    match.refuse("ana play A5", "WR-2.7")
    match.refuse("ana play Amage Amage Amage Amage Amage Amage", "WR-2.7", place=6)


def test_wr_6_2_what_no_hand_can_have_is_not_played():
    match = table()
    match.refuse("ana play Rat", "WR-6.2", kind="monster")
    match.refuse("ana play Hut1", "WR-6.2", kind="stronghold")
    match.refuse("ana play Hand1", "WR-6.2")
    assert match.refuse("ana play Nobody", "WR-2.2").legal == "a card of the lists"
    assert match.refuse("ana play Amege", "WR-2.2", card="Amege").legal == "did you mean Amage?"


@pytest.mark.rule("WR-6.3")
def test_wr_6_3_it_gives_its_magicka_and_does_what_it_says():
    match = table().play("ana play Gift")
    assert (match.wr.sides["ana"].magicka, match.wr.sides["ana"].points) == (0, 0)
    match.play("ana play A2")
    assert (match.wr.sides["ana"].magicka, match.wr.sides["ana"].points) == (3, 1)
    assert match.one(EffectHappened).source == "Gift.1"


@pytest.mark.rule("WR-6.4")
def test_wr_6_4_nobody_has_to_play_attack_or_spend():
    match = table().play("ana play Gift; ana step end")
    assert match.wr.active == "bo"
    assert match.wr.sides["ana"].magicka == 0


@pytest.mark.rule("WR-6.5")
def test_wr_6_5_a_card_of_another_class_goes_to_the_pile_of_its_class():
    match = table().play("ana play N2")
    assert match.thing("N2.1").controller == "ana"
    match.play("ana attack N2.1 Rat.1; ana step end")
    assert match.wr.zones.piles["bo.discard"] == ["N2"]
    assert match.wr.sides["ana"].points == 1


def test_wr_6_7_on_anothers_turn_only_ambush_is_played():
    match = table()
    match.refuse("bo play N2", "WR-6.7")
    match.refuse("bo play NA N2", "WR-6.7", place=2)
    match.play("bo play NA")
    assert match.one(CardPlayed).ambush


@pytest.mark.parametrize("option", ["unless_may", "always_optional"])
def test_wr_i_27_the_effect_of_a_played_card(option: str):
    match = table(choices={"WR-I 27": option}).play("ana play Aim")
    if option == "always_optional":
        match.play("ana play A2")
    else:
        match.refuse("ana play A2", "WR-2.13", card="Aim")
    match = table(choices={"WR-I 27": option}).play("ana play Gift; ana play A2")
    assert match.wr.sides["ana"].points == (1 if option == "unless_may" else 0)


@pytest.mark.parametrize("option", ["end_step_part_3", "as_it_is_played"])
def test_wr_i_28_when_a_card_of_another_class_goes_to_its_pile(option: str):
    match = table(choices={"WR-I 28": option}).hold("ana", "N2", "NA")
    cards = LAYOUT.counted(match.t)
    match.play("ana play N2")
    early = option == "as_it_is_played"
    assert match.wr.zones.piles.get("bo.discard", []) == (["N2"] if early else [])
    match.play("ana play NA; ana attack N2.1 Rat.1; ana step end")
    assert match.wr.zones.piles["bo.discard"] == ["N2", "NA"]
    assert match.wr.sides["ana"].points == 1
    assert LAYOUT.counted(match.t) == cards
    assert match.wr.zones.generated == {}


def test_wr_i_28_a_pile_that_became_a_deck_has_the_card_in_it():
    match = table(choices={"WR-I 28": "as_it_is_played"})
    cards = LAYOUT.counted(match.t)
    match.play("ana play N2")
    hidden, zones = match.wr.zones.hidden, match.wr.zones
    hidden.shuffle("bo.primary", {"N2": 1})
    zones.piles["bo.discard"] = []
    match.play("ana step end")
    assert zones.piles.get("bo.discard", []) == []
    assert LAYOUT.counted(match.t) == cards


def test_wr_i_28_what_is_sent_elsewhere_leaves_the_pile():
    match = table(choices={"WR-I 28": "as_it_is_played"})
    cards = LAYOUT.counted(match.t)
    match.play("ana play N2")
    LAYOUT.leave(match.t, match.thing("N2.1"), "", "necropolis")
    assert match.wr.zones.piles["bo.discard"] == []
    assert match.wr.zones.piles["necropolis"] == ["N2"]
    assert LAYOUT.counted(match.t) == cards


@pytest.mark.rule("WR-6.5")
@pytest.mark.parametrize(("option", "pile"), [("own_class_creatures", "bo"), ("classless", "ana")])
def test_wr_6_5_a_starting_card_without_class_goes_to_whoever_played_it(option: str, pile: str):
    match = table(choices={"WR-I 12": option}).hold("ana", "Nmage")
    match.play("ana play Nmage; ana step end")
    assert match.wr.zones.piles[f"{pile}.discard"] == ["Nmage"]
