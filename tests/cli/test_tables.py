"""No figure and no id is cut, however narrow the terminal."""

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from cli.screen.columns import figures, say_table
from referee.games.registry import game_ids, game_of
from storage.statistics import all_statistics
from tests.cli.test_home import DISPUTE, ROOT, Home, home

__all__ = ["home"]

CATALOGS = {"legacy_of_conflict": "sample-conflict", "wondervale": "sample-vale"}
GAMES = tuple(CATALOGS)
QR = re.compile("[█▀▄]")
NUMBER = re.compile(r"\S*\d\S*")

READERS: Sequence[Sequence[object]] = (
    ("matches",),
    ("show", "{match}"),
    ("options", "{match}"),
    ("replay", "{match}"),
    ("replay", "{match}", "--illegal"),
    ("explain", "{match}", 12),
    ("explain", "{match}", 1),
    ("diff", "{match}", 3, 9),
    ("check", "{match}"),
    ("head", "{match}"),
    ("what-if", "{match}", "judge strike 15"),
    ("verify",),
    ("sql", "FROM matches"),
    ("sql", "FROM match_results"),
    ("sql", "SELECT match_id, seq, hash FROM entries LIMIT 4"),
    ("sql", "SELECT 1 / 3 AS share, 0.5::DOUBLE AS half, 12345678901234567890 AS many"),
    ("games",),
    ("rules", "{game}"),
    ("events", "{game}"),
    ("catalog", "list"),
    ("catalog", "show", "{catalog}"),
    ("deck", "check", "{deck}"),
    ("people", "list"),
    ("people", "trace", "p-ana"),
    ("simulate", "{game}", "-n", 1),
    ("stats",),
    *(("stats", each.name) for each in all_statistics().values() if not each.drawn),
    *(("stats", n, "--match", "{match}") for n, s in all_statistics().items() if s.drawn),
)


def asked(arguments: Sequence[object], game: str) -> list[str]:
    """A command on a match of that game."""
    played = game_of(game)
    names = {
        "match": f"{game}-5-2",
        "game": game,
        "catalog": CATALOGS[game],
        "deck": played.sample_decks()[0].stem,
    }
    return [str(each).format(**names) for each in arguments]


CASES = sorted({tuple(asked(arguments, game)) for game in GAMES for arguments in READERS})


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A log that holds random matches of these games, and a shipped record of each game."""
    found = Home(tmp_path_factory.mktemp("filled"))
    for game in GAMES:
        found.ok("simulate", game, "-n", 3, "--seed", 5, "--import")
    for folder in (ROOT / "tests" / "records").iterdir():
        found.ok("import", next(p for p in sorted(folder.glob("*.txt")) if ".golden" not in p.name))
    found.ok("people", "set", "p-ana", "Ana Bell")
    return found


def told(home: Home, arguments: Sequence[str], columns: int) -> str:
    home.columns = columns
    result = home.run(*arguments)
    assert result.exit_code in (0, 3), result.output
    return result.stdout


def test_the_games_that_are_shipped_are_all_tried() -> None:
    assert set(GAMES) <= set(game_ids())


@pytest.fixture(scope="module")
def unchanged(filled: Home) -> Iterator[Home]:
    """The same, where one copy of it serves all statistics."""
    with filled.unchanged():
        yield filled


@pytest.mark.parametrize("command", CASES, ids=" ".join)
def test_no_figure_and_no_id_is_cut_at_any_width(unchanged: Home, command: Sequence[str]) -> None:
    plotted = "--match" in command
    wide, narrow = (told(unchanged, command, columns) for columns in (80, 40))
    for text, columns in ((wide, 80), (narrow, 40)):
        assert too_wide(text, columns) == []
        assert not re.search(r"\d…|…\d", text)
    if not plotted and "simulate" not in command:
        assert figures_of(narrow) == figures_of(wide)


def too_wide(text: str, columns: int) -> list[str]:
    """The lines that do not fit, but for those with a word that cannot be split."""
    return [
        line
        for line in text.splitlines()
        if len(line) > columns
        and not QR.search(line)
        and max(map(len, line.split())) + 18 <= columns
    ]


@pytest.mark.parametrize("game", GAMES)
def test_an_itemised_total_fits_40_columns(filled: Home, game: str) -> None:
    query = f"FROM fact_totals_compared SELECT seq WHERE match_id = '{game}-5-2' LIMIT 4"
    for row in filled.json("sql", query)["rows"]:
        text = told(filled, ["explain", f"{game}-5-2", str(row["seq"])], 40)
        assert re.search(r"\n      total +-?\d+\n", text)
        assert too_wide(text, 40) == []


def test_a_total_with_a_long_label_fits_40_columns_to_the_last_letter(home: Home) -> None:
    home.ok("import", DISPUTE)
    text = told(home, ["explain", "vale-open-r4-t1-g2", "89"], 40)
    assert max(map(len, text.splitlines())) <= 40
    assert re.search(r"\n +duneward +-1  WV-7.8\n", text)


@pytest.mark.parametrize("game", GAMES)
def test_the_table_fits_40_columns(filled: Home, game: str) -> None:
    filled.columns = 40
    typed = "o\nw 12\nlog 9\n? attack\nzzz\nnote fine\nq\n"
    shown = filled.run("table", f"{game}-5-2", input=typed).stdout
    echoed = ("? ", "o", "w", "log", "zzz", "note", "q")
    assert [line for line in too_wide(shown, 40) if not line.startswith(echoed)] == []


def figures_of(text: str) -> Counter[str]:
    """The words that hold a digit, but for headings, which stand once or with every row."""
    lines = (line for line in text.splitlines() if not re.fullmatch(r"row \d+", line))
    found = Counter(word.rstrip(",") for line in lines for word in NUMBER.findall(line))
    return Counter({word: count for word, count in found.items() if word not in ("p10", "p90")})


def test_ids_are_whole_in_the_list_of_matches(filled: Home) -> None:
    known = [row["id"] for row in filled.json("matches")["matches"]]
    for columns in (40, 80, 200):
        words = told(filled, ["matches"], columns).split()
        assert [word for word in words if word in known] == known


def test_a_table_is_laid_out_without_the_tables_of_rich(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("rich.table", "rich.console", "rich.text"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setenv("COLUMNS", "40")
    rows = [
        ["m1", 7, "a word and another of a dozen"],
        ["m2", 12, "日本語 日本語 と 日本語 日本語"],
        ["m3", None, ""],
    ]
    say_table(["match", "how many", "told at length"], rows, absent="-")
    assert capsys.readouterr().out.splitlines() == [
        "match  how many  told at length",
        "────────────────────────────────────────",
        "m1            7  a word and another of a",
        "                 dozen",
        "m2           12  日本語 日本語 と 日本語",
        "                 日本語",
        "m3            -",
    ]


def test_a_row_that_is_too_wide_and_has_no_name_is_told_column_by_column(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    say_table(["hash", "size"], [["f" * 38, 7]])
    told = capsys.readouterr().out.splitlines()
    assert told == ["row 1", "  hash", "    " + "f" * 38, "  size  7"]
    say_table(["hash", "size"], [["f" * 38, 7]], keys=["size"])
    assert capsys.readouterr().out.splitlines()[0] == "7"


def test_a_statistic_of_several_games_is_a_table_for_each_with_its_edition(filled: Home) -> None:
    text = " ".join(told(filled, ["stats", "wins-by-seat", "--simulated"], 80).split())
    assert re.search(
        r"Wins by seat: legacy_of_conflict 1.0, catalog \w{8}, \d matches, \d{4}-\d\d-\d\d to ",
        text,
    )
    assert re.search(r"Wins by seat: wondervale 1.1, catalog \w{8}, \d matches, ", text)


def test_the_figures_of_a_column_have_one_precision() -> None:
    assert figures([0.5, 1 / 3, None, 12.0, 3], 3, "-") == ["0.500", "0.333", "-", "12.000", "3"]
    assert figures([2.0, 12.0], 3) == ["2", "12"]
    assert figures([0.25, 1.2e-4, -1e-9], 3) == ["0.250000", "0.000120", ">-0.000001"]
    assert figures([0.25, 1e-9], 3) == ["0.250000", "<0.000001"]
    assert figures([1 / 3, 0.5]) == ["0.3333333333333333", "0.5000000000000000"]
    assert figures([1e300, 0.5]) == ["1e+300", "0.5"]
    assert figures([[1, 2], None], 3, "-") == ["1 2", "-"]
