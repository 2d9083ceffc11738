"""What a ruling or another reading would do: which entries, why, the board and the result."""

from tests.cli.test_home import ROOT, Home, home

__all__ = ["home"]

RECORDS = ROOT / "tests" / "records"
DUEL = RECORDS / "tower_wizwar" / "duel.txt"
CLEAN = RECORDS / "wondervale" / "clean.txt"
HARBOUR = RECORDS / "grand_archive" / "harbour.txt"
OVERRUN = RECORDS / "warrift" / "overrun.txt"
STOLEN = RECORDS / "warrift" / "stolen.txt"


def told(home: Home, *arguments: object, status: int = 0) -> str:
    """What a command says, on one line."""
    return " ".join(home.ok(*arguments, status=status).split())


def test_a_cascade_is_told_by_the_step_that_was_due_and_is_missing(home: Home) -> None:
    said = told(home, "what-if", DUEL, "j strike 50")
    assert (
        "92 of 92 because enzo's no block was due after entry 49 and is not in the log "
        '(block the attack on "Hymn Golem.1", or not [TW-15.8]); insert it'
    ) in said
    assert said.count("now illegal by") == 1
    (cause,) = home.json("what-if", DUEL, "j strike 50")["causes"]
    assert (cause["root"], cause["rule"], cause["after"]) == (51, "TW-15.8", 49)
    assert cause["forgotten"] == ["enzo no-block"]
    assert len(cause["following"]) == 91


def test_a_cascade_that_no_smaller_step_explains_is_told_by_what_the_ruling_takes_away(
    home: Home,
) -> None:
    said = told(home, "what-if", OVERRUN, "j strike 10")
    assert "61 now illegal" in said
    assert "61 of 61 because entry 10 would not be in force" in said
    assert said.count("now illegal by") == 1
    (cause,) = home.json("what-if", OVERRUN, "j strike 10")["causes"]
    assert (cause["root"], cause["gone"], cause["forgotten"]) == (11, [10], [])


def test_a_cascade_of_an_entry_that_is_refused_is_told_by_it(home: Home) -> None:
    said = told(home, "replay", DUEL, "--under", "TW-I 14=each_mana_spent")
    assert "because entry 21 is refused by TW-6.6: 0 mana does not pay for what costs 1" in said


def test_another_reading_is_answered_as_a_ruling_is(home: Home) -> None:
    said = told(home, "replay", CLEAN, "--under", "WV-I 7=unit_only")
    assert "39 entries now illegal (76, 88, 93 to 99, 101 to 130)" in said
    assert "76 bo graft Juryn bank was legal, now illegal by WV-8.3" in said
    assert "result: bo wins (Champion at 0 health) -> still on" in said
    assert "ana's Champion 0 -> 110 health" in said
    answer = home.json("replay", CLEAN, "--under", "WV-I 7=unit_only")
    assert answer["schema"] == "referee/replay-under/2"
    assert [change["seq"] for change in answer["changes"]][:2] == [76, 88]
    assert (answer["result_before"]["winners"], answer["result_after"]) == (["bo"], None)


def test_the_opening_is_no_difference_where_both_editions_open_the_match(home: Home) -> None:
    said = told(home, "replay", HARBOUR, "--rules", "R25")
    assert "opening" not in said and "Spirit of Fire" not in said
    assert "1 legal again (38)" in said
    assert "3 mara attack" in said


def test_a_reading_that_changes_the_board_alone_says_what_of_it(home: Home) -> None:
    said = told(home, "replay", STOLEN, "--under", "WR-I 12=classless")
    assert "no other entry changes its standing" in said
    assert "result: tomas wins (most points), unchanged" in said
    assert "tomas's deck 10 -> 9" in said


def test_an_edition_that_refuses_the_opening_says_by_which_rule(home: Home) -> None:
    said = told(home, "replay", STOLEN, "--under", "WR-I 20=declared")
    assert "it could not be opened so illegal WR-5.2" in said
    answer = home.json("replay", STOLEN, "--under", "WR-I 20=declared")
    assert (answer["verdict"], answer["rule"], answer["changes"]) == ("illegal", "WR-5.2", [])
