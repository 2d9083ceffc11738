"""Section 1: the objective, the players and their decks."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from events.common import Opening
from events.wondervale import EVENTS
from referee.fact import DamageDealt, MatchEnded, ScoreChanged
from tests.games.wondervale.table import DECK, GAME, Has, Match, opened, opening, position

LINGS = {name: 3 for name in DECK if name.endswith("ling") and name != "Bulkling"}


def sixty(characters: Mapping[str, int]) -> dict[str, int]:
    """A deck of these characters, filled up with one tribe card."""
    return {**characters, "Aegaryn": 60 - sum(characters.values())}


def deck_of(deck: Mapping[str, int], choices: Mapping[str, str] | None = None):
    """An opening in which bo brings that deck."""
    return opened(decks=(DECK, deck), choices=choices)


def test_wv_1_1_a_champion_at_0_health_loses_at_once():
    match = position(ana=Has(battle="Frostling"), bo=Has(health=30))
    match.play("ana direct-attack")
    assert match.bo.health == 0
    assert match.one(MatchEnded) == MatchEnded(("ana",), "won", "Champion at 0 health", "WV-1.1")
    assert (match.state.over, match.state.winner) == ("Champion at 0 health", "ana")
    assert not match.options("ana") | match.options("bo")
    match.refuse("ana end", "REF-1.4", since=2)


def test_wv_1_1_health_does_not_fall_below_0():
    match = position(ana=Has(battle="Frostling"), bo=Has(health=10)).play("ana direct-attack")
    assert match.one(DamageDealt).amount == 30
    assert match.one(DamageDealt).left == 0
    assert match.one(ScoreChanged) == ScoreChanged("bo", "health", 0)
    assert match.state.winner == "ana"


def test_wv_1_1_a_champion_with_1_health_plays_on():
    match = position(ana=Has(battle="Frostling"), bo=Has(health=31)).play("ana direct-attack")
    assert match.bo.health == 1
    assert not match.state.over
    match.play("ana end; bo draw 1")


@pytest.mark.parametrize("players", [1, 3])
def test_wv_1_2_a_match_is_for_exactly_two_players(players: int):
    match = opened(decks=[DECK] * players)
    match.refused("WV-1.2", have=players)
    assert not match.replay.opened
    match.refuse("ana draw 7", "REF-1.1")


def test_wv_1_2_they_play_against_each_other():
    match = Match(GAME, opening_of_two("red", "red"))
    verdict = match.refused("WV-1.2", side="red")
    assert verdict.legal == "one against one"
    assert not match.replay.opened
    assert Match(GAME, opening_of_two("red", "blue")).replay.opened


def opening_of_two(*sides: str) -> Opening:
    """An opening in which ana and bo play for these sides."""
    first = opening()
    seats = tuple(replace(s, side=side) for s, side in zip(first.seats, sides, strict=True))
    return replace(first, seats=seats)


def test_wv_1_2_two_players_may_sit_down():
    assert opened(decks=[DECK] * 2).state.seats == ("ana", "bo")


EVERY_ACT = (
    "standard-health",
    "agree-health 100",
    "chaos-health ana:3",
    "first-roll 6-1",
    "draw 7",
    "mulligan Juryn*7",
    "discard Juryn",
    "deposit Juryn",
    "lay Starling tribes=Aegaryn",
    "upgrade Duneling Duneguard",
    "promote Duneling",
    "swap Duneling",
    "attack 6-1",
    "enter Duneling",
    "roll 6-1",
    "direct-attack",
    "champion-battle 6-1",
    "reclaim Juryn",
    "sift Juryn",
    "exchange Juryn bank Aegaryn Duneling",
    "replace Juryn bank Aegaryn",
    "graft Juryn bank",
    "pick Juryn",
    "drown Duneling",
    "decline",
    "end",
)


@pytest.mark.parametrize("act", EVERY_ACT)
def test_ref_1_3_only_those_who_sit_at_the_table_act(act: str):
    for match in (opened(), position(), position(step="discard")):
        verdict = match.refuse(f"cy {act}", "REF-1.3", seat="cy")
        assert verdict.legal == "one of ana, bo"


def test_ref_1_3_every_act_is_tried():
    verbs = {verb for verb, kind in GAME.codec.by_verb.items() if kind in EVENTS}
    assert {act.split()[0] for act in EVERY_ACT} == verbs


@pytest.mark.parametrize("size", [59, 61])
def test_wv_1_3_a_deck_has_exactly_60_cards(size: int):
    deck = {**DECK, "Abyssal": DECK["Abyssal"] + size - 60}
    verdict = deck_of(deck).refused("WV-1.3", have=size)
    assert verdict.message == f"bo: the deck has {size} cards"
    assert sum(DECK.values()) == 60
    assert deck_of(DECK).replay.opened


def test_wv_1_3_characters_and_tribe_cards_count_together():
    assert deck_of(sixty(LINGS)).replay.opened
    deck_of({**LINGS, "Aegaryn": 60}).refused("WV-1.3", have=78)


def test_wv_1_4_a_character_has_3_copies_at_the_most():
    deck_of(sixty({**LINGS, "Frostling": 4})).refused("WV-1.4", card="Frostling", count=4)
    assert deck_of(sixty({**LINGS, "Frostling": 3})).replay.opened


def test_wv_1_4_tribe_cards_have_no_such_limit():
    assert sixty(LINGS)["Aegaryn"] == 42
    assert deck_of(sixty(LINGS)).replay.opened


def test_wv_1_5_a_deck_has_at_least_10_apprentices():
    nine = {"Frostling": 3, "Duneling": 3, "Cityling": 3}
    deck_of(sixty({**nine, "Frostguard": 3})).refused("WV-1.5", have=9)
    assert deck_of(sixty({**nine, "Starling": 1})).replay.opened


def test_wv_1_6_a_guardian_needs_its_apprentice():
    without = {name: count for name, count in LINGS.items() if name != "Frostling"}
    match = deck_of(sixty({**without, "Frostguard": 1}))
    match.refused("WV-1.6", card="Frostguard", follows="Frostling", have=0, need=1)
    assert deck_of(sixty({**LINGS, "Frostguard": 1})).replay.opened


def test_wv_1_6_a_hero_needs_its_guardian():
    match = deck_of(sixty({**LINGS, "Frostlord": 1}))
    match.refused("WV-1.6", card="Frostlord", follows="Frostguard", have=0, need=1)
    assert deck_of(sixty({**LINGS, "Frostguard": 1, "Frostlord": 1})).replay.opened


def test_wv_1_7_a_deck_names_cards_of_the_catalog():
    deck_of(sixty({**LINGS, "Snowlitt": 1})).refused("WV-1.7", card="Snowlitt")


@pytest.mark.parametrize(
    "line",
    [
        "ana discard Snowlitt",
        "ana deposit Snowlitt",
        "ana lay Snowlitt tribes=Aegaryn",
        "ana lay Frostling tribes=Snowlitt",
        "ana upgrade Duneling Snowlitt tribes=Aegaryn",
        "ana upgrade Duneling Duneguard tribes=Snowlitt,Snowlitt",
    ],
)
def test_wv_1_7_a_turn_names_cards_of_the_catalog(line: str):
    ana = Has(bench="Duneling [Duneward]", bank="Aegaryn*2", hand=8)
    position(ana=ana).refuse(line, "WV-1.7", card="Snowlitt")


def test_wv_1_7_a_mulligan_names_cards_of_the_catalog():
    match = opened().play("ana draw 7")
    match.refuse("ana mulligan Aegaryn*4 Juryn*2 Snowlitt", "WV-1.7", card="Snowlitt")


@pytest.mark.parametrize(
    ("winner", "line"),
    [
        ("Duneling", "ana sift Snowlitt"),
        ("Cityling", "ana replace Snowlitt bank Aegaryn"),
        ("Cityling", "ana replace Aegaryn bank Snowlitt"),
        ("Cityling", "ana exchange Snowlitt bank Aegaryn Cityling"),
        ("Cityling", "ana exchange Aegaryn bank Snowlitt Cityling"),
        ("Fernling", "ana graft Snowlitt bank"),
        ("Frostling", "ana pick Snowlitt"),
    ],
)
def test_wv_1_7_an_ability_names_cards_of_the_catalog(winner: str, line: str):
    match = position(
        ana=Has(battle=f"{winner} [Juryn]", bank="Aegaryn"), bo=Has(battle="Waveling -40")
    )
    match.play("ana attack 6-1").refuse(line, "WV-1.7", card="Snowlitt")


def test_wv_1_7_a_card_is_named_even_where_the_draw_before_it_ends_the_match():
    ana = Has(battle="Duneling", hidden="Juryn", hand=1, discard="Aegaryn", health=40)
    match = position(ana=ana, bo=Has(battle="Waveling -40")).play("ana attack 6-1")
    match.refuse("ana sift Snowlitt", "WV-1.7", card="Snowlitt")


def test_wv_1_7_cards_taken_back_are_cards_of_the_catalog():
    bo = Has(battle="Waveling+Waveguard [Juryn*3] -80")
    match = position(ana=Has(battle="Frostling"), bo=bo).play("ana attack 6-1")
    match.refuse("bo reclaim Snowlitt", "WV-1.7", card="Snowlitt")


@pytest.mark.parametrize("move", ["hand>discard", "bank>hand", "discard>hand"])
def test_wv_1_7_a_repair_names_cards_of_the_catalog(move: str):
    match = position().refuse(f"jo adjust move:ana/Snowlitt:{move}", "WV-1.7")
    assert match.facts == {"card": "Snowlitt"}
