"""The site of an event, and the reports of what is shipped."""

from pathlib import Path

import pytest

from cli.commands import demonstration
from tests.cli.test_home import Home
from tests.report.conftest import read, text_of
from tests.report.pages import Read


def test_a_site_has_the_page_of_an_event_and_those_of_all_its_games(tmp_path: Path) -> None:
    """Each as it is when it is asked for alone."""
    event, tmp_path = Home(tmp_path), tmp_path / "site"
    asked = ("open", "--seed", 3, "--players", 4, "--rounds", 1, "--game", "wondervale")
    event.ok("tournament", "simulate", *asked)
    event.ok("report", "open", "--folder", tmp_path)
    index = Read((tmp_path / "index.html").read_text(encoding="utf-8"))
    games = {
        game
        for round in event.json("tournament", "contests", "open")["rounds"]
        for contest in round["contests"]
        for game in contest["games"]
    }
    assert {each.name for each in tmp_path.iterdir()} == {"index.html"} | {
        f"{game}.html" for game in games
    }
    assert {*index.sections["games"].links} == {f"{game}.html" for game in games}
    assert {*index.sections["notable"].links} <= {f"{game}.html" for game in games}
    above = '<p>\n<a href="index.html" translate="no">open</a>\n</p>\n'
    for name in sorted(games)[:2]:
        game = (tmp_path / f"{name}.html").read_text(encoding="utf-8")
        assert above in game and game.replace(above, "") == text_of(event, name)


def test_the_bracket_and_the_clock_of_a_page_are_those_of_the_answers(event: Home) -> None:
    page = read(event, "open")
    bracket = event.json("tournament", "bracket", "open")
    assert len(bracket["seeds"]) == 4
    assert [row[0] for row in page.sections["bracket"].rows] == [
        "semi-finals",
        "semi-finals",
        "final",
    ]
    assert bracket["meetings"][-1]["winner"] == page.sections["bracket"].rows[-1][-1]
    rounds = event.json("tournament", "contests", "open")["rounds"]
    assert page.sections["clock"].pictures == 1
    assert len(page.sections["clock"].rows) == len(rounds)


def test_demo_reports_on_what_is_shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And on a season, of which a little more than a week is enough here."""
    monkeypatch.setattr(demonstration, "_SEASON", 90)
    home = Home(tmp_path)
    folder = tmp_path / "pages"
    told = home.ok("demo", "--report", folder)
    written = {
        "vale-open-r4-t1-g2.html",
        "club-cup.html",
        "riverside-open-final-1.html",
        "riverside-open-final-2.html",
        "season.html",
    }
    assert {each.name for each in folder.iterdir()} == written
    assert told.count("written:") == len(written)
    season = Read((folder / "season.html").read_text(encoding="utf-8"))
    assert {"wins-by-deck-by-week", "card-drawn", "first-by-matchup"} <= season.sections.keys()
