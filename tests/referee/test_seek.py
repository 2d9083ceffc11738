"""Entries found by turn, seat and card."""

from random import Random

import pytest

from events.event import Event
from referee.fact import CardsDrawn
from referee.replay.replay import Replay
from referee.replay.seek import (
    entries_of_turn,
    entries_touching,
    names,
    of_seat,
    turn_beginnings,
)
from referee.replay.simulate import opening, simulate
from tests.games.wondervale.table import CARDS, DECK, GAME, begun


def played(seed: int) -> Replay:
    first = opening(GAME, CARDS, [("one", DECK), ("two", DECK)])
    whole: list[Event] = simulate(GAME, CARDS, first, Random(seed)).events
    return Replay(GAME, CARDS).extend(whole)


@pytest.mark.parametrize("seed", [2, 5])
def test_every_entry_behind_the_first_roll_is_of_one_turn(seed: int) -> None:
    match = played(seed)
    began = turn_beginnings(match)
    of_turns = [seq for turn in began for seq in entries_of_turn(match, turn)]
    assert of_turns == list(range(began[1] + 1, len(match.events) + 1))
    assert sorted(began) == list(range(1, match.state.turn + 1))


def test_a_turn_that_was_taken_back_has_not_begun() -> None:
    match = begun().play("ana draw 1; ana deposit Aegaryn; ana end; bo draw 1").replay
    assert entries_of_turn(match, 2) == range(9, 10)
    match = begun().play("ana draw 1; ana deposit Aegaryn; ana end; bo draw 1; jo rewind 7").replay
    with pytest.raises(LookupError, match="turn 2 has not begun; the last is turn 1"):
        entries_of_turn(match, 2)


def test_an_entry_is_of_the_seat_that_made_it_or_that_a_ruling_meets() -> None:
    match = begun().play("ana draw 1; jo penalty bo warning").replay
    assert [of_seat(event, "ana") for event in match.events[5:]] == [True, False]
    assert [of_seat(event, "bo") for event in match.events[5:]] == [False, True]


@pytest.mark.parametrize("seed", [1, 4])
def test_a_card_shown_from_a_hand_came_there_by_a_draw_that_is_listed(seed: int) -> None:
    match = played(seed)
    for card in ("Frostling", "Tundra Banner", "Duneguard"):
        touched = entries_touching(match, card)
        known = [seq for seq, certain in touched.items() if certain]
        if known:
            assert min(touched) < known[0]
            assert not touched[min(touched)]
        for seq, certain in touched.items():
            drawn = any(isinstance(fact, CardsDrawn) for fact in match.facts(seq))
            assert certain or drawn


def test_a_draw_is_not_listed_once_every_copy_lies_open() -> None:
    match = begun().play("ana discard Reefguard; ana draw 2")
    assert entries_touching(match.replay, "Reefguard") == {3: False, 4: False, 6: True}
    assert entries_touching(match.replay, "Frostling")[7] is False


def test_a_name_is_a_word_of_a_text_and_not_a_part_of_one() -> None:
    assert names({"unit": "Elk.2"}, "elk")
    assert names(["the Elk goes"], "Elk")
    assert not names("Elking", "Elk")
    assert not names({"card": "Moon Elks", "n": 3}, "Elk")
    assert names({"Tundra Banner": 2}, "tundra banner")
