"""Figures of all persons and all judges together: where nobody in particular asks, nobody is told
apart."""

from collections.abc import Collection, Iterable
from typing import Any

from msgspec.structs import replace

from storage.statistics import ALL, Figure

WHO = ("person", "judge")
"""The columns in which somebody stands, in whatever statistic: a row of one is about them."""


def of_all(figure: Figure, hint: str, who: Collection[str] = WHO, note: str = "") -> Figure:
    """The same of all persons and of all judges together, without rows of one of them.

    Args:
        figure: the figure.
        hint: how somebody has those rows, for what is said.
        who: the columns in which nobody is to stand.
        note: what is said of it; empty: what is left out, and how somebody has it.
    """
    columns, rows = rows_of_all(figure.columns, figure.rows, who)
    if columns == figure.columns:
        return figure
    left_out = " and ".join(f"{each}s" for each in who if each in figure.columns)
    return replace(
        figure,
        columns=columns,
        rows=rows,
        notes=(*figure.notes, note or f"Rows of single {left_out} are left out: {hint}."),
        nothing=f"each row is of one person: {hint}"
        if figure.rows and not rows
        else figure.nothing,
    )


def rows_of_all(
    columns: tuple[str, ...], rows: Iterable[tuple[Any, ...]], who: Collection[str] = WHO
) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
    """The rows in which no person and no judge stands, without the columns for these."""
    persons = [at for at, name in enumerate(columns) if name in who]
    kept = [at for at in range(len(columns)) if at not in persons]
    return tuple(columns[at] for at in kept), [
        tuple(row[at] for at in kept) for row in rows if all(row[at] == ALL for at in persons)
    ]


__all__ = ["WHO", "of_all", "rows_of_all"]
