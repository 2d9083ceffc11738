"""The events of Ascension: Legacy of Conflict.

An activation as a scorekeeper logs it::

    ana activate Warden
    ana move 2
    ana stride 40
    ana stride 25 ahead=no on=keep/roof
    ana attack Halberd Brute 12 AS-2H between=crates
    bo choose Brute slow
    ana end

Two cards turned over are one word, in the order flipped: ``AS-2H``, or ``AS/2H`` where the
deck was refreshed between them. Distances are millimetres. A surface is ``ground``, a terrain
piece, or one of its levels, ``keep/roof``. What only the table can see (``ahead``, ``contact``,
``between``, ``stands``) is a declaration of the players. What follows from an event (totals,
damage, tokens that come back) is never logged.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from events.common import Change
from events.event import Count, Event, Name, Seat, Seq, Text

_CARD = "[A23J][SHDC]|RJ|BJ"

Card = Annotated[str, Meta(pattern=rf"^({_CARD})$(?!\n)", description="a card such as AS or RJ")]
"""A card: rank (ace, 2, 3, jack) and suit, or the red or black joker."""

Two = Annotated[
    str,
    Meta(pattern=rf"^({_CARD})[-/]({_CARD})$(?!\n)", description="two cards such as AS-2H"),
]
"""Two cards in the order flipped; ``/`` between them says that the deck was refreshed there."""

TwoOrNone = Annotated[
    str,
    Meta(pattern=rf"^(({_CARD})[-/]({_CARD}))?$(?!\n)", description="two cards such as AS-2H"),
]
"""Two cards, or nothing where they are flipped later."""

Mm = Annotated[float, Meta(ge=-100_000.0, le=100_000.0, description="millimetres")]
"""A measured distance in millimetres."""

UnitId = Annotated[
    str, Meta(min_length=1, max_length=80, description="a character", extra={"of": "called"})
]
"""A character: its name, with ``.2``, ``.3`` … for later ones of that name at the table."""

Surface = Annotated[str, Meta(max_length=130, description="ground, a piece, or piece/level")]
"""What a character stands on; empty where a movement does not change it."""

Pieces = Annotated[tuple[Name, ...], Meta(extra={"named": True})]
Units = Annotated[tuple[UnitId, ...], Meta(extra={"named": True})]
Flag = Annotated[bool, Meta(extra={"named": True})]
SaidOrNot = Annotated[Literal["unsaid", "yes", "no"], Meta(extra={"named": True})]
On = Annotated[
    str,
    Meta(
        max_length=130,
        description="ground, a piece, or piece/level",
        extra={"named": True, "word": True},
    ),
]
Tokens = Annotated[int, Meta(ge=0, le=20, description="action tokens", extra={"named": True})]
Part = Annotated[
    int, Meta(ge=0, le=2, description="the first or second Move Action", extra={"named": True})
]
"""Which Move Action a Stride belongs to; 0 for the one that is going on."""

Condition = Literal["slow", "weaken", "hinder", "dot"]
"""A temporary condition; ``dot`` is damage over time."""

Conditions = Annotated[tuple[Condition, ...], Meta(extra={"named": True})]

Topic = Literal["sides", "sizes", "terrain", "tokens", "deck", "points", "hazards", "scenario"]
"""What the players settle before the first flip."""

Purpose = Annotated[
    Literal["due", "initiative", "tie", "contest", "attack", "defense", "hazard"],
    Meta(description="what the flip is for", extra={"named": True}),
]


class Spot(Struct, frozen=True, gc=False, array_like=True):
    """A position, written ``x:y:facing``: mm from the left and the near edge of the table, and
    the facing in degrees, 0 away from the near edge and 90 to the right."""

    x: Mm
    y: Mm
    facing: Annotated[float, Meta(ge=-360.0, le=360.0, description="degrees")] | None = None


At = Annotated[Spot | None, Meta(extra={"named": True})]


class SlotCount(Struct, frozen=True, gc=False, array_like=True):
    """An action and the tokens that lie on it, written ``move:1``."""

    action: Name
    tokens: Count


class Bonus(Struct, frozen=True, gc=False, array_like=True):
    """A bonus that the state does not show: where it comes from and how much, ``Banner:1``."""

    source: Name
    amount: Annotated[int, Meta(ge=-20, le=20)]


class Caught(Struct, frozen=True, gc=False, array_like=True):
    """What an area caught, and its distance from the point aimed at, written ``Brute:30``."""

    target: UnitId
    mm: Mm


class Held(Struct, frozen=True, gc=False, array_like=True):
    """A marker and the side that holds it, written ``font:ana``; ``nobody`` where none does."""

    marker: Name
    side: Name


# -- before the first flip ---------------------------------------------------------------------


class Agree(Event, frozen=True):
    """A player agrees what is settled at setup: all of it, or the topics named."""

    seat: Seat
    to: tuple[Topic, ...] = ()


class Deck(Event, frozen=True):
    """A player lists their own deck instead of confirming it (LC-2.1)."""

    seat: Seat
    cards: Annotated[tuple[Card, ...], Meta(min_length=1, max_length=60)]


class Shuffle(Event, frozen=True):
    """A player shuffles their own deck before its first flip (LC-2.4)."""

    seat: Seat


class Place(Event, frozen=True):
    """Characters are set up on a surface (LC-21.7); ``at`` only where one is named."""

    seat: Seat
    characters: Annotated[tuple[UnitId, ...], Meta(min_length=1)]
    on: On = "ground"
    within: Pieces = ()
    at: At = None


class Order(Event, frozen=True):
    """The members of a side fix their order, after initiative (LC-9.5)."""

    seat: Seat
    members: Annotated[tuple[Seat, ...], Meta(min_length=1)]


# -- cards -------------------------------------------------------------------------------------


class Flip(Event, frozen=True):
    """A player flips two cards for what is due: initiative, a contest, an attack, a hazard."""

    seat: Seat
    cards: Two
    purpose: Purpose = "due"


class Refresh(Event, frozen=True):
    """A player shuffles the discard pile into a new deck; one card goes unseen (LC-5.3, 5.4).

    ``card`` stays empty: nobody may see it.
    """

    seat: Seat
    card: Annotated[str, Meta(max_length=2, extra={"named": True})] = ""


class Look(Event, frozen=True):
    """A player looks through a discard pile (LC-5.2)."""

    seat: Seat
    owner: Seat


# -- the turn ----------------------------------------------------------------------------------


class Activate(Event, frozen=True):
    """A player names the character that is activated (LC-11.1)."""

    seat: Seat
    character: UnitId


class Pass(Event, frozen=True):
    """A player lets the opportunity go by (LC-10.3)."""

    seat: Seat


class End(Event, frozen=True):
    """The activation is closed (LC-11.5)."""

    seat: Seat


class Declare(Event, frozen=True):
    """A condition of the scenario that ends a turn or the game came true (LC-21.2)."""

    seat: Seat
    condition: Name


class CloseTurn(Event, frozen=True):
    """Cleanup: what the scenario asks, and the next turn begins (LC-10.6, 10.7)."""

    seat: Seat
    held: tuple[Held, ...] = ()


# -- movement ----------------------------------------------------------------------------------


class Move(Event, frozen=True):
    """A Move Action is begun with one token, or two back to back with two (LC-14.2)."""

    seat: Seat
    tokens: Annotated[int, Meta(ge=0, le=20, description="action tokens")] = 1


class Stride(Event, frozen=True):
    """One Stride of movement (section 14).

    Args:
        mm: the distance outside difficult ground.
        ahead: one straight line straight ahead of the facing.
        part: the Move Action that it belongs to.
        inside: the distance inside difficult ground.
        over: terrain that it crosses.
        into: hazardous and difficult pieces that it enters.
        out_of: those that it leaves.
        through: characters that it crosses.
        on: the surface at its end.
        stands: whether the figure can stand at its end.
        off_table: whether it leaves the table.
        at: the position at its end.
    """

    seat: Seat
    mm: Mm
    ahead: Flag = True
    part: Part = 0
    inside: Annotated[Mm, Meta(extra={"named": True})] = 0.0
    over: Pieces = ()
    into: Pieces = ()
    out_of: Pieces = ()
    through: Units = ()
    on: On = ""
    stands: Flag = True
    off_table: Flag = False
    at: At = None


class Climb(Event, frozen=True):
    """Up or down to a surface (LC-15.3 to 15.5).

    Args:
        to: the surface reached.
        mm: how far from the edge the figure is put.
        contact: whether it was in base contact with the piece before.
    """

    seat: Seat
    to: Surface
    mm: Mm = 0.0
    contact: Flag = True
    part: Part = 0
    into: Pieces = ()
    out_of: Pieces = ()
    stands: Flag = True
    at: At = None


class Traverse(Event, frozen=True):
    """One Stride by stairs, a ladder or a ramp to an adjacent level (LC-18.4).

    Args:
        mm: the distance to the feature and from it, where the Stride carries one too.
        ahead: whether that was one straight line straight ahead.
    """

    seat: Seat
    feature: Name
    to: Surface
    contact: Flag = True
    part: Part = 0
    stands: Flag = True
    at: At = None
    mm: Annotated[Mm, Meta(extra={"named": True})] = 0.0
    ahead: Flag = True


class Shake(Event, frozen=True):
    """One Stride removes one condition token from the character itself (LC-15.7)."""

    seat: Seat
    condition: Condition
    part: Part = 0


class Interact(Event, frozen=True):
    """One Stride to interact with a terrain or scenario piece (LC-15.8)."""

    seat: Seat
    target: Name
    contact: Flag = True
    part: Part = 0


class Door(Event, frozen=True):
    """One Stride opens or closes a door or gate (LC-18.9)."""

    seat: Seat
    door: Name
    to: Literal["open", "closed"]
    contact: Flag = True
    part: Part = 0


# -- attacks and abilities ---------------------------------------------------------------------


class Attack(Event, frozen=True):
    """An attack of the active character (section 13).

    Args:
        attack: which of its attacks.
        target: the character or terrain piece; ``point`` for an area at no character.
        mm: the distance.
        cards: the two cards; left out where they are flipped after the declaration.
        tokens: how many are paid, where the cost is a range.
        between: terrain that the line to the target crosses, each a piece, or piece/level.
        clear_path: whether there is a clear path between different levels.
        bonuses: those that the state does not show.
        caught: whom an area catches, the target itself too.
        level: the surface aimed at, for a point.
    """

    seat: Seat
    attack: Name
    target: Name
    mm: Mm
    cards: TwoOrNone = ""
    tokens: Tokens = 0
    between: Pieces = ()
    clear_path: SaidOrNot = "unsaid"
    bonuses: Annotated[tuple[Bonus, ...], Meta(extra={"named": True})] = ()
    caught: Annotated[tuple[Caught, ...], Meta(extra={"named": True})] = ()
    level: On = ""


class Use(Event, frozen=True):
    """The active character uses an Ability Action (LC-12.2).

    Args:
        ability: which of its abilities.
        target: the character that it is used on; left out for itself.
        mm: the distance.
        tokens: how many are paid, where the cost is a range.
        between: terrain that the line to the target crosses, each a piece, or piece/level.
        clear_path: whether there is a clear path between different levels.
        removes: the conditions that it takes off, by the choice of the target's player; what is
            left out is chosen afterwards.
    """

    seat: Seat
    ability: Name
    target: Surface = ""
    mm: Mm = 0.0
    tokens: Tokens = 0
    between: Pieces = ()
    clear_path: SaidOrNot = "unsaid"
    removes: Conditions = ()


class Respond(Event, frozen=True):
    """A character uses a Response Action (LC-12.8).

    Args:
        character: who responds.
        ability: its Response Action.
        answers: the entry that it answers; 0 for the newest.
        tokens: how many are paid, where the cost is a range.
        cards: the defender's two cards, where the ability grants them (LC-4.4).
    """

    seat: Seat
    character: UnitId
    ability: Name
    cards: TwoOrNone = ""
    answers: Annotated[int, Meta(ge=0, le=2**31 - 1, extra={"named": True})] = 0
    tokens: Tokens = 0


class Transfer(Event, frozen=True):
    """Action tokens pass from one pool to another by an ability (LC-12.6)."""

    seat: Seat
    ability: Name
    giver: UnitId
    receiver: UnitId
    tokens: Annotated[int, Meta(ge=1, le=20)]


# -- what follows from a hit -------------------------------------------------------------------


class Push(Event, frozen=True):
    """A character is pushed (LC-20.1 to 20.4).

    Args:
        target: who is pushed.
        mm: the distance that it went.
        straight_away: straight away from the pusher.
        stopped_by: the terrain piece or character that stopped it, or ``edge``.
        on: the surface at the end.
        stands: whether anything carries it there.
        into: hazardous and difficult pieces that it entered.
        out_of: those that it left.
    """

    seat: Seat
    target: UnitId
    mm: Mm
    straight_away: Flag = True
    stopped_by: On = ""
    on: On = ""
    stands: Flag = True
    into: Pieces = ()
    out_of: Pieces = ()
    at: At = None


class Throw(Push, frozen=True):
    """A character is thrown (LC-20.5); the fields are those of a push."""


class Fall(Event, frozen=True):
    """Where a falling character lands (LC-20.6), and on whom (LC-20.9)."""

    seat: Seat
    character: UnitId
    to: Surface
    onto: On = ""
    into: Pieces = ()
    at: At = None


class Choose(Event, frozen=True):
    """The owner chooses the condition that a character gains (LC-20.7, 20.9)."""

    seat: Seat
    character: UnitId
    condition: Condition


class Remove(Event, frozen=True):
    """The owner chooses the condition that an effect takes off a character (LC-19.7)."""

    seat: Seat
    character: UnitId
    condition: Condition


class Displace(Event, frozen=True):
    """A character is moved out of base contact after an impact (LC-20.11)."""

    seat: Seat
    character: UnitId
    mm: Mm
    on: On = ""
    stands: Flag = True
    into: Pieces = ()
    at: At = None


# -- questions and counts ----------------------------------------------------------------------


class Ask(Event, frozen=True):
    """A question that the rules leave open; nothing is played until it is settled (LC-3.4)."""

    seat: Seat
    about: Text
    entry: Annotated[int, Meta(ge=0, le=2**31 - 1, extra={"named": True})] = 0


class Settle(Event, frozen=True):
    """All players settle the open question (LC-3.4), with the repairs that follow (LC-21.8)."""

    seat: Seat
    outcome: Text
    consents: Annotated[tuple[Seat, ...], Meta(min_length=1)]
    changes: Annotated[tuple[Change, ...], Meta(extra={"named": True})] = ()


class Tally(Event, frozen=True):
    """The tokens of a character as they lie on the table (LC-12.7)."""

    seat: Seat
    character: UnitId
    pool: Count
    slots: tuple[SlotCount, ...] = ()


class Differ(Event, frozen=True):
    """The tokens of a character lie on the table otherwise than the record has them: a finding
    that holds play up until it is settled, or a judge repairs it (LC-12.7, 3.4)."""

    seat: Seat
    character: UnitId
    pool: Count
    slots: tuple[SlotCount, ...] = ()


EVENTS = (
    Agree,
    Deck,
    Shuffle,
    Place,
    Order,
    Flip,
    Refresh,
    Look,
    Activate,
    Pass,
    End,
    Declare,
    CloseTurn,
    Move,
    Stride,
    Climb,
    Traverse,
    Shake,
    Interact,
    Door,
    Attack,
    Use,
    Respond,
    Transfer,
    Push,
    Throw,
    Fall,
    Choose,
    Remove,
    Displace,
    Ask,
    Settle,
    Tally,
    Differ,
)
"""All events of this game, beside the common ones."""

__all__ = [
    "EVENTS",
    "Activate",
    "Agree",
    "Ask",
    "Attack",
    "Bonus",
    "Card",
    "Caught",
    "Choose",
    "Climb",
    "CloseTurn",
    "Condition",
    "Deck",
    "Declare",
    "Differ",
    "Displace",
    "Door",
    "End",
    "Fall",
    "Flip",
    "Held",
    "Interact",
    "Look",
    "Move",
    "Order",
    "Pass",
    "Place",
    "Push",
    "Refresh",
    "Remove",
    "Respond",
    "Seq",
    "Settle",
    "Shake",
    "Shuffle",
    "SlotCount",
    "Spot",
    "Stride",
    "Tally",
    "Throw",
    "Topic",
    "Transfer",
    "Traverse",
    "Use",
]
