"""What the rules ask of a thing before an act, row by row: the same rows refuse the act, keep the
thing out of what is offered, and write what would be legal instead."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from referee.house import AnyTable
from referee.table import Table
from referee.verdict import forbid, named_in


def for_good(t: AnyTable, rule: str, why: str, /, **more: Any) -> None:
    """Refuse by a row what no judge can let stand."""
    forbid(rule, why, **more)


class Row(NamedTuple):
    """What one rule asks. Each question is put with the table, the thing, and what else is asked
    about."""

    rule: str
    why: str  # what is said where it does not hold, with ``{names}`` of the figures
    holds: Callable[..., object]
    since: Callable[..., int] | None = None  # the entry that set the limit; 0 where none did
    # what would be legal, where that is not another thing for which all rows hold
    legal: Callable[..., str] | None = None
    refused: Callable[..., object] = Table.refuse  # how it is refused


class Requirements:
    """The rows of an act, in the order in which they refuse.

    Args:
        figures: what the rows compare, by the names that stand in their sentences.
        rows: the rows.
    """

    def __init__(self, figures: Mapping[str, Callable[..., int | str]], *rows: Row) -> None:
        self._figures = figures
        self._rows = rows

    def require(self, t: AnyTable, thing: Any, *about: Any, instead: Callable[[], str]) -> None:
        """Refuse a thing for which not all rows hold.

        Args:
            t: the table.
            thing: what is asked about.
            about: what else.
            instead: the things for which they do, for a hint.

        Raises:
            Violation: by the first row that does not hold, unless a judge has waived its rule.
        """
        for row in self._rows:
            if not row.holds(t, thing, *about):
                self.refuse(t, row, thing, *about, instead=instead)

    def hold(self, t: AnyTable, thing: Any, *about: Any) -> bool:
        """Whether all rows hold for a thing."""
        return all(row.holds(t, thing, *about) for row in self._rows)

    def broken(self, t: AnyTable, thing: Any, *about: Any) -> Row | None:
        """The first row that does not hold for a thing; None where all do."""
        return next((row for row in self._rows if not row.holds(t, thing, *about)), None)

    def refuse(
        self, t: AnyTable, row: Row, thing: Any, *about: Any, instead: Callable[[], str]
    ) -> None:
        """Refuse by a row that does not hold; see :meth:`require`."""
        row.refused(
            t,
            row.rule,
            row.why,
            legal=(row.legal and row.legal(t, thing, *about)) or instead(),
            since=(row.since(t, thing, *about) or None) if row.since else None,
            **{name: self._figures[name](t, thing, *about) for name in named_in(row.why)},
        )
