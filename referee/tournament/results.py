"""How contests end (section 7)."""

from collections import Counter

from msgspec.structs import replace

from events.tournament import Attest, Boards, Decide, Report
from referee.tournament.facts import BoardEnded, ContestDisputed, ContestEnded
from referee.tournament.handlers import handles
from referee.tournament.judging.lost_games import require_lost
from referee.tournament.roles import DESK, JUDGES, require_role
from referee.tournament.state import (
    FIRST,
    FORFEIT,
    Contest,
    Game,
    Hall,
    Result,
    Round,
    Score,
    State,
    number_of,
    winner_of,
)
from referee.tournament.teams import board_at, boards_of, draft, require_sum, sum_of
from referee.verdict import Violation

RULES_OF_RESULTS = {
    "slip": "TR-7.3",
    "attested": "TR-7.2",
    "judge": "TR-7.2",
    FORFEIT: "TR-3.4",
    "penalty": "TR-10.6",
}
"""The rule by which a result counts, by whose word it rests on."""


def reopened(state: State) -> list[tuple[int, Contest]]:
    """The contests of earlier rounds whose result a ruling has taken away, each with its round;
    what a post has named as missing counts as drawn and is not among them (TR-5.1)."""
    return [
        (number, contest)
        for number, played in enumerate(state.rounds[:-1], 1)
        for contest in played.contests.values()
        if (contest.result is None or contest.disputed) and contest.table not in played.missing
    ]


def lost_result(state: State, rule: str) -> Violation | None:
    """What refuses to go on while results of earlier rounds are gone (TR-5.1, TR-12.1)."""
    left = reopened(state)
    if not left:
        return None
    number, contest = left[0]
    return Violation(
        rule,
        "{have:earlier contest has|earlier contests have} no result: {tables}",
        have=len(left),
        tables=", ".join(f"table {c.table} of round {n}" for n, c in left[:12]),
        legal=f"{'decide' if contest.disputed else 'report'} {number} {contest.table}, as it ended",
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


def require_fit(t: Hall, contest: Contest, played: Round, score: Score, board: str = "") -> None:
    """Refuse a score that the contest, or the board of one, cannot have (TR-7.1, TR-12.3,
    TR-13.1)."""
    whole = not board and bool(boards_of(t.state))
    if t.catalog.score.kind == "games":
        if whole:
            require_sum(t, contest, score)
        else:
            _require_games(t, score, knock_out=played.stage == "elimination" and not board)
    elif score.drawn:
        t.refuse("TR-7.1", "where scores count no game is drawn", legal="two scores")
    level = score.a == score.b
    if score.how == "concession" and level:
        t.refuse("TR-7.1", "who concedes loses", legal="more for the other")
    if score.how == "no-show" and level and score.a:
        t.refuse("TR-7.1", "who does not show up wins nothing", legal="0 for who was not there")
    if played.stage == "elimination" and level and not board:
        t.refuse("TR-12.3", "an elimination contest has no draw", legal="a winner")
    require_lost(t, contest, score)
    if score.how == "intentional-draw" and not whole:
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


def _require_games(t: Hall, score: Score, *, knock_out: bool) -> None:
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
            legal=_unfinished(t, score, knock_out=knock_out),
        )


def _unfinished(t: Hall, score: Score, *, knock_out: bool) -> str:
    """How a contest may have come to an end that its games do not say."""
    if score.a != score.b:
        return "a contest won, or how=time, concession, no-show or judge"
    if knock_out:
        return "a contest won"
    agreed = ", intentional-draw" if t.catalog.draws.intentional else ""
    absent = "" if score.a else ", no-show"
    return f"a contest won, or how=time{agreed}{absent} or judge"


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
    reported = (score.a, score.b, score.drawn)
    if t.catalog.score.kind == "margin":
        ahead = {contest.a: score.a > score.b, contest.b: score.b > score.a}
        right = e.how != "played" or all(ahead[winner] for winner in count if winner)
    elif e.how == "played" and not contest.lost:
        right = logged == reported
    else:
        right = all(have <= most for have, most in zip(logged, reported, strict=True))
    if not right:
        t.refuse(
            "TR-7.4",
            "the games say {games}, the result {result}",
            games="-".join(map(str, logged)),
            result="-".join(map(str, reported)),
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


def settle_board(
    t: Hall, number: int, contest: Contest, board: str, spot: Contest, result: Result
) -> None:
    """A board has a result from now on, and with the last one its contest has (TR-13.1). What a
    judge decided of the whole contest stands."""
    seqs = {each.result.seq for each in contest.boards.values() if each.result is not None}
    summed = contest.result is None or contest.result.seq in seqs
    contest.boards[board] = spot
    spot.result = result
    spot.disputed = 0
    score = result.score
    t.fact(
        BoardEnded(
            number,
            contest.table,
            board,
            spot.a,
            spot.b,
            score.a,
            score.b,
            score.drawn,
            score.how,
            winner_of(spot),
            result.by,
            "TR-13.1",
        )
    )
    if len(set(contest.attested.values())) < 2:
        contest.disputed = max((each.disputed for each in contest.boards.values()), default=0)
    total = sum_of(t.state, t.catalog, contest)
    if total is None or not summed or contest.disputed:
        return
    played = t.state.rounds[number - 1]
    if played.stage == "elimination" and total.a == total.b:
        if contest.result is not None:
            contest.result = None
            played.results -= 1
    elif contest.result is None or contest.result.score != total:
        settle(t, number, contest.table, total, result.by, [])
    else:
        contest.result.seq = t.seq


@handles
def boards(t: Hall, e: Boards) -> None:
    """TR-13.2: the captains have drafted."""
    draft(t, contest_of(t, e.round, e.table), e)


@handles
def report(t: Hall, e: Report) -> None:
    """TR-7.3: a slip counts at once; one of an earlier round whatever was said before."""
    require_role(t, e.by, DESK)
    contest = contest_of(t, e.round, e.table)
    spot = _spot(t, contest, e.board)
    score = _score(e)
    result = spot.result or contest.result
    if result is not None:
        known = result.score
        if result.by in ("penalty", FORFEIT):  # how it ended is not what the slip says
            known = replace(known, how=score.how)
        same = known == score and spot.result is not None
        other = f"strike {result.seq} first" + (
            " if it came after the contest" if result.by == "penalty" else ", or decide"
        )
        t.refuse(
            "TR-7.5",
            "table {table} has this result" if same else "table {table} has another result",
            table=e.table,
            legal="nothing more" if same else other,
            since=result.seq,
        )
    if spot.disputed:
        t.refuse(
            "TR-7.2",
            "the result of table {table} is disputed",
            table=e.table,
            legal="decide, by a judge",
            since=spot.disputed,
        )
    _take(t, e, contest, spot, "slip")
    corrects = t.edition != FIRST and e.round < t.state.turn
    if not corrects and any(said != score for said in spot.attested.values()):
        dispute(t, e.round, e.table, e.board)


@handles
def decide(t: Hall, e: Decide) -> None:
    """TR-7.2: a judge decides, whatever was said before."""
    require_role(t, e.by, JUDGES)
    contest = contest_of(t, e.round, e.table)
    _take(t, e, contest, _spot(t, contest, e.board), "judge")


def _spot(t: Hall, contest: Contest, board: str) -> Contest:
    """Of what a result is: of the contest, or of a board of it."""
    return board_at(t, contest, board) if board else contest


def _seen(contest: Contest, spot: Contest) -> Contest:
    """The same, with what penalties have taken of those who meet there."""
    if spot is contest:
        return contest
    lost = {player: contest.lost[player] for player in (spot.a, spot.b) if player in contest.lost}
    return replace(spot, lost=lost)


def _take(t: Hall, e: Report | Decide, contest: Contest, spot: Contest, by: str) -> None:
    score = _score(e)
    seen = _seen(contest, spot)
    require_fit(t, seen, t.state.rounds[e.round - 1], score, e.board)
    if e.games and not e.board and boards_of(t.state):
        t.refuse("TR-13.1", "games are of a board", legal="board=a, with its games")
    _require_logged(t, seen, e, score)
    games = [Game(g.match, g.winner, g.hash) for g in e.games]
    if e.board:
        result = Result(score, t.seq, by, games)
        settle_board(t, e.round, contest, e.board, spot, result)
    else:
        settle(t, e.round, e.table, score, by, games)


@handles
def attest(t: Hall, e: Attest) -> None:
    """TR-7.2, TR-7.3: two that are equal make the result, two that differ are disputed, as is one
    against a slip, which only a judge decides; a player's newest counts. Under the first rules what
    two have agreed stands, and of what is disputed only a judge decides."""
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
    spot = _spot(t, contest, e.board)
    score = _score(e)
    result = spot.result or contest.result
    if result is not None and result.by == "judge" and result.score != score:
        t.refuse(
            "TR-7.2",
            "a judge has decided table {table}",
            table=e.table,
            since=result.seq,
            legal="a call: the head judge may decide again",
        )
    require_fit(t, _seen(contest, spot), t.state.rounds[e.round - 1], score, e.board)
    if e.board:
        contest.boards[e.board] = spot
    spot.attested[team] = score
    first, known = t.edition == FIRST, spot.result
    stands = known is not None and (first or known.by != "attested")
    if spot.disputed and (first or stands):
        return
    said = [known.score] if stands and known is not None else list(spot.attested.values())
    if any(each != score for each in said):
        if not spot.disputed:
            dispute(t, e.round, e.table, e.board)
    elif not stands and len(said) == 2 and (known is None or spot.disputed):
        if e.board:
            attested = Result(score, t.seq, "attested")
            settle_board(t, e.round, contest, e.board, spot, attested)
        else:
            settle(t, e.round, e.table, score, "attested", [])


def dispute(t: Hall, number: int, table: int, board: str = "") -> None:
    """What was said of a contest, or a board of it, does not agree; only a judge settles it."""
    contest = t.state.rounds[number - 1].contests[str(table)]
    contest.disputed = t.seq
    if board:
        contest.boards[board].disputed = t.seq
    t.fact(ContestDisputed(number, table, "TR-7.2"))
