"""The page of a match: the board entry by entry, the views, what is kept back."""

import json
from pathlib import Path
from typing import Any

import pytest

from cli.reading.matches import loaded
from cli.report.match import MOST_FACTS, TURNING, in_words, seen
from cli.report.page import Link, Section
from storage.log import Log
from tests.cli.test_home import Home
from tests.report.conftest import RECORDS, read, text_of
from tests.report.pages import Read

DISPUTED = "vale-open-r4-t1-g2"
FINAL = "riverside-open-final-1"


def boards(entries: list[dict[str, Any]]) -> dict[int, list[dict[str, Any]]]:
    """The board behind each entry, put together from what differs."""
    board: list[dict[str, Any]] = []
    found = {}
    for entry in entries:
        board = [*board, *[{}] * (entry["size"] - len(board))][: entry["size"]]
        for panel in entry["panels"]:
            stood = board[panel["at"]].get("rows", [])
            rows = [*stood, *[[]] * (panel["size"] - len(stood))][: panel["size"]]
            for row in panel["rows"]:
                rows[row["at"]] = [row["label"], row["text"]]
            board[panel["at"]] = {"title": panel["title"], "rows": rows}
        found[entry["seq"]] = board
    return found


@pytest.mark.parametrize("match", [DISPUTED, FINAL])
def test_the_boards_of_one_answer_are_those_that_are_shown_at_each_entry(
    shipped: Home, match: str
) -> None:
    answer = shipped.json("replay", match, "--boards")
    found = boards(answer["entries"])
    last = len(answer["entries"])
    for seq in (1, 2, 13, 36, 47, 48, last):
        shown = shipped.json("show", match, "--at", seq)
        assert found[seq] == shown["board"], seq
        entry = answer["entries"][seq - 1]
        assert (entry["turn"], entry["active"]) == (shown["turn"], shown["active"])


def test_boards_may_begin_anywhere_with_a_whole_one(shipped: Home) -> None:
    told = shipped.json("replay", DISPUTED, "--boards", "--from", 30, "--to", 32)["entries"]
    assert [each["seq"] for each in told] == [30, 31, 32]
    assert boards(told)[32] == shipped.json("show", DISPUTED, "--at", 32)["board"]
    text = shipped.ok("replay", DISPUTED, "--boards", "--from", 21, "--to", 22)
    assert "joss's Champion 250 -> 210 health" in text
    assert "--boards" in shipped.error("replay", DISPUTED, "--boards", "--illegal")


def test_the_page_steps_through_the_boards_of_the_answer(shipped: Home) -> None:
    page = read(shipped, DISPUTED)
    assert (
        json.loads(page.found["boards"]) == shipped.json("replay", DISPUTED, "--boards")["entries"]
    )
    last = shipped.json("show", DISPUTED)["board"]
    shown = page.sections["board"].text
    assert all(text in shown for panel in last for _, text in panel["rows"] if text)
    assert {f"e{seq}" for seq in range(1, 97)} <= {*page.ids}


def test_every_entry_is_told_with_its_verdict(shipped: Home) -> None:
    told = read(shipped, DISPUTED).sections["board"].text
    for entry in shipped.json("replay", DISPUTED)["entries"][1:]:
        assert entry["line"] in told
        for text in entry["told"]:
            assert text in told or text.startswith("turn "), entry["seq"]
        if entry["verdict"] == "illegal":
            assert f"illegal {entry['rule']}: {entry['message']}" in told


def test_a_turning_point_is_told_in_words_and_leads_to_its_turn(shipped: Home) -> None:
    """As turn 3, in which the champion lost 40 of 250; of a long one the first that followed."""
    points = Section(TURNING, "", columns=("turn", "line"), rows=[("3", "mira"), ("4", "joss")])
    with Log.open(shipped.log) as log:
        of = seen(log, loaded(log, DISPUTED), "")
        first, long = in_words(of, points).rows
    boards = shipped.json("replay", DISPUTED, "--boards")["entries"]
    began = next(each["seq"] for each in boards if each["turn"] == 3)
    assert first[:2] == [Link("3", f"#e{began}"), "mira"]
    assert first[2].endswith("; mira's Brasswarden deals 40 to joss's Champion (direct), 210 left")
    assert str(long[2]).count("; ") == MOST_FACTS and " more" in long[2]


def test_a_misplay_that_stands_is_told_as_it_would_be_had_it_been_let_stand(shipped: Home) -> None:
    (row,) = read(shipped, FINAL).sections["had-they-stood"].rows
    asked = shipped.ok("what-if", FINAL, f"iris stand {row[0]} {row[2]}")
    told = " ".join(asked.split())
    assert all(part in told for part in row[4].split("; "))
    assert "life 0 of 25" in row[4] and row[5] == "rika wins (champion died)"


def test_a_view_is_of_a_seat_or_a_judge(shipped: Home) -> None:
    assert "as mira sees it" in text_of(shipped, DISPUTED, "--view", "mira")
    assert "one of mira, joss, judge" in shipped.error(
        "report", DISPUTED, "--view", "nobody", "-o", shipped.folder / "x.html"
    )
    assert "--view is of a match" in shipped.error(
        "report", "club-cup", "--view", "judge", "-o", shipped.folder / "x.html"
    )


@pytest.fixture(scope="module")
def closed_event(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event with closed lists, sealed tables and one game that is on."""
    home = Home(tmp_path_factory.mktemp("sealed"))
    options = ("--option", "sealed=yes", "--option", "decklists=closed")
    home.ok("tournament", "new", "cup", "--by", "lena", "--game", "wondervale", *options)
    home.ok("tournament", "enter", "cup", "ana", "bo", "--by", "lena")
    for player, deck in (("ana", "frost-and-sand"), ("bo", "city-and-canopy")):
        home.ok("tournament", "deck", "cup", player, deck, "--by", "lena")
    home.ok("tournament", "post", "cup", "--by", "lena")
    home.ok("tournament", "game", "cup", 1, "--by", "lena")
    home.ok("people", "set", "ana", "Ana Novak")
    home.ok("stats", "endings")
    return home.log


@pytest.fixture
def sealed(closed_event: Path, tmp_path: Path) -> Home:
    """A log of that event for this test alone."""
    home = Home(tmp_path)
    home.log.write_bytes(closed_event.read_bytes())
    return home


def test_a_sealed_match_is_told_to_judges_alone_until_its_contest_has_a_result(
    sealed: Home,
) -> None:
    (match,) = sealed.matches().keys() - {"cup"}
    said = sealed.error("report", match, "-o", sealed.folder / "x.html")
    assert "sealed until its contest has a result" in said
    assert not (sealed.folder / "x.html").exists()
    assert "as judge sees it" in text_of(sealed, match, "--view", "judge")
    sealed.ok("report", "cup", "--folder", sealed.folder / "site")
    assert [each.name for each in (sealed.folder / "site").iterdir()] == ["index.html"]


def test_closed_lists_and_penalties_are_kept_back(sealed: Home) -> None:
    (match,) = sealed.matches().keys() - {"cup"}
    sealed.ok("log", match, "lena penalty ana warning reason=dawdled")
    sealed.ok("tournament", "report", "cup", 1, 2, 0, "--by", "lena")
    for view, tells in (("", False), ("bo", False), ("ana", True), ("judge", True)):
        text = text_of(sealed, match, *(("--view", view) if view else ()))
        assert ("dawdled" in text) is tells, view
    public, judge = text_of(sealed, match), text_of(sealed, match, "--view", "judge")
    assert ": frost-and-sand" in judge and "Snowlitt" in judge
    assert "frost-and-sand" not in public and "Snowlitt" not in public
    own = text_of(sealed, match, "--view", "ana")
    assert "Snowlitt" in own and "Tinkerel" not in own
    event = Read(text_of(sealed, "cup"))
    assert not {"field", "lists", "matchup-grid"} & event.sections.keys()


def test_people_are_called_as_the_organiser_wants(sealed: Home) -> None:
    assert "Ana Novak" in text_of(sealed, "cup")
    assert "A. N." in text_of(sealed, "cup", "--names", "initials")
    for how in ("initials", "ids", "first-names"):
        assert "Novak" not in text_of(sealed, "cup", "--names", how)


def test_what_others_wrote_is_no_markup(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.play()
    home.ok("log", "r1", 'ana note text="</pre><script>alert(1)</script>"')
    text = text_of(home, "r1")
    assert "<script>alert" not in text and "&lt;script&gt;alert(1)" in text


def test_a_page_that_cannot_be_made_is_not_begun(shipped: Home) -> None:
    nowhere = shipped.folder / "no.html"
    refused = (
        (("--season", DISPUTED), "report of what?"),
        ((DISPUTED, "--since", "2026-01-01"), "are of a season"),
        ((DISPUTED, "--names", "nicknames"), "no such way"),
        (("nowhere",), "no match nowhere"),
        (("--season", "--since", "2030-01-01"), "no match to tell of"),
        (("--season", "--game", "wonder"), "did you mean wondervale"),
    )
    with shipped.unchanged():
        for asked, told in refused:
            assert told in shipped.error("report", *asked, "-o", nowhere)
    assert "where to?" in shipped.error("report", DISPUTED)
    assert "is a match, not an event" in shipped.error("report", DISPUTED, "--folder", nowhere)
    assert not (RECORDS / "no.html").exists() and not nowhere.is_file()
