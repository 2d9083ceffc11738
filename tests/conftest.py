"""Chooses the tests of a run (``tests/tiers.py``), gathers what it proves of the rulebooks and of
the commands, in one process or in several, and judges it.

Each claim about a book (``tests/proofs.py``) counts as a test that has passed or failed. No test
waits for ever (``tests/processes.py``).
"""

import gc
import os
import signal
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests import tiers
from tests.processes import LONGEST, at_most
from tests.proofs import TESTS, Proofs, judge, watch_commands

_AT_EASE = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""How long an example takes is no part of any test."""
settings.register_profile("all", _AT_EASE, derandomize=True)
settings.register_profile("first", _AT_EASE, derandomize=True, max_examples=20)
settings.register_profile("random", _AT_EASE)
"""The first two try the same examples each time, so that a change is judged and not the draw; new
ones are sought by ``--hypothesis-profile=random``."""
settings.load_profile("all")
KEY = pytest.StashKey[Proofs]()
_PLACE = "tests/proofs.py"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="all tests, not the first tier alone")


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    tiers.choose(config)
    if config.option.tier == "first":
        settings.load_profile("first")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[KEY] = Proofs()
    _keep_compiled(config)
    watch_commands()
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # so it is where a shell runs the tests in the background, and what they start inherits it
        signal.signal(signal.SIGINT, signal.default_int_handler)
    config.addinivalue_line(
        "markers", "rule(*ids): the test proves these rules by the state, where no fact cites them"
    )


def _keep_compiled(config: pytest.Config) -> None:
    """Where nothing is to be kept compiled beside the sources, it is kept in pytest's own folder:
    every process that a test starts would compile all anew, which is half of what it does."""
    cache = getattr(config, "cache", None)
    if sys.dont_write_bytecode and cache is not None:
        folder = str(cache.mkdir("compiled"))
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ.setdefault("PYTHONPYCACHEPREFIX", folder)
        sys.pycache_prefix = sys.pycache_prefix or folder
        sys.dont_write_bytecode = False


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """What is left out as a whole is not even read, nor what there is nothing to hold against."""
    place = collection_path.relative_to(config.rootpath).as_posix()
    if place == tiers.SPECIFIED and not (config.rootpath.parent / "shared").exists():
        return True
    return True if config.option.tier == "first" and place in tiers.LATER else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Each of several processes reads a share of the modules first, so that the others find them
    compiled: in a fresh clone that takes longer than all else that is done before the first test.
    """
    config = session.config
    given = getattr(config, "workerinput", None)
    if given is None or config.option.tier == "named":
        return
    modules = sorted(Path(__file__).parent.rglob("test_*.py"))
    for path in modules[int(given["workerid"].removeprefix("gw")) :: given["workercount"]]:
        if not pytest_ignore_collect(path, config):
            with suppress(Exception):  # a module that cannot be read is told of when its turn comes
                import_module(
                    path.relative_to(config.rootpath).with_suffix("").as_posix().replace("/", ".")
                )


def pytest_deselected(items: Sequence[pytest.Item]) -> None:
    for item in items:
        # what the first tier leaves out, it has to prove without
        if item.config.option.tier != "first":
            item.config.stash[KEY].left_out(item.path)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    some = any("::" in arg for arg in config.args)
    whole = config.option.tier != "named"
    config.stash[KEY].collected((item.path for item in items), all_of_each=not some, whole=whole)
    if config.option.tier == "all":
        config.stash[KEY].idle |= tiers.idle(item.nodeid for item in items)
    if config.option.tier == "first":
        later = [item for item in items if tiers.is_later(item.nodeid)]
        items[:] = [item for item in items if not tiers.is_later(item.nodeid)]
        config.hook.pytest_deselected(items=later)
    if whole:
        items.sort(key=lambda item: not tiers.waits(item.nodeid))


def pytest_collection_finish() -> None:
    """Have what was collected left alone from here on, and look for garbage less often: to look
    through all of it again and again took a tenth of the run."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, object, object]:
    with at_most(LONGEST, f"what {item.name} needs"):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    with at_most(LONGEST, item.name):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, object, object]:
    with at_most(LONGEST, f"what is left of {item.name}"):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "call" and report.passed:
        marked = [rule for mark in item.iter_markers("rule") for rule in mark.args]
        item.config.stash[KEY].passed(item.name, marked)
    return report


@pytest.fixture(scope="session", autouse=True)
def _logs_at_little_cost() -> Iterator[None]:
    """To draw up an empty log takes ten times as long as to copy one, and several threads come to
    nothing with a few rows, but cost a tenth of all that DuckDB does. The processes that tests
    start do as people's do."""
    from storage import database, instance

    draw_up, drawn = database._draw_up, list[bytes]()

    def copied(path: Path) -> None:
        if not drawn:
            draw_up(path)
            drawn.append(path.read_bytes())
        path.write_bytes(drawn[0])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "_draw_up", copied)
        patch.setitem(instance.CONFIG, "threads", 1)
        yield


# -- several processes (pytest-xdist): each sends what it has gathered --------------------------


def pytest_sessionfinish(session: pytest.Session) -> None:
    config = session.config
    if hasattr(config, "workeroutput"):
        config.workeroutput["proofs"] = config.stash[KEY].gathered().plain()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """What a process sent; one that broke off leaves nothing to be judged."""
    sent = getattr(node, "workeroutput", {}).get("proofs")
    node.config.stash[KEY].add(sent or {"partial": list(TESTS)})


# -- the end -----------------------------------------------------------------------------------


@pytest.hookimpl(wrapper=True)
def pytest_runtestloop(session: pytest.Session) -> Generator[None, object, object]:
    result = yield
    config = session.config
    if not hasattr(config, "workerinput") and not config.option.collectonly:
        found = list(judge(config.stash[KEY].gathered()))
        session.testscollected += len(found)
        for book, claim, missing in found:
            report = pytest.TestReport(
                f"{_PLACE}::{book}: {claim}",
                (_PLACE, None, f"{book}: {claim}"),
                {},
                "failed" if missing else "passed",
                f"{book}: {claim}, but not {', '.join(sorted(missing))}" if missing else None,
                "call",
            )
            config.hook.pytest_runtest_logreport(report=report)
    return result


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if terminalreporter.config.option.tier == "first":
        terminalreporter.write_line(
            "This was the first tier. All tests, in some ten minutes: python3 -m pytest --all"
        )
