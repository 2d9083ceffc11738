"""Stores and a league that all tests share; who changes one copies it first."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from storage.league import lake
from tests.league.servers import Servers, both
from tests.league.stores import STORES, League, Store, new_league, new_store


class Shared(NamedTuple):
    """What is made once."""

    stores: Mapping[str, Store]
    parcels: Mapping[str, Path]  # what each has sent, by store
    league: League  # that has nothing yet
    full: League  # that has taken all of it


@pytest.fixture(scope="session", autouse=True)
def loaded_quickly() -> Iterator[None]:
    """Within this process the extension is not hashed anew for each league that is opened, which
    takes a quarter of a second; processes of their own do as people's do."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lake, "CONFIG", {**lake.CONFIG, "allow_unsigned_extensions": True})
        yield


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    stores = {}
    for name, slips in STORES.items():
        stores[name] = new_store(tmp_path_factory.mktemp(name), name, slips)
    parcels = {name: store.parcel() for name, store in stores.items()}
    league = new_league(tmp_path_factory.mktemp("league"), *stores.values())
    full = league.copy(tmp_path_factory.mktemp("full"))
    full.take(*parcels.values())
    yield Shared(stores, parcels, league, full)


@pytest.fixture
def league(shared: Shared, tmp_path: Path) -> League:
    """A league that has nothing yet."""
    return shared.league.copy(tmp_path)


@pytest.fixture
def full(shared: Shared, tmp_path: Path) -> League:
    """A league that has taken what the stores have sent."""
    folder = tmp_path / "full"
    folder.mkdir()
    return shared.full.copy(folder)


@pytest.fixture(scope="module")
def servers() -> Iterator[Servers]:
    """A PostgreSQL and an object store, for the tests of a module."""
    with both("league") as found:
        yield found


@pytest.fixture
def north(shared: Shared, tmp_path: Path) -> Store:
    """A store that may go on."""
    return shared.stores["north"].copy(tmp_path)
