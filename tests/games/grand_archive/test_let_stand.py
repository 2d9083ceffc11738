"""What a judge lets stand is done as far as it can be, by the rules that are not waived."""

import pytest

from referee.verdict import Violation
from tests.games.grand_archive import (
    test_6_turns,
    test_7_speed,
    test_8_activating,
    test_10_materializing,
    test_11_resolving,
    test_15_champions,
    test_21_leaving,
    test_23_copies,
)
from tests.games.grand_archive.table import Match, turn


def waiting(match: Match) -> list[tuple[str, tuple[str, ...]]]:
    """The cards on the stack, each with what it is aimed at."""
    return [(each.card, each.aims) for each in match.ga.waiting.stack]


def test_an_interdiction_that_is_waived_is_answered():
    match = test_7_speed.game("Hush", "Nix", edition="R26").play("ana activate Hush")
    match.let_stand("bo activate Nix Hush", "GA-7.13")
    assert waiting(match) == [("Hush", ()), ("Nix", ("Hush.1",))]


def test_another_players_card_is_activated():
    match = test_8_activating.game(choices={"GA-I 17": "owner_only"}).lay("bo", "graveyard", "A1")
    match.put("ana", "Loan")
    match.play("ana ability Loan; ana resolve")
    match.let_stand("ana activate A1 origin=graveyard owner=bo", "GA-8.2")
    assert match.t.assumptions == []
    assert waiting(match) == [("A1", ())]


def test_what_has_no_memory_cost_is_materialized_for_its_reserve_cost():
    match = test_10_materializing.game("Call").play("ana activate Call")
    hand = match.size("ana", "hand")
    match.let_stand("ana resolve play:A2", "GA-9.20")
    assert waiting(match) == [("A2", ())]
    assert match.size("ana", "hand") == hand - 1


def test_what_must_be_done_was_declined():
    match = test_11_resolving.game("Must").play("ana activate Must")
    hand = match.size("ana", "hand")
    match.let_stand("ana resolve none", "GA-11.6")
    assert match.size("ana", "hand") == hand
    assert not match.ga.waiting.stack


def test_the_last_card_of_a_lineage_stays():
    match = test_15_champions.with_champions(choices={"GA-I 7": "refused"}).hold("ana", "Descend")
    match.play("ana activate Descend").let_stand("ana resolve delevel", "GA-15.34")
    assert match.champion("ana").name == "Fire"
    assert not match.ga.over


def test_an_attack_that_nobody_could_pay_for_costs_nothing():
    match = test_21_leaving.table()
    match.put("bo", "Toll")
    mine = match.put("ana", "A1")
    hidden = match.ga.zones.hidden
    hidden.draw(hidden.size("ana.hand"), "ana.hand", "ana.facedown")
    match.let_stand(f"ana attack {mine} bo", "GA-17.4")
    assert [each.source for each in match.ga.waiting.stack] == [mine]


def test_a_copy_keeps_the_targets_of_the_original():
    match = test_23_copies.table()
    match.put("bo", "Wall3")
    match.play("ana activate Zap3 bo; ana activate Echo Zap3.1")
    match.let_stand("ana resolve copy:Zap3.1:Wall3.1", "GA-23.3")
    assert waiting(match) == [("Zap3", ("bo.champion",))] * 2


def test_who_did_not_wait_for_passes_is_told_that_nothing_more_resolves():
    match = turn(choices=test_6_turns.ON_RECORD, extra=test_6_turns.LATE_DRAW)
    match.put("ana", "Dusk")
    with pytest.raises(Violation, match="nothing is on the stack"):
        match.let_stand("ana resolve source=Owl1", "GA-6.48", "GA-7.7")
