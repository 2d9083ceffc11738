"""What a catalog of cards is refused for, and the hints at a card that was meant."""

import pytest
from msgspec.structs import replace

from referee.games.wondervale.catalog import TribeCard
from tests.games.wondervale.table import CARDS, DECK, opened


def changed(name: str, **fields):
    """The plain cards with one character changed."""
    return replace(
        CARDS,
        characters=tuple(
            replace(card, **fields) if card.name == name else card for card in CARDS.characters
        ),
    )


def test_the_plain_cards_are_without_fault():
    assert CARDS.faults() == []


@pytest.mark.parametrize(
    ("name", "fields", "fault"),
    [
        ("Duneling", {"follows": "Starling"}, "Duneling: an apprentice follows no card"),
        ("Duneguard", {"follows": ""}, "Duneguard: follows '', which is not a character"),
        (
            "Duneguard",
            {"follows": "Juryn"},
            "Duneguard: follows 'Juryn', which is not a character",
        ),
        (
            "Dunelord",
            {"follows": "Duneling"},
            "Dunelord: a hero follows a guardian, and Duneling is an apprentice",
        ),
        (
            "Duneguard",
            {"follows": "Starguard"},
            "Duneguard: a guardian follows an apprentice, and Starguard is a guardian",
        ),
        ("Dunelord", {"value": 2}, "Dunelord: value 2 is below that of Duneguard"),
    ],
)
def test_wv_6_3_each_card_follows_one_of_the_level_below(name: str, fields, fault: str):
    assert changed(name, **fields).faults() == [fault]


def test_a_hero_may_have_the_value_of_its_guardian():
    assert changed("Dunelord", value=3).faults() == []


def test_a_name_is_of_one_card():
    cards = replace(CARDS, tribe_cards=(*CARDS.tribe_cards, TribeCard("Duneling", "juryn")))
    assert cards.faults() == ["Duneling: this name appears twice"]


@pytest.mark.parametrize(
    ("name", "hint"),
    [("Dunelnig", "did you mean Duneling?"), ("Xyzzy", "a card of the catalog")],
)
def test_wv_1_7_the_nearest_card_is_suggested(name: str, hint: str):
    deck = {**DECK, "Aegaryn": DECK["Aegaryn"] - 1, name: 1}
    assert opened(decks=(DECK, deck)).refused("WV-1.7", card=name).legal == hint
