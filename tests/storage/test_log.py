"""The log: entries go in once, in order, whole or not at all, and come back as they were."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any

import msgspec
import pytest

from events.common import CallJudge, Concede, Note
from events.entry import GENESIS, link
from referee.verdict import Illegal, name_of
from storage import database
from storage.database import fault, journal_path
from storage.log import (
    Conflict,
    Draft,
    Log,
    LogError,
    Refused,
    StaleSequence,
    UnknownCatalog,
    UnknownMatch,
)
from storage.venue.notice import LogServed, Notice
from storage.verify import verify
from tests.logbook import (
    CATALOG,
    GAME,
    content,
    draft,
    empty_log,
    finish,
    first_entry,
    log_match,
    new_log,
    note,
    played,
    start,
)


def test_whoever_has_a_log_is_named_with_place_time_and_process():
    notice = Notice("http://127.0.0.1:8080", 7, datetime(2026, 3, 14, 10, 5, tzinfo=UTC))
    said = "a.duckdb: the venue at http://127.0.0.1:8080 has it since 10:05 UTC (process 7)"
    assert str(LogServed(Path("a.duckdb"), notice)) == said
    assert str(LogServed(Path("a.duckdb"), Notice(process=7))) == (
        "a.duckdb: the venue has it (process 7)"
    )


def test_an_error_of_the_system_is_told_in_its_words_alone():
    assert str(fault(Path("a.duckdb"), OSError(13, "Permission denied"))) == (
        "a.duckdb: Permission denied"
    )
    assert str(fault(Path("a.duckdb"), OSError("odd"))) == "a.duckdb: odd"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return empty_log(tmp_path / "season.duckdb")


@pytest.fixture
def log(path: Path) -> Iterator[Log]:
    with Log.open(path, write=True) as opened:
        yield opened


def test_a_log_is_made_where_there_is_none(tmp_path: Path) -> None:
    with Log.open(tmp_path / "new.duckdb", write=True) as log:
        assert log.matches() == []
        log_match(log, "m1", entries=5)
    with Log.open(tmp_path / "new.duckdb") as log:
        assert [row.entries for row in log.matches()] == [5]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new.duckdb", "new.duckdb.lock"]


def test_what_was_logged_comes_back_as_it_was(log: Log, path: Path) -> None:
    drafts = played()
    recorded = [log.open_match(drafts[0], "m1", CATALOG), *log.append("m1", drafts[1:])]
    log.close()
    with Log.open(path) as again:
        match = again.load("m1")
    assert [entry.event for entry in match.entries] == [d.event for d in drafts]
    assert [entry.id for entry in match.entries] == [d.id for d in drafts]
    assert [entry.played_at for entry in match.entries] == [d.played_at for d in drafts]
    assert match.entries == [r.entry for r in recorded]
    assert match.hashes == [r.hash for r in recorded]
    assert match.replay().state.over


def test_every_entry_is_chained_to_the_one_before(log: Log) -> None:
    log_match(log, "m1")
    match = log.load("m1")
    previous = GENESIS
    for payload, chained in zip(match.payloads, match.hashes, strict=True):
        assert chained == link(previous, payload)
        previous = chained


def test_appending_tells_what_the_referee_says(log: Log) -> None:
    drafts = played()
    log.open_match(drafts[0], "m1", CATALOG)
    recorded = log.append("m1", drafts[1:])
    assert {name_of(r.outcome.verdict) for r in recorded} <= {"legal", "on trust"}
    assert [r.outcome.seq for r in recorded] == list(range(2, len(drafts) + 1))
    assert type(recorded[-1].outcome.facts[-1]).__name__ == "MatchEnded"
    assert not any(r.known for r in recorded)


def test_digests_are_noted_where_the_referee_says_so(log: Log) -> None:
    drafts = played()
    log.open_match(drafts[0], "m1", CATALOG)
    recorded = log.append("m1", drafts[1:])
    noted = {r.entry.seq: r.outcome.digest for r in recorded if r.outcome.digest}
    assert log.load("m1").digests == noted
    assert max(noted) == len(drafts)


def test_an_illegal_event_is_logged_with_its_verdict(log: Log) -> None:
    log_match(log, "m1", entries=5)
    (recorded,) = log.append("m1", [draft(Concede("nobody"), 6)])
    assert isinstance(recorded.outcome.verdict, Illegal)
    assert recorded.outcome.verdict.rule == "REF-1.3"
    assert log.load("m1").entries[-1].event == Concede("nobody")


# -- opening ----------------------------------------------------------------------------------


def test_an_illegal_opening_is_refused_and_nothing_is_written(log: Log) -> None:
    wrong = msgspec.structs.replace(first_entry(), interpretations={"WV-I 99": "yes"})
    with pytest.raises(Refused, match=r"REF-1\.2") as refused:
        log.open_match(draft(wrong, 1), "m1", CATALOG)
    assert refused.value.verdict.rule == "REF-1.2"
    assert not log.has("m1")
    assert not any(content(log, "meta").values())


def test_an_opening_that_pins_another_catalog_is_refused(log: Log) -> None:
    wrong = msgspec.structs.replace(first_entry(), catalog="a" * 64)
    with pytest.raises(Refused, match="a different catalog"):
        log.open_match(draft(wrong, 1), "m1", CATALOG)


def test_an_unknown_game_or_version_is_named(log: Log) -> None:
    for field, value in (("game", "chess"), ("version", "0.9")):
        wrong = msgspec.structs.replace(first_entry(), **{field: value})
        with pytest.raises(LogError, match=value):
            log.open_match(draft(wrong, 1), "m1", CATALOG)


def test_a_match_begins_with_an_opening(log: Log) -> None:
    with pytest.raises(LogError, match="begins with an opening"):
        log.open_match(note(1), "m1", CATALOG)


def test_a_match_id_has_to_be_plain(log: Log) -> None:
    for wrong in ("", "a b", "x/y", "-x", "a" * 65, "a\n", "\ud800"):
        with pytest.raises(LogError, match="cannot be logged"):
            log.open_match(played()[0], wrong, CATALOG)


def test_the_same_opening_again_changes_nothing(log: Log) -> None:
    first = log.open_match(played()[0], "m1", CATALOG)
    again = log.open_match(played()[0], "m1", CATALOG)
    assert again.known
    assert (again.entry, again.hash, again.outcome) == (first.entry, first.hash, first.outcome)
    with pytest.raises(Conflict, match="another match"):
        log.open_match(played(2)[0], "m1", CATALOG)


# -- the same entry again ---------------------------------------------------------------------


def test_the_same_id_again_is_no_new_entry(log: Log) -> None:
    log_match(log, "m1", entries=20)
    before = content(log)
    recorded = log.append("m1", played()[4:7])
    assert [(r.entry.seq, r.known) for r in recorded] == [(5, True), (6, True), (7, True)]
    assert [r.entry.event for r in recorded] == [d.event for d in played()[4:7]]
    assert content(log) == before


def test_vn_2_2_the_same_id_is_known_by_event_and_author_whatever_its_times_are(
    log: Log,
) -> None:
    log_match(log, "m1", entries=20)
    before = content(log)
    later = played()[4].recorded_at + timedelta(hours=1)
    for number in (1, 5):
        stored = log.load("m1").entry(number)
        again = msgspec.structs.replace(played()[number - 1], played_at=later, recorded_at=later)
        if number == 1:
            found = log.open_match(again, "m1", CATALOG)
        else:
            (found,) = log.append("m1", [again])
        assert (found.known, found.entry) == (True, stored)
    assert content(log) == before


def test_a_batch_sent_again_is_known_whatever_came_after_it(log: Log) -> None:
    log_match(log, "m1", entries=20)
    log.append("m1", [note(21)], expected=20)
    log.append("m1", [note(22)], expected=21)
    (again,) = log.append("m1", [note(21)], expected=20)
    assert (again.known, again.entry.seq) == (True, 21)


def test_a_batch_that_is_known_in_part_is_completed(log: Log) -> None:
    log_match(log, "m1", entries=20)
    log.append("m1", [note(21)], expected=20)
    recorded = log.append("m1", [note(21), note(22)], expected=20)
    assert [(r.entry.seq, r.known) for r in recorded] == [(21, True), (22, False)]
    assert log.load("m1").last == 22


def test_a_batch_whose_first_part_was_given_up_is_stale_when_it_arrives_late(log: Log) -> None:
    """The sender took 21 back and logged 22 alone; then the batch of both arrives after all."""
    log_match(log, "m1", entries=20)
    log.append("m1", [note(22)], expected=20)
    before = content(log)
    with pytest.raises(StaleSequence):
        log.append("m1", [note(21), note(22)], expected=20)
    assert content(log) == before


def test_the_same_draft_twice_in_a_batch_is_logged_once(log: Log) -> None:
    log_match(log, "m1", entries=20)
    recorded = log.append("m1", [note(21), note(21), note(22)])
    assert [(r.entry.seq, r.known) for r in recorded] == [(21, False), (21, True), (22, False)]


def test_the_same_id_with_other_content_is_an_error(log: Log) -> None:
    log_match(log, "m1", entries=20)
    before = content(log)
    other = msgspec.structs.replace(note(21), id=played()[4].id)
    with pytest.raises(Conflict, match="already belongs to entry 5"):
        log.append("m1", [note(22), other])
    late = msgspec.structs.replace(played()[4], recorded_by="somebody")
    with pytest.raises(Conflict, match="entry 5"):
        log.append("m1", [late])
    assert content(log) == before


# -- what the caller expects ------------------------------------------------------------------


def test_a_stale_sequence_says_the_current_one_and_writes_nothing(log: Log) -> None:
    log_match(log, "m1", entries=20)
    before = content(log)
    for expected in (0, 19, 21):
        with pytest.raises(StaleSequence, match="the last is 20") as stale:
            log.append("m1", [note(21)], expected=expected)
        assert stale.value.current == 20
    assert content(log) == before
    (recorded,) = log.append("m1", [note(21)], expected=20)
    assert recorded.entry.seq == 21


def test_a_match_at_hand_goes_on_with_what_is_appended(log: Log) -> None:
    drafts = played()
    log.open_match(drafts[0], "m1", CATALOG)
    match = log.load("m1")
    for number, each in enumerate(drafts[1:], 1):
        log.append("m1", [each], expected=number, match=match)
    fresh = log.load("m1")
    assert match.hashes == fresh.hashes
    assert match.digests == fresh.digests
    assert match.entries == fresh.entries
    assert match.replay().digest() == fresh.replay().digest()


def test_a_match_at_hand_that_fell_behind_catches_up(log: Log) -> None:
    log_match(log, "m1", entries=20)
    behind = log.load("m1")
    log.append("m1", [note(21)])
    with pytest.raises(StaleSequence, match="the last is 21"):
        log.append("m1", [note(22)], expected=20, match=behind)
    (recorded,) = log.append("m1", [note(22)], match=behind)
    assert recorded.entry.seq == 22
    assert behind.last == 22


def test_a_match_from_before_the_log_was_closed_catches_up(log: Log, path: Path) -> None:
    log_match(log, "m1", entries=20)
    match = log.load("m1")
    log.append("m1", [note(21)])
    log.close()
    with Log.open(path, write=True) as again:
        (recorded,) = again.append("m1", [note(22)], match=match)
    assert recorded.entry.seq == 22


def test_a_match_of_another_log_that_went_further_leaves_no_gap(log: Log, path: Path) -> None:
    log_match(log, "m1", entries=20)
    with Log.open(empty_log(path.with_name("other.duckdb")), write=True) as other:
        log_match(other, "m1", entries=30)
        ahead = other.load("m1")
    (recorded,) = log.append("m1", [note(21)], match=ahead)
    assert recorded.entry.seq == 21
    assert verify(log).exact


def test_an_append_that_fails_leaves_no_trace_in_the_match_at_hand(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    log_match(log, "m1", entries=20)
    match = log.load("m1")
    before = match.replay().digest()

    def fails(*_: object) -> None:
        raise LogError("no luck")

    with monkeypatch.context() as patch:
        patch.setattr(log, "_insert", fails)
        with pytest.raises(LogError, match="no luck"):
            log.append("m1", played()[20:30], match=match)
    assert match.replay().digest() == before
    assert match.last == 20
    log.append("m1", played()[20:], expected=20, match=match)
    assert match.replay().digest() == log.load("m1").replay().digest()
    assert verify(log).exact


def test_a_match_at_hand_is_the_match_that_is_named(log: Log) -> None:
    log_match(log, "m1", entries=5)
    log_match(log, "m2", 2, entries=5)
    with pytest.raises(LogError, match="the match at hand is m2"):
        log.append("m1", [note(6)], match=log.load("m2"))


def test_half_a_character_is_a_clear_error(log: Log) -> None:
    for ask in (
        lambda: log.has("\ud800"),
        lambda: log.load("\ud800"),
        lambda: log.name_person("p", "\ud800"),
    ):
        with pytest.raises(LogError):
            ask()


def test_nothing_to_append_is_nothing_appended(log: Log) -> None:
    log_match(log, "m1", entries=5)
    assert log.append("m1", [], expected=5) == []
    with pytest.raises(UnknownMatch, match="no match 'm9'"):
        log.append("m9", [])


# -- what can be logged -----------------------------------------------------------------------


def _changed(**fields: object) -> Draft:
    return msgspec.structs.replace(note(21), **fields)


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        (_changed(event=Note("sk", "")), "event.text"),
        (_changed(event=Note("sk", "a" * 2001)), "event.text"),
        (_changed(event=Note("sk", "half \ud800")), "surrogate"),
        (_changed(event=CallJudge(7)), "event.seat"),  # type: ignore[arg-type]
        (_changed(id="21"), r"\$.id"),
        (_changed(recorded_by=""), "recorded_by"),
        (_changed(played_at=datetime(2025, 5, 1)), "no time zone"),
        (_changed(played_at=datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=5)))), "range"),
    ],
)
def test_what_is_not_well_formed_is_not_logged(log: Log, wrong: Draft, named: str) -> None:
    log_match(log, "m1", entries=20)
    before = content(log)
    with pytest.raises(LogError, match=named):
        log.append("m1", [note(22), wrong])
    assert content(log) == before
    log.append("m1", [note(21)], expected=20)


def test_an_entry_of_a_million_bytes_is_not_logged(log: Log) -> None:
    wide = msgspec.structs.replace(first_entry(), options={"x": "y" * 1_000_000})
    with pytest.raises(LogError, match="at most 1,000,000 bytes"):
        log.open_match(draft(wide, 1), "m1", CATALOG)


def test_times_of_other_zones_are_kept_in_utc(log: Log) -> None:
    log_match(log, "m1", entries=5)
    local = datetime(2025, 5, 1, 14, 0, 0, 5, tzinfo=timezone(timedelta(hours=2)))
    (recorded,) = log.append("m1", [msgspec.structs.replace(note(6), played_at=local)])
    assert recorded.entry.played_at == local
    assert recorded.entry.played_at.tzinfo is UTC
    rows = log.rows("SELECT played_at FROM entries WHERE seq = 6")
    assert rows == [(datetime(2025, 5, 1, 12, 0, 0, 5),)]
    assert verify(log).exact


@pytest.mark.parametrize(
    "text", ["nul \x00", "tab\tnew\nline\r", "'quote' \"double\" \\back\\", "…🎲", "\u2028\x7f"]
)
def test_any_text_survives(log: Log, text: str) -> None:
    log_match(log, "m1", entries=5)
    log.append("m1", [note(6, text)])
    assert log.load("m1").entries[-1].event == Note("sk-lena", text)
    assert verify(log).exact


# -- reading and writing ----------------------------------------------------------------------


def test_a_log_open_for_reading_takes_nothing_in(log: Log, path: Path) -> None:
    log_match(log, "m1", entries=5)
    log.close()
    with Log.open(path) as reading:
        for write in (
            lambda: reading.append("m1", [note(6)]),
            lambda: reading.open_match(played(2)[0], "m2", CATALOG),
            lambda: reading.add_catalog(CATALOG),
            lambda: reading.name_person("p-ana", "Ana"),
            lambda: reading.forget_person("p-ana"),
        ):
            with pytest.raises(LogError, match="open for reading only"):
                write()


def test_matches_are_listed_in_the_order_they_were_opened(log: Log) -> None:
    log_match(log, "second", 2, entries=7)
    log_match(log, "first", 1, entries=5)
    rows = log.matches()
    assert [(row.id, row.entries) for row in rows] == [("first", 5), ("second", 7)]
    assert rows[0].seats == {"ana": "p-ana", "bo": "p-bo"}
    assert (rows[0].game, rows[0].version) == (GAME.id, GAME.version)
    assert rows[0].opened_at == played(1)[0].played_at.replace(tzinfo=None)
    assert rows[0].over is None
    assert log.matches(game="chess") == []


def test_the_catalog_is_kept_beside_the_entries(log: Log) -> None:
    other = msgspec.structs.replace(CATALOG, name="other")
    pinned = msgspec.structs.replace(first_entry(), catalog=other.hash)
    log.open_match(draft(pinned, 1), "m1", other)
    assert log.load("m1").catalog == other
    assert log.catalog(other.hash) == (GAME.id, other)
    (row,) = log.catalogs()
    assert (row.hash, row.game, row.name, row.matches) == (other.hash, GAME.id, "other", 1)
    assert log.add_catalog(other) == other.hash
    assert len(log.catalogs()) == 1


def test_a_shipped_catalog_is_found_without_being_kept(log: Log) -> None:
    assert log.catalog(CATALOG.hash) == (GAME.id, CATALOG)
    with pytest.raises(UnknownCatalog, match="f" * 64):
        log.catalog("f" * 64)


def test_a_name_can_be_forgotten_without_breaking_a_chain(log: Log) -> None:
    log_match(log, "m1")
    log.name_person("p-ana", "Ana")
    log.name_person("p-ana", "Ana B.")
    log.name_person("p-bo", "Bo")
    assert log.people() == {"p-ana": "Ana B.", "p-bo": "Bo"}
    log.forget_person("p-ana")
    assert log.people() == {"p-bo": "Bo"}
    assert verify(log).exact


def test_what_needs_no_database_imports_none() -> None:
    code = (
        "import sys, storage, storage.exchange.record, storage.error, storage.match\n"
        "import storage.statistics, storage.replays\n"
        "print([m for m in ('duckdb', 'filelock', 'pandas') if m in sys.modules])"
    )
    assert finish(start(code)) == "[]\n"


def test_who_plays_at_a_table_loads_no_tournament(log: Log, path: Path) -> None:
    log_match(log, "m1", entries=5)
    log.close()
    code = (
        "import sys\nfrom pathlib import Path\nfrom storage.log import Log\n"
        "with Log.open(Path(sys.argv[1])) as log:\n"
        "    log.load('m1').replay()\n"
        "print([m for m in sys.modules if m.startswith('referee.tournament')])"
    )
    assert finish(start(code, path)) == "[]\n"


def test_reading_times_needs_no_time_zone_library(log: Log, path: Path) -> None:
    log_match(log, "m1", entries=5)
    log.close()
    code = (
        "import sys\nfrom pathlib import Path\nfrom storage.log import Log\n"
        "from storage.verify import verify\n"
        "with Log.open(Path(sys.argv[1])) as log:\n"
        "    log.matches(), log.load('m1').replay(), verify(log)\n"
        "print([m for m in ('pytz', 'pandas', 'filelock') if sys.modules.get(m)])"
    )
    assert finish(start(code, path)) == "[]\n"


@contextmanager
def in_line(path: Path, *, write: bool) -> Iterator[None]:
    """Somebody stands in line for a log until the block ends, and has a turn then."""

    def come() -> None:
        with Log.open(path, write=write):
            pass

    beside = Thread(target=come)
    with Log.open(path, write=True) as log:
        beside.start()
        while not log.awaited():
            sleep(0.01)
        yield
        log.append("m1", [note(1000)])
        assert log.succeeded() == write
    beside.join()


@pytest.mark.parametrize("write", [True, False])
def test_what_is_logged_while_another_writer_stands_in_line_is_folded_in_by_the_last(
    tmp_path: Path, write: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, seen = new_log(tmp_path / "season.duckdb", (1,)), []
    connect = database.connect

    def noted(*args: Any, **more: Any) -> Any:
        seen.append(journal_path(path).exists())
        return connect(*args, **more)

    monkeypatch.setattr(database, "connect", noted)
    with in_line(path, write=write):
        pass
    assert seen == [False, write], "who only reads folds nothing in, so that nothing is left to it"
    assert not journal_path(path).exists()
    with Log.open(path) as log:
        assert log.load("m1").entries[-1].id == note(1000).id
        assert verify(log).exact


def test_a_journal_that_was_left_is_read_and_a_large_one_is_folded_in_though_others_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = new_log(tmp_path / "season.duckdb", (1,))
    monkeypatch.setattr(Log, "succeeded", lambda _: True)
    for number in (1000, 1001):
        with Log.open(path, write=True) as log:
            (recorded,) = log.append("m1", [note(number)])
        assert journal_path(path).exists()
        with Log.open(path) as log:
            assert log.load("m1").last == recorded.entry.seq
    with Log.open(path, write=True) as log:
        log.append("m1", [note(2000 + number, "x" * 900) for number in range(400)])
    assert not journal_path(path).exists()
    with Log.open(path) as log:
        assert verify(log).exact
