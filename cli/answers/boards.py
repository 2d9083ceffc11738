"""The board of a match behind each entry, as what differs from the board before."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from msgspec import UNSET, Struct

from cli.answers.answer import Answer, Moment, UnsetType
from cli.reading.matches import Source
from referee.game import Panel


class RowChanged(Struct, frozen=True):
    """A row of a panel that is new, or says something else.

    Args:
        at: its place in the panel, from 0.
        label: its label.
        text: what it says.
    """

    at: int
    label: str
    text: str


class PanelChanged(Struct, frozen=True):
    """A part of the board that differs from what stood in its place.

    Args:
        at: its place on the board, from 0.
        title: what it is of, such as a seat.
        size: how many rows it has; those behind them are gone.
        rows: the rows that differ.
        grid: where rows lie on the table as a map, their labels line by line, if that differs.
    """

    at: int
    title: str
    size: int
    rows: tuple[RowChanged, ...]
    grid: tuple[tuple[str, ...], ...] | UnsetType = UNSET


class BoardAfter(Struct, frozen=True):
    """The board behind an entry.

    Args:
        seq: the entry.
        played_at: when it happened.
        turn: the turn, counted from 1 over all players; 0 before the first.
        active: the seat whose turn it is; empty before the first.
        size: how many panels the board has; those behind them are gone.
        panels: the panels that differ from the board behind the entry before.
    """

    seq: int
    played_at: Moment
    turn: int
    active: str
    size: int
    panels: tuple[PanelChanged, ...]


class Boards(Answer, frozen=True, tag="referee/replay-boards/1"):
    """The boards of a match, as ``show --at`` has each of them.

    Args:
        match: the match.
        game: the id of its game.
        entries: each with what it changed, rulings on earlier entries included; the first that is
            told has all of its board.
    """

    match: str
    game: str
    entries: tuple[BoardAfter, ...]


def boards_after(asked: Source, first: int = 1, last: int | None = None) -> Iterator[BoardAfter]:
    """The boards behind some entries, as they stood when each had been logged.

    Args:
        asked: the match.
        first: the first of them.
        last: the last; by default of the match.
    """
    trial = asked.before(first)
    before: Sequence[Panel] = ()
    for seq in range(first, (last or asked.last) + 1):
        trial.add(asked.match.entry(seq).event)
        board = asked.board(trial)
        yield BoardAfter(
            seq,
            asked.match.entry(seq).played_at,
            trial.state.turn if trial.opened else 0,
            trial.state.active if trial.opened else "",
            len(board),
            tuple(_changed(before, board)),
        )
        before = board


def _changed(before: Sequence[Panel], after: Sequence[Panel]) -> Iterator[PanelChanged]:
    for at, (old, new) in enumerate(zip_longest(before, after)):
        if new is None or old == new:
            continue
        rows = old.rows if old is not None else ()
        grid = old.grid if old is not None else ()
        yield PanelChanged(
            at,
            new.title,
            len(new.rows),
            tuple(
                RowChanged(number, *row)
                for number, row in enumerate(new.rows)
                if row != (rows[number] if number < len(rows) else None)
            ),
            new.grid if new.grid != grid else UNSET,
        )


__all__ = ["BoardAfter", "Boards", "PanelChanged", "RowChanged", "boards_after"]
