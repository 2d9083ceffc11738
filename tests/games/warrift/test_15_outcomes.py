"""Each outcome of WR-15.6, possible and impossible; logged of a card whose text is not told."""

import pytest

from events.warrift import Did
from referee.fact import CardsDrawn, CardsSeen, DieRolled
from referee.games.warrift.due import BringIn, FillGap
from referee.games.warrift.facts import CardsPassed, CountersChanged, MonsterKilled, TokenTurned
from referee.games.warrift.places import LAYOUT
from referee.games.warrift.values import attack_of, has_word, health_left
from referee.games.warrift.words import WORDS
from referee.verdict import Incomplete
from tests.games.warrift.effects import TEXT, card, does, text, told
from tests.games.warrift.table import Match, begun, mid


def done(match: Match, did: str) -> Match:
    """The outcomes are logged of Text; nothing appears or vanishes by them."""
    before = LAYOUT.counted(match.t)
    match.play(f"ana effect Text {did}")
    assert LAYOUT.counted(match.t) == before
    return match


def refused(match: Match, did: str, rule: str = "WR-15.6", **facts: int | str) -> None:
    match.refuse(f"ana effect Text {did}", rule, **facts)


# -- players ---------------------------------------------------------------------------------------


def test_wr_15_6_magicka_is_given_and_taken():
    match = done(text().give("bo", magicka=2), "magicka:3 magicka:-2:bo")
    assert (match.wr.sides["ana"].magicka, match.wr.sides["bo"].magicka) == (3, 0)


def test_wr_15_6_magicka_is_never_below_0():
    refused(text().give("bo", magicka=1), "magicka:-2:bo", have=1)


def test_wr_15_6_points_are_given_and_taken():
    match = done(text().give("bo", points=3), "points:2 points:-2:bo")
    assert (match.wr.sides["ana"].points, match.wr.sides["bo"].points) == (2, 1)


def test_wr_1_3_points_by_an_effect_call_the_last_rotation():
    match = done(text().give("ana", points=29), "points:1")
    assert match.wr.ending == 2


def test_wr_i_1_stop_at_zero_leaves_a_player_with_no_points():
    match = done(text().give("bo", points=1), "points:-3:bo")
    assert match.wr.sides["bo"].points == 0


def test_wr_i_1_effect_impossible_refuses_to_take_more_points_than_there_are():
    refused(
        text(choices={"WR-I 1": "effect_impossible"}).give("bo", points=1), "points:-3:bo", have=1
    )


def test_wr_i_1_effect_impossible_takes_all_the_points_that_there_are():
    match = done(text(choices={"WR-I 1": "effect_impossible"}).give("bo", points=3), "points:-3:bo")
    assert match.wr.sides["bo"].points == 0


def test_wr_i_1_effect_impossible_takes_none_where_the_card_says_so_by_itself():
    for reading, left in (("stop_at_zero", 0), ("effect_impossible", 1)):
        match = told(
            does('do = "points", each = "opponent", player = "it", change = -3'),
            choices={"WR-I 1": reading},
        ).give("bo", points=1)
        match.play("ana play Rite; ana step end")
        assert match.wr.sides["bo"].points == left


def test_wr_15_6_a_cost_is_changed_until_the_end_of_the_turn():
    match = done(text().give("ana", magicka=1), "cost:-1:summon")
    match.play("ana summon A2 A3")
    assert match.wr.sides["ana"].magicka == 0
    match.play("ana step end")
    assert not match.wr.changes.on


def test_wr_15_6_a_cost_is_never_below_0():
    match = done(text(), "cost:-5:summon")
    match.play("ana summon A2 A3")
    assert match.wr.sides["ana"].magicka == 0


def test_wr_15_6_the_costs_of_hiring_and_gaining_are_changed_too():
    match = done(text(), "cost:-1:gain cost:-1:hire")
    match.play("ana hire Hand1; ana refill Hand1 of=support; ana gain Hut1 Hut1")
    assert "Hut1.1" in match.wr.zones.things


@pytest.mark.parametrize(
    ("did", "facts"),
    [
        ("draw:-1", {"count": -1}),
        ("damage:Ogre.1:-1", {"amount": -1}),
        ("mend:Ogre.1:-1", {"monster": "Ogre.1", "have": 1}),
        ("enter:-1", {"where": "eye"}),
        ("pass:-1:hand:hand::bo:ana", {"have": 5, "where": "hand"}),
        ("look:-1:eye", {"have": 60, "where": "eye"}),
    ],
)
def test_wr_15_6_nothing_is_done_fewer_than_0_times(did: str, facts: dict[str, int | str]):
    match = text()
    match.put("", "Ogre", damage=1)
    refused(match, did, **facts)


@pytest.mark.parametrize(
    "did", ["damage:A3.1:1", "mend:A3.1:1", "counters:A3.1:1", "health:A3.1:1", "kill:A3.1"]
)
def test_wr_15_6_what_is_done_to_monsters_is_done_to_nothing_else(did: str):
    match = text()
    match.put("ana", "A3")
    refused(match, did, thing="A3.1")


def test_wr_15_6_the_token_is_turned():
    match = text()
    assert not match.wr.night
    match = done(match, "token:night")
    assert match.wr.night and match.one(TokenTurned).side == "night"


def test_wr_15_6_the_token_may_show_that_side_already():
    match = done(text(), "token:day")
    assert not match.wr.night and match.all(TokenTurned) == []


def test_wr_15_6_a_die_shows_one_of_its_faces():
    match = done(text(), "roll:6 roll:0")
    assert [fact.value for fact in match.all(DieRolled)] == [6, 0]
    refused(text(), "roll:7", face=7)
    match = begun(2, TEXT, choices={"WR-I 20": "one_to_six"}).hold("ana", "Text")
    match.play("ana eye-roll 1 1; ana enter Rat Rat; ana play Text")
    refused(match, "roll:0", face=0)


def test_wr_i_20_what_a_die_may_show_is_asked_for_among_its_faces():
    rite = card("Rite", does('do = "roll", face = [0, 6]'))
    match = begun(2, rite, choices={"WR-I 20": "one_to_six"}).hold("ana", "Rite")
    match.play("ana eye-roll 1 1; ana enter Rat Rat; ana play Rite; ana effect Rite")
    assert isinstance(match.verdict, Incomplete)
    (words,) = match.verdict.choices.values()
    assert words == tuple(f"roll:{face}" for face in range(1, 7))


# -- monsters --------------------------------------------------------------------------------------


def test_wr_15_6_damage_is_dealt_and_kills():
    match = text()
    match.put("", "Ogre", "Rat")
    done(match, "damage:Ogre.1:3 damage:Rat.1:1")
    assert match.thing("Ogre.1").damage == 3
    killed = match.one(MonsterKilled)
    assert (killed.seat, killed.thing, killed.points) == ("ana", "Rat.1", 1)
    assert match.wr.sides["ana"].points == 1
    assert list(match.wr.zones.piles["necropolis"]) == ["Rat"]


def test_wr_15_6_damage_needs_a_monster_in_play():
    match = text()
    match.put("ana", "A3")
    refused(match, "damage:Ogre.1:1")
    refused(match, "damage:A3.1:1", thing="A3.1")


def test_wr_15_6_damage_is_mended_at_most_what_there_is():
    match = text()
    match.put("", "Ogre", damage=2)
    refused(match, "mend:Ogre.1:3", have=2)
    done(match, "mend:Ogre.1:2")
    assert match.thing("Ogre.1").damage == 0


def test_wr_15_6_counters_are_put_on_and_kill():
    match = text()
    match.put("", "Ogre", "Wolf")
    done(match, "counters:Ogre.1:1 counters:Wolf.1:2")
    assert match.thing("Ogre.1").counters == 1
    assert match.one(MonsterKilled).points == 2
    assert [fact.left for fact in match.all(CountersChanged)] == [1, 2]


def test_wr_15_6_not_more_counters_are_taken_off_than_there_are():
    match = text()
    match.put("", "Ogre", counters=1)
    refused(match, "counters:Ogre.1:-2", have=1)
    done(match, "counters:Ogre.1:-1")
    assert match.thing("Ogre.1").counters == 0


def test_wr_15_6_health_is_changed_and_a_monster_without_any_dies():
    match = text()
    match.put("", "Ogre", "Rat")
    done(match, "health:Ogre.1:2 health:Rat.1:-1")
    assert health_left(match.t, match.thing("Ogre.1")) == 6
    assert match.one(MonsterKilled).seat == "ana"


def test_wr_15_6_a_stronghold_has_no_health_and_a_monster_no_attack():
    match = text()
    match.put("ana", "Hut1")
    match.put("", "Rat")
    refused(match, "health:Hut1.1:2")
    refused(match, "attack:Rat.1:2")
    refused(match, "attack:Hut1.1:2")


@pytest.mark.parametrize(("reading", "points"), [("yes_as_health_0", 6), ("no", 0)])
def test_wr_i_34_a_kill_without_damage_gives_points_or_none(reading: str, points: int):
    match = text(choices={"WR-I 34": reading})
    match.put("", "Dragon1")
    done(match, "kill:Dragon1.1")
    assert match.one(MonsterKilled).points == points
    assert match.wr.sides["ana"].points == points
    assert list(match.wr.zones.piles["necropolis"]) == ["Dragon1"]


def test_wr_15_6_only_a_monster_in_play_is_killed():
    match = text()
    match.put("bo", "N2")
    refused(match, "kill:N2.1")
    refused(match, "kill:Rat.1")


def test_wr_7_12_a_monster_that_is_removed_gives_no_points_and_has_no_deathcrash():
    burster = card("Burster", does('do = "damage"', when="deathcrash"), kind="monsters")
    burster = burster.replace('do = "damage"', 'do = "points", change = -1')
    match = text(extra=burster)
    match.put("", "Burster")
    done(match, "remove:Burster.1:eye")
    assert match.wr.zones.things.keys() == {"Text.1"}
    assert match.wr.waiting.stack == []
    assert match.wr.sides["ana"].points == 0
    assert match.all(MonsterKilled) == []


def test_wr_15_6_what_is_removed_goes_where_such_cards_lie():
    match = text()
    match.put("", "Rat")
    match.put("ana", "Hut1", "A2", "Hand1")
    refused(match, "remove:Rat.1:discard", where="discard")
    refused(match, "remove:Hut1.1:hand")
    refused(match, "remove:A2.1:eye")
    refused(match, "remove:Hand1.1:primary")
    done(match, "remove:Hut1.1:support-discard remove:A2.1:hand remove:Hand1.1:support")
    assert match.wr.zones.hidden.known("ana.hand") == {"A2": 1}
    refused(text(), "remove:Rat.1:eye")


def test_wr_15_6_monsters_are_to_come_in_after_the_whole_list():
    match = done(text(), "enter:2 magicka:1")
    (due,) = match.wr.due
    assert isinstance(due, BringIn)
    assert (due.count, due.place, due.source) == (2, "eye", "Text")
    match.refuse("ana step end", "WR-2.13")
    match.play("ana enter Rat; ana enter Wolf; ana step end")


def test_wr_15_6_not_more_monsters_come_in_than_there_are():
    match = text().pile("necropolis", "Rat", "A2")
    refused(match, "enter:2:necropolis", have=1)
    refused(match, "enter:61", have=60)
    refused(match, "enter:1:discard", where="discard")
    done(match, "enter:1:necropolis")
    match.refuse("ana enter Wolf", "WR-2.5")
    match.play("ana enter Rat")
    assert match.wr.zones.piles["necropolis"] == ["A2"]


def test_wr_15_6_monsters_come_from_two_places_after_one_effect():
    match = done(text().pile("necropolis", "Rat"), "enter:1 enter:1:necropolis")
    match.play("ana enter Rat; ana enter Wolf")
    assert match.wr.zones.piles["necropolis"] == []


# -- creatures and strongholds ---------------------------------------------------------------------


def test_wr_15_6_attack_is_changed_until_the_end_of_the_turn_and_never_below_0():
    match = text()
    match.put("ana", "A3")
    match.put("bo", "Hut2")
    done(match, "attack:A3.1:2")
    assert attack_of(match.t, match.thing("A3.1")) == 5
    match = text()
    match.put("ana", "A3")
    done(match, "attack:A3.1:-5")
    assert attack_of(match.t, match.thing("A3.1")) == 0


def test_wr_15_10_a_change_until_the_end_of_the_turn_stops_with_it():
    match = text()
    match.put("", "Ogre")
    done(match, "health:Ogre.1:3").play("ana step end")
    assert health_left(match.t, match.thing("Ogre.1")) == 4


def test_wr_15_10_a_change_for_the_match_stays():
    match = text()
    match.put("", "Ogre")
    done(match, "health:Ogre.1:3:match").play("ana step end")
    assert health_left(match.t, match.thing("Ogre.1")) == 7


def test_wr_15_10_a_creatures_change_stops_when_it_leaves():
    match = text()
    match.put("ana", "A3")
    done(match, "attack:A3.1:2:match devour:A3.1")
    assert not match.wr.changes.on


def test_wr_15_6_a_creature_attacks_once_more():
    match = text()
    match.put("", "Dragon1")
    match.put("ana", "A2", "Hut1")
    refused(match, "again:Hut1.1")
    refused(match, "again:A3.1")
    done(match, "again:A2.1")
    match.play("ana attack A2.1 Dragon1.1; ana attack A2.1 Dragon1.1")
    match.refuse("ana attack A2.1 Dragon1.1", "WR-7.3")


def test_wr_15_6_a_stronghold_or_creature_has_another_controller():
    match = text()
    match.put("bo", "Hut2", "N2")
    match.put("", "Rat")
    refused(match, "control:Rat.1:ana", thing="Rat.1")
    refused(match, "control:Hut3.1:ana")
    done(match, "control:Hut2.1:ana control:N2.1")
    assert match.thing("Hut2.1").controller == match.thing("N2.1").controller == "ana"


def test_wr_15_6_a_new_controller_sets_no_enter_play_effect_off():
    hall = card(
        "Hall", does('do = "points", change = 5', when="enter_play"), kind="strongholds", cost=1
    )
    match = text(extra=hall)
    match.put("bo", "Hall")
    done(match, "control:Hall.1:ana").play("ana step end")
    assert match.wr.sides["ana"].points == 0


def test_wr_15_6_a_word_is_granted_to_a_card_in_play():
    match = text()
    match.put("ana", "A3")
    match.put("", "Dragon1")
    refused(match, "grant:corrupt:A4.1")
    done(match, "grant:corrupt:A3.1")
    assert has_word(match.t, match.thing("A3.1"), "corrupt")
    match.play("ana attack A3.1 Dragon1.1; ana step end")
    assert match.thing("Dragon1.1").counters == 3


# -- cards -----------------------------------------------------------------------------------------


def test_wr_15_6_a_player_draws_with_a_new_deck_where_one_is_needed():
    match = text().pile("ana.discard", "A2", "A2")
    done(match, "draw:6")
    assert match.all(CardsDrawn)[-1].count == 6
    assert match.wr.zones.hidden.size("ana.primary") == 1
    assert match.wr.zones.piles["ana.discard"] == []


def test_wr_15_6_nobody_draws_more_than_there_is():
    refused(text(), "draw:6", have=5)
    refused(text(), "draw:6:bo", have=5)


def test_wr_15_6_named_cards_are_discarded_from_a_hand_that_can_hold_them():
    match = text().hold("ana", "N2")
    refused(match, "discard:A5:ana", "WR-2.7", card="A5")
    done(match, "discard:Amage+N2:ana discard:Nmage:bo:holder")
    assert match.wr.zones.piles["ana.discard"] == ["Amage"]
    assert match.wr.zones.piles["bo.discard"] == ["N2", "Nmage"]


def test_wr_15_6_not_more_cards_are_discarded_than_a_hand_has():
    cards = "+".join(["Nmage"] * 5 + ["Nwarrior"])
    refused(text(), f"discard:{cards}:bo", "WR-2.10")


@pytest.mark.parametrize(
    ("reading", "pile"), [("pile_of_its_class", "bo"), ("pile_of_the_discarder", "ana")]
)
def test_wr_i_38_a_discarded_card_of_another_class_goes_to_a_pile(reading: str, pile: str):
    match = text(choices={"WR-I 38": reading}).hold("ana", "N2")
    done(match, "discard:N2:ana")
    assert match.wr.zones.piles[f"{pile}.discard"] == ["N2"]


@pytest.mark.rule("WR-6.6")
def test_wr_6_6_a_consumed_card_goes_to_the_necropolis():
    match = text().pile("bo.discard", "N2", "N3")
    done(match, "consume:Amage consume:N2:discard:bo")
    assert match.wr.zones.piles["necropolis"] == ["Amage", "N2"]
    assert match.wr.zones.piles["bo.discard"] == ["N3"]


def test_wr_15_6_what_is_consumed_is_there():
    match = text().pile("bo.discard", "N2")
    refused(match, "consume:N3:discard:bo", name="N3")
    refused(match, "consume:A5", "WR-2.7")


@pytest.mark.parametrize("did", ["consume:A2:play", "move:A2:play:hand"])
def test_wr_15_6_what_is_in_play_is_not_named_as_a_card(did: str):
    match = text()
    match.put("ana", "A2")
    match.refuse(f"ana effect Text {did}", "WR-15.6")
    assert "what is in play has a number" in match.verdict.message


def test_wr_15_6_a_card_in_play_is_consumed():
    match = text()
    match.put("ana", "A2")
    match.put("", "Rat")
    refused(match, "devour:Rat.1")
    refused(match, "devour:A3.1")
    done(match, "devour:A2.1")
    assert match.wr.zones.piles["necropolis"] == ["A2"]


def test_wr_15_6_named_cards_move_to_a_place_that_takes_them():
    match = text().pile("necropolis", "A2", "Rat", "Hut1").pile("bo.discard", "N2")
    refused(match, "move:Rat:necropolis:hand", name="Rat")
    refused(match, "move:Hut1:necropolis:discard")
    refused(match, "move:A2:necropolis:eye")
    refused(match, "move:N2:discard:class::bo:ana")
    refused(match, "move:Rat:necropolis:play")
    refused(match, "move:A3:necropolis:hand", name="A3")
    done(
        match,
        "move:A2:necropolis:hand move:Rat:necropolis:eye:bottom "
        "move:Hut1:necropolis:support-discard move:N2:discard:class:top:bo",
    )
    assert match.wr.zones.hidden.known("ana.hand") == {"A2": 1}
    assert match.wr.zones.hidden.known("bo.class") == {"N2": 1}
    assert match.wr.zones.piles["support-discard"] == ["Hut1"]


def test_wr_15_6_a_card_that_moves_into_play_stays_for_the_turn():
    match = text().pile("ana.discard", "A2")
    done(match, "move:A2:discard:play")
    assert match.thing("A2.1").controller == "ana"
    match.play("ana step end")
    assert "A2" in match.wr.zones.piles["ana.discard"]


def test_wr_15_6_a_card_taken_out_of_a_selection_leaves_a_gap():
    match = done(text(), "move:A2:selection:discard move:Hut1:offers:support-discard")
    assert [due.of for due in match.wr.due if isinstance(due, FillGap)] == ["class", "support"]
    match.play("ana refill A2; ana refill Hut1 of=support")
    assert len(match.wr.zones.piles["ana.selection"]) == 5


def test_wr_15_6_a_card_taken_out_of_the_rift_was_summoned_to_it_all_the_same():
    match = text().give("ana", magicka=4)
    match.play("ana effect Text none; ana summon A2 A2; ana summon A2 A3")
    assert match.wr.rift == ["ana", "ana"]
    match.hold("ana", "Text").play("ana play Text")
    done(match, "move:A2:rift:hand")
    assert match.wr.rift == ["ana"] and match.wr.sides["ana"].summoned


def test_wr_2_8_unseen_cards_pass_from_hand_to_hand():
    match = done(text(), "pass:1:hand:hand::bo:ana")
    hidden = match.wr.zones.hidden
    assert (hidden.size("ana.hand"), hidden.size("bo.hand")) == (6, 4)
    assert hidden.candidates("ana.hand")["Nmage"] == 1


def test_wr_2_8_unseen_cards_put_on_a_deck_are_the_next_to_be_drawn():
    match = done(text(), "pass:1:hand:primary:top:bo:ana draw:1")
    passed = match.one(CardsPassed)
    assert passed == CardsPassed("ana", "bo.hand", "ana.primary", 1)
    assert WORDS[CardsPassed](passed) == "1 unseen card of bo.hand to ana.primary, by ana"
    hidden = match.wr.zones.hidden
    assert (hidden.size("ana.hand"), hidden.size("ana.primary")) == (6, 5)
    assert "Nmage" not in hidden.candidates("ana.primary")
    assert hidden.candidates("ana.hand")["Nmage"] == 1


def test_wr_15_6_not_more_cards_pass_than_there_are_and_none_from_an_open_place():
    refused(text(), "pass:6:hand:hand::bo:ana", have=5)
    refused(text().pile("ana.discard", "A2"), "pass:1:discard:hand", where="discard")
    refused(text(), "pass:1:hand:discard", where="discard")
    refused(text(), "pass:1:eye:hand", where="eye", to="hand")


def test_wr_15_6_face_down_cards_are_looked_at():
    match = done(text(), "look:5:hand:bo look:2:eye")
    seen = [(fact.zone, fact.count, fact.cards) for fact in match.all(CardsSeen)]
    assert seen == [("bo.hand", 5, ""), ("eye", 2, "")]
    refused(text(), "look:6:hand:bo", have=5)
    refused(text().pile("bo.discard", "N2"), "look:1:discard:bo", where="discard")


def test_wr_15_6_a_hand_that_is_shown_is_known():
    match = done(text(), "reveal:Nmage+Nwarrior:hand:bo")
    assert match.wr.zones.hidden.known("bo.hand") == {"Nmage": 1, "Nwarrior": 1}
    refused(text(), "reveal:A2:hand:bo", "WR-2.7")
    refused(text().pile("bo.discard", "N2"), "reveal:N2:discard:bo", where="discard")


def test_wr_2_9_cards_shown_on_top_of_a_deck_come_off_it_in_that_order():
    match = done(text(), "reveal:Wolf+Rat:eye enter:2")
    match.refuse("ana enter Rat", "WR-2.9", card="Rat")
    match.play("ana enter Wolf")
    match.refuse("ana enter Ogre", "WR-2.9", card="Ogre")
    match.play("ana enter Rat")


def test_wr_2_9_nothing_else_can_be_shown_there_a_second_time():
    match = done(text(), "reveal:Wolf+Rat:eye")
    match.hold("ana", "Text").play("ana play Text")
    refused(match, "reveal:Rat:eye", "WR-2.9")
    refused(match, "reveal:A2:eye", "WR-2.5")


def test_wr_2_9_a_shuffle_loses_the_order():
    match = done(text(), "reveal:Wolf:eye shuffle:eye enter:1")
    match.play("ana enter Rat")


def test_wr_2_8_a_deck_is_shuffled_with_what_was_put_on_it():
    match = text().pile("ana.discard", "A5")
    done(match, "move:A5:discard:primary:top shuffle:primary draw:1")
    assert match.wr.zones.hidden.known("ana.hand") == {}
    assert match.wr.zones.hidden.candidates("ana.hand")["A5"] == 1


def test_wr_15_6_every_outcome_can_be_logged():
    assert len(Did.__args__) == 31


def test_wr_15_5_an_outcome_that_only_one_before_has_made_impossible_is_refused_by_that_rule():
    match = text()
    match.put("", "Ogre", damage=2)
    refused(match, "mend:Ogre.1:1 mend:Ogre.1:2", "WR-15.5")
    refused(match, "kill:Ogre.1 damage:Ogre.1:1", "WR-15.5")
    refused(match, "mend:Ogre.1:1 damage:Rat.1:1", "WR-15.6")


def test_wr_15_5_if_one_outcome_is_refused_nothing_of_the_effect_applies():
    match = text()
    match.put("", "Ogre")
    refused(match, "damage:Ogre.1:1 draw:1 magicka:-1", place=3)
    assert match.thing("Ogre.1").damage == 0


def test_wr_15_8_the_end_of_the_match_is_in_sight_by_an_effect_and_need_not_be_logged():
    match = mid(2, card("Rite", does('do = "points", change = 30'))).hold("ana", "Rite")
    match.play("ana play Rite; ana step end")
    assert match.wr.ending == 2
