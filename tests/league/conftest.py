"""Stores and a league that all tests share; who changes one copies it first."""

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from storage.league import lake
from storage.league.lake import KEY_FILE, Lake, place_at
from tests.league.servers import Servers, both
from tests.league.stores import PLAYED, STORES, Content, League, Store, new_league, new_store


class Shared(NamedTuple):
    """What is made once."""

    stores: Mapping[str, Store]
    parcels: Mapping[str, Path]  # what each has sent, by store
    league: League  # that has nothing yet
    full: League  # that has taken all of it
    content: Content  # what that holds


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
    yield Shared(stores, parcels, league, full, full.content())


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


@pytest.fixture(scope="session")
def servers() -> Iterator[Servers]:
    """A PostgreSQL and an object store, to which the environment leads from here on."""
    with both("league") as found:
        yield found


@pytest.fixture(scope="session")
def empty_served(
    servers: Servers, shared: Shared, tmp_path_factory: pytest.TempPathFactory
) -> League:
    """A league on servers that has nothing yet, with the key of the others."""
    folder = tmp_path_factory.mktemp("served")
    made = servers.new_league(folder, "like_empty", *shared.stores.values())
    shutil.copyfile(shared.league.place / KEY_FILE, made.place / KEY_FILE)
    return made


@pytest.fixture(scope="session")
def full_served(
    servers: Servers,
    empty_served: League,
    shared: Shared,
    tmp_path_factory: pytest.TempPathFactory,
) -> League:
    """The same that has taken what the stores have sent, all of which is in files."""
    made = servers.copy(empty_served, tmp_path_factory.mktemp("served"), "like_full")
    made.take(*shared.parcels.values())
    with Lake(place_at(made.place), write=True) as lake:
        lake.rows("CALL ducklake_flush_inlined_data('lake')")
    return made


@pytest.fixture(scope="session")
def forked_once(
    shared: Shared, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, tuple[Store, Path]]:
    """Two stores, of which each has gone on with one match in its own way, with what it sent."""
    found = {}
    for name in ("mine", "other"):
        store = shared.stores["north"].copy(tmp_path_factory.mktemp(name))
        store.add_note(f"{PLAYED}-3-1", name)
        found[name] = store, store.parcel(f"{PLAYED}-3-1")
    return found


@pytest.fixture
def sides(forked_once: dict[str, tuple[Store, Path]], tmp_path: Path) -> tuple[Path, Path, Store]:
    """Two parcels of one match that went on in two ways, and the store that sent the second."""
    (_, mine), (store, other) = forked_once.values()
    folder = tmp_path / "sides"
    folder.mkdir()
    return mine, other, store.copy(folder)


@pytest.fixture
def north(shared: Shared, tmp_path: Path) -> Store:
    """A store that may go on."""
    return shared.stores["north"].copy(tmp_path)
