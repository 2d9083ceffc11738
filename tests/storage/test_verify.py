"""Verification: EXACT, or the first entry that differs and how."""

import shutil
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from events.common import Concede, Rewind, Strike
from storage import pages
from storage.exchange.transfer import export_jsonl, import_jsonl
from storage.log import Log, LogError, UnknownMatch
from storage.verify import Checked, Report, verify
from tests.logbook import draft, log_match, new_log, note, played, without_heads

AT = "match_id = 'm2' AND seq = 30"


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new_log(tmp_path_factory.mktemp("verify") / "season.duckdb")


@pytest.fixture
def log(season: Path, tmp_path: Path) -> Iterator[Log]:
    copy = shutil.copy(season, tmp_path / "season.duckdb")
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
    assert [(d.seq, d.what) for d in report.differences] == [(1, "edition")] * 3
    log.rows("UPDATE catalogs SET payload = substr(payload, 2)")
    log.close()
    with Log.open(log.path) as again:
        assert [d.what for d in verify(again).differences] == ["edition"] * 3


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
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_any_changed_character_of_any_entry_is_found(log: Log, data: st.DataObject) -> None:
    match_id = data.draw(st.sampled_from(["m1", "m2", "m3"]))
    seq = data.draw(st.integers(1, len(played(int(match_id[1])))))
    column = data.draw(
        st.sampled_from(["match_id", "id", "recorded_by", "type", "payload", "hash", "digest"])
    )
    at = f"match_id = '{match_id}' AND seq = {seq}"
    ((text,),) = log.rows(f"SELECT {column} FROM entries WHERE {at}")
    if text is None:
        return
    place = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.characters(codec="utf-8").filter(lambda c: c != text[place]))
    changed = text[:place] + other + text[place + 1 :]
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
    _copies(log, tmp_path, 60)
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
    monkeypatch.setattr(pages, "PAGE", 500)
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
    monkeypatch.setattr(pages, "PAGE", 1)
    found = [[match.id for match in page] for page in pages.pages(log)]
    assert found == [["m1"], ["m2"], ["m3"]]
    steps: list[tuple[int, int]] = []
    verify(log, progress=lambda done, total: steps.append((done, total)))
    lengths = [len(played(seed)) for seed in (1, 2, 3)]
    assert steps == [(sum(lengths[: n + 1]), sum(lengths)) for n in range(3)]
