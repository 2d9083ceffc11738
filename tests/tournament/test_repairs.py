"""A round is paired again (TR-9.2), and takes in who came late (TR-9.4)."""

from collections.abc import Iterable

import pytest

from events.notation import write
from events.tournament import Pairing
from referee.tournament.facts import PlacePosted, Repaired
from referee.tournament.next_round import repaired
from referee.tournament.pairing import Unpairable
from referee.tournament.posts import cost_of_posted
from referee.tournament.stages.paired_again import late_repair
from tests.table import Match
from tests.tournament.halls import GAME, hall, meets, posted, posts, wins

SIX = "ana bo cy dee eva fox"


def cost(match: Match, pairs: Iterable[str], byes: tuple[str, ...] = ()) -> str:
    """What these contests of the round that is on cost."""
    met = [Pairing(1, *pair.split("-")) for pair in pairs]
    found = cost_of_posted(match.replay.table, match.state.turn, met, byes)
    return "cost=" + ",".join(map(str, found))


def three_tables(**options: str | int) -> Match:
    return posts(hall(SIX, rounds=3, **options), "ana-bo", "cy-dee", "eva-fox")


NOTHING = "cost=0,0,0,0,0,0"


@pytest.mark.rule("TR-9.2")
def test_tr_9_2_tables_that_are_not_kept_are_paired_again():
    match = three_tables().play("lena report 1 1 2 0")
    match.play(f'lena repair 1 2:cy:eva 3:dee:fox keep=1 {NOTHING} reason="wrong slips"')
    assert meets(match) == {"ana-bo", "cy-eva", "dee-fox"}
    assert match.state.rounds[0].contests["1"].result is not None
    assert match.state.rounds[0].contests["2"].reason == "wrong slips"
    told = match.one(Repaired)
    assert (told.kept, told.new, told.undone) == (1, 2, 0)
    assert [f.kept for f in match.all(PlacePosted)] == [True, False, False]
    assert match.state.rounds[0].results == 1
    assert match.state.rounds[0].repaired == match.seq


def test_tr_9_2_where_there_is_nothing_to_pair_again_nothing_is_proposed():
    def told(match: Match, tables: tuple[int, ...] = ()) -> str:
        with pytest.raises(Unpairable) as error:
            repaired(match.replay.table, "lena", "", tables, "why")
        return str(error.value)

    none = "no round of Swiss is on"
    assert told(hall("ana bo"), (1,)) == none
    assert told(posted(hall("ana bo cy dee", format="elimination")), (1,)) == none
    match = three_tables()
    assert told(match) == "nobody waits for a place; name the tables that are paired again"
    assert told(match, (1, 7)) == "round 1 has no table 7"
    assert told(match, (1,)) == "these tables would be paired as they are"


def test_tr_9_2_a_result_is_undone_by_the_head_judge_alone():
    match = three_tables().play("lena report 1 2 2 0; lena appoint hanna head-judge")
    line = f'repair 1 2:cy:eva 3:dee:fox keep=1 {NOTHING} reason="wrong slips"'
    match.refuse(f"lena {line}", "TR-9.2", have=1, tables="2")
    match.play(f"hanna {line}")
    assert match.one(Repaired).undone == 1
    assert match.state.rounds[0].results == 0


def test_tr_9_2_a_finished_contest_is_not_lost_when_its_round_is_paired_again():
    match = three_tables().play("lena report 1 3 2 1")
    match.play(f'lena repair 1 1:ana:cy 2:bo:dee 7:fox:eva {NOTHING} reason="again"')
    contest = match.state.rounds[0].contests["7"]
    assert (contest.a, contest.b, contest.result.score.a) == ("fox", "eva", 1)
    match.refuse("lena report 1 7 2 0", "TR-7.5")


def test_tr_9_2_only_the_round_that_is_on_is_paired_again():
    match = wins(three_tables(), "ana", "cy", "eva")
    match.refuse('lena repair 2 1:ana:bo reason="why"', "TR-1.3")
    posted(match)
    match.refuse('lena repair 1 1:ana:cy reason="why"', "TR-9.2", round=1)
    match.refuse('lena repair 2 1:ana:cy keep=9 reason="why"', "TR-1.3", table=9)
    match.refuse('ana repair 2 1:ana:cy reason="why"', "TR-1.8")


def test_tr_9_2_everybody_still_has_one_place():
    match = three_tables()
    match.refuse('lena repair 1 2:cy:eva keep=1 reason="x"', "TR-5.1", player="dee")
    match.refuse('lena repair 1 2:cy:dee 3:cy:eva keep=1 reason="x"', "TR-5.1", player="cy")
    match.refuse('lena repair 1 1:cy:dee 3:eva:fox keep=1 reason="x"', "TR-5.1", table=1)
    match.refuse('lena repair 1 2:cy:gus keep=1 reason="x"', "TR-1.3", player="gus")


def test_tr_9_2_the_cost_of_the_whole_round_is_told():
    match = wins(three_tables(), "ana", "cy", "eva")
    posts(match, "ana-cy", "eva-bo", "dee-fox")
    line = 'lena repair 2 1:ana:eva 2:cy:bo keep=3 reason="why"'
    refused = match.refuse(line, "TR-5.9")
    assert refused.legal == cost(match, ["ana-eva", "cy-bo", "dee-fox"])
    match.play(f"{line} {refused.legal}")


def test_tr_9_2_a_player_who_dropped_needs_no_place_in_the_new_pairings():
    match = three_tables().play("lena drop ana")
    match.play(f'lena repair 1 1:cy:bo keep=3 bye=dee {NOTHING} reason="a drop"')
    assert meets(match) == {"eva-fox", "cy-bo", "dee"}


def test_tr_9_2_a_bracket_is_repaired_to_what_right_results_make_it():
    match = wins(posted(hall("ana bo cy dee", format="elimination")), "ana", "bo")
    wrong = next(c for c in match.state.rounds[0].contests.values() if c.a == "bo")
    entry = wrong.result.seq
    posted(match).play(f"lena strike {entry}; lena report 1 {wrong.table} 0 2")
    match.refuse('lena repair 2 1:bo:ana reason="why"', "TR-5.1", player="bo")
    match.play('lena repair 2 1:ana:cy reason="a wrong slip"')
    assert meets(match) == {"ana-cy"}


@pytest.mark.parametrize(
    ("format", "rule", "right"),
    [("elimination", "TR-12.2", "1:ana:dee,2:bo:cy"), ("round-robin", "TR-5.11", "")],
)
def test_tr_9_2_a_bracket_or_a_circle_is_repaired_to_nothing_else(
    format: str, rule: str, right: str
):
    match = posted(hall("ana bo cy dee", format=format))
    wrong = match.refuse('lena repair 1 1:ana:bo 2:cy:dee reason="why"', rule, round=1)
    assert right in wrong.legal
    match.play(f'lena repair 1 {wrong.legal} reason="as it is"')


def test_tr_9_1_pairings_stand_when_a_result_before_them_is_corrected():
    match = wins(three_tables(), "ana", "cy", "eva")
    entry = match.state.rounds[0].contests["1"].result.seq
    posted(match)
    before = meets(match)
    match.play(f"lena strike {entry}; lena report 1 1 0 2")
    assert meets(match) == before


@pytest.mark.rule("TR-9.1")
def test_tr_9_1_a_corrected_result_counts_from_there():
    match = wins(three_tables(), "ana", "cy", "eva")
    entry = match.state.rounds[0].contests["1"].result.seq
    posted(match).play(f"lena strike {entry}; lena report 1 1 0 2")
    result = match.state.rounds[0].contests["1"].result
    assert (result.score.a, result.score.b) == (0, 2)


def takes_in(match: Match) -> Match:
    event = late_repair(match.replay.table, "lena")
    assert event is not None
    return match.play(write(event, GAME.codec))


@pytest.mark.rule("TR-9.4")
def test_tr_9_4_a_late_player_meets_the_bye():
    match = posts(hall("ana bo cy", late=2, rounds=3), "ana-bo", "cy")
    match.play("lena report 1 1 2 0; lena enter dee")
    takes_in(match)
    assert meets(match) == {"ana-bo", "cy-dee"}
    assert match.state.entrants["dee"].first == 1
    assert match.state.rounds[0].contests["1"].result is not None


@pytest.mark.rule("TR-9.4")
def test_tr_9_4_without_a_bye_two_late_players_meet_and_a_third_has_the_bye():
    match = posts(hall("ana bo", late=2, rounds=3), "ana-bo")
    assert late_repair(match.replay.table, "lena") is None
    takes_in(match.play("lena enter cy"))
    assert meets(match) == {"ana-bo", "cy"}
    takes_in(match.play("lena enter dee"))
    assert meets(match) == {"ana-bo", "cy-dee"}
    takes_in(match.play("lena enter eva; lena enter fox; lena enter gus"))
    assert meets(match) == {"ana-bo", "cy-dee", "eva-fox", "gus"}


def test_tr_9_4_who_is_not_taken_in_plays_from_the_next_round_on():
    match = posts(hall("ana bo", late=2, rounds=3), "ana-bo")
    match.play("lena enter cy; lena report 1 1 2 0")
    posted(match)
    assert match.state.entrants["cy"].first == 2
    assert "cy" in " ".join(meets(match))


def test_tr_9_4_a_player_who_checks_in_after_the_post_is_taken_in():
    match = hall("ana bo cy", check_in="yes", rounds=3)
    match.play("lena check-in ana; lena check-in bo")
    posts(match, "ana-bo").play("lena check-in cy")
    takes_in(match)
    assert meets(match) == {"ana-bo", "cy"}
