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

FORFEIT = "forfeit"
"""Whose word a result rests on that who left has given up (TR-3.4)."""
Cause = Literal["call", "check", "late", "other"]
"""What a contest gets more time for."""
How = Literal["played", "concession", "intentional-draw", "time", "no-show", "judge", ""]


class Away(Struct, omit_defaults=True, gc=False):
    """A time for which an entrant is not in the tournament.

    Args:
        after: the last round that counts.
        cause: why: own, no-show, disqualified, cut.
        back: the first round that counts again; 0 while there is none.
        seq: the entry with which it began.
        points: what the entrant was given when reinstated, exactly.
    """

    after: int
    cause: str
    back: int = 0
    seq: int = 0
    points: str = ""


class Deck(Struct, omit_defaults=True, gc=False):
    """A registered list.

    Args:
        name: what the deck is called.
        cards: how many copies of each card.
        lists: what is registered beside it.
        seq: the entry that registered it.
    """

    name: str
    cards: dict[str, int] = field(default_factory=dict)
    lists: dict[str, CardList] = field(default_factory=dict)
    seq: int = 0


class Entrant(Struct, omit_defaults=True, gc=False):
    """Who plays: a player, or a team where teams play.

    Args:
        number: the number, never used again.
        first: the first round.
        team: the team or club; empty where teams play, or it has none.
        members: the players of a team in their places; empty where players play.
        byes: how many of the first rounds are byes.
        seed: the place in a bracket; 0: by number.
        points: what it started with, exactly; empty: nothing.
        here: the entry that checked it in; 0 where it has not.
        away: when it was not in the tournament.
        fixed: the table that it always plays at; 0: any.
        owed: games that a penalty takes in the next contest, by player.
    """

    number: int
    first: int = 1
    team: str = ""
    members: list[str] = field(default_factory=list)
    byes: int = 0
    seed: int = 0
    points: str = ""
    here: int = 0
    away: list[Away] = field(default_factory=list)
    fixed: int = 0
    owed: dict[str, int] = field(default_factory=dict)


class Score(Struct, frozen=True, omit_defaults=True, gc=False):
    """What a contest, or a board of it, was won by: games, or the scores of one game.

    Args:
        a: of the one who was posted first.
        b: of the other.
        drawn: games that were drawn or not finished.
        how: how it ended.
    """

    a: int
    b: int
    drawn: int = 0
    how: str = "played"


class Game(Struct, frozen=True, omit_defaults=True, gc=False):
    """A logged game: the match, the winner, the hash of its last entry."""

    match: str
    winner: str
    hash: str


class Result(Struct, omit_defaults=True, gc=False):
    """How a contest ended.

    Args:
        score: the score.
        seq: the entry that made it so.
        by: whose word it rests on: slip, attested, judge; forfeit where who left gave it up, or
            penalty.
        games: the games that were logged.
    """

    score: Score
    seq: int
    by: str
    games: list[Game] = field(default_factory=list)


class Extension(Struct, frozen=True, omit_defaults=True, gc=False):
    """More time for a contest, in seconds."""

    seconds: int
    cause: Cause
    seq: int
    call: int = 0


class Contest(Struct, omit_defaults=True, gc=False):
    """What two entrants meet for at a table.

    Args:
        table: the number of the table.
        a: who was posted first.
        b: the other.
        feature: whether it is a feature match.
        result: how it ended; None while it is open.
        attested: what players said, by player (and board, as ``ana.b``).
        disputed: the entry that disputed it; 0 where none does.
        boards: where teams play, each board of which something was said, as the contest of the two
            who meet at it.
        seats: who sits at each board, where the captains drafted.
        extended: more time.
        reason: why it is not as proposed.
        lost: the games that a penalty has taken, by player.
    """

    table: int
    a: str
    b: str
    feature: bool = False
    result: Result | None = None
    attested: dict[str, Score] = field(default_factory=dict)
    disputed: int = 0
    boards: dict[str, "Contest"] = field(default_factory=dict)
    seats: dict[str, tuple[str, str]] = field(default_factory=dict)
    extended: list[Extension] = field(default_factory=list)
    reason: str = ""
    lost: dict[str, int] = field(default_factory=dict)


class Round(Struct, omit_defaults=True, gc=False):
    """A round as it was posted, and what became of it.

    Args:
        stage: swiss, round-robin or elimination.
        posted: the entry that posted it.
        key: its key.
        window: the window of its proposal.
        cost: what its pairings cost.
        contests: by the number of the table, as text.
        byes: who had a bye.
        missing: tables that were without result when the next round was posted.
        started: when its clock started.
        pauses: when the clock stood still and when it went on.
        time: when time was called.
        arrived: who came late, and when.
        results: how many of its contests have a result.
        repaired: the entry that last paired it again.
        clocked: the entries that moved the clock, from its start on.
    """

    stage: str
    posted: int
    key: str = ""
    window: int = 0
    cost: list[int] = field(default_factory=list)
    contests: dict[str, Contest] = field(default_factory=dict)
    byes: list[str] = field(default_factory=list)
    missing: list[int] = field(default_factory=list)
    started: str = ""
    pauses: list[list[str]] = field(default_factory=list)
    time: str = ""
    arrived: dict[str, str] = field(default_factory=dict)
    results: int = 0
    repaired: int = 0
    clocked: list[int] = field(default_factory=list)


class OpenCall(Struct, omit_defaults=True, gc=False):
    """A call for a judge that is not closed.

    Args:
        by: who called.
        round: in which round.
        table: at which table; 0: at the desk.
        about: what it is about.
        judge: who answered; empty while nobody has.
        match: the match in which it was called.
        entry: the entry of that match.
        answered: the entry with which the judge answered; 0 while nobody has.
        joined: judges who came to the one who had answered, as at a handover.
    """

    by: str
    round: int
    table: int
    about: str
    judge: str = ""
    match: str = ""
    entry: int = 0
    answered: int = 0
    joined: list[str] = field(default_factory=list)


class EndedCall(Struct, frozen=True, omit_defaults=True):
    """A call for a judge that is closed.

    Args:
        by: who called.
        round: in which round.
        table: at which table; 0: at the desk.
        judge: who closed it.
        seconds: how long play stood still.
        seq: the entry that closed it.
        match: the match in which it was called.
    """

    by: str
    round: int
    table: int
    judge: str
    seconds: int
    seq: int
    match: str = ""


class Ruled(Struct, omit_defaults=True, gc=False):
    """A ruling, and what became of it.

    Args:
        by: the judge.
        call: the call.
        kind: what was ruled.
        match: the match.
        entry: the entry of it.
        appeal: the entry that appealed; 0 where none did.
        settled: the entry that settled the appeal.
        upheld: whether it was upheld.
        replaced: the head judge's ruling in its stead; 0 while there is none.
    """

    by: str
    call: int
    kind: str
    match: str = ""
    entry: int = 0
    appeal: int = 0
    settled: int = 0
    upheld: bool = False
    replaced: int = 0


class Found(Struct, omit_defaults=True, gc=False):
    """An infraction in force.

    Args:
        seq: the entry.
        by: the judge.
        player: whose.
        round: in which round.
        table: at which table.
        code: which.
        penalty: what was given.
        standard: what the policy says.
        day: the date of the last start of a round; empty before the first.
        deviation: why it is another penalty.
        match: the match in the log.
        entry: the entry of that match.
    """

    seq: int
    by: str
    player: str
    round: int
    table: int
    code: str
    penalty: PenaltyKind
    standard: PenaltyKind
    day: str = ""
    deviation: str = ""
    match: str = ""
    entry: int = 0


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

    def told(self) -> str:
        """What has to be done."""
        return self.what


class State(MatchState[Desk], omit_defaults=True):
    """The whole tournament; ``turn`` is the number of the round that was posted last.

    Args:
        options: what the opening pins.
        entrants: by id, in the order of their numbers.
        players: the players of the teams, each with the team; empty where players play.
        decks: the registered lists by player.
        rounds: in order.
        cut: who plays on, the first seed first.
        declined: who would not play on.
        calls_open: calls by the number of the entry that called, as text.
        calls_ended: those that are closed, in the same way, in the order of their ends.
        rulings: by the number of the entry that ruled, as text.
        infractions: in the order in which they were found.
        checks: the deck checks.
        published: what is open to all, each with the entry.
        through: the last entry that a checkpoint covers.
        length: how many rounds the policy's table gave when round 1 was posted; 0 where it says
            nothing.
    """

    options: dict[str, str] = field(default_factory=dict)
    entrants: dict[str, Entrant] = field(default_factory=dict)
    players: dict[str, str] = field(default_factory=dict)
    decks: dict[str, Deck] = field(default_factory=dict)
    rounds: list[Round] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)
    declined: list[str] = field(default_factory=list)
    calls_open: dict[str, OpenCall] = field(default_factory=dict)
    calls_ended: dict[str, EndedCall] = field(default_factory=dict)
    rulings: dict[str, Ruled] = field(default_factory=dict)
    infractions: list[Found] = field(default_factory=list)
    checks: list[CheckedDeck] = field(default_factory=list)
    published: dict[str, int] = field(default_factory=dict)
    through: int = 0
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
