"""What a wizard has to do next, by its rule, and what is offered for it (TW-11.1, 22.1)."""

import pytest

from referee.games.tower_wizwar.facts import DamageAssigned
from referee.option import Option
from tests.games.tower_wizwar.effects import card, does
from tests.games.tower_wizwar.table import Match, opened, turn


def short(match: Match, count: int) -> Match:
    """So many cards of ana's hand are in her deck again."""
    match.tw.zones.hidden.draw(count, "ana.hand/spell", "ana.deck/spell")
    return match


def due(match: Match, seat: str) -> list[tuple[str, str]]:
    """What a wizard has to do, each with its rule."""
    return [(d.text(), d.rule) for d in match.game.obligations(match.t) if d.seat == seat]


def offered(match: Match, seat: str, verb: str) -> list[Option]:
    return [o for o in match.game.options(match.t) if (o.seat, o.verb) == (seat, verb)]


def said(match: Match, seat: str, verb: str) -> list[dict[str, str]]:
    """The options of a verb, each with its fields in words."""
    found = offered(match, seat, verb)
    return [{name: each.described() for name, each in o.fields.items()} for o in found]


# -- what is due ---------------------------------------------------------------------------------


def test_tw_10_4_an_entrance_is_a_set_a_card_of_it_a_pool_and_a_hand():
    match = opened()
    assert due(match, "ana") == [("draw a set of five", "TW-10.7")]
    match.play("ana set spell*4 celestial")
    assert due(match, "ana") == [("play a celestial or an orbital of the set", "TW-10.8")]
    match.play("ana play Sun1 Keep3")
    match.refuse("ana phase cast", "TW-10.10", what="draw 5 spells into the pool")
    match.play("ana draw; ana phase last")
    assert due(match, "ana") == [("draw 1 spell into the hand", "TW-10.12")]


@pytest.mark.parametrize(("pool", "count"), [(9, 3), (10, 5)])
def test_tw_10_5_of_a_set_of_spells_as_many_are_asked_for_as_are_discarded(pool: int, count: int):
    of_spells = said(opened().unseen("ana", "pool", pool), "ana", "set")[-1]
    assert of_spells["discards"].startswith(f"{count} of ")


@pytest.mark.parametrize(("phase", "rule"), [("stabilise", "TW-11.2"), ("last", "TW-11.20")])
def test_tw_1_3_a_hand_that_has_not_five_cards_is_brought_to_five(phase: str, rule: str):
    assert due(turn(phase=phase), "ana") == []
    assert due(short(turn(phase=phase), 1), "ana") == [("draw 1 spell into the hand", rule)]
    assert due(short(turn(phase=phase), 2), "ana") == [("draw 2 spells into the hand", rule)]
    one, two = (turn(phase=phase).unseen("ana", "hand", more) for more in (1, 2))
    assert due(one, "ana") == [("discard 1 card of the hand", rule)]
    assert due(two, "ana") == [("discard 2 cards of the hand", rule)]


def test_tw_11_11_the_cast_phase_asks_for_an_orbital_and_then_for_two_of_ten():
    match = turn().unseen("ana", "pool", 4)
    cut = ("discard 2 cards of the pool", "TW-11.11")
    assert due(match, "ana") == [cut]
    match.put("ana", "J1", "Hat1")
    match.put("ana", "J2", "Hat2")
    assert due(match, "ana") == [("use an orbital: Hat1.1, Hat2.1", "TW-11.9"), cut]
    assert due(match.play("ana orbital Hat1"), "ana") == [cut]
    assert due(match.play("ana discard unnamed=2"), "ana") == []


def test_tw_11_13_a_card_of_the_front_is_played():
    match = turn(phase="movement").unseen("ana", "front", 1, "celestial")
    assert due(match, "ana") == [("play a card of the front", "TW-11.13")]


@pytest.mark.parametrize(
    ("reading", "also"), [("same_as_draft_phase", ", or draft by the tower"), ("extra", "")]
)
def test_tw_i_28_a_draft_is_due_where_it_is_compulsory(reading: str, also: str):
    match = turn(phase="draft", choices={"TW-I 28": "no", "TW-I 29": reading})
    assert due(match, "ana") == [(f"draw five, discard two of them{also}", "TW-11.6")]
    assert due(turn(phase="draft"), "ana") == []
    match.tower("ana", "Keep3")
    drafts = {option.verb for option in match.game.options(match.t) if option.must}
    assert drafts == {"full-draft"} | ({"tower-draft"} if also else set())


def test_tw_18_8_and_11_a_wizard_in_retreat_drafts_five_and_its_ally_answers():
    match = turn(4).play("ana forfeit").at("draft")
    assert due(match, "ana") == [("draw five, discard two of them", "TW-18.8")]
    match.at("cast").hold("ana", "C0").play("ana cast C0 F1")
    assert due(match, "cy") == [("accept or rebuke C0", "TW-18.11")]
    match.play("cy rebuke unnamed=3")
    assert due(match, "ana") == [("draw 3 spells into the hand", "TW-18.13")]


def test_tw_15_8_and_16_an_attack_asks_for_a_block_and_for_an_order():
    match = turn(phase="attack")
    match.put("ana", "F1", "C4")
    match.put("bo", "S1", "Guard1")
    match.put("bo", "S2", "Guard2")
    match.play("ana attack bo F1")
    assert due(match, "bo") == [("block the attack on bo, or not", "TW-15.8")]
    match.play("bo block S1 S2")
    assert due(match, "bo") == [("say the order of Guard1.1, Guard2.1", "TW-15.16")]


def test_tw_15_21_an_attack_that_waits_asks_for_the_order_that_the_counterattack_will_need():
    match = turn(phase="attack")
    match.put("ana", "F1", "C3")
    match.put("ana", "F2", "C3")
    match.put("bo", "S1", "C4")
    match.play("ana attack bo F1 F2; bo block S1 waiting=yes")
    assert due(match, "ana") == [("say the order of C3.1, C3.2", "TW-15.16")]
    assert "order" in match.options("ana")
    match.play("ana order C3.2; ana go-on; ana go-on")
    assert match.all(DamageAssigned)[-1].target == "C3.1"


def test_tw_19_13_an_effect_that_a_rule_has_set_off_is_said():
    strikes = 'do = "damage", card = { is = "creature" }, amount = 2'
    flare = card("Night Flare", does(strikes, when="celestial"), kind="celestials")
    match = turn(extra=flare, phase="movement").hold("ana", "Night Flare", place="front")
    match.put("bo", "F1", "C3")
    match.put("bo", "F2", "C4")
    match.play('ana play "Night Flare" Keep3')
    told = 'say what "Night Flare.1" did (celestial)'
    assert due(match, "ana") == [(told, "TW-13.6")]
    assert match.refuse("ana phase attack", "TW-13.6").legal == 'ana effect "Night Flare.1"'


# -- what is offered -----------------------------------------------------------------------------


def test_tw_11_3_the_excess_is_offered_with_up_to_three_for_the_pool():
    match = turn(phase="stabilise").unseen("ana", "hand", 2)
    assert [each.get("pool", "0") for each in said(match, "ana", "discard")] == ["0", "1", "2"]
    fields = [sorted(each) for each in said(match, "ana", "discard")]
    assert fields == [["cards"], ["cards", "pool"], ["pool"]]
    five = turn(phase="stabilise").unseen("ana", "hand", 5)
    assert [each.get("pool", "0") for each in said(five, "ana", "discard")] == ["0", "1", "2", "3"]
    all_three = turn(phase="stabilise", choices={"TW-I 26": "exactly_three"})
    all_three.unseen("ana", "hand", 5)
    assert [each["pool"] for each in said(all_three, "ana", "discard")] == ["3"]


def test_tw_11_6_drafts_are_offered_once():
    match = turn(phase="draft")
    assert not offered(match, "ana", "tower-draft")
    assert [each["hand"] for each in said(match, "ana", "full-draft")] == ["0", "1", "2", "3"]
    match.tower("ana", "Keep3")
    assert said(match, "ana", "tower-draft") == [{"backs": "the backs until 3 spells have come"}]
    match.play("ana tower-draft")
    assert match.options("ana").isdisjoint({"tower-draft", "full-draft"})


def test_tw_i_29_the_draft_of_the_tower_is_offered_as_the_turn_begins():
    match = turn(phase="stabilise", choices={"TW-I 29": "extra"})
    match.tower("ana", "Keep3")
    assert match.options("ana") >= {"tower-draft", "full-draft"}
    assert "tower-draft" not in match.play("ana tower-draft").options("ana")


def test_tw_11_9_an_orbital_is_offered_once_and_before_the_first_cast():
    match = turn(choices={"TW-I 31": "may"}).hold("ana", "C0")
    assert "orbital" not in match.options("ana")
    match.put("ana", "J1", "Hat1", expended=True)
    match.put("ana", "J2", "Hat2")
    match.put("ana", "S1", "Hat3")
    assert said(match, "ana", "orbital") == [{"source": "Hat2.1"}]
    used, cast = turn(choices={"TW-I 31": "may"}), match
    used.put("ana", "J1", "Hat1")
    used.put("ana", "J2", "Hat2")
    assert "orbital" not in used.play("ana orbital Hat1").options("ana")
    assert "orbital" not in cast.play("ana cast C0 F1").options("ana")


def test_tw_12_2_casts_are_offered_that_the_pool_can_pay():
    match = turn().hold("ana", "C6", "C7", "Rite1")
    able = {next(iter(o.fields["card"].names())) for o in offered(match, "ana", "cast")}
    assert able >= {"C0", "C6", "Relic2"} and able.isdisjoint({"C7", "C8", "Rite1", "Sun1"})
    match.tower("ana", "Keep3")
    (rite,) = [o for o in said(match, "ana", "cast") if o["card"] == "Rite1"]
    assert rite["spot"] == "T"
    match.unseen("ana", "pool", 4).play("ana discard unnamed=2")
    assert not offered(match, "ana", "cast")


def test_tw_11_14_moves_and_exchanges_are_offered_up_to_three_cards():
    match = turn(phase="movement")
    match.put("ana", "F1", "C2")
    match.put("ana", "F2", "C3")
    assert [each["card"] for each in said(match, "ana", "move")] == ["C2.1", "C3.1"]
    assert said(match, "ana", "exchange") == [{"card": "C2.1", "other": "C3.1"}]
    assert match.play("ana move C2.1 F3").options("ana") >= {"move", "exchange"}
    match.play("ana move C2.1 F4")
    assert match.options("ana") >= {"move"} and "exchange" not in match.options("ana")
    assert "move" not in match.play("ana move C2.1 F5").options("ana")


def test_tw_11_17_tokens_are_offered_in_stacks_of_five_three_times():
    match = turn(phase="movement")
    match.put("ana", "F1", "C2", tokens={"gold": 7})
    match.put("ana", "F2", "C3")
    (option,) = offered(match, "ana", "tokens")
    assert said(match, "ana", "tokens")[0] | {"count": ""} == {
        "card": "C2.1", "other": "C3.1", "colour": "gold", "count": "",
    }  # fmt: skip
    assert [option.fields["count"].allows(n) for n in (0, 1, 5, 6)] == [False, True, True, False]
    match.play("ana tokens C2.1 C3.1 gold; ana tokens C2.1 C3.1 gold; ana tokens C2.1 C3.1 gold")
    assert "tokens" not in match.options("ana")


def test_tw_15_8_blocks_are_offered_with_those_that_may_join_them():
    match = turn(phase="attack")
    match.put("ana", "F1", "C4")
    match.put("bo", "S1", "C1")
    match.put("bo", "S2", "Guard2")
    match.put("bo", "F1", "C2")
    match.play("ana attack bo F1")
    blocks = [(each["blocker"], "joiners" in each) for each in said(match, "bo", "block")]
    assert blocks == [("C1.1", False), ("C1.1", True), ("Guard2.1", False)]
    assert len(offered(match, "bo", "no-block")) == 1
    assert match.options("ana") == {"forfeit"}


def test_tw_11_18_attacks_are_offered_while_some_are_left():
    match = turn(phase="attack")
    match.put("ana", "F1", "C4")
    match.put("ana", "F2", "C3")
    match.put("ana", "S1", "C2")
    match.put("bo", "J1", "C1")
    match.put("bo", "F1", "C2")
    targets = [each["target"] for each in said(match, "ana", "attack")]
    assert targets == ["bo", "C2.2"]
    (attackers, *_) = [each.fields["attackers"] for each in offered(match, "ana", "attack")]
    assert attackers.allows(["C4.1", "C3.1"]) and not attackers.allows(["C2.1"])
    match.tw.done.attacks = 3
    assert not offered(match, "ana", "attack")


def test_tw_18_11_an_answer_is_offered_with_the_mana_that_it_takes():
    match = turn(4).play("ana forfeit").at("cast").hold("ana", "C2").play("ana cast C2 F1")
    assert [sorted(each) for each in said(match, "cy", "accept")] == [["mana"]]
    assert [sorted(each) for each in said(match, "cy", "rebuke")] == [["mana"]]
    match.tw.zones.hidden.draw(4, "cy.pool/spell", "cy.deck/spell")
    assert "rebuke" not in match.options("cy")


def test_tw_17_7_whoever_stands_may_forfeit():
    match = turn(4)
    assert all("forfeit" in match.options(seat) for seat in match.tw.seats)
    match.play("bo forfeit")
    assert "forfeit" not in match.options("bo")
