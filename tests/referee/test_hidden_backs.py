"""Public backs: each is counted by itself, and truth is never refused."""

import doctest
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.hidden import Backs, HiddenCards, Impossible
from referee.hidden import backs as module
from tests.tiers import examples

BACK = {
    **{f"red {n}": "red" for n in range(5)},
    **{f"blue {n}": "blue" for n in range(5)},
    "Moon": "celestial",
    "Mars": "orbital",
}
BACKS = Backs(BACK)
DECK = {name: 3 if " " in name else 2 for name in BACK}
SEATS = ("ana", "bo")


def opened() -> HiddenCards:
    return BACKS.opened({f"{seat}.deck": DECK for seat in SEATS})


class Seat:
    """The real cards of a player, in order."""

    def __init__(self, name: str, dice: random.Random) -> None:
        self.name, self.dice = name, dice
        self.deck = list(Counter(DECK).elements())
        dice.shuffle(self.deck)
        self.hand: list[str] = []
        self.discard: list[str] = []

    def zone(self, place: str) -> str:
        return f"{self.name}.{place}"


def step(dice: random.Random, hidden: HiddenCards, one: Seat, other: Seat) -> None:
    """Something that really happens, told to the account as the table sees it."""
    kind = dice.choice(("draw", "draw", "draw", "show", "show", "top", "back", "swap", "claim"))
    deck, hand = one.zone("deck"), one.zone("hand")
    if not one.deck and one.discard:
        BACKS.shuffle(hidden, deck, one.discard)
        one.deck, one.discard = one.discard, []
        dice.shuffle(one.deck)
    elif kind == "draw":
        for card in one.deck[: dice.randint(1, 4)]:
            assert BACKS.draw(hidden, {BACK[card]: 1}, deck, hand) is None
            one.hand.append(one.deck.pop(0))
    elif kind == "show" and one.hand:
        cards = dice.sample(one.hand, dice.randint(1, min(3, len(one.hand))))
        assert BACKS.refuses(hidden, hand, cards) is None
        assert BACKS.take(hidden, hand, cards) is None
        for card in cards:
            one.hand.remove(card)
        one.discard += cards
    elif kind == "top" and one.discard:
        cards = [one.discard.pop() for _ in range(min(2, len(one.discard)))]
        BACKS.put_on_top(hidden, deck, cards)
        one.deck[:0] = cards
    elif kind == "back" and one.discard:
        one.hand.append(one.discard.pop())
        BACKS.put(hidden, hand, one.hand[-1:])
    elif kind == "swap" and one.hand:
        dice.shuffle(one.hand)
        card = one.hand.pop()
        assert BACKS.draw(hidden, {BACK[card]: 1}, hand, other.zone("hand")) is None
        other.hand.append(card)
    elif kind == "claim":
        absent = sorted(BACK.keys() - set(one.hand))
        names = dice.sample(absent, min(3, len(absent)))
        assert BACKS.denies(hidden, hand, names) is None
        BACKS.claim(hidden, hand, names, dice.randint(1, 99))


@settings(max_examples=examples(60), derandomize=True, database=None)
@given(st.randoms(use_true_random=True))
def test_what_really_lies_there_is_never_refused_and_the_backs_are_those_on_the_table(dice):
    hidden = opened()
    seats = [Seat(name, dice) for name in SEATS]
    for _ in range(40):
        one, other = dice.sample(seats, 2)
        step(dice, hidden, one, other)
        for seat in seats:
            for place, cards in (("deck", seat.deck), ("hand", seat.hand)):
                assert BACKS.counts(hidden, seat.zone(place)) == Counter(map(BACK.get, cards))
            assert BACKS.refuses(hidden, seat.zone("hand"), seat.hand) is None


def test_the_example_of_the_module_holds():
    assert doctest.testmod(module).failed == 0
    assert doctest.testmod(module).attempted > 0


def test_backs_are_counted_before_names_are_asked_for():
    hidden = opened()
    assert BACKS.draw(hidden, {"red": 1, "blue": 2}, "ana.deck", "ana.hand") is None
    refusal = BACKS.refuses(hidden, "ana.hand", ["blue 1", "red 1", "red 1"])
    assert refusal == Impossible("size", "red 1", 1, 2)
    assert BACKS.take(hidden, "ana.hand", ["Moon"]) == Impossible("size", "Moon", 0, 1)
    assert BACKS.take(hidden, "ana.hand", ["blue 1", "red 1", "blue 2"]) is None
    assert BACKS.counts(hidden, "ana.hand") == {}


def test_a_name_must_be_left_among_the_cards_of_its_back():
    hidden = opened()
    BACKS.draw(hidden, {"celestial": 2, "red": 4}, "ana.deck", "ana.front")
    assert BACKS.take(hidden, "ana.front", ["red 1", "red 1", "red 1"]) is None
    assert BACKS.take(hidden, "ana.front", ["red 1"]) == Impossible("pool", "red 1", 0, 1)
    assert BACKS.candidates(hidden, "ana.front")["Moon"] == 2


def test_no_more_backs_are_drawn_than_the_deck_has_and_then_nothing_moves():
    hidden = opened()
    kept = hidden.keep()
    refusal = BACKS.draw(hidden, {"red": 2, "orbital": 3}, "ana.deck", "ana.hand")
    assert refusal == Impossible("size", "orbital", 2, 3)
    assert hidden.keep() == kept


def test_a_known_card_on_top_comes_with_the_first_of_its_back():
    hidden = opened()
    BACKS.put_on_top(hidden, "ana.deck", ["Moon", "red 1"])
    BACKS.draw(hidden, {"celestial": 1, "red": 2}, "ana.deck", "ana.hand")
    assert BACKS.known(hidden, "ana.hand") == {"Moon": 1, "red 1": 1}


def test_a_claim_is_kept_back_by_back_and_forgotten_whole():
    hidden = opened()
    BACKS.draw(hidden, {"blue": 1, "red": 1}, "ana.deck", "ana.hand")
    BACKS.claim(hidden, "ana.hand", ["blue 1", "red 1"], 5)
    assert BACKS.refuses(hidden, "ana.hand", ["red 1"]) == Impossible("claim", "red 1", 0, 1, 5)
    hidden.forget_claim(5)
    assert BACKS.refuses(hidden, "ana.hand", ["blue 1", "red 1"]) is None


def test_a_claim_that_cannot_be_true_changes_nothing():
    hidden = opened()
    BACKS.draw(hidden, {"celestial": 1, "red": 1}, "ana.deck", "ana.hand")
    kept = hidden.keep()
    with pytest.raises(ValueError, match="without Moon"):
        BACKS.claim(hidden, "ana.hand", ["red 1", "Moon"], 5)
    with pytest.raises(ValueError, match="cannot show"):
        BACKS.reveal(hidden, "ana.hand", ["red 1", "Mars"])
    assert hidden.keep() == kept


def test_counting_alone_decides_while_each_deck_is_drawn_by_its_owner():
    hidden = opened()
    for seat in SEATS:
        BACKS.draw(hidden, {"red": 3, "blue": 2, "orbital": 1}, f"{seat}.deck", f"{seat}.hand")
        BACKS.take(hidden, f"{seat}.hand", ["red 1", "blue 1"])
    assert all(part.worlds is None for part in hidden.parts.values())
