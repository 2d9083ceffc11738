"""Sections 1 and 17: points, the game-ending rotation, the limit, the winner; teams; leaving."""

from typing import Any

import pytest

from referee.fact import MatchEnded, ScoreChanged, SideLeft
from referee.games.warrift.facts import RotationBegan
from referee.games.warrift.places import LAYOUT
from referee.games.warrift.window import let_all
from referee.table import result_of
from tests.games.warrift.effects import card, does
from tests.games.warrift.table import Match, begun, mid

EXTRA = """
[[class_cards]]
name = "Thief"
cls = "arbiter"
tier = 2
cost = 2
attack = 1
[[class_cards.effects]]
when = "played"
aims = { victim = { what = "player" } }
steps = [{ do = "points", change = -5, player = "victim" }]

[[class_cards]]
name = "Purse"
cls = "arbiter"
tier = 2
cost = 2
attack = 1
[[class_cards.effects]]
when = "played"
steps = [{ do = "points", change = 5 }]
"""


def killing(match: Match, seat: str, *monsters: str) -> Match:
    """A player kills monsters in their mid step, and nobody answers."""
    for name in monsters:
        monster = match.put("", name)[0]
        creature = match.put(seat, "AL1", turn=match.wr.turn)[0]
        match.play(f"{seat} attack {creature} {monster}")
        let_all(match.t)
    return match


def rotation(match: Match) -> Match:
    """The rest of a rotation, from somebody's turn on, and the next Eye rolled for."""
    now = match.wr.rotation
    while match.wr.rotation == now and not match.wr.over:
        match.play(f"{match.wr.active} step end")
    if not match.wr.over:
        dice = " ".join("0" for _ in match.wr.seats)
        match.play(f"{match.wr.first} eye-roll {dice}")
    return match


def ended(match: Match) -> Match:
    """Rotations until the match is over."""
    while not match.wr.over:
        rotation(match)
    return match


# -- points ------------------------------------------------------------------------------------


@pytest.mark.rule("WR-1.2")
def test_wr_1_2_points_begin_at_0_and_come_from_kills():
    match = mid()
    assert [side.points for side in match.wr.sides.values()] == [0, 0]
    killing(match, "ana", "Wolf")
    assert match.wr.sides["ana"].points == 2


def test_wr_i_1_stop_at_zero():
    match = mid(2, EXTRA).hold("ana", "Thief").give("bo", points=3)
    match.play("ana play Thief points:-5:bo aims=bo")
    assert match.wr.sides["bo"].points == 0


def test_wr_i_1_effect_impossible():
    match = mid(2, EXTRA, choices={"WR-I 1": "effect_impossible"}).hold("ana", "Thief")
    match.give("bo", points=3)
    match.refuse("ana play Thief points:-5:bo aims=bo", "WR-15.6")
    match.give("bo", points=5).play("ana play Thief points:-5:bo aims=bo")


# -- the game-ending rotation ------------------------------------------------------------------


@pytest.mark.rule("WR-1.3")
def test_wr_1_3_thirty_points_call_the_next_rotation_the_last():
    match = killing(mid().give("ana", points=28), "ana", "Rat")
    assert match.wr.ending == 0
    killing(match, "ana", "Rat")
    assert match.wr.ending == 2
    match.play("ana step end; bo step end")
    assert match.one(RotationBegan).ending
    match.play("bo eye-roll 0 0; bo step end; ana step end")
    assert match.wr.over == "most points"


@pytest.mark.rule("WR-1.4")
def test_wr_1_4_falling_below_it_does_not_call_it_off():
    match = killing(mid().give("ana", points=29), "ana", "Rat")
    match.play("ana gain Hut3 Hut1")
    assert (match.wr.sides["ana"].points, match.wr.ending) == (27, 2)


@pytest.mark.rule("WR-1.5")
def test_wr_1_5_others_neither_move_nor_repeat_it():
    match = killing(mid().give("ana", points=29).give("bo", points=29), "ana", "Rat")
    match.play("ana step end")
    killing(match, "bo", "Rat")
    assert match.wr.ending == 2
    rotation(match)
    killing(match, "bo", "Rat")
    assert match.wr.ending == 2


@pytest.mark.parametrize(("option", "ending"), [("any_loss", 2), ("strongholds_only", 0)])
def test_wr_i_2_an_effect_lowers_the_points(option: str, ending: int):
    match = mid(2, EXTRA, choices={"WR-I 2": option}).hold("ana", "Thief")
    killing(match.give("ana", points=29), "ana", "Rat")
    match.play("ana play Thief points:-5:ana aims=ana")
    assert (match.wr.sides["ana"].points, match.wr.ending) == (25, ending)


def test_wr_i_2_strongholds_only_still_keep_it():
    match = mid(2, EXTRA, choices={"WR-I 2": "strongholds_only"}).hold("ana", "Thief")
    killing(match.give("ana", points=29), "ana", "Rat")
    match.play("ana gain Hut1 Hut1; ana play Thief points:-5:ana aims=ana")
    assert (match.wr.sides["ana"].points, match.wr.ending) == (24, 2)


def test_wr_i_2_what_begins_is_not_called_off():
    match = mid(2, EXTRA, choices={"WR-I 2": "strongholds_only"}).hold("ana", "Thief")
    killing(match.give("ana", points=29), "ana", "Rat")
    rotation(match)
    match.play("bo step end; ana play Thief points:-5:ana aims=ana")
    assert match.wr.ending == 2


# -- the limit ---------------------------------------------------------------------------------


def overrun(monsters: int, **more: Any) -> Match:
    """A rotation that ends with so many monsters in play."""
    match = mid(**more)
    match.put("", *["Ogre"] * monsters)
    return match


def test_wr_1_6_more_monsters_than_the_limit_are_lost_by_all():
    match = overrun(13).play("ana step end")
    assert not match.wr.over
    match.play("bo step end")
    assert match.one(MatchEnded).result == "all lost"
    assert match.wr.winner == ""


def test_wr_1_6_as_many_as_the_limit_are_safe():
    assert not overrun(12).play("ana step end; bo step end").wr.over
    assert overrun(4, difficulty="rekt").play("ana step end; bo step end").wr.over


def test_wr_1_6_it_holds_in_the_rotation_in_which_thirty_was_reached():
    match = killing(overrun(13).give("ana", points=29), "ana", "Rat")
    match.play("ana step end; bo step end")
    assert match.one(MatchEnded).result == "all lost"


@pytest.mark.rule("WR-1.7")
def test_wr_1_7_the_game_ending_rotation_has_no_limit():
    match = rotation(killing(mid().give("ana", points=29), "ana", "Rat"))
    match.put("", *["Ogre"] * 20)
    match.play("bo step end; ana step end")
    assert (match.wr.over, match.wr.winner) == ("most points", "ana")


def test_wr_1_8_no_trade_in_the_game_ending_rotation():
    match = killing(mid().give("ana", points=29), "ana", "Rat")
    match.play("ana step end; bo step end")
    match.play("ana trade bo unseen=1")
    match.play("bo eye-roll 0 0")
    match.refuse("ana trade bo unseen=1", "WR-1.8")


def test_wr_1_8_an_effect_of_the_first_start_step_begins_it():
    garden = (
        '[[strongholds]]\nname = "Garden"\ntier = 1\ncost = 1\n[[strongholds.effects]]\n'
        'when = "turn_start"\nsteps = [{ do = "magicka", change = 1 }]\n'
    )
    match = mid(2, garden, choices={"WR-I 25": "effects_first"})
    match.put("bo", "Garden")
    killing(match.give("ana", points=29), "ana", "Rat")
    match.play("ana step end; bo effect Garden.1; bo step end; ana trade bo unseen=1")
    match.play("bo effect Garden.1")
    match.refuse("ana trade bo unseen=1", "WR-1.8")


def test_wr_1_8_an_effect_that_is_announced_ahead_of_the_roll_begins_it():
    match = mid(2, card("Quick", does('do = "magicka", change = 2', when="used", speed='"fast"')))
    match.put("bo", "Quick")
    killing(match.give("ana", points=29), "ana", "Rat")
    match.play("ana step end; bo step end; ana trade bo unseen=1; bo use Quick")
    match.refuse("ana trade bo unseen=1", "WR-1.8")


# -- the winner --------------------------------------------------------------------------------


def finished(points: dict[str, int], huts: dict[str, list[str]], **more: Any) -> Match:
    """A match that ends with these points and strongholds."""
    match = mid(len(points), **more)
    match.wr.ending = 1
    for seat, have in points.items():
        match.give(seat, points=have)
        for name in huts.get(seat, []):
            match.put(seat, name, paid=match.t.catalog.cards[name].cost)
    return ended(match)


def final(match: Match) -> dict[str, int]:
    return {seat: side.points for seat, side in match.wr.sides.items()}


@pytest.mark.rule("WR-1.9")
def test_wr_1_9_the_highest_strongholds_give_5_points():
    match = finished({"ana": 30, "bo": 27}, {"bo": ["Hut3"], "ana": ["Hut2"]})
    assert match.all(ScoreChanged) == [ScoreChanged("bo", "points", 32)]
    assert match.wr.winner == "bo"


@pytest.mark.rule("WR-1.10")
def test_wr_1_10_all_who_tie_for_them_get_it():
    match = finished({"ana": 9, "bo": 8, "cy": 7}, {"ana": ["Hut3"], "cy": ["Hut2", "Hut1"]})
    assert final(match) == {"ana": 14, "bo": 8, "cy": 12}


def test_wr_1_11_the_most_points_win():
    match = finished({"ana": 30, "bo": 31, "cy": 3}, {})
    result = result_of(match.wr)
    assert result is not None
    assert result.winners == ("bo",)


def test_wr_1_12_nothing_follows():
    match = finished({"ana": 30, "bo": 31}, {})
    match.refuse("ana step mid", "WR-1.12", since=match.wr.ended)
    match.refuse("bo eye-roll 0 0", "WR-1.12")
    match.refuse("ana rift-deal", "WR-1.12")
    match.play('ana note text="well played"')


@pytest.mark.parametrize(
    ("option", "winner"),
    [
        ("sum_of_printed_costs", "ana"),
        ("sum_of_points_paid", "bo"),
        ("highest_single_cost", "bo"),
    ],
)
def test_wr_i_3_what_makes_a_stronghold_total(option: str, winner: str):
    match = mid(choices={"WR-I 3": option})
    match.wr.ending = 1
    for _ in range(4):
        match.put("ana", "Hut1", paid=0)
    match.put("bo", "Hut3", paid=3)
    assert ended(match).wr.winner == winner


@pytest.mark.parametrize(("option", "points"), [("no_bonus", 3), ("all_get_it", 8)])
def test_wr_i_4_nobody_has_a_stronghold(option: str, points: int):
    match = finished({"ana": 3, "bo": 3}, {}, choices={"WR-I 4": option})
    assert set(final(match).values()) == {points}


@pytest.mark.parametrize(
    ("option", "winners"),
    [
        ("shared_win", ("ana", "bo")),
        ("higher_stronghold_total_then_shared", ("bo",)),
        ("earlier_in_last_rotation", ("ana",)),
    ],
)
def test_wr_i_5_equal_points(option: str, winners: tuple[str, ...]):
    match = finished({"ana": 15, "bo": 10, "cy": 3}, {"bo": ["Hut3"]}, choices={"WR-I 5": option})
    assert match.one(MatchEnded).winners == winners


def test_wr_i_5_a_tie_with_equal_strongholds_is_shared():
    option = {"WR-I 5": "higher_stronghold_total_then_shared"}
    match = finished({"ana": 15, "bo": 15}, {}, choices=option)
    assert match.one(MatchEnded).winners == ("ana", "bo")


# -- leaving -----------------------------------------------------------------------------------


def test_wr_i_6_the_match_ends_without_a_result():
    match = mid(3).play("bo concede")
    assert match.one(MatchEnded).result == "no result"
    assert match.wr.winner == ""


def test_wr_i_6_a_disqualification_ends_it_too():
    match = mid(3).play("lena appoint lena judge; lena penalty bo disqualification")
    assert match.one(MatchEnded).result == "no result"
    match = mid(3).play("lena penalty bo warning")
    assert not match.wr.over


def test_only_a_judge_gives_a_penalty():
    match = mid(3).play("lena appoint lena judge")
    match.refuse("jo penalty bo disqualification", "REF-3.7", judge="jo")
    match.refuse("lena penalty bo disqualification authority=scorekeeper", "REF-3.2")


def test_who_has_left_does_not_concede_again():
    match = going_on().play("bo concede")
    assert match.refuse("bo concede", "REF-1.3", side="bo").legal == "one of ana, cy"


def going_on(players: int = 3) -> Match:
    return mid(players, choices={"WR-I 6": "others_go_on"})


def test_wr_i_6_the_others_go_on_and_the_cards_stay_out():
    match = going_on()
    match.put("bo", "Hut1", "N2")
    cards = LAYOUT.counted(match.t)
    match.play("bo concede")
    assert match.one(SideLeft).side == "bo"
    assert match.wr.zones.things == {}
    assert match.wr.zones.piles["bo.discard"] == ["Hut1", "N2"]
    assert LAYOUT.counted(match.t) == cards
    match.refuse("bo step end", "REF-1.3")
    match.play("ana step end; cy step end")
    match.refuse("cy eye-roll 0 0", "WR-5.2")
    match.play("cy eye-roll 0 0 0; cy step end; ana step end; ana eye-roll 0 0 0")


def test_wr_i_6_whoever_leaves_in_their_own_turn_ends_it():
    match = going_on().play("ana play Awarrior; ana concede")
    assert (match.wr.active, match.wr.zones.things) == ("bo", {})
    match.play("bo step end; cy step end; bo eye-roll 0 0 0; bo step end; cy step end")
    assert match.wr.first == "cy"


def test_wr_i_6_the_roll_is_made_by_the_next_one():
    match = begun(3, choices={"WR-I 6": "others_go_on"}).play("ana concede")
    assert [(due.seat, due.task) for due in match.wr.due] == [("bo", "roll eye")]
    match.play("bo eye-roll 0 0 0; bo step end; cy step end; bo eye-roll 0 0 0")


def test_wr_i_6_the_rift_is_dealt_by_the_next_one():
    match = going_on().give("bo", magicka=4).play("bo summon N2 N2; ana step end; bo step end")
    match.play("cy step end; ana concede")
    assert [(due.seat, due.task) for due in match.wr.due] == [("bo", "deal rift")]
    match.play("bo rift-deal; bo eye-roll 0 0 0")


def test_wr_i_6_the_last_one_left_wins():
    assert going_on(2).play("bo concede").wr.winner == "ana"


# -- teams -------------------------------------------------------------------------------------


def test_wr_17_1_without_teams_only_the_dice_hang_on_the_number_of_players():
    for players in (2, 3, 4):
        match = killing(mid(players).give("ana", points=29), "ana", "Rat")
        assert (match.wr.limit, match.wr.ending) == (12, 2)


def paired(**more: Any) -> Match:
    """Ana and cy against bo and di."""
    return mid(4, teams=True, **more)


@pytest.mark.rule("WR-17.3")
def test_wr_17_3_a_team_needs_60_points():
    match = killing(paired().give("ana", points=40).give("cy", points=18), "ana", "Rat")
    assert match.wr.ending == 0
    killing(match, "ana", "Rat")
    assert match.wr.ending == 2


@pytest.mark.parametrize(("option", "ending"), [("sum_of_both_teammates", 2), ("one_player", 0)])
def test_wr_i_70_whose_points_are_60(option: str, ending: int):
    match = paired(choices={"WR-I 70": option}).give("ana", points=40).give("cy", points=30)
    killing(match, "ana", "Rat")
    assert match.wr.ending == ending


def test_wr_i_70_one_player_with_60():
    match = paired(choices={"WR-I 70": "one_player"}).give("ana", points=59)
    assert killing(match, "ana", "Rat").wr.ending == 2


def together(huts: dict[str, list[str]], **more: Any) -> Match:
    match = paired(**more)
    match.wr.ending = 1
    for seat, names in huts.items():
        match.put(seat, *names)
    return ended(match)


@pytest.mark.rule("WR-17.4")
def test_wr_17_4_a_teams_bonus_is_10_and_tied_teams_both_get_it():
    match = together({"ana": ["Hut3"], "cy": ["Hut2"], "bo": ["Hut3", "Hut1"]})
    assert final(match) == {"ana": 10, "bo": 0, "cy": 0, "di": 0}
    match = together({"ana": ["Hut3"], "di": ["Hut2", "Hut1"]})
    assert final(match) == {"ana": 10, "bo": 0, "cy": 0, "di": 10}
    assert match.one(MatchEnded).winners == ("odd", "even")


@pytest.mark.parametrize(
    ("option", "winner"), [("sum_of_both_teammates", "odd"), ("one_player", "even")]
)
def test_wr_i_71_whose_strongholds_are_compared(option: str, winner: str):
    huts = {"ana": ["Hut2"], "cy": ["Hut2"], "bo": ["Hut3"]}
    assert together(huts, choices={"WR-I 71": option}).wr.winner == winner


@pytest.mark.rule("WR-17.5")
def test_wr_17_5_a_teams_points_are_its_sum():
    match = paired().give("ana", points=20).give("cy", points=2).give("bo", points=21)
    match.wr.ending = 1
    assert ended(match).wr.winner == "odd"


def test_wr_17_5_all_lose_alike():
    match = paired()
    match.put("", *["Ogre"] * 13)
    assert rotation(match).one(MatchEnded).result == "all lost"


# -- as a tournament counts them ----------------------------------------------------------------


def test_wr_1_11_the_points_of_each_player_are_the_scores():
    match = mid(2).give("ana", points=7)
    assert match.game.scores(match.replay.table) == {"ana": 7, "bo": 0}


def test_wr_17_5_the_points_of_teammates_are_one_score():
    match = mid(4, teams=True).give("ana", points=7).give("cy", points=5)
    match.give("di", points=2)
    assert match.game.scores(match.replay.table) == {"odd": 12, "even": 2}
