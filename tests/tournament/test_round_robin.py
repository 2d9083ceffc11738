"""Everybody meets everybody, by the circle of entry numbers (TR-5.11)."""

from itertools import combinations

import pytest

from referee.tournament.stages.cut import champion
from tests.table import Match
from tests.tournament.halls import hall, meets, posted, wins
from tests.tournament.histories import shipped


def robin(players: str, **options: str | int) -> Match:
    return hall(players, format="round-robin", **options)


@pytest.mark.rule("TR-5.11")
def test_tr_5_11_everybody_meets_everybody_once():
    for players in ("ana bo cy dee", "ana bo cy dee eva"):
        match = robin(players)
        found: list[str] = []
        for _ in range(3 if players.endswith("dee") else 5):
            found += [pair for pair in meets(wins(posted(match), *players)) if "-" in pair]
            for contest in match.state.rounds[-1].contests.values():
                match.play(f"lena report {match.state.turn} {contest.table} 2 0")
        assert {frozenset(pair.split("-")) for pair in found} == set(
            map(frozenset, combinations(players.split(), 2))
        )
        assert len(found) == len(set(found))


def test_tr_5_11_another_pairing_is_refused():
    match = robin("ana bo cy dee")
    refused = match.refuse(
        "lena post 1 1:ana:bo 2:cy:dee stage=round-robin", "TR-5.11", round=1, of="circle"
    )
    match.play(f"lena post 1 stage=round-robin {refused.legal}")


def test_tr_5_11_the_opponent_of_one_who_has_left_has_a_bye():
    match = wins(posted(robin("ana bo cy dee")), "ana", "bo")
    match.play("lena drop cy")
    posted(match)
    assert sum("-" in pair for pair in meets(match)) == 1
    assert len(meets(match)) == 2


def test_tr_5_11_it_ends_when_everybody_has_met_everybody():
    match = robin("ana bo cy")
    for _ in range(3):
        wins(posted(match), "ana", "bo")
    assert match.state.length == 3
    match.refuse("lena post 4 stage=round-robin 1:ana:bo bye=cy", "TR-5.1", rounds=3)
    assert match.state.rounds[-1].stage == "round-robin"
    assert champion(match.state, shipped()) == "ana"


def test_a_player_who_was_not_in_round_1_is_in_no_other():
    match = robin("ana bo cy dee", check_in="yes", late=3)
    match.play("lena check-in ana; lena check-in bo; lena check-in cy")
    wins(posted(match), "ana", "bo")
    match.play("lena check-in dee")
    match.refuse("lena enter eva", "TR-3.3")
    posted(match)
    assert "dee" not in " ".join(meets(match))


def test_tr_5_11_a_round_that_was_posted_stands_when_check_ins_are_struck():
    match = robin("ana bo", check_in="yes").play("lena check-in ana; lena check-in bo")
    posted(match).play("lena strike 4; lena strike 5")
    assert meets(match) == {"ana-bo"}
