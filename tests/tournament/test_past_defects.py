"""What has gone wrong at tournaments run with other programs, and does not here."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from events.notation import write
from referee.tournament.history import history, totals
from referee.tournament.next_round import proposed
from referee.tournament.posts import active, paired
from referee.tournament.stages.paired_again import late_repair
from referee.verdict import Illegal
from tests.table import Match
from tests.tournament.halls import GAME, KEYS, hall, meets, posted, posts, proposal, wins


def points(match: Match) -> dict[str, Fraction]:
    return totals(history(match.state, match.replay.catalog))


def test_the_whole_field_withdraws_before_a_round_and_nobody_is_paired():
    match = wins(posts(hall("ana bo cy", rounds=3), "ana-bo", "cy"), "ana")
    for player in ("ana", "bo", "cy"):
        match.play(f"{player} drop {player}")
    assert active(match.state, 2) == []
    match.refuse("lena post 2 1:ana:bo bye=cy", "TR-3.7", have=0)
    assert [due.what for due in GAME.obligations(match.replay.table)] == ["close"]
    match.play("lena close")
    assert points(match) == {"ana": 3, "bo": 0, "cy": 3}


def test_the_whole_field_withdraws_from_a_round_that_is_posted_and_nobody_wins_it():
    match = posts(hall("ana bo cy dee", rounds=3), "ana-bo", "cy-dee")
    for player in ("bo", "ana", "cy", "dee"):
        match.play(f"lena drop {player}")
    assert set(points(match).values()) == {Fraction(0)}
    assert not any(each.result is None for each in match.state.rounds[0].contests.values())
    match.refuse("lena post 2", "TR-3.7", have=0)
    match.play("lena close")


def test_a_player_dropped_after_the_own_result_keeps_it_and_is_paired_no_more():
    match = posts(hall("ana bo cy dee", rounds=3), "ana-bo", "cy-dee")
    match.play("lena report 1 1 0 2; bo drop bo")
    assert points(match)["bo"] == 3
    match.play("lena report 1 2 2 0")
    assert "bo" not in " ".join(meets(posted(match)))
    assert points(match)["bo"] == 3
    wins(match, "ana", "cy", "dee")
    posted(match)
    assert "bo" not in " ".join(meets(match))


def test_a_bye_is_not_given_twice_while_somebody_has_had_none():
    match = hall("ana bo cy dee eva", rounds=5)
    had: list[str] = []
    for _ in range(5):
        posted(match)
        had += match.state.rounds[-1].byes
        wins(match, "ana", "bo", "cy", "dee", "eva")
    assert len(set(had)) == 5


def test_the_last_round_has_no_rematch_that_can_be_avoided():
    match = hall("ana bo cy dee", rounds=3)
    for _ in range(3):
        wins(posted(match), "ana", "bo")
    pairs = [frozenset(pair.split("-")) for n in (1, 2, 3) for pair in meets(match, n)]
    assert len(set(pairs)) == 6


def test_an_entrant_added_after_round_1_is_posted_joins_without_undoing_a_contest():
    match = posts(hall("ana bo cy dee eva", late=1, rounds=3), "ana-bo", "cy-dee", "eva")
    match.play("lena report 1 1 2 0; lena enter fin")
    repair = late_repair(match.replay.table, "lena")
    assert repair is not None
    match.play(write(repair, GAME.codec))
    assert meets(match) in ({"ana-bo", "cy-dee", "eva-fin"}, {"ana-bo", "cy-dee", "fin-eva"})
    assert match.state.rounds[0].contests["1"].result.score.a == 2
    assert len(match.state.rounds) == 1


def test_an_entrant_added_after_round_1_plays_from_round_2_and_round_1_stays():
    match = posts(hall("ana bo cy dee", late=1, rounds=3), "ana-bo", "cy-dee")
    match.play("lena enter eva; lena enter fin")
    wins(match, "ana", "cy")
    assert sorted("-".join(meets(posted(match))).split("-")) == sorted(match.state.entrants)
    assert meets(match, 1) == {"ana-bo", "cy-dee"}
    assert points(match)["eva"] == 0


def test_the_same_round_posted_twice_at_once_is_posted_once():
    match = hall("ana bo cy dee", rounds=3)
    first = proposal(match)
    other = replace(proposed(match.replay.table, "lena", KEYS[2]), key=KEYS[2])
    match.play(write(first, GAME.codec))
    match.log(other)
    assert isinstance(match.verdict, Illegal)
    assert (match.verdict.rule, match.verdict.since) == ("TR-5.1", 6)
    assert len(match.state.rounds) == 1
    assert match.state.rounds[0].key == first.key


def test_a_finished_contest_stands_when_its_round_is_paired_again():
    match = posts(hall("ana bo cy dee eva fin", rounds=3), "ana-bo", "cy-dee", "eva-fin")
    match.play("lena report 1 1 2 1")
    cost = "cost=0,0,0,0,0,0"
    match.play(f'lena repair 1 2:cy:eva 3:dee:fin reason="wrong list" keep=1 {cost}')
    assert meets(match) == {"ana-bo", "cy-eva", "dee-fin"}
    assert points(match)["ana"] == 3
    match.play("lena report 1 2 2 0; lena report 1 3 2 0")
    assert points(match)["cy"] == 3


def test_players_are_paired_by_points_and_not_by_tiebreaks():
    """After two rounds two have 6 points, four 3 and two none, with all tiebreaks different."""
    names = ["ana", "bo", "cy", "dee", "eva", "fin", "gil", "hal"]
    match = hall(" ".join(names), rounds=3)
    wins(posts(match, "ana-bo", "cy-dee", "eva-fin", "gil-hal"), "ana", "cy", "eva", "gil")
    wins(posts(match, "ana-cy", "eva-gil", "bo-dee", "fin-hal"), "ana", "eva", "bo", "fin")
    before = points(match)
    posted(match)
    for contest in match.state.rounds[-1].contests.values():
        assert before[contest.a] == before[contest.b]
    floated = paired(match.replay.table, names, 4)
    assert {each.floated for each in floated.values()} == {0}


def test_a_no_show_that_has_come_is_paired_again():
    match = posts(hall("ana bo cy dee", rounds=3), "ana-bo", "cy-dee")
    match.play("lena report 1 1 2 0 how=no-show; lena report 1 2 2 0")
    assert "bo" not in active(match.state, 2)
    match.play("lena arrive 1 bo 2026-11-22T11:30:00Z")
    assert "bo" in active(match.state, 2)


@pytest.mark.parametrize("name", ["standard", "grand-archive"])
def test_two_contests_lost_by_penalties_are_not_two_who_were_absent(name: str):
    match = posts(hall("ana bo cy dee", policy=name, rounds=3), "ana-bo", "cy-dee")
    code = match.replay.catalog.infractions[0].code
    for player in ("ana", "bo"):
        match.play(f'lena infraction {player} 1 {code} match-loss deviation="a fight"')
    assert points(match)["ana"] == points(match)["bo"] == 0
    assert match.state.rounds[0].contests["1"].result is not None
    assert {"ana", "bo"} <= set(active(match.state, 2))
