"""How contests end: reports, attestations, decisions (sections 7 and 9.1)."""

import pytest
from msgspec.structs import replace

from referee.games.registry import game_of
from referee.tournament.facts import ContestDisputed, ContestEnded
from referee.tournament.policy import Draws
from referee.verdict import OnTrust
from tests.table import Match
from tests.tournament.halls import GAME, Hall, hall, opening, posted, posts, wins
from tests.tournament.histories import shipped
from tests.tournament.test_players import points

HASH = "ab" * 32


def table(
    *, name: str = "standard", format: str = "swiss", version: str = GAME.version, **more: int
) -> Match:
    """Ana meets bo at table 1 of round 1, which is entry 4."""
    policy = shipped(name)
    first = replace(opening(policy, format=format, **more), version=version)
    match = Hall(game_of(GAME.id, version), policy, first).enter("ana bo")
    return posts(match, "ana-bo") if format == "swiss" else posted(match)


def under(draws: Draws) -> Match:
    """The same under the standard policy, with other rules for draws."""
    first = table().replay.events
    rules = replace(shipped(), draws=draws)
    match = Match(GAME, rules, replace(first[0], catalog=rules.hash))
    for event in first[1:]:
        match.log(event)
    return match


def score(match: Match, number: int = 1, at: int = 1) -> tuple[int, int, int, str] | None:
    result = match.state.rounds[number - 1].contests[str(at)].result
    return result and (result.score.a, result.score.b, result.score.drawn, result.score.how)


# -- what fits ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("best_of", "told"),
    [
        (1, "1 0"),
        (1, "0 1 2"),
        (1, "0 0 1"),
        (1, "0 0 how=time"),
        (3, "2 0"),
        (3, "2 1"),
        (3, "1 2"),
        (3, "2 1 1"),
        (3, "1 1 1"),
        (3, "0 0 3"),
        (3, "1 0 how=time"),
        (3, "1 0 1 how=time"),
        (3, "1 0 how=concession"),
        (3, "2 0 how=no-show"),
        (3, "0 0 how=no-show"),
        (3, "1 1 1 how=intentional-draw"),
        (3, "0 0 3 how=intentional-draw"),
        (3, "1 0 how=judge"),
        (5, "3 2"),
        (5, "3 0"),
        (5, "2 2 1"),
    ],
)
def test_tr_7_1_a_result_that_fits_is_taken(best_of: int, told: str):
    assert score(table(best_of=best_of).play(f"lena report 1 1 {told}")) is not None


@pytest.mark.parametrize(
    ("best_of", "told"),
    [
        (1, "2 0"),
        (1, "1 1"),
        (1, "0 0"),
        (3, "3 0"),
        (3, "2 2"),
        (3, "1 0"),
        (3, "0 0"),
        (3, "1 0 1"),
        (3, "0 0 2"),
        (3, "3 0 how=judge"),
        (3, "1 1 how=concession"),
        (3, "1 1 how=no-show"),
        (3, "2 1 how=intentional-draw"),
        (5, "4 1"),
        (5, "3 3"),
        (5, "2 2"),
    ],
)
@pytest.mark.parametrize("who", ["lena report", "ana attest", "lena decide"])
def test_tr_7_1_a_result_fits_the_number_of_games_and_how_it_came_about(
    who: str, best_of: int, told: str
):
    told += " how=played" if who == "lena decide" and "how" not in told else ""
    assert table(best_of=best_of).refuse(f"{who} 1 1 {told}", "TR-7.1").legal


@pytest.mark.parametrize("told", ["85 40", "0 0", "1 0 how=time", "30 30 how=intentional-draw"])
def test_tr_7_1_where_scores_count_any_two_are_a_result(told: str):
    table(name="margin").play(f"lena report 1 1 {told}")


@pytest.mark.parametrize("told", ["85 40 1", "30 30 how=concession", "31 30 how=intentional-draw"])
def test_tr_7_1_where_scores_count_none_is_drawn_and_who_concedes_has_less(told: str):
    table(name="margin").refuse(f"lena report 1 1 {told}", "TR-7.1")


def test_tr_7_1_players_attest_in_the_round_that_is_on():
    match = wins(table(), "ana")
    posts(match, "bo-ana").refuse("ana attest 1 1 0 2", "TR-7.1", round=1, since=6)


def test_tr_7_1_the_policy_may_know_no_draw_by_agreement():
    match = under(Draws(intentional=False))
    match.refuse("lena report 1 1 0 0 3 how=intentional-draw", "TR-7.1")
    match.play("lena report 1 1 1 1 1")


def test_tr_7_1_a_draw_by_agreement_is_recorded_as_the_policy_says():
    match = under(Draws(recorded=(1, 1, 1)))
    refusal = match.refuse("lena report 1 1 0 0 3 how=intentional-draw", "TR-7.1", have="0-0-3")
    assert refusal.legal == "1 1 1"
    match.play(f"lena report 1 1 {refusal.legal} how=intentional-draw")


def test_tr_7_1_a_draw_is_agreed_before_the_first_game_where_the_policy_says_so():
    match = under(Draws(before_first_game=True))
    match.refuse("lena report 1 1 1 1 how=intentional-draw", "TR-7.1", have="1-1-0")
    match.play("lena report 1 1 0 0 how=intentional-draw")


def test_tr_7_1_when_a_draw_was_agreed_is_on_trust():
    match = under(Draws(within=300)).play("lena report 1 1 0 0 3 how=intentional-draw")
    assert "300 seconds" in match.trusted()[0]


# -- attested ----------------------------------------------------------------------------------


def test_tr_7_2_two_equal_attestations_make_the_result():
    match = table().play("ana attest 1 1 2 1")
    assert score(match) is None
    assert match.play("bo attest 1 1 2 1").one(ContestEnded).rule == "TR-7.2"
    assert score(match) == (2, 1, 0, "played")
    assert match.state.rounds[0].contests["1"].result.by == "attested"


def test_tr_7_2_one_player_alone_proposes_and_may_think_again():
    match = table().play("ana attest 1 1 2 1; ana attest 1 1 2 1; ana attest 1 1 2 0")
    assert score(match) is None
    match.play("bo attest 1 1 2 0")
    assert score(match) == (2, 0, 0, "played")


def test_tr_7_2_two_that_differ_are_disputed_until_a_judge_decides():
    match = table().play("ana attest 1 1 2 1; bo attest 1 1 1 2")
    assert match.one(ContestDisputed) == ContestDisputed(1, 1, "TR-7.2")
    assert [due.rule for due in match.game.obligations(match.replay.table)] == ["TR-7.2"]
    match.refuse("lena report 1 1 2 1", "TR-7.2", since=6)
    assert score(match) is None
    match.refuse("lena post 2 1:bo:ana", "TR-5.1", have=1)
    match.play("lena appoint tom judge; tom decide 1 1 2 1")
    assert score(match) == (2, 1, 0, "judge")
    assert not match.state.rounds[0].contests["1"].disputed
    match.refuse("bo attest 1 1 1 2", "TR-7.2")


def test_tr_7_2_vn_18_11_two_who_agree_after_all_have_their_result():
    match = table().play("ana attest 1 1 2 1; bo attest 1 1 1 2; bo attest 1 1 2 0")
    assert match.state.rounds[0].contests["1"].disputed
    assert score(match) is None
    assert match.play("ana attest 1 1 2 0").one(ContestEnded).rule == "TR-7.2"
    assert score(match) == (2, 0, 0, "played")
    assert not match.state.rounds[0].contests["1"].disputed


def test_tr_7_2_what_two_have_agreed_is_disputed_until_both_say_something_else():
    match = table().play("ana attest 1 1 2 1; bo attest 1 1 2 1; bo attest 1 1 1 2")
    assert match.one(ContestDisputed)
    match.refuse("lena post 2 1:bo:ana", "TR-5.1")
    match.play("ana attest 1 1 1 2")
    assert score(match) == (1, 2, 0, "played")
    assert points(match) == {"ana": 0, "bo": 3}


def test_tr_7_2_vn_18_11_under_rules_1_only_a_judge_ends_a_dispute():
    match = table(version="1").play("ana attest 1 1 2 1; bo attest 1 1 1 2; bo attest 1 1 2 1")
    assert score(match) is None
    assert match.state.rounds[0].contests["1"].disputed == 6
    match.play("lena decide 1 1 2 1; lena strike 8; lena strike 6; lena strike 7")
    match.play("bo attest 1 1 2 1; bo attest 1 1 1 2; ana attest 1 1 1 2")
    assert score(match) == (2, 1, 0, "played")
    assert match.state.rounds[0].contests["1"].disputed


def corrected(version: str = GAME.version) -> Match:
    """Both have agreed, the next round is posted, and then the slip turns up."""
    match = table(version=version, rounds=3)
    posts(match.play("ana attest 1 1 2 1; bo attest 1 1 2 1"), "bo-ana")
    return match.play("lena strike 6; lena report 1 1 1 2")


def test_tr_7_3_a_slip_that_corrects_an_earlier_round_counts_against_what_was_said():
    match = corrected()
    assert score(match) == (1, 2, 0, "played")
    assert not match.state.rounds[0].contests["1"].disputed
    posts(match.play("lena report 2 1 2 0"), "ana-bo")


def test_tr_7_3_under_rules_1_a_judge_decides_what_is_to_do():
    match = corrected("1").play("lena report 2 1 2 0")
    told = [(due.rule, due.what) for due in match.game.obligations(match.replay.table)]
    assert ("TR-7.2", "table 1 of round 1 is disputed: decide") in told
    assert not [what for rule, what in told if rule == "TR-7.6"]
    refusal = match.refuse("lena post 3 1:ana:bo", "TR-5.1")
    assert refusal.legal == "decide 1 1, as it ended"
    posts(match.play("lena decide 1 1 1 2"), "ana-bo")


def test_tr_7_2_a_dispute_that_a_post_leaves_open_is_still_to_be_decided():
    match = posts(hall("ana bo cy dee"), "ana-bo", "cy-dee").play("lena report 1 2 2 0")
    match.play("ana attest 1 1 2 0; bo attest 1 1 0 2")
    posts(match, "cy-ana", "bo-dee", "missing=1")
    told = [(due.rule, due.what) for due in match.game.obligations(match.replay.table)]
    assert ("TR-7.2", "table 1 of round 1 is disputed: decide") in told
    assert points(match) == {"ana": 1, "bo": 1, "cy": 3, "dee": 0}
    match.play("lena decide 1 1 2 0")
    assert points(match)["ana"] == 3


def test_tr_7_2_how_it_ended_is_part_of_what_is_attested():
    match = table().play("ana attest 1 1 2 0; bo attest 1 1 2 0 how=concession")
    assert match.one(ContestDisputed)


def test_tr_7_2_a_wrong_attestation_may_be_struck():
    match = table().play("ana attest 1 1 2 1; bo attest 1 1 1 2; lena strike 6")
    assert not match.state.rounds[0].contests["1"].disputed
    match.play("bo attest 1 1 2 1")
    assert score(match) == (2, 1, 0, "played")


def test_tr_7_2_vn_18_11_what_a_judge_has_decided_stands_against_players():
    match = table().play("lena decide 1 1 2 1 how=played")
    match.play("bo attest 1 1 2 1")
    match.refuse("bo attest 1 1 1 2", "TR-7.2", since=5)


def test_tr_7_2_who_is_not_at_the_table_attests_nothing():
    match = posts(hall("ana bo cy dee"), "ana-bo", "cy-dee")
    assert match.refuse("cy attest 1 1 2 0", "TR-7.2").legal == "ana or bo"
    match.refuse("lena attest 1 1 2 0", "TR-7.2")


# -- slips -------------------------------------------------------------------------------------


def test_tr_7_3_a_slip_counts_at_once():
    match = table().play("lena report 1 1 2 1 slip=17")
    assert match.one(ContestEnded).rule == "TR-7.3"
    assert points(match) == {"ana": 3, "bo": 0}


@pytest.mark.parametrize(
    "lines",
    [
        "lena report 1 1 2 1; bo attest 1 1 1 2",
        "bo attest 1 1 1 2; lena report 1 1 2 1",
    ],
)
def test_tr_7_3_an_attestation_against_a_slip_makes_it_disputed(lines: str):
    match = table().play(lines)
    assert match.one(ContestDisputed)
    assert score(match) == (2, 1, 0, "played")
    match.refuse("lena post 2 1:bo:ana", "TR-5.1")
    match.play("lena decide 1 1 1 2")
    assert points(match) == {"ana": 0, "bo": 3}


def test_tr_7_3_an_attestation_of_what_the_slip_says_changes_nothing():
    match = table().play("lena report 1 1 2 1; bo attest 1 1 2 1; ana attest 1 1 2 1")
    assert not match.state.rounds[0].contests["1"].disputed


# -- logged games ------------------------------------------------------------------------------


NOBODY = '""'


def games(*winners: str) -> str:
    return "games=" + ",".join(
        f"g{n}:{winner or NOBODY}:{HASH}" for n, winner in enumerate(winners, 1)
    )


@pytest.mark.parametrize(
    ("told", "winners"),
    [
        ("2 1", ("ana", "bo", "ana")),
        ("1 1 1", ("ana", "bo", "")),
        ("1 0 1 how=time", ("ana",)),
        ("1 0 1 how=time", ("ana", "")),
        ("2 1 how=concession", ("bo",)),
        ("2 0 how=judge", ("ana",)),
    ],
)
def test_tr_7_4_a_result_is_the_sum_of_its_games(told: str, winners: tuple[str, ...]):
    match = table().play(f"lena report 1 1 {told} {games(*winners)}")
    assert len(match.state.rounds[0].contests["1"].result.games) == len(winners)


@pytest.mark.parametrize(
    ("told", "winners"),
    [
        ("2 0", ("ana", "bo", "ana")),
        ("2 1", ("ana", "bo")),
        ("2 1", ("ana", "bo", "ana", "")),
        ("1 1 1", ("ana", "bo")),
        ("0 2 how=concession", ("ana",)),
        ("1 0 how=time", ("ana", "")),
        ("2 0", ("ana", "cy")),
    ],
)
@pytest.mark.parametrize("word", ["report", "decide"])
def test_tr_7_4_a_result_that_is_not_the_sum_of_its_games_is_refused(
    word: str, told: str, winners: tuple[str, ...]
):
    told += " how=played" if word == "decide" and "how" not in told else ""
    table().refuse(f"lena {word} 1 1 {told} {games(*winners)}", "TR-7.4")


def test_tr_7_4_each_game_is_named_once():
    told = f"games=g1:ana:{HASH},g1:ana:{HASH}"
    table().refuse(f"lena report 1 1 2 0 {told}", "TR-7.4", match="g1")


@pytest.mark.parametrize("name", ["standard", "margin"])
def test_tr_7_4_a_game_is_won_by_one_of_the_two(name: str):
    match = table(name=name)
    stranger = match.refuse(f"lena report 1 1 2 0 {games('ana', 'cy')}", "TR-7.4", winner="cy")
    assert stranger.legal == "ana, bo or nobody"


def test_tr_7_4_where_scores_count_who_won_the_game_is_ahead():
    match = table(name="margin")
    match.refuse(f"lena report 1 1 40 85 {games('ana')}", "TR-7.4")
    match.play(f"lena report 1 1 85 40 {games('ana')}")


# -- changes -----------------------------------------------------------------------------------


def test_tr_7_5_a_result_is_changed_by_a_strike_and_a_new_report():
    match = table().play("lena report 1 1 2 1")
    assert match.refuse("lena report 1 1 2 1", "TR-7.5", since=5).legal == "nothing more"
    other = table().play("lena report 1 1 2 1; lena strike 5; lena report 1 1 1 2")
    assert score(other) == (1, 2, 0, "played")
    assert match.refuse("lena report 1 1 1 2", "TR-7.5").legal == "strike 5 first, or decide"


def test_tr_7_5_a_strike_and_a_report_come_to_what_the_report_alone_does():
    match = table().play("lena report 1 1 2 1; lena strike 5; lena report 1 1 1 2")
    alone = table().play("lena note text=a; lena note text=b; lena report 1 1 1 2")
    assert match.replay.digest() == alone.replay.digest()


def test_tr_7_6_tables_without_a_result_are_listed_with_who_sits_there():
    match = posts(hall("ana bo cy dee"), "ana-bo", "cy-dee")
    (due,) = match.game.obligations(match.replay.table)
    assert (due.rule, due.must) == ("TR-7.6", True)
    assert due.what == "no result: table 1 (ana, bo), table 2 (cy, dee)"
    match.play("lena report 1 1 2 0")
    assert match.game.obligations(match.replay.table)[0].what == "no result: table 2 (cy, dee)"


# -- later -------------------------------------------------------------------------------------


def second_round() -> Match:
    """Round 2 of four is on; the result of table 1 in round 1 is entry 7."""
    match = wins(posts(hall("ana bo cy dee", rounds=3), "ana-bo", "cy-dee"), "ana", "cy")
    return posts(match, "ana-cy", "bo-dee")


@pytest.mark.rule("TR-9.1")
def test_tr_9_1_a_wrong_result_of_the_round_before_counts_from_its_correction_on():
    match = second_round().play("lena strike 7; lena report 1 1 0 2; lena report 2 1 2 0")
    assert points(match) == {"ana": 3, "bo": 3, "cy": 3, "dee": 0}
    assert isinstance(match.replay.standing(9), OnTrust)
    assert {c.a for c in match.state.rounds[1].contests.values()} == {"ana", "bo"}
    wins(match, "bo")
    wins(posts(match, "ana-bo", "cy-dee"), "bo", "dee").play("lena close")


@pytest.mark.rule("TR-9.1")
def test_tr_9_1_a_judge_corrects_it_in_one_entry():
    match = second_round().play("lena decide 1 1 0 2")
    assert points(match) == {"ana": 0, "bo": 3, "cy": 3, "dee": 0}
    assert score(match) == (0, 2, 0, "judge")


@pytest.mark.rule("TR-9.1")
def test_tr_9_1_a_contest_without_result_is_drawn_until_it_is_reported():
    match = posts(hall("ana bo cy dee"), "ana-bo", "cy-dee").play("lena report 1 2 2 0")
    posts(match, "cy-ana", "bo-dee", "missing=1")
    assert points(match) == {"ana": 1, "bo": 1, "cy": 3, "dee": 0}
    match.play("lena report 1 1 2 0")
    assert points(match)["ana"] == 3
