"""Two tiers of tests: the first answers in two minutes, all of them prove what is promised.

``python -m pytest`` runs the first tier, ``python -m pytest --all`` all; whatever is named (a
file, a test, ``-k``) is run whole. The first tier leaves out what ``tests/later.txt`` lists: tests
chosen by measurement (``python -m tests.trials tiers``), that cost much for what they alone reach.
A new test belongs to the first tier until then. Property tests try fewer examples there.
"""

import os
from collections import defaultdict
from collections.abc import Collection, Iterable, Set
from heapq import heapify, heappop, heappush
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.mutants.reach import Reached

LIST = Path(__file__).parent / "later.txt"
LATER = frozenset(
    line for line in LIST.read_text(encoding="utf-8").splitlines() if not line.startswith("#")
)
"""What the first tier leaves out: folders, modules, tests, or single cases of tests."""

SPECIFIED = "tests/referee/test_specification.py"
"""What holds the rulebooks against their specifications, which not every checkout has beside it."""

_AGAIN = (1.0, 0.7, 0.5, 0.35, 0.25, 0.18, 0.12, 0.08)
"""What a line counts for with the first test that reaches it, with the second, and so on."""

_few = False


def choose(config: pytest.Config) -> None:
    """Decide what the run is of, and how many examples there are; before tests are imported."""
    global _few
    option, given = config.option, config.getoption
    nothing_named = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    chosen = any(given(name, None) for name in ("keyword", "markexpr", "lf", "failedfirst"))
    whole = nothing_named and not chosen
    option.tier = "named" if not whole else "all" if given("all") else "first"
    unsaid = given("numprocesses", 0) is None and not given("usepdb")
    if whole and unsaid and "PYTEST_XDIST_WORKER" not in os.environ:
        # side by side; each process goes on where it is, so that what a module shares is made once
        asked = getattr(os, "sched_getaffinity", None)  # not every system tells it
        cores = len(asked(0)) if asked else os.cpu_count() or 1
        # many of the later tests wait for a browser or a server
        option.numprocesses = cores if option.tier == "first" else cores + 1
        option.dist = "worksteal"
    _few = option.tier == "first"


def examples(count: int) -> int:
    """How many examples a property is tried on: so many, or a fifth of them in the first tier."""
    return max(5, count // 5) if _few else count


def is_later(test: str) -> bool:
    """Whether the first tier leaves this test out."""
    return any(place in LATER for place in places(test))


def waits(test: str) -> bool:
    """Whether a test waits for others most of the time: a browser, a server, tests that it runs.

    These come first: one process has them, while the others work, and nobody is idle at the end.
    """
    return test.startswith(("tests/venue/", "tests/packaging/", "tests/test_"))


def places(test: str) -> list[str]:
    """What a test may be listed under: itself, all its cases, its module, its folders."""
    path, _, name = test.partition("::")
    folders = [str(each) for each in Path(path).parents][:-2]  # not "tests", nor "."
    return [test, f"{path}::{name.partition('[')[0]}", path, *folders]


def chosen(reached: "Reached", seconds: float, never: Iterable[str]) -> set[str]:
    """The tests of a first tier that take no more than so many seconds of processor time.

    Those that reach most for their time come first. A line counts less with each test that reaches
    it (:data:`_AGAIN`): one alone seldom notices all that may be wrong there. What is in ``never``
    belongs to none.
    """
    left_out = frozenset(never)
    of_test: dict[str, dict[str, int]] = defaultdict(dict)
    for path, masks in reached.lines.items():
        for test, mask in masks.items():
            of_test[test][path] = mask
    lines: dict[str, list[int]] = defaultdict(lambda: [0] * len(_AGAIN))
    proven: set[str] = set()

    def worth(test: str) -> float:
        # a rule counts for many lines: none may be missing
        new = 1000.0 * len(reached.proves.get(test, set()) - proven)
        for path, mask in of_test[test].items():
            for often, counts in zip(lines[path], _AGAIN, strict=True):
                new += (mask & ~often).bit_count() * counts
        return new / (reached.seconds[test] + 0.001)

    tests = [
        t for t in reached.seconds if t not in reached.failed and left_out.isdisjoint(places(t))
    ]
    first: set[str] = set()
    spent = 0.0
    queue = [(-worth(test), test) for test in tests]
    heapify(queue)
    while queue:
        _, test = heappop(queue)
        if spent + reached.seconds[test] > seconds:
            continue
        now = worth(test)
        if queue and -now > queue[0][0]:
            heappush(queue, (-now, test))
            continue
        first.add(test)
        spent += reached.seconds[test]
        proven |= reached.proves.get(test, set())
        for path, mask in of_test[test].items():
            for at, often in enumerate(lines[path]):
                # what was reached so often already is reached once more
                lines[path][at], mask = often | mask, often & mask
    return first


def listed(tests: Collection[str], first: Collection[str]) -> list[str]:
    """What a list names that leaves out all but the first tier's: the widest places that are left
    out whole."""
    kept = {place for test in first for place in places(test)}
    found = set()
    for test in set(tests) - set(first):
        out, *_ = reversed([place for place in places(test) if place not in kept])
        found.add(out)
    return sorted(found)


def idle(tests: Iterable[str]) -> Set[str]:
    """What the list names and no test of these has."""
    return LATER - {place for test in tests for place in places(test)}
