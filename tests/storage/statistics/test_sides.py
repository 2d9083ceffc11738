"""Teams and matches of more than two sides, with figures computed by hand."""

import pytest

from referee.fact import FirstPlayer, ScoreChanged, TurnBegan, TurnEnded, UnitEntered
from tests.storage.statistics.season import Season, attack

FOUR = ("ana", "bo", "cy", "di")


@pytest.fixture
def pairs(season: Season) -> Season:
    """Two against two, won by red (ana, cy), who also went first."""
    decks = ("Wolves", "Bears", "Foxes", "Wolves")
    season.match("pairs", *FOUR, decks=decks, sides=("red", "blue", "red", "blue"))
    season.fact("pairs", 2, FirstPlayer("cy", ""), TurnBegan("cy", 1))
    season.won("pairs", "red")
    return season


@pytest.fixture
def three(season: Season) -> Season:
    """Each for itself, won by bo; cy went first."""
    season.match("three", "ana", "bo", "cy", decks=("Wolves", "Bears", "Wolves"))
    season.fact("three", 2, FirstPlayer("cy", ""), TurnBegan("cy", 1))
    season.won("three", "bo")
    return season


def test_a_place_wins_with_its_side(pairs: Season) -> None:
    assert pairs.rows("wins-by-seat", "place", "n", "wins") == [
        (1, 1, 1),
        (2, 1, 0),
        (3, 1, 1),
        (4, 1, 0),
    ]
    assert pairs.rows("wins-by-seat", "place", "n", "wins", person="cy") == [(3, 1, 1)]


def test_a_third_place_counts_only_where_it_was_taken(pairs: Season, three: Season) -> None:
    assert three.rows("wins-by-seat", "place", "n", "wins") == [
        (1, 2, 1),
        (2, 2, 1),
        (3, 2, 1),
        (4, 1, 0),
    ]


def test_a_side_of_several_went_first_once(pairs: Season) -> None:
    assert pairs.rows("wins-by-start", "start", "n", "wins") == [
        ("went first", 1, 1),
        ("went later", 1, 0),
    ]
    assert pairs.rows("wins-by-start", "start", "n", "wins", person="ana") == [("went first", 1, 1)]


def test_of_three_sides_two_went_later(three: Season) -> None:
    assert three.rows("wins-by-start", "start", "n", "wins") == [
        ("went first", 1, 0),
        ("went later", 2, 1),
    ]


def test_decks_meet_those_of_other_sides(pairs: Season) -> None:
    assert pairs.rows("matchups", "deck", "against", "n", "wins") == [
        ("Bears", "Foxes", 1, 0),
        ("Bears", "Wolves", 1, 0),
        ("Foxes", "Bears", 1, 1),
        ("Foxes", "Wolves", 1, 1),
        ("Wolves", "Bears", 1, 1),
        ("Wolves", "Foxes", 1, 0),
    ]
    assert pairs.rows("wins-by-deck", "deck", "n", "wins", "mirror") == [
        ("Foxes", 1, 1, 0),
        ("Wolves", 2, 1, 2),
        ("Bears", 1, 0, 0),
    ]


def test_a_deck_on_both_seats_of_a_side_met_no_deck_of_its_name(season: Season) -> None:
    season.match(
        "a", "ana", "bo", "cy", decks=("Wolves", "Wolves", "Bears"), sides=("red", "red", "cy")
    )
    season.won("a", "cy")
    assert season.rows("wins-by-deck", "deck", "n", "wins", "mirror") == [
        ("Bears", 1, 1, 0),
        ("Wolves", 2, 0, 0),
    ]
    assert season.rows("matchups", "deck", "against", "n", "wins") == [
        ("Bears", "Wolves", 2, 2),
        ("Wolves", "Bears", 2, 0),
    ]


def test_where_a_third_side_won_neither_deck_did(season: Season) -> None:
    season.match("a", "ana", "bo", "cy", decks=("Wolves", "Bears", "Foxes"))
    season.won("a", "cy")
    rows = season.rows("matchups", "deck", "against", "n", "wins", "draws")
    assert ("Wolves", "Bears", 1, 0, 0) in rows
    assert ("Bears", "Wolves", 1, 0, 0) in rows
    assert ("Foxes", "Wolves", 1, 1, 0) in rows
    assert len(rows) == 6


def test_a_card_performs_by_the_side_that_won(pairs: Season) -> None:
    for seat, card in (("ana", "Wolf"), ("cy", "Wolf"), ("bo", "Bear")):
        pairs.fact("pairs", 5, UnitEntered(seat, card, card, "laid", ""))
    assert pairs.rows("card-performance", "card", "n", "wins") == [("Wolf", 2, 2), ("Bear", 1, 0)]


def test_every_player_of_a_match_has_a_result(pairs: Season, three: Season) -> None:
    rows = three.log.execute(
        "SELECT match_id, seat, side, went_first, won, result FROM player_matches "
        "ORDER BY match_id, place"
    ).fetchall()
    assert rows == [
        ("pairs", "ana", "red", False, True, "won"),
        ("pairs", "bo", "blue", False, False, "lost"),
        ("pairs", "cy", "red", True, True, "won"),
        ("pairs", "di", "blue", False, False, "lost"),
        ("three", "ana", "ana", False, False, "lost"),
        ("three", "bo", "bo", False, True, "won"),
        ("three", "cy", "cy", True, False, "lost"),
    ]


def test_the_score_of_a_side_is_a_line_of_its_own(pairs: Season) -> None:
    pairs.fact("pairs", 3, ScoreChanged("red", "points", 2), ScoreChanged("bo", "wounds", 1))
    pairs.fact("pairs", 4, TurnEnded("cy", 1), TurnBegan("bo", 2), ScoreChanged("red", "points", 3))
    rows = pairs.rows("score-by-turn", "measure", "line", "turn", "value", match="pairs")
    assert rows == [
        ("points", "red", 1, 2),
        ("points", "red", 2, 3),
        ("wounds", "bo", 1, 1),
        ("wounds", "bo", 2, 1),
    ]
    assert ("points", "went first", 2, 3, 1) in pairs.rows(
        "score-by-turn", "measure", "line", "turn", "value", "n"
    )


def test_attacks_count_for_whoever_makes_them(three: Season) -> None:
    for seq, seat in enumerate(("ana", "bo", "cy"), 3):
        attack(three, "three", seq, (6, 2), (0, 0), seat=seat, card="Wolf")
    assert three.rows("attack-success", "edge", "n", "wins") == [(0, 3, 3)]


def test_a_first_player_named_twice_counts_once(three: Season) -> None:
    three.fact("three", 6, FirstPlayer("cy", ""))
    assert three.rows("wins-by-start", "start", "n") == [("went first", 1), ("went later", 2)]
    assert three.rows("wins-by-seat", "place", "n") == [(1, 1), (2, 1), (3, 1)]
