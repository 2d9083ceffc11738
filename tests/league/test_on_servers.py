"""A league whose catalog is in PostgreSQL and whose files are in an object store: the same commands
come to the same; several write at once (LG-5.1)."""

import signal
from datetime import timedelta
from pathlib import Path

import pytest

from storage.league import lake
from storage.league.keeping import upkeep
from storage.league.lake import Lake, place_at
from tests.league.conftest import Shared
from tests.league.servers import Servers, cluster
from tests.league.stores import MATCHES, League
from tests.league.test_failing import ended, started
from tests.league.test_runs import OTHERWISE
from tests.processes import PATIENCE


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, servers: Servers) -> League:
    """A league on servers that has nothing yet."""
    return servers.new_league(tmp_path_factory.mktemp("served"), "one")


def test_a_league_on_servers_comes_to_what_one_in_a_folder_does(
    served: League, full: League, shared: Shared, servers: Servers
) -> None:
    """It is moved there, takes what is new, by several at once, each once, and answers the same."""
    store = shared.stores["north"].copy(served.folder)
    moved = full.said("move", served.place)
    assert (moved["matches"], moved["parcels"]) == (2 * MATCHES, 2)
    assert served.content() == shared.content
    assert not list(served.place.rglob("data/**/*.parquet"))
    again = ("league", "move", served.place, "--league", full.place)
    assert "has something already" in full.error(*again)
    store.add_note("wondervale-3-1")
    sent = store.parcel("wondervale-3-1")
    taking = ("-m", "cli", "league", "take", sent, "--league", served.place)
    said = ended([started(*taking) for _ in range(2)])
    assert [status for status, _ in said] == [0, 0], said
    assert sum("1 gone on" in out for _, out in said) == 1, said
    assert sum("1 known" in out for _, out in said) == 1, said
    full.take(sent)
    assert served.content() == full.content()
    asked = ("stats", "wins-by-seat", "--entries")
    assert served.said(*asked) == full.said(*asked)
    done = served.said("verify", "--run", "one")
    assert (done["exact"], done["matches"]) == (True, 2 * MATCHES)
    # what no commit knows of may be of an intake that is under way on another machine
    stray = {"Bucket": servers.store.bucket, "Key": "one/data/main/entries/stray.parquet"}
    servers.store.client.put_object(**stray, Body=b"PAR1")
    assert served.said("tidy", "--now")["orphans"] == 0
    assert stray["Key"] in servers.store.objects("one/data/")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(upkeep, "AGE", timedelta(days=-1))
        assert served.said("tidy")["orphans"] == 1
    # an object that is lost is named, and made again of the parcels
    for key in servers.store.objects("one/"):
        if "/entries/" in key:
            servers.store.client.delete_object(Bucket=servers.store.bucket, Key=key)
    assert len(served.said("verify", status=4)["differ"]) == 2 * MATCHES
    refilled = served.said("tidy", "--refill")
    assert (refilled["matches"], refilled["left"]) == (2 * MATCHES, [])
    kept = {"runs", "verified"}
    assert {k: v for k, v in served.content().items() if k not in kept} == full.content()


def test_who_commits_waits_in_line_and_for_no_longer_than_is_said(
    served: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    """LG-5.2: for speed alone; of two who do not wait one does it again."""
    place = place_at(served.place)
    held = (
        "FROM postgres_query('line', 'SELECT count(*) FROM pg_locks "
        "WHERE locktype = ''advisory'' AND granted')"
    )
    monkeypatch.setattr(lake, "WAIT", 1)
    with Lake(place, write=True) as one, Lake(place, write=True) as two:
        with two.transaction():
            two.rows("UPDATE lake.turn SET n = n + 1")
        assert one.rows(held) == [(1,)]
    with Lake(place, write=True) as one:
        assert one.rows(held) == [(1,)]


def test_a_cluster_that_loses_a_worker_comes_to_the_same(
    league: League, full: League, shared: Shared, tmp_path: Path
) -> None:
    """Of two workers one is killed at its first match."""
    with cluster(tmp_path, workers=2) as (address, doomed):
        done = league.said("take", *shared.parcels.values(), "--cluster", address)
        assert (done["new"], done["refused"]) == (2 * MATCHES, [])
        assert doomed.wait(PATIENCE) == -signal.SIGKILL
        assert league.content() == shared.content
        asked = ("verify", "--under", OTHERWISE, "--cluster", address)
        assert league.said(*asked)["by_store"] == full.said(*asked[:-2])["by_store"]
    both = ("league", "verify", "--jobs", 2, "--cluster", "tcp://127.0.0.1:9")
    at = ("--league", league.place)
    assert "one of both" in league.error(*both, *at)
    assert "there is no cluster" in league.error(*both[:2], *both[4:], *at, status=1)


def test_what_is_no_place_on_a_server_is_told(league: League, tmp_path: Path) -> None:
    new = ("league", "new", tmp_path / "x")
    assert "expected postgres:…" in league.error(*new, "--catalog", "mysql:x")
    assert "expected s3://…" in league.error(*new, "--catalog", "postgres:x", "--data", "gs://x")
    assert "--catalog postgres:…" in league.error(*new, "--data", "s3://x")
    gone = ("--catalog", "postgres:host=127.0.0.1 port=9 dbname=x connect_timeout=2")
    assert "Connection refused" in league.error(*new, *gone, status=1)
    assert not (tmp_path / "x").exists()
