"""The primitives of TW-19: what each does, and what none may do."""

import pytest

from referee.games.tower_wizwar.facts import TokensChanged, WoundsChanged
from referee.games.tower_wizwar.places import LAYOUT
from referee.verdict import Incomplete
from tests.games.tower_wizwar.asking import asks
from tests.games.tower_wizwar.effects import card, does, text, told
from tests.games.tower_wizwar.table import Match, turn


def pile(match: Match, zone: str) -> list[str]:
    return match.tw.zones.piles.get(zone, [])


def held(match: Match, zone: str) -> int:
    return match.tw.zones.hidden.size(f"{zone}/spell")


# -- damage, harm, wounds --------------------------------------------------------------------


def test_tw_16_2_damage_loops_on_the_might_of_its_target():
    match = text()
    target = match.put("bo", "F1", "C3")
    match.play(f"ana effect Text damage:{target}:7")
    assert match.thing(target).harm == 2
    assert match.thing(target).expended


def test_tw_16_3_damage_to_a_wizard_counts_might_7_and_may_be_logged_by_the_seat():
    match = text().play("ana effect Text damage:bo:15")
    assert match.side("bo").harm == 2
    match.play("ana effect Text damage::7:bo")
    assert match.side("bo").harm == 3


def test_tw_15_2_an_ethereal_card_is_expended_by_damage_without_harm():
    match = text()
    target = match.put("bo", "F1", "Ghost2")
    match.play(f"ana effect Text damage:{target}:7")
    assert (match.thing(target).harm, match.thing(target).expended) == (0, True)


def test_tw_i_53_damage_is_not_aimed_at_an_ethereal_card_where_that_is_refused():
    match = text(choices={"TW-I 53": "refused"})
    target = match.put("bo", "F1", "Ghost2")
    match.refuse(f"ana effect Text damage:{target}:7", "TW-15.2")


def test_tw_17_5_harm_on_a_wizard_turns_and_no_more_than_there_is():
    match = text().give("bo", harm=2)
    match.play("ana effect Text turn:bo:1")
    assert (match.side("bo").harm, match.side("bo").wounds) == (1, 1)
    match.refuse("ana effect Text turn:bo:2", "TW-17.5", have=1)
    match.refuse("ana effect Text wound:bo:-2", "TW-17.5", have=1)


def test_tw_17_6_a_third_wound_by_an_effect_ends_the_match():
    match = text().give("bo", wounds=2).play("ana effect Text wound:bo:1")
    assert match.state.winner == "ana"


def test_tw_19_6_no_more_harm_is_taken_off_a_card_than_lies_on_it():
    match = text()
    target = match.put("bo", "F1", "C3", harm=1)
    match.refuse(f"ana effect Text harm:{target}:-2", "TW-19.6", have=1, place=1)


def test_tw_16_4_a_card_of_might_00_gets_no_harm():
    match = text()
    target = match.put("bo", "F1", "Glass2")
    match.play(f"ana effect Text harm:{target}:2")
    assert match.thing(target).harm == 0


# -- expending, moving, leaving --------------------------------------------------------------


def test_tw_8_2_nothing_is_expended_twice_nor_renewed_unexpended():
    match = text()
    target = match.put("bo", "F1", "C3", expended=True)
    match.refuse(f"ana effect Text expend:{target}", "TW-8.2")
    match.play(f"ana effect Text renew:{target}")
    match.refuse(f"ana effect Text renew:{target}", "TW-19.6")


def test_tw_11_14_a_card_is_moved_to_an_empty_spot_of_any_map():
    match = text()
    target = match.put("bo", "F1", "C3")
    match.put("bo", "F2", "C2")
    match.refuse(f"ana effect Text move:{target}:F2", "TW-11.14")
    match.refuse(f"ana effect Text move:{target}:T", "TW-5.3")
    match.play(f"ana effect Text move:{target}:S1:ana")
    assert match.thing(target).controller == "ana"


def test_tw_5_3_a_card_that_is_moved_is_offered_the_spots_that_may_hold_it():
    match = told(does('do = "move", card = "self"'))
    match.put("ana", "S2", "C3")
    free = ("J1", "J2", "S1", "S3", "F2", "F3", "F4", "F5")
    assert asks(match, "ana effect Told") == {
        "did": tuple(f"move:Told.1:{spot}:ana" for spot in free)
    }


def test_tw_19_7_a_tower_goes_nowhere_but_to_its_spot_and_its_deck():
    match = text()
    tower = match.tower("bo", "Keep3")
    match.refuse(f"ana effect Text move:{tower}:F2", "TW-19.7")
    match.refuse(f"ana effect Text put:{tower}:deck", "TW-19.7")
    match.refuse("ana effect Text add:Keep2:hand", "TW-19.7")
    match.play(f"ana effect Text put:{tower}:towers")
    assert match.tw.zones.piles["bo.towers"][0] == "Keep3"


def test_tw_12_12_a_tower_under_a_ritual_is_no_target():
    match = text()
    tower = match.tower("bo", "Keep3")
    ritual = match.put("bo", "T", "Rite1")
    match.refuse(f"ana effect Text damage:{tower}:7", "TW-19.6")
    match.play(f"ana effect Text destroy:{ritual}")
    match.play(f"ana effect Text damage:{tower}:7")
    assert match.thing(tower).harm == 2


def test_tw_17_2_a_destroyed_spell_goes_to_its_owners_discard():
    match = text()
    target = match.put("bo", "F1", "C3")
    match.play(f"ana effect Text destroy:{target}")
    assert pile(match, "bo.discard") == ["C3"]


@pytest.mark.parametrize(
    ("to", "zone"),
    [("hand", "bo.hand"), ("pool", "bo.pool"), ("deck", "bo.deck")],
)
def test_tw_19_a_spell_in_play_goes_back_to_a_place_of_its_owner(to: str, zone: str):
    match = text()
    target = match.put("bo", "F1", "C3")
    before = held(match, zone)
    match.play(f"ana effect Text put:{target}:{to}")
    assert held(match, zone) == before + 1


def test_tw_13_2_an_orbital_that_is_returned_goes_to_the_aether():
    match = text()
    hat = match.put("bo", "J1", "Hat1")
    match.refuse(f"ana effect Text put:{hat}:pool", "TW-4.6")
    match.play(f"ana effect Text put:{hat}:hand")
    assert pile(match, "bo.aether") == ["Hat1"]


# -- hidden places ---------------------------------------------------------------------------


def test_tw_9_3_a_draw_of_an_effect_stops_at_its_last_spell():
    match = text()
    match.refuse("ana effect Text draw:2:spell", "TW-9.3")
    match.play("ana effect Text draw:2:spell+celestial+spell:pool")
    assert held(match, "ana.pool") == 8
    match.refuse("ana effect Text draw:1::discard", "TW-9.1")


def test_tw_9_6_a_celestial_drawn_face_up_is_played_at_once():
    match = text().give("ana", harm=1)
    match.play("ana effect Text draw:1:::ana:Sun1+C3:Keep3")
    assert match.side("ana").wounds == 1
    assert pile(match, "ana.aether") == ["Sun1"]
    assert match.tw.sides["ana"].map["T"] == ["Keep3.1"]


@pytest.mark.parametrize(("reading", "wounds"), [("harm_turns_only", 1), ("none", 0)])
def test_tw_i_88_a_celestial_drawn_face_up_goes_to_the_front(reading: str, wounds: int):
    match = text(choices={"TW-I 88": reading}).give("ana", harm=1)
    match.play("ana effect Text draw:1:::ana:Sun1+C3")
    assert match.side("ana").wounds == wounds
    assert match.tw.zones.hidden.size("ana.front/celestial") == 1


def test_tw_20_3_a_hand_shows_no_card_of_which_all_copies_lie_open():
    match = text()
    for spot in ("F1", "F2", "F3"):
        match.put("bo", spot, "C3")
    match = text().hold("bo", "C5")
    match.play("ana effect Text discard:C5:hand:bo")
    assert pile(match, "bo.discard") == ["C5"]
    match.refuse("ana effect Text discard:Sun1:hand:bo", "TW-20.4")
    match.refuse("ana effect Text discard:Nought:hand:bo", "TW-2.10")


def test_tw_20_2_no_zone_gives_more_cards_than_it_has():
    match = text()
    match.refuse("ana effect Text pass:7:pool:hand", "TW-20.2", have=6)
    match.refuse("ana effect Text look:7:pool", "TW-20.2", have=6)


def test_tw_4_5_nothing_returns_from_an_aether():
    match = text()
    match.refuse("ana effect Text take:C3:aether:hand", "TW-4.5")
    match.refuse("ana effect Text pass:1:aether:hand", "TW-4.5")
    match.refuse("ana effect Text look:1:aether", "TW-4.5")


def test_tw_4_6_a_pool_holds_spells_alone():
    match = text()
    match.refuse("ana effect Text add:Sun1:pool", "TW-4.6")
    match.refuse("ana effect Text take:Sun1:deck:pool", "TW-4.6")


def test_tw_4_1_a_hand_holds_spells_alone():
    text().refuse("ana effect Text take:Sun1:deck:hand", "TW-4.1")


def test_tw_19_5_no_outcome_takes_cards_where_no_word_says_so():
    match = text()
    match.refuse("ana effect Text take:C3:towers:hand", "TW-19.5")
    match.refuse("ana effect Text pass:1:hand:front", "TW-19.5")
    match.refuse("ana effect Text add:C3:play", "TW-19.5")


def test_tw_19_cards_come_back_from_a_discard():
    match = text()
    match.play("ana effect Text discard:C3:deck")
    match.refuse("ana effect Text take:C4:discard:hand", "TW-19.6")
    match.play("ana effect Text take:C3:discard:play:F2")
    assert match.thing("C3.1").spot == "F2"


def test_tw_12_5_a_card_put_in_play_replaces_what_lies_there():
    match = text()
    match.put("ana", "F2", "C4")
    match.play("ana effect Text take:C3:deck:play:F2 shuffle")
    assert pile(match, "ana.discard") == ["C4"]
    match.refuse("ana effect Text take:C3:deck:play:T", "TW-5.3")
    match.refuse("ana effect Text take:Rite1:deck:play:F3", "TW-5.4")


@pytest.mark.parametrize("reading", ["as_cast", "refused"])
def test_tw_i_85_a_unique_card_put_in_play_while_it_is_elsewhere(reading: str):
    match = text(choices={"TW-I 85": reading})
    match.put("bo", "S1", "Relic2")
    line = "ana effect Text take:Relic2:deck:play:S1"
    if reading == "refused":
        match.refuse(line, "TW-12.14")
        return
    match.play(line)
    assert held(match, "bo.pool") == 7


def test_tw_i_85_a_unique_card_of_which_no_other_is_in_play_is_put_there():
    match = text(choices={"TW-I 85": "refused"})
    match.put("bo", "S1", "C4")
    match.play("ana effect Text take:Relic2:deck:play:S1 shuffle")
    assert [each.id for each in match.state.zones.things.values() if each.name == "Relic2"]


def test_tw_19_7_a_celestial_or_tower_is_not_put_in_play():
    match = text()
    match.refuse("ana effect Text take:Keep2:deck:play:T", "TW-19.7")
    match.refuse("ana effect Text take:Sun1:deck:play:J1", "TW-19.6")


def test_tw_20_1_an_added_card_counts_among_the_registered():
    match = text().play("ana effect Text add:C3+C3:hand")
    assert match.side("ana").grown == {"C3": 2}
    assert held(match, "ana.hand") == 8


def test_tw_20_6_what_was_shown_of_a_hand_stays_known_there():
    match = text().play("ana effect Text reveal:C3:hand:bo")
    assert match.tw.zones.hidden.known("bo.hand/spell") == {"C3": 1}
    assert held(match, "bo.hand") == 5


def test_tw_20_6_nobody_has_no_card_of_a_kind_that_all_know_in_the_hand():
    feeds = does('do = "discard", wizard = "opponent", cards = { what = { is = "creature" } }')
    match = told(feeds).hold("bo", "C3")
    for line in ("ana effect Told none", "ana effect Told discard:none"):
        match.refuse(line, "TW-20.6", seat="bo", place="hand", card="C3")
    told(feeds).play("ana effect Told none")


def test_tw_20_6_what_is_known_to_lie_on_a_deck_comes_off_first():
    match = text().play("ana effect Text reveal:C3+C4:deck")
    match.refuse("ana effect Text discard:C5:deck", "TW-20.6")
    match.refuse("ana effect Text reveal:C4:deck", "TW-20.6")
    match.play("ana effect Text reveal:C3+C4+C5:deck; ana effect Text discard:C3:deck")
    match.give("ana", drain=0).play("ana effect Text shuffle; ana effect Text discard:C5:deck")
    assert pile(match, "ana.discard") == ["C3", "C5"]


@pytest.mark.parametrize(
    "line",
    [
        "draw:1:::ana:Sun1+Hat1+C3:Keep3",
        "discard:C3+Sun1+Hat1:deck:ana:Keep3",
        "take:Sun1:deck:front",
        "take:C3:deck:aether",
        "put:Text.1:deck:shuffled",
        "pass:2:hand:aether",
        "take:C3:deck:discard take:C3:discard:deck::ana:top",
    ],
)
def test_tw_20_1_no_outcome_makes_or_loses_a_card(line: str):
    match = text()
    before = LAYOUT.counted(match.t)
    match.play(f"ana effect Text {line}")
    assert LAYOUT.counted(match.t) == before


# -- what no outcome does ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("outcome", "rule", "why"),
    [
        ("draw:-1", "TW-19.6", "nobody draws -1 cards"),
        ("draw:1::front", "TW-9.1", "cards are drawn into a hand or a pool"),
        ("draw:1:red", "TW-9.1", "no back shows red"),
        ("draw:1:orbital::ana:C3", "TW-20.4", "the backs of these cards show spell, not orbital"),
        ("draw:1:::ana:C3::Blue", "TW-20.4", "the backs of these cards show White, not Blue"),
        ("pass:-1:hand:pool", "TW-19.6", "nobody passes -1 cards"),
        ("pass:1:aether:pool", "TW-4.5", "nothing returns from an aether"),
        ("pass:1:hand:discard", "TW-19.5", "pass is not from hand to discard"),
        ("pass:1:hand:hand", "TW-19.5", "pass is not from hand to hand"),
        ("pass:1:hand:pool:::Black", "TW-2.10", "no spellbook is Black"),
        ("look:-1:hand", "TW-19.6", "nobody looks at -1 cards"),
        ("look:1:discard", "TW-19.6", "the cards of discard lie face up"),
        ("look:1:aether", "TW-4.5", "nobody looks through an aether"),
        ("reveal:C3:discard", "TW-19.6", "the cards of discard lie face up"),
        ("reveal:C3:aether", "TW-4.5", "nobody looks through an aether"),
        ("damage:C3.1:-1", "TW-19.6", "damage is not -1"),
        ("damage:bo:-1", "TW-19.6", "damage is not -1"),
        ("turn:C4.1:-1", "TW-19.6", "-1 harm does not turn"),
        ("turn:bo:-1", "TW-19.6", "-1 harm does not turn"),
        ("turn:C4.1:2", "TW-19.6", "C4.1 has 1 harm"),
        ("harm:C4.1:-2", "TW-19.6", "C4.1 has 1 harm"),
        ("wound:C4.1:-1", "TW-19.6", "C4.1 has 0 wounds"),
        ("wound:bo:-1", "TW-17.5", "bo has 0 wounds"),
        ("harm:bo:-1", "TW-17.5", "bo has 0 harm"),
        ("mana::-1", "TW-19.6", "nobody pays -1 mana"),
        ("coins:C3.1:gold:-1", "TW-19.6", "nobody pays -1 coins"),
        ("coins:C3.1:gold:2", "TW-7.9", "C3.1 has 1 gold"),
        ("shift:C3.1:C4.1:gold:-1", "TW-19.6", "-1 coins do not go from C3.1 to C4.1"),
        ("shift:C3.1:C3.1:gold:1", "TW-19.6", "1 coins do not go from C3.1 to C3.1"),
        ("shift:C3.1:C4.1:gold:2", "TW-19.6", "C3.1 has 1 gold"),
        ("random:0", "TW-7.5", "no draft card has the number 0"),
        ("take:Nought:deck:hand", "TW-2.10", "no card is Nought"),
        ("take:C3:deck:front", "TW-19.7", "C3 is a spell, and no card of a front"),
        ("take:C3:aether:hand", "TW-4.5", "nothing returns from an aether"),
        ("take:C3:deck:deck", "TW-19.5", "take is not from deck to deck"),
        ("take:C3:play:hand", "TW-19.5", "take is not from play to hand"),
        ("take:Keep3:deck:towers", "TW-19.5", "take is not from deck to towers"),
        ("take:C3+C4:deck:play:F4", "TW-5.2", "one card comes to a spot"),
        ("take:Keep5:deck:play:T", "TW-19.7", "the tower Keep5 is not put in play"),
        ("take:Sun1:deck:play:J1", "TW-19.6", "the celestial Sun1 is not put in play"),
        ("take:C3:discard:hand", "TW-19.6", "C3 is not in ana's discard"),
        ("discard:C3:aether", "TW-4.5", "nothing returns from an aether"),
        ("discard:C3:front", "TW-19.5", "discard is not from front to discard"),
        ("discard:Nought:deck", "TW-2.10", "no card is Nought"),
        ("discard:C3:deck:ana:Keep5", "TW-9.6", "no celestial came that plays Keep5"),
        ("put:C3.1:play", "TW-19.5", "C3.1 does not go to play"),
        ("put:C3.1:front", "TW-19.5", "C3.1 does not go to front"),
        ("put:C3.1:towers", "TW-19.7", "C3.1 does not go to towers"),
        ("put:Keep2.1:pool", "TW-19.7", "Keep2.1 is no spell, and does not go to the pool"),
        ("put:Keep2.1:deck", "TW-19.7", "Keep2.1 is no spell, and does not go to the deck"),
        ("add:C3:aether", "TW-19.5", "no outcome adds a card to an aether"),
        ("add:C3:play", "TW-19.5", "add is not from nowhere to play"),
        ("add:Keep2:towers", "TW-19.5", "add is not from nowhere to towers"),
        ("add:Nought:hand", "TW-2.10", "no card is Nought"),
        ("add:Sun1:discard", "TW-13.2", "Sun1 is no spell, and does not go to the discard"),
        ("add:C3:front", "TW-19.7", "C3 is a spell, and no card of a front"),
        ("tower:Keep3+Keep5", "TW-19.6", "one tower is played, not 2"),
        ("move:C3.1:F3", "TW-11.14", "F3 is taken by C4.1"),
        ("move:Keep2.1:F4", "TW-19.7", "a tower lies in T only"),
        ("move:Keep2.1:T:bo", "TW-3.5", "Keep2.1 goes to no other map"),
        ("exchange:C3.1:C3.1", "TW-11.14", "C3.1 is named twice"),
        ("exchange:C3.1:Keep2.1", "TW-5.3", "C3.1 does not lie in T"),
        ("exchange:Keep2.1:C3.1", "TW-19.7", "a tower lies in T only"),
        ("exchange:Keep2.1:C5.1", "TW-19.7", "a tower lies in T only"),
        ("exchange:C3.1:Hat1.1", "TW-11.14", "an orbital does not go to F2"),
        ("expend:C4.1", "TW-8.2", "C4.1 is expended"),
        ("modify:Ghost2.1:power:1", "TW-19.6", "Ghost2.1 is Ethereal and has no power"),
        ("modify::power:1::bo", "TW-19.6", "a wizard has no power that changes"),
    ],
)
def test_tw_19_5_no_outcome_does_what_cannot_be(outcome: str, rule: str, why: str):
    """Not even of a card whose text is not told."""
    match = text()
    match.tower("ana", "Keep2")
    match.put("ana", "F2", "C3", tokens={"gold": 1})
    match.put("ana", "F3", "C4", expended=True, harm=1)
    match.put("ana", "J1", "Hat1")
    match.put("bo", "F1", "C5")
    match.put("bo", "F2", "Ghost2")
    message = match.refuse(f"ana effect Text {outcome}", rule).message
    assert message.removeprefix("Text: ").removesuffix(" (outcome 1)") == why


@pytest.mark.parametrize(
    "outcome",
    [
        *("draw:1:::cy", "discard:C3:hand:cy", "take:C3:deck:hand::cy", "take:C3:deck:play:F2:cy"),
        *("pass:1:hand:pool:cy", "add:C3:hand:cy", "reveal:C3:hand:cy", "look:1:hand:cy"),
        *("shuffle:deck:cy", "drain:1:cy", "tower:Keep2:cy", "forfeit:cy", "move:C3.1:F2:cy"),
        *("damage::7:cy", "harm::1:cy", "wound::1:cy", "turn::1:cy"),
        *("modify::cast:1::cy", "allow::spot::cy", "forbid::cast::cy"),
    ],
)
def test_tw_1_9_no_outcome_is_about_a_wizard_that_has_lost(outcome: str):
    match = text(3, teams=False, choices={"TW-I 1": "free_for_all"})
    match.put("ana", "F2", "C3")
    match.play("cy forfeit")
    match.refuse(f"ana effect Text {outcome}", "TW-1.9", wizard="cy", since=2)


@pytest.mark.parametrize("outcome", ["take:C3:deck:play:F2:bo", "move:C3.1:F2:bo", "tower:Keep2:bo",
                                     "damage::7:bo", "forfeit:bo"])  # fmt: skip
def test_tw_18_3_no_outcome_is_about_the_map_of_a_wizard_in_retreat(outcome: str):
    match = text(4)
    match.put("ana", "F2", "C3")
    match.play("bo forfeit; ana effect Text drain:1:bo draw:1:::bo pass:1:hand:pool:bo")
    match.refuse(f"ana effect Text {outcome}", "TW-1.9", wizard="bo", since=2)


@pytest.mark.parametrize(
    "outcome",
    [
        *("damage:Keep3.1:7", "harm:Keep3.1:1", "harm:Keep3.1:-1", "wound:Keep3.1:1"),
        *("turn:Keep3.1:1", "destroy:Keep3.1", "expend:Keep3.1", "renew:Keep3.1"),
        *("move:Keep3.1:F2", "exchange:Keep3.1:C3.1", "exchange:C3.1:Keep3.1", "put:Keep3.1:hand"),
        *("coin:5:Keep3.1", "coin:0:Keep3.1:gold", "shift:C3.1:Keep3.1:gold:1"),
        *("modify:Keep3.1:power:1", "grant:Keep3.1:guardian", "lose:Keep3.1:guardian"),
        *("allow:Keep3.1:block", "forbid:Keep3.1:renew"),
    ],
)
def test_tw_12_12_nothing_is_done_to_a_tower_under_a_ritual(outcome: str):
    match = text()
    tower = match.thing(match.tower("bo", "Keep3"))
    tower.harm, tower.expended = 1, "renew" in outcome
    match.put("bo", "T", "Rite1")
    match.put("bo", "F1", "C3", tokens={"gold": 1})
    message = match.refuse(f"ana effect Text {outcome}", "TW-19.6").message
    assert "Keep3.1 is not in play" in message


def test_tw_10_1_the_first_card_of_a_first_deck_that_is_drawn_face_up_is_a_spell():
    match = text().give("ana", begun=False)
    match.refuse("ana effect Text draw:1:::ana:Sun1+C3:Keep3", "TW-10.1", seat="ana")
    match.play("ana effect Text draw:2:::ana:C3+Sun1+C4:Keep3")


def test_tw_7_1_coins_go_from_one_card_to_another():
    match = text()
    match.thing("Text.1").tokens["gold"] = 3
    match.put("bo", "F1", "C3")
    match.play("ana effect Text shift:Text.1:C3.1:gold:2")
    assert (match.thing("Text.1").tokens, match.thing("C3.1").tokens) == ({"gold": 1}, {"gold": 2})


def test_tw_i_20_no_light_is_paid_or_moved_where_it_is_refused():
    match = text(choices={"TW-I 20": "refused"})
    match.put("ana", "F2", "C3")
    for outcome, rule in (("coins:Text.1:light", "TW-7.9"), ("shift:Text.1:C3.1:light", "TW-7.4")):
        refused = match.refuse(f"ana effect Text {outcome}", rule, colour="light")
        assert refused.legal == "gold, silver, bronze"


# -- draft deck, coins ------------------------------------------------------------------------


def test_tw_7_3_the_coin_of_a_turned_draft_card_goes_onto_a_card():
    match = text().play("ana effect Text coin:5:Text.1")
    assert match.thing("Text.1").tokens == {"gold": 1}


def test_tw_7_3_the_number_of_a_coin_is_that_of_a_draft_card():
    text().refuse("ana effect Text coin:7:Text.1", "TW-7.3")


def test_tw_7_3_without_a_card_in_play_a_coin_goes_back_at_once():
    match = turn(extra=card("Flare", does('do = "coin"', when="celestial"), kind="celestials"),
                 phase="movement")  # fmt: skip
    match.tw.zones.piles["ana.towers"] = []
    match.put("ana", "T", "Rite1")
    match.hold("ana", "Flare", place="front")
    ritual = match.thing("Rite1.1")
    assert not ritual.tokens
    match.play("ana play Flare; ana effect Flare coin:5:Rite1.1")
    assert ritual.tokens == {"gold": 1}


@pytest.mark.parametrize(
    ("number", "colour"),
    [(1, "bronze"), (2, "bronze"), (3, "silver"), (4, "silver"), (5, "gold"), (6, "gold")],
)
def test_tw_7_6_the_coin_on_each_draft_card(number: int, colour: str):
    match = text().play(f"ana effect Text coin:{number}:Text.1")
    assert match.thing("Text.1").tokens == {colour: 1}
    assert match.one(TokensChanged).rule == "TW-7.6"


def test_tw_7_4_for_a_named_coin_no_draft_card_is_turned():
    match = text()
    match.refuse("ana effect Text coin:5:Text.1:gold", "TW-7.4")
    match.play("ana effect Text coin:0:Text.1:silver")
    assert match.thing("Text.1").tokens == {"silver": 1}


def test_tw_7_5_a_random_number_is_1_to_6():
    match = text()
    match.refuse("ana effect Text random:7", "TW-7.5")
    match.play("ana effect Text random:6")


def test_tw_7_8_no_number_comes_more_often_in_a_pass_than_it_has_copies():
    match = text().play("ana effect Text random:4 random:4 random:4")
    match.refuse("ana effect Text random:4", "TW-7.8", copies=3)
    match.play("ana effect Text shuffle:draft random:4")


def test_tw_7_8_after_the_whole_pass_the_numbers_come_anew():
    match = text()
    for number in range(1, 7):
        match.play(f"ana effect Text random:{number} random:{number} random:{number}")
        match.give("ana", drain=0)
    match.play("ana effect Text random:4 random:4 random:4")
    match.refuse("ana effect Text random:4", "TW-7.8")


def test_tw_7_9_coins_are_paid_from_own_cards_and_go_back():
    coins = does('do = "draw"', cost='[{ do = "coins", card = { is = "creature" }, '
                 'colour = "gold", count = 2 }]')  # fmt: skip
    match = told(coins)
    theirs = match.put("bo", "F1", "C3", tokens={"gold": 2})
    match.refuse("ana effect Told pays=coins:C3.1", "TW-7.9")
    match.thing("Told.1").tokens["gold"] = 1
    match.refuse("ana effect Told pays=coins:Told.1", "TW-7.9", have=1)
    match.thing("Told.1").tokens["gold"] = 2
    match.play("ana effect Told pays=coins:Told.1")
    assert match.thing("Told.1").tokens == {}
    assert match.thing(theirs).tokens == {"gold": 2}


def test_tw_i_20_there_is_no_light_where_it_is_refused():
    text().play("ana effect Text coin:0:Text.1:light")
    refused = text(choices={"TW-I 20": "refused"})
    refused.refuse("ana effect Text coin:0:Text.1:light", "TW-7.4")


def test_tw_i_21_a_coin_of_which_nothing_is_said_goes_onto_any_own_card_or_the_source():
    a_coin = does('do = "coin"')
    match = told(a_coin)
    other = match.put("ana", "F2", "C3")
    match.play(f"ana effect Told coin:1:{other}")
    assert match.thing(other).tokens == {"bronze": 1}
    match = told(a_coin, choices={"TW-I 21": "source_card"})
    match.put("ana", "F2", "C3")
    match.play("ana effect Told coin:1")
    assert match.thing("Told.1").tokens == {"bronze": 1}


# -- wizards ----------------------------------------------------------------------------------


def test_tw_6_9_the_drain_counter_is_never_below_0():
    match = text().give("bo", drain=2).play("ana effect Text drain:-3:bo")
    assert match.side("bo").drain == 0


def test_tw_14_5_an_effect_has_a_tower_played():
    match = text()
    match.refuse("ana effect Text tower:Keep4", "TW-14.2")
    match.play("ana effect Text tower:Keep3")
    assert match.tw.sides["ana"].map["T"] == ["Keep3.1"]


def test_tw_17_8_a_demanded_forfeit_loses():
    assert text().play("ana effect Text forfeit:bo").state.winner == "ana"


PRICE = does(
    choose=1,
    by='"opponent"',
    modes='[{ name = "pays", cost = [{ do = "discard", wizard = "opponent", place = "pool", '
    'cards = { count = 2 } }] , steps = [{ do = "draw" }] }, '
    '{ name = "forfeits", steps = [{ do = "forfeit", wizard = "opponent" }] }]',
)


def test_tw_19_4_a_price_that_cannot_be_paid_leaves_the_forfeit():
    match = told(PRICE).hold("bo", "C1", "C2", place="pool")
    match.play("ana effect Told mode=pays pays=discard:C1+C2")
    assert not match.state.over
    poor = told(PRICE)
    poor.tw.zones.hidden.draw(5, "bo.pool/spell", "bo.deck/spell")
    poor.refuse("ana effect Told mode=pays", "TW-19.4")
    assert poor.play("ana effect Told mode=forfeits").state.winner == "ana"


def test_tw_19_9_costs_and_outcomes_are_as_the_card_says():
    match = told(does('do = "damage", wizard = "opponent", amount = 7'))
    match.refuse("ana effect Told damage:bo:8", "TW-19.9")
    match.refuse("ana effect Told damage:bo:7 draw:1", "TW-19.9")
    match.refuse("ana effect C0", "TW-5.9")
    match.play("ana effect Told damage:bo:7")


def test_tw_1_6_no_card_allows_what_stands_above_all_cards():
    match = text()
    for what in ("group", "hand", "life", "track"):
        match.refuse(f"ana effect Text allow:Text.1:{what}", "TW-1.6")


def test_tw_19_12_a_ban_is_refused_by_its_entry():
    match = text()
    target = match.put("bo", "F1", "C3")
    match.play(f"ana effect Text forbid:{target}:expend:turn")
    match.refuse(f"ana effect Text expend:{target}", "TW-19.12", since=match.seq)
    match.play(f"ana effect Text forbid:{target}:renew:turn")
    match.thing(target).expended = True
    match.refuse(f"ana effect Text renew:{target}", "TW-19.12", since=match.seq)


@pytest.mark.rule("TW-19.8")
def test_tw_19_8_what_follows_is_computed_and_said_again_it_comes_once_more():
    match = text()
    target = match.put("bo", "F1", "C3")
    match.play(f"ana effect Text damage:{target}:3 harm:{target}:1")
    assert match.thing(target).harm == 2


def test_a_card_that_no_word_can_say_changes_nothing_and_is_on_trust():
    match = text()
    match.play('ana effect Text other:"The moon turns blue."')
    assert any("moon" in each for each in match.trusted())


def test_a_catalog_that_says_neither_card_nor_wizard_is_refused():
    with pytest.raises(Exception, match="one of card, wizard"):
        told(does('do = "damage", amount = 3'))


def test_tw_1_9_a_text_means_the_wizards_that_stand():
    each = does('do = "harm", each = "opponent", wizard = "it", change = 1')
    match = told(each, players=4)
    match.give("bo", lost=1)
    match.play("ana effect Told harm::1:di")
    assert (match.side("bo").harm, match.side("di").harm) == (0, 1)
    match.play("ana effect Told")
    assert (match.side("bo").harm, match.side("di").harm) == (0, 2)
    one = told(does('do = "harm", wizard = "opponent", change = 1'), players=4)
    one.give("bo", lost=1).play("ana effect Told")
    assert one.side("di").harm == 1


def test_a_wizard_is_told_by_a_step():
    match = told(does('do = "damage", wizard = "opponent", amount = 7'))
    match.play("ana effect Told")
    assert match.side("bo").harm == 1
    match.refuse("ana effect Told damage:Told.1:7", "TW-19.9")


def test_the_cards_of_a_test_are_read():
    assert "Told" in card("Told", does('do = "draw"'))


def test_tw_19_6_a_spot_may_be_that_to_which_an_earlier_outcome_moved_a_card():
    match = text()
    match.put("ana", "F2", "C3")
    match.play("ana effect Text.1 move:F2:F3:bo destroy:bo.F3")
    assert "C3.1" not in match.tw.zones.things
    match.refuse("ana effect Text.1 destroy:bo.F3", "TW-19.6")


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("move:C3.1", "say the spot to which C3.1 goes"),
        ("take:C3:pool:play", "say the spot of C3"),
        ("harm::1", "say which card, or which wizard, of harm"),
        ("damage::1", "say which card, or which wizard, of damage"),
        ("wound::1", "say which card, or which wizard, of wound"),
        ("coin", "say the number of the draft card"),
        ("damage:C1:1", "say which C1"),
    ],
)
def test_what_a_text_that_nobody_knows_left_open_is_asked(said: str, asked: str):
    match = text()
    match.put("ana", "F2", "C3")
    match.put("bo", "F1", "C1")
    match.put("bo", "F2", "C1")
    match.play(f"ana effect Text {said}")
    assert isinstance(match.verdict, Incomplete)
    assert match.verdict.ask == f"Text: {asked}"


def test_tw_16_6_an_orbital_that_goes_back_goes_to_the_aether_and_a_tower_under_the_others():
    match = text()
    match.put("ana", "J1", "Hat1")
    match.put("ana", "T", "Keep2")
    towers = match.state.zones.piles["ana.towers"]
    match.play("ana effect Text put:Hat1.1:hand put:Keep2.1:hand")
    assert match.state.zones.piles["ana.aether"] == ["Hat1"]
    assert match.state.zones.piles["ana.towers"] == ["Keep2", *towers]


@pytest.mark.parametrize("said", ["wound:bo:0", "wound:C3.1:0"])
def test_no_wounds_are_no_change(said: str):
    match = text()
    match.put("ana", "F2", "C3")
    match.play(f"ana effect Text {said}")
    assert match.all(WoundsChanged) == []
