"""Policies: what is read, what is refused, and those that are shipped."""

from fractions import Fraction
from pathlib import Path

import pytest
from msgspec import to_builtins

import referee.tournament
from referee.catalog import CatalogError, read_catalog, stored_catalog
from referee.rulebook import rulebook_of
from referee.tournament.policy import GAME, PENALTIES, Policy, banded

SAMPLE = Path(referee.tournament.__file__).parent / "sample"
NAMES = (
    "standard",
    "grand-archive",
    "margin",
    "chess-like",
    "chess-2024",
    "chess-2026",
    "cardsrealm",
    "manatraders",
    "melee",
    "melee-2024-1",
    "melee-2024-2",
    "melee-2024-3",
    "topdeck",
)
LEAST = """
game = "tournament"
name = "least"
[points]
win = 3
draw = 1
"""


def shipped(name: str) -> Policy:
    """A policy that is shipped."""
    return read_catalog((SAMPLE / f"catalog-{name}.toml").read_text(encoding="utf-8"), Policy, name)


def faults_of(text: str) -> str:
    """What is told of a file that cannot be used."""
    with pytest.raises(CatalogError) as refused:
        read_catalog(text, Policy, "club.toml")
    return str(refused.value)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.rule("TR-2.1")
def test_tr_2_1_a_shipped_policy_is_named_by_its_content(name: str):
    policy = shipped(name)
    assert policy.game == GAME
    assert policy.source and policy.dated is not None
    assert stored_catalog(policy.canonical, Policy).hash == policy.hash


def test_the_shipped_policies_are_all_of_the_folder():
    assert {path.name for path in SAMPLE.iterdir()} == {f"catalog-{name}.toml" for name in NAMES}


def test_the_infractions_of_a_game_are_those_of_its_rulebook():
    rules = rulebook_of("referee.games.grand_archive", "R26").rules
    table = {rule for rule in rules if rule.startswith("GA-27.") and 10 <= int(rule[6:]) <= 42}
    policy = shipped("grand-archive")
    assert {each.counts_as or each.code for each in policy.infractions} == table


@pytest.mark.parametrize(
    ("code", "penalties"),
    [
        ("GA-27.10", "warning warning game-loss"),
        ("GA-27.11", "warning warning warning game-loss"),
        ("GA-27.14", "warning game-loss game-loss"),
        ("GA-27.20", "game-loss game-loss match-loss"),
        ("GA-27.20a", "warning warning game-loss"),
        ("GA-27.20b", "match-loss match-loss disqualification"),
        ("GA-27.22a", "game-loss game-loss match-loss"),
        ("GA-27.25", "match-loss disqualification"),
        ("GA-27.27", "game-loss match-loss"),
        ("GA-27.42", "disqualification"),
    ],
)
def test_a_minor_infraction_rises_on_its_third_instance_and_a_major_one_on_its_second(
    code: str, penalties: str
):
    policy = shipped("grand-archive")
    path = policy.by_path[policy.by_code[code].path]
    expected = penalties.split()
    assert [path.step(count) for count in range(1, len(expected) + 1)] == expected
    assert (path.counts, path.within) == ("code", "day")


def test_the_times_of_a_programme_are_in_its_policy():
    policy = shipped("grand-archive")
    clock, overtime, draws = policy.clock, policy.overtime, policy.draws
    assert (clock.minutes, clock.call_after, clock.cap, clock.check_cap) == (60, 60, 300, 900)
    assert (overtime.turns, overtime.seconds) == (3, 300)
    assert (draws.within, draws.before_first_game, draws.recorded) == (300, True, (0, 0, 0))
    assert policy.tiebreaks.order == ("omw", "gw", "ogw", "entry")


@pytest.mark.rule("TR-8.1")
def test_tr_8_1_points_are_exact_numbers():
    chess = shipped("chess-like").points
    assert [chess.value(each) for each in ("win", "draw", "loss", "bye", "missed")] == [
        1,
        Fraction(1, 2),
        0,
        1,
        0,
    ]
    assert shipped("margin").points.value("bye") == 15


@pytest.mark.rule("TR-8.2")
def test_tr_8_2_games_give_points_as_contests_do_unless_the_policy_says_otherwise():
    assert shipped("standard").points.games(2, 1, 1) == 7
    halves = LEAST + '[points.game]\nwin = 1\ndraw = "0.5"\n'
    points = read_catalog(halves, Policy).points
    assert (points.games(2, 1, 1), points.game_win) == (Fraction(5, 2), 1)


@pytest.mark.rule("TR-8.6")
def test_tr_8_6_the_floor_is_33_hundredths_and_not_a_third():
    assert shipped("standard").tiebreaks.least == Fraction(33, 100)


@pytest.mark.rule("TR-8.6")
def test_tr_8_6_the_floor_may_be_1():
    assert read_catalog(LEAST + "[tiebreaks]\nfloor = 1\n", Policy).tiebreaks.least == 1


@pytest.mark.rule("TR-8.8")
@pytest.mark.parametrize(
    ("difference", "points"),
    [
        (0, (10, 10)),
        (1, (10, 10)),
        (2, (11, 9)),
        (5, (11, 9)),
        (10, (12, 8)),
        (15, (13, 7)),
        (20, (14, 6)),
        (25, (15, 5)),
        (30, (16, 4)),
        (31, (17, 3)),
        (37, (17, 3)),
        (40, (17, 3)),
        (41, (18, 2)),
        (60, (19, 1)),
        (61, (20, 0)),
        (500, (20, 0)),
    ],
)
def test_tr_8_8_a_difference_gives_the_points_of_its_band(difference: int, points: tuple[int, int]):
    assert banded(shipped("margin").score.bands, difference) == points


@pytest.mark.rule("TR-8.8")
def test_tr_8_8_the_better_score_gets_the_better_points():
    score = shipped("margin").score
    assert score.points(80, 43) == (17, 3)
    assert score.points(43, 80) == (3, 17)


@pytest.mark.parametrize(
    ("players", "rounds"), [(2, 2), (8, 3), (9, 4), (226, 8), (409, 9), (410, 10), (4_000, 10)]
)
def test_the_number_of_rounds_follows_the_number_of_players(players: int, rounds: int):
    assert shipped("standard").rounds_for(players) == rounds


def test_a_policy_without_a_table_of_rounds_says_nothing_of_them():
    assert read_catalog(LEAST, Policy).rounds_for(64) == 0


PATH = '[[paths]]\nid = "one"\nsteps = ["warning", "game-loss"]\n'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (LEAST.replace("tournament", "chess"), 'game: expected "tournament", got "chess"'),
        (LEAST.replace("win = 3", "win = 0"), "points: a win gives more than 0"),
        (LEAST.replace("draw = 1", "draw = 4"), "no less than a draw"),
        (LEAST.replace("draw = 1", 'draw = "a half"'), "points.draw"),
        (LEAST + '[tiebreaks]\nfloor = "1.2"', "tiebreaks.floor: 1.2 is more than 1"),
        (LEAST + '[tiebreaks]\norder = ["gw", "omw", "gw"]', "tiebreaks.order: gw appears 2 times"),
        (LEAST + '[tiebreaks]\norder = ["entry", "gw"]', "nothing is level after entry"),
        (LEAST + '[tiebreaks]\norder = ["margin"]', 'margin needs score.kind = "margin"'),
        (LEAST + '[tiebreaks]\norder = ["luck"]', "tiebreaks.order"),
        (LEAST + '[score]\nkind = "margin"', "score: bands go with"),
        (LEAST + '[score]\nkind = "margin"\nbands = [[1, 11, 9]]', "a difference of 1, not of 0"),
        (
            LEAST + '[score]\nkind = "margin"\nbands = [[0, 10, 10], [0, 11, 9]]',
            "their differences do not rise",
        ),
        (
            LEAST + '[score]\nkind = "margin"\nbands = [[0, 10, 10], [5, 11, 8]]',
            "do not have the same sum",
        ),
        (
            LEAST + '[score]\nkind = "margin"\nbands = [[0, 10, 10], [5, 9, 11]]',
            "fewer points than the worse",
        ),
        (LEAST + '[score]\nkind = "margin"\nbands = [[0, 11, 9]]', "equal scores do not give both"),
        (LEAST + "[clock]\ncap = 300\ncheck_cap = 60", "check_cap goes with a cap"),
        (LEAST + "[clock]\ncheck_cap = 60", "check_cap goes with a cap"),
        (LEAST + "[draws]\nrecorded = [1, 0, 0]", "as many games for one player"),
        (
            LEAST + "[[rounds]]\nup_to = 0\nrounds = 9\n[[rounds]]\nup_to = 8\nrounds = 3",
            "rounds: up_to does not rise",
        ),
        (LEAST + PATH + PATH, "paths: one appears 2 times"),
        (
            LEAST + PATH.replace('"warning", "game-loss"', '"game-loss", "warning"'),
            "one: a step is milder than the one before it",
        ),
        (
            LEAST + PATH + '[[infractions]]\ncode = "A"\ntitle = "Slip"\npath = "two"',
            "infractions: A: no path two; there are: one",
        ),
        (
            LEAST
            + PATH
            + '[[infractions]]\ncode = "A"\ntitle = "Slip"\npath = "one"\ncounts_as = "B"',
            "infractions: A: counts_as B: expected the code of an infraction",
        ),
        (LEAST + "[clock]\nminuts = 60", "did you mean minutes?"),
    ],
)
def test_a_faulty_policy_is_refused_and_the_place_named(text: str, told: str):
    assert told in faults_of(text)


def test_penalties_rise_in_the_order_of_the_rules():
    assert PENALTIES == ("caution", "warning", "game-loss", "match-loss", "disqualification")


def test_every_code_of_a_shipped_policy_can_be_told_from_the_others_without_case():
    for name in NAMES:
        codes = [each.code.lower() for each in shipped(name).infractions]
        assert len(set(codes)) == len(codes)


ENTERING = """
[registration]
minor_below = 16
minors = "guardian"
places = 64

[first]
game_1 = "draw"
later = "alternate"
"""


def test_vn_18_3_who_may_register_and_who_begins_are_of_the_policy_that_says_so():
    plain, asked = read_catalog(LEAST, Policy), read_catalog(LEAST + ENTERING, Policy)
    assert (asked.entering.places, asked.entering.minors) == (64, "guardian")
    assert (asked.begins.game_1, asked.begins.later) == ("draw", "alternate")
    assert (plain.entering.places, plain.begins.game_1) == (0, "")
    assert not {"registration", "first"} & to_builtins(plain).keys()
    assert plain.hash != asked.hash
    assert "needs minor_below" in faults_of(LEAST + '[registration]\nminors = "refused"')
