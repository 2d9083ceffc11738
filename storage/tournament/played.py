"""What a match says of the contest that it is a game of: who won, the points, calls, penalties."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from events.common import CallJudge, Opening, Penalty, Record
from events.event import Event
from events.tournament import LoggedGame
from referee.replay.replay import Replay
from referee.table import Result, result_of
from referee.tournament.state import Score
from referee.verdict import Legal, OnTrust
from storage.error import LogError
from storage.match import Match


class Called(NamedTuple):
    """An entry by which a judge was called or a penalty given."""

    seq: int  # the entry
    person: str  # who is concerned
    kind: str = ""  # what the penalty is
    infraction: str = ""  # the entry of a tournament that a penalty names
    call: str = ""  # the entry of a tournament that a call names
    open: bool = False  # whether a call has not been closed


class GameOfContest(NamedTuple):
    """What a match comes to, as far as its tournament asks for it."""

    opening: Opening  # its entry 1
    last: int  # the number of its last entry
    ended: Result | None = None  # how it ended; None while it is on
    winners: tuple[str, ...] = ()  # who won, by their ids as people; nobody in a draw
    scores: Mapping[str, int] = {}  # the points of each person, of a game that is decided by points
    calls: tuple[Called, ...] = ()  # the calls for a judge in force
    penalties: tuple[Called, ...] = ()  # the penalties in force
    taken_back: tuple[int, ...] = ()  # the calls for a judge that a ruling took out of force

    depths: tuple[tuple[int, str], ...] = ()  # how much is told of it, from which entry on
    judged: tuple[int, ...] = ()  # the entries among them by which a judge said so

    @property
    def people(self) -> tuple[str, ...]:
        """Who plays, in the order of the seats."""
        return tuple(seating.person for seating in self.opening.seats)


class Played(NamedTuple):
    """A match that is a game of a contest."""

    match: str  # the match
    hash: str  # the hash of its last entry
    game: GameOfContest  # what it comes to


class Drawn(NamedTuple):
    """What the logged games of a contest come to: the result, and the games as it names them."""

    score: Score
    games: tuple[LoggedGame, ...]


class Undecided(LogError):
    """The logged games come to no result; the message says which of them, and why."""


def contest_game_of(replay: Replay) -> GameOfContest | None:
    """What a match comes to; None where it has no legal opening."""
    opening = replay.events[0] if replay.opened else None
    if not isinstance(opening, Opening):
        return None
    table = replay.table
    persons = {seating.seat: seating.person for seating in opening.seats}
    sides: dict[str, list[str]] = {}
    for seating in opening.seats:
        sides.setdefault(seating.side or seating.seat, []).append(seating.person)
    ended = result_of(table.state)
    records = [(seq, event) for seq, event in in_force(replay, Record) if isinstance(event, Record)]
    winners = ended.winners if ended is not None else ()
    return GameOfContest(
        opening,
        len(replay.events),
        ended,
        tuple(person for side in winners for person in sides.get(side, ())),
        {
            person: points
            for side, points in replay.game.scores(table).items()
            for person in sides.get(side, ())
        },
        tuple(
            Called(
                seq,
                persons.get(event.seat, event.seat),
                call=event.call,
                open=seq in table.state.calls,
            )
            for seq, event in in_force(replay, CallJudge)
            if isinstance(event, CallJudge)
        ),
        tuple(
            Called(
                seq,
                persons.get(event.seat, event.seat),
                event.kind,
                event.infraction,
            )
            for seq, event in in_force(replay, Penalty)
            if isinstance(event, Penalty)
        ),
        tuple(seq for seq in replay.undone if isinstance(replay.events[seq - 1], CallJudge)),
        ((1, opening.record or "full"), *((seq, event.depth) for seq, event in records)),
        tuple(seq for seq, event in records if event.by not in {*persons, *persons.values()}),
    )


def in_force(replay: Replay, *kinds: type[Event]) -> Iterator[tuple[int, Event]]:
    """The entries of these types that are in force, with their numbers."""
    for seq, event in enumerate(replay.events, 1):
        if isinstance(event, kinds) and isinstance(replay.standing(seq), Legal | OnTrust):
            yield seq, event


def played_of(match: Match) -> Played:
    """A match of the log as a game of its contest.

    Raises:
        LogError: it cannot be replayed, or has no legal opening.
    """
    contest = contest_game_of(match.replay())
    if contest is None:
        raise LogError(f"{match.id}: it has no legal opening")
    return Played(match.id, match.hashes[-1], contest)


def result_of_games(
    games: Sequence[Played],
    a: str,
    b: str,
    *,
    margin: bool = False,
    players: Mapping[str, str] = {},
    unfinished: bool = False,
) -> Drawn:
    """What the logged games of a contest come to (TR-7.4).

    Args:
        games: the games in their order.
        a: who was posted first.
        b: the other.
        margin: whether the points of one game count (TR-8.8), and not the games that were won.
        players: for players of a team, the team, as the state of the tournament has it.
        unfinished: whether a game that is still on counts as drawn, as it does after time.

    Raises:
        Undecided: a game is still on, others play it, or it is not decided by points.
    """
    if margin and len(games) != 1:
        raise Undecided(f"the points of one game count, and {len(games)} are logged")
    won = {a: 0, b: 0, "": 0}
    logged = []
    for game in games:
        winner = winner_of(game, (a, b), players, unfinished=unfinished)
        won[winner] += 1
        logged.append(LoggedGame(game.match, winner, game.hash))
    if margin:
        points = _points(games[0], (a, b), players)
        return Drawn(Score(points[a], points[b]), tuple(logged))
    how = "time" if unfinished and any(game.game.ended is None for game in games) else "played"
    return Drawn(Score(won[a], won[b], won[""], how), tuple(logged))


def winner_of(
    game: Played,
    entrants: tuple[str, str],
    players: Mapping[str, str],
    *,
    unfinished: bool = False,
) -> str:
    """Which of the two entrants has won a game; nobody where it is drawn or has no result.

    Raises:
        Undecided: it is still on and that does not count as drawn, or others play it.
    """
    there = {players.get(person, person) for person in game.game.people}
    if there != {*entrants}:
        said = " and ".join(sorted(there))
        raise Undecided(f"{game.match} is between {said}, not {' and '.join(entrants)}")
    if game.game.ended is None and not unfinished:
        raise Undecided(f"{game.match} is still on")
    winners = {players.get(person, person) for person in game.game.winners}
    return next(iter(winners)) if len(winners) == 1 else ""


def agrees(score: Score, due: Score, *, whole: bool) -> bool:
    """Whether a result says what the logged games come to (TR-7.4).

    Args:
        score: the result.
        due: what the games come to.
        whole: whether all games are logged; else more may have been won than the log has.
    """
    if (score.a, score.b) == (due.a, due.b):
        return True
    return not whole and score.a >= due.a and score.b >= due.b


def _points(
    game: Played, entrants: tuple[str, str], players: Mapping[str, str]
) -> Mapping[str, int]:
    """The points of the two entrants; of a side, each player of it has all of its points."""
    if not game.game.scores:
        raise Undecided(f"{game.match} is not decided by points: report its score")
    points = {players.get(person, person): n for person, n in game.game.scores.items()}
    return {entrant: points.get(entrant, 0) for entrant in entrants}


__all__ = [
    "Called",
    "Drawn",
    "GameOfContest",
    "Played",
    "Undecided",
    "agrees",
    "contest_game_of",
    "in_force",
    "played_of",
    "result_of_games",
    "winner_of",
]
