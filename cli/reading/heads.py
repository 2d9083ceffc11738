"""Heads on their way out of a log, which keeps them so that a cut tail shows."""

from collections.abc import Mapping
from pathlib import Path

from cli.reading.log import is_served, opened_log
from cli.screen.render import warn
from storage.proof.head import Head


def given_out(log: Path | None, heads: Mapping[str, Head]) -> None:
    """Have the log keep heads that were given out, by match.

    What was asked for is given all the same where the log cannot be written: a warning says so.

    Raises:
        Failure: there is no such log.
    """
    from storage.error import LogError
    from storage.proof.given import give_out, unknown_heads

    if is_served(log):
        warn("note: a venue has the log, which does not keep that this head was given out")
        return
    with opened_log(log) as opened:
        new = unknown_heads(opened, heads)
    if not new:
        return
    try:
        with opened_log(log, write=True) as opened:
            give_out(opened, new)
    except LogError as error:
        warn(f"note: the log does not keep that this head was given out: {error}")


def sealed(log: Path | None) -> None:
    """Have the log note how much it keeps, as it is about to be backed up.

    Raises:
        Failure: there is no such log.
        LogServed: a venue has it, which seals it itself.
    """
    from storage.error import LogError
    from storage.proof.seals import seal
    from storage.venue.notice import LogServed

    try:
        with opened_log(log, write=True) as opened:
            seal(opened)
    except LogServed:
        raise
    except LogError as error:
        warn(f"note: the log does not keep that it was backed up: {error}")
