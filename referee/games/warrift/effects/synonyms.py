"""Outcomes in other words than those of the card, which mean the same."""

from collections.abc import Mapping, Sequence

from msgspec.structs import asdict, replace

from events import warrift as ev
from events.outcome import Outcome

_AMOUNTS: Mapping[type[Outcome], str] = {
    ev.Consume: "cards",
    ev.Counters: "change",
    ev.Damage: "amount",
    ev.Discard: "cards",
    ev.DrawCards: "count",
    ev.Magicka: "change",
    ev.Mend: "amount",
    ev.Move: "cards",
    ev.Points: "change",
    ev.Reveal: "cards",
}
"""What may be logged bit by bit, with the part that adds up."""


def in_one(did: Sequence[Outcome]) -> tuple[Outcome, ...]:
    """What was logged bit by bit and is the same but for how much, as one outcome.

    Example:
        >>> in_one([DrawCards(1), Magicka(2), DrawCards(1)])
        (DrawCards(count=2, player=None), Magicka(change=2, player=None))
    """
    found: list[Outcome] = []
    for each in did:
        for at, before in enumerate(found):
            if (both := _together(before, each)) is not None:
                found[at] = both
                break
        else:
            found.append(each)
    return tuple(found)


def _together(one: Outcome, other: Outcome) -> Outcome | None:
    amount = _AMOUNTS.get(type(one))
    if amount is None or type(one) is not type(other):
        return None
    said, more = asdict(one), asdict(other)
    much, added = said.pop(amount), more.pop(amount)
    if type(one) is ev.DrawCards:
        much, added = (1 if each is None else each for each in (much, added))
    if said != more or much is None or added is None:
        return None
    return replace(one, **{amount: much + added})


def as_damage(did: Sequence[Outcome]) -> tuple[Outcome, ...]:
    """Counters that a source with Corrupt put in place of damage, as that damage (WR-14.15)."""
    return tuple(
        ev.Damage(each.monster, each.change) if isinstance(each, ev.Counters) else each
        for each in did
    )
