"""A name that is forgotten stays so, also in a log that is made from a copy (VN-18.5)."""

from pathlib import Path

from cli.venue.keeping.restoration import restore
from cli.venue.keeping.second_folder import shelf_for
from storage.log import Log
from storage.venue import marks, rows
from storage.verify import verify
from tests.cli.test_home import Home
from tests.venue.entrants import event, venue
from tests.venue.halls import NOW


def test_vn_18_5_who_is_forgotten_is_so_again_after_a_restore(tmp_path: Path):
    home, stick = Home(tmp_path), tmp_path / "stick"
    stick.mkdir()
    event(home.log)
    with venue(home.log) as at:
        one, two = at.registered("Ana Hill", "Bo Li", programme="77")
        ana, bo = one.person, two.person
        at.staff().post("/api/registrations/confirm", person=ana)
    copy_of(home.log, stick)
    told = home.ok("people", "forget", ana, "--copies", stick)
    assert ".duckdb may have it still" in " ".join(told.split()) and "forgets it again" in told
    home.ok("people", "forget", bo)
    assert "no name" in home.error("people", "forget", ana)
    with Log.open(home.log) as log:
        assert log.people() == {}
        assert [(row.name, row.programme) for row in rows.registrations(log)] == [("", "")] * 2
        assert not [*marks.amiss(log)] and verify(log).exact
    assert restore(stick, tmp_path / "again.duckdb").report.exact
    with Log.open(tmp_path / "again.duckdb") as log:
        assert log.people() == {}
        assert sorted(row.name for row in rows.registrations(log)) == ["", "Bo Li"]
        assert log.published_people() == {ana: "Player 1"}


def copy_of(path: Path, folder: Path) -> None:
    """A sound copy of a log, as a venue keeps it."""
    with Log.open(path, write=True) as log:
        shelf = shelf_for(log, folder)
        draft = shelf.draft(shelf.next_number(), NOW, "")
        log.copy_to(draft)
        shelf.keep(draft, sound=True)
