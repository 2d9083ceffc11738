"""What statistics answer about cards, matches and seasons, on tables that are counted by hand."""

from collections.abc import Sequence
from datetime import date
from hashlib import sha256
from math import erfc, log, sqrt

import pytest

from referee.fact import (
    FirstPlayer,
    HandKept,
    HandReturned,
    ScoreChanged,
    TurnBegan,
    TurnEnded,
    UnitEntered,
)
from storage.models.advantage import FOLDS
from storage.models.archetypes import distance, grouped
from storage.models.isotonic import Block, Isotonic
from storage.models.logistic import chance, fitted
from storage.season.changes import changed, changes
from storage.statistics import entries_behind, parts, run, run_by, without_thin_rows
from tests.storage.statistics.season import Season, attack, close

# -- intervals ---------------------------------------------------------------------------------


def value(season: Season, sql: str) -> object:
    run(season.log, "endings")  # which defines the macros
    row = season.log.execute(f"SELECT {sql}").fetchone()
    assert row is not None
    return row[0]


@pytest.mark.parametrize(
    ("counts", "low", "high"),
    [
        ((56, 70, 48, 80), 0.0524, 0.3339),
        ((9, 10, 3, 10), 0.1705, 0.8090),
        ((5, 56, 0, 29), -0.0381, 0.1926),
    ],
)
def test_intervals_of_differences_are_those_that_newcombe_printed(
    season: Season, counts: tuple[int, ...], low: float, high: float
) -> None:
    """R. G. Newcombe, Statistics in Medicine 17 (1998), 873-890, table II, method 10."""
    found = value(season, f"newcombe{counts}")
    assert isinstance(found, dict)
    assert (found["low"], found["high"]) == pytest.approx((low, high), abs=6e-5)


@pytest.mark.parametrize(("counted", "low", "high"), [(0, 0, 3.69), (10, 4.80, 18.39)])
def test_the_interval_of_a_count_is_near_the_exact_one(
    season: Season, counted: int, low: float, high: float
) -> None:
    found = value(season, f"poisson({counted})")
    assert isinstance(found, dict)
    assert (found["low"], found["high"]) == pytest.approx((low, high), abs=0.08)


def test_of_five_drawn_from_ten_of_which_four_are_marked_two_are_in_10_of_21(
    season: Season,
) -> None:
    assert value(season, "hypergeometric(2, 5, 4, 10)") == pytest.approx(10 / 21)
    assert value(season, "hypergeometric_quantile(0.5, 5, 4, 10)") == 2


def test_a_rate_that_may_only_rise_pools_what_falls() -> None:
    """The example of Barlow and others: means that fall become one."""
    found = Isotonic(
        [Block(1, 0, 1), Block(2, 1, 1), Block(2, 1, 1), Block(3, 0, 1), Block(4, 1, 1)]
    )
    assert [(b.least, b.n, b.rate) for b in found.blocks] == [
        (1, 1, 0),
        (2, 3, pytest.approx(2 / 3)),
        (4, 1, 1),
    ]
    few = Isotonic([Block(1, 0, 1), Block(2, 1, 1), Block(3, 1, 1)], fewest=2)
    assert [block.n for block in few.blocks] == [3]


def test_a_logistic_fit_is_the_logit_of_the_rate_of_each_group() -> None:
    rows = [{0: 1.0, 1: 1.0}] * 10 + [{0: 1.0}] * 10
    fit = fitted(rows, [1.0] * 8 + [0.0] * 2 + [1.0] * 5 + [0.0] * 5, [1e-9, 1e-9])
    assert chance(fit.coefficients[0]) == pytest.approx(0.5, abs=1e-6)
    assert chance(sum(fit.coefficients)) == pytest.approx(0.8, abs=1e-6)
    assert fit.error(1) == pytest.approx((1 / 5 + 1 / 5 + 1 / 8 + 1 / 2) ** 0.5, rel=1e-4)


# -- cards -------------------------------------------------------------------------------------


def decided(season: Season, count: int, first: int = 0, **given: Sequence[str]) -> list[str]:
    """Matches in which ana went first, and won the even ones."""
    names = [f"m{number:03}" for number in range(first, first + count)]
    for number, name in enumerate(names):
        season.match(name, **given)  # type: ignore[arg-type]
        season.fact(name, 2, FirstPlayer("ana" if number % 4 < 2 else "bo", ""))
        season.won(name, "ana" if number % 2 == 0 else "bo")
    return names


def pool(season: Season, name: str, seat: str, card: str, chance: float | None) -> None:
    season.put("pool_at_end", name, 9, seat, card, 2, int(chance == 1), 0, 20, 5, chance)


def test_a_card_is_compared_for_those_who_drew_it_and_those_who_did_not(season: Season) -> None:
    for number, name in enumerate(decided(season, 8)):
        pool(season, name, "ana", "Wolf", 1.0 if number in (0, 1, 2, 4) else 0.0)
    columns = ("card", "n", "drawn_n", "drawn_rate", "not_n", "not_rate", "known", "unknown")
    assert season.rows("card-drawn", *columns) == [("Wolf", 8, 4, 0.75, 4, 0.25, 1, 0)]
    ((difference, low, high),) = season.rows("card-drawn", "difference", "low", "high")
    assert (difference, low, high) == close(0.5, -0.1355, 0.7891)
    assert len(entries_behind(season.log, "card-drawn", row={"card": "Wolf"})) == 8


def test_seats_of_which_it_is_not_known_count_for_both_and_bound_the_difference(
    season: Season,
) -> None:
    chances = [1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.5, 0.5]
    wins = [1, 1, 0, 0, 0, 1, 1, 0]
    for number, (own, won) in enumerate(zip(chances, wins, strict=True)):
        season.match(f"m{number}")
        season.won(f"m{number}", "ana" if won else "bo")
        pool(season, f"m{number}", "ana", "Wolf", own)
    (row,) = season.figure("card-drawn").records()
    mean = sum(chances) / 8
    slope = sum((c - mean) * w for c, w in zip(chances, wins, strict=True)) / sum(
        (c - mean) ** 2 for c in chances
    )
    assert row["difference"] == pytest.approx(slope)
    assert (row["drawn_n"], row["not_n"], row["unknown"]) == (4, 4, 2)
    bounds = (3 / 5 - 1 / 3, 2 / 3 - 2 / 5, slope)
    assert (row["least"], row["most"]) == pytest.approx((min(bounds), max(bounds)))


def test_of_fewer_than_a_hundred_seats_a_card_has_its_counts_alone(season: Season) -> None:
    for name in decided(season, 8):
        pool(season, name, "ana", "Wolf", 1.0)
    told = without_thin_rows(season.figure("card-drawn"))
    (row,) = told.records()
    assert (row["n"], row["drawn_rate"], row["difference"], row["q"]) == (8, None, None, None)
    assert told.notes[-1] == "Of 1 of 1 rows the counts alone are told: n is under 100."


def test_a_card_of_the_opening_hand_is_kept_or_not(season: Season) -> None:
    for number, name in enumerate(decided(season, 8)):
        season.put("deck_cards", name, "ana", "", "Wolf", 2)
        season.put("deck_cards", name, "ana", "", "Bear", 2)
        season.fact(name, 2, HandKept("ana", "Wolf" if number < 3 else "Bear", 1))
        if number in (5, 6):  # of which the first wins
            season.fact(name, 2, HandReturned("ana", "Wolf", 2, "R-2"))
    returned = season.rows("opening-card", "card", "n", "kept", "returned", "returned_won")
    assert ("Wolf", 8, 3, 2, 0.5) in returned
    assert ("Wolf", "(all)", 3 / 5) in season.rows("opening-card", "card", "start", "kept_rate")
    rows = season.rows("opening-card", "card", "start", "n", "kept", "kept_won", "others_won")
    assert ("Wolf", "(all)", 8, 3, pytest.approx(2 / 3), pytest.approx(2 / 5)) in rows
    assert ("Bear", "went first", 4, 2, 0.5, 0.5) in rows


def test_a_card_is_played_in_an_own_turn_beside_all_who_reached_it(season: Season) -> None:
    for number, name in enumerate(decided(season, 4)):
        season.put("deck_cards", name, "ana", "", "Wolf", 1)
        for turn in range(1, 4 if number else 2):
            season.fact(name, 2 + turn, TurnBegan("ana" if turn % 2 else "bo", turn))
            if turn == 3 or number == 0:
                season.fact(name, 2 + turn, UnitEntered("ana", "Wolf", "Wolf", "laid", ""))
        season.put("card_traits", "catalog", "Wolf", "tribe", "ice")
    columns = ("card", "own_turn", "n", "wins", "reached", "rate_all", "traits")
    assert season.rows("card-by-turn", *columns) == [
        ("Wolf", 1, 1, 1, 4, 0.5, "tribe ice"),
        ("Wolf", 2, 3, 1, 3, pytest.approx(1 / 3), "tribe ice"),
    ]


def test_a_card_is_compared_within_its_matchup(season: Season) -> None:
    for number, name in enumerate(decided(season, 8, decks=("elf", "orc"))):
        if number in (0, 1, 2):
            season.fact(name, 5, UnitEntered("ana", "Wolf", "Wolf", "laid", ""))
    columns = ("card", "deck", "against", "n", "wins", "others", "others_rate", "shrunk")
    assert season.rows("card-in-matchup", *columns) == [
        ("Wolf", "elf", "orc", 3, 2, 5, 0.4, pytest.approx((2 + 20 * 0.5) / 23))
    ]
    ((difference,),) = season.rows("card-in-matchup", "difference")
    assert difference == pytest.approx(2 / 3 - 2 / 5)


def test_what_share_is_false_is_that_of_benjamini_and_hochberg(season: Season) -> None:
    """p of 0.01, 0.02, 0.03, 0.5: q is 0.04, 0.04, 0.04, 0.5."""
    run(season.log, "endings")
    found = season.log.execute(
        "SELECT p, false_share(p, rank, 1) FROM (SELECT p, tested_rank(p, 1) AS rank "
        "FROM (VALUES (0.01::DOUBLE), (0.02), (0.03), (0.5), (NULL)) AS t (p)) ORDER BY p"
    ).fetchall()
    assert found[:3] == [(p, pytest.approx(0.04)) for p in (0.01, 0.02, 0.03)]
    assert found[3:] == [(0.5, 0.5), (None, None)]


def test_a_card_that_is_known_to_stay_in_the_hand_is_dead_unless_it_was_played(
    season: Season,
) -> None:
    for number, name in enumerate(decided(season, 4)):
        season.put("pool_at_end", name, 9, "ana", "Wolf", 2, 1, number % 2 + 1, 20, 5, 1.0)
    season.fact("m000", 5, UnitEntered("ana", "Wolf", "Wolf", "laid", ""))
    columns = ("card", "n", "at_least", "copies", "rate", "shown_hands")
    assert season.rows("dead-cards", *columns) == [("Wolf", 4, 3, 5, 0.75, 0)]


def test_lists_that_share_three_quarters_are_one_deck_by_the_name_it_has_most(
    season: Season,
) -> None:
    lists = {
        "a": {"Elk": 6, "Owl": 2},
        "b": {"Elk": 5, "Owl": 3},
        "c": {"Elk": 4, "Owl": 4},
        "d": {"Elk": 1, "Owl": 7},
    }
    for number, (own, name) in enumerate(zip("abcd", ("Herd", "Horde", "Herd", "x"), strict=True)):
        season.match(f"m{number}", decks=(name, ""))
        season.won(f"m{number}", "ana")
        for card, copies in lists[own].items():
            season.put("deck_cards", f"m{number}", "ana", "", card, copies)
    columns = ("archetype", "n", "wins", "lists", "names", "spread", "differ")
    assert season.rows("archetypes", *columns) == [
        ("Herd", 3, 3, 3, 2, 0.25, "Elk 4-6, Owl 2-4"),
        ("x", 1, 1, 1, 1, None, ""),
    ]
    found = parts(season.log, "wins-by-deck", "list")
    assert {name: run(season.log, "wins-by-deck", part).n for name, part in found.items()} == {
        "Herd": 3,
        "x": 1,
    }
    by = run_by(season.log, "wins-by-seat", "list").records()
    assert [(row["by_list"], row["n"]) for row in by] == [("Herd", 3), ("x", 1)]


def test_groups_are_of_complete_linkage() -> None:
    one, two, three = (("a", 8),), (("a", 6), ("b", 2)), (("a", 4), ("b", 4))
    assert (distance(one, two), distance(two, three), distance(one, three)) == (0.25, 0.25, 0.5)
    assert sorted(map(len, grouped([one, two, three]))) == [1, 2]


# -- one match ---------------------------------------------------------------------------------


def race(season: Season, name: str, *leads: int, winner: str = "ana") -> None:
    """A match of as many turns as there are leads of ana when they begin."""
    season.match(name)
    seq = 2
    for turn, lead in enumerate(leads, 1):
        season.fact(name, seq, ScoreChanged("ana", "points", 50 + lead))
        season.fact(name, seq, ScoreChanged("bo", "points", 50))
        season.fact(name, seq + 1, TurnBegan("ana" if turn % 2 else "bo", turn))
        season.entry(name, seq, "score", 60 * turn, seat="ana")
        season.entry(name, seq + 1, "go", 60 * turn + 30, seat="bo")
        seq += 2
    season.entry(name, seq, "end", 60 * len(leads) + 60)
    season.won(name, winner, seq=seq)


@pytest.fixture
def races(season: Season) -> Season:
    """240 matches: who leads by 5 in the second of two turns wins 3 of 4 of them."""
    for number in range(240):
        race(season, f"m{number:03}", 0, 5 if number % 2 else -5,
             winner="ana" if (number % 2 == 1) == (number % 8 < 6) else "bo")  # fmt: skip
    return season


def share(match: str) -> int:
    return sha256(match.encode()).digest()[0] % FOLDS


def test_moments_of_one_turn_and_lead_are_thought_about_once(races: Season) -> None:
    """So that a season of a million entries is counted by SQL."""
    races.rows("advantage", "line")
    ((moments, points),) = races.log.execute(
        "SELECT (SELECT count(*) FROM advantage), (SELECT count(*) FROM points)"
    ).fetchall()
    assert moments > 900 and points < 10 * FOLDS


def test_the_chance_to_win_is_that_of_others_who_led_by_as_much(races: Season) -> None:
    """In nine tenths of the matches, without the tenth that this one is in."""
    others = [n for n in range(240) if share(f"m{n:03}") != share("m001")]
    assert 200 < len(others) < 240
    rows = races.rows("advantage", "line", "turn", "n", "lead", "chance", match="m001")
    assert [row[:4] for row in rows] == [
        ("ana", 1, 2 * len(others), 0),
        ("ana", 2, len(others), 5),
        ("ana", 3, len(others), None),
        ("bo", 1, 2 * len(others), 0),
        ("bo", 2, len(others), -5),
        ("bo", 3, len(others), None),
    ]
    won = sum(n % 8 < 6 for n in others)
    chances = {(line, turn): told for line, turn, _, _, told in rows}
    assert chances["ana", 1] == 0.5
    assert chances["ana", 2] == pytest.approx(won / len(others))
    assert chances["bo", 2] == pytest.approx(1 - won / len(others))
    assert (chances["ana", 3], chances["bo", 3]) == (1, 0)
    # of moments called so, as many were won
    rows = races.figure("advantage-calibration").records()
    half = next(row for row in rows if row["called"] == 0.5)
    assert (half["n"], half["mean"]) == (240, 0.5)
    assert len(entries_behind(races.log, "advantage-calibration", row=half)) == 240
    assert sum(row["n"] for row in rows) == 480
    # the largest changes, with what was ruled in them
    races.log.execute("UPDATE verdicts SET verdict = 'illegal' WHERE match_id = 'm001' AND seq = 4")
    rows = races.rows("turning-points", "turn", "line", "n", "misplays", match="m001")
    assert sorted(rows) == [(1, "ana", 2, 1), (2, "ana", 2, 0)]
    records = races.figure("turning-points", match="m001").records()
    row = next(record for record in records if record["turn"] == 1)
    assert entries_behind(races.log, "turning-points", row=row) == [("m001", 3), ("m001", 4)]


def test_of_fewer_than_200_other_matches_no_chance_is_told(season: Season) -> None:
    race(season, "a", 0, 5)
    rows = season.rows("advantage", "turn", "n", "chance")
    assert rows[:2] == [(1, 0, None), (2, 0, None)]


def test_luck_is_what_was_won_above_the_chance_of_each_throw(season: Season) -> None:
    season.match("a")
    for _ in range(3):
        attack(season, "a", 5, (6, 1), (1, 0))
    attack(season, "a", 6, (1, 6), (1, 0))
    attack(season, "a", 7, (3, 4), (1, 0))  # a tie
    season.won("a", "ana")
    ana, bo = season.figure("luck").records()
    p = 21 / 31
    assert (ana["n"], ana["won"], bo["won"]) == (4, 3, 1)
    assert (ana["expected"], ana["luck"]) == pytest.approx((4 * p, 3 - 4 * p))
    assert ana["z"] == pytest.approx((3 - 4 * p) / (4 * p * (1 - p)) ** 0.5)
    assert bo["luck"] == pytest.approx(-ana["luck"])


def test_wins_are_counted_by_rounded_luck_one_side_of_each_match(season: Season) -> None:
    for number in range(6):
        season.match(f"m{number}")
        for _ in range(5):
            attack(season, f"m{number}", 5, (6, 1) if number < 4 else (1, 6), (0, 0))
        season.won(f"m{number}", "ana" if number < 4 else "bo")
    rows = season.rows("wins-by-luck", "luck", "n")
    assert sum(n for luck, n in rows if luck != "(all)") == 6  # type: ignore[misc]
    assert {luck for luck, _ in rows} <= {"(all)", "3", "-3", "2", "-2"}
    for luck, _, wins in season.rows("wins-by-luck", "luck", "n", "wins"):
        assert luck == "(all)" or (wins == 0) == str(luck).startswith("-")


def test_the_time_to_decide_leaves_out_calls_and_long_pauses(season: Season) -> None:
    season.match("a")
    kinds = ("lay", "lay", "lay", "call-judge", "lay", "close-call", "lay")
    seconds = (10, 30, 1000, 1010, 1020, 1030, 1100)
    for seq, (kind, second) in enumerate(zip(kinds, seconds, strict=True), 2):
        season.entry("a", seq, kind, second, seat="ana")
    columns = ("place", "type", "n", "one_recorder", "median", "total", "slow")
    assert season.rows("decision-time", *columns) == [(1, "lay", 3, 3, 20, 100, 1)]


def test_a_misplay_is_told_with_when_it_was_caught_and_who_was_ahead(season: Season) -> None:
    race(season, "a", 5, 5, -5, -5)
    season.log.execute(
        "UPDATE verdicts SET verdict = 'illegal', rule = 'R-1', root = 4, forgotten = '', "
        "remedy = 'undone', remedied_by = 6 WHERE seq = 4"
    )
    columns = ("entry", "rule", "n", "turn", "remedy", "entries_later", "minutes_later",
               "lead_changed")  # fmt: skip
    assert season.rows("verdict-of-match", *columns) == [(4, "R-1", 1, 1, "undone", 2, 1.0, True)]


# -- a season ----------------------------------------------------------------------------------


def test_notable_matches_are_told_by_why_they_are(season: Season) -> None:
    race(season, "long", 0, 5, -5, 5, -5, winner="ana")
    race(season, "short", 9)
    race(season, "close", 1, 1)
    rows = season.rows("notable", "why", "match", "n", "value")
    assert ("longest", "long", 3, 5) in rows
    assert ("shortest", "short", 3, 1) in rows
    assert ("lead changes", "long", 3, 3) in rows
    assert ("deficit overcome", "long", 3, 5) in rows
    assert ("closest", "close", 3, 1) in rows
    assert not [row for row in rows if row[0] == "misplays"]


def test_going_first_is_compared_within_each_matchup(season: Season) -> None:
    for number, name in enumerate(decided(season, 8, decks=("elf", "orc"))):
        assert number < 8 and name
    columns = ("deck", "against", "n", "first_n", "first_rate", "later_n", "later_rate")
    assert season.rows("first-by-matchup", *columns) == [
        ("(all)", "(all)", 4, 4, 0.5, 4, 0.5),
        ("elf", "orc", 4, 4, 0.5, 4, 0.5),
    ]


def test_a_mirror_counts_once_and_the_sum_weighs_each_matchup(season: Season) -> None:
    decided(season, 6, decks=("elf", "elf"))
    decided(season, 6, first=10, decks=("elf", "orc"))
    rows = {row["against"]: row for row in season.figure("first-by-matchup").records()}
    assert rows["elf"]["first_n"] + rows["elf"]["later_n"] == 6
    told = [(rows[key]["first_n"], rows[key]["later_n"], rows[key]["difference"])
            for key in ("elf", "orc") if rows[key]["n"]]  # fmt: skip
    weights = [first * later / (first + later) for first, later, _ in told]
    gains = [weight * gain for weight, (*_, gain) in zip(weights, told, strict=True)]
    assert rows["(all)"]["difference"] == pytest.approx(sum(gains) / sum(weights))


def test_the_worst_deficit_of_a_side_is_the_step_it_stands_in(season: Season) -> None:
    race(season, "a", -20, 5)
    race(season, "b", 10, 12)
    rows = season.rows("comeback", "behind", "n", "wins")
    assert rows == [(0, 1, 1), (5, 1, 0), (11, 1, 0), (19, 1, 1)]


def test_a_score_that_is_held_is_that_of_matches_that_have_ended_too(season: Season) -> None:
    race(season, "a", 0, 10)
    race(season, "b", 0, 20, 30)
    rows = season.rows("score-curves", "line", "turn", "value", "n")
    assert ("not settled", 3, 65, 2) in rows
    assert ("not settled, held", 3, 60, 4) in rows


def test_misplays_are_counted_by_how_many_matches_came_before(season: Season) -> None:
    for day in range(5):
        season.match(f"m{day}", day=day)
        for seq in (2, 3):
            verdict = "illegal" if day == 0 and seq == 3 else "legal"
            season.entry(f"m{day}", seq, "lay", seq, seat="ana", verdict=verdict)
    rows = season.rows("rules-learned", "before", "n", "entries", "illegal", "per_thousand")
    assert rows == [(0, 1, 2, 1, 500), (1, 1, 2, 0, 0), (2, 1, 2, 0, 0), (3, 1, 4, 0, 0)]


def test_what_was_taken_on_trust_may_be_proved_or_disproved(season: Season) -> None:
    season.match("a")
    season.entry("a", 2, "lay", 2, verdict="on trust")
    season.entry("a", 3, "lay", 3, verdict="on trust", standing="legal")
    season.entry("a", 4, "lay", 4, verdict="on trust")
    season.entry("a", 5, "show", 5, verdict="illegal", root=4)
    season.entry("a", 6, "lay", 6)
    columns = ("type", "n", "trusted", "rate", "proved", "disproved")
    assert season.rows("trust", *columns) == [("lay", 4, 3, 0.75, 1, 1)]


def test_remedies_are_counted_by_rule_and_authority_with_how_far_they_agree(
    season: Season,
) -> None:
    season.match("a")
    for number, kind in enumerate(["strike", "strike", "rewind"]):
        seq = 2 + 2 * number
        season.entry("a", seq, "lay", seq, verdict="illegal", broke="R-1")
        season.entry("a", seq + 1, kind, seq + 1, judge="j", entry=seq)
        season.log.execute("UPDATE verdicts SET remedied_by = ? WHERE seq = ?", [seq + 1, seq])
    columns = ("rule", "authority", "remedy", "n", "chosen", "agreement")
    assert season.rows("remedy-choice", *columns) == [
        ("R-1", "floor", "strike", 3, 2, pytest.approx(2 / 3)),
        ("R-1", "floor", "rewind", 3, 1, pytest.approx(2 / 3)),
    ]


def test_a_matchup_at_equal_players_is_not_that_of_the_better_one(season: Season) -> None:
    """Ace wins 3 of 4 with any deck, and plays elf mostly; the decks are alike."""
    number = 0
    for deck, times in (("elf", 12), ("orc", 4)):
        other = "orc" if deck == "elf" else "elf"
        for game in range(times * 4):
            name = f"m{number}"
            season.match(name, decks=(deck, other), people=("ace", "joe"))
            season.won(name, "ana" if game % 4 else "bo")
            number += 1
    (row,) = season.figure("matchup-fair").records()
    assert (row["deck"], row["n"], row["rate"]) == ("elf", 64, pytest.approx(40 / 64))
    assert row["adjusted"] == pytest.approx(0.5, abs=0.05)


def test_a_figure_is_had_by_month(season: Season) -> None:
    for name, day in (("a", 0), ("b", 30), ("c", 31)):
        season.match(name, day=day)
        season.won(name, "ana")
    figure = run_by(season.log, "endings", "month")
    assert [(row["by_month"], row["n"]) for row in figure.records()] == [
        ("2025-05-01", 2),
        ("2025-06-01", 1),
    ]
    assert [part.until for part in parts(season.log, "endings", "month").values()] == [
        date(2025, 5, 31),
        date(2025, 6, 30),
    ]


def test_more_than_twenty_ranked_rows_say_how_many_stand_out_by_chance(season: Season) -> None:
    for number in range(21):
        season.match(f"m{number}", decks=(f"deck {number}", "same"))
        season.won(f"m{number}", "ana")
    notes = season.figure("wins-by-deck").notes
    assert notes[-1] == (
        "22 rows are ranked: of so many, about 1 lie outside of their intervals by chance alone."
    )
    assert not season.figure("wins-by-seat").notes


def test_ranked_rows_go_by_the_lower_end_of_their_interval(season: Season) -> None:
    for number in range(10):
        season.match(f"m{number}", decks=("many", "few" if number == 0 else "none"))
        season.won(f"m{number}", "bo" if number == 0 else "ana")
    assert [deck for (deck,) in season.rows("wins-by-deck", "deck")] == ["many", "few", "none"]


def test_turns_are_begun_and_ended_by_whoever_has_them(season: Season) -> None:
    season.match("a")
    season.fact("a", 2, TurnBegan("ana", 1), TurnEnded("ana", 1))
    season.fact("a", 3, TurnBegan("bo", 2), TurnEnded("bo", 2), TurnBegan("ana", 3))
    run(season.log, "endings")
    found = season.log.execute("SELECT seat, own_turn FROM own_turns() ORDER BY place").fetchall()
    assert found == [("ana", 1), ("bo", 1), ("ana", 2)]


def test_draws_are_compared_with_those_of_a_shuffled_deck_where_all_is_known(
    season: Season,
) -> None:
    """Of ten cards, four of them Wolves, five are drawn; bo has an unseen card in hand."""
    season.match("a")
    season.won("a", "ana")
    for card, copies, drawn in (("Wolf", 4, 4), ("Bear", 3, 1), ("Elk", 3, 0)):
        season.put("pool_at_end", "a", 9, "ana", card, copies, drawn, 0, 5, 0, 1.0)
        season.put("pool_at_end", "a", 9, "bo", card, copies, drawn, 0, 5, 1, 1.0)
    names = ("seat", "card", "n", "copies", "drawn", "expected", "low", "high", "chance")
    assert season.rows("draw-luck", *names) == [
        ("ana", "Wolf", 5, 4, 4, 2, 1, 3, pytest.approx(6 / 252)),
        ("ana", "Elk", 5, 3, 0, 1.5, 0, 3, pytest.approx(21 / 252)),
        ("ana", "Bear", 5, 3, 1, 1.5, 0, 3, pytest.approx(126 / 252)),
    ]
    assert entries_behind(season.log, "draw-luck", row={"card": "Wolf"}) == [("a", 9)]


def test_a_rate_that_changed_is_told_with_when_and_how_likely_by_chance(season: Season) -> None:
    """Elves win 10 of 40 in each of two weeks, and 30 of 40 in each of the next two."""
    for week, wins in enumerate((10, 10, 30, 30)):
        for number in range(40):
            season.match(f"{week}-{number}", decks=("elf", "orc"), day=7 * week)
            season.won(f"{week}-{number}", "ana" if number < wins else "bo")
    figure = changes(season.log, "wins-by-deck", "week")
    elf, orc = sorted(figure.records(), key=lambda row: str(row["deck"]))
    assert (str(elf["by_week"]), elf["n"], elf["wins"]) == ("2025-05-12", 80, 20)
    assert (elf["later_n"], elf["later_wins"], elf["difference"]) == (80, 60, 0.5)
    assert (elf["low"], elf["high"]) == close(0.3517, 0.6159)
    most = 2 * (120 * log(1.5) + 40 * log(0.5))  # of three partings
    assert elf["p"] == orc["p"] == pytest.approx(3 * erfc(sqrt(most / 2)), rel=1e-9)
    with pytest.raises(ValueError, match="no wins out of n"):
        changes(season.log, "rulings", "week")


def test_a_change_is_looked_for_where_thirty_are_on_both_sides() -> None:
    assert changed([]) is None and changed([(9, 29), (0, 60)]) is None
    assert changed([(15, 30), (15, 30)]) == (1, 1)
    found = changed([(0, 29), (0, 1), (30, 30), (0, 30)])
    assert found is not None and found.at == 2
