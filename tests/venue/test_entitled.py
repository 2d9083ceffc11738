"""Who may log what, before the log sees it (VN-5.5)."""

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from cli.venue.access.entitled import AT_EVENT, require_may_log, require_may_log_at_event, who
from cli.venue.access.home_tables import matches_of, own_seats, place_of_match, seats_of, sight_of
from cli.venue.access.refused import Forbidden
from cli.venue.access.session import Role, Session
from events.common import (
    Adjust,
    AgreeResult,
    Appoint,
    CallJudge,
    Change,
    CloseCall,
    Concede,
    Confirm,
    Contest,
    Insert,
    Note,
    Overrule,
    Penalty,
    Record,
    Rewind,
    Stand,
    Strike,
    TimeCalled,
)
from events.event import Event
from events.notation import read
from events.tournament import Attest, Call, CheckIn, Decide, Drop, RegisterDeck, Report
from referee.games.registry import game_ids, game_of
from storage.log import Log
from storage.match import Match
from storage.tournament.games import contests_of
from tests.tournament.logged import CUP, TOURNAMENT, game, logs
from tests.venue import watched
from tests.venue.halls import NOW, STAFF, cup, hall, later, match_of, post, table_of

May = Callable[[Event], bool]


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    with Log.open(hall(tmp_path / "hall.duckdb"), write=True) as log:
        yield log


def device(
    person: str, role: Role | None = None, stream: str = CUP, match: str = "", **given: object
) -> Session:
    found: Role = role or STAFF.get(person, "player")  # type: ignore[assignment]
    tables: tuple[int, ...] = given.get("tables", ())  # type: ignore[assignment]
    stream = "" if match else stream
    return Session(
        f"{person}-1", person, found, stream, match, tables, "phone", NOW, later(hours=12)
    )


def may(log: Log, session: Session, event: Event, match: Match, sent: str = "") -> bool:
    """Whether a device may log that; ``sent``: which device every entry came from."""
    here = None if session.match else cup(log)
    try:
        require_may_log(session, event, match, here, lambda seq: sent)
    except Forbidden as refused:
        assert str(refused) and refused.hint
        return False
    return True


def may_at_event(log: Log, session: Session, event: Event) -> bool:
    try:
        require_may_log_at_event(session, event, cup(log))
    except Forbidden as refused:
        assert str(refused)
        return False
    return True


def pair(log: Log) -> tuple[str, str, str, str]:
    """Who meets at the first table, and who at the other one."""
    one, two = cup(log).state.rounds[0].contests.values()
    return one.a, one.b, two.a, two.b


# -- the table of a player ---------------------------------------------------------------------


def test_vn_5_5_a_players_device_logs_for_the_seats_of_its_own_table_only(log: Log):
    own, opponent, elsewhere, _ = pair(log)
    session, match, other = device(own), match_of(log, own), match_of(log, elsewhere)
    assert {*seats_of(session, match, cup(log))} == {*match.replay().table.persons}
    assert seats_of(session, other, cup(log)) == ()
    for seat in match.replay().table.persons:
        assert may(log, session, CallJudge(seat), match)
    for seat in other.replay().table.persons:
        assert not may(log, session, CallJudge(seat), other)
    assert not may(log, session, CallJudge("stranger"), match)
    assert own_seats(session, match) != own_seats(device(opponent), match)


def test_vn_5_5_every_event_of_play_names_a_seat_a_judge_or_who_did_it():
    for known in (*game_ids(), "tournament"):
        for kind in game_of(known).codec.types:
            assert kind.__struct_fields__[0] in ("seat", "judge", "by"), kind
    assert who(Concede("ana")) == ("seat", "ana") and who(Note("bo", "x")) == ("by", "bo")


def test_vn_19_2_a_player_speaks_for_the_own_seat_alone(log: Log):
    one, two, *_ = pair(log)
    match = match_of(log, one)
    (own,), (other,) = own_seats(device(one), match), own_seats(device(two), match)
    for said in (Confirm(own, 2), Contest(own, 2), Concede(own)):
        assert may(log, device(one), said, match)
        assert not may(log, device(two), said, match)
        assert not may(log, device(one), msgspec.structs.replace(said, seat=other), match)
        assert may(log, device("sam"), said, match)
    away = pair(log)[2]
    for who_says, able in ((one, True), (two, True), (away, False), ("kim", True)):
        assert may(log, device(who_says), Record(who_says, "life"), match) is able
    assert not may(log, device(one), Record(two, "life"), match)


def test_vn_19_1_where_lists_are_closed_a_players_device_plays_for_the_own_seat_alone(
    tmp_path: Path,
):
    with Log.open(watched.cup(tmp_path / "hall.duckdb", decklists="closed"), write=True) as log:
        one, two, *_ = pair(log)
        match = match_of(log, one)
        (own,), (other,) = own_seats(device(one), match), own_seats(device(two), match)
        for person in (one, "sam", "kim"):
            assert may(log, device(person), CallJudge(own), match)
        assert not may(log, device(one), CallJudge(other), match)
        assert may(log, device(two), CallJudge(other), match)


def test_vn_5_5_who_says_something_is_the_person_of_the_device(log: Log):
    one, two, *_ = pair(log)
    match = match_of(log, one)
    for person, able in ((one, True), (two, False), ("kim", False)):
        assert may(log, device(one), Note(person, "a remark"), match) is able
        assert may(log, device(one), AgreeResult(person), match) is able
    assert may(log, device("kim"), CloseCall("kim"), match)
    assert not may(log, device("kim"), CloseCall("hal"), match)


def test_vn_5_5_a_watching_player_of_the_table_may_confirm(log: Log):
    one, two, *_ = pair(log)
    match = match_of(log, one)
    assert may(log, device(two), Confirm(own_seats(device(two), match)[0], match.last), match)


def test_vn_5_2_in_the_next_round_the_old_table_is_closed_and_the_new_one_open(log: Log):
    player = pair(log)[0]
    old = match_of(log, player)
    logs(log, [f"lena report 1 {table} 2 0" for table in cup(log).state.rounds[0].contests])
    post(log, 2)
    new = match_of(log, player, 2)
    (seat,) = own_seats(device(player), old)
    assert not may(log, device(player), Concede(seat), old)
    assert may(log, device(player), Concede(own_seats(device(player), new)[0]), new)
    games = contests_of(log, CUP, 2)
    assert matches_of(device(player), cup(log), games) == [new.id]
    assert sight_of(device(player), old, cup(log)) == "player"


def test_vn_5_5_a_match_that_only_says_it_is_of_the_table_is_not_the_players(log: Log):
    one, _, other, _ = pair(log)
    forged = game(log, "forged", ("zoe", "yan"), f"{CUP}/1/{table_of(log, one)}/2", 3, 3)
    swapped = game(log, "swapped", (one, other), f"{CUP}/1/{table_of(log, other)}/2", 4, 3)
    elsewhere = game(log, "elsewhere", (one, other), "", 4, 3)
    for match in (forged, swapped, elsewhere):
        assert seats_of(device(one), match, cup(log)) == (), match.id
    assert place_of_match(elsewhere) is None and sight_of(device(one), elsewhere, None) is None


def test_vn_5_5_a_scorekeeper_logs_at_the_own_tables_only(log: Log):
    one, _, other, _ = pair(log)
    here, there = match_of(log, one), match_of(log, other)
    sam = device("sam", tables=(table_of(log, one),))
    assert seats_of(sam, here, cup(log)) and not seats_of(sam, there, cup(log))
    assert seats_of(device("sam"), there, cup(log))
    assert not may(log, sam, Concede(seats_of(device("kim"), there, cup(log))[0]), there)


@pytest.mark.parametrize("role", ["spectator", "screen"])
def test_vn_5_1_who_watches_logs_nothing(log: Log, role: Role):
    match = match_of(log, "ana")
    session = device("", role)
    for event in (Note("", "x"), Concede(match.replay().state.seats[0]), Strike("", 3)):
        assert not may(log, session, event, match)
    assert not may_at_event(log, session, Note("", "x"))
    assert sight_of(session, match, cup(log)) == "public"


# -- rulings -----------------------------------------------------------------------------------

RULED: dict[str, Callable[[str, str], Event]] = {
    "rewind": lambda who, how: Rewind(who, 2, how),
    "strike": lambda who, how: Strike(who, 3, how),
    "insert": lambda who, how: Insert(who, 2, {"type": "note", "by": who, "text": "x"}, how),
    "stand": lambda who, how: Stand(who, 3, ("REF-1.1",), how),
    "adjust": lambda who, how: Adjust(who, (Change("x", "y", "1"),), how),
    "penalty": lambda who, how: Penalty(who, "ana", "warning", how),
    "overrule": lambda who, how: Overrule(who, 3, how),
}


@pytest.mark.parametrize("kind", RULED)
def test_vn_5_5_rulings_need_a_judge_and_those_of_a_head_judge_one(log: Log, kind: str):
    match = match_of(log, "ana")
    for person in ("ana", "sam", "kim", "hal", "lena"):
        floor = may(log, device(person), RULED[kind](person, "floor"), match, f"{person}-1")
        head = may(log, device(person), RULED[kind](person, "head"), match, f"{person}-1")
        assert (floor, head) == (person in ("kim", "hal", "lena"), person in ("hal", "lena"))
    assert not may(log, device("kim"), RULED[kind]("hal", "floor"), match)


def test_vn_5_5_time_is_called_and_judges_appointed_by_no_player(log: Log):
    match = match_of(log, "ana")
    for person, judges, leads in (("ana", False, False), ("kim", True, False), ("hal", True, True)):
        assert may(log, device(person), TimeCalled(person), match) is judges
        assert may(log, device(person), Appoint(person, "ana", "head-judge"), match) is leads


def test_vn_5_5_the_device_that_sent_an_entry_takes_it_back_and_no_other(log: Log):
    one, two, *_ = pair(log)
    match = match_of(log, one)
    strike = Strike(one, match.last, "scorekeeper")
    assert may(log, device(one), strike, match, f"{one}-1")
    assert not may(log, device(one), strike, match, f"{two}-1")
    assert not may(log, device(one), strike, match, "")
    assert not may(log, device(two), strike, match, f"{two}-1")  # in another's name
    assert may(log, device(one), Strike(one, match.last + 1, "scorekeeper"), match, "")
    for kind in RULED.keys() - {"strike"}:
        assert not may(log, device(one), RULED[kind](one, "scorekeeper"), match, f"{one}-1")


def test_vn_5_1_a_judge_who_is_one_no_longer_rules_no_more(log: Log):
    match = match_of(log, "ana")
    assert may(log, device("kim"), Rewind("kim", 2), match)
    logs(log, "lena appoint kim judge ends=yes")
    assert not may(log, device("kim"), Rewind("kim", 2), match)
    assert sight_of(device("kim"), match, cup(log)) is None
    assert not may_at_event(log, device("kim"), Decide("kim", 1, 1, 2, 0))


def test_vn_5_5_who_has_joined_another_tournament_logs_and_sees_nothing_of_this_one(log: Log):
    match = match_of(log, "ana")
    for person in ("ana", "sam", "kim", "hal", "lena"):
        stranger = device(person, stream="another")
        assert may(log, device(person), Note(person, "x"), match)
        assert not may(log, stranger, Note(person, "x"), match)
        assert sight_of(stranger, match, cup(log)) is None


def test_vn_16_3_nobody_opens_a_match_by_an_entry_of_it(log: Log):
    match = match_of(log, "ana")
    opening = match.entry(1).event
    for person in ("ana", "sam", "kim", "hal", "lena"):
        own = msgspec.structs.replace(opening, by=person)  # type: ignore[type-var]
        assert may(log, device(person), Note(person, "x"), match)
        assert not may(log, device(person), own, match)


# -- a match of no tournament ------------------------------------------------------------------


def test_vn_5_9_without_a_tournament_the_opening_names_seats_and_judges(log: Log):
    match = log.live("friendly")
    una, juno = device("una", "player", match="friendly"), device("juno", "judge", match="friendly")
    (seat,) = own_seats(una, match)
    assert may(log, una, Concede(seat), match) and may(log, juno, Rewind("juno", 1), match)
    assert not may(log, una, Rewind("una", 1), match)
    for stranger in (
        device("ana", "player", match="friendly"),
        device("una", "judge", match="friendly"),
        device("juno", "head-judge", match="friendly"),
        device("una", "player", match="source"),
        device("una", "player"),
    ):
        assert not may(log, stranger, Note(stranger.person, "x"), match)
        assert sight_of(stranger, match, None) is None
    assert (sight_of(una, match, None), sight_of(juno, match, None)) == ("player", "staff")


# -- at the desk -------------------------------------------------------------------------------


def test_vn_5_5_of_every_event_of_a_tournament_it_is_said_who_may_log_it():
    meant = {"opening", "concede", "agree-result", "time-called", "call-judge", "close-call"}
    # TR-1.9: these have no place there
    meant |= {"contest", "confirm", "kept-hand", "shows-hand", "score", "begins", "record"}
    known = {verb for verb, kind in TOURNAMENT.codec.by_verb.items() if kind in AT_EVENT}
    assert known | meant == {*TOURNAMENT.codec.by_verb}
    assert not known & meant


def test_vn_5_5_players_report_attest_and_drop_their_own(log: Log):
    one, two, other, _ = pair(log)
    table, elsewhere = table_of(log, one), table_of(log, other)
    session = device(one)
    right = [
        Attest(one, 1, table, 2, 0),
        Drop(one, one),
        CheckIn(one, one),
        RegisterDeck(one, one),
        Call(one, 1, table),
        Call(one, 1, 0),
    ]
    wrong = [
        Attest(one, 1, elsewhere, 2, 0),
        Attest(two, 1, table, 2, 0),
        Attest(one, 1, 99, 2, 0),
        Attest(one, 2, table, 2, 0),
        Drop(one, two),
        Drop(two, two),
        Drop(one, one, cause="no-show"),
        CheckIn(one, two),
        RegisterDeck(one, two),
        Call(one, 1, elsewhere),
        Report(one, 1, table, 2, 0),
        Concede(one),
    ]
    assert [each for each in right if not may_at_event(log, session, each)] == []
    assert [each for each in wrong if may_at_event(log, session, each)] == []


@pytest.mark.parametrize(
    ("line", "able"),
    [
        ("{0} report 1 1 2 0", "lena hal sam"),
        ("{0} decide 1 1 2 0", "lena hal kim"),
        ("{0} start 1 2026-03-14T10:00:00Z", "lena hal sam"),
        ("{0} extend 1 1 60", "lena hal kim"),
        ("{0} appoint bo judge", "lena hal"),
        ("{0} drop bo", "lena hal sam"),
        ("{0} drop bo cause=no-show", "lena hal kim sam"),
        ("{0} drop bo cause=disqualified", "lena hal"),
        ("{0} reinstate bo", "lena hal"),
        ("{0} infraction bo 1 PE-4 warning", "lena hal kim"),
        ("{0} close", "lena"),
        ("{0} strike 3", "lena hal kim"),
        ("{0} strike 3 authority=head", "lena hal"),
        ("{0} strike 3 authority=scorekeeper", "lena hal kim sam"),
    ],
)
def test_vn_5_5_staff_log_what_their_role_does_and_in_their_own_name(
    log: Log, line: str, able: str
):
    for person in (*STAFF, "ana"):
        event = read(line.format(person), TOURNAMENT.codec)
        assert may_at_event(log, device(person), event) is (person in able.split()), person
        other = read(line.format("lena" if person != "lena" else "hal"), TOURNAMENT.codec)
        assert not may_at_event(log, device(person), other)


def test_vn_5_5_the_table_of_the_desk_lets_nobody_do_what_the_rules_refuse_by_role(log: Log):
    """As the rulebook has it (TR-1.8): an entry that the server lets through by its role is not
    refused there for its role."""
    lines = [
        "report 1 1 2 0",
        "start 1 2026-03-14T10:00:00Z",
        "extend 1 1 60",
        "drop bo",
        "decide 1 1 2 0",
        "reinstate bo",
        "infraction bo 1 PE-4 warning",
        "appoint bo judge",
        "enter eve",
        "deck-check bo 1",
        "publish standings",
        "arrive 1 bo 2026-03-14T10:00:00Z",
        "call 1 1",
    ]
    for person in STAFF:
        for line in lines:
            event = read(f"{person} {line}", TOURNAMENT.codec)
            if not may_at_event(log, device(person), event):
                continue
            trial = log.live(CUP).trial()
            verdict = trial.add(event).verdict
            assert getattr(verdict, "rule", "") not in ("TR-1.8", "REF-3.8"), (event, verdict)
            log.let_go(CUP)
