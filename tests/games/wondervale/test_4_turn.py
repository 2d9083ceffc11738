"""Section 4: the steps of a turn."""

import pytest

from referee.fact import (
    CardMoved,
    CardsDrawn,
    DamageDealt,
    DeckRebuilt,
    MatchEnded,
    TurnBegan,
    TurnEnded,
    UnitsReadied,
)
from tests.games.wondervale.table import Has, all_cards, begun, opened, position

READY = Has(battle="Frostling", bench="Duneling [Duneward]; Cityling", bank="Aegaryn*3")


# -- order -------------------------------------------------------------------------------------

ACTIONS = [
    "deposit Juryn",
    "lay Starling tribes=Aegaryn",
    "upgrade Duneling Duneguard tribes=Aegaryn*2",
    "promote Duneling",
    "swap Duneling",
    "attack 6-1",
    "direct-attack",
    "champion-battle 6-1",
    "end",
]
"""What a turn is made of once its cards are drawn."""


def test_wv_4_1_the_steps_come_in_their_order():
    match = position(ana=Has(bank="Aegaryn*2", hand=9), turn=1, step="discard")
    match.play(
        """
        ana discard Juryn
        ana draw 2
        ana deposit Duneward
        ana lay Frostling tribes=Duneward
        ana discard Starguard
        ana end
        """
    )
    assert match.all(TurnEnded) == [TurnEnded("ana", 1)]
    assert match.all(TurnBegan) == [TurnBegan("bo", 2)]
    assert (match.state.active, match.state.turn) == ("bo", 2)


@pytest.mark.parametrize(
    "later",
    [
        "lay Starling tribes=Aegaryn",
        "upgrade Duneling Duneguard tribes=Aegaryn*2",
        "swap Duneling",
        "attack 6-1",
        "champion-battle 6-1",
    ],
)
def test_wv_4_6_a_deposit_step_that_is_over_does_not_come_back(later: str):
    ana = Has(**{**vars(READY), "defeated": 3})
    match = position(ana=ana, bo=Has(battle="Waveling"))
    match.play(f"ana deposit Duneward; ana {later}")
    match.refuse("ana deposit Juryn", "WV-4.6", step="deposit")


def test_wv_4_6_promotion_and_a_direct_attack_are_later_steps_too():
    match = position(ana=Has(bench="Duneling")).play("ana promote Duneling")
    match.refuse("ana deposit Juryn", "WV-4.6", step="deposit", now="deployment")
    match.play("ana direct-attack").refuse("ana deposit Juryn", "WV-4.6", now="action")


@pytest.mark.parametrize("line", ["swap Duneling", "attack 6-1"])
def test_wv_4_1_the_hand_limit_is_the_last_step(line: str):
    ana = Has(battle="Frostling", bench="Duneling", hand=8)
    match = position(ana=ana, bo=Has(battle="Waveling")).play("ana discard Starguard")
    match.refuse(f"ana {line}", "WV-4.1", now="hand limit")
    match.play("ana end")


@pytest.mark.parametrize("line", ["discard Juryn", *ACTIONS])
def test_wv_4_1_only_the_player_on_turn_acts(line: str):
    match = position(ana=READY, bo=READY)
    match.refuse(f"bo {line}", "WV-4.1", active="ana", seat="bo")


@pytest.mark.parametrize(
    "line",
    [
        "ana discard Juryn",
        "bo deposit Juryn",
        "ana lay Starling tribes=Aegaryn",
        "ana upgrade Duneling Duneguard tribes=Aegaryn*2",
        "bo promote Duneling",
        "ana swap Duneling",
        "ana attack 6-1",
        "bo direct-attack",
        "ana champion-battle 6-1",
        "ana end",
    ],
)
def test_wv_4_1_nobody_acts_before_the_first_turn(line: str):
    match = opened().play("ana standard-health; ana draw 7; bo draw 7")
    verdict = match.refuse(line, "WV-4.1")
    assert verdict.message == "the first turn has not begun"
    assert verdict.legal == "the roll for the first turn"


def test_wv_4_1_turns_alternate():
    match = begun()
    for turn, seat in enumerate(["ana", "bo", "ana", "bo"], 1):
        assert (match.state.turn, match.state.active) == (turn, seat)
        match.play(f"{seat} discard Juryn; {seat} draw 2; {seat} discard Aegaryn; {seat} end")


# -- discard -----------------------------------------------------------------------------------


def test_wv_4_2_at_most_2_cards_are_discarded():
    match = position(step="discard")
    match.refuse("ana discard Juryn Aegaryn Frostling", "WV-4.2", have=3, limit=2)
    match.play("ana discard Juryn Frostling")
    assert match.all(CardMoved) == [
        CardMoved("ana", "Juryn", "hand", "discard", "WV-4.2"),
        CardMoved("ana", "Frostling", "hand", "discard", "WV-4.2"),
    ]
    assert match.ana.discard == ["Juryn", "Frostling"]
    assert match.ana.hidden.size("hand") == 3


def test_wv_4_2_two_entries_count_together():
    match = position(step="discard").play("ana discard Juryn")
    match.refuse("ana discard Aegaryn Aegaryn", "WV-4.2", have=3, limit=2)
    match.play("ana discard Aegaryn")
    match.refuse("ana discard Juryn", "WV-4.2", have=3, limit=2)
    match.play("ana draw 3")


def test_wv_4_2_discarding_is_optional():
    match = position(step="discard")
    assert match.options("ana") == {"discard", "draw"}
    match.play("ana draw 1")


# -- draw --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("discarded", "due"), [("", 1), ("ana discard Juryn", 2), ("ana discard Juryn Aegaryn", 3)]
)
def test_wv_4_3_one_card_is_drawn_and_one_for_each_discarded(discarded: str, due: int):
    match = position(step="discard").play(discarded)
    for wrong in {1, 2, 3, 4} - {due}:
        match.refuse(f"ana draw {wrong}", "WV-4.3", have=wrong, due=due)
    match.play(f"ana draw {due}")
    assert match.one(CardsDrawn) == CardsDrawn("ana", due, "WV-4.3")
    assert match.ana.hidden.size("hand") == 6


@pytest.mark.parametrize("line", ACTIONS)
def test_wv_4_3_drawing_is_compulsory(line: str):
    match = position(ana=READY, bo=READY, step="discard").play("ana discard Frostguard")
    match.refuse(f"ana {line}", "WV-4.3", seat="ana", due=2)


def test_wv_4_3_a_turn_has_one_draw():
    match = position(step="discard").play("ana draw 1")
    match.refuse("ana draw 1", "WV-4.3", seat="ana")
    match.refuse("bo draw 1", "WV-4.3", seat="bo")


# -- deck-out ----------------------------------------------------------------------------------


def test_wv_4_4_the_discard_pile_becomes_the_deck_in_the_middle_of_a_draw():
    ana = Has(hidden="Frostling*3 Juryn*3", hand=5, discard="Aegaryn*4", defeat_pile="Starling")
    match = position(ana=ana, step="discard").play("ana discard Juryn*2")
    everything = all_cards(match.ana)
    match.play("ana draw 3")
    assert match.all(DeckRebuilt) == [DeckRebuilt("ana", 6, "WV-4.4")]
    assert match.one(DamageDealt) == DamageDealt(
        "", "empty deck", "ana", "Champion", "Champion", 40, 210, "empty deck", "WV-4.4"
    )
    assert match.one(CardsDrawn).count == 3
    assert match.ana.health == 210
    assert match.ana.discard == []
    assert (match.ana.hidden.size("hand"), match.ana.hidden.size("deck")) == (6, 4)
    assert all_cards(match.ana) == everything


def test_wv_4_4_the_defeat_pile_stays_out():
    ana = Has(hidden="Juryn", hand=1, discard="Aegaryn", defeat_pile="Starling*3")
    match = position(ana=ana, step="discard").play("ana draw 1")
    assert match.ana.defeat_pile == ["Starling"] * 3
    assert match.ana.hidden.unseen_total() == {"Aegaryn": 1, "Juryn": 1}
    match.play("ana deposit Aegaryn Juryn")


def test_wv_4_4_a_deck_that_just_suffices_is_no_empty_deck():
    match = position(ana=Has(hidden="Juryn*6", hand=5, discard="Aegaryn"), step="discard")
    match.play("ana draw 1")
    assert match.facts == [CardsDrawn("ana", 1, "WV-4.3")]
    assert match.ana.hidden.size("deck") == 0
    assert match.ana.health == 250


def test_wv_4_4_only_the_player_who_draws_is_hurt():
    ana = Has(hidden="Juryn", hand=1, discard="Aegaryn")
    match = position(ana=ana, bo=Has(hidden="Juryn", hand=1), step="discard").play("ana draw 1")
    assert (match.ana.health, match.bo.health) == (210, 250)


def test_wv_4_4_the_damage_may_lose_the_match():
    ana = Has(hidden="Juryn*3", hand=3, discard="Aegaryn*4", health=40)
    match = position(ana=ana, step="discard").play("ana draw 1")
    assert match.one(MatchEnded) == MatchEnded(("bo",), "won", "Champion at 0 health", "WV-1.1")
    assert match.ana.hidden.size("hand") == 3


def test_wv_4_4_a_pile_that_runs_out_again_costs_40_again():
    ana = Has(hidden="Juryn*2", hand=2)
    match = position(ana=ana, step="discard").play("ana discard Juryn*2; ana draw 3")
    assert [damage.left for damage in match.all(DamageDealt)] == [210, 170]
    assert match.one(CardsDrawn).count == 2


# -- flip --------------------------------------------------------------------------------------


def test_wv_4_5_the_player_s_horizontal_cards_become_vertical():
    flat = "Frostling flat; Duneling; Cityling flat"
    match = position(ana=Has(bench=flat), bo=Has(bench=flat), step="discard").play("ana draw 1")
    assert [unit.vertical for unit in match.ana.bench] == [True, True, True]
    assert [unit.vertical for unit in match.bo.bench] == [False, True, False]
    assert match.one(UnitsReadied) == UnitsReadied("ana", 2, "WV-4.5")


def test_wv_4_5_where_nothing_lies_horizontal_nothing_is_flipped():
    match = position(ana=Has(bench="Frostling"), step="discard").play("ana draw 1")
    assert match.all(UnitsReadied) == []


# -- deposit -----------------------------------------------------------------------------------


def test_wv_4_6_at_most_2_tribe_cards_are_deposited():
    match = position()
    match.refuse("ana deposit Juryn Aegaryn*2", "WV-4.6", have=3, limit=2)
    match.play("ana deposit Juryn Aegaryn")
    assert match.ana.bank == ["Juryn", "Aegaryn"]
    assert match.all(CardMoved) == [
        CardMoved("ana", "Juryn", "hand", "bank", "WV-4.6"),
        CardMoved("ana", "Aegaryn", "hand", "bank", "WV-4.6"),
    ]


def test_wv_4_6_two_entries_count_together():
    match = position().play("ana deposit Juryn")
    match.refuse("ana deposit Juryn Aegaryn", "WV-4.6", have=3, limit=2)
    match.play("ana deposit Aegaryn")


def test_wv_4_6_characters_are_not_deposited():
    position().refuse("ana deposit Frostling", "WV-4.6", card="Frostling")


def test_wv_4_6_depositing_is_optional_and_each_turn_has_its_own_limit():
    match = position(ana=Has(bank="Aegaryn")).play("ana deposit Juryn*2; ana end")
    match.play("bo draw 1; bo end; ana draw 1; ana deposit Juryn*2; ana end")
    assert len(match.ana.bank) == 5


# -- hand limit --------------------------------------------------------------------------------


def test_wv_4_7_a_turn_does_not_end_with_more_than_7_cards_in_hand():
    match = position(ana=Has(hand=9))
    verdict = match.refuse("ana end", "WV-4.7", seat="ana", have=9, limit=7)
    assert verdict.legal == "ana: discard 2 cards"
    match.play("ana discard Juryn Frostling; ana end")


def test_wv_4_7_seven_cards_may_be_kept():
    position(ana=Has(hand=7)).play("ana end")


@pytest.mark.parametrize("discarded", ["Juryn", "Juryn*3"])
def test_wv_4_7_neither_fewer_nor_more_are_discarded(discarded: str):
    match = position(ana=Has(hand=9))
    verdict = match.refuse(f"ana discard {discarded}", "WV-4.7", size=9, limit=7)
    assert verdict.legal == "exactly 2"
    match.play("ana discard Juryn*2")
    assert match.all(CardMoved) == [CardMoved("ana", "Juryn", "hand", "discard", "WV-4.7")] * 2


def test_wv_4_7_nothing_is_discarded_below_the_limit():
    verdict = position(ana=Has(hand=7)).refuse("ana discard Juryn", "WV-4.7", have=1, size=7)
    assert verdict.legal == "no discard"


def test_wv_4_7_only_the_player_whose_turn_ends_is_asked():
    position(bo=Has(hand=9)).play("ana end")
