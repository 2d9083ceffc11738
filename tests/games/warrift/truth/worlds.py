"""A slow and obvious referee of hidden cards: every way in which those of a small table may lie.

A world says what lies in each hidden place: a deck in its order with the top first, a hand sorted.
A card can be named where some world has it. Nothing is counted, and nothing is clever.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, permutations

from events import warrift as log
from events.outcome import Outcome

ZONES = ("ana.primary", "bo.primary", "ana.hand", "bo.hand", "eye")
World = tuple[tuple[str, ...], ...]
Cards = tuple[str, ...]


def zone_of(seat: str | None, place: str | None) -> str:
    """The name of a place of a player, or of the table."""
    return "eye" if place == "eye" else f"{seat}.{place}"


def there(world: World, zone: str) -> Cards:
    """What lies in a place."""
    return world[ZONES.index(zone)]


def laid(world: World, **zones: Cards) -> World:
    """A world with other cards in some places, which are named with a line for the point."""
    return tuple(
        _sorted(zone, zones.get(zone.replace(".", "_"), cards))
        for zone, cards in zip(ZONES, world, strict=True)
    )


def _sorted(zone: str, cards: Cards) -> Cards:
    return tuple(sorted(cards)) if zone.endswith(".hand") else cards


def _with(world: World, zone: str, cards: Cards) -> World:
    return laid(world, **{zone.replace(".", "_"): cards})


def without(cards: Cards, gone: Sequence[str]) -> Cards | None:
    """The cards without some of them; None where they are not all there."""
    left = list(cards)
    for card in gone:
        if card not in left:
            return None
        left.remove(card)
    return tuple(left)


def orders(cards: Sequence[str]) -> set[Cards]:
    """All orders of some cards."""
    return set(permutations(cards))


def opened(lists: Mapping[str, Sequence[str]]) -> set[World]:
    """All worlds in which each of these lists was shuffled; hands are empty."""
    found: set[World] = {tuple(() for _ in ZONES)}
    for zone, cards in lists.items():
        found = {_with(world, zone, order) for world in found for order in orders(cards)}
    return found


def can_show(worlds: set[World], zone: str, cards: Sequence[str]) -> bool:
    """Whether some world has these cards in a hand, or in this order on top of a deck."""
    if zone.endswith(".hand"):
        return any(without(there(world, zone), cards) is not None for world in worlds)
    return any(there(world, zone)[: len(cards)] == tuple(cards) for world in worlds)


# -- what happens ------------------------------------------------------------------------------


def drawn(worlds: set[World], seat: str, count: int, pile: Sequence[str]) -> set[World]:
    """A draw; a deck that runs out is built anew of the pile (WR-12.8)."""
    deck, hand = f"{seat}.primary", f"{seat}.hand"
    found = set()
    for world in worlds:
        have, cards = there(world, hand), there(world, deck)
        decks = {cards} if count <= len(cards) else {cards + new for new in orders(pile)}
        for each in decks:
            found.add(_with(_with(world, hand, have + each[:count]), deck, each[count:]))
    return found


def dealt(worlds: set[World], rift: Sequence[str], shares: Mapping[str, int]) -> set[World]:
    """The shuffled Rift is laid on top of decks (WR-13.4)."""
    found = set()
    for world in worlds:
        for order in orders(rift):
            new, left = world, order
            for seat, count in shares.items():
                deck = f"{seat}.primary"
                new, left = _with(new, deck, left[:count] + there(new, deck)), left[count:]
            found.add(new)
    return found


def traded(worlds: set[World], e: log.Trade) -> set[World]:
    """Cards by name, and so many that nobody else sees, change hands at once (WR-11.3)."""
    one, other = f"{e.seat}.hand", f"{e.other}.hand"
    found = set()
    for world in worlds:
        own, theirs = without(there(world, one), e.gives), without(there(world, other), e.takes)
        if own is None or theirs is None:
            continue
        for gone in set(combinations(own, e.unseen)):
            for came in set(combinations(theirs, e.taken)):
                mine, yours = without(own, gone), without(theirs, came)
                assert mine is not None
                assert yours is not None
                new = _with(world, one, mine + came + e.takes)
                found.add(_with(new, other, yours + gone + e.gives))
    return found


def did(worlds: set[World], outcome: Outcome, pile: Sequence[str]) -> set[World]:
    """What an effect did; the worlds in which it could.

    Args:
        worlds: as the cards may lie.
        outcome: what it did.
        pile: the discard pile of who draws.
    """
    if isinstance(outcome, log.DrawCards):
        return drawn(worlds, outcome.player or "", outcome.count or 0, pile)
    happens = _HAPPENS[type(outcome)]
    return {new for world in worlds for new in happens(world, outcome)}


def _left(world: World, zone: str, gone: Sequence[str]) -> Iterator[World]:
    """Named cards leave; a deck that was looked through may lie in any order then."""
    left = without(there(world, zone), gone)
    if left is not None:
        for cards in [left] if zone.endswith(".hand") else orders(left):
            yield _with(world, zone, cards)


def _discard(world: World, e: log.Discard) -> Iterator[World]:
    yield from _left(world, f"{e.player}.hand", e.cards or ())


def _consume(world: World, e: log.Consume) -> Iterator[World]:
    yield from _left(world, zone_of(e.player, e.place), e.cards or ())


def _move(world: World, e: log.Move) -> Iterator[World]:
    source = zone_of(e.player, e.place)
    known = source in ZONES
    for taken in _left(world, source, e.cards or ()) if known else [world]:
        yield from _put(taken, zone_of(e.receiver or e.player, e.to), e.cards or (), e.where)


def _put(world: World, zone: str, cards: Sequence[str], where: str | None) -> Iterator[World]:
    """Cards come to a place in any order among themselves; unless that is said, anywhere in it."""
    have = there(world, zone)
    if zone.endswith(".hand"):
        yield _with(world, zone, have + tuple(cards))
    elif where is None:
        for order in orders([*have, *cards]):
            yield _with(world, zone, order)
    else:
        for order in orders(cards):
            yield _with(world, zone, order + have if where == "top" else have + order)


def _pass(world: World, e: log.Pass) -> Iterator[World]:
    source, target = zone_of(e.player, e.place), zone_of(e.receiver or e.player, e.to)
    cards, count = there(world, source), e.count or 0
    taken = set(combinations(cards, count)) if source.endswith(".hand") else {cards[:count]}
    for gone in taken:
        left = without(cards, gone) if source.endswith(".hand") else cards[count:]
        assert left is not None
        yield from _put(_with(world, source, left), target, gone, e.where)


def _reveal(world: World, e: log.Reveal) -> Iterator[World]:
    if can_show({world}, zone_of(e.player, e.place), e.cards or ()):
        yield world


def _scout(world: World, e: log.Scout) -> Iterator[World]:
    if not e.cards or can_show({world}, "eye", e.cards):
        yield world


def _alter(world: World, e: log.Alter) -> Iterator[World]:
    zone, count, bottom = zone_of(e.player, e.deck), e.count or 0, e.bottom or 0
    cards = there(world, zone)
    for held in orders(cards[:count]):
        yield _with(world, zone, held[bottom:] + cards[count:] + held[:bottom])


def _shuffle(world: World, e: log.Shuffle) -> Iterator[World]:
    zone = zone_of(e.player, e.deck)
    for order in orders(there(world, zone)):
        yield _with(world, zone, order)


def _looked(world: World, e: Outcome) -> Iterator[World]:
    yield world


_HAPPENS: dict[type[Outcome], Callable[..., Iterator[World]]] = {
    log.Discard: _discard,
    log.Consume: _consume,
    log.Move: _move,
    log.Pass: _pass,
    log.Reveal: _reveal,
    log.Scout: _scout,
    log.Alter: _alter,
    log.Shuffle: _shuffle,
    log.LookAt: _looked,
}


def most_of(worlds: set[World], zone: str) -> Counter[str]:
    """The most copies of each name that a place may hold."""
    found: Counter[str] = Counter()
    for world in worlds:
        found |= Counter(there(world, zone))
    return found
