"""Section 26: the games of a match, between them, overtime, loops."""

import pytest
from msgspec.structs import replace

from cli.reading.door import event_of
from events.grand_archive import Activate
from referee.fact import FirstPlayer, MatchEnded
from referee.games.grand_archive.facts import TieBroken
from referee.games.registry import game_of
from referee.verdict import OnTrust
from tests.games.grand_archive.table import (
    DECK,
    MATERIAL,
    Match,
    catalog,
    opened,
    opening,
    turn,
)

SIDE = {"ana": ("A1", "Ring0", "Pact", "Wall3"), "bo": ()}
SMALLER = {"ana": (*(each for each in MATERIAL if each not in ("Ring0", "Pact")),)}


def second(**more: str) -> Match:
    """The second game of a match, which the first player lost; decks are not presented yet."""
    deck = {**DECK, "A1": 3, "Wall3": 3}
    return opened(
        contest="cup/1/1/2",
        decks={"ana": deck},
        materials=SMALLER,
        sideboards=SIDE,
        **{"lost": "first", **more},
    )


@pytest.mark.rule("GA-26.1")
def test_ga_26_1_each_game_of_a_match_is_told_by_its_contest():
    assert opened().ga.game == 0
    assert second().ga.game == 2
    assert not second().ga.presented
    assert second().play("ana end").ga.presented == 2


def test_ga_26_20_the_loser_of_the_game_before_goes_first_without_a_word():
    assert second().one(FirstPlayer) == FirstPlayer("ana", "GA-26.20")
    match = second(lost="second").play("bo end")
    assert (match.ga.active, match.ga.turn) == ("ana", 2)


def test_ga_26_20_the_loser_chooses():
    match = second().play("ana starts bo")
    assert match.one(FirstPlayer).seat == "bo"
    match.play("bo end; ana step main")
    assert match.ga.turn == 2


@pytest.mark.parametrize("edition", ["R25", "R26"])
@pytest.mark.parametrize("line", ["ana activate A1", "ana activate Bolt1"])
def test_ga_26_20_a_later_game_begins_with_any_card_of_the_hand(edition: str, line: str) -> None:
    match = second(edition=edition).play(line)
    assert match.ga.turn == 1 and match.size("ana", "hand") < 7


@pytest.mark.parametrize("lost", ["first", "nobody"])
def test_ga_26_20_who_places_the_first_champion_of_a_later_game_was_chosen(lost: str) -> None:
    m = opened(contest="final/2", lost=lost).play("bo place Fire")
    assert m.trusted() == (f"{'ana' if lost == 'first' else 'who lost the game before'} chose so",)
    assert (m.ga.first, m.ga.active) == ("bo", "bo")


def test_ga_26_20_after_a_draw_nobody_chooses_by_placing_a_champion() -> None:
    m = opened(contest="final/2", lost="drawn")
    m.refuse("bo place Fire", "GA-26.20")
    m.play("ana place Fire")


def test_ga_26_20_nobody_else_does():
    second().refuse("bo starts bo", "GA-26.20", loser="ana")
    second(lost="drawn").refuse("ana starts bo", "GA-26.20")
    assert second(lost="drawn").ga.first == "ana"


def test_ga_26_20_not_in_the_first_game_nor_when_decks_are_presented():
    opened().refuse("ana starts bo", "GA-26.20")
    second().play("ana end").refuse("ana starts bo", "GA-26.20", since=2)


@pytest.mark.rule("GA-3.2")
@pytest.mark.parametrize("edition", ["R25", "R26"])
def test_ga_3_2_whoever_chance_has_goes_first_where_the_opening_leaves_it_open(edition: str):
    match = opened(first="told", edition=edition)
    assert not match.ga.presented
    assert match.all(FirstPlayer) == []
    assert match.options("ana") == match.options("bo") == {"begins"}
    assert match.replay.game.obligations(match.t) == []
    assert match.refuse("bo end", "GA-3.2").legal == "ana begins or bo begins"
    assert match.refuse("bo starts bo", "GA-26.20").legal == "ana begins"
    match.play("bo begins how=drawn")
    assert match.one(FirstPlayer) == FirstPlayer("bo", "GA-3.2")
    assert "lots were drawn for who goes first" in match.trusted()
    assert (match.ga.active, match.ga.turn) == ("bo", 1)
    match.refuse("ana begins", "GA-3.2", since=4, first="bo")
    match.play("bo end")
    assert match.ga.active == "ana"


@pytest.mark.parametrize("more", [{"first": "told"}, {"contest": "cup/1/1/2", "lost": "second"}])
def test_a_position_is_declared_of_a_game_whose_decks_nobody_has_presented(more: dict[str, str]):
    cards = catalog()
    told = replace(opening(cards=cards, edition="R26", **more), record="life")
    match = Match(game_of("grand_archive", "R26"), cards, told)
    match.play("bo begins; ana begins; ana record full unseen:ana/deck>hand:5")
    match.play("bo record full unseen:ana/deck>hand:5")
    assert (match.ga.active, match.ga.turn, match.ga.presented) == ("ana", 2, 5)
    assert (match.size("ana", "hand"), match.size("bo", "hand")) == (5, 0)
    match.play("ana step main; ana end")
    assert (match.ga.active, match.ga.first) == ("bo", "bo")


def test_ga_3_2_where_the_first_seat_goes_first_nobody_says_another():
    opened().refuse("bo begins", "GA-3.2", first="ana")


def test_ga_26_5_nobody_is_offered_to_begin_once_time_was_called():
    match = opened(first="told").play("judge time")
    assert match.options("ana") == match.options("bo") == set()
    match.refuse("bo begins", "GA-26.5", since=match.seq)


def test_a_game_that_nobody_has_begun_is_given_up_or_agreed():
    assert opened(first="told").play("bo concede").state.over
    assert opened(first="told").play("judge agree-result ana").state.over


def test_ga_26_20_that_somebody_begins_a_later_game_is_what_its_loser_chose():
    match = second().play("bo begins")
    assert match.one(FirstPlayer) == FirstPlayer("bo", "GA-26.20")
    assert match.trusted() == ("ana chose so",)
    match.refuse("ana begins", "GA-26.21", since=2)
    assert second(lost="drawn").refuse("bo begins", "GA-26.20").legal == "ana begins"
    assert second(lost="drawn").play("ana begins").ga.first == "ana"
    assert second(lost="nobody").play("bo begins").trusted() == (
        "who lost the game before chose so",
    )


def test_ga_26_20_who_lost_is_on_trust_where_nobody_said():
    match = second(lost="nobody").play("bo starts bo")
    assert match.trusted() == ("bo lost the game before",)


def test_ga_26_20_what_may_be_logged_before_the_game_is_offered():
    match = second()
    offered = {(each.seat, each.verb) for each in match.game.options(match.replay.table)}
    assert ("ana", "starts") in offered
    assert ("bo", "starts") not in offered
    assert ("ana", "end") in offered
    assert not match.ga.presented


def test_ga_26_21_what_was_announced_stands():
    match = second().play("ana starts bo early=yes")
    match.refuse("ana starts ana", "GA-26.21", since=2, first="bo")


@pytest.mark.rule("GA-26.22")
def test_ga_26_22_cards_are_exchanged_between_games():
    match = second().play('ana sideboard out=Wall3,"Kai, One" into=A1,Ring0')
    assert match.ga.lists["ana"]["main"]["A1"] == 4
    assert match.ga.lists["ana"]["sideboard"] == {
        "Kai, One": 1,
        "Pact": 1,
        "Wall3": 2,
    }
    assert match.size("ana", "deck") == 60
    match.play("ana step main").hold("ana", "A1")
    assert match.ga.zones.hidden.candidates("ana.material").get("Ring0") == 1


def test_ga_26_22_names_of_a_sideboard_are_in_nobodys_way_but_while_cards_are_exchanged():
    smaller = {seat: SMALLER["ana"] for seat in ("ana", "bo")}
    side = {"ana": ("Pact",), "bo": ()}
    first = opened(materials=smaller, sideboards=side)
    later = opened(contest="cup/1/1/2", materials=smaller, sideboards=side, lost="first")
    assert "Pact" not in first.game.all_names(first.t)
    assert "Pact" in later.game.all_names(later.t)
    later.play("ana end")
    assert "Pact" not in later.game.all_names(later.t)
    assert isinstance(event_of("bo activate Pact", later.replay), Activate)


def test_ga_26_22_a_card_that_went_to_the_sideboard_is_not_found():
    match = second().play("ana sideboard out=Blade0 into=Ring0; ana end; bo end")
    match.refuse("ana materialize Blade0", "GA-25.7")
    match.play("ana materialize Ring0")


def test_ga_26_22_not_before_a_game_was_played_nor_after_decks_are_presented():
    opened().refuse("ana sideboard out=A1 into=A2", "GA-26.22")
    second().play("ana end").refuse("ana sideboard out=Wall3 into=A1", "GA-26.22", since=2)


def test_ga_26_22_within_the_limits_of_decks():
    second().refuse("ana sideboard out=A2", "GA-26.22", seat="ana")
    second().refuse("ana sideboard out=Wall3 into=A2", "GA-26.22")


def test_ga_24_8_a_second_divine_relic_comes_into_no_material_deck():
    extra = "\n".join(
        f'[[cards]]\nname = "Relic {n}"\ntypes = ["item"]\nsupertypes = ["regalia"]\nmemory = 0\n'
        'deck = "material"\nkeywords = ["divine relic"]'
        for n in (1, 2)
    )
    match = opened(
        extra=extra,
        contest="cup/1/1/2",
        materials={"ana": (*SMALLER["ana"], "Relic 1")},
        sideboards={"ana": ("Relic 2", "Pact"), "bo": ()},
        lost="first",
    )
    match.refuse('ana sideboard out=Blade0 into="Relic 2"', "GA-24.8")
    match.play('ana sideboard out="Relic 1" into="Relic 2"')


def test_ga_26_22_a_checked_deck_has_no_card_of_the_sideboard():
    match = second().play("ana step main")
    cards = " ".join(f'"{each}"' for each in (*SMALLER["ana"][1:-1], "Pact"))
    match.refuse(f"ana inspection material {cards}", "GA-26.22", card="Pact")


def test_ga_26_23_face_down_cards_are_shown_at_the_end():
    match = turn().unseen("bo", "facedown", 1).play("ana concede")
    match.refuse('bo inspection facedown "Kai, One"', "GA-26.23")
    match.refuse("bo inspection facedown", "GA-26.23", have=1, count=0)
    match.play("bo inspection facedown A1")


def test_ga_26_23_cards_of_which_each_could_be_there_are_not_there_together():
    match = turn().unseen("bo", "facedown", 3).unseen("ana", "memory", 1)
    match.refuse("ana inspection memory King4 King4 King4", "GA-25.7", have=2)
    match.play("ana concede")
    match.refuse("bo inspection facedown King4 King4 King4", "GA-26.23", have=2)
    match.play("bo inspection facedown King4 King4 A1")


@pytest.mark.rule("GA-26.5")
def test_ga_26_5_after_time_come_this_turn_and_three_more():
    match = turn().play("judge time")
    for seat in ("ana", "bo", "ana"):
        match.play(f"{seat} end")
        assert not match.ga.over
    match.play("bo end")
    assert match.one(MatchEnded).how == "time"


def test_ga_26_5_no_game_begins_after_time():
    match = second().play("judge time")
    match.refuse("ana end", "GA-26.5", since=2)


@pytest.mark.parametrize(("reading", "turns"), [("next_turn_is_0", 5), ("next_turn_is_1", 4)])
def test_ga_i_16_time_while_a_turn_is_passed(reading: str, turns: int):
    match = turn(choices={"GA-I 16": reading}).play("ana step end; judge time")
    seats = ("ana", "bo") * 3
    for seat in seats[: turns - 1]:
        match.play(f"{seat} end")
    assert not match.ga.over
    match.play(f"{seats[turns - 1]} end")
    assert match.ga.over


def test_ga_26_6_a_game_without_a_winner_in_time_is_drawn():
    match = turn().play("judge time; judge time")
    assert match.one(MatchEnded) == MatchEnded((), "draw", "time", "GA-26.6")


@pytest.mark.rule("GA-26.7")
def test_ga_26_7_what_is_pending_is_finished_first():
    match = turn().hold("ana", "A1").play("judge time; ana activate A1; judge time")
    assert match.thing("A1.1").place == "field"
    assert match.ga.over


def elimination() -> Match:
    """A timed elimination, in which time is called."""
    return turn(timed="elimination").play("judge time")


def test_ga_26_8_life_decides_an_elimination():
    match = elimination()
    match.champion("ana").damage = 1
    match.play("judge time")
    assert match.one(TieBroken) == TieBroken("bo", "life", 15, 14)
    assert match.one(MatchEnded) == MatchEnded(("bo",), "won", "time", "GA-26.8")


def test_ga_26_8_then_influence_then_the_main_deck_then_the_last_turn():
    match = elimination().unseen("bo", "memory", 1).play("judge time")
    assert match.one(TieBroken) == TieBroken("bo", "influence", 10, 9)
    match = elimination()
    match.hold("ana", "A1", place="deck").play("judge time")
    assert match.one(TieBroken).figure == "cards in the main deck"
    match = elimination()
    match.ga.last = "ana"
    match.play("judge time")
    assert match.one(TieBroken) == TieBroken("ana", "the last turn", 1, 0)


def test_ga_26_8_games_won_come_first():
    match = second(timed="elimination", lost="second").play("bo step main; judge time; judge time")
    assert match.one(TieBroken) == TieBroken("ana", "games won", 1, 0)


@pytest.mark.rule("GA-26.27")
def test_ga_26_27_a_conceded_game_was_played():
    match = opened(contest="cup/1/1/1").play("ana concede")
    assert match.one(MatchEnded).how == "concession"
    match = second().play("ana sideboard out=Wall3 into=A1; ana starts bo")
    assert match.ga.first == "bo"


@pytest.mark.rule("GA-26.28")
def test_ga_26_28_a_game_is_drawn_by_a_judge_alone():
    match = second().play("ana step main")
    match.refuse("Ana agree-result", "GA-26.28")
    match.play("judge agree-result")
    assert isinstance(match.verdict, OnTrust)
    assert match.one(MatchEnded).result == "draw"


def test_ga_26_28_in_the_first_minutes_of_the_first_game_players_may_agree():
    match = opened().play("Ana agree-result")
    assert isinstance(match.verdict, OnTrust)


def test_ga_26_28_outside_events_players_agree():
    match = opened(event="no").play("Ana agree-result")
    assert match.one(MatchEnded).result == "draw"


@pytest.mark.rule("GA-26.34")
def test_ga_26_34_a_loop_repeats_lines_of_this_phase():
    match = turn().hold("ana", "A1")
    match.refuse("ana loop lines=9 times=2", "GA-26.34", lines=9)
    match.refuse("ana tally memory=9", "GA-5.42")
    match.play("ana activate A1; ana loop lines=1 times=3")
    assert "a judge adjusts it" in match.trusted()[-1]
    match.play("ana tally memory=9")
    assert match.trusted() == ("GA-5.42: what entry 5 repeated may allow it",)


def test_what_followed_is_told_in_sentences():
    match = elimination()
    match.champion("ana").damage = 1
    match.play("judge time")
    words = match.game.words
    told = {words[type(each)](each) for each in match.facts if type(each) in words}
    assert "bo is ahead by life: 15 to 14" in told
    match = turn(phase="recollection").play("ana step draw")
    told = {words[type(each)](each) for each in match.facts if type(each) in words}
    assert {"ana recollects 2 cards", "ana: draw"} <= told
