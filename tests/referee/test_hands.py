"""Hands that are told whole: the one that was kept, and what a player shows in the end."""

from referee.fact import HandKept, HandShown
from referee.verdict import Incomplete
from tests.games.legacy_of_conflict.table import begun as without_hands
from tests.games.wondervale.table import Match, begun

OPENING = "ana {} Duneling*3 Aegaryn*2 Juryn Reefguard"


def known(match: Match) -> dict[str, int]:
    """The cards that are known to be in ana's hand."""
    return next(dict(p.known()) for p in match.game.hidden(match.t) if p.name == "ana.hand")


def test_ref_2_1_a_hand_that_is_told_is_one_that_can_be():
    match = begun()
    line = "ana shows-hand Duneling*4 Aegaryn*2 Juryn"
    match.refuse(line, "REF-2.1", card="Duneling", asked=4)


def test_ref_2_2_the_hand_that_was_kept_is_told_while_the_first_turn_lasts():
    match = begun()
    match.play("ana kept-hand")
    assert isinstance(match.verdict, Incomplete) and "say which 7 cards" in match.verdict.ask
    match.refuse("ana kept-hand Juryn Aegaryn", "REF-2.2", have=7, shown=2)
    match.play(OPENING.format("kept-hand"))
    assert match.all(HandKept) == [
        HandKept("ana", "Duneling", 3),
        HandKept("ana", "Aegaryn", 2),
        HandKept("ana", "Juryn", 1),
        HandKept("ana", "Reefguard", 1),
    ]
    assert known(match)["Duneling"] == 3
    match.t.state.turn = 3
    match.refuse("bo kept-hand Juryn", "REF-2.2")


def test_ref_2_3_a_hand_is_shown_whole_also_when_the_match_is_over():
    match = begun().play("ana concede")
    match.refuse("ana shows-hand Juryn", "REF-2.3", have=7, shown=1)
    match.play(OPENING.format("shows-hand"))
    assert match.all(HandShown)[0] == HandShown("ana", "Duneling", 3, True)
    assert sum(known(match).values()) == 7


def test_ref_2_3_where_no_hand_is_hidden_none_is_shown():
    without_hands().refuse("ana shows-hand", "REF-2.3")


def test_ref_2_3_what_was_shown_binds_what_is_shown_next():
    match = begun().play(OPENING.format("shows-hand"))
    match.refuse(OPENING.format("shows-hand").replace("Reefguard", "Dunelord"), "REF-2.1")
