"""What logged games come to: the winner of each, and the result of their contest (TR-7.4)."""

from pathlib import Path

import msgspec
import pytest

from referee.table import Result
from referee.tournament.state import Score
from storage.log import Log
from storage.tournament.played import (
    GameOfContest,
    Played,
    Undecided,
    played_of,
    result_of_games,
)
from tests.logbook import first_entry
from tests.tournament.logged import game

ANA, BO = ("ana",), ("bo",)


def told(winners: tuple[str, ...] | None, scores: dict[str, int] | None = None) -> GameOfContest:
    """A game between ana and bo that these have won; None: it is still on."""
    first = first_entry()
    seats = tuple(
        msgspec.structs.replace(seat, person=person)
        for seat, person in zip(first.seats, ("ana", "bo"), strict=True)
    )
    opening = msgspec.structs.replace(first, seats=seats)
    ended = None if winners is None else Result("", "won" if winners else "draw", winners)
    return GameOfContest(opening, 40, ended, winners or (), scores or {})


def games(*winners: tuple[str, ...] | None) -> list[Played]:
    """So many games of one contest."""
    return [Played(f"g{n}", str(n) * 64, told(each)) for n, each in enumerate(winners, 1)]


@pytest.mark.rule("TR-7.4")
@pytest.mark.parametrize(
    ("winners", "score"),
    [
        ([ANA, ANA], Score(2, 0)),
        ([ANA, BO, ANA], Score(2, 1)),
        ([ANA, BO, ()], Score(1, 1, 1)),
        ([()], Score(0, 0, 1)),
    ],
)
def test_tr_7_4_games_are_counted_by_who_won_them(winners, score: Score):
    drawn = result_of_games(games(*winners), "ana", "bo")
    assert drawn.score == score
    assert [each.winner for each in drawn.games] == [(won or ("",))[0] for won in winners]
    assert [each.match for each in drawn.games] == [f"g{n + 1}" for n in range(len(winners))]


def test_who_was_posted_first_comes_first():
    assert result_of_games(games(ANA, ANA), "bo", "ana").score == Score(0, 2)


def test_a_game_that_is_still_on_decides_nothing_but_is_drawn_after_time():
    with pytest.raises(Undecided, match="g2 is still on"):
        result_of_games(games(ANA, None), "ana", "bo")
    drawn = result_of_games(games(ANA, None), "ana", "bo", unfinished=True)
    assert drawn.score == Score(1, 0, 1, "time")


def test_a_game_between_others_is_no_game_of_the_contest():
    with pytest.raises(Undecided, match="g1 is between ana and bo, not ana and cy"):
        result_of_games(games(ANA), "ana", "cy")


def test_players_of_teams_win_for_their_team():
    teams = {"ana": "red", "bo": "blue"}
    drawn = result_of_games(games(BO), "red", "blue", players=teams)
    assert (drawn.score, drawn.games[0].winner) == (Score(0, 1), "blue")


def test_tr_8_8_where_the_points_of_a_game_count_they_are_the_result():
    game = Played("g1", "1" * 64, told(ANA, {"ana": 37, "bo": 12}))
    assert result_of_games([game], "bo", "ana", margin=True).score == Score(12, 37)
    with pytest.raises(Undecided, match="2 are logged"):
        result_of_games([game, game], "ana", "bo", margin=True)
    with pytest.raises(Undecided, match="not decided by points"):
        result_of_games(games(ANA), "ana", "bo", margin=True)


def test_a_match_of_the_log_says_who_won(tmp_path: Path):
    with Log.open(tmp_path / "log.duckdb", write=True) as log:
        match = game(log, "g1", ("ana", "bo"), "cup/1/1/1")
        played = played_of(match)
        (winner,) = match.replay().state.winner, *match.replay().state.sharing
        seat = {each.seat: each.person for each in played.game.opening.seats}
        assert played.game.winners == (seat[winner],)
        assert played.hash == match.hashes[-1]
        assert played.game.scores == {}, "a Champion's health is no score"
