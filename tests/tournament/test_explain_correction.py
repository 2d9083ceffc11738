"""``what-if`` on a tournament: whose points, places, pairings and seeds a correction changes."""

import json
import random
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cli.answers.schema import ANSWERS
from events.notation import read
from referee.tournament.explaining.correction import Correction, what_if_corrected
from referee.tournament.next_round import proposed
from referee.tournament.stages.cut import able_to_play_on
from referee.verdict import Illegal
from tests.cli.test_home import Home, widest
from tests.table import Match
from tests.tournament.halls import GAME, KEYS, hall, judged, worked_example
from tests.tournament.test_explain_commands import keep
from tests.tournament.test_explaining import PLAY_ERRORS


def corrected(match: Match, *lines: str) -> Correction:
    """What these lines would change."""
    events = [read(line, GAME.codec) for line in lines]
    return what_if_corrected(GAME, match.replay.catalog, match.replay.events, events)


def played(seed: int, wrong: bool, rounds: int = 3) -> Match:
    """Eight or nine players, three proposed rounds; a result of round 1 is right or wrong."""
    drawn = random.Random(seed)
    match = hall(" ".join(f"p{n}" for n in range(1, 9 + seed % 2)), rounds=3, cut=2)
    for number in range(1, rounds + 1):
        match.play("post")
        for table in sorted(match.state.rounds[-1].contests, key=int):
            a, b = drawn.choice([(2, 0), (2, 1), (1, 2), (0, 2)])
            if number == 1 and table == "1" and wrong:
                a, b = b, a
            match.play(f"lena report {number} {table} {a} {b}")
    return match


def _right(match: Match) -> list[str]:
    """The lines that put the result of the first table of the first round right."""
    result = match.state.rounds[0].contests["1"].result
    score = result.score
    return [f"lena strike {result.seq}", f"lena report 1 1 {score.b} {score.a}"]


@pytest.mark.rule("TR-9.3")
@pytest.mark.parametrize("seed", range(6))
def test_tr_9_3_the_next_round_is_held_against_the_proposal_of_the_right_results(seed: int):
    wrong = played(seed, wrong=True, rounds=2)
    told = corrected(wrong, *_right(wrong))
    right = played(seed, wrong=False, rounds=1)
    posted = proposed(right.replay.table, "lena", KEYS[2])
    expected = {frozenset((p.a, p.b)) for p in posted.pairings}
    expected |= {frozenset((player, "")) for player in posted.bye}
    was = {frozenset((c.a, c.b)) for c in wrong.state.rounds[1].contests.values()}
    was |= {frozenset((player, "")) for player in wrong.state.rounds[1].byes}
    found = next((each for each in told.rounds if each.round == 2), None)
    new = {frozenset(pair) for pair in found.new} if found else set()
    gone = {frozenset((each.a, each.b)) for each in found.gone} if found else set()
    assert (new, gone) == (expected - was, was - expected)
    if found:
        assert found.as_proposed
        assert found.tables == tuple(sorted(each.table for each in found.gone if each.table))


@pytest.mark.rule("TR-9.3")
def test_tr_9_3_some_correction_changes_a_pairing():
    told = [corrected(match, *_right(match)) for match in (played(n, wrong=True) for n in range(3))]
    assert any(each.rounds for each in told)


@pytest.mark.rule("TR-9.3")
def test_tr_9_3_points_change_for_the_two_alone_and_the_places_follow():
    told = corrected(worked_example(), "lena strike 8", "lena report 1 1 0 2")
    assert [(p.player, p.before, p.after) for p in told.points] == [("A", 7, 4), ("B", 3, 6)]
    places = {m.player: (m.before, m.after) for m in told.places.moved}
    moved = {player: (b.place, a.place) for player, (b, a) in places.items() if a and b}
    assert moved == {"B": (4, 1), "A": (1, 3), "D": (3, 4)}
    assert told.places.first == 1
    assert told.champion == ("A", "B")


def test_a_drop_that_is_struck_tells_who_would_have_met():
    told = corrected(worked_example(), "lena strike 13")
    assert told.points == ()
    (third,) = told.rounds
    assert (third.round, third.tables) == (3, (2,))
    assert [(each.table, each.a, each.b) for each in third.gone] == [(2, "C", "B")]
    assert set(third.new) == {("B", ""), ("C", "E")}


@pytest.mark.rule("TR-10.5")
def test_tr_10_5_an_infraction_that_is_struck_shifts_the_standard_of_later_ones():
    match = warned()
    first, _, third = (each.seq for each in match.state.infractions)
    (shift,) = corrected(match, f"hedy strike {first} authority=head").penalties
    assert (shift.given.seq, shift.was.penalty, shift.now.penalty) == (
        third,
        "game-loss",
        "warning",
    )
    assert corrected(match, f"hedy strike {third} authority=head").penalties == ()


@pytest.mark.rule("TR-9.3")
def test_tr_9_3_a_correction_tells_who_comes_into_the_cut():
    match = hall("A B C D", rounds=1, cut=2)
    match.play("post A-B C-D; lena report 1 1 2 0; lena report 1 2 2 1")
    told = corrected(match, "lena strike 8", "lena report 1 2 1 2").cut
    assert told is not None
    assert (told.size, told.made, told.comes_in, told.goes_out) == (2, False, ("D",), ("C",))
    assert corrected(match, "lena note text=nothing").cut is None


def bracket() -> Match:
    """Eight players, two rounds, a cut to four, the semi-finals and the final."""
    match = hall("A B C D E F G H", rounds=2, cut=4)
    for number in (1, 2):
        match.play("post")
        match.play("; ".join(f"lena report {number} {table} 2 0" for table in range(1, 5)))
    able = able_to_play_on(match.state, match.replay.catalog)
    match.play(f"lena cut 4 {','.join(each.player for each in able[:4])}")
    match.play("post; lena report 3 1 2 0; lena report 3 2 2 1")
    return match.play("post; lena report 4 1 2 0")


def test_the_right_result_of_a_semi_final_makes_another_final():
    match = bracket()
    first, _, _, last = match.state.cut
    result = match.state.rounds[2].contests["1"].result
    told = corrected(match, f"lena strike {result.seq}", "lena report 3 1 0 2")
    (final,) = told.rounds
    (gone,), (new,) = final.gone, final.new
    assert (final.round, gone.table, final.tables) == (4, 1, (1,))
    assert first in (gone.a, gone.b) and first not in new
    assert last in new
    assert told.points == ()


def test_a_result_before_a_cut_that_was_made_tells_who_should_be_in_it():
    match = bracket()
    before = match.state.cut
    result = match.state.rounds[0].contests["1"].result
    told = corrected(match, f"lena strike {result.seq}", "lena report 1 1 0 2").cut
    assert told is not None
    assert told.made
    assert set(told.goes_out) <= set(before) and not set(told.comes_in) & set(before)
    assert told.comes_in or told.seeds


def test_the_rounds_of_a_bracket_are_told_by_their_seeds(tmp_path: Path):
    home, match = Home(tmp_path), bracket()
    keep(home, match)
    first, second, third, last = match.state.cut
    told = home.ok("explain", "open", "r3")
    assert "by the bracket" in told
    assert f"table 1: {first} (seed 1) - {last} (seed 4)" in told
    assert f"table 2: {second} (seed 2) - {third} (seed 3)" in told
    assert f"{first} (seed 1) - {last} (seed 4)" in home.ok("explain", "open", "r3t1")
    assert "not paired by cost" in home.error("explain", "open", "r3t1", "--instead", second)
    assert "after round 2" in home.ok("explain", "open", first)
    assert "as it was made" in home.ok("explain", "open", "cut")


def test_what_is_not_in_order_changes_nothing():
    told = corrected(worked_example(), "lena strike 99")
    assert isinstance(told.verdicts[0], Illegal)
    assert (told.points, told.places.moved, told.rounds) == ((), (), ())


def warned() -> Match:
    """Three rule violations of one player in three rounds (TR-10.8)."""
    match = judged(PLAY_ERRORS)
    match.play("kim infraction ana 1 PE-4 warning; lena report 1 1 2 0; lena report 1 2 2 0")
    match.play("post ana-cy bo-eva dee")
    match.play("kim infraction ana 2 PE-4 warning; lena report 2 1 2 0; lena report 2 2 2 0")
    match.play("post ana-eva bo-dee cy")
    return match.play("kim infraction ana 3 PE-4 game-loss")


# -- as a command ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    found = Home(tmp_path_factory.mktemp("correction"))
    keep(found, worked_example())
    keep(found, played(1, wrong=True), "nine")
    return found


def answer(home: Home, *arguments: object, status: int = 0) -> Any:
    told = home.ok("what-if", *arguments, "--json", status=status)
    msgspec.json.decode(told, type=reduce(or_, ANSWERS["what-if"]), strict=True)
    return json.loads(told)


def test_a_result_is_asked_as_a_strike_and_a_report_together(home: Home):
    told = answer(home, "open", "--result", "1/1=0-2")
    assert told == answer(home, "open", "strike 8", "report 1 1 0 2")
    assert [each["line"] for each in told["entries"]] == ["lena strike 8", "lena report 1 1 0 2"]
    assert told["points"] == [
        {"player": "A", "before": "7", "after": "4"},
        {"player": "B", "before": "3", "after": "6"},
    ]


def test_after_the_close_a_result_is_put_in_where_it_belongs(tmp_path: Path):
    home, match = Home(tmp_path), worked_example()
    keep(home, match.play("lena close"))
    told = answer(home, "open", "--result", "1/1=0-2")
    assert told["entries"][1]["line"] == 'lena insert 8 "lena report 1 1 0 2"'
    assert [(each["player"], each["after"]) for each in told["points"]] == [("A", "4"), ("B", "6")]


def test_what_players_attested_is_decided_otherwise(tmp_path: Path):
    home, match = Home(tmp_path), hall("A B", rounds=3)
    match.play("post A-B; A attest 1 1 2 0; B attest 1 1 2 0")
    keep(home, match)
    told = answer(home, "open", "--result", "1/1=1-1-1")
    assert [each["line"] for each in told["entries"]] == ["lena decide 1 1 1 1 1"]
    assert [each["after"] for each in told["points"]] == ["1", "1"]


def test_a_correction_in_words_fits_the_screen_and_writes_nothing(home: Home):
    before = home.entries("nine")
    for words in ("1/1=0-2", "1/1=2-0", "2/2=1-1-1"):
        told = home.ok("what-if", "nine", "--result", words)
        assert widest(told) <= 80
        assert "\x1b" not in told
        assert "nothing is written" in told
    told = home.ok("what-if", "open", "lena strike 8")
    assert "A 7 -> 5 | B 3 -> 4" in told
    told = home.ok("what-if", "open", "lena strike 13")
    assert "not 2: C - B" in told
    assert "but bye B, C - E" in told
    assert "results are in: table 2" in told
    assert home.entries("nine") == before


def test_a_penalty_is_explained_with_what_it_would_be_without_an_entry(tmp_path: Path):
    home, match = Home(tmp_path), warned()
    keep(home, match)
    first, second, third = (each.seq for each in match.state.infractions)
    told = json.loads(home.ok("explain", "open", f"p{third}", "--json"))
    assert (told["given"], told["standard"], told["count"]) == ("game-loss", "game-loss", 3)
    assert told["counted"] == [first, second]
    assert told["without"] == [
        {"entry": first, "penalty": "warning"},
        {"entry": second, "penalty": "warning"},
    ]
    words = home.ok("explain", "open", f"p{third}")
    assert f"without entry {first} it would be warning: kim infraction ana 1" in words
    assert widest(words) <= 80
    assert f"explain open p{third}" in home.ok("explain", "open", "ana")
    later = home.ok("explain", "open", f"p{first}")
    assert f"without this one, entry {third} (ana, PE-4) would have the standard" in later
    strike = f"hedy strike {first} authority=head"
    what_if = answer(home, "open", strike)
    assert [(each["entry"], each["now"]) for each in what_if["penalties"]] == [(third, "warning")]
    assert "penalties (TR-10.5)" in home.ok(
        "what-if", "open", f"hedy strike {first} authority=head"
    )


def test_a_result_that_does_not_fit_is_illegal_and_says_what_would_do(home: Home):
    told = home.ok("what-if", "open", "--result", "2/2=5-0", status=3)
    assert "5-0 does not fit best of 3" in told
    assert "points" not in told
    answer(home, "open", "--result", "2/2=5-0", status=3)


@pytest.mark.parametrize(
    ("result", "message"),
    [
        ("17=1-2", "expected ROUND/TABLE=A-B"),
        ("9/1=2-0", "round 9 is not posted (1 to 3)"),
        ("1/7=2-0", "round 1 has no table 7"),
        ("1/1=2-0", "that is the result of round 1, table 1"),
    ],
)
def test_a_result_of_no_table_is_an_error(home: Home, result: str, message: str):
    assert message in home.error("what-if", "open", "--result", result)


def test_nothing_asked_is_an_error(home: Home):
    assert "there is no event here" in home.error("what-if", "open")


def test_a_match_has_no_results_of_tables(tmp_path: Path):
    home = Home(tmp_path)
    home.open()
    assert "of a tournament" in home.error("what-if", "r1", "--result", "1/1=2-0")
    assert "there is no event here" in home.error("what-if", "r1")
