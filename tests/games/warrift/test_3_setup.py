"""Section 3: selections, replacing, who goes first; setup comes before the first turn."""

from itertools import permutations

import pytest

from events.warrift import FirstRoll, SeatRoll
from referee.fact import DieRolled, FirstPlayer, TurnBegan
from referee.games.warrift.due import RollEye
from referee.verdict import Incomplete
from tests.games.warrift.effects import card
from tests.games.warrift.table import GAME, Match, begun, mid, opened

ANA = "ana selection A2 A2 A3 A4 AA"
BO = "bo selection N2 N2 N3 N4 NA"
SUPPORT = "ana selection Hand1 Hand2 Sneak1 Hut1 Hut2 Hut3 of=support"
ROLL = "ana first-roll ana:6 bo:5"


def asked(match: Match, line: str) -> str:
    """What is asked about a line that lacks a choice; it changes nothing."""
    before = match.replay.digest()
    match._log(line)
    assert isinstance(match.verdict, Incomplete), match.verdict
    assert match.replay.digest() == before
    return match.verdict.message


def told(match: Match, seat: str) -> list[str]:
    """What is awaited of a player, in words."""
    return [due.text() for due in match.state.due if due.seat == seat]


# -- selections ----------------------------------------------------------------------------------


def test_wr_3_10_six_support_cards_are_laid_out():
    match = opened()
    match.refuse(SUPPORT.replace("Hut3 ", ""), "WR-3.10", have=5)
    match.refuse(SUPPORT.replace("Hut3", "Hut3 Hand3"), "WR-3.10", have=7)
    match.play(SUPPORT)
    assert match.wr.zones.piles["offers"] == ["Hand1", "Hand2", "Sneak1", "Hut1", "Hut2", "Hut3"]
    assert match.wr.zones.hidden.size("support") == 54
    match.refuse("ana selection Hand1 Hand2 Hand3 Hut1 Hut2 Hut3 of=support", "WR-3.10")


def test_wr_3_10_anybody_may_say_what_was_flipped():
    assert opened(3).play(SUPPORT.replace("ana", "cy")).wr.zones.piles["offers"][0] == "Hand1"


def test_wr_3_11_each_player_lays_out_five():
    match = opened()
    match.refuse("ana selection A2 A2 A3 A4", "WR-3.11", have=4)
    match.refuse("ana selection A2 A2 A3 A4 A5 A5", "WR-3.11", have=6)
    match.play(ANA)
    assert match.wr.zones.piles["ana.selection"] == ["A2", "A2", "A3", "A4", "AA"]
    assert match.wr.zones.hidden.size("ana.class") == 45
    match.refuse(ANA, "WR-3.11")
    assert "bo.selection" not in match.wr.zones.piles


def test_wr_3_11_not_again_when_play_has_begun():
    match = begun()
    match.refuse(ANA, "WR-3.11")
    match.refuse(SUPPORT, "WR-3.10")


def test_wr_2_5_only_what_the_deck_can_hold_is_flipped():
    match = opened()
    match.refuse("ana selection AL1 AL1 A2 A2 A2", "WR-2.5", card="AL1")
    match.refuse("ana selection A2 A2 A3 A4 N2", "WR-2.5", card="N2")
    match.refuse("ana selection A2 A2 A3 A4 Amage", "WR-2.5", card="Amage")
    match.refuse("ana selection Sneak1 Sneak1 Hut1 Hut1 Hut1 Hut1 of=support", "WR-2.5")


# -- replacing -----------------------------------------------------------------------------------


def test_wr_3_12_any_number_of_the_five_may_be_replaced():
    match = opened().play(ANA)
    match.play("ana replace A2 A2 A3 A4 AA flipped=A5,A5,AL1,A2,A3")
    assert match.wr.zones.piles["ana.selection"] == ["A5", "A5", "AL1", "A2", "A3"]
    hidden = match.wr.zones.hidden
    assert hidden.size("ana.class") == 45
    assert hidden.candidates("ana.class")["A2"] == 15


def test_wr_3_12_the_others_stay_as_they_lie():
    match = opened().play(ANA).play("ana replace A2 A4 flipped=A5,A3")
    assert match.wr.zones.piles["ana.selection"] == ["A2", "A3", "AA", "A5", "A3"]


@pytest.mark.rule("WR-3.12")
def test_wr_3_12_it_is_declined_by_going_on():
    assert begun().wr.turn == 1


def test_wr_3_12_what_was_put_back_does_not_come_straight_back():
    match = opened().play("ana selection AL1 A2 A2 A2 A2")
    match.refuse("ana replace AL1 flipped=AL1", "WR-3.12", card="AL1")
    match.refuse("ana replace AL1 A2 flipped=A3,AL1", "WR-3.12", card="AL1")
    match.play("ana replace A2 flipped=A2")
    assert match.wr.zones.hidden.candidates("ana.class")["A2"] == 12


def test_wr_3_12_another_card_that_cannot_be_there_is_a_flipped_card():
    match = opened().play("ana selection AL1 A2 A2 A2 A2")
    match.refuse("ana replace A2 flipped=AL1", "WR-2.5", card="AL1")
    match.refuse("ana replace A2 flipped=Zebra", "WR-2.2", card="Zebra")


def test_wr_3_12_what_was_put_back_may_come_later():
    match = opened().play("ana selection AL1 A2 A2 A2 A2").play("ana replace AL1 flipped=A3")
    assert match.wr.zones.hidden.candidates("ana.class")["AL1"] == 1


def test_wr_3_12_as_many_are_flipped_as_are_put_back():
    match = opened().play(ANA)
    match.refuse("ana replace A2 A3 flipped=A5", "WR-3.12", back=2, have=1)
    match.refuse("ana replace A2 flipped=A5,A5", "WR-3.12", back=1, have=2)
    assert "which cards were flipped" in asked(match, "ana replace A2")


def test_wr_3_12_only_what_lies_there_is_put_back():
    match = opened().play(ANA)
    match.refuse("ana replace A5 flipped=A5", "WR-2.4", card="A5")
    match.refuse("ana replace A3 A3 flipped=A5,A5", "WR-2.4", card="A3")
    match.refuse("ana replace Zebra flipped=A5", "WR-2.2", card="Zebra")


def test_wr_3_12_it_is_offered_until_then():
    match = opened()
    assert "replace" not in match.options("ana")
    match.play(ANA)
    counts = {
        option.fields["cards"].least
        for option in match.game.options(match.replay.table)
        if (option.seat, option.verb) == ("ana", "replace")
    }
    assert counts == {1, 2, 3, 4, 5}
    assert "replace" not in match.options("bo")
    match.play(BO).play(SUPPORT).play("ana replace A2 flipped=A5").play(ROLL)
    assert "replace" not in match.options("ana")
    assert "replace" in match.options("bo")
    match.play("ana eye-roll 0 0")
    assert "replace" not in match.options("bo")


def test_wr_3_12_not_before_the_selection_is_flipped():
    opened().refuse("ana replace A2 flipped=A5", "WR-3.12", seat="ana")


def test_wr_3_12_up_to_the_first_event_of_the_first_turn():
    match = begun().play("bo replace N2 flipped=N5")
    match.play("ana eye-roll 0 0")
    match.refuse("ana replace A2 flipped=A5", "WR-3.12")
    match.play("ana step mid; ana step end")
    match.refuse("bo replace N3 flipped=N5", "WR-3.12")
    match.play("bo step end")
    assert match.wr.rotation == 2
    match.refuse("ana replace A2 flipped=A5", "WR-3.12")


def test_wr_i_15_once_is_once_for_each_player():
    match = opened().play(ANA).play(BO).play("ana replace A2 flipped=A5")
    match.refuse("ana replace A2 flipped=A5", "WR-3.12")
    match.play("bo replace N2 flipped=N5")


def test_wr_i_15_until_content_may_be_repeated():
    match = opened(choices={"WR-I 15": "until_content"}).play("ana selection AL1 A2 A2 A2 A2")
    match.play("ana replace AL1 flipped=A3; ana replace A3 flipped=AL1")
    assert "AL1" in match.wr.zones.piles["ana.selection"]
    match.refuse("ana replace AL1 flipped=AL1", "WR-3.12", card="AL1")


# -- who goes first ------------------------------------------------------------------------------


def test_wr_3_14_the_highest_roll_goes_first():
    match = opened(3).play("bo first-roll ana:2 bo:6 cy:0")
    assert match.one(FirstPlayer) == FirstPlayer("bo", "WR-3.15")
    assert [(roll.seat, roll.value) for roll in match.all(DieRolled)] == [
        ("ana", 2),
        ("bo", 6),
        ("cy", 0),
    ]
    match.refuse("ana first-roll ana:2 bo:3 cy:1", "WR-3.14", first="bo")


def test_wr_3_14_ties_for_the_highest_roll_again_in_the_same_line():
    match = opened(3).play("ana first-roll ana:6 bo:4 cy:6 cy:3 ana:3 ana:1 cy:2")
    assert match.wr.first == "cy"
    assert len(match.all(DieRolled)) == 7


def test_wr_3_14_or_in_the_next_line():
    match = opened(3).play("ana first-roll ana:6 bo:4 cy:6")
    assert not match.wr.first
    assert "roll again for who goes first: ana, cy" in told(match, "ana")
    match.refuse("ana first-roll ana:1 bo:2", "WR-3.14", seat="bo")
    match.play("cy first-roll ana:1 cy:2")
    assert match.wr.first == "cy"


def test_wr_3_14_nobody_rolls_who_has_not_to():
    match = opened(3)
    match.refuse("ana first-roll ana:6 ana:5 bo:3", "WR-3.14", seat="ana")
    match.refuse("ana first-roll ana:6 bo:5 cy:4 bo:6", "WR-3.14", winner="ana")
    match.refuse("ana first-roll ana:6 bo:6 cy:4 bo:6 cy:5", "WR-3.14", seat="cy")
    match.refuse("ana first-roll ana:6 bo:6 di:4", "REF-1.3", seat="di")


def test_wr_3_14_a_roll_that_is_missing_is_asked_for():
    match = opened(3)
    assert asked(match, "ana first-roll") == "say what ana and bo and cy rolled"
    assert asked(match, "ana first-roll ana:6 cy:6") == "say what bo rolled"
    assert asked(match, "ana first-roll ana:6 bo:6 cy:1 ana:2") == "say what bo rolled"


@pytest.mark.rule("WR-3.15")
def test_wr_3_15_the_winner_has_the_token_with_day_up():
    match = begun(3)
    assert (match.wr.first, match.wr.night, match.wr.active) == ("ana", False, "ana")


def a_turn(match: Match) -> Match:
    """The turn whose it is passes, without monsters."""
    state = match.wr
    if any(isinstance(due, RollEye) for due in state.due):
        match.play(f"{state.first} eye-roll {' '.join('0' * len(state.seats))}")
    return match.play(f"{state.active} step mid; {state.active} step end")


def kept_by(match: Match) -> str:
    (row,) = [text for label, text in GAME.board(match.t)[0].rows if label == "score"]
    return row


def test_wr_i_17_stays_with_whoever_won_the_roll():
    match = begun()
    assert kept_by(match) == "kept by ana"
    assert kept_by(a_turn(a_turn(match))) == "kept by ana"
    assert match.wr.first == "bo"


def test_wr_i_17_moves_with_the_token():
    match = begun(choices={"WR-I 17": "moves"})
    assert kept_by(match) == "kept by ana"
    assert kept_by(a_turn(a_turn(match))) == "kept by bo"


@pytest.mark.parametrize(
    ("reading", "order"),
    [("clockwise", ["ana", "bo", "cy"]), ("counterclockwise", ["ana", "cy", "bo"])],
)
def test_wr_i_18_turns_go_one_way_and_the_token_clockwise(reading: str, order: list[str]):
    match = begun(3, choices={"WR-I 18": reading})
    active = []
    for _ in range(3):
        active.append(match.wr.active)
        a_turn(match)
    assert active == order
    assert (match.wr.rotation, match.wr.first, match.wr.active) == (2, "bo", "bo")


def test_wr_i_16_a_warrift_die_shows_0_to_6():
    match = opened()
    match.refuse("ana first-roll ana:7 bo:1", "WR-3.14", die=7)
    match.play("ana first-roll ana:0 bo:6")
    assert match.wr.first == "bo"


def test_wr_i_16_a_d6_shows_1_to_6():
    match = opened(choices={"WR-I 16": "d6_highest_tied_reroll"})
    match.refuse("ana first-roll ana:0 bo:1", "WR-3.14", die=0)
    match.play("ana first-roll ana:4 bo:4 ana:2 bo:1")
    assert match.wr.first == "ana"
    assert {roll.sides for roll in match.all(DieRolled)} == {6}


def test_wr_i_16_any_roll_is_won_by_whom_the_line_names():
    for line in ("bo first-roll", "bo first-roll ana:18 bo:2"):
        match = opened(choices={"WR-I 16": "any_roll"}).play(line)
        assert match.wr.first == "bo"
        assert not match.all(DieRolled)
    assert match.trusted() == ("how bo won the roll: ana 18, bo 2",)


# -- before the first turn -----------------------------------------------------------------------


@pytest.mark.parametrize("order", list(permutations((ANA, BO, SUPPORT, ROLL))))
def test_wr_3_17_the_steps_come_in_any_order(order: tuple[str, ...]):
    match = opened()
    for line in order[:-1]:
        match.play(line)
        assert match.wr.turn == 0
        match.refuse("ana eye-roll 1 1", "WR-3.17")
    match.play(order[-1])
    assert match.one(TurnBegan) == TurnBegan("ana", 1)


OF_A_TURN = (
    "step mid",
    "eye-roll 0 0",
    "enter Rat",
    "play Amage",
    "play AA",
    "use Wand",
    "effect Wand",
    "re-aim bo",
    "permit",
    "attack A2.1 Rat.1",
    "retarget Rat.1",
    "summon A2",
    "refill A2",
    "hire Hand1 Amage",
    "hire Sneak1 Amage",
    "gain Hut1",
    "store Hut2 A2",
    "take Hut2 A2",
    "trade bo unseen=1",
    "reshuffle 5",
    "rift-deal",
)
"""Every act that belongs to a turn."""
READINGS = (
    {},
    {"WR-I 41": "any_turn_if_it_has_ambush"},
    {"WR-I 43": "any_time"},
    {"WR-I 44": "play"},
)
"""The usual ones, and those by which an act has another time."""
TRAP = card("Trap", kind="strongholds", words=("ambush",))


@pytest.mark.parametrize("line", OF_A_TURN)
def test_wr_3_17_no_turn_before(line: str):
    refusal = opened().play(ANA).play(SUPPORT).refuse(f"ana {line}", "WR-3.17")
    assert refusal.legal == "bo: flip the class selection, 5 cards; ana: roll for who goes first"


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("line", ["gain Trap", "store Hut2 A2", "take Hut2 A2"])
def test_wr_3_17_no_turn_before_however_its_rules_are_read(line: str, reading: dict[str, str]):
    match = opened(extra=TRAP, choices=reading)
    match.refuse(f"ana {line}", "WR-3.17")
    match.refuse(f"zed {line}", "REF-1.3", seat="zed")


def test_wr_3_17_what_is_awaited_is_said_to_whom():
    match = opened(3).play(BO)
    assert told(match, "ana") == [
        "flip the class selection, 5 cards",
        "flip the support selection, 6 cards",
        "roll for who goes first",
    ]
    assert [rule for _, rule in match.due("ana")] == ["WR-3.11", "WR-3.10", "WR-3.14"]
    assert told(match, "bo") == []
    assert told(match, "cy") == ["flip the class selection, 5 cards"]


def test_wr_3_17_a_replacement_is_not_awaited():
    match = opened().play(ANA).play(ROLL).play(SUPPORT)
    assert told(match, "ana") == []


@pytest.mark.parametrize(
    "line",
    [
        *OF_A_TURN,
        "selection A2 A2 A2 A2 A2",
        "replace A2 flipped=A3",
        "first-roll ana:1 bo:2",
        "tally points=0",
        "tally token=day",
        "draw 5",
        "look hand 1",
        "look discard 1",
        "concede",
    ],
)
def test_a_seat_that_there_is_not_does_nothing(line: str):
    for match in (opened(), mid()):
        refusal = match.refuse(f"zed {line}", "REF-1.3", seat="zed")
        assert refusal.legal == "one of ana, bo"


@pytest.mark.parametrize(
    "line", ["ana look hand 1 player=zed", "ana trade zed unseen=1", "jo penalty zed warning"]
)
def test_nothing_is_done_to_a_seat_that_there_is_not(line: str):
    mid().refuse(line, "REF-1.3", seat="zed")


def test_a_line_reads_as_the_rolls_of_the_seats():
    match = opened()
    match._log(ROLL)
    assert match.replay.events[-1] == FirstRoll("ana", (SeatRoll("ana", 6), SeatRoll("bo", 5)))


@pytest.mark.rule("WR-3.13")
def test_wr_3_13_rift_and_necropolis_start_empty():
    piles = begun(2).wr.zones.piles
    assert not piles.get("rift") and not piles.get("necropolis")
