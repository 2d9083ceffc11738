"""Verification: is the record what was written, and does it replay to what was noted?

For every match: the numbers have no gap, each payload and hash belong to the hash before, the
columns and the table of matches say what the payloads say, every entry is an event of the
game, the catalog is the one that is pinned, and the replay comes to every digest that was
noted; and it reaches every head that was given out. What differs first is named.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec
from msgspec import Struct

from events.common import Opening
from events.entry import GENESIS, Entry, link
from referee.replay.replay import Replay
from storage.error import LogError, UnknownMatch
from storage.log import Log
from storage.pages import EVERY_MATCH, Edition, Progress, Row, Stored, Unplayable, pages, replayed
from storage.proof.given import lost

__all__ = ["Checked", "Difference", "Report", "verify"]

MOST = 1000
"""How many differences a report lists; the others are counted."""


class Difference(Struct, frozen=True):
    """The first entry of a match that is not what it should be.

    Args:
        match: the match.
        seq: the entry.
        what: ``sequence``, ``hash``, ``columns``, ``malformed``, ``edition``, ``replay``,
            ``digest``, ``head`` or ``unreadable``.
        message: how it differs.
    """

    match: str
    seq: int
    what: str
    message: str

    def __str__(self) -> str:
        return f"{self.match}: entry {self.seq}: {self.what}: {self.message}"


class Checked(NamedTuple):
    """One match, verified.

    Attributes:
        match: the match.
        entries: how many entries it has.
        digests: how many noted digests the replay came to.
        difference: the first difference; None where the match is exact.
    """

    match: str
    entries: int
    digests: int
    difference: Difference | None


class Report(Struct):
    """What a verification found.

    Args:
        matches: how many matches were verified.
        entries: how many entries they have.
        digests: how many noted digests the replay came to.
        differing: how many matches are not exact.
        differences: the first difference of each of them, up to the first thousand.
    """

    matches: int = 0
    entries: int = 0
    digests: int = 0
    differing: int = 0
    differences: list[Difference] = []

    @property
    def exact(self) -> bool:
        """Whether every match is exact."""
        return not self.differing

    def add(self, checked: Checked) -> None:
        """Count one more match."""
        self.matches += 1
        self.entries += checked.entries
        self.digests += checked.digests
        if checked.difference is not None:
            self.differing += 1
            if len(self.differences) < MOST:
                self.differences.append(checked.difference)

    def __str__(self) -> str:
        if self.exact:
            return f"EXACT: {self.matches} matches, {self.entries} entries, {self.digests} digests"
        return "\n".join(
            (f"DIFFERS: {self.differing} of {self.matches} matches", *map(str, self.differences))
        )


def verify(
    log: Log,
    match_ids: Sequence[str] | None = None,
    progress: Progress | None = None,
    each: Callable[[Checked], object] | None = None,
) -> Report:
    """Verify matches of a log.

    Args:
        log: the log; open for reading will do.
        match_ids: which matches; all where None.
        progress: told how many entries are done, and how many there are.
        each: told of every match, in the order they came into the log.

    Raises:
        UnknownMatch: there is no such match.
        LogError: the file itself cannot be read.
    """
    report = Report()
    chosen = EVERY_MATCH if match_ids is None else match_ids
    lost_heads = _lost_heads(log, match_ids)
    with log.little_memory():
        for page in pages(log, chosen, check=True, progress=progress):
            for stored in page:
                if not stored.rows and stored.edition is None:
                    raise UnknownMatch(f"{log.path}: no match {stored.id!r}")
                checked = check(log, stored)
                lost_head = lost_heads.pop(stored.id, None)
                if checked.difference is None and lost_head is not None:
                    checked = Checked(stored.id, len(stored.rows), 0, lost_head)
                report.add(checked)
                if each is not None:
                    each(checked)
    for gone, lost_head in lost_heads.items():
        report.add(Checked(gone, 0, 0, lost_head))
    return report


def _lost_heads(log: Log, match_ids: Sequence[str] | None) -> dict[str, Difference]:
    """The first head of each match that was given out and that it does not reach."""
    found: dict[str, Difference] = {}
    for given, instead in lost(log, match_ids):
        said = f"its head {given.hash} was given out {given.given_at} UTC, and {instead}"
        found.setdefault(given.match, Difference(given.match, given.seq, "head", said))
    return found


def check(log: Log, stored: Stored) -> Checked:
    """Verify one match."""
    try:
        digests = _check(log, stored)
    except _Differs as found:
        difference = Difference(stored.id, found.seq, found.what, found.message)
        return Checked(stored.id, len(stored.rows), 0, difference)
    return Checked(stored.id, len(stored.rows), digests, None)


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
    def __init__(self, seq: int, what: str, message: str) -> None:
        super().__init__(seq, what, message)
        self.seq = seq
        self.what = what
        self.message = message


def _check(log: Log, stored: Stored) -> int:
    """The number of digests that the replay came to.

    Raises:
        _Differs: at the first entry that differs.
    """
    if stored.fault is not None:
        raise _unreadable(log, stored)
    whole, broken = _links(log, stored)
    if not whole:
        raise broken or _Differs(1, "sequence", "the match has no entries")
    sound = Stored(stored.id, stored.edition, stored.rows[:whole])
    digests = _check_replay(log, sound)
    if broken is not None:
        raise broken
    return digests


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
            if not row.sound:
                return before, _Differs(row.seq, "columns", _which_column(log, row))
            missing = f"it is missing; the next one is {row.seq}"
            return before, _Differs(seq, "sequence", missing)
        payload = row.payload.encode()
        chained = link(previous, payload)
        if chained != row.hash:
            said = f"payload and hash differ: {row.hash} noted, {chained} computed"
            return before, _Differs(seq, "hash", said)
        if not row.sound:
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


def _check_replay(log: Log, stored: Stored) -> int:
    try:
        replay = _replay(log, stored)
    except Unplayable as error:
        raise _Differs(error.seq, error.what, error.why) from error
    return _check_digests(stored, replay)


def _replay(log: Log, stored: Stored) -> Replay:
    """The replay by what the opening itself pins."""
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
        )
    try:
        game = log.game(seen.game, seen.version)
        catalog = log.catalog_for(seen.catalog, game)
    except LogError as error:
        raise _Differs(1, "edition", str(error)) from error
    if catalog.hash != seen.catalog:
        raise _Differs(1, "edition", f"the catalog kept as {seen.catalog} is {catalog.hash}")
    return replayed(stored.id, game, catalog, [row.payload for row in stored.rows])


def _opening(stored: Stored) -> Entry[Opening]:
    try:
        return _first.decode(stored.rows[0].payload)
    except msgspec.MsgspecError as error:
        raise _Differs(1, "malformed", str(error)) from error


_first = msgspec.json.Decoder(Entry[Opening])


def _check_digests(stored: Stored, replay: Replay) -> int:
    assert stored.edition is not None
    came_to = 0
    for row in stored.rows:
        due = replay.noted.get(row.seq)
        if row.digest is None:
            if due is not None and stored.edition.refereed:
                raise _Differs(row.seq, "digest", f"none is noted, but the replay comes to {due}")
        elif row.digest != due:
            raise _Differs(
                row.seq, "digest", f"{row.digest} is noted, but the replay comes to {due or 'none'}"
            )
        else:
            came_to += 1
    return came_to
