"""Why cards that are named cannot come from a hidden place, in the order of the page (TW-20), and
whether cards without a name leave it open."""

from collections import Counter
from collections.abc import Mapping, Sequence

from referee.games.tower_wizwar.state import InPlay
from referee.hidden import Backs, HiddenCards, Impossible
from referee.hidden.unseen import Unseen

REASONS = (
    ("TW-20.3", "no copy of {card} is left that {seat}'s {place} could hold"),
    ("TW-20.4", "{seat}'s {place} has too few cards with the back of {card}"),
    ("TW-20.6", "{card} is known to lie elsewhere than in {seat}'s {place}"),
    ("TW-20.5", "{card} is of another generation than the cards of {seat}'s {place}"),
)
"""All copies are seen elsewhere, no such back is there, all are known to lie in other hidden
places, or are of other generations."""


def reason(
    hidden: HiddenCards,
    backs: Backs,
    seat: str,
    place: str,
    cards: Sequence[str],
    found: Impossible,
) -> tuple[str, str, str]:
    """By which rule names are impossible, what speaks against one, and which; if nothing does by
    itself, it is just together with all that was named before (TW-20.7)."""
    asked = Counter(cards)
    most = {card: _most(hidden, seat, place, card, backs.of[card]) for card in asked}
    groups = Counter(backs.of[card] for card in cards)
    for at, (rule, why) in enumerate(REASONS):
        for card, count in asked.items():
            if (groups[backs.of[card]] if at == 1 else count) > most[card][at]:
                return rule, why, card
    why = "{card} cannot be in {seat}'s {place} with all that was named before"
    return "TW-20.7", why, found.card


def _most(
    hidden: HiddenCards, seat: str, place: str, card: str, back: str
) -> tuple[int, int, int, int]:
    """How many copies of a card could be shown, by each of the reasons against it alone."""
    here = f"{seat}.{place}/{back}"
    own = {
        name: lying
        for name, lying in hidden.zones.items()
        if name.startswith(f"{seat}.") and name.endswith(f"/{back}")
    }
    known = {name: lying.known.get(card, 0) for name, lying in own.items()}
    parts = {lying.part: hidden.part_of(lying).total() for lying in own.values() if lying.unseen}
    unseen, there = sum(each.get(card, 0) for each in parts.values()), known.get(here, 0)
    return (
        unseen + sum(known.values()),
        hidden.size(here),
        unseen + there,
        there + _of_generations(hidden, here, card),
    )


def _of_generations(hidden: HiddenCards, here: str, card: str) -> int:
    """How many copies of a card are in the generations that a zone may hold (TW-20.5)."""
    if here not in hidden.zones:
        return 0
    part = hidden.part_of(hidden.zones[here])
    searched = part.searched
    return part.left.get(card, 0) if searched is None else searched.of_pools(here, card)


def perhaps_used_up(
    hidden: HiddenCards, backs: Backs, seat: str, place: str, cards: Sequence[str]
) -> str:
    """A card of which so many copies may be among those that nobody named that too few are left
    to be shown (TW-20.10); empty where there is none, and of cards that are those themselves."""
    if place == "unnamed":
        return ""
    for card, count in Counter(cards).items():
        back = backs.of[card]
        here, unnamed = f"{seat}.{place}/{back}", f"{seat}.unnamed/{back}"
        if not hidden.size(unnamed):
            continue
        count -= hidden.known(here).get(card, 0)
        left = sum(part.total().get(card, 0) for part in _parts_of(hidden, seat, back))
        if count > 0 and hidden.candidates(unnamed).get(card, 0) > left - count:
            return card
    return ""


def _parts_of(hidden: HiddenCards, seat: str, back: str) -> Sequence[Unseen]:
    """What is unseen of a wizard's cards with a back."""
    own = {
        lying.part: hidden.part_of(lying)
        for name, lying in hidden.zones.items()
        if lying.unseen and name.startswith(f"{seat}.") and name.endswith(f"/{back}")
    }
    return list(own.values())


def newest_seen(things: Mapping[str, InPlay], seat: str, card: str) -> int | None:
    """Since when the newest of a wizard's copies of a card in play is there; None without one."""
    found = (each.since for each in things.values() if (each.name, each.owner) == (card, seat))
    return max(found, default=None)
