"""Unseen cards: what the account allows is what some world allows, and nothing else.

The oracle knows nothing of pools: it keeps every way in which the cards may really lie.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.hidden import HiddenCards, Impossible
from referee.hidden import search as hidden_search

ZONES = ("deck", "hand", "trap")
NAMES = "ABC"

# -- The oracle --------------------------------------------------------------------------------


class Pile(NamedTuple):
    """What really lies in a zone: known order on top, the rest, known order at the bottom."""

    top: tuple[str, ...] = ()
    loose: tuple[str, ...] = ()
    bottom: tuple[str, ...] = ()

    def cards(self) -> tuple[str, ...]:
        return self.top + self.loose + self.bottom


World = tuple[Pile, ...]


def _with(world: World, zone: str, pile: Pile) -> World:
    at = ZONES.index(zone)
    return (*world[:at], pile, *world[at + 1 :])


def _mixed(*cards: tuple[str, ...]) -> Pile:
    return Pile(loose=tuple(sorted(sum(cards, ()))))


def _without(cards: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    rest = list(cards)
    for card in gone:
        rest.remove(card)
    return tuple(rest)


@dataclass(frozen=True)
class Move:
    """Something that happens: in the account, and in each world."""

    def do(self, hidden: HiddenCards) -> None:
        raise NotImplementedError

    def worlds(self, world: World) -> Iterator[World]:
        raise NotImplementedError


@dataclass(frozen=True)
class Draw(Move):
    count: int
    source: str
    target: str

    def do(self, hidden):
        hidden.draw(self.count, self.source, self.target)

    def worlds(self, world):
        top, loose, bottom = world[ZONES.index(self.source)]
        known = min(self.count, len(top))
        middle = min(self.count - known, len(loose))
        last = self.count - known - middle
        for drawn in set(combinations(loose, middle)):
            rest = Pile(top[known:], _without(loose, drawn), bottom[last:])
            came = world[ZONES.index(self.target)].cards()
            new = _mixed(came, top[:known], drawn, bottom[:last])
            yield _with(_with(world, self.source, rest), self.target, new)


@dataclass(frozen=True)
class Show(Move):
    zone: str
    cards: tuple[str, ...]

    def do(self, hidden):
        hidden.show(self.zone, self.cards)

    def worlds(self, world):
        ways = {world[ZONES.index(self.zone)]}
        for card in self.cards:
            ways = {
                Pile(*(part if n != at else part[:i] + part[i + 1 :] for n, part in enumerate(way)))
                for way in ways
                for at, cards in enumerate(way)
                for i in range(len(cards))
                if cards[i] == card
            }
        for way in ways:
            yield _with(world, self.zone, way)


@dataclass(frozen=True)
class Reveal(Show):
    def do(self, hidden):
        hidden.reveal(self.zone, self.cards)

    def worlds(self, world):
        if not Counter(self.cards) - Counter(world[ZONES.index(self.zone)].cards()):
            yield world


@dataclass(frozen=True)
class Put(Show):
    def do(self, hidden):
        hidden.put(self.zone, self.cards)

    def worlds(self, world):
        yield _with(world, self.zone, _mixed(world[ZONES.index(self.zone)].cards(), self.cards))


@dataclass(frozen=True)
class Shuffle(Put):
    def do(self, hidden):
        hidden.shuffle(self.zone, Counter(self.cards))


@dataclass(frozen=True)
class PutOnTop(Show):
    def do(self, hidden):
        hidden.put_on_top(self.zone, self.cards)

    def worlds(self, world):
        pile = world[ZONES.index(self.zone)]
        yield _with(world, self.zone, pile._replace(top=self.cards + pile.top))


@dataclass(frozen=True)
class PutOnBottom(Show):
    def do(self, hidden):
        hidden.put_on_bottom(self.zone, self.cards)

    def worlds(self, world):
        pile = world[ZONES.index(self.zone)]
        yield _with(world, self.zone, pile._replace(bottom=pile.bottom + self.cards))


@dataclass(frozen=True)
class Claim(Move):
    zone: str
    names: tuple[str, ...]
    seq: int

    def do(self, hidden):
        hidden.claim(self.zone, self.names, self.seq)

    def worlds(self, world):
        if set(self.names).isdisjoint(world[ZONES.index(self.zone)].cards()):
            yield world


@dataclass(frozen=True)
class Forget(Move):
    seq: int

    def do(self, hidden):
        hidden.forget_claim(self.seq)


class Truth:
    """Every way in which the cards may lie after the moves so far."""

    def __init__(self, deck: list[str]) -> None:
        self.start: World = (_mixed(tuple(deck)), Pile(), Pile())
        self.worlds = {self.start}
        self.moves: list[Move] = []
        self.forgotten: set[int] = set()
        self.out: Counter[str] = Counter()

    def add(self, move: Move) -> None:
        self.moves.append(move)
        if isinstance(move, Forget):
            self.forgotten.add(move.seq)
            self.worlds = self.without()
        else:
            self.worlds = {new for old in self.worlds for new in move.worlds(old)}
        if type(move) is Show:
            self.out.update(move.cards)
        elif isinstance(move, Put | PutOnTop | PutOnBottom):
            self.out.subtract(move.cards)

    def claims(self) -> list[int]:
        made = (move.seq for move in self.moves if isinstance(move, Claim))
        return [seq for seq in made if seq not in self.forgotten]

    def without(self, *seqs: int) -> set[World]:
        """The worlds if the claims of these entries are left out."""
        gone = self.forgotten.union(seqs)
        worlds = {self.start}
        for move in self.moves:
            if isinstance(move, Forget) or (isinstance(move, Claim) and move.seq in gone):
                continue
            worlds = {new for old in worlds for new in move.worlds(old)}
        return worlds

    def contents(self, zone: str) -> list[Counter[str]]:
        return contents(self.worlds, zone)


def contents(worlds: set[World], zone: str) -> list[Counter[str]]:
    piles = {tuple(sorted(world[ZONES.index(zone)].cards())) for world in worlds}
    return [Counter(pile) for pile in sorted(piles)]


def fit(cards: tuple[str, ...], held: list[Counter[str]]) -> bool:
    """Whether the cards lie together in some of these piles."""
    return any(all(one[card] >= cards.count(card) for card in cards) for one in held)


def some_of(dice: random.Random, cards: list[str], least: int, most: int) -> tuple[str, ...]:
    return tuple(dice.sample(cards, dice.randint(least, min(most, len(cards)))))


def some_move(dice: random.Random, truth: Truth, order: bool) -> Move | None:
    """A next move that is possible; None if there is none of the kind that came up."""
    world = dice.choice(sorted(truth.worlds))
    held = {zone: sorted(pile.cards()) for zone, pile in zip(ZONES, world, strict=True)}
    zone = dice.choice([zone for zone in ZONES if held[zone]] or ["deck"])
    out = sorted((+truth.out).elements())
    kinds = {"draw": 8, "show": 8, "claim": 5, "shuffle": 6, "move": 1, "reveal": 1, "forget": 1}
    kinds |= {"put": 1, "top": 3 * order, "bottom": 2 * order}
    kind = dice.choices(list(kinds), list(kinds.values()))[0]
    match kind:
        case "draw" if held["deck"]:
            count = dice.randint(1, min(3, len(held["deck"])))
            return Draw(count, "deck", dice.choice(("hand", "hand", "trap")))
        case "move" if held[zone]:
            target = dice.choice([other for other in ZONES if other != zone])
            return Draw(dice.randint(1, len(held[zone])), zone, target)
        case "show" | "reveal" if held[zone]:
            return (Show if kind == "show" else Reveal)(zone, some_of(dice, held[zone], 1, 2))
        case "shuffle":
            return Shuffle(dice.choice(("deck", "deck", "hand")), some_of(dice, out, 0, len(out)))
        case "put" if out:
            return Put(dice.choice(ZONES), some_of(dice, out, 1, 2))
        case "top" | "bottom" if out:
            kept = some_of(dice, out, 1, 3)
            return PutOnTop("deck", kept) if kind == "top" else PutOnBottom("deck", kept)
        case "claim":
            seq = 1 + sum(isinstance(move, Claim) for move in truth.moves)
            claim = Claim(dice.choice(ZONES), some_of(dice, sorted(NAMES), 1, 2), seq)
            return claim if any(True for one in truth.worlds for _ in claim.worlds(one)) else None
        case "forget" if truth.claims():
            return Forget(dice.choice(truth.claims()))
    return None


def played(dice: random.Random, order: bool = False) -> Iterator[tuple[HiddenCards, Truth]]:
    """A match on a few cards, after each move; as a rule the deck is soon built anew."""
    deck = dice.choices(NAMES, k=dice.randint(2, 7))
    hidden, truth = HiddenCards.opened(Counter(deck)), Truth(deck)
    moves: list[Move | None] = [None] * dice.randint(1, 24)
    if len(deck) > 3 and dice.random() < 0.7:
        count = dice.randint(1, len(deck) - 3)
        rest = tuple(deck[count + 1 :])
        back = some_of(dice, list(rest), 1, len(rest))
        moves[:0] = [Draw(count, "deck", "hand"), Draw(1, "deck", "trap")]
        moves[2:2] = [Show("deck", rest), Shuffle("deck", back)]
    for planned in moves:
        move = planned or some_move(dice, truth, order)
        if move is not None and len(truth.worlds) <= 150:
            move.do(hidden)
            truth.add(move)
            yield hidden, truth


def digest(hidden: HiddenCards) -> bytes:
    return msgspec.json.encode(hidden, order="deterministic")


ASKED = [cards for count in (1, 2, 3) for cards in combinations_with_replacement(NAMES, count)]
DENIED = [names for count in (1, 2) for names in combinations(NAMES, count)]

matches = given(st.randoms(use_true_random=True))
many = settings(max_examples=300, deadline=None, derandomize=True, database=None)

# -- What holds in every match -----------------------------------------------------------------


@many
@matches
def test_cards_can_be_shown_if_they_lie_there_in_some_world(dice):
    for hidden, truth in played(dice):
        for zone in ZONES:
            held = truth.contents(zone)
            for cards in dice.sample(ASKED, 6):
                possible = fit(cards, held)
                if possible or not hidden.widened:
                    assert (hidden.refuses(zone, cards) is None) == possible, (zone, cards)


@many
@matches
def test_the_candidates_are_the_most_copies_of_any_world(dice):
    for hidden, truth in played(dice):
        for zone in ZONES:
            held = truth.contents(zone)
            most = {name: max(one[name] for one in held) for name in NAMES}
            found = hidden.candidates(zone)
            assert list(found) == sorted(found)
            if hidden.widened:
                assert all(found.get(name, 0) >= count for name, count in most.items())
            else:
                assert found == {name: count for name, count in most.items() if count}


@many
@matches
def test_a_zone_can_be_without_names_if_it_is_in_some_world(dice):
    for hidden, truth in played(dice):
        for zone in ZONES:
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
        start = Counter(truth.start[0].cards())
        assert hidden.unseen_total() == start - truth.out
        assert sum(hidden.size(zone) for zone in ZONES) == lying.total()


@settings(many, max_examples=30)
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


@settings(many, max_examples=100)
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
        assert msgspec.json.decode(digest(hidden), type=HiddenCards) == hidden


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
    hidden = rebuilt()
    hidden.draw(1)
    assert hidden.refuses("hand", ["A"]) is None
    hidden.show("hand", ["A"])
    assert hidden.widened
    assert hidden.worlds is None
    assert hidden.unseen_total() == {"A": 2, "B": 1, "C": 1, "D": 1}
    assert hidden.refuses("hand", ["A", "A", "A"]) is not None
