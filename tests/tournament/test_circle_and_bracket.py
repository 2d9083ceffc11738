"""The rounds of a round-robin and of an elimination."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.tournament.pairing import Unpairable, bracket, circle


@pytest.mark.rule("TR-5.11")
@given(st.lists(st.integers(1, 999), min_size=2, max_size=21, unique=True))
def test_tr_5_11_everybody_meets_everybody_once(numbers: list[int]) -> None:
    rounds = len(numbers) - 1 + len(numbers) % 2
    met: Counter[tuple[int, int]] = Counter()
    byes: Counter[int] = Counter()
    for number in range(1, rounds + 1):
        pairs, bye = circle(numbers, number)
        met.update(pairs)
        byes[bye] += 1
        placed = [each for pair in pairs for each in pair] + [bye] * bool(bye)
        assert sorted(placed) == sorted(numbers)
    assert met == {(a, b): 1 for a in numbers for b in numbers if a < b}
    assert byes == ({each: 1 for each in numbers} if len(numbers) % 2 else {0: rounds})
    assert circle(numbers, rounds + 1) == circle(numbers, 1)


@pytest.mark.rule("TR-5.11")
def test_tr_5_11_by_the_circle():
    assert [circle([1, 2, 3, 4], number)[0] for number in (1, 2, 3)] == [
        ((1, 4), (2, 3)),
        ((1, 2), (3, 4)),
        ((1, 3), (2, 4)),
    ]
    assert circle([1, 2, 3], 1) == (((2, 3),), 1)


@pytest.mark.parametrize(("numbers", "number"), [([1], 1), ([1, 1], 1), ([0, 1], 1), ([1, 2], 0)])
def test_what_is_no_round_robin_is_refused(numbers: list[int], number: int) -> None:
    with pytest.raises(Unpairable):
        circle(numbers, number)


@pytest.mark.rule("TR-12.2")
def test_tr_12_2_halves_are_fixed():
    assert bracket(8) == ((1, 8), (4, 5), (2, 7), (3, 6))
    assert bracket(8, {1, 5, 2, 6}) == ((1, 5), (2, 6))
    assert bracket(8, {1, 5, 2, 6}, {5, 6}) == ((5, 6),)
    assert bracket(8, {1, 5, 2, 6}, {5, 6}, {6}) == ()
    assert bracket(2) == ((1, 2),)
    assert bracket(1) == ()


@pytest.mark.rule("TR-12.2")
def test_tr_12_2_the_first_seeds_go_without_an_opponent_where_places_are_left():
    assert bracket(6) == ((1, 0), (4, 5), (2, 0), (3, 6))
    assert bracket(6, {5, 3}) == ((1, 5), (2, 3))
    assert bracket(5) == ((1, 0), (4, 5), (2, 0), (3, 0))


@pytest.mark.rule("TR-12.2")
@given(st.integers(1, 300))
def test_tr_12_2_where_the_higher_seed_always_wins_each_meets_the_lowest_left(size: int) -> None:
    left, won = size, []
    while pairs := bracket(size, *won):
        places = 2 * len(pairs)
        assert {high: low for high, low in pairs} == {
            seed: places + 1 - seed if places + 1 - seed <= left else 0
            for seed in range(1, len(pairs) + 1)
        }
        won.append({high for high, low in pairs if low})
        left = len(pairs)


@pytest.mark.rule("TR-12.3")
@pytest.mark.parametrize("winners", [(), (1, 8, 4, 2, 3), (4, 2, 3)])
def test_tr_12_3_every_contest_of_a_bracket_has_one_winner(winners: tuple[int, ...]) -> None:
    with pytest.raises(Unpairable, match="1 against 8: expected one winner"):
        bracket(8, winners)
    with pytest.raises(Unpairable):
        bracket(0)
