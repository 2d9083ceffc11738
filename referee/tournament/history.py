"""What each entrant has played: the rounds that points and standings are made of."""

from fractions import Fraction

from msgspec import Struct

from referee.tournament.policy import Outcome


class Played(Struct, frozen=True):
    """One round as one entrant has it behind them, under one policy.

    A round that is over is there for every entrant: one who came late or has left missed it. A
    contest that is still on is not.

    Args:
        round: its number, from 1.
        opponent: who was met; empty for a bye and for a round that was missed.
        outcome: how it ended for the entrant.
        points: what it gave (TR-8.1), a bye included.
        won: games won; those that the policy gives for a bye included (TR-8.2).
        lost: games lost.
        drawn: games drawn or not finished.
        score: the own score, where one game has scores (TR-8.8).
        conceded: the opponent's.
        how: how the result came about, as it was reported, such as ``no-show`` (TR-7.1).
    """

    round: int
    opponent: str
    outcome: Outcome
    points: Fraction
    won: int = 0
    lost: int = 0
    drawn: int = 0
    score: int = 0
    conceded: int = 0
    how: str = ""
