"""Section 18: sides of several wizards, and wizards in retreat."""

import pytest

from referee.fact import CardMoved, MatchEnded
from referee.games.tower_wizwar.facts import DrainMoved, SpaceCleared, WizardLost
from referee.games.tower_wizwar.places import LAYOUT
from referee.verdict import Incomplete
from tests.games.tower_wizwar.table import Match, opened, turn

SPRING = """
[[implements]]
name = "Spring"
spellbook = "Blue"
cost = 1
[[implements.effects]]
when = "activated"
text = "Anything."
[[implements]]
name = "Omen"
spellbook = "Blue"
cost = 1
[[implements.effects]]
when = "on cast"
steps = [{ do = "drain", wizard = "you", change = 2 }]
"""


def sides(players: int = 4, **more: object) -> Match:
    """Ana and cy against bo and di, each with a Spring in J1."""
    match = turn(players, extra=SPRING, **more)
    for seat in match.tw.seats:
        match.put(seat, "J1", "Spring")
    return match


def retreat(players: int = 4, phase: str = "cast", **more: object) -> Match:
    """Ana is in retreat, and in her turn; cy (in 3x3 ed too) stands."""
    match = sides(players, **more).play("ana forfeit")
    return match.at(phase, "ana")


def pool(match: Match, seat: str = "ana") -> int:
    return match.tw.zones.hidden.size(f"{seat}.pool/spell")


# -- losing with allies --------------------------------------------------------------------------


@pytest.mark.rule("TW-18.2")
def test_tw_18_2_a_wizard_that_loses_with_an_ally_standing_takes_turns_in_retreat():
    match = sides().play("bo forfeit")
    assert match.side("bo").retreat
    assert match.one(SpaceCleared).retreat
    match.play("ana end")
    assert (match.tw.active, match.tw.phase) == ("bo", 3)


def test_tw_18_2_in_a_duel_there_is_no_retreat():
    match = sides(2).play("bo forfeit")
    assert (match.tw.winner, match.side("bo").retreat) == ("ana", False)


@pytest.mark.parametrize("reading, retreats", [("any_loss", True), ("wounds_only", False)])
def test_tw_i_69_which_losses_lead_into_retreat(reading: str, retreats: bool):
    match = sides(choices={"TW-I 69": reading}).give("di", wounds=2).play("bo forfeit")
    assert match.side("bo").retreat is retreats
    match.play("ana end")
    assert match.tw.active == ("bo" if retreats else "cy")


def test_tw_i_69_wounds_lead_into_retreat_in_either_case():
    match = sides(choices={"TW-I 69": "wounds_only"}).give("bo", wounds=2)
    assert match.play("ana effect Spring.1 wound:1:bo").side("bo").retreat


@pytest.mark.parametrize("reading", ["turn_ends", "goes_on_in_retreat"])
@pytest.mark.parametrize("phase", ["stabilise", "draft", "cast", "movement", "attack", "last"])
def test_tw_i_86_a_wizard_loses_in_its_own_turn(reading: str, phase: str):
    match = sides(choices={"TW-I 86": reading}).at(phase)
    match.give("ana", wounds=2).play("bo effect Spring.2 wound:1:ana")
    assert match.tw.active == ("bo" if reading == "turn_ends" else "ana")
    if reading == "goes_on_in_retreat":
        if phase in ("stabilise", "draft"):
            match.refuse("ana end", "TW-18.8")
            match.play("ana full-draft 0 unnamed=2")
        match.play("ana end")


def test_tw_i_86_an_entrance_is_over_in_either_case():
    match = opened(4, choices={"TW-I 86": "goes_on_in_retreat"}).play("ana forfeit")
    assert match.tw.active == "bo"
    assert match.side("ana").retreat


def test_tw_18_3_the_map_is_cleared_and_the_rest_is_kept():
    match = sides()
    match.tower("bo", "Keep3")
    match.put("bo", "J2", "Hat1")
    match.put("bo", "F1", "C3", tokens={"gold": 2})
    match.unseen("bo", "front", 1, "celestial").give("bo", drain=4)
    before = LAYOUT.counted(match.t)
    match.play("bo forfeit")
    assert match.side("bo").map == {}
    assert sorted(match.tw.zones.piles["bo.discard"]) == ["C3", "Spring"]
    assert sorted(match.tw.zones.piles["bo.aether"]) == ["Hat1", "Keep2", "Keep3", "Keep5"]
    assert match.tw.zones.hidden.size("bo.unseen/celestial") == 1
    assert (pool(match, "bo"), match.side("bo").drain) == (6, 4)
    assert LAYOUT.counted(match.t) == before


def test_tw_18_3_cards_of_an_ally_on_that_map_go_to_their_owners_discard():
    match = sides()
    given = match.put("bo", "F1", "C3")
    match.thing(given).owner = "di"
    match.play("bo forfeit")
    assert match.tw.zones.piles["di.discard"] == ["C3"]


def test_tw_i_70_all_of_the_map_goes_to_the_aether():
    match = sides(choices={"TW-I 70": "cleared_all_to_aether"})
    match.play("bo forfeit")
    assert match.one(CardMoved).target == "bo.aether"


def test_tw_18_14_the_match_is_over_when_the_last_of_a_side_loses():
    match = sides().play("bo forfeit; di forfeit")
    assert (match.one(MatchEnded).winners, match.one(MatchEnded).rule) == (("odd",), "TW-18.14")


def test_tw_1_7_a_side_wins_with_one_of_it_standing():
    match = sides(6).play("bo forfeit; di forfeit; ana forfeit; flo forfeit")
    assert match.one(MatchEnded).winners == ("odd",)


def test_tw_17_9_the_last_of_both_sides_lose_together():
    match = sides().play("bo forfeit; ana forfeit").give("di", wounds=2).give("cy", wounds=2)
    match.play("cy effect Spring.3 wound:1:di wound:1:cy")
    assert match.one(MatchEnded).winners == ()


def test_tw_18_2_who_loses_with_the_only_ally_is_not_in_retreat():
    match = sides(6).give("bo", wounds=2).give("di", wounds=2).play("flo forfeit")
    match.play("ana effect Spring.1 wound:1:bo wound:1:di")
    assert [each.seat for each in match.all(WizardLost)] == ["bo", "di"]
    assert match.tw.winner == "odd"


def test_tw_18_1_an_attack_on_a_wizard_that_loses_meanwhile_is_gone():
    match = sides().at("attack")
    match.put("ana", "F1", "C3")
    match.put("bo", "S1", "C1")
    match.play("ana attack bo F1; bo forfeit")
    assert not match.tw.waiting.stack
    match.play("ana end")


def test_tw_18_3_the_attack_of_a_wizard_that_loses_is_gone():
    match = sides().at("attack")
    match.put("ana", "F1", "C3")
    match.put("bo", "S1", "C1")
    match.play("ana attack bo F1; ana forfeit")
    assert not match.tw.waiting.stack


# -- the turn in retreat -------------------------------------------------------------------------


def test_tw_18_4_no_movement_and_no_attack_in_retreat():
    match = retreat()
    match.refuse("ana phase movement", "TW-18.4")
    match.refuse("ana phase attack", "TW-18.4")
    match.play("ana end")
    assert match.tw.active == "bo"


def test_tw_18_4_nothing_turns_into_wounds_as_a_turn_in_retreat_ends():
    match = retreat(choices={"TW-I 65": "all_spaces"})
    other = match.put("cy", "F1", "C3", harm=1)
    assert match.play("ana end").thing(other).harm == 1


def test_tw_18_5_both_stabilise_phases_bring_the_hand_to_five():
    match = retreat(phase="stabilise").hold("ana", "C1", "C2")
    match.refuse("ana phase draft", "TW-18.5")
    match.refuse("ana discard C1", "TW-18.5")
    match.play("ana discard C1 C2; ana full-draft 3 unnamed=2; ana phase cast")
    match.refuse("ana end", "TW-18.5")
    match.play("ana discard unnamed=3; ana end")


@pytest.mark.rule("TW-18.6")
def test_tw_18_6_other_cards_that_are_drawn_go_to_the_aether_unseen():
    match = retreat(phase="draft")
    backs = "backs=spell,celestial,spell,orbital,spell,spell,spell"
    match.play(f"ana full-draft 0 unnamed=2 {backs}")
    hidden = match.tw.zones.hidden
    assert [hidden.size(f"ana.unseen/{back}") for back in ("celestial", "orbital")] == [1, 1]
    assert hidden.size("ana.front/celestial") == 0


@pytest.mark.parametrize("reading, front", [("all_draws", 0), ("draft_only", 1)])
def test_tw_i_71_in_which_draws_they_do(reading: str, front: int):
    match = retreat(phase="stabilise", choices={"TW-I 71": reading})
    match.tw.zones.hidden.draw(1, "ana.hand/spell", "ana.pool/spell")
    match.play("ana draw celestial,spell")
    assert match.tw.zones.hidden.size("ana.front/celestial") == front


def test_tw_18_7_the_drain_goes_down_by_four():
    match = sides().give("bo", drain=6).play("bo forfeit; ana end")
    match.play("bo full-draft 0 unnamed=2")
    assert match.all(DrainMoved)[0].rule == "TW-18.7"
    assert match.side("bo").drain == 2


def test_tw_18_8_the_full_draft_is_not_left_out():
    match = retreat(phase="draft")
    match.refuse("ana phase cast", "TW-18.8")
    match.refuse("ana tower-draft", "TW-18.8")
    match.play("ana full-draft 2 unnamed=2; ana phase cast")


# -- casts into an ally's map --------------------------------------------------------------------


@pytest.mark.rule("TW-18.9")
def test_tw_18_9_a_cast_lies_on_the_map_of_an_ally_who_has_it():
    match = retreat().hold("ana", "C2")
    match.refuse("ana cast C2 F1 unnamed=2 ally=bo", "TW-18.9", ally="bo")
    match.play("ana cast C2 F1 unnamed=2 ally=cy accepted=yes; ana end")
    thing = match.thing("C2.1")
    assert (thing.owner, thing.controller, thing.spot) == ("ana", "cy", "F1")
    assert (pool(match), match.side("ana").drain, match.side("cy").drain) == (4, 1, 0)


def test_tw_18_9_with_two_allies_it_is_said_which():
    match = retreat(6).hold("ana", "C0")
    match._log("ana cast C0 F1")
    assert isinstance(match.verdict, Incomplete)
    match.play("ana cast C0 F1 ally=ed; ed accept; ana end")
    assert match.thing("C0.1").controller == "ed"


def test_tw_18_9_the_spot_may_hold_the_card():
    match = retreat().hold("ana", "Rite1", "C0")
    match.refuse("ana cast Rite1 F1 unnamed=1", "TW-12.10")
    match.refuse("ana cast Rite1 T unnamed=1", "TW-12.10", seat="cy")
    match.tower("cy", "Keep3")
    match.play("ana cast Rite1 T unnamed=1 accepted=yes; ana cast C0 F1 accepted=yes; ana end")
    assert match.thing("Rite1.1").controller == "cy"


def test_tw_18_9_the_mana_is_the_casters():
    match = retreat().hold("ana", "C8")
    match.refuse("ana cast C8 F1", "TW-4.8", made=6, price=8)
    match.refuse("ana cast C8 F1 unnamed=5", "TW-4.8", made=5)


def test_tw_18_9_no_more_mana_is_said_than_the_pool_holds():
    match = retreat().hold("ana", "C2", "C8")
    match.refuse("ana cast C2 F1 unnamed=7", "TW-20.2", have=6)
    match.refuse("ana cast C8 F1 unnamed=8", "TW-4.8", made=6, price=8)
    match.give("ana", drain=3).hold("ana", "C6")
    match.refuse("ana cast C6 F1 unnamed=7", "TW-6.6", made=6, price=7, surcharge=1)


def test_tw_4_8_the_mana_that_was_said_with_a_cast_is_what_pays_for_it():
    match = retreat().hold("ana", "C2").play("ana cast C2 F1 unnamed=2")
    match.refuse("cy accept unnamed=3", "TW-4.8", since=match.seq)
    match.refuse("cy accept mana=C1,C2", "TW-4.8")
    match.play("cy accept unnamed=2")
    assert pool(match) == 4


def test_tw_18_9_who_has_accepted_has_seen_the_mana():
    match = retreat().hold("ana", "C2")
    match._log("ana cast C2 F1 accepted=yes")
    assert isinstance(match.verdict, Incomplete)


def test_tw_18_9_two_of_ten_are_discarded():
    match = retreat().unseen("ana", "pool", 4)
    match.refuse("ana end", "TW-11.11")


@pytest.mark.rule("TW-18.10")
def test_tw_18_10_what_it_replaces_goes_to_its_own_owner():
    match = retreat().hold("ana", "C0")
    match.put("cy", "F1", "C3")
    match.play("ana cast C0 F1; cy accept; ana end")
    assert match.tw.zones.piles["cy.discard"] == ["C3"]


def test_tw_18_10_its_effect_is_the_allys():
    match = retreat().hold("ana", "Omen")
    match.play("ana cast Omen F1 unnamed=1; cy accept; ana end")
    assert (match.side("ana").drain, match.side("cy").drain) == (1, 2)


def test_tw_5_9_a_card_has_no_effect_before_the_ally_has_accepted_it():
    match = retreat().hold("ana", "Omen").play("ana cast Omen F1 unnamed=1")
    match.refuse("cy effect Omen.1 drain:2", "TW-5.9", thing="Omen.1")


def test_tw_19_9_what_a_card_does_not_do_is_not_said_of_it_though_an_ally_has_to_accept_it():
    match = retreat().hold("ana", "Omen")
    match._log("ana cast Omen F1 unnamed=1 aims=Spring.3")
    assert isinstance(match.verdict, Incomplete)
    match.refuse("ana cast Omen F1 unnamed=1 mode=wide", "TW-19.9")
    match.refuse("ana cast Omen F1 unnamed=1 did=drain:3", "TW-19.9")
    match.play("ana cast Omen F1 unnamed=1 did=drain:2; cy accept; ana tally")


def test_tw_18_12_the_mana_that_is_said_with_a_cast_can_pay_for_it():
    match = retreat().hold("ana", "C1")
    match.refuse("ana cast C1 F1 mana=yes", "TW-2.10", card="yes")
    match.refuse("ana cast C1 F1 unnamed=99", "TW-20.2")
    match.play("ana cast C1 F1 unnamed=1; cy accept")


def test_tw_18_11_each_cast_is_accepted_or_rebuked():
    match = retreat().hold("ana", "C0", "C1")
    match.play("ana cast C0 F1")
    match.refuse("ana cast C1 F2 unnamed=1", "TW-18.11", since=match.seq)
    match.refuse("ana end", "TW-18.11")
    match.refuse("bo accept", "TW-18.11", ally="cy")
    match.play("cy accept; ana cast C1 F2; cy accept unnamed=1; ana end")
    match.refuse("cy rebuke unnamed=3", "TW-18.11")


def test_tw_18_11_a_rebuke_costs_three_mana():
    match = retreat().hold("ana", "C0")
    match.play("ana cast C0 F1")
    match.refuse("cy rebuke unnamed=2", "TW-4.8", made=2, price=3)
    match.play("cy rebuke unnamed=3")
    assert (pool(match, "cy"), match.side("cy").drain) == (3, 1)


@pytest.mark.parametrize(
    "reading, price, step",
    [("flat_3_one_step", 3, 1), ("flat_3_no_step", 3, 0), ("surcharge_added_one_step", 4, 1)],
)
def test_tw_i_72_a_rebuke_and_drain(reading: str, price: int, step: int):
    match = retreat(choices={"TW-I 72": reading}).hold("ana", "C0").give("cy", drain=3)
    match.play("ana cast C0 F1")
    match.refuse(f"cy rebuke unnamed={price - 1}", "TW-4.8", price=price)
    match.play(f"cy rebuke unnamed={price}")
    assert match.side("cy").drain == 3 + step


def test_tw_18_12_of_a_rebuked_cast_only_the_card_is_lost():
    match = retreat().hold("ana", "C2").give("ana", drain=2)
    before = LAYOUT.counted(match.t)
    match.play("ana cast C2 F1 mana=C3,C4; cy rebuke unnamed=3")
    assert (pool(match), match.side("ana").drain) == (6, 2)
    assert match.tw.zones.hidden.known("ana.pool/spell") == {"C3": 1, "C4": 1}
    assert match.tw.zones.piles["ana.discard"] == ["Spring", "C2"]
    assert LAYOUT.counted(match.t) == before


def test_tw_18_13_a_rebuke_ends_the_cast_phase_and_three_cards_are_drawn():
    match = retreat().hold("ana", "C0", "C1")
    match.play("ana cast C0 F1; cy rebuke unnamed=3")
    match.refuse("ana end", "TW-18.13")
    match.refuse("ana cast C1 F1 unnamed=1", "TW-18.13")
    match.play("ana draw")
    match.refuse("ana cast C1 F1 unnamed=1", "TW-18.13")
    assert match.tw.zones.hidden.size("ana.hand/spell") == 5 + 1 + 3


@pytest.mark.parametrize("reading", ["no", "yes"])
def test_tw_i_73_two_of_ten_after_a_rebuke(reading: str):
    match = retreat(choices={"TW-I 73": reading}).hold("ana", "C0").unseen("ana", "pool", 4)
    match.play("ana cast C0 F1; cy rebuke unnamed=3; ana draw")
    if reading == "yes":
        match.refuse("ana end", "TW-11.11")
        match.play("ana discard unnamed=2")
    match.play("ana discard unnamed=3; ana end")


def test_tw_18_11_a_cast_onto_the_map_of_an_ally_who_loses_is_gone():
    match = retreat(6).hold("ana", "C0")
    before = LAYOUT.counted(match.t)
    match.play("ana cast C0 F1 ally=cy; cy forfeit; ana end")
    assert match.tw.zones.piles["ana.discard"][-1] == "C0"
    assert LAYOUT.counted(match.t) == before


def test_tw_18_14_an_ally_wins_for_a_wizard_in_retreat():
    match = retreat().play("bo forfeit; di forfeit")
    assert match.tw.winner == "odd"


def test_tw_18_11_others_use_effects_before_the_ally_answers():
    for line in (
        "bo effect Spring.2 drain:1:cy",
        "cy effect Spring.3 drain:1",
        "bo use Spring.2; bo effect Spring.2 drain:1:cy",
    ):
        match = retreat().play(f"ana cast C2 F1 unnamed=2; {line}")
        match.refuse("bo full-draft 0 unnamed=2", "TW-18.11")
        before = match.side("cy").drain
        match.play("cy accept; ana draw")
        assert match.side("cy").map["F1"] == ["C2.1"]
        assert match.side("cy").drain == before
        match = retreat().play(f"ana cast C2 F1 unnamed=2; {line}; cy rebuke unnamed=3; ana draw")
        assert "F1" not in match.side("cy").map
        match.play("ana discard pool=2")


def test_tw_18_11_an_ally_that_an_effect_makes_lose_answers_nothing():
    match = retreat(6).play("ana cast C2 F1 ally=ed unnamed=2; bo effect Spring.2 wound::3:ed")
    match.refuse("ed accept", "TW-18.11")
    match.play("ana draw; ana end")
