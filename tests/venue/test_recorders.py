"""Two recorders: what is the same, and where they first differ (VN-10.2)."""

from typing import Any

import pytest

from tests.venue.node import node

Json = dict[str, Any]


def same(mine: Json, theirs: Json) -> bool:
    """Whether the script says that these are the same."""
    return bool(node().call("queue", "same", mine, theirs))


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ({"type": "t", "a": 1, "b": [1, {"c": 2, "d": 3}]},
         {"b": [1, {"d": 3, "c": 2}], "a": 1.0, "type": "t"}),
        ({"type": "note", "by": "ana", "text": "x"}, {"type": "note", "by": "bo", "text": "x"}),
        ({"type": "agree-result", "by": "ana", "winner": "a"},
         {"type": "agree-result", "by": "bo", "winner": "a"}),
        ({"type": "strike", "judge": "ana", "entry": 6}, {"type": "strike", "judge": "bo",
                                                          "entry": 6}),
    ],
)  # fmt: skip
def test_the_same_is_the_same_whoever_wrote_it_down_and_in_whatever_order(mine: Json, theirs: Json):
    assert same(mine, theirs)


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ({"type": "t", "dice": [6, 3]}, {"type": "t", "dice": [3, 6]}),
        ({"type": "t", "a": 1}, {"type": "t", "a": "1"}),
        ({"type": "t", "a": 1}, {"type": "t"}),
        ({"type": "t", "by": "x"}, {"type": "t", "by": "y"}),
        ({"type": "confirm", "seat": "a", "entry": 6}, {"type": "confirm", "seat": "b",
                                                        "entry": 6}),
        ({"type": "t", "a": None}, {"type": "t", "a": {}}),
        ({"type": "t"}, {"type": "u"}),
    ],
)  # fmt: skip
def test_what_happened_otherwise_is_different(mine: Json, theirs: Json):
    assert not same(mine, theirs)


def told(*names: str) -> list[Json]:
    """What is waiting, or what came since."""
    return [
        {"id": name, "seq": place + 6, "event": {"type": "t", "name": name.lower()}, "line": name}
        for place, name in enumerate(names)
    ]


@pytest.mark.parametrize(
    ("mine", "theirs", "settled", "first"),
    [
        ("ab", "AB", "ab", None),
        ("abc", "AB", "ab", None),
        ("ab", "ABC", "ab", None),
        ("abc", "AXC", "a", 7),
        ("ab", "X", "", 6),
        ("", "X", "", None),
        ("ab", "", "", None),
    ],
)
def test_it_goes_on_up_to_the_first_that_differs(
    mine: str, theirs: str, settled: str, first: int | None
):
    waiting = told(*mine)
    found = node().call("", "compared", waiting, told(*theirs))
    assert (found["settled"], found["first"]) == (list(settled), first)


SCORE = {"type": "score", "seat": "ana", "value": 7, "measure": ""}
BEGINS = {"type": "begins", "seat": "ana"}
CALL = {"type": "call-judge", "seat": "bo", "about": "a question"}


@pytest.mark.parametrize(
    ("mine", "theirs", "first"),
    [
        (BEGINS, CALL, None),
        ({"type": "lay", "what": "Wolf"}, CALL, None),
        (BEGINS, SCORE, None),
        (SCORE, BEGINS, None),
        (SCORE, {**SCORE, "seat": "bo"}, None),
        (SCORE, {**SCORE, "value": 6}, 6),
        (BEGINS, {**BEGINS, "seat": "bo"}, 6),
        ({"type": "lay", "what": "Wolf"}, {"type": "contest", "seat": "bo", "entry": 2}, 6),
    ],
)
def test_vn_19_6_a_remark_of_another_device_contradicts_nothing_that_waits(
    mine: Json, theirs: Json, first: int | None
):
    waiting = [{"id": "a", "event": mine, "line": "mine"}]
    since = [{"id": "b", "seq": 6, "event": theirs, "line": "theirs"}]
    found = node().call("", "compared", waiting, since)
    assert (found["settled"], found["first"]) == ([], first)
