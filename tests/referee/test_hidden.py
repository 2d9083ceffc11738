"""Unseen cards: what the account allows is what some world allows, and nothing else."""

import random
from collections import Counter
from collections.abc import Callable, Sequence

import msgspec
import pytest
from hypothesis import settings

from referee.hidden import HiddenCards, Impossible, joined_ways, likely
from referee.hidden import search as hidden_search
from referee.hidden import way as hidden_way
from referee.hidden import ways as hidden_ways
from referee.hidden.slots import Lot
from referee.hidden.unseen import Part
from referee.hidden.way import by_past
from referee.hidden.worlds import Worlds
from referee.table import plain
from tests.referee.hidden_truth import (
    ASKED,
    DENIED,
    NAMES,
    PLACES,
    SEVERAL,
    ZONES,
    contents,
    digest,
    fit,
    many,
    matches,
    played,
    played_by_several,
)
from tests.tiers import examples

# -- What holds in every match -----------------------------------------------------------------

owners = pytest.mark.parametrize(
    ("match", "zones"),
    [(played, ZONES), (played_by_several, SEVERAL)],
    ids=["of one owner", "of several owners"],
)


@owners
@many
@matches
def test_cards_can_be_shown_if_they_lie_there_in_some_world(match, zones, dice):
    for hidden, truth in match(dice):
        for zone in zones:
            held = truth.contents(zone)
            for cards in dice.sample(ASKED, 6):
                possible = fit(cards, held)
                if possible or not hidden.widened:
                    assert (hidden.refuses(zone, cards) is None) == possible, (zone, cards)


@owners
@many
@matches
def test_the_candidates_are_the_most_copies_of_any_world(match, zones, dice):
    for hidden, truth in match(dice):
        for zone in zones:
            held = truth.contents(zone)
            most = {name: max(one[name] for one in held) for name in NAMES}
            found = hidden.candidates(zone)
            assert list(found) == sorted(found)
            if hidden.widened:
                assert all(found.get(name, 0) >= count for name, count in most.items())
            else:
                assert found == {name: count for name, count in most.items() if count}


@owners
@many
@matches
def test_a_zone_can_be_without_names_if_it_is_in_some_world(match, zones, dice):
    for hidden, truth in match(dice):
        for zone in zones:
            held = truth.contents(zone)
            for names in dice.sample(DENIED, 3):
                possible = any(not any(one[name] for name in names) for one in held)
                if possible or not hidden.widened:
                    assert (hidden.denies(zone, names) is None) == possible, (zone, names)


@many
@matches
def test_a_refusal_names_the_earliest_claim_that_alone_stands_against_it(dice):
    for hidden, truth in played(dice):
        claims = truth.claims()
        if hidden.widened or not claims:
            continue
        free = truth.without(*claims)
        each = {seq: truth.without(seq) for seq in claims}
        for zone in ZONES:
            for cards in dice.sample(ASKED, 6):
                refusal = hidden.refuses(zone, cards)
                if refusal is None or refusal.kind == "size":
                    continue
                possible = fit(cards, contents(free, zone))
                assert refusal.kind == ("claim" if possible else "pool"), (zone, cards)
                alone = [seq for seq in claims if fit(cards, contents(each[seq], zone))]
                if possible:
                    assert refusal.since in (alone[:1] or claims), (zone, cards)


@many
@matches
def test_nothing_possible_is_refused_where_the_order_is_known(dice):
    for hidden, truth in played(dice, order=True):
        for zone in ZONES:
            held = truth.contents(zone)
            assert all(hidden.size(zone) == one.total() for one in held)
            for cards in ASKED:
                if fit(cards, held):
                    assert hidden.refuses(zone, cards) is None, (zone, cards)


@many
@matches
def test_what_is_known_to_be_in_a_zone_is_there_in_every_world(dice):
    for hidden, truth in played(dice, order=True):
        for zone in ZONES:
            for held in truth.contents(zone):
                assert not Counter(hidden.known(zone)) - held


@many
@matches
def test_no_card_is_lost_or_won(dice):
    for hidden, truth in played(dice, order=True):
        lying = sum((truth.contents(zone)[0] for zone in ZONES), Counter())
        if len(truth.worlds) == 1:
            assert hidden.unseen_total() == lying
        start = Counter(truth.start[PLACES.index("deck")].cards())
        assert hidden.unseen_total() == start - truth.out
        assert sum(hidden.size(zone) for zone in ZONES) == lying.total()


@settings(many, max_examples=examples(30))
@matches
def test_questions_and_failed_moves_change_nothing(dice):
    for hidden, _ in played(dice, order=True):
        before = digest(hidden)
        for zone in (*ZONES, "nowhere"):
            hidden.candidates(zone)
            hidden.known(zone)
            for names in DENIED:
                if hidden.denies(zone, names) is not None:
                    with pytest.raises(ValueError):
                        hidden.claim(zone, names, 99)
            for cards in ASKED:
                if hidden.refuses(zone, cards) is not None:
                    with pytest.raises(ValueError):
                        hidden.show(zone, cards)
                    with pytest.raises(ValueError):
                        hidden.reveal(zone, cards)
                    with pytest.raises(ValueError):
                        hidden.adjust(zone, add=["A"], remove=cards)
            with pytest.raises(ValueError):
                hidden.draw(hidden.size(zone) + 1, zone, "hand")
        hidden.unseen_total()
        assert digest(hidden) == before


@settings(many, max_examples=examples(100))
@matches
def test_taking_is_asking_and_showing_in_one_step_and_can_be_taken_back(dice):
    for hidden, _ in played(dice, order=True):
        kept = hidden.keep()
        for zone in (*ZONES, "nowhere"):
            for cards in dice.sample(ASKED, 4):
                other = msgspec.msgpack.decode(kept, type=HiddenCards)
                refusal = other.refuses(zone, cards)
                assert hidden.take(zone, cards) == refusal
                if refusal is None:
                    other.show(zone, cards)
                assert hidden == other
                hidden.restore(kept)
                assert hidden.keep() == kept


@many
@matches
def test_a_saved_account_goes_on_as_the_original(dice):
    kept = None
    for hidden, truth in played(dice, order=True):
        if kept is not None:
            truth.moves[-1].do(kept)
            assert kept == hidden
            assert digest(kept) == digest(hidden)
        kept = msgspec.msgpack.decode(msgspec.msgpack.encode(hidden), type=HiddenCards)
        assert kept == hidden
        assert msgspec.msgpack.decode(digest(hidden), type=HiddenCards) == hidden


# -- Counting ----------------------------------------------------------------------------------


def opened(cards: str) -> HiddenCards:
    return HiddenCards.opened(Counter(cards))


def test_no_more_copies_are_shown_than_there_are():
    hidden = opened("AABCD")
    hidden.draw(3)
    hidden.show("hand", ["A"])
    assert hidden.refuses("hand", ["A", "A"]) == Impossible("pool", "A", 1, 2)
    hidden.show("hand", ["A"])
    assert hidden.refuses("hand", ["A"]) == Impossible("pool", "A", 0, 1)
    assert hidden.refuses("deck", ["A"]) == Impossible("pool", "A", 0, 1)
    assert hidden.candidates("hand") == {"B": 1, "C": 1, "D": 1}


def test_no_more_cards_are_shown_than_the_zone_holds():
    hidden = opened("AABCD")
    hidden.draw(1)
    assert hidden.refuses("hand", ["A", "B"]) == Impossible("size", "B", 1, 2)
    assert hidden.refuses("nowhere", ["A"]) == Impossible("size", "A", 0, 1)
    assert hidden.refuses("hand", []) is None


def test_a_refusal_names_the_first_card_that_cannot_be_there():
    hidden = opened("ABC")
    hidden.draw(3)
    assert hidden.refuses("hand", ["A", "B", "B"]) == Impossible("pool", "B", 1, 2)


def test_no_more_cards_are_drawn_than_there_are():
    hidden = opened("AB")
    for count, source in ((3, "deck"), (-1, "deck"), (1, "nowhere")):
        with pytest.raises(ValueError, match="holds"):
            hidden.draw(count, source)
    assert hidden == opened("AB")


def test_a_revealed_card_is_known_until_it_is_shown():
    hidden = opened("AAB")
    hidden.draw(2)
    hidden.reveal("hand", ["A"])
    hidden.reveal("hand", ["A"])
    assert hidden.known("hand") == {"A": 1}
    assert hidden.candidates("hand") == {"A": 2, "B": 1}
    hidden.show("hand", ["A"])
    assert hidden.known("hand") == {}
    assert hidden.candidates("hand") == {"A": 1, "B": 1}


def test_a_known_copy_is_used_before_an_unseen_slot():
    hidden = opened("AABB")
    hidden.draw(1)
    hidden.put("hand", ["C"])
    hidden.show("hand", ["C", "A"])
    assert hidden.size("hand") == 0
    assert hidden.unseen_total() == {"A": 1, "B": 2}


# -- Known order -------------------------------------------------------------------------------


def test_a_card_put_on_top_is_known_when_it_is_drawn():
    hidden = opened("AB")
    hidden.put_on_top("deck", ["X", "Y"])
    hidden.draw(1)
    assert (hidden.known("hand"), hidden.known("deck")) == ({"X": 1}, {"Y": 1})


def test_a_card_at_the_bottom_comes_last():
    hidden = opened("AB")
    hidden.put_on_bottom("deck", ["X"])
    hidden.draw(2)
    assert hidden.refuses("hand", ["X"]) is not None
    hidden.draw(1)
    assert hidden.known("hand") == {"X": 1}


def test_shuffling_loses_the_order_but_not_the_cards():
    hidden = opened("AB")
    hidden.put_on_top("deck", ["X"])
    hidden.shuffle("deck")
    assert hidden.known("deck") == {"X": 1}
    hidden.draw(1)
    assert hidden.candidates("hand") == {"A": 1, "B": 1, "X": 1}
    assert hidden.refuses("hand", ["X"]) is None
    assert hidden.known("hand") == {}


def test_the_order_below_is_lost_if_another_copy_may_have_been_taken():
    hidden = opened("XB")
    hidden.put_on_top("deck", ["X", "Y"])
    hidden.show("deck", ["X"])
    hidden.draw(1)
    assert hidden.candidates("hand") == {"B": 1, "X": 1, "Y": 1}


def test_the_order_below_stays_if_only_the_top_card_can_have_been_taken():
    hidden = opened("AB")
    hidden.put_on_top("deck", ["X", "Y"])
    hidden.show("deck", ["X"])
    hidden.draw(1)
    assert hidden.known("hand") == {"Y": 1}


# -- Several pools -----------------------------------------------------------------------------


def rebuilt() -> HiddenCards:
    """Two cards of the old deck in hand and one in a trap; a new deck made of A, A and B."""
    hidden = opened("AAABCD")
    hidden.draw(2)
    hidden.draw(1, "deck", "trap")
    hidden.show("deck", ["A", "A", "B"])
    hidden.shuffle("deck", {"A": 2, "B": 1})
    return hidden


def test_an_old_hand_does_not_hold_cards_of_the_rebuilt_deck():
    hidden = rebuilt()
    assert hidden.candidates("hand") == {"A": 1, "C": 1, "D": 1}
    assert hidden.candidates("deck") == {"A": 2, "B": 1}
    assert hidden.refuses("hand", ["B"]) == Impossible("pool", "B", 0, 1)
    assert hidden.refuses("hand", ["A", "A"]) == Impossible("pool", "A", 1, 2)


def test_cards_drawn_from_the_rebuilt_deck_join_the_old_hand():
    hidden = rebuilt()
    hidden.draw(1)
    assert hidden.candidates("hand") == {"A": 2, "B": 1, "C": 1, "D": 1}
    assert hidden.refuses("hand", ["A", "A", "B"]) == Impossible("pool", "B", 0, 1)
    assert hidden.refuses("hand", ["A", "A", "C"]) is None


def test_a_card_of_either_pool_settles_later():
    hidden = rebuilt()
    hidden.draw(1)
    hidden.show("hand", ["A"])
    assert hidden.candidates("hand") == {"A": 1, "B": 1, "C": 1, "D": 1}
    hidden.show("hand", ["B"])
    assert hidden.candidates("hand") == {"C": 1, "D": 1}
    assert hidden.candidates("trap") == {"C": 1, "D": 1}


def test_counting_is_enough_again_once_the_old_cards_are_gone():
    hidden = rebuilt()
    hidden.draw(1)
    assert hidden.worlds is not None
    hidden.show("hand", ["A", "C", "A"])
    hidden.show("trap", ["D"])
    assert hidden.worlds is None
    assert hidden.left == {"A": 1, "B": 1}


def test_a_hand_that_holds_all_old_cards_is_known_when_the_deck_is_rebuilt():
    hidden = opened("AAB")
    hidden.draw(2)
    hidden.show("deck", ["A"])
    hidden.shuffle("deck", {"A": 1})
    assert hidden.known("hand") == {"A": 1, "B": 1}
    assert hidden.candidates("deck") == {"A": 1}


def test_a_hand_shown_whole_and_shuffled_back_joins_its_pool():
    hidden = opened("AABBC")
    hidden.draw(2)
    hidden.show("hand", ["A", "B"])
    hidden.shuffle("deck", {"A": 1, "B": 1})
    assert hidden.worlds is None
    assert hidden.left == {"A": 2, "B": 2, "C": 1}


def test_a_card_shuffled_back_is_not_in_the_hand_drawn_before():
    hidden = opened("AABBCCX")
    hidden.draw(3)
    hidden.show("hand", ["X"])
    hidden.shuffle("deck", {"X": 1})
    assert hidden.refuses("hand", ["X"]) == Impossible("pool", "X", 0, 1)
    hidden.draw(1)
    assert hidden.refuses("hand", ["X"]) is None
    hidden.show("hand", ["X"])
    assert hidden.worlds is None


def test_an_unseen_card_may_leave_a_hand_of_two_pools():
    hidden = rebuilt()
    hidden.draw(1)
    hidden.draw(1, "hand", "pile")
    assert not hidden.widened
    assert hidden.candidates("pile") == {"A": 1, "B": 1, "C": 1, "D": 1}
    hidden.show("pile", ["B"])
    assert hidden.refuses("hand", ["A", "A"]) == Impossible("pool", "A", 1, 2)


def test_a_card_drawn_later_was_not_shown_earlier():
    hidden = opened("ABCDAABB")
    hidden.draw(2)
    hidden.draw(2, "deck", "trap")
    hidden.show("deck", ["A", "A", "B", "B"])
    hidden.shuffle("deck", {"A": 2, "B": 2})
    hidden.draw(1)
    hidden.show("hand", ["A", "B"])
    hidden.draw(1)
    assert hidden.refuses("hand", ["C"]) is None
    assert hidden.refuses("hand", ["C", "D"]) == Impossible("pool", "D", 0, 1)


def test_a_hand_of_two_pools_may_leave_too_many_ways_to_remember():
    hidden = opened("CDEFXY")
    hidden.draw(1)
    hidden.show("deck", ["X", "Y"])
    hidden.shuffle("deck", {"X": 1, "Y": 1})
    hidden.draw(1)
    assert hidden.refuses("hand", ["X", "Y"]) == Impossible("pool", "Y", 0, 1)
    hidden.draw(1, "hand", "trap")
    assert hidden.widened
    assert hidden.refuses("hand", ["X"]) is None
    assert hidden.refuses("trap", ["X"]) is None


def test_an_account_that_is_to_be_exact_tells_these_ways_apart():
    hidden = opened("CDEFXY")
    hidden.exact = True
    hidden.draw(1)
    hidden.show("deck", ["X", "Y"])
    hidden.shuffle("deck", {"X": 1, "Y": 1})
    hidden.draw(1)
    hidden.draw(1, "hand", "trap")
    assert not hidden.widened
    assert hidden.refuses("hand", ["X"]) is None
    assert hidden.refuses("trap", ["X"]) is None
    hidden.show("trap", ["X"])
    assert hidden.refuses("hand", ["Y"]) == Impossible("pool", "Y", 0, 1)
    assert hidden.refuses("hand", ["C"]) is None


def mingled(most: int) -> HiddenCards:
    """Two hands of six and a pile of their cards, where so many ways are told apart."""
    lists = {f"{seat}.deck": {f"{seat}{number}": 2 for number in range(3)} for seat in ("a", "b")}
    hidden = HiddenCards.of_lists(lists, most=most)
    for seat in ("a", "b"):
        hidden.draw(6, f"{seat}.deck", f"{seat}.hand")
    for _ in range(2):
        hidden.exchange("a.hand", "b.hand", 3, 3)
    hidden.draw(2, "a.hand", "pile")
    return hidden


def test_ways_are_told_apart_while_they_are_few():
    assert not mingled(1_000).widened
    assert mingled(8).widened


@many
@matches
def test_ways_that_are_left_out_allow_nothing_that_the_others_do_not(dice):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(joined_ways, "FEW", 0)
        patch.setattr(joined_ways, "MANY", dice.choice((0, 1_000)))
        compare_with_every_way(dice, dice.choice((120_000, 200_000)))


def compare_with_every_way(dice: random.Random, bound: int) -> None:
    """Three pools that come to lie mingled, in an account of so many ways and in one of each."""
    pools = [dict(Counter(dice.choices("ABC", k=dice.randint(1, 4)))) for _ in range(3)]
    zones = ["hand", "trap", "deck"]
    sizes = [sum(pool.values()) for pool in pools]
    counts = bytes(size if at == pool else 0 for at in range(3) for pool, size in enumerate(sizes))
    kinds: list[hidden_way.Kind] = [(pool, ()) for pool in range(3)]
    every, few = (
        hidden_ways.Ways(zones, [*map(dict, pools)], kinds, by_past([(counts, (), ())]), {}, most)
        for most in (5_000, bound)
    )
    held = dict(zip(zones, sizes, strict=True))
    for seq in range(12):
        zone, other = dice.sample(zones, 2)
        cards = Counter(dice.choices("ABC", k=dice.randint(1, 2)))
        match dice.choice(("move", "move", "show", "show", "claim")):
            case "move" if held[zone]:
                count = dice.randint(1, min(2, held[zone]))
                every, few = (each.move(count, zone, other, held[zone]) for each in (every, few))
                held[zone], held[other] = held[zone] - count, held[other] + count
            case "show" if held[zone] and every.can_show(zone, cards):
                every, few = (each.show(zone, cards) for each in (every, few))
                held[zone] -= cards.total()
            case "claim" if seq % 3 == 0 and zone in every.zones and zone in few.zones:
                if every.can_lack(zone, cards):
                    every, few = (each.claim(zone, cards, seq) for each in (every, few))
        if not sum(held.values()):
            break
        assert few.total() == every.total()
        for place in zones:
            for asked in map(Counter, dice.sample(ASKED, 4)):
                assert few.can_show(place, asked) == every.can_show(place, asked)
                assert few.can_show(place, asked, None) == every.can_show(place, asked, None)
            for names in dice.sample(DENIED, 2):
                assert few.can_lack(place, names) == every.can_lack(place, names)


def test_what_became_of_ways_is_the_same_again_whatever_followed_it():
    after = []
    for name in ("A", "B"):
        kinds: list[hidden_way.Kind] = [(0, ()), (1, ())]
        counts = (bytes([1, 1, 1, 1]), bytes([2, 0, 0, 2]))
        pools = [{"A": 2}, {"B": 2}]
        ways = hidden_ways.Ways(
            ["hand", "trap"], pools, kinds, by_past((each, (), ()) for each in counts)
        )
        moved = ways.move(1, "hand", "pile", 2)
        after.append(hidden_ways.kept(moved))
        moved.claim("trap", [name], 9)
        ways.claim("trap", [name], 9)
    assert after[0] == after[1]


@pytest.mark.parametrize(("bound", "what"), [(120_000, "ways"), (200_000, "pasts")])
def test_ways_that_are_kept_as_bytes_are_shown_as_what_they_are(bound: int, what: str):
    hidden = opened("CDEFXY")
    hidden.exact, hidden.bound = True, bound
    assert plain(hidden)["ways"] is None
    hidden.draw(1)
    hidden.show("deck", ["X", "Y"])
    hidden.shuffle("deck", {"X": 1, "Y": 1})
    hidden.draw(1)
    hidden.draw(1, "hand", "trap")
    assert sorted(plain(hidden)["ways"]) == sorted(["bound", "kinds", "pools", what, "zones"])
    hidden_ways._opened.cache_clear()
    assert hidden_ways.kept(hidden_ways.opened(hidden.ways)) == hidden.ways


def test_no_card_is_lost_where_a_part_of_many_ways_takes_in_one_of_lots():
    counts = (bytes([1, 1, 1, 1]), bytes([2, 0, 0, 2]))
    pools, ways = [{"A": 2}, {"B": 2}], by_past((each, (), ()) for each in counts)
    many = hidden_ways.Ways(["hand", "trap"], pools, [(0, ()), (1, ())], ways, bound=1)
    part = Part({}, ways=hidden_ways.kept(many))
    part.absorb(Part({}, Worlds.started({"C": 3}, {"pile": 3})), 5)
    assert part.total() == {"A": 2, "B": 2, "C": 3}


def test_what_is_unseen_in_one_zone_alone_is_certain_again():
    hidden = mingled(8)
    hidden.draw(4, "a.hand", "b.hand")
    assert hidden.widened
    hidden.draw(2, "pile", "b.hand")
    assert not hidden.widened
    hidden.draw(5, "b.hand", "a.hand")
    assert not hidden.widened


def test_a_card_is_doubted_while_too_many_ways_have_been_forgotten():
    exact, rough = mingled(1_000), mingled(8)
    for hidden in (exact, rough):
        hidden.show("pile", ["a0"])
    assert (exact.doubted, rough.doubted) == ("", "a0")


# -- Claims ------------------------------------------------------------------------------------

TRIBE = ["hunter", "shaman", "warrior"]


def verdari() -> HiddenCards:
    """Three cards in hand, none of them a tribe card as claimed at entry 7; then one drawn."""
    hidden = HiddenCards.opened({"hunter": 3, "shaman": 2, "warrior": 3, "river": 4, "stone": 4})
    hidden.draw(3)
    hidden.claim("hand", TRIBE, 7)
    hidden.draw(1)
    return hidden


def test_a_hand_claimed_free_of_tribe_cards_shows_at_most_the_one_drawn_since():
    hidden = verdari()
    assert hidden.refuses("hand", ["hunter"]) is None
    refusal = hidden.refuses("hand", ["hunter", "shaman"])
    assert refusal == Impossible("claim", "shaman", 0, 1, 7)
    with pytest.raises(ValueError):
        hidden.show("hand", ["hunter", "shaman"])
    hidden.show("hand", ["hunter"])
    assert hidden.refuses("hand", ["shaman"]) == Impossible("claim", "shaman", 0, 1, 7)
    assert hidden.candidates("hand") == {"river": 3, "stone": 3}


def test_a_forgotten_claim_forbids_nothing():
    hidden = verdari()
    hidden.show("hand", ["hunter"])
    hidden.forget_claim(7)
    assert hidden.refuses("hand", ["shaman", "warrior"]) is None
    assert hidden.worlds is None


def test_a_claim_is_over_once_the_claimed_cards_are_shown():
    hidden = verdari()
    hidden.show("hand", ["river", "river", "stone", "hunter"])
    assert hidden.worlds is None


def test_what_is_shown_is_taken_to_be_of_the_claimed_cards_if_it_can():
    hidden = verdari()
    hidden.show("hand", ["river", "river", "river"])
    assert hidden.refuses("hand", ["hunter"]) is None
    assert hidden.worlds is None


def after_claims(seed: int) -> list[bytes]:
    """The account after each step of a hand that is claimed free of tribe cards now and then."""
    dice = random.Random(seed)
    hidden = HiddenCards.opened({name: dice.randint(1, 3) for name in "ABCDEF"})
    kept = []
    for seq in range(25):
        step = dice.choice(["draw", "draw", "show", "show", "lay", "claim", "forget"])
        if step == "draw":
            hidden.draw(min(dice.randint(1, 3), hidden.size("deck")))
        elif step == "show":
            cards = [card for card in "ABCDEF" for _ in range(dice.randint(0, 1))]
            hidden.take(dice.choice(["hand", "hand", "trap"]), dice.sample(cards, len(cards)))
        elif step == "lay" and hidden.size("hand"):
            hidden.draw(1, "hand", "trap")
        elif step == "claim" and not hidden.denies("hand", names := dice.choice(["AB", "BC"])):
            hidden.claim("hand", names, seq)
        elif step == "forget":
            hidden.forget_claim(dice.randint(0, seq))
        kept.append(hidden.keep())
    return kept


def test_counting_past_a_claim_tells_what_the_search_tells(monkeypatch: pytest.MonkeyPatch):
    counted = [after_claims(seed) for seed in range(300)]
    monkeypatch.setattr(Worlds, "_shown_by_counting", lambda *_: False)
    assert counted == [after_claims(seed) for seed in range(300)]


def test_the_rest_of_the_pool_must_hold_what_a_claim_keeps_out_of_the_hand():
    hidden = opened("AABB")
    hidden.draw(2)
    hidden.claim("hand", ["A"], 3)
    assert hidden.refuses("deck", ["B"]) == Impossible("claim", "B", 0, 1, 3)
    assert hidden.candidates("deck") == {"A": 2}


def test_a_claim_that_cannot_be_true_is_denied():
    hidden = opened("AAAB")
    hidden.draw(2)
    refusal = hidden.denies("hand", ["A"])
    assert refusal == Impossible("pool", "A", 1, 2)
    with pytest.raises(ValueError):
        hidden.claim("hand", ["A"], 3)
    hidden.reveal("hand", ["B"])
    assert hidden.denies("hand", ["B"]) == Impossible("pool", "B", 1, 0)


def test_two_claims_deny_a_third():
    hidden = opened("ABC")
    hidden.draw(1)
    hidden.claim("hand", ["A"], 3)
    hidden.claim("hand", ["B"], 4)
    assert hidden.denies("hand", ["C"]) == Impossible("claim", "C", 2, 1, 3)


def test_claims_that_stand_only_together_against_it_give_the_earliest():
    hidden = opened("AABB")
    hidden.draw(2)
    hidden.claim("hand", ["A"], 5)
    hidden.claim("hand", ["A"], 6)
    assert hidden.refuses("hand", ["A"]) == Impossible("claim", "A", 0, 1, 5)


def test_a_claim_about_cards_that_are_not_there_leaves_counting_alone():
    hidden = opened("AAB")
    hidden.draw(1)
    hidden.claim("hand", ["Z"], 3)
    hidden.claim("nowhere", ["A"], 4)
    assert hidden.worlds is None


def test_the_account_says_when_it_became_too_generous():
    hidden = verdari()
    hidden.draw(1, "hand", "trap")
    assert hidden.widened
    assert hidden.refuses("trap", ["hunter"]) is None


# -- Repairs -----------------------------------------------------------------------------------


def test_a_repair_puts_in_and_takes_out_seen_cards():
    hidden = opened("AABB")
    hidden.draw(2)
    hidden.adjust("hand", add=["C"], remove=["A"])
    assert hidden.known("hand") == {"C": 1}
    assert hidden.size("hand") == 2
    assert hidden.unseen_total() == {"A": 1, "B": 2, "C": 1}


@pytest.mark.parametrize(("unseen", "sizes"), [(1, (1, 3)), (-2, (4, 0))])
def test_a_repair_moves_unseen_cards_from_or_to_the_deck(unseen, sizes):
    hidden = opened("AABB")
    hidden.draw(2)
    hidden.adjust("hand", unseen=unseen)
    assert (hidden.size("deck"), hidden.size("hand")) == sizes


@pytest.mark.parametrize(
    "wrong",
    [
        lambda hidden: hidden.adjust("hand", add=["C"], unseen=3),
        lambda hidden: hidden.adjust("hand", add=["C"], remove=["Z"]),
        lambda hidden: hidden.adjust("hand", remove=["A"], unseen=-2),
        lambda hidden: hidden.adjust("deck", add=["C"], unseen=1),
    ],
)
def test_an_impossible_repair_changes_nothing(wrong: Callable[[HiddenCards], None]):
    hidden = opened("AABB")
    hidden.draw(2)
    before = digest(hidden)
    with pytest.raises(ValueError):
        wrong(hidden)
    assert digest(hidden) == before


# -- Many cards --------------------------------------------------------------------------------


class Table:
    """A match in which the real cards lie on the table."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.names = [f"card {number:02}" for number in range(25)]
        self.deck = self.names * 4
        self.random.shuffle(self.deck)
        self.hand: list[str] = []
        self.seen: list[str] = []
        self.claims = 0
        self.hidden = HiddenCards.opened(Counter(self.deck))
        self.lay_aside(2)

    def lay_aside(self, count: int) -> None:
        self.hidden.draw(count, "deck", "trap")
        del self.deck[-count:]

    def draw(self) -> None:
        if not self.deck:
            self.deck, self.seen = self.seen, []
            self.hidden.shuffle("deck", Counter(self.deck))
            self.random.shuffle(self.deck)
            self.lay_aside(1)
        self.hand.append(self.deck.pop())
        self.hidden.draw(1)

    def show(self) -> None:
        """The three cards that came first stay in hand."""
        card = self.hand.pop(self.random.randrange(3, len(self.hand)))
        self.hidden.show("hand", [card])
        self.seen.append(card)

    def claim(self) -> None:
        self.claims += 1
        absent = [name for name in self.names if name not in self.hand]
        self.hidden.claim("hand", self.random.sample(absent, 3), self.claims)


def test_a_hundred_cards_in_four_pools_with_five_claims_never_refuse_what_happens():
    table = Table(4)
    most, pools = 0, 0
    for step in range(290):
        if step % 60 == 59 and table.claims < 5:
            table.claim()
        table.draw()
        if len(table.hand) > 8:
            table.show()
        worlds = table.hidden.worlds
        if worlds is not None:
            most = max(most, sum(one.count for one in worlds.shown))
            pools = max(pools, len(worlds.pools))
        assert table.hidden.refuses("hand", table.hand) is None
    assert pools >= 4
    assert most >= 60
    assert not table.hidden.widened
    for name in table.names:
        asked = [name] * (table.hand.count(name))
        assert not asked or table.hidden.refuses("hand", asked) is None


def test_a_search_that_gives_up_is_generous(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(hidden_search, "STEPS", 0)
    monkeypatch.setattr(likely, "MOST", 0)
    hidden = rebuilt()
    hidden.draw(1)
    hidden.show("hand", ["A"])
    assert not hidden.widened
    assert hidden.refuses("hand", ["A"]) is None
    hidden.show("hand", ["A"])
    assert hidden.widened
    assert hidden.worlds is None
    assert hidden.unseen_total() == {"A": 1, "B": 1, "C": 1, "D": 1}
    hidden.draw(2)
    assert hidden.refuses("hand", ["A", "A"]) == Impossible("pool", "A", 1, 2)


def test_lots_become_one_when_the_last_card_is_shown_of_the_pool_that_told_them_apart():
    lots = {
        "4": Lot("hand", ["0", "1"], 3),
        "5": Lot("deck", ["0", "1", "2"], 2),
        "6": Lot("hand", ["0", "1", "2"], 2),
    }
    worlds = Worlds({"0": {"Elk": 3}, "1": {"Owl": 3}, "2": {"Fox": 1}}, lots, next=7)
    worlds.show("hand", {"Fox": 1})
    assert [(lot.zone, lot.count) for lot in worlds.lots.values()] == [("hand", 4), ("deck", 2)]


@pytest.mark.parametrize("pools", [("AB", "CD"), ("BD", "AC")])
def test_pools_whose_slots_lie_in_all_ways_become_one_in_the_order_of_names(pools: Sequence[str]):
    counts = [bytes([a, 2 - a, 2 - a, a]) for a in range(3)]
    ways = hidden_ways.Ways(
        ["hand", "trap"],
        [dict.fromkeys(names, 1) for names in pools],
        [(0, ()), (1, ())],
        by_past((each, (), ()) for each in counts),
    ).tidied()
    assert [list(pool.items()) for pool in ways.pools] == [[(name, 1) for name in "ABCD"]]


@pytest.mark.parametrize("seed", range(6))
def test_who_moves_cards_unseen_takes_none_of_the_barred_names(seed: int):
    account = HiddenCards.opened({"Elk": 5, "Owl": 1})
    account.lay_out(seed)
    account.draw(1, "deck", "aside", {"Elk"})
    assert account.deal is not None and account.deal.held("aside") == {"Owl": 1}
    account.draw(1, "deck", "aside", {"Elk"})
    assert account.deal.held("aside") == {"Elk": 1, "Owl": 1}
