"""Teams, their boards, and what these come to (section 13)."""

import pytest

from referee.tournament.due import missing
from referee.tournament.facts import BoardEnded, ContestEnded
from referee.tournament.history import history
from referee.tournament.standings.current import standings_of
from referee.tournament.teams import players_at
from tests.table import Match
from tests.tournament.halls import hall, posted, posts
from tests.tournament.histories import shipped

WOLVES, BEARS = "ana bo cy", "dee eva fox"


def teams(name: str = "standard", **options: str | int) -> Match:
    match = hall("", name, **{"teams": 3, "rounds": 3, **options})
    for team, players in (("wolves", WOLVES), ("bears", BEARS)):
        for player in players.split():
            match.play(f"lena enter {player} team={team}")
    return posts(match, "wolves-bears")


def contest(match: Match):
    return match.state.rounds[-1].contests["1"]


@pytest.mark.rule("TR-13.1")
def test_tr_13_1_the_boards_of_a_contest_add_up_to_its_result():
    match = teams().play("lena report 1 1 2 0 board=a; lena report 1 1 1 2 board=b")
    assert match.one(BoardEnded).winner == "eva"
    assert contest(match).result is None
    match.play("lena report 1 1 2 1 board=c")
    result = contest(match).result
    assert (result.score.a, result.score.b, result.score.drawn) == (2, 1, 0)
    assert match.one(ContestEnded).winner == "wolves"
    known = history(match.state, shipped())
    assert {p: [(r.outcome, r.won, r.lost) for r in rounds] for p, rounds in known.items()} == {
        "wolves": [("win", 2, 1)],
        "bears": [("loss", 1, 2)],
    }
    assert [p.player for p in standings_of(match.state, shipped())] == ["wolves", "bears"]


def test_tr_13_1_where_scores_count_the_bands_are_of_their_sum():
    match = teams("margin").play(
        "lena report 1 1 30 20 board=a; lena report 1 1 10 17 board=b; lena report 1 1 8 8 board=c"
    )
    rules = shipped("margin")
    wolves, bears = (history(match.state, rules)[team][0] for team in ("wolves", "bears"))
    assert (wolves.score, wolves.conceded) == (48, 45)
    assert (wolves.points, bears.points) == rules.score.points(48, 45)


def test_tr_13_1_boards_are_those_of_the_contest():
    match = teams()
    beyond = match.refuse("lena report 1 1 2 0 board=d", "TR-13.1", have=3)
    assert beyond.legal == "board=a to c"
    hall("ana bo").play("lena post 1 1:ana:bo cost=0,0,0,0,0,0").refuse(
        "lena report 1 1 2 0 board=a", "TR-13.1", have=0
    )
    match.refuse("lena report 1 1 3 0 board=a", "TR-7.1")
    match.play("lena report 1 1 2 0 board=a")
    match.refuse("lena report 1 1 2 0 board=a", "TR-7.5")


def test_tr_13_1_a_contest_is_reported_by_boards_won_too():
    match = teams()
    match.refuse("lena report 1 1 1 0", "TR-13.1", size=3, have="1-0")
    match.refuse("lena report 1 1 1 0 1", "TR-13.1", size=3, have="1-0-1")
    match.refuse("lena report 1 1 3 1", "TR-13.1", size=3, have="3-1")
    match.refuse("lena decide 1 1 3 2", "TR-13.1", size=3, have="3-2")
    match.play("lena report 1 1 2 0 board=b")
    match.refuse("lena report 1 1 0 3", "TR-13.1", won="1-0", have="0-3")
    match.play("lena report 1 1 1 2 board=c")
    match.refuse("lena report 1 1 3 0", "TR-13.1", won="1-1", have="3-0")
    match.play("lena report 1 1 1 1 1")
    match.refuse("lena report 1 1 2 0 board=a", "TR-7.5")


def test_tr_13_1_logged_games_are_of_a_board():
    match, logged = teams(), f"games=g1:ana:{'ab' * 32},g2:ana:{'cd' * 32}"
    assert match.refuse(f"lena report 1 1 2 0 {logged}", "TR-13.1").legal.startswith("board=a")
    match.play(f"lena report 1 1 2 0 board=a {logged}")
    assert [each.match for each in contest(match).boards["a"].result.games] == ["g1", "g2"]


def test_an_adjustment_gives_no_team_a_team():
    match = teams()
    match.refuse("lena adjust team:wolves:bears authority=head", "REF-3.5", target="wolves")


def test_tr_13_1_a_team_has_no_more_players_than_places():
    match = teams(late=1)
    match.refuse("lena enter gus team=wolves", "TR-13.1", team="wolves", size=3)
    match.refuse("lena enter gus team=ana", "TR-13.1")


def test_tr_13_1_byes_seed_and_points_are_of_the_team():
    match = hall("", teams=2, check_in="yes")
    match.play("lena enter ana team=wolves seed=2")
    match.refuse("lena enter bo team=wolves seed=3", "TR-13.1", team="wolves")
    match.play("lena enter bo team=wolves; ana check-in ana; bo check-in bo")
    assert match.state.entrants["wolves"].here == match.seq - 1


def test_tr_13_1_players_attest_their_boards_and_a_judge_settles_what_differs():
    match = teams().play("ana attest 1 1 2 0 board=a; dee attest 1 1 2 0 board=a")
    assert contest(match).boards["a"].result.by == "attested"
    match.refuse("gus attest 1 1 2 0 board=b", "TR-7.2")
    match.play("bo attest 1 1 2 0 board=b; eva attest 1 1 0 2 board=b")
    match.play("cy attest 1 1 2 0 board=c; fox attest 1 1 1 2 board=c")
    assert next(due.rule for due in missing(match.replay.table)) == "TR-7.2"
    match.refuse("lena report 1 1 2 0 board=b", "TR-7.2")
    match.play("lena decide 1 1 2 0 board=b")
    assert contest(match).disputed
    assert contest(match).result is None
    match.play("lena decide 1 1 1 2 board=c")
    assert not contest(match).disputed
    assert contest(match).result.score.a == 2


@pytest.mark.rule("TR-13.1")
def test_tr_13_1_a_board_without_a_winner_is_drawn():
    match = teams().play("lena report 1 1 2 0 board=a; lena report 1 1 1 1 1 board=b")
    match.play("lena report 1 1 0 2 board=c")
    score = contest(match).result.score
    assert (score.a, score.b, score.drawn, score.how) == (1, 1, 1, "played")


def test_tr_13_1_teams_that_differ_on_the_whole_are_disputed_whatever_a_board_says():
    match = teams().play("ana attest 1 1 2 1; dee attest 1 1 1 2")
    disputed = match.seq
    match.play("lena report 1 1 2 0 board=a")
    assert contest(match).disputed == disputed
    match.play("lena decide 1 1 2 1")
    assert not contest(match).disputed


def test_tr_13_1_a_board_that_is_decided_anew_changes_the_sum():
    match = teams()
    for board in "abc":
        match.play(f"lena report 1 1 2 {0} board={board}")
    match.play("lena decide 1 1 0 2 board=c")
    assert (contest(match).result.score.a, contest(match).result.score.b) == (2, 1)


@pytest.mark.rule("TR-13.1")
def test_tr_13_1_a_board_that_is_decided_anew_and_changes_no_sum_leaves_the_result():
    match = teams()
    for board in "abc":
        match.play(f"lena report 1 1 2 0 board={board} how=concession")
    result = contest(match).result
    assert (result.score.a, result.score.how) == (3, "concession")
    match.play("lena decide 1 1 2 1 board=c how=concession")
    assert not match.all(ContestEnded)
    assert contest(match).result.seq == match.seq


def test_tr_13_1_what_a_judge_decides_of_the_whole_contest_stands():
    match = teams().play("lena decide 1 1 0 3")
    for board in "abc":
        match.play(f"lena decide 1 1 2 0 board={board}")
    assert (contest(match).result.score.a, contest(match).result.score.b) == (0, 3)


def test_tr_13_1_boards_that_neither_team_came_to_leave_a_draw_that_was_played():
    match = hall("", teams=2, rounds=1)
    for player, team in (("ana", "wolves"), ("bo", "wolves"), ("cy", "bears"), ("dee", "bears")):
        match.play(f"lena enter {player} team={team}")
    posts(match, "wolves-bears")
    match.play("lena report 1 1 2 0 board=a how=no-show; lena report 1 1 0 2 board=b how=no-show")
    assert (contest(match).result.score.a, contest(match).result.score.how) == (1, "played")


def test_tr_13_1_a_board_is_settled_though_one_team_attested_the_whole():
    match = teams().play("ana attest 1 1 2 1; lena report 1 1 2 0 board=a")
    match.play("bo attest 1 1 2 0 board=b; eva attest 1 1 0 2 board=b")
    assert contest(match).disputed
    match.play("lena decide 1 1 0 2 board=b; lena report 1 1 2 0 board=c")
    assert not contest(match).disputed
    assert contest(match).result.score.a == 2


def test_tr_13_1_pairings_and_byes_are_of_teams():
    match = teams()
    match.play("lena decide 1 1 2 1")
    match.refuse("lena post 2 1:ana:dee cost=0,0,0,0,0,0", "TR-1.3", player="ana")
    posted(match)
    assert {*match.state.rounds[1].contests["1"].attested} == set()


def test_tr_13_1_level_boards_of_an_elimination_are_decided_by_a_judge():
    match = hall("", teams=2, format="elimination")
    for player, team in (("ana", "wolves"), ("bo", "wolves"), ("cy", "bears"), ("dee", "bears")):
        match.play(f"lena enter {player} team={team}")
    posted(match).play("lena report 1 1 2 0 board=a; lena report 1 1 0 2 board=b")
    assert contest(match).result is None
    match.refuse("lena decide 1 1 1 1", "TR-12.3")
    match.play("lena decide 1 1 2 0 board=b")
    assert (contest(match).result.score.a, match.state.rounds[-1].results) == (2, 1)
    match.play("lena decide 1 1 0 2 board=b")
    assert (contest(match).result, match.state.rounds[-1].results) == (None, 0)
    match.play("lena decide 1 1 2 1 how=judge")


def test_tr_13_2_boards_are_by_place_or_as_the_captains_draft_them():
    match = teams()
    assert players_at(match.state, contest(match), "b") == ("bo", "eva")
    match.play("ana boards 1 1 a:ana:eva b:bo:dee")
    assert players_at(match.state, contest(match), "a") == ("ana", "eva")
    assert players_at(match.state, contest(match), "c") == ("wolves", "bears")
    match.play("dee boards 1 1 c:cy:fox; lena report 1 1 2 0 board=a")
    assert match.one(BoardEnded).b == "eva"


def test_tr_13_2_a_draft_names_each_player_of_the_teams_once_before_the_board_is_played():
    match = teams()
    match.refuse("gus boards 1 1 a:ana:eva", "TR-1.8")
    match.refuse("lena boards 1 1 a:eva:ana", "TR-13.2", player="eva")
    match.refuse("lena boards 1 1 a:ana:eva b:ana:dee", "TR-13.2", player="ana")
    match.refuse("lena boards 1 1 d:ana:eva", "TR-13.1")
    match.play("lena report 1 1 2 0 board=a")
    match.refuse("lena boards 1 1 a:ana:eva", "TR-13.2", board="a", since=match.seq)
