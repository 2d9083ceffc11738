"""How contests end (section 7)."""

from events.tournament import Attest, Decide, Report
from referee.tournament.entering import entrant_of
from referee.tournament.facts import ContestDisputed, ContestEnded
from referee.tournament.handlers import handles
from referee.tournament.roles import DESK, JUDGES, require_role
from referee.tournament.state import (
    Contest,
    Game,
    Hall,
    Result,
    Round,
    Score,
    number_of,
    winner_of,
)


def round_of(t: Hall, number: int) -> Round:
    """A posted round; refuses one that is not (TR-1.3)."""
    if number > len(t.state.rounds):
        t.forbid(
            "TR-1.3",
            "round {round} is not posted",
            round=number,
            legal=f"round {t.state.turn}" if t.state.turn else "a post",
        )
    return t.state.rounds[number - 1]


def contest_of(t: Hall, number: int, table: int) -> Contest:
    """The contest at a table of a round; refuses one that is not there (TR-1.3)."""
    played = round_of(t, number)
    found = played.contests.get(str(table))
    if found is None:
        tables = sorted(each.table for each in played.contests.values())
        t.forbid(
            "TR-1.3",
            "round {round} has no table {table}",
            round=number,
            table=table,
            legal=f"tables {tables[0]} to {tables[-1]}" if tables else "no table",
        )
    return found


def needed(t: Hall) -> int:
    """How many games win a contest."""
    return (number_of(t.state, "best_of") + 1) // 2


def require_fit(t: Hall, contest: Contest, played: Round, score: Score) -> None:
    """Refuse a score that the contest cannot have (TR-7.1, TR-12.3)."""
    if t.catalog.score.kind == "games":
        _require_games(t, score)
    elif score.drawn:
        t.refuse("TR-7.1", "where scores count no game is drawn", legal="two scores")
    if score.how == "intentional-draw" and score.a != score.b:
        t.refuse("TR-7.1", "a draw that is agreed has no winner", legal="as many for both")
    if played.stage == "elimination" and score.a == score.b:
        t.refuse("TR-12.3", "an elimination contest has no draw", legal="a winner")


def _require_games(t: Hall, score: Score) -> None:
    best_of, most = number_of(t.state, "best_of"), needed(t)
    have = f"{score.a}-{score.b}" + (f"-{score.drawn}" if score.drawn else "")
    legal = f"at most {most} won by one, {best_of} games in all"
    if max(score.a, score.b) > most or score.a == score.b == most:
        t.refuse(
            "TR-7.1",
            "{have} does not fit best of {best_of}",
            have=have,
            best_of=best_of,
            legal=legal,
        )
    if score.a + score.b > best_of or (score.drawn > best_of and best_of > 1):
        t.refuse(
            "TR-7.1",
            "{have} does not fit best of {best_of}",
            have=have,
            best_of=best_of,
            legal=legal,
        )
    over = max(score.a, score.b) == most
    if score.how == "played" and not over and score.a + score.b + score.drawn < best_of:
        t.refuse(
            "TR-7.1",
            "{have} is not the end of a best of {best_of}",
            have=have,
            best_of=best_of,
            legal="a contest won, or how=time, concession, intentional-draw or no-show",
        )


def _score(e: Attest | Report | Decide) -> Score:
    return Score(e.a, e.b, e.drawn, e.how)


def _require_logged(t: Hall, contest: Contest, e: Report | Decide, score: Score) -> None:
    """TR-7.4: the games that were logged add up to the result."""
    if not e.games:
        return
    for game in e.games:
        if game.winner not in ("", contest.a, contest.b):
            t.refuse(
                "TR-7.4",
                "{winner} is not at the table",
                winner=game.winner,
                legal=f"{contest.a}, {contest.b} or nobody",
            )
    a = sum(game.winner == contest.a for game in e.games)
    b = sum(game.winner == contest.b for game in e.games)
    short = e.how in ("concession", "no-show", "judge") or bool(contest.lost)
    if t.catalog.score.kind == "games" and (
        a > score.a or b > score.b or ((a, b) != (score.a, score.b) and not short)
    ):
        t.refuse(
            "TR-7.4",
            "the games say {games}, the result {result}",
            games=f"{a}-{b}",
            result=f"{score.a}-{score.b}",
            legal=f"{a} {b}",
        )


def settle(t: Hall, number: int, table: int, score: Score, by: str, games: list[Game]) -> None:
    """A contest has a result from now on."""
    played = t.state.rounds[number - 1]
    contest = played.contests[str(table)]
    if contest.result is None:
        played.results += 1
    contest.result = Result(score, t.seq, by, games)
    contest.disputed = 0
    t.fact(
        ContestEnded(
            number,
            table,
            contest.a,
            contest.b,
            score.a,
            score.b,
            score.drawn,
            score.how,
            winner_of(contest),
            by,
            {"slip": "TR-7.3", "attested": "TR-7.2", "judge": "TR-7.2"}[by],
        )
    )


@handles
def report(t: Hall, e: Report) -> None:
    """TR-7.3: a slip counts at once."""
    require_role(t, e.by, DESK)
    contest = contest_of(t, e.round, e.table)
    score = _score(e)
    if contest.result is not None:
        same = contest.result.score == score
        t.refuse(
            "TR-7.5",
            "table {table} has this result" if same else "table {table} has a result",
            table=e.table,
            legal=f"strike {contest.result.seq} first" if not same else "nothing more",
            since=contest.result.seq,
        )
    if contest.disputed:
        t.refuse(
            "TR-7.2",
            "the result of table {table} is disputed",
            table=e.table,
            legal="decide, by a judge",
            since=contest.disputed,
        )
    require_fit(t, contest, t.state.rounds[e.round - 1], score)
    _require_logged(t, contest, e, score)
    games = [Game(g.match, g.winner, g.hash) for g in e.games]
    settle(t, e.round, e.table, score, "slip", games)
    if any(said != score for said in contest.attested.values()):
        dispute(t, e.round, e.table)


@handles
def decide(t: Hall, e: Decide) -> None:
    """TR-7.2: a judge decides, whatever was said before."""
    require_role(t, e.by, JUDGES)
    contest = contest_of(t, e.round, e.table)
    score = _score(e)
    require_fit(t, contest, t.state.rounds[e.round - 1], score)
    _require_logged(t, contest, e, score)
    games = [Game(g.match, g.winner, g.hash) for g in e.games]
    settle(t, e.round, e.table, score, "judge", games)


@handles
def attest(t: Hall, e: Attest) -> None:
    """TR-7.2: two that are equal make the result, two that differ are disputed."""
    contest = contest_of(t, e.round, e.table)
    team = t.state.players.get(e.by, e.by)
    entrant_of(t, team)
    if team not in (contest.a, contest.b):
        t.refuse(
            "TR-7.2",
            "{by} is not at table {table}",
            by=e.by,
            table=e.table,
            legal=f"{contest.a} or {contest.b}",
        )
    score = _score(e)
    require_fit(t, contest, t.state.rounds[e.round - 1], score)
    contest.attested[team] = score
    if contest.result is not None:
        if contest.result.score != score:
            dispute(t, e.round, e.table)
        return
    if len(contest.attested) < 2:
        return
    if len(set(map(_key, contest.attested.values()))) == 1:
        settle(t, e.round, e.table, score, "attested", [])
    else:
        dispute(t, e.round, e.table)


def _key(score: Score) -> tuple[int, int, int, str]:
    return score.a, score.b, score.drawn, score.how


def dispute(t: Hall, number: int, table: int) -> None:
    """What was said of a contest does not agree; only a judge settles it."""
    t.state.rounds[number - 1].contests[str(table)].disputed = t.seq
    t.fact(ContestDisputed(number, table, "TR-7.2"))
