"""Show, options, explain, replay and diff, and the rulings that change what they say."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from cli.commands import ruling
from tests.cli.test_home import Home, home

__all__ = ["home"]


@pytest.fixture
def disputed(home: Home) -> Home:
    """A match of 16 entries, the last of which broke a rule."""
    home.play()
    home.ok("log", "r1", "ana attack 5-2", status=3)
    return home


# -- where a match stands ----------------------------------------------------------------------


def test_show_has_the_board_the_last_entry_and_what_comes_next(disputed: Home) -> None:
    told = disputed.ok("show", "r1")
    assert "turn 3, ana" in told
    assert "last: 16 " in told
    assert "ana: ana with frost-and-sand" in told
    assert "next: ana " in told


def test_show_of_an_earlier_moment_is_the_board_of_that_moment(disputed: Home) -> None:
    then = disputed.json("show", "r1", "--at", 4)
    assert (then["at"], then["entries"], then["turn"]) == (4, 16, 0)
    assert "after entry 4 of 16" in disputed.ok("show", "r1", "--at", 4)


def test_an_entry_that_is_not_there_is_misused(disputed: Home) -> None:
    for arguments in (
        ("show", "r1", "--at", 17),
        ("explain", "r1", 17),
        ("explain", "r1", 0),
        ("diff", "r1", 3, 99),
        ("replay", "r1", "--to", 40),
        ("options", "r1", "--at", 40),
    ):
        assert "entries are 1 to 16" in disputed.error(*arguments)


def test_options_have_candidates_rules_and_a_line_to_copy(home: Home) -> None:
    home.open()
    told = home.ok("options", "r1")
    assert "draw [WV-3.1]  count: 7" in told
    assert "such as: ana draw 7" in told
    for option in home.json("options", "r1")["options"]:
        home.ok("check", "r1", option["such_as"])


def test_options_of_one_seat(home: Home) -> None:
    home.open()
    assert {o["seat"] for o in home.json("options", "r1", "--seat", "bo")["options"]} == {"bo"}
    assert "seats are ana, bo" in home.error("options", "r1", "--seat", "cy")


def test_diff_tells_the_changes_of_the_board_and_names_the_places_that_differ(
    disputed: Home,
) -> None:
    assert "now setup -> turn 1, ana" in disputed.ok("diff", "r1", 4, 5)
    assert "ana's hand 0 -> 7; deck 60 -> 53" in disputed.ok("diff", "r1", 2, 3)
    assert "the state is the same" in disputed.ok("diff", "r1", 15, 16)
    told = disputed.json("diff", "r1", 4, 5)
    assert {"path": "turn", "before": 0, "after": 1} in told["differences"]
    assert [entry["line"] for entry in told["entries"]] == ["ana first-roll 5-2"]


# -- the story ---------------------------------------------------------------------------------


def test_replay_tells_every_entry_with_its_verdict(disputed: Home) -> None:
    told = disputed.ok("replay", "r1")
    assert "-- turn 1, ana --" in told
    assert "illegal by WV-7.4: bo has no unit that can defend" in told
    assert len(disputed.json("replay", "r1")["entries"]) == 16
    assert "first-roll" not in disputed.ok("replay", "r1", "--from", 10, "--to", 12)


def test_replay_tells_what_rulings_did(disputed: Home) -> None:
    disputed.ok("rule", "r1", "strike", 14, "--judge", "lena")
    told = disputed.ok("replay", "r1")
    assert "now not in force (entry 17)" in told
    assert "entry 14: was legal, now not in force" in told


def test_replay_under_another_reading_names_the_entries_that_differ(home: Home) -> None:
    home.play()
    home.ok("log", "r1", "ana end")
    (changed,) = home.json("replay", "r1", "--under", "WV-I 5=no_if_possible")["changes"]
    assert (changed["seq"], changed["after"]["rule"]) == (16, "WV-7.1")
    told = home.ok("replay", "r1", "--under", "WV-I 5=no_if_possible")
    assert "  16  ana end\n        was legal, now illegal by WV-7.1" in told
    assert "every entry comes out the same" in home.ok("replay", "r1", "--under", "WV-I 5=yes")


def test_another_reading_must_be_one(home: Home) -> None:
    home.play()
    assert "expected one of" in home.error("replay", "r1", "--under", "WV-I 5=maybe")
    assert "not an interpretation" in home.error("replay", "r1", "--under", "WV-I 99=yes")
    assert "unknown rules version" in home.error("replay", "r1", "--rules", "9.9")


# -- explain -----------------------------------------------------------------------------------


def test_explain_an_illegal_entry(disputed: Home) -> None:
    told = disputed.ok("explain", "r1", 16)
    assert "r1 entry 16: ana attack 5-2" in told
    assert "recorded by scorekeeper" in told
    assert "WV-7.4, Defender's choice: bo has no unit that can defend" in told
    assert "rule: With an open battle position" in told
    assert "legal: ana direct-attack" in told
    assert "direct-attack [WV-7.6]" in told


def test_explain_itemises_a_total_with_the_rule_of_each_term(home: Home) -> None:
    home.play()
    home.ok("log", "r1", "ana direct-attack; ana end; bo draw; bo promote Tinkerel; bo attack 6-1")
    told = home.ok("explain", "r1", 20)
    assert "      die        6  WV-7.8\n" in told
    assert "      total      6\n" in told
    assert "WV-7.10  Damage:" in told


def test_explain_names_the_person_the_rulings_and_how_it_stands(disputed: Home) -> None:
    disputed.ok("people", "set", "scorekeeper", "Sam Example")
    disputed.ok("rule", "r1", "strike", 16, "--judge", "lena", "--reason", "mistyped")
    told = disputed.ok("explain", "r1", 16)
    assert "recorded by scorekeeper (Sam Example)" in told
    assert "now: not in force by entry 17" in told
    assert '17  lena strike 16 reason="mistyped"' in told
    plain = disputed.json("explain", "r1", 16)
    assert plain["verdict"] == "illegal"
    assert plain["standing"] == {"verdict": "not in force"}
    assert plain["undone_by"] == 17
    assert plain["rules"][0]["id"] == "WV-7.4"


def test_explain_the_opening_has_the_edition(home: Home) -> None:
    home.open()
    told = home.ok("explain", "r1", 1)
    assert "WV-I 5 = " in told
    assert "Snowlitt x3" in told


# -- rulings -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("strike", "16"), "lena strike 16"),
        (("rewind", "13", "--reason", "wrong die"), 'lena rewind 13 reason="wrong die"'),
        (("insert", "15", "ana call-judge"), 'lena insert 15 "ana call-judge"'),
        (("penalty", "ana", "warning"), "lena penalty ana warning"),
        (("pen", "ana", "warning", "--rule", "WV-7.7"), 'warning rule="WV-7.7"'),
        (("note", "the die was checked"), 'lena note text="the die was checked"'),
        (("note", "the", "die"), 'lena note text="the die"'),
        (("note", "--reason", "checked"), 'lena note text="checked"'),
        (("adjust", "health:ana:200"), "lena adjust health:ana:200"),
    ],
)
def test_a_ruling_is_one_short_line(disputed: Home, words: Sequence[str], line: str) -> None:
    told = disputed.ok("rule", "r1", *words, "--judge", "lena")
    assert line in " ".join(told.split())
    assert disputed.entries() == 17


def test_stand_waives_the_rule_that_was_broken(home: Home) -> None:
    home.play()
    home.ok("log", "r1", "bo end", status=3)
    told = home.json("rule", "r1", "stand", 16, "--judge", "lena")
    assert told["entries"][0]["event"]["waive"] == ["WV-4.1"]
    assert told["entries"][0]["changes"][0]["after"] == {"verdict": "legal"}


def test_a_ruling_out_of_order_is_recorded_with_status_3(disputed: Home) -> None:
    told = disputed.ok("rule", "r1", "strike", 16, "--judge", "l", "--authority", "head")
    assert "legal" in told
    words = ("overrule", 17, "--judge", "l", "--authority", "floor")
    told = disputed.ok("rule", "r1", *words, status=3)
    assert "REF-3.2" in told
    assert disputed.entries() == 18


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("strike", "16"), "who rules? (--judge NAME, or REFEREE_JUDGE)"),
        (("banish", "16", "--judge", "l"), "banish: no such ruling"),
        (("strike", "sixteen", "--judge", "l"), '"sixteen"'),
        (("strike", "--judge", "l"), "strike needs entry"),
        (("strike", "16", "--judge", "l", "--authority", "king"), "expected"),
        (("stand", "99", "--judge", "l"), "entries are 1 to 16"),
        (("insert", "12", "ana drwa", "--judge", "l"), "drwa"),
        (("strike", "16", "--judge", "l", "--rule", "A-1", "--rule", "B-2"), "one rule"),
    ],
)
def test_what_is_no_ruling_is_misused(disputed: Home, arguments: Sequence[str], said: str) -> None:
    assert said in disputed.error("rule", "r1", *arguments)
    assert disputed.entries() == 16


def test_what_if_shows_the_effect_and_writes_nothing(disputed: Home) -> None:
    told = disputed.ok("what-if", "r1", "lena strike 14")
    assert "14  ana draw" in told
    assert "now not in force" in told
    assert "the state would differ" in told
    assert "ana's hand 6 -> 5; deck 51 -> 52" in told
    assert "nothing is written" in told
    assert disputed.entries() == 16
    effect = disputed.json("what-if", "r1", "strike", "14")
    assert effect["changes"][0]["seq"] == 14
    assert effect["line"] == "judge strike 14"


def test_what_if_a_ruling_is_out_of_order(disputed: Home) -> None:
    assert "REF-3.1" in disputed.ok("what-if", "r1", "strike 1", status=3)
    assert "one ruling at a time" in disputed.error("what-if", "r1", "strike 14; strike 15")


def test_what_if_fills_in_what_rule_fills_in(home: Home) -> None:
    home.play()
    home.ok("log", "r1", "bo end", status=3)
    assert home.json("what-if", "r1", "stand 16")["line"] == "judge stand 16 WV-4.1"
    asked = home.json("what-if", "r1", "stand", "16", "--judge", "lena")
    assert asked["line"] == "lena stand 16 WV-4.1"
    assert asked["changes"][0]["after"] == {"verdict": "legal"}
    told = home.json("what-if", "r1", "lena stand 16 WV-9.9", status=3)
    assert told["line"] == "lena stand 16 WV-9.9"
    assert "not illegal" in home.error("what-if", "r1", "stand 15")


def test_a_ruling_tells_how_the_board_changed(disputed: Home) -> None:
    told = disputed.ok("rule", "r1", "adjust", "health:ana:200", "--judge", "lena")
    assert "ana's Champion 250 -> 200 health" in told


def test_a_ruling_that_changes_much_is_summed_up_and_waits_for_yes(disputed: Home) -> None:
    words = ("rule", "r1", "rewind", "turn", "2", "--judge", "lena")
    refused = disputed.error(*words)
    assert "7 entries no longer in force (10 to 16)" in refused
    assert "--yes makes it; nothing is written" in refused
    assert "--yes" in disputed.error(*words, "--json")
    assert disputed.entries() == 16
    told = disputed.ok(*words, "--yes")
    assert "lena rewind 9" in told
    assert "7 entries no longer in force (10 to 16)" in told
    assert "-> turn 2, bo, discard and draw step" in " ".join(told.split())


def test_at_a_terminal_a_ruling_that_changes_much_asks(
    disputed: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ruling, "_somebody_there", lambda: True)
    words = ("rule", "r1", "rewind", "turn", "2", "--judge", "lena")
    left = disputed.run(*words, input="n\n")
    assert left.exit_code == 2
    assert "7 entries no longer in force (10 to 16)" in left.stderr
    assert "make this ruling?" in left.stderr
    assert disputed.entries() == 16
    disputed.ok(*words, input="y\n")
    assert disputed.entries() == 17
    few = disputed.run("rule", "r1", "overrule", "17", "--judge", "lena", input="n\n")
    assert "make this ruling?" in few.stderr
    assert disputed.run("rule", "r1", "penalty", "bo", "caution", "-j", "lena").exit_code == 0


def test_a_rewind_names_the_turn_that_it_goes_back_to_the_beginning_of(disputed: Home) -> None:
    assert disputed.json("what-if", "r1", "rewind turn 3")["line"] == "judge rewind 13"
    assert disputed.json("what-if", "r1", "lena", "rewind", "turn", "3")["line"] == "lena rewind 13"
    refused = disputed.error("what-if", "r1", "rewind turn 9")
    assert "turn 9 has not begun; the last is turn 3" in refused


# -- by turn, seat, misplay and card -------------------------------------------------------------


def seqs(told: Any) -> list[int]:
    return [entry["seq"] for entry in told["entries"]]


def test_a_match_is_told_by_turn_and_seat(disputed: Home) -> None:
    assert seqs(disputed.json("replay", "r1", "--turn", 2)) == [10, 11, 12, 13]
    assert seqs(disputed.json("replay", "r1", "--seat", "bo")) == [4, 10, 11, 12, 13]
    assert seqs(disputed.json("replay", "r1", "--turn", 3, "--seat", "bo")) == []
    assert disputed.ok("replay", "r1", "--turn", 3, "--seat", "bo") == "no such entry\n"
    assert "turn 4 has not begun" in disputed.error("replay", "r1", "--turn", 4)
    assert "seats are ana, bo" in disputed.error("replay", "r1", "--seat", "cy")


def test_the_misplays_of_a_match_are_told_without_their_consequences(home: Home) -> None:
    home.open()
    lines = ("ana standard-health; ana draw 7; bo draw 7; ana first-roll 5-2",)
    lines = (*lines, "ana deposit Aegaryn; ana lay Snowlitt tribes=Aegaryn")
    home.ok("log", "r1", "--all", *lines, status=3)
    told = home.json("replay", "r1", "--illegal")
    assert seqs(told) == [6]
    assert told["entries"][0]["forgotten"] == ["ana draw"]
    assert told["entries"][0]["followed"] == [7]
    checked = home.ok("check", "r1", status=3)
    assert "forgotten before it: ana draw" in checked
    assert "refused because of it: entry 7" in checked
    assert "lay Snowlitt" not in checked
    assert "1 illegal, 1 refused because of it" in checked
    assert "1 (+1)" in home.ok("matches")
    assert "after entry 6" in home.ok("show", "r1", "--illegal")


def test_a_card_is_followed_through_all_that_touched_it_or_possibly_did(disputed: Home) -> None:
    told = disputed.json("replay", "r1", "--card", "Snowlitt")
    assert {e["seq"]: e["known"] for e in told["entries"]} == {
        3: False,
        6: False,
        8: True,
        14: False,
        15: True,
    }
    certain, _, possible = disputed.ok("replay", "r1", "--card", "snow").partition(
        "possibly, among cards that moved unseen\n"
    )
    assert [line.split()[0] for line in possible.splitlines()] == ["3", "6", "14"]
    assert certain.index("lay Snowlitt") < certain.index("promote Snowlitt")
    told = disputed.error("replay", "r1", "--card", "Zzxq")
    assert "no such card" in told
    said = re.search(r"referee (catalog show \w+) lists them", told)
    assert said and "Snowlitt" in disputed.ok(*said[1].split())


def test_the_board_is_shown_by_turn_seat_and_card(disputed: Home) -> None:
    told = disputed.ok("show", "r1", "--turn", 2)
    assert "after entry 9" in told
    told = disputed.ok("show", "r1", "--seat", "bo")
    assert "Tinkerel" in told and "Snowlitt 40" not in told
    told = disputed.ok("show", "r1", "--card", "Snowlitt")
    assert "battle" in told and "Tinkerel 1" not in told and "deck" not in told
    assert "Snowlitt: touched by entries 8, 15" in told
    assert "Snowlitt: possibly touched by entries 3, 6, 14" in told
    assert "give one of them" in disputed.error("show", "r1", "--turn", 2, "--at", 3)


# -- text records ------------------------------------------------------------------------------


def test_a_record_is_looked_at_like_a_match(disputed: Home, tmp_path: Path) -> None:
    record = tmp_path / "r1.txt"
    disputed.ok("export", "r1", "-o", record)
    disputed.log.unlink()
    assert "illegal by WV-7.4" in disputed.ok("replay", record)
    assert "r1.txt,line" in "".join(disputed.ok("explain", record, 16).split())
    assert "16" in disputed.ok("show", record)
    assert "direct-attack" in disputed.ok("options", record)
    assert "14  ana draw" in disputed.ok("what-if", record, "strike 14")
    assert "turn" in disputed.ok("diff", record, 4, 5)


def test_what_is_no_record_names_the_line_and_column(home: Home) -> None:
    record = home.folder / "x.txt"
    record.write_text('match = "x"\nfoo = \n---\n')
    assert "x.txt:2:" in home.error("show", record)
    assert "No such file" in home.error("show", home.folder / "none.txt", status=1)
    record.write_text("")
    assert "x.txt:1:1" in home.error("replay", record)
