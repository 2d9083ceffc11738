"""What effects do, when they are owed, and when they happen by themselves (section 15)."""

from typing import Any

from msgspec import Struct

from events.notation.words import quote
from events.outcome import Nothing, Outcome
from events.warrift import Did
from referee.games.warrift.catalog import Fighter
from referee.games.warrift.harm import new_moment
from referee.games.warrift.state import (
    Effective,
    InPlay,
    Played,
    Triggered,
    WrTable,
    card_of,
)
from referee.parts.effects import Doing, Run, Told, happen
from referee.verdict import Unsaid, Violation

AWAITED = {
    "eyestrike": "WR-5.5",
    "deathcrash": "WR-5.7",
    "turn_start": "WR-5.9",
    "turn_end": "WR-12.2",
}
"""The triggers that a table forgets, each with the rule that asks for its effect."""


class Saying(Struct, frozen=True, gc=False):
    """What a line says of an effect."""

    did: tuple[Outcome, ...] = ()
    aims: tuple[str, ...] = ()
    mode: tuple[str, ...] = ()
    x: int | None = None


NOTHING_SAID = Saying()


def told(t: WrTable, card: str, at: int) -> Told:
    """An effect of a card, ready to be read."""
    found: Told = t.catalog.told(card)[at]
    return found


def name_of(t: WrTable, pending: Effective) -> str:
    """The card whose effects are to be done."""
    if isinstance(pending, Triggered):
        return pending.name
    thing = t.state.zones.things.get(pending.source)
    return thing.name if thing is not None else pending.source.rpartition(".")[0]


def carry_out(
    t: WrTable,
    seat: str,
    source: str,
    card: str,
    at: int,
    trigger: str,
    cause: int,
    say: Saying,
    *,
    late: bool = False,
) -> Run:
    """An effect happens as a line says; ``late`` if it was announced before (WR-4.4).

    Raises:
        Violation: it contradicts the card (WR-15.3), or the table does not allow it (WR-15.6).
        Unsaid: a choice is missing.
    """
    new_moment(t)
    doing = Doing(seat, source, say.did, say.aims, say.mode, say.x, trigger=trigger, cause=cause)
    return happen(t, told(t, card, at), doing, late=late)


def said_with(t: WrTable, pending: Effective, did: tuple[Did, ...]) -> None:
    """The outcomes of its own effect were said with a card: it is done at once (WR-2.16)."""


def take_effect(t: WrTable, pending: Any) -> None:
    """What is pending takes effect: magicka, then the effects that leave nothing open (WR-15.2).

    Raises:
        Violation: an effect is owed, and the entry that would have passed over it is refused.
    """
    if isinstance(pending, Played) and pending.magicka:
        side = t.state.sides[pending.seat]
        t.set(side, "magicka", side.magicka + pending.magicka)
        t.set(pending, "magicka", 0)
    card = name_of(t, pending)
    for at in list(pending.effects):
        by_itself(t, pending, card, at)
        t.set(pending, "effects", [each for each in pending.effects if each != at])


def by_itself(t: WrTable, pending: Effective, card: str, at: int) -> None:
    """An effect without a line: it was declined, does nothing, happens, or is owed."""
    effect = told(t, card, at).effect
    if effect.may:
        return
    if effect.text_alone:
        if pending.trigger in ("eyestrike", "deathcrash"):
            owed(t, pending, card)
        return
    say = Saying((), pending.aims, pending.mode, pending.x)
    if pending.trigger in AWAITED:
        if can_do(t, pending, card, at, say):
            owed(t, pending, card)
        return
    try:
        with t.whole():
            carry_out(
                t, pending.seat, pending.source, card, at, pending.trigger, pending.entry, say
            )
    except Unsaid:
        owed(t, pending, card)


def can_do(t: WrTable, pending: Effective, card: str, at: int, say: Saying) -> bool:
    """Whether an effect has anything to act on, as far as all can see."""
    done = True
    try:
        with t.whole():
            run = carry_out(
                t, pending.seat, pending.source, card, at, pending.trigger, pending.entry, say
            )
            done = run.acts > 0 or bool(t.assumptions)
            raise _Tried
    except _Tried:
        return done
    except Unsaid:
        return True


class _Tried(Exception):
    """What was only tried is taken back."""


class Owed(Violation):
    """An effect is still to be logged, and what would pass over it is refused (WR-2.13).

    The window says by which rule, which hangs on what would pass over it.

    Args:
        pending: what owes it.
        card: its card.
    """

    def __init__(self, pending: Effective, card: str) -> None:
        super().__init__(
            "WR-2.13",
            "the effect of {card} is still to be logged",
            card=card,
            since=pending.entry,
            legal=f"{pending.seat} effect {quote(pending.source)}",
        )
        self.pending = pending


def owed(t: WrTable, pending: Effective, card: str) -> None:
    """Refuse to pass over an effect.

    Raises:
        Owed: always.
    """
    raise Owed(pending, card)


def does_nothing(did: tuple[Outcome, ...]) -> bool:
    """Whether it was said that nothing was done."""
    return len(did) == 1 and type(did[0]) is Nothing


def enters(
    t: WrTable, thing: InPlay, seat: str, trigger: str, answers: int, kind: type[Effective]
) -> Effective:
    """What a card that came into play has to do, as something pending."""
    effects = list(t.catalog.triggered.get((thing.name, trigger), ()))
    more: dict[str, Any] = {}
    if kind is Played:
        card = card_of(t, thing)
        more = {"magicka": card.magicka if isinstance(card, Fighter) else 0}
    return kind(t.seq, seat, thing.id, answers, trigger=trigger, effects=effects, **more)
