"""What lasts: changes, permissions and bans, and when each is over (TW-19.10, 19.12, 8.1)."""

import pytest

from referee.games.tower_wizwar.values import has_word, might_of, power_of
from referee.parts.lasting_changes import ChangeEnded
from tests.games.tower_wizwar.effects import card, does, text
from tests.games.tower_wizwar.table import Match, turn


def static(on: str, layer: str, what: str, amount: int = 1, name: str = "Aura") -> str:
    """A locus with a text that changes something while it is in play."""
    change = f'{{ on = {on}, layer = "{layer}", what = "{what}", amount = {amount} }}'
    return card(name, f'when = "always"\nchange = [{change}]', kind="loci", words=("ethereal",))


# -- how long -----------------------------------------------------------------------------------


def test_tw_19_10_a_change_until_the_end_of_the_turn_ends_with_it():
    match = text()
    match.play("ana effect Text modify:Text.1:power:3:turn")
    assert power_of(match.t, match.thing("Text.1")) == 4
    match.play("ana discard unnamed=1; ana end")
    assert power_of(match.t, match.thing("Text.1")) == 1


def test_tw_19_10_a_change_for_an_attack_ends_with_it():
    match = text(phase="attack")
    match.play("ana effect Text modify:Text.1:power:6:attack; ana attack bo Text.1")
    assert match.side("bo").harm == 1
    assert match.one(ChangeEnded).what == "power"
    assert power_of(match.t, match.thing("Text.1")) == 1


def test_tw_19_10_a_change_without_a_word_lasts_while_its_source_stays():
    match = text()
    match.put("ana", "F2", "C3")
    match.play("ana effect Text modify:C3.1:might:2; ana discard unnamed=1; ana end")
    assert might_of(match.t, match.thing("C3.1")) == 5
    match.play("ana effect Text destroy:Text.1")
    assert might_of(match.t, match.thing("C3.1")) == 3


def test_tw_19_10_a_change_for_the_match_outlives_its_source():
    match = text()
    match.put("ana", "F2", "C3")
    match.play("ana effect Text modify:C3.1:might:2:match; ana effect Text destroy:Text.1")
    assert might_of(match.t, match.thing("C3.1")) == 5


@pytest.mark.parametrize(("reading", "might"), [("suspended", 3), ("go_on", 5)])
def test_tw_i_81_a_change_is_suspended_while_its_source_is_expended(reading: str, might: int):
    match = text(choices={"TW-I 81": reading})
    match.put("ana", "F2", "C3")
    match.play("ana effect Text modify:C3.1:might:2 expend:Text.1")
    assert might_of(match.t, match.thing("C3.1")) == might
    match.thing("Text.1").expended = False
    assert might_of(match.t, match.thing("C3.1")) == 5


@pytest.mark.parametrize(("reading", "power"), [("suspended", 3), ("go_on", 4)])
def test_tw_8_1_a_text_in_play_does_nothing_while_its_card_is_expended(reading: str, power: int):
    aura = static('{ is = "creature", of = "you" }', "add", "power")
    match = turn(extra=aura, choices={"TW-I 81": reading})
    match.put("ana", "S1", "Aura")
    creature = match.thing(match.put("ana", "F1", "C3"))
    assert power_of(match.t, creature) == 4
    match.thing("Aura.1").expended = True
    assert power_of(match.t, creature) == power


@pytest.mark.parametrize(("reading", "power"), [("active", 4), ("inactive", 3)])
def test_tw_i_78_a_text_under_an_overlay_works_or_not(reading: str, power: int):
    aura = static('{ is = "creature", of = "you" }', "add", "power")
    match = turn(extra=aura, choices={"TW-I 78": reading})
    match.put("ana", "S1", "Aura")
    creature = match.thing(match.put("ana", "F1", "C3"))
    match.put("ana", "S1", "C1")
    assert power_of(match.t, creature) == power


def test_tw_19_10_a_text_that_leaves_changes_nothing_more():
    aura = static('{ is = "creature", of = "opponent" }', "add", "might", -1)
    match = text(extra=aura)
    match.put("ana", "S1", "Aura")
    creature = match.thing(match.put("bo", "F1", "C3"))
    assert might_of(match.t, creature) == 2
    match.play("ana effect Text destroy:Aura.1")
    assert might_of(match.t, creature) == 3


def test_a_figure_below_0_counts_as_0():
    match = text()
    match.play("ana effect Text modify:Text.1:might:-9:turn modify:Text.1:power:-9:turn")
    assert (power_of(match.t, match.thing("Text.1")), might_of(match.t, match.thing("Text.1"))) == (
        0,
        0,
    )


# -- keywords -----------------------------------------------------------------------------------


def test_a_granted_keyword_lets_a_card_block():
    match = text(phase="attack")
    match.put("ana", "F2", "C7")
    match.put("bo", "F1", "C3")
    match.play("ana effect Text grant:C3.1:guardian:turn; ana attack bo C7.1; bo block C3.1")
    assert match.thing("C3.1").expended


def test_a_lost_keyword_is_gone_for_the_turn():
    match = text()
    match.put("bo", "F1", "Ghost2")
    match.play("ana effect Text lose:Ghost2.1:ethereal:turn")
    assert not has_word(match.t, match.thing("Ghost2.1"), "ethereal")


def test_tw_15_3_what_is_ethereal_no_more_has_might_01():
    match = text()
    match.put("bo", "F1", "Ghost2")
    match.play("ana effect Text lose:Ghost2.1:ethereal:turn; ana effect Text damage:Ghost2.1:2")
    assert match.thing("Ghost2.1").harm == 2


def test_tw_15_2_what_is_granted_ethereal_does_not_attack():
    match = text(phase="attack")
    match.play("ana effect Text grant:Text.1:ethereal:turn")
    match.refuse("ana attack bo Text.1", "TW-15.2")


# -- costs --------------------------------------------------------------------------------------


def test_tw_12_2_a_cast_costs_more_or_less_by_what_is_in_force():
    match = text().hold("ana", "C3")
    match.play("ana effect Text modify::cast:-2:turn:ana")
    match.play("ana cast C3 F2 unnamed=1; ana phase movement")
    assert match.thing("C3.1").spot == "F2"


def test_tw_12_2_a_text_in_play_changes_what_some_cards_cost():
    aura = static('{ is = "monster" }', "add", "cast", 2)
    match = turn(extra=aura).unseen("ana", "hand", 1).hold("ana", "C4", "C1")
    match.put("bo", "S1", "Aura")
    match.refuse("ana cast C4 F1 unnamed=4", "TW-4.8")
    match.play("ana cast C1 F2 unnamed=1")


# -- what is allowed ----------------------------------------------------------------------------


def test_tw_19_12_a_rear_card_that_is_allowed_to_attack_does():
    match = text(phase="attack")
    match.put("ana", "S1", "C7")
    match.refuse("ana attack bo C7.1", "TW-5.8")
    match.play("ana effect Text allow:C7.1:rear:turn; ana attack bo C7.1")
    assert match.side("bo").harm == 1


def test_tw_19_12_an_attacker_that_need_not_be_expended_is_not():
    match = text(phase="attack")
    match.put("ana", "F2", "C7")
    match.play("ana effect Text allow:C7.1:unexpended:turn; ana attack bo C7.1")
    assert not match.thing("C7.1").expended


def test_tw_19_12_an_extra_attack_is_one_more():
    match = text(phase="attack")
    match.tw.done.pool = 0
    for spot in ("F2", "F3", "F4"):
        match.put("ana", spot, "C7")
    match.play("ana effect Text allow::attack:turn:ana")
    match.play("ana attack bo C7.1; ana attack bo C7.2")
    match.refuse("ana attack bo C7.3", "TW-11.18")


def test_tw_19_12_a_card_that_may_block_from_elsewhere_does():
    match = text(phase="attack")
    match.put("ana", "F2", "C7")
    match.put("bo", "F1", "C3")
    match.put("bo", "S1", "Glade1")
    match.play("ana effect Text allow:C3.1:block:turn; ana attack bo C7.1; bo block C3.1")
    assert match.thing("C3.1").harm == 1


def test_tw_12_6_an_overlay_that_is_allowed_lies_over_a_card():
    match = text().hold("ana", "C1")
    match.refuse("ana cast C1 F1 unnamed=1 over=yes", "TW-12.6")
    match.play("ana effect Text allow::overlay:turn:ana; ana cast C1 F1 unnamed=1 over=yes")
    match.play("ana phase movement")
    assert match.side("ana").map["F1"] == ["Text.1", "C1.1"]


def test_tw_5_3_a_card_that_is_allowed_in_the_tower_spot_is_cast_there():
    match = text().hold("ana", "C1")
    match.refuse("ana cast C1 T unnamed=1", "TW-5.3")
    match.play("ana effect Text allow::spot:turn:ana; ana cast C1 T unnamed=1; ana phase movement")
    assert match.thing("C1.1").spot == "T"


# -- what is forbidden --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ban", "line"),
    [
        ("attack", "ana attack bo C7.1"),
        ("target", "ana attack C3.1 C7.1"),
        ("block", "bo block Guard1.1"),
    ],
)
def test_tw_19_12_what_is_forbidden_in_an_attack_names_the_entry(ban: str, line: str):
    match = text(phase="attack")
    match.put("ana", "F2", "C7")
    match.put("bo", "F1", "C3")
    match.put("bo", "S1", "Guard1")
    match.put("bo", "S2", "Guard2")
    whom = {"attack": "C7.1", "target": "C3.1", "block": "Guard1.1"}[ban]
    match.play(f"ana effect Text forbid:{whom}:{ban}:turn")
    if ban == "block":
        match.play("ana attack bo C7.1")
    match.refuse(line, "TW-19.12", since=2)


def test_tw_19_12_a_wizard_that_may_not_cast_does_not():
    match = text().hold("ana", "C1")
    match.play("ana effect Text forbid::cast:turn:ana")
    match.refuse("ana cast C1 F2 unnamed=1", "TW-19.12", since=2)


def test_tw_11_4_a_card_that_may_not_be_renewed_stays_expended():
    match = text()
    match.put("bo", "F1", "C3", expended=True)
    match.put("bo", "F2", "C4", expended=True)
    match.play("ana effect Text forbid:C3.1:renew; ana discard unnamed=1; bo phase draft")
    assert match.thing("C3.1").expended
    assert not match.thing("C4.1").expended


def test_tw_17_1_harm_that_may_not_turn_stays():
    match = text()
    match.put("ana", "F2", "C3", harm=1)
    match.play("ana effect Text forbid:C3.1:turning; ana discard unnamed=1; ana end")
    assert (match.thing("C3.1").harm, match.thing("C3.1").wounds) == (1, 0)


def test_tw_19_12_no_effect_turns_harm_that_may_not_turn():
    match = text().give("bo", harm=1)
    match.put("ana", "F2", "C3", harm=1)
    match.play("ana effect Text forbid:C3.1:turning:turn forbid::turning:turn:bo")
    match.refuse("ana effect Text turn:C3.1:1", "TW-19.12", since=2)
    match.refuse("ana effect Text turn:bo:1", "TW-19.12", since=2)


def test_tw_8_4_what_may_not_be_expended_is_not_by_damage():
    match = text()
    match.put("bo", "F1", "C3")
    match.play("ana effect Text forbid:C3.1:expend:turn damage:C3.1:3")
    assert (match.thing("C3.1").harm, match.thing("C3.1").expended) == (1, False)


def test_tw_19_12_a_text_in_play_forbids_while_it_is_there():
    aura = static('{ is = "creature", of = "opponent" }', "forbid", "attack")
    match = turn(extra=aura, phase="attack").unseen("ana", "hand", 1)
    match.put("bo", "S1", "Aura")
    match.put("ana", "F1", "C7")
    match.refuse("ana attack bo C7.1", "TW-19.12")


def test_tw_1_6_no_catalog_has_a_text_against_the_rules_of_three_and_five():
    for what in ("group", "hand", "life", "track"):
        with pytest.raises(Exception, match="nobody does anything named"):
            turn(extra=static('"you"', "permit", what))
    claim = card("Claim", does('do = "allow", card = "self", what = "life", until = "match"'))
    match: Match = turn(extra=claim).unseen("ana", "hand", 1)
    match.put("ana", "F1", "Claim")
    match.refuse("ana effect Claim", "TW-1.6")


def test_tw_19_10_while_its_source_stays_may_be_said():
    match = text()
    match.put("ana", "F2", "C3")
    match.play("ana effect Text modify:C3.1:might:2:stay")
    assert might_of(match.t, match.thing("C3.1")) == 5
    match.play("ana effect Text destroy:Text.1")
    assert might_of(match.t, match.thing("C3.1")) == 3


def test_a_celestial_says_until_when_as_it_does_not_stay():
    def flare(until: str) -> str:
        step = f'do = "modify", card = {{ is = "creature" }}, what = "power", change = 1{until}'
        return card("Flare", does(step, when="celestial"), kind="celestials")

    with pytest.raises(Exception, match="a celestial does not stay"):
        turn(extra=flare(""))
    turn(extra=flare(', until = "turn"'))
