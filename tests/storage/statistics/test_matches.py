"""Who wins, how long it takes, and what the referee had to say, with figures computed by hand."""

from referee.fact import FirstPlayer, TurnBegan, TurnEnded
from storage.statistics import entries_behind
from tests.storage.statistics.season import Season, close

# -- who wins ----------------------------------------------------------------------------------


def test_ten_matches_of_which_the_first_seat_wins_eight(season: Season) -> None:
    for i in range(10):
        season.match(f"m{i}")
        season.won(f"m{i}", "ana" if i < 8 else "bo")
    first, second = season.figure("wins-by-seat").records()
    assert (first["game"], first["place"], first["n"], first["wins"]) == ("skirmish", 1, 10, 8)
    assert (first["rate"], first["low"], first["high"]) == close(0.8, 0.490, 0.943)
    assert (second["rate"], second["low"], second["high"]) == close(0.2, 0.057, 0.510)


def test_a_draw_is_a_match_that_nobody_won_and_an_open_match_does_not_count(
    season: Season,
) -> None:
    season.match("drawn")
    season.won("drawn", "")
    season.match("won")
    season.won("won", "bo")
    season.match("open")
    assert season.rows("wins-by-seat", "place", "n", "wins", "draws") == [
        (1, 2, 0, 1),
        (2, 2, 1, 1),
    ]
    assert season.figure("wins-by-seat").n == 3


def test_wins_are_counted_by_who_went_first_whatever_the_seat(season: Season) -> None:
    for name, first, winner in [("a", "ana", "ana"), ("b", "bo", "bo"), ("c", "bo", "ana")]:
        season.match(name)
        season.fact(name, 4, FirstPlayer(first, "R-2"))
        season.won(name, winner)
    season.match("conceded-before-the-roll")
    season.won("conceded-before-the-roll", "bo")
    assert season.rows("wins-by-start", "start", "n", "wins") == [
        ("not settled", 2, 1),
        ("went first", 3, 2),
        ("went later", 3, 1),
    ]


def test_wins_by_deck_tell_how_often_a_deck_met_itself(season: Season) -> None:
    season.match("a", decks=("Frost", "Sand"))
    season.won("a", "ana")
    season.match("b", decks=("Sand", "Frost"))
    season.won("b", "bo")
    season.match("c", decks=("Frost", "Frost"))
    season.won("c", "bo")
    assert season.rows("wins-by-deck", "deck", "n", "wins", "mirror", "rate") == [
        ("Frost", 4, 3, 2, 0.75),
        ("Sand", 2, 0, 0, 0.0),
    ]
    assert season.rows("matchups", "deck", "against", "n", "wins") == [
        ("Frost", "Sand", 2, 2),
        ("Sand", "Frost", 2, 0),
    ]


def test_a_deck_counts_for_every_trait_value_that_its_cards_have(season: Season) -> None:
    traits = [("Wolf", "ice"), ("Bear", "ice"), ("Viper", "sand"), ("Jackal", "sand")]
    for card, tribe in traits:
        season.put("card_traits", "catalog", card, "tribe", tribe)
        season.put("card_traits", "another", card, "tribe", "none")
    decks = {
        "ana": [("Wolf", 3), ("Bear", 1), ("Viper", 3)],
        "bo": [("Wolf", 2), ("Bear", 2)],
    }
    season.match("a")
    for seat, cards in decks.items():
        for card, copies in cards:
            season.put("deck_cards", "a", seat, "", card, copies)
    season.won("a", "ana")
    for seat, name in (("bo", "sideboard"), ("", "monsters")):
        season.put("deck_cards", "a", seat, name, "Viper", 1)
    assert season.rows("wins-by-trait", "trait", "value", "n", "wins") == [
        ("tribe", "sand", 1, 1),
        ("tribe", "ice", 2, 1),
    ]


def test_a_trait_with_many_values_or_with_one_says_nothing_of_a_deck(season: Season) -> None:
    season.match("a")
    for number in range(13):
        card = f"card {number}"
        season.put("card_traits", "catalog", card, "power", str(number))
        season.put("card_traits", "catalog", card, "kind", "card")
        season.put("deck_cards", "a", "ana", "", card, 1)
    season.won("a", "ana")
    assert season.figure("wins-by-trait").rows == []


def test_endings_are_shares_of_the_finished_matches(season: Season) -> None:
    for i, (winner, how) in enumerate([("ana", "points"), ("bo", "points"), ("", "time called")]):
        season.match(f"m{i}")
        season.won(f"m{i}", winner, how=how)
    assert season.rows("endings", "result", "how", "n", "ended") == [
        ("won", "points", 3, 2),
        ("draw", "time called", 3, 1),
    ]
    low, high = season.rows("endings", "low", "high")[1]
    assert (low, high) == close(0.0615, 0.7923)


# -- how long ----------------------------------------------------------------------------------


def test_the_length_of_matches_is_told_in_turns_and_in_minutes(season: Season) -> None:
    for turns in (10, 20, 30):
        name = f"m{turns}"
        season.match(name)
        season.entry(name, 9, "end", 60 * turns + 30)
        for turn in range(1, turns + 1):
            season.fact(name, turn, TurnBegan("ana" if turn % 2 else "bo", turn))
        season.won(name, "ana", seq=9)
    columns = ("measure", "n", "mean", "median", "p10", "p90", "min", "max")
    turns_row, minutes_row = season.rows("match-length", *columns)
    assert turns_row == ("turns", 3, 20, 20, 12, 28, 10, 30)
    assert minutes_row == ("minutes", 3, 20.5, 20.5, 12.5, 28.5, 10.5, 30.5)


def turns_at(season: Season, match: str, *seconds: float) -> None:
    """Turns of ana and bo in alternation that begin and end at these seconds; seq = 10, 20 ..."""
    for number, second in enumerate(seconds, 1):
        seq = 10 * number
        season.entry(match, seq, "end", second)
        if number > 1:
            seat = "ana" if number % 2 == 0 else "bo"
            season.fact(match, seq, TurnEnded(seat, number - 1))
        if number < len(seconds):
            season.fact(match, seq, TurnBegan("bo" if number % 2 == 0 else "ana", number))


def test_time_per_turn_leaves_out_the_time_under_an_open_call(season: Season) -> None:
    season.match("a")
    turns_at(season, "a", 0, 100, 160, 400)
    season.entry("a", 31, "call-judge", 200)
    season.entry("a", 32, "call-judge", 210)
    season.entry("a", 33, "close-call", 290)
    assert season.rows("time-per-turn", "place", "n", "mean", "max", "judge_seconds") == [
        (1, 2, 125, 150, 90),
        (2, 1, 60, 60, 0),
    ]


def test_what_lies_between_two_turns_is_nobodys(season: Season) -> None:
    season.match("a")
    season.fact("a", 2, TurnBegan("ana", 1))
    season.fact("a", 3, TurnEnded("ana", 1))
    season.fact("a", 4, TurnBegan("bo", 2))
    season.fact("a", 5, TurnEnded("bo", 2))
    for seq in range(2, 6):
        season.entry("a", seq, "step", 10 * seq * seq)
    assert season.rows("time-per-turn", "place", "n", "mean") == [(1, 1, 50), (2, 1, 90)]


def test_a_call_that_is_open_across_two_turns_is_left_out_of_both(season: Season) -> None:
    season.match("a")
    turns_at(season, "a", 0, 100, 200)
    season.entry("a", 11, "call-judge", 80)
    season.entry("a", 21, "close-call", 130)
    assert season.rows("time-per-turn", "place", "mean", "judge_seconds") == [
        (1, 80, 20),
        (2, 70, 30),
    ]


def test_a_call_that_nobody_closes_is_open_to_the_end(season: Season) -> None:
    season.match("a")
    turns_at(season, "a", 0, 100, 200)
    season.entry("a", 11, "call-judge", 80)
    assert season.rows("time-per-turn", "place", "mean") == [(1, 80), (2, 0)]


def test_a_call_that_a_rewind_takes_back_ends_with_the_rewind(season: Season) -> None:
    season.match("a")
    turns_at(season, "a", 0, 100, 200)
    season.entry("a", 11, "call-judge", 30, undone_by=12)
    season.entry("a", 12, "rewind", 50)
    assert season.rows("time-per-turn", "place", "mean", "judge_seconds") == [
        (1, 80, 20),
        (2, 100, 0),
    ]


def test_the_last_turn_ends_with_the_match_and_a_turn_still_going_on_does_not_count(
    season: Season,
) -> None:
    season.match("over")
    turns_at(season, "over", 0, 100, 200)
    season.fact("over", 30, TurnBegan("ana", 3))
    season.entry("over", 40, "attack", 260)
    season.won("over", "ana", seq=40)
    season.match("open", people=("cy", "bo"))
    turns_at(season, "open", 0, 30)
    season.fact("open", 20, TurnBegan("bo", 2))
    columns = ("person", "n", "mean")
    assert season.rows("time-per-turn-by-person", *columns) == [
        ("bo", 1, 100),
        ("ana", 2, 80),
        ("cy", 1, 30),
    ]


def test_pace_tells_entries_by_match_turn_and_minute_and_how_late_they_were_written(
    season: Season,
) -> None:
    season.match("a")
    turns_at(season, "a", 30, 60, 90)
    season.entry("a", 31, "attack", 120, late=25)
    assert season.rows("pace", "measure", "n", "mean") == [
        ("entries per match", 1, 5),
        ("entries per minute", 1, 2.5),
        ("entries per turn", 1, 2.5),
        ("seconds to record", 1, 5),
    ]


# -- the referee's work ------------------------------------------------------------------------


def test_misplays_are_a_share_of_all_entries_with_what_followed_and_what_became_of_them(
    season: Season,
) -> None:
    season.match("a")
    season.entry("a", 2, "lay", 1, verdict="illegal", broke="R-5.2", standing="legal",
                 remedy="let stand")  # fmt: skip
    season.entry("a", 3, "lay", 2, verdict="illegal", broke="R-5.2", standing="not in force",
                 undone_by=6, remedy="undone")  # fmt: skip
    season.entry("a", 4, "lay", 3, verdict="illegal", broke="R-5.2")
    season.entry("a", 5, "draw", 4, verdict="illegal", broke="R-4.1", standing="legal",
                 remedy="repaired by an insert")  # fmt: skip
    season.entry("a", 6, "lay", 5, verdict="illegal", broke="R-4.1", root=5)
    season.entry("a", 7, "lay", 6, verdict="illegal", broke="R-5.2", root=5)
    season.entry("a", 8, "lay", 7, verdict="illegal", broke="R-4.1", standing="legal",
                 remedy="repaired")  # fmt: skip
    counts = ("rule", "n", "illegal", "consequences", "matches", "rate")
    assert season.rows("illegal-entries", *counts) == [
        ("R-5.2", 8, 3, 0, 1, 3 / 8),
        ("R-4.1", 8, 2, 2, 1, 2 / 8),
    ]
    remedies = ("rule", "let_stand", "inserted", "repaired", "undone")
    assert season.rows("illegal-entries", *remedies) == [
        ("R-5.2", 1, 0, 0, 1),
        ("R-4.1", 0, 1, 1, 0),
    ]
    assert season.rows("illegal-entries", "low", "high")[0] == close(0.1368, 0.6943)


def test_rulings_are_counted_by_kind_and_by_each_rule_that_they_name(season: Season) -> None:
    season.match("a")
    season.entry("a", 2, "stand", 1, judge="j", entry=5, waive=["R-1", "R-2"])
    season.entry("a", 3, "rewind", 2, judge="j", to=1, undone_by=6)
    season.entry("a", 4, "penalty", 3, judge="j", seat="ana", kind="warning", rule="R-1")
    season.entry("a", 5, "rewind", 4, verdict="illegal", judge="j", to=99)
    season.entry("a", 6, "overrule", 5, judge="j", ruling=3)
    assert season.rows("rulings", "kind", "rule", "n", "overruled") == [
        ("overrule", "", 1, 0),
        ("penalty: warning", "R-1", 1, 0),
        ("rewind", "", 1, 1),
        ("stand", "R-1", 1, 0),
        ("stand", "R-2", 1, 0),
    ]


def test_a_turn_that_all_share_is_nobodys(season: Season) -> None:
    season.match("a")
    season.entry("a", 2, "begin", 30)
    season.entry("a", 3, "close", 90)
    season.fact("a", 2, TurnBegan("", 1))
    season.fact("a", 3, TurnEnded("", 1))
    assert season.rows("time-per-turn", "place", "n", "mean") == [(None, 1, 60)]
    row = season.figure("time-per-turn").records()[0]
    assert entries_behind(season.log, "time-per-turn", row=row) == [("a", 2)]
    assert season.rows("time-per-turn", "place", person="ana") == []
    assert season.rows("time-per-turn-by-person", "person") == []
