"""A slip as the desk types it: ``17 2 1``, ``17 1 1 1 t``; ``3/17 2 1`` of round 3, ``17b 2 1`` of
a board."""

import re
from typing import NamedTuple, get_args

from cli.failure import Failure
from events.tournament import How, Report
from referee.tournament.state import Contest, Result

HOWS: dict[str, str] = {
    "t": "time",
    "c": "concession",
    "d": "intentional-draw",
    "n": "no-show",
    "j": "judge",
}
"""What a letter behind a result says of how it came about."""


class Slip(NamedTuple):
    """What a slip says: the table, won by the first and by the second, drawn, and how it ended; the
    round, 0 for the newest; and the board where teams play."""

    table: int
    a: int
    b: int
    drawn: int = 0
    how: str = "played"
    round: int = 0
    board: str = ""


class Place(NamedTuple):
    """Where a contest is played: round 0 is the newest, no board is the whole table."""

    round: int
    table: int
    board: str = ""


def place_of(word: str) -> Place | None:
    """The place that ``17``, ``3/17`` or ``17b`` names; None where it names none."""
    found = re.fullmatch(r"(?:([0-9]{1,2})/)?([0-9]{1,4})([a-e]?)", word, re.ASCII)
    return Place(int(found[1] or 0), int(found[2]), found[3]) if found else None


def is_slip(line: str) -> bool:
    """Whether a line begins as a slip does: with a number."""
    word = line.split(maxsplit=1)[:1]
    return bool(word) and word[0][:1].isdecimal()


def read_slip(line: str) -> Slip:
    """The slip that a line says.

    Raises:
        Failure: it is none; says what was expected.

    Example:
        >>> read_slip("17 2 1")
        Slip(table=17, a=2, b=1, drawn=0, how='played', round=0, board='')
        >>> read_slip("17 1 1 1 t").how
        'time'
    """
    words = line.split()
    how = "played"
    if words and not words[-1].isdecimal():
        how = _how(words.pop())
    place = place_of(words[0]) if words else None
    numbers = words[1:]
    if not (
        place and 2 <= len(numbers) <= 3 and all(w.isdecimal() and len(w) < 6 for w in numbers)
    ):
        raise Failure(
            f"{line.strip()}: expected TABLE A B [DRAWN] [HOW]", "such as 17 2 1, or 17 1 1 1 t"
        )
    a, b, *drawn = map(int, numbers)
    return Slip(place.table, a, b, drawn[0] if drawn else 0, how, place.round, place.board)


def _how(word: str) -> str:
    if word in HOWS:
        return HOWS[word]
    whole = [each for each in _hows() if each.startswith(word)]
    if len(whole) == 1:
        return whole[0]
    letters = ", ".join(f"{letter} {how}" for letter, how in HOWS.items())
    raise Failure(f"{word!r} does not say how a contest ended", f"one of {letters}")


def _hows() -> tuple[str, ...]:
    (literal, *_) = get_args(How)
    return get_args(literal)


def report_of(slip: Slip, by: str, number: int) -> Report:
    """The entry for a slip of a round."""
    return Report(
        by,
        number,
        slip.table,
        slip.a,
        slip.b,
        slip.drawn,
        slip.how,  # type: ignore[arg-type]
        board=slip.board,  # type: ignore[arg-type]
    )


def result_at(contest: Contest, board: str) -> Result | None:
    """What stands of a contest, or of one board of it."""
    at = contest.boards.get(board) if board else contest
    return at.result if at is not None else None
