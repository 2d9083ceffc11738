"""Where the printed rules are silent: every reading, and what the match does under it."""

import pytest

from referee.fact import CardsDrawn, DamageDealt, DeckRebuilt, TotalsCompared, UnitDefeated
from referee.games.wondervale.state import full_health
from tests.games.wondervale.table import (
    DECK,
    GAME,
    Has,
    Match,
    cards,
    opened,
    position_with,
    unit,
)


def options(number: int) -> tuple[str, ...]:
    return GAME.rulebook.interpretations[f"WV-I {number}"].options


@pytest.mark.parametrize(
    ("chosen", "facts"),
    [
        ({"WV-I 18": "yes"}, {"id": "WV-I 18"}),
        ({"WV-I 5": "perhaps"}, {"id": "WV-I 5", "option": "perhaps"}),
        ({"WV-I 9": "yes"}, {"id": "WV-I 9", "option": "yes"}),
    ],
)
def test_a_reading_that_there_is_not_is_refused_at_the_opening(chosen, facts):
    opened(choices=chosen).refused("REF-1.2", **facts)


@pytest.mark.parametrize("number", range(1, 18))
def test_every_reading_can_be_played_and_is_pinned(number: int):
    for option in options(number):
        match = opened(choices={f"WV-I {number}": option})
        assert match.replay.table.choice[f"WV-I {number}"] == option


# -- WV-I 1: how many copies of the preceding card? --------------------------------------------

TWO_GUARDS = {**DECK, "Frostling": 1, "Frostguard": 2, "Aegaryn": DECK["Aegaryn"] + 1}


def test_wv_i_1_at_least_one_copy_is_enough():
    assert opened(decks=(DECK, TWO_GUARDS), choices={"WV-I 1": "at_least_one"}).replay.opened


def test_wv_i_1_as_many_copies_as_of_the_card_itself():
    match = opened(decks=(DECK, TWO_GUARDS), choices={"WV-I 1": "as_many"})
    match.refused("WV-1.6", card="Frostguard", follows="Frostling", have=1, need=2)
    even = {**TWO_GUARDS, "Frostling": 2, "Aegaryn": DECK["Aegaryn"]}
    assert opened(decks=(DECK, even), choices={"WV-I 1": "as_many"}).replay.opened


# -- WV-I 2: do optional draws also rebuild the deck and cost 40? -------------------------------

EMPTY = {"hidden": "Frostling*2", "hand": 2, "discard": "Aegaryn*2"}


def optional_draw(reading: str, by: str) -> Match:
    """A player has just made the optional draw of that rule, over an empty deck."""
    winner = {"WV-8.1": "Duneling", "WV-8.3": "Fernling", "WV-8.4": "Frostling"}.get(by, "Cityling")
    ana = {**EMPTY, "battle": winner} if by in ("WV-8.1", "WV-8.3") else {"battle": winner}
    bo = {**EMPTY, "battle": "Duneling -49"}
    if by == "WV-8.4":
        bo["hidden"] = "Frostling*3"  # the draw of WV-7.13 takes the last card before this one
    match = position_with("WV-I 2", reading, ana=Has(**ana), bo=Has(**bo))
    lines = {
        "WV-7.13": "bo draw 1",
        "WV-8.1": "ana sift Frostling",
        "WV-8.3": "ana draw 1",
        "WV-8.4": "bo draw 1; ana pick Frostling; bo draw 1",
    }
    return match.play(f"ana attack 6-1; {lines[by]}")


OPTIONAL_DRAWS = ["WV-7.13", "WV-8.1", "WV-8.3", "WV-8.4"]


@pytest.mark.parametrize("by", OPTIONAL_DRAWS)
def test_wv_i_2_every_draw_rebuilds_the_deck(by: str):
    match = optional_draw("every_draw", by)
    assert match.one(DeckRebuilt).rule == "WV-4.4"
    assert match.one(DamageDealt).amount == 40
    assert match.one(CardsDrawn).rule == by


@pytest.mark.parametrize("by", OPTIONAL_DRAWS)
def test_wv_i_2_an_optional_draw_takes_nothing_from_an_empty_deck(by: str):
    match = optional_draw("compulsory_only", by)
    assert match.all(DeckRebuilt) == match.all(DamageDealt) == match.all(CardsDrawn) == []
    assert (match.ana.health, match.bo.health) == (250, 250)


def test_wv_i_2_the_draw_of_the_turn_is_not_optional():
    match = position_with("WV-I 2", "compulsory_only", ana=Has(**EMPTY), step="discard")
    match.play("ana draw 1")
    assert match.one(DeckRebuilt).count == 2
    assert match.ana.health == 210


# -- WV-I 3: deck and discard pile both empty ---------------------------------------------------


@pytest.mark.parametrize(("reading", "health"), [("damage_and_no_card", 210), ("no_damage", 250)])
def test_wv_i_3_one_card_is_due_and_there_is_none(reading: str, health: int):
    ana = Has(hidden="Juryn*3", hand=3)
    match = position_with("WV-I 3", reading, ana=ana, step="discard").play("ana draw 1")
    assert match.ana.health == health
    assert match.ana.hidden.size("hand") == 3
    assert match.all(CardsDrawn) == match.all(DeckRebuilt) == []
    match.play("ana deposit Juryn")


@pytest.mark.parametrize(("reading", "health"), [("damage_and_no_card", 170), ("no_damage", 210)])
def test_wv_i_3_the_pile_runs_out_while_cards_are_due(reading: str, health: int):
    ana = Has(hidden="Juryn*3", hand=3)
    match = position_with("WV-I 3", reading, ana=ana, step="discard")
    match.play("ana discard Juryn*2; ana draw 3")
    assert match.ana.health == health
    assert match.one(CardsDrawn).count == 2


# -- WV-I 4: which tribe counts in a mixed unit? -------------------------------------------------


@pytest.mark.parametrize(
    ("tribes", "topmost", "attached_to"),
    [
        ("Aegaryn Abyssal*2", 110, 120),
        ("Abyssal*3", 120, 110),
        ("Aegaryn*3", 90, 100),
        ("Juryn*3", 90, 90),
    ],
)
@pytest.mark.parametrize("reading", ["topmost", "card_attached_to"])
def test_wv_i_4_a_guardian_of_another_tribe(tribes, topmost, attached_to, reading):
    match = position_with("WV-I 4", reading)
    mixed = unit(f"Frostling+Reefguard [{tribes}]")
    health = topmost if reading == "topmost" else attached_to
    assert full_health(match.replay.table, mixed) == health


@pytest.mark.parametrize(("reading", "left"), [("topmost", 0), ("card_attached_to", 10)])
def test_wv_i_4_decides_whether_a_unit_falls(reading: str, left: int):
    bo = Has(battle="Frostling+Reefguard [Aegaryn Abyssal*2] -80")
    match = position_with("WV-I 4", reading, ana=Has(battle="Cityling"), bo=bo)
    match.play("ana attack 6-1")
    assert match.one(DamageDealt).left == left


@pytest.mark.parametrize("reading", options(4))
def test_wv_i_4_a_single_card_has_one_tribe(reading: str):
    table = position_with("WV-I 4", reading).replay.table
    assert full_health(table, unit("Frostling [Aegaryn]")) == 60


# -- WV-I 5: may the action be skipped? ---------------------------------------------------------

POSSIBLE = {
    "a swap": ({"battle": "Frostling", "bench": "Duneling"}, {}, 1, "swap Duneling"),
    "an attack": ({"battle": "Frostling"}, {"bench": "Waveling"}, 1, "attack 6-1"),
    "a direct attack": ({"battle": "Frostling"}, {}, 3, "direct-attack"),
    "a Champion battle": ({"battle": "Frostling", "defeated": 3}, {}, 1, "champion-battle 6-1"),
}


@pytest.mark.parametrize("possible", POSSIBLE)
@pytest.mark.parametrize("reading", options(5))
def test_wv_i_5_an_action_that_is_possible(possible: str, reading: str):
    ana, bo, turn, action = POSSIBLE[possible]
    match = position_with("WV-I 5", reading, ana=Has(**ana), bo=Has(**bo), turn=turn)
    if reading == "no_if_possible":
        match.refuse("ana end", "WV-7.1")
        assert "end" not in match.options("ana")
        match.play(f"ana {action}")
    match.play("ana end")


@pytest.mark.parametrize(
    ("ana", "bo", "turn"),
    [
        (Has(bench="Duneling"), Has(battle="Waveling"), 5),
        (Has(battle="Frostling", bench="Duneling flat"), Has(bench="Waveling flat"), 2),
    ],
)
def test_wv_i_5_where_none_is_possible_the_turn_ends(ana: Has, bo: Has, turn: int):
    position_with("WV-I 5", "no_if_possible", ana=ana, bo=bo, turn=turn).play("ana end")


def test_wv_i_5_the_hand_limit_comes_after_the_action():
    ana = Has(battle="Frostling", bench="Duneling", hand=8)
    match = position_with("WV-I 5", "no_if_possible", ana=ana)
    match.refuse("ana discard Juryn", "WV-7.1")
    match.play("ana swap Duneling; ana discard Juryn; ana end")


# -- WV-I 6: how many direct attacks a turn? ----------------------------------------------------


def test_wv_i_6_one():
    match = position_with("WV-I 6", "one", ana=Has(battle="Frostling")).play("ana direct-attack")
    match.refuse("ana direct-attack", "WV-7.6", have=1, limit=1)
    match.play("ana end; bo draw 1; bo end; ana draw 1; ana direct-attack")


def test_wv_i_6_up_to_three():
    match = position_with("WV-I 6", "up_to_three", ana=Has(battle="Frostling"))
    match.play("ana direct-attack; ana direct-attack; ana direct-attack")
    match.refuse("ana direct-attack", "WV-7.15", have=3, limit=3)
    assert match.bo.health == 160


# -- WV-I 7: where may the extra tribe card go? -------------------------------------------------


@pytest.mark.parametrize("reading", options(7))
def test_wv_i_7_into_the_bank_or_onto_a_unit_alone(reading: str):
    ana = Has(battle="Fernling", bank="Juryn")
    match = position_with("WV-I 7", reading, ana=ana, bo=Has(battle="Waveling -49"))
    match.play("ana attack 6-1")
    match.refuse("ana graft Juryn bank bank", "WV-8.3", source="bank")
    if reading == "unit_only":
        match.refuse("ana graft Juryn bank", "WV-8.3", source="hand")
        match.play("ana graft Juryn Fernling")
    else:
        match.play("ana graft Juryn bank")
        assert match.ana.bank == ["Juryn"] * 2


# -- WV-I 8: a unit that an ability defeats -----------------------------------------------------


@pytest.mark.parametrize("reading", options(8))
def test_wv_i_8_a_unit_that_an_ability_defeats(reading: str):
    bo = Has(battle="Duneling -49", bench="Cityling -40; Starling -40; Fernling")
    match = position_with("WV-I 8", reading, ana=Has(battle="Waveling"), bo=bo)
    match.play("ana attack 6-1; bo draw 1; ana drown Cityling")
    assert match.one(UnitDefeated).by == ("" if reading == "does_not_count" else "ana")
    assert match.ana.defeated == (1 if reading == "does_not_count" else 2)
    assert match.due("bo") == ([] if reading == "does_not_count" else [("draw", "WV-7.13")])
    if reading == "counts_with_ability":
        match.play("ana drown Starling; ana drown Fernling")
        assert match.ana.defeated == 3
        assert match.bo.bench[0].damage == 20
    match.refuse("ana drown Fernling", "WV-8.6", seat="ana")
    match.refuse("ana attack 6-1", "WV-7.15")


def test_wv_i_8_chained_defeats_end_at_the_champion():
    bo = Has(battle="Duneling -49", bench="Cityling -40; Starling -40", health=20)
    match = position_with("WV-I 8", "counts_with_ability", ana=Has(battle="Waveling"), bo=bo)
    match.play("ana attack 6-1; ana drown Cityling; ana drown Starling")
    assert match.ana.defeated == 3
    assert match.state.winner == "ana"


# -- WV-I 9: a tie in a Champion battle ---------------------------------------------------------

CHAMPION = Has(battle="Frostling+Frostguard", defeated=3)


def test_wv_i_9_a_tie_is_thrown_again():
    match = position_with("WV-I 9", "reroll", ana=CHAMPION)
    match.refuse("ana champion-battle 3-4", "WV-9.3", number=1, own=3, other=4)
    match.refuse("ana champion-battle 3-3 6-1", "WV-9.3", number=1)
    match.play("ana champion-battle 3-4 2-3 6-1")
    assert [totals.winner for totals in match.all(TotalsCompared)] == ["", "", "ana"]
    assert match.bo.health == 200


def test_wv_i_9_a_tie_is_the_defender_s():
    match = position_with("WV-I 9", "defender_wins", ana=CHAMPION)
    match.refuse("ana champion-battle 3-4 6-1", "WV-9.3", have=2)
    match.play("ana champion-battle 3-4")
    assert match.one(DamageDealt).amount == 50
    assert match.ana.battle.damage == 50
    match.play("ana champion-battle 4-4")
    assert match.bo.health == 200


# -- WV-I 10: a unit that falls in a Champion battle ---------------------------------------------


@pytest.mark.parametrize(
    ("reading", "by", "offered"), [("yes", "bo", [("draw", "WV-7.13")]), ("no", "", [])]
)
def test_wv_i_10_does_it_count_and_may_its_owner_draw(reading: str, by: str, offered):
    ana = Has(battle="Frostling", defeated=3)
    match = position_with("WV-I 10", reading, ana=ana).play("ana champion-battle 1-6")
    assert match.one(UnitDefeated).by == by
    assert match.bo.defeated == bool(by)
    assert match.due("ana") == offered


# -- WV-I 11: the hand limit after WV-9.5 --------------------------------------------------------


@pytest.mark.parametrize("reading", options(11))
def test_wv_i_11_the_turn_is_over_with_nine_cards_in_hand(reading: str):
    ana = Has(battle="Frostling", defeated=3, hand=9)
    match = position_with("WV-I 11", reading, ana=ana).play("ana champion-battle 1-6")
    if reading == "yes":
        match.refuse("ana end", "WV-4.7", have=9, limit=7)
        match.play("ana discard Juryn*2")
    match.play("ana end; bo draw 1")


def test_wv_i_11_speaks_of_no_other_turn():
    match = position_with("WV-I 11", "no", ana=Has(battle="Frostling", defeated=3, hand=9))
    match.play("ana champion-battle 6-1").refuse("ana end", "WV-4.7", have=9)


# -- WV-I 12: do Champion battles count among the three attacks? ---------------------------------

TOWER = Has(battle="Frostling+Frostguard+Frostlord", defeated=3)
WALL = Has(battle="Starling")


@pytest.mark.parametrize(("reading", "attacks"), [("counted", 1), ("apart", 3)])
def test_wv_i_12_champion_battles_and_attacks_on_units(reading: str, attacks: int):
    match = position_with("WV-I 12", reading, ana=TOWER, bo=WALL)
    match.play("ana champion-battle 6-1; ana champion-battle 6-1")
    for _ in range(attacks):
        match.play("ana attack 1-6")
    assert "attack" not in match.options("ana")
    match.refuse("ana attack 1-6", "WV-7.15", have=3, limit=3)
    match.play("ana end")


@pytest.mark.parametrize("reading", options(12))
def test_wv_i_12_after_a_defeat_a_champion_battle_is_an_attack_or_is_none(reading: str):
    match = position_with("WV-I 12", reading, ana=TOWER, bo=Has(bench="Duneling"))
    match.play("jo adjust defeat:bo/Duneling:nobody")
    if reading == "counted":
        match.refuse("ana champion-battle 6-1", "WV-7.15", since=2)
        assert "champion-battle" not in match.options("ana")
    else:
        match.play("ana champion-battle 6-1")


# -- WV-I 13: an attack on a unit after a Champion battle ----------------------------------------


@pytest.mark.parametrize("reading", options(13))
def test_wv_i_13_a_unit_attacked_after_a_champion_battle(reading: str):
    match = position_with("WV-I 13", reading, ana=TOWER, bo=WALL).play("ana champion-battle 6-1")
    if reading == "no":
        assert "attack" not in match.options("ana")
        verdict = match.refuse("ana attack 1-6", "WV-9.1")
        assert verdict.legal == "a Champion battle"
        match.play("ana champion-battle 6-1; ana end")
    else:
        match.play("ana attack 1-6")


# -- WV-I 14: taking back, and the draw ----------------------------------------------------------

FALLEN = Has(battle="Duneling+Duneguard [Juryn Aegaryn*2] -89")


@pytest.mark.parametrize("reading", options(14))
def test_wv_i_14_a_draw_before_tribe_cards_are_taken_back(reading: str):
    match = position_with("WV-I 14", reading, ana=Has(battle="Cityling"), bo=FALLEN)
    match.play("ana attack 6-1; bo draw 1")
    if reading == "take_back_first":
        assert "reclaim" not in match.options("bo")
        match.refuse("bo reclaim Juryn", "WV-7.12", seat="bo")
    else:
        match.play("bo reclaim Juryn")


@pytest.mark.parametrize("reading", options(14))
def test_wv_i_14_speaks_of_one_defeat(reading: str):
    bo = Has(battle=FALLEN.battle, bench="Starling+Starguard [Ascyr Abyssal*2] -99")
    match = position_with("WV-I 14", reading, ana=Has(battle="Waveling"), bo=bo)
    match.play("ana attack 6-1; ana drown Starling; bo draw 1; bo reclaim Abyssal")


# -- WV-I 15: must an exchange be made? ----------------------------------------------------------

TWO_PLACES = Has(battle="Cityling [Aegaryn]", bank="Abyssal")


@pytest.mark.parametrize("reading", options(15))
def test_wv_i_15_an_exchange_that_is_possible(reading: str):
    bo = Has(battle="Duneling -49")
    match = position_with("WV-I 15", reading, ana=TWO_PLACES, bo=bo).play("ana attack 6-1")
    if reading == "compulsory":
        match.refuse("ana end", "WV-8.2", since=2)
        match.refuse("ana decline", "WV-8.2")
        match.play("ana exchange Aegaryn Cityling Abyssal bank")
    match.play("ana end")


def test_wv_i_15_one_that_is_not_possible_is_not_due():
    ana, bo = Has(battle="Cityling [Aegaryn]"), Has(battle="Duneling -49")
    match = position_with("WV-I 15", "compulsory", ana=ana, bo=bo)
    match.play("ana attack 6-1; ana decline; ana end")


# -- WV-I 16: a unit that its own player's exchange robs of its bonus ----------------------------


@pytest.mark.parametrize(
    ("reading", "by"), [("defeated_by_nobody", ""), ("defeated_by_opponent", "bo")]
)
@pytest.mark.parametrize(
    "line", ["exchange Aegaryn Cityling Duneward Duneling", "replace Duneward Duneling Juryn"]
)
def test_wv_i_16_who_defeats_it(reading: str, by: str, line: str):
    ana = Has(battle="Cityling [Aegaryn]", bench="Duneling [Duneward] -50")
    match = position_with("WV-I 16", reading, ana=ana, bo=Has(battle="Waveling -49"))
    match.play(f"ana attack 6-1; ana {line}")
    assert match.one(UnitDefeated).by == by
    assert match.bo.defeated == bool(by)


# -- WV-I 17: until when is an offer open? -------------------------------------------------------


@pytest.mark.parametrize("reading", options(17))
def test_wv_i_17_an_offer_after_the_next_step_of_the_player_on_turn(reading: str):
    ana = Has(battle="Cityling+Cityguard+Citylord", hand=8)
    match = position_with("WV-I 17", reading, ana=ana, bo=FALLEN)
    match.play("ana attack 6-1; ana discard Juryn")
    if reading == "end_of_turn":
        match.play("bo reclaim Juryn; bo draw 1; ana end")
    else:
        assert match.due("bo") == []
        match.refuse("bo reclaim Juryn", "WV-7.12", seat="bo")
        match.refuse("bo draw 1", "WV-4.3", seat="bo")
        match.play("ana end")


@pytest.mark.parametrize("reading", options(17))
def test_wv_i_17_no_offer_outlives_the_turn(reading: str):
    match = position_with("WV-I 17", reading, ana=Has(battle="Cityling"), bo=FALLEN)
    match.play("ana attack 6-1; ana end")
    assert match.due("bo") == []
    match.refuse("bo reclaim Juryn", "WV-7.12", seat="bo")
    match.refuse("bo draw 2", "WV-4.3", have=2, due=1)


def test_wv_i_17_nor_need_the_other_player_be_quick_with_an_ability():
    ana, bo = Has(battle="Waveling -30", hand=8), Has(battle="Fernling")
    match = position_with("WV-I 17", "end_of_turn", ana=ana, bo=bo).play("ana attack 1-6")
    match.play("ana discard Juryn; bo graft Juryn bank; ana draw 1")


# -- what an opening leaves out ------------------------------------------------------------------


def test_an_opening_that_names_no_later_reading_is_played_by_that_of_its_day():
    match = opened(interpretations={})
    played = match.replay.table.choice
    assert {id: played[id] for id in ("WV-I 12", "WV-I 14", "WV-I 17")} == {
        "WV-I 12": "apart",
        "WV-I 14": "take_back_first",
        "WV-I 17": "next_step_of_the_active_player",
    }
    book = GAME.rulebook.interpretations
    assert all(book[id].before for id in ("WV-I 12", "WV-I 14", "WV-I 17"))


def test_a_match_that_is_opened_today_pins_the_usual_readings():
    chosen = GAME.choices_of_new({"WV-I 14": "take_back_first"})
    assert chosen["WV-I 14"] == "take_back_first"
    assert (chosen["WV-I 12"], chosen["WV-I 17"]) == ("counted", "end_of_turn")
    assert list(chosen) == list(GAME.rulebook.interpretations)


def test_cards_of_a_list():
    assert cards("Frostling Aegaryn*2, Tundra_Banner") == [
        "Frostling",
        "Aegaryn",
        "Aegaryn",
        "Tundra Banner",
    ]


def test_every_reading_can_be_played():
    assert all(i.playable == i.options for i in GAME.rulebook.interpretations.values())
