"""Cards that are shown one after another: what all know of them, and what they may turn out."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from referee.choice import Choice, Number, Some
from referee.parts.layered import Layer

Ends = Callable[[str], bool] | None
"""Whether the showing ends with a card; None where it ends with their number."""

Decide = Callable[[Choice, Sequence[str]], Any]
"""Decides what nobody knows, behind the cards that are shown before."""


def foreseen(
    layers: Sequence[Layer],
    first: Sequence[str],
    span: tuple[int, int],
    ends: Ends,
    choose: Decide | None,
) -> tuple[str, ...] | None:
    """What is shown, where all know it, or else as a chooser decides; None where nobody does.

    Args:
        layers: the layers of cards that are shown from, the topmost first.
        first: the cards that all know to come first.
        span: how many are shown, at least and at most.
        ends: whether it ends with a card.
        choose: decides what nobody knows.
    """
    least, most = span
    if ends is not None or least == most:
        known = certain(first, most, ends)
        if known is not None:
            return known
    if choose is None or not any(layer.cards for layer in layers):
        return None
    return turned_up(layers, first, span, ends, choose)


def certain(first: Sequence[str], most: int, ends: Ends) -> tuple[str, ...] | None:
    """What will be shown, where all know it; None where nobody does.

    Args:
        first: the cards that all know to come first.
        most: how many are shown at most.
        ends: whether it ends with a card.

    >>> certain(["Elk", "Owl"], 2, None), certain(["Elk", "Owl"], 3, "Owl".__eq__)
    (('Elk', 'Owl'), ('Elk', 'Owl'))
    >>> certain(["Elk"], 2, None)
    """
    shown = first[:most]
    for at, card in enumerate(shown):
        if ends is not None and ends(card):
            return tuple(shown[: at + 1])
    return tuple(shown) if len(shown) == most else None


def turned_up(
    layers: Sequence[Layer],
    first: Sequence[str],
    span: tuple[int, int],
    ends: Ends,
    choose: Decide,
) -> tuple[str, ...]:
    """Cards that may be shown: those that all know, of which none ends it, and others; it ends in
    the first layer that may hold a card which ends it, else with the last card."""
    least, most = span
    if ends is None and least < most:
        most = choose(Number(least, most), ())
    shown, above = [*first[:most]], 0
    for layer in layers:
        known = first[above : above + layer.size]
        above += layer.size
        room = min(layer.size - len(known), most - len(shown))
        if room <= 0:
            continue
        rest = Counter(layer.cards)
        rest.subtract(known)
        rest = +rest
        last = {card: n for card, n in rest.items() if ends is not None and ends(card)}
        if not last:
            shown += choose(Some(dict(rest), room, room), shown)
            continue
        others = {card: n for card, n in rest.items() if card not in last}
        before = choose(Number(0, min(room - 1, sum(others.values()))), shown)
        shown += choose(Some(others, before, before), shown)
        return (*shown, *choose(Some(last, 1, 1), shown))
    return tuple(shown)
