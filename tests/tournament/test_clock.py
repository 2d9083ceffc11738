"""The clock of a round: what is left, what is offered, and how far extensions go."""

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.tournament.judging.clock import (
    Cause,
    Pause,
    call_extension,
    cap_of,
    check_extension,
    ends_at,
    overtime_words,
    room_left,
    time_left,
)
from referee.tournament.policy import Clock, Overtime

NOON = datetime(2026, 5, 2, 12)
CLOCK = Clock(call_after=60, check_bonus=180, cap=300, check_cap=900)


def after(minutes: int, seconds: int = 0) -> datetime:
    """So long after the start of the round."""
    return NOON + timedelta(minutes=minutes, seconds=seconds)


@pytest.mark.rule("TR-6.1")
def test_tr_6_1_time_left_is_what_was_given_less_what_has_passed():
    assert time_left(50, NOON, NOON) == 3_000
    assert time_left(50, NOON, after(20, 1)) == 1_799
    assert time_left(50, NOON, after(51)) == -60
    assert time_left(50, NOON, after(-5)) == 3_000


@pytest.mark.rule("TR-6.1")
def test_tr_6_1_pauses_and_extensions_are_added():
    pauses = [Pause(after(10), after(13)), Pause(after(20), after(20, 30))]
    assert time_left(50, NOON, after(30), pauses, [60, 120]) == 20 * 60 + 210 + 180


@pytest.mark.rule("TR-6.1")
def test_tr_6_1_the_clock_stands_during_a_pause():
    on = [Pause(after(10))]
    assert [time_left(50, NOON, after(minute), on) for minute in (10, 11, 40)] == [2_400] * 3
    ended = [Pause(after(10), after(15))]
    assert [time_left(50, NOON, after(minute), ended) for minute in (9, 12, 15, 16)] == [
        2_460,
        2_400,
        2_400,
        2_340,
    ]


@pytest.mark.rule("TR-6.2")
def test_tr_6_2_a_contest_with_an_extension_ends_later_than_the_round():
    pauses = [Pause(after(5), after(7))]
    assert ends_at(50, NOON, pauses) == after(52)
    assert ends_at(50, NOON, pauses, [240]) == after(56)
    assert ends_at(50, NOON, [*pauses, Pause(after(30))]) is None


@pytest.mark.rule("TR-6.2")
def test_tr_6_2_a_pause_after_the_time_of_a_contest_does_not_give_it_back():
    late = [Pause(after(52))]
    assert ends_at(50, NOON, late) == after(50)
    assert ends_at(50, NOON, late, [180]) is None


moments = st.lists(st.integers(0, 7_200), min_size=0, max_size=8, unique=True).map(sorted)


@given(st.integers(1, 120), moments, st.lists(st.integers(1, 900), max_size=4))
@pytest.mark.rule("TR-6.1")
def test_tr_6_1_nothing_is_left_at_the_end_and_a_second_just_before(
    minutes: int, bounds: list[int], extensions: list[int]
):
    pairs = zip(bounds[::2], bounds[1::2], strict=False)
    pauses = [Pause(after(0, start), after(0, end)) for start, end in pairs]
    end = ends_at(minutes, NOON, pauses, extensions)
    assert end is not None
    assert time_left(minutes, NOON, end, pauses, extensions) == 0
    before = end - timedelta(seconds=1)
    assert time_left(minutes, NOON, before, pauses, extensions) == 1


@pytest.mark.rule("TR-6.3")
@pytest.mark.parametrize(
    ("seconds", "offered"), [(0, 0), (59, 0), (60, 60), (61, 120), (120, 120), (421, 480)]
)
def test_tr_6_3_a_call_offers_its_length_rounded_up_to_a_minute(seconds: int, offered: int):
    assert call_extension(CLOCK, seconds) == offered


@pytest.mark.rule("TR-4.6", "TR-6.4")
def test_tr_6_4_a_deck_check_offers_its_length_and_the_bonus():
    assert check_extension(CLOCK, 420) == 600
    assert check_extension(CLOCK, 421) == 660
    assert check_extension(Clock(), 421) == 480


def test_tr_4_6_a_check_of_seven_minutes_gives_ten():
    assert check_extension(CLOCK, 7 * 60) == 10 * 60


@pytest.mark.parametrize(
    ("given_so_far", "cause", "room"),
    [
        ([], "call", 300),
        ([(120, "call")], "call", 180),
        ([(300, "call")], "other", 0),
        ([(420, "call")], "call", 0),
        ([], "check", 900),
        ([(120, "call")], "check", 780),
        ([(600, "check")], "call", 300),
        ([(600, "check"), (300, "call")], "call", 0),
    ],
)
def test_tr_6_5_extensions_stay_within_the_cap_which_is_higher_with_a_deck_check(
    given_so_far: list[tuple[int, Cause]], cause: Cause, room: int
):
    assert room_left(CLOCK, given_so_far, cause) == room


def test_tr_6_5_without_a_cap_a_judge_gives_any_extension():
    assert room_left(Clock(), [(7_200, "other")], "call") is None
    assert cap_of(Clock(cap=300), ["check"]) == 300


@pytest.mark.rule("TR-6.6")
@pytest.mark.parametrize(
    ("turns", "seconds", "words"),
    [
        (5, 0, "5 more turns"),
        (1, 0, "1 more turn"),
        (0, 300, "5 minutes"),
        (0, 90, "1 minute 30 seconds"),
        (3, 300, "3 more turns or 5 minutes, whichever ends first"),
        (0, 0, "no overtime"),
    ],
)
def test_tr_6_6_overtime_is_told_as_the_policy_has_it(turns: int, seconds: int, words: str):
    assert overtime_words(Overtime(turns=turns, seconds=seconds)) == words
