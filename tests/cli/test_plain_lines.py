"""Lines that come through a pipe."""

from io import StringIO

import pytest

from cli.table.plain import plain_lines
from events.bounds import MOST_LINE, TooMuch


def test_a_line_through_a_pipe_may_be_so_long_and_no_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    longest = "x" * MOST_LINE
    monkeypatch.setattr("sys.stdin", StringIO(f"{longest}\n{longest}x\n"))
    read_line = plain_lines()
    assert read_line("", "") == longest
    with pytest.raises(TooMuch, match="a line of more than"):
        read_line("", "")
