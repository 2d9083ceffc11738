"""Verification: EXACT, or the first entry that differs and how."""

import shutil
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from events.common import Concede, Rewind, Strike
from storage import drawn, match_pages
from storage.exchange.transfer import RECORD, export_jsonl, import_jsonl
from storage.log import Log, LogError, UnknownMatch
from storage.projection import rebuild, refresh
from storage.verify import Checked, Report, verification, verify, verify_chain
from tests.bench.archive import enlarge
from tests.logbook import ROOT, content, draft, log_match, new_log, note, played, without_heads
from tests.tiers import examples

AT = "match_id = 'm2' AND seq = 30"


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new_log(tmp_path_factory.mktemp("verify") / "season.duckdb")


@pytest.fixture(scope="module")
def counted(season: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    copy = Path(shutil.copy(season, tmp_path_factory.mktemp("counted")))
    with Log.open(copy, write=True) as log:
        refresh(log)
    return copy


@pytest.fixture
def log(season: Path, tmp_path: Path) -> Iterator[Log]:
    copy = shutil.copy(season, tmp_path / "season.duckdb")
    with Log.open(Path(copy), write=True) as opened:
        yield opened


@pytest.fixture
def filled(counted: Path, tmp_path: Path) -> Iterator[Log]:
    """The same with its projected tables up to date."""
    copy = shutil.copy(counted, tmp_path / "season.duckdb")
    with Log.open(Path(copy), write=True) as opened:
        yield opened


def the_difference(report: Report) -> tuple[str, int, str]:
    assert not report.exact
    assert report.differing == 1
    (found,) = report.differences
    assert str(found).startswith(f"{found.match}: entry {found.seq}: {found.what}: ")
    return found.match, found.seq, found.what


def test_a_log_as_it_was_written_is_exact(log: Log) -> None:
    report = verify(log)
    assert report.exact
    assert report.entries == sum(len(played(seed)) for seed in (1, 2, 3))
    digests = log.rows("SELECT count(digest) FROM entries")[0][0]
    assert str(report) == f"EXACT: 3 matches, {report.entries} entries, {digests} digests"


def test_matches_can_be_verified_by_name(log: Log) -> None:
    seen: list[Checked] = []
    report = verify(log, ["m3", "m1"], each=seen.append)
    assert [(checked.match, checked.entries) for checked in seen] == [
        ("m1", len(played(1))),
        ("m3", len(played(3))),
    ]
    assert report.matches == 2
    with pytest.raises(UnknownMatch, match="m9"):
        verify(log, ["m1", "m9"])


def test_rulings_and_illegal_entries_are_part_of_an_exact_record(tmp_path: Path) -> None:
    with Log.open(tmp_path / "ruled.duckdb", write=True) as log:
        log_match(log, "m1", entries=20)
        log.append("m1", [draft(Concede("nobody"), 21), draft(Strike("judge", 21), 22)])
        log.append("m1", [draft(Rewind("judge", 10), 23), note(24)])
        assert set(log.load("m1").digests) >= {22, 23}
        assert verify(log).exact


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (f"UPDATE entries SET payload = replace(payload, 'sk-lena', 'sk-lenb') WHERE {AT}", "hash"),
        (f"UPDATE entries SET payload = payload || ' ' WHERE {AT}", "hash"),
        (f"UPDATE entries SET payload = '' WHERE {AT}", "hash"),
        (f"UPDATE entries SET hash = reverse(hash) WHERE {AT}", "hash"),
        (f"UPDATE entries SET id = id || 'x' WHERE {AT}", "columns"),
        (f"UPDATE entries SET recorded_by = 'sk-lenb' WHERE {AT}", "columns"),
        (f"UPDATE entries SET type = 'note' WHERE {AT}", "columns"),
        (f"UPDATE entries SET played_at = played_at + INTERVAL '1us' WHERE {AT}", "columns"),
        (f"UPDATE entries SET recorded_at = recorded_at - INTERVAL '1us' WHERE {AT}", "columns"),
        (f"UPDATE entries SET digest = hash WHERE {AT}", "digest"),
        (f"UPDATE entries SET seq = 3000 WHERE {AT}", "sequence"),
        (f"DELETE FROM entries WHERE {AT}", "sequence"),
    ],
)
def test_a_changed_entry_is_named(log: Log, change: str, what: str) -> None:
    log.rows(change)
    assert the_difference(verify(log)) == ("m2", 30, what)
    assert verify(log, ["m1", "m3"]).exact


def test_an_entry_that_moved_to_another_match_is_missed_and_found(log: Log) -> None:
    log.rows(f"UPDATE entries SET match_id = 'm22' WHERE {AT}")
    found = verify(log).differences
    assert [(d.match, d.seq, d.what) for d in found] == [
        ("m2", 30, "sequence"),
        ("m22", 30, "columns"),
    ]


@pytest.mark.parametrize("change", ["digest = reverse(digest)", "digest = NULL"])
def test_a_digest_that_the_replay_does_not_come_to_is_named(log: Log, change: str) -> None:
    seq = log.rows("SELECT max(seq) FROM entries WHERE match_id = 'm2' AND digest IS NOT NULL")
    log.rows(f"UPDATE entries SET {change} WHERE match_id = 'm2' AND seq = {seq[0][0]}")
    assert the_difference(verify(log)) == ("m2", seq[0][0], "digest")


def test_a_match_that_no_referee_saw_may_note_no_digests(log: Log, tmp_path: Path) -> None:
    log.rows("UPDATE entries SET digest = NULL")
    assert verify(log).differing == 3
    export_jsonl(log, tmp_path / "bare.jsonl")
    with Log.open(tmp_path / "other.duckdb", write=True) as other:
        import_jsonl(other, tmp_path / "bare.jsonl", referee=False)
        assert verify(other).exact
        assert verify(other).digests == 0


def test_the_first_of_several_differences_is_named(log: Log) -> None:
    early = log.rows("SELECT min(seq) FROM entries WHERE match_id = 'm2' AND digest IS NOT NULL")
    log.rows(f"UPDATE entries SET hash = reverse(hash) WHERE {AT}")
    log.rows("UPDATE entries SET payload = '' WHERE match_id = 'm2' AND seq > 30")
    assert the_difference(verify(log)) == ("m2", 30, "hash")
    log.rows(
        f"UPDATE entries SET digest = hash WHERE match_id = 'm2' AND seq = {early[0][0]}",
    )
    assert the_difference(verify(log)) == ("m2", early[0][0], "digest")


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE matches SET game = 'chess' WHERE match_id = 'm2'",
        "UPDATE matches SET version = '0.9' WHERE match_id = 'm2'",
        "UPDATE matches SET catalog = reverse(catalog) WHERE match_id = 'm2'",
        "UPDATE matches SET opened_at = opened_at + INTERVAL 1 MICROSECOND WHERE match_id = 'm2'",
        "DELETE FROM matches WHERE match_id = 'm2'",
    ],
)
def test_the_table_of_matches_says_what_the_openings_say(log: Log, change: str) -> None:
    log.rows(change)
    assert the_difference(verify(log)) == ("m2", 1, "edition")


def test_a_match_without_entries_is_named(log: Log) -> None:
    log.rows("DELETE FROM entries WHERE match_id = 'm2'")
    assert the_difference(verify(log)) == ("m2", 1, "sequence")


def test_a_changed_catalog_is_named_at_the_openings_that_pin_it(log: Log) -> None:
    log.rows("UPDATE catalogs SET payload = replace(payload, '\"health\":40', '\"health\":41')")
    report = verify(log)
    named = [(d.match, d.seq, d.what, d.table) for d in report.differences]
    own = [(match, 1, "catalog", "catalogs") for match in ("m1", "m2", "m3")]
    assert named == [*own, ("", 0, "catalog", "catalogs")]
    log.rows("UPDATE catalogs SET payload = substr(payload, 2)")
    log.close()
    with Log.open(log.path) as again:
        found = verify(again).differences
        assert [d.what for d in found] == ["edition"] * 3 + ["catalog"]


def test_a_missing_catalog_is_named_and_no_sample_takes_its_place(log: Log) -> None:
    log.rows("DELETE FROM catalogs")
    report = verify(log)
    assert [(d.seq, d.what) for d in report.differences] == [(1, "catalog")] * 3
    assert "the log does not have the catalog" in report.differences[0].message


def test_an_unsound_catalog_that_no_match_pins_is_named(log: Log) -> None:
    log.rows("INSERT INTO catalogs VALUES (sha256('{}'), 'wondervale', 'empty', '{}')")
    (found,) = verify(log).differences
    assert (found.match, found.table, found.what) == ("", "catalogs", "catalog")
    assert verify(log, ["m1"]).exact


@pytest.fixture
def bare(log: Log, tmp_path: Path) -> Log:
    """The log with one more match, the first 60 entries of which no referee saw."""
    export_jsonl(log, tmp_path / "m1.jsonl", ["m1"])
    text = without_heads((tmp_path / "m1.jsonl").read_text()).replace('"m1"', '"bare"')
    (tmp_path / "first.jsonl").write_text("".join(text.splitlines(keepends=True)[:60]))
    (tmp_path / "all.jsonl").write_text(text)
    import_jsonl(log, tmp_path / "first.jsonl", referee=False)
    import_jsonl(log, tmp_path / "all.jsonl")
    assert verify(log).exact
    return log


@pytest.mark.parametrize("seq", ["<= 60", "> 60"])
def test_no_digest_may_go_where_no_referee_saw_the_start(bare: Log, seq: str) -> None:
    bare.rows(f"UPDATE entries SET digest = NULL WHERE match_id = 'bare' AND seq {seq}")
    match, _, what = the_difference(verify(bare))
    assert (match, what) == ("bare", "digest")


@pytest.mark.parametrize("match", ["m2", "bare"])
def test_whether_a_referee_saw_a_match_cannot_be_turned(bare: Log, match: str) -> None:
    bare.rows(f"UPDATE matches SET refereed = NOT refereed WHERE match_id = '{match}'")
    assert the_difference(verify(bare)) == (match, 1, "referee")


def test_one_dropped_table_does_not_unprotect_the_digests(bare: Log, tmp_path: Path) -> None:
    bare.rows("DROP TABLE unrefereed")
    bare.rows("UPDATE entries SET digest = NULL")
    bare.rows("UPDATE matches SET refereed = false")
    found = verify(bare)
    assert {each.match for each in found.differences if each.what == "referee"} == {
        "m1",
        "m2",
        "m3",
        "bare",
    }
    assert ("unrefereed", "format") in {(each.table, each.what) for each in found.differences}
    other = (tmp_path / "first.jsonl").read_text().replace('"bare"', '"more"')
    (tmp_path / "more.jsonl").write_text(other)
    import_jsonl(bare, tmp_path / "more.jsonl", referee=False)
    assert {each.match for each in verify(bare).differences if each.what == "referee"} == {
        "m1",
        "m2",
        "m3",
        "bare",
    }


@pytest.mark.parametrize("table", ["heads", "unrefereed"])
def test_a_table_that_protects_others_may_not_be_missing(log: Log, table: str) -> None:
    log.rows(f"DROP TABLE {table}")
    assert [(each.what, each.table) for each in verify(log).differences] == [("format", table)]


def test_the_chain_alone_is_whole_where_the_replay_is_not(log: Log) -> None:
    log.rows("UPDATE entries SET digest = hash WHERE digest IS NOT NULL")
    report = verify_chain(log)
    assert report.exact
    assert str(report) == f"WHOLE: 3 matches, {report.entries} entries"
    log.rows(f"UPDATE entries SET hash = reverse(hash) WHERE {AT}")
    assert the_difference(verify_chain(log)) == ("m2", 30, "hash")


# -- what is projected ------------------------------------------------------------------------


def test_another_winner_in_a_table_of_facts_is_named(filled: Log) -> None:
    rows = verify(filled).rows
    assert rows == sum(
        len(found) for table, found in content(filled).items() if table not in KEPT_OR_TRAITS
    )
    ((seq, winners),) = filled.rows(
        "SELECT seq, winners FROM fact_match_ended WHERE match_id = 'm2'"
    )
    other = "bo" if winners == ["ana"] else "ana"
    filled.rows(f"UPDATE fact_match_ended SET winners = ['{other}'] WHERE match_id = 'm2'")
    report = verify(filled)
    assert the_difference(report) == ("m2", seq, "projection")
    assert str(report.differences[0]).endswith(
        f"winners is ['{other}'], but the replay gives {winners}"
    )
    assert report.differences[0].table == "fact_match_ended"
    assert rebuild(filled, match_ids=["m2"]).matches == 1
    assert verify(filled).exact


KEPT_OR_TRAITS = {*RECORD, "card_traits"}


def test_rows_of_a_match_that_went_on_are_those_of_its_replay_up_to_there(log: Log) -> None:
    log_match(log, "m4", 4, entries=40)
    refresh(log)
    log.append("m4", played(4)[40:50])
    assert verify(log).exact
    log.rows("UPDATE verdicts SET standing = 'illegal' WHERE match_id = 'm4' AND seq = 20")
    assert the_difference(verify(log)) == ("m4", 20, "projection")
    assert rebuild(log, match_ids=["m4"])[:2] == (1, 50)
    assert verify(log).exact


@pytest.mark.parametrize(
    ("change", "table"),
    [
        ("DROP VIEW player_matches", "player_matches"),
        ("CREATE OR REPLACE VIEW damage AS SELECT 1 AS amount", "damage"),
        ("DROP TABLE fact_die_rolled", "fact_die_rolled"),
        ("ALTER TABLE seats DROP COLUMN side", "seats"),
        ("ALTER TABLE verdicts ALTER COLUMN root SET DATA TYPE VARCHAR", "verdicts"),
        ("UPDATE meta SET value = repeat('x', 64) WHERE key = 'projection'", "meta"),
        ("DELETE FROM meta WHERE key = 'projection'", "meta"),
        ("INSERT INTO meta VALUES ('season', '2025')", "meta"),
        ("ALTER TABLE entries ADD COLUMN winner VARCHAR", "entries"),
        ("ALTER TABLE receipts DROP COLUMN session", "receipts"),
        ("ALTER TABLE catalogs ALTER COLUMN name DROP NOT NULL", "catalogs"),
        ("CREATE MACRO max(turns) AS min(turns)", "max"),
        ('CREATE MACRO "+"(a, b) AS 7', "+"),
        ("CREATE MACRO duckdb_functions() AS TABLE SELECT 1 AS one", "duckdb_functions"),
    ],
)
def test_a_table_or_view_that_is_not_as_it_was_made_is_named(
    filled: Log, change: str, table: str
) -> None:
    filled.rows(change)
    (found,) = verify(filled).differences
    assert (found.match, found.table) == ("", table)


def test_the_guard_against_two_writers_may_not_go(log: Log) -> None:
    log.rows("CREATE TABLE free AS FROM entries")
    log.rows("DROP TABLE entries")
    log.rows("ALTER TABLE free RENAME TO entries")
    (found,) = verify(log).differences
    assert (found.what, found.table) == ("format", "entries")


def test_functions_of_ones_own_are_nothing_amiss(log: Log) -> None:
    log.rows("CREATE MACRO share(n, of_all) AS n / of_all")
    log.rows("CREATE MACRO first_of(n) AS TABLE FROM entries LIMIT n")
    refresh(log)
    assert verify(log).exact
    rebuild(log)
    assert log.rows("SELECT share(1, 2)") == [(0.5,)]


@pytest.mark.parametrize("names", [None, ["m2"]])
def test_a_macro_in_the_place_of_a_function_goes_when_the_tables_are_made_anew(
    filled: Log, names: list[str] | None
) -> None:
    results = filled.rows("FROM match_results ORDER BY match_id")
    filled.rows("CREATE MACRO max(turns) AS min(turns)")
    assert filled.rows("FROM match_results ORDER BY match_id") != results
    rebuild(filled, match_ids=names)
    assert verify(filled).exact
    assert filled.rows("FROM match_results ORDER BY match_id") == results


def test_projections_of_another_program_are_not_judged_but_made_anew(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same tables, with verdicts in other words."""
    with monkeypatch.context() as other:
        other.setattr(drawn, "program", lambda: "another program")
        refresh(log)
        log.rows("UPDATE verdicts SET verdict = 'illegal'")
        assert not verify(log).exact
    assert verify(log).exact
    assert refresh(log).damage == ""
    assert log.rows("SELECT DISTINCT verdict FROM verdicts WHERE verdict = 'illegal'") == []


def test_rows_are_compared_a_few_matches_at_a_time(
    filled: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = verify(filled).rows
    monkeypatch.setattr(match_pages, "PAGE", 1)
    monkeypatch.setattr(verification, "COMPARED", 1)
    assert verify(filled).rows == rows
    filled.rows("DELETE FROM seats WHERE match_id IN ('m1', 'm3')")
    named = [(d.match, d.seq, d.table) for d in verify(filled).differences]
    assert named == [("m1", 1, "seats"), ("m3", 1, "seats")]


def test_an_entry_that_was_never_an_event_is_named(log: Log) -> None:
    """Even where whoever changed it made the chain whole again."""
    other = "payload = replace(payload, type, 'warp'), type = 'warp'"
    log.rows(f"UPDATE entries SET {other} WHERE {AT}")
    chain = """
        UPDATE entries SET hash = sha256(
            (SELECT hash FROM entries AS before WHERE before.match_id = entries.match_id
             AND before.seq = entries.seq - 1) || payload)
        WHERE match_id = 'm2' AND seq = {}
    """
    for seq in range(30, len(played(2)) + 1):
        log.rows(chain.format(seq))
    assert the_difference(verify(log)) == ("m2", 30, "malformed")


@settings(
    max_examples=examples(30),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_any_changed_character_of_any_entry_is_found(log: Log, data: st.DataObject) -> None:
    match_id = data.draw(st.sampled_from(["m1", "m2", "m3"]))
    column = data.draw(
        st.sampled_from(["match_id", "id", "recorded_by", "type", "payload", "hash", "digest"])
    )
    there = f"SELECT seq FROM entries WHERE match_id = '{match_id}' AND {column} IS NOT NULL"
    (seq,) = data.draw(st.sampled_from(log.rows(f"{there} ORDER BY seq")))
    at = f"match_id = '{match_id}' AND seq = {seq}"
    ((text,),) = log.rows(f"SELECT {column} FROM entries WHERE {at}")
    place = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.characters(codec="utf-8").filter(lambda c: c != text[place]))
    changed = text[:place] + other + text[place + 1 :]
    if column == "match_id":
        assume(changed not in {"m1", "m2", "m3"})  # two entries of one place cannot be kept
    log.rows("BEGIN")
    try:
        log.rows(f"UPDATE entries SET {column} = ? WHERE {at}", [changed])
        found = verify(log).differences
        named = changed if column == "match_id" else match_id
        assert (named, seq) in [(d.match, d.seq) for d in found]
    finally:
        log.rows("ROLLBACK")


def _copies(log: Log, folder: Path, count: int) -> int:
    """Import so many copies of the match ``m1``; returns how many entries it has."""
    export_jsonl(log, folder / "one.jsonl", ["m1"])
    one = without_heads((folder / "one.jsonl").read_text())
    copies = (one.replace('"match":"m1"', f'"match":"n{n:03}"') for n in range(count))
    (folder / "many.jsonl").write_text("".join(copies))
    import_jsonl(log, folder / "many.jsonl", referee=False)
    return len(one.splitlines())


def test_a_flipped_byte_in_the_file_itself_is_found(log: Log, tmp_path: Path) -> None:
    """DuckDB sees it by its checksums. Where it can read the rest, the first entry is named."""
    _copies(log, tmp_path, 30)
    log.close()
    whole = log.path.read_bytes()
    path = tmp_path / "flipped.duckdb"
    named = unread = 0
    for place in range(12_288, len(whole), len(whole) // 14):
        flipped = bytearray(whole)
        flipped[place] ^= 1
        path.write_bytes(flipped)
        try:
            with Log.open(path) as other:
                found = verify(other).differences
        except LogError as error:
            assert "damaged" in str(error)
            unread += 1
        else:
            assert all("damaged" in d.message for d in found)
            named += any(d.what == "unreadable" for d in found)
    assert named
    assert named + unread > 6


def test_memory_does_not_grow_with_the_archive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_pages, "PAGE", 500)
    with Log.open(new_log(tmp_path / "season.duckdb", [1]), write=True) as log:

        def peak(matches: int) -> int:
            _copies(log, tmp_path, matches)
            tracemalloc.start()
            report = verify(log)
            found = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            assert report.exact
            assert report.matches == matches + 1
            return found

        few, many = peak(10), peak(60)
    assert many < 1.3 * few


def test_pages_give_every_match_once_in_order(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_pages, "PAGE", 1)
    found = [[match.id for match in page] for page in match_pages.pages(log)]
    assert found == [["m1"], ["m2"], ["m3"]]
    steps: list[tuple[int, int]] = []
    verify(log, progress=lambda done, total: steps.append((done, total)))
    lengths = [len(played(seed)) for seed in (1, 2, 3)]
    assert steps == [(sum(lengths[: n + 1]), sum(lengths)) for n in range(3)]


PEAK = """
import resource, sys
from pathlib import Path
from storage.log import Log
from storage.verify import verify
with Log.open(Path(sys.argv[1])) as log:
    assert verify(log).exact
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def test_a_log_with_facts_is_verified_in_little_memory(tmp_path: Path) -> None:
    """All tables for statistics are asked about, though a match has rows in few of them."""
    peaks = []
    for name, matches in (("empty", []), ("season", [*range(1, 9)])):
        path = new_log(tmp_path / name, matches)
        with Log.open(path, write=True) as log:
            refresh(log)
        if matches:
            enlarge(path, 6)
        done = subprocess.run(
            [sys.executable, "-c", PEAK, path], cwd=ROOT, capture_output=True, text=True, check=True
        )
        peaks.append(int(done.stdout) / (1 << 20 if sys.platform == "darwin" else 1 << 10))
    assert peaks[1] - peaks[0] < 150
