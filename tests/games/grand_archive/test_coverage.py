"""How much of what people play the shipped catalog tells, by 10,579 public tournament lists of
April to July 2026 (``played/usage.json``) and a thousand different ones of them
(``played/lists.json``)."""

from pathlib import Path

from cli.reading.decks import named_catalog, shipped_decks
from cli.reading.proofread import proofs_of
from referee.games.registry import game_of
from referee.parts.effects.examples import how_far
from referee.parts.effects.proofread import how_often
from tests.cli.test_home import Home, home

__all__ = ["home"]

PLAYED = Path(__file__).parent / "played"


def test_most_copies_that_people_play_are_told_in_full(home: Home) -> None:
    told = home.json("catalog", "coverage", "grand-archive", "--usage", PLAYED / "usage.json")
    assert sum(told[how] for how in ("told", "part", "alone", "plain")) == 888193
    assert told["told"] + told["plain"] >= 871_500


def test_of_a_thousand_whole_lists_as_many_copies_are_told(home: Home) -> None:
    told = home.json("catalog", "coverage", "grand-archive", "--usage", PLAYED / "lists.json")
    assert told["lists"] == 1000
    assert sum(told[how] for how in ("told", "part", "alone", "plain")) == 84028
    assert told["told"] + told["plain"] >= 82_400
    assert told["lists_told"] >= 724


def test_what_two_readers_found_against_print_is_mended_or_marked() -> None:
    game, catalog = game_of("grand_archive"), named_catalog("grand-archive", None)
    assert game.effects is not None
    told = game.effects.cards(catalog)
    proofs = proofs_of("grand-archive", game, catalog)
    read = {
        card for card, effects in told.items() if how_often(proofs.get(card), effects) != "unread"
    }
    twice = [proofs[card] for card in read if proofs[card].second]
    both = {each.card: each.first for each in twice if each.first == each.second}
    assert {card for card, found in both.items() if found in ("stricter", "wrong")} == set()
    looser = {card for card, found in both.items() if found == "looser"}
    assert {card for card in looser if how_far(told[card]) != "part"} == set()
    assert len(twice) == len(told)
    assert sum(each.first == each.second == "right" for each in twice) >= 975


def test_every_card_of_the_shipped_decks_is_told_in_full() -> None:
    game, catalog = game_of("grand_archive"), named_catalog("grand-archive", None)
    assert game.effects is not None and game.effects.played is not None
    told = game.effects.played(catalog)
    decks = shipped_decks(game)
    assert len(decks) == 10
    for deck in decks.values():
        cards = {*deck.cards, *(card for cards in deck.lists.values() for card in cards)}
        assert [card for card in cards if how_far(told[card]) in ("part", "alone")] == []
