"""Section 8: a card is activated step by step; section 9: what is paid for it, and memory."""

import pytest

from referee.games.grand_archive.facts import BanishedAtRandom, CardActivated
from referee.verdict import Incomplete
from tests.games.grand_archive.table import Match, action, turn

EFFECTS = """
[[cards]]
name = "Aim"
types = ["action"]
reserve = 1
speed = "fast"
[[cards.effects]]
when = "played"
aims = { unit = { what = { is = "ally" } } }
steps = [{ do = "damage", thing = "unit", amount = 1 }]

[[cards]]
name = "Some"
types = ["action"]
reserve = 1
speed = "fast"
[[cards.effects]]
when = "played"
aims = { units = { what = { is = "ally" }, count = [0, 2] } }
steps = [{ do = "damage", each = "units", thing = "it", amount = 1 }]

[[cards]]
name = "Both"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
name = "hit"
aims = { unit = { what = { is = "ally" } } }
steps = [{ do = "damage", thing = "unit", amount = 1 }]
[[cards.effects]]
when = "played"
name = "draw"
steps = [{ do = "draw", count = 1 }]

[[cards]]
name = "Pick"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
[[cards.effects.modes]]
name = "draw"
steps = [{ do = "draw", count = 1 }]
[[cards.effects.modes]]
name = "recover"
steps = [{ do = "recover", amount = 1 }]

[[cards]]
name = "Xray"
types = ["action"]
reserve = "X"
speed = "fast"

[[cards]]
name = "Toss"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
cost = [{ do = "discard", cards = { count = 1 }, place = "hand" }]
steps = [{ do = "draw", count = 1 }]

[[cards]]
name = "Mend"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
cost = [{ do = "recover", amount = 3 }]
steps = [{ do = "draw", count = 1 }]

[[cards]]
name = "Stew"
types = ["item"]
reserve = 3
keywords = ["brew"]

[[cards]]
name = "Burn"
types = ["action"]
reserve = 3
speed = "fast"
keywords = ["kindle 2"]

[[cards]]
name = "Wise"
types = ["action"]
reserve = 3
speed = "fast"
keywords = ["efficiency"]

[[cards]]
name = "Glow"
types = ["ally"]
reserve = 2
power = 1
life = 1
keywords = ["imbue 2"]

[[cards]]
name = "Loan"
types = ["item"]
reserve = 0
[[cards.effects]]
when = "activated"
steps = [{ do = "allow", what = "activate", player = "you", until = "turn" }]
"""


def game(*hand: str, **more: object) -> Match:
    m = turn(extra=EFFECTS, **more)  # type: ignore[arg-type]
    return m.hold("ana", "A1", "A2", "A3", "Bolt1", "Ember2", "Rite3", *hand)


def asked(m: Match, line: str) -> dict[str, tuple[str, ...]]:
    """What a line that lacks a choice is asked for."""
    m._log(line)
    assert isinstance(m.verdict, Incomplete), m.verdict
    return dict(m.verdict.choices)


# -- announcing, elements ------------------------------------------------------------------------


def test_ga_8_1_only_the_hand_is_open() -> None:
    m = game().lay("ana", "graveyard", "A4")
    m.refuse("ana activate A4 origin=graveyard", "GA-8.1")


@pytest.mark.parametrize("edition", ["R25", "R26"])
def test_ga_8_2_another_players_card_is_not_played(edition: str) -> None:
    m = game(edition=edition).lay("bo", "graveyard", "A4")
    m.refuse("ana activate A4 origin=graveyard owner=bo", "GA-8.2")


def test_ga_i_17_a_text_lets_one_play_an_opponents_card_or_not() -> None:
    m = game(choices={"GA-I 17": "card_text"}).lay("bo", "graveyard", "A1")
    m.put("ana", "Loan")
    m.play("ana ability Loan; ana resolve; ana activate A1 origin=graveyard owner=bo")
    m.play("ana step end")
    assert (m.thing("A1.1").owner, m.thing("A1.1").controller) == ("bo", "ana")
    m = game(choices={"GA-I 17": "owner_only"}).lay("bo", "graveyard", "A1")
    m.put("ana", "Loan")
    m.play("ana ability Loan; ana resolve")
    m.refuse("ana activate A1 origin=graveyard owner=bo", "GA-8.2")


@pytest.mark.rule("GA-8.3")
def test_ga_8_3_the_card_is_on_the_stack() -> None:
    m = game().play("ana activate A2")
    assert m.thing("A2.1").place == "stack"


def test_ga_8_4_every_element_of_the_card_is_enabled() -> None:
    m = game("Wave2").play("ana activate Ember2")
    m.refuse("ana activate Wave2", "GA-8.4", element="water")


# -- choices -------------------------------------------------------------------------------------


@pytest.mark.rule("GA-8.5")
def test_ga_8_5_one_way_to_pay_is_chosen() -> None:
    m = game("Stew")
    m.put("ana", "Lamp1")
    m.put("ana", "A1")
    m.refuse("ana activate Stew brew=A1 rest=Lamp1", "GA-8.5")
    m.play("ana activate Stew brew=A1")
    assert "brewed" in m.thing("Stew.1").marks
    assert m.one(CardActivated).reserved == 0


@pytest.mark.rule("GA-2.36")
def test_ga_2_36_x_is_said_where_there_is_one() -> None:
    m = game("Xray")
    assert "x" in asked(m, "ana activate Xray")
    m.refuse("ana activate Bolt1 x=2", "GA-2.36")
    m.play("ana activate Xray x=2")
    assert m.one(CardActivated).cost == 2


@pytest.mark.rule("GA-8.6")
def test_ga_8_6_modes_are_those_of_the_card() -> None:
    m = game("Pick")
    m.refuse("ana activate Pick mode=sing", "GA-8.6")
    m.refuse("ana activate Pick mode=draw,recover", "GA-8.6")
    m.refuse("ana activate Bolt1 mode=draw", "GA-8.6")
    assert "mode" in asked(m, "ana activate Pick")
    m.play("ana activate Pick mode=draw")


def test_ga_8_7_targets_are_those_of_the_card() -> None:
    m = game("Aim", "Some")
    m.put("bo", "A4")
    m.refuse("ana activate Aim bo", "GA-8.7")
    m.refuse("ana activate Bolt1 A4", "GA-8.7")
    m.play("ana activate Some; ana activate Aim A4")


def test_an_effect_without_aims_stands_beside_one_with_them() -> None:
    m = game("Both")
    m.put("bo", "A4")
    hand = m.size("ana", "hand")
    m.play("ana activate Both A4; ana resolve")
    assert (m.thing("A4.1").damage, m.size("ana", "hand")) == (1, hand)


def test_what_was_said_in_advance_and_cannot_be_is_held_against_nobody() -> None:
    m = game("Some").hold("bo", "Aim")
    m.put("bo", "A1")
    m.put("bo", "A2")
    m.play("ana activate Some A1 A2 did=damage:A1:1,damage:A2:1; bo activate Aim A1; ana end")
    assert m.ga.active == "bo"


@pytest.mark.rule("GA-8.8")
def test_ga_8_8_what_is_amiss_leaves_nothing_behind() -> None:
    m = game("Aim")
    m.refuse("ana activate Aim bo", "GA-8.7")
    assert not m.ga.waiting.stack and m.size("ana", "memory") == 2


# -- what it costs -------------------------------------------------------------------------------


def test_ga_8_9_what_was_said_to_be_reserved_is_the_cost() -> None:
    m = game()
    m.refuse("ana activate A2 reserved=3", "GA-8.9", due=2, said=3)
    m.play("ana activate A2 reserved=2")


@pytest.mark.rule("GA-9.22")
def test_ga_9_22_a_cost_is_never_below_nothing_and_a_negative_level_raises_it() -> None:
    m = game("Wise").level("ana", "Kai, One", "Kai, Two", "Kai, Three")
    m.champion("ana").counters["level"] = 1
    m.play("ana activate Wise")
    assert m.one(CardActivated).cost == 0
    m = game("Wise")
    m.champion("ana").counters["level"] = -1
    m.play("ana activate Wise")
    assert m.one(CardActivated).cost == 4


@pytest.mark.rule("GA-8.10")
def test_ga_8_10_all_costs_are_paid() -> None:
    m = game("Toss")
    assert "pays" in asked(m, "ana activate Toss")
    m.refuse("ana activate Bolt1 pays=discard:A2:place=hand", "GA-8.10")
    m.play("ana activate Toss pays=discard:A1")
    assert m.t.state.zones.piles["ana.graveyard"] == ["A1"]


@pytest.mark.rule("GA-8.11")
def test_ga_8_11_its_player_has_opportunity_then() -> None:
    m = game("Aim", choices={"GA-I 19": "must_be_logged"}, event="no")
    m.play("ana activate Bolt1").refuse("bo pass", "GA-7.5", other="ana")


def test_ga_8_12_nothing_is_paid_afterwards() -> None:
    m = game().play("ana activate Bolt1")
    m.refuse("ana act reserve:1", "GA-8.12")


@pytest.mark.rule("GA-8.15")
def test_ga_8_15_both_ways_of_playing_count() -> None:
    m = game().play("ana activate Bolt1; ana activate Ember2")
    assert m.ga.done.played == 2


# -- section 9a ----------------------------------------------------------------------------------


@pytest.mark.rule("GA-9.1", "GA-9.6")
def test_ga_9_6_the_hand_pays_face_down() -> None:
    m = game()
    hand = m.size("ana", "hand")
    m.play("ana activate A3")
    assert (m.size("ana", "hand"), m.size("ana", "memory")) == (hand - 4, 5)


def poor(count: int, *hand: str) -> Match:
    """Ana has so many cards, and these."""
    m = turn(extra=EFFECTS)
    hidden = m.t.state.zones.hidden
    hidden.draw(hidden.size("ana.hand") - count, "ana.hand", "ana.deck")
    return m.hold("ana", *hand)


def test_ga_9_2_a_card_does_not_pay_for_itself() -> None:
    poor(1, "A2").refuse("ana activate A2", "GA-9.2", have=1, due=2)


def test_ga_9_6_a_hand_pays_all_of_it_or_nothing() -> None:
    poor(1, "A3").refuse("ana activate A3", "GA-9.6", have=1, due=3)


def test_ga_9_1_a_card_from_elsewhere_is_paid_for_too() -> None:
    m = poor(1).lay("ana", "graveyard", "A3")
    m.put("ana", "Loan")
    m.play("ana ability Loan; ana resolve")
    m.refuse("ana activate A3 origin=graveyard", "GA-9.1", have=1, due=3)


def test_ga_9_3_a_payment_stands() -> None:
    m = game().play("ana activate A1")
    m.refuse("ana act pass:1:memory:deck", "GA-9.3")


@pytest.mark.rule("GA-9.4")
def test_ga_9_4_what_was_reserved_stays_where_a_card_fizzles() -> None:
    m = game("Aim").hold("bo", "Aim")
    m.put("bo", "A1")
    m.play("ana activate Aim A1; bo activate Aim A1; ana step end")
    assert m.size("ana", "memory") == 3


@pytest.mark.rule("GA-9.5")
def test_ga_9_5_other_ways_to_pay_are_those_that_there_are() -> None:
    m = game("Burn", "Stew").lay("ana", "graveyard", "Ember2", "Fire2", "Fire2")
    m.put("ana", "A1")
    m.put("ana", "Lamp1")
    m.refuse("ana activate Rite3 kindle=Ember2", "GA-9.5")
    m.refuse("ana activate Rite3 brew=A1", "GA-9.5")
    m.refuse("ana activate A2 rest=A1", "GA-24.31")
    m.play("ana activate Burn kindle=Ember2,Fire2 rest=Lamp1")
    assert m.one(CardActivated).reserved == 0
    assert m.thing("Lamp1.1").rested


def test_ga_9_5_nothing_pays_more_than_the_cost() -> None:
    m = game("A1")
    for _ in range(2):
        m.put("ana", "Lamp1")
    m.refuse("ana activate A1 rest=Lamp1.1,Lamp1.2", "GA-9.5")


def test_what_was_shown_for_imbue_marks_the_card_and_what_it_becomes() -> None:
    m = game("Glow").play("ana activate Glow imbue=A1,A2; ana step end")
    assert m.thing("Glow.1").marks == ["imbued"]
    m = game("Glow").play("ana activate Glow imbue=A1; ana step end")
    assert m.thing("Glow.1").marks == []


# -- section 9b ----------------------------------------------------------------------------------


def material(**more: object) -> Match:
    m = turn(extra=EFFECTS, phase="materialize", **more)  # type: ignore[arg-type]
    return m.hold("ana", "A1", "A2", place="memory")


def test_ga_9_10_as_many_cards_as_it_costs_are_picked() -> None:
    m = material()
    m.refuse("ana materialize Ring1 A1 A2", "GA-9.10", due=1, paid=2)
    assert "random" in asked(m, "ana materialize Ring1")
    m.play("ana materialize Ring1 A1")
    assert m.one(BanishedAtRandom).of == 4
    assert m.t.state.zones.piles["ana.banishment"] == ["A1"]


def test_ga_9_11_the_pick_is_left_to_chance() -> None:
    m = material()
    m.refuse("ana materialize Ring1 A1 method=chosen", "GA-9.11")
    m.play('ana materialize Ring1 A1 method="d4, 1 to 4 from the left"')


def test_ga_9_12_floating_cards_come_first() -> None:
    m = material().lay("ana", "graveyard", "Owl1", "Owl1", "A3")
    m.refuse("ana materialize Ring1 floating=Owl1,Owl1", "GA-9.12")
    m.refuse("ana materialize Ring1 floating=A3", "GA-24.12")
    m.play("ana materialize Ring1 floating=Owl1")
    assert m.size("ana", "memory") == 4


def test_ga_9_13_a_pick_stands() -> None:
    m = material().play("ana materialize Ring1 A1")
    m.refuse("ana act banish:A2:memory", "GA-9.13")


def test_ga_9_14_memory_is_paid_as_something_is_materialized() -> None:
    m = game().hold("ana", "Ring1").hold("ana", "A1", place="memory")
    m.refuse("ana activate Ring1 random=A1", "GA-9.14")


@pytest.mark.rule("GA-9.15")
def test_ga_9_15_a_memory_too_small_pays_nothing() -> None:
    m = turn(phase="materialize")
    m.t.state.zones.hidden.draw(1, "ana.memory", "ana.deck")
    m.refuse("ana materialize Blade2", "GA-9.15", due=2, have=1)
    m.refuse("ana materialize Blade2 A1 A2", "GA-9.15", have=1)


@pytest.mark.rule("GA-9.16")
def test_ga_9_16_what_was_reserved_since_the_last_recollection_pays() -> None:
    m = turn().hold("ana", "A1", "A2")
    m.play("ana activate A2; ana end; bo end")
    assert m.size("ana", "memory") == 4


def test_ga_9_20_no_cost_is_not_a_cost_of_nothing() -> None:
    game().hold("ana", "Ring0").refuse("ana activate Ring0", "GA-9.20")


def test_ga_9_23_to_recover_as_a_cost_takes_the_damage() -> None:
    m = game("Mend")
    m.champion("ana").damage = 2
    m.refuse("ana activate Mend", "GA-9.23")
    m.champion("ana").damage = 3
    m.play("ana activate Mend")
    assert m.champion("ana").damage == 0


def test_ga_9_14_nothing_of_the_memory_pays_a_reserve_cost() -> None:
    m = turn().lay("ana", "graveyard", "Owl1")
    m.refuse("ana activate A1 floating=Owl1", "GA-9.14", card="A1")
    m.refuse("ana activate A1 random=A2", "GA-9.14")
    m.play("ana activate A1")


def test_ga_8_7_what_a_text_alone_is_aimed_at_is_what_was_said_as_it_was_played() -> None:
    m = turn(extra=action("Riddle", text='"About an ally."')).hold("ana", "Riddle")
    m.put("bo", "A1")
    m.put("bo", "A2")
    m.play("ana activate Riddle A1.1")
    assert m.trusted() == ("Riddle: what its text asks for as it is played",)
    m.refuse("ana resolve aims=A2.1", "GA-8.7", declared="A1.1", logged="A2.1")
    m.play("ana resolve damage:A1.1:1 aims=A1.1")
    assert "A1.1" not in m.state.zones.things


@pytest.mark.rule("GA-8.7")
def test_ga_8_7_nothing_that_there_is_not_is_aimed_at() -> None:
    m = turn(partial=True).hold("ana", "Bolt1", "Bolt2").hold("bo", "A1")
    m.refuse("ana activate Bolt1 nobody", "GA-8.7", name="nobody")
    m.play("ana activate Bolt1 A1.3; ana activate Bolt2 bo")
    assert m.trusted()
