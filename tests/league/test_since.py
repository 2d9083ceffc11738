"""Since which heads a parcel says what is new, by whatever gives heads."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.league.conftest import Shared
from tests.league.stores import MATCHES, PLAYED, League, Store

ONE, TWO = (f"{PLAYED}-3-{number}" for number in (1, 2))


def sent(store: Store, since: object) -> list[str]:
    """The matches that go into a parcel since then."""
    own = ("--publisher", store.name, "--key", store.key, "-o", store.folder / "more")
    told = store.json("league", "parcel", *own, "--since", since)
    if not told["parcel"]:
        return []
    listed = json.loads((Path(told["folder"]) / "parcel.json").read_text())
    return sorted(listed["heads"])


def head_in_json(store: Store, league: League) -> str:
    return json.dumps(store.json("head", ONE))


def head_as_printed(store: Store, league: League) -> str:
    return store.ok("head", ONE) + store.ok("head", TWO)


def status(store: Store, league: League) -> str:
    return json.dumps(league.said("status", "--key", store.key))


def receipt(store: Store, league: League) -> str:
    return json.dumps(league.said("show", f"north:{ONE}"))


def bare(store: Store, league: League) -> str:
    return "\n".join(f"{match} {store.json('head', match)['head']}" for match in (ONE, TWO))


def words(store: Store, league: League) -> str:
    return f"north:{ONE} {store.json('head', ONE)['phrase']}\n"


@pytest.mark.parametrize(
    ("gives", "known"),
    [
        (head_in_json, [ONE]),
        (head_as_printed, [ONE, TWO]),
        (status, [ONE, TWO]),
        (receipt, [ONE]),
        (bare, [ONE, TWO]),
        (words, [ONE]),
    ],
)
def test_what_went_on_since_heads_is_sent(
    gives: Callable[[Store, League], str],
    known: list[str],
    full: League,
    north: Store,
    tmp_path: Path,
) -> None:
    file = tmp_path / "heads"
    file.write_text(gives(north, full))
    assert sent(north, file) == sorted({ONE, TWO} - {*known})
    north.add_note(ONE)
    assert sent(north, file) == sorted({ONE, TWO} - ({*known} - {ONE}))


def test_a_head_may_be_said_as_it_is(north: Store) -> None:
    assert sent(north, f"{ONE} {north.json('head', ONE)['head']}") == [TWO]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nothing", "expected a parcel, or heads"),
        ("[1, 2]", "expected a parcel, or heads"),
        (f"{ONE} 12:ab\n", "expected a head such as"),
        (f"south:{ONE} {'a' * 64}\n", f"south:{ONE} is of south, not of north"),
    ],
)
def test_what_gives_no_heads_is_told(text: str, said: str, north: Store, tmp_path: Path) -> None:
    file = tmp_path / "heads"
    file.write_text(text)
    own = ("--publisher", "north", "--key", north.key, "-o", north.folder / "more")
    assert said in north.error("league", "parcel", *own, "--since", file)


def test_a_parcel_may_be_made_of_a_backup(north: Store, shared: Shared) -> None:
    backup = north.folder / "backup.duckdb"
    north.ok("backup", backup)
    north.add_note(ONE)
    assert north.parcel("--log", backup).name == shared.parcels["north"].name


def test_the_heads_that_count_are_told_to_a_store(full: League, north: Store) -> None:
    told: dict[str, Any] = full.said("status", "--key", north.key)
    assert told["heads"] == {each: north.json("head", each)["head"] for each in (ONE, TWO)}
    assert len(told["heads"]) == MATCHES
