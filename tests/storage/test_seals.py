"""Seals: how much a log kept when a head was given out or it was backed up."""

import shutil
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from storage.exchange.transfer import export_jsonl, import_jsonl
from storage.log import Item, Log, Receipt
from storage.proof.given import give_out, given_heads, heads
from storage.proof.seals import seal, seals
from storage.verify import verify
from tests.logbook import new_log, note, without_heads


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("seals")
    path = new_log(folder / "season.duckdb", (1, 2))
    with Log.open(path, write=True) as log:
        export_jsonl(log, folder / "lines.jsonl", ["m1"])
        lines = without_heads((folder / "lines.jsonl").read_text()).replace('"m1"', '"bare"')
        (folder / "lines.jsonl").write_text(lines)
        import_jsonl(log, folder / "lines.jsonl", referee=False)
        receipt = Receipt(note(45).recorded_at + timedelta(seconds=1), "phone-7")
        log.append_many([Item("m2", [note(45)], receipt=receipt)])
        give_out(log, heads(log))
    return path


@pytest.fixture
def log(season: Path, tmp_path: Path) -> Iterator[Log]:
    with Log.open(Path(shutil.copy(season, tmp_path / "season.duckdb")), write=True) as opened:
        yield opened


def tables(log: Log) -> set[str]:
    return {each.table for each in verify(log).differences if each.what == "seal"}


def test_each_head_given_out_is_sealed_with_how_much_the_log_keeps(log: Log) -> None:
    (sealed,) = seals(log)
    states = log.rows("SELECT count(digest) FROM entries")[0][0]
    matches, entries, noted, *_ = sealed.counts
    assert (matches, entries, noted) == (3, log.rows("SELECT count(*) FROM entries")[0][0], states)
    give_out(log, heads(log))
    assert [each.number for each in seals(log)] == [1, 2]
    assert verify(log).exact
    assert verify(log).notes == []


@pytest.mark.parametrize("table", ["heads", "unrefereed", "receipts"])
@pytest.mark.parametrize("how", ["DELETE FROM", "DROP TABLE"])
def test_what_is_gone_from_a_table_beside_the_entries_shows(log: Log, table: str, how: str) -> None:
    log.rows(f"{how} {table}")
    found = verify(log).differences
    named = {each.table for each in found}
    assert table in named or "no entry came in without one" in found[0].message


def test_states_that_were_taken_out_with_all_that_tells_of_them_show(log: Log) -> None:
    log.rows("UPDATE entries SET digest = NULL")
    log.rows("UPDATE matches SET refereed = false")
    log.rows("DELETE FROM unrefereed")
    log.rows(
        "INSERT INTO unrefereed SELECT match_id, max(seq), "
        "sha256(concat(match_id, ' ', max(seq))) FROM entries GROUP BY match_id"
    )
    (found,) = verify(log).differences
    assert (found.what, found.table) == ("seal", "entries")
    assert "states when it was sealed" in found.message


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE seals SET heads = 0 WHERE number = 2",
        "UPDATE seals SET number = 7 WHERE number = 2",
        "DELETE FROM seals WHERE number = 1",
        "DELETE FROM seals WHERE number = 2",
        "DELETE FROM seals",
        "DROP TABLE seals",
        "DELETE FROM meta WHERE key = 'seals'",
    ],
)
def test_a_seal_that_was_changed_or_is_gone_shows(log: Log, change: str) -> None:
    seal(log, given_heads(log)[0].given_at)
    log.rows(change)
    assert tables(log) == {"seals"}


def test_a_log_without_seals_is_told_of(log: Log) -> None:
    log.rows("DROP TABLE seals")
    log.rows("DELETE FROM meta WHERE key = 'seals'")
    found = verify(log)
    assert found.exact
    assert [each.table for each in found.notes] == ["seals"]
