"""Strongholds and their Garrisons: section 10."""

import pytest

from referee.fact import CardMoved, ScoreChanged
from referee.games.warrift.facts import MagickaLost, SupportTaken
from referee.games.warrift.state import END, MID, START
from referee.verdict import Incomplete
from tests.games.warrift.effects import card, does, text
from tests.games.warrift.table import LAYOUT, Match, begun, mid, opened

GATE = """
[[strongholds]]
name = "Gate"
tier = 1
cost = 2
words = ["ambush"]
[[strongholds.effects]]
when = "enter_play"
steps = [{ do = "magicka", change = 3 }]

[[strongholds]]
name = "Ballista"
tier = 1
cost = 0
[[strongholds.effects]]
when = "enter_play"
steps = [{ do = "damage", monster = { is = "monster" }, amount = 1 }]
"""


def market(players: int = 2, extra: str = GATE, **more: object) -> Match:
    """Ana's mid step with ten points and strongholds on offer."""
    match = mid(players, extra, **more).give("ana", points=10)
    return match.pile("offers", "Hut1", "Hut2", "Hut3", "Hand1", "Gate", "Ballista")


def held(**choices: str) -> Match:
    """Ana's mid step; she has a stronghold with Garrison 2, and creatures to store."""
    match = mid(choices={f"WR-I {id[1:]}": option for id, option in choices.items()})
    match.put("ana", "Hut2", "Hut1")
    return match.hold("ana", "A2", "A3", "N4")


def inside(match: Match, thing: str = "Hut2.1") -> list[str]:
    return match.wr.zones.piles[f"{thing}.garrison"]


# -- gaining -----------------------------------------------------------------------------------


def test_wr_10_1_a_stronghold_that_is_not_on_offer_is_refused():
    match = market()
    match.refuse("ana gain HutL1", "WR-10.1", card="HutL1")
    refusal = match.refuse("ana gain stronghold=Hand1", "WR-10.1", card="Hand1")
    assert refusal.message == "Hand1 is no stronghold of the support selection"


def test_wr_10_1_only_in_the_own_mid_step():
    match = market().give("bo", points=10)
    match.refuse("bo gain Hut1", "WR-10.1")
    match.wr.phase = END
    match.refuse("ana gain Hut1", "WR-10.1")
    begun(extra=GATE).give("ana", points=9).refuse("ana gain Hut1", "WR-5.10")


def test_wr_i_41_own_mid_step_only_holds_for_ambush_too():
    market().give("bo", points=10).refuse("bo gain Gate", "WR-10.1")


def test_wr_i_41_any_turn_if_it_has_ambush():
    match = market(choices={"WR-I 41": "any_turn_if_it_has_ambush"}).give("bo", points=10)
    match.refuse("bo gain Hut1", "WR-10.1")
    match.play("bo gain Gate Hut1")
    assert match.thing("Gate.1").controller == "bo"


def test_wr_i_41_not_before_the_match_has_begun():
    match = opened(2, GATE, choices={"WR-I 41": "any_turn_if_it_has_ambush"})
    match.pile("offers", "Hut1", "Gate").give("bo", points=10).refuse("bo gain Gate", "WR-3.17")


def test_wr_10_2_the_points_cover_the_cost():
    match = market().give("ana", points=2)
    refusal = match.refuse("ana gain Hut3 Hut1", "WR-10.2", cost=3, have=2)
    assert refusal.legal == "one of Hut1, Hut2, Gate, Ballista"
    for name in refusal.legal.removeprefix("one of ").split(", "):
        market().give("ana", points=2).play(f"ana gain {name} Hut1")


def test_wr_10_2_exactly_the_cost_is_taken():
    match = market().play("ana gain Hut3 Hut1")
    assert match.one(ScoreChanged).value == 7
    assert match.wr.sides["ana"].points == 7
    assert match.thing("Hut3.1").paid == 3
    assert match.one(SupportTaken) == SupportTaken(
        "ana", "Hut3.1", "Hut3", 3, "stronghold", ("Hut1", "Hut2", "Hand1", "Gate", "Ballista")
    )


@pytest.mark.rule("WR-10.3")
def test_wr_10_3_what_it_says_about_entering_play_happens():
    match = market().play("ana gain Gate Hut1; ana gain Hut1 Hut1")
    assert match.wr.sides["ana"].magicka == 3


def test_wr_10_3_an_effect_with_a_choice_is_awaited_or_said_at_once():
    match = market()
    match.put("", "Wolf", "Wolf")
    match.play("ana gain Ballista Hut1")
    match.refuse("ana gain Hut2 Hut1", "WR-2.13")
    match.play("ana effect Ballista damage:Wolf.1")
    assert match.thing("Wolf.1").damage == 1
    match = market()
    match.put("", "Wolf", "Wolf")
    match.play("ana gain Ballista Hut1 did=damage:Wolf.2; ana gain Hut2 Hut1")
    assert match.thing("Wolf.2").damage == 1


@pytest.mark.rule("WR-10.4")
def test_wr_10_4_strongholds_stay_however_many_there_are():
    match = market().play("ana gain Hut1 Hut1; ana gain Hut1 Hut1; ana gain Hut2 Hut1")
    match.play("ana step end; bo step mid; bo step end")
    assert {each.id for each in match.wr.zones.things.values()} == {"Hut1.1", "Hut1.2", "Hut2.1"}


@pytest.mark.rule("WR-10.5")
def test_wr_10_5_points_that_had_reached_thirty_may_be_paid():
    match = market().give("ana", points=29)
    match.put("", "Rat")
    fighter = match.put("ana", "A2", turn=1)[0]
    match.play(f"ana attack {fighter} Rat; ana gain Hut3 Hut1")
    assert (match.wr.sides["ana"].points, match.wr.ending) == (27, 2)


def test_wr_9_7_a_gain_makes_a_gap_like_a_hire():
    match = market().play("ana gain Hut1")
    assert match.due("ana") == [("fill gap", "WR-9.7")]


# -- storing -----------------------------------------------------------------------------------


def test_wr_10_6_creatures_are_stored_up_to_the_garrison():
    match = held().play("ana store Hut2 A2; ana store Hut2 N4")
    assert sorted(inside(match)) == ["A2", "N4"]
    assert match.refuse("ana store Hut2 A3", "WR-10.6", have=2, room=2).legal == ""
    match.put("ana", "Hut2")
    refusal = match.refuse("ana store Hut2.1 A3", "WR-10.6")
    assert refusal.legal == "Hut2.2"
    match.play("ana store Hut2.2 A3")


def test_wr_10_6_several_strongholds_count_separately():
    match = held()
    match.put("ana", "Hut2")
    match.play("ana store Hut2.1 A2; ana store Hut2.1 A3; ana store Hut2.2 N4")
    assert inside(match, "Hut2.2") == ["N4"]


def test_wr_10_6_only_in_an_own_stronghold_with_a_garrison():
    match = held()
    match.put("bo", "Hut2")
    refusal = match.refuse("ana store Hut1 A2", "WR-10.6")
    assert refusal.legal == "Hut2.1"
    match.refuse("ana store Hut2.2 A2", "WR-10.6")
    match.refuse("ana store Hut3 A2", "WR-10.6")


def test_wr_10_6_what_is_no_creature_is_not_stored():
    match = held().hold("ana", "Hut3")
    match.refuse("ana store Hut2 Hut3", "WR-10.6", card="Hut3")


def test_wr_10_6_a_card_that_cannot_be_in_that_hand_is_not_stored():
    held().refuse("ana store Hut2 A4", "WR-2.7")


@pytest.mark.rule("WR-10.7")
def test_wr_10_7_stored_creatures_are_not_in_hand():
    match = held()
    size = match.wr.zones.hidden.size("ana.hand")
    match.play("ana store Hut2 A2")
    assert match.wr.zones.hidden.size("ana.hand") == size - 1
    match.refuse("ana play A2", "WR-2.7")
    match.refuse("ana trade bo gives=A2 taken=1", "WR-2.7")


def test_wr_i_42_hand_is_where_creatures_come_from():
    match = held()
    match.put("ana", "A5", turn=1)
    match.refuse("ana store Hut2 A5.1", "WR-2.2")


def test_wr_i_42_play_is_where_creatures_come_from():
    match = held(_42="play")
    match.put("ana", "A5", "Hand1", turn=1)
    match.refuse("ana store Hut2 A2", "WR-2.4")
    match.play("ana store Hut2 A5; ana store Hut2 Hand1.1; ana step end")
    assert sorted(inside(match)) == ["A5", "Hand1"]
    assert match.wr.zones.piles.get("support-discard", []) == []


def test_wr_i_42_hand_or_play_takes_a_bare_name_out_of_hand_if_it_can():
    match = held(_42="hand_or_play")
    match.put("ana", "A2", "A5", turn=1)
    match.play("ana store Hut2 A2")
    assert "A2.1" in match.wr.zones.things
    match.play("ana store Hut2 A5")
    assert "A5.1" not in match.wr.zones.things
    match.put("ana", "Hut2")
    match.play("ana store Hut2.2 A2.1")
    assert match.one(CardMoved) == CardMoved("ana", "A2", "play", "Hut2.2.garrison", "WR-10.6")
    match.refuse("ana store Hut2.2 A4", "WR-2.7")


def test_wr_i_43_own_mid_step_is_when_creatures_are_stored():
    match = held()
    match.put("bo", "Hut2")
    match.hold("bo", "N2").refuse("bo store Hut2.2 N2", "WR-4.3")
    match.wr.phase = END
    match.refuse("ana store Hut2.1 A2", "WR-6.1")


def test_wr_i_43_any_time_is_when_creatures_are_stored():
    match = held(_43="any_time")
    match.put("bo", "Hut2")
    match.hold("bo", "N2").play("bo store Hut2.2 N2")
    assert inside(match, "Hut2.2") == ["N2"]


# -- taking out --------------------------------------------------------------------------------


def test_wr_i_44_hand_is_where_creatures_go():
    match = held().play("ana store Hut2 N4; ana take Hut2 N4; ana play N4")
    assert inside(match) == []
    assert match.thing("N4.1").controller == "ana"


def test_wr_i_44_play_is_where_creatures_go_as_if_played():
    match = held(_44="play").play("ana store Hut2 N4; ana store Hut2 A3; ana take Hut2 N4")
    rat = match.put("", "Rat")[0]
    match.play(f"ana attack N4 {rat}; ana take Hut2 A3; ana step end")
    assert match.wr.zones.piles["bo.discard"] == ["N4"]
    assert match.one(MagickaLost).amount == 1


def test_wr_i_44_play_is_in_the_mid_step():
    match = held(_44="play").play("ana store Hut2 A2; ana step end; bo step end; bo eye-roll 0 0")
    match.refuse("ana take Hut2 A2", "WR-10.8")
    match.play("bo step end; ana take Hut2 A2")
    assert match.wr.phase == MID


def test_wr_10_8_not_on_anothers_turn():
    match = held().play("ana store Hut2 A2; ana step end")
    match.refuse("ana take Hut2 A2", "WR-10.8")


def test_wr_10_8_in_any_step_of_the_own_turn():
    match = held().play("ana store Hut2 A2; ana store Hut2 A3; ana step end; bo step end")
    match.play("bo eye-roll 0 0; bo step end")
    match.play("ana take Hut2 A2")
    assert match.wr.phase == START
    match.play("ana step mid; ana take Hut2 A3")


def test_wr_10_8_before_the_roll_for_the_eye_too():
    match = begun()
    match.put("ana", "Hut2")
    match.pile("Hut2.1.garrison", "A2").play("ana take Hut2 A2; ana eye-roll 0 0")


def test_wr_10_8_only_what_is_in_it_comes_out():
    match = held().play("ana store Hut2 A2")
    refusal = match.refuse("ana take Hut2 A3", "WR-2.4", card="A3")
    assert refusal.legal == "A2"
    match.put("ana", "A3")
    refusal = match.refuse("ana take A3.1 A2", "WR-2.4", thing="A3.1")
    assert refusal.legal == "Hut2.1"


@pytest.mark.parametrize("reading", ["hand", "play"])
def test_no_card_comes_or_goes_by_storing_and_taking(reading: str):
    match = held(_42=reading)
    match.put("ana", "A5", turn=1)
    creature = "A2" if reading == "hand" else "A5"
    before = LAYOUT.counted(match.t)
    match.play(f"ana store Hut2 {creature}; ana take Hut2 {creature}")
    assert LAYOUT.counted(match.t) == before


def test_what_a_stronghold_stored_is_discarded_if_it_leaves_play():
    match = held().play("ana store Hut2 A2; ana store Hut2 N4")
    before = LAYOUT.counted(match.t)
    LAYOUT.leave(match.t, match.thing("Hut2.1"), "", "necropolis")
    assert LAYOUT.counted(match.t) == before
    assert match.wr.zones.piles["ana.discard"] == ["A2"]
    assert match.wr.zones.piles["bo.discard"] == ["N4"]


# -- put into play by an effect -------------------------------------------------------------------


def put_in(*steps: str, players: int = 2) -> Match:
    """Ana's Text is still to be logged; the Hall, which was discarded, does this on entering."""
    hall = card("Hall", does(*steps, when="enter_play"), kind="strongholds")
    return text(players, hall).pile("support-discard", "Hall")


def test_wr_10_3_a_stronghold_that_an_effect_puts_into_play_enters_it():
    match = put_in('do = "points", change = 2')
    match.play("ana effect Text move:Hall:support-discard:play; ana play Amage")
    assert match.wr.sides["ana"].points == 2


def test_wr_15_2_its_effect_is_awaited_where_it_leaves_something_open():
    match = put_in('do = "discard", player = "opponent", cards = { by = "holder" }')
    match.play("ana effect Text move:Hall:support-discard:play")
    match.refuse("ana step end", "WR-2.13")
    match.play("ana effect Hall discard:Nmage; ana step end")
    assert list(match.wr.zones.piles["bo.discard"]) == ["Nmage"]


def test_wr_10_3_it_is_the_effect_of_whoever_has_it_then():
    match = put_in('do = "points", change = 2')
    match.play("ana effect Text move:Hall:support-discard:play::bo")
    match.play("ana play Amage")
    assert (match.wr.sides["ana"].points, match.wr.sides["bo"].points) == (0, 2)


def test_wr_15_6_control_of_a_stronghold_is_no_entering():
    match = put_in('do = "points", change = 2')
    match.put("bo", "Hall")
    match.play("ana effect Text control:Hall.1:ana; ana play Amage")
    assert match.wr.sides["ana"].points == 0


def test_wr_10_6_of_two_strongholds_with_a_garrison_it_is_asked_which():
    match = mid().hold("ana", "A2", "A2")
    match.put("ana", "Hut2")
    match.put("ana", "Hut2")
    match.play("ana store Hut2.1 A2; ana store Hut2 A2")
    assert isinstance(match.verdict, Incomplete)
    assert match.verdict.choices == {"stronghold": ("Hut2.1", "Hut2.2")}


def test_of_two_things_with_an_effect_it_is_asked_which():
    match = mid()
    match.put("ana", "Hut1")
    match.put("ana", "Hut1")
    match.play("ana effect Hut1")
    assert isinstance(match.verdict, Incomplete)
    assert match.verdict.choices == {"source": ("Hut1.1", "Hut1.2")}
