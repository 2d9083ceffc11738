"""The account of hidden cards by itself: real cards lie on a table, and what all see is told to it.

Each case is a list of steps that truly happened. Cards that are shown are asked for and shown in
one step, as the handlers do; ``kept`` adds the copy that an entry keeps to be taken back by.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random

from referee.hidden import HiddenCards
from tests.bench.measure import about, heading, rate, timed_together

Step = Callable[[HiddenCards], object]
Lists = Mapping[str, Mapping[str, int]]
NAMES = [f"card {number:02}" for number in range(25)]
SEATS = ("ana", "bo", "cy", "dee")
HAND = 8


def draw(count: int, source: str, target: str) -> Step:
    """Cards move unseen."""
    return lambda hidden: hidden.draw(count, source, target)


def show(zone: str, *cards: str) -> Step:
    """Cards are shown, which must be possible: they were there."""

    def step(hidden: HiddenCards) -> None:
        refusal = hidden.take(zone, cards)
        if refusal is not None:
            raise SystemExit(f"{zone} had {cards}, and the account says {refusal}")

    return step


def shuffle(zone: str, cards: list[str]) -> Step:
    """Seen cards are shuffled in."""
    adding = Counter(cards)
    return lambda hidden: hidden.shuffle(zone, adding)


def claim(names: list[str], seq: int) -> Step:
    """The hand holds none of these."""
    return lambda hidden: hidden.claim("hand", names, seq)


def one_deck(chance: Random, claims: int = 0, names: list[str] | None = None) -> Iterator[Step]:
    """A hundred cards, drawn and shown one by one; a shown card comes back seen now and then.

    Args:
        chance: what comes up.
        claims: how many claims are made; the first three cards stay in hand, so all stay open.
        names: what every claim is about; without, any three names that are not in hand.
    """
    deck = NAMES * 4
    chance.shuffle(deck)
    if names:
        deck.sort(key=lambda card: card in names, reverse=True)
        deck[40:] = chance.sample(deck[40:], len(deck) - 40)
    hand: list[str] = []
    for number in range(90):
        hand.append(deck.pop())
        yield draw(1, "deck", "hand")
        if number < claims and not names:
            absent = [name for name in NAMES if name not in hand]
            yield claim(chance.sample(absent, 3), number)
        elif number < claims and names and not set(hand) & set(names):
            yield claim(names, number)
        if len(hand) > HAND:
            card = hand.pop(chance.randrange(3, len(hand)))
            yield show("hand", card)


def several_hands(chance: Random, shared: bool, rounds: int) -> Iterator[Step]:
    """Four hands over one deck; or over a deck each, with what was shown shared out by turns.

    Args:
        chance: what comes up.
        shared: one deck for all.
        rounds: how often each shows three cards.
    """
    if shared:
        deck = sorted(NAMES * 8)
        chance.shuffle(deck)
        decks = dict.fromkeys(SEATS, deck)
    else:
        decks = {seat: chance.sample(full_deck(seat), 60) for seat in SEATS}
    zone = {seat: "deck" if shared else f"{seat}.deck" for seat in SEATS}
    hands: dict[str, list[str]] = {seat: [] for seat in SEATS}
    piles: dict[str, list[str]] = {"": []} if shared else {seat: [] for seat in SEATS}
    rift: list[str] = []
    for _ in range(rounds):
        for seat in SEATS:
            pile = piles["" if shared else seat]
            hand = hands[seat]
            while len(hand) < 5:
                if not decks[seat]:
                    decks[seat].extend(chance.sample(pile, len(pile)))
                    yield shuffle(zone[seat], pile)
                    pile.clear()
                hand.append(decks[seat].pop())
                yield draw(1, zone[seat], f"{seat}.hand")
            for _ in range(3):
                card = hand.pop(chance.randrange(len(hand)))
                yield show(f"{seat}.hand", card)
                (rift if not shared and chance.random() < 0.2 else pile).append(card)
        if rift:
            chance.shuffle(rift)
            yield shuffle("rift", rift)
            for number, card in enumerate(rift):
                seat = SEATS[number % 4]
                hands[seat].append(card)
                yield draw(1, "rift", f"{seat}.hand")
            rift.clear()


def full_deck(seat: str) -> list[str]:
    """Sixty cards, of which each seat has others."""
    return Random(seat).sample(NAMES * 3, 60)


def cases() -> dict[str, tuple[Lists, list[Step]]]:
    """The lists of each case and what happens to them."""
    one = {"deck": dict.fromkeys(NAMES, 4)}
    decks = {f"{seat}.deck": Counter(full_deck(seat)) for seat in SEATS}
    return {
        "one deck, counted": (one, list(one_deck(Random(7)))),
        "shared pool, several hands": (
            {"deck": dict.fromkeys(NAMES, 8)},
            list(several_hands(Random(7), shared=True, rounds=20)),
        ),
        "decks of four, cards shared out to all hands": (
            decks,
            list(several_hands(Random(7), shared=False, rounds=10)),
        ),
        "40 claims open, of the same names": (one, list(one_deck(Random(7), 60, NAMES[:6]))),
        "40 claims open, of any names": (one, list(one_deck(Random(7), 40))),
    }


def play(lists: Lists, steps: list[Step], kept: bool) -> HiddenCards:
    """An account of the lists after all steps."""
    (zone, cards), *more = lists.items()
    hidden = HiddenCards.of_lists(lists) if more else HiddenCards.opened(cards, zone)
    for step in steps:
        if kept:
            hidden.keep()
        step(hidden)
    return hidden


def run() -> None:
    """Print the figures of the account."""
    about("hidden cards")
    heading("the account of hidden cards alone, steps a second")
    found = cases()
    works = {
        f"{name}{', kept' if kept else ''}": lambda n=name, k=kept: play(*found[n], k)
        for name in found
        for kept in (False, True)
    }
    timings = timed_together(works, runs=5)
    for name, timing in timings.items():
        rate(name, len(found[name.removesuffix(", kept")][1]), timing, "steps/s")
