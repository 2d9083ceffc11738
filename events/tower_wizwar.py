"""The events of Tower-WizWar.

A turn as a scorekeeper logs it::

    ana draw spell spell
    ana full-draft 2 Imp "Stone Wall"
    ana orbital "Tin Hat.1" damage:Golem.2:3
    ana cast "Marsh Ogre" F2 Imp Page Drake
    ana attack bo "Marsh Ogre.1" Wisp.2
    bo block Golem.2
    ana draw spell

Backs are ``spell``, ``celestial`` or ``orbital``, cut short as far as one likes, and a plain number
stands for so many spells. What lies on a map goes by its name and number, counted in the order of
entering, such as ``Golem.2``, or by its spot: ``F2``, another's ``bo.F2``. Cards in hands, pools
and discards are called by their names; where names are asked for cards that go to a discard,
``unnamed=2`` stands for two that nobody named, and where the spellbooks are kept, that of a card
may stand for its name. What follows from an event (harm, wounds, renewal, reshuffles, the ends of
phases) is never logged.
"""

from typing import Annotated, Literal, get_args

from msgspec import Meta

from events.event import Count, Event, Name, Seat
from events.outcome import Cards, Nothing, Other, Outcome, Player, Thing, Whole

Back = Literal["spell", "celestial", "orbital"]
"""What the back of a card shows, beside its spellbook."""

Backs = Annotated[tuple[Back, ...], Meta(extra={"counts": "spell"})]
"""Backs in the order in which the cards were drawn; a plain number stands for so many spells."""

Spot = Literal["T", "J1", "J2", "S1", "S2", "S3", "F1", "F2", "F3", "F4", "F5"]
"""A spot of a map: tower, juxtapose, shield, forward (TW-5.1)."""

InPlay = Annotated[str, Meta(min_length=1, max_length=80, extra={"of": "called"})]
"""What is in play, ``Golem.2``; by its name alone or its spot where only one can be meant."""

Names = Annotated[tuple[Name, ...], Meta(extra={"named": True})]
Things = Annotated[tuple[InPlay, ...], Meta(extra={"named": True})]
NamedBacks = Annotated[Backs, Meta(extra={"named": True})]
Books = Annotated[tuple[Name, ...], Meta(extra={"named": True})]
"""The spellbooks of the spells among the backs, in their order, where the match keeps them;
``spell`` where nobody has read it (TW-20.4)."""

Unnamed = Annotated[Count, Meta(extra={"named": True})]
"""How many cards more, which nobody named (TW-20.10)."""

Reshuffled = Annotated[Count | None, Meta(extra={"named": True})]
"""After how many cards of a draw the deck was made anew, if that is said (TW-2.13)."""

Flag = Annotated[bool, Meta(extra={"named": True})]
Answers = Annotated[
    Annotated[
        int,
        Meta(ge=0, le=2**31 - 1, description="the entry that it answers; 0: the last by another"),
    ]
    | None,
    Meta(extra={"named": True}),
]
"""The entry that an event answers; 0 for the last pending thing that another wizard began, None
where it answers nothing."""

Cause = Annotated[
    int, Meta(ge=0, le=2**31 - 1, extra={"named": True}, description="an entry, or 0: the last one")
]
"""The entry that set a triggered effect off (TW-19.11)."""

Trigger = Annotated[str, Meta(max_length=64, extra={"named": True, "word": True})]
"""Which of the effects of a card: what sets it off, or the name that the catalog gives it."""

Modes = Annotated[tuple[Name, ...], Meta(extra={"named": True})]
X = Annotated[Annotated[int, Meta(ge=0, le=9_999)] | None, Meta(extra={"named": True})]

Place = Literal["hand", "deck", "pool", "front", "discard", "aether", "towers", "play"]
"""A place for cards; ``towers`` is the deck of towers."""

Until = Literal["attack", "turn", "stay", "match"]
"""How long a change lasts: this attack, this turn, while its source stays (unsaid), for good."""

Colour = Literal["gold", "silver", "bronze", "light", "harm"]
COLOURS = get_args(Colour)
"""The kinds of tokens that have a pool (TW-7.1)."""

Where = Literal["top", "bottom", "shuffled"]
"""Where in a deck a card comes to lie; unsaid: nobody knows."""

Coin = Literal["gold", "silver", "bronze", "light"]
Keyword = Literal["guardian", "ethereal", "ephemeral", "unique"]
Permission = Literal[
    "overlay",
    "spot",
    "block",
    "unexpended",
    "attack",
    "rear",
    "group",
    "hand",
    "life",
    "track",
]
"""What effects allow: to lie over a card, or in ``T``; to block whatever is attacked; to attack
without being expended, once more, from a rear spot. Of the last four (a group or a hand of more
than five, life past the third wound, another drain track) every one is refused (TW-1.6)."""

Ban = Literal["attack", "block", "target", "expend", "renew", "activate", "cast", "turning"]
"""What effects forbid: ``target`` is to be aimed at, ``turning`` that harm turns into wounds."""

Phase = Literal["stabilise", "renew", "draft", "cast", "movement", "attack", "last"]
"""The phases of a turn (TW-11.1); ``last`` is the second stabilise, in which harm turns."""


# -- what an effect did ----------------------------------------------------------------------


class PayMana(Outcome, tag="mana", frozen=True):
    """So much mana is paid, and with which cards of the own pool; ``unnamed`` more of these."""

    cards: Cards | None = None
    count: Whole | None = None
    unnamed: Whole | None = None
    wizard: Player | None = None


class DrawCards(Outcome, tag="draw", frozen=True):
    """A wizard draws until so many spells have come; the backs, where others came too.

    ``cards`` names what is drawn face up, in order; ``towers`` the towers that celestials among
    them play (TW-9.6).
    """

    count: Whole | None = None
    backs: Cards | None = None
    place: Place | None = None
    wizard: Player | None = None
    cards: Cards | None = None
    towers: Cards | None = None
    books: Cards | None = None


class Discard(Outcome, frozen=True):
    """Cards of a hand, a pool or the top of a deck go to their owner's discard."""

    cards: Cards | None = None
    place: Place | None = None
    wizard: Player | None = None
    towers: Cards | None = None


class Take(Outcome, frozen=True):
    """Named cards go from a place to another, or come into play in a spot."""

    cards: Cards | None = None
    place: Place | None = None
    to: Place | None = None
    spot: Spot | None = None
    wizard: Player | None = None
    where: Where | None = None


class Pass(Outcome, frozen=True):
    """So many cards that nobody sees go from one hidden place to another."""

    count: Whole | None = None
    place: Place | None = None
    to: Place | None = None
    wizard: Player | None = None
    where: Where | None = None
    books: Cards | None = None


class Put(Outcome, frozen=True):
    """A card in play goes back to its owner's hand, pool or deck, or to the aether."""

    card: Thing | None = None
    to: Place | None = None
    where: Where | None = None


class Destroy(Outcome, frozen=True):
    """A card in play leaves play as one with three wounds does (TW-17.2)."""

    card: Thing | None = None


class Move(Outcome, frozen=True):
    """A card in play goes to another spot, of another map where a wizard is named."""

    card: Thing | None = None
    spot: Spot | None = None
    wizard: Player | None = None


class Exchange(Outcome, frozen=True):
    """Two cards in play exchange their spots."""

    card: Thing | None = None
    other: Thing | None = None


class Damage(Outcome, frozen=True):
    """Damage to a card in play, or to a wizard (TW-16.1 to 16.6)."""

    card: Thing | None = None
    amount: Whole | None = None
    wizard: Player | None = None


class Harm(Outcome, frozen=True):
    """Harm is put on a card or a wizard, or taken off where the number is below 0."""

    card: Thing | None = None
    change: Whole | None = None
    wizard: Player | None = None


class Wound(Outcome, frozen=True):
    """Wounds are put on a card or a wizard, or taken off where the number is below 0."""

    card: Thing | None = None
    change: Whole | None = None
    wizard: Player | None = None


class TurnHarm(Outcome, tag="turn", frozen=True):
    """Harm on a card or a wizard turns into wounds."""

    card: Thing | None = None
    count: Whole | None = None
    wizard: Player | None = None


class Expend(Outcome, frozen=True):
    """A card is expended."""

    card: Thing | None = None


class Renew(Outcome, frozen=True):
    """A card is renewed."""

    card: Thing | None = None


class TakeCoin(Outcome, tag="coin", frozen=True):
    """A coin comes onto a card: that of the draft card turned for it, or of a named colour."""

    number: Whole | None = None
    card: Thing | None = None
    colour: Coin | None = None


class PayCoins(Outcome, tag="coins", frozen=True):
    """Coins on a card go back to their pool."""

    card: Thing | None = None
    colour: Coin | None = None
    count: Whole | None = None


class MoveCoins(Outcome, tag="shift", frozen=True):
    """Coins go from one card in play to another."""

    card: Thing | None = None
    other: Thing | None = None
    colour: Coin | None = None
    count: Whole | None = None


class Random(Outcome, frozen=True):
    """A draft card is turned for its number (TW-7.5)."""

    number: Whole | None = None


class Drain(Outcome, frozen=True):
    """A wizard's drain counter moves up, or down where the number is below 0."""

    change: Whole | None = None
    wizard: Player | None = None


class TowerPlay(Outcome, tag="tower", frozen=True):
    """A tower of a wizard's deck of towers is played (TW-14.2)."""

    tower: Cards | None = None
    wizard: Player | None = None


class Modify(Outcome, frozen=True):
    """A number of a card, or what a wizard pays for casts, is changed for some time."""

    card: Thing | None = None
    what: Literal["power", "might", "cast", "activate"] | None = None
    change: Whole | None = None
    until: Until | None = None
    wizard: Player | None = None


class Grant(Outcome, frozen=True):
    """A card in play has a keyword for some time."""

    card: Thing | None = None
    word: Keyword | None = None
    until: Until | None = None


class Lose(Outcome, frozen=True):
    """A card in play does not have a keyword for some time."""

    card: Thing | None = None
    word: Keyword | None = None
    until: Until | None = None


class Allow(Outcome, frozen=True):
    """A card or a wizard may do what the rules else refuse, for some time (TW-19.12)."""

    card: Thing | None = None
    what: Permission | None = None
    until: Until | None = None
    wizard: Player | None = None


class Forbid(Outcome, frozen=True):
    """A card or a wizard may not do something for some time (TW-19.12)."""

    card: Thing | None = None
    what: Ban | None = None
    until: Until | None = None
    wizard: Player | None = None


class Reveal(Outcome, frozen=True):
    """Hidden cards are shown to all, a deck's from the top, and stay where they are."""

    cards: Cards | None = None
    place: Place | None = None
    wizard: Player | None = None


class LookAt(Outcome, tag="look", frozen=True):
    """Hidden cards are looked at by one, who shows them to nobody."""

    count: Whole | None = None
    place: Place | None = None
    wizard: Player | None = None


class Shuffle(Outcome, frozen=True):
    """A deck of magic is shuffled, or the draft deck."""

    deck: Literal["deck", "draft"] | None = None
    wizard: Player | None = None


class Cancel(Outcome, frozen=True):
    """A pending cast, attack or effect is cancelled."""

    what: Literal["cast", "attack", "effect"] | None = None


class GiveUp(Outcome, tag="forfeit", frozen=True):
    """A wizard loses, because a text demands it (TW-17.8)."""

    wizard: Player | None = None


class AddCard(Outcome, tag="add", frozen=True):
    """Cards that were not registered come to a place of a wizard."""

    cards: Cards | None = None
    to: Place | None = None
    wizard: Player | None = None


Did = (
    PayMana
    | DrawCards
    | Discard
    | Take
    | Pass
    | Put
    | Destroy
    | Move
    | Exchange
    | Damage
    | Harm
    | Wound
    | TurnHarm
    | Expend
    | Renew
    | TakeCoin
    | PayCoins
    | MoveCoins
    | Random
    | Drain
    | TowerPlay
    | Modify
    | Grant
    | Lose
    | Allow
    | Forbid
    | Reveal
    | LookAt
    | Shuffle
    | Cancel
    | GiveUp
    | AddCard
    | Other
    | Nothing
)
"""The primitives of TW-19, in as few words as tell them apart."""

Pays = Annotated[tuple[Did, ...], Meta(extra={"named": True})]


# -- the entrance ----------------------------------------------------------------------------


class DrawSet(Event, tag="set", frozen=True):
    """A set of the entrance, left to right (TW-10.4).

    Args:
        seat: who enters.
        backs: the five backs; without them, five spells.
        discards: what goes to the discard of a set of spells only.
        unnamed: how many of those nobody named.
        books: the spellbooks of the spells.
    """

    seat: Seat
    backs: Backs = ()
    discards: Names = ()
    unnamed: Unnamed = 0
    books: Books = ()


class Play(Event, frozen=True):
    """A celestial or an orbital is played (TW-13.1).

    Args:
        seat: whose card it is.
        card: its name.
        to: the tower that a celestial plays (``stay``: none, TW-I 49), the spot of an orbital.
        did: what a celestial did besides.
    """

    seat: Seat
    card: Name
    to: Annotated[str, Meta(max_length=64, extra={"of": "called", "also": ["stay"]})] = ""
    did: tuple[Did, ...] = ()
    aims: Things = ()
    mode: Modes = ()
    x: X = None


# -- cards drawn and discarded ---------------------------------------------------------------


class Draw(Event, frozen=True):
    """A draw that a rule asks for (TW-9.1).

    Args:
        seat: who draws.
        backs: the backs in order; without them, as many spells as are due.
        reshuffled: after how many of them the deck was made anew, if that is said.
        books: the spellbooks of the spells.
        place: where the spells go, if that is said; the rule has it.
    """

    seat: Seat
    backs: Backs = ()
    reshuffled: Reshuffled = None
    books: Books = ()
    place: Annotated[Place | None, Meta(extra={"named": True})] = None


class Drop(Event, tag="discard", frozen=True):
    """Cards go to the discard: the excess of a hand (TW-11.2), two of a pool of ten (TW-11.11).

    Args:
        seat: whose they are.
        cards: the cards.
        pool: how many more of the excess go face down to the pool (TW-11.3).
        unnamed: how many more go to the discard, that nobody named.
        books: the spellbooks of those that go to the pool; those of the cards may be said too.
    """

    seat: Seat
    cards: tuple[Name, ...] = ()
    pool: Annotated[Count, Meta(extra={"named": True})] = 0
    unnamed: Unnamed = 0
    books: Books = ()


class TowerDraft(Event, frozen=True):
    """Spells are drawn into the pool by the draft value of the tower (TW-11.7)."""

    seat: Seat
    backs: Backs = ()
    books: Books = ()
    reshuffled: Reshuffled = None


class FullDraft(Event, frozen=True):
    """Five are drawn, two of them discarded, the others go to hand and pool (TW-11.8).

    Args:
        seat: who drafts.
        hand: how many go to the hand; the others go to the pool.
        discards: the two that are discarded.
        unnamed: how many of the two nobody named.
        backs: the backs of the draw; without them, five spells.
        books: the spellbooks of the spells drawn.
        kept: the spellbooks of those that go to the hand, where they are kept.
        reshuffled: after how many of the draw the deck was made anew, if that is said.
    """

    seat: Seat
    hand: Count
    discards: tuple[Name, ...] = ()
    unnamed: Unnamed = 0
    backs: NamedBacks = ()
    books: Books = ()
    kept: Books = ()
    reshuffled: Reshuffled = None


class Reshuffle(Event, frozen=True):
    """The discard is shuffled into a new deck (TW-2.13): what just followed, or what the next draw
    would do."""

    seat: Seat


# -- the cast phase --------------------------------------------------------------------------


class UseOrbital(Event, tag="orbital", frozen=True):
    """The text of an orbital is carried out at the start of the cast phase (TW-11.9).

    Args:
        seat: whose orbital it is.
        source: the orbital, where several can be used.
        did: what it did.
        aims: what it is aimed at.
        mode: the modes chosen.
        x: the number chosen for X.
        mana: the cards of the pool that pay the surcharge, where that is played (TW-I 18).
        unnamed: how many of these nobody named.
    """

    seat: Seat
    source: Annotated[str, Meta(max_length=80, extra={"of": "called"})] = ""
    did: tuple[Did, ...] = ()
    aims: Things = ()
    mode: Modes = ()
    x: X = None
    mana: Names = ()
    unnamed: Unnamed = 0


class Cast(Event, frozen=True):
    """A spell card is cast from hand into a spot (TW-12.1).

    Args:
        seat: who casts it.
        card: its name.
        spot: where it comes to lie.
        mana: the cards of the pool that pay for it.
        did: what it did on being cast.
        unnamed: how many of these nobody named.
        over: whether it lies over what is there (TW-12.6).
        ally: of a wizard in retreat, on whose map (TW-18.9).
        accepted: whether that ally has accepted it already.
    """

    seat: Seat
    card: Name
    spot: Spot
    mana: tuple[Name, ...] = ()
    did: tuple[Did, ...] = ()
    unnamed: Unnamed = 0
    over: Flag = False
    ally: Annotated[str, Meta(max_length=32, extra={"named": True, "word": True})] = ""
    accepted: Flag = False
    aims: Things = ()
    mode: Modes = ()
    x: X = None


class Accept(Event, frozen=True):
    """An ally accepts a cast of a wizard in retreat; the mana, where the cast did not say it."""

    seat: Seat
    mana: Names = ()
    unnamed: Unnamed = 0


class Rebuke(Event, frozen=True):
    """An ally pays three mana against a cast of a wizard in retreat (TW-18.11)."""

    seat: Seat
    mana: tuple[Name, ...] = ()
    unnamed: Unnamed = 0


class Mana(Event, frozen=True):
    """Cards of a pool are discarded for mana that nothing asked for (TW-4.7)."""

    seat: Seat
    cards: tuple[Name, ...] = ()
    unnamed: Unnamed = 0


# -- movement --------------------------------------------------------------------------------


class Shift(Event, tag="move", frozen=True):
    """An own card goes to an empty spot (TW-11.14)."""

    seat: Seat
    card: InPlay
    spot: Spot


class Swap(Event, tag="exchange", frozen=True):
    """Two own cards exchange their spots (TW-11.14)."""

    seat: Seat
    card: InPlay
    other: InPlay


class MoveTokens(Event, tag="tokens", frozen=True):
    """A stack of tokens of one type goes from one own card to another (TW-11.17)."""

    seat: Seat
    card: InPlay
    other: InPlay
    colour: Literal["gold", "silver", "bronze", "light", "harm", "wounds"]
    count: Annotated[int, Meta(ge=1, le=99)] = 1


# -- attacks ---------------------------------------------------------------------------------


class Attack(Event, frozen=True):
    """Cards attack a card, or a wizard (TW-15.4).

    Args:
        seat: who attacks.
        target: a card in play, or the seat of a wizard.
        attackers: the cards that attack.
        block: the blocker and those who join it, where they are known already.
        unblocked: whether nobody blocks.
        order: the blockers of equal Might in their order.
        counter: the attackers of equal Might in the order of the counterattack.
        waiting: whether it goes on only when that is said (TW-15.24).
    """

    seat: Seat
    target: Annotated[str, Meta(min_length=1, max_length=80, extra={"of": "called"})]
    attackers: Annotated[tuple[InPlay, ...], Meta(min_length=1)]
    block: Things = ()
    unblocked: Flag = False
    order: Things = ()
    counter: Things = ()
    waiting: Flag = False


class Block(Event, frozen=True):
    """An attack is blocked (TW-15.8, 15.13)."""

    seat: Seat
    blocker: InPlay
    joiners: tuple[InPlay, ...] = ()
    order: Things = ()
    waiting: Flag = False


class NoBlock(Event, frozen=True):
    """An attack is not blocked."""

    seat: Seat
    waiting: Flag = False


class Order(Event, frozen=True):
    """The order of cards of equal Might, where damage runs out among them (TW-15.16)."""

    seat: Seat
    cards: Annotated[tuple[InPlay, ...], Meta(min_length=1)]


class GoOn(Event, frozen=True):
    """What was held back goes on to its next moment (TW-15.24)."""

    seat: Seat


# -- effects ---------------------------------------------------------------------------------


class Effect(Event, frozen=True):
    """What an effect of a card did.

    Args:
        seat: whose effect it is.
        source: the card.
        aims: what it is aimed at.
        did: what it did, in order.
        trigger: which of its effects, where it has several.
        cause: the entry that set it off, if it is not the last one.
        answers: what it answers.
        mode: the modes chosen.
        x: the number chosen for X.
        mana: the cards of the pool that pay for its activation.
        unnamed: how many of these nobody named.
        pays: the outcomes that pay the rest of its cost, where the card leaves them open.
    """

    seat: Seat
    source: InPlay
    aims: tuple[InPlay, ...] = ()
    did: tuple[Did, ...] = ()
    trigger: Trigger = ""
    cause: Cause = 0
    answers: Answers = None
    mode: Modes = ()
    x: X = None
    mana: Names = ()
    unnamed: Unnamed = 0
    pays: Pays = ()


class Use(Event, frozen=True):
    """An effect is announced and paid for, before it is carried out by ``effect``."""

    seat: Seat
    source: InPlay
    aims: tuple[InPlay, ...] = ()
    trigger: Trigger = ""
    cause: Cause = 0
    answers: Answers = None
    mode: Modes = ()
    x: X = None
    mana: Names = ()
    unnamed: Unnamed = 0
    pays: Pays = ()


# -- the course of the match -----------------------------------------------------------------


class BeginPhase(Event, tag="phase", frozen=True):
    """A phase of one's own turn begins (TW-11.1)."""

    seat: Seat
    phase: Phase


class End(Event, frozen=True):
    """A turn is over (TW-11.22)."""

    seat: Seat


class Forfeit(Event, frozen=True):
    """A wizard loses by saying so (TW-17.7)."""

    seat: Seat


class NameCards(Event, tag="names", frozen=True):
    """Cards of a discard that nobody named are named later (TW-20.10)."""

    seat: Seat
    cards: Annotated[tuple[Name, ...], Meta(min_length=1)]


class Inspection(Event, frozen=True):
    """Hidden cards are laid open at the end (TW-20.9)."""

    seat: Seat
    hand: Names = ()
    pool: Names = ()
    front: Names = ()
    deck: Names = ()


Figure = Annotated[Count | None, Meta(extra={"named": True})]


class Tally(Event, frozen=True):
    """A cross-check of what a wizard has."""

    seat: Seat
    hand: Figure = None
    pool: Figure = None
    deck: Figure = None
    front: Figure = None
    discard: Figure = None
    drain: Figure = None
    harm: Figure = None
    wounds: Figure = None
