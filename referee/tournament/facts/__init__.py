"""What follows from the entries of a tournament, for explanations and statistics."""

from referee.fact import Fact


class Entered(Fact, frozen=True):
    """An entrant is in the tournament.

    Args:
        player: who.
        number: the number.
        round: the first round.
        rule: the rule by which it is.
    """

    player: str
    number: int
    round: int
    rule: str = "TR-3.1"


class CheckedIn(Fact, frozen=True):
    """An entrant is present.

    Args:
        player: who.
        rule: the rule.
    """

    player: str
    rule: str


class Left(Fact, frozen=True):
    """An entrant has left it.

    Args:
        player: who.
        after: the last round that counts.
        cause: why.
        rule: the rule by which it is.
    """

    player: str
    after: int
    cause: str
    rule: str = "TR-3.4"


class Returned(Fact, frozen=True):
    """An entrant who had left is back.

    Args:
        player: who.
        round: the first round that counts again.
        missed: how many posted rounds were missed.
        rule: the rule.
    """

    player: str
    round: int
    missed: int
    rule: str


class RoundPosted(Fact, frozen=True):
    """A round was posted.

    Args:
        round: its number.
        stage: the part of the tournament.
        tables: how many contests.
        byes: how many byes.
    """

    round: int
    stage: str
    tables: int
    byes: int


class BoardEnded(Fact, frozen=True):
    """A board of a contest of teams has a result.

    Args:
        round: the round.
        table: the table.
        board: the board.
        a: who was at it for the team that was posted first.
        b: the other.
        a_won: what the first has won.
        b_won: what the other has won.
        drawn: games drawn or not finished.
        how: how it ended.
        winner: who won; empty for a draw.
        by: whose word it rests on: slip, attested, judge.
        rule: the rule by which it counts.
    """

    round: int
    table: int
    board: str
    a: str
    b: str
    a_won: int
    b_won: int
    drawn: int
    how: str
    winner: str
    by: str
    rule: str


class ContestEnded(Fact, frozen=True):
    """A contest has a result.

    Args:
        round: the round.
        table: the table.
        a: who was posted first.
        b: the other.
        a_won: what the first has won.
        b_won: what the other has won.
        drawn: games drawn or not finished.
        how: how it ended.
        winner: who won; empty for a draw.
        by: whose word it rests on: slip, attested, judge.
        rule: the rule by which it counts.
    """

    round: int
    table: int
    a: str
    b: str
    a_won: int
    b_won: int
    drawn: int
    how: str
    winner: str
    by: str
    rule: str


class ContestDisputed(Fact, frozen=True):
    """What was said of a contest does not agree.

    Args:
        round: the round.
        table: the table.
        rule: the rule.
    """

    round: int
    table: int
    rule: str


class PlacePosted(Fact, frozen=True):
    """Who meets at a table of a round, or has a bye. A repair posts all places of its round anew.

    Args:
        round: the round.
        stage: swiss, round-robin or elimination.
        table: the table; 0 for a bye.
        a: who was posted first, or has the bye.
        b: the other; empty for a bye.
        kept: whether a repair has kept it, with its result.
    """

    round: int
    stage: str
    table: int
    a: str
    b: str
    kept: bool = False


class Repaired(Fact, frozen=True):
    """A round was paired again.

    Args:
        round: the round.
        kept: how many contests go on as they were.
        new: how many are new.
        undone: how many results no longer count.
        rule: the rule.
    """

    round: int
    kept: int
    new: int
    undone: int
    rule: str


class DeckRegistered(Fact, frozen=True):
    """A list was handed in.

    Args:
        player: whose it is.
        name: what the deck is called.
    """

    player: str
    name: str


class DeckChecked(Fact, frozen=True):
    """A deck was compared with its list.

    Args:
        player: whose it is.
        round: in which round.
        kind: how it was chosen: random, targeted, asked.
        seconds: how long it took.
        found: what was found: right, wrong-deck, wrong-list, missing.
    """

    player: str
    round: int
    kind: str
    seconds: int
    found: str


class ClockSet(Fact, frozen=True):
    """The clock of a round was set going or stopped.

    Args:
        round: the round.
        what: start, pause, resume or time.
        at: when, UTC.
    """

    round: int
    what: str
    at: str


class Extended(Fact, frozen=True):
    """A contest has more time.

    Args:
        round: the round.
        table: the table.
        seconds: how much.
        cause: for what: call, check, late, other.
        call: the call that it is for; 0: for none.
        judge: who gave it.
        rule: the rule that offers it, or that it is given by.
    """

    round: int
    table: int
    seconds: int
    cause: str
    call: int
    judge: str
    rule: str


class JudgeCalled(Fact, frozen=True):
    """A judge was called.

    Args:
        round: the round.
        table: the table; 0: at the desk.
        player: who called.
        about: what it is about.
    """

    round: int
    table: int
    player: str
    about: str


class CallEnded(Fact, frozen=True):
    """A call for a judge is closed.

    Args:
        call: the entry that called.
        player: who called.
        round: in which round.
        table: at which table; 0: at the desk.
        seconds: how long play stood still.
        judge: who answered it.
        about: what it was about.
        outcome: what came of it.
        rule: the rule by which it is closed.
    """

    call: int
    player: str
    round: int
    table: int
    seconds: int
    judge: str
    about: str
    outcome: str
    rule: str


class RulingMade(Fact, frozen=True):
    """A judge has ruled.

    Args:
        call: at which call.
        kind: what was ruled.
        judge: who ruled.
        round: in which round.
        table: at which table; 0: at the desk.
        match: the match in the log.
        entry: the entry of that match.
        cited: the rule that it rests on.
        replaces: the ruling in whose stead it is; 0: none.
        rule: the rule of this page that says what the kind stands for.
    """

    call: int
    kind: str
    judge: str
    round: int
    table: int
    match: str
    entry: int
    cited: str
    replaces: int
    rule: str


class AppealSettled(Fact, frozen=True):
    """The head judge has settled an appeal.

    Args:
        appeal: the entry that appealed.
        ruling: the ruling.
        upheld: whether the ruling stands.
        by: the head judge.
        judge: who had ruled.
        round: in which round.
        table: at which table; 0: at the desk.
        rule: the rule.
    """

    appeal: int
    ruling: int
    upheld: bool
    by: str
    judge: str
    round: int
    table: int
    rule: str


class PenaltyGiven(Fact, frozen=True):
    """An infraction was found and a penalty given.

    Args:
        player: whose.
        round: in which round.
        table: at which table; 0: at none.
        code: the code of the policy.
        penalty: what was given.
        standard: what the policy says.
        path: the path on which it rises.
        deviation: why it is another penalty.
        counted: the entries of the infractions that count with it, before it.
        judge: who gave it.
        rule: the rule that makes the standard.
    """

    player: str
    round: int
    table: int
    code: str
    penalty: str
    standard: str
    path: str
    deviation: str
    counted: tuple[int, ...]
    judge: str
    rule: str


class GamesLost(Fact, frozen=True):
    """A penalty takes games of a contest.

    Args:
        player: whose.
        games: how many.
        round: in which round; 0: in the next contest.
        table: at which table; 0: in the next contest.
        rule: the rule.
    """

    player: str
    games: int
    round: int
    table: int
    rule: str


class CutMade(Fact, frozen=True):
    """An entrant plays on after the last round.

    Args:
        player: who.
        seed: the place in the bracket, from 1.
        size: how many play on.
    """

    player: str
    seed: int
    size: int


class Published(Fact, frozen=True):
    """Something is open to all from now on.

    Args:
        what: standings, decks or penalties.
        round: of which round; 0: of the whole tournament.
    """

    what: str
    round: int


FACTS = (
    Entered,
    CheckedIn,
    Left,
    Returned,
    RoundPosted,
    PlacePosted,
    Repaired,
    ContestEnded,
    BoardEnded,
    ContestDisputed,
    DeckRegistered,
    DeckChecked,
    ClockSet,
    Extended,
    JudgeCalled,
    CallEnded,
    RulingMade,
    AppealSettled,
    PenaltyGiven,
    GamesLost,
    CutMade,
    Published,
)
