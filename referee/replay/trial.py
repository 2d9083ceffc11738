"""A second replay of a match, on which is tried what may come next."""

from collections.abc import Sequence

from events.event import Event
from referee.catalog import Catalog
from referee.game import Game
from referee.replay.replay import Replay


class Trial:
    """Keeps the second replay of a match: what was tried on it and is an entry now is not folded
    again.

    Args:
        game: the game of the match.
        catalog: its catalog.
    """

    def __init__(self, game: Game, catalog: Catalog) -> None:
        self._game = game
        self._catalog = catalog
        self._replay: Replay | None = None

    def at(self, events: Sequence[Event]) -> Replay:
        """The second replay after these entries and no others; made anew where anything else was
        tried on it.

        Raises:
            ProgramFault: the program fails at one of them.
        """
        trial = self._replay
        if trial is None or list(events[: len(trial.events)]) != trial.events:
            trial = self._replay = Replay(self._game, self._catalog)
        return trial.extend(events[len(trial.events) :])
