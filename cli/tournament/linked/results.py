"""Results, held against the games that were logged (TR-7.4)."""

from collections.abc import Sequence

from msgspec.structs import replace

from cli.failure import Failure, Status
from cli.screen import render
from cli.tournament.stream import Desk
from events.common import TAKING
from events.tournament import Report
from referee.tournament.judging.lost_games import games_to_win
from referee.tournament.state import Contest, Score, number_of
from storage.tournament.games import games_of
from storage.tournament.played import Drawn, Played, Undecided, agrees, played_of, result_of_games

_FREELY = ("played", "time")
"""How a contest ends whose result is the sum of its games."""


def contest_at(desk: Desk, number: int, table: int) -> Contest | None:
    """The contest at a table of a round; None where there is none."""
    rounds = desk.table.state.rounds
    if not 1 <= number <= len(rounds):
        return None
    found: Contest | None = rounds[number - 1].contests.get(str(table))
    return found


def logged_games(desk: Desk, number: int, table: int) -> list[Played]:
    """The logged games of a contest, in their order."""
    return [played_of(each) for each in games_of(desk.log, desk.name, number, table).values()]


def lost_unplayed(desk: Desk, contest: Contest, games: Sequence[Played]) -> dict[str, int]:
    """The games that penalties have taken from each player beside those that are logged: a penalty
    that stands in a game has ended it."""
    taken = [
        each.person
        for game in games
        for each in game.game.penalties
        if each.kind in TAKING and each.infraction.startswith(f"{desk.name}/")
    ]
    return {
        player: max(0, contest.lost.get(player, 0) - taken.count(player))
        for player in (contest.a, contest.b)
    }


def counted(desk: Desk, table: str, how: str, number: int | None) -> tuple[list[str], str]:
    """The slip that the logged games of a table come to, and how the contest ended.

    Raises:
        Failure: none is logged, or they come to no result.
    """
    turn = number or desk.table.state.turn
    contest = contest_at(desk, turn, int(table)) if table.isdecimal() else None
    if contest is None:
        raise Failure(f"round {turn} has no table {table}", "such as 17 --games")
    games = logged_games(desk, turn, contest.table)
    typed = f"referee tournament report {desk.name} {table} A B"
    if not games:
        raise Failure(f"no game of round {turn}, table {table} is logged", typed)
    if how not in _FREELY:
        raise Failure(f"the games do not say what {how} comes to", f"{typed} --games --how {how}")
    drawn = _drawn(desk, contest, games, how)
    score = drawn.score
    margin = desk.table.catalog.score.kind == "margin"
    if margin:
        return [table, str(score.a), str(score.b)], how
    lost = lost_unplayed(desk, contest, games)
    most = games_to_win(desk.table.state, desk.table.catalog)
    a = min(most, score.a + lost[contest.b])
    b = min(most, score.b + lost[contest.a])
    return [table, str(a), str(b), str(score.drawn)], how


def differing(desk: Desk, number: int, contest: Contest, said: Score) -> Score | None:
    """What the logged games of a contest come to, where that is not what somebody has said; None
    where it is, or they do not come to a result (VN-18.12)."""
    if number_of(desk.table.state, "teams") or said.how not in _FREELY:
        return None
    logged = logged_games(desk, number, contest.table)
    games = [game for game in logged if game.game.ended is not None]
    scored = any(game.game.scores for game in games)
    margin = desk.table.catalog.score.kind == "margin"
    if not games or (margin and not scored):
        return None
    try:
        due = _drawn(desk, contest, games, "played").score
    except Failure:
        return None
    most = 0 if margin else games_to_win(desk.table.state, desk.table.catalog)
    whole = said.how == "played" and not contest.lost and max(due.a, due.b) >= most
    return None if agrees(said, due, whole=whole) else due


def _drawn(desk: Desk, contest: Contest, games: Sequence[Played], how: str) -> Drawn:
    """What logged games come to.

    Raises:
        Failure: they come to no result, or are those of a team's boards.
    """
    if number_of(desk.table.state, "teams"):
        raise Failure("the games of teams are of their boards", "log report … board=a games=…")
    try:
        return result_of_games(
            games,
            contest.a,
            contest.b,
            margin=desk.table.catalog.score.kind == "margin",
            players=desk.table.state.players,
            unfinished=how != "played",
        )
    except Undecided as error:
        on = any(game.game.ended is None for game in games)
        hint = "log its end; or --how time, which counts it as drawn" if on else ""
        raise Failure(f"{error}; nothing is written", hint, Status.ILLEGAL) from None


def compared(desk: Desk, entry: Report, *, naming: bool, sure: bool = False) -> Report:
    """A result as :func:`held` has it; what is to be said of it is said."""
    found, note = held(desk, entry, naming=naming, sure=sure)
    if note:
        render.warn(f"note: {note}")
    return found


def held(desk: Desk, entry: Report, *, naming: bool, sure: bool = False) -> tuple[Report, str]:
    """A result, once it is known to agree with the logged games of its contest; and what is to be
    said of it.

    Args:
        desk: the tournament.
        entry: the result as it was typed.
        naming: whether it names the games.
        sure: whether it is reported although the games say otherwise.

    Raises:
        Failure: it does not agree; both are told.
    """
    contest = contest_at(desk, entry.round, entry.table)
    if contest is None or (number_of(desk.table.state, "teams") and not naming):
        return entry, ""
    games = logged_games(desk, entry.round, entry.table)
    if not games:
        if naming:
            where = f"round {entry.round}, table {entry.table}"
            raise Failure(f"no game of {where} is logged", "leave --games out")
        return entry, ""
    try:
        drawn = _drawn(desk, contest, games, entry.how)
    except Failure as failure:
        if naming:
            raise
        return entry, failure.message.removesuffix("; nothing is written")
    if naming or not sure:
        _require_agreed(desk, entry, contest, drawn, games, naming=naming)
    if naming:
        return replace(entry, games=drawn.games), ""
    names = ", ".join(game.match for game in drawn.games)
    return entry, f"{names} {'is' if len(games) == 1 else 'are'} logged; --games names them"


def _require_agreed(
    desk: Desk,
    entry: Report,
    contest: Contest,
    drawn: Drawn,
    games: Sequence[Played],
    *,
    naming: bool,
) -> None:
    """Refuse a result that the logged games contradict.

    Raises:
        Failure: says what it is, and what each of them comes to.
    """
    margin = desk.table.catalog.score.kind == "margin"
    reported, due = Score(entry.a, entry.b, entry.drawn, entry.how), drawn.score
    if entry.how not in _FREELY and not naming:
        return
    if margin and (entry.how != "played" or not any(game.game.scores for game in games)):
        return
    whole = margin or (naming and entry.how == "played" and not contest.lost)
    if agrees(reported, due, whole=whole):
        return
    won = ", ".join(f"{game.match} {game.winner or 'drawn'}" for game in drawn.games)
    others = "" if naming else "; --yes reports it all the same"
    raise Failure(
        f"TR-7.4: the result of table {entry.table} is {entry.a}-{entry.b}, "
        f"its logged games say {due.a}-{due.b} ({won}); nothing is written",
        f"{due.a} {due.b}, or a ruling in the match that is wrong{others}",
        Status.ILLEGAL,
        "TR-7.4",
    )


__all__ = [
    "compared",
    "contest_at",
    "counted",
    "differing",
    "held",
    "logged_games",
    "lost_unplayed",
]
