"""Decks of which the layers are known: what is dealt on top or put at the bottom stays apart."""

from typing import Any

from msgspec import Struct, field

from referee.hidden import HiddenCards
from referee.parts import layered
from referee.table import MatchState, Table

DECK = {"Elk": 3, "Owl": 2, "Fox": 1}


class Decks(Struct):
    """An account, and the layers of its decks."""

    hidden: HiddenCards
    layers: dict[str, list[str]] = field(default_factory=dict)


def table() -> tuple[Table[Any, None], Decks]:
    return Table(MatchState(("ana",)), None, {}), Decks(
        HiddenCards.of_lists({"deck": DECK, "other": {"Cat": 2, "Dog": 1}})
    )


def test_cards_dealt_on_top_are_drawn_first():
    t, decks = table()
    layered.put_unseen(t, decks, "other", 2, "deck", "top")
    assert layered.layers_of(decks, "deck") == ["deck.1", "deck"]
    assert layered.size_of(decks, "deck") == 8
    layered.draw(t, decks, "deck", 2, "hand")
    assert decks.layers == {}
    assert decks.hidden.candidates("hand") == {"Cat": 2, "Dog": 1}
    assert decks.hidden.refuses("hand", ["Elk"]) is not None


def test_a_card_of_a_lower_layer_is_not_on_top():
    t, decks = table()
    layered.put_unseen(t, decks, "other", 1, "deck", "top")
    before = decks.hidden.keep()
    assert layered.flip(t, decks, "deck", "Elk") is not None
    assert decks.hidden.keep() == before
    assert layered.candidates_of(decks, "deck")["Elk"] == 3
    assert layered.flip(t, decks, "deck", "Cat") is None
    assert layered.flip(t, decks, "deck", "Elk") is None


def test_revealed_cards_come_off_in_their_order():
    t, decks = table()
    assert layered.reveal_top(t, decks, "deck", ["Owl", "Elk"]) is None
    assert layered.known_top(decks, "deck") == ["Owl", "Elk"]
    assert layered.size_of(decks, "deck") == 6
    assert layered.flip(t, decks, "deck", "Elk") is not None
    assert layered.flip(t, decks, "deck", "Owl") is None
    assert layered.flip(t, decks, "deck", "Owl") is not None
    assert layered.flip(t, decks, "deck", "Elk") is None
    assert layered.flip(t, decks, "deck", "Owl") is None


def test_what_cannot_be_revealed_changes_nothing():
    t, decks = table()
    layered.put_unseen(t, decks, "other", 1, "deck", "top")
    before, layers = decks.hidden.keep(), dict(decks.layers)
    assert layered.reveal_top(t, decks, "deck", ["Cat", "Fox", "Fox"]) is not None
    assert (decks.hidden.keep(), decks.layers) == (before, layers)


def test_altered_cards_are_on_top_or_at_the_bottom():
    t, decks = table()
    layered.reveal_top(t, decks, "deck", ["Fox", "Owl"])
    layered.alter(t, decks, "deck", 2, 1)
    assert layered.size_of(decks, "deck") == 6
    trial = decks.hidden.keep()
    assert layered.flip(t, decks, "deck", "Elk") is not None
    assert layered.flip(t, decks, "deck", "Fox") is None
    for _ in range(3):
        assert layered.flip(t, decks, "deck", "Elk") is None
    assert layered.flip(t, decks, "deck", "Owl") is None
    decks.hidden.restore(trial)
    assert decks.hidden.candidates("deck") == {"Elk": 3, "Owl": 1}


def test_a_wholly_altered_deck_has_its_cards_yet():
    t, decks = table()
    layered.alter(t, decks, "deck", 6, 6)
    assert decks.hidden.unseen_total() == {"Cat": 2, "Dog": 1, **DECK}
    layered.alter(t, decks, "deck", 6, 0)
    assert layered.size_of(decks, "deck") == 6


def test_seen_cards_go_on_top_of_the_topmost_and_below_the_lowest_layer():
    t, decks = table()
    layered.put_unseen(t, decks, "other", 1, "deck", "top")
    layered.put_seen(t, decks, "deck", ["Bat"], "top")
    layered.put_seen(t, decks, "deck", ["Rat"], "bottom")
    assert layered.known_top(decks, "deck") == ["Bat"]
    assert layered.flip(t, decks, "deck", "Bat") is None
    assert layered.flip(t, decks, "deck", "Dog") is None
    assert layered.flip(t, decks, "deck", "Rat") is not None
    layered.draw(t, decks, "deck", 6, "hand")
    assert layered.flip(t, decks, "deck", "Rat") is None


def test_a_shuffle_mingles_the_layers():
    t, decks = table()
    layered.put_unseen(t, decks, "other", 1, "deck", "top")
    layered.shuffle(t, decks, "deck", {"Bat": 1})
    assert decks.layers == {}
    could = decks.hidden.candidates("deck")
    assert could == {"Bat": 1, "Cat": 1, "Dog": 1, **DECK}
    assert layered.size_of(decks, "deck") == 8


def test_a_card_looked_for_comes_from_the_layer_that_can_have_it():
    t, decks = table()
    layered.put_unseen(t, decks, "other", 2, "deck", "top")
    assert layered.take_from(t, decks, "deck", ["Fox"]) is None
    assert [decks.hidden.size(zone) for zone in layered.layers_of(decks, "deck")] == [2, 5]
    assert layered.take_from(t, decks, "deck", ["Fox"]) is not None
    assert layered.take_from(t, decks, "deck", ["Owl", "Cat"]) is None
    assert layered.size_of(decks, "deck") == 5
