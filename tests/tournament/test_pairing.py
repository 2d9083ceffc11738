"""What holds for every round that is proposed, and what went wrong elsewhere."""

import subprocess
import sys
from collections.abc import Iterable
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.tournament.pairing import (
    Paired,
    Placed,
    Search,
    Unpairable,
    alternative,
    cost_of,
    propose,
    unit_of,
)
from tests.tournament.fields import all_pairings, any_history, field, level, played, with_bye

ROOT = Path(__file__).parents[2]


def placed_once(players: Iterable[Paired]) -> list[int]:
    """The numbers of all."""
    return sorted(each.number for each in players)


# -- properties --------------------------------------------------------------------------------


@pytest.mark.rule("TR-5.1")
@given(any_history(most=40), st.text(max_size=8))
def test_tr_5_1_everyone_has_one_place_at_a_table_of_its_own(
    players: list[Paired], key: str
) -> None:
    proposal = propose(players, key)
    found = [number for pair in with_bye(proposal) for number in pair if number]
    assert sorted(found) == placed_once(players)
    tables = [placed.table for placed in proposal.tables]
    assert tables == sorted(set(tables)) == list(range(1, len(tables) + 1))


@given(any_history(most=9))
def test_no_second_bye_while_one_has_had_none_unless_it_forces_a_rematch(
    players: list[Paired],
) -> None:
    proposal = propose(players, "key")
    byes = {each.number: each.byes for each in players}
    if proposal.bye and byes[proposal.bye]:
        met = {(a.number, b) for a in players for b in a.met}
        for number in (each for each in byes if byes[each] < byes[proposal.bye]):
            others = [each for each in byes if each != number]
            fewest = min(sum(pair in met for pair in pairs) for pairs in all_pairings(others))
            assert fewest > proposal.cost[0]


@given(any_history(most=30), st.randoms(use_true_random=False))
def test_the_order_in_which_players_are_given_is_of_no_account(players, random) -> None:
    mixed = list(players)
    random.shuffle(mixed)
    assert propose(mixed, "key") == propose(players, "key")


@given(any_history(most=30), st.data())
def test_permuting_the_numbers_permutes_nothing_but_noise(players, data) -> None:
    numbers = placed_once(players)
    to = dict(zip(numbers, data.draw(st.permutations(numbers)), strict=True))
    moved = [
        replace(each, number=to[each.number], met=frozenset(to[number] for number in each.met))
        for each in players
    ]
    proposal, other = propose(players, "key"), propose(moved, "key")
    assert other.cost == proposal.cost
    renamed = [(to[a], to[b]) for a, b in proposal.pairs]
    assert cost_of(moved, renamed, to.get(proposal.bye, 0)) == proposal.cost


@pytest.mark.rule("TR-9.4")
@given(any_history(least=3, most=12), st.data())
def test_who_drops_or_comes_late_never_blocks_a_round(players, data) -> None:
    left = data.draw(st.lists(st.sampled_from(players), min_size=2, unique=True))
    late = Paired(100, Fraction())
    for those in (left, [*left, late]):
        proposal = propose(those, "key")
        assert sorted(n for pair in with_bye(proposal) for n in pair if n) == placed_once(those)


# -- the rules one by one ----------------------------------------------------------------------


@pytest.mark.rule("TR-5.2")
@pytest.mark.parametrize("pair", [(1, 2), (2, 1)])
@pytest.mark.parametrize(
    ("points", "floated", "floats"),
    [
        ((1, 0), (0, 0), 0),
        ((1, 0), (-1, 0), 1),
        ((1, 0), (0, 1), 1),
        ((1, 0), (-1, 1), 2),
        ((1, 0), (1, -1), 0),
        ((1, 1), (-1, 1), 0),
    ],
)
def test_tr_5_2_one_point_makes_a_float_and_the_same_way_again_counts(
    pair: tuple[int, int], points: tuple[int, int], floated: tuple[int, int], floats: int
) -> None:
    two = zip((1, 2), points, floated, strict=True)
    players = [Paired(number, Fraction(own), floated=way) for number, own, way in two]
    assert cost_of(players, [pair]) == (0, 0, 0, abs(points[0] - points[1]), floats, 0)


@pytest.mark.rule("TR-5.2")
@pytest.mark.parametrize(
    ("players", "pairs", "cost"),
    [
        (
            field({1: 9, 2: 9, 3: 0, 4: 0}, "1-2"),
            {(1, 3), (2, 4)} | {(1, 4), (2, 3)},
            (0, 0, 0, 162, 0, 0),
        ),
        (field({1: 6, 2: 5, 3: 4, 4: 3}), {(1, 2), (3, 4)}, (0, 0, 0, 2, 0, 0)),
        (
            field({1: 3, 2: 3, 3: 3, 4: 0}, floated={1: -1, 2: -1, 3: 0, 4: 1}),
            {(1, 2), (3, 4)},
            (0, 0, 0, 9, 1, 0),
        ),
        (
            level(1, 2, 3, 4, group={1: "red", 2: "red", 3: "blue"}, met="1-3"),
            {(1, 4), (2, 3)},
            (0, 0, 0, 0, 0, 0),
        ),
        (
            level(1, 2, 3, 4, group={1: "red", 2: "red"}, met="1-3 1-4"),
            {(1, 2), (3, 4)},
            (0, 0, 0, 0, 0, 1),
        ),
    ],
    ids=["rematches", "points", "floats", "groups", "a rematch is worse than a group"],
)
def test_tr_5_2_each_item_counts_more_than_all_that_follow(players, pairs, cost) -> None:
    for key in ("one", "two", "three"):
        proposal = propose(players, key)
        assert set(proposal.pairs) <= pairs
        assert proposal.cost == cost == cost_of(players, proposal.pairs)


@pytest.mark.rule("TR-5.3")
def test_tr_5_3_who_gets_the_bye_is_part_of_the_optimum():
    # the last has had it, and of the two above only one can meet the last
    players = field({1: 6, 2: 6, 3: 3, 4: 3, 5: 0}, "1-5 2-5 3-5", byes={5: 1})
    for key in ("one", "two", "three"):
        proposal = propose(players, key)
        assert (proposal.bye, set(proposal.pairs)) == (3, {(1, 2), (4, 5)})
        assert proposal.cost == (0, 0, 3, 9, 0, 0)


@pytest.mark.rule("TR-5.3")
def test_tr_5_3_a_second_bye_is_graver_than_any_difference_of_points():
    players = field({1: 0, 2: 8, 3: 8}, byes={1: 1})
    proposal = propose(players, "key")
    assert proposal.bye in (2, 3)
    assert proposal.cost == (0, 0, 8, 64, 0, 0)


@pytest.mark.rule("TR-5.4")
def test_tr_5_4_the_first_round_is_the_key_s_alone():
    players = level(*range(1, 17))
    assert propose(players, "one") == propose(players, "one")
    assert propose(players, "one").pairs != propose(players, "two").pairs
    four = level(1, 2, 3, 4)

    def drawn(*pairs: str) -> int:
        return sum(int(sha256(f"key|{pair}".encode()).hexdigest()[:10], 16) for pair in pairs)

    by_hand = min(("1|2", "3|4"), ("1|3", "2|4"), ("1|4", "2|3"), key=lambda each: drawn(*each))
    assert {f"{a}|{b}" for a, b in propose(four, "key").pairs} == set(by_hand)


@pytest.mark.rule("TR-5.5")
def test_tr_5_5_many_players_meet_within_a_window():
    players = played(257, 2, seed=1)
    proposal = propose(players, "key")
    assert proposal.window == 64 and proposal.cost[0] == 0
    assert propose(players[:-1], "key").window == 0
    inorder = sorted(
        players, key=lambda p: (-p.points, sha256(f"key|{p.number}".encode()).digest())
    )
    place = {each.number: at for at, each in enumerate(inorder)}
    assert max(abs(place[a] - place[b]) for a, b in proposal.pairs) <= 64


@pytest.mark.rule("TR-5.5")
@pytest.mark.parametrize(
    ("met", "window", "pairs"),
    [
        ("", 1, {(1, 2), (3, 4), (5, 6)}),
        ("1-2", 2, {(1, 3), (2, 4), (5, 6)}),
        ("1-2 1-3", 4, {(1, 4), (2, 3), (5, 6)}),
        ("1-2 1-3 1-4 1-5", 0, {(1, 6), (2, 3), (4, 5)}),
        ("1-2 1-3 1-4 1-5 1-6", 0, {(1, 2), (3, 4), (5, 6)}),
    ],
)
def test_tr_5_5_the_window_grows_while_a_rematch_is_left(met, window, pairs) -> None:
    players = field({1: 15, 2: 12, 3: 9, 4: 6, 5: 3, 6: 0}, met)
    proposal = propose(players, "key", search=Search(1, 5))
    assert (proposal.window, set(proposal.pairs)) == (window, pairs)
    assert propose(players, "key", search=Search(1, 6)).window == 0


@pytest.mark.rule("TR-5.6")
def test_tr_5_6_points_too_far_apart_are_an_error_and_no_pairing():
    with pytest.raises(Unpairable, match=r"would take 161 bits .* at most 120 are exact"):
        propose(field({1: 10**18, 2: 0, 3: 5, 4: 6}), "key")


@pytest.mark.rule("TR-5.7")
def test_tr_5_7_tables_go_by_the_higher_points_then_by_the_sum():
    players = field({1: 9, 2: 3, 3: 9, 4: 6, 5: 6, 6: 6}, "1-3 1-4 1-5 1-6 3-5 3-6 2-3")
    assert propose(players, "key").tables == ((1, 3, 4), (2, 1, 2), (3, 5, 6))
    one_far_ahead = field({1: 9, 2: 0, 3: 6, 4: 6}, "1-3 1-4")
    assert propose(one_far_ahead, "key").tables == ((1, 1, 2), (2, 3, 4))


@pytest.mark.rule("TR-5.7")
def test_tr_5_7_a_fixed_table_is_kept_and_the_others_close_up():
    players = field({1: 9, 2: 9, 3: 6, 4: 6, 5: 3, 6: 3}, table={1: 20, 5: 1, 6: 7})
    assert propose(players, "key").tables == ((1, 5, 6), (2, 3, 4), (20, 1, 2))
    both = field({1: 9, 2: 9, 3: 6, 4: 6}, table={2: 2, 4: 2})
    assert propose(both, "key").tables == ((1, 3, 4), (2, 1, 2))


def test_points_count_in_the_unit_that_makes_all_of_them_whole():
    players = field({1: "5/2", 2: 1, 3: 0})
    assert unit_of(players) == 2
    assert cost_of(players, [(1, 2)], 3) == (0, 0, 0, 9, 0, 0)
    assert cost_of(players, [(2, 3)], 1) == (0, 0, 5, 4, 0, 0)
    assert unit_of(field({1: 3, 2: 1})) == 1


def test_a_cost_is_known_without_an_engine():
    asked = """
import sys
from fractions import Fraction
from referee.tournament.pairing import Paired, bracket, circle, cost_of
cost_of([Paired(1, Fraction(3)), Paired(2, Fraction(0))], [(1, 2)])
circle([1, 2, 3], 1), bracket(8)
print({"rustworkx", "numpy"} & sys.modules.keys() or "no engine")
"""
    told = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert told.stdout == "no engine\n"


@pytest.mark.parametrize(
    ("numbers", "keep"),
    [
        ((1, 1), ()),
        ((0, 1), ()),
        ((1, 2), [(1, 1, 3)]),
        ((1, 2, 3, 4), [(1, 1, 2), (2, 2, 3)]),
        ((1, 2, 3, 4), [(0, 1, 0)]),
    ],
)
def test_what_is_no_field_of_players_is_refused(numbers, keep) -> None:
    with pytest.raises(Unpairable):
        propose([Paired(number, Fraction()) for number in numbers], "key", keep=keep)


def test_where_two_are_left_there_is_no_other_pairing():
    players = level(1, 2)
    assert alternative(players, "key", [(1, 2)], apart=[(1, 2)]) is None
    with pytest.raises(Unpairable, match="the bye has no place"):
        alternative(players, "key", [(1, 2)], together=(1, 0))
    with pytest.raises(Unpairable, match="3 has no place"):
        alternative(players, "key", [(1, 2)], together=(1, 3))


# -- what went wrong elsewhere -----------------------------------------------------------------


@pytest.mark.rule("TR-3.7")
def test_tr_3_7_the_whole_field_withdraws():
    for count in (0, 1):
        with pytest.raises(Unpairable, match=f"two players or more; there are {count}"):
            propose(level(*range(1, count + 1)), "key")


def test_a_bye_is_not_given_twice():
    players = {number: Paired(number, Fraction()) for number in range(1, 6)}
    had = []
    for number in range(1, 6):
        proposal = propose(list(players.values()), f"round {number}")
        had.append(proposal.bye)
        for a, b in proposal.pairs:  # the higher number always wins, so the lowest stays last
            players[b] = replace(players[b], points=players[b].points + 3)
            players[a] = replace(players[a], met=players[a].met | {b})
        players[proposal.bye] = replace(players[proposal.bye], byes=1)
    assert sorted(had) == [1, 2, 3, 4, 5]


def test_the_last_round_is_not_greedy_where_a_rematch_can_be_avoided():
    # first with second leaves third and fourth, who have met
    players = field({1: 12, 2: 12, 3: 9, 4: 9}, "3-4")
    assert propose(players, "key").cost[0] == 0
    # nor does the bye of the lowest force the others to meet again
    odd = field({1: 9, 2: 6, 3: 3, 4: 0, 5: 0}, "1-2 1-3 2-3 1-4")
    assert propose(odd, "key").cost[0] == 0


def test_nobody_is_paired_by_tiebreaks_instead_of_points():
    # 1 and 2 lead; whatever else is better about 3, who has fewer points, they meet
    players = field({1: 9, 2: 9, 3: 6, 4: 6}, byes={1: 2}, group={3: "red"})
    for key in map(str, range(20)):
        assert propose(players, key).pairs == ((1, 2), (3, 4))


@pytest.mark.rule("TR-9.2")
def test_tr_9_2_a_finished_contest_is_not_lost_when_its_round_is_paired_again():
    players = level(*range(1, 9))
    first = propose(players, "one")
    finished = first.tables[2]
    again = propose([*players, Paired(9, Fraction())], "two", keep=[finished])
    assert finished in again.tables
    assert [placed.table for placed in again.tables] == [1, 2, 3, 4] and again.bye


@pytest.mark.rule("TR-9.4")
def test_an_entrant_who_comes_after_the_first_round_is_paired_when_it_is_paired_again():
    players = level(1, 2, 3, 4, 5)
    first = propose(players, "one")
    again = propose([*players, Paired(6, Fraction())], "one", keep=first.tables)
    assert set(again.tables) == {*first.tables, Placed(3, first.bye, 6)}
    assert again.bye == 0
