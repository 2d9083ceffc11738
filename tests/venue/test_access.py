"""Who may join the venue, and for how long (VN-5.1 to VN-5.3, VN-5.7)."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.main import app
from cli.venue.access.access import Access
from cli.venue.access.refused import CodeOver, CodeTaken, Forbidden, UnknownCode, WrongPin
from cli.venue.access.session import Invitation
from storage.exchange.transfer import tables
from storage.log import Log
from storage.schema import HIDDEN
from storage.verify import verify
from tests.tournament.logged import CUP, logs
from tests.venue.halls import NOW, cup, hall, joined, later, post


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    with Log.open(hall(tmp_path / "hall.duckdb"), write=True) as log:
        yield log


def seat(person: str, ends: int = 1) -> Invitation:
    return Invitation("player", person, CUP, ends=ends)


# -- codes -------------------------------------------------------------------------------------


def test_vn_5_2_a_code_says_what_it_is_for_and_a_look_binds_nothing(log: Log):
    access = Access.load(log)
    code = access.invite(log, seat("ana"))
    assert access.invitation(code) == seat("ana")
    assert access.devices(CUP, NOW) == []
    assert access.bind(log, code, "phone", NOW)[1].person == "ana"


def test_vn_5_2_a_code_is_used_once_and_a_second_device_needs_the_desk(log: Log):
    access = Access.load(log)
    code = access.invite(log, seat("ana"))
    access.bind(log, code, "phone", NOW)
    with pytest.raises(CodeTaken):
        access.bind(log, code, "another phone", NOW)
    second = access.invite(log, seat("ana"))
    assert second != code
    access.bind(log, second, "tablet", NOW)
    assert [each.label for each in access.devices(CUP, NOW)] == ["phone", "tablet"]


def test_vn_5_2_a_code_that_nobody_used_is_printed_again_as_it_was(log: Log):
    access = Access.load(log)
    codes = access.invite_all(log, [seat("ana"), seat("bo")])
    assert access.invite_all(log, [seat("bo"), seat("ana")]) == codes[::-1]
    assert Access.load(log).invite(log, seat("ana")) == codes[0]


def test_vn_5_2_the_code_of_a_seat_ends_with_its_round(log: Log):
    access = Access.load(log)
    code = access.invite(log, seat("ana"))
    logs(log, reports(log))
    post(log, 2)
    with pytest.raises(CodeOver):
        access.bind(log, code, "phone", NOW)
    assert access.bind(log, access.invite(log, seat("ana", 2)), "phone", NOW)


def reports(log: Log) -> list[str]:
    return [f"lena report 1 {table} 2 0" for table in cup(log).state.rounds[0].contests]


def test_vn_5_2_the_code_of_the_staff_ends_with_the_event(log: Log):
    access = Access.load(log)
    code = access.invite(log, Invitation("judge", "kim", CUP))
    logs(log, reports(log))
    post(log, 2)
    access.bind(log, code, "phone", NOW)
    other = access.invite(log, Invitation("judge", "kim", CUP))
    cup(log).state.over = "closed"
    with pytest.raises(CodeOver):
        access.bind(log, other, "phone", NOW)


def test_vn_5_2_there_is_no_other_code(log: Log):
    with pytest.raises(UnknownCode):
        Access.load(log).bind(log, "0000000000", "phone", NOW)
    assert Access.load(log).invitation("0000000000") is None


def test_vn_5_2_a_page_that_was_sent_twice_joins_as_one_device(log: Log):
    access = Access.load(log)
    code = access.invite(log, seat("ana"))
    lost, first = access.bind(log, code, "phone", NOW, once="page")
    token, again = access.bind(log, code, "phone", later(seconds=2), once="page")
    assert again == first and access.devices(CUP, NOW) == [first]
    assert access.session(token, NOW) == first and access.session(lost, NOW) is None
    for once, at in (("page of another", later(seconds=3)), ("page", later(seconds=61))):
        with pytest.raises(CodeTaken):
            access.bind(log, code, "phone", at, once=once)


def test_vn_13_2_one_code_to_watch_is_for_any_number(log: Log):
    access = Access.load(log)
    code = access.invite(log, Invitation("spectator", "", CUP))
    assert access.bind(log, code, "", NOW)[1] != access.bind(log, code, "", NOW)[1]
    screen = access.invite(log, Invitation("screen", "", CUP))
    access.bind(log, screen, "projector", NOW)
    with pytest.raises(CodeTaken):
        access.bind(log, screen, "projector", NOW)


@pytest.mark.parametrize(
    "invitation",
    [
        Invitation("player", "zoe", CUP),
        Invitation("judge", "ana", CUP),
        Invitation("head-judge", "kim", CUP),
        Invitation("organiser", "hal", CUP),
        Invitation("player", "ana", match="friendly"),
        Invitation("judge", "una", match="friendly"),
        Invitation("head-judge", "juno", match="friendly"),
    ],
    ids=lambda each: f"{each.person} as {each.role}",
)
def test_vn_5_1_the_server_adds_no_right(log: Log, invitation: Invitation):
    with pytest.raises(Forbidden):
        Access.load(log).invite(log, invitation)


def test_vn_5_1_who_is_a_judge_no_longer_does_not_join_as_one(log: Log):
    access = Access.load(log)
    code = access.invite(log, Invitation("judge", "kim", CUP))
    logs(log, "lena appoint kim judge ends=yes")
    cup(log)
    with pytest.raises(CodeOver, match="kim is not judge"):
        access.bind(log, code, "phone", NOW)


def test_vn_5_9_a_match_of_no_tournament_names_seats_and_judges(log: Log):
    access = Access.load(log)
    for role, person in (("player", "una"), ("judge", "juno"), ("spectator", "")):
        code = access.invite(log, Invitation(role, person, match="friendly"))
        session = access.bind(log, code, "", NOW)[1]
        assert (session.role, session.person, session.match) == (role, person, "friendly")


# -- sessions ----------------------------------------------------------------------------------


def test_vn_5_3_a_session_lasts_twelve_hours(log: Log):
    access = Access.load(log)
    token, session = joined(access, log, "ana")
    assert access.session(token, later(hours=11.99)) == session
    assert access.session(token, later(hours=12)) is None
    assert access.session("another", NOW) is None and access.session("", NOW) is None


def test_vn_5_3_a_token_has_256_random_bits_and_only_its_hash_is_kept(log: Log, tmp_path: Path):
    access = Access.load(log)
    token, session = joined(access, log, "hal")
    access.set_pin(log, session, "735194", NOW)
    assert len(token) == 43  # of 64 characters each
    log.rows("CHECKPOINT")
    log.copy_to(tmp_path / "copy.duckdb")
    for path in tmp_path.iterdir():
        if path.is_file():
            found = path.read_bytes()
            assert token.encode() not in found and b"735194" not in found, path.name
    assert session.id.encode() in (tmp_path / "copy.duckdb").read_bytes()


def test_vn_5_3_the_desk_lists_devices_by_role_and_ends_any_with_one_call(log: Log):
    access = Access.load(log)
    tokens = {who: joined(access, log, who)[0] for who in ("kim", "ana", "hal", "bo")}
    listed = access.devices(CUP, NOW)
    assert [each.person for each in listed] == ["ana", "bo", "kim", "hal"]
    access.end(log, listed[0].id, NOW)
    assert access.session(tokens["ana"], NOW) is None and access.session(tokens["bo"], NOW)
    assert [each.person for each in access.devices(CUP, NOW)] == ["bo", "kim", "hal"]
    assert access.end(log, "no such", NOW) is None
    assert Access.load(log).session(tokens["ana"], NOW) is None


def test_vn_11_3_a_restart_and_a_copy_keep_the_devices_and_the_codes(log: Log, tmp_path: Path):
    access = Access.load(log)
    token, session = joined(access, log, "kim", tables=())
    keeper, tabled = joined(access, log, "sam", tables=(1, 2))
    code = access.invite(log, seat("ana"))
    assert Access.load(log).session(token, NOW) == session
    log.copy_to(tmp_path / "copy.duckdb")
    with Log.open(tmp_path / "copy.duckdb", write=True) as copy:
        there = Access.load(copy)
        assert there.session(token, NOW) == session and there.session(keeper, NOW) == tabled
        assert there.bind(copy, code, "phone", NOW)[1].person == "ana"
        with pytest.raises(CodeTaken):
            there.bind(copy, code, "phone", NOW)


def test_vn_5_3_nothing_shows_what_is_kept_of_devices_and_the_log_stays_exact(
    log: Log, tmp_path: Path
):
    access = Access.load(log)
    joined(access, log, "hal")
    assert verify(log).exact
    assert not {*HIDDEN} & {each.name for each in tables(log)}
    path = log.path
    log.close()
    runner = CliRunner()
    for table in HIDDEN[1:]:
        asked = runner.invoke(app, ["sql", f"FROM {table}", "--log", str(path)])
        assert asked.exit_code and "hal" not in asked.output, table
    described = runner.invoke(app, ["sql", "--log", str(path)])
    assert described.exit_code == 0 and "venue_" not in described.output


def test_a_table_of_devices_that_was_altered_is_found(log: Log):
    joined(Access.load(log), log, "hal")
    log.rows("ALTER TABLE venue_devices ADD COLUMN more VARCHAR")
    (found,) = verify(log).differences
    assert (found.what, found.table) == ("format", "venue_devices")


# -- PINs --------------------------------------------------------------------------------------


def test_vn_5_7_a_pin_counts_for_fifteen_minutes(log: Log):
    access = Access.load(log)
    _, session = joined(access, log, "hal")
    assert access.needs_pin(session, NOW) and not access.has_pin(session)
    access.set_pin(log, session, "4711", NOW)
    assert not access.needs_pin(session, later(minutes=15))
    assert access.needs_pin(session, later(minutes=15.1))
    assert not access.prove(session, "4712", later(minutes=16))
    assert access.needs_pin(session, later(minutes=16))
    assert access.prove(session, "4711", later(minutes=17))
    assert not access.needs_pin(session, later(minutes=18))


def test_vn_5_7_only_head_judge_and_organiser_are_asked(log: Log):
    access = Access.load(log)
    asked = {who for who in ("lena", "hal", "kim", "sam", "ana") if needs(access, log, who)}
    assert asked == {"lena", "hal"}


def needs(access: Access, log: Log, who: str) -> bool:
    return access.needs_pin(joined(access, log, who)[1], NOW)


def test_vn_5_7_a_pin_is_of_the_person_and_not_changed_by_who_does_not_know_it(log: Log):
    access = Access.load(log)
    _, phone = joined(access, log, "hal")
    _, tablet = joined(access, log, "hal")
    access.set_pin(log, phone, "4711", NOW)
    assert access.needs_pin(tablet, NOW)
    with pytest.raises(WrongPin, match="already"):
        access.set_pin(log, tablet, "0000", NOW)
    again = Access.load(log)
    assert again.needs_pin(phone, NOW) and again.prove(tablet, "4711", NOW)
    again.set_pin(log, tablet, "00001", NOW)
    assert again.prove(phone, "00001", NOW) and not again.prove(phone, "4711", NOW)


@pytest.mark.parametrize("pin", ["", "123", "12345a", "1" * 13, "١٢٣٤"])
def test_vn_5_7_a_pin_is_of_4_to_12_digits(log: Log, pin: str):
    access = Access.load(log)
    _, session = joined(access, log, "hal")
    with pytest.raises(WrongPin, match="digits"):
        access.set_pin(log, session, pin, NOW)
    assert not access.prove(session, pin, NOW)
