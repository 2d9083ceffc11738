"""The report of an event from the venue: after the close, for who was there, as the house lets in
pages."""

from pathlib import Path

import pytest

from cli.report.page import page_policy
from storage.log import Log
from tests.report.pages import Read
from tests.tournament.logged import SECRET, logs
from tests.venue.spoken import unspoken
from tests.venue.watched import DEVICES, MATCH, PLAYERS, cup, watched


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


def test_the_games_of_the_event_have_pages_after_the_close_too(path: Path) -> None:
    game = f"/report/{MATCH}"
    with watched(path) as at:
        assert at.get("ana", game).status_code == 404
    closed(path)
    with watched(path) as at:
        assert game in at.get("fan", "/report").text
        for who in DEVICES:
            assert at.get(who, game).status_code == 200, who
        answer = at.get("fan", game)
        assert answer.headers["content-security-policy"].startswith(page_policy())
        page = Read(answer.text)
        assert page.sections["board"].text and "as all may see it" in answer.text
        assert " Example)" in answer.text and 'href="/report"' in answer.text
        assert at.get("fan", "/report/nowhere").status_code == 404
    with watched(path, names="initials") as at:
        assert "Example" not in at.get("fan", game).text


def test_vn_15_2_reports_are_in_the_language_of_each_browser(path: Path) -> None:
    german = {"accept-language": "de-AT,en;q=0.5"}
    closed(path)
    with watched(path) as at:
        for address, title in {
            "/report": "Tabelle nach Runde 1",
            f"/report/{MATCH}": "Das Spielfeld, Eintrag für Eintrag",
        }.items():
            page = at.get("kim", address, **german).text
            assert '<html lang="de">' in page and title in page, address
            names = [each for player in PLAYERS for each in (player, f"{player} Example")]
            assert unspoken(page, "de", names) == [], address
            assert '<html lang="en">' in at.get("kim", address).text, address
