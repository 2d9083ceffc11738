"""What a judge lets stand is done as far as it can be, by the rules that are not waived."""

from tests.games.warrift.table import mid


def test_a_roll_for_the_eye_that_was_not_due_changes_nothing():
    match = mid()
    before = match.replay.digest()
    match.let_stand("ana eye-roll 1 1 1", "WR-5.1")
    assert match.replay.digest() == before


def test_a_card_without_an_effect_does_nothing():
    match = mid()
    match.put("ana", "A2")
    before = match.replay.digest()
    match.let_stand("ana effect A2", "WR-15.3")
    assert match.replay.digest() == before
