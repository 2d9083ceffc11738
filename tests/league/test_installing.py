"""A machine without the extension and without internet: what to install is said in a line."""

import socket
from pathlib import Path

import pytest

from storage.league import lake
from tests.league.stores import League


def test_where_the_extension_is_not_there_one_line_says_how_to_get_it_and_none_is_fetched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0)
        config = {
            "extension_directory": str(tmp_path / "none"),
            "custom_extension_repository": f"http://127.0.0.1:{server.getsockname()[1]}",
        }
        monkeypatch.setattr(lake, "CONFIG", {**lake.CONFIG, **config})
        monkeypatch.setattr(lake, "extension", lambda name: name)
        league = League(tmp_path)
        said = league.error("league", "new", league.place).strip()
        with pytest.raises(BlockingIOError):
            server.accept()
    assert "\n" not in said and not league.place.exists()
    for way in (
        "pip install 'tabletop-referee[league]'",
        "with internet: python -c",
        "without internet: elsewhere pip download -d wheels 'tabletop-referee[league]'",
        "here pip install --no-index --find-links wheels 'tabletop-referee[league]'",
    ):
        assert way in said
