"""The facts of a log for whoever counts them: up to date, in a private copy, and sound."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from cli.failure import Failure
from cli.reading.log import copied_log, opened_log
from cli.screen import render

if TYPE_CHECKING:
    from storage.log import Log

T = TypeVar("T")


def over_facts(log: "Path | Log | None", work: "Callable[[Log], T]") -> T:
    """What work comes to over a log whose facts are up to date; one that is open is asked as it is.

    Where it meets projected tables that are damaged, they are made anew, with a word about it.

    Raises:
        Failure: there is no such log.
        LogError: it cannot be read, or the damage is elsewhere.
    """
    import duckdb

    from storage.database import is_damage
    from storage.error import LogError
    from storage.log import Log
    from storage.projection import rebuild, require_readable_record

    if isinstance(log, Log):
        return work(log)
    try:
        with projected(log) as opened:
            return work(opened)
    except (duckdb.Error, LogError) as error:
        if not is_damage(error):
            raise
    with opened_log(log, write=True) as opened, render.progress("rebuilding") as step:
        require_readable_record(opened)
        rebuild(opened, step)
    render.warn("referee: the tables for statistics were damaged, and were made anew")
    with projected(log) as opened:
        return work(opened)


@contextmanager
def projected(log: "Path | Log | None", query: str = "") -> "Iterator[Log]":
    """A private copy of the log with the facts of all its matches up to date; one that is open is
    asked as it is.

    The log itself gets these facts too, where it can be written.

    Args:
        log: the log.
        query: what will be asked; nothing is brought up to date for one that asks for no facts.
    """
    from storage.log import Log

    if isinstance(log, Log):
        yield log
        return
    with copied_log(log, _refreshed if _asks_facts(query) else _kept) as copy:
        yield copy


def _asks_facts(query: str) -> bool:
    """Whether a query may ask for more than the tables that are kept, as far as can be told."""
    if not query:
        return True
    import duckdb

    from storage.instance import in_memory
    from storage.schema import KEPT

    with in_memory() as empty:
        try:
            names = empty.get_table_names(query)
        except duckdb.Error:
            return True
    return not names or not names <= {*KEPT}


def _hidden(copy: "Log") -> None:
    """Take out of a copy what whoever may ask the log need not know."""
    from storage.venue.marks import hide

    if copy.file != copy.path:
        hide(copy)


def _kept(copy: "Log") -> None:
    """What is kept may be asked; the macros of the statistics want the tables of facts there."""
    from storage.drawn import noted_mark

    if noted_mark(copy) is None:
        _refreshed(copy)
    else:
        _hidden(copy)


def _refreshed(copy: "Log") -> None:
    """Project into a copy of the log what was logged since, and into the log itself."""
    from storage.drawn import damage
    from storage.projection import beyond, refresh, stale

    _hidden(copy)
    wrong = damage(copy)
    for match_id, upto, last in beyond(copy, wrong):
        render.warn(
            f"referee: {match_id} was read up to entry {upto}, and ends at entry {last} now: "
            "its end is missing; see referee verify"
        )
    if wrong is None and not stale(copy, wrong):
        return
    also = None if copy.file == copy.path else copy.path
    with render.progress("reading facts") as step:
        done = refresh(copy, step, also=also)
    if done.damage:
        render.warn(f"referee: {done.damage}; the tables for statistics were made anew")
    for match_id, fault in done.faults.items():
        render.warn(f"referee: {match_id} cannot be replayed and is not counted: {fault}")
    if done.unshared:
        render.warn(f"note: facts were read for this command alone: {done.unshared}")


def day(text: str | None, option: str) -> date | None:
    """A day, or a moment where a time is given.

    Raises:
        Failure: it is neither.
    """
    if text is None:
        return None
    try:
        return date.fromisoformat(text) if len(text) <= 10 else datetime.fromisoformat(text)
    except ValueError:
        raise Failure(f"{option} {text}: expected a day such as 2026-03-14") from None
