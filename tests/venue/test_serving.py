"""``referee venue serve``: what it needs, what it says when it opens, and what it refuses."""

import errno
import importlib.util
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
import uvicorn

from cli.venue.web import server
from storage.log import Log
from storage.venue import rows
from storage.venue.notice import notice_of
from tests.cli.test_home import ROOT, Home
from tests.processes import end_of, lines_of
from tests.venue.desks import device, venue
from tests.venue.halls import hall

EXTRA = ("litestar", "uvicorn", "jinja2")
WITHOUT = """
import sys
for name in {extra!r}:
    sys.modules[name] = None
from typer.testing import CliRunner
from cli.main import app
for command in {commands!r}:
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 0, (command, result.output, result.exception)
"""


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A log with a cup, and the command line upon it."""
    found = Home(tmp_path)
    hall(found.log)
    return found


@contextmanager
def serving(log: Path, *options: str) -> Iterator[list[str]]:
    """What is printed while a venue is open on a free port."""
    command = [sys.executable, "-m", "cli", "venue", "serve", "--log", str(log), "--port", "0"]
    process = subprocess.Popen(
        [*command, *options], cwd=ROOT, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    said = []
    try:
        for line in lines_of(process):
            said.append(line.rstrip())
            if line.startswith(("Ctrl-C", "}")):
                break
        yield said
    finally:
        process.send_signal(signal.SIGTERM)
        end_of(process)


def test_vn_1_6_a_second_ctrl_c_waits_for_nobody() -> None:
    closed: list[int] = []
    serving = server.Server(uvicorn.Config(""), lambda: closed.append(len(closed)))
    assert not serving.should_exit
    for sig, forced in ((signal.SIGINT, False), (signal.SIGTERM, False), (signal.SIGINT, True)):
        serving.handle_exit(sig, None)
        assert (serving.should_exit, serving.force_exit) == (True, forced)
    assert closed == [0, 1, 2]


def test_vn_4_a_venue_tells_the_version_that_the_command_tells(home: Home) -> None:
    with venue(home.log, device("ana")) as client:
        told = client.get("/healthz").json()["version"]
    assert told in home.ok("--version")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--backup", "nosuch"), "--backup nosuch: there is no such folder"),
        (("--names", "nicknames"), "one of names, first-names, initials, ids"),
        (("--name", "http://referee.lan"), "such as referee.lan, without a port"),
        (("--name", "referee.lan:8080"), "such as referee.lan, without a port"),
        (("--match", "nosuch"), "nosuch"),
        (("--forget-pin", "zoe"), "zoe: this person has no PIN"),
        (("--tls", "nosuch.pem", "key.pem"), "--tls nosuch.pem: there is no such file"),
        (("--tls", str(ROOT / "LICENSE"), str(ROOT / "README.md")), "as PEM"),
        (("--log", "nosuch.duckdb"), "nosuch.duckdb: there is no such log"),
    ],
    ids=lambda each: Path(each[1]).name if isinstance(each, tuple) else "",
)
def test_what_cannot_be_served_with_is_said_and_nothing_is_written(
    home: Home, options: Sequence[str], said: str
) -> None:
    before = home.log.read_bytes()
    assert said in home.error("venue", "serve", "--host", "127.0.0.1", "--port", 0, *options)
    assert home.log.read_bytes() == before


def test_a_file_that_is_no_log_is_not_served(home: Home) -> None:
    said = home.error("venue", "serve", "--log", ROOT / "LICENSE", status=1)
    assert "LICENSE: not a log" in said


def test_a_port_that_is_taken_is_named_with_what_to_do(home: Home) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = home.error("venue", "serve", "--host", "127.0.0.1", "--port", port, status=1)
    assert f"127.0.0.1:{port}" in said
    assert "--port says another" in said
    assert notice_of(home.log) is None


def no_room(*_: object, **__: object) -> Any:
    raise OSError(errno.ENOSPC, "No space left on device", "hall")


@pytest.mark.parametrize(
    "what",
    [
        "cli.venue.hall.hall.Hall.start",
        "storage.venue.notice.os.fdopen",
        "cli.venue.access.access.Access.invite_all",
        "cli.venue.hall.hall.Hall.stop",
    ],
)
def test_vn_3_5_on_a_full_disk_the_venue_ends_and_says_why_whatever_could_not_be_written(
    home: Home, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    monkeypatch.setattr(what, no_room)
    if what.endswith("stop"):
        monkeypatch.setattr("cli.venue.access.access.Access.invite_all", no_room)
    said = home.error("venue", "serve", "--host", "127.0.0.1", "--port", 0, status=1)
    assert "No space left on device" in said
    assert "Traceback" not in said and len(said.splitlines()) == 1
    assert notice_of(home.log) is None
    assert [path.name for path in home.folder.glob("*.venue*")] == []


def test_a_name_stands_in_every_code_and_the_machine_itself_needs_none(home: Home) -> None:
    with serving(home.log, "--host", "127.0.0.1", "--name", "referee.lan") as said:
        notice = notice_of(home.log)
        shown = home.ok("matches")
    assert said[0].startswith("The venue is open at http://referee.lan:")
    codes = [line for line in said if "/j/" in line]
    assert codes
    assert all("http://referee.lan:" in line for line in codes)
    assert notice is not None
    assert notice.address.startswith("http://127.0.0.1:")
    assert "friendly" in shown


def test_a_pin_that_is_forgotten_is_forgotten_here_too(home: Home) -> None:
    kept = [rows.PinRow("cup", who, "00", "00") for who in ("lena", "hal")]
    with Log.open(home.log, write=True) as log:
        rows.keep(log, pins=kept)
    with serving(home.log, "--host", "127.0.0.1", "--forget-pin", "lena", "--json") as said:
        assert json.loads("".join(said))["address"]
    with Log.open(home.log) as log:
        assert [row.person for row in rows.pins(log)] == ["hal"]


def test_without_the_extra_the_venue_says_what_to_install(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = importlib.util.find_spec

    def found(name: str, package: str | None = None) -> ModuleSpec | None:
        return None if name in EXTRA else find(name, package)

    monkeypatch.setattr(importlib.util, "find_spec", found)
    for command in ("serve", "demo"):
        said = home.error("venue", command)
        assert "the venue needs litestar, uvicorn, jinja2" in said
        assert "pip install 'tabletop-referee[venue]'" in said


def test_without_the_extra_all_else_works(home: Home) -> None:
    log = ("--log", str(home.log))
    commands = (
        ["matches", *log],
        ["tournament", "standings", "cup", *log],
        ["tournament", "print", "cup", "slips", "-o", str(home.folder / "slips.html"), *log],
        ["stats", *log],
        ["schema"],
        ["venue", "--help"],
        ["venue", "serve", "--help"],
        ["venue", "demo", "--help"],
        ["venue", "restore", "--help"],
    )
    program = WITHOUT.format(extra=EXTRA, commands=commands)
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_devices_are_told_the_certificate_and_never_the_key(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: dict[str, object] = {}
    app = SimpleNamespace(state=SimpleNamespace(fault=None))
    monkeypatch.setattr(server, "application", lambda *_, **given: told.update(given) or app)
    monkeypatch.setattr(server.Server, "run", lambda _, sockets: sockets[0].close())
    certificate, key = Path("hall.pem"), Path("hall.key")
    server.run(server.served(home.log), server.Address("127.0.0.1", 0, (certificate, key)))
    assert told["certificate"] == certificate


def test_vn_19_who_organises_and_has_lost_the_browser_gets_a_code_by_enter_at_the_laptop(
    home: Home,
) -> None:
    laptop, terminal = os.openpty()
    command = [sys.executable, "-m", "cli", "venue", "serve", "--log", str(home.log)]
    process = subprocess.Popen(
        [*command, "--host", "127.0.0.1", "--port", "0"],
        cwd=ROOT,
        stdin=terminal,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )

    def joins(address: str) -> int:
        origin = address.partition("/j/")[0]
        answer = httpx.post(address, data={"label": ""}, headers={"Origin": origin})
        return answer.status_code

    try:
        codes = (found[1] for line in lines_of(process) if (found := ORGANISER.search(line)))
        first = next(codes)
        assert joins(first) == 303
        os.write(laptop, b"\n")
        again = next(codes)
        assert (joins(first), joins(again)) == (403, 303)
    finally:
        process.send_signal(signal.SIGTERM)
        end_of(process)
        os.close(laptop)
        os.close(terminal)


ORGANISER = re.compile(r"organiser lena +(http://\S+/j/\S+)")
