"""Games and contests that a penalty takes (TR-10.6).

A game loss is of the contest that is on, or else of the next; a contest in which a player has lost
as many games as the other needs is lost.
"""

from collections.abc import Iterable

from referee.tournament.facts import GamesLost
from referee.tournament.policy import Policy
from referee.tournament.state import Contest, Hall, Score, State, number_of
from referee.verdict import Violation

BOTH_LOST = Score(0, 0, 0, "no-show")
"""The score of a contest that neither wins nor draws."""
_FREE = ("intentional-draw", "no-show")
"""How a contest may end that is not played, whatever was lost of it, but for the whole of it."""


def games_to_win(state: State, policy: Policy) -> int:
    """How many games win a contest; where scores count there is one."""
    return (number_of(state, "best_of") + 1) // 2 if policy.score.kind == "games" else 1


def lost_score(t: Hall, contest: Contest) -> Score | None:
    """The score of a contest that penalties have decided; None where they have not."""
    most = games_to_win(t.state, t.catalog)
    a = contest.lost.get(contest.a, 0) >= most
    b = contest.lost.get(contest.b, 0) >= most
    if a and b:
        return BOTH_LOST
    won = most if t.catalog.score.kind == "games" else t.catalog.score.bands[-1][0] or 1
    if a:
        return Score(0, won, 0, "judge")
    return Score(won, 0, 0, "judge") if b else None


def require_lost(t: Hall, contest: Contest, score: Score) -> None:
    """Refuse a result that does not hold what penalties have taken (TR-10.6)."""
    if score == BOTH_LOST and lost_score(t, contest) == BOTH_LOST:
        return
    most = games_to_win(t.state, t.catalog)
    for player, other, own, others in (
        (contest.a, contest.b, score.a, score.b),
        (contest.b, contest.a, score.b, score.a),
    ):
        lost = min(contest.lost.get(player, 0), most)
        if not lost or (lost < most and score.how in _FREE):
            continue
        decided = lost == most
        since = _since(t.state, player)
        right = f"the contest to {other}" if decided else f"{lost} or more to {other}"
        if t.catalog.score.kind == "games":
            holds = others >= lost and (own < most or not decided)
        else:
            holds = others > own
        if not holds:
            t.refuse_if_new(
                Violation(
                    "TR-10.6",
                    "a penalty takes the contest of {player}"
                    if decided
                    else "a penalty takes {lost:game} of {player}, and the result gives {other}"
                    " {others}",
                    player=player,
                    lost=lost,
                    other=other,
                    others=others,
                    legal=f"{right}; strike {since} first if it came after the contest",
                    since=since,
                )
            )


def _since(state: State, player: str) -> int | None:
    """The newest penalty of a player that takes a game."""
    taking = ("game-loss", "match-loss", "disqualification")
    found = [e.seq for e in state.infractions if e.player == player and e.penalty in taking]
    return found[-1] if found else None


def owe(t: Hall, player: str, games: int) -> None:
    """A player loses games of the next contest."""
    entrant = t.state.entrants[t.state.players.get(player, player)]
    entrant.owed[player] = entrant.owed.get(player, 0) + games
    t.fact(GamesLost(player, games, 0, 0, "TR-10.6"))


def take_owed(t: Hall, number: int, contests: Iterable[Contest]) -> list[tuple[Contest, Score]]:
    """What players lose of the next contest is taken now, of contests that were just posted.

    Returns:
        The contests that are decided by it, each with its score.
    """
    decided = []
    for contest in contests:
        owed = [t.state.entrants[entrant].owed for entrant in (contest.a, contest.b)]
        if not any(owed):
            continue
        for each in owed:
            for player, games in each.items():
                lose(t, number, contest, player, games)
            each.clear()
        score = lost_score(t, contest)
        if score is not None:
            decided.append((contest, score))
    return decided


def give_back(state: State, contests: Iterable[Contest]) -> None:
    """What penalties took of contests that are not played is taken of the players' next ones."""
    for contest in contests:
        for player, games in contest.lost.items():
            owed = state.entrants[state.players.get(player, player)].owed
            owed[player] = owed.get(player, 0) + games


def lose(t: Hall, number: int, contest: Contest, player: str, games: int) -> None:
    """A player loses games of a contest."""
    contest.lost[player] = contest.lost.get(player, 0) + games
    t.fact(GamesLost(player, games, number, contest.table, "TR-10.6"))
