"""What people hand in is bounded: a clear message, little time and memory, and nothing written."""

import os
import tomllib
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events import bounds
from events.bounds import TooMuch, require_plain
from events.notation import Malformed, read
from referee.catalog import CatalogError, game_named, joined, read_catalog, read_deck
from referee.games.registry import game_of
from storage.error import LogError
from storage.exchange.record import RecordError, read_record
from storage.exchange.transfer import ImportFault, import_jsonl
from storage.files import NotText, Unreadable, read_text
from storage.log import Log

GAME = game_of("wondervale")
CLEAN = (Path(__file__).parents[1] / "records" / "wondervale" / "clean.txt").read_text("utf-8")


def test_a_dotted_key_of_many_parts_is_refused_before_it_is_parsed():
    text = 'game = "wondervale"\nname = "x"\n' + ".".join(["a"] * 100_000) + " = 1\n"
    with pytest.raises(TooMuch, match=r"deck\.toml:3: a key of more than 8 parts"):
        read_deck(text, "deck.toml")
    with pytest.raises(TooMuch, match="a key of more than 8 parts"):
        read_catalog(text, GAME.catalog_type)


@pytest.mark.parametrize("key", ['"a b"', "'a'", "a-1", "_"])
def test_a_quoted_part_of_a_key_counts_as_one(key: str):
    require_plain(".".join([key] * 8) + " = 1", "x")
    with pytest.raises(TooMuch):
        require_plain(" . ".join([key] * 9) + " = 1", "x")
    with pytest.raises(TooMuch):
        require_plain("x = [{" + ".".join([key] * 9) + " = 1}]", "x")


def test_what_stands_in_strings_and_comments_is_no_key_number_or_bracket():
    within = ".".join("a" * 20) + "[" * 50 + "9" * 200
    text = f'a = "{within}\\"{within}"\nb = \'{within}\' # {within}\nc = """\n{within}\n"""\n'
    require_plain(text, "x")
    assert tomllib.loads(text)["c"].strip() == within


def test_a_quotation_mark_before_the_closing_ones_hides_nothing():
    key = ".".join("c" * 20)
    for quote in ('"', "'"):
        text = f"x = {{a = {quote * 3}b{quote * 4}, {key} = {quote * 2}}}"
        with pytest.raises(TooMuch, match="a key of more than 8 parts"):
            require_plain(text, "deck.toml")


@pytest.mark.parametrize("opened", ['"', "'", '"""', "'''", '"\\"', '\\"""'])
def test_a_string_that_is_not_closed_is_looked_at_once(opened: str):
    """What was tried again from every quotation mark in it took time by the square."""
    require_plain(f"x = {opened}" + "[" * 99, "deck.toml")


@pytest.mark.parametrize("letters", ["a", '\\"', "\n"])
def test_a_long_string_takes_little_memory(letters: str):
    text = 'x = """' + letters * 200_000 + '"""'
    tracemalloc.start()
    require_plain(text, "deck.toml")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8 * len(text)


def test_deep_nesting_is_refused_with_its_line():
    with pytest.raises(TooMuch, match="x:2: nested more than 32 deep"):
        require_plain("a = 1\nb = " + "[" * 33 + "]" * 33, "x")


def test_a_number_of_thousands_of_digits_is_refused():
    with pytest.raises(TooMuch, match=r"deck\.toml:4: a number of more than 100 digits"):
        read_deck('game = "wondervale"\nname = "x"\n[cards]\nElk = ' + "9" * 5_000, "deck.toml")


@given(st.text(alphabet="ab\"'#=.[]{}\n\\ 1", max_size=60))
def test_what_is_ordinary_toml_is_never_refused(text: str):
    try:
        tomllib.loads(text)
    except ValueError:
        return
    require_plain(text, "x")


def test_a_deck_lists_at_most_a_thousand_cards():
    cards = "".join(f'"Card {n}" = 1\n' for n in range(bounds.MOST_LISTED + 1))
    with pytest.raises(CatalogError, match="1000"):
        read_deck('game = "wondervale"\nname = "x"\n[cards]\n' + cards)


def test_a_catalog_is_bounded(monkeypatch: pytest.MonkeyPatch):
    text = GAME.sample_catalogs()[0].read_text("utf-8")
    monkeypatch.setattr("referee.catalog.MOST_DEFINED", 10)
    with pytest.raises(TooMuch, match="at most 10"):
        read_catalog(text, GAME.catalog_type)


def test_a_catalog_in_json_is_bounded_and_so_is_each_part_of_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("events.bounds.MOST_TEXT", 100)
    short, long = '{"game": "wondervale"}', '{"game": "wondervale"' + " " * 100 + "}"
    assert game_named(short) == game_named(joined(short, {"more.json": "{}"})) == "wondervale"
    with pytest.raises(TooMuch, match=r"^catalog: 122 characters; at most 100"):
        game_named(long)
    with pytest.raises(TooMuch, match=r"^more\.json: 122 characters; at most 100"):
        joined(short, {"more.json": long})


def test_a_line_of_notation_is_bounded():
    with pytest.raises(Malformed, match="200,001 characters; at most 200,000"):
        read("ana " + "x" * (bounds.MOST_LINE - 3), GAME.codec)


def test_a_record_is_bounded_in_entries_and_its_header_is_plain(monkeypatch: pytest.MonkeyPatch):
    def codec(game: str, version: str) -> object:
        return game_of(game, version).codec

    with pytest.raises(RecordError, match="record:1:1: a key of more than 8 parts"):
        read_record("a.b.c.d.e.f.g.h.i = 1\n" + CLEAN, codec)  # type: ignore[arg-type]
    monkeypatch.setattr("storage.exchange.record.MOST_ENTRIES", 3)
    with pytest.raises(RecordError, match="a match has at most 3 entries"):
        read_record(CLEAN, codec)  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [3, 10])
def test_a_line_of_json_lines_is_bounded_wherever_it_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int
):
    monkeypatch.setattr("storage.exchange.transfer.CHUNK", size)
    monkeypatch.setattr("storage.exchange.transfer.MOST_JSON_LINE", 100)
    file = tmp_path / "long.jsonl"
    file.write_text("\n" * 5 + "x" * 1_000_000 + "\n")
    with Log.open(tmp_path / "l.duckdb", write=True) as log:
        with pytest.raises(ImportFault, match=r"long\.jsonl:6: a line of more than 100 bytes"):
            import_jsonl(log, file)
        assert log.matches() == []


def test_a_file_is_read_up_to_its_bound(tmp_path: Path):
    file = tmp_path / "a.txt"
    file.write_bytes(b"\xef\xbb\xbfabc")
    assert read_text(file, 6) == "abc"
    with pytest.raises(TooMuch, match="more than 5 bytes"):
        read_text(file, 5)
    file.write_bytes(b"a\nb\xff")
    with pytest.raises(NotText, match=r"a\.txt:2: not UTF-8 text"):
        read_text(file)


@pytest.mark.parametrize("name", ["/dev/zero", "pipe", "."])
def test_a_pipe_a_device_and_a_folder_are_neither_read_nor_opened_as_a_log(
    tmp_path: Path, name: str
):
    os.mkfifo(tmp_path / "pipe")
    path = tmp_path / name
    with pytest.raises(Unreadable, match=r"a directory|a pipe or a device"):
        read_text(path)
    with pytest.raises(LogError):
        Log.open(path)
    with pytest.raises(LogError):
        Log.open(path, write=True)
    with Log.open(tmp_path / "l.duckdb", write=True) as log, pytest.raises(Unreadable):
        import_jsonl(log, path)
