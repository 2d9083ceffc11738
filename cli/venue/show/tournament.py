"""A tournament as screens show it: clock, pairings, what is missing, standings, the cut (VN-13.1).

It tells what everybody may know, and depends on the tournament alone, so that one answer serves all
who watch (VN-13.2).
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Literal

import msgspec
from msgspec import Struct

from referee.tournament.history import history, totals
from referee.tournament.judging.clock_events import ends_at, is_paused, minutes_of, seconds_left
from referee.tournament.stages.fixed import bracket_of, knock_outs
from referee.tournament.stages.length import rounds_of
from referee.tournament.standings.current import standings_of
from referee.tournament.standings.ranking import shown_points, shown_tiebreak
from referee.tournament.standings.tiebreaks import LAST
from referee.tournament.state import Contest, Hall, Round, State, is_active, open_tables

Phase = Literal["entries", "seating", "playing", "between", "over"]
"""What a tournament is at: before the first round, a round that is posted and not started, one that
is on, all results in, closed."""


class Clock(Struct, frozen=True, omit_defaults=True):
    """The clock of a round."""

    minutes: int = 0  # what the round has; 0: untimed
    # untimed, ready, running, paused, or over where time was called
    state: Literal["untimed", "ready", "running", "paused", "over"] = "untimed"
    ends: datetime | None = None  # when it ends, UTC, while it runs
    left: int = 0  # the seconds that are left while it does not


class Seated(Struct, frozen=True, omit_defaults=True):
    """A table of the round."""

    table: int  # its number
    a: str  # who was posted first
    b: str  # the other
    points: tuple[str, str] = ("", "")  # what both had before the round
    feature: bool = False  # whether it is a feature match
    result: str = ""  # the result, such as ``2-1``; empty while there is none
    more: int = 0  # how many minutes more it has


class Place(Struct, frozen=True, omit_defaults=True):
    """Where somebody plays: at a table, or nowhere with a bye; with what team."""

    name: str
    table: int = 0
    against: str = ""


class Standing(Struct, frozen=True, omit_defaults=True):
    """A place in the standings."""

    place: int
    name: str
    points: str
    tiebreaks: tuple[str, ...] = ()
    shared: bool = False
    left: bool = False


class Knockout(Struct, frozen=True, omit_defaults=True):
    """A round of the bracket, and who meets."""

    round: int = 0  # its number; 0: the next one, which is not posted
    tables: tuple[Seated, ...] = ()


class Door(Struct, frozen=True):
    """How players register: the address, the code as it is typed, and its square, row by row."""

    address: str
    code: str
    square: tuple[str, ...]


class Shown(Struct, frozen=True, omit_defaults=True):
    """What screens are told of a tournament."""

    event: str  # its id
    at: int  # the entry after which it is told
    phase: Phase  # what it is at
    round: int = 0  # the newest round; 0 before the first
    rounds: int = 0  # how many are planned; 0: not known
    stage: str = ""  # of the newest round
    clock: Clock = Clock()  # its clock
    tables: tuple[Seated, ...] = ()  # by number
    places: tuple[Place, ...] = ()  # where everybody plays, by name
    missing: tuple[Seated, ...] = ()  # the tables without a result
    after: int = 0  # the round after which the standings are told
    words: tuple[str, ...] = ()  # the tiebreaks, by their short names
    standings: tuple[Standing, ...] = ()  # from the first place on
    bracket: tuple[Knockout, ...] = ()  # the rounds after the cut
    entrants: tuple[str, ...] = ()  # who plays, by name, before the first round
    door: Door | None = None  # how players register, while they do
    # where the tables stand, row by row, 0 for none; empty where nobody has said
    floor: tuple[tuple[int, ...], ...] = ()


def shown(event: str, at: int, table: Hall, people: Mapping[str, str], now: datetime) -> Shown:
    """What screens are told of a tournament.

    Args:
        event: its id.
        at: how many entries it has.
        table: the tournament.
        people: what people are called; who is not there is told by the id.
        now: what time it is, UTC.
    """
    state = table.state
    begun = Shown(event, at, _phase(state), state.turn, rounds_of(state))
    if not state.rounds:
        playing = (p for p, e in state.entrants.items() if is_active(e, 1))
        return _with(begun, entrants=tuple(sorted((_name(people, p) for p in playing), key=_order)))
    played = state.rounds[-1]
    tables = tuple(_tables(table, played, people))
    missing = set(open_tables(played))
    swiss = state.turn - len(knock_outs(state)) if state.cut else state.turn
    after = min(state.turn - bool(missing), swiss)
    words = [word for word in table.catalog.tiebreaks.order if word not in LAST]
    return _with(
        begun,
        stage=played.stage,
        clock=_clock(table, played, now),
        tables=tables,
        places=tuple(sorted(_places(state, played, people), key=lambda each: _order(each.name))),
        missing=tuple(each for each in tables if each.table in missing),
        after=after,
        words=tuple(words),
        standings=tuple(_standings(table, people, after, words)),
        bracket=tuple(_bracket(table, people)),
    )


def _with(begun: Shown, **more: object) -> Shown:
    return msgspec.structs.replace(begun, **more)


def _phase(state: State) -> Phase:
    if state.over:
        return "over"
    if not state.rounds:
        return "entries"
    if not open_tables(state.rounds[-1]):
        return "between"
    return "playing" if state.rounds[-1].started else "seating"


def _name(people: Mapping[str, str], player: str) -> str:
    return people.get(player, player)


def _order(name: str) -> str:
    return name.casefold()


def _clock(table: Hall, played: Round, now: datetime) -> Clock:
    """The clock of a round without what single tables have more."""
    state, policy = table.state, table.catalog
    minutes = minutes_of(state, policy)
    if not minutes:
        return Clock()
    bare = Contest(0, "", "")
    if not played.started:
        return Clock(minutes, "ready", left=minutes * 60)
    left = seconds_left(state, policy, state.turn, bare, now) or 0
    if played.time:
        return Clock(minutes, "over", left=min(left, 0))
    if is_paused(played):
        return Clock(minutes, "paused", left=left)
    return Clock(minutes, "running", ends=ends_at(state, policy, state.turn, bare))


def _tables(table: Hall, played: Round, people: Mapping[str, str]) -> Iterator[Seated]:
    state = table.state
    known = totals(history(state, table.catalog, state.rounds.index(played)))
    for each in sorted(played.contests.values(), key=lambda each: each.table):
        points = tuple(shown_points(known[p]) if p in known else "" for p in (each.a, each.b))
        yield Seated(
            each.table,
            _name(people, each.a),
            _name(people, each.b),
            (points[0], points[1]),
            each.feature,
            _result(each),
            -(-sum(more.seconds for more in each.extended) // 60),
        )


def _result(contest: Contest) -> str:
    """A result; one that is disputed is none so far."""
    if contest.result is None or contest.disputed:
        return ""
    score = contest.result.score
    return f"{score.a}-{score.b}" + (f"-{score.drawn}" if score.drawn else "")


def _places(state: State, played: Round, people: Mapping[str, str]) -> Iterator[Place]:
    for contest in played.contests.values():
        for player, met in ((contest.a, contest.b), (contest.b, contest.a)):
            for name in _called(state, people, player):
                yield Place(name, contest.table, _name(people, met))
    for player in played.byes:
        for name in _called(state, people, player):
            yield Place(name)


def _called(state: State, people: Mapping[str, str], player: str) -> Iterator[str]:
    """An entrant by name, and each member of a team with its name."""
    yield _name(people, player)
    for member in state.entrants[player].members:
        yield f"{_name(people, member)} ({_name(people, player)})"


def _standings(
    table: Hall, people: Mapping[str, str], after: int, words: Sequence[str]
) -> Iterator[Standing]:
    state = table.state
    if not after:
        return
    for each in standings_of(state, table.catalog, after):
        yield Standing(
            each.place,
            _name(people, each.player),
            shown_points(each.points),
            tuple(shown_tiebreak(word, each.tiebreaks[word]) for word in words),
            each.shared,
            not is_active(state.entrants[each.player], state.turn + 1),
        )


def _bracket(table: Hall, people: Mapping[str, str]) -> Iterator[Knockout]:
    """The rounds after the cut, as far as they are posted, and who meets next."""
    state = table.state
    numbers = knock_outs(state)
    if not state.cut and not numbers:
        return
    for number in numbers:
        yield Knockout(number, tuple(_tables(table, state.rounds[number - 1], people)))
    if not numbers or not open_tables(state.rounds[numbers[-1] - 1]):
        pairs = bracket_of(state, state.turn + 1)
        met = [Seated(0, _name(people, a), _name(people, b)) for a, b in pairs if a and b]
        if met:
            yield Knockout(tables=tuple(met))


__all__ = ["Clock", "Door", "Shown", "Standing", "shown"]
