"""What the venue keeps is marked by its own key: what others changed counts for nothing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.venue.access.access import Access
from cli.venue.access.session import Invitation
from storage.log import Log
from storage.venue.marks import amiss, renew
from storage.verify import verify
from tests.tournament.logged import CUP
from tests.venue.halls import NOW, hall


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    with Log.open(hall(tmp_path / "hall.duckdb"), write=True) as log:
        access = Access.load(log)
        codes = access.invite_all(
            log, [Invitation("judge", "kim", CUP), Invitation("spectator", "", CUP)]
        )
        _, session = access.bind(log, codes[0], "Kim's phone", NOW)
        access.set_pin(log, session, "4711", NOW)
        yield log


def tables(log: Log) -> set[str]:
    return {each.table for each in verify(log).differences if each.what == "venue"}


def test_what_the_venue_wrote_is_as_it_wrote_it(log: Log):
    assert not [*amiss(log)]
    assert verify(log).exact


@pytest.mark.parametrize(
    ("change", "table"),
    [
        ("UPDATE venue_codes SET role = 'organiser' WHERE role = 'spectator'", "venue_codes"),
        ("UPDATE venue_codes SET tables = 'all'", "venue_codes"),
        ("DELETE FROM venue_codes WHERE role = 'spectator'", "venue_codes"),
        ("UPDATE venue_devices SET role = 'organiser'", "venue_devices"),
        ("UPDATE venue_devices SET until = until + INTERVAL 1 YEAR", "venue_devices"),
        ("UPDATE venue_pins SET person = 'ana'", "venue_pins"),
        ("UPDATE venue_pins SET hash = repeat('0', 64)", "venue_pins"),
        ("UPDATE venue_marks SET mark = 'é' WHERE of_table = 'venue_pins'", "venue_pins"),
        ("DROP TABLE venue_marks", "venue_marks"),
        ("UPDATE venue_marks SET mark = repeat('0', 64) WHERE of_table = ''", "venue_marks"),
        ("DELETE FROM meta WHERE key = 'venue'", "venue_marks"),
    ],
)
def test_a_change_by_others_is_noticed(log: Log, change: str, table: str):
    log.rows(change)
    assert tables(log) == {table}


def test_a_code_for_the_public_that_was_made_one_of_the_organiser_opens_nothing(log: Log):
    log.rows("UPDATE venue_codes SET role = 'organiser' WHERE role = 'spectator'")
    ((code,),) = log.rows("SELECT code FROM venue_codes WHERE role = 'organiser'")
    access = Access.load(log)
    assert access.invitation(code) is None
    assert [each.label for each in access.devices(CUP, NOW)] == ["Kim's phone"]


def test_no_pin_fits_where_the_kept_one_was_changed(log: Log):
    log.rows("UPDATE venue_pins SET salt = repeat('0', 32)")
    access = Access.load(log)
    (session,) = access.devices(CUP, NOW)
    assert access.has_pin(session)
    assert not access.prove(session, "4711", NOW)


def test_without_its_key_the_venue_begins_anew_and_nobody_is_let_in(log: Log):
    log.rows("DROP TABLE venue_marks")
    assert Access.load(log).devices(CUP, NOW) == []
    assert renew(log)
    assert not renew(log)
    access = Access.load(log)
    assert access.devices(CUP, NOW) == []
    access.invite(log, Invitation("judge", "kim", CUP))
    assert verify(log).exact


def test_a_venue_of_an_earlier_release_goes_on_and_is_marked_with_the_next_code(log: Log):
    log.rows("DROP TABLE venue_marks")
    log.rows("DELETE FROM meta WHERE key = 'venue'")
    assert verify(log).exact
    access = Access.load(log)
    assert [each.label for each in access.devices(CUP, NOW)] == ["Kim's phone"]
    access.invite(log, Invitation("judge", "kim", CUP))
    assert verify(log).exact
    log.rows("UPDATE venue_devices SET role = 'organiser'")
    assert tables(log) == {"venue_devices"}
