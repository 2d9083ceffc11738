"""What stays each player's own in a team: WR-17.6."""

import pytest

from tests.games.warrift.table import Match, mid


def team(**choices: str) -> Match:
    """Ana and cy play against bo and di; ana has two points, cy has three."""
    readings = {f"WR-I {id[1:]}": option for id, option in choices.items()}
    match = mid(4, teams=True, choices=readings).give("ana", points=2).give("cy", points=3)
    return match.pile("offers", "Hut1", "Hut2", "Hut3", "HutL1", "Hand1", "Hand2")


def points(match: Match) -> tuple[int, int]:
    return match.wr.sides["ana"].points, match.wr.sides["cy"].points


def test_wr_17_6_each_pays_with_their_own_points():
    match = team()
    refusal = match.refuse("ana gain Hut3 Hut1", "WR-17.6", cost=3, have=2)
    assert refusal.legal == "one of Hut1, Hut2"
    match.refuse("ana gain HutL1 Hut1", "WR-10.2", cost=6, have=2)
    match.play("ana gain Hut2 Hut1")
    assert points(match) == (0, 3)


def test_wr_17_6_a_selection_is_each_players_own():
    match = team().give("ana", magicka=9).pile("cy.selection", "W4")
    match.refuse("ana summon W4", "WR-8.2")


def test_wr_17_6_magicka_is_each_players_own():
    match = team().give("cy", magicka=9).pile("ana.selection", "A2")
    match.refuse("ana summon A2", "WR-8.3", have=0)


def test_wr_17_6_strongholds_are_each_players_own():
    match = team()
    match.put("cy", "Hut2")
    match.hold("ana", "A2").refuse("ana store Hut2 A2", "WR-10.6")
    match.refuse("ana trade bo gives=Hut2", "WR-11.2")


def test_wr_i_72_own_points_only():
    team().refuse("ana gain Hut3 Hut1", "WR-17.6")


def test_wr_i_72_team_points_pay_after_the_own():
    match = team(_72="team_points").play("ana gain Hut3 Hut1")
    assert points(match) == (0, 2)
    match.refuse("ana gain HutL1 Hut1", "WR-10.2", cost=6, have=2)


@pytest.mark.parametrize("reading", ["another_player_never_an_opponent", "as_an_opponent"])
def test_wr_i_73_teammates_trade_like_any_two_players(reading: str):
    match = team(_73=reading).hold("ana", "A2")
    match.put("cy", "Hut1")
    match.play("ana trade cy gives=A2 takes=Hut1")
    assert match.thing("Hut1.1").controller == "ana"
