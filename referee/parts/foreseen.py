"""Cards that are shown one after another: what all know of them, and what they may turn out."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.choice import Choice, Number, Some

Ends = Callable[[str], bool] | None
"""Whether the showing ends with a card; None where it ends with their number."""


def foreseen(
    cards: Mapping[str, int],
    first: Sequence[str],
    span: tuple[int, int],
    ends: Ends,
    choose: Callable[[Choice], Any] | None,
) -> tuple[str, ...] | None:
    """What is shown, where all know it, or else as a chooser decides; None where nobody does.

    Args:
        cards: how many of each there may be.
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
    return turned_up(cards, first, span, ends, choose) if choose is not None and cards else None


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
    cards: Mapping[str, int],
    first: Sequence[str],
    span: tuple[int, int],
    ends: Ends,
    choose: Callable[[Choice], Any],
) -> tuple[str, ...]:
    """Cards that may be shown: those that all know, of which none ends it, and others."""
    least, most = span
    if ends is None and least < most:
        most = choose(Number(least, most))
    first = first[:most]
    rest = Counter(cards)
    rest.subtract(first)
    rest = +rest
    room = most - len(first)
    if ends is None:
        return (*first, *choose(Some(dict(rest), room, room))) if room else (*first,)
    last = {card: count for card, count in rest.items() if ends(card)}
    others = {card: count for card, count in rest.items() if card not in last}
    if not last:
        return (*first, *choose(Some(others, room, room)))
    before = choose(Number(0, min(room - 1, sum(others.values()))))
    return (*first, *choose(Some(others, before, before)), *choose(Some(last, 1, 1)))
