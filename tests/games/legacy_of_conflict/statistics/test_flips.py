"""Flipped cards and what attacks do with them, with figures computed by hand."""

from itertools import combinations

import pytest

from referee.fact import DeckRebuilt
from referee.games.legacy_of_conflict.deck import CARDS, FRESH, VALUE
from storage.statistics import entries_behind
from tests.games.legacy_of_conflict.statistics.season import flip, match, resolved
from tests.storage.statistics.season import Season, close, compared

# -- attacks -----------------------------------------------------------------------------------


def test_hits_are_told_by_cover_for_all_attacks_and_for_each(season: Season) -> None:
    match(season, "a")
    season.fact("a", 3, resolved(4), resolved(0), resolved(2), resolved(0, "full"))
    season.fact("a", 4, resolved(1, "partial", card="Fox"), resolved(0, seat="bo", other="ana"))
    season.fact("a", 5, resolved(9, other=""))
    columns = ("card", "attack", "cover", "n", "hits", "per_hit", "mean")
    assert season.rows("hits-by-cover", *columns) == [
        ("(all)", "(all)", "none", 4, 2, 3, 1.5),
        ("(all)", "(all)", "partial", 1, 1, 1, 1),
        ("(all)", "(all)", "full", 1, 0, None, 0),
        ("Fox", "bite", "partial", 1, 1, 1, 1),
        ("Wolf", "bite", "none", 4, 2, 3, 1.5),
        ("Wolf", "bite", "full", 1, 0, None, 0),
    ]
    assert season.rows("hits-by-cover", "rate", "low", "high")[0] == close(0.5, 0.150, 0.850)
    assert season.rows("hits-by-cover", "cover", "n", person="bo")[0] == ("none", 1)
    fox = season.figure("hits-by-cover").records()[3]
    assert entries_behind(season.log, "hits-by-cover", row=fox) == [("a", 4)]


def test_flips_are_told_by_their_sum_with_its_chance_and_the_hits(season: Season) -> None:
    match(season, "a")
    season.fact("a", 3, flip("2S A5", 3, chance=0.125), resolved(1, flip=3), resolved(0, flip=3))
    season.fact("a", 4, flip("2S A5", 3, chance=0.125), resolved(1, flip=3, other=""))
    season.fact("a", 5, flip("J3 J5", -2, chance=0.25), resolved(0, flip=-2))
    season.fact("a", 6, flip("A3 A5", 2, chance=0.5, seat="bo"))
    columns = ("total", "n", "flipped", "share", "chance", "attacks", "hits", "rate")
    assert season.rows("hits-by-flip", *columns) == [
        (-2, 4, 1, 0.25, 0.25, 1, 0, 0),
        (2, 4, 1, 0.25, 0.5, 0, 0, None),
        (3, 4, 2, 0.5, 0.125, 2, 1, 0.5),
    ]
    assert season.rows("hits-by-flip", "low", "high")[1] == (None, None)
    assert season.rows("hits-by-flip", "total", "n", person="bo") == [(2, 1)]


def test_the_chance_of_a_sum_is_that_of_the_153_pairs() -> None:
    pairs = [VALUE[one] + VALUE[other] for one, other in combinations(CARDS, 2)]
    assert len(pairs) == 153
    for total in set(pairs):
        assert FRESH[total] == pytest.approx(pairs.count(total) / 153)


def test_fresh_decks_say_what_to_expect_of_an_edge(season: Season) -> None:
    match(season, "a")
    for total, chance in ((0, 0.2), (1, 0.5), (2, 0.3)):
        season.fact("a", 3, flip("A1 A2", total, chance=chance))
    season.fact("a", 4, compared(2, 3, 4), compared(0, 3, 4), compared(1, 1, 0))
    season.fact("a", 5, compared(1, 2, 4, 0))
    columns = ("edge", "n", "wins", "expected")
    assert season.rows("flip-success", *columns) == [
        (-2, 1, 0, 0),
        (-1, 2, 1, pytest.approx(0.3)),
        (1, 1, 1, pytest.approx(1)),
    ]
    season.fact("a", 6, compared(1, 4, 4, 1))
    # 0 against 0, 1 or 2 fails; 1 beats 0; 2 beats 0 and 1
    assert season.rows("flip-success", "edge", "expected")[2] == (
        0,
        pytest.approx(0.5 * 0.2 + 0.3 * 0.7),
    )


def test_the_luck_of_a_seat_is_what_it_won_above_the_chances_of_fresh_decks(
    season: Season,
) -> None:
    match(season, "a")
    for total, chance in ((0, 0.2), (1, 0.5), (2, 0.3)):
        season.fact("a", 3, flip("A1 A2", total, chance=chance))
    season.fact("a", 4, compared(2, 3, 4), compared(0, 3, 4), compared(1, 1, 0))
    season.fact("a", 5, compared(1, 2, 4, 0))
    ana, bo = season.figure("flip-luck").records()
    assert (ana["n"], ana["won"], bo["n"], bo["won"]) == (4, 2, 4, 2)
    assert (ana["expected"], bo["expected"]) == pytest.approx((0.3 + 0.3 + 1 + 0, 0.7 + 0.7 + 1))
    assert ana["sd"] == pytest.approx((2 * 0.3 * 0.7) ** 0.5)
    assert (ana["luck"], bo["luck"]) == pytest.approx((0.4, -0.4))


def test_nothing_is_expected_while_the_chances_of_some_sums_are_unknown(season: Season) -> None:
    match(season, "a")
    season.fact("a", 3, flip("A1 A2", 1, chance=0.5), compared(1, 1, 0))
    assert season.rows("flip-success", "edge", "expected") == [(1, None)]


# -- fairness ----------------------------------------------------------------------------------


def test_a_card_that_comes_more_often_than_the_others_stands_out(season: Season) -> None:
    match(season, "a")
    for seq in range(2, 102, 2):
        season.fact("a", seq, flip("c1 c2"), DeckRebuilt("ana", 4, ""))
        season.fact("a", seq + 1, flip("c1 c3" if seq % 4 else "c4 c2"))
        season.fact("a", seq + 1, DeckRebuilt("ana", 4, ""))
    everybody, *cards, ana = season.figure("flip-fairness").records()
    assert (everybody["person"], everybody["card"], everybody["n"]) == ("(all)", "(all)", 200)
    assert [(c["card"], c["flipped"], c["expected"]) for c in cards] == [
        ("c1", 75, 50),
        ("c2", 75, 50),
        ("c3", 25, 50),
        ("c4", 25, 50),
    ]
    # each of 100 decks gives 2 of its 4 cards, so each card varies by 100 / 4
    assert [c["z"] for c in cards] == [5, 5, -5, -5]
    assert everybody["chi_square"] == pytest.approx(75)
    assert everybody["p"] < 1e-12
    assert (ana["person"], ana["card"], ana["chi_square"]) == (
        "ana",
        "(all)",
        everybody["chi_square"],
    )
    assert len(entries_behind(season.log, "flip-fairness", row=cards[2])) == 25


def test_a_deck_that_is_flipped_to_its_end_proves_nothing(season: Season) -> None:
    match(season, "a")
    for seq in range(2, 42, 2):
        season.fact("a", seq, flip("c1 c2"), flip("c3 c4", left=0), DeckRebuilt("ana", 4, ""))
    row = season.figure("flip-fairness").records()[0]
    assert (row["n"], row["chi_square"], row["p"]) == (80, None, None)
    assert row["warning"] == "too few flips"


def test_a_flip_that_a_new_deck_parts_counts_for_both_decks(season: Season) -> None:
    match(season, "a")
    season.fact("a", 2, flip("c1 c2", left=1), flip("c1 c2", seat="bo"))
    season.fact("a", 3, DeckRebuilt("ana", 3, ""), flip("c3 c1"))
    rows = season.figure("flip-fairness", person="ana").records()
    # three of three from the old deck leave nothing to chance; the new one gave one of three
    variance = 1 / 3 * 2 / 3
    assert [(r["card"], r["flipped"], r["z"]) for r in rows[1:4]] == [
        ("c1", 2, pytest.approx((2 - 4 / 3) / variance**0.5)),
        ("c2", 1, pytest.approx((1 - 4 / 3) / variance**0.5)),
        ("c3", 1, pytest.approx((1 - 4 / 3) / variance**0.5)),
    ]


def test_a_card_that_a_person_never_flipped_counts_against_even_decks(season: Season) -> None:
    match(season, "a")
    season.fact("a", 2, flip("c1 c2"), flip("c3 c4", seat="bo"))
    rows = season.rows("flip-fairness", "card", "n", "flipped", "expected", person="ana")
    assert rows[1:5] == [("c1", 2, 1, 0.5), ("c2", 2, 1, 0.5), ("c3", 2, 0, 0.5), ("c4", 2, 0, 0.5)]
