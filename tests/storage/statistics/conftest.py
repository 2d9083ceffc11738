"""One empty log for all tests of the statistics; what a test puts in is rolled back after it."""

from collections.abc import Iterator

import pytest

from tests.storage.statistics.season import Season


@pytest.fixture(scope="session")
def empty() -> Iterator[Season]:
    season = Season()
    yield season
    season.log.close()


@pytest.fixture
def season(empty: Season) -> Iterator[Season]:
    empty.places.clear()
    empty.log.execute("BEGIN")
    yield empty
    empty.log.execute("ROLLBACK")
