"""Tiebreaks held against the worked examples of FIDE's tie-break regulations.

The tournaments and the figures are those of the exercises on C.07 (M. Held, March 2024), numbered
1 to 15 and 23 to 26 there, and what 2026 has changed of them, as TieBreakServer works it out.
"""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from referee.tournament.history import Played
from referee.tournament.policy import Outcome, Points, Policy, Tiebreak, Tiebreaks
from referee.tournament.standings.ranking import Placed, explain, standings

SWISS = """
1: 9+ 13= 2= 15+ 4=
2: 10+ 7+ 1= 16+ 3=
3: 11= 6+ 8+ 4= 2=
4: 12+ H 13+ 3= 1=
5: 13- 15- 11+ 7= 10+
6: 14- 3- U 10+ 8+
7: 15+ 2- 16- 5= 11-
8: 16= 14+ 3- 13+ 6-
9: 1- 10- H 11! U
10: 2- 9+ 15- 6- 5-
11: 3= 16- 5- 9* 7+
12: 4- U 14* Z Z
13: 5+ 1= 4- 8- 14-
14: 6+ 8- 12! Z 13+
15: 7- 5+ 10+ 1- 16-
16: 8= 11+ 7+ 2- 15+
"""
"""Five rounds: the opponent and ``+`` won, ``=`` drawn, ``-`` lost; ``*`` won and ``!`` lost by a
forfeit; the bye of the pairing ``U``, one of half a point ``H``, none ``Z``."""
LONGER = """
1: 6= 3= 16= 8+
2: 4= 6- 15= 5=
3: 16+ 1= 14+ 10+
4: 2= 16= 6= 15+
5: 14- 9+ 8- 2=
6: 1= 2+ 4= 16+
7: 10- 13+ 9+ 14+
8: 11= 15= 5+ 1-
9: 13+ 5- 7- 12=
10: 7+ 12+ 11+ 3-
11: 8= 14- 10- 13=
12: 15- 10- 13= 9=
13: 9- 7- 12= 11=
14: 5+ 11+ 3- 7-
15: 12+ 8= 2= 4-
16: 3- 4= 1= 6-
"""
"""Four more, after a fifth in which 2 has won of 3."""
CIRCLE = """
1: 5= 2+ 3+ 4- 6+
2: 6+ 1- 5+ 3= 4+
3: 4+ 6+ 1- 2= 5+
4: 3- 5- 6= 1+ 2-
5: 1= 4+ 2- 6! 3-
6: 2- 3- 4= 5* 1-
"""
"""A round-robin of six."""

OUTCOMES: dict[str, tuple[Outcome, str]] = {
    "+": ("win", "played"),
    "=": ("draw", "played"),
    "-": ("loss", "played"),
    "*": ("win", "no-show"),
    "!": ("loss", "no-show"),
}
ALONE: dict[str, tuple[Outcome, Fraction, str]] = {
    "U": ("bye", Fraction(1), ""),
    "H": ("bye", Fraction(1, 2), "half"),
    "Z": ("missed", Fraction(0), ""),
}


def played(text: str) -> dict[str, list[Played]]:
    found: dict[str, list[Played]] = {}
    for line in text.split("\n")[1:-1]:
        player, rounds = line.split(": ")
        for number, cell in enumerate(rounds.split(), 1):
            if cell in ALONE:
                outcome, points, how = ALONE[cell]
                each = Played(number, "", outcome, points, how=how)
            else:
                outcome, how = OUTCOMES[cell[-1]]
                each = Played(number, cell[:-1], outcome, POLICY.points.value(outcome), how=how)
            found.setdefault(player, []).append(each)
    return found


POLICY = Policy(game="tournament", name="chess", points=Points(win=1, draw="1/2"))


def placed(text: str, *words: Tiebreak, unplayed: str = "own", more: str = "") -> dict[str, Placed]:
    tiebreaks = Tiebreaks(order=words, unplayed=unplayed)  # type: ignore[arg-type]
    known = played(text)
    for player, rounds in played(more).items() if more else ():
        last = known[player][4:]
        if (player, last[0].opponent) in (("2", "3"), ("3", "2")):
            outcome: Outcome = "win" if player == "2" else "loss"
            known[player][4] = replace(
                last[0], outcome=outcome, points=POLICY.points.value(outcome)
            )
        known[player] += [replace(each, round=each.round + 5) for each in rounds]
    found = standings(
        known,
        replace(POLICY, tiebreaks=tiebreaks),
        {player: int(player) for player in known},
    )
    return {each.player: each for each in found}


def figures(text: str, word: Tiebreak, **more: str) -> list[float]:
    found = placed(text, word, **more)
    return [float(found[str(player)].tiebreaks[word]) for player in range(1, len(found) + 1)]


BUCHHOLZ = [12.5, 13, 15.5, 15, 8.5, 12, 14.5, 13.5, 9, 13, 13.5, 11.5, 14, 11, 12, 12.5]
CUT = [11, 12, 13, 11.5, 7.5, 11, 12.5, 12, 7.5, 11.5, 12, 9.5, 12, 9, 11, 11]
SONNEBORN = [
    *(8, 9.5, 10.5, 9.75, 4.25, 6.5, 3.25, 5.25),
    *(2.25, 1.5, 5.75, 4, 4.25, 4.5, 3.5, 7.25),
]
SONNEBORN_CUT = [
    *(7.25, 8.5, 9.25, 8, 3.25, 5.5, 1.25, 3.75),
    *(2.25, 0, 4.25, 4, 4.25, 3, 2.5, 5.75),
]


@pytest.mark.rule("TR-8.9")
@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("buchholz", BUCHHOLZ),
        ("buchholz-c1", CUT),
        ("sonneborn", SONNEBORN),
        ("sonneborn-c1", SONNEBORN_CUT),
    ],
)
def test_tr_8_9_an_unplayed_round_counts_an_opponent_with_the_own_points(
    word: Tiebreak, expected: list[float]
) -> None:
    assert figures(SWISS, word) == expected


@pytest.mark.rule("TR-8.9")
@pytest.mark.parametrize(
    ("word", "before", "changed"),
    [
        ("buchholz", BUCHHOLZ, {4: 14.0, 11: 12.5}),
        ("buchholz-c1", CUT, {11: 11.0}),
        ("sonneborn", SONNEBORN, {4: 9.25, 6: 6.0, 11: 4.75}),
        ("sonneborn-c1", SONNEBORN_CUT, {4: 7.75, 6: 5.0, 11: 3.25}),
    ],
)
def test_tr_8_9_since_2026_that_opponent_has_no_more_than_draws_or_than_who_did_not_come(
    word: Tiebreak, before: list[float], changed: dict[int, float]
) -> None:
    found = figures(SWISS, word, unplayed="capped")
    assert {at: found[at - 1] for at in changed} == changed
    if word.startswith("sonneborn"):
        rest = [at for at in range(16) if at + 1 not in changed]
        assert [found[at] for at in rest] == [before[at] for at in rest]


@pytest.mark.rule("TR-8.9")
def test_tr_8_9_a_cut_leaves_out_the_least_of_all_rounds_where_all_were_played() -> None:
    one, two = figures(SWISS, "buchholz-c1"), figures(SWISS, "buchholz-c2")
    assert [BUCHHOLZ[2] - one[2], one[2] - two[2]] == [2.5, 2.5]  # of 2.5, 3, 2.5, 3.5 and 4


@pytest.mark.rule("TR-8.9")
def test_tr_8_9_what_a_cut_leaves_out_is_no_part_of_the_standing_taken_apart() -> None:
    policy = replace(POLICY, tiebreaks=Tiebreaks(order=("buchholz-c1",), unplayed="own"))
    known = played(SWISS)
    apart = explain("14", known, policy, {player: int(player) for player in known})
    assert [each.adds.get("buchholz-c1") for each in apart.rounds] == [3, 2.5, None, 2, 1.5]


@pytest.mark.rule("TR-8.9")
def test_tr_8_9_in_a_round_robin_what_nobody_played_counts_as_it_was_given() -> None:
    found = figures(CIRCLE, "sonneborn", unplayed="nothing")
    assert found == [9.25, 6.25, 6.25, 4.25, 3.25, 2.25]
    found = figures(CIRCLE, "sonneborn-c1", unplayed="nothing")
    assert found == [9.25, 4.75, 4.75, 4.25, 3.25, 1.5]


@pytest.mark.rule("TR-8.9")
@pytest.mark.parametrize(
    ("text", "more", "unplayed", "expected"),
    [
        (SWISS, "", "own", {1: 2, 3: 2, 4: 2, 16: 2, 5: 7, 8: 7, 11: 7}),
        (
            SWISS,
            LONGER,
            "own",
            dict(enumerate((3, 5, 1, 3, 9, 2, 6, 6, 14, 9, 13, 14, 16, 9, 9, 6), 1)),
        ),
        (CIRCLE, "", "nothing", dict(enumerate((1, 2, 2, 6, 5, 4), 1))),
    ],
)
def test_tr_8_9_the_direct_encounter_ranks_those_who_are_level_by_their_contests(
    text: str, more: str, unplayed: str, expected: dict[int, int]
) -> None:
    found = placed(text, "direct", unplayed=unplayed, more=more)
    assert {at: found[str(at)].place for at in expected} == expected


@pytest.mark.rule("TR-8.9")
def test_tr_8_9_who_is_first_whatever_was_not_played_is_first() -> None:
    rest = "\n2: 1- 4+ 5+\n{}\n4: 3- 2- 1+\n5: 6+ 6- 2-\n6: 5- 5+ 3-\n"
    both = placed("\n1: 2+ 3+ 4-" + rest.format("3: 4+ 1- 6+"), "direct")
    assert [int(both[each].tiebreaks["direct"]) for each in "123"] == [2, 0, 0]
    one = placed("\n1: 2+ U 4-" + rest.format("3: 4+ Z 6+"), "direct")
    assert [int(one[each].tiebreaks["direct"]) for each in "123"] == [0, 0, 0]
