"""Hands that are told whole: the one that was kept, and what a player shows in the end."""

import pytest

from referee.fact import HandKept, HandShown
from referee.verdict import Incomplete
from tests.games.grand_archive.table import opened as archive
from tests.games.legacy_of_conflict.table import begun as without_hands
from tests.games.tower_wizwar.table import opened as wizards
from tests.games.wondervale.table import Match, begun, opened

OPENING = "ana {} Duneling*3 Aegaryn*2 Juryn Reefguard"


KEPT = [
    HandKept("ana", "Duneling", 3),
    HandKept("ana", "Aegaryn", 2),
    HandKept("ana", "Juryn", 1),
    HandKept("ana", "Reefguard", 1),
]


def known(match: Match) -> dict[str, int]:
    """The cards that are known to be in ana's hand."""
    return next(dict(p.known()) for p in match.game.hidden(match.t) if p.name == "ana.hand")


def test_ref_2_1_a_hand_that_is_told_is_one_that_can_be():
    match = begun()
    line = "ana shows-hand Duneling*4 Aegaryn*2 Juryn"
    match.refuse(line, "REF-2.1", card="Duneling", asked=4)


def dealt() -> Match:
    """Both hands are drawn, and nobody has begun."""
    return opened().play("ana standard-health; ana draw 7; bo draw 7")


def test_ref_2_2_the_hand_that_was_kept_is_told_before_the_first_turn():
    match = dealt()
    for some in ("", " Juryn Aegaryn"):
        match.play(f"ana kept-hand{some}")
        assert isinstance(match.verdict, Incomplete) and "say all 7 cards" in match.verdict.ask
    line = OPENING.format("kept-hand")
    match.refuse(f"{line} Dunelord", "REF-2.2", have=7, shown=8)
    match.play(line)
    assert match.all(HandKept) == KEPT
    assert known(match)["Duneling"] == 3


def test_ref_2_2_a_kept_hand_that_is_told_late_is_on_trust_and_binds_nobody():
    match = begun().play("ana draw; ana deposit Juryn")
    assert match.play(OPENING.format("kept-hand")).trusted() == (
        "ana's opening hand, told when it may have been another",
    )
    assert match.all(HandKept)[-4:] == KEPT and not known(match)


def test_ref_2_2_a_starting_hand_is_told_between_the_last_set_and_its_card():
    match = wizards().play("ana set spell*4 celestial")
    match.refuse("ana kept-hand C1*4", "REF-2.1", card="C1", asked=4)
    match.refuse("ana kept-hand C1*3 C2 C3", "REF-2.2", have=4, shown=5)
    match.play("ana kept-hand C1*3 C2")
    assert match.all(HandKept) == [HandKept("ana", "C1", 3), HandKept("ana", "C2", 1)]
    match.play("ana play Sun1 Keep3")
    assert match.play("ana kept-hand C3*4").trusted()


@pytest.mark.parametrize("edition", ["R25", "R26"])
def test_ref_2_2_an_opening_hand_is_told_until_something_is_played(edition: str):
    match = archive(edition=edition).play("ana step main")
    match.refuse("ana kept-hand A1*5 A2 A3", "REF-2.1", card="A1", asked=5)
    match.play("ana kept-hand A1*4 A2*3")
    assert match.all(HandKept) == [HandKept("ana", "A1", 4), HandKept("ana", "A2", 3)]
    match.play("ana activate A1")
    assert match.play("ana kept-hand A1*3 A2*3").trusted()


def test_ref_2_2_who_goes_later_tells_a_hand_before_the_first_draw():
    match = archive(edition="R26").play("ana step main")
    match.refuse("bo kept-hand A1*8", "REF-2.2", have=7, shown=8)
    match.play("ana end; bo step main")
    assert match.size("bo", "hand") == 8
    assert match.play("bo kept-hand A1*3 A2*4").trusted()


def test_ref_2_3_a_hand_is_shown_whole_also_when_the_match_is_over():
    match = begun().play("ana concede")
    match.refuse(f"{OPENING.format('shows-hand')} Dunelord", "REF-2.3", have=7, shown=8)
    match.play(OPENING.format("shows-hand"))
    assert match.all(HandShown)[0] == HandShown("ana", "Duneling", 3, True)
    assert sum(known(match).values()) == 7


def test_ref_2_3_where_no_hand_is_hidden_none_is_shown():
    without_hands().refuse("ana shows-hand", "REF-2.3")


def test_ref_2_3_what_was_shown_binds_what_is_shown_next():
    match = begun().play(OPENING.format("shows-hand"))
    match.refuse(OPENING.format("shows-hand").replace("Reefguard", "Dunelord"), "REF-2.1")
