"""Players, scorekeepers, judges and the organiser say and undo at random what their devices let
them; whatever came of it, the desk goes on by what its page offers, to the close (VN-19.7)."""

import re
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from cli.venue.access.limits import Limits
from referee.verdict import Illegal
from storage.log import Log
from storage.verify import verify
from tests.tournament.logged import CUP
from tests.venue.watched import PLAYERS, Devices, cup, watched

API = f"/api/tournaments/{CUP}"
STEPS = 25
"""So many things are said or done in each round."""
ROUNDS = 2
REFUSED = {403, 409, 422}
"""How a device is refused what it may not do, or not any more."""


class Hall:
    """An event, and what its devices do at random."""

    def __init__(self, at: Devices, chance: Random) -> None:
        self.at, self.chance = at, chance

    def act(self, who: str, name: str, **said: Any) -> Any:
        """What is answered to an act of somebody, which is done, or refused."""
        answer = self.at.post(who, f"{API}/{name}", msgspec.json.encode(said))
        assert answer.status_code in {200, *REFUSED}, (who, name, said, answer.text)
        return answer

    def told(self, path: str = "") -> Any:
        """What the organiser is told."""
        answer = self.at.get("lena", f"{API}{path}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def something(self) -> None:
        """Somebody does something, whether that is theirs or not."""
        chance, now = self.chance, self.told()
        number, last = now["round"], now["at"]
        table = chance.choice(self.told(f"/rounds/{chance.randint(1, number)}")["tables"])
        who = chance.choice((table["a"], table["b"], *PLAYERS, "sam", "kim", "lena"))
        a, b = chance.choice(((2, 0), (2, 1), (1, 2), (0, 2)))
        result = {"table": table["table"], "a": a, "b": b}
        if chance.random() < 0.2:
            result["round"] = chance.randint(1, number)
        acts: list[tuple[str, dict[str, Any]]] = [
            *(("attest", result) for _ in range(4)),
            *(("report", {**result, "sure": True}) for _ in range(3)),
            ("decide", {**result, "reason": "seen"}),
            ("strike", {"entry": chance.randint(max(2, last - 12), last)}),
            ("call", {"table": table["table"], "about": "a question"}),
            ("answer", {"call": chance.randint(max(2, last - 6), last)}),
            ("end-call", {"seconds": chance.choice((10, 200))}),
            ("extend", {"table": table["table"], "seconds": 60, "cause": "other"}),
            ("infraction", {"player": table["a"], "code": "PE-1", "reason": "so"}),
            ("post", {"missing": True}) if number < ROUNDS else ("time", {}),
        ]
        if chance.random() < 0.05:
            acts = [("drop", {"player": who}), ("drop", {"player": table["a"], "ends": True})]
        name, said = chance.choice(acts)
        self.act(who, name, **said)

    def types(self, line: str) -> None:
        """The organiser types a line, and says yes where that is asked; it is taken."""
        found, data = "", {"text": line}
        for _ in range(2):
            answer = self.at.client.post("/desk/line", data=data, headers={"x-device": "lena"})
            found = answer.text
            asked = dict(re.findall(r'name="(\w+)" form="line" value="([^"]*)"', found))
            if "asked" not in asked:
                break
            data = {**{name: unescape(text) for name, text in asked.items()}, "text": "y"}
        assert 'data-became="taken"' in found, (line, self.told()["due"], found)

    def goes_on(self) -> bool:
        """The desk does what is offered; whether there was anything."""
        now = self.told()
        due = next((each for each in now["due"] if each["must"]), None)
        if due is None:
            step = now["step"].partition(" ")[0]
            if now["over"] or step not in ("propose", "close", "cut"):
                return False
            self.types(step)
            return True
        more = {"decide": "2 0 both slips read", "end": "30"}
        if begins := due["fill"]:
            self.types(f"{begins}{more[begins.partition(' ')[0]]}")
            return True
        assert due["rule"] == "TR-7.6", due
        for table, number in re.findall(r"table (\d+)(?: of round (\d+))?", due["text"]):
            self.types(f"{number}/{table} 2 0" if number else f"{table} 2 0")
        return True


@pytest.mark.parametrize("seed", [1, 2])
def test_vn_19_7_whatever_devices_and_staff_do_the_desk_goes_on_by_what_it_is_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(Limits, "entries", lambda *_: 0.0)
    path = cup(tmp_path / "hall.duckdb", rounds=str(ROUNDS), decklists="none")
    with watched(path) as at:
        assert at.post("lena", "/api/pin", b'{"pin": "4711"}').status_code == 200
        hall = Hall(at, Random(seed))
        while not hall.told()["over"]:
            before = hall.told()["round"]
            for _ in range(STEPS):
                hall.something()
            for _ in range(30):
                now = hall.told()
                if now["over"] or now["round"] > before or not hall.goes_on():
                    break
            now = hall.told()
            assert now["over"] or now["round"] > before, now
    with Log.open(path) as log:
        cup_of = log.load(CUP).replay()
        assert not [each for each in cup_of.verdicts if isinstance(each, Illegal)]
        assert verify(log).exact
