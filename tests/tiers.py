"""Two tiers of tests: the first answers in two minutes, all of them prove what is promised.

``python -m pytest`` runs the first tier, ``python -m pytest --all`` all; whatever is named (a
file, a test, ``-k``) is run whole. The first tier leaves out what ``tests/later.txt`` lists: tests
chosen by measurement (``python -m tests.trials tiers``), that cost much for what they alone reach.
A new test belongs to the first tier until then. Property tests try fewer examples there.
"""

from collections.abc import Iterable
from pathlib import Path

import pytest

LIST = Path(__file__).parent / "later.txt"
LATER = frozenset(
    line for line in LIST.read_text(encoding="utf-8").splitlines() if not line.startswith("#")
)
"""What the first tier leaves out: folders, modules, tests, or single cases of tests."""

_few = False


def choose(config: pytest.Config) -> None:
    """Decide what the run is of, and how many examples there are; before tests are imported."""
    global _few
    option, given = config.option, config.getoption
    if option.tier is None:  # the processes of a run are told
        nothing_named = config.args_source is pytest.Config.ArgsSource.TESTPATHS
        chosen = any(given(name, None) for name in ("keyword", "markexpr", "lf", "failedfirst"))
        option.tier = (
            "all" if given("all") else "first" if nothing_named and not chosen else "named"
        )
        if (
            nothing_named
            and not chosen
            and given("numprocesses", 0) is None
            and not given("usepdb")
        ):
            # side by side; each process goes on where it is, so that what a module shares is
            # made once
            option.numprocesses, option.dist = "auto", "worksteal"
    _few = option.tier == "first"


def examples(count: int) -> int:
    """How many examples a property is tried on: so many, or a fifth of them in the first tier."""
    return max(5, count // 5) if _few else count


def is_later(test: str) -> bool:
    """Whether the first tier leaves this test out."""
    return any(place in LATER for place in places(test))


def places(test: str) -> list[str]:
    """What a test may be listed under: itself, all its cases, its module, its folders."""
    path, _, name = test.partition("::")
    folders = [str(each) for each in Path(path).parents][:-1]
    return [test, f"{path}::{name.partition('[')[0]}", path, *folders]


def idle(tests: Iterable[str]) -> set[str]:
    """What the list names and no test of these has."""
    return LATER - {place for test in tests for place in places(test)}
