"""The events of Tribes of Wondervale: Ascension Campaign.

A turn as a scorekeeper logs it::

    ana discard Duneward
    ana draw 2
    ana deposit Aegaryn Aegaryn
    ana lay Snowlitt tribes=Aegaryn
    ana attack 3-6 2-2
    ana end

Dice are written ``own-other``: the die of the player whose line it is stands first. What
follows from an event (damage, defeats, the cards that flip upright) is never logged.
"""

from typing import Annotated

from msgspec import Meta, Struct

from events.event import D6, Event, Name, RolledPair, Seat

UnitId = Annotated[str, Meta(min_length=1, max_length=80, extra={"of": "called"})]
"""A unit: the name of its apprentice, with ``.2``, ``.3`` … for later ones of that name."""

Amount = Annotated[int, Meta(ge=-(10**15), le=10**15)]
"""Any amount that people might agree; the bound only keeps numbers within what a log holds."""

Tribes = Annotated[tuple[Name, ...], Meta(extra={"named": True})]


class SeatRoll(Struct, frozen=True, gc=False, array_like=True):
    """A die and who threw it, written ``ana:4``."""

    seat: Seat
    die: D6


class StandardHealth(Event, frozen=True):
    """The players use the competitive standard of 250 (WV-2.2)."""

    seat: Seat


class AgreeHealth(Event, frozen=True):
    """The players agree an amount (WV-2.3)."""

    seat: Seat
    amount: Amount


class ChaosHealth(Event, frozen=True):
    """A die sets the health (WV-2.4); every throw is listed with who threw it."""

    seat: Seat
    rolls: Annotated[tuple[SeatRoll, ...], Meta(min_length=1)]


class FirstRoll(Event, frozen=True):
    """Both players roll for the first turn (WV-3.4); tied pairs are followed by another."""

    seat: Seat
    rolls: Annotated[tuple[RolledPair, ...], Meta(min_length=1)]


class Draw(Event, frozen=True):
    """Cards drawn unseen: the opening hand, the draw step, or a draw that a rule grants."""

    seat: Seat
    count: Annotated[int, Meta(ge=1, le=1_000_000)] = 1


class Mulligan(Event, frozen=True):
    """A hand without an apprentice is shown, shuffled back and drawn anew (WV-3.2)."""

    seat: Seat
    hand: tuple[Name, ...]


class Discard(Event, frozen=True):
    """Cards from hand to the discard pile: the discard step or the hand limit."""

    seat: Seat
    cards: Annotated[tuple[Name, ...], Meta(min_length=1)]


class Deposit(Event, frozen=True):
    """Tribe cards from hand to the tribe bank (WV-4.6)."""

    seat: Seat
    cards: Annotated[tuple[Name, ...], Meta(min_length=1)]


class Lay(Event, frozen=True):
    """An apprentice from hand to the bench, with tribe cards from the bank (WV-6.2)."""

    seat: Seat
    card: Name
    tribes: Tribes = ()


class Upgrade(Event, frozen=True):
    """A guardian or hero from hand onto a unit, with the missing tribe cards (WV-6.3)."""

    seat: Seat
    unit: UnitId
    card: Name
    tribes: Tribes = ()


class Promote(Event, frozen=True):
    """A bench unit moves to the open battle position (WV-6.8)."""

    seat: Seat
    unit: UnitId


class Swap(Event, frozen=True):
    """The battle unit changes places with a bench unit (WV-7.2)."""

    seat: Seat
    unit: UnitId


class Attack(Event, frozen=True):
    """The battle unit attacks a unit; no dice yet where the defender must choose (WV-7.4)."""

    seat: Seat
    rolls: tuple[RolledPair, ...] = ()


class Enter(Event, frozen=True):
    """The defender names the unit that enters battle (WV-7.4)."""

    seat: Seat
    unit: UnitId


class Roll(Event, frozen=True):
    """The dice of an attack that was declared before (WV-7.7)."""

    seat: Seat
    rolls: Annotated[tuple[RolledPair, ...], Meta(min_length=1)]


class DirectAttack(Event, frozen=True):
    """The battle unit strikes a Champion who has no ready unit (WV-7.6)."""

    seat: Seat


class ChampionBattle(Event, frozen=True):
    """The battle unit fights the Champion after three defeats (WV-9.1)."""

    seat: Seat
    rolls: Annotated[tuple[RolledPair, ...], Meta(min_length=1)]


class Reclaim(Event, frozen=True):
    """The owner of defeated units takes tribe cards back to hand (WV-7.12)."""

    seat: Seat
    cards: Annotated[tuple[Name, ...], Meta(min_length=1)]


class Sift(Event, frozen=True):
    """Duneward: one card drawn, then one card of the hand discarded (WV-8.1)."""

    seat: Seat
    card: Name


class Exchange(Event, frozen=True):
    """Juryn: two tribe cards on one's own battlefield change places (WV-8.2).

    A place is a unit's id, or ``bank``.
    """

    seat: Seat
    card: Name
    at: UnitId
    other: Name
    other_at: UnitId


class Replace(Event, frozen=True):
    """Juryn: a tribe card from hand takes the place of one on the battlefield (WV-8.2)."""

    seat: Seat
    card: Name
    at: UnitId
    by: Name


class Graft(Event, frozen=True):
    """Verdari: one extra tribe card is laid onto the battlefield (WV-8.3).

    ``onto`` is a unit's id or ``bank``; ``source`` is where it comes from, which has to be
    ``hand`` or ``bank``.
    """

    seat: Seat
    card: Name
    onto: UnitId
    source: UnitId = "hand"


class Pick(Event, frozen=True):
    """Aegaryn: one card of the opponent's hand, picked blind, is discarded (WV-8.4)."""

    seat: Seat
    card: Name


class Drown(Event, frozen=True):
    """Abyssal: 20 damage to a character on the opponent's battlefield (WV-8.6)."""

    seat: Seat
    unit: UnitId


class Decline(Event, frozen=True):
    """A player does not use what a rule offers (a draw, tribe cards, an ability).

    ``what`` is the fallen unit, or the verb of the ability (``picked`` for the draw in exchange
    for a picked card); where several are offered and none is named, it is the first.
    """

    seat: Seat
    what: Annotated[
        str,
        Meta(
            max_length=80,
            extra={"also": ["mulligan", "exchange", "graft", "pick", "picked", "drown"]},
        ),
    ] = ""


class End(Event, frozen=True):
    """The player ends the turn (WV-4.1)."""

    seat: Seat


EVENTS = (
    StandardHealth,
    AgreeHealth,
    ChaosHealth,
    FirstRoll,
    Draw,
    Mulligan,
    Discard,
    Deposit,
    Lay,
    Upgrade,
    Promote,
    Swap,
    Attack,
    Enter,
    Roll,
    DirectAttack,
    ChampionBattle,
    Reclaim,
    Sift,
    Exchange,
    Replace,
    Graft,
    Pick,
    Drown,
    Decline,
    End,
)
"""All events of this game, beside the common ones."""
