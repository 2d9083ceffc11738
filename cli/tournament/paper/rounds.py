"""The pages of a round: who meets whom, by table and by name, and which results are missing."""

from collections.abc import Iterator

from cli.screen.print_page import add, kept, written
from cli.tournament.paper.hall_map import grid_of, in_rows
from cli.tournament.paper.sheet import (
    Asked,
    begun,
    headed,
    listing,
    round_asked,
    round_in_words,
    who,
)
from referee.english import counted
from referee.tournament.history import history, totals
from referee.tournament.stages.fixed import first_to_choose
from referee.tournament.standings.ranking import shown_points
from referee.tournament.state import Contest, Round
from storage.exchange.tournament import Tournament

MAP = """
.map { table-layout: fixed; width: 100% }
.map td { border: 0.2mm solid #000; height: 18mm; vertical-align: top; overflow: hidden }
.map p { margin: 0; font-size: 8pt }
.map .at { font-size: 16pt; font-weight: bold }
"""


def pairings(of: Tournament, asked: Asked) -> str:
    """Who meets at which table, in the order of the tables."""
    number, played = round_asked(of, asked)
    title = f"{round_in_words(of, number)}, pairings by table"
    root, body = headed(of, asked, title, _size(of, played))
    points = _points(of, number)
    rows = [
        (_table(each), points[each.a], who(of, each.a), who(of, each.b), points[each.b])
        for each in sorted(played.contests.values(), key=lambda each: each.table)
    ]
    rows += [("bye", points[player], who(of, player), "", "") for player in played.byes]
    columns = ("table", "points", "player (number)", "against (number)", "points ")
    listing(body, columns, rows, "table points")
    for contest in played.contests.values() if played.stage == "elimination" else ():
        if chooses := first_to_choose(of.state, of.policy, number, contest):
            chosen = f"Table {contest.table}: {who(of, chooses)} plays first, or chooses"
            add(body, "p", chosen, class_="quiet")
    return written(root, asked.language)


def pairings_by_name(of: Tournament, asked: Asked) -> str:
    """Where everybody plays, in the order of their names; the members of a team too."""
    number, played = round_asked(of, asked)
    title = f"{round_in_words(of, number)}, pairings by name"
    root, body = headed(of, asked, title, _size(of, played))
    points = _points(of, number)
    found = sorted(_places(of, played), key=lambda each: (each[0].casefold(), each[1]))
    rows = [
        (name, of.number(player), points[player], table, who(of, met) if met else "")
        for name, player, table, met in found
    ]
    listing(body, ("player", "number", "points", "table", "against (number)"), rows, "number table")
    return written(root, asked.language)


def table_map(of: Tournament, asked: Asked) -> str:
    """Where the tables stand, in rows, and who sits there."""
    number, played = round_asked(of, asked)
    title = f"{round_in_words(of, number)}, map of the tables"
    root, body = begun(of, asked, title, MAP)
    add(body, "h1", f"{of.stream}: {title}")
    table = add(body, "table", class_="map")
    placed = {each.table: each for each in played.contests.values()}
    for standing in grid_of(in_rows(asked.row) if asked.row else asked.spots, placed):
        line = add(table, "tr")
        for at in standing:
            cell = add(line, "td")
            if at not in placed:
                continue
            add(cell, "p", str(at), class_="at")
            for player in (placed[at].a, placed[at].b):
                kept(add(cell, "p", of.name(player)))
    return written(root, asked.language)


def missing(of: Tournament, asked: Asked) -> str:
    """The tables without a result, with what players said so far and the time they have."""
    number, played = round_asked(of, asked)
    left = [each for each in played.contests.values() if each.result is None or each.disputed]
    about = f"{counted(len(left), 'table')} of {len(played.contests)} without a result"
    root, body = headed(of, asked, f"{round_in_words(of, number)}, missing results", about)
    rows = [
        (each.table, who(of, each.a), who(of, each.b), _said(of, each), _more(each), "")
        for each in sorted(left, key=lambda each: each.table)
    ]
    columns = ("table", "player (number)", "against (number)", "said so far", "time", "result")
    listing(body, columns, rows, "table")
    if not left:
        add(body, "p", "All results are in.")
    return written(root, asked.language)


def _size(of: Tournament, played: Round) -> str:
    """How many tables and byes, and how long they play."""
    said = [counted(len(played.contests), "table")]
    if played.byes:
        said.append(counted(len(played.byes), "bye"))
    if of.state.options["minutes"] != "0":
        said.append(f"{of.state.options['minutes']} minutes")
    return ", ".join(said)


def _points(of: Tournament, number: int) -> dict[str, str]:
    """The points of everybody before a round."""
    known = totals(history(of.state, of.policy, number - 1))
    return {player: shown_points(points) for player, points in known.items()}


def _table(contest: Contest) -> str:
    return f"{contest.table}, feature" if contest.feature else str(contest.table)


def _places(of: Tournament, played: Round) -> Iterator[tuple[str, str, str, str]]:
    """What each is called, the entrant, the table and whom it meets."""
    for contest in played.contests.values():
        table = _table(contest)
        for player, met in ((contest.a, contest.b), (contest.b, contest.a)):
            for name in _called(of, player):
                yield name, player, table, met
    for player in played.byes:
        for name in _called(of, player):
            yield name, player, "bye", ""


def _called(of: Tournament, player: str) -> Iterator[str]:
    """An entrant by name, and each member of a team with its name."""
    yield of.name(player)
    for member in of.state.entrants[player].members:
        yield f"{of.name(member)} ({of.name(player)})"


def _said(of: Tournament, contest: Contest) -> str:
    """What the two have said, and whether that differs."""
    words = [
        f"{of.name(by.partition('.')[0])}: {score.a}-{score.b}"
        + (f"-{score.drawn}" if score.drawn else "")
        for by, score in contest.attested.items()
    ]
    return "; ".join(["disputed", *words] if contest.disputed else words)


def _more(contest: Contest) -> str:
    """How much longer a contest has, in minutes."""
    seconds = sum(each.seconds for each in contest.extended)
    return f"+{-(-seconds // 60)} min" if seconds else ""


__all__ = ["missing", "pairings", "pairings_by_name", "table_map"]
