"""The laptop dies: another one goes on from the second folder (VN-11.3)."""

import asyncio
import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from cli.venue.access.access import Access
from cli.venue.access.session import Invitation
from cli.venue.keeping.second_folder import LINES
from storage.log import Log
from storage.verify.verification import verify
from tests.bench.devices import Device
from tests.logbook import ROOT
from tests.processes import wait_until
from tests.venue.test_faults import hall_of, notes, sent, serving


def test_vn_11_3_another_laptop_goes_on_and_devices_and_their_queues_with_it(
    tmp_path: Path,
) -> None:
    path, stick, other = tmp_path / "hall.duckdb", tmp_path / "stick", tmp_path / "other.duckdb"
    stick.mkdir()
    (token,) = hall_of(path, 1)

    async def post(port: int, number: int) -> int:
        phone = Device(port, token)
        answer = await phone.ask(
            "POST", "/api/matches/t0/entries", sent("t0", notes(number), number, 1)
        )
        return answer.status

    async def copied(port: int) -> None:
        """Wait until the first copy lies in the folder."""
        for _ in range(2_000):
            told = await Device(port, "").ask("GET", "/healthz")
            if msgspec.json.decode(told.body)["copies"]["copies"]:
                return
            await asyncio.sleep(0.05)
        raise AssertionError("no copy was made")

    async def until_it_died(port: int) -> list[int]:
        await copied(port)
        found = [await post(port, 1), await post(port, 2)]
        return found

    def are_in_the_lines() -> bool:
        """Whether what was posted lies in the folder (VN-11.2)."""
        lines = next(stick.rglob(LINES)).read_text()
        return lines.count('"remark ') == 2 and lines.endswith("\n")

    with serving(path, more=["--backup", str(stick)]) as (process, port):
        assert asyncio.run(until_it_died(port)) == [200, 200]
        wait_until(are_in_the_lines, process)
        process.kill()
    path.unlink()
    path.with_name(path.name + ".wal").unlink(missing_ok=True)
    command = [sys.executable, "-m", "cli", "venue", "restore", str(stick), "--log", str(other)]
    restored = subprocess.run([*command, "--json"], cwd=ROOT, capture_output=True, text=True)
    assert restored.returncode == 0, restored.stderr
    assert json.loads(restored.stdout)["last"]["seq"] == 3
    with serving(other, port) as (_, again):
        assert again == port
        assert asyncio.run(post(port, 2)) == 200  # its answer may have been lost
        assert asyncio.run(post(port, 3)) == 200
    with Log.open(other) as log:
        match = log.load("t0")
        assert match.last == 4 and len(set(match.ids)) == 4
        assert verify(log).exact


def test_vn_11_2_a_code_of_which_no_line_tells_asks_for_a_copy_soon(tmp_path: Path) -> None:
    path = tmp_path / "hall.duckdb"
    hall_of(path, 1)
    asked: list[str] = []
    with Log.open(path, write=True) as log:
        access = Access.load(log)
        access.changed = lambda: asked.append("a copy")
        code = access.invite(log, Invitation("spectator", match="t0"))
        assert asked == ["a copy"]
        access.bind(log, code, "", datetime.now(UTC))
        assert asked == ["a copy"] * 2
        access.invite(log, Invitation("spectator", match="t0"))  # it is the same code again
        assert asked == ["a copy"] * 2
