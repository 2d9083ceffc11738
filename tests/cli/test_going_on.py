"""What a command says that goes on is there while it does, whatever its output goes to."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.request import urlopen

import pytest

from storage.venue.notice import notice_of
from tests.cli.test_home import ROOT, Home, home
from tests.processes import CLEAN, PATIENCE, end_of, lines_of, next_line, wait_until
from tests.venue.halls import hall

__all__ = ["home"]


@contextmanager
def going_on(*arguments: object) -> Iterator["subprocess.Popen[str]"]:
    """A command whose output is a pipe, on a machine that sets nothing for Python."""
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", *map(str, arguments)],
        cwd=ROOT,
        env=CLEAN,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    try:
        yield process
    finally:
        process.kill()
        end_of(process)


def answers(address: str) -> bool:
    """Whether a venue is there."""
    with urlopen(f"{address}/healthz", timeout=60) as answer:
        return bool(answer.status == 200)


@pytest.mark.parametrize("what", ["serve", "demo"])
def test_a_venue_says_its_address_and_codes_while_it_is_open(home: Home, what: str) -> None:
    if what == "serve":
        hall(home.log)
    command = ["venue", what, "--log", home.log, "--host", "127.0.0.1", "--port", 0]
    with going_on(*command) as venue:
        first = next_line(venue)
        assert first.startswith("The venue is open at http://127.0.0.1:")
        assert "/j/" in next_line(venue)
        assert any(line.startswith("Ctrl-C closes it") for line in lines_of(venue))
        assert answers(first.split()[-1])
        venue.send_signal(signal.SIGTERM)
        assert end_of(venue) == ("", "")
        assert venue.returncode == 0


def test_a_venue_stays_open_when_nobody_reads_what_it_says_any_more(home: Home) -> None:
    hall(home.log)
    with going_on("venue", "serve", "--log", home.log, "--host", "127.0.0.1", "--port", 0) as venue:
        assert venue.stdout is not None
        venue.stdout.close()
        wait_until(lambda: notice_of(home.log), venue)
        notice = notice_of(home.log)
        assert notice is not None and answers(notice.address)
        venue.send_signal(signal.SIGTERM)
        assert venue.stderr is not None and venue.stderr.read() == ""
        assert venue.wait(PATIENCE) == 0


def test_a_table_and_a_desk_answer_each_line_while_they_wait_for_the_next(home: Home) -> None:
    hall(home.log)
    for command, typed, answer in [
        (("table", "friendly", "--by", "una"), "una note text=late", "note"),
        (("tournament", "desk", "cup", "--by", "lena"), "1 2 1", "round 1, table 1"),
    ]:
        with going_on(*command, "--log", home.log) as process:
            assert process.stdin is not None
            process.stdin.write(f"{typed}\n")
            process.stdin.flush()
            assert any(answer in line for line in lines_of(process))
            assert process.poll() is None


def test_the_demonstration_shows_each_step_before_the_next() -> None:
    with going_on("demo") as process:
        assert next_line(process).startswith("$ referee import")
        process.kill()
        rest, _ = end_of(process)
        assert "Try next" not in rest
