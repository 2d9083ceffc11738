"""Decks of which the layers are known: what is dealt on top or put at the bottom stays apart."""

from collections.abc import Mapping, Sequence
from itertools import permutations
from random import Random
from typing import Any

import pytest
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


@pytest.mark.parametrize(
    ("cards", "may"),
    [
        (("Elk", "Elk"), True),
        (("Elk", "Elk", "Owl"), True),
        (("Elk", "Elk", "Elk"), False),
        (("Elk", "Owl", "Elk"), True),
        (("Elk", "Owl", "Elk", "Owl"), True),
        (("Elk", "Elk", "Owl", "Elk"), False),
    ],
)
def test_what_lies_in_an_upper_layer_does_not_lie_in_a_lower_one(cards: Sequence[str], may: bool):
    t, decks = table()
    layered.draw(t, decks, "deck", 4, "hand")
    decks.hidden.take("hand", ["Elk", "Fox"])
    layered.put_unseen(t, decks, "hand", 2, "deck", "top")
    before, layers = decks.hidden.keep(), dict(decks.layers)
    assert layered.may_lie(decks, "deck", cards) is may
    assert (decks.hidden.keep(), decks.layers) == (before, layers)


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


def test_what_all_know_on_top_of_a_lower_layer_lies_behind_the_layers_above_it():
    t, decks = table()
    layered.put_seen(t, decks, "deck", ("Owl",), "top")
    layered.put_unseen(t, decks, "other", 1, "deck", "top")
    found = [(dict(layer.cards), layer.size) for layer in layered.each_of(decks, "deck")]
    assert found[:2] == [({"Cat": 1, "Dog": 1}, 1), ({"Owl": 1}, 1)]
    assert found[2] == ({"Elk": 3, "Owl": 2, "Fox": 1}, 6)


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


# -- against a table that knows every card -----------------------------------------------------


class Truth:
    """The same decks with their cards face up, and a hand; the account hears what is public."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.t, self.decks = table()
        self.deck = [name for name, count in DECK.items() for _ in range(count)]
        self.other = ["Cat", "Cat", "Dog"]
        self.hand: list[str] = []
        self.out: list[str] = []
        self.random.shuffle(self.deck)
        self.random.shuffle(self.other)

    def deal(self) -> None:
        if self.other:
            layered.put_unseen(self.t, self.decks, "other", 1, "deck", "top")
            self.deck.insert(0, self.other.pop())

    def bury(self) -> None:
        if self.hand:
            card = self.hand.pop(self.random.randrange(len(self.hand)))
            layered.put_unseen(self.t, self.decks, "hand", 1, "deck", "bottom")
            self.deck.append(card)

    def draw(self) -> None:
        if self.deck:
            layered.draw(self.t, self.decks, "deck", 1, "hand")
            self.hand.append(self.deck.pop(0))

    def flip(self) -> None:
        if self.deck:
            card = self.deck.pop(0)
            assert layered.flip(self.t, self.decks, "deck", card) is None
            self.out.append(card)

    def reveal(self) -> None:
        cards = self.deck[: self.random.randint(0, 3)]
        assert layered.reveal_top(self.t, self.decks, "deck", cards) is None

    def alter(self) -> None:
        count = self.random.randint(0, min(4, len(self.deck)))
        bottom = self.random.randint(0, count)
        layered.alter(self.t, self.decks, "deck", count, bottom)
        held, rest = self.deck[:count], self.deck[count:]
        self.random.shuffle(held)
        self.deck = [*held[bottom:], *rest, *held[:bottom]]

    def put(self) -> None:
        if self.out:
            card, end = self.out.pop(), self.random.choice(("top", "bottom"))
            layered.put_seen(self.t, self.decks, "deck", [card], end)
            self.deck.insert(0 if end == "top" else len(self.deck), card)

    def show(self) -> None:
        if self.hand:
            card = self.hand.pop(self.random.randrange(len(self.hand)))
            assert self.decks.hidden.take("hand", [card]) is None
            self.out.append(card)

    def shuffle(self) -> None:
        adding = {self.out.pop(): 1} if self.out and self.random.random() < 0.5 else {}
        layered.shuffle(self.t, self.decks, "deck", adding)
        self.deck += adding
        self.random.shuffle(self.deck)

    def look_for(self) -> None:
        if self.deck:
            card = self.random.choice(self.deck)
            assert layered.take_from(self.t, self.decks, "deck", [card]) is None
            self.deck.remove(card)
            self.out.append(card)
            self.shuffle()


@pytest.mark.parametrize("seed", range(60))
def test_a_truthful_table_is_never_accused_and_no_card_is_lost(seed: int):
    truth = Truth(seed)
    acts = (truth.deal, truth.bury, truth.draw, truth.flip, truth.reveal, truth.alter)
    more = (truth.put, truth.show, truth.draw, truth.flip, truth.alter)
    seldom = (truth.shuffle, truth.look_for)
    for _ in range(60):
        truth.random.choice((*acts, *more, *acts, *more, *seldom))()
        hidden = truth.decks.hidden
        assert layered.size_of(truth.decks, "deck") == len(truth.deck)
        there = hidden.unseen_total()
        for card in truth.out:
            there[card] = there.get(card, 0) + 1
        assert there == {"Cat": 2, "Dog": 1, **DECK}
        for card in set(truth.deck):
            assert layered.candidates_of(truth.decks, "deck")[card] >= truth.deck.count(card)
        top = layered.known_top(truth.decks, "deck")
        assert top == truth.deck[: len(top)]


# -- a second referee, slow and obvious: all the ways in which the cards can lie -----------------

World = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
"""The deck and the other one from the top, and the hand in order of names."""


def every_order(cards: Mapping[str, int]) -> set[tuple[str, ...]]:
    return set(permutations(name for name, count in cards.items() for _ in range(count)))


class Ways:
    """All worlds that fit what was public, beside the account."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.t = Table[Any, None](MatchState(("ana",)), None, {})
        deck, other = {"Elk": 2, "Owl": 2, "Fox": 1}, {"Cat": 1, "Elk": 1}
        self.decks = Decks(HiddenCards.of_lists({"deck": deck, "other": other}))
        self.worlds: set[World] = {
            (one, two, ()) for one in every_order(deck) for two in every_order(other)
        }

    def some(self) -> World:
        return self.chance.choice(sorted(self.worlds))

    def deal(self) -> None:
        if self.some()[1]:
            layered.put_unseen(self.t, self.decks, "other", 1, "deck", "top")
            self.worlds = {((o[0], *d), o[1:], h) for d, o, h in self.worlds}

    def draw(self) -> None:
        if self.some()[0]:
            layered.draw(self.t, self.decks, "deck", 1, "hand")
            self.worlds = {(d[1:], o, tuple(sorted((*h, d[0])))) for d, o, h in self.worlds}

    def bury(self) -> None:
        if self.some()[2]:
            layered.put_unseen(self.t, self.decks, "hand", 1, "deck", "bottom")
            self.worlds = {
                ((*d, h[at]), o, h[:at] + h[at + 1 :])
                for d, o, h in self.worlds
                for at in range(len(h))
            }

    def flip(self) -> None:
        deck = self.some()[0]
        if len(deck) > 2:
            assert layered.flip(self.t, self.decks, "deck", deck[0]) is None
            self.worlds = {(d[1:], o, h) for d, o, h in self.worlds if d[0] == deck[0]}

    def reveal(self) -> None:
        top = self.some()[0][:2]
        assert layered.reveal_top(self.t, self.decks, "deck", top) is None
        self.worlds = {(d, o, h) for d, o, h in self.worlds if d[: len(top)] == top}

    def alter(self) -> None:
        count = min(self.chance.randint(1, 3), len(self.some()[0]))
        bottom = self.chance.randint(0, count)
        layered.alter(self.t, self.decks, "deck", count, bottom)
        self.worlds = {
            ((*held[bottom:], *d[count:], *held[:bottom]), o, h)
            for d, o, h in self.worlds
            for held in permutations(d[:count])
        }

    def show(self) -> None:
        hand = self.some()[2]
        if hand:
            card = self.chance.choice(hand)
            assert self.decks.hidden.take("hand", [card]) is None
            kept = {(d, o, h) for d, o, h in self.worlds if card in h}
            self.worlds = {(d, o, h[: h.index(card)] + h[h.index(card) + 1 :]) for d, o, h in kept}

    def tops(self) -> set[str]:
        """What the account lets lie on top."""
        found = set()
        for card in ("Elk", "Owl", "Fox", "Cat"):
            before, layers = self.decks.hidden.keep(), dict(self.decks.layers)
            if layered.flip(self.t, self.decks, "deck", card) is None:
                found.add(card)
            self.decks.hidden.restore(before)
            self.decks.layers = layers
        return found


@pytest.mark.parametrize("seed", range(40))
def test_what_may_be_on_top_and_in_hand_is_what_some_world_has_there(seed: int):
    ways = Ways(seed)
    acts = (ways.deal, ways.draw, ways.bury, ways.flip, ways.reveal, ways.alter, ways.show)
    for _ in range(14):
        ways.chance.choice(acts)()
        assert ways.worlds
        tops = {d[0] for d, _, _ in ways.worlds if d}
        hands = {card for _, _, h in ways.worlds for card in h}
        could = ways.decks.hidden.candidates("hand")
        if ways.decks.hidden.widened:
            assert tops <= ways.tops()
            assert hands <= could.keys()
        else:
            assert tops == ways.tops()
            assert hands == set(could)


def test_the_top_card_is_lowered_under_some_that_keep_their_order():
    t, decks = table()
    layered.put_seen(t, decks, "deck", ("Elk", "Owl"), "top")
    layered.lower(t, decks, "deck", 3)
    assert layered.size_of(decks, "deck") == 8
    assert layered.known_top(decks, "deck") == ["Owl"]
    layered.draw(t, decks, "deck", 3, "hand")
    assert layered.known_top(decks, "deck") == ["Elk"]
    layered.lower(t, decks, "deck", 99)
    assert layered.size_of(decks, "deck") == 5
