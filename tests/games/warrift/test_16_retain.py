"""Retained cards: section 16."""

import pytest

from referee.games.warrift.facts import CardSummoned
from tests.games.warrift.table import Match, mid


def rich(magicka: int = 20, retain: str = "2") -> Match:
    return (
        mid(retain=retain)
        .give("ana", magicka=magicka)
        .pile("ana.selection", "A2", "A4", "A5", "A5", "AA")
    )


def test_wr_16_1_retaining_is_agreed_at_the_opening():
    match = rich(retain="none")
    refusal = match.refuse("ana summon A2 to=discard", "WR-16.1")
    match.play(refusal.legal)


def test_wr_16_1_it_costs_what_was_agreed():
    for retain in (1, 2, 3):
        match = rich(retain=str(retain)).play("ana summon A2 A3 to=discard")
        assert match.wr.sides["ana"].magicka == 20 - 2 - retain


def test_wr_i_68_fixed_is_one_number_for_the_match():
    match = rich(retain="3").play("ana summon A2 A3 to=discard; ana step end; bo step end")
    match.play("bo eye-roll 0 0; bo step end").give("ana", magicka=20)
    match.play("ana summon A4 A3 to=discard")
    assert match.one(CardSummoned).cost == 7


@pytest.mark.rule("WR-16.2")
def test_wr_16_2_the_retain_cost_is_paid_on_top():
    match = rich(3)
    refusal = match.refuse("ana summon A2 to=discard", "WR-16.2", cost=2, extra=2, have=3)
    match.play(refusal.legal)
    assert match.wr.rift == ["ana"]


def test_wr_16_2_a_cost_that_is_not_covered_at_all_comes_first():
    refusal = rich(3).refuse("ana summon A4 to=discard", "WR-8.3", cost=4, have=3)
    assert refusal.legal == ""
    refusal = rich(3, "1").refuse("ana summon A4 to=discard", "WR-8.3", cost=4, have=3)
    assert refusal.legal == "one of A2, AA"


def test_wr_16_2_the_card_goes_to_the_own_discard_pile_at_once():
    match = rich().play("ana summon A4 A3 to=discard")
    assert match.wr.zones.piles["ana.discard"] == ["A4"]
    assert match.one(CardSummoned) == CardSummoned(
        "ana", "A4", 6, "discard", ("A2", "A5", "A5", "AA")
    )


@pytest.mark.rule("WR-16.3")
def test_wr_16_3_card_by_card():
    match = rich().play("ana summon A4 A3 to=discard; ana summon A2 A3")
    assert match.wr.zones.piles["rift"] == ["A2"]


@pytest.mark.rule("WR-16.4")
def test_wr_16_4_a_retained_card_alone_makes_nobody_a_recipient():
    match = rich().play("ana summon A4 A3 to=discard")
    assert not match.wr.sides["ana"].summoned
    match.play("ana step end; bo step end; bo eye-roll 0 0")
