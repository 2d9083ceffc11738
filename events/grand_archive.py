"""The events of Grand Archive.

A turn as a scorekeeper logs it::

    ana materialize "Rai, Spellcrafter" "Gray Wolf"
    ana activate "Banner Knight"
    ana attack "Gray Wolf.1" bo
    bo retaliate "Giant Tortoise.2"
    ana end

A line is one decision with its costs. What is on the field goes by its name and number, counted in
the order in which the copies came, such as ``Wolf.2``, by its name alone where only one can be
meant; a champion by its name, as ``ana.champion``, or by its player. Cards that go unseen from hand
to memory are only counted, and the referee counts them. Phases, waking, recollection, the draw of
the turn, clean-up, state checks, combat damage, deaths and where cards go are never logged.
"""

from typing import Annotated, Literal

from msgspec import Meta

from events.event import Count, Event, Name, Person, Seat
from events.outcome import Cards, Nothing, Other, Outcome, Player, Thing, Whole

InPlay = Annotated[str, Meta(min_length=1, max_length=80, extra={"of": "called"})]
"""What is on the field, ``Wolf.2``; by its name alone where only one can be meant."""

Maybe = Annotated[str, Meta(max_length=80, extra={"of": "called"})]
"""The same, or nothing."""

Aims = tuple[InPlay, ...]
"""What is aimed at: objects, players, cards, what is on the stack."""

Names = Annotated[tuple[Name, ...], Meta(extra={"named": True})]
Things = Annotated[tuple[InPlay, ...], Meta(extra={"named": True})]
Modes = Annotated[tuple[Name, ...], Meta(extra={"named": True})]
Flag = Annotated[bool, Meta(extra={"named": True})]
X = Annotated[Annotated[int, Meta(ge=0, le=9_999)] | None, Meta(extra={"named": True})]
Said = Annotated[Annotated[int, Meta(ge=0, le=9_999)] | None, Meta(extra={"named": True})]
"""A number that the rules give, said all the same."""

Which = Annotated[str, Meta(max_length=64, extra={"named": True, "word": True})]
"""Which of the abilities of a card: what sets it off, or the name that the catalog gives it."""

Place = Literal[
    "hand",
    "memory",
    "deck",
    "material",
    "graveyard",
    "banishment",
    "facedown",
    "field",
    "lineage",
    "intent",
]
"""A place for cards; ``facedown`` is what lies face down in banishment."""

From = Annotated[Place | None, Meta(extra={"named": True})]

Owner = Annotated[str, Meta(max_length=32, extra={"named": True})]
"""Another player whose cards are meant; empty for one's own."""

Where = Literal["top", "fourth", "bottom", "shuffled", "preserved"]
"""Where in a main deck a card comes to lie, ``fourth`` from the top, unsaid: nobody knows; or that
it lies preserved in a material deck."""

Coming = Literal["top", "bottom", "shuffled", "transformed", "preserved", "yours"]
"""The same, or turned over, of what comes onto the field, or under the control of whose effect it
is, out of another's place."""

Until = Literal[
    "combat",
    "attack",
    "turn",
    "next",
    "next end",
    "their end",
    "woken",
    "stay",
    "yours",
    "distant",
    "game",
]
"""How long a change lasts: this combat, until the next attack of the object in this turn is over,
this turn, until one's own next turn begins or ends, until the next turn ends of the player who is
aimed at, until the next wake up phase of the object's controller is over, while its source stays
(unsaid) or while one controls it, while the object is distant, for good."""

Keyword = Literal[
    "agility",
    "ambush",
    "cleave",
    "critical",
    "distant",
    "fast activation",
    "floating memory",
    "fostered",
    "immortality",
    "intercept",
    "level",
    "omnishroud",
    "pride",
    "ranged",
    "reservable",
    "retort",
    "spellshroud",
    "steadfast",
    "stealth",
    "taunt",
    "true sight",
    "unblockable",
    "vigor",
]
"""What effects give and take away (section 24)."""

Label = Annotated[
    str,
    Meta(max_length=64, pattern=r"^[a-z][a-z' -]*$(?!\n)", description="a word of the cards"),
]
"""A word of the cards: a kind of counters, an element, a keyword or subtype."""

COUNTER_KINDS = (
    "buff",
    "debuff",
    "level",
    "enlighten",
    "preparation",
    "durability",
    "wither",
    "bulwark",
    "static",
    "quest",
    "omen",
    "lash",
    "haunt",
    "sheen",
    "glimmer",
    "age",
    "charge",
    "gem",
    "music",
    "refinement",
    "seal",
    "bond",
    "aim",
    "page",
)
"""The kinds of counters that have a name in a text (section 19)."""

Number = Literal["power", "attack power", "life", "level", "durability", "speed"]
"""A number of an object that effects change; ``attack power`` is of the attacks of a unit alone."""

Price = Literal["activate", "materialize", "ability", "attack"]
"""What effects change the price of."""

Deed = Literal[
    "attack",
    "retaliate",
    "activate",
    "materialize",
    "ability",
    "negate",
    "target",
    "wake",
    "wake up",
    "draw",
    "recover",
    "level up",
]
"""What effects allow and forbid; ``wake up`` is waking in the wake up phase alone."""

PhaseName = Literal["wake", "materialize", "recollection", "draw", "main", "combat", "end", "turn"]
"""A part of a turn that effects end, skip or add."""

StepName = Literal["recollection", "draw", "main", "damage", "end"]
"""The windows to which a table goes on (section 6, 17)."""


# -- what an effect did ----------------------------------------------------------------------


class Damage(Outcome, frozen=True):
    """Damage to an object (GA-18)."""

    thing: Thing | None = None
    amount: Whole | None = None
    how: Literal["preventable", "unpreventable"] | None = None


class Recover(Outcome, frozen=True):
    """Damage counters go from a player's champion (GA-18.6)."""

    amount: Whole | None = None
    player: Player | None = None


class Counter(Outcome, frozen=True):
    """Counters of a kind come onto an object, or go where the number is below 0."""

    kind: Label | None = None
    change: Whole | None = None
    thing: Thing | None = None


class DrawCards(Outcome, tag="draw", frozen=True):
    """A player draws from the main deck, into the hand or the memory (GA-22.1)."""

    count: Whole | None = None
    player: Player | None = None
    place: Place | None = None


class Glimpse(Outcome, frozen=True):
    """The top cards are looked at; so many of them go to the bottom, or one is called, or some are
    called onto an Aetherwing (GA-22.5, 24.34, 24.41)."""

    count: Whole | None = None
    bottom: Whole | None = None
    called: Cards | None = None
    onto: Thing | None = None


class Fetch(Outcome, frozen=True):
    """Named cards go from a place to another; from a private one they are shown (GA-22.6)."""

    cards: Cards | None = None
    place: Place | None = None
    to: Place | None = None
    player: Player | None = None
    where: Coming | None = None


class Mill(Outcome, frozen=True):
    """The top cards of a main deck go to the graveyard; no discard (GA-5.3)."""

    cards: Cards | None = None
    player: Player | None = None


class Scavenge(Outcome, frozen=True):
    """Cards are revealed from the top of a main deck up to a number or one that fits, which goes to
    hand, and the others to the bottom by chance (GA-22.12)."""

    cards: Cards | None = None
    count: Whole | None = None
    kind: Label | None = None
    player: Player | None = None


class PassCards(Outcome, tag="pass", frozen=True):
    """So many cards that nobody sees go from one private place to another."""

    count: Whole | None = None
    place: Place | None = None
    to: Place | None = None
    player: Player | None = None
    where: Where | None = None


class Reveal(Outcome, frozen=True):
    """Cards of a private place are shown to all, and stay where they are (GA-5.41)."""

    cards: Cards | None = None
    place: Place | None = None
    player: Player | None = None


class LookAt(Outcome, tag="look", frozen=True):
    """Private cards are looked at by one, who shows them to nobody."""

    count: Whole | None = None
    place: Place | None = None
    player: Player | None = None


class Discard(Outcome, frozen=True):
    """Cards go from a hand, a memory or the top of a deck to the graveyard (GA-21.7)."""

    cards: Cards | None = None
    player: Player | None = None
    place: Place | None = None


class Banish(Outcome, frozen=True):
    """Cards that are no objects go to banishment, some with a counter on them (GA-19.8, 21.6)."""

    cards: Cards | None = None
    place: Place | None = None
    player: Player | None = None
    kind: Label | None = None


class BanishObject(Outcome, frozen=True):
    """An object, or a card of the intent, goes to its owner's banishment, some with a counter on it
    (GA-19.8, 21.6)."""

    thing: Thing | None = None
    kind: Label | None = None


class Reserve(Outcome, frozen=True):
    """So many cards go unseen from hand to memory (GA-9.1, 22.10)."""

    count: Whole | None = None
    player: Player | None = None


class PutBack(Outcome, tag="return", frozen=True):
    """An object goes back to its owner's hand, memory, main or material deck; to the field, it is
    banished and comes back rested at once."""

    thing: Thing | None = None
    to: Place | None = None
    where: Where | None = None


class Destroy(Outcome, frozen=True):
    """An object is destroyed (GA-21.1)."""

    thing: Thing | None = None


class Sacrifice(Outcome, frozen=True):
    """A player's own object is sacrificed (GA-21.4)."""

    thing: Thing | None = None


class Suppress(Outcome, frozen=True):
    """An object is banished until the next end phase (GA-21.8)."""

    thing: Thing | None = None


class Rest(Outcome, frozen=True):
    """An object is rested (GA-21.9)."""

    thing: Thing | None = None


class Wake(Outcome, frozen=True):
    """An object wakes up (GA-21.9)."""

    thing: Thing | None = None


class Transform(Outcome, frozen=True):
    """A double-faced object turns to its other side (GA-23.8)."""

    thing: Thing | None = None


class Control(Outcome, frozen=True):
    """An object comes under another player's control (GA-21.10)."""

    thing: Thing | None = None
    player: Player | None = None


class Attach(Outcome, tag="link", frozen=True):
    """The source is linked to an object (GA-24.23)."""

    thing: Thing | None = None


class Load(Outcome, frozen=True):
    """A card comes to lie under a loadable object (GA-5.32)."""

    thing: Thing | None = None
    cards: Cards | None = None
    place: Place | None = None


class LevelUp(Outcome, tag="level", frozen=True):
    """A champion levels up by an effect (GA-15.6)."""

    card: Cards | None = None
    player: Player | None = None


class Delevel(Outcome, frozen=True):
    """A champion's top card goes back to the material deck (GA-15.31)."""

    player: Player | None = None


class PlayCard(Outcome, tag="play", frozen=True):
    """A card, or a copy of it, is materialized or activated because an effect says so, for 1 less
    where it is ``cheaper``, aimed and with its modes and its X as any (GA-7.12)."""

    card: Cards | None = None
    place: Place | None = None
    how: Literal["materialize", "activate", "copy"] | None = None
    free: Literal["free", "paid", "cheaper", "glimmer"] | None = None
    aims: Cards | None = None
    mode: Cards | None = None
    x: Whole | None = None
    player: Player | None = None


class Summon(Outcome, frozen=True):
    """Tokens enter the field (GA-23.1)."""

    card: Cards | None = None
    count: Whole | None = None
    player: Player | None = None
    state: Literal["awake", "rested"] | None = None


class Generate(Outcome, frozen=True):
    """Cards come from outside the game (GA-22.10)."""

    cards: Cards | None = None
    to: Place | None = None
    player: Player | None = None


class Gather(Outcome, frozen=True):
    """An ingredient token enters at random (GA-22.10)."""

    card: Cards | None = None


class CopyItem(Outcome, tag="copy", frozen=True):
    """What is on the stack, or on the field, is copied, with new targets where the text allows
    them (GA-23.2 to 23.4)."""

    item: Thing | None = None
    aims: Cards | None = None
    how: Literal["same", "new", "rested"] | None = None


class NameCard(Outcome, tag="name", frozen=True):
    """A card is named, such as is of a kind (GA-23.10)."""

    card: Name | None = None
    kind: Label | None = None


class Negate(Outcome, frozen=True):
    """What is on the stack is negated (GA-11.10); its card may go to another place."""

    item: Thing | None = None
    to: Place | None = None


class Redirect(Outcome, frozen=True):
    """The attack has another target now (GA-17.10); or what is on the stack has, in place of one
    that the text tells or that is said (``instead``)."""

    thing: Thing | None = None
    item: Thing | None = None
    instead: Thing | None = None


class Empower(Outcome, frozen=True):
    """The next Spell of the turn acts as if the champion's level were higher (GA-24.10)."""

    amount: Whole | None = None
    player: Player | None = None


class Modify(Outcome, frozen=True):
    """A number of an object, or what a player pays, is changed for some time (GA-16.32)."""

    thing: Thing | None = None
    what: Literal[Number, Price] | None = None
    change: Whole | None = None
    until: Until | None = None
    player: Player | None = None


class SetNumber(Outcome, tag="set", frozen=True):
    """A number of an object is set for some time."""

    thing: Thing | None = None
    what: Number | None = None
    amount: Whole | None = None
    until: Until | None = None


class Grant(Outcome, frozen=True):
    """An object or a player has a keyword, or an object a subtype, for some time."""

    thing: Thing | None = None
    word: Label | None = None
    amount: Whole | None = None
    until: Until | None = None
    player: Player | None = None


class Lose(Outcome, frozen=True):
    """An object does not have a keyword for some time."""

    thing: Thing | None = None
    word: Label | None = None
    until: Until | None = None


class Allow(Outcome, frozen=True):
    """An object or a player may do what the rules else refuse, for some time (GA-1.3)."""

    thing: Thing | None = None
    what: Deed | None = None
    until: Until | None = None
    player: Player | None = None


class Forbid(Outcome, frozen=True):
    """An object or a player may not do something for some time (GA-1.3)."""

    thing: Thing | None = None
    what: Deed | None = None
    until: Until | None = None
    player: Player | None = None


class Prevent(Outcome, frozen=True):
    """Damage to an object is prevented: the next so much (``shield``), all or so much of it the
    next time (``next``), all but so much the next time (``leave``), so much each time (``each``),
    or all where it is no more than that (``below``) (GA-18.10, 18.11)."""

    thing: Thing | None = None
    amount: Whole | None = None
    until: Until | None = None
    how: Literal["shield", "next", "each", "below", "leave"] | None = None
    of: Literal["damage", "combat damage", "noncombat damage", "damage by others"] | None = None


class ChangePhase(Outcome, tag="phase", frozen=True):
    """A part of a turn is ended, skipped or added (GA-6.70 to 6.75)."""

    what: PhaseName | None = None
    how: Literal["end", "skip", "extra"] | None = None
    player: Player | None = None


class Element(Outcome, tag="element", frozen=True):
    """An element is enabled for a player, or disabled (GA-12.4), or the player's champion is of it
    (GA-15.20); or nobody plays cards of it (GA-1.3)."""

    element: Label | None = None
    how: Literal["enable", "disable", "forbid", "be"] | None = None
    player: Player | None = None
    until: Until | None = None


class Master(Outcome, tag="mastery", frozen=True):
    """A player has a mastery or a status, and its direction (GA-23.5, 23.6)."""

    card: Name | None = None
    direction: Literal["north", "east", "south", "west"] | None = None
    player: Player | None = None


class Shuffle(Outcome, frozen=True):
    """A main deck is shuffled."""

    player: Player | None = None


class Random(Outcome, frozen=True):
    """A fair random result, such as a die with so many faces (GA-22.8)."""

    number: Whole | None = None
    faces: Whole | None = None


class Win(Outcome, frozen=True):
    """A player wins, because a text says so (GA-4.4)."""

    player: Player | None = None


class GiveUp(Outcome, tag="lose-game", frozen=True):
    """A player loses, because a text says so (GA-4.5)."""

    player: Player | None = None


class Begin(Outcome, frozen=True):
    """Another effect of the card begins, by its name: it holds or listens for some time, or so
    often, for its player or on an object, or with cards that it is about (GA-16.15, 16.31)."""

    effect: Label | None = None
    until: Until | None = None
    uses: Whole | None = None
    thing: Thing | None = None
    cards: Cards | None = None


class SetOff(Outcome, tag="set-off", frozen=True):
    """The abilities of an object that a moment triggers are triggered, such as On Enter
    (GA-16.10)."""

    thing: Thing | None = None
    moment: Label | None = None


class PayDown(Outcome, tag="pay", frozen=True):
    """A reserve cost is paid: so much of it, with cards of the hand and with Reservable objects
    that rest for 1 each (GA-9.1, 9.5); where a text tells so, for the sake of a thing."""

    count: Whole | None = None
    player: Player | None = None
    resting: tuple[Thing, ...] | None = None
    thing: Thing | None = None


Did = (
    Damage
    | Recover
    | Counter
    | DrawCards
    | Glimpse
    | Fetch
    | Mill
    | Scavenge
    | PassCards
    | Reveal
    | LookAt
    | Discard
    | Banish
    | BanishObject
    | Reserve
    | PutBack
    | Destroy
    | Sacrifice
    | Suppress
    | Rest
    | Wake
    | Transform
    | Control
    | Attach
    | Load
    | LevelUp
    | Delevel
    | PlayCard
    | Summon
    | Generate
    | Gather
    | CopyItem
    | NameCard
    | Negate
    | Redirect
    | Empower
    | Modify
    | SetNumber
    | Grant
    | Lose
    | Allow
    | Forbid
    | Prevent
    | ChangePhase
    | Element
    | Master
    | Shuffle
    | Random
    | Win
    | GiveUp
    | SetOff
    | PayDown
    | Begin
    | Other
    | Nothing
)
"""What effects do, in as few words as tell them apart."""

SaidDid = Annotated[tuple[Did, ...], Meta(extra={"named": True})]
"""What something did, said with its declaration; and what pays for it."""


# -- before the first turn -------------------------------------------------------------------


class Sideboard(Event, frozen=True):
    """Cards are exchanged with the sideboard before a later game of a match (GA-26.22).

    Args:
        seat: whose decks they are.
        out: what goes to the sideboard.
        into: what comes into the main or the material deck, each where it belongs.
    """

    seat: Seat
    out: Names = ()
    into: Names = ()


class Starts(Event, frozen=True):
    """Who chooses says who takes the first turn (GA-26.20).

    Args:
        seat: who chooses.
        first: who begins.
        early: whether it was announced before the decks were presented (GA-26.21).
    """

    seat: Seat
    first: Seat
    early: Flag = False


class Pregame(Event, frozen=True):
    """A card that may begin in play does so (GA-3.11)."""

    seat: Seat
    card: Name


class PlaceChampion(Event, tag="place", frozen=True):
    """A Lv 0 champion comes onto the field (GA-3.4).

    Args:
        seat: whose champion it is.
        champion: which one, where the material deck has several.
    """

    seat: Seat
    champion: Annotated[str, Meta(max_length=64, extra={"of": "cards"})] = ""


# -- what is played --------------------------------------------------------------------------


class Materialize(Event, frozen=True):
    """A card of the material deck is materialized (GA-10).

    Args:
        seat: who does.
        card: its name.
        random: the cards of the memory that were picked at random and banished, in the order
            picked.
        lineage: the champion that levels up, where there are two.
        aims: what it is aimed at.
        x: the number chosen for X.
        mode: the modes chosen.
        floating: cards of the graveyard with Floating Memory that pay, each for 1.
        method: how the pick was made, if not as usual.
        pays: what else is paid.
        reserved: how many cards of the hand pay a reserve cost (GA-I 4).
        did: what it did as it came, where something was to be said.
        hold: whether the player keeps Opportunity.
    """

    seat: Seat
    card: Name
    random: tuple[Name, ...] = ()
    lineage: Annotated[str, Meta(max_length=80, extra={"of": "called", "named": True})] = ""
    aims: Things = ()
    x: X = None
    mode: Modes = ()
    floating: Names = ()
    method: Annotated[str, Meta(max_length=200, extra={"named": True})] = ""
    pays: SaidDid = ()
    reserved: Said = None
    did: SaidDid = ()
    hold: Flag = False


class Preserve(Event, frozen=True):
    """A preserved card goes to the hand, in place of a materialization (GA-6.24)."""

    seat: Seat
    card: Name


class Activate(Event, frozen=True):
    """A card is activated (GA-8).

    Args:
        seat: who does.
        card: its name.
        aims: what it is aimed at.
        target: what is attacked, of an attack card that nobody answers.
        uses: the weapons and other objects that take part in that attack.
        x: the number chosen for X.
        mode: the modes chosen.
        origin: from where, if not the hand.
        owner: whose place that is, if it is another player's.
        attacker: the ally that performs a Command card.
        kindle: fire cards of the graveyard that pay, each for 1.
        brew: the objects sacrificed in place of the reserve cost.
        rest: Reservable objects that pay, each for 1.
        imbue: the cards that were shown as they were reserved.
        prepare: whether it is prepared.
        random: the cards of the memory picked at random, of a card with a memory cost.
        floating: cards of the graveyard with Floating Memory that pay for that.
        pays: what else is paid.
        reserved: how many cards of the hand were reserved, where the catalog cannot compute it.
        did: what it did as it resolved.
        damage: the combat damage that it dealt, as a cross-check.
        hold: whether the player keeps Opportunity.
    """

    seat: Seat
    card: Name
    aims: Aims = ()
    target: Annotated[str, Meta(max_length=80, extra={"of": "called", "named": True})] = ""
    uses: Things = ()
    x: X = None
    mode: Modes = ()
    origin: From = None
    owner: Owner = ""
    attacker: Annotated[str, Meta(max_length=80, extra={"of": "called", "named": True})] = ""
    kindle: Names = ()
    brew: Things = ()
    rest: Things = ()
    imbue: Names = ()
    prepare: Flag = False
    random: Names = ()
    floating: Names = ()
    pays: SaidDid = ()
    reserved: Said = None
    did: SaidDid = ()
    damage: Said = None
    hold: Flag = False


class Ability(Event, frozen=True):
    """An activated ability is used (GA-16.6).

    Args:
        seat: who does.
        source: what it is of.
        aims: what it is aimed at.
        which: which of its abilities.
        x: the number chosen for X.
        mode: the modes chosen.
        pays: what pays for it, where that leaves a choice.
        rest: Reservable objects that pay, each for 1.
        random: the cards of the memory picked at random.
        floating: cards of the graveyard with Floating Memory that pay.
        did: what it did as it resolved.
        hold: whether the player keeps Opportunity.
    """

    seat: Seat
    source: InPlay
    aims: Aims = ()
    which: Which = ""
    x: X = None
    mode: Modes = ()
    pays: SaidDid = ()
    rest: Things = ()
    random: Names = ()
    floating: Names = ()
    did: SaidDid = ()
    hold: Flag = False


# -- the stack -------------------------------------------------------------------------------


class Trigger(Event, frozen=True):
    """What is chosen as a triggered ability goes on the stack (GA-16.12).

    Args:
        seat: whose ability it is.
        source: what it is of.
        aims: what it is aimed at.
        which: which of its abilities.
        mode: the modes chosen.
        x: the number chosen for X.
        did: what it did as it resolved.
    """

    seat: Seat
    source: InPlay
    aims: Aims = ()
    which: Which = ""
    mode: Modes = ()
    x: X = None
    did: SaidDid = ()


class Order(Event, frozen=True):
    """One's own triggers from the first to the last, or retaliators (GA-16.11, 17.41)."""

    seat: Seat
    sources: Annotated[tuple[InPlay, ...], Meta(min_length=2)]


class Resolve(Event, frozen=True):
    """What is on top of the stack resolves (GA-7.7).

    Args:
        seat: whose choice it is.
        did: what it did.
        source: what resolves, if that is not plain.
        mode: modes that are chosen only now.
        x: a number that is chosen only now.
        target: what a resolving attack card attacks.
        uses: the weapons and other objects that take part in that attack.
        first: which replacement comes first, where several could (GA-16.20).
        aims: what it is aimed at, of a card that an effect has played.
        pays: what is paid besides for a card that it plays, or that an effect has played.
        attacker: the ally that performs a Command card that it plays.
        kindle: fire cards of the graveyard that pay for a card that it plays, each for 1.
        brew: the objects sacrificed in place of the reserve cost of such a card.
        rest: Reservable objects that pay for it, each for 1.
        imbue: the cards that were shown as they were reserved for it.
        prepare: whether it is prepared.
        random: the cards of the memory that were picked at random for it, in the order picked.
        floating: cards of the graveyard with Floating Memory that pay for it, each for 1.
        reserved: how many cards of the hand were reserved for it.
    """

    seat: Seat
    did: tuple[Did, ...] = ()
    source: Annotated[str, Meta(max_length=80, extra={"of": "called", "named": True})] = ""
    mode: Modes = ()
    x: X = None
    target: Annotated[str, Meta(max_length=80, extra={"of": "called", "named": True})] = ""
    uses: Things = ()
    first: Things = ()
    aims: Things = ()
    pays: SaidDid = ()
    attacker: Annotated[str, Meta(max_length=80, extra={"of": "called", "named": True})] = ""
    kindle: Names = ()
    brew: Things = ()
    rest: Things = ()
    imbue: Names = ()
    prepare: Flag = False
    random: Names = ()
    floating: Names = ()
    reserved: Said = None


class Pass(Event, frozen=True):
    """A player passes, where that is to be on record (GA-7.5)."""

    seat: Seat


class Step(Event, frozen=True):
    """Play goes on to a window (GA-6.2, 17.30, 17.40): the next line belongs to it."""

    seat: Seat
    to: StepName


class EndTurn(Event, tag="end", frozen=True):
    """The turn is over; all that is due follows (GA-6.48 to 6.54)."""

    seat: Seat


class Loop(Event, frozen=True):
    """The last lines are repeated (GA-26.34).

    Args:
        seat: who names the number.
        lines: how many of the last lines.
        times: how often more.
    """

    seat: Seat
    lines: Annotated[int, Meta(ge=1, le=10_000)]
    times: Annotated[int, Meta(ge=1, le=10_000)]


# -- combat ----------------------------------------------------------------------------------


class Attack(Event, frozen=True):
    """An attack is declared (GA-17.20).

    Args:
        seat: who attacks.
        attacker: the ally or champion.
        target: the unit or domain; of Cleave, the player. Of two players only a champion needs no
            name: the other player stands for it.
        uses: the weapons and other objects that take part.
        further: what Multistrike attacks besides (GA-24.41).
        pays: what else is paid for the declaration.
        damage: the combat damage that it dealt, as a cross-check.
        tried: whether it was only tried, because an effect forces it (GA-17.26).
    """

    seat: Seat
    attacker: InPlay
    target: Maybe = ""
    uses: Things = ()
    further: Things = ()
    pays: SaidDid = ()
    damage: Said = None
    tried: Flag = False


class Intercept(Event, frozen=True):
    """An ally takes the attack on its champion upon itself (GA-24.18)."""

    seat: Seat
    ally: InPlay


class Retaliate(Event, frozen=True):
    """Units retaliate against the attacker (GA-17.32)."""

    seat: Seat
    units: Annotated[tuple[InPlay, ...], Meta(min_length=1)]


class CombatDamage(Event, tag="damage", frozen=True):
    """The damage step, where it leaves a choice (GA-17.41, 24.7).

    Args:
        seat: who chooses.
        amount: the damage dealt by the attacker, as a cross-check.
        first: the retaliators in their order, or replacements.
        discards: the cards discarded for Critical.
    """

    seat: Seat
    amount: Annotated[int, Meta(ge=0, le=9_999)] | None = None
    first: Things = ()
    discards: Names = ()


class Settle(Event, frozen=True):
    """What a state check or a limit leaves open (GA-20.5, 6.52).

    Args:
        seat: who chooses.
        objects: what is sacrificed.
        cards: what is discarded.
        pays: what is paid, such as for wither.
    """

    seat: Seat
    objects: tuple[InPlay, ...] = ()
    cards: Names = ()
    pays: SaidDid = ()


# -- the record ------------------------------------------------------------------------------


class Time(Event, frozen=True):
    """Time is called; overtime begins (GA-26.5)."""

    judge: Person


class Inspection(Event, frozen=True):
    """Cards are laid open: of a deck that is checked, or face-down ones (GA-4.11, 26.23).

    Args:
        seat: whose cards they are.
        place: where they lie.
        cards: the cards found.
    """

    seat: Seat
    place: Place
    cards: tuple[Name, ...] = ()


class Act(Event, frozen=True):
    """Something was done though nothing in the log gave it, and is written down as done."""

    seat: Seat
    did: Annotated[tuple[Did, ...], Meta(min_length=1)]


class Missed(Event, frozen=True):
    """A trigger or turn-based action was not done, and that was noticed (GA-28.6, 28.7).

    Args:
        seat: who missed it.
        what: the source of the trigger, or ``wake``, ``recollection``, ``draw``, which may be said
            as the name of the phase.
        cause: the entry that set it off, where that is known.
        added: whether the opponent has it go on the stack now.
    """

    seat: Seat
    what: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=80,
            extra={
                "of": "called",
                "also": {
                    "wake": "wake",
                    "wake up": "wake",
                    "wake up phase": "wake",
                    "recollection": "recollection",
                    "recollection phase": "recollection",
                    "draw": "draw",
                    "draw phase": "draw",
                },
            },
        ),
    ]
    cause: Annotated[Count, Meta(extra={"named": True})] = 0
    added: Flag = False


class Tally(Event, frozen=True):
    """Figures that all can count, as a cross-check (GA-5.42, 25.1).

    Args:
        seat: whose they are.
        thing: the object whose counters are said; without it, the champion.
        hand: cards in hand.
        memory: cards in memory.
        deck: cards in the main deck.
        material: cards in the material deck.
        graveyard: cards in the graveyard.
        banishment: cards in banishment, face-down ones too.
        damage: damage counters, or damage marked.
        level: the level.
        life: the life left.
        power: the power.
        counters: how many counters of ``kind``.
        kind: of which kind these are.
        phase: the phase.
    """

    seat: Seat
    thing: Maybe = ""
    hand: Said = None
    memory: Said = None
    deck: Said = None
    material: Said = None
    graveyard: Said = None
    banishment: Said = None
    damage: Said = None
    level: Annotated[
        Annotated[int, Meta(ge=-9_999, le=9_999)] | None, Meta(extra={"named": True})
    ] = None
    life: Said = None
    power: Said = None
    counters: Said = None
    kind: Annotated[
        str, Meta(max_length=64, extra={"named": True, "word": True, "also": COUNTER_KINDS})
    ] = ""
    phase: Annotated[PhaseName | None, Meta(extra={"named": True})] = None
