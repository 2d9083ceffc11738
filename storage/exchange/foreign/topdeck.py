"""JSON as Topdeck itself gives it: rounds with their tables, at each the players and who has won.

It tells no games: a contest is told as one. A table of one is a bye, and so is a place at the table
for byes; a pod of more than two is no contest, and is left out.
"""

from datetime import UTC, datetime
from fractions import Fraction
from math import isfinite

import msgspec
from msgspec import Struct

from storage.exchange.foreign.tournament import (
    CUT,
    MOST_TABLES,
    ForeignEvent,
    ForeignRound,
    Met,
    NoEvent,
    Published,
    number_in,
)

_DRAWN = "draw"
_BYES = frozenset({"bye", "byes"})


class _Player(Struct):
    name: str = ""


class _Table(Struct):
    players: list[_Player] = []
    table: int | str = 0
    winner: str | None = None
    status: str | None = None


class _Round(Struct):
    round: int | str
    tables: list[_Table] = []


class _Standing(Struct, rename="camel"):
    name: str
    points: float | None = None
    opponent_win_rate: float | None = None


class _About(Struct, frozen=True, rename="camel"):
    name: str = ""
    start_date: int | None = None


class _Event(Struct, rename="camel"):
    rounds: list[_Round]
    standings: list[_Standing] = []
    tournament_name: str = ""
    start_date: int | None = None
    data: _About = _About()


def read_topdeck(text: str, name: str) -> ForeignEvent:
    """An event of Topdeck.

    Raises:
        NoEvent: it is no such JSON; names the place.
    """
    try:
        event = msgspec.json.decode(text, type=_Event)
    except (msgspec.DecodeError, RecursionError) as error:
        raise NoEvent(f"{name}: {error or 'nested too deep'}") from None
    began = event.start_date if event.start_date is not None else event.data.start_date
    foreign = ForeignEvent(
        "topdeck", event.tournament_name or event.data.name, _day(began), games=False
    )
    for at, round in enumerate(event.rounds):
        place = f"rounds[{at}]"
        number = round.round if isinstance(round.round, int) else number_in(round.round)
        if number is None:
            called = str(round.round)[:40]
            foreign.leave(place, f"{CUT}: {called}, {len(round.tables)} contests")
            foreign.played_on.append(ForeignRound(called))
        else:
            foreign.reach(number, f"{name}: {place}")
        for row, table in enumerate(round.tables):
            _take(foreign, number, table, f"{place}.tables[{row}]")
    for at, line in enumerate(event.standings):
        figures = (line.points, line.opponent_win_rate)
        if line.points is None or not all(isfinite(each) for each in figures if each is not None):
            continue
        known = {} if line.opponent_win_rate is None else {"omw": line.opponent_win_rate}
        published = Published(at + 1, line.name.strip(), Fraction(line.points), known)
        foreign.publish(published, f"standings[{at}]")
    foreign.part_places()
    return foreign


def _take(foreign: ForeignEvent, number: int | None, table: _Table, where: str) -> None:
    players = [player.name.strip() for player in table.players]
    if len(players) == 1 or {str(table.table).casefold(), (table.status or "").casefold()} & _BYES:
        if number is not None:  # in a cut it is no round that counts
            for player in players:
                foreign.take_bye(number, player, "full", where)
        return
    if len(players) != 2:
        foreign.leave(where, f"{len(players)} players at a table; expected two, or one for a bye")
        return
    a, b = players
    winner = (table.winner or "").strip()
    results = {a: (1, 0, 0), b: (0, 1, 0)}
    score = (0, 0, 1) if winner.casefold() == _DRAWN else results.get(winner)
    if score is None:
        foreign.leave(where, f"{winner[:40] or 'nobody'!r} has won, and is not at the table")
    elif number is None:
        foreign.play_on(Met(a, b, score), where)
    else:
        known = isinstance(table.table, int) and 0 < table.table <= MOST_TABLES
        foreign.take(number, Met(a, b, score, int(table.table) if known else 0), where)


def _day(seconds: int | None) -> datetime | None:
    try:
        return None if seconds is None else datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, OSError, ValueError):
        return None
