"""One empty log for all tests of the statistics; what a test puts in is rolled back after it."""

from collections.abc import Iterator

import pytest

from tests.storage.statistics.played import Played, playing
from tests.storage.statistics.season import Season


@pytest.fixture(scope="session")
def empty() -> Iterator[Season]:
    season = Season()
    yield season
    season.log.close()


@pytest.fixture
def season(empty: Season) -> Iterator[Season]:
    empty.begin()
    yield empty
    empty.undo()


@pytest.fixture(scope="module")
def played(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Played]:
    """A log of random matches of the game that a module names ``GAME``."""
    game = request.module.GAME
    with playing(game, tmp_path_factory.mktemp("played") / "season.duckdb") as found:
        yield found
