"""Who has joined the venue, as what, and for how long."""

from datetime import datetime, timedelta
from hashlib import sha256
from typing import Literal

from msgspec import Struct

Role = Literal[
    "player",
    "scorekeeper",
    "judge",
    "head-judge",
    "organiser",
    "spectator",
    "screen",
    "entrant",
]
"""What a device is used as (VN-5.1); an entrant has registered, and is nobody yet (VN-18.1)."""

JUDGES: frozenset[Role] = frozenset({"judge", "head-judge", "organiser"})
"""Who rules."""
STAFF: frozenset[Role] = JUDGES | {"scorekeeper"}
"""Who works at an event."""
HEAD: frozenset[Role] = frozenset({"head-judge", "organiser"})
"""Who rules with the authority of a head judge."""
WATCHING: frozenset[Role] = frozenset({"spectator", "screen"})
"""Who only watches."""
MANY: frozenset[Role] = frozenset({"spectator", "entrant"})
"""With whose codes any number of devices join."""

LASTS = timedelta(hours=12)
"""For how long a device has joined (VN-5.3)."""


class Invitation(Struct, frozen=True):
    """What a code is for."""

    role: Role  # as what a device joins
    person: str = ""  # whose device it is; empty: anybody's, to watch
    stream: str = ""  # the tournament; empty: none
    match: str = ""  # the match, where it is of no tournament
    tables: tuple[int, ...] = ()  # the tables of a scorekeeper; none: all
    ends: int = 0  # the round with which it ends; 0: with the event (VN-5.2)

    @property
    def event(self) -> str:
        """The tournament, or else the match."""
        return self.stream or self.match


class Session(Struct, frozen=True):
    """A device that has joined."""

    id: str  # what receipts call it; it names nobody and opens nothing
    person: str  # whose device it is; empty: anybody's, to watch
    role: Role  # as what it has joined
    stream: str  # the tournament; empty: none
    match: str  # the match, where it is of no tournament
    tables: tuple[int, ...]  # the tables of a scorekeeper; none: all
    label: str  # what it calls itself
    bound_at: datetime  # when it joined, UTC
    until: datetime  # when it has to join again, UTC

    @property
    def event(self) -> str:
        """The tournament, or else the match."""
        return self.stream or self.match


def hashed(token: str) -> str:
    """What is kept of a token: its SHA-256. It has 256 random bits, so no salt is needed."""
    return sha256(token.encode()).hexdigest()
