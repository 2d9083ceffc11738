"""What a tournament and the match of a contest both say is written into both at once, and verify
finds what is said in one of them alone."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from cli.main import app
from referee.games.registry import game_of
from storage.log import Log
from storage.verify import verify
from tests.cli.test_home import DECKS, Home
from tests.logbook import copied

EVENT, GAME = "open", "open-r1-t1-g1"


def posted(path: Path) -> Home:
    home = Home(path.parent)
    home.log = path
    home.ok("tournament", "new", EVENT, "--by", "lena", "--game", "wondervale", "--rounds", 2)
    home.ok("log", EVENT, "lena appoint kim judge")
    home.ok("tournament", "enter", EVENT, "ana", "bo", "--by", "lena")
    home.ok("tournament", "post", EVENT, "--by", "lena")
    return home


def begun(path: Path) -> None:
    contest = f"{EVENT}/1/1/1"
    posted(path).ok("new", GAME, "--game", "wondervale", *DECKS, "--contest", contest)


@pytest.fixture
def desk(tmp_path: Path) -> Home:
    """A round of ana and bo, and cy and dee; kim judges."""
    home = Home(tmp_path)
    copied(home.log, posted)
    return home


@pytest.fixture
def table(tmp_path: Path) -> Home:
    """Their first game is a match in the log."""
    home = Home(tmp_path)
    copied(home.log, begun)
    return home


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


def test_tr_11_1_a_call_that_is_ended_by_a_line_of_the_desk_is_ended_in_both(table: Home):
    told = table.json("tournament", "call", EVENT, "ana", "--by", "lena")
    line = f"end {told['entries'][0]['seq']} 60 no error\n"
    asked = ["tournament", "desk", EVENT, "--by", "lena", "--log", str(table.log)]
    said = CliRunner().invoke(app, asked, input=line)
    assert "ends call" in said.output, said.output
    assert table.json("tournament", "calls", EVENT)["calls"] == []
    with Log.open(table.log) as log:
        assert not log.load(GAME).replay().state.calls
    assert found(table) == []


def test_what_is_written_into_both_is_said_of_both(table: Home):
    told = table.ok("tournament", "call", EVENT, "ana", "--by", "lena")
    assert f"{EVENT}, entry {table.entries(EVENT)}:" in told
    assert f"{GAME}, entry {table.entries(GAME)}:" in told
    assert "nothing is written in a match" not in told


def test_a_match_that_is_no_game_of_the_contest_is_refused_with_those_that_are(table: Home):
    before = table.entries(EVENT)
    call = ("tournament", "call", EVENT, "ana", "--by", "lena", "--match")
    said = table.error(*call, "another")
    assert f"another is not a game of ana in round 1, table 1 ({GAME})" in said
    assert table.entries(EVENT) == before
    table.ok(*call, GAME)


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


@pytest.mark.parametrize("ends", ["kim end-call", "kim close-call", "ana strike"])
def test_tr_11_1_a_call_that_ended_in_one_stream_alone_is_told(table: Home, ends: str):
    told = table.json("tournament", "call", EVENT, "ana", "--by", "lena")
    call = told["entries"][0]["seq"]
    if "end-call" in ends:
        table.ok("log", EVENT, f"{ends} {call}")
    elif "strike" in ends:  # undone at the table, where it was made
        table.ok("log", GAME, f"{ends} {table.entries(GAME)} authority=scorekeeper")
    else:
        table.ok("log", GAME, f"lena appoint kim judge; {ends}")
    with Log.open(table.log) as log:
        report = verify(log)
    assert report.exact
    (note,) = [each for each in report.notes if each.rule == "TR-11.1"]
    assert (note.seq, note.there) == (call, f"{GAME} entry {told['match_entries'][0]['seq']}")
    if "strike" in ends:
        table.ok("log", EVENT, f"kim end-call {call}")
        assert found(table) == []


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


# -- games --------------------------------------------------------------------------------------


@pytest.fixture
def listed(tmp_path: Path) -> Home:
    """A round of ana and bo in a game of best of three, with registered lists."""
    return opened(tmp_path, "wondervale", "frost-and-sand", "city-and-canopy")


def opened(folder: Path, game: str, *decks: str) -> Home:
    """A round of ana and bo with these decks registered; kim judges."""
    home = Home(folder)
    taken = ("--option", "decklists=closed")
    home.ok("tournament", "new", EVENT, "--by", "lena", "--game", game, "--rounds", 2, *taken)
    home.ok("tournament", "enter", EVENT, "ana", "bo")
    for player, deck in zip(("ana", "bo"), decks, strict=True):
        home.ok("tournament", "deck", EVENT, player, deck)
    home.ok("log", EVENT, "lena appoint kim judge")
    home.ok("tournament", "post", EVENT, "--by", "lena")
    return home


def plays(home: Home, *losers: str) -> None:
    """Open and play the next games; each is given up by one of the players."""
    for loser in losers:
        match = home.json("tournament", "game", EVENT, 1, "--by", "lena")["match"]
        home.ok("log", match, f"{loser} concede")


def seats(home: Home, match: str) -> list[str]:
    """Who sits in a match, in order."""
    return [each["person"] for each in opening(home, match)["seats"]]


def opening(home: Home, match: str) -> dict[str, Any]:
    """The opening of a match."""
    with Log.open(home.log) as log:
        found: dict[str, Any] = msgspec.to_builtins(log.load(match).entry(1).event)
        return found


@pytest.mark.rule("TR-4.4")
def test_tr_4_4_a_game_takes_players_lists_and_readings_from_the_tournament(listed: Home):
    told = listed.json("tournament", "game", EVENT, 1, "--first", "bo", "--by", "lena")
    first = told["entries"][0]["event"]
    assert (told["match"], first["contest"]) == (GAME, f"{EVENT}/1/1/1")
    assert [each["deck_name"] for each in first["seats"]] == ["city-and-canopy", "frost-and-sand"]
    assert first["judges"] == {"lena": "head-judge", "kim": "judge"}
    assert found(listed) == []


def test_the_next_game_is_opened_when_one_has_ended_and_while_one_is_due(listed: Home):
    listed.ok("tournament", "game", EVENT, 1, "--by", "lena")
    said = listed.error("tournament", "game", EVENT, 1, "--by", "lena")
    assert f"{GAME} is still on" in said
    listed.ok("log", GAME, "bo concede")
    plays(listed, "ana")
    assert seats(listed, "open-r1-t1-g2") == seats(listed, GAME)
    plays(listed, "bo")
    said = listed.error("tournament", "game", EVENT, 1, "--by", "lena", status=3)
    assert "ana has won" in said and "report open 1 --games" in said
    assert "no table 9" in listed.error("tournament", "game", EVENT, 9, "--by", "lena")


def test_a_game_without_a_list_says_what_to_register(tmp_path: Path):
    home = Home(tmp_path)
    taken = ("--option", "decklists=closed")
    home.ok("tournament", "new", EVENT, "--by", "lena", "--game", "wondervale", *taken)
    home.ok("tournament", "enter", EVENT, "ana", "bo")
    home.ok("tournament", "post", EVENT)
    said = home.error("tournament", "game", EVENT, 1, status=3)
    assert "referee tournament deck open" in said
    assert home.entries(GAME) == 0


@pytest.mark.parametrize(
    ("players", "words"),
    [(("Ana-B", "7bo"), {"ana-b", "p7bo"}), (("ana", "Ana"), {"first", "second"})],
)
def test_ids_that_can_be_no_seats_are_made_into_some(
    tmp_path: Path, players: tuple[str, str], words: set[str]
):
    home = Home(tmp_path)
    home.ok("tournament", "new", EVENT, "--by", "lena", "--game", "wondervale")
    home.ok("tournament", "enter", EVENT, *players)
    home.ok("tournament", "post", EVENT)
    decks = [f"--deck={player}=frost-and-sand" for player in players]
    home.ok("tournament", "game", EVENT, 1, *decks)
    assert {each["seat"] for each in opening(home, GAME)["seats"]} == words
    home.ok("tournament", "call", EVENT, players[0])
    assert found(home) == []


def test_where_no_lists_are_taken_decks_are_named_once(desk: Home):
    desk.error("tournament", "game", EVENT, 1, "--by", "lena", status=3)
    named = ("--deck", "ana=frost-and-sand", "--deck", "bo=city-and-canopy")
    desk.ok("tournament", "game", EVENT, 1, "--by", "lena", *named)
    desk.ok("log", GAME, "bo concede")
    plays(desk, "bo")
    assert opening(desk, "open-r1-t1-g2")["seats"] == opening(desk, GAME)["seats"]


@pytest.mark.rule("GA-26.20")
def test_ga_26_20_a_later_game_says_who_lost_the_one_before(tmp_path: Path):
    decks = [path.stem for path in game_of("grand_archive").sample_decks()[:2]]
    home = opened(tmp_path, "grand_archive", *decks)
    plays(home, "bo")
    home.ok("tournament", "game", EVENT, 1, "--by", "lena")
    second = "open-r1-t1-g2"
    lost = opening(home, second)["options"]["lost"]
    assert lost == ("first", "second")[seats(home, second).index("bo")]
    home.ok("log", second, "lena agree-result")
    home.ok("tournament", "game", EVENT, 1, "--by", "lena")
    assert opening(home, "open-r1-t1-g3")["options"]["lost"] == "drawn"
    assert seats(home, "open-r1-t1-g3")[0] == "bo", "who began a game that was drawn begins again"


# -- results ------------------------------------------------------------------------------------


@pytest.mark.rule("TR-7.4")
def test_tr_7_4_a_result_is_counted_from_the_logged_games_and_names_them(listed: Home):
    plays(listed, "ana", "bo", "ana")
    told = listed.json("tournament", "report", EVENT, 1, "--games", "--by", "lena")
    event = told["entries"][0]["event"]
    a, b = sides(listed)
    assert {a: event["a"], b: event["b"]} == {"ana": 1, "bo": 2}
    assert [each[:2] for each in event["games"]] == [
        [f"open-r1-t1-g{n}", winner] for n, winner in enumerate(("bo", "ana", "bo"), 1)
    ]
    assert found(listed) == []


def sides(home: Home) -> tuple[str, str]:
    """The players of table 1 as they are posted."""
    with Log.open(home.log) as log:
        contest = log.load(EVENT).replay().state.rounds[0].contests["1"]
        return contest.a, contest.b


def test_tr_7_4_a_slip_that_the_logged_games_contradict_is_refused_with_both_told(listed: Home):
    a, b = sides(listed)
    plays(listed, b, b)
    before = listed.entries(EVENT)
    for typed in ((1, 0, 2), (1, 0, 2, "--games"), (1, 2, 1, "--games")):
        said = listed.error("tournament", "report", EVENT, *typed, "--by", "lena", status=3)
        assert f"result of table 1 is {typed[1]}-{typed[2]}" in said
        assert f"games say 2-0 ({GAME} {a}, open-r1-t1-g2 {a})" in said
    assert listed.entries(EVENT) == before
    listed.ok("tournament", "report", EVENT, 1, 0, 2, "--yes", "--by", "lena")
    assert "TR-7.4" in found(listed)


def test_tr_7_4_of_a_contest_that_was_conceded_the_games_say_nothing(listed: Home):
    _, b = sides(listed)
    plays(listed, b, b)
    conceded = ("0", "2", "--how", "concession", "--by", "lena")
    told = listed.run("tournament", "report", EVENT, 1, *conceded)
    assert told.exit_code == 0, told.stderr


def test_tr_7_4_a_slip_that_agrees_is_written_and_the_games_are_told(listed: Home):
    _, b = sides(listed)
    plays(listed, b, b)
    told = listed.run("tournament", "report", EVENT, 1, 2, 0, "--by", "lena")
    assert told.exit_code == 0
    assert "--games names them" in " ".join(told.stderr.split())
    assert found(listed) == []


def test_a_game_that_is_still_on_counts_after_time_only(listed: Home):
    _, b = sides(listed)
    plays(listed, b)
    listed.ok("tournament", "game", EVENT, 1, "--by", "lena")
    said = listed.error("tournament", "report", EVENT, 1, "--games", "--by", "lena", status=3)
    assert "open-r1-t1-g2 is still on" in said and "--how time" in said
    timed = ("--games", "--how", "time", "--by", "lena")
    event = listed.json("tournament", "report", EVENT, 1, *timed)["entries"][0]["event"]
    assert (event["a"], event.get("b", 0), event["drawn"]) == (1, 0, 1)
    assert found(listed) == []


def test_a_table_without_logged_games_has_none_to_count(listed: Home):
    for slip in ((1,), (1, 2, 0)):
        said = listed.error("tournament", "report", EVENT, *slip, "--games", "--by", "lena")
        assert "no game of round 1, table 1 is logged" in said


def test_a_lost_game_that_a_match_says_too_counts_once(listed: Home):
    a, b = sides(listed)
    plays(listed, b)
    listed.ok("tournament", "game", EVENT, 1, "--by", "lena")
    loses = ("infraction", EVENT, b, "PE-4", "game-loss", "--deviation", "again", "--by", "lena")
    listed.ok("tournament", *loses)
    told = listed.json("tournament", "report", EVENT, 1, "--games", "--by", "lena")
    event = told["entries"][0]["event"]
    assert (event["a"], event.get("b", 0)) == (2, 0)
    assert [each[1] for each in event["games"]] == [a, a]
    assert found(listed) == []


# -- how much is told ---------------------------------------------------------------------------


def posted_at_life(path: Path) -> None:
    home = Home(path.parent)
    home.log = path
    new = ("tournament", "new", EVENT, "--by", "lena", "--game", "wondervale", "--rounds", 2)
    home.ok(*new, "--option", "record=life")
    home.ok("log", EVENT, "lena appoint kim judge")
    home.ok("tournament", "enter", EVENT, "ana", "bo", "--by", "lena")
    home.ok("tournament", "post", EVENT, "--by", "lena")
    home.ok("tournament", "game", EVENT, 1, "--by", "lena")


@pytest.mark.parametrize("by", ["ana", "kim"])
def test_tr_1_7_a_game_of_which_less_is_told_than_asked_is_noted_unless_a_judge_said_so(
    tmp_path: Path, by: str
):
    home = Home(tmp_path)
    copied(home.log, posted_at_life)
    home.ok("log", GAME, "ana score 240; ana record key-plays")
    with Log.open(home.log) as log:
        assert not [each for each in verify(log).notes if each.rule == "TR-1.7"]
    home.ok("log", GAME, f"{by} record result")
    with Log.open(home.log) as log:
        report = verify(log)
    assert report.exact
    told = [str(each) for each in report.notes if each.rule == "TR-1.7"]
    if by == "kim":
        assert not told
    else:
        (note,) = told
        assert f"of {GAME} less is told than life: result" in note
        assert f"{GAME} entry 4" in note
