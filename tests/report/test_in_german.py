"""Reports and sheets are German whole, or say what is in the words of a game (VN-15.2)."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from cli.language import LANGUAGES, sentences
from cli.tournament.paper import PAPERS
from referee.games.registry import game_ids, game_of
from storage.statistics import all_statistics
from tests.cli.test_home import DISPUTE, TWO_CALLS, Home
from tests.report.test_figures import DISPUTED
from tests.venue.spoken import VOID, unspoken

CUP = "club-cup"
SAID = frozenset({"h2", "th", "button", "nav", "footer", "label", "title"})
"""Elements in which the program speaks, and no game."""
WORDED = frozenset({"about", "note", "quiet", "how", "skip"})
"""Classes of elements in which it does."""
FIGURE = re.compile(r"\W*\w\W*|p\d+")
"""The name of a column that is the same in each language, such as n."""
NAMES = {"standard-2026-1", "f4b2f676873d", "city-and-canopy", "frost-and-sand"}
"""What decks are called, and the policy that the record pins, with the beginning of its hash."""
PHRASE = re.compile(r"[a-z]+(-[a-z]+){5}")
"""The words that stand for the hash of a checkpoint."""
PEOPLE = (
    "ana bo cy dee eva fay gus hal ina lena city frost sand canopy all six and",
    "mira joss nika anand lind sato fj hj hal gus club cup vale open",
)
"""What people, decks and matches are called."""


class Told(HTMLParser):
    """What a page says as English in places where the program speaks."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._open: list[tuple[str, bool, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID:
            return
        given = dict(attrs)
        _, said, english = self._open[-1] if self._open else ("", False, False)
        said = said or tag in SAID or not WORDED.isdisjoint((given.get("class") or "").split())
        lang = given.get("lang")
        self._open.append((tag, said and tag != "code", lang == "en" if lang else english))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        drawn = any(tag == "svg" for tag, *_ in self._open)
        if data.strip() and not drawn and self._open[-1][1:] == (True, True):
            self.found.append(" ".join(data.split()))


def english_of(page: str) -> list[str]:
    """The English that a page says where no game speaks."""
    told = Told()
    told.feed(page)
    return told.found


@pytest.mark.parametrize("what", PAPERS)
def test_vn_15_2_a_sheet_is_said_in_the_language_that_is_asked_for(
    shipped: Home, what: str
) -> None:
    path = shipped.folder / f"{what}.html"
    rounds = ["--round", 1] if "round" in PAPERS[what].asks and what != "checks" else []
    for asked in ([], rounds):
        shipped.ok("tournament", "print", CUP, what, *asked, "--language", "de", "-o", path)
        page = path.read_text(encoding="utf-8")
        assert '<html lang="de">' in page
        assert unspoken(page, "de", PEOPLE) == []
        assert {each for each in english_of(page) if not PHRASE.fullmatch(each)} <= NAMES


@pytest.mark.parametrize("asked", [DISPUTED, CUP])
def test_vn_15_2_a_report_is_said_in_the_language_that_is_asked_for(
    shipped: Home, asked: str
) -> None:
    path = shipped.folder / "german.html"
    shipped.ok("report", asked, "--language", "de", "-o", path)
    page = path.read_text(encoding="utf-8")
    assert '<html lang="de">' in page
    assert unspoken(page, "de", PEOPLE) == []
    assert [each for each in english_of(page) if asked not in each] == []


def test_vn_15_2_a_season_is_said_in_the_language_that_is_asked_for(shipped: Home) -> None:
    path = shipped.folder / "season.html"
    shipped.ok("report", "--season", "--language", "de", "-o", path)
    page = path.read_text(encoding="utf-8")
    assert "<h1>Eine Saison</h1>" in page
    titles = [game_of(game).title for game in game_ids()]
    assert unspoken(page, "de", (*PEOPLE, *titles)) == []
    assert set(english_of(page)) <= {part for title in titles for part in title.split(": ")}


@pytest.mark.parametrize(("record", "entry"), [(DISPUTE, 34), (TWO_CALLS, 49), (TWO_CALLS, 55)])
def test_vn_15_2_a_dispute_sheet_is_said_in_the_language_that_is_asked_for(
    shipped: Home, record: Path, entry: int
) -> None:
    page = shipped.ok("sheet", record, entry, "--language", "de")
    assert '<html lang="de">' in page
    assert unspoken(page, "de", PEOPLE) == []
    seats = {"Match", "mira", "joss", "anand", "nika", "battle"}
    assert set(english_of(page)) <= seats  # the headings of a board are the game's
    assert "abgelehnt" in page and "then" not in page and "gespielt am" in page


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_vn_15_2_every_statistic_is_said(language: str) -> None:
    """Whole, for a sentence with fields would take a paragraph for one of its own."""
    known, lacking = sentences(language), []
    for name, found in all_statistics().items():
        notes = [note for note in found.notes if note not in found.about]
        columns = [column.replace("_", " ") for column in found.columns]
        drawn = [found.drawn_as, found.moment] if found.drawn else []
        for text in (found.title, found.about, *notes, *columns, *filter(None, drawn)):
            if text.strip(" ,;:.") not in known and not FIGURE.fullmatch(text):
                lacking.append((name, text))
    assert lacking == []


def test_a_language_without_a_catalog_is_refused(shipped: Home) -> None:
    for asked in (
        ["report", DISPUTED],
        ["tournament", "print", CUP, "slips"],
        ["sheet", DISPUTED, 3],
    ):
        said = shipped.error(*asked, "--language", "fr", "-o", shipped.folder / "none.html")
        assert said == "--language fr: no such language (expected en or de)"
    assert not (shipped.folder / "none.html").exists()


def test_english_where_a_game_does_not_speak_is_seen() -> None:
    page = '<h2 lang="en">Rulings</h2><td lang="en">Wolf</td><p class="note">n <i lang="en">b</i>'
    assert english_of(page) == ["Rulings", "b"]
