"""A log as a hall needs it: many matches at once, each request for itself, in one commit."""

import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event
from typing import Any, cast

import duckdb
import msgspec
import pytest
from msgspec.structs import replace

from events.common import CallJudge, Concede, Note
from referee.replay.replay import Replay
from referee.verdict import Illegal, Unsaid
from storage.drawn import damage
from storage.error import IncompleteEntry, LogBroken, Unloggable
from storage.exchange.transfer import import_jsonl, tables
from storage.log import (
    Answer,
    Conflict,
    Draft,
    Item,
    Log,
    LogError,
    Receipt,
    StaleSequence,
    UnknownMatch,
)
from storage.projection import refresh, stale
from storage.statistics import run as statistic
from storage.verify import verify
from tests.logbook import CATALOG, content, draft, empty_log, finish, log_match, note, played, start

NOW = datetime(2025, 5, 2, 12, tzinfo=UTC)


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    with Log.open(empty_log(tmp_path / "hall.duckdb"), write=True) as opened:
        for seed in (1, 2, 3):
            log_match(opened, f"m{seed}", seed, entries=20)
        yield opened


def _said(answer: Answer) -> list[tuple[int, bool]]:
    assert answer.error is None
    assert [r.outcome.seq for r in answer.recorded] == [r.entry.seq for r in answer.recorded]
    return [(each.entry.seq, each.known) for each in answer.recorded]


def _later(draft: Draft, **by: int) -> Draft:
    return msgspec.structs.replace(
        draft,
        played_at=draft.played_at + timedelta(**by),
        recorded_at=draft.recorded_at + timedelta(**by),
    )


def _unbegun(log: Log) -> list[int]:
    return [log.load(f"m{seed}").last for seed in (1, 2, 3)]


# -- drafts for several matches in one commit -------------------------------------------------


def test_vn_2_1_what_comes_in_for_several_matches_is_logged_in_one_statement(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    inserted = []
    insert = log._insert
    monkeypatch.setattr(log, "_insert", lambda *rows: (inserted.append(rows), insert(*rows)))
    items = [Item(f"m{seed}", played(seed)[20:23], 20) for seed in (1, 2, 3)]
    answers = log.append_many(items)
    assert [_said(answer) for answer in answers] == [[(21, False), (22, False), (23, False)]] * 3
    assert len(inserted) == 1
    for seed in (1, 2, 3):
        match = log.load(f"m{seed}")
        assert [e.event for e in match.entries[20:]] == [d.event for d in played(seed)[20:23]]
    assert verify(log).exact


def test_vn_2_1_one_bad_item_fails_no_other(log: Log) -> None:
    torn = msgspec.structs.replace(note(21, seed=3), event=CallJudge(7))  # type: ignore[arg-type]
    other = msgspec.structs.replace(note(22), id=played()[4].id)
    answers = log.append_many(
        [
            Item("m1", [note(21)], 20),
            Item("m2", [note(21, seed=2)], 19),
            Item("m9", [note(21)]),
            Item("m3", [note(22, seed=3), torn], 20),
            Item("m1", [note(23), other], 21),
            Item("m3", [note(21, seed=3)], 20),
        ]
    )
    errors = [type(answer.error) for answer in answers]
    assert errors == [type(None), StaleSequence, UnknownMatch, Unloggable, Conflict, type(None)]
    assert "event.seat" in str(answers[3].error)
    assert [_said(answers[0]), _said(answers[5])] == [[(21, False)]] * 2
    assert _unbegun(log) == [21, 20, 21]
    assert not any(answer.recorded for answer in answers[1:5])
    assert verify(log).exact


def test_vn_2_1_several_items_of_one_match_work_in_order(log: Log) -> None:
    answers = log.append_many(
        [
            Item("m1", [note(21)], 20),
            Item("m1", [note(22)], 20),
            Item("m1", [note(22)], 21),
            Item("m1", [note(21), note(23)], 20),
            Item("m1", [note(21)], 20),
        ]
    )
    assert isinstance(answers[1].error, StaleSequence)
    assert answers[1].error.current == 21
    assert isinstance(answers[3].error, StaleSequence)
    assert [_said(answers[at]) for at in (0, 2, 4)] == [[(21, False)], [(22, False)], [(21, True)]]
    assert [entry.event for entry in log.load("m1").entries[20:]] == [note(21).event] * 2


def test_vn_2_1_where_the_commit_fails_every_item_fails_and_nothing_went_ahead(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = content(log)
    digests = [log.live(f"m{seed}").replay().digest() for seed in (1, 2, 3)]
    items = [Item(f"m{seed}", played(seed)[20:30], 20) for seed in (1, 2)]
    items += [Item("m3", [note(21, seed=3)], 19), Item("m1", played()[30:32], 30)]

    def full(*_: object) -> None:
        raise LogError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(log, "_insert", full)
        answers = log.append_many(items)
    assert [str(answer.error) for answer in answers] == ["the disk is full"] * 4
    assert not any(answer.recorded for answer in answers)
    assert content(log) == before
    for seed, digest in zip((1, 2, 3), digests, strict=True):
        match, stored = log.live(f"m{seed}"), log.load(f"m{seed}")
        assert match.replay().digest() == digest
        assert (match.hashes, match.ids, match.digests) == (
            stored.hashes,
            stored.ids,
            stored.digests,
        )
        assert match.entries == stored.entries
    again = log.append_many(items)
    assert [answer.error is None for answer in again] == [True, True, False, True]
    assert verify(log).exact


def test_vn_2_1_an_item_is_written_as_a_whole_or_not_at_all(log: Log) -> None:
    before = content(log)
    answers = log.append_many([Item("m1", [*played()[20:25], note(27), note(26, "")], 20)])
    assert "event.text" in str(answers[0].error)
    assert content(log) == before
    assert log.live("m1").replay().digest() == log.load("m1").replay().digest()


def test_vn_4_3_with_if_legal_it_is_written_up_to_the_first_illegal_draft(log: Log) -> None:
    wrong = draft(Concede("nobody"), 22)
    legal = Item("m1", [note(21), wrong, note(23)], 20, if_legal=True)
    (answer,) = log.append_many([legal])
    assert _said(answer) == [(21, False)]
    assert answer.illegal is not None
    assert answer.illegal.rule == "REF-1.3"
    assert log.live("m1").replay().digest() == log.load("m1").replay().digest()
    really = Item("m1", [wrong, note(23)], 21)
    (answer,) = log.append_many([really])
    assert _said(answer) == [(22, False), (23, False)]
    assert isinstance(answer.recorded[0].outcome.verdict, Illegal)
    (again,) = log.append_many([legal])
    assert _said(again) == [(21, True), (22, True), (23, True)]
    assert again.illegal is None
    assert verify(log).exact


def test_vn_4_2_what_may_not_have_been_meant_is_not_logged_where_only_legal_ones_are(
    log: Log,
) -> None:
    def asks(replay: Replay) -> list[str]:
        return ["an odd one"] if len(replay.events) == 22 else []

    item = Item("m1", [note(21), note(22), note(23)], 20, if_legal=True, asks=asks)
    (answer,) = log.append_many([item])
    assert (_said(answer), list(answer.asked)) == ([(21, False)], ["an odd one"])
    assert log.live("m1").replay().digest() == log.load("m1").replay().digest()
    (answer,) = log.append_many([replace(item, if_legal=False)])
    assert (_said(answer), list(answer.asked)) == ([(21, True), (22, False), (23, False)], [])
    assert verify(log).exact


def test_vn_4_3_what_is_not_logged_because_it_is_illegal_does_not_stop_the_next_item(
    log: Log,
) -> None:
    wrong = Item("m1", [draft(Concede("nobody"), 21)], 20, if_legal=True)
    first, second = log.append_many([wrong, Item("m1", played()[20:22], 20, if_legal=True)])
    assert (first.recorded, first.error) == ([], None)
    assert _said(second) == [(21, False), (22, False)]
    assert verify(log).exact


@pytest.mark.parametrize("before", [[], [note(21)]], ids=["first", "behind another"])
def test_vn_2_1_an_item_that_lacks_a_choice_is_asked_for_it_and_leaves_no_trace(
    log: Log, monkeypatch: pytest.MonkeyPatch, before: list[Draft]
) -> None:
    def asks(*_: object) -> None:
        raise Unsaid("say about what", {"about": ("a card", "a rule")})

    match = log.live("m1")
    monkeypatch.setitem(match.game.all_handlers, CallJudge, asks)
    lacking = Item("m1", [*before, draft(CallJudge("ana"), 22), note(23)], 20)
    asked, other = log.append_many([lacking, Item("m1", played()[20:22], 20)])
    assert isinstance(asked.error, IncompleteEntry)
    assert asked.error.question.choices == {"about": ("a card", "a rule")}
    assert _said(other) == [(21, False), (22, False)]
    assert match.replay().events == log.load("m1").replay().events


def test_vn_3_4_a_handler_that_fails_fails_its_own_item(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("no such luck")

    with monkeypatch.context() as patch:
        patch.setitem(log.live("m1").game.all_handlers, Concede, broken)
        answers = log.append_many(
            [
                Item("m1", [note(21), draft(Concede("ana"), 22)], 20),
                Item("m2", [note(21, seed=2)], 20),
                Item("m1", [note(21)], 20),
            ]
        )
    assert "ZeroDivisionError" in str(answers[0].error)
    assert [_said(answer) for answer in answers[1:]] == [[(21, False)], [(21, False)]]
    assert verify(log).exact


def test_a_live_match_keeps_its_replay_from_one_commit_to_the_next(log: Log) -> None:
    match = log.live("m1")
    replay = match.replay()
    for seq in range(21, 25):
        log.append_many([Item("m1", [played()[seq - 1]], seq - 1)])
    log.append_many([Item("m1", [draft(Concede("nobody"), 25)], 24, if_legal=True)])
    log.append("m1", [played()[24]], expected=24)
    assert log.live("m1") is match
    assert match.replay() is replay
    again = log.load("m1").replay()
    assert (replay.events, replay.verdicts, replay.noted) == (
        again.events,
        again.verdicts,
        again.noted,
    )
    assert replay.digest() == again.digest()
    log.let_go("m1")
    assert log.live("m1") is not match


def test_what_was_tried_on_a_match_and_is_logged_then_is_not_folded_again(log: Log) -> None:
    match = log.live("m1")
    trial = match.trial()
    for seq in range(21, 31):
        assert match.trial() is trial
        trial.add(played()[seq - 1].event)
        log.append_many([Item("m1", [played()[seq - 1]], seq - 1)])
    log.append_many([Item("m1", played()[30:33], 30)])
    assert match.trial() is trial, "what others log is folded into it"
    assert trial.events == match.replay().events
    assert trial.digest() == match.replay().digest() != log.load("m2").replay().digest()


def test_what_was_tried_on_a_match_and_is_not_logged_is_gone(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = log.live("m1")
    match.trial().add(played()[20].event)
    assert match.trial().digest() == match.replay().digest()
    match.trial().add(note(21, "tried").event)
    log.append("m1", [note(21, "logged")], match=match)
    assert match.trial().events == match.replay().events

    def full(*_: object) -> None:
        assert match.trial().events[21:] == [note(22, "not in the log").event]
        raise LogError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(log, "_insert", full)
        log.append_many([Item("m1", [note(22, "not in the log")])])
    log.append_many([Item("m1", [note(22, "in the log")])])
    assert match.trial().events == log.load("m1").replay().events


def test_a_live_match_that_fell_behind_catches_up(log: Log) -> None:
    assert log.live("m1").last == 20
    log.append("m1", [note(21)], match=log.load("m1"))
    receipt = Receipt(NOW, "phone-7")
    stale, other = log.append_many(
        [Item("m1", [note(22)], 20, receipt=receipt), Item("m2", [note(21, seed=2)])]
    )
    assert isinstance(stale.error, StaleSequence)
    assert _said(other) == [(21, False)]
    (known,) = log.append_many([Item("m1", [note(21)], 20)])
    assert _said(known) == [(21, True)]


def test_what_is_logged_with_a_match_at_hand_reaches_the_live_match(log: Log) -> None:
    log.live("m1")
    log.append("m1", [note(21)], expected=20, match=log.load("m1"))
    (answer,) = log.append_many([Item("m1", [note(22)], 21)])
    assert _said(answer) == [(22, False)]
    assert log.live("m1").hashes == log.load("m1").hashes


def test_of_matches_at_hand_those_are_named_that_came_or_went_on(log: Log) -> None:
    log.let_go("m1")
    log.moved()
    assert [each.id for each in (log.live("m1"), *log.moved())] == ["m1", "m1"]
    assert log.moved() == []
    log.append_many([Item("m1", [note(21)], 20)])
    assert [each.id for each in log.moved()] == ["m1"]
    log.append_many([Item("m1", [note(21)], 20), Item("m1", [note(22)], 20)])
    assert log.moved() == []
    log.append("m2", [note(21, seed=2)], match=log.load("m2"))
    log.let_go("m1")
    assert [each.id for each in (log.live("m1"), *log.moved())] == ["m1", "m1"]


def test_what_is_imported_reaches_a_live_match(log: Log, tmp_path: Path) -> None:
    with Log.open(empty_log(tmp_path / "other.duckdb"), write=True) as other:
        log_match(other, "m1", 1, entries=30)
        lines = tmp_path / "m1.jsonl"
        lines.write_bytes(b"\n".join(other.load("m1").payloads) + b"\n")
    assert log.live("m1").last == 20
    import_jsonl(log, lines)
    assert log.live("m1").last == 30


# -- the same id again ------------------------------------------------------------------------


def test_vn_2_2_the_same_id_is_known_whatever_times_it_says(log: Log) -> None:
    late = _later(played()[4], hours=1)
    (recorded,) = log.append("m1", [late])
    assert (recorded.known, recorded.entry.seq) == (True, 5)
    assert recorded.entry.recorded_at == played()[4].recorded_at
    (answer,) = log.append_many([Item("m1", [note(21), _later(note(21), seconds=1)])])
    assert _said(answer) == [(21, False), (21, True)]
    first = log.open_match(_later(played()[0], hours=1), "m1", CATALOG)
    assert (first.known, first.entry.played_at) == (True, played()[0].played_at)


@pytest.mark.parametrize("field", ["event", "recorded_by"])
def test_vn_2_2_the_same_id_with_another_event_or_author_is_a_conflict(
    log: Log, field: str
) -> None:
    log.append("m1", [note(21)])
    other = {"event": Note("sk-lena", "another"), "recorded_by": "somebody"}[field]
    with pytest.raises(Conflict, match="already belongs to entry 21"):
        log.append("m1", [msgspec.structs.replace(note(21), **{field: other})])
    with pytest.raises(Conflict):
        log.open_match(msgspec.structs.replace(played()[0], recorded_by="somebody"), "m1", CATALOG)


# -- receipts ---------------------------------------------------------------------------------


def _receipts(log: Log) -> list[tuple[object, ...]]:
    return log.rows("FROM receipts ORDER BY match_id, seq")


def test_vn_2_3_when_and_from_where_an_entry_came_in_is_kept_beside_the_chain(log: Log) -> None:
    plain = log.load("m2").hashes
    at = note(21).recorded_at + timedelta(milliseconds=1500)
    ahead = note(22).recorded_at - timedelta(minutes=10)
    log.append_many(
        [
            Item("m1", [note(21)], 20, receipt=Receipt(at, "phone-7")),
            Item("m1", [note(22)], 21, receipt=Receipt(ahead, "phone-8")),
            Item("m2", [note(21, seed=2)], 20),
        ]
    )
    expected = [
        ("m1", 21, at.replace(tzinfo=None), "phone-7", 1500),
        ("m1", 22, ahead.replace(tzinfo=None), "phone-8", -600_000),
    ]
    assert _receipts(log) == expected
    log.append_many([Item("m1", [note(21), note(22)], receipt=Receipt(NOW, "phone-9"))])
    assert _receipts(log) == expected, "when it came in first is what counts"
    assert log.load("m2").hashes[:20] == plain
    assert verify(log).exact


def test_vn_2_3_entries_and_receipts_are_written_together_or_not_at_all(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = content(log)
    log.rows("ALTER TABLE receipts RENAME TO elsewhere")
    (answer,) = log.append_many([Item("m1", [note(21)], receipt=Receipt(NOW, "phone-7"))])
    log.rows("ALTER TABLE elsewhere RENAME TO receipts")
    assert "receipts" in str(answer.error)
    assert content(log) == before
    assert log.live("m1").last == 20


def test_vn_2_3_a_receipt_says_of_which_time_zone_it_is() -> None:
    with pytest.raises(ValueError, match="no time zone"):
        Receipt(datetime(2025, 5, 2), "phone-7")


def test_vn_2_3_a_log_of_an_earlier_version_gains_the_table_when_it_is_opened_for_writing(
    log: Log,
) -> None:
    log.rows("DROP TABLE receipts")
    path = log.path
    log.close()
    with Log.open(path) as reading:
        assert not reading.has_table("receipts")
        assert verify(reading).exact
    with Log.open(path, write=True) as writing:
        writing.append_many([Item("m1", [note(21)], receipt=Receipt(NOW, "phone-7"))])
        assert len(_receipts(writing)) == 1
        undescribed = writing.rows(
            "SELECT column_name FROM duckdb_columns() "
            "WHERE table_name = 'receipts' AND comment IS NULL"
        )
        assert undescribed == []
    with duckdb.connect(path, read_only=True) as bare:
        assert bare.execute("SELECT value FROM meta WHERE key = 'format'").fetchall() == [("1",)]


# -- entries since a number -------------------------------------------------------------------


def test_vn_2_6_a_match_gives_the_entries_and_outcomes_since_a_number(log: Log) -> None:
    (answer,) = log.append_many([Item("m1", [*played()[20:23], draft(Concede("nobody"), 24)], 20)])
    match = log.live("m1")
    since = match.since(20)
    assert [each.entry for each in since] == [each.entry for each in answer.recorded]
    assert [each.hash for each in since] == match.hashes[20:]
    assert [each.outcome for each in since] == [each.outcome for each in answer.recorded]
    assert [each.entry.seq for each in match.since(-1)] == list(range(1, 25))
    assert match.since(24) == match.since(99) == []


# -- while it serves --------------------------------------------------------------------------


def _rounds(log: Log, first: int, last: int) -> None:
    """One remark in each match, round by round, each round in one commit."""
    for seq in range(first, last + 1):
        answers = log.append_many(
            [Item(f"m{seed}", [note(seq, seed=seed)], seq - 1) for seed in (1, 2, 3)]
        )
        assert all(answer.error is None for answer in answers)


def test_vn_2_5_an_append_is_acknowledged_while_a_query_runs_on_a_cursor(log: Log) -> None:
    asked, answered = Event(), Event()

    def dawdle(number: int) -> int:
        asked.set()
        assert answered.wait(60)
        return number

    with log.cursor() as beside, ThreadPoolExecutor(1) as pool:
        beside.connection.create_function("dawdle", dawdle, ["INTEGER"], "INTEGER")
        slow = pool.submit(beside.rows, "SELECT count(dawdle(seq)) FROM entries")
        assert asked.wait(60)
        _rounds(log, 21, 23)
        assert not slow.done()
        answered.set()
        assert slow.result() == [(60,)], "the query sees the log as it began"
        assert beside.rows("SELECT count(*) FROM entries") == [(69,)]
    assert verify(log).exact


def test_vn_2_5_facts_and_statistics_are_made_on_a_cursor_while_entries_come_in(log: Log) -> None:
    log_match(log, "m4", 4)

    def ask() -> int:
        with log.cursor() as beside:
            refresh(beside)
            return len(statistic(beside.connection, "match-length").rows)

    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(ask)
        _rounds(log, 21, 40)
        assert asked.result() > 0
    refresh(log)
    assert stale(log, damage(log)) == 0
    assert verify(log).exact


def test_vn_2_4_a_copy_made_while_entries_come_in_is_the_log_at_one_moment(
    log: Log, tmp_path: Path
) -> None:
    refresh(log)
    copy = tmp_path / "stick's.duckdb"
    with log.cursor() as beside, ThreadPoolExecutor(1) as pool:
        made = pool.submit(beside.copy_to, copy)
        last = 20
        while not made.done() or last == 20:
            last += 1
            _rounds(log, last, last)
        made.result()
    with Log.open(copy) as found:
        counts = {match.entries for match in found.matches()}
        assert len(counts) == 1, "of a round all is there or nothing"
        (count,) = counts
        assert 20 <= count <= last
        assert found.load("m2").hashes == log.load("m2").hashes[:count]
        assert verify(found).exact
    assert verify(log).exact
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "hall.duckdb",
        "hall.duckdb.lock",
        "hall.duckdb.wal",
        "stick's.duckdb",
    ]


def test_vn_2_4_a_copy_has_all_that_the_log_has_with_keys_and_comments(
    log: Log, tmp_path: Path
) -> None:
    refresh(log)
    log.name_person("p-ana", "Ana")
    log.append_many([Item("m1", [note(21)], receipt=Receipt(NOW, "phone-7"))])
    log.copy_to(tmp_path / "copy.duckdb")
    keys = "SELECT table_name, constraint_text FROM duckdb_constraints() ORDER BY ALL"
    with Log.open(tmp_path / "copy.duckdb", write=True) as copy:
        assert content(copy) == content(log)
        assert tables(copy) == tables(log)
        assert copy.rows(keys) == log.rows(keys)
        assert verify(copy).exact
        copy.append("m1", [note(22)], expected=21)
        with pytest.raises(LogError):
            copy.rows("INSERT INTO entries FROM entries LIMIT 1")
    assert (tmp_path / "copy.duckdb").stat().st_mode & 0o007 == 0


class Looked:
    """A connection of which somebody looks at each copy that is written, before it is let go."""

    def __init__(self, connection: Any, look: Callable[[], object]) -> None:
        self._connection, self._look = connection, look

    def cursor(self) -> "Looked":
        return Looked(self._connection.cursor(), self._look)

    def execute(self, *said: Any) -> Any:
        found = self._connection.execute(*said)
        if said[0].startswith("CHECKPOINT"):
            self._look()
        return found

    def close(self) -> None:
        self._connection.close()


def test_vn_2_4_copies_are_made_while_another_looks_at_all_that_is_open(
    log: Log, tmp_path: Path
) -> None:
    """In one transaction it meets both, and what is served goes on."""
    with closing(log.connection.cursor()) as other, closing(log.cursor()) as copied:
        other.execute("BEGIN")
        looked = Looked(copied.connection, lambda: other.execute("FROM duckdb_tables()"))
        for name in ("one", "two"):
            copied.connection, connection = cast(Any, looked), copied.connection
            copied.copy_to(tmp_path / f"{name}.duckdb")
            copied.connection = connection
    assert log.rows("SELECT 1") == [(1,)]
    with Log.open(tmp_path / "two.duckdb") as copy:
        assert content(copy) == content(log)


def test_vn_2_4_a_copy_takes_the_place_of_nothing_and_leaves_nothing_half_made(
    log: Log, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = tmp_path / "there.duckdb"
    there.write_text("mine")
    link = tmp_path / "link.duckdb"
    link.symlink_to(tmp_path / "elsewhere.duckdb")
    for wrong in (there, log.path, tmp_path, link):
        with pytest.raises(LogError, match="is there already"):
            log.copy_to(wrong)
    with pytest.raises(LogError, match="there is no folder"):
        log.copy_to(tmp_path / "nosuch" / "copy.duckdb")
    assert there.read_text() == "mine"
    before = sorted(tmp_path.iterdir())

    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("storage.served.sync_folder", fails)
    monkeypatch.setattr("storage.served.keep_private", fails)
    with pytest.raises(LogError, match="full"):
        log.copy_to(tmp_path / "copy.duckdb")
    assert sorted(tmp_path.iterdir()) == before
    _rounds(log, 21, 22)


def test_the_journal_is_folded_in_on_a_cursor_while_entries_come_in(log: Log) -> None:
    journal = log.path.with_name(log.path.name + ".wal")
    log.append("m1", [note(seq, "x" * 2000) for seq in range(21, 61)])
    size = journal.stat().st_size
    assert size > 80_000
    with log.cursor() as beside, ThreadPoolExecutor(1) as pool:
        assert not beside.checkpoint(), "so little is not worth it"
        folded = pool.submit(beside.checkpoint, 50_000)
        for seq in range(21, 41):
            (answer,) = log.append_many([Item("m2", [note(seq, seed=2)], seq - 1)])
            assert answer.error is None
        assert folded.result()
    assert not journal.exists() or journal.stat().st_size < size
    assert verify(log).exact


def test_a_match_that_is_let_go_leaves_nothing_in_memory(log: Log) -> None:
    log.append_many([Item("m1", [note(21)], 20)])
    kept = weakref.ref(log.live("m1"))
    log.let_go("m1")
    assert kept() is None


ON_A_FULL_DISK = """
import resource, signal, sys
from datetime import UTC, datetime
from pathlib import Path
from storage.log import Item, Log, Receipt
from tests.logbook import note
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
came = Receipt(datetime.now(UTC), "phone-7")
def post(seq):
    return log.append_many(
        [
            Item("m1", [note(seq, "x" * 1500)], seq - 1, receipt=came),
            Item("m2", [note(seq)], seq - 1),
        ]
    )
with Log.open(Path(sys.argv[1]), write=True) as log:
    room, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, most))
    seq = 21
    while (answers := post(seq))[0].error is None:
        seq += 1
    print(*(type(answer.error).__name__ for answer in answers), "full" in str(answers[1].error))
    print(log.live("m1").last == log.live("m2").last == seq - 1)
    print(post(seq)[0].error is not None)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, most))
    print([answer.error for answer in post(seq)], seq)
"""


def test_vn_3_5_on_a_full_disk_nothing_is_acknowledged_and_with_room_it_goes_on(log: Log) -> None:
    path = log.path
    log.close()
    said = finish(start(ON_A_FULL_DISK, path)).splitlines()
    assert said[:3] == ["LogError LogError True", "True", "True"]
    errors, _, last = said[3].rpartition(" ")
    assert errors == "[None, None]"
    with Log.open(path) as again:
        assert [again.load(match).last for match in ("m1", "m2")] == [int(last)] * 2
        assert verify(again).exact


TIDIED_ON_A_FULL_DISK = """
import resource, signal, sys
from pathlib import Path
from storage.log import Item, Log
from tests.logbook import note
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
path = Path(sys.argv[1])
log = Log.open(path, write=True)
log.append("m1", [note(seq, "x" * 1900) for seq in range(21, 321)])
room, most = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 1000, most))
beside = log.cursor()
try:
    beside.checkpoint(0)
except Exception as error:
    print(type(error).__name__)
print(*(type(answer.error).__name__ for answer in log.append_many([Item("m2", [note(21)], 20)])))
resource.setrlimit(resource.RLIMIT_FSIZE, (room, most))
if "closed" in sys.argv:
    beside.close()
log.close()
with Log.open(path, write=True) as log:
    print(log.append_many([Item("m2", [note(21)], 20)])[0].error)
"""


@pytest.mark.parametrize("beside", ["closed", "left"])
def test_vn_3_5_after_the_disk_was_full_while_the_journal_was_folded_in_it_is_opened_again(
    log: Log, beside: str
) -> None:
    path = log.path
    log.close()
    broken = LogBroken.__name__
    assert finish(start(TIDIED_ON_A_FULL_DISK, path, beside)).split() == [broken, broken, "None"]
    with Log.open(path) as again:
        assert [again.load(match).last for match in ("m1", "m2")] == [320, 21]
        assert verify(again).exact
