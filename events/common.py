"""Events that every match of every game may hold.

Opening and result, calls for a judge, remarks of the players, and the rulings of a judge.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from events.bounds import MOST_LISTED, MOST_SEATS
from events.event import Count, Event, Name, NestedEvent, Person, RuleId, Seat, Seq, Text

SeatId = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_-]{0,31}$(?!\n)")]
SideId = Annotated[str, Meta(pattern=r"^([a-z][a-z0-9_-]{0,31})?$(?!\n)")]
Deck = Annotated[dict[Name, Annotated[int, Meta(ge=1, le=200)]], Meta(max_length=MOST_LISTED)]
ListName = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_-]{0,31}$(?!\n)")]
CardList = Deck | Annotated[tuple[Name, ...], Meta(max_length=MOST_LISTED)]
"""A list of cards: how many of each, or, where their order matters, one name after another."""
ContestId = Annotated[
    str,
    Meta(
        pattern=r"^([A-Za-z0-9][A-Za-z0-9._-]{0,63}/[0-9]{1,4}/[0-9]{1,5}/[0-9]{1,4})?$(?!\n)",
        description="stream/round/table/game",
    ),
]
"""The contest that a match is a game of: ``stream/round/table/game``; empty: of none."""
CitedRule = Annotated[
    str,
    Meta(pattern=r"^([A-Z]{2,4}-[0-9]+(\.[0-9]+)?)?$(?!\n)", extra={"named": True}),
]
"""The id of the rule that a ruling rests on; empty where it names none."""
TournamentEntry = Annotated[
    str,
    Meta(
        pattern=r"^([A-Za-z0-9][A-Za-z0-9._-]{0,63}/[1-9][0-9]{0,9})?$(?!\n)",
        description="stream/entry",
        extra={"named": True, "word": True},
    ),
]
"""An entry of a tournament, such as the infraction that a penalty is for: ``stream/entry``."""
CallId = Annotated[int, Meta(ge=0, le=2**31 - 1, description="the entry that called")]
"""The entry with which a judge was called; 0: the only call that is open."""
Role = Annotated[
    Literal["organiser", "head-judge", "judge", "scorekeeper"],
    Meta(description="what somebody is appointed to"),
]
"""What somebody may be appointed to; who may do what by it is said by the house rules."""
JudgeRole = Literal["judge", "head-judge"]
LightDepth = Literal["result", "life", "key-plays"]
"""How much a light record tells: the end alone, scores and turns too, plays too that nobody
checks."""
Depth = Annotated[
    Literal["result", "life", "key-plays", "full"], Meta(description="how much is told")
]
CatalogHash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]


class Seating(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One seat of a match: its id, the person who sits there, and the registered deck.

    Args:
        seat: a short lower-case word; it begins that player's lines in the notation.
        person: the person's id.
        deck: how many copies of each card are registered; empty where a game has no decks.
        deck_name: what the deck is called in statistics.
        side: the side that the seat plays for; empty: a side of its own.
        lists: what else is registered beside the deck, by the game's names for it, such as
            ``material``, ``sideboard``, ``towers``.
    """

    seat: SeatId
    person: Person
    deck: Deck = {}
    deck_name: Annotated[str, Meta(max_length=64)] = ""
    side: SideId = ""
    lists: dict[ListName, CardList] = {}


class Opening(Event, frozen=True):
    """Entry 1 of every match. It pins all that a replay depends on.

    Args:
        by: who opened the record.
        game: the id of the game.
        version: the version of its rules.
        catalog: the SHA-256 of the catalog, 64 hexadecimal digits.
        seats: the seats in the order in which they sit.
        interpretations: every interpretation with the option in force.
        options: what else a game lets the players agree to before they start.
        contest: the contest that the match is a game of; empty where it is of none.
        lists: the cards that belong to the table and to no seat, by the game's names for them.
        judges: who judges the match, each as ``judge`` or ``head-judge``; empty: not said.
        record: how much is told of the match; empty: all of it.
    """

    by: Person
    game: Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]*$(?!\n)")]
    version: Annotated[str, Meta(min_length=1, max_length=16)]
    catalog: CatalogHash
    seats: Annotated[tuple[Seating, ...], Meta(min_length=1, max_length=MOST_SEATS)]
    interpretations: dict[str, str] = {}
    options: dict[str, str] = {}
    contest: ContestId = ""
    lists: dict[ListName, CardList] = {}
    judges: dict[Person, JudgeRole] = {}
    record: LightDepth | Literal[""] = ""


class Appoint(Event, frozen=True):
    """Somebody is made a judge of the match, or whatever the role says, or is so no longer.

    Args:
        by: who appoints.
        person: who is appointed.
        role: to what.
        ends: whether this takes the role back.
    """

    by: Person
    person: Person
    role: Role
    ends: Annotated[bool, Meta(extra={"named": True})] = False


class Concede(Event, frozen=True):
    """A player gives the match up, for the whole side."""

    seat: Seat


Winner = Annotated[str, Meta(max_length=32, extra={"also": {"draw": "", "nobody": ""}})]
"""Who wins; nobody in a draw, which may be said so."""
Unwon = Annotated[Literal["", "all-lost", "no-result"], Meta(extra={"named": True})]
"""Where nobody won: that everybody lost, or that there is no result; empty for a draw."""


Hand = Annotated[tuple[Name, ...], Meta(max_length=MOST_LISTED, extra={"of": "cards"})]
"""All cards of a hand."""


class KeptHand(Event, frozen=True):
    """A player keeps these cards as the opening hand, and shows them to whoever reads the record.

    Optional, for statistics; on trust once the hand may be another (REF-2.2).
    """

    seat: Seat
    cards: Hand = ()


class ShowsHand(Event, frozen=True):
    """A player shows the whole hand, as when the match is over. Optional, for statistics
    (REF-2.3)."""

    seat: Seat
    cards: Hand = ()


class AgreeResult(Event, frozen=True):
    """All players agree a result; ``winner`` is a seat or a side, empty for a draw.

    Args:
        by: who wrote it down.
        winner: the seat or side that wins.
        sharing: others that win with it.
        unwon: ``all-lost`` or ``no-result``, where that is agreed.
    """

    by: Person
    winner: Winner = ""
    sharing: tuple[Winner, ...] = ()
    unwon: Unwon = ""


class TimeCalled(Event, frozen=True):
    """Time is up: who wins, or shares the win; without a winner it is a draw."""

    judge: Person
    winner: Winner = ""
    sharing: tuple[Winner, ...] = ()
    unwon: Unwon = ""


class CallJudge(Event, frozen=True):
    """A player calls a judge. The number of this entry is the id of the call.

    The clock of the statistics stops until the call is closed.

    Args:
        seat: who calls.
        about: what it is about.
        call: the same call in a tournament; empty: in none.
    """

    seat: Seat
    about: Text = "a question"
    call: TournamentEntry = ""


class CloseCall(Event, frozen=True):
    """The judge leaves the table; play goes on.

    Args:
        judge: who answered the call.
        call: the entry that called; 0 for the only call that is open.
    """

    judge: Person
    call: CallId = 0


class Note(Event, frozen=True):
    """A remark for the record, by anybody. It changes nothing."""

    by: Person
    text: Text


class Contest(Event, frozen=True):
    """A player disputes an entry. It changes nothing until a judge rules."""

    seat: Seat
    entry: Seq
    reason: Text = "disputed"


class Confirm(Event, frozen=True):
    """A player agrees with the record up to and including an entry."""

    seat: Seat
    entry: Seq


Authority = Annotated[
    Literal["scorekeeper", "floor", "head"],
    Meta(description="the authority with which the ruling is made", extra={"named": True}),
]
"""A scorekeeper may only take back what was mis-logged; only a head judge overrules."""


PenaltyKind = Literal["caution", "warning", "game-loss", "match-loss", "disqualification"]
"""What a penalty may be, in rising order."""
TAKING: frozenset[PenaltyKind] = frozenset({"game-loss", "match-loss", "disqualification"})
"""The penalties that take a side out of its match."""


class Rewind(Event, frozen=True):
    """Back up: all that was played after entry ``to`` is no longer in force.

    Remarks, disputes, calls for a judge and penalties stay: they are not play.
    """

    judge: Person
    to: Seq
    authority: Authority = "floor"
    reason: Text = "backed up"
    rule: CitedRule = ""


class Strike(Event, frozen=True):
    """An entry was mis-logged: it never happened."""

    judge: Person
    entry: Seq
    authority: Authority = "floor"
    reason: Text = "mis-logged"
    rule: CitedRule = ""


class Insert(Event, frozen=True):
    """A step that was taken and not logged, or forgotten and now made, put in its place.

    Args:
        after: the entry behind which the event belongs.
        event: the event itself; the notation writes it as a quoted line.
    """

    judge: Person
    after: Seq
    event: NestedEvent
    authority: Authority = "floor"
    reason: Text = "forgotten"
    rule: CitedRule = ""


class Stand(Event, frozen=True):
    """An illegal entry is let stand as played; the named rules are waived for it."""

    judge: Person
    entry: Seq
    waive: Annotated[tuple[RuleId, ...], Meta(min_length=1)]
    authority: Authority = "floor"
    reason: Text = "let stand"


class Change(Struct, frozen=True, gc=False, array_like=True):
    """One primitive repair, written ``what:target:value``; each game lists its own."""

    what: Annotated[str, Meta(pattern=r"^[a-z][a-z-]*$(?!\n)")]
    target: Annotated[str, Meta(min_length=1, max_length=96)]
    value: Annotated[str, Meta(min_length=1, max_length=96)]


class Adjust(Event, frozen=True):
    """The state is repaired by primitive operations, made together in their order."""

    judge: Person
    changes: Annotated[tuple[Change, ...], Meta(min_length=1)]
    authority: Authority = "floor"
    reason: Text = "repaired"
    rule: CitedRule = ""


class Penalty(Event, frozen=True):
    """A penalty to a player. A lost game or contest, or a disqualification, takes the side out of
    the match.

    Args:
        judge: who gives it.
        seat: to whom.
        kind: what it is.
        authority: by what right.
        reason: what happened.
        rule: the rule that was broken.
        infraction: the infraction in a tournament that it is for; empty: of none.
    """

    judge: Person
    seat: Seat
    kind: PenaltyKind
    authority: Authority = "floor"
    reason: Text = "infraction"
    rule: CitedRule = ""
    infraction: TournamentEntry = ""


class Overrule(Event, frozen=True):
    """A head judge sets an earlier ruling aside, as if it had not been made."""

    judge: Person
    ruling: Seq
    authority: Authority = "head"
    reason: Text = "overruled"


Figure = Annotated[int, Meta(ge=-9_999, le=9_999)]
"""What a counter may show."""
MeasureName = Annotated[
    str,
    Meta(pattern=r"^([a-z][a-z-]{0,31})?$(?!\n)", description="what is counted"),
]
"""What a game counts, such as health or points; empty: the first that it counts."""


class Score(Event, frozen=True):
    """The score of a seat, or of a side that has one together, stands at this (REF-5.1).

    It says the new figure and not the difference: two that say the same agree, and one that is
    lost spoils nothing that follows.

    Args:
        seat: whose score it is.
        value: what it is now.
        measure: what is counted; empty: the first that the game counts.
    """

    seat: Seat
    value: Figure
    measure: MeasureName = ""


class Begins(Event, frozen=True):
    """A turn of a player begins; the first says who goes first.

    Args:
        seat: whose turn it is.
        how: how it was settled who goes first; empty: not said.
    """

    seat: Seat
    how: Annotated[
        Literal["", "drawn", "rolled", "chosen", "ruled"],
        Meta(description="how it was settled", extra={"named": True}),
    ] = ""


class Record(Event, frozen=True):
    """How much is told of the match from here.

    A full record begins from a position: it counts once a player of each side has declared the
    same one (REF-5.4).

    Args:
        by: who says so, a player by the seat, or a judge.
        depth: how much is told from here.
        changes: for a full record, what lies on the table, as primitive repairs in their order.
    """

    by: Person
    depth: Depth
    changes: Annotated[tuple[Change, ...], Meta(max_length=200)] = ()


RULINGS = (Rewind, Strike, Insert, Stand, Adjust, Penalty, Overrule)
"""The rulings of a judge (a judge's note is an ordinary ``Note``)."""

NEVER_INSERTED = (*RULINGS, Opening)
"""What an ``insert`` cannot put in its place."""

Ruling = Rewind | Strike | Insert | Stand | Adjust | Penalty | Overrule

COMMON = (
    Opening,
    Appoint,
    Concede,
    KeptHand,
    ShowsHand,
    AgreeResult,
    TimeCalled,
    CallJudge,
    CloseCall,
    Note,
    Contest,
    Confirm,
    Score,
    Begins,
    Record,
    *RULINGS,
)
"""All events that are not of one game alone."""

__all__ = [
    "COMMON",
    "NEVER_INSERTED",
    "RULINGS",
    "Adjust",
    "AgreeResult",
    "Appoint",
    "Begins",
    "CallJudge",
    "Change",
    "CloseCall",
    "Concede",
    "Confirm",
    "Contest",
    "Count",
    "Deck",
    "Insert",
    "KeptHand",
    "Note",
    "Opening",
    "Overrule",
    "Penalty",
    "Record",
    "Rewind",
    "Role",
    "Ruling",
    "Score",
    "Seating",
    "ShowsHand",
    "Stand",
    "Strike",
    "TimeCalled",
]
