"""How much text is read at all."""

import pytest

from events.bounds import TooMuch, require_plain, require_size


@pytest.mark.parametrize("require", [require_size, require_plain])
def test_a_text_is_no_longer_than_what_is_read_whole(require, monkeypatch):
    monkeypatch.setattr("events.bounds.MOST_TEXT", 1200)
    require("#" * 1200, "deck.toml")
    with pytest.raises(TooMuch) as found:
        require("#" * 1201, "deck.toml")
    assert str(found.value) == "deck.toml: 1,201 characters; at most 1,200"
    assert found.value.line == 0
