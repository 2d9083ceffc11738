"""What comes into a log from outside: each match, the entries that wait, and what came of all."""

from datetime import datetime
from typing import NamedTuple

from msgspec import Struct

from events.entry import GENESIS
from events.event import Event
from referee.catalog import Catalog
from referee.game import Game
from storage.error import LogError
from storage.proof.head import Head


class Imported(NamedTuple):
    """What an import did."""

    matches: int  # matches that were new
    entries: int  # entries that were new
    known: int  # entries that were in the log already


class ImportFault(LogError):
    """A line that cannot be imported; nothing was.

    Args:
        name: what was being imported, such as a file.
        line: the line, from 1; 0 where it is no one line.
        column: the column, from 1; 0 where it is not known.
        message: what is wrong.
    """

    cause = "input"

    def __init__(self, name: str, line: int, column: int, message: str) -> None:
        place = ":".join([name, *(str(number) for number in (line, column) if number)])
        super().__init__(f"{place}: {message}; nothing of it was imported")
        self.name = name
        self.line = line
        self.column = column
        self.message = message


class MatchRow(Struct, frozen=True):
    """A new match, as its table is to have it."""

    match_id: str
    game: str
    version: str
    catalog: str
    opened_at: datetime
    refereed: bool


class Known(NamedTuple):
    """A match that the log had before."""

    game: str
    version: str
    catalog: str
    refereed: bool
    entries: list[tuple[str, str | None]]
    """The hash and the noted digest of each entry."""


class Waiting(NamedTuple):
    """An entry that the referee has not seen."""

    line: int
    event: Event
    payload: bytes
    hash: str
    stated: str | None


class Incoming:
    """One match of which entries come in."""

    __slots__ = (
        "catalog",
        "game",
        "hash",
        "head",
        "id",
        "known",
        "refereed",
        "seq",
        "stored",
        "waiting",
    )

    def __init__(self, match_id: str, game: Game, catalog: Catalog) -> None:
        self.id = match_id
        self.game = game
        self.catalog = catalog
        self.known: list[tuple[str, str | None]] = []
        self.stored = 0
        self.refereed = False
        self.seq = 0
        self.hash = GENESIS
        self.waiting: list[Waiting] = []
        self.head: Head | None = None
