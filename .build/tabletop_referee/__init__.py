"""Match recorder and referee for physical tabletop games, as a library.

Open a log, load a match, replay it, ask in SQL::

    >>> import tabletop_referee as tr
    >>> with tr.open_log("season.duckdb", write=True) as log:
    ...     imported = tr.import_record(log, "dispute.txt")
    ...     match = log.load("vale-open-r4-t1-g2")
    ...     calls = tr.query(log, "SELECT rule, count(*) AS n FROM illegal_entries GROUP BY rule")

What was done is in the entries, and what the referee says of it in the replay:

    >>> match.entry(34).event
    Attack(seat='joss', rolls=((1, 5),))
    >>> replay = match.replay()
    >>> match.outcome(34).verdict.rule
    'WV-7.15'

A judge's question is asked of a replay of one's own, and nothing is written:

    >>> trial = tr.Replay(match.game, match.catalog).extend(replay.events)
    >>> ruling = tr.read_line("judge overrule 36", match.game.codec)
    >>> change = trial.add(ruling).changes[0]
    >>> change.seq, change.before, change.after.rule
    (34, Legal(), 'WV-7.15')

The names offered are those of ``tabletop_referee.storage.surface``, where each is documented.
They are loaded when they are used first. A game from elsewhere builds on the rooms themselves,
such as ``tabletop_referee.events.event``.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tabletop_referee.storage.surface import *  # noqa: F403 - what its __all__ lists
else:

    def __getattr__(name: str) -> Any:
        if name == "__all__" or not name.startswith("_"):
            surface = import_module(".storage.surface", __name__)
            if name == "__all__" or name in surface.__all__:
                return getattr(surface, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *import_module(".storage.surface", __name__).__all__})
