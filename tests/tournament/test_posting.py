"""A round is posted (TR-5.1, 5.8, 5.9)."""

import pytest
from msgspec.structs import replace

from events.notation import write
from events.tournament import Given, Post
from referee.fact import MatchEnded
from referee.games.registry import game_of
from referee.tournament.facts import PlacePosted, RoundPosted
from referee.tournament.history import history, totals
from referee.tournament.keys import commitment_of, key_of
from referee.tournament.next_round import Swap, proposed
from referee.tournament.pairing import Unpairable
from referee.tournament.posts import paired
from referee.verdict import OnTrust
from tests.table import Match
from tests.tournament.halls import GAME, KEYS, Hall, hall, meets, opening, posts, proposal, wins
from tests.tournament.histories import shipped

FOUR = "ana bo cy dee"


def log(match: Match, event: Post) -> Match:
    return match.play(write(event, GAME.codec))


def refused(match: Match, event: Post, rule: str = "TR-5.1", **facts: int | str) -> str:
    verdict = match.refuse(write(event, GAME.codec), rule, **facts)
    assert verdict.legal
    return verdict.message


def test_tr_5_1_a_round_is_posted_with_everybody_in_it():
    match = log(hall("ana bo cy"), proposal(hall("ana bo cy")))
    assert match.one(RoundPosted) == RoundPosted(1, "swiss", 1, 1)
    assert {fact.table for fact in match.all(PlacePosted)} == {0, 1}
    assert match.state.turn == 1


def test_tr_5_1_a_round_is_posted_once():
    match = hall(FOUR)
    first = proposal(match)
    log(match, first)
    refused(match, first, round=1)
    assert match.verdict.since == 6


def test_tr_5_1_a_round_is_the_next_one():
    match = hall(FOUR)
    assert "not the next" in refused(match, replace(proposal(match), round=2), round=2)


def test_tr_5_1_every_active_player_has_one_place():
    match = hall("ana bo cy dee eva").play("lena drop eva")
    right = proposal(match)
    one, two = right.pairings
    refused(match, replace(right, pairings=(one,)))
    refused(match, replace(right, pairings=(one, replace(two, b=one.a))), player=one.a)
    refused(match, replace(right, bye=(one.b,)), player=one.b)
    refused(match, replace(right, bye=("eva",)), player="eva")
    refused(match, replace(right, pairings=(one, replace(two, table=one.table))), table=one.table)
    log(match, right)


def test_tr_5_1_nobody_has_a_bye_beside_the_odd_one_and_those_who_were_awarded_one():
    match = hall("ana bo cy dee")
    right = proposal(match)
    one, two = right.pairings
    refused(match, replace(right, pairings=(one,), bye=(two.a, two.b)), one=two.a, other=two.b)
    match = hall("ana bo").play("lena enter cy byes=1; lena enter dee byes=1; lena enter eva")
    assert meets(log(match, proposal(match))) >= {"cy", "dee"}
    assert len(match.state.rounds[0].byes) == 3


def test_tr_5_1_a_head_judge_gives_more_byes_than_one_with_a_reason():
    match = hall("ana bo cy dee")
    one, two = proposal(match).pairings
    given = replace(
        proposal(match),
        pairings=(one,),
        bye=(two.a, two.b),
        given=(Given(0, "both came late"),),
        half=(two.b,),
    )
    assert "of that kind" in refused(match, replace(given, half=(one.a,)), player=one.a)
    log(match, given)
    points = totals(history(match.state, match.replay.catalog))
    assert [points[two.a], points[two.b]] == [3, 1]


def test_tr_5_1_under_rules_1_no_bye_is_given_and_none_counts_in_part():
    policy = shipped()
    match = Hall(game_of("tournament", "1"), policy, replace(opening(policy), version="1"))
    match.enter("ana bo cy dee eva")
    right = proposal(match)
    one, two = right.pairings
    (bye,) = right.bye
    refused(match, replace(right, half=right.bye))
    more = replace(right, pairings=(one,), bye=(bye, two.a, two.b), given=(Given(0, "late"),))
    refused(match, more, one=bye, other=two.a)


def test_tr_5_8_a_head_judge_posts_without_the_secret_where_every_table_is_given():
    match = hall("ana bo cy dee", commitment=commitment_of("lantern"))
    right = replace(proposal(match), key="")
    refused(match, right, "TR-5.8", round=1)
    some = (Given(1, "the key is lost"),)
    refused(match, replace(right, given=some), "TR-5.8", round=1)
    log(match, replace(right, given=(*some, Given(2, "the key is lost"))))


def test_tr_5_1_who_is_left_alone_beside_awarded_byes_has_one_too():
    match = hall()
    match.play("lena enter ana byes=1; lena enter bo byes=1; lena enter cy")
    right = proposal(match)
    assert (right.pairings, right.bye, right.cost) == ((), ("cy", "ana", "bo"), (0,) * 6)
    log(match, right)
    match = hall().play("lena enter ana byes=1; lena enter bo byes=1")
    assert (proposal(match).pairings, proposal(match).bye) == ((), ("ana", "bo"))


def test_tr_5_1_all_results_are_in_or_named_as_missing():
    match = posts(hall(FOUR), "ana-bo", "cy-dee").play("lena report 1 1 2 0")
    right = replace(proposal(match), missing=())
    assert "table has no result: 2" in refused(match, right, have=1)
    assert refused(match, replace(right, missing=(1, 2)), table=1) == "table 1 has a result"
    assert refused(match, replace(right, missing=(2, 7)), table=7) == "there was no table 7"
    assert match.verdict.legal == "missing=2"
    log(match, replace(right, missing=(2,)))
    assert match.state.rounds[0].missing == [2]


def test_tr_5_1_before_round_1_nothing_is_missing():
    match = hall(FOUR)
    refused(match, replace(proposal(match), missing=(1,)))


def test_tr_5_1_there_are_as_many_rounds_as_the_opening_says():
    match = hall(FOUR, rounds=1)
    wins(posts(match, "ana-bo", "cy-dee"), "ana", "cy")
    refused(match, proposal(match), rounds=1)
    match.play("lena adjust rounds:all:2 authority=head")
    log(match, proposal(match))


def test_tr_5_1_a_stage_is_that_of_the_tournament():
    match = hall(FOUR)
    refused(match, replace(proposal(match), stage="elimination"), stage="swiss")


def test_a_result_that_comes_late_leaves_the_round_after_it_in_force():
    match = posts(hall(FOUR, rounds=3), "ana-bo", "cy-dee").play("lena report 1 1 2 0")
    log(match, proposal(match))
    match.play('lena insert 7 "lena report 1 2 2 0"')
    assert isinstance(match.replay.standing(8), OnTrust)
    assert match.state.turn == 2


def test_a_contest_that_was_not_finished_has_been_played():
    match = posts(hall(FOUR, rounds=3), "ana-bo", "cy-dee").play("lena report 1 1 2 0")
    known = paired(match.replay.table, FOUR.split(), 2)
    assert (known["cy"].met, known["cy"].points) == (frozenset({4}), 1)
    assert "cy-dee" not in meets(log(match, proposal(match)))


def test_who_met_somebody_with_more_points_floated_up_and_the_other_down():
    match = wins(posts(hall(FOUR, rounds=3), "ana-bo", "cy-dee"), "ana", "cy")
    wins(posts(match, "ana-dee", "bo-cy"), "ana", "cy")
    known = paired(match.replay.table, FOUR.split(), 3)
    assert {player: each.floated for player, each in known.items()} == {
        "ana": -1,
        "bo": 1,
        "cy": -1,
        "dee": 1,
    }


def test_rounds_that_were_played_stay_where_their_number_is_taken_back():
    match = hall(FOUR, rounds=1)
    wins(posts(match, "ana-bo", "cy-dee"), "ana", "cy")
    match.play("lena adjust rounds:all:2 authority=head")
    wins(log(match, proposal(match)), "ana", "bo").play("lena overrule 9")
    assert match.state.turn == 2
    assert isinstance(match.replay.standing(10), OnTrust)


def test_tr_5_8_a_tournament_that_commits_to_a_secret_shows_a_key():
    match = hall(FOUR, commitment=commitment_of("lantern"))
    refused(match, proposal(match, key=False), "TR-5.8", round=1)
    log(match, proposal(match))


def closing(secret: str, *keys: str) -> Match:
    match = hall("ana bo", rounds=9, commitment=commitment_of(secret))
    for key in keys:
        log(match, replace(proposal(match), key=key))
        wins(match, "ana")
    return match


def test_tr_5_8_the_secret_fits_its_commitment_and_the_keys_fit_the_secret():
    keys = [key_of("lantern", number) for number in (1, 2)]
    match = closing("lantern", *keys)
    match.refuse("lena close", "TR-5.8")
    match.refuse("lena close secret=candle", "TR-5.8")
    match.play("lena close secret=lantern")
    assert match.state.over == "closed"
    wrong = closing("lantern", keys[0], KEYS[2])
    wrong.refuse("lena close secret=lantern", "TR-5.8", since=6, round=2)


def test_tr_5_8_where_no_key_was_shown_the_secret_still_fits_its_commitment():
    commitment = commitment_of("lantern")
    match = hall("ana bo", commitment=commitment)
    assert match.refuse("lena close", "TR-5.8").message == "the secret is missing"
    match.refuse("lena close secret=candle", "TR-5.8", commitment=commitment[:12] + "…")
    match.play("lena close secret=lantern")


def test_tr_5_8_without_a_commitment_there_is_no_secret():
    match = hall("ana bo")
    match.refuse("lena close secret=lantern", "TR-5.8")
    match.play("lena close")


def test_a_tournament_is_closed_when_all_results_are_in():
    match = posts(hall("ana bo"), "ana-bo")
    match.refuse("lena close", "TR-5.1", have=1)
    wins(match, "ana").play("lena close")
    match.refuse("lena enter cy", "REF-1.4")
    match.play(f"lena checkpoint 6 {KEYS[1]}; lena publish standings")


def test_a_tournament_that_is_closed_has_a_champion_or_no_result():
    match = wins(posts(hall("ana bo", rounds=1), "ana-bo"), "ana").play("lena close")
    assert match.one(MatchEnded) == MatchEnded(("ana",), "won", "closed", "TR-5.8")
    match = wins(posts(hall("ana bo", rounds=2), "ana-bo"), "ana").play("lena close")
    assert match.one(MatchEnded) == MatchEnded((), "no result", "closed", "TR-5.8")


def test_tr_5_9_a_post_states_the_cost_that_it_has():
    match = hall(FOUR)
    right = proposal(match)
    assert right.cost == (0,) * 6
    message = refused(match, replace(right, cost=(1, 0, 0, 0, 0, 0)), "TR-5.9")
    assert message == "the pairings cost 0,0,0,0,0,0, not 1,0,0,0,0,0"
    refused(match, replace(right, cost=()), "TR-5.9")
    log(match, right)


def test_tr_5_9_a_rematch_costs_what_it_does():
    match = wins(posts(hall("ana bo", rounds=2), "ana-bo"), "ana")
    again = proposal(match)
    assert again.cost[0] == 1
    refused(match, replace(again, cost=(0, *again.cost[1:])), "TR-5.9")


def test_tr_5_9_a_table_that_was_not_proposed_has_a_reason_and_a_head_judge():
    match = hall(FOUR).play("lena appoint mia scorekeeper; lena appoint eva head-judge")
    one, two = proposal(match).pairings
    swap = Swap(one.a, two.a, "they share a car")
    given = proposed(match.replay.table, "mia", KEYS[1], [swap])
    assert {each.table for each in given.given} == {1, 2}
    refused(match, given, "TR-5.9", by="mia")
    log(match, replace(given, by="eva"))
    assert {c.reason for c in match.state.rounds[0].contests.values()} == {"they share a car"}


def test_tr_5_9_who_has_the_bye_may_swap_too_and_one_swap_follows_another():
    match = hall("ana bo cy dee eva")
    right = proposal(match)
    (free,), (one, two) = right.bye, right.pairings
    swaps = [Swap(free, one.b, "a late train"), Swap(one.b, two.a, "sisters")]
    given = proposed(match.replay.table, "lena", KEYS[1], swaps)
    assert given.bye == (two.a,)
    assert given.pairings == (replace(one, b=free), replace(two, a=one.b))
    assert given.given == (Given(one.table, "a late train"), Given(two.table, "sisters"))
    log(match, given)
    for swap in (Swap("gus", one.a, "why"), Swap(one.a, "gus", "why")):
        with pytest.raises(Unpairable, match="gus has no place in this round"):
            proposed(hall("ana bo cy").replay.table, "lena", KEYS[1], [swap])


def test_tr_5_9_a_reason_names_a_table_of_the_round():
    match = hall(FOUR)
    refused(match, replace(proposal(match), given=(Given(9, "because"),)), "TR-1.3", table=9)


@pytest.mark.parametrize("key", ["", KEYS[1]])
def test_without_a_commitment_a_key_may_be_shown(key: str):
    match = hall("ana bo")
    log(match, replace(proposal(match), key=key))
    assert match.state.rounds[0].key == key
