"""The deck of 18 (sections 2, 4 and 5), ties (section 6) and exact chances (section 7).

Each player's deck is an account of hidden cards: those in the deck, and after a refresh the one
that went to the discard pile unseen. Cards that were flipped lie in the discard pile until the
next refresh; which they are is remembered by the players alone, so no view lists them (LC-I 15).
"""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import permutations
from math import fsum
from typing import NoReturn

from events.legacy_of_conflict import Look, Refresh
from referee.fact import DeckRebuilt, Term
from referee.games.legacy_of_conflict.facts import CardSetAside, CardsFlipped
from referee.games.legacy_of_conflict.handlers import handles, unless_asked
from referee.games.legacy_of_conflict.state import SETUP, LcTable, Player
from referee.hidden import HiddenCards, Zone
from referee.house import require_playing

SUITS = "SHDC"
CARDS = (*(f"{rank}{suit}" for rank in "A23J" for suit in SUITS), "RJ", "BJ")
"""LC-2.1: the 18 cards."""

_RANK_VALUE = {"A": 1, "2": 2, "3": 3, "J": -1}
VALUE = {c: _RANK_VALUE[c[0]] for c in CARDS[:16]} | {"RJ": -2, "BJ": 4}
"""LC-2.2: what a card is worth."""

SUIT_RANK = {c: 4 - SUITS.index(c[1]) for c in CARDS[:16]} | {"RJ": 5, "BJ": 0}
"""LC-2.3: red joker, spades, hearts, diamonds, clubs, black joker, from high to low."""

REFRESHED = "/"
"""What stands between two cards where the deck was refreshed there (LC-5.6)."""

_FULL = {card: 1 for card in sorted(CARDS)}


def new_deck() -> HiddenCards:
    """A deck of all 18 cards."""
    return HiddenCards({"deck": Zone(len(CARDS))}, dict(_FULL))


def cards_of(two: str) -> tuple[str, str]:
    """The two cards of a flip, in the order flipped."""
    return two[:2], two[3:]


_TOTALS = {
    f"{first}{between}{second}": VALUE[first] + VALUE[second]
    for first in CARDS
    for second in CARDS
    for between in "-/"
}


def total_of(two: str) -> int:
    """LC-4.2: the sum of the two values."""
    return _TOTALS[two]


@cache
def term_of(two: str, rule: str) -> Term:
    """The two cards as a term of a total."""
    return Term(f"cards {two}", _TOTALS[two], rule)


def deck_size(player: Player) -> int:
    """How many cards are in the deck."""
    return player.cards.size("deck")


def discard_size(player: Player) -> int:
    """How many cards lie in the discard pile, the unseen one among them."""
    return len(player.discard) + player.cards.size("discard")


def flip(t: LcTable, seat: str, two: str, purpose: str, rule: str) -> int:
    """Two cards are turned over and go to the discard pile (LC-4.1, 4.5, 5.1, 5.6).

    Returns:
        The sum of their values.

    Raises:
        Violation: LC-4.5, 5.3 or 5.6; nothing is changed.
    """
    player = t.state.players[seat]
    require_in_deck(t, player, two)
    return turn_over(t, player, two, purpose, rule)


def require_in_deck(t: LcTable, player: Player, two: str) -> None:
    """Refuse two cards that cannot come from that deck now.

    Raises:
        Violation: LC-4.5, 5.3 or 5.6.
    """
    cards = player.cards
    size = cards.zones["deck"].size()
    first, second = two[:2], two[3:]
    if two[2] == REFRESHED:
        if size != 1:
            t.forbid(
                "LC-5.3" if size else "LC-5.6",
                "a refresh splits a flip only at the last card, and {seat}'s deck has {have} left",
                seat=player.seat,
                have=size,
                legal=f"{first}-{second}" if size else "refresh, then flip",
            )
        if cards.refuses("deck", (first,)):
            _not_there(t, player, first)
        if first == second and t.choice["LC-I 17"] == "stays_out_of_the_shuffle":
            t.forbid(
                "LC-4.5",
                "{card} stays out of the reshuffle between the two cards",
                card=first,
                legal="another second card",
            )
        return
    if size < 2:
        t.forbid(
            "LC-5.6" if size else "LC-5.3",
            "{seat}'s deck has {have} left, and a flip takes two cards",
            seat=player.seat,
            have=size,
            legal=f"{first}/{second}: one card, the refresh, the other"
            if size
            else f"{player.seat} refresh",
        )
    if cards.refuses("deck", (first, second)):
        _not_there(t, player, first if cards.refuses("deck", (first,)) else second)


def _not_there(t: LcTable, player: Player, card: str) -> NoReturn:
    """LC-4.5: the card cannot be in that deck."""
    t.forbid(
        "LC-4.5",
        "{card} has been flipped since {seat}'s last refresh",
        card=card,
        seat=player.seat,
        legal="a card that can still be in the deck",
    )


def turn_over(t: LcTable, player: Player, two: str, purpose: str, rule: str) -> int:
    """A flip that was checked: the cards leave the deck for the discard pile."""
    first, second = two[:2], two[3:]
    if two[2] == REFRESHED:
        player.cards.show("deck", (first,))
        stays_out = t.choice["LC-I 17"] == "stays_out_of_the_shuffle"
        _shuffle(t, player, (first,) if stays_out else (), "LC-5.6")
        player.cards.show("deck", (second,))
        player.discard += (first, second) if stays_out else (second,)
    else:
        player.cards.show("deck", (first, second))
        player.discard += (first, second)
    total = total_of(two)
    t.fact(
        CardsFlipped(
            player.seat,
            first,
            second,
            total,
            FRESH.get(total, 0.0),
            purpose,
            player.cards.zones["deck"].unseen,
            rule,
        )
    )
    return total


def _shuffle(t: LcTable, player: Player, out: Sequence[str], rule: str) -> None:
    """LC-5.3, 5.4: all cards but those in use become a new deck, and one goes unseen."""
    player.cards = new_deck()
    if out:
        player.cards.show("deck", out)
    t.fact(DeckRebuilt(player.seat, deck_size(player), rule))
    player.cards.draw(1, "deck", "discard")
    player.discard.clear()
    t.fact(CardSetAside(player.seat, "LC-5.4"))


def _in_use(t: LcTable, player: Player) -> tuple[str, ...]:
    """The cards that stay out when an empty deck is refreshed: where that is done at once, those
    that were flipped last (LC-I 16)."""
    return tuple(player.discard[-2:]) if t.choice["LC-I 16"] == "at_once" else ()


@handles
@unless_asked
def refresh(t: LcTable, e: Refresh) -> None:
    """LC-5.3: an empty deck is made new from the discard pile; LC-5.4: one card goes unseen."""
    require_playing(t, e.seat)
    player = t.state.players[e.seat]
    size = deck_size(player)
    if size:
        t.forbid(
            "LC-5.3",
            "{seat}'s deck is not empty: {have} left",
            seat=e.seat,
            have=size,
            legal="a refresh when the deck is empty",
        )
    if e.card:
        t.forbid(
            "LC-5.4",
            "{card} is named, but nobody sees the card that is set aside",
            card=e.card,
            legal=f"{e.seat} refresh",
        )
    out = _in_use(t, player)
    _shuffle(t, player, out, "LC-5.3")
    player.discard += out


@handles
@unless_asked
def look(t: LcTable, e: Look) -> None:
    """LC-5.2: nobody looks through a discard pile (LC-I 14)."""
    require_playing(t, e.seat)
    require_playing(t, e.owner)
    if t.choice["LC-I 14"] == "owner" and e.seat == e.owner:
        return
    t.refuse(
        "LC-5.2",
        "{seat} may not look through {owner}'s discard pile",
        seat=e.seat,
        owner=e.owner,
        legal="nobody may" if t.choice["LC-I 14"] == "nobody" else "only its owner may",
    )


def shuffled(t: LcTable, player: Player) -> None:
    """LC-2.4, and a card unseen after the first shuffle where LC-I 10 says so."""
    player.shuffled = True
    if t.choice["LC-I 10"] == "yes":
        player.cards.draw(1, "deck", "discard")


# -- ties --------------------------------------------------------------------------------------

Key = tuple[int, ...]


def key_of(t: LcTable, two: str) -> Key:
    """What a tie compares, in turn: section 6 under LC-I 18 and LC-I 19.

    Only the same two cards have the same key: where the second card is the best one again, the
    other one still counts, after it.
    """
    first, second = cards_of(two)
    best, other = sorted((first, second), key=lambda c: (SUIT_RANK[c], VALUE[c]), reverse=True)
    value = VALUE[best]
    if t.choice["LC-I 18"] == "the_sum_of_both" and SUIT_RANK[best] == SUIT_RANK[other]:
        value += VALUE[other]
    key: Key = (SUIT_RANK[best], value)
    if t.choice["LC-I 19"] == "the_one_flipped_second":
        key += (SUIT_RANK[second], VALUE[second])
    return (*key, SUIT_RANK[other], VALUE[other])


def ranked(
    t: LcTable, flips: dict[str, list[str]], bonus: dict[str, int], among: Iterable[str], depth: int
) -> tuple[list[str], list[str]]:
    """The participants from best to worst, and who has to flip (again) first (LC-6.1 to 6.4).

    Args:
        flips: what each participant has flipped, in order.
        bonus: each participant's modifiers, which a re-flip keeps (LC-6.5).
        among: who is compared.
        depth: which flip is compared; later ones decide where this one is an exact match.
    """
    among = list(among)
    missing = [p for p in among if len(flips[p]) <= depth]
    if missing:
        return among, missing
    order: list[str] = []
    waiting: list[str] = []
    equal: dict[int, list[str]] = {}
    for p in among:
        equal.setdefault(total_of(flips[p][depth]) + bonus.get(p, 0), []).append(p)
    for total in sorted(equal, reverse=True):
        tied = equal[total]
        if len(tied) == 1:
            order += tied
            continue
        keys = {p: key_of(t, flips[p][depth]) for p in tied}
        groups: dict[Key, list[str]] = {}
        for p in sorted(tied, key=lambda p: keys[p], reverse=True):
            groups.setdefault(keys[p], []).append(p)
        again = any(len(group) > 1 for group in groups.values())
        if again and t.choice["LC-I 20"] == "all_tied_sides":
            groups = {(): tied}
        for group in groups.values():
            if len(group) > 1:
                group, more = ranked(t, flips, bonus, group, depth + 1)
                waiting += more
            order += group
    return order, waiting


# -- chances -----------------------------------------------------------------------------------


def remaining(player: Player) -> tuple[str, ...]:
    """The cards that may still be in the deck; one of them may be the unseen one."""
    return tuple(player.cards.candidates("deck"))


Sums = tuple[tuple[int, float], ...]
"""The chance of each sum that a flip may come to."""


@cache
def _pairs(cards: tuple[str, ...]) -> Sums:
    chances: dict[int, float] = {}
    pairs = list(permutations(cards, 2))
    for first, second in pairs:
        total = VALUE[first] + VALUE[second]
        chances[total] = chances.get(total, 0) + 1 / len(pairs)
    return tuple(chances.items())


FRESH = dict(_pairs(CARDS))
"""LC-7.1: the chance of each sum from a fresh deck."""


@cache
def _split(cards: tuple[str, ...], again: bool) -> Sums:
    """One card of these, then one of all others after the refresh."""
    chances: dict[int, float] = {}
    for first in cards:
        rest = CARDS if again else [c for c in CARDS if c != first]
        for second in rest:
            total = VALUE[first] + VALUE[second]
            chances[total] = chances.get(total, 0) + 1 / len(cards) / len(rest)
    return tuple(chances.items())


def chances(t: LcTable, player: Player) -> Sums:
    """The exact chance of each sum of the player's next flip, by all that was shown.

    The unseen card does not change them (LC-7.4): which card it is is as unknown as which come
    next.
    """
    size = deck_size(player)
    if not size:
        out = _in_use(t, player)
        return _pairs(tuple(sorted(set(CARDS) - set(out)))) if out else _pairs(CARDS)
    left = remaining(player)
    if size == 1:
        return _split(left, t.choice["LC-I 17"] == "is_shuffled_in")
    return _pairs(left)


@lru_cache(4096)
def chance_of(sums: Sums, least: int) -> float:
    """The exact chance that a flip with these chances comes to ``least`` or more."""
    return fsum(chance for total, chance in sums if total >= least)


def full_deck(t: LcTable, seat: str, cards: Sequence[str]) -> None:
    """LC-2.1: each of the 18 once."""
    require_playing(t, seat)
    player = t.state.players[seat]
    if t.state.phase != SETUP:
        t.forbid("LC-2.1", "the match has begun, and the decks are settled")
    for card in CARDS:
        if cards.count(card) != 1:
            t.forbid(
                "LC-2.1",
                "{seat} lists {card} {have:time}",
                seat=seat,
                card=card,
                have=cards.count(card),
                legal="ace, two, three and jack of each suit and both jokers, once each",
            )
    if "deck" not in player.agreed:
        player.agreed.append("deck")
