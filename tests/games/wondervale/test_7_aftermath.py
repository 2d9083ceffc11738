"""WV-7.12 and 7.13: what several defeats of one turn leave to the players, card by card."""

import pytest

from referee.fact import CardMoved, CardsDrawn, DeckRebuilt
from tests.games.wondervale.table import Has, Match, all_cards, position

TWO = Has(
    battle="Duneling+Duneguard [Juryn Duneward*2] -109",
    bench="Frostling+Frostguard+Frostlord [Aegaryn Juryn Abyssal*3] -149",
)


def two_fallen(bo: Has = TWO, ana: str = "Waveling") -> Match:
    """Two units of bo have fallen: Duneling gives one card back, Frostling two."""
    match = position(ana=Has(battle=ana), bo=bo).play("ana attack 6-1; ana drown Frostling")
    assert [rule for _, rule in match.due("bo")] == ["WV-7.12", "WV-7.13"] * 2
    return match


def taken(match: Match) -> dict[str, int]:
    return match.bo.hidden.known("hand")


def test_wv_7_12_each_fallen_unit_gives_its_own():
    match = two_fallen()
    everything = all_cards(match.bo)
    match.play("bo reclaim Duneward; bo reclaim Abyssal; bo reclaim Abyssal; bo draw 1; bo draw 1")
    assert taken(match) == {"Abyssal": 2, "Duneward": 1}
    assert match.due("bo") == []
    assert all_cards(match.bo) == everything


def test_wv_7_12_all_of_them_may_be_logged_together():
    match = two_fallen().play("bo reclaim Abyssal Duneward Aegaryn; bo draw 2")
    assert taken(match) == {"Abyssal": 1, "Aegaryn": 1, "Duneward": 1}
    assert match.one(CardsDrawn) == CardsDrawn("bo", 2, "WV-7.13")
    assert match.due("bo") == []


def test_wv_7_12_the_draws_of_two_rules_are_told_apart():
    match = position(ana=Has(battle="Frostling"), bo=Has(battle="Duneling -49"))
    match.play("ana attack 6-1; ana pick Juryn; bo draw 2")
    assert match.all(CardsDrawn) == [CardsDrawn("bo", 1, "WV-7.13"), CardsDrawn("bo", 1, "WV-8.4")]


@pytest.mark.parametrize("line", ["reclaim Juryn Juryn Aegaryn Abyssal", "reclaim Duneward*2"])
def test_wv_7_12_no_unit_gives_more_than_one_for_each_guardian_and_hero(line: str):
    match = two_fallen()
    match.refuse(f"bo {line}", "WV-7.12", limit=3)
    match.play("bo reclaim Duneward Abyssal*2")


def test_wv_7_12_three_cards_of_one_unit_can_be_logged_and_are_refused():
    bo = Has(battle="Duneling+Duneguard+Dunelord [Juryn*3 Duneward*2] -159")
    match = position(ana=Has(battle="Cityling+Cityguard+Citylord"), bo=bo).play("ana attack 6-1")
    verdict = match.refuse("bo reclaim Juryn Juryn Juryn", "WV-7.12", have=3, limit=2, since=2)
    assert verdict.legal == "at most 2"
    match.refuse("bo reclaim Juryn*4", "WV-7.12", card="Juryn", have=3, asked=4)
    match.play("bo reclaim Juryn; bo reclaim Juryn")
    match.refuse("bo reclaim Juryn", "WV-7.12", seat="bo")


@pytest.mark.parametrize("first", ["Juryn Aegaryn", "Juryn Duneward", "Juryn Abyssal"])
def test_wv_7_12_a_card_that_both_had_is_put_down_to_the_one_that_leaves_most(first: str):
    """A Juryn may be Duneling's or Frostling's; nobody has to say which."""
    one, two = first.split()
    match = two_fallen().play(f"bo reclaim {one}; bo reclaim {two}")
    left = {"Aegaryn": "Abyssal", "Duneward": "Abyssal", "Abyssal": "Duneward"}[two]
    match.play(f"bo reclaim {left}")
    assert sum(taken(match).values()) == 3


def test_wv_7_12_declining_one_ends_no_other():
    match = two_fallen().play("bo decline Frostling")
    assert match.due("bo") == [("reclaim", "WV-7.12"), ("draw", "WV-7.13")]
    match.refuse("bo reclaim Abyssal", "WV-7.12", card="Abyssal")
    match.play("bo reclaim Juryn; bo draw 1")


def test_wv_7_12_where_none_is_named_the_first_is_declined():
    match = two_fallen().play("bo decline; bo reclaim Abyssal*2; bo draw 1")
    match.refuse("bo reclaim Duneward", "WV-7.12", seat="bo")


def test_wv_7_13_only_what_is_offered_can_be_declined():
    match = two_fallen()
    verdict = match.refuse("bo decline Starling", "WV-7.13", what="Starling")
    assert verdict.legal == "bo decline Duneling or bo decline Frostling"


def test_wv_7_12_declining_puts_what_was_taken_down_to_the_unit_that_is_passed_on():
    two_fallen().play("bo reclaim Juryn; bo decline Duneling; bo reclaim Abyssal*2")


def test_wv_7_12_a_draw_ends_no_taking_back():
    two_fallen().play("bo draw 2; bo reclaim Duneward Abyssal*2")


def test_wv_7_12_a_reshuffle_takes_the_cards_and_the_right_with_them():
    bo = Has(battle="Duneling+Duneguard [Juryn Duneward*2] -109", hidden="Starling*2", hand=2)
    match = position(ana=Has(battle="Cityling"), bo=bo).play("ana attack 6-1; bo draw 1")
    assert match.one(DeckRebuilt).count == 3
    assert match.due("bo") == []
    match.refuse("bo reclaim Juryn", "WV-7.12", seat="bo")


def test_wv_7_12_at_the_hand_limit_too():
    """The attacker's own unit has fallen; its owner has discarded down, and only now takes."""
    ana = Has(battle="Duneling+Duneguard [Juryn Duneward*2] -109", hand=8)
    match = position(ana=ana, bo=Has(battle="Cityling")).play(
        "ana attack 1-6; ana discard Starlord"
    )
    match.play("ana reclaim Juryn; ana draw 1")
    match.refuse("ana end", "WV-4.7", have=9)
    match.play("ana discard Starguard Juryn; ana end")


def test_wv_7_12_what_is_taken_is_told_of_its_pile():
    match = two_fallen().play("bo reclaim Duneward")
    assert match.facts == [CardMoved("bo", "Duneward", "discard", "hand", "WV-7.12")]


def test_wv_6_10_an_upgrade_onto_a_card_of_another_tribe_can_defeat_a_unit():
    """Frostling has 80 health with three Aegaryn; Reefguard is Abyssal and has 90 with none."""
    ana = Has(battle="Frostling [Aegaryn*5] -95", known="Reefguard", bank="Juryn")
    match = position(ana=ana).play("ana upgrade Frostling Reefguard")
    assert match.ana.battle is None
    assert match.ana.defeat_pile == ["Frostling", "Reefguard"]
    assert match.bo.defeated == 0
    assert match.due("ana") == [("reclaim", "WV-7.12"), ("draw", "WV-7.13")]
    match.play("ana reclaim Aegaryn; ana draw 1")
    match.refuse("ana attack", "WV-7.3")


def test_wv_8_2_both_cards_of_an_exchange_lie_at_two_places():
    ana = Has(battle="Cityling [Aegaryn]", bench="Duneling+Duneguard [Duneward Juryn Juryn]")
    match = position(ana=ana, bo=Has(battle="Waveling -49")).play("ana attack 6-1")
    match.refuse("ana exchange Duneward Duneling Juryn Duneling", "WV-8.2", place="Duneling")
    match.refuse("ana exchange Juryn Duneling Juryn Duneling", "WV-8.2", place="Duneling")
    match.play("ana exchange Duneward Duneling Aegaryn Cityling")


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("ana reclaim Juryn*9", "WV-7.12"),
        ("ana draw 600", "WV-4.3"),
        ("ana discard Juryn*9", "WV-4.7"),
        ("ana deposit Juryn*9", "WV-4.6"),
        ("ana graft Juryn Frostling discard", "WV-8.3"),
        ("ana lay Starling tribes=Juryn*9", "WV-5.6"),
    ],
)
def test_what_can_be_done_can_be_logged_and_the_rule_refuses_it(line: str, rule: str):
    position(ana=Has(battle="Frostling")).refuse(line, rule)


def test_wv_8_3_an_extra_tribe_card_comes_from_hand_or_bank():
    ana = Has(battle="Fernling", discard="Juryn")
    match = position(ana=ana, bo=Has(battle="Waveling -49")).play("ana attack 6-1")
    match.refuse("ana graft Juryn Fernling discard", "WV-8.3", source="discard")


def test_no_fact_follows_the_end_of_the_match():
    ana = Has(hidden="Juryn*6", hand=5, discard="Aegaryn*4", health=40, bench="Starling flat")
    match = position(ana=ana, step="discard").play("ana discard Juryn*2; ana draw 3")
    assert [type(fact).__name__ for fact in match.facts] == [
        *("DeckRebuilt", "CardsDrawn", "DamageDealt", "ScoreChanged", "MatchEnded")
    ]


@pytest.mark.parametrize(
    ("line", "rule"), [("deposit Juryn", "WV-4.6"), ("lay Starling tribes=Aegaryn", "WV-6.1")]
)
def test_a_step_that_comes_too_late_breaks_the_rule_that_gives_it_its_place(line: str, rule: str):
    match = position(ana=Has(battle="Frostling", bank="Aegaryn"), bo=Has(battle="Waveling"))
    match.play("ana attack 6-1").refuse(f"ana {line}", rule, now="action")
    match.play(f"jo stand {match.seq} WV-4.1")


def test_wv_4_4_a_reshuffle_leaves_the_other_player_s_right_alone():
    bo = Has(battle="Waveling+Waveguard [Juryn*3] -89")
    ana = Has(battle="Duneling", hidden="Juryn", hand=1, discard="Aegaryn*2")
    match = position(ana=ana, bo=bo).play("ana attack 6-1; ana sift Juryn")
    assert match.one(DeckRebuilt).count == 2
    assert match.due("bo") == [("reclaim", "WV-7.12"), ("draw", "WV-7.13")]
    match.play("bo reclaim Juryn")
