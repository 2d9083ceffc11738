"""What the run proves of the rulebook: gathered here, judged by tests that come last."""

import re
from collections.abc import Generator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from referee.games.registry import game_ids

HERE = Path(__file__).parent
HOUSE = "house"
"""The book of the rules that all games share."""

_JUDGES = HERE / "referee" / "test_rulebook_coverage.py"
_SHARED = frozenset(HERE / "referee" / name for name in ("test_house_rules.py", "test_rulings.py"))
PROOFS = {HOUSE: _SHARED} | {
    game: _SHARED | set((HERE / "games" / game).glob("test_*.py"))
    for game in game_ids()
    if (HERE / "games" / game).is_dir()
}
"""The tests of each book of rules: the house's, and those of the games that have a folder."""

_NAMED = re.compile(r"test_([a-z]{2,3})_(?:(\d+)_(\d+)|i_(\d+))_")


@dataclass
class Proofs:
    """What the tests of this run have proven.

    Args:
        partial: the books of which not all tests belong to the run; they are not judged.
        marked: the rules of the ``rule`` markers of tests that passed.
        named: the rules and interpretations after which tests that passed are named.
    """

    partial: set[str] = field(default_factory=set)
    marked: set[str] = field(default_factory=set)
    named: set[str] = field(default_factory=set)


KEY = pytest.StashKey[Proofs]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[KEY] = Proofs(set(PROOFS) if hasattr(config, "workerinput") else set())
    config.addinivalue_line(
        "markers", "rule(*ids): the test proves these rules by the state, where no fact cites them"
    )


def pytest_deselected(items: list[pytest.Item]) -> None:
    for item in items:
        books = (book for book, tests in PROOFS.items() if item.path in tests)
        item.config.stash[KEY].partial.update(books)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    proofs = config.stash[KEY]
    collected = {item.path for item in items}
    some = any("::" in arg for arg in config.args)
    proofs.partial.update(book for book, tests in PROOFS.items() if some or not tests <= collected)
    items.sort(key=lambda item: item.path == _JUDGES)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "call" and report.passed:
        proofs = item.config.stash[KEY]
        for mark in item.iter_markers("rule"):
            proofs.marked.update(mark.args)
        if found := _NAMED.match(item.name):
            book, section, number, reading = found.groups()
            proofs.named.add(
                f"{book.upper()}-I {reading}" if reading else f"{book.upper()}-{section}.{number}"
            )
    return report


@pytest.fixture
def proofs(request: pytest.FixtureRequest, book: str) -> Proofs:
    """What the run has proven; skips the test where not all tests of its book were selected."""
    found = request.config.stash[KEY]
    if book in found.partial:
        pytest.skip(f"only a run with all tests of the rules is judged: {book}")
    return found
