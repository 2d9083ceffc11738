"""What the repairs of any game require of their words (REF-3.5)."""

import pytest

from referee.english import one_of
from referee.repair import (
    require_credited,
    require_number,
    require_seat,
    require_yes_or_no,
)
from referee.verdict import Violation

SEATS = ("ana", "bo")


@pytest.mark.parametrize("value", ["0", "4", "-1", "three", "", "1.5"])
def test_a_number_out_of_bounds_is_refused_with_the_bounds(value: str):
    with pytest.raises(Violation) as refused:
        require_number(value, 1, 3)
    assert refused.value.rule == "REF-3.5"
    assert str(refused.value) == f"{value} is not a whole number from 1 to 3"
    assert refused.value.legal == "1 to 3"


def test_a_number_within_bounds_is_that_number():
    assert [require_number(value, -2, 3) for value in ("-2", "0", "3")] == [-2, 0, 3]


def test_bounds_that_leave_one_number_name_it_alone():
    with pytest.raises(Violation) as refused:
        require_number("1", 0, 0)
    assert refused.value.legal == "0"


def test_what_is_neither_yes_nor_no_is_refused():
    assert require_yes_or_no("yes")
    assert not require_yes_or_no("no")
    with pytest.raises(Violation, match="maybe is neither yes nor no"):
        require_yes_or_no("maybe")


def test_a_seat_that_there_is_not_names_those_that_there_are():
    assert require_seat("bo", SEATS) == "bo"
    with pytest.raises(Violation) as refused:
        require_seat("nobody", SEATS)
    assert refused.value.legal == "one of ana, bo"


def test_credited_is_a_seat_that_may_be_or_nobody():
    assert require_credited("bo", SEATS) == "bo"
    assert require_credited("nobody", SEATS) == ""
    with pytest.raises(Violation) as refused:
        require_credited("cy", SEATS)
    assert refused.value.legal == "one of ana, bo, or nobody"


def test_of_no_names_nothing_is_suggested():
    assert one_of(("Ana, Bold", "Old Bo")) == 'one of "Ana, Bold", "Old Bo"'
    assert one_of(()) == ""
    assert one_of((), besides="nobody") == "nobody"
