"""Statistics, SQL, verification, the way in and out, simulation, and the demonstration."""

import json
import sqlite3
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import duckdb
import pytest

from cli.commands import simulation
from cli.screen import render
from events.common import Rewind, Stand, Strike
from events.event import Event
from referee.replay.replay import Replay
from referee.replay.replay import replay as replayed
from referee.replay.simulate import SimulationError, simulate
from storage.drawn import damage
from storage.log import Log
from storage.models import otherwise
from storage.projection import clear, stale
from storage.replays import Replays
from tests.cli.test_home import DISPUTE, Home, home, widest

__all__ = ["home"]

CLUB_CUP = DISPUTE.parents[1] / "tournament" / "club-cup.txt"


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A log of twelve random matches, with its tables for statistics."""
    found = Home(tmp_path_factory.mktemp("season"))
    found.ok("simulate", "wondervale", "-n", 12, "--seed", 7, "--import")
    found.ok("stats", "endings")
    return found


# -- statistics --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A log of an event without games, and of two matches of none."""
    found = Home(tmp_path_factory.mktemp("hall"))
    found.ok("import", CLUB_CUP)
    found.ok("simulate", "wondervale", "-n", 2, "--seed", 7, "--import")
    found.ok("stats", "endings")
    return found


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("endings --match club-cup", "--event club-cup for its games"),
        ("endings --event nowhere", "no event nowhere"),
        ("endings --event clubcup", "did you mean club-cup?"),
        ("endings --edition 9", 'no match of the log has the edition 9 (there are "1'),
        ("endings --event wondervale-7-1", "no event wondervale-7-1"),
        ("endings --deck al-six", "did you mean all-six?"),
        ("endings --against nothing", "no seat of the log has the deck nothing"),
        ("endings --by year", "a figure can be had apart by edition, week, month"),
        ("endings --by week --entries", "--by and --entries, not both"),
        ("endings --csv --json", "--json or --csv, not both"),
        ("field --deck all-six", "field counts events"),
        ("field --by deck", "field counts events"),
    ],
)
def test_what_a_figure_cannot_be_asked_of_is_said(hall: Home, asked: str, told: str) -> None:
    assert told in hall.error("stats", *asked.split())


def test_an_event_is_asked_for_its_games_or_its_own_entries(hall: Home) -> None:
    assert hall.json("stats", "endings", "--event", "club-cup")["matches"] == 0
    own = hall.json("stats", "endings", "--match", "club-cup", "--game", "tournament")
    assert own["matches"] == 1
    assert hall.json("stats", "field", "--event", "club-cup")["matches"] == 1


def test_a_figure_apart_is_a_table_csv_and_json_with_one_more_column(hall: Home) -> None:
    asked = ("stats", "wins-by-seat", "--by", "week")
    rows = hall.json(*asked)["rows"]
    assert {row["by_week"] for row in rows} == {"2026-01-05"}
    lines = hall.ok(*asked, "--csv").splitlines()
    assert lines[0].startswith("by_week,game,place,n,wins")
    assert len(lines) == 1 + len(rows)
    assert "by_week" in hall.ok(*asked)
    behind = hall.json("stats", "endings", "--entries")["entries"]
    listed = hall.ok("stats", "endings", "--entries", "--csv").splitlines()
    assert listed == ["match_id,seq", *(f"{match},{seq}" for match, seq in behind)]


def test_the_statistics_are_listed(home: Home) -> None:
    listed = {each["name"]: each["game"] for each in home.json("stats")["statistics"]}
    assert listed["wins-by-seat"] == ""
    assert listed["flip-fairness"] == "legacy_of_conflict"
    told = home.ok("stats")
    assert "wins-by-seat: Wins by seat" in told
    assert "flip-fairness (legacy_of_conflict): Fairness of the flips" in told


def test_a_statistic_is_a_table(season: Home) -> None:
    told = season.ok("stats", "wins-by-seat")
    assert "Wins by seat: wondervale 1.1, catalog " in told
    assert "12 matches, 2026-01-05 to 2026-01-06" in " ".join(told.split())
    figure = season.json("stats", "wins-by-seat")
    assert figure["matches"] == 12
    assert sum(row["wins"] for row in figure["rows"]) == 12


def test_every_statistic_fits_80_columns(season: Home) -> None:
    with season.unchanged():
        for each in season.json("stats")["statistics"]:
            assert widest(season.ok("stats", each["name"])) <= 80, each["name"]


def test_each_against_each_other_is_a_grid_at_80_columns(season: Home) -> None:
    rows = {(r["deck"], r["against"]): r for r in season.json("stats", "matchups")["rows"]}
    (one, _), row = next(iter(rows.items()))
    lines = season.ok("stats", "matchups").splitlines()
    names = next(line for line in lines if line.startswith("deck")).split()[1:]
    cells = next(line for line in lines if line.startswith(one)).split()[1:]
    assert {*names} == {name for pair in rows for name in pair}
    assert f"{row['rate']:.3f} ({row['n']})" in " ".join(cells)
    assert len([line for line in lines if line.split(" ")[0] in names]) == len(names)
    narrow = Home(season.folder)
    narrow.columns = 40
    told = narrow.ok("stats", "matchups")
    assert "a " in told and one in told and widest(told) <= 40


def test_each_other_remedy_is_told_with_what_would_have_come_of_it(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And how many matches of how many it has replayed for that, a few of which it reads at a
    time."""
    monkeypatch.setattr(otherwise, "PAGE", 2)
    found = Home(tmp_path_factory.mktemp("ruled"))
    found.ok("simulate", "wondervale", "-n", 8, "--seed", 7, "--slips", 0.05, "--rulings", 0.02,
             "--import")  # fmt: skip
    with monkeypatch.context() as patch:
        later = count(0, 60)
        patch.setattr(render, "monotonic", lambda: next(later))
        answer = found.run("stats", "what-if-ruling", "--json")
    ruled = found.json("sql", "SELECT count(DISTINCT match_id) AS n FROM rulings")["rows"][0]["n"]
    assert f"replaying: {ruled} of {ruled}" in answer.stderr
    rows = json.loads(answer.stdout)["rows"]
    assert rows
    pools: list[int] = []
    with monkeypatch.context() as patch:
        started = Replays._started
        patch.setattr(Replays, "_started", lambda own: pools.append(own.jobs) or started(own))
        assert found.json("stats", "what-if-ruling", "--jobs", 2)["rows"] == rows
    assert {*pools} == {2}
    with Log.open(found.log) as log:
        for row in rows:
            whole = log.load(row["match"]).replay()
            events = whole.events
            ruling = events[row["ruling"] - 1]
            about = ruling.to + 1 if isinstance(ruling, Rewind) else ruling.entry  # type: ignore[attr-defined]
            before = replayed(whole.game, whole.catalog, events[: row["ruling"] - 1])
            waived = before.standing(about)
            other: Event = {
                "strike": Strike("judge", about),
                "rewind": Rewind("judge", about - 1),
                "stand": Stand("judge", about, (getattr(waived, "rule", ""),)),
            }[row["other"]]
            then = [*events[: row["ruling"] - 1], other, *events[row["ruling"] :]]
            after = replayed(whole.game, whole.catalog, then)
            later = range(row["ruling"] + 1, len(events) + 1)
            assert row["n"] == len(later)
            assert row["changed"] == sum(whole.standing(n) != after.standing(n) for n in later)
    differing = {row["match"] for row in rows if row["differs"]}
    assert {row["matches_differ"] for row in rows} == {len(differing)}
    behind = found.json("stats", "what-if-ruling", "--entries")["entries"]
    assert {(match, seq) for match, seq in behind} == {(r["match"], r["ruling"]) for r in rows}


def test_the_entries_behind_a_row(season: Home) -> None:
    every = season.json("stats", "wins-by-seat", "--entries")["entries"]
    first = season.json("stats", "wins-by-seat", "--entries", "--row", "place=1")["entries"]
    assert len(every) == 12
    assert first == every
    assert season.ok("stats", "wins-by-seat", "--entries").count("\n") == 12
    one = season.json("stats", "dice-fairness", "--entries", "--row", "person=p-bo")["entries"]
    assert 0 < len(one) < len(season.json("stats", "dice-fairness", "--entries")["entries"])


def test_statistics_of_one_match_or_person_or_day(season: Home) -> None:
    match, *_ = season.matches()
    assert season.json("stats", "endings", "--match", match)["matches"] == 1
    assert season.json("stats", "endings", "--since", "2030-01-01")["matches"] == 0
    assert season.json("stats", "endings", "--game", "wondervale")["matches"] == 12
    assert season.json("stats", "wins-by-seat", "--person", "p-ana")["rows"]


def test_the_course_of_a_match_is_drawn(season: Home) -> None:
    match, *_ = season.matches()
    file = season.folder / "course.svg"
    told = season.ok("stats", "score-by-turn", "--match", match, "--svg", file)
    assert "health at the end of each turn" in told
    assert ElementTree.parse(file).getroot().tag.endswith("svg")
    refused = season.error("stats", "endings", "--svg", file)
    assert (
        "draws only advantage and score-by-turn and " in refused
        and " and marker-control" in refused
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("winz-by-seat",), "did you mean wins-by-seat?"),
        (("endings", "--match", "nosuch"), "no match nosuch"),
        (("endings", "--game", "chess"), "unknown game 'chess'"),
        (("endings", "--since", "soon"), "expected a day"),
        (("wins-by-seat", "--entries", "--row", "place=9"), "no row"),
        (("wins-by-seat", "--entries", "--row", "wins=9"), "no such column"),
    ],
)
def test_what_is_no_statistic_is_misused(season: Home, arguments: Sequence[str], said: str) -> None:
    assert said in season.error("stats", *arguments)


# -- SQL ---------------------------------------------------------------------------------------


def test_sql_prints_a_table_json_or_csv(season: Home) -> None:
    query = "SELECT game, count(*) AS matches FROM match_results GROUP BY game"
    assert "wondervale" in season.ok("sql", query)
    assert season.json("sql", query)["rows"] == [{"game": "wondervale", "matches": 12}]
    assert season.ok("sql", query, "--csv") == "game,matches\nwondervale,12\n"


def test_sql_brings_facts_up_to_date_for_a_query_that_asks_for_any(season: Home) -> None:
    def reads(query: str) -> bool:
        with Log.open(season.log, write=True) as log:
            clear(log)
        season.ok("sql", query)
        with Log.open(season.log) as log:
            return not stale(log, damage(log))

    assert not reads("SELECT count(*) FROM entries")
    assert not reads("WITH own AS (FROM matches) FROM own")
    assert reads("SELECT (SELECT count(*) FROM turns), count(*) FROM entries")
    assert reads("FROM chosen_matches(NULL, NULL, NULL, NULL, NULL)")
    assert reads("SHOW TABLES")


def test_facts_of_an_end_that_was_cut_off_stay_and_are_told(home: Home) -> None:
    home.ok("simulate", "wondervale", "-n", 1, "--seed", 1, "--import")
    home.ok("stats", "wins-by-seat")
    match = home.json("matches")["matches"][0]
    with Log.open(home.log, write=True) as log:
        log.rows(f"DELETE FROM entries WHERE seq = {match['entries']}")
        for table in ("heads", "seals"):
            log.rows(f"DELETE FROM {table}")
        log.rows("DELETE FROM meta WHERE key = 'seals'")
    for _ in range(2):
        told = home.run("stats", "wins-by-seat")
        assert f"ends at entry {match['entries'] - 1} now: its end is missing" in told.stderr
        found = home.run("verify")
        assert found.exit_code == 4
        assert "its end is missing, or that number was changed" in " ".join(found.stdout.split())
        assert found.stdout.count("projection:") == 1, "what follows from it is not told besides"


def test_sql_of_what_is_kept_shows_nothing_that_nobody_may_ask(season: Home) -> None:
    with Log.open(season.log, write=True) as log:
        log.keep_secret("cup", "a lantern in the rain")
        clear(log)
    assert "secrets" in season.error("sql", "FROM secrets")
    assert "a lantern" not in season.run("sql", "FROM secrets").output


def test_sql_may_use_the_macros_of_the_statistics(season: Home) -> None:
    assert season.json("sql", "SELECT wilson(6, 12).low < 0.5 AS low")["rows"][0]["low"] is True


def test_a_wide_row_is_shown_column_by_column(season: Home) -> None:
    told = season.ok("sql", "FROM entries LIMIT 1")
    assert "\n  match_id " in told
    assert widest(told) <= 80


def test_two_columns_of_one_name_are_both_printed(season: Home) -> None:
    assert season.json("sql", "SELECT 1 AS a, 2 AS a")["rows"] == [{"a": 1, "a_2": 2}]


def test_sql_without_a_query_describes_the_tables(season: Home) -> None:
    assert "match_results (view): " in season.ok("sql")
    assert {"entries", "fact_die_rolled"} <= {t["name"] for t in season.json("sql")["tables"]}


@pytest.mark.parametrize(
    "query", ["SELEC", "FROM nosuch", "DELETE FROM entries", "DROP TABLE entries", "SELECT 1/", " "]
)
def test_a_query_that_fails_is_one_line(season: Home, query: str) -> None:
    log = season.log.read_bytes()
    season.error("sql", query)
    assert season.log.read_bytes() == log


# -- in and out --------------------------------------------------------------------------------


def test_a_match_goes_out_and_in_to_the_same_hashes(home: Home, tmp_path: Path) -> None:
    home.play(counted=True)
    record, lines = tmp_path / "r1.txt", tmp_path / "r1.jsonl"
    home.ok("export", "r1", "-o", record)
    home.ok("export", "r1", "-o", lines)
    hashes = home.ok("sql", "SELECT hash FROM entries ORDER BY seq", "--csv")
    for file in (record, lines):
        other = Home(tmp_path / file.suffix[1:])
        other.folder.mkdir()
        assert "1 new match, 15 entries" in other.ok("import", file)
        assert other.ok("sql", "SELECT hash FROM entries ORDER BY seq", "--csv") == hashes
        assert "15 entries already known" in " ".join(other.ok("import", file).split())
        assert "EXACT  1 match, 15 entries" in other.ok("verify")


def test_export_prints_a_record_or_json_lines(home: Home) -> None:
    home.play()
    assert "\n---\n2 " in home.ok("export", "r1")
    lines = home.ok("export", "--format", "jsonl").splitlines()
    assert [json.loads(line)["seq"] for line in lines] == list(range(1, 16))


def test_tables_go_out_as_parquet_and_csv(home: Home) -> None:
    home.play(counted=True)
    file = home.folder / "e.parquet"
    home.ok("export", "-o", file)
    assert duckdb.sql(f"SELECT count(*) FROM '{file}'").fetchone() == (15,)
    file = home.folder / "dice.csv"
    told = home.ok("export", "-o", file, "--table", "fact_die_rolled")
    assert "the heads of the matches in" in " ".join(told.split())
    assert file.read_text().startswith("match_id,seq,place,seat,sides,value,purpose,faces\n")
    _, beside = file.with_name("dice.heads.csv").read_text().splitlines()
    assert home.json("sql", "FROM heads")["rows"][0]["seq"] == 15
    assert beside == f"r1,15,{home.json('head', 'r1')['hash']}"


@pytest.mark.parametrize(
    ("arguments", "said", "status"),
    [
        ((), "name it", 2),
        (("r1", "-f", "pgn"), "no such format", 2),
        (("nosuch",), "no match nosuch", 2),
        (("r1", "-f", "parquet", "-o", "x.parquet"), "whole log", 2),
        (("-f", "csv"), "goes into a file", 2),
        (("r1", "-o", "/nosuch/folder/x.txt"), "No such file", 1),
    ],
)
def test_what_cannot_go_out(home: Home, arguments: Sequence[str], said: str, status: int) -> None:
    home.play()
    assert said in home.error("export", *arguments, status=status)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", ":1"),
        (b"nothing", ":1"),
        (b'{"match": 3}\n', ":1"),
        (b"{\n", ":1"),
        (b"\xff\n", "not UTF-8"),
        (b'match = "x"\n---\n', "missing required field"),
    ],
)
def test_what_cannot_come_in_is_named_and_nothing_is_taken(
    home: Home, content: bytes, said: str
) -> None:
    home.play()
    file = home.folder / "in.txt"
    file.write_bytes(content)
    assert said in home.error("import", file)
    assert home.matches() == {"r1": 15}


def test_import_says_which_line_of_a_record_is_wrong(home: Home) -> None:
    home.play()
    file = home.folder / "in.txt"
    text = home.ok("export", "r1").replace("ana promote", "ana promot Snowlitt; ana promote")
    file.write_text(text.replace('"r1"', '"r2"'))
    assert "in.txt:" in home.error("import", file)
    assert "No such file" in home.error("import", home.folder / "no.txt", status=1)
    assert home.matches() == {"r1": 15}


# -- verify ------------------------------------------------------------------------------------


def test_a_log_that_was_tampered_with_is_not_exact(home: Home) -> None:
    home.play()
    with duckdb.connect(home.log) as connection:
        connection.execute("UPDATE entries SET payload = replace(payload, '7', '6') WHERE seq = 3")
    told = home.ok("verify", status=4)
    assert "NOT EXACT" in told
    assert "r1: entry 3: hash" in told
    assert "rebuild" not in told  # which makes nothing that is kept
    assert home.json("verify", "r1", status=4)["exact"] is False
    assert "no match 'nosuch'" in home.error("verify", "nosuch")


def test_a_winner_changed_in_the_tables_is_named_and_made_anew(home: Home) -> None:
    home.play(counted=True)
    with duckdb.connect(home.log) as connection:
        connection.execute("UPDATE verdicts SET standing = 'illegal' WHERE seq = 7")
    told = home.ok("verify", status=4)
    assert "NOT EXACT  1 of 1 matches" in told
    assert "r1: entry 7: projection: verdicts: standing is illegal, but the replay" in told
    assert "referee rebuild" in told
    (found,) = home.json("verify", status=4)["differences"]
    assert (found["match"], found["seq"], found["table"]) == ("r1", 7, "verdicts")
    assert home.ok("verify", "--quick").startswith("WHOLE  1 match, 15 entries\n")
    made = home.json("rebuild", "r1")
    assert (made["matches"], made["entries"], made["faults"]) == (1, 15, {})
    assert home.ok("verify").startswith("EXACT  1 match, 15 entries, ")
    assert "no match 'nosuch'" in home.error("rebuild", "nosuch")


def test_a_shipped_sample_stands_in_for_a_missing_catalog_with_a_word(home: Home) -> None:
    home.play()
    assert home.run("show", "r1").stderr == ""
    with duckdb.connect(home.log) as connection:
        connection.execute("DELETE FROM catalogs")
    found = home.run("show", "r1")
    assert found.exit_code == 0
    assert "does not have the catalog that r1 pins" in " ".join(found.stderr.split())
    assert "r1: entry 1: catalog: catalogs: the log does not" in home.ok("verify", status=4)


def test_a_missing_table_is_made_anew_with_a_word_on_stderr(home: Home) -> None:
    home.play(counted=True)
    with duckdb.connect(home.log) as connection:
        connection.execute("DROP TABLE fact_turn_began")
    found = home.run("sql", "SELECT count(*) AS n FROM fact_turn_began", "--csv")
    assert found.exit_code == 0
    assert found.stdout == "n\n3\n"
    assert "fact_turn_began missing; the tables for statistics were made anew" in found.stderr


@pytest.mark.parametrize(
    "damage",
    [
        "DROP TABLE fact_turn_began",
        "CREATE OR REPLACE VIEW match_results AS SELECT 'bo' AS winner",
        "CREATE MACRO max(a) AS min(a)",
    ],
)
def test_what_is_made_anew_for_a_reader_is_mended_in_the_log_itself(
    home: Home, damage: str
) -> None:
    home.play(counted=True)
    with duckdb.connect(home.log) as connection:
        connection.execute(damage)
    assert "made anew" in home.run("stats", "wins-by-seat").stderr
    assert home.ok("verify").startswith("EXACT")
    assert home.run("stats", "wins-by-seat").stderr == ""


def test_a_damaged_table_of_facts_is_made_anew_with_a_word_on_stderr(home: Home) -> None:
    home.ok("simulate", "wondervale", "-n", 12, "--seed", 7, "--import")
    before = home.json("stats", "damage-by-card")
    blocks = "SELECT DISTINCT block_id FROM pragma_storage_info('{}') WHERE block_id >= 0"
    with duckdb.connect(home.log) as connection:
        tables = connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()
        used = {t: set(connection.execute(blocks.format(t)).fetchall()) for (t,) in tables}
    facts = used.pop("fact_damage_dealt")
    ((block,), *_) = facts - set().union(*used.values())
    content = bytearray(home.log.read_bytes())
    content[3 * 4096 + block * 262_144 + 1000] ^= 1
    home.log.write_bytes(content)
    told = " ".join(home.ok("verify", status=4).split())
    assert "unreadable: fact_damage_dealt" in told
    assert told.count("unreadable") == 1
    found = home.run("stats", "damage-by-card", "--json")
    assert json.loads(found.stdout) == before
    assert "were damaged, and were made anew" in found.stderr
    assert home.ok("verify").startswith("EXACT")


def test_a_file_that_is_no_log_is_the_environment(home: Home) -> None:
    home.log.write_text("not a log")
    assert "not a log" in home.error("verify", status=1)
    home.log.write_bytes(b"")
    assert "empty" in home.error("show", "r1", status=1)
    home.log.unlink()
    sqlite3.connect(home.log).execute("CREATE TABLE t (a)").connection.close()
    assert "not a log" in home.error("matches", status=1)
    home.log.unlink()
    duckdb.connect(home.log).close()
    assert "not a log of matches" in home.error("matches", status=1)


# -- simulation and demonstration --------------------------------------------------------------


def test_the_same_seed_gives_the_same_matches(home: Home) -> None:
    for name in ("one", "two"):
        home.ok("simulate", "wondervale", "-n", 3, "--seed", 5, "--records", home.folder / name)
    first, second = (sorted((home.folder / name).iterdir()) for name in ("one", "two"))
    assert [p.read_text() for p in first] == [p.read_text() for p in second]
    assert len(first) == 3
    assert "3 new matches" in home.ok("import", *first)
    assert "EXACT" in home.ok("verify")


def test_a_simulation_is_summed_up(home: Home) -> None:
    summary = home.json("simulate", "wondervale", "-n", 4, "--seed", 3)
    assert sum(summary["winners"].values()) == summary["matches"] == 4
    told = home.ok("simulate", "wondervale", "-n", 4, "--seed", 3)
    assert "4 matches of " in told
    assert f"{summary['entries']:,} entries" in told
    assert not home.log.exists()


def test_slips_and_rulings_come_at_the_rate_that_is_asked_for(home: Home) -> None:
    asked = ["simulate", "wondervale", "-n", 4, "--seed", 3]
    plain = home.json(*asked)
    assert (plain["illegal"], plain["rulings"]) == (0, 0)
    slipped = home.json(*asked, "--slips", 0.2)
    assert slipped["illegal"] > 20 and slipped["rulings"] == 0
    disputed = home.json(*asked, "--slips", 0.2, "--rulings", 0.1)
    assert disputed["illegal"] > 20 and disputed["rulings"] > 20
    told = home.ok(*asked, "--slips", 0.2, "--rulings", 0.1, "--import")
    counts = f"{disputed['illegal']} illegal, {disputed['rulings']} rulings"
    assert counts in " ".join(told.split())
    assert "EXACT" in home.ok("verify")
    assert "--rulings" in home.error("simulate", "wondervale", "--rulings", 2)


def test_a_match_that_cannot_go_on_is_told_and_the_others_are_kept(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = home.json("simulate", "wondervale", "-n", 3, "--seed", 7)
    failing = {2}

    def stuck(*given: Any, **more: Any) -> Replay:
        replay = simulate(*given, **more)
        stuck.played += 1
        if stuck.played in failing:
            raise SimulationError("what was offered is refused")
        return replay

    stuck.played = 0
    monkeypatch.setattr(simulation, "simulate", stuck)
    records = home.folder / "records"
    asked = ["simulate", "wondervale", "-n", 3, "--seed", 7, "--import", "--records", records]
    found = home.run(*asked, "--json")
    assert found.exit_code == 1
    assert found.stderr.splitlines()[0] == (
        "referee: match 2 of seed 7 cannot go on, and is left out: what was offered is refused"
    )
    told = json.loads(found.stdout)
    assert (told["matches"], told["faults"]) == (2, {"2": "what was offered is refused"})
    assert 0 < told["entries"] < whole["entries"] and whole["faults"] == {}
    kept = ["wondervale-7-1", "wondervale-7-3"]
    assert [each["id"] for each in home.json("matches")["matches"]] == kept
    assert sorted(path.stem for path in records.iterdir()) == kept
    stuck.played = 0
    assert "2 matches of" in home.ok("simulate", "wondervale", "-n", 3, status=1)
    failing |= {1, 3}
    stuck.played = 0
    none = home.run("simulate", "wondervale", "-n", 3)
    assert (none.exit_code, none.stdout) == (1, "")
    assert none.stderr.endswith("referee: no match could be played to its end\n")


def test_what_cannot_be_simulated(home: Home) -> None:
    assert "unknown game" in home.error("simulate", "chess")
    assert "no deck" in home.error("simulate", "wondervale", "--deck", "nosuch")
    assert "--help" in home.error("simulate", "wondervale", "-n", 0)


def test_the_demonstration_shows_the_main_job(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(home.folder)
    told = home.ok("demo", "--log", "demo.duckdb")
    assert widest(told) <= 80
    for shown in (
        "$ referee import dispute.txt",
        "$ referee explain ",
        "illegal   WV-7.15",
        "rulings and remarks on it",
        "EXACT  1 match",
        "Illegal entries by rule",
        "Try next",
        "\n  referee new --help ",
        "\n  referee help ",
    ):
        assert shown in told
    assert "already exists" in home.error("demo", "--log", "demo.duckdb")


def test_the_shipped_record_reads_at_every_entry(home: Home) -> None:
    entries = home.json("show", DISPUTE)["entries"]
    for seq in range(1, entries + 1, 7):
        assert f"entry {seq}:" in home.ok("explain", DISPUTE, seq)
    assert widest(home.ok("replay", DISPUTE)) <= 80


def test_facts_that_take_long_to_read_tell_how_far_they_are_without_a_terminal(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.ok("simulate", "wondervale", "-n", 3, "--seed", 7, "--import")
    clock = count(0, 3)
    monkeypatch.setattr(render, "monotonic", lambda: float(next(clock)))
    found = home.run("stats", "endings", "--json")
    assert "reading facts: 300 of 300\n" in found.stderr
    assert json.loads(found.stdout)["matches"] == 3
    assert home.run("stats", "endings").stderr == ""


def test_facts_that_are_soon_read_are_read_in_silence(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.ok("simulate", "wondervale", "-n", 3, "--seed", 7, "--import")
    monkeypatch.setattr(render, "monotonic", lambda: 0.0)
    assert home.run("stats", "endings").stderr == ""


def test_a_query_that_needs_too_much_memory_says_so_without_the_advice_of_duckdb(
    home: Home,
) -> None:
    home.play(counted=True)
    query = "SET memory_limit = '20MB'; SELECT list(i) FROM range(100000000) t(i)"
    told = home.error("sql", query, status=1)
    assert "the query needs more memory than it may take" in told
    assert "Possible solutions" not in told
