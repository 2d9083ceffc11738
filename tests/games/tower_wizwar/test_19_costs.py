"""What activations cost, when they are possible, what comes first (TW-6.3 to 6.10, 19.3, 19.4)."""

import pytest

from referee.fact import CardMoved
from referee.games.tower_wizwar.facts import DamageAssigned, DraftTurned, DrainMoved, Expended
from referee.parts.effects.facts import EffectHappened
from referee.verdict import Incomplete, OnTrust
from tests.games.tower_wizwar.effects import UNTOLD, card, does, text, told
from tests.games.tower_wizwar.table import Match, turn

STORM_LASH = card(
    "Storm Lash",
    'when = "activated"\n'
    'aims = { victim = { what = { not = ["ethereal", "tower"], of = "opponent" } } }\n'
    'cost = [{ do = "mana", count = 1, cards = { count = [0, 9] } }, '
    '{ do = "expend", card = "self" }]\n'
    'steps = [{ do = "damage", card = "victim", amount = 3 }]',
)
FATE_WHEEL = card(
    "Fate Wheel",
    'when = "activated"\nuses = 1\naims = { victim = { what = { is = "creature" } } }\n'
    'steps = [{ do = "random", number = [1, 6] }, '
    '{ do = "destroy", card = "victim", if = { last = "random", least = 5 } }, '
    '{ do = "harm", card = "victim", change = { last = "random", over = 2 }, '
    'if = { last = "random", least = 2, most = 4 } }]',
    kind="implements",
)
ONE = does('do = "drain", wizard = "opponent", change = 1',
           cost='[{ do = "mana", count = 1 }]')  # fmt: skip
FREE = does('do = "drain", wizard = "opponent", change = 1')


def pool(match: Match, seat: str = "ana") -> int:
    return match.tw.zones.hidden.size(f"{seat}.pool/spell")


# -- the effects of the paper on shared parts -----------------------------------------------------


def storm() -> Match:
    match = turn(extra=STORM_LASH).unseen("ana", "hand", 1)
    match.hold("ana", "C1", "C2", place="pool")
    match.put("ana", "F1", "Storm Lash")
    match.put("bo", "F1", "C3")
    return match


def test_storm_lash_pays_a_mana_and_expends_itself_before_its_damage():
    match = storm().play('ana effect "Storm Lash" C3.1 mana=C1')
    moved = match.one(CardMoved)
    assert (moved.card, moved.target) == ("C1", "ana.discard")
    assert [each.thing for each in match.all(Expended)] == ["Storm Lash.1", "C3.1"]
    assert match.one(DamageAssigned).harm == 1
    assert match.one(DrainMoved).left == 1


def test_storm_lash_may_be_paid_in_the_outcomes_of_its_cost():
    assert storm().play('ana effect "Storm Lash" C3.1 pays=mana:C1').side("ana").drain == 1


def test_tw_8_2_storm_lash_is_not_used_expended():
    match = storm()
    match.thing("Storm Lash.1").expended = True
    match.refuse('ana effect "Storm Lash" C3.1 mana=C1', "TW-8.2")


def test_storm_lash_is_not_aimed_at_a_card_that_its_text_excepts():
    match = storm()
    match.put("bo", "F2", "Ghost2")
    match.refuse('ana effect "Storm Lash" Ghost2.1 mana=C1', "TW-19.9")


def fate() -> Match:
    match = turn(extra=FATE_WHEEL).unseen("ana", "hand", 1)
    match.put("ana", "S1", "Fate Wheel")
    match.put("bo", "F1", "C3")
    return match


def test_fate_wheel_does_what_the_draft_card_says():
    match = fate().play('ana effect "Fate Wheel" C3.1 random:4')
    assert match.thing("C3.1").harm == 2
    assert match.one(DraftTurned).number == 4
    match = fate().play('ana effect "Fate Wheel" C3.1 random:5')
    assert match.tw.zones.piles["bo.discard"] == ["C3"]
    match = fate()
    match.refuse('ana effect "Fate Wheel" C3.1 random:4 destroy:C3.1', "TW-19.9")
    match.refuse('ana effect "Fate Wheel" C3.1 random:4 harm:C3.1:3', "TW-19.9")


def test_fate_wheel_is_used_once_a_turn():
    match = fate().play('ana effect "Fate Wheel" C3.1 random:1')
    match.refuse('ana effect "Fate Wheel" C3.1 random:2', "TW-19.9", used=2)


def test_tw_7_8_no_text_has_a_number_come_too_often():
    match = fate()
    match.tw.turned = [0, 0, 0, 3, 0, 0]
    match.refuse('ana effect "Fate Wheel" C3.1 random:4', "TW-7.8")


# -- mana and the counter -------------------------------------------------------------------------


def test_tw_6_3_a_free_activation_moves_the_counter():
    match = told(FREE).play("ana effect Told")
    assert match.side("ana").drain == 1


def test_tw_6_5_an_activation_pays_the_surcharge_though_it_is_free():
    match = told(FREE).give("ana", drain=3)
    match.play("ana effect Told")
    assert isinstance(match.verdict, Incomplete)
    match.play("ana effect Told unnamed=1")
    assert (pool(match), match.side("ana").drain) == (5, 4)


def test_tw_6_5_the_surcharge_is_refused_by_its_rule_and_the_printed_mana_by_another():
    match = told(ONE).give("ana", drain=3)
    match.refuse("ana effect Told unnamed=1", "TW-6.5", price=2)
    match.tw.zones.hidden.draw(6, "ana.pool/spell", "ana.deck/spell")
    match.refuse("ana effect Told", "TW-4.8")


def test_tw_6_7_the_third_act_does_not_pay_for_itself():
    match = told(FREE).play("ana effect Told; ana effect Told; ana effect Told")
    assert (match.side("ana").drain, pool(match)) == (3, 6)


def test_tw_i_16_with_its_own_step_the_third_act_pays():
    match = told(FREE, choices={"TW-I 16": "after"}).give("ana", drain=2)
    match.play("ana effect Told unnamed=1")
    assert pool(match) == 5


def test_tw_6_4_an_activation_that_pays_moves_the_counter_once():
    match = told(ONE).play("ana effect Told unnamed=1")
    assert match.side("ana").drain == 1


def test_tw_6_4_mana_that_an_effect_asks_of_another_moves_that_counter():
    asks = does('do = "mana", wizard = "opponent", count = 2')
    match = told(asks)
    match.play("ana effect Told mana::2:2")
    assert match.side("bo").drain == 1
    assert pool(match, "bo") == 4
    match = told(asks, choices={"TW-I 14": "nothing"}).play("ana effect Told mana::2:2")
    assert match.side("bo").drain == 0
    match = told(asks, choices={"TW-I 14": "each_mana_spent"}).play("ana effect Told mana::2:2")
    assert match.side("bo").drain == 2


def test_tw_i_15_every_payment_pays_the_surcharge_where_that_is_played():
    asks = does('do = "mana", wizard = "opponent", count = 2')
    match = told(asks, choices={"TW-I 15": "every_payment"}).give("bo", drain=3)
    match.refuse("ana effect Told mana::2:2", "TW-4.8")
    match.play("ana effect Told mana::2:3")
    told(asks).give("bo", drain=3).play("ana effect Told mana::2:2")


def test_tw_4_8_mana_beyond_the_price_is_lost_or_refused():
    match = told(ONE).play("ana effect Told unnamed=2")
    assert pool(match) == 4
    told(ONE, choices={"TW-I 10": "refused"}).refuse("ana effect Told unnamed=2", "TW-4.8")


def test_tw_20_10_mana_without_names_is_on_trust():
    assert told(ONE).play("ana effect Told unnamed=1").trusted()


def test_tw_20_6_mana_cannot_be_a_card_known_elsewhere():
    match = told(ONE).hold("ana", "Relic2", "Relic2")
    match.refuse("ana effect Told mana=Sun1", "TW-20.4")


def test_a_cost_is_changed_by_what_is_in_force():
    match = told(ONE, extra=card("Tax", 'when = "always"\nchange = [{ on = "opponent", '
                                 'layer = "add", what = "activate", amount = 2 }]',
                                 kind="implements"))  # fmt: skip
    match.put("bo", "S1", "Tax")
    match.refuse("ana effect Told unnamed=2", "TW-4.8", price=3)
    match.play("ana effect Told unnamed=3")


# -- other costs ----------------------------------------------------------------------------------


def test_tw_19_4_a_cost_is_paid_whole_and_before_the_outcomes():
    feeds = does('do = "renew", card = "self"', cost='[{ do = "expend", card = "self" }, '
                 '{ do = "discard", cards = { count = 2 } }]')  # fmt: skip
    match = told(feeds).hold("ana", "C1", "C2")
    match.refuse("ana effect Told pays=discard:C1", "TW-19.9")
    match.play("ana effect Told pays=discard:C1+C2")
    assert not match.thing("Told.1").expended
    empty = told(feeds)
    empty.tw.zones.hidden.draw(5, "ana.hand/spell", "ana.deck/spell")
    empty.refuse("ana effect Told", "TW-19.4")


def test_tw_19_1_who_pays_uses_a_text_that_nobody_knows_anew():
    """The use that was announced is offered without a price, as it was paid for then."""
    match = told(UNTOLD).play("ana use Told")
    offered = [each.fields for each in match.game.options(match.t) if each.verb == "effect"]
    assert sorted(map(len, offered)) == [1, 2]
    assert {"source", "pays"} in [each.keys() for each in offered]
    match.play("ana effect Told mana=C1")
    assert len(match.all(EffectHappened)) == 2 and not match.tw.waiting.stack


def test_tw_19_9_what_a_use_does_is_offered_where_it_could_not_be_paid_for_again():
    draws = does('do = "draw"', cost='[{ do = "expend", card = "self" }]')
    match = told(draws).play("ana use Told")
    (offered,) = [each for each in match.game.options(match.t) if each.verb == "effect"]
    assert offered.fields["source"].only() == ("Told.1",)
    match.play("ana effect Told")
    assert match.thing("Told.1").expended and not match.tw.waiting.stack


def test_tw_19_3_mode_and_x_of_a_text_that_nobody_knows_are_kept_as_they_were_announced():
    match = told(UNTOLD).play("ana use Told mode=dream x=3")
    (announced,) = match.tw.waiting.stack
    assert (announced.mode, announced.x) == (("dream",), 3)


def test_tw_19_3_a_match_of_an_earlier_day_forgets_mode_and_x_of_a_text_that_nobody_knows():
    match = told(UNTOLD, announced="forgotten").play("ana use Told mode=dream x=3")
    (announced,) = match.tw.waiting.stack
    assert (announced.mode, announced.x) == ((), None)


def test_tw_19_3_what_is_said_of_a_text_that_nobody_knows_is_trusted_when_it_is_said():
    said = {
        "Told: what its text is aimed at, bo",
        "Told: which of its modes is chosen, dream",
        "Told: its X, 3",
    }
    match = told(UNTOLD).play("ana use Told")
    assert said.isdisjoint(trusted(match))
    assert said <= trusted(match.play("ana effect Told bo mode=dream x=3"))
    match = told(UNTOLD).play("ana use Told bo mode=dream x=3; ana effect Told")
    assert said.isdisjoint(trusted(match))


def trusted(match: Match) -> set[str]:
    return {*match.verdict.assumptions} if isinstance(match.verdict, OnTrust) else set()


def test_tw_19_4_what_was_paid_as_it_was_announced_is_not_paid_again():
    match = storm().play('ana use "Storm Lash" C3.1 mana=C1')
    match.refuse('ana effect "Storm Lash" mana=C2', "TW-19.9", card="Storm Lash")
    for none in ("none", "none:declined"):
        match._log(f'ana effect "Storm Lash" pays={none}')
        told = "nothing is paid for Storm Lash now; leave that out"
        assert match.verdict == Incomplete(told)
    match.play('ana effect "Storm Lash"')


def test_tw_19_6_of_several_outcomes_the_impossible_one_takes_all_back():
    match = text()
    match.refuse("ana effect Text drain:2:bo renew:Text.1", "TW-19.6", place=2)
    assert match.side("bo").drain == 0


# -- when ---------------------------------------------------------------------------------------


def test_tw_19_3_an_activation_pays_and_moves_the_counter():
    match = told(ONE).play("ana effect Told unnamed=1")
    assert (match.side("ana").drain, pool(match)) == (1, 5)


@pytest.mark.parametrize(
    ("reading", "phase", "seat", "fits"),
    [
        ("any_time", "attack", "bo", True),
        ("own_turn", "attack", "ana", True),
        ("own_turn", "attack", "bo", False),
        ("own_cast_phase", "cast", "ana", True),
        ("own_cast_phase", "attack", "ana", False),
    ],
)
def test_tw_i_74_when_effects_are_activated(reading: str, phase: str, seat: str, fits: bool):
    match = turn(extra=card("Told", FREE), phase=phase, choices={"TW-I 74": reading})
    match.unseen("ana", "hand", 1)
    match.put(seat, "F1", "Told")
    assert ("effect" in match.options(seat)) is fits
    if fits:
        match.play(f"{seat} effect Told")
    else:
        match.refuse(f"{seat} effect Told", "TW-19.3")


def test_tw_11_23_an_effect_not_possible_yet_comes_when_it_is():
    spends = does('do = "drain", change = 2', cost='[{ do = "expend", card = "self" }]')
    match = turn(extra=card("Told", spends), phase="attack")
    match.put("bo", "F1", "Told", expended=True)
    match.play("bo effect Told")
    assert match.tw.active == "bo"
    assert match.side("bo").drain == 3
    match = turn(extra=card("Told", spends), phase="attack").unseen("ana", "hand", 1)
    match.put("bo", "F1", "Told", expended=True)
    match.refuse("bo effect Told", "TW-8.2")


def test_tw_11_23_an_effect_that_is_possible_ends_no_phase():
    match = told(FREE).play("ana effect Told")
    assert match.tw.active == "ana"
    assert match.tw.phase == 6


def test_tw_19_12_an_activation_that_is_forbidden_names_the_entry():
    match = text(extra=card("Told", FREE))
    match.put("bo", "F1", "Told")
    match.play("ana effect Text forbid:bo:activate:turn")
    match.refuse("bo effect Told", "TW-19.12", since=2)
    match.play("ana discard unnamed=1; ana end; bo effect Told")


def test_tw_19_12_what_may_not_be_aimed_at_is_refused():
    match = storm()
    match.play("ana phase cast")
    other = text(extra=STORM_LASH)
    other.put("bo", "F1", "C3")
    other.put("bo", "F2", "C4")
    other.put("ana", "F2", "Storm Lash")
    other.play("ana effect Text forbid:C3.1:target:turn")
    other.refuse('ana effect "Storm Lash" C3.1 unnamed=1', "TW-19.12", since=2)
    other.refuse('ana use "Storm Lash" C3.1 unnamed=1', "TW-19.12", since=2)
    other.play('ana effect "Storm Lash" C4.1 unnamed=1')


# -- what was paid for is said --------------------------------------------------------------------


SHOWS = does('do = "reveal", wizard = "opponent", cards = { count = 1, by = "holder" }',
             cost='[{ do = "expend", card = "self" }]')  # fmt: skip


def test_tw_19_9_what_was_paid_for_and_can_be_done_is_neither_declined_nor_passed_over():
    match = told(SHOWS).play("ana use Told")
    match.refuse("ana effect Told none", "TW-19.9", card="Told")
    match.refuse("ana end", "TW-19.9", card="Told")
    match.play("ana effect Told reveal:C1:hand:bo")


def test_tw_19_9_nothing_comes_of_what_was_paid_for_where_nothing_can_be_done():
    match = told(SHOWS)
    match.t.state.zones.hidden.draw(5, "bo.hand/spell", "bo.pool/spell")
    match.play("ana use Told; ana effect Told none")


@pytest.mark.parametrize("line", ["ana effect Told none", "ana discard C1"])
def test_tw_19_9_in_a_match_of_an_earlier_day_what_was_paid_for_lapses_unsaid(line: str):
    match = told(SHOWS, unsaid="lapses").play(f"ana use Told; {line}")
    assert not match.tw.waiting.stack
