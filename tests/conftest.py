"""What the run proves of the rulebook: gathered here, judged by tests that come last."""

import re
from collections.abc import Generator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

_HERE = Path(__file__).parent
_JUDGES = _HERE / "test_rulebook_coverage.py"
_PROOFS = (
    *sorted((_HERE / "wondervale").glob("test_*.py")),
    _HERE / "test_house_rules.py",
    _HERE / "test_rulings.py",
)
_NAMED = re.compile(r"test_(wv|ref)_(?:(\d+)_(\d+)|i_(\d+))_")


@dataclass
class Proofs:
    """What the tests of this run have proven.

    Args:
        complete: whether all tests of the rules belong to the run; only then it is judged.
        marked: the rules of the ``rule`` markers of tests that passed.
        named: the rules and interpretations after which tests that passed are named.
    """

    complete: bool = True
    marked: set[str] = field(default_factory=set)
    named: set[str] = field(default_factory=set)


_KEY = pytest.StashKey[Proofs]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_KEY] = Proofs(complete=not hasattr(config, "workerinput"))
    config.addinivalue_line(
        "markers", "rule(*ids): the test proves these rules by the state, where no fact cites them"
    )


def pytest_deselected(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path in _PROOFS:
            item.config.stash[_KEY].complete = False


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    proofs = config.stash[_KEY]
    collected = {item.path for item in items}
    if any("::" in arg for arg in config.args) or not collected.issuperset(_PROOFS):
        proofs.complete = False
    items.sort(key=lambda item: item.path == _JUDGES)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "call" and report.passed:
        proofs = item.config.stash[_KEY]
        for mark in item.iter_markers("rule"):
            proofs.marked.update(mark.args)
        if found := _NAMED.match(item.name):
            book, section, number, reading = found.groups()
            proofs.named.add(
                f"{book.upper()}-I {reading}" if reading else f"{book.upper()}-{section}.{number}"
            )
    return report


@pytest.fixture
def proofs(request: pytest.FixtureRequest) -> Proofs:
    """What the run has proven; skips the test where not all of it was selected."""
    found = request.config.stash[_KEY]
    if not found.complete:
        pytest.skip("only a run with all tests of the rules is judged")
    return found
