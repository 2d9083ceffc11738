"""Who sees what of a match (VN-6)."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from cli.venue.hall import hall as hall_module
from cli.venue.seen.names import shown_names
from events.common import Strike
from storage.log import Log
from tests.tournament.logged import draft, logs
from tests.venue.desks import body
from tests.venue.watched import (
    DEVICES,
    LOGGED,
    MATCH,
    Devices,
    cup,
    drafts,
    joined,
    refused,
    watched,
)

VIEW = f"/api/matches/{MATCH}"
ENTRIES = f"{VIEW}/entries"


def sitting(path: Path) -> str:
    """Who sits at table 1, first."""
    with Log.open(path) as log:
        return str(log.load("cup").replay().state.rounds[0].contests["1"].a)


def elsewhere(path: Path) -> str:
    """Somebody who sits at table 2."""
    with Log.open(path) as log:
        return str(log.load("cup").replay().state.rounds[0].contests["2"].a)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return cup(tmp_path / "hall.duckdb", decklists="closed")


@pytest.fixture
def sealed(tmp_path: Path) -> Path:
    return cup(tmp_path / "sealed.duckdb", sealed="yes")


def test_vn_6_1_each_role_gets_the_view_of_its_class(path: Path) -> None:
    with watched(path) as at:
        seen = {who: at.get(who, VIEW).json()["sight"] for who in ("kim", "sam", "fan", "wall")}
        assert seen == {"kim": "staff", "sam": "table", "fan": "public", "wall": "public"}
        assert at.get(sitting_at := sitting_in(at), VIEW).json()["sight"] == "player"
        assert DEVICES[sitting_at].role == "player"


def test_vn_20_5_who_plays_in_a_match_does_not_judge_it_nor_see_it_as_a_judge(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever runs a small event plays in it, too."""
    player, other = sitting(path), elsewhere(path)
    for who in (player, other):
        monkeypatch.setitem(DEVICES, f"judge {who}", joined(who, "judge"))
    with Log.open(path, write=True) as log:
        logs(log, f"lena appoint {player} judge; lena appoint {other} judge")
    asked = [VIEW, f"{VIEW}/hidden", f"{VIEW}/learned?since=2", f"/judge/{MATCH}"]
    asked += [f"/judge/{MATCH}/entries/3", f"/judge/{MATCH}/sheet/3"]
    with watched(path) as at:
        for address in asked:
            assert at.get(f"judge {other}", address).status_code == 200, address
            assert at.get(f"judge {player}", address).status_code == 403, address
        assert at.get(player, VIEW).json()["sight"] == "player"


def sitting_in(at: Devices) -> str:
    """Who sits at table 1 of a venue that is open."""

    async def asked() -> str:
        return await at.hall.ask(
            lambda log: str(log.live("cup").replay().state.rounds[0].contests["1"].a)
        )

    return str(at.asked(asked))


def test_tr_4_2_a_player_sees_the_own_list_and_nobody_else_sees_it(path: Path) -> None:
    player = sitting(path)
    with watched(path) as at:
        own = at.get(player, VIEW).json()["own"]
        assert [each["title"] for each in own] == [f"your list: Deck of {player}"]
        assert own[0]["rows"] == [["1", "Bear"], ["3", "Wolf"]]
        for who in ("sam", "fan", "kim", elsewhere_in(at)):
            assert "own" not in at.get(who, VIEW).json()


def elsewhere_in(at: Devices) -> str:
    """Who sits at table 2 of a venue that is open."""

    async def asked() -> str:
        return await at.hall.ask(
            lambda log: str(log.live("cup").replay().state.rounds[0].contests["2"].a)
        )

    return str(at.asked(asked))


def test_vn_6_1_spectators_are_told_no_verdicts_and_who_wrote_what(path: Path) -> None:
    with watched(path) as at:
        told = at.get("fan", VIEW).json()
        lines = [*told["entries"], *at.get("fan", ENTRIES).json()["entries"]]
        assert not {"verdict", "rule", "why", "by"} & {name for line in lines for name in line}
        assert not {"owed", "buttons", "verbs", "calls", "own"} & told.keys()
        assert any(line.get("verdict") for line in at.get("kim", VIEW).json()["entries"])


def test_vn_6_2_players_of_a_sealed_match_are_told_what_they_wrote_and_no_more(
    sealed: Path,
) -> None:
    player = sitting(sealed)
    with watched(sealed) as at:
        for who in (player, "sam"):
            told = at.get(who, VIEW).json()
            assert told["sealed"]
            assert not {"board", "owed", "buttons", "forced", "turn", "active"} & told.keys()
            lines = [*told["entries"], *at.get(who, ENTRIES).json()["entries"]]
            assert not {"verdict", "rule", "why"} & {name for line in lines for name in line}
            assert not any("score" in seat for seat in told["seats"])
        assert at.get("kim", VIEW).json()["board"]


def test_vn_6_2_an_illegal_entry_of_a_sealed_match_is_answered_as_a_legal_one(
    sealed: Path,
) -> None:
    player = sitting(sealed)
    wrong = refused(sealed, LOGGED + 1)
    (right,) = drafts(sealed, LOGGED, 1, player)
    illegal = msgspec.structs.replace(draft(wrong, 90, MATCH), recorded_by=player)
    with watched(sealed) as at:
        one = at.post(player, ENTRIES, body([right], LOGGED, if_legal=True))
        two = at.post(player, ENTRIES, body([illegal], LOGGED + 1, if_legal=True))
        assert one.status_code == two.status_code == 200
        first, second = one.json(), two.json()
        assert first.keys() == second.keys() == {"recorded", "at"}
        assert (
            [*first["recorded"][0]] == [*second["recorded"][0]] == ["id", "seq", "known", "clock"]
        )
        assert abs(len(one.content) - len(two.content)) < 256
        newest = at.get("kim", VIEW).json()["entries"][-1]
        assert (newest["verdict"], bool(newest["rule"])) == ("illegal", True)


def test_vn_6_2_nobody_at_a_sealed_table_has_an_entry_checked(sealed: Path) -> None:
    sent = msgspec.json.encode({"event": refused(sealed, LOGGED)})
    with watched(sealed) as at:
        assert at.post("sam", f"{VIEW}/check", sent).status_code == 403
        assert at.post("kim", f"{VIEW}/check", sent).json()["verdict"] == "illegal"


def test_vn_6_4_a_match_opens_to_its_players_with_the_result_of_the_contest(sealed: Path) -> None:
    player = sitting(sealed)
    with Log.open(sealed, write=True) as log:
        logs(log, "lena report 1 1 2 0")
    with watched(sealed) as at:
        told = at.get(player, VIEW).json()
        assert "sealed" not in told and told["board"]
        assert any(line.get("verdict") for line in told["entries"])


# -- what may be tapped ---------------------------------------------------------------------------


def test_vn_6_3_players_of_an_open_match_get_buttons_and_every_verb(path: Path) -> None:
    player = sitting(path)
    with watched(path) as at:
        for who in (player, "sam", "kim"):
            told = at.get(who, VIEW).json()
            assert told["buttons"] or told["forced"]
            assert told["verbs"] and told["lists"]["names"]
        assert not {"buttons", "forced", "verbs", "lists"} & at.get("fan", VIEW).json().keys()
        assert at.hall.showing.offers.made == 1, "worked out once for all who log"


def test_vn_6_2_players_of_a_sealed_match_get_the_verbs_alone_and_the_same_whatever_is_legal(
    sealed: Path,
) -> None:
    player = sitting(sealed)
    (right,) = drafts(sealed, LOGGED, 1, player)
    with watched(sealed) as at:
        before = at.get(player, VIEW).json()
        at.post(player, ENTRIES, body([right], LOGGED))
        after = at.get(player, VIEW).json()
        assert before["verbs"] == after["verbs"]
        assert not {"buttons", "forced", "owed"} & (before.keys() | after.keys())
        assert at.hall.showing.offers.made == 0
        assert at.get("kim", VIEW).json()["buttons"]


def test_vn_3_4_a_fault_in_what_is_offered_leaves_the_verbs_and_the_answer(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cli.venue.seen import offers

    def broken(*_: object) -> None:
        raise IndexError("a defect")

    monkeypatch.setattr(offers, "forced", broken)
    sent = drafts(path, LOGGED, 1, "sam")
    with watched(path) as at:
        answer = at.post("sam", ENTRIES, body(sent, LOGGED))
        assert answer.status_code == 200
        view = at.get("sam", VIEW).json()
        assert view["verbs"] and "buttons" not in view


def test_vn_14_2_a_view_is_below_15_kb_as_it_is_sent(path: Path) -> None:
    with watched(path) as at:
        for who in (sitting_in(at), "kim"):
            packed = at.get(who, VIEW, **{"accept-encoding": "gzip"})
            assert packed.headers["content-encoding"] == "gzip"
            assert int(packed.headers["content-length"]) < 15_000


# -- delay (VN-6.5) -------------------------------------------------------------------------------


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 14, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What is due is looked for often."""
    monkeypatch.setattr(hall_module, "DUE", 0.02)
    yield


def public(at: Devices) -> int:
    """How far spectators are, as the view says."""
    return int(at.get("fan", VIEW).json()["at"])


def test_vn_6_5_spectators_stay_behind_by_entries(tmp_path: Path) -> None:
    path = cup(tmp_path / "hall.duckdb", delay="6/0")
    with watched(path) as at:
        told = at.get("fan", VIEW).json()
        assert told["at"] == LOGGED - 6 == told["entries"][-1]["seq"]
        listed = at.get("fan", ENTRIES).json()["entries"]
        assert listed[-1]["seq"] == LOGGED - 6
        assert at.get("kim", VIEW).json()["at"] == LOGGED


def test_vn_6_5_spectators_see_the_board_of_the_entry_at_which_they_are(tmp_path: Path) -> None:
    path = cup(tmp_path / "hall.duckdb", delay="6/0")
    early = cup(tmp_path / "early.duckdb", LOGGED - 6)
    with watched(path) as at, watched(early) as then:
        told, known = at.get("fan", VIEW).json(), then.get("fan", VIEW).json()
        assert told == known
        assert told["board"] != at.get("kim", VIEW).json()["board"]


def test_vn_6_5_a_ruling_that_spectators_do_not_know_of_is_not_seen_in_what_they_know(
    tmp_path: Path,
) -> None:
    path = cup(tmp_path / "hall.duckdb", delay="3/0")
    struck = LOGGED - 3
    ruling = draft(Strike("kim", struck), 90, MATCH)
    with watched(path) as at:
        sent = body([msgspec.structs.replace(ruling, recorded_by="kim")], LOGGED)
        assert at.post("kim", ENTRIES, sent).status_code == 200
        known = {each["seq"]: each for each in at.get("fan", VIEW).json()["entries"]}
        listed = {each["seq"]: each for each in at.get("fan", ENTRIES).json()["entries"]}
        told = {each["seq"]: each for each in at.get("kim", VIEW).json()["entries"]}
        assert told[struck]["undone"] == LOGGED + 1
        assert "undone" not in known[struck] and "undone" not in listed[struck]


def test_vn_6_5_spectators_stay_behind_by_minutes_of_the_venues_own_clock(
    tmp_path: Path, soon: None
) -> None:
    path, clock = cup(tmp_path / "hall.duckdb", delay="2/5"), Clock()
    sent = drafts(path, LOGGED, 4, "sam")
    with watched(path, clock=clock) as at:
        before = public(at)
        assert before == LOGGED - 2
        at.post("sam", ENTRIES, body(sent, LOGGED))
        assert public(at) == LOGGED, "what came long ago; what came just now is not told"
        clock.now += timedelta(minutes=5)
        heard = at.asked(lambda: _heard(at, LOGGED + 2))
        assert heard == [LOGGED + 1, LOGGED + 2]
        assert public(at) == LOGGED + 2, "two entries behind, whatever the time"


async def _heard(at: Devices, until: int) -> list[int]:
    """The numbers that a spectator is told, up to one."""
    listener = at.hall.streams.listen({f"public/{MATCH}": LOGGED}, frozenset())
    found: list[int] = []
    async for event in listener.events():
        if b"data" in event:
            data = msgspec.json.decode(event.split(b"data: ")[1])
            found.append(data["n"])
            assert data.keys() == {"topic", "n", "line", "verb"}
        if found and found[-1] >= until:
            break
    at.hall.streams.leave(listener)
    return found


def test_vn_6_5_the_delay_ends_with_the_round(tmp_path: Path, soon: None) -> None:
    path = cup(tmp_path / "hall.duckdb", delay="10/60")
    with watched(path, clock=Clock()) as at:
        assert public(at) == LOGGED - 10
    with Log.open(path, write=True) as log:
        logs(log, "lena report 1 1 2 0; lena report 1 2 2 0")
    with watched(path, clock=Clock()) as at:
        assert public(at) == LOGGED


def test_vn_6_5_spectators_may_not_listen_to_the_table_itself(path: Path) -> None:
    with watched(path) as at:
        for who in ("fan", "wall", elsewhere_in(at)):
            answer = at.get(who, f"/api/stream?topics=match/{MATCH}")
            assert (answer.status_code, answer.json()["error"]) == (403, "forbidden")


# -- one view for all (VN-13.2), names (VN-7.9) --------------------------------------------------


def test_vn_13_2_two_devices_and_many_watchers_cost_one_view_of_each_class(path: Path) -> None:
    sent = drafts(path, LOGGED, 1, "kim")
    with watched(path) as at:
        for _ in range(5):
            for who in ("fan", "wall", "kim", "lena"):
                at.get(who, VIEW)
        assert at.hall.showing.made == 2
        at.post("kim", ENTRIES, body(sent, LOGGED))
        at.get("lena", VIEW)
        assert at.hall.showing.made == 3


@pytest.mark.parametrize(
    ("how", "shown"),
    [("names", "Ana Example"), ("first-names", "Ana"), ("initials", "A. E."), ("ids", "ana")],
)
def test_vn_7_9_people_are_shown_as_the_organiser_wants_them(
    path: Path, how: str, shown: str
) -> None:
    with watched(path, names=how) as at:
        seats = at.get("kim", VIEW).json()["seats"]
        all_names = {"ana", "bo", "cy", "di"}
        found = {seat["name"] for seat in seats}
        expected = shown_names({p: f"{p.capitalize()} Example" for p in all_names}, how)  # type: ignore[arg-type]
        assert expected["ana"] == shown
        assert found <= set(expected.values())


def test_vn_7_9_two_who_would_be_called_the_same_are_told_apart() -> None:
    people = {"ana": "Ana Novak", "al": "Ana Lind", "bo": "Bo Li", "x": ""}
    assert shown_names(people, "first-names") == {
        "ana": "Ana (ana)",
        "al": "Ana (al)",
        "bo": "Bo",
        "x": "x",
    }


# -- hidden cards ----------------------------------------------------------------------------------


def unseen(at: Devices, who: str) -> dict[str, dict[str, str]]:
    """What a device is told of each hidden place."""
    answer = at.get(who, f"{VIEW}/hidden")
    assert answer.status_code == 200, answer.text
    return {
        each["title"].partition(" ")[0]: dict(map(tuple, each["rows"]))
        for each in answer.json()["places"]
    }


def test_those_at_a_table_are_told_what_all_know_of_hidden_cards(tmp_path: Path) -> None:
    path = cup(tmp_path / "hall.duckdb", decklists="open")
    other = elsewhere(path)
    with watched(path) as at:
        told = unseen(at, "sam")
        assert told.keys() == {"ana.hand", "bo.hand", "ana.deck", "bo.deck"}
        assert all("possible" in each and "newest" in each for each in told.values())
        assert "%" not in str(told) and "chances" not in str(told)
        assert at.get(other, f"{VIEW}/hidden").status_code == 403


def test_tr_4_2_what_may_be_in_a_hand_is_not_told_to_who_may_not_see_its_list(path: Path) -> None:
    with watched(path) as at:
        player = sitting_in(at)
        seat = at.get(player, VIEW).json()["sits"]
        own, all_of_it = unseen(at, player), unseen(at, "kim")
        for place, rows in own.items():
            if place.startswith(f"{seat}."):
                assert rows == all_of_it[place]
            else:
                assert rows.keys() <= {"withheld", "known", "on top", "newest", "older"}
                assert "possible" in all_of_it[place]
        assert own.keys() == all_of_it.keys()


def test_vn_6_2_players_of_a_sealed_match_are_told_nothing_of_hidden_cards(sealed: Path) -> None:
    with watched(sealed) as at:
        for who in (sitting_in(at), "sam"):
            assert at.get(who, f"{VIEW}/hidden").status_code == 403


def test_tr_4_2_a_sheet_that_players_sign_tells_no_list_that_they_may_not_see(path: Path) -> None:
    with watched(path) as at:
        sheet = at.get("kim", f"/judge/{MATCH}/sheet/9").text
    assert "What was known of hidden cards" in sheet and "withheld: kept from players" in sheet
    assert "possible: " not in sheet
