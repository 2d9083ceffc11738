"""How servers are waited for that are away."""

import duckdb
import pytest

from storage.league import patience as waiting
from storage.league.lake import Away, require_here
from storage.league.patience import Patience

AT = 'Unable to connect to Postgres at "password=secret": '
SERVER = 'connection to server at "db", port 5432 failed: '
AWAY = {
    f"{AT}{SERVER}Connection refused": f"{SERVER}Connection refused",
    f"{AT}{SERVER}FATAL:  the database system is starting up": (
        f"{SERVER}FATAL:  the database system is starting up"
    ),
    f"{AT}{SERVER}FATAL:  sorry, too many clients already": (
        f"{SERVER}FATAL:  sorry, too many clients already"
    ),
    f'{AT}could not translate host name "db" to address': (
        'could not translate host name "db" to address'
    ),
    'Failed to execute query "COMMIT": server closed the connection unexpectedly\n\tThis': (
        "server closed the connection unexpectedly"
    ),
    "Could not connect to server error for HTTP PUT to 'http://s3/b/x'": (
        "Could not connect to server error for HTTP PUT to 'http://s3/b/x'"
    ),
    "HTTP GET error reading 's3://b/x' (HTTP 503 Service Unavailable)": (
        "HTTP GET error reading 's3://b/x' (HTTP 503 Service Unavailable)"
    ),
    'Failed to commit: Failed to execute query "ROLLBACK": ': (
        'Failed to execute query "ROLLBACK": '
    ),
}
HERE = (
    f'{AT}{SERVER}FATAL:  password authentication failed for user "league"',
    f'{AT}{SERVER}FATAL:  database "league" does not exist',
    "HTTP GET error reading 's3://b/x' (HTTP 404 Not Found)",
    "Unable to connect to URL s3://b/x: Forbidden (HTTP code 403)",
)


@pytest.mark.parametrize("said", AWAY)
def test_a_server_that_does_not_answer_now_is_away(said: str) -> None:
    """What is told of it has no password in it."""
    with pytest.raises(Away) as told:
        require_here(duckdb.IOException(said), "league")
    assert str(told.value) == f"league: a server is away: {AWAY[said]}"


@pytest.mark.parametrize("said", HERE)
def test_a_server_that_answers_is_not_waited_for(said: str) -> None:
    require_here(duckdb.IOException(said), "league")
    require_here(OSError("connection to server"), "league")


class Clock:
    """Time that passes only where somebody waits."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        patch.setattr(waiting, "monotonic", lambda: self.now)
        patch.setattr(waiting, "sleep", self.sleep)

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def test_pauses_grow_up_to_a_minute_and_end_when_it_has_been_long_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Clock(monkeypatch)
    pauses: list[float] = []

    def act() -> None:
        raise Away("no answer")

    patience = Patience(200, lambda error, pause: pauses.append(pause))
    with pytest.raises(Away, match=r"no answer; waited for 200 s"):
        patience.over(act)
    assert pauses == [1, 2, 4, 8, 16, 32, 60, 60, 17]
    assert patience.waited == 200


def test_who_is_not_to_wait_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)

    def act() -> None:
        raise Away("no answer")

    with pytest.raises(Away, match=r"no answer$"):
        Patience().over(act)
    assert clock.now == 0


def test_what_went_on_is_waited_for_as_long_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that is away twice is not away for twice as long; the pauses begin anew."""
    Clock(monkeypatch)
    pauses: list[float] = []
    patience = Patience(3, lambda error, pause: pauses.append(pause))
    left = ["away", "away", "commits, away", "away", "done"]

    def act() -> str:
        said = left.pop(0)
        if said.startswith("commits"):
            patience.went_on()
        if said.endswith("away"):
            raise Away(said)
        return said

    assert patience.over(act) == "done"
    assert pauses == [1, 2, 1, 2]
    assert patience.waited == 6
