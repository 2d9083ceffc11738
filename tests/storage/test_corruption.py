"""Whatever is changed in a log, verification finds it and says where it is."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from storage.log import Log
from storage.verify import verify
from tests.corruption import BY_RIGHT, GONE, KEPT, Change, changes, columns, found, make_log

SOME = 6
"""How many of the changes to projected tables are tried; the long trial tries them all."""


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Log]:
    path = make_log(tmp_path_factory.mktemp("corruption"))
    with Log.open(path, write=True) as opened:
        yield opened


@pytest.fixture(scope="module")
def made(log: Log) -> list[Change]:
    return [*changes(log, random.Random(1))]


def test_the_trial_touches_every_column_of_every_stored_table(log: Log, made: list[Change]) -> None:
    assert verify(log).exact
    touched = {(change.table, change.column) for change in made}
    filled = {name for name in columns(log) if log.rows(f'SELECT 1 FROM "{name}" LIMIT 1')}
    every = {(table, column) for table in filled for column in columns(log)[table]}
    assert every - touched == BY_RIGHT.keys()
    assert {*KEPT, "verdicts", "seats", "deck_cards", "card_traits", "projected"} <= filled
    assert len([table for table in filled if table.startswith("fact_")]) > 12
    moved = {table for table, column in touched if not column}
    assert filled - moved == {*GONE}


def test_a_change_to_any_column_of_what_is_kept_is_found_and_named(tmp_path: Path) -> None:
    """By the record itself, which nothing else vouches for."""
    with Log.open(make_log(tmp_path, projected=False), write=True) as log:
        kept = [change for change in changes(log, random.Random(1)) if change.table in KEPT]
        assert {change.table for change in kept} == {*KEPT}
        for change in kept:
            assert found(log, change)


def test_a_change_to_what_is_kept_is_found_and_named_where_it_is_projected(
    log: Log, made: list[Change]
) -> None:
    one_of_each = {change.table: change for change in made if change.table in KEPT}
    marks = [change for change in made if change.table == "meta"]
    for change in dict.fromkeys([*one_of_each.values(), *marks]):
        assert found(log, change)


def test_a_change_to_what_is_projected_is_found_and_named(log: Log, made: list[Change]) -> None:
    others = [change for change in made if change.table not in KEPT]
    for change in random.Random(2).sample(others, SOME):
        assert change.table in found(log, change)
