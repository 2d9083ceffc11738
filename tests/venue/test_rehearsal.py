"""``referee venue rehearse``: the desk is played over HTTP through every step, to the restored
log and the end; the real log is not touched."""

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from cli.failure import Failure
from cli.language import LANGUAGES
from cli.venue.rehearsal.command import duration
from cli.venue.rehearsal.event_copy import copied
from cli.venue.rehearsal.rehearsal_steps import STEPS
from cli.venue.web.pages import texts
from storage.log import Log
from tests.cli.test_answers import validator
from tests.cli.test_home import ROOT, Home
from tests.processes import end_of, lines_of, wait_until
from tests.tournament.logged import CUP, logs, opened, proposed
from tests.venue.counters import EIGHT, cup
from tests.venue.halls import NOW, hall
from tests.venue.test_desk_page import Reply

RARELY = 0.2
"""A page is asked for every so many seconds while it is waited for: its server has to make it."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """An event that the organiser has entered, and begun to play."""
    path = cup(tmp_path / "real.duckdb", EIGHT, late="1", best_of="1")
    with Log.open(path, write=True) as log:
        log.name_person("ana", "Ana Example")
        logs(log, "lena drop hal")
        logs(log, [proposed(log, 1)])
    return path


class Desk:
    """The desk's browser, and the process behind it."""

    def __init__(self, log: Path) -> None:
        command = [sys.executable, "-m", "cli", "venue", "rehearse", CUP, "--log", str(log)]
        self.process = subprocess.Popen(
            [*command, "--port", "0", "--pace", "0.05", "--json"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        said = ""
        for line in lines_of(self.process):
            said += line
            if line.startswith("}"):
                break
        self.opened = json.loads(said)
        self.client = httpx.Client(base_url=self.opened["address"], timeout=60)
        self.client.headers.update({"Origin": self.opened["address"], "X-Referee": "1"})

    def join(self, role: str) -> None:
        """Join with the code that was printed."""
        code = next(each for each in self.opened["codes"] if each["role"] == role)
        address = code["address"].removeprefix(self.opened["address"])
        answer = self.client.post(address, data={"label": "the laptop"})
        assert answer.status_code == 303, answer.text
        assert self.client.post("/api/pin", json={"pin": "4711"}).status_code == 200

    def step(self) -> str:
        """The step that the desk's page shows; empty once all are done."""
        page = self.client.get("/desk/part/rehearsal").text
        found = re.search(r'data-step="(\w+)"', page)
        return found[1] if found else ""

    def words(self) -> str:
        """What the page says of it."""
        return self.client.get("/desk/part/rehearsal").text

    def comes(self, key: str) -> str:
        """Wait until the step is on; its words."""
        wait_until(lambda: self.step() == key, every=RARELY)
        return self.words()

    def act(self, name: str, **said: Any) -> Any:
        answer = self.client.post(f"/api/tournaments/{CUP}/{name}", json=said)
        assert answer.status_code == 200, (name, answer.text)
        return answer.json()

    def types(self, line: str) -> None:
        """Type a line that the page has named, and say yes where it asks."""
        reply = Reply(self.client.post("/desk/line", data={"text": line}).text)
        if reply.became == "asked":
            reply = Reply(self.client.post("/desk/line", data={**reply.fields, "text": "y"}).text)
        assert reply.became == "taken", (line, reply.text)

    def round(self, number: int) -> dict[int, Any]:
        tables = self.client.get(f"/api/tournaments/{CUP}/rounds/{number}").json()["tables"]
        return {each["table"]: each for each in tables}

    def open(self, number: int) -> list[int]:
        return [n for n, each in self.round(number).items() if each["standing"] != "in"]


@pytest.fixture
def desk(path: Path) -> Iterator[Desk]:
    desk = Desk(path)
    try:
        yield desk
    finally:
        desk.client.close()
        if desk.process.poll() is None:
            desk.process.kill()
            end_of(desk.process)


def test_the_desk_is_led_through_every_step_and_each_shows_by_itself(
    desk: Desk, path: Path
) -> None:
    before = path.read_bytes()
    desk.join("organiser")
    desk.comes("begin")
    desk.act("post")
    desk.act("start")
    assert "Lou Late" in desk.comes("late")
    desk.act("enter", player="lou")
    assert "hands in a slip" in desk.comes("slip")
    wait_until(lambda: desk.open(1) == [1], every=RARELY)  # the robots have said all others
    desk.types("1 1 0")
    desk.act("post")
    desk.act("start")
    assert "1/1 0 1" in desk.comes("wrong")
    desk.types("1/1 0 1")
    words = desk.comes("phone")
    lost = next(
        each
        for each in desk.client.get("/api/devices").json()["devices"]
        if each["label"].startswith("lost")
    )
    assert lost["person"] in words
    desk.client.post(f"/api/devices/{lost['id']}/end")
    assert desk.step() == "phone", "half of it is not all"
    desk.client.post("/api/codes", json={"role": "player", "person": lost["person"]})
    words = desk.comes("dispute")
    line = re.search(r"decide (\d+)[\w ]+", words)
    assert line is not None and desk.round(2)[int(line[1])]["standing"] == "disputed"
    desk.types(line[0])
    call = desk.client.get("/api/calls").json()["calls"][0]["number"]
    desk.act("answer", call=call)
    desk.act("end-call", call=call)
    words = desk.comes("network")
    slips = re.search(r"type them: ([\d ,]+)\.", words)
    assert slips is not None
    for slip in slips[1].split(", "):
        desk.types(slip)
    command = None
    while command is None:
        command = re.search(r"referee (venue restore \S+ --log \S+?)\.? ", desk.words() + " ")
        time.sleep(RARELY)
    wait_until(lambda: not is_answered(desk), every=RARELY)
    restored = [sys.executable, "-m", "cli", *command[1].split()]
    done = subprocess.run(restored, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "EXACT" in done.stdout, done.stdout + done.stderr
    wait_until(lambda: is_answered(desk), every=RARELY)
    assert desk.step() in ("dead", ""), "the same device is let in again"
    printed, told = end_of(desk.process)
    answer = json.loads(printed)
    validator("venue rehearse").validate(answer)
    assert [each["step"] for each in answer["done"]] == [each.key for each in STEPS]
    assert (answer["left_out"], answer["remain"]) == ([], [])
    assert "9/9 The laptop is dead" in told and desk.process.returncode == 0
    assert path.read_bytes() == before, "the real log is only read"


def is_answered(desk: Desk) -> bool:
    try:
        return desk.client.get("/desk/part/rehearsal").status_code == 200
    except httpx.HTTPError:
        return False


def test_ctrl_c_ends_it_and_says_what_remains(desk: Desk) -> None:
    desk.join("organiser")
    desk.comes("begin")
    desk.process.send_signal(signal.SIGINT)
    printed, _ = end_of(desk.process)
    answer = json.loads(printed)
    assert [each["step"] for each in answer["done"]] == ["open"]
    assert answer["remain"] == [each.key for each in STEPS[1:]]
    assert desk.process.returncode == 0


def test_the_copy_has_who_works_and_plays_and_another_secret(path: Path, tmp_path: Path) -> None:
    made = tmp_path / "copy.duckdb"
    with Log.open(path) as log:
        copied(log, CUP, made, NOW)
        real = log.load(CUP).replay().state
        secret = log.secret(CUP)
    with Log.open(made) as log:
        state = log.load(CUP).replay().state
        assert (state.turn, real.turn) == (0, 1)
        assert state.roles == real.roles and {*state.entrants} == {*EIGHT}
        assert state.options == {**real.options, "commitment": state.options["commitment"]}
        assert log.secret(CUP) and log.secret(CUP) != secret
        assert log.people() == {"ana": "Ana Example"}
        assert [each.away for each in state.entrants.values() if each.away]


def test_an_event_that_nobody_has_entered_is_filled_with_invented_people(tmp_path: Path) -> None:
    made = tmp_path / "copy.duckdb"
    with Log.open(cup(tmp_path / "empty.duckdb", decklists="closed")) as log:
        copied(log, CUP, made, NOW)
    with Log.open(made) as log:
        assert len(log.load(CUP).replay().state.entrants) == 8


def test_an_event_of_teams_is_not_rehearsed_and_it_says_why(tmp_path: Path) -> None:
    made = tmp_path / "made.duckdb"
    with Log.open(tmp_path / "real.duckdb", write=True) as log:
        opened(log, {"rounds": "2", "teams": "2"})
        with pytest.raises(Failure, match="is an event of teams, which is not rehearsed") as told:
            copied(log, CUP, made, NOW)
    assert "venue demo" in told.value.hint and not made.exists()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_has_its_words(language: str) -> None:
    words, named = texts(language), re.compile(r"\{(\w+)\}")
    for step in STEPS:
        what = f"rehearse.what.{step.key}"
        assert words[f"rehearse.step.{step.key}"] and words[what]
        assert {*named.findall(words[what])} == {*named.findall(texts("en")[what])}
    assert duration(125.4) == "2:05 min"


@pytest.mark.parametrize(
    ("event", "why"),
    [("cupp", "cupp"), ("friendly", "friendly is a match, not a tournament")],
)
def test_what_is_no_tournament_is_not_rehearsed(tmp_path: Path, event: str, why: str) -> None:
    home = Home(tmp_path)
    hall(home.log)
    said = home.run("venue", "rehearse", event)
    assert said.exit_code != 0
    assert why in said.stderr
    assert "Traceback" not in said.output + said.stderr
