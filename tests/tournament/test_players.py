"""Players come and go (section 3)."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from events.notation import write
from referee.tournament.facts import CheckedIn, ContestEnded, Entered, Left, Returned
from referee.tournament.history import Played, history, totals
from referee.tournament.policy import Byes
from referee.tournament.posts import active, awarded
from referee.verdict import Illegal, applied
from tests.table import Match
from tests.tournament.halls import hall, meets, posted, posts, proposal, wins
from tests.tournament.histories import shipped


def points(match: Match) -> dict[str, int]:
    """The points of everybody, which are whole numbers here."""
    found = totals(history(match.state, match.replay.catalog))
    assert all(each.denominator == 1 for each in found.values())
    return {player: int(each) for player, each in found.items()}


def played(match: Match, player: str) -> list[Played]:
    return history(match.state, match.replay.catalog)[player]


def outcomes(match: Match, player: str) -> list[str]:
    return [each.outcome for each in played(match, player)]


# -- entering ----------------------------------------------------------------------------------


def test_tr_3_1_a_player_enters_once_under_the_next_number():
    match = hall("ana bo")
    match.refuse("lena enter ana", "TR-3.1", number=1)
    assert match.play("lena enter cy").one(Entered) == Entered("cy", 3, 1, "TR-3.1")
    assert [each.number for each in match.state.entrants.values()] == [1, 2, 3]


def test_tr_3_1_a_number_is_never_used_again():
    match = hall("ana bo").play("lena drop bo; lena enter cy; lena enter dee number=9")
    match.refuse("lena enter eva number=2", "TR-3.1", number=2)
    match.refuse("lena enter eva number=9", "TR-3.1", number=9)
    assert match.play("lena enter eva").one(Entered).number == 10


def test_tr_3_1_a_number_that_is_taken_by_an_inserted_entry_is_replaced_and_the_player_stays():
    match = hall().play("lena enter ana number=1; lena enter bo number=2")
    match.play('lena insert 2 "lena enter cy"')
    numbers = {player: each.number for player, each in match.state.entrants.items()}
    assert numbers == {"ana": 1, "cy": 2, "bo": 3}
    assert applied(match.replay.standing(3))


def test_tr_3_1_no_more_byes_are_awarded_than_the_policy_allows():
    match = hall("ana bo cy")
    match.refuse("lena enter dee byes=4", "TR-3.1", byes=4, most=3)
    match.play("lena enter dee byes=1")
    assert awarded(match.state, 1) == ["dee"]
    assert "dee" in meets(posted(match))
    assert points(match)["dee"] == 3
    assert awarded(match.state, 2) == []


@pytest.mark.parametrize("name", ["margin", "chess-like"])
def test_tr_3_1_a_policy_that_says_nothing_of_byes_awards_none(name: str):
    assert hall(policy=name).refuse("lena enter ana byes=1", "TR-3.1", most=0).legal == "byes=0"


def test_tr_3_2_who_has_not_checked_in_is_left_out_of_round_1():
    match = hall("ana bo cy", check_in="yes").play("ana check-in ana; lena check-in cy")
    assert match.one(CheckedIn) == CheckedIn("cy", "TR-3.2")
    match.refuse("lena check-in ana", "TR-3.2", since=5)
    assert active(match.state, 1) == ["ana", "cy"]
    assert meets(posted(match)) <= {"ana-cy", "cy-ana"}
    assert "bo" in active(match.state, 2)
    assert outcomes(match, "bo") == ["missed"]


def test_tr_3_2_without_check_in_everybody_plays():
    assert active(hall("ana bo cy").state, 1) == ["ana", "bo", "cy"]


def test_tr_3_3_a_player_enters_late_until_the_last_round_for_it():
    match = wins(posts(hall("ana bo", late=1), "ana-bo"), "ana")
    assert match.play("lena enter cy").one(Entered) == Entered("cy", 3, 2, "TR-3.3")
    assert outcomes(match, "cy") == ["missed"]
    assert points(match) == {"ana": 3, "bo": 0, "cy": 0}
    wins(posts(match, "ana-cy", "bo"), "cy")
    refusal = match.refuse("lena enter dee", "TR-3.3", round=2, late=1)
    assert "the last one for a late entry is 1" in refusal.message


def test_tr_3_3_without_a_round_for_it_nobody_enters_late():
    match = posts(hall("ana bo"), "ana-bo")
    assert "nobody enters late" in match.refuse("lena enter cy", "TR-3.3", since=4).message


def test_tr_3_3_missed_rounds_are_byes_where_they_are_given():
    match = hall("ana bo", late=2)
    wins(posts(match, "ana-bo"), "ana")
    match.play("lena enter cy byes=1; lena enter dee points=1")
    assert outcomes(match, "cy") == ["bye"]
    assert points(match) == {"ana": 3, "bo": 0, "cy": 3, "dee": 1}
    late = replace(shipped(), byes=Byes(late=True))
    assert [each.outcome for each in history(match.state, late)["dee"]] == ["bye"]


def test_tr_3_3_only_a_late_entry_starts_with_points():
    hall().refuse("lena enter ana points=3", "TR-3.3")


# -- leaving -----------------------------------------------------------------------------------


def test_tr_3_4_a_drop_before_round_1_is_at_once():
    match = hall("ana bo cy").play("bo drop bo")
    assert match.one(Left) == Left("bo", 0, "own", "TR-3.4")
    assert active(match.state, 1) == ["ana", "cy"]
    assert "has left" in match.refuse("lena drop bo", "TR-3.4", since=5).message


def test_tr_3_4_the_result_of_the_current_contest_still_counts():
    match = posts(hall("ana bo cy dee"), "ana-bo", "cy-dee").play("lena report 1 2 2 0")
    match.play("lena drop ana")
    assert match.one(Left) == Left("ana", 1, "own", "TR-3.4")
    assert match.state.rounds[0].contests["1"].result is None
    match.play("lena report 1 1 2 1")
    assert points(match) == {"ana": 3, "bo": 0, "cy": 3, "dee": 0}
    assert active(match.state, 2) == ["bo", "cy", "dee"]


def test_tr_3_4_who_drops_before_the_first_result_forfeits():
    match = posts(hall("ana bo cy dee"), "ana-bo", "cy-dee").play("bo drop bo")
    assert match.one(Left) == Left("bo", 0, "own", "TR-3.4")
    ended = match.one(ContestEnded)
    assert (ended.winner, ended.a_won, ended.b_won, ended.how) == ("ana", 2, 0, "no-show")
    assert ended.rule == "TR-3.4"
    assert outcomes(match, "ana") == ["win"]
    assert points(match) == {"ana": 3, "bo": 0, "cy": 0, "dee": 0}
    match.refuse("lena report 1 1 2 1", "TR-7.5", since=7)


def test_tr_3_4_who_drops_after_the_round_says_so_and_plays_on():
    match = posts(hall("ana bo cy dee"), "ana-bo", "cy-dee").play("bo drop bo 1")
    assert match.state.rounds[0].contests["1"].result is None
    match.play("lena report 1 1 0 2; lena report 1 2 2 0")
    assert points(match)["bo"] == 3
    assert active(match.state, 2) == ["ana", "cy", "dee"]


def test_tr_3_4_a_drop_is_announced_for_a_later_round_and_may_come_sooner():
    match = posts(hall("ana bo cy dee"), "ana-bo", "cy-dee")
    match.play("bo drop bo 3; lena report 1 1 2 0; lena report 1 2 2 0")
    assert "bo" in active(match.state, 2)
    match.refuse("bo drop bo 3", "TR-3.4", round=3)
    match.play("bo drop bo")
    assert active(match.state, 2) == ["ana", "cy", "dee"]
    assert match.replay.standing(7) is not None


def test_tr_3_4_a_drop_is_not_of_a_round_that_is_over():
    match = wins(posts(hall("ana bo"), "ana-bo"), "ana")
    wins(posts(match, "bo-ana"), "ana")
    assert match.refuse("lena drop ana 1", "TR-3.4", round=2).legal == "after=2"


def test_tr_3_4_a_bye_is_not_forfeited():
    match = posts(hall("ana bo cy"), "ana-bo", "cy").play("lena drop cy")
    assert match.one(Left).after == 1
    assert points(match)["cy"] == 3


def test_tr_3_4_a_drop_that_is_struck_opens_the_contest_again():
    match = posts(hall("ana bo"), "ana-bo").play("lena drop bo; lena strike 5")
    assert match.state.rounds[0].contests["1"].result is None
    match.play("lena report 1 1 0 2")
    assert points(match) == {"ana": 0, "bo": 3}


@pytest.mark.parametrize(
    ("name", "score"), [("standard", (0, 2)), ("margin", (0, 61)), ("chess-like", (0, 2))]
)
def test_tr_3_4_a_contest_that_is_given_up_is_lost_under_any_policy(name: str, score: tuple):
    match = posts(hall("ana bo", policy=name), "ana-bo").play("lena drop ana")
    result = match.state.rounds[0].contests["1"].result
    assert (result.score.a, result.score.b) == score
    ana, bo = (played(match, player)[0] for player in ("ana", "bo"))
    assert (ana.outcome, bo.outcome) == ("loss", "win")
    assert bo.points > ana.points == Fraction(0)


@pytest.mark.parametrize(("best_of", "games"), [(1, 1), (3, 2), (5, 3)])
def test_tr_3_4_a_contest_that_is_given_up_is_lost_in_as_few_games_as_can_be(
    best_of: int, games: int
):
    match = posts(hall("ana bo", best_of=best_of), "ana-bo").play("lena drop bo")
    assert match.one(ContestEnded).a_won == games


@pytest.mark.parametrize(("teams", "boards"), [(2, 2), (3, 2), (5, 3)])
def test_tr_3_4_a_team_that_gives_up_loses_most_boards(teams: int, boards: int):
    match = hall("", teams=teams)
    match.play("lena enter ana team=wolves; lena enter bo team=bears")
    posts(match, "wolves-bears").play("lena drop wolves")
    ended = match.one(ContestEnded)
    assert (ended.a_won, ended.b_won, ended.winner) == (0, boards, "bears")


def test_tr_3_5_who_does_not_show_up_is_dropped_after_the_round():
    match = posts(hall("ana bo cy dee"), "ana-bo", "cy-dee")
    match.play("lena report 1 1 2 0 how=no-show; lena report 1 2 2 0")
    assert active(match.state, 2) == ["ana", "cy", "dee"]
    posts(match, "ana-cy", "dee")
    assert match.all(Left) == [Left("bo", 1, "no-show", "TR-3.5")]
    assert points(match)["bo"] == 0


def test_tr_3_5_two_who_do_not_show_up_both_lose_and_are_dropped():
    match = posts(hall("ana bo cy dee"), "ana-bo", "cy-dee")
    match.play("lena report 1 1 0 0 how=no-show; lena report 1 2 2 0")
    assert points(match) == {"ana": 0, "bo": 0, "cy": 3, "dee": 0}
    assert active(match.state, 2) == ["cy", "dee"]


@pytest.mark.rule("TR-3.5")
def test_tr_3_5_two_who_do_not_show_up_get_nothing_where_scores_count():
    match = posts(hall("ana bo", policy="margin"), "ana-bo")
    match.play("lena report 1 1 0 0 how=no-show")
    assert points(match) == {"ana": 0, "bo": 0}


def test_tr_3_5_a_no_show_who_has_been_dropped_has_left():
    match = posts(hall("ana bo cy dee"), "ana-bo", "cy-dee")
    match.play("lena report 1 1 2 0 how=no-show; lena report 1 2 2 0")
    assert "arrive" in match.refuse("lena reinstate bo", "TR-3.6").legal
    posts(match, "ana-cy", "dee")
    match.refuse("lena drop bo", "TR-3.4")
    match.play("lena reinstate bo")
    assert "bo" in active(match.state, 3)


# -- coming back -------------------------------------------------------------------------------


def left_in_round_1() -> Match:
    """Four players, of whom dee leaves after round 1; round 2 is on."""
    match = wins(posts(hall("ana bo cy dee"), "ana-bo", "cy-dee"), "ana", "cy")
    match.play("lena drop dee")
    return wins(posts(match, "ana-cy", "bo"), "ana")


def test_tr_3_6_who_left_is_back_in_the_next_round_and_missed_rounds_are_losses():
    match = left_in_round_1().play("lena reinstate dee")
    assert match.one(Returned) == Returned("dee", 3, 1, "TR-3.6")
    assert active(match.state, 3) == ["ana", "bo", "cy", "dee"]
    assert outcomes(match, "dee") == ["loss", "missed"]
    assert points(match)["dee"] == 0


def test_tr_3_6_points_are_given_for_rounds_that_were_missed():
    match = left_in_round_1().play("lena reinstate dee points=3")
    assert points(match)["dee"] == 3
    match.refuse("lena reinstate dee", "TR-3.6")


def test_tr_3_6_points_are_given_where_the_round_before_was_forfeited():
    match = posts(hall("ana bo cy dee"), "ana-bo", "cy-dee").play("lena drop dee")
    match.play("lena report 1 1 2 0")
    wins(posts(match, "ana-cy", "bo"), "ana").play("lena reinstate dee points=1")
    assert points(match)["dee"] == 1


def test_tr_3_6_who_has_missed_no_round_gets_no_points():
    match = posts(hall("ana bo"), "ana-bo").play("lena report 1 1 2 0; lena drop bo")
    match.refuse("lena reinstate bo points=3", "TR-3.6")
    match.play("lena reinstate bo")
    assert active(match.state, 2) == ["ana", "bo"]


def test_tr_3_6_who_has_not_left_is_not_reinstated():
    hall("ana").refuse("lena reinstate ana", "TR-3.6")


def test_tr_3_6_who_forfeited_and_is_back_is_not_dropped_as_absent():
    match = posts(hall("ana bo cy"), "ana-bo", "cy").play("bo drop bo; lena reinstate bo")
    assert active(match.state, 2) == ["ana", "bo", "cy"]
    posts(match, "ana-cy", "bo")
    assert match.all(Left) == []


# -- too few -----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", ["", "ana"])
def test_tr_3_7_with_fewer_than_two_no_round_is_posted(players: str):
    match = hall(players)
    have = len(players.split())
    line = "lena post 1" + (f" bye={players}" if players else "")
    match.refuse(line, "TR-3.7", have=have)
    assert match.state.turn == 0
    assert [due.what for due in match.game.obligations(match.replay.table)] == ["enter players"]


def test_tr_3_7_the_last_two_are_enough():
    match = hall("ana bo cy").play("lena drop cy")
    assert not isinstance(match.play(write(proposal(match))).verdict, Illegal)
