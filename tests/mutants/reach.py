"""Which lines of the rooms each test reaches, and how long it takes.

Coverage of lines, gathered under the id of each test (the library coverage); kept in a file, share
by share, so that it is made once for many mutants, and goes on where it broke off. Python tells
lines itself from 3.12 on, which takes a fraction of the time, and branches from 3.14 on; an older
one is traced, for both.
"""

import os
import pickle
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import coverage
import pytest

from tests.mutants.changes import ROOMS, ROOT

if TYPE_CHECKING:
    from tests.proofs import Proofs

MONITORED = sys.version_info >= (3, 12)
"""Whether Python tells which lines are reached, or is traced."""
BRANCHES = not MONITORED or sys.version_info >= (3, 14)
"""Whether it is noted from which line to which one tests go."""


@dataclass
class Reached:
    """What tests reach.

    Args:
        seconds: for each test, by its id, the processor time that it takes with its fixtures.
        lines: for each module, by its path from the root, the lines that each test reaches, as
            the bits of a number.
        branches: for each module, from which line to which one all of them went, where that is
            noted.
        failed: the tests that fail as it is: they say nothing of a mutant.
        proves: for each test, the rules and commands that it proves of those in tests/proofs.py.
    """

    seconds: dict[str, float] = field(default_factory=dict)
    lines: dict[str, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))
    branches: dict[str, set[tuple[int, int]]] = field(default_factory=lambda: defaultdict(set))
    failed: set[str] = field(default_factory=set)
    proves: dict[str, set[str]] = field(default_factory=dict)

    def tests(self, path: str, line: int, rules: Set[str] = frozenset()) -> list[str]:
        """The tests that reach a line: first those in which one of these rules refuses something,
        then those that come no further, then the others; each time the quickest first."""
        masks = {t: mask for t, mask in self.lines.get(path, {}).items() if mask >> line & 1}
        behind = 0
        for mask in masks.values():
            behind |= mask >> (line + 1)
        following = (behind & -behind) << (line + 1)
        refused = {f"refused {rule}" for rule in rules}

        def order(test: str) -> tuple[bool, bool, float]:
            unproven = refused.isdisjoint(self.proves.get(test, ()))
            return unproven, bool(masks[test] & following), self.seconds[test]

        return sorted(masks, key=order)

    def add(self, other: "Reached") -> None:
        """Take in what another process has found."""
        self.seconds |= other.seconds
        self.failed |= other.failed
        self.proves |= other.proves
        for path, masks in other.lines.items():
            self.lines[path] |= masks
        for path, ways in other.branches.items():
            self.branches[path] |= ways

    def count(self) -> tuple[int, int]:
        """How many lines are reached, and how many of the ways from lines that part in several."""
        lines = branches = 0
        for masks in self.lines.values():
            every = 0
            for mask in masks.values():
                every |= mask
            lines += every.bit_count()
        for ways in self.branches.values():
            parting = Counter(start for start, _ in ways)
            branches += sum(found for found in parting.values() if found > 1)
        return lines, branches

    def append(self, path: Path) -> None:
        """Keep it in a file, after what is there."""
        path.parent.mkdir(parents=True, exist_ok=True)
        kept = self.seconds, dict(self.lines), dict(self.branches), self.failed, self.proves
        with path.open("ab") as file:
            pickle.dump(kept, file)

    @classmethod
    def load(cls, path: Path) -> "Reached":
        """All that was kept in a file of one's own, or nothing where there is none.

        Raises:
            ValueError: the file holds something else.
        """
        found = cls()
        if path.exists():
            with path.open("rb") as file:
                while file.peek(1):
                    try:
                        seconds, lines, branches, failed, proves = pickle.load(file)
                    except (pickle.UnpicklingError, EOFError, ValueError, TypeError) as error:
                        raise ValueError(f"{path}: not what `mutants --reached` keeps") from error
                    found.add(cls(seconds, lines, branches, failed, proves))
        return found


class _Failed:
    """A plugin that notes which tests fail."""

    def __init__(self) -> None:
        self.tests: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.tests.add(report.nodeid)


def reach(items: Sequence[pytest.Item], rooms: Sequence[str] = ROOMS) -> Reached:
    """Run these tests, one after another, and note what each reaches of the rooms."""
    failed = _Failed()
    items[0].config.pluginmanager.register(failed)
    found = Reached(failed=failed.tests)
    with TemporaryDirectory() as folder:
        covered = coverage.Coverage(
            data_file=f"{folder}/covered",
            config_file=False,
            branch=BRANCHES,
            include=[f"{ROOT / room}{'' if room.endswith('.py') else '/*'}" for room in rooms],
            messages=False,
        )
        if MONITORED:
            covered.set_option("run:core", "sysmon")
        covered.start()
        for at, item in enumerate(items):
            following = items[at + 1] if at + 1 < len(items) else None
            covered.switch_context(item.nodeid)
            if MONITORED:
                sys.monitoring.restart_events()  # a line is told once, and once more to each test
            proofs = _proofs()
            began = _processor_time()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            found.seconds[item.nodeid] = _processor_time() - began
            if item.nodeid not in failed.tests:
                proofs.passed(item.name, [id for m in item.iter_markers("rule") for id in m.args])
            plain = proofs.gathered().plain()
            found.proves[item.nodeid] = {f"{how} {id}" for how, ids in plain.items() for id in ids}
        covered.stop()
        data = covered.get_data()
        for name in data.measured_files():
            path = Path(name).relative_to(ROOT).as_posix()
            found.branches[path].update(data.arcs(name) or ())
            masks = found.lines[path]
            for line, tests in data.contexts_by_lineno(name).items():
                for test in tests:
                    if test:
                        masks[test] = masks.get(test, 0) | 1 << line
    return found


def _proofs() -> "Proofs":
    """Proofs that know of nothing yet; nor do those who gather what the next test exercises."""
    from tests.proofs import RAN, Proofs  # which asks for the games: only when all can be found
    from tests.table import EXERCISED

    for gathered in (EXERCISED.refused, EXERCISED.met, RAN):
        gathered.clear()
    return Proofs()


def _processor_time() -> float:
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system
