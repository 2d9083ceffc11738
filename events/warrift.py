"""The events of WarRift.

A turn as a scorekeeper logs it::

    ana eye-roll 2 1 0
    ana enter Mudling "Giant Bloodbat"
    ana effect "Giant Bloodbat.1" damage:2
    ana play Page Page Squire Squire Page
    ana summon "Oath Knight" "Bell Ringer"
    ana attack Squire.1 Mudling.1
    ana step end

Cards in hands, decks and selections are called by their names; what is in play also has a number,
counted in the order of entering, such as ``Mudling.2``. What follows from an event (damage,
deaths, points, the cards drawn at the end of a turn) is never logged.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from events.event import Count, Event, Name, Seat
from events.outcome import Cards, Nothing, Other, Outcome, Player, Thing, Whole

Creature = Annotated[str, Meta(min_length=1, max_length=80, extra={"of": "called"})]
"""The id of what is in play, ``Mudling.2``; the name alone where only one can be meant."""

Face = Annotated[int, Meta(ge=-99, le=99, description="what a die shows")]
"""A die as it fell; which faces it has, the opening says."""

Names = Annotated[tuple[Name, ...], Meta(extra={"named": True})]
Things = Annotated[tuple[Creature, ...], Meta(extra={"named": True})]
Goods = Annotated[
    tuple[
        Annotated[
            str,
            Meta(
                min_length=1, max_length=80, extra={"of": "called", "also": ["points", "magicka"]}
            ),
        ],
        ...,
    ],
    Meta(extra={"named": True}),
]
"""What is traded, or what is none that may be: ``points``, ``magicka:2`` (WR-11.2)."""

Answers = Annotated[
    Annotated[
        int,
        Meta(ge=0, le=2**31 - 1, description="the entry that it answers; 0: the last by another"),
    ]
    | None,
    Meta(extra={"named": True}),
]
"""The entry that an event answers; 0 for the last pending thing that another player or a monster
began, None where it answers nothing."""

Flipped = Annotated[str, Meta(max_length=64, extra={"named": True, "word": True})]
"""The card flipped into the gap; empty where that is logged by itself, or there is none."""

Trigger = Annotated[str, Meta(max_length=64, extra={"named": True, "word": True})]
"""Which of the effects of a card: what sets it off, or the name that the catalog gives it."""

Modes = Annotated[tuple[Name, ...], Meta(extra={"named": True})]
X = Annotated[Annotated[int, Meta(ge=0, le=9_999)] | None, Meta(extra={"named": True})]
Display = Literal["class", "support"]

Deck = Literal["primary", "class", "eye", "support"]
"""A face-down deck: a player's primary or class deck, the monster deck, the support deck."""

Place = Literal[
    "hand",
    "primary",
    "class",
    "selection",
    "discard",
    "play",
    "eye",
    "support",
    "offers",
    "support-discard",
    "rift",
    "necropolis",
]
"""A place for cards; ``offers`` is the support selection, ``eye`` the monster deck."""

Until = Literal["turn", "match"]
"""How long a change lasts: to the end of the turn, or of the match; unsaid, as the card says."""

Act = Literal["summon", "hire", "gain"]


# -- what an effect did ----------------------------------------------------------------------


class Magicka(Outcome, frozen=True):
    """A player has more or less magicka."""

    change: Whole | None = None
    player: Player | None = None


class Points(Outcome, frozen=True):
    """A player has more or fewer points."""

    change: Whole | None = None
    player: Player | None = None


class Damage(Outcome, frozen=True):
    """Damage to a monster; counters, where the source has Corrupt."""

    monster: Thing | None = None
    amount: Whole | None = None


class Mend(Outcome, frozen=True):
    """Damage is taken off a monster."""

    monster: Thing | None = None
    amount: Whole | None = None


class Counters(Outcome, frozen=True):
    """Corrupt counters are put on a monster, or taken off."""

    monster: Thing | None = None
    change: Whole | None = None


class AttackChange(Outcome, tag="attack", frozen=True):
    """A creature's attack is changed for some time."""

    creature: Thing | None = None
    change: Whole | None = None
    until: Until | None = None


class HealthChange(Outcome, tag="health", frozen=True):
    """A monster's health is changed for some time."""

    monster: Thing | None = None
    change: Whole | None = None
    until: Until | None = None


class Kill(Outcome, frozen=True):
    """A monster is killed without damage."""

    monster: Thing | None = None


class Remove(Outcome, frozen=True):
    """A monster leaves play without dying, or another thing in play is put elsewhere."""

    thing: Thing | None = None
    to: Place | None = None


class EnterMonsters(Outcome, tag="enter", frozen=True):
    """So many monsters are to come into play, after the whole effect."""

    count: Whole | None = None
    place: Place | None = None


class DrawCards(Outcome, tag="draw", frozen=True):
    """A player draws."""

    count: Whole | None = None
    player: Player | None = None


class Discard(Outcome, frozen=True):
    """Cards from a player's hand go to the discard piles."""

    cards: Cards | None = None
    player: Player | None = None
    picked: Literal["holder", "controller", "blind"] | None = None


class Consume(Outcome, frozen=True):
    """Cards from a player's hand, or another place, go to the Necropolis."""

    cards: Cards | None = None
    place: Place | None = None
    player: Player | None = None


class Devour(Outcome, frozen=True):
    """A card in play is consumed."""

    thing: Thing | None = None


class Move(Outcome, frozen=True):
    """Named cards go from one place to another."""

    cards: Cards | None = None
    place: Place | None = None
    to: Place | None = None
    where: Literal["top", "bottom"] | None = None
    player: Player | None = None
    receiver: Player | None = None


class Pass(Outcome, frozen=True):
    """So many cards that nobody sees go from one place to another."""

    count: Whole | None = None
    place: Place | None = None
    to: Place | None = None
    where: Literal["top", "bottom"] | None = None
    player: Player | None = None
    receiver: Player | None = None


class LookAt(Outcome, tag="look", frozen=True):
    """The controller looks at face-down cards, and shows them to nobody."""

    count: Whole | None = None
    place: Place | None = None
    player: Player | None = None


class Reveal(Outcome, frozen=True):
    """Face-down cards are shown to all, a deck's from the top, and stay where they are."""

    cards: Cards | None = None
    place: Place | None = None
    player: Player | None = None


class Alter(Outcome, frozen=True):
    """The top of a deck is looked at, and so many of it put at the bottom (WR-14.1)."""

    bottom: Whole | None = None
    deck: Deck | None = None
    player: Player | None = None
    count: Whole | None = None


class Scout(Outcome, frozen=True):
    """The top of the monster deck is looked at, or shown where names are said (WR-14.25)."""

    count: Whole | None = None
    cards: Cards | None = None


class Shuffle(Outcome, frozen=True):
    """A deck is shuffled."""

    deck: Deck | None = None
    player: Player | None = None


class Again(Outcome, frozen=True):
    """A creature may attack once more (WR-7.3)."""

    creature: Thing | None = None


class Cost(Outcome, frozen=True):
    """What a player pays for an act is changed for some time."""

    change: Whole | None = None
    act: Act | None = None
    player: Player | None = None
    until: Until | None = None


class Control(Outcome, frozen=True):
    """A stronghold or creature in play changes its controller."""

    thing: Thing | None = None
    player: Player | None = None


class Forcefield(Outcome, frozen=True):
    """A player is under a Forcefield (WR-14.18)."""

    player: Player | None = None


class Grant(Outcome, frozen=True):
    """A card in play has a word for some time."""

    word: Literal["ambush", "awaken", "corrupt", "overwhelm"] | None = None
    thing: Thing | None = None
    until: Until | None = None


class Endow(Outcome, frozen=True):
    """Cards in a player's hand, which are named, have a word for some time, in hand and in play."""

    word: Literal["ambush", "awaken", "corrupt", "overwhelm"] | None = None
    cards: Cards | None = None
    player: Player | None = None
    until: Until | None = None


class RollDice(Outcome, tag="roll", frozen=True):
    """A WarRift die is rolled."""

    face: Whole | None = None


class Token(Outcome, frozen=True):
    """The first-player token is turned to a side."""

    side: Literal["day", "night"] | None = None


Did = (
    Magicka
    | Points
    | Damage
    | Mend
    | Counters
    | AttackChange
    | HealthChange
    | Kill
    | Remove
    | EnterMonsters
    | DrawCards
    | Discard
    | Consume
    | Devour
    | Move
    | Pass
    | LookAt
    | Reveal
    | Alter
    | Scout
    | Shuffle
    | Again
    | Cost
    | Control
    | Forcefield
    | Grant
    | Endow
    | RollDice
    | Token
    | Other
    | Nothing
)
"""Every outcome of WR-15.6."""


Pays = Annotated[tuple[Did, ...], Meta(extra={"named": True})]


# -- setup -----------------------------------------------------------------------------------


class Flip(Event, tag="selection", frozen=True):
    """A selection is flipped: one's own class selection, or the support selection."""

    seat: Seat
    cards: Annotated[tuple[Name, ...], Meta(min_length=1)]
    of: Annotated[Display, Meta(extra={"named": True})] = "class"


class Replace(Event, frozen=True):
    """Cards of the class selection are put back, others flipped in their stead (WR-3.12).

    Args:
        seat: whose selection.
        cards: what is put back.
        flipped: what was flipped for it, in order.
    """

    seat: Seat
    cards: Annotated[tuple[Name, ...], Meta(min_length=1)]
    flipped: Names = ()


class SeatRoll(Struct, frozen=True, gc=False, array_like=True):
    """A die and who threw it, written ``ana:4``."""

    seat: Seat
    die: Face


class FirstRoll(Event, frozen=True):
    """A roll for who goes first; who ties for the highest rolls again (WR-3.14).

    Args:
        seat: who logs it; where any roll will do (WR-I 16), who won it.
        rolls: a round of rolls, then those of who tied, as far as they belong to this line.
    """

    seat: Seat
    rolls: tuple[SeatRoll, ...] = ()


# -- a turn ----------------------------------------------------------------------------------


class Step(Event, frozen=True):
    """The mid or the end step begins (WR-4.5)."""

    seat: Seat
    step: Literal["mid", "end"]


class EyeRoll(Event, frozen=True):
    """The first player rolls for the Eye (WR-5.1)."""

    seat: Seat
    dice: Annotated[tuple[Face, ...], Meta(min_length=1)]


class Enter(Event, frozen=True):
    """Monsters come into play, in order (WR-5.4)."""

    seat: Seat
    monsters: Annotated[tuple[Name, ...], Meta(min_length=1)]


class Play(Event, frozen=True):
    """Cards are played from hand (WR-6.2); what they did may be said with one of them."""

    seat: Seat
    cards: Annotated[tuple[Name, ...], Meta(min_length=1)]
    did: tuple[Did, ...] = ()
    aims: Things = ()
    answers: Answers = None
    mode: Modes = ()
    x: X = None


class Part(Struct, frozen=True, gc=False, array_like=True):
    """A part of an attack: a monster, and how much of the attack it takes; ``Ogre.1:2``."""

    monster: Creature
    amount: Annotated[int, Meta(ge=0, le=9_999)] | None = None


class Attack(Event, frozen=True):
    """A creature attacks (WR-7.1); one target alone takes the whole attack."""

    seat: Seat
    creature: Creature
    parts: Annotated[tuple[Part, ...], Meta(min_length=1)]
    answers: Answers = None


class Retarget(Event, frozen=True):
    """An attack whose target is gone turns to another monster (WR-7.9).

    Args:
        seat: whose attack.
        monster: the new target.
        attack: the entry of the attack; 0 where only one can be turned.
        part: the part that is turned, by its old target; empty where only one can be.
    """

    seat: Seat
    monster: Creature
    attack: Annotated[int, Meta(ge=0, extra={"named": True})] = 0
    part: Annotated[str, Meta(max_length=80, extra={"named": True, "word": True})] = ""


class Effect(Event, frozen=True):
    """What an effect of a card did.

    Args:
        seat: whose effect it is; of a monster, the player who carries it out.
        source: the card.
        aims: what it is aimed at.
        did: what it did, in order.
        also: more cards with effects of the same moment, which say nothing else (WR-2.15).
        trigger: which of its effects, where it has several.
        answers: what it answers; only of an effect that is used.
        mode: the modes chosen.
        x: the number chosen for X.
        pays: the outcomes that pay its cost, where the card leaves them open.
    """

    seat: Seat
    source: Creature
    aims: tuple[Creature, ...] = ()
    did: tuple[Did, ...] = ()
    also: Things = ()
    trigger: Trigger = ""
    answers: Answers = None
    mode: Modes = ()
    x: X = None
    pays: Pays = ()


class Use(Event, frozen=True):
    """An effect is announced, before it is carried out by ``effect``."""

    seat: Seat
    source: Creature
    aims: tuple[Creature, ...] = ()
    trigger: Trigger = ""
    answers: Answers = None
    mode: Modes = ()
    x: X = None
    pays: Pays = ()


class ReAim(Event, frozen=True):
    """An effect whose aim is kept off is aimed at another player, or at none (WR-14.21)."""

    seat: Seat
    player: Annotated[str, Meta(max_length=32)] = ""
    effect: Annotated[int, Meta(ge=0, extra={"named": True})] = 0


class Permit(Event, frozen=True):
    """A protected player lets an effect through (WR-14.20)."""

    seat: Seat
    effect: Annotated[int, Meta(ge=0)] = 0


class Summon(Event, frozen=True):
    """A card of one's class selection is summoned (WR-8.2)."""

    seat: Seat
    card: Name
    flipped: Annotated[str, Meta(max_length=64)] = ""
    to: Annotated[Literal["rift", "discard"], Meta(extra={"named": True})] = "rift"
    answers: Answers = None


class Hire(Event, frozen=True):
    """A mercenary is hired for cards from hand (WR-9.2)."""

    seat: Seat
    mercenary: Name
    discards: tuple[Name, ...] = ()
    did: tuple[Did, ...] = ()
    flipped: Flipped = ""
    aims: Things = ()
    answers: Answers = None
    mode: Modes = ()
    x: X = None


class Gain(Event, frozen=True):
    """A stronghold is gained for points (WR-10.2)."""

    seat: Seat
    stronghold: Name
    flipped: Annotated[str, Meta(max_length=64)] = ""
    did: tuple[Did, ...] = ()
    aims: Things = ()
    mode: Modes = ()
    x: X = None


class Refill(Event, frozen=True):
    """A card is flipped into a gap of a selection, where the event that made it did not say so."""

    seat: Seat
    card: Name
    of: Annotated[Display, Meta(extra={"named": True})] = "class"


class Store(Event, frozen=True):
    """A creature is put into the Garrison of a stronghold (WR-10.6)."""

    seat: Seat
    stronghold: Creature
    creature: Name


class Take(Event, frozen=True):
    """A creature is taken out of a Garrison (WR-10.8)."""

    seat: Seat
    stronghold: Creature
    creature: Name


class Trade(Event, frozen=True):
    """Two players trade (WR-11.1).

    Args:
        seat: the one.
        other: the other.
        gives: what the one gives by name: cards in hand, strongholds by their ids; anything
            else as it was given.
        takes: what the other gives by name.
        unseen: how many hand cards more the one gives, which only the two see.
        taken: how many the other gives so.
    """

    seat: Seat
    other: Seat
    gives: Goods = ()
    takes: Goods = ()
    unseen: Annotated[Count, Meta(extra={"named": True})] = 0
    taken: Annotated[Count, Meta(extra={"named": True})] = 0


class Draw(Event, frozen=True):
    """A cross-check: so many cards were drawn last."""

    seat: Seat
    count: Count


class Reshuffle(Event, frozen=True):
    """A cross-check: so many cards of the discard pile became the primary deck."""

    seat: Seat
    count: Count


class RiftDeal(Event, frozen=True):
    """The shuffled Rift is dealt (WR-13.2); recipients in the order of the cards, if said."""

    seat: Seat
    recipients: tuple[Seat, ...] = ()


Figure = Annotated[Count | None, Meta(extra={"named": True})]


class Tally(Event, frozen=True):
    """A cross-check of what a player has, or the table."""

    seat: Seat
    points: Figure = None
    magicka: Figure = None
    hand: Figure = None
    primary: Figure = None
    discard: Figure = None
    deck: Figure = None
    monsters: Figure = None
    eye: Figure = None
    support: Figure = None
    token: Annotated[Literal["day", "night"] | None, Meta(extra={"named": True})] = None


class Look(Event, frozen=True):
    """Somebody looks at face-down cards, and no effect says so (WR-2.11)."""

    seat: Seat
    place: Place
    count: Annotated[int, Meta(ge=1, le=10_000)] = 1
    player: Annotated[str, Meta(max_length=32, extra={"named": True})] = ""
