"""The state of a match of WarRift, and the questions that the rules ask about it."""

from typing import Any

from msgspec import Struct, field

from events.warrift import Part, Refill
from referee.games.warrift.catalog import Card, Cards, Mercenary, Monster, Stronghold
from referee.games.warrift.due import Due
from referee.house import side_of, sides
from referee.parts.effects.pending import WithEffects
from referee.parts.lasting_changes import Changes
from referee.parts.responses import Pending, Waiting
from referee.parts.triggers import Listener
from referee.parts.zones import Copy, Zones
from referee.table import MatchState, Table

SETUP, EYE, START, MID, END, OVER = range(6)
"""Where a turn stands: before the first; the Eye, then effects of the start; the mid step; the
end step; what is left when its parts are done."""

STEP_NAMES = ("setup", "start", "start", "mid", "end", "end")

HAND = 5
"""Cards are drawn until a hand has so many (WR-12.6)."""


class InPlay(Copy, omit_defaults=True):
    """A card in play: a creature, a stronghold, a monster."""

    damage: int = 0  # the damage on a monster this turn
    counters: int = 0  # its corrupt counters
    attacks: int = 0  # how often it has attacked since it entered
    again: int = 0  # how many attacks more it was given
    # the entry of the turn's start or end in which it has acted though it came amid the effects of
    # that moment (WR-I 74)
    acted: int = 0
    ambush: int = 0  # the turn in which it was played or hired with Ambush
    turn: int = 0  # the turn in which it was played or hired; 0 for what stays
    paid: int = 0  # the points that were paid for a stronghold
    response: bool = False  # whether it was played or hired as a response
    # whether it was played or hired after the active player's mid step had begun
    late: bool = False
    # its attack is at once in this entry, and right behind the play before it (WR-I 30)
    done: int = 0
    piled: bool = False  # whether its card lies in the pile of its class already (WR-I 28)


class Side(Struct, omit_defaults=True):
    """What one player has, beside cards."""

    cls: str  # the class
    points: int = 0  # valor points
    magicka: int = 0  # for the turn being played
    flipped: bool = False  # whether the class selection is
    replaced: int = 0  # how often cards of it were replaced
    # whether the player's having had 30 points calls the last rotation (WR-1.3)
    reached: bool = False
    summoned: bool = False  # whether a card went to the Rift in this rotation
    drawn: int = 0  # how many cards were drawn last
    rebuilt: int = 0  # how many cards the last new primary deck had


# -- what is pending (WR-4.4) ------------------------------------------------------------------


class Strike(Pending, tag="attack", kw_only=True):
    """An attack that was declared; ``source`` is the creature."""

    parts: list[Part]  # whom it strikes for how much
    undivided: bool = False  # whether it is one part of the full value, whatever that is then
    # the entries that turned parts of it, each of which may be answered anew
    turned: list[int] = field(default_factory=list)


class Effective(WithEffects, kw_only=True):
    """What has effects that are to be done; ``source`` is the copy in play."""

    # whom it may affect though they are protected (WR-14.20)
    permitted: list[str] = field(default_factory=list)
    # the entries that aimed it anew, each of which may be answered
    turned: list[int] = field(default_factory=list)


class Played(Effective, tag="card", kw_only=True):
    """A card played or a mercenary hired; ``magicka`` comes when it takes effect."""

    magicka: int = 0


class Gained(Effective, tag="stronghold"):
    """A stronghold gained."""


class Announced(Effective, tag="use"):
    """An effect that was announced."""


class Triggered(Effective, tag="trigger", kw_only=True):
    """An Eyestrike, a Deathcrash, an effect of a turn's start or end."""

    name: str  # the name of the card, which may have left
    moment: int = 0  # what is equally old has one moment
    was: InPlay | None = None  # of a Deathcrash, what its monster was
    killer: str = ""  # who gets points for the kill when a Deathcrash is done (WR-I 23)
    points: int = 0  # how many; 0 where they came first


AnyPending = Strike | Played | Gained | Announced | Triggered


class State(MatchState[Due], omit_defaults=True):
    """The whole match."""

    sides: dict[str, Side] = field(default_factory=dict)  # the players by seat
    zones: Zones[InPlay] = field(default_factory=Zones)  # all cards
    waiting: Waiting[AnyPending] = field(default_factory=Waiting)  # what is pending
    changes: Changes = field(default_factory=Changes)  # what lasts
    listeners: dict[str, list[Listener]] = field(default_factory=dict)  # who listens for what
    phase: int = SETUP  # where the turn stands
    first: str = ""  # the first player of the rotation
    scorekeeper: str = ""  # who keeps the score; empty where that moves with the token (WR-I 17)
    rotation: int = 0  # how many rotations have begun
    taken: int = 0  # how many turns of the rotation are over
    begun: bool = False  # whether the first turn of the rotation has had an event (WR-1.8)
    night: bool = False  # which side of the token is up
    limit: int = 0  # how many monsters may be in play when a rotation ends
    retain: int = 0  # what it costs to retain; 0 where that is not played
    faces: tuple[int, ...] = ()  # what a die can show
    scouts: bool = False  # whether what Scout does is to be logged
    rolled: int = 0  # the rotation, or the turn, for which the Eye was rolled last (WR-I 19)
    opened: int = 0  # the entry with which the newest effects of a turn's start or end came up
    opening: int = 0  # their moment
    ending: int = 0  # the game-ending rotation; 0 until it is known
    closing: bool = False  # whether ``step end`` was logged in this turn
    # who summoned each card of the Rift, in its order; empty for a card put there
    rift: list[str] = field(default_factory=list)
    moments: int = 0  # how many moments of triggers there have been
    # the entries of this turn's attacks that are over, and of their turns
    struck: list[int] = field(default_factory=list)
    fading: bool = False  # whether a text that changed health has left since it was last looked at
    # the names of creatures that left play this turn after an attack (WR-I 31)
    left: list[str] = field(default_factory=list)


WrTable = Table[State, Cards]


# -- questions ---------------------------------------------------------------------------------


def turn_of(seat: str) -> str:
    """The moment at which a player's next turn begins, for what lasts until then."""
    return f"turn of {seat}"


def card_of(t: WrTable, thing: InPlay | str) -> Any:
    """The card of a copy in play, or of a name.

    Raises:
        Violation: WR-2.2, the catalog has none of that name.
    """
    name = thing if isinstance(thing, str) else thing.name
    card = t.catalog.cards.get(name)
    if card is None:
        t.forbid("WR-2.2", "no card is {card}", card=name, legal="a card of the catalog")
    return card


def monsters(t: WrTable) -> list[InPlay]:
    """The monsters in play, oldest first."""
    cards = t.catalog.cards
    return [each for each in t.state.zones.things.values() if isinstance(cards[each.name], Monster)]


def controlled(t: WrTable, seat: str) -> list[InPlay]:
    """What a player controls in play, oldest first."""
    return [each for each in t.state.zones.things.values() if each.controller == seat]


def strongholds(t: WrTable, seat: str) -> list[InPlay]:
    """The strongholds that a player controls."""
    cards = t.catalog.cards
    return [each for each in controlled(t, seat) if isinstance(cards[each.name], Stronghold)]


def seats_from(state: State, seat: str, *, back: bool = False) -> list[str]:
    """All seats in their order round the table, from one on; or the other way round."""
    seats = list(state.seats)
    at = seats.index(seat)
    turned = seats[at:] + seats[:at]
    return [turned[0], *reversed(turned[1:])] if back else turned


def plays(state: State, seat: str) -> bool:
    """Whether a player is still in the match."""
    return not state.out or side_of(state, seat) not in state.out


def hand_zone(seat: str) -> str:
    """The zone of a hand in the account of hidden cards."""
    return f"{seat}.hand"


def hand_size(state: State, seat: str) -> int:
    """How many cards are in a hand."""
    return state.zones.hidden.size(hand_zone(seat))


def class_seat(state: State, cls: str) -> str:
    """The player of a class; empty where nobody is."""
    for seat, side in state.sides.items():
        if side.cls == cls:
            return seat
    return ""


def selection_meant(t: WrTable, e: Refill) -> str:
    """Which selection a refill is for: a mercenary or stronghold can only be of the support, so
    that need not be said (WR-2.14)."""
    card = t.catalog.cards.get(e.card)
    return "support" if isinstance(card, Mercenary | Stronghold) else e.of


def class_of(card: Card) -> str:
    """The class of a card; empty where it has none."""
    return getattr(card, "cls", "")


def goes_to(t: WrTable, name: str, seat: str = "") -> tuple[str, str]:
    """To which discard pile a card goes (WR-6.5, 9.3, 12.4): its seat and the place.

    Args:
        t: the table.
        name: the card.
        seat: who played or discarded it.
    """
    card = t.catalog.cards[name]
    cls = class_of(card)
    if isinstance(card, Monster):
        return "", "necropolis"
    if not cls:
        return "", "support-discard"
    if t.choice["WR-I 12"] == "classless" and card.kind == "starting card" and seat:
        return seat, "discard"
    return class_seat(t.state, cls) or seat, "discard"


def teammates(state: State, one: str, other: str) -> bool:
    """Whether two players are of one team."""
    return side_of(state, one) == side_of(state, other)


def teams(state: State) -> bool:
    """Whether the match is played by teams (WR-17.2), not each for a side of its own."""
    return bool(state.allies) and len(sides(state)) < len(state.seats)
