"""What is left of a damaged log: a flipped bit is put right, and of worse damage each match is
taken as far as its chain holds."""

import random
import shutil
from pathlib import Path

import pytest

from cli.failure import Status
from storage.exchange.blocks import BLOCK, HEADER, HEADERS, mend
from storage.exchange.salvage import salvage
from storage.log import Log, LogError
from storage.verify import verify
from tests.cli.test_home import Home, home
from tests.corruption import make_log
from tests.logbook import content

__all__ = ["home"]


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_log(tmp_path_factory.mktemp("salvage"), projected=False)


def flipped(path: Path, *bits: int) -> Path:
    """A copy of a log with these bits another way."""
    text = bytearray(path.read_bytes())
    for bit in bits:
        text[bit // 8] ^= 1 << bit % 8
    other = path.with_name("damaged.duckdb")
    other.write_bytes(text)
    return other


def test_one_flipped_bit_of_a_block_is_put_right(season: Path):
    size, chance = season.stat().st_size, random.Random(1)
    starts = range(HEADERS * HEADER, size, BLOCK)
    words = [start + 8 * chance.randrange(BLOCK // 8) for start in starts]
    damaged = flipped(season, *(8 * word + chance.randrange(40) for word in words))
    found = mend(damaged)
    assert found.exact + found.likely + found.doubtful == len(starts)
    before, after = season.read_bytes(), damaged.read_bytes()
    wrong = sum(before[n + 8 : n + BLOCK] != after[n + 8 : n + BLOCK] for n in starts)
    assert wrong <= found.likely + found.doubtful
    assert wrong < len(starts) / 4


def test_a_log_that_could_not_be_opened_is_as_it_was(home: Home, season: Path):
    damaged = flipped(season, 8 * 12 + 1, 8 * (HEADERS * HEADER + 4004) + 3)
    said = home.error("show", "m1", "--log", damaged, status=Status.ENVIRONMENT)
    assert "referee salvage" in said
    new = home.folder / "saved.duckdb"
    assert "EXACT" in home.ok("salvage", damaged, "-o", new)
    with Log.open(new) as made, Log.open(season) as before:
        assert content(made) == content(before)


def empty_end(path: Path) -> int:
    """Where the block ends that holds the least, so that nothing is in its last kilobytes."""
    text = path.read_bytes()
    starts = range(HEADERS * HEADER, len(text), BLOCK)
    held = {start: BLOCK - text[start : start + BLOCK].count(0) for start in starts}
    return BLOCK + min((start for start in starts if held[start]), key=held.__getitem__)


def salvaged(home: Home, damaged: Path) -> str:
    return " ".join(home.ok("salvage", damaged, "-o", home.folder / "saved.duckdb").split())


def test_of_a_file_without_damage_it_is_said_that_there_is_none(home: Home, season: Path):
    said = salvaged(home, flipped(season))
    assert "no damage was found in the file" in said
    assert "can be proved" not in said


def test_a_flipped_bit_that_other_words_would_explain_is_not_called_more_than_a_bit(
    home: Home, season: Path
):
    end = empty_end(season)
    damaged = flipped(season, 8 * (end - 1000) + 20)
    said = salvaged(home, damaged)
    assert "a flipped bit in 1 block put right where it most likely was" in said
    assert "beyond" not in said and "no damage" not in said
    assert "all that can be proved was read and is exact" in said
    mend(damaged)
    assert damaged.read_bytes() == season.read_bytes()


def test_damage_where_nothing_is_kept_is_told_beside_a_log_that_is_exact(home: Home, season: Path):
    end = empty_end(season)
    said = salvaged(home, flipped(season, 8 * (end - 1000) + 3, 8 * (end - 2000) + 5))
    assert "1 block of" in said and "damaged beyond one bit" in said
    assert "nothing is kept there" in said and said.endswith("EXACT")
    assert "put right where" not in said and "no damage" not in said


def test_a_bit_that_is_put_right_for_certain_needs_no_further_word(home: Home, season: Path):
    said = salvaged(home, flipped(season, 8 * 12 + 1))
    assert "1 flipped bit put right" in said
    assert "proved" not in said and "no damage" not in said


def test_of_a_file_that_is_cut_off_all_is_taken_that_can_be_read(season: Path, tmp_path: Path):
    damaged = flipped(season)
    with damaged.open("r+b") as file:
        file.truncate(season.stat().st_size * 2 // 3 + 77)
    found = salvage(damaged, tmp_path / "new.duckdb")
    assert not found.whole and found.mended.short
    assert found.report.matches or found.lost


def test_what_is_missing_is_named_and_comes_from_a_backup(season: Path, tmp_path: Path):
    backup = shutil.copy(season, tmp_path / "backup.duckdb")
    damaged = shutil.copy(season, tmp_path / "damaged.duckdb")
    with Log.open(Path(damaged), write=True) as log:
        log.rows("UPDATE entries SET payload = 'gone' WHERE match_id = 'm2' AND seq >= 30")
        ((last,),) = log.rows("SELECT max(seq) FROM entries WHERE match_id = 'm2'")
        log.rows("CHECKPOINT")
    with Path(damaged).open("r+b") as file:
        file.truncate(Path(damaged).stat().st_size - 1)
    found = salvage(Path(damaged), tmp_path / "new.duckdb")
    (lost,) = found.lost
    assert lost.match == "m2" and lost.first == 30 and lost.last <= last
    again = salvage(Path(damaged), tmp_path / "again.duckdb", [Path(backup)])
    assert again.lost == []
    with Log.open(tmp_path / "again.duckdb") as log:
        assert log.load("m2").last == last
        assert verify(log).exact


def test_where_nothing_can_be_read_it_is_said(season: Path, tmp_path: Path):
    damaged = tmp_path / "damaged.duckdb"
    damaged.write_bytes(season.read_bytes()[: HEADERS * HEADER] + bytes(BLOCK))
    with pytest.raises(LogError, match="nothing of the damaged log can be read"):
        salvage(damaged, tmp_path / "new.duckdb")
    assert not (tmp_path / "new.duckdb").exists()


def test_what_is_salvaged_takes_the_place_of_nothing(season: Path, tmp_path: Path):
    with pytest.raises(LogError, match="is there already"):
        salvage(season, season)
    with pytest.raises(LogError, match="no such log"):
        salvage(tmp_path / "nosuch.duckdb", tmp_path / "new.duckdb")
