"""Ways that others make up for: left out at once, also where some of those were left out before."""

from collections.abc import Iterable

import pytest

from referee.hidden import joined_ways
from referee.hidden.joined_ways import left_of, needed
from referee.hidden.way import ByPast, Kind

KINDS: list[Kind] = [(0, ()), (1, ())]
OWL, ELK = {"Owl": 1, "Fox": 3}, {"Owl": 1, "Elk": 3}


def of(pool: int, *counts: Iterable[int]) -> ByPast:
    """Ways in which a copy of the Owl is gone from a pool: in each zone slots of either pool."""
    return {(((pool, "Owl", 1),), ()): {int.from_bytes(bytes(each), "big") for each in counts}}


def left(ways: ByPast) -> ByPast:
    return left_of(ways, [OWL, ELK], KINDS, 4)


@pytest.fixture(autouse=True)
def none_are_few(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(joined_ways, "FEW", 0)
    monkeypatch.setattr(joined_ways, "_COVERED", {})


def test_a_way_can_go_if_others_have_the_card_wherever_it_may_lie():
    earlier = of(1, (2, 0, 1, 1), (1, 1, 2, 0))
    assert left(earlier | of(0, (1, 1, 1, 1))) == earlier


def test_a_way_stays_if_the_card_may_lie_where_no_other_has_it():
    ways = of(1, (2, 0, 1, 1)) | of(0, (1, 1, 1, 1))
    assert left(ways) == ways


def test_it_does_not_matter_where_a_way_has_no_slots_of_the_pool():
    earlier = of(1, (2, 0, 2, 0))
    assert left(earlier | of(0, (1, 1, 2, 0))) == earlier


def test_of_ways_that_would_make_up_for_each_other_those_of_the_earlier_pool_stay():
    both = of(0, (1, 1, 1, 1), (0, 2, 2, 0)) | of(1, (2, 0, 1, 1), (1, 1, 2, 0))
    assert left(both) == of(1, (2, 0, 1, 1), (1, 1, 2, 0))


@pytest.mark.parametrize(("many", "kept"), [(1, False), (2, True)])
def test_a_way_that_was_left_out_before_counts_if_others_make_up_for_it(
    monkeypatch: pytest.MonkeyPatch, many: int, kept: bool
):
    monkeypatch.setattr(joined_ways, "MANY", many)
    pools = [{"Owl": 1, "Yak": 1, "Fox": 2}, {"Owl": 1, "Yak": 1}]
    first: ByPast = {(((1, "Owl", 1), (1, "Yak", 1)), ()): {0x03000100}}
    last: ByPast = {(((0, "Owl", 1), (0, "Yak", 1)), ()): {0x01020100}}
    assert left_of(first | last, pools, KINDS, 4) == first | (last if kept else {})


def test_so_many_ways_are_asked_about_at_the_most(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(joined_ways, "MOST_ASKED", 0)
    test_a_way_that_was_left_out_before_counts_if_others_make_up_for_it(monkeypatch, 1, True)


def test_few_ways_are_all_left(monkeypatch: pytest.MonkeyPatch):
    ways = of(1, (2, 0, 1, 1), (1, 1, 2, 0)) | of(0, (1, 1, 1, 1))
    assert left(ways) != ways
    monkeypatch.setattr(joined_ways, "FEW", 3)
    assert left(ways) == ways


def test_what_was_asked_a_little_before_is_not_asked_again(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(joined_ways, "MOST_KEPT", 1)
    earlier, other = of(1, (2, 0, 1, 1), (1, 1, 2, 0)), of(1, (2, 0, 2, 0))
    ways, others = earlier | of(0, (1, 1, 1, 1)), other | of(0, (1, 1, 2, 0))
    assert left(ways) == earlier
    with monkeypatch.context() as again:
        again.delattr(joined_ways, "_Covering")
        assert left(ways) == earlier
    assert left(others) == other
    assert len(joined_ways._COVERED) == 1
    assert left(ways) == earlier


def test_matches_of_an_earlier_day_look_at_one_way_after_the_other():
    earlier, last = of(1, (2, 0, 1, 1), (1, 1, 2, 0)), of(0, (1, 1, 1, 1))
    assert needed(earlier | last, [OWL, ELK], KINDS, 4) == earlier
    alone = of(1, (2, 0, 1, 1)) | last
    assert needed(alone, [OWL, ELK], KINDS, 4) == alone


@pytest.mark.parametrize(("tries", "kept"), [(1, False), (0, True)])
def test_they_try_so_often_at_the_most_whether_a_way_was_left_out_before(
    monkeypatch: pytest.MonkeyPatch, tries: int, kept: bool
):
    monkeypatch.setattr(joined_ways, "MOST_TRIES", tries)
    pools = [{"Owl": 1, "Yak": 1, "Fox": 2}, {"Owl": 1, "Yak": 1}]
    first: ByPast = {(((1, "Owl", 1), (1, "Yak", 1)), ()): {0x03000100}}
    last: ByPast = {(((0, "Owl", 1), (0, "Yak", 1)), ()): {0x01020100}}
    assert needed(first | last, pools, KINDS, 4) == first | (last if kept else {})
