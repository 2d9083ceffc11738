"""What the referee says in random matches is what it has always said; see :mod:`tests.verdicts`."""

from itertools import zip_longest

import pytest

from tests.verdicts import judged, match_of, paths


@pytest.mark.parametrize("name", paths())
def test_a_kept_match_is_judged_as_ever(name: str) -> None:
    kept = paths()[name].read_text()
    rows = kept.splitlines()[1:]
    for row, now in zip_longest(rows, judged(match_of(kept))):
        assert now is not None and row == now.kept, f"python -m tests.verdicts; now:\n{now.full}"
