"""The state of a tournament: who entered, what was posted and how it ended, calls and penalties.

Nothing in it is calculated from results: points and standings are asked for (``history``,
``standings``).
"""

from typing import Literal

from msgspec import Struct, field

from events.common import CardList
from referee.obligation import Obligation
from referee.table import MatchState, Table
from referee.tournament.policy import PenaltyKind, Policy

FIRST = "1"
"""The rules under which no byes are given, and all of them are full, and two who have said how
their contest ended cannot think again."""
FORFEIT = "forfeit"
"""Whose word a result rests on that who left has given up (TR-3.4)."""
Cause = Literal["call", "check", "late", "other"]
"""What a contest gets more time for."""
How = Literal["played", "concession", "intentional-draw", "time", "no-show", "judge", ""]


class Away(Struct, omit_defaults=True, gc=False):
    """A time for which an entrant is not in the tournament."""

    after: int  # the last round that counts
    cause: str  # why: own, no-show, disqualified, cut
    back: int = 0  # the first round that counts again; 0 while there is none
    seq: int = 0  # the entry with which it began
    points: str = ""  # what the entrant was given when reinstated, exactly


class Deck(Struct, omit_defaults=True, gc=False):
    """A registered list."""

    name: str  # what the deck is called
    cards: dict[str, int] = field(default_factory=dict)  # how many copies of each card
    lists: dict[str, CardList] = field(default_factory=dict)  # what is registered beside it
    seq: int = 0  # the entry that registered it


class Entrant(Struct, omit_defaults=True, gc=False):
    """Who plays: a player, or a team where teams play."""

    number: int  # the number, never used again
    first: int = 1  # the first round
    team: str = ""  # the team or club; empty where teams play, or it has none
    # the players of a team in their places; empty where players play
    members: list[str] = field(default_factory=list)
    byes: int = 0  # how many of the first rounds are byes
    seed: int = 0  # the place in a bracket; 0: by number
    points: str = ""  # what it started with, exactly; empty: nothing
    here: int = 0  # the entry that checked it in; 0 where it has not
    away: list[Away] = field(default_factory=list)  # when it was not in the tournament
    fixed: int = 0  # the table that it always plays at; 0: any
    # games that a penalty takes in the next contest, by player
    owed: dict[str, int] = field(default_factory=dict)


class Score(Struct, frozen=True, omit_defaults=True, gc=False):
    """What a contest, or a board of it, was won by: games, or the scores of one game."""

    a: int  # of the one who was posted first
    b: int  # of the other
    drawn: int = 0  # games that were drawn or not finished
    how: str = "played"  # how it ended


class Game(Struct, frozen=True, omit_defaults=True, gc=False):
    """A logged game: the match, the winner, the hash of its last entry."""

    match: str
    winner: str
    hash: str


class Result(Struct, omit_defaults=True, gc=False):
    """How a contest ended."""

    score: Score  # the score
    seq: int  # the entry that made it so
    # whose word it rests on: slip, attested, judge; forfeit where who left gave it up, or penalty
    by: str
    games: list[Game] = field(default_factory=list)  # the games that were logged


class Extension(Struct, frozen=True, omit_defaults=True, gc=False):
    """More time for a contest, in seconds."""

    seconds: int
    cause: Cause
    seq: int
    call: int = 0


class Contest(Struct, omit_defaults=True, gc=False):
    """What two entrants meet for at a table."""

    table: int  # the number of the table
    a: str  # who was posted first
    b: str  # the other
    feature: bool = False  # whether it is a feature match
    result: Result | None = None  # how it ended; None while it is open
    # what players said, by player (and board, as ``ana.b``)
    attested: dict[str, Score] = field(default_factory=dict)
    disputed: int = 0  # the entry that disputed it; 0 where none does
    # where teams play, each board of which something was said, as the contest of the two who meet
    # at it
    boards: dict[str, "Contest"] = field(default_factory=dict)
    # who sits at each board, where the captains drafted
    seats: dict[str, tuple[str, str]] = field(default_factory=dict)
    extended: list[Extension] = field(default_factory=list)  # more time
    reason: str = ""  # why it is not as proposed
    # the games that a penalty has taken, by player
    lost: dict[str, int] = field(default_factory=dict)


class Round(Struct, omit_defaults=True, gc=False):
    """A round as it was posted, and what became of it."""

    stage: str  # swiss, round-robin or elimination
    posted: int  # the entry that posted it
    key: str = ""  # its key
    window: int = 0  # the window of its proposal
    cost: list[int] = field(default_factory=list)  # what its pairings cost
    # by the number of the table, as text
    contests: dict[str, Contest] = field(default_factory=dict)
    byes: list[str] = field(default_factory=list)  # who had a bye
    # tables that were without result when the next round was posted
    missing: list[int] = field(default_factory=list)
    started: str = ""  # when its clock started
    # when the clock stood still and when it went on
    pauses: list[list[str]] = field(default_factory=list)
    time: str = ""  # when time was called
    arrived: dict[str, str] = field(default_factory=dict)  # who came late, and when
    results: int = 0  # how many of its contests have a result
    repaired: int = 0  # the entry that last paired it again
    # the entries that moved the clock, from its start on
    clocked: list[int] = field(default_factory=list)


class OpenCall(Struct, omit_defaults=True, gc=False):
    """A call for a judge that is not closed."""

    by: str  # who called
    round: int  # in which round
    table: int  # at which table; 0: at the desk
    about: str  # what it is about
    judge: str = ""  # who answered; empty while nobody has
    match: str = ""  # the match in which it was called
    entry: int = 0  # the entry of that match
    answered: int = 0  # the entry with which the judge answered; 0 while nobody has
    # judges who came to the one who had answered, as at a handover
    joined: list[str] = field(default_factory=list)


class EndedCall(Struct, frozen=True, omit_defaults=True):
    """A call for a judge that is closed."""

    by: str  # who called
    round: int  # in which round
    table: int  # at which table; 0: at the desk
    judge: str  # who closed it
    seconds: int  # how long play stood still
    seq: int  # the entry that closed it
    match: str = ""  # the match in which it was called


class Ruled(Struct, omit_defaults=True, gc=False):
    """A ruling, and what became of it."""

    by: str  # the judge
    call: int  # the call
    kind: str  # what was ruled
    match: str = ""  # the match
    entry: int = 0  # the entry of it
    appeal: int = 0  # the entry that appealed; 0 where none did
    settled: int = 0  # the entry that settled the appeal
    upheld: bool = False  # whether it was upheld
    replaced: int = 0  # the head judge's ruling in its stead; 0 while there is none


class Found(Struct, omit_defaults=True, gc=False):
    """An infraction in force."""

    seq: int  # the entry
    by: str  # the judge
    player: str  # whose
    round: int  # in which round
    table: int  # at which table
    code: str  # which
    penalty: PenaltyKind  # what was given
    standard: PenaltyKind  # what the policy says
    day: str = ""  # the date of the last start of a round; empty before the first
    deviation: str = ""  # why it is another penalty
    match: str = ""  # the match in the log
    entry: int = 0  # the entry of that match


class CheckedDeck(Struct, frozen=True, omit_defaults=True, gc=False):
    """A deck check that was made."""

    seq: int
    player: str
    round: int
    kind: str
    seconds: int
    found: str


class Desk(Obligation):
    """Something that the desk has to do before it can go on."""

    what: str = ""

    def text(self) -> str:
        """What has to be done."""
        return self.what


class State(MatchState[Desk], omit_defaults=True):
    """The whole tournament; ``turn`` is the number of the round that was posted last."""

    options: dict[str, str] = field(default_factory=dict)  # what the opening pins
    # by id, in the order of their numbers
    entrants: dict[str, Entrant] = field(default_factory=dict)
    # the players of the teams, each with the team; empty where players play
    players: dict[str, str] = field(default_factory=dict)
    decks: dict[str, Deck] = field(default_factory=dict)  # the registered lists by player
    rounds: list[Round] = field(default_factory=list)  # in order
    # byes that do not count in full, by the number of the round as text: who, and as what
    part_byes: dict[str, dict[str, Literal["half", "zero"]]] = field(default_factory=dict)
    cut: list[str] = field(default_factory=list)  # who plays on, the first seed first
    declined: list[str] = field(default_factory=list)  # who would not play on
    # calls by the number of the entry that called, as text
    calls_open: dict[str, OpenCall] = field(default_factory=dict)
    # those that are closed, in the same way, in the order of their ends
    calls_ended: dict[str, EndedCall] = field(default_factory=dict)
    # by the number of the entry that ruled, as text
    rulings: dict[str, Ruled] = field(default_factory=dict)
    infractions: list[Found] = field(default_factory=list)  # in the order in which they were found
    checks: list[CheckedDeck] = field(default_factory=list)  # the deck checks
    # what is open to all, each with the entry
    published: dict[str, int] = field(default_factory=dict)
    through: int = 0  # the last entry that a checkpoint covers
    # how many rounds the policy's table gave when round 1 was posted; 0 where it says nothing
    length: int = 0


Hall = Table[State, Policy]
"""The table of a tournament."""


def number_of(state: State, option: str) -> int:
    """An option of the opening that is a number."""
    return int(state.options[option])


def is_away(entrant: Entrant, number: int) -> bool:
    """Whether an entrant is out of the tournament in a round."""
    return any(a.after < number and (not a.back or number < a.back) for a in entrant.away)


def is_active(entrant: Entrant, number: int) -> bool:
    """Whether an entrant plays in a round, but for those who do not show up."""
    return entrant.first <= number and not (entrant.away and is_away(entrant, number))


def missed_showing(state: State) -> list[str]:
    """Who did not show up for the newest round and has not come since (TR-3.5); who had left
    before it, or lost it by penalties on both sides, is not among them."""
    if not state.rounds:
        return []
    newest = state.rounds[-1]
    return [
        player
        for contest in newest.contests.values()
        if contest.result is not None and contest.result.score.how == "no-show"
        if not (contest.lost and contest.result.score.a == contest.result.score.b)
        for player in losers(contest)
        if player not in newest.arrived and not is_away(state.entrants[player], len(state.rounds))
    ]


def losers(contest: Contest) -> list[str]:
    """Who lost a contest: nobody in a draw, both where both were missing."""
    if contest.result is None:
        return []
    score = contest.result.score
    if score.a == score.b:
        return [contest.a, contest.b] if score.how == "no-show" else []
    return [contest.b if score.a > score.b else contest.a]


def winner_of(contest: Contest) -> str:
    """Who won a contest; nobody in a draw or while it is open."""
    if contest.result is None or contest.result.score.a == contest.result.score.b:
        return ""
    return contest.a if contest.result.score.a > contest.result.score.b else contest.b


def open_tables(played: Round) -> list[int]:
    """The tables of a round without a result, or with one that is disputed."""
    return [c.table for c in played.contests.values() if c.result is None or c.disputed]


def place_of(played: Round, player: str) -> int | None:
    """The table of an entrant in a round; 0 for a bye, None for nowhere."""
    for contest in played.contests.values():
        if player in (contest.a, contest.b):
            return contest.table
    return 0 if player in played.byes else None
