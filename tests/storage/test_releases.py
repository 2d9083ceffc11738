"""What a release wrote opens, goes on and verifies under every later one.

``tests/releases`` keeps the files of each: ``season.duckdb`` with a match that is on and one that
came in without a referee, ``event.duckdb`` with an event in the middle of round 1, and ``venue``
with the same at a venue whose newest copy, in ``copies``, is one result behind its lines.
"""

import tarfile
from pathlib import Path

import pytest

from cli.venue.access.access import Access
from cli.venue.keeping.restoration import restore
from storage.log import Log
from storage.projection import refresh
from storage.proof.given import give_out, given_heads, heads
from storage.verify import verify
from tests.logbook import note
from tests.tournament.logged import CUP, logs, proposed
from tests.venue.halls import NOW

KEPT = sorted((Path(__file__).parents[1] / "releases").glob("*.tar.xz"))


@pytest.fixture(params=KEPT, ids=[path.name.removesuffix(".tar.xz") for path in KEPT])
def files(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    with tarfile.open(request.param) as archive:
        archive.extractall(tmp_path, filter="data")
    return tmp_path


def test_a_log_of_an_earlier_release_opens_goes_on_and_verifies(files: Path):
    with Log.open(files / "season.duckdb") as log:
        assert verify(log).exact
        assert [each.match for each in given_heads(log)] == ["bare", "m1"]
        last = log.load("m1").last
    with Log.open(files / "season.duckdb", write=True) as log:
        log.append("m1", [note(last + 1)])
        give_out(log, heads(log))
        refresh(log)
        report = verify(log)
        assert report.exact and report.rows and not report.notes


def test_an_event_that_was_begun_under_an_earlier_release_is_played_to_its_end(files: Path):
    with Log.open(files / "event.duckdb", write=True) as log:
        secret = log.secret(CUP)
        assert secret
        logs(log, "lena report 1 2 2 0")
        logs(log, [proposed(log, 2)])
        logs(log, "lena report 2 1 2 0; lena report 2 2 2 0")
        logs(log, f'lena close secret="{secret}"')
        assert verify(log, pairings=True).exact


def test_the_devices_of_a_venue_go_on_under_a_later_release(files: Path):
    with Log.open(files / "venue" / "hall.duckdb", write=True) as log:
        access = Access.load(log)
        assert [each.label for each in access.devices(CUP, NOW)] == ["Ana's phone"]
        assert verify(log).exact


def test_copies_of_an_earlier_release_make_the_log_anew(files: Path):
    made = restore(files / "copies", files / "hall.duckdb")
    assert made.report.exact
    with Log.open(files / "hall.duckdb") as log, Log.open(files / "venue/hall.duckdb") as own:
        assert log.load(CUP).hashes == own.load(CUP).hashes
