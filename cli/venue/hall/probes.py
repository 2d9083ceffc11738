"""How often a player's device tried lines that were refused (VN-19.4).

What the rules say of a line that is not written can tell what the other player holds. Who asks that
often waits for the answer, and who asks on is taken at the word: the line is written as played.
"""

from contextlib import suppress
from datetime import datetime

from cli.venue.access.session import Session
from cli.venue.entering.register import closed_at
from cli.venue.seen.entries import stream_of, tournament_of
from cli.venue.seen.withheld import are_closed_to
from events.event import Event
from events.notation import write
from storage.error import LogError
from storage.log import Log
from storage.match import Match
from storage.venue.probes import KEPT, Probe, forget_probes, keep_probe, tried, tried_before

FREE = 5
"""So many in one turn are answered at once."""
WAITS = 2.0
"""For so many seconds longer each answer beyond those waits than the one before it."""
LONGEST = 10.0
"""No answer waits longer, in seconds."""
MOST = 10
"""Beyond so many in a match, what a device sends is written as played."""


def _counts(log: Log, match: Match, session: Session) -> bool:
    """Whether what a device tries is counted: a player's, and a scorekeeper's where lists are
    closed to it."""
    if session.role == "scorekeeper":
        return are_closed_to(match, tournament_of(log, match), session)
    return session.role == "player"


class Probes:
    """The refused lines of players' devices; for the writer's thread."""

    def __init__(self) -> None:
        self._tried: dict[tuple[str, str], list[int]] | None = None

    def is_at_its_word(self, log: Log, match: Match, session: Session) -> bool:
        """Whether what a device sends is written as played, as it has tried so many lines."""
        if not _counts(log, match, session):
            return False
        return len(self._of(log, match, session)) >= MOST

    def refused(
        self, log: Log, match: Match, session: Session, event: Event, rule: str, now: datetime
    ) -> float:
        """Keep a line that was refused, and say for how many seconds its answer waits."""
        if not _counts(log, match, session):
            return 0.0
        lines, turn = self._of(log, match, session), match.replay().state.turn
        line = write(event, match.game.codec)
        with suppress(LogError):  # what came before it in the same request is on disk
            keep_probe(log, Probe(match.id, now, session.id, session.person, line, rule))
        lines.append(turn)
        return min(LONGEST, WAITS * max(0, lines.count(turn) - FREE))

    def tidy(self, log: Log, now: datetime) -> None:
        """Let those go whose time is over: 30 days behind the close of their event.

        Raises:
            LogError: the log cannot be read or written.
        """
        then = now - KEPT
        for match_id in tried_before(log, then):
            stream = stream_of(log.live(match_id)) if log.has(match_id) else ""
            if not stream or not log.has(stream):
                forget_probes(log, match_id, then)
            elif (closed := closed_at(log, stream)) is not None and closed < then:
                forget_probes(log, match_id, now)

    def _of(self, log: Log, match: Match, session: Session) -> list[int]:
        """The turns in which a device tried; those before a restart count for the match alone."""
        if self._tried is None:
            self._tried = {key: [-1] * count for key, count in tried(log).items()}
        return self._tried.setdefault((match.id, session.id), [])
