"""An event whose secret is lost or altered: nothing is posted under another one, and it comes back
from a backup or from paper (TR-5.8)."""

import shutil

import pytest

from storage.log import Log
from storage.tournament.secret import SecretError, recovered, recovery_of, where_kept
from storage.verify import verify
from tests.cli.test_home import Home, home

__all__ = ["home"]

ALTERED = "UPDATE secrets SET secret = 'another'"
LOST = "DROP TABLE secrets"


@pytest.fixture
def desk(home: Home) -> Home:
    said = home.ok("tournament", "new", "open", "--by", "lena", "--rounds", 3)
    (home.folder / "words").write_text(said.splitlines()[-2].strip())
    home.ok("tournament", "enter", "open", "ana", "bo", "cyd", "dov")
    return home


def change(home: Home, sql: str) -> None:
    with Log.open(home.log, write=True) as log:
        log.rows(sql)


@pytest.mark.rule("TR-5.8")
@pytest.mark.parametrize("how", [ALTERED, LOST])
@pytest.mark.parametrize("step", ["post", "close"])
def test_tr_5_8_no_round_is_posted_without_the_secret_committed_to(desk: Home, how: str, step: str):
    backup = desk.folder / "friday.duckdb"
    desk.ok("backup", backup)
    change(desk, how)
    said = desk.error("tournament", step, "open")
    assert "the secret" in said
    assert f"referee tournament secret open --from {backup}" in " ".join(said.split())
    desk.error("tournament", "secret", "open")
    desk.ok("tournament", "secret", "open", "--from", backup)
    desk.ok("tournament", step, "open")


@pytest.mark.parametrize("how", [ALTERED, LOST])
def test_the_words_that_were_printed_bring_the_secret_back(desk: Home, how: str):
    words = (desk.folder / "words").read_text()
    change(desk, how)
    wrong = "-".join(reversed(words.split("-")))
    assert "committed to another" in desk.error("tournament", "secret", "open", wrong)
    assert "is not a word of a secret" in desk.error("tournament", "secret", "open", "gibberish")
    desk.ok("tournament", "secret", "open", *words.upper().split("-"))
    assert "the secret of open" in desk.ok("tournament", "secret", "open")
    desk.ok("tournament", "post", "open")


def test_verification_says_that_a_running_event_cannot_go_on(desk: Home):
    with Log.open(desk.log, write=True) as log:
        log.rows(ALTERED)
        (found,) = verify(log).differences
        assert (found.table, found.rule) == ("secrets", "TR-5.8")
        assert "cannot go on" in found.message
        log.rows(LOST)
        (told,) = verify(log).notes
        assert "cannot go on from here" in told.message


def test_only_a_log_with_the_right_secret_is_named(desk: Home):
    other = desk.folder / "copies" / "open" / "0001.duckdb"
    other.parent.mkdir(parents=True)
    shutil.copy(desk.log, other)
    with Log.open(desk.log) as log:
        assert where_kept(log, "open") == other
    with Log.open(other, write=True) as log:
        log.rows(ALTERED)
    with Log.open(desk.log) as log:
        assert where_kept(log, "open") is None


def test_the_words_of_a_secret_that_somebody_chose_are_itself():
    assert recovery_of("a lantern in the rain") == "a lantern in the rain"
    assert len(recovery_of("00ff01").split("-")) == 3
    with pytest.raises(SecretError):
        recovered("acorn", "5f" * 32)
