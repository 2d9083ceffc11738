"""Whatever people are called and whatever they write, it is shown as text: in a terminal, in JSON,
in SVG, in HTML and in the cells of CSV."""

import csv
import json
import re
from collections.abc import Sequence
from xml.etree import ElementTree

import duckdb
import pytest

from cli.main import COMMANDS
from referee.games.registry import game_of
from storage.exchange.spreadsheet import cell, cell_sql
from tests.cli.test_home import DECKS, DISPUTE, Home

EVIL = '=cmd()\x1b[2J\x9b2J\u202e<b>&"'
"""A formula, a cleared screen in two ways, text turned round, markup."""
TYPED = EVIL.replace("\x1b", "\\u001b").replace("\x9b", "\\u009b").replace("\u202e", "\\u202e")
TYPED = TYPED.replace('"', '\\"')
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
MATCH = "vale-open-r4-t1-g2"
GAME = game_of("wondervale")


@pytest.fixture(scope="module")
def evil(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A log whose people, decks, cards and remarks are hostile, and files that are."""
    home = Home(tmp_path_factory.mktemp("evil"))
    text = DISPUTE.read_text()
    fields = r'^(person|deck_name|recorded_by) = "'
    text = re.sub(fields, lambda found: f"{found[0]}{TYPED}", text, flags=re.M)
    text = re.sub(r'(reason|text)="', lambda found: f"{found[0]}{TYPED}", text)
    (home.folder / "evil.txt").write_text(text)
    catalog = GAME.sample_catalogs()[0].read_text().replace('"Gritling"', f'"Grit{TYPED}"')
    (home.folder / "evil.toml").write_text(catalog.replace('name = "', f'name = "{TYPED}', 1))
    deck = GAME.sample_decks()[0].read_text().replace("Gritling =", f'"Grit{TYPED}" =')
    (home.folder / "deck.toml").write_text(deck.replace('name = "', f'name = "{TYPED}', 1))
    home.ok("import", home.folder / "evil.txt")
    home.ok("people", "set", "p-ana", EVIL)
    home.ok("people", "set", EVIL, "Ana")
    home.ok("catalog", "add", home.folder / "evil.toml")
    home.ok("new", "m1", "--game", "wondervale", *DECKS, "--by", EVIL, "--judge", "lena")
    home.ok("tournament", "new", "t1", "--by", EVIL)
    home.ok("tournament", "enter", "t1", "ana", "--name", EVIL)
    home.ok("tournament", "enter", "t1", "bo")
    home.ok("tournament", "post", "t1")
    home.ok("log", "t1", f'ana call 1 1 about="{TYPED}"')
    home.ok(
        "stats", "endings"
    )  # the tables for statistics are there then, and not made for each command
    return home


WALKED: Sequence[Sequence[object]] = (
    ("new", "m2", "--game", "wondervale", "--seat", f"ana{EVIL}"),
    ("new", EVIL, "--game", EVIL),
    ("log", "m1", f"ana {EVIL}"),
    ("log", "m1", "ana standard-health", f'ana note text="{TYPED}"', "--by", EVIL),
    ("check", "m1", f'lena note text="{TYPED}"'),
    ("check", MATCH),
    ("check", "{evil.txt}"),
    ("table", "m1"),
    ("show", MATCH),
    ("show", MATCH, "--seat", EVIL),
    ("show", MATCH, "--card", EVIL),
    ("options", MATCH),
    ("explain", MATCH, 1),
    ("explain", MATCH, 36),
    ("replay", MATCH),
    ("rule", "m1", "note", f"text={EVIL}", "--judge", "lena"),
    ("what-if", MATCH, f'lena note text="{TYPED}"'),
    ("what-if", MATCH, "lena strike 15"),
    ("diff", MATCH, 3, 60),
    ("verify",),
    ("verify", EVIL),
    ("rebuild",),
    ("journal",),
    ("journal", "--log", EVIL),
    ("backup", f"nosuch/{EVIL}"),
    ("backup", "{evil.txt}"),
    ("salvage", EVIL, "-o", "{deck.toml}"),
    ("salvage", "{evil.txt}", "-o", f"nosuch/{EVIL}"),
    ("head", MATCH),
    ("head", EVIL),
    ("matches",),
    ("export", MATCH),
    ("export", MATCH, "--format", "jsonl"),
    ("import", "{evil.toml}"),
    ("import", EVIL),
    *(("stats", name) for name in ("wins-by-deck", "matchups", "dice-fairness", "rulings", EVIL)),
    ("stats", "score-by-turn", "--match", MATCH),
    ("sql", "FROM entries"),
    ("sql", "FROM seats"),
    ("sql", "FROM rulings"),
    ("sql", "SELECT [person] AS several, {{'a': person}} AS within FROM seats"),
    ("sql", "FROM seats", "--csv"),
    ("sql", f'SELECT 1 AS "{EVIL[:-1]}"'),
    ("sql", EVIL),
    ("games", EVIL),
    ("rules", EVIL),
    ("rules", "wondervale", EVIL),
    ("events", EVIL),
    ("catalog", "list"),
    ("catalog", "check", "{evil.toml}"),
    ("catalog", "show", "{evil.toml}"),
    ("deck", "check", "{deck.toml}"),
    ("deck", "check", "{deck.toml}", "--catalog", "{evil.toml}"),
    ("people", "list"),
    ("people", "trace", EVIL),
    ("schema", EVIL),
    ("help", EVIL),
    ("simulate", EVIL),
    ("simulate", "wondervale", "--deck", EVIL),
    ("demo", EVIL),
    *(("tournament", each, "t1") for each in ("propose", "standings", "calls", "cut", "close")),
    *(("tournament", each, "t1", EVIL) for each in ("enter", "drop", "report", "deck", "print")),
    ("tournament", "desk", "t1"),
    ("tournament", "new", "t2", "--by", EVIL),
    ("tournament", "new", EVIL, "--by", EVIL),
    ("tournament", "enter", "t1", "--file", "{evil.toml}"),
    ("tournament", EVIL),
    ("venue", "restore", EVIL),
    ("venue", "demo", EVIL),
    ("venue", "serve", "--log", EVIL),
    *(("venue", "serve", each, EVIL) for each in ("--name", "--names", "--match", "--backup")),
    ("venue", "serve", "--tls", EVIL, EVIL),
    ("venue", "serve", "--forget-pin", EVIL),
    ("venue", "restore", ".", "--log", EVIL),
    ("venue", EVIL),
    ("people", "opt-out", EVIL),
    ("league", "new", "{evil.txt}"),
    ("league", "take", EVIL, "--league", EVIL),
    ("league", "parcel", EVIL, "--publisher", EVIL, "--key", "{evil.txt}", "-o", EVIL),
    ("league", "dispute", EVIL, "--for", EVIL, "--league", EVIL),
    ("league", "packet", EVIL, "-o", EVIL, "--league", EVIL),
    ("league", "tidy", "--keep", EVIL, "--league", EVIL),
    ("league", "verify", "--run", EVIL, "--league", EVIL),
    ("league", EVIL),
    (EVIL,),
    (f"--{EVIL}",),
)


def arguments(home: Home, command: Sequence[object]) -> list[object]:
    """The command with the paths of its files."""
    files = {str(path.name): path for path in home.folder.glob("*.t*")}
    return [files.get(str(each).strip("{}"), each) for each in command]


@pytest.mark.parametrize("command", WALKED, ids=lambda c: ascii(" ".join(map(str, c)))[1:60])
def test_nothing_that_was_written_reaches_the_terminal_as_more_than_text(
    evil: Home, command: Sequence[object]
) -> None:
    log = evil.log.read_bytes()
    for more in ((), ("--json",)):
        typed = [EVIL, f"note {EVIL}", "p", "y", "q"]
        result = evil.run(*arguments(evil, command), *more, input="\n".join(typed))
        assert "Traceback" not in result.stderr
        assert "fault in the program" not in result.stderr
        assert not UNSEEN.findall(result.stdout + result.stderr)
        evil.log.write_bytes(log)


def test_every_command_is_walked() -> None:
    assert set(COMMANDS) - {"sheet", "report"} <= {str(command[0]) for command in WALKED}


def test_a_sheet_holds_what_was_written_as_text(evil: Home) -> None:
    page = evil.ok("sheet", MATCH, 36)
    assert not UNSEEN.findall(page)
    assert "<b>" not in page
    assert "&lt;b&gt;&amp;" in page


def test_a_report_holds_what_was_written_as_text(evil: Home) -> None:
    file = evil.folder / "match.html"
    evil.ok("report", MATCH, "-o", file)
    page = file.read_text()
    assert not UNSEEN.findall(page.replace("\n", ""))
    assert "<b>" not in page
    assert "&lt;b&gt;" in page


def test_a_drawing_holds_what_was_written_as_text(evil: Home) -> None:
    file = evil.folder / "course.svg"
    evil.ok("stats", "score-by-turn", "--match", MATCH, "--svg", file)
    drawn = file.read_text()
    ElementTree.fromstring(drawn)
    assert not UNSEEN.findall(drawn)


def test_json_says_what_was_written(evil: Home) -> None:
    people = {row["person"] for row in evil.json("sql", "FROM seats")["rows"]}
    assert people >= {f"{EVIL}p-mira", f"{EVIL}p-joss"}
    lines = evil.ok("export", MATCH, "--format", "jsonl").splitlines()
    assert json.loads(lines[0])["event"]["seats"][0]["person"] == f"{EVIL}p-mira"


def test_a_hostile_match_goes_out_and_in_to_the_same_hashes(evil: Home) -> None:
    for form in ("record", "jsonl"):
        other = Home(evil.folder / form)
        other.folder.mkdir()
        file = other.folder / f"m.{form}"
        file.write_text(evil.ok("export", MATCH, "--format", form))
        assert "96 entries" in other.ok("import", file)
        query = f"SELECT hash FROM entries WHERE match_id = '{MATCH}' ORDER BY seq"
        assert other.ok("sql", query, "--csv") == evil.ok("sql", query, "--csv")


def test_no_cell_of_csv_is_a_formula(evil: Home) -> None:
    printed = evil.ok("sql", "SELECT person, -1 AS less FROM seats ORDER BY ALL", "--csv")
    rows = list(csv.DictReader(printed.splitlines()))
    assert all(row["person"].startswith(("'=cmd()\\u001b[2J", "ana", "bo")) for row in rows)
    assert {row["less"] for row in rows} == {"-1"}
    file = evil.folder / "seats.csv"
    evil.ok("export", "-o", file, "--table", "seats")
    with file.open(newline="") as opened:
        found = {row["person"] for row in csv.DictReader(opened)}
    assert found == {row["person"] for row in rows}


@pytest.mark.parametrize(
    "text",
    ["=1", "+1", "-x", "@x", "\t=1", "\r", "a\rb\x1b", "\u2066x\x9f", "a\nb\tc", "", "é=", "🎲"],
)
def test_a_cell_is_the_same_in_a_query_and_in_a_table(text: str) -> None:
    with duckdb.connect() as connection:
        row = connection.execute(f"SELECT {cell_sql('x')} FROM (SELECT ? AS x)", [text]).fetchone()
    assert row == (cell(text),)
    assert not UNSEEN.findall(str(cell(text)))
    assert not str(cell(text)).startswith(("=", "+", "-", "@", "\t", "\r"))
