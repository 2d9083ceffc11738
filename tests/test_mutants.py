"""Mutants: what is changed, how the changed code takes the original's place, what is listed."""

import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.mutants import equivalent, key
from tests.mutants.changes import ROOT, codes, mutants, rules_of
from tests.mutants.reach import Reached
from tests.processes import PATIENCE

SAMPLE = '''
LIMIT = 7


def play(t, have, *, least=1):
    """Play a card."""
    if have > LIMIT and not t:
        refuse("X-1.1", have)
    t.require_there(have)
    found = [each for each in range(2) if t]
    t.count += 1
    name = "unchanged"
    return lambda: found and have
'''


@pytest.fixture
def sample(tmp_path: Path) -> str:
    """A module as a mutant's path names it."""
    path = tmp_path / "sample.py"
    path.write_text(SAMPLE)
    return str(path)


def test_every_kind_of_fault_is_put_into_the_bodies_of_functions_alone(sample: str) -> None:
    found = [(each.kind, each.change) for each in mutants(sample)]
    assert found == [
        ("condition", "if have > LIMIT and (not t): -> if not (have > LIMIT and (not t)):"),
        ("connective", "have > LIMIT and (not t) -> have > LIMIT or not t"),
        ("comparison", "have > LIMIT -> have <= LIMIT"),
        ("comparison", "have > LIMIT -> have >= LIMIT"),
        ("check", "refuse('X-1.1', have) taken out"),
        ("check", "t.require_there(have) taken out"),
        ("condition", "if t -> if not (t)"),
        ("constant", "2 -> 3"),
        ("statement", "t.count += 1 taken out"),
        ("constant", "1 -> 2"),
        ("statement", "return lambda: found and have taken out"),
        ("connective", "found and have -> found or have"),
    ]


def test_a_check_refuses_by_the_rules_that_it_and_what_it_calls_name(sample: str) -> None:
    (check,) = [each for each in mutants(sample) if "X-1.1" in each.change]
    named = "t.forbid('REF-3.5', 'no')"
    assert rules_of(check._replace(change=f"{named} taken out")) == {"REF-3.5"}
    assert "REF-1.3" in rules_of(check._replace(change="require_playing(t, seat) taken out"))


def test_tests_that_a_check_refuses_and_that_come_no_further_meet_its_mutant_first() -> None:
    found = Reached(seconds={"passes": 0.1, "stops": 0.3, "refused": 0.9, "elsewhere": 0.1})
    found.lines["x.py"] = {"passes": 0b11000, "stops": 0b01000, "refused": 0b11000, "elsewhere": 1}
    found.proves["refused"] = {"refused X-1.1", "met X-2.1"}
    assert found.tests("x.py", 3, {"X-1.1"}) == ["refused", "stops", "passes"]
    assert found.tests("x.py", 3) == ["stops", "passes", "refused"]


def test_a_mutant_is_known_by_its_function_and_its_line_when_lines_move(sample: str) -> None:
    (check,) = [each for each in mutants(sample) if "X-1.1" in each.change]
    before = (check.line, key(check))
    Path(sample).write_text(f"# a line more\n{SAMPLE}")
    moved = str(Path(sample).rename(Path(sample).with_name("moved.py")))
    (again,) = [each for each in mutants(moved) if "X-1.1" in each.change]
    assert (again.line, key(again)[1:]) == (before[0] + 1, before[1][1:])
    assert key(again)[1:] == ("play", "refuse('X-1.1', have) taken out", 'refuse("X-1.1", have)')


def test_the_code_of_a_mutant_does_what_its_change_says(sample: str) -> None:
    module = ModuleType("sample")
    module.__dict__["refuse"] = lambda rule, have: pytest.fail(f"{rule} with {have}")
    exec(compile(SAMPLE, sample, "exec"), module.__dict__)
    for each in mutants(sample):
        if each.change == "refuse('X-1.1', have) taken out":
            changed = [new for old, new in codes(each) if old == module.play.__code__]
    with pytest.raises(pytest.fail.Exception, match=re.escape("X-1.1 with 8")):
        module.play(None, 8)
    (module.play.__code__,) = changed
    with pytest.raises(AttributeError, match="require_there"):  # which comes after the check
        module.play(None, 8)


def test_what_is_listed_as_equivalent_is_there_to_be_left_out() -> None:
    listed = equivalent()
    known = {key(each) for path in {path for path, *_ in listed} for each in mutants(path)}
    assert not listed.keys() - known
    assert all(len(reason) > 20 for reason in listed.values())


def test_a_mutant_that_no_test_finds_is_named_and_the_trial_fails() -> None:
    rooms = ("referee/english.py", "referee/option.py")  # the second these tests do not reach
    words = (*rooms, "--count", "0", "--tests", "tests/referee/test_wording.py")
    trial = [sys.executable, "-m", "tests.trials", "mutants", *words]
    done = subprocess.run(trial, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    (found, lived) = map(int, re.findall(r"mutants, (\d+) found, (\d+) live", done.stdout)[0])
    assert found and lived
    named = [line for line in done.stdout.splitlines() if line.startswith("lives (")]
    assert len(named) == lived
    assert {line.split()[7].split(":")[0] for line in named} >= {"referee/option.py"}
    assert done.returncode == 1
