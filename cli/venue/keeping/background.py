"""What goes on beside a hall while it is open: copies, and the journal folded in."""

import asyncio
import logging
from time import monotonic

from cli.venue.hall.busy import Busy
from cli.venue.hall.hall import Hall
from cli.venue.keeping.keeper import Keeper
from storage.error import LogError
from storage.log import Log

LOOKING = 1.0
"""So often it is looked whether something is due, in seconds."""
FOLDING = 30.0
"""So often it is looked whether the journal is to be folded in."""

_log = logging.getLogger(__name__)


async def watch(hall: Hall, keeper: Keeper | None) -> None:
    """Have copies made when they are due, and the journal kept short; until it is cancelled.

    Both use the reader of the hall, and neither holds up who writes.

    Args:
        hall: the hall, which is open.
        keeper: of its copies; None where no second folder was named.
    """
    fold = monotonic() + FOLDING
    while True:
        try:
            if keeper is not None:
                if keeper.due():
                    await hall.read(keeper.copy)
                await asyncio.to_thread(keeper.tick)
            if monotonic() >= fold:
                fold = monotonic() + FOLDING
                await hall.read(Log.checkpoint)
        except (Busy, LogError, RuntimeError) as error:  # the hall says so itself, or is closing
            _log.warning("beside the hall: %s", error)
        await asyncio.sleep(LOOKING)
