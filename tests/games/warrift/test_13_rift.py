"""Section 13: the end of a rotation, the Rift that is dealt, the token."""

import pytest

from referee.games.warrift.facts import RiftDealt, RotationEnded
from referee.games.warrift.places import LAYOUT
from referee.games.warrift.state import hand_size
from referee.parts import layered
from tests.games.warrift.table import Match, mid

EXTRA = """
[[monsters]]
name = "Sneerer"
tier = 1
health = 1
[[monsters.effects]]
when = "turn_end"
steps = [{ do = "points", change = -1 }]
"""


def summoned(match: Match, **cards: str) -> Match:
    """Cards that these players have summoned to the Rift in this rotation."""
    for seat, names in cards.items():
        for name in names.split():
            match.t.push(match.wr.zones.piles.setdefault("rift", []), name)
            match.t.state.zones.hidden.show(f"{seat}.class", [name])
            match.wr.rift.append(seat)
            match.wr.sides[seat].summoned = True
    return match


def dealing(players: int = 3, choices: dict[str, str] | None = None, **cards: str) -> Match:
    """A match in which the Rift is about to be dealt, by ana."""
    match = summoned(mid(players, choices=choices), **cards)
    for seat in match.wr.seats:
        match.play(f"{seat} step end")
    return match


def sizes(match: Match) -> dict[str, int]:
    zones = match.wr.zones
    return {seat: layered.size_of(zones, f"{seat}.primary") for seat in match.wr.seats}


def test_wr_13_1_the_rift_is_dealt_before_anything_else():
    match = dealing(ana="A2", bo="N2")
    assert match.due("ana") == [("deal rift", "WR-13.2")]
    match.refuse("bo eye-roll 0 0 0", "WR-13.1")
    match.refuse("bo step mid", "WR-13.1")
    match.refuse("ana step mid", "WR-4.3")
    match.play("ana rift-deal; bo eye-roll 0 0 0")


def test_wr_13_1_there_is_no_deal_within_a_rotation():
    match = summoned(mid(), ana="A2")
    match.refuse("ana rift-deal", "WR-13.1")
    match.play("ana step end")
    match.refuse("ana rift-deal", "WR-13.1")


def test_wr_13_2_the_first_player_deals_their_own_share_last():
    match = dealing(ana="A2", bo="N2", cy="W2")
    match.refuse("bo rift-deal", "WR-13.2")
    match.refuse("ana rift-deal bo cy ana", "WR-13.2")
    match.refuse("ana rift-deal ana cy bo", "WR-13.2")
    match.play("ana rift-deal cy bo ana")


def test_wr_13_2_who_gets_the_token_by_a_repair_deals():
    match = dealing(ana="A2", bo="N2").play("jo adjust rotation:bo:1")
    assert [match.due(seat) for seat in ("ana", "bo")] == [[], [("deal rift", "WR-13.2")]]
    match.refuse("ana rift-deal", "WR-13.2")
    match.play("bo rift-deal")


def test_wr_13_2_the_order_may_be_left_out_or_be_told_card_by_card():
    assert sizes(dealing(ana="A2 A2", bo="N2").play("ana rift-deal")) == {
        "ana": 6,
        "bo": 7,
        "cy": 5,
    }
    dealing(ana="A2 A2", bo="N2").play("ana rift-deal bo ana bo")


def test_wr_13_2_an_empty_rift_is_not_dealt():
    match = mid().play("ana step end; bo step end")
    assert match.wr.rotation == 2
    for seat in ("ana", "bo"):
        refusal = match.refuse(f"{seat} rift-deal", "WR-13.2")
        assert refusal.message.startswith("the Rift is empty, or nobody is dealt to")


def test_wr_13_3_only_who_has_summoned_is_dealt_to():
    match = dealing(ana="A2 A2", bo="N2")
    match.refuse("ana rift-deal cy bo ana", "WR-13.3")
    match.refuse("ana rift-deal bo", "WR-13.3")
    match.play("ana rift-deal bo ana")


def test_wr_13_3_not_even_the_dealer():
    match = dealing(bo="N2 N2").play("ana rift-deal")
    assert sizes(match) == {"ana": 5, "bo": 7, "cy": 5}


def test_wr_13_3_it_counts_anew_in_each_rotation():
    match = dealing(bo="N2").play("ana rift-deal; bo eye-roll 0 0 0; bo step end; cy step end")
    summoned(match, ana="A2").play("ana step end")
    match.refuse("bo rift-deal bo", "WR-13.3")
    match.play("bo rift-deal ana")


@pytest.mark.rule("WR-13.4")
def test_wr_13_4_the_share_is_on_top_of_the_deck_and_drawn_first():
    match = dealing(2, ana="A4", bo="N4").play("ana rift-deal; bo eye-roll 0 0")
    match.play("bo play Nmage; bo step end")
    assert match.wr.zones.hidden.candidates("bo.hand").keys() == {"A4", "N4", "Nmage", "Nwarrior"}
    match.refuse("ana play A4", "WR-2.7")
    match.play("ana play Amage; ana step end; ana eye-roll 0 0; ana play N4; ana step end")
    match.refuse("bo play N4", "WR-2.7")
    match.play("bo play A4")


@pytest.mark.rule("WR-13.5")
def test_wr_13_5_cards_dealt_keep_their_class():
    match = dealing(2, ana="A4", bo="N4").play("ana rift-deal; bo eye-roll 0 0")
    match.play("bo play Nmage; bo step end; ana play Amage; ana step end; ana eye-roll 0 0")
    match.play("ana step end; bo play A4; bo step end")
    assert match.wr.zones.piles["ana.discard"] == ["Amage", "A4"]


@pytest.mark.rule("WR-13.6")
def test_wr_13_6_the_limit_comes_after_the_rift():
    match = dealing(ana="A2")
    match.put("", *["Ogre"] * 12)
    match.play("ana rift-deal")
    assert match.one(RotationEnded) == RotationEnded(1, 12, 12)


def last_rotation(**cards: str) -> Match:
    match = summoned(mid(), **cards)
    match.wr.ending = 1
    return match.play("ana step end; bo step end")


@pytest.mark.rule("WR-13.7")
def test_wr_13_7_after_the_end_no_deal_is_awaited_but_one_is_accepted():
    match = last_rotation(ana="A2", bo="N2")
    assert (match.wr.over, match.wr.due) == ("most points", [])
    match.refuse("bo rift-deal", "WR-13.2")
    match.refuse("ana rift-deal ana", "WR-13.3")
    cards = LAYOUT.counted(match.t)
    match.play("ana rift-deal bo ana")
    assert LAYOUT.counted(match.t) == cards
    assert [fact.count for fact in match.all(RiftDealt)] == [1, 1]
    match.refuse("ana rift-deal", "WR-1.12")


def test_wr_13_7_after_a_match_that_all_lost_too():
    match = summoned(mid(difficulty="rekt"), bo="N2")
    match.put("", *["Ogre"] * 4)
    match.play("ana step end; bo step end; ana rift-deal")
    assert match.wr.over == "monsters overrun"


def test_wr_13_7_not_after_a_match_that_ended_otherwise():
    match = summoned(mid(), bo="N2").play("bo concede")
    match.refuse("ana rift-deal", "WR-1.12")


def test_wr_13_7_the_last_end_step_is_done_before_that_deal():
    match = summoned(mid(2, EXTRA), bo="N2")
    match.wr.ending = 1
    match.put("", "Sneerer")
    match.give("ana", points=1).give("bo", points=1)
    match.play("ana step end; ana effect Sneerer.1; bo step end")
    match.refuse("ana rift-deal", "WR-2.13")
    match.play("bo effect Sneerer.1; ana rift-deal")


@pytest.mark.rule("WR-13.8")
def test_wr_13_8_the_token_shows_day_in_odd_rotations():
    match = mid()
    match.play("ana tally token=day; ana step end; bo step end; bo tally token=night")
    match.refuse("bo tally token=day", "WR-2.10")


@pytest.mark.rule("WR-13.9")
def test_wr_13_9_the_token_moves_one_seat_clockwise():
    match = dealing(ana="A2").play("ana rift-deal")
    assert (match.wr.first, match.wr.active) == ("bo", "bo")


# -- interpretations ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "order"),
    [("counterclockwise", "di cy bo ana"), ("clockwise", "bo cy di ana")],
)
def test_wr_i_51_the_direction_of_the_deal(option: str, order: str):
    match = dealing(4, {"WR-I 51": option}, ana="A2", bo="N2", cy="W2", di="G2")
    match.refuse(f"ana rift-deal {' '.join(reversed(order.split()))}", "WR-13.2")
    match.play(f"ana rift-deal {order}")


@pytest.mark.parametrize(
    ("option", "shares", "left"),
    [
        ("one_at_a_time_round_the_recipients", {"ana": 2, "bo": 3}, 0),
        ("as_many_as_each_summoned", {"ana": 4, "bo": 1}, 0),
        ("equal_shares_rest_stays_in_rift", {"ana": 2, "bo": 2}, 1),
    ],
)
def test_wr_i_52_how_many_each_gets(option: str, shares: dict[str, int], left: int):
    match = dealing(2, {"WR-I 52": option}, ana="A2 A3 A4 A5", bo="N2")
    cards = LAYOUT.counted(match.t)
    match.play("ana rift-deal")
    assert {fact.seat: fact.count for fact in match.all(RiftDealt)} == shares
    assert match.wr.zones.hidden.size("rift") == left
    assert LAYOUT.counted(match.t) == cards
    assert {fact.seat: fact.summoned for fact in match.all(RiftDealt)} == {"ana": 4, "bo": 1}


def test_wr_i_52_what_stays_in_the_rift_is_dealt_with_the_next():
    match = dealing(2, {"WR-I 52": "equal_shares_rest_stays_in_rift"}, ana="A2 A3", bo="N2")
    match.play("ana rift-deal; bo eye-roll 0 0")
    summoned(match, ana="A5").play("bo step end; ana step end; bo rift-deal")
    assert [(fact.count, fact.total) for fact in match.all(RiftDealt)] == [(2, 2)]


@pytest.mark.parametrize("option", ["still_a_recipient", "no_recipient"])
def test_wr_i_53_the_only_card_has_left_the_rift(option: str):
    match = summoned(mid(choices={"WR-I 53": option}), ana="A2", bo="N2 N2")
    match.wr.zones.piles["rift"].remove("A2")
    match.wr.rift.remove("ana")
    match.wr.zones.piles["necropolis"] = ["A2"]
    match.play("ana step end; bo step end")
    shares = {"still_a_recipient": "bo ana", "no_recipient": "bo"}
    match.refuse(f"ana rift-deal {'bo' if option == 'still_a_recipient' else 'bo ana'}", "WR-13.3")
    match.play(f"ana rift-deal {shares[option]}")


def test_a_deal_is_drawn_by_an_effect_too():
    match = dealing(2, ana="A4", bo="N4").play("ana rift-deal")
    assert hand_size(match.wr, "bo") == 5
    layered.draw(match.t, match.wr.zones, "bo.primary", 1, "bo.hand")
    assert match.wr.zones.hidden.candidates("bo.hand").keys() >= {"A4", "N4"}
