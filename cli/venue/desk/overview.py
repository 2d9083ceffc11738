"""What the desk, judges, players and screens are told of a tournament, as it stands."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Literal

from msgspec import Struct

from cli.tournament.desk.status import step_of
from cli.tournament.linked.results import differing
from cli.tournament.stream import Desk
from cli.venue.seen.names import in_names
from referee.tournament.due import missing
from referee.tournament.judging import clock
from referee.tournament.judging.clock import overtime_words
from referee.tournament.judging.clock_events import (
    ends_at,
    is_paused,
    minutes_of,
    moment,
    no_show_at,
    pauses_of,
)
from referee.tournament.judging.extensions import offers
from referee.tournament.judging.infractions import is_published
from referee.tournament.stages.length import rounds_of
from referee.tournament.standings.current import standings_of
from referee.tournament.standings.ranking import shown_points, shown_tiebreak
from referee.tournament.standings.tiebreaks import LAST
from referee.tournament.state import Contest, Score, is_active, open_tables

How = Literal["open", "said", "disputed", "in"]


class Clock(Struct, frozen=True):
    """The clock of a round."""

    # whether it runs: ``none`` of an untimed round, ``waiting`` before its start
    standing: Literal["none", "waiting", "running", "paused", "time"]
    minutes: int = 0  # what the round has; 0: untimed
    until: datetime | None = None  # when time is over while it runs, UTC
    left: int = 0  # the seconds that are left while it stands still
    overtime: str = ""  # what is played after time, in words
    # when who is still absent loses the contest, UTC (TR-3.5); None where no time says so
    no_show: datetime | None = None


class Due(Struct, frozen=True):
    """What the desk has to do, or may."""

    rule: str  # the rule that asks for it
    what: str  # what it is, in words
    must: bool  # whether the next step waits for it
    line: str = ""  # the line of the desk that does it at once; empty where none does
    fill: str = ""  # how the line begins that does it; the rest is typed
    label: str = ""  # what the button says that does it
    text: str = ""  # what it is by ids, as other languages know it


class Contested(Struct, frozen=True):
    """A table of a round."""

    table: int  # its number
    a: str  # who is posted first
    b: str  # the other
    names: tuple[str, str]  # what both are called
    standing: How  # open, said by one, disputed, or in
    score: str = ""  # its result, as 2-1-0; empty while there is none
    how: str = ""  # how it ended, where it was not just played
    by: str = ""  # whose word the result rests on
    entry: int = 0  # the entry that made the result; 0 while there is none
    said: tuple[str, ...] = ()  # what players have attested, in words; for the staff
    extended: int = 0  # the seconds of more time
    until: datetime | None = None  # when its own time is over, where it differs from the round's
    # what else there is: games that a penalty took, a feature table, why it was paired so
    noted: tuple[str, ...] = ()


class Now(Struct, frozen=True):
    """Where a tournament stands."""

    event: str  # the tournament
    at: int  # the number of its last entry
    round: int  # the newest round; 0 before the first
    rounds: int  # how many there are to be; 0: not known
    stage: str  # swiss, round-robin or elimination; empty before the first round
    over: str  # how it ended; empty while it is on
    entrants: int  # how many have entered
    active: int  # how many play the next round
    open: tuple[int, ...]  # the tables without a result
    disputed: tuple[int, ...]  # the tables whose result is disputed
    clock: Clock  # the clock of the newest round
    byes: tuple[str, ...]  # who has the bye
    step: str = ""  # the next step of the desk, in words; empty where there is none yet
    due: tuple[Due, ...] = ()  # what the desk has to do; for the staff


class Ranked(Struct, frozen=True):
    """A place of the standings as it is shown; figures to four decimals."""

    place: int
    shared: bool
    player: str
    name: str
    points: str
    figures: tuple[str, ...]
    lot: bool
    plays: bool


class Ranking(Struct, frozen=True):
    """The standings as they are shown: after which round, what the figures are, the tables that
    are still open, and the places."""

    after: int
    words: tuple[str, ...]
    open: tuple[int, ...]
    places: tuple[Ranked, ...]


class Person(Struct, frozen=True):
    """Who has entered: the id, the name, the team, whether checked in, whether still playing, and
    the table in the newest round; 0 for none."""

    player: str
    name: str
    team: str
    here: bool
    plays: bool
    table: int


# -- now ----------------------------------------------------------------------------------------


def now_of(desk: Desk, now: datetime, *, staff: bool) -> Now:
    """Where a tournament stands.

    Args:
        desk: the tournament.
        now: what time it is, UTC.
        staff: whether it is for the desk and judges.
    """
    state = desk.table.state
    newest = state.rounds[-1] if state.rounds else None
    contests = newest.contests.values() if newest is not None else ()
    return Now(
        desk.name,
        desk.source.last,
        state.turn,
        rounds_of(state),
        newest.stage if newest is not None else "",
        state.over or "",
        len(state.entrants),
        sum(is_active(each, state.turn + 1) for each in state.entrants.values()),
        tuple(sorted(c.table for c in contests if c.result is None)),
        tuple(sorted(c.table for c in contests if c.disputed)) if staff else (),
        clock_of(desk, now),
        tuple(newest.byes) if newest is not None else (),
        step_of(desk.table) if staff else "",
        dues_of(desk) if staff else (),
    )


def clock_of(desk: Desk, now: datetime) -> Clock:
    """The clock of the newest round."""
    state, policy = desk.table.state, desk.table.catalog
    if not state.rounds:
        return Clock("none")
    played, minutes = state.rounds[-1], minutes_of(state, policy)
    over = overtime_words(policy.overtime)
    if played.time:
        return Clock("time", minutes, overtime=over)
    if not minutes:
        return Clock("none", overtime=over)
    if not played.started:
        return Clock("waiting", minutes, left=minutes * 60, overtime=over)
    pauses = pauses_of(played)
    if is_paused(played):
        left = clock.time_left(minutes, moment(played.started), now, pauses)
        return Clock("paused", minutes, left=left, overtime=over)
    until = clock.ends_at(minutes, moment(played.started), pauses)
    missed = no_show_at(state, policy, state.turn)
    return Clock("running", minutes, until, overtime=over, no_show=missed)


def dues_of(desk: Desk) -> tuple[Due, ...]:
    """What the desk has to do, each with the line that does it."""
    state = desk.table.state
    disputed = {
        contest.disputed: (number, contest.table)
        for number, played in enumerate(state.rounds, 1)
        for contest in played.contests.values()
        if contest.disputed
    }
    offered = {f"offered: {each.line}": each for each in offers(state, desk.table.catalog)}
    found = []
    for due in missing(desk.table):
        line = fill = label = ""
        what = due.text()
        if due.rule == "TR-7.2" and due.since in disputed:
            number, table = disputed[due.since]
            place = f"{number}/{table}" if number != state.turn else str(table)
            fill, label = f"decide {place} ", "decide"
        elif what in offered:
            offer = offered[what]
            line, label = offer.line, f"give {spoken(offer.seconds)}"
            what = f"table {offer.table}: {spoken(offer.seconds)} more is offered ({offer.cause})"
        elif due.rule == "TR-11.1":
            fill, label = f"end {due.since} ", "end"
        elif due.rule == "TR-3.2":
            fill, label = "in ", "check in"
        elif due.rule == "TR-9.4":
            line, label = "repair", "repair"
        elif due.rule == "TR-5.1":
            continue
        told = in_names(what, desk.source.people)
        found.append(Due(due.rule, told, due.must, line, fill, label, what))
    return (*found, *_contradicted(desk))


def _contradicted(desk: Desk) -> Iterator[Due]:
    """Tables of which a player has said what the logged games contradict, before the other agrees
    (VN-18.12)."""
    state = desk.table.state
    for contest in state.rounds[-1].contests.values() if state.rounds else ():
        if contest.result is not None:
            continue
        for player, said in contest.attested.items():
            due = differing(desk, state.turn, contest, said) if player in state.entrants else None
            if due is not None:
                words = f"{player} says {score_text(said)}, the games say {score_text(due)}"
                what = f"table {contest.table}: {words}"
                told = in_names(what, desk.source.people)
                yield Due("TR-7.4", told, False, text=what)


def spoken(seconds: int) -> str:
    """A time in minutes and seconds: ``3 min``, ``90 s``."""
    return f"{seconds // 60} min" if seconds % 60 == 0 else f"{seconds} s"


# -- a round ------------------------------------------------------------------------------------


def contests_of(desk: Desk, number: int, *, staff: bool, person: str = "") -> tuple[Contested, ...]:
    """The tables of a round in their order.

    Args:
        desk: the tournament.
        number: the round, which is posted.
        staff: whether it is for the desk and judges, who see what each player said.
        person: for whom it is, who is told of the own penalties (TR-10.9).
    """
    played = desk.table.state.rounds[number - 1]
    order = sorted(played.contests.values(), key=lambda each: each.table)
    return tuple(_contested(desk, number, each, person, staff=staff) for each in order)


def _contested(desk: Desk, number: int, contest: Contest, person: str, *, staff: bool) -> Contested:
    state = desk.table.state
    lost: Mapping[str, int] = contest.lost
    if not (staff or is_published(state, number)):
        own = state.players.get(person, person)
        lost = {player: games for player, games in lost.items() if player == own}
    people, result = desk.source.people, contest.result
    standing: How = "in" if result is not None else "open"
    if staff and contest.disputed:
        standing = "disputed"
    elif staff and result is None and contest.attested:
        standing = "said"
    extended = sum(each.seconds for each in contest.extended)
    until = None
    if extended and result is None and number == desk.table.state.turn:
        until = ends_at(desk.table.state, desk.table.catalog, number, contest)
    return Contested(
        contest.table,
        contest.a,
        contest.b,
        (people.get(contest.a, contest.a), people.get(contest.b, contest.b)),
        standing,
        score_text(result.score) if result is not None else "",
        result.score.how if result is not None and result.score.how != "played" else "",
        result.by if result is not None else "",
        result.seq if result is not None else 0,
        tuple(f"{who}: {score_text(score)}" for who, score in contest.attested.items())
        if staff
        else (),
        extended,
        until,
        tuple(_noted(contest, lost, staff=staff)),
    )


def _noted(contest: Contest, lost: Mapping[str, int], *, staff: bool) -> list[str]:
    found = ["feature"] if contest.feature else []
    found += [f"{player} loses {games} by penalty" for player, games in lost.items()]
    if contest.reason and staff:
        found.append(f"not as proposed: {contest.reason}")
    return found


def score_text(score: Score) -> str:
    """A score: ``2-1``, ``1-1-1`` with drawn games."""
    return f"{score.a}-{score.b}" + (f"-{score.drawn}" if score.drawn else "")


# -- all of it ----------------------------------------------------------------------------------


def settled_after(desk: Desk) -> int:
    """The newest round of which every result is in: after which all see the standings."""
    rounds = desk.table.state.rounds
    return max((n for n, each in enumerate(rounds, 1) if not open_tables(each)), default=0)


def ranking_of(desk: Desk, after: int | None = None) -> Ranking:
    """The standings after a round; None: as of now."""
    state, policy = desk.table.state, desk.table.catalog
    last = state.turn if after is None else after
    words = tuple(word for word in policy.tiebreaks.order if word not in LAST)
    places = tuple(
        Ranked(
            each.place,
            each.shared,
            each.player,
            desk.source.people.get(each.player, ""),
            shown_points(each.points),
            tuple(shown_tiebreak(word, each.tiebreaks[word]) for word in words),
            each.lot,
            is_active(state.entrants[each.player], state.turn + 1),
        )
        for each in standings_of(state, policy, after)
    )
    return Ranking(last, words, tuple(open_tables(state.rounds[last - 1])) if last else (), places)


def people_of(desk: Desk) -> tuple[Person, ...]:
    """Who has entered, by name."""
    state, people = desk.table.state, desk.source.people
    seated = {
        player: contest.table
        for contest in (state.rounds[-1].contests.values() if state.rounds else ())
        for player in (contest.a, contest.b)
    }
    found = [
        Person(
            player,
            people.get(player, ""),
            entrant.team,
            bool(entrant.here),
            is_active(entrant, max(state.turn, 1)) and is_active(entrant, state.turn + 1),
            seated.get(player, 0),
        )
        for player, entrant in state.entrants.items()
    ]
    return tuple(sorted(found, key=lambda each: (each.name or each.player).casefold()))


def usual_scores(desk: Desk) -> Sequence[str]:
    """The results that a slip of this tournament usually has; none where scores count."""
    from referee.tournament.judging.lost_games import games_to_win

    if desk.table.catalog.score.kind != "games":
        return ()
    most = games_to_win(desk.table.state, desk.table.catalog)
    less = [f"{most} {n}" for n in range(most)] + [f"{n} {most}" for n in reversed(range(most))]
    level = [f"{most - 1} {most - 1} 1"] if most > 1 else ["0 0 1"]
    last = desk.table.state.rounds[-1] if desk.table.state.rounds else None
    return less if last is not None and last.stage == "elimination" else [*less, *level]


__all__ = [
    "Clock",
    "Contested",
    "Due",
    "Now",
    "Person",
    "Ranked",
    "Ranking",
    "clock_of",
    "contests_of",
    "dues_of",
    "now_of",
    "people_of",
    "ranking_of",
    "score_text",
    "settled_after",
    "spoken",
    "usual_scores",
]
