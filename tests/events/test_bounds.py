"""How much text is read at all."""

import pytest

from events.bounds import MOST_TEXT, TooMuch, require_plain, require_size


@pytest.mark.parametrize("require", [require_size, require_plain])
def test_a_text_is_no_longer_than_what_is_read_whole(require):
    require("#" * MOST_TEXT, "deck.toml")
    with pytest.raises(TooMuch) as found:
        require("#" * (MOST_TEXT + 1), "deck.toml")
    longer = f"{MOST_TEXT + 1:,} characters; at most {MOST_TEXT:,}"
    assert (str(found.value), found.value.line) == (f"deck.toml: {longer}", 0)
