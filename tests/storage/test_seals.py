"""Seals: how much a log kept when a head was given out or it was backed up."""

import shutil
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from cli.failure import Status
from storage.exchange.transfer import export_jsonl, import_jsonl
from storage.log import Item, Log, Receipt
from storage.proof.given import give_out, given_heads, heads
from storage.proof.seals import seal, seals
from storage.verify import verify
from storage.verify.outside_copies import elsewhere_differs
from tests.cli.test_home import Home, home
from tests.logbook import new_log, note, without_heads
from tests.tournament.logged import CUP, logs
from tests.tournament.logged import opened as event_in

__all__ = ["home"]


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


EARLIER = "COMMENT ON TABLE meta IS 'What this file is: its format, and which projection it holds.'"
"""How a release that did not seal described its table of marks."""
UNTOLD = ("DELETE FROM heads", "DELETE FROM meta WHERE key = 'seals'")
"""All that tells of heads goes, but for the seals themselves."""


def test_a_log_of_a_release_that_did_not_seal_is_told_of(log: Log) -> None:
    for change in ("DROP TABLE seals", "DELETE FROM meta WHERE key = 'seals'", EARLIER):
        log.rows(change)
    found = verify(log)
    assert found.exact
    assert [each.table for each in found.notes] == ["seals"]


def test_seals_that_are_gone_with_all_heads_and_their_mark_are_missed(log: Log) -> None:
    for change in (*UNTOLD, "DROP TABLE seals"):
        log.rows(change)
    (found,) = verify(log).differences
    assert (found.what, found.table) == ("seal", "seals")


@pytest.fixture
def event(tmp_path: Path) -> Iterator[Log]:
    """An event, of whose two checkpoints heads were given out."""
    with Log.open(tmp_path / "event.duckdb", write=True) as opened:
        event_in(opened)
        for _ in range(2):
            logs(opened, f"lena checkpoint {opened.load(CUP).last} {'0' * 64}")
        yield opened


def of_heads(log: Log) -> list[str]:
    found = verify(log)
    told = [*found.differences, *found.notes]
    return [each.what for each in told if each.table == "heads"]


@pytest.mark.parametrize("how", ["DELETE FROM", "DROP TABLE"])
def test_tr_14_2_a_checkpoint_tells_that_heads_and_seals_were_removed_together(
    event: Log, how: str
) -> None:
    assert of_heads(event) == []
    for change in (*UNTOLD, f"{how} seals"):
        event.rows(change)
    assert of_heads(event) == ["head", "head"]


def test_a_log_of_an_earlier_release_keeps_the_heads_of_its_checkpoints_from_its_first_seal_on(
    event: Log,
) -> None:
    for change in (*UNTOLD, "DROP TABLE seals", EARLIER):
        event.rows(change)
    assert of_heads(event) == ["note", "note"]
    seal(event)
    assert of_heads(event) == []
    for change in (*UNTOLD, "DELETE FROM seals"):
        event.rows(change)
    assert of_heads(event) == ["head", "head"]


# -- what others know -----------------------------------------------------------------------------


@pytest.fixture(params=["backup", "folder", "lines", "export"])
def others(request: pytest.FixtureRequest, log: Log, tmp_path: Path) -> Path:
    """What was made of the log before."""
    folder = tmp_path / "copies"
    (folder / "season").mkdir(parents=True)
    if request.param in ("backup", "folder"):
        log.copy_to(folder / "season" / "0001.duckdb")
        return folder if request.param == "folder" else folder / "season" / "0001.duckdb"
    lines = folder / "season" / "entries.jsonl"
    if request.param == "export":
        export_jsonl(log, lines)
        return lines
    lines.write_text(
        "".join(
            f'{{"entry":{payload},"hash":"{chained}"}}\n'
            for payload, chained in log.rows("SELECT payload, hash FROM entries ORDER BY ALL")
        )
        + '{"entry":{"match":"m1","se'
    )
    return folder


def differs(log: Log, others: Path) -> set[tuple[str, str]]:
    found = [*elsewhere_differs(log, [others])]
    assert {each.what for each in found} <= {"head"}
    return {(each.match, each.table) for each in found}


def test_what_a_copy_has_is_missed_in_a_log_from_which_all_that_tells_of_it_was_removed(
    log: Log, others: Path
) -> None:
    log.append("m1", [note(1000)])
    assert differs(log, others) == set()
    for change in (*UNTOLD, "DELETE FROM seals", "DELETE FROM receipts"):
        log.rows(change)
    log.rows("DELETE FROM entries WHERE match_id = 'm1' AND seq > 20")
    log.rows("UPDATE entries SET hash = repeat('0', 64) WHERE match_id = 'm2' AND seq = 45")
    assert {("m1", "entries")} <= differs(log, others)
    assert {each.match for each in elsewhere_differs(log, [others], ["m1"])} == {"m1"}


def test_heads_that_a_backup_keeps_are_missed_where_they_were_removed(
    log: Log, tmp_path: Path
) -> None:
    log.copy_to(tmp_path / "backup.duckdb")
    for change in (*UNTOLD, "DELETE FROM seals"):
        log.rows(change)
    assert verify(log).exact
    assert differs(log, tmp_path / "backup.duckdb") == {
        (match, "heads") for match in ("bare", "m1", "m2")
    }


def test_the_command_compares_with_copies_and_says_where_there_are_none(home: Home) -> None:
    new_log(home.log, (1,))
    assert "EXACT" in home.ok("backup", home.folder / "friday.duckdb")
    assert "EXACT" in home.ok("verify", "--from", home.folder / "friday.duckdb")
    with Log.open(home.log, write=True) as log:
        log.rows("DELETE FROM entries WHERE seq > 20")
        log.rows("DELETE FROM seals")
        log.rows("DELETE FROM meta WHERE key = 'seals'")
    said = home.run("verify", "--from", home.folder / "friday.duckdb")
    assert said.exit_code == Status.NOT_EXACT
    assert "its end is missing" in " ".join(said.stdout.split())
    (home.folder / "empty").mkdir()
    said = home.error("verify", "--from", home.folder / "empty", status=1)
    assert "no log and no lines" in said
