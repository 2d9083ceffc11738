"""The report of an event from the venue: after the close, for who was there, as the house lets in
pages."""

from pathlib import Path

import pytest

from cli.report.page import page_policy
from storage.log import Log
from tests.report.pages import Read
from tests.tournament.logged import SECRET, logs
from tests.venue.watched import DEVICES, PLAYERS, cup, watched


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return cup(tmp_path / "hall.duckdb", rounds="1")


def closed(path: Path) -> None:
    with Log.open(path, write=True) as log:
        logs(log, f'lena report 1 1 2 0; lena report 1 2 2 0; lena close secret="{SECRET}"')


def test_the_report_follows_the_close(path: Path) -> None:
    with watched(path) as at:
        answer = at.get("ana", "/report")
        assert (answer.status_code, answer.json()["hint"]) == (
            404,
            "the report of cup follows its close",
        )
    closed(path)
    with watched(path) as at:
        for who in DEVICES:
            assert at.get(who, "/report").status_code == 200, who
        answer = at.get("ana", "/report")
        assert answer.headers["content-security-policy"] == (
            f"{page_policy()}; frame-ancestors 'none'"
        )
        page = Read(answer.text)
        assert page.policy == page_policy()
        rows = page.sections["standings"].rows
        assert {row[1] for row in rows} == {f"{player.capitalize()} Example" for player in PLAYERS}


def test_the_report_calls_people_as_the_organiser_wants(path: Path) -> None:
    closed(path)
    with watched(path, names="initials") as at:
        text = at.get("fan", "/report").text
        assert "Example" not in text and "A. E." in text
