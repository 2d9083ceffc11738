"""The commands of the desk: what they log, what they refuse, and what they say."""

from pathlib import Path

import pytest

from referee.games.registry import game_of
from referee.tournament.decks import tables_to_check
from referee.tournament.keys import commitment_of, key_of
from storage.log import Log
from tests.cli.test_home import Home
from tests.logbook import copied

SECRET = "lantern"


def of_five(path: Path) -> None:
    home = Home(path.parent)
    home.log = path
    home.ok("tournament", "new", "open", "--by", "lena", "--rounds", 3, "--secret", SECRET)
    home.ok("tournament", "enter", "open", "ana", "bo", "cy", "dee", "eva")


@pytest.fixture
def desk(tmp_path: Path) -> Home:
    """A tournament of five, opened with a secret."""
    home = Home(tmp_path)
    copied(home.log, of_five)
    return home


def test_an_opening_shows_the_hash_of_the_secret_and_never_the_secret(desk: Home):
    opened = desk.json("tournament", "new", "other", "--by", "lena", "--secret", SECRET)
    assert opened["options"]["commitment"] == commitment_of(SECRET)
    for asked in (("show", "open"), ("export", "open"), ("matches",), ("explain", "open", "1")):
        assert SECRET not in desk.ok(*asked)


def test_a_drawn_secret_is_kept_and_is_not_empty(tmp_path: Path):
    home = Home(tmp_path)
    opened = home.json("tournament", "new", "open", "--by", "lena")
    with Log.open(home.log) as log:
        secret = log.secret("open")
    assert secret is not None and len(secret) >= 16
    assert opened["options"]["commitment"] == commitment_of(secret)


def test_the_same_round_is_proposed_again_and_again_and_posted_as_proposed(desk: Home):
    first = desk.json("tournament", "propose", "open")
    assert desk.json("tournament", "propose", "open") == first
    assert first["key"] == key_of(SECRET, 1)
    posted = desk.json("tournament", "post", "open")["entries"][0]["event"]
    assert [posted["key"], posted.get("bye")] == [first["key"], first["bye"]]
    assert [p[:3] for p in posted["pairings"]] == [
        [p["table"], p["a"], p["b"]] for p in first["pairings"]
    ]


def test_players_are_entered_all_or_none(desk: Home):
    said = desk.error("tournament", "enter", "open", "fay", "ana", status=3)
    assert "TR-3.1" in said and "number 1" in said
    assert desk.entries("open") == 6


def test_a_list_of_players_comes_from_a_file_with_their_names(desk: Home, tmp_path: Path):
    listed = tmp_path / "players.csv"
    listed.write_text("# id, name, club\nfay,Fay Hill,wolves\ngus,Gus\n")
    desk.ok("tournament", "enter", "open", "--file", listed)
    desk.ok("tournament", "post", "open")
    assert "Fay Hill" in desk.ok("tournament", "standings", "open")
    listed.write_text("fay\nhal,Hal,wolves,more\n")
    assert f"{listed}:2: 4 fields" in desk.error("tournament", "enter", "open", "--file", listed)


def test_a_slip_for_a_table_that_is_not_there_says_which_are(desk: Home):
    desk.ok("tournament", "post", "open")
    before = desk.entries("open")
    said = desk.error("tournament", "report", "open", 9, 2, 1, status=3)
    assert "TR-1.3" in said and "tables 1 to 2" in said
    assert desk.entries("open") == before


def test_a_result_that_does_not_fit_is_not_written(desk: Home):
    desk.ok("tournament", "post", "open")
    before = desk.entries("open")
    assert "TR-7.1" in desk.error("tournament", "report", "open", 1, 3, 0, status=3)
    assert "such as 17 2 1" in desk.error("tournament", "report", "open", 1, 2)
    assert desk.entries("open") == before


def test_a_round_is_not_posted_twice_nor_before_its_results(desk: Home):
    desk.ok("tournament", "post", "open", 1)
    assert "round 1 is posted" in desk.error("tournament", "post", "open", 1)
    said = desk.error("tournament", "post", "open", 2, status=3)
    assert "tables 1, 2" in said and "--missing" in said
    desk.ok("tournament", "post", "open", 2, "--missing")
    assert desk.json("tournament", "standings", "open")["after"] == 2


def test_a_swap_is_told_with_its_reason(desk: Home):
    assert "a swap needs a reason" in desk.error(
        "tournament", "propose", "open", "--swap", "ana=bo"
    )
    for swap in ("ana", "ana=", "=bo", "ana=ana"):
        said = desk.error("tournament", "propose", "open", "--swap", swap, "--reason", "siblings")
        assert f"--swap {swap}: expected two players, A=B" in said
    shown = desk.json("tournament", "propose", "open", "--swap", "ana=bo", "--reason", "siblings")
    assert any(seats["given"] == "siblings" for seats in shown["pairings"])


def test_the_close_reveals_the_secret(desk: Home):
    desk.ok("tournament", "post", "open")
    assert "TR-5.1" in desk.error("tournament", "close", "open", status=3)
    for table in (1, 2):
        desk.ok("tournament", "report", "open", table, 2, 0)
    closed = desk.json("tournament", "close", "open")
    assert closed["entries"][0]["event"]["secret"] == SECRET


def test_who_has_no_role_may_not_post(desk: Home):
    said = desk.error("tournament", "post", "open", "--by", "ana", status=3)
    assert "TR-1.8" in said and "lena" in said


def test_a_match_is_no_tournament_and_a_misspelt_one_is_named(desk: Home):
    desk.open("r1")
    assert "not a tournament" in desk.error("tournament", "standings", "r1")
    assert "did you mean open" in desk.error("tournament", "standings", "opem")


def test_tr_9_4_a_late_player_has_a_place_in_the_round_that_is_on(tmp_path: Path):
    home = Home(tmp_path)
    home.ok("tournament", "new", "open", "--by", "lena", "--rounds", 3, "--option", "late=1")
    home.ok("tournament", "enter", "open", "ana", "bo", "cy")
    home.error("tournament", "enter", "open", "--now")
    bye = home.json("tournament", "post", "open")["entries"][0]["event"]["bye"]
    logged = home.json("tournament", "enter", "open", "dee", "--now")["entries"]
    assert [entry["event"]["type"] for entry in logged] == ["enter", "repair"]
    assert [p[1:3] for p in logged[1]["event"]["pairings"]] == [[*bye, "dee"]]
    said = home.error("tournament", "enter", "open", "eva", "--now", "--by", "sam", status=3)
    assert "TR-1.8" in said


def test_tr_3_3_late_takes_yes_and_is_said_where_an_entry_is_refused(tmp_path: Path):
    home = Home(tmp_path)
    for name, late in (("shut", "no"), ("free", "yes")):
        option = ("--option", f"late={late}")
        opened = home.json("tournament", "new", name, "--by", "lena", "--rounds", 3, *option)
        assert opened["options"]["late"] == {"no": "0", "yes": "99"}[late]
        home.ok("tournament", "enter", name, "ana", "bo", "cy")
        home.ok("tournament", "post", name)
    refused = home.error("tournament", "enter", "shut", "dee", status=3)
    assert "TR-3.3" in refused and "late=yes" in refused
    home.ok("tournament", "enter", "free", "dee")


def test_every_post_and_the_close_make_a_checkpoint(desk: Home, tmp_path: Path):
    posted = desk.json("tournament", "post", "open")["entries"]
    assert [each["event"]["type"] for each in posted] == ["post", "checkpoint"]
    assert posted[1]["event"]["through"] == posted[0]["seq"]
    for table in (1, 2):
        desk.ok("tournament", "report", "open", table, 2, 0)
    key = tmp_path / "desk.pem"
    assert "signed" in desk.ok("tournament", "checkpoint", "open", "--new-key", key)
    assert key.stat().st_mode & 0o077 == 0
    assert "such a file already" in desk.error("tournament", "checkpoint", "open", "--new-key", key)
    closed = desk.json("tournament", "close", "open")["entries"]
    assert [each["event"]["type"] for each in closed] == ["close", "checkpoint"]
    assert "EXACT" in desk.ok("verify", "open")


def test_the_catalog_of_the_game_is_kept_for_its_tables(tmp_path: Path):
    home = Home(tmp_path)
    shipped = game_of("wondervale").sample_catalogs()[0]
    own = tmp_path / "own.toml"
    own.write_text(shipped.read_text().replace('name = "', 'name = "our ', 1))
    home.ok(
        *("tournament", "new", "open", "--by", "lena", "--game", "wondervale"),
        *("--catalog", own, "--option", "decklists=closed"),
    )
    own.unlink()
    home.ok("tournament", "enter", "open", "ana")
    assert "frost-and-sand" in home.ok("tournament", "deck", "open", "ana", "frost-and-sand")


def test_tables_for_deck_checks_are_drawn_by_the_key_and_by_nobody(desk: Home):
    assert "none is posted" in desk.error("tournament", "checks", "open")
    desk.ok("tournament", "post", "open")
    drawn = [each["table"] for each in desk.json("tournament", "checks", "open")["tables"]]
    assert drawn == tables_to_check(key_of(SECRET, 1), (1, 2), 2)
    assert desk.ok("tournament", "checks", "open", "--count", 1).count("\n") == 4


def test_a_misspelt_player_is_named_and_nobody_is_dropped(desk: Home):
    before = desk.entries("open")
    assert "did you mean ana?" in desk.error("tournament", "drop", "open", "anna")
    assert desk.entries("open") == before


# -- what is said ----------------------------------------------------------------------------------


def in_words(desk: Home, *arguments: object) -> list[str]:
    """What a command says, with one space where there are several, without the rules of tables."""
    lines = (" ".join(line.split()) for line in desk.ok("tournament", *arguments).splitlines())
    return [line for line in lines if line.strip("─")]


def test_who_enters_is_told_one_by_one_or_by_their_number(desk: Home, tmp_path: Path):
    assert in_words(desk, "enter", "open", "fay", "--name", "Fay Hill") == [
        "7 legal lena enter fay number=6",
        "fay enters as number 6, from round 1 on",
        "desk may: propose round 1 [TR-5.1]",
    ]
    assert in_words(desk, "enter", "open", "gus", "hal") == [
        "2 entered; 8 in all",
        "desk may: propose round 1 [TR-5.1]",
    ]
    empty = tmp_path / "none.csv"
    empty.write_text("id,name\n")
    assert "nobody is in it" in desk.error("tournament", "enter", "open", "--file", empty)
    assert "nobody is named" in desk.error("tournament", "enter", "open")
    two = ("tournament", "enter", "open", "ida", "jo", "--name", "Ida")
    assert "--name is of one player" in desk.error(*two)
    assert desk.entries("open") == 9


ROUND_1 = [
    "Round 1",
    "table first second",
    "1 bo eva",
    "2 cy gus",
    "3 dee fay (Fay Hill)",
    "bye: ana",
]
"""What the key of the secret makes of seven players."""


def seven(desk: Home) -> None:
    desk.ok("tournament", "enter", "open", "fay", "--name", "Fay Hill")
    desk.ok("tournament", "enter", "open", "gus")


def test_a_round_is_shown_before_it_is_posted_and_as_it_is(desk: Home):
    seven(desk)
    assert in_words(desk, "propose", "open") == [
        *ROUND_1,
        "cost: nothing",
        "nothing is written; post writes it",
    ]
    given = in_words(desk, "propose", "open", "--swap", "bo=cy", "--reason", "sisters")
    assert given[1:4] == ["table first second given", "1 cy eva sisters", "2 bo gus sisters"]
    *told, legal, checkpoint, after = in_words(desk, "post", "open")
    assert (told, legal) == (ROUND_1, "legal")
    assert checkpoint.startswith("checkpoint of entry 9, unsigned: ")
    assert after == "next: referee tournament start open 1"
    desk.ok("tournament", "report", "open", 1, 2, 0)
    told = in_words(desk, "propose", "open")
    assert "without result: tables 2, 3" in told


def test_standings_mark_who_has_left_and_where_lots_were_drawn(desk: Home):
    seven(desk)
    desk.ok("tournament", "post", "open")
    desk.ok("tournament", "report", "open", 1, 2, 1)
    desk.ok("tournament", "report", "open", 2, 2, 0)
    assert in_words(desk, "standings", "open")[-2:] == [
        "still open: tables 3",
        "*: drawn by lot among equals",
    ]
    desk.ok("tournament", "report", "open", 3, 1, 1, 1)
    desk.ok("tournament", "drop", "open", "ana")
    assert in_words(desk, "standings", "open") == [
        "open after round 1",
        "player points omw gw ogw",
        "1 cy 3 .3300 1.0000 .3300",
        "2 bo 3 .3300 .6667 .3333",
        "3 ana (left) 3 .0000 1.0000 .0000",
        "4 dee* 1 .3333 .4444 .4444",
        "5 fay (Fay Hill)* 1 .3333 .4444 .4444",
        "6 eva 0 1.0000 .3333 .6667",
        "7 gus 0 1.0000 .3300 1.0000",
        "*: drawn by lot among equals",
    ]
    before = in_words(desk, "standings", "open", "--after", 0)
    assert before[0] == "open before round 1"
    assert {line.split()[0] for line in before[2:]} == {"1="}
    said = desk.error("tournament", "standings", "open", "--after", 2)
    assert "round 2 is not posted (the newest is round 1)" in said


def test_calls_and_checks_are_listed(desk: Home):
    seven(desk)
    desk.ok("tournament", "post", "open")
    assert in_words(desk, "calls", "open") == ["no call is open"]
    desk.ok("log", "open", "lena call 1 1 about=order")
    desk.ok("log", "open", "lena call 1 0")
    assert in_words(desk, "calls", "open") == [
        "call round table by about judge",
        "11 1 1 lena order",
        "12 1 desk lena a question",
    ]
    desk.ok("log", "open", "lena deck-check bo 1")
    desk.ok("log", "open", "lena deck-check eva 1")
    desk.ok("log", "open", "lena deck-check cy 1")
    assert in_words(desk, "checks", "open", "--count", 3) == [
        "open, round 1: tables drawn for deck checks",
        "table first second checked",
        "3 dee fay (Fay Hill)",
        "1 bo eva yes",
        "2 cy gus",
    ]
    assert "round 2 is not posted" in desk.error("tournament", "checks", "open", "--round", 2)
