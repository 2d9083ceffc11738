"""What follows from the entries of a tournament, for explanations and statistics."""

from referee.fact import Fact


class Entered(Fact, frozen=True):
    """An entrant is in the tournament.

    Args:
        player: who.
        number: the number.
        round: the first round.
    """

    player: str
    number: int
    round: int


class Left(Fact, frozen=True):
    """An entrant has left it.

    Args:
        player: who.
        after: the last round that counts.
        cause: why.
    """

    player: str
    after: int
    cause: str


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


FACTS = (Entered, Left, RoundPosted, ContestEnded, ContestDisputed)
