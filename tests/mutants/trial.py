"""Mutants on trial: the tests are collected once, and each mutant meets them in a fork of its own.

A fork changes the code of the functions in its memory, runs the tests that reach the line, those
first that are likeliest to notice and then the quickest, and ends at the first that fails. One that
does not come to an end is found.
"""

import gc
import os
import pickle
import resource
import signal
import tempfile
import time
import tomllib
import traceback
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryFile, mkdtemp
from types import CodeType, FunctionType
from typing import IO, Any, NamedTuple

import pytest

from tests.mutants.changes import ROOT, Mutant, codes, rules_of
from tests.mutants.reach import Reached, reach

MEMORY = 8 << 30
"""The bytes that a fork may have: a loop that never ends may gather things for ever."""
SHARE = 900
"""The seconds that the tests of one module may take."""


class Fate(NamedTuple):
    """What became of a mutant.

    Attributes:
        mutant: which it was.
        by: the test that found it; empty where none did.
        met: how many tests it met; fewer than reach its line where its time was over before.
        tests: how many tests reach its line.
        seconds: how long it was tried.
    """

    mutant: Mutant
    by: str
    met: int
    tests: int
    seconds: float


class Broken(NamedTuple):
    """A fork that could not do its work, and why."""

    why: str


def equivalent() -> dict[tuple[str, str, str, str], str]:
    """The mutants that cannot be told from the original, each with the reason why."""
    return {
        (each["path"], each["function"], each["change"], each["text"]): each["reason"]
        for path in sorted((Path(__file__).parent / "equivalent").glob("*.toml"))
        for each in tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]
    }


def key(mutant: Mutant) -> tuple[str, str, str, str]:
    """By what a mutant is known again when lines have moved."""
    return mutant.path, mutant.function, mutant.change, mutant.text


@dataclass(eq=False)
class Trial:
    """A run of pytest in which mutants are tried in place of the tests' own run.

    Args:
        mutants: those to be tried.
        kept: where what tests reach is kept; made anew where it is not there, or in each run
            where no file is named.
        rooms: of which modules it is noted what tests reach.
        processes: how many forks at once.
        most: seconds of tests that a mutant meets at most.
        first: whether it meets those of the first tier alone.
        told: is called with each fate, and with a word on what is going on.
    """

    mutants: Sequence[Mutant]
    kept: Path | None
    rooms: Sequence[str]
    processes: int
    most: float
    first: bool
    told: Callable[[Fate | str], None]
    fates: list[Fate] = field(default_factory=list)
    _failed: bool = False

    # as a plugin of pytest

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test has come so far."""
        self._failed |= report.failed

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> object:
        """In place of the tests: have the mutants tried."""
        if session.testsfailed:
            raise session.Interrupted(f"{session.testsfailed} modules cannot be collected")
        session.config.option.collectonly = True  # nothing is proven of the rulebooks here
        items = {item.nodeid: item for item in session.items}
        reached = self._reached(list(items.values()))
        for path in {mutant.path for mutant in self.mutants}:
            import_module(path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
        functions = _functions()
        gc.freeze()
        jobs: Iterator[Callable[[], Fate]] = (
            _job(self._try, mutant, items, reached, functions) for mutant in self.mutants
        )
        limit = self.most * 3 + 30
        fates = _in_order(_answers(jobs, self.processes, limit))
        for mutant, fate in zip(self.mutants, fates, strict=True):
            # one that was killed has not come back
            self.fates.append(fate or Fate(mutant, "(no end)", 0, 0, limit))
            self.told(self.fates[-1])
        return True

    def _reached(self, items: list[pytest.Item]) -> Reached:
        found = Reached.load(self.kept) if self.kept else Reached()
        # a module's tests stay together, for what they share
        modules: dict[Path, list[pytest.Item]] = defaultdict(list)
        for item in items:
            if item.nodeid not in found.seconds:
                modules[item.path].append(item)
        left = sum(map(len, modules.values()))
        if left:
            self.told(f"running {left} tests to see which lines each of them reaches")
        paths = sorted(modules, key=lambda path: -len(modules[path]))
        jobs = (_job(reach, modules[path], self.rooms) for path in paths)
        for path, share in _answers(jobs, self.processes, SHARE):
            module = paths[path].relative_to(ROOT)
            if share is None:
                self.told(f"{module}: no end within {SHARE} s, its tests are left out")
                continue
            found.add(share)
            if self.kept:
                share.append(self.kept)
            self.told(f"{module} was run")
        return found

    def _try(
        self,
        mutant: Mutant,
        items: Mapping[str, pytest.Item],
        reached: Reached,
        functions: Mapping[CodeType, Sequence[FunctionType]],
    ) -> Fate:
        began = time.monotonic()
        rules = rules_of(mutant) if mutant.kind == "check" else frozenset[str]()
        tests = [
            test
            for test in reached.tests(mutant.path, mutant.line, rules)
            if test in items and test not in reached.failed
        ]
        _put(mutant, functions)
        by, met = "", 0
        for at, test in enumerate(tests):
            met += 1
            following = items[tests[at + 1]] if at + 1 < len(tests) else None
            items[test].config.hook.pytest_runtest_protocol(item=items[test], nextitem=following)
            if self._failed:
                by = test
                break
            if time.monotonic() - began > self.most:
                break
        return Fate(mutant, by, met, len(tests), time.monotonic() - began)


def try_mutants(trial: Trial, paths: Iterable[str]) -> int:
    """Collect the tests of these paths, and try the mutants on them; pytest's exit status."""
    given = ["-o", "addopts=", "-n0", "-p", "no:terminal", "-p", "no:cacheprovider", *paths]
    if not trial.first:
        given.append("--all")
    return int(pytest.main(given, plugins=[trial]))


def _functions() -> dict[CodeType, list[FunctionType]]:
    """All functions of the rooms that there are, by their code."""
    found: dict[CodeType, list[FunctionType]] = defaultdict(list)
    root = str(ROOT)
    gc.unfreeze()  # what is frozen is not listed
    for each in gc.get_objects():
        if type(each) is FunctionType and each.__code__.co_filename.startswith(root):
            found[each.__code__].append(each)
    return found


def _put(mutant: Mutant, functions: Mapping[CodeType, Sequence[FunctionType]]) -> None:
    """Have the changed code in place of the original's."""
    for before, after in codes(mutant):
        for function in functions.get(before, ()):
            if function.__code__.co_filename == before.co_filename:
                with suppress(ValueError):  # it closes over other names: it is made anew
                    function.__code__ = after


def _job(work: Callable[..., Any], *given: Any) -> Callable[[], Any]:
    return lambda: work(*given)


def _in_order(answers: Iterator[tuple[int, Any]]) -> Iterator[Any]:
    """Answers in the order of their jobs."""
    done: dict[int, Any] = {}
    handed = 0
    for number, answer in answers:
        done[number] = answer
        while handed in done:
            yield done.pop(handed)
            handed += 1


def _answers(
    jobs: Iterator[Callable[[], Any]], processes: int, limit: float
) -> Iterator[tuple[int, Any]]:
    """The number of each job and what it gives back, as they come, each in a fork; None where
    there is no answer within so many seconds."""
    running: dict[int, tuple[int, float, IO[bytes], str]] = {}
    given = 0
    jobs_left = True
    while jobs_left or running:
        while jobs_left and len(running) < processes:
            job = next(jobs, None)
            if job is None:
                jobs_left = False
                break
            answer: IO[bytes] = TemporaryFile()  # noqa: SIM115
            folder = mkdtemp()  # of a fork's own: nothing of what its tests write is left
            running[_fork(job, answer, folder)] = given, time.monotonic() + limit, answer, folder
            given += 1
        for pid, (number, until, answer, folder) in list(running.items()):
            ended = os.waitpid(pid, os.WNOHANG)[0]
            if ended or time.monotonic() > until:
                with suppress(ProcessLookupError):
                    os.killpg(pid, signal.SIGKILL)  # and whatever its tests have started
                if not ended:
                    os.waitpid(pid, 0)
                rmtree(folder, ignore_errors=True)
                answer.seek(0)
                said = answer.read()
                answer.close()
                del running[pid]
                done = pickle.loads(said) if said else None
                if isinstance(done, Broken):
                    raise RuntimeError(done.why)
                yield number, done
        time.sleep(0.005)


def _fork(job: Callable[[], Any], answer: IO[bytes], folder: str) -> int:
    pid = os.fork()
    if pid:
        return pid
    status = 1
    try:
        os.environ["PYTEST_DEBUG_TEMPROOT"] = tempfile.tempdir = folder
        os.setpgid(0, 0)
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        answer.write(pickle.dumps(job()))
        status = 0
    except BaseException:
        answer.write(pickle.dumps(Broken(traceback.format_exc())))
    finally:
        answer.flush()
        os._exit(status)
    return 0
