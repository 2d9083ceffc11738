"""Section 3: opening hands, hands drawn anew, and who goes first."""

from collections import Counter

import pytest

from events.notation.words import quote
from referee.fact import CardsDrawn, DeckRebuilt, DieRolled, FirstPlayer, TurnBegan
from referee.verdict import Incomplete
from tests.games.wondervale.table import DECK, GAME, Match, all_cards, begun, opened

DULL = "Aegaryn*4 Juryn*3"
"""A hand of seven without an apprentice."""


def sizes(side) -> tuple[int, int]:
    return side.hidden.size("hand"), side.hidden.size("deck")


@pytest.mark.parametrize("count", [6, 8])
def test_wv_3_1_an_opening_hand_has_7_cards(count: int):
    match = opened()
    match.refuse(f"ana draw {count}", "WV-3.1", seat="ana", have=count)
    match.play("ana draw 7")
    assert sizes(match.ana) == (7, 53)
    assert match.one(CardsDrawn) == CardsDrawn("ana", 7, "WV-3.1")


def test_wv_3_1_both_draw_before_anybody_begins():
    match = opened().play("ana standard-health; ana draw 7")
    match.refuse("ana first-roll 5-2", "WV-3.1", seat="bo")
    match.play("bo draw 7; ana first-roll 5-2")


def test_wv_3_2_a_hand_without_an_apprentice_is_drawn_anew():
    match = opened().play("ana draw 7")
    assert "mulligan" in match.options("ana")
    match.play(f"ana mulligan {DULL}")
    assert sizes(match.ana) == (7, 53)
    assert match.ana.hidden.known("hand") == {}
    assert match.all(DeckRebuilt) == [DeckRebuilt("ana", 60, "WV-3.2")]
    assert match.all(CardsDrawn) == [CardsDrawn("ana", 7, "WV-3.2")]
    assert all_cards(match.ana) == DECK


def test_wv_3_2_guardians_and_heroes_are_no_apprentices():
    opened().play("ana draw 7; ana mulligan Frostguard Frostlord Aegaryn*4 Juryn")


def test_wv_3_2_a_hand_with_an_apprentice_is_kept():
    match = opened().play("ana draw 7")
    match.refuse("ana mulligan Frostling Aegaryn*4 Juryn*2", "WV-3.2", card="Frostling")


def test_wv_3_2_the_deck_must_be_able_to_supply_the_hand():
    match = opened().play("ana draw 7")
    match.refuse("ana mulligan Frostguard*2 Aegaryn*4 Juryn", "WV-3.2", card="Frostguard", asked=2)
    match.refuse("ana mulligan Aegaryn*5 Juryn*2", "WV-3.2", card="Aegaryn", have=4)


def test_wv_3_2_no_more_is_shown_than_the_hand():
    match = opened().play("ana draw 7")
    match.refuse("ana mulligan Aegaryn*4 Juryn*4", "WV-3.2", have=8, size=7)


def test_wv_3_2_a_card_that_was_not_named_is_asked_for():
    match = opened().play("ana draw 7").play("ana mulligan Aegaryn*4 Juryn*2")
    assert match.verdict == Incomplete("say all 7 cards of the hand")
    match.refuse("ana mulligan Frostling Aegaryn*4", "WV-3.2", card="Frostling")
    match.play(f"ana mulligan {DULL}")


def test_wv_3_2_there_must_be_a_hand():
    opened().refuse(f"ana mulligan {DULL}", "WV-3.2", seat="ana")


def test_wv_3_2_it_may_be_repeated():
    match = opened().play(f"ana draw 7; ana mulligan {DULL}; ana mulligan Duneward*4 Abyssal*3")
    assert sizes(match.ana) == (7, 53)


def test_wv_3_2_the_cards_shown_are_shuffled_back_whole():
    match = begun_after_mulligan()
    match.play("ana discard Aegaryn Juryn; ana draw 3")


def begun_after_mulligan():
    match = opened().play(f"ana standard-health; ana draw 7; bo draw 7; ana mulligan {DULL}")
    return match.play("ana first-roll 6-1")


def test_wv_3_2_it_belongs_to_the_start():
    begun().refuse(f"ana mulligan {DULL}", "WV-3.4")


def test_wv_3_3_the_opponent_may_take_one_card_for_each_hand_drawn_anew():
    match = opened().play(f"bo draw 7; ana draw 7; ana mulligan {DULL}")
    assert match.due("bo") == [("extra", "WV-3.3")]
    match.play("bo draw 1")
    assert match.one(CardsDrawn) == CardsDrawn("bo", 1, "WV-3.3")
    assert sizes(match.bo) == (8, 52)
    match.refuse("bo draw 1", "WV-3.3", have=1, limit=0)


def test_wv_3_3_two_hands_give_two_cards():
    match = opened().play(f"bo draw 7; ana draw 7; ana mulligan {DULL}; ana mulligan {DULL}")
    match.refuse("bo draw 3", "WV-3.3", seat="bo", have=3, limit=2)
    match.play("bo draw 2")
    assert sizes(match.bo) == (9, 51)


def test_wv_3_3_one_of_two_may_be_left():
    match = opened().play(f"bo draw 7; ana draw 7; ana mulligan {DULL}; ana mulligan {DULL}")
    match.play("bo draw 1")
    match.refuse("bo draw 2", "WV-3.3", have=2, limit=1)
    match.play("bo decline; ana standard-health; ana first-roll 6-1")


def test_wv_3_3_the_player_who_drew_anew_gets_none():
    match = opened().play(f"bo draw 7; ana draw 7; ana mulligan {DULL}")
    match.refuse("ana draw 1", "WV-3.3", seat="ana", limit=0)


def test_wv_3_3_the_opening_hand_comes_first():
    match = opened().play(f"ana draw 7; ana mulligan {DULL}")
    match.refuse("bo draw 1", "WV-3.1", have=1)
    match.play("bo draw 7; bo draw 1")


def test_wv_3_3_it_lapses_when_the_match_begins():
    assert begun_after_mulligan().due("bo") == []


def test_wv_3_3_a_larger_hand_is_shown_whole_and_7_are_drawn():
    match = opened().play(f"bo draw 7; ana draw 7; ana mulligan {DULL}; bo draw 1")
    match.play(f"bo mulligan {DULL}")
    assert match.verdict == Incomplete("say all 8 cards of the hand")
    match.play(f"bo mulligan {DULL} Abyssal")
    assert sizes(match.bo) == (7, 53)


@pytest.mark.parametrize(
    ("rolls", "first"), [("6-1", "ana"), ("3-4", "bo"), ("2-2 5-5 1-2", "bo"), ("4-4 4-3", "ana")]
)
def test_wv_3_4_the_higher_die_goes_first_and_ties_are_thrown_again(rolls: str, first: str):
    match = opened().play(f"ana standard-health; ana draw 7; bo draw 7; ana first-roll {rolls}")
    assert match.state.active == first
    assert match.one(FirstPlayer) == FirstPlayer(first, "WV-3.4")
    assert match.one(TurnBegan) == TurnBegan(first, 1)
    assert len(match.all(DieRolled)) == 2 * len(rolls.split())
    match.play(f"{first} draw 1")


def test_wv_3_4_the_roller_s_die_stands_first():
    match = opened().play("ana standard-health; ana draw 7; bo draw 7; bo first-roll 5-2")
    assert match.state.active == "bo"
    assert match.all(DieRolled) == [
        DieRolled("bo", 6, 5, "first turn"),
        DieRolled("ana", 6, 2, "first turn"),
    ]


@pytest.mark.parametrize(
    ("rolls", "facts"),
    [
        ("3-3", {"own": 3}),
        ("6-1 3-3", {"number": 1, "own": 6, "other": 1}),
        ("2-2 4-5 6-1", {"number": 2, "own": 4, "other": 5}),
    ],
)
def test_wv_3_4_a_tie_settles_nothing_and_no_throw_follows_a_higher_die(rolls: str, facts):
    match = opened().play("ana standard-health; ana draw 7; bo draw 7")
    match.refuse(f"ana first-roll {rolls}", "WV-3.4", **facts)


@pytest.mark.parametrize("line", ["first-roll 6-1", "standard-health", "agree-health 10"])
def test_wv_3_4_the_start_is_made_once(line: str):
    begun().refuse(f"bo {line}", "WV-3.4")


def offered(match: Match, seat: str) -> list[str]:
    """What a seat is offered to draw, and how many cards."""
    found = []
    for option in GAME.options(match.replay.table):
        if option.seat == seat and option.verb in ("draw", "mulligan"):
            count = option.fields.get("count")
            found.append(f"{option.verb} {count.described()}" if count else option.verb)
    return found


def test_wv_3_1_a_deck_that_a_repair_left_too_few_cards_offers_no_opening_hand():
    match = opened().play("jo adjust draw:ana:60")
    assert offered(match, "ana") == []
    assert offered(match, "bo") == ["draw 7"]
    short = "a judge's repair: ana's deck has 0 cards of 7"
    assert match.refuse("ana draw 7", "WV-3.1", size=0).legal == short
    match.play("ana standard-health; bo draw 7")
    assert match.refuse("ana first-roll 5-2", "WV-3.1").legal == short
    assert not GAME.obligations(match.replay.table)  # nobody owes what only a judge can mend
    match.play("jo adjust draw:ana:-7")
    assert [due.rule for due in GAME.obligations(match.replay.table)] == ["WV-3.1"]
    assert offered(match, "ana") == ["draw 7"]
    assert match.refuse("ana draw 6", "WV-3.1").legal == "ana draw 7"
    match.play("ana draw 7; ana first-roll 5-2")


def test_wv_3_2_a_hand_is_not_drawn_anew_where_hand_and_deck_are_too_few():
    match = opened().play("ana draw 7; jo adjust draw:ana:53")
    kept = Counter({"Aegaryn": 4, "Juryn": 3})
    away = [
        f"move:{quote(f'ana/{card}')}:hand>discard" for card in (Counter(DECK) - kept).elements()
    ]
    match.play(f"jo adjust {' '.join(away)}")
    assert offered(match, "ana") == ["mulligan"]
    match.play("jo adjust move:ana/Juryn:hand>discard")
    assert offered(match, "ana") == []
    match.refuse("ana mulligan Aegaryn*4 Juryn*2", "WV-3.2", have=6)


def test_wv_3_3_no_more_extra_cards_are_offered_than_the_deck_has():
    match = opened().play("ana draw 7; bo draw 7; jo adjust draw:bo:52")
    match.play(f"ana mulligan {DULL}; ana mulligan {DULL}")
    assert offered(match, "bo") == ["draw 1"]
    match.play("bo draw 1")
    assert offered(match, "bo") == []
