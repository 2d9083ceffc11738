"""Files that are wrong in any way are answered in plain words; `trials fuzz` tries many more."""

from pathlib import Path

from tests.fuzz import hand_in


def test_a_file_changed_at_random_is_answered_in_plain_words(tmp_path: Path):
    tried, wrong = hand_in(tmp_path, rounds=1)
    assert tried > 8
    assert wrong == []
