"""Face-down decks of which the layers are known: a zone of the account for each, topmost first.

Cards that are dealt or put face down on top of a deck, or at its bottom, are neither mingled with
it nor seen: they lie in a zone of their own, and a draw takes from the topmost first. A deck
without such layers is the one zone of its name. All of it goes through the table's journal.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, Protocol

from referee.hidden import HiddenCards, Impossible
from referee.house import AnyTable

End = Literal["top", "bottom"]
"""Where a layer comes to lie in a deck."""


class Layered(Protocol):
    """Where the decks lie: the account, and for each deck with several layers their zones,
    topmost first."""

    hidden: HiddenCards
    layers: dict[str, list[str]]


class Layer(NamedTuple):
    """A layer of a deck."""

    cards: Mapping[str, int]  # how many of each name may lie in it
    size: int  # how many cards it has


def layers_of(zones: Layered, deck: str) -> Sequence[str]:
    """The zones that a deck is made of, topmost first."""
    return zones.layers.get(deck) or (deck,)


def size_of(zones: Layered, deck: str) -> int:
    """How many cards a deck holds."""
    hidden = zones.hidden
    if deck not in zones.layers:
        return hidden.size(deck)
    return sum(hidden.size(zone) for zone in zones.layers[deck])


def candidates_of(zones: Layered, deck: str) -> dict[str, int]:
    """Each name that could be in a deck, with the most copies at once."""
    found: dict[str, int] = {}
    for zone in layers_of(zones, deck):
        for name, count in zones.hidden.candidates(zone).items():
            found[name] = found.get(name, 0) + count
    return dict(sorted(found.items()))


def each_of(zones: Layered, deck: str) -> list[Layer]:
    """The layers of a deck, topmost first; what is known to lie on top of one of its zones, or at
    the bottom, is one each."""
    hidden, found = zones.hidden, list[Layer]()
    for zone in layers_of(zones, deck):
        place = hidden.zones[zone]
        known = (*place.top, *place.bottom)
        between = Counter(hidden.candidates(zone))
        between.subtract(known)
        found += [Layer({card: 1}, 1) for card in place.top]
        found.append(Layer(+between, hidden.size(zone) - len(known)))
        found += [Layer({card: 1}, 1) for card in place.bottom]
    return found


def has_several(zones: Layered, deck: str) -> bool:
    """Whether a deck is known to lie in layers."""
    place = zones.hidden.zones.get(deck)
    return deck in zones.layers or (place is not None and bool(place.bottom))


def may_lie(zones: Layered, deck: str, cards: Sequence[str]) -> bool:
    """Whether cards may lie in a deck together; where it has layers, the first of them in the
    topmost, as many as lie there."""
    hidden, left = zones.hidden, cards
    first, *others = layers_of(zones, deck)
    if not others or len(cards) <= hidden.size(first):
        return hidden.refuses(first, cards) is None
    before = hidden.keep()
    try:
        for zone in (first, *others):
            count = hidden.size(zone)
            if hidden.take(zone, left[:count]) is not None:
                return False
            left = left[count:]
        return not left
    finally:
        hidden.restore(before)


def known_top(zones: Layered, deck: str) -> list[str]:
    """The cards that all know to lie on top of a deck, topmost first."""
    found: list[str] = []
    for zone in layers_of(zones, deck):
        place = zones.hidden.zones.get(zone)
        if place is None:
            continue
        found += place.top
        if len(place.top) + len(place.bottom) < place.size():
            break
        found += place.bottom
    return found


def draw(t: AnyTable, zones: Layered, deck: str, count: int, target: str) -> None:
    """The topmost cards of a deck go unseen to another zone.

    Raises:
        ValueError: if the deck holds too few; nothing is changed.
    """
    hidden = zones.hidden
    if count > (have := size_of(zones, deck)):
        raise ValueError(f"{deck} holds {have} cards, not {count}")
    t.keep(hidden)
    if deck not in zones.layers:
        if count:
            hidden.draw(count, deck, target)
        return
    for zone in list(layers_of(zones, deck)):
        drawn = min(count, hidden.size(zone))
        if drawn:
            hidden.draw(drawn, zone, target)
        count -= drawn
        if not count:
            break
    _forget_empty(t, zones, deck)


def flip(t: AnyTable, zones: Layered, deck: str, card: str) -> Impossible | None:
    """The topmost card of a deck is shown, and lies nowhere yet.

    Returns:
        Why it cannot be that card; then nothing is changed.
    """
    hidden = zones.hidden
    if deck not in zones.layers:
        place = hidden.zones.get(deck)
        if place is None or not place.known:
            t.keep(hidden)
            return hidden.take(deck, (card,))
    if not size_of(zones, deck):
        return Impossible("size", card, 0, 1)
    t.keep(hidden)
    before = hidden.keep()
    zone = next(zone for zone in layers_of(zones, deck) if hidden.size(zone))
    if hidden.deal is not None:
        hidden.deal.turn_up(card, zone, layers_of(zones, deck))
    hidden.draw(1, zone, _FLIPPED)
    refused = hidden.take(_FLIPPED, (card,))
    if refused is not None:
        hidden.restore(before)
        return refused
    del hidden.zones[_FLIPPED]
    _forget_empty(t, zones, deck)
    return None


def reveal_top(t: AnyTable, zones: Layered, deck: str, cards: Sequence[str]) -> Impossible | None:
    """The topmost cards of a deck are shown to all, in order, and put back as they lay.

    Returns:
        Why they cannot be those cards; then nothing is changed.
    """
    t.keep(zones.hidden)
    before = zones.hidden.keep()
    layers = list(layers_of(zones, deck))
    for card in cards:
        refused = flip(t, zones, deck, card)
        if refused is not None:
            zones.hidden.restore(before)
            _lie(t, zones, deck, layers)
            return refused
    if cards:
        zones.hidden.put_on_top(layers_of(zones, deck)[0], cards)
    return None


def take_from(t: AnyTable, zones: Layered, deck: str, cards: Sequence[str]) -> Impossible | None:
    """Cards are looked for in a deck and taken out, from wherever in it they lie.

    Where that may have been several layers, these are told apart no longer.

    Returns:
        Why they cannot be there; then nothing is changed.
    """
    hidden = zones.hidden
    t.keep(hidden)
    if deck in zones.layers:
        able = [zone for zone in zones.layers[deck] if hidden.refuses(zone, cards) is None]
        if len(able) == 1 and not any(
            card in hidden.candidates(zone)
            for zone in zones.layers[deck]
            if zone != able[0]
            for card in cards
        ):
            found = hidden.take(able[0], cards)
            _forget_empty(t, zones, deck)
            return found
        before, layers = hidden.keep(), list(zones.layers[deck])
        merge(t, zones, deck)
        found = hidden.take(deck, cards)
        if found is not None:
            hidden.restore(before)
            _lie(t, zones, deck, layers)
        return found
    return hidden.take(deck, cards)


def put_seen(t: AnyTable, zones: Layered, deck: str, cards: Sequence[str], end: End) -> None:
    """Cards that all have seen come to an end of a deck; the first of them is topmost."""
    t.keep(zones.hidden)
    layers = layers_of(zones, deck)
    if end == "top":
        zones.hidden.put_on_top(layers[0], cards)
    else:
        zones.hidden.put_on_bottom(layers[-1], cards)


def lower(t: AnyTable, zones: Layered, deck: str, count: int) -> None:
    """The topmost card of a deck, which all know, comes to lie under so many of those below it, or
    as many as there are."""
    (card, *_) = known_top(zones, deck)
    flip(t, zones, deck, card)
    count = min(count, size_of(zones, deck))
    known = known_top(zones, deck)[:count]
    for each in known:
        flip(t, zones, deck, each)
    unseen = count - len(known)
    draw(t, zones, deck, unseen, _HELD)
    put_seen(t, zones, deck, (card,), "top")
    if unseen:
        put_unseen(t, zones, _HELD, unseen, deck, "top")
    put_seen(t, zones, deck, known, "top")
    zones.hidden.zones.pop(_HELD, None)


def put_unseen(t: AnyTable, zones: Layered, source: str, count: int, deck: str, end: End) -> None:
    """So many cards that nobody sees go from a zone to an end of a deck: a layer of their own.

    Raises:
        ValueError: if the zone holds too few; nothing is changed.
    """
    t.keep(zones.hidden)
    layers = list(layers_of(zones, deck))
    number = 1
    while f"{deck}.{number}" in layers:
        number += 1
    layer = f"{deck}.{number}"
    zones.hidden.draw(count, source, layer)
    if count:
        _lie(t, zones, deck, [layer, *layers] if end == "top" else [*layers, layer])
        _forget_empty(t, zones, deck)


def alter(t: AnyTable, zones: Layered, deck: str, count: int, bottom: int) -> None:
    """The topmost cards of a deck are put back by one who has looked at them: so many of them at
    the bottom, the others on top, each group in any order.

    What all had known of them is from now on in one of the two groups.

    Raises:
        ValueError: if the deck holds too few, or fewer are put back; nothing is changed.
    """
    if not 0 <= bottom <= count <= size_of(zones, deck):
        raise ValueError(f"{bottom} of {count} cards of {deck}")
    draw(t, zones, deck, count, _HELD)
    held = zones.hidden.zones.get(_HELD)
    if held is None:
        return
    held.lose_order()
    put_unseen(t, zones, _HELD, bottom, deck, "bottom")
    put_unseen(t, zones, _HELD, count - bottom, deck, "top")
    zones.hidden.zones.pop(_HELD, None)


def merge(t: AnyTable, zones: Layered, deck: str) -> None:
    """The layers of a deck are told apart no longer, and no order in it is known."""
    if deck not in zones.layers:
        return
    hidden = zones.hidden
    t.keep(hidden)
    for zone in zones.layers[deck]:
        if zone != deck:
            hidden.draw(hidden.size(zone), zone, deck)
            hidden.zones.pop(zone, None)
    t.item(zones.layers, deck)


def shuffle(
    t: AnyTable, zones: Layered, deck: str, adding: Mapping[str, int] | None = None
) -> None:
    """A deck is shuffled, all its layers together, and cards that all have seen with it."""
    t.keep(zones.hidden)
    merge(t, zones, deck)
    zones.hidden.shuffle(deck, adding or {})


def _lie(t: AnyTable, zones: Layered, deck: str, layers: list[str]) -> None:
    """These are the layers of a deck."""
    if layers != [deck]:
        t.item(zones.layers, deck, layers)
    elif deck in zones.layers:
        t.item(zones.layers, deck)


def _forget_empty(t: AnyTable, zones: Layered, deck: str) -> None:
    """Layers without a card are none."""
    layers = zones.layers.get(deck)
    if layers is None:
        return
    hidden = zones.hidden
    left = [zone for zone in layers if zone == deck or hidden.size(zone)]
    if left == layers:
        return
    for zone in layers:
        if zone not in left:
            hidden.zones.pop(zone, None)
    _lie(t, zones, deck, left)


_FLIPPED, _HELD = "flipped", "held"
"""Where cards are while they are moved; no place has such a name."""
