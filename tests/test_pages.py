"""What the pages show is what the commands print; what they name is there; each can be opened."""

import re
import shlex
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cli.reading.topics import pages
from cli.screen.prose import say_page
from events.common import RULINGS, Note
from events.entry import verb
from tests.cli.test_home import Home, home, widest
from tests.pages import (
    GUIDE,
    PAGES,
    ROOT,
    blocks,
    code,
    commands,
    links,
    missing,
    misused,
    paths,
    prose,
    shown,
    text_of,
    unknown_options,
    walk,
)
from tests.venue.test_serving import serving

__all__ = ["home"]

WALKED = [page for page in PAGES if any(list(shown(block)) for block in blocks(page))]
COLUMNS = 80
MOST_LINES, MOST_WORDS = 150, 60
ONE_LINE = 68
"""Of a listing, beside the topic."""


@pytest.mark.parametrize("page", WALKED)
def test_what_a_page_shows_is_printed_in_that_order(page: str, tmp_path: Path) -> None:
    for each, printed in walk(page, tmp_path):
        line = missing(each.lines, printed)
        assert line is None, f"$ {each.command}\n{line}\nis not in:\n" + "\n".join(printed)


def test_the_pages_show_a_turn_a_dispute_an_event_and_the_log() -> None:
    named = {shlex.split(each.command)[1] for p in WALKED for b in blocks(p) for each in shown(b)}
    assert named >= {"new", "table", "log", "explain", "what-if", "rule", "verify", "tournament"}


def test_a_line_that_is_not_printed_is_noticed() -> None:
    assert missing(["a", "...", "c"], ["a", "b", "c"]) is None
    assert missing(["c", "a"], ["a", "b", "c"]) == "a"


@pytest.mark.parametrize("page", PAGES)
def test_every_command_that_a_page_names_is_there_with_its_options(page: str) -> None:
    assert [wrong for each in sorted(commands(page)) if (wrong := misused(each))] == []
    if page != ".github/CONTRIBUTING.md":  # there are those of other programs, too
        assert unknown_options(page) == set()


def test_a_command_or_an_option_that_there_is_not_is_noticed() -> None:
    assert misused("referee shwo r1") == "referee shwo r1: no command shwo"
    assert misused("referee show r1 --ilegal") == "referee show r1 --ilegal: no option --ilegal"
    assert misused("referee COMMAND --help") == misused("referee tournament desk spring") == ""


@pytest.mark.parametrize("page", PAGES)
def test_every_path_and_link_of_a_page_leads_somewhere(page: str) -> None:
    lost = [each for each in links(page) if not (PAGES[page].parent / each).exists()]
    lost += [
        each
        for each in sorted(paths(page))
        if not list(ROOT.glob(re.sub(r"<\w+>|…", "*", each).rstrip("/")))
    ]
    assert lost == []


@pytest.mark.parametrize("page", PAGES)
def test_lines_of_a_page_are_as_long_as_those_of_code(page: str) -> None:
    lines = prose(page).splitlines()
    assert [line for line in lines if len(line) > 100 and not line.startswith("|")] == []


def test_the_two_blocks_that_set_everything_up_come_first() -> None:
    first, second = [block.text for block in blocks("README.md") if block.language == "sh"][:2]
    assert "referee demo" in first
    assert "pytest" in second


def test_the_first_page_is_short_and_leads_to_all_others() -> None:
    assert text_of("README.md").count("\n") <= MOST_LINES
    led = {(ROOT / link).resolve() for link in links("README.md")}
    pictures = {path for path in led if path.suffix == ".svg"}
    assert all(ElementTree.parse(path) for path in pictures)
    assert led - pictures == {path for page, path in PAGES.items() if page != "README.md"}


# -- opened ------------------------------------------------------------------------------------


def test_the_topics_are_the_pages_of_the_rooms_each_with_a_line(home: Home) -> None:
    listed = home.json("help")["topics"]
    assert {each["path"] for each in listed} == PAGES.keys() - {
        "README.md",
        ".github/CONTRIBUTING.md",
    }
    told = home.ok("help")
    for each in listed:
        assert re.search(rf"^{each['topic']} ", told, re.MULTILINE)
        assert each["about"].endswith(".") and len(each["about"]) <= ONE_LINE
    assert widest(told) <= COLUMNS
    assert "\x1b" not in told


@pytest.mark.parametrize("topic", pages())
def test_a_page_is_opened_by_its_topic_and_reads_well_in_80_columns(home: Home, topic: str) -> None:
    found = pages()[topic]
    told = home.ok("help", topic)
    assert told.startswith(f"{found.title}\n═")
    written = {line for block in blocks(found.path) for line in block.text.splitlines()}
    wide = [line for line in told.splitlines() if len(line) > COLUMNS]
    assert [line for line in wide if found.path != GUIDE or line not in written] == []
    assert home.json("help", topic)["text"] == text_of(found.path)
    if found.path != GUIDE:
        assert sorted(words(told)) == sorted(words(re.sub(r"\]\([^)]*\)", "", text_of(found.path))))


def words(text: str) -> list[str]:
    """The words of a page, without what only lays it out."""
    text = re.sub(r"^```\w*$|^\|[ |-]+$|^#+ ", "", text, flags=re.MULTILINE)
    return [word for word in re.findall(r"[\w'/.-]+", text) if re.search(r"\w", word)]


def test_an_unknown_topic_is_answered_with_the_nearest_or_with_who_speaks_of_it(home: Home) -> None:
    assert home.error("help", "glosary") == (
        "no topic 'glosary' (did you mean glossary? referee help lists them)"
    )
    assert "did you mean judging?" in home.error("help", "rulings")
    assert home.error("help", "zzz") == "no topic 'zzz' (referee help lists them)"


def test_a_page_is_printed_part_by_part(capsys: pytest.CaptureFixture[str]) -> None:
    say_page(
        "# Cards\n\nSee [here](a.md) for **all**\nof it.\n\n- one\n  more\n- two\n\n"
        "| a | b |\n|---|---|\n| 1 | `x` |\n\n```\n$ referee\n```\n"
    )
    assert capsys.readouterr().out == (
        "Cards\n═════\n\nSee here for all of it.\n\n- one more\n- two\n\n"
        "a  b\n──────\n1  `x`\n\n    $ referee\n\n"
    )


def test_each_page_of_a_room_opens_with_what_the_room_is_for() -> None:
    for found in pages().values():
        title, opening, *_ = found.text.split("\n\n")
        assert title.startswith("# ") and "\n" not in title
        assert re.match(r"[A-Z]", opening), found.path


def test_the_glossary_has_at_most_60_words_each_once() -> None:
    rows = re.findall(r"^\| ([a-z].*?) \|", text_of("referee/GLOSSARY.md"), re.MULTILINE)
    terms = [term for row in rows if row != "word" for term in row.split(", ")]
    assert 40 <= len(terms) <= MOST_WORDS
    assert len(set(terms)) == len(terms)
    assert [term for term in terms if not re.search(rf"\b{term}\b", code(), re.IGNORECASE)] == []


def test_the_rulings_of_the_page_are_those_that_there_are() -> None:
    told = re.findall(r"^\| `([a-z]+) [A-Z]", text_of("cli/judging/README.md"), re.MULTILINE)
    assert told == [*map(verb, RULINGS), verb(Note)]


# -- a venue -----------------------------------------------------------------------------------


def test_what_is_done_before_the_doors_open_leads_to_a_venue_with_codes_for_its_staff(
    home: Home, tmp_path: Path
) -> None:
    (block,) = (b.text for b in blocks("cli/venue/README.md") if "venue serve" in b.text)
    *before, serve = block.replace("\\\n", "").splitlines()
    players, lists, stick = tmp_path / "players.csv", tmp_path / "lists", tmp_path / "stick"
    players.write_text("id,name\nana,Ana Hill\nbo,\n", "utf-8")
    lists.mkdir()
    stick.mkdir()
    for player in ("ana", "bo"):
        deck = ROOT / "referee/games/wondervale/sample/decks/all-six.toml"
        (lists / f"{player}.toml").write_bytes(deck.read_bytes())
    for command in before:
        said = command.replace("players.csv", str(players)).replace(" lists", f" {lists}")
        home.ok(*shlex.split(said)[1:])
    options = shlex.split(serve.replace("/media/stick", str(stick)))[3:]
    with serving(home.log, "--host", "127.0.0.1", *options) as opened:
        roles = [line.partition("  ")[0] for line in opened if "http://referee.lan:" in line]
    assert {"organiser lena", "head-judge hugo", "judge kim", "scorekeeper sam"} < set(roles)


def test_no_page_but_the_first_speaks_of_a_place_that_moved() -> None:
    assert [page for page in PAGES if "section above" in prose(page)] == []
