"""The benchmark measures what it says, and keeps figures that can be compared."""

import json
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from referee.games.registry import game_ids
from referee.replay.replay import Replay
from referee.verdict import applied
from storage.log import Log
from storage.projection import refresh
from storage.verify import verify
from tests.bench import measure, page, replaying, waiting
from tests.bench.archive import enlarge
from tests.bench.matches import begun, edition, long_matches, simulated
from tests.bench.measure import Figure, Timing
from tests.logbook import new_log

ROOT = Path(__file__).parents[1]


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch) -> list[Figure]:
    """The figures that are kept meanwhile."""
    found: list[Figure] = []
    monkeypatch.setattr(measure, "FIGURES", found)
    return found


def test_an_archive_of_copies_is_exact(tmp_path: Path) -> None:
    path = new_log(tmp_path / "log.duckdb")
    with Log.open(path, write=True) as log:
        refresh(log)
    enlarge(path, 3)
    with Log.open(path) as log:
        report = verify(log)
        assert (report.matches, report.exact) == (9, True), report.differences


def test_the_peers_are_made_once_for_all_games() -> None:
    assert replaying._peers() is replaying._peers()


@pytest.mark.parametrize("game_id", game_ids())
def test_a_match_of_every_game_begins_as_its_rules_have_it(game_id: str) -> None:
    game, catalog, decks = edition(game_id)
    for number in range(2):
        assert applied(Replay(game, catalog).add(begun(game, catalog, decks, number)).verdict)


@pytest.mark.parametrize("game", ["legacy_of_conflict", "wondervale"])
def test_the_matches_that_are_measured_hold_slips_and_rulings(game: str) -> None:
    """Of a game with lines of its own for long matches, and of one without."""
    plain, disputed = (
        b"".join(simulated(game, 1, slips=rate, rulings=rate)[2][0].payloads) for rate in (0, 0.2)
    )
    assert b'"type":"penalty"' in disputed and b'"type":"penalty"' not in plain
    longest = max(map(len, long_matches(game).values()))
    assert longest > 2 * max(len(match.events) for match in simulated(game, 1)[2])


def test_what_a_game_makes_people_wait_stands_on_the_page_beside_the_state_before(
    figures: list[Figure], capsys: pytest.CaptureFixture[str]
) -> None:
    waiting.run("wondervale", 1)
    capsys.readouterr()
    measured = {(each.of, each.label) for each in figures}
    assert measured == {
        ("waiting, wondervale", label) for _, part, label in page.WAITED if part == "waiting"
    }
    before = [Figure(each.of, each.label, 1234.0, 1.0, each.unit) for each in figures]
    figures.append(Figure("replay, wondervale", "replay", 56789.0, 1.0, "entries/s"))
    figures.append(Figure("replay, wondervale", "eventsourcing", 43210.0, 1.0, "entries/s"))
    figures.append(Figure("hall, wondervale", "a commit", 0.25, 0.1, "ms"))
    told = page.page(figures, before)
    rows = [line for line in told.splitlines() if line.startswith("| ")]
    assert rows[0] == "|  | wondervale |"
    assert "| replay | 56,789 entries/s |" in rows
    (random_play,) = (line for line in rows if line.startswith("| random play |"))
    assert random_play.endswith("entries/s (1,234) |")
    assert "eventsourcing 43,210 entries/s" in told and "Fireplace" in told
    assert "| hall, wondervale: a commit | 0.25 ms |" in rows
    assert page.machine() in told and f"Python {platform.python_version()}" in page.machine()
    assert "(1,234)" not in page.page(figures)
    alone = page.page([Figure("league", "tidy", 5.0, 5.0, "ms")])
    assert "| league: tidy | 5.0 ms |" in alone and "Fireplace" not in alone


def test_figures_are_kept_with_the_ratio_to_each_peer(
    figures: list[Figure], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    measure.about("replay, a game")
    measure.rate("replay", 1000, Timing([0.5, 0.25, 1.0]), peers={"another": 500.0})
    measure.duration("one match", Timing([0.002]))
    capsys.readouterr()
    measure.table(figures)
    told = capsys.readouterr().out
    assert "to another" in told and "2,000  entries/s        4.00" in told
    before, after = tmp_path / "before.json", tmp_path / "after.json"
    measure.write(before, figures)
    measure.write(after, [figures[0], Figure("replay, a game", "new", 1.0, 1.0, "ms")])
    assert json.loads(before.read_bytes())[0]["ratios"] == {"another": 4.0}
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench", "--compare", before, after],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "replay, a game: replay   2,000  2,000  entries/s            1.00" in done.stdout
    assert f"only in {before}: replay, a game: one match" in done.stdout
    assert f"only in {after}: replay, a game: new" in done.stdout
