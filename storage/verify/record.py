"""The record of one match: its chain, its columns, its replay, and what is noted beside it."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

import msgspec
from msgspec import Struct

from events.common import Opening
from events.entry import GENESIS, Entry, link
from referee.catalog import Catalog
from referee.game import Game
from storage.error import LogError
from storage.exchange.unrefereed import Unrefereed, notes_of
from storage.log import Log
from storage.match_pages import Edition, Row, Stored
from storage.replays import Came
from storage.verify.catalogs import Catalogs
from storage.verify.report import Checked, Difference


def checked_chain(log: Log, stored: Stored) -> Checked:
    """Verify the numbers and the hashes of one match, and nothing else."""
    try:
        sound, broken = _sound(log, stored)
        if broken is not None:
            raise broken
    except _Differs as found:
        return found.checked(stored)
    return Checked(stored.id, len(sound.rows), 0, None)


class Ready(NamedTuple):
    """A match that can be replayed."""

    stored: Stored  # the match
    sound: Stored  # the match as far as its chain is whole
    broken: "_Differs | None"  # what is wrong behind that
    game: Game  # its game, by what the opening pins
    catalog: Catalog  # its catalog, likewise

    @property
    def payloads(self) -> list[str]:
        """The entries that can be replayed."""
        return [row.payload for row in self.sound.rows]


def ready(log: Log, stored: Stored, catalogs: Catalogs) -> Ready | Checked:
    """A match for its replay; or what is found where it cannot come to that.

    Args:
        log: the log.
        stored: the match.
        catalogs: those of the log.
    """
    try:
        sound, broken = _sound(log, stored)
        return Ready(stored, sound, broken, *_edition(log, sound, catalogs))
    except _Differs as found:
        return found.checked(stored)


def checked_record(match: Ready, came: Came, bare: Unrefereed | None) -> Checked:
    """Verify the record of one match, by what its replay comes to.

    Args:
        match: the match.
        came: what it comes to.
        bare: how much of it came in without a referee, if anything did.
    """
    stored, sound = match.stored, match.sound
    try:
        if came.fault is not None:
            raise _Differs(*came.fault)
        digests = _check_digests(sound, came.noted, bare)
        if match.broken is not None:
            raise match.broken
        if bare is not None:
            _check_notes(sound, bare)
    except _Differs as found:
        return found.checked(stored)
    return Checked(stored.id, len(sound.rows), digests, None, came.depth)


class _Type(Struct):
    type: str


class _Columns(Struct):
    """What of a payload stands in columns too."""

    match: str
    seq: int
    id: str
    played_at: datetime
    recorded_at: datetime
    recorded_by: str
    event: _Type


class _Differs(Exception):
    def __init__(self, seq: int, what: str, message: str, table: str = "entries") -> None:
        super().__init__(seq, what, message, table)
        self.seq = seq
        self.what = what
        self.message = message
        self.table = table

    def checked(self, stored: Stored) -> Checked:
        """The match, with this difference."""
        difference = Difference(stored.id, self.seq, self.what, self.message, self.table)
        return Checked(stored.id, len(stored.rows), 0, difference)


def _sound(log: Log, stored: Stored) -> tuple[Stored, _Differs | None]:
    """The match as far as its chain is whole, and what is wrong behind that.

    Raises:
        _Differs: nothing of it is.
    """
    if stored.fault is not None:
        raise _unreadable(log, stored)
    whole, broken = _links(log, stored)
    if not whole:
        raise broken or _Differs(1, "sequence", "the match has no entries")
    return Stored(stored.id, stored.edition, stored.rows[:whole]), broken


def _unreadable(log: Log, stored: Stored) -> _Differs:
    """The first entry that DuckDB cannot read."""
    seqs = log.rows("SELECT seq FROM entries WHERE match_id = ? ORDER BY seq", [stored.id])
    for (seq,) in seqs:
        try:
            log.rows("SELECT * FROM entries WHERE match_id = ? AND seq = ?", [stored.id, seq])
        except LogError as error:
            return _Differs(seq, "unreadable", str(error))
    return _Differs(1, "unreadable", str(stored.fault))


def _links(log: Log, stored: Stored) -> tuple[int, _Differs | None]:
    """How many entries have the right number, hash and columns, and what is wrong behind them."""
    previous = GENESIS
    for before, row in enumerate(stored.rows):
        seq = before + 1
        if row.seq != seq:
            if row.sound is False:
                return before, _Differs(row.seq, "columns", _which_column(log, row))
            missing = f"it is missing; the next one is {row.seq}"
            return before, _Differs(seq, "sequence", missing)
        payload = row.payload.encode()
        chained = link(previous, payload)
        if chained != row.hash:
            said = f"payload and hash differ: {row.hash} noted, {chained} computed"
            return before, _Differs(seq, "hash", said)
        if row.sound is False:
            return before, _Differs(seq, "columns", _which_column(log, row))
        previous = chained
    return len(stored.rows), None


def _which_column(log: Log, row: Row) -> str:
    """In words: the column that says other than the payload."""
    try:
        said = msgspec.json.decode(row.payload, type=_Columns)
    except ValueError as error:
        return f"the payload is not an entry: {error}"
    found = log.rows(
        "SELECT match_id, id, recorded_by, type, played_at, recorded_at FROM entries "
        "WHERE match_id = ? AND seq = ?",
        [row.match_id, row.seq],
    )
    expected = (said.match, said.id, said.recorded_by, said.event.type)
    times = (said.played_at.replace(tzinfo=None), said.recorded_at.replace(tzinfo=None))
    names = ("match_id", "id", "recorded_by", "type", "played_at", "recorded_at")
    for name, here, there in zip(names, found[0], (*expected, *times), strict=True):
        if here != there:
            return f"{name} is {here}, but the payload says {there}"
    return f"seq is {row.seq}, but the payload says {said.seq}"


def _edition(log: Log, stored: Stored, catalogs: Catalogs) -> tuple[Game, Catalog]:
    """The game and the catalog that the opening itself pins.

    Raises:
        _Differs: the table of matches says other than the opening, or one is not there.
    """
    opening = _opening(stored)
    seen = Edition(
        opening.event.game,
        opening.event.version,
        opening.event.catalog,
        opening.played_at.replace(tzinfo=None),
        stored.edition is not None and stored.edition.refereed,
    )
    if stored.edition != seen:
        said = "nothing" if stored.edition is None else ", ".join(map(str, stored.edition[:4]))
        raise _Differs(
            1,
            "edition",
            f"the table of matches says {said}; entry 1 {', '.join(map(str, seen[:4]))}",
            "matches",
        )
    if missing := catalogs.missing(seen.catalog):
        raise _Differs(1, "catalog", missing, "catalogs")
    try:
        game = log.game(seen.game, seen.version)
        catalog = log.catalog_for(seen.catalog, game)
    except LogError as error:
        raise _Differs(1, "edition", str(error)) from error
    if catalog.hash != seen.catalog:
        said = f"the catalog kept as {seen.catalog} is {catalog.hash}"
        raise _Differs(1, "catalog", said, "catalogs")
    return game, catalog


def _opening(stored: Stored) -> Entry[Opening]:
    try:
        return _first.decode(stored.rows[0].payload)
    except msgspec.MsgspecError as error:
        raise _Differs(1, "malformed", str(error)) from error


_first = msgspec.json.Decoder(Entry[Opening])


def _check_digests(stored: Stored, noted: Mapping[int, str], bare: Unrefereed | None) -> int:
    """The number of digests that the replay came to.

    Raises:
        _Differs: at the first that it does not come to, or that is missing.
    """
    assert stored.edition is not None
    due_behind = _due_behind(stored, bare)
    came_to = 0
    for row in stored.rows:
        due = noted.get(row.seq)
        if row.digest is None:
            if due is not None and row.seq > due_behind:
                raise _Differs(row.seq, "digest", f"none is noted, but the replay comes to {due}")
        elif row.digest != due:
            raise _Differs(
                row.seq, "digest", f"{row.digest} is noted, but the replay comes to {due or 'none'}"
            )
        else:
            came_to += 1
    return came_to


def _check_notes(stored: Stored, bare: Unrefereed) -> None:
    """See that what came in without a referee notes the digests that it came with.

    Raises:
        _Differs: it does not.
    """
    noted = [(r.seq, r.digest) for r in stored.rows if r.digest and r.seq <= bare.seq]
    if notes_of(stored.id, bare.seq, noted) != bare.notes:
        said = f"the digests noted up to entry {bare.seq} are not those that came in"
        raise _Differs(min(bare.seq, len(stored.rows)), "digest", said, "unrefereed")


def _due_behind(stored: Stored, bare: Unrefereed | None) -> int:
    """The entry behind which a referee noted every digest.

    Raises:
        _Differs: what is said of that does not fit.
    """
    assert stored.edition is not None
    if stored.edition.refereed:
        if bare is not None:
            said = f"a referee saw all, it says, but not up to entry {bare.seq} as unrefereed says"
            raise _Differs(1, "referee", said, "matches")
        return 0
    if bare is None:
        said = "no referee saw it, it says, but no entry came in without one"
        raise _Differs(1, "referee", said, "matches")
    return bare.seq


__all__ = ["Ready", "checked_chain", "checked_record", "ready"]
