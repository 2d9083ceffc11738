"""Phones of people who come to an event: each scans its code, and has what the server gave it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar
from litestar.testing import TestClient

from cli.reading.lines import new_id
from cli.venue.access.session import Invitation
from cli.venue.hall.hall import Hall
from storage.log import Log
from tests.logbook import copied
from tests.tournament.logged import CUP, logs, opened
from tests.venue.lent import client_of

HERE = "http://testserver.local"


@dataclass
class Phone:
    """A phone, with its cookie."""

    client: TestClient[Litestar]
    cookie: str = ""
    headers: dict[str, str] = field(default_factory=dict)

    def ask(self, method: str, path: str, **more: Any) -> Any:
        """What is answered."""
        headers = {"Origin": HERE, "X-Referee": "1", **self.headers, **more.pop("headers", {})}
        if self.cookie:
            headers["Cookie"] = f"referee={self.cookie}"
        self.client.cookies.clear()
        answer = self.client.request(method, path, headers=headers, **more)
        if given := re.search(r"referee=([^;]+)", answer.headers.get("set-cookie", "")):
            self.cookie = given[1]
        self.client.cookies.clear()
        return answer

    def get(self, path: str, status: int = 200) -> Any:
        """A page, or what an address tells."""
        answer = self.ask("GET", path)
        assert answer.status_code == status, (path, answer.status_code, answer.text)
        return answer.json() if "json" in answer.headers["content-type"] else answer.text

    def post(self, path: str, status: int = 200, /, **said: Any) -> Any:
        """What is answered to JSON."""
        answer = self.ask("POST", path, content=msgspec.json.encode(said))
        assert answer.status_code == status, (path, answer.status_code, answer.text)
        return answer.json()

    def act(self, name: str, status: int = 200, /, **said: Any) -> Any:
        """What is answered to an act, with an id as the page draws it."""
        said.setdefault("id", new_id(datetime.now(UTC)))
        return self.post(f"/api/tournaments/{CUP}/{name}", status, **said)

    def scan(self, code: str) -> str:
        """The form behind the code of an event; what it is known by."""
        found = re.search(r'name="once" value="([^"]+)"', self.get(f"/e/{code}"))
        assert found is not None
        return found[1]

    def register(self, code: str, name: str, status: int = 303, **more: str) -> Any:
        """Somebody registers with this phone."""
        once = more.pop("once", "") or self.scan(code)
        answer = self.ask("POST", f"/e/{code}", data={"name": name, "once": once, **more})
        assert answer.status_code == status, (answer.status_code, answer.text)
        return answer

    def me(self) -> str:
        """The own page, without its marks."""
        return words(self.get("/me"))

    @property
    def person(self) -> str:
        """Whose phone it is."""
        found = self.get("/api/me")["person"]
        assert isinstance(found, str)
        return found


def words(page: str) -> str:
    """What is read on a page, with plain dashes."""
    body = page[page.index("<body") :] if "<body" in page else page
    plain = re.sub(r"<[^>]*>", " ", body).replace("\u2013", "-")
    return re.sub(r"\s+", " ", plain).strip()


def event(path: Path, *, policy: str = "standard", **options: str) -> Path:
    """An event that nobody has entered: lena runs it, kim judges, sam keeps scores."""
    return copied(path, _event, policy, tuple(options.items()))


def _event(path: Path, policy: str, options: tuple[tuple[str, str], ...]) -> None:
    with Log.open(path, write=True) as log:
        opened(log, {"rounds": "2", **dict(options)}, name=policy)
        logs(log, "lena appoint kim judge; lena appoint sam scorekeeper")


class Venue:
    """A venue with its phones."""

    def __init__(self, client: TestClient[Litestar], hall: Hall) -> None:
        self.client, self.hall = client, hall
        client.follow_redirects = False
        self.code = self.asked(lambda log: self._code(log))

    def _code(self, log: Log) -> str:
        return self.hall.access.invite(log, Invitation("entrant", stream=CUP))

    def asked(self, look: Any) -> Any:
        """What the hall says, in its own loop."""
        assert self.client.blocking_portal is not None
        return self.client.blocking_portal.call(self.hall.ask, look)

    def phone(self, cookie: str = "") -> Phone:
        """A phone."""
        return Phone(self.client, cookie)

    def staff(self, person: str = "lena", role: Any = "organiser") -> Phone:
        """A device of the staff, with its PIN given."""

        def bind(log: Log) -> str:
            code = self.hall.access.invite(log, Invitation(role, person, CUP))
            return self.hall.access.bind(log, code, "laptop", self.hall.clock())[0]

        phone = self.phone(self.asked(bind))
        if role in ("organiser", "head-judge"):
            phone.post("/api/pin", pin="4711")
        return phone

    def registered(self, *names: str, **more: str) -> list[Phone]:
        """Phones with which these people have registered."""
        phones = []
        for name in names:
            phone = self.phone()
            phone.register(self.code, name, **more)
            phones.append(phone)
        return phones


@contextmanager
def venue(path: Path, **options: Any) -> Iterator[Venue]:
    """The venue of a log, until the block ends."""
    hall = Hall(path, **options)
    with client_of(hall) as client:
        yield Venue(client, hall)
