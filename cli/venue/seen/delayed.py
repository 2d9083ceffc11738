"""How far spectators are with each match: behind the table by entries and minutes, while its round
is on (VN-6.5)."""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from cli.venue.access.home_tables import place_of_match
from cli.venue.seen.entries import line_for_public, tournament_of
from referee.games.registry import is_stream
from referee.replay.replay import Replay
from referee.tournament.state import open_tables
from storage.log import Log
from storage.match import Match

News = tuple[str, int, dict[str, Any]]
"""What spectators are told: the topic, the number of the entry, and what is said of it."""


class Delay(NamedTuple):
    """How far spectators stay behind: by so many entries and so many minutes, by both."""

    entries: int = 0
    minutes: int = 0


NONE = Delay()


def delay_of(log: Log, match: Match) -> Delay:
    """The delay of a match as its tournament says (TR-1.1): none where it is of none, and none
    once all results of its round are in."""
    at = place_of_match(match)
    table = tournament_of(log, match)
    if at is None or table is None or table.state.over:
        return NONE
    state = table.state
    if at.round != state.turn or not open_tables(state.rounds[at.round - 1]):
        return NONE
    entries, _, minutes = state.options.get("delay", "0/0").partition("/")
    return Delay(int(entries), int(minutes))


def public_topic(match: str) -> str:
    """The topic in which spectators are told of a match."""
    return f"public/{match}"


class Delayed:
    """How far spectators are. For the thread that has the log.

    Args:
        clock: what time it is, UTC.
    """

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._at: dict[str, int] = {}
        self._came: dict[str, list[datetime]] = {}
        self._behind: set[str] = set()
        self._replays: dict[str, Replay] = {}

    @property
    def waiting(self) -> bool:
        """Whether there is something that spectators are to be told later."""
        return bool(self._behind)

    def at(self, log: Log, match: Match) -> int:
        """The last entry that spectators know of."""
        if match.id not in self._at:
            self._go_on(log, match)
        return self._at[match.id]

    def replay(self, log: Log, match: Match) -> Replay:
        """The match as spectators see it: look, do not touch."""
        at = self.at(log, match)
        if at == match.last:
            self._replays.pop(match.id, None)
            return match.replay()
        found = self._replays.get(match.id)
        if found is None or len(found.events) > at:
            found = self._replays[match.id] = Replay(match.game, match.catalog)
        return found.extend(match.replay().events[len(found.events) : at])

    def heard(self, log: Log, new: Iterable[Match]) -> list[News]:
        """What spectators are told at once, now that these matches have new entries."""
        played = (match for match in new if not is_stream(match.game.id))
        return [news for match in played for news in self._news(log, match)]

    def due(self, log: Log) -> list[News]:
        """What spectators are told now of what has waited."""
        behind = [log.live(match_id) for match_id in self._behind]
        return [news for match in behind for news in self._news(log, match)]

    def let_go(self, match_id: str) -> None:
        """Keep no more of a match than how far it is."""
        self._came.pop(match_id, None)
        self._replays.pop(match_id, None)

    def _news(self, log: Log, match: Match) -> Iterator[News]:
        before = self._at.get(match.id)
        now = self._go_on(log, match)
        table = tournament_of(log, match)
        for seq in range(now if before is None else before, now):
            yield public_topic(match.id), seq + 1, line_for_public(match, seq + 1, table)

    def _go_on(self, log: Log, match: Match) -> int:
        """Move on as far as may be, never back. The opening, which tells no more than the
        pairings, is known at once."""
        delay = delay_of(log, match)
        at = max(self._at.get(match.id, 0), min(match.last, 1))
        most = match.last - delay.entries
        if delay.minutes:
            came = self._times(log, match)
            limit = self._clock() - timedelta(minutes=delay.minutes)
            while at < most and came[at] <= limit:
                at += 1
        else:
            at = max(at, most)
        self._at[match.id] = at
        if at < match.last:
            self._behind.add(match.id)
        else:
            self._behind.discard(match.id)
        return at

    def _times(self, log: Log, match: Match) -> list[datetime]:
        """When each entry came in: by this clock for what is new, else by the receipts; an entry
        that came another way counts from when it was written down."""
        came = self._came.get(match.id)
        if came is None:
            rows = log.rows("SELECT seq, received_at FROM receipts WHERE match_id = ?", [match.id])
            known = {seq: at.replace(tzinfo=UTC) for seq, at in rows}
            came = self._came[match.id] = [
                known.get(entry.seq) or entry.recorded_at for entry in match.entries
            ]
        came += [self._clock()] * (match.last - len(came))
        return came
