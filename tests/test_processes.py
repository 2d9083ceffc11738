"""What a test waits for has a bound, and leaves no process behind."""

import subprocess
import sys
import threading

import pytest

from tests.processes import TookTooLong, at_most, end_of, lines_of, next_line, wait_until

SILENT = [sys.executable, "-c", "import time; print('one', flush=True); time.sleep(600)"]


def silent() -> "subprocess.Popen[str]":
    """A process that says one line and then nothing."""
    return subprocess.Popen(SILENT, stdout=subprocess.PIPE, text=True)


def test_a_process_that_says_nothing_more_is_killed_and_fails_the_test() -> None:
    process = silent()
    assert next_line(process) == "one\n"
    with pytest.raises(AssertionError, match=r"waited 0\.2 s for a process"):
        next_line(process, 0.2)
    assert process.poll() == -9
    assert end_of(process) == ("", "")


def test_the_lines_of_a_process_end_with_it() -> None:
    process = subprocess.Popen(["printf", "one\ntwo\n"], stdout=subprocess.PIPE, text=True)
    assert [*lines_of(process)] == ["one\n", "two\n"]
    assert end_of(process) == ("", "")


def test_what_came_along_with_a_line_is_read_after_it() -> None:
    process = subprocess.Popen(
        ["sh", "-c", "cat; echo three; echo amiss >&2"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdin is not None
    process.stdin.write("one\ntwo\n")
    process.stdin.flush()
    assert next_line(process) == "one\n"
    assert end_of(process, "last\n") == ("two\nlast\nthree\n", "amiss\n")


def test_what_does_not_become_so_fails_the_test() -> None:
    with pytest.raises(AssertionError, match=r"not so after 0\.1 s"):
        wait_until(lambda: False, seconds=0.1)
    process = silent()
    process.kill()
    end_of(process)
    with pytest.raises(AssertionError, match="has ended before"):
        wait_until(lambda: False, process)


def test_a_wait_of_any_kind_is_broken_off_and_what_it_began_ends() -> None:
    begun = []
    with (
        pytest.raises(TookTooLong, match=r"all of this has taken 0\.5 s"),
        at_most(0.5, "all of this"),
    ):
        begun.append(silent())
        threading.Event().wait()
    assert begun[0].wait(60) == -9
    end_of(begun[0])
