"""What all statistics share: intervals, the choice of matches, the entries behind a figure."""

import json
import math
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

import duckdb
import msgspec
import pytest

from referee.games.registry import game_ids, game_of
from storage import statistics
from storage.statistics import (
    STATISTICS,
    Figure,
    UnknownStatistic,
    entries_behind,
    prepare,
    run,
)
from tests.storage.statistics.season import Season, attack, play_a_match

# -- what the statistics share -----------------------------------------------------------------


def value(season: Season, sql: str) -> object:
    prepare(season.log)
    row = season.log.execute(f"SELECT {sql}").fetchone()
    assert row is not None
    return row[0]


def test_8_wins_of_10_are_a_rate_between_49_and_94_percent(season: Season) -> None:
    found = value(season, "wilson(8, 10)")
    assert found == {"low": pytest.approx(0.490, abs=5e-4), "high": pytest.approx(0.943, abs=5e-4)}


def test_the_interval_of_a_rate_stays_within_0_and_1(season: Season) -> None:
    assert value(season, "wilson(0, 10)") == {"low": 0, "high": pytest.approx(0.2775, abs=1e-4)}
    assert value(season, "wilson(10, 10)") == {"low": pytest.approx(0.7225, abs=1e-4), "high": 1}


def test_a_rate_of_nothing_has_no_interval(season: Season) -> None:
    assert value(season, "wilson(0, 0)") is None


@pytest.mark.parametrize(
    ("x", "dof", "p"),
    [
        (3.841458820694124, 1, 0.05),
        (6.634896601021213, 1, 0.01),
        (11.070497693516351, 5, 0.05),
        (15.08627246938899, 5, 0.01),
        (30.14352720564616, 19, 0.05),
        (0, 5, 1),
        (100_000, 5, 0),
    ],
)
def test_the_chance_of_a_chi_square_is_that_of_the_printed_tables(
    season: Season, x: float, dof: int, p: float
) -> None:
    assert value(season, f"chi_square_p({x}::DOUBLE, {dof})") == pytest.approx(p, abs=1e-9)


def test_the_chance_of_a_chi_square_agrees_with_the_closed_form_of_even_degrees(
    season: Season,
) -> None:
    for dof in (2, 4, 10, 30, 98):
        for x in (0.3, 2.0, 9.5, 40.0, 150.0, 400.0):
            closed = math.exp(-x / 2) * sum(
                (x / 2) ** k / math.factorial(k) for k in range(dof // 2)
            )
            found = value(season, f"chi_square_p({x}::DOUBLE, {dof})")
            assert found == pytest.approx(closed, abs=1e-11), (x, dof)


@pytest.mark.parametrize(
    ("edge", "chance"),
    [(0, 1 / 2), (1, 21 / 31), (-1, 10 / 31), (5, 1), (-5, 0), (6, 1), (-9, 0), (12, 1)],
)
def test_an_edge_on_six_sided_dice_wins_as_often_as_counting_the_36_pairs_says(
    season: Season, edge: int, chance: float
) -> None:
    assert value(season, f"chance_with_edge({edge}, 6)") == pytest.approx(chance)


# -- which matches, and which entries ----------------------------------------------------------


BERLIN = timezone(timedelta(hours=2))


@pytest.fixture
def three_days(season: Season) -> Season:
    for day in range(3):
        season.match(
            f"d{day}", day=day, game="skirmish" if day < 2 else "chess", people=("p1", f"q{day}")
        )
        season.won(f"d{day}", "ana", seq=20 + day)
    return season


@pytest.mark.parametrize(
    ("chosen", "matches"),
    [
        ({}, ["d0", "d1", "d2"]),
        ({"game": "chess"}, ["d2"]),
        ({"match": "d1"}, ["d1"]),
        ({"match": "none such"}, []),
        ({"since": date(2025, 5, 2)}, ["d1", "d2"]),
        ({"until": date(2025, 5, 2)}, ["d0", "d1"]),
        ({"until": datetime(2025, 5, 2, 18)}, ["d0"]),
        ({"since": datetime(2025, 5, 2, 20, tzinfo=BERLIN)}, ["d1", "d2"]),
        ({"since": datetime(2025, 5, 2, 20, 1, tzinfo=BERLIN)}, ["d2"]),
        ({"since": date(2025, 5, 2), "until": date(2025, 5, 2)}, ["d1"]),
        ({"person": "q2"}, ["d2"]),
        ({"person": "p1", "game": "skirmish"}, ["d0", "d1"]),
    ],
)
def test_matches_are_chosen_by_game_match_person_and_day(
    three_days: Season, chosen: dict[str, object], matches: list[str]
) -> None:
    behind = entries_behind(three_days.log, "endings", **chosen)  # type: ignore[arg-type]
    assert [match for match, _ in behind] == matches
    assert three_days.figure("endings", **chosen).n == len(matches)


def test_a_person_is_counted_in_that_persons_own_seat(three_days: Season) -> None:
    assert three_days.rows("wins-by-seat", "place", "n", "wins", person="q0") == [(2, 1, 0)]


def test_a_row_lists_the_entries_that_it_was_counted_from(season: Season) -> None:
    season.match("a")
    attack(season, "a", 5, (6, 1), (3, 2))
    attack(season, "a", 6, (1, 6), (2, 1))
    attack(season, "a", 7, (4, 3), (0, 0))
    first, second = season.figure("attack-success").records()
    assert entries_behind(season.log, "attack-success", row=first) == [("a", 7)]
    assert entries_behind(season.log, "attack-success", row=second) == [("a", 5), ("a", 6)]
    assert entries_behind(season.log, "attack-success") == [("a", 5), ("a", 6), ("a", 7)]
    assert entries_behind(season.log, "attack-success", limit=1) == [("a", 5)]
    everybody = season.figure("dice-fairness").records()[0]
    assert len(entries_behind(season.log, "dice-fairness", row=everybody)) == 3


def test_a_row_is_named_by_columns_that_the_statistic_has(season: Season) -> None:
    with pytest.raises(UnknownStatistic, match=r"no column 'colour'.*game, place"):
        entries_behind(season.log, "wins-by-seat", row={"colour": "red"})


def test_a_name_that_is_no_statistic_is_answered_with_the_nearest(season: Season) -> None:
    with pytest.raises(UnknownStatistic, match="did you mean wins-by-seat"):
        run(season.log, "wins-by-seats")
    with pytest.raises(UnknownStatistic, match="there are: attack-margin, "):
        run(season.log, "zzz")


# -- every statistic ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", STATISTICS)
def test_every_statistic_has_the_columns_it_documents_and_is_empty_on_an_empty_log(
    season: Season, name: str
) -> None:
    statistic = STATISTICS[name]
    figure = season.figure(name)
    assert figure.columns == tuple(statistic.columns)
    assert (figure.rows, figure.n) == ([], 0)
    assert all(statistic.columns.values()) and statistic.behind and statistic.about
    nothing = dict.fromkeys(statistic.keys, None)
    assert entries_behind(season.log, name, row=nothing) == []


@pytest.mark.parametrize("name", STATISTICS)
def test_every_row_has_its_n_and_every_rate_its_interval(name: str) -> None:
    columns = STATISTICS[name].columns
    assert "n" in columns
    assert ("rate" in columns) == ({"low", "high"} <= set(columns))


@pytest.mark.parametrize("name", STATISTICS)
def test_every_row_of_a_played_match_has_entries_behind_it(season: Season, name: str) -> None:
    play_a_match(season)
    figure = season.figure(name)
    assert figure.rows
    for record in figure.records():
        assert entries_behind(season.log, name, row=record)
    read = json.loads(msgspec.json.encode(figure))
    assert [tuple(row) for row in read["rows"]] == figure.rows


def test_no_statistic_names_a_game() -> None:
    words = {word for game in game_ids() for word in (game, game_of(game).title)}
    room = Path(statistics.__file__).parent
    files = [room / "statistics.py", room / "sql" / "stats_macros.sql"]
    files += (room / "sql" / "stats" / statistic.file for statistic in STATISTICS.values())
    for file in files:
        text = file.read_text(encoding="utf-8").lower()
        assert not [word for word in words if word.lower() in text], file.name


def test_statistics_run_on_a_log_that_is_open_for_reading(tmp_path: Path) -> None:
    season = Season()
    play_a_match(season)
    path = tmp_path / "season.db"
    season.log.execute(f"ATTACH '{path}' AS kept; COPY FROM DATABASE memory TO kept; DETACH kept")
    season.log.close()
    with duckdb.connect(str(path), read_only=True) as log:
        for name in STATISTICS:
            assert run(log, name).rows


def test_a_figure_becomes_a_table_of_text() -> None:
    rows: list[tuple[object, ...]] = [("ana", 0.25, None), ("bo", 2.0, [1, 2]), ("cy", 1.3e-5, 0.0)]
    figure = Figure("x", "", ("a", "b", "c"), rows, 2)
    assert figure.cells() == [("ana", "0.25", "-"), ("bo", "2", "1 2"), ("cy", "1.3e-05", "0")]
