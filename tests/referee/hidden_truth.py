"""The oracle of hidden cards: it knows nothing of pools and keeps every way in which the cards
may really lie."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.hidden import HiddenCards
from tests.tiers import examples

ZONES = ("deck", "hand", "trap")
SEVERAL = ("ana.deck", "ana.hand", "bo.deck", "bo.hand", "rift")
PLACES = (*ZONES, *SEVERAL)
SEATS = ("ana", "bo")
NAMES = "ABC"


class Pile(NamedTuple):
    """What really lies in a zone: known order on top, the rest, known order at the bottom."""

    top: tuple[str, ...] = ()
    loose: tuple[str, ...] = ()
    bottom: tuple[str, ...] = ()

    def cards(self) -> tuple[str, ...]:
        return self.top + self.loose + self.bottom


World = tuple[Pile, ...]


def _with(world: World, zone: str, pile: Pile) -> World:
    at = PLACES.index(zone)
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
        top, loose, bottom = world[PLACES.index(self.source)]
        known = min(self.count, len(top))
        middle = min(self.count - known, len(loose))
        last = self.count - known - middle
        for drawn in set(combinations(loose, middle)):
            rest = Pile(top[known:], _without(loose, drawn), bottom[last:])
            came = world[PLACES.index(self.target)].cards()
            new = _mixed(came, top[:known], drawn, bottom[:last])
            yield _with(_with(world, self.source, rest), self.target, new)


@dataclass(frozen=True)
class Show(Move):
    zone: str
    cards: tuple[str, ...]

    def do(self, hidden):
        hidden.show(self.zone, self.cards)

    def worlds(self, world):
        ways = {world[PLACES.index(self.zone)]}
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
        if not Counter(self.cards) - Counter(world[PLACES.index(self.zone)].cards()):
            yield world


@dataclass(frozen=True)
class Put(Show):
    def do(self, hidden):
        hidden.put(self.zone, self.cards)

    def worlds(self, world):
        yield _with(world, self.zone, _mixed(world[PLACES.index(self.zone)].cards(), self.cards))


@dataclass(frozen=True)
class Shuffle(Put):
    def do(self, hidden):
        hidden.shuffle(self.zone, Counter(self.cards))


@dataclass(frozen=True)
class PutOnTop(Show):
    def do(self, hidden):
        hidden.put_on_top(self.zone, self.cards)

    def worlds(self, world):
        pile = world[PLACES.index(self.zone)]
        yield _with(world, self.zone, pile._replace(top=self.cards + pile.top))


@dataclass(frozen=True)
class PutOnBottom(Show):
    def do(self, hidden):
        hidden.put_on_bottom(self.zone, self.cards)

    def worlds(self, world):
        pile = world[PLACES.index(self.zone)]
        yield _with(world, self.zone, pile._replace(bottom=pile.bottom + self.cards))


@dataclass(frozen=True)
class Claim(Move):
    zone: str
    names: tuple[str, ...]
    seq: int

    def do(self, hidden):
        hidden.claim(self.zone, self.names, self.seq)

    def worlds(self, world):
        if set(self.names).isdisjoint(world[PLACES.index(self.zone)].cards()):
            yield world


@dataclass(frozen=True)
class Forget(Move):
    seq: int

    def do(self, hidden):
        hidden.forget_claim(self.seq)


class Truth:
    """Every way in which the cards may lie after the moves so far."""

    def __init__(self, **lists: Iterable[str]) -> None:
        self.start: World = tuple(_mixed(tuple(lists.get(zone, ()))) for zone in PLACES)
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
    piles = {tuple(sorted(world[PLACES.index(zone)].cards())) for world in worlds}
    return [Counter(pile) for pile in sorted(piles)]


def fit(cards: tuple[str, ...], held: list[Counter[str]]) -> bool:
    """Whether the cards lie together in some of these piles."""
    return any(all(one[card] >= cards.count(card) for card in cards) for one in held)


def some_of(dice: random.Random, cards: list[str], least: int, most: int) -> tuple[str, ...]:
    return tuple(dice.sample(cards, dice.randint(least, min(most, len(cards)))))


def some_move(dice: random.Random, truth: Truth, order: bool) -> Move | None:
    """A next move that is possible; None if there is none of the kind that came up."""
    world = dice.choice(sorted(truth.worlds))
    held = {zone: sorted(pile.cards()) for zone, pile in zip(PLACES, world, strict=True)}
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
    hidden, truth = HiddenCards.opened(Counter(deck)), Truth(deck=deck)
    hidden.exact = dice.random() < 0.5
    hidden.bound = dice.choice((5_000, 100_000, 120_000, 200_000))
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
    return msgspec.msgpack.encode(hidden, order="deterministic")


ASKED = [cards for count in (1, 2, 3) for cards in combinations_with_replacement(NAMES, count)]
DENIED = [names for count in (1, 2) for names in combinations(NAMES, count)]

matches = given(st.randoms(use_true_random=True))
many = settings(max_examples=examples(300), derandomize=True, database=None)

# -- Several owners ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Exchange(Move):
    """Unseen cards of two hands change places."""

    given: int
    taken: int

    def do(self, hidden):
        hidden.exchange("ana.hand", "bo.hand", self.given, self.taken)

    def worlds(self, world):
        ana = world[PLACES.index("ana.hand")].cards()
        bo = world[PLACES.index("bo.hand")].cards()
        for gone in set(combinations(ana, self.given)):
            for taken in set(combinations(bo, self.taken)):
                new = _with(world, "ana.hand", _mixed(_without(ana, gone), taken))
                yield _with(new, "bo.hand", _mixed(_without(bo, taken), gone))


def some_move_of_several(dice: random.Random, truth: Truth) -> Move | None:
    """A next move that is possible; None if there is none of the kind that came up."""
    world = dice.choice(sorted(truth.worlds))
    held = {zone: sorted(pile.cards()) for zone, pile in zip(PLACES, world, strict=True)}
    seat = dice.choice(SEATS)
    deck, hand = f"{seat}.deck", f"{seat}.hand"
    zone = dice.choice([zone for zone in SEVERAL if held[zone]] or ["rift"])
    out = sorted((+truth.out).elements())
    kinds = {"draw": 8, "show": 7, "claim": 3, "exchange": 2, "give": 1, "rift": 4, "deal": 4}
    kinds |= {"rebuild": 3, "back": 1, "forget": 1, "reveal": 1, "put": 1}
    kind = dice.choices(list(kinds), list(kinds.values()))[0]
    match kind:
        case "draw" if held[deck]:
            return Draw(dice.randint(1, len(held[deck])), deck, hand)
        case "show" | "reveal" if held[zone]:
            return (Show if kind == "show" else Reveal)(zone, some_of(dice, held[zone], 1, 2))
        case "exchange" if held["ana.hand"] and held["bo.hand"]:
            most = len(held["ana.hand"]), len(held["bo.hand"])
            return Exchange(*(dice.randint(0, count) for count in most))
        case "give" if held[hand]:
            return Draw(1, hand, "bo.hand" if seat == "ana" else "ana.hand")
        case "rift" if out:
            return Shuffle("rift", some_of(dice, out, 1, len(out)))
        case "deal" if held["rift"]:
            return Draw(dice.randint(1, len(held["rift"])), "rift", dice.choice((hand, deck)))
        case "rebuild" if out:
            return Shuffle(deck, some_of(dice, out, 1, len(out)))
        case "back" if held[hand]:
            return Draw(len(held[hand]), hand, deck)
        case "put" if out:
            return Put(hand, some_of(dice, out, 1, 1))
        case "claim":
            seq = 1 + sum(isinstance(move, Claim) for move in truth.moves)
            claim = Claim(dice.choice(SEVERAL), some_of(dice, sorted(NAMES), 1, 2), seq)
            return claim if any(True for one in truth.worlds for _ in claim.worlds(one)) else None
        case "forget" if truth.claims():
            return Forget(dice.choice(truth.claims()))
    return None


def played_by_several(dice: random.Random) -> Iterator[tuple[HiddenCards, Truth]]:
    """A match of two decks over one account, after each move; as a rule cards change hands."""
    lists = {f"{seat}.deck": dice.choices(NAMES, k=dice.randint(2, 5)) for seat in SEATS}
    hidden = HiddenCards.of_lists(
        {zone: Counter(cards) for zone, cards in lists.items()},
        most=dice.choice((0, 6, 5_000, 100_000, 120_000, 200_000)),
    )
    truth = Truth(**lists)
    moves: list[Move | None] = [None] * dice.randint(1, 20)
    if dice.random() < 0.7:
        moves[:0] = [Draw(dice.randint(1, 2), f"{seat}.deck", f"{seat}.hand") for seat in SEATS]
        moves[2:2] = [Exchange(1, dice.randint(0, 1))]
    for planned in moves:
        move = planned or some_move_of_several(dice, truth)
        if move is not None and len(truth.worlds) <= 150:
            move.do(hidden)
            truth.add(move)
            yield hidden, truth
