"""The events of a tournament: what happened at the desk, what judges did, what players reported.

A round as it is logged at the desk::

    lena post 3 key=9f… cost=0,0,0,9,0,0 pairings=1:ana:bo,2:cy:dee bye=eva
    lena start 3 2026-11-22T11:30:00Z
    lena report 3 1 2 1
    lena report 3 2 1 1 1 how=time

Points, standings and what a penalty must be are never logged: they follow from what was.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from events.common import CardList, CatalogHash, CitedRule, Deck, ListName, PenaltyKind
from events.event import Event, Person, Seq, Text

Player = Annotated[
    str,
    Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$(?!\n)", description="the id of a player"),
]
"""The id of a player, or of a team where teams play."""
NoPlayer = Annotated[str, Meta(pattern=r"^([A-Za-z0-9][A-Za-z0-9_-]{0,31})?$(?!\n)")]
"""A player, or nobody."""
RoundNumber = Annotated[int, Meta(ge=1, le=99, description="the number of a round")]
TableNumber = Annotated[int, Meta(ge=1, le=9_999, description="the number of a table")]
NoTable = Annotated[int, Meta(ge=0, le=9_999, description="the number of a table; 0: of none")]
Score = Annotated[int, Meta(ge=0, le=10_000, description="games won, or the points of a game")]
Seconds = Annotated[int, Meta(ge=0, le=86_400, description="seconds")]
At = Annotated[
    str,
    Meta(
        pattern=r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
        r"T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z$(?!\n)",
        description="a time in UTC, such as 2026-11-22T11:30:00Z",
    ),
]
"""A moment in UTC, in whole seconds."""
Exact = Annotated[
    str,
    Meta(
        pattern=r"^[0-9]{1,4}([.][0-9]{1,2}|/[1-9][0-9]?)?$(?!\n)",
        description="an exact number, such as 3, 1.5 or 1/2",
        extra={"named": True},
    ),
]
"""Points, exactly."""
Word = Annotated[str, Meta(max_length=64, extra={"named": True})]
Code = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$(?!\n)", description="the code of an infraction"
    ),
]
Key = Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?$(?!\n)", extra={"named": True})]
"""64 hexadecimal digits, or nothing."""
Stream = Annotated[
    str,
    Meta(pattern=r"^([A-Za-z0-9][A-Za-z0-9._-]{0,63})?$(?!\n)", extra={"named": True}),
]
"""The id of a match in the log, or of none."""
CallNumber = Annotated[int, Meta(ge=1, le=2**31 - 1, description="the entry that called")]
MatchEntry = Annotated[
    int,
    Meta(
        ge=0, le=2**31 - 1, description="an entry of the match; 0: of none", extra={"named": True}
    ),
]
How = Annotated[
    Literal["played", "concession", "intentional-draw", "time", "no-show", "judge"],
    Meta(description="how the contest came to its end", extra={"named": True}),
]
Board = Annotated[
    Literal["", "a", "b", "c", "d", "e"],
    Meta(description="the board of a contest of teams", extra={"named": True}),
]
Stage = Literal["swiss", "round-robin", "elimination"]
RulingKind = Literal[
    "simple-backup", "partial-fix", "full-backup", "leave", "information", "no-error"
]


class Pairing(Struct, frozen=True, gc=False, array_like=True):
    """Who meets at a table, written ``12:ana:bo``; ``12:ana:bo:yes`` at a feature table."""

    table: TableNumber
    a: Player
    b: Player
    feature: bool = False


class Given(Struct, frozen=True, gc=False, array_like=True):
    """A table that was not paired by the proposal, and why; table 0 stands for the byes."""

    table: NoTable
    reason: Annotated[str, Meta(min_length=1, max_length=200)]


class LoggedGame(Struct, frozen=True, gc=False, array_like=True):
    """A game of a contest that is a match in the log: its winner, and the hash of its last entry.

    Nobody wins a drawn game.
    """

    match: Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$(?!\n)")]
    winner: NoPlayer
    hash: CatalogHash


class BoardSeats(Struct, frozen=True, gc=False, array_like=True):
    """Who meets at a board of a contest of teams, written ``a:ana:bo``."""

    board: Literal["a", "b", "c", "d", "e"]
    a: Player
    b: Player


Pairings = Annotated[tuple[Pairing, ...], Meta(max_length=9_999)]
LoggedGames = Annotated[tuple[LoggedGame, ...], Meta(max_length=99, extra={"named": True})]

# -- players -----------------------------------------------------------------------------------


class Enter(Event, frozen=True):
    """A player, or a member of a team, enters (TR-3.1, TR-3.3, TR-13.1).

    Args:
        by: who is at the desk.
        player: the player's id.
        team: the team or club; where teams play, the team that the player is the next member of.
        number: the number of the entrant; 0: the next free one.
        byes: how many of the first rounds are byes; of a late entry, of the missed ones.
        seed: the place in the bracket of an elimination; 0: by number.
        points: what a late entry starts with.
    """

    by: Person
    player: Player
    team: Annotated[NoPlayer, Meta(extra={"named": True})] = ""
    number: Annotated[int, Meta(ge=0, le=9_999, extra={"named": True})] = 0
    byes: Annotated[int, Meta(ge=0, le=99, extra={"named": True})] = 0
    seed: Annotated[int, Meta(ge=0, le=9_999, extra={"named": True})] = 0
    points: Exact = "0"


class CheckIn(Event, frozen=True):
    """A player is present (TR-3.2)."""

    by: Person
    player: Player


class Drop(Event, frozen=True):
    """A player leaves the tournament (TR-3.4).

    Args:
        by: who is at the desk, or the player.
        player: who leaves.
        after: the last round that counts; 0: at once.
        cause: why.
        ends: whether this takes the own drop back, which it may until the next post.
    """

    by: Person
    player: Player
    after: Annotated[int, Meta(ge=0, le=99)] = 0
    cause: Annotated[
        Literal["own", "no-show", "disqualified", "cut"], Meta(extra={"named": True})
    ] = "own"
    ends: Annotated[bool, Meta(extra={"named": True})] = False


class Reinstate(Event, frozen=True):
    """A player who left is back from the next round on (TR-3.6)."""

    by: Person
    player: Player
    points: Exact = "0"


# -- decks -------------------------------------------------------------------------------------


class RegisterDeck(Event, frozen=True):
    """A player hands in a list (TR-4.1).

    Args:
        by: who is at the desk, or the player.
        player: whose it is.
        name: what the deck is called in statistics.
        cards: how many copies of each card.
        lists: what is registered beside the deck, by the game's names for it, such as
            ``sideboard``.
    """

    by: Person
    player: Player
    name: Annotated[str, Meta(max_length=64)] = ""
    cards: Deck = {}
    lists: dict[ListName, CardList] = {}


class DeckCheck(Event, frozen=True):
    """A judge has compared a deck with its list (TR-4.6).

    Args:
        by: the judge.
        player: whose deck.
        round: in which round.
        kind: how the deck was chosen.
        seconds: how long it took.
        found: what was found.
        differs: the cards that differ, in words.
    """

    by: Person
    player: Player
    round: RoundNumber
    kind: Literal["random", "targeted", "asked"] = "random"
    seconds: Seconds = 0
    found: Annotated[
        Literal["right", "wrong-deck", "wrong-list", "missing"], Meta(extra={"named": True})
    ] = "right"
    differs: Annotated[str, Meta(max_length=2_000, extra={"named": True})] = ""


# -- rounds ------------------------------------------------------------------------------------


class Post(Event, frozen=True):
    """The pairings of the next round are posted (TR-5.1).

    Args:
        by: who is at the desk.
        round: its number.
        stage: the part of the tournament.
        key: the key of the round, from the organiser's secret (TR-5.8).
        window: the window of the proposal (TR-5.5); 0: all pairs were edges.
        cost: items 1 to 6 of TR-5.2.
        pairings: who meets at which table.
        bye: who has a bye.
        given: the tables that are not as proposed.
        missing: tables of the round before without result, which count as unfinished draws.
        half: those of the byes that count as a draw.
        zero: those of the byes that count as a loss.
    """

    by: Person
    round: RoundNumber
    stage: Annotated[Stage, Meta(extra={"named": True})] = "swiss"
    key: Key = ""
    window: Annotated[int, Meta(ge=0, le=99_999, extra={"named": True})] = 0
    cost: Annotated[
        tuple[Annotated[int, Meta(ge=0)], ...], Meta(max_length=6, extra={"named": True})
    ] = ()
    pairings: Pairings = ()
    bye: Annotated[tuple[Player, ...], Meta(max_length=9_999, extra={"named": True})] = ()
    given: Annotated[tuple[Given, ...], Meta(max_length=9_999, extra={"named": True})] = ()
    missing: Annotated[tuple[TableNumber, ...], Meta(max_length=9_999, extra={"named": True})] = ()
    half: Annotated[tuple[Player, ...], Meta(max_length=9_999, extra={"named": True})] = ()
    zero: Annotated[tuple[Player, ...], Meta(max_length=9_999, extra={"named": True})] = ()


class Repair(Event, frozen=True):
    """A posted round is paired anew, but for the tables that are kept (TR-9.2).

    Args:
        by: the head judge or organiser.
        round: which.
        pairings: who meets at the other tables.
        reason: why.
        keep: the tables whose pairings and results stand.
        bye: who has a bye now.
        cost: items 1 to 6 of TR-5.2, of the whole round.
    """

    by: Person
    round: RoundNumber
    pairings: Pairings
    reason: Text
    keep: Annotated[tuple[TableNumber, ...], Meta(max_length=9_999, extra={"named": True})] = ()
    bye: Annotated[tuple[Player, ...], Meta(max_length=9_999, extra={"named": True})] = ()
    cost: Annotated[
        tuple[Annotated[int, Meta(ge=0)], ...], Meta(max_length=6, extra={"named": True})
    ] = ()


class Start(Event, frozen=True):
    """The clock of a round starts."""

    by: Person
    round: RoundNumber
    at: At


class Pause(Event, frozen=True):
    """The clock of a round stands still."""

    by: Person
    round: RoundNumber
    at: At


class Resume(Event, frozen=True):
    """The clock of a round goes on."""

    by: Person
    round: RoundNumber
    at: At


class Time(Event, frozen=True):
    """Time is called in a round (TR-6.2)."""

    by: Person
    round: RoundNumber
    at: At


class Extend(Event, frozen=True):
    """A judge gives a contest more time (TR-6.3, TR-6.4).

    Args:
        by: the judge.
        round: the round.
        table: the table.
        seconds: how much.
        cause: for what.
        call: the call that it is for; 0: for none.
    """

    by: Person
    round: RoundNumber
    table: TableNumber
    seconds: Annotated[int, Meta(ge=1, le=86_400, description="seconds")]
    cause: Literal["call", "check", "late", "other"] = "call"
    call: Annotated[int, Meta(ge=0, le=2**31 - 1, extra={"named": True})] = 0


class Arrive(Event, frozen=True):
    """A player who was missing is at the table, or has come to the desk (TR-3.5)."""

    by: Person
    round: RoundNumber
    player: Player
    at: At


# -- results -----------------------------------------------------------------------------------


class Attest(Event, frozen=True):
    """A player says how the contest at the own table ended (TR-7.2).

    Args:
        by: the player.
        round: the round.
        table: the table.
        a: what the player has won who is posted first; where scores count, that score.
        b: the same of the other.
        drawn: the games that were drawn or not finished.
        how: how it ended.
        board: of which board, where teams play.
    """

    by: Person
    round: RoundNumber
    table: TableNumber
    a: Score
    b: Score
    drawn: Score = 0
    how: How = "played"
    board: Board = ""


class Report(Event, frozen=True):
    """The desk takes a result in, from a slip that both have signed (TR-7.3).

    Args:
        by: who is at the desk.
        round: the round.
        table: the table.
        a: what the player has won who is posted first; where scores count, that score.
        b: the same of the other.
        drawn: the games that were drawn or not finished.
        how: how it ended.
        slip: the number of the slip.
        games: the games that were logged (TR-7.4).
        board: of which board, where teams play.
    """

    by: Person
    round: RoundNumber
    table: TableNumber
    a: Score
    b: Score
    drawn: Score = 0
    how: How = "played"
    slip: Word = ""
    games: LoggedGames = ()
    board: Board = ""


class Decide(Event, frozen=True):
    """A judge decides how a contest ended (TR-7.2); fields as of ``report``, and the reason."""

    by: Person
    round: RoundNumber
    table: TableNumber
    a: Score
    b: Score
    drawn: Score = 0
    how: How = "judge"
    reason: Text = "decided by a judge"
    games: LoggedGames = ()
    board: Board = ""


class Boards(Event, frozen=True):
    """The captains have drafted who meets at which board (TR-13.2)."""

    by: Person
    round: RoundNumber
    table: TableNumber
    seats: Annotated[tuple[BoardSeats, ...], Meta(min_length=1, max_length=5)]


# -- judges ------------------------------------------------------------------------------------


class Call(Event, frozen=True):
    """A player calls a judge; the number of this entry is the id of the call (TR-11.1).

    Args:
        by: who calls.
        round: the round.
        table: the table; 0: at the desk.
        about: what it is about.
        match: the match in the log in which it was called, if there is one.
        entry: the entry of that match that called.
    """

    by: Person
    round: RoundNumber
    table: NoTable
    about: Text = "a question"
    match: Stream = ""
    entry: MatchEntry = 0


class Answer(Event, frozen=True):
    """A judge is at the table."""

    by: Person
    call: CallNumber


class EndCall(Event, frozen=True):
    """The judge leaves the table (TR-11.5).

    Args:
        by: the judge.
        call: the call.
        seconds: how long play stood still.
        outcome: what came of it, in words.
    """

    by: Person
    call: CallNumber
    seconds: Seconds = 0
    outcome: Annotated[str, Meta(max_length=2_000, extra={"named": True})] = ""


class Ruling(Event, frozen=True):
    """What a judge ruled at a call (TR-11.2); the reason is the wording for the players."""

    by: Person
    call: CallNumber
    kind: RulingKind
    match: Stream = ""
    entry: MatchEntry = 0
    rule: CitedRule = ""
    reason: Text = "ruled"


class Appeal(Event, frozen=True):
    """A player appeals a ruling to the head judge (TR-11.4)."""

    by: Person
    ruling: Seq
    reason: Text = "appealed"


class Settle(Event, frozen=True):
    """The head judge settles an appeal (TR-11.4)."""

    by: Person
    appeal: Seq
    upheld: bool
    reason: Text = "settled"


class Infraction(Event, frozen=True):
    """A judge finds an infraction and gives its penalty (TR-10).

    Args:
        by: the judge.
        player: whose.
        round: in which round.
        code: the code of the policy.
        penalty: what was given.
        table: at which table; 0: at none.
        deviation: why another penalty than the standard one.
        reason: what happened.
        match: the match in the log, if there is one.
        entry: the entry of that match in which the penalty stands.
    """

    by: Person
    player: Player
    round: RoundNumber
    code: Code
    penalty: PenaltyKind
    table: Annotated[NoTable, Meta(extra={"named": True})] = 0
    deviation: Word = ""
    reason: Text = "infraction"
    match: Stream = ""
    entry: MatchEntry = 0


# -- the end -----------------------------------------------------------------------------------


class Cut(Event, frozen=True):
    """Who plays on after the last round (TR-12.1), the first seed first."""

    by: Person
    size: Annotated[int, Meta(ge=2, le=1_024)]
    seeds: Annotated[tuple[Player, ...], Meta(min_length=2, max_length=1_024)]


class Publish(Event, frozen=True):
    """Something is open to all from now on (TR-4.2, TR-10.9)."""

    by: Person
    what: Literal["standings", "decks", "penalties"]
    round: Annotated[int, Meta(ge=0, le=99)] = 0


class Checkpoint(Event, frozen=True):
    """The stream and the matches so far, under one hash and, where there is a key, a signature
    (TR-14.2).

    Args:
        by: who is at the desk.
        through: the last entry that it covers.
        root: the root over the hash of that entry and the last hashes of the matches.
        key_id: which key signed.
        signature: the signature, in hexadecimal digits; empty where it is unsigned.
    """

    by: Person
    through: Seq
    root: CatalogHash
    key_id: Word = ""
    signature: Annotated[str, Meta(pattern=r"^([0-9a-f]{128})?$(?!\n)", extra={"named": True})] = ""


class Close(Event, frozen=True):
    """The tournament is over; the organiser reveals the secret (TR-5.8)."""

    by: Person
    secret: Annotated[str, Meta(max_length=256, extra={"named": True})] = ""
