"""What a phone loads for a page, how much it is, and in which language (VN-7, VN-14.2, VN-15.2)."""

import gzip
import re
from pathlib import Path

import pytest

import cli.venue
from tests.tournament.logged import CUP
from tests.venue.desks import device, log_of, venue
from tests.venue.halls import match_at
from tests.venue.lifes import life_hall

STATIC = Path(cli.venue.__file__).parent / "static"
MOST = 30 * 1024
"""Bytes of script on the way to a phone: the venue compresses what it serves."""


def loaded(path: Path, found: set[Path]) -> set[Path]:
    """A script and all that it loads."""
    found.add(path)
    for name in re.findall(r'from "\./([\w/]+\.js)"', path.read_text(encoding="utf-8")):
        if path.parent / name not in found:
            loaded(path.parent / name, found)
    return found


@pytest.mark.parametrize("depth", ["full", "life"])
def test_vn_14_2_all_that_the_first_tap_needs_is_asked_for_at_once(
    tmp_path: Path, depth: str
) -> None:
    path, match = life_hall(tmp_path / "hall.duckdb", depth), match_at(1, 1)
    with venue(path, device("kim", "judge", stream=CUP)) as client:
        page = client.get(f"/t/{match}").text
    asked = re.findall(r'(?:href|src)="/static/([\w/]+\.js)"', page)
    needed = loaded(STATIC / "table.js", {STATIC / "texts" / "en.js"})
    if depth == "life":
        loaded(STATIC / "life.js", needed)
    assert sorted(asked) == sorted(str(each.relative_to(STATIC)) for each in needed)
    assert f'<link rel="preload" href="/api/matches/{match}" as="fetch"' in page
    styles = re.findall(r'rel="stylesheet"', page)
    assert len(asked) + len(styles) + 1 <= 12, "a browser asks six at a time: two rounds"


@pytest.mark.parametrize("lang", ["en", "de"])
def test_vn_7_the_script_of_the_table_page_is_at_most_30_kb_as_it_is_served(lang: str) -> None:
    scripts = loaded(STATIC / "table.js", {STATIC / "texts" / f"{lang}.js"})
    assert STATIC / "queue.js" in scripts
    assert sum(len(gzip.compress(path.read_bytes())) for path in scripts) <= MOST


def test_vn_5_8_pages_load_nothing_from_elsewhere_and_hold_no_script_or_style() -> None:
    pages = STATIC.parent / "pages"
    bad = re.compile(r"https?:|<style|style=|<script(?![^>]*src=)|\son\w+=")
    assert [path.name for path in pages.glob("*.html") if bad.search(path.read_text())] == []


@pytest.mark.parametrize(
    ("asked", "lang"), [("", "en"), ("de-AT,de;q=0.9,en;q=0.5", "de"), ("fr,de;q=0.3", "de")]
)
def test_vn_15_2_the_page_speaks_the_language_that_the_browser_asks_for(
    tmp_path: Path, asked: str, lang: str
) -> None:
    with venue(log_of(tmp_path / "hall.duckdb", ("m1", 1, 5)), device()) as client:
        text = client.get("/t/m1", headers={"accept-language": asked}).text
    assert f'<html lang="{lang}">' in text and f"/static/texts/{lang}.js" in text
