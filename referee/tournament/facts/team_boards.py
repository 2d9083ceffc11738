"""What follows from the boards of contests of teams."""

from referee.fact import Fact


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
