"""The tournament as a device has it in hand: what is logged there is looked at first."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from cli.reading.matches import Source
from cli.tournament.linked.both import Both, record_both
from cli.tournament.stream import Desk
from cli.venue.access.access import Access
from cli.venue.access.entitled import require_may_log_at_event
from cli.venue.access.refused import Forbidden
from cli.venue.access.session import Session
from cli.venue.entering.games import Games
from cli.venue.entering.register import Register
from events.common import RULINGS, Overrule, Stand, Strike
from events.event import Event
from events.tournament import Close, Cut, Decide, Infraction, Post, Repair, Ruling, Settle
from referee.games.registry import is_stream
from storage.match import Receipt

if TYPE_CHECKING:
    from cli.venue.hall.hall import Hall
    from storage.log import Log
    from storage.match import Recorded


PROVED = (Post, Repair, Decide, Ruling, Infraction, Settle, Cut, Close, *RULINGS)
"""What asks a head judge and an organiser for the PIN: posts and rulings."""


@dataclass(frozen=True)
class Counter(Desk):
    """A tournament in the log that a venue serves, for one device; in the writer's thread alone."""

    session: Session | None = None  # the device
    now: datetime | None = None  # what time it is, UTC
    # sees before a post or a ruling that the PIN was given (VN-5.7), or raises
    prove: Callable[[], None] | None = None
    register: Register | None = None  # who has registered by phone
    access: Access | None = None  # who may join, and who has
    games: Games | None = None  # what is known of games that open by themselves

    @property
    def device(self) -> Session:
        """The device."""
        assert self.session is not None
        return self.session

    def moment(self) -> str:
        """Now, as clock events say it."""
        assert self.now is not None
        return self.now.replace(microsecond=0).strftime("%Y-%m-%dT%H:%M:%SZ")

    def unopened(self) -> list[tuple[int, str]]:
        """The tables of the newest round whose game could not be opened, each with the reason."""
        known = self.games.unopened if self.games is not None else {}
        at = (self.name, self.table.state.turn)
        return sorted((place[2], why) for place, why in known.items() if place[:2] == at)

    def require_may(self, *events: Event) -> None:
        """See that the device may log events (VN-5.5).

        Raises:
            Forbidden: it may not.
        """
        for event in events:
            require_may_log_at_event(self.device, event, self.table, self._ruled(event))
            self._require_own_slip(event)
        if self.prove is not None and any(isinstance(event, PROVED) for event in events):
            self.prove()

    def _require_own_slip(self, event: Event) -> None:
        """See that who does not judge takes back only what this person has logged."""
        match = self.source.match
        if not isinstance(event, Strike) or event.authority != "scorekeeper":
            return
        if event.entry > match.last or match.entry(event.entry).recorded_by != self.device.person:
            raise Forbidden(f"entry {event.entry} is somebody else's", "ask a judge")

    def _ruled(self, event: Event) -> Event | None:
        """The entry that a ruling is on; None where it names none."""
        if not isinstance(event, Strike | Stand | Overrule):
            return None
        match, seq = self.source.match, event.ruling if isinstance(event, Overrule) else event.entry
        return match.entry(seq).event if seq <= match.last else None

    def log_all(self, *events: Event, expected: int | None = None) -> "Sequence[Recorded]":
        """Log what happened, all of it or nothing.

        Raises:
            Forbidden: the device may not.
            Failure: a rule is broken.
            StaleSequence: somebody else has logged something since ``expected``.
            LogError: it cannot be logged.
        """
        self.require_may(*events)
        return self.record(*events, expected=expected)

    def log_linked(self, both: Both) -> "Sequence[Recorded]":
        """Log an entry and its counterpart in a match; those of the tournament.

        Raises:
            Forbidden: the device may not.
            Failure: a rule is broken.
            LogError: it cannot be logged.
        """
        self.require_may(both.here)
        return record_both(self, both, self.device.person)[0][1]


def require_joined(session: Session, stream: str) -> None:
    """See that a device has joined a tournament; empty: any.

    Raises:
        Forbidden: it has not.
    """
    if not session.stream or (stream and stream != session.stream):
        raise Forbidden(
            f"this device has not joined {stream or 'a tournament'}", "join with a code of the desk"
        )


def counter(
    hall: "Hall",
    log: "Log",
    session: Session,
    now: datetime,
    prove: Callable[[], None],
    people: Mapping[str, str],
) -> Counter:
    """The tournament of a device.

    Args:
        hall: what the venue serves.
        log: its log.
        session: the device.
        now: what time it is, UTC.
        prove: see :class:`Counter`.
        people: what people are called there (VN-7.9).

    Raises:
        Forbidden: the device is at a match.
        UnknownMatch: there is none.
    """
    match = log.live(session.stream)
    if not is_stream(match.game.id):
        raise Forbidden(f"{match.id} is a match, not a tournament")
    return Counter(
        log,
        Source(match, people),
        session.person,
        Receipt(now, session.id),
        session=session,
        now=now,
        prove=prove,
        register=hall.register,
        access=hall.access,
        games=hall.games,
    )
