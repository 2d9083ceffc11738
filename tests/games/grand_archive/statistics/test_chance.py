"""Picks from memories, cards from the tops of decks, random results: tests by hand."""

from math import erfc, exp, sqrt

import pytest

from referee.fact import CardMoved
from referee.games.grand_archive.facts import BanishedAtRandom, RandomResult
from storage.statistics import entries_behind
from tests.games.grand_archive.statistics.season import match, trait
from tests.storage.statistics.season import Season, close


def picked(
    season: Season, seq: int, of: int, known: int, *cards: str, met: str = "", seat: str = "ana"
) -> None:
    """A payment: the cards in the order picked, and which of them was known."""
    for at, card in enumerate(cards, 1):
        fact = BanishedAtRandom(seat, card, at, of, len(cards), known, card == met)
        season.fact("a", seq, fact)


def test_known_cards_should_be_picked_by_their_share_of_the_memory(season: Season) -> None:
    match(season)
    picked(season, 2, 4, 1, "Wolf", met="Wolf")
    picked(season, 3, 6, 2, "Elk", "Owl", "Cat", met="Owl")
    picked(season, 4, 5, 2, "Elk", seat="bo")
    # nothing is known, and of a whole memory nothing is left to chance
    picked(season, 5, 4, 0, "Elk")
    picked(season, 6, 1, 1, "Elk", met="Elk")
    columns = ("person", "n", "cards", "picked", "expected", "z", "p", "warning")
    whole, ana, bo = season.rows("memory-picks", *columns)
    # 1 of 4, 3 of 6 of which 2 are known, 1 of 5 of which 2 are; their variances
    expected = (1 / 4, 3 * 2 / 6, 2 / 5)
    variance = (1 / 4 * 3 / 4, 3 * 1 / 3 * 2 / 3 * 3 / 5, 2 / 5 * 3 / 5)
    z = (2 - sum(expected)) / sqrt(sum(variance))
    assert whole[:4] == ("(all)", 3, 5, 2)
    assert whole[4:7] == close(sum(expected), z, erfc(z / sqrt(2)))
    assert whole[7] == "too few cards"
    assert ana[:5] == ("ana", 2, 3, 2, pytest.approx(1.25))
    z = -2 / 5 / sqrt(6 / 25)
    assert bo[:4] == ("bo", 1, 2, 0) and bo[4:7] == close(0.4, z, erfc(-z / sqrt(2)))
    # 2 of 5 by Wilson
    assert season.rows("memory-picks", "rate", "low", "high")[0] == close(0.4, 0.1176, 0.7693)
    behind = entries_behind(season.log, "memory-picks", row={"person": "ana"})
    assert behind == [("a", 2), ("a", 3)]


def test_the_first_card_of_a_payment_is_as_often_dearer_as_the_last(season: Season) -> None:
    trait(season, "cost", Wolf="3", Elk="1", Owl="1")
    match(season)
    picked(season, 2, 9, 0, "Wolf", "Owl", "Elk")
    picked(season, 3, 9, 0, "Wolf", "Elk")
    picked(season, 4, 9, 0, "Elk", "Wolf")
    # costs that are the same, or unknown, or of one card tell nothing
    picked(season, 5, 9, 0, "Elk", "Wolf", "Owl")
    picked(season, 6, 9, 0, "Cat", "Wolf")
    picked(season, 7, 9, 0, "Wolf")
    columns = ("person", "test", "n", "cards", "picked", "expected", "z")
    whole, ana = season.rows("memory-picks", *columns)
    assert whole[:6] == ("(all)", "order", 3, 3, 2, 1.5)
    assert whole[6] == pytest.approx(0.5 / sqrt(0.75)) and ana[1:] == whole[1:]
    behind = entries_behind(season.log, "memory-picks", row={"test": "order"})
    assert behind == [("a", 2), ("a", 3), ("a", 4)]


def test_two_payments_of_one_entry_are_two(season: Season) -> None:
    match(season)
    picked(season, 2, 4, 2, "Wolf", met="Wolf")
    picked(season, 2, 3, 1, "Elk", met="Elk")
    columns = ("n", "cards", "picked", "expected")
    whole = season.rows("memory-picks", *columns)[0]
    assert whole == (2, 3, 2, pytest.approx(2 / 4 + 1 / 3))


def turned(season: Season, seq: int, *cards: str, rule: str = "GA-5.3") -> None:
    for card in cards:
        season.fact("a", seq, CardMoved("ana", card, "ana.deck", "ana.graveyard", rule))


def test_what_is_turned_is_held_against_the_registered_deck(season: Season) -> None:
    trait(season, "type", Wolf="ally", Elk="ally", Bolt="action", Kai="champion")
    trait(season, "cost", Wolf="2", Elk="2", Bolt="2", Kai="1")
    match(season)
    for card, copies in (("Wolf", 1), ("Elk", 2), ("Bolt", 1)):
        season.put("deck_cards", "a", "ana", "", card, copies)
    season.put("deck_cards", "a", "ana", "material", "Kai", 1)
    turned(season, 2, "Wolf", "Bolt")
    turned(season, 3, "Bolt")
    # searched for; and not of the registered deck
    turned(season, 4, "Wolf", rule="GA-22.6")
    turned(season, 5, "Kai")
    columns = ("trait", "value", "n", "turned", "expected", "z", "chi_square", "warning")
    rows = season.rows("shuffled-decks", *columns)
    z = 1.25 / sqrt(3 * 3 / 16)
    assert rows[0][:5] == ("cost", "(all)", 3, 3, 3) and rows[1][:5] == ("cost", "2", 3, 3, 3)
    assert rows[2][:5] == ("type", "(all)", 3, 3, 3)
    chi_square = 1.25**2 / 0.75 + 1.25**2 / 2.25
    assert rows[2][6] == pytest.approx(chi_square) and rows[2][7] == "too few cards"
    assert rows[3][:6] == ("type", "action", 3, 2, 0.75, pytest.approx(z))
    assert rows[4][:6] == ("type", "ally", 3, 1, 2.25, pytest.approx(-z))
    found = season.rows("shuffled-decks", "p", "low", "high")
    assert found[0][0] is None
    assert found[2][0] == pytest.approx(erfc(sqrt(chi_square / 2)))
    assert found[3][1:] == close(0.2077, 0.9385)
    row = {"trait": "type", "value": "(all)"}
    assert entries_behind(season.log, "shuffled-decks", row=row) == [("a", 2), ("a", 3)]


def test_random_results_should_be_even_up_to_the_highest(season: Season) -> None:
    match(season)
    for seq, number in enumerate((1, 1, 1, 3), 2):
        season.fact("a", seq, RandomResult("ana", "Dice.2", number))
    season.fact("a", 9, RandomResult("bo", "Coin", 1))
    columns = ("source", "number", "n", "came", "expected", "warning")
    few = "too few results"
    assert season.rows("random-results", *columns) == [
        ("Coin", "(all)", 1, 1, 1, few),
        ("Coin", "1", 1, 1, 1, ""),
        ("Dice", "(all)", 4, 4, 4, few),
        ("Dice", "1", 4, 3, pytest.approx(4 / 3), ""),
        ("Dice", "2", 4, 0, pytest.approx(4 / 3), ""),
        ("Dice", "3", 4, 1, pytest.approx(4 / 3), ""),
    ]
    # (5/3)^2 + (4/3)^2 + (1/3)^2 over 4/3, with two degrees of freedom; 3 of 4 by Wilson
    found = season.rows("random-results", "chi_square", "p")
    assert found[0] == (0, None) and found[2] == close(3.5, exp(-1.75))
    assert season.rows("random-results", "low", "high")[3] == close(0.3006, 0.9544)
    row = {"source": "Dice", "number": "1"}
    behind = entries_behind(season.log, "random-results", row=row)
    assert behind == [("a", 2), ("a", 3), ("a", 4)]
