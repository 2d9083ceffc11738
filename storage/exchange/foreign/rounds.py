"""A plain table of rounds: a line for each contest with round, table, player, player, won, won,
drawn, and how it ended where that is said; the second player is left empty for a bye, whose first
number says as what it counts. Commas part them, or the semicolons or tabs of a spreadsheet."""

import csv
import re

from storage.exchange.foreign.tournament import MOST_TABLES, ForeignEvent, Met, NoEvent, Worth

COLUMNS = ("round", "table", "player", "player", "won", "won", "drawn", "how")
LEAST = 6
"""The columns that cannot be left out."""
HOWS = ("", "played", "concession", "intentional-draw", "time", "no-show", "judge")
"""How a contest may have ended; a ``no-show`` without a winner is one that nobody came to."""
_NUMBER = re.compile(r"\d{1,4}")


def read_rounds(text: str, name: str) -> ForeignEvent:
    """An event from a table of its rounds; a first line that is a head is left out.

    Raises:
        NoEvent: no line of it is a contest.
    """
    foreign = ForeignEvent("rounds")
    try:
        lines = text.splitlines()
        first = next((line for line in lines if line.strip() and line[0] != "#"), "")
        parted = max(",;\t", key=first.count)
        for number, row in enumerate(csv.reader(lines, delimiter=parted), 1):
            cells = [cell.strip() for cell in row]
            if not any(cells) or cells[0].startswith("#") or cells[0].casefold() == "round":
                continue
            _take(foreign, cells, name, number)
    except csv.Error as error:
        raise NoEvent(f"{name}: {error}") from None
    return foreign


def _take(foreign: ForeignEvent, cells: list[str], name: str, line: int) -> None:
    where = f"line {line}"
    if not LEAST <= len(cells) <= len(COLUMNS):
        foreign.leave(where, f"{len(cells)} fields; expected {','.join(COLUMNS)}")
        return
    round, table, a, b, *rest = cells
    figures = [figure or "0" for figure in rest[:3]]
    how = rest[3] if len(rest) > len(figures) else ""
    wrong = next((t for t in (round, table or "0", *figures) if not _NUMBER.fullmatch(t)), None)
    if wrong is not None:
        foreign.leave(where, f"{wrong[:40]!r} is no number")
        return
    if how not in HOWS:
        foreign.leave(where, f"{how[:40]!r}: expected one of {', '.join(HOWS[1:])}")
        return
    foreign.reach(int(round), f"{name}:{line}")
    won, lost, drawn = (*map(int, figures), 0)[:3]
    if not b or b == "-":
        worth: Worth = "full" if won > lost else "half" if drawn or won else "zero"
        foreign.take_bye(int(round), a, worth, where)
    elif int(table or 0) > MOST_TABLES:
        foreign.leave(where, f"table {table}; at most {MOST_TABLES:,}")
    else:
        foreign.take(int(round), Met(a, b, (won, lost, drawn), int(table or 0), how), where)
