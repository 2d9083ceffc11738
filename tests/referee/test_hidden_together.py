"""Cards of several owners in one account: shared decks, cards that change hands, claims across."""

import doctest
from collections import Counter
from random import Random

import msgspec
import pytest

from referee.hidden import HiddenCards, Impossible, account, worlds
from tests.bench.hidden import NAMES as CARDS
from tests.bench.hidden import SEATS, full_deck, several_hands
from tests.referee.hidden_truth import (
    ASKED,
    SEVERAL,
    contents,
    digest,
    fit,
    many,
    matches,
    played_by_several,
)

# -- What holds in every match -----------------------------------------------------------------


@many
@matches
def test_a_refusal_names_a_claim_only_if_the_claims_stand_against_it(dice):
    for hidden, truth in played_by_several(dice):
        claims = truth.claims()
        if hidden.widened or not claims:
            continue
        free = truth.without(*claims)
        for zone in SEVERAL:
            for cards in dice.sample(ASKED, 4):
                refusal = hidden.refuses(zone, cards)
                if refusal is not None and refusal.kind != "size":
                    possible = fit(cards, contents(free, zone))
                    assert refusal.kind == ("claim" if possible else "pool"), (zone, cards)


@many
@matches
def test_no_card_of_several_owners_is_lost_or_won(dice):
    for hidden, truth in played_by_several(dice):
        start = sum((Counter(pile.cards()) for pile in truth.start), Counter())
        assert hidden.unseen_total() == start - truth.out
        for zone in SEVERAL:
            for held in truth.contents(zone):
                assert hidden.size(zone) == held.total()
                assert not Counter(hidden.known(zone)) - held


@many
@matches
def test_a_kept_account_of_several_owners_goes_on_as_the_original(dice):
    kept = None
    for hidden, truth in played_by_several(dice):
        if kept is not None:
            truth.moves[-1].do(kept)
            assert kept == hidden
            assert digest(kept) == digest(hidden)
        kept = HiddenCards({}, {})
        kept.restore(hidden.keep())
        assert kept == hidden
        assert msgspec.msgpack.decode(digest(hidden), type=HiddenCards) == hidden


# -- One by one --------------------------------------------------------------------------------


def two_hands(ana: str = "AABC", bo: str = "CDEE") -> HiddenCards:
    """Two decks of four, two cards of each in hand."""
    hidden = HiddenCards.of_lists({"ana.deck": Counter(ana), "bo.deck": Counter(bo)})
    hidden.draw(2, "ana.deck", "ana.hand")
    hidden.draw(2, "bo.deck", "bo.hand")
    return hidden


def counts_only(hidden: HiddenCards) -> bool:
    return all(part.worlds is None for part in hidden.parts.values())


def test_each_list_is_counted_alone_while_no_card_changes_hands():
    hidden = two_hands()
    assert hidden.take("ana.hand", ["D"]) == Impossible("pool", "D", 0, 1)
    assert hidden.take("ana.hand", ["C"]) is None
    assert hidden.candidates("bo.hand") == {"C": 1, "D": 1, "E": 2}
    assert counts_only(hidden)


def test_a_shared_deck_dealt_to_two_hands_shows_no_copy_twice():
    hidden = HiddenCards.of_lists({"deck": Counter("AABC")})
    hidden.draw(2, "deck", "ana.hand")
    hidden.draw(2, "deck", "bo.hand")
    assert hidden.take("ana.hand", ["A", "B"]) is None
    assert hidden.refuses("bo.hand", ["B"]) == Impossible("pool", "B", 0, 1)
    assert hidden.candidates("bo.hand") == {"A": 1, "C": 1}
    assert counts_only(hidden)


def test_a_card_given_unseen_may_be_shown_by_the_other_hand_once():
    hidden = two_hands()
    hidden.draw(1, "ana.hand", "bo.hand")
    assert hidden.refuses("bo.hand", ["A", "B"]) == Impossible("pool", "B", 0, 1)
    hidden.show("bo.hand", ["A"])
    assert hidden.refuses("bo.hand", ["B"]) == Impossible("pool", "B", 0, 1)
    assert counts_only(hidden)


def test_what_one_hand_shows_tells_what_was_given_to_the_other():
    hidden = two_hands("ABAA", "CDEE")
    hidden.draw(1, "ana.hand", "bo.hand")
    hidden.show("ana.hand", ["B"])
    assert hidden.candidates("bo.hand") == {"A": 1, "C": 1, "D": 1, "E": 2}


def test_an_exchange_gives_no_card_back_at_once():
    hidden = two_hands("AA", "BB")
    hidden.exchange("ana.hand", "bo.hand", 2, 1)
    assert hidden.candidates("ana.hand") == {"B": 1}
    assert hidden.candidates("bo.hand") == {"A": 2, "B": 1}
    assert not hidden.widened


def test_an_exchange_of_more_cards_than_there_are_changes_nothing():
    hidden = two_hands()
    kept = hidden.keep()
    for given, taken in ((3, 1), (1, 3), (-1, 1)):
        with pytest.raises(ValueError, match="holds 2 cards"):
            hidden.exchange("ana.hand", "bo.hand", given, taken)
    assert hidden.keep() == kept


def test_an_unseen_hand_shuffled_into_an_unseen_deck_may_be_drawn_from_it():
    hidden = two_hands("AAAA", "BBBB")
    hidden.draw(1, "ana.hand", "bo.hand")
    hidden.draw(3, "bo.hand", "bo.deck")
    hidden.shuffle("bo.deck")
    hidden.draw(2, "bo.deck", "bo.hand")
    assert hidden.candidates("bo.hand") == {"A": 1, "B": 2}
    hidden.show("bo.hand", ["A"])
    assert hidden.candidates("bo.deck") == {"B": 3}


def test_seen_cards_dealt_face_down_to_two_decks_are_each_in_one_of_them():
    hidden = two_hands()
    hidden.shuffle("rift", {"X": 1, "Y": 1})
    hidden.draw(1, "rift", "ana.top")
    hidden.draw(1, "rift", "bo.top")
    hidden.draw(1, "ana.top", "ana.hand")
    hidden.draw(1, "bo.top", "bo.hand")
    hidden.show("ana.hand", ["X"])
    assert hidden.refuses("bo.hand", ["X"]) == Impossible("pool", "X", 0, 1)
    assert hidden.candidates("bo.hand") == {"C": 1, "D": 1, "E": 2, "Y": 1}


def test_a_claim_of_one_hand_tells_what_the_other_got():
    hidden = two_hands("AAAB", "CCCC")
    hidden.draw(2, "ana.deck", "bo.hand")
    hidden.claim("bo.hand", ["B"], 9)
    assert hidden.refuses("bo.hand", ["B"]) == Impossible("claim", "B", 0, 1, 9)
    hidden.show("ana.hand", ["A"])
    assert hidden.candidates("ana.hand") == {"B": 1}


def test_claims_of_two_owners_are_judged_together():
    hidden = two_hands("AB", "CD")
    hidden.exchange("ana.hand", "bo.hand", 1, 1)
    hidden.claim("ana.hand", ["A", "C"], 7)
    assert hidden.candidates("ana.hand") == {"B": 1, "D": 1}
    assert hidden.refuses("bo.hand", ["B"]) == Impossible("claim", "B", 0, 1, 7)
    hidden.forget_claim(7)
    assert hidden.refuses("bo.hand", ["B"]) is None


def test_what_lies_apart_again_is_counted_again():
    hidden = two_hands()
    hidden.exchange("ana.hand", "bo.hand", 1, 1)
    assert len(hidden.parts) == 1
    hidden.show("ana.hand", ["D", "A"])
    hidden.show("bo.hand", ["B", "E"])
    assert len(hidden.parts) == 2
    assert counts_only(hidden)
    assert hidden.candidates("ana.deck") == {"A": 1, "C": 1}
    assert hidden.candidates("bo.deck") == {"C": 1, "E": 1}


def test_the_example_of_the_account_holds():
    assert doctest.testmod(account).failed == 0
    assert doctest.testmod(account).attempted > 0


def test_a_repair_takes_cards_from_the_deck_that_is_named():
    hidden = two_hands()
    hidden.adjust("bo.hand", unseen=1, deck="bo.deck")
    assert (hidden.size("bo.deck"), hidden.size("bo.hand")) == (1, 3)
    with pytest.raises(ValueError, match="move between"):
        hidden.adjust("bo.deck", unseen=1, deck="bo.deck")


@pytest.mark.parametrize("shared", [True, False])
def test_an_account_that_forgets_never_refuses_what_happens(
    monkeypatch: pytest.MonkeyPatch, shared: bool
):
    """A few lots are the most that is told apart here: pools become one all the time."""
    monkeypatch.setattr(worlds, "MOST_APART", 12)
    monkeypatch.setattr(worlds, "MOST_OF_MANY", 8)
    widened = []
    for seed in range(4):
        lists = (
            {"deck": dict.fromkeys(CARDS, 8)}
            if shared
            else {f"{seat}.deck": Counter(full_deck(seat)) for seat in SEATS}
        )
        hidden = HiddenCards.of_lists(lists)
        for step in several_hands(Random(seed), shared, 40 if shared else 14):
            step(hidden)
        widened.append(hidden.widened)
    assert any(widened)


def test_a_long_match_of_shared_cards_stays_within_bounds():
    hidden = HiddenCards.of_lists({f"{seat}.deck": Counter(full_deck(seat)) for seat in SEATS})
    for step in several_hands(Random(7), False, 25):
        step(hidden)
        for part in hidden.every_part():
            found = part.worlds
            if found is not None and len(found.pools) > 1:
                assert len(found.lots) + len(found.shown) <= worlds.MOST_APART
