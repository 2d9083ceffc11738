"""JSON lines are read many at a time, whatever games they are of."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from referee.games.registry import game_ids
from storage.exchange.json_lines import LineReader
from storage.exchange.transfer import ImportFault, import_jsonl
from storage.log import Log
from storage.verify import verify
from tests.bench.matches import edition, simulated
from tests.logbook import empty_log

GAMES = ("wondervale", "legacy_of_conflict")


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    """An empty log with the catalogs of the games."""
    with Log.open(empty_log(tmp_path / "log.duckdb"), write=True) as opened:
        for game in GAMES:
            opened.add_catalog(edition(game)[1])
        yield opened


@cache
def mixed() -> tuple[bytes, ...]:
    """A match of each game, entry by entry in turn."""
    matches = [
        [
            line.replace(b'"m000000"', f'"{game}"'.encode())
            for line in simulated(game, 1)[2][0].payloads
        ]
        for game in GAMES
    ]
    most = max(map(len, matches))
    return tuple(own[at] + b"\n" for at in range(most) for own in matches if at < len(own))


@pytest.mark.parametrize("referee", [True, False])
def test_no_line_of_a_file_of_several_games_is_read_by_itself(
    log: Log, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, referee: bool
) -> None:
    def refuse(_: LineReader, text: bytes, number: int) -> None:
        raise AssertionError(f"line {number} was read by itself")

    monkeypatch.setattr(LineReader, "_take_one", refuse)
    file = tmp_path / "mixed.jsonl"
    file.write_bytes(b"".join(mixed()))
    done = import_jsonl(log, file, referee=referee)
    assert (done.matches, done.entries) == (len(GAMES), len(mixed()))
    assert verify(log).exact


def test_only_the_lines_that_are_laid_out_otherwise_are_read_by_themselves(
    log: Log, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone: list[int] = []
    take_one = LineReader._take_one

    def noted(reader: LineReader, text: bytes, number: int) -> None:
        alone.append(number)
        take_one(reader, text, number)

    monkeypatch.setattr(LineReader, "_take_one", noted)
    lines = list(mixed())
    for at in (1, 6, 7):
        lines[at] = lines[at].replace(b'":', b'" : ')
    lines[-1] = lines[-1].rstrip()
    file = tmp_path / "mixed.jsonl"
    file.write_bytes(b"".join(lines))
    import_jsonl(log, file)
    assert alone == [2, 7, 8, len(lines)]
    assert verify(log).exact


def test_two_objects_on_a_line_are_a_fault_of_that_line(log: Log, tmp_path: Path) -> None:
    """With an empty line behind them there are as many objects as lines."""
    first, second, *rest = mixed()
    file = tmp_path / "two.jsonl"
    file.write_bytes(b"".join([first.rstrip() + second, b"\n", *rest]))
    with pytest.raises(ImportFault, match=r"^two\.jsonl:1:"):
        import_jsonl(log, file)
    assert log.matches() == []


def test_the_games_tried_are_those_that_are_shipped() -> None:
    assert set(GAMES) <= set(game_ids())
