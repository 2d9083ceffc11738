"""What all statistics share: intervals, the choice of matches, the entries behind a figure."""

import json
import math
import subprocess
import sys
from collections.abc import Iterator
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

import duckdb
import msgspec
import pytest

from referee.games import registry
from referee.games.registry import game_ids, game_of, stream_ids
from storage import statistics
from storage.statistics import (
    Edition,
    Figure,
    Filters,
    UnknownStatistic,
    all_statistics,
    entries_behind,
    parts,
    prepare,
    run,
    run_by,
    statistic,
)
from tests.storage.statistics.season import Season, attack, play_a_match

STATISTICS = all_statistics()
RECKONED = {"rate", "sd", "difference", "per_thousand", "chance"}
"""The columns that have an interval."""
OF_MANY = {"advantage-calibration", "turning-points", "what-if-ruling"}
"""The statistics that facts of one match are too little for."""
COMMON = [name for name, each in STATISTICS.items() if not each.game]
"""The statistics of all games."""

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


@pytest.mark.parametrize(
    ("wins", "n", "low", "high"),
    [(15, 148, 0.0624, 0.1605), (1, 29, 0.0061, 0.1718), (81, 263, 0.2553, 0.3662)],
)
def test_intervals_are_those_that_newcombe_printed(
    season: Season, wins: int, n: int, low: float, high: float
) -> None:
    """R. G. Newcombe, Statistics in Medicine 17 (1998), 857-872, table I, method 3."""
    found = value(season, f"wilson({wins}, {n})")
    assert found == {"low": pytest.approx(low, abs=6e-5), "high": pytest.approx(high, abs=6e-5)}


def test_a_rate_of_nothing_has_no_interval(season: Season) -> None:
    assert value(season, "wilson(0, 0)") is None


@pytest.mark.parametrize(
    ("dof", "critical"),
    [
        (1, (3.841, 6.635, 10.828)),
        (5, (11.070, 15.086, 20.515)),
        (17, (27.587, 33.409, 40.790)),
        (30, (43.773, 50.892, 59.703)),
        (100, (124.342, 135.807, 149.449)),
    ],
)
def test_the_chance_of_a_chi_square_is_that_of_the_published_table(
    season: Season, dof: int, critical: tuple[float, ...]
) -> None:
    """NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4, upper tail, three places."""
    for x, p in zip(critical, (0.05, 0.01, 0.001), strict=True):
        found = value(season, f"chi_square_p({x}::DOUBLE, {dof})")
        assert found == pytest.approx(p, rel=5e-4), x


@pytest.mark.parametrize(
    ("x", "dof", "p"),
    [
        (0.0157908, 1, 0.89999991840019),
        (0.5, 1, 0.47950012218695337),
        (13.4, 5, 0.01990522033477438),
        (16.9, 17, 0.46116086986552085),
        (85.0, 17, 4.8982668975532377e-11),
        (60.0, 20, 7.121750862815593e-06),
        (99.3, 100, 0.5009666408297744),
        (140.17, 100, 0.0049995821439698905),
        (0, 5, 1),
        (100_000, 5, 0),
    ],
)
def test_the_chance_of_a_chi_square_is_that_of_scipy(
    season: Season, x: float, dof: int, p: float
) -> None:
    """``scipy.stats.chi2.sf(x, dof)`` of SciPy 1.17.1; the macro keeps 12 places."""
    assert value(season, f"chi_square_p({x}::DOUBLE, {dof})") == pytest.approx(p, abs=2e-12)


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
    behind = entries_behind(three_days.log, "endings", Filters(**chosen))  # type: ignore[arg-type]
    assert [match for match, _ in behind] == matches
    assert three_days.figure("endings", **chosen).n == len(matches)


@pytest.fixture
def decks(season: Season) -> Season:
    """Two games of an event and one of none, of three decks, a catalog of which came later."""
    for day, (one, other) in enumerate((("elf", "orc"), ("orc", "elf"), ("elf", "elf"))):
        season.match(f"m{day}", day=4 * day, decks=(one, other))
        season.won(f"m{day}", "ana")
    season.log.execute("UPDATE matches SET catalog = 'cafe01' WHERE match_id = 'm2'")
    season.put("catalogs", "cafe01", "skirmish", "spring", "{}")
    for number in (0, 1):
        season.put("contests", f"m{number}", f"open/1/1/{number + 1}")
    season.put("contests", "m2", "opener/1/1/1")
    return season


@pytest.mark.parametrize(
    ("chosen", "wins"),
    [
        ({}, [("elf", 4, 2), ("orc", 2, 1)]),
        ({"events": ("open",)}, [("elf", 2, 1), ("orc", 2, 1)]),
        ({"events": ("open", "opener")}, [("elf", 4, 2), ("orc", 2, 1)]),
        ({"events": ("none",)}, []),
        ({"deck": "elf"}, [("elf", 4, 2)]),
        ({"deck": "elf", "against": "orc"}, [("elf", 2, 1)]),
        ({"against": "elf"}, [("elf", 2, 1), ("orc", 2, 1)]),
        ({"edition": "spring"}, [("elf", 2, 1)]),
        ({"edition": "cafe"}, [("elf", 2, 1)]),
        ({"edition": "1 cafe"}, [("elf", 2, 1)]),
        ({"edition": "1"}, [("elf", 4, 2), ("orc", 2, 1)]),
        ({"edition": "2"}, []),
    ],
)
def test_seats_are_chosen_by_event_deck_and_edition(
    decks: Season, chosen: dict[str, object], wins: list[tuple[str, int, int]]
) -> None:
    assert decks.rows("wins-by-deck", "deck", "n", "wins", **chosen) == wins
    decks.figure("wins-by-deck", edition="2")
    assert decks.rows("wins-by-deck", "deck", "n", "wins", **chosen) == wins


def test_simulated_matches_are_left_out_beside_others_unless_they_are_asked_for(
    decks: Season,
) -> None:
    decks.log.execute("UPDATE entries SET recorded_by = 'simulator' WHERE match_id = 'm2'")
    figure = decks.figure("wins-by-deck")
    assert figure.n == 2
    assert figure.notes[-1] == "1 simulated match left out; --simulated counts them too."
    assert entries_behind(decks.log, "endings") == [("m0", 9), ("m1", 9)]
    asked = decks.figure("wins-by-deck", simulated=True)
    assert (asked.n, asked.notes) == (3, figure.notes[:-1])
    decks.log.execute("UPDATE entries SET recorded_by = 'simulator'")
    alone = decks.figure("wins-by-deck")
    assert (alone.n, alone.notes) == (3, figure.notes[:-1])


def test_matches_of_a_deck_are_those_in_which_a_seat_has_it(decks: Season) -> None:
    assert decks.figure("endings", deck="orc").n == 2
    assert decks.figure("endings", deck="elf", against="elf").n == 1


@pytest.mark.parametrize(
    ("by", "rows"),
    [
        ("edition", [("1 cafe01", "elf", 2), ("1 catalog", "elf", 2), ("1 catalog", "orc", 2)]),
        ("week", [("2025-04-28", "elf", 1), ("2025-04-28", "orc", 1)]),
        ("deck", [("elf", "elf", 4), ("orc", "orc", 2)]),
    ],
)
def test_a_figure_is_had_apart_and_each_part_is_what_its_filter_gives(
    decks: Season, by: str, rows: list[tuple[str, str, int]]
) -> None:
    figure = run_by(decks.log, "wins-by-deck", by)
    assert figure.keys == (f"by_{by}", "game", "deck")
    records = figure.records()
    assert [(r[f"by_{by}"], r["deck"], r["n"]) for r in records][: len(rows)] == rows
    for value, filters in parts(decks.log, "wins-by-deck", by).items():
        own = [
            {k: v for k, v in r.items() if k != f"by_{by}"}
            for r in records
            if r[f"by_{by}"] == value
        ]
        assert own == run(decks.log, "wins-by-deck", filters).records() != []


@pytest.mark.parametrize(
    ("since", "until", "weeks"),
    [
        (None, None, {"2025-04-28": 1, "2025-05-05": 2}),
        (date(2025, 5, 6), None, {"2025-05-05": 1}),
        (None, datetime(2025, 5, 5, 18, 1), {"2025-04-28": 1, "2025-05-05": 1}),
        (datetime(2025, 5, 1, 19), date(2025, 5, 5), {"2025-05-05": 1}),
    ],
)
def test_weeks_lie_within_the_days_that_are_asked_for(
    decks: Season, since: date | None, until: date | None, weeks: dict[str, int]
) -> None:
    found = parts(decks.log, "endings", "week", Filters(since=since, until=until))
    assert {week: run(decks.log, "endings", part).n for week, part in found.items()} == weeks


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
    with pytest.raises(UnknownStatistic, match="there are: advantage, "):
        run(season.log, "zzz")


def write_statistic(path: Path) -> None:
    """A statistic that counts who passed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        "-- title: Passes\n-- about: How often.\n-- behind: every pass\n-- nothing: nobody passed\n"
        "-- key game: the game\n-- column n: passes\n"
        "WITH evidence AS (\n    SELECT match_id, seq, game\n    FROM entries\n"
        "    JOIN chosen_matches($game, $match, $since, $until, $person) USING (match_id)\n)\n"
        "-- figure\nSELECT game, count(*) AS n FROM evidence GROUP BY game\n",
        encoding="utf-8",
    )


@pytest.fixture
def two_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Two games with statistics of their own, neither of which can be imported."""
    for game in ("checkers", "halma"):
        write_statistic(tmp_path / f"own_{game}" / "statistics" / "passes.sql")
        (tmp_path / f"own_{game}" / "__init__.py").write_text("raise SystemExit", "utf-8")
    write_statistic(tmp_path / "own_halma" / "statistics" / "endings.sql")
    write_statistic(tmp_path / "own_halma" / "statistics" / "leaps.sql")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(statistics, "game_ids", lambda: ["checkers", "halma", "nowhere"])
    monkeypatch.setattr(statistics, "stream_ids", list)
    monkeypatch.setattr(registry, "package_of", lambda game: f"own_{game}")
    for cached in (all_statistics, statistics._macros):
        cached.cache_clear()
    yield
    for cached in (all_statistics, statistics._macros):
        cached.cache_clear()


def test_a_game_brings_statistics_of_its_own_by_lying_there(two_games: None) -> None:
    own = {name: each.game for name, each in all_statistics().items() if each.game}
    assert own == {
        "checkers/passes": "checkers",
        "halma/endings": "halma",
        "leaps": "halma",
        "halma/passes": "halma",
    }
    assert all_statistics()["endings"].game == ""


def test_what_two_games_count_under_one_name_is_asked_for_by_the_game(two_games: None) -> None:
    assert statistic("halma/leaps") is statistic("leaps")
    assert statistic("halma/passes").game == "halma"
    with pytest.raises(UnknownStatistic, match="did you mean checkers/passes or halma/passes"):
        statistic("passes")
    with pytest.raises(UnknownStatistic, match="no statistic 'checkers/leaps'"):
        statistic("checkers/leaps")


def test_a_games_own_statistic_counts_the_matches_of_that_game(
    two_games: None, season: Season
) -> None:
    season.match("a", game="halma")
    season.match("b", game="checkers")
    figure = season.figure("halma/passes")
    assert (figure.name, figure.rows, figure.n) == ("halma/passes", [("halma", 1)], 1)
    assert entries_behind(season.log, "halma/passes") == [("a", 1)]
    assert season.figure("halma/passes", match="b").n == 0


def test_what_there_is_to_count_is_known_without_the_code_of_any_game() -> None:
    code = (
        "import sys\nfrom storage.statistics import all_statistics\nall_statistics()\n"
        "print([m for m in sys.modules if m.startswith('referee.games.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "['referee.games.registry']\n"


# -- every statistic ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", STATISTICS)
def test_every_statistic_has_the_columns_it_documents_and_is_empty_on_an_empty_log(
    season: Season, name: str
) -> None:
    found = STATISTICS[name]
    figure = season.figure(name)
    assert figure.columns == tuple(found.columns)
    assert (figure.rows, figure.n) == ([], 0)
    assert all(found.columns.values()) and found.behind and found.about
    nothing = dict.fromkeys(found.keys, None)
    assert entries_behind(season.log, name, row=nothing) == []


@pytest.mark.parametrize("name", STATISTICS)
def test_every_row_has_its_n_and_every_rate_its_interval(name: str) -> None:
    columns = STATISTICS[name].columns
    assert "n" in columns
    assert bool(RECKONED & set(columns)) == ({"low", "high"} <= set(columns))


NEW = [name for name, each in STATISTICS.items() if each.question]


@pytest.mark.parametrize("name", NEW)
def test_a_statistic_says_what_it_answers_and_what_it_does_not(name: str) -> None:
    found = STATISTICS[name]
    assert found.question.endswith("?") and found.question in found.about
    assert found.pitfall and found.pitfall in found.about and found.pitfall in found.notes


@pytest.mark.parametrize("name", [name for name, each in STATISTICS.items() if each.ranked])
def test_what_is_ranked_has_an_interval_by_whose_lower_end(name: str) -> None:
    assert {"low", "adjusted_low"} & set(STATISTICS[name].columns)


@pytest.mark.parametrize("name", sorted({*COMMON} - OF_MANY))
def test_every_row_of_a_played_match_has_entries_behind_it(season: Season, name: str) -> None:
    play_a_match(season)
    figure = season.figure(name)
    assert figure.rows
    for record in figure.records():
        assert entries_behind(season.log, name, row=record)
    read = json.loads(msgspec.json.encode(figure))
    assert [tuple(row) for row in read["rows"]] == figure.rows


def test_no_common_statistic_names_a_game_and_no_game_another() -> None:
    words = {game: {game, game_of(game).title} for game in game_ids()}
    room = Path(statistics.__file__).parent
    files = (file for kind in ("*.py", "*.sql") for file in room.rglob(kind))
    texts = {str(file): ("", file.read_text("utf-8")) for file in files}
    texts |= {name: (each.game, each.sql) for name, each in STATISTICS.items()}
    for place, (own, text) in texts.items():
        others = {word for game, said in words.items() if game != own for word in said}
        assert not [word for word in others if word.lower() in text.lower()], place


def test_statistics_run_on_a_log_that_is_open_for_reading(tmp_path: Path) -> None:
    season = Season()
    play_a_match(season)
    path = tmp_path / "season.db"
    season.log.execute(f"ATTACH '{path}' AS kept; COPY FROM DATABASE memory TO kept; DETACH kept")
    season.log.close()
    with duckdb.connect(str(path), read_only=True) as log:
        for name in COMMON:
            assert run(log, name).rows or name in OF_MANY


def test_a_figure_says_what_it_was_counted_from() -> None:
    first, last = datetime(2025, 5, 1, 18), datetime(2025, 6, 2, 9)
    chess = Edition("chess", "2", "a" * 64, 3, first, first)
    newer = Edition("chess", "3", "b" * 64, 1, last, last)
    go = Edition("go", "1", "c" * 64, 1200, first, last)
    figure = Figure("x", "", ("n",), [], 1204, (), (chess, newer, go))
    assert figure.over("go") == f"go 1, catalog {'c' * 8}, 1,200 matches, 2025-05-01 to 2025-06-02"
    assert figure.over("chess") == (
        "chess 2, chess 3, 2 catalogs, 4 matches, 2025-05-01 to 2025-06-02"
    )
    assert figure.over().startswith("chess 2, chess 3, go 1, 3 catalogs, 1,204 matches")


def test_a_figure_knows_the_editions_that_the_filters_left() -> None:
    season = Season()
    play_a_match(season)
    (edition,) = run(season.log, "wins-by-seat").editions
    assert (edition.version, edition.matches) == ("1", 1)
    assert run(season.log, "wins-by-seat", Filters(since=date(2030, 1, 1))).editions == ()


def plan(season: Season, name: str, **chosen: object) -> str:
    """How DuckDB goes about a statistic."""
    prepare(season.log)
    taken = Filters(**chosen).taken(season.log, STATISTICS[name])  # type: ignore[arg-type]
    asked = f"EXPLAIN (FORMAT json) {STATISTICS[name].sql}"
    return str(season.log.execute(asked, taken).fetchall())


READING = {"decision-time", "pace-by-seat", "remedy-choice", "rules-learned", "rulings"}
"""The statistics that read what entries say, which takes longer than all else of a season."""


def test_no_statistic_goes_through_all_rows_for_each_row_or_reads_what_it_does_not_need(
    season: Season,
) -> None:
    """Over a million entries that would be seen. Events, which are few, read their openings."""
    asked = {
        name: plan(season, name)
        for name, each in STATISTICS.items()
        if not each.model and each.game not in stream_ids()
    }
    one = {"flip-success"}  # all of its rows to the one row of a list
    assert {name for name, told in asked.items() if "BLOCKWISE_NL_JOIN" in told} == one
    assert {name for name, told in asked.items() if "payload" in told} <= READING
    assert "payload" in plan(season, "trust", person="ana")
