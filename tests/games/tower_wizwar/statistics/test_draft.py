"""The draft deck, with figures computed by hand."""

import pytest

from referee.games.tower_wizwar.facts import DraftTurned
from storage.statistics import entries_behind
from tests.games.tower_wizwar.statistics.season import match
from tests.storage.statistics.season import Season, close


def turn(season: Season, seq: int, number: int, left: int, seat: str = "ana") -> None:
    season.fact("a", seq, DraftTurned(seat, number, left, 1))


def test_what_is_expected_goes_by_the_cards_still_face_down(season: Season) -> None:
    """A draft deck of one card of each number: of the second card none but the first is out."""
    match(season)
    turn(season, 2, 3, 6)
    turn(season, 3, 5, 5, "bo")
    rows = season.rows("draft-fairness", "person", "number", "n", "turned", "expected")
    first, rest = 1 / 6, 1 / 6 + 1 / 5
    assert [row[:4] for row in rows] == [
        ("(all)", "(all)", 2, 2),
        *(("(all)", str(number), 2, int(number in (3, 5))) for number in range(1, 7)),
        ("ana", "(all)", 1, 1),
        ("bo", "(all)", 1, 1),
    ]
    assert [row[4] for row in rows[1:7]] == close(rest, rest, first, rest, rest, rest)
    # a variance of 1/6 x 5/6, and of 1/5 x 4/5 beside it but for the number that is out
    (_, chi_square, p, warning), one, _, three, _, five, *_ = season.rows(
        "draft-fairness", "z", "chi_square", "p", "warning"
    )
    once, twice = 5 / 36, 5 / 36 + 4 / 25
    assert one[0] == pytest.approx(-rest / twice**0.5)
    assert three[0] == pytest.approx((1 - first) / once**0.5)
    assert five[0] == pytest.approx((1 - rest) / twice**0.5)
    squares = (1 - first) ** 2 / once + ((1 - rest) ** 2 + 4 * rest**2) / twice
    assert chi_square == pytest.approx(squares * 5 / 6)
    assert 0.2 < p < 0.3  # type: ignore[operator]
    assert warning == "too few cards"
    assert entries_behind(season.log, "draft-fairness", row={"number": "5"}) == [("a", 3)]
    whole = {"person": "ana", "number": "(all)"}
    assert entries_behind(season.log, "draft-fairness", row=whole) == [("a", 2)]


def test_a_new_pass_begins_with_all_cards_face_down(season: Season) -> None:
    match(season)
    for number in range(1, 7):
        turn(season, 1 + number, number, 7 - number)
    turn(season, 8, 1, 6)
    turn(season, 9, 1, 6)  # the draft deck was shuffled in between
    expected = dict(season.rows("draft-fairness", "number", "expected", person="ana")[1:7])
    chance = [sum(1 / left for left in range(7 - number, 7)) for number in range(1, 7)]
    assert [expected[str(n)] for n in range(1, 7)] == close(*(c + 1 / 3 for c in chance))


def test_a_whole_pass_is_left_to_chance_but_for_its_last_card(season: Season) -> None:
    """Of the last number the chances are 1/6, 1/5 to 1/2 and 1, and the last adds no variance."""
    match(season)
    for number in range(1, 7):
        turn(season, 1 + number, number, 7 - number)
    six = season.rows("draft-fairness", "turned", "expected", "z")[6]
    expected = sum(1 / left for left in range(1, 7))
    variance = sum((1 - 1 / left) / left for left in range(1, 7))
    assert six == close(1, expected, (1 - expected) / variance**0.5)


def test_fair_draft_decks_are_seldom_called_unfair(season: Season) -> None:
    """30 matches in which the passes are all the orders that one after another turns around: each
    number comes as often at each place of a pass."""
    for number in range(30):
        season.match(f"m{number}", "ana", "bo", game="tower_wizwar")
        for at in range(3):
            shown = 1 + (number + at * 5) % 6
            season.fact(f"m{number}", 2 + at, DraftTurned("ana", shown, 6 - at, 1))
    chi_square, p, warning = season.rows("draft-fairness", "chi_square", "p", "warning")[0]
    assert chi_square == pytest.approx(0, abs=1e-9)
    assert (p, warning) == (pytest.approx(1), "")
