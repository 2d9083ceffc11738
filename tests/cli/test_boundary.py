"""Where the command line meets the machine: pipes, disks, locks, signals, odd bytes."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cli.failure import Failure, Status, failure_of
from cli.reading.lines import moment_of, one_line, split_line, typed_lines
from tests.cli.test_home import DISPUTE, ROOT, Home, home, process
from tests.processes import end_of, next_line
from tests.tiers import examples

__all__ = ["home"]


def test_the_entry_point_of_the_package_runs() -> None:
    done = process("games")
    assert done.returncode == 0
    assert b"wondervale" in done.stdout


@pytest.mark.parametrize(
    "command",
    ["replay {record}", "rules wondervale", "stats", "events wondervale --json", "--help"],
)
def test_a_reader_that_has_seen_enough_is_no_failure(command: str) -> None:
    asked = f"{sys.executable} -m cli {command.format(record=DISPUTE)}"
    command = f"set -o pipefail; {asked} | true"
    done = subprocess.run(["bash", "-c", command], capture_output=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_pandas_is_not_looked_for(tmp_path: Path) -> None:
    found = tmp_path / "found"
    (tmp_path / "pandas.py").write_text(f"open({str(found)!r}, 'w').close()")
    log = str(tmp_path / "l.duckdb")
    assert process("demo", "--log", log, environment={"PYTHONPATH": str(tmp_path)}).returncode == 0
    assert not found.exists()


def test_output_that_finds_no_room_is_one_line(tmp_path: Path) -> None:
    program = (
        "import resource, runpy; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)); "
        "runpy.run_module('cli', None, '__main__')"
    )
    with open(tmp_path / "full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-Bc", program, "games"],
            stdout=full, stderr=subprocess.PIPE, cwd=ROOT, check=False,
        )  # fmt: skip
    assert done.returncode == Status.ENVIRONMENT
    assert done.stderr == b"referee: File too large\n"


def test_output_in_ascii_does_not_fail() -> None:
    done = process("games", environment={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert done.returncode == 0
    assert done.stdout.decode("ascii")


def test_arguments_that_are_not_utf8_are_misused(home: Home) -> None:
    home.play()
    done = subprocess.run(
        [sys.executable, "-m", "cli", "log", "r1", b"ana note text=\"\xff\"", "--log", home.log],
        capture_output=True, cwd=ROOT, check=False,
    )  # fmt: skip
    assert done.returncode == Status.MISUSED
    assert b"Traceback" not in done.stderr
    assert done.stderr.count(b"\n") == 1
    assert home.entries() == 15


def test_control_characters_do_not_reach_the_terminal(home: Home) -> None:
    home.play()
    told = home.ok("log", "r1", 'ana note text="\x1b[2J\u202e\x07"')
    told += home.ok("replay", "r1") + home.ok("explain", "r1", 16)
    assert not {"\x1b", "\u202e", "\x07"} & set(told)


def test_a_log_that_another_process_writes_is_waited_for_and_named(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.play()
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys, time; from pathlib import Path; from storage.log import Log\n"
            f"log = Log.open(Path({str(home.log)!r}), write=True)\n"
            "print('open', flush=True); time.sleep(60)",
        ],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    try:
        assert next_line(holder) == "open\n"
        from storage.log import Log

        waiting = Log.open.__func__  # type: ignore[attr-defined]
        monkeypatch.setattr(
            Log, "open", classmethod(lambda c, p, write=False: waiting(c, p, write=write, wait=0.1))
        )
        assert "gave up" in home.error("log", "r1", "ana direct-attack", status=1)
        assert "gave up" in home.error("show", "r1", status=1)
    finally:
        holder.kill()
        end_of(holder)
    monkeypatch.undo()
    assert home.entries() == 15


def test_ctrl_c_leaves_quietly_and_writes_nothing(home: Home) -> None:
    home.play()
    running = subprocess.Popen(
        [sys.executable, "-m", "cli", "log", "r1", "-", "--log", str(home.log)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT,
        text=True,
    )  # fmt: skip
    assert running.stdin is not None
    running.stdin.write("\n" * 100_000)  # more than a pipe holds: it reads what it is to log
    running.stdin.flush()
    running.send_signal(signal.SIGINT)
    told, said = end_of(running)
    assert running.returncode == Status.INTERRUPTED
    assert told == ""
    assert "Traceback" not in said
    assert home.entries() == 15


def test_a_fault_of_the_program_is_one_line(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> list[str]:
        raise ZeroDivisionError("by\nzero")

    monkeypatch.setattr("cli.commands.books.game_ids", broken)
    assert "fault in the program" in home.error("games", status=1)


def test_errors_of_the_other_rooms_are_messages() -> None:
    assert failure_of(Failure("no", "yes")) is not None
    assert failure_of(ZeroDivisionError()) is None
    missing = failure_of(FileNotFoundError(2, "No such file or directory", "x"))
    assert missing is not None
    assert (str(missing), missing.status) == ("x: No such file or directory", Status.ENVIRONMENT)
    deep = failure_of(RecursionError())
    assert deep is not None
    assert deep.status is Status.MISUSED


# -- lines -------------------------------------------------------------------------------------


def test_semicolons_in_quotes_and_comments_do_not_separate() -> None:
    texts = [line.text.strip() for line in typed_lines(['a note text="x; y"; b end # no; more'])]
    assert texts == ['a note text="x; y"', "b end # no; more"]


def test_what_stands_before_a_part_of_a_line_is_not_kept_with_it() -> None:
    """Blanks in its place took memory by the square of the line."""
    lines = typed_lines(["ana draw; " * 2000])
    assert sum(len(line.text) for line in lines) < 20_000
    assert [line.before for line in lines[:3]] == [0, 9, 19]


def test_a_quotation_mark_that_is_not_closed_is_looked_at_once() -> None:
    assert list(split_line('a note text="\\"; b')) == [(0, 'a note text="\\"; b')]


def test_words_of_a_shell_are_quoted_again() -> None:
    assert one_line(["a", "insert", "12", "a draw"]) == 'a insert 12 "a draw"'
    assert one_line(["a", "note", "text=b c"]) == 'a note text="b c"'
    assert one_line(["a", 'text="b c"']) == 'a text="b c"'


@given(st.lists(st.text(max_size=30), max_size=4))
def test_no_character_is_lost_between_semicolons(arguments: list[str]) -> None:
    for line in typed_lines(arguments):
        assert any(line.text.strip() in argument for argument in arguments)


@given(st.text(max_size=30))
def test_a_time_is_a_time_or_misused(text: str) -> None:
    from datetime import UTC, datetime

    try:
        assert moment_of(text, datetime(2026, 3, 14, tzinfo=UTC)).tzinfo is UTC
    except Failure as failure:
        assert "expected a time" in str(failure)


# -- nothing ends in a traceback ---------------------------------------------------------------

WORDS = st.sampled_from(
    ["ana", "bo", "draw", "attack", "lay", "Snowlitt", "3-6", "7", "strike", "rewind", "1",
     "tribes=Aegaryn", '"', "=", ";", "#", "insert", '"ana draw"', "note", 'text="x"', "\\", "*3",
     "first-roll", "adjust", "health:ana:3", "a", "{", "end", "stand", "WV-7.7"]
)  # fmt: skip
TEXT = st.one_of(
    st.text(max_size=60),
    st.lists(WORDS, max_size=8).map(" ".join),
)


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Home:
    found = Home(tmp_path_factory.mktemp("fuzzed"))
    found.play()
    return found


def _answered(home: Home, *arguments: object, input: bytes | None = None) -> int:
    result = home.run(*arguments, input=input)
    assert isinstance(result.exception, SystemExit | None), result.exception
    assert result.exit_code in (0, 1, 2, 3, 4), result.stderr
    assert "fault in the program" not in result.stderr
    assert result.stderr.count("\n") <= 1
    return result.exit_code


FUZZ = settings(
    max_examples=examples(40),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@FUZZ
@given(TEXT)
def test_any_text_is_answered_by_check(fuzzed: Home, text: str) -> None:
    _answered(fuzzed, "check", "--", "r1", text)


@FUZZ
@given(st.binary(max_size=80) | TEXT.map(lambda text: text.encode(errors="replace")))
def test_any_bytes_are_answered_by_log(fuzzed: Home, content: bytes) -> None:
    before = fuzzed.log.stat().st_mtime_ns
    status = _answered(fuzzed, "log", "r1", "-", input=content)
    assert (fuzzed.log.stat().st_mtime_ns > before) == (status in (0, 3))


@FUZZ
@given(TEXT)
def test_any_text_is_answered_by_what_if(fuzzed: Home, text: str) -> None:
    _answered(fuzzed, "what-if", "--", "r1", text)


RECORD = DISPUTE.read_bytes()


@FUZZ
@given(
    st.binary(max_size=80)
    | st.tuples(st.integers(0, len(RECORD)), st.binary(max_size=6), st.integers(0, 40)).map(
        lambda cut: RECORD[: cut[0]] + cut[1] + RECORD[cut[0] + cut[2] :]
    )
)
def test_any_file_is_answered_by_import_and_check(fuzzed: Home, content: bytes) -> None:
    file = fuzzed.folder / "fuzz.txt"
    file.write_bytes(content)
    _answered(fuzzed, "import", file)
    _answered(fuzzed, "check", file)


@FUZZ
@given(st.text(max_size=40), TEXT)
def test_any_name_of_a_match_is_answered(fuzzed: Home, name: str, text: str) -> None:
    _answered(fuzzed, "new", "--game", "wondervale", "--seat", text, "--", name)


def test_a_match_is_not_named_like_a_file(home: Home) -> None:
    for name in ("final.txt", "a/b"):
        said = home.error("new", name, "--game", "wondervale", "--seat", "ana", "--seat", "bo")
        assert f"{name}: reads as a file" in said
    assert not home.log.exists()


def test_a_line_beyond_its_bound_is_refused_from_wherever_it_comes(home: Home) -> None:
    home.play()
    before = home.entries()
    line = "ana note text=" + "x" * 200_000
    file = home.folder / "long.txt"
    file.write_text(line)
    for place in (["--file", str(file)], ["-"], [line]):
        said = home.error("log", "r1", *place, input=line)
        assert "200,014 characters; at most 200,000" in said
    assert home.entries() == before
