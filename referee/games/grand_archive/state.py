"""The state of a match of Grand Archive, and the questions that the rules ask about it."""

from collections.abc import Iterator, Sequence
from typing import NoReturn

from msgspec import Struct, field

from events.grand_archive import Did
from referee.english import meant
from referee.games.grand_archive.catalog import BASIC, NORM, Card, Cards
from referee.games.grand_archive.due import Due
from referee.house import side_of
from referee.parts.lasting_changes import Changes
from referee.parts.responses import Pending, Waiting
from referee.parts.triggers import Listener
from referee.parts.zones import Copy, Zones
from referee.table import MatchState, Table

BEFORE, WAKE, MATERIALIZE, RECOLLECTION, DRAW, MAIN, LATE, END = range(8)
"""Where a turn stands: before the first, then the phases (GA-6.1); ``LATE`` is the materialize
phase of distorted time (GA-6.75)."""

PHASE_NAMES = (
    "before the first turn",
    "wake up",
    "materialize",
    "recollection",
    "draw",
    "main",
    "materialize",
    "end",
)
OPPORTUNE = (RECOLLECTION, MAIN, END)
"""The phases in which Opportunity arises by itself (GA-6.2)."""

FIELD, STACK, INTENT, LINEAGE, LOADED = "field", "stack", "intent", "lineage", "loaded"
"""Where a card has an id: as an object, on the stack, as an intent, under a champion, under a
weapon."""

BEGUN = "begun"
"""Where a text has an id that an effect began, and that is no card."""

DIRECTIONS = ("north", "east", "south", "west")
"""The ways that Shifting Currents face."""

R26 = "R26"


class InPlay(Copy, omit_defaults=True):
    """A card with an id: an object, what is on the stack, an intent, a card under an object.

    The object that a champion is keeps its id while it levels up; its name is that of the top card
    of its lineage, and the cards below have ids of their own.
    """

    rested: bool = False  # whether it is
    spent: int = 0  # the entry that rested it last
    damage: int = 0  # the damage marked on it, or the damage counters of a champion
    counters: dict[str, int] = field(default_factory=dict)  # the other counters, by their kinds
    token: bool = False  # whether it is a token
    # of a card in a lineage, a loaded card or an intent, the object that it belongs to
    under: str = ""
    link: str = ""  # the object that it is linked to; of a text that an effect began, its name
    # what it carries from how it was played, and what else is so of it: imbued, prepared, fostered,
    # distant, back
    marks: list[str] = field(default_factory=list)
    hurt: int = 0  # the turn in which it was last damaged
    turn: int = 0  # the turn in which it came
    empowered: int = 0  # of a Spell on the stack, by how many levels it was empowered (GA-24.10)
    # of an object that is remembered as it was: its numbers, and the words that were changed
    last: dict[str, int] = field(default_factory=dict)


CHOSEN_X = "x "
"""What a card bears before the X that was chosen for it, where its text asks for that later."""
NAMED = "named "
"""What an object bears before the name of a card that was chosen for it (GA-23.10)."""


class Side(Struct, omit_defaults=True):
    """What one player has, beside cards."""

    # the ids of the champions that the player controls
    champions: list[str] = field(default_factory=list)
    had: bool = False  # whether there ever was one (GA-4.6)
    placed: int = 0  # the entry that said which champion was placed, where one did
    begun: int = 0  # how many turns of this player have begun
    ended: int = 0  # the last turn of this player that is over
    lost: int = 0  # the entry with which the player lost
    empower: int = 0  # by how much the next Spell of the turn is empowered (GA-24.10)
    mastery: str = ""  # the mastery, and its direction
    direction: str = ""  # where Shifting Currents points
    statuses: list[str] = field(default_factory=list)  # the statuses (R26)
    # the cards that come back with the next end phase
    suppressed: list[str] = field(default_factory=list)
    # how many of each phase are to be skipped (GA-6.73)
    skips: dict[str, int] = field(default_factory=dict)
    named: list[str] = field(default_factory=list)  # the cards named by effects
    # the cards that were banished with an omen counter on them (GA-19.8)
    omens: list[str] = field(default_factory=list)
    # the cards that were banished with a charge counter on them by their own text (GA-19.1)
    charged: list[str] = field(default_factory=list)
    # the cards that lie face up in the material deck (GA-24.27)
    preserved: list[str] = field(default_factory=list)
    called: str = ""  # the card that was called in a glimpse and may be activated (GA-24.34)
    distorted: bool = False  # whether time is distorted for this player (R26, GA-6.75)
    # who may look at how many of this player's face-down cards, because an effect of theirs put
    # them there (GA-5.27, 5.28)
    keepers: dict[str, int] = field(default_factory=dict)
    # the elements of cards that deleveling took off the lineage, with its entry (GA-12.8)
    unlearned: dict[str, int] = field(default_factory=dict)
    # the cards that were activated in this game and whose texts ask for that
    activated: list[str] = field(default_factory=list)


# -- what is pending -----------------------------------------------------------------------------


class Item(Pending, kw_only=True):
    """What is on the stack; ``source`` is the id of what it is of. Digests hold its fields in this
    order, so that it cannot extend ``WithEffects``."""

    card: str  # the card whose effects it has
    trigger: str = ""  # what set them off
    # which of its effects it has, by their places in the catalog
    effects: list[int] = field(default_factory=list)
    aims: tuple[str, ...] = ()  # what was aimed at when it was declared
    # for each of its effects that aims, by its place, how many of these are its own
    shares: tuple[tuple[int, int], ...] = ()
    mode: tuple[str, ...] = ()  # the modes chosen then
    x: int | None = None  # the number chosen then
    did: tuple[Did, ...] = ()  # what was said of it with its declaration
    hold: bool = False  # whether its player keeps Opportunity
    declared: bool = False  # whether aims and modes are settled
    was: InPlay | None = None  # its source as it last was, where that left with it
    tried: bool = False  # whether it was seen that it needs a word
    about: str = ""  # the object or player that set it off
    met: InPlay | None = None  # that object as it was then, where a text asks for it
    paid: dict[str, int] = field(default_factory=dict)  # what was paid for it, by names of steps


class Activation(Item, tag="card", kw_only=True):
    """A card on the stack; ``source`` is its copy."""

    materialized: bool = False  # whether it was materialized
    lineage: str = ""  # the champion that it levels up
    target: str = ""  # what is attacked, if that was said
    uses: tuple[str, ...] = ()  # the weapons that were said to take part
    further: tuple[str, ...] = ()  # what was said to be attacked by Multistrike besides
    attacker: str = ""  # who performs an attack card
    # the card on the stack that it is a copy of, without which the newer edition lets it fizzle
    # (GA-7.14)
    copies: str = ""


class Used(Item, tag="ability"):
    """An activated ability on the stack."""


class Triggered(Item, tag="trigger"):
    """A triggered ability on the stack."""


RETALIATION, DAMAGE, CLOSING = "", "damage", "end"
"""The steps of a combat: until retaliation, before damage, and its end (GA-17.30 to 17.60)."""


class Combat(Pending, tag="attack", kw_only=True):
    """A combat; ``source`` is the attacker, ``stage`` the step that it has come to."""

    # the objects that defend now; several for Cleave
    targets: list[str] = field(default_factory=list)
    uses: list[str] = field(default_factory=list)  # the weapons and other objects used
    intents: list[str] = field(default_factory=list)  # the cards in the attacker's intent
    retaliators: list[str] = field(default_factory=list)  # who retaliates, in their order
    cleave: str = ""  # the player whom a Cleave attacks
    # the entry that ended the window before retaliation; what came later does not retaliate
    # (GA-17.34)
    before: int = 0
    # the cards discarded for Critical; None while nothing was said
    discards: tuple[str, ...] | None = None
    gone: bool = False  # whether the attacker attacks no more (GA-17.71, 17.72)
    how: str = ""  # how it ended, once damage was dealt
    # the pass on record with which that window ended, or the retaliation after it; 0 where nobody
    # said so
    asked: int = 0
    said: int | None = None  # what was said of the damage that it is about to deal


AnyPending = Activation | Used | Triggered | Combat


class Doings(Struct, omit_defaults=True):
    """What has been done in the turn being played.

    It has fifteen fields: with one more the length of what is omitted would be written in another
    way, and every noted digest with it; ``happened`` and ``cards`` take what else there is.
    """

    materialized: int = 0  # the entry of the phase's materialization, or of what took its place
    placed: bool = False  # whether a Lv 0 champion was placed in it
    recollected: bool = False  # whether the memory was taken up
    drew: bool = False  # whether the card of the turn was drawn
    attacks: int = 0  # how many attacks were declared
    tried: tuple[str, ...] = ()  # who tried an attack that was forced and proved illegal (GA-17.26)
    # who attacked in the last combat, and the entry with which that ended
    fought: tuple[str, int] = ("", 0)
    played: int = 0  # how many cards were activated
    cleaned: bool = False  # whether the clean-up is done
    skipped: list[str] = field(default_factory=list)  # the phases that were skipped in it (GA-6.73)
    # how many Spells each player has activated
    spells: dict[str, int] = field(default_factory=dict)
    # for a player and a place, the entry that let a card be played from there as it resolved
    # (GA-7.12)
    permits: dict[str, int] = field(default_factory=dict)
    # the cards whose texts nobody tells that have resolved without a word
    untold: tuple[str, ...] = ()
    # how often something happened to each player that a text of the catalog asks for
    happened: dict[str, int] = field(default_factory=dict)
    # the cards to which something happened of which a text of the catalog counts them, such as
    # those that a player has activated; and the weapons that the last combat used, by their ids
    cards: dict[str, list[str]] = field(default_factory=dict)


class State(MatchState[Due], omit_defaults=True):
    """The whole match."""

    players: dict[str, Side] = field(default_factory=dict)  # the players by seat
    zones: Zones[InPlay] = field(default_factory=Zones)  # all cards
    # the stack, and who holds Opportunity
    waiting: Waiting[AnyPending] = field(default_factory=Waiting)
    changes: Changes = field(default_factory=Changes)  # what lasts
    listeners: dict[str, list[Listener]] = field(default_factory=dict)  # who listens for what
    phase: int = BEFORE  # where the turn stands
    came: int = 0  # the entry with which it came to stand there
    done: Doings = field(default_factory=Doings)  # what has been done in this turn
    event: bool = False  # whether it is played under the rules for tournaments (GA-7.15)
    game: int = 0  # the number of the game in its match
    first: str = ""  # who takes the first turn
    # what was heard and goes on the stack with the next state check
    heard: list[Triggered] = field(default_factory=list)
    presented: int = 0  # the entry with which the decks were presented and the game began
    format: str = ""  # the format that was agreed, unless it is the usual one
    loser: str = ""  # who lost the game before in the same match; ``drawn`` where nobody did
    chose: int = 0  # the entry that said who goes first
    # whether a game without a winner at the end of overtime is decided by figures (GA-26.8)
    elimination: bool = False
    # the turns that are left after the one that was on when time was called, and one more; 0 while
    # time is not called, -1 where it was called before the game began
    overtime: int = 0
    called: int = 0  # the entry that called time
    # the entry that cut a loop short: what was repeated is not reckoned, so that nothing that rests
    # on figures is refused for certain any more (GA-26.34)
    looped: int = 0
    # the part of a turn that an effect has ended, or ``lost`` where the player whose turn it is has
    # lost; what follows is done with the next state check
    cut: str = ""
    last: str = ""  # who took the last turn
    # the decks of each seat as they stand for this game: main, material, sideboard
    lists: dict[str, dict[str, dict[str, int]]] = field(default_factory=dict)
    # the texts that effects began, each with the moment that ends it
    begun: dict[str, str] = field(default_factory=dict)
    # who has several unique objects of one name (GA-14.16)
    unsettled: list[str] = field(default_factory=list)
    # the entries with which the turn that is on began, and the one before it
    turned: tuple[int, int] = (0, 0)
    # the objects with wither that are to be paid for or sacrificed (GA-19.7)
    withering: list[str] = field(default_factory=list)
    # whether who leaves out what an effect does (GA-11.5), or which of the own cards an answer is
    # aimed at (GA-8.7), is asked for it, and not refused; and who says what fizzles did (GA-11.1)
    # is
    asks: bool = False
    # whether the X of a card that an effect plays for its cost is asked for, and not 0 unsaid
    asks_x: bool = False
    # whether what such a card is aimed at, and its modes, are asked as it is played, and not said
    # as it resolves
    asks_aims: bool = False
    # whether a card that leaves banishment leaves its omen counter, and not its name (GA-19.1)
    omens_leave: bool = False
    # whether of two cards of a name the one is told apart that a text takes as an omen
    omens_apart: bool = False
    # whether what an effect has put face down is known to be of the kind that its text says
    fitting: bool = False

    def plays_on(self, seat: str) -> bool:
        """Whether a player has not lost; others of the side may play on (GA-4.5)."""
        return seat not in self.players or not self.players[seat].lost


GaTable = Table[State, Cards]


# -- questions -----------------------------------------------------------------------------------


def asks(t: GaTable) -> bool:
    """Whether what a line leaves out is asked for; what is on record already, and lacks a word
    since a ruling, has left it out."""
    return t.state.asks and len(t.logged) < t.seq


def asks_x(t: GaTable) -> bool:
    """Whether that holds of the X of a card that an effect plays for its cost."""
    return t.state.asks_x and asks(t)


def asks_aims(t: GaTable) -> bool:
    """Whether that holds of what such a card is aimed at, and of its modes."""
    return t.state.asks_aims and asks(t)


def card_of(t: GaTable, thing: InPlay | str) -> Card:
    """The card of a copy, on the side that lies up, or of a name.

    Raises:
        Violation: GA-2.11, the catalog has none of that name.
    """
    if isinstance(thing, str):
        found = t.catalog.by_name.get(thing)
    else:
        found = t.catalog.by_name.get(thing.name)
        if thing.marks and found is not None and found.back is not None and "back" in thing.marks:
            return found.back
    if found is None:
        forbid_unknown(t, thing if isinstance(thing, str) else thing.name)
    return found


def face_of(t: GaTable, thing: InPlay) -> str:
    """The name of the side of a copy that lies up, whose texts it has (GA-23.7)."""
    return card_of(t, thing).name if "back" in thing.marks else thing.name


BEARS = "bears "
"""What an object bears before the name of another card whose abilities it has besides."""


def texts_of(t: GaTable, thing: InPlay) -> tuple[str, ...]:
    """The cards whose texts a copy has: that of the side that lies up, and those whose abilities
    it came with."""
    if not thing.marks:
        return (thing.name,)
    borne = (each.removeprefix(BEARS) for each in thing.marks if each.startswith(BEARS))
    return (face_of(t, thing), *borne)


def forbid_unknown(t: GaTable, name: str) -> NoReturn:
    """Refuse a name that the catalog does not have (GA-2.11)."""
    legal = meant(name, t.catalog.names, "a card of the catalog")
    t.forbid("GA-2.11", "no card is {card}", card=name, legal=legal)


def note(t: GaTable, what: str, seat: str, amount: int = 1) -> None:
    """Something happened in this turn to a player, so often or so much: it is counted where a text
    asks for it."""
    if f"{what} this turn" in t.catalog.numbers_asked:
        key = f"{what} {seat}"
        t.item(t.state.done.happened, key, t.state.done.happened.get(key, 0) + amount)


LAST_USED = "used"
"""Under which the weapons are kept that the last combat used."""


def note_card(t: GaTable, what: str, seat: str, card: str) -> None:
    """Something happened in this turn to a card: it is kept where a text counts such cards."""
    if f"{what} this turn" in t.catalog.histories:
        key = f"{what} {seat}"
        t.item(t.state.done.cards, key, [*t.state.done.cards.get(key, ()), card])


def note_activation(t: GaTable, seat: str, card: Card) -> None:
    """A card was activated, by its player or because an effect says so: it is counted."""
    t.set(t.state.done, "played", t.state.done.played + 1)
    note(t, "played", seat)
    side = t.state.players[seat]
    if card.name in t.catalog.asks_for_itself and card.name not in side.activated:
        t.set(side, "activated", [*side.activated, card.name])
    note_card(t, "activated", seat, card.name)
    if "spell" in card.subtypes:
        note(t, "spells activated", seat)
    if "melody" in card.subtypes:
        note(t, "melodies activated", seat)
    if card.is_action and "mage" in card.classes:
        note(t, "mage actions activated", seat)
    if "command" in card.words:
        note(t, "commands activated", seat)
    if set(card.elements) - BASIC - {NORM}:
        note(t, "advanced activated", seat)


TOOK = "banished "
"""What an object bears before the name of a card that it has banished, where its text asks."""


def note_banished(t: GaTable, thing: InPlay, cards: Sequence[str]) -> None:
    """An object has banished cards, or they were banished to pay for it: it keeps which."""
    if cards and thing.name in t.catalog.keeps_banished:
        t.set(thing, "marks", [*thing.marks, *(f"{TOOK}{card}" for card in cards)])


def in_r26(t: GaTable) -> bool:
    """Whether the newer edition is played (GA-1.1)."""
    return t.edition == R26


def by_edition(t: GaTable, interpretation: str, r25: str, r26: str) -> str:
    """The reading of an interpretation that differs by edition."""
    chosen = t.choice[interpretation]
    return (r26 if in_r26(t) else r25) if chosen == "by_edition" else chosen


def lapses(t: GaTable) -> bool:
    """Whether an Opportunity that nobody used is over with the next thing that happens (GA-I 19);
    else every pass is on record."""
    return t.choice["GA-I 19"] == "lapsed_when_the_next_thing_happens"


def objects(t: GaTable) -> Iterator[InPlay]:
    """Everything on the field (GA-14.20)."""
    return (each for each in t.state.zones.things.values() if each.place == FIELD)


def controlled(t: GaTable, seat: str) -> list[InPlay]:
    """The objects of a player."""
    things = t.state.zones.things.values()
    return [each for each in things if each.controller == seat and each.place == FIELD]


def mastery_of(seat: str) -> str:
    """The id of a player's mastery, where its card is told."""
    return f"{seat}.mastery"


def champion_of(t: GaTable, seat: str) -> InPlay | None:
    """A player's champion, the first of several; None where there is none."""
    champions = t.state.players[seat].champions
    return t.state.zones.things[champions[0]] if champions else None


def lineage_of(t: GaTable, champion: InPlay) -> list[InPlay]:
    """The inner lineage of a champion, the lowest card first (GA-15.17)."""
    return [
        each
        for each in t.state.zones.things.values()
        if each.under == champion.id and each.place == LINEAGE
    ]


def opponents(state: State, seat: str) -> list[str]:
    """The players of other sides that have not lost."""
    own = side_of(state, seat)
    return [each for each in state.seats if side_of(state, each) != own and state.plays_on(each)]


def following(state: State, seat: str) -> str:
    """Whose turn comes after a player's (GA-4.1)."""
    seats = state.seats
    at = seats.index(seat)
    for each in (*seats[at + 1 :], *seats[: at + 1]):
        if state.plays_on(each):
            return each
    return seat


def combat_of(state: State) -> Combat | None:
    """The combat that is on; None where there is none."""
    for each in state.waiting.stack:
        if isinstance(each, Combat):
            return each
    return None


def stack_is_empty(state: State) -> bool:
    """Whether nothing is on the effects stack; a combat is no item of it."""
    stack = state.waiting.stack
    return not stack or (len(stack) == 1 and isinstance(stack[0], Combat))


def _is_activated(item: AnyPending) -> bool:
    """Whether a player has activated what is pending."""
    if isinstance(item, Activation):
        return not item.materialized
    return isinstance(item, Used)


def triggers_pending(state: State) -> tuple[str, ...]:
    """The ids of what is on the stack and was not activated: by its triggers alone, or a card that
    is materialized (GA-10.5)."""
    items = [each for each in state.waiting.stack if not isinstance(each, Combat)]
    own = {each.source for each in items if _is_activated(each)}
    return tuple(each.source for each in items if each.source not in own)


def item_names(state: State) -> tuple[str, ...]:
    """The ids of what is on the stack."""
    return tuple(each.source for each in state.waiting.stack if not isinstance(each, Combat))
