"""At which tables a device is at home: from the tournament as it stands, so that it moves with
its player from round to round without a new code (VN-5.2)."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from cli.venue.access.roles import stands, stands_in_match
from cli.venue.access.session import JUDGES, WATCHING, Session
from cli.venue.view import Sight
from events.common import Opening
from referee.tournament.state import Contest, Hall, State, place_of
from storage.match import Match

Tournament = Hall
"""The live table of a tournament."""


class Place(NamedTuple):
    """Where a game is played."""

    stream: str  # the tournament
    round: int  # the round
    table: int  # the table
    game: int  # the number of the game


def place(contest: str) -> Place | None:
    """The place that an opening names; None where it names none."""
    if not contest:
        return None
    stream, number, table, game = contest.rsplit("/", 3)
    return Place(stream, int(number), int(table), int(game))


def place_of_match(match: Match) -> Place | None:
    """Where a match is played, by its opening; None where it is of no tournament."""
    first = match.entry(1).event
    return place(first.contest) if isinstance(first, Opening) else None


def contest_at(state: State, number: int, table: int) -> Contest | None:
    """Who meets at a table of a round."""
    if not 1 <= number <= len(state.rounds):
        return None
    return state.rounds[number - 1].contests.get(str(table))


def table_of(session: Session, state: State) -> int | None:
    """The table at which a player sits in the newest round: 0 for a bye, None for nowhere."""
    if not state.rounds:
        return None
    return place_of(state.rounds[-1], state.players.get(session.person, session.person))


def is_of_contest(person: str, contest: Contest, state: State) -> bool:
    """Whether a player, or the player's team, is one of the two who meet."""
    return state.players.get(person, person) in (contest.a, contest.b)


def seats_of(session: Session, match: Match, tournament: Tournament | None) -> tuple[str, ...]:
    """The seats that a device logs for in a match: none where it may not log there (VN-5.5).

    A player's device logs for all seats of the own table, as a scorekeeper's for those of its
    tables and a judge's for any; in a match of a tournament only while its round is the newest.

    Args:
        session: the device.
        match: the match.
        tournament: the tournament as it stands; None where the match is of none.
    """
    replay = match.replay()
    if session.role in WATCHING or session.role == "entrant" or not replay.opened:
        return ()
    seats = tuple(replay.table.persons)
    persons = replay.table.persons.values()
    if tournament is None:
        mine = session.match == match.id and not session.stream
        found = mine and stands_in_match(session.role, session.person, replay.table)
        return seats if found else ()
    at, state = place_of_match(match), tournament.state
    if at is None or at.stream != session.stream:
        return ()
    if not stands(session.role, session.person, state):
        return ()
    if session.role == "player":
        contest = contest_at(state, at.round, at.table)
        seated = (
            session.person in persons
            and at.round == state.turn
            and contest is not None
            and is_of_contest(session.person, contest, state)
        )
        return seats if seated else ()
    if session.role == "scorekeeper":
        kept = not session.tables or at.table in session.tables
        return seats if kept and at.round == state.turn else ()
    return seats


def own_seats(session: Session, match: Match) -> tuple[str, ...]:
    """The seats at which the person of a device sits; none where the device watches."""
    replay = match.replay()
    if session.role != "player" or not replay.opened:
        return ()
    return tuple(seat for seat, person in replay.table.persons.items() if person == session.person)


def sight_of(session: Session, match: Match, tournament: Tournament | None) -> Sight | None:
    """As whom a device sees a match (VN-6.1); None where it does not see it.

    A player sees the own games of all rounds, a scorekeeper those of the own tables while they are
    played, judges all but those that they play in, unless nobody else could; who watches, what the
    public sees.

    Args:
        session: the device.
        match: the match.
        tournament: the tournament as it stands; None where the match is of none.
    """
    if tournament is None:
        if session.stream or session.match != match.id:
            return None
        standing = stands_in_match(session.role, session.person, match.replay().table)
    else:
        at = place_of_match(match)
        if at is None or at.stream != session.stream:
            return None
        standing = stands(session.role, session.person, tournament.state)
    if session.role in WATCHING:
        return "public"
    if not standing or session.role == "entrant":
        return None
    if session.role == "player":
        return "player" if own_seats(session, match) else None
    if session.role == "scorekeeper":
        return "table" if seats_of(session, match, tournament) else None
    if tournament is None or session.person not in match.replay().table.persons.values():
        return "staff"
    # nobody judges the own game, nor sees there what the opponent has, where another can judge it
    return "staff" if judges_own(session, match, tournament) else None


def judges_own(session: Session, match: Match, tournament: Tournament) -> bool:
    """Whether it is the device of an organiser who plays in a match that nobody else may judge, as
    in a small club."""
    seated = match.replay().table.persons.values()
    return session.person in seated and judges_alone(session, seated, tournament)


def judges_alone(session: Session, seated: Collection[str], tournament: Tournament) -> bool:
    """Whether it is the device of an organiser, and nobody judges but those who are concerned."""
    able = {who for who, held in tournament.state.roles.items() if not JUDGES.isdisjoint(held)}
    return session.role == "organiser" and able.issubset(seated)


def matches_of(session: Session, tournament: Tournament, games: Mapping[str, str]) -> list[str]:
    """The matches at the tables of a player or scorekeeper in the newest round, by table and game.

    Args:
        session: the device.
        tournament: the tournament as it stands.
        games: the contest of each match of the tournament, by the match; see
            :func:`storage.tournament.games.contests_of`.
    """
    state = tournament.state
    found = []
    for match, contest in games.items():
        at = place(contest)
        if at is None or at.stream != session.stream or at.round != state.turn:
            continue
        if session.role == "player":
            mine = table_of(session, state) == at.table
        else:
            mine = not session.tables or at.table in session.tables
        if mine:
            found.append((at.table, at.game, match))
    return [match for _, _, match in sorted(found)]


def home(session: Session, matches: Mapping[str, bool]) -> str:
    """The address of the page where a device is at home.

    Args:
        session: the device.
        matches: the matches at its tables, in order, each with whether it is over.
    """
    if session.role == "entrant":
        return "/me"
    if session.role in ("player", "scorekeeper"):
        on = [match for match, ended in matches.items() if not ended]
        if on:
            return f"/t/{on[-1]}"
        if session.role == "player":
            return "/me" if session.stream else f"/t/{session.match}"
        return f"/t/{session.match}" if session.match else "/desk"
    if session.role in WATCHING:
        return "/show" if session.stream else f"/overlay/{session.match}"
    return "/desk" if session.role == "organiser" else "/judge"
