"""The bracket of an elimination (TR-12.2 to 12.4), and the places at its end."""

import pytest
from msgspec.structs import replace

from referee.tournament.history import history
from referee.tournament.next_round import proposed
from referee.tournament.pairing import Unpairable
from referee.tournament.policy import Elimination
from referee.tournament.stages.cut import champion, final_places
from referee.tournament.stages.fixed import first_to_choose, seeds_of
from tests.table import Match
from tests.tournament.halls import KEYS, hall, meets, posted, wins
from tests.tournament.histories import shipped

EIGHT = "ana bo cy dee eva fox gus hal"


def knock_out(players: str = EIGHT, **options: str | int) -> Match:
    return hall(players, format="elimination", **options)


def places(match: Match) -> list[str]:
    return [f"{each.place} {each.player}" for each in final_places(match.state, shipped())]


@pytest.mark.rule("TR-12.2")
def test_tr_12_2_the_first_seed_meets_the_last_and_the_halves_stay():
    match = posted(knock_out())
    assert meets(match) == {"ana-hal", "dee-eva", "bo-gus", "cy-fox"}
    wins(match, "hal", "eva", "bo", "cy")
    posted(match)
    assert meets(match) == {"eva-hal", "bo-cy"}
    wins(match, "hal", "cy")
    posted(match)
    assert meets(match) == {"cy-hal"}


def test_tr_12_2_another_bracket_is_refused():
    match = knock_out("ana bo cy dee")
    refused = match.refuse(
        "lena post 1 1:ana:bo 2:cy:dee stage=elimination", "TR-12.2", round=1, of="bracket"
    )
    assert refused.legal == "pairings=1:ana:dee,2:bo:cy"
    match.play(f"lena post 1 stage=elimination {refused.legal}")


def test_tr_12_2_who_has_no_opponent_goes_on():
    match = posted(knock_out("ana bo cy dee eva"))
    assert meets(match) == {"ana", "bo", "cy", "dee-eva"}
    wins(match, "eva")
    posted(match)
    assert meets(match) == {"ana-eva", "bo-cy"}


def test_tr_12_2_seeds_that_were_given_come_before_numbers():
    match = hall(format="elimination")
    match.play("lena enter ana; lena enter bo seed=2; lena enter cy seed=1; lena enter dee")
    posted(match)
    assert seeds_of(match.state) == ["cy", "bo", "ana", "dee"]
    assert meets(match) == {"cy-dee", "bo-ana"}


def test_tr_12_2_the_opponent_of_one_who_has_left_goes_on_without_a_contest():
    match = wins(posted(knock_out("ana bo cy dee")), "ana", "bo")
    match.play("lena drop bo")
    match.refuse("lena post 2 stage=elimination 1:ana:cy", "TR-3.7", have=1)
    assert champion(match.state, shipped()) == "ana"


def test_tr_12_2_a_winner_who_leaves_is_replaced_by_nobody():
    match = wins(posted(knock_out()), "ana", "bo", "cy", "dee")
    match.play("lena drop dee")
    posted(match)
    assert meets(match) == {"ana", "bo-cy"}
    wins(match, "bo")
    posted(match)
    assert meets(match) == {"ana-bo"}


def test_tr_12_2_a_result_that_is_changed_later_leaves_who_played_on_in_the_bracket():
    match = wins(posted(knock_out("ana bo cy dee")), "ana", "bo")
    wrong = next(c for c in match.state.rounds[0].contests.values() if c.a == "bo")
    entry = wrong.result.seq
    posted(match)
    match.play(f"lena strike {entry}; lena report 1 {wrong.table} 0 2")
    assert meets(match) == {"ana-bo"}
    wins(match, "bo")
    assert champion(match.state, shipped()) == "bo"


def test_tr_12_2_a_contest_of_two_who_should_not_have_played_on_counts_too():
    match = wins(posted(knock_out()), "ana", "bo", "cy", "dee")
    wrong = [c for c in match.state.rounds[0].contests.values() if c.a in ("bo", "cy")]
    posted(match)
    for contest in wrong:
        match.play(f"lena strike {contest.result.seq}; lena report 1 {contest.table} 0 2")
    assert meets(match) == {"ana-dee", "bo-cy"}
    wins(match, "ana", "cy")
    posted(match)
    assert meets(match) == {"ana-cy"}


def test_tr_12_3_an_elimination_contest_has_no_draw():
    match = posted(knock_out("ana bo"))
    match.refuse("lena report 1 1 1 1 1 how=time", "TR-12.3")
    match.refuse("lena decide 1 1 1 1", "TR-12.3")
    match.play("lena decide 1 1 1 0")


def test_tr_12_3_a_contest_without_a_winner_is_not_left_behind():
    match = wins(posted(knock_out("ana bo cy dee")), "ana")
    with pytest.raises(Unpairable, match="tables without a winner: 2"):
        proposed(match.replay.table, "lena", "")
    match.refuse("lena post 2 stage=elimination 1:ana:bo missing=2", "TR-12.3")


@pytest.mark.rule("TR-12.4")
def test_tr_12_4_the_higher_seed_or_the_key_of_the_round_says_who_chooses():
    match = posted(knock_out("ana bo cy dee"))
    contests = list(match.state.rounds[0].contests.values())
    higher = replace(shipped(), elimination=Elimination(chooser="higher-seed"))
    drawn = replace(shipped(), elimination=Elimination(chooser="random"))
    assert [first_to_choose(match.state, higher, 1, each) for each in contests] == ["ana", "bo"]
    assert match.state.rounds[0].key == KEYS[1]
    assert [first_to_choose(match.state, drawn, 1, each) for each in contests] == ["ana", "cy"]
    match.state.rounds[0].key = ""
    assert first_to_choose(match.state, drawn, 1, contests[0]) == ""


def test_nobody_enters_an_elimination_that_has_begun():
    match = posted(knock_out("ana bo", late=2))
    match.refuse("lena enter cy", "TR-3.3")


def test_places_are_those_of_the_bracket_and_shared_by_who_went_out_together():
    match = wins(posted(knock_out()), "ana", "bo", "cy", "eva")
    assert places(match)[4:] == ["5 dee", "5 fox", "5 gus", "5 hal"]
    wins(posted(match), "eva", "cy")
    assert champion(match.state, shipped()) == ""
    wins(posted(match), "eva")
    assert places(match)[:4] == ["1 eva", "2 cy", "3 ana", "3 bo"]
    assert champion(match.state, shipped()) == "eva"
    match.play("lena close")
    assert match.state.winner == "eva"


def test_the_rounds_of_an_elimination_have_been_played():
    match = wins(posted(knock_out("ana bo cy dee")), "ana", "cy")
    known = history(match.state, shipped())
    assert {player: [each.outcome for each in rounds] for player, rounds in known.items()} == {
        "ana": ["win"],
        "bo": ["loss"],
        "cy": ["win"],
        "dee": ["loss"],
    }


def test_those_who_are_still_in_share_the_places_that_are_open():
    match = wins(posted(knock_out("ana bo cy dee")), "ana")
    assert places(match) == ["1 ana", "1 bo", "1 cy", "4 dee"]
    assert champion(match.state, shipped()) == ""


def test_who_is_disqualified_has_no_place():
    match = wins(posted(knock_out("ana bo cy dee")), "ana", "bo")
    wins(posted(match), "ana")
    match.play("lena drop bo cause=disqualified")
    assert places(match) == ["1 ana", "2 cy", "2 dee"]
