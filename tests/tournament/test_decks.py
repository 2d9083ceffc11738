"""Lists of decks: registered, seen, changed, checked (section 4)."""

from hashlib import sha256

import pytest

from events.notation import quote
from referee.tournament.decks import may_see_list, tables_to_check
from referee.tournament.facts import DeckChecked, DeckRegistered
from referee.verdict import Legal
from tests.table import Match
from tests.tournament.halls import hall, posts, wins


def closed(players: str = "ana bo", **options: str | int) -> Match:
    return hall(players, decklists="closed", rounds=3, **options)


def register(player: str, cards: str = "Wolf:4,Elk:3", by: str = "") -> str:
    return f"{by or player} register-deck {player} Red {cards}"


def test_tr_4_1_a_list_is_registered_on_trust_and_the_last_one_counts():
    match = closed().play(register("ana"))
    assert match.trusted() == ("the list of ana is as the game's rules for decks say",)
    assert match.one(DeckRegistered) == DeckRegistered("ana", "Red")
    match.play(register("ana", "Wolf:1", by="lena"))
    assert match.state.decks["ana"].cards == {"Wolf": 1}


def test_tr_4_1_a_list_has_cards_and_is_handed_in_by_its_player_or_the_desk():
    match = closed()
    match.refuse("ana register-deck ana Red", "TR-4.1")
    match.refuse(register("ana", by="bo"), "TR-1.8", by="bo")
    match.refuse(register("cy", by="lena"), "TR-1.3", player="cy")


def test_tr_4_1_where_no_lists_are_taken_the_name_of_a_deck_is_noted_alone():
    match = hall("ana bo")
    match.refuse(register("ana"), "TR-4.1")
    match.play("ana register-deck ana Red")
    assert match.state.decks["ana"].name == "Red"


def test_tr_4_1_of_a_team_each_player_has_a_list():
    match = hall(decklists="open", teams=2)
    match.play("lena enter ana team=wolves; lena enter bo team=wolves")
    match.refuse(register("wolves", by="lena"), "TR-4.1", player="wolves")
    match.play(register("bo"))


@pytest.mark.rule("TR-4.2")
def test_tr_4_2_a_list_is_seen_by_its_player_and_judges_until_decks_are_published():
    match = closed("ana bo").play(register("ana"))
    match.play("lena appoint jo judge; lena appoint sam scorekeeper")
    seen = [
        who for who in ("ana", "bo", "jo", "lena", "sam") if may_see_list(match.state, who, "ana")
    ]
    assert seen == ["ana", "jo", "lena"]
    match.play("lena publish standings")
    assert not may_see_list(match.state, "bo", "ana")
    match.play("lena publish decks")
    assert may_see_list(match.state, "bo", "ana")


def test_tr_4_3_after_the_deadline_a_list_changes_by_an_adjustment_alone():
    match = closed("ana bo", late=2).play(register("ana"))
    posts(match, "ana-bo")
    match.refuse(register("ana", by="lena"), "TR-4.3", since=match.seq)
    match.refuse(register("bo"), "TR-4.3", player="bo")
    match.play('lena adjust card:ana/Wolf:3 card:ana/Elk:0 card:"ana/Ember Bear":1 authority=head')
    assert match.state.decks["ana"].cards == {"Wolf": 3, "Ember Bear": 1}
    match.play("lena adjust card:bo/Wolf:4 side:bo/sideboard/Elk:2 authority=head")
    assert match.state.decks["bo"].lists == {"sideboard": {"Elk": 2}}
    match.play("lena enter cy").play(register("cy"))


def test_tr_4_3_a_list_in_an_order_is_adjusted_too():
    match = closed()
    material = quote('{"material":["Elk","Bear"]}')
    match.play(f"ana register-deck ana Red Wolf:4 {material}")
    match.play("lena adjust side:ana/material/Elk:0 side:ana/material/Fox:2 authority=head")
    assert match.state.decks["ana"].lists == {"material": ("Bear", "Fox", "Fox")}


def test_an_adjustment_names_a_card_of_a_player():
    match = closed().play(register("ana"))
    for change in ("card:ana:4", "card:cy/Wolf:4", "side:ana/Elk:2", "card:ana/Wolf:many"):
        match.refuse(f"lena adjust {change} authority=head", "REF-3.5")


@pytest.mark.rule("TR-4.5")
def test_tr_4_5_the_key_of_the_round_draws_the_tables_to_check():
    key, tables = "5a" * 32, range(1, 21)
    order = {sha256(f"{key}|check|{table}".encode()).hexdigest(): table for table in tables}
    assert tables_to_check(key, tables, 3) == [order[each] for each in sorted(order)][:3]
    assert tables_to_check(key, reversed(tables), 3) == tables_to_check(key, tables, 3)
    assert tables_to_check("5b" * 32, tables, 20) != tables_to_check(key, tables, 20)


@pytest.mark.rule("TR-4.6")
def test_tr_4_6_a_judge_notes_what_a_check_has_found():
    match = posts(closed("ana bo cy").play(register("ana")), "ana-bo", "cy")
    match.play("lena deck-check ana 1 random 240")
    assert match.one(DeckChecked) == DeckChecked("ana", 1, "random", 240, "right")
    assert isinstance(match.verdict, Legal)
    assert match.state.checks[0].seconds == 240
    match.refuse('lena deck-check ana 1 differs="one Elk more"', "TR-4.6")
    match.refuse("lena deck-check ana 2", "TR-1.3", round=2)
    stranger = match.refuse("lena deck-check eva 1", "TR-1.3", player="eva")
    assert stranger.message == "eva has not entered"
    match.refuse("ana deck-check bo 1", "TR-1.8")
    match.play("lena deck-check bo 1 targeted 60 found=wrong-list")
    assert match.trusted() == ("bo has a list that is not registered here",)
    match.play("lena deck-check bo 1 found=missing")
    assert isinstance(match.verdict, Legal)


def test_a_check_is_of_somebody_who_plays_in_the_round():
    match = wins(posts(closed("ana bo cy", late=3), "ana-bo", "cy"), "ana").play("lena enter eva")
    match.refuse("lena deck-check eva 1", "TR-1.3", player="eva")
