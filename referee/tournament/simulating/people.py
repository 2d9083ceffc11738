"""Who takes part in a simulated event, and how their contests end."""

from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from referee.replay.simulate import SEATS
from referee.tournament.policy import Policy
from referee.tournament.state import Score

ORGANISER, HEAD, SCORES = "lena", "hugo", "sam"
JUDGES = ("jules", "jo")
"""The staff; none of them plays."""

GAME_MINUTES = (6, 24)
"""How long a game takes, from and to."""
SPREAD = 400.0
"""A player who is stronger by so much wins ten games of eleven."""


@dataclass
class Player:
    """One who plays, as the simulation knows them and the tournament may not."""

    name: str  # the id
    number: int  # the number of the entry
    strength: float  # on the scale of ratings
    first: int = 1  # the first round
    byes: int = 0  # how many first rounds are byes
    here: bool = False  # whether the player has checked in
    # the last round that counts, of one who has left; None of one who is in
    gone: int | None = None
    cause: str = ""  # why the player has left
    deck: int = 0  # what the player plays, by its place among the decks

    def plays(self, number: int) -> bool:
        """Whether the player is in for a round."""
        return self.first <= number and (self.gone is None or number <= self.gone)


def name_of(place: int) -> str:
    """What the player in this place, from 0, is called."""
    again, name = divmod(place, len(SEATS))
    return f"{SEATS[name]}{again + 1 if again else ''}"


class Ended:
    """How a contest really ended, and after how many seconds."""

    __slots__ = ("score", "seconds")

    def __init__(self, score: Score, seconds: int) -> None:
        self.score, self.seconds = score, seconds


def won_by(policy: Policy, best_of: int, a: bool, how: str) -> Score:
    """The score of a contest that the first wins, or the second, without a game; where scores
    count, by the widest margin."""
    most = policy.score.bands[-1][0] if policy.score.bands else best_of // 2 + 1
    return Score(most, 0, 0, how) if a else Score(0, most, 0, how)


def agreed(policy: Policy, best_of: int) -> Score:
    """The score of a draw by agreement."""
    if policy.score.kind == "margin":
        return Score(0, 0, 0, "intentional-draw")
    a, b, drawn = policy.draws.recorded or (0, 0, best_of)
    return Score(a, b, drawn, "intentional-draw")


class Format(NamedTuple):
    """How a contest is decided."""

    best_of: int  # games
    minutes: int  # of the round; 0: untimed
    margin: bool  # whether there is one game, whose points count
    decisive: bool  # whether there has to be a winner


def contest(form: Format, a: Player, b: Player, chance: Random) -> Ended:
    """A contest that is played, to its end or until time."""
    best_of, minutes, margin, decisive = form
    better = 1 / (1 + 10 ** ((b.strength - a.strength) / SPREAD))
    if margin:
        return _scores(minutes, better, chance, decisive)
    most, won, drawn, seconds = best_of // 2 + 1, [0, 0], 0, 0
    while max(won) < most and sum(won) + drawn < best_of:
        seconds += chance.randint(*GAME_MINUTES) * 60 + chance.randrange(60)
        if minutes and seconds > minutes * 60:
            if decisive and won[0] == won[1]:
                won[chance.random() > better] += 1
            elif sum(won) < best_of:
                drawn += 1
            return Ended(
                Score(won[0], won[1], drawn, "time"), minutes * 60 + chance.randint(60, 300)
            )
        if chance.random() < 0.02 and not decisive:
            drawn += 1
        else:
            won[chance.random() > better] += 1
    ahead = won[0] != won[1]  # who concedes has lost
    if not decisive and ahead and max(won) < most and chance.random() < 0.1:
        return Ended(Score(won[0], won[1], drawn, "concession"), seconds)
    return Ended(Score(won[0], won[1], drawn), seconds)


def _scores(minutes: int, better: float, chance: Random, decisive: bool) -> Ended:
    a = round(100 * better * chance.random())
    b = round(100 * (1 - better) * chance.random())
    if decisive and a == b:
        a += 1
    seconds = round((minutes or 120) * 60 * (0.6 + 0.4 * chance.random()))
    return Ended(Score(a, b), seconds)
