"""The state of a match of Tower-WizWar, and the questions that the rules ask about it."""

from typing import Any, NoReturn

from msgspec import Struct, field

from events.tower_wizwar import Did
from referee.english import meant
from referee.games.tower_wizwar.catalog import Cards
from referee.games.tower_wizwar.due import Due
from referee.house import side_of, sides
from referee.parts.effects.pending import WithEffects
from referee.parts.lasting_changes import Changes
from referee.parts.responses import Pending, Waiting
from referee.parts.triggers import Listener
from referee.parts.zones import Copy, Zones
from referee.table import MatchState, Table

BEFORE, SETS, FILL, STABILISE, RENEW, DRAFT, CAST, MOVEMENT, ATTACK, LAST = range(10)
"""Where a turn stands: before the first; the two steps of an entrance that no turn has; the seven
phases (TW-11.1)."""

PHASE_NAMES = (
    "before the first turn",
    "the sets of the entrance",
    "the filling of the pool",
    "stabilise",
    "renew and reduce",
    "draft",
    "cast",
    "movement",
    "attack",
    "the last stabilise",
)
ENTRANCE_PHASES = (SETS, FILL, CAST, LAST)
"""What an entrance consists of (TW-10.3)."""
TURN_PHASES = (STABILISE, RENEW, DRAFT, CAST, MOVEMENT, ATTACK, LAST)
NAMED_PHASES = dict(
    zip(
        ("stabilise", "renew", "draft", "cast", "movement", "attack", "last"),
        TURN_PHASES,
        strict=True,
    )
)
"""The seven phases as they are typed."""
RETREAT_PHASES = (STABILISE, RENEW, DRAFT, CAST, LAST)
"""What the turn of a wizard in retreat consists of (TW-18.4)."""

HAND = 5
"""The hand that both stabilise steps bring about (TW-1.3)."""
GROUP = 5
"""No group is larger (TW-1.5)."""
WOUNDS = 3
"""So many wounds end what bears them (TW-1.1)."""
KEPT, FORGOTTEN = "kept", "forgotten"
"""What becomes of the mode and X that were announced of a text nobody has told (TW-19.3)."""

SPOTS = ("T", "J1", "J2", "S1", "S2", "S3", "F1", "F2", "F3", "F4", "F5")
"""The spots of a map (TW-5.1)."""
JUXTAPOSE = ("J1", "J2")
COINS = ("gold", "silver", "bronze", "light")


class InPlay(Copy, omit_defaults=True):
    """A card in play, or one that is being cast."""

    spot: str = ""  # where it lies on its controller's map; empty while it is being cast
    harm: int = 0  # the harm on it
    wounds: int = 0  # its wounds
    tokens: dict[str, int] = field(default_factory=dict)  # how many coins of each colour lie on it
    expended: bool = False  # whether it is
    spent: int = 0  # the entry that expended it last (TW-19.2)


class Side(Struct, omit_defaults=True):
    """What one wizard has, beside cards."""

    # for each spot the ids of what lies there, the topmost last
    map: dict[str, list[str]] = field(default_factory=dict)
    drain: int = 0  # the drain counter (TW-6.1)
    mana: int = 0  # mana that is still to be used in this phase, where it is kept (TW-I 10)
    harm: int = 0  # the harm on the wizard
    wounds: int = 0  # the wizard's wounds
    entered: bool = False  # whether its entrance is over
    lost: int = 0  # the entry with which it lost; 0 while it has not
    retreat: bool = False  # whether it is in retreat (TW-18.2)
    reshuffled: int = 0  # how often its deck was made anew: the generation of the deck
    fresh: bool = False  # whether it was made anew and no card drawn since
    faded: int = 0  # how many cards that nobody named were shuffled into it (TW-20.10)
    begun: bool = False  # whether any card of the first deck was drawn
    # the wounds of the towers that came back to the deck of towers, by their names, the first to
    # come back first, where they keep them (TW-I 50)
    worn: dict[str, list[int]] = field(default_factory=dict)
    # the cards that effects have added to its list (TW-20.1)
    grown: dict[str, int] = field(default_factory=dict)


# -- what is pending -----------------------------------------------------------------------------


class Effective(WithEffects, kw_only=True):
    """What has effects that are to be done; ``source`` is the copy in play."""

    did: tuple[Did, ...] = ()  # what was said of it with its declaration


class Casting(Effective, tag="cast", kw_only=True):
    """A card that is being cast; ``source`` is its copy."""

    spot: str  # where it is to lie
    on: str  # on whose map
    over: bool = False  # whether it lies over what is there
    mana: list[str] = field(default_factory=list)  # the mana that was paid
    unpaid: int = 0  # of a cast in retreat, what is to be paid when it is accepted
    extra: int = 0  # the surcharge in that
    unnamed: int = 0  # of its mana, how many cards nobody named
    awaits: bool = False  # whether the ally's answer is awaited (TW-18.11)


class Announced(Effective, tag="effect"):
    """An effect that is to be carried out."""

    # whether it was announced by a line and paid for; else a rule has set it off
    declared: bool = False


class Triggered(Announced, tag="trigger"):
    """An effect that something set off which it listens for."""

    tried: bool = False  # whether it was seen that it does not happen by itself
    was: InPlay | None = None  # its card as it last was, where it has left play with that


class Strike(Pending, tag="attack", kw_only=True):
    """An attack; ``source`` is its first attacker, ``stage`` the moment that it has come to."""

    attackers: list[str]  # the ids of the attackers
    target: str  # the id of a card, or a seat
    blockers: list[str] = field(default_factory=list)  # the blocker and those who joined it
    blocked: bool | None = None  # whether there was a block; None while that is awaited
    waiting: bool = False  # whether it is held back (TW-15.24)
    order: list[str] = field(default_factory=list)  # the blockers of equal Might in their order
    counter: list[str] = field(default_factory=list)  # the attackers of equal Might in theirs
    # the power of each card that strikes back, by which it is counted if it is gone (TW-15.22)
    powers: dict[str, int] = field(default_factory=dict)
    defender: str = ""  # who controlled the target when it was blocked, or struck
    unasked: bool = False  # whether it went on unblocked because nobody could block it


AnyPending = Casting | Announced | Triggered | Strike


class Doings(Struct, omit_defaults=True):
    """What has been done in the turn being played."""

    stabilised: bool = False  # whether the hand was brought to five in this phase
    found: int = 0  # how many non-spell cards the last set of the entrance has, once it has one
    chosen: bool = False  # whether the card of the set was played
    filled: bool = False  # whether the pool was filled after the entrance
    early: bool = False  # whether the tower drafted at the start of the turn (TW-I 29)
    drafted: str = ""  # ``tower`` or ``full``, once it was
    orbital: str = ""  # the orbital that was used in this turn
    cast: bool = False  # whether a spell was cast, or the part for orbitals is over
    # what was cast, where that matters for attacks (TW-I 38)
    fresh: list[str] = field(default_factory=list)
    trimmed: bool = False  # whether the two of ten were discarded (TW-11.11)
    rebuked: bool = False  # whether a rebuke has ended the cast phase
    fetch: int = 0  # how many cards are still to be drawn after a rebuke (TW-18.13)
    fronted: int = 0  # how many front cards were played in this movement phase
    moved: int = 0  # how many cards were moved (TW-11.15)
    stacks: int = 0  # how many stacks of tokens were moved (TW-11.17)
    # the entry that moved the first, where it ends what is done with cards (TW-I 90)
    tokens: int = 0
    attacks: int = 0  # how many attacks were declared
    pool: int = 0  # how many cards were in the pool as the attack phase began (TW-11.18)
    # the damage on a wizard that still counts in this turn (TW-I 59)
    spare: dict[str, int] = field(default_factory=dict)
    # how far the turn may have come when an effect was logged (``compulsory.reach_of``)
    reach: int = 0
    after: int = 0  # the same of the next wizard's turn, where this one may have been over
    unblocked: Strike | None = None  # the newest attack, where it went on unblocked


class State(MatchState[Due], omit_defaults=True):
    """The whole match."""

    sides: dict[str, Side] = field(default_factory=dict)  # the wizards by seat
    zones: Zones[InPlay] = field(default_factory=Zones)  # all cards
    waiting: Waiting[AnyPending] = field(default_factory=Waiting)  # what is pending
    changes: Changes = field(default_factory=Changes)  # what lasts
    listeners: dict[str, list[Listener]] = field(default_factory=dict)  # who listens for what
    phase: int = BEFORE  # where the turn stands
    came: int = 0  # the entry with which it came to stand there
    done: Doings = field(default_factory=Doings)  # what has been done in this turn
    books: bool = False  # whether the backs of spells are kept with their spellbooks
    # the wizards of whose spells they are kept no longer, as one was logged without (TW-20.4)
    bare: list[str] = field(default_factory=list)
    # how often each draft number was turned in this pass, from 1 to 6
    turned: list[int] = field(default_factory=list)
    copies: int = 0  # how many draft cards there are of each number
    # the entry of the last attack or effect that was done, and which of the two
    latest: tuple[int, str] | None = None
    # the newest entry with which effects happened that nobody has to log, and the cards that they
    # are of
    unasked: tuple[int, tuple[str, ...]] | None = None
    # the cards that have left play of late and whose texts something may set off, each with the
    # entry and with whose it was (TW-19.2)
    gone: dict[str, tuple[int, str]] = field(default_factory=dict)
    # who has lost just now, and how far what a loss sets off has come (TW-17.11)
    losing: dict[str, str] = field(default_factory=dict)
    # how many tokens each pool has that is limited (TW-I 19)
    pools: dict[str, int] = field(default_factory=dict)


TwTable = Table[State, Cards]


# -- questions -----------------------------------------------------------------------------------


def card_of(t: TwTable, thing: InPlay | str) -> Any:
    """The card of a copy in play, or of a name.

    Raises:
        Violation: TW-2.10, the catalog has none of that name.
    """
    name = thing if isinstance(thing, str) else thing.name
    try:
        return t.catalog.cards[name]
    except KeyError:
        forbid_unknown(t, name)


def forbid_unknown(t: TwTable, name: str) -> NoReturn:
    """Refuse a name that the catalog does not have (TW-2.10)."""
    legal = meant(name, t.catalog.names, "a card of the catalog")
    t.forbid("TW-2.10", "no card is {card}", card=name, legal=legal)


def at(t: TwTable, seat: str, spot: str) -> InPlay | None:
    """The topmost card in a spot; None where it is empty."""
    there = t.state.sides[seat].map.get(spot)
    return t.state.zones.things[there[-1]] if there else None


def stack_at(t: TwTable, seat: str, spot: str) -> list[InPlay]:
    """All that lies in a spot, the topmost last."""
    things = t.state.zones.things
    return [things[each] for each in t.state.sides[seat].map.get(spot, ())]


def controlled(t: TwTable, seat: str) -> list[InPlay]:
    """What lies on a wizard's map, spot by spot."""
    found = t.state.sides[seat].map
    things = t.state.zones.things
    return [things[each] for spot in SPOTS if spot in found for each in found[spot]]


def tower_of(t: TwTable, seat: str) -> InPlay | None:
    """The tower that a wizard has in play; one under a ritual is not (TW-12.12)."""
    there = t.state.sides[seat].map.get("T")
    if not there:
        return None
    top = t.state.zones.things[there[-1]]
    if card_of(t, top).kind == "tower":
        return top
    under = tower_in_spot(t, seat) if len(there) > 1 else None
    return under if under is not None and not covered(t, under) else None


def tower_in_spot(t: TwTable, seat: str) -> InPlay | None:
    """The tower in ``T``, though it may lie under a ritual."""
    for each in stack_at(t, seat, "T"):
        if card_of(t, each).kind == "tower":
            return each
    return None


def covered(t: TwTable, thing: InPlay) -> bool:
    """Whether a card lies under another and does nothing there: a tower under a ritual is not in
    play (TW-12.12), and under other overlays cards work or do not (TW-I 78)."""
    there = t.state.sides[thing.controller].map.get(thing.spot)
    if there is None or there[-1] == thing.id:
        return False
    if t.choice["TW-I 78"] == "inactive":
        return True
    things = t.state.zones.things
    above = there[there.index(thing.id) + 1 :]
    return any(card_of(t, things[each]).kind == "ritual" for each in above)


def stands(state: State, seat: str) -> bool:
    """Whether a wizard has not lost."""
    return not state.sides[seat].lost


def acts(state: State, seat: str) -> bool:
    """Whether a wizard takes turns: it stands, or is in retreat (TW-18.2)."""
    side = state.sides[seat]
    return not side.lost or side.retreat


def opponents(state: State, seat: str) -> list[str]:
    """The wizards of other sides that have not lost."""
    own = side_of(state, seat)
    return [each for each in state.seats if side_of(state, each) != own and stands(state, each)]


def allies_of(state: State, seat: str) -> list[str]:
    """The other wizards of a side that have not lost."""
    own = side_of(state, seat)
    return [
        each
        for each in state.seats
        if each != seat and side_of(state, each) == own and stands(state, each)
    ]


def standing_sides(state: State) -> list[str]:
    """The sides that still have a wizard standing (TW-1.7)."""
    found = {side_of(state, seat) for seat in state.seats if stands(state, seat)}
    return [side for side in sides(state) if side in found]


def following(state: State, seat: str) -> str:
    """Whose turn comes after a wizard's (TW-10.2); its own again where nobody else acts."""
    seats = state.seats
    start = seats.index(seat)
    for step in range(1, len(seats) + 1):
        other = seats[(start + step) % len(seats)]
        if acts(state, other):
            return other
    return seat


def phases_of(state: State, seat: str = "") -> tuple[int, ...]:
    """The phases of a wizard's turn, of the one being played where none is named (TW-10.3, 11.1,
    18.4)."""
    side = state.sides[seat or state.active]
    if side.retreat:
        return RETREAT_PHASES
    return TURN_PHASES if side.entered else ENTRANCE_PHASES


def keeps_announced(t: TwTable) -> bool:
    """Whether the mode and X that are announced of a text nobody has told wait with it."""
    return t.opening is None or t.opening.options.get("announced") == KEPT
