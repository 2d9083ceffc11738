"""The state of a match of Grand Archive, and the questions that the rules ask about it."""

from collections.abc import Iterator
from typing import NoReturn

from msgspec import Struct, field

from events.grand_archive import Did
from referee.games.grand_archive.catalog import Card, Cards
from referee.games.grand_archive.due import Due
from referee.house import side_of
from referee.parts.lasting import Changes
from referee.parts.responses import Pending, Waiting
from referee.parts.triggers import Listener
from referee.parts.zones import Copy, Zones
from referee.table import MatchState, Table
from referee.wording import meant

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

R26 = "R26"


class InPlay(Copy, omit_defaults=True):
    """A card with an id: an object, what is on the stack, an intent, a card under an object.

    The object that a champion is keeps its id while it levels up; its name is that of the top card
    of its lineage, and the cards below have ids of their own.

    Args:
        rested: whether it is.
        spent: the entry that rested it last.
        damage: the damage marked on it, or the damage counters of a champion.
        counters: the other counters, by their kinds.
        token: whether it is a token.
        under: of a card in a lineage, a loaded card or an intent, the object that it belongs to.
        link: the object that it is linked to; of a text that an effect began, its name.
        marks: what it carries from how it was played, and what else is so of it: imbued,
            prepared, fostered, distant, back.
        hurt: the turn in which it was last damaged.
        turn: the turn in which it came.
        empowered: of a Spell on the stack, by how many levels it was empowered (GA-24.10).
    """

    rested: bool = False
    spent: int = 0
    damage: int = 0
    counters: dict[str, int] = field(default_factory=dict)
    token: bool = False
    under: str = ""
    link: str = ""
    marks: list[str] = field(default_factory=list)
    hurt: int = 0
    turn: int = 0
    empowered: int = 0


class Side(Struct, omit_defaults=True):
    """What one player has, beside cards.

    Args:
        champions: the ids of the champions that the player controls.
        had: whether there ever was one (GA-4.6).
        placed: the entry that said which champion was placed, where one did.
        begun: how many turns of this player have begun.
        ended: the last turn of this player that is over.
        lost: the entry with which the player lost.
        empower: by how much the next Spell of the turn is empowered (GA-24.10).
        mastery: the mastery, and its direction.
        direction: where Shifting Currents points.
        statuses: the statuses (R26).
        suppressed: the cards that come back with the next end phase.
        skips: how many of each phase are to be skipped (GA-6.73).
        named: the cards named by effects.
        omens: the cards that were banished with an omen counter on them (GA-19.8).
        preserved: the cards that lie face up in the material deck (GA-24.27).
        called: the card that was called in a glimpse and may be activated (GA-24.34).
        distorted: whether time is distorted for this player (R26, GA-6.75).
        keepers: who may look at how many of this player's face-down cards, because an effect of
            theirs put them there (GA-5.27, 5.28).
        unlearned: the elements of cards that deleveling took off the lineage, with its entry
            (GA-12.8).
    """

    champions: list[str] = field(default_factory=list)
    had: bool = False
    placed: int = 0
    begun: int = 0
    ended: int = 0
    lost: int = 0
    empower: int = 0
    mastery: str = ""
    direction: str = ""
    statuses: list[str] = field(default_factory=list)
    suppressed: list[str] = field(default_factory=list)
    skips: dict[str, int] = field(default_factory=dict)
    named: list[str] = field(default_factory=list)
    omens: list[str] = field(default_factory=list)
    preserved: list[str] = field(default_factory=list)
    called: str = ""
    distorted: bool = False
    keepers: dict[str, int] = field(default_factory=dict)
    unlearned: dict[str, int] = field(default_factory=dict)


# -- what is pending -----------------------------------------------------------------------------


class Item(Pending, kw_only=True):
    """What is on the stack; ``source`` is the id of what it is of.

    Args:
        card: the card whose effects it has.
        trigger: what set them off.
        effects: which of its effects it has, by their places in the catalog.
        aims: what was aimed at when it was declared.
        shares: for each of its effects that aims, by its place, how many of these are its own.
        mode: the modes chosen then.
        x: the number chosen then.
        did: what was said of it with its declaration.
        hold: whether its player keeps Opportunity.
        declared: whether aims and modes are settled.
        was: its source as it last was, where that left with it.
        tried: whether it was seen that it needs a word.
        about: the object or player that set it off.
    """

    card: str
    trigger: str = ""
    effects: list[int] = field(default_factory=list)
    aims: tuple[str, ...] = ()
    shares: tuple[tuple[int, int], ...] = ()
    mode: tuple[str, ...] = ()
    x: int | None = None
    did: tuple[Did, ...] = ()
    hold: bool = False
    declared: bool = False
    was: InPlay | None = None
    tried: bool = False
    about: str = ""


class Activation(Item, tag="card", kw_only=True):
    """A card on the stack; ``source`` is its copy.

    Args:
        materialized: whether it was materialized.
        lineage: the champion that it levels up.
        target: what is attacked, if that was said.
        uses: the weapons that were said to take part.
        further: what was said to be attacked by Multistrike besides.
        attacker: who performs an attack card.
        copies: the card on the stack that it is a copy of, without which the newer edition lets it
            fizzle (GA-7.14).
    """

    materialized: bool = False
    lineage: str = ""
    target: str = ""
    uses: tuple[str, ...] = ()
    further: tuple[str, ...] = ()
    attacker: str = ""
    copies: str = ""


class Used(Item, tag="ability"):
    """An activated ability on the stack."""


class Triggered(Item, tag="trigger"):
    """A triggered ability on the stack."""


RETALIATION, DAMAGE, CLOSING = "", "damage", "end"
"""The steps of a combat: until retaliation, before damage, and its end (GA-17.30 to 17.60)."""


class Combat(Pending, tag="attack", kw_only=True):
    """A combat; ``source`` is the attacker, ``stage`` the step that it has come to.

    Args:
        targets: the objects that defend now; several for Cleave.
        uses: the weapons and other objects used.
        intents: the cards in the attacker's intent.
        retaliators: who retaliates, in their order.
        cleave: the player whom a Cleave attacks.
        before: the entry that ended the window before retaliation; what came later does not
            retaliate (GA-17.34).
        asked: the pass on record with which that window ended, or the retaliation after it; 0 where
            nobody said so.
        discards: the cards discarded for Critical; None while nothing was said.
        gone: whether the attacker attacks no more (GA-17.71, 17.72).
        how: how it ended, once damage was dealt.
        said: what was said of the damage that it is about to deal.
    """

    targets: list[str] = field(default_factory=list)
    uses: list[str] = field(default_factory=list)
    intents: list[str] = field(default_factory=list)
    retaliators: list[str] = field(default_factory=list)
    cleave: str = ""
    before: int = 0
    discards: tuple[str, ...] | None = None
    gone: bool = False
    how: str = ""
    asked: int = 0
    said: int | None = None


AnyPending = Activation | Used | Triggered | Combat


class Doings(Struct, omit_defaults=True):
    """What has been done in the turn being played.

    Args:
        materialized: the entry of the phase's materialization, or of what took its place.
        placed: whether a Lv 0 champion was placed in it.
        recollected: whether the memory was taken up.
        drew: whether the card of the turn was drawn.
        permits: for a player and a place, the entry that let a card be played from there as it
            resolved (GA-7.12).
        attacks: how many attacks were declared.
        tried: who tried an attack that was forced and proved illegal (GA-17.26).
        fought: who attacked in the last combat, and the entry with which that ended.
        played: how many cards were activated.
        cleaned: whether the clean-up is done.
        skipped: the phases that were skipped in it (GA-6.73).
        spells: how many Spells each player has activated.
        untold: the cards whose texts nobody tells that have resolved without a word.
    """

    materialized: int = 0
    placed: bool = False
    recollected: bool = False
    drew: bool = False
    attacks: int = 0
    tried: tuple[str, ...] = ()
    fought: tuple[str, int] = ("", 0)
    played: int = 0
    cleaned: bool = False
    skipped: list[str] = field(default_factory=list)
    spells: dict[str, int] = field(default_factory=dict)
    permits: dict[str, int] = field(default_factory=dict)
    untold: tuple[str, ...] = ()


class State(MatchState[Due], omit_defaults=True):
    """The whole match.

    Args:
        players: the players by seat.
        zones: all cards.
        waiting: the stack, and who holds Opportunity.
        changes: what lasts.
        listeners: who listens for what.
        phase: where the turn stands.
        came: the entry with which it came to stand there.
        done: what has been done in this turn.
        event: whether it is played under the rules for tournaments (GA-7.15).
        game: the number of the game in its match.
        first: who takes the first turn.
        heard: what was heard and goes on the stack with the next state check.
        presented: the entry with which the decks were presented and the game began.
        format: the format that was agreed, unless it is the usual one.
        loser: who lost the game before in the same match; ``drawn`` where nobody did.
        chose: the entry that said who goes first.
        elimination: whether a game without a winner at the end of overtime is decided by figures
            (GA-26.8).
        overtime: the turns that are left after the one that was on when time was called, and one
            more; 0 while time is not called, -1 where it was called before the game began.
        called: the entry that called time.
        looped: the entry that cut a loop short: what was repeated is not reckoned, so that nothing
            that rests on figures is refused for certain any more (GA-26.34).
        cut: the part of a turn that an effect has ended, or ``lost`` where the player whose turn it
            is has lost; what follows is done with the next state check.
        last: who took the last turn.
        lists: the decks of each seat as they stand for this game: main, material, sideboard.
        begun: the texts that effects began, each with the moment that ends it.
        unsettled: who has several unique objects of one name (GA-14.16).
        turned: the entries with which the turn that is on began, and the one before it.
        withering: the objects with wither that are to be paid for or sacrificed (GA-19.7).
        asks: whether who leaves out what an effect does (GA-11.5), or which of the own cards an
            answer is aimed at (GA-8.7), is asked for it, and not refused; and who says what fizzles
            did (GA-11.1) is.
    """

    players: dict[str, Side] = field(default_factory=dict)
    zones: Zones[InPlay] = field(default_factory=Zones)
    waiting: Waiting[AnyPending] = field(default_factory=Waiting)
    changes: Changes = field(default_factory=Changes)
    listeners: dict[str, list[Listener]] = field(default_factory=dict)
    phase: int = BEFORE
    came: int = 0
    done: Doings = field(default_factory=Doings)
    event: bool = False
    game: int = 0
    first: str = ""
    heard: list[Triggered] = field(default_factory=list)
    presented: int = 0
    format: str = ""
    loser: str = ""
    chose: int = 0
    elimination: bool = False
    overtime: int = 0
    called: int = 0
    looped: int = 0
    cut: str = ""
    last: str = ""
    lists: dict[str, dict[str, dict[str, int]]] = field(default_factory=dict)
    begun: dict[str, str] = field(default_factory=dict)
    unsettled: list[str] = field(default_factory=list)
    turned: tuple[int, int] = (0, 0)
    withering: list[str] = field(default_factory=list)
    asks: bool = False

    def plays_on(self, seat: str) -> bool:
        """Whether a player has not lost; others of the side may play on (GA-4.5)."""
        return seat not in self.players or not self.players[seat].lost


GaTable = Table[State, Cards]


# -- questions -----------------------------------------------------------------------------------


def asks(t: GaTable) -> bool:
    """Whether what a line leaves out is asked for; what is on record already, and lacks a word
    since a ruling, has left it out."""
    return t.state.asks and len(t.logged) < t.seq


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


def forbid_unknown(t: GaTable, name: str) -> NoReturn:
    """Refuse a name that the catalog does not have (GA-2.11)."""
    legal = meant(name, t.catalog.names, "a card of the catalog")
    t.forbid("GA-2.11", "no card is {card}", card=name, legal=legal)


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


def item_names(state: State) -> tuple[str, ...]:
    """The ids of what is on the stack."""
    return tuple(each.source for each in state.waiting.stack if not isinstance(each, Combat))
