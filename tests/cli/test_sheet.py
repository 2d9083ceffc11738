"""The dispute sheet: all that a judge needs on one page, whatever the names in it say.

The golden pages are written anew by
``python -m cli sheet tests/records/wondervale/dispute.txt 34 -o tests/cli/dispute_sheet.html`` and
``python -m cli sheet tests/records/wondervale/two-calls.txt 49 -o tests/cli/two_calls_sheet.html``.
"""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from cli.screen.print_page import add, page, written
from storage.log import Log
from storage.proof.given import given_heads
from tests.cli.test_home import DISPUTE, TWO_CALLS, Home, home

__all__ = ["home"]

GOLDEN = {
    (DISPUTE, 34): Path(__file__).with_name("dispute_sheet.html"),
    (TWO_CALLS, 49): Path(__file__).with_name("two_calls_sheet.html"),
}
HOSTILE = "<script>alert(1)</script>&\"'\x1b[2J"


class Read(HTMLParser):
    """The tags and the text of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.texts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append(data)


@pytest.mark.parametrize(("record", "entry"), GOLDEN, ids=lambda value: Path(str(value)).stem)
def test_the_sheet_of_a_shipped_dispute_is_as_it_was_read_and_approved(
    home: Home, record: Path, entry: int
) -> None:
    assert home.ok("sheet", record, entry) == GOLDEN[record, entry].read_text("utf-8")


def test_a_sheet_has_all_that_a_judge_needs(home: Home) -> None:
    home.ok("import", DISPUTE)
    match = "vale-open-r4-t1-g2"
    text = home.ok("sheet", match, 34)
    told = Read(text).texts
    head = home.json("head", match)
    for wanted in (
        "▶ 34",
        "joss attack 1-5",
        "mira reclaim Juryn",  # a neighbour before
        "illegal",
        "p-mira",
        "player joss",
        "fj-lind",
        "city-and-canopy",
        head["hash"],
        head["phrase"],
        "p-joss (player joss)",
    ):
        assert wanted in told, wanted
    everything = "\n".join(told)
    assert re.search(r"illegal by WV-7\.15", everything)
    assert "WV-7.15, " in everything  # the rule in words
    assert "both missed it and played it out" in everything  # the ruling on it
    assert "When it was logged the entry was refused and changed nothing." in told
    assert "@page { size: A4" in text


def test_a_sheet_tells_what_was_known_of_hidden_cards_before_the_entry(home: Home) -> None:
    told = Read(home.ok("sheet", DISPUTE, 34)).texts
    hand = told[told.index("mira.hand") + 1]
    explained = home.json("explain", DISPUTE, "mira.hand", "--at", 33)
    assert hand.startswith("5 cards, 1 known, 4 unseen; known: Juryn, since entry 30: mira reclaim")
    assert [each["card"] for each in explained["possible"]] == re.findall(
        r"(?<=[:,] )([\w'-]+(?: [A-Z]\w+)*)(?: up to \d)? \d+%", hand
    )
    assert hand.endswith("; impossible: Spirevane, since entry 32")
    assert told.index("mira.deck") < told.index("joss.hand") < told.index("Rulings and remarks")


def test_players_sign_a_sheet_so_that_chances_wait_for_the_end(home: Home) -> None:
    home.play()
    told = Read(home.ok("sheet", "r1", 15)).texts
    hand = told[told.index("ana.hand") + 1]
    assert "possible: " in hand and "%" not in hand and "chances" not in hand


def test_a_sheet_shows_what_an_entry_changed_on_the_board(home: Home) -> None:
    home.ok("import", DISPUTE)
    told = Read(home.ok("sheet", "vale-open-r4-t1-g2", 22)).texts
    at = told.index("changed")
    assert told[at - 2] != told[at - 1]


def test_a_sheet_shows_the_board_as_it_stands_now_around_what_was_refused_at_first(
    home: Home,
) -> None:
    home.ok("import", TWO_CALLS)
    told = Read(home.ok("sheet", "vale-open-r5-t2-g3", 49)).texts
    at = told.index("battle")
    when, before, after, mark = told[at + 1 : at + 5]
    assert when.startswith("Frothyim (Snowlitt) 40/110")
    assert before.startswith("Frothyim (Snowlitt) 10/110")
    assert (after, mark) == ("open", "changed")


def test_a_sheet_of_what_is_still_refused_shows_one_board(home: Home) -> None:
    home.ok("import", TWO_CALLS)
    told = Read(home.ok("sheet", "vale-open-r5-t2-g3", 55)).texts
    assert "before" in told and "after" in told and "changed" not in told
    assert "The entry was refused when it was logged: it changed nothing then." in told


def test_a_sheet_is_the_same_each_time_and_gives_the_head_out(home: Home) -> None:
    home.play()
    assert home.ok("sheet", "r1", 15) == home.ok("sheet", "r1", 15)
    with Log.open(home.log) as log:
        assert [(g.match, g.seq) for g in given_heads(log)] == [("r1", 15)]


def test_the_first_and_the_last_entry_have_sheets_too(home: Home) -> None:
    home.play()
    assert "opening" in Read(home.ok("sheet", "r1", 1)).texts
    assert "▶ 15" in Read(home.ok("sheet", "r1", 15)).texts
    assert "entries are 1 to 15" in home.error("sheet", "r1", 16)


def test_no_name_or_remark_becomes_markup(home: Home) -> None:
    home.play()
    home.ok("people", "set", "ana", HOSTILE)
    home.ok("log", "r1", "--by", "sk", f'ana note text="{HOSTILE[:30].replace(chr(34), "")}"')
    text = home.ok("sheet", "r1", 16)
    assert "script" not in Read(text).tags
    assert "\x1b" not in text
    assert any("<script>alert(1)</script>" in told for told in Read(text).texts)


def test_the_page_escapes_text_and_attributes() -> None:
    root, body = page("a < b")
    add(body, "p", "<b> & \x07", id='"x" <y>')
    assert '<p id="&quot;x&quot; <y&gt;">&lt;b&gt; &amp; \\x07</p>' in written(root)
    assert "<title>a &lt; b</title>" in written(root)


def test_a_sheet_goes_into_a_file_with_a_word_on_how_to_print_it(
    home: Home, tmp_path: Path
) -> None:
    home.play()
    told = home.ok("sheet", "r1", 15, "-o", tmp_path / "s.html")
    assert "print it on A4" in told
    assert (tmp_path / "s.html").read_text("utf-8") == home.ok("sheet", "r1", 15)
    assert [p.name for p in tmp_path.iterdir() if "part" in p.name] == []


def test_without_a_renderer_a_pdf_is_refused_with_what_to_do(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.play()
    monkeypatch.setenv("PATH", str(tmp_path))
    told = home.error("sheet", "r1", 15, "-o", tmp_path / "s.pdf")
    assert "neither weasyprint nor chromium" in told
    assert "-o FILE.html writes a page" in told
    assert not (tmp_path / "s.pdf").exists()


@pytest.mark.parametrize("renderer", ["weasyprint", "chromium"])
def test_a_renderer_that_is_there_makes_the_pdf(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, renderer: str
) -> None:
    """The stand-in writes the page's own bytes behind the mark of a PDF."""
    home.play()
    program = (
        f"#!{sys.executable}\n"
        "import sys, urllib.parse\n"
        "made = [a.partition('=')[2] for a in sys.argv if a.startswith('--print-to-pdf=')]\n"
        "page, out = (sys.argv[-1], made[0]) if made else sys.argv[1:3]\n"
        "text = open(urllib.parse.urlparse(page).path, 'rb').read()\n"
        "open(out, 'wb').write(b'%PDF-' + text)\n"
    )
    found = tmp_path / "bin" / renderer
    found.parent.mkdir()
    found.write_text(program)
    found.chmod(0o755)
    monkeypatch.setenv("PATH", str(found.parent))
    home.ok("sheet", "r1", 15, "-o", tmp_path / "s.pdf")
    content = (tmp_path / "s.pdf").read_bytes()
    assert content == b"%PDF-" + home.ok("sheet", "r1", 15).encode()
    found.write_text(f"#!{sys.executable}\nimport sys; sys.exit('no fonts')\n")
    (tmp_path / "s.pdf").unlink()
    told = home.error("sheet", "r1", 15, "-o", tmp_path / "s.pdf", status=1)
    assert "made no PDF: no fonts" in told
    assert not (tmp_path / "s.pdf").exists()
