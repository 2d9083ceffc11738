"""Join codes, and how often they may be tried (VN-5.2, VN-5.6)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.venue.access.codes import ALPHABET, LENGTH, draw_code, read_code, spelled
from cli.venue.access.limits import MOST_BUCKETS, Limit, Limits

CODES = st.text(ALPHABET, min_size=LENGTH, max_size=LENGTH)


def test_vn_5_2_a_code_has_ten_characters_of_an_alphabet_of_32_which_is_50_bits():
    assert len(set(ALPHABET)) == 32
    drawn = {draw_code() for _ in range(500)}
    assert len(drawn) == 500
    assert all(len(code) == 10 and set(code) <= set(ALPHABET) for code in drawn)
    assert {character for code in drawn for character in code} == set(ALPHABET)


def test_vn_5_2_no_character_looks_like_another_one_when_it_is_typed():
    assert not set("ILOU") & set(ALPHABET)
    assert read_code("ioLIo-00000") == "1011000000"


@given(CODES, st.data())
def test_vn_5_2_a_code_is_read_in_any_case_with_or_without_its_hyphen(
    code: str, data: st.DataObject
):
    typed = data.draw(st.sampled_from([code, spelled(code), f" {spelled(code)} ", code.lower()]))
    assert read_code(typed) == code
    assert read_code(spelled(code).lower()) == code


@given(st.text(max_size=60))
def test_vn_5_2_what_is_typed_is_a_code_or_nothing(typed: str):
    found = read_code(typed)
    assert found is None or (len(found) == LENGTH and set(found) <= set(ALPHABET))


@pytest.mark.parametrize("typed", ["", "ABCDE", "ABCDE-FGHJKM", "ABCDE_FGHJK", "é" * 10, "A" * 999])
def test_vn_5_2_what_can_be_no_code_is_none(typed: str):
    assert read_code(typed) is None


# -- limits ------------------------------------------------------------------------------------


def test_vn_5_6_ten_tries_a_minute_at_one_prefix_from_any_number_of_addresses():
    limits = Limits()
    assert [limits.tries("ABCDE", f"10.0.0.{n}", 0) for n in range(10)] == [0] * 10
    assert limits.tries("ABCDE", "10.0.0.99", 0) == pytest.approx(6)
    assert limits.tries("ABCDF", "10.0.0.99", 0) == 0
    assert limits.tries("ABCDE", "10.0.0.99", 6.01) == 0


def test_vn_5_6_sixty_tries_a_minute_from_one_address_at_any_number_of_prefixes():
    limits = Limits()
    assert {limits.tries(f"A{n:04}", "10.0.0.7", 0) for n in range(60)} == {0}
    assert limits.tries("B0000", "10.0.0.7", 0) == pytest.approx(1)
    assert limits.tries("B0000", "10.0.0.8", 0) == 0


def test_vn_5_6_a_queue_of_forty_entries_comes_at_once_and_then_five_a_second():
    limits = Limits()
    assert limits.entries("s", 20, 0) == limits.entries("s", 20, 0) == 0
    assert limits.entries("s", 20, 0) == pytest.approx(4)
    assert limits.entries("s", 20, 4) == 0
    assert limits.entries("other", 40, 4) == 0


def test_vn_5_6_a_pin_is_tried_five_times_a_minute():
    limits = Limits()
    assert [limits.pin("hal", 0) for _ in range(5)] == [0] * 5
    assert limits.pin("hal", 0) == pytest.approx(12)


STEPS = st.lists(st.tuples(st.integers(1, 60), st.floats(0, 20)), max_size=40)


@given(STEPS)
def test_vn_5_6_no_more_is_taken_than_the_burst_and_what_came_back(steps: list[tuple[int, float]]):
    limit, now, taken = Limit(5, 40), 0.0, 0
    for wanted, passed in steps:
        now += passed
        if limit.take("s", now, wanted) == 0:
            taken += wanted
        assert taken <= 40 + 5 * now + 20  # the most that one request may owe


@given(STEPS)
def test_vn_5_6_who_waits_as_told_is_not_refused_again(steps: list[tuple[int, float]]):
    limit, now = Limit(5, 40), 0.0
    for wanted, passed in steps:
        now += passed
        if wait := limit.take("s", now, wanted):
            now += wait + 1e-6
            assert limit.take("s", now, wanted) == 0


@given(st.lists(st.integers(1, 40), max_size=30), st.floats(0, 1e6))
def test_vn_5_6_five_a_second_are_never_refused(counts: list[int], start: float):
    limit, now = Limit(5, 40), start
    for count in counts:
        now += count / 5
        assert limit.take("s", now, count) == 0


def test_vn_5_6_a_clock_that_goes_back_gives_nothing_away():
    limit = Limit(5, 40)
    assert limit.take("s", 100, 40) == 0
    assert limit.take("s", 50, 40) == pytest.approx(8)
    assert limit.take("s", 100, 40) == pytest.approx(8)


@settings(max_examples=5)
@given(st.integers(2, 4))
def test_vn_5_6_any_number_of_keys_take_bounded_memory(times: int):
    limit = Limit(1, 1)
    for n in range(times * MOST_BUCKETS):
        limit.take(str(n), 0)
    assert len(limit) == MOST_BUCKETS
