"""The page for whoever changes the house says what is so: its recipes name what there is, and the
one for a statistic is followed to the letter."""

import re
from collections.abc import Iterator
from dataclasses import replace
from inspect import getsource
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from litestar import get
from litestar.testing import TestClient

from cli.venue.access.permissions import PERMISSIONS
from cli.venue.web.app import addressed
from referee.catalog import catalog_hash, read_catalog
from referee.games.registry import game_of
from referee.rulebook import read_rulebook
from storage import statistics
from storage.catalogs import catalog_text, samples
from storage.statistics import all_statistics
from tests import proofs
from tests.pages import ROOT, blocks, code, prose
from tests.proofs import Proofs, judge
from tests.storage.statistics.conftest import empty, played, season
from tests.storage.statistics.played import Played
from tests.storage.statistics.season import Season
from tests.venue.test_permissions import addresses

__all__ = ["empty", "played", "season"]

PAGE = ".github/CONTRIBUTING.md"
GAME = "lanterns"
"""Whose statistic the page makes; the fixtures play it."""
RULE, READING = "XX-4.8", "XX-I 18"
IDS = {RULE, READING}
FILES = {block.file: block.text for block in blocks(PAGE) if block.file}


def spans() -> set[str]:
    """What stands between backticks on the page."""
    return set(re.findall(r"`([^`]+)`", " ".join(prose(PAGE).split())))


def test_what_the_page_calls_by_a_name_is_defined() -> None:
    named = {each for each in spans() if re.fullmatch(r"[A-Z_]{4,}|[a-z]+_\w+|test_\w+", each)}
    told = {each for each in named if not re.search(rf"\b{each}\b", code())}
    assert {"PERMISSIONS", "COUNTED", "hall_of"} <= named
    assert told == set()


def test_what_the_page_calls_by_the_name_of_a_file_is_there() -> None:
    named = {each for each in spans() if re.fullmatch(r"\w+\.(py|toml|html|md)", each)}
    assert named >= {"laws.py", "plain.toml", "base.html"}
    assert {each for each in named if not any(ROOT.glob(f"*/**/{each}"))} == set()


def test_the_claims_that_a_run_judges_are_those_of_the_page() -> None:
    said = re.findall(r'yield (?:Judged\(COMMANDS, )?"([^"]+)"', getsource(proofs))
    said += re.findall(r'^ +"(every [^"]+)",$', getsource(proofs), re.MULTILINE)
    assert len(said) == 5
    text = " ".join(prose(PAGE).split())
    assert [claim for claim in said if claim not in text] == []


# -- a rule, a reading --------------------------------------------------------------------------


def unproven(proven: Proofs) -> dict[str, set[str]]:
    """What a run says of the book that the page shows, claim by claim."""
    book = "# A game\n\n" + "\n".join(b.text for b in blocks(PAGE) if b.language == "markdown")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(proofs.EDITIONS, "small", [read_rulebook(book)])
        return {claim: missing for _, claim, missing in judge(proven) if missing & IDS}


def test_a_rule_and_a_reading_are_proven_by_tests_of_their_names() -> None:
    assert unproven(Proofs()) == {
        "every checked rule is refused by its id": {RULE},
        "every rule but background has a test of its name": {RULE},
        "every interpretation that a match may choose has a test of its name": {READING},
    }
    proven = Proofs(refused={RULE})
    proven.passed("test_xx_4_8_a_pocket_stays_empty", [])
    proven.passed("test_xx_i_18_a_third_card", [])
    assert unproven(proven) == {}


# -- a page of the venue ------------------------------------------------------------------------


def test_an_address_of_the_venue_without_a_row_is_found() -> None:
    @get("/nowhere")
    async def nowhere() -> str:
        return ""

    app = addressed()
    app.register(nowhere)
    assert [each for each in addresses(TestClient(app)) if each not in PERMISSIONS] == [
        ("GET", "/nowhere")
    ]


# -- a card -------------------------------------------------------------------------------------


def test_a_catalog_beside_the_first_is_shipped_and_leaves_the_first_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "`catalog_….toml`" in prose(PAGE)
    lanterns = game_of(GAME)
    (first,) = lanterns.sample_catalogs()
    folder = tmp_path / "more_lanterns"
    copytree(first.parent, folder / "sample")
    (folder / "__init__.py").touch()
    more = '\n[[lanterns]]\nname = "Star"\nbright = 6\n'
    text = first.read_text("utf-8").replace("sample-lanterns", "more-lanterns")
    (folder / "sample" / "catalog_more.toml").write_text(text + more, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    found = replace(lanterns, package="more_lanterns").sample_catalogs()
    assert [path.name for path in found] == [first.name, "catalog_more.toml"]
    hashes = [
        catalog_hash(read_catalog(catalog_text(path), lanterns.catalog_type)) for path in found
    ]
    assert hashes[0] in samples(GAME) and hashes[1] not in samples(GAME)


# -- a statistic --------------------------------------------------------------------------------


@pytest.fixture
def taken_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The statistic of the page lies in the folder of its game."""
    (name,) = (each for each in FILES if each.endswith(".sql"))
    (tmp_path / Path(name).name).write_text(FILES[name], "utf-8")
    known = [*statistics._folders(), (GAME, tmp_path)]
    monkeypatch.setattr(statistics, "_folders", lambda: known)
    for cached in (all_statistics, statistics._macros):
        cached.cache_clear()
    yield
    for cached in (all_statistics, statistics._macros):
        cached.cache_clear()


@pytest.fixture
def tests_of_it() -> dict[str, Any]:
    """The module of tests that the page shows."""
    found: dict[str, Any] = {}
    exec(FILES["test_long_nights.py"], found)
    return found


def test_a_statistic_is_found_by_lying_there(taken_in: None) -> None:
    found = all_statistics()["long-nights"]
    assert (found.game, found.title) == (GAME, "Long nights")
    assert list(found.columns) == ["game", "n", "long", "rate", "low", "high"]


def test_a_statistic_is_counted_by_hand(
    taken_in: None, tests_of_it: dict[str, Any], season: Season
) -> None:
    tests_of_it["test_a_night_of_five_lanterns_is_long"](season)


def test_a_statistic_has_a_twin_in_the_replays(
    taken_in: None, tests_of_it: dict[str, Any], played: Played
) -> None:
    tests_of_it["test_whole_matches_have_as_many"](played)
    assert played.backed("long-nights")
