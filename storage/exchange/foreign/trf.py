"""TRF16, the tournament report file of FIDE: a line ``001`` for each player, with rank, name and
points, and for each round the opponent, the colour and the result.

A round with an opponent of rank 0 is a bye: ``U`` and ``F`` in full, ``H`` of half a point, ``Z``
or nothing a round that was missed. ``+`` and ``-`` are a contest that one of the two did not come
to, ``-`` in both lines one that neither came to. What is told of teams is left out.
"""

import re
from collections import Counter
from fractions import Fraction
from typing import NamedTuple

from storage.exchange.foreign.tournament import (
    MOST_PLAYERS,
    ForeignEvent,
    Met,
    NoEvent,
    Published,
    moment,
)

_WON = {"1": (1, 0, 0), "+": (1, 0, 0), "W": (1, 0, 0), "=": (0, 0, 1), "D": (0, 0, 1)}
_WON |= {"0": (0, 1, 0), "-": (0, 1, 0), "L": (0, 1, 0)}
_FORFEITS = frozenset("+-")
_BYES = {"U": "full", "F": "full", "+": "full", "H": "half"}
_RANK = re.compile(r" *[0-9]* *")
_POINTS = re.compile(r"[0-9]{0,3}([0-9]|\.[0-9])")
_FIRST, _WIDTH = 91, 10
"""The column in which the first round begins, and the columns of a round."""


class _Line(NamedTuple):
    name: str
    rank: int
    points: Fraction | None
    cells: tuple[tuple[int, str, str], ...]  # opponent, colour, result
    number: int  # of the line


def read_trf(text: str, name: str) -> ForeignEvent:
    """An event from its report.

    Raises:
        NoEvent: a line of a player cannot be read; names it.
    """
    foreign = ForeignEvent("trf")
    players: dict[int, _Line] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("012 "):
            foreign.name = line[4:].strip()
        if line.startswith("042 "):
            foreign.dated = moment(line[4:].strip().replace("/", "-"))
        if not line.startswith("001 "):
            continue
        try:
            at, found = _player(line, number)
        except ValueError as error:
            raise NoEvent(f"{name}:{number}: {error}") from None
        if at in players:
            raise NoEvent(f"{name}:{number}: the rank {at} stands in another line too")
        players[at] = found
        if len(players) > MOST_PLAYERS:
            raise NoEvent(f"{name}:{number}: more than {MOST_PLAYERS:,} players")
    called = _called(players)
    foreign.players = list(called.values())
    foreign.reach(max((len(each.cells) for each in players.values()), default=0) or 1, name)
    for at, found in players.items():
        for round in range(1, len(found.cells) + 1):
            _take(foreign, players, called, at, round)
        if found.points is not None:
            placed = Published(found.rank, called[at], found.points, {})
            foreign.publish(placed, f"line {found.number}")
    return foreign


def _player(line: str, number: int) -> tuple[int, _Line]:
    rank = line[85:89].strip()
    points = line[80:84].strip()
    cells = []
    for start in range(_FIRST, len(line.rstrip()), _WIDTH):
        cell = f"{line[start : start + 8]:8}"
        cells.append((_number(cell[:4], "an opponent"), cell[5].strip(), cell[7].strip()))
    if points and not _POINTS.fullmatch(points):
        raise ValueError(f"{points!r} are no points")
    figure = Fraction(points) if points else None
    found = _Line(line[14:47].strip(), _number(rank, "a place"), figure, tuple(cells), number)
    return _number(line[4:8], "a rank"), found


def _number(text: str, what: str) -> int:
    if not _RANK.fullmatch(text):
        raise ValueError(f"{text!r} is no number of {what}")
    return int(text.strip() or 0)


def _called(players: dict[int, _Line]) -> dict[int, str]:
    """The names by rank; one that two have is told apart by the rank."""
    count = Counter(each.name for each in players.values())
    return {
        at: each.name if each.name and count[each.name] == 1 else f"{each.name} ({at})".strip()
        for at, each in players.items()
    }


def _lost_by_forfeit(line: _Line | None, opponent: int, round: int) -> bool:
    """Whether that line too says that its player did not come to the contest."""
    if line is None or len(line.cells) < round:
        return False
    met, _, result = line.cells[round - 1]
    return met == opponent and result == "-"


def _take(
    foreign: ForeignEvent,
    players: dict[int, _Line],
    called: dict[int, str],
    at: int,
    round: int,
) -> None:
    """Take in what the line of a rank says of a round."""
    where = f"line {players[at].number}, round {round}"
    opponent, colour, result = players[at].cells[round - 1]
    if not opponent:
        if result in _BYES:
            foreign.take_bye(round, called[at], _BYES[result], where)  # type: ignore[arg-type]
        elif result not in ("", "Z", "-"):
            foreign.leave(where, f"{result!r} is no result of a round without an opponent")
    elif opponent not in called:
        foreign.leave(where, f"no line has the rank {opponent}")
    elif result not in _WON:
        foreign.leave(where, f"{result or 'nothing'!r} is no result")
    else:
        a, b = called[at], called[opponent]
        both_lost = result == "-" and _lost_by_forfeit(players[opponent], at, round)
        won, lost, drawn = (0, 0, 0) if both_lost else _WON[result]
        if colour == "b":
            a, b, won, lost = b, a, lost, won
        how = "no-show" if result in _FORFEITS else ""
        foreign.take(round, Met(a, b, (won, lost, drawn), how=how), where)
