"""What a judge may repair in a match of Tower-WizWar (REF-3.5)."""

from typing import Any

import pytest

from referee.games.tower_wizwar.repair import PHASES
from referee.games.tower_wizwar.state import CAST, SPOTS, Doings
from referee.games.tower_wizwar.values import might_of, power_of
from referee.parts.lasting_changes import begin
from tests.games.tower_wizwar.effects import does, told
from tests.games.tower_wizwar.table import Match, opened, turn


def repaired(match: Match, *changes: str) -> Match:
    return match.play(f"jo adjust {' '.join(changes)}")


def refused(match: Match, change: str, **facts: Any) -> None:
    match.refuse(f"jo adjust {change}", "REF-3.5", **facts)


def mapped(match: Match, seat: str) -> dict[str, list[str]]:
    found = match.side(seat).map
    return {spot: found[spot] for spot in SPOTS if spot in found}


def pile(match: Match, zone: str) -> list[str]:
    return match.tw.zones.piles.get(zone, [])


def size(match: Match, zone: str) -> int:
    return match.tw.zones.hidden.size(zone)


# -- figures -------------------------------------------------------------------------------------


def test_harm_and_wounds_of_cards_and_wizards():
    match = turn()
    match.put("ana", "F1", "C2")
    repaired(match, "harm:C2.1:4", "wounds:C2.1:2", "harm:bo:3", "wounds:bo:1")
    assert (match.thing("C2.1").harm, match.thing("C2.1").wounds) == (4, 2)
    assert (match.side("bo").harm, match.side("bo").wounds) == (3, 1)


def test_three_wounds_are_no_repair():
    match = turn()
    refused(match, "wounds:bo:3", value="3", most=2)


def test_coins_of_a_card_by_their_colour():
    match = turn()
    match.put("ana", "F1", "C2", tokens={"gold": 2, "light": 1})
    repaired(match, "tokens:C2.1/gold:0", "tokens:C2.1/silver:5")
    assert match.thing("C2.1").tokens == {"light": 1, "silver": 5}


def test_a_limited_pool_bounds_the_coins_of_a_repair():
    match = turn(choices={"TW-I 19": "limited"}, gold="4")
    match.put("ana", "F1", "C2", tokens={"gold": 1})
    match.put("bo", "F1", "C3", tokens={"gold": 2})
    refused(match, "tokens:C2.1/gold:3", most=2)
    assert repaired(match, "tokens:C2.1/gold:2").thing("C2.1").tokens == {"gold": 2}


def test_the_drain_counter_and_what_is_expended():
    match = turn()
    match.put("ana", "F1", "C2", expended=True)
    match.put("ana", "F2", "C3")
    repaired(match, "drain:ana:7", "expended:C2.1:no", "expended:C3.1:yes")
    assert match.side("ana").drain == 7
    assert (match.thing("C2.1").expended, match.thing("C3.1").expended) == (False, True)


def test_power_and_might_are_what_a_judge_says_until_the_turn_ends():
    match = turn(phase="attack")
    match.put("ana", "F1", "C2")
    repaired(match, "power:C2.1:0", "power:C2.1:5", "might:C2.1:0", "might:C2.1:4")
    thing = match.thing("C2.1")
    assert (power_of(match.t, thing), might_of(match.t, thing)) == (5, 4)
    match.play("ana end")
    assert (power_of(match.t, thing), might_of(match.t, thing)) == (2, 2)


def test_what_lies_far_below_0_is_brought_up_and_what_is_swapped_is_not():
    match = turn()
    match.put("ana", "F1", "C2")
    begin(match.t, "Charm", "C2.1", "add", "power", -9)
    thing = match.thing("C2.1")
    assert power_of(match.t, thing) == 0
    assert power_of(repaired(match, "power:C2.1:2").t, thing) == 2
    begin(match.t, "Charm", "C2.1", "swap", "power", word="might")
    refused(repaired(match, "drain:ana:1"), "power:C2.1:5", thing="C2.1", have=2)


def test_a_card_is_ethereal_or_is_it_not_until_the_turn_ends():
    match = turn(phase="attack")
    match.put("ana", "F1", "C2")
    repaired(match, "word:C2.1/ethereal:no", "word:C2.1/ethereal:yes")
    refused(match, "power:C2.1:1", target="C2.1")
    refused(match, "might:C2.1:1", target="C2.1")
    assert len(match.tw.changes.on["C2.1"]) == 1
    repaired(match, "word:C2.1/ethereal:no", "power:C2.1:3").play("ana end")
    assert not match.tw.changes.on


# -- the map -------------------------------------------------------------------------------------


def test_a_card_lies_in_another_spot():
    match = turn()
    match.put("ana", "F1", "C2", harm=1)
    repaired(match, "spot:C2.1:S2")
    assert mapped(match, "ana") == {"S2": ["C2.1"]}
    assert match.thing("C2.1").harm == 1


def test_who_has_the_map_controls_the_card():
    match = turn()
    match.put("ana", "F1", "C2")
    repaired(match, "spot:C2.1:bo.F3")
    assert (mapped(match, "ana"), mapped(match, "bo")) == ({}, {"F3": ["C2.1"]})
    assert (match.thing("C2.1").controller, match.thing("C2.1").owner) == ("bo", "ana")


@pytest.mark.parametrize(
    ("how", "there"), [("over", ["C3.1", "C2.1"]), ("under", ["C2.1", "C3.1"])]
)
def test_a_card_lies_over_or_under_another(how: str, there: list[str]):
    match = turn()
    match.put("ana", "F1", "C2")
    match.put("ana", "F2", "C3")
    refused(match, "spot:C2.1:F2", other="C3.1")
    assert mapped(repaired(match, f"spot:C2.1:F2/{how}"), "ana") == {"F2": there}


def test_a_tower_comes_out_from_under_a_ritual():
    match = turn()
    match.tower("ana", "Keep3")
    match.put("ana", "T", "Rite1")
    assert match.thing("Keep3.1").place == "covered"
    repaired(match, "spot:Keep3.1:T/over")
    assert match.thing("Keep3.1").place == "play"


# -- cards ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "zone"),
    [
        ("move:ana/C2:hand>discard", "ana.discard"),
        ("move:ana/C2:pool>aether", "ana.aether"),
        ("move:ana/Sun1:deck>aether", "ana.aether"),
        ("move:ana/C3.1:play>discard", "ana.discard"),
        ("move:ana/Keep2:towers>aether", "ana.aether"),
    ],
)
def test_a_card_goes_to_where_all_see_it(change: str, zone: str):
    match = turn()
    match.put("ana", "F1", "C3")
    repaired(match, change)
    assert len(pile(match, zone)) == 1


@pytest.mark.parametrize(
    ("change", "zone"),
    [
        ("move:ana/C3.1:play>hand", "ana.hand/spell"),
        ("move:ana/C4:discard>pool", "ana.pool/spell"),
        ("move:ana/C2:hand>deck", "ana.deck/spell"),
        ("move:ana/Hat1:aether>front", "ana.front/orbital"),
        ("move:ana/Sun1:deck>front", "ana.front/celestial"),
    ],
)
def test_a_card_goes_to_where_nobody_sees_it(change: str, zone: str):
    match = turn()
    match.put("ana", "F1", "C3")
    match.tw.zones.piles["ana.discard"] = ["C4"]
    match.tw.zones.piles["ana.aether"] = ["Hat1"]
    before = size(match, zone)
    assert size(repaired(match, change), zone) == before + 1


def test_a_card_of_a_discard_that_nobody_named_is_named_by_a_repair():
    match = turn().unseen("ana", "unnamed", 2)
    repaired(match, "move:ana/C4:discard>hand")
    assert (size(match, "ana.unnamed/spell"), size(match, "ana.hand/spell")) == (1, 6)


def test_a_card_comes_into_play_in_a_spot():
    match = turn()
    match.put("bo", "F1", "C3")
    repaired(match, "move:ana/C2:hand>F4", "move:ana/Hat1:deck>J1", "move:ana/C5:pool>bo.F1/over")
    assert mapped(match, "ana") == {"J1": ["Hat1.1"], "F4": ["C2.1"]}
    assert mapped(match, "bo") == {"F1": ["C3.1", "C5.1"]}
    assert (match.thing("C5.1").controller, match.thing("C5.1").owner) == ("bo", "ana")


@pytest.mark.parametrize(("on", "change"), [
    ("enters", "move:ana/C2:hand>F4"),
    ("leaves", "move:ana/C3.1:play>discard"),
])  # fmt: skip
def test_what_comes_and_goes_by_a_repair_is_heard_by_no_text(on: str, change: str):
    coin = does('do = "coin", card = "self", colour = "gold"', when=f'{{ on = "{on}" }}')
    match = told(coin)
    match.put("ana", "F2", "C3")
    match.tw.waiting.stack.clear()  # what was put there has been heard
    repaired(match, change)
    assert (match.tw.waiting.stack, match.thing("Told.1").tokens) == ([], {})


def test_cards_are_drawn_and_put_back_unseen():
    match = turn()
    repaired(match, "draw:ana/hand:2", "draw:ana/pool/spell:-6", "draw:ana/front/orbital:1")
    sizes = [size(match, f"ana.{zone}") for zone in ("hand/spell", "pool/spell", "front/orbital")]
    assert sizes == [7, 0, 1]
    refused(match, "draw:ana/pool:-1", least=0)


def test_cards_are_drawn_by_their_spellbooks_where_these_are_kept():
    match = repaired(opened(backs="spellbooks"), "draw:ana/hand/White:2")
    assert size(match, "ana.hand/White") == 2
    refused(match, "draw:ana/hand/orbital:2", back="orbital")
    repaired(match, "draw:ana/hand:2")  # of any spellbook
    assert size(match, "ana.hand/spell") == 4


def test_a_deck_that_a_repair_empties_is_made_anew():
    match = turn()
    match.tw.zones.piles["ana.discard"] = ["C4"]
    hidden = match.tw.zones.hidden
    for back in ("celestial", "orbital"):
        count = hidden.size(f"ana.deck/{back}")
        hidden.draw(count, f"ana.deck/{back}", f"ana.front/{back}")
    repaired(match, f"draw:ana/pool:{hidden.size('ana.deck/spell')}")
    assert (match.side("ana").reshuffled, pile(match, "ana.discard")) == (1, [])


def test_what_nobody_named_or_saw_is_drawn_into_a_discard_and_an_aether():
    match = repaired(turn(), "draw:ana/discard:2", "draw:ana/aether/orbital:1")
    assert size(match, "ana.unnamed/spell") == 2
    assert size(match, "ana.unseen/orbital") == 1


def test_a_card_that_was_in_no_list_is_added():
    match = repaired(turn(), "add:ana/C2:discard", "add:ana/Sun1:front", "add:ana/C2:deck")
    assert match.side("ana").grown == match.tw.zones.generated == {"C2": 2, "Sun1": 1}
    assert pile(match, "ana.discard") == ["C2"]
    assert (size(match, "ana.front/celestial"), match.side("ana").fresh) == (1, False)
    refused(match, "add:ana/Sun1:hand", card="Sun1", place="hand")
    refused(match, "add:ana/C2:aether", place="aether")
    refused(match, "add:cy/C2:hand", seat="cy")


def test_what_comes_into_play_has_a_number_of_its_own():
    match = repaired(turn(), "move:ana/C2.4:hand>F4", "move:ana/C2:hand>F5")
    assert mapped(match, "ana") == {"F4": ["C2.4"], "F5": ["C2.5"]}
    refused(match, "move:ana/C2.5:hand>F3", value="5", least=6)
    refused(match, "move:ana/C2.6:hand>discard")


# -- towers --------------------------------------------------------------------------------------


def test_another_tower_is_in_play():
    match = turn()
    match.tower("ana", "Keep3")
    repaired(match, "tower:ana:Keep5")
    assert mapped(match, "ana") == {"T": ["Keep5.1"]}
    assert pile(match, "ana.towers") == ["Keep3", "Keep2"]


def test_the_order_of_the_deck_of_towers():
    match = turn()
    assert pile(match, "ana.towers") == ["Keep5", "Keep3", "Keep2"]
    repaired(match, "towers:ana:Keep3>Keep5>Keep2")
    assert pile(match, "ana.towers") == ["Keep2", "Keep5", "Keep3"]
    refused(match, "towers:ana:Keep3>Keep5", seat="ana")


# -- the turn ------------------------------------------------------------------------------------


def test_a_draft_card_was_turned_more_often_or_less():
    match = turn()
    repaired(match, "turned:4:2")
    assert match.tw.turned == [0, 0, 0, 2, 0, 0]
    refused(match, "turned:4:4", most=match.tw.copies)
    refused(match, "turned:7:1", value="7")


def test_the_turn_stands_at_another_phase():
    match = turn(phase="attack")
    match.tw.done.drafted = "full"
    repaired(match, "phase:ana:cast", "drafted:ana:no", "attacks:ana:2", "moved:ana:1")
    done = match.tw.done
    assert (match.tw.phase, done.drafted, done.attacks, done.moved) == (CAST, "", 2, 1)
    refused(match, "phase:bo:cast", active="ana")
    refused(match, "phase:ana:sets", value="sets")


def test_a_hand_that_was_brought_to_five_is_not_asked_for_again():
    match = turn(phase="stabilise").unseen("ana", "hand", 1)
    match.refuse("ana phase draft", "TW-11.2")
    repaired(match, "stabilised:ana:yes").play("ana phase draft")


def test_the_phase_stays_while_something_is_to_take_effect():
    match = turn()
    match.put("ana", "F1", "C2")
    match.put("bo", "F1", "Guard1")
    match.at("attack").play("ana attack bo F1")
    assert match.tw.waiting.stack
    refused(match, "phase:ana:cast")


def test_from_the_opening_to_a_turn():
    match = repaired(
        opened(), "entered:ana:yes", "entered:bo:yes", "draw:bo/hand:5", "turn:bo:12/attack"
    )
    state = match.tw
    assert (state.turn, state.active, state.phase) == (12, "bo", PHASES["attack"])
    match.play("bo end")
    assert (state.turn, state.active) == (13, "ana")


def test_what_was_done_in_a_turn_is_done_no_more_where_it_is_set_anew():
    match = turn(phase="attack")
    match.tw.done.drafted, match.tw.done.attacks = "full", 3
    match.side("bo").mana, match.tw.gone = 2, {"C2.1": (3, "ana")}
    repaired(match.unseen("ana", "pool", 2), "turn:ana:3/attack")
    assert match.tw.done == Doings(pool=size(match, "ana.pool/spell"))
    assert (match.side("bo").mana, match.tw.gone) == (0, {})
    refused(match, "turn:cy:3/attack", seat="cy")
    refused(match, "turn:ana:0/attack", value="0")
    refused(match, "turn:ana:3/sets", value="sets")
    refused(match, "turn:ana:3", value="")


def test_nothing_was_done_yet_in_a_phase_that_is_set():
    match = turn(phase="last")
    match.tw.done.stabilised, match.tw.done.reach, match.tw.done.after = True, 5, 6
    done = repaired(match, "phase:ana:stabilise").tw.done
    assert (done.stabilised, done.reach, done.after) == (False, 0, 0)
    assert match.tw.came == match.seq


def test_whoever_has_left_the_match_stays_out():
    match = turn(3, teams=False, choices={"TW-I 1": "free_for_all"})
    match.play("jo penalty cy match-loss")
    for change in ("lost:cy:no", "lost:cy:out"):
        refused(match, change, seat="cy")
        assert match.verdict.legal == "a ruling on that entry"  # type: ignore[union-attr]


def test_a_turn_that_has_no_such_phase_is_at_its_first():
    match = repaired(turn(phase="attack"), "entered:ana:no")
    assert match.tw.phase == PHASES["sets"]
    assert repaired(match, "phase:ana:cast", "entered:ana:yes").tw.phase == CAST
    refused(match, "entered:cy:yes", seat="cy")
    refused(match, "entered:ana:maybe", value="maybe")


def test_a_wizard_is_out_or_in_retreat():
    match = repaired(turn(4), "move:bo/Keep2:towers>aether", "move:bo/Keep3:towers>aether")
    refused(match, "lost:bo:out", seat="bo", tower="Keep5")
    match.put("bo", "F1", "C2")
    refused(match, "lost:bo:no", seat="bo")
    refused(match, "lost:bo:retreat", thing="C2.1")
    repaired(match, "move:bo/Keep5:towers>aether", "move:bo/C2.1:play>discard", "lost:bo:retreat")
    side = match.side("bo")
    assert (bool(side.lost), side.retreat) == (True, True)
    assert repaired(match, "wounds:bo:4", "lost:bo:out").side("bo").retreat is False
    refused(match, "turn:bo:9/cast", seat="bo")
    match.tw.zones.piles["di.towers"] = []
    refused(match, "lost:di:retreat", seat="di")
    assert match.verdict.message == "no ally of di stands"  # type: ignore[union-attr]
    refused(match, "lost:di:out", seat="di")
    assert match.verdict.message == "the match would be over"  # type: ignore[union-attr]


def test_the_turn_of_a_wizard_goes_on_in_retreat_and_is_not_one_of_nobody():
    match = turn(4, phase="attack")
    match.tw.zones.piles["ana.towers"] = []
    refused(match, "lost:ana:out", seat="ana")
    assert repaired(match, "lost:ana:retreat").tw.phase == PHASES["stabilise"]


def test_a_turn_that_went_on_in_retreat_stands_in_the_phase_in_which_its_wizard_lost():
    match = turn(4, phase="movement", choices={"TW-I 86": "goes_on_in_retreat"})
    match.play("ana forfeit")
    assert (match.tw.phase, match.side("ana").retreat) == (PHASES["movement"], True)
    assert repaired(match, "phase:ana:cast").tw.phase == PHASES["cast"]
    assert repaired(match, "phase:ana:movement").tw.phase == PHASES["movement"]
    refused(match, "phase:ana:setup")
    refused(match, "turn:ana:9/movement")
    match.play("ana end")


def test_a_wizard_in_retreat_stands_in_no_phase_in_which_its_turn_would_have_ended():
    match = turn(4, phase="movement", choices={"TW-I 86": "turn_ends"}).play("ana forfeit")
    refused(repaired(match, "turn:ana:1/last"), "phase:ana:movement")


def test_nobody_is_out_while_something_is_to_take_effect():
    match = turn(4)
    match.put("ana", "F1", "C2")
    match.put("bo", "F1", "Guard1")
    match.at("attack").play("ana attack bo F1")
    match.tw.zones.piles["di.towers"] = []
    for change in ("lost:di:out", "entered:di:no", "turn:bo:9/cast"):
        refused(match, change)
        assert match.verdict.legal == "strike 2, which began it, first"  # type: ignore[union-attr]


def test_a_wizard_in_retreat_has_not_lost_after_all():
    match = turn(4)
    match.play("bo forfeit")
    assert match.side("bo").lost
    repaired(match, "lost:bo:no", "wounds:bo:2", "move:bo/C2:hand>F1")
    assert (match.side("bo").lost, match.side("bo").retreat) == (0, False)
    refused(match, "lost:bo:no", seat="bo")


def test_a_wizard_with_three_wounds_has_lost():
    match = turn(4)
    match.play("bo forfeit")
    match.give("bo", wounds=3)
    refused(match, "lost:bo:no", have=3)


# -- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("harm:nobody:1", "nobody is neither in play nor a wizard"),
        ("harm:C2.9:1", "C2.9 is neither in play nor a wizard"),
        ("harm:C2.1:-1", "-1 is not a whole number from 0 to 999"),
        ("tokens:C2.1/pink:1", "pink is no colour of a coin"),
        ("drain:C2.1:1", "C2.1 has no seat"),
        ("expended:C2.1:maybe", "maybe is neither yes nor no"),
        ("expended:ana:yes", "ana is not in play"),
        ("word:C2.1/lucky:yes", "lucky is no word of a card"),
        ("word:C2.1/ethereal:maybe", "maybe is neither yes nor no"),
        ("word:C2.9/ethereal:yes", "C2.9 is not in play"),
        ("power:C2.9:1", "C2.9 is not in play"),
        ("might:C2.1:-1", "-1 is not a whole number from 0 to 999"),
        ("spot:C2.1:F1", "C2.1 lies in F1"),
        ("spot:C2.1:F9", "F9 names no spot"),
        ("spot:C2.1:cy.F2", "cy.F2 names no spot"),
        ("spot:C2.1:F2/beside", "beside is not how a card lies"),
        ("spot:Keep3.1:F2", "Keep3 does not lie in F2"),
        ("spot:Keep3.1:bo.T", "Keep3 does not lie in T"),
        ("spot:Rite1.1:F2", "Rite1 does not lie in F2"),
        ("move:ana/C2:hand>hand", "hand>hand names no two places"),
        ("move:ana/C2:hand>play", "hand>play names no two places"),
        ("move:ana/C2:hand>F1", "C2.1 lies in ana.F1"),
        ("move:ana/C2:hand", "hand names no two places"),
        ("move:cy/C2:hand>discard", "cy has no seat"),
        ("move:ana/Sun1:deck>hand", "Sun1 does not go to hand"),
        ("move:ana/Sun1:deck>F2", "Sun1 does not go to play"),
        ("move:ana/C2:hand>towers", "C2 does not go to towers"),
        ("move:ana/Keep2:towers>hand", "Keep2 does not go to hand"),
        ("move:ana/Keep2:towers>T/over", "Keep3.1 lies in T"),
        ("move:ana/Keep2:hand>aether", "Keep2 cannot be in ana's hand"),
        ("move:ana/Nothing:hand>discard", "no card is Nothing"),
        ("move:ana/C2:discard>hand", "C2 is not in ana's discard"),
        ("move:bo/C2.1:play>hand", "no card of bo in play is C2.1"),
        ("move:ana/C2.1:play>F2", "C2.1 is in play"),
        ("draw:ana/hand:99", "99 is not a whole number from -5 to 39"),
        ("draw:ana/front:99", "99 is not a whole number from 0 to 6"),
        ("draw:ana/deck:1", "deck is no such place"),
        ("draw:ana/hand/orbital:1", "orbital is no back in the hand"),
        ("tower:ana:Keep4", "Keep4 is not in ana's deck of towers"),
        ("tower:ana:C2", "C2 is not in ana's deck of towers"),
        ("turned:0:1", "0 is not a whole number from 1 to 6"),
        ("drafted:ana:twice", "twice is no draft"),
        ("drafted:bo:no", "it is ana's turn"),
        ("stabilised:bo:yes", "it is ana's turn"),
        ("attacks:bo:1", "it is ana's turn"),
        ("moved:bo:1", "it is ana's turn"),
        ("attacks:ana:100", "100 is not a whole number from 0 to 99"),
        ("moved:ana:100", "100 is not a whole number from 0 to 99"),
        ("lost:bo:no", "bo is not a wizard that has lost"),
        ("lost:bo:yes", "yes cannot be said of it"),
        ("draw:cy/hand:1", "cy has no seat"),
        ("tower:cy:Keep2", "cy has no seat"),
        ("towers:cy:Keep2", "cy has no seat"),
        ("drain:cy:1", "cy has no seat"),
        ("harm:cy:1", "cy is neither in play nor a wizard"),
    ],
)
def test_what_cannot_be_is_refused(change: str, why: str):
    match = turn()
    match.put("ana", "F1", "C2")
    match.put("ana", "S1", "C3")
    match.tower("ana", "Keep3")
    match.put("ana", "T", "Rite1")
    assert match.refuse(f"jo adjust {change}", "REF-3.5").message == why


@pytest.mark.parametrize("change", ["tokens:C2.1:1", "draw:ana:1"])
def test_what_is_left_out_of_a_target_is_refused(change: str):
    match = turn()
    match.put("ana", "F1", "C2")
    refused(match, change)


@pytest.mark.parametrize("change", ["spot:C2.1:bo.F2", "move:ana/C3:hand>bo.F2", "tower:bo:Keep2"])
def test_nothing_comes_onto_the_map_of_a_wizard_in_retreat(change: str):
    match = turn(4)
    match.put("ana", "F1", "C2")
    match.play("bo forfeit").tw.zones.piles["bo.towers"] = ["Keep2"]
    refused(match, change, seat="bo")
    assert match.verdict.message == "bo has lost"  # type: ignore[union-attr]


def test_who_lost_a_match_that_is_over_has_lost():
    match = turn().play("bo forfeit")
    refused(match, "lost:bo:no")
    assert match.verdict.legal == "a ruling on the entry that ended it"  # type: ignore[union-attr]


def test_several_repairs_are_made_whole_or_not_at_all():
    match = turn()
    match.put("ana", "F1", "C2")
    refused(match, "spot:C2.1:bo.F3 move:ana/C3:hand>F2 draw:ana/hand:3 drain:ana:none")
    assert (mapped(match, "ana"), size(match, "ana.hand/spell")) == ({"F1": ["C2.1"]}, 5)


def test_what_is_being_cast_is_no_card_in_play():
    match = turn().hold("ana", "C0").play("ana cast C0 F2")
    assert not match.thing("C0.1").spot
    refused(match, "harm:C0.1:1")
    refused(match, "move:ana/C0.1:play>hand")
