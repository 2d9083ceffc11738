"""Section 7: who may act when, what answers what, and passes (GA-I 10, I 19)."""

import pytest

from referee.games.grand_archive.facts import CardActivated
from referee.games.grand_archive.state import DRAW, END, MAIN, MATERIALIZE
from referee.parts.responses import Passed, Resolved
from referee.verdict import Incomplete
from tests.games.grand_archive.table import Match, action, opened, turn

LOGGED = {"GA-I 19": "must_be_logged"}
EFFECTS = """
[[cards]]
name = "Nix"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
aims = { item = { what = "pending" } }
steps = [{ do = "negate", item = "item" }]

[[cards]]
name = "Hush"
types = ["action"]
reserve = 0
speed = "slow"
keywords = ["interdiction"]

[[cards]]
name = "Rush"
types = ["ally"]
reserve = 0
power = 1
life = 1
keywords = ["fast activation"]

[[cards]]
name = "Dig"
types = ["action"]
reserve = 0
speed = "slow"
[[cards.effects]]
when = "played"
may = true
steps = [{ do = "play", place = "graveyard", how = "activate", free = "free" }]

[[cards]]
name = "Grind"
types = ["action"]
reserve = 0
speed = "slow"
[[cards.effects]]
when = "played"
steps = [{ do = "mill", player = "you", cards = { count = 2 } }]

[[cards]]
name = "Ping"
types = ["item"]
reserve = 0
[[cards.effects]]
when = "activated"
steps = [{ do = "draw", count = 1 }]
"""


def game(*hand: str, seat: str = "ana", **more: object) -> Match:
    m = turn(extra=EFFECTS, **more)  # type: ignore[arg-type]
    for each in ("ana", "bo"):
        m.hold(each, "A1", "A2", "Bolt1", "Bolt2", "Rite3", "Cut2", *hand)
    return m


# -- slow and fast -------------------------------------------------------------------------------


def test_ga_6_47_the_other_player_plays_nothing_slow() -> None:
    m = game()
    m.refuse("bo activate A1", "GA-6.47", active="ana")
    m.play("ana activate Bolt1").refuse("bo activate Rite3", "GA-6.47")


def test_ga_25_11_nor_out_of_the_main_phase() -> None:
    game(phase="end").refuse("bo activate A1", "GA-25.11")


def test_ga_4_2_nothing_slow_in_the_end_phase() -> None:
    m = game().play("ana step end")
    m.refuse("ana activate A1", "GA-4.2")
    m.play("ana activate Bolt1; bo activate Bolt1")


def test_ga_7_1_nothing_slow_over_what_nobody_has_let_resolve() -> None:
    m = game(choices=LOGGED).play("ana activate Bolt1")
    m.refuse("ana activate A1", "GA-7.1", since=2)
    m.play("bo pass; ana activate A1")


def test_ga_7_1_what_is_pending_is_over_with_the_next_slow_line() -> None:
    m = game().play("ana activate Bolt1; bo activate Bolt1; ana activate A1")
    assert [each.source for each in m.all(Resolved)] == ["Bolt1.2", "Bolt1.1"]


@pytest.mark.rule("GA-7.4")
def test_ga_7_4_fast_activation_makes_a_slow_card_fast() -> None:
    m = game("Rush").play("ana activate Bolt1; bo activate Rush")
    assert m.one(CardActivated).answers


def test_ga_7_3_nobody_acts_before_whoever_has_opportunity() -> None:
    m = game(choices=LOGGED)
    m.refuse("bo activate Bolt1", "GA-7.3", other="ana")
    m.play("ana pass; bo activate Bolt1")


def test_a_line_of_the_other_player_with_nothing_pending_is_in_the_main_phase() -> None:
    m = game(phase="materialize").play("bo activate Bolt1")
    assert m.ga.phase == MAIN
    m.refuse("ana materialize Ring0", "GA-10.1")


def test_ga_6_22_the_other_player_answers_a_materialization() -> None:
    m = game(phase="materialize").play("ana materialize Ring0; bo activate Bolt1")
    assert m.one(CardActivated).answers
    assert m.ga.phase == MATERIALIZE


def test_what_is_aimed_at_ones_own_materialization_answers_it() -> None:
    m = game("Nix", phase="materialize").play("ana materialize Ring0; ana activate Nix Ring0")
    assert [each.source for each in m.ga.waiting.stack] == ["Ring0.1", "Nix.1"]


@pytest.mark.parametrize("event", ["yes", "no"])
def test_a_turn_players_own_materialization_is_over_with_the_next_line(event: str) -> None:
    m = game(phase="materialize", event=event).play("ana materialize Ring0; ana activate Bolt1")
    assert m.ga.phase == MAIN
    assert m.thing("Ring0.1").place == "field"


@pytest.mark.parametrize(("event", "waits"), [("yes", ["Bolt1"]), ("no", ["Ring0", "Bolt1"])])
def test_what_an_effect_materializes_in_the_main_phase_is_answered_like_any_card(
    event: str, waits: list[str]
) -> None:
    call = action("Call", '{ do = "play", place = "material", how = "materialize", free = "free" }')
    m = turn(extra=call, event=event).hold("ana", "Call")
    m.play("ana activate Call; ana resolve play:Ring0:material:materialize; ana activate Bolt1")
    assert [each.card for each in m.ga.waiting.stack] == waits


def test_a_held_materialization_waits() -> None:
    m = game(phase="materialize", event="no")
    m.play("ana materialize Ring0 hold=yes; ana activate Bolt1")
    assert m.ga.phase == MATERIALIZE
    assert m.thing("Ring0.1").place == "stack"


# -- passing -------------------------------------------------------------------------------------


def test_ga_7_5_players_pass_in_their_order() -> None:
    m = game(choices=LOGGED)
    m.refuse("bo pass", "GA-7.5", other="ana")
    m.play("ana activate Bolt1 hold=yes")
    m.refuse("bo pass", "GA-7.5", other="ana")
    m.play("ana pass; bo pass")
    assert [each.source for each in m.all(Resolved)] == ["Bolt1.1"]


def test_vn_17_17_a_pass_that_nobody_logged_is_no_fault_of_the_next_one() -> None:
    m = game(event="no").play("ana activate Bolt1; bo pass")
    assert [(each.seat, each.implied) for each in m.all(Passed)] == [("ana", True), ("bo", False)]
    assert not m.ga.waiting.stack


@pytest.mark.rule("GA-7.6")
def test_ga_7_6_whoever_has_acted_may_act_again() -> None:
    m = game(event="no").play("ana activate Bolt1; bo activate Bolt1; bo activate Bolt2")
    assert [each.source for each in m.ga.waiting.stack] == ["Bolt1.1", "Bolt1.2", "Bolt2.1"]


def test_ga_7_7_nothing_resolves_where_nothing_waits() -> None:
    game().refuse("ana resolve", "GA-7.7")


@pytest.mark.rule("GA-7.7")
def test_ga_7_7_the_top_resolves_alone_and_the_turn_player_is_asked_again() -> None:
    m = game(choices=LOGGED, event="no")
    m.play("ana activate Bolt1; ana pass; bo activate Bolt1; bo pass; ana pass")
    assert [each.source for each in m.ga.waiting.stack] == ["Bolt1.1"]
    m.refuse("bo activate Bolt2", "GA-7.3", other="ana")
    m.refuse("ana end", "GA-7.7")


@pytest.mark.rule("GA-7.8")
def test_ga_7_8_passes_over_nothing_end_the_phase() -> None:
    m = game(choices=LOGGED)
    m.refuse("ana end", "GA-6.48")
    m.play("ana pass; bo pass")
    assert m.ga.phase == END
    m.refuse("ana end", "GA-7.5")
    m.play("ana pass; bo pass")
    assert m.ga.active == "bo"


def test_a_pass_before_the_main_phase_is_one_in_recollection() -> None:
    m = game(phase="materialize").play("ana pass; bo pass")
    assert m.ga.phase == DRAW
    assert m.size("ana", "memory") == 0
    m.play("ana activate A1")


def test_a_pass_of_the_other_player_alone_ends_no_phase() -> None:
    m = game().play("bo pass; ana activate A1; bo pass; bo pass")
    assert m.ga.phase == MAIN
    m.play("ana pass; bo pass")
    assert m.ga.phase == END


@pytest.mark.rule("GA-7.9")
def test_ga_7_9_what_the_state_demands_comes_before_anybody_acts() -> None:
    m = game()
    m.put("bo", "A1", damage=1)
    m.play("ana activate Bolt1")
    assert "A1.1" not in m.t.state.zones.things


@pytest.mark.rule("GA-7.10")
def test_ga_7_10_an_attack_can_be_answered_in_both_steps() -> None:
    m = game()
    m.put("ana", "A2")
    m.play("ana attack A2 bo; bo activate Bolt1; ana step damage; bo activate Bolt2")
    assert [each.source for each in m.ga.waiting.stack] == ["A2.1", "Bolt2.1"]


def test_ga_7_11_nobody_rearranges_the_stack() -> None:
    m = game().play("ana activate Bolt1 hold=yes; ana activate Bolt2 hold=yes")
    m.refuse("ana order Bolt2 Bolt1", "GA-7.11")


def test_ga_5_29_what_is_below_is_not_resolved_where_passes_are_on_record() -> None:
    m = game(choices=LOGGED)
    m.play("ana activate Bolt1; bo activate Bolt2; bo pass; ana pass")
    m.play("ana activate Bolt2")
    m.refuse("ana resolve source=Bolt1", "GA-5.29")


# -- permissions, Interdiction, events -----------------------------------------------------------


def test_ga_7_12_a_permission_is_used_while_its_effect_resolves() -> None:
    m = game("Dig").lay("ana", "graveyard", "A1")
    m.refuse("ana activate A1 origin=graveyard", "GA-8.1")
    m.play("ana activate Dig; ana resolve none")
    m.refuse("ana activate A1 origin=graveyard", "GA-7.12", since=3)


def test_ga_7_13_nobody_answers_what_has_interdiction() -> None:
    m = game("Hush", "Nix", edition="R26").play("ana activate Hush")
    m.refuse("bo activate Nix Hush", "GA-7.13", since=2)
    m.play("bo activate Bolt1")
    assert [each.source for each in m.all(Resolved)] == ["Hush.1"]
    assert not m.one(CardActivated).answers


def test_ga_7_13_a_pass_changes_nothing_then() -> None:
    m = game("Hush", edition="R26").play("ana activate Hush; bo pass")
    assert not m.ga.waiting.stack and not m.ga.waiting.passed


def test_ga_7_13_is_no_rule_of_the_older_edition() -> None:
    m = game("Hush", "Nix").play("ana activate Hush; bo activate Nix Hush")
    assert m.one(CardActivated).answers


@pytest.mark.rule("GA-7.15")
def test_ga_7_15_in_an_event_ones_own_line_before_has_resolved() -> None:
    m = game().play("ana activate Bolt1; ana activate Bolt2")
    assert [each.source for each in m.ga.waiting.stack] == ["Bolt2.1"]
    m = game().play("ana activate Bolt1 hold=yes; ana activate Bolt2")
    assert [each.source for each in m.ga.waiting.stack] == ["Bolt1.1", "Bolt2.1"]
    m = game(event="no").play("ana activate Bolt1; ana activate Bolt2")
    assert [each.source for each in m.ga.waiting.stack] == ["Bolt1.1", "Bolt2.1"]


def test_what_is_aimed_at_ones_own_line_before_was_held_for_it() -> None:
    m = game("Nix").play("ana activate Bolt1; ana activate Nix Bolt1")
    assert [each.source for each in m.ga.waiting.stack] == ["Bolt1.1", "Nix.1"]


def test_ga_7_15_whoever_has_added_to_the_stack_has_passed_in_an_event() -> None:
    m = game(choices=LOGGED).play("ana activate Bolt1; bo pass")
    assert not m.ga.waiting.stack
    assert [(each.seat, each.implied) for each in m.all(Passed)] == [("ana", True), ("bo", False)]
    m = game(choices=LOGGED, event="no").play("ana activate Bolt1")
    m.refuse("bo pass", "GA-7.5", other="ana")


# -- readings ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "first"), [("turn_player", "ana"), ("activating_player", "bo")]
)
def test_ga_i_10_who_has_opportunity_after_an_ability(reading: str, first: str) -> None:
    m = game(choices={**LOGGED, "GA-I 10": reading}, event="no")
    m.put("bo", "Ping")
    m.play("ana pass; bo ability Ping")
    other = "bo" if first == "ana" else "ana"
    m.refuse(f"{other} pass", "GA-7.5", other=first)
    m.play(f"{first} pass; {other} pass")
    assert m.size("bo", "hand") == 14


def test_ga_i_19_an_opportunity_nobody_used_has_lapsed_or_is_missing() -> None:
    m = game().play("ana activate Bolt1; ana end")
    assert m.ga.active == "bo"
    m = game(choices=LOGGED).play("ana activate Bolt1")
    m.refuse("ana end", "GA-7.7", since=2)
    m.put("ana", "A2")
    m.refuse("ana attack A2 bo", "GA-17.1")


# -- a line is read at the earliest moment at which it is legal -----------------------------------

LATER = """
[[cards]]
name = "Zap"
types = ["action"]
reserve = 1
speed = "fast"
[[cards.effects]]
when = "played"
aims = { unit = { what = { is = "ally" } } }
steps = [{ do = "damage", thing = "unit", amount = 2 }]

[[cards]]
name = "Loot"
types = ["item"]
reserve = 0
[[cards.effects]]
when = "activated"
steps = [{ do = "draw", count = 1 }]
"""


def test_ga_7_7_the_first_line_of_a_game_comes_after_the_opening_hand_was_drawn() -> None:
    for seat, before in (("ana", ""), ("bo", "ana end")):
        m = opened().play(before)
        m.play(f"{seat} activate Bolt1; {seat} step end")
        assert m.size(seat, "graveyard") == 1
        assert m.size(seat, "memory") == 1


def test_ga_7_7_what_is_aimed_at_an_ally_comes_after_it_entered() -> None:
    m = turn(extra=LATER).hold("bo", "Zap").play("ana activate A1; bo activate Zap A1; ana end")
    assert m.size("ana", "graveyard") == 1
    m = turn(extra=LATER, event="no").hold("ana", "Loot").play("ana activate Loot")
    m.play("ana ability Loot; ana end")
    assert m.size("ana", "hand") == 8


def test_ga_7_7_what_is_legal_at_no_moment_is_refused_for_what_it_answered() -> None:
    m = turn(extra=LATER).hold("bo", "Zap").play("ana activate Bolt1")
    m.refuse("bo activate Zap bo.champion", "GA-8.7")
    assert len(m.ga.waiting.stack) == 1
    m.play("bo activate Bolt1; ana end")
    m = turn(extra=LATER).hold("bo", "Zap").play("ana activate A1 hold=yes")
    m.hold("ana", "Zap").refuse("ana activate Zap A1", "GA-8.7")


def test_ga_7_7_nothing_false_is_saved_by_the_end_of_the_game() -> None:
    m = turn(extra=LATER)
    m.put("ana", "A1")
    m.champion("bo").damage = 14
    m.play("ana attack A1 bo").refuse("bo activate Zap A1", "GA-25.7")
    m.play("ana end")
    assert m.ga.over


def test_ga_7_7_whoever_added_is_asked_anew_when_something_above_has_resolved():
    match = turn(choices={"GA-I 19": "must_be_logged"}).hold("ana", "Bolt1").hold("bo", "Bolt2")
    match.play("ana pass; bo activate Bolt2; ana activate Bolt1; bo pass")
    assert match.size("ana", "graveyard") == 1
    match.play("ana pass").refuse("ana pass", "GA-7.5", other="bo")
    assert match.size("bo", "graveyard") == 0
    match.play("bo pass")
    assert match.size("bo", "graveyard") == 1


@pytest.mark.parametrize(
    ("user", "reading"),
    [("ana", "turn_player"), ("bo", "turn_player"), ("ana", "activating_player")],
)
def test_ga_7_7_whoever_used_an_ability_is_asked_anew_when_something_above_has_resolved(
    user: str, reading: str
) -> None:
    other = "bo" if user == "ana" else "ana"

    def answered(unsaid: str) -> Match:
        m = game(choices={**LOGGED, "GA-I 10": reading}, unsaid=unsaid)
        m.put(user, "Ping")
        m.play("ana pass" if user == "bo" else "").play(f"{user} ability Ping")
        return m.play(f"{other} activate Bolt1; {user} pass")

    m = answered("all asked at once")
    drawn = m.size(user, "hand")
    m.refuse("bo pass", "GA-7.5", other="ana")
    m.play("ana pass").refuse("ana pass", "GA-7.5", other="bo")
    assert m.size(user, "hand") == drawn
    m.play("bo pass")
    assert m.size(user, "hand") == drawn + 1
    m = answered("all asked")  # as it was played before
    m.play(f"{other} pass")
    assert m.size(user, "hand") == drawn + 1


@pytest.mark.rule("GA-7.5")
def test_ga_7_5_who_has_passed_on_record_neither_attacks_nor_is_offered_it() -> None:
    m = turn(choices=LOGGED)
    m.put("ana", "A2")
    m.play("ana pass")
    assert not any(each.verb == "attack" for each in m.game.options(m.replay.table))
    m.refuse("ana attack A2 bo", "GA-7.5", seat="ana")
    m.hold("ana", "A1").refuse("ana activate A1", "GA-7.5", seat="ana")
    m.play("bo activate Bolt1; bo pass; ana pass; ana attack A2 bo")


@pytest.mark.rule("GA-7.7")
def test_ga_7_7_where_passes_are_on_record_an_attack_card_waits_for_them() -> None:
    m = turn(choices=LOGGED, event="no").hold("ana", "Cut2")
    m.put("bo", "A2")
    m.refuse("ana activate Cut2 target=bo", "GA-7.7", thing="Cut2", seat="ana")
    m.play("ana activate Cut2").refuse("ana attack ana bo", "GA-7.7", thing="Cut2", seat="ana")
    m.play("ana pass; bo pass; ana attack ana bo")


def test_the_attack_of_a_card_is_offered_once() -> None:
    m = turn().hold("ana", "Cut2")
    m.put("bo", "A2")
    m.play("ana activate Cut2")
    assert [o.verb for o in m.game.options(m.replay.table) if o.verb == "attack"] == ["attack"]


NEGATE = action(
    "Negate",
    '{ do = "negate", item = "activation" }',
    aims='{ activation = { what = { in = "stack", other = true } } }',
)


@pytest.mark.rule("GA-8.7")
def test_ga_8_7_of_an_answer_to_an_own_card_it_is_asked_what_it_is_aimed_at() -> None:
    m = turn(extra=NEGATE).hold("ana", "Bolt1", "Negate").play("ana activate Bolt1")
    m._log("ana activate Negate")
    assert isinstance(m.verdict, Incomplete)
    assert m.verdict.choices == {"aims": ("Bolt1.1",)}
    m.play("ana activate Negate Bolt1.1")
    m = turn(extra=NEGATE, unsaid="refused").hold("ana", "Bolt1", "Negate")
    m.play("ana activate Bolt1").refuse("ana activate Negate", "GA-8.7")


def test_ga_8_7_what_an_answer_alone_can_be_aimed_at_need_not_be_said() -> None:
    m = turn(extra=NEGATE).hold("ana", "Bolt1", "Negate").hold("bo", "Bolt1", "Negate")
    m.refuse("ana activate Negate", "GA-8.7")
    m.play("ana activate Bolt1; bo activate Bolt1; bo activate Negate")
    assert [each.aims for each in m.ga.waiting.stack] == [(), ("Bolt1.1",)]


def test_ga_7_5_a_pass_is_offered_where_what_comes_of_it_is_in_doubt() -> None:
    m = turn(phase="materialize", choices=LOGGED)
    m.hold("ana", "A1", place="memory").play('ana materialize "Kai, One" A1')
    m.level("ana", "Mo, One")
    m.ga.looped = m.seq
    m.play("ana pass")
    assert "pass" in m.options("bo")
    m.play("bo pass")
    assert m.trusted()


def test_ga_7_7_what_has_turned_up_cards_has_resolved_before_it_could_be_answered() -> None:
    m = game("Grind").play("ana activate Grind did=mill:A3+A4; bo activate Bolt1")
    assert [each.card for each in m.ga.waiting.stack] == ["Bolt1"]
    assert list(m.t.state.zones.piles["ana.graveyard"]) == ["A3", "A4", "Grind"]
    m = game("Grind").play("ana activate Grind; bo activate Bolt1; ana resolve mill:A3+A4 Grind")
    assert list(m.t.state.zones.piles["ana.graveyard"]) == ["A3", "A4", "Grind"]
    m = game("Grind", "Nix").play("ana activate Grind did=mill:A3+A4; bo activate Nix Grind")
    assert [each.card for each in m.ga.waiting.stack] == ["Grind", "Nix"]


def test_ga_7_7_who_has_still_to_pass_is_named_where_something_waits_for_that() -> None:
    match = turn(choices=LOGGED).hold("ana", "Bolt1").play("ana activate Bolt1")
    assert match.refuse("ana end", "GA-7.7", seat="bo").legal == "bo pass"
    assert match.play("bo pass").size("ana", "graveyard") == 1


def test_ga_7_15_what_is_aimed_at_an_ally_just_played_says_that_it_has_come() -> None:
    bless = """
[[cards]]
name = "Bless"
types = ["action"]
reserve = 9
speed = "fast"
[[cards.effects]]
when = "played"
aims = { one = { what = { is = "ally" } } }
steps = [{ do = "counter", thing = "one", kind = "buff" }]
"""
    match = turn(extra=bless).hold("ana", "A1", "Bless")
    match.play("ana activate A1").refuse("ana activate Bless A1.1", "GA-9.6")
