"""The statistics of tournaments, against small events that are counted by hand."""

import json
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from events.common import Strike
from referee.fact import Fact, FirstPlayer, TurnBegan
from referee.replay.replay import Replay
from referee.tournament.facts import (
    AppealSettled,
    CallEnded,
    ClockSet,
    ContestDisputed,
    ContestEnded,
    CutMade,
    DeckChecked,
    DeckRegistered,
    Entered,
    Extended,
    JudgeCalled,
    Left,
    PenaltyGiven,
    PlacePosted,
    RulingMade,
)
from referee.tournament.history import history
from referee.tournament.simulating import Simulated
from referee.tournament.state import State
from storage.log import Log
from storage.projection import refresh
from storage.season.contests import contests
from storage.season.ratings import predicted
from storage.statistics import all_statistics, entries_behind, prepare, run
from tests.storage.statistics.season import START, Season
from tests.tournament.halls import PLAYS, hall, section_8
from tests.tournament.histories import shipped
from tests.tournament.laws import event_of
from tests.tournament.logged import into_log

DECKS = {"ana": "red", "bo": "blue", "cy": "red", "dee": "blue", "eva": "green"}


def keep(
    season: Season,
    name: str,
    replay: Replay,
    *,
    day: int = 0,
    facts: tuple[Fact, ...] = (),
    plays: str = PLAYS,
) -> None:
    """What the log has of a tournament: an entry each minute, and what followed from them."""
    season.match(name, "desk", game="tournament", people=("lena",), day=day)
    opened = {"options": {"plays": plays}}
    season.log.execute("DELETE FROM entries WHERE match_id = ?", [name])
    season.log.execute("DELETE FROM verdicts WHERE match_id = ?", [name])
    for seq, each in enumerate(replay.events, 1):
        kind = str(each.__struct_config__.tag)
        season.entry(name, seq, kind, 60 * seq, **(opened if seq == 1 else {}))
    for fact in facts:
        season.fact(name, 2, fact)
    for seq, fact in replay.all_facts():
        season.fact(name, seq, fact)


def decks(named: dict[str, str] = DECKS) -> tuple[Fact, ...]:
    return tuple(DeckRegistered(player, deck) for player, deck in named.items())


@pytest.fixture
def example(season: Season) -> Season:
    """The worked example in the log, its decks registered."""
    keep(season, "open", hall(plays=PLAYS).play(section_8()).replay, facts=decks())
    return season


# -- decks -------------------------------------------------------------------------------------


def test_the_field_is_counted_by_deck_and_a_mirror_stands_beside_the_rate(example: Season) -> None:
    found = example.rows(
        "field", "plays", "deck", "players", "share", "n", "wins", "draws", "mirror"
    )
    assert found == [
        ("chess", "blue", 2, 0.4, 5, 1, 1, 0),
        ("chess", "red", 2, 0.4, 4, 3, 1, 2),
        ("chess", "green", 1, 0.2, 1, 0, 0, 0),
    ]
    (red,) = (row for row in example.figure("field").records() if row["deck"] == "red")
    assert (red["low"], red["rate"], red["high"]) == pytest.approx((0.3006, 0.75, 0.9544), abs=1e-4)


def test_each_deck_meets_each_other_from_both_sides(example: Season) -> None:
    names = ("deck", "against", "n", "wins", "draws", "games_won", "games_lost", "games_drawn")
    assert example.rows("matchup-grid", *names) == [
        ("blue", "red", 4, 0, 1, 2, 7, 1),
        ("blue", "green", 1, 1, 0, 2, 0, 0),
        ("green", "blue", 1, 0, 0, 0, 2, 0),
        ("red", "blue", 4, 3, 1, 7, 2, 1),
    ]


def test_who_went_first_is_known_of_logged_games_alone(example: Season) -> None:
    for number, (first, winner) in enumerate([("ana", "ana"), ("bo", "ana"), ("ana", "bo")], 1):
        name = f"open-r1-t1-g{number}"
        example.match(name, "bo", "ana", game="chess")
        example.put("contests", name, f"open/1/1/{number}")
        example.fact(name, 2, FirstPlayer(first, "R-1"))
        example.won(name, winner)
    example.match("elsewhere", "bo", "ana", game="chess")
    example.put("contests", "elsewhere", "closed/1/1/1")
    example.fact("elsewhere", 2, FirstPlayer("ana", "R-1"))
    example.won("elsewhere", "ana")
    names = ("deck", "against", "n", "first", "first_won", "later", "later_won")
    found = example.rows("matchup-grid", *names)
    assert ("red", "blue", 4, 2, 1, 1, 1) in found
    assert ("blue", "red", 4, 1, 0, 2, 1) in found
    assert ("blue", "green", 1, 0, 0, 0, 0) in found


def test_conversion_compares_the_cut_with_the_field(example: Season) -> None:
    keep(example, "no-cut", hall(plays=PLAYS).play("lena enter ana; lena enter bo").replay)
    for seed, player in enumerate(("ana", "cy", "dee"), 1):
        example.fact("open", 20, CutMade(player, seed, 3))
    example.ended("open", ("cy",), "won", how="closed", seq=21)
    names = ("deck", "n", "made", "rate", "share_before", "share_after", "best_seed", "won")
    assert example.rows("conversion", *names) == [
        ("red", 2, 2, 1.0, 0.4, pytest.approx(2 / 3), 1, 1),
        ("blue", 2, 1, 0.5, 0.4, pytest.approx(1 / 3), 3, 0),
        ("green", 1, 0, 0.0, 0.2, 0.0, None, 0),
    ]


def test_the_field_is_told_round_by_round_with_byes_and_at_the_first_tables(
    example: Season,
) -> None:
    rows = example.rows("field-by-round", "round", "at", "deck", "n", "players")
    assert [row for row in rows if row[0] == 3] == [
        (3, "all", "blue", 4, 2),
        (3, "all", "red", 4, 2),
        (3, "tables 1 to 8", "blue", 4, 2),
        (3, "tables 1 to 8", "red", 4, 2),
    ]
    assert (1, "all", "green", 5, 1) in rows  # eva has the bye
    assert (1, "tables 1 to 8", "green", 4, 1) not in rows


def test_a_cut_is_compared_with_one_that_is_drawn_by_lot(example: Season) -> None:
    for seed, player in enumerate(("ana", "cy", "dee"), 1):
        example.fact("open", 20, CutMade(player, seed, 3))
    names = ("deck", "n", "made", "expected", "expected_low", "expected_high", "contests", "won")
    assert example.rows("conversion-expected", *names) == [
        ("red", 2, 2, pytest.approx(2 * 3 / 5), 0, 2, 3, 3),
        ("blue", 2, 1, pytest.approx(2 * 3 / 5), 0, 2, 4, 1),
        ("green", 1, 0, pytest.approx(3 / 5), 0, 1, 1, 0),
    ]


def test_the_second_day_is_that_of_the_first_round_posted_on_a_later_one(
    example: Season,
) -> None:
    assert example.rows("day-two", "deck") == []
    example.log.execute("UPDATE entries SET played_at = played_at + INTERVAL 1 DAY WHERE seq >= 14")
    names = ("round", "deck", "n", "made", "share_before", "share_after")
    assert example.rows("day-two", *names) == [
        (3, "blue", 2, 2, 0.4, 0.5),
        (3, "red", 2, 2, 0.4, 0.5),
        (3, "green", 1, 0, 0.2, 0.0),
    ]
    behind = entries_behind(example.log, "day-two", row={"deck": "green"})
    assert behind == [("open", 6)]


def games_of(season: Season) -> None:
    """Two logged games of the worked example: one of four entries with a misplay, one without."""
    for number, (table, seats) in enumerate([(1, ("ana", "bo")), (2, ("cy", "dee"))], 1):
        name = f"open-r1-t{table}-g1"
        season.match(name, *seats, game="chess", decks=("red", "blue"))
        season.put("contests", name, f"open/1/{table}/1")
        season.put("deck_cards", name, seats[0], "", "Elk", number)
        season.put("deck_cards", name, seats[1], "", "Owl", 2)
        for seq in (2, 3, 4):
            wrong = number == 1 and seq == 3
            season.entry(name, seq, "lay", 60 * seq, verdict="illegal" if wrong else "legal",
                         broke="R-1" if wrong else "", seat=seats[0], card="Elk")  # fmt: skip
        season.fact(name, 2, TurnBegan(seats[0], 1))
        season.won(name, seats[0], seq=4)


def test_misplays_are_counted_by_entries_rule_round_deck_and_judge(example: Season) -> None:
    games_of(example)
    example.entry("open-r1-t1-g1", 5, "strike", 300, judge="jo", entry=3)
    names = ("sealed", "rule", "round", "deck", "judge", "n", "illegal", "per_thousand", "ratio")
    ninth = pytest.approx(1000 / 9)
    found = example.rows("misplays", *names)
    assert found[: len(found) // 2] == [
        ("no", "(all)", "(all)", "(all)", "(all)", 9, 1, ninth, 1),
        ("no", "(all)", "(all)", "(all)", "jo", 5, 1, 200, pytest.approx(9 / 5)),
        ("no", "(all)", "(all)", "red", "(all)", 6, 1, pytest.approx(1000 / 6), pytest.approx(1.5)),
        ("no", "(all)", "1", "(all)", "(all)", 9, 1, ninth, 1),
    ]
    assert [row[2:] for row in found[len(found) // 2 :]] == [row[2:] for row in found[:4]]
    assert {row[1] for row in found[4:]} == {"R-1"}
    behind = entries_behind(example.log, "misplays", row={"rule": "R-1", "judge": "jo"})
    assert behind == [("open-r1-t1-g1", 3)]


def test_rulings_on_games_and_disputed_results_are_told_by_their_moment(example: Season) -> None:
    games_of(example)
    example.entry("open-r1-t1-g1", 5, "strike", 300, judge="jo", entry=3)
    example.fact("open", 9, ContestDisputed(1, 2, "TR-9.4"), ContestDisputed(1, 2, "TR-9.4"))
    names = ("what", "type", "card", "turns", "n", "games")
    assert example.rows("disputed-moments", *names) == [
        ("result", "", "", "", 1, 1),
        ("ruling", "lay", "Elk", "1 to 5", 1, 1),
    ]


def test_copies_are_compared_within_a_deck_by_contests(example: Season) -> None:
    games_of(example)
    names = ("deck", "card", "copies", "n", "wins", "players", "made")
    assert example.rows("copies", *names) == [
        ("red", "Elk", 1, 3, 2, 1, 0),
        ("red", "Elk", 2, 3, 2, 1, 0),
    ]


def test_slow_matchups_are_those_that_end_after_time(example: Season) -> None:
    games_of(example)
    example.fact("open", 7, ClockSet(1, "time", "2025-05-01T18:08:30Z"))
    names = ("deck", "against", "n", "late", "draws", "games", "minutes")
    assert example.rows("draws-and-time", *names) == [
        ("blue", "red", 4, 1, 1, 2, 4),
        ("blue", "green", 1, 0, 0, 0, None),
        ("red", "red", 1, 0, 0, 0, None),
    ]


def test_decks_that_end_after_time_are_told_with_what_had_stopped_them(example: Season) -> None:
    """In round 1 ana and bo are in time; cy and dee are half a minute late, after a deck check."""
    example.fact("open", 7, ClockSet(1, "time", "2025-05-01T18:08:30Z"))
    example.fact(
        "open", 6, JudgeCalled(1, 1, "ana", ""), DeckChecked("dee", 1, "asked", 9, "right")
    )
    names = ("deck", "n", "late", "rate", "extended", "called", "checked", "minutes")
    assert example.rows("late-decks", *names) == [
        ("blue", 2, 1, 0.5, 0, 0, 1, 0.5),
        ("red", 2, 1, 0.5, 0, 0, 1, 0.5),
    ]
    assert entries_behind(example.log, "late-decks", row={"deck": "red"}) == [
        ("open", 8),
        ("open", 9),
    ]


def test_every_round_is_on_the_clock_also_one_that_is_not_over(season: Season) -> None:
    script = "\n".join(section_8().splitlines()[:4])  # of round 1 a table is missing
    keep(season, "open", hall(plays=PLAYS).play(script.replace("; lena report 1 2 2 1", "")).replay)
    season.fact("open", 7, ClockSet(1, "start", "2025-05-01T18:07:30Z"))
    season.fact("open", 7, ClockSet(1, "time", "2025-05-01T18:07:45Z"))
    season.fact("open", 7, Extended(1, 1, 60, "call", 0, "jo", "TR-6.3"))
    names = ("event", "round", "n", "open", "started", "first", "last", "time", "late", "extended")
    assert season.rows("round-anatomy", *names) == [("open", 1, 2, 1, 0.5, 1, 1, 0.75, 1, 1)]


def test_who_is_posted_first_is_compared_with_one_half(example: Season) -> None:
    assert example.rows("seat-and-table", "tables", "n", "wins", "p") == [
        ("(all)", 5, 5, pytest.approx(0.02535, abs=1e-5)),
        ("1 to 8", 5, 5, pytest.approx(0.02535, abs=1e-5)),
    ]


def test_calls_are_counted_in_each_minute_that_they_are_open(example: Season) -> None:
    """A call a minute after the post of round 1, answered the next minute, ended two later."""
    example.fact("open", 8, JudgeCalled(1, 1, "ana", ""))
    example.log.execute("UPDATE entries SET type = 'answer' WHERE match_id = 'open' AND seq = 9")
    example.log.execute(
        "UPDATE entries SET payload = json_merge_patch(payload, "
        """'{"event": {"call": 8, "by": "jo"}}') WHERE match_id = 'open' AND seq = 9"""
    )
    example.fact("open", 10, CallEnded(8, "ana", 1, 1, 60, "jo", "", "", "TR-11.5"))
    names = ("round", "minute", "n", "open", "waiting", "judges")
    assert example.rows("calls-load", *names) == [
        (1, 1, 1, 1, 1, 0),
        (1, 2, 1, 1, 0, 1),
        (1, 3, 1, 1, 0, 1),
    ]


def test_waits_for_a_judge_are_told_by_judge_and_rule(example: Season) -> None:
    """Jo answers after one minute and after three; the first call ends two minutes later."""
    for call, answer in ((8, 9), (9, 12)):
        example.fact("open", call, JudgeCalled(1, 1, "ana", ""))
        example.log.execute(
            f"UPDATE entries SET type = 'answer', payload = json_merge_patch(payload, "
            f"""'{{"event": {{"call": {call}, "by": "jo"}}}}') """
            f"WHERE match_id = 'open' AND seq = {answer}"
        )
    example.fact("open", 11, CallEnded(8, "ana", 1, 1, 90, "jo", "", "", "TR-11.5"))
    example.fact("open", 11, RulingMade(8, "note", "jo", 1, 1, "", 0, "PE-4", 0, "TR-11.6"))
    names = ("judge", "rule", "n", "minutes", "longest", "stood", "by_stamps")
    whole = ("(all)", 2, 2, 3, 1.5, 3)
    assert example.rows("judge-waits", *names) == [
        ("(all)", *whole),
        ("(all)", "", 1, 3, 3, None, None),
        ("(all)", "PE-4", 1, 1, 1, 1.5, 3),
        ("jo", *whole),
        ("jo", "", 1, 3, 3, None, None),
        ("jo", "PE-4", 1, 1, 1, 1.5, 3),
    ]
    row = {"judge": "jo", "rule": "(all)"}
    assert entries_behind(example.log, "judge-waits", row=row) == [("open", 8), ("open", 9)]


def test_appeals_are_counted_by_the_rule_of_the_ruling_and_by_judge(example: Season) -> None:
    example.fact("open", 7, RulingMade(6, "note", "jo", 1, 1, "", 0, "PE-4", 0, "TR-11.6"))
    example.fact("open", 9, AppealSettled(8, 7, True, "ana", "jo", 1, 1, "TR-11.9"))
    example.fact("open", 9, AppealSettled(8, 6, False, "ana", "kim", 1, 1, "TR-11.9"))
    assert example.rows("appeals", "rule", "judge", "n", "upheld", "rate") == [
        ("(all)", "(all)", 2, 1, 0.5),
        ("(all)", "jo", 1, 1, 1),
        ("(all)", "kim", 1, 0, 0),
        ("", "(all)", 1, 0, 0),
        ("PE-4", "(all)", 1, 1, 1),
    ]


def test_ratings_are_compared_with_results_and_upsets_are_the_least_likely(
    example: Season,
) -> None:
    found = contests(example.log)
    chances = {(met.round, met.table): chance for met, chance in predicted(found)}
    given = {
        (met.round, met.table): chances[met.round, met.table] if met.winner == met.a
        else 1 - chances[met.round, met.table]
        for met in found if met.winner
    }  # fmt: skip
    rows = example.rows("upsets", "round", "table", "n", "chance_given")
    assert {(number, table): chance for number, table, _, chance in rows} == pytest.approx(given)
    assert [row[3] for row in rows] == pytest.approx(sorted(given.values()))
    told = example.figure("rating-calibration").records()
    assert sum(row["n"] for row in told) == len(given) == 5


# -- rounds ------------------------------------------------------------------------------------

ROUND = ("round", "n", "draws", "agreed", "unfinished", "no_shows", "open", "byes", "drops")


def test_rounds_count_their_contests_draws_byes_and_drops(example: Season) -> None:
    assert example.rows("rounds", *ROUND) == [
        (1, 2, 0, 0, 0, 0, 0, 1, 0),
        (2, 2, 0, 0, 0, 0, 0, 1, 1),
        (3, 2, 1, 0, 0, 0, 0, 0, 0),
    ]


def test_a_struck_result_is_counted_nowhere(season: Season) -> None:
    match = hall(plays=PLAYS).play(section_8())
    match.play(f"lena strike {match.seq}")
    keep(season, "open", match.replay, facts=decks())
    assert season.rows("rounds", *ROUND)[2] == (3, 1, 1, 0, 0, 0, 1, 0, 0)
    assert ("red", 3, 2) in season.rows("field", "deck", "n", "wins")


def test_a_result_that_was_reported_anew_counts_once_and_as_it_is(season: Season) -> None:
    match = hall(plays=PLAYS).play(section_8())
    match.play(f"lena strike {match.seq}; lena report 3 2 0 2")
    keep(season, "open", match.replay, facts=decks())
    assert season.rows("rounds", *ROUND)[2] == (3, 2, 1, 0, 0, 0, 0, 0, 0)
    assert ("red", 4, 2) in season.rows("field", "deck", "n", "wins")
    assert ("open", match.seq) in entries_behind(season.log, "field", row={"deck": "red"})


def test_a_decision_takes_the_place_of_the_slip(season: Season) -> None:
    match = hall(plays=PLAYS).play(section_8()).play("lena decide 3 2 0 2")
    keep(season, "open", match.replay, facts=decks())
    assert season.rows("results-by-how", "how", "word", "n", "ended") == [
        ("played", "slip", 6, 5),
        ("judge", "judge", 6, 1),
    ]


def test_draws_are_told_apart_and_an_empty_table_is_none(season: Season) -> None:
    script = """
        lena enter ana; lena enter bo; lena enter cy; lena enter dee; lena enter eva; lena enter fay
        lena enter gus; lena enter hal
        post ana-bo cy-dee eva-fay gus-hal
        lena report 1 1 0 0 3 how=intentional-draw
        lena report 1 2 1 1 1 how=time
        lena report 1 3 0 0 how=no-show
        post missing=4 ana-cy bo-dee gus-hal
    """
    named = {"ana": "red", "bo": "blue", "cy": "red", "dee": "blue", "eva": "green", "fay": "white"}
    keep(season, "open", hall(plays=PLAYS).play(script).replay, facts=decks(named))
    names = (*ROUND[:7], "rate")
    assert season.rows("rounds", *names)[0] == (1, 4, 3, 1, 1, 1, 0, 0.75)
    assert season.rows("results-by-how", "how", "word", "ended") == [
        ("intentional-draw", "slip", 1),
        ("no-show", "slip", 1),
        ("time", "slip", 1),
        ("unfinished", "", 1),
    ]
    assert season.rows("matchup-grid", "deck", "against", "n", "draws") == [
        ("blue", "red", 1, 1),
        ("red", "blue", 1, 1),
    ]


def test_a_repaired_round_counts_what_stands_on_its_tables(season: Season) -> None:
    keep(
        season,
        "open",
        hall("ana bo cy dee", plays=PLAYS).replay,
    )
    season.fact(
        "open", 6,
        PlacePosted(1, "swiss", 1, "ana", "bo"), PlacePosted(1, "swiss", 2, "cy", "dee"),
        PlacePosted(1, "swiss", 3, "eva", "fay"), PlacePosted(1, "swiss", 0, "gus", ""),
    )  # fmt: skip
    for table, (a, b) in enumerate((("ana", "bo"), ("cy", "dee")), 1):
        season.fact(
            "open", 6 + table,
            ContestEnded(1, table, a, b, 2, 0, 0, "played", a, "slip", "TR-7.3"),
        )  # fmt: skip
    season.fact(
        "open", 9,
        PlacePosted(1, "swiss", 4, "ana", "bo", True), PlacePosted(1, "swiss", 2, "cy", "dee"),
    )  # fmt: skip
    assert season.rows("rounds", *ROUND) == [(1, 1, 0, 0, 0, 0, 1, 0, 0)]


def test_who_left_is_counted_by_round_and_cause(example: Season) -> None:
    assert example.rows("drops", "round", "cause", "n", "gone", "rate") == [(2, "own", 5, 1, 0.2)]


def test_a_dispute_is_open_until_a_judge_has_decided(season: Season) -> None:
    script = """
        lena enter ana; lena enter bo; lena enter cy; lena enter dee
        post ana-bo cy-dee
        ana attest 1 1 2 0; bo attest 1 1 0 2
        cy attest 1 2 2 0; dee attest 1 2 0 2
        lena note text=waits; lena decide 1 2 2 0
    """
    keep(season, "open", hall(plays=PLAYS).play(script).replay)
    assert season.rows("disputes", "settled", "n", "minutes") == [
        ("judge", 1, 2.0),
        ("open", 1, None),
    ]
    assert season.rows("rounds", "round", "n", "open", "disputed") == [(1, 1, 1, 2)]


# -- time, judges, penalties -------------------------------------------------------------------


def test_time_of_a_round_runs_from_its_start_to_the_last_result_without_pauses(
    season: Season,
) -> None:
    match = hall("ana bo", plays=PLAYS).play("post ana-bo; lena report 1 1 2 0")
    keep(season, "open", match.replay)
    for minute, what in ((1, "start"), (2, "pause"), (3, "resume"), (4, "time")):
        at = f"{START + timedelta(minutes=minute):%Y-%m-%dT%H:%M:%SZ}"
        season.fact("open", 4, ClockSet(1, what, at))
    names = ("round", "n", "minutes", "longest", "to_time", "over_time", "late")
    assert season.rows("round-times", *names) == [(1, 1, 3.0, 3.0, 2.0, 1.0, 1.0)]


def test_a_round_with_an_unfinished_contest_is_told_as_open(season: Season) -> None:
    match = hall("ana bo cy dee", plays=PLAYS).play("post ana-bo cy-dee; lena report 1 1 2 0")
    keep(season, "open", match.replay)
    for minute, what in ((1, "start"), (3, "time")):
        at = f"{START + timedelta(minutes=minute):%Y-%m-%dT%H:%M:%SZ}"
        season.fact("open", 6, ClockSet(1, what, at))
    names = ("round", "n", "open", "minutes", "to_time", "over_time")
    assert season.rows("round-times", *names) == [(1, 0, 1, None, 2.0, None)]


def test_extensions_are_counted_by_round_and_cause(example: Season) -> None:
    for seq, (table, seconds, cause) in enumerate(
        [(1, 120, "call"), (1, 60, "call"), (2, 300, "check")], 30
    ):
        example.fact("open", seq, Extended(1, table, seconds, cause, 0, "lena", "TR-6.3"))
    names = ("round", "cause", "n", "contests", "rate", "minutes", "longest")
    assert example.rows("extensions", *names) == [
        (1, "call", 2, 1, 0.5, 1.5, 2.0),
        (1, "check", 1, 1, 0.5, 5.0, 5.0),
    ]


def test_calls_are_counted_by_rule_and_length(example: Season) -> None:
    for seq, (seconds, cited) in enumerate([(30, ""), (90, "R-7"), (700, "R-7"), (None, "")], 30):
        example.fact("open", seq, JudgeCalled(1, 1, "ana", "a question"))
        if cited:
            ruling = RulingMade(seq, "information", "jo", 1, 1, "", 0, cited, 0, "TR-11.2")
            example.fact("open", seq + 10, ruling)
        if seconds is not None:
            ended = CallEnded(seq, "ana", 1, 1, seconds, "jo", "a question", "", "TR-11.5")
            example.fact("open", seq + 20, ended)
    assert example.rows("judge-calls", "rule", "length", "n", "rulings", "minutes") == [
        ("", "under 1", 1, 0, 0.5),
        ("", "open", 1, 0, None),
        ("R-7", "1 to 3", 1, 1, 1.5),
        ("R-7", "over 10", 1, 1, pytest.approx(11.6667, abs=1e-4)),
    ]


def penalty(player: str, number: int, given: str, standard: str) -> PenaltyGiven:
    why = "" if given == standard else "a new player"
    return PenaltyGiven(
        player, number, 1, "PE-4", given, standard, "play-error", why, (), "jo", "TR-10.2"
    )


def test_infractions_are_counted_by_code_and_penalty_and_by_round(example: Season) -> None:
    example.fact("open", 30, penalty("ana", 1, "warning", "warning"))
    example.fact("open", 31, penalty("ana", 2, "warning", "warning"))
    example.fact("open", 32, penalty("ana", 2, "warning", "game-loss"))
    example.fact("open", 33, penalty("bo", 2, "game-loss", "game-loss"))
    names = ("code", "penalty", "n", "players", "deviations", "events")
    assert example.rows("infractions", *names) == [
        ("PE-4", "warning", 3, 1, 1, 1),
        ("PE-4", "game-loss", 1, 1, 0, 1),
    ]
    assert example.rows("infractions-by-round", "round", "penalty", "n", "contests", "each") == [
        (1, "warning", 1, 2, 50.0),
        (2, "warning", 2, 2, 100.0),
        (2, "game-loss", 1, 2, 50.0),
    ]


def test_deck_checks_are_counted_by_how_they_came_and_what_they_found(example: Season) -> None:
    for seq, found in enumerate(("right", "right", "wrong-list"), 30):
        example.fact("open", seq, DeckChecked("ana", 1, "random", 240, found))
    assert example.rows("deck-checks", "kind", "found", "n", "rate", "minutes") == [
        ("random", "right", 2, pytest.approx(2 / 3), 4.0),
        ("random", "wrong-list", 1, pytest.approx(1 / 3), 4.0),
    ]


# -- which events ------------------------------------------------------------------------------


@pytest.fixture
def circuit(example: Season) -> Iterator[Season]:
    """The worked example, and a week later two players who meet once."""
    late = hall("ana fay", plays=PLAYS).play("post ana-fay; lena report 1 1 0 2")
    keep(example, "late", late.replay, day=7, facts=decks({"ana": "blue", "fay": "red"}))
    yield example


def test_events_are_chosen_by_name_day_and_person_and_add_up(circuit: Season) -> None:
    def red(**chosen: object) -> list[tuple[object, ...]]:
        names = ("deck", "players", "n", "wins")
        return [row for row in circuit.rows("field", *names, **chosen) if row[0] == "red"]

    assert red() == [("red", 3, 5, 4)]
    assert red(match="late") == red(since=START.date() + timedelta(days=3)) == [("red", 1, 1, 1)]
    assert red(until=START.date()) == [("red", 2, 4, 3)]
    assert red(person="fay") == [("red", 1, 1, 1)]
    assert circuit.figure("field", person="fay").n == 1
    assert circuit.figure("field").n == 2
    assert circuit.figure("field", game="chess").rows == []
    assert "2 events" in circuit.figure("field").over()


def test_statistics_of_matches_leave_tournaments_out_unless_they_are_asked_for(
    example: Season,
) -> None:
    example.ended("open", (), "no result", how="closed", seq=18)
    assert example.figure("endings").rows == []
    asked = example.rows("endings", "game", "how", game="tournament")
    assert (
        asked == example.rows("endings", "game", "how", match="open") == [("tournament", "closed")]
    )


OF_MORE = {
    *("disputes", "disputed-moments", "misplays", "copies", "day-two", "appeals"),
    *("judge-waits", "late-decks"),
}
"""The statistics of what the worked example has not."""


def test_every_row_of_a_statistic_of_tournaments_has_entries_behind_it(example: Season) -> None:
    example.fact("open", 12, CutMade("ana", 1, 2), penalty("ana", 1, "warning", "warning"))
    example.fact("open", 12, Extended(1, 1, 60, "call", 0, "jo", "TR-6.3"))
    example.fact(
        "open", 12, JudgeCalled(1, 1, "ana", ""), DeckChecked("bo", 1, "asked", 9, "right")
    )
    example.fact("open", 7, ClockSet(1, "start", "2025-05-01T18:06:00Z"))
    own = [name for name, each in all_statistics().items() if each.game == "tournament"]
    assert len(own) >= 13
    for name in set(own) - OF_MORE:
        records = example.figure(name).records()
        assert records, name
        for record in records:
            assert entries_behind(example.log, name, row=record), name


def test_late_entries_are_in_the_field_without_a_deck(example: Season) -> None:
    example.fact("open", 30, Entered("zoe", 6, 3))
    assert ("", 1) in example.rows("field", "deck", "players")


# -- against a plain count ---------------------------------------------------------------------


def counted_by_deck(events: dict[str, Simulated]) -> dict[tuple[str, str], list[int]]:
    """Contests, wins and draws of each deck against each other, from the states at the end."""
    found: dict[tuple[str, str], list[int]] = {}
    for each in events.values():
        state = each.replay.state
        for played in state.rounds:
            for contest in played.contests.values():
                result = contest.result
                if result is None or result.by in ("forfeit", "penalty"):
                    continue
                if result.score.how in ("no-show", "intentional-draw"):
                    continue
                sides = ((contest.a, result.score.a), (contest.b, result.score.b))
                for (own, won), (other, lost) in (sides, sides[::-1]):
                    if deck_of(state, own) != deck_of(state, other):
                        row = found.setdefault(
                            (deck_of(state, own), deck_of(state, other)), [0, 0, 0]
                        )
                        row[0] += 1
                        row[1] += won > lost
                        row[2] += won == lost
    return found


def deck_of(state: State, player: str) -> str:
    """The deck that somebody has registered, or where there are no lists one by the id."""
    if player in state.decks:
        return state.decks[player].name
    return ("red", "blue", "green", "white")[sum(player.encode()) % 4]


@pytest.fixture(scope="module")
def simulated() -> dict[str, Simulated]:
    """Four events with drops, late entries, no-shows, disputes, and slips that were struck."""
    return {f"e{seed}": event_of("standard", seed) for seed in (1, 2, 5, 9)}


@pytest.fixture(scope="module")
def many(
    simulated: dict[str, Simulated], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Log]:
    """A log of these events, its facts projected; the decks are put beside them."""
    with Log.open(tmp_path_factory.mktemp("season") / "season.duckdb", write=True) as log:
        named = []
        for name, found in simulated.items():
            into_log(log, name, found.events, found.times)
            state = found.replay.state
            named += [[name, player, deck_of(state, player)] for player in state.entrants]
        refresh(log)
        log.rows(
            "INSERT INTO fact_tournament__deck_registered (match_id, seq, place, player, name) "
            "SELECT each[1], 2, 0, each[2], each[3] "
            "FROM (SELECT unnest(from_json(?, '[[\"VARCHAR\"]]')) AS each)",
            [json.dumps(named)],
        )
        yield log


def rows(log: Log, name: str, *columns: str) -> list[tuple[Any, ...]]:
    return [tuple(row[c] for c in columns) for row in run(log.connection, name).records()]


def test_the_matchups_of_simulated_events_are_those_of_their_states(
    many: Log, simulated: dict[str, Simulated]
) -> None:
    struck = sum(isinstance(each, Strike) for e in simulated.values() for each in e.events)
    assert struck, "no wrong slip was put right in these events"
    found = {
        (deck, against): [n, wins, draws]
        for deck, against, n, wins, draws in rows(
            many, "matchup-grid", "deck", "against", "n", "wins", "draws"
        )
    }
    assert found == counted_by_deck(simulated)


def test_the_rounds_of_simulated_events_are_those_of_their_states(
    many: Log, simulated: dict[str, Simulated]
) -> None:
    contests, byes, unfinished, left = Counter(), Counter(), Counter(), Counter()
    for each in simulated.values():
        state = each.replay.state
        for number, played in enumerate(state.rounds, 1):
            contests[number] += len(played.contests)
            byes[number] += len(played.byes)
            unfinished[number] += sum(c.result is None for c in played.contests.values())
        for _, fact in each.replay.all_facts():
            if isinstance(fact, Left):
                left[fact.after] += 1
    found = rows(many, "rounds", "round", "n", "byes", "unfinished", "drops")
    assert found == [
        (number, contests[number], byes[number], unfinished[number], left[number])
        for number in sorted({*contests, *left})
    ]


def test_points_of_a_simulated_event_are_those_of_its_contests(
    many: Log, simulated: dict[str, Simulated]
) -> None:
    """What the desk adds up to points, and what the statistics count, is the same record."""
    for name, each in simulated.items():
        prepare(many.connection)
        found = {
            player: (wins, draws)
            for player, wins, draws in many.connection.execute(
                "SELECT player, count_if(won), count_if(level) "
                "FROM entrant_contests(NULL, ?, NULL, NULL, NULL) "
                "WHERE stage <> 'elimination' GROUP BY player",
                [name],
            ).fetchall()
        }
        for player, rounds in history(each.replay.state, shipped()).items():
            met = [one.outcome for one in rounds if one.opponent]
            assert found.get(player, (0, 0)) == (met.count("win"), met.count("draw")), player
