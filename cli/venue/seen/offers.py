"""What may be tapped at a table, worked out once for each change of its match (VN-7.4, VN-13.2)."""

import logging
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import NamedTuple, Protocol

from cli.venue.taps.buttons import forced
from cli.venue.taps.uses import Uses
from cli.venue.taps.verbs import buttons, openly_named, verbs
from cli.venue.view import Button
from events.entry import verb
from referee.game import Game
from referee.replay.replay import Replay
from storage.match import Match

_log = logging.getLogger(__name__)


class Offer(NamedTuple):
    """What may be tapped."""

    forced: tuple[Button, ...] = ()  # the steps that alone are possible
    buttons: tuple[Button, ...] = ()  # what may come after them


NONE = Offer()


class Played(Protocol):
    """A match, from whichever copy of it."""

    id: str
    game: Game

    @property
    def last(self) -> int:
        """The number of its last entry."""

    def replay(self) -> Replay:
        """It as the referee sees it."""

    def trial(self) -> Replay:
        """A second replay of it, to try on it what may come next."""


class _Counted:
    """What a match was used to, up to the beginning of a turn, so that the order stays in it."""

    def __init__(self, uses: Uses) -> None:
        self.uses = uses
        self.turn = -1
        self.events = 0


class Offering(Protocol):
    """Where it is known what may be tapped at each table. For the thread that has the log."""

    made: int
    """How often it was worked out."""

    def of(self, match: Match) -> Offer | None:
        """What may be tapped now; None while that is being worked out."""

    def ahead(self, match: Match) -> None:
        """Have it worked out at once where it will be asked for, as something is new."""

    def let_go(self, match_id: str) -> None:
        """Keep nothing of a match."""


class Offers:
    """What may be tapped at each table, worked out when it is asked for. For one thread."""

    def __init__(self) -> None:
        self.made = 0
        """How often it was worked out."""
        self._made: dict[str, tuple[int, int, Offer]] = {}
        self._counted: dict[str, _Counted] = {}
        self._games: dict[str, Uses] = {}

    def of(self, match: Played) -> Offer:
        """What may be tapped now.

        A fault in a game leaves the table its verbs, and what was logged is answered all the same.
        """
        found = self._made.get(match.id)
        if found is not None and found[:2] == (match.last, id(match)):
            return found[2]
        try:
            replay = match.replay()
            last = verb(replay.events[-1])
            offer = Offer(*forced(replay, match.trial, self._uses(match), last))
        except Exception:
            _log.exception("%s: what may be tapped after entry %d", match.id, match.last)
            offer = NONE
        self._made[match.id] = (match.last, id(match), offer)
        self.made += 1
        return offer

    def ahead(self, match: Played) -> None:
        """Nothing: it is soon enough when it is asked for."""

    def let_go(self, match_id: str) -> None:
        """Keep nothing of a match."""
        self._made.pop(match_id, None)
        self._counted.pop(match_id, None)

    def _uses(self, match: Played) -> Uses:
        """What this table was used to when the turn began; one that begins, what others of its
        game are used to."""
        game = self._games.setdefault(match.game.id, Uses())
        counted = self._counted.get(match.id)
        if counted is None:
            begun = Uses(verbs=deepcopy(game.verbs), after=deepcopy(game.after))
            counted = self._counted[match.id] = _Counted(begun)
        replay = match.replay()
        if counted.turn != replay.state.turn:
            for event in replay.events[counted.events :]:
                counted.uses.add(event)
                game.add(event)
            counted.turn, counted.events = replay.state.turn, len(replay.events)
        return counted.uses


def verbs_of(match: Match, mine: Sequence[str], by: str) -> tuple[Button, ...]:
    """Every verb for a device that logs for these seats; none where it logs for none."""
    return buttons(match.game.events, tuple(mine), by) if mine else ()


def lists_of(match: Match, *, blind: bool) -> Mapping[str, tuple[str, ...]]:
    """The names that the steps of all devices share; ``blind`` for those that are told nothing of
    the state."""
    replay = match.replay()
    names = openly_named(replay) if blind else None
    return verbs(match.game, replay.table, (), "", names).lists


__all__ = ["NONE", "Offer", "Offering", "Offers", "Played", "lists_of", "verbs_of"]
