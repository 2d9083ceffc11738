"""What each entrant has played: the rounds that points and standings are made of."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm

from msgspec import Struct
from msgspec.structs import replace

from referee.tournament.policy import Outcome, Policy
from referee.tournament.state import Contest, Entrant, Score, State


class Played(Struct, frozen=True, gc=False):
    """One round as one entrant has it behind them, under one policy.

    A round that is over is there for every entrant: one who came late or has left missed it. A
    contest that is still on is not.
    """

    round: int  # its number, from 1
    opponent: str  # who was met; empty for a bye and for a round that was missed
    outcome: Outcome  # how it ended for the entrant
    points: Fraction  # what it gave (TR-8.1), a bye included
    won: int = 0  # games won; those that the policy gives for a bye included (TR-8.2)
    lost: int = 0  # games lost
    drawn: int = 0  # games drawn or not finished
    score: int = 0  # the own score, where one game has scores (TR-8.8)
    conceded: int = 0  # the opponent's
    # how the result came about, as it was reported, such as ``no-show`` (TR-7.1); of a bye that is
    # not full as what it counts, ``half`` or ``zero``
    how: str = ""
    # what of the points was given for missed rounds, and never won (TR-3.3, TR-3.6)
    given: Fraction = Fraction()


UNFINISHED = Score(0, 0, 1, "time")
"""How a contest counts whose result was still missing when the next round was posted."""


def history(
    state: State, policy: Policy, through: int | None = None, *, closed: bool = False
) -> dict[str, list[Played]]:
    """The rounds of every entrant up to one, in the order of their numbers.

    Of a tournament with a cut these are the rounds before it. A contest that is still on is left
    out.

    Args:
        state: the tournament.
        policy: what rounds give.
        through: the last round; ``None`` for all.
        closed: whether the newest round counts as over, as it does where the next one is paired:
            what has no result is an unfinished draw then.
    """
    found: dict[str, list[Played]] = {player: [] for player in state.entrants}
    last = len(state.rounds) if through is None else min(through, len(state.rounds))
    knock_out = state.options["format"] == "elimination"
    given = {  # for whom a missed round may bring more than a loss
        player: entrant
        for player, entrant in state.entrants.items()
        if entrant.first > 1 or any(away.points for away in entrant.away)
    }
    for number, played in enumerate(state.rounds[:last], 1):
        if played.stage == "elimination" and not knock_out:
            break
        placed = set(played.byes)
        part = state.part_byes.get(str(number), {})
        for player in played.byes:
            found[player].append(_posted_bye(number, part.get(player, ""), policy))
        for contest in played.contests.values():
            placed.add(contest.a)
            placed.add(contest.b)
            score = contest.result.score if contest.result is not None else None
            if score is None:
                if number == len(state.rounds) and not closed:
                    continue
                score = UNFINISHED
            for player, rounds in zip(
                (contest.a, contest.b), _both(number, contest, score, policy), strict=True
            ):
                found[player].append(rounds)
        if len(placed) < len(found):
            lost = Played(number, "", "missed", policy.points.value("missed"))
            for player, known in found.items():
                if player not in placed:
                    entrant = given.get(player)
                    known.append(lost if entrant is None else _missed(number, entrant, policy))
    return found


def totals(
    known: Mapping[str, Sequence[Played]], through: int | None = None
) -> dict[str, Fraction]:
    """The points of every entrant, up to a round."""
    last = 10_000 if through is None else through
    return {
        player: _sum(each.points for each in rounds if each.round <= last)
        for player, rounds in known.items()
    }


def _sum(points: Iterable[Fraction]) -> Fraction:
    """The same as ``sum``, in a tenth of the time where the denominators are equal."""
    above, below = 0, 1
    for each in points:
        numerator, denominator = each.as_integer_ratio()
        if denominator == below:
            above += numerator
        else:
            together = lcm(below, denominator)
            above = above * (together // below) + numerator * (together // denominator)
            below = together
    return _whole(above) if below == 1 else Fraction(above, below)


@lru_cache(maxsize=1_024)
def _whole(number: int) -> Fraction:
    """A whole number, made once."""
    return Fraction(number)


def _bye(number: int, policy: Policy) -> Played:
    won, lost, drawn = policy.points.bye_games
    return Played(number, "", "bye", policy.points.value("bye"), won, lost, drawn)


def _posted_bye(number: int, part: str, policy: Policy) -> Played:
    """A bye as it was posted: in full, or as a draw or a loss, and then without games."""
    if not part:
        return _bye(number, policy)
    points = policy.points.value("draw" if part == "half" else "loss")
    return Played(number, "", "bye", points, how=part)


def _missed(number: int, entrant: Entrant, policy: Policy) -> Played:
    """A round without a place: a loss, or of a late entry a bye where the policy gives it; what
    was given for missed rounds stands at the first of them (TR-3.3, TR-3.6)."""
    given = Fraction(entrant.points or 0) if number == 1 and entrant.first > 1 else Fraction()
    for away in entrant.away:
        if away.points and number == away.back - 1:  # the one before may be one that was given up
            given += Fraction(away.points)
    if number < entrant.first and (policy.byes.late or number <= entrant.byes):
        bye = _bye(number, policy)
        return replace(bye, points=bye.points + given, given=given)
    return Played(number, "", "missed", policy.points.value("missed") + given, given=given)


def _both(number: int, contest: Contest, score: Score, policy: Policy) -> tuple[Played, Played]:
    """A contest as each of the two has it behind them; where both were absent both have lost."""
    first: Outcome
    second: Outcome
    if policy.score.kind == "margin":
        return _by_margin(number, contest, score, policy)
    value = policy.points.value
    won, lost, drawn, how = score.a, score.b, score.drawn, score.how
    if won > lost:
        first, second = "win", "loss"
    elif won < lost:
        first, second = "loss", "win"
    else:
        nothing = policy.points.no_result if _is_no_result(score) else "draw"
        if nothing == "void":
            missed = Played(number, "", "missed", value("missed"), how=how)
            return missed, missed
        first = second = "loss" if _both_absent(score) or nothing == "loss" else "draw"
    return (
        Played(number, contest.b, first, value(first), won, lost, drawn, 0, 0, how),
        Played(number, contest.a, second, value(second), lost, won, drawn, 0, 0, how),
    )


def _is_no_result(score: Score) -> bool:
    """Whether no game of a contest came to an end, and nobody agreed or decided on a draw."""
    return score is UNFINISHED or (score.how == "time" and not (score.a or score.b or score.drawn))


def _both_absent(score: Score) -> bool:
    return score.how == "no-show" and score.a == score.b


def _by_margin(
    number: int, contest: Contest, score: Score, policy: Policy
) -> tuple[Played, Played]:
    own, other = policy.score.points(score.a, score.b)
    if _both_absent(score):
        lost = policy.points.value("loss")
        return Played(number, contest.b, "loss", lost, how=score.how), Played(
            number, contest.a, "loss", lost, how=score.how
        )
    first: Outcome = "win" if own > other else "loss" if own < other else "draw"
    second: Outcome = "loss" if own > other else "win" if own < other else "draw"
    return (
        Played(number, contest.b, first, own, score=score.a, conceded=score.b, how=score.how),
        Played(number, contest.a, second, other, score=score.b, conceded=score.a, how=score.how),
    )
