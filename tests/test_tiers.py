"""The two tiers of tests: how the first is chosen, what its list says, what a run is of."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import tiers
from tests.mutants.reach import Reached
from tests.processes import CLEAN, PATIENCE

ROOT = Path(__file__).parents[1]
RULES, SLOW = "tests/games/x/test_rules.py", "tests/cli/test_slow.py"


def reached(**tests: tuple[float, int]) -> Reached:
    """Tests of one module, each with its seconds and the lines that it reaches, as bits."""
    found = Reached()
    for name, (seconds, lines) in tests.items():
        test = f"{RULES}::test_{name}"
        found.seconds[test] = seconds
        found.lines["referee/x.py"][test] = lines
    return found


def names(chosen: set[str]) -> set[str]:
    return {test.rpartition("::test_")[2] for test in chosen}


def test_what_reaches_most_new_lines_for_its_time_comes_first() -> None:
    found = reached(all=(10.0, 0b111), two=(1.0, 0b011), third=(1.0, 0b100), none=(0.1, 0))
    assert names(tiers.chosen(found, 2.05, ())) == {"two", "third"}
    assert names(tiers.chosen(found, 2.5, ())) == {"two", "third", "none"}
    assert names(tiers.chosen(found, 20, ())) == {"all", "two", "third", "none"}


def test_what_others_reach_too_counts_less_and_the_less_the_more_they_are() -> None:
    found = reached(one=(1.0, 0b011), two=(1.0, 0b011), three=(1.0, 0b011), far=(0.9, 0b100))
    assert "far" not in names(tiers.chosen(found, 2.0, ()))
    assert "far" in names(tiers.chosen(found, 3.0, ()))


def test_a_rule_that_one_test_alone_proves_has_it_in_the_first_tier() -> None:
    found = reached(quick=(0.1, 0b1111), rule=(3.0, 0b0001), other=(2.0, 0b0001))
    found.proves[f"{RULES}::test_rule"] = {"refused X-1.1"}
    assert names(tiers.chosen(found, 3.5, ())) == {"quick", "rule"}


def test_what_fails_and_what_never_belongs_to_it_are_not_chosen() -> None:
    found = reached(fails=(0.1, 0b01), never=(0.1, 0b10), fine=(0.1, 0b11))
    found.failed.add(f"{RULES}::test_fails")
    assert names(tiers.chosen(found, 9, [f"{RULES}::test_never"])) == {"fine"}
    assert names(tiers.chosen(found, 9, ["tests/games"])) == set()


def test_the_list_names_nothing_of_one_machine_alone() -> None:
    assert not [test for test in tiers.LATER if str(ROOT) in test]


def test_the_list_names_the_widest_places_that_are_left_out_whole() -> None:
    tests = {
        f"{RULES}::test_kept",
        f"{RULES}::test_cases[one]",
        f"{RULES}::test_cases[two]",
        f"{RULES}::test_gone[one]",
        f"{RULES}::test_gone[two]",
        f"{SLOW}::test_a",
        f"{SLOW}::test_b",
    }
    first = {f"{RULES}::test_kept", f"{RULES}::test_cases[two]"}
    assert tiers.listed(tests, first) == [
        "tests/cli",
        f"{RULES}::test_cases[one]",
        f"{RULES}::test_gone",
    ]


def test_the_browser_is_left_out_and_every_place_that_is_listed_is_there() -> None:
    assert tiers.is_later("tests/venue/browser/test_bad_wifi.py::test_a_tap")
    for place in tiers.LATER:
        path, _, test = place.partition("::")
        assert (ROOT / path).exists(), place
        name = re.escape(test.partition("[")[0])
        assert not test or re.search(rf"def {name}\(", (ROOT / path).read_text()), place


@pytest.mark.parametrize(
    ("words", "tier"),
    [
        ((), "first"),
        (("--all",), "all"),
        (("tests/test_tiers.py",), "named"),
        (("-k", "tiers"), "named"),
        (("--all", "tests/test_tiers.py"), "named"),
    ],
    ids=" ".join,
)
def test_what_is_named_is_run_whole_and_nothing_named_is_the_first_tier(
    tmp_path: Path, words: tuple[str, ...], tier: str
) -> None:
    (tmp_path / "told.py").write_text(TOLD)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "told", "-p", "no:cacheprovider", *words],
        cwd=ROOT,
        env={**CLEAN, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert f"tier {tier} " in done.stdout, done.stdout + done.stderr


TOLD = """
def pytest_sessionstart(session):
    print("tier", session.config.option.tier, session.config.args)
    raise SystemExit
"""
"""A plugin that says what the run is of, and ends it there."""
