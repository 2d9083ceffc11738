"""What the commands print, as ``tests/transcripts`` has it."""

from pathlib import Path

import pytest

from tests.transcript import transcripts, written


@pytest.mark.parametrize("name", transcripts())
def test_commands_print_what_their_transcript_says(name: str, tmp_path: Path) -> None:
    kept = transcripts()[name].read_text()
    assert written(kept, tmp_path) == kept, "see python -m tests.golden"
