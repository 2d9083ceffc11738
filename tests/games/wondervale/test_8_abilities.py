"""Section 8: what the tribe of the winning unit does."""

import pytest

from referee.choice import OneOf
from referee.fact import (
    AbilityUsed,
    CardMoved,
    CardsDrawn,
    DamageDealt,
    DeckRebuilt,
    MatchEnded,
    UnitDefeated,
)
from referee.verdict import LEGAL
from tests.games.wondervale.table import Has, all_cards, position


def won_by(tribe: str, ana: Has | None = None, bo: Has | None = None, **other):
    """Ana's apprentice of that tribe has just defeated bo's; entry 2 did it."""
    have = {**vars(ana or Has()), "battle": (ana or Has()).battle or f"{tribe}ling"}
    fallen = {**vars(bo or Has()), "battle": "Duneling -49"}
    return position(ana=Has(**have), bo=Has(**fallen), **other).play("ana attack 6-1")


def hand(side) -> int:
    return side.hidden.size("hand")


# -- Duneward ----------------------------------------------------------------------------------


def test_wv_8_1_duneward_draws_one_card_and_discards_one():
    match = won_by("Dune")
    everything = all_cards(match.ana)
    match.play("ana sift Juryn")
    assert match.facts == [
        AbilityUsed("ana", "Duneling", "duneward", "WV-8.1"),
        CardsDrawn("ana", 1, "WV-8.1"),
        CardMoved("ana", "Juryn", "hand", "discard", "WV-8.1"),
    ]
    assert hand(match.ana) == 5
    assert match.ana.discard == ["Juryn"]
    assert match.due("ana") == []
    assert all_cards(match.ana) == everything


def test_wv_8_1_the_card_just_drawn_may_be_discarded():
    match = won_by("Dune", Has(hidden="Juryn*2 Aegaryn", hand=2))
    match.play("ana sift Aegaryn")
    match = won_by("Dune", Has(hidden="Juryn", hand=0)).play("ana sift Juryn")
    assert hand(match.ana) == 0


def test_wv_8_1_the_card_must_be_able_to_be_in_hand():
    match = won_by("Dune", Has(hidden="Juryn*3", hand=2))
    match.refuse("ana sift Aegaryn", "REF-2.1", seat="ana", card="Aegaryn", have=0)
    match.play("ana sift Juryn")


def test_wv_8_1_it_is_only_for_the_winner_and_once():
    match = won_by("Dune")
    match.refuse("bo sift Juryn", "WV-8.1", seat="bo")
    match.play("ana sift Juryn").refuse("ana sift Juryn", "WV-8.1", seat="ana")
    won_by("City").refuse("ana sift Juryn", "WV-8.1", tribe="duneward")


def test_wv_8_1_an_empty_deck_is_rebuilt_for_it():
    match = won_by("Dune", Has(hidden="Juryn", hand=1, discard="Aegaryn*3"))
    match.play("ana sift Aegaryn")
    assert match.one(DeckRebuilt).count == 3
    assert match.ana.health == 210
    assert match.ana.discard == ["Aegaryn"]


def test_wv_8_1_it_may_cost_the_match():
    match = won_by("Dune", Has(hidden="Juryn", hand=1, discard="Aegaryn", health=40))
    match.play("ana sift Juryn")
    assert match.one(MatchEnded).winners == ("bo",)
    assert match.ana.discard == []


def test_wv_8_1_without_any_card_there_is_nothing_to_do():
    assert won_by("Dune", Has(hidden="", hand=0)).due("ana") == []


# -- Juryn -------------------------------------------------------------------------------------

CITY = Has(battle="Cityling [Aegaryn]", bench="Duneling [Duneward]", bank="Abyssal")


def test_wv_8_2_juryn_exchanges_two_tribe_cards_of_one_s_own_battlefield():
    match = won_by("City", CITY).play("ana exchange Aegaryn Cityling Duneward Duneling")
    assert match.ana.battle.tribes == ["Duneward"]
    assert match.ana.bench[0].tribes == ["Aegaryn"]
    assert match.facts == [
        AbilityUsed("ana", "Cityling", "juryn", "WV-8.2"),
        CardMoved("ana", "Aegaryn", "Cityling", "Duneling", "WV-8.2"),
        CardMoved("ana", "Duneward", "Duneling", "Cityling", "WV-8.2"),
    ]


def test_wv_8_2_the_bank_lies_on_the_battlefield():
    match = won_by("City", CITY).play("ana exchange Duneward Duneling Abyssal bank")
    assert match.ana.bench[0].tribes == ["Abyssal"]
    assert match.ana.bank == ["Duneward"]


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ("exchange Aegaryn Cityling Duneward Cityling", {"place": "Cityling"}),
        ("exchange Juryn Cityling Duneward Duneling", {"card": "Juryn", "place": "Cityling"}),
        ("exchange Aegaryn Cityling Juryn Duneling", {"card": "Juryn", "place": "Duneling"}),
        ("exchange Aegaryn Starling Duneward Duneling", {"seat": "ana", "unit": "Starling"}),
        ("replace Aegaryn Duneling Juryn", {"card": "Aegaryn", "place": "Duneling"}),
        ("replace Aegaryn Cityling Starling", {"card": "Starling"}),
    ],
)
def test_wv_8_2_both_cards_lie_where_they_are_said_to_lie(line: str, facts):
    match = won_by("City", CITY)
    match.refuse(f"ana {line}", "WV-8.2", **facts)
    match.play("ana decline")


def test_wv_8_2_or_replaces_one_from_hand_which_goes_to_hand():
    match = won_by("City", CITY)
    everything = all_cards(match.ana)
    match.play("ana replace Duneward Duneling Juryn")
    assert match.ana.bench[0].tribes == ["Juryn"]
    assert hand(match.ana) == 5
    assert match.ana.hidden.known("hand") == {"Duneward": 1}
    assert match.all(CardMoved) == [
        CardMoved("ana", "Juryn", "hand", "Duneling", "WV-8.2"),
        CardMoved("ana", "Duneward", "Duneling", "hand", "WV-8.2"),
    ]
    assert all_cards(match.ana) == everything


def test_wv_8_2_a_unit_that_loses_its_bonus_may_fall():
    ana = Has(battle="Cityling [Aegaryn]", bench="Duneling [Duneward] -50")
    match = won_by("City", ana).play("ana exchange Aegaryn Cityling Duneward Duneling")
    assert match.one(UnitDefeated) == UnitDefeated("ana", "Duneling", "Duneling", "", "WV-6.10")
    assert match.ana.discard == ["Aegaryn"]
    assert match.bo.defeated == 0


def test_wv_8_2_it_may_be_left():
    match = won_by("City", CITY).play("ana decline")
    match.refuse("ana replace Duneward Duneling Juryn", "WV-5.9")
    won_by("City", CITY).play("ana end")


# -- Verdari -----------------------------------------------------------------------------------


def test_wv_8_3_verdari_lays_a_tribe_card_from_hand_into_the_bank():
    match = won_by("Fern").play("ana graft Juryn bank")
    assert match.ana.bank == ["Juryn"]
    assert hand(match.ana) == 4
    assert match.facts == [
        AbilityUsed("ana", "Fernling", "verdari", "WV-8.3"),
        CardMoved("ana", "Juryn", "hand", "bank", "WV-8.3"),
    ]


@pytest.mark.parametrize("source", ["hand", "bank"])
def test_wv_8_3_or_onto_a_unit_with_room_from_hand_or_bank(source: str):
    ana = Has(battle="Fernling", bench="Duneling", bank="Juryn")
    match = won_by("Fern", ana)
    everything = all_cards(match.ana)
    match.play(f"ana graft Juryn Duneling {source}")
    assert match.ana.bench[0].tribes == ["Juryn"]
    assert match.ana.bank == (["Juryn"] if source == "hand" else [])
    assert hand(match.ana) == (4 if source == "hand" else 5)
    assert match.all(CardMoved) == [CardMoved("ana", "Juryn", source, "Duneling", "WV-8.3")]
    assert all_cards(match.ana) == everything


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ("graft Starling bank", {"card": "Starling"}),
        ("graft Juryn bank bank", {"source": "bank"}),
        ("graft Juryn Duneling deck", {"source": "deck"}),
        ("graft Juryn Duneling discard", {"source": "discard"}),
        ("graft Aegaryn Duneling bank", {"card": "Aegaryn", "place": "bank"}),
        ("graft Juryn Waveling", {"seat": "ana", "unit": "Waveling"}),
    ],
)
def test_wv_8_3_what_is_laid_is_a_tribe_card_that_is_there(line: str, facts):
    match = won_by("Fern", Has(battle="Fernling", bench="Duneling", bank="Juryn"))
    match.refuse(f"ana {line}", "WV-8.3", **facts)
    match.play("ana graft Juryn Duneling bank")


def test_wv_8_3_no_card_is_drawn_while_the_bank_has_tribe_cards():
    match = won_by("Fern", Has(battle="Fernling", bank="Juryn*2"))
    match.refuse("ana draw 1", "WV-8.3", have=2)
    match.play("ana graft Juryn Fernling bank")


def test_wv_8_3_nor_while_the_hand_is_known_to_have_one():
    match = won_by("Fern", Has(battle="Fernling", known="Juryn"))
    match.refuse("ana draw 1", "WV-8.3", seat="ana", card="Juryn")


def test_wv_8_3_a_judge_may_let_such_a_draw_stand_and_it_rests_on_nothing():
    match = won_by("Fern", Has(battle="Fernling", known="Juryn", bank="Aegaryn"))
    match.refuse("ana draw 1", "WV-8.3", have=1)
    match.play("jo stand 3 WV-8.3")
    assert match.replay.standing(3) == LEGAL
    assert hand(match.ana) == 7
    match.play("ana end; bo draw 1; bo end; ana draw 1; ana deposit Juryn*2")


def test_wv_8_3_nor_where_the_hand_must_have_one():
    match = won_by("Fern", Has(hidden="Frostling*2 Juryn*9", hand=3))
    match.refuse("ana draw 1", "WV-8.3", seat="ana")
    match = won_by("Fern", Has(hidden="Frostling*2 Juryn*9", hand=2)).play("ana draw 1")


def test_wv_8_3_one_card_is_drawn_where_neither_has_one_on_trust():
    match = won_by("Fern")
    match.refuse("ana draw 2", "WV-8.3", have=2)
    match.play("ana draw 1")
    assert match.trusted() == ("ana's hand of 5 holds no tribe card",)
    assert match.one(CardsDrawn) == CardsDrawn("ana", 1, "WV-8.3")
    assert hand(match.ana) == 6
    match.refuse("ana graft Juryn bank", "WV-8.3", seat="ana")


def on_trust():
    """In entry 3 ana draws, as her hand of two holds no tribe card; then her next turn begins."""
    match = won_by("Fern", Has(hand=2)).play("ana draw 1")
    assert match.seq == 3
    return match.play("ana end; bo draw 1; bo end")


def test_wv_8_3_a_later_reveal_may_prove_the_draw_impossible_and_names_it():
    match = on_trust()
    verdict = match.refuse("ana discard Juryn Aegaryn", "WV-8.3", since=3, seat="ana", entry=3)
    assert verdict.message.startswith("ana shows ")
    match.play("ana discard Juryn Frostling; ana draw 3")


def test_wv_8_3_one_tribe_card_may_have_been_drawn_since():
    match = on_trust().play("ana discard Juryn")
    match.refuse("ana discard Aegaryn", "WV-8.3", since=3)


def test_wv_8_3_cards_drawn_later_are_not_concerned():
    match = on_trust().play("ana draw 1; ana deposit Juryn Aegaryn; ana end; bo draw 1; bo end")
    match.play("ana draw 1; ana deposit Juryn")
    match.refuse("ana deposit Aegaryn", "WV-8.3", since=3)


def test_wv_8_3_a_judge_may_let_the_reveal_stand():
    match = on_trust()
    match.refuse("ana discard Juryn Aegaryn", "WV-8.3", since=3)
    match.play(f"jo stand {match.seq} WV-8.3")
    assert match.ana.discard[-2:] == ["Juryn", "Aegaryn"]
    match.play("ana draw 3; ana deposit Juryn")


def test_wv_8_3_it_may_be_left():
    match = won_by("Fern").play("ana decline")
    match.refuse("ana graft Juryn bank", "WV-8.3")
    won_by("Fern").play("ana end")


def test_wv_8_3_only_the_winner_has_it():
    won_by("Fern").refuse("bo graft Juryn bank", "WV-8.3", seat="bo")


# -- Aegaryn -----------------------------------------------------------------------------------


def test_wv_8_4_aegaryn_discards_a_card_of_the_opponent_s_hand():
    match = won_by("Frost")
    everything = all_cards(match.bo)
    match.play("ana pick Starlord")
    assert match.facts == [
        AbilityUsed("ana", "Frostling", "aegaryn", "WV-8.4"),
        CardMoved("bo", "Starlord", "hand", "discard", "WV-8.4"),
    ]
    assert match.bo.discard == ["Starlord"]
    assert hand(match.bo) == 4
    assert all_cards(match.bo) == everything


def test_wv_8_4_the_opponent_may_draw_one_in_exchange():
    match = won_by("Frost").play("ana pick Starlord")
    assert match.due("bo") == [("draw", "WV-7.13"), ("draw", "WV-8.4")]
    match.play("bo draw 1; bo draw 1")
    assert match.one(CardsDrawn) == CardsDrawn("bo", 1, "WV-8.4")
    assert hand(match.bo) == 6
    match.refuse("bo draw 1", "WV-4.3")


def test_wv_8_4_the_exchange_is_one_card_and_may_be_declined():
    match = won_by("Frost").play("ana pick Starlord; bo draw 1")
    match.refuse("bo draw 2", "WV-8.4", have=2)
    match.play("bo decline; ana end")


def test_wv_8_4_the_card_must_be_able_to_be_in_that_hand():
    match = won_by("Frost", bo=Has(hidden="Juryn*3", hand=2))
    match.refuse("ana pick Aegaryn", "REF-2.1", seat="bo", card="Aegaryn", have=0)
    match.play("ana pick Juryn")


def test_wv_8_4_an_empty_hand_has_nothing_to_pick():
    match = won_by("Frost", bo=Has(hand=0))
    assert match.refuse("ana pick Juryn", "WV-8.4", seat="bo").message == "bo's hand is empty"
    assert "pick" not in match.options("ana")
    match.play("ana end")


def test_wv_8_4_the_card_that_the_loser_draws_into_an_empty_hand_may_be_picked():
    match = won_by("Frost", bo=Has(hand=0)).play("bo draw 1")
    assert "pick" in match.options("ana")
    match.play("ana pick Juryn; bo draw 1")
    assert hand(match.bo) == 1


def test_wv_8_4_it_is_owed_once_and_only_to_the_winner():
    match = won_by("Frost")
    match.refuse("bo pick Juryn", "WV-8.4", seat="bo")
    match.play("ana pick Juryn").refuse("ana pick Juryn", "WV-8.4", seat="ana")


def test_wv_8_4_it_is_blind_so_any_card_of_the_hand_is_offered():
    match = won_by("Frost", bo=Has(hidden="Juryn Aegaryn", hand=1))
    (pick,) = [o for o in match.game.options(match.replay.table) if o.verb == "pick"]
    assert isinstance(pick.fields["card"], OneOf)
    assert set(pick.fields["card"].values) == {"Juryn", "Aegaryn"}


# -- Ascyr -------------------------------------------------------------------------------------


def test_wv_8_5_ascyr_deals_10_to_the_opposing_champion():
    match = won_by("Star")
    assert match.bo.health == 240
    assert match.all(AbilityUsed) == [AbilityUsed("ana", "Starling", "ascyr", "WV-8.5")]
    assert match.all(DamageDealt)[-1] == DamageDealt(
        "ana", "Starling", "bo", "Champion", "Champion", 10, 240, "ability", "WV-8.5"
    )


def test_wv_8_5_it_may_win_the_match():
    match = won_by("Star", bo=Has(health=10))
    assert match.one(MatchEnded).winners == ("ana",)
    assert match.state.due == []


# -- Abyssal -----------------------------------------------------------------------------------


def test_wv_8_6_abyssal_deals_20_to_a_character_of_the_opponent():
    match = won_by("Wave", bo=Has(bench="Frostling; Cityling flat"))
    match.play("ana drown Cityling")
    assert match.one(DamageDealt) == DamageDealt(
        "ana", "Waveling", "bo", "Cityling", "Cityling", 20, 30, "ability", "WV-8.6"
    )
    assert [unit.damage for unit in match.bo.bench] == [0, 20]
    assert match.bo.health == 250


def test_wv_8_6_where_there_is_none_the_champion_takes_it():
    match = won_by("Wave")
    assert match.bo.health == 230
    assert match.due("ana") == []
    assert match.all(DamageDealt)[-1].rule == "WV-8.6"


def test_wv_8_6_it_is_owed_while_there_is_one():
    match = won_by("Wave", bo=Has(bench="Frostling"))
    match.refuse("ana end", "WV-8.6", since=2, seat="ana", task="drown a unit (Abyssal; Frostling)")
    match.refuse("ana decline", "WV-8.6", seat="ana")
    match.refuse("bo drown Waveling", "WV-8.6", seat="bo")
    match.play("ana drown Frostling")
    match.refuse("ana drown Frostling", "WV-8.6", seat="ana")


@pytest.mark.parametrize("unit", ["Waveling", "Duneling", "Starling"])
def test_wv_8_6_it_hits_a_character_on_the_opponent_s_battlefield(unit: str):
    match = won_by("Wave", bo=Has(bench="Frostling"))
    match.refuse(f"ana drown {unit}", "WV-8.6", seat="bo", unit=unit)


def test_wv_8_6_it_may_defeat_another_unit():
    bo = Has(bench="Frostling+Frostguard [Aegaryn*2 Juryn] -90")
    match = won_by("Wave", bo=bo).play("ana drown Frostling")
    assert match.one(UnitDefeated) == UnitDefeated(
        "bo", "Frostling", "Frostguard", "ana", "WV-6.10"
    )
    assert match.ana.defeated == 2
    match.play("bo reclaim Aegaryn; bo draw 1; bo draw 1")


def test_wv_8_3_an_offer_lapses_with_a_late_deposit_that_a_judge_lets_stand():
    match = won_by("Fern")
    match.refuse("ana deposit Juryn", "WV-4.6")
    match.play(f"jo stand {match.seq} WV-4.6")
    assert match.ana.bank == ["Juryn"]
    assert match.due("ana") == []
