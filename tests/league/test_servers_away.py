"""PostgreSQL or the object store is away: an intake waits and goes on, and nothing is lost, and
nothing is taken by halves (LG-9)."""

import json
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from storage import drawn
from storage.league import patience
from storage.league.anew.again import take_again
from storage.league.anew.verification import verify
from storage.league.keeping.upkeep import rebuild, refill, tidy
from storage.league.lake import REMAKING, Away, Lake, Place, place_at
from storage.league.patience import Effort, Patience
from storage.league.taking import intake
from storage.league.taking.intake import take
from tests.league.conftest import Shared
from tests.league.servers import Servers
from tests.league.stores import MATCHES, League
from tests.league.test_failing import ended, started
from tests.processes import PATIENCE

NUMBERS = count(1)

PARCEL, WRITE = "SELECT l.match_id, max(seq)", "UPDATE lake.turn"
AWAY = {
    "PostgreSQL when it looks at a parcel": ("database", PARCEL),
    "PostgreSQL when it begins to write": ("database", WRITE),
    "PostgreSQL when it has written": ("database", "INSERT INTO lake.ledger"),
    "PostgreSQL when it commits": ("database", "COMMIT"),
    "the object store when it begins to write": ("store", WRITE),
}
"""What stops, and before which statement."""


@pytest.fixture
def served(servers: Servers, empty_served: League, tmp_path: Path) -> League:
    """A league on servers that has nothing yet."""
    return servers.copy(empty_served, tmp_path, f"away{next(NUMBERS)}")


@pytest.fixture
def filled(servers: Servers, full_served: League, tmp_path: Path) -> League:
    """A league on servers that has taken what the stores have sent."""
    return servers.copy(full_served, tmp_path, f"away{next(NUMBERS)}")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pauses are short."""
    monkeypatch.setattr(patience, "FIRST", 0.01)


def stopped_at(patch: pytest.MonkeyPatch, moment: str, stop: Callable[[], object]) -> None:
    """Have a server stop before a statement of that kind, once."""
    asked, left = Lake.rows, [stop]

    def rows(lake: Lake, sql: str, values: Any = None) -> list[tuple[Any, ...]]:
        if left and sql.startswith(moment):
            left.pop()()
        return asked(lake, sql, values)

    patch.setattr(Lake, "rows", rows)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("case", AWAY)
def test_a_server_that_stops_is_waited_for_and_the_intake_goes_on(
    case: str,
    served: League,
    shared: Shared,
    servers: Servers,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    which, moment = AWAY[case]
    server = getattr(servers, which)
    said: list[str] = []

    def told(error: Away, pause: float) -> None:
        said.append(str(error))
        if len(said) == 2:
            server.start()

    stopped_at(monkeypatch, moment, server.stop)
    place, sent = place_at(served.place), [*shared.parcels.values()]
    done = take(place, sent, effort=Effort(patience=Patience(PATIENCE, told)))
    assert (done.parcels, done.new, done.known) == (2, 2 * MATCHES, 0)
    assert len(said) == 2 and "a server is away" in said[0]
    assert served.content() == shared.content
    again = take(place, sent)
    assert (again.new, again.known) == (0, 2 * MATCHES)


def lose_an_object(servers: Servers, place: Place) -> None:
    below = place.data.partition(f"{servers.store.bucket}/")[2]
    name = next(each for each in servers.store.objects(below) if "/entries/" in each)
    servers.store.client.delete_object(Bucket=servers.store.bucket, Key=name)


def broken_off(place: Place) -> Place:
    """A league whose catalog was being made again."""
    with Lake(place, write=True) as lake:
        lake.rows("INSERT INTO lake.meta VALUES (?, 'another')", [REMAKING])
    return place


LATER: dict[str, tuple[str, Callable[..., Any], Any]] = {
    "take --again": (
        WRITE,
        lambda place, patience: take_again(place, Effort(patience=patience))[:1],
        (2 * MATCHES,),
    ),
    "verify, when it keeps a part": (
        "DELETE FROM lake.verified",
        lambda place, patience: verify(place, effort=Effort(patience=patience))[2::2],
        (2 * MATCHES, []),
    ),
    "tidy": (
        "SELECT count(*) FROM ducklake_merge_adjacent_files",
        lambda place, patience: tidy(place, now=True, patience=patience)[2::2],
        (0, 0),
    ),
    "tidy --refill, when it has let go of files": (
        "\nSELECT l.match_id, arg_max(seq",
        lambda place, patience: refill(place, patience=patience)[:2],
        (1, 2 * MATCHES),
    ),
    "tidy --catalog, when it has just begun": (
        "INSERT INTO lake.publishers",
        lambda place, patience: rebuild(broken_off(place), patience=patience).taken.new,
        2 * MATCHES,
    ),
}
"""What is done later, and before which statement a server stops."""


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("case", LATER)
def test_what_is_done_later_waits_as_taking_does(
    case: str,
    filled: League,
    shared: Shared,
    servers: Servers,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moment, act, due = LATER[case]
    place = place_at(filled.place)
    if case == "take --again":
        monkeypatch.setattr(drawn, "program", lambda: "renewed")
    if "--refill" in case:
        lose_an_object(servers, place)
    said: list[str] = []

    def told(error: Away, pause: float) -> None:
        said.append(str(error))
        servers.database.start()

    stopped_at(monkeypatch, moment, servers.database.stop)
    assert act(place, Patience(PATIENCE, told)) == due
    assert len(said) == 1 and "a server is away" in said[0]
    other = {"runs", "verified"} | ({"ledger"} if "again" in case else set())  # its program
    found, due = (
        {k: v for k, v in each.items() if k not in other}
        for each in (filled.content(), shared.content)
    )
    assert found == due


@pytest.mark.usefixtures("quick")
def test_what_was_committed_before_a_server_stopped_is_not_looked_at_again(
    served: League, shared: Shared, servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake, "BATCH", 1)
    looked: list[str] = []

    def told(error: Away, pause: float) -> None:
        servers.database.start()

    def progress(done: int, of: int | None) -> None:
        looked.append(f"{done} of {of}")
        if len(looked) == 1:
            servers.database.stop()

    place, sent = place_at(served.place), [*shared.parcels.values()]
    done = take(place, sent, effort=Effort(1, progress, Patience(PATIENCE, told)))
    assert (done.parcels, done.new, done.known) == (2, 2 * MATCHES, 0)
    assert looked == ["1 of 2", "2 of 2"]
    assert served.content() == shared.content


def test_take_says_what_it_waits_for_and_ends_where_that_stays_away(
    served: League, shared: Shared, servers: Servers
) -> None:
    taking = ("-m", "cli", "league", "take", *shared.parcels.values(), "--league", served.place)
    servers.database.stop()
    try:
        ((status, said),) = ended([started(*taking, "--wait", 0.5)])
        assert status == 1
        assert "a server is away: connection to server" in said
        assert "trying again in 1 s" in said and "; waited for 0 s" in said, said
        ((status, said),) = ended([started(*taking, "--wait", 0)])
        assert status == 1 and "trying again" not in said and "waited" not in said, said
        waits = started(*taking, "--wait", PATIENCE, "--json")
        assert waits.stderr is not None
        line = waits.stderr.readline()
        assert "trying again in 1 s" in line, line
    finally:
        servers.database.start()
    out, _ = waits.communicate(timeout=PATIENCE)
    told = json.loads(out)
    assert (waits.returncode, told["new"], told["waited"] > 0) == (0, 2 * MATCHES, True)
    assert served.content() == shared.content


def test_files_of_an_object_store_that_is_away_are_not_taken_for_lost(
    filled: League, shared: Shared, servers: Servers
) -> None:
    """Neither are matches taken for other than they were, or parcels for none."""
    at = ("--league", filled.place)
    servers.store.stop()
    try:
        sent = f"s3://{servers.store.bucket}/inbox/{shared.parcels['north'].name}.zip"
        taking = ("take", sent, "--wait", 0)
        refilled, verified = ("tidy", "--refill"), ("verify", "--run", "one")
        for asked in (taking, (*refilled, "--wait", 0), (*verified, "--wait", 0)):
            assert "a server is away" in filled.error("league", *asked, *at, status=1)
    finally:
        servers.store.start()
    assert filled.said("refused")["refused"] == []
    assert filled.said("tidy", "--refill")["files"] == 0
    assert filled.said("verify", "--run", "one")["exact"]


def test_who_may_not_get_in_is_not_kept_waiting(served: League, shared: Shared) -> None:
    config = served.place / "league.toml"
    config.write_text(config.read_text().replace("/away", "/gone"))
    at = ("--league", served.place)
    assert "does not exist" in served.error(
        "league", "take", shared.parcels["north"], "--wait", PATIENCE, *at, status=1
    )
