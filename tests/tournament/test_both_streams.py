"""What a tournament and the match of a contest both say is written into both at once, and verify
finds what is said in one of them alone."""

from pathlib import Path

import pytest

from storage.log import Log
from storage.verify import verify
from tests.cli.test_home import DECKS, Home

EVENT, GAME = "open", "open-r1-t1-g1"


@pytest.fixture
def desk(tmp_path: Path) -> Home:
    """A round of ana and bo, and cy and dee; kim judges."""
    home = Home(tmp_path)
    home.ok("tournament", "new", EVENT, "--by", "lena", "--game", "wondervale", "--rounds", 2)
    home.ok("log", EVENT, "lena appoint kim judge")
    home.ok("tournament", "enter", EVENT, "ana", "bo", "--by", "lena")
    home.ok("tournament", "post", EVENT, "--by", "lena")
    return home


@pytest.fixture
def table(desk: Home) -> Home:
    """Their first game is a match in the log."""
    desk.ok("new", GAME, "--game", "wondervale", *DECKS, "--contest", f"{EVENT}/1/1/1")
    return desk


def found(home: Home) -> list[str]:
    """The rules by which verify finds that a tournament and its matches do not agree."""
    with Log.open(home.log) as log:
        return [str(each.rule) for each in verify(log).differences]


# -- calls --------------------------------------------------------------------------------------


@pytest.mark.rule("TR-11.1")
def test_tr_11_1_a_call_is_in_both_streams_and_each_names_the_other(table: Home):
    told = table.json("tournament", "call", EVENT, "ana", "--about", "a trigger", "--by", "lena")
    (here,), (there,) = told["entries"], told["match_entries"]
    assert told["match"] == GAME
    assert (here["event"]["match"], here["event"]["entry"]) == (GAME, there["seq"])
    assert there["event"]["call"] == f"{EVENT}/{here['seq']}"
    assert here["event"]["about"] == there["event"]["about"] == "a trigger"
    assert found(table) == []
    ended = table.json("tournament", "end-call", EVENT, "--seconds", 90, "--by", "kim")
    assert ended["entries"][0]["event"] == {
        "type": "end-call",
        "by": "kim",
        "call": here["seq"],
        "seconds": 90,
    }
    assert ended["match_entries"][0]["event"]["call"] == there["seq"]
    assert table.json("tournament", "calls", EVENT)["calls"] == []
    assert found(table) == []


def test_tr_11_1_a_call_in_one_stream_alone_is_found(table: Home):
    table.ok("log", GAME, "ana call-judge")
    assert found(table) == ["TR-11.1"]
    entry = table.entries(GAME)
    table.ok("log", EVENT, f"ana call 1 1 match={GAME} entry={entry}")
    assert found(table) == []
    table.ok("log", EVENT, f"ana call 1 1 match={GAME} entry={entry - 1}")
    assert found(table) == ["TR-11.1"]


def test_tr_11_1_a_call_that_names_another_one_is_found(table: Home):
    table.ok("log", GAME, f"ana call-judge call={EVENT}/2")
    table.ok("log", EVENT, f"ana call 1 1 match={GAME} entry={table.entries(GAME)}")
    assert found(table) == ["TR-11.1"]


def test_a_call_where_no_game_is_logged_is_in_the_tournament_alone(desk: Home):
    told = desk.json("tournament", "call", EVENT, "ana", "--by", "lena")
    assert (told["match"], told["match_entries"]) == ("", [])
    assert "nothing is written in a match" in desk.ok(
        "tournament", "end-call", EVENT, "--by", "kim"
    )


def test_a_call_names_a_game_of_the_contest_or_is_not_written(table: Home):
    table.open("other")
    before = table.entries(EVENT)
    said = table.error("tournament", "call", EVENT, "ana", "--match", "other", "--by", "lena")
    assert "other is not a game of ana in round 1, table 1" in said and GAME in said
    assert table.entries(EVENT) == before


def test_a_call_that_was_closed_in_the_match_is_ended_in_the_tournament_alone(table: Home):
    table.ok("tournament", "call", EVENT, "ana", "--by", "lena")
    table.ok("log", GAME, "lena appoint kim judge; kim close-call")
    told = table.json("tournament", "end-call", EVENT, "--by", "kim")
    assert told["match_entries"] == []
    assert "no call is open" in table.error(
        "tournament", "end-call", EVENT, "--by", "kim", status=3
    )


# -- penalties ----------------------------------------------------------------------------------


@pytest.mark.rule("TR-10.7")
def test_tr_10_7_a_penalty_is_in_both_streams_and_each_names_the_other(table: Home):
    told = table.json(
        "tournament", "infraction", EVENT, "bo", "PE-4", "-r", "drew two", "--by", "kim"
    )
    (here,), (there,) = told["entries"], told["match_entries"]
    assert (here["event"]["match"], here["event"]["entry"]) == (GAME, there["seq"])
    assert there["event"]["infraction"] == f"{EVENT}/{here['seq']}"
    assert here["event"]["penalty"] == there["event"]["kind"] == "warning"
    assert found(table) == []


def test_tr_10_7_a_penalty_in_one_stream_alone_is_found(table: Home):
    table.ok("log", EVENT, "kim infraction bo 1 PE-4 warning table=1")
    assert found(table) == [], "not every penalty is given in a game that is logged"
    table.ok("log", GAME, "lena appoint kim judge; kim penalty bo warning")
    assert found(table) == ["TR-10.7"]


def test_what_one_stream_refuses_is_written_in_neither(table: Home):
    before = table.entries(EVENT), table.entries(GAME)
    said = table.error(
        "tournament", "infraction", EVENT, "bo", "PE-4", "match-loss", "--by", "kim", status=3
    )
    assert "TR-10.3" in said
    table.ok("log", GAME, "lena appoint jo judge")
    said = table.error("tournament", "infraction", EVENT, "bo", "PE-4", "--by", "kim", status=3)
    assert "REF-3.7" in said and GAME in said
    assert (before[0], before[1] + 1) == (table.entries(EVENT), table.entries(GAME))
