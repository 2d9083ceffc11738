"""A log that a venue has: what every other command says of it, and reads (VN-1.1, VN-1.5)."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from http.client import HTTPConnection
from pathlib import Path

import pytest

from cli.venue.keeping.second_folder import Shelf
from storage.league.parcels import read_list
from storage.log import Log
from storage.proof.signatures import new_key
from storage.venue.notice import LogServed, Notice, notice_of, notice_path, posted
from tests.cli.test_home import DECKS, ROOT, Home
from tests.processes import PATIENCE, bounded, wait_until
from tests.venue.halls import hall

READING: Sequence[Sequence[object]] = (
    ("matches",),
    ("show", "friendly"),
    ("options", "friendly"),
    ("replay", "friendly"),
    ("explain", "cup-r1-t1", 3),
    ("diff", "cup-r1-t1", 2, 4),
    ("check", "cup-r1-t1", "ana note text=no"),
    ("what-if", "cup-r1-t1", "hal strike 5"),
    ("verify", "friendly"),
    ("stats", "matchups"),
    ("sql", "SELECT match_id, count(*) AS n FROM entries GROUP BY ALL ORDER BY ALL"),
    ("sql", "FROM seats"),
    ("export", "friendly"),
    ("head", "friendly"),
    ("people", "list"),
    ("catalog", "list"),
    ("tournament", "standings", "cup"),
    ("tournament", "calls", "cup"),
    ("tournament", "export", "cup"),
)
WRITING: Sequence[Sequence[object]] = (
    ("log", "friendly", "una note text=no"),
    ("new", "m2", "--game", "wondervale", *DECKS),
    ("table", "friendly"),
    ("rule", "friendly", "note", "text=no", "--judge", "juno"),
    ("rebuild",),
    ("backup", "{folder}/copy.duckdb"),
    ("import", "{folder}/friendly.txt"),
    ("people", "set", "una", "Una"),
    ("simulate", "wondervale", "-n", 1, "--import"),
    ("tournament", "drop", "cup", "ana"),
    ("tournament", "desk", "cup"),
    ("venue", "serve", "--host", "127.0.0.1", "--port", 0),
)


class Venue:
    """A log that another process serves."""

    def __init__(self, folder: Path) -> None:
        self.home = Home(folder)
        hall(self.home.log)
        self.stick = folder / "stick"
        self.stick.mkdir()
        self.said: dict[Sequence[object], str] = {}

    def start(self) -> Notice:
        """Have it served; the notice."""
        options = ["--host", "127.0.0.1", "--port", "0", "--backup", str(self.stick)]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cli", "venue", "serve", "--log", str(self.home.log), *options],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
        )
        wait_until(lambda: notice_of(self.home.log), self.process)
        notice = notice_of(self.home.log)
        assert notice is not None
        return notice

    def end(self, how: int = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        with bounded(self.process):
            self.process.wait()


@pytest.fixture(scope="module")
def free(tmp_path_factory: pytest.TempPathFactory) -> Venue:
    """A log and what each command prints while nobody serves it."""
    venue = Venue(tmp_path_factory.mktemp("venue"))
    for command in READING:
        venue.said[command] = venue.home.ok(*command)
    (venue.home.folder / "friendly.txt").write_text(venue.home.ok("export", "friendly"))
    return venue


@pytest.fixture(scope="module")
def served(free: Venue) -> Iterator[Venue]:
    free.start()
    yield free
    free.end()


@pytest.mark.parametrize("command", READING, ids=lambda each: " ".join(map(str, each))[:40])
def test_vn_1_1_while_a_venue_has_the_log_commands_that_read_say_so_and_read_a_copy(
    served: Venue, command: Sequence[object]
) -> None:
    result = served.home.run(*command)
    assert (result.exit_code, result.stdout) == (0, served.said[command])
    notice = notice_of(served.home.log)
    assert notice is not None
    assert f"note: {notice.address} has the log; this is a copy of" in result.stderr


@pytest.mark.parametrize("command", WRITING, ids=lambda each: " ".join(map(str, each))[:40])
def test_vn_1_1_while_a_venue_has_the_log_commands_that_write_are_told_where_it_is(
    served: Venue, command: Sequence[object]
) -> None:
    given = [str(each).format(folder=served.home.folder) for each in command]
    said = served.home.error(*given, status=1)
    notice = notice_of(served.home.log)
    assert notice is not None
    assert said.startswith(f"{served.home.log}: the venue at {notice.address} has it since")
    assert said.endswith("(enter it on its pages, or stop the venue first)")


def test_vn_1_1_another_machine_reads_by_address_and_key(
    served: Venue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notice = notice_of(served.home.log)
    assert notice is not None
    there = Home(tmp_path)
    command = ("show", "friendly", "--venue", notice.address)
    assert "the key is not its own" in there.error(*command, status=1)
    monkeypatch.setenv("REFEREE_VENUE_KEY", notice.key)
    assert there.ok(*command) == served.said["show", "friendly"]
    for writing in (("people", "set", "una", "Una"), ("tournament", "new", "t2", "--by", "lena")):
        said = there.error(*writing, "--venue", notice.address)
        assert said.startswith(f"{notice.address}: a venue gives copies to read")
    assert list(tmp_path.iterdir()) == []


def test_vn_1_1_the_key_is_its_owners_alone_and_the_copy_tells_no_secret(served: Venue) -> None:
    assert notice_path(served.home.log).stat().st_mode & 0o777 == 0o600
    notice = notice_of(served.home.log)
    assert notice is not None
    for key in ("", "no", notice.key[:-1]):
        client = HTTPConnection(notice.address.removeprefix("http://"), timeout=PATIENCE)
        client.request("GET", "/api/log/copy", headers={"Authorization": f"Bearer {key}"})
        answer = client.getresponse()
        assert (answer.status, json.loads(answer.read())["error"]) == (403, "forbidden")
        client.close()
    tables = served.home.json("sql", "SELECT table_name FROM duckdb_tables()")["rows"]
    assert not {"secrets", "venue_codes", "venue_devices", "venue_pins"} & {
        row["table_name"] for row in tables
    }


def test_vn_11_5_a_parcel_is_made_while_a_venue_has_the_log(served: Venue, tmp_path: Path) -> None:
    key = tmp_path / "north.pem"
    key.write_text(new_key())
    made = served.home.json(
        *("league", "parcel", "--publisher", "north", "--key", key, "-o", tmp_path),
        "--told-seats",
    )
    assert read_list(Path(made["folder"])).heads.keys() >= {"friendly", "cup"}


def test_vn_1_1_a_venue_that_was_killed_has_the_log_no_more(tmp_path: Path) -> None:
    venue = Venue(tmp_path)
    notice = venue.start()
    venue.end(signal.SIGKILL)
    assert notice_path(venue.home.log).exists()
    said = venue.home.run("show", "friendly")
    assert (said.exit_code, said.stderr) == (0, "")
    venue.home.ok("log", "friendly", "una note text=late", "--by", "una")
    again = venue.start()
    assert again.key != notice.key
    venue.end()
    assert not notice_path(venue.home.log).exists()


def test_vn_11_1_a_venue_keeps_copies_in_its_second_folder(served: Venue) -> None:
    shelf = Shelf(served.stick / served.home.log.stem)
    wait_until(lambda: [each for each in shelf.copies() if each.sound], served.process)
    with Log.open(shelf.copies()[0].path) as copy:
        assert copy.has("friendly")


def test_vn_1_1_a_notice_that_names_another_process_than_has_the_log_says_nothing(
    tmp_path: Path,
) -> None:
    home = Home(tmp_path)
    hall(home.log)
    with posted(home.log, "http://127.0.0.1:1") as notice:
        assert notice_of(home.log) is None  # it is of this process
        text = notice_path(home.log).read_text()
        notice_path(home.log).write_text(text.replace(str(os.getpid()), "1"))
        assert notice_of(home.log) is None  # process 1 has not locked it
        home.ok("show", "friendly")
    notice_path(home.log).write_text("{")
    home.ok("show", "friendly")
    assert str(LogServed(home.log, notice)).startswith(f"{home.log}: the venue at http://127")


def test_vn_1_5_with_too_few_files_a_venue_does_not_start(tmp_path: Path) -> None:
    home = Home(tmp_path)
    hall(home.log)
    serve = f"{sys.executable} -m cli venue serve --host 127.0.0.1 --port 0 --log {home.log}"
    done = subprocess.run(
        ["bash", "-c", f"ulimit -n 512; {serve}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert "referee: this process may have 512 files open; a venue needs 1,024" in done.stderr


def test_vn_1_5_the_limit_of_open_files_is_raised_to_four_for_each_device(tmp_path: Path) -> None:
    code = (
        "import resource; from cli.venue.keeping.open_files import require_files\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (256, 4096))\n"
        "print(require_files(1), require_files(500), require_files(5000))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.split() == ["1024", "2000", "4096"], done.stderr
