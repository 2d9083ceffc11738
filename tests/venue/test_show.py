"""What screens, spectators' phones and stream software are shown (VN-13)."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from cli.venue.access.session import Session
from cli.venue.show.tournament import Clock, shown
from storage.log import Log
from tests.tournament.halls import HOSTILE, Hall, hall, worked_example
from tests.tournament.histories import shipped
from tests.tournament.logged import contests, logs
from tests.venue.desks import body
from tests.venue.watched import DEVICES, LOGGED, MATCH, PLAYERS, cup, drafts, joined, watched

NOON = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)


def at_noon() -> datetime:
    return NOON


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return cup(tmp_path / "hall.duckdb", minutes="50", delay="6/0")


def test_vn_13_1_screens_are_told_the_pairings_by_table_and_by_name(path: Path) -> None:
    with watched(path, clock=at_noon) as at:
        told = at.get("wall", "/api/show").json()
    assert (told["phase"], told["round"], told["rounds"]) == ("seating", 1, 3)
    assert [each["table"] for each in told["tables"]] == [1, 2]
    assert [each["name"] for each in told["places"]] == [
        f"{p.capitalize()} Example" for p in PLAYERS
    ]
    for each in told["places"]:
        table = told["tables"][each["table"] - 1]
        assert {each["name"], each["against"]} == {table["a"], table["b"]}
    assert told["clock"] == {"minutes": 50, "state": "ready", "left": 3000}


@pytest.mark.parametrize(
    ("lines", "clock"),
    [
        ("start 1 2026-03-14T11:30:00Z", {"state": "running", "ends": "2026-03-14T12:20:00Z"}),
        (
            "start 1 2026-03-14T11:30:00Z; pause 1 2026-03-14T11:40:00Z",
            {"state": "paused", "left": 40 * 60},
        ),
        (
            "start 1 2026-03-14T11:00:00Z; pause 1 2026-03-14T11:40:00Z; "
            "resume 1 2026-03-14T11:50:00Z; time 1 2026-03-14T11:58:00Z",
            {"state": "over"},
        ),
    ],
)
def test_vn_13_1_the_clock_is_told_so_that_a_screen_counts_by_itself(
    path: Path, lines: str, clock: dict[str, object]
) -> None:
    with Log.open(path, write=True) as log:
        logs(log, [f"lena {line}" for line in lines.split("; ")])
    with watched(path, clock=at_noon) as at:
        assert at.get("wall", "/api/show").json()["clock"] == {"minutes": 50, **clock}


def test_vn_13_1_tables_without_a_result_are_named_and_one_in_dispute_is_one(path: Path) -> None:
    with Log.open(path, write=True) as log:
        logs(log, "lena report 1 1 2 0")
        second = contests(log, 1)[1]
        logs(log, f"{second.a} attest 1 2 2 0; {second.b} attest 1 2 0 2")
    with watched(path, clock=at_noon) as at:
        told = at.get("wall", "/api/show").json()
    assert [each["table"] for each in told["missing"]] == [2]
    assert [each.get("result", "") for each in told["tables"]] == ["2-0", ""]


def test_vn_13_1_standings_are_those_after_the_last_round_that_is_whole() -> None:
    match = worked_example()
    told = shown("cup", match.seq, match.replay.table, {}, NOON)
    found = [(each.name, each.points, *each.tiebreaks) for each in told.standings]
    assert told.after == 3 and told.words == ("omw", "gw", "ogw")
    assert found[0] == ("A", "7", ".4815", ".6667", ".5000")
    assert found[1] == ("C", "6", ".5185", ".6250", ".5139")
    event = hall(rounds=5).enter("a b c d").play("post").report("2 0", "-")
    told = shown("cup", 9, event.replay.table, {}, NOON)
    assert (told.after, told.standings) == (0, ())


def test_vn_13_1_the_cut_is_told_with_who_meets_next() -> None:
    event = hall(rounds=1, cut=4).enter("a b c d")
    event.play("post").report("2 0", "2 1")
    players = [each.player for each in _standings(event)]
    event.play(f"lena cut 4 {','.join(players)}")
    told = shown("cup", 9, event.replay.table, {}, NOON)
    (following,) = told.bracket
    pairs = {frozenset((each.a, each.b)) for each in following.tables}
    assert pairs == {frozenset((players[0], players[3])), frozenset((players[1], players[2]))}


def test_vn_13_1_a_round_without_minutes_has_no_clock() -> None:
    policy = shipped("standard")
    untimed = replace(policy, clock=replace(policy.clock, minutes=0))
    event = hall("a b", untimed, rounds=1).play("post")
    assert shown("cup", 9, event.replay.table, {}, NOON).clock == Clock()


def _standings(event: Hall) -> list[object]:
    from referee.tournament.standings.current import standings_of

    return list(standings_of(event.state, event.replay.catalog, None))


def test_vn_13_2_a_thousand_watchers_cost_one_view(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cli.venue.web.show.RENEWED", 1e9)  # not in the midst of them
    with watched(path) as at:
        first = at.get("fan", "/api/show")
        same = [at.get("fan", "/api/show", **{"accept-encoding": "identity"}) for _ in range(1000)]
        assert {each.content for each in same} == {first.content}
        assert at.client.app.state.shown.made == 1
        tag = first.headers["etag"]
        assert at.get("wall", "/api/show", **{"if-none-match": tag}).status_code == 304

        before = at.hall.showing.made
        [at.get("fan", f"/api/overlay/{MATCH}") for _ in range(100)]
        assert at.hall.showing.made == before + 1


def test_vn_13_2_something_new_is_told_at_once(path: Path) -> None:
    sent = drafts(path, LOGGED, 2, "sam")
    with watched(path) as at:
        assert at.get("fan", f"/api/overlay/{MATCH}").json()["at"] == LOGGED - 6
        at.post("sam", f"/api/matches/{MATCH}/entries", body(sent, LOGGED))
        assert at.get("fan", f"/api/overlay/{MATCH}").json()["at"] == LOGGED - 4


def test_vn_6_5_the_overlay_is_delayed_and_tells_no_verdict(path: Path) -> None:
    with watched(path) as at:
        told = at.get("fan", f"/api/overlay/{MATCH}").json()
        assert told["at"] == LOGGED - 6
        assert {"match", "game", "at", "seats", "lines"} <= told.keys()
        assert not {"entries", "board", "owed", "verdict", "verbs"} & told.keys()


@pytest.mark.parametrize("address", ["/show", "/watch", f"/overlay/{MATCH}"])
def test_vn_13_1_the_pages_are_drawn_without_anything_inline_or_from_elsewhere(
    path: Path, address: str
) -> None:
    with watched(path) as at:
        answer = at.get("wall", address)
        assert answer.status_code == 200
        assert "default-src 'self'" in answer.headers["content-security-policy"]
        text = answer.text
        assert "style=" not in text and "<style" not in text and "onclick" not in text
        assert text.count("<script") == text.count('<script type="module" src="/static/')
        for name in [part.split('"')[0] for part in text.split('"/static/')[1:]]:
            assert at.get("wall", f"/static/{name}").status_code == 200


def test_vn_5_8_a_name_that_is_markup_stays_text(path: Path) -> None:
    with Log.open(path, write=True) as log:
        log.name_person("ana", HOSTILE)
    with watched(path) as at:
        told = at.get("wall", "/api/show")
        assert HOSTILE in {each["name"] for each in told.json()["places"]}
        assert told.headers["content-type"].startswith("application/json")
        assert "<script>alert" not in at.get("wall", "/show").text


def test_vn_13_1_a_device_of_a_single_match_is_sent_to_its_overlay(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = joined("", "spectator")
    single = Session("alone", "", "spectator", "", "m1", (), "", alone.bound_at, alone.until)
    monkeypatch.setitem(DEVICES, "alone", single)
    with watched(path) as at:
        answer = at.get("alone", "/show")
        assert answer.status_code == 404 and "/overlay/m1" in answer.json()["hint"]


def test_vn_13_1_before_the_first_round_those_who_entered_are_shown(tmp_path: Path) -> None:
    event = hall(rounds=5).play("lena enter zoe; lena enter al; lena enter Bea")
    told = shown("cup", 4, event.replay.table, {"al": "Al"}, NOON)
    assert (told.phase, told.entrants) == ("entries", ("Al", "Bea", "zoe"))


def test_vn_6_2_who_may_watch_a_match_is_looked_up_each_time_but_of_those_who_only_watch(
    tmp_path: Path,
) -> None:
    """A result opens a sealed match to its table, and closes it again when it is struck."""
    path, address = cup(tmp_path / "hall.duckdb", sealed="yes", delay="0/0"), f"/overlay/{MATCH}"
    with Log.open(path, write=True) as log:
        player = contests(log, 1)[0].a
    with watched(path, clock=at_noon) as at:

        def says(line: str) -> None:
            at.asked(lambda: at.hall.ask(lambda log: logs(log, line)))

        assert at.get(player, f"/api{address}").status_code == 403
        says("lena report 1 1 2 0")
        last = at.get("lena", "/api/tournaments/cup").json()["at"]
        for page in (address, f"/api{address}"):
            assert at.get(player, page).status_code == 200
        says(f"lena strike {last} reason=mistaken")
        for page in (address, f"/api{address}"):
            assert at.get(player, page).status_code == 403
            assert at.get("fan", page).status_code == 200
