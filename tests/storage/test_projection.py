"""The projections: facts and verdicts as tables, always what a replay of the record gives."""

import dataclasses
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from events.common import (
    CallJudge,
    CloseCall,
    Concede,
    Overrule,
    Penalty,
    Rewind,
    Stand,
    Strike,
)
from events.notation import read, write
from referee.fact import FACTS, Fact, Term
from referee.game import Game
from referee.games.registry import elsewhere_ids, game_ids, game_of, stream_ids
from storage import drawn, match_pages, projection, schema
from storage.drawn import damage
from storage.exchange.transfer import tables
from storage.fact_tables import documentation, fact_tables
from storage.log import Log, LogError, UnknownMatch
from storage.private_copy import private_copy
from storage.projection import Projected, rebuild, refresh, stale
from storage.rows import rows_of
from storage.verify import verify
from tests.logbook import (
    CATALOG,
    DECKS,
    GAME,
    as_nobody,
    content,
    draft,
    finish,
    first_entry,
    log_match,
    new_log,
    note,
    played,
    start,
)
from tests.processes import wait_until

RECORD = (
    *("meta", "entries", "matches", "catalogs", "people"),
    *("heads", "unrefereed", "receipts", "seals"),
)


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new_log(tmp_path_factory.mktemp("projection") / "season.duckdb")


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


def projected(log: Log) -> dict[str, list[tuple[object, ...]]]:
    return content(log, *RECORD)


def rows(log: Log, sql: str) -> list[tuple[object, ...]]:
    return log.rows(sql)


def test_appending_projects_nothing(log: Log) -> None:
    assert projected(log) == {}
    assert stale(log, damage(log)) == 3


def test_a_refresh_projects_every_match_once(log: Log) -> None:
    entries = sum(len(played(seed)) for seed in (1, 2, 3))
    assert refresh(log) == Projected(3, entries, {})
    assert stale(log, damage(log)) == 0
    before = projected(log)
    assert refresh(log) == Projected(0, 0, {})
    assert projected(log) == before


def test_a_rebuild_gives_the_identical_content(filled: Log) -> None:
    filled.append("m1", [note(500), draft(Concede("nobody"), 501)])
    log_match(filled, "m4", 4)
    assert stale(filled, damage(filled)) == 2
    assert refresh(filled).matches == 2
    before = projected(filled)
    assert rebuild(filled).matches == 4
    assert projected(filled) == before


def test_pages_do_not_show_in_the_content(filled: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    before = projected(filled)
    monkeypatch.setattr(match_pages, "PAGE", 1)
    monkeypatch.setattr(projection, "LOADED", 1)
    steps: list[tuple[int, int]] = []
    rebuild(filled, lambda done, total: steps.append((done, total)))
    assert projected(filled) == before
    assert len(steps) == 3


APPENDING = """
import sys
from pathlib import Path
from storage.log import Log
from tests.logbook import note
with Log.open(Path(sys.argv[1]), write=True) as log:
    log.append("m3", [note(500)])
    print(log.rows("SELECT count(*) FROM projected")[0][0])
"""


def _in_slices(
    season: Path, path: Path, monkeypatch: pytest.MonkeyPatch, between: Callable[[Log], object]
) -> int:
    """Read facts of a log that gets them too, in slices of one match; how often it was opened.

    Args:
        season: a log of three matches of which nothing is projected.
        path: where to put a copy of it.
        monkeypatch: of the test.
        between: called with the log each time it got a slice.
    """
    shutil.copy(season, path)
    with Log.open(Path(shutil.copy(season, path.with_name("other"))), write=True) as log:
        refresh(log)
        due = projected(log)
    monkeypatch.setattr(projection, "SLICE", 1)
    opened: list[Log] = []
    commit = Log.transaction

    @contextmanager
    def transaction(log: Log) -> Iterator[None]:
        with commit(log):
            yield
        if log.file == path and log.rows("SELECT 1 FROM projected"):
            opened.extend([log] if log not in opened else [])
            between(log)

    monkeypatch.setattr(Log, "transaction", transaction)
    with private_copy(path, lambda copy: refresh(copy, also=path)) as copy:
        assert projected(copy) == due
    monkeypatch.undo()
    with Log.open(path, write=True) as log:
        assert projected(log) == due
        refresh(log)
        assert verify(log).exact
    return len(opened)


def test_the_log_gets_facts_slice_by_slice_and_whoever_comes_has_a_turn_after_the_next(
    season: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "season.duckdb"
    coming: list[subprocess.Popen[str]] = []

    def somebody_comes(log: Log) -> None:
        if not coming:
            coming.append(start(APPENDING, path))
            wait_until(log.awaited, coming[0])

    assert _in_slices(season, path, monkeypatch, somebody_comes) == 2
    assert finish(coming[0]) == "1\n"


def test_who_reads_facts_does_not_wait_until_a_log_has_them_that_others_want(
    season: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = Path(shutil.copy(season, tmp_path / "season.duckdb"))
    monkeypatch.setattr(projection, "SLICE", 1)
    monkeypatch.setattr(projection, "PATIENCE", 0.0)
    monkeypatch.setattr(Log, "awaited", lambda log: log.file == path)
    done: list[Projected] = []
    with private_copy(path, lambda copy: done.append(refresh(copy, also=path))) as copy:
        assert stale(copy, damage(copy)) == 0
    assert done[0].unshared == "others want the log, and 1 more of its matches have theirs"
    with Log.open(path, write=True) as log:
        assert stale(log, damage(log)) == 2
        assert refresh(log).matches == 2
        assert verify(log).exact


def test_the_log_gets_all_slices_at_once_while_nobody_else_wants_it(
    season: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "season.duckdb"
    there: list[int] = []

    def count(log: Log) -> None:
        assert not log.awaited()
        there.append(log.rows("SELECT count(*) FROM projected")[0][0])

    assert _in_slices(season, path, monkeypatch, count) == 1
    assert there == [1, 2, 3]


def test_facts_of_a_log_that_cannot_be_written_are_read_into_a_copy(
    season: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, temporary = tmp_path / "log", tmp_path / "temporary"
    folder.mkdir()
    temporary.mkdir()
    temporary.chmod(0o777)
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    path = Path(shutil.copy(season, folder / "season.duckdb"))
    before = path.read_bytes()
    path.chmod(0o444)

    def reading() -> tuple[int, str]:
        done: list[Projected] = []
        with private_copy(path, lambda copy: done.append(refresh(copy, also=path))) as copy:
            return stale(copy, damage(copy)), done[0].unshared

    folder.chmod(0o555)
    said = as_nobody(reading, tmp_path)
    folder.chmod(0o755)
    assert said == str((0, f"{path}.lock: Permission denied"))
    assert path.read_bytes() == before


def test_the_facts_are_those_of_the_replay_in_their_order(filled: Log) -> None:
    names = {kind: table.name for kind, table in fact_tables(FACTS).items()}
    for match_id in ("m1", "m2", "m3"):
        found = [
            (row[2], row[1], name, *row[3:])
            for name in names.values()
            for row in rows(filled, f"SELECT * FROM {name} WHERE match_id = '{match_id}'")
        ]
        expected = [
            (place, seq, names[type(fact)], *map(_plain, _values(fact)))
            for place, (seq, fact) in enumerate(filled.load(match_id).replay().all_facts(), 1)
        ]
        assert sorted(found, key=lambda row: row[0]) == expected


def _values(fact: Struct) -> list[object]:
    return [getattr(fact, name) for name in fact.__struct_fields__]


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if isinstance(value, Term):
        return {"label": value.label, "value": value.value, "rule": value.rule}
    return value


def test_seats_and_decks_are_those_of_the_opening(filled: Log) -> None:
    one, two = DECKS[1 % len(DECKS)], DECKS[2 % len(DECKS)]
    assert rows(filled, "SELECT * FROM seats WHERE match_id = 'm1' ORDER BY place") == [
        ("m1", "ana", 1, "p-ana", one.name, "ana"),
        ("m1", "bo", 2, "p-bo", two.name, "bo"),
    ]
    cards = rows(
        filled, "SELECT card, copies FROM deck_cards WHERE match_id = 'm1' AND seat = 'bo'"
    )
    assert dict(cards) == two.cards


def test_cards_have_the_traits_that_the_game_names(filled: Log) -> None:
    refresh(filled)
    found: dict[str, dict[str, str]] = {}
    for card, trait, value in rows(filled, "SELECT card, trait, value FROM card_traits"):
        found.setdefault(str(card), {})[str(trait)] = str(value)
    assert found == GAME.traits(CATALOG)
    assert rows(filled, "SELECT DISTINCT catalog FROM card_traits") == [(CATALOG.hash,)]


def test_a_ruling_changes_what_is_in_force(filled: Log) -> None:
    last = len(played(1))
    ended = "SELECT count(*) FROM fact_match_ended WHERE match_id = 'm1'"
    assert rows(filled, ended) == [(1,)]
    filled.append("m1", [draft(Rewind("judge", last - 1), last + 1)])
    refresh(filled)
    assert rows(filled, ended) == [(0,)]
    at_end = (
        f"SELECT verdict, standing, undone_by FROM verdicts WHERE match_id = 'm1' AND seq = {last}"
    )
    ((verdict, standing, undone_by),) = rows(filled, at_end)
    assert (standing, undone_by) == ("not in force", last + 1)
    filled.append("m1", [draft(Overrule("head", last + 1), last + 2)])
    refresh(filled)
    assert rows(filled, ended) == [(1,)]
    assert rows(filled, at_end) == [(verdict, verdict, None)]
    before = projected(filled)
    rebuild(filled)
    assert projected(filled) == before


def test_illegal_entries_are_listed_as_they_were_and_as_they_stand(log: Log) -> None:
    log_match(log, "m4", 4, entries=20)
    log.append("m4", [draft(Concede("nobody"), 21), draft(Concede("nobody"), 22)])
    log.append("m4", [draft(Strike("judge", 22, "head", "typo"), 23)])
    refresh(log)
    found = rows(
        log,
        "SELECT seq, type, by_whom, rule, standing, remedy, undone_by FROM illegal_entries "
        "WHERE match_id = 'm4' ORDER BY seq",
    )
    assert found == [
        (21, "concede", "nobody", "REF-1.3", "illegal", "", None),
        (22, "concede", "nobody", "REF-1.3", "not in force", "undone", 23),
    ]
    ((message,),) = rows(log, "SELECT message FROM illegal_entries WHERE seq = 21")
    assert "nobody is not a seat" in str(message)


def test_a_forgotten_step_is_one_misplay_with_what_followed_beside_it(log: Log) -> None:
    whole = [each.event for each in played(4)]
    at = next(n for n, event in enumerate(whole) if n > 8 and type(event).__name__ == "End")
    log_match(log, "m4", 4, entries=at)
    log.append("m4", [draft(event, 100 + n) for n, event in enumerate(whole[at + 1 :])])
    refresh(log)
    verdicts = "FROM verdicts WHERE match_id = 'm4' AND verdict = 'illegal'"
    ((refused,),) = rows(log, f"SELECT count(*) {verdicts}")
    listed = "SELECT seq, forgotten, consequences, remedy FROM illegal_entries"
    ((root, forgotten, consequences, remedy),) = rows(log, f"{listed} WHERE match_id = 'm4'")
    assert refused > 1 and len(consequences) == refused - 1 and root < min(consequences)
    assert (forgotten, remedy) == (write(whole[at]), "")
    (row,) = (row for row in log.matches() if row.id == "m4")
    assert (row.illegal, row.consequences) == (1, refused - 1)
    insert = read(f'judge insert {at} "{forgotten}"', GAME.codec)
    log.append("m4", [draft(insert, 900)])
    refresh(log)
    assert rows(log, f"{listed} WHERE match_id = 'm4'") == [
        (root, forgotten, consequences, "repaired by an insert")
    ]
    before = projected(log)
    rebuild(log)
    assert projected(log) == before


def test_rulings_are_listed_with_what_they_are_about(log: Log) -> None:
    log_match(log, "m4", 4, entries=20)
    events = [
        Strike("judge", 20, "head", "typo", "WV-1.1"),
        Penalty("judge", "bo", "warning"),
        Stand("judge", 19, ("WV-7.15", "WV-7.16")),
        Overrule("head", 21),
    ]
    log.append("m4", [draft(event, 21 + n) for n, event in enumerate(events)])
    refresh(log)
    found = rows(
        log,
        "SELECT kind, judge, authority, about_seq, seat, rule, reason, verdict, undone_by "
        "FROM rulings WHERE match_id = 'm4' ORDER BY seq",
    )
    assert found == [
        ("strike", "judge", "head", 20, None, "WV-1.1", "typo", "on trust", 24),
        ("penalty", "judge", "floor", None, "bo", "", None, "on trust", None),
        ("stand", "judge", "floor", 19, None, "WV-7.15, WV-7.16", None, "illegal", None),
        ("overrule", "head", "head", 21, None, "", None, "on trust", None),
    ]


def test_a_match_has_one_result_and_one_row_for_each_seat(log: Log) -> None:
    log_match(log, "on", 4, entries=20)
    refresh(log)
    state = log.load("m1").replay().state
    drafts = played(1)
    ((opened, ended, result, (winner,), how, turns, minutes, first),) = rows(
        log,
        "SELECT opened_at, ended_at, result, winners, how, turns, minutes, first_player "
        "FROM match_results WHERE match_id = 'm1'",
    )
    assert (result, winner, how, turns) == ("won", state.winner, state.over, state.turn)
    assert opened == drafts[0].played_at.replace(tzinfo=None)
    assert ended == drafts[-1].played_at.replace(tzinfo=None)
    assert minutes == pytest.approx((ended - opened).total_seconds() / 60)
    loser = "bo" if winner == "ana" else "ana"
    found = rows(
        log,
        "SELECT seat, place, went_first, won, result FROM player_matches "
        "WHERE match_id = 'm1' ORDER BY won",
    )
    places = {"ana": 1, "bo": 2}
    assert found == [
        (loser, places[loser], first == loser, False, "lost"),
        (winner, places[winner], first == winner, True, "won"),
    ]
    assert rows(log, "SELECT DISTINCT won, result FROM player_matches WHERE match_id = 'on'") == [
        (None, "on")
    ]
    row = next(row for row in log.matches() if row.id == "m1")
    assert (row.over, row.result, row.winners) == (how, "won", (winner,))
    on = next(row for row in log.matches() if row.id == "on")
    assert (on.over, on.result, on.winners) == ("", "", ())


def test_all_damage_stands_in_its_turn(filled: Log) -> None:
    assert rows(filled, "SELECT count(*), sum(amount) FROM damage") == rows(
        filled, "SELECT count(*), sum(amount) FROM fact_damage_dealt"
    )
    wrong = """
        SELECT count(*) FROM damage JOIN turns USING (match_id, turn)
        WHERE damage.seq < turns.began_seq
    """
    assert rows(filled, wrong) == [(0,)]
    assert rows(filled, "SELECT count(DISTINCT turn) > 5 FROM damage") == [(True,)]


def test_the_time_under_a_call_for_a_judge_is_no_time_of_the_turn(log: Log) -> None:
    log_match(log, "m4", 4)
    refresh(log)
    ((turn, began, seconds),) = rows(
        log,
        "SELECT turn, began_seq, seconds FROM turns "
        "WHERE match_id = 'm4' AND ended_at IS NOT NULL ORDER BY turn DESC LIMIT 1",
    )
    assert isinstance(began, int)
    drafts = list(played(4))
    began_at = drafts[began - 1].played_at
    first, second = began + 1, began + 2
    for number, (event, after) in enumerate(
        [
            (CallJudge("ana", "her dice"), 1),
            (CallJudge("bo"), 3),
            (CloseCall("lena", first), 5),
            (CloseCall("judge"), 9),
        ]
    ):
        call = draft(event, 900 + number)
        at = began_at + timedelta(seconds=after)
        drafts.insert(began + number, msgspec.structs.replace(call, played_at=at))
    opened, *rest = drafts
    log.open_match(opened, "called", CATALOG)
    log.append("called", rest)
    refresh(log)
    found = rows(
        log, f"SELECT seconds, judge_seconds FROM turns WHERE match_id = 'called' AND turn = {turn}"
    )
    assert isinstance(seconds, float)
    assert found == [(seconds - 8, 8)]
    calls = "SELECT seq, seat, about, judge, seconds, closed_seq FROM calls ORDER BY seq"
    assert rows(log, calls) == [
        (first, "ana", "her dice", "lena", 4, first + 2),
        (second, "bo", "a question", "judge", 6, second + 2),
    ]


# -- the tables -------------------------------------------------------------------------------


def test_every_table_and_column_is_documented(log: Log) -> None:
    assert [table.kind for table in tables(log)] == ["record"] * len(RECORD)
    refresh(log)
    found = {table.name: table for table in tables(log)}
    assert {"entries", "verdicts", "fact_die_rolled", "turns"} <= found.keys()
    for table in found.values():
        assert table.comment, table.name
        for column in table.columns:
            assert column.comment, f"{table.name}.{column.name}"


def test_tables_are_the_same_whether_they_are_copied_or_told_one_by_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    described = (
        "SELECT table_name, NULL, comment, sql FROM duckdb_tables() "
        "WHERE database_name = current_database() "
        "UNION ALL SELECT table_name, column_name, comment, data_type FROM duckdb_columns() "
        "WHERE database_name = current_database() AND NOT internal ORDER BY ALL"
    )

    def nowhere(tables: str) -> None:
        raise OSError("no room for scratch files")

    found = []
    for name in ("copied", "told"):
        with Log.open(tmp_path / f"{name}.duckdb", write=True) as log:
            drawn.make(log)
            found.append(log.rows(described))
        monkeypatch.setattr(drawn, "_empty", nowhere)
    copied, told = found
    assert len(copied) > 1000
    assert copied == told


def test_every_view_can_be_read(filled: Log) -> None:
    for table in tables(filled):
        filled.rows(f"SELECT * FROM {table.name} LIMIT 3")


class Weather(Fact, frozen=True):
    """The weather of the table.

    Args:
        wind: from where it blows,
            and how hard.
        rain: in ``mm``.
    """

    wind: str
    rain: float
    storm: bool
    at: datetime | None
    kinds: tuple[Literal["hail", "snow"], ...]
    pair: tuple[int, int]
    terms: dict[str, list[Term]]
    places: Annotated[int, Meta(ge=0)] | None


def test_a_fact_type_says_how_its_table_looks() -> None:
    table = fact_tables([Weather])[Weather]
    assert table.name == "fact_weather"
    assert table.comment == "The weather of the table."
    term = 'STRUCT("label" VARCHAR, "value" BIGINT, "rule" VARCHAR)'
    assert {column.name: column.type for column in table.columns[3:]} == {
        "wind": "VARCHAR",
        "rain": "DOUBLE",
        "storm": "BOOLEAN",
        "at": "TIMESTAMP",
        "kinds": "VARCHAR[]",
        "pair": "BIGINT[]",
        "terms": f"MAP(VARCHAR, {term}[])",
        "places": "BIGINT",
    }
    assert documentation(Weather)[1] == {
        "wind": "from where it blows, and how hard.",
        "rain": "in mm.",
    }


class Rolled(Fact, frozen=True):
    """With its game ``die`` it would be taken for a common fact, were they not parted."""


def test_a_fact_type_that_no_table_can_hold_is_named() -> None:
    class Odd(Fact, frozen=True):
        value: int | str

    class Taken(Fact, frozen=True):
        seq: int

    class Twice(Fact, frozen=True, tag="weather"):
        wind: str

    for kinds, named in (
        ([Odd], "Odd.value"),
        ([Taken], "no field seq"),
        ([Weather, Twice], "both"),
    ):
        with pytest.raises(TypeError, match=named):
            fact_tables(kinds)


def test_two_games_may_have_a_fact_of_one_name() -> None:
    first = type("UnitMoved", (Fact,), {"__annotations__": {"mm": float}}, frozen=True)
    second = type("UnitMoved", (Fact,), {"__annotations__": {"spaces": int}}, frozen=True)
    names = [
        *(fact_tables([first], "chess")[first].name, fact_tables([second], "go")[second].name),
        *(table.name for table in fact_tables(FACTS).values()),
        *(fact_tables([first], "die")[first].name, fact_tables([Rolled], "die")[Rolled].name),
    ]
    assert names[:2] == ["fact_chess__unit_moved", "fact_go__unit_moved"]
    assert len(set(names)) == len(names)


def test_the_facts_of_each_game_are_its_own_tables(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both games of the registry get a fact of the same name."""
    games = {game: game_of(game) for game in (*game_ids(), *stream_ids())}
    extra = {
        game: type("Weather", (Fact,), {"__annotations__": {f"of_{game}": str}}, frozen=True)
        for game in games
    }
    altered = {
        game: dataclasses.replace(found, facts=(*found.facts, extra[game]))
        for game, found in games.items()
    }
    monkeypatch.setattr(drawn, "game_of", lambda game, version=None: altered[game])
    assert refresh(log).matches == 3
    for game in games:
        assert rows(log, f"SELECT of_{game} FROM fact_{game}__weather") == []
    assert rows(log, "SELECT count(*) FROM fact_match_ended") == [(3,)]


def test_a_fact_that_the_game_does_not_declare_is_named(log: Log) -> None:
    replay = log.load("m1").replay()
    with pytest.raises(LogError, match="wondervale does not declare the fact"):
        rows_of("m1", replay, {})


def test_each_row_says_of_which_match_it_is_whatever_that_is_called(log: Log) -> None:
    replay = log.load("m1").replay()
    tables = {kind: kind.__name__ for kind in (*FACTS, *replay.game.facts)}
    for match_id in ("50%", "%d", 'a "b"\n{c}'):
        for count, lines in rows_of(match_id, replay, tables).values():
            rows = msgspec.json.Decoder().decode_lines(lines)
            assert len(rows) == count
            assert {row["match_id"] for row in rows} == {match_id}


def test_new_fact_types_have_everything_projected_again(
    filled: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = projected(filled)
    monkeypatch.setattr(drawn, "FACTS", (*FACTS, Weather))
    assert stale(filled, damage(filled)) == 3
    assert refresh(filled).matches == 3
    assert projected(filled) == {**before, "fact_weather": []}
    monkeypatch.undo()
    assert refresh(filled).matches == 3
    assert projected(filled) == before


def test_whether_the_tables_are_due_is_told_without_loading_a_shipped_game(
    filled: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    def brought(game: str, version: str | None = None) -> Game:
        assert game in elsewhere_ids()
        return game_of(game, version)

    def altered(game: str, version: str | None = None) -> Game:
        found = brought(game, version)
        return replace(found, facts=(*found.facts, Weather))

    assert elsewhere_ids()
    monkeypatch.setattr(drawn, "game_of", brought)
    assert damage(filled) is None
    monkeypatch.setattr(drawn, "game_of", altered)
    assert damage(filled) == ""


def test_what_an_earlier_version_projected_is_projected_again(filled: Log) -> None:
    before = projected(filled)
    filled.rows("DROP VIEW player_matches")
    filled.rows("ALTER TABLE seats DROP COLUMN side")
    filled.rows("CREATE TABLE fact_cards_flipped (match_id VARCHAR)")
    filled.rows("UPDATE meta SET value = 'of an earlier version' WHERE key = 'projection'")
    assert refresh(filled).matches == 3
    assert projected(filled) == before


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ("DROP VIEW player_matches", "player_matches missing"),
        ("DROP TABLE fact_die_rolled", "fact_die_rolled missing"),
        ("ALTER TABLE seats DROP COLUMN side", "a projected table or view was altered"),
    ],
)
def test_what_is_missing_or_altered_is_made_anew_with_a_word(
    filled: Log, change: str, wrong: str
) -> None:
    before = projected(filled)
    filled.rows(change)
    assert stale(filled, wrong) == 3
    assert refresh(filled).damage == wrong
    assert refresh(filled).damage == ""
    assert projected(filled) == before


def test_a_rebuild_of_one_match_leaves_the_others_as_they_are(filled: Log) -> None:
    before = projected(filled)
    filled.rows("UPDATE verdicts SET message = 'altered'")
    filled.rows("DELETE FROM card_traits")
    done = rebuild(filled, match_ids=["m2"])
    assert (done.matches, done.entries) == (1, len(played(2)))
    altered = rows(filled, "SELECT DISTINCT match_id FROM verdicts WHERE message = 'altered'")
    assert sorted(altered) == [("m1",), ("m3",)]
    rebuild(filled, match_ids=["m1", "m3"])
    assert projected(filled) == before
    with pytest.raises(UnknownMatch, match="m9"):
        rebuild(filled, match_ids=["m9"])


def test_a_seat_has_the_side_of_the_opening(log: Log) -> None:
    seats = first_entry().seats
    named = (msgspec.structs.replace(seats[0], side="red"), seats[1])
    log.open_match(draft(msgspec.structs.replace(first_entry(), seats=named), 1), "m9", CATALOG)
    log.append("m9", [draft(Concede("bo"), 2)])
    refresh(log)
    seated = "SELECT seat, side, result FROM player_matches WHERE match_id = 'm9' ORDER BY place"
    assert rows(log, seated) == [("ana", "red", "won"), ("bo", "bo", "lost")]
    assert [row.winners for row in log.matches() if row.id == "m9"] == [("red",)]


def test_lists_and_contest_are_those_of_the_opening(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    listing = replace(GAME, lists=("sideboard", "towers"), table_lists=("monsters",))
    monkeypatch.setattr(Log, "game", lambda *_: listing)
    one, two = first_entry().seats
    lists = {"sideboard": {"Imp": 2}, "towers": ("Keep", "Gate", "Keep")}
    opened = msgspec.structs.replace(
        first_entry(),
        seats=(msgspec.structs.replace(one, lists=lists), two),
        lists={"monsters": ("Ogre", "Imp")},
        contest="vale-open/4/2/1",
    )
    log.open_match(draft(opened, 1), "m9", CATALOG)
    refresh(log)
    found = "SELECT seat, list, card, copies FROM deck_cards WHERE match_id = 'm9' AND list <> ''"
    assert sorted(rows(log, found)) == [
        ("", "monsters", "Imp", 1),
        ("", "monsters", "Ogre", 1),
        ("ana", "sideboard", "Imp", 2),
        ("ana", "towers", "Gate", 1),
        ("ana", "towers", "Keep", 2),
    ]
    deck = "SELECT card, copies FROM deck_cards WHERE match_id = 'm9' AND seat = 'ana'"
    assert dict(rows(log, f"{deck} AND list = ''")) == one.deck
    contests = "SELECT match_id, contest FROM match_results WHERE contest <> ''"
    assert rows(log, contests) == [("m9", "vale-open/4/2/1")]
    assert {row.id: row.contest for row in log.matches() if row.contest} == {
        "m9": "vale-open/4/2/1"
    }


def test_matches_are_listed_whatever_an_earlier_version_projected(filled: Log) -> None:
    filled.rows("ALTER TABLE fact_match_ended DROP COLUMN result")
    filled.rows("ALTER TABLE fact_match_ended RENAME COLUMN winners TO winner")
    filled.rows("UPDATE meta SET value = 'of an earlier version' WHERE key = 'projection'")
    assert [(row.id, row.over) for row in filled.matches()] == [
        ("m1", None),
        ("m2", None),
        ("m3", None),
    ]
    assert refresh(filled).matches == 3
    assert all(row.result == "won" for row in filled.matches())


def test_who_sits_where_is_read_from_openings_of_new_matches_alone(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {row.id: (row.seats, row.contest) for row in log.matches()}
    refresh(log)
    log_match(log, "new", 5, entries=3)
    read_openings: list[object] = []
    asked = log.rows

    def rows_asked(sql: str, parameters: object = None) -> list[tuple[object, ...]]:
        if sql == schema.sql("openings"):
            read_openings.append(parameters)
        return asked(sql, parameters)

    monkeypatch.setattr(log, "rows", rows_asked)
    found = {row.id: (row.seats, row.contest) for row in log.matches()}
    assert read_openings == [['["new"]']]
    assert {name: found[name] for name in before} == before
    assert found["new"][0].keys() == {"ana", "bo"}


# -- what cannot be ---------------------------------------------------------------------------


def test_a_log_open_for_reading_is_not_refreshed(log: Log) -> None:
    log.close()
    with Log.open(log.path) as reading, pytest.raises(LogError, match="the facts of 3 matches"):
        refresh(reading)
    with Log.open(log.path, write=True) as writing:
        refresh(writing)
    with Log.open(log.path) as reading:
        assert refresh(reading) == Projected(0, 0, {})
        with pytest.raises(LogError, match="reading only"):
            rebuild(reading)


def test_a_match_that_cannot_be_replayed_does_not_stop_the_others(log: Log) -> None:
    log.rows("UPDATE entries SET payload = '{}' WHERE match_id = 'm2' AND seq = 30")
    found = refresh(log)
    assert found.matches == 3
    assert list(found.faults) == ["m2"]
    assert "entry 30" in found.faults["m2"]
    assert rows(log, "SELECT DISTINCT match_id FROM verdicts ORDER BY ALL") == [("m1",), ("m3",)]
    assert refresh(log).faults == found.faults
    assert stale(log, damage(log)) == 0
