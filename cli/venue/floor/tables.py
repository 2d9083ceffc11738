"""Each table of the round with its signs: what needs a judge or the desk there (VN-20.1)."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import Literal

from msgspec import Struct

from cli.tournament.paper.hall_map import Grid, grid_of
from cli.venue.access.refused import Forbidden
from cli.venue.access.roles import stands
from cli.venue.access.session import JUDGES
from cli.venue.desk.counter import Counter
from cli.venue.desk.overview import Contested, contests_of
from cli.venue.hall.probes import FREE
from cli.venue.judge.calls import Called, calls_of
from referee.tournament.decks import tables_to_check
from referee.tournament.judging.clock_events import seconds_left
from referee.tournament.judging.extensions import offers
from referee.tournament.state import Contest, State
from storage.tournament.games import contests_of as games_of
from storage.venue.floor import floor
from storage.venue.probes import most_tried

Sign = Literal["call", "taken", "overtime", "probes", "check", "open", "in"]
SIGNS: Mapping[Sign, str] = {
    "call": "!",
    "taken": "→",
    "overtime": "+",
    "probes": "?",
    "check": "≡",
    "open": "○",
    "in": "✓",
}
"""Each sign as it is drawn, the most urgent first; a table has the colour of its first one, and no
two are drawn alike, so that nothing hangs on the colour."""
DRAWN = 2
"""So many tables are drawn for deck checks (TR-4.5), as on paper."""


class Marked(Struct, frozen=True):
    """A table of the round as the map shows it."""

    table: int  # its number
    names: tuple[str, str]  # who sits there
    seats: tuple[tuple[str, str], ...]  # all who sit there by id and name; of teams the members
    signs: tuple[Sign, ...]  # the most urgent first
    score: str = ""  # its result; empty while there is none
    left: int | None = None  # the seconds it has left, below 0 in overtime; None: without a clock
    calls: tuple[Called, ...] = ()  # the open calls there
    tried: int = 0  # how many refused lines one device has tried there; for judges
    offered: int = 0  # the seconds that a deck check offers; for judges
    games: tuple[str, ...] = ()  # the matches there

    @property
    def drawn(self) -> str:
        """Its signs as they are drawn."""
        return "".join(SIGNS[each] for each in self.signs)


class Floor(Struct, frozen=True):
    """The map of a round."""

    event: str  # the tournament
    at: int  # the last entry of it that this tells of
    round: int  # the newest round; 0 before the first
    rows: Grid  # the tables as they stand, by their numbers; 0: none
    tables: tuple[Marked, ...]  # by number

    def count(self, sign: Sign) -> int:
        """How many tables have a sign."""
        return sum(sign in each.signs for each in self.tables)


def floor_of(desk: Counter, now: datetime) -> Floor:
    """The map of the newest round for somebody of the staff; judges alone are told of probes, and
    of the tables whose decks are to be checked (TR-4.5), the own table left out.

    Raises:
        Forbidden: the device's person is not of the staff here any more.
    """
    device, state = desk.device, desk.table.state
    if not stands(device.role, device.person, state):
        raise Forbidden(f"{device.person} is not {device.role} here any more", "ask at the desk")
    tables = tuple(_tables(desk, now, judges=device.role in JUDGES)) if state.rounds else ()
    rows = grid_of(floor(desk.log, desk.name), [each.table for each in tables])
    return Floor(desk.name, desk.source.last, state.turn, rows, tables)


def _tables(desk: Counter, now: datetime, *, judges: bool) -> Iterator[Marked]:
    state, policy, device = desk.table.state, desk.table.catalog, desk.device
    played = state.rounds[-1]
    at_table: dict[int, list[str]] = {}
    for match, said in sorted(games_of(desk.log, desk.name, state.turn).items()):
        at_table.setdefault(int(said.split("/")[-2]), []).append(match)
    calls = [each for each in calls_of(desk.log, desk.device) if each.round == state.turn]
    tried = most_tried(desk.log, [*chain.from_iterable(at_table.values())]) if judges else {}
    due = to_check(state) if judges else ()
    offered = {each.table: each.seconds for each in offers(state, policy) if each.cause == "check"}
    for each in contests_of(desk, state.turn, staff=True):
        contest = played.contests[str(each.table)]
        games = tuple(at_table.get(each.table, ()))
        here = tuple(call for call in calls if call.table == each.table)
        sit = seated(state, contest)
        judged = judges and device.person not in sit  # the own table is another's to judge
        most = max((tried.get(match, 0) for match in games), default=0) if judged else 0
        left = None
        if contest.result is None:
            left = seconds_left(state, policy, state.turn, contest, now)
        more = offered.get(each.table, 0) if judged else 0
        check = judged and (bool(more) or each.table in due)
        signs = tuple(_signs(each, here, left, probes=most > FREE, check=check))
        yield Marked(
            each.table,
            each.names,
            tuple((p, desk.source.people.get(p, p)) for p in sit),
            signs,
            each.score,
            left,
            here,
            most,
            more,
            games,
        )


def _signs(
    contest: Contested, calls: Sequence[Called], left: int | None, *, probes: bool, check: bool
) -> Iterator[Sign]:
    if any(not call.judges for call in calls):
        yield "call"
    if any(call.judges for call in calls):
        yield "taken"
    if left is not None and left <= 0:
        yield "overtime"
    if probes:
        yield "probes"
    if check:
        yield "check"
    yield "in" if contest.standing == "in" else "open"


def seated(state: State, contest: Contest) -> tuple[str, ...]:
    """Who sits at a table; of teams all members."""
    return tuple(
        player
        for entrant in (contest.a, contest.b)
        for player in state.entrants[entrant].members or [entrant]
    )


def to_check(state: State) -> tuple[int, ...]:
    """The tables of the newest round that are drawn for deck checks and where none was made yet;
    none where no lists are taken, or the round has no key by which to draw."""
    played = state.rounds[-1]
    if state.options["decklists"] == "none" or not played.key or state.over:
        return ()
    checked = {each.player for each in state.checks if each.round == state.turn}
    drawn = tables_to_check(played.key, map(int, played.contests), DRAWN)
    return tuple(
        table
        for table in drawn
        if played.contests[str(table)].result is None
        and checked.isdisjoint(seated(state, played.contests[str(table)]))
    )


__all__ = ["SIGNS", "Floor", "Marked", "Sign", "floor_of", "seated", "to_check"]
