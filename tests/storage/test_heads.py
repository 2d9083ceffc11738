"""Heads: the hash that stands for a whole match, as a phrase, in exports, kept by the log."""

import json
import re
import shutil
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import duckdb
import pytest

from storage.exchange.transfer import (
    ImportFault,
    export_jsonl,
    export_record,
    export_table,
    import_jsonl,
    import_record,
    json_lines,
)
from storage.log import Log, LogError
from storage.proof.given import give_out, given_heads, heads, lost
from storage.proof.head import PHRASE_BITS, Head, HeadError, find_head, phrase_of, words
from storage.verify import verify
from tests.logbook import empty_log, new_log, played


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new_log(tmp_path_factory.mktemp("heads") / "season.duckdb", (1, 2))


@pytest.fixture
def log(season: Path, tmp_path: Path) -> Iterator[Log]:
    with Log.open(Path(shutil.copy(season, tmp_path / "season.duckdb")), write=True) as opened:
        yield opened


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Log]:
    with Log.open(empty_log(tmp_path / "other.duckdb"), write=True) as opened:
        yield opened


def cut(log: Log, match: str = "m1", after: int = 20) -> None:
    """Cut the tail of a match off, as if it had never been."""
    log.rows(f"DELETE FROM entries WHERE match_id = '{match}' AND seq > {after}")


# -- phrases ----------------------------------------------------------------------------------


def test_a_phrase_is_made_of_256_short_plain_words_that_nobody_mistakes_for_one_another() -> None:
    assert len(set(words())) == 256
    assert list(words()) == sorted(words())
    assert all(re.fullmatch(r"[a-z]{3,8}", word) for word in words())
    assert not [(a, b) for a, b in combinations(words(), 2) if _one_letter_apart(a, b)]


def _one_letter_apart(a: str, b: str) -> bool:
    if len(a) == len(b):
        return sum(x != y for x, y in zip(a, b, strict=True)) == 1
    short, long = sorted((a, b), key=len)
    return any(long[:n] + long[n + 1 :] == short for n in range(len(long)))


def test_a_phrase_holds_the_first_48_bits_of_the_hash() -> None:
    assert PHRASE_BITS == 48
    one = phrase_of("00ff01fe02fd" + "0" * 52)
    assert one.split("-") == [words()[n] for n in (0, 255, 1, 254, 2, 253)]
    assert phrase_of("00ff01fe02fc" + "0" * 52) != one
    assert phrase_of("00ff01fe02fd" + "1" * 52) == one


@pytest.mark.parametrize("form", [str, lambda h: h.hash, lambda h: h.hash.upper()])
def test_a_head_is_found_by_its_hash(log: Log, form: object) -> None:
    hashes = log.load("m1").hashes
    for seq in (1, 17, len(hashes)):
        said = form(Head(seq, hashes[seq - 1]))  # type: ignore[operator]
        assert find_head(hashes, said) == seq
    assert find_head(hashes, "f" * 64) is None
    assert find_head(hashes, f"16:{hashes[16]}") is None


def test_a_head_is_found_by_its_phrase_however_it_is_written(log: Log) -> None:
    hashes = log.load("m1").hashes
    phrase = phrase_of(hashes[-1])
    for said in (phrase, phrase.upper(), phrase.replace("-", " "), phrase.replace("-", ", ")):
        assert find_head(hashes, said) == len(hashes)
    assert find_head(hashes, phrase_of("0" * 64)) is None


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("acorn-acorn", "a phrase has 6 words, not 2"),
        ("acorn amber anchr angel album atlas", "did you mean anchor"),
        ("", "a phrase has 6 words, not 0"),
        ("12345", "64 hexadecimal digits"),
        ("0:" + "a" * 64, "expected a head such as"),
        ("9" * 5000 + ":" + "a" * 64, "expected a head such as"),
    ],
)
def test_what_is_no_head_is_told(said: str, why: str) -> None:
    with pytest.raises(HeadError, match=why):
        find_head(["a" * 64], said)


# -- kept by the log --------------------------------------------------------------------------


def test_a_head_that_was_given_out_is_kept_once(log: Log) -> None:
    give_out(log, heads(log))
    give_out(log, heads(log, ["m2"]))
    assert [(g.match, g.seq, g.hash) for g in given_heads(log)] == [
        (m, log.load(m).last, log.load(m).hashes[-1]) for m in ("m1", "m2")
    ]
    assert lost(log) == []
    assert verify(log).exact


def test_without_a_head_given_out_nothing_in_the_file_tells_of_a_cut_tail(log: Log) -> None:
    cut(log)
    assert verify(log, ["m1"]).exact


def test_a_cut_tail_is_named_with_the_head_that_is_missing(log: Log) -> None:
    give_out(log, heads(log))
    last = log.load("m1").last
    cut(log)
    (found,) = verify(log).differences
    assert (found.match, found.seq, found.what) == ("m1", last, "head")
    assert "the match ends at entry 20: its end is missing" in found.message
    assert verify(log, ["m2"]).exact


def test_a_match_that_is_gone_is_missed(log: Log) -> None:
    give_out(log, heads(log))
    cut(log, after=0)
    log.rows("DELETE FROM matches WHERE match_id = 'm1'")
    (found,) = verify(log).differences
    assert (found.match, found.what) == ("m1", "head")
    assert "the match is gone" in found.message


def test_a_match_that_was_written_anew_with_sound_hashes_is_found(log: Log, other: Log) -> None:
    give_out(log, heads(log, ["m1"]))
    lines = "".join(json_lines(log, ["m1"])).replace('"sk-lena"', '"sk-lenb"')
    path = other.path.with_name("forged.jsonl")
    path.write_text(re.sub(r',"head":"[^"]*"', "", lines))
    import_jsonl(other, path)
    give_out(other, heads(log, ["m1"]))
    (found,) = verify(other).differences
    assert found.what == "head"
    assert "was changed" in found.message


def test_a_match_that_went_on_still_reaches_its_earlier_heads(log: Log, other: Log) -> None:
    give_out(log, {"m1": Head(20, log.load("m1").hashes[19])})
    assert verify(log).exact


def test_a_log_of_an_earlier_version_keeps_heads_from_the_first_one_on(log: Log) -> None:
    log.rows("DROP TABLE heads")
    assert given_heads(log) == []
    assert lost(log) == []
    give_out(log, heads(log))
    assert len(given_heads(log)) == 2


def test_a_log_that_is_open_for_reading_gives_out_no_heads(log: Log) -> None:
    given = heads(log)
    log.close()
    with Log.open(log.path) as reading, pytest.raises(LogError, match="for reading only"):
        give_out(reading, given)


# -- in exports -------------------------------------------------------------------------------


def test_a_text_record_states_the_head_and_comes_back(log: Log, other: Log) -> None:
    text = export_record(log.load("m1"))
    assert f'head = "{heads(log)["m1"]}"\n' in text
    import_record(other, text)
    assert heads(other)["m1"] == heads(log)["m1"]
    assert [g.match for g in given_heads(other)] == ["m1"]


def test_a_text_record_without_its_tail_is_refused(log: Log, other: Log) -> None:
    whole = export_record(log.load("m1"))
    short = "\n".join(whole.splitlines()[:-5]) + "\n"
    last = log.load("m1").last
    line = 1 + short[: short.index("\nhead = ") + 1].count("\n")
    with pytest.raises(ImportFault, match=rf":{line}: .* of entry {last}, .*: its end is missing"):
        import_record(other, short)
    stated = re.sub(r"head = .*\n", "", short)
    assert import_record(other, stated).entries == last - 5


def test_a_text_record_that_was_changed_since_is_refused(log: Log, other: Log) -> None:
    whole = export_record(log.load("m1"))
    with pytest.raises(ImportFault, match="something was changed since it was written"):
        import_record(other, whole.replace("recorded=", "recorded=2025-05-02T10:00:09Z #", 1))


def test_a_text_record_that_goes_on_behind_its_head_is_taken(log: Log, other: Log) -> None:
    text = export_record(log.load("m1")) + 'sk-lena note text="one more"\n'
    assert import_record(other, text).entries == log.load("m1").last + 1


@pytest.mark.parametrize("bad", ["", "12", "1:abc", f"0:{'a' * 64}"])
def test_a_stated_head_that_is_none_is_named_with_its_line(log: Log, other: Log, bad: str) -> None:
    text = re.sub(r'head = "[^"]*"', f'head = "{bad}"', export_record(log.load("m1")))
    line = 1 + text[: text.index("\nhead = ") + 1].count("\n")
    with pytest.raises(ImportFault, match=rf"record:{line}:1: header: .*head"):
        import_record(other, text)


def test_json_lines_carry_the_head_with_the_first_entry(log: Log) -> None:
    lines = list(json_lines(log))
    carried = [line for line in lines if '"head":' in line]
    assert [re.findall(r'"head":"([^"]*)"', line) for line in carried] == [
        [str(heads(log)[match])] for match in ("m1", "m2")
    ]
    assert all('"seq":1,' in line for line in carried)


@pytest.mark.parametrize("referee", [True, False])
def test_json_lines_without_a_tail_are_missed_until_it_comes(
    log: Log, other: Log, tmp_path: Path, referee: bool
) -> None:
    lines = list(json_lines(log, ["m1"]))
    path = tmp_path / "lines.jsonl"
    path.write_text("".join(lines[:-5]))
    import_jsonl(other, path, referee=referee)
    (found,) = verify(other).differences
    assert (found.what, found.seq) == ("head", len(lines))
    path.write_text("".join(lines[-5:]))
    import_jsonl(other, path, referee=referee)
    assert verify(other).exact


@pytest.mark.parametrize("referee", [True, False])
def test_json_lines_that_were_changed_are_refused(
    log: Log, other: Log, tmp_path: Path, referee: bool
) -> None:
    path = tmp_path / "lines.jsonl"
    export_jsonl(log, path, ["m1"])
    at = played(1)[9].id
    path.write_text(path.read_text().replace(at, at[:-1] + ("0" if at[-1] != "0" else "1")))
    with pytest.raises(ImportFault, match="something was changed since it was written"):
        import_jsonl(other, path, referee=referee)


# -- tables as files ---------------------------------------------------------------------------


@pytest.mark.parametrize("table", ["entries", "matches", "verdicts", "match_results"])
def test_tables_about_matches_carry_their_heads(log: Log, tmp_path: Path, table: str) -> None:
    export_table(log, table, tmp_path / "out.parquet", "parquet")
    ((carried,),) = duckdb.sql(
        f"SELECT decode(value) FROM parquet_kv_metadata('{tmp_path / 'out.parquet'}') "
        "WHERE key = 'referee_heads'"
    ).fetchall()
    there = {match_id: str(head) for match_id, head in heads(log).items()}
    assert json.loads(carried) == there
    export_table(log, table, tmp_path / "out.csv", "csv")
    _, *lines = (tmp_path / "out.heads.csv").read_text().splitlines()
    rows = [line.split(",") for line in lines]
    assert {match_id: f"{seq}:{chained}" for match_id, seq, chained in rows} == there


def test_tables_about_no_match_carry_no_heads(log: Log, tmp_path: Path) -> None:
    export_table(log, "catalogs", tmp_path / "out.csv", "csv")
    assert [path.name for path in tmp_path.glob("out*")] == ["out.csv"]
