"""A whole event on the phones of its players: from the scan to the final place, without a slip."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from os import kill
from pathlib import Path
from signal import SIGKILL

import httpx

from cli.reading.lines import new_id
from cli.venue.access.access import Access
from cli.venue.access.session import Invitation
from storage.log import Log
from storage.verify import verify
from tests.bench.devices import HOST
from tests.bench.venue import served
from tests.tournament.logged import CUP
from tests.venue.entrants import Phone, Venue, event, venue

PLAYERS = 8
"""So many are in an event whose server goes on; there are 32 where it is killed."""


def standing_at(phone: Phone) -> tuple[int, str, bool]:
    """The table of a player, and whether the own name was posted first."""
    told = phone.get(f"/api/tournaments/{CUP}")
    number, table = told["round"], told["table"]
    tables = phone.get(f"/api/tournaments/{CUP}/rounds/{number}")["tables"]
    at = next((each for each in tables if each["table"] == table), None)
    return (
        table,
        "" if at is None else at["b" if at["a"] == phone.person else "a"],
        bool(at and at["a"] == phone.person),
    )


def say_results(phones: list[Phone], number: int) -> None:
    """Everybody says the result of the own table: who is posted first has won 2-1."""
    for phone in phones:
        table, _, _ = standing_at(phone)
        if table:
            phone.act("attest", round=number, table=table, a=2, b=1)


def run(at: Venue, phones: list[Phone], desk: Phone, first: int, rounds: int) -> None:
    """Rounds from post to result."""
    for number in range(first, rounds + 1):
        desk.act("post", round=number)
        desk.act("start")
        for phone in phones[:2]:
            assert f"Round {number} of {rounds} Table" in phone.me()
        say_results(phones, number)
        assert not desk.get(f"/api/tournaments/{CUP}")["open"]


def test_vn_18_an_event_goes_from_the_scan_to_final_places_without_a_slip(tmp_path: Path):
    path = event(tmp_path / "hall.duckdb", rounds="3", check_in="yes")
    with venue(path) as at:
        phones = at.registered(*(f"Player Nr {n}" for n in range(PLAYERS)))
        assert "You are registered" in phones[0].me()
        desk = at.staff()
        assert desk.get("/api/registrations")["ready"] == PLAYERS
        desk.ask("POST", "/desk/line", data={"text": "confirm all"})
        assert "No round is posted yet" in phones[0].me() and "I am here" in phones[0].me()
        for phone in phones:
            phone.act("check-in", players=[phone.person])
        assert "You are checked in" in phones[0].me()
        run(at, phones, desk, 1, 3)
        assert "you are 1." in "".join(phone.me() for phone in phones)
        desk.act("close")
        assert f"1. place of {PLAYERS}" in "".join(phone.me() for phone in phones)
    with Log.open(path) as log:
        assert verify(log, pairings=True).exact
        entries = log.load(CUP).replay().events
        assert not [each for each in entries if type(each).__name__ == "Report"]
        persons = [each.player for each in entries if type(each).__name__ == "Enter"]
        assert len({*persons}) == PLAYERS and all(each.startswith("p-") for each in persons)


def test_vn_18_the_same_where_the_server_is_killed_in_every_phase(tmp_path: Path):
    path = event(tmp_path / "hall.duckdb", check_in="yes")
    with venue(path) as at:
        code, cookies = at.code, [phone.cookie for phone in at.registered("Ana", "Bo", "Cy", "Di")]
    with venue(path) as at:  # it was stopped: all is as it was
        assert at.code == code
        desk = at.staff()
        phones = [at.phone(cookie) for cookie in cookies]
        assert "You are registered" in phones[0].me()
        desk.post("/api/registrations/confirm", everybody=True)
        for phone in phones:
            phone.act("check-in", players=[phone.person])
        desk.act("post", round=1)
    with venue(path) as at:
        phones = [at.phone(cookie) for cookie in cookies]
        assert "Table 1" in "".join(phone.me() for phone in phones)
        say_results(phones, 1)
        run(at, phones, at.staff("sam", "scorekeeper"), 2, 2)
        at.staff().act("close")
        assert "1. place of 4" in "".join(phone.me() for phone in phones)


class Killed:
    """A venue as a process of its own, which is killed now and then, and its phones."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.cookies: list[str] = []

    @contextmanager
    def on(self) -> Iterator[Callable[[str], Phone]]:
        """While it serves; then it is killed. A phone by its cookie."""
        with served(self.path) as (port, process, _):
            address = f"http://{HOST}:{port}"
            with httpx.Client(base_url=address) as client:
                yield lambda cookie: Phone(client, cookie, {"Origin": address})  # type: ignore[arg-type]
                kill(process, SIGKILL)


def sent(phone: Phone, name: str, **said: object) -> None:
    """An act whose answer is lost, and which is sent again: it is one act."""
    said["id"] = new_id(datetime.now(UTC))
    with suppress(httpx.TransportError):
        phone.act(name, **said)
    phone.act(name, **said)


def test_vn_21_an_event_of_32_where_the_server_is_killed_in_every_phase(tmp_path: Path):
    path = event(tmp_path / "hall.duckdb", rounds="2", check_in="yes")
    with Log.open(path, write=True) as log:
        access = Access.load(log)
        code = access.invite(log, Invitation("entrant", stream=CUP))
        desk = access.invite(log, Invitation("organiser", "lena", CUP))
        lena = access.bind(log, desk, "laptop", datetime.now(UTC))[0]
    hall, drawn = Killed(path), dict[str, str]()
    with hall.on() as phone:
        for n in range(32):
            one = phone("")
            one.register(code, f"Player Nr {n}")
            hall.cookies.append(one.cookie)
        phone(lena).post("/api/pin", pin="4711")
    with hall.on() as phone:
        laptop = phone(lena)
        laptop.post("/api/pin", pin="4711")
        laptop.post("/api/registrations/confirm", everybody=True)
        for cookie in hall.cookies:
            one = phone(cookie)
            sent(one, "check-in", players=[one.person])
    for number in (1, 2):
        with hall.on() as phone:
            laptop = phone(lena)
            laptop.post("/api/pin", pin="4711")
            sent(laptop, "post", round=number)
            for cookie in hall.cookies[::2]:  # half of them, before it dies
                say(phone(cookie), drawn, number)
        with hall.on() as phone:  # what was tapped meanwhile comes with the ids of the taps
            for cookie in hall.cookies:
                say(phone(cookie), drawn, number)
            assert not phone(lena).get(f"/api/tournaments/{CUP}")["open"]
    with hall.on() as phone:
        laptop = phone(lena)
        laptop.post("/api/pin", pin="4711")
        sent(laptop, "close")
        assert "1. place of 32" in "".join(phone(each).me() for each in hall.cookies)
    with Log.open(path) as log:
        assert verify(log, pairings=True).exact
        kinds = [type(each).__name__ for each in log.load(CUP).replay().events]
        assert (kinds.count("Attest"), kinds.count("Post"), kinds.count("Report")) == (64, 2, 0)
        assert kinds.count("CheckIn") == kinds.count("Enter") == 32


def say(phone: Phone, drawn: dict[str, str], number: int) -> None:
    """Somebody says the result of the own table: one act, however often it is sent."""
    table, _, _ = standing_at(phone)
    tap = drawn.setdefault(f"{phone.cookie} {number}", new_id(datetime.now(UTC)))
    for _ in range(2):
        phone.act("attest", id=tap, round=number, table=table, a=2, b=1)
