"""How contests end (section 7)."""

from collections import Counter

from events.tournament import Attest, Decide, Report
from referee.tournament.facts import ContestDisputed, ContestEnded
from referee.tournament.handlers import handles
from referee.tournament.judging.losing import require_lost
from referee.tournament.roles import DESK, JUDGES, require_role
from referee.tournament.state import (
    FORFEIT,
    Contest,
    Game,
    Hall,
    Result,
    Round,
    Score,
    number_of,
    winner_of,
)

RULES_OF_RESULTS = {
    "slip": "TR-7.3",
    "attested": "TR-7.2",
    "judge": "TR-7.2",
    FORFEIT: "TR-3.4",
    "penalty": "TR-10.6",
}
"""The rule by which a result counts, by whose word it rests on."""


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
    level = score.a == score.b
    if score.how == "concession" and level:
        t.refuse("TR-7.1", "who concedes loses", legal="more for the other")
    if score.how == "no-show" and level and score.a:
        t.refuse("TR-7.1", "who does not show up wins nothing", legal="0 for who was not there")
    if played.stage == "elimination" and score.a == score.b:
        t.refuse("TR-12.3", "an elimination contest has no draw", legal="a winner")
    require_lost(t, contest, score)
    if score.how == "intentional-draw":
        _require_agreed(t, score)


def _require_agreed(t: Hall, score: Score) -> None:
    """TR-7.1: a draw may be agreed, and is recorded as the policy says."""
    draws = t.catalog.draws
    have = f"{score.a}-{score.b}-{score.drawn}"
    if not draws.intentional:
        t.refuse("TR-7.1", "the policy has no draw by agreement", legal="how the games ended")
    if score.a != score.b:
        t.refuse("TR-7.1", "a draw that is agreed has no winner", legal="as many for both")
    if t.catalog.score.kind == "games":
        if draws.recorded is not None and (score.a, score.b, score.drawn) != draws.recorded:
            recorded = "-".join(map(str, draws.recorded))
            t.refuse(
                "TR-7.1",
                "a draw that is agreed counts as {recorded}, not {have}",
                recorded=recorded,
                have=have,
                legal=recorded.replace("-", " "),
            )
        if draws.recorded is None and draws.before_first_game and score.a:
            t.refuse(
                "TR-7.1",
                "{have}: a draw is agreed before the first game",
                have=have,
                legal="0 0, or how=time",
            )
    if draws.within:
        t.trust(f"the draw was agreed within {draws.within} seconds from the start of the round")


def _require_games(t: Hall, score: Score) -> None:
    """TR-7.1: who has won most games of those that there can be has won; drawn ones may be played
    again, as often as there is time."""
    best_of, most = number_of(t.state, "best_of"), needed(t)
    have = f"{score.a}-{score.b}" + (f"-{score.drawn}" if score.drawn else "")
    if max(score.a, score.b) > most or score.a + score.b > best_of:
        t.refuse(
            "TR-7.1",
            "{have} does not fit best of {best_of}",
            have=have,
            best_of=best_of,
            legal=f"at most {most} won by one player, and {best_of} by both",
        )
    over = max(score.a, score.b) == most
    if score.how == "played" and not over and score.a + score.b + score.drawn < best_of:
        t.refuse(
            "TR-7.1",
            "{have} is not the end of a best of {best_of}",
            have=have,
            best_of=best_of,
            legal="a contest won, or how=time, concession, intentional-draw, no-show or judge",
        )


def _score(e: Attest | Report | Decide) -> Score:
    return Score(e.a, e.b, e.drawn, e.how)


def _require_logged(t: Hall, contest: Contest, e: Report | Decide, score: Score) -> None:
    """TR-7.4: the games that were logged add up to the result; what was not played to its end has
    more in the result than in the log."""
    if not e.games:
        return
    named: set[str] = set()
    for game in e.games:
        if game.match in named:
            t.refuse("TR-7.4", "{match} is named twice", match=game.match, legal="each game once")
        named.add(game.match)
    for game in e.games:
        if game.winner not in ("", contest.a, contest.b):
            t.refuse(
                "TR-7.4",
                "{winner} is not at the table",
                winner=game.winner,
                legal=f"{contest.a}, {contest.b} or nobody",
            )
    count = Counter(game.winner for game in e.games)
    logged = (count[contest.a], count[contest.b], count[""])
    told = (score.a, score.b, score.drawn)
    if t.catalog.score.kind == "margin":
        ahead = {contest.a: score.a > score.b, contest.b: score.b > score.a}
        right = e.how != "played" or all(ahead[winner] for winner in count if winner)
    elif e.how == "played" and not contest.lost:
        right = logged == told
    else:
        right = all(have <= most for have, most in zip(logged, told, strict=True))
    if not right:
        t.refuse(
            "TR-7.4",
            "the games say {games}, the result {result}",
            games="-".join(map(str, logged)),
            result="-".join(map(str, told)),
            legal="the games of this contest, and their sum",
        )


def settle(t: Hall, number: int, table: int, score: Score, by: str, games: list[Game]) -> None:
    """A contest has a result from now on."""
    played = t.state.rounds[number - 1]
    contest = played.contests[str(table)]
    before = contest.result.by if contest.result is not None else FORFEIT
    played.results += (before == FORFEIT) - (by == FORFEIT)
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
            RULES_OF_RESULTS[by],
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
            "table {table} has this result" if same else "table {table} has another result",
            table=e.table,
            legal="nothing more" if same else f"strike {contest.result.seq} first, or decide",
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
    """TR-7.2, TR-7.3: two that are equal make the result, two that differ are disputed, as is one
    against a result; a player's newest counts, and once a judge is needed only a judge decides."""
    contest = contest_of(t, e.round, e.table)
    team = t.state.players.get(e.by, e.by)
    if team not in (contest.a, contest.b):
        t.refuse(
            "TR-7.2",
            "{by} is not at table {table}",
            by=e.by,
            table=e.table,
            legal=f"{contest.a} or {contest.b}",
        )
    if e.round != t.state.turn:
        t.refuse(
            "TR-7.1",
            "round {round} is over",
            round=e.round,
            since=t.state.rounds[e.round].posted,
            legal="a word to the desk, which strikes a wrong result and reports the right one",
        )
    score = _score(e)
    result = contest.result
    if result is not None and result.by == "judge" and result.score != score:
        t.refuse(
            "TR-7.2",
            "a judge has decided table {table}",
            table=e.table,
            since=result.seq,
            legal="an appeal",
        )
    require_fit(t, contest, t.state.rounds[e.round - 1], score)
    contest.attested[team] = score
    if contest.disputed:
        return
    said = [result.score] if result is not None else list(contest.attested.values())
    if any(each != score for each in said):
        dispute(t, e.round, e.table)
    elif result is None and len(said) == 2:
        settle(t, e.round, e.table, score, "attested", [])


def dispute(t: Hall, number: int, table: int) -> None:
    """What was said of a contest does not agree; only a judge settles it."""
    t.state.rounds[number - 1].contests[str(table)].disputed = t.seq
    t.fact(ContestDisputed(number, table, "TR-7.2"))
